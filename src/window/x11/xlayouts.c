// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/x11/xlayouts.h"

#include <X11/X.h>
#include <X11/extensions/XKB.h>
#include <X11/extensions/XKBproto.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/xcbext.h>

static xcb_extension_t extension = {XkbName, 0};

/********* Requests *********/

/// Sends a request of the extension; returns its number.
static unsigned send_request(const JwXDisplay *d, uint8_t opcode, void *request, size_t size,
                             bool answered) {
    struct iovec parts[3] = {[2] = {.iov_base = request, .iov_len = size}}; // Two are for XCB
    const xcb_protocol_request_t is = {
        .count = 1, .ext = &extension, .opcode = opcode, .isvoid = !answered};
    return xcb_send_request(d->connection, answered ? XCB_REQUEST_CHECKED : 0, parts + 2, &is);
}

/// Sends a request and waits for its answer, which the caller frees; NULL if it failed.
static void *ask(const JwXDisplay *d, uint8_t opcode, void *request, size_t size) {
    return xcb_wait_for_reply(d->connection, send_request(d, opcode, request, size, true), NULL);
}

uint8_t jw_xlayouts_begin(const JwXDisplay *d) {
    const xcb_query_extension_reply_t *there = xcb_get_extension_data(d->connection, &extension);
    if (!there || !there->present) {
        return 0;
    }
    xkbUseExtensionReq use = {.wantedMajor = XkbMajorVersion, .wantedMinor = XkbMinorVersion};
    xkbUseExtensionReply *used = ask(d, X_kbUseExtension, &use, sizeof use);
    const bool supported = used && used->supported;
    free(used);
    if (!supported) {
        return 0;
    }
    xkbSelectEventsReq select = {.deviceSpec = XkbUseCoreKbd,
                                 .affectWhich = XkbNewKeyboardNotifyMask | XkbMapNotifyMask,
                                 .selectAll = XkbNewKeyboardNotifyMask | XkbMapNotifyMask,
                                 .affectMap = XkbAllMapComponentsMask,
                                 .map = XkbAllMapComponentsMask};
    send_request(d, X_kbSelectEvents, &select, sizeof select, false);
    return there->first_event;
}

/********* Symbols *********/

/// Number of layouts of a key. The upper bits select a substitute for the others.
static int count_layouts(uint8_t info) {
    return info & 0xf;
}

/// The key's layout for one of the keyboard's layouts.
static int layout_of_key(int layout, uint8_t info) {
    const int n = count_layouts(info), other = info >> 4 & 3;
    if (layout < n) {
        return layout;
    }
    switch (info & 0xc0) {
    case XkbClampIntoRange:
        return n - 1;
    case XkbRedirectIntoRange:
        return other < n ? other : 0;
    default:
        return layout % n;
    }
}

static void take_key(JwXKeySymbols key, const xkbSymMapWireDesc *is, const uint8_t *symbols) {
    for (int layout = 0; layout < JW_X_LAYOUTS && count_layouts(is->groupInfo) > 0; ++layout) {
        const int first = layout_of_key(layout, is->groupInfo) * is->width;
        for (int level = 0; level < JW_X_LEVELS && level < is->width; ++level) {
            if (first + level < is->nSyms) {
                memcpy(&key[layout][level], symbols + 4 * (size_t)(first + level), 4);
            }
        }
    }
}

/// Reads the symbols through the extension; returns false if they are not available.
static bool read_layouts(const JwXDisplay *d, JwXKeySymbols *key) {
    const xcb_setup_t *setup = xcb_get_setup(d->connection);
    xkbGetMapReq request = {.deviceSpec = XkbUseCoreKbd,
                            .partial = XkbKeySymsMask,
                            .firstKeySym = setup->min_keycode,
                            .nKeySyms = (uint8_t)(setup->max_keycode - setup->min_keycode + 1)};
    xkbGetMapReply *map = ask(d, X_kbGetMap, &request, sizeof request);
    if (!map) {
        return false;
    }
    const uint8_t *at = (const uint8_t *)map + sizeof *map;
    const uint8_t *end = (const uint8_t *)map + 32 + 4 * (size_t)map->length;
    for (int i = 0; i < map->nKeySyms && (size_t)(end - at) >= sizeof(xkbSymMapWireDesc); ++i) {
        xkbSymMapWireDesc is;
        memcpy(&is, at, sizeof is);
        at += sizeof is;
        if (map->firstKeySym + i >= JW_X_KEYS || (size_t)(end - at) < 4 * (size_t)is.nSyms) {
            break;
        }
        take_key(key[map->firstKeySym + i], &is, at);
        at += 4 * (size_t)is.nSyms;
    }
    free(map);
    return true;
}

/// Reads the symbols through the core protocol: a key's first two, for a single layout.
static bool read_core(const JwXDisplay *d, JwXKeySymbols *key) {
    const xcb_setup_t *setup = xcb_get_setup(d->connection);
    const int first = setup->min_keycode, n = setup->max_keycode - first + 1;
    xcb_get_keyboard_mapping_reply_t *map = xcb_get_keyboard_mapping_reply(
        d->connection,
        xcb_get_keyboard_mapping_unchecked(d->connection, setup->min_keycode, (uint8_t)n), NULL);
    if (!map) {
        return false;
    }
    const int width = map->keysyms_per_keycode;
    const xcb_keysym_t *symbols = xcb_get_keyboard_mapping_keysyms(map);
    const int length = xcb_get_keyboard_mapping_keysyms_length(map);
    for (int i = 0; i < n && (i + 1) * width <= length; ++i) {
        for (int layout = 0; layout < JW_X_LAYOUTS; ++layout) {
            memcpy(key[first + i][layout], symbols + (ptrdiff_t)i * width,
                   (width < 2 ? (size_t)width : 2) * sizeof *symbols);
        }
    }
    free(map);
    return true;
}

JwXKeySymbols *jw_xlayouts_read(const JwXDisplay *d) {
    const xcb_query_extension_reply_t *there = xcb_get_extension_data(d->connection, &extension);
    JwXKeySymbols *key = calloc(JW_X_KEYS, sizeof *key);
    if (key && !(there && there->present && read_layouts(d, key)) && !read_core(d, key)) {
        free(key);
        return NULL;
    }
    return key;
}
