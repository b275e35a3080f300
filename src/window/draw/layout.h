// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Layout of the window: where every element is, for a model at a size; and which one is at a point.
//
// Lengths are logical pixels, larger ones in a large window (`zoom`). Elements are in the order in
// which they are drawn: the last one under a point is the one that is hit.

#ifndef JW_WINDOW_LAYOUT_H
#define JW_WINDOW_LAYOUT_H

#include "window/draw/canvas.h"
#include "window/draw/model.h"

typedef struct {
    double x, y, w, h;
} JwRect;

typedef enum {
    JW_E_NONE,
    // Head
    JW_E_HEAD, ///< Ground of the head
    JW_E_PRESET_BACK,
    JW_E_PRESET_NEXT,
    JW_E_PRESET_NAME, ///< Opens the presets
    JW_E_TAB,         ///< index: JwWindowPage
    JW_E_FACT,        ///< index: JwParamId of Sa, Raga, A4, Quality
    JW_E_METER,
    JW_E_PANIC,
    // Play
    JW_E_HERO,
    JW_E_HERO_NAME, ///< Name and note of the string; opens a menu of strings
    JW_E_PLUCK_HANDLE,
    JW_E_FRET, ///< index: place on the string
    JW_E_LENS,
    JW_E_HANDLE,     ///< index: JwHandle
    JW_E_PEN_POINT,  ///< index: point of the pen
    JW_E_PEN_BUTTON, ///< index: JwPenButton
    JW_E_JAWARI,
    JW_E_SOUND,
    JW_E_LIST,         ///< Ground of the list of strings
    JW_E_LIST_HEADING, ///< index: 0 strings, 1 taraf
    JW_E_STRING,       ///< index: string
    JW_E_DAMP,         ///< index: string
    JW_E_ROUND_STRIP,  ///< The drone's round, under a short list
    JW_E_KEY,          ///< index: MIDI key
    JW_E_PAD,          ///< index: string
    JW_E_FRETBOARD,    ///< Ground of the fret board
    JW_E_NECK,         ///< index: string; a strip of the fret board
    // Tune
    JW_E_TUNE_PARAM,  ///< index: JwParamId; a menu with its name above
    JW_E_TUNE_SCALE,  ///< Scale from a file
    JW_E_TUNE_ALL,    ///< Tunes all strings to the raga
    JW_E_TUNE_SLIDER, ///< The parameter TUNE
    JW_E_OCTAVE,
    JW_E_TUNE_HEADING, ///< index: 0 strings, 1 taraf
    JW_E_TUNE_ROW,     ///< index: string
    JW_E_TUNE_DAMP,    ///< index: string
    JW_E_CARD,         ///< The chosen string
    JW_E_CARD_TUNE,
    JW_E_CARD_PLUCK,
    // Parameters
    JW_E_GROUP, ///< index: JwParamGroup
    JW_E_PARAM, ///< index: JwParamId; a row
    JW_E_COMMENT,
    // Drone
    JW_E_RING,
    JW_E_PLAYING,
    JW_E_TEMPO,
    JW_E_TEMPO_LESS,
    JW_E_TEMPO_MORE,
    JW_E_TAP,
    JW_E_HOST_TEMPO,
    JW_E_CHOICE_NAME, ///< index: JwParamId
    JW_E_CHOICE,      ///< index: JwParamId * 64 + place of the named value
    JW_E_WIDE_SLIDER, ///< index: JwParamId
    JW_E_SEED,
    JW_E_DRONE_HEADING,
    JW_E_DRONE_STRING, ///< index: string
    // Presets
    JW_E_SEARCH,
    JW_E_FAMILY, ///< index: family, or -1 for all
    JW_E_FROM_FILE,
    JW_E_PRESET_HEADING, ///< index: preset that begins a group
    JW_E_PRESET,         ///< index: preset
    JW_E_DETAILS,
    JW_E_BACK,
    JW_E_KEEP,
    // Over all
    JW_E_SCROLL_BAR,
    JW_E_MENU,
    JW_E_MENU_LINE, ///< index: line
    JW_N_ELEMENT_KINDS,
} JwElementKind;

typedef enum {
    JW_HANDLE_HEIGHT,
    JW_HANDLE_APEX,
    JW_HANDLE_CURVATURE,
    JW_HANDLE_THREAD,
    JW_N_HANDLES
} JwHandle;

typedef enum { JW_PEN_DRAW, JW_PEN_UNDO, JW_PEN_BUILT } JwPenButton;

typedef struct {
    JwElementKind kind;
    int index;
    JwRect at;   ///< Where it is drawn
    JwRect hit;  ///< Where it is hit; w = 0: nowhere
    bool floats; ///< True of what may lie over others, as handles do
    bool disabled;
} JwElement;

/// From metres of a string to pixels of a view.
typedef struct {
    double x0, px_m;  ///< Pixel of x = 0; pixels a metre, to the right
    double y0, px_up; ///< Pixel of height 0; pixels a metre, upward
} JwStringMap;

enum { JW_ELEMENTS = 768 };

typedef struct {
    double width, height; ///< In the layout's own pixels, of which `zoom` logical ones are one
    double zoom;          ///< 1; more in a large window, so that type and panels grow with it
    bool tiny;            ///< Head, string and bridge alone
    bool compact;         ///< No names of small things
    bool narrow;          ///< No list of strings beside
    JwRect page;          ///< Below the head, within the margins
    JwStringMap hero, lens;
    double lens_end_m;  ///< Part of the string under the lens
    double scroll_most; ///< How far the page scrolls; 0: it fits
    double list_scroll_most;
    int first_key, n_whites; ///< First white key, and how many
    int n;
    JwElement element[JW_ELEMENTS];
} JwLayout;

/// Lays out a model at a size in logical pixels. [any]
void jw_layout_make(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas, double width,
                    double height);

/// Adds an element, hit where it is drawn; NULL if there is no room. [any]
JwElement *jw_layout_add(JwLayout *layout, JwElementKind kind, int index, JwRect at);

/// Adds an element that is not hit. [any]
JwElement *jw_layout_add_still(JwLayout *layout, JwElementKind kind, int index, JwRect at);

/// The element, NULL if the layout has none. [any]
const JwElement *jw_layout_find(const JwLayout *layout, JwElementKind kind, int index);

/// The element that is hit at a point; NULL for none. [any]
const JwElement *jw_layout_hit(const JwLayout *layout, double x, double y);

/// True if keys can focus an element. [any]
bool jw_element_focusable(const JwElement *element);

/// Bar at the right edge of what scrolls; `of` is the page, or JW_WINDOW_N_PAGES for the list.
/// [any]
void jw_layout_add_bar(JwLayout *layout, JwRect view, double whole, double scroll, int of);

static inline JwRect jw_rect(double x, double y, double w, double h) {
    return (JwRect){x, y, w, h};
}

static inline JwRect jw_rect_inset(JwRect r, double by) {
    return (JwRect){r.x + by, r.y + by, r.w - 2.0 * by, r.h - 2.0 * by};
}

static inline bool jw_rect_has(JwRect r, double x, double y) {
    return x >= r.x && x < r.x + r.w && y >= r.y && y < r.y + r.h;
}

static inline double jw_rect_right(JwRect r) {
    return r.x + r.w;
}

static inline double jw_rect_bottom(JwRect r) {
    return r.y + r.h;
}

#endif // JW_WINDOW_LAYOUT_H
