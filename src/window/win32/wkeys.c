// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/win32/wkeys.h"

#include "base/utf8.h"

#include <string.h>

enum {
    CODE_BITS = 0x1ff, ///< Of a message's upper half: the key, and its copies on large keyboards
    REPEATED = 1 << 30,
    KEYS = 256,
    NO_CHANGE = 4, ///< ToUnicode() leaves what the keyboard remembers (Windows 10)
};

int jw_wkeys_code(LPARAM message) {
    return HIWORD(message) & CODE_BITS;
}

/// True while Control is held for a command: with Alt it is AltGr, which types.
static bool is_command(void) {
    return GetKeyState(VK_CONTROL) < 0 && GetKeyState(VK_MENU) >= 0;
}

/// Character of a key as if Control were not held; 0: none.
static uint32_t character_of(WPARAM key, LPARAM message) {
    BYTE held[KEYS];
    wchar_t text[4];
    if (!GetKeyboardState(held)) {
        return 0;
    }
    held[VK_CONTROL] = held[VK_LCONTROL] = held[VK_RCONTROL] = 0;
    const int n =
        ToUnicode((UINT)key, (UINT)jw_wkeys_code(message) & 0xff, held, text, 4, NO_CHANGE);
    return n == 1 && text[0] >= 0x20 && (text[0] < 0xd800 || text[0] > 0xdfff) ? text[0] : 0;
}

static void start_key(JwWindowInput *input, LPARAM message) {
    input->code = jw_wkeys_code(message);
    input->repeats = (message & REPEATED) != 0;
}

bool jw_wkeys_press(WPARAM key, LPARAM message, JwWindowInput *input) {
    static const struct {
        WPARAM key;
        JwInputKey means;
    } named[] = {
        {VK_TAB, JW_KEY_TAB},        {VK_RETURN, JW_KEY_ENTER},   {VK_ESCAPE, JW_KEY_ESCAPE},
        {VK_BACK, JW_KEY_BACKSPACE}, {VK_DELETE, JW_KEY_DELETE},  {VK_LEFT, JW_KEY_LEFT},
        {VK_RIGHT, JW_KEY_RIGHT},    {VK_UP, JW_KEY_UP},          {VK_DOWN, JW_KEY_DOWN},
        {VK_PRIOR, JW_KEY_PAGE_UP},  {VK_NEXT, JW_KEY_PAGE_DOWN}, {VK_HOME, JW_KEY_HOME},
        {VK_END, JW_KEY_END},        {VK_F2, JW_KEY_F2},          {VK_F3, JW_KEY_F3},
        {VK_F4, JW_KEY_F4},
    };
    start_key(input, message);
    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); ++i) {
        if (named[i].key == key) {
            input->key = named[i].means;
            return true;
        }
    }
    const uint32_t c = is_command() ? character_of(key, message) : 0;
    if (c == 0) {
        return false;
    }
    input->key = JW_KEY_CHARACTER;
    jw_utf8_encode(c, input->character);
    return true;
}

bool jw_wkeys_character(JwWKeys *keys, WPARAM unit, LPARAM message, JwWindowInput *input) {
    const wchar_t half = (wchar_t)unit, high = keys->high;
    uint32_t c = half;
    keys->high = IS_HIGH_SURROGATE(half) ? half : 0;
    if (IS_HIGH_SURROGATE(half) || is_command()) {
        return false;
    }
    if (IS_LOW_SURROGATE(half)) {
        c = high ? 0x10000 + ((uint32_t)(high - 0xd800) << 10) + (uint32_t)(half - 0xdc00) : 0;
    }
    if (jw_utf8_is_control(c)) {
        return false;
    }
    start_key(input, message);
    input->key = JW_KEY_CHARACTER;
    jw_utf8_encode(c, input->character);
    return true;
}
