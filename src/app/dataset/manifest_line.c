// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/dataset/manifest_line.h"

#include "app/render/labels.h"
#include "files/number.h"
#include "program/arguments.h"
#include "program/nearest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_SIZE = 64 };

typedef struct {
    JwManifestLine *line;
    JwError *error;
    const JwJsonValue *value; ///< Current value
    JwRenderNote *note;       ///< Current note
} Reader;

typedef bool (*Setter)(Reader *r, const char *key);

/// Key of an object, and the function that reads its value.
typedef struct {
    const char *key;
    Setter set;
} Key;

/// Gives the error that is set a column of the line; returns false.
static bool place(Reader *r, int column) {
    r->error->column = column;
    return false;
}

static bool fail(Reader *r, const char *format, const char *text) {
    jw_error_set(r->error, format, text);
    return place(r, r->value->column);
}

/// Fails with the error that is already set by an option's own reader.
static bool fail_as_told(Reader *r) {
    char *text = r->error->text;
    const size_t n = strspn(text, "-");
    memmove(text, text + n, strlen(text + n) + 1);
    return place(r, r->value->column);
}

/// Text of a string or a number, as on the command line; returns NULL, with an error, for anything
/// else.
static const char *scalar(Reader *r, const char *key) {
    const JwJsonType type = r->value->type;
    if (type == JW_JSON_TEXT || type == JW_JSON_NUMBER) {
        return r->value->text;
    }
    jw_error_set(r->error, "%s: a text or a number is needed, not %s", key,
                 jw_json_type_name(type));
    place(r, r->value->column);
    return NULL;
}

/********* What is an option, too *********/

static bool set_option(Reader *r, const char *key) {
    const char *text = scalar(r, key);
    return text && (jw_render_option(&r->line->options, key, text, r->error) || fail_as_told(r));
}

static bool set_tail(Reader *r, const char *key) {
    r->line->options.seconds = 0.0;
    return set_option(r, key);
}

static bool set_seconds(Reader *r, const char *key) {
    r->line->options.tail_s = -1.0;
    return set_option(r, key);
}

static bool set_params(Reader *r, const char *key) {
    JwRenderOptions *o = &r->line->options;
    const JwJsonValue *all = r->line->json.value;
    const JwJsonValue *object = r->value;
    if (object->type != JW_JSON_OBJECT) {
        return fail(r, "%s: an object of parameters is needed", key);
    }
    for (int i = object->child; i >= 0; i = all[i].next) {
        JwParamId id = JW_P_GAIN;
        r->value = &all[i];
        if (!jw_argument_param(all[i].key, &id, r->error)) {
            fail_as_told(r);
            return place(r, all[i].key_column);
        }
        const bool truth = all[i].type == JW_JSON_TRUTH;
        const char *text = truth ? (*all[i].text == 't' ? "1" : "0") : scalar(r, all[i].key);
        if (!text || !jw_argument_set_param(id, text, o->set, o->value, r->error)) {
            return text ? fail_as_told(r) : false;
        }
    }
    return true;
}

static bool set_tune(Reader *r, const char *key) {
    JwTuningArguments *tuning = &r->line->options.tuning;
    const JwJsonValue *all = r->line->json.value;
    const JwJsonValue *object = r->value;
    tuning->n_strings = 0;
    if (object->type != JW_JSON_OBJECT) {
        return fail(r, "%s: an object of strings with their cents is needed", key);
    }
    for (int i = object->child; i >= 0; i = all[i].next) {
        r->value = &all[i];
        const char *cents = scalar(r, key);
        if (!cents || tuning->n_strings == JW_MAX_STRINGS) {
            return cents ? fail(r, "%s: too many strings", key) : false;
        }
        char *text = r->line->tune[tuning->n_strings];
        const int n = snprintf(text, JW_TUNE_SIZE, "%s=%s", all[i].key, cents);
        if (n < 0 || n >= JW_TUNE_SIZE) {
            return fail(r, "%s: the instrument has no such string", key);
        }
        tuning->string[tuning->n_strings++] = text;
    }
    return true;
}

/********* What a line has by itself *********/

