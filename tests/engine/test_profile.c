// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A bridge profile given to an engine sounds as the table of an instrument does, bit for bit, and
// may come while strings sound: its energy is a moved bridge's, it clicks no more than
// BRIDGE_HEIGHT does, and it is heard at once. Arguments: instruments with a movable bridge.

#include "engine/engine.h"
#include "engine/engine_impl.h"
#include "files/instrument_file.h"
#include "playing/tables.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"
#include "support/high_pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RATE = 48000,
    FRAMES = 12288,
    STRUCK = 24 * 512, ///< Frames from a stroke to the profile whose click is measured
    WINDOW = 240,
    AROUND = 2400,
    LANDED = 3 * WINDOW,
    TIMES = 2,
    CLICK_FRAMES = STRUCK + TIMES * 512 + AROUND,
};

static const JwEngineOptions synchronous = {.precision = JW_PRECISION_F32, .synchronous = true};
static JwInstrument instrument;
static uint64_t dice;

/// Heights of the instrument's own bridge at n places, each moved by up to `most_m`.
static JwProfile own_profile(int n, double most_m) {
    static const JwProfile reach = {.n = 2, .x_m = {0.0F, 10.0F}};
    static JwObstacle line;
    static JwContactPoints points;
    JwProfile p = {.n = 0};
    line = *jw_profile_bridge(&reach, &instrument);
    line.n_points = line.start_m < line.end_m ? n : 1;
    line.grading = 0.0;
    points.n = 0;
    jw_obstacle_sample(&line, instrument.string[0].data.length_m, &points);
    for (int i = 0; i < points.n; ++i) {
        const double more = most_m * (2.0 * fixture_uniform(&dice, 0.0, 1.0) - 1.0);
        p.x_m[p.n] = (float)points.x_m[i];
        p.h_m[p.n++] = (float)(points.base_m[i] + more);
    }
    return p;
}

static JwEvent strike(int string) {
    return (JwEvent){.type = JW_EVENT_OPEN, .open = {.string = string, .velocity = 100}};
}

static JwEvent set(JwParamId id, double value, uint32_t frame) {
    return (JwEvent){.frame = frame, .type = JW_EVENT_PARAM, .param = {id, value}};
}

/********* The same bits *********/

typedef struct {
    float left[FRAMES], right[FRAMES];
} Sound;

static Sound heard[2];

/// A phrase in which everything that moves a bridge moves; quality 1, 2 or 4.
static void play_phrase(JwEngine *engine, int quality, Sound *sound) {
    const JwStringSpec *last = &instrument.string[instrument.n_strings - 1];
    const JwEvent events[] = {set(JW_P_QUALITY, quality, 0),
                              strike(0),
                              set(JW_P_BRIDGE_HEIGHT, 0.05, 3000),
                              set(JW_P_JAWARI, 30.0, 4500),
                              set(JW_P_BRIDGE_CURVATURE, 2.0, 6000),
                              {.frame = 6500,
                               .type = JW_EVENT_MIDI,
                               .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)last->key, 90}},
                              set(JW_P_BRIDGE_HEIGHT, -0.02, 9000)};
    jw_engine_run(engine, events, sizeof(events) / sizeof(events[0]), sound->left, sound->right,
                  NULL, FRAMES);
}

static bool same_sound(void) {
    return !memcmp(&heard[0], &heard[1], sizeof(heard[0]));
}

static void test_table(int quality, const JwProfile *p) {
    static JwInstrument drawn;
    drawn = instrument;
    for (int i = 0; i < drawn.n_obstacles; ++i) {
        jw_profile_lay(p, &drawn.obstacle[i]);
    }
    JwEngine *table = engine_prepared(&drawn, RATE, &synchronous);
    play_phrase(table, quality, &heard[0]);
    JwEngine *later = engine_prepared(&instrument, RATE, &synchronous);
    check(!jw_engine_set_profile(later, p), "set");
    play_phrase(later, quality, &heard[1]);
    check(same_sound(), "%s, quality %d: set at frame 0, the bits of the table", instrument.name,
          quality);
    jw_engine_reset(later);
    play_phrase(later, quality, &heard[1]);
    check(same_sound(), "%s, quality %d: the same after a reset", instrument.name, quality);
    JwEngine *before = jw_engine_new();
    check(before && !jw_engine_set_profile(before, p) &&
              !jw_engine_prepare(before, &instrument, RATE, &synchronous),
          "set before prepare");
    play_phrase(before, quality, &heard[1]);
    check(same_sound(), "%s, quality %d: set before prepare, the bits of the table",
          instrument.name, quality);
    check(!jw_engine_set_profile(before, NULL), "taken off");
    jw_engine_reset(before);
    play_phrase(before, quality, &heard[1]);
    check(!same_sound(), "%s: its own bridge is another one", instrument.name);
    jw_engine_free(table);
    table = engine_prepared(&instrument, RATE, &synchronous);
    play_phrase(table, quality, &heard[0]);
    check(same_sound(), "%s: taken off, the instrument's own bits", instrument.name);
    jw_engine_free(table);
    jw_engine_free(later);
    jw_engine_free(before);
}

