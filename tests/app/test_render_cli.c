// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Parts of jawari-render: options, scores, programs, and the rendering loop
// against the engine run by hand.

#include "app/render/render.h"
#include "app/render/render_options.h"
#include "app/render/report.h"
#include "app/render/score_notes.h"
#include "app/score/score.h"
#include "engine/engine.h"
#include "program/nearest.h"
#include "program/patch_names.h"
#include "program/programs.h"

#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RATE = 48000 };

static int n_failed;
static int n_checks;
static char folder[] = "/tmp/jawari-render-XXXXXX";

static void check(bool ok, const char *what) {
    ++n_checks;
    if (!ok) {
        ++n_failed;
        printf("FAILED: %s\n", what);
    }
}

/********* Options *********/

static bool parse(JwRenderOptions *o, int argc, const char *const *argv, JwError *error) {
    char *copy[16];
    char text[16][64];
    for (int i = 0; i < argc; ++i) {
        snprintf(text[i], sizeof(text[i]), "%s", argv[i]);
        copy[i] = text[i];
    }
    copy[argc] = NULL;
    return jw_render_options_parse(o, argc, copy, error);
}

static void check_options(void) {
    static const char *const plain[] = {"x", "in.mid", "out.flac"};
    static const char *const full[] = {"x",     "o.wav",   "--quality",   "2",
                                       "--set", "gain=-6", "-squality=4", "--note=C#3:90:0.5",
                                       "-t0",   "--note",  "0",           "--format=wavfloat"};
    JwRenderOptions o;
    JwError error = {0};
    check(parse(&o, 3, plain, &error), error.text);
    check(o.action == JW_RENDER_SCORE && o.rate_hz == 48000 && o.block_frames == 256, "defaults");
    check(o.tail_s < 0.0 && o.format == JW_FLAC_24 && !o.quiet && !o.n_notes, "defaults");
    check(!o.set[JW_P_QUALITY] && !o.instrument && !o.preset && !o.report, "defaults");
    check(parse(&o, 12, full, &error), error.text);
    check(!o.score && o.tail_s == 0.0 && o.format == JW_WAV_FLOAT, "tail and format");
    check(o.set[JW_P_QUALITY] && o.value[JW_P_QUALITY] == 4.0, "the last setting holds");
    check(o.set[JW_P_GAIN] && o.value[JW_P_GAIN] == -6.0, "--set");
    check(o.n_notes == 2 && o.note[0].key == 49 && o.note[0].velocity == 90, "first note");
    check(o.note[0].seconds == 0.5 && o.note[1].key == 0 && o.note[1].seconds == 4.0, "notes");
}

static void check_nearest(void) {
    JwNearest nearest = jw_nearest_start("volumn");
    char text[256];
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        jw_nearest_offer(&nearest, jw_param_info((JwParamId)i)->symbol);
    }
    check(nearest.name[0] && !strcmp(nearest.name[0], "volume"), "volumn");
    nearest = jw_nearest_start("xyzzy");
    jw_nearest_offer(&nearest, "gain");
    check(!*jw_nearest_text(&nearest, text, sizeof(text)), "nothing near");
}

/********* Scores *********/

