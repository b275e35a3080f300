// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/loudness.h"

#include "base/elementary.h"
#include "files/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef JW_HAVE_EBUR128
#include <ebur128.h>
#endif

enum { SLICE_FRAMES = 1024, N_CHANNELS = 2 };

static const double peak_least_db = -60.0, lufs_least = -70.0;

struct JwLoudness {
    JwGoalKind kind;
    float peak;
#ifdef JW_HAVE_EBUR128
    ebur128_state *meter; // NULL for a peak
#endif
};

static bool has_meter(void) {
#ifdef JW_HAVE_EBUR128
    return true;
#else
    return false;
#endif
}

const char *jw_goal_unit(JwGoalKind kind) {
    return kind == JW_GOAL_LUFS ? "LUFS" : "dBFS";
}

bool jw_goal_parse(const char *text, JwGoal *level, JwError *error) {
    static const char peak[] = "peak:", lufs[] = "lufs:";
    const bool is_lufs = !strncmp(text, lufs, strlen(lufs));
    const double least = is_lufs ? lufs_least : peak_least_db;
    double db = 0.0;
    if (!strcmp(text, "off")) {
        *level = (JwGoal){JW_GOAL_AS_IT_IS, 0.0};
        return true;
    }
    if (!is_lufs && strncmp(text, peak, strlen(peak)) != 0) {
        return jw_error_set(error, "\"%.80s\" is not peak:DB, lufs:DB or off", text);
    }
    if (!jw_number_parse(text + strlen(peak), &db) || !(db >= least && db <= 0.0)) {
        return jw_error_set(error, "\"%.80s\": not a level from %g to 0 %s", text, least,
                            jw_goal_unit(is_lufs ? JW_GOAL_LUFS : JW_GOAL_PEAK));
    }
    if (is_lufs && !has_meter()) {
        return jw_error_set(error, "\"%.80s\": this build has no libebur128; peak:DB works", text);
    }
    *level = (JwGoal){is_lufs ? JW_GOAL_LUFS : JW_GOAL_PEAK, db};
    return true;
}

static bool open_meter(JwLoudness *l, int rate_hz) {
#ifdef JW_HAVE_EBUR128
    l->meter = ebur128_init(N_CHANNELS, (unsigned long)rate_hz, EBUR128_MODE_I);
    return l->meter != NULL;
#else
    (void)l;
    (void)rate_hz;
    return false;
#endif
}

JwLoudness *jw_loudness_new(JwGoalKind kind, int rate_hz, JwError *error) {
    JwLoudness *l = calloc(1, sizeof(*l));
    if (l) {
        l->kind = kind;
    }
    if (l && (kind != JW_GOAL_LUFS || open_meter(l, rate_hz))) {
        return l;
    }
    jw_loudness_free(l);
    jw_error_set(error, "out of memory");
    return NULL;
}

void jw_loudness_free(JwLoudness *l) {
#ifdef JW_HAVE_EBUR128
    if (l && l->meter) {
        ebur128_destroy(&l->meter);
    }
#endif
    free(l);
}

/// Passes up to SLICE_FRAMES frames to the meter.
static bool add_slice(JwLoudness *l, const float *left, const float *right, uint32_t n) {
#ifdef JW_HAVE_EBUR128
    float frames[N_CHANNELS * SLICE_FRAMES];
    for (uint32_t i = 0; i < n; ++i) {
        frames[2 * i] = left[i];
        frames[2 * i + 1] = right[i];
    }
    return ebur128_add_frames_float(l->meter, frames, n) == EBUR128_SUCCESS;
#else
    (void)l;
    (void)left;
    (void)right;
    (void)n;
    return false;
#endif
}

bool jw_loudness_add(JwLoudness *l, const float *left, const float *right, uint32_t n,
                     JwError *error) {
    bool ok = true;
    for (uint32_t i = 0; i < n; ++i) {
        l->peak = fmaxf(l->peak, fmaxf(fabsf(left[i]), fabsf(right[i])));
    }
    for (uint32_t done = 0; ok && l->kind == JW_GOAL_LUFS && done < n; done += SLICE_FRAMES) {
        const uint32_t rest = n - done;
        ok = add_slice(l, left + done, right + done, rest < SLICE_FRAMES ? rest : SLICE_FRAMES);
    }
    return ok || jw_error_set(error, "out of memory");
}

bool jw_loudness_db(const JwLoudness *l, double *db) {
    *db = 20.0 * jw_log10((double)l->peak);
#ifdef JW_HAVE_EBUR128
    if (l->kind == JW_GOAL_LUFS && ebur128_loudness_global(l->meter, db) != EBUR128_SUCCESS) {
        return false;
    }
#endif
    return isfinite(*db);
}
