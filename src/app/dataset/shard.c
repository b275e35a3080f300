// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/dataset/shard.h"

#include "app/dataset/manifest_line.h"
#include "app/dataset/request_hash.h"
#include "app/dataset/result_columns.h"
#include "app/dataset/result_files.h"
#include "app/dataset/results.h"
#include "app/dataset/shard_folder.h"
#include "app/dataset/tar_out.h"
#include "app/render/render_cache.h"
#include "app/render/render_job.h"
#include "host/clocks.h"
#include "program/parallel.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLACE_SIZE = 512, ///< Bytes of a position in the manifest, in a message
    WINDOW = 64,      ///< Largest number of results that wait for an earlier one
};

typedef enum {
    SLOT_EMPTY,
    SLOT_RENDERED,
    SLOT_KEPT,
    SLOT_FAILED,
    SLOT_LAST, ///< A write error ended the shard
} SlotState;

/// Result between its rendering and its row.
typedef struct {
    SlotState state;
    JwResult result;
    JwFolder folder; ///< Folder of its files, if it was rendered
    int error;       ///< errno of a failed write
    double audio_s;
} Slot;

typedef struct {
    const JwShardSpec *spec;
    const JwRenderOptions *options;
    JwProgress *progress;
    JwShardTally *tally;
    JwError *error;
    JwShardFolder folder; ///< Folder, table and tar files
    pthread_mutex_t lock; ///< Protects the following fields, and manifest, folder, tally
    pthread_cond_t moved; ///< Signals that a result was stored, or the end
    Slot *slot;
    uint64_t next, next_in_place; ///< Numbers of results begun and stored
    bool over;                    ///< There are no more lines
    bool broken;                  ///< It cannot continue; the error gives the reason
} Shard;

/// Thread of a shard.
typedef struct {
    Shard *shard;
    JwRenderCache *cache;
    JwManifestText *text;
    JwManifestLine *line;
    JwResult *result; ///< Current result
    JwFolder work;    ///< Work folder, not owned, with the errors of this thread
    JwFolder folder;  ///< Folder of the result's files; .fd is -1 if it has none
    int error;        ///< errno of a failure in them
    JwResultFileNames names;
    double audio_s;
} Worker;

void jw_shard_place(JwError *error, const JwShardSpec *spec, const JwManifestLine *line,
                    uint64_t number) {
    char place[PLACE_SIZE];
    char *text = error->text;
    const size_t n_dashes = strspn(text, "-"); // Of an option: here it is a key
    const char *path = jw_manifest_path(spec->manifest);
    memmove(text, text + n_dashes, strlen(text + n_dashes) + 1);
    const int column = error->column > 0 ? error->column : jw_manifest_line_column(line, text);
    if (column > 0) {
        snprintf(place, sizeof(place), "%.400s:%" PRIu64 ":%d", path, number, column);
    } else {
        snprintf(place, sizeof(place), "%.400s:%" PRIu64, path, number);
    }
    jw_error_prefix(error, place);
}

bool jw_shard_read(const JwShardSpec *spec, const JwManifestText *text, JwManifestLine *line,
                   JwError *error) {
    if (text->too_long) {
        line->id[0] = '\0';
        return jw_error_set(error, "a line of more than %d bytes", (int)JW_MANIFEST_LINE_MAX);
    }
    const bool read = jw_manifest_line_read(line, spec->options, text->text, text->size, error);
    const JwIdEntry *first = line->id[0] ? jw_id_map_find(spec->ids, line->id) : NULL;
    if (first && first->number != text->line) {
        jw_error_set(error, "id: %s is that of line %" PRIu64, line->id, first->number);
        line->id[0] = '\0';
        return false;
    }
    return read;
}

static bool is_over(Shard *s) {
    return s->over || s->broken || s->spec->stopped();
}

/// Ends the shard with an error.
static void break_off(Shard *s, const JwError *error) {
    if (!s->broken) {
        *s->error = *error;
        s->tally->error = s->folder.error;
    }
    s->broken = true;
}

/********* In order *********/

static void count_failure(Shard *s, const JwResult *r) {
    JwShardTally *t = s->tally;
    ++t->failed;
    if (t->n_told < JW_SHARD_TOLD) {
        t->told[t->n_told++] = r->message;
    }
}

