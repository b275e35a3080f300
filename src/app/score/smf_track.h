// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Events of one track of a MIDI file.

#ifndef JW_SMF_TRACK_H
#define JW_SMF_TRACK_H

#include "app/score/smf_repairs.h"
#include "app/score/sysex_store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Reader with a position in a file.
typedef struct {
    const uint8_t *bytes; ///< Bytes of the whole file
    size_t at;
    size_t end; ///< End of the readable bytes: of the chunk, or of the file
    bool strict;
    JwSmfRepairs repairs; ///< Repairs made; none if strict
    JwSmfRepair fault;    ///< Kind of the fault, after a failure
    size_t fault_at;      ///< Position of the fault, after a failure
} JwSmfReader;

typedef struct {
    uint64_t tick;
    size_t order; ///< Position in the file, for a stable sort
    uint8_t midi[3];
    uint32_t sysex; ///< Index in the sink's store, where midi[0] is F0
} JwSmfNote;

typedef struct {
    uint64_t tick;
    size_t order;
    uint32_t us_per_quarter;
} JwSmfBeat;

/// Sink for events. The file is read twice: first without arrays, to count events, then to fill
/// arrays of that size. Events beyond the arrays are only counted, because some tracks are read
/// more than once.
typedef struct {
    size_t n_notes, notes_max;
    size_t n_tempos, tempos_max;
    JwSmfNote *notes;
    JwSmfBeat *tempos;
    JwSysexStore sysex;
    uint64_t start_tick; ///< Start tick of the track
    uint64_t end_tick;   ///< Last tick of all tracks
} JwSmfSink;

typedef enum {
    JW_SMF_TRACK_ENDED, ///< The track ended with its End of Track
    JW_SMF_TRACK_OPEN,  ///< The bytes ended between two events
    JW_SMF_TRACK_LOST,  ///< The bytes ended within an event, or a byte begins no event: see fault
                        ///< and fault_at
} JwSmfTrackEnd;

/// Big-endian number in n bytes. [any]
uint32_t jw_smf_big_endian(const uint8_t *bytes, int n);

/// Sets fault and fault_at. Returns false. [any]
bool jw_smf_fail(JwSmfReader *reader, JwSmfRepair kind, size_t at);

/// Records a repair and returns true; if strict, fails like jw_smf_fail(). [any]
bool jw_smf_mend(JwSmfReader *reader, JwSmfRepair kind, size_t at);

/// Adds a change of tempo to the sink. [any]
void jw_smf_put_tempo(JwSmfSink *sink, uint64_t tick, uint32_t us_per_quarter);

/// Reads events from reader->at to reader->end at most; leaves the reader after the last complete
/// event. [any]
JwSmfTrackEnd jw_smf_track_read(JwSmfReader *reader, JwSmfSink *sink);

#endif // JW_SMF_TRACK_H
