// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The latest value: alone, then between two threads, where no value may be torn,
// old after new, or change while it is looked at, and the last must be seen.

#include "base/latest.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_SIZE = 67, N_WRITTEN = 3000000, SEEN_EACH = 1000 };

typedef struct {
    uint64_t numbers[VALUE_SIZE]; ///< All the same
} Value;

static int n_failed;

static void check(bool ok, const char *what) {
    if (!ok) {
        ++n_failed;
        printf("FAILED: %s\n", what);
    }
}

static void fill(Value *value, uint64_t number) {
    for (int i = 0; i < VALUE_SIZE; ++i) {
        value->numbers[i] = number;
    }
}

// The number that fills the value, UINT64_MAX if there are several.
static uint64_t number_of(const Value *value) {
    bool same = true;
    for (int i = 1; i < VALUE_SIZE; ++i) {
        same = same && value->numbers[i] == value->numbers[0];
    }
    return same ? value->numbers[0] : UINT64_MAX;
}

static void check_alone(void) {
    check(!jw_latest_new(0) && !jw_latest_new(SIZE_MAX), "impossible sizes");
    jw_latest_free(NULL);
    JwLatest *latest = jw_latest_new(sizeof(Value));
    if (!latest) {
        check(false, "new");
        return;
    }
    bool is_new = true;
    check(number_of(jw_latest_read(latest, &is_new)) == 0 && !is_new, "zeros at first");
    for (uint64_t i = 1; i < 20; ++i) {
        for (uint64_t j = 0; j <= i % 4; ++j) {
            Value value;
            fill(&value, 100 * i + j);
            jw_latest_write(latest, &value);
        }
        const Value *shown = jw_latest_read(latest, &is_new);
        check(number_of(shown) == 100 * i + i % 4 && is_new, "the latest of several");
        check(jw_latest_read(latest, &is_new) == shown && !is_new, "the same when none came");
        fill(jw_latest_edit(latest), 7);
        check(number_of(shown) == 100 * i + i % 4, "what is shown stays during an edit");
        check(jw_latest_read(latest, NULL) == shown, "an edit is not published");
    }
    jw_latest_free(latest);
}

typedef struct {
    JwLatest *latest;
    _Atomic uint64_t seen; ///< Last number that the reader saw
} Shared;

// Only the test makes the writer wait, now and then, so that a known number is seen.
static void *write_all(void *data) {
    Shared *s = data;
    for (uint64_t i = 1; i <= N_WRITTEN; ++i) {
        fill(jw_latest_edit(s->latest), i);
        jw_latest_publish(s->latest);
        while (i % SEEN_EACH == 0 && atomic_load_explicit(&s->seen, memory_order_relaxed) < i) {
            sched_yield();
        }
    }
    return NULL;
}

static void check_threads(void) {
    Shared s = {.latest = jw_latest_new(sizeof(Value))};
    pthread_t writer;
    if (!s.latest || pthread_create(&writer, NULL, write_all, &s) != 0) {
        check(false, "new or thread");
        jw_latest_free(s.latest);
        return;
    }
    uint64_t last = 0;
    uint64_t n_seen = 0;
    uint64_t n_wrong = 0;
    while (last < N_WRITTEN) {
        bool is_new;
        const Value *value = jw_latest_read(s.latest, &is_new);
        const uint64_t number = number_of(value);
        n_wrong += number > N_WRITTEN || (is_new ? number <= last : number != last);
        n_wrong += number_of(value) != number;
        n_seen += is_new;
        last = number;
        atomic_store_explicit(&s.seen, number, memory_order_relaxed);
        if (!is_new) {
            sched_yield();
        }
    }
    pthread_join(writer, NULL);
    printf("%d values written, %llu seen, %llu wrong, last %llu\n", N_WRITTEN,
           (unsigned long long)n_seen, (unsigned long long)n_wrong, (unsigned long long)last);
    check(last == N_WRITTEN, "the last value is seen");
    check(n_seen >= N_WRITTEN / SEEN_EACH, "the values waited for are seen");
    check(n_wrong == 0, "values are whole, ever newer and stay while looked at");
    jw_latest_free(s.latest);
}

int main(void) {
    check_alone();
    check_threads();
    printf("%d failed\n", n_failed);
    return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
