// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// AnaMark's tuning files (.tun), versions 0 to 2.00 (M. Henning 2009, Specifications of the AnaMark
// tuning file format): a pitch for each MIDI key.
//
// [Exact Tuning] counts before [Tuning], as the specification says. [Functional Tuning], which has
// formulas, is not read; files that have it beside one of the others are.

#ifndef JW_ANAMARK_FILE_H
#define JW_ANAMARK_FILE_H

#include "base/error.h"
#include "base/status.h"
#include "playing/tuning.h"

#include <stdbool.h>
#include <stddef.h>

/// True if a text begins with a section and has one of AnaMark's names. [any]
bool jw_anamark_is(const char *text, size_t size);

/// Reads a text as a scale whose degree k is that of key k. JW_ERR_BAD_ARG, with an error that
/// gives the line, leaves *scale as it was. [any]
JwStatus jw_anamark_parse(const char *text, size_t size, JwScale *scale, JwError *error);

#endif // JW_ANAMARK_FILE_H
