// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/misfit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Differences with a weight of 1: of a partial's frequency, of its decay relative to the usual one,
// and of a level. A band's mean weighs this much less than level changes.
static const double one_cent = 0.3, one_decay = 0.05, one_db = 1.0, mean_weight = 0.4;

// Range of levels below the loudest band of a window that count [dB], and the weight of a window's
// levels relative to that of a partial.
static const double depth_db = 70.0, levels_weight = 30.0;

// Weight of a portrait.
static const double portrait_weight = 40.0;

// Residual beyond which larger ones count less and less: no string explains them.
static const double far = 4.0;

bool jw_misfit_begin(JwMisfit *m) {
    const bool drone = m->note[0].note.fret == JW_AUDITION_DRONE;
    const int n_most = drone ? JW_PORTRAIT_DRONE_FRAMES : JW_PORTRAIT_NOTE_FRAMES;
    m->work = malloc(sizeof(*m->work));
    m->tried = malloc(sizeof(*m->tried));
    m->portrayed = malloc((size_t)n_most * sizeof(*m->portrayed));
    m->sound = malloc((size_t)n_most * sizeof(*m->sound));
    m->onset = malloc((size_t)n_most * sizeof(*m->onset));
    bool ok = jw_audition_open(&m->audition, n_most) && m->work && m->tried && m->portrayed &&
              m->sound && m->onset;
    for (int i = 0; ok && i < m->n_notes; ++i) {
        JwMisfitNote *n = &m->note[i];
        n->spectra = calloc(1, sizeof(*n->spectra));
        n->heard = calloc(1, sizeof(*n->heard));
        ok = n->spectra && n->heard;
    }
    if (!ok) {
        return false;
    }
    jw_spectra_begin(m->work);
    for (int i = 0; i < m->n_notes; ++i) {
        JwMisfitNote *n = &m->note[i];
        const JwRecording *r = &n->recording;
        if (n->portrait.n > 0) {
            continue;
        }
        jw_spectra_bands(&n->bands, &r->partials, 14e3);
        jw_spectra_take(n->spectra, m->work, &n->bands, r->sound, r->n);
        jw_spectra_noise(n->spectra, m->work, &n->bands, &r->partials, r->sound, r->n);
    }
    return true;
}

void jw_misfit_end(JwMisfit *m) {
    jw_audition_close(&m->audition);
    for (int i = 0; i < m->n_notes; ++i) {
        free(m->note[i].spectra);
        free(m->note[i].heard);
        m->note[i].spectra = m->note[i].heard = NULL;
    }
    free(m->work);
    free(m->tried);
    free(m->portrayed);
    free(m->sound);
    free(m->onset);
    m->work = NULL;
    m->tried = NULL;
    m->portrayed = NULL;
    m->sound = m->onset = NULL;
}

static int levels_of(const JwMisfitNote *n) {
    int size = n->portrait.n;
    for (int w = 0; w < JW_SPECTRA_WINDOWS; ++w) {
        size += (n->spectra->n_frames[w] + 1) * n->bands.n[w];
    }
    return size;
}

int jw_misfit_size(const JwMisfit *m) {
    int size = 0;
    for (int i = 0; i < m->n_notes; ++i) {
        size += 2 * m->note[i].recording.partials.n + levels_of(&m->note[i]);
    }
    return size;
}

double jw_misfit_weight(const JwMisfit *m) {
    double sum = 0.0;
    for (int i = 0; i < m->n_notes; ++i) {
        sum += m->note[i].portrait.n > 0
                   ? portrait_weight
                   : 2.0 * m->note[i].recording.partials.n + JW_SPECTRA_WINDOWS * levels_weight;
    }
    return sum;
}

/// Residual of a difference: large ones grow only by their logarithm.
static double softened(double x) {
    return far * asinh(x / far);
}

/********* Partials *********/

/// Computes two residuals for each partial of the recording.
static void compare_partials(const JwMisfitNote *n, double *residual) {
    const JwPartials *theirs = &n->recording.partials;
    double usual = 0.0;
    for (int i = 0; i < theirs->n; ++i) {
        usual += fabs(theirs->partial[i].per_s) / theirs->n;
    }
    for (int i = 0; i < theirs->n; ++i) {
        const JwPartial *p = &theirs->partial[i], *q = jw_partials_get(&n->played, p->number);
        *residual++ =
            q ? softened(1200.0 * log2(q->hz / p->hz) / (one_cent + 1731.0 * p->hz_error / p->hz))
              : far;
        *residual++ = q ? softened((q->per_s - p->per_s) /
                                   (one_decay * (fabs(p->per_s) + 0.5 * usual) + p->per_s_error))
                        : far;
    }
}

