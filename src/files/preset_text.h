// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Presets as text, for jw_preset_file_parse() and hosts of LV2.

#ifndef JW_PRESET_TEXT_H
#define JW_PRESET_TEXT_H

#include "files/preset_file.h"

#include <stddef.h>

enum { JW_PRESET_TEXT = 16384 }; ///< Room for any preset and its final 0

/// Writes a preset in Turtle, from which jw_preset_file_parse() reads the same one, its values to
/// 15 digits. name: that of its file, for its URI. Returns the number of bytes. [any]
size_t jw_preset_text(const JwPreset *preset, const char *name, char text[JW_PRESET_TEXT]);

#endif // JW_PRESET_TEXT_H
