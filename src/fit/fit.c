// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/fit.h"

#include "base/pi.h"
#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/number.h"
#include "files/regular_file.h"
#include "files/text_file.h"
#include "files/tuned_file.h"
#include "fit/outcome.h"
#include "fit/placing.h"
#include "host/clocks.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096, WIDE_TRIES = 60 };

static const uint32_t linear =
    1U << JW_U_PITCH | 1U << JW_U_EI | 1U << JW_U_SIGMA0 | 1U << JW_U_SIGMA1 | 1U << JW_U_SIGMA3;

static const uint32_t bridge = 1U << JW_U_RADIUS | 1U << JW_U_HEIGHT | 1U << JW_U_APEX |
                               1U << JW_U_THREAD | 1U << JW_U_THREAD_STIFFNESS |
                               1U << JW_U_THREAD_DAMPING;

// Standard error above which a figure counts as unknown [steps], and the largest part of the cost
// for which such a figure is left unchanged.
static const double most_error = 2.0, worthless = 0.01;

// Distance below which the search ends [dB], and the usual length of a search.
static const double near_db = 0.05, usual_s = 3600.0;

// Ratio and difference [dB] of two distances that count as equal.
static const double as_good = 1.01, unseen_db = 0.005;

// Range of the first look in steps, and the part of the distance that makes it look again.
static const double first_reach = 3.0, much = 0.7;

/********* Reading *********/

static bool read_like(JwFit *fit, const char *name, JwError *error) {
    char path[PATH_SIZE], text[PATH_SIZE];
    size_t size;
    name = jw_data_meant(name, JW_INSTRUMENT_EXTENSION, text, sizeof(text));
    if (!jw_data_find(name, JW_INSTRUMENT_EXTENSION, path, sizeof(path), error)) {
        return false;
    }
    if (!jw_text_read(path, &fit->text, &size, error) ||
        jw_instrument_file_parse(fit->text, size, path, &fit->like, error) ||
        jw_tuned_load(path, &fit->like, error)) {
        return false;
    }
    snprintf(fit->remark, sizeof(fit->remark), "%s", error->text);
    error->text[0] = '\0';
    for (int p = 0; p < JW_N_PARAMS; ++p) {
        fit->like.param[p] = fit->options->set[p] ? fit->options->value[p] : fit->like.param[p];
    }
    fit->misfit.like = &fit->like;
    return true;
}

/// Reads a portrait from a table; its name ends in a hyphen and the note's name.
static bool read_portrait(JwFit *fit, JwMisfitNote *n, const char *name, JwError *error) {
    const char *table = fit->options->profiles, *hyphen = strrchr(name, '-');
    int key;
    n->recording.path = name;
    n->portrait = jw_portrait_recorded(table, name);
    const bool drone = !strncmp(name, "drone-", 6);
    if (drone != (fit->misfit.note[0].note.fret == JW_AUDITION_DRONE) && n != fit->misfit.note) {
        return jw_error_set(error, "%.100s: notes and drones are fitted apart", name);
    }
    n->note.fret = drone ? JW_AUDITION_DRONE : 0;
    if (n->portrait.n == 0) {
        return jw_error_set(error, "%.400s: no recording %.100s in it", table, name);
    }
    n->recording.hz = jw_note_parse(hyphen ? hyphen + 1 : name, &key)
                          ? fit->like.a4_hz * exp2((key - 69) / 12.0)
                          : 0.0;
    return drone || n->recording.hz > 0.0 ||
           jw_error_set(error, "%.100s: the name does not end with its note, as sitar-a3", name);
}

/// True if a table is readable, or none is needed.
static bool has_table(const char *path, JwError *error) {
    FILE *file = path ? jw_regular_file_open(path) : NULL;
    if (path && !file) {
        return jw_error_set(error, "%.900s: %s", path, jw_regular_file_why(errno));
    }
    if (file) {
        fclose(file);
    }
    return true;
}

/// Pitch of the note that the user named for a recording [Hz]; 0: none named.
static double named_hz(const JwFit *fit, int recording) {
    const JwFitOptions *o = fit->options;
    return o->n_named > 0
               ? jw_key_hz(o->named[o->n_named > 1 ? recording : 0], fit->like.param[JW_P_A4])
               : 0.0;
}

