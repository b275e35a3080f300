// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/tala.h"

#include "files/number.h"
#include "program/nearest.h"

#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 40 };

#define JW_TALA(name, others, marks, sources) {name, others, marks, sources},

static const JwTala talas[] = {
#include "app/player/talas.def"
};

#undef JW_TALA

enum { TALAS = sizeof(talas) / sizeof(talas[0]) };

/// Takes the next name of a list; returns the rest of the list, NULL after the last name.
static const char *next_name(const char *list, char name[NAME_SIZE]) {
    const size_t n = strcspn(list, ";");
    snprintf(name, NAME_SIZE, "%.*s", (int)n, list);
    return list[n] ? list + n + 1 : NULL;
}

const JwTala *jw_tala_find(const char *name, JwError *error) {
    JwNearest nearest = jw_nearest_start(name);
    char near[256], other[NAME_SIZE];
    for (int i = 0; i < TALAS; ++i) {
        if (jw_names_alike(name, talas[i].name)) {
            return &talas[i];
        }
        jw_nearest_offer(&nearest, talas[i].name);
        for (const char *list = talas[i].others; list && *list;) {
            list = next_name(list, other);
            if (jw_names_alike(name, other)) {
                return &talas[i];
            }
        }
    }
    jw_error_set(error, "unknown tala \"%.40s\"%s", name,
                 jw_nearest_text(&nearest, near, sizeof(near)));
    return NULL;
}

const JwTala *jw_tala(int i) {
    return i >= 0 && i < TALAS ? &talas[i] : NULL;
}
