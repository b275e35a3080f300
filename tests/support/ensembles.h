// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strings of an instrument on its body, as the engine has them step, without an engine.

#ifndef JW_TEST_ENSEMBLES_H
#define JW_TEST_ENSEMBLES_H

#include "playing/instrument.h"
#include "playing/tables.h"
#include "string/ensemble.h"

#include <stdbool.h>

/// Strings at rest; the instrument is borrowed until ensemble_free().
typedef struct {
    JwTables *tables;
    JwStringState *state; ///< One a string, in the instrument's order
    int n;
    JwEnsemble ensemble;
} TestEnsemble;

/// Builds it with the instrument's own parameters, open strings, modes in 64 bits. False, and
/// nothing to free, if memory is short or the body is too light.
bool ensemble_init(TestEnsemble *e, const JwInstrument *instrument, double rate_hz);
void ensemble_free(TestEnsemble *e);

/// Takes every loss out of an instrument: strings, threads, body; and restitution is 1.
void ensemble_make_lossless(JwInstrument *instrument);

/// A body for instruments that come without one: five modes of 0.05 to 0.2 kg, some resonances.
/// Returns how many.
int ensemble_light_body(JwBodyMode *mode);

/// One step: of strings and body together, or of each string alone if nothing couples them.
void ensemble_step(TestEnsemble *e);

/// Energy of all [J], the ledgers' debts left out.
double ensemble_energy_j(TestEnsemble *e);

/// What the ledgers have taken and not given back [J], <= 0.
double ensemble_ledger_j(const TestEnsemble *e);

#endif // JW_TEST_ENSEMBLES_H
