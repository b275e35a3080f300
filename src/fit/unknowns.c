// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/unknowns.h"

#include "base/pi.h"
#include "fit/partials.h"
#include "string/modes.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The limits are those of the file's parser, except for a radius: the bridge is flat long before
// that limit.
static const JwUnknownInfo infos[JW_N_UNKNOWNS] = {
    [JW_U_PITCH] = {"pitch_hz", "pitch of the open string", true, 6e-4, 5.0, 5.0, 8e3},
    [JW_U_EI] = {"ei_n_m2", "bending stiffness", true, 0.1, 1e-6, 0.0, 10.0},
    [JW_U_SIGMA0] = {"sigma0_per_s", "loss of all partials", true, 0.2, 0.02, 0.0, 1e4},
    [JW_U_SIGMA1] = {"sigma1_m_per_s", "loss with frequency", true, 0.2, 1e-3, 0.0, 100.0},
    [JW_U_SIGMA3] = {"sigma3_m3_per_s", "loss with its cube", true, 0.2, 1e-7, 0.0, 1.0},
    [JW_U_RADIUS] = {"radius_mm", "radius of the bridge", true, 0.3, 5.0, 5.0, 1e6},
    [JW_U_HEIGHT] = {"height_mm", "height of the bridge", false, 2e-3, 0.0, -100.0, 100.0},
    [JW_U_PLUCK_AT] = {"pluck_at_mm", "place of the stroke", true, 0.15, 1.0, 1.0, 5e3},
    [JW_U_RELEASE] = {"pluck_release_ms", "time of its release", true, 0.4, 0.05, 0.01, 50.0},
    [JW_U_THREAD] = {"thread_mm", "place of the thread", true, 0.1, 0.5, 0.1, 5e3},
    [JW_U_APEX] = {"apex_mm", "highest place of the bridge", false, 1.0, 0.0, -1e4, 1e4},
    [JW_U_RISE] = {"pluck_rise_ms", "time of the pull", true, 0.4, 0.2, 0.1, 200.0},
    [JW_U_PLUCK] = {"pluck_mm", "pull of velocity 127", true, 0.2, 0.1, 0.0, 50.0},
    [JW_U_WIDTH] = {"pluck_width", "width of what plucks", true, 0.3, 0.2, 0.2, 40.0},
    [JW_U_THREAD_STIFFNESS] = {"thread_stiffness_n_m", "stiffness of the thread", true, 0.4, 300.0,
                               0.0, 1e9},
    [JW_U_THREAD_DAMPING] = {"thread_damping_n_s_m", "damping by the thread", true, 0.4, 0.1, 0.0,
                             1e4},
    [JW_U_SPLIT] = {"axis_split_cents", "interval of the axes", false, 1.0, 0.0, -100.0, 100.0},
    [JW_U_TILT] = {"axis_tilt_deg", "lean of the axes", false, 3.0, 0.0, -90.0, 90.0},
    [JW_U_LATERAL_LOSS] = {"lateral_loss", "losses across", true, 0.3, 0.1, 0.1, 10.0},
    [JW_U_ANGLE] = {"pluck_angle_deg", "direction of the stroke", false, 5.0, 0.0, -360.0, 360.0},
    [JW_U_STOPPED_LOW] = {"stopped_loss_low", "losses under a finger", true, 0.2, 0.1, 0.1, 100.0},
    [JW_U_STOPPED_HIGH] = {"stopped_loss_high", "the others under a finger", true, 0.2, 0.1, 0.1,
                           100.0},
};

const JwUnknownInfo *jw_unknown_info(JwUnknown unknown) {
    return &infos[unknown];
}

int jw_unknown_find(const char *key) {
    for (int u = 0; u < JW_N_UNKNOWNS; ++u) {
        if (!strcmp(infos[u].key, key)) {
            return u;
        }
    }
    return -1;
}

/// Offset of a ratio's values, so that steps can leave small values and 0.
static double more_than(JwUnknown unknown, double begin) {
    return infos[unknown].ratio ? fmax(infos[unknown].small - begin, 0.0) : 0.0;
}

double jw_unknown_moved(JwUnknown unknown, double begin, double steps) {
    const JwUnknownInfo *i = &infos[unknown];
    const double more = more_than(unknown, begin);
    const double moved =
        i->ratio ? (begin + more) * exp(steps * i->step) - more : begin + steps * i->step;
    return fmin(fmax(moved, fmin(i->least, begin)), fmax(i->most, begin));
}

double jw_unknown_steps(JwUnknown unknown, double begin, double value) {
    const JwUnknownInfo *i = &infos[unknown];
    const double more = more_than(unknown, begin);
    return i->ratio ? log((value + more) / (begin + more)) / i->step : (value - begin) / i->step;
}

