// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "x11/xkeys.h"

#include <X11/keysym.h>
#include <stdlib.h>
#include <string.h>

enum {
    SENT = 0x80,    ///< Mark of an event that another program sends
    GROUP_BIT = 13, ///< Lowest bit of the keyboard's layout in an event's state
    NUM_LOCK = XCB_MOD_MASK_2,
    LEVEL_3 = XCB_MOD_MASK_5, ///< AltGr
};

/********* What a key writes *********/

/// UTF-8 of what a key writes; empty for a key that writes nothing.
static void write_character(xcb_keysym_t symbol, char text[5]) {
    const bool latin = (symbol >= 0x20 && symbol <= 0x7e) || (symbol >= 0xa0 && symbol <= 0xff);
    const uint32_t code = latin ? symbol : symbol >> 24 == 1 ? symbol & 0xffffff : 0;
    memset(text, 0, 5);
    if (code == 0 || code > 0xffff) {
        return;
    }
    if (code < 0x80) {
        text[0] = (char)code;
    } else if (code < 0x800) {
        text[0] = (char)(0xc0 | code >> 6);
        text[1] = (char)(0x80 | (code & 0x3f));
    } else {
        text[0] = (char)(0xe0 | code >> 12);
        text[1] = (char)(0x80 | (code >> 6 & 0x3f));
        text[2] = (char)(0x80 | (code & 0x3f));
    }
}

/// Keys of the number pad are those that they stand for.
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

/// Symbols of a key: two of the first layout, two of the second, then the first layout's with
/// AltGr. NULL if it has none; sets how many there are.
static const xcb_keysym_t *symbols_of(JwXKeys *keys, const JwXDisplay *d, xcb_keycode_t code,
                                      int *n) {
    const xcb_setup_t *setup = xcb_get_setup(d->connection);
    const int first = setup->min_keycode, many = setup->max_keycode - first + 1;
    if (!keys->map) {
        keys->map = xcb_get_keyboard_mapping_reply(
            d->connection,
            xcb_get_keyboard_mapping_unchecked(d->connection, setup->min_keycode, (uint8_t)many),
            NULL);
    }
    *n = keys->map ? keys->map->keysyms_per_keycode : 0;
    if (*n == 0 || code < first || code >= first + many) {
        return NULL;
    }
    return xcb_get_keyboard_mapping_keysyms(keys->map) + (ptrdiff_t)(code - first) * *n;
}

static xcb_keysym_t symbol_at(const xcb_keysym_t *symbol, int n, int place) {
    return place < n ? symbol[place] : XCB_NO_SYMBOL;
}

static bool is_pad(xcb_keysym_t symbol) {
    return symbol >= XK_KP_Space && symbol <= XK_KP_Equal;
}

/// What a key means while others are held.
static xcb_keysym_t look_up(JwXKeys *keys, const JwXDisplay *d, xcb_keycode_t code,
                            unsigned state) {
    int n;
    const xcb_keysym_t *symbol = symbols_of(keys, d, code, &n);
    const int group = state >> GROUP_BIT & 1U && symbol && symbol_at(symbol, n, 2) ? 2 : 0;
    if (!symbol) {
        return XCB_NO_SYMBOL;
    }
    const xcb_keysym_t plain = symbol_at(symbol, n, group);
    const xcb_keysym_t shifted = symbol_at(symbol, n, group + 1);
    bool upper = state & XCB_MOD_MASK_SHIFT;
    if (is_pad(shifted) && state & NUM_LOCK) {
        upper = !upper;
    } else if (state & XCB_MOD_MASK_LOCK && plain >= XK_a && plain <= XK_z) {
        upper = true;
    }
    const xcb_keysym_t third = symbol_at(symbol, n, (group ? 6 : 4) + upper);
    if (state & LEVEL_3 && third != XCB_NO_SYMBOL) {
        return third;
    }
    return upper && shifted != XCB_NO_SYMBOL ? shifted : plain;
}

/********* Events *********/

/// True if a key is held that was told before. The server repeats it by a release and a press at
/// the same time; times of events that other programs send are not the server's.
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
    };
    const xcb_keysym_t symbol = plain_symbol(look_up(keys, display, event->detail, event->state));
    input->kind = JW_INPUT_KEY;
    input->repeats = repeats(keys, event);
    keys->held = event->detail;
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
    free(keys->map);
    *keys = (JwXKeys){0};
}
