// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Random MIDI, 200 events a script: nothing is ever not finite, no string sticks, and after all
// sound off the output becomes exactly 0.
//
//     test_scripts [N [FIRST [FILE.ini...]]]
//
// N scripts from number FIRST on (300 from 0), on an instrument of the test's own or, in turn, on
// those of the files.

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "playing/allocator.h"
#include "playing/midi.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RATE = 24000,
    EVENTS = 200,
    FRAMES = RATE / 2, ///< That a script is played in
    BLOCK = 512,
    TAIL = 5 * RATE, ///< In which silence must come
    STRINGS = 5,
};

static JwInstrument instrument;
static char *const *file; ///< n_files instruments
static int n_files;
static uint64_t dice;

static uint64_t roll(uint64_t n) {
    return fixture_random(&dice) % n;
}

static bool chance(double p) {
    return fixture_uniform(&dice, 0.0, 1.0) < p;
}

/********* Instruments *********/

static void add_taraf(int s, int key) {
    JwStringSpec *string = &instrument.string[s];
    *string = instrument.string[2];
    snprintf(string->name, sizeof(string->name), "Taraf %d", s);
    string->role = JW_ROLE_TARAF;
    string->key = key;
    string->data.tension_n = jw_string_data_tension_n(&string->data, jw_key_hz(key, 440.0));
}

static void add_body(void) {
    static const JwBodyMode modes[] = {
        {.frequency_hz = 140.0, .q = 12.0, .mass_kg = 0.1, .gain = 0.3},
        {.frequency_hz = 310.0, .q = 20.0, .mass_kg = 0.2, .gain = 0.2},
        {.frequency_hz = 900.0, .q = 15.0, .gain = 0.1},
    };
    instrument.n_body = 3;
    memcpy(instrument.body, modes, sizeof(modes));
}

static void add_key(int key, JwAction action, int first, int n) {
    JwMapKey *k = &instrument.map.key[instrument.map.n_keys++];
    *k = (JwMapKey){.key = key, .action = action, .gap_s = 0.03, .n_strings = n};
    for (int i = 0; i < n; ++i) {
        k->string[i] = first + i;
    }
}

/// Baj with few frets, jor, chikari, two taraf; every third instrument on a body.
static void make_instrument(uint64_t number) {
    fixture_sitar(&instrument);
    instrument.n_strings = STRINGS;
    instrument.string[0].n_frets = 5;
    add_taraf(3, 61);
    add_taraf(4, 66);
    if (number % 3 == 0) {
        add_body();
    }
    instrument.drone = (JwDronePattern){3, {2, 1, 2}, {0.25, 0.5, 0.25}, 2};
    instrument.map.pull_up = 7.0;
    instrument.map.pull_down = chance(0.5) ? 0.0 : 24.0;
    instrument.map.pressure = (JwTouch)roll(3);
    instrument.map.pressure_from = (int)(number % 127);
    instrument.map.timbre = (JwTouch)roll(3);
    instrument.map.ra_velocity = (int)roll(128);
    instrument.map.channel[3] = 2;
    add_key(24, JW_ACTION_PLUCK, 3, 2);
    add_key(25, JW_ACTION_PLUCK, 2, 1);
    add_key(26, JW_ACTION_DAMP, 0, STRINGS);
    add_key(27, JW_ACTION_ALTERNATE, 0, 0);
    instrument.param[JW_P_POLYPHONY] = (double)roll(2);
    instrument.param[JW_P_LEGATO] = (double)roll(2);
    instrument.param[JW_P_DRONE] = chance(0.2);
    instrument.param[JW_P_DRONE_TEMPO] = 300.0;
}

/// One of the files, with its own map and touch.
static void load_instrument(uint64_t number) {
    JwError error = {0};
    const char *path = file[number % (uint64_t)n_files];
    check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text);
    instrument.param[JW_P_POLYPHONY] = (double)roll(2);
    instrument.param[JW_P_LEGATO] = (double)roll(2);
    instrument.param[JW_P_DRONE] = chance(0.2);
}

/********* Scripts *********/

static uint8_t some_control(void) {
    static const uint8_t favourites[] = {
        JW_CC_SUSTAIN,   JW_CC_SUSTAIN,           JW_CC_SUSTAIN,       JW_CC_RPN_MSB,
        JW_CC_RPN_LSB,   JW_CC_DATA_MSB,          JW_CC_DATA_LSB,      JW_CC_TIMBRE,
        JW_CC_SOSTENUTO, JW_CC_RESET_CONTROLLERS, JW_CC_ALL_NOTES_OFF, JW_CC_ALL_SOUND_OFF,
    };
    return (uint8_t)(chance(0.7) ? favourites[roll(sizeof(favourites))] : roll(128));
}