static void check_scores(void) {
    JwSmfEvent events[] = {{.seconds = 1.0 / 3.0, .midi = {0x90, 60, 1}},
                           {.seconds = 10.00001, .midi = {0x80, 60, 1}}};
    const JwSmf smf = {
        .type = 1, .n_tracks = 1, .n_events = 2, .events = events, .seconds = 10.00002};
    const JwSmf years = {
        .type = 1, .n_tracks = 1, .n_events = 0, .events = NULL, .seconds = 86401.0};
    const JwRenderNote notes[] = {{.name = "C4", .key = 60, .velocity = 100, .seconds = 2.0},
                                  {.name = "D4", .key = 62, .velocity = 90, .seconds = 1.0}};
    const JwRenderNote later[] = {
        {.string_number = 3, .velocity = 80, .seconds = 0.5, .at_s = 1.0, .place = 0.2},
        {.name = "C4", .key = 60, .velocity = 100, .seconds = 1.0, .channel = 15},
        {.name = "D4", .key = 62, .velocity = 90, .at_s = 1.0}};
    JwError error = {0};
    JwScore score;
    check(jw_score_from_smf(&score, &smf, 44100, &error), error.text);
    check(score.events[0].frame == 14700 && score.events[1].frame == 441000, "nearest sample");
    check(score.n_frames == 441001 && score.n_events == 2, "end of the score");
    jw_score_clear(&score);
    JwSmfTempo tempos[] = {{0.0, 120.0, 0.0}, {1.5, 60.0, 3.0}};
    const JwSmf slower = {.type = 1, .seconds = 4.0, .n_tempos = 2, .tempos = tempos};
    check(jw_score_from_smf(&score, &slower, 1000, &error), error.text);
    check(score.n_tempos == 2 && score.tempos[1].frame == 1500 && score.tempos[1].bpm == 60.0 &&
              score.tempos[1].beat == 3.0,
          "tempo");
    jw_score_clear(&score);
    check(!jw_score_from_smf(&score, &years, 44100, &error) && !score.events, "a day and more");
    check(jw_score_from_notes(&score, notes, 2, 1000, &error), error.text);
    check(score.n_events == 4 && score.n_frames == 2000, "notes");
    check(score.events[2].frame == 1000 && score.events[2].midi[1] == 62, "ends in order");
    check(score.events[3].frame == 2000 && score.events[3].midi[0] == 0x80, "ends in order");
    jw_score_clear(&score);
    check(jw_score_from_notes(&score, later, 3, 1000, &error), error.text);
    static const uint8_t order[][3] = {{0x9f, 60, 100}, {0x8f, 60, 64}, {JW_SCORE_OPEN, 3, 80},
                                       {0x90, 62, 90},  {0x80, 62, 64}, {JW_SCORE_OPEN, 3, 0}};
    check(score.n_events == 6 && score.n_frames == 1500, "notes with times");
    for (size_t i = 0; i < 6; ++i) {
        check(!memcmp(score.events[i].midi, order[i], 3), "ends, beginnings, ends of no length");
    }
    check(score.events[2].place == 0.2 && score.events[2].frame == 1000, "an open string's place");
    jw_score_clear(&score);
}

static void check_channels_of(const char *text, unsigned want) {
    JwRenderOptions o;
    JwError error = {0};
    const char *const argv[] = {"jawari-render", "--channels", text, "a.mid", "a.wav", NULL};
    const bool ok = jw_render_options_parse(&o, 5, (char **)(uintptr_t)argv, &error);
    check(want ? ok && o.channels == want : !ok && strstr(error.text, "--channels: "), text);
}

/// A note on each channel, 1 to 16; in the second half of the score they are members of a zone.
static size_t keep(unsigned channels, bool members, unsigned *first, unsigned *second) {
    enum { N = 3 + 2 * 16 };
    JwScore score = {.n_events = N, .events = calloc(N, sizeof(JwScoreEvent))};
    if (!score.events) {
        abort();
    }
    for (uint8_t c = 0; c < 16; ++c) {
        score.events[c] = (JwScoreEvent){.frame = 0, .midi = {(uint8_t)(0x90 | c), 60, 1}};
        score.events[19 + c] = (JwScoreEvent){.frame = 1, .midi = {(uint8_t)(0x90 | c), 60, 2}};
    }
    score.events[16] = (JwScoreEvent){.frame = 1, .midi = {0xb0, 101, 0}};
    score.events[17] = (JwScoreEvent){.frame = 1, .midi = {0xb0, 100, 6}};
    score.events[18] = (JwScoreEvent){.frame = 1, .midi = {0xb0, 6, 11}};
    const size_t n = jw_score_keep_channels(&score, channels, members);
    *first = *second = 0;
    for (size_t i = 0; i < score.n_events; ++i) {
        const uint8_t *midi = score.events[i].midi;
        const unsigned bit = midi[0] < 0xa0 ? 1u << (midi[0] & 15) : 0;
        *(midi[2] == 1 ? first : second) |= bit;
    }
    jw_score_clear(&score);
    return n;
}

