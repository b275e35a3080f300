// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Names of takes. While a take is recorded, its file has the part's name, NAME.jawari-part.wav,
// and a lock (flock) that the system takes off when the program ends, however it ends. The take's
// own name is given to it at the end, and never to a file in the place of another one.

#ifndef JW_TAKE_NAME_H
#define JW_TAKE_NAME_H

#include "app/player/takes.h"

#include <stdbool.h>

#define JW_TAKE_PART ".jawari-part"

enum { JW_TAKE_NUMBER_MAX = 999 }; ///< Largest number in the name of a take

/// Path of the part of a take with that path; false if it is too long. A name that leaves no room
/// for the addition is cut. [any]
bool jw_take_part(const char *path, char part[JW_TAKES_PATH]);

/// Path of a part's take; false if the name is not one of a part. [any]
bool jw_take_of_part(const char *part, char path[JW_TAKES_PATH]);

/// The number-th path for a take: the path itself, NAME-2.wav, NAME-3.wav ... False if it is too
/// long. [any]
bool jw_take_numbered(const char *path, int number, char numbered[JW_TAKES_PATH]);

/// Gives a part the first of the numbered paths at which nothing is, and writes it into path. False
/// with errno; the part is then where it was. [main]
bool jw_take_keep(const char *part, char path[JW_TAKES_PATH]);

#endif // JW_TAKE_NAME_H
