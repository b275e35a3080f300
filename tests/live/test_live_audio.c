// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The audio thread's part of the player, without an audio thread: engines that take
// turns, what MIDI means, recordings, and that nothing of it clicks.

#include "app/player/live_audio.h"

#include "host/clocks.h"
#include "host/engine_swap.h"
#include "program/patch_names.h"
#include "program/wav_out.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RATE = 48000, BLOCK = 64, TAIL_FRAMES = 24000 };

typedef struct {
    JwInstrument instrument;
    JwPrograms programs;
} Sound;

static Sound *sitar;
static Sound *baj; // The sitar with its first string alone: it costs a twentieth
static Sound *tanpura;

typedef struct {
    JwRecorder *recorder;
    JwLiveAudio *audio;
    JwEngine *engine; // The newest, the audio's
    float *left;
    float *right;
    int n; // Frames run
    int n_midi;
    JwBackendMidi midi[8192];
} Bench;

static JwEngine *new_engine(const Sound *patch) {
    JwEngine *engine = jw_engine_new();
    check(engine && !jw_engine_prepare(engine, &patch->instrument, RATE, NULL), "an engine");
    return engine;
}

static void bench_init(Bench *b, const Sound *patch, int frames) {
    memset(b, 0, sizeof(*b));
    b->recorder = jw_recorder_new(NULL, NULL);
    b->audio = jw_live_audio_new(b->recorder);
    b->engine = new_engine(patch);
    b->left = calloc((size_t)frames + BLOCK, sizeof(float));
    b->right = calloc((size_t)frames + BLOCK, sizeof(float));
    jw_live_audio_set_engine(b->audio, b->engine);
}

static void bench_clear(Bench *b) {
    jw_live_audio_free(b->audio);
    jw_recorder_free(b->recorder);
    free(b->left);
    free(b->right);
}

// As a control thread does between blocks, so that tables are there in time.
static void run(Bench *b, int frames) {
    for (int done = 0; done < frames; done += BLOCK) {
        const JwBackendBlock block = {.n_frames = BLOCK,
                                      .rate_hz = RATE,
                                      .left = b->left + b->n,
                                      .right = b->right + b->n,
                                      .midi = b->midi,
                                      .n_midi = done ? 0 : b->n_midi};
        jw_live_audio_run(b->audio, &block);
        jw_engine_service(b->engine);
        b->n += BLOCK;
    }
    b->n_midi = 0;
    jw_live_audio_collect(b->audio);
}

static void midi(Bench *b, int frame, int status, int data_1, int data_2) {
    b->midi[b->n_midi++] = (JwBackendMidi){
        .frame = (uint32_t)frame, .midi = {(uint8_t)status, (uint8_t)data_1, (uint8_t)data_2}};
}

static void offer(Bench *b, const Sound *patch) {
    JwEngine *engine = new_engine(patch);
    check(jw_live_audio_offer_engine(b->audio, engine), "the engine is taken");
    b->engine = engine;
}

static void offer_tables(Bench *b, const Sound *patch, JwParamId learned, int controller) {
    JwLiveAudioTables *tables = calloc(1, sizeof(*tables));
    tables->programs = patch->programs;
    jw_midi_learn_clear(&tables->learned);
    jw_midi_learn_set(&tables->learned, learned, 2, controller);
    jw_live_audio_offer_tables(b->audio, tables);
}

static double peak(const float *samples, int n) {
    double most = 0.0;
    for (int i = 0; i < n; ++i) {
        most = fmax(most, fabs((double)samples[i]));
    }
    return most;
}

/*** Engines that take turns ***/

