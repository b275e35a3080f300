// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/tune_file.h"

#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/line.h"
#include "files/text_file.h"
#include "files/tuned_text.h"
#include "fit/tuned_target.h"
#include "fit/tuner.h"
#include "host/clocks.h"
#include "program/parallel.h"
#include "program/program.h"
#include "program/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

/// An instrument being tuned.
typedef struct {
    char path[PATH_SIZE];
    bool has_rows; ///< True if the instrument's own file has cents, as old files do
    JwInstrument made_from, tuned;
    JwTunedTarget target;
} Work;

static bool is_stopped(void *user) {
    (void)user;
    return jw_program_is_stopped();
}

static void show(void *user, double part) {
    jw_progress_show(user, (uint64_t)(1e6 * part), 1000000);
}

/// Reads the instrument from its file, without a tuned file.
static bool read_instrument(Work *w, const char *name, JwError *error) {
    char text[PATH_SIZE], *bytes = NULL;
    size_t size = 0;
    name = jw_data_meant(name, JW_INSTRUMENT_EXTENSION, text, sizeof(text));
    if (!jw_data_find(name, JW_INSTRUMENT_EXTENSION, w->path, sizeof(w->path), error)) {
        return false;
    }
    if (!jw_text_read(w->path, &bytes, &size, error)) {
        return false;
    }
    const bool ok = !jw_instrument_file_parse(bytes, size, w->path, &w->made_from, error);
    free(bytes);
    w->tuned = w->made_from;
    bool any = false;
    for (int s = 0; ok && s < w->made_from.n_strings; ++s) {
        w->has_rows |= jw_tuned_has_cents(&w->made_from.string[s]);
        any |= !w->made_from.string[s].keeps_tension;
    }
    if (ok && memcmp(w->made_from.own, w->made_from.param, sizeof(w->made_from.own)) != 0) {
        return jw_error_set(error, "%.900s: its [set] moves parameters: tune the file without it",
                            w->path);
    }
    return ok && (any || jw_error_set(error,
                                      "%.900s: all strings keep their tension: there is "
                                      "nothing to tune",
                                      w->path));
}

/// Measures, showing a progress bar.
static bool measure(Work *w, bool quiet, JwTunerReport *report, JwError *error) {
    JwProgress progress = jw_progress_start(stderr, !quiet);
    const JwTunerWatch watch = {&progress, is_stopped, show};
    const bool ok = jw_tuner_run(&w->tuned, jw_parallel_cores(), &watch, report, error);
    jw_progress_end(&progress);
    return ok;
}

static bool write_tuned(Work *w, JwError *error) {
    char *text = jw_tuned_text_make(&w->tuned, &w->made_from);
    const bool ok = text ? jw_tuned_target_write(&w->target, text, error)
                         : jw_error_set(error, "out of memory");
    free(text);
    return ok;
}

static void print_report(const Work *w, const JwTunerReport *r, double seconds) {
    char unheard[96] = "";
    if (r->n_unheard > 0) {
        snprintf(unheard, sizeof(unheard), "; %d not heard at their pitch", r->n_unheard);
    }
    jw_line_print(stdout,
                  "%s: %d tones of %s tuned, by themselves %.2f cents off at most, %d shifted for "
                  "how they are played%s; %d notes played in %.1f s",
                  w->target.path, r->n_tones, w->made_from.name, r->worst_cents, r->n_played,
                  unheard, r->n_renders, seconds);
    if (w->has_rows) {
        jw_line_print(stdout, "%s: its lines wrap_... and ringing_cents have no effect any more",
                      w->path);
    }
}

static bool tune(Work *w, const char *name, bool quiet, JwError *error) {
    const double from_s = jw_monotonic_s();
    JwTunerReport report;
    if (!read_instrument(w, name, error) || !jw_tuned_target_open(&w->target, w->path, error) ||
        !measure(w, quiet, &report, error) || !write_tuned(w, error)) {
        return false;
    }
    if (!quiet) {
        print_report(w, &report, jw_monotonic_s() - from_s);
    }
    return true;
}

bool jw_tune_file(const char *name, bool quiet, JwError *error) {
    Work *w = calloc(1, sizeof(*w));
    if (!w) {
        return jw_error_set(error, "out of memory");
    }
    const bool ok = tune(w, name, quiet, error);
    jw_tuned_target_discard(&w->target);
    free(w);
    return ok;
}
