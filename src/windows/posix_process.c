// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Signals and processors of posix.h.

#include "windows/posix.h"

#include <stdbool.h>
#include <windows.h>

/********* Signals *********/

enum { SIGNALS = 32, TIME_TO_END_MS = 4000 };

static void (*volatile handlers[SIGNALS])(int number);

static BOOL WINAPI take_event(DWORD event) {
    const bool key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    const int number = key ? SIGINT : event == CTRL_CLOSE_EVENT ? SIGHUP : SIGTERM;
    if (!handlers[number]) {
        return FALSE;
    }
    handlers[number](number);
    if (!key) {
        Sleep(TIME_TO_END_MS); // The system ends the program when this returns
    }
    return TRUE;
}

int jw_posix_sigaction(int number, const struct sigaction *action, struct sigaction *old) {
    if (old) {
        *old = (struct sigaction){.sa_handler = handlers[number]};
    }
    if (action) {
        handlers[number] = action->sa_handler;
        SetConsoleCtrlHandler(take_event, TRUE);
    }
    return 0;
}

/********* Processors *********/

int jw_posix_getaffinity(cpu_set_t *set) {
    DWORD_PTR own = 0, all = 0;
    const bool known = GetProcessAffinityMask(GetCurrentProcess(), &own, &all);
    set->bits = own;
    return known ? 0 : -1;
}
