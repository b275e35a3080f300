// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/terminal/keyboard.h"

#include "app/player/live_keys.h"
#include "playing/midi.h"

#include <math.h>
#include <string.h>

enum {
    NOTE_OFF = 0x80,
    NOTE_ON = 0x90,
    CONTROL = 0xb0,
    BEND = 0xe0,
    RELEASE_VELOCITY = 64,
    VELOCITY_STEP = 9,
    BEND_MIDDLE = 8192,
    SEMITONES = 12,
    LAST_FIRST = 120, // First keys of a layout are below it
};

/// Time for which a note is held after the last press of its key.
static const double hold_s = 1.5;

/// Longest interval between repeats of a held key; a second stroke cannot follow so soon.
static const double repeat_s = 0.06;

/// Fine steps of a pull [semitone].
static const double fine = 0.05;

static int find_base(const JwInstrument *instrument) {
    for (int i = 0; i < instrument->n_strings; ++i) {
        if (instrument->string[i].role == JW_ROLE_MELODY) {
            return instrument->string[i].key / SEMITONES * SEMITONES;
        }
    }
    return instrument->n_strings > 0 ? instrument->string[0].key / SEMITONES * SEMITONES : 60;
}

void jw_keyboard_init(JwKeyboard *keyboard) {
    *keyboard = (JwKeyboard){.velocity = 100, .last = -1};
}

void jw_keyboard_lay(JwKeyboard *k, const JwLive *live, const JwInstrument *instrument) {
    k->layout = jw_live_keys_layout(live, find_base(instrument));
    k->layout.first += k->shift;
}

bool jw_keyboard_plays(const JwKeyboard *keyboard, int character) {
    return jw_key_layout_key(&keyboard->layout, character, false) >= 0;
}

int jw_keyboard_string(const JwInstrument *instrument, int character) {
    int number = character == '0' ? 10 : character - '0';
    if (character < '0' || character > '9') {
        return -1;
    }
    for (int i = 0; i < instrument->n_strings && number > 0; ++i) {
        number -= instrument->string[i].role != JW_ROLE_TARAF;
        if (number == 0) {
            return i;
        }
    }
    return -1;
}

static bool repeats(double last, double now) {
    return last > 0.0 && now - last < repeat_s;
}

static void strike(JwKeyboard *k, JwLive *live, int key, double now) {
    if (!repeats(k->struck[key], now)) {
        jw_live_midi(live, NOTE_ON, key, k->velocity);
    }
    k->struck[key] = now;
    k->last = key;
}

static void pluck_number(JwKeyboard *k, JwLive *live, int string, double now) {
    if (!repeats(k->plucked[string], now)) {
        jw_live_open_string(live, string, k->velocity);
    }
    k->plucked[string] = now;
}

static void bend_to(JwKeyboard *k, JwLive *live, double semitones) {
    const double range = jw_live_param(live, JW_P_BEND_RANGE);
    k->pull = fmin(fmax(semitones, -range), range);
    const double part = range > 0.0 ? k->pull / range : 0.0;
    const int wheel = BEND_MIDDLE + (int)lrint(part * (BEND_MIDDLE - 1));
    jw_live_midi(live, BEND, wheel & 127, wheel >> 7);
}

/// Pulls to the next note of the raga above or below the present pitch.
static void bend_to_next(JwKeyboard *k, JwLive *live, int way) {
    JwSvaras svaras;
    if (jw_live_svaras(live, &svaras)) {
        const int key = k->last >= 0 ? k->last : svaras.sa_key;
        bend_to(k, live, jw_svara_next_pull(&svaras, key, k->pull, way));
    }
}

static void step_velocity(JwKeyboard *k, int by) {
    const int value = k->velocity + by;
    k->velocity = value < 1 ? 1 : value > 127 ? 127 : value;
}

static void step_octave(JwKeyboard *k, int by) {
    const int first = k->layout.first + by;
    if (first >= 0 && first < LAST_FIRST) {
        k->layout.first = first;
        k->shift += by;
    }
}

static void toggle_pedal(JwKeyboard *k, JwLive *live) {
    k->sustain = !k->sustain;
    jw_live_midi(live, CONTROL, JW_CC_SUSTAIN, k->sustain ? 127 : 0);
}

static void stop_all(JwKeyboard *k, JwLive *live) {
    jw_live_panic(live);
    memset(k->struck, 0, sizeof(k->struck));
    memset(k->plucked, 0, sizeof(k->plucked));
    k->sustain = false;
    k->pull = 0.0;
}

static bool press_control(JwKeyboard *k, JwLive *live, int key) {
    switch (key) {
    case 'z':
        step_octave(k, -SEMITONES);
        return true;
    case 'x':
        step_octave(k, SEMITONES);
        return true;
    case 'c':
        step_velocity(k, -VELOCITY_STEP);
        return true;
    case 'v':
        step_velocity(k, VELOCITY_STEP);
        return true;
    case 'b':
        bend_to(k, live, 0.0);
        return true;
    case ' ':
        toggle_pedal(k, live);
        return true;
    case JW_KEY_UP:
        bend_to_next(k, live, 1);
        return true;
    case JW_KEY_DOWN:
        bend_to_next(k, live, -1);
        return true;
    case JW_KEY_LEFT:
        bend_to(k, live, k->pull - fine);
        return true;
    case JW_KEY_RIGHT:
        bend_to(k, live, k->pull + fine);
        return true;
    case JW_KEY_BACKSPACE:
        stop_all(k, live);
        return true;
    default:
        return false;
    }
}

bool jw_keyboard_press(JwKeyboard *k, JwLive *live, const JwInstrument *instrument, int key,
                       double now) {
    const int string = jw_keyboard_string(instrument, key);
    const bool second = key & JW_KEY_SECOND;
    const bool named = key == 'n' || key == 'm';
    const int note = named ? jw_instrument_pluck_key(instrument, key == 'm')
                           : jw_key_layout_key(&k->layout, key & ~JW_KEY_SECOND, second);
    const int last = k->last;
    if (string >= 0) {
        pluck_number(k, live, string, now);
        return true;
    }
    if (note >= 0) {
        strike(k, live, note, now);
        k->last = named ? last : note; // Pulls do not act on chikari
        return true;
    }
    return named || (key >= '0' && key <= '9') || press_control(k, live, key);
}

/// Ends the notes whose keys were last pressed before that time.
static void end_notes(JwKeyboard *k, JwLive *live, double before) {
    for (int key = 0; key < 128; ++key) {
        if (k->struck[key] > 0.0 && k->struck[key] < before) {
            k->struck[key] = 0.0;
            jw_live_midi(live, NOTE_OFF, key, RELEASE_VELOCITY);
        }
    }
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        if (k->plucked[s] > 0.0 && k->plucked[s] < before) {
            k->plucked[s] = 0.0;
            jw_live_open_string(live, s, 0);
        }
    }
}

void jw_keyboard_follow(JwKeyboard *k, JwLive *live) {
    end_notes(k, live, HUGE_VAL);
    k->shift = 0;
    k->last = -1;
}

void jw_keyboard_tick(JwKeyboard *k, JwLive *live, double now) {
    end_notes(k, live, now - hold_s);
}
