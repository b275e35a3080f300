// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/take_head.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

// Offsets in a WAV header: RIFF and its size, WAVE, JUNK or ds64, fmt, fact, data.
enum {
    CHUNK = 8, // Bytes of a chunk's name and size
    JUNK = 12,
    JUNK_SIZE = 28,
    FMT = JUNK + CHUNK + JUNK_SIZE,
    FMT_SIZE = 16,
    FACT = FMT + CHUNK + FMT_SIZE,
    FACT_SIZE = 4,
    DATA = FACT + CHUNK + FACT_SIZE,
    FLOATING_POINT = 3,
};

_Static_assert(DATA + CHUNK == JW_TAKE_WAV_HEAD, "the chunks of a WAV's head");

// Offsets in a FLAC header (RFC 9639, section 8.2).
enum {
    STREAMINFO_SIZE = 34,
    MIN_BLOCK = 8,
    MAX_BLOCK = 10,
    RATE = 18,
    FRAMES = 21, // The lower four bits of this byte, and four more bytes
};

static const uint64_t flac_frames_max = (UINT64_C(1) << 36) - 1;

static void put(uint8_t *at, uint64_t value, int n) {
    for (int i = 0; i < n; ++i) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

static uint64_t get(const uint8_t *at, int n) {
    uint64_t value = 0;
    for (int i = n - 1; i >= 0; --i) {
        value = value << 8 | at[i];
    }
    return value;
}

static uint64_t get_big(const uint8_t *at, int n) {
    uint64_t value = 0;
    for (int i = 0; i < n; ++i) {
        value = value << 8 | at[i];
    }
    return value;
}

static void put_chunk(uint8_t *at, const char *name, uint64_t size) {
    memcpy(at, name, 4);
    put(at + 4, size, 4);
}

static bool is_chunk(const uint8_t *at, const char *name, uint64_t size) {
    return !memcmp(at, name, 4) && get(at + 4, 4) == size;
}

static bool write_at(int fd, const void *bytes, size_t n, off_t at) {
    ssize_t put_bytes = -1;
    do {
        put_bytes = pwrite(fd, bytes, n, at);
    } while (put_bytes < 0 && errno == EINTR);
    if (put_bytes >= 0 && (size_t)put_bytes < n) {
        errno = ENOSPC;
    }
    return put_bytes == (ssize_t)n;
}

static void put_format(uint8_t *at, int rate_hz) {
    put_chunk(at, "fmt ", FMT_SIZE);
    put(at + CHUNK, FLOATING_POINT, 2);
    put(at + CHUNK + 2, JW_TAKE_CHANNELS, 2);
    put(at + CHUNK + 4, (uint64_t)rate_hz, 4);
    put(at + CHUNK + 8, (uint64_t)rate_hz * JW_TAKE_WAV_FRAME, 4);
    put(at + CHUNK + 12, JW_TAKE_WAV_FRAME, 2);
    put(at + CHUNK + 14, 32, 2);
}

bool jw_take_head_write_wav(int fd, int rate_hz, uint64_t frames) {
    uint8_t head[JW_TAKE_WAV_HEAD] = {0};
    const uint64_t data = frames * JW_TAKE_WAV_FRAME;
    const uint64_t riff = data + JW_TAKE_WAV_HEAD - CHUNK;
    const bool large = riff > UINT32_MAX;
    put_chunk(head, large ? "RF64" : "RIFF", large ? UINT32_MAX : riff);
    memcpy(head + CHUNK, "WAVE", 4);
    put_chunk(head + JUNK, large ? "ds64" : "JUNK", JUNK_SIZE);
    if (large) {
        put(head + JUNK + CHUNK, riff, 8);
        put(head + JUNK + CHUNK + 8, data, 8);
        put(head + JUNK + CHUNK + 16, frames, 8);
    }
    put_format(head + FMT, rate_hz);
    put_chunk(head + FACT, "fact", FACT_SIZE);
    put(head + FACT + CHUNK, large ? UINT32_MAX : frames, FACT_SIZE);
    put_chunk(head + DATA, "data", large ? UINT32_MAX : data);
    return write_at(fd, head, sizeof(head), 0);
}

bool jw_take_head_write_flac(int fd, uint64_t frames) {
    uint8_t bytes[5];
    const uint64_t known = frames > flac_frames_max ? 0 : frames;
    if (pread(fd, bytes, 1, FRAMES) != 1) {
        return false;
    }
    bytes[0] = (uint8_t)((bytes[0] & 0xf0) | known >> 32);
    for (int i = 1; i < 5; ++i) {
        bytes[i] = (uint8_t)(known >> 8 * (4 - i));
    }
    return write_at(fd, bytes, sizeof(bytes), FRAMES);
}

static bool read_wav(const uint8_t *head, JwTakeHead *out) {
    uint8_t format[CHUNK + FMT_SIZE];
    const uint64_t rate_hz = get(head + FMT + CHUNK + 4, 4);
    const bool large = !memcmp(head, "RF64", 4);
    if (rate_hz == 0 || rate_hz > INT32_MAX || memcmp(head + CHUNK, "WAVE", 4) != 0) {
        return false;
    }
    put_format(format, (int)rate_hz);
    if (memcmp(head + FMT, format, sizeof(format)) != 0 ||
        !is_chunk(head + JUNK, large ? "ds64" : "JUNK", JUNK_SIZE) ||
        !is_chunk(head + FACT, "fact", FACT_SIZE) || memcmp(head + DATA, "data", 4) != 0) {
        return false;
    }
    const uint64_t data = large ? get(head + JUNK + CHUNK + 8, 8) : get(head + DATA + 4, 4);
    *out = (JwTakeHead){.rate_hz = (int)rate_hz, .frames = data / JW_TAKE_WAV_FRAME};
    return large || !memcmp(head, "RIFF", 4);
}

static bool read_flac(const uint8_t *head, JwTakeHead *out) {
    const uint64_t least = get_big(head + MIN_BLOCK, 2);
    *out = (JwTakeHead){.flac = true,
                        .rate_hz = (int)(get_big(head + RATE, 3) >> 4),
                        .block_frames = (int)get_big(head + MAX_BLOCK, 2),
                        .frames = get_big(head + FRAMES, 5) & flac_frames_max};
    return get_big(head + 5, 3) == STREAMINFO_SIZE && (head[4] & 0x7f) == 0 && out->rate_hz > 0 &&
           least > 0 && least <= (uint64_t)out->block_frames;
}

bool jw_take_head_read(int fd, JwTakeHead *head) {
    uint8_t bytes[JW_TAKE_WAV_HEAD];
    const ssize_t n = pread(fd, bytes, sizeof(bytes), 0);
    if (n >= JW_TAKE_FLAC_HEAD && !memcmp(bytes, "fLaC", 4)) {
        return read_flac(bytes, head);
    }
    return n == JW_TAKE_WAV_HEAD && read_wav(bytes, head);
}
