// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Scala files of every kind: what is read, what is refused, and what a string then sounds.
// The examples with a name are the format's own (huygens-fokker.org), the rest follows its rules.

#include "engine/engine.h"
#include "files/scala_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"
#include "support/tone.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char meantone[] = "! meanquar.scl\n!\n"
                               "1/4-comma meantone scale. Pietro Aaron's temperament (1523)\n"
                               " 12\n!\n"
                               " 76.04900\n 193.15686\n 310.26471\n 5/4\n 503.42157\n 579.47057\n"
                               " 696.57843\n 25/16\n 889.73529\n 1006.84314\n 1082.89214\n 2/1\n";

// Every form of a pitch line that the format's description shows, out of order as it allows.
static const char forms[] = "! forms\r\n\r\n 8 \r\n"
                            "81/64\r\n408.0\r\n408.\r\n-5.0\r\n10/20\r\n100.0 cents\r\n"
                            "! between\r\n\t5/4   E\\\r\n 5\r\n more text\r\n";

// Blanks around the slash, and text that touches the value.
static const char spellings[] =
    "spellings\n 18 notes\n"
    " 9 / 8\n9/ 8\n9 /8\n\t9\t/\t8  ! wide\n 9/8! wide tone\n9 / 8!\n"
    "9/8; tone\n9/8(tone)\n9/8E\\\n204.5cents\n204.5! cents\n204.5E\n"
    "  ! between\n-204.5\"\"\n.5c\n5 / octaves and a third\n5 /\n2! octave\n2-fold\n";

static const char bohlen_pierce[] = "Bohlen-Pierce, equal steps of the tritave\n13\n"
                                    "146.304231\n292.608462\n438.912693\n585.216923\n731.521154\n"
                                    "877.825385\n1024.129616\n1170.433847\n1316.738078\n"
                                    "1463.042309\n1609.346539\n1755.650770\n3/1\n";

static const char alpha[] = "Carlos Alpha: one step, again and again\n1\n77.965\n";

static const char slendro[] =
    "! a scale of five\nSl\351ndro, Latin-1\n5\n231.\n474.\n717.\n955.\n2\n";

static const char edo19[] = "19 equal steps\n19\n63.15789\n126.31579\n189.47368\n252.63158\n"
                            "315.78947\n378.94737\n442.10526\n505.26316\n568.42105\n631.57895\n"
                            "694.73684\n757.89474\n821.05263\n884.21053\n947.36842\n1010.52632\n"
                            "1073.68421\n1136.84211\n1200.\n";

// Five degrees on the black keys, as Scala's own mapping of that name; the others have no note.
static const char black[] = "! black.kbm\n12\n0\n127\n61\n61\n277.18263\n5\n"
                            "0\nx\n1! D\nx! E\nx\n2\nx\n3\n  ! between\nx\n4 G\nx ! D\nx\n";

static const char linear[] = "0\n0\n127\n60\n69\n440.0\n0\n";

// A pattern of three keys that rises by two degrees, cut short: its last key has no note.
static const char rising[] = "3\n40\n70\n60\n61\n300\n2\n0\n1\n";

static JwScale scale;
static JwKeymap map;

static bool read_scale(const char *text) {
    JwError error = {0};
    const bool ok = !jw_scale_file_parse(text, strlen(text), "x.scl", &scale, &error);
    return check(ok && !error.text[0], "%.40s: %s", text, error.text);
}

static bool read_map(const char *text) {
    JwError error = {0};
    const bool ok = !jw_keymap_file_parse(text, strlen(text), "x.kbm", &map, &error);
    return check(ok && !error.text[0], "%.40s: %s", text, error.text);
}

static double ratio_cents(double over, double under) {
    return 1200.0 * log2(over / under);
}

static void check_degrees(const char *what, const double *cents, int n) {
    double worst = 0.0;
    check(scale.n == n, "%s: %d degrees", what, scale.n);
    for (int i = 0; i < n; ++i) {
        worst = fmax(worst, fabs(scale.cents[i] - cents[i]));
    }
    check_below(worst, 1e-9, "%s, cents off", what);
}