static uint8_t some_key(void) {
    return (uint8_t)(chance(0.7) ? 46 + roll(24) : chance(0.5) ? 24 + roll(4) : roll(128));
}

/// Zones and ranges need three controllers in a row: values that make them likely.
static uint8_t some_value(uint8_t control) {
    if (control == JW_CC_RPN_MSB) {
        return chance(0.8) ? 0 : (uint8_t)roll(128);
    }
    return (uint8_t)(control == JW_CC_RPN_LSB ? roll(8) : roll(128));
}

static void some_midi(uint8_t *bytes) {
    const uint8_t channel = (uint8_t)(chance(0.6) ? roll(4) : roll(16));
    switch (roll(10)) {
    case 0:
    case 1:
    case 2:
    case 3:
        bytes[0] = 0x90 | channel;
        bytes[1] = some_key();
        bytes[2] = (uint8_t)(chance(0.2) ? 0 : roll(128));
        break;
    case 4:
    case 5:
        bytes[0] = 0x80 | channel;
        bytes[1] = some_key();
        bytes[2] = (uint8_t)roll(128);
        break;
    case 6:
    case 7:
        bytes[0] = 0xb0 | channel;
        bytes[1] = some_control();
        bytes[2] = some_value(bytes[1]);
        break;
    case 8:
        bytes[0] = (uint8_t)(chance(0.6) ? 0xe0 : chance(0.5) ? 0xd0 : 0xa0) | channel;
        bytes[1] = (uint8_t)roll(128);
        bytes[2] = (uint8_t)roll(128);
        break;
    default: // Anything at all
        for (int i = 0; i < 3; ++i) {
            bytes[i] = (uint8_t)roll(256);
        }
    }
}

static void some_event(JwEvent *event) {
    *event = (JwEvent){.type = JW_EVENT_MIDI};
    if (chance(0.97)) {
        uint8_t bytes[3];
        some_midi(bytes);
        event->midi = jw_midi_decode(bytes);
    } else if (chance(0.4)) {
        event->type = JW_EVENT_TRANSPORT;
        event->transport.bpm = fixture_uniform(&dice, -50.0, 400.0);
        event->transport.beat = fixture_uniform(&dice, -10.0, 1000.0);
    } else if (chance(0.1)) {
        event->type = JW_EVENT_PANIC;
    } else {
        event->type = JW_EVENT_PARAM;
        event->param.id = (JwParamId)roll(JW_N_PARAMS);
        // Modes to 80 kHz would only take time.
        event->param.value = event->param.id == JW_P_QUALITY ? 1.0 + (double)roll(2)
                                                             : fixture_uniform(&dice, -50.0, 50.0);
    }
}

static int compare_frames(const void *a, const void *b) {
    const uint32_t x = ((const JwEvent *)a)->frame, y = ((const JwEvent *)b)->frame;
    return x < y ? -1 : x > y;
}

static void make_script(JwEvent *events) {
    for (int i = 0; i < EVENTS; ++i) {
        some_event(&events[i]);
        events[i].frame = (uint32_t)roll(FRAMES);
    }
    qsort(events, EVENTS, sizeof(*events), compare_frames);
}

/********* Playing *********/

static float left[BLOCK], right[BLOCK];

static bool finite_block(void) {
    bool all = true;
    for (int i = 0; i < BLOCK; ++i) {
        all = all && isfinite(left[i]) && isfinite(right[i]);
    }
    return all;
}

static bool zero_block(void) {
    bool all = true;
    for (int i = 0; i < BLOCK; ++i) {
        all = all && left[i] == 0.0F && right[i] == 0.0F;
    }
    return all;
}

/// Plays in blocks; false if a sample is not finite.
static bool play(JwEngine *engine, const JwEvent *events, int n) {
    bool all = true;
    int next = 0;
    for (uint32_t done = 0; done < FRAMES; done += BLOCK) {
        JwEvent part[EVENTS];
        size_t n_part = 0;
        for (; next < n && events[next].frame < done + BLOCK; ++next) {
            part[n_part] = events[next];
            part[n_part++].frame -= done;
        }
        jw_engine_run(engine, part, n_part, left, right, NULL, BLOCK);
        all = all && finite_block();
    }
    return all;
}

/// Sends a controller on every channel.
static void all_channels(JwEngine *engine, uint8_t number, uint8_t value) {
    JwEvent events[16];
    for (int c = 0; c < 16; ++c) {
        events[c] =
            (JwEvent){.type = JW_EVENT_MIDI, .midi = {JW_MIDI_CONTROL, (uint8_t)c, number, value}};
    }
    jw_engine_run(engine, events, 16, left, right, NULL, BLOCK);
}

