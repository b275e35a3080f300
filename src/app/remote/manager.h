// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Session manager (NSM), as the player obeys it.

#ifndef JW_MANAGER_H
#define JW_MANAGER_H

#include "app/player/live.h"
#include "app/remote/nsm.h"
#include "base/message.h"

#include <stdbool.h>

/// Manager; the functions are the program's, and are set before use, with nsm.fd = -1.
typedef struct {
    JwNsm nsm;
    bool ordered; ///< An order to open, given before the player was there, waits for its answer
    void *user;
    void (*say)(void *user, const char *text); ///< Shows a line to the user
    void (*wait)(void *user); ///< Waits a hundredth of a second, or until a message may have come
} JwManager;

/// Announces the player to the manager at that URL and waits for the order to open a session, which
/// gives the client its name (*name) and is answered by jw_manager_opened(). Without a manager
/// there, or an answer in time, says in a line that there is no session, and returns true; a
/// manager may still open one later. False, with a message, if the URL is none or the manager
/// refuses. [main]
bool jw_manager_join(JwManager *manager, const char *url, const char **name, JwMessage *message);

/// Loads the session that was ordered, if any was, and if it was saved before. [main]
bool jw_manager_load(const JwManager *manager, JwLive *live, JwMessage *message);

/// Answers the order to open, if there was one: done, or text says why not. [main]
void jw_manager_opened(JwManager *manager, bool done, const char *text);

/// Obeys an order that has come, if any; call it at each tick, also while no backend is open.
/// [main]
void jw_manager_follow(JwManager *manager, JwLive *live);

#endif // JW_MANAGER_H
