// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// When a moved parameter acts is what its column `acts` in params.def says: each is moved between
// two points of the control grid while a string sounds, and what is heard is compared with what is
// heard where nothing moved.

#include "engine/engine.h"
#include "engine/parts.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RATE = 48000,
    GRID = 32,        // Frames of the control grid
    MOVED = 4810,     // Parameter, ten frames past a point of the grid
    TICK = 4832,      // The next point
    SECOND = 9600,    // Note, with the first still held
    RELEASED = 12000, // Both notes
    SERVED = 14400,   // The control thread builds what is asked for
    END = 19200,
};

static const JwParamId tunes[] = {JW_P_A4, JW_P_SA, JW_P_RAGA, JW_P_INTONATION, JW_P_DRONE_FIRST};

typedef struct {
    float left[END], right[END];
    bool asked; ///< For new tables, before it was served
} Heard;

static JwInstrument instrument;
static Heard still, moved;

/// A sitar on a body, with a second baj and taraf, that can play by itself, four strokes a count.
static void make_instrument(void) {
    fixture_sitar(&instrument);
    fixture_body(&instrument);
    instrument.stroke[0] = (JwStrokeSpec){.kind = (int)instrument.param[JW_P_PLUCK_STROKE],
                                          .given = 1U << JW_STROKE_NOISE_MID_DB};
    instrument.stroke[0].figure[JW_STROKE_NOISE_MID_DB] = -30.0;
    instrument.n_strokes = 1;
    instrument.string[0].data.lateral =
        (JwLateral){.hz = 2000.0, .split_cents = 10.0, .tilt_rad = 0.4, .loss = 1.0, .share = 0.1};
    instrument.string[instrument.n_strings++] = instrument.string[0];
    JwStringSpec *taraf = &instrument.string[instrument.n_strings++];
    *taraf = instrument.string[1];
    strcpy(taraf->name, "Taraf");
    taraf->role = JW_ROLE_TARAF;
    taraf->n_frets = 1;
    instrument.drone =
        (JwDronePattern){.n = 2, .first = -1, .string = {1, 2}, .counts = {0.25, 0.25}};
}

/// Where every parameter has something to act on.
static double base_of(JwParamId id, JwParamId tested) {
    switch (id) {
    case JW_P_DRONE:
        return jw_param_info(tested)->acts == JW_ACTS_ONCE && tested != JW_P_DRONE;
    case JW_P_DRONE_TEMPO:
        return jw_param_info(id)->max;
    case JW_P_OUTPUT_SOURCE:
        return tested == JW_P_PICKUP_POSITION;
    case JW_P_VIBRATO_DEPTH:
        return 30.0;
    case JW_P_ROOM:
        return tested == JW_P_ROOM_SIZE || tested == JW_P_ROOM_WIDTH ? 50.0 : 0.0;
    case JW_P_POLYPHONY: // Notes are tied on one string only.
        return tested == JW_P_LEGATO ? 0.0 : 1.0;
    default:
        return jw_param_info(id)->def;
    }
}

static double other_value(JwParamId id, double base) {
    const JwParamInfo *info = jw_param_info(id);
    if (id == JW_P_QUALITY) {
        return 1.0;
    }
    return jw_param_clamp(id, base < info->max ? 0.5 * (base + info->max) + 0.5 : info->min, base);
}

static void send(JwEvent *events, size_t *n, uint32_t frame, JwEvent event) {
    event.frame = frame;
    events[(*n)++] = event;
}

static void midi(JwEvent *events, size_t *n, uint32_t frame, int status, int a, int b) {
    const uint8_t bytes[3] = {(uint8_t)status, (uint8_t)a, (uint8_t)b};
    const JwEvent event = {.type = JW_EVENT_MIDI, .midi = jw_midi_decode(bytes)};
    send(events, n, frame, event);
}

static JwEngine *new_engine(void) {
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    return engine;
}

/// Sound from outside, for the parameters that need it; NULL for the others.
static const float *input_for(JwParamId id) {
    static float sine[END];
    for (int i = 0; i < END; ++i) {
        sine[i] = 0.9f * sinf(0.04f * (float)i);
    }
    return jw_param_info(id)->group == JW_GROUP_INPUT ? sine : NULL;
}