double jw_unknown_change(JwUnknown unknown, double begin, double value, double steps) {
    const JwUnknownInfo *i = &infos[unknown];
    return steps * i->step * (i->ratio ? value + more_than(unknown, begin) : 1.0);
}

/********* Places *********/

/// Number of the bridge under the string; -1: none.
static int bridge_number(const JwInstrument *instrument, int string) {
    const JwStringSpec *s = &instrument->string[string];
    for (int i = 0; i < s->n_obstacles; ++i) {
        if (instrument->obstacle[s->obstacle[i]].kind == JW_OBSTACLE_BRIDGE) {
            return s->obstacle[i];
        }
    }
    return -1;
}

/// Figure of a stroke for an unknown; -1: none.
static int figure_of(JwUnknown unknown) {
    switch (unknown) {
    case JW_U_PLUCK_AT:
        return JW_STROKE_AT_M;
    case JW_U_RELEASE:
        return JW_STROKE_RELEASE_S;
    case JW_U_RISE:
        return JW_STROKE_RISE_S;
    case JW_U_ANGLE:
        return JW_STROKE_ANGLE_RAD;
    case JW_U_WIDTH:
        return JW_STROKE_WIDTH_M;
    default:
        return -1;
    }
}

/// Number of the stroke of the string that sets this figure; -1: none.
static int stroke_of(const JwInstrument *instrument, int string, JwUnknown unknown) {
    const int figure = figure_of(unknown), kind = (int)lround(instrument->param[JW_P_PLUCK_STROKE]);
    for (int i = instrument->n_strokes - 1; i >= 0 && figure >= 0; --i) {
        const JwStrokeSpec *s = &instrument->stroke[i];
        if (s->kind == kind && s->direction != JW_DIRECTION_RA && s->given & 1U << figure &&
            (!s->strings || s->strings & 1U << string)) {
            return i;
        }
    }
    return -1;
}

static bool has_figure(const JwStringSpec *s, JwUnknown unknown) {
    switch (unknown) {
    case JW_U_RISE:
        return s->pluck_rise_s > 0.0;
    case JW_U_RELEASE:
        return s->pluck_release_s > 0.0;
    case JW_U_THREAD:
    case JW_U_THREAD_STIFFNESS:
    case JW_U_THREAD_DAMPING:
        return s->thread.present;
    case JW_U_SPLIT:
    case JW_U_TILT:
    case JW_U_LATERAL_LOSS:
    case JW_U_ANGLE:
        return s->data.lateral.hz > 0.0;
    case JW_U_STOPPED_LOW:
        return s->stopped_low > 0.0;
    case JW_U_STOPPED_HIGH:
        return s->stopped_high > 0.0;
    default:
        return true;
    }
}

bool jw_unknown_place(const JwInstrument *instrument, int string, JwUnknown unknown,
                      JwUnknownPlace *place, int *number) {
    const int stroke = stroke_of(instrument, string, unknown);
    *number = string;
    *place = JW_IN_STRING;
    if (unknown == JW_U_RADIUS || unknown == JW_U_HEIGHT || unknown == JW_U_APEX) {
        *place = JW_IN_BRIDGE;
        *number = bridge_number(instrument, string);
        return *number >= 0;
    }
    if (stroke >= 0) {
        *place = JW_IN_STROKE;
        *number = stroke;
        return true;
    }
    if (unknown == JW_U_WIDTH) {
        *place = JW_IN_DEFAULTS;
        *number = 0;
        return true;
    }
    return has_figure(&instrument->string[string], unknown);
}

/********* Values *********/

/// Location of a figure that no stroke sets, and the file's units per unit of it.
typedef struct {
    bool of_bridge; ///< True: the bridge's, false: the string's
    size_t offset;
    double per_unit;
} FigurePlace;

#define OF_STRING(member, per_unit)                                                                \
    { false, offsetof(JwStringSpec, member), per_unit }
#define OF_BRIDGE(member, per_unit)                                                                \
    { true, offsetof(JwObstacle, member), per_unit }

