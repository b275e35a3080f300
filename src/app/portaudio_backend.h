// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sound through PortAudio, MIDI through the ALSA sequencer.

#ifndef JW_PORTAUDIO_BACKEND_H
#define JW_PORTAUDIO_BACKEND_H

#include "app/backend.h"

/// Opens the device asked for or the default one; NULL without one. What ALSA and
/// JACK have to say about that goes to nobody. [main]
JwBackend *jw_portaudio_backend_open(const JwBackendOptions *options, const JwBackendSink *sink,
                                     JwMessage *message);

/// True once PortAudio did not let go of a device that was gone: this process cannot open
/// another one. [main]
bool jw_portaudio_backend_stuck(void);

/// Lists output devices; false if there is none. [main]
bool jw_portaudio_backend_list(FILE *out, JwMessage *message);

#endif // JW_PORTAUDIO_BACKEND_H
