// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Hands and fingers come down on strings that sound without a click: around what ends a note or
// stops the string elsewhere, no 5 ms have much more above 6 kHz than those before it, or than what
// it comes to. And a bridge without a body moves under resting strings without a thump. Arguments:
// instrument files.

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/high_pass.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    RATE = 48000,
    SOUNDING = 24 * 512, ///< Frames from the stroke to the event; tables are built every 512
    AROUND = 2400,       ///< Before and after the event
    WINDOW = 240,        ///< 5 ms
    LANDED = 3 * WINDOW, ///< Frames from the event to what it comes to
    TIMES = 4,           ///< At which the event comes
    FRAMES = SOUNDING + TIMES * 512 + AROUND,
};

/// What lies below it is not heard beside a string [dBFS].
static const double unheard_db = -100.0;

/// Most that an event may add [dB]. Tension goes to another tuning by steps of the control grid,
/// which are heard a little where it goes by semitones.
static const double most_db = 3.0, most_retuned_db = 12.0;

/// Least that the thump of a bridge moved by 0.1 mm is below a stroke [dB].
static const double thump_db = 20.0;

static const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
static JwInstrument instrument;

static JwEvent midi(int status, int a, int b) {
    return (JwEvent){
        .type = JW_EVENT_MIDI,
        .midi = jw_midi_decode((const uint8_t[]){(uint8_t)status, (uint8_t)a, (uint8_t)b})};
}

static JwEvent set(JwParamId id, double value) {
    return (JwEvent){.type = JW_EVENT_PARAM, .param = {id, value}};
}

static double energy(const double *x, int from, int n) {
    double sum = 0.0;
    for (int i = from; i < from + n; ++i) {
        sum += x[i] * x[i];
    }
    return sum;
}

/// Loudest window of those that begin within n frames.
static double loudest(const double *x, int from, int n) {
    double most = 0.0;
    for (int i = from; i < from + n; i += 24) {
        most = fmax(most, energy(x, i, WINDOW));
    }
    return most;
}

/// Loudest windows, summed over the times.
typedef struct {
    double before, around, after;
} Heard;

/// A note, and an event at a frame.
static void play(int key, const JwEvent *event, int at, Heard *heard) {
    static float left[FRAMES], right[FRAMES];
    static double high[FRAMES];
    JwEngine *engine = engine_prepared(&instrument, RATE, &options);
    JwEvent events[] = {set(JW_P_POLYPHONY, 0), set(JW_P_LEGATO, 1), midi(0x90, key, 100), *event};
    events[3].frame = (uint32_t)at;
    jw_engine_run(engine, events, 4, left, right, NULL, FRAMES);
    jw_engine_free(engine);
    for (int i = 0; i < FRAMES; ++i) {
        high[i] = (double)left[i];
    }
    high_pass(high, FRAMES, RATE);
    heard->before += loudest(high, at - AROUND, AROUND - WINDOW);
    heard->around += loudest(high, at - WINDOW, LANDED);
    heard->after += loudest(high, at + LANDED, AROUND - LANDED - WINDOW);
}

/// Peaks [dBFS] in the last 0.1 s before an event and after it.
typedef struct {
    double before, after;
} Peaks;

static double peak_db(const float *x, int from, int n) {
    double peak = 0.0;
    for (int i = from; i < from + n; ++i) {
        peak = fmax(peak, fabs((double)x[i]));
    }
    return 20.0 * log10(peak + 1e-10);
}

/// A note, or nothing if its velocity is 0, and an event after half a second.
static Peaks peaks(int key, int velocity, JwEvent event) {
    static float left[RATE], right[RATE];
    JwEngine *engine = engine_prepared(&instrument, RATE, &options);
    const JwEvent events[] = {midi(0x90, key, velocity), event};
    jw_engine_run(engine, events, 1, left, right, NULL, RATE / 2);
    jw_engine_run(engine, events + 1, 1, left + RATE / 2, right + RATE / 2, NULL, RATE / 2);
    jw_engine_free(engine);
    return (Peaks){peak_db(left, RATE * 2 / 5, RATE / 10), peak_db(left, RATE / 2, RATE / 2)};
}

/// What a bridge that is raised or computed otherwise adds to the force on the string's end it
/// takes at the points where the string lies, and little is left.
static void thump(int key) {
    const double raised_mm = 0.1;
    const double note = peaks(key, 100, set(JW_P_QUALITY, 1.0)).before;
    const Peaks moved = peaks(key, 0, set(JW_P_BRIDGE_HEIGHT, raised_mm));
    check_between(moved.after, -200.0, note - thump_db, "%s, raised bridge: dBFS, a note %.1f",
                  instrument.name, note);
    instrument.param[JW_P_BRIDGE_HEIGHT] = raised_mm;
    const Peaks other = peaks(key, 100, set(JW_P_QUALITY, 4.0));
    check_between(other.after, -200.0, other.before + 1.0, "%s, quality 4: dBFS, before %.1f",
                  instrument.name, other.before);
    instrument.param[JW_P_BRIDGE_HEIGHT] = 0.0;
}

static double level_db(double sum) {
    return 10.0 * log10(sum / (TIMES * WINDOW) + 1e-20);
}

/// Times are `apart`.
static void hear(const char *what, int key, JwEvent event, int apart, double more_db) {
    Heard heard = {0};
    for (int i = 0; i < TIMES; ++i) {
        play(key, &event, SOUNDING + i * apart, &heard);
    }
    const double before = level_db(heard.before), after = level_db(heard.after);
    const double most = fmax(fmax(before, after), unheard_db) + more_db;
    check_between(level_db(heard.around), -200.0, most,
                  "%s, %s: dBFS above 6 kHz, from %.1f to %.1f", instrument.name, what, before,
                  after);
}

static void listen(const char *path) {
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return;
    }
    const JwStringSpec *string = &instrument.string[0];
    instrument.map.melody = 1; // Its notes go to no other.
    const bool frets = string->n_frets > 12;
    const int key = string->key + (frets ? 5 : 0), intervals[] = {1, 2, 7, -2, -5};
    if (instrument.n_body == 0 && instrument.n_obstacles > 0 &&
        instrument.obstacle[0].kind == JW_OBSTACLE_BRIDGE) {
        thump(key);
    }
    hear("note-off", key, midi(0x80, key, 0), 131, most_db);
    hear("all sound off", key, midi(0xb0, 120, 0), 131, most_db);
    hear("tune", key, set(JW_P_TUNE, 50.0), 512, most_db);
    hear("sa", key, set(JW_P_SA, 3.0), 512, most_retuned_db);
    for (size_t i = 0; frets && i < sizeof(intervals) / sizeof(intervals[0]); ++i) {
        char what[32];
        snprintf(what, sizeof(what), "legato by %d", intervals[i]);
        hear(what, key, midi(0x90, key + intervals[i], 100), 131, most_db);
    }
}

int main(int n, char **argument) {
    for (int i = 1; i < n; ++i) {
        listen(argument[i]);
    }
    return check_result();
}
