// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// jawari.h as a program of others uses it: instruments, errors, texts, tunings, engines, events.
// Compiled as C11 and as C++17, against the shared library and the static one.
//
//     test_library          runs the tests; $JAWARI_DATA is the folder with the instruments
//     test_library sizes    prints the size of each structure

#include <jawari.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void check(bool good, const char *what) {
    if (!good) {
        printf("FAILED: %s\n", what);
        ++failures;
    }
}

enum { FRAMES = 4800, STRINGS = 64 };

static float left[FRAMES], right[FRAMES], other_left[FRAMES], other_right[FRAMES];

static JawariInstrument *load(const char *name) {
    JawariError error = jawari_no_error();
    JawariInstrument *instrument = jawari_instrument_load(name, NULL, &error);
    if (!instrument) {
        printf("FAILED: %s\n", error.text);
        exit(1);
    }
    return instrument;
}

static JawariEngine *offline(const JawariInstrument *instrument) {
    JawariEngineOptions options;
    memset(&options, 0, sizeof(options));
    options.size = sizeof(options);
    options.offline = true;
    return jawari_engine_new(instrument, &options, NULL);
}

/********* Errors *********/

static void test_errors(void) {
    static const char text[] = "[instrument]\nformat = 1\nname = X\ndescription = X\n"
                               "[defaults]\njawari = 300\n[end]\n";
    JawariError error = jawari_no_error();
    check(!jawari_instrument_parse(text, strlen(text), "mine.ini", &error),
          "a wrong value is refused");
    check(error.kind == JAWARI_BAD_TEXT && error.line == 6, "its line is said");
    check(!strcmp(error.file, "mine.ini"), "its file is said");
    check(strstr(error.text, "mine.ini:6: ") == error.text, "the text says both");
    check(!jawari_instrument_parse(text, strlen(text), "mine.ini", NULL), "nobody has to ask why");

    check(!jawari_instrument_load("no-such-instrument", NULL, &error),
          "an unknown name is refused");
    check(strstr(error.text, "no-such-instrument") != NULL, "the name is in the text");
    check(!jawari_tuning_load("/no/such.scl", NULL, &error) && error.line == 0, "no such scale");
    check(!strcmp(error.file, "/no/such.scl"), "the scale's file is said");

    // A program that was built when JawariError ended after `line` gets no more than that.
    JawariError small;
    memset(&small, 0x55, sizeof(small));
    small.size = offsetof(JawariError, column);
    check(!jawari_instrument_parse(text, strlen(text), "mine.ini", &small), "refused again");
    unsigned char bytes[sizeof(small)];
    memcpy(bytes, &small, sizeof(small));
    check(small.line == 6 && bytes[offsetof(JawariError, column)] == 0x55,
          "no byte more is written");
}

/********* Parameters and instruments *********/

static void test_params(void) {
    const int n = jawari_param_count();
    bool found_all = n > 40;
    for (int i = 0; i < n; ++i) {
        JawariParamInfo info;
        info.size = sizeof(info);
        found_all = found_all && jawari_param_info(i, &info) &&
                    jawari_param_find(info.symbol) == i && info.lowest <= info.standard &&
                    info.standard <= info.highest;
    }
    check(found_all, "each parameter is found by its symbol");
    check(jawari_param_find("none such") == -1 && jawari_param_find(NULL) == -1, "others are not");
    JawariParamInfo info;
    info.size = sizeof(info);
    check(!jawari_param_info(n, &info) && !jawari_param_info(-1, &info), "no such number");
    double value = -1.0;
    const char *label = jawari_param_point(jawari_param_find("pluck_stroke"), 0, &value);
    check(label && value == 0.0, "named values");
    check(!jawari_param_point(jawari_param_find("pluck_stroke"), 99, &value), "past the last");
}

