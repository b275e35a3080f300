// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/remote/nsm.h"

#include "app/remote/osc.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { API_MAJOR = 1, API_MINOR = 0, ERROR_GENERAL = -1, MESSAGES_AT_ONCE = 64 };

static const char announce[] = "/nsm/server/announce";
static const char open_order[] = "/nsm/client/open";

// Splits osc.udp://HOST:PORT/ into host and port.
static bool split_url(const char *url, char *host, size_t host_size, char *port, size_t port_size) {
    static const char scheme[] = "osc.udp://";
    if (strncmp(url, scheme, strlen(scheme))) {
        return false;
    }
    url += strlen(scheme);
    const char *colon = strrchr(url, ':');
    if (!colon || (size_t)(colon - url) >= host_size) {
        return false;
    }
    snprintf(host, host_size, "%.*s", (int)(colon - url), url);
    snprintf(port, port_size, "%.*s", (int)strspn(colon + 1, "0123456789"), colon + 1);
    return *host && *port;
}

static int connect_to(const char *host, const char *port) {
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM};
    struct addrinfo *list = NULL;
    int fd = -1;
    if (getaddrinfo(host, port, &hints, &list)) {
        return -1;
    }
    for (const struct addrinfo *a = list; a && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
        if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen)) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(list);
    return fd;
}

static bool send_bytes(const JwNsm *nsm, const uint8_t *bytes, size_t n) {
    return n > 0 && send(nsm->fd, bytes, n, MSG_NOSIGNAL) == (ssize_t)n;
}

bool jw_nsm_url_is_valid(const char *url, JwError *error) {
    char host[256];
    char port[16];
    return split_url(url, host, sizeof(host), port, sizeof(port)) ||
           jw_error_set(error, "NSM_URL: \"%.200s\" is not osc.udp://HOST:PORT/", url);
}

bool jw_nsm_open(JwNsm *nsm, const char *url, const char *executable, JwError *error) {
    char host[256];
    char port[16];
    uint8_t bytes[JW_OSC_BYTES];
    *nsm = (JwNsm){.fd = -1};
    nsm->fd = split_url(url, host, sizeof(host), port, sizeof(port)) ? connect_to(host, port) : -1;
    if (nsm->fd < 0) {
        return jw_error_set(error, "NSM_URL: no way to %.200s", url);
    }
    const size_t n = jw_osc_write(bytes, sizeof(bytes), announce, "sssiii", "Jawari", "",
                                  executable, (int)API_MAJOR, (int)API_MINOR, (int)getpid());
    if (!send_bytes(nsm, bytes, n)) {
        jw_nsm_close(nsm);
        return jw_error_set(error, "NSM_URL: cannot send to %.200s", url);
    }
    return true;
}

static JwNsmOrder take_open(JwNsm *nsm, const JwOscMessage *m) {
    const char *path = jw_osc_string(m, 0);
    const char *client = jw_osc_string(m, 2);
    snprintf(nsm->pending, sizeof(nsm->pending), "%s", m->address);
    if (nsm->opened) {
        jw_nsm_answer(nsm, false, "already in a session");
        return JW_NSM_NOTHING;
    }
    if (!path || !client || strlen(path) >= sizeof(nsm->path) - 16) {
        jw_nsm_answer(nsm, false, "path and client name are needed");
        return JW_NSM_NOTHING;
    }
    snprintf(nsm->path, sizeof(nsm->path), "%s", path);
    snprintf(nsm->client, sizeof(nsm->client), "%s", client);
    return JW_NSM_OPEN;
}

// Errors refer to the announcement, the only message that the manager answers.
static bool take_error(JwNsm *nsm, const JwOscMessage *m) {
    const char *to = jw_osc_string(m, 0);
    const char *why = jw_osc_string(m, 2);
    if (!to || strcmp(to, announce)) {
        return false;
    }
    snprintf(nsm->why, sizeof(nsm->why), "%s", why && *why ? why : "no reason given");
    return true;
}

static JwNsmOrder take_save(JwNsm *nsm, const JwOscMessage *m) {
    snprintf(nsm->pending, sizeof(nsm->pending), "%s", m->address);
    if (!nsm->opened) {
        jw_nsm_answer(nsm, false, "no session is open");
        return JW_NSM_NOTHING;
    }
    return JW_NSM_SAVE;
}

static void take_reply(JwNsm *nsm, const JwOscMessage *m) {
    const char *to = jw_osc_string(m, 0);
    nsm->welcomed = nsm->welcomed || (to && !strcmp(to, announce));
}

/// Handles a message; returns JW_NSM_NOTHING if it is no order.
static JwNsmOrder take(JwNsm *nsm, const JwOscMessage *m) {
    if (!strcmp(m->address, open_order)) {
        return take_open(nsm, m);
    }
    if (!strcmp(m->address, "/nsm/client/save")) {
        return take_save(nsm, m);
    }
    if (!strcmp(m->address, "/reply")) {
        take_reply(nsm, m);
    }
    return !strcmp(m->address, "/error") && take_error(nsm, m) ? JW_NSM_REFUSED : JW_NSM_NOTHING;
}

JwNsmOrder jw_nsm_read(JwNsm *nsm) {
    uint8_t bytes[JW_OSC_BYTES];
    JwOscMessage m;
    nsm->flooded = false;
    for (int i = 0; i < MESSAGES_AT_ONCE; ++i) {
        const ssize_t n = recv(nsm->fd, bytes, sizeof(bytes), MSG_DONTWAIT);
        if (n < 0) {
            return errno == ECONNREFUSED ? JW_NSM_NOBODY : JW_NSM_NOTHING;
        }
        const bool is_message = jw_osc_parse(&m, bytes, (size_t)n);
        const JwNsmOrder order = is_message ? take(nsm, &m) : JW_NSM_NOTHING;
        if (order != JW_NSM_NOTHING) {
            return order;
        }
    }
    nsm->flooded = true;
    return JW_NSM_NOTHING;
}

void jw_nsm_answer(JwNsm *nsm, bool done, const char *text) {
    uint8_t bytes[JW_OSC_BYTES];
    const size_t n = done ? jw_osc_write(bytes, sizeof(bytes), "/reply", "ss", nsm->pending, text)
                          : jw_osc_write(bytes, sizeof(bytes), "/error", "sis", nsm->pending,
                                         (int)ERROR_GENERAL, text);
    nsm->opened = nsm->opened || (done && !strcmp(nsm->pending, open_order));
    send_bytes(nsm, bytes, n);
}

void jw_nsm_close(JwNsm *nsm) {
    if (nsm->fd >= 0) {
        close(nsm->fd);
    }
    nsm->fd = -1;
}
