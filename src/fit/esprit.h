// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// ESPRIT: frequencies and decays of a few decaying partials in a short signal (Roy & Kailath 1989).

#ifndef JW_ESPRIT_H
#define JW_ESPRIT_H

#include <complex.h>
#include <stdbool.h>

enum {
    JW_ESPRIT_SAMPLES = 128, ///< Largest number of samples
    JW_ESPRIT_ORDER = 4,     ///< Largest number of partials
};

/// A partial: amplitude times exp((i frequency - decay) k) at sample k.
typedef struct {
    double frequency; ///< Radians per sample, -pi to pi
    double decay;     ///< Nepers per sample; negative: growing
    double complex amplitude;
} JwPole;

/// Finds n_poles partials in n samples, in order of descending mean strength; *rest is the
/// residual, rms. Returns false if the signal is too short, silent or singular. [any]
bool jw_esprit(const double complex *x, int n, int n_poles, JwPole *pole, double *rest);

#endif // JW_ESPRIT_H
