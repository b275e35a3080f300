// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "machine.h"

JW_REALTIME const JwMachine *jw_machine(void) {
#ifdef JW_LEVELS
    // As the levels are defined, less what all machines that have the rest have too.
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    if (v4) {
        return &jw_machine_v4;
    }
    if (v3) {
        return &jw_machine_v3;
    }
#endif
    return &jw_machine_plain;
}

JW_REALTIME const JwKernel *jw_kernel(JwPrecision precision) {
    return precision == JW_PRECISION_F64 ? jw_machine()->f64 : jw_machine()->f32;
}
