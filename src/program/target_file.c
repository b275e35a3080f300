// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _GNU_SOURCE // O_PATH

#include "program/target_file.h"

#include "files/regular_file.h"
#include "program/safe_open.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES_TRIED = 100 };

static bool refuse(const char *path, const char *what, JwError *error) {
    return jw_error_set(error, "%s: %s", path, what);
}

static bool fail(const JwTargetFile *file, int code, JwError *error) {
    jw_folder_note(&file->folder, code);
    return refuse(file->name, strerror(code), error);
}

static int folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

/// Name of the target in its folder.
static const char *base_of(const JwTargetFile *file) {
    return file->path + folder_length(file->path);
}

// Opens a device. It may have been replaced since by another file, such as a pipe that would be
// waited for.
static bool open_device(JwTargetFile *file, JwError *error) {
    struct stat st;
    file->fd = jw_safe_open(file->folder.fd, base_of(file), O_RDWR);
    file->open = file->fd >= 0;
    if (!file->open || fstat(file->fd, &st)) {
        return fail(file, errno, error);
    }
    if (!S_ISCHR(st.st_mode)) {
        return refuse(file->name, "not a device any more", error);
    }
    const int flags = fcntl(file->fd, F_GETFL);
    return (flags >= 0 && fcntl(file->fd, F_SETFL, flags & ~O_NONBLOCK) >= 0) ||
           fail(file, errno, error);
}

// Creates the temporary file under a short name: path + ".part" could exceed the longest name.
static bool open_temp(JwTargetFile *file, JwError *error) {
    const size_t size = 64;
    file->temp = malloc(size);
    if (!file->temp) {
        return jw_error_set(error, "out of memory");
    }
    for (int i = 0; i < NAMES_TRIED; ++i) {
        snprintf(file->temp, size, ".jawari-%ld-%d.part", (long)getpid(), i);
        file->fd = jw_folder_create(&file->folder, file->temp);
        file->open = file->fd >= 0;
        if (file->open) {
            return true;
        }
        if (errno != EEXIST) {
            break;
        }
    }
    const int code = errno;
    free(file->temp);
    file->temp = NULL;
    jw_error_set(error, "%s: cannot create a file in its folder: %s", file->name, strerror(code));
    jw_folder_note(&file->folder, code);
    return false;
}

// Resolves links, so that a link stays and its target is replaced, and one file always has one
// name.
static char *resolve(const char *path) {
    char *resolved = realpath(path, NULL);
    if (resolved || errno != ENOENT || !*path) {
        return resolved;
    }
    const int n_folder = folder_length(path);
    char *folder = n_folder ? strndup(path, (size_t)n_folder) : strdup(".");
    char *real_folder = folder ? realpath(folder, NULL) : NULL;
    const char *name = path + n_folder;
    const size_t size = real_folder ? strlen(real_folder) + strlen(name) + 2 : 0;
    resolved = size ? malloc(size) : NULL;
    if (resolved) {
        snprintf(resolved, size, "%s/%s", real_folder, name);
    }
    const int error = errno;
    free(folder);
    free(real_folder);
    errno = error;
    return resolved;
}

/// Opens the folder of the target, which stays the same until the file is in place.
static bool open_folder(JwTargetFile *file, JwError *error) {
    char *folder = strndup(file->path, (size_t)folder_length(file->path));
    // The folder need not be readable.
    file->own.fd = folder ? open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    const int code = folder ? errno : ENOMEM;
    file->own.path = folder;
    file->folder = file->own;
    return file->own.fd >= 0 || fail(file, code, error);
}

