// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/tuner.h"

#include "files/tuned_text.h"
#include "fit/tone_player.h"
#include "fit/wrap_curve.h"
#include "playing/tables.h"
#include "program/parallel.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIES = 8,
    PLAYED_TRIES = 4,
    SOFT = 20, ///< Velocities of the softest and the firmest stroke that are tried
    FIRM = 127,
    THREADS_MAX = 64,
    TASKS_MAX = JW_MAX_STRINGS * (JW_MAX_FRETS + JW_N_WRAP_CURVES),
};

/// Error at which a tone by itself is good enough.
static const double good_cents = 0.03;

/// Range of the change in pitch per change in cents: two tries outside this range do not predict a
/// third.
static const double least_slope = 0.3, most_slope = 3.0;

/// A tone is retuned for playing only if its error as played exceeds far_cents. Up to near_cents
/// among the nearest strings, soft and firm strokes suffice; beyond that, strokes in between are
/// tried, too. Beyond far_near_cents it is played among all strings.
static const double far_cents = 2.5, far_near_cents = 2.1, near_cents = 1.2;

/// A tone whose extremes have their middle this close to the note counts as symmetric; a correction
/// up to step_cents works so exactly that the tone need not be checked again.
static const double even_cents = 0.1, step_cents = 0.5;

/// Largest number of cents in a tuned file.
static const double most_cents = 100.0;

/// A tone and its results.
typedef struct {
    int string, fret;
    double wrap_cents, ringing_cents;
    double off_cents; ///< Its error by itself; NaN: not found
} Tone;

/// Work of one thread, until the next task.
typedef struct {
    atomic_flag taken;
    JwTonePlayer player;
    JwInstrument draft; ///< Instrument with the cents being tried
} Seat;

struct Tuner;

typedef void (*Act)(struct Tuner *t, Seat *seat, int item);

typedef struct {
    Act act;
    int item; ///< Tone, or string times number of curves plus curve
} Task;

typedef struct Tuner {
    JwInstrument *instrument; ///< Changes only between tasks
    const JwTunerWatch *watch;
    pthread_t caller;
    Seat *seat;
    int n_seats;
    atomic_int n_renders, n_done;
    double part, share; ///< Parts of the whole work: finished, and of the present tasks
    int n_tones, n_tasks;
    Tone tone[JW_MAX_STRINGS * JW_MAX_FRETS];
    Task task[TASKS_MAX];
    JwCurve curve[JW_MAX_STRINGS * JW_N_WRAP_CURVES];
} Tuner;

/********* Tasks *********/

static bool is_stopped(const Tuner *t) {
    return t->watch->stopped && t->watch->stopped(t->watch->user);
}

/// Takes a seat that no other thread has; there is one per thread.
static Seat *take_seat(Tuner *t) {
    int i = 0;
    while (atomic_flag_test_and_set(&t->seat[i].taken)) {
        i = (i + 1) % t->n_seats;
    }
    return &t->seat[i];
}

static void run_task(void *user, int i) {
    Tuner *t = user;
    if (!is_stopped(t)) {
        Seat *seat = take_seat(t);
        seat->draft = *t->instrument;
        t->task[i].act(t, seat, t->task[i].item);
        atomic_flag_clear(&seat->taken);
    }
    const int n_done = atomic_fetch_add(&t->n_done, 1) + 1;
    if (t->watch->progress && pthread_equal(pthread_self(), t->caller)) {
        t->watch->progress(t->watch->user, t->part + t->share * n_done / t->n_tasks);
    }
}

static void add_task(Tuner *t, Act act, int item) {
    t->task[t->n_tasks++] = (Task){act, item};
}

/// Runs the added tasks, which take that share of the time.
static void run_tasks(Tuner *t, double share) {
    t->share = share;
    atomic_store(&t->n_done, 0);
    jw_parallel_each(t->n_seats, t->n_tasks, run_task, t);
    t->part += share;
    t->n_tasks = 0;
}

/// Measures a tone of the draft; NaN if it is not found.
static double hear(Tuner *t, Seat *seat, const Tone *tone, int velocity, JwToneOthers others) {
    atomic_fetch_add(&t->n_renders, 1);
    seat->player.instrument = seat->draft;
    return jw_tone_player_cents(&seat->player,
                                &(JwTone){tone->string, tone->fret, velocity, others});
}

