// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Choice of QUALITY by what this machine can do: measured once for an instrument, and remembered.

#ifndef JW_QUALITY_CHOICE_H
#define JW_QUALITY_CHOICE_H

#include "base/message.h"
#include "playing/instrument.h"

#include <stdbool.h>

/// Most of a core that an instrument may take at the quality that is chosen: half is left to the
/// host, the dearest block and other instruments.
#define JW_QUALITY_SHARE 0.5

/// Chooses the highest quality at which the instrument takes less than JW_QUALITY_SHARE of a core;
/// 1 if none does. What was measured is kept in quality.conf among the user's settings, and
/// measured again once the machine or the program is another, or the instrument takes more work.
/// name: the instrument's, as the user calls it. said: what was measured and chosen. False, with a
/// message in said, if the instrument cannot be prepared. [main]
bool jw_quality_choose(const JwInstrument *instrument, const char *name, double rate_hz,
                       int *quality, JwMessage *said);

#endif // JW_QUALITY_CHOICE_H
