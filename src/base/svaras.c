// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/svaras.h"

#include "base/ragas.h"

#include <math.h>

enum { OCTAVE = 12, WIDEST = 2 * OCTAVE };

/// Distance within which a pull has reached a note [semitones].
static const double reached = 0.02;

/// Half of the lead [semitones] that another note needs to be named instead of the held one.
static const double lead = 0.05;

static int modulo(int a) {
    const int r = a % OCTAVE;
    return r < 0 ? r + OCTAVE : r;
}

static int has(const JwSvaras *s, int key) {
    return (int)(s->notes >> modulo(key - s->sa_key) & 1u);
}

JwSvaras jw_svaras_equal(int sa_key, int raga) {
    JwSvaras s = {.sa_key = sa_key, .notes = jw_raga_notes(raga)};
    for (int d = 0; d < OCTAVE; ++d) {
        s.cents[d] = 100.0 * d;
    }
    return s;
}

const char *jw_svara_name(int sa_key, int key) {
    static const char *const names[OCTAVE] = {"Sa", "re", "Re",  "ga",  "Ga", "ma",
                                              "Ma", "Pa", "dha", "Dha", "ni", "Ni"};
    return names[modulo(key - sa_key)];
}

double jw_svara_pitch(const JwSvaras *s, int key) {
    const int from = key - s->sa_key, within = modulo(from);
    return (from - within) + s->cents[within] / 100.0;
}

JwSvaraNear jw_svara_near(const JwSvaras *s, double semitones, int held) {
    JwSvaraNear best = {-1, 0.0};
    double least = HUGE_VAL;
    if (!(fabs(semitones) < 1000.0)) {
        return best;
    }
    const int middle = s->sa_key + (int)lround(semitones);
    for (int key = middle - OCTAVE; key <= middle + OCTAVE; ++key) {
        const double off = semitones - jw_svara_pitch(s, key);
        const double far = fabs(off) - (key == held ? 2.0 * lead : 0.0);
        if (has(s, key) && far < least) {
            least = far;
            best = (JwSvaraNear){key, 100.0 * off};
        }
    }
    return best;
}

double jw_svara_next_pull(const JwSvaras *s, int key, double pull, int way) {
    const double stopped = jw_svara_pitch(s, key);
    double best = pull;
    for (int by = -WIDEST; by <= WIDEST; ++by) {
        const double to = jw_svara_pitch(s, key + by) - stopped;
        const double ahead = way > 0 ? to - pull : pull - to;
        // The stopped note itself is always one of them
        if ((has(s, key + by) || by == 0) && ahead > reached &&
            (best == pull || fabs(to - pull) < fabs(best - pull))) {
            best = to;
        }
    }
    return best;
}
