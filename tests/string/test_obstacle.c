// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Obstacles: contact points against their formulas, and what is refused.

#include "string/obstacle.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// 25 mm of a bridge of 1 m radius, apex 1.5 mm from the end.
static const JwObstacle bridge = {
    .kind = JW_OBSTACLE_BRIDGE,
    .restitution = -1.0,
    .start_m = 1e-3,
    .end_m = 25e-3,
    .n_points = 16,
    .radius_m = 1.0,
    .apex_m = 1.5e-3,
    .height_m = 2e-5,
    .movable = true,
};

static void check_bridge(void) {
    JwContactPoints p = {.n = 0};
    check(jw_obstacle_sample(&bridge, 0.88, &p) == JW_SUCCESS && p.n == 16, "bridge: 16 points");
    double worst = 0.0;
    for (int i = 0; i < p.n; ++i) {
        const double x = 1e-3 + 24e-3 * i / 15.0;
        const double sag = (x - 1.5e-3) * (x - 1.5e-3) / 2.0;
        worst = fmax(worst, fabs(p.x_m[i] - x));
        worst = fmax(worst, fabs(p.sag_m[i] - sag));
        worst = fmax(worst, fabs(p.base_m[i] - (2e-5 - sag)));
        check(p.movable[i] == 1.0 && p.restitution[i] == -1.0, "bridge: movable");
    }
    check(p.x_m[0] == 1e-3 && p.x_m[15] == 25e-3, "bridge: both ends");
    printf("bridge: %d points, largest error %.2g m\n", p.n, worst);
    check(worst <= 1e-17, "bridge: parabola");
    // Twice as curved: base - sag is the parabola of half the radius.
    JwObstacle steep = bridge;
    steep.radius_m = 0.5;
    JwContactPoints q = {.n = 0};
    check(jw_obstacle_sample(&steep, 0.88, &q) == JW_SUCCESS, "steep bridge");
    for (int i = 0; i < q.n; ++i) {
        worst = fmax(worst, fabs(q.base_m[i] - (p.base_m[i] - p.sag_m[i])));
    }
    check(worst <= 1e-17, "bridge: curvature");
}

static void check_fixed_bridge(void) {
    JwObstacle fixed = bridge;
    fixed.movable = false;
    fixed.restitution = 0.25;
    JwContactPoints p = {.n = 0};
    check(jw_obstacle_sample(&fixed, 0.88, &p) == JW_SUCCESS, "fixed bridge");
    for (int i = 0; i < p.n; ++i) {
        check(p.movable[i] == 0.0 && p.sag_m[i] == 0.0 && p.restitution[i] == 0.25,
              "fixed bridge: does not move");
    }
}

static void check_grading(void) {
    JwObstacle o = {.kind = JW_OBSTACLE_PLATE, .start_m = 0.25, .end_m = 0.75, .n_points = 5};
    const double even[] = {0.25, 0.375, 0.5, 0.625, 0.75};
    const double squares[] = {0.25, 0.28125, 0.375, 0.53125, 0.75};
    const struct {
        double grading;
        const double *want;
    } cases[] = {{0.0, even}, {1.0, even}, {2.0, squares}};
    for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); ++c) {
        JwContactPoints p = {.n = 0};
        double worst = 0.0;
        o.grading = cases[c].grading;
        check(jw_obstacle_sample(&o, 1.0, &p) == JW_SUCCESS && p.n == 5, "grading: points");
        for (int i = 0; i < p.n; ++i) {
            worst = fmax(worst, fabs(p.x_m[i] - cases[c].want[i]));
        }
        check_below(worst, 1e-15, "grading %g: places, m", o.grading);
    }
    // Nodes of a grid are even.
    jw_obstacle_to_grid(&o, 1.0, 15);
    JwContactPoints p = {.n = 0};
    check(jw_obstacle_sample(&o, 1.0, &p) == JW_SUCCESS && p.n == 5 && p.x_m[1] == 0.375,
          "grading: not on the grid");
}

static JwObstacle frets(void) {
    return (JwObstacle){.kind = JW_OBSTACLE_FRETS,
                        .height_m = -1e-3,
                        .n_nodes = 4,
                        .x_m = {0.25f, 0.5f, 0.625f, 0.75f},
                        .h_m = {-0.5f / 1024, -0.25f / 1024, 0.0f, 0.125f / 1024}};
}

static void check_frets(void) {
    const JwObstacle o = frets();
    JwContactPoints p = {.n = 0};
    check(jw_obstacle_sample(&o, 1.0, &p) == JW_SUCCESS && p.n == 4, "frets: all");
    check(p.x_m[2] == 0.625 && p.base_m[2] == -1e-3, "frets: height added");
    check(p.base_m[0] == -1e-3 - 0.5 / 1024, "frets: own heights");
    check(p.movable[0] == 0.0, "frets: fixed");
    // Stopped at 0.625 m, or a hair beyond it: that fret is the end and the next ones are out.
    const double lengths[] = {0.625, 0.62505};
    for (int i = 0; i < 2; ++i) {
        p.n = 0;
        check(jw_obstacle_sample(&o, lengths[i], &p) == JW_SUCCESS && p.n == 2, "frets: stopped");
    }
}

