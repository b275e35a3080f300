// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "x11/xwindow.h"

#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/keysym.h>
#include <string.h>

enum { LEAST_WIDTH = 160, LEAST_HEIGHT = 100, MOST_SIZE = 16384, WHEEL_UP = 4, WHEEL_DOWN = 5 };

bool jw_xwindow_open(JwXWindow *w) {
    memset(w, 0, sizeof *w);
    return jw_xdisplay_open(&w->display);
}

/********* The window *********/

static void set_title(JwXWindow *w, const char *title) {
    Display *display = w->display.display;
    XClassHint class = {(char[]){"jawari"}, (char[]){"Jawari"}};
    XSizeHints size = {.flags = PMinSize, .min_width = LEAST_WIDTH, .min_height = LEAST_HEIGHT};
    XWMHints hints = {.flags = InputHint | StateHint, .input = True, .initial_state = NormalState};
    Xutf8SetWMProperties(display, w->window, title, title, NULL, 0, &size, &hints, &class);
    XChangeProperty(display, w->window, XInternAtom(display, "_NET_WM_NAME", False),
                    XInternAtom(display, "UTF8_STRING", False), 8, PropModeReplace,
                    (const unsigned char *)title, (int)strlen(title));
    w->protocols = XInternAtom(display, "WM_PROTOCOLS", False);
    w->remove = XInternAtom(display, "WM_DELETE_WINDOW", False);
    XSetWMProtocols(display, w->window, &w->remove, 1);
}

/// Asks to be told of the parent's size.
static void watch_parent(JwXWindow *w) {
    XWindowAttributes parent;
    XSelectInput(w->display.display, w->parent, StructureNotifyMask);
    if (XGetWindowAttributes(w->display.display, w->parent, &parent)) {
        w->parent_width = parent.width;
        w->parent_height = parent.height;
    }
}

bool jw_xwindow_make(JwXWindow *w, const JwXWindowSetup *setup) {
    Display *display = w->display.display;
    const int screen = DefaultScreen(display);
    Visual *visual = DefaultVisual(display, screen);
    const int depth = DefaultDepth(display, screen);
    if (visual->class != TrueColor && visual->class != DirectColor) {
        return false;
    }
    const long pointer = ButtonPressMask | ButtonReleaseMask | PointerMotionMask | LeaveWindowMask;
    const long keys = KeyPressMask | KeyReleaseMask | FocusChangeMask;
    XSetWindowAttributes attributes = {
        .background_pixmap = None,
        .border_pixel = 0,
        .colormap = DefaultColormap(display, screen),
        .bit_gravity = NorthWestGravity,
        .event_mask = ExposureMask | StructureNotifyMask | VisibilityChangeMask |
                      PropertyChangeMask | pointer | keys,
    };
    w->child = setup->parent != 0;
    w->parent = (Window)setup->parent;
    if (w->child) {
        attributes.event_mask &= ~keys; // They are the host's
    }
    w->events = attributes.event_mask;
    w->width = setup->width;
    w->height = setup->height;
    jw_xdisplay_enter(&w->display);
    w->window = XCreateWindow(
        display, w->child ? (Window)setup->parent : RootWindow(display, screen), 0, 0,
        (unsigned)w->width, (unsigned)w->height, 0, depth, InputOutput, visual,
        CWBackPixmap | CWBorderPixel | CWColormap | CWBitGravity | CWEventMask, &attributes);
    if (w->child) {
        watch_parent(w);
    } else {
        set_title(w, setup->title);
    }
    XkbSetDetectableAutoRepeat(display, True, NULL);
    jw_ximage_init(&w->image, &w->display, w->window, visual, depth);
    XMapWindow(display, w->window);
    XFlush(display);
    jw_xdisplay_leave(&w->display);
    return true;
}

void jw_xwindow_take_keys(JwXWindow *w, bool takes) {
    if (!w->child || takes == w->keys || w->closed || w->display.lost) {
        return;
    }
    w->keys = takes;
    XSelectInput(w->display.display, w->window, w->events | (takes ? KeyPressMask : 0));
    XSetInputFocus(w->display.display, takes ? w->window : w->parent, RevertToParent, CurrentTime);
}

void jw_xwindow_resize(JwXWindow *w, int width, int height) {
    XResizeWindow(w->display.display, w->window, (unsigned)width, (unsigned)height);
}

void jw_xwindow_close(JwXWindow *w) {
    if (!w->display.display) {
        return;
    }
    jw_xdisplay_enter(&w->display);
    if (w->window) {
        jw_ximage_clear(&w->image);
        if (!w->display.lost && !w->closed) {
            XDestroyWindow(w->display.display, w->window);
        }
    }
    jw_xdisplay_close(&w->display);
    jw_xdisplay_leave(&w->display);
}

/********* Keys *********/

