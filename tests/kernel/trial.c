// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "trial.h"

#include "support/check.h"
#include "support/fixtures.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    LEVELS = JW_ISA_V4 + 1,
    ARRAYS = 48,
    GUARD = 256,       ///< Bytes before and behind an array
    GUARD_BYTE = 0xff, ///< Eight or four of them are no number
    FAILURES = 6,      ///< Printed of one kernel
    ROUNDS = 21,       ///< Of a measurement
};

/// What may become of an element.
enum { KEPT, EXPECTED, IGNORED };

static const char *const level_name[LEVELS] = {"plain", "v3", "v4"};

const JwKernels *trial_kernels[LEVELS];

static TrialOptions options;

/// The kernel under trial, and what was found of it.
static struct {
    char name[64], variant[160], label[320];
    double unit, roundings;
    bool same_bits;
    uint64_t dice;
    int n_variants, n_failed, level;
    double worst;
} now;

static TrialArray arrays[ARRAYS];
static int n_arrays;

/********* Failures *********/

static void fail(const char *format, va_list args) {
    char text[256];
    vsnprintf(text, sizeof(text), format, args);
    if (++now.n_failed <= FAILURES) {
        check(false, "%s at %s, %s: %s", now.name, level_name[now.level], now.variant, text);
    } else {
        check_count(false);
    }
}

bool trial_check(bool ok, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (ok) {
        check_count(true);
    } else {
        fail(format, args);
    }
    va_end(args);
    return ok;
}

void trial_error(double relative) {
    now.worst = relative > now.worst ? relative : now.worst;
}

void trial_at_level(int level) {
    now.level = level;
    snprintf(now.label, sizeof(now.label), "FAILED: %s at %s, %s: ended by a signal\n", now.name,
             level_name[level], now.variant);
}

/// A loop that reads outside memory or has an instruction too many is named, too.
static void on_signal(int number) {
    const ssize_t written = write(STDOUT_FILENO, now.label, strlen(now.label));
    _exit(written > 0 ? 1 : 128 + number);
}

/********* Arrays *********/

static void *room(size_t bytes) {
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
    if (!p) {
        printf("no memory\n");
        exit(1);
    }
    memset(p, 0, bytes + 64);
    return p;
}

static void free_arrays(void) {
    for (int i = 0; i < n_arrays; ++i) {
        free(arrays[i].memory);
        free(arrays[i].start);
        free(arrays[i].bits);
        free(arrays[i].expected);
        free(arrays[i].rule);
    }
    n_arrays = 0;
}

static TrialArray *new_array(const char *name, JwPrecision precision, int n, int parts) {
    if (n_arrays == ARRAYS) {
        printf("too many arrays\n");
        exit(1);
    }
    TrialArray *a = &arrays[n_arrays++];
    const size_t size = precision == JW_PRECISION_F64 ? sizeof(double) : sizeof(float);
    *a = (TrialArray){
        .name = name, .precision = precision, .n = n * parts, .parts = parts, .bytes = size};
    a->bytes *= (size_t)a->n;
    a->memory = room(a->bytes + (size_t)2 * GUARD);
    memset(a->memory, GUARD_BYTE, a->bytes + (size_t)2 * GUARD);
    a->data = a->memory + GUARD;
    memset(a->data, 0, a->bytes);
    a->start = room(a->bytes);
    a->bits = room(a->bytes);
    a->expected = room(sizeof(*a->expected) * (size_t)n);
    a->rule = room((size_t)n);
    return a;
}

TrialArray *trial_array(const char *name, JwPrecision precision, int n) {
    return new_array(name, precision, n, 1);
}

TrialArray *trial_sums(const char *name, JwPrecision precision, int n) {
    TrialArray *a = new_array(name, precision, n, JW_SUM_LANES);
    trial_poison(a);
    return a;
}

TrialArray *trial_doubles(const char *name, int n) {
    return new_array(name, JW_PRECISION_F64, n, 1);
}

double trial_get(const TrialArray *a, int i) {
    return jw_element(a->precision, a->data, (size_t)i);
}

