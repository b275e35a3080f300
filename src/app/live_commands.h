// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Commands by which a script speaks to the player, a line each.

#ifndef JW_LIVE_COMMANDS_H
#define JW_LIVE_COMMANDS_H

#include "app/live.h"

#include <stdbool.h>
#include <stdio.h>

/// Obeys one line (which is taken apart) and answers on out: lines of the answer, then `ok` or
/// `error: TEXT`. Returns false after `quit`. Who can open a window obeys `window` himself. [main]
bool jw_command_run(JwLive *live, char *line, FILE *out);

/// True if a line is that command. [any]
bool jw_command_is(const char *line, const char *name);

/// Prints the commands, one a line with its meaning. [any]
void jw_command_print_list(FILE *out);

/// Prints the player's state, in lines of `key = value`. [main]
void jw_command_print_status(JwLive *live, FILE *out);

#endif // JW_LIVE_COMMANDS_H
