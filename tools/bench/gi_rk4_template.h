// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Loops of the baseline, once for each level of the instruction set: gi_rk4.c includes this with
// LANES of a vector, TARGET and NAME set.

typedef double NAME(Lanes) __attribute__((vector_size(LANES * sizeof(double))));

/// Multiplies: out = sum over n columns l of a[l] x[l]. As many sums as fit into the registers stay
/// there for all columns.
static JW_INLINE void NAME(multiply)(const double *a, const double *x, int n, double *out) {
    for (int row = 0; row < ROWS; row += SUMS * LANES) {
        NAME(Lanes) sum[SUMS] = {{0.0}};
        for (int l = 0; l < n; ++l) {
            const NAME(Lanes) *column = (const NAME(Lanes) *)(a + (size_t)l * ROWS + row);
            for (int i = 0; i < SUMS; ++i) {
                sum[i] += column[i] * x[l];
            }
        }
        for (int i = 0; i < SUMS; ++i) {
            ((NAME(Lanes) *)(out + row))[i] = sum[i];
        }
    }
}

static JW_INLINE void NAME(apply)(JwBenchGi *gi) {
    double *even = gi->even_in, *odd = gi->odd_in;
    const double *from = gi->p, *e = gi->even_out, *o = gi->odd_out;
    for (int i = 0; i < VHALF; ++i) {
        even[i] = 0.5 * (from[i] + from[N - 1 - i]);
        odd[i] = 0.5 * (from[i] - from[N - 1 - i]);
    }
    even[VHALF] = from[VHALF];
    NAME(multiply)(gi->even, even, EVEN, gi->even_out);
    NAME(multiply)(gi->odd, odd, VHALF, gi->odd_out);
    for (int i = 0; i < VHALF; ++i) {
        gi->force[i] = e[i] + o[i];
        gi->force[N - 1 - i] = e[i] - o[i];
    }
    gi->force[VHALF] = e[VHALF];
}

static JW_INLINE double NAME(stretch)(const JwBenchGi *gi) {
    NAME(Lanes) sum = {0.0};
    const NAME(Lanes) *p = (const NAME(Lanes) *)gi->p, *force = (const NAME(Lanes) *)gi->force;
    for (int i = 0; i < PADDED / LANES; ++i) {
        sum += p[i] * force[i];
    }
    double all = 0.0;
    for (int i = 0; i < LANES; ++i) {
        all += sum[i];
    }
    return all / (N + 1);
}

static JW_INLINE void NAME(find_slope)(JwBenchGi *gi, const double *y, double *slope) {
    to_physical(gi, y);
    NAME(apply)(gi);
    const double scale = -(1.0 + tension * NAME(stretch)(gi));
    memcpy(slope, gi->v, N * sizeof(double));
    for (int i = 0; i < N; ++i) {
        slope[PADDED + i] = scale * gi->force[i];
    }
    const double *eta = y + FROM, *zeta = y + PADDED + FROM;
    for (int i = 0; i < TOUCHED; ++i) {
        const double s = sign(eta[i]);
        const double weight = 1.0 - gi->k * s * sign(zeta[i]);
        slope[FROM + i] = weight * zeta[i];
        slope[PADDED + FROM + i] *= s / weight;
    }
}

TARGET static void NAME(run_steps)(JwBenchGi *gi, long n_steps) {
    const double h = gi->step;
    for (long step = 0; step < n_steps; ++step) {
        memset(gi->sum, 0, sizeof(gi->sum));
        NAME(find_slope)(gi, gi->y, gi->slope);
        add_stage(gi, 1.0, 0.5 * h);
        NAME(find_slope)(gi, gi->at, gi->slope);
        add_stage(gi, 2.0, 0.5 * h);
        NAME(find_slope)(gi, gi->at, gi->slope);
        add_stage(gi, 2.0, h);
        NAME(find_slope)(gi, gi->at, gi->slope);
        for (int i = 0; i < 2 * PADDED; ++i) {
            gi->y[i] += h / 6.0 * (gi->sum[i] + gi->slope[i]);
        }
    }
}
