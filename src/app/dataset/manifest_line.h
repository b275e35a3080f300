// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Line of a manifest, as options of a rendering.

#ifndef JW_MANIFEST_LINE_H
#define JW_MANIFEST_LINE_H

#include "app/render/render_options.h"
#include "base/error.h"
#include "files/json_text.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    JW_ID_SIZE = 65, ///< Bytes of an id, terminating zero included
    JW_TUNE_SIZE = 128,
};

/// Set to {0} before first use, reusable. Large: not for the stack.
typedef struct {
    char id[JW_ID_SIZE];     ///< Id; empty if the line has no valid one
    JwRenderOptions options; ///< Options; their texts belong to this structure or the command line
    JwJson json;
    char tune[JW_MAX_STRINGS][JW_TUNE_SIZE]; ///< Texts STRING=CENTS
} JwManifestLine;

/// Parses a line's text; missing values are taken from base. Returns false, with an error that has
/// its column but neither file nor line; the id is read nevertheless if there is one. [any]
bool jw_manifest_line_read(JwManifestLine *line, const JwRenderOptions *base, const char *text,
                           size_t size, JwError *error);

/// Parses only the id; returns false if the line has no valid one. [any]
bool jw_manifest_line_id(JwManifestLine *line, const char *text, size_t size);

/// Column that a rendering's error refers to, in the last parsed line; 0 if unknown. [any]
int jw_manifest_line_column(const JwManifestLine *line, const char *message);

/// Frees everything. [any]
void jw_manifest_line_clear(JwManifestLine *line);

#endif // JW_MANIFEST_LINE_H