static bool set_id(Reader *r, const char *key) {
    const char *text = scalar(r, key);
    if (!text) {
        return false;
    }
    const size_t n = strlen(text);
    const size_t n_good =
        strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    if (n == 0 || n >= JW_ID_SIZE || n_good < n || text[0] == '-') {
        return fail(r,
                    "id: \"%.80s\" is not of 1 to 64 letters without accents, digits, _ and -, "
                    "the first of them no -",
                    text);
    }
    snprintf(r->line->id, sizeof(r->line->id), "%s", text);
    return true;
}

static bool set_score(Reader *r, const char *key) {
    if (r->value->type != JW_JSON_TEXT) {
        return fail(r, "%s: the path of a MIDI file is needed", key);
    }
    r->line->options.score = r->value->text;
    return true;
}

static bool set_seed(Reader *r, const char *key) {
    double seed = 0.0;
    (void)key;
    if (r->value->type != JW_JSON_NUMBER || !jw_number_parse(r->value->text, &seed) ||
        !(seed >= 0.0 && seed <= (double)UINT32_MAX) || seed != floor(seed)) {
        return fail(r, "%s: a whole number from 0 to 4294967295 is needed", "seed");
    }
    r->line->options.seed = (uint32_t)seed;
    return true;
}

static bool read_truth(Reader *r, const char *key, bool *truth) {
    if (r->value->type != JW_JSON_TRUTH) {
        return fail(r, "%s: true or false is needed", key);
    }
    *truth = *r->value->text == 't';
    return true;
}

static bool set_stems(Reader *r, const char *key) {
    return read_truth(r, key, &r->line->options.wants_stems);
}

static bool set_mono(Reader *r, const char *key) {
    return read_truth(r, key, &r->line->options.mono);
}

/// Reads a list of texts, or one text with commas.
static bool set_labels(Reader *r, const char *key) {
    const JwJsonValue *all = r->line->json.value;
    const JwJsonValue *list = r->value;
    JwRenderOptions *o = &r->line->options;
    o->labels = 0;
    if (list->type != JW_JSON_LIST) {
        return set_option(r, key);
    }
    for (int i = list->child; i >= 0; i = all[i].next) {
        r->value = &all[i];
        const char *text = scalar(r, key);
        const unsigned before = o->labels;
        if (!text || !set_option(r, key)) {
            return false;
        }
        o->labels |= before;
    }
    return true;
}

/********* Notes *********/

static bool set_key(Reader *r, const char *key) {
    const char *text = scalar(r, key);
    JwRenderOptions one = {.n_notes = 0};
    if (!text) {
        return false;
    }
    if (strchr(text, ':')) {
        return fail(r, "note: \"%s\" is more than a key; velocity and held have keys of their own",
                    text);
    }
    if (!jw_render_option_note(&one, text, r->error)) {
        return fail_as_told(r);
    }
    memcpy(r->note->name, one.note[0].name, sizeof(r->note->name));
    return true;
}

static bool set_velocity(Reader *r, const char *key) {
    const char *text = scalar(r, key);
    return text &&
           (jw_argument_int(key, text, 1, 127, &r->note->velocity, r->error) || fail_as_told(r));
}

static bool set_held(Reader *r, const char *key) {
    const char *text = scalar(r, key);
    return text &&
           (jw_argument_seconds(key, text, 3600.0, &r->note->seconds, r->error) || fail_as_told(r));
}

static bool set_at(Reader *r, const char *key) {
    const char *text = scalar(r, key);
    return text &&
           (jw_argument_seconds(key, text, 3600.0, &r->note->at_s, r->error) || fail_as_told(r));
}

static bool set_string(Reader *r, const char *key) {
    if (r->value->type != JW_JSON_TEXT) {
        return fail(r, "%s: the name of a string is needed", key);
    }
    r->note->string = r->value->text;
    return true;
}

static bool set_place(Reader *r, const char *key) {
    const char *text = scalar(r, key);
    const JwParamInfo *info = jw_param_info(JW_P_PLUCK_POSITION);
    if (!text) {
        return false;
    }
    if (!jw_argument_number(text, info->unit, &r->note->place) || r->note->place < info->min ||
        r->note->place > info->max) {
        return fail(r, "place: \"%s\" is not a part of the string's length from 0.02 to 0.98",
                    text);
    }
    return true;
}

