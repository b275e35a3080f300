// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Line commands: what a script can say to the player.

#ifndef JW_LIVE_COMMANDS_H
#define JW_LIVE_COMMANDS_H

#include "app/live.h"

#include <stdbool.h>
#include <stdio.h>

/// Obeys one line (which is taken apart) and answers on out: lines of the answer, then
/// `ok` or `error: what`. False after `quit`. [main]
bool jw_command_run(JwLive *live, char *line, FILE *out);

/// Prints the commands, one a line with what it does. [any]
void jw_command_print_list(FILE *out);

/// Prints how the player is, in lines of `key = value`. [main]
void jw_command_print_status(JwLive *live, FILE *out);

#endif // JW_LIVE_COMMANDS_H
