// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The strip of companion and clock in the player's window: where it is, what it shows, and what its
// parts ask for.

#include "sample.h"
#include "support/check.h"

#include "base/talas.h"
#include "window/draw/menu.h"
#include "window/draw/strip.h"

#include <stdio.h>
#include <string.h>

static JwWindowModel model;
static JwLayout layout;
static JwCanvas *canvas;
static JwTextLog texts;
static double now_s;

static void lay_out(void) {
    jw_layout_make(&layout, &model, canvas, sample_width, sample_height);
}

static void draw(void) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 960, 600);
    cairo_t *cr = cairo_create(surface);
    jw_cairo_canvas_aim(canvas, cr);
    lay_out();
    texts.n = 0;
    JwPainter painter = {.canvas = canvas,
                         .model = &model,
                         .layout = &layout,
                         .theme = jw_theme(model.theme),
                         .scale = 1.0,
                         .log = &texts,
                         .mute = true};
    jw_window_draw_with(&painter, JW_PART_ALL);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
}

static int shown(const char *text) {
    int n = 0;
    for (int i = 0; i < texts.n; ++i) {
        n += !strcmp(texts.record[i].text, text);
    }
    return n;
}

static bool has(JwElementKind kind, int index) {
    lay_out();
    return jw_layout_find(&layout, kind, index) != NULL;
}

/// Presses in the middle of an element, moves by dx and lets go; what the last of these asks for.
static const JwGesture *drag(JwElementKind kind, int index, double dx) {
    static const JwGesture none;
    lay_out();
    const JwElement *e = jw_layout_find(&layout, kind, index);
    if (!check(e != NULL, "element %d:%d is there", (int)kind, index)) {
        return &none;
    }
    const double x = e->at.x + 0.5 * e->at.w, y = e->at.y + 0.5 * e->at.h;
    now_s += 1.0;
    JwWindowInput input = sample_at(JW_INPUT_PRESS, x, y, now_s);
    sample_take(&model, &layout, canvas, &input);
    if (dx != 0.0) {
        input = sample_at(JW_INPUT_MOVE, x + dx, y, now_s);
        return sample_take(&model, &layout, canvas, &input);
    }
    input = sample_at(JW_INPUT_RELEASE, x, y, now_s);
    return sample_take(&model, &layout, canvas, &input);
}

static const JwGesture *click(JwElementKind kind, int index) {
    return drag(kind, index, 0.0);
}

static void let_go(void) {
    const JwWindowInput input = {.kind = JW_INPUT_LET_GO};
    sample_take(&model, &layout, canvas, &input);
}

static void begin(void) {
    sample_sitar(&model);
    snprintf(model.with.name, sizeof model.with.name, "Tanpura plays Pa");
    model.with.tempo = 54.0;
    model.with.round.n_strokes = 4;
    for (int i = 0; i < 4; ++i) {
        model.with.round.stroke[i].at = 0.2 * i;
    }
    model.clock =
        (JwWindowClock){.on = true, .bpm = 72.0, .tala = jw_tala_find("tintal"), .beat = 9};
}

/********* Places *********/

static void test_places(void) {
    begin();
    check(has(JW_E_WITH_PLAY, 0) && has(JW_E_CLOCK_TAP, 0) && !has(JW_E_WITH_BUTTON, 0),
          "the strip");
    const JwElement *sound = jw_layout_find(&layout, JW_E_SOUND, 0);
    check(sound && sound->at.w == 216.0, "the spectrogram is under the strings: %g",
          sound ? sound->at.w : 0.0);
    model.lacks = JW_LACKS_WITH;
    check(!has(JW_E_WITH_PLAY, 0) && !has(JW_E_WITH_BUTTON, 0), "a host has none of it");
    sound = jw_layout_find(&layout, JW_E_SOUND, 0);
    check(sound && sound->at.w == 688.0, "there the spectrogram has its place: %g",
          sound ? sound->at.w : 0.0);
    model.lacks = 0;
    sample_width = 800.0;
    check(!has(JW_E_WITH_PLAY, 0) && has(JW_E_WITH_BUTTON, 0) && has(JW_E_CLOCK_BUTTON, 0),
          "narrower: two buttons");
    check(sample_find(click(JW_E_CLOCK_BUTTON, 0), JW_DO_CLOCK, 0), "that switch");
    sample_width = 1600.0;
    sample_height = 1000.0;
    check(has(JW_E_WITH_PLAY, 0) && has(JW_E_SOUND, 0) &&
              jw_layout_find(&layout, JW_E_SOUND, 0)->at.w > 700.0,
          "larger: both");
    sample_width = 960.0;
    sample_height = 600.0;
}

