// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/dataset/request_hash.h"

#include "app/render/outputs.h"
#include "files/regular_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool jw_request_hash_stream(FILE *file, char hash[JW_SHA256_TEXT], uint64_t *bytes) {
    JwSha256 sha;
    char part[65536];
    size_t n;
    *bytes = 0;
    jw_sha256_begin(&sha);
    while ((n = fread(part, 1, sizeof(part), file)) > 0) {
        jw_sha256_add(&sha, part, n);
        *bytes += n;
    }
    jw_sha256_end(&sha, hash);
    return !ferror(file);
}

bool jw_request_hash_file(const char *path, char hash[JW_SHA256_TEXT], uint64_t *bytes,
                          JwError *error) {
    FILE *file = jw_regular_file_open(path);
    if (!file) {
        return jw_error_set(error, "%s: %s", path, jw_regular_file_why(errno));
    }
    const bool ok =
        jw_request_hash_stream(file, hash, bytes) || jw_error_set(error, "%s: read failed", path);
    fclose(file);
    return ok;
}

static void put_note(FILE *to, const JwRenderNote *note) {
    fprintf(to, "note %d %.17g %.17g %.17g\n", note->velocity, note->at_s, note->seconds,
            note->place);
}

/// Adds a text with its length, so that different lists of texts give different input.
static void add_text(JwSha256 *sha, const char *text) {
    char length[32];
    text = text ? text : "";
    snprintf(length, sizeof(length), "%zu:", strlen(text));
    jw_sha256_add(sha, length, strlen(length));
    jw_sha256_add(sha, text, strlen(text));
}

static void add_texts(JwSha256 *sha, const JwRenderOptions *o) {
    add_text(sha, JW_VERSION);
    add_text(sha, o->instrument);
    add_text(sha, o->preset);
    add_text(sha, o->score);
    add_text(sha, o->tuning.scale);
    add_text(sha, o->tuning.keymap);
    add_text(sha, o->profile);
    for (int i = 0; i < o->tuning.n_strings; ++i) {
        add_text(sha, o->tuning.string[i]);
    }
    for (int i = 0; i < o->n_notes; ++i) {
        add_text(sha, o->note[i].name);
        add_text(sha, o->note[i].string);
    }
}

static void put_numbers(FILE *to, const JwRenderOptions *o) {
    fprintf(to, "%d %.17g %.17g %u %d %" PRIu32 " %d %d %u %d %d %d %.17g %d %d\n", o->rate_hz,
            o->tail_s, o->seconds, o->channels, o->strict, o->seed, (int)o->format, o->wants_stems,
            o->labels, o->labels ? o->label_frames : 0, o->labels ? o->force_frames : 0,
            (int)o->level.kind, o->level.db, (int)o->limiter, o->mono);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (o->set[i]) {
            fprintf(to, "%d %.17g\n", i, o->value[i]);
        }
    }
    for (int i = 0; i < o->n_notes; ++i) {
        put_note(to, &o->note[i]);
    }
}

static bool add_numbers(JwSha256 *sha, const JwRenderOptions *o, JwError *error) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) {
        return jw_error_set(error, "out of memory");
    }
    put_numbers(to, o);
    const bool failed = ferror(to) != 0;
    const bool ok = !fclose(to) && !failed;
    if (ok) {
        jw_sha256_add(sha, text, size);
    }
    free(text);
    return ok || jw_error_set(error, "out of memory");
}

static bool add_files(JwSha256 *sha, const JwRenderOptions *o, const JwPatch *patch,
                      JwError *error) {
    char *path[JW_OUTPUTS_INPUTS];
    char hash[JW_SHA256_TEXT];
    uint64_t bytes;
    bool ok = true;
    const int n = jw_outputs_inputs(o, patch, NULL, path);
    for (int i = 0; i < n; ++i) {
        ok = ok && jw_request_hash_file(path[i], hash, &bytes, error);
        if (ok) {
            jw_sha256_add(sha, hash, strlen(hash));
        }
        free(path[i]);
    }
    return ok;
}

bool jw_request_hash(const JwRenderOptions *options, JwRenderCache *cache,
                     char hash[JW_SHA256_TEXT], JwError *error) {
    JwSha256 sha;
    JwPatch *patch = calloc(1, sizeof(*patch));
    if (!patch) {
        return jw_error_set(error, "out of memory");
    }
    jw_sha256_begin(&sha);
    add_texts(&sha, options);
    const bool ok = jw_render_cache_patch(cache, patch, options->instrument, options->preset,
                                          options->set, options->value, error) &&
                    add_numbers(&sha, options, error) && add_files(&sha, options, patch, error);
    jw_sha256_end(&sha, hash);
    free(patch);
    return ok;
}
