// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "loudest.h"

int loudest_string(const JwEngine *engine) {
    int loudest = 0;
    double most_j = -1.0;
    for (int i = 0; i < jw_engine_n_strings(engine); i++) {
        JwStringReport report;
        jw_engine_report(engine, i, &report);
        if (report.energy_j > most_j) {
            most_j = report.energy_j;
            loudest = i;
        }
    }
    return loudest;
}
