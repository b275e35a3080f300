// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pane on Windows: a window whose messages, which its thread's loop delivers, wait in a queue until
// the view asks for them; the picture is a bitmap in memory.

#include "window/view/pane.h"
#include "window/view/view.h"
#include "window/win32/wfonts.h"
#include "window/win32/wkeys.h"

#include <math.h>
#include <stdlib.h>
#include <windows.h>
#include <windowsx.h>

enum {
    INPUTS = 128, ///< Inputs that wait
    TITLE = 128,
    DPI = 96,                        ///< Of scale 1
    DPI_CHANGED = 0x02E0,            ///< WM_DPICHANGED
    DPI_CHANGED_WITH_PARENT = 0x02E3 ///< WM_DPICHANGED_AFTERPARENT
};

static const double largest_scale = 4.0;

typedef struct {
    JwPane pane; ///< First, so that a JwPane * points to this struct
    HWND window; ///< NULL: not created, or destroyed
    HWND parent; ///< NULL: it is a top-level window
    double dpi;  ///< Of the window's display
    bool keys;   ///< True while a child has the keyboard
    bool inside; ///< True while the pointer is in the window
    WPARAM held; ///< Buttons that are held (MK_...)
    JwWKeys keyboard;
    JwWindowInput input[INPUTS]; ///< Inputs that wait, from `first` on
    int first, n;
    bool changed; ///< The size has changed, or the window has ended
    HDC memory;   ///< Has the bitmap; NULL: there is no picture
    HBITMAP bitmap;
    HGDIOBJ before; ///< Bitmap that `memory` had
    cairo_surface_t *surface;
    int width, height; ///< Of the picture [pixels]
} JwWPane;

/// Protects the class of windows, which exists while one of them does.
static SRWLOCK class_lock = SRWLOCK_INIT;
static const wchar_t class_name[] = L"JawariWindow";

static JwWPane *of(JwPane *pane) {
    return (JwWPane *)(void *)pane;
}

static int between(int least, int value, int most) {
    return value < least ? least : value > most ? most : value;
}

/********* The display *********/

JwPane *jw_pane_open(void) {
    JwWPane *p = jw_wfonts_begin() ? calloc(1, sizeof(*p)) : NULL;
    return p ? &p->pane : NULL;
}

/// A window that cannot be seen is not drawn.
void jw_pane_enter(JwPane *pane) {
    const HWND window = of(pane)->window;
    pane->hidden = window && (!IsWindowVisible(window) || IsIconic(GetAncestor(window, GA_ROOT)));
}

void jw_pane_leave(JwPane *pane) {
    (void)pane;
}

bool jw_pane_is_lost(const JwPane *pane) {
    (void)pane;
    return false;
}

int jw_pane_fd(const JwPane *pane) {
    (void)pane;
    return -1;
}

uintptr_t jw_pane_window(const JwPane *pane) {
    return (uintptr_t)((const JwWPane *)(const void *)pane)->window;
}

int jw_pane_toolkit_scales(JwPane *pane, double *scales, int most) {
    (void)pane;
    (void)scales;
    (void)most;
    return 0;
}

void jw_pane_flush(JwPane *pane) {
    (void)pane;
    GdiFlush();
}

/// Dots per inch of a window's display as its program sees it; of the system for NULL, and before
/// Windows 10.
static double dpi_of(HWND window) {
    typedef UINT(WINAPI * DpiOf)(HWND);
    const HMODULE user = GetModuleHandleW(L"user32.dll");
    const DpiOf known = user ? (DpiOf)(uintptr_t)GetProcAddress(user, "GetDpiForWindow") : NULL;
    UINT dpi = window && known ? known(window) : 0;
    if (dpi == 0) {
        HDC screen = GetDC(NULL);
        dpi = (UINT)GetDeviceCaps(screen, LOGPIXELSX);
        ReleaseDC(NULL, screen);
    }
    return dpi > 0 ? (double)dpi : (double)DPI;
}

double jw_pane_scale(JwPane *pane) {
    return fmin(fmax(dpi_of(of(pane)->parent) / DPI, 0.75), largest_scale);
}

