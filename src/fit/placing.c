// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/placing.h"

#include "playing/allocator_place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Largest distance of a note from a fret of its string; an open string without frets may be retuned
// further.
static const double most_cents = 60.0, most_open_cents = 700.0;

// Cost of a string outside the melody, above that of every string that has the note.
static const double not_melody = 1e3;

/// What the choice of strings and frets depends on; the same rules as for playing.
typedef struct {
    JwFretboard board;
    JwAllocator allocator;
} Hand;

static Hand *new_hand(const JwInstrument *like) {
    Hand *hand = calloc(1, sizeof(*hand));
    if (hand) {
        jw_fretboard_fill(&hand->board, like, NULL, like->param);
        jw_allocator_reset(&hand->allocator, like, &hand->board, JW_AUDITION_RATE, 2.0);
    }
    return hand;
}

/// Pitch that decides a note's place: the named one, or the detected one.
static double place_hz(const JwMisfitNote *n) {
    return n->recording.named_hz > 0.0 ? n->recording.named_hz : n->recording.hz;
}

/// Cost of playing all notes on a string; HUGE_VAL if it lacks one.
static double cost_on(const JwMisfit *m, const Hand *hand, int string) {
    const uint32_t melody = jw_instrument_melody(m->like);
    double sum = (melody & (1U << string)) != 0 ? 0.0 : not_melody;
    for (int i = 0; i < m->n_notes; ++i) {
        JwPlace place;
        if (m->note[i].note.fret != JW_AUDITION_DRONE) {
            sum += jw_allocator_cost_at(&hand->allocator, string, jw_hz_key(place_hz(&m->note[i])),
                                        &place);
        }
    }
    return m->like->string[string].role == JW_ROLE_TARAF ? HUGE_VAL : sum;
}

static int find_string(const JwMisfit *m, const Hand *hand, const char *name, JwError *error) {
    int best = -1;
    double least = HUGE_VAL;
    for (int s = 0; s < m->like->n_strings; ++s) {
        if (name && !strcmp(name, m->like->string[s].name)) {
            return s;
        }
        const double cost = name ? HUGE_VAL : cost_on(m, hand, s);
        if (cost < least) {
            least = cost;
            best = s;
        }
    }
    if (best < 0 && name) {
        jw_error_set(error, "--string: \"%.100s\" is no string of %s", name, m->like->name);
    } else if (best < 0) {
        jw_error_set(error, "%.400s: %.2f Hz is beyond all strings of %s",
                     m->note[0].recording.path, m->note[0].recording.hz, m->like->name);
    }
    return best;
}

/// Finds the fret of a note on a string, and the note's distance from it.
static bool place_note(const JwMisfit *m, const Hand *hand, JwMisfitNote *n, JwError *error) {
    const JwStringSpec *s = &m->like->string[m->string];
    const JwNeck *neck = &hand->board.neck[m->string];
    JwPlace place;
    jw_allocator_cost_at(&hand->allocator, m->string, jw_hz_key(place_hz(n)), &place);
    if (place.fret < 0) {
        return jw_error_set(error, "%.400s: %.2f Hz is beyond string %s", n->recording.path,
                            n->recording.hz, s->name);
    }
    n->off_cents = 100.0 * (jw_hz_key(n->recording.hz) - neck->pitch[place.fret]);
    if (fabs(n->off_cents) > (s->n_frets > 1 ? most_cents : most_open_cents)) {
        return jw_error_set(error, "%.400s: %.2f Hz is %.0f cents from any place of string %s",
                            n->recording.path, n->recording.hz, fabs(n->off_cents), s->name);
    }
    n->note.fret = place.fret;
    n->note.key = s->key + (int)lround(s->fret_semitones[place.fret]);
    return true;
}

bool jw_placing_find(JwMisfit *m, const char *name, JwError *error) {
    Hand *hand = new_hand(m->like);
    if (!hand) {
        return jw_error_set(error, "out of memory");
    }
    m->string = find_string(m, hand, name, error);
    bool ok = m->string >= 0;
    for (int i = 0; ok && i < m->n_notes; ++i) {
        ok = m->note[i].note.fret == JW_AUDITION_DRONE || place_note(m, hand, &m->note[i], error);
    }
    free(hand);
    return ok;
}

void jw_placing_text(const JwMisfit *m, int note, char *text, size_t size) {
    const JwMisfitNote *n = &m->note[note];
    const char *string = m->like->string[m->string].name;
    const int digits = n->recording.hz < 100.0 ? 2 : 1;
    char place[32] = "open";
    if (n->note.fret > 0) {
        snprintf(place, sizeof(place), "fret %d", n->note.fret);
    }
    snprintf(text, size, "heard %.*f Hz: %s, %s (%+d cents), %.400s", digits, n->recording.hz,
             string, place, (int)lround(n->off_cents), n->recording.path);
}

/// Exponent of the velocity in a string's displacement.
static double power_of(const JwMisfit *m) {
    const int kind = (int)lround(m->like->param[JW_P_PLUCK_STROKE]);
    const double power =
        jw_instrument_stroke(m->like, m->string, kind, false).figure[JW_STROKE_POWER];
    return fmax(power, 0.1);
}

/// Makes a note weaker than the loudest velocity by that factor.
static void set_strength(JwAuditionNote *note, double part, double power, int loudest) {
    const double wanted = loudest * pow(part, 1.0 / power);
    note->velocity = (int)fmin(fmax(round(wanted), 1.0), 127.0);
    note->strength = part / pow((double)note->velocity / loudest, power);
}

void jw_placing_strengths(JwMisfit *m, int velocity) {
    double most = -HUGE_VAL;
    for (int i = 0; i < m->n_notes; ++i) {
        most = fmax(most, m->note[i].recording.level_db);
    }
    for (int i = 0; i < m->n_notes; ++i) {
        const double under_db = m->note[i].recording.level_db - most;
        set_strength(&m->note[i].note, pow(10.0, 0.05 * under_db), power_of(m), velocity);
    }
}

void jw_placing_settle(JwMisfit *m, int velocity) {
    int loudest = 0;
    for (int i = 0; i < m->n_notes; ++i) {
        const bool louder = m->note[i].recording.level_db > m->note[loudest].recording.level_db;
        loudest = louder ? i : loudest;
    }
    for (int i = 0; i < m->n_notes; ++i) {
        JwAuditionNote *n = &m->note[i].note;
        const double power = power_of(m), more_db = m->note[i].gain_db - m->note[loudest].gain_db,
                     part = n->strength * pow((double)n->velocity / velocity, power);
        set_strength(n, part * pow(10.0, 0.05 * fmin(fmax(more_db, -6.0), 6.0)), power, velocity);
    }
}
