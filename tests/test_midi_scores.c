// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What MIDI means, heard: small scores through the renderer, their tones, reports and warnings.
// Arguments: jawari-render, a folder for files.

#include "check.h"
#include "fixtures.h"
#include "midi.h"
#include "tone.h"
#include "tuning.h"

#include <math.h>
#include <sndfile.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RATE = 48000,
    FRAMES_MAX = 8 * RATE,
    SCORE_BYTES = 16384,
    TICKS_S = 960, ///< 480 a quarter note, 120 of them a minute
    HEARD_FRAMES = 32768,
};

static const char *program, *folder;

/********* Scores *********/

static uint8_t score[SCORE_BYTES];
static size_t score_size;
static double score_at_s;

static void put_bytes(const uint8_t *bytes, size_t n) {
    if (check(score_size + n <= SCORE_BYTES, "a score of %zu bytes", score_size + n)) {
        memcpy(score + score_size, bytes, n);
        score_size += n;
    }
}

static void put_quantity(unsigned value) {
    const uint8_t bytes[] = {(uint8_t)(0x80 | (value >> 14 & 127)),
                             (uint8_t)(0x80 | (value >> 7 & 127)), (uint8_t)(value & 127)};
    put_bytes(bytes, sizeof(bytes));
}

static void begin(void) {
    static const uint8_t head[] = "MThd\0\0\0\6\0\0\0\1\1\xe0MTrk\0\0\0";
    score_size = 0;
    score_at_s = 0.0;
    put_bytes(head, sizeof(head));
}

static void put_time(double seconds) {
    put_quantity((unsigned)lround((seconds - score_at_s) * TICKS_S));
    score_at_s = seconds;
}

static void at(double seconds, int status, int a, int b) {
    const uint8_t bytes[] = {(uint8_t)status, (uint8_t)a, (uint8_t)b};
    put_time(seconds);
    put_bytes(bytes, sizeof(bytes));
}

static void note(double seconds, double end_s, int channel, int key) {
    at(seconds, 0x90 | channel, key, 64);
    at(end_s, 0x80 | channel, key, 64);
}

static void bend(double seconds, int channel, double part) {
    const int value = (int)fmin(8192.0 + round(8192.0 * part), 16383.0);
    at(seconds, 0xe0 | channel, value & 127, value >> 7);
}

static void rpn(double seconds, int channel, int number, int value) {
    at(seconds, 0xb0 | channel, JW_CC_RPN_MSB, 0);
    at(seconds, 0xb0 | channel, JW_CC_RPN_LSB, number);
    at(seconds, 0xb0 | channel, JW_CC_DATA_MSB, value);
}

/// Ends the score and writes it.
static bool write_score(void) {
    static const uint8_t end[] = {0, 0xff, 0x2f, 0};
    char path[512];
    put_bytes(end, sizeof(end));
    for (int i = 0; i < 4; ++i) {
        score[18 + i] = (uint8_t)((score_size - 22) >> (24 - 8 * i));
    }
    snprintf(path, sizeof(path), "%s/midi.mid", folder);
    FILE *file = fopen(path, "wb");
    const bool ok = file && fwrite(score, 1, score_size, file) == score_size;
    return check(file && !fclose(file) && ok, "%s", path);
}

/********* What the renderer makes of them *********/

static float left[FRAMES_MAX], right[FRAMES_MAX];
static int n_frames;
static char said[4096], report[65536];

static void read_text(const char *name, char *text, size_t size) {
    char path[512];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    text[0] = '\0';
    if (check(file != NULL, "%s", path)) {
        text[fread(text, 1, size - 1, file)] = '\0';
        fclose(file);
    }
}

