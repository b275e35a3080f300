// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Every preset that plays by itself beside every instrument, in several tunings: both have the same
// tonic, to the last bit, and the strings that the preset tunes to Sa are there. The presets that
// accompany a sitar have its tonic as they come.
//
//     test_companion INSTRUMENT.ini... PRESET.ttl...

#include "program/companion.h"
#include "program/patch_names.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static JwPatch main_patch, with;
static JwTuning tuning, with_tuning;
static JwFretboard board, with_board;

static bool is_preset(const char *path) {
    return strlen(path) > 4 && !strcmp(path + strlen(path) - 4, ".ttl");
}

static double octaves(double a, double b) {
    return log2(a / b);
}

/// True if two pitches are whole octaves apart.
static bool same_note(double a, double b) {
    return fabs(octaves(a, b) - round(octaves(a, b))) < 1e-12;
}

static void check_pair(const char *instrument, const char *preset, const double *param) {
    const JwCompanionSettings settings = JW_COMPANION_NONE;
    JwError error = {0};
    int on_sa = 0;
    if (!check(jw_companion_load(&with, preset, &error), "%s: %s", preset, error.text)) {
        return;
    }
    jw_companion_share(&with, &settings, param, jw_companion_sa_key(&main_patch.instrument, param));
    jw_companion_tuning(&with_tuning, &tuning);
    jw_fretboard_fill(&board, &main_patch.instrument, &tuning, param);
    jw_fretboard_fill(&with_board, &with.instrument, &with_tuning, with.instrument.param);
    const int sa = board.sa_key, with_sa = with_board.sa_key;
    check((sa - with_sa) % 12 == 0 && same_note(board.key_hz[sa], with_board.key_hz[with_sa]),
          "%s with %s: Sa is %g Hz and %g Hz", instrument, preset, board.key_hz[sa],
          with_board.key_hz[with_sa]);
    for (int i = 0; i < 12; ++i) {
        const int key = sa + i, other = with_sa + i;
        check(same_note(board.key_hz[key], with_board.key_hz[other]),
              "%s with %s: note %d is %g Hz and %g Hz", instrument, preset, i, board.key_hz[key],
              with_board.key_hz[other]);
    }
    for (int s = 0; s < with.instrument.n_strings; ++s) {
        on_sa += with_board.neck[s].key[0] >= 0 && (with_board.neck[s].key[0] - sa) % 12 == 0;
    }
    check(on_sa >= 3, "%s with %s: %d strings on Sa", instrument, preset, on_sa);
}

/// Tunings: as it comes, another Sa at another concert pitch, a raga in just intonation.
static void check_instrument(const char *path, int n, char **preset) {
    static const struct {
        double sa, a4, raga, intonation;
    } cases[] = {{-1.0, 440.0, 0.0, 0.0}, {4.0, 432.0, 0.0, 0.0}, {12.0, 443.0, 6.0, 1.0}};
    static const bool none[JW_N_PARAMS];
    static const double unused[JW_N_PARAMS];
    JwError error = {0};
    double param[JW_N_PARAMS];
    if (!check(jw_patch_load(&main_patch, path, NULL, none, unused, &error), "%s", error.text)) {
        return;
    }
    for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); ++c) {
        memcpy(param, main_patch.instrument.param, sizeof(param));
        param[JW_P_SA] = cases[c].sa < 0.0 ? param[JW_P_SA] : cases[c].sa;
        param[JW_P_A4] = cases[c].a4;
        param[JW_P_RAGA] = cases[c].raga;
        param[JW_P_INTONATION] = cases[c].intonation;
        for (int i = 0; i < n; ++i) {
            check_pair(path, preset[i], param);
        }
    }
}

/// As they come: the presets that accompany a sitar.
static void check_default(const char *preset) {
    static const char *const others[] = {"tanpura-high", "tanpura-woman", "tambura-"};
    static const bool none[JW_N_PARAMS];
    static const double unused[JW_N_PARAMS];
    JwError error = {0};
    if (!check(jw_patch_load(&with, NULL, preset, none, unused, &error), "%s", error.text)) {
        return;
    }
    bool other = false;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i) {
        other = other || strstr(preset, others[i]);
    }
    const int sa = jw_companion_sa_key(&with.instrument, with.instrument.param);
    check((sa == 1) == !other, "%s: Sa is key %d, C# is 1", preset, sa);
}

int main(int argc, char **argv) {
    JwError error = {0};
    char *preset[64];
    int n = 0, n_instruments = 0, first = JW_N_RAGAS;
    for (int i = 1; i < argc && n < 64; ++i) {
        if (is_preset(argv[i]) && jw_companion_load(&with, argv[i], &error)) {
            preset[n++] = argv[i];
            check_default(argv[i]);
        }
    }
    for (int i = 1; i < argc; ++i) {
        if (!is_preset(argv[i])) {
            check_instrument(argv[i], n, preset);
            ++n_instruments;
        }
    }
    check(n >= 10 && n_instruments >= 14, "%d presets beside %d instruments", n, n_instruments);
    check(!jw_companion_first("Re", &first) && first == JW_N_RAGAS, "Re is no first string");
    check(jw_companion_first("ma", &first) && first == 2 &&
              !strcmp(jw_companion_first_name(first), "Ma"),
          "Ma is");
    check(jw_companion_first("own", &first) && first == -1, "own is the preset's");
    return check_result();
}
