// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/fine_tuning.h"

#include <stdio.h>
#include <string.h>

void jw_fine_tuning_set(JwFineTuning *fine, const char *name, double cents) {
    int i = 0;
    while (i < fine->n && strcmp(fine->string[i].name, name) != 0) {
        ++i;
    }
    if (i == JW_FINE_STRINGS) {
        memmove(fine->string, fine->string + 1, (JW_FINE_STRINGS - 1) * sizeof(fine->string[0]));
        i = --fine->n;
    }
    fine->n += i == fine->n;
    snprintf(fine->string[i].name, JW_NAME_SIZE, "%s", name);
    fine->string[i].cents = cents;
}

void jw_fine_tuning_fit(const JwFineTuning *fine, const JwInstrument *instrument,
                        JwTuning *tuning) {
    for (int i = 0; i < fine->n; ++i) {
        for (int s = 0; s < instrument->n_strings; ++s) {
            if (!strcmp(instrument->string[s].name, fine->string[i].name)) {
                tuning->string_cents[s] = fine->string[i].cents;
            }
        }
    }
}
