// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/render.h"

#include "app/render/delivery.h"
#include "base/elementary.h"
#include "host/clocks.h"
#include "program/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SYSEX = 0xf0,
    EVENTS = 4096,      // Largest number of events passed to the engine at once
    GRID_FRAMES = 1024, // Absolute grid on which a tail may end, so that its length does not
                        // depend on the block size
};

// Level (-120 dB of full scale) and duration of silence after which the sound is over.
static const double quiet_level = 1e-6;
static const double quiet_s = 1.0;

// Forecast of an open tail, for the progress bar: levels are measured in windows. The last WINDOWS
// of them give its rate of decay (strings beat, and the level may not fall for a second), with the
// weight of a single window's result.
static const double window_s = 1.0;
enum { WINDOWS = 4 };
static const double trust = 0.25;

// Duration of the fade of an open tail that is cut off, and of a tail of given length.
static const double fade_s = 1.0, cut_s = 0.02;

typedef struct {
    const JwRender *render;
    JwReport *report;
    JwError *error;
    JwDelivery *delivery;
    JwAccompany *with; // NULL: no companion
    uint64_t latency;
    uint64_t lead;             // Frames by which the input is ahead of the score, so that both are
                               // output together
    uint64_t at;               // Frames that the engine has run
    uint64_t score_end;        // Engine frame at which the score ends, latency included
    uint64_t end;              // Latest engine frame at which the run ends
    uint64_t fade_start;       // Engine frame at which the fade begins; end: no fade
    bool may_be_over;          // No fade if the sound is over before
    uint64_t quiet_since;      // Engine frame since which the output is quiet
    uint64_t held;             // Samples that the engine has limited so far
    double held_gain;          // Smallest GAIN, as a factor, while it did
    double window_peak;        // Largest sample since window_start
    uint64_t window_start;     // Engine frame at which the window begins
    double window_db[WINDOWS]; // Levels of the windows, latest first
    int n_windows;             // Number of windows
    uint64_t expected_end;     // Engine frame at which the tail is expected to end
    size_t next;               // Next event of the score
    size_t next_tempo;         // Next tempo of the score
    int n_strings;
    int n_events;
    JwEvent event[EVENTS];
    double *fade; // Factors of the fade in the block
    float *channel[2];
    float *input[2];           // Input of the block, which drives the bridge
    float *stem[JW_MAX_STEMS]; // The engine's stems of the block, two channels each
} State;

static uint64_t frames_of(double seconds, int rate_hz) {
    return (uint64_t)llround(seconds * rate_hz);
}

uint64_t jw_render_frames_max(const JwScore *score, int rate_hz, double tail_s) {
    return score->n_frames + frames_of(tail_s < 0.0 ? JW_RENDER_TAIL_MAX_S : tail_s, rate_hz);
}

static void note_program(JwProgramReport *programs, int answer, int number) {
    programs->unknown += answer == JW_PROGRAM_NONE;
    if (answer == JW_PROGRAM_ELSEWHERE && programs->elsewhere++ == 0) {
        programs->first_elsewhere = number;
    }
}

// Adds an event to the block; returns false if the block is full.
static bool add_event(State *s, const JwScoreEvent *e, uint32_t frame) {
    const JwMidi midi = jw_midi_decode(e->midi);
    const bool is_program = midi.type == JW_MIDI_PROGRAM;
    if (s->n_events + (is_program ? JW_N_PARAMS : 1) > EVENTS) {
        return false;
    }
    if (is_program) {
        const int n =
            jw_programs_select(s->render->programs, midi.value, frame, &s->event[s->n_events]);
        s->n_events += n > 0 ? n : 0;
        note_program(&s->report->programs, n, midi.value);
        return true;
    }
    if (e->midi[0] == SYSEX) {
        JwEvent *event = &s->event[s->n_events++];
        *event = (JwEvent){.frame = frame, .type = JW_EVENT_SYSEX};
        event->sysex.bytes =
            jw_sysex_store_get(&s->render->score->sysex, e->sysex, &event->sysex.size);
        return true;
    }
    JwEvent *event = &s->event[s->n_events++];
    *event = (JwEvent){.frame = frame, .type = JW_EVENT_MIDI, .midi = midi};
    if (e->midi[0] == JW_SCORE_OPEN) {
        event->type = JW_EVENT_OPEN;
        event->open.string = e->midi[1];
        event->open.velocity = e->midi[2];
        event->open.place = e->place;
    }
    return true;
}

