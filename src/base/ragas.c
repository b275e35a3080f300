// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/ragas.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

enum { OCTAVE = 12, ALL_NOTES = (1 << OCTAVE) - 1, HINDUSTANI = 0, CARNATIC = 1 };

static const char letters[] = "SrRgGmMPdDnN";

static const JwRaga ragas[JW_N_RAGAS] = {
#define JW_RAGA(number, name, others, devanagari, system, parent, notes, aroha, avaroha, vadi,     \
                samvadi, time, first, taraf, just, own, checked, sources, remark)                  \
    [JW_RAGA_##number] = {name,    others,  devanagari, (system) == CARNATIC,                      \
                          parent,  notes,   aroha,      avaroha,                                   \
                          vadi,    samvadi, time,       first[0],                                  \
                          taraf,   just,    own,        checked,                                   \
                          sources, NULL,    NULL},
#include "base/ragas.def"
#undef JW_RAGA
};

const signed char jw_taraf_notes[JW_TARAF_NOTES] = {0, -1, 0, 2, 4, 5, 7, 7, 9, 11, 12, 14, 16};

// Rows never change: any thread may read those that are counted.
static JwRaga own_ragas[JW_OWN_RAGA_ROWS];
static atomic_bool withdrawn_ragas[JW_OWN_RAGA_ROWS];
static atomic_int n_own;

JW_REALTIME int jw_raga_count(void) {
    return JW_N_RAGAS + atomic_load_explicit(&n_own, memory_order_acquire);
}

bool jw_raga_add(const JwRaga *raga) {
    const int n = jw_raga_count() - JW_N_RAGAS;
    if (n == JW_OWN_RAGA_ROWS) {
        return false;
    }
    own_ragas[n] = *raga;
    atomic_store_explicit(&n_own, n + 1, memory_order_release);
    return true;
}

void jw_raga_withdraw(int raga, bool withdrawn) {
    atomic_store(&withdrawn_ragas[raga - JW_N_RAGAS], withdrawn);
}

bool jw_raga_is_listed(int raga) {
    return raga > 0 && raga < jw_raga_count() &&
           (raga < JW_N_RAGAS || !atomic_load(&withdrawn_ragas[raga - JW_N_RAGAS]));
}

const JwRaga *jw_raga_info(int raga) {
    if (raga >= JW_N_RAGAS && raga < jw_raga_count()) {
        return &own_ragas[raga - JW_N_RAGAS];
    }
    return raga > 0 && raga < JW_N_RAGAS ? &ragas[raga] : NULL;
}

const char *jw_raga_name(int raga) {
    const JwRaga *info = jw_raga_info(raga);
    return info ? info->name : NULL;
}

int jw_svara_semitone(char letter) {
    const char *at = letter ? strchr(letters, letter) : NULL;
    return at ? (int)(at - letters) : -1;
}

char jw_svara_letter(int semitone) {
    return letters[semitone];
}

unsigned jw_raga_notes(int raga) {
    const JwRaga *info = jw_raga_info(raga);
    unsigned notes = info ? 0 : ALL_NOTES;
    for (const char *c = info ? info->notes : ""; *c; ++c) {
        const int semitone = jw_svara_semitone(*c);
        notes |= semitone >= 0 ? 1u << semitone : 0;
    }
    return notes;
}

/********* Names *********/

bool jw_raga_name_at(int raga, int i, char text[JW_RAGA_NAME]) {
    const JwRaga *info = jw_raga_info(raga);
    if (!info) {
        return false;
    }
    const char *names[] = {info->name, info->others, info->devanagari};
    for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); ++k) {
        for (const char *at = names[k]; *at;) {
            const size_t n = strcspn(at, ";");
            if (i-- == 0 && n < JW_RAGA_NAME) {
                memcpy(text, at, n);
                text[n] = '\0';
                return true;
            }
            at += n + (at[n] == ';');
        }
    }
    return false;
}

/// Finds a folded name; reduced, it is compared by sound. A raga's own names come before its
/// others.
static int find_folded(const char *wanted, bool by_sound) {
    char name[JW_RAGA_NAME];
    for (int own = 1; own >= 0; --own) {
        for (int raga = 1; raga < jw_raga_count(); ++raga) {
            const bool listed = jw_raga_is_listed(raga);
            for (int i = own ? 0 : 1; listed && jw_raga_name_at(raga, i, name) && (!own || i == 0);
                 ++i) {
                char folded[JW_RAGA_NAME];
                jw_name_fold(name, folded);
                if (by_sound) {
                    jw_name_reduce(folded);
                }
                if (!strcmp(folded, wanted)) {
                    return raga;
                }
            }
        }
    }
    return JW_RAGA_NONE;
}

