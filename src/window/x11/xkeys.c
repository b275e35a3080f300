// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/x11/xkeys.h"

#include "base/utf8.h"

#include <X11/keysym.h>
#include <stdlib.h>
#include <string.h>

enum {
    SENT = 0x80,    ///< Mark of an event sent by another program
    GROUP_BIT = 13, ///< Lowest bit of the keyboard layout in an event's state
    NUM_LOCK = XCB_MOD_MASK_2,
    LEVEL_3 = XCB_MOD_MASK_5, ///< AltGr
};

/********* What a key writes *********/

/// UTF-8 of the character that a key types; empty if it types none.
static void write_character(xcb_keysym_t symbol, char text[JW_UTF8_SIZE]) {
    const bool latin = (symbol >= 0x20 && symbol <= 0x7e) || (symbol >= 0xa0 && symbol <= 0xff);
    const uint32_t code = latin ? symbol : symbol >> 24 == 1 ? symbol & 0xffffff : 0;
    memset(text, 0, JW_UTF8_SIZE);
    if (code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) {
        jw_utf8_encode(code, text);
    }
}

/// Maps number-pad keys to their plain equivalents.
static xcb_keysym_t plain_symbol(xcb_keysym_t symbol) {
    static const struct {
        xcb_keysym_t pad, plain;
    } same[] = {
        {XK_KP_Enter, XK_Return},
        {XK_KP_Left, XK_Left},
        {XK_KP_Right, XK_Right},
        {XK_KP_Up, XK_Up},
        {XK_KP_Down, XK_Down},
        {XK_KP_Page_Up, XK_Page_Up},
        {XK_KP_Page_Down, XK_Page_Down},
        {XK_KP_Home, XK_Home},
        {XK_KP_End, XK_End},
        {XK_KP_Delete, XK_Delete},
        {XK_ISO_Left_Tab, XK_Tab},
        {XK_KP_Add, XK_plus},
        {XK_KP_Subtract, XK_minus},
        {XK_KP_Decimal, XK_period},
        {XK_KP_Separator, XK_comma},
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; ++i) {
        if (same[i].pad == symbol) {
            return same[i].plain;
        }
    }
    return symbol >= XK_KP_0 && symbol <= XK_KP_9 ? symbol - XK_KP_0 + XK_0 : symbol;
}

/********* The keyboard *********/

static const xcb_keysym_t *levels_of(JwXKeys *keys, const JwXDisplay *d, xcb_keycode_t code,
                                     int layout) {
    if (!keys->symbols) {
        keys->symbols = jw_xlayouts_read(d);
    }
    return keys->symbols ? keys->symbols[code][layout] : NULL;
}

static bool is_pad(xcb_keysym_t symbol) {
    return symbol >= XK_KP_Space && symbol <= XK_KP_Equal;
}

/// Symbol of a key in a layout, with the held modifiers.
static xcb_keysym_t look_up(const xcb_keysym_t level[JW_X_LEVELS], unsigned state) {
    bool upper = state & XCB_MOD_MASK_SHIFT;
    if (is_pad(level[1]) && state & NUM_LOCK) {
        upper = !upper;
    } else if (state & XCB_MOD_MASK_LOCK && level[0] >= XK_a && level[0] <= XK_z) {
        upper = !upper; // As X servers do: Shift reverses Caps Lock
    }
    if (state & LEVEL_3 && level[2 + upper] != XCB_NO_SYMBOL) {
        return level[2 + upper];
    }
    return upper && level[1] != XCB_NO_SYMBOL ? level[1] : level[0];
}

/// True for letters whose keysyms are not Unicode, such as Cyrillic and Greek.
static bool is_foreign(xcb_keysym_t symbol) {
    return symbol > 0xff && symbol < 0xfd00;
}

/// Symbol of a key. If the layout's letter has no text here, uses the key without AltGr in the
/// first layout that has text for it.
static xcb_keysym_t symbol_of(JwXKeys *keys, const JwXDisplay *d, xcb_keycode_t code,
                              unsigned state) {
    const xcb_keysym_t *level = levels_of(keys, d, code, state >> GROUP_BIT & 3U);
    const xcb_keysym_t symbol = level ? look_up(level, state) : XCB_NO_SYMBOL;
    for (int layout = 0; layout < JW_X_LAYOUTS && is_foreign(symbol); ++layout) {
        const xcb_keysym_t other =
            look_up(levels_of(keys, d, code, layout), state & ~(unsigned)LEVEL_3);
        if (other >= 0x20 && other <= 0x7e) {
            return other;
        }
    }
    return symbol;
}

/********* Events *********/

void jw_xkeys_begin(JwXKeys *keys, const JwXDisplay *display) {
    *keys = (JwXKeys){.change_event = jw_xlayouts_begin(display)};
}

bool jw_xkeys_take(JwXKeys *keys, const xcb_generic_event_t *event) {
    const uint8_t type = event->response_type & 0x7f;
    if (type != XCB_MAPPING_NOTIFY && (!keys->change_event || type != keys->change_event)) {
        return false;
    }
    free(keys->symbols);
    keys->symbols = NULL;
    return true;
}

/// True if a held key was already reported. The server repeats a key by a release and a press with
/// the same time; times of events from other programs are not the server's.
static bool repeats(const JwXKeys *keys, const xcb_key_press_event_t *event) {
    const bool sent = event->response_type & SENT;
    return keys->held == event->detail ||
           (!sent && keys->let_go == event->detail && keys->let_go_ms == event->time);
}

bool jw_xkeys_press(JwXKeys *keys, const JwXDisplay *display, const xcb_key_press_event_t *event,
                    JwWindowInput *input) {
    static const struct {
        xcb_keysym_t symbol;
        JwInputKey key;
    } named[] = {
        {XK_Tab, JW_KEY_TAB},
        {XK_Return, JW_KEY_ENTER},
        {XK_Escape, JW_KEY_ESCAPE},
        {XK_BackSpace, JW_KEY_BACKSPACE},
        {XK_Delete, JW_KEY_DELETE},
        {XK_Left, JW_KEY_LEFT},
        {XK_Right, JW_KEY_RIGHT},
        {XK_Up, JW_KEY_UP},
        {XK_Down, JW_KEY_DOWN},
        {XK_Page_Up, JW_KEY_PAGE_UP},
        {XK_Page_Down, JW_KEY_PAGE_DOWN},
        {XK_Home, JW_KEY_HOME},
        {XK_End, JW_KEY_END},
        {XK_F2, JW_KEY_F2},
        {XK_F3, JW_KEY_F3},
        {XK_F4, JW_KEY_F4},
    };
    const xcb_keysym_t symbol = plain_symbol(symbol_of(keys, display, event->detail, event->state));
    input->kind = JW_INPUT_KEY;
    input->repeats = repeats(keys, event);
    keys->held = event->detail;
    input->code = event->detail;
    for (size_t i = 0; i < sizeof named / sizeof named[0]; ++i) {
        if (named[i].symbol == symbol) {
            input->key = named[i].key;
            return true;
        }
    }
    input->key = JW_KEY_CHARACTER;
    write_character(symbol, input->character);
    return input->character[0] != 0;
}

void jw_xkeys_release(JwXKeys *keys, const xcb_key_release_event_t *event) {
    keys->held = 0;
    keys->let_go = event->detail;
    keys->let_go_ms = event->time;
}

void jw_xkeys_leave(JwXKeys *keys) {
    keys->held = keys->let_go = 0;
}

void jw_xkeys_clear(JwXKeys *keys) {
    free(keys->symbols);
    *keys = (JwXKeys){0};
}
