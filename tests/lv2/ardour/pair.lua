-- Copyright 2026 The Jawari authors
-- SPDX-License-Identifier: ISC

-- A new session: the instrument with the score on the left, the drone on the right, both as they
-- come; exported.
--
--     URI=INSTRUMENT DRONE=DRONE FOLDER=EMPTY_FOLDER FRAMES=LENGTH ardourN-lua pair.lua
dofile (os.getenv ("SCRIPTS") .. "/shared.lua")
local folder = os.getenv ("FOLDER")
local session = create_session (folder .. "/session", "session", 48000)
assert (session, "no session")

local midi = ARDOUR.ChanCount (ARDOUR.DataType ("midi"), 1)
local stereo = ARDOUR.ChanCount (ARDOUR.DataType ("audio"), 2)
local function add (uri, name, other_side)
  local info = ARDOUR.LuaAPI.new_plugin_info (uri, ARDOUR.PluginType.LV2)
  assert (not info:isnil (), "Ardour does not know " .. uri)
  local tracks = Session:new_midi_track (midi, stereo, true, info, nil, nil, 1, name,
                                         ARDOUR.PresentationInfo.max_order,
                                         ARDOUR.TrackMode.Normal, true)
  for t in tracks:iter () do
    t:output ():nth (other_side):disconnect_all ()
    if other_side == 1 then
      t:add_processor_by_index (ARDOUR.LuaAPI.new_luaproc (Session, "Jawari test score"), 0, nil, true)
    end
  end
end
add (os.getenv ("URI"), "Sitar", 1)
add (os.getenv ("DRONE"), "Tanpura", 0)

export_as ("pair")
print ("done")
collectgarbage ()
session:close ()
quit ()
