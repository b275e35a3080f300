// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What an instrument takes of the memory, counted at every allocation, and that none is made while
// it plays: strokes, meend and new tables included. The linker puts the counters in front of
// malloc() and its like (--wrap).

#include "band.h"
#include "cases.h"
#include "support/check.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static size_t live, most;
static long n_allocations;

static void *count(void *block) {
    if (block) {
        live += malloc_usable_size(block);
        most = live > most ? live : most;
        ++n_allocations;
    }
    return block;
}

// Names that the linker gives
// NOLINTBEGIN
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);

void *__wrap_malloc(size_t size) {
    return count(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size) {
    return count(__real_calloc(n, size));
}

void *__wrap_realloc(void *block, size_t size) {
    live -= block ? malloc_usable_size(block) : 0;
    return count(__real_realloc(block, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return count(__real_aligned_alloc(alignment, size));
}

void __wrap_free(void *block) {
    live -= block ? malloc_usable_size(block) : 0;
    __real_free(block);
}
// NOLINTEND

static const double mib = 1024.0 * 1024.0;

/// Blocks of the audio thread alone, without the service between them.
static long allocations_of_blocks(JwBenchBand *band, int n_blocks) {
    long made = 0;
    for (int i = 0; i < n_blocks; ++i) {
        const long before = n_allocations;
        jw_bench_band_run(band);
        made += n_allocations - before;
        jw_bench_band_serve(band);
    }
    return made;
}

static void check_case(const char *name, double most_mib) {
    JwError error = {0};
    const JwBenchCase *c = &jw_bench_cases[jw_bench_case_find(name)];
    const size_t before = live;
    most = live;
    JwBenchRun *run = jw_bench_run_new(c, false, &error);
    if (!check(run != NULL, "%s: %s", name, error.text)) {
        return;
    }
    check_below((double)(live - before) / mib, most_mib, "%s: MiB held once it is prepared", name);
    printf("%s: MiB while it was prepared, at most: %.3g\n", name, (double)(most - before) / mib);
    static const char *const plays[] = {"plain", "meend", "chords", "new tables"};
    for (int play = JW_BENCH_PLAIN; play <= JW_BENCH_RETUNE; ++play) {
        run->band.play = (JwBenchPlay)play;
        most = live;
        check_below((double)allocations_of_blocks(&run->band, 100), 0.0,
                    "%s, %s: allocations on the audio thread", name, plays[play]);
        printf("%s, %s: MiB at most: %.3g\n", name, plays[play], (double)(most - before) / mib);
    }
    jw_bench_run_free(run);
    check_below((double)(live - before), 0.0, "%s: bytes held after it was freed", name);
}

int main(void) {
    check_case("sitar", 8.0);
    check_case("sitar-default", 8.0);
    check_case("tanpura", 8.0);
    return check_result();
}
