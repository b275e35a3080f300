// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/listing.h"

#include "base/params.h"
#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/line.h"
#include "files/preset_file.h"
#include "program/patch_names.h"

#include <stdlib.h>

enum { PATH_SIZE = 4096 };

static bool list(const char *extension, JwNameList *names, JwError *error) {
    return jw_data_list(extension, names) || jw_error_set(error, "out of memory");
}

// Faults appear in the line of the instrument: the other files remain usable.
static void list_instrument(FILE *out, const char *name, JwInstrument *instrument) {
    JwError error = {0};
    const bool ok = jw_instrument_find(instrument, name, &error);
    jw_line_print(out, "%-16s %s%s", name,
                  ok ? "" : "unusable: ", ok ? instrument->description : error.text);
}

bool jw_list_instruments(FILE *out, JwError *error) {
    JwNameList names = {0, NULL};
    JwInstrument *instrument = calloc(1, sizeof(JwInstrument));
    const bool ok = instrument ? list(JW_INSTRUMENT_EXTENSION, &names, error)
                               : jw_error_set(error, "out of memory");
    for (int i = 0; i < names.n && ok; ++i) {
        list_instrument(out, names.name[i], instrument);
    }
    jw_name_list_clear(&names);
    free(instrument);
    return ok;
}

static void list_preset(FILE *out, const char *name) {
    char number[16] = "-";
    char path[PATH_SIZE];
    JwPreset preset;
    JwError error = {0};
    const bool ok = jw_data_find(name, JW_PRESET_EXTENSION, path, sizeof(path), &error) &&
                    !jw_preset_file_load(path, &preset, &error);
    if (ok && preset.program >= 0) {
        snprintf(number, sizeof(number), "%d", preset.program);
    }
    if (ok) {
        jw_line_print(out, "%3s %-24s %-16s %s%s%s", number, name, preset.instrument, preset.label,
                      *preset.moods ? "; " : "", preset.moods);
    } else {
        jw_line_print(out, "%3s %-24s unusable: %s", number, name, error.text);
    }
}

bool jw_list_presets(FILE *out, JwError *error) {
    JwNameList names = {0, NULL};
    const bool ok = list(JW_PRESET_EXTENSION, &names, error);
    for (int i = 0; i < names.n && ok; ++i) {
        list_preset(out, names.name[i]);
    }
    jw_name_list_clear(&names);
    return ok;
}

static void list_points(FILE *out, JwParamId id) {
    int n;
    const JwParamPoint *points = jw_param_points(&n);
    for (int i = 0; i < n; ++i) {
        if (points[i].id == id && (id != JW_P_RAGA || points[i].value == 0.0)) {
            jw_line_print(out, "%-20s %8g   %s", "", points[i].value, points[i].label);
        }
    }
}

void jw_list_params(FILE *out) {
    jw_line_print(out, "%-20s %8s %8s %8s %-8s %3s  %s", "symbol", "least", "default", "most",
                  "unit", "CC", "meaning");
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamInfo *p = jw_param_info((JwParamId)i);
        char cc[16] = "-";
        if (p->cc >= 0) {
            snprintf(cc, sizeof(cc), "%d", p->cc);
        }
        jw_line_print(out, "%-20s %8g %8g %8g %-8s %3s  %s: %s", p->symbol, p->min, p->def, p->max,
                      *p->unit ? p->unit : "-", cc, p->name, p->comment);
        list_points(out, (JwParamId)i);
        if (i == JW_P_RAGA) {
            jw_line_print(out, "%-20s %8s   %s", "", "1...", "A raga: --list-ragas has them all");
        }
    }
}

/// Prints the strings by the names that --tune takes.
static void list_strings(FILE *out, const JwInstrument *instrument) {
    static const char *const roles[] = {
        [JW_ROLE_MELODY] = "melody", [JW_ROLE_DRONE] = "drone", [JW_ROLE_TARAF] = "taraf"};
    for (int i = 0; i < instrument->n_strings; ++i) {
        const JwStringSpec *s = &instrument->string[i];
        jw_line_print(out, "  %-16s %-6s %9.2f Hz %8.1f N, %d fret%s", s->name, roles[s->role],
                      jw_string_data_pitch_hz(&s->data), s->data.tension_n, s->n_frets - 1,
                      s->n_frets == 2 ? "" : "s");
    }
}

bool jw_list_check(FILE *out, const char *instrument, JwError *error) {
    JwInstrument *loaded = calloc(1, sizeof(JwInstrument));
    const bool ok = loaded ? jw_instrument_find_named(loaded, instrument, error)
                           : jw_error_set(error, "out of memory");
    if (ok) {
        jw_line_print(out, "%s: %s, %d string%s, %d obstacle%s: good", instrument, loaded->name,
                      loaded->n_strings, loaded->n_strings == 1 ? "" : "s", loaded->n_obstacles,
                      loaded->n_obstacles == 1 ? "" : "s");
        if (*error->text) {
            jw_line_print(out, "%s", error->text);
        }
        list_strings(out, loaded);
    }
    free(loaded);
    return ok;
}
