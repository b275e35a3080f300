// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/dataset/shard_folder.h"

#include "app/dataset/claim.h"
#include "app/dataset/result_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/********* Results *********/

static bool add_members(JwShardFolder *s, const JwFolder *folder, const JwResult *r,
                        JwError *error) {
    bool ok = true;
    for (int i = 0; i < r->n_files && ok; ++i) {
        char name[JW_ID_SIZE + JW_RESULT_NAME];
        snprintf(name, sizeof(name), "%s.%s", r->id, r->file[i].name);
        FILE *from = jw_result_files_read(folder, r, i, error);
        ok = from && jw_tar_out_add(s->tar, name, from, r->file[i].bytes, error);
        if (from) {
            fclose(from);
        }
    }
    return ok;
}

/// Reads the row that a result replaces; returns NULL if there is none.
static const JwResult *row_before(JwShardFolder *s, const char *id) {
    size_t row;
    return *id && jw_results_find(s->results, id, &row) &&
                   jw_results_read(s->results, row, s->before)
               ? s->before
               : NULL;
}

bool jw_shard_folder_put(JwShardFolder *s, const JwFolder *folder, JwResult *r, JwError *error) {
    if (!s->tar) {
        const JwResult *before = row_before(s, r->id);
        if (!jw_result_files_move(folder, &s->dir, r, before, error)) {
            return false;
        }
        if (before) {
            jw_result_files_remove_stale(&s->dir, before, r);
        }
        if (!jw_results_add(s->results, r, error)) {
            jw_result_files_take_back(&s->dir, r, before);
            return false;
        }
        return true;
    }
    jw_tar_out_place(s->tar, r->tar_name, sizeof(r->tar_name), &r->tar_at);
    if (add_members(s, folder, r, error) && jw_results_add(s->results, r, error)) {
        return jw_tar_out_mark(s->tar, error);
    }
    jw_tar_out_take_back(s->tar, r->tar_at);
    return false;
}

bool jw_shard_folder_put_failure(JwShardFolder *s, JwResult *r, JwError *error) {
    const JwResult *before = s->tar ? NULL : row_before(s, r->id);
    if (before && !*before->tar_name) {
        r->n_files = before->n_files;
        memcpy(r->file, before->file, sizeof(r->file));
    }
    return jw_results_add(s->results, r, error);
}

/********* Folder *********/

void jw_shard_folder_init(JwShardFolder *s) {
    *s = (JwShardFolder){.dir = {.fd = -1}, .work = {.fd = -1}, .own = {.fd = -1}};
}

static void make_name(char name[JW_SHARD_NAME], const JwRenderOptions *o, const char *head,
                      const char *tail) {
    if (o->n_shards > 1) {
        snprintf(name, JW_SHARD_NAME, "%s-%d-of-%d%s", head, o->shard, o->n_shards, tail);
    } else {
        snprintf(name, JW_SHARD_NAME, "%s%s", head, tail);
    }
}

/// Opens the work folder of an earlier run, if there is one.
static bool open_left(JwShardFolder *s, bool resume, JwFolder *left, JwError *error) {
    if (jw_folder_look(&s->dir, s->work_name) == JW_ENTRY_NONE) {
        return true;
    }
    if (!resume) {
        return jw_folder_refuse(&s->dir, s->work_name,
                                "is there, left by an interrupted run; continue it by --resume, or "
                                "use another folder",
                                error);
    }
    return jw_folder_enter(left, &s->dir, s->work_name, error) &&
           jw_result_files_check(left, error);
}

/// Checks all existing files and rejects those that are not the shard's. Changes nothing.
static bool look_round(JwShardFolder *s, JwClaim *claim, JwFolder *left, JwError *error) {
    return open_left(s, claim->resume, left, error) && jw_claim_check(claim, s->known, error);
}

/// Creates the work folder again, after removing the old one's contents and what it had begun to
/// store.
static bool begin_work(JwShardFolder *s, JwFolder *left, JwError *error) {
    if (left->fd >= 0) {
        if (!jw_result_files_clear(left, &s->dir, jw_claim_knows, s->results, error)) {
            return false;
        }
        s->work = *left;
        *left = (JwFolder){.fd = -1};
    } else if (!jw_folder_make(&s->work, &s->dir, s->work_name, error)) {
        return false;
    }
    return jw_result_files_begin(&s->own, &s->work, JW_RESULT_FILES_OWN, error);
}

static bool begin_tar(JwShardFolder *s, const JwRenderOptions *o, const char *stem,
                      JwError *error) {
    s->tar = jw_tar_out_new(&s->dir, &s->own, stem, (uint64_t)o->tar_mib << 20, error);
    return s->tar != NULL;
}

bool jw_shard_folder_open(JwShardFolder *s, const JwRenderOptions *o, const JwIdMap *ids,
                          JwError *error) {
    JwFolder left = {.fd = -1};
    s->before = calloc(1, sizeof(*s->before));
    s->known = calloc(1, sizeof(*s->known));
    if (!s->before || !s->known) {
        return jw_error_set(error, "out of memory");
    }
    char table[JW_SHARD_NAME], stem[JW_SHARD_NAME];
    make_name(s->work_name, o, ".shard", "");
    make_name(table, o, "results", ".csv");
    make_name(stem, o, "data", "");
    if (!jw_folder_open(&s->dir, o->output_dir, error)) {
        return false;
    }
    s->dir.error = &s->error;
    s->results = jw_results_open(&s->dir, table, o->resume, error);
    if (!s->results) {
        return false;
    }
    JwClaim claim = {.folder = &s->dir,
                     .work = &left,
                     .results = s->results,
                     .ids = ids,
                     .stem = o->tar_mib > 0 ? stem : NULL,
                     .resume = o->resume};
    const bool ok = look_round(s, &claim, &left, error) &&
                    jw_claim_clear(&claim, s->known, error) &&
                    jw_results_begin(s->results, error) && begin_work(s, &left, error);
    jw_folder_close(&left);
    return ok && (o->tar_mib == 0 || begin_tar(s, o, stem, error));
}

bool jw_shard_folder_close(JwShardFolder *s, bool ok, bool whole, JwError *error) {
    if (s->tar) {
        ok = jw_tar_out_finish(s->tar, error) && ok;
    }
    if (s->own.fd >= 0) {
        ok = ok && jw_results_tidy(s->results, whole, &s->own, error);
    }
    if (s->work.fd >= 0) {
        jw_result_files_end(&s->own, &s->work, JW_RESULT_FILES_OWN);
        unlinkat(s->dir.fd, s->work_name, AT_REMOVEDIR);
        jw_folder_close(&s->work);
    }
    jw_tar_out_free(s->tar);
    jw_results_close(s->results);
    jw_folder_close(&s->dir);
    free(s->known);
    free(s->before);
    return ok;
}