static bool read_sound(void) {
    static float both[2 * FRAMES_MAX];
    char path[512];
    SF_INFO info = {0};
    snprintf(path, sizeof(path), "%s/midi.wav", folder);
    SNDFILE *file = sf_open(path, SFM_READ, &info);
    n_frames = file && info.channels == 2 ? (int)sf_readf_float(file, both, FRAMES_MAX) : 0;
    sf_close(file);
    for (int i = 0; i < FRAMES_MAX; ++i) {
        left[i] = i < n_frames ? both[2 * i] : 0.0f;
        right[i] = i < n_frames ? both[2 * i + 1] : 0.0f;
    }
    return n_frames > 0;
}

/// Renders the score on that instrument; what it says and reports is kept.
static bool play(const char *instrument, const char *options) {
    char command[2048];
    if (!write_score()) {
        return false;
    }
    snprintf(command, sizeof(command),
             "'%s' -i %s --format wavfloat -t 0.1 %s --report '%s/midi.json' '%s/midi.mid' "
             "'%s/midi.wav' 2>'%s/midi.txt'",
             program, instrument, options, folder, folder, folder, folder);
    const int status = system(command);
    read_text("midi.txt", said, sizeof(said));
    read_text("midi.json", report, sizeof(report));
    return check(status == 0 && read_sound(), "%s: %s", command, said);
}

/// A figure of the report, NaN if it has none.
static double figure(const char *key) {
    char quoted[64];
    snprintf(quoted, sizeof(quoted), "\"%s\": ", key);
    const char *at_key = strstr(report, quoted);
    return at_key ? strtod(at_key + strlen(quoted), NULL) : (double)NAN;
}

/// How much stronger one tone is than another from then on [dB].
static double stronger(double from_s, double hz, double than_hz) {
    static double samples[HEARD_FRAMES];
    const int from = (int)lround(from_s * RATE);
    for (int i = 0; i < HEARD_FRAMES; ++i) {
        samples[i] = (double)left[from + i];
    }
    return 20.0 * log10(fixture_amplitude(samples, HEARD_FRAMES, RATE, hz) /
                        fixture_amplitude(samples, HEARD_FRAMES, RATE, than_hz));
}

/// Cents by which what is heard from then on is off that pitch.
static double off(double from_s, double hz) {
    const int from = (int)lround(from_s * RATE);
    return tone_cents(tone_hz(left + from, HEARD_FRAMES, RATE, hz), hz);
}

static double key_hz(double key) {
    return jw_key_hz(key, 440.0);
}

/********* Bends *********/

/// A bend of so many semitones before the note or after it: what comes of it, in cents, and how
/// many notes are counted.
static void check_bend(const char *instrument, double semitones, bool before, double heard,
                       int cut) {
    enum { CHANNEL = 6 }; // No instrument has strings for it
    const int range = 12, key = 60;
    begin();
    rpn(0.0, CHANNEL, 0, range);
    if (before) {
        bend(0.0, CHANNEL, semitones / range);
    }
    at(0.0, 0x90 | CHANNEL, key, 64);
    if (!before) {
        bend(0.3, CHANNEL, semitones / range);
    }
    at(2.0, 0x80 | CHANNEL, key, 64);
    if (!play(instrument, "")) {
        return;
    }
    const double hz = key_hz(key + heard);
    check_below(fabs(off(0.8, hz)), 5.0, "%s, bent by %g semitones %s: %g of them, cents off",
                instrument, semitones, before ? "before" : "after", heard);
    check(figure("cut_bends") == cut, "%s: %g cut", instrument, figure("cut_bends"));
    const char *warning = strstr(said, "not bent as far");
    check((warning != NULL) == (cut > 0), "%s: says \"%s\"", instrument, said);
    check(!warning || !strstr(warning + 1, "not bent as far"), "once: \"%s\"", said);
}

static void check_bends(void) {
    // Tuning pegs, and pegs where a finger could not do it; fret boards that lie under the finger.
    check_bend("guitar", -1.0, true, -1.0, 0);
    check_bend("guitar", -1.0, false, -1.0, 0);
    check_bend("guitar", -3.0, true, -1.0, 1);
    check_bend("guitar", 2.0, true, 2.0, 0);
    check_bend("guitar", 3.0, false, 2.0, 1);
    check_bend("sarod", -7.0, false, -7.0, 0);
    check_bend("sitar", -3.5, true, -1.0, 1);
    check_bend("sitar", -0.5, true, -0.5, 0);
    check_bend("sitar", -0.5, false, 0.0, 1);
    check_bend("bench", -12.0, true, -12.0, 0);
}

