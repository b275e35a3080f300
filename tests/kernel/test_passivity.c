// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Random strings, far wider than music's: none may gain energy that nobody put in.
// Half of them lie at the corners of every range. Each runs with and without players who act on it.
// Modes have 32 bits where the string loses and moves enough in a step; the engine gives others 64.
//
//     test_passivity [SETS [STEPS [SEED [FIRST]]]]

#include "passivity.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    uint64_t seed, first, n;
    long steps;
} Search;

static void print_number(void *context, const char *name, double value, const char *unit) {
    (void)context;
    printf("    %s = %.17g # %s\n", name, value, unit);
}

static void print_worst(const Search *s, uint64_t index, JwPrecision precision, bool played) {
    JwPassivityCase drawn;
    jw_passivity_draw(s->seed, index, precision, played, &drawn);
    printf("worst case:\n");
    jw_passivity_describe(&drawn, print_number, NULL);
}

static JwPassivitySummary search(const Search *s, JwPrecision precision, bool played,
                                 double bound) {
    JwPassivitySummary sum = {.bound = bound};
    for (uint64_t i = s->first; i < s->first + s->n; ++i) {
        JwPassivityCase drawn;
        JwPassivityResult result;
        jw_passivity_draw(s->seed, i, precision, played, &drawn);
        if (!check(jw_passivity_run(&drawn, s->steps, &result), "memory")) {
            break;
        }
        jw_passivity_note(&sum, &drawn, &result);
    }
    printf("%s modes, %s: %llu sets of %ld steps, seed %llu, %llu disturbed, %llu impacts\n",
           precision == JW_PRECISION_F64 ? "64-bit" : "32-bit", played ? "played" : "left alone",
           (unsigned long long)sum.n, s->steps, (unsigned long long)s->seed,
           (unsigned long long)sum.n_open, (unsigned long long)sum.worst.impacts);
    printf("players acted %llu times, let go of a string %llu times, of %llu for good\n",
           (unsigned long long)sum.worst.acts, (unsigned long long)sum.worst.let_go,
           (unsigned long long)sum.worst.torn);
    check(s->n < 20 || 20 * sum.worst.let_go <= sum.worst.acts, "players hold on to most");
    check(s->n < 20 || 20 * sum.worst.torn <= sum.n_open, "and few are thrown out for good");
    printf("deepest below an obstacle: %.3g of the amplitude\n", sum.sunk);
    check(s->n < 20 || sum.worst.impacts > s->n, "strings touch their obstacles");
    check_below((double)sum.worst.nonfinite, 0.0, "steps that were not finite");
    return sum;
}

/// Bounds of a search: energy over what was put in, within a step, and the engine's books.
static void check_search(const Search *s, JwPrecision precision, bool played, double excess,
                         double growth, double booking) {
    const JwPassivitySummary sum = search(s, precision, played, excess);
    const unsigned long long at[] = {sum.excess_index, sum.growth_index, sum.booking_index};
    uint64_t shown = sum.excess_index;
    if (!check_below(sum.worst.booking, booking, "the engine's books beside ours (set %llu)",
                     at[2])) {
        shown = at[2];
    }
    if (!check_below(sum.worst.growth, growth, "energy gained within a step (set %llu)", at[1])) {
        shown = at[1];
    }
    if (!check_below(sum.worst.excess, excess, "energy over what was put in (set %llu)", at[0])) {
        shown = at[0];
    }
    print_worst(s, shown, precision, played);
}

/// Energy of 32-bit modes over what was put in: 2e-6, but for one set in some thousands that lies
/// nearly at rest on a high obstacle, where rounding lets it creep.
static void check_single(const Search *s, bool played) {
    const JwPassivitySummary sum = search(s, JW_PRECISION_F32, played, 2e-6);
    printf("32-bit modes in %llu of them, the others lose or move too little\n",
           (unsigned long long)sum.n_single);
    check(2 * sum.n_single >= sum.n || sum.n < 20, "most have 32-bit modes");
    if (played) {
        check_below((double)sum.n_above, ceil((double)sum.n / 5000.0), "sets above 2e-6");
        check_below(sum.worst.excess, 5e-5, "energy over what was put in (set %llu)",
                    (unsigned long long)sum.excess_index);
        check_below(sum.worst.growth, 2e-4, "energy gained within a step (set %llu)",
                    (unsigned long long)sum.growth_index);
        check_below(sum.worst.booking, 5e-4, "the engine's books beside ours (set %llu)",
                    (unsigned long long)sum.booking_index);
    } else {
        check_below(sum.worst.excess, 2e-6, "energy over what was put in (set %llu)",
                    (unsigned long long)sum.excess_index);
    }
    print_worst(s, sum.excess_index, JW_PRECISION_F32, played);
}

int main(int argc, char **argv) {
    const Search s = {
        .n = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000,
        .steps = argc > 2 ? strtol(argv[2], NULL, 10) : 1500,
        .seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1,
        .first = argc > 4 ? strtoull(argv[4], NULL, 10) : 0,
    };
    check_search(&s, JW_PRECISION_F64, true, 1e-9, 1e-8, 1e-9);
    check_single(&s, false);
    check_single(&s, true);
    return check_result();
}
