// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Colours of the window, dark and light, and their contrasts.

#ifndef JW_WINDOW_THEME_H
#define JW_WINDOW_THEME_H

#include "window/draw/model.h"

typedef enum {
    JW_INK_GROUND,     ///< Background of the window
    JW_INK_PANE,       ///< Background of views
    JW_INK_LENS,       ///< Background of the magnified bridge
    JW_INK_RAISED,     ///< Hovered or chosen rows
    JW_INK_SOLID,      ///< The bridge itself
    JW_INK_SOLID_EDGE, ///< Edge of the bridge
    JW_INK_HAIR,       ///< Separating lines
    JW_INK_TRACK,      ///< Tracks of sliders and levels
    JW_INK_EDGE,       ///< Edges of controls
    JW_INK_TEXT,
    JW_INK_TEXT_2,
    JW_INK_TEXT_3, ///< Axes; never on SOLID
    JW_INK_MELODY,
    JW_INK_DRONE,
    JW_INK_TARAF,
    JW_INK_CLIP,
    JW_INK_ON_ROLE, ///< Text on the colour of a role or of TEXT
    JW_INK_KEY_WHITE,
    JW_INK_KEY_BLACK,
    JW_INK_KEY_EDGE, ///< Edge of a black key
    JW_INK_ON_WHITE, ///< Text on a white key
    JW_INK_ON_BLACK, ///< Text on a black key
    JW_N_INKS,
} JwInk;

typedef struct {
    double r, g, b; ///< sRGB, 0 to 1
} JwColour;

typedef struct {
    JwColour ink[JW_N_INKS];
    JwColour sound[5]; ///< Colours of the spectrogram, from the floor up
    double glow[3];    ///< Opacity of the glow's lines under the string; 0: none
    double earlier;    ///< Opacity of earlier instants
} JwTheme;

/// The theme with that name. [any]
const JwTheme *jw_theme(JwWindowTheme name);

/// Ink of a role. [any]
JwInk jw_theme_role(JwWindowRole role);

/// Colour of the spectrogram at a level 0 to 1. [any]
JwColour jw_theme_sound(const JwTheme *theme, double level);

/// Contrast of two colours by WCAG 2: 1 to 21. [any]
double jw_colour_contrast(JwColour a, JwColour b);

#endif // JW_WINDOW_THEME_H
