// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Control surface: commands of the player as messages of Open Sound Control over UDP.
//
// The address is /jawari/ and the words of a command, whose last ones may be arguments:
// /jawari/set/gain with the number -3 is `set gain -3`. A pattern stands for all addresses that it
// matches. Bundles are taken apart, and act at once. Who sent a message gets the answer:
// /jawari/answer with a text for each of its lines, then /jawari/ok, or /jawari/error with a text.
//
// The sender of a packet can be forged. So that nobody is flooded with answers that somebody else
// has asked for, all bytes that answer a message are JW_SURFACE_TIMES its own at most. Where lines
// have no room, /jawari/more with their number ends the answer; a blob makes a message longer.
// Nothing is kept of who asks, and nothing is sent later. Answers of a player are not answered.

#ifndef JW_SURFACE_H
#define JW_SURFACE_H

#include "app/remote/osc.h"
#include "app/remote/surface_line.h"
#include "base/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum {
    JW_SURFACE_TIMES = 4, ///< Most bytes that answer a byte
    JW_SURFACE_WRONG_SIZE = 512,
};

typedef enum {
    JW_SURFACE_NOTHING, ///< Nothing waits
    JW_SURFACE_LINE,    ///< A command
    JW_SURFACE_WRONG,   ///< What is none; it was answered, unless it is itself an answer
} JwSurfaceNews;

typedef struct {
    int fd;                       ///< Socket; readable when something comes. -1: there is none
    struct sockaddr_storage from; ///< Sender of what was taken last
    socklen_t from_size;
    JwSurfaceNames names;
    const uint8_t *packet;  ///< The packet under way
    size_t n, at;           ///< Its bytes, and of it those that were taken
    size_t answered;        ///< And those of questions that have their room for an answer
    JwOscMessage message;   ///< The message under way
    JwSurfaceSearch search; ///< And the addresses that its pattern matches
    size_t room;            ///< Bytes that may still answer it
    int n_cut;              ///< Lines of the answer for which there was no room
    char wrong[JW_SURFACE_WRONG_SIZE]; ///< First error in the answer; empty: none
    uint8_t bytes[JW_OSC_BYTES];
} JwSurface;

/// True for "PORT" and "ADDRESS:PORT". [any]
bool jw_surface_is_place(const char *where);

/// Listens on "PORT" of this machine alone, or on "ADDRESS:PORT", which others may reach. Returns
/// false, with a message, if that is neither, or taken. [main]
bool jw_surface_open(JwSurface *surface, const char *where, JwSurfaceNames names,
                     JwMessage *message);

/// Makes these bytes the packet that is taken next; they are borrowed. [main]
void jw_surface_put(JwSurface *surface, const uint8_t *bytes, size_t n);

/// Takes the next command, as a line, which is empty if there is nothing to do. [main]
JwSurfaceNews jw_surface_next(JwSurface *surface, char *line, size_t size);

/// Sends the lines of an answer to the sender of the last command. [main]
void jw_surface_answer(JwSurface *surface, const char *text);

/// Stops listening; a surface whose fd is -1 is fine. [main]
void jw_surface_close(JwSurface *surface);

#endif // JW_SURFACE_H
