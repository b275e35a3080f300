// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/delivery.h"

#include "app/render/loudness.h"
#include "app/render/spool.h"
#include "base/elementary.h"
#include "program/limiter.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_CHANNELS = 2 + 2 * JW_MAX_STEMS }; // With those of a companion

// Error of a sum of floats up to 12 dB above full scale, per summand.
static const double sum_error = 1e-6;

struct JwDelivery {
    const JwRender *render;
    JwReport *report;
    int n_strings;
    uint64_t late; // Frames still to be skipped
    bool limits;
    JwLimiter limiter;
    float *gain;          // Gains of the limiter in a block
    JwLoudness *loudness; // NULL: the level is not changed
    JwSpool *spool;       // NULL: sound is not spooled
    float *waiting;       // Block of the spool, all channels
};

bool jw_render_limits(const JwRender *render) {
    const bool clips = jw_wav_format_clips(jw_wav_out_format(render->out));
    // A sound that is normalised to a peak does not exceed it.
    const bool usual = clips && render->level.kind != JW_GOAL_PEAK;
    return render->limiter == JW_LIMITER_ON || (render->limiter == JW_LIMITER_AUTO && usual);
}

/// Channels that are written to files: the mix and the requested stems.
static int n_channels(const JwDelivery *d) {
    return 2 + 2 * d->render->n_stems;
}

static bool open_spool(JwDelivery *d, JwError *error) {
    const JwRender *r = d->render;
    d->loudness = jw_loudness_new(r->level.kind, r->rate_hz, error);
    d->spool = d->loudness ? jw_spool_new(jw_wav_out_path(r->out), n_channels(d), error) : NULL;
    if (!d->spool) {
        return false;
    }
    d->waiting = malloc((size_t)n_channels(d) * r->block_frames * sizeof(float));
    return d->waiting || jw_error_set(error, "out of memory");
}

JwDelivery *jw_delivery_new(const JwRender *render, JwReport *report, uint64_t late,
                            JwError *error) {
    JwDelivery *d = calloc(1, sizeof(*d));
    if (d) {
        d->render = render;
        d->report = report;
        d->n_strings = jw_engine_n_strings(render->engine);
        d->late = late;
        d->limits = jw_render_limits(render);
        d->gain = malloc(render->block_frames * sizeof(float));
        jw_limiter_start(&d->limiter, render->rate_hz);
        report->level_factor = 1.0F;
        report->limited = d->limiter.limited;
        report->limits = d->limits;
    }
    if (!d || !d->gain) {
        jw_error_set(error, "out of memory");
    } else if (render->level.kind == JW_GOAL_AS_IT_IS || open_spool(d, error)) {
        return d;
    }
    jw_delivery_free(d);
    return NULL;
}

void jw_delivery_free(JwDelivery *d) {
    if (d) {
        jw_loudness_free(d->loudness);
        jw_spool_free(d->spool);
        free(d->waiting);
        free(d->gain);
        free(d);
    }
}

/// Rounds a sample like a file with that number of steps per full scale; 0 steps leave it
/// unchanged.
static double rounded(float sample, double steps) {
    return steps > 0.0 ? nearbyint((double)sample * steps) / steps : (double)sample;
}

// Makes the stems sum to the mix as rounded in its file: each file is rounded separately, and the
// last stem gets the difference. The engine's own limiting is not a rounding error, and is
// excluded.
static void settle_rounding(const JwDelivery *d, float *const *channel, uint32_t n) {
    const JwRender *r = d->render;
    const double steps = jw_wav_format_steps(jw_wav_out_format(r->out));
    const double most = r->n_stems * (sum_error + (steps > 0.0 ? 1.0 / steps : 0.0));
    for (int c = 0; c < 2 && r->n_stems > 0; ++c) {
        float *last = channel[2 * r->n_stems + c];
        for (uint32_t i = 0; i < n; ++i) {
            double rest = rounded(channel[c][i], steps);
            for (int k = 1; k < r->n_stems; ++k) {
                rest -= rounded(channel[2 * k + c][i], steps);
            }
            last[i] = fabs(rest - (double)last[i]) <= most ? (float)rest : last[i];
        }
    }
}

/// Limits the mix, and applies the same gains to the stems.
static void limit_all(JwDelivery *d, float *const *channel, uint32_t n) {
    jw_limiter_run(&d->limiter, true, channel[0], channel[1], d->gain, n);
    for (int c = 2; c < n_channels(d); ++c) {
        for (uint32_t i = 0; i < n; ++i) {
            channel[c][i] *= d->gain[i];
        }
    }
    d->report->limited = d->limiter.limited;
}

/// Writes n frames to the files.
static bool write_files(JwDelivery *d, float *const *channel, uint32_t n, JwError *error) {
    const JwRender *r = d->render;
    if (d->limits) {
        limit_all(d, channel, n);
    }
    settle_rounding(d, channel, n);
    for (int c = 0; c < 2; ++c) {
        jw_voice_report_add(&d->report->all, channel[c], n);
    }
    d->report->frames += n;
    bool ok = true;
    for (int i = 0; ok && i <= r->n_stems; ++i) {
        const float *const two[] = {channel[2 * i], channel[2 * i + 1]};
        ok = jw_wav_out_write(i > 0 ? r->stem[i - 1] : r->out, two, n, error);
    }
    return ok;
}

