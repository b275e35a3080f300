// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Line of a manifest as options of a rendering.

#ifndef JW_MANIFEST_LINE_H
#define JW_MANIFEST_LINE_H

#include "app/render/render_options.h"
#include "base/message.h"
#include "files/json_text.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    JW_ID_SIZE = 65, ///< Bytes of an id, its zero byte included
    JW_TUNE_SIZE = 128,
};

/// Set to {0} before use, and used again and again. Large: not for the stack.
typedef struct {
    char id[JW_ID_SIZE];     ///< Id; empty if the line has none that can be used
    JwRenderOptions options; ///< Options; their texts are this structure's, or the command line's
    int column;              ///< Place of the error
    JwJson json;
    char tune[JW_MAX_STRINGS][JW_TUNE_SIZE]; ///< Texts STRING=CENTS
} JwManifestLine;

/// Reads a line's text; what it leaves out is as in base. Returns false, with a message and its
/// column, for an error; the id is read nevertheless if there is one. [any]
bool jw_manifest_line_read(JwManifestLine *line, const JwRenderOptions *base, const char *text,
                           size_t size, JwMessage *message);

/// Reads the id alone; false if the line has none that can be used. [any]
bool jw_manifest_line_id(JwManifestLine *line, const char *text, size_t size);

/// Place of what a message of a rendering is about, in the line that was read last; 0 if that is
/// not known. [any]
int jw_manifest_line_column(const JwManifestLine *line, const char *message);

/// Frees all. [any]
void jw_manifest_line_clear(JwManifestLine *line);

#endif // JW_MANIFEST_LINE_H
