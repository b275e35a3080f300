// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Folder of a shard: its table of results, its tar files, and a folder in it for what is not whole.

#ifndef JW_SHARD_FOLDER_H
#define JW_SHARD_FOLDER_H

#include "app/dataset/id_map.h"
#include "app/dataset/results.h"
#include "app/dataset/tar_out.h"
#include "app/render/render_options.h"
#include "base/message.h"
#include "program/folder.h"

#include <stdbool.h>

enum { JW_SHARD_NAME = 64 }; ///< Bytes of a name in the folder

/// For one thread at a time.
typedef struct {
    char work_name[JW_SHARD_NAME];
    JwFolder dir;  ///< Folder of the data set
    JwFolder work; ///< Folder in it for what is not whole yet
    JwFolder own;  ///< Folder in that for what is no result
    int error;     ///< errno of what failed in them
    JwResults *results;
    JwTarOut *tar;     ///< NULL: results are files of their own
    JwTarKnown *known; ///< Tar files that rows name
    JwResult *before;  ///< Row that a result takes the place of
} JwShardFolder;

/// Begins with nothing open. [main]
void jw_shard_folder_init(JwShardFolder *folder);

/// Opens the folder of the options for the lines of these ids. What is there and is not the shard's
/// is refused, and then nothing is changed; what an ended run left is removed. Tar files are to be
/// gone on with. False, with a message, on failure. [main]
bool jw_shard_folder_open(JwShardFolder *folder, const JwRenderOptions *options, const JwIdMap *ids,
                          JwMessage *message);

/// Puts a result's files, which are in that folder, in place, then its row, which makes them count.
/// [any]
bool jw_shard_folder_put(JwShardFolder *s, const JwFolder *folder, JwResult *result,
                         JwMessage *message);

/// Adds the row of a line that failed, which keeps what is known of an earlier result's files.
/// [any]
bool jw_shard_folder_put_failure(JwShardFolder *folder, JwResult *result, JwMessage *message);

/// Ends tar file and table, the latter in its order if `ok`, and removes the work folder. whole: no
/// line is left. [main]
bool jw_shard_folder_close(JwShardFolder *folder, bool ok, bool whole, JwMessage *message);

#endif // JW_SHARD_FOLDER_H