// Adds the tempo as an event of the block's first frame: next_frames() begins blocks there.
static void add_tempos(State *s) {
    const JwScore *score = s->render->score;
    for (; s->next_tempo < score->n_tempos && score->tempos[s->next_tempo].frame + s->lead <= s->at;
         ++s->next_tempo) {
        const JwScoreTempo *tempo = &score->tempos[s->next_tempo];
        s->n_events = 0; // The last of several tempos on one frame applies
        s->event[s->n_events++] = (JwEvent){
            .type = JW_EVENT_TRANSPORT,
            .transport = {.bpm = tempo->bpm, .beat = tempo->beat},
        };
    }
}

// Collects the events of the next n frames. If there are too many, the block ends before the frame
// that did not fit; if a single frame has too many, its first events go into a block of no frames.
// Returns the number of frames to run.
static uint32_t gather_events(State *s, uint32_t n) {
    const JwScore *score = s->render->score;
    size_t next_of_frame = s->next;
    int n_before_frame = 0;
    JwProgramReport programs_before_frame = s->report->programs;
    uint32_t last_frame = 0;
    s->n_events = 0;
    add_tempos(s);
    for (; s->next < score->n_events && score->events[s->next].frame + s->lead < s->at + n;
         ++s->next) {
        const uint32_t frame = (uint32_t)(score->events[s->next].frame + s->lead - s->at);
        if (frame != last_frame) {
            last_frame = frame;
            next_of_frame = s->next;
            n_before_frame = s->n_events;
            programs_before_frame = s->report->programs;
        }
        if (add_event(s, &score->events[s->next], frame)) {
            continue;
        }
        if (frame > 0) {
            s->next = next_of_frame;
            s->n_events = n_before_frame;
            s->report->programs = programs_before_frame;
        }
        return frame;
    }
    return n;
}

static void run_engine(State *s, uint32_t n) {
    const double start = jw_thread_cpu_s();
    const bool driven = s->render->input != NULL;
    jw_engine_run_input(s->render->engine, s->event, (size_t)s->n_events,
                        driven ? s->input[0] : NULL, driven ? s->input[1] : NULL, s->channel[0],
                        s->channel[1], s->stem, n);
    if (s->with) {
        jw_accompany_run(s->with, n);
        jw_accompany_add(s->with, s->channel, n);
    }
    s->report->cpu_s += jw_thread_cpu_s() - start;
}

/// Magnitude of a frame of the mix.
static double loudness_at(const State *s, uint32_t i) {
    return (double)fmaxf(fabsf(s->channel[0][i]), fabsf(s->channel[1][i]));
}

/// Fade factor of a frame. `heard`: the frame after the last audible one.
static double fade_at(const State *s, uint64_t frame, uint64_t heard) {
    const uint64_t quiet_frames = frames_of(quiet_s, s->render->rate_hz);
    if (frame < s->fade_start || (s->may_be_over && frame >= heard + quiet_frames)) {
        return 1.0;
    }
    return (double)(s->end - frame) / (double)(s->end - s->fade_start);
}

static void fade(const State *s, float *samples, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
        samples[i] = (float)(s->fade[i] * (double)samples[i]);
    }
}

/// Fades a block before its loudness is recorded.
static void fade_all(State *s, uint32_t n) {
    uint64_t heard = s->quiet_since;
    if (s->at + n <= s->fade_start) {
        return;
    }
    for (uint32_t i = 0; i < n; ++i) {
        heard = loudness_at(s, i) > quiet_level ? s->at + i + 1 : heard;
        s->fade[i] = fade_at(s, s->at + i, heard);
    }
    fade(s, s->channel[0], n);
    fade(s, s->channel[1], n);
    for (int i = 0; i < 2 * (s->n_strings + 1); ++i) {
        fade(s, s->stem[i], n);
    }
    for (int i = 0; s->with && i < 2 * (jw_accompany_n_strings(s->with) + 1); ++i) {
        fade(s, jw_accompany_stems(s->with)[i], n);
    }
}

