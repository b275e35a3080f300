// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The drone: when it plays which string, how hard, and that blocks do not matter to it.

#include "engine/engine.h"
#include "playing/drone.h"
#include "playing/midi.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, STROKES = 4096, TICK = 32 };

typedef struct {
    uint64_t frame;
    int string;
    double velocity;
} Stroke;

static Stroke stroke[STROKES];
static int n_strokes;

static double param[JW_N_PARAMS];
static JwDrone drone;

static const JwDronePattern four = {4, {2, 0, 1, 3}, {1.0, 0.5, 1.0, 2.0}, 2};
static const JwDronePattern five = {5, {0, 1, 2, 3, 4}, {1.0, 1.0, 1.0, 1.0, 1.0}, -1};

static void begin(const JwDronePattern *pattern) {
    jw_params_default(param);
    param[JW_P_DRONE] = 1.0;
    param[JW_P_DRONE_HUMAN] = 0.0;
    jw_drone_reset(&drone, pattern, RATE);
    n_strokes = 0;
}

/// Runs as the engine does: updates on the control grid, strokes on their frame.
static void run(uint64_t from, uint64_t to) {
    for (uint64_t frame = from; frame < to;) {
        if (frame % TICK == 0) {
            jw_drone_update(&drone, frame, param);
        }
        JwDroneStroke next;
        while (n_strokes < STROKES && jw_drone_next(&drone, frame, param, &next)) {
            stroke[n_strokes++] = (Stroke){frame, next.string, next.velocity};
        }
        const uint64_t due = jw_drone_due(&drone, param);
        const uint64_t tick = (frame / TICK + 1) * TICK;
        frame = due < tick ? due : tick;
    }
}

/// Tells where the drone is in its round: four counts and a half, from count 0 on.
static void check_told(void) {
    JwDronePlace place;
    begin(&four);
    param[JW_P_DRONE_TEMPO] = 60.0;
    jw_drone_tell(&drone, 0, param, &place);
    check(!place.runs && place.part == 0.0, "a drone that does not run is nowhere");
    run(0, 7 * RATE);
    jw_drone_tell(&drone, 7 * RATE, param, &place);
    check(place.runs && place.round == 2, "it is in its second round");
    check_below(fabs(place.part - 2.5 / 4.5), 1e-9, "part of the round");
    // Strokes are at counts 0, 1, 1.5 and 2.5; the last one's frame is the first that did not run
    check(place.next == 3, "the next stroke");
    run(7 * RATE, 7 * RATE + 1);
    jw_drone_tell(&drone, 7 * RATE + 1, param, &place);
    check(place.next == 0, "after the last one comes the first");
}

static void check_strokes(const char *what, const JwDronePattern *pattern, const double *counts,
                          double frames_a_count, int n) {
    double at = 0.0, worst = 0.0;
    check(n_strokes >= n, "%s: %d strokes", what, n_strokes);
    for (int i = 0; i < n_strokes; ++i) {
        const int place = i % pattern->n;
        worst = fmax(worst, fabs((double)stroke[i].frame - at * frames_a_count));
        check(stroke[i].string == pattern->string[place], "%s: stroke %d is string %d", what, i,
              stroke[i].string);
        at += counts[place];
    }
    check_below(worst, 0.5001, "%s, %d strokes, frames off", what, n_strokes);
}

static void check_exact(void) {
    const double plain[] = {1, 1, 1, 2}, slow[] = {2, 1, 1, 2};
    const double plain5[] = {1, 1, 1, 1, 2}, slow5[] = {2, 1, 1, 1, 2};
    begin(&four);
    run(0, 100 * RATE);
    check_strokes("its own pattern", &four, four.counts, RATE, 85);
    check(stroke[0].velocity == 0.6, "strength as asked: %g", stroke[0].velocity);
    begin(&four);
    param[JW_P_DRONE_PATTERN] = 1.0;
    param[JW_P_DRONE_TEMPO] = 73.3;
    run(0, 1000 * RATE);
    check_strokes("1-1-1-2 at 73.3", &four, plain, RATE * 60.0 / 73.3, 900);
    begin(&four);
    param[JW_P_DRONE_PATTERN] = 2.0;
    run(0, 100 * RATE);
    check_strokes("2-1-1-2", &four, slow, RATE, 60);
    begin(&five);
    param[JW_P_DRONE_PATTERN] = 1.0;
    run(0, 100 * RATE);
    check_strokes("1-1-1-1-2 of five", &five, plain5, RATE, 80);
    begin(&five);
    param[JW_P_DRONE_PATTERN] = 2.0;
    run(0, 100 * RATE);
    check_strokes("2-1-1-1-2 of five", &five, slow5, RATE, 70);
}