static void check_table(void) {
    JwObstacle o = {.kind = JW_OBSTACLE_TABLE,
                    .start_m = 0.125,
                    .end_m = 0.5,
                    .n_points = 7,
                    .height_m = 1.0 / 64,
                    .n_nodes = 3,
                    .x_m = {0.125f, 0.25f, 0.5f},
                    .h_m = {0.0f, 1.0f / 32, -1.0f / 32}};
    const double want[] = {0.0, 0.5, 1.0, 0.5, 0.0, -0.5, -1.0};
    JwContactPoints p = {.n = 0};
    double worst = 0.0;
    check(jw_obstacle_sample(&o, 1.0, &p) == JW_SUCCESS && p.n == 7, "table: points");
    for (int i = 0; i < p.n; ++i) {
        worst = fmax(worst, fabs(p.base_m[i] - (want[i] / 32 + 1.0 / 64)));
    }
    printf("table: %d points, largest error %.2g m\n", p.n, worst);
    check(worst <= 1e-17, "table: straight lines");
    o.end_m = 0.51;
    check(jw_obstacle_check(&o) == JW_ERR_BAD_OBSTACLE, "table: beyond its nodes");
}

/// Heights count from the line to the stop, which lies on the obstacle there.
static void check_press(void) {
    const JwObstacle board = {.kind = JW_OBSTACLE_TABLE,
                              .start_m = 0.125,
                              .end_m = 0.5,
                              .n_points = 4,
                              .height_m = -1.0 / 64,
                              .n_nodes = 3,
                              .x_m = {0.125f, 0.25f, 0.5f},
                              .h_m = {0.0f, -1.0f / 32, -1.0f / 64}};
    JwObstacle o = board;
    JwContactPoints p = {.n = 0};
    jw_obstacle_press(&o, 0.75);
    check(!memcmp(o.h_m, board.h_m, sizeof(o.h_m)), "press: the table ends before the stop");
    jw_obstacle_press(&o, 0.5);
    check(jw_obstacle_sample(&o, 0.5, &p) == JW_SUCCESS && p.n == 3, "press: the table");
    const double want[] = {-1.0 / 64 + 1.0 / 128, -3.0 / 64 + 1.0 / 64,
                           -3.0 / 64 + 1.0 / 128 + 3.0 / 128};
    for (int i = 0; i < p.n; ++i) {
        check(fabs(p.base_m[i] - want[i]) < 1e-9, "press: height %d (%g for %g)", i, p.base_m[i],
              want[i]);
    }
    JwObstacle neck = {.kind = JW_OBSTACLE_FRETS,
                       .restitution = -1.0,
                       .n_nodes = 4,
                       .x_m = {0.25f, 0.4995f, 0.75f, 0.875f},
                       .h_m = {-0.004f, -0.003f, -0.002f, -0.001f}};
    jw_obstacle_press(&neck, 0.5);
    check(neck.n_nodes == 1, "press: frets ahead of the stop (%d)", neck.n_nodes);
    check(fabs((double)neck.h_m[0] + 0.004 - 0.0015) < 3e-6, "press: the fret ahead (%g)",
          (double)neck.h_m[0]);
    neck.n_nodes = 1;
    neck.x_m[0] = 0.5f;
    jw_obstacle_press(&neck, 0.5);
    check(neck.n_nodes == 0, "press: no fret ahead");
}

/// Marks the points of a bridge, and of what is said to be on it, but no fret.
static void check_on_bridge(void) {
    JwObstacle neck = frets();
    JwObstacle plate = {.kind = JW_OBSTACLE_PLATE, .start_m = 0.4, .end_m = 0.6, .n_points = 2};
    JwContactPoints p = {.n = 0};
    neck.on_bridge = true;
    check(jw_obstacle_sample(&neck, 1.0, &p) == JW_SUCCESS && !p.on_bridge[0], "no fret");
    p.n = 0;
    check(jw_obstacle_sample(&plate, 1.0, &p) == JW_SUCCESS && !p.on_bridge[0], "no plate");
    p.n = 0;
    plate.on_bridge = true;
    check(jw_obstacle_sample(&plate, 1.0, &p) == JW_SUCCESS && p.on_bridge[1], "a plate on it");
    p.n = 0;
    check(jw_obstacle_sample(&bridge, 1.0, &p) == JW_SUCCESS && p.on_bridge[0], "a bridge");
}