/********* Companion *********/

static void test_companion(void) {
    begin();
    draw();
    check(shown("Tanpura plays Pa") == 1 && shown("54") == 1, "what would play, and its tempo");
    check(sample_find(click(JW_E_WITH_PLAY, 0), JW_DO_WITH, 0) && model.with.on, "its start");
    draw();
    check(shown("gets ready") == 1, "it does not play before it can");
    model.with.ready = true;
    draw();
    check(shown("gets ready") == 0, "now it plays");
    const JwWindowAction *a = sample_find(click(JW_E_WITH_FIRST, 2), JW_DO_WITH_FIRST, 2);
    check(a && model.with.first == 2, "Ma");
    check(sample_find(click(JW_E_WITH_FIRST, 2), JW_DO_WITH_FIRST, -1), "again: its own");
    a = sample_find(click(JW_E_WITH_MORE, 0), JW_DO_WITH_TEMPO, 0);
    check(a && a->value == 55.0, "one count a minute more: %g", a ? a->value : 0.0);
    model.with.tempo = 10.0;
    a = sample_find(click(JW_E_WITH_LESS, 0), JW_DO_WITH_TEMPO, 0);
    check(a && a->value == 10.0, "down to ten: %g", a ? a->value : 0.0);
    a = sample_find(drag(JW_E_WITH_CENTS, 0, 7.0), JW_DO_WITH_CENTS, 0);
    check(a && a->value == 7.0, "a cent a pixel: %g", a ? a->value : 0.0);
    let_go();
    a = sample_find(drag(JW_E_WITH_LEVEL, 0, -8.0), JW_DO_WITH_LEVEL, 0);
    check(a && a->value == -2.0, "four pixels a decibel: %g", a ? a->value : 0.0);
    let_go();
    a = sample_find(drag(JW_E_WITH_LEVEL, 0, 500.0), JW_DO_WITH_LEVEL, 0);
    check(a && a->value == 12.0, "up to 12 dB: %g", a ? a->value : 0.0);
    let_go();
    draw();
    check(shown("+7") == 1, "the cents are told");
}

/// The menu has the presets that play by themselves, and no other.
static void test_presets(void) {
    begin();
    model.presets[4].change[0] = (JwWindowChange){JW_P_DRONE, 0.0, 1.0};
    check(jw_strip_n_presets(&model) == 1 && jw_strip_preset(&model, 0) == 4, "one plays alone");
    click(JW_E_WITH_NAME, 0);
    check(jw_menu_lines(&model) == 1, "the menu has it");
    check(sample_find(click(JW_E_MENU_LINE, 0), JW_DO_WITH_PRESET, 4), "and a click plays it");
}

/********* Clock *********/

static void test_clock(void) {
    begin();
    draw();
    check(shown("Teental") == 1 && shown("9") == 1 && shown("of 16") == 1 && shown("khali") == 1,
          "the ninth matra is khali");
    check(shown("\u00d7") == 1 && shown("2") >= 1 && shown("0") >= 1 && shown("3") >= 1,
          "signs of the parts");
    model.clock.beat = 1;
    draw();
    check(shown("1") >= 1 && shown("sam") == 1, "the first is sam");
    click(JW_E_CLOCK_PLAY, 0);
    draw();
    check(shown("16 matras") == 1, "stopped: what it would count");
    const JwWindowAction *a = sample_find(click(JW_E_CLOCK_LESS, 0), JW_DO_CLOCK_TEMPO, 0);
    check(a && a->value == 71.0, "one beat a minute less: %g", a ? a->value : 0.0);
    check(sample_find(click(JW_E_CLOCK_TAP, 0), JW_DO_CLOCK_TAP, 0), "Tap");
    click(JW_E_CLOCK_TALA, 0);
    check(jw_menu_lines(&model) == JW_N_TALAS + 1, "the talas, and none");
    const int rupak = jw_tala_find("rupak");
    check(sample_find(click(JW_E_MENU_LINE, rupak + 1), JW_DO_CLOCK_TALA, rupak), "Rupak");
    model.clock.on = true;
    draw();
    check(shown("Rupak") == 1 && shown("of 7") == 1, "is shown");
    click(JW_E_CLOCK_TALA, 0);
    click(JW_E_MENU_LINE, 0);
    draw();
    check(model.clock.tala == -1 && shown("Beats without a cycle") == 1, "or no cycle");
}

int main(void) {
    canvas = jw_cairo_canvas_new(NULL);
    if (!check(canvas != NULL, "fonts")) {
        return check_result();
    }
    test_places();
    test_companion();
    test_presets();
    test_clock();
    jw_cairo_canvas_free(canvas);
    return check_result();
}