/********* Sizes *********/

static void find_screen(JwWPane *p) {
    MONITORINFO is = {.cbSize = sizeof(is)};
    const HMONITOR monitor = MonitorFromWindow(p->parent, MONITOR_DEFAULTTOPRIMARY);
    if (GetMonitorInfoW(monitor, &is)) {
        p->pane.screen_width = is.rcWork.right - is.rcWork.left;
        p->pane.screen_height = is.rcWork.bottom - is.rcWork.top;
    }
}

/// Records the window's size. Nobody sees more at once than all screens together.
static void note_size(JwWPane *p, int width, int height) {
    p->pane.width = width;
    p->pane.height = height;
    p->pane.drawn_width = between(1, width, GetSystemMetrics(SM_CXVIRTUALSCREEN));
    p->pane.drawn_height = between(1, height, GetSystemMetrics(SM_CYVIRTUALSCREEN));
}

void jw_pane_resize(JwPane *pane, int width, int height) {
    const JwWPane *p = of(pane);
    RECT outer = {0}, inner = {0};
    if (!p->window) {
        return;
    }
    if (!p->parent) { // A frame is around it
        GetWindowRect(p->window, &outer);
        GetClientRect(p->window, &inner);
    }
    SetWindowPos(p->window, NULL, 0, 0,
                 between(1, width, INT16_MAX) + (outer.right - outer.left) - inner.right,
                 between(1, height, INT16_MAX) + (outer.bottom - outer.top) - inner.bottom,
                 SWP_NOMOVE | SWP_NOZORDER | SWP_NOACTIVATE);
}

bool jw_pane_visible_size(JwPane *pane, int *width, int *height) {
    const JwWPane *p = of(pane);
    RECT visible;
    *width = pane->width;
    *height = pane->height;
    if (!p->window || !IsWindowVisible(p->window)) {
        return false;
    }
    for (HWND at = GetAncestor(p->window, GA_PARENT); at && at != GetDesktopWindow();
         at = GetAncestor(at, GA_PARENT)) {
        GetClientRect(at, &visible);
        MapWindowPoints(at, p->window, (POINT *)(void *)&visible, 2);
        *width = between(0, visible.right, *width);
        *height = between(0, visible.bottom, *height);
    }
    return true;
}

/// Limits the sizes that a user can choose for a top-level window.
static void limit_size(MINMAXINFO *limits) {
    limits->ptMinTrackSize = (POINT){JW_VIEW_LEAST_WIDTH, JW_VIEW_LEAST_HEIGHT};
}

/********* Inputs that wait *********/

static unsigned modifiers(void) {
    return (GetKeyState(VK_SHIFT) < 0 ? JW_MOD_SHIFT : 0U) |
           (GetKeyState(VK_CONTROL) < 0 ? JW_MOD_CONTROL : 0U) |
           (GetKeyState(VK_MENU) < 0 ? JW_MOD_ALT : 0U);
}

/// Adds an input. Of moves that wait only the last matters; if there is no room, a view that has
/// not looked for so long forgets all, and whatever is held is let go.
static void queue(JwWPane *p, JwWindowInput input) {
    JwWindowInput *last = p->n > 0 ? &p->input[(p->first + p->n - 1) % INPUTS] : NULL;
    input.time_s = 1e-3 * (double)(uint32_t)GetMessageTime();
    input.mods = modifiers();
    if (last && last->kind == JW_INPUT_MOVE && input.kind == JW_INPUT_MOVE &&
        last->mods == input.mods) {
        *last = input;
        return;
    }
    if (p->n == INPUTS) {
        p->n = 0;
        input = (JwWindowInput){.kind = JW_INPUT_LET_GO};
    }
    p->input[(p->first + p->n++) % INPUTS] = input;
}

static void queue_let_go(JwWPane *p) {
    p->held = 0;
    queue(p, (JwWindowInput){.kind = JW_INPUT_LET_GO});
}

