// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// MIDI input from the ALSA sequencer, on a thread of its own.

#ifndef JW_ALSA_MIDI_H
#define JW_ALSA_MIDI_H

#include "app/audio/backend.h"

typedef struct JwAlsaMidiImpl JwAlsaMidi;

/// Opens the sequencer and connects the ports that options name (or the hardware);
/// NULL without a sequencer. [main]
JwAlsaMidi *jw_alsa_midi_open(const JwBackendOptions *options, JwMessage *message);

/// Tells sink which ports have come and gone. [main]
void jw_alsa_midi_service(JwAlsaMidi *midi, const JwBackendSink *sink);

/// Copies the messages that came since the block before. Each is placed as late in this block as it
/// came in the last one: a block of delay and no jitter. Returns their number, n_max at most; midi
/// may be NULL, which has none. [audio]
JW_REALTIME int jw_alsa_midi_read(JwAlsaMidi *midi, JwBackendMidi *messages, int n_max,
                                  uint32_t n_frames, double rate_hz);

/// Frame, within a block of n_frames (1 or more), of a message that came after_s after the start of
/// the block before. [any]
JW_REALTIME uint32_t jw_alsa_midi_frame(double after_s, double rate_hz, uint32_t n_frames);

/// Stops the thread; NULL is fine. [main]
void jw_alsa_midi_close(JwAlsaMidi *midi);

#endif // JW_ALSA_MIDI_H
