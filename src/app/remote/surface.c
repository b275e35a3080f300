// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/remote/surface.h"

#include "base/utf8.h"
#include "files/number.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    BUNDLE_HEAD = 16,
    SIZE_BYTES = 4,
    HOST_SIZE = 128,
    END_BYTES = 24,   ///< Largest end of a successful answer: /jawari/more
    ERROR_BYTES = 20, ///< Error without its text
};

static const char bundle[] = "#bundle";

/********* The socket *********/

/// Splits PORT or ADDRESS:PORT.
static bool split_where(const char *where, char *host, size_t host_size, const char **port) {
    const char *colon = strrchr(where, ':');
    int number = 0;
    *port = colon ? colon + 1 : where;
    if (!jw_integer_parse(*port, 1, 65535, &number)) {
        return false;
    }
    const bool bracketed = colon && where[0] == '[' && colon[-1] == ']';
    const char *begin = bracketed ? where + 1 : where;
    const size_t n = colon ? (size_t)(colon - begin) - bracketed : 0;
    snprintf(host, host_size, "%.*s", (int)n, begin);
    if (!colon) {
        snprintf(host, host_size, "127.0.0.1");
    }
    return *host != '\0' && n < host_size;
}

static int bind_to(const char *host, const char *port) {
    const struct addrinfo hints = {.ai_family = AF_UNSPEC,
                                   .ai_socktype = SOCK_DGRAM,
                                   .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *a = NULL;
    if (getaddrinfo(host, port, &hints, &a)) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    int fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
    if (fd >= 0 && bind(fd, a->ai_addr, a->ai_addrlen)) {
        const int why = errno;
        close(fd);
        errno = why;
        fd = -1;
    }
    freeaddrinfo(a);
    return fd;
}

bool jw_surface_is_place(const char *where) {
    char host[HOST_SIZE];
    const char *port;
    return split_where(where, host, sizeof(host), &port);
}

bool jw_surface_open(JwSurface *surface, const char *where, JwSurfaceNames names, JwError *error) {
    char host[HOST_SIZE];
    const char *port;
    surface->names = names;
    surface->fd = -1;
    jw_surface_put(surface, surface->bytes, 0);
    errno = EADDRNOTAVAIL;
    if (split_where(where, host, sizeof(host), &port)) {
        surface->fd = bind_to(host, port);
    }
    return surface->fd >= 0 || jw_error_set(error, "--osc: %.100s: %s", where, strerror(errno));
}

void jw_surface_close(JwSurface *surface) {
    if (surface->fd >= 0) {
        close(surface->fd);
    }
    surface->fd = -1;
}

/********* Answers *********/

/// Sends bytes of an answer if the limit leaves room for them and for `reserve` more.
static bool send_bytes(JwSurface *s, const uint8_t *bytes, size_t n, size_t reserve) {
    if (n == 0 || s->room < n + reserve) {
        return false;
    }
    s->room -= n;
    // The sender may have gone: nothing waits for it.
    (void)sendto(s->fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT, (const struct sockaddr *)&s->from,
                 s->from_size);
    return true;
}

static bool send_line(JwSurface *s, const char *text) {
    uint8_t bytes[JW_OSC_BYTES];
    const size_t n = jw_osc_write(bytes, sizeof(bytes), "/jawari/answer", "s", text);
    return send_bytes(s, bytes, n, END_BYTES);
}

/// Sends an error text, as much of it as fits.
static void send_error(JwSurface *s, const char *text) {
    uint8_t bytes[JW_OSC_BYTES];
    char part[JW_SURFACE_WRONG_SIZE];
    const size_t most = s->room > ERROR_BYTES ? s->room - ERROR_BYTES : 0;
    size_t n = strlen(text);
    n = n < most ? n : most > 0 ? most - 1 : 0;
    n = n < sizeof(part) ? n : sizeof(part) - 1;
    n = jw_utf8_cut(text, n);
    snprintf(part, sizeof(part), "%.*s", (int)n, text);
    send_bytes(s, bytes,
               n > 0 ? jw_osc_write(bytes, sizeof(bytes), "/jawari/error", "s", part)
                     : jw_osc_write(bytes, sizeof(bytes), "/jawari/error", ""),
               0);
}

/// Ends the answer to a message.
static void send_end(JwSurface *s) {
    uint8_t bytes[END_BYTES];
    if (*s->wrong) {
        send_error(s, s->wrong);
    } else if (s->n_cut > 0) {
        send_bytes(s, bytes, jw_osc_write(bytes, sizeof(bytes), "/jawari/more", "i", s->n_cut), 0);
    } else {
        send_bytes(s, bytes, jw_osc_write(bytes, sizeof(bytes), "/jawari/ok", ""), 0);
    }
}

/// Begins the answer to a question of `question` bytes.
static void begin_answer(JwSurface *s, size_t question) {
    s->room = JW_SURFACE_TIMES * question;
    s->n_cut = 0;
    s->wrong[0] = '\0';
}

/// Stores the first error of a message.
static void keep_wrong(JwSurface *s, const char *text) {
    if (!*s->wrong) {
        snprintf(s->wrong, sizeof(s->wrong), "%.*s", (int)sizeof(s->wrong) - 1, text);
    }
}

void jw_surface_answer(JwSurface *surface, const char *text) {
    static const char wrong[] = "error: ";
    char line[JW_OSC_BYTES];
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        snprintf(line, sizeof(line), "%.*s", (int)n, text);
        if (!strncmp(line, wrong, strlen(wrong))) {
            keep_wrong(surface, line + strlen(wrong));
        } else if (strcmp(line, "ok") != 0 && !send_line(surface, line)) {
            ++surface->n_cut;
        }
    }
    if (!surface->search.found) {
        send_end(surface);
    }
}

