// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/channels.h"

#include <math.h>
#include <string.h>

enum {
    LOWER,
    UPPER,
    MANAGER_LOWER = 0,
    MANAGER_UPPER = JW_CHANNELS - 1,
    MEMBERS = 15,     ///< Members of both zones together; one channel less if both have a manager
    MANAGER_BEND = 2, ///< Bend range [semitone] of the manager of a new zone, then of its members
                      ///< (MPE 1.0, section 2.4)
    MEMBER_BEND = 48,
};

static JW_REALTIME void set_range(JwMidiChannel *c, double semitones) {
    const long cents = lround(100.0 * semitones);
    c->bend_semitones = (uint8_t)(cents / 100);
    c->bend_cents = (uint8_t)(cents % 100);
}

static const JwParamId value_id[JW_CHANNEL_VALUES] = {
    [JW_VALUE_VIBRATO] = JW_P_VIBRATO_DEPTH,
    [JW_VALUE_VOLUME] = JW_P_VOLUME,
    [JW_VALUE_PAN] = JW_P_PAN,
    [JW_VALUE_EXPRESSION] = JW_P_EXPRESSION,
};

JW_REALTIME void jw_channels_init(JwChannels *channels, double bend_range) {
    *channels = (JwChannels){.leader = -1};
    channels->base[JW_VALUE_VOLUME] = jw_param_from_unit(JW_P_VOLUME, 1.0);
    channels->base[JW_VALUE_EXPRESSION] = jw_param_from_unit(JW_P_EXPRESSION, 1.0);
    for (int c = 0; c < JW_CHANNELS; ++c) {
        jw_midi_channel_init(&channels->channel[c], c);
        set_range(&channels->channel[c], bend_range);
    }
}

/********* Zones *********/

static JW_REALTIME int manager_of(int zone) {
    return zone == LOWER ? MANAGER_LOWER : MANAGER_UPPER;
}

/// Zone of which a channel is a member, -1: none.
static JW_REALTIME int zone_of(const JwChannels *channels, int channel) {
    if (channel > MANAGER_LOWER && channel <= channels->members[LOWER]) {
        return LOWER;
    }
    return channel < MANAGER_UPPER && channel >= MANAGER_UPPER - channels->members[UPPER] ? UPPER
                                                                                          : -1;
}

JW_REALTIME int jw_channels_manager(const JwChannels *channels, int channel) {
    const int zone = zone_of(channels, channel);
    return zone < 0 ? -1 : manager_of(zone);
}

static JW_REALTIME unsigned zone_channels(const JwChannels *channels, int zone) {
    unsigned all = channels->members[zone] > 0 ? 1u << manager_of(zone) : 0u;
    for (int c = 0; c < JW_CHANNELS; ++c) {
        all |= zone_of(channels, c) == zone ? 1u << c : 0u;
    }
    return all;
}

JW_REALTIME bool jw_channels_is_member(const JwChannels *channels, int channel) {
    return zone_of(channels, channel) >= 0;
}

JW_REALTIME unsigned jw_channels_reach(const JwChannels *channels, int channel) {
    for (int zone = LOWER; zone <= UPPER; ++zone) {
        if (channel == manager_of(zone) && zone_of(channels, channel) < 0) {
            return 1u << channel | zone_channels(channels, zone);
        }
    }
    return 1u << channel;
}

JW_REALTIME void jw_channels_set_bend_range(JwChannels *channels, double semitones) {
    for (int c = 0; c < JW_CHANNELS; ++c) {
        if (zone_of(channels, c) < 0) {
            set_range(&channels->channel[c], semitones);
            channels->range_set[c] = false;
        }
    }
}

JW_REALTIME void jw_channels_rebase_bend_range(JwChannels *channels, double semitones) {
    for (int c = 0; c < JW_CHANNELS; ++c) {
        if (!channels->range_set[c]) {
            set_range(&channels->channel[c], semitones);
        }
    }
}

/********* Values *********/

JW_REALTIME int jw_channel_value_of(JwParamId id) {
    for (int i = 0; i < JW_CHANNEL_VALUES; ++i) {
        if (value_id[i] == id) {
            return i;
        }
    }
    return -1;
}

JW_REALTIME bool jw_channels_came(const JwChannels *channels, int channel, int controller) {
    return channels->came[channel][controller / 64] >> controller % 64 & 1;
}

JW_REALTIME void jw_channels_set_base(JwChannels *channels, JwParamId id, double value) {
    const int i = jw_channel_value_of(id), controller = jw_param_info(id)->cc;
    for (int c = 0; c < JW_CHANNELS && controller >= 0; ++c) {
        channels->came[c][controller / 64] &= ~(UINT64_C(1) << controller % 64);
    }
    if (i < 0) {
        return;
    }
    channels->base[i] = value;
    for (int c = 0; c < JW_CHANNELS; ++c) {
        channels->value_set[c] &= (uint8_t) ~(1u << i);
    }
}

