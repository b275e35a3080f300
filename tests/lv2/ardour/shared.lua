-- Copyright 2026 The Jawari authors
-- SPDX-License-Identifier: ISC

-- Parts of the scripts that make sessions.

-- The effect, new, for a track or bus.
function new_effect ()
  local effect = ARDOUR.LuaAPI.new_plugin (Session, os.getenv ("URI"), ARDOUR.PluginType.LV2, "")
  assert (not effect:isnil (), "Ardour does not know the plug-in")
  return effect
end

-- DRY and WET [dB], no limiter; controls in the order of their ports: sensitivity, instrument, dry,
-- wet, ..., limiter
function set_mix (effect)
  local wanted = { [2] = tonumber (os.getenv ("DRY")), [3] = tonumber (os.getenv ("WET")), [7] = 0 }
  for which, value in pairs (wanted) do
    assert (ARDOUR.LuaAPI.set_processor_param (effect, which, value), "control " .. which)
  end
end

-- Exports the first FRAMES of the session to FOLDER, in 32 bits.
function export_as (name)
  local export = Session:simple_export ()
  export:set_name (name)
  export:set_folder (os.getenv ("FOLDER"))
  export:set_range (0, tonumber (os.getenv ("FRAMES")))
  export:set_preset ("6d10fd56-23dd-4f37-8bd8-27bd4a2c8a01")
  assert (export:run_export (), "not exported")
end
