// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "machine.h"

static JwLevel limit = JW_LEVEL_V4;

JW_REALTIME JwLevel jw_machine_level(void) {
#ifdef JW_LEVELS
    // As the levels are defined, less what all machines that have the rest have too.
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    const JwLevel best = v4 ? JW_LEVEL_V4 : v3 ? JW_LEVEL_V3 : JW_LEVEL_BASELINE;
    return best < limit ? best : limit;
#else
    return JW_LEVEL_BASELINE;
#endif
}

void jw_machine_limit(JwLevel most) {
    limit = most;
}

JW_REALTIME const JwMachine *jw_machine(void) {
    switch (jw_machine_level()) {
#ifdef JW_LEVELS
    case JW_LEVEL_V4:
        return &jw_machine_v4;
    case JW_LEVEL_V3:
        return &jw_machine_v3;
#else
    case JW_LEVEL_V4:
    case JW_LEVEL_V3:
#endif
    case JW_LEVEL_BASELINE:
        break;
    }
    return &jw_machine_plain;
}

JW_REALTIME const JwKernel *jw_kernel(JwPrecision precision) {
    return precision == JW_PRECISION_F64 ? jw_machine()->f64 : jw_machine()->f32;
}