static bool open_target(JwTargetFile *file, JwError *error) {
    struct stat st;
    if (!*base_of(file)) { // The root
        return refuse(file->name, "is a directory", error);
    }
    if (fstatat(file->folder.fd, base_of(file), &st, AT_SYMLINK_NOFOLLOW)) {
        return errno == ENOENT ? open_temp(file, error) : fail(file, errno, error);
    }
    if (S_ISDIR(st.st_mode)) {
        return refuse(file->name, "is a directory", error);
    }
    if (S_ISCHR(st.st_mode)) {
        return open_device(file, error);
    }
    if (!S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode)) {
        return refuse(file->name, "not a regular file", error);
    }
    // A link is left here if it is dangling, and then replaced, or if its target has no path, as
    // when /dev/stdout leads to a pipe.
    struct stat at_end;
    if (S_ISLNK(st.st_mode) && !fstatat(file->folder.fd, base_of(file), &at_end, 0)) {
        return refuse(file->name, "not a regular file", error);
    }
    // A rename needs no permission on the old file, but its owner has protected it on purpose.
    if (S_ISREG(st.st_mode) && faccessat(file->folder.fd, base_of(file), W_OK, 0)) {
        return fail(file, errno, error);
    }
    if (!open_temp(file, error)) {
        return false;
    }
    if (S_ISREG(st.st_mode)) {
        file->replaces = st.st_size > 0;
        // Copies permissions if the file system supports them; failure is harmless.
        (void)!fchmod(file->fd, st.st_mode & 0777);
    }
    return true;
}

bool jw_target_file_open(JwTargetFile *file, const char *path, JwError *error) {
    *file = (JwTargetFile){.name = strdup(path),
                           .path = resolve(path),
                           .own = {.fd = -1},
                           .folder = {.fd = -1},
                           .fd = -1};
    if (!file->name || !file->path) {
        return refuse(path, strerror(errno), error);
    }
    return open_folder(file, error) && open_target(file, error);
}

bool jw_target_file_open_in(JwTargetFile *file, const JwFolder *folder, const char *name,
                            JwError *error) {
    const size_t size = strlen(folder->path) + strlen(name) + 2;
    char *path = malloc(size);
    *file = (JwTargetFile){
        .name = malloc(size), .path = path, .own = {.fd = -1}, .folder = *folder, .fd = -1};
    if (!file->name || !path) {
        return jw_error_set(error, "out of memory");
    }
    snprintf(path, size, "%s/%s", folder->path, name);
    memcpy(file->name, path, size);
    return jw_folder_look(folder, name) == JW_ENTRY_NONE ? open_temp(file, error)
                                                         : fail(file, EEXIST, error);
}

bool jw_target_file_replaces(const char *path, const char *const *begins) {
    char head[128] = "";
    FILE *file = jw_regular_file_open(path);
    if (!file) {
        return errno != EACCES; // Other errors mean that nothing is there, or are reported by the
                                // open
    }
    bool known = fread(head, 1, sizeof(head) - 1, file) == 0;
    for (; *begins && !known; ++begins) {
        known = !strncmp(head, *begins, strlen(*begins));
    }
    fclose(file);
    return known;
}

bool jw_target_file_write(JwTargetFile *file, const void *bytes, size_t n, JwError *error) {
    const char *at = bytes;
    while (n > 0) {
        const ssize_t written = write(file->fd, at, n);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return fail(file, written ? errno : ENOSPC, error);
        }
        at += written;
        n -= (size_t)written;
    }
    return true;
}

bool jw_target_file_finish(JwTargetFile *file, JwError *error) {
    const bool synced = file->passing || !file->temp || !fsync(file->fd);
    const int code = errno;
    const bool closed = !close(file->fd);
    file->open = false;
    if (!synced || !closed) {
        return fail(file, synced ? errno : code, error);
    }
    return true;
}

bool jw_target_file_commit(JwTargetFile *file, JwError *error) {
    if (!file->temp) {
        return true;
    }
    if (!jw_folder_move_over(&file->folder, file->temp, &file->folder, base_of(file))) {
        return fail(file, errno, error);
    }
    free(file->temp);
    file->temp = NULL;
    return true;
}

void jw_target_file_discard(JwTargetFile *file) {
    if (file->open) {
        close(file->fd);
    }
    if (file->temp) {
        unlinkat(file->folder.fd, file->temp, 0);
    }
    free(file->temp);
    free(file->path);
    free(file->name);
    if (file->own.path) {
        jw_folder_close(&file->own);
    }
    *file = (JwTargetFile){.own = {.fd = -1}, .folder = {.fd = -1}, .fd = -1};
}

bool jw_target_file_save(const char *path, const void *bytes, size_t n, JwError *error) {
    JwTargetFile file = {0};
    const bool ok = jw_target_file_open(&file, path, error) &&
                    jw_target_file_write(&file, bytes, n, error) &&
                    jw_target_file_finish(&file, error) && jw_target_file_commit(&file, error);
    jw_target_file_discard(&file);
    return ok;
}
