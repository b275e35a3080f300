// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Exchange: hands tables from the control thread to the audio thread, and replaced ones back.
//
//     control                                   audio
//     free(jw_exchange_collect(x));
//     free(jw_exchange_publish(x, table));
//                                               Table *t = jw_exchange_take(x);
//                                               if (t) {
//                                                   jw_exchange_give_back(x, current);
//                                                   current = t;
//                                               }
//     free(jw_exchange_collect(x));
//
// Invariant: the audio thread gives back exactly one table for each one it took. It takes none
// while a table waits to be collected or is owed. So the way back holds at most one table and is
// empty when one is given back: that never fails. The price: a control thread that never collects
// cannot hand over another table.

#ifndef JW_EXCHANGE_H
#define JW_EXCHANGE_H

#include "base/attributes.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct {
    _Atomic(void *) fresh; ///< Published and not taken yet, or NULL
    _Atomic(void *) spent; ///< Given back and not collected yet, or NULL
    bool owes;             ///< True if a table was taken and none given back yet; audio thread only
} JwExchange;

/// Empties the exchange; forgets tables that it holds, without freeing them. [setup: no audio
/// running]
void jw_exchange_init(JwExchange *exchange);

/// Offers a table to the audio thread and withdraws the one offered before; NULL only withdraws.
/// Returns the withdrawn table, for freeing, or NULL if it was taken already or there was none.
/// [main]
void *jw_exchange_publish(JwExchange *exchange, void *table);

/// Takes the table that the audio thread gave back, for freeing; NULL if there is none. [main]
void *jw_exchange_collect(JwExchange *exchange);

/// True while a table waits to be collected. [any]
JW_REALTIME bool jw_exchange_has_spent(const JwExchange *exchange);

/// True while a published table has not been taken. [any]
JW_REALTIME bool jw_exchange_has_fresh(const JwExchange *exchange);

/// Takes the latest published table, which the audio thread then owns. Returns NULL if there is
/// none, if the last one given back is not collected yet, or if one is owed. [audio]
JW_REALTIME void *jw_exchange_take(JwExchange *exchange);

/// Gives back the table that the taken one replaces (NULL if it replaces none). The call may come
/// at once or many blocks later, for example at the end of a crossfade. Returns false if no table
/// is owed: the caller then keeps the table. [audio]
JW_REALTIME bool jw_exchange_give_back(JwExchange *exchange, void *table);

#endif // JW_EXCHANGE_H
