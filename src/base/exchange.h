// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Exchange: hands tables from the control thread to the audio thread, and the old ones back.
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
// Invariant: the audio thread gives back exactly one table for each one it took, and takes none
// while a table waits to be collected or is owed. So the way back holds one table and is empty
// whenever one is given: giving back never fails. The price: a control thread that never collects
// cannot hand over a further table.

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

/// Empties the exchange; tables on their way are forgotten, not freed. [setup: no audio running]
void jw_exchange_init(JwExchange *exchange);

/// Offers a table to the audio thread in place of the last one offered; NULL only withdraws that
/// one. Returns the table that was withdrawn, for freeing; NULL if it was taken or there was none.
/// [main]
void *jw_exchange_publish(JwExchange *exchange, void *table);

/// Takes the table that the audio thread gave back, for freeing; NULL if there is none. [main]
void *jw_exchange_collect(JwExchange *exchange);

/// True while a table waits to be collected. [any]
JW_REALTIME bool jw_exchange_has_spent(const JwExchange *exchange);

/// True while a published table has not been taken. [any]
JW_REALTIME bool jw_exchange_has_fresh(const JwExchange *exchange);

/// Takes the latest table published, which now belongs to the audio thread; NULL if there is none,
/// if the last one given back was not collected, or if one is owed. [audio]
JW_REALTIME void *jw_exchange_take(JwExchange *exchange);

/// Gives back the table that the one taken replaces (NULL if it replaces none), at once or many
/// blocks after take(), say when a crossfade ends. False if no table is owed: the table is still
/// the caller's. [audio]
JW_REALTIME bool jw_exchange_give_back(JwExchange *exchange, void *table);

#endif // JW_EXCHANGE_H
