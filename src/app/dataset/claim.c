// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/dataset/claim.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const JwClaim *claim;
    JwFolder own; ///< An earlier run's folder for files that no result has; .fd is -1 without
    JwTarKnown *known;
    uint64_t n_refused; ///< Rejected names; the error is about the first
    JwError *error;
} Check;

bool jw_claim_knows(void *user, const char *id, const char *name) {
    const JwResults *results = user;
    JwResult *row = calloc(1, sizeof(*row));
    size_t i;
    const bool knows = row && jw_results_find(results, id, &i) &&
                       jw_results_read(results, i, row) && !*row->tar_name &&
                       jw_result_files_known(row, name);
    free(row);
    return knows;
}

/// Finds the reason to reject a name; returns false if there is none.
static bool find_reason(const Check *c, const char *name, bool known, JwError *error) {
    const JwClaim *claim = c->claim;
    char why[512];
    if (!claim->resume) {
        jw_folder_refuse(claim->folder, name,
                         "is there already; begin in another folder, or move it away", error);
        return true;
    }
    if (!known) {
        snprintf(why, sizeof(why), "is there, and %.300s does not know it; move it away",
                 jw_results_path(claim->results));
        jw_folder_refuse(claim->folder, name, why, error);
        return true;
    }
    const JwEntry entry = jw_folder_look(claim->folder, name);
    if (entry == JW_ENTRY_FILE || entry == JW_ENTRY_NONE) {
        return false;
    }
    jw_folder_fail(claim->folder, name, entry == JW_ENTRY_LINK ? ELOOP : ENOTSUP, error);
    return true;
}

/// Counts a name if it is rejected.
static void judge(Check *c, const char *name, bool known) {
    JwError error = {0};
    if (find_reason(c, name, known, &error) && c->n_refused++ == 0) {
        *c->error = error;
    }
}

static void check_tar(Check *c, const char *name) {
    const JwClaim *claim = c->claim;
    const int number = jw_tar_number(claim->stem, name);
    if (number < 0) {
        return;
    }
    judge(c, name,
          jw_tar_is_known(c->known, number) ||
              (c->own.fd >= 0 && jw_tar_was_made(claim->folder, &c->own, name)));
}

/// Splits the file name of a result into its id and the rest; returns false if it is none.
static bool split_name(const char *name, char id[JW_ID_SIZE]) {
    const size_t n = strcspn(name, ".");
    if (n == 0 || n >= JW_ID_SIZE || name[n] != '.' || !jw_result_files_is_name(name + n + 1)) {
        return false;
    }
    memcpy(id, name, n);
    id[n] = '\0';
    return true;
}

static void check_member(Check *c, const char *name) {
    const JwClaim *claim = c->claim;
    char id[JW_ID_SIZE];
    if (!split_name(name, id) || !jw_id_map_find(claim->ids, id)) {
        return;
    }
    const char *tail = name + strlen(id) + 1;
    const bool known =
        claim->resume && (!strcmp(id, jw_results_cut_id(claim->results)) ||
                          jw_claim_knows(claim->results, id, tail) ||
                          (claim->work->fd >= 0 &&
                           jw_result_files_was_moving(claim->work, claim->folder, id, tail)));
    judge(c, name, known);
}

static bool check_name(void *user, const char *name) {
    Check *c = user;
    if (c->claim->stem) {
        check_tar(c, name);
    } else {
        check_member(c, name);
    }
    return true;
}

/// Adds the tar files that rows name.
static bool know_rows(const JwClaim *claim, JwTarKnown *known, JwError *error) {
    JwResult *row = calloc(1, sizeof(*row));
    for (size_t i = 0; row && i < jw_results_n(claim->results); ++i) {
        const int number = jw_results_read(claim->results, i, row)
                               ? jw_tar_number(claim->stem, row->tar_name)
                               : -1;
        if (number >= 0) {
            jw_tar_know(known, number);
        }
    }
    const bool ok = row || jw_error_set(error, "out of memory");
    free(row);
    return ok;
}

/// Begins a check; opens an earlier run's folder for files that no result has, if any.
static Check begin_check(const JwClaim *claim, JwTarKnown *known, JwError *error) {
    Check c = {.claim = claim, .own = {.fd = -1}, .known = known, .error = error};
    JwError unused = {0};
    if (claim->work->fd >= 0 &&
        jw_folder_look(claim->work, JW_RESULT_FILES_OWN) == JW_ENTRY_FOLDER) {
        jw_folder_enter(&c.own, claim->work, JW_RESULT_FILES_OWN, &unused);
    }
    return c;
}

bool jw_claim_check(const JwClaim *claim, JwTarKnown *known, JwError *error) {
    if (claim->stem && claim->resume && !know_rows(claim, known, error)) {
        return false;
    }
    Check c = begin_check(claim, known, error);
    const bool read = jw_folder_each(claim->folder, check_name, &c, error);
    jw_folder_close(&c.own);
    if (read && c.n_refused > 1) {
        const JwError first = *error;
        jw_error_set(error, "%.900s (and %" PRIu64 " more)", first.text, c.n_refused - 1);
    }
    return read && c.n_refused == 0;
}

static void clear_tar(const Check *c, const char *name) {
    const int number = jw_tar_number(c->claim->stem, name);
    if (number >= 0 && !jw_tar_is_known(c->known, number) && c->own.fd >= 0 &&
        jw_tar_was_made(c->claim->folder, &c->own, name)) {
        unlinkat(c->claim->folder->fd, name, 0);
    }
}

static void clear_member(const Check *c, const char *name) {
    const JwClaim *claim = c->claim;
    char id[JW_ID_SIZE];
    if (split_name(name, id) && !strcmp(id, jw_results_cut_id(claim->results)) &&
        jw_id_map_find(claim->ids, id) &&
        !jw_claim_knows(claim->results, id, name + strlen(id) + 1) &&
        jw_folder_look(claim->folder, name) == JW_ENTRY_FILE) {
        unlinkat(claim->folder->fd, name, 0);
    }
}

static bool clear_name(void *user, const char *name) {
    const Check *c = user;
    if (c->claim->stem) {
        clear_tar(c, name);
    } else {
        clear_member(c, name);
    }
    return true;
}

bool jw_claim_clear(const JwClaim *claim, JwTarKnown *known, JwError *error) {
    if (!claim->resume || (!claim->stem && !*jw_results_cut_id(claim->results))) {
        return true;
    }
    Check c = begin_check(claim, known, error);
    const bool ok = jw_folder_each(claim->folder, clear_name, &c, error);
    jw_folder_close(&c.own);
    return ok;
}
