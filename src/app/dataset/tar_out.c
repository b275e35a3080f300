// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/dataset/tar_out.h"

#include "app/dataset/result_files.h"
#include "files/number.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 512, NAME_SIZE = 64, NAME_MAX_BYTES = 100, DIGITS = 6 };

struct JwTarOut {
    JwFolder folder, making; ///< Not owned
    char stem[NAME_SIZE];
    char name[NAME_SIZE + 32]; ///< Name of the current tar file
    uint64_t most;
    int number;
    int fd; ///< Current tar file; -1: not created yet
    uint64_t at;
};

/// Header of a member, with the fields of POSIX.
typedef struct {
    char name[100], mode[8], owner[8], group[8], size[12], time[12], sum[8], type, link[100],
        magic[6], version[2], owner_name[32], group_name[32], major[8], minor[8], prefix[155],
        filling[12];
} Header;

_Static_assert(sizeof(Header) == BLOCK, "a header is a block");

static bool fail(const JwTarOut *t, JwError *error) {
    return jw_folder_fail(&t->folder, t->name, errno, error);
}

static void name_file(JwTarOut *t) {
    snprintf(t->name, sizeof(t->name), "%s-%06d.tar", t->stem, t->number);
}

/********* Names *********/

int jw_tar_number(const char *stem, const char *name) {
    const size_t n = strlen(stem);
    char digits[DIGITS + 1];
    int number;
    if (strncmp(name, stem, n) != 0 || name[n] != '-' ||
        strspn(name + n + 1, "0123456789") != DIGITS || strcmp(name + n + 1 + DIGITS, ".tar")) {
        return -1;
    }
    memcpy(digits, name + n + 1, DIGITS);
    digits[DIGITS] = '\0';
    return jw_integer_parse(digits, 0, JW_TAR_FILES - 1, &number) ? number : -1;
}

void jw_tar_know(JwTarKnown *known, int number) {
    known->bits[number / 8] |= (uint8_t)(1u << number % 8);
}

bool jw_tar_is_known(const JwTarKnown *known, int number) {
    return known->bits[number / 8] & 1u << number % 8;
}

/********* Files *********/

JwTarOut *jw_tar_out_new(const JwFolder *folder, const JwFolder *making, const char *stem,
                         uint64_t most, JwError *error) {
    JwTarOut *t = calloc(1, sizeof(*t));
    if (!t) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    *t = (JwTarOut){.folder = *folder, .making = *making, .most = most, .fd = -1};
    snprintf(t->stem, sizeof(t->stem), "%s", stem);
    name_file(t);
    return t;
}

static void close_file(JwTarOut *t) {
    if (t->fd >= 0) {
        close(t->fd);
    }
    t->fd = -1;
}

/// Text of the record of a tar file: its name and identity.
static bool describe(int fd, const char *name, char text[2 * NAME_SIZE + 64]) {
    struct stat st;
    return !fstat(fd, &st) &&
           snprintf(text, 2 * NAME_SIZE + 64, "%s %llu %llu\n", name, (unsigned long long)st.st_dev,
                    (unsigned long long)st.st_ino) > 0;
}

bool jw_tar_was_made(const JwFolder *folder, const JwFolder *making, const char *name) {
    char text[2 * NAME_SIZE + 64], recorded[sizeof(text)] = "";
    FILE *record = jw_folder_read(making, JW_RESULT_FILES_TAR_MADE);
    FILE *file = record ? jw_folder_read(folder, name) : NULL;
    const bool was = file && fgets(recorded, sizeof(recorded), record) &&
                     describe(fileno(file), name, text) && !strcmp(text, recorded);
    if (file) {
        fclose(file);
    }
    if (record) {
        fclose(record);
    }
    return was;
}

/// Records which tar file is about to get its name.
static bool record_file(const JwTarOut *t, JwError *error) {
    char text[2 * NAME_SIZE + 64];
    if (!describe(t->fd, t->name, text)) {
        return jw_folder_fail(&t->making, JW_RESULT_FILES_TAR, errno, error);
    }
    unlinkat(t->making.fd, JW_RESULT_FILES_TAR_MADE, 0);
    return jw_folder_write_new(&t->making, JW_RESULT_FILES_TAR_MADE, text, error);
}

/// Creates the current tar file unless it exists.
static bool open_file(JwTarOut *t, JwError *error) {
    if (t->fd >= 0) {
        return true;
    }
    if (t->number >= JW_TAR_FILES) {
        return jw_error_set(error, "%s: more than %d tar files", t->folder.path, (int)JW_TAR_FILES);
    }
    unlinkat(t->making.fd, JW_RESULT_FILES_TAR, 0);
    t->fd = jw_folder_create(&t->making, JW_RESULT_FILES_TAR);
    if (t->fd < 0) {
        return jw_folder_fail(&t->making, JW_RESULT_FILES_TAR, errno, error);
    }
    if (!record_file(t, error)) {
        close_file(t);
        return false;
    }
    if (jw_folder_move_new(&t->making, JW_RESULT_FILES_TAR, &t->folder, t->name)) {
        return true;
    }
    const int code = errno;
    close_file(t);
    if (code == EEXIST) {
        jw_folder_refuse(&t->folder, t->name,
                         "was put there meanwhile; move it away, and --resume goes on", error);
        jw_folder_note(&t->folder, code);
        return false;
    }
    return jw_folder_fail(&t->folder, t->name, code, error);
}

