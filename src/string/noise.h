// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Noise of a stroke, besides the pull of the finger or plectrum. It scrapes while it pulls;
// when it lets go it knocks, and the knock decays. Three bands of seeded random numbers, one number
// a frame whatever the quality: the same seed and stroke give the same noise.

#ifndef JW_NOISE_H
#define JW_NOISE_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

/// Bands around 600, 2500 and 6500 Hz.
enum { JW_NOISE_BANDS = 3 };

/// Noise that a stroke is to have.
typedef struct {
    double level[JW_NOISE_BANDS];   ///< Rms of each band at the release, in the caller's unit; 0:
                                    ///< none
    double decay_s[JW_NOISE_BANDS]; ///< Time in which the band falls to 1/e
    double scrape;                  ///< Level at the end of the pull, over that at the release
    double pull_s;                  ///< Time from the stroke's beginning to the release
    uint64_t seed, number;          ///< Hand, and number of its stroke
} JwNoiseSpec;

/// Running noise; counts frames.
typedef struct {
    // Band by band: level of the knock without its onset and the factor on it a frame, level of the
    // scrape at the end of the pull, coefficients of a band-pass filter and its last outputs.
    double knock[JW_NOISE_BANDS], fall[JW_NOISE_BANDS], scrape[JW_NOISE_BANDS];
    double in[JW_NOISE_BANDS], turn[JW_NOISE_BANDS], back[JW_NOISE_BANDS];
    double now[JW_NOISE_BANDS], before[JW_NOISE_BANDS];
    double white[2];            ///< Last two inputs of the filters
    double to_come, to_come_by; ///< Part of the onset that is still to come, its factor a frame
    double most;                ///< Bound on the sum of the bands
    uint64_t state;             ///< Random numbers
    long frame, pull, end;      ///< Frames done, of the pull, of all
    bool active;
} JwNoise;

/// Begins a noise at a frame rate; replaces one that runs. Without a level there is none. [audio]
JW_REALTIME void jw_noise_start(JwNoise *noise, const JwNoiseSpec *spec, double rate_hz);

/// Noise of the next frame, in the unit of the levels; clears `active` with the last. [audio]
JW_REALTIME double jw_noise_next(JwNoise *noise);

/// Noise where a frame has one step, from that frame and its neighbours: as soft above 10 kHz as
/// the straight line from frame to frame is where a frame has more steps, within 1 dB up to 20 kHz.
/// [any]
static inline JW_REALTIME double jw_noise_in_frame(double before, double now, double after) {
    const double side = 0.105;
    return now + side * ((before - now) + (after - now));
}

#endif // JW_NOISE_H
