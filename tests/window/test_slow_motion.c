// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Slow motion: of a string's pictures at uneven times those are shown that make one slow wave.

#include "support/check.h"
#include "window/draw/slow_motion.h"

#include "base/pi.h"

#include <math.h>

static JwWindowModel model;
static JwSlowMotion slow;

/// A string of one mode that circles: towards as the cosine of its phase, across as the sine.
static JwSlowPicture picture_at(double time_s, double hz) {
    JwSlowPicture p = {.time_s = time_s, .hz = hz, .n_contacts = 1};
    p.picture.n = p.picture.n_across = 1;
    p.picture.towards[0] = (float)(1e-3 * cos(2.0 * JW_PI * time_s * hz));
    p.picture.across[0] = (float)(1e-3 * sin(2.0 * JW_PI * time_s * hz));
    p.contact_m[0] = 2e-3F;
    p.force_n[0] = time_s < 0.5 ? 1.0F : 0.1F;
    return p;
}

static double phase_of(const JwWindowPicture *p) {
    const double phase = atan2((double)p->across[0], (double)p->towards[0]) / (2.0 * JW_PI);
    return phase - floor(phase);
}

static double apart(double a, double b) {
    const double d = fabs(a - b - round(a - b));
    return d;
}

/// Pictures at `rate` a second, handed on 25 times a second; the window draws 60 times.
static void test_wave(double hz, double rate) {
    jw_slow_reset(&slow);
    jw_window_model_init(&model);
    check(!jw_slow_show(&slow, 0.0, &model), "nothing to show yet");
    double sent_s = 0.0;
    double first = -1.0;
    double square = 0.0, trail = 0.0;
    int n = 0;
    for (int frame = 0; frame < 300; ++frame) {
        const double now_s = 10.0 + frame / 60.0;
        for (; sent_s < floor(frame / 60.0 * 25.0) / 25.0; sent_s += 1.0 / rate) {
            const JwSlowPicture p = picture_at(sent_s, hz);
            jw_slow_add(&slow, &p);
        }
        if (!jw_slow_show(&slow, now_s, &model) || slow.n < JW_SLOW_PICTURES) {
            continue;
        }
        const double shown = phase_of(&model.hero.picture[0]);
        if (first < 0.0) {
            first = slow.phase - JW_SLOW_PERIODS_S * now_s;
        }
        const double wanted = first + JW_SLOW_PERIODS_S * now_s;
        square += apart(shown, wanted) * apart(shown, wanted);
        trail += apart(phase_of(&model.hero.picture[3]), wanted - 0.5);
        ++n;
    }
    check(n > 100, "%d frames", n);
    check_below(sqrt(square / n), 0.04, "%g Hz, %g pictures a second: phase beside a slow wave's",
                hz, rate);
    check_below(trail / n, 0.04, "and of half a period before");
    const JwWindowHero *hero = &model.hero;
    check(hero->n_path == JW_WINDOW_PATH, "a whole path: %d", hero->n_path);
    double off_m = 0.0;
    const double radius_m = 1e-3 * sin(0.3 * JW_PI);
    for (int i = 0; i < hero->n_path; ++i) {
        const double here_m = hypot((double)hero->path_across[i], (double)hero->path_towards[i]);
        off_m = fmax(off_m, fabs(here_m - radius_m));
    }
    check_below(1e6 * off_m, 0.1, "off the circle in which it swings [um]");
    const double end = atan2((double)hero->path_across[JW_WINDOW_PATH - 1],
                             (double)hero->path_towards[JW_WINDOW_PATH - 1]);
    check_below(apart(end / (2.0 * JW_PI), slow.phase), 1e-6, "the newest point is of now");
}

int main(void) {
    test_wave(138.59, 60.0);
    test_wave(185.0, 53.0);
    test_wave(65.41, 200.0);
    check_between(1e3 * model.hero.reach_m, 0.9, 1.6, "reach [mm]");
    check_between(model.bridge.held_n[0], 0.0999, 0.12,
                  "a force of seconds ago is not held any longer [N]");
    jw_slow_reset(&slow);
    JwSlowPicture p = picture_at(0.0, 100.0);
    jw_slow_add(&slow, &p);
    p = picture_at(0.6, 100.0);
    jw_slow_add(&slow, &p);
    jw_slow_show(&slow, 1.0, &model);
    check(model.hero.n_path == 0, "another string: too few pictures of a path");
    check_between(model.bridge.held_n[0], 0.3, 0.45, "one of just now is [N]");
    return check_result();
}
