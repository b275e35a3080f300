// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "engine/loans.h"

#include "playing/allocator_place.h"

#include <math.h>

/// Distance, in semitones, added for a string that still rings after another key.
static const double rings_away = 12.0;

/// Distance, in semitones, added per octave between string and key.
static const double octave_away = 100.0;

/// A possible loan: the changes to the string.
typedef struct {
    int octaves;
    double semitones; ///< From the string's own pitch
} Way;

JW_REALTIME void jw_loans_clear(JwLoans *loans) {
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        loans->of[s] = (JwLoan){.key = -1};
    }
    loans->next_key = 0;
    loans->in_use = loans->rings_on = false;
}

JW_REALTIME void jw_loans_end(JwLoans *loans, const JwInput *input) {
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        JwLoan *loan = &loans->of[s];
        if (loan->key >= 0 && jw_input_channel_of(input, loan->key) < 0) {
            *loan = (JwLoan){.key = -1};
        }
    }
}

/// Pitch of a string where it is stopped, without its own offset from its key, as a MIDI key with a
/// fraction.
static JW_REALTIME double own_pitch(const JwAllocator *allocator, int s) {
    const JwNeck *neck = &allocator->board->neck[s];
    return neck->pitch[allocator->note[s].fret] - neck->offset;
}

/// Interval from a string's own pitch to another one, or to the nearest octave of it within reach.
static JW_REALTIME Way way_to(const JwAllocator *allocator, int s, double pitch) {
    const double far = pitch - own_pitch(allocator, s), most = JW_LOAN_SEMITONES;
    const double octaves = fabs(far) > most ? copysign(ceil((fabs(far) - most) / 12.0), -far) : 0.0;
    return (Way){.octaves = (int)octaves, .semitones = far + 12.0 * octaves};
}

/// How far a string is from suiting a key; negative: it still rings with that key.
static JW_REALTIME double distance(const JwLoan *loan, int key, const Way *way) {
    if (loan->key == key) {
        return -1.0;
    }
    return octave_away * fabs((double)way->octaves) + (loan->key >= 0 ? rings_away : 0.0) +
           fabs(way->semitones);
}

/// Lends a string to a key, if one is free.
static JW_REALTIME void lend(JwLoans *loans, const JwAllocator *allocator, int channel, int key) {
    double pitch, least = HUGE_VAL;
    int best = -1;
    Way best_way = {0};
    if (!jw_allocator_key_pitch(allocator, channel, key, &pitch)) {
        return;
    }
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        const Way way = way_to(allocator, s, pitch);
        const double far = distance(&loans->of[s], key, &way);
        if (!loans->of[s].held && far < least &&
            jw_instrument_is_sympathetic(allocator->instrument, s)) {
            least = far;
            best = s;
            best_way = way;
        }
    }
    if (best >= 0) {
        loans->of[best] = (JwLoan){.key = key, .held = true, .octaves = best_way.octaves};
    }
}

static JW_REALTIME bool has_loan(const JwLoans *loans, int key) {
    bool any = false;
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        any |= loans->of[s].held && loans->of[s].key == key;
    }
    return any;
}

/// Lends strings to held keys that have none: a few keys per tick, in turn.
static JW_REALTIME void lend_all(JwLoans *loans, const JwInput *input,
                                 const JwAllocator *allocator) {
    int tries = 0;
    for (int i = 0, from = loans->next_key; i < JW_KEYS && tries < JW_LOAN_TRIES; ++i) {
        const int key = (from + i) % JW_KEYS, channel = jw_input_channel_of(input, key);
        if (channel >= 0 && !has_loan(loans, key)) {
            lend(loans, allocator, channel, key);
            loans->next_key = (key + 1) % JW_KEYS;
            ++tries;
        }
    }
}

/// Tunes a string to the key that holds it, including the bend of its channel.
static JW_REALTIME void tune_loan(JwLoan *loan, const JwAllocator *allocator, int s, int channel) {
    double pitch;
    if (jw_allocator_key_pitch(allocator, channel, loan->key, &pitch)) {
        const double bend = jw_channels_bend(&allocator->channels, channel);
        const double pull = pitch + bend + 12.0 * loan->octaves - own_pitch(allocator, s);
        loan->pull = fmin(fmax(pull, -JW_PULL_MAX), JW_PULL_MAX);
    }
}

JW_REALTIME void jw_loans_tick(JwLoans *loans, const JwInput *input, const JwAllocator *allocator,
                               uint64_t frame) {
    const double rings = JW_LOAN_RINGS_S * allocator->rate_hz;
    loans->in_use = true;
    loans->rings_on = false;
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        JwLoan *loan = &loans->of[s];
        if (loan->held && jw_input_channel_of(input, loan->key) < 0) {
            loan->held = false;
            loan->until = frame + (uint64_t)rings;
        }
        if (!loan->held && frame >= loan->until) {
            loan->key = -1;
        }
    }
    lend_all(loans, input, allocator);
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        JwLoan *loan = &loans->of[s];
        loans->rings_on |= loan->key >= 0 && !loan->held;
        if (loan->held) {
            tune_loan(loan, allocator, s, jw_input_channel_of(input, loan->key));
        }
    }
}
