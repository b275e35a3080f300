// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Commands to the player: a parsed line, and the functions that obey those about files.

#ifndef JW_COMMAND_H
#define JW_COMMAND_H

#include "app/player/live.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

enum { JW_COMMAND_WORDS = 4 };

/// Parsed line.
typedef struct {
    JwLive *live;
    FILE *out; ///< Receives the lines of the answer
    JwError *error;
    char *rest; ///< Everything after the command
    int n_words;
    char *word[JW_COMMAND_WORDS]; ///< Words of rest
} JwCommand;

/// Text after the first word. [any]
const char *jw_command_after_word(const JwCommand *command);

/// Obey the commands of their names; return false, with an error, on failure. [main]
bool jw_command_record(JwCommand *command);
bool jw_command_stems(JwCommand *command);
bool jw_command_save(JwCommand *command);
bool jw_command_load(JwCommand *command);
bool jw_command_practice(JwCommand *command);
bool jw_command_save_preset(JwCommand *command);
bool jw_command_replace_preset(JwCommand *command);

#endif // JW_COMMAND_H
