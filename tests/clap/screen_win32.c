// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pointer, wheel and keys are those of the screen.

#include "screen.h"

#include <stdlib.h>
#include <windows.h>

enum { WAIT_MS = 5 };

static const wchar_t class_name[] = L"JawariTestHost";

const char *const screen_api = CLAP_WINDOW_WIN32;

bool screen_begin(void) {
    const WNDCLASSW class = {.lpfnWndProc = DefWindowProcW, .lpszClassName = class_name};
    return RegisterClassW(&class) != 0;
}

void screen_end(void) {
    UnregisterClassW(class_name, NULL);
}

/********* Windows *********/

static HWND of(ScreenWindow window) {
    return (HWND)window;
}

ScreenWindow screen_open(int width, int height, clap_window *for_plugin) {
    const HWND window = CreateWindowExW(0, class_name, L"Host", WS_POPUP | WS_VISIBLE, 0, 0, width,
                                        height, NULL, NULL, NULL, NULL);
    SetForegroundWindow(window);
    *for_plugin = (clap_window){.api = screen_api, .handle.pointer = window};
    return (ScreenWindow)window;
}

void screen_close(ScreenWindow window) {
    DestroyWindow(of(window));
}

void screen_resize(ScreenWindow window, int width, int height) {
    SetWindowPos(of(window), NULL, 0, 0, width, height, SWP_NOMOVE | SWP_NOZORDER);
}

ScreenWindow screen_child(ScreenWindow parent) {
    return (ScreenWindow)GetWindow(of(parent), GW_CHILD);
}

void screen_size(ScreenWindow window, int *width, int *height) {
    RECT inner = {0};
    GetClientRect(of(window), &inner);
    *width = inner.right;
    *height = inner.bottom;
}

/********* Hands *********/

static void move_to(ScreenWindow window, int x, int y) {
    POINT at = {x, y};
    ClientToScreen(of(window), &at);
    SetCursorPos(at.x, at.y);
}

void screen_button(ScreenWindow window, bool down, int x, int y) {
    move_to(window, x, y);
    mouse_event(down ? MOUSEEVENTF_LEFTDOWN : MOUSEEVENTF_LEFTUP, 0, 0, 0, 0);
}

void screen_drag(ScreenWindow window, int x, int y) {
    move_to(window, x, y);
}

void screen_wheel(ScreenWindow window, int x, int y, bool away, bool control) {
    move_to(window, x, y);
    SetFocus(of(window)); // It turns for the window with the keyboard, or under the pointer
    if (control) {
        keybd_event(VK_CONTROL, 0, 0, 0);
    }
    mouse_event(MOUSEEVENTF_WHEEL, 0, 0, (DWORD)(away ? WHEEL_DELTA : -WHEEL_DELTA), 0);
    for (int i = 0; control && i < 4; ++i) {
        screen_wait(); // The message has the keys of its time
    }
    if (control) {
        keybd_event(VK_CONTROL, 0, KEYEVENTF_KEYUP, 0);
    }
}

void screen_key(ScreenWindow window, char character) {
    (void)window;
    const BYTE key = LOBYTE(VkKeyScanW((WCHAR)character));
    keybd_event(key, 0, 0, 0);
    keybd_event(key, 0, KEYEVENTF_KEYUP, 0);
}

uint32_t *screen_picture(ScreenWindow window, int width, int height) {
    const BITMAPINFO info = {.bmiHeader = {.biSize = sizeof(info.bmiHeader),
                                           .biWidth = width,
                                           .biHeight = -height,
                                           .biPlanes = 1,
                                           .biBitCount = 32,
                                           .biCompression = BI_RGB}};
    uint32_t *pixel = calloc((size_t)(width * height), sizeof(*pixel));
    void *data = NULL;
    HDC screen = GetDC(of(window)), memory = CreateCompatibleDC(screen);
    HBITMAP bitmap = CreateDIBSection(screen, &info, DIB_RGB_COLORS, &data, NULL, 0);
    HGDIOBJ before = SelectObject(memory, bitmap);
    BitBlt(memory, 0, 0, width, height, screen, 0, 0, SRCCOPY);
    GdiFlush();
    for (int i = 0; pixel && data && i < width * height; ++i) {
        pixel[i] = ((const uint32_t *)data)[i] & 0xffffff;
    }
    SelectObject(memory, before);
    DeleteObject(bitmap);
    DeleteDC(memory);
    ReleaseDC(of(window), screen);
    return pixel;
}

void screen_wait(void) {
    MSG message;
    Sleep(WAIT_MS);
    while (PeekMessageW(&message, NULL, 0, 0, PM_REMOVE)) {
        TranslateMessage(&message);
        DispatchMessageW(&message);
    }
}
