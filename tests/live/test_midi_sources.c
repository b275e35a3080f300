// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a source of MIDI holds that goes away: it is let go, and nothing that others hold.

#include "app/audio/midi_sources.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

enum { OWN = JW_SOURCE_OWN, A = 1, B = 2, MOST = 24 };

static JwMidiSources *sources;
static JwChannels channels;
static JwMidi got[JW_SOURCE_MESSAGES];

static void begin(void) {
    memset(sources, 0, sizeof(*sources));
    jw_channels_init(&channels, 2.0);
}

static void send(int source, int status, int data_1, int data_2) {
    const JwMidi midi =
        jw_midi_decode((const uint8_t[]){(uint8_t)status, (uint8_t)data_1, (uint8_t)data_2});
    jw_midi_sources_note(sources, source, &midi);
    jw_channels_take(&channels, &midi);
}

/// Checks the messages with which a source goes: status bytes and two data bytes each.
static void leaves(int source, const char *what, const int (*wanted)[3], int n_wanted) {
    const int n = jw_midi_sources_leave(sources, source, &channels, got);
    check(n == n_wanted, "%s: %d messages, not %d", what, n, n_wanted);
    for (int i = 0; i < n && i < n_wanted; ++i) {
        const JwMidi m = jw_midi_decode(
            (const uint8_t[]){(uint8_t)wanted[i][0], (uint8_t)wanted[i][1], (uint8_t)wanted[i][2]});
        check(got[i].type == m.type && got[i].channel == m.channel && got[i].key == m.key &&
                  got[i].value == m.value,
              "%s: message %d is type %d, channel %d, key %d, value %d", what, i, got[i].type,
              got[i].channel, got[i].key, got[i].value);
    }
    check(jw_midi_sources_leave(sources, source, &channels, got) == 0, "%s: once", what);
}

#define LEAVES(source, what, ...)                                                                  \
    do {                                                                                           \
        const int wanted[MOST][3] = __VA_ARGS__;                                                   \
        int n_wanted = 0;                                                                          \
        while (n_wanted < MOST && wanted[n_wanted][0]) {                                           \
            ++n_wanted;                                                                            \
        }                                                                                          \
        leaves(source, what, wanted, n_wanted);                                                    \
    } while (0)

static void test_all_that_is_held(void) {
    begin();
    send(A, 0x90, 40, 100);
    send(A, 0x93, 127, 1);
    send(A, 0x90, 41, 100);
    send(A, 0x80, 41, 64); // Let go by itself
    send(A, 0xb0, 64, 127);
    send(A, 0xb3, 66, 127);
    send(A, 0xb0, 1, 127);
    send(A, 0xb0, 7, 20);
    send(A, 0xb0, 10, 0);
    send(A, 0xb0, 11, 0);
    send(A, 0xe0, 0, 127);
    send(A, 0xd0, 90, 0);
    send(A, 0xb0, 74, 3);
    send(A, 0xb3, 74, 64); // At its centre already
    send(A, 0xb0, 75, 3);  // A sound controller stays
    send(B, 0x90, 50, 100);
    LEAVES(A, "all",
           {{0x80, 40, 64},
            {0x83, 127, 64},
            {0xb0, 64, 0},
            {0xb3, 66, 0},
            {0xb0, 1, 0},
            {0xb0, 7, 127},
            {0xb0, 10, 64},
            {0xb0, 11, 127},
            {0xb0, 74, 64},
            {0xe0, 0, 64},
            {0xd0, 0, 0}});
    LEAVES(B, "the other one", {{0x80, 50, 64}});
    LEAVES(OWN, "the player itself", {{0}});
}

static void test_keys_of_others(void) {
    begin();
    send(A, 0x90, 40, 100);
    send(OWN, 0x90, 40, 100);
    send(A, 0x90, 41, 100);
    send(B, 0x91, 41, 100); // Another channel is another key
    LEAVES(A, "a key that two hold", {{0x80, 41, 64}});
    LEAVES(B, "on its own channel", {{0x81, 41, 64}});
    send(A, 0x90, 40, 100);
    send(OWN, 0x80, 40, 64);
    LEAVES(A, "a key that the other has let go", {{0x80, 40, 64}});
}