static bool read_notes(JwFit *fit, JwError *error) {
    JwMisfit *m = &fit->misfit;
    if (!has_table(fit->options->profiles, error)) {
        return false;
    }
    for (int i = 0; i < fit->options->n_notes; ++i) {
        ++m->n_notes;
        const char *name = fit->options->notes[i];
        if (fit->options->profiles
                ? !read_portrait(fit, &m->note[i], name, error)
                : !jw_recording_read(&m->note[i].recording, name, named_hz(fit, i), error)) {
            return false;
        }
    }
    return true;
}

/// Finds the partials again, now that the string is known.
static void look_again(JwFit *fit) {
    JwMisfit *m = &fit->misfit;
    const JwStringData *data = &fit->like.string[m->string].data;
    for (int i = 0; i < m->n_notes; ++i) {
        JwRecording *r = &m->note[i].recording;
        if (!r->sound) {
            continue;
        }
        const JwPartialsSpan span = jw_recording_span(r->n);
        const double stop = exp2(-fit->like.string[m->string].fret_semitones[m->note[i].note.fret] /
                                 12.0),
                     length = data->length_m * stop,
                     b = JW_PI * JW_PI * data->ei_n_m2 / (data->tension_n * length * length);
        JwPartials found;
        if (jw_partials_find(r->sound, r->n, &span, r->partials.hz, b, &found)) {
            const double hz = found.hz * sqrt(1.0 + found.inharmonicity);
            if (fabs(log2(hz / r->hz)) < 0.02) {
                r->partials = found;
                r->hz = hz;
            }
        }
    }
}

static void choose_unknowns(JwFit *fit) {
    JwMisfit *m = &fit->misfit;
    for (int u = 0; u < JW_N_UNKNOWNS; ++u) {
        JwUnknownPlace place;
        int number;
        // Portraits do not show a pitch.
        const bool shown = !fit->options->profiles || (u != JW_U_PITCH && u != JW_U_EI);
        if (fit->options->find & 1U << u && shown &&
            jw_unknown_place(&fit->like, m->string, (JwUnknown)u, &place, &number)) {
            m->unknown[m->n_unknowns++] = (JwUnknown)u;
        }
    }
}

/// Makes the text with unchanged values, to refuse early an instrument that cannot be written.
static bool is_written(JwFit *fit, JwError *error) {
    for (int u = 0; u < fit->misfit.n_unknowns; ++u) {
        fit->found[u].before =
            jw_unknown_get(&fit->like, fit->misfit.string, fit->misfit.unknown[u]);
        fit->found[u].after = fit->found[u].before;
    }
    return jw_outcome_make(fit, error);
}

bool jw_fit_read(JwFit *fit, const JwFitOptions *options, JwError *error) {
    memset(fit, 0, sizeof(*fit));
    fit->began_s = jw_monotonic_s();
    fit->options = options;
    fit->misfit.alone = !options->ringing;
    if (!read_like(fit, options->like, error) || !read_notes(fit, error) ||
        !jw_placing_find(&fit->misfit, options->string, error)) {
        return false;
    }
    fit->was_valette = fit->like.string[fit->misfit.string].data.losses.law == JW_LOSS_VALETTE;
    jw_unknown_make_polynomial(&fit->like, fit->misfit.string);
    jw_placing_strengths(&fit->misfit, options->velocity);
    look_again(fit);
    choose_unknowns(fit);
    // Alone, the string is tuned by itself, and the recordings determine the pitch.
    if (fit->misfit.alone || fit->misfit.unknown[0] == JW_U_PITCH) {
        double *ringing = fit->like.string[fit->misfit.string].ringing_cents;
        memset(ringing, 0, JW_MAX_FRETS * sizeof(*ringing));
    }
    fit->misfit.until_s = HUGE_VAL;
    return fit->misfit.n_unknowns > 0 ? is_written(fit, error)
                                      : jw_error_set(error, "--keep: nothing is left to be found");
}

