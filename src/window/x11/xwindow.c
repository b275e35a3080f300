// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/view/pane.h"
#include "window/view/view.h"
#include "window/x11/ximage.h"
#include "window/x11/xkeys.h"
#include "window/x11/xscales.h"

#include <stdlib.h>
#include <string.h>

enum { WHEEL_UP = 4, WHEEL_DOWN = 5 };

// Inter-client conventions (ICCCM) for a top-level window
enum { SIZE_HINTS_WORDS = 18, P_MIN_SIZE = 16, HINTS_WORDS = 9, INPUT_HINT = 1, STATE_HINT = 2 };

/// Largest part of the screen's width and height that is drawn.
static const double most_screens = 1.5;

static const uint32_t pointer_events = XCB_EVENT_MASK_BUTTON_PRESS | XCB_EVENT_MASK_BUTTON_RELEASE |
                                       XCB_EVENT_MASK_POINTER_MOTION | XCB_EVENT_MASK_LEAVE_WINDOW;
static const uint32_t key_events = XCB_EVENT_MASK_KEY_PRESS | XCB_EVENT_MASK_KEY_RELEASE;

typedef struct {
    JwPane pane; ///< First, so that a JwPane * points to this struct
    JwXDisplay display;
    const xcb_screen_t *screen;
    xcb_window_t window; ///< 0: not created
    xcb_atom_t protocols, remove;
    bool child;
    xcb_window_t parent;
    uint32_t events; ///< Selected events
    bool keys;       ///< True while a child has the keyboard
    JwXImage image;
    JwXKeys keyboard;
    xcb_generic_event_t *ahead; ///< Event that was looked at before its turn; NULL: none
} JwXWindow;

static JwXWindow *of(JwPane *pane) {
    return (JwXWindow *)(void *)pane;
}

static const JwXWindow *of_const(const JwPane *pane) {
    return (const JwXWindow *)(const void *)pane;
}

/********* The display *********/

JwPane *jw_pane_open(void) {
    JwXWindow *w = calloc(1, sizeof *w);
    if (w && !jw_xdisplay_open(&w->display)) {
        free(w);
        return NULL;
    }
    return w ? &w->pane : NULL;
}

void jw_pane_enter(JwPane *pane) {
    jw_xdisplay_enter(&of(pane)->display);
}

void jw_pane_leave(JwPane *pane) {
    jw_xdisplay_leave(&of(pane)->display);
}

bool jw_pane_is_lost(const JwPane *pane) {
    return jw_xdisplay_lost(&of_const(pane)->display);
}

int jw_pane_fd(const JwPane *pane) {
    return xcb_get_file_descriptor(of_const(pane)->display.connection);
}

uintptr_t jw_pane_window(const JwPane *pane) {
    return of_const(pane)->window;
}

double jw_pane_scale(JwPane *pane) {
    return jw_xscales_display(&of(pane)->display);
}

int jw_pane_toolkit_scales(JwPane *pane, double *scales, int most) {
    return jw_xscales_toolkits(&of(pane)->display, scales, most);
}

void jw_pane_flush(JwPane *pane) {
    xcb_flush(of(pane)->display.connection);
}

/********* Sizes *********/

static int between(int least, int value, int most) {
    return value < least ? least : value > most ? most : value;
}

/// Records the size given by the server. The drawn size is bounded: nobody sees more than the
/// screen at once, but a larger window may be seen in parts.
static void note_size(JwXWindow *w, int width, int height) {
    if (width > w->pane.screen_width ||
        height > w->pane.screen_height) { // The screen may have grown
        jw_xdisplay_size(&w->display, w->screen->root, &w->pane.screen_width,
                         &w->pane.screen_height, NULL);
    }
    w->pane.width = width;
    w->pane.height = height;
    w->pane.drawn_width = between(1, width, (int)(most_screens * w->pane.screen_width));
    w->pane.drawn_height = between(1, height, (int)(most_screens * w->pane.screen_height));
}

void jw_pane_resize(JwPane *pane, int width, int height) {
    const JwXWindow *w = of(pane);
    const uint32_t size[] = {(uint32_t)between(1, width, INT16_MAX),
                             (uint32_t)between(1, height, INT16_MAX)};
    xcb_configure_window(w->display.connection, w->window,
                         XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, size);
}