/// Removes known tar files from a number on.
static void remove_from(const JwTarOut *t, int number, const JwTarKnown *known) {
    char name[sizeof(t->name)];
    for (; number < JW_TAR_FILES; ++number) {
        snprintf(name, sizeof(name), "%s-%06d.tar", t->stem, number);
        if (jw_tar_is_known(known, number) && jw_folder_look(&t->folder, name) == JW_ENTRY_FILE) {
            unlinkat(t->folder.fd, name, 0);
        }
    }
}

bool jw_tar_out_go_on(JwTarOut *t, const char *name, uint64_t end, const JwTarKnown *known,
                      JwError *error) {
    close_file(t);
    t->number = *name ? jw_tar_number(t->stem, name) : 0;
    if (t->number < 0) {
        return jw_error_set(error, "%s: no tar file of ours", name);
    }
    name_file(t);
    t->at = end;
    if (end > 0) {
        t->fd = jw_folder_reopen(&t->folder, t->name, error);
        if (t->fd < 0) {
            return false;
        }
    }
    remove_from(t, end > 0 ? t->number + 1 : 0, known);
    return end == 0 ||
           ((!ftruncate(t->fd, (off_t)end) || fail(t, error)) && jw_tar_out_mark(t, error));
}

void jw_tar_out_place(const JwTarOut *t, char *name, size_t size, uint64_t *at) {
    snprintf(name, size, "%s", t->name);
    *at = t->at;
}

uint64_t jw_tar_member_bytes(uint64_t bytes) {
    return BLOCK + (bytes + BLOCK - 1) / BLOCK * BLOCK;
}

static bool put(JwTarOut *t, const void *bytes, size_t n, JwError *error) {
    const char *from = bytes;
    while (n > 0) {
        const ssize_t done = pwrite(t->fd, from, n, (off_t)t->at);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            errno = done ? errno : ENOSPC;
            return fail(t, error);
        }
        from += done;
        n -= (size_t)done;
        t->at += (uint64_t)done;
    }
    return true;
}

/// Writes the size in octal digits or, from 8 GiB on, in binary as in GNU and pax.
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

bool jw_tar_has_member(const JwFolder *folder, const char *tar, uint64_t at, const char *name,
                       uint64_t bytes, const char *sha256) {
    Header expected, header;
    FILE *file = strlen(name) <= NAME_MAX_BYTES ? jw_folder_read(folder, tar) : NULL;
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

static bool copy(JwTarOut *t, FILE *from, const char *name, uint64_t bytes, JwError *error) {
    char part[65536];
    for (uint64_t left = bytes; left > 0;) {
        const size_t n = left < sizeof(part) ? (size_t)left : sizeof(part);
        if (fread(part, 1, n, from) != n) {
            jw_error_set(error, "%s: read failed", name);
            jw_folder_note(&t->folder, EIO);
            return false;
        }
        if (!put(t, part, n, error)) {
            return false;
        }
        left -= n;
    }
    return true;
}

bool jw_tar_out_add(JwTarOut *t, const char *name, FILE *from, uint64_t bytes, JwError *error) {
    static const char zeros[BLOCK];
    Header header;
    if (strlen(name) > NAME_MAX_BYTES) {
        return jw_error_set(error, "%s: a name too long for a tar file", name);
    }
    make_header(&header, name, bytes);
    const size_t filling = (size_t)(BLOCK - bytes % BLOCK) % BLOCK;
    return open_file(t, error) && put(t, &header, sizeof(header), error) &&
           copy(t, from, name, bytes, error) && put(t, zeros, filling, error);
}

/// Writes the two empty blocks that end a tar file, and forces it to the disk.
static bool end_file(JwTarOut *t, JwError *error) {
    static const char zeros[2 * BLOCK];
    const uint64_t end = t->at;
    const bool ok = put(t, zeros, sizeof(zeros), error) &&
                    (!ftruncate(t->fd, (off_t)t->at) || fail(t, error)) &&
                    (!fsync(t->fd) || fail(t, error));
    t->at = end;
    return ok;
}

bool jw_tar_out_mark(JwTarOut *t, JwError *error) {
    if (t->at < t->most) {
        return true;
    }
    const bool ok = end_file(t, error);
    close_file(t);
    t->at = 0;
    ++t->number;
    name_file(t);
    return ok;
}

void jw_tar_out_take_back(JwTarOut *t, uint64_t at) {
    t->at = at;
    if (at == 0) {
        // No row lists it yet.
        close_file(t);
        if (jw_tar_was_made(&t->folder, &t->making, t->name)) {
            unlinkat(t->folder.fd, t->name, 0);
        }
    } else if (t->fd >= 0) {
        (void)!ftruncate(t->fd, (off_t)at);
    }
}

bool jw_tar_out_finish(JwTarOut *t, JwError *error) {
    const bool ok = t->fd < 0 || end_file(t, error);
    close_file(t);
    return ok;
}

void jw_tar_out_free(JwTarOut *t) {
    if (t) {
        close_file(t);
        free(t);
    }
}