/********* Levels *********/

/// Level below which all bands of a window are cut.
static double floor_of(const JwMisfitNote *n, int w) {
    double most = 0.0;
    for (int f = 0; f < n->spectra->n_frames[w]; ++f) {
        for (int b = 0; b < n->bands.n[w]; ++b) {
            most = fmax(most, n->spectra->power[w][f][b]);
        }
    }
    return most * pow(10.0, -0.1 * depth_db);
}

/// Gain that brings the played note to the recording's level.
static double find_gain_db(const JwMisfitNote *n) {
    enum { W = 1 };
    double ours = 0.0, theirs = 0.0;
    for (int f = 0; f < n->spectra->n_frames[W] && f < n->heard->n_frames[W]; ++f) {
        for (int b = 0; b < n->bands.n[W]; ++b) {
            ours += sqrt(n->heard->power[W][f][b]);
            theirs += sqrt(n->spectra->power[W][f][b]);
        }
    }
    return ours > 0.0 ? 20.0 * log10(theirs / ours) : 0.0;
}

/// Level difference of the played note and the recording in one band and frame [dB].
static double apart_db(const JwMisfitNote *n, int w, int f, int b, double gain, double least) {
    // Noise that the note itself does not have, such as the microphone's.
    const double noise = fmax(n->spectra->noise[w][b] - gain * n->heard->noise[w][b], 0.0),
                 ours = gain * n->heard->power[w][f][b] + noise + least,
                 theirs = n->spectra->power[w][f][b] + least;
    return 10.0 * log10(ours / theirs);
}

/// Computes the residuals of one band; returns the sum of squared differences [dB].
static double compare_band(const JwMisfitNote *n, int w, int b, int frames, double weight,
                           double *residual) {
    const double gain = pow(10.0, 0.1 * n->gain_db), least = floor_of(n, w);
    const int all = n->spectra->n_frames[w];
    double mean = 0.0, sum = 0.0;
    for (int f = 0; f < frames; ++f) {
        residual[f] = apart_db(n, w, f, b, gain, least);
        sum += residual[f] * residual[f];
        mean += residual[f] / frames;
    }
    for (int f = 0; f < all; ++f) {
        residual[f] = f < frames ? weight * softened((residual[f] - mean) / one_db) : 0.0;
    }
    residual[all] = mean_weight * weight * sqrt(frames) * softened(mean / one_db);
    return sum;
}

/// Computes the residuals of a window and adds to the note's distance; returns the position after
/// them.
static double *compare_window(const JwMisfitNote *n, int w, double weight, double *residual,
                              double *sum) {
    const int all = n->spectra->n_frames[w], bands = n->bands.n[w],
              frames = n->heard->n_frames[w] < all ? n->heard->n_frames[w] : all;
    const double each = weight * sqrt(levels_weight / (frames * bands + 1));
    for (int b = 0; b < bands; ++b) {
        *sum += compare_band(n, w, b, frames, each, residual) / (frames * bands + 1e-9);
        residual += all + 1;
    }
    return residual;
}

static double *compare_levels(JwMisfitNote *n, double weight, double *residual) {
    double sum = 0.0;
    n->gain_db = find_gain_db(n);
    for (int w = 0; w < JW_SPECTRA_WINDOWS; ++w) {
        residual = compare_window(n, w, weight, residual, &sum);
    }
    n->distance_db = sqrt(sum / JW_SPECTRA_WINDOWS);
    return residual;
}

/********* All *********/

/// Number of compared frames of a note.
static int frames_of(const JwMisfit *m, const JwMisfitNote *n) {
    const double most = JW_RECORDING_LEAD + m->until_s * JW_RECORDING_RATE;
    return most < n->recording.n ? (int)most : n->recording.n;
}

/// Plays a note and analyses it in the same way as its recording.
static bool play_note(JwMisfit *m, JwMisfitNote *n) {
    const int frames = frames_of(m, n), more = JW_RECORDING_RATE / 5;
    const JwPartials *theirs = &n->recording.partials;
    JwPartialsSpan span = jw_recording_span(frames);
    ++m->n_played;
    if (!jw_audition_play(&m->audition, &n->note, m->sound, frames + more)) {
        return false;
    }
    jw_recording_from_onset(m->sound, frames + more, m->onset, frames);
    jw_spectra_take(n->heard, m->work, &n->bands, m->onset, frames);
    if (frames == n->recording.n) {
        jw_spectra_noise(n->heard, m->work, &n->bands, theirs, m->onset, frames);
        const bool found = jw_partials_find(m->onset, frames, &span, theirs->hz,
                                            theirs->inharmonicity, &n->played);
        n->cents = found ? 1200.0 * log2(n->played.hz / theirs->hz) : (double)NAN;
    }
    return true;
}