// What sounds fades as a smooth gain, to the bit; what comes after is the new engine's alone.
static void test_swap(void) {
    Bench a;
    Bench b;
    Bench fresh;
    const int fade = (int)(JW_ENGINE_SWAP_FADE_S * RATE) + 1;
    bench_init(&a, sitar, 2 * TAIL_FRAMES);
    bench_init(&b, sitar, 2 * TAIL_FRAMES);
    bench_init(&fresh, tanpura, TAIL_FRAMES);
    midi(&a, 5, 0x90, 54, 120);
    midi(&b, 5, 0x90, 54, 120);
    run(&a, 9600);
    run(&b, 9600);
    offer(&b, tanpura);
    run(&a, 4800);
    run(&b, 4800);
    double most = 0.0;
    double step = 0.0;
    double before = 1.0;
    for (int i = 0; i < fade; ++i) {
        const double t = (double)i / fade;
        const double gain = 1.0 - t * t * (3.0 - 2.0 * t);
        step = fmax(step, fabs(gain - before));
        before = gain;
        most = fmax(most, fabs((double)b.left[9600 + i] - gain * (double)a.left[9600 + i]));
    }
    check_between(peak(a.left + 9600, fade), 0.01, 2.0, "peak of what fades");
    check_below(most, 1e-6, "what fades is the old sound times the gain");
    check_below(step, 1.6 / fade, "steps of that gain");
    check_below(peak(b.left + 9600 + fade, 4800 - fade), 0.0, "then silence");
    midi(&b, 0, 0x90, 48, 100);
    midi(&fresh, 0, 0x90, 48, 100);
    run(&b, 9600);
    run(&fresh, 9600);
    check_between(peak(fresh.left, 9600), 0.01, 2.0, "peak of the new instrument");
    check(!memcmp(fresh.left, b.left + 14400, 9600 * sizeof(float)),
          "the new engine's notes are those of one that started so");
    bench_clear(&a);
    bench_clear(&b);
    bench_clear(&fresh);
}

static void midi_from(Bench *b, int source, int status, int data_1, int data_2) {
    midi(b, 0, status, data_1, data_2);
    b->midi[b->n_midi - 1].source = (uint8_t)source;
}

// Sources that go away, one by one and with their backend: what they hold is let go, and the pluck
// of the player itself goes on.
static void test_sources(void) {
    static const JwEvent own = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 2, 49, 100}};
    Bench b;
    bench_init(&b, sitar, 4 * TAIL_FRAMES);
    for (int way = 0; way < 2; ++way) {
        check(jw_live_audio_send(b.audio, &own), "the player's own key");
        midi_from(&b, 1, 0x90, 61, 100);
        midi_from(&b, 1, 0xb0, 64, 127);
        midi_from(&b, 1, 0xb0, 7, 20);
        midi_from(&b, 1, 0xe0, 0, 127);
        midi_from(&b, 1, 0x92, 49, 100);
        run(&b, 6400);
        const JwChannels *channels = jw_engine_channels(b.engine);
        check(channels->channel[0].bend == 8064 && jw_channels_pedal(channels, 0) &&
                  jw_channels_value(channels, 0, JW_VALUE_VOLUME) < 20.0,
              "a source holds what it holds");
        JwAudioReport report;
        while (jw_live_audio_report(b.audio, &report)) {
        }
        if (way == 0) {
            b.midi[b.n_midi++] = (JwBackendMidi){.source = 1, .gone = true};
        } else {
            jw_live_audio_lose_sources(b.audio);
        }
        run(&b, 6400);
        check(channels->channel[0].bend == 0 && !jw_channels_pedal(channels, 0) &&
                  jw_channels_value(channels, 0, JW_VALUE_VOLUME) == 100.0,
              "way %d: what a source held that is gone is let go", way);
        int n_off = 0, n_own = 0;
        while (jw_live_audio_report(b.audio, &report)) {
            n_off += report.kind == JW_AUDIO_REPORT_MIDI && report.midi.type == JW_MIDI_NOTE_OFF;
            n_own += report.kind == JW_AUDIO_REPORT_MIDI && report.midi.type == JW_MIDI_NOTE_OFF &&
                     report.midi.key == 49;
        }
        check(n_off == 1 && n_own == 0, "way %d: keys let go: %d, of the player's own: %d", way,
              n_off, n_own);
    }
    const JwMeters meters = jw_live_audio_meters(b.audio);
    check(meters.messages == 12 && meters.dropped == 0, "messages: %d", (int)meters.messages);
    bench_clear(&b);
}

/// Two semitones: what the tanpura begins with, and the sitar does not.
static void bend_by_two(Bench *b) {
    midi(b, 0, 0xb0, 101, 0);
    midi(b, 0, 0xb0, 100, 0);
    midi(b, 0, 0xb0, 6, 2);
}

