// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Events: effects of messages, parameters and strokes on the instrument.

#include "engine/hearing.h"
#include "engine/parts.h"

#include <math.h>

static JW_REALTIME bool ends_notes(const JwMidi *midi) {
    const bool pedal = midi->key >= JW_CC_SUSTAIN && midi->key <= JW_CC_SOFT;
    return midi->type == JW_MIDI_NOTE_OFF ||
           (midi->type == JW_MIDI_CONTROL && (pedal || midi->key >= JW_CC_ALL_SOUND_OFF));
}

/// Counts a message; returns false if its tick already has the largest number.
static JW_REALTIME bool admit(JwAudio *audio, const JwMidi *midi) {
    if (midi->type == JW_MIDI_NOTE_ON) {
        return audio->strokes++ < JW_TICK_STROKES;
    }
    return ends_notes(midi) || audio->messages++ < JW_TICK_MESSAGES;
}

/// Takes a message; velocity: that of a note-on.
static JW_REALTIME void take_midi(JwAudio *audio, const JwMidi *midi, double velocity) {
    JwGesture gestures[JW_MAX_GESTURES];
    if (!jw_midi_valid(midi)) {
        return;
    }
    if (!admit(audio, midi)) {
        ++audio->flooded;
        return;
    }
    if (midi->type == JW_MIDI_CONTROL) {
        const int id = jw_param_from_cc(midi->key);
        if (id >= 0 && jw_channel_value_of((JwParamId)id) < 0) {
            audio->param[id] = jw_param_from_controller((JwParamId)id, midi->value);
        }
    }
    if (midi->type == JW_MIDI_CONTROL && midi->key == JW_CC_ALL_SOUND_OFF) {
        jw_drone_halt(&audio->drone);
        jw_room_silence(&audio->room);
    }
    if (audio->input.open) {
        jw_input_hear_keys(&audio->input, midi,
                           jw_channels_reach(&audio->allocator.channels, midi->channel));
        if (midi->type == JW_MIDI_CONTROL && midi->key == JW_CC_ALL_SOUND_OFF) {
            jw_loans_end(&audio->loans, &audio->input);
        }
        if (midi->type == JW_MIDI_NOTE_ON && (int)audio->param[JW_P_LISTEN] >= JW_LISTEN_KEYS) {
            return;
        }
    }
    const int n =
        midi->type == JW_MIDI_NOTE_ON
            ? jw_allocator_note(&audio->allocator, midi, velocity, audio->frame, audio->param,
                                gestures)
            : jw_allocator_take(&audio->allocator, midi, audio->frame, audio->param, gestures);
    jw_hearing_lead(audio);
    if (midi->type == JW_MIDI_NOTE_ON) {
        jw_hearing_hasten(audio);
    }
    for (int i = 0; i < n; ++i) {
        jw_audio_obey(audio, &gestures[i]);
    }
}

/// Silences the strings that notes play; the drone and sympathetic ringing go on.
static JW_REALTIME void power_up(JwAudio *audio) {
    for (int s = 0; s < audio->n_strings; ++s) {
        if (audio->allocator.note[s].channel >= 0 && !audio->string[s].asleep) {
            audio->string[s].keeps = true;
            jw_audio_obey(audio, &(JwGesture){.kind = JW_GESTURE_SILENCE, .string = s});
        }
    }
    jw_allocator_power_up(&audio->allocator, audio->param[JW_P_BEND_RANGE]);
    jw_input_let_go(&audio->input);
    jw_loans_clear(&audio->loans);
    jw_hearing_lead(audio);
}

static JW_REALTIME void take_sysex(JwAudio *audio, const uint8_t *bytes, uint32_t size) {
    if (audio->sysex++ >= JW_TICK_SYSEX) {
        ++audio->flooded;
        return;
    }
    const JwSysex sysex = jw_sysex_decode(bytes, size);
    if (sysex.type == JW_SYSEX_RESET) {
        power_up(audio);
    } else if (!jw_allocator_sysex(&audio->allocator, &sysex)) {
        ++audio->ignored_sysex;
    }
}

/// Message that begins or ends the note of a JW_EVENT_NOTE; JW_MIDI_NONE if it is out of range.
static JW_REALTIME JwMidi message_of(const JwEvent *event) {
    const int channel = event->note.channel, key = event->note.key;
    const double velocity = event->note.velocity;
    const bool ok = channel >= 0 && channel < JW_CHANNELS && key >= 0 && key <= 127 &&
                    velocity >= 0.0 && velocity <= 127.0;
    if (!ok) {
        return (JwMidi){.type = JW_MIDI_NONE};
    }
    return (JwMidi){.type = velocity > 0.0 ? JW_MIDI_NOTE_ON : JW_MIDI_NOTE_OFF,
                    .channel = (uint8_t)channel,
                    .key = (uint8_t)key,
                    .value = (int16_t)ceil(velocity)};
}

static JW_REALTIME void express(JwAudio *audio, int channel, int key, JwExpression kind,
                                double value) {
    if (audio->messages++ >= JW_TICK_MESSAGES) {
        ++audio->flooded;
        return;
    }
    jw_allocator_express(&audio->allocator, channel, key, kind, value);
}

/// Ends notes and silences their strings.
static JW_REALTIME void choke(JwAudio *audio, int channel, int key) {
    JwGesture gestures[JW_MAX_GESTURES];
    const int n = jw_allocator_choke(&audio->allocator, channel, key, gestures);
    for (int i = 0; i < n; ++i) {
        jw_audio_obey(audio, &gestures[i]);
    }
}

