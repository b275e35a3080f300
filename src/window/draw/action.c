// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/action.h"

#include <math.h>
#include <string.h>

enum { FIRST_POINTS = 9 }; // Points of a new profile

bool jw_window_action_draws(JwWindowActionKind kind) {
    return kind >= JW_DO_PEN_BEGIN && kind <= JW_DO_PEN_BUILT && kind != JW_DO_PEN_KEEP;
}

/// Begins with the present bridge, without the parameters' changes.
static void begin_pen(JwWindowModel *m) {
    const JwWindowBridge *b = &m->bridge;
    double h_m[JW_WINDOW_POINTS];
    for (int i = 0; i < b->n; ++i) {
        h_m[i] = b->now_m[i] - b->lift_m;
    }
    jw_pen_begin(&m->pen, b->x_m, h_m, b->n, FIRST_POINTS);
}

static void apply_pen(JwWindowModel *m, const JwWindowAction *a) {
    JwPen *pen = &m->pen;
    switch (a->kind) {
    case JW_DO_PEN_BEGIN:
        begin_pen(m);
        break;
    case JW_DO_PEN_KEEP:
        jw_pen_keep(pen);
        break;
    case JW_DO_PEN_ADD:
        jw_pen_add(pen, a->place, a->value);
        break;
    case JW_DO_PEN_MOVE:
        jw_pen_move(pen, a->index, a->place, a->value);
        break;
    case JW_DO_PEN_REMOVE:
        jw_pen_remove(pen, a->index);
        break;
    case JW_DO_PEN_SHIFT:
        jw_pen_shift(pen, a->place);
        break;
    case JW_DO_PEN_UNDO:
        jw_pen_undo(pen);
        break;
    case JW_DO_PEN_BUILT:
        jw_pen_keep(pen);
        pen->now.n = 0;
        break;
    default:
        break;
    }
}

static void apply_tuning(JwWindowModel *m, const JwWindowAction *a) {
    for (int i = 0; i < m->n_strings; ++i) {
        JwWindowString *s = &m->string[i];
        if (a->index != i && !(a->index < 0 && a->kind == JW_DO_TUNE_RAGA)) {
            continue;
        }
        const double moved = a->kind == JW_DO_TUNE ? a->value - s->tune_cents : -s->off_cents;
        s->tune_cents += moved;
        s->off_cents += moved;
        s->hz *= exp2(moved / 1200.0);
        s->tension_n *= exp2(2.0 * moved / 1200.0);
    }
}

/// True if the index is a string's.
static bool is_string(const JwWindowModel *m, int index) {
    return index >= 0 && index < m->n_strings;
}

static void apply_sound(JwWindowModel *m, const JwWindowAction *a) {
    const bool on = a->kind == JW_DO_PLUCK || a->kind == JW_DO_KEY_ON;
    if (a->kind == JW_DO_BEND) {
        m->hero.pull_semitones = a->value;
    } else if (a->kind == JW_DO_PEDAL) {
        m->hand.pedal = a->value > 0.5;
    } else if (a->kind == JW_DO_PLUCK || a->kind == JW_DO_RELEASE) {
        if (is_string(m, a->index)) {
            m->string[a->index].lit = on;
        }
    } else if (a->index >= 0 && a->index < JW_WINDOW_KEYS) {
        const JwWindowRole role =
            is_string(m, a->string) ? m->string[a->string].role : JW_WINDOW_MELODY;
        m->lit[a->index] = (uint8_t)(on ? 1 + role : 0);
    }
}

static void apply_preset(JwWindowModel *m, const JwWindowAction *a) {
    if (a->index >= 0 && a->index < m->n_presets) {
        m->preset = a->index;
        memcpy(m->preset_name, m->presets[a->index].name, sizeof m->preset_name);
        memcpy(m->instrument_name, m->presets[a->index].instrument, sizeof m->instrument_name);
    }
}

bool jw_window_action_plays(JwWindowActionKind kind) {
    return kind == JW_DO_PLUCK || kind == JW_DO_RELEASE || kind == JW_DO_KEY_ON ||
           kind == JW_DO_KEY_OFF || kind == JW_DO_BEND || kind == JW_DO_PEDAL;
}

/// Companion and clock; false for other actions.
static bool apply_strip(JwWindowModel *m, const JwWindowAction *a) {
    switch (a->kind) {
    case JW_DO_WITH_SHOWN:
        m->with_shown = a->index;
        break;
    case JW_DO_WITH:
        m->with.on = !m->with.on;
        break;
    case JW_DO_WITH_FIRST:
        m->with.first = a->index;
        break;
    case JW_DO_WITH_TEMPO:
        m->with.tempo = a->value;
        break;
    case JW_DO_WITH_LEVEL:
        m->with.level_db = a->value;
        break;
    case JW_DO_WITH_CENTS:
        m->with.cents = a->value;
        break;
    case JW_DO_CLOCK:
        m->clock.on = !m->clock.on;
        break;
    case JW_DO_CLOCK_TEMPO:
        m->clock.bpm = a->value;
        break;
    case JW_DO_CLOCK_TALA:
        m->clock.tala = a->index;
        break;
    default:
        return false;
    }
    return true;
}

void jw_window_apply(JwWindowModel *m, const JwWindowAction *a) {
    if (apply_strip(m, a)) {
        return;
    }
    if (jw_window_action_plays(a->kind)) {
        apply_sound(m, a);
        return;
    }
    switch (a->kind) {
    case JW_DO_PARAM:
        if (a->index >= 0 && a->index < JW_N_PARAMS) {
            m->param[a->index] = jw_param_clamp((JwParamId)a->index, a->value, m->param[a->index]);
        }
        break;
    case JW_DO_TUNE:
    case JW_DO_TUNE_RAGA:
        apply_tuning(m, a);
        break;
    case JW_DO_DAMP:
        if (is_string(m, a->index)) {
            m->string[a->index].damped = a->value > 0.5;
        }
        break;
    case JW_DO_STRING:
        m->hero.string = is_string(m, a->index) ? a->index : m->hero.string;
        break;
    case JW_DO_PRESET:
    case JW_DO_KEEP:
        apply_preset(m, a);
        break;
    case JW_DO_CLEAR_PEAKS:
        m->held_db[0] = m->peak_db[0];
        m->held_db[1] = m->peak_db[1];
        m->clipped = false;
        break;
    case JW_DO_LEARN:
        m->learning = a->index;
        break;
    case JW_DO_ZOOM:
        m->zoom = a->value;
        break;
    case JW_DO_LETTERS:
        m->keys_choice = (JwKeysChoice)a->index;
        break;
    default:
        apply_pen(m, a);
        jw_window_bridge_bend(m);
        break;
    }
}
