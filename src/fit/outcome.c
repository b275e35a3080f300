// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/outcome.h"

#include "files/instrument_file.h"
#include "files/tuned_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Standard error [steps] above which a figure means nothing by itself.
static const double most_steps = 3.0;

/// Cents of the played notes at a fret above the recorded ones: their mean, 0 without any.
static double cents_at(const JwMisfit *m, int fret) {
    double sum = 0.0;
    int n = 0;
    for (int i = 0; i < m->n_notes; ++i) {
        const JwMisfitNote *note = &m->note[i];
        if (note->note.fret == fret && isfinite(note->cents) && fabs(note->cents) < 30.0) {
            sum += note->cents;
            ++n;
        }
    }
    return n ? sum / n : 0.0;
}

/// Removes lines from the string's section where old files have the cents: its tuned file has them
/// now.
static void drop_cents(const JwFit *fit, JwEdits *edits) {
    jw_edits_add(edits, JW_IN_STRING, fit->misfit.string, "wrap_cents", "");
    jw_edits_add(edits, JW_IN_STRING, fit->misfit.string, "ringing_cents", "");
}

/// Gives the new instrument the cents of the initial one, with those of recorded frets from the
/// recordings.
static void add_cents(const JwFit *fit, JwInstrument *made) {
    const JwMisfit *m = &fit->misfit;
    for (int s = 0; s < made->n_strings; ++s) {
        jw_tuned_copy(&made->string[s], &fit->like.string[s]);
    }
    JwStringSpec *string = &made->string[m->string];
    if (m->unknown[0] == JW_U_PITCH) {
        memset(string->ringing_cents, 0, sizeof(string->ringing_cents));
        for (int f = 0; f < string->n_frets; ++f) {
            string->wrap_cents[f] = round(1e3 * (string->wrap_cents[f] + cents_at(m, f))) / 1e3;
        }
    }
}

static void add_law(const JwFit *fit, JwEdits *edits) {
    static const char *const gone[] = {"viscoelastic", "inverse_q", "air_viscosity_pa_s",
                                       "air_density_kg_m3"};
    static const JwUnknown terms[] = {JW_U_SIGMA0, JW_U_SIGMA1, JW_U_SIGMA3};
    const int string = fit->misfit.string;
    jw_edits_add(edits, JW_IN_STRING, string, "losses", "polynomial");
    for (int i = 0; i < 4; ++i) {
        jw_edits_add(edits, JW_IN_STRING, string, gone[i], "");
    }
    for (int i = 0; i < 3; ++i) {
        jw_edits_add_number(edits, JW_IN_STRING, string, jw_unknown_info(terms[i])->key,
                            jw_unknown_get(&fit->like, string, terms[i]), 6);
    }
}

static void add_figures(const JwFit *fit, JwEdits *edits) {
    static const char *const gone[] = {"pitch", "tension_n", "tune_cents"};
    const JwMisfit *m = &fit->misfit;
    for (int u = 0; u < m->n_unknowns; ++u) {
        const JwUnknown unknown = m->unknown[u];
        JwUnknownPlace place;
        int number;
        if (fit->found[u].kept ||
            !jw_unknown_place(&fit->like, m->string, unknown, &place, &number)) {
            continue;
        }
        // A stroke's section has its own keys.
        const char *key = jw_unknown_info(unknown)->key;
        const char *in_stroke = unknown == JW_U_WIDTH ? "width_mm" : key + strlen("pluck_");
        jw_edits_add_number(edits, place, number, place == JW_IN_STROKE ? in_stroke : key,
                            fit->found[u].after, unknown == JW_U_PITCH ? 9 : 6);
        for (int i = 0; unknown == JW_U_PITCH && i < 3; ++i) {
            jw_edits_add(edits, place, number, gone[i], "");
        }
    }
}

void jw_outcome_edits(const JwFit *fit, JwEdits *edits) {
    if (fit->was_valette) {
        add_law(fit, edits);
    }
    add_figures(fit, edits);
    drop_cents(fit, edits);
}

/// Makes the text of the tuned file; returns false, with an error, if the instrument's text is not
/// valid.
static bool make_tuned(JwFit *fit, JwError *error) {
    JwInstrument *read = malloc(2 * sizeof(*read));
    bool ok = read ? !jw_instrument_file_parse(fit->made, strlen(fit->made), fit->options->out,
                                               read, error)
                   : jw_error_set(error, "out of memory");
    if (ok) {
        read[1] = read[0];
        add_cents(fit, &read[1]);
        fit->made_tuned = jw_tuned_text_make(&read[1], &read[0]);
        ok = fit->made_tuned || jw_error_set(error, "out of memory");
    }
    free(read);
    return ok;
}

/// Makes the text; returns false, with an error, if memory is short or a figure has no place in
/// it.
static bool make_text(JwFit *fit, JwEdits *edits, JwError *error) {
    char comment[256];
    snprintf(comment, sizeof(comment),
             "; Fitted by jawari-fit %s to %d recording%s of [string %s]; distance %.2f dB, before "
             "%.2f dB.\n",
             JW_VERSION, fit->misfit.n_notes, fit->misfit.n_notes > 1 ? "s" : "",
             fit->like.string[fit->misfit.string].name, fit->end_db, fit->begin_db);
    jw_outcome_edits(fit, edits);
    fit->made = jw_edits_apply(edits, fit->text, comment);
    const JwEdit *left = jw_edits_left(edits);
    return fit->made ? !left || jw_error_set(error, "%s: no section to write it in", left->key)
                     : jw_error_set(error, "out of memory");
}

bool jw_outcome_make(JwFit *fit, JwError *error) {
    JwEdits *edits = calloc(1, sizeof(*edits));
    free(fit->made);
    free(fit->made_tuned);
    fit->made = fit->made_tuned = NULL;
    const bool ok = edits ? make_text(fit, edits, error) && make_tuned(fit, error)
                          : jw_error_set(error, "out of memory");
    free(edits);
    return ok;
}

const char *jw_outcome_ending(const JwFit *fit) {
    return fit->was_stopped ? ", stopped early" : fit->was_late ? ", ended by the time" : "";
}

void jw_outcome_known(const JwFit *fit, int unknown, char *text, size_t size) {
    const JwFigureFound *f = &fit->found[unknown];
    const JwUnknown of = fit->misfit.unknown[unknown];
    const double error = jw_unknown_change(of, f->before, f->after, f->error);
    if (f->kept) {
        snprintf(text, size, "not heard, kept");
    } else if (isfinite(error) && f->error > most_steps) {
        snprintf(text, size, "heard only together with others");
    } else if (!isfinite(error)) {
        snprintf(text, size, "error not looked at");
    } else if (jw_unknown_info(of)->ratio && f->after > 0.0) {
        snprintf(text, size, "+- %.2g %%", 100.0 * error / f->after);
    } else {
        snprintf(text, size, "+- %.2g", error);
    }
}
