// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Partials of a plucked note: frequency and decay of each, by ESPRIT in a narrow band; from these,
// the string's pitch, inharmonicity and losses.

#ifndef JW_PARTIALS_H
#define JW_PARTIALS_H

#include <stdbool.h>

enum { JW_PARTIALS_MAX = 32 };

typedef struct {
    int number;                ///< From 1
    double hz, hz_error;       ///< Frequency, and its standard error from the residual
    double per_s, per_s_error; ///< Decay: amplitude falls as exp(-per_s t); negative: growing
    double amplitude;          ///< At the start of the span
} JwPartial;

typedef struct {
    int n; ///< 0: none found
    JwPartial partial[JW_PARTIALS_MAX];
    double hz;            ///< Fundamental without stiffness: partial k is at k hz sqrt(1 + b k^2)
    double inharmonicity; ///< b
} JwPartials;

/// Span of a sound in which partials are searched [s], its rate, and their number.
typedef struct {
    double rate_hz, from_s, to_s;
    int n_most;
} JwPartialsSpan;

/// Finds the partials near those of a guess, which must be right within some hertz; returns false
/// if there are none, or memory is short. [any]
bool jw_partials_find(const float *sound, int n, const JwPartialsSpan *span, double hz,
                      double inharmonicity, JwPartials *found);

/// Frequency of a partial with that number [Hz]. [any]
double jw_partials_hz(const JwPartials *partials, int number);

/// Partial with that number; NULL if it was not found. [any]
const JwPartial *jw_partials_get(const JwPartials *partials, int number);

/// Losses sigma0 + sigma1 beta + sigma3 beta^3, beta = number pi / length, that fit the decays
/// best, none negative. `low` and `high` are factors on the first and on the others. Returns false
/// without enough data. [any]
bool jw_partials_losses(const JwPartials *partials, double length_m, double low, double high,
                        double sigma[3]);

#endif // JW_PARTIALS_H
