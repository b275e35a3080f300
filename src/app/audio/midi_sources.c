// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/audio/midi_sources.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { RELEASE_VELOCITY = 64, TIMBRE = 10, BEND = 11, PRESSURE = 12, CENTRE = 64, FULL = 127 };

// Controllers that are released, pedals first; BEND and PRESSURE follow them.
static const uint8_t controllers[BEND] = {
    JW_CC_SUSTAIN,    JW_CC_PORTAMENTO, JW_CC_SOSTENUTO, JW_CC_SOFT,       68,           69,
    JW_CC_MODULATION, JW_CC_VOLUME,     JW_CC_PAN,       JW_CC_EXPRESSION, JW_CC_TIMBRE,
};

_Static_assert(PRESSURE + 1 == JW_SOURCE_SETTINGS, "bend and pressure are the last settings");

static JW_REALTIME int setting_of(const JwMidi *midi) {
    if (midi->type == JW_MIDI_BEND) {
        return BEND;
    }
    if (midi->type == JW_MIDI_CHANNEL_PRESSURE) {
        return PRESSURE;
    }
    for (int i = 0; i < BEND && midi->type == JW_MIDI_CONTROL; ++i) {
        if (controllers[i] == midi->key) {
            return i;
        }
    }
    return -1;
}

/// Clears the settings of a channel that "reset all controllers" (RP-015) resets.
static JW_REALTIME void reset(JwSourceChannel *held) {
    for (int i = 0; i < JW_SOURCE_SETTINGS; ++i) {
        const bool stays =
            i == TIMBRE ||
            (i < BEND && (controllers[i] == JW_CC_VOLUME || controllers[i] == JW_CC_PAN));
        held->set &= (uint16_t) ~(stays ? 0u : 1u << i);
    }
}

/// Applies a channel mode message to the keys and controllers of all sources.
static JW_REALTIME void note_mode(JwMidiSources *sources, const JwMidi *midi) {
    for (int s = 0; s < JW_SOURCES; ++s) {
        JwSourceChannel *held = &sources->held[s][midi->channel];
        if (midi->key == JW_CC_RESET_CONTROLLERS) {
            reset(held);
        } else if (midi->key == JW_CC_ALL_SOUND_OFF || midi->key >= JW_CC_ALL_NOTES_OFF) {
            memset(held->keys, 0, sizeof(held->keys));
        }
    }
}

JW_REALTIME void jw_midi_sources_note(JwMidiSources *sources, int source, const JwMidi *midi) {
    const bool is_source = source >= 0 && source < JW_SOURCES && midi->channel < JW_CHANNELS;
    if (!is_source || midi->type == JW_MIDI_NONE || midi->key > 127) {
        return;
    }
    JwSourceChannel *held = &sources->held[source][midi->channel];
    const uint64_t key = UINT64_C(1) << midi->key % 64;
    const int setting = setting_of(midi);
    ++sources->now;
    if (midi->type == JW_MIDI_NOTE_ON) {
        held->keys[midi->key / 64] |= key;
    } else if (midi->type == JW_MIDI_NOTE_OFF) {
        held->keys[midi->key / 64] &= ~key;
    } else if (setting >= 0) {
        held->set |= (uint16_t)(1u << setting);
        held->value[setting] = midi->value;
        held->when[setting] = sources->now;
    } else if (midi->type == JW_MIDI_CONTROL && midi->key >= JW_CC_ALL_SOUND_OFF) {
        note_mode(sources, midi);
    }
}

JW_REALTIME void jw_midi_sources_panic(JwMidiSources *sources) {
    for (int s = 0; s < JW_SOURCES; ++s) {
        for (int c = 0; c < JW_CHANNELS; ++c) {
            memset(sources->held[s][c].keys, 0, sizeof(sources->held[s][c].keys));
            reset(&sources->held[s][c]);
            sources->held[s][c].set &= (uint16_t) ~(1u << TIMBRE);
        }
    }
}

