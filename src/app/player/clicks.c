// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/clicks.h"

#include "base/elementary.h"
#include "base/latest.h"
#include "base/pi.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

/// Kinds of clicks.
typedef enum { SAM, TALI, KHALI, PLAIN, KINDS } Kind;

static const double click_hz[KINDS] = {
    [SAM] = 1760.0, [TALI] = 1320.0, [KHALI] = 880.0, [PLAIN] = 1100.0};
static const double click_peak[KINDS] = {[SAM] = 0.4, [TALI] = 0.25, [KHALI] = 0.2, [PLAIN] = 0.12};
static const double decay_s = 0.012;
static const double same_beat = 1e-6; // Part of a beat by which it may be early

struct JwClicksImpl {
    JwLatest *latest; // JwClicksSetting, to the audio thread
    atomic_int beat;  // Beat that sounded last; written by the audio thread
    // The following members belong to the audio thread.
    JwClicksSetting now;
    int n_beats;
    double rate_hz;
    double next;           // Beats until the next click, without the transport
    long number;           // Number of that click, without the transport
    long last;             // Number of the last click
    double since;          // Beats since then
    double turn[KINDS];    // Coefficients of a decaying sine: twice its radius times the cosine
    double first[KINDS];   // Its first sample
    double radius_squared; // Square of its radius, the same for all
    Kind kind;
    double y1, y2; // Last two samples of the click that sounds
};

JwClicks *jw_clicks_new(void) {
    JwClicks *c = calloc(1, sizeof(*c));
    if (c) {
        c->latest = jw_latest_new(sizeof(JwClicksSetting));
    }
    if (c && !c->latest) {
        free(c);
        return NULL;
    }
    return c;
}

void jw_clicks_free(JwClicks *c) {
    if (c) {
        jw_latest_free(c->latest);
        free(c);
    }
}

void jw_clicks_set(JwClicks *c, const JwClicksSetting *setting) {
    jw_latest_write(c->latest, setting);
}

int jw_clicks_beat(const JwClicks *c) {
    return atomic_load_explicit(&c->beat, memory_order_relaxed);
}

/********* Audio thread *********/

static JW_REALTIME void take_setting(JwClicks *c) {
    bool is_new = false;
    const JwClicksSetting *setting = jw_latest_read(c->latest, &is_new);
    if (!is_new) {
        return;
    }
    if (setting->on && !c->now.on) {
        c->since = 1.0;
        c->next = 0.0;
        c->number = 0;
    }
    c->now = *setting;
    c->n_beats = 0;
    while (c->n_beats < JW_TALA_MATRAS && c->now.marks[c->n_beats]) {
        ++c->n_beats;
    }
    if (!c->now.on) {
        atomic_store_explicit(&c->beat, 0, memory_order_relaxed);
    }
}

static JW_REALTIME void take_rate(JwClicks *c, double rate_hz) {
    if (rate_hz == c->rate_hz) {
        return;
    }
    const double radius = jw_exp(-1.0 / (decay_s * rate_hz));
    c->rate_hz = rate_hz;
    c->radius_squared = radius * radius;
    for (int k = 0; k < KINDS; ++k) {
        const double angle = 2.0 * JW_PI * click_hz[k] / rate_hz;
        c->turn[k] = 2.0 * radius * jw_cos(angle);
        c->first[k] = click_peak[k] * jw_sin(angle);
    }
}

static JW_REALTIME Kind kind_of(const JwClicks *c, int beat) {
    if (c->n_beats == 0) {
        return TALI;
    }
    switch (c->now.marks[beat]) {
    case 'X':
        return SAM;
    case '0':
        return KHALI;
    case '.':
        return PLAIN;
    default:
        return TALI;
    }
}

/// Begins the click of a beat, counted from 0.
static JW_REALTIME void click(JwClicks *c, long number) {
    const long n = c->n_beats > 0 ? c->n_beats : 1;
    const int beat = (int)(((number % n) + n) % n);
    c->kind = kind_of(c, beat);
    c->y1 = c->first[c->kind];
    c->y2 = 0.0;
    c->last = number;
    c->since = 0.0;
    atomic_store_explicit(&c->beat, beat + 1, memory_order_relaxed);
}

/// Adds the next sample of the click that sounds to a frame.
static JW_REALTIME void add_sample(JwClicks *c, float *left, float *right) {
    const double y = c->y1;
    const double next = c->turn[c->kind] * c->y1 - c->radius_squared * c->y2;
    c->y2 = c->y1;
    c->y1 = fabs(next) + fabs(y) > 1e-9 ? next : 0.0;
    *left += (float)y;
    *right += (float)y;
}

/// Takes the next beat from the transport. A click that came up to half a frame before the block is
/// not made again.
static JW_REALTIME void follow_transport(JwClicks *c, double beat) {
    double whole = ceil(beat - same_beat);
    whole += (long)whole == c->last && c->since < 0.5 ? 1.0 : 0.0;
    c->number = (long)whole;
    c->next = fmax(whole - beat, 0.0);
}

JW_REALTIME void jw_clicks_run(JwClicks *c, const JwBackendBlock *block) {
    take_setting(c);
    take_rate(c, block->rate_hz);
    const bool rolls = block->has_transport && block->bpm > 0.0;
    const double bpm = rolls ? block->bpm : c->now.bpm;
    const double step = bpm / 60.0 / block->rate_hz;
    if (rolls) {
        follow_transport(c, block->beat);
    }
    for (uint32_t i = 0; i < block->n_frames; ++i) {
        if (c->now.on && c->next < 0.5 * step) {
            click(c, c->number++);
            c->next += 1.0;
        }
        c->next -= c->now.on ? step : 0.0;
        c->since += step;
        add_sample(c, &block->left[i], &block->right[i]);
    }
}
