// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the terminal can show.

#include "app/terminal/screen.h"

#include <curses.h>
#include <stdlib.h>
#include <term.h>
#include <unistd.h>

JwScreenKind jw_screen_kind(JwError *error) {
    const char *term = getenv("TERM");
    int code = 0;
    if (!term || !*term) {
        jw_error_set(error, "the terminal has no type (TERM is not set); --no-ui needs none");
        return JW_SCREEN_UNKNOWN;
    }
    if (setupterm(NULL, STDOUT_FILENO, &code) == ERR) {
        jw_error_set(error,
                     "%s\"%.40s\"; another that is much like it may do "
                     "(TERM=xterm jawari), or --no-ui, which needs none",
                     code < 0 ? "no description of terminals here, nor of TERM="
                              : "unknown terminal TERM=",
                     term);
        return JW_SCREEN_UNKNOWN;
    }
    const char *move = tigetstr("cup");
    const bool moves = move && move != (const char *)-1; // NOLINT(performance-no-int-to-ptr)
    del_curterm(cur_term);
    return moves ? JW_SCREEN_FULL : JW_SCREEN_LINES;
}
