// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// MIDI decoding over all 2^24 messages, and what a channel makes of registered
// parameters and of a reset, against the specifications' own numbers.

#include "playing/midi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n_failed;

static void check(bool ok, const char *what) {
    if (!ok) {
        ++n_failed;
        printf("FAILED: %s\n", what);
    }
}

//////////////
// Decoding //
//////////////

static JwMidi decode(int status, int first, int second) {
    const uint8_t bytes[3] = {(uint8_t)status, (uint8_t)first, (uint8_t)second};
    return jw_midi_decode(bytes);
}

static void check_decoded(int status, int first, int second, JwMidi want, const char *what) {
    const JwMidi got = decode(status, first, second);
    check(got.type == want.type && got.channel == want.channel && got.key == want.key &&
              got.value == want.value,
          what);
}

static void check_examples(void) {
    check_decoded(0x80, 60, 0, (JwMidi){JW_MIDI_NOTE_OFF, 0, 60, 0}, "note off");
    check_decoded(0x9f, 127, 1, (JwMidi){JW_MIDI_NOTE_ON, 15, 127, 1}, "note on");
    check_decoded(0x93, 61, 0, (JwMidi){JW_MIDI_NOTE_OFF, 3, 61, 64}, "note on, velocity 0");
    check_decoded(0xa1, 5, 127, (JwMidi){JW_MIDI_POLY_PRESSURE, 1, 5, 127}, "pressure of a key");
    check_decoded(0xb2, 7, 0, (JwMidi){JW_MIDI_CONTROL, 2, 7, 0}, "control");
    check_decoded(0xc4, 9, 0xff, (JwMidi){JW_MIDI_PROGRAM, 4, 0, 9}, "program, two bytes");
    check_decoded(0xd5, 77, 0xff, (JwMidi){JW_MIDI_CHANNEL_PRESSURE, 5, 0, 77}, "pressure");
    check_decoded(0xe6, 0, 64, (JwMidi){JW_MIDI_BEND, 6, 0, 0}, "bend centred");
    check_decoded(0xe6, 0, 0, (JwMidi){JW_MIDI_BEND, 6, 0, -8192}, "bend lowest");
    check_decoded(0xe6, 127, 127, (JwMidi){JW_MIDI_BEND, 6, 0, 8191}, "bend highest");
    check_decoded(0xe6, 1, 64, (JwMidi){JW_MIDI_BEND, 6, 0, 1}, "bend by one");
}

// Writes a message that decodes to midi; false if there is none.
static bool encode(const JwMidi *midi, uint8_t bytes[3]) {
    static const uint8_t status[] = {
        [JW_MIDI_NOTE_OFF] = 0x80, [JW_MIDI_NOTE_ON] = 0x90, [JW_MIDI_POLY_PRESSURE] = 0xa0,
        [JW_MIDI_CONTROL] = 0xb0,  [JW_MIDI_PROGRAM] = 0xc0, [JW_MIDI_CHANNEL_PRESSURE] = 0xd0,
        [JW_MIDI_BEND] = 0xe0};
    if (midi->type == JW_MIDI_NONE) {
        return false;
    }
    const int bend = midi->value + 8192;
    const bool is_short = midi->type == JW_MIDI_PROGRAM || midi->type == JW_MIDI_CHANNEL_PRESSURE;
    const bool is_bend = midi->type == JW_MIDI_BEND;
    bytes[0] = (uint8_t)(status[midi->type] + midi->channel);
    bytes[1] = (uint8_t)(is_bend ? bend % 128 : is_short ? midi->value : midi->key);
    bytes[2] = (uint8_t)(is_bend ? bend / 128 : is_short ? 0 : midi->value);
    return true;
}

// Every message decodes to what encodes to it again, or is not a message.
static void check_all(void) {
    long n_none = 0;
    long n_wrong = 0;
    for (int a = 0; a < 256; ++a) {
        for (int b = 0; b < 256; ++b) {
            for (int c = 0; c < 256; ++c) {
                const JwMidi midi = decode(a, b, c);
                uint8_t bytes[3];
                if (!encode(&midi, bytes)) {
                    ++n_none;
                    continue;
                }
                const bool is_short = a >= 0xc0 && a < 0xe0;
                const bool is_off = a >= 0x90 && a < 0xa0 && c == 0;
                const int want_a = is_off ? a - 0x10 : a;
                const int want_c = is_short ? 0 : is_off ? 64 : c;
                n_wrong += bytes[0] != want_a || bytes[1] != b || bytes[2] != want_c;
            }
        }
    }
    // 5 types of two data bytes, 2 of one whose third byte is free, 16 channels.
    const long n_valid = 16L * (5 * 128 * 128 + 2 * 128 * 256);
    printf("%ld messages of 2^24, %ld wrong\n", (1L << 24) - n_none, n_wrong);
    check((1L << 24) - n_none == n_valid, "what is a message");
    check(n_wrong == 0, "every message is decoded");
}