static bool finish_result(Shard *s, Slot *slot, JwError *error) {
    JwResult *r = &slot->result;
    switch (slot->state) {
    case SLOT_RENDERED:
        if (!jw_shard_folder_put(&s->folder, &slot->folder, r, error)) {
            return false;
        }
        jw_result_files_end(&slot->folder, &s->folder.work, r->id);
        ++s->tally->rendered;
        s->tally->warned += r->message.text[0] != '\0';
        s->tally->audio_s += slot->audio_s;
        return true;
    case SLOT_FAILED:
        count_failure(s, r);
        return jw_shard_folder_put_failure(&s->folder, r, error);
    case SLOT_LAST:
        *error = r->message;
        s->folder.error = slot->error;
        return false;
    case SLOT_KEPT:
        ++s->tally->kept;
        jw_results_confirm(s->folder.results, r->id);
        return true;
    case SLOT_EMPTY:
        break;
    }
    return true;
}

/// Stores all results whose turn it is.
static void finish_results(Shard *s) {
    JwError error = {0};
    for (;;) {
        Slot *slot = &s->slot[s->next_in_place % WINDOW];
        if (slot->state == SLOT_EMPTY || s->broken) {
            break;
        }
        if (!finish_result(s, slot, &error)) {
            break_off(s, &error);
            break;
        }
        slot->state = SLOT_EMPTY;
        ++s->next_in_place;
    }
    jw_progress_show(s->progress, s->next_in_place, s->spec->n_lines);
    pthread_cond_broadcast(&s->moved);
}

/********* One result *********/

static bool stopped(void *user) {
    const Worker *w = user;
    return w->shard->spec->stopped();
}

static void fill_columns(void *user, const JwRendered *rendered) {
    Worker *w = user;
    jw_result_columns_fill(w->result, rendered);
    w->audio_s = (double)rendered->report->frames / rendered->report->rate_hz;
    if (rendered->options->n_notes > 0 && rendered->report->dropped_events > 0) {
        w->result->ok = false; // Labels that were requested individually are required
    }
}

/// Fails a line, with its place before the error.
static SlotState fail_line(Worker *w) {
    w->result->ok = false;
    w->result->n_files = 0;
    w->result->columns[0] = '\0';
    jw_shard_place(&w->result->message, w->shard->spec, w->line, w->text->line);
    return SLOT_FAILED;
}

/// True if the result exists and is up to date.
static bool is_there(Worker *w) {
    Shard *s = w->shard;
    JwResult *before = calloc(1, sizeof(*before));
    size_t row;
    pthread_mutex_lock(&s->lock);
    bool there = before && jw_results_find(s->folder.results, w->line->id, &row) &&
                 jw_results_read(s->folder.results, row, before);
    pthread_mutex_unlock(&s->lock);
    // Those in tar files were checked before.
    there = there && before->ok && before->line == w->text->line &&
            !strcmp(before->request, w->result->request) &&
            (s->folder.tar ? *before->tar_name != '\0'
                           : !*before->tar_name && jw_result_files_are(&s->folder.dir, before));
    free(before);
    return there;
}

/// True for an error that the next lines would meet too, such as a full or missing disk. A file too
/// large, or lack of memory, only concerns one line.
static bool ends_shard(int error) {
    return error && error != EFBIG && error != ENOMEM && error != ENAMETOOLONG;
}

/// Fails a rendered line, or the shard with it.
static SlotState fail_rendered(Worker *w) {
    const int error = w->error;
    jw_result_files_end(&w->folder, &w->work, w->line->id);
    w->error = error;
    return ends_shard(error) ? SLOT_LAST : fail_line(w);
}

