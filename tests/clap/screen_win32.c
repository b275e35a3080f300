// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pointer and wheel are those of the screen; keys are, too, if the window has the keyboard.

#include "screen.h"

#include <stdlib.h>
#include <windows.h>

enum { WAIT_MS = 5, CONTROL_HELD = 0x80 };

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

void screen_wheel(ScreenWindow window, int x, int y) {
    move_to(window, x, y);
    SetFocus(of(window)); // It turns for the window with the keyboard, or under the pointer
    mouse_event(MOUSEEVENTF_WHEEL, 0, 0, WHEEL_DELTA, 0);
}

void screen_key(ScreenWindow window, char character, bool control) {
    const SHORT found = VkKeyScanW((WCHAR)character);
    const BYTE key = LOBYTE(found);
    if (GetFocus() == of(window) && !control) {
        keybd_event(key, 0, 0, 0);
        keybd_event(key, 0, KEYEVENTF_KEYUP, 0);
        return;
    }
    BYTE held[256] = {0};
    held[VK_CONTROL] = control ? CONTROL_HELD : 0;
    SetKeyboardState(held);
    SendMessageW(of(window), WM_KEYDOWN, key, 1);
    SendMessageW(of(window), WM_KEYUP, key, 1);
    held[VK_CONTROL] = 0;
    SetKeyboardState(held);
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
