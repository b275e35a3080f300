-- Copyright 2026 The Jawari authors
-- SPDX-License-Identifier: ISC

-- Puts the test's sound into what comes after it; runs inside Ardour.
ardour { ["type"] = "dsp", name = "Jawari test sound", category = "Test", license = "ISC",
         author = "The Jawari authors", description = [[Plays a test's sound.]] }

-- The first frame with sound, and the first one after it
local first, last = @FIRST@, @LAST@

function dsp_ioconfig ()
  return { { audio_in = 2, audio_out = 2 } }
end

function dsp_run (_, outs, n_frames)
  local start = nil
  if Session and Session:transport_rolling () then
    -- What comes to a track now is heard when its latency has passed.
    start = Session:transport_sample () + Session:worst_latency_preroll ()
  end
  for c = 1, 2 do
    local out = outs[c]:array ()
    for i = 1, n_frames do
      local frame = start and start + i - 1 or -1
      if frame >= first and frame < last then
        out[i] = 0.5 / c * math.exp ((first - frame) / 6000) * math.cos ((frame - first) * 0.05)
      else
        out[i] = 0
      end
    end
  end
end
