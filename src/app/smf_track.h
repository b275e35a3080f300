// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The events of one track of a MIDI file.

#ifndef JW_SMF_TRACK_H
#define JW_SMF_TRACK_H

#include "app/smf_repairs.h"
#include "app/sysex_store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A file that is walked.
typedef struct {
    const uint8_t *bytes; ///< Of the whole file
    size_t at;
    size_t end; ///< Of what may be read now: the chunk, or the file
    bool strict;
    JwSmfRepairs repairs; ///< What was mended; nothing if strict
    JwSmfRepair fault;    ///< After a failure: its kind
    size_t fault_at;      ///< and its place
} JwSmfReader;

typedef struct {
    uint64_t tick;
    size_t order; ///< In the file: makes a sort stable
    uint8_t midi[3];
    uint32_t sysex; ///< Where midi[0] is F0: which of the sink's
} JwSmfNote;

typedef struct {
    uint64_t tick;
    size_t order;
    uint32_t us_per_quarter;
} JwSmfBeat;

/// Where events go. The file is walked twice: first with no arrays, to count; then to fill arrays
/// of that size. More than they hold is counted only: some tracks are read once too often.
typedef struct {
    size_t n_notes, notes_max;
    size_t n_tempos, tempos_max;
    JwSmfNote *notes;
    JwSmfBeat *tempos;
    JwSysexStore sysex;
    uint64_t start_tick; ///< Of the track
    uint64_t end_tick;   ///< Of all
} JwSmfSink;

typedef enum {
    JW_SMF_TRACK_ENDED, ///< By its End of Track
    JW_SMF_TRACK_OPEN,  ///< Without one, between two events
    JW_SMF_TRACK_LOST,  ///< In the middle of an event or of what is none: fault, fault_at
} JwSmfTrackEnd;

/// Number of n bytes, the highest first. [any]
uint32_t jw_smf_big_endian(const uint8_t *bytes, int n);

/// Sets fault and fault_at. Returns false. [any]
bool jw_smf_fail(JwSmfReader *reader, JwSmfRepair kind, size_t at);

/// Notes what can be mended and returns true; false, as jw_smf_fail(), where nothing is. [any]
bool jw_smf_mend(JwSmfReader *reader, JwSmfRepair kind, size_t at);

/// A change of the tempo into the sink. [any]
void jw_smf_put_tempo(JwSmfSink *sink, uint64_t tick, uint32_t us_per_quarter);

/// Reads events from reader->at up to reader->end at most; leaves it behind the last whole one.
/// [any]
JwSmfTrackEnd jw_smf_track_read(JwSmfReader *reader, JwSmfSink *sink);

#endif // JW_SMF_TRACK_H
