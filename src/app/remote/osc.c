// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/remote/osc.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ALIGN = 4, MARK = ',' };

/// Bytes of a string and its padding: one to four zeros, up to a multiple of four bytes.
static size_t padded(size_t n) {
    return (n / ALIGN + 1) * ALIGN;
}

typedef struct {
    const uint8_t *bytes;
    size_t n;
    size_t at;
} Reader;

static const char *read_string(Reader *r) {
    const uint8_t *start = r->bytes + r->at;
    const uint8_t *end = memchr(start, '\0', r->n - r->at);
    const size_t size = end ? padded((size_t)(end - start)) : 0;
    if (!end || size > r->n - r->at) {
        return NULL;
    }
    r->at += size;
    return (const char *)start;
}

static bool skip(Reader *r, size_t size) {
    if (size > r->n - r->at) {
        return false;
    }
    r->at += size;
    return true;
}

static bool skip_blob(Reader *r) {
    if (r->n - r->at < ALIGN) {
        return false;
    }
    const uint8_t *b = r->bytes + r->at;
    const uint32_t size = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    r->at += ALIGN;
    return size < JW_OSC_BYTES && skip(r, (size + ALIGN - 1) / ALIGN * ALIGN);
}

static bool skip_argument(Reader *r, char type) {
    switch (type) {
    case 's':
    case 'S':
        return read_string(r) != NULL;
    case 'i':
    case 'f':
    case 'c':
    case 'r':
    case 'm':
        return skip(r, 4);
    case 'h':
    case 't':
    case 'd':
        return skip(r, 8);
    case 'T':
    case 'F':
    case 'N':
    case 'I':
    case '[':
    case ']':
        return true;
    case 'b':
        return skip_blob(r);
    default:
        return false;
    }
}

static uint64_t big_endian(const uint8_t *b, int n) {
    uint64_t value = 0;
    for (int i = 0; i < n; ++i) {
        value = value << 8 | b[i];
    }
    return value;
}

static double read_float(const uint8_t *b) {
    const uint32_t bits = (uint32_t)big_endian(b, 4);
    float value;
    memcpy(&value, &bits, sizeof(value));
    return (double)value;
}

