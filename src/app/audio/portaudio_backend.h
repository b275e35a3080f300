// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Backend with sound through PortAudio, MIDI through the ALSA sequencer.

#ifndef JW_PORTAUDIO_BACKEND_H
#define JW_PORTAUDIO_BACKEND_H

#include "app/audio/backend.h"

/// Opens the device asked for or the default one; NULL without one. Messages of ALSA and JACK about
/// that are dropped. [main]
JwBackend *jw_portaudio_backend_open(const JwBackendOptions *options, const JwBackendSink *sink,
                                     JwMessage *message);

/// Returns true once PortAudio did not let go of a device that was gone: this process cannot open
/// another one. [main]
bool jw_portaudio_backend_stuck(void);

/// Prints the output devices; returns false if there are none. [main]
bool jw_portaudio_backend_list(FILE *out, JwMessage *message);

#endif // JW_PORTAUDIO_BACKEND_H
