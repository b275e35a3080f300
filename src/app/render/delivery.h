// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Delivery: the way of rendered sound into its files, by way of the level that it is to have, the
// limiter and the rounding.
//
// Where a level is asked for, all of the sound waits in a spool until its level is known. Mix and
// stems get the same factor and the same gains of the limiter, so that stems go on to sum to the
// mix.

#ifndef JW_APP_DELIVERY_H
#define JW_APP_DELIVERY_H

#include "app/render/render.h"
#include "app/render/report.h"
#include "base/message.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct JwDelivery JwDelivery;

/// Begins; the first `late` frames are left out. The report gets frames, the voices' figures and
/// those of level and limiter. NULL, with a message, on failure. [main]
JwDelivery *jw_delivery_new(const JwRender *render, JwReport *report, uint64_t late,
                            JwMessage *message);

/// Takes a block of up to the render's block_frames: left and right of the mix, and of the stem of
/// each string and the body. What is in the arrays may change. [main]
bool jw_delivery_take(JwDelivery *delivery, float *const mix[2], float *const *stem, uint32_t n,
                      JwMessage *message);

/// Delivers what waits; to be called once, after the last block. False, without a message, if the
/// render was stopped. [main]
bool jw_delivery_finish(JwDelivery *delivery, JwMessage *message);

/// Frees it; NULL is fine. [main]
void jw_delivery_free(JwDelivery *delivery);

#endif // JW_APP_DELIVERY_H