JwPaneEvent jw_pane_next(JwPane *pane, JwWindowInput *input) {
    JwWPane *p = of(pane);
    if (p->changed) {
        p->changed = false;
        return JW_PANE_CHANGE;
    }
    if (p->n == 0 || pane->closed) {
        return JW_PANE_NONE;
    }
    *input = p->input[p->first];
    p->first = (p->first + 1) % INPUTS;
    --p->n;
    return JW_PANE_INPUT;
}

void jw_pane_take_keys(JwPane *pane, bool takes) {
    JwWPane *p = of(pane);
    if (p->parent && p->window && takes != p->keys) {
        p->keys = takes;
        SetFocus(takes ? p->window : p->parent);
    }
}

/********* Pointer *********/

static void take_button(JwWPane *p, int button, bool press, WPARAM held, LPARAM place) {
    p->held = held & (MK_LBUTTON | MK_MBUTTON | MK_RBUTTON);
    if (press) {
        SetCapture(p->window);
        if (!p->parent || p->keys) {
            SetFocus(p->window);
        }
    }
    queue(p, (JwWindowInput){.kind = press ? JW_INPUT_PRESS : JW_INPUT_RELEASE,
                             .button = button,
                             .x = GET_X_LPARAM(place),
                             .y = GET_Y_LPARAM(place)});
    if (!press && !p->held) {
        ReleaseCapture();
    }
}

static void take_move(JwWPane *p, LPARAM place) {
    if (!p->inside) {
        TRACKMOUSEEVENT leave = {
            .cbSize = sizeof(leave), .dwFlags = TME_LEAVE, .hwndTrack = p->window};
        p->inside = TrackMouseEvent(&leave);
    }
    queue(p, (JwWindowInput){
                 .kind = JW_INPUT_MOVE, .x = GET_X_LPARAM(place), .y = GET_Y_LPARAM(place)});
}

static void take_wheel(JwWPane *p, int turned, LPARAM place) {
    POINT at = {GET_X_LPARAM(place), GET_Y_LPARAM(place)}; // On the screen
    ScreenToClient(p->window, &at);
    queue(p,
          (JwWindowInput){
              .kind = JW_INPUT_WHEEL, .x = at.x, .y = at.y, .steps = (double)turned / WHEEL_DELTA});
}

/// Takes a message of the pointer; returns false for other messages.
static bool take_pointer(JwWPane *p, UINT message, WPARAM w, LPARAM l) {
    switch (message) {
    case WM_LBUTTONDOWN:
    case WM_LBUTTONUP:
        take_button(p, 1, message == WM_LBUTTONDOWN, w, l);
        return true;
    case WM_MBUTTONDOWN:
    case WM_MBUTTONUP:
        take_button(p, 2, message == WM_MBUTTONDOWN, w, l);
        return true;
    case WM_RBUTTONDOWN:
    case WM_RBUTTONUP:
        take_button(p, 3, message == WM_RBUTTONDOWN, w, l);
        return true;
    case WM_MOUSEMOVE:
        take_move(p, l);
        return true;
    case WM_MOUSEWHEEL:
        take_wheel(p, GET_WHEEL_DELTA_WPARAM(w), l);
        return true;
    case WM_MOUSELEAVE:
        p->inside = false;
        queue(p, (JwWindowInput){.kind = JW_INPUT_LEAVE});
        return true;
    case WM_CAPTURECHANGED: // To another window, while a button is held
        if (p->held) {
            queue_let_go(p);
        }
        return true;
    default:
        return false;
    }
}

/********* Keys *********/

/// Takes a message of the keyboard; returns false for other messages. The host of a child has the
/// keyboard, also where it gives it to all that is in its window, unless something is typed here.
static bool take_keys(JwWPane *p, UINT message, WPARAM w, LPARAM l) {
    JwWindowInput input = {.kind = JW_INPUT_KEY};
    if (p->parent && !p->keys &&
        (message == WM_KEYDOWN || message == WM_KEYUP || message == WM_CHAR)) {
        PostMessageW(p->parent, message, w, l);
        return true;
    }
    switch (message) {
    case WM_KEYDOWN:
    case WM_CHAR:
        if (message == WM_CHAR ? jw_wkeys_character(&p->keyboard, w, l, &input)
                               : jw_wkeys_press(w, l, &input)) {
            queue(p, input);
        }
        return true;
    case WM_KEYUP:
        queue(p, (JwWindowInput){.kind = JW_INPUT_KEY_UP, .code = jw_wkeys_code(l)});
        return true;
    case WM_KILLFOCUS:
        queue(p, (JwWindowInput){.kind = JW_INPUT_KEY_UP, .code = -1});
        return true;
    default:
        return false;
    }
}

