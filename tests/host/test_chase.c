// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A chase against the channel that heard every message: random streams, then an engine.

#include "host/chase.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static JwChase chase;
static JwChannels heard;

/// Controllers that are chased, and some that are not.
static const uint8_t controllers[] = {1,  2,  4,  6,  7,  10, 11,  20,  38,
                                      64, 65, 66, 74, 96, 98, 100, 101, 121};

static void random_message(uint64_t *seed, uint8_t bytes[3]) {
    const uint64_t r = fixture_random(seed);
    const uint8_t status[] = {0x90, 0xb0, 0xb0, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0};
    bytes[0] = (uint8_t)(status[r & 7] | (r >> 8 & 15));
    bytes[1] = (uint8_t)(r >> 16 & 127);
    bytes[2] = (uint8_t)(r >> 24 & 127);
    if ((bytes[0] & 0xf0) == 0xb0) {
        bytes[1] = controllers[bytes[1] % sizeof(controllers)];
        // Registered parameters that exist, now and then none.
        if (bytes[1] == JW_CC_RPN_MSB || bytes[1] == JW_CC_RPN_LSB) {
            bytes[2] = r >> 32 & 1 ? 127 : bytes[1] == JW_CC_RPN_MSB ? 0 : (uint8_t)(bytes[2] & 7);
        }
        // Zones of all sizes.
        if (bytes[1] == JW_CC_DATA_MSB && r >> 33 & 1) {
            bytes[2] &= 15;
        }
    }
}

/// Whole registered parameters: rarely all of a message and its two selections come by chance.
static int random_messages(uint64_t *seed, uint8_t bytes[3][3]) {
    static const uint8_t numbers[] = {0, 3, 1, 2, 4, 6, 6, 6};
    random_message(seed, bytes[0]);
    const uint64_t r = fixture_random(seed);
    if (r & 7) {
        return 1;
    }
    const uint8_t number = numbers[r >> 3 & 7];
    const uint8_t some = (uint8_t)(r >> 6 & 15), channel = number == 6 ? some & 1 ? 15 : 0 : some;
    const uint8_t control = (uint8_t)(0xb0 | channel);
    const uint8_t value = (uint8_t)(r >> 10 & (number == 6 ? 15 : 127));
    const uint8_t all[3][3] = {{control, JW_CC_RPN_MSB, 0},
                               {control, JW_CC_RPN_LSB, number},
                               {control, JW_CC_DATA_MSB, value}};
    memcpy(bytes, all, sizeof(all));
    return 3;
}

static void reset(double bend_range) {
    jw_channels_init(&chase.channels, bend_range);
    jw_tunings_init(&chase.tunings);
}

/// As an engine takes it.
static void take(const uint8_t bytes[3]) {
    const JwMidi midi = jw_midi_decode(bytes);
    if (midi.type != JW_MIDI_NONE) {
        jw_channels_take(&chase.channels, &midi);
        jw_tunings_select(&chase.tunings, &chase.channels, &midi);
    }
}

static void hear(JwChannels *channels, const JwMidi *midi) {
    if (midi->type != JW_MIDI_NONE) {
        jw_channels_take(channels, midi);
    }
}

static bool same_channel(const JwMidiChannel *a, const JwMidiChannel *b) {
    static const uint8_t chased[] = {1, 2, 4, 7, 10, 11, 64, 65, 66, 67, 68, 69};
    bool ok = a->bend == b->bend && a->pressure == b->pressure && a->rpn_msb == b->rpn_msb &&
              a->rpn_lsb == b->rpn_lsb && a->bend_semitones == b->bend_semitones &&
              a->bend_cents == b->bend_cents && a->fine_tuning == b->fine_tuning &&
              a->coarse_tuning == b->coarse_tuning && a->tuning_program == b->tuning_program &&
              a->tuning_bank == b->tuning_bank;
    for (size_t i = 0; i < sizeof(chased); ++i) {
        ok = ok && a->controller[chased[i]] == b->controller[chased[i]];
    }
    return ok && b->controller[JW_CC_TIMBRE] == 0 && b->controller[20] == 0;
}

