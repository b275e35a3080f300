// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/surface.h"

#include "files/number.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BUNDLE_HEAD = 16, SIZE_BYTES = 4, WORD_SIZE = 1024, HOST_SIZE = 128 };

static const char prefix[] = "/jawari/", bundle[] = "#bundle";

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

bool jw_surface_open(JwSurface *surface, const char *where, JwMessage *message) {
    char host[HOST_SIZE];
    const char *port;
    surface->fd = -1;
    surface->n = surface->at = 0;
    errno = EADDRNOTAVAIL;
    if (split_where(where, host, sizeof(host), &port)) {
        surface->fd = bind_to(host, port);
    }
    return surface->fd >= 0 || jw_message_set(message, "--osc: %.100s: %s", where, strerror(errno));
}

void jw_surface_close(JwSurface *surface) {
    if (surface->fd >= 0) {
        close(surface->fd);
    }
    surface->fd = -1;
}

/********* Answers *********/

static void send_text(const JwSurface *surface, const char *address, const char *text) {
    uint8_t bytes[JW_OSC_BYTES];
    const size_t n = text ? jw_osc_write(bytes, sizeof(bytes), address, "s", text)
                          : jw_osc_write(bytes, sizeof(bytes), address, "");
    if (n > 0) {
        // Who asked may be gone: nothing waits for it.
        (void)sendto(surface->fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT,
                     (const struct sockaddr *)&surface->from, surface->from_size);
    }
}

void jw_surface_answer(const JwSurface *surface, const char *text) {
    static const char wrong[] = "error: ";
    char line[JW_OSC_BYTES];
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        snprintf(line, sizeof(line), "%.*s", (int)n, text);
        if (!strcmp(line, "ok")) {
            send_text(surface, "/jawari/ok", NULL);
        } else if (!strncmp(line, wrong, strlen(wrong))) {
            send_text(surface, "/jawari/error", line + strlen(wrong));
        } else {
            send_text(surface, "/jawari/answer", line);
        }
    }
}

/********* Commands *********/

static bool is_bundle(const uint8_t *bytes, size_t n) {
    return n >= BUNDLE_HEAD && !memcmp(bytes, bundle, sizeof(bundle));
}

/// Size of the element of a bundle that comes next.
static size_t element_size(const JwSurface *s) {
    const uint8_t *b = s->bytes + s->at;
    return (size_t)b[0] << 24 | (size_t)b[1] << 16 | (size_t)b[2] << 8 | b[3];
}

/// Next message of the packet under way; NULL: none is left, or what is left is no OSC, as *broken
/// says. A bundle in a bundle is its elements: they follow one another.
static const uint8_t *next_message(JwSurface *s, size_t *size, bool *broken) {
    if (s->at == 0 && !is_bundle(s->bytes, s->n)) {
        s->at = *size = s->n;
        return s->bytes;
    }
    s->at = s->at == 0 ? BUNDLE_HEAD : s->at;
    while (s->n - s->at >= SIZE_BYTES) {
        const size_t n = element_size(s);
        s->at += SIZE_BYTES;
        if (n > s->n - s->at) {
            s->at -= SIZE_BYTES;
            break;
        }
        const uint8_t *start = s->bytes + s->at;
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

/// True if a text is part of one line.
static bool is_plain(const char *text) {
    for (; *text; ++text) {
        if ((unsigned char)*text < ' ' || *text == 0x7f) {
            return false;
        }
    }
    return true;
}

static bool append(char *line, size_t size, const char *text) {
    const size_t n = strlen(line);
    return is_plain(text) && strlen(text) < size - n &&
           snprintf(line + n, size - n, "%s", text) >= 0;
}

/// Writes a message as a line; returns what is wrong with it, NULL for nothing.
static const char *write_line(const JwOscMessage *m, char *line, size_t size) {
    line[0] = '\0';
    if (strncmp(m->address, prefix, strlen(prefix)) != 0) {
        return "the address does not begin with /jawari/";
    }
    if (!append(line, size, m->address + strlen(prefix))) {
        return "the message is too long, or no text";
    }
    for (char *c = line; *c; ++c) {
        *c = *c == '/' ? ' ' : *c;
    }
    if (line[strspn(line, " ")] == '\0' || line[strspn(line, " ")] == '#') {
        return "there is no command";
    }
    for (int i = 0; i < m->n; ++i) {
        char word[WORD_SIZE];
        const char *text = jw_osc_word(m, i, word, sizeof(word));
        if (!text || !append(line, size, " ") || !append(line, size, text)) {
            return text ? "the message is too long, or no text"
                        : "an argument is neither a number nor a text";
        }
    }
    return NULL;
}

/// Receives the next packet; false if there is none.
static bool receive(JwSurface *s) {
    s->from_size = sizeof(s->from);
    s->at = s->n = 0;
    const ssize_t got = recvfrom(s->fd, s->bytes, sizeof(s->bytes), MSG_DONTWAIT | MSG_TRUNC,
                                 (struct sockaddr *)&s->from, &s->from_size);
    if (got > (ssize_t)sizeof(s->bytes)) {
        send_text(s, "/jawari/error", "a packet has 8192 bytes at most");
    } else if (got > 0) {
        s->n = (size_t)got;
    }
    return got >= 0;
}

JwSurfaceNews jw_surface_next(JwSurface *surface, char *line, size_t size) {
    JwOscMessage m;
    size_t n = 0;
    bool broken = false;
    const char *wrong = NULL;
    if (surface->at == surface->n && !receive(surface)) {
        return JW_SURFACE_NOTHING;
    }
    if (surface->n == 0) {
        return JW_SURFACE_WRONG;
    }
    const uint8_t *bytes = next_message(surface, &n, &broken);
    if (bytes && jw_osc_parse(&m, bytes, n)) {
        wrong = write_line(&m, line, size);
    } else if (bytes || broken) {
        // Nothing that follows is trusted: a packet has one such answer.
        surface->at = surface->n;
        wrong = "not a message of OSC";
    }
    if (wrong) {
        send_text(surface, "/jawari/error", wrong);
    }
    return wrong || !bytes ? JW_SURFACE_WRONG : JW_SURFACE_LINE;
}
