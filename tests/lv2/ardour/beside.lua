-- Copyright 2026 The Jawari authors
-- SPDX-License-Identifier: ISC

-- A new session: a track with the test's sound feeds two busses, the left side one with the effect,
-- the right side one without; exported. Ardour delays what comes into a track or bus, or is read
-- from disk, not what a processor makes: two tracks that make the sound would not be compared.
--
--     URI=PLUG-IN DRY=dB WET=dB FOLDER=EMPTY_FOLDER FRAMES=LENGTH ardourN-lua beside.lua
dofile (os.getenv ("SCRIPTS") .. "/shared.lua")
local folder = os.getenv ("FOLDER")
local session = create_session (folder .. "/session", "session", 48000)
assert (session, "no session")

local tracks = Session:new_audio_track (2, 2, nil, 1, "Source", ARDOUR.PresentationInfo.max_order,
                                        ARDOUR.TrackMode.Normal, true)
local busses = Session:new_audio_route (2, 2, nil, 2, "Bus", ARDOUR.PresentationInfo.Flag.AudioBus,
                                        ARDOUR.PresentationInfo.max_order)
local track
local bus = {}
for t in tracks:iter () do
  track = t
  t:add_processor_by_index (ARDOUR.LuaAPI.new_luaproc (Session, "Jawari test sound"), 0, nil, true)
end
for b in busses:iter () do
  local side = #bus
  bus[side + 1] = b
  track:output ():nth (side):disconnect_all ()
  track:output ():nth (side):connect (b:input ():nth (side):name ())
end
local effect = new_effect ()
bus[1]:add_processor_by_index (effect, 0, nil, true)

set_mix (effect)
ARDOUR.LuaAPI.usleep (1000000) -- The effect tells its latency when it is run first
print ("latency " .. bus[1]:signal_latency ())

export_as ("insert")
print ("done")
track, tracks, bus, busses, effect = nil, nil, nil, nil, nil
collectgarbage ()
session:close ()
quit ()
