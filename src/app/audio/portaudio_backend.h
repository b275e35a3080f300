// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Backend with audio through PortAudio and MIDI through the ALSA sequencer.

#ifndef JW_PORTAUDIO_BACKEND_H
#define JW_PORTAUDIO_BACKEND_H

#include "app/audio/backend.h"

/// Opens the requested device or the default one; returns NULL without one. Suppresses messages of
/// ALSA and JACK about that. [main]
JwBackend *jw_portaudio_backend_open(const JwBackendOptions *options, const JwBackendSink *sink,
                                     JwError *error);

/// Prints the output devices; returns false if there are none. [main]
bool jw_portaudio_backend_list(FILE *out, JwError *error);

#endif // JW_PORTAUDIO_BACKEND_H
