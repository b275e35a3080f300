// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/slow_motion.h"

#include "base/pi.h"

#include <math.h>
#include <string.h>

/// Phase error equivalent to one picture of age: of two similar fits, the newer is shown.
static const double phase_a_picture = 0.0015;
static const double held_s = 0.6;  ///< Time in which held forces drop to a third
static const double reach_s = 1.5; ///< The same for the reach
static const double longest_gap_s = 0.1;

void jw_slow_reset(JwSlowMotion *slow) {
    memset(slow, 0, sizeof *slow);
    slow->last_s = -1.0;
}

/// The picture i pictures before the newest.
static const JwSlowPicture *before(const JwSlowMotion *slow, int i) {
    return &slow->kept[(slow->next - 1 - i + 2 * JW_SLOW_PICTURES) % JW_SLOW_PICTURES];
}

/// Approximate largest height of a picture: its largest modes in phase.
static double reach_of(const JwWindowPicture *picture) {
    double sum = 0.0;
    for (int j = 0; j < picture->n; ++j) {
        sum += (double)picture->towards[j] * (double)picture->towards[j];
    }
    return sqrt(2.0 * sum);
}

void jw_slow_add(JwSlowMotion *slow, const JwSlowPicture *picture) {
    const double gap_s = slow->n > 0 ? picture->time_s - before(slow, 0)->time_s : 0.0;
    const double fall = exp(-fmin(fmax(gap_s, 0.0), 1.0) / held_s);
    const int n = picture->n_contacts < JW_WINDOW_POINTS ? picture->n_contacts : JW_WINDOW_POINTS;
    for (int i = 0; i < n; ++i) {
        slow->held_n[i] = fmaxf((float)(fall * (double)slow->held_n[i]), picture->force_n[i]);
    }
    slow->reach_m = fmax(slow->reach_m * exp(-fmin(fmax(gap_s, 0.0), 1.0) / reach_s),
                         reach_of(&picture->picture));
    slow->kept[slow->next] = *picture;
    slow->next = (slow->next + 1) % JW_SLOW_PICTURES;
    slow->n = slow->n < JW_SLOW_PICTURES ? slow->n + 1 : JW_SLOW_PICTURES;
}

static double wrap(double phase) {
    return phase - floor(phase);
}

static const JwSlowPicture *nearest(const JwSlowMotion *slow, double phase) {
    const JwSlowPicture *best = before(slow, 0);
    double least = HUGE_VAL;
    for (int i = 0; i < slow->n; ++i) {
        const JwSlowPicture *p = before(slow, i);
        const double away = wrap(p->time_s * p->hz - phase);
        const double distance = fmin(away, 1.0 - away) + phase_a_picture * i;
        if (distance < least) {
            least = distance;
            best = p;
        }
    }
    return best;
}

/********* End-on path *********/

enum { PATH_MODES = 3, PATH_PICTURES = 3 };

/// Position on the string whose path is shown; all of these modes move it.
static const double path_part = 0.3;

/// Time in which a picture's weight drops to a third: axes turn and tones fade.
static const double path_s = 0.1;

/// Amplitudes of a mode in phase and a quarter earlier, towards and across, by least squares.
typedef struct {
    double in[2], quarter[2];
} Swing;

static bool find_swing(const JwSlowMotion *slow, int mode, Swing *to) {
    double cc = 0.0, cs = 0.0, ss = 0.0, c[2] = {0.0, 0.0}, s[2] = {0.0, 0.0};
    for (int i = 0; i < slow->n; ++i) {
        const JwSlowPicture *p = before(slow, i);
        const double angle = 2.0 * JW_PI * (mode + 1) * wrap(p->time_s * p->hz);
        const double weight = exp((p->time_s - before(slow, 0)->time_s) / path_s);
        const double x = cos(angle), y = sin(angle);
        const double value[2] = {(double)p->picture.towards[mode], (double)p->picture.across[mode]};
        cc += weight * x * x;
        cs += weight * x * y;
        ss += weight * y * y;
        for (int k = 0; k < 2; ++k) {
            c[k] += weight * x * value[k];
            s[k] += weight * y * value[k];
        }
    }
    const double det = cc * ss - cs * cs;
    for (int k = 0; k < 2; ++k) {
        to->in[k] = (c[k] * ss - s[k] * cs) / det;
        to->quarter[k] = (s[k] * cc - c[k] * cs) / det;
    }
    return det > 1e-3 * cc * ss;
}

/// Shows the last slow period as a curve: the few pictures alone would give a zigzag.
static void show_path(const JwSlowMotion *slow, JwWindowHero *hero) {
    Swing swing[PATH_MODES];
    const int n = hero->picture[0].n_across < PATH_MODES ? hero->picture[0].n_across : PATH_MODES;
    bool good = n > 0 && slow->n >= PATH_PICTURES;
    for (int j = 0; j < n && good; ++j) {
        good = find_swing(slow, j, &swing[j]);
    }
    hero->n_path = good ? JW_WINDOW_PATH : 0;
    for (int i = 0; i < hero->n_path; ++i) {
        const double phase = slow->phase + (double)(i + 1) / JW_WINDOW_PATH;
        double at[2] = {0.0, 0.0};
        for (int j = 0; j < n; ++j) {
            const double angle = 2.0 * JW_PI * (j + 1) * phase;
            const double moves = sin(JW_PI * (j + 1) * path_part);
            for (int k = 0; k < 2; ++k) {
                at[k] += moves * (swing[j].in[k] * cos(angle) + swing[j].quarter[k] * sin(angle));
            }
        }
        hero->path_towards[i] = (float)at[0];
        hero->path_across[i] = (float)at[1];
    }
}

bool jw_slow_show(JwSlowMotion *slow, double now_s, JwWindowModel *model) {
    if (slow->n == 0) {
        return false;
    }
    const double gap_s =
        slow->last_s < 0.0 ? 0.0 : fmin(fmax(now_s - slow->last_s, 0.0), longest_gap_s);
    slow->phase = wrap(slow->phase + JW_SLOW_PERIODS_S * gap_s);
    slow->last_s = now_s;
    JwWindowHero *hero = &model->hero;
    for (int i = 0; i < JW_WINDOW_PICTURES; ++i) {
        hero->picture[i] = nearest(slow, slow->phase - (double)i / JW_WINDOW_PICTURES)->picture;
    }
    hero->n_pictures = JW_WINDOW_PICTURES;
    hero->reach_m = slow->reach_m;
    show_path(slow, hero);
    const JwSlowPicture *now = nearest(slow, slow->phase);
    JwWindowBridge *bridge = &model->bridge;
    bridge->n_contacts = now->n_contacts < JW_WINDOW_POINTS ? now->n_contacts : JW_WINDOW_POINTS;
    for (int i = 0; i < bridge->n_contacts; ++i) {
        bridge->contact_m[i] = (double)now->contact_m[i];
        bridge->force_n[i] = (double)now->force_n[i];
        bridge->held_n[i] = (double)slow->held_n[i];
    }
    jw_window_lens_follow(model, now_s);
    return true;
}