static bool set_notes(Reader *r, const char *key);

static const Key note_keys[] = {
    {"note", set_key},      {"velocity", set_velocity}, {"held", set_held},
    {"string", set_string}, {"place", set_place},       {"at", set_at},
};

static const Key line_keys[] = {
    {"id", set_id},           {"instrument", set_option}, {"preset", set_option},
    {"set", set_params},      {"quality", set_option},    {"rate", set_option},
    {"format", set_option},   {"tail", set_tail},         {"seconds", set_seconds},
    {"channels", set_option}, {"a4", set_option},         {"sa", set_option},
    {"raga", set_option},     {"tuning", set_option},     {"keymap", set_option},
    {"tune", set_tune},       {"normalize", set_option},  {"limiter", set_option},
    {"score", set_score},     {"notes", set_notes},       {"seed", set_seed},
    {"stems", set_stems},     {"mono", set_mono},         {"labels", set_labels},
    {"note", set_key},        {"velocity", set_velocity}, {"held", set_held},
    {"string", set_string},   {"place", set_place},
};

enum {
    N_NOTE_KEYS = sizeof(note_keys) / sizeof(note_keys[0]),
    N_LINE_KEYS = sizeof(line_keys) / sizeof(line_keys[0]),
    FIRST_OF_NOTE = N_LINE_KEYS - 5, ///< First key of a line that belongs to a note
};

static int find_key(const Key *keys, int n, const char *name) {
    for (int i = 0; i < n; ++i) {
        if (!strcmp(keys[i].key, name)) {
            return i;
        }
    }
    return -1;
}

static bool fail_unknown(Reader *r, const Key *keys, int n) {
    char near[256];
    JwNearest nearest = jw_nearest_start(r->value->key);
    for (int i = 0; i < n; ++i) {
        jw_nearest_offer(&nearest, keys[i].key);
    }
    jw_error_set(r->error, "unknown key \"%.80s\"%s", r->value->key,
                 jw_nearest_text(&nearest, near, sizeof(near)));
    return place(r, r->value->key_column);
}

static bool read_note(Reader *r, const JwJsonValue *object) {
    const JwJsonValue *all = r->line->json.value;
    JwRenderOptions *o = &r->line->options;
    r->value = object;
    if (object->type != JW_JSON_OBJECT || o->n_notes == JW_RENDER_NOTES) {
        return fail(r, "notes: %s",
                    object->type == JW_JSON_OBJECT ? "more than 64; a MIDI file has room"
                                                   : "a note is an object");
    }
    r->note = &o->note[o->n_notes++];
    *r->note = (JwRenderNote){.velocity = 100, .seconds = 4.0, .string_number = -1};
    for (int i = object->child; i >= 0; i = all[i].next) {
        r->value = &all[i];
        const int k = find_key(note_keys, N_NOTE_KEYS, all[i].key);
        if (k < 0) {
            return fail_unknown(r, note_keys, N_NOTE_KEYS);
        }
        if (!note_keys[k].set(r, all[i].key)) {
            return false;
        }
    }
    r->value = object;
    return r->note->name[0] || r->note->string ||
           fail(r, "%s: a note needs a key (note) or a string", "notes");
}

static bool set_notes(Reader *r, const char *key) {
    const JwJsonValue *all = r->line->json.value;
    const JwJsonValue *list = r->value;
    if (list->type != JW_JSON_LIST) {
        return fail(r, "%s: a list of notes is needed", key);
    }
    for (int i = list->child; i >= 0; i = all[i].next) {
        if (!read_note(r, &all[i])) {
            return false;
        }
    }
    r->value = list;
    return r->line->options.n_notes > 0 || fail(r, "%s: an empty list", key);
}

/********* Whole line *********/

static bool has_key(const JwManifestLine *line, const char *key) {
    for (int i = line->json.value[0].child; i >= 0; i = line->json.value[i].next) {
        if (!strcmp(line->json.value[i].key, key)) {
            return true;
        }
    }
    return false;
}

