// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// jawari.h as a program of others uses it: instruments, errors, texts, tunings, engines, events.
// Compiled as C11 and as C++17, against the shared library and the static one.
//
//     test_library          runs the tests; $JAWARI_DATA is the folder with the instruments
//     test_library texts    writes every instrument and preset, reads it again, compares the
//     samples test_library sizes    prints the size of each structure

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
    check(error.kind == JAWARI_NO_FILE && !strcmp(error.file, "no-such-instrument"),
          "and that there is none");
    check(!jawari_instrument_load("sitar", "no-such-preset", &error) &&
              error.kind == JAWARI_NO_FILE && !strcmp(error.file, "no-such-preset"),
          "nor such a preset");
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

/********* Texts *********/

enum { SOUND = 2400 };

/// Plays every key of two octaves and the drone at once, into a buffer of SOUND frames.
static bool sound_of(const JawariInstrument *instrument, float *sound, JawariError *error) {
    static float unused[SOUND];
    JawariEvent events[30];
    JawariEngineOptions options;
    memset(&options, 0, sizeof(options));
    options.size = sizeof(options);
    options.offline = true;
    JawariEngine *engine = jawari_engine_new(instrument, &options, error);
    if (!engine) {
        return false;
    }
    memset(events, 0, sizeof(events));
    events[0].type = JAWARI_EVENT_PARAM;
    events[0].data.param.param = jawari_param_find("drone");
    events[0].data.param.value = 1.0;
    for (int i = 1; i < 30; ++i) {
        events[i] = jawari_midi_event((uint32_t)(40 * i), 0x90, (uint8_t)(35 + i), 100);
    }
    const JawariBuffers buffers = jawari_buffers(sound, unused);
    jawari_engine_run(engine, events, 30, &buffers, SOUND);
    jawari_engine_free(engine);
    return true;
}

/// Writes an instrument, reads it, and writes and reads that: all play the same bits.
static void rewrite(const char *name, const JawariInstrument *one) {
    static float sound[SOUND], again[SOUND];
    char *text[2] = {jawari_instrument_text(one), NULL};
    JawariError error = jawari_no_error();
    bool good = text[0] != NULL && sound_of(one, sound, &error);
    float loudest = 0.0f;
    for (int i = 0; i < SOUND; ++i) {
        loudest = fabsf(sound[i]) > loudest ? fabsf(sound[i]) : loudest;
    }
    for (int i = 0; i < 2 && good; ++i) {
        JawariInstrument *read = jawari_instrument_parse(text[i], strlen(text[i]), name, &error);
        good = read && sound_of(read, again, &error);
        if (good) {
            check(!memcmp(sound, again, sizeof(sound)) && loudest > 1e-5f, name);
            check(!strcmp(jawari_instrument_remark(one), "") ==
                      !strcmp(jawari_instrument_remark(read), ""),
                  "the remark that it plays untuned");
            text[1] = text[1] ? text[1] : jawari_instrument_text(read);
        }
        jawari_instrument_free(read);
    }
    if (!good || !text[1] || strcmp(text[0], text[1]) != 0) {
        printf("FAILED: %s: its text %s\n", name, good ? "changes when written again" : error.text);
        ++failures;
    }
    jawari_text_free(text[0]);
    jawari_text_free(text[1]);
}

static void test_all_texts(void) {
    for (int kind = JAWARI_INSTRUMENTS; kind <= JAWARI_PRESETS; ++kind) {
        JawariNames *names = jawari_names_new((JawariNameKind)kind);
        for (int i = 0; i < jawari_names_count(names); ++i) {
            const char *name = jawari_names_get(names, i);
            JawariError error = jawari_no_error();
            JawariInstrument *one = kind == JAWARI_PRESETS
                                        ? jawari_instrument_load(NULL, name, &error)
                                        : jawari_instrument_load(name, NULL, &error);
            if (one) {
                rewrite(name, one);
            } else {
                check(false, error.text);
            }
            jawari_instrument_free(one);
        }
        printf("%d texts written and read again\n", jawari_names_count(names));
        check(jawari_names_count(names) > 15, "there are as many as are shipped");
        jawari_names_free(names);
    }
}

