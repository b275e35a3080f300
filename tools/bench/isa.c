// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "isa.h"

#include <string.h>

static const char *const names[] = {
    [JW_LEVEL_BASELINE] = "baseline", [JW_LEVEL_V3] = "v3", [JW_LEVEL_V4] = "v4"};

const char *jw_bench_isa_name(JwLevel level) {
    return names[level];
}

bool jw_bench_isa_limit(const char *name) {
    for (int i = 0; i < (int)(sizeof(names) / sizeof(names[0])); ++i) {
        if (!strcmp(names[i], name)) {
            jw_machine_limit((JwLevel)i);
            return true;
        }
    }
    return false;
}