/// Controller value that a channel has if no controller was received: the base or, for a member of
/// a zone, the value that does not modify its manager's.
static JW_REALTIME int rest_of_value(const JwChannels *channels, int channel, JwParamId id) {
    const int i = jw_channel_value_of(id);
    const bool member = jw_channels_is_member(channels, channel);
    if (i < 0 || member) {
        return id == JW_P_VIBRATO_DEPTH ? 0 : id == JW_P_PAN ? CENTRE : FULL;
    }
    int nearest = 0;
    double least = HUGE_VAL;
    for (int at = 0; at <= FULL; ++at) {
        const double distance = fabs(jw_param_from_controller(id, at) - channels->base[i]);
        nearest = distance < least ? at : nearest;
        least = fmin(distance, least);
    }
    return nearest;
}

static JW_REALTIME int rest(const JwChannels *channels, int channel, int setting) {
    const int id = setting < BEND ? jw_param_from_cc(controllers[setting]) : -1;
    if (setting == TIMBRE) {
        return CENTRE;
    }
    return id < 0 || !channels ? 0 : rest_of_value(channels, channel, (JwParamId)id);
}

/// The other source that set a setting last; -1: none.
static JW_REALTIME int last_other(const JwMidiSources *sources, int source, int channel,
                                  int setting) {
    int last = -1;
    for (int s = 0; s < JW_SOURCES; ++s) {
        const JwSourceChannel *held = &sources->held[s][channel];
        if (s != source && held->set & 1u << setting &&
            (last < 0 || held->when[setting] > sources->held[last][channel].when[setting])) {
            last = s;
        }
    }
    return last;
}

static JW_REALTIME bool others_hold(const JwMidiSources *sources, int source, int channel,
                                    int key) {
    bool held = false;
    for (int s = 0; s < JW_SOURCES; ++s) {
        held = held || (s != source && sources->held[s][channel].keys[key / 64] >> key % 64 & 1);
    }
    return held;
}

static JW_REALTIME JwMidi setting_message(int channel, int setting, int value) {
    const JwMidiType type = setting == BEND       ? JW_MIDI_BEND
                            : setting == PRESSURE ? JW_MIDI_CHANNEL_PRESSURE
                                                  : JW_MIDI_CONTROL;
    const uint8_t key = setting < BEND ? controllers[setting] : 0;
    return (JwMidi){type, (uint8_t)channel, key, (int16_t)value};
}

/// Releases a setting unless another source has set it since.
static JW_REALTIME int leave_setting(const JwMidiSources *sources, int source,
                                     const JwChannels *channels, int channel, int setting,
                                     JwMidi *message) {
    const JwSourceChannel *held = &sources->held[source][channel];
    if (!(held->set & 1u << setting)) {
        return 0;
    }
    const int other = last_other(sources, source, channel, setting);
    const JwSourceChannel *theirs = other < 0 ? NULL : &sources->held[other][channel];
    const int at_rest = rest(channels, channel, setting);
    if (held->value[setting] == at_rest ||
        (theirs && theirs->when[setting] > held->when[setting])) {
        return 0;
    }
    *message = setting_message(channel, setting, theirs ? theirs->value[setting] : at_rest);
    return 1;
}

JW_REALTIME int jw_midi_sources_leave(JwMidiSources *sources, int source,
                                      const JwChannels *channels, JwMidi *messages) {
    int n = 0;
    if (source < 0 || source >= JW_SOURCES) {
        return 0;
    }
    for (int c = 0; c < JW_CHANNELS; ++c) {
        const JwSourceChannel *held = &sources->held[source][c];
        for (int key = 0; key < 128; ++key) {
            const bool down = held->keys[key / 64] >> key % 64 & 1;
            if (down && !others_hold(sources, source, c, key)) {
                messages[n++] =
                    (JwMidi){JW_MIDI_NOTE_OFF, (uint8_t)c, (uint8_t)key, RELEASE_VELOCITY};
            }
        }
    }
    for (int setting = 0; setting < JW_SOURCE_SETTINGS; ++setting) {
        for (int c = 0; c < JW_CHANNELS; ++c) {
            n += leave_setting(sources, source, channels, c, setting, &messages[n]);
        }
    }
    memset(sources->held[source], 0, sizeof(sources->held[source]));
    return n;
}
