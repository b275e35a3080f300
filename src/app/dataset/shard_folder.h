// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Folder of a shard: its table of results, its tar files, and a subfolder for incomplete files.

#ifndef JW_SHARD_FOLDER_H
#define JW_SHARD_FOLDER_H

#include "app/dataset/id_map.h"
#include "app/dataset/results.h"
#include "app/dataset/tar_out.h"
#include "app/render/render_options.h"
#include "base/error.h"
#include "program/folder.h"

#include <stdbool.h>

enum { JW_SHARD_NAME = 64 }; ///< Bytes of a name in the folder

/// For one thread at a time.
typedef struct {
    char work_name[JW_SHARD_NAME];
    JwFolder dir;  ///< Folder of the data set
    JwFolder work; ///< Subfolder for incomplete files
    JwFolder own;  ///< Its subfolder for files of no result
    int error;     ///< errno of a failure in them
    JwResults *results;
    JwTarOut *tar;     ///< NULL: results are separate files
    JwTarKnown *known; ///< Tar files that rows name
    JwResult *before;  ///< Row that a result replaces
} JwShardFolder;

/// Initialises it with nothing open. [main]
void jw_shard_folder_init(JwShardFolder *folder);

/// Opens the folder of the options for the lines of these ids. Fails without any change if it
/// contains foreign files; removes the remains of an interrupted run. Call jw_tar_out_go_on() for
/// tar files. Returns false, with an error, on failure. [main]
bool jw_shard_folder_open(JwShardFolder *folder, const JwRenderOptions *options, const JwIdMap *ids,
                          JwError *error);

/// Stores a result's files from that folder, then adds its row, which makes them valid. [any]
bool jw_shard_folder_put(JwShardFolder *s, const JwFolder *folder, JwResult *result,
                         JwError *error);

/// Adds the row of a line that failed; it keeps the list of an earlier result's files. [any]
bool jw_shard_folder_put_failure(JwShardFolder *folder, JwResult *result, JwError *error);

/// Completes tar file and table, the latter sorted if `ok`, and removes the work folder. whole: all
/// lines are done. [main]
bool jw_shard_folder_close(JwShardFolder *folder, bool ok, bool whole, JwError *error);

#endif // JW_SHARD_FOLDER_H
