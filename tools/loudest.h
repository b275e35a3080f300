// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// String of an engine that moves most.

#ifndef JW_LOUDEST_H
#define JW_LOUDEST_H

#include "engine/engine.h"

/// Number of the string with the most energy, as reported last.
int loudest_string(const JwEngine *engine);

#endif // JW_LOUDEST_H
