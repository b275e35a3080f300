// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "engine/knock.h"

#include <string.h>

JW_REALTIME void jw_knock_begin(JwKnock *knock) {
    knock->on_bridge = knock->last != 0.0 || knock->before != 0.0;
    if (knock->on_bridge) {
        memset(knock->steps, 0, sizeof(knock->steps));
    }
    knock->in_air = false;
}

JW_REALTIME void jw_knock_add(JwKnock *knock, JwStringKnock *string, uint32_t n) {
    if (!string->noise.active) {
        return;
    }
    if (!knock->on_bridge) {
        memset(knock->steps, 0, sizeof(knock->steps));
        knock->on_bridge = true;
    }
    if (!knock->in_air) {
        memset(knock->air, 0, sizeof(knock->air));
        knock->in_air = true;
    }
    for (uint32_t i = 0; i < n; ++i) {
        const double x = jw_noise_next(&string->noise);
        knock->steps[i] += string->bridge * x; // Frames until jw_knock_end()
        knock->air[i] += (float)(string->air * x);
    }
}

JW_REALTIME const double *jw_knock_end(JwKnock *knock, uint32_t n, int factor, double dt_s) {
    if (!knock->on_bridge) {
        return NULL;
    }
    if (n == 0) {
        return knock->steps;
    }
    // A frame late, since a frame of one step needs its neighbours. From the last frame to the
    // first, since the steps take the place of the frames.
    const double last = knock->steps[n - 1], before = n > 1 ? knock->steps[n - 2] : knock->last;
    for (int i = (int)n - 1; i >= 0; --i) {
        const double to = knock->steps[i], from = i > 0 ? knock->steps[i - 1] : knock->last;
        const double past = i > 1 ? knock->steps[i - 2] : i > 0 ? knock->last : knock->before;
        for (int k = factor - 1; k >= 0; --k) {
            const double x =
                factor == 1 ? jw_noise_in_frame(past, from, to) : from + (to - from) * k / factor;
            knock->steps[i * factor + k] = dt_s * dt_s * x;
        }
    }
    knock->last = last;
    knock->before = before;
    return knock->steps;
}
