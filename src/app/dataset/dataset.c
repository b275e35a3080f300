// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/dataset/dataset.h"

#include "app/dataset/dry_run.h"
#include "app/dataset/manifest.h"
#include "app/dataset/manifest_line.h"
#include "app/dataset/results.h"
#include "app/dataset/shard.h"
#include "app/render/outputs.h"
#include "files/line.h"
#include "program/progress.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// State of a run, freed in one place.
typedef struct {
    const JwRenderOptions *options;
    bool (*stopped)(void);
    JwError *error;
    JwManifest *manifest;
    JwManifestText *text;
    JwManifestLine *line;
    JwIdMap ids;      ///< First line of each id
    JwIdMap own;      ///< Ids of the shard's lines
    uint64_t n_lines; ///< Lines of the shard
} Run;

/// Stores the id of the current line; returns false if memory is short.
static bool take_id(Run *run) {
    const JwRenderOptions *o = run->options;
    const JwManifestText *text = run->text;
    const char *id = run->line->id;
    const bool own = text->index % (uint64_t)o->n_shards == (uint64_t)(o->shard - 1);
    run->n_lines += own;
    if (text->too_long || !jw_manifest_line_id(run->line, text->text, text->size) ||
        jw_id_map_find(&run->ids, id)) {
        return true;
    }
    return jw_id_map_put(&run->ids, id, text->line) &&
           (!own || o->n_shards == 1 || jw_id_map_put(&run->own, id, text->line));
}

/// Reads the ids of all lines: two shards must not write the same file.
static bool read_ids(Run *run) {
    const JwRenderOptions *o = run->options;
    JwManifestStep step;
    while ((step = jw_manifest_next(run->manifest, run->text, run->error)) == JW_MANIFEST_LINE) {
        if (run->text->index == JW_RESULTS_ROWS_MAX) {
            return jw_error_set(run->error,
                                "%s:%" PRIu64 ": more than %d lines; take several manifests, "
                                "each with a folder of its own",
                                o->manifest, run->text->line, (int)JW_RESULTS_ROWS_MAX);
        }
        if (!take_id(run)) {
            return jw_error_set(run->error, "out of memory");
        }
        if (run->stopped()) {
            return jw_error_set(run->error, "interrupted");
        }
    }
    jw_manifest_rewind(run->manifest);
    return step == JW_MANIFEST_END &&
           (run->n_lines > 0 || jw_error_set(run->error, "%s: no line of this shard", o->manifest));
}

/// True if a file name belongs to a table of a different number of shards.
static bool is_of_others(const char *name, int n_shards) {
    char own[32];
    const size_t n = strlen(name);
    const bool table = !strncmp(name, "results", 7) && n > 4 && !strcmp(name + n - 4, ".csv");
    snprintf(own, sizeof(own), "-of-%d.csv", n_shards);
    const size_t m = strlen(own);
    const bool ours =
        n_shards > 1 ? n > m && !strcmp(name + n - m, own) : !strcmp(name, "results.csv");
    return table && !ours;
}

/// Rejects a folder with results of other shards: results would be duplicated.
static bool check_folder(const Run *run) {
    const JwRenderOptions *o = run->options;
    bool ok = true;
    DIR *dir = opendir(o->output_dir);
    for (const struct dirent *e = dir ? readdir(dir) : NULL; e && ok; e = readdir(dir)) {
        ok = !is_of_others(e->d_name, o->n_shards) ||
             jw_error_set(run->error,
                          "%s/%s: is there, of another number of shards than %d; their results "
                          "need a folder of their own",
                          o->output_dir, e->d_name, o->n_shards);
    }
    if (dir) {
        closedir(dir);
    }
    return ok;
}

static void tell_failures(const JwShardTally *tally) {
    for (int i = 0; i < tally->n_told; ++i) {
        jw_line_print(stderr, "jawari-render: %s", tally->told[i].text);
    }
    if (tally->failed > (uint64_t)tally->n_told) {
        jw_line_print(stderr, "jawari-render: and %" PRIu64 " more, which the table has",
                      tally->failed - (uint64_t)tally->n_told);
    }
}

