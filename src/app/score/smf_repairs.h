// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Repairs of MIDI files that violate the standard but can be understood.
//
// Public readers (TiMidity++, SDL_mixer, FluidSynth, JUCE, libsmf) each accept some of these
// violations: wrong lengths, tracks without end, data bytes above 127, real-time messages.

#ifndef JW_SMF_REPAIRS_H
#define JW_SMF_REPAIRS_H

#include <stddef.h>

/// Kinds of repairs, in the order of the warnings.
typedef enum {
    JW_SMF_RIFF_LENGTH,   ///< Length of the RIFF container
    JW_SMF_BYTES_BEFORE,  ///< Other bytes before the header
    JW_SMF_HEADER_LENGTH, ///< Length of the header, if the tracks begin elsewhere
    JW_SMF_PATTERNS,      ///< File of type 2
    JW_SMF_UNKNOWN_TYPE,
    JW_SMF_TYPE_0_TRACKS, ///< Several tracks in a file of type 0
    JW_SMF_NO_COUNT,      ///< Header that counts no tracks
    JW_SMF_FEWER_TRACKS,  ///< Fewer tracks than the header counts
    JW_SMF_MORE_TRACKS,
    JW_SMF_SMPTE_RATE,
    JW_SMF_CHUNK_LENGTH, ///< Chunk longer than the file
    JW_SMF_TRACK_LENGTH, ///< Length of a track that ends elsewhere
    JW_SMF_STRAY_BYTES,  ///< Bytes between chunks
    JW_SMF_NO_END,       ///< Track without End of Track
    JW_SMF_CUT_EVENT,
    JW_SMF_DATA_BYTE,     ///< Data byte above 127
    JW_SMF_SYSTEM,        ///< System message that only occurs on a cable
    JW_SMF_PADDED_NUMBER, ///< Number with more than four bytes, but a legal value
    JW_SMF_TEMPO_LENGTH,
    JW_SMF_TEMPO_ZERO,
    JW_SMF_PLAIN_SYSEX, ///< System exclusive message without a length
    // Faults from here on lose the rest of a track.
    JW_SMF_NO_STATUS,
    JW_SMF_LONG_NUMBER,
    JW_SMF_LONG_EVENT,
    JW_SMF_N_REPAIRS
} JwSmfRepair;

/// Numbers of repairs, with the position of the first one of each kind.
typedef struct {
    size_t n[JW_SMF_N_REPAIRS];
    size_t byte[JW_SMF_N_REPAIRS]; ///< Byte offset in the file, where n > 0
} JwSmfRepairs;

/// Counts a repair. [any]
void jw_smf_repairs_add(JwSmfRepairs *repairs, JwSmfRepair kind, size_t byte);

/// Text of the fault ("a track without End of Track"). [any]
const char *jw_smf_repair_fault(JwSmfRepair kind);

/// Text of the repair ("it ends with its last event"). [any]
const char *jw_smf_repair_remedy(JwSmfRepair kind);

#endif // JW_SMF_REPAIRS_H
