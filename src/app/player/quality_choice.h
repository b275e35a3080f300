// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Choice of QUALITY by the speed of this machine: measured once for each instrument, and stored.

#ifndef JW_QUALITY_CHOICE_H
#define JW_QUALITY_CHOICE_H

#include "base/error.h"
#include "playing/instrument.h"

#include <stdbool.h>

/// Largest part of a core that an instrument may use at the chosen quality: half is left for the
/// host, the most expensive block and other instruments.
#define JW_QUALITY_SHARE 0.5

/// Instrument, and a companion that plays beside it at the same quality.
typedef struct {
    const JwInstrument *instrument;
    const char *name;         ///< User's name for the instrument
    const JwInstrument *with; ///< Instrument of the companion; NULL: none
    const char *with_name;    ///< Name of its preset
} JwQualityOf;

/// Chooses the highest quality at which instrument and companion together use less than
/// JW_QUALITY_SHARE of a core; 1 if none does. Measurements are stored in quality.conf among the
/// user's settings, and repeated when the machine or the program has changed or they need more
/// work. said: receives the measurements and the choice. Returns false, with an error in said, if
/// one of them cannot be prepared. [main]
bool jw_quality_choose(const JwQualityOf *of, double rate_hz, int *quality, JwError *said);

#endif // JW_QUALITY_CHOICE_H
