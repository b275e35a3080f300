// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Measures by how much the bridge raises each tone of an instrument, and by how much more where
// bridge or thread are moved, and prints the lines `wrap_cents` and `wrap_by_...` of its file; and
// `ringing_cents` of melody strings, where a tone so tuned would be heard too far off with the
// other strings ringing, or struck softly or firmly.
//
//     wrap_cents INSTRUMENT.ini [STRING]
//
// A tone depends on its string's tuning, so each string is tuned, heard and tuned again. The search
// begins at the file's own wrap_cents and ringing_cents, which depend on those of the other
// strings: run again on what it wrote, it comes nearer; the figures on stderr are the deviations
// that were left of them.

#include "files/instrument_file.h"
#include "files/line.h"
#include "playing/tables.h"
#include "tone.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 12 };

static const double good_cents = 0.02;

/// What is heard of a tone as it is played may be as far off as that, before it is tuned otherwise
/// than by itself.
static const double far_cents = 2.5;

/// Values between which one is that leaves nothing; NaN: not known.
typedef struct {
    double low, high;
} Bracket;

/// Next value to try after one that left a tone `off` cents sharp: that much more, which for most
/// tones is right; where a tone answers more strongly than that, the middle of what is too little
/// and too much.
static double next_wrap(Bracket *b, double wrap, double off) {
    *(off > 0.0 ? &b->low : &b->high) = wrap;
    const double next = wrap + off, middle = 0.5 * (b->low + b->high);
    const bool outside = next <= fmin(b->low, b->high) || next >= fmax(b->low, b->high);
    return round(100.0 * (isfinite(middle) && outside ? middle : next)) / 100.0;
}

/// Tunes a fret until it sounds as the file says; false if that does not succeed.
static bool tune_fret(JwInstrument *instrument, JwInstrument *copy, int string, int fret) {
    double *wrap = &instrument->string[string].wrap_cents[fret];
    double best = HUGE_VAL, best_wrap = *wrap;
    Bracket bracket = {NAN, NAN};
    for (int i = 0; i < TRIES && best > good_cents; ++i) {
        *copy = *instrument;
        const double off = tone_of_fret(copy, string, fret, TONE_VELOCITY, TONE_ALONE);
        if (fabs(off) < best) {
            best = fabs(off);
            best_wrap = *wrap;
        }
        *wrap = next_wrap(&bracket, *wrap, off);
    }
    *wrap = best_wrap;
    jw_line_print(stderr, "%s fret %d: %.2f cents, %.2f left", instrument->string[string].name,
                  fret, best_wrap, best);
    return best < HUGE_VAL;
}

/// What is heard of a tone as it is played: by itself and with the other strings ringing, struck
/// softly to firmly [cents].
typedef struct {
    double least, most;
} Heard;

/// NaN where a stroke is not heard.
static Heard hear_played(const JwInstrument *instrument, JwInstrument *copy, int string, int fret) {
    static const int velocity[] = {20, 64, 100, 127};
    const double alone = -instrument->string[string].ringing_cents[fret];
    Heard heard = {alone, alone};
    for (size_t v = 0; v < sizeof(velocity) / sizeof(velocity[0]); ++v) {
        *copy = *instrument;
        const double off = tone_of_fret(copy, string, fret, velocity[v], TONE_FREE);
        if (!isfinite(off)) {
            return (Heard){off, off};
        }
        heard.least = fmin(heard.least, off);
        heard.most = fmax(heard.most, off);
    }
    return heard;
}

/// Tunes a fret for what is heard as it is played, if that is too far from the note: until the
/// extremes lie even on both sides of it. False if a stroke is not heard.
static bool tune_played(JwInstrument *instrument, JwInstrument *copy, int string, int fret) {
    double *ringing = &instrument->string[string].ringing_cents[fret];
    *ringing = 0.0;
    const Heard before = hear_played(instrument, copy, string, fret);
    if (fmax(-before.least, before.most) <= far_cents) {
        return isfinite(before.least);
    }
    Heard heard = before, best = before;
    double value = 0.0;
    for (int i = 0; i < 4; ++i) {
        *ringing = round(100.0 * (*ringing + 0.5 * (heard.least + heard.most))) / 100.0;
        heard = hear_played(instrument, copy, string, fret);
        if (fmax(-heard.least, heard.most) < fmax(-best.least, best.most)) {
            best = heard;
            value = *ringing;
        }
    }
    *ringing = value;
    jw_line_print(stderr, "%s fret %d: %.2f to %.2f cents as it is played, by %.2f %.2f to %.2f",
                  instrument->string[string].name, fret, before.least, before.most, value,
                  best.least, best.most);
    return true;
}

