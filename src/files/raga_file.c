// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/raga_file.h"

#include "base/elementary.h"
#include "files/ini_text.h"
#include "files/number.h"
#include "files/text_file.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OCTAVE = 12, NOTES_MIN = 3, TARAF_SHIFT = 5, ALL_KEYS = 14, CENTS_AWAY = 100 };

typedef struct {
    JwOwnRagas *ragas;
    JwOwnRaga *raga;     ///< The one that is being read
    int given[ALL_KEYS]; ///< Line of each key; 0: not given
    int line;            ///< Line of the item
    JwError *error;
} Reader;

/// The error, its next text with the line of the item.
static JwError *here(const Reader *r) {
    return jw_error_at(r->error, r->line, 0);
}

/********* Notes *********/

/// Takes a note with its octave marks off *text: semitones above Sa of the middle octave.
static bool take_note(const char **text, int *semitone) {
    *text += strspn(*text, " \t");
    *semitone = jw_svara_semitone(**text);
    if (*semitone < 0) {
        return false;
    }
    for (++*text; **text == ',' || **text == '\''; ++*text) {
        *semitone += **text == ',' ? -OCTAVE : OCTAVE;
    }
    return **text == '\0' || **text == ' ' || **text == '\t';
}

/// Names what stands where a note is needed.
static bool refuse_note(const Reader *r, const char *key, const char *at) {
    return jw_error_set(
        here(r), "%s: \"%.20s\" is not one of S r R g G m M P d D n N, with , or ' behind it", key,
        at);
}

static int of_octave(int semitone) {
    return ((semitone % OCTAVE) + OCTAVE) % OCTAVE;
}

/// Reads the notes of a raga and writes them from Sa up.
static bool read_notes(const Reader *r, const char *value, char *text) {
    unsigned notes = 0;
    int n = 0;
    for (const char *at = value; at[strspn(at, " \t")];) {
        const char *begin = at + strspn(at, " \t");
        int semitone;
        if (!take_note(&at, &semitone) || semitone != of_octave(semitone)) {
            return refuse_note(r, "notes", begin);
        }
        if (notes >> semitone & 1u) {
            return jw_error_set(here(r), "notes: %c is there twice", jw_svara_letter(semitone));
        }
        notes |= 1u << semitone;
        ++n;
    }
    if (n < NOTES_MIN || !(notes & 1u)) {
        return jw_error_set(here(r), "notes: S and two others at least are needed");
    }
    for (int semitone = 0; semitone < OCTAVE; ++semitone) {
        if (notes >> semitone & 1u) {
            *text++ = jw_svara_letter(semitone);
            *text++ = ' ';
        }
    }
    text[-1] = '\0';
    return true;
}

static bool has_note(const char *notes, int semitone) {
    return strchr(notes, jw_svara_letter(of_octave(semitone))) != NULL;
}

/// Checks that a text has notes of the raga alone.
static bool check_order(const Reader *r, const char *key, const char *value) {
    int n = 0;
    for (const char *at = value; at[strspn(at, " \t")]; ++n) {
        const char *begin = at + strspn(at, " \t");
        int semitone;
        if (!take_note(&at, &semitone)) {
            return refuse_note(r, key, begin);
        }
        if (!has_note(r->raga->notes, semitone)) {
            return jw_error_set(here(r), "%s: %c is not one of the notes, which are %s", key,
                                *begin, r->raga->notes);
        }
    }
    return n > 0 || jw_error_set(here(r), "%s: there are no notes", key);
}

/********* Taraf, intonation *********/

static bool read_taraf(const Reader *r, const char *value) {
    const char *at = value;
    int n = 0;
    for (; at[strspn(at, " \t")]; ++n) {
        const char *begin = at + strspn(at, " \t");
        int semitone;
        if (!take_note(&at, &semitone)) {
            return refuse_note(r, "taraf", begin);
        }
        if (n < JW_TARAF_NOTES && abs(semitone - jw_taraf_notes[n]) > TARAF_SHIFT) {
            return jw_error_set(
                here(r),
                "taraf: note %d is more than %d semitones from that of S N, S R G m "
                "P P D N S' R' G'",
                n + 1, TARAF_SHIFT);
        }
        if (n < JW_TARAF_NOTES) {
            r->raga->tuned[n] = (signed char)(semitone - jw_taraf_notes[n]);
        }
    }
    return n == JW_TARAF_NOTES ||
           jw_error_set(here(r), "taraf: %d notes are needed, not %d", JW_TARAF_NOTES, n);
}

