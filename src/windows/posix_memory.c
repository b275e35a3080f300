// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Streams into memory, of posix.h: Windows has none, so they are temporary files without a name.

#include "windows/posix.h"

#include <stdbool.h>
#include <windows.h>

#undef fclose

enum { PATH_SIZE = 1024 };

typedef struct Memory Memory;

/// A stream that is open.
struct Memory {
    FILE *stream;
    char **text; ///< The caller's
    size_t *size;
    Memory *next;
};

static SRWLOCK lock = SRWLOCK_INIT;
static Memory *open_streams; ///< Protected by the lock

static FILE *open_temporary(void) {
    char path[PATH_SIZE];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof(path), "%s/jawari-XXXXXX", folder ? folder : ".");
    const int fd = mkstemp(path);
    FILE *stream = fd >= 0 ? _fdopen(fd, "w+b") : NULL;
    if (fd >= 0) {
        unlink(path);
    }
    if (fd >= 0 && !stream) {
        close(fd);
    }
    return stream;
}

FILE *jw_posix_open_memstream(char **text, size_t *size) {
    Memory *m = calloc(1, sizeof(*m));
    FILE *stream = m ? open_temporary() : NULL;
    if (!stream) {
        free(m);
        return NULL;
    }
    *text = NULL;
    *size = 0;
    *m = (Memory){stream, text, size, NULL};
    AcquireSRWLockExclusive(&lock);
    m->next = open_streams;
    open_streams = m;
    ReleaseSRWLockExclusive(&lock);
    return stream;
}

/// Takes a stream from the list; NULL if it is a file.
static Memory *take(const FILE *stream) {
    AcquireSRWLockExclusive(&lock);
    Memory **at = &open_streams;
    while (*at && (*at)->stream != stream) {
        at = &(*at)->next;
    }
    Memory *found = *at;
    if (found) {
        *at = found->next;
    }
    ReleaseSRWLockExclusive(&lock);
    return found;
}

/// Gives the caller what was written; returns false if that is not possible.
static bool give_text(const Memory *m) {
    const int64_t size = fflush(m->stream) ? -1 : ftello(m->stream);
    char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (!text) {
        return false;
    }
    rewind(m->stream);
    const bool whole = fread(text, 1, (size_t)size, m->stream) == (size_t)size;
    text[size] = '\0';
    *m->text = text;
    *m->size = (size_t)size;
    return whole;
}

int jw_posix_fclose(FILE *stream) {
    Memory *m = take(stream);
    const bool given = !m || give_text(m);
    const int closed = fclose(stream);
    free(m);
    return given ? closed : EOF;
}
