// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// States of the plug-ins in Turtle, as hosts of LV2 save them: ports, and properties of the state.

#ifndef JW_STATE_FILE_H
#define JW_STATE_FILE_H

#include "base/error.h"
#include "base/status.h"

#include <stdbool.h>

/// Receiver of a state's contents. Each function returns false to end the reading, with an error.
typedef struct {
    void *user;
    bool (*port)(void *user, const char *symbol, double value, JwError *error);
    /// A property of the state; is_path: the file's name, relative to the state's folder if it is
    /// there
    bool (*text)(void *user, const char *uri, const char *text, bool is_path, JwError *error);
} JwStateTaker;

/// Reads the state of one plug-in from a file of at most 1 MiB. On failure the error says
/// `name:line: what`: JW_ERR_NO_MEMORY, or JW_ERR_BAD_ARG for all other errors, among them a state
/// of no plug-in or of another one. [main]
JwStatus jw_state_file_load(const char *path, const char *plugin_uri, const JwStateTaker *taker,
                            JwError *error);

#endif // JW_STATE_FILE_H
