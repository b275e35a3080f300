// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The exchange: its protocol alone, then between two threads, where no table may
// be used after it came back, none lost, and the last published must be in use.

#include "base/exchange.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_SIZE = 64, N_PUBLISHED = 500000, TAKEN_EACH = 50 };

typedef struct {
    uint64_t numbers[TABLE_SIZE]; ///< All the same
} Table;

static int n_failed;

static void check(bool ok, const char *what) {
    if (!ok) {
        ++n_failed;
        printf("FAILED: %s\n", what);
    }
}

static void check_protocol(void) {
    JwExchange x;
    memset(&x, 0xff, sizeof(x));
    int a = 0;
    int b = 0;
    int c = 0;
    jw_exchange_init(&x);
    check(!jw_exchange_take(&x) && !jw_exchange_collect(&x), "nothing at first");
    check(!jw_exchange_give_back(&x, &a), "nothing is owed at first");
    check(!jw_exchange_publish(&x, &a) && jw_exchange_has_fresh(&x), "publish into nothing");
    check(jw_exchange_publish(&x, &b) == &a, "a table not taken is replaced");
    check(jw_exchange_take(&x) == &b && !jw_exchange_has_fresh(&x), "the latest is taken");
    jw_exchange_publish(&x, &c);
    check(!jw_exchange_take(&x), "none is taken while one is owed");
    check(jw_exchange_give_back(&x, NULL), "the first replaces none");
    check(jw_exchange_take(&x) == &c, "then the next is taken");
    check(jw_exchange_give_back(&x, &b) && jw_exchange_has_spent(&x), "which replaces one");
    check(!jw_exchange_give_back(&x, &a), "nothing more is owed");
    jw_exchange_publish(&x, &a);
    check(!jw_exchange_take(&x), "none is taken while one waits to be collected");
    check(jw_exchange_collect(&x) == &b && !jw_exchange_collect(&x), "it is collected once");
    check(jw_exchange_publish(&x, NULL) == &a && !jw_exchange_take(&x),
          "publishing NULL withdraws");
    check(!jw_exchange_publish(&x, &a) && jw_exchange_take(&x) == &a, "and one can follow");
}

typedef struct {
    JwExchange exchange;
    Table *current;     ///< The audio thread's
    uint64_t n_taken;   ///< Tables it took
    uint64_t n_wrong;   ///< Tables damaged, or older than the one before
    uint64_t n_refused; ///< Returns that failed
    uint64_t n_made;    ///< Control
    uint64_t n_freed;   ///< Control
} Shared;

static Table *table_new(Shared *s, uint64_t number) {
    Table *table = malloc(sizeof *table);
    if (!table) {
        abort();
    }
    for (int i = 0; i < TABLE_SIZE; ++i) {
        table->numbers[i] = number;
    }
    ++s->n_made;
    return table;
}

// Spoils the table first, so that whoever still reads it notices.
static void table_free(Shared *s, Table *table) {
    if (table) {
        for (int i = 0; i < TABLE_SIZE; ++i) {
            ((volatile uint64_t *)table->numbers)[i] = UINT64_MAX - i;
        }
        free(table);
        ++s->n_freed;
    }
}

static bool is_whole(const Table *table) {
    bool same = true;
    for (int i = 1; i < TABLE_SIZE; ++i) {
        same = same && table->numbers[i] == table->numbers[0];
    }
    return same;
}

// Keeps an old table for some rounds after it took a new one, as a crossfade does.
static void *play(void *data) {
    Shared *s = data;
    Table *old = NULL;
    bool owed = false;
    int hold = 0;
    for (uint64_t last = 0; last != N_PUBLISHED || owed;) {
        Table *next = jw_exchange_take(&s->exchange);
        if (next) {
            s->n_wrong += !is_whole(next) || next->numbers[0] <= last;
            last = next->numbers[0];
            old = s->current;
            s->current = next;
            owed = true;
            hold = (int)(last % 3);
            ++s->n_taken;
        } else {
            sched_yield();
        }
        s->n_wrong += (s->current && !is_whole(s->current)) || (owed && old && !is_whole(old));
        if (owed && hold-- == 0) {
            s->n_refused += !jw_exchange_give_back(&s->exchange, old);
            owed = false;
        }
    }
    return NULL;
}

static void publish_all(Shared *s) {
    for (uint64_t number = 1; number <= N_PUBLISHED; ++number) {
        table_free(s, jw_exchange_collect(&s->exchange));
        table_free(s, jw_exchange_publish(&s->exchange, table_new(s, number)));
        // Now and then until it is taken, so that a known number is.
        while (number % TAKEN_EACH == 0 && jw_exchange_has_fresh(&s->exchange)) {
            table_free(s, jw_exchange_collect(&s->exchange));
            sched_yield();
        }
    }
}

static void check_threads(void) {
    static Shared s;
    jw_exchange_init(&s.exchange);
    pthread_t player;
    if (pthread_create(&player, NULL, play, &s) != 0) {
        check(false, "thread");
        return;
    }
    publish_all(&s);
    pthread_join(player, NULL);
    table_free(&s, jw_exchange_collect(&s.exchange));
    const bool last = s.current && s.current->numbers[0] == N_PUBLISHED && is_whole(s.current);
    table_free(&s, s.current);
    printf("%llu tables made, %llu taken, %llu freed, %llu wrong\n", (unsigned long long)s.n_made,
           (unsigned long long)s.n_taken, (unsigned long long)s.n_freed,
           (unsigned long long)s.n_wrong);
    check(s.n_made == N_PUBLISHED && s.n_freed == s.n_made, "every table is freed once");
    check(s.n_taken >= N_PUBLISHED / TAKEN_EACH, "the tables waited for were taken");
    check(s.n_wrong == 0, "tables in use are whole and ever newer");
    check(s.n_refused == 0, "giving back never fails");
    check(last, "the last table published is in use");
}

int main(void) {
    check_protocol();
    check_threads();
    printf("%d failed\n", n_failed);
    return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
