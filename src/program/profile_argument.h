// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Bridge profile on a command line.

#ifndef JW_PROFILE_ARGUMENT_H
#define JW_PROFILE_ARGUMENT_H

#include "base/message.h"
#include "playing/bridge_profile.h"

#include <stdbool.h>

/// What --help says of the option.
#define JW_PROFILE_HELP "a bridge profile: rows of position and height in mm"

/// Reads a profile's file; returns false, with a message, if the file is wrong or the instrument
/// has no bridge that the profile reaches. [main]
bool jw_profile_argument(const char *path, const JwInstrument *instrument, JwProfile *profile,
                         JwMessage *message);

/// Writes the instrument's bridge with the profile over it into a file, as the table of an
/// instrument file, in the place of an earlier one that is a profile. [main]
bool jw_profile_save(const char *path, const JwProfile *profile, const JwInstrument *instrument,
                     JwMessage *message);

#endif // JW_PROFILE_ARGUMENT_H