static void hear(JwParamId id, bool moves, Heard *heard) {
    const float *in = input_for(id);
    JwEngine *engine = new_engine();
    JwEvent events[JW_N_PARAMS + 8];
    size_t n = 0, first;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwEvent base = {.type = JW_EVENT_PARAM,
                              .param = {(JwParamId)i, base_of((JwParamId)i, id)}};
        send(events, &n, 0, base);
    }
    send(events, &n, 0, (JwEvent){.type = JW_EVENT_TRANSPORT, .transport = {200.0, 0.0}});
    midi(events, &n, 0, 0xe0, 0, 96);
    midi(events, &n, 0, 0x90, 56, 100);
    if (moves) {
        const JwEvent move = {.type = JW_EVENT_PARAM,
                              .param = {id, other_value(id, base_of(id, id))}};
        send(events, &n, MOVED, move);
    }
    midi(events, &n, SECOND, 0x90, 58, 100);
    midi(events, &n, RELEASED, 0x80, 56, 64);
    midi(events, &n, RELEASED, 0x80, 58, 64);
    jw_engine_run_input(engine, events, n, in, NULL, heard->left, heard->right, NULL, SERVED);
    heard->asked = jw_engine_wants_service(engine);
    first = SERVED;
    check(jw_engine_service(engine) == JW_SUCCESS, "service");
    jw_engine_run_input(engine, NULL, 0, in ? in + first : NULL, NULL, heard->left + first,
                        heard->right + first, NULL, END - SERVED);
    jw_engine_free(engine);
}

/// First frame at which one sounds otherwise than the other; END if none.
static int first_other(void) {
    for (int i = 0; i < END; ++i) {
        if (moved.left[i] != still.left[i] || moved.right[i] != still.right[i]) {
            return i;
        }
    }
    return END;
}

/// True if it asks for new tables while all strings are at rest.
static bool asks_at_rest(JwParamId id) {
    JwEngine *engine = new_engine();
    const JwEvent move = {.type = JW_EVENT_PARAM, .param = {id, other_value(id, base_of(id, id))}};
    jw_engine_run(engine, NULL, 0, still.left, still.right, NULL, END);
    check(!jw_engine_wants_service(engine), "nothing to build at rest");
    jw_engine_run(engine, &move, 1, still.left, still.right, NULL, END);
    for (int i = 0; i < 20 && !jw_engine_wants_service(engine); ++i) {
        jw_engine_run(engine, NULL, 0, still.left, still.right, NULL, END);
    }
    const bool asks = jw_engine_wants_service(engine);
    jw_engine_free(engine);
    return asks;
}

static void check_param(JwParamId id) {
    const JwParamInfo *info = jw_param_info(id);
    const char *name = info->symbol;
    const bool builds = (info->acts & (JW_ACTS_FRETS | JW_ACTS_TABLES)) != 0;
    const bool rests = asks_at_rest(id);
    hear(id, false, &still);
    hear(id, true, &moved);
    const int at = first_other();
    printf("%s: acts at %d\n", name, at);
    // A raised bridge is pressed on; another curvature of one that only touches the strings is not.
    const bool asks = builds || id == JW_P_BRIDGE_HEIGHT;
    check(!still.asked && moved.asked == asks, "%s: asks for tables, or not", name);
    check(rests == (builds || info->acts == JW_ACTS_REST), "%s: asks at rest, or not", name);
    switch (info->acts) {
    case JW_ACTS_TICK:
    case JW_ACTS_REST:
        check(at >= TICK && at < SECOND, "%s: from the grid on", name);
        break;
    case JW_ACTS_NOTE:
        check(at >= SECOND && at < SERVED, "%s: with a note", name);
        break;
    case JW_ACTS_FRETS:
    case JW_ACTS_TABLES:
        check(at >= SERVED, "%s: when it is built", name);
        break;
    case JW_ACTS_ONCE:
        check(at >= MOVED && at < SERVED, "%s: from its frame on", name);
        break;
    }
}

/// A bridge that has moved is asked tables for though RESTITUTION, which needs none, never rests.
static void check_automated(void) {
    JwEngine *engine = new_engine();
    JwEvent events[3];
    size_t n = 0;
    midi(events, &n, 0, 0x90, 56, 100);
    send(events, &n, MOVED, (JwEvent){.type = JW_EVENT_PARAM, .param = {JW_P_BRIDGE_HEIGHT, 0.1}});
    jw_engine_run(engine, events, n, moved.left, moved.right, NULL, TICK);
    for (int i = 0; i < 200; ++i) {
        const double value = i % 2 ? 0.4 : 0.6;
        const JwEvent move = {.type = JW_EVENT_PARAM, .param = {JW_P_RESTITUTION, value}};
        check(i > 10 || !jw_engine_wants_service(engine), "waits for the bridge");
        jw_engine_run(engine, &move, 1, moved.left, moved.right, NULL, GRID);
    }
    check(jw_engine_wants_service(engine), "asks for tables under an automated restitution");
    jw_engine_free(engine);
}

/// The rows of a fretboard are those that tune, whatever the column says.
static void check_fretboard(void) {
    int n = 0;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        n += jw_param_info((JwParamId)i)->acts == JW_ACTS_FRETS;
    }
    check(n == (int)(sizeof(tunes) / sizeof(tunes[0])), "%d parameters tune", n);
    for (int i = 0; i < n; ++i) {
        check(jw_param_info(tunes[i])->acts == JW_ACTS_FRETS, "%s tunes",
              jw_param_info(tunes[i])->symbol);
    }
}

int main(void) {
    make_instrument();
    check_fretboard();
    check_automated();
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        check_param((JwParamId)i);
    }
    return check_result();
}
