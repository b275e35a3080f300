// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "host/deck.h"

bool jw_deck_init(JwDeck *deck) {
    jw_engine_swap_init(&deck->swap, NULL);
    jw_idle_init(&deck->idle, &deck->swap);
    deck->knows_keys = false;
    deck->keys = jw_latest_new(sizeof(JwKeyTable));
    return deck->keys != NULL;
}

void jw_deck_clear(JwDeck *deck) {
    jw_engine_swap_clear(&deck->swap);
    jw_latest_free(deck->keys);
    deck->keys = NULL;
}

void jw_deck_start(JwDeck *deck, JwEngine *engine, JwDeckStart start) {
    jw_chase_note(&deck->chase, deck->swap.current);
    if (engine && engine == deck->swap.current) {
        jw_engine_reset(engine);
    } else {
        jw_engine_swap_clear(&deck->swap);
        jw_engine_swap_init(&deck->swap, engine);
    }
    deck->knows_keys = false;
    if (start == JW_DECK_ANEW) {
        jw_idle_init(&deck->idle, &deck->swap);
    } else if (engine) {
        jw_idle_renew(&deck->idle);
        jw_chase_tell(&deck->chase, engine);
    }
}

void jw_deck_offer(JwDeck *deck, JwEngine *engine) {
    jw_engine_swap_offer(&deck->swap, engine);
}

void jw_deck_collect(JwDeck *deck) {
    jw_engine_swap_collect(&deck->swap);
}

void jw_deck_set_keys(JwDeck *deck, const JwKeyTable *keys) {
    jw_latest_write(deck->keys, keys);
}

JW_REALTIME bool jw_deck_enter(JwDeck *deck) {
    if (!jw_engine_swap_enter(&deck->swap)) {
        return false;
    }
    jw_chase_note(&deck->chase, deck->swap.old);
    jw_idle_renew(&deck->idle);
    deck->knows_keys = false;
    return true;
}

JW_REALTIME void jw_deck_forget(JwDeck *deck, JwParamId id, double value) {
    jw_chase_forget(&deck->chase, id, value);
}

JW_REALTIME void jw_deck_tell(JwDeck *deck) {
    jw_chase_tell(&deck->chase, deck->swap.current);
}

JW_REALTIME void jw_deck_silence(JwDeck *deck) {
    JwEngineSwap *swap = &deck->swap;
    if (swap->old) {
        jw_exchange_give_back(&swap->exchange, swap->old);
        swap->old = NULL;
    }
    if (swap->current) {
        jw_engine_rest(swap->current);
    }
    deck->knows_keys = false;
    jw_idle_init(&deck->idle, swap);
}

JW_REALTIME const JwKeyTable *jw_deck_keys(JwDeck *deck) {
    bool is_new = false;
    const JwKeyTable *keys = jw_latest_read(deck->keys, &is_new);
    const bool tells = is_new || (keys->is_on && !deck->knows_keys);
    deck->knows_keys = true;
    return tells ? keys : NULL;
}

JW_REALTIME void jw_deck_run(JwDeck *deck, const JwEvent *events, size_t n_events,
                             const float *const in[2], float *left, float *right,
                             uint32_t n_frames) {
    jw_idle_run(&deck->idle, events, n_events, in, left, right, n_frames);
}

JW_REALTIME bool jw_deck_wants_service(const JwDeck *deck) {
    return jw_exchange_has_spent(&deck->swap.exchange) ||
           jw_engine_wants_service(deck->swap.current);
}
