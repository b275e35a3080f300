// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "host/idle.h"

#include <string.h>

enum {
    GRID_FRAMES = 32 * JW_CONTROL_FRAMES, ///< Frames between two places at which an engine may
                                          ///< fall asleep
    SLICE_EVENTS = 128,                   ///< Largest number of events of one slice
};

JW_REALTIME void jw_idle_init(JwIdle *idle, JwEngineSwap *swap) {
    *idle = (JwIdle){.swap = swap};
}

static JW_REALTIME bool may_sleep(const JwIdle *idle) {
    const JwEngineSwap *swap = idle->swap;
    const double linger = JW_IDLE_LINGER_S * jw_engine_rate_hz(swap->current);
    return !swap->old && jw_engine_silent(swap->current) &&
           !jw_engine_wants_service(swap->current) && (double)(idle->ran - idle->stirred) > linger;
}

/// Records the transport of the last of these events.
static JW_REALTIME void watch_transport(JwIdle *idle, const JwEvent *slice, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        if (slice[i].type == JW_EVENT_TRANSPORT) {
            idle->transport = slice[i];
            idle->told = true;
            idle->since = idle->now + slice[i].frame;
        }
    }
}

/// Transport event with the present position, for an engine that has slept.
static JW_REALTIME JwEvent transport_now(const JwIdle *idle) {
    JwEvent event = idle->transport;
    const double rate_hz = jw_engine_rate_hz(idle->swap->current);
    const double beats_s = event.transport.bpm / 60.0;
    event.frame = 0;
    event.transport.beat += (double)(idle->now - idle->since) / rate_hz * beats_s;
    return event;
}

// An engine that slept and a new one get the same treatment: their clock begins here.
JW_REALTIME void jw_idle_renew(JwIdle *idle) {
    idle->asleep = false;
    idle->ran = idle->stirred = 0;
    if (idle->told) {
        const JwEvent event = transport_now(idle);
        jw_engine_swap_run(idle->swap, &event, 1, NULL, NULL, NULL, 0);
    }
}

/// Events of one slice, with frames relative to its start.
typedef struct {
    JwEvent event[SLICE_EVENTS];
    size_t n;
} Slice;

/// Fills the slice with the events before `end`, from event *e on; if `end` is the end of the
/// block, later events too. Returns the end of the slice, which is earlier if it is full.
static JW_REALTIME uint32_t fill_slice(Slice *slice, const JwEvent *events, size_t n_events,
                                       size_t *e, uint32_t done, uint32_t end, uint32_t n_frames) {
    slice->n = 0;
    for (; *e < n_events; ++*e) {
        const JwEvent *event = &events[*e];
        const uint32_t frame = event->frame > done ? event->frame - done : 0;
        if (event->frame >= end && end < n_frames) {
            break;
        }
        if (slice->n == SLICE_EVENTS) {
            return event->frame < end ? done + frame : end;
        }
        slice->event[slice->n] = *event;
        slice->event[slice->n++].frame = frame;
    }
    return end;
}

/// First frame from `done` on with a nonzero sample; `end` if there is none.
static JW_REALTIME uint32_t first_sound(const float *const in[2], uint32_t done, uint32_t end) {
    uint32_t first = end;
    for (int c = 0; c < 2 && in && in[c]; ++c) {
        for (uint32_t i = done; i < first; ++i) {
            first = in[c][i] != 0.0F ? i : first;
        }
    }
    return first;
}

/// Frame after the last one from `done` on with a nonzero sample; `done` if there is none.
static JW_REALTIME uint32_t after_sound(const float *const in[2], uint32_t done, uint32_t end) {
    uint32_t after = done;
    for (int c = 0; c < 2 && in && in[c]; ++c) {
        for (uint32_t i = end; i > after; --i) {
            after = in[c][i - 1] != 0.0F ? i : after;
        }
    }
    return after;
}

/// Runs from `done` to the next frame where the sleep state or the slice changes. Returns that
/// frame; *e is the next event.
static JW_REALTIME uint32_t run_slice(JwIdle *idle, const JwEvent *events, size_t n_events,
                                      size_t *e, const float *const in[2], float *left,
                                      float *right, uint32_t done, uint32_t n_frames) {
    Slice slice;
    const uint32_t to_grid = GRID_FRAMES - (uint32_t)(idle->ran % GRID_FRAMES);
    const uint32_t limit = to_grid < n_frames - done ? done + to_grid : n_frames;
    const uint32_t end = fill_slice(&slice, events, n_events, e, done, limit, n_frames);
    const float *const now[2] = {in && in[0] ? in[0] + done : NULL,
                                 in && in[1] ? in[1] + done : NULL};
    // Input wakes like an event.
    const uint32_t sounded = after_sound(in, done, end);
    idle->stirred = sounded > done ? idle->ran + (sounded - done) : idle->stirred;
    jw_engine_swap_run(idle->swap, slice.n > 0 ? slice.event : NULL, slice.n, now, left + done,
                       right + done, end - done);
    watch_transport(idle, slice.event, slice.n);
    for (size_t i = 0; i < slice.n; ++i) {
        const uint32_t frame = slice.event[i].frame;
        if (slice.event[i].type != JW_EVENT_TRANSPORT) {
            idle->stirred = idle->ran + (frame < end - done ? frame : end - done);
        }
    }
    idle->ran += end - done;
    idle->now += end - done;
    return end;
}

/// True for an event that does not wake the engine and only has to be recorded.
static JW_REALTIME bool sleeps_through(JwIdle *idle, const JwEvent *event) {
    JwEvent now = *event;
    now.frame = 0;
    if (idle->swap->old || event->type != JW_EVENT_TRANSPORT ||
        jw_engine_drones(idle->swap->current)) {
        return false;
    }
    watch_transport(idle, &now, 1);
    return true;
}

static JW_REALTIME uint32_t sleep_on(float *left, float *right, uint32_t done, uint32_t end) {
    memset(left + done, 0, (end - done) * sizeof(*left));
    memset(right + done, 0, (end - done) * sizeof(*right));
    return end;
}

JW_REALTIME void jw_idle_run(JwIdle *idle, const JwEvent *events, size_t n_events,
                             const float *const in[2], float *left, float *right,
                             uint32_t n_frames) {
    size_t e = 0;
    for (uint32_t done = 0; done < n_frames || e < n_events;) {
        uint32_t next = e < n_events && events[e].frame < n_frames ? events[e].frame : n_frames;
        if (idle->asleep) {
            next = first_sound(in, done, next);
        }
        if (idle->asleep && !idle->swap->old && next > done) {
            idle->now += next - done;
            done = sleep_on(left, right, done, next);
            continue;
        }
        const bool sounds = done < n_frames && first_sound(in, done, done + 1) == done;
        if (idle->asleep && !sounds && e < n_events && sleeps_through(idle, &events[e])) {
            ++e;
            continue;
        }
        if (idle->asleep) {
            jw_idle_renew(idle);
        }
        done = run_slice(idle, events, n_events, &e, in, left, right, done, n_frames);
        if (idle->ran % GRID_FRAMES == 0 && idle->ran > 0) {
            idle->asleep = may_sleep(idle);
        }
    }
}
