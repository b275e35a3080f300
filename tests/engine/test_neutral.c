// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Controllers that scores set as a matter of course: those that mean nothing to strings change no
// bit, and those that do change none at the value that they have at rest, on instruments as they
// are shipped, on every channel, before the note and under it. Arguments: instruments.

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "playing/allocator.h"
#include "playing/allocator_place.h"
#include "playing/fretboard.h"
#include "support/check.h"
#include "support/engines.h"

#include <math.h>
#include <string.h>

enum {
    RATE = 48000,
    FRAMES = RATE / 8,
    BEFORE = 0,
    NOTE_AT = 100,
    UNDER = RATE / 16,
    EVENTS = 8192
};

/// Messages of one kind.
typedef struct {
    const char *what;
    void (*add)(int channel, int round);
    bool in_zone;    ///< All channels but the first are members of an MPE zone
    double loudness; ///< Level that is right, relative to that without the messages
} Kind;

static JwInstrument instrument;
static JwEvent events[EVENTS];
static int n_events, keys[2], n_keys;
static uint32_t now;
static float plain[2][2][FRAMES], heard[2][FRAMES];

static void add(int status, int channel, int a, int b) {
    const uint8_t bytes[] = {(uint8_t)(status | channel), (uint8_t)a, (uint8_t)b};
    const JwEvent event = {.frame = now, .type = JW_EVENT_MIDI, .midi = jw_midi_decode(bytes)};
    events[n_events < EVENTS - 1 ? n_events++ : n_events] = event;
}

static void control(int channel, int controller, int value) {
    add(0xb0, channel, controller, value);
}

/********* Kinds *********/

/// Values at rest by General MIDI 2, GS and XG; 7 is at its highest, which is what no CC 7 gives.
static void at_rest(int channel, int round) {
    static const int rest[][2] = {
        {0, 0},   {32, 0},  {1, 0},    {33, 0},   {2, 0},     {4, 0},    {5, 0},   {7, 127},
        {8, 64},  {10, 64}, {42, 0},   {11, 127}, {64, 0},    {65, 0},   {66, 0},  {67, 0},
        {68, 0},  {69, 0},  {70, 64},  {71, 64},  {72, 64},   {73, 64},  {74, 64}, {75, 64},
        {76, 64}, {77, 64}, {78, 64},  {79, 64},  {84, 0},    {91, 40},  {92, 0},  {93, 0},
        {94, 0},  {95, 0},  {98, 127}, {99, 127}, {100, 127}, {101, 127}};
    for (size_t i = 0; i < sizeof(rest) / sizeof(rest[0]); ++i) {
        control(channel, rest[i][0], rest[i][1]);
    }
    if (round == 0) {
        control(channel, JW_CC_RESET_CONTROLLERS, 0);
    }
    add(0xe0, channel, 0, 64);
    add(0xd0, channel, 0, 0);
}

/// Controllers that ask a synthesiser for what strings have not, at any value.
static void of_synthesisers(int channel, int round) {
    static const int values[] = {0, 40, 64, 100, 127};
    const int value = values[(channel + 2 * round) % 5];
    for (int i = 0; i < 120; ++i) {
        const bool effect = i >= 91 && i <= 95, sound = i >= 70 && i <= 79;
        const bool other = i == 2 || i == 4 || i == 5 || i == 8 || (i >= 12 && i <= 19) ||
                           (i >= 33 && i <= 37) || (i >= 39 && i <= 63) || i == 65 ||
                           (i >= 67 && i <= 69) || (i >= 80 && i <= 90) || i >= 110;
        if (effect || sound || other) {
            control(channel, i, value);
        }
    }
}

/// General MIDI's volume of 100. It is 4.15 dB below the highest, as the standard's curve has it.
static void volume_of_100(int channel, int round) {
    (void)round;
    control(channel, 7, 100);
}

/// Pressure of a finger that rests on its key, and that of a first touch.
static void resting_finger(int channel, int round) {
    for (int pressure = 0; pressure <= 80; pressure += round ? 16 : 40) {
        add(0xd0, channel, pressure, 0);
        for (int i = 0; i < n_keys; ++i) {
            add(0xa0, channel, keys[i], 80 - pressure);
        }
    }
}

/// What MPE controllers send before a note, and while it is held still.
static void mpe_at_rest(int channel, int round) {
    control(channel, 74, 64);
    add(0xe0, channel, 0, 64);
    add(0xd0, channel, round ? 60 : 0, 0);
}

static void nothing(int channel, int round) {
    (void)channel;
    (void)round;
}

/********* Playing *********/

static bool load(const char *path) {
    static JwFretboard board;
    static JwAllocator allocator;
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return false;
    }
    instrument.param[JW_P_QUALITY] = 1.0;
    jw_fretboard_fill(&board, &instrument, NULL, instrument.param);
    jw_allocator_reset(&allocator, &instrument, &board, RATE, instrument.param[JW_P_BEND_RANGE]);
    n_keys = 0;
    for (int key = 20; key < 100 && n_keys < 2; ++key) {
        JwPlace place;
        if (jw_allocator_find_string(&allocator, 1, key, true, &place) >= 0 &&
            (n_keys == 0 || key > keys[0] + 6)) {
            keys[n_keys++] = key;
        }
    }
    return check(n_keys > 0, "%s: it has keys", instrument.name);
}

