// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "notify.h"

#include <string.h>

typedef struct {
    LV2_Atom_Sequence *port;
    uint32_t capacity; ///< Bytes of the sequence's body
} Sink;

void jw_notify_init(JwNotify *notice, const JwUris *uris, LV2_URID_Map *map) {
    *notice = (JwNotify){.uris = uris};
    lv2_atom_forge_init(&notice->forge, map);
}

JW_REALTIME void jw_notify_reply(JwNotify *notice, int32_t sequence, bool good) {
    if (sequence != 0 && notice->n_replies < JW_NOTIFY_REPLIES) {
        notice->reply[notice->n_replies] = sequence;
        notice->good[notice->n_replies++] = good;
    }
}

/// Appends the draft at frame 0; returns false if it does not fit.
static JW_REALTIME bool send(Sink *sink, const JwDraft *draft) {
    LV2_Atom *sequence = &sink->port->atom;
    const uint32_t size = (uint32_t)sizeof(LV2_Atom_Event) + ((draft->atom.size + 7u) & ~7u);
    if (size > sink->capacity - sequence->size) {
        return false;
    }
    uint8_t *at = (uint8_t *)&sink->port->body + sequence->size;
    memset(at, 0, size);
    memcpy(at + sizeof(int64_t), draft, sizeof(LV2_Atom) + draft->atom.size);
    sequence->size += size;
    return true;
}

static JW_REALTIME LV2_Atom_Forge *draft_of(JwNotify *n) {
    lv2_atom_forge_set_buffer(&n->forge, (uint8_t *)&n->draft, sizeof(n->draft));
    return &n->forge;
}

static JW_REALTIME void begin(JwNotify *n, LV2_Atom_Forge_Frame *frame, LV2_URID type) {
    lv2_atom_forge_object(draft_of(n), frame, 0, type);
}

static JW_REALTIME bool send_set(JwNotify *n, Sink *sink, JwProperty property, const char *text) {
    return jw_messages_set(draft_of(n), n->uris, property, text) && send(sink, &n->draft);
}

static JW_REALTIME void send_put(JwNotify *n, Sink *sink, const JwTexts *texts) {
    LV2_Atom_Forge_Frame frame, body;
    begin(n, &frame, n->uris->patch_Put);
    lv2_atom_forge_key(&n->forge, n->uris->patch_subject);
    lv2_atom_forge_urid(&n->forge, n->uris->plugin);
    lv2_atom_forge_key(&n->forge, n->uris->patch_body);
    lv2_atom_forge_object(&n->forge, &body, 0, 0);
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        lv2_atom_forge_key(&n->forge, n->uris->property[i]);
        jw_messages_add_text(&n->forge, (JwProperty)i, texts->of[i]);
    }
    lv2_atom_forge_pop(&n->forge, &body);
    lv2_atom_forge_pop(&n->forge, &frame);
    send(sink, &n->draft);
}

static JW_REALTIME bool send_changed(JwNotify *n, Sink *sink) {
    LV2_Atom_Forge_Frame frame;
    begin(n, &frame, n->uris->state_StateChanged);
    lv2_atom_forge_pop(&n->forge, &frame);
    return send(sink, &n->draft);
}

static JW_REALTIME bool send_reply(JwNotify *n, Sink *sink, int32_t sequence, bool good) {
    LV2_Atom_Forge_Frame frame;
    begin(n, &frame, good ? n->uris->patch_Ack : n->uris->patch_Error);
    lv2_atom_forge_key(&n->forge, n->uris->patch_sequenceNumber);
    lv2_atom_forge_int(&n->forge, sequence);
    lv2_atom_forge_pop(&n->forge, &frame);
    return send(sink, &n->draft);
}

static JW_REALTIME void send_replies(JwNotify *n, Sink *sink) {
    int sent = 0;
    while (sent < n->n_replies && send_reply(n, sink, n->reply[sent], n->good[sent])) {
        ++sent;
    }
    n->n_replies -= sent;
    memmove(n->reply, n->reply + sent, (size_t)n->n_replies * sizeof(n->reply[0]));
    memmove(n->good, n->good + sent, (size_t)n->n_replies * sizeof(n->good[0]));
}

/// Sends the values that a window has requested, if they fit.
static JW_REALTIME void send_window(JwNotify *n, Sink *sink) {
    if (n->values) {
        n->sent_values =
            jw_messages_values(draft_of(n), n->uris, n->values) && send(sink, &n->draft);
    }
    if (n->picture) {
        n->sent_picture =
            jw_messages_picture(draft_of(n), n->uris, n->picture) && send(sink, &n->draft);
    }
    if (n->sound && jw_messages_sound(draft_of(n), n->uris, n->sound)) {
        send(sink, &n->draft);
    }
}

JW_REALTIME void jw_notify_write(JwNotify *n, LV2_Atom_Sequence *port, const JwTexts *texts) {
    Sink sink = {port, port ? port->atom.size : 0};
    if (sink.capacity < sizeof(LV2_Atom_Sequence_Body)) {
        return;
    }
    port->atom.type = n->uris->atom_Sequence;
    port->atom.size = sizeof(LV2_Atom_Sequence_Body);
    port->body = (LV2_Atom_Sequence_Body){0, 0};
    // Some hosts only accept patch:Put as the answer to a patch:Get of everything, some only Set.
    // If the host's buffer is too small for all at once, they are sent one by one.
    if (n->tell_all) {
        send_put(n, &sink, texts);
        n->tell_all = false;
        memset(n->tell, true, sizeof(n->tell));
    }
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        n->tell[i] = n->tell[i] && !send_set(n, &sink, (JwProperty)i, texts->of[i]);
    }
    n->tell_changed = n->tell_changed && !send_changed(n, &sink);
    send_replies(n, &sink);
    send_window(n, &sink);
}
