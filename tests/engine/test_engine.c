// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The engine from outside: the same bits however a run is cut, states that survive every change,
// and nothing that a host, a player or a broken cable sends may do harm.

#include "base/pi.h"
#include "engine/engine.h"
#include "engine/parts.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { rate = 48000, max_strings = 8, max_events = 4096 };

/********* Rendering a score of absolute times *********/

typedef struct {
    JwEvent event[max_events]; ///< frame is absolute, ascending
    size_t n;
} Score;

/// Both channels and the stems of a render, one after another.
typedef struct {
    uint32_t n_frames;
    int n_strings;
    float *samples;
} Sound;

static float *left_of(const Sound *s) {
    return s->samples;
}

static float *right_of(const Sound *s) {
    return s->samples + s->n_frames;
}

static float *stem_of(const Sound *s, int string) {
    return s->samples + (size_t)(2 + string) * s->n_frames;
}

static Sound sound_new(uint32_t n_frames, int n_strings) {
    Sound s = {n_frames, n_strings, NULL};
    s.samples = calloc((size_t)(2 + n_strings) * n_frames, sizeof(float));
    if (!s.samples) {
        abort();
    }
    return s;
}

static void add(Score *score, uint32_t frame, JwEvent event) {
    if (score->n < max_events) {
        event.frame = frame;
        score->event[score->n++] = event;
    }
}

static void add_midi(Score *score, uint32_t frame, int status, int a, int b) {
    add(score, frame,
        (JwEvent){.type = JW_EVENT_MIDI,
                  .midi =
                      jw_midi_decode((const uint8_t[]){(uint8_t)status, (uint8_t)a, (uint8_t)b})});
}

static void add_param(Score *score, uint32_t frame, JwParamId id, double value) {
    add(score, frame, (JwEvent){.type = JW_EVENT_PARAM, .param = {id, value}});
}

/// Wheel position -1..1.
static void add_bend(Score *score, uint32_t frame, double position) {
    const int bend = (int)lround(8191.0 * position) + 8192;
    add_midi(score, frame, 0xe0, bend & 127, bend >> 7);
}

/// Frames of the next block: a fixed size, or if it is 0 a random one, at times none at all.
static uint32_t next_block(uint32_t size, uint64_t *dice) {
    return size ? size : (uint32_t)(fixture_random(dice) % 4 ? fixture_random(dice) % 700 : 0);
}

/// Plays the score through the engine as it is. Serviced after every block if asked.
static void play(JwEngine *engine, const Score *score, uint32_t block, bool service, Sound *sound) {
    static JwEvent events[max_events];
    uint64_t dice = 7;
    size_t next = 0;
    for (uint32_t done = 0; done < sound->n_frames;) {
        uint32_t n = next_block(block, &dice);
        n = n < sound->n_frames - done ? n : sound->n_frames - done;
        size_t n_events = 0;
        while (next < score->n && score->event[next].frame < done + n) {
            events[n_events] = score->event[next++];
            events[n_events++].frame -= done;
        }
        float *stems[JW_MAX_STEMS] = {NULL};
        for (int s = 0; s < sound->n_strings; ++s) {
            stems[2 * s] = stem_of(sound, s) + done;
        }
        jw_engine_run(engine, events, n_events, left_of(sound) + done, right_of(sound) + done,
                      sound->n_strings ? stems : NULL, n);
        if (service) {
            check(jw_engine_service(engine) == JW_SUCCESS, "service");
        }
        done += n;
    }
}

static JwEngine *prepared(const JwInstrument *instrument, double rate_hz, JwPrecision precision,
                          bool synchronous) {
    const JwEngineOptions options = {.precision = precision, .synchronous = synchronous};
    JwEngine *engine = engine_prepared(instrument, rate_hz, &options);
    return engine;
}

static bool same(const Sound *a, const Sound *b) {
    const int n = a->n_strings < b->n_strings ? a->n_strings : b->n_strings;
    return memcmp(a->samples, b->samples, (size_t)(2 + n) * a->n_frames * sizeof(float)) == 0;
}

static double loudest(const float *x, uint32_t n) {
    double most = 0.0;
    for (uint32_t i = 0; i < n; ++i) {
        const double size = fabs((double)x[i]);
        most = size <= most ? most : size; // a NaN stays
    }
    return most;
}

/// Everything at once: notes, bends, controllers, tables, quality, bridge, panic.
static Score *busy_score(void) {
    Score *s = calloc(1, sizeof(*s));
    if (!s) {
        abort();
    }
    add_midi(s, 0, 0x90, 54, 100);
    add_midi(s, 0, 0x90, 49, 80);
    add_midi(s, 3001, 0x90, 61, 120);
    for (int i = 0; i < 40; ++i) {
        add_bend(s, (uint32_t)(6000 + 97 * i), 0.025 * i);
    }
    add_param(s, 12345, JW_P_LOSS_HIGH, 3.0);
    add_midi(s, 15000, 0x90, 66, 90);
    add_param(s, 17000, JW_P_QUALITY, 2.0);
    add_param(s, 17001, JW_P_BRIDGE_HEIGHT, 0.1);
    add_midi(s, 20000, 0xb0, 1, 100);
    add_midi(s, 24000, 0x80, 54, 0);
    add_midi(s, 24017, 0xb0, 64, 127);
    add_midi(s, 25000, 0x80, 49, 0);
    add_param(s, 26000, JW_P_QUALITY, 4.0);
    add_param(s, 26500, JW_P_THREAD_POSITION, 1.0);
    add_midi(s, 28001, 0x90, 57, 70);
    add_midi(s, 30000, 0xb0, 64, 0);
    add_param(s, 31000, JW_P_RESTITUTION, 0.5);
    add_param(s, 33000, JW_P_QUALITY, 1.0);
    add_midi(s, 36000, 0xb0, 10, 20);
    add_param(s, 38000, JW_P_OUTPUT_SOURCE, 2.0);
    add_midi(s, 40000, 0xb0, 120, 0);
    add_midi(s, 41000, 0x90, 59, 110);
    add(s, 46000, (JwEvent){.type = JW_EVENT_PANIC});
    add_midi(s, 47003, 0x90, 49, 110);
    return s;
}

