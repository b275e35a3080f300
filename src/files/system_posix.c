// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _XOPEN_SOURCE 700

#include "files/system.h"

#include "files/paths.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

bool jw_path_is_absolute(const char *path) {
    return path[0] == '/';
}

const char *jw_system_data_dir(int i) {
    static const char *const dirs[] = {JW_DATA_DIR, JW_SOURCE_DIR};
    return i < (int)(sizeof(dirs) / sizeof(dirs[0])) ? dirs[i] : NULL;
}

/// Fills the places of closed standard streams: the next file that is opened would take such a
/// place, and messages would be written into it. Each is opened in the other direction, so that
/// using the stream stays an error.
static void fill_closed_streams(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        if (fcntl(fd, F_GETFD) < 0) {
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

bool jw_system_begin_streams(void) {
    fill_closed_streams();
    // Characters follow the terminal's locale; numbers keep their point.
    setlocale(LC_CTYPE, "");
    const bool terminal = isatty(STDOUT_FILENO) || isatty(STDERR_FILENO);
    return !terminal || !strcmp(nl_langinfo(CODESET), "UTF-8");
}
