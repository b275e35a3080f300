// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instantiated and cleaned up again and again, asked again and again for what it refuses: memory
// stays flat.
//
//     test_cycles BUNDLE [timed]
//
// With `timed` it must be quick, too: that says something on an idle machine only.

#include "files/preset_file.h"
#include "host.h"
#include "plugins.h"
#include "support/check.h"
#include "support/clock.h"

#include <lv2/atom/atom.h>
#include <lv2/patch/patch.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    const double start = clock_s(CLOCK_MONOTONIC);
    for (int i = 0; i < n; ++i) {
        const double begun = clock_s(CLOCK_MONOTONIC);
        n_good += cycle(i, plays);
        const double took = clock_s(CLOCK_MONOTONIC) - begun;
        slowest = took > slowest ? took : slowest;
    }
    check_between(n_good, n, n, "%s", what);
    malloc_trim(0);
    check_between((double)mallinfo2().uordblks - (double)used, -1e6, 4.0 * n,
                  "bytes more in use after them");
    check_between(resident_kib() - before, -1e6, kib_max, "KiB more resident");
    const double mean_ms = 1e3 * (clock_s(CLOCK_MONOTONIC) - start) / n;
    printf("%.2f ms each, the slowest %.1f ms\n", mean_ms, 1e3 * slowest);
    if (ms_max) {
        check_below(mean_ms, *ms_max, "milliseconds each");
    }
}

///////////////////
// Refused choices //
///////////////////

typedef struct {
    const char *property, *text;
} Refused;

/// Asks for each by message and by state, before it runs and while it does.
static int refuse_all(Host *host, const Refused *refused, int n, char (*texts)[HOST_TEXT]) {
    static HostState state;
    int n_refused = 0;
    for (int i = 0; i < n; ++i) {
        memset(&state, 0, sizeof(state));
        host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, "bench");
        host_state_set(&state, refused[i].property, LV2_ATOM__String, texts[i]);
        n_refused += host_restore(host, &state, "") != LV2_STATE_SUCCESS;
        host->log[0] = '\0';
        host_patch(host, LV2_PATCH__Set, refused[i].property, LV2_ATOM__String, texts[i], 9);
        bool answered = false;
        for (int k = 0; k < 3; ++k) {
            host_run(host, 64);
            answered = answered || host_count(host, LV2_PATCH__Error, 9) == 1;
        }
        n_refused += answered;
    }
    return n_refused;
}

/// What cannot be had is refused again and again, and leaves nothing behind.
static void test_refused(const char *folder) {
    enum { N = 7, TIMES = 100 };
    static const Refused refused[N] = {
        {JW_INSTRUMENT_FILE_URI, "/nowhere/x.ini"}, {JW_INSTRUMENT_FILE_URI, "no such"},
        {JW_INSTRUMENT_FILE_URI, "broken.ini"},     {"urn:jawari:scaleFile", "broken.scl"},
        {"urn:jawari:mappingFile", "broken.kbm"},   {"urn:jawari:stringTuning", "sa"},
        {"urn:jawari:bridgeProfile", "10"}};
    static char texts[N][HOST_TEXT];
    size_t used = 0;
    int n_refused = 0;
    Host *host = host_new(
        &(HostConfig){.bundle = bundle, .rate_hz = 48000.0, .worker = HOST_WORKER_AT_ONCE});
    for (int i = 0; i < N; ++i) {
        const bool is_broken = !strncmp(refused[i].text, "broken", 6);
        snprintf(texts[i], HOST_TEXT, "%s/%s", folder, refused[i].text);
        FILE *file = is_broken ? fopen(texts[i], "w") : NULL;
        if (file) {
            fputs("[instrument]\nformat = 1\nname = Broken\n", file);
            fclose(file);
        } else {
            snprintf(texts[i], HOST_TEXT, "%s", refused[i].text);
        }
    }
    host_activate(host);
    for (int i = 0; i < TIMES; ++i) {
        n_refused += refuse_all(host, refused, N, texts);
        if (i == TIMES / 10) {
            used = mallinfo2().uordblks;
        }
    }
    const int n_asked = 2 * N * TIMES;
    check_between(n_refused, n_asked, n_asked, "refused choices");
    check_between((double)mallinfo2().uordblks - (double)used, -1e6, 1e3,
                  "bytes more in use after them");
    host_free(host);
    for (int i = 0; i < N; ++i) {
        if (!strncmp(refused[i].text, "broken", 6)) {
            unlink(texts[i]);
        }
    }
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/jawari-cycles-XXXXXX";
    bundle = argc > 1 ? argv[1] : "";
    const bool timed = argc > 2 && !strcmp(argv[2], "timed");
    const double limits_ms[] = {100.0, 500.0};
    test(1000, false, 1024.0, timed ? &limits_ms[0] : NULL, "instantiated and cleaned up");
    if (!mkdtemp(folder)) {
        return 2;
    }
    test_refused(folder);
    rmdir(folder);
    test(100, true, 1024.0, timed ? &limits_ms[1] : NULL, "activated and run, too");
    return check_result();
}
