// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "ports.h"

#include <math.h>

// 0.12 comes as 0.11999999731: the string would be plucked elsewhere than where a preset says,
// and a wrapping string makes much of a small difference.
JW_REALTIME double jw_port_value(float value) {
    double power = 1.0;
    for (int digits = 0; digits < 9 && fabsf(value) < 1e9f; ++digits, power *= 10.0) {
        const double decimal = rint((double)value * power) / power;
        if ((float)decimal == value) {
            return decimal;
        }
    }
    return (double)value;
}