static SlotState render(Worker *w) {
    const JwRenderWatch watch = {w, stopped, NULL, NULL, fill_columns};
    JwError *error = &w->result->message;
    JwRenderOptions *o = &w->line->options;
    w->result->ok = true;
    w->error = 0;
    if (!jw_result_files_begin(&w->folder, &w->work, w->line->id, error)) {
        return fail_rendered(w);
    }
    jw_result_files_name(&w->folder, w->line->id, &w->names, o);
    if (!jw_render_job_run(o, 1, w->cache, &watch, error)) {
        if (*error->text) {
            return fail_rendered(w);
        }
        jw_result_files_end(&w->folder, &w->work, w->line->id);
        return SLOT_EMPTY;
    }
    if (!w->result->ok ||
        !jw_result_files_list(&w->folder, jw_wav_format_extension(o->format), w->result, error)) {
        return fail_rendered(w);
    }
    w->folder.error = &w->shard->folder.error; // The thread that stores it handles the error
    return SLOT_RENDERED;
}

/// Parses the line in w->text and computes the hash of its request. Returns false if it fails, with
/// the error in the result.
static bool read_line(Worker *w) {
    Shard *s = w->shard;
    JwResult *r = w->result;
    const JwManifestText *text = w->text;
    *r = (JwResult){.line = text->line};
    const bool read = jw_shard_read(s->spec, text, w->line, &r->message);
    snprintf(r->id, sizeof(r->id), "%s", w->line->id);
    return read && jw_request_hash(&w->line->options, w->cache, r->request, &r->message);
}

/// Makes the result of the line in w->text; returns SLOT_EMPTY if stopped.
static SlotState make_result(Worker *w) {
    w->audio_s = 0.0;
    if (!read_line(w)) {
        return fail_line(w);
    }
    return w->shard->options->resume && is_there(w) ? SLOT_KEPT : render(w);
}

/********* Threads *********/

/// Reads the shard's next line; returns false at the end.
static bool take_line(Shard *s, JwManifestText *text) {
    JwError error = {0};
    for (;;) {
        const JwManifestStep step = jw_manifest_next(s->spec->manifest, text, &error);
        if (step != JW_MANIFEST_LINE) {
            s->over = true;
            if (step == JW_MANIFEST_FAILED) {
                break_off(s, &error);
            }
            return false;
        }
        if (text->index % (uint64_t)s->options->n_shards == (uint64_t)(s->options->shard - 1)) {
            return true;
        }
    }
}

/// Waits for a free slot and takes the next line with its number; returns false at the end.
static bool begin_result(Worker *w, uint64_t *number) {
    Shard *s = w->shard;
    pthread_mutex_lock(&s->lock);
    while (!is_over(s) && s->next >= s->next_in_place + WINDOW) {
        pthread_cond_wait(&s->moved, &s->lock);
    }
    const bool go = !is_over(s) && take_line(s, w->text);
    *number = s->next;
    s->next += go;
    pthread_mutex_unlock(&s->lock);
    return go;
}

static void end_result(Worker *w, uint64_t number, SlotState state) {
    Shard *s = w->shard;
    pthread_mutex_lock(&s->lock);
    Slot *slot = &s->slot[number % WINDOW];
    slot->result = *w->result;
    slot->folder = w->folder;
    slot->error = w->error;
    w->folder = (JwFolder){.fd = -1};
    slot->audio_s = w->audio_s;
    slot->state = state;
    s->over = s->over || state == SLOT_LAST;
    finish_results(s);
    pthread_mutex_unlock(&s->lock);
}

static void work(Worker *w) {
    uint64_t number;
    while (begin_result(w, &number)) {
        const SlotState state = make_result(w);
        if (state == SLOT_EMPTY) {
            break;
        }
        end_result(w, number, state);
    }
    Shard *s = w->shard;
    pthread_mutex_lock(&s->lock);
    s->tally->cpu_s += jw_thread_cpu_s();
    pthread_cond_broadcast(&s->moved);
    pthread_mutex_unlock(&s->lock);
}

static void worker_free(Worker *w) {
    if (w) {
        jw_render_cache_free(w->cache);
        if (w->line) {
            jw_manifest_line_clear(w->line);
        }
        free(w->text);
        free(w->line);
        free(w->result);
        free(w);
    }
}

