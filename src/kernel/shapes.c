// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel/shapes.h"
#include "kernel/kernels.h"

void jw_shapes_fill(int first, int n, double part, double *out) {
    jw_kernels()->shapes->fill(first, n, part, out);
}

void jw_shapes_gram(const JwGram *gram, double *const sum[]) {
    jw_kernels()->shapes->gram(gram, sum);
}

void jw_shapes_mirror(double *sum, int n) {
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < i; ++k) {
            sum[k * n + i] = sum[i * n + k];
        }
    }
}
