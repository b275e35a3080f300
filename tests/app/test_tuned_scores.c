// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tunings and resets by system exclusive messages in scores, heard through the renderer.
// Arguments: jawari-render, a folder for files.

#include "playing/midi.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/played.h"

#include <math.h>
#include <string.h>

enum { KEYS = 128, MESSAGE = 512, CHANNEL = 6 }; // No instrument has strings for it

static int middle; ///< A C in its middle

/********* Messages *********/

static uint8_t message[MESSAGE];
static size_t n_message;

static void put(int byte) {
    message[n_message++] = (uint8_t)byte;
}

static void put_head(int kind, int first, int second) {
    n_message = 0;
    put(0xf0);
    put(kind);
    put(0x7f);
    put(first);
    put(second);
}

static void put_pitch(double key) {
    const int whole = (int)floor(key);
    const int part = (int)lround((key - whole) * 16384.0);
    put(whole);
    put(part >> 7);
    put(part & 127);
}

static void send(double seconds) {
    put(0xf7);
    score_sysex(seconds, message, n_message);
}

enum { NEXT = 0x7e, NOW = 0x7f };

/// Single note tuning change: NOW; NEXT has a bank.
static void tune_key(double seconds, int when, int key, double pitch) {
    put_head(when, 8, when == NOW ? 2 : 7);
    if (when == NEXT) {
        put(0);
    }
    put(0);
    put(1);
    put(key);
    put_pitch(pitch);
    send(seconds);
}

/// Bulk dump: quarter tones around the middle; of a bank, if that is one.
static void tune_all(double seconds, int bank, int tuning_program) {
    put_head(NEXT, 8, bank < 0 ? 1 : 4);
    if (bank >= 0) {
        put(bank);
    }
    put(tuning_program);
    for (int i = 0; i < 16; ++i) {
        put('Q');
    }
    for (int key = 0; key < KEYS; ++key) {
        put_pitch(middle + 0.5 * (key - middle));
    }
    put(0); // Not the checksum
    send(seconds);
}

static void put_octave(bool wide, const double cents[static 12]) {
    for (int i = 0; i < 12; ++i) {
        const int value = (int)lround(wide ? 8192.0 + 81.92 * cents[i] : 64.0 + cents[i]);
        if (wide) {
            put(value >> 7);
        }
        put(value & 127);
    }
}

static const double octave[] = {-30.0, 5.0,  12.0, -20.0, 40.0, -11.0,
                                3.0,   60.0, 1.0,  2.0,   -4.0, 9.0};

/// Scale/octave tuning of one channel.
static void tune_octave(double seconds, int when, bool wide, int channel) {
    put_head(when, 8, wide ? 9 : 8);
    put(channel >= 14 ? 1 << (channel - 14) : 0);
    put(channel >= 7 && channel < 14 ? 1 << (channel - 7) : 0);
    put(channel < 7 ? 1 << channel : 0);
    put_octave(wide, octave);
    send(seconds);
}

/// Scale/octave dump.
static void tune_octave_program(double seconds, bool wide, int bank, int tuning_program) {
    put_head(NEXT, 8, wide ? 6 : 5);
    put(bank);
    put(tuning_program);
    for (int i = 0; i < 16; ++i) {
        put(' ');
    }
    put_octave(wide, octave);
    put(0);
    send(seconds);
}

/********* What they do *********/

/// Lays a hand on the taraf: one in tune with a key that is tuned away from it would ring beside
/// the tone, as loud as that where its two axes cancel each other.
static const char *const taraf_damped = "-s sympathetic=0";

static void check_pitch(const char *instrument, double from_s, double key, const char *what) {
    check_below(fabs(played_off(from_s, played_key_hz(key))), 6.0, "%s, %s: %.2f, cents off",
                instrument, what, key);
}

/// Nothing is cut short, left out or said.
static void check_quiet(const char *instrument) {
    check(played_figure("cut_bends") == 0.0 && played_figure("ignored_sysex") == 0.0 &&
              !*played.said,
          "%s: says \"%s\"", instrument, played.said);
}

