// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/ragas.h"

#include <stddef.h>
#include <string.h>

enum { OCTAVE = 12, ALL_NOTES = (1 << OCTAVE) - 1, HINDUSTANI = 0, CARNATIC = 1 };

static const char letters[] = "SrRgGmMPdDnN";

static const JwRaga ragas[JW_N_RAGAS] = {
#define JW_RAGA(number, name, others, devanagari, system, parent, notes, aroha, avaroha, vadi,     \
                samvadi, time, first, taraf, just, own, checked, sources, remark)                  \
    [JW_RAGA_##number] = {name,   others,  devanagari, (system) == CARNATIC,                       \
                          parent, notes,   aroha,      avaroha,                                    \
                          vadi,   samvadi, time,       first[0],                                   \
                          taraf,  just,    own,        checked,                                    \
                          sources},
#include "base/ragas.def"
#undef JW_RAGA
};

const JwRaga *jw_raga_info(int raga) {
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

/// Letter without its accent of the character at *text, which it steps over; 0: a mark that is no
/// letter; otherwise, for a character of another script, its first byte.
static char take_letter(const char **text) {
    static const struct {
        const char *accented;
        char letter;
    } latin[] = {
        {"àáâãäåāăÀÁÂÃÄÅĀĂ", 'a'}, {"èéêëēĕẽÈÉÊËĒĔẼ", 'e'}, {"ìíîïīĭÌÍÎÏĪĬ", 'i'},
        {"òóôõöōŏÒÓÔÕÖŌŎ", 'o'},   {"ùúûüūŭÙÚÛÜŪŬ", 'u'},   {"ñńṅṇṉÑŃṄṆṈ", 'n'},
        {"śşšṣŚŞŠṢ", 's'},         {"ṭṫţŤṬṪŢť", 't'},       {"ḍďḌĎ", 'd'},
        {"ṛřŕṙṚŘŔṘ", 'r'},         {"ḥḫḤḪ", 'h'},           {"ṃṁṂṀ", 'm'},
        {"ḷĺḻḶĹḺ", 'l'},           {"çćčÇĆČ", 'c'},         {"ýÿÝŸ", 'y'},
        {"ĝğġĜĞĠ", 'g'},           {"żźžŻŹŽ", 'z'},
    };
    const unsigned char c = (unsigned char)**text;
    if (c < 0x80) {
        ++*text;
        return c >= 'A' && c <= 'Z'                               ? (char)(c - 'A' + 'a')
               : (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? (char)c
                                                                  : '\0';
    }
    size_t n = 1;
    while (((unsigned char)(*text)[n] & 0xc0) == 0x80 && n < 4) {
        ++n;
    }
    const char *begin = *text;
    const bool is_latin = (c >= 0xc3 && c <= 0xc5) || c == 0xe1; // First bytes of those above
    for (size_t i = 0; i < sizeof(latin) / sizeof(latin[0]) && is_latin; ++i) {
        for (const char *at = latin[i].accented; *at;) {
            size_t length = 1;
            while (((unsigned char)at[length] & 0xc0) == 0x80) {
                ++length;
            }
            if (length == n && !memcmp(at, begin, n)) {
                *text += n;
                return latin[i].letter;
            }
            at += length;
        }
    }
    // Accents of their own, U+0300 to U+036F
    if (n == 2 && (c == 0xcc || (c == 0xcd && (unsigned char)begin[1] <= 0xaf))) {
        *text += n;
        return '\0';
    }
    ++*text;
    return (char)c;
}

/// Writes a name without capitals, blanks, signs and accents. A longer one is cut.
static void fold(const char *text, char folded[JW_RAGA_NAME]) {
    size_t n = 0;
    while (*text && n + 1 < JW_RAGA_NAME) {
        const char letter = take_letter(&text);
        folded[n] = letter;
        n += letter != '\0';
    }
    folded[n] = '\0';
}

static bool is_one_of(char c, const char *set) {
    return c && strchr(set, c);
}

/// Letter for the sound that begins at text, *n letters long; 0: it is not pronounced.
static char take_sound(const char *text, char before, size_t *n) {
    static const struct {
        const char *written;
        char sound;
    } sounds[] = {{"aa", 'a'}, {"ee", 'i'}, {"oo", 'u'}, {"ou", 'u'},
                  {"ph", 'f'}, {"w", 'v'},  {"y", 'i'},  {"z", 'j'}};
    for (size_t i = 0; i < sizeof(sounds) / sizeof(sounds[0]); ++i) {
        const size_t length = strlen(sounds[i].written);
        if (!strncmp(text, sounds[i].written, length)) {
            *n = length;
            return sounds[i].sound;
        }
    }
    *n = 1;
    if (*text == 'h' && is_one_of(before, "bcdgjkpstr")) {
        return '\0';
    }
    return *text == 'm' && text[1] && !is_one_of(text[1], "aeiouy") ? 'n' : *text;
}

/// Reduces a folded name to its sounds: length, aspiration, doubled letters and a final a are lost.
static void reduce(char *name) {
    size_t to = 0;
    char before = '\0';
    for (const char *at = name; *at;) {
        size_t n;
        const char sound = take_sound(at, before, &n);
        at += n;
        if (sound && (to == 0 || name[to - 1] != sound)) {
            name[to++] = sound;
        }
        before = at[-1];
    }
    to -= to > 2 && name[to - 1] == 'a';
    name[to] = '\0';
}

/// Finds a folded name; reduced, it is compared by sound. A raga's own names come before its
/// others.
static int find_folded(const char *wanted, bool by_sound) {
    char name[JW_RAGA_NAME];
    for (int own = 1; own >= 0; --own) {
        for (int raga = 1; raga < JW_N_RAGAS; ++raga) {
            for (int i = own ? 0 : 1; jw_raga_name_at(raga, i, name) && (!own || i == 0); ++i) {
                char folded[JW_RAGA_NAME];
                fold(name, folded);
                if (by_sound) {
                    reduce(folded);
                }
                if (!strcmp(folded, wanted)) {
                    return raga;
                }
            }
        }
    }
    return JW_RAGA_NONE;
}

static int find_name(const char *text) {
    char wanted[JW_RAGA_NAME];
    if (strlen(text) >= JW_RAGA_NAME) {
        return JW_RAGA_NONE;
    }
    fold(text, wanted);
    if (!*wanted) {
        return JW_RAGA_NONE;
    }
    const int same = find_folded(wanted, false);
    if (same) {
        return same;
    }
    reduce(wanted);
    return find_folded(wanted, true);
}

/// Text after "Raga" and a blank or hyphen; NULL if it does not begin so.
static const char *without_title(const char *text) {
    static const char *const titles[] = {"raga", "raag", "rag", "ragam"};
    const size_t n = strcspn(text, " -_");
    char first[JW_RAGA_NAME] = "", title[JW_RAGA_NAME];
    memcpy(first, text, n < sizeof(first) ? n : 0);
    fold(first, title);
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
    fold(text, folded);
    if (strstr(folded, word)) {
        return true;
    }
    strcpy(sounds, word);
    reduce(folded);
    reduce(sounds);
    return strlen(sounds) > 2 && strstr(folded, sounds);
}

static bool has_word(int raga, const char *word) {
    const JwRaga *info = jw_raga_info(raga);
    const bool lacks = word[0] == '-';
    const int semitone = word[lacks] && !word[lacks + 1] ? jw_svara_semitone(word[lacks]) : -1;
    if (semitone >= 0) {
        return (jw_raga_notes(raga) >> semitone & 1u) != lacks;
    }
    char folded[JW_RAGA_NAME], name[JW_RAGA_NAME];
    fold(word, folded);
    bool has = strstr(info->time, word) || has_part(info->parent, folded) ||
               has_part(info->carnatic ? "Carnatic" : "Hindustani", folded);
    for (int i = 0; !has && jw_raga_name_at(raga, i, name); ++i) {
        has = has_part(name, folded);
    }
    return has;
}

bool jw_raga_matches(int raga, const char *filter) {
    bool matches = jw_raga_info(raga) != NULL;
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
