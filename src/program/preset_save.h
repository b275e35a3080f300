// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The user's own presets: files NAME.ttl in his data folder, where jw_data_find() finds them.

#ifndef JW_PRESET_SAVE_H
#define JW_PRESET_SAVE_H

#include "base/error.h"
#include "files/preset_file.h"

#include <stdbool.h>

/// Saves a preset under a name, written to `saved`. If any preset has a name alike, it becomes
/// NAME-2, NAME-3 and so on; with `replaces`, a preset of the user's own is replaced instead, and
/// another one is an error. A preset without a label gets that name. A name is one line of text
/// without a slash, and does not begin with a full stop. On failure no file is changed. [main]
bool jw_preset_save(JwPreset *preset, const char *name, bool replaces, char saved[JW_NAME_SIZE],
                    JwError *error);

#endif // JW_PRESET_SAVE_H
