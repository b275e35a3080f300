// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/outputs.h"

#include "files/data_dir.h"
#include "files/tuned_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

bool jw_outputs_make_folder(const char *path, bool *is_new, JwError *error) {
    struct stat st;
    *is_new = !mkdir(path, 0777);
    if (*is_new) {
        return true;
    }
    if (errno != EEXIST) {
        return jw_error_set(error, "%s: %s", path, strerror(errno));
    }
    return (!stat(path, &st) && S_ISDIR(st.st_mode)) ||
           jw_error_set(error, "%s: not a folder", path);
}

void jw_outputs_plain_name(const char *name, char plain[JW_NAME_SIZE]) {
    snprintf(plain, JW_NAME_SIZE, "%s", name);
    for (char *c = plain; *c; ++c) {
        const unsigned char byte = (unsigned char)*c;
        *c = byte < 0x80 && isalnum(byte) ? *c : '-';
    }
}

/// Name of a stem in an open folder or, if that is NULL, its path. group: beginning of the name.
static bool stem_path(char *path, const JwRenderOptions *options, const JwFolder *folder,
                      const char *group, int number, const char *name) {
    char plain[JW_NAME_SIZE];
    jw_outputs_plain_name(name, plain);
    const int n =
        snprintf(path, PATH_SIZE, "%s%s%s%02d-%s.%s", folder ? "" : options->stems,
                 folder ? "" : "/", group, number, plain, jw_wav_format_extension(options->format));
    return n > 0 && n < PATH_SIZE;
}

static JwWavOut *open_sound(const JwFolder *folder, const char *path, const JwWavSpec *spec,
                            JwError *error) {
    return folder ? jw_wav_out_open_in(folder, path, spec, error)
                  : jw_wav_out_open(path, spec, error);
}

/// Opens a file for each string of an instrument, and for its body if it has one.
static bool open_group(JwOutputs *o, const JwRenderOptions *options, const char *group,
                       const JwInstrument *instrument, const JwWavSpec *spec, JwError *error) {
    const int n = instrument->n_strings + (instrument->n_body > 0);
    const JwFolder *folder = options->folder ? &o->stems : NULL;
    for (int i = 0; i < n; ++i) {
        char path[PATH_SIZE];
        const char *name = i < instrument->n_strings ? instrument->string[i].name : "body";
        if (!stem_path(path, options, folder, group, i + 1, name)) {
            return jw_error_set(error, "%s: path too long", options->stems);
        }
        o->stem[o->n_stems] = open_sound(folder, path, spec, error);
        if (!o->stem[o->n_stems]) {
            return false;
        }
        ++o->n_stems;
    }
    return true;
}

static bool open_stems(JwOutputs *o, const JwRenderOptions *options, const JwPatch *patch,
                       const JwPatch *with, const JwWavSpec *spec, JwError *error) {
    bool is_new = false;
    if (options->folder ? !jw_folder_make(&o->stems, options->folder, options->stems, error)
                        : !jw_outputs_make_folder(options->stems, &is_new, error)) {
        return false;
    }
    o->new_folder = is_new ? options->stems : NULL;
    bool ok = open_group(o, options, "", &patch->instrument, spec, error);
    o->n_own_stems = o->n_stems;
    return ok && (!with || open_group(o, options, "with-", &with->instrument, spec, error));
}

static bool is_device(const char *path) {
    struct stat st;
    return !stat(path, &st) && S_ISCHR(st.st_mode);
}

enum { INPUTS = JW_OUTPUTS_INPUTS, OUTPUTS = 2 * (JW_MAX_STRINGS + 1) + 2 };

/// Real path of a file that is found by a name; NULL if there is none.
static char *find_input(const char *name, const char *extension) {
    char found[PATH_SIZE];
    JwError unread = {0};
    const bool there = name && jw_data_find(name, extension, found, sizeof(found), &unread);
    return there ? realpath(found, NULL) : NULL;
}

/// Real path of the tuned file of an instrument; NULL if there is none.
static char *find_tuned(const char *instrument) {
    char found[PATH_SIZE], tuned[PATH_SIZE];
    JwError unread = {0};
    const bool there =
        jw_data_find(instrument, JW_INSTRUMENT_EXTENSION, found, sizeof(found), &unread) &&
        jw_tuned_path(found, tuned, sizeof(tuned));
    return there ? realpath(tuned, NULL) : NULL;
}

/// Appends the files of a patch, by their real paths, to the n paths; returns their number.
static int add_patch(const JwPatch *patch, char *path[INPUTS], int n) {
    const char *preset = patch->preset_name[0] ? patch->preset_name : NULL;
    path[n] = find_input(patch->instrument_name, JW_INSTRUMENT_EXTENSION);
    n += path[n] != NULL;
    path[n] = find_input(preset, JW_PRESET_EXTENSION);
    n += path[n] != NULL;
    path[n] = find_tuned(patch->instrument_name);
    return n + (path[n] != NULL);
}