/// Profiles that come every `gap` frames, in blocks of `block` frames.
static void play_blocks(uint32_t gap, uint32_t block, Sound *sound) {
    JwEngine *engine = engine_prepared(&instrument, RATE, &synchronous);
    const JwEvent event = strike(0);
    dice = 3;
    for (uint32_t at = 0; at < FRAMES;) {
        const uint32_t next = at + gap - at % gap < FRAMES ? at + gap - at % gap : FRAMES;
        if (at % gap == 0) {
            const JwProfile p = own_profile(9, 1e-4);
            jw_engine_set_profile(engine, &p);
        }
        const uint32_t n = next - at < block ? next - at : block;
        jw_engine_run(engine, &event, at == 0, sound->left + at, sound->right + at, NULL, n);
        at += n;
    }
    jw_engine_free(engine);
}

static void test_blocks(void) {
    static const uint32_t blocks[] = {1, 77, 512};
    play_blocks(1777, FRAMES, &heard[0]);
    for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); ++i) {
        play_blocks(1777, blocks[i], &heard[1]);
        check(same_sound(), "%s: the same bits in blocks of %u", instrument.name,
              (unsigned)blocks[i]);
    }
}

/********* Energy *********/

/// What lifting all strings by so much more than their bridge takes, twice: straight from its
/// first point.
static double most_lift_j(double by_m) {
    double sum = 0.0;
    for (int s = 0; s < instrument.n_strings; ++s) {
        const JwStringSpec *string = &instrument.string[s];
        for (int i = 0; i < string->n_obstacles; ++i) {
            const JwObstacle *o = &instrument.obstacle[string->obstacle[i]];
            const double end_m = string->data.length_m - o->end_m;
            const double height = by_m + 1e-4, from = fmin(fmax(o->start_m, 0.0005), end_m);
            const double steep = string->data.tension_n / from;
            sum += o->movable ? (steep + string->thread.stiffness_n_m) * height * height : 0.0;
        }
    }
    return sum;
}

/// A hundred profiles at random times under strings that sound.
static void test_energy(const JwEngineOptions *options, double most_m) {
    JwEngine *engine = engine_prepared(&instrument, RATE, options);
    static float left[JW_CONTROL_FRAMES], right[JW_CONTROL_FRAMES];
    JwStringReport r = {.frames = 0};
    double strokes = 0.0, most = 0.0, peak = 0.0;
    dice = 17;
    int wait = 20;
    for (int i = 0; i < 100; --wait) {
        JwEvent events[JW_MAX_STRINGS];
        size_t n = 0;
        for (int s = 0; s < instrument.n_strings && wait == 0 && i % 30 == 0 && i < 50; ++s) {
            events[n++] = strike(s);
        }
        if (wait == 0) {
            const JwProfile p = own_profile(1 + (int)(fixture_random(&dice) % 40), most_m);
            check(!jw_engine_set_profile(engine, &p), "%s: set", instrument.name);
            wait = 1 + (int)(fixture_random(&dice) % 60);
            ++i;
        }
        const double before = r.energy_from_strokes_j;
        jw_engine_run(engine, events, n, left, right, NULL, JW_CONTROL_FRAMES);
        jw_engine_service(engine);
        jw_engine_report(engine, -1, &r);
        strokes += fmax(r.energy_from_strokes_j - before, 0.0);
        most = fmax(most, r.energy_j);
        for (int k = 0; k < JW_CONTROL_FRAMES; ++k) {
            peak = fmax(peak, fmax(fabs((double)left[k]), fabs((double)right[k])));
        }
    }
    const char *kind = options ? "synchronous" : "asynchronous";
    check_below(most, JW_BOUND_TIMES * strokes + most_lift_j(most_m),
                "%s, %s, by %.1f mm: energy [J], strokes %.2g J", instrument.name, kind,
                1e3 * most_m, strokes);
    check_below((double)r.times_bounded, 0.0, "times bounded");
    check_below(r.energy_excess_max, 1e-6, "excess");
    check_below((double)r.nonfinite, 0.0, "no numbers");
    check_below(peak, 3.99, "peak");
    jw_engine_free(engine);
}