/********* Bits *********/

static void check_blocks(const char *name, const JwInstrument *instrument, JwPrecision precision) {
    const uint32_t blocks[] = {1, 17, 64, 4096, 0, 4096};
    Score *score = busy_score();
    Sound first = {0, 0, NULL};
    for (int i = 0; i < 6; ++i) {
        JwEngine *engine = prepared(instrument, rate, precision, true);
        Sound sound = sound_new(rate + rate / 4, instrument->n_strings);
        JwStringReport report;
        play(engine, score, blocks[i], false, &sound);
        jw_engine_report(engine, -1, &report);
        check(report.nonfinite == 0, "%s: every sample is a number", name);
        if (i == 0) {
            first = sound;
            const double peak = loudest(left_of(&sound), sound.n_frames);
            check_between(peak, 1e-3, 10.0, "%s: peak", name);
            check_below(report.energy_excess_max, precision == JW_PRECISION_F64 ? 1e-9 : 2e-6,
                        "%s: energy excess", name);
            printf("%s: %llu impacts, penetration %.3g m\n", name,
                   (unsigned long long)report.impacts, report.penetration_max_m);
        } else {
            check(same(&first, &sound), "%s: blocks of %u give the bits of 1", name, blocks[i]);
            free(sound.samples);
        }
        jw_engine_free(engine);
    }
    // Without stems, and once more in an engine that has played.
    JwEngine *engine = prepared(instrument, rate, precision, true);
    for (int i = 0; i < 2; ++i) {
        Sound sound = sound_new(first.n_frames, 0);
        play(engine, score, 512, false, &sound);
        check(same(&first, &sound), "%s: without stems, %s", name, i ? "after reset" : "afresh");
        free(sound.samples);
        jw_engine_reset(engine);
    }
    jw_engine_free(engine);
    free(first.samples);
    free(score);
}

/********* Changes while it sounds *********/

/// Largest second difference of a stretch: what a click is made of.
static double bend_of(const float *x, uint32_t from, uint32_t n) {
    double most = 0.0;
    for (uint32_t i = from; i < from + n; ++i) {
        most = fmax(most, fabs((double)x[i + 1] - 2.0 * (double)x[i] + (double)x[i - 1]));
    }
    return most;
}

static double rms_of(const float *x, uint32_t from, uint32_t n) {
    double sum = 0.0;
    for (uint32_t i = from; i < from + n; ++i) {
        sum += (double)x[i] * (double)x[i];
    }
    return sqrt(sum / n);
}

typedef struct {
    const char *name;
    void (*disturb)(Score *score, uint32_t at);
    double bend_most; ///< Second difference in the fifth of a second after it, over the calm one's
    double jump_most; ///< Difference to the calm sound within 1 ms, over its rms
} Change;

static void to_quality_2(Score *s, uint32_t at) {
    add_param(s, at, JW_P_QUALITY, 2.0);
}

static void to_quality_4(Score *s, uint32_t at) {
    add_param(s, at, JW_P_QUALITY, 4.0);
}

static void to_more_losses(Score *s, uint32_t at) {
    add_param(s, at, JW_P_LOSS_LOW, 5.0);
    add_param(s, at, JW_P_LOSS_HIGH, 5.0);
}

static void to_fewer_losses(Score *s, uint32_t at) {
    add_param(s, at, JW_P_LOSS_HIGH, 0.2);
}

static void bend_slowly(Score *s, uint32_t at) {
    for (int i = 0; i <= 50; ++i) {
        add_bend(s, at + (uint32_t)(144 * i), 0.02 * i);
    }
}

static void bend_at_once(Score *s, uint32_t at) {
    add_bend(s, at, 1.0);
}

static void raise_bridge(Score *s, uint32_t at) {
    add_param(s, at, JW_P_BRIDGE_HEIGHT, 0.05);
}

static void move_thread(Score *s, uint32_t at) {
    add_param(s, at, JW_P_THREAD_POSITION, 0.5);
}

/// A second of one string: calm, disturbed after half of it, or disturbed from the beginning.
static Sound change_sound(const JwInstrument *instrument, const Change *change, double quality,
                          uint32_t at) {
    Score *score = calloc(1, sizeof(*score));
    JwEngine *engine = prepared(instrument, rate, JW_PRECISION_F64, true);
    if (!score) {
        abort();
    }
    add_param(score, 0, JW_P_QUALITY, quality);
    if (at == 0) {
        change->disturb(score, 0);
    }
    add_midi(score, at == 0 ? 12000 : 600, 0x90, instrument->string[0].key, 100);
    if (at > 0) {
        change->disturb(score, at);
    }
    Sound sound = sound_new(rate + (at == 0 ? 11400 : 0), 0);
    play(engine, score, 256, false, &sound);
    jw_engine_free(engine);
    free(score);
    return sound;
}

static void no_change(Score *score, uint32_t at) {
    (void)score;
    (void)at;
}

/// After a change nothing may be sharper than what is heard without it, or with it from the
/// beginning, at that time after the stroke; and what changes at once must be small.
static void check_change(const JwInstrument *instrument, const Change *change, double quality) {
    const uint32_t at = rate / 2 + 1, fifth = rate / 5;
    const Change none = {"none", no_change, 0.0, 0.0};
    Sound calm = change_sound(instrument, &none, quality, at);
    Sound moved = change_sound(instrument, change, quality, at);
    Sound always = change_sound(instrument, change, quality, 0);
    const float *before = left_of(&calm), *after = left_of(&moved);
    const float *other = left_of(&always) + 11400;
    double jump = 0.0;
    uint32_t first = at;
    while (first < rate - 64 && before[first] == after[first]) {
        ++first;
    }
    for (uint32_t i = first; i < first + rate / 1000; ++i) {
        jump = fmax(jump, fabs((double)after[i] - (double)before[i]));
    }
    const uint32_t from = at - fifth / 2, n = 3 * fifth / 2;
    const double own = fmax(bend_of(before, from, n), bend_of(other, from, n));
    printf("%s, %s (quality %g): heard %u frames later\n", instrument->name, change->name, quality,
           first - at);
    check(first < rate - 64, "%s: it is heard", change->name);
    check_below(bend_of(after, at, fifth) / own, change->bend_most,
                "  second difference over that of the sounds before and after");
    check_below(jump / rms_of(before, at, fifth), change->jump_most,
                "  what changes within 1 ms, over the rms");
    check(memcmp(before, after, at * sizeof(float)) == 0, "%s: nothing before it", change->name);
    free(calm.samples);
    free(moved.samples);
    free(always.samples);
}

