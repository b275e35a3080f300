// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a MIDI file has against the standard and can be understood all the same.
//
// Public readers (TiMidity++, SDL_mixer, FluidSynth, JUCE, libsmf) each take some of these for
// granted: lengths that do not hold, tracks that do not end, bytes past 127, real-time messages.

#ifndef JW_SMF_REPAIRS_H
#define JW_SMF_REPAIRS_H

#include <stddef.h>

/// Kinds, in the order in which they are told.
typedef enum {
    JW_SMF_RIFF_LENGTH,   ///< The container's
    JW_SMF_BYTES_BEFORE,  ///< Something before the header
    JW_SMF_HEADER_LENGTH, ///< It is not the one that the tracks follow
    JW_SMF_PATTERNS,      ///< Type 2
    JW_SMF_UNKNOWN_TYPE,
    JW_SMF_TYPE_0_TRACKS, ///< Type 0 with several tracks
    JW_SMF_NO_COUNT,      ///< A header that counts no tracks
    JW_SMF_FEWER_TRACKS,  ///< than the header counts
    JW_SMF_MORE_TRACKS,
    JW_SMF_SMPTE_RATE,
    JW_SMF_CHUNK_LENGTH, ///< Beyond the end of the file
    JW_SMF_TRACK_LENGTH, ///< Of a track that ends elsewhere
    JW_SMF_STRAY_BYTES,  ///< Between chunks
    JW_SMF_NO_END,       ///< of a track
    JW_SMF_CUT_EVENT,
    JW_SMF_DATA_BYTE,     ///< Past 127
    JW_SMF_SYSTEM,        ///< A system message as a cable has it
    JW_SMF_PADDED_NUMBER, ///< Of more bytes than four, but no larger
    JW_SMF_TEMPO_LENGTH,
    JW_SMF_TEMPO_ZERO,
    JW_SMF_PLAIN_SYSEX, ///< System exclusive without a length
    // The rest of a track is lost
    JW_SMF_NO_STATUS,
    JW_SMF_LONG_NUMBER,
    JW_SMF_LONG_EVENT,
    JW_SMF_N_REPAIRS
} JwSmfRepair;

/// How often, and where first.
typedef struct {
    size_t n[JW_SMF_N_REPAIRS];
    size_t byte[JW_SMF_N_REPAIRS]; ///< Of the file, where n > 0
} JwSmfRepairs;

/// Counts one. [any]
void jw_smf_repairs_add(JwSmfRepairs *repairs, JwSmfRepair kind, size_t byte);

/// What is wrong ("a track without End of Track"). [any]
const char *jw_smf_repair_fault(JwSmfRepair kind);

/// What was made of it ("it ends with its last event"). [any]
const char *jw_smf_repair_remedy(JwSmfRepair kind);

#endif // JW_SMF_REPAIRS_H