/// A key before its note, and while it sounds.
static void check_keys(const char *instrument) {
    for (int i = 0; i < 4; ++i) {
        const int when = i % 2 ? NEXT : NOW;
        const double by = i < 2 ? 0.5 : -0.5;
        score_begin();
        tune_key(0.0, when, middle + 1, middle + 1 + by);
        score_note(0.0, 1.4, CHANNEL, middle + 1);
        score_note(1.4, 2.8, CHANNEL, middle);
        score_at(2.8, 0x90 | CHANNEL, middle - 1, 64);
        tune_key(3.7, when, middle - 1, middle - 1 + by);
        score_at(4.8, 0x80 | CHANNEL, middle - 1, 64);
        score_note(4.8, 6.2, CHANNEL, middle - 1);
        if (!score_play(instrument, taraf_damped)) {
            return;
        }
        check_pitch(instrument, 0.3, middle + 1 + by, "tuned before");
        check_pitch(instrument, 1.7, middle, "another");
        check_pitch(instrument, 2.9, middle - 1, "not yet tuned");
        check_pitch(instrument, 3.9, middle - 1 + (when == NOW ? by : 0.0),
                    "tuned while it sounds");
        check_pitch(instrument, 5.1, middle - 1 + by, "played once more");
        check_quiet(instrument);
    }
}

/// A dump tunes the channels that select it.
static void check_dumps(const char *instrument) {
    for (int i = 0; i < 4; ++i) {
        const int bank = i == 0 ? -1 : i == 1 ? 0 : 2, tuning_program = i < 2 ? 0 : 5;
        score_begin();
        tune_all(0.0, bank, tuning_program);
        if (i == 3) {
            score_rpn(0.0, CHANNEL, 4, bank);
            score_rpn(0.0, CHANNEL, 3, tuning_program);
        }
        score_note(0.0, 1.4, CHANNEL, middle + 3);
        score_note(1.4, 2.8, CHANNEL + 1, middle + 3);
        if (!score_play(instrument, taraf_damped)) {
            return;
        }
        check_pitch(instrument, 0.3, middle + (i == 2 ? 3.0 : 1.5), "a program");
        check_pitch(instrument, 1.7, middle + (i < 2 ? 1.5 : 3.0), "on another channel");
        check_quiet(instrument);
    }
}

/// Octaves of a channel; in real time notes that sound are tuned, too.
static void check_octaves(const char *instrument) {
    for (int i = 0; i < 4; ++i) {
        const int when = i & 1 ? NEXT : NOW;
        score_begin();
        tune_octave(0.0, when, i & 2, CHANNEL);
        score_note(0.0, 1.4, CHANNEL, middle + 4);
        score_note(1.4, 2.8, CHANNEL + 1, middle + 4);
        score_at(2.8, 0x90 | (CHANNEL + 1), middle + 3, 64);
        tune_octave(3.7, when, i & 2, CHANNEL + 1);
        score_at(4.8, 0x80 | (CHANNEL + 1), middle + 3, 64);
        if (!score_play(instrument, taraf_damped)) {
            return;
        }
        check_pitch(instrument, 0.3, middle + 4.4, "an octave");
        check_pitch(instrument, 1.7, middle + 4.0, "another channel");
        check_pitch(instrument, 2.9, middle + 3.0, "not yet");
        check_pitch(instrument, 3.9, middle + (when == NOW ? 2.8 : 3.0), "while it sounds");
        check_quiet(instrument);
    }
    for (int i = 0; i < 2; ++i) {
        score_begin();
        tune_octave_program(0.0, i == 1, 1, 7);
        score_rpn(0.0, CHANNEL, 4, 1);
        score_rpn(0.0, CHANNEL, 3, 7);
        score_note(0.0, 1.4, CHANNEL, middle + 4);
        score_note(1.4, 2.8, CHANNEL + 1, middle + 4);
        if (!score_play(instrument, taraf_damped)) {
            return;
        }
        check_pitch(instrument, 0.3, middle + 4.4, "an octave's dump");
        check_pitch(instrument, 1.7, middle + 4.0, "not selected");
    }
}

static void master(double seconds, int what, int low, int high) {
    put_head(NOW, 4, what);
    put(low);
    put(high);
    send(seconds);
}

