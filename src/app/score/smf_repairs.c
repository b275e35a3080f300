// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/score/smf_repairs.h"

static const struct {
    const char *fault, *remedy;
} texts[JW_SMF_N_REPAIRS] = {
    [JW_SMF_RIFF_LENGTH] = {"a RIFF chunk of a wrong length", "read to the end of the file"},
    [JW_SMF_BYTES_BEFORE] = {"not a Standard MIDI File (no MThd)", "read from a later MThd on"},
    [JW_SMF_HEADER_LENGTH] = {"a header of a wrong length", "6 bytes of it are read"},
    [JW_SMF_PATTERNS] = {"type 2 (independent patterns)", "they are played one after another"},
    [JW_SMF_UNKNOWN_TYPE] = {"an unknown type of MIDI file, not 0 or 1", "read as type 1"},
    [JW_SMF_TYPE_0_TRACKS] = {"a type 0 file of more than one track", "read as type 1"},
    [JW_SMF_NO_COUNT] = {"no tracks", "those that are there are read"},
    [JW_SMF_FEWER_TRACKS] = {"more tracks counted than are there", "those that are there are read"},
    [JW_SMF_MORE_TRACKS] = {"fewer tracks counted than are there", "all of them are read"},
    [JW_SMF_SMPTE_RATE] = {"an SMPTE rate other than 24, 25, 29 or 30 frames a second",
                           "taken at its word"},
    [JW_SMF_CHUNK_LENGTH] = {"a chunk longer than the rest of the file", "read as far as it goes"},
    [JW_SMF_TRACK_LENGTH] = {"a track of another length than its chunk", "read to its end"},
    [JW_SMF_STRAY_BYTES] = {"bytes that belong to no chunk", "passed over"},
    [JW_SMF_NO_END] = {"a track without End of Track", "it ends with its last event"},
    [JW_SMF_CUT_EVENT] = {"ends in the middle of an event", "that event is left out"},
    [JW_SMF_DATA_BYTE] = {"a status byte where a data byte belongs", "read as 127"},
    [JW_SMF_SYSTEM] = {"a system message that no MIDI file can hold", "left out"},
    [JW_SMF_PADDED_NUMBER] = {"a number of more than four bytes", "read all the same"},
    [JW_SMF_TEMPO_LENGTH] = {"a tempo that is not 3 bytes long", "left out"},
    [JW_SMF_TEMPO_ZERO] = {"a tempo of 0", "left out"},
    [JW_SMF_PLAIN_SYSEX] = {"a system exclusive message without its length", "read to its F7"},
    [JW_SMF_NO_STATUS] = {"a data byte where a status byte belongs",
                          "the rest of the track is left out"},
    [JW_SMF_LONG_NUMBER] = {"a number of more than four bytes",
                            "the rest of the track is left out"},
    [JW_SMF_LONG_EVENT] = {"an event longer than the rest of its track",
                           "the rest of the track is left out"},
};

void jw_smf_repairs_add(JwSmfRepairs *repairs, JwSmfRepair kind, size_t byte) {
    if (repairs->n[kind]++ == 0) {
        repairs->byte[kind] = byte;
    }
}

const char *jw_smf_repair_fault(JwSmfRepair kind) {
    return texts[kind].fault;
}

const char *jw_smf_repair_remedy(JwSmfRepair kind) {
    return texts[kind].remedy;
}