/********* Tones by themselves *********/

/// Cents tried for a tone, and the resulting error.
typedef struct {
    double value, off;
    double value_before, off_before; ///< Those of the previous try; NaN: none
    double low, high;                ///< Values known to be too low and too high; NaN: unknown
} Trial;

/// Next value to try: on the line through the last two tries (or by the pitch change of the
/// string's tuning), but between the values known to be too low and too high.
static double next_value(Trial *t) {
    const double slope = (t->off_before - t->off) / (t->value - t->value_before);
    const bool is_known = slope >= least_slope && slope <= most_slope;
    const double next = t->value + t->off / (is_known ? slope : 1.0);
    *(t->off > 0.0 ? &t->low : &t->high) = t->value;
    const double middle = 0.5 * (t->low + t->high);
    const bool is_outside = next <= fmin(t->low, t->high) || next >= fmax(t->low, t->high);
    const double value = isfinite(middle) && is_outside ? middle : next;
    return fmin(fmax(round(100.0 * value) / 100.0, -most_cents), most_cents);
}

static void tune_alone(Tuner *t, Seat *seat, int item) {
    Tone *tone = &t->tone[item];
    double *wrap = &seat->draft.string[tone->string].wrap_cents[tone->fret];
    Trial trial = {0.0, NAN, NAN, NAN, NAN, NAN};
    tone->off_cents = NAN;
    for (int i = 0; i < TRIES && !(fabs(tone->off_cents) <= good_cents) && !is_stopped(t); ++i) {
        *wrap = trial.value;
        trial.off = hear(t, seat, tone, JW_TONE_VELOCITY, JW_TONE_ALONE);
        if (isnan(trial.off)) {
            break;
        }
        if (isnan(tone->off_cents) || fabs(trial.off) < fabs(tone->off_cents)) {
            tone->off_cents = trial.off;
            tone->wrap_cents = trial.value;
        }
        const double next = next_value(&trial);
        trial.value_before = trial.value;
        trial.off_before = trial.off;
        trial.value = next;
    }
}

/// Sets the results of the instrument's tones; a tone that was not found gets the value of the fret
/// below.
static void give_wraps(Tuner *t) {
    for (int i = 0; i < t->n_tones; ++i) {
        Tone *tone = &t->tone[i];
        if (isnan(tone->off_cents) && tone->fret > 0) {
            tone->wrap_cents = t->tone[i - 1].wrap_cents;
        }
        t->instrument->string[tone->string].wrap_cents[tone->fret] = tone->wrap_cents;
    }
}

/********* Moved bridge and thread *********/

typedef struct {
    Tuner *tuner;
    Seat *seat;
    Tone open;
} Moved;

static double hear_moved(void *user, JwParamId id, double value) {
    Moved *moved = user;
    double *param = &moved->seat->draft.param[id], own = *param;
    *param = value;
    const double cents = is_stopped(moved->tuner) ? (double)NAN
                                                  : hear(moved->tuner, moved->seat, &moved->open,
                                                         JW_TONE_VELOCITY, JW_TONE_ALONE);
    *param = own;
    return cents;
}

static void find_curve(Tuner *t, Seat *seat, int item) {
    Moved moved = {t, seat, {.string = item / JW_N_WRAP_CURVES}};
    jw_wrap_curve_find(&t->curve[item], t->instrument, item % JW_N_WRAP_CURVES, hear_moved, &moved);
}

static void give_curves(Tuner *t) {
    for (int i = 0; i < t->instrument->n_strings * JW_N_WRAP_CURVES; ++i) {
        *jw_wrap_curve_of(&t->instrument->string[i / JW_N_WRAP_CURVES], i % JW_N_WRAP_CURVES) =
            t->curve[i];
    }
}

/********* Tones as they are played *********/

/// Range of a tone's errors [cents] by itself, or with other strings ringing, from soft to firm
/// strokes; and the velocities of both ends, 0: by itself.
typedef struct {
    double least, most;
    int least_velocity, most_velocity;
} Heard;

static double farther(const Heard *h) {
    return fmax(-h->least, h->most);
}