static void check_values(void) {
    const double forms_cents[] = {
        ratio_cents(81, 64), 408.0, 408.0, -5.0, -1200.0, 100.0, ratio_cents(5, 4),
        ratio_cents(5, 1)};
    const double meantone_cents[] = {76.049,    193.15686,  310.26471,  ratio_cents(5, 4),
                                     503.42157, 579.47057,  696.57843,  ratio_cents(25, 16),
                                     889.73529, 1006.84314, 1082.89214, 1200.0};
    const double big_cents[] = {ratio_cents(2147483647.0, 1073741824.0), 1200.0};
    const double bom_cents[] = {700.0, 1200.0};
    read_scale(forms);
    check_degrees("all forms of a pitch", forms_cents, 8);
    double spelt[18] = {[9] = 204.5,       204.5,  204.5, -204.5, 0.5, ratio_cents(5, 1),
                        ratio_cents(5, 1), 1200.0, 1200.0};
    for (int i = 0; i < 9; ++i) {
        spelt[i] = ratio_cents(9, 8);
    }
    read_scale(spellings);
    check_degrees("spellings", spelt, 18);
    read_scale(meantone);
    check_degrees("meantone", meantone_cents, 12);
    read_scale("numbers of 31 bits\n2\n2147483647/1073741824\n2/1");
    check_degrees("numbers of 31 bits", big_cents, 2);
    read_scale("\xEF\xBB\xBF! byte order mark\nx\n2\n700.\n2/1\n");
    check_degrees("a byte order mark", bom_cents, 2);
    read_scale("only 1/1\n0\n");
    check_degrees("no degrees", NULL, 0);
    check(jw_scale_degree_cents(&scale, 7) == 0.0, "a scale of nothing but 1/1");
    read_scale(meantone);
    check(jw_scale_degree_cents(&scale, -1) == 1082.89214 - 1200.0, "a degree below");
    check(jw_scale_degree_cents(&scale, 24) == 2400.0, "two periods up");
}

/// Keys and pitches at the ends of what a mapping may say.
static void check_limits(void) {
    read_map("0\n0\n127\n0\n0\n0.01\n-10000\n");
    check(map.first_key == 0 && map.last_key == 127 && map.middle_key == 0 &&
              map.reference_key == 0 && map.reference_hz == 0.01 && map.octave == -10000,
          "the least");
    read_map("0\n127\n127\n127\n127\n100000\n10000\n");
    check(map.first_key == 127 && map.last_key == 127 && map.middle_key == 127 &&
              map.reference_key == 127 && map.reference_hz == 100000.0 && map.octave == 10000,
          "the most");
}

/********* What is refused *********/

typedef struct {
    const char *text;
    const char *expected;
} Wrong;

static const Wrong wrong_scales[] = {
    {"", "x.scl:1: the file ends before the description"},
    {"! only\n! comments\n", "x.scl:2: the file ends before the description"},
    {"name\n", "x.scl:1: the file ends before the number of notes"},
    {"name\n\n", "x.scl:2: the number of notes is missing"},
    {"name\nmany\n", "x.scl:2: the number of notes: 'many' is not a whole number from 0 to 1024"},
    {"name\n-1\n", "x.scl:2: the number of notes: '-1' is not a whole number from 0 to 1024"},
    {"name\n1025\n", "x.scl:2: the number of notes: '1025' is not a whole number from 0 to 1024"},
    {"name\n2\n700.\n", "x.scl:3: the file ends before the last degree"},
    {"name\n1\n3/2/1\n", "x.scl:3: '3/2/1' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1\n-3/2\n", "x.scl:3: '-3/2' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1\n3/0\n", "x.scl:3: '3/0' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1\n0\n", "x.scl:3: '0' is neither cents (with a point) nor a ratio above 0"},
    {"name\n! !\n1\n!\nnan.\n",
     "x.scl:5: 'nan.' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1\n3 / 2 / 1\n", "x.scl:3: '3' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1\n3/ two\n", "x.scl:3: '3/' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1\n9 / 0\n", "x.scl:3: '9' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1\n701,955\n",
     "x.scl:3: '701,955' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1\n3:2\n", "x.scl:3: '3:2' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1\n9/8.\n", "x.scl:3: '9/8.' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1\n100.0.0\n",
     "x.scl:3: '100.0.0' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1\n100.0/2\n",
     "x.scl:3: '100.0/2' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1\n- 3/2\n", "x.scl:3: '-' is neither cents (with a point) nor a ratio above 0"},
    {"name\n1.5\n", "x.scl:2: the number of notes: '1.5' is not a whole number from 0 to 1024"},
    {"name\n1/2\n", "x.scl:2: the number of notes: '1/2' is not a whole number from 0 to 1024"},
    {"name\n1\n1.e9\n", "x.scl:3: '1.e9' is more than 120000 cents"},
};