/********* Searching *********/

/// Selects what the misfit compares: the notes, partials only or all, and up to which time.
static void listen_to(JwFit *fit, JwHear hear, bool partials_alone, double until_s) {
    fit->misfit.until_s = until_s;
    fit->misfit.hear = hear;
    fit->misfit.partials_alone = partials_alone;
    jw_search_again(&fit->search);
}

/// Ratio of the pitches of the recordings to those of the notes last played.
static double pitch_factor(const JwMisfit *m) {
    double sum = 0.0;
    int n = 0;
    for (int i = 0; i < m->n_notes; ++i) {
        if (isfinite(m->note[i].cents) && m->note[i].played.n > 0) {
            sum += log2(m->note[i].recording.partials.hz / m->note[i].played.hz);
            ++n;
        }
    }
    return n ? exp2(sum / n) : 1.0;
}

/// Tunes the initial string. A note that is far from its recording shares no partials with it: so
/// its own pitch is found first.
static void tune(JwFit *fit, double *begin) {
    JwMisfit *m = &fit->misfit;
    const JwStringSpec *s = &fit->like.string[m->string];
    if (m->unknown[0] != JW_U_PITCH) {
        return;
    }
    double sum = 0.0;
    for (int i = 0; i < m->n_notes; ++i) {
        sum += log2(m->note[i].recording.hz) - s->fret_semitones[m->note[i].note.fret] / 12.0 -
               s->wrap_cents[m->note[i].note.fret] / 1200.0;
    }
    begin[0] = exp2(sum / m->n_notes);
}

/// Finds pitch and losses from the partials of the soft notes, which the bridge hardly affects.
static void find_string(JwFit *fit) {
    listen_to(fit, JW_HEAR_SOFT, true, HUGE_VAL);
    jw_search_closely(&fit->search, ~linear);
}

/// Finds the stroke from the start of the soft notes.
static void find_stroke(JwFit *fit, double reach) {
    listen_to(fit, JW_HEAR_SOFT, false, 0.4);
    jw_search_everywhere(&fit->search, linear | bridge, reach, WIDE_TRIES);
    jw_search_widely(&fit->search, linear | bridge, 0.5, WIDE_TRIES / 2);
    jw_search_closely(&fit->search, linear | bridge);
}

/// Finds the bridge from the start of the firm notes, and from longer and longer parts.
static void find_bridge(JwFit *fit, double reach) {
    listen_to(fit, JW_HEAR_FIRM, false, 0.3);
    jw_search_everywhere(&fit->search, ~bridge, reach, 5 * WIDE_TRIES);
    jw_search_widely(&fit->search, ~bridge, 0.3, WIDE_TRIES / 2);
    listen_to(fit, JW_HEAR_FIRM, false, 0.8);
    jw_search_widely(&fit->search, ~bridge, 0.1, WIDE_TRIES / 2);
}

/********* Nearest places *********/

static JwFitPlace current_place(const JwFit *fit) {
    JwFitPlace place = {.distance_db = fit->search.distance_db};
    memcpy(place.best, fit->search.best, sizeof(place.best));
    for (int i = 0; i < fit->misfit.n_notes; ++i) {
        place.note[i] = fit->misfit.note[i].note;
    }
    return place;
}

static void go_to(JwFit *fit, const JwFitPlace *place) {
    memcpy(fit->search.best, place->best, sizeof(place->best));
    for (int i = 0; i < fit->misfit.n_notes; ++i) {
        fit->misfit.note[i].note = place->note[i];
    }
    listen_to(fit, JW_HEAR_ALL, false, HUGE_VAL);
}

/// Saves the present place if its distance is the smallest of this look, or counts as equal to it:
/// later places have better partials. All whole notes must have been played last.
static void remember(JwFit *fit) {
    const double least_db = fit->found_near.distance_db;
    if (fit->search.distance_db <= as_good * least_db + unseen_db) {
        fit->found_near = current_place(fit);
        fit->found_near.distance_db = fmin(least_db, fit->search.distance_db);
    }
}

