// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/params.h"

#include "base/elementary.h"
#include "base/ragas.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const JwParamInfo table[JW_N_PARAMS] = {
#define JW_PARAM(ID, symbol, name, unit, min, def, max, scale, cc, group, acts, comment)           \
    {#symbol,          name,           unit,   min, def, max, JW_SCALE_##scale, cc,                \
     JW_GROUP_##group, JW_ACTS_##acts, comment},
#define JW_PARAM_POINT(ID, value, label)
#include "base/params.def"
#undef JW_PARAM
#undef JW_PARAM_POINT
};

static const JwParamPoint points[] = {
#define JW_PARAM(ID, symbol, name, unit, min, def, max, scale, cc, group, acts, comment)
#define JW_PARAM_POINT(ID, value, label) {JW_P_##ID, value, label},
#include "base/params.def"
#undef JW_PARAM
#undef JW_PARAM_POINT
};

enum { n_points = sizeof(points) / sizeof(points[0]) };

JW_REALTIME const JwParamInfo *jw_param_info(JwParamId id) {
    return &table[id];
}

const JwParamPoint *jw_param_points(int *n) {
    *n = n_points;
    return points;
}

const char *jw_param_label(JwParamId id, double value) {
    if (id == JW_P_RAGA && value >= JW_N_RAGAS) {
        return value < jw_raga_count() ? jw_raga_name((int)value) : NULL;
    }
    for (int i = 0; i < n_points; ++i) {
        if (points[i].id == id && points[i].value == value) {
            return points[i].label;
        }
    }
    return NULL;
}

int jw_param_n_points(JwParamId id) {
    int n = id == JW_P_RAGA ? jw_raga_count() - JW_N_RAGAS : 0;
    for (int i = 0; i < n_points; ++i) {
        n += points[i].id == id;
    }
    return n;
}

double jw_param_next_point(JwParamId id, double value, int step) {
    double best = value;
    if (id == JW_P_RAGA) { // Their numbers are consecutive
        const int by = step > 0 ? 1 : -1;
        int raga = (int)value + by;
        while (raga > 0 && raga < jw_raga_count() && !jw_raga_is_listed(raga)) {
            raga += by;
        }
        return raga < jw_raga_count() ? jw_param_clamp(id, raga, value) : value;
    }
    for (int i = 0; i < n_points; ++i) {
        const double v = points[i].value;
        const bool beyond = points[i].id == id && (step > 0 ? v > value : v < value);
        if (beyond && (best == value || fabs(v - value) < fabs(best - value))) {
            best = v;
        }
    }
    return best;
}

bool jw_param_is_among(JwParamId id, const JwParamId *ids, size_t n) {
    bool is_among = false;
    for (size_t i = 0; i < n; ++i) {
        is_among = is_among || ids[i] == id;
    }
    return is_among;
}

int jw_param_find(const char *symbol) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (!strcmp(table[i].symbol, symbol)) {
            return i;
        }
    }
    return -1;
}

JW_REALTIME int jw_param_from_cc(int cc) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (cc >= 0 && table[i].cc == cc) {
            return i;
        }
    }
    return -1;
}

static JW_REALTIME double nearest_point(JwParamId id, double value) {
    if (id == JW_P_RAGA) {
        return ceil(value - 0.5) + 0.0; // Consecutive numbers; of two the lower one, and never -0
    }
    double best = table[id].def;
    double distance = INFINITY;
    for (int i = 0; i < n_points; ++i) {
        const double d = fabs(points[i].value - value);
        if (points[i].id == id && d < distance) {
            distance = d;
            best = points[i].value;
        } else if (points[i].id != id && isfinite(distance)) {
            break; // A parameter's values stand together
        }
    }
    return best;
}

JW_REALTIME double jw_param_clamp(JwParamId id, double value, double current) {
    const JwParamInfo *p = &table[id];
    if (isnan(value)) {
        return current;
    }
    value = fmin(fmax(value, p->min), id == JW_P_RAGA ? jw_raga_count() - 1.0 : p->max);
    if (p->scale == JW_SCALE_TOGGLE) {
        return value > 0.5 * (p->min + p->max) ? p->max : p->min;
    }
    return p->scale == JW_SCALE_ENUM ? nearest_point(id, value) : value;
}

JW_REALTIME double jw_param_from_unit(JwParamId id, double position) {
    const JwParamInfo *p = &table[id];
    position = fmin(fmax(position, 0.0), 1.0);
    const double value = p->scale == JW_SCALE_LOG ? p->min * jw_pow(p->max / p->min, position)
                                                  : p->min + (p->max - p->min) * position;
    return jw_param_clamp(id, value, p->def);
}

JW_REALTIME double jw_param_from_controller(JwParamId id, int value) {
    const bool has_centre = table[id].min == -table[id].max;
    if (has_centre) {
        return jw_param_from_unit(id, value <= 64 ? value / 128.0 : 0.5 + (value - 64) / 126.0);
    }
    return jw_param_from_unit(id, value / 127.0);
}

bool jw_param_valid(JwParamId id, double value) {
    return isfinite(value) && jw_param_clamp(id, value, value) == value;
}

JW_REALTIME double jw_param_curvature(const double *values) {
    return values[JW_P_BRIDGE_CURVATURE] * jw_exp2((values[JW_P_JAWARI] - 50.0) / 25.0);
}

void jw_params_default(double *values) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        values[i] = table[i].def;
    }
}
