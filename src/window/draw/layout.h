// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Layout of the window: the position of every element for a model and a size, and the element at a
// point.
//
// Lengths are logical pixels, times `zoom` in a large window. Elements are in drawing order: at a
// point, the last one is hit.

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
    JW_E_HEAD, ///< Background of the head
    JW_E_PRESET_BACK,
    JW_E_PRESET_NEXT,
    JW_E_PRESET_NAME, ///< Opens the presets
    JW_E_TAB,         ///< index: JwWindowPage
    JW_E_FACT,        ///< index: JwParamId of Sa, raga, A4 or quality
    JW_E_METER,
    JW_E_PANIC,
    // Play
    JW_E_HERO,
    JW_E_HERO_NAME, ///< Name and note of the string; opens a menu of strings
    JW_E_PLUCK_HANDLE,
    JW_E_FRET, ///< index: fret of the string
    JW_E_LENS,
    JW_E_HANDLE,     ///< index: JwHandle
    JW_E_PEN_POINT,  ///< index: point of the pen
    JW_E_PEN_BUTTON, ///< index: JwPenButton
    JW_E_JAWARI,
    JW_E_SOUND,
    JW_E_LIST,         ///< Background of the list of strings
    JW_E_LIST_HEADING, ///< index: 0 strings, 1 taraf
    JW_E_STRING,       ///< index: string
    JW_E_DAMP,         ///< index: string
    JW_E_TARAF_BAR,    ///< index: string; where its rows do not fit
    JW_E_ROUND_STRIP,  ///< The drone's round, below a short list
    JW_E_KEY,          ///< index: MIDI key
    JW_E_PAD,          ///< index: string
    JW_E_FRETBOARD,    ///< Background of the fretboard
    JW_E_NECK,         ///< index: string; a strip of the fretboard
    JW_E_CHIKARI,      ///< index: string; a pad beside the keys
    JW_E_NAMED,        ///< index: MIDI key that strikes the chikari or strums; beside the keys
    JW_E_MARKS,        ///< Marks above the keys: notes used only on the way up, or down
    JW_E_LETTERS,      ///< Layout of the computer's letters; opens a menu
    // Strip of companion and clock
    JW_E_WITH, ///< Background
    JW_E_WITH_PLAY,
    JW_E_WITH_NAME,  ///< Opens a menu of presets
    JW_E_WITH_SHOWN, ///< index: number of a companion, from 0
    JW_E_WITH_FIRST, ///< index: value of DRONE_FIRST
    JW_E_WITH_TEMPO,
    JW_E_WITH_LESS,
    JW_E_WITH_MORE,
    JW_E_WITH_LEVEL,
    JW_E_WITH_CENTS,
    JW_E_WITH_ROUND,
    JW_E_CLOCK, ///< Background
    JW_E_CLOCK_PLAY,
    JW_E_CLOCK_TALA, ///< Opens a menu of talas
    JW_E_CLOCK_TEMPO,
    JW_E_CLOCK_LESS,
    JW_E_CLOCK_MORE,
    JW_E_CLOCK_TAP,
    JW_E_CLOCK_BEAT,
    JW_E_CLOCK_CYCLE,
    JW_E_WITH_BUTTON, ///< These two on the spectrogram, where the strip has no room
    JW_E_CLOCK_BUTTON,
    // Resonator
    JW_E_EFFECT_METER, ///< index: 0 input, 1 output
    JW_E_EFFECT_TEXT,  ///< index: the same
    JW_E_ANSWERS,      ///< Background of the strings that answer
    JW_E_ANSWER,       ///< index: string
    // Tune
    JW_E_TUNE_PARAM,  ///< index: JwParamId; a menu with its name above it
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
    JW_E_CHOICE,      ///< index: JwParamId * 64 + index of the named value
    JW_E_WIDE_SLIDER, ///< index: JwParamId
    JW_E_SEED,
    JW_E_DRONE_HEADING,
    JW_E_DRONE_STRING, ///< index: string
    // Presets
    JW_E_SEARCH,
    JW_E_FAMILY, ///< index: family, or -1 for all
    JW_E_SAVE,   ///< index: 0 a preset, 1 a practice set
    JW_E_FROM_FILE,
    JW_E_PRESET_HEADING, ///< index: first preset of a group
    JW_E_PRESET,         ///< index: preset
    JW_E_PRESET_NONE,    ///< The search finds nothing
    JW_E_DETAILS,
    JW_E_BACK,
    JW_E_KEEP,
    // Ragas
    JW_E_RAGA_SEARCH,
    JW_E_RAGA_TITLE, ///< index: 0 thats, 1 times, 2 notes, 3 number found
    JW_E_RAGA_THAT,  ///< index: that
    JW_E_RAGA_TIME,  ///< index: three hours of the day, from 6 o'clock on
    JW_E_RAGA_NOTE,  ///< index: semitones above Sa
    JW_E_RAGA_CLEAR,
    JW_E_RAGA_HEADING,
    JW_E_RAGA, ///< index: raga
    JW_E_RAGA_NONE,
    JW_E_RAGA_CARD,
    // Above everything
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
    JwRect at;   ///< Drawn area
    JwRect hit;  ///< Clickable area; w = 0: none
    bool floats; ///< True for elements that may cover others, such as handles
    bool disabled;
} JwElement;

/// Maps metres of a string to pixels of a view.
typedef struct {
    double x0, px_m;  ///< Pixel of x = 0; pixels per metre, to the right
    double y0, px_up; ///< Pixel of height 0; pixels per metre, upward
} JwStringMap;

enum { JW_ELEMENTS = 768 };

typedef struct {
    double width, height; ///< In the layout's own pixels, each `zoom` logical pixels
    double zoom;          ///< 1; larger in a large window, where type and panels grow
    bool tiny;            ///< Head, string and bridge only
    bool compact;         ///< Omits the names of small things
    bool narrow;          ///< Omits the list of strings
    JwRect page;          ///< Area below the head, within the margins
    JwStringMap hero, lens;
    double lens_start_m; ///< Start of the magnified part of the string; 0: the bridge
    double lens_end_m;   ///< Its end
    double scroll_most;  ///< Largest scroll position; 0: everything fits
    double list_scroll_most;
    int first_key, n_whites; ///< First white key, and their number
    int n;
    JwElement element[JW_ELEMENTS];
} JwLayout;

/// Lays out a model at a size in logical pixels. [any]
void jw_layout_make(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas, double width,
                    double height);

/// Adds an element that is clickable where it is drawn; NULL if there is no room. [any]
JwElement *jw_layout_add(JwLayout *layout, JwElementKind kind, int index, JwRect at);

/// Adds an element that is not clickable. [any]
JwElement *jw_layout_add_still(JwLayout *layout, JwElementKind kind, int index, JwRect at);

/// Finds an element; NULL if the layout has none. [any]
const JwElement *jw_layout_find(const JwLayout *layout, JwElementKind kind, int index);

/// The clickable element at a point; NULL: none. [any]
const JwElement *jw_layout_hit(const JwLayout *layout, double x, double y);

/// True if the keyboard can focus an element. [any]
bool jw_element_focusable(const JwElement *element);

/// Scroll bar at the right edge of a view; `of` is the page, or JW_WINDOW_N_PAGES for the list.
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