/// Messages on all channels, in every round; the notes are on the second one.
static void play(JwEngine *engine, const Kind *kind, float (*out)[FRAMES]) {
    n_events = 0;
    now = BEFORE;
    if (kind->in_zone) {
        control(0, 101, 0);
        control(0, 100, 6);
        control(0, 6, 15);
    }
    for (int round = 0; round < 2; ++round) {
        for (int channel = 0; channel < JW_CHANNELS; ++channel) {
            kind->add(channel, round);
        }
        now = NOTE_AT;
        for (int i = 0; i < n_keys && round == 0; ++i) {
            add(0x90, 1, keys[i], 100);
        }
        now = UNDER;
    }
    check(n_events < EVENTS - 1, "room for the messages");
    jw_engine_reset(engine);
    jw_engine_run(engine, events, (size_t)n_events, out[0], out[1], NULL, FRAMES);
}

/// Largest difference from what is right, relative to the largest sample.
static double apart(const float (*right)[FRAMES], double loudness) {
    double worst = 0.0, peak = 0.0;
    for (int i = 0; i < 2 * FRAMES; ++i) {
        const double want = loudness * (double)right[i / FRAMES][i % FRAMES];
        worst = fmax(worst, fabs((double)heard[i / FRAMES][i % FRAMES] - want));
        peak = fmax(peak, fabs(want));
    }
    check(peak > 1e-4, "%s is heard: %g", instrument.name, peak);
    return worst / peak;
}

static void check_instrument(void) {
    static const Kind silent[] = {{"", nothing, false, 1.0}, {"", nothing, true, 1.0}};
    static const Kind kinds[] = {
        {"controllers at rest", at_rest, false, 1.0},
        {"a synthesiser's controllers", of_synthesisers, false, 1.0},
        {"a resting finger", resting_finger, false, 1.0},
        {"in a zone: controllers at rest", at_rest, true, 1.0},
        {"in a zone: a resting finger", resting_finger, true, 1.0},
        {"in a zone: what comes before a note", mpe_at_rest, true, 1.0},
        {"CC 7 = 100", volume_of_100, false, 1e4 / (127.0 * 127.0)},
    };
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    for (int zone = 0; zone < 2; ++zone) {
        play(engine, &silent[zone], plain[zone]);
    }
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i) {
        const Kind *kind = &kinds[i];
        play(engine, kind, heard);
        const double off = apart((const float(*)[FRAMES])plain[kind->in_zone], kind->loudness);
        // A factor on the level rounds otherwise; all else leaves every bit as it was.
        check(off <= (kind->loudness < 1.0 ? 1e-6 : 0.0), "%s, %s: apart by %.3g of the peak",
              instrument.name, kind->what, off);
    }
    jw_engine_free(engine);
}

/********* The table *********/

static bool is_free(int controller) {
    return (controller >= 20 && controller <= 31) || (controller >= 102 && controller <= 109);
}

/// Controllers of the table are those that scores leave alone; the others mean what MIDI says.
static void check_table(void) {
    static const struct {
        int controller;
        JwParamId id;
    } standard[] = {
        {1, JW_P_VIBRATO_DEPTH}, {7, JW_P_VOLUME}, {10, JW_P_PAN}, {11, JW_P_EXPRESSION}};
    int n = 0;
    for (int i = 0; i < 4; ++i) {
        check(jw_param_from_cc(standard[i].controller) == (int)standard[i].id, "CC %d is MIDI's",
              standard[i].controller);
    }
    for (int id = 0; id < JW_N_PARAMS; ++id) {
        const JwParamInfo *info = jw_param_info((JwParamId)id);
        n += info->cc >= 0 && is_free(info->cc);
        check(info->cc < 0 || is_free(info->cc) || info->cc == 1 || info->cc == 7 ||
                  info->cc == 10 || info->cc == 11,
              "%s: scores set CC %d", info->symbol, info->cc);
        check(info->cc < 0 || jw_param_from_cc(info->cc) == id, "%s: one parameter a controller",
              info->symbol);
    }
    check(n > 12, "%d parameters have a controller", n);
    check(jw_param_from_controller(JW_P_PAN, 64) == 0.0, "the centre of pan is its middle");
    check(jw_param_from_controller(JW_P_PAN, 0) == -100.0 &&
              jw_param_from_controller(JW_P_PAN, 127) == 100.0,
          "its ends are its ends");
    check(jw_param_from_controller(JW_P_BRIDGE_HEIGHT, 64) == 0.0, "so is any range's around 0");
    check(fabs(jw_param_from_controller(JW_P_VOLUME, 64) - 6400.0 / 127.0) < 1e-9,
          "volume is even");
}

int main(int argc, char **argv) {
    check_table();
    for (int i = 1; i < argc; ++i) {
        if (load(argv[i])) {
            check_instrument();
        }
    }
    return check_result();
}
