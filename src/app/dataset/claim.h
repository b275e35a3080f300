// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Determines which files in the folder of a data set belong to a shard, so that it may replace or
// remove them: those in its table of results and those recorded in its work folder. Any other file
// with a name that the shard would write is rejected before anything is changed.

#ifndef JW_CLAIM_H
#define JW_CLAIM_H

#include "app/dataset/id_map.h"
#include "app/dataset/result_files.h"
#include "app/dataset/results.h"
#include "app/dataset/tar_out.h"
#include "base/error.h"
#include "program/folder.h"

#include <stdbool.h>

typedef struct {
    const JwFolder *folder; ///< Folder of the data set
    const JwFolder *work;   ///< Work folder of an earlier run; .fd is -1 if there is none
    JwResults *results;     ///< Rows of the shard
    const JwIdMap *ids;     ///< Ids of the shard's lines
    const char *stem;       ///< Stem of the tar files; NULL: results are separate files
    bool resume;
} JwClaim;

/// Checks that every file with a name that the shard would write belongs to the shard. Returns
/// false, with an error that names a file that does not. Adds the tar files that rows name to
/// `known`, which the caller sets to zero. [main]
bool jw_claim_check(const JwClaim *claim, JwTarKnown *known, JwError *error);

/// Removes the files of a truncated row, unless an earlier row has them, and an unfinished tar file
/// that no row names. [main]
bool jw_claim_clear(const JwClaim *claim, JwTarKnown *known, JwError *error);

/// True if the last row of the id names the file "ID.NAME"; `user` is a JwResults. [main]
bool jw_claim_knows(void *user, const char *id, const char *name);

#endif // JW_CLAIM_H