/// UTF-8 of what a key writes; empty for a key that writes nothing.
static void write_character(KeySym symbol, char text[5]) {
    const bool latin = (symbol >= 0x20 && symbol <= 0x7e) || (symbol >= 0xa0 && symbol <= 0xff);
    const unsigned long code = latin ? symbol : symbol >> 24 == 1 ? symbol & 0xffffff : 0;
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
static KeySym plain_symbol(KeySym symbol) {
    static const struct {
        KeySym pad, plain;
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

static bool take_key(XKeyEvent *event, JwWindowInput *input) {
    static const struct {
        KeySym symbol;
        JwInputKey key;
    } keys[] = {
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
    char unused[16];
    KeySym symbol = NoSymbol;
    XLookupString(event, unused, (int)sizeof unused, &symbol, NULL);
    symbol = plain_symbol(symbol);
    input->kind = JW_INPUT_KEY;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i) {
        if (keys[i].symbol == symbol) {
            input->key = keys[i].key;
            return true;
        }
    }
    input->key = JW_KEY_CHARACTER;
    write_character(symbol, input->character);
    return input->character[0] != 0;
}

/********* Events *********/

static unsigned modifiers(unsigned state) {
    return ((state & ShiftMask) ? JW_MOD_SHIFT : 0U) |
           ((state & ControlMask) ? JW_MOD_CONTROL : 0U);
}

static void place_input(JwWindowInput *input, int x, int y, unsigned state, Time time_ms) {
    *input =
        (JwWindowInput){.x = x, .y = y, .time_s = 1e-3 * (double)time_ms, .mods = modifiers(state)};
}

static bool take_button(const XButtonEvent *event, JwWindowInput *input) {
    const bool press = event->type == ButtonPress;
    place_input(input, event->x, event->y, event->state, event->time);
    input->kind = press ? JW_INPUT_PRESS : JW_INPUT_RELEASE;
    input->button = (int)event->button;
    if (event->button == WHEEL_UP || event->button == WHEEL_DOWN) {
        input->kind = JW_INPUT_WHEEL;
        input->steps = event->button == WHEEL_UP ? 1.0 : -1.0;
        return press;
    }
    return event->button <= 3;
}

/// True if the pointer went on before anybody looked: only its last place matters.
static bool is_old_move(const JwXWindow *w, const XEvent *event) {
    XEvent next;
    if (XEventsQueued(w->display.display, QueuedAlready) == 0) {
        return false;
    }
    XPeekEvent(w->display.display, &next);
    return next.type == MotionNotify && next.xmotion.state == event->xmotion.state;
}

static bool take_hand(JwXWindow *w, XEvent *event, JwWindowInput *input) {
    switch (event->type) {
    case ButtonPress:
    case ButtonRelease:
        return take_button(&event->xbutton, input);
    case MotionNotify:
        place_input(input, event->xmotion.x, event->xmotion.y, event->xmotion.state,
                    event->xmotion.time);
        input->kind = JW_INPUT_MOVE;
        return !is_old_move(w, event);
    case LeaveNotify:
        place_input(input, event->xcrossing.x, event->xcrossing.y, event->xcrossing.state,
                    event->xcrossing.time);
        input->kind = JW_INPUT_LEAVE;
        return event->xcrossing.mode == NotifyNormal;
    case KeyPress:
        place_input(input, event->xkey.x, event->xkey.y, event->xkey.state, event->xkey.time);
        input->repeats = w->held_key == event->xkey.keycode;
        w->held_key = event->xkey.keycode;
        return take_key(&event->xkey, input);
    case KeyRelease:
    case FocusOut: // Its release is told to another window
        w->held_key = 0;
        return false;
    case UnmapNotify: // The server takes the pointer away, and tells of no release
        *input = (JwWindowInput){.kind = JW_INPUT_LET_GO};
        w->hidden = true;
        return true;
    default:
        return false;
    }
}

/// Notes what becomes of the parent; true if its size changed.
static bool take_parent(JwXWindow *w, const XEvent *event) {
    const XConfigureEvent *now = &event->xconfigure;
    if (event->type != ConfigureNotify ||
        (now->width == w->parent_width && now->height == w->parent_height)) {
        return false;
    }
    w->parent_width = now->width;
    w->parent_height = now->height;
    return true;
}

static bool take_change(JwXWindow *w, const XEvent *event) {
    switch (event->type) {
    case ConfigureNotify:
        if (event->xconfigure.width == w->width && event->xconfigure.height == w->height) {
            return false;
        }
        w->width = event->xconfigure.width < MOST_SIZE ? event->xconfigure.width : MOST_SIZE;
        w->height = event->xconfigure.height < MOST_SIZE ? event->xconfigure.height : MOST_SIZE;
        return true;
    case Expose:
        w->exposed = true;
        return false;
    case MapNotify:
        w->hidden = false;
        return false;
    case VisibilityNotify:
        w->hidden = event->xvisibility.state == VisibilityFullyObscured;
        return false;
    case ClientMessage:
        w->closed = event->xclient.message_type == w->protocols &&
                    (Atom)event->xclient.data.l[0] == w->remove;
        return w->closed;
    case DestroyNotify:
        w->closed = true;
        return true;
    default:
        return false;
    }
}

JwXNews jw_xwindow_next(JwXWindow *w, JwWindowInput *input) {
    while (!w->display.lost && !w->closed && XPending(w->display.display) > 0) {
        XEvent event;
        XNextEvent(w->display.display, &event);
        if (w->display.lost) {
            break;
        }
        if (event.type == MappingNotify) {
            XRefreshKeyboardMapping(&event.xmapping);
        } else if (w->child && event.xany.window == w->parent) {
            if (take_parent(w, &event)) {
                return JW_X_CHANGE;
            }
        } else if (take_change(w, &event)) {
            return JW_X_CHANGE;
        } else if (!jw_ximage_take(&w->image, &event) && take_hand(w, &event, input)) {
            return JW_X_INPUT;
        }
    }
    return JW_X_NONE;
}
