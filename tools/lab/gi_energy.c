// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Energy of the string of (GI 44-56), its middle, and the progress of a run.

#include "base/pi.h"
#include "gi_string.h"

#include <math.h>

double jw_gi_energy(const JwGiString *string, const double *q, const double *v) {
    double kinetic = 0.0;
    double stretch = 0.0;
    for (int j = 0; j < string->grid.n; ++j) {
        const double strain = (j + 1) * JW_PI * q[j];
        kinetic += v[j] * v[j];
        stretch += strain * strain;
    }
    return 0.5 * kinetic + 0.5 * stretch + 0.25 * string->gamma * stretch * stretch;
}

double jw_gi_midpoint(const JwGiString *string, const double *q) {
    double sum = 0.0;
    for (int j = 0; j < string->grid.n; j += 2) {
        sum += j % 4 == 0 ? q[j] : -q[j];
    }
    return sqrt(2.0) * sum;
}

void jw_gi_progress(const JwGiRun *run, double t) {
    const double end = run->times[run->n_times - 1];
    const double part = end > 0.0 ? t / end : 1.0;
    jw_lab_progress(run->lab, run->bar_from + (run->bar_to - run->bar_from) * part);
}
