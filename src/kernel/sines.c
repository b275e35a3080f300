// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel/sines.h"
#include "base/elementary.h"
#include "base/pi.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/// Counts the products, then the turns of f stretches.
double jw_sines_work(const JwSines *s) {
    const int pairs = (s->factor - 1) / 2;
    const int products = s->g * (1 + pairs) + (s->g + 1) * pairs;
    return (double)s->blocks * (products + s->factor * (1 + 2 * pairs));
}

double jw_sines_cost(const JwSines *s) {
    // Three classes are separated in whole registers, other numbers of classes number by number.
    // Any transform costs some 30 multiply-adds more.
    const double parts = s->factor == 3 ? 0.5 : 1.5;
    return 6.0 * (jw_sines_work(s) + parts * s->n_modes + 30.0);
}

JwSines jw_sines_divide(int n_modes, int factor) {
    const int g = ((n_modes + 1) / factor - 1) / 2;
    if (n_modes % 2 || n_modes < JW_LANES || n_modes > JW_SINES_MODES || (n_modes + 1) % factor ||
        g < 1) {
        return (JwSines){.factor = 0};
    }
    return (JwSines){.n_modes = n_modes, .factor = factor, .g = g, .blocks = g / JW_LANES + 1};
}

JwSines jw_sines_plan(int n_modes) {
    JwSines best = {.factor = 0};
    for (int f = 1; f <= JW_SINES_FACTOR; f += 2) {
        const JwSines s = jw_sines_divide(n_modes, f);
        if (s.factor && (best.factor == 0 || jw_sines_cost(&s) < jw_sines_cost(&best))) {
            best = s;
        }
    }
    return best;
}

static size_t lines(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

/// Counts the elements of sine, cosine, turn and sign into n.
static void count(const JwSines *s, size_t n[4]) {
    const size_t lanes = (size_t)s->blocks * JW_LANES, g = (size_t)s->g;
    n[0] = g * lanes;
    n[1] = (g + 1) * lanes;
    n[2] = (size_t)s->factor * (size_t)(s->factor - 1) * lanes;
    n[3] = (size_t)s->n_modes / 2 + 1;
}

size_t jw_sines_size(const JwSines *s, size_t element) {
    size_t n[4], sum = 0;
    count(s, n);
    for (int i = 0; i < 4; ++i) {
        sum += lines(n[i] * element);
    }
    return s->factor ? sum : 0;
}

/// Angle 2 pi a b/n; whole turns are removed before they cost digits.
static double turned(long a, long b, long n) {
    return 2.0 * JW_PI * (double)(a * b % n) / (double)n;
}

void jw_sines_fill(JwSines *s, JwPrecision precision, void *memory) {
    const size_t element = precision == JW_PRECISION_F64 ? sizeof(double) : sizeof(float);
    const int lanes = s->blocks * JW_LANES, m = 2 * s->g + 1, all = s->n_modes + 1;
    void **const array[4] = {&s->sine, &s->cosine, &s->turn, &s->sign};
    unsigned char *next = memory;
    size_t n[4];
    memset(memory, 0, jw_sines_size(s, element));
    count(s, n);
    for (int i = 0; i < 4; ++i) {
        *array[i] = next;
        next += lines(n[i] * element);
    }
    for (int k = 0; k <= s->g; ++k) {
        const size_t line = (size_t)k * (size_t)lanes;
        for (int i = 0; i <= s->g; ++i) {
            const double angle = turned(i, k, m);
            const size_t at = line + (size_t)i;
            jw_element_put(precision, s->cosine, at, sqrt(2.0) * jw_cos(angle));
            if (k > 0) {
                jw_element_put(precision, s->sine, at - (size_t)lanes, sqrt(2.0) * jw_sin(angle));
            }
        }
    }
    size_t at = 0;
    for (int stretch = 0; stretch < s->factor; ++stretch) {
        // Stretches start at 0 up, m down, m up, 2 m down, ...
        const int from = (stretch + 1) / 2 * m;
        const bool down = stretch % 2 > 0;
        for (int r = 1; r <= (s->factor - 1) / 2; ++r, at += 2 * (size_t)lanes) {
            for (int i = 0; i <= s->g; ++i) {
                const double angle = turned(down ? from - i : from + i, r, all);
                jw_element_put(precision, s->turn, at + (size_t)i,
                               down ? -jw_cos(angle) : jw_cos(angle));
                jw_element_put(precision, s->turn, at + (size_t)(lanes + i), jw_sin(angle));
            }
        }
    }
    for (int i = 0; i <= s->n_modes / 2; ++i) {
        jw_element_put(precision, s->sign, (size_t)i, i % 2 ? -1.0 : 1.0);
    }
}