/********* Clicks *********/

static double loudest(const double *x, int from, int n) {
    double most = 0.0;
    for (int i = from; i < from + n; i += 24) {
        double sum = 0.0;
        for (int k = i; k < i + WINDOW; ++k) {
            sum += x[k] * x[k];
        }
        most = fmax(most, sum);
    }
    return most;
}

typedef struct {
    double around,
        beside; ///< Loudest 5 ms above 6 kHz, at the change and before or after it [dBFS]
} Click;

/// Strikes a string, then moves the bridge by a profile (NULL: by BRIDGE_HEIGHT).
static Click click(const JwProfile *p, double height_mm) {
    static float left[CLICK_FRAMES], right[CLICK_FRAMES];
    static double high[CLICK_FRAMES];
    double before = 0.0, around = 0.0, after = 0.0;
    for (int t = 0; t < TIMES; ++t) {
        const int at = STRUCK + t * 512;
        JwEngine *engine = engine_prepared(&instrument, RATE, &synchronous);
        const JwEvent events[] = {strike(0), set(JW_P_BRIDGE_HEIGHT, height_mm, 0)};
        jw_engine_run(engine, events, 1, left, right, NULL, (uint32_t)at);
        if (p) {
            jw_engine_set_profile(engine, p);
        }
        jw_engine_run(engine, events + 1, !p, left + at, right + at, NULL,
                      (uint32_t)(CLICK_FRAMES - at));
        jw_engine_free(engine);
        for (int i = 0; i < CLICK_FRAMES; ++i) {
            high[i] = (double)left[i];
        }
        high_pass(high, CLICK_FRAMES, RATE);
        before += loudest(high, at - AROUND, AROUND - WINDOW);
        around += loudest(high, at - WINDOW, LANDED);
        after += loudest(high, at + LANDED, AROUND - LANDED - WINDOW);
    }
    const double unit = TIMES * WINDOW;
    return (Click){10.0 * log10(around / unit + 1e-20),
                   10.0 * log10(fmax(before, after) / unit + 1e-20)};
}

static void test_click(double height_mm) {
    JwProfile p = own_profile(200, 0.0);
    const double same = click(&p, 0.0).around, still = click(NULL, 0.0).around;
    check_between(same, still - 1.0, still + 1.0,
                  "%s, the heights that are there: dBFS above 6 kHz", instrument.name);
    for (int i = 0; i < p.n; ++i) {
        p.h_m[i] += (float)(1e-3 * height_mm);
    }
    const double moved = click(NULL, height_mm).around;
    check_between(click(&p, 0.0).around, -200.0, moved + 2.0,
                  "%s, profile moved by %g mm as a height is: dBFS above 6 kHz", instrument.name,
                  height_mm);
}

static void test_other_shape(void) {
    dice = 29;
    const JwProfile p = own_profile(7, 5e-5);
    const Click c = click(&p, 0.0);
    check_between(c.around, -200.0, fmax(c.beside, -100.0) + 6.0,
                  "%s, a profile of another shape: dBFS above 6 kHz, beside it %.1f",
                  instrument.name, c.beside);
}

/********* Heard *********/

