// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "chase.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    CONTROL = 0xb0,
    CHANNEL_PRESSURE = 0xd0,
    BEND = 0xe0,
    NOTHING = 127, ///< Selects no registered parameter
    BEND_RANGE = 0,
    FINE_TUNING = 1,
    COARSE_TUNING = 2,
    ZONE = 6,
    AT_ONCE = 96, ///< Messages that an engine takes in one tick, and some to spare
};

static const uint8_t chased[] = {1, 2, 4, 7, 10, 11, 64, 65, 66, 67, 68, 69};

typedef struct {
    JwEvent *events;
    int n;
    int channel;
} List;

static JW_REALTIME void add(List *list, int status, int first, int second) {
    list->events[list->n++] = (JwEvent){
        .type = JW_EVENT_MIDI,
        .midi = {(uint8_t)(status | list->channel), (uint8_t)first, (uint8_t)second},
    };
}

static JW_REALTIME void select_parameter(List *list, int msb, int lsb) {
    add(list, CONTROL, JW_CC_RPN_MSB, msb);
    add(list, CONTROL, JW_CC_RPN_LSB, lsb);
}

static JW_REALTIME void add_parameters(List *list, const JwMidiChannel *c, const JwMidiChannel *o) {
    if (c->zone_members != o->zone_members) {
        select_parameter(list, 0, ZONE);
        add(list, CONTROL, JW_CC_DATA_MSB, c->zone_members);
    }
    if (c->bend_semitones != o->bend_semitones || c->bend_cents != o->bend_cents) {
        select_parameter(list, 0, BEND_RANGE);
        add(list, CONTROL, JW_CC_DATA_MSB, c->bend_semitones);
        add(list, CONTROL, JW_CC_DATA_LSB, c->bend_cents);
    }
    if (c->fine_tuning != o->fine_tuning) {
        select_parameter(list, 0, FINE_TUNING);
        add(list, CONTROL, JW_CC_DATA_MSB, c->fine_tuning >> 7);
        add(list, CONTROL, JW_CC_DATA_LSB, c->fine_tuning & 127);
    }
    if (c->coarse_tuning != o->coarse_tuning) {
        select_parameter(list, 0, COARSE_TUNING);
        add(list, CONTROL, JW_CC_DATA_MSB, c->coarse_tuning);
    }
    // Data entry goes on where it stood.
    if (list->n > 0 || c->rpn_msb != NOTHING || c->rpn_lsb != NOTHING) {
        select_parameter(list, c->rpn_msb, c->rpn_lsb);
    }
}

JW_REALTIME void jw_chase_reset(JwChase *chase) {
    for (int i = 0; i < 16; ++i) {
        jw_midi_channel_init(&chase->channel[i], i);
    }
}

JW_REALTIME void jw_chase_take(JwChase *chase, const uint8_t bytes[3]) {
    const JwMidi midi = jw_midi_decode(bytes);
    if (midi.type != JW_MIDI_NONE) {
        jw_midi_channel_take(&chase->channel[midi.channel], &midi);
    }
}

JW_REALTIME void jw_chase_forget(JwChase *chase, JwParamId id) {
    JwMidiChannel fresh;
    jw_midi_channel_init(&fresh, 0);
    for (size_t i = 0; i < sizeof(chased); ++i) {
        if (jw_param_from_cc(chased[i]) != (int)id) {
            continue;
        }
        for (int c = 0; c < 16; ++c) {
            chase->channel[c].controller[chased[i]] = fresh.controller[chased[i]];
        }
    }
}

JW_REALTIME int jw_chase_channel(const JwChase *chase, int channel, JwEvent *events) {
    const JwMidiChannel *c = &chase->channel[channel];
    JwMidiChannel fresh;
    List list = {events, 0, channel};
    jw_midi_channel_init(&fresh, channel);
    add_parameters(&list, c, &fresh);
    for (size_t i = 0; i < sizeof(chased); ++i) {
        if (c->controller[chased[i]] != fresh.controller[chased[i]]) {
            add(&list, CONTROL, chased[i], c->controller[chased[i]]);
        }
    }
    if (c->pressure != fresh.pressure) {
        add(&list, CHANNEL_PRESSURE, c->pressure, 0);
    }
    if (c->bend != fresh.bend) {
        add(&list, BEND, (c->bend + 8192) & 127, (c->bend + 8192) >> 7);
    }
    return list.n;
}

JW_REALTIME void jw_chase_tell(const JwChase *chase, JwEngine *engine) {
    int n_told = 0;
    for (int i = 0; i < 16; ++i) {
        JwEvent events[JW_CHASE_CHANNEL_EVENTS];
        float left[JW_CONTROL_FRAMES], right[JW_CONTROL_FRAMES];
        const int n = jw_chase_channel(chase, i, events);
        // More at once would count as a flood: time must pass between them.
        const bool pause = n_told + n > AT_ONCE;
        jw_engine_run(engine, NULL, 0, left, right, NULL, pause ? JW_CONTROL_FRAMES : 0);
        jw_engine_run(engine, events, (size_t)n, left, right, NULL, 0);
        n_told = pause ? n : n_told + n;
    }
}
