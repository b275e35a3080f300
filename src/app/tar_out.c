// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/tar_out.h"

#include "files/number.h"
#include "files/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 512, PATH_SIZE = 4096, NAME_MAX_BYTES = 100, NUMBER_MAX = 999999 };

struct JwTarOut {
    char stem[PATH_SIZE];
    char path[PATH_SIZE + 32]; ///< Path of the present tar file
    uint64_t most;
    int number;
    int fd; ///< Present tar file; -1: not begun yet
    uint64_t at;
};

/// Header of a member, field by field as POSIX has it.
typedef struct {
    char name[100], mode[8], owner[8], group[8], size[12], time[12], sum[8], type, link[100],
        magic[6], version[2], owner_name[32], group_name[32], major[8], minor[8], prefix[155],
        filling[12];
} Header;

_Static_assert(sizeof(Header) == BLOCK, "a header is a block");

static bool fail(const JwTarOut *t, JwMessage *message) {
    return jw_message_set(message, "%s: %s", t->path, strerror(errno));
}

static void name_file(JwTarOut *t) {
    snprintf(t->path, sizeof(t->path), "%s-%06d.tar", t->stem, t->number);
}

JwTarOut *jw_tar_out_new(const char *stem, uint64_t most, JwMessage *message) {
    JwTarOut *t = calloc(1, sizeof(*t));
    const int n = t ? snprintf(t->stem, sizeof(t->stem), "%s", stem) : -1;
    if (n < 0 || n >= (int)sizeof(t->stem)) {
        free(t);
        jw_message_set(message, n < 0 ? "out of memory" : "%s: path too long", stem);
        return NULL;
    }
    t->most = most;
    t->fd = -1;
    name_file(t);
    return t;
}

static void close_file(JwTarOut *t) {
    if (t->fd >= 0) {
        close(t->fd);
    }
    t->fd = -1;
}

static bool open_file(JwTarOut *t, JwMessage *message) {
    if (t->fd < 0) {
        t->fd = open(t->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
    }
    return t->fd >= 0 || fail(t, message);
}

/// Removes tar files from a number on, up to the first that is not there.
static void remove_from(const JwTarOut *t, int number) {
    char path[PATH_SIZE + 32];
    do {
        snprintf(path, sizeof(path), "%s-%06d.tar", t->stem, number++);
    } while (!unlink(path));
}

bool jw_tar_out_go_on(JwTarOut *t, const char *name, uint64_t end, JwMessage *message) {
    const char *dash = strrchr(name, '-');
    char digits[8] = "0";
    if (dash) {
        snprintf(digits, sizeof(digits), "%.6s", dash + 1);
    }
    close_file(t);
    if (!jw_integer_parse(digits, 0, NUMBER_MAX, &t->number)) {
        return jw_message_set(message, "%s: no tar file of ours", name);
    }
    name_file(t);
    t->at = end;
    remove_from(t, end > 0 ? t->number + 1 : 0);
    return end == 0 ||
           (open_file(t, message) && (!ftruncate(t->fd, (off_t)end) || fail(t, message)) &&
            jw_tar_out_mark(t, message));
}

void jw_tar_out_place(const JwTarOut *t, char *name, size_t size, uint64_t *at) {
    const char *slash = strrchr(t->path, '/');
    snprintf(name, size, "%s", slash ? slash + 1 : t->path);
    *at = t->at;
}

uint64_t jw_tar_member_bytes(uint64_t bytes) {
    return BLOCK + (bytes + BLOCK - 1) / BLOCK * BLOCK;
}

static bool put(JwTarOut *t, const void *bytes, size_t n, JwMessage *message) {
    const char *from = bytes;
    while (n > 0) {
        const ssize_t done = pwrite(t->fd, from, n, (off_t)t->at);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            errno = done ? errno : ENOSPC;
            return fail(t, message);
        }
        from += done;
        n -= (size_t)done;
        t->at += (uint64_t)done;
    }
    return true;
}

/// Writes the size in octal digits, or, from 8 GiB on, in bytes as GNU and pax readers know it.
static void put_size(Header *h, uint64_t bytes) {
    if (bytes < UINT64_C(1) << 33) {
        char digits[16];
        snprintf(digits, sizeof(digits), "%011llo", (unsigned long long)bytes);
        memcpy(h->size, digits, sizeof(h->size));
        return;
    }
    memset(h->size, 0, sizeof(h->size));
    h->size[0] = (char)0x80;
    for (int i = 0; i < 8; ++i) {
        h->size[sizeof(h->size) - 1 - (size_t)i] = (char)(bytes >> 8 * i);
    }
}