static void check_channels(void) {
    unsigned first, second;
    check_channels_of("1-9,11", 0x05ff);
    check_channels_of("all", 0xffff);
    check_channels_of("10", 0x0200);
    check_channels_of("16,1,2-3,2", 0x8007);
    check_channels_of("4-4", 0x0008);
    static const char *const wrong[] = {"",    "0",  "17",   "1-",  "-3",  "3-1",
                                        "1,",  ",1", "1,,2", "1 2", "a",   "1-3-5",
                                        "001", "99", "ALL",  "1;2", "1.5", "1-17"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
        check_channels_of(wrong[i], 0);
    }
    check(keep(0x05ff, false, &first, &second) == 12 && first == 0x05ff && second == 0x05ff,
          "those and no others");
    check(keep(0xfdff, true, &first, &second) == 1 && first == 0xfdff && second == 0xffff,
          "the tenth where it is a member of a zone");
    check(keep(0xffff, true, &first, &second) == 0 && first == 0xffff && second == 0xffff, "all");
}

/// A message finds the preset with its number: bank of the channel, and program.
static void check_program_numbers(void) {
    JwPrograms programs = {.n = 4};
    static const int numbers[] = {7, 3, 131, 3};
    JwBanks banks = {.bank = {[9] = 1}};
    for (int i = 0; i < 4; ++i) {
        programs.program[i].number = numbers[i];
    }
    programs.program[1].own = true;
    const struct {
        uint8_t channel;
        int16_t program;
        int place;
    } cases[] = {{0, 7, 0}, {0, 3, 3}, {0, 0, JW_PROGRAM_NONE}, {9, 3, 2}, {9, 7, JW_PROGRAM_NONE}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        const JwMidi midi = {JW_MIDI_PROGRAM, cases[i].channel, 0, cases[i].program};
        const int place = jw_programs_find(&programs, jw_banks_number(&banks, &midi));
        check(place == cases[i].place, "a preset by bank and program");
    }
    jw_banks_take(&banks, &(JwMidi){JW_MIDI_CONTROL, 9, 0, 2});
    check(banks.bank[9] == 1, "the MSB is ignored");
    jw_banks_take(&banks, &(JwMidi){JW_MIDI_CONTROL, 0, JW_BANK_CONTROL, 1});
    check(jw_programs_find(&programs,
                           jw_banks_number(&banks, &(JwMidi){JW_MIDI_PROGRAM, 0, 0, 3})) == 2,
          "bank 1");
}

static void check_programs(void) {
    JwPrograms programs = {.n = 2};
    JwEvent events[JW_N_PARAMS];
    programs.base[JW_P_LOSS_LOW] = 1.5;
    programs.base[JW_P_THREAD] = 0.5;
    programs.program[0].set[JW_P_LOSS_LOW] = true;
    programs.program[0].value[JW_P_LOSS_LOW] = 3.0;
    programs.program[1].set[JW_P_THREAD] = true;
    programs.program[1].value[JW_P_THREAD] = 2.0;
    programs.program[1].set[JW_P_GAIN] = true;
    programs.pinned[JW_P_GAIN] = true;
    check(jw_programs_select(&programs, 2, 0, events) == JW_PROGRAM_NONE, "no such program");
    const int n = jw_programs_select(&programs, 1, 7, events);
    check(n == 2, "what any program sets, but for what is pinned");
    for (int i = 0; i < n; ++i) {
        const double want = events[i].param.id == JW_P_THREAD ? 2.0 : 1.5;
        check(events[i].frame == 7 && events[i].type == JW_EVENT_PARAM, "event");
        check(events[i].param.value == want, "its own value, or the instrument's");
    }
    programs.program[1].elsewhere = true;
    check(jw_programs_select(&programs, 1, 7, events) == JW_PROGRAM_ELSEWHERE, "another's program");
}

