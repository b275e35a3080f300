-- Copyright 2026 The Jawari authors
-- SPDX-License-Identifier: ISC

-- A new session: an audio track with the test's sound and the effect as its insert, exported.
--
--     URI=PLUG-IN DRY=dB WET=dB FOLDER=EMPTY_FOLDER FRAMES=LENGTH ardour7-lua insert.lua
local folder = os.getenv ("FOLDER")
local session = create_session (folder .. "/session", "session", 48000)
assert (session, "no session")

local tracks = Session:new_audio_track (2, 2, nil, 1, "Strings", ARDOUR.PresentationInfo.max_order,
                                        ARDOUR.TrackMode.Normal, true)
local track
for t in tracks:iter () do
  track = t
end
local effect = ARDOUR.LuaAPI.new_plugin (Session, os.getenv ("URI"), ARDOUR.PluginType.LV2, "")
assert (not effect:isnil (), "Ardour does not know the plug-in")
-- The sound goes before the effect
track:add_processor_by_index (effect, 0, nil, true)
track:add_processor_by_index (ARDOUR.LuaAPI.new_luaproc (Session, "Jawari test sound"), 0, nil, true)

-- Controls in the order of their ports: sensitivity, instrument, dry, wet, ..., limiter
local wanted = { [2] = tonumber (os.getenv ("DRY")), [3] = tonumber (os.getenv ("WET")), [7] = 0 }
for which, value in pairs (wanted) do
  assert (ARDOUR.LuaAPI.set_processor_param (effect, which, value), "control " .. which)
end

local export = Session:simple_export ()
export:set_name ("insert")
export:set_folder (folder)
export:set_range (0, tonumber (os.getenv ("FRAMES")))
export:set_preset ("6d10fd56-23dd-4f37-8bd8-27bd4a2c8a01")
assert (export:run_export (), "not exported")
print ("done")
track, tracks, effect, export = nil, nil, nil, nil
collectgarbage ()
session:close ()
quit ()
