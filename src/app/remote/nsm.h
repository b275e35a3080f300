// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Client of a session manager, which orders the program to open and to save.
//
// Source: New Session Manager, API 1.0: OSC over UDP, the address in $NSM_URL.

#ifndef JW_NSM_H
#define JW_NSM_H

#include "base/error.h"

#include <stdbool.h>

typedef enum {
    JW_NSM_NOTHING,
    JW_NSM_OPEN,
    JW_NSM_SAVE,
    JW_NSM_REFUSED, ///< The manager rejects the program; no answer is due
    JW_NSM_NOBODY,  ///< No process receives the messages; no answer is due
} JwNsmOrder;

typedef struct {
    int fd;           ///< Socket; readable when there may be an order
    char pending[64]; ///< Address of the order that awaits an answer
    char path[4096];  ///< OPEN: prefix of the paths of the session's files
    char client[256]; ///< OPEN: name for the JACK client
    bool flooded;     ///< There may be more messages than one call reads
    bool welcomed;    ///< The manager has answered the announcement
    bool opened;      ///< A session is open: an order to open was answered with success
    char why[256];    ///< REFUSED: the manager's reason
} JwNsm;

/// True if a URL has the form osc.udp://HOST:PORT/; otherwise sets the message. [main]
bool jw_nsm_url_is_valid(const char *url, JwError *error);

/// Announces the program to the manager at that valid URL; returns false if it is unreachable.
/// [main]
bool jw_nsm_open(JwNsm *nsm, const char *url, const char *executable, JwError *error);

/// Reads the next order; the previous one must have been answered. Answers a second order to open,
/// and an order to save without a session, with an error. [main]
JwNsmOrder jw_nsm_read(JwNsm *nsm);

/// Answers the order: success, or the reason for failure in text. [main]
void jw_nsm_answer(JwNsm *nsm, bool done, const char *text);

/// Closes the socket; accepts an nsm whose fd is -1. [main]
void jw_nsm_close(JwNsm *nsm);

#endif // JW_NSM_H