/// Takes "5/4", a ratio, or "386.31", which is cents because of its point.
static bool take_interval(const char **text, double *cents) {
    const char *begin = *text;
    double over = 0.0, under = 1.0;
    if (!jw_number_take(text, &over)) {
        return false;
    }
    if (memchr(begin, '.', (size_t)(*text - begin))) {
        *cents = over;
        return true;
    }
    if (**text == '/') {
        ++*text;
        if (!jw_number_take(text, &under)) {
            return false;
        }
    }
    const bool is_ratio = over >= 1.0 && over < 1e9 && under >= 1.0 && under < 1e9;
    *cents = is_ratio ? 1200.0 * jw_log2(over / under) : -1.0;
    return is_ratio;
}

static bool read_intonation(const Reader *r, const char *value) {
    double *to = r->raga->cents;
    for (const char *at = value; *at;) {
        at += strspn(at, " \t");
        const char *begin = at;
        const int semitone = jw_svara_semitone(*at);
        double cents = 0.0;
        at += semitone >= 0;
        at += strspn(at, " \t");
        if (semitone < 0 || !take_interval(&at, &cents)) {
            return jw_error_set(here(r),
                                "intonation: \"%.20s\" is not a note and a ratio (g 6/5) or cents "
                                "with a point (g 315.64)",
                                begin);
        }
        if (!has_note(r->raga->notes, semitone) || to[semitone] >= 0.0) {
            return jw_error_set(here(r), "intonation: %c is %s", *begin,
                                to[semitone] >= 0.0 ? "there twice" : "not one of the notes");
        }
        if (cents < 0.0 || fabs(cents - 100.0 * semitone) >= CENTS_AWAY ||
            (semitone == 0 && cents != 0.0)) {
            return jw_error_set(here(r), "intonation: %c is %g cents over Sa, %s", *begin, cents,
                                semitone ? "a semitone or more from its place" : "not 0");
        }
        to[semitone] = cents;
        at += strspn(at, " \t");
        if (*at && *at++ != ',') {
            return jw_error_set(here(r), "intonation: notes are separated by commas");
        }
    }
    return true;
}

/********* Keys *********/

typedef enum {
    OTHERS,
    DEVANAGARI,
    SYSTEM,
    PARENT,
    NOTES,
    AROHA,
    AVAROHA,
    VADI,
    SAMVADI,
    TIME,
    FIRST,
    TARAF,
    INTONATION,
    SOURCES,
} Key;

static const char *const keys[ALL_KEYS] = {
    [OTHERS] = "others",         [DEVANAGARI] = "devanagari",
    [SYSTEM] = "system",         [PARENT] = "parent",
    [NOTES] = "notes",           [AROHA] = "aroha",
    [AVAROHA] = "avaroha",       [VADI] = "vadi",
    [SAMVADI] = "samvadi",       [TIME] = "time",
    [FIRST] = "first",           [TARAF] = "taraf",
    [INTONATION] = "intonation", [SOURCES] = "sources",
};

static bool keep(const Reader *r, Key key, const char *value, char *text, size_t size) {
    const size_t n = strlen(value);
    if (n == 0 || n >= size) {
        return jw_error_set(here(r), "%s: 1 to %d bytes are needed", keys[key], (int)size - 1);
    }
    memcpy(text, value, n + 1);
    return true;
}

/// Other names, each short enough to be found.
static bool keep_others(const Reader *r, const char *value) {
    for (const char *at = value; *at;) {
        const size_t n = strcspn(at, ";");
        if (n >= JW_RAGA_NAME) {
            return jw_error_set(here(r), "others: a name longer than %d bytes", JW_RAGA_NAME - 1);
        }
        at += n + (at[n] == ';');
    }
    return keep(r, OTHERS, value, r->raga->others, sizeof(r->raga->others));
}

