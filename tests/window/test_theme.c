// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Contrasts of the themes: texts at least 4.5 on every ground they stand on, edges of controls 3.

#include "sample.h"
#include "support/check.h"

#include <math.h>

static double contrast(const JwTheme *theme, JwInk a, JwInk b) {
    return jw_colour_contrast(theme->ink[a], theme->ink[b]);
}

static double least_on(const JwTheme *theme, JwInk ink, const JwInk *ground, int n) {
    double least = HUGE_VAL;
    for (int i = 0; i < n; ++i) {
        least = fmin(least, contrast(theme, ink, ground[i]));
    }
    return least;
}

static void test_theme(const JwTheme *theme, const char *name) {
    static const JwInk grounds[] = {JW_INK_GROUND, JW_INK_PANE, JW_INK_LENS, JW_INK_RAISED,
                                    JW_INK_SOLID};
    static const JwInk texts[] = {JW_INK_TEXT, JW_INK_TEXT_2};
    static const JwInk roles[] = {JW_INK_MELODY, JW_INK_DRONE, JW_INK_TARAF};
    for (int i = 0; i < 2; ++i) {
        check_between(least_on(theme, texts[i], grounds, 5), 4.5, 21.0, "%s: text %d, on all", name,
                      i + 1);
    }
    check_between(least_on(theme, JW_INK_TEXT_3, grounds, 4), 4.5, 21.0, "%s: text 3, not on solid",
                  name);
    for (int i = 0; i < 3; ++i) {
        check_between(least_on(theme, roles[i], grounds, 4), 4.5, 21.0, "%s: role %d", name, i);
        check_between(contrast(theme, JW_INK_ON_ROLE, roles[i]), 4.5, 21.0, "%s: text on role %d",
                      name, i);
    }
    check_between(contrast(theme, JW_INK_ON_ROLE, JW_INK_TEXT), 4.5, 21.0, "%s: on text", name);
    check_between(contrast(theme, JW_INK_ON_WHITE, JW_INK_KEY_WHITE), 4.5, 21.0, "%s: white key",
                  name);
    check_between(contrast(theme, JW_INK_ON_BLACK, JW_INK_KEY_BLACK), 4.5, 21.0, "%s: black key",
                  name);
    check_between(contrast(theme, JW_INK_CLIP, JW_INK_GROUND), 4.5, 21.0, "%s: clip", name);
    check_between(least_on(theme, JW_INK_EDGE, grounds, 4), 3.0, 21.0, "%s: edge of controls",
                  name);
    check_between(contrast(theme, JW_INK_SOLID_EDGE, JW_INK_SOLID), 3.0, 21.0,
                  "%s: the bridge's edge", name);
}

int main(void) {
    const JwColour black = {0.0, 0.0, 0.0};
    const JwColour white = {1.0, 1.0, 1.0};
    check_between(jw_colour_contrast(black, white), 20.999, 21.001, "black on white");
    check_between(jw_colour_contrast(white, white), 0.999, 1.001, "white on white");
    // #767676 is the lightest grey that WCAG lets stand on white: 4.54
    const JwColour grey = {0x76 / 255.0, 0x76 / 255.0, 0x76 / 255.0};
    check_between(jw_colour_contrast(grey, white), 4.535, 4.545, "grey on white");
    test_theme(jw_theme(JW_WINDOW_DARK), "dark");
    test_theme(jw_theme(JW_WINDOW_LIGHT), "light");
    return check_result();
}