/////////////
// Channel //
/////////////

static JwMidiChannel channel;

static unsigned control(int number, int value) {
    const JwMidi midi = decode(0xb0 | channel.channel, number, value);
    return jw_midi_channel_take(&channel, &midi);
}

static void select_rpn(int msb, int lsb) {
    control(JW_CC_RPN_MSB, msb);
    control(JW_CC_RPN_LSB, lsb);
}

static void bend_to(int bend) {
    const JwMidi midi = {JW_MIDI_BEND, channel.channel, 0, (int16_t)bend};
    check(jw_midi_channel_take(&channel, &midi) == JW_MIDI_CHANGED_BEND, "bend changes");
}

static void check_value(double got, double want, const char *what) {
    check(fabs(got - want) < 1e-9, what);
}

static double bend_range(void) {
    JwMidiChannel full = channel;
    full.bend = -8192;
    return -jw_midi_channel_bend_cents(&full);
}

static void check_bend_range(void) {
    jw_midi_channel_init(&channel, 3);
    check_value(bend_range(), 200.0, "two semitones at first");
    bend_to(4096);
    check_value(jw_midi_channel_bend_cents(&channel), 100.0, "half of it");
    check(control(JW_CC_DATA_MSB, 12) == JW_MIDI_CHANGED_CONTROL, "no parameter selected");
    check_value(bend_range(), 200.0, "no parameter selected, no change");
    select_rpn(0, 0);
    check(control(JW_CC_DATA_MSB, 12) & JW_MIDI_CHANGED_BEND, "range changes");
    check_value(bend_range(), 1200.0, "an octave");
    check_value(jw_midi_channel_bend_cents(&channel), 600.0, "bend follows its range");
    control(JW_CC_DATA_LSB, 50);
    check_value(bend_range(), 1250.0, "and 50 cents");
    control(JW_CC_DATA_LSB, 127);
    check_value(bend_range(), 1299.0, "cents end at 99");
    control(JW_CC_DATA_MSB, 48);
    check_value(bend_range(), 4800.0, "a new MSB clears the cents");
    control(JW_CC_DATA_MSB, 0);
    check_value(bend_range(), 0.0, "no bend at all");
}

static void check_steps(void) {
    jw_midi_channel_init(&channel, 3);
    select_rpn(0, 0);
    check(control(JW_CC_DECREMENT, 127) & JW_MIDI_CHANGED_BEND, "a decrement changes the range");
    check_value(bend_range(), 199.0, "by a cent, whatever its value");
    control(JW_CC_INCREMENT, 0);
    control(JW_CC_INCREMENT, 5);
    check_value(bend_range(), 201.0, "cents carry");
    control(JW_CC_DATA_MSB, 0);
    control(JW_CC_DECREMENT, 0);
    check_value(bend_range(), 0.0, "down to 0");
    control(JW_CC_DATA_MSB, 127);
    control(JW_CC_DATA_LSB, 99);
    control(JW_CC_INCREMENT, 0);
    check_value(bend_range(), 12799.0, "up to 127 semitones 99 cents");
    select_rpn(0, 1);
    check(control(JW_CC_INCREMENT, 0) & JW_MIDI_CHANGED_TUNING, "fine tuning changes");
    check_value(jw_midi_channel_tuning_cents(&channel), 100.0 / 8192.0, "by one of 8192");
    control(JW_CC_DATA_MSB, 127);
    control(JW_CC_DATA_LSB, 127);
    control(JW_CC_INCREMENT, 0);
    check(channel.fine_tuning == 16383, "fine tuning has a top");
    control(JW_CC_DATA_MSB, 0);
    control(JW_CC_DECREMENT, 0);
    check(channel.fine_tuning == 0, "and a bottom");
    select_rpn(0, 2);
    control(JW_CC_DECREMENT, 0);
    check(channel.coarse_tuning == 63, "coarse tuning goes by semitones");
    select_rpn(127, 127);
    check(control(JW_CC_INCREMENT, 0) == JW_MIDI_CHANGED_CONTROL, "none selected, none stepped");
}

