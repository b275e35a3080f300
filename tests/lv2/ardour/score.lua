-- Copyright 2026 The Jawari authors
-- SPDX-License-Identifier: ISC

-- Plays the test's score into what comes after it; runs inside Ardour.
ardour { ["type"] = "dsp", name = "Jawari test score", category = "Test", license = "ISC",
         author = "The Jawari authors", description = [[Plays a test's score.]] }

-- Each: frame, bytes of the message
local score = { @SCORE@ }

function dsp_ioconfig ()
  return { { midi_in = 1, midi_out = 1, audio_in = 0, audio_out = 0 } }
end

function dsp_configure (_, outs)
  n_out = outs
end

function dsp_runmap (bufs, in_map, out_map, n_frames, offset)
  ARDOUR.DSP.process_map (bufs, n_out, in_map, out_map, n_frames, offset)
  local at = out_map:get (ARDOUR.DataType ("midi"), 0)
  if at == ARDOUR.ChanMapping.Invalid or not Session or not Session:transport_rolling () then
    return
  end
  local midi = bufs:get_midi (at)
  -- What comes to a track now is heard when its latency has passed.
  local start = Session:transport_sample () + Session:worst_latency_preroll ()
  for _, event in ipairs (score) do
    if event[1] >= start and event[1] < start + n_frames then
      local bytes = C.ByteVector ()
      bytes:add ({ event[2], event[3], event[4] })
      midi:push_back (offset + event[1] - start, Evoral.EventType.MIDI_EVENT, bytes:size (),
                      bytes:to_array ())
    end
  end
end
