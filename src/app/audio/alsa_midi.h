// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// MIDI input from the ALSA sequencer, on a separate thread.

#ifndef JW_ALSA_MIDI_H
#define JW_ALSA_MIDI_H

#include "app/audio/backend.h"

typedef struct JwAlsaMidiImpl JwAlsaMidi;

/// Opens the sequencer and connects the ports named in options (or the hardware); returns NULL
/// without a sequencer. [main]
JwAlsaMidi *jw_alsa_midi_open(const JwBackendOptions *options, JwError *error);

/// Reports to sink which ports have appeared and disappeared. [main]
void jw_alsa_midi_service(JwAlsaMidi *midi, const JwBackendSink *sink);

/// Copies the messages that arrived since the previous block. Each gets the position in this block
/// that its arrival had in the previous one: one block of delay and no jitter. Returns their
/// number, at most n_max; midi may be NULL, for no messages. [audio]
JW_REALTIME int jw_alsa_midi_read(JwAlsaMidi *midi, JwBackendMidi *messages, int n_max,
                                  uint32_t n_frames, double rate_hz);

/// Frame, within a block of n_frames (1 or more), of a message that arrived after_s after the start
/// of the previous block. [any]
JW_REALTIME uint32_t jw_alsa_midi_frame(double after_s, double rate_hz, uint32_t n_frames);

/// Stops the thread; accepts NULL. [main]
void jw_alsa_midi_close(JwAlsaMidi *midi);

#endif // JW_ALSA_MIDI_H