/// Position of a window in its parent, and that parent; false if it has none: the screen's.
static bool look_up(const JwXWindow *w, xcb_window_t window, int *x, int *y, xcb_window_t *parent) {
    xcb_connection_t *c = w->display.connection;
    const xcb_get_geometry_cookie_t asked = xcb_get_geometry_unchecked(c, window);
    xcb_query_tree_reply_t *tree =
        xcb_query_tree_reply(c, xcb_query_tree_unchecked(c, window), NULL);
    xcb_get_geometry_reply_t *place = xcb_get_geometry_reply(c, asked, NULL);
    const bool has = tree && place && tree->parent != tree->root && tree->parent != XCB_NONE;
    if (has) {
        *x = place->x;
        *y = place->y;
        *parent = tree->parent;
    }
    free(place);
    free(tree);
    return has;
}

static bool is_viewable(const JwXWindow *w) {
    xcb_get_window_attributes_reply_t *is = xcb_get_window_attributes_reply(
        w->display.connection,
        xcb_get_window_attributes_unchecked(w->display.connection, w->window), NULL);
    const bool viewable = is && is->map_state == XCB_MAP_STATE_VIEWABLE;
    free(is);
    return viewable;
}

bool jw_pane_visible_size(JwPane *pane, int *width, int *height) {
    const JwXWindow *w = of(pane);
    xcb_window_t at = w->window;
    int x, y, left = 0, top = 0, room_width, room_height;
    *width = pane->width;
    *height = pane->height;
    if (!is_viewable(w)) {
        return false;
    }
    while (look_up(w, at, &x, &y, &at)) {
        left += x;
        top += y;
        if (!jw_xdisplay_size(&w->display, at, &room_width, &room_height, NULL)) {
            return false;
        }
        *width = between(0, room_width - left, *width);
        *height = between(0, room_height - top, *height);
    }
    return true;
}

/********* The window *********/

static xcb_atom_t find_atom(const JwXWindow *w, const char *name) {
    xcb_connection_t *c = w->display.connection;
    xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(
        c, xcb_intern_atom_unchecked(c, 0, (uint16_t)strlen(name), name), NULL);
    const xcb_atom_t atom = reply ? reply->atom : XCB_ATOM_NONE;
    free(reply);
    return atom;
}

static void set_property(const JwXWindow *w, xcb_atom_t name, xcb_atom_t type, uint8_t bits,
                         uint32_t n, const void *value) {
    xcb_change_property(w->display.connection, XCB_PROP_MODE_REPLACE, w->window, name, type, bits,
                        n, value);
}

static void set_title(JwXWindow *w, const char *title) {
    static const char class[] = "jawari\0Jawari";
    uint32_t size[SIZE_HINTS_WORDS] = {P_MIN_SIZE};
    uint32_t hints[HINTS_WORDS] = {INPUT_HINT | STATE_HINT, 1, 1};
    const uint32_t n = (uint32_t)strlen(title);
    size[5] = JW_VIEW_LEAST_WIDTH;
    size[6] = JW_VIEW_LEAST_HEIGHT;
    set_property(w, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8, n, title);
    set_property(w, XCB_ATOM_WM_ICON_NAME, XCB_ATOM_STRING, 8, n, title);
    set_property(w, find_atom(w, "_NET_WM_NAME"), find_atom(w, "UTF8_STRING"), 8, n, title);
    set_property(w, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, 8, sizeof class, class);
    set_property(w, XCB_ATOM_WM_NORMAL_HINTS, XCB_ATOM_WM_SIZE_HINTS, 32, SIZE_HINTS_WORDS, size);
    set_property(w, XCB_ATOM_WM_HINTS, XCB_ATOM_WM_HINTS, 32, HINTS_WORDS, hints);
    w->protocols = find_atom(w, "WM_PROTOCOLS");
    w->remove = find_atom(w, "WM_DELETE_WINDOW");
    set_property(w, w->protocols, XCB_ATOM_ATOM, 32, 1, &w->remove);
}

const char *jw_pane_look(JwPane *pane, uintptr_t parent) {
    JwXWindow *w = of(pane);
    w->child = parent != 0;
    w->parent = (xcb_window_t)parent;
    w->screen = w->display.screen;
    jw_xdisplay_enter(&w->display);
    const bool there = parent <= UINT32_MAX &&
                       (!w->child || jw_xdisplay_size(&w->display, w->parent, &w->pane.parent_width,
                                                      &w->pane.parent_height, &w->screen)) &&
                       jw_xdisplay_size(&w->display, w->screen->root, &w->pane.screen_width,
                                        &w->pane.screen_height, NULL);
    jw_xdisplay_leave(&w->display);
    return there                           ? NULL
           : jw_xdisplay_lost(&w->display) ? "the display is gone"
                                           : "the host's window is not there";
}

