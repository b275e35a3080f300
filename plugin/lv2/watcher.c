// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "watcher.h"

#include <math.h>
#include <string.h>

static const double sound_rate_hz = 44100.0; ///< Smallest rate of the audio sent, unless the
                                             ///< host's is lower

JW_REALTIME void jw_watcher_take(JwWatcher *w, const JwWatch *watch, double rate_hz) {
    if (watch->string != w->watch.string || !(w->lease > 0.0)) {
        w->told_silent = false;
        w->due = 0.0;
        w->picture.peak[0] = w->picture.peak[1] = 0.0F;
    }
    w->watch = *watch;
    w->lease = JW_WATCH_LEASE_S * rate_hz;
    w->told = false;
}

static JW_REALTIME void look_at_peaks(float *peak, const float *samples, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
        *peak = fmaxf(*peak, fabsf(samples[i]));
    }
}

/// Collects the audio output at a reduced rate: samples are means of `step` frames.
static JW_REALTIME void look_at_sound(JwWatcher *w, const JwWatched *block) {
    const uint32_t step = (uint32_t)fmax(floor(block->rate_hz / sound_rate_hz), 1.0);
    w->sound.n = 0;
    w->sound.rate_hz = block->rate_hz / step;
    if (block->n_frames / step + 1 > JW_SOUND_FRAMES) {
        return;
    }
    for (uint32_t i = 0; i < block->n_frames; ++i) {
        w->sum += 0.5F * (block->left[i] + block->right[i]);
        if (++w->skipped >= step) {
            const float mean = fminf(fmaxf(w->sum / (float)step, -1.0F), 1.0F);
            w->sound.sample[w->sound.n++] = (int16_t)lrint(32767.0 * (double)mean);
            w->skipped = 0;
            w->sum = 0.0F;
        }
    }
}

/// True if both are identical bit for bit: a NaN equals itself.
static JW_REALTIME bool same_values(const JwValues *a, const JwValues *b) {
    return !memcmp(a->value, b->value, sizeof(a->value)) &&
           !memcmp(a->held.at, b->held.at, sizeof(a->held.at)) &&
           !memcmp(a->held.weak, b->held.weak, sizeof(a->held.weak));
}

static JW_REALTIME bool look_at_values(JwWatcher *w, const JwWatched *block) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        w->now.value[i] = (float)jw_engine_param_now(block->engine, (JwParamId)i);
    }
    w->now.held = *block->held;
    return !w->told || !same_values(&w->now, &w->values);
}

static JW_REALTIME bool look_at_string(JwWatcher *w, const JwWatched *block) {
    const bool silent = block->asleep || jw_engine_silent(block->engine);
    if (silent && w->told_silent) {
        return false;
    }
    w->told_silent = false;
    w->picture.silent = silent;
    w->picture.rate_hz = block->rate_hz;
    return jw_engine_picture(block->engine, w->watch.string, &w->picture.of);
}

JW_REALTIME void jw_watcher_look(JwWatcher *w, const JwWatched *block, JwNotify *notice) {
    if (!(w->lease > 0.0) || !block->engine) {
        return;
    }
    w->lease -= block->n_frames;
    w->due -= block->n_frames;
    look_at_peaks(&w->picture.peak[0], block->left, block->n_frames);
    look_at_peaks(&w->picture.peak[1], block->right, block->n_frames);
    if (w->watch.sound && !w->told_silent) {
        look_at_sound(w, block);
        notice->sound = w->sound.n > 0 ? &w->sound : NULL;
    }
    if (w->due > 0.0) {
        return;
    }
    w->due = fmax(w->due + block->rate_hz / w->watch.rate, 0.0);
    notice->values = look_at_values(w, block) ? &w->now : NULL;
    notice->picture = look_at_string(w, block) ? &w->picture : NULL;
    w->told_silent = w->told_silent || (notice->picture && w->picture.silent);
}

JW_REALTIME void jw_watcher_sent(JwWatcher *w, JwNotify *notice) {
    if (notice->sent_values) {
        memcpy(&w->values, &w->now, sizeof(w->values));
        w->told = true;
    }
    if (notice->sent_picture) {
        w->picture.peak[0] = w->picture.peak[1] = 0.0F;
    } else if (notice->picture) {
        w->told_silent = false;
    }
    notice->sent_values = notice->sent_picture = false;
    notice->picture = NULL;
    notice->values = NULL;
    notice->sound = NULL;
}
