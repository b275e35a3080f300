// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Limiter of what leaves the programs: keeps samples below full scale where a file of integers or a
// device would clip them. It has nothing to do with the parameter LIMITER, which belongs to the
// resonator and is a part of the engine.
//
// Samples below -1 dBFS go out as they are, bit for bit, while nothing louder came in the last
// second or two. A louder one lowers the gain of both sides at once, without delay; the gain stays
// as it is for a while, so that it does not follow the waves of a tone, and then rises by
// JW_LIMITER_RISE_DB_S until it is exactly 1 again. What comes out does not depend on the blocks.

#ifndef JW_APP_LIMITER_H
#define JW_APP_LIMITER_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

/// Level up to which a sample is let through as it is: -1 dBFS.
#define JW_LIMITER_FROM 0.891251F

/// Largest sample that comes out: that of 16 bits.
#define JW_LIMITER_MOST (32767.0F / 32768.0F)

/// Time for which the gain stays at least, and its rise after that.
#define JW_LIMITER_HOLD_S    0.3
#define JW_LIMITER_RISE_DB_S 6.0

/// Choice of a user.
typedef enum {
    JW_LIMITER_AUTO, ///< On where the format would clip
    JW_LIMITER_ON,
    JW_LIMITER_OFF,
} JwLimiterChoice;

/// Figures since the start, or since they were zeroed.
typedef struct {
    uint64_t frames; ///< Frames whose gain was below 1
    uint64_t times;  ///< Times that the gain went below 1
    double least;    ///< Least gain; 1 for none below it, or for zeroed figures
} JwLimited;

/// Small; to be started before use.
typedef struct {
    double rate_hz;
    uint32_t hold_frames;
    double rise;     ///< Factor of the gain from one frame to the next, where it rises
    double gain;     ///< Gain of the last frame
    double least[2]; ///< Least gain asked for in this part and in the one before
    uint32_t at;     ///< Frames of this part so far, of hold_frames
    JwLimited limited;
} JwLimiter;

/// Starts at a gain of 1. [any]
JW_REALTIME void jw_limiter_start(JwLimiter *limiter, double rate_hz);

/// Changes the rate, and nothing else. [audio]
JW_REALTIME void jw_limiter_set_rate(JwLimiter *limiter, double rate_hz);

/// Zeroes the figures. [audio]
JW_REALTIME void jw_limiter_zero(JwLimiter *limiter);

/// Limits n frames in place; NaN becomes 0. on: false lets the gain rise to 1 without lowering it:
/// at a gain of 1 samples stay as they are, NaN included. gain: NULL, or n gains that were applied
/// to both sides. [audio]
JW_REALTIME void jw_limiter_run(JwLimiter *limiter, bool on, float *left, float *right, float *gain,
                                uint32_t n);

/// Least gain in dB, 0 or below. [any]
double jw_limited_db(const JwLimited *limited);

#endif // JW_APP_LIMITER_H
