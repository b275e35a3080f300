-- Copyright 2026 The Jawari authors
-- SPDX-License-Identifier: ISC

-- A new session: an audio track with the test's sound and the effect as its insert, exported.
--
--     URI=PLUG-IN DRY=dB WET=dB FOLDER=EMPTY_FOLDER FRAMES=LENGTH ardourN-lua insert.lua
dofile (os.getenv ("SCRIPTS") .. "/shared.lua")
local folder = os.getenv ("FOLDER")
local session = create_session (folder .. "/session", "session", 48000)
assert (session, "no session")

local tracks = Session:new_audio_track (2, 2, nil, 1, "Strings", ARDOUR.PresentationInfo.max_order,
                                        ARDOUR.TrackMode.Normal, true)
local track
for t in tracks:iter () do
  track = t
end
local effect = new_effect ()
-- The sound goes before the effect
track:add_processor_by_index (effect, 0, nil, true)
track:add_processor_by_index (ARDOUR.LuaAPI.new_luaproc (Session, "Jawari test sound"), 0, nil, true)

set_mix (effect)

export_as ("insert")
print ("done")
track, tracks, effect = nil, nil, nil
collectgarbage ()
session:close ()
quit ()