static void check_changes(void) {
    static const Change changes[] = {
        {"more losses", to_more_losses, 1.5, 0.05},
        {"fewer high losses", to_fewer_losses, 1.5, 0.05},
        {"meend over 150 ms", bend_slowly, 1.5, 0.05},
        {"meend at once", bend_at_once, 1.5, 0.2},
        // A bridge that rises lifts the string: what changes is a force, not a click.
        {"bridge raised by 0.05 mm", raise_bridge, 1.5, 5.0},
        {"quality 2", to_quality_2, 1.5, 0.1},
        {"quality 4", to_quality_4, 1.5, 0.2},
    };
    static const Change thread = {"thread moved by 0.5 mm", move_thread, 1.5, 0.1};
    static const Change down = {"from quality 4 to 2", to_quality_2, 1.5, 0.1};
    JwInstrument *sitar = malloc(sizeof(*sitar)), *bare = malloc(sizeof(*bare));
    if (!sitar || !bare) {
        abort();
    }
    fixture_sitar(sitar);
    *bare = *sitar;
    strcpy(bare->name, "No bridge");
    for (int s = 0; s < bare->n_strings; ++s) {
        bare->string[s].n_obstacles = 0;
    }
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); ++i) {
        check_change(sitar, &changes[i], 1.0);
        if (changes[i].disturb != raise_bridge) {
            check_change(bare, &changes[i], 1.0);
        }
    }
    check_change(sitar, &down, 4.0);
    fixture_tanpura(bare);
    check_change(bare, &thread, 1.0);
    free(sitar);
    free(bare);
}

/********* Silence *********/

static void render(JwEngine *engine, const Score *score, uint32_t n_frames, Sound *sound) {
    *sound = sound_new(n_frames, 0);
    play(engine, score, 480, false, sound);
}

/// Within `seconds` the output is exactly 0; strings on a body take longer, a palm on each of them.
static void expect_silence(JwEngine *engine, uint32_t seconds, const char *what) {
    Score *none = calloc(1, sizeof(*none));
    Sound sound;
    JwStringReport report;
    if (!none) {
        abort();
    }
    render(engine, none, (seconds + 1) * rate, &sound);
    check(jw_engine_silent(engine), "%s: silent", what);
    check(loudest(left_of(&sound) + (size_t)seconds * rate, rate) == 0.0, "%s: exactly 0", what);
    jw_engine_report(engine, -1, &report);
    check(report.nonfinite == 0, "%s: numbers", what);
    free(sound.samples);
    free(none);
}

static void expect_sound(JwEngine *engine, int key, const char *what) {
    Score *note = calloc(1, sizeof(*note));
    Sound sound;
    if (!note) {
        abort();
    }
    add_midi(note, 100, 0x90, key, 100);
    add_midi(note, 20000, 0x80, key, 0);
    render(engine, note, rate / 2, &sound);
    const double peak = loudest(left_of(&sound), sound.n_frames);
    check(peak > 1e-3 && peak < 10.0, "%s: a note sounds (%g)", what, peak);
    check(loudest(left_of(&sound), 100) == 0.0 || !strstr(what, "after silence"),
          "%s: and not before it is played", what);
    free(sound.samples);
    free(note);
}

static void check_silence(const JwInstrument *instrument, const char *name) {
    JwEngine *engine = prepared(instrument, rate, JW_PRECISION_F32, true);
    Score *score = calloc(1, sizeof(*score));
    Sound sound;
    if (!score) {
        abort();
    }
    const uint32_t wait = instrument->n_body ? 8 : 1;
    printf("%s: silence\n", name);
    expect_silence(engine, 1, "before any note");
    expect_sound(engine, 54, "after silence, a note");
    add_midi(score, 0, 0x90, 49, 127);
    add_midi(score, 0, 0x90, 56, 127);
    add_midi(score, 24000, 0xb0, 120, 0);
    render(engine, score, rate, &sound);
    free(sound.samples);
    expect_silence(engine, wait, "all sound off");
    expect_sound(engine, 49, "after silence, again");
    score->n = 0;
    add_midi(score, 0, 0x90, 49, 127);
    add(score, 9600, (JwEvent){.type = JW_EVENT_PANIC});
    render(engine, score, rate, &sound);
    free(sound.samples);
    expect_silence(engine, wait, "panic");
    score->n = 0;
    add_param(score, 0, JW_P_LOSS_LOW, 20.0);
    add_param(score, 0, JW_P_LOSS_HIGH, 20.0);
    add_param(score, 0, JW_P_RELEASE_DAMPING, 100.0);
    add_midi(score, 1000, 0x90, 49, 127);
    add_midi(score, 9600, 0x80, 49, 0);
    render(engine, score, 4 * rate, &sound);
    free(sound.samples);
    expect_silence(engine, wait, "damped by its losses and a palm");
    expect_sound(engine, 61, "after silence, the chikari");
    free(score);
    jw_engine_free(engine);
}

