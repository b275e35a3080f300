// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LETTERS_MAX = 64 };

static int min(int a, int b) {
    return a < b ? a : b;
}

// Levenshtein distance (letters to insert, delete or change), or one more than the distance to the
// nearest prefix of b: a name with its end missing is also near.
static int edit_distance(const char *a, const char *b) {
    int row[LETTERS_MAX + 1] = {0};
    const int n = min((int)strlen(b), LETTERS_MAX);
    for (int j = 0; j <= n; ++j) {
        row[j] = j;
    }
    for (int i = 0; i < LETTERS_MAX && a[i]; ++i) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 0; j < n; ++j) {
            const int changed =
                diagonal + (tolower((unsigned char)a[i]) != tolower((unsigned char)b[j]));
            diagonal = row[j + 1];
            row[j + 1] = min(changed, 1 + min(row[j], row[j + 1]));
        }
    }
    int best = row[n];
    for (int j = 1; j < n; ++j) {
        best = min(best, row[j] + 1);
    }
    return best;
}

JwNearest jw_nearest_start(const char *word) {
    return (JwNearest){.word = word};
}

void jw_nearest_offer(JwNearest *nearest, const char *name) {
    jw_nearest_offer_as(nearest, name, name);
}

void jw_nearest_offer_as(JwNearest *nearest, const char *name, const char *shown) {
    // A word inside the name counts as one wrong letter, at the beginning as none.
    const char *part = *nearest->word ? strstr(name, nearest->word) : NULL;
    const int distance = part ? part > name : edit_distance(nearest->word, name);
    if (distance > 1 + min((int)strlen(nearest->word), LETTERS_MAX) / 2) {
        return;
    }
    int last = JW_NEAREST_NAMES - 1; // The place that becomes free
    for (int i = 0; i < JW_NEAREST_NAMES; ++i) {
        if (nearest->name[i] == shown) {
            if (nearest->distance[i] <= distance) {
                return;
            }
            last = i;
        }
    }
    int place = last + 1;
    while (place > 0 && (!nearest->name[place - 1] || distance < nearest->distance[place - 1])) {
        --place;
    }
    for (int i = last; i > place; --i) {
        nearest->name[i] = nearest->name[i - 1];
        nearest->distance[i] = nearest->distance[i - 1];
    }
    if (place <= last) {
        nearest->name[place] = shown;
        nearest->distance[place] = distance;
    }
}

const char *jw_nearest_text(const JwNearest *nearest, char *text, size_t size) {
    size_t n = 0;
    text[0] = '\0';
    for (int i = 0; i < JW_NEAREST_NAMES && nearest->name[i] && n < size; ++i) {
        const int written =
            snprintf(text + n, size - n, "%s%s", i ? ", " : "; nearest: ", nearest->name[i]);
        n += written > 0 ? (size_t)written : 0;
    }
    return text;
}

const char *jw_nearest_string(const JwInstrument *instrument, const char *name, char *text,
                              size_t size) {
    JwNearest nearest = jw_nearest_start(name);
    for (int s = 0; s < instrument->n_strings; ++s) {
        jw_nearest_offer(&nearest, instrument->string[s].name);
    }
    return jw_nearest_text(&nearest, text, size);
}
