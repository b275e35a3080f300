// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/with_audio.h"

#include "base/ring.h"
#include "host/deck.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { POSTS = 256, EVENTS = POSTS + 1, SLICE = 256 };

static const double same_beat = 0.01; // Difference that does not count as a jump of the transport
                                      // [beats]

struct JwWithAudioImpl {
    JwDeck deck;
    JwRing *posts;         // JwEvent, to the audio thread
    unsigned n_offered;    // Engines offered; control thread
    atomic_uint n_entered; // Engines that play alone, the previous one having faded; written by the
                           // audio thread
    JwRecorder *of_companion; // Recorder of the companion's sound; valid if of_instrument is set
    JwRecorder *_Atomic of_instrument; // Recorder of the instrument's sound; NULL: none
    JwWithAudio *second;               // Sounds in this one; NULL: none
    // The following members belong to the audio thread.
    bool plays;    // There is an engine for the block's rate
    bool records;  // The instrument's sound of this block is recorded
    bool entering; // The previous engine is fading
    bool told;     // The engine received the transport
    double bpm;    // Tempo of the transport in the previous block
    double beat;   // Beat expected at the beginning of this block
    int n_events;
    JwEvent events[EVENTS];
    float left[SLICE], right[SLICE];
};

JwWithAudio *jw_with_audio_new(void) {
    JwWithAudio *w = calloc(1, sizeof(*w));
    if (!w) {
        return NULL;
    }
    const bool deck = jw_deck_init(&w->deck);
    w->posts = jw_ring_new(POSTS, sizeof(JwEvent));
    if (!deck || !w->posts) {
        jw_with_audio_free(w);
        return NULL;
    }
    return w;
}

void jw_with_audio_free(JwWithAudio *w) {
    if (w) {
        jw_deck_clear(&w->deck);
        jw_ring_free(w->posts);
        free(w);
    }
}

bool jw_with_audio_is_settled(const JwWithAudio *w) {
    return atomic_load_explicit(&w->n_entered, memory_order_acquire) == w->n_offered;
}

void jw_with_audio_offer(JwWithAudio *w, JwEngine *engine) {
    ++w->n_offered;
    jw_deck_offer(&w->deck, engine);
}

void jw_with_audio_set_engine(JwWithAudio *w, JwEngine *engine) {
    jw_deck_start(&w->deck, engine, JW_DECK_ANEW);
    w->told = false;
    w->entering = false;
    w->n_offered = atomic_load(&w->n_entered);
}

void jw_with_audio_join(JwWithAudio *w, JwWithAudio *second) {
    w->second = second;
}

bool jw_with_audio_send(JwWithAudio *w, const JwEvent *event) {
    return jw_ring_write(w->posts, event);
}

void jw_with_audio_record(JwWithAudio *w, JwRecorder *instrument, JwRecorder *companion) {
    w->of_companion = companion;
    atomic_store_explicit(&w->of_instrument, instrument, memory_order_release);
}

bool jw_with_audio_is_behind(const JwWithAudio *w) {
    const JwRecorder *recorder = atomic_load_explicit(&w->of_instrument, memory_order_acquire);
    return recorder && (jw_recorder_is_behind(recorder) || jw_recorder_is_behind(w->of_companion));
}

void jw_with_audio_collect(JwWithAudio *w) {
    jw_deck_collect(&w->deck);
}

/********* A block *********/

static JW_REALTIME void take_engine(JwWithAudio *w) {
    const bool first = !jw_deck_engine(&w->deck);
    if (!jw_deck_enter(&w->deck)) {
        return;
    }
    jw_deck_tell(&w->deck);
    w->entering = true;
    w->told = w->told && !first;
}

static JW_REALTIME void note_entered(JwWithAudio *w) {
    if (w->entering && w->plays && !jw_deck_fades(&w->deck)) {
        w->entering = false;
        atomic_fetch_add_explicit(&w->n_entered, 1, memory_order_release);
    }
}