/// What the chase tells of an instrument with that bend range; *most: the most that one part was.
static JwChannels tell(double bend_range, int *most) {
    JwChannels told, fresh;
    jw_channels_rebase_bend_range(&chase.channels, bend_range);
    jw_channels_init(&told, bend_range);
    jw_channels_init(&fresh, bend_range);
    for (int part = 0; part < JW_CHASE_PARTS; ++part) {
        JwEvent events[JW_CHASE_EVENTS];
        const int n = jw_chase_part(&chase, part, &told, events);
        *most = n > *most ? n : *most;
        for (int i = 0; i < n; ++i) {
            hear(&fresh, &events[i].midi);
        }
    }
    return fresh;
}

/// Instruments have bend ranges of their own; the range may be moved as a parameter meanwhile.
static void test_random_streams(void) {
    static const double ranges[] = {2.0, 7.0, 12.0, 2.5, 24.0};
    uint64_t seed = 1;
    int n_same = 0, n_most = 0, n_zones = 0, n_zones_same = 0;
    for (int stream = 0; stream < 1000; ++stream) {
        double range = ranges[stream % 5];
        reset(range);
        jw_channels_init(&heard, range);
        for (int i = 0; i < 300; ++i) {
            uint8_t bytes[3][3];
            const int n = random_messages(&seed, bytes);
            for (int k = 0; k < n; ++k) {
                take(bytes[k]);
                const JwMidi midi = jw_midi_decode(bytes[k]);
                hear(&heard, &midi);
            }
            if (fixture_random(&seed) % 200 == 0) {
                range = ranges[fixture_random(&seed) % 5];
                jw_chase_forget(&chase, JW_P_BEND_RANGE, range);
                jw_channels_set_bend_range(&heard, range);
            }
        }
        // Another instrument: where no message has set the range, it has its own.
        range = ranges[(stream + 1 + stream / 5) % 5];
        jw_channels_rebase_bend_range(&heard, range);
        const JwChannels fresh = tell(range, &n_most);
        for (int c = 0; c < JW_CHANNELS; ++c) {
            n_same += same_channel(&heard.channel[c], &fresh.channel[c]);
        }
        n_zones += heard.members[0] > 0 || heard.members[1] > 0;
        n_zones_same += !memcmp(heard.members, fresh.members, sizeof(heard.members));
    }
    check_between(n_same, 16000, 16000, "channels told as they were heard");
    check_between(n_zones_same, 1000, 1000, "zones told as they were heard");
    check_between(n_zones, 300, 1000, "streams that end with zones");
    check_between(n_most, 10, JW_CHASE_EVENTS, "most messages of a part");
}

static int n_told(void) {
    JwChannels told;
    JwEvent events[JW_CHASE_EVENTS];
    int n = 0;
    jw_channels_init(&told, 7.0);
    for (int part = 0; part < JW_CHASE_PARTS; ++part) {
        n += jw_chase_part(&chase, part, &told, events);
    }
    return n;
}

static void test_untouched(void) {
    reset(7.0);
    check_between(n_told(), 0, 0, "messages where nothing was set");
}

/// What a control has set since is not set back.
static void test_forgotten(void) {
    reset(7.0);
    take((const uint8_t[3]){0xb3, JW_CC_VOLUME, 20});
    take((const uint8_t[3]){0xb3, JW_CC_EXPRESSION, 30});
    jw_chase_forget(&chase, JW_P_GAIN, 0.0);
    check_between(n_told(), 2, 2, "messages of volume and expression");
    jw_chase_forget(&chase, JW_P_VOLUME, 50.0);
    check_between(n_told(), 1, 1, "and once volume is forgotten");
    jw_chase_forget(&chase, JW_P_EXPRESSION, 50.0);
    check_between(n_told(), 0, 0, "and expression");
    static const uint8_t range[3][3] = {{0xb3, 101, 0}, {0xb3, 100, 0}, {0xb3, 6, 2}};
    for (int i = 0; i < 3; ++i) {
        take(range[i]);
    }
    check_between(n_told(), 4, 4, "messages of a bend range");
    jw_chase_forget(&chase, JW_P_BEND_RANGE, 7.0);
    check_between(n_told(), 2, 2, "once it is forgotten, what is selected");
}

static float *play(JwEngine *engine, const JwEvent *events, size_t n, uint32_t n_frames) {
    float *left = calloc(n_frames + 1, sizeof(float));
    float *right = calloc(n_frames + 1, sizeof(float));
    if (left && right) {
        jw_engine_run(engine, events, n, left, right, NULL, n_frames);
    }
    free(right);
    return left;
}

