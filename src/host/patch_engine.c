// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Engines of patches. Separate from reading patches, because the plug-in's window reads patches and
// has no engine.

#include "host/patch.h"

JwStatus jw_patch_engine_new(JwEngine **engine, const JwInstrument *instrument,
                             const JwPatchFit *fit, double rate_hz,
                             const JwEngineOptions *options) {
    *engine = jw_engine_new();
    JwStatus status = *engine ? jw_engine_set_tuning(*engine, fit->tuning) : JW_ERR_NO_MEMORY;
    status = status ? status : jw_engine_set_profile(*engine, fit->profile);
    status = status ? status : jw_engine_prepare(*engine, instrument, rate_hz, options);
    if (status) {
        jw_engine_free(*engine);
        *engine = NULL;
    }
    return status;
}

JwEngine *jw_patch_engine(const JwInstrument *instrument, const char *name, const JwPatchFit *fit,
                          double rate_hz, const JwEngineOptions *options, JwError *error) {
    JwEngine *engine;
    const JwStatus status = jw_patch_engine_new(&engine, instrument, fit, rate_hz, options);
    if (status) {
        jw_error_set(error, "%.400s: %s", name, jw_status_message(status));
    }
    return engine;
}
