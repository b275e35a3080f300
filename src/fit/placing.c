// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/placing.h"

#include <math.h>
#include <string.h>

// A note on a string with frets is no farther from one of them than this; an open string alone may
// be tuned to it.
static const double most_cents = 60.0, most_open_cents = 700.0;

/// Fret of a string that is nearest to a pitch, and how far that is [cents].
static int nearest_fret(const JwStringSpec *s, double hz, double *cents) {
    const double above = 12.0 * log2(hz / jw_string_data_pitch_hz(&s->data));
    int best = 0;
    for (int f = 1; f < s->n_frets; ++f) {
        if (fabs(above - s->fret_semitones[f]) < fabs(above - s->fret_semitones[best])) {
            best = f;
        }
    }
    *cents = 100.0 * (above - s->fret_semitones[best]);
    return best;
}

/// Farthest that a note is from a place of the string; HUGE_VAL if the string is never struck.
static double off_cents(const JwMisfit *m, const JwStringSpec *s, int *farthest) {
    double most = 0.0, cents;
    for (int i = 0; i < m->n_notes; ++i) {
        if (m->note[i].note.fret == JW_AUDITION_DRONE) {
            continue;
        }
        nearest_fret(s, m->note[i].recording.hz, &cents);
        if (fabs(cents) >= most) {
            most = fabs(cents);
            *farthest = i;
        }
    }
    return s->role == JW_ROLE_TARAF ? HUGE_VAL : most;
}

static int find_string(const JwMisfit *m, const char *name, JwMessage *message) {
    int best = -1, farthest;
    double least = HUGE_VAL;
    for (int s = 0; s < m->like->n_strings; ++s) {
        const JwStringSpec *string = &m->like->string[s];
        if (name && !strcmp(name, string->name)) {
            return s;
        }
        const double off = name ? HUGE_VAL : off_cents(m, string, &farthest);
        if (off < 0.5 * least) {
            least = off;
            best = s;
        }
    }
    if (best < 0) {
        jw_message_set(message, "--string: \"%.100s\" is no string of %s", name ? name : "",
                       m->like->name);
    }
    return best;
}

bool jw_placing_find(JwMisfit *m, const char *name, JwMessage *message) {
    int farthest = 0;
    m->string = find_string(m, name, message);
    if (m->string < 0) {
        return false;
    }
    const JwStringSpec *s = &m->like->string[m->string];
    const double off = off_cents(m, s, &farthest);
    if (off > (s->n_frets > 1 ? most_cents : most_open_cents) && off < HUGE_VAL) {
        return jw_message_set(message, "%.400s: %.2f Hz is %.0f cents from any place of string %s",
                              m->note[farthest].recording.path, m->note[farthest].recording.hz, off,
                              s->name);
    }
    for (int i = 0; i < m->n_notes; ++i) {
        double cents;
        JwAuditionNote *n = &m->note[i].note;
        if (n->fret == JW_AUDITION_DRONE) {
            continue;
        }
        n->fret = nearest_fret(s, m->note[i].recording.hz, &cents);
        n->key = s->key + (int)lround(s->fret_semitones[n->fret]);
    }
    return true;
}

/// Power of the velocity by which the string is pulled.
static double power_of(const JwMisfit *m) {
    const int kind = (int)lround(m->like->param[JW_P_PLUCK_STROKE]);
    const double power =
        jw_instrument_stroke(m->like, m->string, kind, false).figure[JW_STROKE_POWER];
    return fmax(power, 0.1);
}

/// Makes a note so much weaker than the loudest velocity.
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