/// A quarter tone down, one up, and none, on channels of their own.
static void check_quarter_tones(const char *instrument, int key) {
    enum { DOWN = 6, UP, PLAIN }; // No instrument has strings for these channels
    begin();
    bend(0.0, DOWN, -0.25);
    bend(0.0, UP, 0.25);
    rpn(0.0, DOWN, 0, 2);
    rpn(0.0, UP, 0, 2);
    note(0.0, 1.5, DOWN, key);
    note(1.5, 3.0, UP, key);
    note(3.0, 4.5, PLAIN, key);
    if (!play(instrument, "")) {
        return;
    }
    for (int i = 0; i < 3; ++i) {
        const double quarter = i == 2 ? 0.0 : i - 0.5, from_s = 1.5 * i + 0.4;
        check_below(fabs(off(from_s, key_hz(key + quarter))), 8.0, "%s, %+g cents: cents off",
                    instrument, 100.0 * quarter);
        check_between(stronger(from_s, key_hz(key + quarter), key_hz(key - quarter + (i == 2))),
                      15.0, 200.0, "%s, over the tone on the other side [dB]", instrument);
    }
    check(figure("cut_bends") == 0.0 && !*said, "%s: %s", instrument, said);
}

/********* Controllers by channel *********/

enum { LEFT, RIGHT, SIDES };

static float kept[3][SIDES][FRAMES_MAX];

static void keep(int i) {
    memcpy(kept[i][LEFT], left, sizeof(left));
    memcpy(kept[i][RIGHT], right, sizeof(right));
}

static bool same_as(int i) {
    return !memcmp(kept[i][LEFT], left, sizeof(left)) &&
           !memcmp(kept[i][RIGHT], right, sizeof(right));
}

/// Loudest of one side of a sum, a kept[0] + b kept[1] + c kept[2], over the loudest of all [dB].
static double residue(int side, double a, double b, double c) {
    double most = 0.0, whole = 1e-30;
    for (int i = 0; i < FRAMES_MAX; ++i) {
        const double x = (double)kept[0][side][i], y = (double)kept[1][side][i],
                     z = (double)kept[2][side][i];
        most = fmax(most, fabs(a * x + b * y + c * z));
        whole = fmax(whole, fmax(fabs(x), fmax(fabs(y), fabs(z))));
    }
    return 20.0 * log10(fmax(most, 1e-30) / whole);
}

/// A phrase whose notes come on two channels in turn.
static void put_phrase(int one, int other) {
    static const int keys[] = {52, 59, 64, 57, 60, 67};
    for (int i = 0; i < 6; ++i) {
        at(0.25 * i + 0.01, 0x90 | (i % 2 ? other : one), keys[i], 40 + 15 * i);
    }
    for (int i = 0; i < 6; ++i) {
        at(2.0 + 0.1 * i, 0x80 | (i % 2 ? other : one), keys[i], 64);
    }
}

/// What controllers of channels that play nothing do to one that does: nothing, to the last bit.
static void check_others(const char *instrument) {
    static const int controllers[] = {JW_CC_MODULATION, JW_CC_VOLUME, JW_CC_PAN, JW_CC_EXPRESSION};
    for (int i = 0; i < 5; ++i) {
        begin();
        for (int channel = 0; channel < 16 && i > 0; ++channel) {
            if (channel != 6) {
                at(0.0, 0xb0 | channel, controllers[i - 1], i == 1 ? 127 : 0);
            }
        }
        put_phrase(6, 6);
        for (int channel = 0; channel < 16 && i > 0; ++channel) {
            if (channel != 6) {
                at(2.6, 0xb0 | channel, controllers[i - 1], i == 1 ? 100 : 20);
            }
        }
        at(2.6, 0xb6, 3, 0); // Undefined
        if (play(instrument, "") && i > 0) {
            check(same_as(0), "%s: controller %d of other channels", instrument,
                  controllers[i - 1]);
        } else {
            keep(0);
        }
    }
}

