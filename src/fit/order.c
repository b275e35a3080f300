// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/order.h"

#include <stdlib.h>

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void jw_order(double *x, int n) {
    qsort(x, (size_t)n, sizeof(*x), compare);
}
