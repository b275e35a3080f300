// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Shard of a data set: renders every nth line of a manifest, on several threads, and puts the
// results in place one by one in the order of the lines. What ends it at any time leaves whole
// results with their rows in the table, and at most things that the next run removes.

#ifndef JW_SHARD_H
#define JW_SHARD_H

#include "app/dataset/id_map.h"
#include "app/dataset/manifest.h"
#include "app/dataset/manifest_line.h"
#include "app/render/render_options.h"
#include "base/message.h"
#include "program/progress.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JW_SHARD_TOLD = 10 }; ///< Most failures that are told one by one

typedef struct {
    const JwRenderOptions *options;
    JwManifest *manifest; ///< Manifest at its beginning
    const JwIdMap *ids;   ///< Line in which each id comes first
    const JwIdMap *own;   ///< Ids of the shard's own lines
    uint64_t n_lines;     ///< Lines of the shard
    bool (*stopped)(void);
} JwShardSpec;

/// What became of a shard.
typedef struct {
    uint64_t rendered, kept, failed; ///< Lines
    uint64_t warned;                 ///< Lines that were rendered with warnings
    double audio_s;                  ///< Sound that was rendered
    double cpu_s;                    ///< Processor time of the threads that rendered
    int error; ///< errno of the system call that ended it; 0 for another reason
    int n_told;
    JwMessage told[JW_SHARD_TOLD]; ///< First failures
} JwShardTally;

/// Runs a shard into the folder of the options. Returns false, with a message, if it could not go
/// on; lines that fail are counted. An empty message says that it was stopped. [main]
bool jw_shard_run(const JwShardSpec *spec, JwProgress *progress, JwShardTally *tally,
                  JwMessage *message);

/// Reads a line of the manifest. Returns false, with a message and its column or 0, for one that
/// cannot be rendered; its id is empty if it has none of its own. [any]
bool jw_shard_read(const JwShardSpec *spec, const JwManifestText *text, JwManifestLine *line,
                   int *column, JwMessage *message);

/// Writes "PATH:LINE:COLUMN: " before a message about the line that was read, of that number; the
/// column may be 0, for one that the message tells. [any]
void jw_shard_place(JwMessage *message, const JwShardSpec *spec, const JwManifestLine *line,
                    uint64_t number, int column);

#endif // JW_SHARD_H
