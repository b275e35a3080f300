// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// End of a rendered score: a tail of given length, or until the sound is over. It fades.

#ifndef JW_SCORE_ENDING_H
#define JW_SCORE_ENDING_H

#include <stdbool.h>
#include <stdint.h>

/// Longest tail, if the tail lasts until the sound is over.
#define JW_ENDING_TAIL_MAX_S 60.0

/// Level below which a frame is quiet (-120 dB of full scale), and the time in seconds that the
/// sound is quiet before it is over.
#define JW_ENDING_QUIET   1e-6
#define JW_ENDING_QUIET_S 1.0

typedef struct {
    int rate_hz;
    bool open;            ///< The tail lasts until the sound is over
    bool may_be_over;     ///< No fade if the sound is over before
    uint64_t score_end;   ///< Engine's frame at which the score ends
    uint64_t end;         ///< Latest frame at which the sound ends
    uint64_t fade_start;  ///< Frame at which the fade begins; end: no fade
    uint64_t quiet_since; ///< Frame since which the sound is quiet
} JwEnding;

/// Frames of the longest tail. tail_s: length in seconds, negative: until the sound is over. [any]
uint64_t jw_ending_tail_frames(double tail_s, int rate_hz);

/// Sets the end of a score of n_frames that the engine begins at the frame `start`. fade_s: fade of
/// a tail of given length, 0: a short one unless the sound is over before. [any]
void jw_ending_set(JwEnding *ending, uint64_t start, uint64_t n_frames, double tail_s,
                   double fade_s, int rate_hz);

/// True if the frame `at` is no longer part of the sound. silent: the engine is silent. [any]
bool jw_ending_reached(const JwEnding *ending, uint64_t at, bool silent);

/// Length of the next block of at most n frames: an open tail ends on a grid that does not depend
/// on the blocks. [any]
uint32_t jw_ending_frames(const JwEnding *ending, uint64_t at, uint32_t n);

/// Writes the factors of the fade for n frames of two channels. Returns false if none fades. [any]
bool jw_ending_fades(const JwEnding *ending, uint64_t at, float *const channel[2], uint32_t n,
                     double *factor);

/// Multiplies a channel by the factors. [any]
void jw_ending_fade(const double *factor, float *samples, uint32_t n);

/// Counts the frames before `at`, in which a note began, as sound: it may not be heard yet. [any]
void jw_ending_strike(JwEnding *ending, uint64_t at);

/// Listens to n frames of two channels. Returns the largest magnitude. [any]
double jw_ending_listen(JwEnding *ending, uint64_t at, float *const channel[2], uint32_t n);

#endif // JW_SCORE_ENDING_H