/// Plays all whole notes and saves the present place.
static void listen_to_all(JwFit *fit) {
    listen_to(fit, JW_HEAR_ALL, false, HUGE_VAL);
    remember(fit);
}

/// The steps of a search from the present place, up to `reach` steps away.
static void look_around(JwFit *fit, double reach) {
    find_string(fit);
    listen_to_all(fit);
    if (!jw_search_over(&fit->search)) {
        find_stroke(fit, reach);
    }
    if (!jw_search_over(&fit->search)) {
        find_bridge(fit, reach);
    }
    if (jw_search_over(&fit->search)) {
        listen_to_all(fit);
        return;
    }
    listen_to(fit, JW_HEAR_ALL, false, HUGE_VAL);
    jw_placing_settle(&fit->misfit, fit->options->velocity);
    find_string(fit);
    listen_to_all(fit);
    if (fit->search.distance_db > near_db) {
        jw_search_widely(&fit->search, linear, 0.1, WIDE_TRIES / 2);
        remember(fit);
    }
    jw_search_closely(&fit->search, linear);
    remember(fit);
}

/// The steps of a search by portraits, which have no phases: one valley after another.
static void look_at_portraits(JwFit *fit, double reach) {
    JwSearch *s = &fit->search;
    jw_search_everywhere(s, 0, reach, WIDE_TRIES);
    remember(fit);
    jw_search_widely(s, 0, 0.3, 2 * WIDE_TRIES);
    remember(fit);
    jw_search_closely(s, 0);
    remember(fit);
}

/// Searches by distance alone, from the present place.
static void look_by_distance(JwFit *fit) {
    fit->search.by_distance = true;
    jw_search_again(&fit->search);
    jw_search_widely(&fit->search, fit->options->profiles ? 0 : linear, 0.3, WIDE_TRIES);
    fit->search.by_distance = false;
    listen_to_all(fit);
}

/// Looks around from the present place and moves to the best place found. If that is worse than
/// before, goes back and, the first time, continues by distance.
static void look_for_better(JwFit *fit, double reach) {
    JwSearch *s = &fit->search;
    const bool is_first = fit->n_looks == 0;
    const JwFitPlace before = current_place(fit);
    fit->found_near.distance_db = HUGE_VAL;
    if (!is_first) {
        jw_search_go_beside(s, fit->options->profiles ? 0 : linear, fit->n_looks);
    }
    if (fit->options->profiles) {
        look_at_portraits(fit, 0.5 * reach);
    } else {
        look_around(fit, reach);
    }
    ++fit->n_looks;
    JwFitPlace near = fit->found_near;
    if (is_first && near.distance_db > before.distance_db && !jw_search_over(s)) {
        go_to(fit, &before);
        fit->found_near.distance_db = HUGE_VAL;
        look_by_distance(fit);
        near = fit->found_near.distance_db < near.distance_db ? fit->found_near : near;
    }
    // A complete first look has a result to show, however far it is.
    const bool stays = near.distance_db > before.distance_db && (!is_first || jw_search_over(s));
    fit->has_moved = fit->has_moved || !stays;
    go_to(fit, stays ? &before : &near);
}

/// Searches from the initial place, again from beside it if much distance remains, and repeatedly
/// while there is time.
static void search_all(JwFit *fit) {
    JwSearch *s = &fit->search;
    const bool long_run = fit->options->time_s > 0.0 || fit->options->renders > 0;
    look_for_better(fit, first_reach);
    for (bool more = s->distance_db > much * fit->begin_db;
         (more || long_run) && !jw_search_over(s); more = false) {
        if (s->distance_db < near_db) {
            break;
        }
        look_for_better(fit, 2.0);
    }
}

