// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Delivery: takes rendered sound through level adjustment, limiter and rounding into its files.
//
// If a level is requested, the whole sound is spooled until its level is known. Mix and stems get
// the same factor and the same gains of the limiter, so that the stems still sum to the mix.

#ifndef JW_APP_DELIVERY_H
#define JW_APP_DELIVERY_H

#include "app/render/render.h"
#include "app/render/report.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct JwDelivery JwDelivery;

/// Begins a delivery; skips the first `late` frames. Fills in frames, the statistics of the voices,
/// level and limiter in the report. Returns NULL, with an error, on failure. [main]
JwDelivery *jw_delivery_new(const JwRender *render, JwReport *report, uint64_t late,
                            JwError *error);

/// Rendered block.
typedef struct {
    float *mix[2];
    float *const *stem; ///< Left and right of each string, then of the body
    float *const *with; ///< The same of the companion; NULL: none
} JwRenderedBlock;

/// Takes a block of at most the render's block_frames. May change the arrays. [main]
bool jw_delivery_take(JwDelivery *delivery, const JwRenderedBlock *block, uint32_t n,
                      JwError *error);

/// Delivers the spooled sound; call it once, after the last block. Returns false, without a
/// message, if the render was stopped. [main]
bool jw_delivery_finish(JwDelivery *delivery, JwError *error);

/// Frees it; accepts NULL. [main]
void jw_delivery_free(JwDelivery *delivery);

#endif // JW_APP_DELIVERY_H