/// Creates the window and selects the parent's size changes; returns false if the server refuses.
static bool create(JwXWindow *w, uint8_t depth) {
    xcb_connection_t *c = w->display.connection;
    w->events = XCB_EVENT_MASK_EXPOSURE | XCB_EVENT_MASK_STRUCTURE_NOTIFY |
                XCB_EVENT_MASK_VISIBILITY_CHANGE | XCB_EVENT_MASK_PROPERTY_CHANGE |
                XCB_EVENT_MASK_FOCUS_CHANGE | pointer_events;
    if (!w->child) { // A child leaves the keyboard to its host
        w->events |= key_events;
    }
    const uint32_t values[] = {XCB_BACK_PIXMAP_NONE, 0, XCB_GRAVITY_NORTH_WEST, w->events,
                               w->screen->default_colormap};
    const xcb_window_t window = xcb_generate_id(c);
    const xcb_void_cookie_t created = xcb_create_window_checked(
        c, depth, window, w->child ? w->parent : w->screen->root, 0, 0, (uint16_t)w->pane.width,
        (uint16_t)w->pane.height, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, w->screen->root_visual,
        XCB_CW_BACK_PIXMAP | XCB_CW_BORDER_PIXEL | XCB_CW_BIT_GRAVITY | XCB_CW_EVENT_MASK |
            XCB_CW_COLORMAP,
        values);
    if (!jw_xdisplay_worked(&w->display, created)) {
        return false;
    }
    w->window = window;
    if (w->child) {
        const uint32_t structure = XCB_EVENT_MASK_STRUCTURE_NOTIFY;
        xcb_change_window_attributes(c, w->parent, XCB_CW_EVENT_MASK, &structure);
        return jw_xdisplay_size(&w->display, w->parent, &w->pane.parent_width,
                                &w->pane.parent_height, NULL);
    }
    return true;
}

const char *jw_pane_make(JwPane *pane, const JwPaneSetup *setup) {
    JwXWindow *w = of(pane);
    JwXPixels pixels;
    if (!jw_xpixels_find(&pixels, &w->display, w->screen)) {
        return "the display has too few colours";
    }
    jw_xdisplay_enter(&w->display);
    note_size(w, between(1, setup->width, INT16_MAX), between(1, setup->height, INT16_MAX));
    const bool made = create(w, pixels.depth);
    if (w->window) {
        jw_ximage_init(&w->image, &w->display, w->window, &pixels);
        jw_xkeys_begin(&w->keyboard, &w->display);
        if (!w->child) {
            set_title(w, setup->title);
        }
        xcb_map_window(w->display.connection, w->window);
    }
    xcb_flush(w->display.connection);
    jw_xdisplay_leave(&w->display);
    return jw_xdisplay_lost(&w->display) ? "the display is gone"
           : made                        ? NULL
           : w->child                    ? "the host's window takes no window in it"
                                         : "the display takes no window";
}

void jw_pane_take_keys(JwPane *pane, bool takes) {
    JwXWindow *w = of(pane);
    if (!w->child || takes == w->keys || w->pane.closed) {
        return;
    }
    const uint32_t events = w->events | (takes ? key_events : 0);
    w->keys = takes;
    xcb_change_window_attributes(w->display.connection, w->window, XCB_CW_EVENT_MASK, &events);
    xcb_set_input_focus(w->display.connection, XCB_INPUT_FOCUS_PARENT,
                        takes ? w->window : w->parent, XCB_CURRENT_TIME);
}

void jw_pane_close(JwPane *pane) {
    JwXWindow *w = of(pane);
    jw_xdisplay_enter(&w->display);
    if (w->window) {
        jw_ximage_clear(&w->image);
        if (!w->pane.closed) {
            xcb_destroy_window(w->display.connection, w->window);
        }
        xcb_flush(w->display.connection);
    }
    free(w->ahead);
    jw_xkeys_clear(&w->keyboard);
    jw_xdisplay_close(&w->display);
    jw_xdisplay_leave(&w->display);
    free(w);
}

/********* The picture *********/

bool jw_pane_is_busy(const JwPane *pane) {
    return of_const(pane)->image.taken;
}