/// Restores unknowns that make no difference, one by one, and then finds the errors of the others.
static void keep_unheard(JwFit *fit) {
    JwSearch *s = &fit->search;
    uint32_t kept = 0;
    jw_search_errors(s, 0);
    for (int u = 0; u < fit->misfit.n_unknowns && !jw_search_over(s); ++u) {
        const double steps = s->best[u], cost = s->cost, distance_db = s->distance_db;
        if (s->error[u] < most_error || fit->misfit.unknown[u] == JW_U_PITCH) {
            continue;
        }
        s->best[u] = jw_search_steps(s, u, fit->found[u].before);
        jw_search_again(s);
        fit->found[u].kept = s->cost <= cost * (1.0 + worthless) + 1e-9 &&
                             s->distance_db <= as_good * distance_db + unseen_db &&
                             s->distance_db <= fmax(distance_db, fit->begin_db);
        kept |= fit->found[u].kept ? 1U << fit->misfit.unknown[u] : 0;
        if (!fit->found[u].kept) {
            s->best[u] = steps;
            s->cost = cost;
            s->distance_db = distance_db;
        }
    }
    if (kept && !jw_search_over(s)) {
        jw_search_again(s);
        jw_search_errors(s, kept);
    }
}

/********* Result *********/

/// Explains why the initial place has no distance: a table has a level that no portrait has, or
/// nothing sounds.
static bool refuse_begin(const JwFit *fit, JwError *error) {
    for (int i = 0; i < fit->misfit.n_notes; ++i) {
        const JwMisfitNote *n = &fit->misfit.note[i];
        for (int k = 0; n->ours.n > 0 && k < n->portrait.n; ++k) {
            const JwPortraitFigure *f = &n->portrait.figure[k];
            if (isnan(jw_portrait_difference(&n->ours, f))) {
                return jw_error_set(
                    error,
                    "%.400s: %.100s has %s, time %g, band %d, which nothing is compared with",
                    fit->options->profiles, n->recording.path, jw_portrait_name(f->quantity),
                    f->time_s, f->band);
            }
        }
    }
    return jw_error_set(error, "%s does not sound where it begins", fit->options->like);
}

/// Saves the notes last played, for the report.
static void keep_before(JwFit *fit) {
    for (int i = 0; i < fit->misfit.n_notes && fit->options->report; ++i) {
        const JwMisfitNote *n = &fit->misfit.note[i];
        JwNoteBefore *b = &fit->before[i];
        b->played = n->played;
        b->ours = n->ours;
        b->distance_db = n->distance_db;
        b->heard = malloc(sizeof(*b->heard));
        if (b->heard) {
            *b->heard = *n->heard;
        }
    }
}

static void take_values(JwFit *fit) {
    for (int u = 0; u < fit->misfit.n_unknowns; ++u) {
        fit->found[u].error = fit->search.error[u] * fit->search.scale[u];
        fit->found[u].after = jw_search_value(&fit->search, u);
    }
}

double jw_fit_most_time_s(const JwFitOptions *o) {
    return o->time_s > 0.0 ? o->time_s : o->renders > 0 ? HUGE_VAL : usual_s;
}

/// End of the search, leaving time for what follows: the errors (twice), the unknowns to restore,
/// and the new instrument.
static double search_until_s(const JwFit *fit) {
    const double most_s = jw_fit_most_time_s(fit->options),
                 after_s = fit->each_s * (3.0 * fit->misfit.n_unknowns + 7.0);
    return fit->began_s + most_s - fmin(after_s, 0.5 * most_s);
}

/// Starts the search with the instrument as it is, tuned to the notes.
static bool begin_search(JwFit *fit, JwError *error) {
    JwSearch *s = &fit->search;
    double begin[JW_N_UNKNOWNS];
    for (int u = 0; u < fit->misfit.n_unknowns; ++u) {
        begin[u] = fit->found[u].before;
    }
    tune(fit, begin);
    if (!jw_misfit_begin(&fit->misfit) || !jw_search_begin(s, begin)) {
        return jw_error_set(error, "out of memory");
    }
    s->until_s = HUGE_VAL;
    if (!jw_search_try_begin(s)) {
        return refuse_begin(fit, error);
    }
    begin[0] *= fit->misfit.unknown[0] == JW_U_PITCH ? pitch_factor(&fit->misfit) : 1.0;
    jw_search_move_begin(s, begin);
    const double from_s = jw_monotonic_s();
    if (!jw_search_again(s)) {
        return jw_error_set(error, "%s does not sound at this pitch", fit->options->like);
    }
    fit->each_s = jw_monotonic_s() - from_s;
    s->until_s = search_until_s(fit);
    return true;
}

