// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Names of takes. While a take is recorded, its file has the name of a part, NAME.jawari-part.wav,
// and a lock (flock) that the system releases when the program ends in any way. At the end the part
// is renamed to the take's name, without replacing another file.

#ifndef JW_TAKE_NAME_H
#define JW_TAKE_NAME_H

#include "app/player/take_folder.h"

#include <stdbool.h>

#define JW_TAKE_PART ".jawari-part"

enum { JW_TAKE_NUMBER_MAX = 999 }; ///< Largest number in the name of a take

/// Path of the part of a take with that path; returns false if it is too long. A name without room
/// for the suffix is cut. [any]
bool jw_take_part(const char *path, char part[JW_TAKE_PATH]);

/// Path of a part's take; returns false if the name is not that of a part. [any]
bool jw_take_of_part(const char *part, char path[JW_TAKE_PATH]);

/// The number-th path for a take: the path itself, NAME-2.wav, NAME-3.wav and so on. Returns false
/// if it is too long. [any]
bool jw_take_numbered(const char *path, int number, char numbered[JW_TAKE_PATH]);

/// Renames a part to the first free numbered path and writes it to path. On failure returns false,
/// with errno; the part is then unchanged. [main]
bool jw_take_keep(const char *part, char path[JW_TAKE_PATH]);

#endif // JW_TAKE_NAME_H