/// A channel by itself is the instrument: its controllers move all of it, whichever it is.
static void check_alone(const char *instrument) {
    for (int channel = 0; channel < 16; channel += 5) {
        begin();
        at(0.0, 0xb0 | channel, JW_CC_VOLUME, 80);
        at(0.0, 0xb0 | channel, JW_CC_PAN, 20);
        put_phrase(channel, channel);
        at(2.7, 0xb0 | channel, JW_CC_MODULATION, 60);
        at(2.8, 0xb0 | channel, JW_CC_EXPRESSION, 30);
        at(2.9, 0xb0 | channel, JW_CC_RESET_CONTROLLERS, 0);
        at(3.0, 0xb0 | channel, JW_CC_VOLUME, 0);
        if (play(instrument, "") && channel > 0) {
            check(same_as(0), "%s: alone on channel %d", instrument, channel + 1);
        } else {
            keep(0);
        }
    }
}

/// What is muted here and what is muted there are the whole, body and all; what is panned to one
/// side is not on the other.
static void check_shares(const char *instrument, int controller, bool pans) {
    enum { ONE = 6, OTHER = 8 };
    for (int muted = 0; muted < 3; ++muted) {
        begin();
        if (muted > 0) {
            at(0.0, 0xb0 | (muted == 1 ? ONE : OTHER), controller, 0);
        }
        put_phrase(ONE, OTHER);
        if (!play(instrument, "-s gain=-6")) {
            return;
        }
        keep(muted);
    }
    const double sum = fmax(residue(LEFT, 1.0, -1.0, -1.0), residue(RIGHT, 1.0, -1.0, -1.0));
    check_between(sum, -600.0, -120.0, "%s: both parts against the whole [dB]", instrument);
    check_between(fmin(residue(LEFT, 0.0, 1.0, 0.0), residue(LEFT, 0.0, 0.0, 1.0)), -20.0, 0.0,
                  "%s: the softer part [dB]", instrument);
    if (!pans) {
        return;
    }
    begin();
    at(0.0, 0xb0 | OTHER, JW_CC_PAN, 127);
    put_phrase(ONE, OTHER);
    if (play(instrument, "-s gain=-6")) {
        keep(1);
        check_between(residue(LEFT, 0.0, 1.0, -1.0), -600.0, -120.0,
                      "%s: panned right, left, against that part muted [dB]", instrument);
        check_between(residue(RIGHT, 0.0, 1.0, -1.0), -30.0, 0.0, "%s: and right", instrument);
    }
}

/// Controllers, notes and ends of many channels in disorder: the same bits in blocks of any size,
/// by any number of threads.
static void check_blocks(const char *instrument) {
    static const char *const options[] = {"-b 1", "-b 77 -j 2", "-b 4096"};
    static const int controllers[] = {1, 7, 7, 10, 11, 11, 64, 121};
    uint64_t seed = 20;
    begin();
    for (int i = 0; i < 160; ++i) {
        const uint64_t r = fixture_random(&seed);
        const int channel = (int)(r & 3), value = (int)(r >> 8 & 127),
                  key = 48 + (int)(r >> 16 & 15);
        const int what = (int)(r >> 24 & 3);
        const int status = what == 0 ? 0x90 : what == 1 ? 0x80 : 0xb0;
        at(0.01 * i, status | channel, what < 2 ? key : controllers[r >> 32 & 7], value);
    }
    for (int i = 0; i < 3; ++i) {
        if (!play(instrument, options[i])) {
            return;
        }
        check(i == 0 || same_as(0), "%s: %s", instrument, options[i]);
        keep(i == 0 ? 0 : 1);
    }
}

