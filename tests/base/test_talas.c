// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Every tala of the table: its names, and that vibhags, marks, claps, waves and theka agree.

#include "base/talas.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

/// Beats of teental, rupak and adi, written out by hand: X sam with a clap, t a clap, k a wave, K
/// sam with a wave, v another beginning of a part.
static void check_known(void) {
    static const struct {
        const char *name, *beats, *first_bols;
    } cases[] = {
        {"teental", "X...t...k...t...", "Dha Dhin Dhin Dha Dha Dhin Dhin Dha Dha Tin Tin Ta"},
        {"Rupak", "K..t.t.", "Tin Tin Na Dhin Na Dhin Na"},
        {"jhaptaal", "X.t..k.t..", "Dhi Na Dhi Dhi Na Ti Na"},
        {"Ektaal", "X.k.t.k.t.t.", "Dhin Dhin DhaGe TiRaKiTa"},
        {"Dhamar", "X....t.k..t...", "Ka Dhi Ta Dhi Ta Dha - Ga"},
        {"Adi", "X...tktk", ""},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        const int tala = jw_tala_find(cases[i].name);
        if (!check(tala >= 0, "%s is there", cases[i].name)) {
            continue;
        }
        char beats[JW_TALA_MATRAS + 1] = "", bols[256] = "";
        const int n = jw_tala_info(tala)->matras;
        for (int matra = 1; matra <= n; ++matra) {
            const unsigned b = jw_tala_beat(tala, matra);
            char bol[JW_TALA_BOL];
            strcat(beats, b & JW_BEAT_SAM && b & JW_BEAT_KHALI  ? "K"
                          : b & JW_BEAT_SAM && b & JW_BEAT_TALI ? "X"
                          : b & JW_BEAT_TALI                    ? "t"
                          : b & JW_BEAT_KHALI                   ? "k"
                                                                : ".");
            if (jw_tala_bol(tala, matra, bol) && strlen(bols) < 200) {
                strcat(bols, *bols ? " " : "");
                strcat(bols, bol);
            }
        }
        check(!strcmp(beats, cases[i].beats), "%s: %s, not %s", cases[i].name, beats,
              cases[i].beats);
        check(!strncmp(bols, cases[i].first_bols, strlen(cases[i].first_bols)), "%s: %s",
              cases[i].name, bols);
    }
}

/// Counts the words of a text that are no |.
static int words(const char *text) {
    int n = 0;
    for (const char *at = text; *at; ++at) {
        n += *at != ' ' && *at != '|' && (at == text || at[-1] == ' ' || at[-1] == '|');
    }
    return n;
}

static void check_rows(void) {
    for (int t = 0; t < JW_N_TALAS; ++t) {
        const JwTala *tala = jw_tala_info(t);
        int n_parts = 1, n_begin = 0, n_tali = 0, n_khali = 0, length = 0, number = 0;
        for (const char *at = tala->vibhags;; ++at) {
            if (*at >= '0' && *at <= '9') {
                number = 10 * number + *at - '0';
                continue;
            }
            length += number;
            number = 0;
            n_parts += *at == '+';
            if (!*at) {
                break;
            }
        }
        check(length == tala->matras && length <= JW_TALA_MATRAS, "%s: parts of %d beats",
              tala->name, length);
        for (int matra = 0; matra <= tala->matras + 1; ++matra) {
            const unsigned beat = jw_tala_beat(t, matra);
            const bool inside = matra >= 1 && matra <= tala->matras;
            char bol[JW_TALA_BOL];
            n_begin += (beat & JW_BEAT_VIBHAG) != 0;
            n_tali += (beat & JW_BEAT_TALI) != 0;
            n_khali += (beat & JW_BEAT_KHALI) != 0;
            check(((beat & JW_BEAT_SAM) != 0) == (matra == 1), "%s: sam on %d", tala->name, matra);
            check(inside || !beat, "%s has no beat %d", tala->name, matra);
            check((beat & JW_BEAT_TALI) == 0 || (beat & JW_BEAT_KHALI) == 0,
                  "%s: clap and wave on %d", tala->name, matra);
            check(jw_tala_bol(t, matra, bol) == (inside && *tala->theka) &&
                      (*bol != 0) == (inside && *tala->theka),
                  "%s: stroke %d", tala->name, matra);
        }
        check(n_begin == n_parts, "%s: %d parts, %d begin", tala->name, n_parts, n_begin);
        check(n_tali == words(tala->tali) && n_khali == words(tala->khali), "%s: claps and waves",
              tala->name);
        check(!*tala->theka || words(tala->theka) == tala->matras, "%s: theka of %d beats",
              tala->name, words(tala->theka));
        check(tala->carnatic || words(tala->marks) == n_parts, "%s: marks", tala->name);
        if (!tala->carnatic) {
            int n_waves = 0;
            for (const char *at = tala->marks; *at; ++at) {
                n_waves += *at == '0';
            }
            check(n_waves == n_khali, "%s: %d waves in its marks", tala->name, n_waves);
        }
        check(*tala->sources && *tala->checked, "%s: source", tala->name);
    }
    check_between(JW_N_TALAS, 20, 1000, "talas");
    check(!jw_tala_info(-1) && !jw_tala_info(JW_N_TALAS) && !jw_tala_beat(-1, 1), "the table ends");
}

static void check_names(void) {
    for (int t = 0; t < JW_N_TALAS; ++t) {
        const char *names[] = {jw_tala_info(t)->name, jw_tala_info(t)->others,
                               jw_tala_info(t)->devanagari};
        for (int i = 0; i < 3; ++i) {
            char copy[256];
            snprintf(copy, sizeof(copy), "%s", names[i]);
            for (char *name = strtok(copy, ";"); name; name = strtok(NULL, ";")) {
                check(jw_tala_find(name) == t, "%s is %d, not %d", name, jw_tala_find(name), t);
            }
        }
    }
    static const char *const teental[] = {"TINTAL", "Teen Taal", "tīn-tāl", "Tritaal", "तीनताल"};
    for (size_t i = 0; i < sizeof(teental) / sizeof(teental[0]); ++i) {
        check(jw_tala_find(teental[i]) == 0, "%s is Teental", teental[i]);
    }
    static const char *const unknown[] = {"", "x", "tal", "\xff\xfe", "%n", "Teental;Tintal", "16"};
    for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); ++i) {
        check(jw_tala_find(unknown[i]) == -1, "\"%s\" is no tala", unknown[i]);
    }
    static char longest[10000];
    memset(longest, 'a', sizeof(longest) - 1);
    check(jw_tala_find(longest) == -1, "a long name");
}

int main(void) {
    check_rows();
    check_names();
    check_known();
    return check_result();
}