/// Strings silenced over a bridge that was moved lie on it where it is now: the next note is the
/// one of a bridge that was built there.
static void check_moved_bridge(const JwInstrument *instrument, const char *name, double height_mm) {
    JwInstrument *there = malloc(sizeof(*there));
    Score *score = calloc(1, sizeof(*score));
    if (!there || !score) {
        abort();
    }
    *there = *instrument;
    there->param[JW_P_BRIDGE_HEIGHT] = height_mm;
    JwEngine *moved = prepared(instrument, rate, JW_PRECISION_F32, true);
    JwEngine *built = prepared(there, rate, JW_PRECISION_F32, true);
    Sound sound, other;
    printf("%s: over a bridge that was moved by %g mm\n", name, height_mm);
    add_param(score, 0, JW_P_BRIDGE_HEIGHT, height_mm);
    add_midi(score, 0, 0x90, 49, 127);
    add_midi(score, 9600, 0xb0, 120, 0);
    render(moved, score, rate, &sound);
    free(sound.samples);
    expect_silence(moved, instrument->n_body ? 8 : 1, "all sound off");
    score->n = 0;
    add_midi(score, 100, 0x90, 54, 100);
    render(moved, score, rate / 2, &sound);
    render(built, score, rate / 2, &other);
    check(loudest(left_of(&sound), 100) == 0.0, "nothing sounds before the note");
    check(same(&sound, &other), "the note sounds as over one built there");
    free(sound.samples);
    free(other.samples);
    jw_engine_free(moved);
    jw_engine_free(built);
    free(score);
    free(there);
}

/********* What nobody should send *********/

static double odd_value(uint64_t *dice) {
    const double odd[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e30, -1e30, 1e-320,
                          -0.0,        DBL_MAX};
    return fixture_random(dice) % 3 ? fixture_uniform(dice, -1e4, 1e4)
                                    : odd[fixture_random(dice) % 8];
}

static JwEvent odd_event(uint64_t *dice) {
    JwEvent e = {.type = JW_EVENT_PARAM};
    switch (fixture_random(dice) % 8) {
    case 0:
        e.type = (JwEventType)(fixture_random(dice) % 2 ? 77 : -1);
        break;
    case 1:
        e.param.id = (JwParamId)(fixture_random(dice) % 2 ? -3 : 1000000);
        e.param.value = odd_value(dice);
        break;
    case 2:
        e.type = JW_EVENT_TRANSPORT;
        e.transport.bpm = odd_value(dice);
        e.transport.beat = odd_value(dice);
        break;
    case 3:
    case 4:
        e.type = JW_EVENT_MIDI;
        e.midi = (JwMidi){(JwMidiType)(fixture_random(dice) % 9), (uint8_t)fixture_random(dice),
                          (uint8_t)fixture_random(dice), (int16_t)fixture_random(dice)};
        break;
    default:
        e.param.id = (JwParamId)(fixture_random(dice) % JW_N_PARAMS);
        e.param.value = odd_value(dice);
        break;
    }
    return e;
}

static void add_defaults(Score *score, uint32_t frame, const JwInstrument *instrument) {
    for (int id = 0; id < JW_N_PARAMS; ++id) {
        add_param(score, frame, (JwParamId)id, instrument->param[id]);
    }
}

/// Two seconds of anything at all, at every quality that it asks for; then the defaults and a note.
static void check_garbage(const JwInstrument *instrument, const char *name) {
    JwEngine *engine = prepared(instrument, 16000.0, JW_PRECISION_F32, true);
    Score *score = calloc(1, sizeof(*score));
    uint64_t dice = 12345;
    Sound sound;
    JwStringReport report;
    if (!score) {
        abort();
    }
    for (uint32_t i = 0; i < 2000; ++i) {
        add(score, 16 * i, odd_event(&dice));
        if (i % 40 == 0) {
            add_midi(score, 16 * i, 0x90, 49 + (int)(fixture_random(&dice) % 20), 100);
        }
    }
    render(engine, score, 40000, &sound);
    const double peak = loudest(left_of(&sound), sound.n_frames);
    check(isfinite(peak), "%s: garbage makes no noise that is no number", name);
    jw_engine_report(engine, -1, &report);
    check(report.nonfinite == 0, "%s: nor is any caught on the way (%llu)", name,
          (unsigned long long)report.nonfinite);
    printf("%s: garbage: peak %.3g, energy excess %.3g, %llu events dropped\n", name, peak,
           report.energy_excess_max, (unsigned long long)report.dropped_events);
    check_below(report.energy_excess_max, 1e-4, "%s: energy excess under garbage", name);
    for (int id = 0; id < JW_N_PARAMS; ++id) {
        check(jw_param_valid((JwParamId)id, jw_engine_param(engine, (JwParamId)id)),
              "%s: %s is in its range", name, jw_param_info((JwParamId)id)->symbol);
    }
    free(sound.samples);
    score->n = 0;
    add_defaults(score, 0, instrument);
    add(score, 0, (JwEvent){.type = JW_EVENT_PANIC});
    render(engine, score, 16000, &sound);
    free(sound.samples);
    expect_silence(engine, 8, "after garbage and a panic");
    expect_sound(engine, 54, "after garbage");
    free(score);
    jw_engine_free(engine);
}

/// Parameters at the ends of their ranges, changed every 20 ms under a string that is plucked
/// again and again.
static void check_corners(const JwInstrument *instrument, const char *name, JwPrecision precision) {
    JwEngine *engine = prepared(instrument, rate, precision, true);
    Score *score = calloc(1, sizeof(*score));
    uint64_t dice = 99;
    Sound sound;
    JwStringReport report;
    if (!score) {
        abort();
    }
    for (uint32_t i = 0; i < 75; ++i) {
        const JwParamId id = (JwParamId)(fixture_random(&dice) % JW_N_PARAMS);
        const JwParamInfo *info = jw_param_info(id);
        add_param(score, 960 * i, id, fixture_random(&dice) % 2 ? info->min : info->max);
        add_param(score, 960 * i, JW_P_GAIN, 0.0);
        if (i % 5 == 0) {
            add_midi(score, 960 * i, 0x90, 49 + (int)(fixture_random(&dice) % 20), 127);
        }
    }
    render(engine, score, 3 * rate / 2, &sound);
    jw_engine_report(engine, -1, &report);
    printf("%s: corners: peak %.3g, penetration %.3g m, %llu impacts\n", name,
           loudest(left_of(&sound), sound.n_frames), report.penetration_max_m,
           (unsigned long long)report.impacts);
    check(report.nonfinite == 0, "%s: corners: numbers", name);
    check_below(report.energy_excess_max, precision == JW_PRECISION_F64 ? 1e-9 : 1e-5,
                "%s: corners: energy excess", name);
    free(sound.samples);
    free(score);
    jw_engine_free(engine);
}