static void test_instrument(void) {
    JawariInstrument *sitar = load("sitar");
    JawariError error = jawari_no_error();
    const int jawari = jawari_param_find("jawari");
    check(strlen(jawari_instrument_name(sitar)) > 0, "a name");
    check(jawari_instrument_string_count(sitar) > 10, "strings");
    JawariStringInfo info;
    info.size = sizeof(info);
    check(jawari_instrument_string_info(sitar, 0, &info) && info.length_m > 0.5 && info.frets > 5,
          "the first string is stopped at frets");
    check(info.pitch_hz > 50.0 && info.pitch_hz < 500.0, "its pitch");
    check(jawari_instrument_find_string(sitar, info.name) == 0, "it is found by its name");
    check(!jawari_instrument_string_info(sitar, 99, &info), "no such string");
    check(jawari_instrument_find_key(sitar, "C#4", &error) == 61, "a key by its name");
    check(jawari_instrument_find_key(sitar, "C9", &error) == -1 && error.text[0], "out of reach");
    check(!jawari_instrument_set_param(sitar, jawari, NAN, &error), "no number is refused");
    check(!jawari_instrument_set_param(sitar, -1, 1.0, &error), "no parameter is refused");
    check(jawari_instrument_set_param(sitar, jawari, 23.4375, &error), "a value is taken");

    char *text = jawari_instrument_text(sitar);
    JawariInstrument *again =
        text ? jawari_instrument_parse(text, strlen(text), "again", &error) : NULL;
    if (!again) {
        printf("FAILED: %s\n", error.text);
        ++failures;
    } else {
        bool same = true;
        for (int i = 0; i < jawari_param_count(); ++i) {
            same = same && jawari_instrument_param(again, i) == jawari_instrument_param(sitar, i);
        }
        check(same, "written and read again, every parameter is the same");
    }
    jawari_instrument_free(again);
    jawari_text_free(text);
    JawariInstrument *copy = jawari_instrument_copy(sitar);
    jawari_instrument_free(sitar);
    check(copy && jawari_instrument_param(copy, jawari) == 23.4375, "a copy is its own");
    jawari_instrument_free(copy);
    jawari_instrument_free(NULL);
}

static void test_names(void) {
    JawariNames *names = jawari_names_new(JAWARI_INSTRUMENTS);
    bool has_sitar = false;
    for (int i = 0; names && i < jawari_names_count(names); ++i) {
        has_sitar = has_sitar || !strcmp(jawari_names_get(names, i), "sitar");
    }
    check(has_sitar, "the sitar is among the instruments");
    check(names && !jawari_names_get(names, jawari_names_count(names)), "past the last");
    jawari_names_free(names);
    names = jawari_names_new(JAWARI_PRESETS);
    JawariError error = jawari_no_error();
    for (int i = 0; names && i < jawari_names_count(names); ++i) {
        JawariInstrument *one = jawari_instrument_load(NULL, jawari_names_get(names, i), &error);
        if (!one) {
            printf("FAILED: preset %s: %s\n", jawari_names_get(names, i), error.text);
            ++failures;
        }
        jawari_instrument_free(one);
    }
    jawari_names_free(names);
}

/********* Engines *********/

/// Plays one note in blocks of so many frames, with n_moves moves of a parameter on the way.
static void play(JawariEngine *engine, uint32_t block, int n_moves, float *to_left,
                 float *to_right) {
    JawariEvent events[300];
    events[0] = jawari_midi_event(0, 0x90, 61, 100);
    for (int i = 1; i <= n_moves; ++i) {
        events[i].frame = (uint32_t)(i * FRAMES / (n_moves + 1));
        events[i].type = JAWARI_EVENT_PARAM;
        events[i].data.param.param = jawari_param_find("gain");
        events[i].data.param.value = -0.01 * i;
    }
    int next = 0;
    for (uint32_t at = 0; at < FRAMES; at += block) {
        JawariEvent here[300];
        size_t n = 0;
        const uint32_t frames = at + block < FRAMES ? block : FRAMES - at;
        for (; next <= n_moves && events[next].frame < at + frames; ++next) {
            here[n] = events[next];
            here[n].frame -= at;
            ++n;
        }
        const JawariBuffers buffers = jawari_buffers(to_left + at, to_right + at);
        jawari_engine_run(engine, here, n, &buffers, frames);
    }
}

