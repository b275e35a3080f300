// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/names.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

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

void jw_name_fold(const char *text, char folded[JW_FOLDED_NAME]) {
    size_t n = 0;
    while (*text && n + 1 < JW_FOLDED_NAME) {
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

void jw_name_reduce(char *name) {
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