/// All of it, and one channel.
static void check_masters(const char *instrument) {
    score_begin();
    master(0.0, 3, 0, 96); // Up by half of a semitone
    score_note(0.0, 1.4, CHANNEL, middle);
    master(1.4, 3, 0, 64);
    master(1.4, 4, 0, 66); // A tone
    score_note(1.4, 2.8, CHANNEL, middle);
    master(2.8, 4, 0, 64);
    score_rpn(2.8, CHANNEL, 1, 32); // Fine: down by half of a semitone
    score_note(2.8, 4.2, CHANNEL, middle);
    score_rpn(4.2, CHANNEL + 1, 2, 61); // Coarse: down by three
    score_note(4.2, 5.6, CHANNEL + 1, middle);
    score_note(5.6, 7.0, CHANNEL + 2, middle);
    if (score_play(instrument, taraf_damped)) {
        check_pitch(instrument, 0.3, middle + 0.5, "master fine tuning");
        check_pitch(instrument, 1.7, middle + 2.0, "master coarse tuning");
        check_pitch(instrument, 3.1, middle - 0.5, "a channel's fine tuning");
        check_pitch(instrument, 4.5, middle - 3.0, "a channel's coarse tuning");
        check_pitch(instrument, 5.9, middle, "another channel");
        check_quiet(instrument);
    }
}

/********* Resets *********/

static const struct {
    const char *what;
    uint8_t bytes[16];
    size_t n;
} resets[] = {
    {"GM", {0xf0, 0x7e, 0x7f, 9, 1, 0xf7}, 6},
    {"GM2", {0xf0, 0x7e, 0x7f, 9, 3, 0xf7}, 6},
    {"GM off", {0xf0, 0x7e, 3, 9, 2, 0xf7}, 6},
    {"GS", {0xf0, 0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7f, 0, 0x41, 0xf7}, 11},
    {"XG", {0xf0, 0x43, 0x10, 0x4c, 0, 0, 0x7e, 0, 0xf7}, 9},
};

static float kept[2][PLAYED_FRAMES];

static void keep(void) {
    memcpy(kept[0], played.left, sizeof(kept[0]));
    memcpy(kept[1], played.right, sizeof(kept[1]));
}

static bool is_kept(void) {
    return !memcmp(kept[0], played.left, sizeof(kept[0])) &&
           !memcmp(kept[1], played.right, sizeof(kept[1]));
}

static double loudest(double from_s, double to_s) {
    double most = 0.0;
    for (int i = (int)(from_s * PLAYED_RATE); i < (int)(to_s * PLAYED_RATE); ++i) {
        most = fmax(most, fabs((double)played.left[i]));
    }
    return most;
}

/// At the start of a score one changes no bit.
static void check_first_reset(const char *instrument) {
    for (int i = -1; i < 5; ++i) {
        score_begin();
        if (i >= 0) {
            score_sysex(0.0, resets[i].bytes, resets[i].n);
        }
        score_at(0.0, 0xb0 | CHANNEL, JW_CC_VOLUME, 90);
        score_at(0.1, 0x90 | CHANNEL, middle, 64);
        score_note(0.5, 1.0, CHANNEL, middle + 4);
        score_at(1.0, 0x80 | CHANNEL, middle, 64);
        if (!score_play(instrument, taraf_damped)) {
            return;
        }
        if (i < 0) {
            keep();
        } else {
            check(is_kept(), "%s: %s at the start", instrument, resets[i].what);
        }
        check_quiet(instrument);
    }
}

