// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Reads what a host sends, trusting no size but the outermost.
//
// A sequence that claims more than it has, events out of order or past the block, values longer
// than what holds them: reading stops or the time is put right, nothing is read past the end.

#ifndef JW_ATOMS_H
#define JW_ATOMS_H

#include "base/attributes.h"
#include "uris.h"

#include <lv2/atom/atom.h>
#include <stdbool.h>
#include <stdint.h>

/// Where reading has got to.
typedef struct {
    const uint8_t *at;
    const uint8_t *end;
    uint32_t frame;    ///< Of the last event
    uint32_t n_frames; ///< Of the block
} JwAtomReader;

/// Before the first event; NULL, or anything but a sequence, has none. [audio]
JW_REALTIME JwAtomReader jw_events_begin(const LV2_Atom_Sequence *sequence, const JwUris *uris,
                                         uint32_t n_frames);

/// The next event; frames never go back and stay below n_frames (0 in an empty block). False at
/// the end. [audio]
JW_REALTIME bool jw_events_next(JwAtomReader *reader, uint32_t *frame, const LV2_Atom **event);

/// Before the first property of an object; anything but an object has none. [audio]
JW_REALTIME JwAtomReader jw_properties_begin(const LV2_Atom *object, const JwUris *uris);

/// The next property. False at the end. [audio]
JW_REALTIME bool jw_properties_next(JwAtomReader *reader, LV2_URID *key, const LV2_Atom **value);

/// Type of an object, 0 for anything else. [audio]
JW_REALTIME LV2_URID jw_object_type(const LV2_Atom *object, const JwUris *uris);

/// Value of an URID atom, 0 for anything else, NULL included. [audio]
JW_REALTIME LV2_URID jw_atom_urid(const LV2_Atom *atom, const JwUris *uris);

/// A number's value, `otherwise` if it is none, or one beyond 1e100. [audio]
JW_REALTIME double jw_atom_number(const LV2_Atom *atom, const JwUris *uris, double otherwise);

/// A path's or string's text if it is one, ends with a zero and fits in size bytes with it; else
/// NULL. NULL is fine. [audio]
JW_REALTIME const char *jw_atom_text(const LV2_Atom *atom, const JwUris *uris, uint32_t size);

#endif // JW_ATOMS_H
