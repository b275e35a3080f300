// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/midi_tuning.h"

#include <stddef.h>
#include <string.h>

JW_REALTIME void jw_tunings_init(JwMidiTunings *tunings) {
    tunings->n = 0;
    tunings->fine = tunings->coarse = 0.0;
    memset(tunings->has_octave, 0, sizeof(tunings->has_octave));
}

/********* Programs *********/

static JW_REALTIME const JwTuningProgram *find_program(const JwMidiTunings *tunings, int bank,
                                                       int program) {
    for (int i = 0; i < tunings->n; ++i) {
        const JwTuningProgram *p = &tunings->program[i];
        if (p->bank == bank && p->program == program) {
            return p;
        }
    }
    return NULL;
}

/// Finds or makes the entry of a program; returns NULL if there is no room.
static JW_REALTIME JwTuningProgram *room_for(JwMidiTunings *tunings, int bank, int program) {
    const JwTuningProgram *there = find_program(tunings, bank, program);
    if (there) {
        return &tunings->program[there - tunings->program];
    }
    if (tunings->n == JW_TUNING_PROGRAMS) {
        return NULL;
    }
    JwTuningProgram *p = &tunings->program[tunings->n++];
    memset(p, 0, sizeof(*p));
    p->bank = (uint8_t)bank;
    p->program = (uint8_t)program;
    return p;
}

static JW_REALTIME void tune_key(JwTuningProgram *p, int key, JwPitchKind kind, double pitch,
                                 JwRetuned *retuned) {
    p->kind[key] = (uint8_t)kind;
    p->pitch[key] = (float)pitch;
    retuned->keys[key / 64] |= UINT64_C(1) << key % 64;
}

static JW_REALTIME void take_program(JwMidiTunings *tunings, const JwSysex *sysex,
                                     JwRetuned *retuned) {
    JwTuningProgram *p = room_for(tunings, sysex->bank, sysex->program);
    retuned->understood = p != NULL;
    retuned->by_program = true;
    retuned->bank = sysex->bank;
    retuned->program = sysex->program;
    if (!p) {
        return;
    }
    if (sysex->type == JW_SYSEX_OCTAVE_PROGRAM) {
        for (int key = 0; key < JW_MIDI_KEYS; ++key) {
            const double over = jw_sysex_note(sysex, key % JW_OCTAVE_NOTES);
            tune_key(p, key, JW_PITCH_OFFSET, over, retuned);
        }
        return;
    }
    for (int i = 0; i < sysex->n; ++i) {
        int key;
        const double pitch = jw_sysex_key(sysex, i, &key);
        if (pitch >= 0.0) {
            tune_key(p, key, JW_PITCH_KEY, pitch, retuned);
        }
    }
}

static JW_REALTIME void take_octave(JwMidiTunings *tunings, const JwSysex *sysex,
                                    JwRetuned *retuned) {
    for (int c = 0; c < JW_CHANNELS; ++c) {
        if (!(sysex->channels & 1u << c)) {
            continue;
        }
        tunings->has_octave[c] = true;
        for (int note = 0; note < JW_OCTAVE_NOTES; ++note) {
            tunings->octave[c][note] = (float)jw_sysex_note(sysex, note);
        }
    }
    retuned->understood = true;
    retuned->channels = sysex->channels;
}

JW_REALTIME JwRetuned jw_tunings_take(JwMidiTunings *tunings, const JwSysex *sysex) {
    JwRetuned retuned = {.real_time = sysex->real_time};
    switch (sysex->type) {
    case JW_SYSEX_KEYS:
    case JW_SYSEX_PROGRAM:
    case JW_SYSEX_OCTAVE_PROGRAM:
        take_program(tunings, sysex, &retuned);
        break;
    case JW_SYSEX_OCTAVE:
        take_octave(tunings, sysex, &retuned);
        break;
    case JW_SYSEX_FINE:
        tunings->fine = sysex->semitones;
        retuned.understood = true;
        break;
    case JW_SYSEX_COARSE:
        tunings->coarse = sysex->semitones;
        retuned.understood = true;
        break;
    case JW_SYSEX_OTHER:
    case JW_SYSEX_RESET:
        break;
    }
    return retuned;
}

/********* Channels *********/

JW_REALTIME bool jw_tunings_select(JwMidiTunings *tunings, const JwChannels *channels,
                                   const JwMidi *midi) {
    const JwMidiChannel *c = &channels->channel[midi->channel];
    if (midi->type != JW_MIDI_CONTROL || !jw_midi_channel_selects_tuning(c, midi->key)) {
        return false;
    }
    tunings->has_octave[midi->channel] = false;
    return true;
}

/// Channel whose tuning a channel uses.
static JW_REALTIME int tuned_as(const JwMidiTunings *tunings, const JwChannels *channels,
                                int channel) {
    const JwMidiChannel *c = &channels->channel[channel];
    const bool own = tunings->has_octave[channel] || c->tuning_bank > 0 || c->tuning_program > 0;
    const int manager = jw_channels_manager(channels, channel);
    return own || manager < 0 ? channel : manager;
}

JW_REALTIME bool jw_tunings_concern(const JwMidiTunings *tunings, const JwChannels *channels,
                                    const JwRetuned *retuned, int channel, int key) {
    const int as = tuned_as(tunings, channels, channel);
    const JwMidiChannel *c = &channels->channel[as];
    if (!retuned->by_program) {
        return retuned->channels & 1u << as;
    }
    return !tunings->has_octave[as] && c->tuning_bank == retuned->bank &&
           c->tuning_program == retuned->program &&
           retuned->keys[key / 64] & UINT64_C(1) << key % 64;
}

JW_REALTIME bool jw_tunings_pitch(const JwMidiTunings *tunings, const JwChannels *channels,
                                  int channel, int key, double a4, double *pitch) {
    const int as = tuned_as(tunings, channels, channel);
    const JwMidiChannel *c = &channels->channel[as];
    const JwTuningProgram *p = find_program(tunings, c->tuning_bank, c->tuning_program);
    if (tunings->has_octave[as]) {
        *pitch = key + (a4 - 69.0) + (double)tunings->octave[as][key % JW_OCTAVE_NOTES];
        return true;
    }
    if (!p || p->kind[key] == JW_PITCH_NONE) {
        return false;
    }
    *pitch = (double)p->pitch[key];
    if (p->kind[key] == JW_PITCH_OFFSET) {
        *pitch += key + (a4 - 69.0);
    }
    return true;
}
