// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Reader of atoms from the host: trusts only the outermost size.
//
// A sequence may claim a wrong size, its events may be out of order or past the block, and values
// may be longer than their containers. In these cases reading stops or the frame is corrected, and
// nothing is read past the end.

#ifndef JW_ATOMS_H
#define JW_ATOMS_H

#include "base/attributes.h"
#include "uris.h"

#include <lv2/atom/atom.h>
#include <stdbool.h>
#include <stdint.h>

/// Position of a reader.
typedef struct {
    const uint8_t *at;
    const uint8_t *end;
    uint32_t frame;    ///< Frame of the last event
    uint32_t n_frames; ///< Frames of the block
} JwAtomReader;

/// Begins before the first event; NULL, or anything but a sequence, has none. [audio]
JW_REALTIME JwAtomReader jw_events_begin(const LV2_Atom_Sequence *sequence, const JwUris *uris,
                                         uint32_t n_frames);

/// Takes the next event; frames never decrease and stay below n_frames (0 in an empty block).
/// Returns false at the end. [audio]
JW_REALTIME bool jw_events_next(JwAtomReader *reader, uint32_t *frame, const LV2_Atom **event);

/// Begins before the first property of an object; anything but an object has none. [audio]
JW_REALTIME JwAtomReader jw_properties_begin(const LV2_Atom *object, const JwUris *uris);

/// Takes the next property. Returns false at the end. [audio]
JW_REALTIME bool jw_properties_next(JwAtomReader *reader, LV2_URID *key, const LV2_Atom **value);

/// Type of an object, 0 for any other atom. [audio]
JW_REALTIME LV2_URID jw_object_type(const LV2_Atom *object, const JwUris *uris);

/// Value of an URID atom, 0 for any other atom and for NULL. [audio]
JW_REALTIME LV2_URID jw_atom_urid(const LV2_Atom *atom, const JwUris *uris);

/// Value of a number atom; `otherwise` for any other atom and for numbers beyond 1e100. [audio]
JW_REALTIME double jw_atom_number(const LV2_Atom *atom, const JwUris *uris, double otherwise);

/// Text of a path or string; NULL unless it ends in a zero and has at most size bytes with it. atom
/// may be NULL. [audio]
JW_REALTIME const char *jw_atom_text(const LV2_Atom *atom, const JwUris *uris, uint32_t size);

/// Copies numbers of a vector of floats, at most `most`; NaN and infinity become a quiet NaN.
/// Returns their number, 0 for any other atom. [audio]
JW_REALTIME int jw_atom_floats(const LV2_Atom *atom, const JwUris *uris, float *to, int most);

/// Copies numbers of a vector of 32-bit integers, at most `most`. Returns their number, 0 for any
/// other atom. [audio]
JW_REALTIME int jw_atom_ints(const LV2_Atom *atom, const JwUris *uris, int *to, int most);

#endif // JW_ATOMS_H
