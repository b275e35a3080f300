// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What in the folder of a data set is a shard's own, so that it may be replaced or removed: what
// its table of results has, and what its work folder records. All else under a name that the shard
// would write is refused before anything is changed.

#ifndef JW_CLAIM_H
#define JW_CLAIM_H

#include "app/dataset/id_map.h"
#include "app/dataset/members.h"
#include "app/dataset/results.h"
#include "app/dataset/tar_out.h"
#include "base/message.h"
#include "program/folder.h"

#include <stdbool.h>

typedef struct {
    const JwFolder *folder; ///< Folder of the data set
    const JwFolder *work;   ///< Work folder that an earlier run left; .fd is -1 if there is none
    JwResults *results;     ///< Its rows
    const JwIdMap *ids;     ///< Ids of the shard's lines
    const char *stem;       ///< Stem of the tar files; NULL: results are files of their own
    bool resume;
} JwClaim;

/// Checks that every file under a name of the shard's is its own; false, with a message that names
/// one that is not. Tar files that rows name are added to `known`, all zero before. [main]
bool jw_claim_check(const JwClaim *claim, JwTarKnown *known, JwMessage *message);

/// Removes the files of a row that was cut off, unless an earlier row has them, and a tar file that
/// was begun but that no row names. [main]
bool jw_claim_clear(const JwClaim *claim, JwTarKnown *known, JwMessage *message);

/// True if the last row of an id has a file of that name behind it; user is a JwResults. [main]
bool jw_claim_knows(void *user, const char *id, const char *name);

#endif // JW_CLAIM_H