static const Wrong wrong_maps[] = {
    {"", "x.kbm:1: the file ends before the size of the map"},
    {"1025\n", "x.kbm:1: the size of the map: '1025' is not a whole number from 0 to 1024"},
    {"12\n0\n128\n", "x.kbm:3: the last key: '128' is not a whole number from 0 to 127"},
    {"0\n0\n127\n60\n69\n-440\n",
     "x.kbm:6: the reference frequency: '-440' is not a number from 0.01 to 100000"},
    {"0\n0\n127\n60\n69\n440\n", "x.kbm:6: the file ends before the degree of the formal octave"},
    {"2\n0\n127\n60\n60\n261\n2\n0\ny\n",
     "x.kbm:9: 'y' is neither x nor a whole number from -10000 to 10000"},
    {"2\n0\n127\n60\n61\n261\n2\n0\nx\n", "x.kbm:5: the reference key 61 has no degree in the map"},
    {"2\n0\n127\n60\n61\n261\n2\n0\n", "x.kbm:5: the reference key 61 has no degree in the map"},
};

static void check_refused(void) {
    JwError error = {0};
    for (size_t i = 0; i < sizeof(wrong_scales) / sizeof(wrong_scales[0]); ++i) {
        const Wrong *w = &wrong_scales[i];
        error.text[0] = '\0';
        scale.n = 77;
        check(jw_scale_file_parse(w->text, strlen(w->text), "x.scl", &scale, &error) ==
                      JW_ERR_BAD_ARG &&
                  !strcmp(error.text, w->expected) && scale.n == 77,
              "scale %zu: \"%s\", not \"%s\"", i, error.text, w->expected);
    }
    for (size_t i = 0; i < sizeof(wrong_maps) / sizeof(wrong_maps[0]); ++i) {
        const Wrong *w = &wrong_maps[i];
        error.text[0] = '\0';
        map.n = 77;
        check(jw_keymap_file_parse(w->text, strlen(w->text), "x.kbm", &map, &error) ==
                      JW_ERR_BAD_ARG &&
                  !strcmp(error.text, w->expected) && map.n == 77,
              "map %zu: \"%s\", not \"%s\"", i, error.text, w->expected);
    }
    check(jw_scale_file_parse("a\n1\n2\0 ", 7, "x.scl", &scale, &error) == JW_ERR_BAD_ARG &&
              strstr(error.text, "x.scl:3: a zero byte"),
          "a zero byte: %s", error.text);
    check(jw_scale_file_load("/nonexistent/x.scl", &scale, &error) &&
              strstr(error.text, "/nonexistent/x.scl: "),
          "no such file: %s", error.text);
    check(jw_keymap_file_load("/", &map, &error) && strstr(error.text, "/: "), "a folder: %s",
          error.text);
}

