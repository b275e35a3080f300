// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A score in sample frames: what a renderer plays.

#ifndef JW_SCORE_H
#define JW_SCORE_H

#include "app/message.h"
#include "app/render_options.h"
#include "app/smf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A complete channel message, or a system exclusive one.
typedef struct {
    uint64_t frame;
    uint8_t midi[3];
    uint32_t sysex; ///< Where midi[0] is F0: which of the store's
} JwScoreEvent;

/// Where the tempo changes.
typedef struct {
    uint64_t frame;
    double bpm;
    double beat; ///< Since the start
} JwScoreTempo;

typedef struct {
    size_t n_events;
    JwScoreEvent *events; ///< By frame
    uint64_t n_frames;    ///< To the end of the score; the sound rings on
    size_t n_tempos;
    JwScoreTempo *tempos; ///< By frame
    JwSysexStore sysex;
} JwScore;

/// From a MIDI file; an event falls on the sample nearest to its time. On
/// failure the score is empty. [main]
bool jw_score_from_smf(JwScore *score, const JwSmf *smf, int rate_hz, JwMessage *message);

/// From notes that start together. [main]
bool jw_score_from_notes(JwScore *score, const JwRenderNote *notes, int n, int rate_hz,
                         JwMessage *message);

/// Nothing but time. [main]
bool jw_score_empty(JwScore *score, double seconds, int rate_hz, JwMessage *message);

/// Makes the score last so long: what comes later is not played. [main]
void jw_score_set_length(JwScore *score, double seconds, int rate_hz);

/// Leaves out the messages of all channels but these (bits 0..15) and, if members, but those that
/// are members of an MPE zone when they come. Returns how many notes that were. [main]
size_t jw_score_keep_channels(JwScore *score, unsigned channels, bool members);

/// Frees the events and empties the score. [main]
void jw_score_clear(JwScore *score);

#endif // JW_SCORE_H