static void print_cents(const char *key, const double *cents, int n_frets) {
    enum { ON_A_LINE = 16 };
    for (int f = 0; f < n_frets; ++f) {
        if (f % ON_A_LINE) {
            printf(" ");
        } else {
            printf("%s%s = ", f ? "\n" : "", key);
        }
        printf("%.2f", cents[f] + 0.0);
    }
    printf("\n");
}

static void print_string(const JwStringSpec *string) {
    print_cents("wrap_cents", string->wrap_cents, string->n_frets);
    for (int f = 0; f < string->n_frets; ++f) {
        if (string->ringing_cents[f] != 0.0) {
            print_cents("ringing_cents", string->ringing_cents, string->n_frets);
            break;
        }
    }
}

/********* Moved bridge and thread *********/

typedef struct {
    const char *key;
    JwParamId id;
    double unit; ///< Of the parameter in one of x
    bool times;  ///< x is a factor on the parameter, otherwise added to it
    int n;
    double x[32]; ///< Ascending, with the instrument's own place among them
} Moves;

static const Moves all_moves[] = {
    {"wrap_by_lift_um", JW_P_BRIDGE_HEIGHT, 0.001, false, 27, {-500, -50,  -10,  -5,    -2, -1,
                                                               -0.5, -0.2, -0.1, -0.05, 0,  0.05,
                                                               0.1,  0.2,  0.5,  1,     2,  3,
                                                               4,    5,    7,    10,    20, 50,
                                                               100,  200,  500}},
    {"wrap_by_thread", JW_P_THREAD, 1.0, true, 9, {0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4}},
    {"wrap_by_thread_mm", JW_P_THREAD_POSITION, 1.0, false, 9, {-4, -2, -1, 0, 1, 2, 4, 7, 10}},
};

/// True if moving that parameter moves something under the string.
static bool acts(const JwInstrument *instrument, const JwStringSpec *string, const Moves *moves) {
    bool movable = string->thread.present;
    if (moves->id == JW_P_BRIDGE_HEIGHT) {
        movable = false;
        for (int i = 0; i < string->n_obstacles; ++i) {
            movable |= instrument->obstacle[string->obstacle[i]].movable;
        }
    }
    return movable;
}

/// Cents at each x beyond those at the instrument's own place; false if something is not heard.
static bool hear_moves(const JwInstrument *instrument, JwInstrument *copy, int string,
                       const Moves *moves, double *cents) {
    double own = NAN;
    for (int i = 0; i < moves->n; ++i) {
        *copy = *instrument;
        JwStringSpec *s = &copy->string[string];
        s->wrap_by_lift.n = s->wrap_by_thread.n = s->wrap_by_thread_place.n = 0;
        double *param = &copy->param[moves->id];
        *param = moves->times ? *param * moves->x[i] : *param + moves->unit * moves->x[i];
        cents[i] = tone_of_fret(copy, string, 0, TONE_VELOCITY, TONE_ALONE);
        own = moves->x[i] == (moves->times ? 1.0 : 0.0) ? cents[i] : own;
    }
    bool heard = true;
    for (int i = 0; i < moves->n; ++i) {
        cents[i] = round(100.0 * (cents[i] - own)) / 100.0;
        heard &= isfinite(cents[i]) && fabs(cents[i]) <= 100.0;
    }
    return heard;
}

/// Index of the point between two kept ones that is farthest from the line through them; *off: how
/// far.
static int farthest(const Moves *moves, const double *cents, int from, int to, double *off) {
    int at = from;
    for (int i = from + 1; i < to; ++i) {
        const double part = (moves->x[i] - moves->x[from]) / (moves->x[to] - moves->x[from]);
        const double away = fabs(cents[i] - cents[from] - part * (cents[to] - cents[from]));
        at = away > *off ? i : at;
        *off = fmax(*off, away);
    }
    return at;
}