static void check_flood(const JwInstrument *instrument) {
    JwEngine *engine = prepared(instrument, rate, JW_PRECISION_F32, true);
    Score *score = calloc(1, sizeof(*score));
    Sound sound;
    JwStringReport report;
    if (!score) {
        abort();
    }
    for (int i = 0; i < 4000; ++i) {
        add_midi(score, 1000, 0x90, 49 + i % 20, 100);
    }
    render(engine, score, rate / 2, &sound);
    jw_engine_report(engine, -1, &report);
    const double peak = loudest(left_of(&sound), sound.n_frames);
    check(report.dropped_events > 3000, "a flood is dropped and counted (%llu)",
          (unsigned long long)report.dropped_events);
    check(report.nonfinite == 0 && peak > 1e-3 && peak < 10.0, "and what is left sounds (%g)",
          peak);
    score->n = 0;
    add_midi(score, 0, 0x90, 0, 100);
    add_midi(score, 10, 0x90, 127, 100);
    free(sound.samples);
    render(engine, score, 2000, &sound);
    const uint64_t before = report.dropped_events;
    jw_engine_report(engine, -1, &report);
    check(report.dropped_events == before + 2, "notes out of reach are counted");
    free(sound.samples);
    free(score);
    jw_engine_free(engine);
}

/// A parameter waits for the grid and cuts no block, but for what the drone looks at between
/// strokes.
static void check_grid(const JwInstrument *instrument) {
    JwEngine *engine = prepared(instrument, rate, JW_PRECISION_F32, true);
    JwEvent event = {.type = JW_EVENT_PARAM};
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamInfo *info = jw_param_info((JwParamId)i);
        event.param.id = (JwParamId)i;
        // The note of its first string is in the tables.
        const bool of_drone = info->group == JW_GROUP_DRONE && i != JW_P_DRONE_FIRST;
        check(jw_audio_acts(engine->audio, &event) == of_drone, "%s: acts at once, or not",
              info->symbol);
    }
    event.param.id = JW_N_PARAMS;
    check(!jw_audio_acts(engine->audio, &event), "no parameter acts");
    jw_engine_free(engine);
}

/********* Threads' ends *********/

static void check_service(const JwInstrument *instrument) {
    JwEngine *engine = prepared(instrument, rate, JW_PRECISION_F32, false);
    Score *score = calloc(1, sizeof(*score));
    Sound one = sound_new(rate / 4, 0), two = sound_new(rate / 4, 0);
    if (!score) {
        abort();
    }
    check(!jw_engine_wants_service(engine), "nothing to build at first");
    add_midi(score, 0, 0x90, 54, 100);
    add_param(score, 4000, JW_P_LOSS_HIGH, 20.0);
    play(engine, score, 256, false, &one);
    check(jw_engine_wants_service(engine), "a parameter of tables asks for service");
    jw_engine_reset(engine);
    check(!jw_engine_wants_service(engine), "a reset forgets it");
    play(engine, score, 256, true, &two);
    check(jw_engine_service(engine) == JW_SUCCESS && !jw_engine_wants_service(engine),
          "service leaves nothing");
    check(!same(&one, &two), "and the parameter is heard");
    // As fast as a knob turns, through every quality, serviced now and then.
    score->n = 0;
    for (uint32_t i = 0; i < 200; ++i) {
        const double qualities[] = {1.0, 2.0, 4.0};
        add_param(score, 50 * i, JW_P_QUALITY, qualities[i * 7 % 3]);
        add_param(score, 50 * i, JW_P_LOSS_LOW, 1.0 + 0.01 * i);
    }
    play(engine, score, 64, false, &one);
    for (int i = 0; i < 5; ++i) {
        check(jw_engine_service(engine) == JW_SUCCESS, "service");
        play(engine, score, 333, i % 2 == 0, &one);
    }
    check(isfinite(loudest(left_of(&one), one.n_frames)), "qualities to and fro");
    score->n = 0;
    for (int i = 0; i < 3; ++i) {
        play(engine, score, 480, true, &one);
    }
    check(!jw_engine_wants_service(engine), "and at last all is built");
    free(one.samples);
    free(two.samples);
    free(score);
    jw_engine_free(engine);
}

/// After long rest, in which ticks are skipped, tables are still asked for, taken and heard, and
/// reports go on.
static void check_long_rest(const JwInstrument *instrument) {
    JwEngine *engine = prepared(instrument, rate, JW_PRECISION_F32, false);
    JwTuning *tuning = calloc(1, sizeof(*tuning));
    JwStringReport before, after;
    if (!tuning) {
        abort();
    }
    expect_silence(engine, 2, "long rest");
    jw_engine_report(engine, -1, &before);
    expect_silence(engine, 2, "longer rest");
    jw_engine_report(engine, -1, &after);
    check(after.frames >= before.frames + 2 * rate, "reports go on at rest");
    const JwEvent lower = {.type = JW_EVENT_PARAM, .param = {JW_P_BRIDGE_HEIGHT, -0.05}};
    for (int i = 0; i < 2; ++i) {
        if (i == 0) {
            check(jw_engine_post(engine, &lower), "a bridge is moved at rest");
        } else {
            tuning->string_cents[0] = 100.0;
            check(jw_engine_set_tuning(engine, tuning) == JW_SUCCESS, "a tuning comes at rest");
            expect_silence(engine, 1, "rest after it");
        }
        expect_silence(engine, 1, "rest after a change");
        check(jw_engine_wants_service(engine), "%s at rest", i == 0 ? "asks" : "takes tables");
        check(jw_engine_service(engine) == JW_SUCCESS, "service");
        expect_silence(engine, 1, "rest on other tables");
        check(jw_engine_service(engine) == JW_SUCCESS, "service");
        check(!jw_engine_wants_service(engine), "and once only");
    }
    expect_sound(engine, 54, "after silence and other tables");
    free(tuning);
    jw_engine_free(engine);
}

