// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Control surface: commands to the player as messages of Open Sound Control over UDP.
//
// The address is /jawari/ followed by the words of a command, of which the last may be arguments:
// /jawari/set/gain with the number -3 is `set gain -3`. A pattern stands for all addresses that it
// matches. Bundles are unpacked and take effect at once. The sender gets the answer: /jawari/answer
// with a text for each of its lines, then /jawari/ok, or /jawari/error with a text.
//
// The sender address of a packet can be forged. To prevent amplification attacks, an answer has at
// most JW_SURFACE_TIMES as many bytes as the message. If lines do not fit, /jawari/more with their
// number ends the answer; a blob argument makes a message longer. No state of the senders is kept,
// and nothing is sent later. Answers of a player are not answered.

#ifndef JW_SURFACE_H
#define JW_SURFACE_H

#include "app/remote/osc.h"
#include "app/remote/surface_line.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum {
    JW_SURFACE_TIMES = 4, ///< Largest number of answer bytes per message byte
    JW_SURFACE_WRONG_SIZE = 512,
};

typedef enum {
    JW_SURFACE_NOTHING, ///< There is no message
    JW_SURFACE_LINE,    ///< A command
    JW_SURFACE_WRONG,   ///< An invalid message; it was answered unless it is itself an answer
} JwSurfaceEvent;

typedef struct {
    int fd;                       ///< Socket; readable when something arrives. -1: none
    struct sockaddr_storage from; ///< Sender of the last message
    socklen_t from_size;
    JwSurfaceNames names;
    const uint8_t *packet;  ///< Current packet
    size_t n, at;           ///< Its size, and the offset of the next message
    size_t answered;        ///< Offset up to which messages have counted towards their answers
    JwOscMessage message;   ///< Current message
    JwSurfaceSearch search; ///< Addresses that its pattern matches
    size_t room;            ///< Bytes that the answer may still use
    int n_cut;              ///< Lines of the answer that did not fit
    char wrong[JW_SURFACE_WRONG_SIZE]; ///< First error of the answer; empty: none
    uint8_t bytes[JW_OSC_BYTES];
} JwSurface;

/// True for "PORT" and "ADDRESS:PORT". [any]
bool jw_surface_is_place(const char *where);

/// Listens on "PORT" for this machine only, or on "ADDRESS:PORT" for other machines too. Returns
/// false, with an error, if that is invalid or in use. [main]
bool jw_surface_open(JwSurface *surface, const char *where, JwSurfaceNames names, JwError *error);

/// Makes these bytes the next packet; they are borrowed. [main]
void jw_surface_put(JwSurface *surface, const uint8_t *bytes, size_t n);

/// Takes the next command, as a line, which is empty if there is nothing to do. [main]
JwSurfaceEvent jw_surface_next(JwSurface *surface, char *line, size_t size);

/// Sends the lines of an answer to the sender of the last command. [main]
void jw_surface_answer(JwSurface *surface, const char *text);

/// Stops listening; accepts a surface whose fd is -1. [main]
void jw_surface_close(JwSurface *surface);

#endif // JW_SURFACE_H
