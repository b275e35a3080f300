// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A host's block: runs the instance from one movement of a parameter to the next.

#include "base/fpu.h"
#include "clap.h"
#include "plugins.h"

#include <string.h>

/// A host's block and how far it was played.
typedef struct {
    const float *in[2];
    float *left, *right;
    uint32_t done;
} Block;

/// Plays up to a frame, with the events so far. Those of that very frame, which came before the
/// parameter that moves there, are played with its old value: in a block without frames.
static JW_REALTIME void run_to(JwClap *clap, Block *b, uint32_t frame) {
    const float *const in[2] = {b->in[0] ? b->in[0] + b->done : NULL,
                                b->in[1] ? b->in[1] + b->done : NULL};
    const uint32_t n_frames = frame - b->done;
    size_t n = clap->n_events;
    while (n_frames > 0 && n > 0 && clap->event[n - 1].frame >= n_frames) {
        clap->event[--n].frame = 0;
    }
    jw_clap_run(clap, clap->event, n, in, b->left + b->done, b->right + b->done, n_frames);
    if (n < clap->n_events) {
        jw_clap_run(clap, clap->event + n, clap->n_events - n, NULL, b->left + b->done,
                    b->right + b->done, 0);
    }
    b->done = clap->from = frame;
    clap->n_events = 0;
}

static JW_REALTIME bool is_param(const clap_event *event) {
    return event->type == CLAP_EVENT_PARAM_VALUE || event->type == CLAP_EVENT_PARAM_MOD;
}

static JW_REALTIME void take_events(JwClap *clap, Block *b, const clap_input_events *list,
                                    uint32_t n_frames) {
    const uint32_t n = list ? list->size(list) : 0;
    const uint32_t last = n_frames > 0 ? n_frames - 1 : 0;
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const clap_event *event = list->get(list, i);
        if (!event || event->space != CLAP_CORE_SPACE) {
            continue;
        }
        // A host may be wrong about the order: time does not run backwards.
        const uint32_t time = event->time < last ? event->time : last;
        at = time > at ? time : at;
        if (is_param(event)) {
            if (at > b->done || clap->n_events > 0) {
                run_to(clap, b, at);
            }
            jw_clap_take_param(clap, event);
            continue;
        }
        // One event of the host becomes at most one for each channel, or each note
        if (clap->n_events + JW_CLAP_NOTES > JW_CLAP_EVENTS) {
            run_to(clap, b, at);
        }
        jw_clap_take(clap, event, at - b->done);
    }
}

/// True if nothing sounds or is due until an event comes.
static JW_REALTIME bool may_sleep(const JwClap *clap) {
    const JwDeck *deck = &clap->lv2->model.deck;
    const JwEngine *engine = jw_deck_engine(deck);
    return engine && deck->idle.asleep && clap->index == JW_PLUGIN_INSTRUMENT &&
           clap->n_notes == 0 && !jw_engine_drones(engine) && jw_instance_is_idle(clap->lv2) &&
           !atomic_load(&clap->watched);
}

static JW_REALTIME bool has_stereo(const clap_audio_buffer *buffer) {
    return buffer && buffer->n_channels == 2 && buffer->data32 && buffer->data32[0] &&
           buffer->data32[1];
}

JW_REALTIME int32_t jw_clap_process(const clap_plugin *plugin, const clap_process *block) {
    JwClap *clap = jw_clap(plugin);
    if (block->n_outputs < 1 || !has_stereo(block->outputs)) {
        return CLAP_PROCESS_ERROR;
    }
    const JwFpu host = jw_fpu_flush();
    Block b = {.left = block->outputs[0].data32[0], .right = block->outputs[0].data32[1]};
    if (jw_plugin_has_input(clap->index) && block->n_inputs > 0 && has_stereo(block->inputs)) {
        b.in[0] = block->inputs[0].data32[0];
        b.in[1] = block->inputs[0].data32[1];
    }
    block->outputs[0].constant = 0;
    clap->out = block->out_events;
    clap->from = 0;
    jw_clap_take_positions(clap);
    jw_clap_send_moves(clap, block->out_events);
    if (block->transport) {
        jw_clap_take_transport(clap, block->transport, 0);
    }
    take_events(clap, &b, block->in_events, block->n_frames);
    run_to(clap, &b, block->n_frames);
    jw_clap_send_ends(clap, block->out_events, block->n_frames > 0 ? block->n_frames - 1 : 0);
    clap->out = NULL;
    jw_fpu_restore(host);
    return may_sleep(clap) ? CLAP_PROCESS_SLEEP : CLAP_PROCESS_CONTINUE;
}

JW_REALTIME void jw_clap_flush(const clap_plugin *plugin, const clap_input_events *in,
                               const clap_output_events *out) {
    JwClap *clap = jw_clap(plugin);
    const JwFpu host = jw_fpu_flush();
    float nowhere[2];
    jw_clap_take_positions(clap);
    jw_clap_send_moves(clap, out);
    for (uint32_t i = 0, n = in ? in->size(in) : 0; i < n; ++i) {
        const clap_event *event = in->get(in, i);
        if (event && event->space == CLAP_CORE_SPACE && is_param(event)) {
            jw_clap_take_param(clap, event);
        }
    }
    jw_clap_run(clap, NULL, 0, NULL, &nowhere[0], &nowhere[1], 0);
    jw_fpu_restore(host);
}
