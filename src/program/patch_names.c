// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/patch_names.h"

#include "files/data_dir.h"
#include "files/preset_file.h"
#include "program/nearest.h"

#include <stdio.h>
#include <string.h>

// Sets the error for an unknown name, with the nearest ones.
static void tell_nearest(const char *name, const char *extension, JwError *error) {
    const char *kind = strcmp(extension, JW_PRESET_EXTENSION) ? "instrument" : "preset";
    JwNameList list = {0, NULL};
    char near[256];
    if (!jw_data_list(extension, &list)) {
        return;
    }
    JwNearest nearest = jw_nearest_start(name);
    for (int i = 0; i < list.n; ++i) {
        jw_nearest_offer(&nearest, list.name[i]);
    }
    jw_nearest_text(&nearest, near, sizeof(near));
    jw_name_list_clear(&list);
    jw_error_set(error, "unknown %s \"%.80s\"%s; see --list-%ss", kind, name, near, kind);
}

static const JwPatchPlaces installed = {.unknown = tell_nearest};
static const JwPatchPlaces typed = {.typed = true, .unknown = tell_nearest};

bool jw_instrument_find(JwInstrument *instrument, const char *name, JwError *error) {
    return jw_patch_instrument(instrument, &installed, name, error);
}

bool jw_instrument_find_named(JwInstrument *instrument, const char *name, JwError *error) {
    return jw_patch_instrument(instrument, &typed, name, error);
}

void jw_patch_set(JwPatch *patch, const bool *set, const double *value) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        patch->instrument.param[i] = set[i] ? value[i] : patch->instrument.param[i];
    }
}

bool jw_patch_load(JwPatch *patch, const char *instrument, const char *preset, const bool *set,
                   const double *value, JwError *error) {
    if (!jw_patch_read(patch, &typed, instrument, preset, error)) {
        return false;
    }
    jw_patch_set(patch, set, value);
    return true;
}

/// Compares file names without folders: a preset names the file of its instrument so.
static bool is_elsewhere(const JwPatch *patch, const JwPreset *preset) {
    const char *slash = strrchr(patch->instrument_name, '/');
    return !jw_data_same(slash ? slash + 1 : patch->instrument_name, preset->instrument,
                         JW_INSTRUMENT_EXTENSION);
}

static JwStatus read_program(JwProgram *program, const JwPatch *patch, const char *name,
                             JwError *error) {
    JwPreset preset;
    char path[JW_PATCH_NAME_SIZE];
    if (!jw_patch_find(&installed, name, JW_PRESET_EXTENSION, path, sizeof(path), error)) {
        return JW_ERR_BAD_ARG;
    }
    const JwStatus status = jw_preset_file_load(path, &preset, error);
    if (status) {
        return status;
    }
    *program = (JwProgram){.number = preset.program,
                           .own = jw_data_is_own(path),
                           .elsewhere = is_elsewhere(patch, &preset)};
    snprintf(program->name, sizeof(program->name), "%s", name);
    snprintf(program->instrument, sizeof(program->instrument), "%s", preset.instrument);
    for (int i = 0; i < preset.n_values; ++i) {
        program->set[preset.value[i].id] = true;
        program->value[preset.value[i].id] = preset.value[i].value;
    }
    return JW_SUCCESS;
}

int jw_patch_add_program(const JwPatch *patch, const char *name, JwPrograms *programs,
                         JwError *error) {
    int place = 0;
    while (place < programs->n && strcmp(programs->program[place].name, name) != 0) {
        ++place;
    }
    if (place == JW_PROGRAMS) {
        jw_error_set(error, "more than %d presets", JW_PROGRAMS);
        return -1;
    }
    if (read_program(&programs->program[place], patch, name, error)) {
        return -1;
    }
    programs->n = place < programs->n ? programs->n : place + 1;
    return place;
}

/// Number of the presets in a list that are not the user's own.
static int count_shipped(const JwNameList *list) {
    char path[JW_PATCH_NAME_SIZE];
    JwError unused = {0};
    int n = 0;
    for (int i = 0; i < list->n; ++i) {
        n += jw_patch_find(&installed, list->name[i], JW_PRESET_EXTENSION, path, sizeof(path),
                           &unused) &&
             !jw_data_is_own(path);
    }
    return n;
}

/// Reads a preset behind the others; room: how many more of the user's own have room.
static JwStatus read_next(JwPrograms *programs, const JwPatch *patch, const char *name, int *room,
                          JwError *error) {
    const bool full = programs->n == JW_PROGRAMS;
    JwProgram *program = &programs->program[programs->n];
    const JwStatus status = full ? JW_SUCCESS : read_program(program, patch, name, error);
    if (status) {
        return status;
    }
    if (full || (program->own && (*room)-- <= 0)) {
        jw_error_set(error, "there is room for %d", JW_PROGRAMS);
        return JW_ERR_BAD_ARG;
    }
    ++programs->n;
    return JW_SUCCESS;
}

/// Makes the error of the first preset that is left out a warning of all.
static void tell_left_out(int n, JwError *warning) {
    char what[64] = "a preset is left out";
    if (n > 1) {
        snprintf(what, sizeof(what), "%d presets are left out", n);
    }
    if (n > 0) {
        jw_error_prefix(warning, what);
    }
}

bool jw_patch_load_programs(const JwPatch *patch, const bool *set, JwPrograms *programs,
                            JwError *warning, JwError *error) {
    JwNameList list = {0, NULL};
    JwError unread = {0};
    int n_left_out = 0;
    bool ok = jw_data_list(JW_PRESET_EXTENSION, &list) || jw_error_set(error, "out of memory");
    programs->n = 0;
    memcpy(programs->base, patch->own, sizeof(programs->base));
    memcpy(programs->pinned, set, sizeof(programs->pinned));
    int room = JW_PROGRAMS - (list.n > JW_PROGRAMS ? count_shipped(&list) : 0);
    for (int i = 0; i < list.n && ok; ++i) {
        const JwStatus status = read_next(programs, patch, list.name[i], &room, &unread);
        ok = status != JW_ERR_NO_MEMORY || jw_error_set(error, "%s", unread.text);
        if (status && n_left_out++ == 0) {
            jw_error_set(warning, "%s", unread.text);
        }
    }
    jw_name_list_clear(&list);
    tell_left_out(n_left_out, warning);
    return ok;
}