/// Cut short at every byte, and with a byte changed: never a crash, never half a value.
static void check_damaged(void) {
    JwError error = {0};
    static const char *const texts[] = {meantone, forms, bohlen_pierce, black, rising};
    uint64_t random = 7;
    int n_read = 0, n_refused = 0;
    for (size_t t = 0; t < sizeof(texts) / sizeof(texts[0]); ++t) {
        const size_t size = strlen(texts[t]);
        for (size_t i = 0; i < 6 * size; ++i) {
            // A heap copy of exactly that size: a sanitiser sees a byte read past it.
            const size_t cut = i < size ? i : size;
            char *copy = malloc(cut + 1);
            if (!check(copy != NULL, "out of memory")) {
                return;
            }
            memcpy(copy, texts[t], cut);
            if (i >= size) {
                copy[fixture_random(&random) % size] = (char)fixture_random(&random);
            }
            char *exact = realloc(copy, cut > 0 ? cut : 1);
            copy = exact ? exact : copy;
            scale.n = map.n = 0;
            const bool bad_scale = jw_scale_file_parse(copy, cut, "x", &scale, &error);
            const bool bad_map = jw_keymap_file_parse(copy, cut, "x", &map, &error);
            n_read += !bad_scale + !bad_map;
            n_refused += bad_scale + bad_map;
            for (int k = 0; k < JW_KEYS; ++k) {
                const JwKeymap own = jw_keymap_linear(60, 261.6);
                const double hz = jw_keymap_hz(&scale, bad_map ? &own : &map, k, 440.0);
                check_count(hz == 0.0 || (hz >= 0.1 && hz <= 3e4));
            }
            free(copy);
        }
    }
    printf("damaged: %d read, %d refused\n", n_read, n_refused);
    check(n_read > 100 && n_refused > 1000, "both happen");
}

/********* What sounds *********/

static JwInstrument instrument;

/// A bench string without bridge or tension modulation: frets to two octaves, open at 195.7 Hz.
static void make_bench(double sa_key) {
    jw_instrument_init(&instrument);
    strcpy(instrument.name, "Bench");
    instrument.sa_key = (int)sa_key;
    instrument.n_strings = 1;
    instrument.string[0] = (JwStringSpec){.name = "one", .key = 55, .n_frets = 25, .pluck_m = 1e-3};
    instrument.string[0].gain = 1.0;
    instrument.string[0].data = fixture_bench_data();
    for (int f = 0; f < 25; ++f) {
        instrument.string[0].fret_semitones[f] = f;
    }
    tone_solo(&instrument, 0);
}

enum { RATE = 48000, FRAMES = RATE };

static float left[FRAMES], right[FRAMES];

/// Cents by which the tone of a key is off; NaN if it is silent.
static double sound(int key, const JwTuning *tuning, double hz) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F64, .synchronous = true};
    const JwEvent event = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)key, 64}};
    JwEngine *engine = jw_engine_new();
    double cents = NAN;
    if (engine && !jw_engine_set_tuning(engine, tuning) &&
        !jw_engine_prepare(engine, &instrument, RATE, &options)) {
        jw_engine_run(engine, &event, 1, left, right, NULL, FRAMES);
        if (hz > 0.0 && !jw_engine_silent(engine)) {
            cents = tone_cents(tone_hz(left + FRAMES / 8, FRAMES * 3 / 4, RATE, hz), hz);
        }
    }
    jw_engine_free(engine);
    return cents;
}

typedef struct {
    const char *name;
    const char *scale;
    const char *map; ///< NULL: none
    struct {
        int key;
        double hz; ///< 0: no note
    } note[6];
} Sounding;