static void test_engine(void) {
    JawariInstrument *sitar = load("sitar");
    JawariEngine *engine = offline(sitar);
    check(engine != NULL, "an engine");
    if (!engine) {
        return;
    }
    check(jawari_engine_rate(engine) == 48000.0, "its rate");
    // More moves in one block than are converted at once
    play(engine, FRAMES, 200, left, right);
    jawari_engine_reset(engine);
    play(engine, 37, 200, other_left, other_right);
    check(!memcmp(left, other_left, sizeof(left)) && !memcmp(right, other_right, sizeof(right)),
          "the same bits in blocks of 37 and 4800");
    double sum = 0.0;
    for (int i = 0; i < FRAMES; ++i) {
        sum += (double)fabsf(left[i]);
    }
    check(sum > 1.0, "it sounds");

    JawariReport report;
    report.size = sizeof(report);
    check(jawari_engine_report(engine, -1, &report) && report.frames > FRAMES - 64 &&
              report.frames <= FRAMES,
          "frames counted, to the last point of the control grid");
    check(report.impacts > 0 && report.energy_excess < 1e-6, "it buzzed, and no energy came in");
    check(!jawari_engine_report(engine, 99, &report), "no such string");
    JawariStroke stroke;
    stroke.size = sizeof(stroke);
    int string = 0;
    while (jawari_engine_stroke(engine, string, &stroke) && stroke.number == 0) {
        ++string;
    }
    check(stroke.number == 1 && stroke.force_n > 0.0, "the stroke is reported");
    double pitch_hz = 0.0, energy_j = 0.0, length_m = 0.0;
    check(jawari_engine_string_now(engine, string, &pitch_hz, &energy_j) && pitch_hz > 200.0 &&
              pitch_hz < 400.0 && energy_j > 0.0,
          "pitch and energy of its string");
    float x_m[256], force_n[256], shape_m[128], modes_m[256];
    check(jawari_engine_forces_now(engine, string, x_m, force_n, 256) > 0, "forces on its bridge");
    check(jawari_engine_forces(engine, string, x_m, force_n, 256) > 0, "as published");
    check(jawari_engine_shape(engine, string, shape_m, 128), "its shape");
    check(!jawari_engine_shape(engine, string, shape_m, 129), "no more points than there are");
    check(jawari_engine_modes(engine, string, modes_m, 256, &length_m) > 50 && length_m > 0.3,
          "its modes");
    check(jawari_engine_modes(engine, -1, modes_m, 256, &length_m) == 0, "no such string");
    check(!jawari_engine_silent(engine), "it still sounds");
    jawari_engine_free(engine);
    jawari_engine_free(NULL);

    JawariEngineOptions options;
    memset(&options, 0, sizeof(options));
    options.size = sizeof(options);
    options.rate_hz = 1.0;
    JawariError error = jawari_no_error();
    check(!jawari_engine_new(sitar, &options, &error) && error.kind == JAWARI_REFUSED &&
              error.text[0],
          "a rate out of range is refused");
    jawari_instrument_free(sitar);
}

/// Stems add up to the mix, and a sound pushes the bridge.
static void test_buffers(void) {
    static float stem[2 * (STRINGS + 1)][FRAMES], in[FRAMES];
    float *stems[2 * (STRINGS + 1)];
    JawariInstrument *sitar = load("sitar");
    JawariEngine *engine = offline(sitar);
    const int n = 2 * (jawari_engine_string_count(engine) + 1);
    for (int i = 0; i < n; ++i) {
        stems[i] = stem[i];
    }
    JawariBuffers buffers = jawari_buffers(left, right);
    buffers.stems = stems;
    JawariEvent events[2];
    memset(events, 0, sizeof(events));
    events[0].type = JAWARI_EVENT_PLUCK;
    events[0].data.pluck.string = 0;
    events[0].data.pluck.velocity = 100;
    events[1].type = 1234; // Of a newer library
    jawari_engine_run(engine, events, 2, &buffers, FRAMES);
    bool equal = true;
    for (int i = 0; i < FRAMES; ++i) {
        float sum = 0.0f;
        for (int k = 0; k < n; k += 2) {
            sum += stem[k][i];
        }
        equal = equal && sum == left[i];
    }
    check(equal && fabsf(left[FRAMES - 1]) > 0.0f, "stems add up to the mix, bit for bit");

    check(jawari_instrument_takes_input(sitar), "a sitar's bridge moves");
    jawari_engine_reset(engine);
    for (int i = 0; i < FRAMES; ++i) {
        in[i] = i % 100 < 50 ? 0.5f : -0.5f;
    }
    buffers = jawari_buffers(left, right);
    buffers.in_left = in;
    jawari_engine_run(engine, NULL, 0, &buffers, FRAMES);
    check(fabsf(left[FRAMES - 1]) > 0.0f, "its strings answer a sound");

    // A program that was built before there were inputs and stems
    jawari_engine_reset(engine);
    buffers.size = offsetof(JawariBuffers, in_left);
    jawari_engine_run(engine, NULL, 0, &buffers, FRAMES);
    check(left[FRAMES - 1] == 0.0f, "members that the caller does not know are not read");
    jawari_engine_free(engine);
    jawari_instrument_free(sitar);
}

