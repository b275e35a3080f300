// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Painter: draws the window's widgets in the inks of a theme, on whole device pixels.

#ifndef JW_WINDOW_PAINTER_H
#define JW_WINDOW_PAINTER_H

#include "window/draw/layout.h"
#include "window/draw/text.h"
#include "window/draw/theme.h"
#include "window/draw/words.h"

/// A drawn text, for tests.
typedef struct {
    char text[JW_WINDOW_TEXT];
    JwRect box; ///< Available area
    JwRect at;  ///< Used area: advance by line height
    JwInk ink;
    JwType type;
    bool elided;
} JwTextRecord;

enum { JW_TEXT_RECORDS = 1024 };

typedef struct {
    int n;
    JwTextRecord record[JW_TEXT_RECORDS];
} JwTextLog;

typedef struct {
    JwCanvas *canvas;
    const JwWindowModel *model;
    const JwLayout *layout;
    const JwTheme *theme;
    double scale;   ///< Device pixels per logical pixel
    JwTextLog *log; ///< May be NULL
    bool mute;      ///< True: logs texts without drawing them
} JwPainter;

typedef enum { JW_LEFT, JW_CENTRE, JW_RIGHT } JwAlign;

/// State in which an element is drawn.
typedef struct {
    bool hover, pressed, focus, disabled;
} JwElementState;

JwElementState jw_paint_state(const JwPainter *p, const JwElement *element);

/// Sets the colour of the following drawing.
void jw_paint_ink(JwPainter *p, JwInk ink, double alpha);

/// Rounds a position to a whole device pixel.
double jw_paint_snap(const JwPainter *p, double place);

void jw_paint_rect(JwPainter *p, JwRect r, JwInk ink);
void jw_paint_round(JwPainter *p, JwRect r, double radius, JwInk ink);
void jw_paint_round_alpha(JwPainter *p, JwRect r, double radius, JwInk ink, double alpha);

/// Outline inside a rectangle, at least one device pixel wide.
void jw_paint_outline(JwPainter *p, JwRect r, double radius, JwInk ink, double width);

/// Lines, one device pixel wide.
void jw_paint_across(JwPainter *p, double x0, double x1, double y, JwInk ink);
void jw_paint_down(JwPainter *p, double x, double y0, double y1, JwInk ink);

/// Text in a box, its capitals centred vertically; ends in "..." if it is too long. Returns its
/// width.
double jw_paint_text(JwPainter *p, JwRect box, JwType type, JwAlign align, JwInk ink,
                     const char *text);

/// Text broken at blanks into lines of 16 px, as many as fit into the box; the last may end in
/// "...". Returns the number of lines.
int jw_paint_paragraph(JwPainter *p, JwRect box, JwType type, JwInk ink, const char *text);

/// Mark of a role: circle, square or triangle.
void jw_paint_mark(JwPainter *p, JwWindowRole role, double x, double y, double size);

/// Chevron pointing left (-1), right (1) or down (2).
void jw_paint_chevron(JwPainter *p, double x, double y, int to, JwInk ink);

/// Bar of a level (0 to 1) on its track.
void jw_paint_level(JwPainter *p, JwRect r, double level, JwInk ink);

/// Slider: track, fill from `origin` to `place` (both 0 to 1), knob; and a tick mark at `tick` if
/// it is >= 0.
void jw_paint_slider(JwPainter *p, JwRect r, double origin, double place, double tick, double knob,
                     JwInk ink);

void jw_paint_toggle(JwPainter *p, JwRect r, bool on, JwElementState state);

/// Button with a label: outlined at rest, raised if hovered, filled with the text's colour if
/// pressed.
void jw_paint_button(JwPainter *p, const JwElement *element, JwType type, const char *label);

/// Background of a hovered or chosen row.
void jw_paint_row(JwPainter *p, JwRect r, bool chosen, JwElementState state);

/// Focus ring around an element.
void jw_paint_focus(JwPainter *p, const JwElement *element);

/// A disc; a ring with a filled background.
void jw_paint_disc(JwPainter *p, double x, double y, double radius, JwInk ink);
void jw_paint_ring(JwPainter *p, double x, double y, double radius, double width, JwInk ink,
                   JwInk ground);

#endif // JW_WINDOW_PAINTER_H
