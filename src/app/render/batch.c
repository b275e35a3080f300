// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/batch.h"

#include "app/render/outputs.h"
#include "app/render/render_job.h"
#include "files/line.h"
#include "program/parallel.h"
#include "program/progress.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/// Steps of the progress bar for one score.
static const double whole = 1e6;

typedef struct Batch Batch;

typedef struct {
    Batch *batch;
    JwRenderOptions options;
    char out[PATH_SIZE]; ///< Sound file, if there are several scores
    int n_threads;       ///< Threads that render this score
    double part;         ///< Part done, 0 to 1
    bool ok;
} Item;

struct Batch {
    bool (*stopped)(void);
    pthread_mutex_t lock; ///< Protects the bar, the parts and the printed lines
    JwProgress progress;
    JwError error; ///< Message of the last score that failed
    int n;
    Item *item;
};

static bool stopped(void *user) {
    const Item *item = user;
    return item->batch->stopped();
}

static void show(void *user, uint64_t done, uint64_t total) {
    Item *item = user;
    Batch *b = item->batch;
    double sum = 0.0;
    pthread_mutex_lock(&b->lock);
    item->part = total ? (double)done / (double)total : 1.0;
    for (int i = 0; i < b->n; ++i) {
        sum += b->item[i].part;
    }
    jw_progress_show(&b->progress, (uint64_t)(whole * sum), (uint64_t)(whole * b->n));
    pthread_mutex_unlock(&b->lock);
}

static void say(void *user, const char *line, bool result) {
    const Item *item = user;
    Batch *b = item->batch;
    pthread_mutex_lock(&b->lock);
    jw_progress_end(&b->progress);
    if (result) {
        jw_line_print(stdout, "%s", line);
    } else {
        jw_line_print(stderr, "jawari-render: %s", line);
    }
    pthread_mutex_unlock(&b->lock);
}

static void announce(Batch *b, JwError *error) {
    pthread_mutex_lock(&b->lock);
    b->error = *error;
    if (b->n > 1 && *error->text) {
        jw_progress_end(&b->progress);
        jw_line_print(stderr, "jawari-render: %s", error->text);
    }
    pthread_mutex_unlock(&b->lock);
}

static void render(void *user, int i) {
    Batch *b = user;
    Item *item = &b->item[i];
    const JwRenderWatch watch = {item, stopped, show, say, NULL};
    JwError error = {0};
    if (b->stopped()) {
        return;
    }
    item->ok = jw_render_job_run(&item->options, item->n_threads, NULL, &watch, &error);
    item->part = 1.0;
    if (!item->ok) {
        announce(b, &error);
    }
}

/********* Several scores *********/

/// Names the output file after the score, in the folder, with the format's extension.
static bool name_output(Item *item, const char *folder) {
    const char *score = item->options.score;
    const char *slash = strrchr(score, '/');
    const char *base = slash ? slash + 1 : score;
    const char *dot = strrchr(base, '.');
    const int length = dot && dot > base ? (int)(dot - base) : (int)strlen(base);
    const int n = snprintf(item->out, sizeof(item->out), "%s/%.*s.%s", folder, length, base,
                           jw_wav_format_extension(item->options.format));
    item->options.out = item->out;
    return n > 0 && n < (int)sizeof(item->out);
}

static bool name_outputs(Batch *b, const JwRenderOptions *options, JwError *error) {
    for (int i = 0; i < b->n; ++i) {
        b->item[i].options.score = options->scores[i];
        if (!name_output(&b->item[i], options->output_dir)) {
            return jw_error_set(error, "%s: path too long", options->scores[i]);
        }
        for (int k = 0; k < i; ++k) {
            if (!strcmp(b->item[k].out, b->item[i].out)) {
                return jw_error_set(error, "%s: the same file for two uses", b->item[i].out);
            }
        }
    }
    return true;
}

/********* Whole batch *********/

static bool run(Batch *b, const JwRenderOptions *options, JwError *error) {
    int n_failed = 0;
    b->progress = jw_progress_start(stderr, !options->quiet);
    jw_parallel_each(options->n_threads ? options->n_threads : jw_parallel_cores(), b->n, render,
                     b);
    jw_progress_end(&b->progress);
    for (int i = 0; i < b->n; ++i) {
        n_failed += !b->item[i].ok;
    }
    if (n_failed == 0) {
        return true;
    }
    if (b->stopped()) {
        return b->n > 1
                   ? jw_error_set(error, "interrupted, %d of %d scores not written", n_failed, b->n)
                   : jw_error_set(error, "%s: interrupted, nothing written", options->out);
    }
    *error = b->error;
    return b->n > 1 ? jw_error_set(error, "%d of %d scores not written", n_failed, b->n) : false;
}

static bool run_all(Batch *b, const JwRenderOptions *options, JwError *error) {
    bool is_new = false;
    // More threads than processors make a score slower: waiting costs more than the help gains.
    const int cores = jw_parallel_cores();
    const int threads = options->n_threads < cores ? options->n_threads : cores;
    for (int i = 0; i < b->n; ++i) {
        b->item[i].batch = b;
        b->item[i].options = *options;
        b->item[i].n_threads = threads / b->n;
    }
    if (options->output_dir && (!name_outputs(b, options, error) ||
                                !jw_outputs_make_folder(options->output_dir, &is_new, error))) {
        return false;
    }
    const bool ok = run(b, options, error);
    if (is_new && !ok) {
        // Fails if a score was written; the folder then remains.
        rmdir(options->output_dir);
    }
    return ok;
}

bool jw_batch_run(const JwRenderOptions *options, bool (*is_stopped)(void), JwError *error) {
    Batch b = {.stopped = is_stopped, .n = options->output_dir ? options->n_scores : 1};
    b.item = calloc((size_t)b.n, sizeof(*b.item));
    if (!b.item || pthread_mutex_init(&b.lock, NULL)) {
        free(b.item);
        return jw_error_set(error, "out of memory");
    }
    const bool ok = run_all(&b, options, error);
    pthread_mutex_destroy(&b.lock);
    free(b.item);
    return ok;
}
