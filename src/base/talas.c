// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/talas.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { HINDUSTANI = 0, CARNATIC = 1 };

static const JwTala talas[JW_N_TALAS] = {
#define JW_TALA(name, others, devanagari, system, matras, vibhags, marks, tali, khali, theka,      \
                kriya, checked, sources, remark)                                                   \
    {name,  others,  devanagari, (system) == CARNATIC, matras, vibhags, marks, tali, khali, theka, \
     kriya, checked, sources},
#include "base/talas.def"
#undef JW_TALA
};

const JwTala *jw_tala_info(int tala) {
    return tala >= 0 && tala < JW_N_TALAS ? &talas[tala] : NULL;
}

/********* Names *********/

/// True if one of several names, separated by ;, is the wanted one.
static bool is_among(const char *names, const char *wanted, bool by_sound) {
    bool is = false;
    while (*names && !is) {
        char name[JW_FOLDED_NAME] = "", folded[JW_FOLDED_NAME];
        const size_t n = strcspn(names, ";");
        memcpy(name, names, n < sizeof(name) ? n : 0);
        jw_name_fold(name, folded);
        if (by_sound) {
            jw_name_reduce(folded);
        }
        is = !strcmp(folded, wanted);
        names += n + (names[n] == ';');
    }
    return is;
}

int jw_tala_find(const char *text) {
    char wanted[JW_FOLDED_NAME];
    jw_name_fold(strlen(text) < JW_FOLDED_NAME ? text : "", wanted);
    for (int by_sound = 0; by_sound < 2 && *wanted; ++by_sound) {
        if (by_sound) {
            jw_name_reduce(wanted);
        }
        for (int own = 1; own >= 0; --own) {
            for (int i = 0; i < JW_N_TALAS; ++i) {
                const JwTala *t = &talas[i];
                if (own ? is_among(t->name, wanted, by_sound)
                        : is_among(t->others, wanted, by_sound) ||
                              is_among(t->devanagari, wanted, by_sound)) {
                    return i;
                }
            }
        }
    }
    return -1;
}

/********* Beats *********/

/// True if a list of numbers, "1 5 13", has one.
static bool lists(const char *list, int number) {
    bool has = false;
    while (*list && !has) {
        char *end;
        has = strtol(list, &end, 10) == number;
        list = end + strspn(end, " ");
    }
    return has;
}

/// True if a part begins on a beat: the parts are lengths, "4+4+4+4".
static bool begins_part(const char *vibhags, int matra) {
    int at = 1;
    while (*vibhags && at < matra) {
        char *end;
        at += (int)strtol(vibhags, &end, 10);
        vibhags = end + strspn(end, "+");
    }
    return at == matra;
}

unsigned jw_tala_beat(int tala, int matra) {
    const JwTala *t = jw_tala_info(tala);
    if (!t || matra < 1 || matra > t->matras) {
        return 0;
    }
    return (matra == 1 ? JW_BEAT_SAM : 0u) | (lists(t->tali, matra) ? JW_BEAT_TALI : 0u) |
           (lists(t->khali, matra) ? JW_BEAT_KHALI : 0u) |
           (begins_part(t->vibhags, matra) ? JW_BEAT_VIBHAG : 0u);
}

bool jw_tala_bol(int tala, int matra, char text[JW_TALA_BOL]) {
    const JwTala *t = jw_tala_info(tala);
    text[0] = '\0';
    if (!t || matra < 1 || matra > t->matras) {
        return false;
    }
    for (const char *at = t->theka; *at;) {
        const size_t n = strcspn(at, " |");
        if (n > 0 && --matra == 0 && n < JW_TALA_BOL) {
            memcpy(text, at, n);
            text[n] = '\0';
            return true;
        }
        at += n + strspn(at + n, " |");
    }
    return false;
}
