// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Client of a session manager, which orders it to open and to save.
//
// Source: New Session Manager, API 1.0: OSC over UDP, the address in $NSM_URL.

#ifndef JW_NSM_H
#define JW_NSM_H

#include "base/message.h"

#include <stdbool.h>

typedef enum {
    JW_NSM_NOTHING,
    JW_NSM_OPEN,
    JW_NSM_SAVE,
    JW_NSM_REFUSED, ///< The manager does not take the program in; no answer is due
    JW_NSM_NOBODY,  ///< Nobody is there to take what was sent; no answer is due
} JwNsmOrder;

typedef struct {
    int fd;           ///< Socket; readable when there may be an order
    char pending[64]; ///< Address of the order that waits for an answer
    char path[4096];  ///< OPEN: beginning of the paths of the session's files
    char client[256]; ///< OPEN: name to have among JACK's clients
    bool flooded;     ///< More may have come than is read at once
    bool welcomed;    ///< The manager has answered the announcement
    bool opened;      ///< A session is open: an order to open was answered with done
    char why[256];    ///< REFUSED: reason as the manager gives it
} JwNsm;

/// True if a URL has the form osc.udp://HOST:PORT/; else sets the message. [main]
bool jw_nsm_url_is_valid(const char *url, JwMessage *message);

/// Announces the program to the manager at that URL, which must be valid; false if there is no way
/// there. [main]
bool jw_nsm_open(JwNsm *nsm, const char *url, const char *executable, JwMessage *message);

/// Reads the next order. The one before must have been answered. A second order to open, and one to
/// save without a session, are answered with an error here. [main]
JwNsmOrder jw_nsm_read(JwNsm *nsm);

/// Answers the order: done, or text says why not. [main]
void jw_nsm_answer(JwNsm *nsm, bool done, const char *text);

/// Closes the socket; an nsm whose fd is -1 is fine. [main]
void jw_nsm_close(JwNsm *nsm);

#endif // JW_NSM_H