/// Texts as people write them: blanks, colons, carriage returns, values and cents of their own.
static void test_texts(void) {
    static const char text[] =
        "\xEF\xBB\xBF[instrument]\r\nformat = 1\r\nname = X\r\ndescription = X\r\n"
        "  [ defaults ]  ; [end]\r\n\tjawari: 30\r\n gain=-6.5\r\n"
        "  [string a] ; one\r\npitch = C3\nrole = drone\nlength_mm = 1000\nmu_kg_m = 4.83e-4\n"
        "ea_n = 0\nei_n_m2 = 6.03e-5\nlosses = polynomial\nsigma0_per_s = 0.6\n"
        "sigma1_m_per_s = 6.5e-3\nsigma3_m3_per_s = 5.0e-6\n wrap_cents: 1.25 ; of old\n"
        "gain = 0.8\npluck_mm = 2\n"
        "[string b]\nlike = a\npitch = D3\nwrap_by_lift_um = -1:-0.5 0:0\nwrap_by_lift_um = 1:0.7\n"
        "[set]\njawari = 40 ; over\n[end] ; [set]\n; after\n";
    JawariError error = jawari_no_error();
    JawariInstrument *one = jawari_instrument_parse(text, strlen(text), NULL, &error);
    if (!one) {
        check(false, error.text);
        return;
    }
    const int jawari = jawari_param_find("jawari"), gain = jawari_param_find("gain");
    check(jawari_instrument_param(one, jawari) == 40.0, "[set] is laid over [defaults]");
    check(jawari_instrument_set_param(one, jawari, 1.0 / 3.0 + 50.0, NULL), "a value");
    rewrite("a text with blanks, colons and cents", one);
    check(jawari_instrument_set_param(one, jawari, 30.0, NULL) &&
              jawari_instrument_set_param(one, gain, -7.0, NULL),
          "values");
    char *changed = jawari_instrument_text(one);
    check(changed && strstr(changed, "[set]\ngain = -7\n\n[end]") != NULL &&
              !strstr(changed, "jawari = 40") && strstr(changed, "wrap_cents = 1.25\n") != NULL,
          "[set] has what differs from [defaults], and no more");
    jawari_text_free(changed);
    JawariInstrument *copy = jawari_instrument_copy(one);
    jawari_instrument_free(one);
    rewrite("a copy", copy);
    jawari_instrument_free(copy);

    JawariInstrument *preset = jawari_instrument_load(NULL, "sitar-khula", &error);
    rewrite("sitar-khula", preset);
    jawari_instrument_free(preset);
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

/********* Whatever a caller does *********/

static void test_bad_arguments(void) {
    JawariError error = jawari_no_error();
    JawariInstrument *sitar = load("sitar");
    check(!jawari_engine_new(NULL, NULL, &error) && error.kind == JAWARI_BAD_ARGUMENT,
          "an instrument that could not be loaded makes no engine");
    JawariEngineOptions options;
    memset(&options, 0, sizeof(options));
    options.size = sizeof(options);
    const double rates[] = {-48000.0, NAN, INFINITY, 7999.0, 1e9};
    for (int i = 0; i < 5; ++i) {
        options.rate_hz = rates[i];
        check(!jawari_engine_new(sitar, &options, &error) && error.kind == JAWARI_REFUSED,
              "a rate that is none");
    }
    options.size = 0;
    JawariEngine *engine = jawari_engine_new(sitar, &options, &error);
    check(engine && jawari_engine_rate(engine) == 48000.0, "options of no size are none");
    jawari_engine_free(engine);

    // Structures of any size, up to one of a newer program
    unsigned char room[2 * sizeof(JawariStringInfo)];
    for (size_t size = 0; size <= sizeof(room); ++size) {
        memset(room, 0x55, sizeof(room));
        memcpy(room, &size, sizeof(size));
        jawari_instrument_string_info(sitar, 0, (JawariStringInfo *)(void *)room);
        bool kept = !memcmp(room, &size, sizeof(size));
        for (size_t i = size > sizeof(size) ? size : sizeof(size); i < sizeof(room); ++i) {
            kept = kept && room[i] == 0x55;
        }
        check(kept, "no byte is written beyond the caller's size");
    }

    engine = offline(sitar);
    JawariBuffers buffers = jawari_buffers(left, right);
    const JawariEvent on = jawari_midi_event(0, 0x90, 61, 100);
    left[0] = 7.0f;
    buffers.size = 0;
    jawari_engine_run(engine, &on, 1, &buffers, FRAMES);
    check(left[0] == 7.0f, "buffers of no size: nothing is played");
    buffers.size = sizeof(buffers) + 64;
    jawari_engine_run(engine, &on, 1, &buffers, FRAMES);
    check(left[0] == 0.0f && fabsf(left[FRAMES - 1]) > 0.0f, "and of a larger one: all is");

    float few[2] = {7.0f, 7.0f}, few_n[2] = {7.0f, 7.0f};
    int string = 0;
    JawariStroke stroke;
    stroke.size = sizeof(stroke);
    while (jawari_engine_stroke(engine, string, &stroke) && stroke.number == 0) {
        ++string;
    }
    check(jawari_engine_modes(engine, string, few, 1, NULL) == 1 && few[1] == 7.0f &&
              jawari_engine_forces(engine, string, few, few_n, 1) == 1 &&
              jawari_engine_forces_now(engine, string, few, few_n, 1) == 1 && few_n[1] == 7.0f,
          "no more values than are asked for, and their number");
    check(jawari_engine_modes(engine, string, few, 0, NULL) == 0 &&
              jawari_engine_forces_now(engine, string, few, few_n, -1) == 0 &&
              jawari_engine_forces(engine, 4096, few, few_n, 1) == 0,
          "none where none are asked for");
    check(jawari_engine_string_now(engine, string, NULL, NULL), "who needs neither says so");
    check(!jawari_engine_string_now(engine, -1, NULL, NULL), "no such string");
    check(jawari_param_point(jawari_param_find("pluck_stroke"), 0, NULL) != NULL &&
              jawari_instrument_find_string(sitar, NULL) == -1 &&
              jawari_instrument_find_key(sitar, NULL, &error) == -1,
          "no name, no value");
    check(!jawari_instrument_load("\xff\xfe", "\xff", &error) && error.kind == JAWARI_NO_FILE &&
              !strstr(error.text, "\xff"),
          "a name that is no text");
    check(!jawari_instrument_parse("", 0, NULL, &error) && error.kind == JAWARI_BAD_TEXT &&
              error.line == 1 && !strcmp(error.file, "text"),
          "a text of nothing");
    check(!jawari_engine_restart(engine, NULL, 0, &error), "nothing to start anew with");
    JawariInstrument *bass = load("bass");
    check(!jawari_engine_restart(engine, bass, 0, &error) && error.kind == JAWARI_BAD_ARGUMENT,
          "other strings need another engine");
    jawari_instrument_free(bass);
    jawari_engine_free(engine);
    jawari_instrument_free(sitar);
}

/// Ten thousand events of every kind, unsorted and beyond the block, then none: it plays on.
static void test_flood(void) {
    enum { MANY = 10000 };
    static JawariEvent events[MANY];
    static const uint8_t sysex[] = {0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7};
    JawariInstrument *sitar = load("sitar");
    JawariEngine *engine = offline(sitar);
    const JawariBuffers buffers = jawari_buffers(left, right);
    uint32_t dice = 1;
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < MANY; ++i) {
            JawariEvent *event = &events[i];
            dice = dice * 1664525u + 1013904223u;
            const uint32_t a = dice >> 8;
            memset(event, 0, sizeof(*event));
            event->frame = round == 0 ? 5 : round == 1 ? a % 1000 : dice;
            event->type = (int32_t)(a % 14) - 2;
            if (event->type == JAWARI_EVENT_SYSEX) {
                event->data.sysex.bytes = sysex;
                event->data.sysex.size = a % 7;
            } else {
                for (int k = 0; k < 5; ++k) {
                    dice = dice * 1664525u + 1013904223u;
                    event->data.room[k] = (uint64_t)dice * dice * (dice % 3);
                }
            }
        }
        jawari_engine_run(engine, events, MANY, &buffers, round == 1 ? 0 : 512);
    }
    jawari_engine_run(engine, NULL, 0, &buffers, FRAMES);
    bool finite = true;
    for (int i = 0; i < FRAMES; ++i) {
        finite = finite && fabsf(left[i]) <= 3.98f && fabsf(right[i]) <= 3.98f;
    }
    check(finite, "after a flood of anything the samples are numbers");
    JawariReport report;
    report.size = sizeof(report);
    check(jawari_engine_report(engine, -1, &report) && report.dropped_events > 1000 &&
              report.energy_excess < 1e-6,
          "what was too much is counted, and no energy came in");
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
    if (argc > 1 && !strcmp(argv[1], "texts")) {
        test_all_texts();
        return failures != 0;
    }
    test_errors();
    test_params();
    test_instrument();
    test_names();
    test_texts();
    test_engine();
    test_buffers();
    test_tunings();
    test_service();
    test_bad_arguments();
    test_flood();
    printf("libjawari %s: %s\n", jawari_version(), failures ? "failed" : "as promised");
    return failures != 0;
}