static void check_tuning(void) {
    jw_midi_channel_init(&channel, 0);
    check_value(jw_midi_channel_tuning_cents(&channel), 0.0, "in tune at first");
    select_rpn(0, 1);
    check(control(JW_CC_DATA_MSB, 0) & JW_MIDI_CHANGED_TUNING, "fine tuning changes");
    check_value(jw_midi_channel_tuning_cents(&channel), -100.0, "a semitone down");
    control(JW_CC_DATA_MSB, 96);
    check_value(jw_midi_channel_tuning_cents(&channel), 50.0, "half a semitone up");
    control(JW_CC_DATA_MSB, 127);
    control(JW_CC_DATA_LSB, 127);
    check_value(jw_midi_channel_tuning_cents(&channel), 100.0 * 8191.0 / 8192.0, "most up");
    control(JW_CC_DATA_LSB, 0);
    check_value(jw_midi_channel_tuning_cents(&channel), 100.0 * 8064.0 / 8192.0, "LSB alone");
    control(JW_CC_DATA_MSB, 64);
    select_rpn(0, 2);
    control(JW_CC_DATA_MSB, 64 - 12);
    check_value(jw_midi_channel_tuning_cents(&channel), -1200.0, "an octave down");
    check(control(JW_CC_DATA_LSB, 99) == JW_MIDI_CHANGED_CONTROL, "semitones have no LSB");
    check_value(bend_range(), 200.0, "bend range is another parameter");
}

static void check_selection(void) {
    jw_midi_channel_init(&channel, 0);
    select_rpn(0, 0);
    control(JW_CC_NRPN_MSB, 0);
    check(control(JW_CC_DATA_MSB, 7) == JW_MIDI_CHANGED_CONTROL, "NRPN MSB takes the selection");
    select_rpn(0, 0);
    control(JW_CC_NRPN_LSB, 0);
    check(control(JW_CC_DATA_MSB, 7) == JW_MIDI_CHANGED_CONTROL, "so does its LSB");
    select_rpn(0, 0);
    select_rpn(127, 127);
    check(control(JW_CC_DATA_MSB, 7) == JW_MIDI_CHANGED_CONTROL, "and the null parameter");
    select_rpn(0, 5);
    check(control(JW_CC_DATA_MSB, 7) == JW_MIDI_CHANGED_CONTROL, "one that is not ours");
    select_rpn(1, 0);
    check(control(JW_CC_DATA_MSB, 7) == JW_MIDI_CHANGED_CONTROL, "nor that");
    check_value(bend_range(), 200.0, "range as at first after all these");
    control(JW_CC_RPN_LSB, 0);
    control(JW_CC_RPN_MSB, 0);
    control(JW_CC_DATA_MSB, 7);
    check_value(bend_range(), 700.0, "either half may come first");
    const JwMidi other = decode(0xb1, JW_CC_DATA_MSB, 9);
    check(jw_midi_channel_take(&channel, &other) == 0, "another channel's message");
    check_value(bend_range(), 700.0, "changes nothing");
}

static void check_zone(void) {
    jw_midi_channel_init(&channel, 0);
    select_rpn(0, 6);
    check(control(JW_CC_DATA_MSB, 7) & JW_MIDI_CHANGED_ZONE, "a lower zone");
    check(channel.zone_members == 7, "of seven members");
    check(!(control(JW_CC_DATA_MSB, 16) & JW_MIDI_CHANGED_ZONE), "sixteen are too many");
    check(!(control(JW_CC_INCREMENT, 0) & JW_MIDI_CHANGED_ZONE), "zones are not stepped");
    check(channel.zone_members == 7, "still seven");
    check(control(JW_CC_DATA_MSB, 0) & JW_MIDI_CHANGED_ZONE, "no zone any more");
    check(channel.zone_members == 0, "none");
    jw_midi_channel_init(&channel, 15);
    select_rpn(0, 6);
    check(control(JW_CC_DATA_MSB, 15) & JW_MIDI_CHANGED_ZONE, "an upper zone");
    jw_midi_channel_init(&channel, 1);
    select_rpn(0, 6);
    check(!(control(JW_CC_DATA_MSB, 5) & JW_MIDI_CHANGED_ZONE), "no zone in the middle");
}