static bool keep_svara(const Reader *r, Key key, const char *value, char text[2]) {
    if (jw_svara_semitone(*value) < 0 || value[1]) {
        return refuse_note(r, keys[key], value);
    }
    if (!has_note(r->raga->notes, jw_svara_semitone(*value))) {
        return jw_error_set(here(r), "%s: %c is not one of the notes", keys[key], *value);
    }
    text[0] = *value;
    return true;
}

static bool keep_first(const Reader *r, const char *value) {
    if (!*value || !strchr("PmN", *value) || value[1]) {
        return jw_error_set(here(r), "first: \"%.20s\" is none of P, m and N", value);
    }
    r->raga->first = *value;
    return true;
}

static bool keep_system(const Reader *r, const char *value) {
    r->raga->carnatic = !strcmp(value, "Carnatic");
    return r->raga->carnatic || !strcmp(value, "Hindustani") ||
           jw_error_set(here(r), "system: neither Hindustani nor Carnatic");
}

static bool take_value(const Reader *r, Key key, const char *value) {
    JwOwnRaga *raga = r->raga;
    switch (key) {
    case OTHERS:
        return keep_others(r, value);
    case DEVANAGARI:
        return keep(r, key, value, raga->devanagari, sizeof(raga->devanagari));
    case SYSTEM:
        return keep_system(r, value);
    case PARENT:
        return keep(r, key, value, raga->parent, sizeof(raga->parent));
    case NOTES:
        return read_notes(r, value, raga->notes);
    case AROHA:
        return check_order(r, keys[key], value) &&
               keep(r, key, value, raga->aroha, sizeof(raga->aroha));
    case AVAROHA:
        return check_order(r, keys[key], value) &&
               keep(r, key, value, raga->avaroha, sizeof(raga->avaroha));
    case VADI:
        return keep_svara(r, key, value, raga->vadi);
    case SAMVADI:
        return keep_svara(r, key, value, raga->samvadi);
    case TIME:
        return keep(r, key, value, raga->time, sizeof(raga->time));
    case FIRST:
        return keep_first(r, value);
    case TARAF:
        return read_taraf(r, value) && keep(r, key, value, raga->taraf, sizeof(raga->taraf));
    case INTONATION:
        return keep(r, key, value, raga->intonation, sizeof(raga->intonation)) &&
               read_intonation(r, value);
    case SOURCES:
        break;
    }
    return keep(r, SOURCES, value, raga->sources, sizeof(raga->sources));
}

/********* Sections *********/

static bool same_name(const char *a, const char *b) {
    char one[JW_RAGA_NAME], other[JW_RAGA_NAME];
    jw_name_fold(a, one);
    jw_name_fold(b, other);
    return !strcmp(one, other);
}

static bool check_name(const Reader *r, const char *name) {
    char folded[JW_RAGA_NAME];
    bool has_letter = false;
    jw_name_fold(name, folded);
    for (const char *at = folded; *at; ++at) {
        has_letter = has_letter || !isdigit((unsigned char)*at);
    }
    if (!has_letter || strpbrk(name, ";:=") || same_name(name, "None")) {
        return jw_error_set(here(r),
                            "[raga %.60s]: a name with a letter and without ; : = is needed", name);
    }
    for (const JwOwnRaga *other = r->ragas->raga; other < r->raga; ++other) {
        if (same_name(other->name, name)) {
            return jw_error_set(here(r), "[raga %.60s]: the name is that of line %d, too", name,
                                other->line);
        }
    }
    return true;
}

static bool end_raga(Reader *r) {
    static const Key needed[] = {NOTES, AROHA, AVAROHA};
    JwOwnRaga *raga = r->raga;
    for (size_t i = 0; raga && i < sizeof(needed) / sizeof(needed[0]); ++i) {
        if (!r->given[needed[i]]) {
            return jw_error_set(jw_error_at(r->error, raga->line, 0), "[raga %.60s] needs %s",
                                raga->name, keys[needed[i]]);
        }
    }
    if (raga && !raga->first) {
        raga->first = has_note(raga->notes, 7) ? 'P' : has_note(raga->notes, 5) ? 'm' : 'N';
    }
    return true;
}