/// Of every instrument: its own programs and no others are laid over it.
static void check_programs_of(const char *instrument) {
    static const bool nothing_set[JW_N_PARAMS];
    static const double values[JW_N_PARAMS];
    JwEvent events[JW_N_PARAMS];
    JwError error = {0};
    static JwPrograms all;
    JwPatch *other = calloc(1, sizeof(JwPatch));
    char file[JW_NAME_SIZE];
    int n_own = 0;
    check(other && jw_patch_load(other, instrument, NULL, nothing_set, values, &error) &&
              jw_patch_load_programs(other, nothing_set, &all, &error, &error),
          error.text);
    snprintf(file, sizeof(file), "%s.ini", instrument);
    for (int i = 0; i < JW_PROGRAMS; ++i) {
        const bool own = i < all.n && !strcmp(all.program[i].instrument, file);
        const int n = jw_programs_select(&all, i, 0, events);
        const int other_answer = i < all.n ? JW_PROGRAM_ELSEWHERE : JW_PROGRAM_NONE;
        check(own ? n > 0 : n == other_answer, instrument);
        n_own += own;
    }
    check(n_own > 0 && n_own < all.n, "each has presets, and so have others");
    free(other);
}

static void check_programs_of_all(void) {
    static const char *const instruments[] = {"sitar", "sitar-gandhar", "surbahar", "sarod",
                                              "bass",  "bass-fretless", "guitar",   "tanpura",
                                              "bench", "wave"};
    for (size_t i = 0; i < sizeof(instruments) / sizeof(instruments[0]); ++i) {
        check_programs_of(instruments[i]);
    }
}

/********* The loop *********/

typedef struct {
    int left; // Blocks until it is stopped
    uint64_t done;
    uint64_t total;
    bool back; // Progress has gone backwards
} Hooks;

static bool stopped(void *user) {
    Hooks *hooks = user;
    return hooks->left-- <= 0;
}

static void progress(void *user, uint64_t done, uint64_t total) {
    Hooks *hooks = user;
    hooks->back = hooks->back || done < hooks->done || done > total;
    hooks->done = done;
    hooks->total = total;
}

static JwPatch *patch;
static JwPrograms selected;

static JwEngine *new_engine(void) {
    const JwEngineOptions options = {.synchronous = true};
    JwEngine *engine = jw_engine_new();
    if (!engine || jw_engine_prepare(engine, &patch->instrument, RATE, &options)) {
        abort();
    }
    return engine;
}

static bool render(const char *path, const JwScore *score, uint32_t block, double tail_s,
                   Hooks *hooks, JwReport *report, JwError *error) {
    const JwWavSpec spec = {JW_WAV_FLOAT, RATE, 2, jw_render_frames_max(score, RATE, tail_s)};
    JwRender r = {.engine = new_engine(),
                  .score = score,
                  .programs = &selected,
                  .rate_hz = RATE,
                  .block_frames = block,
                  .tail_s = tail_s,
                  .out = jw_wav_out_open(path, &spec, error),
                  .user = hooks,
                  .stopped = stopped,
                  .progress = progress};
    *report = (JwReport){.rate_hz = RATE};
    const bool ok = r.out && jw_render_run(&r, report, error) && jw_wav_out_finish(r.out, error) &&
                    jw_wav_out_commit(r.out, error);
    jw_wav_out_free(r.out);
    jw_engine_free(r.engine);
    return ok;
}

static float *read_file(const char *path, sf_count_t *n) {
    SF_INFO info = {0};
    SNDFILE *sound = sf_open(path, SFM_READ, &info);
    if (!sound) {
        abort();
    }
    float *samples = calloc((size_t)info.frames + 1, 2 * sizeof(float));
    if (!samples || sf_readf_float(sound, samples, info.frames) != info.frames) {
        abort();
    }
    *n = info.frames;
    sf_close(sound);
    return samples;
}

