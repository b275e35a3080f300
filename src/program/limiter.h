// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Output limiter of the programs: keeps samples below full scale where an integer file or a device
// would clip them. It is independent of the parameter LIMITER, which belongs to the engine's
// resonator.
//
// Samples below -1 dBFS pass unchanged, bit for bit, unless a louder one came within the last
// second or two. A louder one lowers the gain of both sides at once, without delay. The gain is
// then held for a while, so that it does not follow the period of a tone, and rises by
// JW_LIMITER_RISE_DB_S until it is exactly 1 again. The output does not depend on the block size.

#ifndef JW_APP_LIMITER_H
#define JW_APP_LIMITER_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

/// Level up to which a sample passes unchanged: -1 dBFS.
#define JW_LIMITER_FROM 0.891251F

/// Largest output sample: that of 16 bits.
#define JW_LIMITER_MOST (32767.0F / 32768.0F)

/// Time for which the gain is held [s], and its rise after that.
#define JW_LIMITER_HOLD_S    0.3
#define JW_LIMITER_RISE_DB_S 6.0

/// Setting of the user.
typedef enum {
    JW_LIMITER_AUTO, ///< On if the format would clip
    JW_LIMITER_ON,
    JW_LIMITER_OFF,
} JwLimiterChoice;

/// Statistics since the start or since they were cleared.
typedef struct {
    uint64_t frames; ///< Frames whose gain was below 1
    uint64_t times;  ///< Number of times that the gain fell below 1
    double least;    ///< Smallest gain; 1 if it was never below, or 0 for cleared statistics
} JwLimited;

/// State of a limiter, small; call jw_limiter_start() before use.
typedef struct {
    double rate_hz;
    uint32_t hold_frames;
    double rise;     ///< Factor of the gain per frame while it rises
    double gain;     ///< Gain of the last frame
    double least[2]; ///< Smallest gain requested in this part and in the one before
    uint32_t at;     ///< Frames of this part so far, out of hold_frames
    JwLimited limited;
} JwLimiter;

/// Starts at a gain of 1. [any]
JW_REALTIME void jw_limiter_start(JwLimiter *limiter, double rate_hz);

/// Changes the rate and keeps the rest of the state. [audio]
JW_REALTIME void jw_limiter_set_rate(JwLimiter *limiter, double rate_hz);

/// Clears the statistics. [audio]
JW_REALTIME void jw_limiter_zero(JwLimiter *limiter);

/// Limits n frames in place; NaN becomes 0. on: false lets the gain rise to 1 without lowering it;
/// at a gain of 1 samples stay unchanged, NaN included. gain: NULL, or receives the n gains applied
/// to both sides. [audio]
JW_REALTIME void jw_limiter_run(JwLimiter *limiter, bool on, float *left, float *right, float *gain,
                                uint32_t n);

/// Smallest gain in dB, 0 or below. [any]
double jw_limited_db(const JwLimited *limited);

#endif // JW_APP_LIMITER_H
