// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Hands tables from the control thread to the audio thread and the old ones back.
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
// Invariant: the audio thread gives back exactly one table for each it took, and
// takes none while one waits to be collected or is owed. So the way back holds one
// table and is empty whenever one is given: giving back never fails. The price
// is that a control thread that never collects also stops being heard.

#ifndef JW_EXCHANGE_H
#define JW_EXCHANGE_H

#include "base/attributes.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct {
    _Atomic(void *) fresh; ///< Published, not taken yet, or NULL
    _Atomic(void *) spent; ///< Given back, not collected yet, or NULL
    bool owes;             ///< One was taken, none given back yet; audio thread only
} JwExchange;

/// Nothing on the way; what was on the way is forgotten, not freed. [setup: no audio running]
void jw_exchange_init(JwExchange *exchange);

/// Offers a table to the audio thread in place of the last one offered; NULL only
/// withdraws that one. Returns it, for freeing, unless it was taken or there was
/// none (NULL). [main]
void *jw_exchange_publish(JwExchange *exchange, void *table);

/// The table that the audio thread gave back, for freeing, or NULL. [main]
void *jw_exchange_collect(JwExchange *exchange);

/// True while a table waits to be collected. [any]
JW_REALTIME bool jw_exchange_has_spent(const JwExchange *exchange);

/// True while a published table has not been taken. [any]
JW_REALTIME bool jw_exchange_has_fresh(const JwExchange *exchange);

/// The latest table published, now the audio thread's; NULL if there is none, if
/// the last one given back was not collected, or if one is owed. [audio]
JW_REALTIME void *jw_exchange_take(JwExchange *exchange);

/// Returns the table that the one taken replaces (NULL if it replaces none), at
/// once or many blocks after take(), say when a crossfade ends. False, the table
/// still the caller's, if none is owed. [audio]
JW_REALTIME bool jw_exchange_give_back(JwExchange *exchange, void *table);

#endif // JW_EXCHANGE_H