/// The control thread looks every 5 ms; the profile comes between two looks.
static void test_heard(void) {
    enum { BLOCK = 64, CALL = 100 * BLOCK, LOOK = 240 };
    Sound *own = &heard[0], *drawn = &heard[1];
    JwProfile p = own_profile(30, 0.0);
    for (int i = 0; i < p.n; ++i) {
        p.h_m[i] += 1e-4F;
    }
    for (int k = 0; k < 2; ++k) {
        JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
        const JwEvent event = strike(0);
        for (int at = 0; at < FRAMES; at += BLOCK) {
            if (k == 1 && at == CALL) {
                check(!jw_engine_set_profile(engine, &p), "set");
            }
            jw_engine_run(engine, &event, at == 0, heard[k].left + at, heard[k].right + at, NULL,
                          BLOCK);
            if (at % LOOK < BLOCK) {
                jw_engine_service(engine);
            }
        }
        jw_engine_free(engine);
    }
    int first = 0;
    while (first < FRAMES && own->left[first] == drawn->left[first]) {
        ++first;
    }
    check_between(1e3 * (first - CALL) / RATE, 0.0, 20.0,
                  "%s: time until a profile is heard, besides its tables [ms]", instrument.name);
}

/// Place of the thread under a string that is struck with one bridge and sounds on with another.
static double thread_under(const JwProfile *before, const JwProfile *after) {
    JwEngine *engine = engine_prepared(&instrument, RATE, &synchronous);
    const JwEvent event = strike(0);
    check(!jw_engine_set_profile(engine, before), "set");
    jw_engine_reset(engine);
    jw_engine_run(engine, &event, 1, heard[0].left, heard[0].right, NULL, FRAMES);
    check(!jw_engine_set_profile(engine, after), "set");
    for (int at = 0; at < 9 * RATE; at += FRAMES) {
        jw_engine_run(engine, NULL, 0, heard[0].left, heard[0].right, NULL, FRAMES);
    }
    const double rest_m = engine->audio->string[0].state.springs.spring[JW_THREAD].rest;
    jw_engine_free(engine);
    return rest_m;
}

/// A thread lies under the string where the drawn bridge has it, though the string sounds.
static void test_thread(void) {
    const JwProfile flat = own_profile(30, 0.0);
    JwProfile high = flat;
    for (int i = 0; i < high.n; ++i) {
        high.h_m[i] += 2e-4F;
    }
    const double low_m = thread_under(&flat, &flat), high_m = thread_under(&high, &high);
    check_between(1e6 * (high_m - low_m), 10.0, 400.0, "%s: way of the thread [um]",
                  instrument.name);
    check_between((thread_under(&flat, &high) - low_m) / (high_m - low_m), 0.999, 1.001,
                  "%s: the same way while the string sounds", instrument.name);
    check_between((thread_under(&high, &flat) - low_m) / (high_m - low_m), -0.001, 0.001,
                  "%s: and back", instrument.name);
}

static void test_refused(void) {
    JwEngine *engine = engine_prepared(&instrument, RATE, &synchronous);
    JwProfile p = own_profile(9, 0.0);
    check(!jw_engine_set_profile(engine, &p), "set");
    play_phrase(engine, 1, &heard[0]);
    p.h_m[0] = NAN;
    check(jw_engine_set_profile(engine, &p) == JW_ERR_BAD_ARG, "no number");
    p.h_m[0] = 0.0051F;
    check(jw_engine_set_profile(engine, &p) == JW_ERR_BAD_ARG, "too high");
    p.h_m[0] = 0.0F;
    p.n = JW_PROFILE_POINTS + 1;
    check(jw_engine_set_profile(engine, &p) == JW_ERR_BAD_ARG, "too many");
    p.n = 2;
    p.x_m[1] = p.x_m[0];
    check(jw_engine_set_profile(engine, &p) == JW_ERR_BAD_ARG, "out of order");
    jw_engine_reset(engine);
    play_phrase(engine, 1, &heard[1]);
    check(same_sound(), "%s: what is refused changes nothing", instrument.name);
    jw_engine_free(engine);
}

int main(int n, char **argument) {
    for (int i = 1; i < n; ++i) {
        JwError error = {0};
        if (!check(!jw_instrument_file_load(argument[i], &instrument, &error), "%s", error.text)) {
            continue;
        }
        if (instrument.obstacle[0].grid) {
            instrument.n_strings = 2; // Points at all nodes take their time.
        }
        dice = 7;
        const JwProfile p = own_profile(25, 1e-4);
        test_table(1, &p);
        test_table(4, &p);
        test_blocks();
        test_energy(&synchronous, 1e-4);
        test_energy(NULL, 5e-4);
        test_click(0.1);
        test_click(-0.1);
        test_other_shape();
        test_heard();
        if (instrument.string[0].thread.present) {
            test_thread();
        }
        test_refused();
    }
    return check_result();
}
