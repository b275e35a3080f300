// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Memory of a string's tables: one block of aligned arrays.

#include "base/aligned.h"
#include "kernel/contact.h"
#include "kernel/sines.h"
#include "string/modes.h"

#include <stdlib.h>

/// Allocator of 64-byte aligned pieces of one block; with base NULL it only counts.
typedef struct {
    unsigned char *base;
    size_t used;
} Arena;

static void *piece(Arena *arena, size_t bytes) {
    void *p = arena->base ? arena->base + arena->used : NULL;
    arena->used += (bytes + 63) / 64 * 64;
    return p;
}

static void lay_out_nodes(JwModes *m, Arena *arena) {
    JwGridRows *t = &m->grid_rows;
    if (t->n > 0) {
        const size_t size = (size_t)jw_mode_kernel(m->precision)->size;
        const size_t tables = t->paired && !t->mirrored ? 2 : 1;
        t->rows = piece(arena, tables * (size_t)(t->n_rows * t->blocks) * JW_LANES * size);
        const size_t lines = t->paired ? tables * (size_t)t->n_modes / 2 : 0;
        t->across = piece(arena, lines * (size_t)t->across_apart * size);
        t->sign = piece(arena, sizeof(*t->sign) * (size_t)t->across_apart);
        t->low = piece(arena, sizeof(*t->low) * (size_t)t->n_rows);
        t->high = piece(arena, sizeof(*t->high) * (size_t)t->n_rows);
        t->sines.sine = piece(arena, jw_sines_size(&t->sines, size));
        const size_t half = (size_t)m->n_padded / 2 * size;
        t->root_odd = piece(arena, t->paired || t->sines.factor ? half : 0);
        t->root_even = piece(arena, t->paired || t->sines.factor ? half : 0);
        t->compliance = piece(arena, sizeof(double) * JW_FEW_GRID_ROWS * JW_FEW_GRID_ROWS);
    }
}

static void lay_out(JwModes *m, Arena *arena) {
    const size_t row = (size_t)m->n_padded * (size_t)jw_mode_kernel(m->precision)->size;
    void **const arrays[] = {&m->damp,     &m->stiff,           &m->root,      &m->theta2_t,
                             &m->theta2_e, &m->rest_impulse,    &m->sech_gain, &m->out[0],
                             &m->out[1],   &m->judge_compliance};
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); ++i) {
        *arrays[i] = piece(arena, row);
    }
    m->rows = piece(arena, row * (size_t)m->n_interleaved);
    m->bridge = m->bridge_row >= 0 ? piece(arena, row) : NULL;
    m->end = m->bears ? piece(arena, row) : NULL;
    m->compliance = piece(arena, sizeof(double) * (size_t)m->n_rows * (size_t)m->n_rows);
    m->cutoff = piece(arena, sizeof(double) * (size_t)m->n_rows * (size_t)m->n_rows);
    m->beyond = piece(arena, sizeof(double) * (size_t)m->n_rows);
    m->borne = piece(arena, sizeof(double) * (size_t)jw_contact_padded(m->n_points));
    m->x_m = piece(arena, sizeof(double) * (size_t)(m->n_points + m->n_rows));
    m->rest_q = piece(arena, sizeof(double) * (size_t)m->n_padded);
    m->rest_r = piece(arena, sizeof(double) * (size_t)m->n_points);
    double **const points[] = {&m->base_m, &m->sag_m, &m->movable, &m->restitution};
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); ++i) {
        *points[i] = piece(arena, sizeof(double) * (size_t)m->n_points);
    }
    lay_out_nodes(m, arena);
}

JwModes *jw_modes_allocate(const JwModes *shape) {
    JwModes *m = malloc(sizeof(*m));
    if (!m) {
        return NULL;
    }
    *m = *shape;
    Arena arena = {NULL, 0};
    lay_out(m, &arena);
    const size_t size = arena.used;
    arena = (Arena){jw_aligned_new(size), 0};
    if (!arena.base) {
        free(m);
        return NULL;
    }
    lay_out(m, &arena);
    return m;
}

void jw_modes_free(JwModes *modes) {
    if (modes) {
        jw_aligned_free(modes->damp); // First piece of the block
        free(modes);
    }
}