cairo_surface_t *jw_pane_begin(JwPane *pane, bool *is_new) {
    JwXImage *image = &of(pane)->image;
    *is_new = image->width != pane->drawn_width || image->height != pane->drawn_height;
    if (*is_new && !jw_ximage_resize(image, pane->drawn_width, pane->drawn_height)) {
        return NULL;
    }
    return image->surface;
}

void jw_pane_put(JwPane *pane) {
    if (of(pane)->image.width > 0) {
        jw_ximage_put(&of(pane)->image);
    }
}

/********* Hands *********/

static unsigned modifiers(unsigned state) {
    return ((state & XCB_MOD_MASK_SHIFT) ? JW_MOD_SHIFT : 0U) |
           ((state & XCB_MOD_MASK_CONTROL) ? JW_MOD_CONTROL : 0U) |
           ((state & XCB_MOD_MASK_1) ? JW_MOD_ALT : 0U);
}

static void place_input(JwWindowInput *input, int x, int y, unsigned state,
                        xcb_timestamp_t time_ms) {
    *input =
        (JwWindowInput){.x = x, .y = y, .time_s = 1e-3 * (double)time_ms, .mods = modifiers(state)};
}

static bool take_button(const xcb_button_press_event_t *event, bool press, JwWindowInput *input) {
    place_input(input, event->event_x, event->event_y, event->state, event->time);
    input->kind = press ? JW_INPUT_PRESS : JW_INPUT_RELEASE;
    input->button = event->detail;
    if (event->detail == WHEEL_UP || event->detail == WHEEL_DOWN) {
        input->kind = JW_INPUT_WHEEL;
        input->steps = event->detail == WHEEL_UP ? 1.0 : -1.0;
        return press;
    }
    return event->detail <= 3;
}

static int type_of(const xcb_generic_event_t *event) {
    return event->response_type & 0x7f; // Without the mark of events from other programs
}

/// True if a later motion of the pointer is already waiting: only the last matters.
static bool is_old_move(JwXWindow *w, const xcb_motion_notify_event_t *event) {
    if (!w->ahead) {
        w->ahead = xcb_poll_for_queued_event(w->display.connection);
    }
    return w->ahead && type_of(w->ahead) == XCB_MOTION_NOTIFY &&
           ((const xcb_motion_notify_event_t *)w->ahead)->state == event->state;
}

static bool take_key(JwXWindow *w, const xcb_key_press_event_t *event, JwWindowInput *input) {
    place_input(input, event->event_x, event->event_y, event->state, event->time);
    return jw_xkeys_press(&w->keyboard, &w->display, event, input);
}

/// A release that the server sends with the next press of a key that is held down is none.
static bool take_key_up(JwXWindow *w, const xcb_key_release_event_t *event, JwWindowInput *input) {
    jw_xkeys_release(&w->keyboard, event);
    if (!w->ahead) {
        w->ahead = xcb_poll_for_event(w->display.connection);
    }
    const xcb_key_press_event_t *next = (const xcb_key_press_event_t *)w->ahead;
    if (next && type_of(w->ahead) == XCB_KEY_PRESS && next->detail == event->detail &&
        next->time == event->time) {
        return false;
    }
    place_input(input, event->event_x, event->event_y, event->state, event->time);
    input->kind = JW_INPUT_KEY_UP;
    input->code = event->detail;
    return true;
}

static bool take_move(JwXWindow *w, const xcb_motion_notify_event_t *event, JwWindowInput *input) {
    place_input(input, event->event_x, event->event_y, event->state, event->time);
    input->kind = JW_INPUT_MOVE;
    return !is_old_move(w, event);
}

static bool take_leave(const xcb_leave_notify_event_t *event, JwWindowInput *input) {
    place_input(input, event->event_x, event->event_y, event->state, event->time);
    input->kind = JW_INPUT_LEAVE;
    return event->mode == XCB_NOTIFY_MODE_NORMAL;
}

static bool take_hand(JwXWindow *w, const xcb_generic_event_t *event, JwWindowInput *input) {
    switch (type_of(event)) {
    case XCB_BUTTON_PRESS:
    case XCB_BUTTON_RELEASE:
        return take_button((const xcb_button_press_event_t *)event,
                           type_of(event) == XCB_BUTTON_PRESS, input);
    case XCB_MOTION_NOTIFY:
        return take_move(w, (const xcb_motion_notify_event_t *)event, input);
    case XCB_LEAVE_NOTIFY:
        return take_leave((const xcb_leave_notify_event_t *)event, input);
    case XCB_KEY_PRESS:
        return take_key(w, (const xcb_key_press_event_t *)event, input);
    case XCB_KEY_RELEASE:
        return take_key_up(w, (const xcb_key_release_event_t *)event, input);
    case XCB_FOCUS_OUT:
        jw_xkeys_leave(&w->keyboard);
        *input = (JwWindowInput){.kind = JW_INPUT_KEY_UP, .code = -1};
        return true;
    case XCB_UNMAP_NOTIFY: // The server takes away the pointer without a release
        *input = (JwWindowInput){.kind = JW_INPUT_LET_GO};
        w->pane.hidden = true;
        return true;
    default:
        return false;
    }
}

