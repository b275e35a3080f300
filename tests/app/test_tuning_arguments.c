// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tuning on the command line: what it sets, what it refuses, and what the renderer then plays.
// Arguments: jawari-render, a folder for files.

#include "app/render/render_options.h"
#include "program/tuning_arguments.h"
#include "support/check.h"
#include "support/texts.h"
#include "support/tone.h"

#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGS = 12, RATE = 48000, FRAMES = 2 * RATE };

static JwRenderOptions options;
static JwError error;

/// Parses up to four words between the program's name and its files.
static bool parse(const char *a, const char *b, const char *c, const char *d) {
    static char text[ARGS][128];
    const char *const words[] = {"jawari-render", a, b, c, d, "in.mid", "out.wav"};
    char *argv[ARGS] = {NULL};
    int argc = 0;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
        if (words[i]) {
            snprintf(text[argc], sizeof(text[argc]), "%s", words[i]);
            argv[argc] = text[argc];
            ++argc;
        }
    }
    error.text[0] = '\0';
    return jw_render_options_parse(&options, argc, argv, &error);
}

static void accepted(const char *a, const char *b, JwParamId id, double value) {
    check(parse(a, b, NULL, NULL) && options.set[id] && fabs(options.value[id] - value) < 1e-9,
          "%s %s: %g, not %g; %s", a, b, options.value[id], value, error.text);
}

static void refused(const char *a, const char *b, const char *c, const char *d, const char *why) {
    check(!parse(a, b, c, d) && strstr(error.text, why), "%s %s: \"%s\", not \"%s\"", a, b,
          error.text, why);
}

static void check_options(void) {
    accepted("--a4", "442.5", JW_P_A4, 442.5);
    accepted("--sa", "C", JW_P_SA, 1);
    accepted("--sa", "Db", JW_P_SA, 2);
    accepted("--sa", "D#3", JW_P_SA, 4);
    accepted("--sa", "440", JW_P_SA, 10);
    accepted("--sa", "440", JW_P_A4, 440.0);
    accepted("--sa", "138.0", JW_P_SA, 2);
    accepted("--sa", "138.0", JW_P_A4, 138.0 * exp2(20.0 / 12.0));
    accepted("--sa", "240Hz", JW_P_SA, 12);
    accepted("--sa", "240 Hz", JW_P_A4, 240.0 * exp2(10.0 / 12.0));
    accepted("--sa", "0.24khz", JW_P_A4, 240.0 * exp2(10.0 / 12.0));
    accepted("--sa", "c#", JW_P_SA, 2);
    accepted("--a4", "442Hz", JW_P_A4, 442.0);
    accepted("--set", "gain=-6dB", JW_P_GAIN, -6.0);
    accepted("--set", "Gain=-6 DB", JW_P_GAIN, -6.0);
    accepted("--set", "pluck-width=4 mm", JW_P_PLUCK_WIDTH, 4.0);
    accepted("--set", "Pluck width=0.4cm", JW_P_PLUCK_WIDTH, 4.0);
    accepted("--set", "PAN=-50%", JW_P_PAN, -50.0);
    accepted("--set", "tune=+20cents", JW_P_TUNE, 20.0);
    accepted("--set", "bridge_curvature=2x", JW_P_BRIDGE_CURVATURE, 2.0);
    accepted("--set", "drone_tempo=50 BPM", JW_P_DRONE_TEMPO, 50.0);
    accepted("--raga", "yaman", JW_P_RAGA, 2);
    accepted("--raga", "KAFI:Equal", JW_P_INTONATION, 2);
    accepted("--raga", "Todi", JW_P_INTONATION, 1);
    accepted("--raga", "bhairav:just", JW_P_INTONATION, 1);
    accepted("--raga=Kafi:equal", NULL, JW_P_INTONATION, 2);
    refused("--a4", "10", NULL, NULL, "concert_pitch: 10 is out of range");
    refused("--sa", "H", NULL, NULL, "--sa: \"H\" is neither a note (C#) nor a pitch");
    refused("--sa", "240dB", NULL, NULL, "--sa: \"240dB\" is neither a note (C#) nor a pitch");
    refused("--set", "gain=-6Hz", NULL, NULL, "gain: \"-6Hz\" is not a number");
    refused("--set", "gain=dB", NULL, NULL, "gain: \"dB\" is not a number");
    refused("--set", "quality=2x", NULL, NULL, "quality: \"2x\" is neither a number nor a name");
    refused("--sa", "5", NULL, NULL, "--sa: \"5\" is neither a note (C#) nor a pitch");
    refused("--raga", "yamen", NULL, NULL, "unknown raga \"yamen\"; nearest: Yaman");
    refused("--raga", "Yaman:pure", NULL, NULL, "\"pure\" is neither just, equal nor own");
    refused("--a4", "440", "--sa", "138", "--sa: a pitch sets A4");
    refused("--keymap", "x.kbm", NULL, NULL, "--keymap: needs --tuning");
    refused("--tuning", "x.scl", "--tun", "y", "option --tun: ambiguous");
    check(parse("--tuning", "x.scl", "--keymap", "x.kbm") &&
              !strcmp(options.tuning.scale, "x.scl") && !strcmp(options.tuning.keymap, "x.kbm"),
          "files: %s", error.text);
    check(parse("--tune", "one=3", "--tune", "two=-4") && options.tuning.n_strings == 2, "strings");
}

