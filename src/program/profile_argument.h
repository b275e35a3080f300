// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Bridge profile on the command line.

#ifndef JW_PROFILE_ARGUMENT_H
#define JW_PROFILE_ARGUMENT_H

#include "base/error.h"
#include "playing/bridge_profile.h"

#include <stdbool.h>

/// Help text of the option.
#define JW_PROFILE_HELP "a bridge profile: rows of position and height in mm"

/// Reads the file of a profile. Returns false, with an error, if the file is invalid or the
/// instrument has no bridge in its range. [main]
bool jw_profile_argument(const char *path, const JwInstrument *instrument, JwProfile *profile,
                         JwError *error);

/// Writes the instrument's bridge with the profile applied to a file, as the table of an instrument
/// file. Replaces an existing file only if it is a profile. [main]
bool jw_profile_save(const char *path, const JwProfile *profile, const JwInstrument *instrument,
                     JwError *error);

#endif // JW_PROFILE_ARGUMENT_H
