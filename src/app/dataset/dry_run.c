// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/dataset/dry_run.h"

#include "app/dataset/manifest_line.h"
#include "app/dataset/result_files.h"
#include "app/render/render.h"
#include "app/render/render_cache.h"
#include "app/render/render_job.h"
#include "files/line.h"
#include "host/clocks.h"
#include "program/parallel.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROBES = 8, PATH_SIZE = 4096 };

/// Longest part of a line that is rendered as a probe.
static const double probe_s = 4.0;

typedef struct {
    const JwShardSpec *spec;
    JwRenderCache *cache;
    JwManifestText *text;
    JwManifestLine *line;
    JwResult *result; ///< Files of a probe
    char path[PATH_SIZE];
    JwFolder folder;                   ///< Folder for the probes, with that path
    uint64_t n_good, n_failed, n_open; ///< Numbers of lines; n_open: with an open tail
    double sound_s;                    ///< Total length of all sounds
    int n_probes;
    double probe_sound_s, probe_cpu_s, probe_bytes; ///< Totals of the probes
} DryRun;

static void tell_failure(DryRun *d, JwError *why) {
    jw_shard_place(why, d->spec, d->line, d->text->line);
    if (++d->n_failed <= JW_SHARD_TOLD) {
        jw_line_print(stderr, "jawari-render: %s", why->text);
    }
}

static bool stopped(void *user) {
    const DryRun *d = user;
    return d->spec->stopped();
}

static void take_length(void *user, const JwRendered *rendered) {
    DryRun *d = user;
    d->probe_sound_s += (double)rendered->report->frames / rendered->report->rate_hz;
}

/// Renders the current line as a probe if it is in the sample.
static void probe(DryRun *d, double seconds) {
    const JwRenderWatch watch = {d, stopped, NULL, NULL, take_length};
    JwRenderOptions *o = &d->line->options;
    JwResultFileNames names;
    JwFolder folder;
    JwError unused = {0};
    const uint64_t gap = (d->spec->n_lines + PROBES - 1) / PROBES;
    if (d->n_probes >= PROBES || d->n_good % gap ||
        !jw_result_files_begin(&folder, &d->folder, "probe", &unused)) {
        return;
    }
    *d->result = (JwResult){.id = "probe"};
    jw_result_files_name(&folder, d->result->id, &names, o);
    o->seconds = fmin(seconds, probe_s);
    const double start = jw_thread_cpu_s();
    if (jw_render_job_run(o, 1, d->cache, &watch, &unused) &&
        jw_result_files_list(&folder, jw_wav_format_extension(o->format), d->result, &unused)) {
        d->probe_cpu_s += jw_thread_cpu_s() - start;
        for (int i = 0; i < d->result->n_files; ++i) {
            d->probe_bytes += (double)d->result->file[i].bytes;
        }
    }
    ++d->n_probes;
    jw_result_files_end(&folder, &d->folder, d->result->id);
}

static void take_line(DryRun *d) {
    JwError why = {0};
    JwRenderPlan plan;
    const JwRenderOptions *o = &d->line->options;
    if (!jw_shard_read(d->spec, d->text, d->line, &why) ||
        !jw_render_job_plan(o, d->cache, &plan, &why)) {
        tell_failure(d, &why);
    } else {
        const double seconds =
            (double)plan.frames / o->rate_hz + (plan.open_tail ? JW_RENDER_TAIL_USUAL_S : 0.0);
        d->n_open += plan.open_tail;
        d->sound_s += seconds;
        probe(d, seconds);
        ++d->n_good;
    }
}

static bool read_lines(DryRun *d, JwError *error) {
    const JwRenderOptions *o = d->spec->options;
    JwManifestStep step;
    while ((step = jw_manifest_next(d->spec->manifest, d->text, error)) == JW_MANIFEST_LINE) {
        if (d->text->index % (uint64_t)o->n_shards == (uint64_t)(o->shard - 1)) {
            take_line(d);
        }
        if (d->spec->stopped()) {
            return jw_error_set(error, "interrupted");
        }
    }
    return step == JW_MANIFEST_END;
}

static void tell_sum(const DryRun *d) {
    const double share = d->probe_sound_s > 0.0 ? d->sound_s / d->probe_sound_s : 0.0;
    if (d->n_failed > JW_SHARD_TOLD) {
        jw_line_print(stderr, "jawari-render: and %" PRIu64 " more", d->n_failed - JW_SHARD_TOLD);
    }
    jw_line_print(stdout, "lines: %" PRIu64 ", of which %" PRIu64 " fail", d->n_good + d->n_failed,
                  d->n_failed);
    jw_line_print(stdout, "sound: %.1f s (%.2f hours)", d->sound_s, d->sound_s / 3600.0);
    if (d->n_open > 0) {
        jw_line_print(stdout, "       %" PRIu64 " tails until silence are taken for %.0f s each",
                      d->n_open, JW_RENDER_TAIL_USUAL_S);
    }
    if (d->n_probes > 0) {
        jw_line_print(stdout, "bytes: about %.3g (by %d probes)", share * d->probe_bytes,
                      d->n_probes);
        jw_line_print(stdout, "core hours: about %.3g on this machine",
                      share * d->probe_cpu_s / 3600.0);
    }
}

static bool make_folder(DryRun *d, JwError *error) {
    const char *place = getenv("TMPDIR");
    const int n = snprintf(d->path, sizeof(d->path), "%s/jawari-XXXXXX", place ? place : "/tmp");
    if (n < 0 || n >= (int)sizeof(d->path) || !mkdtemp(d->path)) {
        return jw_error_set(error, "%s: %s", place ? place : "/tmp", strerror(errno));
    }
    if (!jw_folder_open(&d->folder, d->path, error)) {
        rmdir(d->path);
        return false;
    }
    return true;
}

static JwDatasetEnd run(DryRun *d, JwError *error) {
    if (!d->cache || !d->text || !d->line || !d->result) {
        jw_error_set(error, "out of memory");
        return JW_DATASET_STOPPED;
    }
    if (!make_folder(d, error)) {
        return JW_DATASET_STOPPED;
    }
    const bool ok = read_lines(d, error);
    jw_folder_close(&d->folder);
    rmdir(d->path);
    if (!ok) {
        return JW_DATASET_STOPPED;
    }
    tell_sum(d);
    return d->n_failed > 0 ? JW_DATASET_PARTLY : JW_DATASET_WHOLE;
}

JwDatasetEnd jw_dry_run(const JwShardSpec *spec, JwError *error) {
    DryRun d = {.spec = spec,
                .cache = jw_render_cache_new(),
                .text = calloc(1, sizeof(*d.text)),
                .line = calloc(1, sizeof(*d.line)),
                .result = calloc(1, sizeof(*d.result))};
    const JwDatasetEnd end = run(&d, error);
    jw_render_cache_free(d.cache);
    if (d.line) {
        jw_manifest_line_clear(d.line);
    }
    free(d.text);
    free(d.line);
    free(d.result);
    return end;
}