static JwEngine *prepared(double bend_range) {
    static JwInstrument instrument;
    JwEngine *engine = jw_engine_new();
    fixture_sitar(&instrument);
    instrument.param[JW_P_BEND_RANGE] = bend_range;
    instrument.param[JW_P_EXPRESSION] = 50.0;
    check(engine && !jw_engine_prepare(engine, &instrument, 48000.0, NULL), "engine");
    return engine;
}

/// An engine that was told plays the note that one plays that heard it all, and its parameters are
/// the same. The messages come to one with a bend range of 7, whose successor has 12.
static void check_engine(const char *what, const uint8_t (*setting)[3], int n, int channel) {
    enum { N = 9600 };
    const JwEvent note = {.type = JW_EVENT_MIDI,
                          .midi = {JW_MIDI_NOTE_ON, (uint8_t)channel, 60, 100}};
    JwEngine *told = prepared(12.0), *hearing = prepared(12.0), *left = prepared(7.0);
    for (int i = 0; i < n; ++i) {
        JwEvent event = {.type = setting[i][0] == 0xff ? JW_EVENT_PANIC : JW_EVENT_MIDI};
        event.midi = jw_midi_decode(setting[i]);
        free(play(hearing, &event, 1, 1024));
        free(play(left, &event, 1, 1024));
    }
    jw_chase_note(&chase, left);
    jw_chase_tell(&chase, told);
    float *a = play(told, &note, 1, N), *b = play(hearing, &note, 1, N);
    float peak = 0.0f;
    for (int i = 0; a && i < N; ++i) {
        peak = fmaxf(peak, fabsf(a[i]));
    }
    check(a && b && peak > 1e-5f && !memcmp(a, b, N * sizeof(float)), "%s: not the same sound",
          what);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const double x = jw_engine_param(told, (JwParamId)i);
        const double y = jw_engine_param(hearing, (JwParamId)i);
        check(x == y, "%s: %s is %g, not %g", what, jw_param_info((JwParamId)i)->symbol, x, y);
    }
    free(a);
    free(b);
    jw_engine_free(told);
    jw_engine_free(hearing);
    jw_engine_free(left);
}

#define RPN(channel, number, value)                                                                \
    {0xb0 | (channel), JW_CC_RPN_MSB, 0}, {0xb0 | (channel), JW_CC_RPN_LSB, number}, {             \
        0xb0 | (channel), JW_CC_DATA_MSB, value                                                    \
    }

static void test_engines(void) {
    static const uint8_t hands[][3] = {
        RPN(2, 0, 7), {0xe2, 0, 120}, {0xb2, 7, 60}, {0xb2, 64, 127}};
    // What another instrument begins with, or a channel, may be set by hand.
    static const uint8_t as_first[][3] = {
        RPN(0, 0, 2), {0xe0, 0, 120}, {0xb0, 7, 100}, {0xb0, 1, 0}, {0xb0, 11, 127}};
    static const uint8_t upper[][3] = {RPN(15, 6, 5), RPN(12, 0, 3), {0xec, 0, 120}, {0xef, 0, 90}};
    static const uint8_t reset[][3] = {
        RPN(0, 6, 15), {0xb2, 64, 127}, {0xe2, 0, 127}, {0xb2, 1, 90}, {0xb0, 121, 0}};
    static const uint8_t panic[][3] = {
        RPN(0, 6, 15), {0xe0, 0, 120}, {0xb0, 7, 60}, {0xb0, 1, 60}, {0xff, 0, 0}};
#define CHECK(setting, channel)                                                                    \
    check_engine(#setting, setting, (int)(sizeof(setting) / sizeof((setting)[0])), channel)
    CHECK(hands, 2);
    CHECK(as_first, 0);
    CHECK(upper, 12);
    CHECK(upper, 11);
    CHECK(upper, 2);
    CHECK(reset, 2);
    CHECK(panic, 2);
#undef CHECK
}

/// System exclusive messages that come before a note, by one engine heard and by another told.
static void check_sysex(const char *what, const uint8_t *bytes, uint32_t size, bool differs) {
    enum { N = 9600 };
    const JwEvent note = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 2, 60, 100}};
    const JwEvent sysex = {.type = JW_EVENT_SYSEX, .sysex = {bytes, size}};
    JwEngine *told = prepared(7.0), *hearing = prepared(7.0), *plain = prepared(7.0);
    jw_chase_tell(&chase, hearing);
    free(play(hearing, &sysex, 1, 1024));
    jw_chase_note(&chase, hearing);
    jw_chase_tell(&chase, told);
    free(play(told, NULL, 0, 1024));
    free(play(plain, NULL, 0, 1024));
    float *a = play(told, &note, 1, N), *b = play(hearing, &note, 1, N);
    float *c = play(plain, &note, 1, N);
    check(a && b && c && !memcmp(a, b, N * sizeof(float)), "%s: not the same sound", what);
    check(a && c && (memcmp(a, c, N * sizeof(float)) != 0) == differs, "%s: the plain one", what);
    free(a);
    free(b);
    free(c);
    jw_engine_free(told);
    jw_engine_free(hearing);
    jw_engine_free(plain);
}