/********* Packets *********/

static bool is_bundle(const uint8_t *bytes, size_t n) {
    return n >= BUNDLE_HEAD && !memcmp(bytes, bundle, sizeof(bundle));
}

/// Size of the next element of a bundle.
static size_t element_size(const JwSurface *s) {
    const uint8_t *b = s->packet + s->at;
    return (size_t)b[0] << 24 | (size_t)b[1] << 16 | (size_t)b[2] << 8 | b[3];
}

/// Next message of the current packet. Returns NULL if none is left, or if the rest is no valid
/// OSC, which sets *broken. Elements of a nested bundle follow one another.
static const uint8_t *next_message(JwSurface *s, size_t *size, bool *broken) {
    if (s->at == 0 && !is_bundle(s->packet, s->n)) {
        s->at = *size = s->n;
        return s->packet;
    }
    s->at = s->at == 0 ? BUNDLE_HEAD : s->at;
    while (s->n - s->at >= SIZE_BYTES) {
        const size_t n = element_size(s);
        s->at += SIZE_BYTES;
        if (n > s->n - s->at) {
            s->at -= SIZE_BYTES;
            break;
        }
        const uint8_t *start = s->packet + s->at;
        if (is_bundle(start, n)) {
            s->at += BUNDLE_HEAD;
            continue;
        }
        s->at += n;
        *size = n;
        return start;
    }
    *broken = s->at < s->n;
    s->at = s->n;
    return NULL;
}

void jw_surface_put(JwSurface *surface, const uint8_t *bytes, size_t n) {
    surface->packet = bytes;
    surface->n = n;
    surface->at = surface->answered = 0;
    surface->search.found = false;
}

/// Receives the next packet; returns false if there is none.
static bool receive(JwSurface *s) {
    s->from_size = sizeof(s->from);
    const ssize_t got = recvfrom(s->fd, s->bytes, sizeof(s->bytes), MSG_DONTWAIT | MSG_TRUNC,
                                 (struct sockaddr *)&s->from, &s->from_size);
    const bool fits = got <= (ssize_t)sizeof(s->bytes);
    jw_surface_put(s, s->bytes, got > 0 && fits ? (size_t)got : 0);
    if (!fits) {
        begin_answer(s, (size_t)got);
        send_error(s, "a packet has 8192 bytes at most");
    }
    return got >= 0;
}

/********* Commands *********/

/// True if a message is an answer of a player. It is not answered; otherwise two players would
/// answer each other for ever, or one player itself after a packet with a forged sender.
static bool is_answer(const JwOscMessage *message) {
    static const char *const answers[] = {"/jawari/answer", "/jawari/ok", "/jawari/error",
                                          "/jawari/more"};
    bool is = false;
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); ++i) {
        is = is || !strcmp(message->address, answers[i]);
    }
    return is;
}

/// Takes the next message of the packet; returns its error, or NULL if it has none. *any: there was
/// a message to execute.
static const char *take_message(JwSurface *s, bool *any, char *line, size_t size) {
    size_t n = 0;
    bool broken = false;
    const uint8_t *bytes = next_message(s, &n, &broken);
    *any = bytes || broken;
    begin_answer(s, s->at - s->answered);
    s->answered = s->at;
    if (bytes && jw_osc_parse(&s->message, bytes, n)) {
        if (is_answer(&s->message)) {
            *any = false;
            return NULL;
        }
        if (!jw_osc_is_pattern(s->message.address)) {
            return jw_surface_line(&s->names, &s->message, line, size);
        }
        const char *wrong = jw_surface_search(&s->search, &s->names, &s->message);
        return wrong ? wrong : jw_surface_match(&s->search, &s->names, &s->message, line, size);
    }
    // The rest of the packet is ignored: a packet causes one such answer.
    s->at = s->answered = s->n;
    return *any ? "not a message of OSC" : NULL;
}

JwSurfaceEvent jw_surface_next(JwSurface *surface, char *line, size_t size) {
    JwSurface *s = surface;
    const char *wrong = NULL;
    bool any = true;
    if (s->search.found) {
        wrong = jw_surface_match(&s->search, &s->names, &s->message, line, size);
    } else if (s->at == s->n && !receive(s)) {
        return JW_SURFACE_NOTHING;
    } else if (s->n == 0) {
        return JW_SURFACE_WRONG;
    } else {
        wrong = take_message(s, &any, line, size);
    }
    if (wrong) {
        s->search.found = false;
        keep_wrong(s, wrong);
        send_end(s);
    }
    return wrong || !any ? JW_SURFACE_WRONG : JW_SURFACE_LINE;
}
