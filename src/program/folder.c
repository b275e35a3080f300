// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _GNU_SOURCE // renameat2()

#include "program/folder.h"

#include "program/safe_open.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/********* Messages *********/

void jw_folder_note(const JwFolder *folder, int error) {
    if (folder->error) {
        *folder->error = error;
    }
}

bool jw_folder_fail(const JwFolder *folder, const char *name, int code, JwError *error) {
    char path[JW_FOLDER_PATH];
    snprintf(path, sizeof(path), "%.600s/%.250s", folder->path, name);
    if (code == ELOOP) {
        return jw_error_set(error, "%s: a link, which is not followed here; move it away", path);
    }
    if (code == ENOTSUP) {
        return jw_error_set(error, "%s: not a regular file; move it away", path);
    }
    jw_folder_note(folder, code);
    return jw_error_set(error, "%s: %s", path, strerror(code));
}

bool jw_folder_refuse(const JwFolder *folder, const char *name, const char *text, JwError *error) {
    return jw_error_set(error, "%.600s/%.250s: %s", folder->path, name, text);
}

/********* Folders *********/

bool jw_folder_open(JwFolder *folder, const char *path, JwError *error) {
    *folder = (JwFolder){.fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (folder->fd < 0) {
        return jw_error_set(error, "%s: %s", path, strerror(errno));
    }
    folder->path = strdup(path);
    if (!folder->path) {
        jw_folder_close(folder);
        return jw_error_set(error, "out of memory");
    }
    return true;
}

bool jw_folder_enter(JwFolder *folder, const JwFolder *in, const char *name, JwError *error) {
    const size_t size = strlen(in->path) + strlen(name) + 2;
    *folder = (JwFolder){.fd = jw_safe_open(in->fd, name, O_RDONLY | O_DIRECTORY)};
    if (folder->fd < 0) {
        // A link gives ENOTDIR or ELOOP.
        const int code = errno;
        return jw_folder_fail(in, name, jw_folder_look(in, name) == JW_ENTRY_LINK ? ELOOP : code,
                              error);
    }
    folder->path = malloc(size);
    if (!folder->path) {
        jw_folder_close(folder);
        return jw_error_set(error, "out of memory");
    }
    snprintf(folder->path, size, "%s/%s", in->path, name);
    folder->error = in->error;
    return true;
}

bool jw_folder_make_parents(const char *path) {
    char folder[JW_FOLDER_PATH];
    struct stat st;
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path) {
        return true;
    }
    const int n = snprintf(folder, sizeof(folder), "%.*s", (int)(slash - path), path);
    if (n < 0 || (size_t)n >= sizeof(folder)) {
        return false;
    }
    for (char *at = strchr(folder + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(folder, 0777);
        *at = '/';
    }
    mkdir(folder, 0777);
    return !stat(folder, &st) && S_ISDIR(st.st_mode);
}

bool jw_folder_make(JwFolder *folder, const JwFolder *in, const char *name, JwError *error) {
    *folder = (JwFolder){.fd = -1};
    if (mkdirat(in->fd, name, 0777)) {
        return jw_folder_fail(in, name, errno, error);
    }
    if (!jw_folder_enter(folder, in, name, error)) {
        unlinkat(in->fd, name, AT_REMOVEDIR);
        return false;
    }
    return true;
}

void jw_folder_close(JwFolder *folder) {
    if (folder->fd >= 0) {
        close(folder->fd);
    }
    free(folder->path);
    *folder = (JwFolder){.fd = -1};
}

/********* Names *********/

static JwEntry entry_of(mode_t mode) {
    return S_ISREG(mode)   ? JW_ENTRY_FILE
           : S_ISDIR(mode) ? JW_ENTRY_FOLDER
           : S_ISLNK(mode) ? JW_ENTRY_LINK
                           : JW_ENTRY_OTHER;
}

JwEntry jw_folder_look(const JwFolder *folder, const char *name) {
    struct stat st;
    if (fstatat(folder->fd, name, &st, AT_SYMLINK_NOFOLLOW)) {
        return errno == ENOENT ? JW_ENTRY_NONE : JW_ENTRY_OTHER;
    }
    return entry_of(st.st_mode);
}

/// Opens a regular file; -1, with errno, for everything else.
static int open_regular(const JwFolder *folder, const char *name, int access, struct stat *st) {
    const int fd = jw_safe_open(folder->fd, name, access);
    if (fd < 0) {
        errno = errno == ENXIO ? ENOTSUP : errno; // Sockets give ENXIO
        return -1;
    }
    const int error = fstat(fd, st) ? errno : S_ISREG(st->st_mode) ? 0 : ENOTSUP;
    if (error) {
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

FILE *jw_folder_read(const JwFolder *folder, const char *name) {
    struct stat st;
    const int fd = open_regular(folder, name, O_RDONLY, &st);
    FILE *file = fd >= 0 ? fdopen(fd, "rb") : NULL;
    if (fd >= 0 && !file) {
        const int error = errno;
        close(fd);
        errno = error;
    }
    return file;
}

int jw_folder_reopen(const JwFolder *folder, const char *name, JwError *error) {
    struct stat st;
    const int fd = open_regular(folder, name, O_RDWR, &st);
    if (fd < 0) {
        jw_folder_fail(folder, name, errno, error);
        return -1;
    }
    if (st.st_nlink > 1) {
        jw_folder_refuse(folder, name,
                         "has another name elsewhere, where it would be changed too; put a copy "
                         "in its place",
                         error);
        close(fd);
        return -1;
    }
    return fd;
}

int jw_folder_create(const JwFolder *folder, const char *name) {
    return jw_safe_create(folder->fd, name);
}

bool jw_folder_write_new(const JwFolder *folder, const char *name, const char *text,
                         JwError *error) {
    const size_t n = strlen(text);
    const int fd = jw_folder_create(folder, name);
    if (fd < 0) {
        return jw_folder_fail(folder, name, errno, error);
    }
    const ssize_t put = write(fd, text, n);
    int code = put == (ssize_t)n ? 0 : put < 0 ? errno : ENOSPC;
    code = close(fd) && !code ? errno : code;
    return !code || jw_folder_fail(folder, name, code, error);
}

bool jw_folder_move_over(const JwFolder *from, const char *name, const JwFolder *to,
                         const char *new_name) {
    return !renameat(from->fd, name, to->fd, new_name);
}

bool jw_folder_move_new(const JwFolder *from, const char *name, const JwFolder *to,
                        const char *new_name) {
    if (!renameat2(from->fd, name, to->fd, new_name, RENAME_NOREPLACE)) {
        return true;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return false;
    }
    // File systems without that call: create a second name, then remove the first.
    if (!linkat(from->fd, name, to->fd, new_name, 0)) {
        return !unlinkat(from->fd, name, 0);
    }
    if (errno != EPERM && errno != ENOTSUP && errno != ENOSYS) {
        return false;
    }
    // File systems without hard links either.
    if (jw_folder_look(to, new_name) != JW_ENTRY_NONE) {
        errno = EEXIST;
        return false;
    }
    return jw_folder_move_over(from, name, to, new_name);
}

bool jw_folder_each(const JwFolder *folder, bool (*visit)(void *user, const char *name), void *user,
                    JwError *error) {
    const int fd = openat(folder->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    bool go = true;
    if (!dir) {
        jw_folder_fail(folder, "", errno, error);
        if (fd >= 0) {
            close(fd);
        }
        return false;
    }
    errno = 0;
    for (const struct dirent *e = readdir(dir); e && go; e = readdir(dir)) {
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
            go = visit(user, e->d_name);
        }
        errno = 0;
    }
    if (go && errno) {
        go = jw_folder_fail(folder, "", errno, error);
    }
    closedir(dir);
    return go;
}