static void sysex(Bench *b, int frame, const uint8_t *bytes, uint32_t size) {
    b->midi[b->n_midi++] =
        (JwBackendMidi){.frame = (uint32_t)frame, .sysex_size = size, .sysex = bytes};
}

/// Pitch of the first string as a MIDI key with a fraction.
static double first_pitch(const Bench *b) {
    JwStringReport report;
    jw_engine_report(b->engine, 0, &report);
    return jw_hz_key(report.pitch_hz);
}

// A tuning acts where it stands among notes, outlives the engine, and ends with a reset.
static void test_sysex(void) {
    static const uint8_t half[] = {0xf0, 0x7f, 0, 8, 2, 0, 1, 56, 56, 64, 0, 0xf7};
    static const uint8_t on[] = {0xf0, 0x7e, 0x7f, 9, 1, 0xf7};
    Bench b;
    bench_init(&b, baj, 2 * TAIL_FRAMES);
    midi(&b, 0, 0x90, 56, 100);
    run(&b, 640);
    const double plain = first_pitch(&b);
    sysex(&b, 10, half, sizeof(half));
    run(&b, 2560);
    check_between(first_pitch(&b) - plain, 0.499, 0.501, "a note is tuned, semitones");
    check_between((double)jw_live_audio_meters(b.audio).messages, 2.0, 2.0, "messages");
    offer(&b, baj);
    run(&b, 6400);
    midi(&b, 0, 0x90, 56, 100);
    run(&b, 2560);
    check_between(first_pitch(&b) - plain, 0.49, 0.51, "in the next engine, semitones");
    sysex(&b, 10, on, sizeof(on));
    midi(&b, 11, 0x90, 56, 100);
    run(&b, 2560);
    check_between(first_pitch(&b) - plain, -0.001, 0.001, "after a reset, semitones");
    midi(&b, 0, 0xff, 0, 0);
    run(&b, TAIL_FRAMES);
    check_below(peak(b.left + b.n - BLOCK, BLOCK), 1e-4, "a system reset ends all");
    bench_clear(&b);
}

// Wheel, its range and pedal are where the player has them.
static void test_chase(void) {
    Bench b;
    Bench fresh;
    bench_init(&b, tanpura, TAIL_FRAMES);
    bench_init(&fresh, sitar, TAIL_FRAMES);
    bend_by_two(&b);
    bend_by_two(&fresh);
    midi(&b, 0, 0xe0, 0, 96);
    midi(&b, 1, 0xb0, 64, 127);
    run(&b, 6400);
    offer(&b, sitar);
    run(&b, 6400);
    midi(&fresh, 0, 0xe0, 0, 96);
    midi(&fresh, 0, 0xb0, 64, 127);
    run(&fresh, 6400);
    const int n = b.n;
    const int m = fresh.n;
    midi(&b, 0, 0x90, 54, 100);
    midi(&b, 10, 0x80, 54, 64);
    midi(&fresh, 0, 0x90, 54, 100);
    midi(&fresh, 10, 0x80, 54, 64);
    run(&b, 6400);
    run(&fresh, 6400);
    double most = 0.0;
    for (int i = 0; i < 6400; ++i) {
        most = fmax(most, fabs((double)b.left[n + i] - (double)fresh.left[m + i]));
    }
    check_between(peak(b.left + n, 6400), 0.01, 2.0, "peak of the bent note");
    check_below(most, 1e-4 * peak(b.left + n, 6400), "wheel and pedal outlive the engine");
    bench_clear(&b);
    bench_clear(&fresh);
}

static void test_rate(void) {
    Bench b;
    float left[BLOCK];
    float right[BLOCK];
    bench_init(&b, sitar, TAIL_FRAMES);
    midi(&b, 0, 0x90, 54, 100);
    run(&b, 4800);
    const JwBackendBlock block = {
        .n_frames = BLOCK, .rate_hz = 44100.0, .left = left, .right = right};
    left[0] = 1.0f;
    jw_live_audio_run(b.audio, &block);
    check_below(peak(left, BLOCK), 0.0, "an engine for another rate is silent");
    run(&b, 640);
    check_between(peak(b.left + 4800, 640), 1e-4, 2.0, "and sounds again at its own");
    bench_clear(&b);
}

