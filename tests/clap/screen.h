// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The window system to tests of the CLAP plug-in's window: a host's window, hands in the window
// inside it, and its picture. X11 (screen_x11.c) or Windows (screen_win32.c).

#ifndef JW_TESTS_CLAP_SCREEN_H
#define JW_TESTS_CLAP_SCREEN_H

#include "clap/clap_abi.h"

/// Window of the system; 0: none.
typedef uintptr_t ScreenWindow;

/// Connects to the display; false if there is none.
bool screen_begin(void);
void screen_end(void);

/// Name of the window system in CLAP.
extern const char *const screen_api;

/// Opens a host's window of that size, in the corner of the screen.
ScreenWindow screen_open(int width, int height, clap_window *for_plugin);
void screen_close(ScreenWindow window);
void screen_resize(ScreenWindow window, int width, int height);

/// First window inside another.
ScreenWindow screen_child(ScreenWindow parent);

void screen_size(ScreenWindow window, int *width, int *height);

/// The left button goes down or up, and the pointer moves with it held.
void screen_button(ScreenWindow window, bool down, int x, int y);
void screen_drag(ScreenWindow window, int x, int y);

/// The wheel turns by one notch, away from the user or back, with Control if told.
void screen_wheel(ScreenWindow window, int x, int y, bool away, bool control);

/// A key of that character is struck.
void screen_key(ScreenWindow window, char character);

/// Pixels (0xRRGGBB) of the window's upper left part, for free().
uint32_t *screen_picture(ScreenWindow window, int width, int height);

/// Lets the display and the plug-in's own timers act for a while.
void screen_wait(void);

#endif // JW_TESTS_CLAP_SCREEN_H
