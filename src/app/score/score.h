// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Score in sample frames.

#ifndef JW_SCORE_H
#define JW_SCORE_H

#include "app/score/smf.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JW_SCORE_HOURS_MAX = 24 }; ///< Longest score

/// First byte of an event that no MIDI message expresses: an open string by its index, with its
/// velocity, 0 for a release.
enum { JW_SCORE_OPEN = 0xf1 };

/// Complete channel message, system exclusive message, or JW_SCORE_OPEN.
typedef struct {
    uint64_t frame;
    uint8_t midi[3];
    uint32_t sysex; ///< Index in the score's sysex store, if midi[0] is F0
    double place;   ///< Position of an open string's stroke, as in JwEvent
} JwScoreEvent;

/// Change of tempo.
typedef struct {
    uint64_t frame;
    double bpm;
    double beat; ///< Beats since the start
} JwScoreTempo;

typedef struct {
    size_t n_events;
    JwScoreEvent *events; ///< Events, sorted by frame
    uint64_t n_frames;    ///< Length of the score; the sound decays after it
    size_t n_tempos;
    JwScoreTempo *tempos; ///< Tempos, sorted by frame
    JwSysexStore sysex;
} JwScore;

/// Frame of a time: the nearest one. [any]
uint64_t jw_score_frame(double seconds, int rate_hz);

/// Makes a score with room for so many events and tempos, all zero, but without any. On failure it
/// is empty. [main]
bool jw_score_allocate(JwScore *score, size_t n_events, size_t n_tempos, JwError *error);

/// Makes a score from a MIDI file; each event falls on the nearest sample. On failure the score is
/// empty. [main]
bool jw_score_from_smf(JwScore *score, const JwSmf *smf, int rate_hz, JwError *error);

/// Makes a score of this length without events. [main]
bool jw_score_empty(JwScore *score, double seconds, int rate_hz, JwError *error);

/// Sets the length of the score; later events are not played. [main]
void jw_score_set_length(JwScore *score, double seconds, int rate_hz);

/// Keeps the messages on these channels (bits 0..15) and, if members is true, on those that are
/// members of an MPE zone at the time; drops all others. Returns the number of dropped notes.
/// [main]
size_t jw_score_keep_channels(JwScore *score, unsigned channels, bool members);

/// Frees the events and empties the score. [main]
void jw_score_clear(JwScore *score);

#endif // JW_SCORE_H
