// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/instrument.h"

#include "base/elementary.h"
#include "base/pi.h"
#include "string/pluck.h"

#include <math.h>
#include <string.h>

void jw_instrument_init(JwInstrument *instrument) {
    memset(instrument, 0, sizeof(*instrument));
    jw_params_default(instrument->param);
    jw_params_default(instrument->own);
    instrument->a4_hz = 440.0;
    instrument->sa_key = instrument->madhya_key = 60;
    instrument->map.pull_up = instrument->map.pull_down = 24.0;
    instrument->map.slacken = 1.0;
    instrument->map.pressure_from = JW_PRESSURE_FROM;
    instrument->map.ra_strength = 1.0;
    instrument->drone.first = -1;
    instrument->wrap_from = jw_instrument_wrap_origin(instrument);
}

JW_REALTIME double jw_instrument_bridge_m(const JwInstrument *instrument, const double *param) {
    const double closed = (param[JW_P_JAWARI] - 50.0) / 50.0;
    const double jawari =
        closed < 0.0 ? -closed * instrument->khula_m : closed * closed * instrument->band_m;
    return 0.001 * param[JW_P_BRIDGE_HEIGHT] + jawari;
}

JW_REALTIME double jw_curve_at(const JwCurve *curve, double x) {
    if (curve->n == 0) {
        return 0.0;
    }
    const double *at = curve->x, *y = curve->y;
    int i = 1;
    while (i < curve->n && at[i] < x) {
        ++i;
    }
    if (i == curve->n || x <= at[0]) {
        return x <= at[0] ? y[0] : y[i - 1];
    }
    return y[i - 1] + (x - at[i - 1]) / (at[i] - at[i - 1]) * (y[i] - y[i - 1]);
}

/// Exponent of the ratio of lengths for the effect of the bridge, which is larger on shorter
/// strings (measured on a sitar's baj: 2.7, 3.6, 6.4 and 10.3 cents at frets 0, 5, 12 and 19).
static const double wrap_length_power = 1.2;

/// Largest number of cents that moved bridge and thread add: a semitone, as in a node. On a short
/// string the sum of several curves could otherwise slacken it until nothing holds it, or tighten
/// it beyond what its body can carry (playing/stability.h).
static const double most_wrap_more = 100.0;

JwWrapOrigin jw_instrument_wrap_origin(const JwInstrument *instrument) {
    return (JwWrapOrigin){.bridge_m = jw_instrument_bridge_m(instrument, instrument->param),
                          .thread = instrument->param[JW_P_THREAD],
                          .thread_mm = instrument->param[JW_P_THREAD_POSITION]};
}

JW_REALTIME double jw_instrument_wrap_more(const JwInstrument *instrument, int string,
                                           const double *param, double ratio) {
    const JwStringSpec *s = &instrument->string[string];
    const JwWrapOrigin *from = &instrument->wrap_from;
    const double lift_um = 1e6 * (jw_instrument_bridge_m(instrument, param) - from->bridge_m);
    const double cents =
        jw_curve_at(&s->wrap_by_lift, lift_um) +
        jw_curve_at(&s->wrap_by_thread, param[JW_P_THREAD] / fmax(from->thread, 1e-3)) +
        jw_curve_at(&s->wrap_by_thread_place, param[JW_P_THREAD_POSITION] - from->thread_mm);
    if (cents == 0.0) {
        return 0.0;
    }
    const double shorter = ratio == 1.0 ? 1.0 : jw_pow(ratio, wrap_length_power);
    return fmin(fmax(cents * shorter, -most_wrap_more), most_wrap_more);
}

JW_REALTIME uint32_t jw_instrument_melody(const JwInstrument *instrument) {
    uint32_t all = instrument->map.melody;
    if (all) {
        return all;
    }
    for (int s = 0; s < instrument->n_strings; ++s) {
        all |= instrument->string[s].role == JW_ROLE_TARAF ? 0u : 1u << s;
    }
    return all;
}

JW_REALTIME double jw_instrument_highest_bridge_m(const JwInstrument *instrument) {
    const double most_mm = (double)jw_param_info(JW_P_BRIDGE_HEIGHT)->max;
    return 0.001 * most_mm + fmax(fmax(instrument->khula_m, instrument->band_m), 0.0);
}

