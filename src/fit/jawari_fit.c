// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Program jawari-fit: makes an instrument file from recordings of notes.

#include "base/error.h"
#include "files/line.h"
#include "files/regular_file.h"
#include "files/text_file.h"
#include "fit/edits.h"
#include "fit/fit.h"
#include "fit/fit_options.h"
#include "fit/outcome.h"
#include "fit/page.h"
#include "fit/placing.h"
#include "fit/tune_file.h"
#include "fit/tuned_target.h"
#include "program/listing.h"
#include "program/program.h"
#include "program/progress.h"
#include "program/target_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "jawari-fit";

static bool stopped(void *user) {
    (void)user;
    return jw_program_is_stopped();
}

static void show(void *user, double part, double distance_db) {
    JwProgress *progress = user;
    snprintf(progress->note, sizeof(progress->note), "%.2f dB", distance_db);
    jw_progress_show(progress, (uint64_t)(1e6 * part), 1000000);
}

/// Output files.
typedef struct {
    JwTargetFile instrument, report;
    JwTunedTarget tuned; ///< Next to the instrument, unless that is a device
} Outputs;

/// True if the path may be written: it does not exist, or is an instrument.
static bool may_replace(const char *path) {
    size_t size = 0;
    char *text = NULL;
    FILE *file = jw_regular_file_open(path);
    if (!file) {
        return errno != EACCES; // No file, or an error that opening will report
    }
    fclose(file);
    JwError unread = {0};
    const bool ok =
        jw_text_read(path, &text, &size, &unread) && (!size || jw_edits_is_instrument(text));
    free(text);
    return ok;
}

/// Opens the output files before the search. Existing files must be of the same kind.
static bool open_outputs(Outputs *outputs, const JwFitOptions *o, JwError *error) {
    const char *const page[] = {jw_page_begin(), NULL};
    if (!jw_target_file_open(&outputs->instrument, o->out, error) ||
        (o->report && !jw_target_file_open(&outputs->report, o->report, error))) {
        return false;
    }
    // A device has no temporary file, and may take both outputs.
    if (o->report && outputs->report.temp &&
        !strcmp(outputs->instrument.path, outputs->report.path)) {
        return jw_error_set(error, "%.900s: the same file for two uses", o->report);
    }
    if (!may_replace(o->out)) {
        return jw_error_set(error, "%.900s: the file exists and is not an instrument", o->out);
    }
    if (outputs->instrument.temp && !jw_tuned_target_open(&outputs->tuned, o->out, error)) {
        return false;
    }
    return !o->report || jw_target_file_replaces(o->report, page) ||
           jw_error_set(error, "%.900s: the file exists and is not a report", o->report);
}

static bool write_text(JwTargetFile *file, const char *text, JwError *error) {
    return (text && jw_target_file_write(file, text, strlen(text), error) &&
            jw_target_file_finish(file, error)) ||
           (!text && jw_error_set(error, "out of memory"));
}

/// Writes all files or none.
static bool write_outputs(Outputs *outputs, const JwFit *fit, JwError *error) {
    bool ok = write_text(&outputs->instrument, fit->made, error);
    if (ok && fit->options->report) {
        char *page = jw_page_make(fit);
        ok = write_text(&outputs->report, page, error) &&
             jw_target_file_commit(&outputs->report, error);
        free(page);
    }
    return ok &&
           (!outputs->tuned.file.open ||
            jw_tuned_target_write(&outputs->tuned, fit->made_tuned, error)) &&
           jw_target_file_commit(&outputs->instrument, error);
}

/// Prints the results: before, after, and their errors.
static void print_found(const JwFit *fit) {
    const JwMisfit *m = &fit->misfit;
    jw_line_print(stdout, "[string %s], %d recording%s: distance %.2f dB, before %.2f dB%s",
                  fit->like.string[m->string].name, m->n_notes, m->n_notes > 1 ? "s" : "",
                  fit->end_db, fit->begin_db, jw_outcome_ending(fit));
    for (int u = 0; u < m->n_unknowns; ++u) {
        const JwUnknownInfo *info = jw_unknown_info(m->unknown[u]);
        const JwFigureFound *f = &fit->found[u];
        char known[64];
        jw_outcome_known(fit, u, known, sizeof(known));
        jw_line_print(stdout, "%-20s %12.7g -> %-12.7g %s", info->key, f->before,
                      f->kept ? f->before : f->after, known);
    }
}

/// Prints what was detected in the recordings, and any problems.
static void print_heard(const JwFit *fit) {
    if (*fit->remark) {
        jw_line_print(stderr, "%s: %s", name, fit->remark);
    }
    for (int i = 0; i < fit->misfit.n_notes; ++i) {
        const JwRecording *r = &fit->misfit.note[i].recording;
        char text[600];
        if (*r->remark) {
            jw_line_print(stderr, "%s: %.400s: %s", name, r->path, r->remark);
        }
        jw_placing_text(&fit->misfit, i, text, sizeof(text));
        if (r->sound && !fit->options->quiet) {
            jw_line_print(stdout, "%s", text);
        }
    }
    fflush(stdout);
}

/// True if the result may be written: it is nearer to the recordings than the initial instrument,
/// or the user insists.
static bool is_wanted(const JwFit *fit, JwError *error) {
    return fit->options->force || !jw_fit_is_worse(fit) ||
           jw_error_set(error,
                        "%.400s: not written: %.2f dB from the recordings, where %.400s is %.2f dB "
                        "from them; --force writes it",
                        fit->options->out, fit->end_db, fit->options->like, fit->begin_db);
}

/// Searches, showing a progress bar.
static bool search(JwFit *fit, JwError *error) {
    print_heard(fit);
    JwProgress progress = jw_progress_start(stderr, !fit->options->quiet);
    const JwSearchWatch watch = {&progress, stopped, show};
    const bool ok = jw_fit_run(fit, &watch, error);
    jw_progress_end(&progress);
    return ok;
}

static bool run(const JwFitOptions *options, JwError *error) {
    Outputs outputs = {.instrument = {0}};
    JwFit *fit = calloc(1, sizeof(*fit));
    if (!fit) {
        return jw_error_set(error, "out of memory");
    }
    const bool ok = jw_fit_read(fit, options, error) && open_outputs(&outputs, options, error) &&
                    search(fit, error) && is_wanted(fit, error) &&
                    write_outputs(&outputs, fit, error);
    jw_target_file_discard(&outputs.instrument);
    jw_target_file_discard(&outputs.report);
    jw_tuned_target_discard(&outputs.tuned);
    if (ok && !options->quiet) {
        print_found(fit);
    }
    jw_fit_free(fit);
    free(fit);
    return ok;
}

/// Carries out the options.
static bool act(const JwFitOptions *options, JwError *error) {
    switch (options->action) {
    case JW_FIT_RUN:
        return run(options, error);
    case JW_FIT_TUNE:
        return jw_tune_file(options->tune, options->quiet, error);
    case JW_FIT_LIST_INSTRUMENTS:
        return jw_list_instruments(stdout, error);
    default:
        return jw_options_answer(&jw_fit_option_table, options->action);
    }
}

int main(int argc, char **argv) {
    JwFitOptions options;
    JwError error = {0};
    jw_program_begin();
    if (!jw_fit_options_parse(&options, argc, argv, &error)) {
        return jw_program_fail(name, &error, JW_EXIT_USAGE);
    }
    jw_program_catch_signals();
    if (!act(&options, &error) || !jw_program_end_output(&error)) {
        return jw_program_fail(name, &error, EXIT_FAILURE);
    }
    return EXIT_SUCCESS;
}