bool jw_raga_is_named(const char *name) {
    char wanted[JW_RAGA_NAME];
    jw_name_fold(name, wanted);
    return find_folded(wanted, false) != JW_RAGA_NONE;
}

static int find_name(const char *text) {
    char wanted[JW_RAGA_NAME];
    if (strlen(text) >= JW_RAGA_NAME) {
        return JW_RAGA_NONE;
    }
    jw_name_fold(text, wanted);
    if (!*wanted) {
        return JW_RAGA_NONE;
    }
    const int same = find_folded(wanted, false);
    if (same) {
        return same;
    }
    jw_name_reduce(wanted);
    return find_folded(wanted, true);
}

/// Text after "Raga" and a blank or hyphen; NULL if it does not begin so.
static const char *without_title(const char *text) {
    static const char *const titles[] = {"raga", "raag", "rag", "ragam"};
    const size_t n = strcspn(text, " -_");
    char first[JW_RAGA_NAME] = "", title[JW_RAGA_NAME];
    memcpy(first, text, n < sizeof(first) ? n : 0);
    jw_name_fold(first, title);
    for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); ++i) {
        if (text[n] && !strcmp(title, titles[i])) {
            return text + n;
        }
    }
    return NULL;
}

int jw_raga_find(const char *text) {
    const int found = find_name(text);
    const char *rest = found ? NULL : without_title(text);
    return rest ? find_name(rest) : found;
}

/********* Filter *********/

/// True if a folded word is a part of a text; by sound, too.
static bool has_part(const char *text, const char *word) {
    char folded[JW_RAGA_NAME], sounds[JW_RAGA_NAME];
    jw_name_fold(text, folded);
    if (strstr(folded, word)) {
        return true;
    }
    strcpy(sounds, word);
    jw_name_reduce(folded);
    jw_name_reduce(sounds);
    return strlen(sounds) > 2 && strstr(folded, sounds);
}

/// True if a raga's that has a name.
static bool is_of_that(const JwRaga *info, const char *name) {
    char parent[JW_RAGA_NAME], folded[JW_RAGA_NAME], that[JW_RAGA_NAME];
    const size_t n = strcspn(info->parent, " ");
    if (info->carnatic || n >= sizeof(parent)) {
        return false;
    }
    memcpy(parent, info->parent, n);
    parent[n] = '\0';
    jw_name_fold(parent, folded);
    jw_name_fold(name, that);
    return !strcmp(folded, that);
}

/// Reads an hour of the day and goes behind it; false if there is none.
static bool read_hour(const char **text, int *hour) {
    int n = 0;
    for (*hour = 0; **text >= '0' && **text <= '9' && n < 2; ++*text, ++n) {
        *hour = 10 * *hour + (**text - '0');
    }
    return n > 0 && *hour <= 24;
}

/// True if an hour of the day belongs to a raga's time; not if that is "any", or a season.
static bool is_of_hour(const JwRaga *info, const char *text) {
    const char *at = info->time;
    int hour, from, to;
    if (!read_hour(&text, &hour) || *text || !read_hour(&at, &from) || *at++ != '-' ||
        !read_hour(&at, &to)) {
        return false;
    }
    return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}

static bool has_word(int raga, const char *word) {
    const JwRaga *info = jw_raga_info(raga);
    if (!strncmp(word, "that:", 5)) {
        return is_of_that(info, word + 5);
    }
    if (!strncmp(word, "hour:", 5)) {
        return is_of_hour(info, word + 5);
    }
    const bool lacks = word[0] == '-';
    const int semitone = word[lacks] && !word[lacks + 1] ? jw_svara_semitone(word[lacks]) : -1;
    if (semitone >= 0) {
        return (jw_raga_notes(raga) >> semitone & 1u) != lacks;
    }
    char folded[JW_RAGA_NAME], name[JW_RAGA_NAME];
    jw_name_fold(word, folded);
    bool has = strstr(info->time, word) || has_part(info->parent, folded) ||
               has_part(info->carnatic ? "Carnatic" : "Hindustani", folded);
    for (int i = 0; !has && jw_raga_name_at(raga, i, name); ++i) {
        has = has_part(name, folded);
    }
    return has;
}

bool jw_raga_matches(int raga, const char *filter) {
    bool matches = jw_raga_is_listed(raga);
    for (const char *at = filter + strspn(filter, " "); *at && matches; at += strspn(at, " ")) {
        char word[JW_RAGA_NAME];
        const size_t n = strcspn(at, " ");
        matches = n < sizeof(word);
        if (matches) {
            memcpy(word, at, n);
            word[n] = '\0';
            matches = has_word(raga, word);
        }
        at += n;
    }
    return matches;
}