static void check_merge(void) {
    JwContactPoints p = {.n = 0};
    const JwObstacle far = frets();
    const JwObstacle plate = {.kind = JW_OBSTACLE_PLATE,
                              .start_m = 0.4,
                              .end_m = 0.6,
                              .n_points = 5, // 0.4, 0.45, 0.5 (on a fret), 0.55, 0.6
                              .height_m = -2e-3,
                              .restitution = 0.5};
    check(jw_obstacle_sample(&far, 1.0, &p) == JW_SUCCESS, "merge: frets");
    check(jw_obstacle_sample(&plate, 1.0, &p) == JW_SUCCESS, "merge: plate");
    check(jw_obstacle_sample(&bridge, 1.0, &p) == JW_SUCCESS, "merge: bridge");
    check(p.n == 16 + 4 + 4, "merge: the point on a fret is left out");
    for (int i = 1; i < p.n; ++i) {
        check(p.x_m[i] - p.x_m[i - 1] >= 1e-4, "merge: sorted, 0.1 mm apart");
    }
    for (int i = 0; i < p.n; ++i) {
        if (p.x_m[i] == 0.5) {
            check(p.base_m[i] == -1e-3 - 0.25 / 1024, "merge: the first obstacle keeps its point");
        }
        if (p.x_m[i] == 0.4) {
            check(p.restitution[i] == 0.5 && p.base_m[i] == -2e-3, "merge: values move along");
        }
    }
}

static void check_limits(void) {
    JwObstacle o = {.kind = JW_OBSTACLE_PLATE, .start_m = 0.1, .end_m = 0.9, .n_points = 200};
    JwContactPoints p = {.n = 0};
    check(jw_obstacle_sample(&o, 1.0, &p) == JW_SUCCESS && p.n == 200, "limits: 200 points");
    o.start_m = 0.1011;
    o.end_m = 0.8989;
    const JwContactPoints before = p;
    check(jw_obstacle_sample(&o, 1.0, &p) == JW_ERR_TOO_MANY, "limits: 256 points");
    check(p.n == 200 && !memcmp(p.x_m, before.x_m, sizeof(p.x_m)),
          "limits: as before after a failure");
    // Denser than 0.1 mm: thinned, not refused.
    const JwObstacle dense = {
        .kind = JW_OBSTACLE_PLATE, .start_m = 0.01, .end_m = 0.011, .n_points = 101};
    p.n = 0;
    check(jw_obstacle_sample(&dense, 1.0, &p) == JW_SUCCESS && p.n >= 10 && p.n <= 11,
          "limits: a dense obstacle is thinned");
    const JwObstacle edges = {
        .kind = JW_OBSTACLE_PLATE, .start_m = 0.0, .end_m = 1.0, .n_points = 3};
    p.n = 0;
    check(jw_obstacle_sample(&edges, 1.0, &p) == JW_SUCCESS && p.n == 1,
          "limits: the ends are out");
    check(jw_obstacle_check(NULL) == JW_ERR_BAD_ARG, "limits: NULL");
    check(jw_obstacle_sample(&edges, 1.0, NULL) == JW_ERR_BAD_ARG, "limits: NULL points");
}

static void refuse(const JwObstacle *o, const char *what) {
    JwContactPoints p = {.n = 0};
    check(jw_obstacle_check(o) == JW_ERR_BAD_OBSTACLE, "%s", what);
    check(jw_obstacle_sample(o, 1.0, &p) == JW_ERR_BAD_OBSTACLE && p.n == 0, "%s", what);
}

static void check_refusals(void) {
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1e30, -1e30};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        double *fields[6];
        JwObstacle o = bridge;
        fields[0] = &o.restitution;
        fields[1] = &o.start_m;
        fields[2] = &o.end_m;
        fields[3] = &o.radius_m;
        fields[4] = &o.apex_m;
        fields[5] = &o.height_m;
        for (int k = 0; k < 6; ++k) {
            const double good = *fields[k];
            *fields[k] = bad[i];
            refuse(&o, "a value that is not finite, or absurd");
            *fields[k] = good;
        }
        JwObstacle f = frets();
        f.x_m[1] = (float)bad[i];
        refuse(&f, "a node's place");
        f = frets();
        f.h_m[3] = (float)bad[i];
        refuse(&f, "a node's height");
    }
    JwObstacle o = bridge;
    o.radius_m = 0.0;
    refuse(&o, "no radius");
    o = bridge;
    o.end_m = o.start_m;
    refuse(&o, "no length");
    o = bridge;
    o.n_points = 0;
    refuse(&o, "no points");
    o = bridge;
    o.n_points = JW_CONTACT_POINTS + 1;
    refuse(&o, "too many points");
    o = bridge;
    o.n_points = 1;
    refuse(&o, "one point over a stretch");
    const double gradings[] = {-1.0, 0.2, 4.1, (double)NAN};
    for (int i = 0; i < 4; ++i) {
        o = bridge;
        o.grading = gradings[i];
        refuse(&o, "a grading");
    }
    o = bridge;
    o.n_points = 1;
    o.end_m = o.start_m;
    check(jw_obstacle_check(&o) == JW_SUCCESS, "one point");
    o = bridge;
    o.kind = (JwObstacleKind)17;
    refuse(&o, "unknown kind");
    o = frets();
    o.n_nodes = 0;
    refuse(&o, "no nodes");
    o.n_nodes = JW_OBSTACLE_NODES + 1;
    refuse(&o, "too many nodes");
    o = frets();
    o.x_m[2] = o.x_m[1];
    refuse(&o, "nodes out of order");
}

int main(void) {
    check_bridge();
    check_fixed_bridge();
    check_grading();
    check_frets();
    check_table();
    check_press();
    check_merge();
    check_on_bridge();
    check_limits();
    check_refusals();
    return check_result();
}
