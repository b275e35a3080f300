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
    // Written by the audio thread
    atomic_int beat;   // Beat that sounded last; negative: counted in
    atomic_int tempo;  // Thousandths of a beat a minute
    atomic_uint ended; // Number of the start whose run has ended, plus 1
    atomic_uint taken; // Number of the tempo of the setting in force
    unsigned asked;    // The same of the last setting; control thread
    // The following members belong to the audio thread.
    JwClicksSetting now;
    int n_beats;
    bool over; // The run has ended on its last sam
    double bpm;
    double rate_hz;
    double next;           // Beats until the next click, without the transport
    long number;           // Number of that click, without the transport
    long first_number;     // Number of the first click that is not counted in
    bool waits;            // That number is still to be taken from the transport
    bool counting;         // It has not sounded yet
    uint32_t counted_in;   // Frames of this block that are counted in
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
    c->asked = setting->tempo;
    jw_latest_write(c->latest, setting);
}

int jw_clicks_beat(const JwClicks *c) {
    return atomic_load_explicit(&c->beat, memory_order_relaxed);
}

int jw_clicks_tempo(const JwClicks *c) {
    if (atomic_load_explicit(&c->taken, memory_order_acquire) != c->asked) {
        return 0;
    }
    return atomic_load_explicit(&c->tempo, memory_order_relaxed);
}

bool jw_clicks_ended(const JwClicks *c, unsigned start) {
    return atomic_load_explicit(&c->ended, memory_order_relaxed) == start + 1U;
}

/********* Audio thread *********/

static JW_REALTIME long cycle_of(const JwClicks *c) {
    return c->n_beats > 0 ? c->n_beats : JW_CLICKS_PLAIN_CYCLE;
}

/// Number of beats before a number since its cycle began.
static JW_REALTIME long place_of(const JwClicks *c, long number) {
    const long n = cycle_of(c);
    return ((number % n) + n) % n;
}

static JW_REALTIME void beat_at(JwClicks *c, double bpm) {
    c->bpm = bpm;
    atomic_store_explicit(&c->tempo, (int)(1000.0 * bpm + 0.5), memory_order_relaxed);
}

static JW_REALTIME void begin(JwClicks *c) {
    c->over = false;
    c->since = 1.0;
    c->next = 0.0;
    c->number = c->now.counts_in ? -cycle_of(c) : 0;
    c->first_number = 0;
    c->waits = c->counting = c->now.counts_in;
}

static JW_REALTIME void take_setting(JwClicks *c) {
    bool is_new = false;
    const JwClicksSetting *setting = jw_latest_read(c->latest, &is_new);
    if (!is_new) {
        return;
    }
    const bool other = setting->start != c->now.start;
    const bool begins = setting->on && (other || (!c->now.on && !c->over));
    if (begins || setting->tempo != c->now.tempo || c->bpm == 0.0) {
        beat_at(c, setting->bpm);
    }
    c->now = *setting;
    atomic_store_explicit(&c->taken, setting->tempo, memory_order_release);
    c->n_beats = 0;
    while (c->n_beats < JW_TALA_MATRAS && c->now.marks[c->n_beats]) {
        ++c->n_beats;
    }
    if (begins) {
        begin(c);
    }
    c->now.on = setting->on && !c->over;
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

/// Ends the run with the click that has begun.
static JW_REALTIME void end_clicks(JwClicks *c) {
    c->over = true;
    c->now.on = false;
    atomic_store_explicit(&c->beat, 0, memory_order_relaxed);
    atomic_store_explicit(&c->ended, c->now.start + 1U, memory_order_relaxed);
}

static JW_REALTIME void grow_tempo(JwClicks *c) {
    const double to = c->now.grows_to, grown = c->bpm + c->now.growth;
    if (c->now.growth > 0.0 && c->bpm < to) {
        beat_at(c, fmin(grown, to));
    } else if (c->now.growth < 0.0 && c->bpm > to) {
        beat_at(c, fmax(grown, to));
    }
}

/// Begins the click of a beat, counted from 0; rolls: with the transport, whose tempo does not
/// grow.
static JW_REALTIME void click(JwClicks *c, long number, bool rolls) {
    const int beat = c->n_beats > 0 ? (int)place_of(c, number) : 0;
    const bool counts = number < c->first_number;
    c->kind = kind_of(c, beat);
    c->y1 = c->first[c->kind];
    c->y2 = 0.0;
    c->last = number;
    c->since = 0.0;
    atomic_store_explicit(&c->beat, counts ? -beat - 1 : beat + 1, memory_order_relaxed);
    c->counting = c->counting && counts;
    if (place_of(c, number) != 0 || counts) {
        return;
    }
    if (c->now.ends) {
        end_clicks(c);
    } else if (!rolls && number > c->first_number) {
        grow_tempo(c);
    }
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

/// Finds the sam of the transport with which a count-in ends: the first one that is a whole cycle
/// away. A transport that has gone back far counts nothing in.
static JW_REALTIME void follow_count_in(JwClicks *c) {
    const long n = cycle_of(c);
    if (c->waits) {
        const long away = c->number + n;
        c->first_number = away + (n - place_of(c, away)) % n;
        c->waits = false;
    } else if (c->first_number - c->number > 2 * n) {
        c->first_number = c->number;
    }
}

JW_REALTIME void jw_clicks_run(JwClicks *c, const JwBackendBlock *block) {
    take_setting(c);
    take_rate(c, block->rate_hz);
    const bool rolls = block->has_transport && block->bpm > 0.0;
    if (rolls) {
        follow_transport(c, block->beat);
        follow_count_in(c);
    }
    double step = (rolls ? block->bpm : c->bpm) / 60.0 / block->rate_hz;
    c->counted_in = 0;
    for (uint32_t i = 0; i < block->n_frames; ++i) {
        if (c->now.on && c->next < 0.5 * step) {
            click(c, c->number++, rolls);
            c->next += 1.0;
            step = (rolls ? block->bpm : c->bpm) / 60.0 / block->rate_hz;
        }
        c->counted_in += c->now.on && c->counting;
        c->next -= c->now.on ? step : 0.0;
        c->since += step;
        add_sample(c, &block->left[i], &block->right[i]);
    }
}

JW_REALTIME uint32_t jw_clicks_counted_in(const JwClicks *c) {
    return c->counted_in;
}

JW_REALTIME unsigned jw_clicks_started(const JwClicks *c) {
    return c->now.start;
}