// Queues the transport's jumps and changes of tempo; between them the drone counts by itself.
static JW_REALTIME void follow_transport(JwWithAudio *w, const JwBackendBlock *block) {
    const bool rolls = block->bpm > 0.0, is_first = block->has_transport && !w->told;
    if (is_first || block->bpm != w->bpm || (rolls && fabs(block->beat - w->beat) > same_beat)) {
        w->events[w->n_events++] = (JwEvent){.type = JW_EVENT_TRANSPORT,
                                             .transport = {.bpm = block->bpm, .beat = block->beat}};
        w->told = true;
    }
    w->bpm = block->bpm;
    w->beat = block->beat + block->bpm / 60.0 * block->n_frames / block->rate_hz;
}

static JW_REALTIME void take_events(JwWithAudio *w, const JwBackendBlock *block) {
    JwEvent post;
    w->n_events = 0;
    follow_transport(w, block);
    while (w->n_events < EVENTS && jw_ring_read(w->posts, &post)) {
        w->events[w->n_events] = post;
        w->events[w->n_events++].frame = 0;
    }
}

/// Records the instrument's sound of the block.
static JW_REALTIME void record_instrument(JwWithAudio *w, const JwBackendBlock *block) {
    JwRecorder *recorder = atomic_load_explicit(&w->of_instrument, memory_order_acquire);
    w->records = recorder && jw_recorder_feed(recorder, block->left, block->right, block->n_frames);
}

/// Records n frames of the companion's sound; none if the instrument's is not recorded.
static JW_REALTIME void record_companion(JwWithAudio *w, uint32_t n) {
    if (atomic_load_explicit(&w->of_instrument, memory_order_acquire)) {
        jw_recorder_feed(w->of_companion, w->left, w->right, w->records ? n : 0);
    }
}

/// Makes n frames of a companion, from frame `at` of the block on: silence if it does not play.
static JW_REALTIME void make_frames(JwWithAudio *w, uint32_t at, uint32_t n) {
    const size_t n_events = at == 0 ? (size_t)w->n_events : 0;
    if (w->plays) {
        jw_deck_run(&w->deck, w->events, n_events, NULL, w->left, w->right, n);
    } else {
        memset(w->left, 0, n * sizeof(float));
        memset(w->right, 0, n * sizeof(float));
    }
}

/// Adds n frames of a companion, if it plays.
static JW_REALTIME void add_frames(const JwWithAudio *w, float *left, float *right, uint32_t n) {
    for (uint32_t i = 0; i < n && w->plays; ++i) {
        left[i] += w->left[i];
        right[i] += w->right[i];
    }
}

/// Makes the next n frames of the companions, at most SLICE, from frame `at` of the block on, and
/// adds them.
static JW_REALTIME void add_companions(JwWithAudio *w, const JwBackendBlock *block, uint32_t at,
                                       uint32_t n) {
    float *left = block->left + at, *right = block->right + at;
    make_frames(w, at, n);
    add_frames(w, left, right, n);
    if (w->second) {
        make_frames(w->second, at, n);
        add_frames(w->second, left, right, n);
        add_frames(w->second, w->left, w->right, n);
    }
    record_companion(w, n);
}

static JW_REALTIME void begin_block(JwWithAudio *w, const JwBackendBlock *block) {
    take_engine(w);
    const JwEngine *engine = jw_deck_engine(&w->deck);
    // An engine for another rate is out of tune; the right one is on its way.
    w->plays = engine && jw_engine_rate_hz(engine) == block->rate_hz;
    if (w->plays) {
        take_events(w, block);
    }
}

JW_REALTIME void jw_with_audio_run(JwWithAudio *w, const JwBackendBlock *block) {
    record_instrument(w, block);
    begin_block(w, block);
    if (w->second) {
        begin_block(w->second, block);
    }
    for (uint32_t at = 0; at < block->n_frames; at += SLICE) {
        const uint32_t rest = block->n_frames - at;
        add_companions(w, block, at, rest < SLICE ? rest : SLICE);
    }
    note_entered(w);
    if (w->second) {
        note_entered(w->second);
    }
}

static JW_REALTIME bool deck_is_silent(const JwWithAudio *w) {
    const JwEngine *engine = jw_deck_engine(&w->deck);
    return !engine || (!jw_deck_fades(&w->deck) && jw_engine_silent(engine));
}

JW_REALTIME bool jw_with_audio_is_silent(const JwWithAudio *w) {
    return deck_is_silent(w) && (!w->second || deck_is_silent(w->second));
}