// PortAudio gives rates that are no whole numbers.
static void test_fractional_rate(void) {
    enum { FRAMES = 100 * BLOCK };
    const double rate_hz = 44099.87;
    static float left[FRAMES];
    static float right[FRAMES];
    Bench b;
    bench_init(&b, baj, TAIL_FRAMES);
    JwEngine *engine = jw_engine_new();
    check(engine && !jw_engine_prepare(engine, &baj->instrument, rate_hz, NULL), "an engine");
    check(jw_live_audio_offer_engine(b.audio, engine), "the engine is taken");
    const JwBackendMidi note = {.midi = {0x90, 54, 100}};
    for (int n = 0; n < FRAMES; n += BLOCK) {
        const JwBackendBlock block = {.n_frames = BLOCK,
                                      .rate_hz = rate_hz,
                                      .left = left + n,
                                      .right = right + n,
                                      .midi = &note,
                                      .n_midi = n == 0};
        jw_live_audio_run(b.audio, &block);
    }
    check_between(peak(left, FRAMES), 1e-3, 2.0, "an engine for a rate that is no whole number");
    bench_clear(&b);
}

/*** Sound from outside ***/

/// What the deck gives the player: the engine's own answer to a burst, on one side or on both, and
/// nothing of it where none is taken.
static void test_input(int sides) {
    enum { FRAMES = 200 * BLOCK };
    static float in[2][FRAMES], left[FRAMES], right[FRAMES];
    Bench b;
    bench_init(&b, baj, FRAMES);
    JwEngine *alone = new_engine(baj);
    for (int i = 0; i < 480; ++i) {
        in[0][1000 + i] = sinf(0.05F * (float)i);
        in[1][1000 + i] = 0.5F * in[0][1000 + i];
    }
    for (int n = 0; n < FRAMES; n += BLOCK) {
        const JwBackendBlock block = {
            .n_frames = BLOCK,
            .rate_hz = RATE,
            .left = b.left + n,
            .right = b.right + n,
            .in = {sides > 0 ? in[0] + n : NULL, sides > 1 ? in[1] + n : NULL}};
        jw_live_audio_run(b.audio, &block);
        jw_engine_run_input(alone, NULL, 0, block.in[0], block.in[1], left + n, right + n, NULL,
                            BLOCK);
    }
    check(!memcmp(left, b.left, sizeof(left)) && !memcmp(right, b.right, sizeof(right)),
          "the engine's answer to %d sides", sides);
    const double most = peak(b.left + FRAMES / 2, FRAMES / 2);
    check_between(most, sides > 0 ? 1e-5 : 0.0, sides > 0 ? 1.0 : 0.0,
                  "peak of the strings, long after a burst on %d sides", sides);
    jw_engine_free(alone);
    bench_clear(&b);
}

/*** Quality ***/

static void run_freewheel(Bench *b, bool freewheel) {
    const JwBackendBlock block = {.n_frames = BLOCK,
                                  .rate_hz = RATE,
                                  .left = b->left,
                                  .right = b->right,
                                  .freewheel = freewheel};
    for (int i = 0; i < 4; ++i) {
        jw_live_audio_run(b->audio, &block);
        jw_engine_service(b->engine);
    }
    jw_live_audio_collect(b->audio);
}

static void ask_quality(Bench *b, double value) {
    const JwEvent event = {.type = JW_EVENT_PARAM, .param = {JW_P_QUALITY, value}};
    check(jw_live_audio_send(b->audio, &event), "sent");
}

static void check_quality(const Bench *b, double played, double asked, const char *what) {
    check_between(jw_engine_param(b->engine, JW_P_QUALITY), played, played, "played, %s", what);
    check_between(jw_live_audio_quality(b->audio), asked, asked, "asked for, %s", what);
}