/// True if a note is compared.
static bool is_heard(const JwMisfit *m, int note) {
    int softest = 127, hardest = 1;
    for (int i = 0; i < m->n_notes; ++i) {
        const int v = m->note[i].note.velocity;
        softest = v < softest ? v : softest;
        hardest = v > hardest ? v : hardest;
    }
    const bool soft = 2 * m->note[note].note.velocity <= 3 * softest || hardest < 2 * softest;
    return m->hear == JW_HEAR_ALL || hardest < 2 * softest || soft == (m->hear == JW_HEAR_SOFT);
}

/// Plays a note, or the drone, and computes its portrait; returns false if it does not sound.
static bool portray(JwMisfit *m, JwMisfitNote *n) {
    const bool drone = n->note.fret == JW_AUDITION_DRONE;
    const int frames = drone ? JW_PORTRAIT_DRONE_FRAMES : JW_PORTRAIT_NOTE_FRAMES;
    ++m->n_played;
    if (!jw_audition_play(&m->audition, &n->note, m->sound, frames)) {
        return false;
    }
    for (int i = 0; i < frames; ++i) {
        m->portrayed[i] = (double)m->sound[i];
    }
    n->ours = drone ? jw_portrait_drone(m->portrayed) : jw_portrait_note(m->portrayed);
    return true;
}

/// Computes the differences of a note's portrait; returns false if it does not sound. All drones
/// count as one.
static bool take_portrait(JwMisfit *m, int note, double *residual) {
    JwMisfitNote *n = &m->note[note];
    int count[JW_PORTRAIT_QUANTITIES] = {0}, quantities = 0;
    if (note > 0 && n->note.fret == JW_AUDITION_DRONE) {
        n->ours = m->note[0].ours;
    } else if (!portray(m, n)) {
        return false;
    }
    for (int i = 0; i < n->portrait.n; ++i) {
        quantities += count[n->portrait.figure[i].quantity]++ == 0;
    }
    for (int i = 0; i < n->portrait.n; ++i) {
        const JwPortraitFigure *f = &n->portrait.figure[i];
        residual[i] = jw_portrait_difference(&n->ours, f) *
                      sqrt(portrait_weight / (count[f->quantity] * quantities));
    }
    n->distance_db = jw_portrait_distance(&n->ours, &n->portrait).all;
    return isfinite(n->distance_db);
}

/// Plays a note and computes its residuals, with 0 for what is not compared; returns NULL if it
/// does not sound.
static double *take_note(JwMisfit *m, int note, double *residual) {
    JwMisfitNote *n = &m->note[note];
    const int partials = 2 * n->recording.partials.n, size = partials + levels_of(n);
    memset(residual, 0, (size_t)size * sizeof(*residual));
    if (!is_heard(m, note)) {
        return residual + size;
    }
    if (n->portrait.n > 0) {
        return take_portrait(m, note, residual) ? residual + size : NULL;
    }
    if (!play_note(m, n)) {
        return NULL;
    }
    if (frames_of(m, n) == n->recording.n) {
        compare_partials(n, residual);
    }
    return compare_levels(n, m->partials_alone ? 0.0 : 1.0, residual + partials);
}

bool jw_misfit_residuals(JwMisfit *m, const double *value, double *residual) {
    JwAuditionNote note[JW_MISFIT_NOTES];
    *m->tried = *m->like;
    for (int u = 0; u < m->n_unknowns; ++u) {
        jw_unknown_set(m->tried, m->string, m->unknown[u], value[u]);
    }
    for (int i = 0; i < m->n_notes; ++i) {
        note[i] = m->note[i].note;
    }
    if (!jw_audition_prepare(&m->audition, m->tried, m->string, note, m->n_notes, m->alone)) {
        return false;
    }
    for (int i = 0; i < m->n_notes && residual; ++i) {
        residual = take_note(m, i, residual);
    }
    return residual != NULL;
}

double jw_misfit_distance_db(const JwMisfit *m) {
    double sum = 0.0;
    int n = 0;
    for (int i = 0; i < m->n_notes; ++i) {
        if (is_heard(m, i)) {
            sum += m->note[i].distance_db * m->note[i].distance_db;
            ++n;
        }
    }
    return sqrt(sum / n);
}
