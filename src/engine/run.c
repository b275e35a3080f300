// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The audio thread: cuts a block at its events and at the control grid, and runs all strings' steps
// between the cuts.
//
// Nothing here allocates, waits or fails, except in synchronous (offline) engines, which build
// tables in place.

#include "base/fpu.h"
#include "engine/hearing.h"
#include "engine/parts.h"

#include <string.h>

/// Plays the strokes that are due; returns the number of frames until the next one, at most n.
static JW_REALTIME uint32_t play_due(JwAudio *audio, uint32_t n) {
    JwGesture gesture;
    JwDroneStroke stroke;
    while (jw_allocator_next(&audio->allocator, audio->frame, &gesture)) {
        jw_audio_obey(audio, &gesture);
    }
    while (jw_drone_next(&audio->drone, audio->frame, audio->param, &stroke)) {
        gesture = jw_allocator_stroke(&audio->allocator, stroke.string, -1, stroke.velocity, -1.0);
        jw_audio_obey(audio, &gesture);
    }
    jw_audio_close_energy(audio);
    const uint64_t wait = jw_audio_next_due(audio) - audio->frame;
    return wait < n ? (uint32_t)wait : n;
}

/// Number of frames from `done` to the first event (index `next` or later) that cannot wait, at
/// most n.
static JW_REALTIME uint32_t frames_to_event(const JwAudio *audio, const JwEvent *events,
                                            size_t next, size_t n_events, uint32_t done,
                                            uint32_t n) {
    for (size_t i = next; i < n_events && events[i].frame < done + n; ++i) {
        if (jw_audio_acts(audio, &events[i])) {
            return events[i].frame - done;
        }
    }
    return n;
}

/// Both sides of an input; NULL: none.
typedef struct {
    const float *left, *right;
} Sides;

static JW_REALTIME Sides from_frame(Sides in, uint32_t done) {
    return (Sides){in.left ? in.left + done : NULL, in.right ? in.right + done : NULL};
}

/// True while the strings on a body do not move, until a stroke or a strong enough force comes.
static JW_REALTIME bool lie_still(const JwAudio *audio) {
    bool any = audio->asleep;
    for (int s = 0; s < audio->n_strings; ++s) {
        any |= audio->string[s].muted;
    }
    return any && audio->tables->coupled;
}

/// Takes up to n frames of the input; resting strings wake at the first strong enough frame.
/// Returns the number of frames taken.
static JW_REALTIME uint32_t admit_input(JwAudio *audio, Sides in, uint32_t n) {
    if (in.left && lie_still(audio)) {
        const uint32_t calm = jw_input_calm(&audio->input, in.left, in.right, n);
        if (calm == 0) {
            jw_audio_wake_all(audio);
        } else {
            n = calm;
        }
    }
    jw_input_take(&audio->input, in.left, in.right, n);
    return n;
}

static JW_REALTIME void run_block(JwEngine *engine, const JwEvent *events, size_t n_events,
                                  Sides in, float *left, float *right, float *const *stems,
                                  uint32_t n_frames) {
    JwAudio *audio = engine->audio;
    JwEvent posted;
    size_t e = 0;
    if (!audio) {
        memset(left, 0, n_frames * sizeof(*left));
        memset(right, 0, n_frames * sizeof(*right));
        return;
    }
    const JwFpu host = jw_fpu_flush();
    if (in.left && !audio->input.open) {
        jw_input_open(&audio->input, audio->param);
    }
    while (n_frames > 0 && jw_ring_read(engine->posts, &posted)) {
        jw_audio_take_event(audio, &posted);
    }
    for (uint32_t done = 0; done < n_frames;) {
        for (; e < n_events && events[e].frame <= done; ++e) {
            jw_audio_take_event(audio, &events[e]);
        }
        const uint32_t phase = (uint32_t)(audio->frame % JW_CONTROL_FRAMES);
        if (phase == 0) {
            jw_audio_tick(engine);
        }
        uint32_t n = JW_CONTROL_FRAMES - phase;
        n = play_due(audio, n < n_frames - done ? n : n_frames - done);
        n = frames_to_event(audio, events, e, n_events, done, n);
        n = admit_input(audio, from_frame(in, done), n);
        jw_audio_run_frames(engine, left, right, stems, done, n);
        audio->frame += n;
        done += n;
    }
    for (; e < n_events; ++e) {
        jw_audio_take_event(audio, &events[e]);
    }
    jw_fpu_restore(host);
}

JW_REALTIME void jw_engine_run(JwEngine *engine, const JwEvent *events, size_t n_events,
                               float *left, float *right, float *const *stems, uint32_t n_frames) {
    run_block(engine, events, n_events, (Sides){NULL, NULL}, left, right, stems, n_frames);
}

JW_REALTIME void jw_engine_run_input(JwEngine *engine, const JwEvent *events, size_t n_events,
                                     const float *in_left, const float *in_right, float *left,
                                     float *right, float *const *stems, uint32_t n_frames) {
    run_block(engine, events, n_events, (Sides){in_left, in_right}, left, right, stems, n_frames);
}

JW_REALTIME uint64_t jw_engine_limited(const JwEngine *engine) {
    return engine->audio ? jw_audio_limited(engine->audio) : 0;
}

JW_REALTIME void jw_engine_inherit_input(JwEngine *engine, JwEngine *from) {
    if (engine->audio && from->audio && engine->rate_hz == from->rate_hz) {
        memcpy(&engine->audio->input, &from->audio->input, sizeof(JwInput));
        memset(from->audio->input.sound, 0, sizeof(from->audio->input.sound));
        engine->audio->rest_ticks = 0;
        engine->audio->at_rest = false;
    }
}

JW_REALTIME double jw_engine_rate_hz(const JwEngine *engine) {
    return engine->rate_hz;
}

JW_REALTIME const JwChannels *jw_engine_channels(const JwEngine *engine) {
    return engine->audio ? &engine->audio->allocator.channels : NULL;
}

JW_REALTIME const JwMidiTunings *jw_engine_tunings(const JwEngine *engine) {
    return engine->audio ? &engine->audio->allocator.tunings : NULL;
}

JW_REALTIME void jw_engine_inherit(JwEngine *engine, const JwMidiTunings *tunings, int leader) {
    if (engine->audio) {
        jw_allocator_inherit(&engine->audio->allocator, tunings, leader);
        jw_hearing_lead(engine->audio);
        engine->audio->rest_ticks = 0;
    }
}

JW_REALTIME double jw_engine_param_now(const JwEngine *engine, JwParamId id) {
    return engine->audio ? engine->audio->param[id] : 0.0;
}

JW_REALTIME bool jw_engine_drones(const JwEngine *engine) {
    return engine->audio && engine->audio->param[JW_P_DRONE] > 0.5;
}

JW_REALTIME bool jw_engine_silent(const JwEngine *engine) {
    return !engine->audio || engine->audio->at_rest;
}
