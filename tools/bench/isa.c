// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "isa.h"

JwBenchIsa jw_bench_isa(void) {
#ifdef JW_BENCH_LEVELS
    // x86-64-v3 and -v4 as far as vectors go: whoever has these has the rest.
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")) {
        return JW_BENCH_V4;
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return JW_BENCH_V3;
    }
#endif
    return JW_BENCH_BASELINE;
}

const char *jw_bench_isa_name(JwBenchIsa isa) {
    switch (isa) {
    case JW_BENCH_BASELINE:
        return "baseline";
    case JW_BENCH_V3:
        return "v3";
    case JW_BENCH_V4:
        return "v4";
    }
    return "";
}
