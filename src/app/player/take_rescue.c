// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/take_rescue.h"

#include "app/player/take_head.h"
#include "app/player/take_name.h"
#include "base/error.h"
#include "program/safe_open.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    void (*say)(void *user, const char *text);
    void *user;
} Listener;

/// True if no other process has locked an open file, and it still has that path.
static bool is_ours(int fd, const char *path, struct stat *st) {
    struct stat there;
    return !fstat(fd, st) && S_ISREG(st->st_mode) && st->st_uid == geteuid() && st->st_nlink == 1 &&
           !lstat(path, &there) && there.st_dev == st->st_dev && there.st_ino == st->st_ino;
}

/// Updates the header to the length of the file. Returns the number of frames.
static uint64_t complete(int fd, const JwTakeHead *head, const struct stat *st) {
    if (head->flac) {
        return head->frames; // Counted block by block
    }
    const uint64_t frames = ((uint64_t)st->st_size - JW_TAKE_WAV_HEAD) / JW_TAKE_WAV_FRAME;
    const uint64_t end = JW_TAKE_WAV_HEAD + frames * JW_TAKE_WAV_FRAME;
    const bool whole = (uint64_t)st->st_size == end || !ftruncate(fd, (off_t)end);
    return whole && jw_take_head_write_wav(fd, head->rate_hz, frames) ? frames : head->frames;
}

static void say_found(const Listener *l, const char *part, const char *path, double seconds) {
    JwError text = {0};
    char shown[JW_TAKE_PATH];
    const int s = (int)(seconds + 0.5);
    if (path) {
        jw_error_set(&text, "found a recording that was not ended: it is %.800s now, %d:%02d",
                     jw_take_folder_shown(path, shown), s / 60, s % 60);
    } else {
        const char *why = strerror(errno);
        jw_error_set(&text, "found a recording that was not ended: it stays as %.600s (%s)",
                     jw_take_folder_shown(part, shown), why);
    }
    l->say(l->user, text.text);
}

/// Rescues an open and locked part.
static void rescue_open(int fd, const char *part, char *path, const Listener *l) {
    JwTakeHead head;
    struct stat st;
    if (!is_ours(fd, part, &st)) {
        return;
    }
    if (st.st_size == 0) {
        unlink(part); // The program was killed before it could write anything
        return;
    }
    if (!jw_take_head_read(fd, &head)) {
        return;
    }
    const uint64_t frames = complete(fd, &head, &st);
    const bool kept = jw_take_keep(part, path);
    say_found(l, part, kept ? path : NULL, (double)frames / head.rate_hz);
}

static void rescue(const char *part, char *path, const Listener *l) {
    const int fd = jw_safe_open(AT_FDCWD, part, O_RDWR);
    if (fd < 0) {
        return;
    }
    if (!flock(fd, LOCK_EX | LOCK_NB)) {
        rescue_open(fd, part, path, l);
    }
    close(fd);
}

void jw_take_rescue(const char *folder, void (*say)(void *user, const char *text), void *user) {
    const Listener listener = {say, user};
    DIR *dir = opendir(folder);
    const struct dirent *e;
    while (dir && (e = readdir(dir)) != NULL) {
        char part[JW_TAKE_PATH], path[JW_TAKE_PATH];
        const bool here = !strcmp(folder, ".");
        const int n = here ? snprintf(part, sizeof(part), "%s", e->d_name)
                           : snprintf(part, sizeof(part), "%s/%s", folder, e->d_name);
        if (n > 0 && (size_t)n < sizeof(part) && jw_take_of_part(part, path)) {
            rescue(part, path, &listener);
        }
    }
    if (dir) {
        closedir(dir);
    }
}

void jw_take_rescue_beside(const char *path, void (*say)(void *user, const char *text),
                           void *user) {
    char folder[JW_TAKE_PATH] = ".";
    const char *slash = strrchr(path, '/');
    if (slash) {
        snprintf(folder, sizeof(folder), "%.*s", slash == path ? 1 : (int)(slash - path), path);
    }
    jw_take_rescue(folder, say, user);
}
