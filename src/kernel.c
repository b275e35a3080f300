// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel.h"

#include <math.h>
#include <stddef.h>

/// Sums of products, whatever the precision of the products.
typedef double Sum8 __attribute__((vector_size(8 * sizeof(double))));
typedef double Sum4 __attribute__((vector_size(4 * sizeof(double))));
typedef double Sum2 __attribute__((vector_size(2 * sizeof(double))));

#define REAL    float
#define NAME(x) x##_f32
#include "kernel_template.h"
#undef REAL
#undef NAME

#define REAL    double
#define NAME(x) x##_f64
#include "kernel_template.h"
#undef REAL
#undef NAME

JW_REALTIME const JwKernel *jw_kernel(JwPrecision precision) {
    return precision == JW_PRECISION_F64 ? &kernel_f64 : &kernel_f32;
}
