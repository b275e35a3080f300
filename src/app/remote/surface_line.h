// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Messages of control surfaces as command lines of the player.
//
// An address is /jawari/, a command, and words that follow it: /jawari/set/gain. Arguments are
// further words. A pattern stands for all matching addresses of two kinds: /jawari/ and a command,
// or /jawari/, a command and a name that may follow it.

#ifndef JW_SURFACE_LINE_H
#define JW_SURFACE_LINE_H

#include "app/remote/osc.h"
#include "app/remote/osc_pattern.h"

#include <stdbool.h>
#include <stddef.h>

/// Names in addresses.
typedef struct {
    /// Writes name number i, from 0: of the commands if command is NULL, otherwise of the names
    /// that may follow that command. Returns false after the last.
    bool (*name)(void *user, const char *command, int i, char *text, size_t size);
    /// True if a number after the line is no argument of the command but the position of a button.
    /// NULL: there are no buttons.
    bool (*is_button)(void *user, const char *line);
    void *user;
} JwSurfaceNames;

/// Search for the addresses that a pattern matches.
typedef struct {
    int n_parts; ///< Number of parts of the pattern after /jawari/: 1 or 2
    char part[2][JW_OSC_PART_MAX + 1];
    int command, follower;              ///< Numbers of the next names to be checked
    bool found;                         ///< There is a match that was not taken yet
    char match[2][JW_OSC_NAME_MAX + 1]; ///< Names of the match
} JwSurfaceSearch;

/// Converts a message whose address is no pattern to a line; returns an error, or NULL. The line is
/// empty if a button was released: nothing is to be done. [main]
const char *jw_surface_line(const JwSurfaceNames *names, const JwOscMessage *message, char *line,
                            size_t size);

/// Begins the search for a message whose address is a pattern; returns an error, or NULL if
/// `found`. [main]
const char *jw_surface_search(JwSurfaceSearch *search, const JwSurfaceNames *names,
                              const JwOscMessage *message);

/// Converts the message to a line for the match, like jw_surface_line(), and searches the next one.
/// [main]
const char *jw_surface_match(JwSurfaceSearch *search, const JwSurfaceNames *names,
                             const JwOscMessage *message, char *line, size_t size);

#endif // JW_SURFACE_LINE_H
