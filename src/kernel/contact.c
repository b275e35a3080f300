// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel/contact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { n_arrays = 13 };

JwStatus jw_contact_init(JwContact *contact, int capacity) {
    memset(contact, 0, sizeof(*contact));
    const size_t n = (size_t)jw_contact_padded(capacity > 0 ? capacity : 1);
    double *block = aligned_alloc(64, n_arrays * n * sizeof(double));
    if (!block) {
        return JW_ERR_NO_MEMORY;
    }
    memset(block, 0, n_arrays * n * sizeof(double));
    double **const array[n_arrays] = {
        &contact->height,         &contact->height1,      &contact->height0,
        &contact->restitution,    &contact->p1,           &contact->p0,
        &contact->pending,        &contact->impulse,      &contact->projected,
        &contact->last,           &contact->rest_impulse, &contact->compliant,
        &contact->compliant_rest,
    };
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
    free(contact->height);
    memset(contact, 0, sizeof(*contact));
}

JW_REALTIME void jw_contact_reset(JwContact *c, int n, const double *p) {
    c->n = n;
    c->ledger = 0.0;
    c->products_stale = true;
    for (int i = n; i < c->capacity; ++i) {
        c->impulse[i] = c->projected[i] = c->rest_impulse[i] = 0.0;
    }
    for (int i = 0; i < n; ++i) {
        c->p1[i] = c->p0[i] = p[i];
        c->height1[i] = c->height0[i] = c->height[i];
        c->pending[i] = c->impulse[i] = c->projected[i] = c->last[i] = 0.0;
    }
}

JW_REALTIME void jw_contact_forget(JwContact *c) {
    c->impacts = 0;
    c->penetration = c->impulse_max = c->work = c->mover_work = 0.0;
}
