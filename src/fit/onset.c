// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/onset.h"

#include <math.h>

int jw_onset_millisecond(JwOnsetPower *power, const void *sound, int n) {
    double most = 0.0;
    int at = 0;
    for (int i = 0; i < n; ++i) {
        most = fmax(most, power(sound, i));
    }
    while (at + 1 < n && power(sound, at) <= 1e-3 * most) {
        ++at;
    }
    return at;
}