static void check_strings(void) {
    static JwInstrument instrument;
    static JwTuning tuning;
    JwTuningArguments a = {.n_strings = 2, .string = {"Jor=-3.5 cents", "BAJ=1200"}};
    jw_instrument_init(&instrument);
    instrument.n_strings = 2;
    strcpy(instrument.string[0].name, "baj");
    strcpy(instrument.string[1].name, "jor");
    check(jw_tuning_arguments_load(&a, &instrument, &tuning, &error), "%s", error.text);
    check(tuning.string_cents[0] == 1200.0 && tuning.string_cents[1] == -3.5, "strings in cents");
    static const char *const wrong[][2] = {
        {"jur=3", "the instrument has no string \"jur\"; nearest: jor"},
        {"jor", "STRING=CENTS is needed"},
        {"jor=sharp", "\"sharp\" is not a number from -1200 to 1200 cents"},
        {"jor=1201", "\"1201\" is not a number from -1200 to 1200 cents"},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
        a = (JwTuningArguments){.n_strings = 1, .string = {wrong[i][0]}};
        check(!jw_tuning_arguments_load(&a, &instrument, &tuning, &error) &&
                  strstr(error.text, wrong[i][1]),
              "%s: %s", wrong[i][0], error.text);
    }
    a = (JwTuningArguments){.scale = "/nonexistent.scl"};
    check(!jw_tuning_arguments_load(&a, &instrument, &tuning, &error) &&
              strstr(error.text, "/nonexistent.scl: "),
          "%s", error.text);
}

/********* The renderer *********/

/// Cents by which a note of the bench string is off under these options.
static double rendered(const char *program, const char *folder, const char *arguments, int key,
                       double hz) {
    static float samples[2 * FRAMES];
    char command[1024], path[512];
    snprintf(path, sizeof(path), "%s/tuning.wav", folder);
    snprintf(command, sizeof(command),
             "'%s' -q -i bench -s output_source=1 --format wavfloat -t 0 --note %d:64:3 %s '%s'",
             program, key, arguments, path);
    SF_INFO info = {0};
    SNDFILE *file = system(command) ? NULL : sf_open(path, SFM_READ, &info);
    if (!file || info.channels != 2 || sf_seek(file, RATE, SEEK_SET) != RATE ||
        sf_readf_float(file, samples, FRAMES) != FRAMES) {
        sf_close(file);
        return (double)NAN;
    }
    sf_close(file);
    for (int i = 0; i < FRAMES; ++i) {
        samples[i] = samples[2 * i];
    }
    return tone_cents(tone_hz(samples, FRAMES, RATE, hz), hz);
}

static void check_rendered(const char *program, const char *folder) {
    char scale[600], both[1300], scale_path[512], map_path[512];
    snprintf(scale_path, sizeof(scale_path), "%s/third.scl", folder);
    snprintf(map_path, sizeof(map_path), "%s/map.kbm", folder);
    check(write_text(scale_path, "a third and an octave\n2\n5/4\n2/1\n"), "%s", scale_path);
    check(write_text(map_path, "0\n0\n127\n55\n55\n196.5\n0\n"), "%s", map_path);
    snprintf(scale, sizeof(scale), "--tuning '%s'", scale_path);
    snprintf(both, sizeof(both), "--tuning '%s' --keymap '%s'", scale_path, map_path);
    const double third = 440.0 * exp2(-9.0 / 12.0) * 5.0 / 8.0, open = jw_key_hz(55, 440.0);
    // The bench string is tuned by its tension to 195.9 Hz, 0.6 cents below the note.
    check_below(fabs(rendered(program, folder, "", 55, open)), 1.0, "as it is, cents off G3");
    check_below(fabs(rendered(program, folder, scale, 59, third)), 0.1, "a third below, cents off");
    check_below(fabs(rendered(program, folder, both, 55, 196.5)), 0.1, "with a map, cents off");
    check_below(fabs(rendered(program, folder, "--raga bilawal --sa 196.2", 55, 196.2)), 0.1,
                "Sa in hertz, cents off");
    check_below(fabs(rendered(program, folder, "--tune string=25", 55, open * exp2(25.0 / 1200.0))),
                0.1, "a string in cents, cents off");
    remove(scale_path);
    remove(map_path);
    snprintf(map_path, sizeof(map_path), "%s/tuning.wav", folder);
    remove(map_path);
}

int main(int argc, char **argv) {
    check_options();
    check_strings();
    if (argc == 3) {
        check_rendered(argv[1], argv[2]);
    }
    return check_result();
}
