// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Reader of Standard MIDI Files, types 0 and 1: messages with their times.
//
// Sources: MIDI Manufacturers Association, Standard MIDI Files 1.0 (RP-001), RIFF MIDI files
// (RP-029). Files that violate them but can be understood are repaired, and the repair is recorded;
// a strict caller gets an error instead. One violation is always accepted: running status continues
// after meta and sysex events, as many existing files expect.

#ifndef JW_SMF_H
#define JW_SMF_H

#include "app/score/smf_repairs.h"
#include "app/score/sysex_store.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JW_SMF_BYTES_MAX = 16 * 1024 * 1024, ///< Size of the longest accepted file
};

/// Complete channel message, with running status resolved, or system exclusive message.
typedef struct {
    double seconds; ///< Time from the start of the file
    uint8_t midi[3];
    uint32_t sysex; ///< Index in the file's sysex store, if midi[0] is F0
} JwSmfEvent;

/// Change of tempo.
typedef struct {
    double seconds; ///< Time from the start of the file
    double bpm;     ///< Quarter notes per minute from here on
    double beat;    ///< Quarter notes since the start
} JwSmfTempo;

typedef struct {
    int type;     ///< Type given by the file: 0, 1 or 2
    int n_tracks; ///< Number of tracks given by the header
    size_t n_events;
    JwSmfEvent *events; ///< Events by time, then by track, then in file order
    JwSysexStore sysex; ///< Messages in any order; divided ones are joined
    double seconds;     ///< Time of the last End of Track
    size_t n_tempos;
    JwSmfTempo *tempos; ///< Tempos by time; none in a file with SMPTE time
    JwSmfRepairs repairs;
} JwSmf;

/// Parses the bytes of a file, which are not kept. On failure smf is empty and the error is "byte
/// N: TEXT". Uses less than 30 times n_bytes of memory. [main]
bool jw_smf_parse(JwSmf *smf, const uint8_t *bytes, size_t n_bytes, bool strict, JwError *error);

/// Reads a file; on failure smf is empty and the error begins with the path. [main]
bool jw_smf_load(JwSmf *smf, const char *path, bool strict, JwError *error);

/// Frees the events and empties smf. [main]
void jw_smf_clear(JwSmf *smf);

#endif // JW_SMF_H