/// A manager's volume is all members', and a member's own comes on top; what base there is is a
/// parameter's.
static void check_levels(const char *instrument, bool rings_along) {
    static const struct {
        int manager, member, other;
        const char *options;
        double played;
    } is[] = {
        {-1, -1, -1, "", 1.0},
        {64, -1, -1, "", 64 / 127.0},
        {64, 32, -1, "", 64 / 127.0 * 32 / 127.0},
        {-1, 32, -1, "", 32 / 127.0},
        {-1, -1, 0, "", 1.0},
        {-1, -1, -1, "-s volume=50", 0.5},
        {-1, 32, -1, "-s volume=50", 0.5 * 32 / 127.0},
        {64, -1, -1, "-s volume=50", 64 / 127.0},
    };
    for (size_t i = 0; i < sizeof(is) / sizeof(is[0]); ++i) {
        // Strings that ring along are heard as the manager is.
        if (rings_along && is[i].member >= 0) {
            continue;
        }
        const int value[] = {is[i].manager, is[i].member, is[i].other};
        begin();
        rpn(0.0, 0, 6, 4);
        for (int channel = 0; channel < 3; ++channel) {
            if (value[channel] >= 0) {
                at(0.0, 0xb0 | channel, JW_CC_VOLUME, value[channel]);
            }
        }
        note(0.1, 1.5, 1, 60);
        if (!play(instrument, is[i].options)) {
            return;
        }
        keep(i > 0);
        memset(kept[2], 0, sizeof(kept[2]));
        const double gain = is[i].played * is[i].played;
        check_between(residue(LEFT, gain, i == 0 ? 0.0 : -1.0, 0.0), -600.0, i == 0 ? 0.0 : -115.0,
                      "%s: manager %d, member %d, another %d, %s: times %.4f", instrument, value[0],
                      value[1], value[2], is[i].options, gain);
    }
}

/// Frames from which on what plays differs from what was kept.
static int differs_from(int i) {
    int n = 0;
    while (n < FRAMES_MAX && kept[i][LEFT][n] == left[n] && kept[i][RIGHT][n] == right[n]) {
        ++n;
    }
    return n;
}

/// Modulation pulls its channel's own notes, and no other.
static void check_vibrato(const char *instrument) {
    for (int i = 0; i < 4; ++i) {
        begin();
        if (i == 2) {
            at(0.0, 0xb0, JW_CC_MODULATION, 127);
        }
        if (i == 1 || i == 2) {
            at(0.0, 0xb1, JW_CC_MODULATION, 127);
        }
        note(0.0, 1.5, 0, 60);
        note(1.5, 3.0, 1, 57);
        if (!play(instrument, i == 3 ? "-s vibrato_depth=200" : "")) {
            return;
        }
        const int same = i == 1 ? differs_from(0) : 0;
        check_between(same / (double)RATE, i == 1 ? 1.499 : 0.0, i == 1 ? 1.51 : 0.0,
                      "%s: the same until the channel with modulation plays [s]", instrument);
        check(i < 3 || same_as(2), "%s: of all channels it is that of the parameter", instrument);
        keep(i == 2 ? 2 : 0);
    }
}

int main(int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    program = argv[1];
    folder = argv[2];
    check_bends();
    check_quarter_tones("guitar", 60);
    check_quarter_tones("bass", 43);
    check_quarter_tones("sitar", 61);
    static const char *const instruments[] = {"guitar", "sitar", "bass"};
    for (int i = 0; i < 3; ++i) {
        check_others(instruments[i]);
        check_alone(instruments[i]);
        check_shares(instruments[i], i == 0 ? JW_CC_VOLUME : JW_CC_EXPRESSION, i < 2);
    }
    check_blocks("guitar");
    check_blocks("sarod");
    check_levels("guitar", true);
    check_levels("bench", false);
    check_vibrato("bench");
    return check_result();
}
