// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Manifest: a file of lines, each a JSON object that describes one sound.

#ifndef JW_MANIFEST_H
#define JW_MANIFEST_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JW_MANIFEST_LINE_MAX = 65536 }; ///< Largest number of bytes of a line

/// Open manifest, read line by line.
typedef struct JwManifest JwManifest;

typedef struct {
    uint64_t line;  ///< Number of the line in the file, from 1
    uint64_t index; ///< Index among the nonblank lines, from 0
    size_t size;    ///< Bytes of the text
    bool too_long;  ///< The line is too long: the text is its beginning
    char text[JW_MANIFEST_LINE_MAX];
} JwManifestText;

typedef enum { JW_MANIFEST_LINE, JW_MANIFEST_END, JW_MANIFEST_FAILED } JwManifestStep;

/// Opens a regular file; returns NULL, with an error, if there is none. [main]
JwManifest *jw_manifest_open(const char *path, JwError *error);

/// Reads the next nonblank line. [any]
JwManifestStep jw_manifest_next(JwManifest *manifest, JwManifestText *text, JwError *error);

/// Returns to the first line. [main]
void jw_manifest_rewind(JwManifest *manifest);

/// Path as the user gave it. [any]
const char *jw_manifest_path(const JwManifest *manifest);

/// Closes it; accepts NULL. [main]
void jw_manifest_close(JwManifest *manifest);

#endif // JW_MANIFEST_H
