// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Backend without audio output that computes block by block on the system's clock.

#ifndef JW_TIMER_BACKEND_H
#define JW_TIMER_BACKEND_H

#include "app/audio/backend.h"

/// Opens with 48000 Hz and 256 frames unless other values are requested; returns NULL if memory is
/// short. [main]
JwBackend *jw_timer_backend_open(const JwBackendOptions *options, const JwBackendSink *sink,
                                 JwError *error);

#endif // JW_TIMER_BACKEND_H