static void check_sounds(void) {
    const double c4 = 440.0 * exp2(-9.0 / 12.0);
    const Sounding cases[] = {
        {"meantone, no map",
         meantone,
         NULL,
         {{60, c4},
          {64, c4 * 5 / 4},
          {67, c4 * exp2(696.57843 / 1200)},
          {68, c4 * 25 / 16},
          {72, 2 * c4},
          {59, c4 * exp2((1082.89214 - 1200) / 1200)}}},
        {"meantone, A4 = 440 map",
         meantone,
         linear,
         {{69, 440.0},
          {60, 440.0 * exp2(-889.73529 / 1200)},
          {64, 440.0 * 5 / 4 * exp2(-889.73529 / 1200)},
          {76, 440.0 * 5 / 2 * exp2(-889.73529 / 1200)},
          {72, 880.0 * exp2(-889.73529 / 1200)},
          {57, 220.0}}},
        {"Bohlen-Pierce, no map",
         bohlen_pierce,
         NULL,
         {{60, c4},
          {61, c4 * pow(3, 1 / 13.0)},
          {65, c4 * pow(3, 5 / 13.0)},
          {59, c4 * pow(3, -1 / 13.0)},
          {68, c4 * pow(3, 8 / 13.0)},
          {58, c4 * pow(3, -2 / 13.0)}}},
        {"Carlos Alpha, no map",
         alpha,
         NULL,
         {{60, c4},
          {61, c4 * exp2(77.965 / 1200)},
          {72, c4 * exp2(12 * 77.965 / 1200)},
          {55, c4 * exp2(-5 * 77.965 / 1200)},
          {66, c4 * exp2(6 * 77.965 / 1200)},
          {78, c4 * exp2(18 * 77.965 / 1200)}}},
        {"19 equal steps, no map",
         edo19,
         NULL,
         {{60, c4},
          {61, c4 * exp2(1 / 19.0)},
          {79, 2 * c4},
          {71, c4 * exp2(11 / 19.0)},
          {53, c4 * exp2(-7 / 19.0)},
          {67, c4 * exp2(7 / 19.0)}}},
        {"slendro on the black keys",
         slendro,
         black,
         {{61, 277.18263},
          {63, 277.18263 * exp2(231 / 1200.0)},
          {66, 277.18263 * exp2(474 / 1200.0)},
          {62, 0.0},
          {73, 2 * 277.18263},
          {58, 277.18263 * exp2(955 / 1200.0) / 2}}},
        {"degrees out of order",
         forms,
         NULL,
         {{60, c4},
          {61, c4 * 81 / 64},
          {64, c4 * exp2(-5 / 1200.0)},
          {66, c4 * exp2(1 / 12.0)},
          {67, c4 * 5 / 4},
          {65, 0.0}}},
        {"three keys, two degrees",
         edo19,
         rising,
         {{60, 300 * exp2(-1 / 19.0)},
          {61, 300.0},
          {62, 0.0},
          {63, 300 * exp2(1 / 19.0)},
          {64, 300 * exp2(2 / 19.0)},
          {71, 440.0 * exp2(2 / 12.0)}}},
    };
    make_bench(60);
    double worst = 0.0;
    int n = 0, n_silent = 0;
    for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); ++c) {
        static JwTuning tuning;
        tuning = (JwTuning){.has_scale = true, .has_keymap = cases[c].map != NULL};
        read_scale(cases[c].scale);
        tuning.scale = scale;
        if (cases[c].map) {
            read_map(cases[c].map);
            tuning.keymap = map;
        }
        for (int i = 0; i < 6; ++i) {
            const int key = cases[c].note[i].key;
            const double hz = cases[c].note[i].hz, cents = sound(key, &tuning, hz);
            if (hz > 0.0) {
                check(fabs(cents) <= 0.1, "%s, key %d: %.4f cents off %.3f Hz", cases[c].name, key,
                      cents, hz);
                worst = fmax(worst, fabs(cents));
                ++n;
            } else {
                check(isnan(cents), "%s, key %d has no note", cases[c].name, key);
                ++n_silent;
            }
        }
    }
    check_below(worst, 0.1, "worst of %d notes in %zu tunings, cents (%d keys silent)", n,
                sizeof(cases) / sizeof(cases[0]), n_silent);
}

/// 53 notes an octave: a key at the top of the string sounds at its fret, not at one that is
/// pulled.
static void check_many_notes(void) {
    static JwTuning tuning;
    const double c4 = 440.0 * exp2(-9.0 / 12.0);
    tuning = (JwTuning){.has_scale = true, .scale = {.n = 53}};
    for (int i = 0; i < 53; ++i) {
        tuning.scale.cents[i] = 1200.0 * (i + 1) / 53.0;
    }
    make_bench(60);
    for (int key = 99; key <= 127; key += 28) {
        check_below(fabs(sound(key, &tuning, c4 * exp2((key - 60) / 53.0))), 0.1,
                    "key %d of 53 notes an octave, cents", key);
    }
}

