// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instantiated and cleaned up again and again: memory stays flat.
//
//     test_cycles BUNDLE [timed]
//
// With `timed` it must be quick, too: that says something on an idle machine only.

#include "check.h"
#include "host.h"
#include "plugins.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *bundle;

/// Resident memory [KiB].
static double resident_kib(void) {
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file) {
        if (fscanf(file, "%ld %ld", &pages, &resident) != 2) {
            resident = 0;
        }
        fclose(file);
    }
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / 1024.0;
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool cycle(int i, bool plays) {
    Host *host = host_new(&(HostConfig){
        .bundle = bundle,
        .uri = jw_plugin(i % JW_N_PLUGINS)->uri,
        .rate_hz = 48000.0,
        .worker = (HostWorker)(i % 3),
    });
    if (!host) {
        return false;
    }
    if (plays) {
        host_activate(host);
        host_midi(host, 0, 0x90, 48, 100);
        host_run(host, 256);
        host_deactivate(host);
    }
    host_free(host);
    return true;
}

/// Runs n cycles after half as many that fill the allocator's pools.
static void test(int n, bool plays, double kib_max, const double *ms_max, const char *what) {
    printf("%d times:\n", n); // The stream has its buffer now.
    int n_good = 0;
    double slowest = 0.0;
    for (int i = 0; i < n / 2; ++i) {
        cycle(i, plays);
    }
    malloc_trim(0);
    const double before = resident_kib();
    const size_t used = mallinfo2().uordblks;
    const double start = seconds();
    for (int i = 0; i < n; ++i) {
        const double begun = seconds();
        n_good += cycle(i, plays);
        const double took = seconds() - begun;
        slowest = took > slowest ? took : slowest;
    }
    check_between(n_good, n, n, "%s", what);
    malloc_trim(0);
    check_between((double)mallinfo2().uordblks - (double)used, -1e6, 4.0 * n,
                  "bytes more in use after them");
    check_between(resident_kib() - before, -1e6, kib_max, "KiB more resident");
    const double mean_ms = 1e3 * (seconds() - start) / n;
    printf("%.2f ms each, the slowest %.1f ms\n", mean_ms, 1e3 * slowest);
    if (ms_max) {
        check_below(mean_ms, *ms_max, "milliseconds each");
    }
}

int main(int argc, char **argv) {
    bundle = argc > 1 ? argv[1] : "";
    const bool timed = argc > 2 && !strcmp(argv[2], "timed");
    const double limits_ms[] = {100.0, 500.0};
    test(1000, false, 1024.0, timed ? &limits_ms[0] : NULL, "instantiated and cleaned up");
    test(100, true, 1024.0, timed ? &limits_ms[1] : NULL, "activated and run, too");
    return check_result();
}
