// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/bridge_profile.h"

#include <string.h>

bool jw_profile_ok(const JwProfile *p) {
    if (p->n < 0 || p->n > JW_PROFILE_POINTS) {
        return false;
    }
    for (int i = 0; i < p->n; ++i) {
        if (!jw_obstacle_node_ok((double)p->x_m[i], (double)p->h_m[i]) ||
            !((double)p->h_m[i] <= JW_PROFILE_HIGHEST_M) ||
            (i > 0 && !(p->x_m[i] > p->x_m[i - 1]))) {
            return false;
        }
    }
    return true;
}

bool jw_profile_same(const JwProfile *a, const JwProfile *b) {
    const size_t size = (size_t)a->n * sizeof(a->x_m[0]);
    return a->n == b->n && !memcmp(a->x_m, b->x_m, size) && !memcmp(a->h_m, b->h_m, size);
}

bool jw_profile_fits(const JwProfile *p, const JwObstacle *o) {
    return p->n > 0 && o->movable && o->kind != JW_OBSTACLE_FRETS && p->x_m[0] <= (float)o->end_m &&
           p->x_m[p->n - 1] >= (float)o->start_m;
}

const JwObstacle *jw_profile_bridge(const JwProfile *p, const JwInstrument *instrument) {
    for (int s = 0; s < instrument->n_strings; ++s) {
        const JwStringSpec *string = &instrument->string[s];
        for (int i = 0; i < string->n_obstacles; ++i) {
            const JwObstacle *obstacle = &instrument->obstacle[string->obstacle[i]];
            if (jw_profile_fits(p, obstacle)) {
                return obstacle;
            }
        }
    }
    return NULL;
}

static float height_m(const JwProfile *p, double x) {
    int i = 0;
    while (i < p->n && (double)p->x_m[i] < x) {
        ++i;
    }
    if (i == 0 || i == p->n) {
        return p->h_m[i == 0 ? 0 : p->n - 1];
    }
    const double from = (double)p->x_m[i - 1], to = (double)p->x_m[i];
    const double t = (x - from) / (to - from);
    return (float)((1.0 - t) * (double)p->h_m[i - 1] + t * (double)p->h_m[i]);
}

static void add_node(JwObstacle *o, float x, float h) {
    o->x_m[o->n_nodes] = x;
    o->h_m[o->n_nodes++] = h;
}

void jw_profile_lay(const JwProfile *p, JwObstacle *o) {
    if (!jw_profile_fits(p, o)) {
        return;
    }
    const float start = (float)o->start_m;
    // A table has at least two nodes: a single contact point gets a second one after it.
    const float end = o->end_m > o->start_m ? (float)o->end_m : start + 0.001F;
    o->on_bridge = o->on_bridge || o->kind == JW_OBSTACLE_BRIDGE;
    o->kind = JW_OBSTACLE_TABLE;
    o->height_m = o->radius_m = o->apex_m = 0.0;
    o->n_nodes = 0;
    add_node(o, start, height_m(p, (double)start));
    for (int i = 0; i < p->n; ++i) {
        if (p->x_m[i] > start && p->x_m[i] < end) {
            add_node(o, p->x_m[i], p->h_m[i]);
        }
    }
    add_node(o, end, height_m(p, (double)end));
}