static void check_posts(const JwInstrument *instrument) {
    JwEngine *engine = jw_engine_new();
    const JwEvent note = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 54, 100}};
    const JwEvent loud = {.type = JW_EVENT_PARAM, .param = {JW_P_GAIN, 6.0}};
    float left[256], right[256];
    int n = 0;
    check(engine && !jw_engine_post(engine, &note), "no post before prepare");
    check(jw_engine_service(engine) == JW_ERR_NOT_PREPARED, "nor service");
    jw_engine_run(engine, &note, 1, left, right, NULL, 256);
    check(loudest(left, 256) == 0.0 && jw_engine_silent(engine), "and no sound");
    check(jw_engine_prepare(engine, instrument, rate, NULL) == JW_SUCCESS, "prepare");
    while (n < 100000 && jw_engine_post(engine, &loud)) {
        ++n;
    }
    check(n >= 100 && n < 100000, "the ring fills (%d)", n);
    jw_engine_run(engine, NULL, 0, left, right, NULL, 256);
    check(jw_engine_param(engine, JW_P_GAIN) == 6.0, "what was posted acts");
    check(jw_engine_post(engine, &note), "and there is room again");
    double peak = 0.0;
    for (int i = 0; i < 100; ++i) {
        jw_engine_run(engine, NULL, 0, left, right, NULL, 256);
        peak = fmax(peak, loudest(left, 256));
    }
    check(peak > 1e-3, "a posted note sounds (%g)", peak);
    jw_engine_free(engine);
    jw_engine_free(NULL);
}

static void check_prepare(const JwInstrument *instrument) {
    JwEngine *engine = prepared(instrument, rate, JW_PRECISION_F32, true);
    JwInstrument *bad = malloc(sizeof(*bad));
    const double rates[] = {(double)NAN, 0.0, 7999.0, 384001.0, (double)INFINITY, -48000.0};
    if (!bad) {
        abort();
    }
    for (int i = 0; i < 6; ++i) {
        check(jw_engine_prepare(engine, instrument, rates[i], NULL) == JW_ERR_BAD_RATE, "rate %g",
              rates[i]);
    }
    check(jw_engine_prepare(engine, NULL, rate, NULL) == JW_ERR_BAD_ARG, "no instrument");
    check(jw_engine_prepare(NULL, instrument, rate, NULL) == JW_ERR_BAD_ARG, "no engine");
    *bad = *instrument;
    bad->string[0].data.tension_n = (double)NAN;
    check(jw_engine_prepare(engine, bad, rate, NULL) == JW_ERR_BAD_STRING, "bad string");
    *bad = *instrument;
    bad->obstacle[0].radius_m = -1.0;
    check(jw_engine_prepare(engine, bad, rate, NULL) == JW_ERR_BAD_OBSTACLE, "bad bridge");
    *bad = *instrument;
    bad->n_strings = 1000;
    check(jw_engine_prepare(engine, bad, rate, NULL) == JW_ERR_TOO_MANY, "too many strings");
    check(jw_engine_n_strings(engine) == instrument->n_strings, "the engine is as before");
    // As many points as there may be: a bridge has more of them at quality 4.
    *bad = *instrument;
    bad->n_obstacles = 3;
    bad->obstacle[1].end_m = 0.1;
    bad->obstacle[1].n_points = JW_CONTACT_POINTS / 2;
    bad->obstacle[2] = (JwObstacle){.kind = JW_OBSTACLE_PLATE,
                                    .start_m = 0.3,
                                    .end_m = 0.4,
                                    .n_points = JW_CONTACT_POINTS / 2,
                                    .height_m = -0.01};
    bad->string[2].n_obstacles = 2;
    bad->string[2].obstacle[1] = 2;
    bad->param[JW_P_QUALITY] = 4.0;
    check(jw_engine_prepare(engine, bad, rate, NULL) == JW_SUCCESS, "a full string");
    check(jw_engine_prepare(engine, instrument, rate, NULL) == JW_SUCCESS, "as before");
    expect_sound(engine, 54, "after bad instruments");
    free(bad);
    const double good[] = {8000.0, 11025.5, 44100.0, 192000.0};
    for (int i = 0; i < 4; ++i) {
        check(jw_engine_prepare(engine, instrument, good[i], NULL) == JW_SUCCESS, "rate %g",
              good[i]);
        expect_sound(engine, 54, "at another rate");
    }
    jw_engine_free(engine);
}

/// Amplitudes of a string's modes make the shape that it has.
static void check_amplitudes(const JwEngine *engine, const float *shape_m) {
    enum { MODES = 256, AT = 40 };
    float amplitude_m[MODES];
    JwMotion motion = {0};
    const int n = jw_engine_motion(engine, 1, amplitude_m, MODES, &motion);
    double height_m = 0.0;
    for (int j = 0; j < n && j < MODES; ++j) {
        height_m += (double)amplitude_m[j] * sin(JW_PI * (j + 1) * AT / (JW_SHAPE_POINTS - 1));
    }
    check(n > 10 && n <= MODES, "%d modes", n);
    check_below(fabs(height_m / (double)shape_m[AT] - 1.0), 1e-4, "height by its modes");
    check(motion.frame > 0 && motion.length_m > 0.1, "when and how long it was");
    check(jw_engine_motion(engine, 7, amplitude_m, MODES, &motion) == 0 &&
              jw_engine_motion(engine, -1, amplitude_m, MODES, &motion) == 0,
          "no modes of what is not there");
}

