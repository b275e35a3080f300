// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "ports.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/// Tests by the bits whether a port holds a finite number, because reading a signalling NaN as a
/// number raises an exception.
static JW_REALTIME bool is_number(const float *port) {
    uint32_t bits;
    if (!port) {
        return false;
    }
    memcpy(&bits, port, sizeof(bits));
    return (bits & 0x7fffffffu) <= 0x7f800000u;
}

JW_REALTIME double jw_port_knob(const float *port, double least, double most, double otherwise) {
    return is_number(port) ? fmin(fmax((double)*port, least), most) : otherwise;
}

JW_REALTIME float jw_port_read(const float *port, JwParamId id) {
    const JwParamInfo *info = jw_param_info(id);
    return (float)jw_port_knob(port, info->min, info->max, (double)NAN);
}

// Restores the decimal: 0.12 is received as 0.11999999731, which would pluck the string at another
// place than a preset does, and a wrapping string amplifies small differences.
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