/// Range known without playing: by itself, the tone is at its note, minus its correction.
static Heard hear_alone(const Seat *seat, const Tone *tone) {
    const double alone = -seat->draft.string[tone->string].ringing_cents[tone->fret];
    return (Heard){alone, alone, 0, 0};
}

/// Measures a tone with one more velocity; returns false if it is not found.
static bool hear_more(Tuner *t, Seat *seat, const Tone *tone, int velocity, JwToneOthers others,
                      Heard *heard) {
    const double off = is_stopped(t) ? (double)NAN : hear(t, seat, tone, velocity, others);
    if (off < heard->least) {
        heard->least = off;
        heard->least_velocity = velocity;
    }
    if (off > heard->most) {
        heard->most = off;
        heard->most_velocity = velocity;
    }
    return !isnan(off);
}

/// Measures a tone among the nearest strings, with as many velocities as needed to decide whether
/// it is too far off; returns false if it is not found.
static bool hear_near(Tuner *t, Seat *seat, const Tone *tone, Heard *heard) {
    *heard = hear_alone(seat, tone);
    return hear_more(t, seat, tone, SOFT, JW_TONE_NEAR, heard) &&
           hear_more(t, seat, tone, FIRM, JW_TONE_NEAR, heard) &&
           (farther(heard) <= near_cents ||
            hear_more(t, seat, tone, JW_TONE_VELOCITY, JW_TONE_NEAR, heard));
}

/// Measures a tone among all strings, soft and firm, and in between if the largest error among the
/// nearest strings was there; returns false if it is not found. Strokes that lie on one side of the
/// note among the nearest strings can lie on both among all, so neither is left out.
static bool hear_free(Tuner *t, Seat *seat, const Tone *tone, const Heard *before, Heard *heard) {
    const bool between =
        before->least_velocity == JW_TONE_VELOCITY || before->most_velocity == JW_TONE_VELOCITY;
    *heard = hear_alone(seat, tone);
    return hear_more(t, seat, tone, SOFT, JW_TONE_FREE, heard) &&
           hear_more(t, seat, tone, FIRM, JW_TONE_FREE, heard) &&
           (!between || hear_more(t, seat, tone, JW_TONE_VELOCITY, JW_TONE_FREE, heard));
}

/// If a tone as played would be too far off, tunes it so that its errors are symmetric to its note.
static void tune_played(Tuner *t, Seat *seat, int item) {
    Tone *tone = &t->tone[item];
    double *ringing = &seat->draft.string[tone->string].ringing_cents[tone->fret];
    Heard near, heard;
    if (!hear_near(t, seat, tone, &near) || farther(&near) <= far_near_cents ||
        !hear_free(t, seat, tone, &near, &heard) || farther(&heard) <= far_cents) {
        return;
    }
    double best = farther(&heard);
    for (int i = 0; i < PLAYED_TRIES; ++i) {
        const double middle = 0.5 * (heard.least + heard.most);
        if (fabs(middle) <= even_cents) {
            return;
        }
        *ringing = round(100.0 * (*ringing + middle)) / 100.0;
        if (fabs(middle) <= step_cents) {
            tone->ringing_cents = *ringing;
            return;
        }
        if (!hear_free(t, seat, tone, &near, &heard)) {
            return;
        }
        if (farther(&heard) < best) {
            best = farther(&heard);
            tone->ringing_cents = *ringing;
        }
    }
}

/// True for strings that share their tables if they are tuned alike.
static bool are_twins(const JwStringSpec *a, const JwStringSpec *b) {
    bool same = jw_tables_are_twins(a, b) && a->n_frets == b->n_frets;
    for (int f = 0; f < a->n_frets && same; ++f) {
        same = a->fret_semitones[f] == b->fret_semitones[f] && a->wrap_cents[f] == b->wrap_cents[f];
    }
    return same;
}

/// First string with the same tables as this one, or the string itself.
static int first_twin(const JwInstrument *instrument, int string) {
    int first = 0;
    while (first < string && !are_twins(&instrument->string[first], &instrument->string[string])) {
        ++first;
    }
    return first;
}

