// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// MPE zones on instruments as they are shipped: members are alike, and none of them loses a note.
// Arguments: instruments.

#include "files/instrument_file.h"
#include "playing/allocator.h"
#include "playing/fretboard.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, LOWER = 0, UPPER = JW_CHANNELS - 1 };

static JwInstrument instrument;
static JwFretboard board;
static JwAllocator allocator;
static JwGesture gesture[JW_MAX_GESTURES];
static int n;

static void send(int status, int a, int b) {
    const uint8_t bytes[] = {(uint8_t)status, (uint8_t)a, (uint8_t)b};
    const JwMidi midi = jw_midi_decode(bytes);
    n = jw_allocator_take(&allocator, &midi, 0, instrument.param, gesture);
}

static void zone(int manager, int members) {
    send(0xb0 | manager, JW_CC_RPN_MSB, 0);
    send(0xb0 | manager, JW_CC_RPN_LSB, 6);
    send(0xb0 | manager, JW_CC_DATA_MSB, members);
}

/// Nobody plays, zones of so many members each; 0: none.
static void begin(int lower, int upper) {
    jw_allocator_reset(&allocator, &instrument, &board, RATE, instrument.param[JW_P_BEND_RANGE]);
    if (lower > 0) {
        zone(LOWER, lower);
    }
    if (upper > 0) {
        zone(UPPER, upper);
    }
}

static bool has_meaning(int key) {
    for (int i = 0; i < instrument.map.n_keys; ++i) {
        if (instrument.map.key[i].key == key) {
            return true;
        }
    }
    return false;
}

/// How a key sounds on a string, semitones beside its own pitch.
static double beside(int string, int key) {
    const double hz = board.neck[string].hz[allocator.note[string].fret];
    return jw_allocator_pull(&allocator, string) - 12.0 * log2(board.key_hz[key] / hz);
}

static bool load(const char *path) {
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return false;
    }
    jw_fretboard_fill(&board, &instrument, NULL, instrument.param);
    return true;
}

/// The stroke of a note where the channel says nothing about the string and strings are free.
typedef struct {
    bool plays;
    int string, fret;
} Stroke;

static Stroke plain_stroke(int key) {
    JwMidiMap *map = &instrument.map;
    uint32_t channels[JW_CHANNELS];
    const double polyphony = instrument.param[JW_P_POLYPHONY];
    memcpy(channels, map->channel, sizeof(channels));
    memset(map->channel, 0, sizeof(channels));
    instrument.param[JW_P_POLYPHONY] = 1.0;
    begin(0, 0);
    send(0x90, key, 100);
    memcpy(map->channel, channels, sizeof(channels));
    instrument.param[JW_P_POLYPHONY] = polyphony;
    Stroke stroke = {.plays = n == 1};
    if (stroke.plays) {
        stroke.string = gesture[0].string;
        stroke.fret = gesture[0].fret;
    }
    return stroke;
}

/// Every note that the instrument has, on every member of those zones.
static void check_notes(const char *name, int lower, int upper) {
    int n_notes = 0;
    double worst = 0.0;
    for (int key = 0; key < JW_KEYS; ++key) {
        const Stroke plain = plain_stroke(key);
        const bool plays = plain.plays && !has_meaning(key);
        for (int channel = 0; channel < JW_CHANNELS && plays; ++channel) {
            begin(lower, upper);
            if (!jw_channels_is_member(&allocator.channels, channel)) {
                continue;
            }
            send(0x90 | channel, key, 100);
            check(n == 1 && gesture[0].kind == JW_GESTURE_PLUCK &&
                      gesture[0].string == plain.string && gesture[0].fret == plain.fret,
                  "%s: key %d of channel %d: string %d, fret %d, not %d, %d", name, key,
                  channel + 1, n ? gesture[0].string : -1, n ? gesture[0].fret : -1, plain.string,
                  plain.fret);
            worst = n == 1 ? fmax(worst, fabs(beside(gesture[0].string, key))) : HUGE_VAL;
            n_notes += n;
        }
    }
    check(n_notes >= 15, "%s: %d notes", name, n_notes);
    check_below(100.0 * worst, 15.0, "%s, zones of %d and %d: %d notes, cents beside their keys",
                name, lower, upper, n_notes);
}