static bool begin_raga(Reader *r, const char *section) {
    static const char kind[] = "raga ";
    const size_t n = sizeof(kind) - 1;
    if (!end_raga(r)) {
        return false;
    }
    if (strncmp(section, kind, n) != 0) {
        return jw_error_set(here(r), "[%s]: sections are [raga NAME], the last line is [end]",
                            section);
    }
    if (r->ragas->n == JW_RAGAS_IN_FILE) {
        return jw_error_set(here(r), "more than %d ragas", JW_RAGAS_IN_FILE);
    }
    const char *name = section + n + strspn(section + n, " ");
    r->raga = &r->ragas->raga[r->ragas->n++];
    memset(r->given, 0, sizeof(r->given));
    r->raga->line = r->line;
    for (int semitone = 0; semitone < OCTAVE; ++semitone) {
        r->raga->cents[semitone] = -1.0;
    }
    if (!check_name(r, name)) {
        return false;
    }
    memcpy(r->raga->name, name, strlen(name) + 1); // JW_INI_SECTION_MAX is less
    return true;
}

static bool take_item(void *user, const JwIniItem *item, JwError *error) {
    Reader *r = user;
    r->line = item->line;
    r->error = error;
    if (!item->key) {
        return begin_raga(r, item->section);
    }
    for (int i = 0; i < ALL_KEYS; ++i) {
        if (strcmp(item->key, keys[i]) != 0) {
            continue;
        }
        if (r->given[i]) {
            return jw_error_set(jw_error_at(error, item->line, 0), "%s is already given in line %d",
                                keys[i], r->given[i]);
        }
        const bool needs_notes =
            i == AROHA || i == AVAROHA || i == VADI || i == SAMVADI || i == INTONATION;
        if (needs_notes && !r->given[NOTES]) {
            return jw_error_set(jw_error_at(error, item->line, 0), "%s before notes", keys[i]);
        }
        r->given[i] = item->line;
        return take_value(r, (Key)i, item->value);
    }
    return jw_error_set(jw_error_at(error, item->line, 0), "a raga has no key '%.40s'", item->key);
}

static JwStatus parse(const char *text, size_t size, void *out, JwError *error) {
    _Static_assert((int)JW_INI_SECTION_MAX < (int)JW_RAGA_NAME, "a section's text is a name");
    JwOwnRagas *ragas = calloc(1, sizeof(*ragas));
    Reader r = {.ragas = ragas, .error = error};
    if (!ragas) {
        error->memory_short = true;
        jw_error_set(jw_error_at(error, 0, 0), "out of memory");
        return JW_ERR_NO_MEMORY;
    }
    const bool ok = jw_text_check(text, size, error) &&
                    jw_ini_read(text, size, take_item, &r, error) && end_raga(&r);
    if (ok) {
        memcpy(out, ragas, sizeof(*ragas));
    }
    free(ragas);
    return ok ? JW_SUCCESS : JW_ERR_BAD_ARG;
}

JwStatus jw_raga_file_parse(const char *text, size_t size, const char *name, JwOwnRagas *out,
                            JwError *error) {
    return jw_text_parse(text, size, name, parse, out, error);
}

JwStatus jw_raga_file_load(const char *path, JwOwnRagas *out, JwError *error) {
    return jw_text_load(path, parse, out, error);
}

JwRaga jw_raga_row(const JwOwnRaga *own) {
    return (JwRaga){
        .name = own->name,
        .others = own->others,
        .devanagari = own->devanagari,
        .carnatic = own->carnatic,
        .parent = *own->parent ? own->parent : "none",
        .notes = own->notes,
        .aroha = own->aroha,
        .avaroha = own->avaroha,
        .vadi = own->vadi,
        .samvadi = own->samvadi,
        .time = own->time,
        .first = own->first,
        .taraf = own->taraf,
        .just = "",
        .own = own->intonation,
        .checked = "your own",
        .sources = own->sources,
        .tuned = *own->taraf ? own->tuned : NULL,
        .cents = *own->intonation ? own->cents : NULL,
    };
}