// It is raised in a freewheel, whatever happens there, and then as it was asked for last.
static void test_quality(void) {
    Bench b;
    bench_init(&b, baj, TAIL_FRAMES);
    jw_live_audio_set_offline_quality(b.audio, 4);
    check_quality(&b, 2.0, 2.0, "at first");
    ask_quality(&b, 1.0);
    run_freewheel(&b, false);
    check_quality(&b, 1.0, 1.0, "as time goes by");
    run_freewheel(&b, true);
    check_quality(&b, 4.0, 1.0, "in a freewheel");
    offer(&b, baj);
    run_freewheel(&b, true);
    check_quality(&b, 4.0, 2.0, "another engine");
    ask_quality(&b, 1.0);
    run_freewheel(&b, true);
    check_quality(&b, 4.0, 1.0, "set in a freewheel");
    run_freewheel(&b, false);
    check_quality(&b, 1.0, 1.0, "after it");
    jw_live_audio_set_offline_quality(b.audio, 2);
    ask_quality(&b, 4.0);
    run_freewheel(&b, true);
    check_quality(&b, 4.0, 4.0, "better than the freewheel's");
    bench_clear(&b);
}

/*** What MIDI means ***/

static bool was_reported(JwLiveAudio *audio, JwAudioReportKind kind, int program) {
    JwAudioReport report;
    bool found = false;
    while (jw_live_audio_report(audio, &report)) {
        found = found || (report.kind == kind && (program < 0 || report.program == program));
    }
    return found;
}

static int find_program(const char *name) {
    for (int i = 0; i < sitar->programs.n; ++i) {
        if (!strcmp(sitar->programs.program[i].name, name)) {
            return i;
        }
    }
    return -1;
}

static void test_midi(void) {
    Bench b;
    const int khula = find_program("sitar-khula");
    const int late = find_program("tanpura-late");
    bench_init(&b, sitar, 4 * TAIL_FRAMES);
    offer_tables(&b, sitar, JW_P_PLUCK_WIDTH, 85);
    midi(&b, 63, 0xb2, 85, 127);
    midi(&b, 63, 0xb1, 85, 0);
    run(&b, 640);
    check_between(jw_engine_param(b.engine, JW_P_PLUCK_WIDTH), 40.0, 40.0, "a learned controller");
    check(khula >= 0 && late >= 0, "the presets that are used here");
    midi(&b, 0, 0xc0, khula, 0);
    run(&b, 640);
    check_between(jw_engine_param(b.engine, JW_P_JAWARI), 0.0, 0.0, "a program change");
    check(was_reported(b.audio, JW_AUDIO_REPORT_PROGRAM, khula), "the program is told of");
    midi(&b, 0, 0xc0, late, 0);
    run(&b, 640);
    check(was_reported(b.audio, JW_AUDIO_REPORT_REQUEST, late),
          "a program of another instrument is asked for");
    check_between(jw_engine_param(b.engine, JW_P_JAWARI), 0.0, 0.0, "and does nothing");
    midi(&b, 0, 0xc0, 127, 0);
    midi(&b, 1000000, 0x90, 54, 100);
    run(&b, 4800);
    check_between(peak(b.left + b.n - 4800, 4800), 1e-3, 2.0, "a note beyond the block sounds");
    JwMeters meters = jw_live_audio_meters(b.audio);
    check(meters.dropped == 0 && meters.messages == 6, "all messages are counted");
    for (int i = 0; i < 6000; ++i) {
        midi(&b, i / 100, 0x90, 40 + i % 40, 1 + i % 127);
    }
    run(&b, 640);
    meters = jw_live_audio_meters(b.audio);
    check_between((double)meters.dropped, 6000 - 4096, 6000 - 4096, "more than a block can hold");
    check(meters.nonfinite == 0, "and all is finite");
    const JwEvent panic = {.type = JW_EVENT_PANIC};
    check(jw_live_audio_send(b.audio, &panic), "panic");
    run(&b, 2 * TAIL_FRAMES);
    check_below(peak(b.left + b.n - BLOCK, BLOCK), 1e-6, "panic ends it");
    bench_clear(&b);
}

// What was selected before another engine came is not what that one plays.
static void test_old_program(void) {
    Bench b;
    const int khula = find_program("sitar-khula");
    bench_init(&b, baj, TAIL_FRAMES);
    offer_tables(&b, sitar, JW_P_PLUCK_WIDTH, 85);
    midi(&b, 0, 0xc0, khula, 0);
    run(&b, 640);
    offer(&b, baj);
    check(!was_reported(b.audio, JW_AUDIO_REPORT_PROGRAM, -1),
          "a program of the engine before is no report");
    run(&b, 6400);
    midi(&b, 0, 0xc0, khula, 0);
    run(&b, 640);
    check(was_reported(b.audio, JW_AUDIO_REPORT_PROGRAM, khula), "one of the new engine is");
    bench_clear(&b);
}