/// Puts the mean of left and right into both, for files with one channel.
static void make_mono(float *const left_right[2], uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
        const float mean = 0.5F * (left_right[0][i] + left_right[1][i]);
        left_right[0][i] = left_right[1][i] = mean;
    }
}

/// Adds the block to the statistics of strings and body.
static void note_voices(JwReport *report, const JwRenderedBlock *block, int n_strings,
                        uint32_t skip, uint32_t n) {
    JwWithReport *with = &report->with;
    for (int i = 0; i < 2 * (n_strings + 1); ++i) {
        JwVoiceReport *voice = i / 2 < n_strings ? &report->string[i / 2] : &report->body;
        jw_voice_report_add(voice, block->stem[i] + skip, n);
    }
    for (int i = 0; block->with && i < 2 * (with->n_strings + 1); ++i) {
        JwVoiceReport *voice = i / 2 < with->n_strings ? &with->string[i / 2] : &with->body;
        jw_voice_report_add(voice, block->with[i] + skip, n);
    }
}

/// Samples of the block for channel c of the files.
static float *channel_of(const JwDelivery *d, const JwRenderedBlock *block, int c) {
    const int own = 2 + 2 * d->render->n_own_stems;
    return c < 2 ? block->mix[c] : c < own ? block->stem[c - 2] : block->with[c - own];
}

bool jw_delivery_take(JwDelivery *d, const JwRenderedBlock *block, uint32_t n, JwError *error) {
    const uint32_t skip = d->late < n ? (uint32_t)d->late : n;
    float *channel[MOST_CHANNELS];
    d->late -= skip;
    n -= skip;
    if (n == 0) {
        return true;
    }
    for (int c = 0; c < n_channels(d); ++c) {
        channel[c] = channel_of(d, block, c) + skip;
    }
    for (int c = 0; c < n_channels(d) && d->render->mono; c += 2) {
        make_mono(channel + c, n);
    }
    note_voices(d->report, block, d->n_strings, skip, n);
    if (!d->spool) {
        return write_files(d, channel, n, error);
    }
    const float *waits[MOST_CHANNELS];
    for (int c = 0; c < n_channels(d); ++c) {
        waits[c] = channel[c];
    }
    return jw_loudness_add(d->loudness, channel[0], channel[1], n, error) &&
           jw_spool_add(d->spool, waits, n, error);
}

/// Factor that brings the sound to its level; 1 if its level is undefined.
static float level_factor(JwDelivery *d) {
    const JwRender *r = d->render;
    double goal = jw_pow(10.0, r->level.db / 20.0), is_db = 0.0;
    JwReport *report = d->report;
    report->level_known = jw_loudness_db(d->loudness, &is_db);
    report->level_db = is_db;
    if (!report->level_known) {
        return 1.0F;
    }
    if (r->level.kind == JW_GOAL_PEAK && jw_wav_format_clips(jw_wav_out_format(r->out))) {
        goal = fmin(goal, (double)JW_LIMITER_MOST); // The largest integer is one step below full
                                                    // scale.
    }
    return (float)(goal * jw_pow(10.0, -is_db / 20.0));
}

static void scale_voice(JwVoiceReport *voice, double factor) {
    voice->peak *= factor;
    voice->sum_squares *= factor * factor;
}

/// Scales the statistics of strings and body.
static void scale_figures(JwDelivery *d) {
    const double factor = (double)d->report->level_factor;
    for (int s = 0; s < d->n_strings; ++s) {
        scale_voice(&d->report->string[s], factor);
    }
    scale_voice(&d->report->body, factor);
    for (int s = 0; s < d->report->with.n_strings; ++s) {
        scale_voice(&d->report->with.string[s], factor);
    }
    scale_voice(&d->report->with.body, factor);
}

bool jw_delivery_finish(JwDelivery *d, JwError *error) {
    const JwRender *r = d->render;
    float *channel[MOST_CHANNELS];
    uint32_t n = 0;
    if (!d->spool) {
        return true;
    }
    for (int c = 0; c < n_channels(d); ++c) {
        channel[c] = d->waiting + (size_t)c * r->block_frames;
    }
    const float factor = d->report->level_factor = level_factor(d);
    scale_figures(d);
    bool ok = jw_spool_rewind(d->spool, error) &&
              jw_spool_read(d->spool, channel, r->block_frames, &n, error);
    while (ok && n > 0) {
        if (r->stopped(r->user)) {
            error->text[0] = '\0';
            return false;
        }
        for (int c = 0; c < n_channels(d); ++c) {
            for (uint32_t i = 0; i < n; ++i) {
                channel[c][i] *= factor;
            }
        }
        ok = write_files(d, channel, n, error) &&
             jw_spool_read(d->spool, channel, r->block_frames, &n, error);
    }
    return ok;
}
