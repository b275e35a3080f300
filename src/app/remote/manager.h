// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Session manager (NSM) whose orders the player follows.

#ifndef JW_MANAGER_H
#define JW_MANAGER_H

#include "app/player/live.h"
#include "app/remote/nsm.h"
#include "base/error.h"

#include <stdbool.h>

/// Manager; set the callbacks before use, and nsm.fd = -1.
typedef struct {
    JwNsm nsm;
    bool ordered; ///< An order to open, received before the player was ready, awaits its answer
    void *user;
    void (*say)(void *user, const char *text); ///< Displays a line to the user
    void (*wait)(void *user);                  ///< Waits 10 ms, or until a message may have come
} JwManager;

/// Announces the player to the manager at that URL and waits for the order to open a session, which
/// contains the client's name (*name) and is answered by jw_manager_opened(). Without a manager, or
/// without an answer in time, displays that there is no session and returns true; a manager may
/// still open one later. Returns false, with an error, if the URL is invalid or the manager
/// refuses. [main]
bool jw_manager_join(JwManager *manager, const char *url, const char **name, JwError *error);

/// Loads the session of the order, if there is one and it was saved before. [main]
bool jw_manager_load(const JwManager *manager, JwLive *live, JwError *error);

/// Answers the order to open, if there was one: success, or the reason for failure in text. [main]
void jw_manager_opened(JwManager *manager, bool done, const char *text);

/// Handles a pending order; call it at each tick, even while no backend is open. [main]
void jw_manager_follow(JwManager *manager, JwLive *live);

#endif // JW_MANAGER_H
