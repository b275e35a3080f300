// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Reader of Standard MIDI Files, types 0 and 1: messages with their times.
//
// Sources: MIDI Manufacturers Association, Standard MIDI Files 1.0 (RP-001), RIFF MIDI files
// (RP-029). Files that contradict them and can be understood are mended, and the repair is noted; a
// strict caller gets an error instead. One thing is never refused: running status outlives meta and
// sysex events, as many files in the wild expect.

#ifndef JW_SMF_H
#define JW_SMF_H

#include "app/score/smf_repairs.h"
#include "app/score/sysex_store.h"
#include "base/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JW_SMF_BYTES_MAX = 16 * 1024 * 1024, ///< Longest file that is read
};

/// Complete channel message, running status resolved, or a system exclusive one.
typedef struct {
    double seconds; ///< Time from the start of the file
    uint8_t midi[3];
    uint32_t sysex; ///< Index in the file's store, where midi[0] is F0
} JwSmfEvent;

/// Change of the tempo.
typedef struct {
    double seconds; ///< Time from the start of the file
    double bpm;     ///< Quarter notes a minute from here on
    double beat;    ///< Quarter notes since the start
} JwSmfTempo;

typedef struct {
    int type;     ///< Type that the file gives: 0, 1 or 2
    int n_tracks; ///< Tracks that the header counts
    size_t n_events;
    JwSmfEvent *events; ///< Events by time; those of one time by track, then as in the file
    JwSysexStore sysex; ///< Messages in any order; those that came in parts are put together
    double seconds;     ///< Time of the last End of Track
    size_t n_tempos;
    JwSmfTempo *tempos; ///< Tempos by time; none in a file of SMPTE time
    JwSmfRepairs repairs;
} JwSmf;

/// Reads a file's bytes, which are not kept. On failure smf is empty and the message is "byte N:
/// TEXT". Memory stays below 30 times n_bytes. [main]
bool jw_smf_parse(JwSmf *smf, const uint8_t *bytes, size_t n_bytes, bool strict,
                  JwMessage *message);

/// Reads a file; on failure smf is empty and the message begins with the path. [main]
bool jw_smf_load(JwSmf *smf, const char *path, bool strict, JwMessage *message);

/// Frees the events and empties smf. [main]
void jw_smf_clear(JwSmf *smf);

#endif // JW_SMF_H