/// Amplitudes of the first mode towards the bridge and across, of a free string that is plucked in
/// a direction.
static JwMotion plucked_aside(const JwInstrument *instrument, double lateral_hz, double angle_rad,
                              float *towards_m) {
    float left[JW_CONTROL_FRAMES], right[JW_CONTROL_FRAMES];
    JwMotion motion = {0};
    JwInstrument *copy = malloc(sizeof(*copy));
    if (!copy) {
        abort();
    }
    *copy = *instrument;
    copy->string[1].n_obstacles = 0;
    copy->string[1].pluck_angle_rad = angle_rad;
    copy->string[1].data.lateral = (JwLateral){.hz = lateral_hz, .tilt_rad = 0.4, .loss = 1.0};
    JwEngine *engine = prepared(copy, rate, JW_PRECISION_F32, true);
    const JwEvent pluck = {.type = JW_EVENT_OPEN, .open = {.string = 1, .velocity = 100}};
    for (int tick = 0; tick < 10; ++tick) {
        jw_engine_run(engine, &pluck, tick == 0 ? 1 : 0, left, right, NULL, JW_CONTROL_FRAMES);
    }
    check(jw_engine_motion(engine, 1, towards_m, 1, &motion) > motion.n_across, "all its modes");
    jw_engine_free(engine);
    free(copy);
    return motion;
}

/// A string swings in the direction in which it was plucked, whatever way its axes lie.
static void check_across(const JwInstrument *instrument) {
    float towards_m;
    const double quarter = JW_PI / 4.0;
    JwMotion motion = plucked_aside(instrument, 2000.0, 0.0, &towards_m);
    check(motion.n_across > 4 && motion.n_across <= JW_MOTION_ACROSS, "%d swing in two",
          motion.n_across);
    check_below(fabs((double)motion.across_m[0] / (double)towards_m), 1e-4, "plucked towards it");
    motion = plucked_aside(instrument, 2000.0, quarter, &towards_m);
    check_between((double)motion.across_m[0] / (double)towards_m, 0.999, 1.001, "in between");
    motion = plucked_aside(instrument, 2000.0, -quarter, &towards_m);
    check_between((double)motion.across_m[0] / (double)towards_m, -1.001, -0.999, "the other way");
    motion = plucked_aside(instrument, 2000.0, 2.0 * quarter, &towards_m);
    check_below(fabs((double)towards_m / (double)motion.across_m[0]), 1e-4, "plucked across");
    motion = plucked_aside(instrument, 0.0, quarter, &towards_m);
    check(motion.n_across == 0, "a string of one polarisation has none across");
}

/// Energy of the body: some while strings drive it, as much for each string; none without one.
static void check_body(const JwInstrument *alone, const JwInstrument *coupled) {
    const JwInstrument *const instrument[2] = {alone, coupled};
    float left[JW_CONTROL_FRAMES], right[JW_CONTROL_FRAMES];
    for (int i = 0; i < 2; ++i) {
        JwEngine *engine = prepared(instrument[i], rate, JW_PRECISION_F32, true);
        const JwEvent pluck = {.type = JW_EVENT_OPEN, .open = {.string = 1, .velocity = 100}};
        JwStringReport one, all;
        for (int tick = 0; tick < 60; ++tick) {
            jw_engine_run(engine, &pluck, tick == 0 ? 1 : 0, left, right, NULL, JW_CONTROL_FRAMES);
        }
        jw_engine_report(engine, 1, &one);
        jw_engine_report(engine, -1, &all);
        check((one.energy_body_j > 1e-9) == (i == 1) && one.energy_body_j < one.energy_j,
              "the body has %g J, a string %g J", one.energy_body_j, one.energy_j);
        check(all.energy_body_j == one.energy_body_j, "which counts once");
        jw_engine_free(engine);
    }
}

/// Pluck of a string by its number, as loud as a sum of squares.
static double open_pluck_energy(const JwInstrument *instrument, double position, double place) {
    float left[JW_CONTROL_FRAMES], right[JW_CONTROL_FRAMES];
    JwInstrument *copy = malloc(sizeof(*copy));
    if (!copy) {
        abort();
    }
    *copy = *instrument;
    copy->param[JW_P_PLUCK_POSITION] = position;
    JwEngine *engine = prepared(copy, rate, JW_PRECISION_F64, true);
    const JwEvent pluck = {.type = JW_EVENT_OPEN,
                           .open = {.string = 1, .velocity = 100, .place = place}};
    double sum = 0.0;
    for (int tick = 0; tick < 300; ++tick) {
        jw_engine_run(engine, &pluck, tick == 0 ? 1 : 0, left, right, NULL, JW_CONTROL_FRAMES);
        for (int i = 0; i < JW_CONTROL_FRAMES; ++i) {
            sum += (double)left[i] * (double)left[i];
        }
    }
    jw_engine_free(engine);
    free(copy);
    return sum;
}

/// A place that comes with a stroke is where PLUCK_POSITION would have put it.
static void check_place(const JwInstrument *instrument) {
    const double there = open_pluck_energy(instrument, 0.31, 0.0);
    check(there > 0.0, "a plucked string sounds");
    check(open_pluck_energy(instrument, 0.12, 0.31) == there, "a place of the stroke's own");
    check(open_pluck_energy(instrument, 0.12, 0.0) != there, "is another one");
}

/********* What it tells *********/