/// A note in the last frame of a score is heard, though its beginning was quiet for long and ends
/// where an open tail may end.
static void check_last_note(const char *path) {
    enum { BLOCKS = 72 };
    JwEngine *engine = new_engine();
    const uint64_t frames = 1024 * BLOCKS - jw_engine_latency_frames(engine);
    JwScoreEvent note[] = {{.frame = frames - 1, .midi = {0x90, 49, 100}}};
    const JwScore score = {.n_events = 1, .events = note, .n_frames = frames};
    JwError error = {0};
    JwReport report;
    Hooks hooks = {.left = 100000};
    sf_count_t n = 0;
    bool heard = false;
    jw_engine_free(engine);
    const bool ok = render(path, &score, 1024, -1.0, &hooks, &report, &error);
    check(ok, error.text);
    if (ok) {
        float *samples = read_file(path, &n);
        for (sf_count_t i = 0; i < 2 * n && !heard; ++i) {
            heard = fabsf(samples[i]) > 1e-3f;
        }
        free(samples);
    }
    check(heard, "a note in a score's last frame is heard");
}

// The file holds what the engine gives in one block, from its latency on; its last 20 ms fade.
static void check_against_engine(const char *path) {
    enum { FRAMES = 24000, FADE = 960, ROOM = FRAMES + 1000 };
    static float left[ROOM];
    static float right[ROOM];
    static JwScoreEvent notes[] = {{.frame = 0, .midi = {0x90, 49, 100}},
                                   {.frame = 5001, .midi = {0x90, 54, 127}}};
    const JwScore score = {.n_events = 2, .events = notes, .n_frames = FRAMES};
    const JwEvent events[] = {
        {.frame = 0, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 49, 100}},
        {.frame = 5001, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 54, 127}}};
    JwEngine *engine = new_engine();
    const uint32_t latency = jw_engine_latency_frames(engine);
    JwError error = {0};
    JwReport report;
    Hooks hooks = {.left = 100000};
    sf_count_t n = 0;
    int n_differ = 0;
    double peak = 0.0;
    jw_engine_run(engine, events, 2, left, right, NULL, FRAMES + latency);
    jw_engine_free(engine);
    check(render(path, &score, 100, 0.0, &hooks, &report, &error), error.text);
    float *samples = read_file(path, &n);
    check(n == FRAMES && report.frames == FRAMES, "as long as the score");
    for (int i = FRAMES - FADE; i < FRAMES && i < n; ++i) {
        const double part = (double)(FRAMES - i) / FADE;
        const double off = (double)samples[2 * i] - part * (double)left[latency + (uint32_t)i];
        n_differ += fabs(off) > 1e-6;
    }
    for (int i = 0; i < FRAMES - FADE && i < n; ++i) {
        n_differ += samples[2 * i] != left[latency + (uint32_t)i];
        n_differ += samples[2 * i + 1] != right[latency + (uint32_t)i];
        peak = fmax(peak, fabs((double)samples[2 * i]));
    }
    free(samples);
    printf("loop: latency %u, %d samples differ from the engine's, peak %.4f, rms %.4f\n",
           (unsigned)latency, n_differ, report.all.peak, jw_voice_report_rms(&report.all));
    check(n_differ == 0 && peak > 0.01 && report.all.peak >= peak, "the engine's own samples");
    check(!hooks.back && hooks.done == hooks.total && hooks.total == FRAMES + latency, "progress");
    check(report.all.engine.impacts > 0 && report.cpu_s > 0.0, "figures");
}

