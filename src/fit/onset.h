// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Onset of a note: where its sound begins.

#ifndef JW_ONSET_H
#define JW_ONSET_H

/// Power of one millisecond of a sound.
typedef double JwOnsetPower(const void *sound, int millisecond);

/// First of n milliseconds whose power is within 30 dB of the loudest; if there is none, the last
/// one, or 0. [any]
int jw_onset_millisecond(JwOnsetPower *power, const void *sound, int n);

#endif // JW_ONSET_H
