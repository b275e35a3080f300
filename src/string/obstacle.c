// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/obstacle.h"

#include "base/elementary.h"

#include <math.h>
#include <stddef.h>

// Least spacing: closer points make the contact's compliance matrix singular and do not improve the
// sound.
static const double spacing_min_m = 1e-4;

// Limits beyond which an obstacle is not plausible for a musical string.
static const double x_max_m = 10.0;
static const double height_max_m = 0.1;
static const double radius_min_m = 1e-3;
static const double radius_max_m = 1e6;

// Tolerance for nodes, which are 32-bit: an end of 25 mm given as 0.025 may round past the last
// node.
static const double node_tolerance_m = 1e-6;

// Limits beyond which points are so close that some would be left out.
static const double grading_min = 0.25;
static const double grading_max = 4.0;

// Distance within which a fret counts as the one that stops the string: the difference between fret
// tables and temperament.
static const double fret_reach_m = 2e-3;

/// True if a value is within a range; false for NaN.
static bool in_range(double value, double min, double max) {
    return value >= min && value <= max;
}

bool jw_obstacle_node_ok(double x_m, double h_m) {
    return in_range(x_m, 0.0, x_max_m) && in_range(h_m, -height_max_m, height_max_m);
}

static bool nodes_ok(const JwObstacle *o, int n_min) {
    if (o->n_nodes < n_min || o->n_nodes > JW_OBSTACLE_NODES) {
        return false;
    }
    for (int i = 0; i < o->n_nodes; ++i) {
        if (!jw_obstacle_node_ok((double)o->x_m[i], (double)o->h_m[i]) ||
            (i > 0 && o->x_m[i] <= o->x_m[i - 1])) {
            return false;
        }
    }
    return true;
}

static bool stretch_ok(const JwObstacle *o) {
    return in_range(o->start_m, 0.0, x_max_m) && in_range(o->end_m, 0.0, x_max_m) &&
           (o->grading == 0.0 || in_range(o->grading, grading_min, grading_max)) &&
           o->n_points >= 1 && o->n_points <= JW_CONTACT_POINTS &&
           (o->n_points == 1 ? o->start_m == o->end_m : o->start_m < o->end_m);
}

static bool table_ok(const JwObstacle *o) {
    return stretch_ok(o) && nodes_ok(o, 2) && o->start_m >= (double)o->x_m[0] - node_tolerance_m &&
           o->end_m <= (double)o->x_m[o->n_nodes - 1] + node_tolerance_m;
}

static bool shape_ok(const JwObstacle *o) {
    switch (o->kind) {
    case JW_OBSTACLE_BRIDGE:
        return stretch_ok(o) && in_range(o->radius_m, radius_min_m, radius_max_m) &&
               in_range(o->apex_m, -x_max_m, x_max_m);
    case JW_OBSTACLE_PLATE:
        return stretch_ok(o);
    case JW_OBSTACLE_FRETS:
        return nodes_ok(o, 1);
    case JW_OBSTACLE_TABLE:
        return table_ok(o);
    }
    return false;
}

JwStatus jw_obstacle_check(const JwObstacle *obstacle) {
    if (!obstacle) {
        return JW_ERR_BAD_ARG;
    }
    return in_range(obstacle->restitution, -1.0, 1.0) &&
                   in_range(obstacle->height_m, -height_max_m, height_max_m) && shape_ok(obstacle)
               ? JW_SUCCESS
               : JW_ERR_BAD_OBSTACLE;
}

static double table_height_m(const JwObstacle *o, double x) {
    int i = 1;
    while (i < o->n_nodes - 1 && x > (double)o->x_m[i]) {
        ++i;
    }
    const double x0 = (double)o->x_m[i - 1];
    const double x1 = (double)o->x_m[i];
    const double t = fmin(fmax((x - x0) / (x1 - x0), 0.0), 1.0);
    return (double)o->h_m[i - 1] + t * ((double)o->h_m[i] - (double)o->h_m[i - 1]);
}

void jw_obstacle_press(JwObstacle *o, double length_m) {
    const int last = o->n_nodes - 1;
    const bool grid_rows = o->kind == JW_OBSTACLE_FRETS || o->kind == JW_OBSTACLE_TABLE;
    if (!grid_rows || (double)o->x_m[last] < length_m - fret_reach_m) {
        return;
    }
    const double stop =
        o->height_m + (last > 0 ? table_height_m(o, length_m) : (double)o->h_m[last]);
    for (int i = 0; i <= last; ++i) {
        const double h = (double)o->h_m[i] - stop * (double)o->x_m[i] / length_m;
        o->h_m[i] = (float)fmin(fmax(h, -height_max_m), height_max_m);
    }
    while (o->kind == JW_OBSTACLE_FRETS && o->n_nodes > 0 &&
           (double)o->x_m[o->n_nodes - 1] > length_m - fret_reach_m) {
        --o->n_nodes;
    }
}

