// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Where in a block a message of the sequencer acts, whenever it came.

#include "app/audio/alsa_midi.h"

#include "support/check.h"

#include <math.h>

static void check_frame(double after_s, uint32_t n_frames, uint32_t wanted) {
    const uint32_t frame = jw_alsa_midi_frame(after_s, 48000.0, n_frames);
    check(frame == wanted, "%g s after the block before, of %u frames: %u, not %u", after_s,
          (unsigned)n_frames, (unsigned)frame, (unsigned)wanted);
}

int main(void) {
    check_frame(0.0, 64, 0);
    check_frame(0.001, 64, 48);
    check_frame(0.001, 1, 0);
    check_frame(-0.5, 64, 0);
    check_frame(0.5, 64, 63);
    // A machine that has run for a day and more, or for ever: no number of frames holds that.
    check_frame(90000.0, 64, 63);
    check_frame(1e9, 4096, 4095);
    check_frame(HUGE_VAL, 64, 63);
    check_frame(-HUGE_VAL, 64, 0);
    return check_result();
}