// RP-015: what is reset, and that everything else stays.
static void check_reset(void) {
    static const struct {
        int number;
        int value;
    } reset[] = {{1, 0}, {11, 127}, {64, 0}, {65, 0}, {66, 0}, {67, 0}};
    jw_midi_channel_init(&channel, 2);
    check(channel.controller[JW_CC_VOLUME] == 100 && channel.controller[JW_CC_PAN] == 64 &&
              channel.controller[JW_CC_EXPRESSION] == 127,
          "power-up values");
    select_rpn(0, 2);
    control(JW_CC_DATA_MSB, 60);
    select_rpn(0, 0);
    control(JW_CC_DATA_MSB, 5);
    for (int i = 0; i < 120; ++i) {
        if (i != 6 && i != 38 && (i < 96 || i > 101)) {
            check(control(i, 33) == JW_MIDI_CHANGED_CONTROL, "a controller changes");
        }
    }
    const JwMidi pressure = decode(0xd2, 44, 0);
    check(jw_midi_channel_take(&channel, &pressure) == JW_MIDI_CHANGED_PRESSURE, "pressure");
    check(channel.pressure == 44, "pressure is kept");
    bend_to(-5);
    const JwMidiChannel before = channel;
    const unsigned changed = control(JW_CC_RESET_CONTROLLERS, 0);
    check(changed == (JW_MIDI_CHANGED_BY_RESET | JW_MIDI_CHANGED_BEND | JW_MIDI_CHANGED_PRESSURE),
          "a reset says so");
    JwMidiChannel want = before;
    for (size_t i = 0; i < sizeof reset / sizeof *reset; ++i) {
        want.controller[reset[i].number] = (uint8_t)reset[i].value;
    }
    want.pressure = 0;
    want.bend = 0;
    want.rpn_msb = 127;
    want.rpn_lsb = 127;
    check(memcmp(&channel, &want, sizeof want) == 0, "what RP-015 names is reset, the rest stays");
    check(bend_range() == 500.0 && jw_midi_channel_tuning_cents(&channel) == -400.0,
          "range and tuning stay");
    check(control(JW_CC_DATA_MSB, 9) == JW_MIDI_CHANGED_CONTROL, "no parameter is selected");
    for (int i = 120; i < 128; ++i) {
        check(i == JW_CC_RESET_CONTROLLERS || control(i, 0) == 0, "other modes are the caller's");
    }
}

// Types that are the caller's, and values that no decoder makes.
static void check_other(void) {
    jw_midi_channel_init(&channel, 0);
    const JwMidiChannel before = channel;
    static const JwMidi others[] = {
        {JW_MIDI_NONE, 0, 3, 3},        {JW_MIDI_NOTE_ON, 0, 60, 100},
        {JW_MIDI_NOTE_OFF, 0, 60, 100}, {JW_MIDI_POLY_PRESSURE, 0, 60, 100},
        {JW_MIDI_PROGRAM, 0, 0, 5},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        check(jw_midi_channel_take(&channel, &others[i]) == 0, "the caller's");
    }
    check(memcmp(&before, &channel, sizeof before) == 0, "change nothing");
    const JwMidi wild = {JW_MIDI_CONTROL, 0, 255, 32767};
    jw_midi_channel_take(&channel, &wild);
    const JwMidi wild_data = {JW_MIDI_CONTROL, 0, 7, -32768};
    jw_midi_channel_take(&channel, &wild_data);
    check(channel.controller[7] == 0, "values are kept in range");
}

/// What no byte can say is no message.
static void check_valid(void) {
    const JwMidi good[] = {{JW_MIDI_NOTE_ON, 15, 127, 127},
                           {JW_MIDI_BEND, 0, 0, -8192},
                           {JW_MIDI_BEND, 0, 0, 8191},
                           {JW_MIDI_PROGRAM, 0, 0, 127}};
    const JwMidi bad[] = {
        {JW_MIDI_NONE, 0, 0, 0},        {JW_MIDI_NOTE_ON, 16, 60, 100},
        {JW_MIDI_NOTE_ON, 0, 128, 100}, {JW_MIDI_NOTE_ON, 0, 60, 128},
        {JW_MIDI_CONTROL, 0, 7, -1},    {JW_MIDI_BEND, 0, 0, 8192},
        {JW_MIDI_BEND, 0, 0, -8193},    {(JwMidiType)(JW_MIDI_BEND + 1), 0, 0, 0}};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); ++i) {
        check(jw_midi_valid(&good[i]), "within its range");
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        check(!jw_midi_valid(&bad[i]), "out of range");
    }
    for (int status = 0; status < 256; ++status) {
        const JwMidi midi = decode(status, 127, 127);
        check(jw_midi_valid(&midi) == (midi.type != JW_MIDI_NONE), "what is decoded");
    }
}

int main(void) {
    check_examples();
    check_all();
    check_valid();
    check_bend_range();
    check_steps();
    check_tuning();
    check_selection();
    check_zone();
    check_reset();
    check_other();
    printf("%d failed\n", n_failed);
    return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