/*** Recording ***/

static void test_recorder(const char *folder) {
    Bench b;
    JwError error = {0};
    char path[512];
    SF_INFO info = {0};
    snprintf(path, sizeof(path), "%s/audio-%d.wav", folder, (int)getpid());
    bench_init(&b, sitar, 4 * TAIL_FRAMES);
    midi(&b, 0, 0x90, 54, 100);
    run(&b, 6400);
    for (int take = 0; take < 3; ++take) {
        const int first = b.n;
        check(jw_recorder_start(b.recorder, path, RATE, &error), "%s", error.text);
        check(!jw_recorder_start(b.recorder, path, RATE, &error), "only one at a time");
        run(&b, 6400);
        // Nobody runs the audio while it is stopped: it must not wait for it for ever.
        const double begin_s = jw_monotonic_s();
        check(jw_recorder_stop(b.recorder, &error), "%s", error.text);
        check_between(jw_monotonic_s() - begin_s, 0.0, 60.0, "seconds that stopping takes");
        SNDFILE *sound = sf_open(path, SFM_READ, &info);
        float *got = calloc(2 * 6400, sizeof(float));
        const bool whole = sound && info.frames == 6400 && sf_readf_float(sound, got, 6400) == 6400;
        bool same = whole;
        for (int i = 0; i < 6400 && same; ++i) {
            same = got[2 * i] == b.left[first + i] && got[2 * i + 1] == b.right[first + i];
        }
        check(same, "recording %d holds the very samples", take);
        free(got);
        sf_close(sound);
        unlink(path);
        run(&b, 640);
    }
    check(jw_recorder_stop(b.recorder, &error), "stopping twice does nothing");
    bench_clear(&b);
}

/// A clock that is switched off and on while its cycle is awaited counts in a later one.
static void test_count_in(const char *folder) {
    Bench b;
    JwError error = {0};
    char path[512];
    snprintf(path, sizeof(path), "%s/counted-%d.wav", folder, (int)getpid());
    bench_init(&b, baj, 3 * RATE);
    JwLiveClock *clock = jw_live_audio_clock(b.audio);
    check(jw_live_clock_obey(clock, "400", &error) && jw_live_clock_obey(clock, "off", &error) &&
              jw_live_clock_obey(clock, "count-in on", &error),
          "a clock: %s", error.text);
    run(&b, BLOCK);
    check(jw_live_audio_record(b.audio, path, NULL, RATE, &error), "%s", error.text);
    check(jw_live_clock_obey(clock, "off", &error) && jw_live_clock_obey(clock, "on", &error),
          "switched");
    run(&b, 2 * RATE);
    check(jw_recorder_stop(b.recorder, &error), "%s", error.text);
    SF_INFO info = {0};
    SNDFILE *sound = sf_open(path, SFM_READ, &info);
    const double counted = 60.0 / 400.0 * RATE * JW_CLICKS_PLAIN_CYCLE;
    check_between((double)info.frames, 2.0 * RATE - counted - BLOCK, 2.0 * RATE - counted + BLOCK,
                  "frames after the cycle");
    sf_close(sound);
    unlink(path);
    bench_clear(&b);
}

enum { PILE = 3 * 8192 * 128 + 77, PILES = 5 }; // Three times what the tape holds

/// Feeds more at once than the tape holds, each frame with its number in it, until some is lost.
static uint64_t feed_too_much(JwRecorder *r) {
    float *number = malloc(PILE * sizeof(float));
    uint64_t fed = 0;
    for (int k = 0; k < PILES && jw_recorder_state(r).lost == 0; ++k) {
        for (int i = 0; i < PILE; ++i) {
            number[i] = (float)(fed + (uint64_t)i);
        }
        jw_recorder_feed(r, number, number, PILE);
        fed += PILE;
    }
    free(number);
    return fed;
}

