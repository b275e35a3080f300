// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instruments as INI files; doc/instrument-format.md describes the format.

#ifndef JW_INSTRUMENT_FILE_H
#define JW_INSTRUMENT_FILE_H

#include "base/error.h"
#include "base/status.h"
#include "playing/instrument.h"

#include <stddef.h>

/// Reads an instrument from a text of `size` bytes. On failure *out is as it was and the error says
/// `name:line: what`. JW_ERR_NO_MEMORY, or JW_ERR_BAD_ARG for every error in the text. [main]
JwStatus jw_instrument_file_parse(const char *text, size_t size, const char *name,
                                  JwInstrument *out, JwError *error);

/// Reads an instrument from a file of at most 1 MiB, the same way, and the cents by which it is
/// tuned from the tuned file beside it (files/tuned_file.h). Where the instrument plays untuned,
/// the text after a success is a line that says so; else it is empty. [main]
JwStatus jw_instrument_file_load(const char *path, JwInstrument *out, JwError *error);

#endif // JW_INSTRUMENT_FILE_H
