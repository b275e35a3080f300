// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/exchange.h"

#include <stddef.h>

// The control thread fills `fresh` and either thread empties it; the audio thread fills `spent` and
// the control thread empties it. Each atomic exchange releases the calling thread's writes to the
// table and acquires the other thread's.

void jw_exchange_init(JwExchange *exchange) {
    atomic_init(&exchange->fresh, NULL);
    atomic_init(&exchange->spent, NULL);
    exchange->owes = false;
}

void *jw_exchange_publish(JwExchange *exchange, void *table) {
    return atomic_exchange_explicit(&exchange->fresh, table, memory_order_acq_rel);
}

void *jw_exchange_collect(JwExchange *exchange) {
    return atomic_exchange_explicit(&exchange->spent, NULL, memory_order_acq_rel);
}

JW_REALTIME bool jw_exchange_has_spent(const JwExchange *exchange) {
    return atomic_load_explicit(&exchange->spent, memory_order_relaxed) != NULL;
}

JW_REALTIME bool jw_exchange_has_fresh(const JwExchange *exchange) {
    return atomic_load_explicit(&exchange->fresh, memory_order_relaxed) != NULL;
}

JW_REALTIME void *jw_exchange_take(JwExchange *exchange) {
    if (exchange->owes || jw_exchange_has_spent(exchange) || !jw_exchange_has_fresh(exchange)) {
        return NULL;
    }
    // The control thread may just have withdrawn the table: fresh may be NULL by now.
    void *const table = atomic_exchange_explicit(&exchange->fresh, NULL, memory_order_acq_rel);
    exchange->owes = table != NULL;
    return table;
}

JW_REALTIME bool jw_exchange_give_back(JwExchange *exchange, void *table) {
    if (!exchange->owes) {
        return false;
    }
    atomic_store_explicit(&exchange->spent, table, memory_order_release);
    exchange->owes = false;
    return true;
}
