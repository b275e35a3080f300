// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/remote/manager.h"

#include "app/player/live_session.h"
#include "app/player/signals.h"
#include "host/clocks.h"

#include <stdio.h>

enum { PATH_SIZE = 4096 };

static const double order_patience_s = 10.0; // Wait for an order of a manager that has answered
static const double answer_patience_s = 1.5; // Wait for a manager's first answer

static void session_path(const JwManager *m, char *path, size_t size) {
    snprintf(path, size, "%.4080s.jawari", m->nsm.path);
}

/********* Joining *********/

static void play_without(const JwManager *m, const char *why) {
    JwError text = {0};
    jw_error_set(&text, "%.300s: playing without a session", why);
    m->say(m->user, text.text);
}

/// Waits for an order, as long as one may come.
static JwNsmOrder wait_for_order(JwManager *m) {
    const double begin_s = jw_monotonic_s();
    JwNsmOrder order = JW_NSM_NOTHING;
    double end_s = begin_s + answer_patience_s;
    while (order == JW_NSM_NOTHING && jw_monotonic_s() < end_s && !jw_signals_caught()) {
        m->wait(m->user);
        order = jw_nsm_read(&m->nsm);
        end_s = begin_s + (m->nsm.welcomed ? order_patience_s : answer_patience_s);
    }
    return order;
}

bool jw_manager_join(JwManager *m, const char *url, const char **name, JwError *error) {
    JwError why = {0};
    if (!jw_nsm_url_is_valid(url, error)) {
        return false;
    }
    if (!jw_nsm_open(&m->nsm, url, "jawari", &why)) {
        play_without(m, why.text);
        return true;
    }
    switch (wait_for_order(m)) {
    case JW_NSM_OPEN:
        *name = m->nsm.client;
        m->ordered = true;
        return true;
    case JW_NSM_REFUSED:
        jw_nsm_close(&m->nsm);
        return jw_error_set(error, "the session manager refuses: %s", m->nsm.why);
    case JW_NSM_NOBODY:
        jw_nsm_close(&m->nsm);
        jw_error_set(&why, "NSM_URL: nobody is at %.200s", url);
        play_without(m, why.text);
        return true;
    case JW_NSM_SAVE:
    case JW_NSM_NOTHING:
        break;
    }
    if (jw_signals_caught()) {
        return jw_error_set(error, "the session manager opens nothing");
    }
    play_without(m, m->nsm.welcomed ? "the session manager has not opened a session yet"
                                    : "the session manager has not answered yet");
    return true;
}

bool jw_manager_load(const JwManager *m, JwLive *live, JwError *error) {
    char path[PATH_SIZE];
    session_path(m, path, sizeof(path));
    return !m->ordered || jw_session_load_if_any(live, path, error);
}

void jw_manager_opened(JwManager *m, bool done, const char *text) {
    if (m->ordered) {
        jw_nsm_answer(&m->nsm, done, done ? "open" : text);
    }
    m->ordered = false;
}

/********* Orders *********/

static void save_session(JwManager *m, JwLive *live) {
    char path[PATH_SIZE];
    JwError error = {0};
    session_path(m, path, sizeof(path));
    const bool ok = jw_session_save(live, path, JW_SESSION_WHOLE, &error);
    jw_nsm_answer(&m->nsm, ok, ok ? "saved" : error.text);
}

// Opens the session of a manager that answers late, after the player has started without one.
static void enter_session(JwManager *m, JwLive *live) {
    char path[PATH_SIZE];
    JwError error = {0};
    session_path(m, path, sizeof(path));
    const bool ok =
        jw_session_load_if_any(live, path, &error) && jw_live_rename(live, m->nsm.client, &error);
    jw_nsm_answer(&m->nsm, ok, ok ? "open" : error.text);
    m->say(m->user, ok ? "the session manager has opened the session" : error.text);
}

void jw_manager_follow(JwManager *m, JwLive *live) {
    JwError text = {0};
    if (m->nsm.fd < 0) {
        return;
    }
    switch (jw_nsm_read(&m->nsm)) {
    case JW_NSM_SAVE:
        save_session(m, live);
        break;
    case JW_NSM_OPEN:
        enter_session(m, live);
        break;
    case JW_NSM_REFUSED:
        jw_error_set(&text, "the session manager refuses: %s", m->nsm.why);
        m->say(m->user, text.text);
        break;
    case JW_NSM_NOBODY:
    case JW_NSM_NOTHING:
        break;
    }
}