static void check_reports(const JwInstrument *instrument) {
    JwEngine *engine = prepared(instrument, rate, JW_PRECISION_F64, true);
    Score *score = calloc(1, sizeof(*score));
    Sound sound;
    float shape[JW_SHAPE_POINTS], x[64], force[64];
    JwStringReport one, all;
    if (!score) {
        abort();
    }
    add_midi(score, 0, 0x90, 49, 127);
    render(engine, score, rate / 2, &sound);
    jw_engine_report(engine, 1, &one);
    jw_engine_report(engine, -1, &all);
    check(one.frames > 0 && one.impacts > 0 && one.energy_j > 0.0 && one.contact_force_max_n > 0.0,
          "the plucked string reports");
    check(all.impacts >= one.impacts && all.peak >= one.peak, "all strings at least as much");
    const double open_hz = jw_string_spec_declared_hz(&instrument->string[1]);
    check_below(fabs(one.pitch_hz / open_hz - 1.0), 1e-12, "pitch");
    check(all.pitch_hz == 0.0, "all together sound at no pitch");
    check(one.energy_ledger_j > 0.0 && one.energy_ledger_j < one.energy_from_strokes_j,
          "impacts took some of its energy: %g of %g J", one.energy_ledger_j,
          one.energy_from_strokes_j);
    check_between(all.energy_ledger_j / one.energy_ledger_j, 1.0, 1.5, "all strings' ledgers");
    check(jw_engine_shape(engine, 1, shape, JW_SHAPE_POINTS), "shape");
    check(shape[0] == 0.0F && fabsf(shape[JW_SHAPE_POINTS - 1]) < 1e-9F, "its ends are fixed");
    check(loudest(shape, JW_SHAPE_POINTS) > 1e-5 && loudest(shape, JW_SHAPE_POINTS) < 5e-3,
          "the string moves by %g m", loudest(shape, JW_SHAPE_POINTS));
    check(!jw_engine_shape(engine, 7, shape, 16) && !jw_engine_shape(engine, -1, shape, 16) &&
              !jw_engine_shape(engine, 0, shape, 1),
          "no shape of what is not there");
    check_amplitudes(engine, shape);
    check(one.held_key == 49 && one.fret == 0 && all.held_key == -1, "the key that is held");
    check(jw_engine_contact_forces(engine, 1, x, force, 64) == 12, "its contact points");
    check(x[0] > 0.0F && x[11] < 0.03F && x[0] < x[11], "from the bridge on");
    check(jw_engine_contact_forces(engine, 9, x, force, 64) == 0, "no forces elsewhere");
    check(jw_engine_latency_frames(engine) > 0 && jw_engine_latency_frames(engine) < rate / 100,
          "latency");
    free(sound.samples);
    score->n = 0;
    add_midi(score, 0, 0x90, 49, 127);
    add_midi(score, 0, 0xe0, 0, 96);
    render(engine, score, rate / 4, &sound);
    jw_engine_report(engine, 1, &one);
    const double bend = 0.5 * instrument->param[JW_P_BEND_RANGE];
    check_below(fabs(one.pitch_hz / (open_hz * exp2(bend / 12.0)) - 1.0), 1e-5,
                "pitch when pulled");
    free(sound.samples);
    free(score);
    jw_engine_free(engine);
}

/// What is drawn moves from one control tick to the next.
static void check_motion(const JwInstrument *instrument) {
    JwEngine *engine = prepared(instrument, rate, JW_PRECISION_F64, true);
    float left[JW_CONTROL_FRAMES], right[JW_CONTROL_FRAMES], shape[2][16];
    const JwEvent note = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 49, 127}};
    int n_still = 0;
    for (int tick = 0; tick < 200; ++tick) {
        jw_engine_run(engine, &note, tick == 0 ? 1 : 0, left, right, NULL, JW_CONTROL_FRAMES);
        check(jw_engine_shape(engine, 1, shape[tick % 2], 16), "shape");
        n_still += tick > 20 && !memcmp(shape[0], shape[1], sizeof(shape[0]));
    }
    check(n_still == 0, "the same shape as a tick before %d times", n_still);
    jw_engine_free(engine);
}

/// Quality must not shift the sound in time: onsets at 1 and 4 agree to a fraction of a frame.
static void check_latency(const JwInstrument *instrument) {
    Sound sound[2];
    for (int i = 0; i < 2; ++i) {
        JwInstrument *copy = malloc(sizeof(*copy));
        Score *score = calloc(1, sizeof(*score));
        if (!copy || !score) {
            abort();
        }
        *copy = *instrument;
        copy->param[JW_P_QUALITY] = i ? 4.0 : 1.0;
        copy->param[JW_P_PLUCK_WIDTH] = 40.0;
        JwEngine *engine = prepared(copy, rate, JW_PRECISION_F64, true);
        add_midi(score, 64, 0x90, 49, 100);
        render(engine, score, 2048, &sound[i]);
        jw_engine_free(engine);
        free(copy);
        free(score);
    }
    int best = 0;
    double most = -HUGE_VAL;
    for (int lag = -20; lag <= 20; ++lag) {
        double sum = 0.0;
        for (int i = 40; i < 2000; ++i) {
            sum += (double)left_of(&sound[0])[i] * (double)left_of(&sound[1])[i + lag];
        }
        best = sum > most ? lag : best;
        most = fmax(most, sum);
    }
    check(best == 0, "quality 4 is %d frames from quality 1", best);
    free(sound[0].samples);
    free(sound[1].samples);
}

int main(void) {
    JwInstrument *sitar = malloc(sizeof(*sitar)), *coupled = malloc(sizeof(*coupled));
    if (!sitar || !coupled) {
        return 1;
    }
    fixture_sitar(sitar);
    fixture_sitar(coupled);
    fixture_body(coupled);
    check_reports(sitar);
    check_motion(sitar);
    check_latency(sitar);
    check_place(sitar);
    check_across(sitar);
    check_body(sitar, coupled);
    check_prepare(sitar);
    check_posts(sitar);
    check_service(sitar);
    check_service(coupled);
    check_long_rest(sitar);
    check_long_rest(coupled);
    check_flood(sitar);
    check_grid(sitar);
    check_silence(sitar, "sitar");
    check_silence(coupled, "sitar on a body");
    check_moved_bridge(sitar, "sitar", 0.05);
    check_moved_bridge(coupled, "sitar on a body", 0.05);
    check_blocks("sitar, 32 bit", sitar, JW_PRECISION_F32);
    check_blocks("sitar, 64 bit", sitar, JW_PRECISION_F64);
    check_blocks("sitar on a body, 32 bit", coupled, JW_PRECISION_F32);
    check_garbage(sitar, "sitar");
    check_garbage(coupled, "sitar on a body");
    check_corners(sitar, "sitar, 64 bit", JW_PRECISION_F64);
    check_corners(sitar, "sitar, 32 bit", JW_PRECISION_F32);
    check_corners(coupled, "sitar on a body, 64 bit", JW_PRECISION_F64);
    check_changes();
    free(sitar);
    free(coupled);
    return check_result();
}