/// Estimates the end of the tail if its level continues to fall as over the last windows.
static uint64_t expect_end(const State *s) {
    const double quiet_db = 20.0 * jw_log10(quiet_level), db = s->window_db[0];
    const int oldest = s->n_windows - 1;
    const double fall_db_s = (s->window_db[oldest] - db) / (oldest * window_s);
    const double left_s = (db - quiet_db) / fall_db_s + quiet_s;
    const double most_s = (double)(s->end - s->at) / s->render->rate_hz;
    // A tail that does not fall lasts until the latest end.
    return fall_db_s > 0.0 && left_s < most_s
               ? s->at + frames_of(fmax(left_s, 0.0), s->render->rate_hz)
               : s->end;
}

/// Updates the forecast of an open tail, for the progress bar only.
static void watch_tail(State *s, uint32_t n) {
    const uint64_t window = frames_of(window_s, s->render->rate_hz);
    if (s->render->tail_s >= 0.0 || s->at < s->score_end || s->at + n < s->window_start + window) {
        return;
    }
    memmove(&s->window_db[1], &s->window_db[0], (WINDOWS - 1) * sizeof(double));
    s->window_db[0] = 20.0 * jw_log10(fmax(s->window_peak, 1e-12));
    s->n_windows += s->n_windows < WINDOWS;
    if (s->n_windows > 1) {
        const double moved = trust * ((double)expect_end(s) - (double)s->expected_end);
        s->expected_end = (uint64_t)((double)s->expected_end + moved);
    }
    s->window_peak = 0.0;
    s->window_start = s->at + n;
}

/// Records how loud the block was without GAIN, for advice. most: its largest sample.
static void note_gain(State *s, double most) {
    const double gain = jw_pow(10.0, jw_engine_param_now(s->render->engine, JW_P_GAIN) / 20.0);
    const uint64_t held = jw_engine_limited(s->render->engine);
    s->report->loudness = fmax(s->report->loudness, most / gain);
    s->held_gain = held > s->held ? fmin(s->held_gain, gain) : s->held_gain;
    s->held = held;
}

static void note_loudness(State *s, uint32_t n) {
    double most = 0.0;
    for (uint32_t i = 0; i < n; ++i) {
        const double loudest = loudness_at(s, i);
        most = fmax(most, loudest);
        if (loudest > quiet_level) {
            s->quiet_since = s->at + i + 1;
        }
    }
    s->window_peak = fmax(s->window_peak, most);
    note_gain(s, most);
}

static bool over(const State *s) {
    if (s->at >= s->end) {
        return true;
    }
    if (s->render->tail_s >= 0.0 || s->at < s->score_end || s->at % GRID_FRAMES) {
        return false;
    }
    const uint64_t quiet_frames = frames_of(quiet_s, s->render->rate_hz);
    const bool silent =
        jw_engine_silent(s->render->engine) && (!s->with || jw_accompany_is_silent(s->with));
    return silent || s->at >= s->quiet_since + quiet_frames;
}

static uint32_t next_frames(const State *s) {
    uint64_t n = s->render->block_frames;
    if (s->render->tail_s < 0.0 && s->at + n > s->score_end) {
        const uint64_t to_grid = GRID_FRAMES - s->at % GRID_FRAMES;
        n = n < to_grid ? n : to_grid;
    }
    const JwScore *score = s->render->score;
    size_t tempo = s->next_tempo;
    while (tempo < score->n_tempos && score->tempos[tempo].frame + s->lead <= s->at) {
        ++tempo;
    }
    if (tempo < score->n_tempos && score->tempos[tempo].frame + s->lead - s->at < n) {
        n = score->tempos[tempo].frame + s->lead - s->at;
    }
    n = n < s->end - s->at ? n : s->end - s->at;
    return s->render->labels ? jw_labels_frames(s->render->labels, s->at, (uint32_t)n)
                             : (uint32_t)n;
}

static void tell_progress(const JwRender *r, uint64_t done, uint64_t total) {
    if (r->progress) {
        r->progress(r->user, done, total);
    }
}

static bool run_blocks(State *s) {
    const JwRender *r = s->render;
    while (!over(s)) {
        if (r->stopped(r->user)) {
            s->error->text[0] = '\0';
            return false;
        }
        const uint32_t n = gather_events(s, next_frames(s));
        if (r->input && !jw_input_file_read(r->input, s->input[0], s->input[1], n, s->error)) {
            return false;
        }
        run_engine(s, n);
        fade_all(s, n);
        note_loudness(s, n);
        watch_tail(s, n);
        const JwRenderedBlock block = {
            {s->channel[0], s->channel[1]}, s->stem, s->with ? jw_accompany_stems(s->with) : NULL};
        if (!jw_delivery_take(s->delivery, &block, n, s->error)) {
            return false;
        }
        s->at += n;
        if (r->labels && !jw_labels_take(r->labels, s->at, s->error)) {
            return false;
        }
        tell_progress(r, s->at, s->at < s->expected_end ? s->expected_end : s->at + 1);
    }
    tell_progress(r, s->at, s->at);
    return jw_delivery_finish(s->delivery, s->error);
}

