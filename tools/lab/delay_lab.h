// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The experiments of R. Szalai, "Impact mechanics of elastic structures with point
// contact", Journal of Vibration and Acoustics 136 (2014); its equation numbers are
// written (SZ n) in these files.

#ifndef JW_DELAY_LAB_H
#define JW_DELAY_LAB_H

#include "delay_beam.h"
#include "lab.h"

extern const JwLabExperiment jw_lab_delay_kernel;
extern const JwLabExperiment jw_lab_delay_impact;

/// Values of --beam.
#define JW_DELAY_CHOICES "timoshenko|euler-bernoulli|string"

JwDelayKind jw_delay_kind(const JwLab *lab);

#endif // JW_DELAY_LAB_H