/********* The picture *********/

static void drop_picture(JwWPane *p) {
    if (p->surface) {
        cairo_surface_destroy(p->surface);
    }
    if (p->memory) {
        SelectObject(p->memory, p->before);
        DeleteDC(p->memory);
    }
    if (p->bitmap) {
        DeleteObject(p->bitmap);
    }
    p->surface = NULL;
    p->memory = NULL;
    p->bitmap = NULL;
    p->width = p->height = 0;
}

static bool make_picture(JwWPane *p, int width, int height) {
    const BITMAPINFO info = {.bmiHeader = {.biSize = sizeof(info.bmiHeader),
                                           .biWidth = width,
                                           .biHeight = -height, // From the top
                                           .biPlanes = 1,
                                           .biBitCount = 32,
                                           .biCompression = BI_RGB}};
    void *data = NULL;
    drop_picture(p);
    p->bitmap = CreateDIBSection(NULL, &info, DIB_RGB_COLORS, &data, NULL, 0);
    p->memory = p->bitmap ? CreateCompatibleDC(NULL) : NULL;
    if (!p->memory) {
        drop_picture(p);
        return false;
    }
    p->before = SelectObject(p->memory, p->bitmap);
    p->surface =
        cairo_image_surface_create_for_data(data, CAIRO_FORMAT_RGB24, width, height, 4 * width);
    if (cairo_surface_status(p->surface) != CAIRO_STATUS_SUCCESS) {
        drop_picture(p);
        return false;
    }
    p->width = width;
    p->height = height;
    return true;
}

static void copy_to(const JwWPane *p, HDC screen) {
    if (p->memory) {
        BitBlt(screen, 0, 0, p->width, p->height, p->memory, 0, 0, SRCCOPY);
    }
}

bool jw_pane_is_busy(const JwPane *pane) {
    (void)pane;
    return false;
}

cairo_surface_t *jw_pane_begin(JwPane *pane, bool *is_new) {
    JwWPane *p = of(pane);
    *is_new = p->width != pane->drawn_width || p->height != pane->drawn_height;
    GdiFlush(); // It may still read the bitmap
    return *is_new && !make_picture(p, pane->drawn_width, pane->drawn_height) ? NULL : p->surface;
}

void jw_pane_put(JwPane *pane) {
    const JwWPane *p = of(pane);
    HDC screen = p->window ? GetDC(p->window) : NULL;
    if (screen) {
        cairo_surface_flush(p->surface);
        copy_to(p, screen);
        ReleaseDC(p->window, screen);
    }
}

static void paint(const JwWPane *p) {
    PAINTSTRUCT what;
    HDC screen = BeginPaint(p->window, &what);
    copy_to(p, screen);
    EndPaint(p->window, &what);
}

/********* Messages *********/

static void take_dpi(JwWPane *p) {
    const double dpi = dpi_of(p->window);
    p->pane.rescaled = (p->pane.rescaled > 0.0 ? p->pane.rescaled : 1.0) * dpi / p->dpi;
    p->dpi = dpi;
    p->changed = true;
}

/// Takes a message about the window; returns false for other messages, and if Windows is to take it
/// too.
static bool take_window(JwWPane *p, UINT message, WPARAM w, LPARAM l) {
    switch (message) {
    case WM_SIZE:
        if (w != SIZE_MINIMIZED) {
            note_size(p, LOWORD(l), HIWORD(l));
            p->changed = true;
        }
        return true;
    case WM_PAINT:
        paint(p);
        return true;
    case WM_ERASEBKGND:
        return true;
    case WM_GETMINMAXINFO:
        limit_size((MINMAXINFO *)l);
        return true;
    case WM_CLOSE: // Its owner closes it
        p->pane.closed = p->changed = true;
        return true;
    case DPI_CHANGED:
    case DPI_CHANGED_WITH_PARENT:
        take_dpi(p);
        return true;
    case WM_SHOWWINDOW:
    case WM_CANCELMODE:
        if (message == WM_CANCELMODE || !w) {
            queue_let_go(p);
        }
        return false;
    default:
        return false;
    }
}