/// Strings that the notes of a member may go to and that have that key at a fret.
static int strings_with(int key) {
    int strings = 0;
    for (int s = 0; s < instrument.n_strings; ++s) {
        const uint32_t melody = instrument.map.melody;
        const bool plays = melody ? melody & 1u << s : instrument.string[s].role != JW_ROLE_TARAF;
        strings += plays && jw_neck_find(&board.neck[s], key) >= 0;
    }
    return strings;
}

/// So many members hold one key: as many strings sound it as have it.
static void check_unison(const char *name) {
    for (int key = 0; key < JW_KEYS; ++key) {
        const int strings = strings_with(key);
        int sounding = 0;
        if (has_meaning(key) || strings < 2) {
            continue;
        }
        begin(15, 0);
        for (int i = 0; i < strings && i < 15; ++i) {
            send(0x90 | (1 + i), key, 100);
        }
        for (int s = 0; s < instrument.n_strings; ++s) {
            const JwNote *note = &allocator.note[s];
            sounding += note->n_fingers == 1 && note->key == key && fabs(beside(s, key)) < 0.15;
        }
        check(sounding == (strings < 15 ? strings : 15), "%s: key %d on %d of %d strings", name,
              key, sounding, strings);
    }
}

static int n_held(void) {
    int held = 0;
    for (int s = 0; s < instrument.n_strings; ++s) {
        held += allocator.note[s].n_fingers > 0;
    }
    return held;
}

/// The lowest key that the string of a channel line has and that means nothing else.
static int key_on(uint32_t strings) {
    for (int key = 0; key < JW_KEYS; ++key) {
        for (int s = 0; s < instrument.n_strings; ++s) {
            if (strings & 1u << s && jw_neck_find(&board.neck[s], key) >= 0 && !has_meaning(key)) {
                return key;
            }
        }
    }
    return -1;
}

/// A zone that shrinks ends its notes; who left it plays on the strings of its own line.
static void check_resize(const char *name, int manager) {
    const int key = key_on(instrument.map.melody ? instrument.map.melody : ~0u);
    const int low = manager == LOWER ? 1 : 0;
    begin(manager == LOWER ? 15 : 0, manager == UPPER ? 15 : 0);
    for (int channel = low; channel < low + 15; ++channel) {
        send(0x90 | channel, key + 2 * channel, 100);
    }
    const int held = n_held();
    check(held > 0, "%s: %d strings are held", name, held);
    zone(manager, 1);
    check(n == held && n_held() == 0, "%s: the zone ends %d of %d notes", name, n, held);
    for (int channel = 2; channel < JW_CHANNELS - 2; ++channel) {
        const uint32_t own = instrument.map.channel[channel];
        if (own) {
            send(0x90 | channel, key_on(own), 100);
            check(n == 1 && own & 1u << gesture[0].string,
                  "%s: channel %d is no member any more and plays its own strings", name,
                  channel + 1);
        }
    }
    zone(manager, 0);
    zone(UPPER - manager, 14);
    send(0x90 | (manager == LOWER ? 14 : 1), key, 100);
    check(n == 1 && gesture[0].string == plain_stroke(key).string, "%s: the other zone plays",
          name);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        const char *slash = strrchr(argv[i], '/'), *name = slash ? slash + 1 : argv[i];
        if (load(argv[i])) {
            check_notes(name, 15, 0);
            check_notes(name, 0, 15);
            check_notes(name, 7, 7);
            check_notes(name, 1, 0);
            check_unison(name);
            check_resize(name, LOWER);
            check_resize(name, UPPER);
        }
    }
    return check_result();
}
