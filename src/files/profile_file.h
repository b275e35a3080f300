// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Bridge profiles in files and texts.
//
// A file is the table of an instrument file - one section [obstacle NAME] of the kind table, of
// which the nodes count, and the line [end] - or rows of two numbers, position and height, with
// blanks, commas or semicolons between them; lines that begin with # or ; are comments. Positions
// and heights are in millimetres, as in instrument files.

#ifndef JW_PROFILE_FILE_H
#define JW_PROFILE_FILE_H

#include "base/error.h"
#include "base/status.h"
#include "playing/bridge_profile.h"

#include <stdbool.h>
#include <stddef.h>

/// Loads a profile of at least one point; *out stays as it is on failure, and the error says file
/// and line. [main]
JwStatus jw_profile_file_load(const char *path, JwProfile *out, JwError *error);

/// Parses the text of such a file; name is its name in errors. [any]
JwStatus jw_profile_file_parse(const char *text, size_t size, const char *name, JwProfile *out,
                               JwError *error);

/// Writes a file's text: the bridge with the profile over it, as an instrument file takes it in the
/// place of its bridge's section. The caller frees it; NULL if memory is short. [main]
char *jw_profile_file_text(const JwProfile *profile, const JwObstacle *bridge);

/// Reads `X H, X H` [mm], of any number of points; blanks and commas separate numbers. False for
/// anything else, with *out as it was. [any]
bool jw_profile_parse(const char *text, JwProfile *out);

/// Writes a profile as jw_profile_parse() reads it back to the last bit; false if that does not fit
/// into `size` bytes. [any]
bool jw_profile_print(const JwProfile *profile, char *text, size_t size);

#endif // JW_PROFILE_FILE_H
