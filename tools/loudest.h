// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// String of an engine with the largest motion.

#ifndef JW_LOUDEST_H
#define JW_LOUDEST_H

#include "engine/engine.h"

/// Index of the string with the most energy, as last reported.
int loudest_string(const JwEngine *engine);

#endif // JW_LOUDEST_H