void trial_put(TrialArray *a, int i, double value) {
    jw_element_put(a->precision, a->data, (size_t)i, value);
}

void trial_fill(TrialArray *a, int n, double least, double most) {
    for (int i = 0; i < n; ++i) {
        trial_put(a, i, trial_uniform(least, most));
    }
}

void trial_poison(TrialArray *a) {
    for (int i = 0; i < a->n; ++i) {
        trial_put(a, i, (double)NAN);
    }
}

void trial_expect(TrialArray *a, int i, Num value) {
    a->expected[i] = value;
    a->rule[i] = EXPECTED;
}

void trial_ignore(TrialArray *a, int from, int end) {
    for (int i = from; i < end; ++i) {
        a->rule[i] = IGNORED;
    }
}

/********* Comparisons *********/

static bool guards_stand(const TrialArray *a) {
    unsigned char *behind = (unsigned char *)a->data + a->bytes;
    for (int i = 0; i < GUARD; ++i) {
        if (a->memory[i] != GUARD_BYTE || behind[i] != GUARD_BYTE) {
            const bool before = a->memory[i] != GUARD_BYTE;
            // The next level has guards of its own.
            memset(a->memory, GUARD_BYTE, GUARD);
            memset(behind, GUARD_BYTE, GUARD);
            return trial_check(false, "wrote %s %s", before ? "before" : "past", a->name);
        }
    }
    return true;
}

static double value_of(const TrialArray *a, int i) {
    double sum = 0.0;
    for (int part = 0; part < a->parts; ++part) {
        sum += trial_get(a, i * a->parts + part);
    }
    return sum;
}

/// Same bits as there are in `other`, an image of the array.
static bool is_same(const TrialArray *a, const unsigned char *other, int i) {
    const size_t size = a->bytes / (size_t)a->n * (size_t)a->parts, at = size * (size_t)i;
    return memcmp((const unsigned char *)a->data + at, other + at, size) == 0;
}

/// The first element that is not as it should be is named.
static void compare(TrialArray *a) {
    const double bound = now.roundings * now.unit;
    const bool first = now.level == JW_ISA_V3 || (now.same_bits && now.level == JW_ISA_BASELINE);
    bool ok = guards_stand(a);
    for (int i = 0; i < a->n / a->parts && ok; ++i) {
        if (a->rule[i] == KEPT) {
            ok = is_same(a, a->start, i) || trial_check(false, "changed %s[%d]", a->name, i);
        }
        if (a->rule[i] != EXPECTED) {
            continue;
        }
        const Num e = a->expected[i];
        const double got = value_of(a, i), off = fabs((double)(got - e.value));
        ok = ok && (off <= bound * e.size ||
                    trial_check(false, "%s[%d] is %.17g, not %.17g (within %.2g)", a->name, i, got,
                                (double)e.value, bound * e.size));
        trial_error(e.size > 0.0 ? off / e.size : 0.0);
        ok = ok &&
             (first || now.level == JW_ISA_BASELINE || is_same(a, a->bits, i) ||
              trial_check(false, "%s[%d] is %.17g: other bits than %s", a->name, i, got,
                          now.same_bits ? level_name[JW_ISA_BASELINE] : level_name[JW_ISA_V3]));
    }
    if (first && a->bytes > 0) {
        memcpy(a->bits, a->data, a->bytes);
    }
    if (ok) {
        check_count(true); // A failure was counted where it was printed
    }
}

/// Arrays, not their guards, as they were before the first call.
static void restore(void *context, const JwKernels *kernels) {
    (void)context;
    (void)kernels;
    for (int i = 0; i < n_arrays; ++i) {
        if (arrays[i].bytes > 0) {
            memcpy(arrays[i].data, arrays[i].start, arrays[i].bytes);
        }
    }
}

void trial_call(TrialCall call, void *context, double units) {
    for (int i = 0; i < n_arrays; ++i) {
        if (arrays[i].bytes > 0) {
            memcpy(arrays[i].start, arrays[i].data, arrays[i].bytes);
        }
    }
    for (int level = 0; level < LEVELS; ++level) {
        if (trial_kernels[level]) {
            restore(NULL, NULL);
            trial_at_level(level);
            call(context, trial_kernels[level]);
            for (int i = 0; i < n_arrays; ++i) {
                compare(&arrays[i]);
            }
        }
    }
    restore(NULL, NULL);
    if (units > 0.0) {
        trial_time(call, restore, context, units);
    }
    restore(NULL, NULL);
}

