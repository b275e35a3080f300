// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Reader of Standard MIDI Files, types 0 and 1: what to play, and when.
//
// Sources: MIDI Manufacturers Association, Standard MIDI Files 1.0 (RP-001), RIFF MIDI files
// (RP-029). What contradicts them and can be understood is mended and noted, or refused if the
// caller is strict. One thing is never refused: running status outlives meta and sysex events, as
// many files in the wild expect.

#ifndef JW_SMF_H
#define JW_SMF_H

#include "app/message.h"
#include "app/smf_repairs.h"
#include "app/sysex_store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JW_SMF_BYTES_MAX = 16 * 1024 * 1024, ///< Longest file that is read
};

/// A complete channel message, running status resolved, or a system exclusive one.
typedef struct {
    double seconds; ///< From the start of the file
    uint8_t midi[3];
    uint32_t sysex; ///< Where midi[0] is F0: which of the store's
} JwSmfEvent;

/// From here on a quarter note lasts as long as that.
typedef struct {
    double seconds; ///< From the start of the file
    double bpm;     ///< Quarter notes a minute
    double beat;    ///< Quarter notes since the start
} JwSmfTempo;

typedef struct {
    int type;     ///< 0, 1 or 2; as the file says
    int n_tracks; ///< that the file counts
    size_t n_events;
    JwSmfEvent *events; ///< By time; those of one time in the order of tracks, then of the file
    JwSysexStore sysex; ///< Whole, in any order, those that come in parts put together
    double seconds;     ///< To the last End of Track
    size_t n_tempos;
    JwSmfTempo *tempos; ///< By time; none in a file of SMPTE time
    JwSmfRepairs repairs;
} JwSmf;

/// Reads a file's bytes; they are not kept. On failure smf is empty and the
/// message is "byte N: what". Memory stays below 30 times n_bytes. [main]
bool jw_smf_parse(JwSmf *smf, const uint8_t *bytes, size_t n_bytes, bool strict,
                  JwMessage *message);

/// Reads a file; on failure smf is empty and the message begins with the path. [main]
bool jw_smf_load(JwSmf *smf, const char *path, bool strict, JwMessage *message);

/// Frees the events and empties smf. [main]
void jw_smf_clear(JwSmf *smf);

#endif // JW_SMF_H
