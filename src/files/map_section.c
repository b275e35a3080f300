// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/map_section.h"

#include "files/number.h"

#include <string.h>

static const char *const touches[] = {"none", "damping", "pluck_position", NULL};

static const struct {
    const char *word;
    JwAction action;
    bool strums;
    bool takes_strings;
} actions[] = {
    {"pluck", JW_ACTION_PLUCK, false, true},
    {"strum", JW_ACTION_PLUCK, true, true},
    {"damp", JW_ACTION_DAMP, false, true},
    {"da", JW_ACTION_DA, false, false},
    {"ra", JW_ACTION_RA, false, false},
    {"alternate", JW_ACTION_ALTERNATE, false, false},
    {"by-velocity", JW_ACTION_BY_VELOCITY, false, false},
};

enum { N_ACTIONS = sizeof(actions) / sizeof(actions[0]) };

bool jw_string_word_next(const JwInstrument *instrument, const JwIniItem *item, const char **text,
                         int *string, JwError *error) {
    char word[JW_INI_LINE_MAX + 1];
    *string = -1;
    if (!jw_word_next(text, word, sizeof(word))) {
        return true;
    }
    for (int s = 0; s < instrument->n_strings; ++s) {
        if (!strcmp(instrument->string[s].name, word)) {
            *string = s;
            return true;
        }
    }
    return jw_error_set(jw_error_at(error, item->line, 0), "%s: there is no [string %s] above",
                        item->key, word);
}

bool jw_string_set_parse(const JwInstrument *instrument, const JwIniItem *item, const char *text,
                         uint32_t *set, JwError *error) {
    int string = 0;
    *set = 0;
    while (jw_string_word_next(instrument, item, &text, &string, error)) {
        if (string < 0) {
            return true;
        }
        *set |= 1u << string;
    }
    return false;
}

static bool set_melody(void *section, const JwIniItem *item, JwError *error) {
    JwMapSection *s = section;
    return jw_string_set_parse(s->instrument, item, item->value, &s->map.melody, error);
}

static bool set_bend(void *section, const JwIniItem *item, JwError *error) {
    JwMapSection *s = section;
    return jw_string_set_parse(s->instrument, item, item->value, &s->map.bend, error);
}

/// Reads `3 jor pancham`: channel, strings.
static bool set_channel(void *section, const JwIniItem *item, JwError *error) {
    JwMapSection *s = section;
    const char *text = item->value;
    char word[JW_INI_LINE_MAX + 1];
    int channel = 0;
    uint32_t set = 0;
    if (!jw_word_next(&text, word, sizeof(word)) || !jw_integer_parse(word, 1, 16, &channel)) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "channel: '%s' is not a channel 1 .. 16", word);
    }
    if (!jw_string_set_parse(s->instrument, item, text, &set, error)) {
        return false;
    }
    if (set == 0) {
        return jw_error_set(jw_error_at(error, item->line, 0), "channel: no string for channel %d",
                            channel);
    }
    if (s->map.channel[channel - 1] != 0) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "channel: a second line for channel %d", channel);
    }
    s->map.channel[channel - 1] = set;
    return true;
}

static bool read_strings(const JwMapSection *s, const JwIniItem *item, const char *text,
                         JwMapKey *key, JwError *error) {
    int string = 0;
    while (jw_string_word_next(s->instrument, item, &text, &string, error)) {
        if (string < 0) {
            return true;
        }
        if (key->n_strings == JW_MAP_STRINGS) {
            return jw_error_set(jw_error_at(error, item->line, 0), "key: more than %d strings",
                                JW_MAP_STRINGS);
        }
        key->string[key->n_strings++] = string;
    }
    return false;
}

/// Gives a key without names its strings: a hand lies on all, and a strum goes over the taraf.
static void fill_strings(const JwInstrument *instrument, JwMapKey *key, bool strums) {
    for (int i = 0; i < instrument->n_strings && key->action != JW_ACTION_PLUCK; ++i) {
        key->string[key->n_strings++] = i;
    }
    for (int i = 0; i < instrument->n_strings && strums; ++i) {
        if (instrument->string[i].role == JW_ROLE_TARAF) {
            key->string[key->n_strings++] = i;
        }
    }
}

