// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Shard of a data set: renders every nth line of a manifest, on several threads, and stores the
// results one by one in the order of the lines. If it is interrupted at any time, stored results
// are complete and have rows, and the next run removes everything else.

#ifndef JW_SHARD_H
#define JW_SHARD_H

#include "app/dataset/id_map.h"
#include "app/dataset/manifest.h"
#include "app/dataset/manifest_line.h"
#include "app/render/render_options.h"
#include "base/error.h"
#include "program/progress.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JW_SHARD_TOLD = 10 }; ///< Largest number of failures that are reported individually

typedef struct {
    const JwRenderOptions *options;
    JwManifest *manifest; ///< Manifest, at its beginning
    const JwIdMap *ids;   ///< First line of each id
    const JwIdMap *own;   ///< Ids of the shard's lines
    uint64_t n_lines;     ///< Lines of the shard
    bool (*stopped)(void);
} JwShardSpec;

/// Outcome of a shard.
typedef struct {
    uint64_t rendered, kept, failed; ///< Lines
    uint64_t warned;                 ///< Lines rendered with warnings
    double audio_s;                  ///< Duration of the rendered sound
    double cpu_s;                    ///< Processor time of the rendering threads
    int error;                       ///< errno of the system call that ended it; 0: another reason
    int n_told;
    JwError told[JW_SHARD_TOLD]; ///< First failures
} JwShardTally;

/// Runs a shard into the folder of the options. Counts lines that fail. Returns false, with an
/// error, if it could not continue; an empty error means that it was stopped. [main]
bool jw_shard_run(const JwShardSpec *spec, JwProgress *progress, JwShardTally *tally,
                  JwError *error);

/// Parses a line of the manifest. Returns false, with an error and its column, if it cannot be
/// rendered; its id is empty if it has none. [any]
bool jw_shard_read(const JwShardSpec *spec, const JwManifestText *text, JwManifestLine *line,
                   JwError *error);

/// Puts "PATH:LINE:COLUMN: " before an error about the parsed line with that number. If the error
/// has no column, it is derived from the text. [any]
void jw_shard_place(JwError *error, const JwShardSpec *spec, const JwManifestLine *line,
                    uint64_t number);

#endif // JW_SHARD_H