// More events on a frame than are handed over at once: those of them are dropped that the engine
// drops, all strokes of a control tick but the first, for any block size.
static void check_flood(const char *path) {
    enum { N = 10000 };
    static JwScoreEvent flood[N];
    const JwScore score = {.n_events = N, .events = flood, .n_frames = 6000};
    JwError error = {0};
    JwReport report;
    uint64_t dropped[2] = {0, 1};
    int n_strokes = 0;
    for (int i = 0; i < N; ++i) {
        flood[i] =
            (JwScoreEvent){.frame = i < 50 ? 3 : 3000, .midi = {0x90, (uint8_t)(48 + i % 30), 100}};
        if (i % 100 == 99) {
            flood[i] = (JwScoreEvent){.frame = 3000, .midi = {0xc0, 127, 0}};
        }
        n_strokes += flood[i].midi[0] == 0x90;
    }
    for (int i = 0; i < 2; ++i) {
        Hooks hooks = {.left = 100000};
        check(render(path, &score, i ? 4096 : 50, 0.0, &hooks, &report, &error), error.text);
        dropped[i] = report.dropped_events;
    }
    printf("flood: %d events, %llu dropped, %llu unknown programs\n", (int)N,
           (unsigned long long)dropped[0], (unsigned long long)report.programs.unknown);
    const uint64_t too_many = (uint64_t)n_strokes - 2 * JW_TICK_STROKES;
    check(dropped[0] == too_many && dropped[1] == too_many, "the strokes of two ticks are obeyed");
    check(report.all.nonfinite + report.all.engine.nonfinite == 0, "all finite");
}

static double settled(JwScoreEvent *events, size_t n, JwParamId id) {
    const JwScore score = {.n_events = n, .events = events, .n_frames = 4800};
    JwRender r = {.engine = new_engine(),
                  .score = &score,
                  .programs = &selected,
                  .rate_hz = RATE,
                  .block_frames = 64,
                  .tail_s = 0.0,
                  .user = &(Hooks){.left = 100000},
                  .stopped = stopped,
                  .progress = progress};
    const JwWavSpec spec = {JW_WAV_16, RATE, 2, 4800};
    JwError error = {0};
    JwReport report = {.rate_hz = RATE};
    r.out = jw_wav_out_open("/dev/null", &spec, &error);
    check(r.out && jw_render_run(&r, &report, &error), error.text);
    const double value = jw_engine_param(r.engine, id);
    jw_wav_out_free(r.out);
    jw_engine_free(r.engine);
    return value;
}

// A program change reaches the engine, at its time, and leaves the volume alone.
static void check_program_change(void) {
    static JwScoreEvent events[] = {{.frame = 0, .midi = {0xb0, 7, 64}},
                                    {.frame = 1000, .midi = {0xc0, 1, 0}},
                                    {.frame = 4700, .midi = {0xc0, 0, 0}}};
    JwPrograms *programs = &selected;
    *programs = (JwPrograms){.n = 2};
    memcpy(programs->base, patch->instrument.param, sizeof(programs->base));
    programs->program[1].number = 1;
    programs->program[1].set[JW_P_PLUCK_WIDTH] = true;
    programs->program[1].value[JW_P_PLUCK_WIDTH] = 7.5;
    const double before = settled(events, 1, JW_P_PLUCK_WIDTH);
    const double after = settled(events, 2, JW_P_PLUCK_WIDTH);
    const double back = settled(events, 3, JW_P_PLUCK_WIDTH);
    const double volume = settled(events, 2, JW_P_VOLUME);
    printf("program change: pluck width %g, then %g, then %g mm; volume %g %%\n", before, after,
           back, volume);
    check(after == 7.5 && before != 7.5 && back == before, "program change");
    check(fabs(volume - 100.0 * 64.0 / 127.0) < 1e-9, "volume");
    programs->pinned[JW_P_PLUCK_WIDTH] = true;
    check(settled(events, 2, JW_P_PLUCK_WIDTH) == before, "what the user set stays");
    *programs = (JwPrograms){0};
}

