// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Contact points of strings, from the obstacles of their instrument.

#include "base/elementary.h"
#include "playing/tables.h"

#include <math.h>
#include <stdlib.h>

/// Least length of a wide bridge [m]: over one as short as the sarod's, of 4 mm, modes above 40 kHz
/// are audible. Without them its open string is 0.6 dB from itself with half as long steps, with
/// them 0.1 (rms of third octaves).
static const double wide_m = 0.015;

/// A table that represents a bridge counts as one.
static bool is_bridge(const JwObstacle *obstacle) {
    return obstacle->kind == JW_OBSTACLE_BRIDGE || obstacle->on_bridge;
}

static bool is_wide_bridge(const JwObstacle *obstacle) {
    return is_bridge(obstacle) && obstacle->end_m - obstacle->start_m >= wide_m;
}

bool jw_tables_on_wide_bridge(const JwInstrument *instrument, const JwStringSpec *string) {
    bool wide = string->n_obstacles > 0;
    for (int i = 0; i < string->n_obstacles; ++i) {
        wide = wide && is_wide_bridge(&instrument->obstacle[string->obstacle[i]]);
    }
    return wide;
}

/// Contact points of an obstacle at a quality. At quality 4 a wide bridge has a third more, a short
/// one nearly twice as many: a sitar's strings are 1.11 dB from far finer ones with six points,
/// with seven 1.41 (tests/string/test_jawari.c).
static int points_at(const JwObstacle *obstacle, int quality) {
    const int n = obstacle->n_points;
    const int more = n + (is_wide_bridge(obstacle) ? n / 3 : n * 4 / 5);
    const int wanted = is_bridge(obstacle) && quality >= 4 ? more : n;
    return wanted < JW_CONTACT_POINTS ? wanted : JW_CONTACT_POINTS;
}

/// Samples the obstacles of a string. n_modes: number of modes whose grid obstacles may use; 0: no
/// grid.
static JwStatus sample_at(const JwInstrument *instrument, const JwStringSpec *string,
                          double length_m, int n_modes, int quality, JwContactPoints *points) {
    points->n = 0;
    for (int i = 0; i < string->n_obstacles; ++i) {
        JwObstacle *obstacle = malloc(sizeof(*obstacle));
        if (!obstacle) {
            return JW_ERR_NO_MEMORY;
        }
        *obstacle = instrument->obstacle[string->obstacle[i]];
        obstacle->n_points = points_at(obstacle, quality);
        if (length_m < string->data.length_m) {
            jw_obstacle_press(obstacle, length_m);
        }
        if (n_modes > 0 && obstacle->grid) {
            jw_obstacle_to_grid(obstacle, length_m, n_modes);
        }
        const bool gone = obstacle->kind == JW_OBSTACLE_FRETS && obstacle->n_nodes == 0;
        const JwStatus status = gone ? JW_SUCCESS : jw_obstacle_sample(obstacle, length_m, points);
        free(obstacle);
        if (status) {
            return status;
        }
    }
    return JW_SUCCESS;
}

JwStatus jw_tables_sample(const JwInstrument *instrument, const JwStringSpec *string,
                          double length_m, int n_modes, int quality, JwContactPoints *points) {
    const JwStatus status = sample_at(instrument, string, length_m, n_modes, quality, points);
    return status == JW_ERR_TOO_MANY ? sample_at(instrument, string, length_m, 0, 1, points)
                                     : status;
}

/// True if contact is at nodes of the string's own grid: all its obstacles request that, and its
/// bridge is fixed. Then no contact is between nodes, and nothing couples them.
bool jw_tables_want_grid(const JwInstrument *instrument, const JwStringSpec *string) {
    bool wants = !jw_body_couples(instrument->body, instrument->n_body);
    for (int i = 0; i < string->n_obstacles; ++i) {
        const JwObstacle *o = &instrument->obstacle[string->obstacle[i]];
        wants = wants && o->grid && o->kind != JW_OBSTACLE_FRETS;
    }
    return wants;
}

/// True if every point is a node. An obstacle without a node under it uses its own points.
static bool on_grid(const JwContactPoints *points, double length_m, int n_modes) {
    bool all = true;
    for (int i = 0; i < points->n; ++i) {
        const double node = points->x_m[i] / length_m * (n_modes + 1);
        all = all && fabs(node - round(node)) < 1e-6;
    }
    return all;
}

JwStatus jw_tables_points(const JwInstrument *instrument, const JwStringSpec *string,
                          double length_m, int n_modes, int quality, JwContactPoints *points,
                          bool *grid_fits) {
    const bool grid = jw_tables_want_grid(instrument, string);
    const JwStatus status =
        jw_tables_sample(instrument, string, length_m, grid ? n_modes : 0, quality, points);
    *grid_fits = !status && grid && points->n > 0 && on_grid(points, length_m, n_modes);
    return status;
}

int jw_tables_most_points(const JwInstrument *instrument, const JwStringSpec *string, int quality) {
    int n = 0;
    for (int i = 0; i < string->n_obstacles; ++i) {
        const JwObstacle *o = &instrument->obstacle[string->obstacle[i]];
        n += o->kind == JW_OBSTACLE_FRETS ? o->n_nodes : points_at(o, quality);
    }
    return n < JW_CONTACT_POINTS ? n : JW_CONTACT_POINTS;
}

/// Least width of an obstacle that certainly has a node under it, in distances between nodes: half
/// of it allows for rounding, tables of other lengths and the string's ends.
static const double sure_width = 4.0;

bool jw_tables_keep_grid(const JwInstrument *instrument, const JwStringSpec *string,
                         double rate_hz) {
    JwStringData taut = string->data;
    const double highest_hz = jw_string_spec_declared_hz(string) * jw_exp2(JW_TUNING_RANGE / 12.0);
    taut.tension_n = jw_string_data_tension_n(&taut, highest_hz);
    const int n = jw_modes_count(&taut, jw_band_hz(1, rate_hz), rate_hz);
    const double width_m = sure_width * taut.length_m / (n + 1);
    bool keeps = jw_tables_want_grid(instrument, string) && string->n_frets == 1;
    int n_points = 0;
    for (int i = 0; i < string->n_obstacles; ++i) {
        const JwObstacle *o = &instrument->obstacle[string->obstacle[i]];
        const double end_m = fmin(o->end_m, taut.length_m);
        keeps = keeps && end_m - fmax(o->start_m, 0.0) > width_m;
        n_points += points_at(o, 4);
    }
    return keeps && n_points > 0 && n_points <= JW_CONTACT_POINTS;
}
