// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Messages of control surfaces as command lines of the player.
//
// An address is /jawari/, a command, and words that follow it: /jawari/set/gain. Arguments are more
// words. An address with a pattern stands for all addresses that it matches, of these: /jawari/ and
// a command; /jawari/, a command and a name of what the command is for.

#ifndef JW_SURFACE_LINE_H
#define JW_SURFACE_LINE_H

#include "app/remote/osc.h"
#include "app/remote/osc_pattern.h"

#include <stdbool.h>
#include <stddef.h>

/// Names that addresses are made of, and what follows them.
typedef struct {
    /// Writes name number i, from 0: of the commands where command is NULL, otherwise of what may
    /// follow that command in an address. False behind the last one.
    bool (*name)(void *user, const char *command, int i, char *text, size_t size);
    /// True if a number that follows a line is no argument of its command, but the position of a
    /// button. NULL: there are no buttons.
    bool (*is_button)(void *user, const char *line);
    void *user;
} JwSurfaceNames;

/// Search for the addresses that a pattern matches.
typedef struct {
    int n_parts; ///< Parts of the pattern behind /jawari/: 1 or 2
    char part[2][JW_OSC_PART_MAX + 1];
    int command, follower;              ///< Numbers of the names that are looked at next
    bool found;                         ///< True if there is a match that was not taken yet
    char match[2][JW_OSC_NAME_MAX + 1]; ///< And its names
} JwSurfaceSearch;

/// Writes a message whose address is no pattern as a line; returns what is wrong with it, NULL for
/// nothing. The line is empty if a button was let go: nothing is to be done. [main]
const char *jw_surface_line(const JwSurfaceNames *names, const JwOscMessage *message, char *line,
                            size_t size);

/// Begins the search for a message whose address is a pattern; returns what is wrong with it, NULL
/// if `found`. [main]
const char *jw_surface_search(JwSurfaceSearch *search, const JwSurfaceNames *names,
                              const JwOscMessage *message);

/// Writes the message as a line for the match, as jw_surface_line() does, and looks for the next
/// one. [main]
const char *jw_surface_match(JwSurfaceSearch *search, const JwSurfaceNames *names,
                             const JwOscMessage *message, char *line, size_t size);

#endif // JW_SURFACE_LINE_H
