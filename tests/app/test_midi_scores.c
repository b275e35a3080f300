// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What MIDI means, heard: small scores through the renderer, their tones, reports and warnings.
// Arguments: jawari-render, a folder for files, and `all` for every case: without it a few of each
// kind.

#include "playing/midi.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/played.h"

#include <math.h>
#include <string.h>

/********* Bends *********/

/// A bend of so many semitones before the note or after it: what comes of it, in cents, and how
/// many notes are counted.
static void check_bend(const char *instrument, double semitones, bool before, double heard,
                       int cut) {
    enum { CHANNEL = 6 }; // No instrument has strings for it
    const int range = 12, key = 60;
    score_begin();
    score_rpn(0.0, CHANNEL, 0, range);
    if (before) {
        score_bend(0.0, CHANNEL, semitones / range);
    }
    score_at(0.0, 0x90 | CHANNEL, key, 64);
    if (!before) {
        score_bend(0.3, CHANNEL, semitones / range);
    }
    score_at(2.0, 0x80 | CHANNEL, key, 64);
    if (!score_play(instrument, "")) {
        return;
    }
    const double hz = played_key_hz(key + heard);
    check_below(fabs(played_off(0.8, hz)), 5.0,
                "%s, bent by %g semitones %s: %g of them, cents off", instrument, semitones,
                before ? "before" : "after", heard);
    check(played_figure("cut_bends") == cut, "%s: %g cut", instrument, played_figure("cut_bends"));
    const char *warning = strstr(played.said, "not bent as far");
    check((warning != NULL) == (cut > 0), "%s: says \"%s\"", instrument, played.said);
    check(!warning || !strstr(warning + 1, "not bent as far"), "once: \"%s\"", played.said);
}

static void check_bends(bool all) {
    // Tuning pegs, and pegs where a finger could not do it; fret boards that lie under the finger.
    check_bend("guitar", -1.0, true, -1.0, 0);
    check_bend("guitar", 3.0, false, 2.0, 1);
    check_bend("sarod", -7.0, false, -7.0, 0);
    check_bend("sitar", -0.5, false, 0.0, 1);
    check_bend("bench", -12.0, true, -12.0, 0);
    if (all) {
        check_bend("guitar", -1.0, false, -1.0, 0);
        check_bend("guitar", -3.0, true, -1.0, 1);
        check_bend("guitar", 2.0, true, 2.0, 0);
        check_bend("sitar", -3.5, true, -1.0, 1);
        check_bend("sitar", -0.5, true, -0.5, 0);
    }
}

/// A quarter tone down, one up, and none, on channels of their own.
static void check_quarter_tones(const char *instrument, int key) {
    enum { DOWN = 6, UP, PLAIN }; // No instrument has strings for these channels
    score_begin();
    score_bend(0.0, DOWN, -0.25);
    score_bend(0.0, UP, 0.25);
    score_rpn(0.0, DOWN, 0, 2);
    score_rpn(0.0, UP, 0, 2);
    score_note(0.0, 1.5, DOWN, key);
    score_note(1.5, 3.0, UP, key);
    score_note(3.0, 4.5, PLAIN, key);
    if (!score_play(instrument, "")) {
        return;
    }
    for (int i = 0; i < 3; ++i) {
        const double quarter = i == 2 ? 0.0 : i - 0.5, from_s = 1.5 * i + 0.4;
        check_below(fabs(played_off(from_s, played_key_hz(key + quarter))), 8.0,
                    "%s, %+g cents: cents off", instrument, 100.0 * quarter);
        check_between(played_stronger(from_s, played_key_hz(key + quarter),
                                      played_key_hz(key - quarter + (i == 2))),
                      15.0, 200.0, "%s, over the tone on the other side [dB]", instrument);
    }
    check(played_figure("cut_bends") == 0.0 && !*played.said, "%s: %s", instrument, played.said);
}

/********* Controllers by channel *********/

enum { LEFT, RIGHT, SIDES };

static float kept[3][SIDES][PLAYED_FRAMES];