static void test_settings_of_others(void) {
    begin();
    send(B, 0xb0, 7, 90);
    send(B, 0xb0, 64, 127);
    send(B, 0xe0, 0, 80);
    send(OWN, 0xb0, 11, 50);
    send(A, 0xb0, 7, 20);
    send(A, 0xb0, 64, 127);
    send(A, 0xe0, 0, 127);
    send(A, 0xb0, 1, 100);
    send(A, 0xb0, 11, 0);
    send(OWN, 0xb0, 1, 30); // Set since by another one
    LEAVES(A, "back to what others have set",
           {{0xb0, 64, 127}, {0xb0, 7, 90}, {0xb0, 11, 50}, {0xe0, 0, 80}});
    send(A, 0xb0, 64, 0);
    LEAVES(A, "what is at rest is left so", {{0}});
    LEAVES(B, "to rest", {{0xb0, 64, 0}, {0xb0, 7, 127}, {0xe0, 0, 64}});
    LEAVES(OWN, "and what is the player's own", {{0xb0, 1, 0}, {0xb0, 11, 127}});
}

static void test_base(void) {
    begin();
    jw_channels_set_base(&channels, JW_P_VOLUME, 40.0);
    jw_channels_set_base(&channels, JW_P_VIBRATO_DEPTH, 20.0);
    send(A, 0xb0, 7, 127);
    send(A, 0xb0, 1, 0);
    LEAVES(A, "the rest is what the parameters say", {{0xb0, 1, 13}, {0xb0, 7, 51}});
    // Members of a zone: their values come on top of their manager's.
    begin();
    jw_channels_set_base(&channels, JW_P_VOLUME, 50.0);
    send(A, 0xb0, 101, 0);
    send(A, 0xb0, 100, 6);
    send(A, 0xb0, 6, 5);
    send(A, 0xb1, 7, 20);
    send(A, 0xb1, 1, 127);
    send(A, 0xe1, 0, 0);
    send(A, 0xb1, 74, 127);
    check(jw_channels_timbre(&channels, 1) == 1.0, "strokes of a member go to the middle");
    LEAVES(A, "a member of a zone", {{0xb1, 1, 0}, {0xb1, 7, 127}, {0xb1, 74, 64}, {0xe1, 0, 64}});
    jw_channels_take(&channels, &(JwMidi){JW_MIDI_CONTROL, 1, JW_CC_TIMBRE, 64});
    check(jw_channels_timbre(&channels, 1) == 0.0, "and to the own place when it has gone");
}

static void test_modes(void) {
    begin();
    send(A, 0x90, 40, 100);
    send(A, 0x91, 40, 100);
    send(B, 0xb0, 123, 0);
    LEAVES(A, "all notes off", {{0x81, 40, 64}});
    send(A, 0xb0, 1, 127);
    send(A, 0xb0, 7, 3);
    send(A, 0xb0, 74, 0);
    send(A, 0xe0, 0, 0);
    send(B, 0xb0, 121, 0);
    LEAVES(A, "reset all controllers keeps volume and CC 74", {{0xb0, 7, 127}, {0xb0, 74, 64}});
    send(A, 0x90, 40, 100);
    send(A, 0xb0, 64, 127);
    send(A, 0xb0, 74, 0);
    jw_midi_sources_panic(sources);
    LEAVES(A, "a panic", {{0}});
}

static void test_most(void) {
    begin();
    for (int c = 0; c < 16; ++c) {
        for (int i = 0; i < 128; ++i) {
            send(A, 0x90 + c, i, 100);
            if (i < 120) {
                send(A, 0xb0 + c, i, i == 64 ? 100 : 2);
            }
        }
        send(A, 0xe0 + c, 1, 1);
        send(A, 0xd0 + c, 1, 0);
    }
    check(jw_midi_sources_leave(sources, A, &channels, got) == JW_SOURCE_MESSAGES,
          "all keys and all settings: %d messages", (int)JW_SOURCE_MESSAGES);
    const JwMidi odd = {JW_MIDI_NOTE_ON, 0, 60, 1};
    jw_midi_sources_note(sources, JW_SOURCES, &odd);
    jw_midi_sources_note(sources, -1, &odd);
    check(jw_midi_sources_leave(sources, JW_SOURCES, &channels, got) == 0, "no such source");
    for (int s = 0; s < JW_SOURCES; ++s) {
        check(jw_midi_sources_leave(sources, s, NULL, got) == 0, "source %d holds nothing", s);
    }
}

int main(void) {
    sources = calloc(1, sizeof(*sources));
    test_all_that_is_held();
    test_keys_of_others();
    test_settings_of_others();
    test_base();
    test_modes();
    test_most();
    free(sources);
    return check_result();
}