static void tell_tally(const Run *run, const JwShardTally *tally) {
    char warned[64] = "";
    const double per_hour =
        tally->cpu_s > 0.0 ? 3600.0 * (double)tally->rendered / tally->cpu_s : 0.0;
    if (tally->warned > 0) {
        snprintf(warned, sizeof(warned), " (%" PRIu64 " with warnings)", tally->warned);
    }
    if (!run->options->quiet) {
        jw_line_print(stdout,
                      "%s: %" PRIu64 " rendered%s, %" PRIu64 " kept, %" PRIu64
                      " failed; %.1f s of sound in %.1f s of processor time, %.0f results an hour "
                      "and core",
                      run->options->output_dir, tally->rendered, warned, tally->kept, tally->failed,
                      tally->audio_s, tally->cpu_s, per_hour);
    }
}

static JwDatasetEnd render(Run *run, const JwShardSpec *spec) {
    const JwRenderOptions *o = run->options;
    bool is_new;
    if (!jw_outputs_make_folder(o->output_dir, &is_new, run->error) || !check_folder(run)) {
        return JW_DATASET_STOPPED;
    }
    JwShardTally *tally = malloc(sizeof(*tally));
    if (!tally) {
        jw_error_set(run->error, "out of memory");
        return JW_DATASET_STOPPED;
    }
    JwProgress progress = jw_progress_start(stderr, !o->quiet);
    const bool ok = jw_shard_run(spec, &progress, tally, run->error);
    jw_progress_end(&progress);
    const uint64_t n = tally->rendered + tally->kept + tally->failed;
    if (ok || n > 0) {
        tell_failures(tally);
        tell_tally(run, tally);
    }
    if (!ok && tally->error) {
        const JwError why = *run->error;
        jw_error_set(run->error,
                     "%.700s; %" PRIu64 " of %" PRIu64 " lines are done, --resume goes on",
                     why.text, n, run->n_lines);
    } else if (!ok && !*run->error->text) {
        jw_error_set(run->error,
                     "%s: interrupted after %" PRIu64 " of %" PRIu64
                     " lines; --resume goes on with it",
                     o->output_dir, n, run->n_lines);
    }
    const bool all = tally->failed == 0;
    free(tally);
    return !ok ? JW_DATASET_STOPPED : all ? JW_DATASET_WHOLE : JW_DATASET_PARTLY;
}

static JwDatasetEnd try(Run *run) {
    const JwRenderOptions *o = run->options;
    run->manifest = jw_manifest_open(o->manifest, run->error);
    run->text = malloc(sizeof(*run->text));
    run->line = calloc(1, sizeof(*run->line));
    if (run->manifest && (!run->text || !run->line)) {
        jw_error_set(run->error, "out of memory");
        return JW_DATASET_STOPPED;
    }
    if (!run->manifest || !read_ids(run)) {
        return JW_DATASET_STOPPED;
    }
    const JwShardSpec spec = {.options = o,
                              .manifest = run->manifest,
                              .ids = &run->ids,
                              .own = o->n_shards > 1 ? &run->own : &run->ids,
                              .n_lines = run->n_lines,
                              .stopped = run->stopped};
    return o->dry_run ? jw_dry_run(&spec, run->error) : render(run, &spec);
}

JwDatasetEnd jw_dataset_run(const JwRenderOptions *options, bool (*stopped)(void), JwError *error) {
    Run run = {.options = options, .stopped = stopped, .error = error};
    const JwDatasetEnd end = try(&run);
    jw_manifest_close(run.manifest);
    jw_id_map_clear(&run.ids);
    jw_id_map_clear(&run.own);
    if (run.line) {
        jw_manifest_line_clear(run.line);
    }
    free(run.line);
    free(run.text);
    return end;
}
