// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Patch messages of the host, which set properties or query them.

#include "atoms.h"
#include "instance.h"

#include <string.h>

/// Requests a change from the worker, in place of an earlier request that it has not begun.
static JW_REALTIME void enqueue(JwInstance *instance, int i, const char *text, int32_t sequence) {
    JwRun *run = &instance->run;
    JwRequest *queued = &run->queued;
    if (queued->present[i] && queued->message[i] != run->n_messages) {
        jw_instance_answer(&run->notice, queued, i, false);
    }
    queued->present[i] = true;
    queued->message[i] = run->n_messages;
    queued->sequence[i] = sequence;
    memcpy(queued->texts.of[i], text, strlen(text) + 1);
    jw_instance_controls(instance, queued->ports);
    if (i == JW_PROPERTY_INSTRUMENT) {
        queued->by_selector = false;
        queued->returns = false;
    }
}

/// Requests the change of a property; returns false if the property is unknown or the value no
/// text.
static JW_REALTIME bool ask_for(JwInstance *instance, LV2_URID key, const LV2_Atom *value,
                                int32_t sequence) {
    const int i = jw_uris_property(&instance->uris, key);
    const char *text = jw_atom_text(value, &instance->uris, JW_TEXT_SIZE);
    if (i < 0 || !text) {
        return false;
    }
    enqueue(instance, i, text, sequence);
    return true;
}

JW_REALTIME void jw_instance_select(JwInstance *instance, int number) {
    const JwShipped *shipped = jw_selector_find(instance->index, number);
    JwRun *run = &instance->run;
    if (shipped) {
        ++run->n_messages;
        enqueue(instance, JW_PROPERTY_INSTRUMENT, shipped->name, 0);
        run->queued.by_selector = true;
        run->queued.generation = run->generation;
    }
}

JW_REALTIME void jw_instance_return(JwInstance *instance, const LV2_Atom *object) {
    JwRun *run = &instance->run;
    JwReturn back;
    jw_messages_read_return(object, &instance->uris, &back);
    if (back.instrument) {
        ++run->n_messages;
        enqueue(instance, JW_PROPERTY_INSTRUMENT, back.instrument, 0);
        run->queued.returns = true;
        run->queued.held = back.held;
    }
}

static JW_REALTIME void take_set(JwInstance *instance, const JwPatchMessage *patch) {
    ++instance->run.n_messages;
    if (!ask_for(instance, patch->property, patch->value, patch->sequence)) {
        jw_notify_reply(&instance->run.notice, patch->sequence, false);
    }
}

/// Handles a Put, which gets one answer: an error immediately if any part is unknown, otherwise the
/// result of the work. The known parts are changed in any case.
static JW_REALTIME void take_put(JwInstance *instance, const JwPatchMessage *patch) {
    JwRun *run = &instance->run;
    const LV2_Atom *value;
    LV2_URID key;
    bool good = patch->body != NULL, any = false;
    ++run->n_messages;
    if (patch->body) {
        JwAtomReader reader = jw_properties_begin(patch->body, &instance->uris);
        while (jw_properties_next(&reader, &key, &value)) {
            const bool known = ask_for(instance, key, value, patch->sequence);
            good = good && known;
            any = any || known;
        }
    }
    for (int i = 0; i < JW_N_PROPERTIES && !good; ++i) {
        if (run->queued.present[i] && run->queued.message[i] == run->n_messages) {
            run->queued.sequence[i] = 0;
        }
    }
    if (!good || !any) {
        jw_notify_reply(&run->notice, patch->sequence, good);
    }
}

static JW_REALTIME void take_get(JwInstance *instance, const JwPatchMessage *patch) {
    JwNotify *notice = &instance->run.notice;
    const int i = jw_uris_property(&instance->uris, patch->property);
    if (i >= 0) {
        notice->tell[i] = true;
    } else if (!patch->property) {
        notice->tell_all = true;
    } else {
        jw_notify_reply(notice, patch->sequence, false);
    }
}

JW_REALTIME void jw_instance_patch(JwInstance *instance, LV2_URID type, const LV2_Atom *object) {
    const JwUris *uris = &instance->uris;
    const JwPatchMessage patch = jw_messages_read_patch(object, uris);
    if (!patch.is_ours) {
        return;
    }
    if (type == uris->patch_Get) {
        take_get(instance, &patch);
    } else if (type == uris->patch_Put) {
        take_put(instance, &patch);
    } else {
        take_set(instance, &patch);
    }
}
