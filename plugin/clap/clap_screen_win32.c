// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Window on Windows, where a timer needs nothing of the host but its loop of messages: that of an
// invisible window.

#include "clap.h"

#include <windows.h>

const char *const jw_clap_window_api = CLAP_WINDOW_WIN32;

void *jw_clap_window_parent(const clap_window *window) {
    return window->handle.pointer;
}

/// A timer's number is its plug-in.
static void CALLBACK tick(HWND window, UINT message, UINT_PTR timer, DWORD time_ms) {
    (void)window;
    (void)message;
    (void)time_ms;
    jw_clap_window_tick((JwClap *)timer);
}

bool jw_clap_ticks_begin(JwClap *clap, uint32_t period_ms) {
    const HWND window =
        CreateWindowExW(0, L"STATIC", L"", 0, 0, 0, 0, 0, HWND_MESSAGE, NULL, NULL, NULL);
    if (window && !SetTimer(window, (UINT_PTR)clap, period_ms, tick)) {
        DestroyWindow(window);
        return false;
    }
    clap->ticker = (uintptr_t)window;
    return window != NULL;
}

void jw_clap_ticks_end(JwClap *clap) {
    DestroyWindow((HWND)clap->ticker); // With its timer
}
