// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Commands by which a script speaks to the player, a line each.

#ifndef JW_LIVE_COMMANDS_H
#define JW_LIVE_COMMANDS_H

#include "app/player/live.h"
#include "program/compass.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Obeys one line (which is taken apart) and answers on out: lines of the answer, then `ok` or
/// `error: TEXT`. Returns false after `quit`. Who can open a window obeys `window` himself. [main]
bool jw_command_run(JwLive *live, char *line, FILE *out);

/// True if a line is that command. [any]
bool jw_command_is(const char *line, const char *name);

/// True if a number that follows a line can only be the position of a button: the line is a command
/// with all that it needs, and its last argument is no number. [any]
bool jw_command_is_button(const char *line);

/// Prints the commands, one a line with its meaning. [any]
void jw_command_print_list(FILE *out);

/// Names of commands and of what they are for.
typedef struct {
    JwLive *live;
    JwCompass compass; ///< Keys of the instrument, when the first of them was asked for
} JwCommandNames;

/// Writes name number i, from 0, of the commands (command NULL), or of what may follow a command:
/// parameters, strings, or keys that the instrument has. False behind the last. [main]
bool jw_command_name(JwCommandNames *names, const char *command, int i, char *text, size_t size);

/// Prints the player's state, in lines of `key = value`. [main]
void jw_command_print_status(JwLive *live, FILE *out);

#endif // JW_LIVE_COMMANDS_H
