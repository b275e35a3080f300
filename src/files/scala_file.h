// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Scala scales (.scl) and keyboard mappings (.kbm). AnaMark's tunings (.tun), which are known by
// their sections, are read where a scale is.
//
// Formats: https://www.huygens-fokker.org/scala/scl_format.html and help.htm#mappings there. Blanks
// may stand around a ratio's slash; text that follows a value or touches it is ignored unless it
// looks like more of the value (3/2/1). On failure *out is as it was and the
// error says `name:line: what`. JW_ERR_NO_MEMORY, or JW_ERR_BAD_ARG for all other errors.

#ifndef JW_SCALA_FILE_H
#define JW_SCALA_FILE_H

#include "base/error.h"
#include "base/status.h"
#include "playing/tuning.h"

#include <stddef.h>

/// Reads a scale from a text of `size` bytes in any 8-bit character set. [main]
JwStatus jw_scale_file_parse(const char *text, size_t size, const char *name, JwScale *out,
                             JwError *error);

/// Reads a scale from a file of at most 1 MiB. [main]
JwStatus jw_scale_file_load(const char *path, JwScale *out, JwError *error);

/// Reads a mapping from a text of `size` bytes. [main]
JwStatus jw_keymap_file_parse(const char *text, size_t size, const char *name, JwKeymap *out,
                              JwError *error);

/// Reads a mapping from a file of at most 1 MiB. [main]
JwStatus jw_keymap_file_load(const char *path, JwKeymap *out, JwError *error);

#endif // JW_SCALA_FILE_H
