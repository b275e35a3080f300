// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel/kernels.h"

static JwIsa limit = JW_ISA_V4;

JW_REALTIME JwIsa jw_kernels_isa(void) {
#ifdef JW_ISAS
    // Features that define the levels, without those that every machine with the listed ones also
    // has.
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    const JwIsa best = v4 ? JW_ISA_V4 : v3 ? JW_ISA_V3 : JW_ISA_BASELINE;
    return best < limit ? best : limit;
#else
    return JW_ISA_BASELINE;
#endif
}

void jw_kernels_limit(JwIsa most) {
    limit = most;
}

JW_REALTIME const JwKernels *jw_kernels(void) {
    switch (jw_kernels_isa()) {
#ifdef JW_ISAS
    case JW_ISA_V4:
        return &jw_kernels_v4;
    case JW_ISA_V3:
        return &jw_kernels_v3;
#else
    case JW_ISA_V4:
    case JW_ISA_V3:
#endif
    case JW_ISA_BASELINE:
        break;
    }
    return &jw_kernels_plain;
}

JW_REALTIME const JwModeKernel *jw_mode_kernel(JwPrecision precision) {
    return precision == JW_PRECISION_F64 ? jw_kernels()->f64 : jw_kernels()->f32;
}
