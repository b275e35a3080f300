// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instruments: loaded, described, written.

#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/text_file.h"
#include "files/tuned_file.h"
#include "host/compass.h"
#include "kernel/body.h"
#include "library/objects.h"
#include "playing/fretboard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Names are those of files in the current folder first, then of jw_data_dir().
static const JwPatchPlaces places = {.typed = true};

static JawariInstrument *instrument_new(JawariError *error) {
    JawariInstrument *instrument = calloc(1, sizeof(*instrument));
    if (!instrument) {
        jw_library_fail(error, JAWARI_NO_MEMORY, "out of memory");
    }
    return instrument;
}

/// Keeps a copy of the text that an instrument was read from.
static bool keep_text(JawariInstrument *instrument, const char *text, size_t size) {
    instrument->text = malloc(size + 1);
    if (!instrument->text) {
        return false;
    }
    memcpy(instrument->text, text, size);
    instrument->text[size] = '\0';
    instrument->text_size = size;
    return true;
}

/// Reads the file of a loaded patch again, for its text.
static bool read_text(JawariInstrument *instrument, JwError *own) {
    char path[JW_PATCH_NAME_SIZE];
    return jw_patch_find(&places, instrument->patch.instrument_name, JW_INSTRUMENT_EXTENSION, path,
                         sizeof(path), own) &&
           jw_text_read(path, &instrument->text, &instrument->text_size, own);
}

JawariInstrument *jawari_instrument_load(const char *name, const char *preset, JawariError *error) {
    JwError own = {0};
    JawariInstrument *instrument = instrument_new(error);
    if (!instrument) {
        return NULL;
    }
    if (!jw_patch_read(&instrument->patch, &places, name, preset, &own) ||
        !read_text(instrument, &own)) {
        jw_library_fail_by(error, JAWARI_BAD_TEXT, preset ? preset : name, &own);
        jawari_instrument_free(instrument);
        return NULL;
    }
    return instrument;
}

/// Says that an instrument plays untuned, where that is so.
static void remark_tuning(JawariInstrument *instrument, const char *name) {
    JwPatch *patch = &instrument->patch;
    if (jw_tuned_is_missing(&patch->instrument) &&
        !jw_library_has_cents(instrument->text, instrument->text_size)) {
        snprintf(
            patch->remark, sizeof(patch->remark),
            "%.300s: plays untuned: its text has no cents; jawari-fit --tune tunes it as a file",
            name);
    }
}

JawariInstrument *jawari_instrument_parse(const char *text, size_t size, const char *name,
                                          JawariError *error) {
    JwError own = {0};
    JawariInstrument *instrument = instrument_new(error);
    if (!instrument) {
        return NULL;
    }
    name = name ? name : "text";
    JwPatch *patch = &instrument->patch;
    if (jw_instrument_file_parse(text, size, name, &patch->instrument, &own)) {
        jw_library_fail_by(error, JAWARI_BAD_TEXT, name, &own);
        jawari_instrument_free(instrument);
        return NULL;
    }
    if (!keep_text(instrument, text, size)) {
        jw_library_fail(error, JAWARI_NO_MEMORY, "out of memory");
        jawari_instrument_free(instrument);
        return NULL;
    }
    snprintf(patch->instrument_name, sizeof(patch->instrument_name), "%s", name);
    memcpy(patch->own, patch->instrument.param, sizeof(patch->own));
    remark_tuning(instrument, name);
    return instrument;
}

JawariInstrument *jawari_instrument_copy(const JawariInstrument *instrument) {
    JawariInstrument *copy = malloc(sizeof(*copy));
    if (!copy) {
        return NULL;
    }
    memcpy(copy, instrument, sizeof(*copy));
    if (!keep_text(copy, instrument->text, instrument->text_size)) {
        free(copy);
        return NULL;
    }
    return copy;
}

void jawari_instrument_free(JawariInstrument *instrument) {
    if (instrument) {
        free(instrument->text);
        free(instrument);
    }
}

/********* Description *********/

const char *jawari_instrument_name(const JawariInstrument *instrument) {
    return instrument->patch.instrument.name;
}

const char *jawari_instrument_description(const JawariInstrument *instrument) {
    return instrument->patch.instrument.description;
}

const char *jawari_instrument_remark(const JawariInstrument *instrument) {
    return instrument->patch.remark;
}

int jawari_instrument_string_count(const JawariInstrument *instrument) {
    return instrument->patch.instrument.n_strings;
}

bool jawari_instrument_string_info(const JawariInstrument *instrument, int string,
                                   JawariStringInfo *info) {
    static const JawariRole roles[] = {
        [JW_ROLE_MELODY] = JAWARI_ROLE_MELODY,
        [JW_ROLE_DRONE] = JAWARI_ROLE_DRONE,
        [JW_ROLE_TARAF] = JAWARI_ROLE_SYMPATHETIC,
    };
    if (string < 0 || string >= instrument->patch.instrument.n_strings) {
        return false;
    }
    const JwStringSpec *spec = &instrument->patch.instrument.string[string];
    const JawariStringInfo filled = {
        .name = spec->name,
        .role = (int)roles[spec->role],
        .key = spec->key,
        .frets = spec->n_frets - 1,
        .length_m = spec->data.length_m,
        .mass_kg_m = spec->data.mu_kg_m,
        .tension_n = spec->data.tension_n,
        .pitch_hz = jw_string_spec_declared_hz(spec),
        .pan = spec->pan,
    };
    jw_library_give(info, &filled, sizeof(filled));
    return true;
}

int jawari_instrument_find_string(const JawariInstrument *instrument, const char *name) {
    return name ? jw_patch_string(&instrument->patch.instrument, name) : -1;
}

int jawari_instrument_find_key(const JawariInstrument *instrument, const char *note,
                               JawariError *error) {
    const JwInstrument *played = &instrument->patch.instrument;
    JwCompass compass;
    JwError own = {0};
    int key = -1;
    if (!note) {
        jw_library_fail(error, JAWARI_BAD_ARGUMENT, "no note is named");
    } else if (!jw_compass_find(&compass, played, NULL, played->param, &own)) {
        jw_library_fail(error, JAWARI_NO_MEMORY, own.text);
    } else if (!jw_compass_key(&compass, played->name, note, &key, &own)) {
        jw_library_fail(error, JAWARI_BAD_ARGUMENT, own.text);
    }
    return key;
}

bool jawari_instrument_takes_input(const JawariInstrument *instrument) {
    const JwInstrument *played = &instrument->patch.instrument;
    return jw_body_couples(played->body, played->n_body);
}

/********* Parameters *********/

double jawari_instrument_param(const JawariInstrument *instrument, int param) {
    const bool is_one = param >= 0 && param < JW_N_PARAMS;
    return is_one ? instrument->patch.instrument.param[param] : 0.0;
}

bool jawari_instrument_set_param(JawariInstrument *instrument, int param, double value,
                                 JawariError *error) {
    char text[JW_LIBRARY_TEXT_SIZE];
    if (param < 0 || param >= JW_N_PARAMS) {
        snprintf(text, sizeof(text), "there is no parameter number %d", param);
        return jw_library_fail(error, JAWARI_BAD_ARGUMENT, text);
    }
    if (!jw_param_valid((JwParamId)param, value)) {
        const JwParamInfo *info = jw_param_info((JwParamId)param);
        snprintf(text, sizeof(text), "%s: %g is not a value from %g to %g", info->symbol, value,
                 info->min, info->max);
        return jw_library_fail(error, JAWARI_BAD_ARGUMENT, text);
    }
    instrument->patch.instrument.param[param] = value;
    return true;
}