/// Prints a curve through as few points as come within a twentieth of a cent of all others, or as
/// many as a curve holds.
static void print_curve(const Moves *moves, const double *cents) {
    bool kept[32] = {false};
    int n = 0;
    for (int i = 0; i < moves->n; ++i) {
        kept[i] = i == 0 || i == moves->n - 1 || cents[i] == 0.0 || moves->x[i] == 0.0;
        kept[i] &= !(i > 1 && cents[i] == 0.0 && cents[i - 1] == 0.0 && cents[i - 2] == 0.0);
        n += kept[i];
    }
    for (double most = 1.0; n < JW_CURVE_NODES && most > 0.0;) {
        double off = 0.05;
        int worst = -1;
        for (int from = 0, to; from < moves->n - 1; from = to) {
            for (to = from + 1; !kept[to];) {
                ++to;
            }
            const double before = off;
            const int at = farthest(moves, cents, from, to, &off);
            worst = off > before ? at : worst;
        }
        most = worst < 0 ? 0.0 : off;
        kept[worst < 0 ? 0 : worst] = true;
        n += worst >= 0;
    }
    printf("%s =", moves->key);
    for (int i = 0; i < moves->n; ++i) {
        if (kept[i]) {
            printf(" %g:%.2f", moves->x[i], cents[i]);
        }
    }
    printf("\n");
}

static void print_moves(const JwInstrument *instrument, JwInstrument *copy, int string) {
    for (size_t k = 0; k < sizeof(all_moves) / sizeof(all_moves[0]); ++k) {
        double cents[32];
        if (!acts(instrument, &instrument->string[string], &all_moves[k])) {
            continue;
        }
        if (!hear_moves(instrument, copy, string, &all_moves[k], cents)) {
            jw_line_print(stderr, "wrap_cents: %s: %s cannot be heard",
                          instrument->string[string].name, all_moves[k].key);
            continue;
        }
        print_curve(&all_moves[k], cents);
    }
}

/// Says that a tone is not heard; false.
static bool unheard(const JwStringSpec *string, int fret) {
    jw_line_print(stderr, "wrap_cents: %s, fret %d cannot be heard", string->name, fret);
    return false;
}

/// Tunes all tones of a string by themselves; false if one is not heard.
static bool tune_all_alone(JwInstrument *instrument, JwInstrument *copy, int s) {
    const JwStringSpec *string = &instrument->string[s];
    for (int f = 0; f < string->n_frets; ++f) {
        if (!tune_fret(instrument, copy, s, f)) {
            return unheard(string, f);
        }
    }
    return true;
}

/// True of strings that share their tables if they are tuned alike.
static bool are_twins(const JwStringSpec *a, const JwStringSpec *b) {
    bool same = jw_tables_are_twins(a, b) && a->n_frets == b->n_frets;
    for (int f = 0; f < a->n_frets && same; ++f) {
        same = a->fret_semitones[f] == b->fret_semitones[f] && a->wrap_cents[f] == b->wrap_cents[f];
    }
    return same;
}

/// Tunes all tones of a string as they are played, or as those of its twin above; false if one is
/// not heard.
static bool tune_all_played(JwInstrument *instrument, JwInstrument *copy, int s) {
    JwStringSpec *string = &instrument->string[s];
    for (int other = 0; other < s; ++other) {
        if (are_twins(&instrument->string[other], string)) {
            memcpy(string->ringing_cents, instrument->string[other].ringing_cents,
                   sizeof(string->ringing_cents));
            return true;
        }
    }
    for (int f = 0; f < string->n_frets; ++f) {
        if (!tune_played(instrument, copy, s, f)) {
            return unheard(string, f);
        }
    }
    return true;
}

static bool tune(JwInstrument *instrument, JwInstrument *copy, const char *only) {
    bool wanted[JW_MAX_STRINGS];
    for (int s = 0; s < instrument->n_strings; ++s) {
        wanted[s] = !only || !strcmp(only, instrument->string[s].name);
        if (wanted[s] && !tune_all_alone(instrument, copy, s)) {
            return false;
        }
    }
    for (int s = 0; s < instrument->n_strings; ++s) {
        if (!wanted[s]) {
            continue;
        }
        if (jw_instrument_melody(instrument) >> s & 1 && !tune_all_played(instrument, copy, s)) {
            return false;
        }
        jw_line_print(stdout, "[string %s]", instrument->string[s].name);
        print_string(&instrument->string[s]);
        print_moves(instrument, copy, s);
    }
    return true;
}

int main(int argc, char **argv) {
    char message[256] = "out of memory";
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: wrap_cents INSTRUMENT.ini [STRING]\n");
        return 2;
    }
    JwInstrument *instrument = malloc(2 * sizeof(*instrument));
    if (!instrument || jw_instrument_file_load(argv[1], instrument, message, sizeof(message))) {
        jw_line_print(stderr, "wrap_cents: %s", message);
        free(instrument);
        return 1;
    }
    const bool ok = tune(instrument, instrument + 1, argc > 2 ? argv[2] : NULL);
    free(instrument);
    return ok ? 0 : 1;
}
