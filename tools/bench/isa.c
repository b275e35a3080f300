// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "isa.h"

#include <string.h>

static const char *const names[] = {
    [JW_ISA_BASELINE] = "baseline", [JW_ISA_V3] = "v3", [JW_ISA_V4] = "v4"};

const char *jw_bench_isa_name(JwIsa level) {
    return names[level];
}

bool jw_bench_isa_limit(const char *name) {
    for (int i = 0; i < (int)(sizeof(names) / sizeof(names[0])); ++i) {
        if (!strcmp(names[i], name)) {
            jw_kernels_limit((JwIsa)i);
            return true;
        }
    }
    return false;
}