static JW_REALTIME void set_value(JwChannels *channels, int channel, int controller, int position) {
    const int id = jw_param_from_cc(controller);
    const int i = id < 0 ? -1 : jw_channel_value_of((JwParamId)id);
    if (i >= 0) {
        channels->value[channel][i] = jw_param_from_controller((JwParamId)id, position);
        channels->value_set[channel] |= (uint8_t)(1u << i);
    }
}

/// Resets vibrato and expression of channels that have set them: reset all controllers (RP-015).
static JW_REALTIME void reset_values(JwChannels *channels, unsigned reach) {
    static const uint8_t reset[][2] = {{JW_CC_MODULATION, 0}, {JW_CC_EXPRESSION, 127}};
    for (int c = 0; c < JW_CHANNELS; ++c) {
        for (int i = 0; i < 2 && reach & 1u << c; ++i) {
            if (channels->channel[c].controller[reset[i][0]] != reset[i][1]) {
                set_value(channels, c, reset[i][0], reset[i][1]);
            }
        }
    }
}

JW_REALTIME void jw_channels_panic(JwChannels *channels, double bend_range) {
    reset_values(channels, ~0u);
    for (int c = 0; c < JW_CHANNELS; ++c) {
        JwMidiChannel *now = &channels->channel[c];
        jw_midi_channel_reset(now);
        set_range(now, bend_range);
        now->zone_members = 0;
    }
    memset(channels->timbre_set, 0, sizeof(channels->timbre_set));
    memset(channels->range_set, 0, sizeof(channels->range_set));
    memset(channels->members, 0, sizeof(channels->members));
}

static JW_REALTIME double own_value(const JwChannels *channels, int channel, int i) {
    const bool is_set = channels->value_set[channel] & 1u << i;
    return is_set ? channels->value[channel][i] : channels->base[i];
}

JW_REALTIME double jw_channels_value(const JwChannels *channels, int channel,
                                     JwChannelValue value) {
    const int c = channel < 0 ? jw_channels_leader(channels) : channel;
    const int manager = jw_channels_manager(channels, c);
    if (manager < 0) {
        return own_value(channels, c, value);
    }
    const double all = own_value(channels, manager, value), own = channels->value[c][value];
    if (!(channels->value_set[c] & 1u << value)) {
        return all;
    }
    switch (value) {
    case JW_VALUE_VOLUME:
    case JW_VALUE_EXPRESSION:
        return all * own / jw_param_from_unit(value_id[value], 1.0);
    case JW_VALUE_VIBRATO:
    case JW_VALUE_PAN:
    case JW_CHANNEL_VALUES:
        break;
    }
    return jw_param_clamp(value_id[value], all + own, all);
}

JW_REALTIME bool jw_channels_alike(const JwChannels *channels) {
    unsigned any = 0;
    for (int c = 0; c < JW_CHANNELS; ++c) {
        any |= channels->value_set[c];
    }
    return any == 0;
}

JW_REALTIME int jw_channels_leader(const JwChannels *channels) {
    const int leader = channels->leader < 0 ? 0 : channels->leader;
    const int manager = jw_channels_manager(channels, leader);
    return manager < 0 ? leader : manager;
}

JW_REALTIME void jw_channels_note(JwChannels *channels, int channel) {
    channels->leader = channels->leader < 0 ? channel : channels->leader;
}

/********* Messages *********/

/// Changes a zone. Of channels in both zones, the later zone gets them (MPE 1.0, section 2.1).
static JW_REALTIME unsigned change_zone(JwChannels *channels, int zone) {
    const int other = zone == LOWER ? UPPER : LOWER;
    const unsigned before = zone_channels(channels, LOWER) | zone_channels(channels, UPPER);
    const int members = channels->channel[manager_of(zone)].zone_members;
    const int rest = MEMBERS - 1 - members;
    channels->members[zone] = members;
    if (channels->members[other] > rest) {
        channels->members[other] = rest > 0 ? rest : 0;
    }
    const unsigned now = zone_channels(channels, zone);
    for (int c = 0; c < JW_CHANNELS; ++c) {
        if (now & 1u << c) {
            set_range(&channels->channel[c], zone_of(channels, c) < 0 ? MANAGER_BEND : MEMBER_BEND);
            channels->range_set[c] = true;
            channels->timbre_set[c] = false;
        }
    }
    return before | now;
}