/********* A hand *********/

static void check_human(void) {
    static Stroke first[STROKES];
    double sum = 0.0, square = 0.0, db = 0.0, db2 = 0.0;
    int same = 0;
    begin(&five);
    param[JW_P_DRONE_HUMAN] = 100.0;
    param[JW_P_DRONE_STRENGTH] = 20.0;
    run(0, 4000 * (uint64_t)RATE);
    memcpy(first, stroke, sizeof(first));
    const int n = n_strokes;
    for (int i = 0; i < n; ++i) {
        const double off = ((double)stroke[i].frame - (double)i * RATE) / RATE;
        const double level = 20.0 * log10(stroke[i].velocity / 0.2);
        sum += i > 0 ? off : 0.0; // The first cannot come before its beginning
        square += off * off;
        db += level;
        db2 += level * level;
        check(i == 0 || stroke[i].frame > stroke[i - 1].frame, "strokes in order");
    }
    check_between(n, 3990, 4001, "strokes in 4000 s");
    check_between(sum / n, -0.0025, 0.0025, "mean lateness, s");
    check_between(sqrt(square / n), 0.047, 0.053, "its spread at 100 %%, s");
    check_between(db / n, -0.2, 0.2, "mean level, dB");
    check_between(sqrt(db2 / n), 3.8, 4.2, "its spread at 100 %%, dB");
    begin(&five);
    param[JW_P_DRONE_HUMAN] = 100.0;
    param[JW_P_DRONE_STRENGTH] = 20.0;
    run(0, 4000 * (uint64_t)RATE);
    check(n == n_strokes && !memcmp(first, stroke, sizeof(Stroke) * (size_t)n), "the same again");
    param[JW_P_DRONE_SEED] = 2.0;
    begin(&five);
    param[JW_P_DRONE_HUMAN] = 100.0;
    param[JW_P_DRONE_SEED] = 2.0;
    run(0, 4000 * (uint64_t)RATE);
    for (int i = 1; i < n && i < n_strokes; ++i) {
        same += first[i].frame == stroke[i].frame;
    }
    check_between(same, 0, 20, "strokes that another seed has at the same frame");
    begin(&five);
    param[JW_P_DRONE_HUMAN] = 100.0;
    param[JW_P_DRONE_SEED] = 0.0;
    run(0, 100 * RATE);
    check_strokes("seed 0", &five, five.counts, RATE, 100);
}

/********* Tempo *********/

static void check_tempo(void) {
    begin(&five);
    run(0, 10 * RATE + 16 * TICK); // 10 strokes and some of a count
    param[JW_P_DRONE_TEMPO] = 120.0;
    const uint64_t turn = 10 * RATE + 16 * TICK;
    run(turn, 20 * RATE);
    check(n_strokes > 20 && stroke[10].frame == 10 * RATE, "before");
    double worst = 0.0;
    for (int i = 11; i < n_strokes; ++i) {
        const double expected = (double)turn + (i - (double)turn / RATE) * RATE / 2.0;
        worst = fmax(worst, fabs((double)stroke[i].frame - expected));
    }
    check_below(worst, 0.5001, "twice the tempo from within a count, frames off");
    const int before = n_strokes;
    param[JW_P_DRONE] = 0.0;
    run(20 * RATE, 30 * RATE);
    check(n_strokes == before, "off");
    param[JW_P_DRONE] = 1.0;
    run(30 * RATE, 31 * RATE);
    check(n_strokes > before && stroke[before].frame == 30 * RATE && stroke[before].string == 0,
          "on again, from the first string");
    jw_drone_halt(&drone);
    const int halted = n_strokes;
    run(31 * RATE, 40 * RATE);
    check(n_strokes == halted && jw_drone_due(&drone, param) == UINT64_MAX, "halted");
    jw_drone_resume(&drone);
    run(40 * RATE, 41 * RATE);
    check(n_strokes > halted, "resumed");
}

