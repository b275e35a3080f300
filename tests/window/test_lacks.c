// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a window's owner cannot carry out is not shown and not asked for, whatever hands do.

#include "sample.h"
#include "support/check.h"

static JwWindowModel model;
static JwLayout layout;

static const JwElementKind buttons[] = {JW_E_DAMP,      JW_E_TUNE_DAMP, JW_E_CARD_TUNE,
                                        JW_E_TUNE_ALL,  JW_E_FROM_FILE, JW_E_TUNE_SCALE,
                                        JW_E_PEN_BUTTON};
static const JwWindowActionKind asked[] = {JW_DO_DAMP,      JW_DO_TUNE,       JW_DO_TUNE_RAGA,
                                           JW_DO_FROM_FILE, JW_DO_SCALE_FILE, JW_DO_PEN_BEGIN,
                                           JW_DO_PEN_BUILT, JW_DO_LEARN};

enum {
    N_BUTTONS = sizeof buttons / sizeof buttons[0],
    N_ASKED = sizeof asked / sizeof asked[0],
};

static int n_shown, n_asked;

static void count(const JwGesture *gesture) {
    for (int i = 0; i < gesture->n; ++i) {
        for (int k = 0; k < N_ASKED; ++k) {
            n_asked += gesture->action[i].kind == asked[k];
        }
    }
    for (int i = 0; i < layout.n; ++i) {
        for (int k = 0; k < N_BUTTONS; ++k) {
            n_shown += layout.element[i].kind == buttons[k];
        }
    }
}

static void take(JwCanvas *canvas, const JwWindowInput *input) {
    count(sample_take(&model, &layout, canvas, input));
}

/// Clicks, drags and turns the wheel all over a page.
static void sweep(JwCanvas *canvas, JwWindowPage page) {
    static double now_s;
    for (double y = 4.0; y < sample_height; y += 8.0) {
        for (double x = 6.0; x < sample_width; x += 24.0) {
            model.hand.page = page;
            const JwWindowInput wheel = {
                .kind = JW_INPUT_WHEEL, .x = x, .y = y, .time_s = now_s, .steps = 1.0};
            JwWindowInput input = sample_at(JW_INPUT_MOVE, x, y, now_s += 1.0);
            take(canvas, &input);
            take(canvas, &wheel);
            input = sample_at(JW_INPUT_PRESS, x, y, now_s += 1.0);
            take(canvas, &input);
            input = sample_at(JW_INPUT_MOVE, x + 9.0, y, now_s += 1.0);
            take(canvas, &input);
            input = sample_at(JW_INPUT_RELEASE, x + (y > 300.0 ? 9.0 : 0.0), y, now_s += 1.0);
            take(canvas, &input);
            input = sample_at(JW_INPUT_PRESS, x, y, now_s += 1.0);
            input.button = 3;
            take(canvas, &input);
        }
    }
}

static void sweep_all(JwCanvas *canvas, unsigned lacks) {
    n_shown = n_asked = 0;
    for (int page = 0; page < JW_WINDOW_N_PAGES; ++page) {
        sample_sitar(&model);
        model.lacks = lacks;
        sweep(canvas, (JwWindowPage)page);
        check(!(lacks & JW_LACKS_ENERGIES) || !model.hand.energy_open, "no energies, page %d",
              page);
    }
}

int main(void) {
    JwCanvas *canvas = jw_cairo_canvas_new(NULL);
    if (!check(canvas != NULL, "fonts")) {
        return check_result();
    }
    sweep_all(canvas, 0);
    check(n_shown > 100 && n_asked > 20, "an owner that can all: %d shown, %d asked for", n_shown,
          n_asked);
    sweep_all(canvas, JW_LACKS_DAMP | JW_LACKS_TUNE | JW_LACKS_FILES | JW_LACKS_PEN |
                          JW_LACKS_ENERGIES | JW_LACKS_LEARN);
    check(n_shown == 0 && n_asked == 0, "one that cannot: %d shown, %d asked for", n_shown,
          n_asked);
    jw_cairo_canvas_free(canvas);
    return check_result();
}
