-- Copyright 2026 The Jawari authors
-- SPDX-License-Identifier: ISC

-- A new session: one track with the score and the plug-in, exported and saved.
--
--     URI=PLUG-IN PRESET=LABEL FOLDER=EMPTY_FOLDER FRAMES=LENGTH ardourN-lua first.lua
dofile (os.getenv ("SCRIPTS") .. "/shared.lua")
local folder = os.getenv ("FOLDER")
local label = os.getenv ("PRESET")
local session = create_session (folder .. "/session", "session", 48000)
assert (session, "no session")

local info = ARDOUR.LuaAPI.new_plugin_info (os.getenv ("URI"), ARDOUR.PluginType.LV2)
assert (not info:isnil (), "Ardour does not know the plug-in")
local midi = ARDOUR.ChanCount (ARDOUR.DataType ("midi"), 1)
local stereo = ARDOUR.ChanCount (ARDOUR.DataType ("audio"), 2)
local tracks = Session:new_midi_track (midi, stereo, true, info, nil, nil, 1, "Strings",
                                       ARDOUR.PresentationInfo.max_order,
                                       ARDOUR.TrackMode.Normal, true)
local track
for t in tracks:iter () do
  track = t
end

local plugin = track:nth_plugin (0):to_insert ():plugin (0)
if label ~= "" then
  local preset = plugin:preset_by_label (label)
  assert (preset, "no preset " .. label)
  assert (plugin:load_preset (preset), "not loaded: " .. label)
  print ("loaded " .. plugin:last_preset ().label)
end
track:add_processor_by_index (ARDOUR.LuaAPI.new_luaproc (Session, "Jawari test score"), 0, nil, true)

export_as ("first")
Session:save_state ("")
print ("done")
track, tracks, plugin = nil, nil, nil
collectgarbage ()
session:close ()
quit ()
