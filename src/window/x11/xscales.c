// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/x11/xscales.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PROPERTY_WORDS = 16384, NUMBER_SIZE = 32 };

static const double most_scale = 4.0; ///< Of a toolkit

/********* Text *********/

/// Parses a number in resources and environment, with a point in every locale; 0 if there is none.
static double read_number(const char *text) {
    double value = 0.0, unit = 1.0;
    text += strspn(text, " \t");
    for (bool fraction = false; (*text >= '0' && *text <= '9') || (*text == '.' && !fraction);
         ++text) {
        if (*text == '.') {
            fraction = true;
        } else {
            value = 10.0 * value + (*text - '0');
            unit *= fraction ? 10.0 : 1.0;
        }
    }
    return value / unit;
}

/// Value of Xft.dpi in resources, one per line; 0 if it is missing.
static double find_dpi(const char *text, size_t n) {
    static const char *const names[] = {"Xft.dpi:", "Xft*dpi:"};
    double found = 0.0;
    for (size_t at = 0; at < n;) {
        const char *line = text + at;
        const char *end = memchr(line, '\n', n - at);
        const size_t length = end ? (size_t)(end - line) : n - at;
        for (int i = 0; i < 2; ++i) {
            const size_t name = strlen(names[i]);
            if (length > name && !memcmp(line, names[i], name)) {
                char number[NUMBER_SIZE] = "";
                const size_t rest = length - name;
                memcpy(number, line + name, rest < NUMBER_SIZE - 1 ? rest : NUMBER_SIZE - 1);
                found = read_number(number);
            }
        }
        at += length + 1;
    }
    return found;
}

/********* What the server keeps *********/

/// A window's property of any type, to be freed; NULL if it has none.
static xcb_get_property_reply_t *property(const JwXDisplay *d, xcb_window_t window,
                                          xcb_atom_t name) {
    return xcb_get_property_reply(d->connection,
                                  xcb_get_property_unchecked(d->connection, 0, window, name,
                                                             XCB_GET_PROPERTY_TYPE_ANY, 0,
                                                             PROPERTY_WORDS),
                                  NULL);
}

static xcb_atom_t atom(const JwXDisplay *d, const char *name) {
    xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(
        d->connection, xcb_intern_atom_unchecked(d->connection, 1, (uint16_t)strlen(name), name),
        NULL);
    const xcb_atom_t found = reply ? reply->atom : XCB_ATOM_NONE;
    free(reply);
    return found;
}

/// Xft.dpi / 96; 0 if it is not set.
static double scale_of_dpi(const JwXDisplay *d) {
    // The first screen has the resources
    const xcb_window_t root = xcb_setup_roots_iterator(xcb_get_setup(d->connection)).data->root;
    xcb_get_property_reply_t *resources = property(d, root, XCB_ATOM_RESOURCE_MANAGER);
    const double dpi = resources ? find_dpi(xcb_get_property_value(resources),
                                            (size_t)xcb_get_property_value_length(resources))
                                 : 0.0;
    free(resources);
    return dpi / 96.0;
}

/// Window that holds the settings of the desktop (XSETTINGS); XCB_NONE: there are none.
static xcb_window_t settings_window(const JwXDisplay *d) {
    const xcb_atom_t selection = atom(d, "_XSETTINGS_S0");
    xcb_get_selection_owner_reply_t *reply =
        selection
            ? xcb_get_selection_owner_reply(
                  d->connection, xcb_get_selection_owner_unchecked(d->connection, selection), NULL)
            : NULL;
    const xcb_window_t owner = reply ? reply->owner : XCB_NONE;
    free(reply);
    return owner;
}

/// Number called `name` among the settings; 0 if it is missing.
static double find_setting(const unsigned char *data, size_t n, const char *name) {
    // A setting: type (0: integer), 0, length of the name (2 bytes), name padded to 4 bytes, serial
    // (4), value (4). The first byte of all is 1 if the first byte of a number is the highest.
    const size_t length = strlen(name), value = 4 + (length + 3) / 4 * 4 + 4;
    for (size_t at = 12; at + value + 4 <= n; at += 4) {
        const unsigned char *s = data + at;
        const bool is_big = data[0] == 1;
        if (s[0] == 0 && s[is_big ? 3 : 2] == length && !memcmp(s + 4, name, length)) {
            const unsigned char *v = s + value;
            return is_big ? v[3] + 256.0 * v[2] : v[0] + 256.0 * v[1];
        }
    }
    return 0.0;
}

static double scale_of_settings(const JwXDisplay *d) {
    const xcb_window_t owner = settings_window(d);
    xcb_get_property_reply_t *settings =
        owner ? property(d, owner, atom(d, "_XSETTINGS_SETTINGS")) : NULL;
    const double scale = settings ? find_setting(xcb_get_property_value(settings),
                                                 (size_t)xcb_get_property_value_length(settings),
                                                 "Gdk/WindowScalingFactor")
                                  : 0.0;
    free(settings);
    return scale;
}

/********* Scales *********/

double jw_xscales_display(const JwXDisplay *d) {
    const double scale = scale_of_dpi(d);
    return scale > 0.0 ? fmin(fmax(scale, 0.75), 3.0) : 1.0;
}

/// Number in a variable of the environment, after the first "=" in it; 0 if there is none.
static double read_variable(const char *name) {
    const char *text = getenv(name);
    const char *after = text ? strchr(text, '=') : NULL;
    return text ? read_number(after ? after + 1 : text) : 0.0;
}

int jw_xscales_toolkits(const JwXDisplay *d, double *scales, int most) {
    const double qt = read_variable("QT_SCALE_FACTOR"), by = qt > 0.0 ? qt : 1.0;
    const double dpi = scale_of_dpi(d);
    // Gtk accepts whole numbers. Qt multiplies its factor by that of the screen, or of the dots per
    // inch, which it may round.
    const double found[] = {
        floor(read_variable("GDK_SCALE")),
        scale_of_settings(d),
        by,
        by * read_variable("QT_SCREEN_SCALE_FACTORS"),
        by * dpi,
        by * round(dpi),
    };
    int n = 0;
    for (size_t i = 0; i < sizeof found / sizeof found[0] && n < most; ++i) {
        if (found[i] > 1.0 && found[i] <= most_scale) {
            scales[n++] = found[i];
        }
    }
    return n;
}
