// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Control surface: commands of the player as messages of Open Sound Control over UDP.
//
// The address is /jawari/ and the words of a command, whose last ones may be arguments:
// /jawari/set/gain with the number -3 is `set gain -3`. Bundles are taken apart, and act at once.
// Who sent a message gets the answer: /jawari/answer with a text for each of its lines, then
// /jawari/ok, or /jawari/error with a text.

#ifndef JW_SURFACE_H
#define JW_SURFACE_H

#include "app/message.h"
#include "app/osc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

typedef enum {
    JW_SURFACE_NOTHING, ///< Nothing waits
    JW_SURFACE_LINE,    ///< A command
    JW_SURFACE_WRONG,   ///< What is none; it was answered, unless nothing at all was asked
} JwSurfaceNews;

typedef struct {
    int fd;                       ///< Socket; readable when something comes. -1: there is none
    struct sockaddr_storage from; ///< Sender of what was taken last
    socklen_t from_size;
    size_t n, at; ///< Bytes of the packet under way, and of it those that were taken
    uint8_t bytes[JW_OSC_BYTES];
} JwSurface;

/// True for "PORT" and "ADDRESS:PORT". [any]
bool jw_surface_is_place(const char *where);

/// Listens on "PORT" of this machine alone, or on "ADDRESS:PORT", which others may reach. Returns
/// false, with a message, if that is neither, or taken. [main]
bool jw_surface_open(JwSurface *surface, const char *where, JwMessage *message);

/// Takes the next command, as a line. [main]
JwSurfaceNews jw_surface_next(JwSurface *surface, char *line, size_t size);

/// Sends the lines of an answer to the sender of the last command. [main]
void jw_surface_answer(const JwSurface *surface, const char *text);

/// Stops listening; a surface whose fd is -1 is fine. [main]
void jw_surface_close(JwSurface *surface);

#endif // JW_SURFACE_H