/// Frames of a recording whose numbers rise from 0 to n - 1; -1 if they do not.
static sf_count_t count_rising(const char *path, uint64_t n) {
    SF_INFO info = {0};
    SNDFILE *sound = sf_open(path, SFM_READ, &info);
    float frame[2];
    double last = -1.0;
    sf_count_t frames = 0;
    while (sound && sf_readf_float(sound, frame, 1) == 1) {
        if (frame[0] != frame[1] || (double)frame[0] <= last || (double)frame[0] >= (double)n) {
            frames = -1;
            break;
        }
        last = (double)frame[0];
        ++frames;
    }
    sf_close(sound);
    return frames;
}

// A disk that is too slow costs frames, and each that it costs is told.
static void test_lost_frames(const char *folder) {
    JwError error = {0};
    char path[512];
    JwRecorder *r = jw_recorder_new(NULL, NULL);
    snprintf(path, sizeof(path), "%s/lost-%d.wav", folder, (int)getpid());
    check(jw_recorder_start(r, path, RATE, &error), "%s", error.text);
    const uint64_t fed = feed_too_much(r);
    check(jw_recorder_stop(r, &error), "%s", error.text);
    const JwRecorderState state = jw_recorder_state(r);
    check_between((double)state.lost, 1.0, (double)fed, "frames lost of %.0f", (double)fed);
    check_between((double)count_rising(path, fed), (double)(fed - state.lost),
                  (double)(fed - state.lost), "frames in the file, in order");
    check_between((double)state.frames, (double)(fed - state.lost), (double)(fed - state.lost),
                  "frames that were told to be in it");
    unlink(path);
    check(jw_recorder_start(r, path, RATE, &error), "%s", error.text);
    check(jw_recorder_state(r).lost == 0, "the next one begins with none lost");
    jw_recorder_free(r);
    unlink(path);
}

/*** Clicks ***/

// Largest second difference: a click is a corner, and corners are in it.
static double sharpness(const float *samples, int n) {
    double most = 0.0;
    for (int i = 2; i < n; ++i) {
        most = fmax(
            most, fabs((double)samples[i] - 2.0 * (double)samples[i - 1] + (double)samples[i - 2]));
    }
    return most;
}

// The corner at a change, over those of the sound before and after it.
static double click(Bench *b, int at) {
    const double around =
        fmax(sharpness(b->left + at - 4800, 4700), sharpness(b->left + at + 4800, 4700));
    return sharpness(b->left + at - 100, 4800) / fmax(around, 1e-9);
}

static double param_click(JwParamId id, double value) {
    Bench b;
    bench_init(&b, id == JW_P_SYMPATHETIC ? sitar : baj, TAIL_FRAMES);
    midi(&b, 0, 0x90, 54, 90);
    run(&b, 7680);
    const JwEvent event = {.type = JW_EVENT_PARAM, .param = {id, value}};
    jw_live_audio_send(b.audio, &event);
    run(&b, 12800);
    const double ratio = click(&b, 7680);
    bench_clear(&b);
    return ratio;
}

// Jumps from the instrument's value to either end. Three parameters move the string itself
// at once, or what is heard of it, and a knock is what they are.
static void test_param_clicks(void) {
    double worst = 0.0;
    double worst_knock = 0.0;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamInfo *p = jw_param_info((JwParamId)i);
        const bool knocks = i == JW_P_BRIDGE_HEIGHT || i == JW_P_A4 || i == JW_P_OUTPUT_SOURCE;
        const double most =
            fmax(param_click((JwParamId)i, p->min), param_click((JwParamId)i, p->max));
        if (most > 1.3) {
            printf("  %s: %.3g\n", p->symbol, most);
        }
        worst = fmax(worst, knocks ? 0.0 : most);
        worst_knock = fmax(worst_knock, knocks ? most : 0.0);
    }
    check_below(worst, 2.0, "corner of a parameter's jump over those of the sound");
    check_below(worst_knock, 8.0, "the same of bridge height, concert pitch and output source");
}

