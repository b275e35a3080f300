-- Copyright 2026 The Jawari authors
-- SPDX-License-Identifier: ISC

-- A new session: a track with the test's sound feeds two busses, the left side one with the effect,
-- the right side one without; exported. Ardour delays what comes into a track or bus, or is read
-- from disk, not what a processor makes: two tracks that make the sound would not be compared.
--
--     URI=PLUG-IN DRY=dB WET=dB FOLDER=EMPTY_FOLDER FRAMES=LENGTH ardour7-lua beside.lua
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
local effect = ARDOUR.LuaAPI.new_plugin (Session, os.getenv ("URI"), ARDOUR.PluginType.LV2, "")
assert (not effect:isnil (), "Ardour does not know the plug-in")
bus[1]:add_processor_by_index (effect, 0, nil, true)

-- Controls in the order of their ports: sensitivity, instrument, dry, wet, ..., limiter
local wanted = { [2] = tonumber (os.getenv ("DRY")), [3] = tonumber (os.getenv ("WET")), [7] = 0 }
for which, value in pairs (wanted) do
  assert (ARDOUR.LuaAPI.set_processor_param (effect, which, value), "control " .. which)
end
ARDOUR.LuaAPI.usleep (1000000) -- The effect tells its latency when it is run first
print ("latency " .. bus[1]:signal_latency ())

local export = Session:simple_export ()
export:set_name ("insert")
export:set_folder (folder)
export:set_range (0, tonumber (os.getenv ("FRAMES")))
export:set_preset ("6d10fd56-23dd-4f37-8bd8-27bd4a2c8a01")
assert (export:run_export (), "not exported")
print ("done")
track, tracks, bus, busses, effect, export = nil, nil, nil, nil, nil, nil
collectgarbage ()
session:close ()
quit ()