static void test_sysex(void) {
    static const uint8_t key[] = {0xf0, 0x7f, 0x7f, 8, 2, 3, 1, 60, 61, 0, 0, 0xf7};
    static const uint8_t octave[] = {0xf0, 0x7f, 0x7f, 8,  8,  0,  0,  4,  90, 64,  64,
                                     64,   64,   64,   64, 64, 64, 64, 64, 64, 0xf7};
    static const uint8_t fine[] = {0xf0, 0x7f, 0x7f, 4, 3, 0, 80, 0xf7};
    static const uint8_t on[] = {0xf0, 0x7e, 0x7f, 9, 1, 0xf7};
    static const uint8_t select[][3] = {RPN(2, 3, 3)};
    reset(7.0);
    check_sysex("a program that is not selected", key, sizeof(key), false);
    for (int i = 0; i < 3; ++i) {
        take(select[i]);
    }
    check_sysex("and that is", key, sizeof(key), true);
    check_sysex("an octave", octave, sizeof(octave), true);
    check_sysex("master tuning", fine, sizeof(fine), true);
    jw_channels_panic(&chase.channels, 7.0);
    check_sysex("after a panic", fine, sizeof(fine), true);
    check_sysex("General MIDI on", on, sizeof(on), false);
    check_between(n_told(), 0, 0, "messages after a reset");
}

/// The channel of the first note leads in the next engine, too.
static void test_leader(void) {
    static const uint8_t setting[][3] = {{0x95, 60, 100}, {0x90, 60, 100}, {0xb5, 7, 0}};
    JwEngine *left = prepared(7.0), *told = prepared(7.0);
    for (int i = 0; i < 3; ++i) {
        JwEvent event = {.type = JW_EVENT_MIDI};
        event.midi = jw_midi_decode(setting[i]);
        free(play(left, &event, 1, 0));
    }
    jw_chase_note(&chase, left);
    jw_chase_tell(&chase, told);
    check(jw_engine_param_now(told, JW_P_VOLUME) == 0.0, "volume %g of the channel that leads",
          jw_engine_param_now(told, JW_P_VOLUME));
    jw_engine_free(left);
    jw_engine_free(told);
}

/// A bend range that a message has set stays set, though the next instrument's own is the same.
static void test_range_stays(void) {
    static const uint8_t setting[][3] = {RPN(3, 0, 2)};
    JwEngine *first = prepared(7.0), *second = prepared(2.0), *third = prepared(12.0);
    for (int i = 0; i < 3; ++i) {
        JwEvent event = {.type = JW_EVENT_MIDI};
        event.midi = jw_midi_decode(setting[i]);
        free(play(first, &event, 1, 0));
    }
    jw_chase_note(&chase, first);
    jw_chase_tell(&chase, second);
    jw_chase_note(&chase, second);
    jw_chase_tell(&chase, third);
    check_between(jw_engine_channels(third)->channel[3].bend_semitones, 2, 2, "range set");
    check_between(jw_engine_channels(third)->channel[4].bend_semitones, 12, 12, "its own range");
    jw_engine_free(first);
    jw_engine_free(second);
    jw_engine_free(third);
}

int main(void) {
    test_sysex();
    test_leader();
    test_range_stays();
    test_untouched();
    test_random_streams();
    test_forgotten();
    test_engines();
    return check_result();
}