static void check_tail(const char *path) {
    static JwScoreEvent note[] = {{.frame = 0, .midi = {0x90, 49, 100}},
                                  {.frame = 4800, .midi = {0x80, 49, 64}}};
    const JwScore score = {.n_events = 2, .events = note, .n_frames = 4800};
    const JwScore empty = {.n_events = 0, .events = note, .n_frames = 0};
    JwError error = {0};
    JwReport report;
    Hooks hooks = {.left = 100000};
    check(render(path, &score, 999, 0.25, &hooks, &report, &error), error.text);
    check(report.frames == 4800 + RATE / 4, "a tail of a quarter of a second");
    check(render(path, &score, 999, -1.0, &hooks, &report, &error), error.text);
    sf_count_t n = 0;
    float *samples = read_file(path, &n);
    const double last = n ? fabs((double)samples[2 * n - 1]) : 1.0;
    free(samples);
    printf("tail until silence: %.3f s, last sample %.3g\n", (double)n / RATE, last);
    check(n > 2 * 4800 && n < 60 * RATE && last < 1e-6, "a tail until silence");
    check(render(path, &empty, 999, -1.0, &hooks, &report, &error), error.text);
    check(report.frames < RATE + 2048, "nothing to play is soon over");
    check(render(path, &empty, 999, 0.0, &hooks, &report, &error) && report.frames == 0,
          "no frame at all");
    hooks.left = 3;
    unlink(path);
    error.text[0] = 'x';
    check(!render(path, &score, 64, 1.0, &hooks, &report, &error) && !error.text[0], "stopped");
    check(access(path, F_OK) != 0, "nothing written");
}

/********* Report *********/

static void check_report(const char *path) {
    JwReport report = {.instrument = "a\"b\\c\n\xc3\xa9", .rate_hz = RATE, .n_strings = 2};
    JwError error = {0};
    JwTargetFile file;
    char text[8192] = "";
    const float samples[] = {0.5F, -0.5F, NAN, 0.5F, -0.5F};
    jw_voice_report_add(&report.all, samples, 5);
    report.all.engine.energy_excess_max = (double)NAN;
    check(report.all.nonfinite == 1 && report.all.peak == 0.5, "voice");
    check(fabs(jw_voice_report_rms(&report.all) - sqrt(0.2)) < 1e-12, "rms");
    check(jw_target_file_open(&file, path, &error) && jw_report_write(&report, &file, &error) &&
              jw_target_file_finish(&file, &error) && jw_target_file_commit(&file, &error),
          error.text);
    jw_target_file_discard(&file);
    FILE *stream = fopen(path, "r");
    check(stream && fread(text, 1, sizeof(text) - 1, stream) > 100, "report read");
    check(strstr(text, "\"a\\\"b\\\\c\\u000a\xc3\xa9\"") != NULL, "text escaped");
    check(strstr(text, "\"energy_excess_max\": null") != NULL, "not a number");
    check(strstr(text, "\"nonfinite\": 1") && strstr(text, "\"preset\": null"), "fields");
    if (stream) {
        fclose(stream);
    }
    unlink(path);
}

int main(void) {
    static const bool nothing_set[JW_N_PARAMS];
    static const double values[JW_N_PARAMS];
    JwError error = {0};
    char path[256];
    patch = calloc(1, sizeof(JwPatch));
    if (!patch || !mkdtemp(folder) ||
        !jw_patch_load(patch, NULL, NULL, nothing_set, values, &error)) {
        printf("%s\n", error.text);
        return 1;
    }
    snprintf(path, sizeof(path), "%s/x.wav", folder);
    check_options();
    check_nearest();
    check_scores();
    check_channels();
    check_program_numbers();
    check_programs();
    check_programs_of_all();
    check_last_note(path);
    check_against_engine(path);
    check_flood(path);
    check_program_change();
    check_tail(path);
    check_report(path);
    unlink(path);
    check(!rmdir(folder), "nothing left in the folder");
    free(patch);
    printf("%d checks, %d failed\n", n_checks, n_failed);
    return n_failed ? 1 : 0;
}