/// Makes a worker; returns NULL if memory is short.
static Worker *worker_new(Shard *s) {
    Worker *w = calloc(1, sizeof(*w));
    if (!w) {
        return NULL;
    }
    *w = (Worker){.shard = s,
                  .work = s->folder.work,
                  .folder = {.fd = -1},
                  .cache = jw_render_cache_new(),
                  .text = calloc(1, sizeof(*w->text)),
                  .line = calloc(1, sizeof(*w->line)),
                  .result = calloc(1, sizeof(*w->result))};
    w->work.error = &w->error;
    if (w->cache && w->text && w->line && w->result) {
        return w;
    }
    worker_free(w);
    return NULL;
}

static void run_worker(void *user, int i) {
    Shard *s = user;
    Worker *w = worker_new(s);
    (void)i;
    if (w) {
        work(w);
    } else {
        JwError error = {0};
        jw_error_set(&error, "out of memory");
        pthread_mutex_lock(&s->lock);
        break_off(s, &error);
        pthread_mutex_unlock(&s->lock);
    }
    worker_free(w);
}

/********* Tar files that are there *********/

/// Row of a result in a tar file.
typedef struct {
    char name[sizeof(((JwResult *)0)->tar_name)];
    uint64_t at;
    size_t row;
} Packed;

static int compare_packed(const void *a, const void *b) {
    const Packed *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order ? order : x->at < y->at ? -1 : x->at > y->at;
}

/// Marks the row of the line in w->text if it is up to date. Returns false, with an error, for a
/// line that has a result but can no longer be read: its files must not be lost.
static bool mark_current(Worker *w, bool *current, JwError *error) {
    const JwResults *results = w->shard->folder.results;
    JwResult *now = w->result;
    size_t row;
    const bool read = read_line(w);
    if (!*now->id || !jw_results_find(results, now->id, &row)) {
        return true;
    }
    JwError why = now->message;
    char hash[JW_SHA256_TEXT];
    memcpy(hash, now->request, sizeof(hash));
    const bool has_result = jw_results_read(results, row, now) && now->ok;
    if (has_result && !read) {
        jw_shard_place(&why, w->shard->spec, w->line, w->text->line);
        return jw_error_set(error, "%.800s; its result in %s is kept, and nothing is changed",
                            why.text, now->tar_name);
    }
    current[row] = has_result && now->line == w->text->line && !strcmp(now->request, hash);
    return true;
}

/// Marks up-to-date rows, and those of lines that failed. Returns false, with an error, if that is
/// unknown; the error is empty if stopped.
static bool find_current(Worker *w, bool *current, bool *failed, JwError *error) {
    Shard *s = w->shard;
    size_t row;
    while (take_line(s, w->text)) {
        if (s->spec->stopped()) {
            error->text[0] = '\0';
            return false;
        }
        if (!mark_current(w, current, error)) {
            return false;
        }
    }
    for (row = 0; row < jw_results_n(s->folder.results); ++row) {
        failed[row] = jw_results_read(s->folder.results, row, w->result) && !w->result->ok;
    }
    jw_manifest_rewind(s->spec->manifest);
    s->over = false;
    return !s->broken;
}

/// True if all files of a result are in their tar file; sets *end to the offset after the last.
static bool is_packed(const Shard *s, const JwResult *r, uint64_t *end) {
    bool is = r->n_files > 0;
    *end = r->tar_at;
    for (int i = 0; i < r->n_files && is; ++i) {
        char name[JW_ID_SIZE + JW_RESULT_NAME];
        snprintf(name, sizeof(name), "%s.%s", r->id, r->file[i].name);
        is = jw_tar_has_member(&s->folder.dir, r->tar_name, *end, name, r->file[i].bytes,
                               r->file[i].sha256);
        *end += jw_tar_member_bytes(r->file[i].bytes);
    }
    return is;
}

/// Lists the rows with their positions; returns their number.
static size_t list_packed(Worker *w, Packed *packed) {
    size_t n = 0;
    for (size_t row = 0; row < jw_results_n(w->shard->folder.results); ++row) {
        if (jw_results_read(w->shard->folder.results, row, w->result) && w->result->ok) {
            packed[n] = (Packed){.at = w->result->tar_at, .row = row};
            snprintf(packed[n++].name, sizeof(packed[0].name), "%s", w->result->tar_name);
        }
    }
    qsort(packed, n, sizeof(*packed), compare_packed);
    return n;
}