static JW_REALTIME void take_open_string(JwAudio *audio, int string, double velocity,
                                         double place) {
    JwGesture gesture;
    if (string >= 0 && string < audio->n_strings &&
        jw_allocator_open(&audio->allocator, string, velocity, audio->param, &gesture)) {
        if (place > 0.0) {
            gesture.position = jw_param_clamp(JW_P_PLUCK_POSITION, place, 0.0);
        }
        jw_hearing_lead(audio);
        jw_hearing_hasten(audio);
        jw_audio_obey(audio, &gesture);
    }
}

/// Sets a parameter. BEND_RANGE and RPN 0 set the same range: the later one wins, even within a
/// tick.
static JW_REALTIME void take_param(JwAudio *audio, JwParamId id, double value) {
    if (id == JW_P_DRONE) {
        jw_drone_resume(&audio->drone);
    }
    if ((unsigned)id < JW_N_PARAMS) {
        audio->param[id] = jw_param_clamp(id, value, audio->param[id]);
        jw_channels_set_base(&audio->allocator.channels, id, audio->param[id]);
    }
    if (id == JW_P_BEND_RANGE) {
        jw_allocator_set_bend_range(&audio->allocator, audio->param[id]);
    }
}

static JW_REALTIME void lay_hand(JwAudio *audio, int s, bool on) {
    if (s >= 0 && s < audio->n_strings) {
        audio->string[s].hand = on;
        jw_audio_update_palm(audio, s);
    }
}

JW_REALTIME uint64_t jw_audio_next_due(const JwAudio *audio) {
    const uint64_t allocator = jw_allocator_due(&audio->allocator);
    const uint64_t drone = jw_drone_due(&audio->drone, audio->param);
    return allocator < drone ? allocator : drone;
}

/// True if "all sound off" would change nothing: all strings are already falling silent and no
/// stroke is due.
static JW_REALTIME bool falls_silent(const JwAudio *audio) {
    bool all = jw_audio_next_due(audio) == UINT64_MAX;
    for (int s = 0; s < audio->n_strings; ++s) {
        all &= jw_audio_is_silenced(&audio->string[s]);
    }
    return all;
}

/// True if a string that a note played still sounds.
static JW_REALTIME bool notes_sound(const JwAudio *audio) {
    bool any = false;
    for (int s = 0; s < audio->n_strings; ++s) {
        const JwVoice *v = &audio->string[s];
        any |= audio->allocator.note[s].channel >= 0 && !v->asleep && !jw_audio_is_silenced(v);
    }
    return any;
}

/// True for a parameter that acts at once: those of the drone, which are read between strokes. All
/// others wait for the grid or a note.
static JW_REALTIME bool acts_once(JwParamId id) {
    return (unsigned)id < JW_N_PARAMS && jw_param_info(id)->acts == JW_ACTS_ONCE;
}

JW_REALTIME bool jw_audio_acts(const JwAudio *audio, const JwEvent *event) {
    if (event->type == JW_EVENT_PARAM) {
        return acts_once(event->param.id);
    }
    if (event->type == JW_EVENT_SYSEX) {
        return notes_sound(audio) && jw_sysex_resets(event->sysex.bytes, event->sysex.size);
    }
    if (event->type == JW_EVENT_KEYS || event->type == JW_EVENT_EXPRESSION) {
        return false;
    }
    if (event->type != JW_EVENT_MIDI && event->type != JW_EVENT_NOTE) {
        return true;
    }
    const JwMidi message = event->type == JW_EVENT_NOTE ? message_of(event) : event->midi;
    const JwMidi *midi = &message;
    if (midi->type == JW_MIDI_CONTROL && midi->key == JW_CC_ALL_SOUND_OFF) {
        return !falls_silent(audio);
    }
    const bool dropped = midi->type == JW_MIDI_NOTE_ON && audio->strokes >= JW_TICK_STROKES;
    return !dropped && jw_allocator_acts(&audio->allocator, midi);
}

JW_REALTIME void jw_audio_take_event(JwAudio *audio, const JwEvent *event) {
    audio->at_rest = audio->at_rest && !jw_audio_acts(audio, event);
    audio->rest_ticks = event->type == JW_EVENT_TRANSPORT ? audio->rest_ticks : 0;
    switch (event->type) {
    case JW_EVENT_MIDI:
        take_midi(audio, &event->midi, event->midi.value);
        return;
    case JW_EVENT_NOTE: {
        const JwMidi message = message_of(event);
        take_midi(audio, &message, event->note.velocity);
        return;
    }
    case JW_EVENT_EXPRESSION:
        express(audio, event->expression.channel, event->expression.key, event->expression.kind,
                event->expression.value);
        return;
    case JW_EVENT_PARAM:
        take_param(audio, event->param.id, event->param.value);
        return;
    case JW_EVENT_TRANSPORT:
        jw_drone_transport(&audio->drone, audio->frame, event->transport.bpm, event->transport.beat,
                           audio->param);
        return;
    case JW_EVENT_SYSEX:
        take_sysex(audio, event->sysex.bytes, event->sysex.size);
        return;
    case JW_EVENT_KEYS:
        jw_allocator_set_table(&audio->allocator, event->keys);
        return;
    case JW_EVENT_OPEN:
        take_open_string(audio, event->open.string, event->open.velocity, event->open.place);
        return;
    case JW_EVENT_DAMP:
        lay_hand(audio, event->damp.string, event->damp.on);
        return;
    case JW_EVENT_CHOKE:
        choke(audio, event->choke.channel, event->choke.key);
        return;
    case JW_EVENT_PANIC:
        jw_audio_panic(audio);
        return;
    }
}
