// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/shown/hands.h"

#include <math.h>

enum {
    NOTE_OFF = 0x80,
    NOTE_ON = 0x90,
    CONTROL = 0xb0,
    BEND = 0xe0,
    SUSTAIN = 64,
    BEND_MIDDLE = 8192,
    RELEASE_VELOCITY = 64,
};

static const double softest = 0.01; ///< Smallest strength of a key

int jw_hands_velocity(double strength) {
    return 1 + (int)lrint(126.0 * fmin(fmax(strength, 0.0), 1.0));
}

/// Pitch wheel value of a bend.
static int wheel_of(JwWindowModel *m, double semitones) {
    const double range = m->param[JW_P_BEND_RANGE];
    const double part = range > 0.0 ? fmin(fmax(semitones / range, 0.0), 1.0) : 0.0;
    m->hero.pull_semitones = range * part;
    return BEND_MIDDLE + (int)lrint((BEND_MIDDLE - 1) * part);
}

bool jw_hands_midi(JwWindowModel *m, const JwWindowAction *a, uint8_t message[3]) {
    int first, second;
    if (a->kind == JW_DO_BEND) {
        const int wheel = wheel_of(m, a->value);
        first = wheel & 127;
        second = wheel >> 7;
    } else if (a->kind == JW_DO_PEDAL) {
        first = SUSTAIN;
        second = a->value > 0.5 ? 127 : 0;
    } else if (a->kind == JW_DO_KEY_ON || a->kind == JW_DO_KEY_OFF) {
        first = a->index;
        second =
            a->kind == JW_DO_KEY_ON ? jw_hands_velocity(fmax(a->value, softest)) : RELEASE_VELOCITY;
    } else {
        return false;
    }
    message[0] = a->kind == JW_DO_BEND     ? BEND
                 : a->kind == JW_DO_PEDAL  ? CONTROL
                 : a->kind == JW_DO_KEY_ON ? NOTE_ON
                                           : NOTE_OFF;
    message[1] = (uint8_t)first;
    message[2] = (uint8_t)second;
    return first >= 0 && first < JW_WINDOW_KEYS;
}
