// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "ceiling.h"

#include "measure.h"
#include "peak.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

enum { MEMORY = 1 << 22, VOLUME = 1 << 29 };

static double rate_of(double (*loop)(long), long n) {
    loop(n / 10);
    const double start = jw_bench_cpu_s();
    const double done = loop(n);
    return done / (jw_bench_cpu_s() - start);
}

double jw_bench_machine_reads(double bytes) {
    static alignas(64) unsigned char memory[MEMORY];
    const size_t wanted = (size_t)fmin(fmax(bytes, 1.0), MEMORY);
    const size_t size =
        (wanted + JW_BENCH_READ_BYTES - 1) / JW_BENCH_READ_BYTES * JW_BENCH_READ_BYTES;
    const long n = (long)(VOLUME / size);
    // Writing gives the memory separate pages: memory that was never written is a single zero page.
    memset(memory, 1, size);
    jw_bench_read(memory, size, n / 10 + 1);
    const double start = jw_bench_cpu_s();
    const double done = jw_bench_read(memory, size, n);
    return done / (jw_bench_cpu_s() - start);
}

void jw_bench_machine_round(JwBenchMachine *machine) {
    const long n = 1000000;
    machine->fused = fmax(machine->fused, rate_of(jw_bench_fused, n));
    machine->apart = fmax(machine->apart, rate_of(jw_bench_apart, n));
    machine->l1 = fmax(machine->l1, jw_bench_machine_reads(JW_BENCH_L1_BYTES));
    machine->l2 = fmax(machine->l2, jw_bench_machine_reads(JW_BENCH_L2_BYTES));
}