static void make_header(Header *h, const char *name, uint64_t bytes) {
    unsigned sum = 0;
    *h = (Header){.mode = "0000644",
                  .owner = "0000000",
                  .group = "0000000",
                  .time = "00000000000",
                  .type = '0',
                  .magic = "ustar",
                  .version = {'0', '0'}};
    memcpy(h->name, name, strlen(name));
    put_size(h, bytes);
    memset(h->sum, ' ', sizeof(h->sum));
    const unsigned char *byte = (const unsigned char *)h;
    for (size_t i = 0; i < sizeof(*h); ++i) {
        sum += byte[i];
    }
    snprintf(h->sum, sizeof(h->sum) - 1, "%06o", sum);
}

/// True if the next `bytes` bytes of a file have that hash.
static bool has_hash(FILE *file, uint64_t bytes, const char *sha256) {
    char part[65536], hash[JW_SHA256_TEXT];
    JwSha256 sha;
    jw_sha256_begin(&sha);
    while (bytes > 0) {
        const size_t n = bytes < sizeof(part) ? (size_t)bytes : sizeof(part);
        if (fread(part, 1, n, file) != n) {
            return false;
        }
        jw_sha256_add(&sha, part, n);
        bytes -= n;
    }
    jw_sha256_end(&sha, hash);
    return !strcmp(hash, sha256);
}

bool jw_tar_has_member(const char *path, uint64_t at, const char *name, uint64_t bytes,
                       const char *sha256) {
    Header expected, header;
    FILE *file = strlen(name) <= NAME_MAX_BYTES ? jw_regular_file_open(path) : NULL;
    if (!file) {
        return false;
    }
    make_header(&expected, name, bytes);
    const bool has = !fseeko(file, (off_t)at, SEEK_SET) &&
                     fread(&header, sizeof(header), 1, file) == 1 &&
                     !memcmp(&header, &expected, sizeof(header)) && has_hash(file, bytes, sha256);
    fclose(file);
    return has;
}

static bool copy(JwTarOut *t, FILE *from, const char *path, uint64_t bytes, JwMessage *message) {
    char part[65536];
    for (uint64_t left = bytes; left > 0;) {
        const size_t n = left < sizeof(part) ? (size_t)left : sizeof(part);
        if (fread(part, 1, n, from) != n) {
            return jw_message_set(message, "%s: read failed", path);
        }
        if (!put(t, part, n, message)) {
            return false;
        }
        left -= n;
    }
    return true;
}

bool jw_tar_out_add(JwTarOut *t, const char *name, const char *path, uint64_t bytes,
                    JwMessage *message) {
    static const char zeros[BLOCK];
    Header header;
    if (strlen(name) > NAME_MAX_BYTES) {
        return jw_message_set(message, "%s: a name too long for a tar file", name);
    }
    FILE *from = jw_regular_file_open(path);
    if (!from) {
        return jw_message_set(message, "%s: %s", path, jw_regular_file_why(errno));
    }
    make_header(&header, name, bytes);
    const size_t filling = (size_t)(BLOCK - bytes % BLOCK) % BLOCK;
    const bool ok = open_file(t, message) && put(t, &header, sizeof(header), message) &&
                    copy(t, from, path, bytes, message) && put(t, zeros, filling, message);
    fclose(from);
    return ok;
}

/// Writes the two empty blocks that end a tar file, and forces it to the disk.
static bool end_file(JwTarOut *t, JwMessage *message) {
    static const char zeros[2 * BLOCK];
    const uint64_t end = t->at;
    const bool ok = put(t, zeros, sizeof(zeros), message) &&
                    (!ftruncate(t->fd, (off_t)t->at) || fail(t, message)) &&
                    (!fsync(t->fd) || fail(t, message));
    t->at = end;
    return ok;
}

bool jw_tar_out_mark(JwTarOut *t, JwMessage *message) {
    if (t->at < t->most) {
        return true;
    }
    const bool ok = end_file(t, message);
    close_file(t);
    t->at = 0;
    ++t->number;
    name_file(t);
    return ok;
}

void jw_tar_out_take_back(JwTarOut *t, uint64_t at) {
    t->at = at;
    if (t->fd >= 0) {
        (void)!ftruncate(t->fd, (off_t)at);
    }
}

bool jw_tar_out_finish(JwTarOut *t, JwMessage *message) {
    const bool ok = t->fd < 0 || end_file(t, message);
    close_file(t);
    return ok;
}

void jw_tar_out_free(JwTarOut *t) {
    if (t) {
        close_file(t);
        free(t);
    }
}