static double read_double(const uint8_t *b) {
    const uint64_t bits = big_endian(b, 8);
    double value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/********* Messages *********/

static bool add_argument(JwOscMessage *message, Reader *r, char type) {
    const bool is_bracket = type == '[' || type == ']';
    if (!is_bracket && message->n == JW_OSC_ARGUMENTS) {
        return false;
    }
    if (!is_bracket) {
        message->type[message->n] = type;
        message->at[message->n++] = r->bytes + r->at;
    }
    return skip_argument(r, type);
}

static bool add_arguments(JwOscMessage *message, Reader *r, const char *types) {
    int depth = 0;
    for (const char *type = types; *type; ++type) {
        depth += (*type == '[') - (*type == ']');
        if (depth < 0 || !add_argument(message, r, *type)) {
            return false;
        }
    }
    return depth == 0;
}

/// True if the next string is printable.
static bool is_readable(const Reader *r) {
    size_t i = r->at;
    for (; i < r->n && r->bytes[i] >= ' ' && r->bytes[i] <= '~'; ++i) {
    }
    return i > r->at && i < r->n && r->bytes[i] == '\0';
}

/// Type that the bytes of an argument seem to have; 0: none.
static char guess_type(const Reader *r) {
    const uint8_t *b = r->bytes + r->at;
    const int32_t whole = (int32_t)(uint32_t)big_endian(b, 4);
    const double fraction = read_float(b);
    if (whole >= -1000 && whole <= 1000000) {
        return 'i';
    }
    if (fabs(fraction) >= 1e-6 && fabs(fraction) <= 1e6) {
        return 'f';
    }
    return is_readable(r) ? 's' : 0;
}

static bool guess_arguments(JwOscMessage *message, Reader *r) {
    while (r->at < r->n) {
        const char type = guess_type(r);
        if (!type || !add_argument(message, r, type)) {
            return false;
        }
    }
    return true;
}

bool jw_osc_parse(JwOscMessage *message, const uint8_t *bytes, size_t n) {
    Reader r = {bytes, n, 0};
    *message = (JwOscMessage){0};
    if (n == 0 || n % ALIGN) {
        return false;
    }
    message->address = read_string(&r);
    if (!message->address || message->address[0] != '/') {
        return false;
    }
    if (r.at == n || bytes[r.at] != MARK) {
        return guess_arguments(message, &r);
    }
    const char *types = read_string(&r);
    return types && add_arguments(message, &r, types + 1) && r.at == n;
}

/********* Arguments *********/

const char *jw_osc_string(const JwOscMessage *message, int i) {
    return i < message->n && message->type[i] == 's' ? (const char *)message->at[i] : NULL;
}

bool jw_osc_says_nothing(const JwOscMessage *message, int i) {
    return message->type[i] == 'N' || message->type[i] == 'I' || message->type[i] == 'b';
}

bool jw_osc_fraction(const JwOscMessage *message, int i, double *value) {
    const bool is_double = message->type[i] == 'd';
    if (message->type[i] != 'f' && !is_double) {
        return false;
    }
    *value = is_double ? read_double(message->at[i]) : read_float(message->at[i]);
    return true;
}

/// A MIDI message: port, status and two bytes, or one for some messages.
static const char *midi_word(const uint8_t *at, char *text, size_t size) {
    const int kind = at[1] & 0xf0;
    if (kind == 0xc0 || kind == 0xd0) {
        snprintf(text, size, "%d %d", at[1], at[2]);
    } else {
        snprintf(text, size, "%d %d %d", at[1], at[2], at[3]);
    }
    return text;
}

const char *jw_osc_word(const JwOscMessage *message, int i, char *text, size_t size) {
    const uint8_t *at = message->at[i];
    switch (message->type[i]) {
    case 's':
    case 'S':
        return (const char *)at;
    case 'i':
        snprintf(text, size, "%" PRId32, (int32_t)(uint32_t)big_endian(at, 4));
        return text;
    case 'h':
        snprintf(text, size, "%" PRId64, (int64_t)big_endian(at, 8));
        return text;
    case 'f':
        snprintf(text, size, "%.7g", read_float(at));
        return text;
    case 'd':
        snprintf(text, size, "%.16g", read_double(at));
        return text;
    case 'c':
        snprintf(text, size, "%c", at[3]);
        return at[3] > ' ' && at[3] <= '~' ? text : NULL;
    case 'm':
        return midi_word(at, text, size);
    case 'T':
        return "1";
    case 'F':
        return "0";
    default:
        return NULL;
    }
}

typedef struct {
    uint8_t *bytes;
    size_t room;
    size_t n;
    bool full;
} Writer;

static void write_string(Writer *w, const char *prefix, const char *text) {
    const size_t n = strlen(prefix) + strlen(text);
    const size_t size = padded(n);
    w->full = w->full || size > w->room - w->n;
    if (!w->full) {
        memset(w->bytes + w->n, 0, size);
        memcpy(w->bytes + w->n, prefix, strlen(prefix));
        memcpy(w->bytes + w->n + strlen(prefix), text, strlen(text) + 1);
        w->n += size;
    }
}

static void write_int(Writer *w, uint32_t value) {
    w->full = w->full || w->room - w->n < ALIGN;
    for (int shift = 24; shift >= 0 && !w->full; shift -= 8) {
        w->bytes[w->n++] = (uint8_t)(value >> shift);
    }
}

size_t jw_osc_write(uint8_t *bytes, size_t room, const char *address, const char *types, ...) {
    Writer w = {bytes, room, 0, false};
    va_list args;
    write_string(&w, "", address);
    write_string(&w, ",", types);
    va_start(args, types);
    for (const char *type = types; *type; ++type) {
        if (*type == 's') {
            write_string(&w, "", va_arg(args, const char *));
        } else {
            write_int(&w, (uint32_t)va_arg(args, int));
        }
    }
    va_end(args);
    return w.full ? 0 : w.n;
}
