// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Onset of a note: where its sound begins.

#ifndef JW_ONSET_H
#define JW_ONSET_H

/// Power of a sound in one of its milliseconds.
typedef double JwOnsetPower(const void *sound, int millisecond);

/// First of n milliseconds of a sound whose power is within 30 dB of the loudest one's; the last
/// one, or 0, if there is none. [any]
int jw_onset_millisecond(JwOnsetPower *power, const void *sound, int n);

#endif // JW_ONSET_H