static void keep(int i) {
    memcpy(kept[i][LEFT], played.left, sizeof(played.left));
    memcpy(kept[i][RIGHT], played.right, sizeof(played.right));
}

static bool same_as(int i) {
    return !memcmp(kept[i][LEFT], played.left, sizeof(played.left)) &&
           !memcmp(kept[i][RIGHT], played.right, sizeof(played.right));
}

/// Loudest of one side of a sum, a kept[0] + b kept[1] + c kept[2], over the loudest of all [dB].
static double residue(int side, double a, double b, double c) {
    double most = 0.0, whole = 1e-30;
    for (int i = 0; i < PLAYED_FRAMES; ++i) {
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
        score_at(0.25 * i + 0.01, 0x90 | (i % 2 ? other : one), keys[i], 40 + 15 * i);
    }
    for (int i = 0; i < 6; ++i) {
        score_at(2.0 + 0.1 * i, 0x80 | (i % 2 ? other : one), keys[i], 64);
    }
}

/// What controllers of channels that play nothing do to one that does: nothing, to the last bit.
static void check_others(const char *instrument) {
    static const int controllers[] = {JW_CC_MODULATION, JW_CC_VOLUME, JW_CC_PAN, JW_CC_EXPRESSION};
    for (int i = 0; i < 5; ++i) {
        score_begin();
        for (int channel = 0; channel < 16 && i > 0; ++channel) {
            if (channel != 6) {
                score_at(0.0, 0xb0 | channel, controllers[i - 1], i == 1 ? 127 : 0);
            }
        }
        put_phrase(6, 6);
        for (int channel = 0; channel < 16 && i > 0; ++channel) {
            if (channel != 6) {
                score_at(2.6, 0xb0 | channel, controllers[i - 1], i == 1 ? 100 : 20);
            }
        }
        score_at(2.6, 0xb6, 3, 0); // Undefined
        if (score_play(instrument, "") && i > 0) {
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
        score_begin();
        score_at(0.0, 0xb0 | channel, JW_CC_VOLUME, 80);
        score_at(0.0, 0xb0 | channel, JW_CC_PAN, 20);
        put_phrase(channel, channel);
        score_at(2.7, 0xb0 | channel, JW_CC_MODULATION, 60);
        score_at(2.8, 0xb0 | channel, JW_CC_EXPRESSION, 30);
        score_at(2.9, 0xb0 | channel, JW_CC_RESET_CONTROLLERS, 0);
        score_at(3.0, 0xb0 | channel, JW_CC_VOLUME, 0);
        if (score_play(instrument, "") && channel > 0) {
            check(same_as(0), "%s: alone on channel %d", instrument, channel + 1);
        } else {
            keep(0);
        }
    }
}

/// Level on one side of the softer of kept[1] and kept[2] [dB].
static double softer(int side) {
    return fmin(residue(side, 0.0, 1.0, 0.0), residue(side, 0.0, 0.0, 1.0));
}

/// What is muted here and what is muted there are the whole, body and all; what is panned to one
/// side is not on the other, and there it is as loud as from the middle where the body radiates it
/// (a balance), and 3 dB louder where a string in the middle does by itself (a pan).
static void check_shares(const char *instrument, int controller, bool pans) {
    enum { ONE = 6, OTHER = 8 };
    for (int muted = 0; muted < 3; ++muted) {
        score_begin();
        if (muted > 0) {
            score_at(0.0, 0xb0 | (muted == 1 ? ONE : OTHER), controller, 0);
        }
        put_phrase(ONE, OTHER);
        if (!score_play(instrument, "-s gain=-6")) {
            return;
        }
        keep(muted);
    }
    const double sum = fmax(residue(LEFT, 1.0, -1.0, -1.0), residue(RIGHT, 1.0, -1.0, -1.0));
    check_between(sum, -600.0, -120.0, "%s: both parts against the whole [dB]", instrument);
    check_between(fmin(softer(LEFT), softer(RIGHT)), -20.0, 0.0, "%s: the softer part [dB]",
                  instrument);
    if (!pans) {
        return;
    }
    score_begin();
    score_at(0.0, 0xb0 | OTHER, JW_CC_PAN, 127);
    put_phrase(ONE, OTHER);
    if (score_play(instrument, "-s gain=-6")) {
        keep(1);
        check_between(residue(LEFT, 0.0, 1.0, -1.0), -600.0, -120.0,
                      "%s: panned right, left, against that part muted [dB]", instrument);
        const double middle = residue(RIGHT, 1.0, 0.0, -1.0);
        check_between(residue(RIGHT, 0.0, 1.0, -1.0) - middle, -0.5, 3.5,
                      "%s: right, over that part from the middle [dB]", instrument);
    }
}

/// Controllers, notes and ends of many channels in disorder: the same bits in blocks of any size,
/// by any number of threads.
static void check_blocks(const char *instrument) {
    static const char *const options[] = {"-b 1", "-b 77 -j 2", "-b 4096"};
    static const int controllers[] = {1, 7, 7, 10, 11, 11, 64, 121};
    uint64_t seed = 20;
    score_begin();
    for (int i = 0; i < 160; ++i) {
        const uint64_t r = fixture_random(&seed);
        const int channel = (int)(r & 3), value = (int)(r >> 8 & 127),
                  key = 48 + (int)(r >> 16 & 15);
        const int what = (int)(r >> 24 & 3);
        const int status = what == 0 ? 0x90 : what == 1 ? 0x80 : 0xb0;
        score_at(0.01 * i, status | channel, what < 2 ? key : controllers[r >> 32 & 7], value);
    }
    for (int i = 0; i < 3; ++i) {
        if (!score_play(instrument, options[i])) {
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
        score_begin();
        score_rpn(0.0, 0, 6, 4);
        for (int channel = 0; channel < 3; ++channel) {
            if (value[channel] >= 0) {
                score_at(0.0, 0xb0 | channel, JW_CC_VOLUME, value[channel]);
            }
        }
        score_note(0.1, 1.5, 1, 60);
        if (!score_play(instrument, is[i].options)) {
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
    while (n < PLAYED_FRAMES && kept[i][LEFT][n] == played.left[n] &&
           kept[i][RIGHT][n] == played.right[n]) {
        ++n;
    }
    return n;
}

/// Modulation pulls its channel's own notes, and no other.
static void check_vibrato(const char *instrument) {
    for (int i = 0; i < 4; ++i) {
        score_begin();
        if (i == 2) {
            score_at(0.0, 0xb0, JW_CC_MODULATION, 127);
        }
        if (i == 1 || i == 2) {
            score_at(0.0, 0xb1, JW_CC_MODULATION, 127);
        }
        score_note(0.0, 1.5, 0, 60);
        score_note(1.5, 3.0, 1, 57);
        if (!score_play(instrument, i == 3 ? "-s vibrato_depth=200" : "")) {
            return;
        }
        const int same = i == 1 ? differs_from(0) : 0;
        check_between(same / (double)PLAYED_RATE, i == 1 ? 1.499 : 0.0, i == 1 ? 1.51 : 0.0,
                      "%s: the same until the channel with modulation plays [s]", instrument);
        check(i < 3 || same_as(2), "%s: of all channels it is that of the parameter", instrument);
        keep(i == 2 ? 2 : 0);
    }
}

int main(int argc, char **argv) {
    if (argc != 3 && argc != 4) {
        return 2;
    }
    const bool all = argc == 4 && strcmp(argv[3], "all") == 0;
    score_start(argv[1], argv[2], "midi_scores");
    check_bends(all);
    check_quarter_tones("guitar", 60);
    if (all) {
        check_quarter_tones("bass", 43);
        check_quarter_tones("sitar", 61);
        check_blocks("sarod");
        check_levels("guitar", true);
    }
    static const char *const instruments[] = {"guitar", "sitar", "bass"};
    for (int i = 0; i < (all ? 3 : 1); ++i) {
        check_others(instruments[i]);
        check_alone(instruments[i]);
        check_shares(instruments[i], i == 0 ? JW_CC_VOLUME : JW_CC_EXPRESSION, i < 2);
    }
    check_blocks("guitar");
    check_levels("bench", false);
    check_vibrato("bench");
    return check_result();
}