/// Keeps the contents of the tar files up to the first result that is missing, damaged or out of
/// date, as if the run had been stopped there. All later results are rendered again.
static bool keep_packed(Worker *w, Packed *packed, bool *current, bool *keep, JwError *error) {
    Shard *s = w->shard;
    char name[sizeof(packed->name)] = "";
    uint64_t end = 0, next;
    if (!find_current(w, current, keep, error)) {
        return false;
    }
    const size_t n = list_packed(w, packed);
    for (size_t i = 0; i < n; ++i) {
        if (s->spec->stopped()) {
            error->text[0] = '\0';
            return false;
        }
        const bool same_file = !strcmp(packed[i].name, name);
        if (!current[packed[i].row] || packed[i].at != (same_file ? end : 0) ||
            !jw_results_read(s->folder.results, packed[i].row, w->result) ||
            !is_packed(s, w->result, &next)) {
            break;
        }
        memcpy(name, packed[i].name, sizeof(name));
        end = next;
        keep[packed[i].row] = true;
    }
    // In this order, because the table lists the tar files until they are removed.
    return jw_tar_out_go_on(s->folder.tar, name, end, s->folder.known, error) &&
           jw_results_keep(s->folder.results, keep, &s->folder.own, error);
}

static bool go_on_in_tar(Shard *s, JwError *error) {
    const size_t n = jw_results_n(s->folder.results) + 1;
    Worker *w = worker_new(s);
    Packed *packed = calloc(n, sizeof(*packed));
    bool *current = calloc(n, sizeof(*current)), *keep = calloc(n, sizeof(*keep));
    const bool ok = w && packed && current && keep ? keep_packed(w, packed, current, keep, error)
                                                   : jw_error_set(error, "out of memory");
    free(keep);
    free(current);
    free(packed);
    worker_free(w);
    return ok;
}

/********* Whole shard *********/

static bool open_shard(Shard *s, JwError *error) {
    s->slot = calloc(WINDOW, sizeof(*s->slot));
    if (!s->slot) {
        return jw_error_set(error, "out of memory");
    }
    for (int i = 0; i < WINDOW; ++i) {
        s->slot[i].folder = (JwFolder){.fd = -1};
    }
    return jw_shard_folder_open(&s->folder, s->options, s->spec->own, error) &&
           (!s->folder.tar || go_on_in_tar(s, error));
}

static bool close_shard(Shard *s, JwError *error) {
    bool ok = !s->broken;
    // Removes results that were rendered but not stored.
    for (int i = 0; s->slot && i < WINDOW; ++i) {
        jw_result_files_end(&s->slot[i].folder, &s->folder.work, s->slot[i].result.id);
    }
    const bool whole = s->next_in_place == s->spec->n_lines;
    s->folder.error = 0;
    if (!jw_shard_folder_close(&s->folder, ok, whole, error)) {
        s->tally->error = s->tally->error ? s->tally->error : s->folder.error;
        ok = false;
    }
    free(s->slot);
    return ok;
}

static void run_threads(Shard *s) {
    const int n_threads = s->options->n_threads;
    const int n = n_threads > 0 ? n_threads : jw_parallel_cores();
    jw_parallel_each(n, n, run_worker, s);
}

bool jw_shard_run(const JwShardSpec *spec, JwProgress *progress, JwShardTally *tally,
                  JwError *error) {
    Shard s = {.spec = spec,
               .options = spec->options,
               .progress = progress,
               .tally = tally,
               .error = error};
    *tally = (JwShardTally){.n_told = 0};
    jw_shard_folder_init(&s.folder);
    if (pthread_mutex_init(&s.lock, NULL) || pthread_cond_init(&s.moved, NULL)) {
        return jw_error_set(error, "out of memory");
    }
    bool ok = open_shard(&s, error);
    if (ok) {
        run_threads(&s);
    }
    JwError later = *error;
    ok = close_shard(&s, ok && !s.broken ? error : &later) && ok;
    pthread_cond_destroy(&s.moved);
    pthread_mutex_destroy(&s.lock);
    if (ok && spec->stopped()) {
        error->text[0] = '\0';
        return false;
    }
    return ok;
}
