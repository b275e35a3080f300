// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "engine/knock.h"

#include <string.h>

JW_REALTIME void jw_knock_begin(JwKnock *knock) {
    knock->on_bridge = knock->last != 0.0;
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
    const double last = n > 0 ? knock->steps[n - 1] : knock->last;
    // From the last frame to the first, since the steps take the place of the frames.
    for (int i = (int)n - 1; i >= 0; --i) {
        const double from = i > 0 ? knock->steps[i - 1] : knock->last, to = knock->steps[i];
        for (int k = factor - 1; k >= 0; --k) {
            knock->steps[i * factor + k] = dt_s * dt_s * (from + (to - from) * (k + 1) / factor);
        }
    }
    knock->last = last;
    return knock->steps;
}
