// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/words.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SHARP "\xE2\x99\xAF"
#define MINUS "\xE2\x88\x92"
#define TIMES "\xC3\x97"

static int wrap12(int n) {
    return ((n % 12) + 12) % 12;
}

const char *jw_words_tone(int key, char text[JW_WORDS]) {
    static const char *const name[12] = {"C", "C" SHARP, "D", "D" SHARP, "E", "F", "F" SHARP,
                                         "G", "G" SHARP, "A", "A" SHARP, "B"};
    snprintf(text, JW_WORDS, "%s", name[wrap12(key)]);
    return text;
}

const char *jw_words_note(int key, char text[JW_WORDS]) {
    char tone[JW_WORDS];
    snprintf(text, JW_WORDS, "%.8s%d", jw_words_tone(key, tone), key / 12 - 1);
    return text;
}

const char *jw_words_sargam(int key, int sa_key) {
    static const char *const name[12] = {"Sa", "re", "Re",  "ga",  "Ga", "ma",
                                         "Ma", "Pa", "dha", "Dha", "ni", "Ni"};
    return name[wrap12(key - sa_key)];
}

const char *jw_words_letter(int key, int sa_key) {
    static const char *const letter[12] = {"S", "r", "R", "g", "G", "m",
                                           "M", "P", "d", "D", "n", "N"};
    return letter[wrap12(key - sa_key)];
}

bool jw_words_in_raga(const JwWindowModel *model, int key) {
    return model->raga_keys == 0 || (model->raga_keys >> wrap12(key - model->sa_key) & 1u);
}

const char *jw_words_number(double value, int decimals, bool sign, char text[JW_WORDS]) {
    if (!isfinite(value)) {
        snprintf(text, JW_WORDS, "%s", value < 0.0 ? MINUS "\xE2\x88\x9E" : "\xE2\x80\x93");
        return text;
    }
    const double rounded = round(value * pow(10.0, decimals));
    const char *before = rounded < 0.0 ? MINUS : sign && rounded > 0.0 ? "+" : "";
    snprintf(text, JW_WORDS, "%s%.*f", before, decimals, fabs(value));
    return text;
}

/********* Values *********/

/// Label that is shorter than the one in params.def, or NULL.
static const char *short_label(const char *label) {
    static const char *const pair[][2] = {
        {"The instrument's own", "Its own"},
        {"As it is tuned", "As tuned"},
        {"None: all notes", "None"},
        {"Every note is plucked", "Plucked"},
        {"Pick-up displacement", "Displacement"},
        {"Pick-up velocity", "Velocity"},
        {"Triangular release", "Triangular"},
        {"2: modes to 40 kHz at most", "modes to 40 kHz"},
    };
    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; ++i) {
        if (!strcmp(pair[i][0], label)) {
            return pair[i][1];
        }
    }
    return NULL;
}

/// Copies a label; # after a note's letter becomes a sharp.
static void copy_label(const char *label, size_t n, char text[JW_WORDS]) {
    size_t to = 0;
    for (size_t i = 0; i < n && to + 4 < JW_WORDS; ++i) {
        if (label[i] == '#') {
            memcpy(text + to, SHARP, 3);
            to += 3;
        } else {
            text[to++] = label[i];
        }
    }
    text[to] = 0;
}

const char *jw_words_point(JwParamId id, double value, char text[JW_WORDS]) {
    const char *label = jw_param_label(id, value);
    const char *shorter = label ? short_label(label) : NULL;
    const char *colon = label ? strchr(label, ':') : NULL;
    text[0] = 0;
    if (!label) {
        return text;
    }
    if (shorter) {
        label = shorter;
        colon = NULL;
    } else if (colon && isdigit((unsigned char)label[0])) {
        label = colon + 2; // "1: modes to 20 kHz"
        colon = NULL;
    }
    copy_label(label, colon ? (size_t)(colon - label) : strlen(label), text);
    return text;
}

static int decimals_of(JwParamId id) {
    switch (id) {
    case JW_P_PLUCK_WIDTH:
    case JW_P_BEND_RANGE:
    case JW_P_VIBRATO_RATE:
    case JW_P_GAIN:
    case JW_P_BODY:
    case JW_P_THREAD_POSITION:
        return 1;
    case JW_P_RESTITUTION:
    case JW_P_BRIDGE_HEIGHT:
        return 2;
    default:
        return !strcmp(jw_param_info(id)->unit, "x") ? 2 : 0;
    }
}

