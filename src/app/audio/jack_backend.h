// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// JACK client: two outputs and one MIDI input, which it connects to the hardware.

#ifndef JW_JACK_BACKEND_H
#define JW_JACK_BACKEND_H

#include "app/audio/backend.h"

/// Connects to a running server ($JACK_DEFAULT_SERVER or the default one) and never starts one;
/// returns NULL without a server. [main]
JwBackend *jw_jack_backend_open(const JwBackendOptions *options, const JwBackendSink *sink,
                                JwError *error);

/// Prints the ports for playback and MIDI input; returns false without a server. [main]
bool jw_jack_backend_list(FILE *out);

#endif // JW_JACK_BACKEND_H