/// Adds tones of melody strings: open ones, or the others. Twins are tuned alike.
static void add_played(Tuner *t, bool open) {
    const uint32_t melody = jw_instrument_melody(t->instrument);
    for (int i = 0; i < t->n_tones; ++i) {
        const Tone *tone = &t->tone[i];
        if (open == (tone->fret == 0) && melody >> tone->string & 1 && !isnan(tone->off_cents) &&
            first_twin(t->instrument, tone->string) == tone->string) {
            add_task(t, tune_played, i);
        }
    }
}

static void give_ringing(Tuner *t) {
    JwInstrument *instrument = t->instrument;
    for (int i = 0; i < t->n_tones; ++i) {
        const Tone *tone = &t->tone[i];
        instrument->string[tone->string].ringing_cents[tone->fret] = tone->ringing_cents;
    }
    for (int s = 0; s < instrument->n_strings; ++s) {
        memcpy(instrument->string[s].ringing_cents,
               instrument->string[first_twin(instrument, s)].ringing_cents,
               sizeof(instrument->string[s].ringing_cents));
    }
}

/********* The whole instrument *********/

static void list_tones(Tuner *t) {
    for (int s = 0; s < t->instrument->n_strings; ++s) {
        const JwStringSpec *string = &t->instrument->string[s];
        for (int f = 0; f < string->n_frets && !string->keeps_tension; ++f) {
            t->tone[t->n_tones++] = (Tone){.string = s, .fret = f};
        }
    }
}

static void add_curves(Tuner *t) {
    for (int s = 0; s < t->instrument->n_strings; ++s) {
        for (int c = 0; c < JW_N_WRAP_CURVES; ++c) {
            if (!t->instrument->string[s].keeps_tension &&
                jw_wrap_curve_acts(t->instrument, s, c)) {
                add_task(t, find_curve, s * JW_N_WRAP_CURVES + c);
            }
        }
    }
}

/// Tones by themselves need no other string; curves need the open tone; tones as played need the
/// other strings tuned, including their open ringing. In this order the threads' timing changes
/// nothing.
static void tune(Tuner *t) {
    list_tones(t);
    for (int i = 0; i < t->n_tones; ++i) {
        add_task(t, tune_alone, i);
    }
    run_tasks(t, 0.25);
    give_wraps(t);
    add_played(t, true);
    add_curves(t);
    run_tasks(t, 0.25);
    give_ringing(t);
    add_played(t, false);
    run_tasks(t, 0.5);
    give_ringing(t);
    give_curves(t);
}

static void fill_report(Tuner *t, JwTunerReport *report) {
    *report = (JwTunerReport){.n_tones = t->n_tones, .n_renders = atomic_load(&t->n_renders)};
    for (int i = 0; i < t->n_tones; ++i) {
        const Tone *tone = &t->tone[i];
        report->n_unheard += isnan(tone->off_cents);
        report->worst_cents = fmax(report->worst_cents, fabs(tone->off_cents));
        report->n_played += tone->ringing_cents != 0.0;
    }
}

static bool open_seats(Tuner *t, int n_threads) {
    const int n = n_threads < 1 ? 1 : n_threads > THREADS_MAX ? THREADS_MAX : n_threads;
    t->seat = calloc((size_t)n, sizeof(*t->seat));
    while (t->seat && t->n_seats < n && jw_tone_player_open(&t->seat[t->n_seats].player)) {
        atomic_flag_clear(&t->seat[t->n_seats++].taken);
    }
    return t->n_seats > 0;
}

static void tuner_free(Tuner *t) {
    for (int i = 0; t && i < t->n_seats; ++i) {
        jw_tone_player_close(&t->seat[i].player);
    }
    if (t) {
        free(t->seat);
    }
    free(t);
}

bool jw_tuner_run(JwInstrument *instrument, int n_threads, const JwTunerWatch *watch,
                  JwTunerReport *report, JwError *error) {
    Tuner *t = calloc(1, sizeof(*t));
    if (!t || !open_seats(t, n_threads)) {
        tuner_free(t);
        return jw_error_set(error, "out of memory");
    }
    t->instrument = instrument;
    t->watch = watch;
    t->caller = pthread_self();
    jw_tuned_clear(instrument);
    tune(t);
    const bool ok = !is_stopped(t);
    fill_report(t, report);
    tuner_free(t);
    return ok || jw_error_set(error, "interrupted");
}
