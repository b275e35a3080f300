// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel/contact.h"

#include "base/aligned.h"

#include <math.h>
#include <string.h>

// Number of a contact's arrays.
#define ONE(name)         +1
#define POINT(name, kind) JW_LOADED_##kind(ONE, name)
enum {
    n_arrays =
#include "kernel/contact_fields.def"
};
#undef ONE

JwStatus jw_contact_init(JwContact *contact, int capacity) {
    memset(contact, 0, sizeof(*contact));
    const size_t n = (size_t)jw_contact_padded(capacity > 0 ? capacity : 1);
    double *block = jw_aligned_new(n_arrays * n * sizeof(double));
    if (!block) {
        return JW_ERR_NO_MEMORY;
    }
#define ARRAY(name)       &contact->name,
#define POINT(name, kind) JW_LOADED_##kind(ARRAY, name)
    double **const array[n_arrays] = {
#include "kernel/contact_fields.def"
    };
#undef ARRAY
    for (size_t i = 0; i < n_arrays; ++i) {
        *array[i] = block + i * n;
    }
    contact->capacity = (int)n;
    contact->sweeps = 4;
    contact->warm = 0.5;
    contact->forget = 1.0;
    contact->count = 1.0;
    contact->floor = -HUGE_VAL;
    return JW_SUCCESS;
}

void jw_contact_release(JwContact *contact) {
    jw_aligned_free(contact->height); // First array: all of them are one allocation
    memset(contact, 0, sizeof(*contact));
}

/// Sets the impulses of all points up to the capacity to 0, whatever their values.
static JW_REALTIME void clear(JwContact *c) {
    for (int i = 0; i < c->capacity; ++i) {
#define CLEAR(name)       c->name[i] = 0.0;
#define POINT(name, kind) JW_IMPULSE_##kind(CLEAR, name)
#include "kernel/contact_fields.def"
#undef CLEAR
    }
}

JW_REALTIME void jw_contact_rescale(JwContact *c, double factor) {
    for (int i = 0; i < c->n; ++i) {
#define SCALE(name)       c->name[i] = factor == 0.0 ? 0.0 : factor * c->name[i];
#define POINT(name, kind) JW_IMPULSE_##kind(SCALE, name)
#include "kernel/contact_fields.def"
#undef SCALE
    }
}

JW_REALTIME void jw_contact_reset(JwContact *c, int n, const double *p) {
    c->n = n;
    c->ledger = c->refund = 0.0;
    c->products_stale = true;
    clear(c);
    for (int i = n; i < c->capacity; ++i) {
        c->rest_impulse[i] = 0.0;
    }
    for (int i = 0; i < n; ++i) {
        c->p1[i] = c->p0[i] = p[i];
        c->height1[i] = c->height0[i] = c->height[i];
    }
}

JW_REALTIME void jw_contact_forget(JwContact *c) {
    c->impacts = 0;
    c->penetration = c->impulse_max = c->work = c->mover_work = 0.0;
}