/********* Events *********/

/// Follows changes of the parent; returns true if its size changed.
static bool take_parent(JwXWindow *w, const xcb_configure_notify_event_t *now) {
    if (type_of((const xcb_generic_event_t *)now) != XCB_CONFIGURE_NOTIFY ||
        (now->width == w->pane.parent_width && now->height == w->pane.parent_height)) {
        return false;
    }
    w->pane.parent_width = now->width;
    w->pane.parent_height = now->height;
    return true;
}

static bool asks_to_close(const JwXWindow *w, const xcb_client_message_event_t *event) {
    return event->type == w->protocols && event->data.data32[0] == w->remove;
}

static bool take_change(JwXWindow *w, const xcb_generic_event_t *event) {
    const xcb_configure_notify_event_t *size = (const xcb_configure_notify_event_t *)event;
    switch (type_of(event)) {
    case XCB_CONFIGURE_NOTIFY:
        if (size->width == w->pane.width && size->height == w->pane.height) {
            return false;
        }
        note_size(w, size->width, size->height);
        return true;
    case XCB_EXPOSE:
        w->pane.exposed = true;
        return false;
    case XCB_MAP_NOTIFY:
        w->pane.hidden = false;
        return false;
    case XCB_VISIBILITY_NOTIFY:
        w->pane.hidden =
            ((const xcb_visibility_notify_event_t *)event)->state == XCB_VISIBILITY_FULLY_OBSCURED;
        return false;
    case XCB_CLIENT_MESSAGE:
        w->pane.closed = asks_to_close(w, (const xcb_client_message_event_t *)event);
        return w->pane.closed;
    case XCB_DESTROY_NOTIFY:
        w->pane.closed = true;
        return true;
    default:
        return false;
    }
}

/// Window that a structure event was reported to.
static xcb_window_t told(const xcb_generic_event_t *event) {
    switch (type_of(event)) {
    case XCB_CONFIGURE_NOTIFY:
    case XCB_DESTROY_NOTIFY:
    case XCB_MAP_NOTIFY:
    case XCB_UNMAP_NOTIFY:
    case XCB_REPARENT_NOTIFY:
    case XCB_GRAVITY_NOTIFY: // All start alike
        return ((const xcb_configure_notify_event_t *)event)->event;
    default:
        return XCB_NONE;
    }
}

static xcb_generic_event_t *next_event(JwXWindow *w) {
    xcb_generic_event_t *event = w->ahead;
    w->ahead = NULL;
    return event ? event : xcb_poll_for_event(w->display.connection);
}

static JwPaneEvent take_event(JwXWindow *w, const xcb_generic_event_t *event,
                              JwWindowInput *input) {
    if (event->response_type == 0) { // An error, for example about a destroyed window
        w->pane.dropped =
            jw_ximage_fail(&w->image, (const xcb_generic_error_t *)event) || w->pane.dropped;
    } else if (jw_xkeys_take(&w->keyboard, event)) {
        return JW_PANE_NONE;
    } else if (w->child && told(event) == w->parent) {
        return take_parent(w, (const xcb_configure_notify_event_t *)event) ? JW_PANE_CHANGE
                                                                           : JW_PANE_NONE;
    } else if (take_change(w, event)) {
        return JW_PANE_CHANGE;
    } else if (!jw_ximage_take(&w->image, event) && take_hand(w, event, input)) {
        return JW_PANE_INPUT;
    }
    return JW_PANE_NONE;
}

JwPaneEvent jw_pane_next(JwPane *pane, JwWindowInput *input) {
    JwXWindow *w = of(pane);
    xcb_generic_event_t *event;
    while (!w->pane.closed && (event = next_event(w)) != NULL) {
        const JwPaneEvent kind = take_event(w, event, input);
        free(event);
        if (kind != JW_PANE_NONE) {
            return kind;
        }
    }
    return JW_PANE_NONE;
}