/// Plays the new instrument as read from its text; its distance is the displayed one. Returns
/// false, with an error, if it does not sound.
static bool play_made(JwFit *fit, JwError *error) {
    JwMisfit *m = &fit->misfit;
    JwInstrument *made = malloc(sizeof(*made));
    const int n_unknowns = m->n_unknowns;
    bool ok =
        made &&
        !jw_instrument_file_parse(fit->made, strlen(fit->made), fit->options->out, made, error) &&
        jw_tuned_parse(fit->made_tuned, strlen(fit->made_tuned), fit->options->out, made, error) ==
            JW_TUNED_TAKEN;
    if (ok) {
        memcpy(made->param, fit->like.param, sizeof(made->param));
        if (m->alone) {
            double *ringing = made->string[m->string].ringing_cents;
            memset(ringing, 0, JW_MAX_FRETS * sizeof(*ringing));
        }
        m->like = made;
        m->n_unknowns = 0;
        ok = jw_misfit_residuals(m, NULL, fit->search.residual);
        m->like = &fit->like;
        m->n_unknowns = n_unknowns;
        fit->end_db = ok ? jw_misfit_distance_db(m) : HUGE_VAL;
    }
    free(made);
    return ok || jw_error_set(error, "what was found does not sound");
}

bool jw_fit_is_worse(const JwFit *fit) {
    return fit->has_moved && fit->end_db > fit->begin_db + unseen_db;
}

/// Makes the instrument of the present place and plays it.
static bool make(JwFit *fit, JwError *error) {
    take_values(fit);
    return jw_outcome_make(fit, error) && play_made(fit, error) && jw_outcome_make(fit, error);
}

/// Goes back to the initial place: the search ended before finding a better one.
static bool make_beginning(JwFit *fit, const JwFitPlace *begin, JwError *error) {
    go_to(fit, begin);
    fit->has_moved = false;
    for (int u = 0; u < fit->misfit.n_unknowns; ++u) {
        fit->found[u].kept = false;
        fit->search.error[u] = HUGE_VAL;
    }
    for (int i = 0; i < fit->misfit.n_notes; ++i) {
        fit->misfit.note[i].cents = (double)NAN;
    }
    return make(fit, error);
}

bool jw_fit_run(JwFit *fit, const JwSearchWatch *watch, JwError *error) {
    JwSearch *s = &fit->search;
    const JwFitOptions *o = fit->options;
    *s = (JwSearch){.misfit = &fit->misfit, .watch = *watch, .seed = (uint32_t)o->seed};
    s->most_notes = o->renders ? o->renders : 1000000000;
    if (!begin_search(fit, error)) {
        return false;
    }
    fit->begin_db = s->distance_db;
    const JwFitPlace begin = current_place(fit);
    keep_before(fit);
    search_all(fit);
    fit->was_late = jw_monotonic_s() >= s->until_s;
    const bool ran_out = fit->misfit.n_played >= s->most_notes;
    // The errors may take more notes than requested, unless the user waits, but not more time.
    s->most_notes = LONG_MAX;
    s->until_s = fit->began_s + jw_fit_most_time_s(o) - 3.0 * fit->each_s;
    keep_unheard(fit);
    fit->was_stopped = watch->stopped && watch->stopped(watch->user);
    // The string's cents follow from the last notes played.
    jw_search_again(s);
    const bool was_early = fit->was_late || fit->was_stopped || ran_out;
    return make(fit, error) &&
           (!was_early || !jw_fit_is_worse(fit) || o->force || make_beginning(fit, &begin, error));
}

void jw_fit_free(JwFit *fit) {
    jw_search_end(&fit->search);
    jw_misfit_end(&fit->misfit);
    for (int i = 0; i < fit->misfit.n_notes; ++i) {
        jw_recording_free(&fit->misfit.note[i].recording);
        free(fit->before[i].heard);
    }
    free(fit->text);
    free(fit->made);
    free(fit->made_tuned);
}
