// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Messages of the plug-in to the host: patch messages on its output sequence.
//
// Messages are queued until the host's buffer has room. They are written after the whole input was
// read, because a host may use the same memory for both.

#ifndef JW_NOTIFY_H
#define JW_NOTIFY_H

#include "base/attributes.h"
#include "messages.h"
#include "uris.h"

#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <stdbool.h>
#include <stdint.h>

enum { JW_NOTIFY_REPLIES = 16 };

/// Message under construction, aligned like an atom.
typedef union {
    LV2_Atom atom;
    int64_t words[JW_N_PROPERTIES * (JW_TEXT_SIZE + 64) / 8];
} JwDraft;

typedef struct {
    const JwUris *uris;
    LV2_Atom_Forge forge;
    JwDraft draft;
    bool tell_all;              ///< Send all properties, as an answer to patch:Get
    bool tell[JW_N_PROPERTIES]; ///< Send this property
    bool tell_changed;          ///< Report that the state differs from the saved one
    int n_replies;
    int32_t reply[JW_NOTIFY_REPLIES]; ///< Sequence numbers of messages that await an answer
    bool good[JW_NOTIFY_REPLIES];     ///< Answers to these messages: whether they succeeded
    const JwValues *values;           ///< For a window, in this block only; NULL: nothing
    const JwPictureMessage *picture;
    const JwSoundMessage *sound;
    bool sent_values, sent_picture; ///< They were sent
} JwNotify;

/// Starts with nothing to send. [main]
void jw_notify_init(JwNotify *notice, const JwUris *uris, LV2_URID_Map *map);

/// Answers a message that had a sequence number; 0: it had none. [audio]
JW_REALTIME void jw_notify_reply(JwNotify *notice, int32_t sequence, bool good);

/// Writes the queued messages; those that do not fit remain for the next block. The port's size is
/// its capacity; port may be NULL. [audio]
JW_REALTIME void jw_notify_write(JwNotify *notice, LV2_Atom_Sequence *port, const JwTexts *texts);

#endif // JW_NOTIFY_H
