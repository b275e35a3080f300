// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instruments that nobody would build, drawn at random.

#ifndef JW_TEST_RANDOM_INSTRUMENT_H
#define JW_TEST_RANDOM_INSTRUMENT_H

#include "playing/instrument.h"

#include <stdbool.h>
#include <stdint.h>

/// A number whose logarithm is evenly spread.
double random_log(uint64_t *state, double least, double most);

/// True with that probability.
bool random_chance(uint64_t *state, double probability);

/// Up to nine strings over up to three obstacles on a body, which may be too light for them.
void random_instrument(uint64_t *state, JwInstrument *instrument);

#endif // JW_TEST_RANDOM_INSTRUMENT_H