void jw_obstacle_to_grid(JwObstacle *o, double length_m, int n_modes) {
    if (o->kind == JW_OBSTACLE_FRETS) {
        return;
    }
    const double spacing = length_m / (n_modes + 1);
    const int first = (int)fmax(ceil(o->start_m / spacing - 1e-6), 1.0);
    const int last = (int)fmin(floor(o->end_m / spacing + 1e-6), n_modes);
    if (last < first) {
        return;
    }
    const int step = (last - first) / o->n_points + 1;
    o->n_points = (last - first) / step + 1;
    o->grading = 0.0;
    o->start_m = first * spacing;
    o->end_m = (first + (o->n_points - 1) * step) * spacing;
}

typedef struct {
    double x_m;
    double base_m;
    double sag_m;
} Point;

static Point point_at(const JwObstacle *o, int i) {
    if (o->kind == JW_OBSTACLE_FRETS) {
        return (Point){(double)o->x_m[i], o->height_m + (double)o->h_m[i], 0.0};
    }
    const double even = o->n_points > 1 ? (double)i / (o->n_points - 1) : 0.0;
    const double t = o->grading > 0.0 ? jw_pow(even, o->grading) : even;
    const double x = (1.0 - t) * o->start_m + t * o->end_m;
    if (o->kind == JW_OBSTACLE_TABLE) {
        return (Point){x, o->height_m + table_height_m(o, x), 0.0};
    }
    if (o->kind == JW_OBSTACLE_PLATE) {
        return (Point){x, o->height_m, 0.0};
    }
    const double sag = (x - o->apex_m) * (x - o->apex_m) / (2.0 * o->radius_m);
    return (Point){x, o->height_m - sag, sag};
}

static void move_point(JwContactPoints *p, int from, int to) {
    p->x_m[to] = p->x_m[from];
    p->base_m[to] = p->base_m[from];
    p->sag_m[to] = p->sag_m[from];
    p->movable[to] = p->movable[from];
    p->on_bridge[to] = p->on_bridge[from];
    p->restitution[to] = p->restitution[from];
}

/// Inserts a point in order of x, unless another is too near; returns false if there is no room.
/// is_new: a flag for each point, true for the inserted ones.
static bool insert_point(JwContactPoints *p, bool *is_new, Point point, const JwObstacle *o) {
    int at = p->n;
    while (at > 0 && p->x_m[at - 1] > point.x_m) {
        --at;
    }
    if ((at > 0 && point.x_m - p->x_m[at - 1] < spacing_min_m) ||
        (at < p->n && p->x_m[at] - point.x_m < spacing_min_m)) {
        return true;
    }
    if (p->n >= JW_CONTACT_POINTS) {
        return false;
    }
    for (int i = p->n; i > at; --i) {
        move_point(p, i - 1, i);
        is_new[i] = is_new[i - 1];
    }
    is_new[at] = true;
    p->x_m[at] = point.x_m;
    p->base_m[at] = point.base_m;
    p->sag_m[at] = o->movable ? point.sag_m : 0.0;
    p->movable[at] = o->movable ? 1.0 : 0.0;
    p->on_bridge[at] =
        o->kind == JW_OBSTACLE_BRIDGE || (o->on_bridge && o->kind != JW_OBSTACLE_FRETS);
    p->restitution[at] = o->restitution;
    ++p->n;
    return true;
}

static void take_out(JwContactPoints *p, const bool *is_new) {
    int n = 0;
    for (int i = 0; i < p->n; ++i) {
        if (!is_new[i]) {
            move_point(p, i, n++);
        }
    }
    for (; p->n > n; --p->n) {
        p->x_m[p->n - 1] = p->base_m[p->n - 1] = p->sag_m[p->n - 1] = 0.0;
        p->movable[p->n - 1] = p->restitution[p->n - 1] = 0.0;
        p->on_bridge[p->n - 1] = false;
    }
}

JwStatus jw_obstacle_sample(const JwObstacle *obstacle, double length_m, JwContactPoints *points) {
    if (!points || points->n < 0 || points->n > JW_CONTACT_POINTS) {
        return JW_ERR_BAD_ARG;
    }
    const JwStatus status = jw_obstacle_check(obstacle);
    if (status != JW_SUCCESS) {
        return status;
    }
    bool is_new[JW_CONTACT_POINTS] = {false};
    const int n = obstacle->kind == JW_OBSTACLE_FRETS ? obstacle->n_nodes : obstacle->n_points;
    for (int i = 0; i < n; ++i) {
        const Point point = point_at(obstacle, i);
        if (point.x_m < spacing_min_m || point.x_m > length_m - spacing_min_m) {
            continue;
        }
        if (!insert_point(points, is_new, point, obstacle)) {
            take_out(points, is_new);
            return JW_ERR_TOO_MANY;
        }
    }
    return JW_SUCCESS;
}