/// Frames until the engine is silent, negative if it is not in time; then it stays exactly 0.
static long frames_to_silence(JwEngine *engine, bool *finite) {
    for (long done = 0; done < TAIL; done += BLOCK) {
        jw_engine_run(engine, NULL, 0, left, right, NULL, BLOCK);
        *finite = *finite && finite_block();
        if (jw_engine_silent(engine) && zero_block()) {
            for (int i = 0; i < 8; ++i) {
                jw_engine_run(engine, NULL, 0, left, right, NULL, BLOCK);
                *finite = *finite && zero_block();
            }
            return done;
        }
    }
    return -1;
}

/// A player that gets the same messages: when all keys and pedals are up it holds nothing.
static bool sticks(const JwEvent *events) {
    static JwAllocator player;
    static JwFretboard board;
    JwGesture gestures[JW_MAX_GESTURES];
    jw_fretboard_fill(&board, &instrument, NULL, instrument.param);
    jw_allocator_reset(&player, &instrument, &board, RATE, 2.0);
    for (int i = 0; i < EVENTS; ++i) {
        if (events[i].type == JW_EVENT_MIDI && events[i].midi.type != JW_MIDI_NONE) {
            jw_allocator_take(&player, &events[i].midi, events[i].frame, instrument.param,
                              gestures);
        }
    }
    for (int c = 0; c < 16; ++c) {
        for (int key = 0; key < 128; ++key) {
            const JwMidi off = {JW_MIDI_NOTE_OFF, (uint8_t)c, (uint8_t)key, 64};
            jw_allocator_take(&player, &off, FRAMES, instrument.param, gestures);
        }
    }
    for (int c = 0; c < 16; ++c) {
        JwMidi up = {JW_MIDI_CONTROL, (uint8_t)c, JW_CC_SUSTAIN, 0};
        jw_allocator_take(&player, &up, FRAMES, instrument.param, gestures);
        up.key = JW_CC_SOSTENUTO;
        jw_allocator_take(&player, &up, FRAMES, instrument.param, gestures);
    }
    bool any = false;
    for (int s = 0; s < instrument.n_strings; ++s) {
        any |= player.note[s].n_fingers > 0 || player.note[s].sustained ||
               player.hand[s].firmness > 0.0;
    }
    return any;
}

typedef struct {
    long longest; ///< Frames to silence
    double sum;
    uint64_t impacts;
    double peak;
    double excess; ///< Energy over what was put in
} Record;

static void run_script(uint64_t number, Record *record) {
    static JwEvent events[EVENTS];
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    dice = number * 1000003u + 1;
    if (n_files > 0) {
        load_instrument(number);
    } else {
        make_instrument(number);
    }
    make_script(events);
    JwEngine *engine = jw_engine_new();
    if (!check(engine && !jw_engine_prepare(engine, &instrument, RATE, &options),
               "script %llu: prepare", (unsigned long long)number)) {
        jw_engine_free(engine);
        return;
    }
    bool finite = play(engine, events, EVENTS);
    all_channels(engine, JW_CC_ALL_SOUND_OFF, 0);
    const long frames = frames_to_silence(engine, &finite);
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    check(finite && report.nonfinite == 0, "script %llu: samples not finite, or not 0",
          (unsigned long long)number);
    check(frames >= 0, "script %llu: not silent after %d s", (unsigned long long)number,
          TAIL / RATE);
    check(!sticks(events), "script %llu: a string sticks", (unsigned long long)number);
    record->longest = frames > record->longest ? frames : record->longest;
    record->sum += (double)frames;
    record->impacts += report.impacts;
    record->peak = fmax(record->peak, report.peak);
    for (int s = 0; s < instrument.n_strings; ++s) {
        jw_engine_report(engine, s, &report);
        record->excess = fmax(record->excess, report.energy_excess_max);
    }
    jw_engine_free(engine);
}

int main(int argc, char **argv) {
    const uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 300;
    const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    Record record = {0, 0.0, 0, 0.0, 0.0};
    file = argv + 3;
    n_files = argc > 3 ? argc - 3 : 0;
    for (uint64_t i = first; i < first + n; ++i) {
        run_script(i, &record);
    }
    printf("%llu scripts of %d events: silent after %.2f s on average, %.2f s at most; %llu "
           "impacts, peak %.3g\n",
           (unsigned long long)n, EVENTS, record.sum / (double)n / RATE,
           (double)record.longest / RATE, (unsigned long long)record.impacts, record.peak);
    check_below(record.excess, 1e-4, "energy over what was put in");
    check(record.impacts > 0 && record.peak > 0.0, "something was played");
    return check_result();
}