static void check_host(void) {
    begin(&four); // 4.5 counts a round
    param[JW_P_DRONE_SYNC] = 1.0;
    jw_drone_transport(&drone, 0, 0.0, 0.0, param);
    run(0, RATE);
    check(n_strokes == 0, "a host that stands still");
    // Beat 10 of the song is count 1 of the third round.
    jw_drone_transport(&drone, RATE, 90.0, 10.0, param);
    run(RATE, 3 * RATE);
    const double beat = 60.0 / 90.0 * RATE;
    check(n_strokes > 1 && stroke[0].string == 0 && stroke[0].frame == RATE, "its second stroke");
    check(stroke[1].string == 1 && fabs((double)stroke[1].frame - RATE - 0.5 * beat) <= 0.5,
          "half a beat later");
    // Hosts report every block; that alone changes nothing.
    int before = n_strokes;
    for (int i = 0; i < 100; ++i) {
        const uint64_t frame = 3 * RATE + (uint64_t)i * 480;
        jw_drone_transport(&drone, frame, 90.0, 10.0 + (double)(frame - RATE) / beat + 1e-4, param);
        run(frame, frame + 480);
    }
    check_between(n_strokes - before, 1, 2, "strokes in the second that follows");
    double worst = 0.0;
    for (int i = 0; i < n_strokes; ++i) {
        const double count = 10.0 + ((double)stroke[i].frame - RATE) / beat;
        const double starts[] = {0.0, 1.0, 1.5, 2.5}; // Of the four strokes in a round
        double least = 1.0;
        for (int k = 0; k < 4; ++k) {
            least = fmin(least, fabs(remainder(count - starts[k], 4.5)));
        }
        worst = fmax(worst, least * beat);
    }
    check_below(worst, 0.6, "strokes on their beats, frames off");
    // A jump back to the start
    before = n_strokes;
    jw_drone_transport(&drone, 5 * RATE, 90.0, 0.0, param);
    run(5 * RATE, 6 * RATE);
    check(n_strokes > before && stroke[before].string == 2 && stroke[before].frame == 5 * RATE,
          "a jump to the first beat");
    jw_drone_transport(&drone, 6 * RATE, 0.0, 1.5, param);
    before = n_strokes;
    run(6 * RATE, 9 * RATE);
    check(n_strokes == before, "the host stops");
    jw_drone_halt(&drone);
    jw_drone_transport(&drone, 9 * RATE, 60.0, 0.0, param);
    run(9 * RATE, 10 * RATE);
    check(n_strokes > before, "the host starts, after all sound off too");
}

/// Where nobody tells of a tempo it is its own, and from the first word on the host's.
static void check_untold(void) {
    JwDrone alone;
    begin(&four);
    param[JW_P_DRONE_HUMAN] = 0.0;
    param[JW_P_DRONE_TEMPO] = 120.0;
    run(0, 4 * RATE);
    const int n = n_strokes;
    uint64_t frames[4] = {0};
    for (int i = 0; i < 4; ++i) {
        frames[i] = stroke[i].frame;
    }
    begin(&four);
    param[JW_P_DRONE_HUMAN] = 0.0;
    param[JW_P_DRONE_TEMPO] = 120.0;
    param[JW_P_DRONE_SYNC] = 1.0;
    run(0, 4 * RATE);
    check(n > 6 && n_strokes == n, "in no transport: %d strokes, not %d", n_strokes, n);
    for (int i = 0; i < 4; ++i) {
        check(stroke[i].frame == frames[i], "in no transport: stroke %d", i);
    }
    alone = drone;
    jw_drone_transport(&drone, 4 * RATE, 0.0, 0.0, param);
    run(4 * RATE, 8 * RATE);
    check(n_strokes == n, "a host that stands still is heard of");
    drone = alone;
    jw_drone_transport(&drone, 4 * RATE, 60.0, 0.0, param);
    run(4 * RATE, 5 * RATE);
    check(n_strokes > n && stroke[n].frame == 4 * RATE && stroke[n].string == stroke[0].string,
          "a host that plays is heard of: its first beat");
}

/********* In the engine *********/

enum { FRAMES = 3 * RATE, SPLITS = 4 };

static JwInstrument tanpura;