const char *jw_words_plain(JwParamId id, double value, char text[JW_WORDS]) {
    return jw_words_number(value, decimals_of(id), false, text);
}

const char *jw_words_value(JwParamId id, double value, char text[JW_WORDS]) {
    const JwParamInfo *p = jw_param_info(id);
    if (p->scale == JW_SCALE_ENUM) {
        return jw_words_point(id, value, text);
    }
    if (p->scale == JW_SCALE_TOGGLE) {
        snprintf(text, JW_WORDS, "%s", value > 0.5 ? "on" : "off");
        return text;
    }
    const char *unit = !strcmp(p->unit, "x")          ? TIMES
                       : !strcmp(p->unit, "semitone") ? "st"
                       : !strcmp(p->unit, "deg")      ? "\xC2\xB0"
                                                      : p->unit;
    char number[JW_WORDS];
    jw_words_plain(id, value, number);
    snprintf(text, JW_WORDS, "%.60s%s%.20s", number, unit[0] ? " " : "", unit);
    return text;
}

double jw_words_jawari(const double *param) {
    return 50.0 + 25.0 * log2(fmax(jw_param_curvature(param), 1e-6));
}

const char *jw_words_stroke(const JwWindowModel *model, double value, char text[JW_WORDS]) {
    jw_words_point(JW_P_PLUCK_STROKE, value, text);
    if (model->has_bachi && !strcmp(text, "Mizrab")) {
        snprintf(text, JW_WORDS, "Bachi");
    }
    return text;
}

const char *jw_words_count(int n, const char *one, const char *more, char text[JW_WORDS]) {
    snprintf(text, JW_WORDS, "%d %.40s", n, n == 1 ? one : more);
    return text;
}

const char *jw_words_letters(JwKeysChoice choice) {
    static const char *const name[JW_N_KEYS_CHOICES] = {
        [JW_KEYS_AUTO] = "Sargam with a raga or Sa, else piano",
        [JW_KEYS_PIANO] = "Piano: a is C",
        [JW_KEYS_SARGAM] = "Sargam: a is Sa",
    };
    return name[choice];
}

const char *jw_words_group(JwParamGroup group) {
    static const char *const name[] = {
        [JW_GROUP_OUTPUT] = "Output", [JW_GROUP_PLUCK] = "Pluck",   [JW_GROUP_BRIDGE] = "Bridge",
        [JW_GROUP_STRING] = "String", [JW_GROUP_TUNING] = "Tuning", [JW_GROUP_DRONE] = "Drone",
        [JW_GROUP_INPUT] = "Input",
    };
    return name[group];
}

/********* Typed values and places *********/

bool jw_words_parse(JwParamId id, const char *typed, double *value) {
    double sign = 1.0, number = 0.0, unit = 1.0;
    int n_digits = 0;
    bool fraction = false;
    while (*typed == ' ') {
        ++typed;
    }
    if (*typed == '-' || *typed == '+') {
        sign = *typed++ == '-' ? -1.0 : 1.0;
    }
    for (; isdigit((unsigned char)*typed) || ((*typed == '.' || *typed == ',') && !fraction);
         ++typed) {
        if (!isdigit((unsigned char)*typed)) {
            fraction = true;
            continue;
        }
        number = 10.0 * number + (*typed - '0');
        unit *= fraction ? 10.0 : 1.0;
        ++n_digits;
    }
    if (n_digits == 0 || n_digits > 15 || *typed != 0) {
        return false;
    }
    *value = jw_param_clamp(id, sign * number / unit, *value);
    return true;
}

double jw_words_place(JwParamId id, double value) {
    const JwParamInfo *p = jw_param_info(id);
    const double place = p->scale == JW_SCALE_LOG
                             ? log(fmax(value, p->min) / p->min) / log(p->max / p->min)
                             : (value - p->min) / (p->max - p->min);
    return fmin(fmax(place, 0.0), 1.0);
}

const char *jw_words_instrument(const JwWindowModel *model, char text[JW_WORDS]) {
    snprintf(text, JW_WORDS, "%s%s", model->goes_by ? "Input bypasses: " : "",
             model->instrument_name);
    return text;
}
