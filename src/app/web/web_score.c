// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A MIDI file, rendered by the engine that jw_web_prepare() made offline, with the renderer's
// samples: app/render/render.c for a score without stems, labels and programs. Program changes are
// left out.

#include "app/score/smf.h"
#include "app/web/web.h"
#include "playing/midi.h"

#include <math.h>
#include <string.h>

enum {
    SYSEX = 0xf0,
    EVENTS = 4096,      ///< Largest number of events passed to the engine at once
    FRAMES = 4096,      ///< Largest number of frames of a block
    GRID_FRAMES = 1024, ///< Grid on which a tail may end
};

static const double quiet_level = 1e-6, quiet_s = 1.0; ///< After this the sound is over
static const double tail_s = 60.0, fade_s = 1.0;       ///< Longest tail, and the fade at its end
static const double longest_s = 3600.0;

static JwSmf smf;
static int rate_hz;
static uint64_t at, score_end, end, fade_start, quiet_since, latency;
static size_t next, next_tempo;
static int n_events, n_programs;
static JwEvent event[EVENTS];
static float out[2][FRAMES];

static uint64_t frames_of(double seconds) {
    return (uint64_t)llround(seconds * rate_hz);
}

/// Reads a MIDI file for the prepared engine. Returns the frames of the file, without the tail; -1:
/// jw_web_error() says why.
double JW_WEB_EXPORT(jw_web_score)(const uint8_t *bytes, size_t size);
double jw_web_score(const uint8_t *bytes, size_t size) {
    JwEngine *engine = jw_web_engine();
    if (!engine) {
        jw_error_set(jw_web_error_out(), "no engine is prepared");
        return -1.0;
    }
    jw_smf_clear(&smf);
    if (!jw_smf_parse(&smf, bytes, size, false, jw_web_error_out())) {
        return -1.0;
    }
    if (smf.seconds > longest_s) {
        jw_error_set(jw_web_error_out(), "lasts %.3g s, more than an hour", smf.seconds);
        return -1.0;
    }
    rate_hz = (int)lround(jw_engine_rate_hz(engine));
    latency = jw_engine_latency_frames(engine);
    at = quiet_since = 0;
    next = next_tempo = 0;
    n_programs = 0;
    score_end = latency + frames_of(smf.seconds);
    end = score_end + frames_of(tail_s);
    fade_start = end - frames_of(fade_s);
    return (double)frames_of(smf.seconds);
}

static uint64_t frame_of_tempo(size_t i) {
    return frames_of(smf.tempos[i].seconds);
}

static bool over(void) {
    if (at >= end) {
        return true;
    }
    if (at < score_end || at % GRID_FRAMES) {
        return false;
    }
    return jw_engine_silent(jw_web_engine()) || at >= quiet_since + frames_of(quiet_s);
}

/// Length of the next block: it ends on the grid of a tail, and before a new tempo.
static uint32_t next_frames(void) {
    uint64_t n = FRAMES;
    if (at + n > score_end) {
        const uint64_t to_grid = GRID_FRAMES - at % GRID_FRAMES;
        n = n < to_grid ? n : to_grid;
    }
    size_t tempo = next_tempo;
    while (tempo < smf.n_tempos && frame_of_tempo(tempo) <= at) {
        ++tempo;
    }
    if (tempo < smf.n_tempos && frame_of_tempo(tempo) - at < n) {
        n = frame_of_tempo(tempo) - at;
    }
    return (uint32_t)(n < end - at ? n : end - at);
}

static void add_tempos(void) {
    for (; next_tempo < smf.n_tempos && frame_of_tempo(next_tempo) <= at; ++next_tempo) {
        const JwSmfTempo *tempo = &smf.tempos[next_tempo];
        n_events = 0; // The last of several tempos on one frame applies
        event[n_events++] = (JwEvent){.type = JW_EVENT_TRANSPORT,
                                      .transport = {.bpm = tempo->bpm, .beat = tempo->beat}};
    }
}

static void add_event(const JwSmfEvent *e, uint32_t frame) {
    const JwMidi midi = jw_midi_decode(e->midi);
    if (midi.type == JW_MIDI_PROGRAM) {
        ++n_programs;
        return;
    }
    JwEvent *to = &event[n_events++];
    *to = (JwEvent){.frame = frame, .type = JW_EVENT_MIDI, .midi = midi};
    if (e->midi[0] == SYSEX) {
        *to = (JwEvent){.frame = frame, .type = JW_EVENT_SYSEX};
        to->sysex.bytes = jw_sysex_store_get(&smf.sysex, e->sysex, &to->sysex.size);
    }
}

/// Collects the events of the next n frames. If there are too many, the block ends before the frame
/// that did not fit. Returns the number of frames to run.
static uint32_t gather_events(uint32_t n) {
    size_t next_of_frame = next;
    int n_before_frame = 0;
    uint32_t last_frame = 0;
    n_events = 0;
    add_tempos();
    for (; next < smf.n_events && frames_of(smf.events[next].seconds) < at + n; ++next) {
        const uint32_t frame = (uint32_t)(frames_of(smf.events[next].seconds) - at);
        if (frame != last_frame) {
            last_frame = frame;
            next_of_frame = next;
            n_before_frame = n_events;
        }
        if (n_events == EVENTS) {
            next = frame > 0 ? next_of_frame : next;
            n_events = frame > 0 ? n_before_frame : n_events;
            return frame;
        }
        add_event(&smf.events[next], frame);
    }
    return n;
}

static void fade_and_listen(uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
        if (at + i >= fade_start) {
            const double factor = (double)(end - at - i) / (double)(end - fade_start);
            out[0][i] = (float)(factor * (double)out[0][i]);
            out[1][i] = (float)(factor * (double)out[1][i]);
        }
        if ((double)fmaxf(fabsf(out[0][i]), fabsf(out[1][i])) > quiet_level) {
            quiet_since = at + i + 1;
        }
    }
}

/// Runs on; returns the frames that jw_web_score_samples() has now, 0: the sound is over.
uint32_t JW_WEB_EXPORT(jw_web_score_run)(void);
uint32_t jw_web_score_run(void) {
    while (jw_web_engine() && rate_hz > 0 && !over()) {
        const uint32_t n = gather_events(next_frames());
        jw_engine_run_input(jw_web_engine(), event, (size_t)n_events, NULL, NULL, out[0], out[1],
                            NULL, n);
        fade_and_listen(n);
        const uint64_t early = at < latency ? latency - at : 0;
        at += n;
        if (early < n) {
            const uint32_t kept = n - (uint32_t)early;
            memmove(out[0], out[0] + early, kept * sizeof out[0][0]);
            memmove(out[1], out[1] + early, kept * sizeof out[1][0]);
            return kept;
        }
    }
    return 0;
}

/// Samples of a side: 0 left, 1 right.
const float *JW_WEB_EXPORT(jw_web_score_samples)(int side);
const float *jw_web_score_samples(int side) {
    return out[side == 1];
}

/// Program changes that were left out.
int JW_WEB_EXPORT(jw_web_score_programs)(void);
int jw_web_score_programs(void) {
    return n_programs;
}
