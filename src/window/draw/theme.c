// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/theme.h"

#include <math.h>

/// A colour in web notation: 0xRRGGBB.
#define WEB(rgb)                                                                                   \
    { (((rgb) >> 16) & 255) / 255.0, (((rgb) >> 8) & 255) / 255.0, ((rgb)&255) / 255.0 }

static const JwTheme dark = {
    .ink =
        {
            [JW_INK_GROUND] = WEB(0x0F1115),    [JW_INK_PANE] = WEB(0x15181D),
            [JW_INK_LENS] = WEB(0x1E232B),      [JW_INK_RAISED] = WEB(0x1E232B),
            [JW_INK_SOLID] = WEB(0x2C333D),     [JW_INK_SOLID_EDGE] = WEB(0x8A96A8),
            [JW_INK_HAIR] = WEB(0x2A2F38),      [JW_INK_TRACK] = WEB(0x343B46),
            [JW_INK_EDGE] = WEB(0x6B7585),      [JW_INK_TEXT] = WEB(0xE9ECF1),
            [JW_INK_TEXT_2] = WEB(0xA6AFBC),    [JW_INK_TEXT_3] = WEB(0x848E9C),
            [JW_INK_MELODY] = WEB(0xF4B73F),    [JW_INK_DRONE] = WEB(0x3FC7AE),
            [JW_INK_TARAF] = WEB(0xAD9DFF),     [JW_INK_CLIP] = WEB(0xFF7468),
            [JW_INK_ON_ROLE] = WEB(0x14161A),   [JW_INK_KEY_WHITE] = WEB(0x262C35),
            [JW_INK_KEY_BLACK] = WEB(0x0B0D10), [JW_INK_KEY_EDGE] = WEB(0x343B46),
            [JW_INK_ON_WHITE] = WEB(0xA6AFBC),  [JW_INK_ON_BLACK] = WEB(0xA6AFBC),
        },
    .sound = {WEB(0x15181D), WEB(0x222B39), WEB(0x3D506F), WEB(0x7F97BC), WEB(0xE3ECFA)},
    .glow = {0.22, 0.10, 0.05},
    .earlier = 0.16,
};

static const JwTheme light = {
    .ink =
        {
            [JW_INK_GROUND] = WEB(0xF4F5F7),    [JW_INK_PANE] = WEB(0xFFFFFF),
            [JW_INK_LENS] = WEB(0xECEFF3),      [JW_INK_RAISED] = WEB(0xE6E9EE),
            [JW_INK_SOLID] = WEB(0xD6DBE2),     [JW_INK_SOLID_EDGE] = WEB(0x6A7584),
            [JW_INK_HAIR] = WEB(0xD9DDE3),      [JW_INK_TRACK] = WEB(0xCDD3DB),
            [JW_INK_EDGE] = WEB(0x7B8593),      [JW_INK_TEXT] = WEB(0x14171C),
            [JW_INK_TEXT_2] = WEB(0x4C5561),    [JW_INK_TEXT_3] = WEB(0x5C6571),
            [JW_INK_MELODY] = WEB(0x955700),    [JW_INK_DRONE] = WEB(0x00695C),
            [JW_INK_TARAF] = WEB(0x5A45C4),     [JW_INK_CLIP] = WEB(0xB3261E),
            [JW_INK_ON_ROLE] = WEB(0xFFFFFF),   [JW_INK_KEY_WHITE] = WEB(0xFFFFFF),
            [JW_INK_KEY_BLACK] = WEB(0x3A424D), [JW_INK_KEY_EDGE] = WEB(0x3A424D),
            [JW_INK_ON_WHITE] = WEB(0x4C5561),  [JW_INK_ON_BLACK] = WEB(0xFFFFFF),
        },
    .sound = {WEB(0xFFFFFF), WEB(0xD5DFEE), WEB(0x8FA8CC), WEB(0x3C5A88), WEB(0x0E1A2E)},
    .glow = {0.0, 0.10, 0.0},
    .earlier = 0.22,
};

const JwTheme *jw_theme(JwWindowTheme name) {
    return name == JW_WINDOW_LIGHT ? &light : &dark;
}

JwInk jw_theme_role(JwWindowRole role) {
    return role == JW_WINDOW_DRONE   ? JW_INK_DRONE
           : role == JW_WINDOW_TARAF ? JW_INK_TARAF
                                     : JW_INK_MELODY;
}

JwColour jw_theme_sound(const JwTheme *theme, double level) {
    const double place = 4.0 * fmin(fmax(level, 0.0), 1.0);
    const int i = place >= 4.0 ? 3 : (int)place;
    const double part = place - i;
    const JwColour a = theme->sound[i];
    const JwColour b = theme->sound[i + 1];
    return (JwColour){a.r + part * (b.r - a.r), a.g + part * (b.g - a.g), a.b + part * (b.b - a.b)};
}

static double linear(double v) {
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double luminance(JwColour c) {
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

double jw_colour_contrast(JwColour a, JwColour b) {
    const double la = luminance(a);
    const double lb = luminance(b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}