static bool read_action(JwMapSection *s, const JwIniItem *item, const char *text, JwMapKey *key,
                        JwError *error) {
    char word[JW_INI_LINE_MAX + 1] = "";
    jw_word_next(&text, word, sizeof(word));
    for (int i = 0; i < N_ACTIONS; ++i) {
        if (strcmp(word, actions[i].word)) {
            continue;
        }
        key->action = actions[i].action;
        s->strums[s->map.n_keys] = actions[i].strums;
        if (!read_strings(s, item, text, key, error)) {
            return false;
        }
        if (key->n_strings == 0 && actions[i].takes_strings) {
            fill_strings(s->instrument, key, actions[i].strums);
            return key->n_strings > 0 ||
                   jw_error_set(jw_error_at(error, item->line, 0), "key: no strings to %s", word);
        }
        return key->n_strings == 0 || actions[i].takes_strings ||
               jw_error_set(jw_error_at(error, item->line, 0), "key: %s takes no strings", word);
    }
    return jw_error_set(jw_error_at(error, item->line, 0),
                        "key: '%s' is none of pluck, strum, damp, da, ra, alternate, by-velocity",
                        word);
}

/// Reads `C1 pluck jor`: key, action, strings.
static bool set_key(void *section, const JwIniItem *item, JwError *error) {
    JwMapSection *s = section;
    const char *text = item->value;
    char word[JW_INI_LINE_MAX + 1] = "";
    JwMapKey key = {0};
    jw_word_next(&text, word, sizeof(word));
    const JwIniItem note = {item->line, item->section, item->key, word};
    if (s->map.n_keys >= JW_MAP_KEYS) {
        return jw_error_set(jw_error_at(error, item->line, 0), "key: more than %d keys",
                            JW_MAP_KEYS);
    }
    if (!jw_key_field_parse(&note, s->instrument->sa_key, &key.key, error) ||
        !read_action(s, item, text, &key, error)) {
        return false;
    }
    for (int i = 0; i < s->map.n_keys; ++i) {
        if (s->map.key[i].key == key.key) {
            return jw_error_set(jw_error_at(error, item->line, 0), "key: a second line for %s",
                                word);
        }
    }
    s->map.key[s->map.n_keys++] = key;
    return true;
}

#define AT(member) offsetof(JwMapSection, member)
#define NUMBER(key, member, per_unit, min, max)                                                    \
    { key, JW_FIELD_NUMBER, AT(member), per_unit, min, max, 0, 1, NULL, NULL }
#define LIST(key, set)                                                                             \
    { key, JW_FIELD_LIST, 0, 1, 0, 0, 0, 1, NULL, set }

static const JwField fields[] = {
    {"melody", JW_FIELD_OWN, 0, 1, 0, 0, 0, 1, NULL, set_melody},
    {"bend", JW_FIELD_OWN, 0, 1, 0, 0, 0, 1, NULL, set_bend},
    LIST("channel", set_channel),
    LIST("key", set_key),
    NUMBER("pull_up_semitones", map.pull_up, 1, 0, 24),
    NUMBER("pull_down_semitones", map.pull_down, 1, 0, 24),
    NUMBER("slacken_semitones", map.slacken, 1, 0, 24),
    {"pressure", JW_FIELD_WORD, AT(pressure), 1, 0, 0, 0, 1, touches, NULL},
    {"pressure_from", JW_FIELD_WHOLE, AT(map.pressure_from), 1, 0, 126, 0, 1, NULL, NULL},
    {"timbre", JW_FIELD_WORD, AT(timbre), 1, 0, 0, 0, 1, touches, NULL},
    {"ra_velocity", JW_FIELD_WHOLE, AT(map.ra_velocity), 1, 0, 127, 0, 1, NULL, NULL},
    NUMBER("ra_strength", map.ra_strength, 1, 0, 4),
    NUMBER("sweep_ms", sweep_s, 1e3, 0, 1000),
    NUMBER("strum_ms", strum_s, 1e3, 0, 1000),
};

_Static_assert(sizeof(fields) / sizeof(fields[0]) <= JW_FIELDS_MAX, "lines of every field");

void jw_map_section_begin(JwMapSection *section, JwFieldReader *reader,
                          const JwInstrument *instrument) {
    *section = (JwMapSection){
        .instrument = instrument, .map = instrument->map, .sweep_s = 0.008, .strum_s = 0.06};
    reader->fields = fields;
    reader->n_fields = (int)(sizeof(fields) / sizeof(fields[0]));
    reader->section = section;
}

bool jw_map_section_end(JwMapSection *section, const JwFieldReader *reader, JwError *error) {
    JwMidiMap *map = &section->map;
    map->pressure = (JwTouch)section->pressure;
    map->timbre = (JwTouch)section->timbre;
    for (int i = 0; i < map->n_keys; ++i) {
        map->key[i].gap_s = section->strums[i] ? section->strum_s : section->sweep_s;
    }
    return jw_fields_complete(reader, 1, "a map", error);
}