/********* Time *********/

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double time_of(TrialCall call, TrialCall renew, void *context, const JwKernels *kernels,
                      int n) {
    const double start = seconds();
    for (int i = 0; i < n; ++i) {
        renew(context, kernels);
        if (call) {
            call(context, kernels);
        }
    }
    return (seconds() - start) / n;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

void trial_time(TrialCall call, TrialCall renew, void *context, double units) {
    static double took[LEVELS][ROUNDS];
    if (!options.bench) {
        return;
    }
    // Some 100 us a time, whatever the loop takes.
    const double once = time_of(call, renew, context, trial_kernels[0], 20);
    const int n = once > 1e-5 ? 10 : (int)(1e-4 / once) + 1;
    for (int round = 0; round < ROUNDS; ++round) {
        for (int level = 0; level < LEVELS; ++level) {
            if (trial_kernels[level]) {
                took[level][round] = time_of(call, renew, context, trial_kernels[level], n) -
                                     time_of(NULL, renew, context, trial_kernels[level], n);
            }
        }
    }
    printf("  %-52s", now.variant);
    for (int level = 0; level < LEVELS; ++level) {
        if (trial_kernels[level]) {
            qsort(took[level], ROUNDS, sizeof(double), by_size);
            const double median = took[level][ROUNDS / 2];
            printf("  %s %7.3f", level_name[level], 1e9 * median / units);
            if (level > 0) {
                printf(" (%4.2fx)", took[0][ROUNDS / 2] / median);
            }
        }
    }
    printf("\n");
}

/********* Kernels *********/

void trial_open(TrialOptions wanted) {
    options = wanted;
    for (int level = 0; level < LEVELS; ++level) {
        jw_kernels_limit((JwIsa)level);
        if (jw_kernels_isa() == (JwIsa)level) {
            trial_kernels[level] = jw_kernels();
            printf("%s ", level_name[level]);
        }
    }
    signal(SIGSEGV, on_signal);
    signal(SIGBUS, on_signal);
    signal(SIGILL, on_signal);
    signal(SIGFPE, on_signal);
    printf("with --seed %llu\n", (unsigned long long)options.seed);
    if (options.bench) {
        printf("ns a mode or point, medians of %d rounds; and how much faster than plain\n",
               ROUNDS);
    }
}

int trial_result(void) {
    free_arrays();
    return check_result();
}

void trial_kernel(const char *name, JwPrecision precision) {
    memset(&now, 0, sizeof(now));
    snprintf(now.name, sizeof(now.name), "%s", name);
    now.dice = options.seed;
    now.roundings = 16.0;
    now.unit = precision == JW_PRECISION_F64 ? 0x1p-53 : 0x1p-24;
}

void trial_kernel_end(void) {
    printf("%-20s %4d variants, %.1f of %g roundings%s\n", now.name, now.n_variants,
           now.worst / now.unit, now.roundings, now.n_failed ? ": FAILED" : "");
    free_arrays();
}

void trial_roundings(double most) {
    now.roundings = most;
}

void trial_same_bits(void) {
    now.same_bits = true;
}

void trial_variant(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(now.variant, sizeof(now.variant), format, args);
    va_end(args);
    ++now.n_variants;
    free_arrays();
}

double trial_uniform(double least, double most) {
    return fixture_uniform(&now.dice, least, most);
}

int trial_roll(int n) {
    return (int)(fixture_random(&now.dice) % (uint64_t)n);
}

bool trial_coin(void) {
    return trial_roll(2) > 0;
}

const char *trial_name(const char *kernel, JwPrecision precision) {
    static char name[64];
    snprintf(name, sizeof(name), "%s_%s", kernel, precision == JW_PRECISION_F64 ? "f64" : "f32");
    return name;
}
