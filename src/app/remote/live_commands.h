// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Commands to the player from scripts, one per line.

#ifndef JW_LIVE_COMMANDS_H
#define JW_LIVE_COMMANDS_H

#include "app/player/live.h"
#include "host/compass.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Executes one line (and modifies it). Writes the lines of the answer to out, then `ok` or `error:
/// TEXT`. Returns false after `quit`. Callers that can open a window handle `window` themselves.
/// [main]
bool jw_command_run(JwLive *live, char *line, FILE *out);

/// True if a line is that command. [any]
bool jw_command_is(const char *line, const char *name);

/// True if a number after the line can only be the position of a button: the command is complete,
/// and its last argument is no number. [any]
bool jw_command_is_button(const char *line);

/// Prints the commands, one per line with its meaning. [any]
void jw_command_print_list(FILE *out);

/// Names of commands and their arguments.
typedef struct {
    JwLive *live;
    JwCompass compass; ///< Keys of the instrument, filled when first needed
} JwCommandNames;

/// Writes name number i, from 0, of the commands (command NULL), or of the parameters, strings or
/// keys that may follow a command. Returns false after the last. [main]
bool jw_command_name(JwCommandNames *names, const char *command, int i, char *text, size_t size);

/// Prints the player's state, in lines of `key = value`. [main]
void jw_command_print_status(JwLive *live, FILE *out);

#endif // JW_LIVE_COMMANDS_H