/// Later it ends what sounds, and what was set.
static void check_reset(const char *instrument) {
    for (int i = 0; i < 5; ++i) {
        score_begin();
        tune_key(0.0, NOW, middle, middle + 0.5);
        master(0.0, 4, 0, 65);
        score_rpn(0.0, CHANNEL, 0, 12);
        score_at(0.0, 0xb0 | CHANNEL, JW_CC_VOLUME, 100);
        score_at(0.0, 0xb0 | CHANNEL, JW_CC_SUSTAIN, 127);
        score_at(0.0, 0x90 | CHANNEL, middle, 100);
        score_bend(0.1, CHANNEL, 1.0 / 12.0);
        score_sysex(1.5, resets[i].bytes, resets[i].n);
        score_note(2.5, 4.0, CHANNEL, middle);
        if (!score_play(instrument, taraf_damped)) {
            return;
        }
        check_pitch(instrument, 0.5, middle + 2.5, "before a reset");
        check_pitch(instrument, 2.8, middle, resets[i].what);
        check_between(20.0 * log10(fmax(loudest(2.0, 2.4), 1e-30) / loudest(0.5, 1.0)), -600.0,
                      -40.0, "%s: %s, the rest of the note [dB]", instrument, resets[i].what);
        check_quiet(instrument);
    }
}

/********* All in all *********/

/// What says nothing is counted, and told once.
static void check_ignored(const char *instrument) {
    static const uint8_t others[][8] = {
        {0xf0, 0x7e, 0x7f, 6, 1, 0xf7},         // Who is there?
        {0xf0, 0x7f, 0x7f, 4, 1, 0, 100, 0xf7}, // Master volume
        {0xf0, 0x43, 1, 2, 3, 4, 5, 0xf7},      // Somebody's
        {0xf0, 0x7f, 0x7f, 8, 2, 0, 1, 0xf7},   // A tuning that is cut short
    };
    static const size_t sizes[] = {6, 8, 8, 8};
    for (int i = 0; i < 2; ++i) {
        score_begin();
        for (int k = 0; k < 4 && i > 0; ++k) {
            score_sysex(0.0, others[k], sizes[k]);
        }
        score_note(0.1, 1.0, CHANNEL, middle);
        if (!score_play(instrument, taraf_damped)) {
            return;
        }
        check(played_figure("ignored_sysex") == 4.0 * i, "%s: %g left out", instrument,
              played_figure("ignored_sysex"));
        const char *warning = strstr(played.said, "4 system exclusive messages");
        check((warning != NULL) == (i > 0) && (!warning || !strchr(warning, '\n')[1]),
              "%s: says \"%s\"", instrument, played.said);
        if (i == 0) {
            keep();
        } else {
            check(is_kept(), "%s: they change nothing", instrument);
        }
    }
}

/// Tunings, resets and notes in disorder: the same bits in blocks of any size, by any number of
/// threads.
static void check_blocks(const char *instrument) {
    static const char *const options[] = {"-b 1", "-b 77 -j 2", "-b 4096"};
    uint64_t seed = 16;
    score_begin();
    for (int i = 0; i < 120; ++i) {
        const uint64_t r = fixture_random(&seed);
        const int channel = (int)(r & 3), key = 50 + (int)(r >> 16 & 15),
                  what = (int)(r >> 24 & 15);
        const double s = 0.0125 * i, by = (double)(r >> 32 & 127) / 64.0 - 1.0;
        if (what == 0) {
            tune_octave(s, r & 4 ? NOW : NEXT, r & 8, channel);
        } else if (what < 5) {
            tune_key(s, what & 1 ? NOW : NEXT, key, key + by);
        } else if (what == 5) {
            master(s, 3, 0, (int)(r >> 32 & 127));
        } else if (what == 6 && i == 60) {
            score_sysex(s, resets[0].bytes, resets[0].n);
        } else {
            score_at(s, (what < 12 ? 0x90 : 0x80) | channel, key, 90);
        }
    }
    for (int i = 0; i < 3; ++i) {
        if (!score_play(instrument, options[i])) {
            return;
        }
        if (i == 0) {
            keep();
        } else {
            check(is_kept(), "%s: %s", instrument, options[i]);
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    score_start(argv[1], argv[2], "tuned_scores");
    middle = 60;
    check_keys("sitar");
    check_masters("sitar");
    check_blocks("sarod");
    check_keys("guitar");
    check_masters("guitar");
    check_ignored("guitar");
    check_blocks("guitar");
    check_first_reset("guitar");
    middle = 48;
    check_keys("bench");
    check_dumps("bench");
    check_octaves("bench");
    check_masters("bench");
    check_reset("bench");
    return check_result();
}