/// Returns false, with an error, for a line with contradictory or missing values.
static bool agrees(Reader *r, const JwRenderNote *note, bool has_note) {
    JwManifestLine *line = r->line;
    const JwRenderOptions *o = &line->options;
    r->value = &line->json.value[0];
    const int n_sources = (o->score != NULL) + has_note + has_key(line, "notes");
    if (n_sources > 1) {
        return fail(r, "%s: a score, a note and notes exclude each other", line->id);
    }
    if (n_sources == 0 && !(o->seconds > 0.0)) {
        return fail(r,
                    "%s: nothing to play: a note, a string, notes, a score, or seconds of a drone",
                    line->id);
    }
    if (has_note && !note->name[0] && !note->string) {
        return fail(r, "%s: a note needs a key (note) or a string", line->id);
    }
    if (has_key(line, "tail") && has_key(line, "seconds")) {
        return fail(r, "%s: tail and seconds exclude each other", line->id);
    }
    return jw_tuning_arguments_agree(&o->tuning, r->error) || fail_as_told(r);
}

/// Reads the id first, because errors about the line include it.
static bool read_id(Reader *r) {
    const JwJsonValue *all = r->line->json.value;
    r->value = &all[0];
    if (all[0].type != JW_JSON_OBJECT) {
        return fail(r, "a line is an object, not %s", jw_json_type_name(all[0].type));
    }
    for (int i = all[0].child; i >= 0; i = all[i].next) {
        r->value = &all[i];
        if (!strcmp(all[i].key, "id")) {
            return set_id(r, "id");
        }
    }
    r->value = &all[0];
    return fail(r, "%s is missing", "id");
}

bool jw_manifest_line_id(JwManifestLine *line, const char *text, size_t size) {
    JwError error = {0};
    Reader r = {.line = line, .error = &error};
    line->id[0] = '\0';
    return jw_json_read(&line->json, text, size) && read_id(&r);
}

static bool read_keys(Reader *r, JwRenderNote *note, bool *has_note) {
    const JwJsonValue *all = r->line->json.value;
    for (int i = all[0].child; i >= 0; i = all[i].next) {
        r->value = &all[i];
        r->note = note;
        const int k = find_key(line_keys, N_LINE_KEYS, all[i].key);
        if (k < 0) {
            return fail_unknown(r, line_keys, N_LINE_KEYS);
        }
        *has_note = *has_note || k >= FIRST_OF_NOTE;
        if (!line_keys[k].set(r, all[i].key)) {
            return false;
        }
    }
    return true;
}

bool jw_manifest_line_read(JwManifestLine *line, const JwRenderOptions *base, const char *text,
                           size_t size, JwError *error) {
    Reader r = {.line = line, .error = error};
    JwRenderNote note = {.velocity = 100, .seconds = 4.0, .string_number = -1};
    bool has_note = false;
    line->id[0] = '\0';
    line->options = *base;
    if (!jw_json_read(&line->json, text, size)) {
        jw_error_set(error, "%s", line->json.what);
        return place(&r, line->json.column);
    }
    if (!read_id(&r)) {
        return false;
    }
    if (has_key(line, "instrument") || has_key(line, "preset")) {
        line->options.instrument = line->options.preset = NULL; // One of them replaces both
    }
    if (!read_keys(&r, &note, &has_note) || !agrees(&r, &note, has_note)) {
        return false;
    }
    if (has_note) {
        line->options.note[line->options.n_notes++] = note;
    }
    return true;
}

/// True if a message begins with a text.
static bool begins(const char *message, const char *text) {
    return text && *text && !strncmp(message, text, strlen(text));
}

int jw_manifest_line_column(const JwManifestLine *line, const char *message) {
    static const char unknown[] = "unknown ";
    const JwJsonValue *all = line->json.value;
    const char *what = begins(message, unknown) ? message + sizeof(unknown) - 1 : message;
    for (int i = line->json.n_values > 0 ? all[0].child : -1; i >= 0; i = all[i].next) {
        const size_t n = all[i].key ? strlen(all[i].key) : 0;
        const bool by_key = begins(what, all[i].key) && (what[n] == ':' || what[n] == ' ');
        if (by_key || (all[i].type == JW_JSON_TEXT && begins(message, all[i].text))) {
            return all[i].column;
        }
    }
    return 0;
}

void jw_manifest_line_clear(JwManifestLine *line) {
    jw_json_clear(&line->json);
}
