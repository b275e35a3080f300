// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Engines that are ready to run.

#ifndef JW_TEST_ENGINES_H
#define JW_TEST_ENGINES_H

#include "engine/engine.h"
#include "support/check.h"

#include <stdlib.h>

/// A new engine for the instrument, to be freed; options may be NULL. A test that gets none ends.
static inline JwEngine *engine_prepared(const JwInstrument *instrument, double rate_hz,
                                        const JwEngineOptions *options) {
    JwEngine *engine = jw_engine_new();
    const JwStatus status =
        engine ? jw_engine_prepare(engine, instrument, rate_hz, options) : JW_ERR_NO_MEMORY;
    if (!check(status == JW_SUCCESS, "prepare: %s", jw_status_message(status))) {
        check_result();
        exit(1);
    }
    return engine;
}

#endif // JW_TEST_ENGINES_H
