// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Contents of a file of a session or practice set, line by line.

#ifndef JW_SESSION_TEXT_H
#define JW_SESSION_TEXT_H

#include "app/player/live_clock.h"
#include "base/error.h"
#include "base/key_layout.h"
#include "base/params.h"
#include "playing/bridge_profile.h"
#include "program/companion.h"
#include "program/fine_tuning.h"

#include <stdbool.h>

/// What the file says; texts point into the file's text.
typedef struct {
    const char *instrument; ///< Name or path; NULL: the preset's, or the default
    const char *preset;     ///< Name or path; NULL: none
    JwFineTuning fine;
    JwProfile profile;
    JwCompanionSettings with, second;
    bool with_on, second_on;
    bool has_clock; ///< The file has settings of the clock
    JwClockSettings clock;
    JwKeysChoice keys; ///< JW_N_KEYS_CHOICES: not given
    bool set[JW_N_PARAMS];
    double value[JW_N_PARAMS];
} JwSessionText;

/// Contents before the first line.
#define JW_SESSION_TEXT                                                                            \
    {                                                                                              \
        .with = JW_COMPANION_NONE, .second = JW_COMPANION_NONE, .clock = JW_CLOCK_SETTINGS,        \
        .keys = JW_N_KEYS_CHOICES                                                                  \
    }

/// Takes a line, `key = value`, of a JwSessionText: a function for jw_settings_read(). [any]
bool jw_session_take(void *user, char *key, char *value, JwError *error);

#endif // JW_SESSION_TEXT_H