static void make_tanpura(void) {
    fixture_tanpura(&tanpura);
    tanpura.n_strings = 2;
    tanpura.string[1] = tanpura.string[0];
    strcpy(tanpura.string[1].name, "Jor");
    tanpura.string[1].key = 60;
    tanpura.string[1].data.tension_n = jw_string_data_tension_n(&tanpura.string[1].data, 196.0);
    tanpura.drone = (JwDronePattern){2, {0, 1}, {1.0, 0.7}, 0};
    tanpura.param[JW_P_DRONE] = 1.0;
    tanpura.param[JW_P_DRONE_TEMPO] = 171.0;
    tanpura.param[JW_P_DRONE_HUMAN] = 60.0;
}

typedef struct {
    uint64_t frame;
    JwEvent event;
} Timed;

static const Timed score[] = {
    {RATE / 3, {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE_TEMPO, 140.0}}},
    {RATE / 2 + 5, {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 48, 90}}},
    {RATE, {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE_SYNC, 1.0}}},
    {RATE + 77, {.type = JW_EVENT_TRANSPORT, .transport = {133.0, 2.25}}},
    {RATE + 7777, {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_OFF, 0, 48, 0}}},
    {2 * RATE + 3, {.type = JW_EVENT_TRANSPORT, .transport = {101.0, 8.0}}},
};

enum { N_SCORE = sizeof(score) / sizeof(score[0]) };

static bool render(float *left, uint32_t block) {
    static float right[FRAMES];
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    JwEngine *engine = jw_engine_new();
    if (!engine || jw_engine_prepare(engine, &tanpura, RATE, &options)) {
        jw_engine_free(engine);
        return false;
    }
    int next = 0;
    for (uint32_t at = 0; at < FRAMES;) {
        const uint32_t n = block < FRAMES - at ? block : FRAMES - at;
        JwEvent events[N_SCORE];
        size_t n_events = 0;
        for (; next < N_SCORE && score[next].frame < at + n; ++next) {
            events[n_events] = score[next].event;
            events[n_events++].frame = (uint32_t)(score[next].frame - at);
        }
        jw_engine_run(engine, events, n_events, left + at, right + at, NULL, n);
        at += n;
    }
    jw_engine_free(engine);
    return true;
}

static void check_blocks(void) {
    static float whole[FRAMES], split[FRAMES];
    static const uint32_t blocks[SPLITS] = {1, 17, 64, 4096};
    make_tanpura();
    check(render(whole, FRAMES), "render");
    double peak = 0.0;
    for (int i = 0; i < FRAMES; ++i) {
        peak = fmax(peak, fabs((double)whole[i]));
    }
    check(peak > 1e-3, "something sounds: %g", peak);
    for (int b = 0; b < SPLITS; ++b) {
        check(render(split, blocks[b]) && !memcmp(whole, split, sizeof(whole)),
              "the same bits in blocks of %u", blocks[b]);
    }
}

/// All sound off stops it until it is asked for again.
static void check_silence(void) {
    static float left[RATE], right[RATE];
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    make_tanpura();
    JwEngine *engine = engine_prepared(&tanpura, RATE, &options);
    jw_engine_run(engine, NULL, 0, left, right, NULL, RATE);
    check(!jw_engine_silent(engine), "it plays");
    const JwEvent off = {.type = JW_EVENT_MIDI,
                         .midi = {JW_MIDI_CONTROL, 0, JW_CC_ALL_SOUND_OFF, 0}};
    jw_engine_run(engine, &off, 1, left, right, NULL, RATE);
    double peak = 0.0;
    for (int i = RATE / 2; i < RATE; ++i) {
        peak = fmax(peak, fabs((double)left[i]));
    }
    check(peak == 0.0 && jw_engine_silent(engine), "all sound off: %g", peak);
    const JwEvent on = {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE, 1.0}};
    jw_engine_run(engine, &on, 1, left, right, NULL, RATE);
    check(!jw_engine_silent(engine), "asked for again");
    const JwEvent panic = {.type = JW_EVENT_PANIC};
    jw_engine_run(engine, &panic, 1, left, right, NULL, RATE);
    check(jw_engine_silent(engine), "panic");
    jw_engine_free(engine);
}

int main(void) {
    check_told();
    check_exact();
    check_human();
    check_tempo();
    check_host();
    check_untold();
    check_blocks();
    check_silence();
    return check_result();
}
