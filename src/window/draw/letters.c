// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Playing by the keys of the computer: notes, open strings, pulls.

#include "base/svaras.h"
#include "window/draw/gesture_parts.h"

#include <math.h>
#include <string.h>

static const double softer = 0.08, softest = 0.95; ///< Steps of the strength, and its end
static const double fine_semitones = 0.05;

static void add_sound(JwGestureBuilder *gesture, JwWindowActionKind kind, int index, double value) {
    jw_gesture_add(gesture, kind, index, value, gesture->model->param[JW_P_PLUCK_POSITION]);
    gesture->out->action[gesture->out->n - 1].string = -1;
}

static void end_sound(JwGestureBuilder *gesture, int i) {
    JwWindowHand *hand = &gesture->out->hand;
    const JwWindowHeld held = hand->held[i];
    add_sound(gesture, held.is_string ? JW_DO_RELEASE : JW_DO_KEY_OFF, held.key, 0.0);
    hand->held[i] = hand->held[--hand->n_held];
}

void jw_letters_up(JwGestureBuilder *gesture) {
    for (int i = gesture->out->hand.n_held - 1; i >= 0; --i) {
        if (gesture->input->code < 0 || gesture->out->hand.held[i].code == gesture->input->code) {
            end_sound(gesture, i);
        }
    }
}

void jw_letters_let_go(JwGestureBuilder *gesture) {
    while (gesture->out->hand.n_held > 0) {
        end_sound(gesture, gesture->out->hand.n_held - 1);
    }
}

static void begin_sound(JwGestureBuilder *gesture, int key, bool is_string) {
    JwWindowHand *hand = &gesture->out->hand;
    if (gesture->input->repeats || hand->n_held == JW_WINDOW_HELD) {
        return;
    }
    jw_letters_up(gesture); // Its release was never reported
    hand->held[hand->n_held++] = (JwWindowHeld){gesture->input->code, key, is_string};
    add_sound(gesture, is_string ? JW_DO_PLUCK : JW_DO_KEY_ON, key, 0.8 * (1.0 - hand->softness));
}

/// Open string of a digit; -1: none.
static int string_of(const JwWindowModel *m, char digit) {
    int number = digit == '0' ? 10 : digit - '0';
    for (int i = 0; i < m->n_strings; ++i) {
        number -= m->string[i].role != JW_WINDOW_TARAF;
        if (number == 0) {
            return i;
        }
    }
    return -1;
}

static bool press_control(JwGestureBuilder *gesture, char c) {
    JwWindowHand *hand = &gesture->out->hand;
    switch (c) {
    case 'z':
    case 'x': {
        const int shift = hand->letter_shift + (c == 'x' ? 12 : -12);
        const int first = jw_window_keys(gesture->model).first + shift;
        hand->letter_shift = first >= 0 && first < JW_WINDOW_KEYS - 7 ? shift : hand->letter_shift;
        break;
    }
    case 'c':
    case 'v':
        hand->softness = fmin(fmax(hand->softness + (c == 'c' ? softer : -softer), -0.25), softest);
        break;
    case ' ':
        if (!gesture->input->repeats) {
            jw_gesture_add(gesture, JW_DO_PEDAL, 0, hand->pedal ? 0.0 : 1.0, 0.0);
        }
        break;
    case 'b':
        jw_gesture_add(gesture, JW_DO_BEND, gesture->model->hero.string, 0.0, 0.0);
        break;
    default:
        return false;
    }
    gesture->out->redraw = true;
    return true;
}

static bool press_letter(JwGestureBuilder *gesture) {
    const JwWindowModel *m = gesture->model;
    const char typed = gesture->input->character[0];
    const bool upper = typed >= 'A' && typed <= 'Z';
    const char c = (char)(upper ? typed - 'A' + 'a' : typed == '{' ? '[' : typed);
    JwKeyLayout layout = jw_window_keys(m);
    layout.first += m->hand.letter_shift;
    const bool second = upper || typed == '{' || gesture->input->mods & JW_MOD_ALT;
    const int key = c == 'n'   ? m->chikari_key
                    : c == 'm' ? m->strum_key
                               : jw_key_layout_key(&layout, c, second);
    if (c >= '0' && c <= '9') {
        const int string = string_of(m, c);
        if (string >= 0) {
            begin_sound(gesture, string, true);
        }
        return string >= 0;
    }
    if (key > 0 && jw_window_has_keys(m)) {
        begin_sound(gesture, key, false);
        return true;
    }
    return press_control(gesture, c);
}

/// Pulls the string that was played last.
static void step_pull(JwGestureBuilder *gesture, JwInputKey arrow) {
    const JwWindowModel *m = gesture->model;
    const double now = m->hero.pull_semitones;
    JwSvaras svaras = {.sa_key = m->sa_key, .notes = m->raga_keys ? m->raga_keys : 0xfff};
    memcpy(svaras.cents, m->raga_cents, sizeof svaras.cents);
    const double to = arrow == JW_KEY_UP     ? jw_svara_next_pull(&svaras, m->hero.key, now, 1)
                      : arrow == JW_KEY_DOWN ? jw_svara_next_pull(&svaras, m->hero.key, now, -1)
                      : arrow == JW_KEY_LEFT ? now - fine_semitones
                                             : now + fine_semitones;
    jw_gesture_add(gesture, JW_DO_BEND, m->hero.string,
                   fmin(fmax(to, 0.0), m->param[JW_P_BEND_RANGE]), 0.0);
}

bool jw_letters_press(JwGestureBuilder *gesture) {
    switch (gesture->input->key) {
    case JW_KEY_CHARACTER:
        return press_letter(gesture);
    case JW_KEY_UP:
    case JW_KEY_DOWN:
    case JW_KEY_LEFT:
    case JW_KEY_RIGHT:
        step_pull(gesture, gesture->input->key);
        return true;
    default:
        return false;
    }
}
