// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "host/chase.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum {
    BEND_RANGE = 0,
    FINE_TUNING = 1,
    COARSE_TUNING = 2,
    TUNING_PROGRAM = 3,
    TUNING_BANK = 4,
    ZONE = 6,
};

static const uint8_t chased[] = {1, 2, 4, 7, 10, 11, 64, 65, 66, 67, 68, 69};

enum { CHASED = sizeof(chased) };

_Static_assert(JW_CHASE_EVENTS *JW_CHASE_PARTS < JW_TICK_MESSAGES, "a chase is no flood");

/********* What was heard *********/

JW_REALTIME void jw_chase_note(JwChase *chase, const JwEngine *engine) {
    const JwChannels *channels = engine ? jw_engine_channels(engine) : NULL;
    if (!channels) {
        jw_channels_init(&chase->channels, 0.0);
        jw_tunings_init(&chase->tunings);
        return;
    }
    chase->channels = *channels;
    chase->tunings = *jw_engine_tunings(engine);
}

JW_REALTIME void jw_chase_forget(JwChase *chase, JwParamId id, double value) {
    jw_channels_set_base(&chase->channels, id, value);
    if (id == JW_P_BEND_RANGE) {
        jw_channels_set_bend_range(&chase->channels, value);
    }
}

/********* What is told *********/

typedef struct {
    JwChannels *told;
    JwEvent *events;
    int n;
    int channel;
} List;

static JW_REALTIME void add(List *list, JwMidiType type, int key, int value) {
    const JwEvent event = {
        .type = JW_EVENT_MIDI,
        .midi = {type, (uint8_t)list->channel, (uint8_t)key, (int16_t)value},
    };
    jw_channels_take(list->told, &event.midi);
    list->events[list->n++] = event;
}

static JW_REALTIME void add_control(List *list, int controller, int value) {
    add(list, JW_MIDI_CONTROL, controller, value);
}

static JW_REALTIME void select_parameter(List *list, int msb, int lsb) {
    add_control(list, JW_CC_RPN_MSB, msb);
    add_control(list, JW_CC_RPN_LSB, lsb);
}

/// Adds messages that set up the zones. Both zones fit, so that neither message shortens the other
/// zone.
static JW_REALTIME void add_zones(List *list, const JwChannels *heard) {
    for (int zone = 0; zone < 2; ++zone) {
        if (heard->members[zone] > 0) {
            list->channel = zone == 0 ? 0 : JW_CHANNELS - 1;
            select_parameter(list, 0, ZONE);
            add_control(list, JW_CC_DATA_MSB, heard->members[zone]);
        }
    }
}

/// Adds a bend range. The first range sent to a member holds for all members of its zone.
static JW_REALTIME void add_range(List *list, const JwChannels *heard) {
    const JwMidiChannel *c = &heard->channel[list->channel];
    const JwMidiChannel *t = &list->told->channel[list->channel];
    if (heard->range_set[list->channel] != list->told->range_set[list->channel] ||
        c->bend_semitones != t->bend_semitones || c->bend_cents != t->bend_cents) {
        select_parameter(list, 0, BEND_RANGE);
        add_control(list, JW_CC_DATA_MSB, c->bend_semitones);
        add_control(list, JW_CC_DATA_LSB, c->bend_cents);
    }
}

static JW_REALTIME void add_tuning(List *list, const JwMidiChannel *c) {
    const JwMidiChannel *t = &list->told->channel[list->channel];
    if (c->fine_tuning != t->fine_tuning) {
        select_parameter(list, 0, FINE_TUNING);
        add_control(list, JW_CC_DATA_MSB, c->fine_tuning >> 7);
        add_control(list, JW_CC_DATA_LSB, c->fine_tuning & 127);
    }
    if (c->coarse_tuning != t->coarse_tuning) {
        select_parameter(list, 0, COARSE_TUNING);
        add_control(list, JW_CC_DATA_MSB, c->coarse_tuning);
    }
    if (c->tuning_program != t->tuning_program) {
        select_parameter(list, 0, TUNING_PROGRAM);
        add_control(list, JW_CC_DATA_MSB, c->tuning_program);
    }
    if (c->tuning_bank != t->tuning_bank) {
        select_parameter(list, 0, TUNING_BANK);
        add_control(list, JW_CC_DATA_MSB, c->tuning_bank);
    }
}

static JW_REALTIME void add_controllers(List *list, const JwChannels *heard) {
    const JwMidiChannel *c = &heard->channel[list->channel];
    const JwMidiChannel *t = &list->told->channel[list->channel];
    for (int i = 0; i < CHASED; ++i) {
        // The default position of a controller may differ from that of its parameter.
        const bool moves = jw_param_from_cc(chased[i]) >= 0;
        if (jw_channels_came(heard, list->channel, chased[i]) &&
            (moves || c->controller[chased[i]] != t->controller[chased[i]])) {
            add_control(list, chased[i], c->controller[chased[i]]);
        }
    }
}

static JW_REALTIME void add_channel(List *list, const JwChannels *heard) {
    const JwMidiChannel *c = &heard->channel[list->channel];
    const JwMidiChannel *t = &list->told->channel[list->channel];
    add_range(list, heard);
    add_tuning(list, c);
    // Reselects the parameter that data entry applies to.
    if (c->rpn_msb != t->rpn_msb || c->rpn_lsb != t->rpn_lsb) {
        select_parameter(list, c->rpn_msb, c->rpn_lsb);
    }
    add_controllers(list, heard);
    if (c->pressure != t->pressure) {
        add(list, JW_MIDI_CHANNEL_PRESSURE, 0, c->pressure);
    }
    if (c->bend != t->bend) {
        add(list, JW_MIDI_BEND, 0, c->bend);
    }
}

JW_REALTIME int jw_chase_part(const JwChase *chase, int part, JwChannels *told, JwEvent *events) {
    List list = {.told = told, .events = events, .channel = part - 1};
    if (part == 0) {
        add_zones(&list, &chase->channels);
    } else {
        add_channel(&list, &chase->channels);
    }
    return list.n;
}

JW_REALTIME void jw_chase_tell(JwChase *chase, JwEngine *engine) {
    JwChannels told;
    float nowhere[2];
    const double bend_range = jw_engine_param_now(engine, JW_P_BEND_RANGE);
    jw_channels_rebase_bend_range(&chase->channels, bend_range);
    jw_channels_init(&told, bend_range);
    for (int part = 0; part < JW_CHASE_PARTS; ++part) {
        JwEvent events[JW_CHASE_EVENTS];
        const int n = jw_chase_part(chase, part, &told, events);
        jw_engine_run(engine, events, (size_t)n, &nowhere[0], &nowhere[1], NULL, 0);
    }
    jw_engine_inherit(engine, &chase->tunings, chase->channels.leader);
}