JW_REALTIME bool jw_instrument_is_sympathetic(const JwInstrument *instrument, int string) {
    bool any = false;
    for (int s = 0; s < instrument->n_strings; ++s) {
        any |= instrument->string[s].role == JW_ROLE_TARAF;
    }
    return !any || instrument->string[string].role == JW_ROLE_TARAF;
}

/// Noise of each kind of stroke. That of finger and mizrab was fitted, one set for all, to recorded
/// notes of ten instruments; nothing is known of the others, which are studies.
static const struct {
    double low_db, mid_db, high_db;
} kind_noise[JW_N_STROKES] = {
    [JW_STROKE_FINGER] = {-36.0, -31.0, -30.0},
    [JW_STROKE_MIZRAB] = {-36.0, -31.0, -30.0},
    [JW_STROKE_SOFT] = {JW_STROKE_QUIET_DB, JW_STROKE_QUIET_DB, JW_STROKE_QUIET_DB},
    [JW_STROKE_TRIANGLE] = {JW_STROKE_QUIET_DB, JW_STROKE_QUIET_DB, JW_STROKE_QUIET_DB},
};

JW_REALTIME JwStrokeSpec jw_instrument_stroke(const JwInstrument *instrument, int string, int kind,
                                              bool outward) {
    const JwStringSpec *s = &instrument->string[string];
    JwStrokeSpec stroke = {
        .kind = kind,
        .figure =
            {
                [JW_STROKE_RISE_S] = s->pluck_rise_s,
                [JW_STROKE_RELEASE_S] = s->pluck_release_s,
                [JW_STROKE_AT_M] = s->pluck_at_m,
                [JW_STROKE_ANGLE_RAD] = s->pluck_angle_rad,
                [JW_STROKE_STRENGTH] = 1.0,
                [JW_STROKE_POWER] = 1.5,
                [JW_STROKE_HARDNESS] = s->pluck_hardness,
                [JW_STROKE_VARY_STRENGTH] = 0.5,
                [JW_STROKE_VARY_PLACE] = 0.2,
                [JW_STROKE_VARY_TIMES] = 0.5,
                [JW_STROKE_VARY_ANGLE_RAD] = JW_PI / 180.0 * 8.0,
                [JW_STROKE_VARY_RELEASE] = 0.6,
                [JW_STROKE_NOISE_LOW_DB] = kind_noise[kind].low_db,
                [JW_STROKE_NOISE_MID_DB] = kind_noise[kind].mid_db,
                [JW_STROKE_NOISE_HIGH_DB] = kind_noise[kind].high_db,
                [JW_STROKE_NOISE_LOW_S] = 0.020,
                [JW_STROKE_NOISE_MID_S] = 0.012,
                [JW_STROKE_NOISE_HIGH_S] = 0.008,
                [JW_STROKE_SCRAPE_DB] = JW_STROKE_QUIET_DB,
                [JW_STROKE_SECOND_S] = 0.040,
            },
    };
    for (int i = 0; i < instrument->n_strokes; ++i) {
        jw_stroke_overlay(&stroke, &instrument->stroke[i], string, outward);
    }
    return stroke;
}

int jw_instrument_pluck_key(const JwInstrument *instrument, bool strum) {
    const JwMidiMap *map = &instrument->map;
    int found = -1, most = 1;
    for (int i = 0; i < map->n_keys; ++i) {
        const JwMapKey *key = &map->key[i];
        bool drones = true;
        for (int s = 0; s < key->n_strings; ++s) {
            drones = drones && instrument->string[key->string[s]].role == JW_ROLE_DRONE;
        }
        if (key->action == JW_ACTION_PLUCK && key->n_strings > most && drones != strum) {
            found = key->key;
            most = key->n_strings;
        }
    }
    return found;
}

/// Level of the room of live playing [%]: a sitar's side channel is 10.6 dB below the middle
/// (without a room 24), as in recorded phrases (9 to 11).
static const double live_room = 17.0;

bool jw_instrument_put_into_room(JwInstrument *instrument) {
    if (instrument->param[JW_P_ROOM] != 0.0) {
        return false;
    }
    instrument->param[JW_P_ROOM] = live_room;
    return true;
}