// None for the pitch; a width that no stroke sets is a parameter.
static const FigurePlace places[JW_N_UNKNOWNS] = {
    [JW_U_EI] = OF_STRING(data.ei_n_m2, 1.0),
    [JW_U_SIGMA0] = OF_STRING(data.losses.s0, 1.0),
    [JW_U_SIGMA1] = OF_STRING(data.losses.s1, 1.0),
    [JW_U_SIGMA3] = OF_STRING(data.losses.s3, 1.0),
    [JW_U_RADIUS] = OF_BRIDGE(radius_m, 1e3),
    [JW_U_HEIGHT] = OF_BRIDGE(height_m, 1e3),
    [JW_U_PLUCK_AT] = OF_STRING(pluck_at_m, 1e3),
    [JW_U_RELEASE] = OF_STRING(pluck_release_s, 1e3),
    [JW_U_THREAD] = OF_STRING(thread.position_m, 1e3),
    [JW_U_APEX] = OF_BRIDGE(apex_m, 1e3),
    [JW_U_RISE] = OF_STRING(pluck_rise_s, 1e3),
    [JW_U_PLUCK] = OF_STRING(pluck_m, 1e3),
    [JW_U_THREAD_STIFFNESS] = OF_STRING(thread.stiffness_n_m, 1.0),
    [JW_U_THREAD_DAMPING] = OF_STRING(thread.damping_n_s_m, 1.0),
    [JW_U_SPLIT] = OF_STRING(data.lateral.split_cents, 1.0),
    [JW_U_TILT] = OF_STRING(data.lateral.tilt_rad, 180.0 / JW_PI),
    [JW_U_LATERAL_LOSS] = OF_STRING(data.lateral.loss, 1.0),
    [JW_U_ANGLE] = OF_STRING(pluck_angle_rad, 180.0 / JW_PI),
    [JW_U_STOPPED_LOW] = OF_STRING(stopped_low, 1.0),
    [JW_U_STOPPED_HIGH] = OF_STRING(stopped_high, 1.0),
};

/// Location of an unknown's figure, and the file's units per unit of it; NULL for the pitch.
static double *value_of(JwInstrument *instrument, int string, JwUnknown unknown, double *per_unit) {
    const FigurePlace *place = &places[unknown];
    const int figure = figure_of(unknown), stroke = stroke_of(instrument, string, unknown),
              bridge = bridge_number(instrument, string);
    *per_unit = unknown != JW_U_WIDTH ? place->per_unit : stroke >= 0 ? 1e3 : 1.0;
    if (stroke >= 0 && figure >= 0) {
        return &instrument->stroke[stroke].figure[figure];
    }
    if (unknown == JW_U_WIDTH) {
        return &instrument->param[JW_P_PLUCK_WIDTH];
    }
    if (unknown == JW_U_PITCH) {
        return NULL;
    }
    void *of = place->of_bridge ? (void *)&instrument->obstacle[bridge > 0 ? bridge : 0]
                                : (void *)&instrument->string[string];
    return (double *)(void *)((char *)of + place->offset);
}

double jw_unknown_get(const JwInstrument *instrument, int string, JwUnknown unknown) {
    const JwStringSpec *s = &instrument->string[string];
    double per_unit;
    // Only reads.
    const double *value =
        value_of((JwInstrument *)(uintptr_t)instrument, string, unknown, &per_unit);
    if (!value) {
        return jw_string_data_pitch_hz(&s->data);
    }
    if (unknown == JW_U_PLUCK_AT && *value == 0.0) {
        return 1e3 * instrument->param[JW_P_PLUCK_POSITION] * s->data.length_m;
    }
    return *value * per_unit;
}

void jw_unknown_set(JwInstrument *instrument, int string, JwUnknown unknown, double new_value) {
    JwStringData *data = &instrument->string[string].data;
    const double hz = unknown == JW_U_PITCH ? new_value : jw_string_data_pitch_hz(data);
    double per_unit;
    double *value = value_of(instrument, string, unknown, &per_unit);
    if (value) {
        *value = new_value / per_unit;
    }
    if (unknown == JW_U_PITCH || unknown == JW_U_EI) {
        data->tension_n = jw_string_data_tension_n(data, hz);
    }
    if (unknown == JW_U_WIDTH && value == &instrument->param[JW_P_PLUCK_WIDTH]) {
        instrument->stroke_width_mm = new_value;
    }
}

void jw_unknown_make_polynomial(JwInstrument *instrument, int string) {
    JwStringData *data = &instrument->string[string].data;
    if (data->losses.law == JW_LOSS_POLYNOMIAL) {
        return;
    }
    JwPartials partials = {.n = 0};
    double sigma[3];
    for (int k = 1; k <= JW_PARTIALS_MAX; ++k) {
        partials.partial[partials.n++] =
            (JwPartial){.number = k, .per_s = jw_modes_sigma(data, k, 1.0, 1.0)};
    }
    if (jw_partials_losses(&partials, data->length_m, 1.0, 1.0, sigma)) {
        data->losses =
            (JwLosses){.law = JW_LOSS_POLYNOMIAL, .s0 = sigma[0], .s1 = sigma[1], .s3 = sigma[2]};
    }
}