static void test_tunings(void) {
    static const char scale[] = "! x.scl\nfive steps\n 5\n!\n240.\n480.\n720.\n960.\n2/1\n";
    static const char wrong[] = "! x.scl\nfive steps\n 5\n!\n240.\nno\n720.\n960.\n2/1\n";
    JawariError error = jawari_no_error();
    JawariInstrument *sitar = load("sitar");
    JawariEngine *engine = offline(sitar);
    JawariTuning *tuning = jawari_tuning_parse(scale, strlen(scale), NULL, 0, &error);
    check(tuning && jawari_tuning_set_string(tuning, 0, 12.0), "a scale, and a string tuned finer");
    check(tuning && !jawari_tuning_set_string(tuning, 0, NAN) &&
              !jawari_tuning_set_string(tuning, 99, 0.0),
          "no number, no string");
    check(tuning && jawari_engine_set_tuning(engine, tuning, &error), "the engine takes it");
    check(jawari_engine_set_tuning(engine, NULL, &error), "and gives it back");
    check(!jawari_tuning_parse(wrong, strlen(wrong), NULL, 0, &error) && error.line == 6,
          "a wrong line of a scale is said");
    jawari_tuning_free(tuning);

    const double x_m[] = {0.0, 0.010, 0.020}, height_m[] = {-1e-4, 0.0, -1e-4};
    const double backward_m[] = {0.02, 0.01, 0.0};
    JawariProfile *profile = jawari_profile_new(x_m, height_m, 3, &error);
    check(profile && jawari_engine_set_profile(engine, profile, &error), "a bridge of one's own");
    check(!jawari_profile_new(backward_m, height_m, 3, &error) && error.kind == JAWARI_BAD_ARGUMENT,
          "a bridge that goes backwards");
    check(!jawari_profile_new(x_m, height_m, 0, &error), "a bridge without points");
    jawari_profile_free(profile);
    jawari_engine_free(engine);
    jawari_instrument_free(sitar);
}

/// In real time: a moved bridge needs service, and posted events act.
static void test_service(void) {
    JawariInstrument *sitar = load("sitar");
    JawariEngine *engine = jawari_engine_new(sitar, NULL, NULL);
    const JawariBuffers buffers = jawari_buffers(left, right);
    JawariEvent move;
    memset(&move, 0, sizeof(move));
    move.type = JAWARI_EVENT_PARAM;
    move.data.param.param = jawari_param_find("sigma1");
    if (move.data.param.param < 0) {
        move.data.param.param = jawari_param_find("thread");
    }
    JawariParamInfo info;
    info.size = sizeof(info);
    check(jawari_param_info(move.data.param.param, &info), "a parameter that needs tables");
    move.data.param.value = 0.5 * (info.standard + info.highest);
    check(jawari_engine_post(engine, &move), "an event is posted");
    jawari_engine_run(engine, NULL, 0, &buffers, 64);
    check(jawari_engine_param_now(engine, move.data.param.param) == move.data.param.value,
          "it acts at the next block");
    check(jawari_engine_service(engine), "service");
    jawari_engine_run(engine, NULL, 0, &buffers, 64);
    move.type = JAWARI_EVENT_SYSEX;
    check(!jawari_engine_post(engine, &move), "a message in the caller's memory is not posted");
    JawariError error = jawari_no_error();
    check(jawari_engine_restart(engine, sitar, 7, &error), "started anew with a seed");
    jawari_engine_free(engine);
    jawari_instrument_free(sitar);
}

static int print_sizes(void) {
#define SIZE_OF(type) printf("%s %zu\n", #type, sizeof(type))
    SIZE_OF(JawariError);
    SIZE_OF(JawariParamInfo);
    SIZE_OF(JawariStringInfo);
    SIZE_OF(JawariEngineOptions);
    SIZE_OF(JawariEvent);
    SIZE_OF(JawariBuffers);
    SIZE_OF(JawariReport);
    SIZE_OF(JawariStroke);
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "sizes")) {
        return print_sizes();
    }
    test_errors();
    test_params();
    test_instrument();
    test_names();
    test_engine();
    test_buffers();
    test_tunings();
    test_service();
    printf("libjawari %s: %s\n", jawari_version(), failures ? "failed" : "as promised");
    return failures != 0;
}