/// Sets the range of all members of a zone to the one that RPN 0 set on one of them (MPE 1.0,
/// section 2.4).
static JW_REALTIME void share_range(JwChannels *channels, const JwMidiChannel *from) {
    const int zone = zone_of(channels, from->channel);
    for (int c = 0; zone >= 0 && c < JW_CHANNELS; ++c) {
        if (zone_of(channels, c) == zone) {
            channels->channel[c].bend_semitones = from->bend_semitones;
            channels->channel[c].bend_cents = from->bend_cents;
        }
    }
}

JW_REALTIME unsigned jw_channels_take(JwChannels *channels, const JwMidi *midi) {
    JwMidiChannel *c = &channels->channel[midi->channel];
    if (midi->type == JW_MIDI_NOTE_ON) {
        jw_channels_note(channels, midi->channel);
    } else if (midi->type == JW_MIDI_CONTROL && midi->key == JW_CC_RESET_CONTROLLERS) {
        reset_values(channels, jw_channels_reach(channels, midi->channel));
    } else if (midi->type == JW_MIDI_CONTROL) {
        set_value(channels, midi->channel, midi->key, midi->value);
        channels->came[midi->channel][midi->key / 64] |= UINT64_C(1) << midi->key % 64;
    }
    const unsigned changed = jw_midi_channel_take(c, midi);
    if (midi->type == JW_MIDI_CONTROL && midi->key == JW_CC_TIMBRE) {
        channels->timbre_set[midi->channel] = true;
    }
    const unsigned by_reset = changed & JW_MIDI_CHANGED_BY_RESET;
    if (midi->type == JW_MIDI_CONTROL && changed & JW_MIDI_CHANGED_BEND && !by_reset) {
        channels->range_set[midi->channel] = true;
        share_range(channels, c);
    }
    if (by_reset) {
        const unsigned reach = jw_channels_reach(channels, midi->channel);
        for (int i = 0; i < JW_CHANNELS; ++i) {
            if (reach & 1u << i) {
                jw_midi_channel_reset(&channels->channel[i]);
            }
        }
    }
    if (changed & JW_MIDI_CHANGED_ZONE) {
        return change_zone(channels, midi->channel == MANAGER_LOWER ? LOWER : UPPER);
    }
    return 0u;
}

/********* What a note hears *********/

JW_REALTIME double jw_channels_bend(const JwChannels *channels, int channel) {
    const int manager = jw_channels_manager(channels, channel);
    const double cents =
        jw_midi_channel_bend_cents(&channels->channel[channel]) +
        (manager < 0 ? 0.0 : jw_midi_channel_bend_cents(&channels->channel[manager]));
    return 0.01 * cents;
}

JW_REALTIME double jw_channels_tuning(const JwChannels *channels, int channel) {
    const int manager = jw_channels_manager(channels, channel);
    const double cents =
        jw_midi_channel_tuning_cents(&channels->channel[channel]) +
        (manager < 0 ? 0.0 : jw_midi_channel_tuning_cents(&channels->channel[manager]));
    return 0.01 * cents;
}

/// Manager of a member; for other channels the channel itself.
static JW_REALTIME const JwMidiChannel *manager_or_self(const JwChannels *channels, int channel) {
    const int manager = jw_channels_manager(channels, channel);
    return &channels->channel[manager < 0 ? channel : manager];
}

static JW_REALTIME bool is_down(const JwChannels *channels, int channel, JwMidiControl pedal) {
    return channels->channel[channel].controller[pedal] >= 64 ||
           manager_or_self(channels, channel)->controller[pedal] >= 64;
}

JW_REALTIME bool jw_channels_pedal(const JwChannels *channels, int channel) {
    return is_down(channels, channel, JW_CC_SUSTAIN);
}

JW_REALTIME bool jw_channels_sostenuto(const JwChannels *channels, int channel) {
    return is_down(channels, channel, JW_CC_SOSTENUTO);
}

JW_REALTIME int jw_channels_pressure(const JwChannels *channels, int channel) {
    const int own = channels->channel[channel].pressure;
    const int all = manager_or_self(channels, channel)->pressure;
    return own > all ? own : all;
}

/// A channel's CC 74, -1..1 with 0 at its centre; 0 if none was received.
static JW_REALTIME double own_timbre(const JwChannels *channels, int channel) {
    const int value = channels->channel[channel].controller[JW_CC_TIMBRE], centre = 64;
    if (!channels->timbre_set[channel]) {
        return 0.0;
    }
    return value < centre ? (value - centre) / 64.0 : (value - centre) / 63.0;
}

JW_REALTIME double jw_channels_timbre(const JwChannels *channels, int channel) {
    const int manager = jw_channels_manager(channels, channel);
    if (manager < 0) {
        return 0.0;
    }
    const double both = own_timbre(channels, channel) + own_timbre(channels, manager);
    return fmin(fmax(both, -1.0), 1.0);
}