static void test_preset_clicks(void) {
    double worst = 0.0;
    for (int i = 0; i < sitar->programs.n; ++i) {
        Bench b;
        bench_init(&b, sitar, TAIL_FRAMES);
        offer_tables(&b, sitar, JW_P_GAIN, 85);
        midi(&b, 0, 0x90, 54, 90);
        run(&b, 7680);
        midi(&b, 0, 0xc0, i, 0);
        run(&b, 12800);
        worst = fmax(worst, click(&b, 7680));
        bench_clear(&b);
    }
    check_below(worst, 3.0, "corner of a change of presets over those of the sound");
}

/// A chord that is too loud goes out below full scale, and is counted; without the limiter it is as
/// the engine gives it, and so is a quiet one with it.
static void test_limiter(void) {
    enum { RUNS = 4, FRAMES = RATE / 4 / BLOCK * BLOCK };
    static const double gain[RUNS] = {3.0, 3.0, -12.0, -12.0};
    Bench b[RUNS];
    JwMeters meters[RUNS];
    for (int i = 0; i < RUNS; ++i) {
        const JwEvent set = {.type = JW_EVENT_PARAM, .param = {JW_P_GAIN, gain[i]}};
        bench_init(&b[i], sitar, FRAMES);
        jw_live_audio_set_limiter(b[i].audio, i % 2 == 0);
        jw_live_audio_send(b[i].audio, &set);
        for (int s = 0; s < sitar->instrument.n_strings; ++s) {
            const JwEvent open = {.type = JW_EVENT_OPEN, .open = {s, 127}};
            jw_live_audio_send(b[i].audio, &open);
        }
        run(&b[i], FRAMES);
        meters[i] = jw_live_audio_meters(b[i].audio);
    }
    check_between(peak(b[0].left, FRAMES), 0.9, 32767.0 / 32768.0, "peak of a limited chord");
    check(meters[0].limits && meters[0].limited.times == 1 && meters[0].limited.least < 0.7 &&
              meters[0].clipped == 0,
          "it is counted: %g times the gain", meters[0].limited.least);
    check(peak(b[1].left, FRAMES) > 1.4 && meters[1].clipped > 100 && !meters[1].limits &&
              meters[1].limited.frames == 0 && meters[1].limited.least == 1.0,
          "without the limiter it clips");
    check(!memcmp(b[2].left, b[3].left, FRAMES * sizeof(float)) &&
              !memcmp(b[2].right, b[3].right, FRAMES * sizeof(float)) &&
              meters[2].limited.times == 0,
          "a quiet one is left alone");
    jw_live_audio_reset_meters(b[0].audio);
    b[0].n = 0;
    run(&b[0], BLOCK);
    check(jw_live_audio_meters(b[0].audio).limited.frames <= BLOCK, "counts from 0");
    for (int i = 0; i < RUNS; ++i) {
        bench_clear(&b[i]);
    }
}

static Sound *load(const char *name) {
    static const bool set[JW_N_PARAMS];
    static const double value[JW_N_PARAMS];
    Sound *sound = calloc(1, sizeof(*sound));
    JwPatch *patch = calloc(1, sizeof(*patch));
    JwError error = {0};
    const bool ok = jw_patch_load(patch, name, NULL, set, value, &error) &&
                    jw_patch_load_programs(patch, set, &sound->programs, &error, &error);
    check(ok, "%s", error.text);
    sound->instrument = patch->instrument;
    free(patch);
    return sound;
}

int main(int argc, char **argv) {
    sitar = load("sitar");
    baj = load("sitar");
    baj->instrument.n_strings = 1;
    baj->instrument.map.n_keys = 0;
    fixture_exact(
        &baj->instrument); // Each stroke alike, for what one sound is compared with another
    tanpura = load("tanpura");
    test_swap();
    test_chase();
    test_sysex();
    test_rate();
    test_fractional_rate();
    for (int sides = 0; sides <= 2; ++sides) {
        test_input(sides);
    }
    test_quality();
    test_midi();
    test_old_program();
    test_sources();
    test_recorder(argc > 1 ? argv[1] : ".");
    test_count_in(argc > 1 ? argv[1] : ".");
    test_lost_frames(argc > 1 ? argv[1] : ".");
    test_limiter();
    test_param_clicks();
    test_preset_clicks();
    free(sitar);
    free(baj);
    free(tanpura);
    return check_result();
}