/// Without a map the scale begins on Sa: the instrument's, or the parameter's.
static void check_tonic(void) {
    static JwTuning tuning;
    tuning = (JwTuning){.has_scale = true};
    read_scale(meantone);
    tuning.scale = scale;
    make_bench(61);
    const double cs4 = 440.0 * exp2(-8.0 / 12.0), d4 = 440.0 * exp2(-7.0 / 12.0);
    check_below(fabs(sound(65, &tuning, cs4 * 5 / 4)), 0.1, "a third over the instrument's Sa");
    instrument.param[JW_P_SA] = 3.0;
    check_below(fabs(sound(66, &tuning, d4 * 5 / 4)), 0.1, "a third over another Sa");
    instrument.param[JW_P_A4] = 432.0;
    check_below(fabs(sound(66, &tuning, d4 * 5 / 4 * 432 / 440)), 0.1, "and another A4");
}

/// A tuning that comes while a string sounds takes it along.
static void check_change(void) {
    static JwTuning tuning;
    const JwEngineOptions options = {.precision = JW_PRECISION_F64, .synchronous = true};
    const JwEvent event = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 64, 64}};
    tuning = (JwTuning){.has_scale = true};
    read_scale(meantone);
    tuning.scale = scale;
    make_bench(60);
    JwEngine *engine = engine_prepared(&instrument, RATE, &options);
    const double e4 = 440.0 * exp2(-5.0 / 12.0), third = 440.0 * exp2(-9.0 / 12.0) * 5 / 4;
    jw_engine_run(engine, &event, 1, left, right, NULL, FRAMES);
    check_below(fabs(tone_cents(tone_hz(left + 6000, 36000, RATE, e4), e4)), 0.1, "before");
    check(!jw_engine_set_tuning(engine, &tuning), "set while it sounds");
    jw_engine_run(engine, NULL, 0, left, right, NULL, FRAMES);
    check_below(fabs(tone_cents(tone_hz(left + 6000, 36000, RATE, third), third)), 0.1, "after");
    tuning.string_cents[0] = NAN;
    check(jw_engine_set_tuning(engine, &tuning) == JW_ERR_BAD_ARG, "not a number is refused");
    check(!jw_engine_set_tuning(engine, NULL), "back to its own");
    jw_engine_run(engine, NULL, 0, left, right, NULL, FRAMES);
    check_below(fabs(tone_cents(tone_hz(left + 6000, 36000, RATE, e4), e4)), 0.1, "its own again");
    jw_engine_free(engine);
}

/// The same between two threads' calls: the tables wait until the audio thread comes for them.
static void check_asynchronous(void) {
    static JwTuning tuning;
    const JwEngineOptions options = {.precision = JW_PRECISION_F32};
    const JwEvent event = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 64, 64}};
    const JwEvent a4 = {.type = JW_EVENT_PARAM, .param = {JW_P_A4, 432.0}};
    const double c4 = 440.0 * exp2(-9.0 / 12.0), third = c4 * 5 / 4;
    tuning = (JwTuning){.has_scale = true};
    read_scale(meantone);
    tuning.scale = scale;
    make_bench(60);
    JwEngine *engine = engine_prepared(&instrument, RATE, &options);
    jw_engine_run(engine, &event, 1, left, right, NULL, 512);
    check(!jw_engine_set_tuning(engine, &tuning), "set");
    jw_engine_run(engine, NULL, 0, left, right, NULL, FRAMES);
    check_below(fabs(tone_cents(tone_hz(left + 6000, 36000, RATE, third), third)), 0.1,
                "in 32 bits, cents off");
    check(jw_engine_wants_service(engine), "the old tables are to be collected");
    check(!jw_engine_service(engine) && !jw_engine_wants_service(engine), "and are");
    // A parameter's tables keep the tuning that was set.
    jw_engine_run(engine, &a4, 1, left, right, NULL, 512);
    check(jw_engine_wants_service(engine) && !jw_engine_service(engine), "a parameter's tables");
    jw_engine_run(engine, NULL, 0, left, right, NULL, FRAMES);
    const double lower = third * 432.0 / 440.0;
    check_below(fabs(tone_cents(tone_hz(left + 6000, 36000, RATE, lower), lower)), 0.1,
                "another A4, cents off");
    jw_engine_free(engine);
}

int main(void) {
    check_values();
    check_limits();
    check_refused();
    check_damaged();
    check_sounds();
    check_many_notes();
    check_tonic();
    check_change();
    check_asynchronous();
    return check_result();
}
