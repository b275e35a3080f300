// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Hash of all that a result depends on: version, options, and the files that are read. A result is
// what was asked for if the hash is the same.

#ifndef JW_ASKED_H
#define JW_ASKED_H

#include "app/render/kept.h"
#include "app/render/render_options.h"
#include "base/message.h"
#include "files/sha256.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// Writes the hash of a rendering; false, with a message, if a file of it is not there. [any]
bool jw_asked_hash(const JwRenderOptions *options, JwKept *kept, char hash[JW_SHA256_TEXT],
                   JwMessage *message);

/// Writes the hash of what is left of a stream, and its bytes; false if it cannot be read. [any]
bool jw_asked_stream(FILE *file, char hash[JW_SHA256_TEXT], uint64_t *bytes);

/// Writes the hash of a file, and its bytes; false, with a message, if it cannot be read. [any]
bool jw_asked_file(const char *path, char hash[JW_SHA256_TEXT], uint64_t *bytes,
                   JwMessage *message);

#endif // JW_ASKED_H