int jw_outputs_inputs(const JwRenderOptions *options, const JwPatch *patch, const JwPatch *with,
                      char *path[INPUTS]) {
    const char *const given[] = {options->score, options->tuning.scale, options->tuning.keymap,
                                 options->profile, options->input};
    int n = 0;
    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); ++i) {
        path[n] = given[i] ? realpath(given[i], NULL) : NULL;
        n += path[n] != NULL;
    }
    n = add_patch(patch, path, n);
    return with ? add_patch(with, path, n) : n;
}

static bool check_distinct(const JwOutputs *o, const JwRenderOptions *options, const JwPatch *patch,
                           const JwPatch *with, JwError *error) {
    const char *path[OUTPUTS + INPUTS];
    char *input[INPUTS];
    int n = 0;
    const int n_inputs = jw_outputs_inputs(options, patch, with, input);
    const char *twice = NULL;
    path[n++] = jw_wav_out_path(o->mix);
    for (int i = 0; i < o->n_stems; ++i) {
        path[n++] = jw_wav_out_path(o->stem[i]);
    }
    if (o->report.path) {
        path[n++] = o->report.path;
    }
    const int n_outputs = n;
    for (int i = 0; i < n_inputs; ++i) {
        path[n++] = input[i];
    }
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < i && j < n_outputs; ++j) {
            twice = !strcmp(path[i], path[j]) && !is_device(path[i]) ? path[i] : twice;
        }
    }
    const bool ok = !twice || jw_error_set(error, "%s: the same file for two uses", twice);
    for (int i = 0; i < n_inputs; ++i) {
        free(input[i]);
    }
    return ok;
}

/// Finishes all sounds without forcing them to the disk.
static bool let_pass(const JwOutputs *o) {
    jw_wav_out_let_pass(o->mix);
    for (int i = 0; i < o->n_stems; ++i) {
        jw_wav_out_let_pass(o->stem[i]);
    }
    return true;
}

bool jw_outputs_open(JwOutputs *outputs, const JwRenderOptions *options, const JwPatch *patch,
                     const JwPatch *with, uint64_t frames_max, JwError *error) {
    const JwWavSpec spec = {options->format, options->rate_hz, options->mono ? 1 : JW_WAV_CHANNELS,
                            frames_max};
    outputs->stems = (JwFolder){.fd = -1};
    outputs->mix = open_sound(options->folder, options->out, &spec, error);
    return outputs->mix &&
           (!options->stems || open_stems(outputs, options, patch, with, &spec, error)) &&
           (!options->report || jw_target_file_open(&outputs->report, options->report, error)) &&
           (!options->passing || let_pass(outputs)) &&
           check_distinct(outputs, options, patch, with, error);
}

int jw_outputs_n_replaced(const JwOutputs *outputs) {
    int n = jw_wav_out_replaces(outputs->mix) + outputs->report.replaces;
    for (int i = 0; i < outputs->n_stems; ++i) {
        n += jw_wav_out_replaces(outputs->stem[i]);
    }
    return n;
}

static bool finish(JwOutputs *o, const JwReport *report, JwError *error) {
    bool ok = jw_wav_out_finish(o->mix, error);
    for (int i = 0; i < o->n_stems && ok; ++i) {
        ok = jw_wav_out_finish(o->stem[i], error);
    }
    if (o->report.path && ok) {
        ok = jw_report_write(report, &o->report, error) && jw_target_file_finish(&o->report, error);
    }
    return ok;
}

bool jw_outputs_commit(JwOutputs *outputs, const JwReport *report, JwError *error) {
    bool ok = finish(outputs, report, error) && jw_wav_out_commit(outputs->mix, error);
    for (int i = 0; i < outputs->n_stems && ok; ++i) {
        ok = jw_wav_out_commit(outputs->stem[i], error);
    }
    if (outputs->report.path && ok) {
        ok = jw_target_file_commit(&outputs->report, error);
    }
    if (ok) {
        outputs->new_folder = NULL;
    }
    return ok;
}

void jw_outputs_discard(JwOutputs *outputs) {
    jw_wav_out_free(outputs->mix);
    for (int i = 0; i < outputs->n_stems; ++i) {
        jw_wav_out_free(outputs->stem[i]);
    }
    if (outputs->report.name) {
        jw_target_file_discard(&outputs->report);
    }
    if (outputs->new_folder) {
        rmdir(outputs->new_folder);
    }
    if (outputs->stems.path) {
        jw_folder_close(&outputs->stems);
    }
    *outputs = (JwOutputs){0};
}