static LRESULT CALLBACK take_message(HWND window, UINT message, WPARAM w, LPARAM l) {
    JwWPane *p = (JwWPane *)GetWindowLongPtrW(window, GWLP_USERDATA);
    if (message == WM_NCCREATE) {
        p = ((const CREATESTRUCTW *)l)->lpCreateParams;
        p->window = window;
        SetWindowLongPtrW(window, GWLP_USERDATA, (LONG_PTR)p);
    } else if (p && message == WM_NCDESTROY) {
        SetWindowLongPtrW(window, GWLP_USERDATA, 0);
        p->window = NULL;
        p->pane.closed = p->changed = true;
    } else if (p && message == WM_GETDLGCODE) {
        return p->keys || !p->parent ? DLGC_WANTALLKEYS : 0;
    } else if (p && (take_pointer(p, message, w, l) || take_keys(p, message, w, l) ||
                     take_window(p, message, w, l))) {
        return message == WM_ERASEBKGND;
    }
    return DefWindowProcW(window, message, w, l);
}

/********* The window *********/

const char *jw_pane_look(JwPane *pane, uintptr_t parent) {
    JwWPane *p = of(pane);
    RECT inner;
    p->parent = (HWND)parent;
    p->dpi = dpi_of(p->parent);
    find_screen(p);
    if (!p->parent) {
        return NULL;
    }
    if (!GetClientRect(p->parent, &inner)) {
        return "the host's window is not there";
    }
    pane->parent_width = inner.right;
    pane->parent_height = inner.bottom;
    return NULL;
}

/// The library, which the class of windows belongs to: others may have one of that name.
static HMODULE own_module(void) {
    HMODULE own = NULL;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                           GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                       class_name, &own);
    return own;
}

const char *jw_pane_make(JwPane *pane, const JwPaneSetup *setup) {
    JwWPane *p = of(pane);
    wchar_t title[TITLE] = L"";
    const WNDCLASSEXW class = {.cbSize = sizeof(class),
                               .lpfnWndProc = take_message,
                               .hInstance = own_module(),
                               .hCursor = LoadCursorW(NULL, (LPCWSTR)IDC_ARROW),
                               .lpszClassName = class_name};
    MultiByteToWideChar(CP_UTF8, 0, setup->title, -1, title, TITLE - 1);
    note_size(p, setup->width, setup->height);
    AcquireSRWLockExclusive(&class_lock);
    RegisterClassExW(&class); // Unless it exists
    CreateWindowExW(WS_EX_NOPARENTNOTIFY, class_name, title,
                    p->parent ? WS_CHILD | WS_CLIPSIBLINGS : WS_OVERLAPPEDWINDOW,
                    p->parent ? 0 : CW_USEDEFAULT, p->parent ? 0 : CW_USEDEFAULT, setup->width,
                    setup->height, p->parent, NULL, class.hInstance, p);
    ReleaseSRWLockExclusive(&class_lock);
    if (!p->window) {
        return p->parent ? "the host's window takes no window in it"
                         : "the display takes no window";
    }
    jw_pane_resize(pane, setup->width, setup->height);
    ShowWindow(p->window, p->parent ? SW_SHOWNA : SW_SHOW);
    return NULL;
}

void jw_pane_close(JwPane *pane) {
    JwWPane *p = of(pane);
    if (p->window) {
        DestroyWindow(p->window);
    }
    AcquireSRWLockExclusive(&class_lock);
    UnregisterClassW(class_name, own_module()); // Unless another one exists
    ReleaseSRWLockExclusive(&class_lock);
    drop_picture(p);
    free(p);
}