static bool allocate(State *s) {
    s->fade = calloc(s->render->block_frames, sizeof(double));
    bool ok = s->fade != NULL;
    for (int i = 0; i < 2; ++i) {
        s->channel[i] = calloc(s->render->block_frames, sizeof(float));
        s->input[i] = calloc(s->render->block_frames, sizeof(float));
        ok = ok && s->channel[i] && s->input[i];
    }
    for (int i = 0; i < 2 * (s->n_strings + 1); ++i) {
        s->stem[i] = calloc(s->render->block_frames, sizeof(float));
        ok = ok && s->stem[i];
    }
    return ok || jw_error_set(s->error, "out of memory");
}

static void state_free(State *s) {
    jw_delivery_free(s->delivery);
    jw_accompany_free(s->with);
    free(s->fade);
    for (int i = 0; i < 2; ++i) {
        free(s->channel[i]);
        free(s->input[i]);
    }
    for (int i = 0; i < 2 * (s->n_strings + 1); ++i) {
        free(s->stem[i]);
    }
    free(s);
}

static State *state_new(const JwRender *render, JwReport *report, JwError *error) {
    State *s = calloc(1, sizeof(State));
    if (!s) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    s->render = render;
    s->report = report;
    s->error = error;
    s->n_strings = jw_engine_n_strings(render->engine);
    s->latency = render->input ? jw_engine_input_latency_frames(render->engine)
                               : jw_engine_latency_frames(render->engine);
    s->lead = s->latency - jw_engine_latency_frames(render->engine);
    s->score_end = s->latency + render->score->n_frames;
    s->end = s->latency + jw_render_frames_max(render->score, render->rate_hz, render->tail_s);
    s->may_be_over = render->tail_s >= 0.0 && render->fade_s == 0.0;
    const double faded_s = render->tail_s < 0.0 ? fade_s : s->may_be_over ? cut_s : render->fade_s;
    const uint64_t faded = frames_of(faded_s, render->rate_hz), all = s->end - s->latency;
    const uint64_t usual_end = s->score_end + frames_of(JW_RENDER_TAIL_USUAL_S, render->rate_hz);
    s->expected_end = render->tail_s < 0.0 && usual_end < s->end ? usual_end : s->end;
    s->window_start = s->score_end;
    s->held_gain = HUGE_VAL;
    s->fade_start = s->end - (faded < all ? faded : all);
    s->delivery = jw_delivery_new(render, report, s->latency, error);
    s->with = render->with ? jw_accompany_new(render->with, render->score, s->latency,
                                              render->block_frames, error)
                           : NULL;
    if (s->delivery && (!render->with || s->with) && allocate(s)) {
        return s;
    }
    state_free(s);
    return NULL;
}

static void fill_report(const State *s) {
    JwReport *report = s->report;
    report->latency_frames = (uint32_t)s->latency;
    report->quality = jw_engine_param(s->render->engine, JW_P_QUALITY);
    report->n_strings = s->n_strings;
    jw_engine_report(s->render->engine, -1, &report->all.engine);
    for (int i = 0; i < s->n_strings; ++i) {
        jw_engine_report(s->render->engine, i, &report->string[i].engine);
        jw_engine_stroke(s->render->engine, i, &report->string[i].stroke);
    }
    for (int i = 0; s->with && i < report->with.n_strings; ++i) {
        jw_engine_report(s->render->with, i, &report->with.string[i].engine);
        jw_engine_stroke(s->render->with, i, &report->with.string[i].stroke);
    }
    report->dropped_events = report->all.engine.dropped_events;
    if (s->held > 0) {
        report->loudness = fmax(report->loudness, report->all.engine.limited_peak / s->held_gain);
    }
}

bool jw_render_run(const JwRender *render, JwReport *report, JwError *error) {
    State *s = state_new(render, report, error);
    if (!s) {
        return false;
    }
    const bool ok = run_blocks(s);
    fill_report(s);
    state_free(s);
    return ok;
}
