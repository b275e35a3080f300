// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Figures of a rendering as columns of the table of results.

#ifndef JW_FIGURES_H
#define JW_FIGURES_H

#include "app/dataset/results.h"
#include "app/render/rendered.h"

/// Fills figures and message of a result. [any]
void jw_figures_take(JwResult *result, const JwRendered *rendered);

#endif // JW_FIGURES_H
