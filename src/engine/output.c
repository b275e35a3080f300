// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Frames: outputs of strings and body, through decimators and gains into the mix and the stems.

#include "base/elementary.h"
#include "base/pi.h"
#include "engine/parts.h"

#include <math.h>
#include <string.h>

/// Sample above which samples are held back: +9 dBFS.
static const float knee_out = 2.82F;

/// Corner of the high-pass that takes the resting bridge force out of the output.
static const double dc_corner_hz = 5.0;

// Decimators get the outputs at the starts of steps, because the first step of a frame starts at
// the frame's time at every quality.

static JW_REALTIME void hold(float *steps, float held, uint32_t n_steps) {
    for (uint32_t i = 0; i < n_steps; ++i) {
        steps[i] = held;
    }
}

/// Bits of a float's exponent, and of its size.
static const uint32_t exponent = 0x7F800000, size_bits = 0x7FFFFFFF;

/// True if a number is a NaN, by its bits: no exception is raised.
static JW_INLINE JW_REALTIME bool is_nan(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return (bits & size_bits) > exponent;
}

/// Index of the first of n numbers that is not finite; n if all are finite.
static JW_REALTIME uint32_t first_bad(const float *x, uint32_t n) {
    uint32_t bad = 0;
    for (uint32_t i = 0; i < n; ++i) {
        // Exponent of infinities and NaN: all ones.
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof(bits));
        bad |= (bits & exponent) == exponent;
    }
    for (uint32_t i = 0; bad && i < n; ++i) {
        if (!isfinite(x[i])) {
            return i;
        }
    }
    return n;
}

/// Place for the outputs of a run's steps. Most outputs are those of the end of a step, which is
/// the start of the next one; some are those of the start (jw_string_outputs_begin()).
static JW_REALTIME float *outputs_of(JwVoice *v) {
    return v->steps + (jw_string_outputs_begin(&v->state) ? 0 : 1);
}

/// Cross-fades from the output before a change of tables. It hides the first impulses on the new
/// tables, which push the string from its place on the old ones.
static JW_REALTIME void turn(JwVoice *v, int quality, float *steps, uint32_t n_steps) {
    const float part = 1.0F / (float)(JW_TURN_FRAMES * quality + 1);
    if (!jw_string_outputs_begin(&v->state)) {
        v->turning = 0;
    }
    for (uint32_t i = 0; i < n_steps && v->turning > 0; ++i, --v->turning) {
        steps[i] += part * (float)v->turning * (v->turned - steps[i]);
    }
}

/// Takes the outputs of a run of steps; a string with an output that is not finite is put to rest.
static JW_REALTIME void take_outputs(JwAudio *audio, int s, uint32_t n_steps) {
    JwVoice *v = &audio->string[s];
    float *steps = outputs_of(v);
    turn(v, audio->tables->quality, steps, n_steps);
    const uint32_t good = first_bad(steps, n_steps);
    for (uint32_t i = 0; i < good && v->splice.left > 0; ++i) {
        steps[i] += (float)jw_splice_next(&v->splice);
    }
    const float last = good > 0 ? steps[good - 1] : v->held;
    v->held = last;
    if (good < n_steps) {
        v->nonfinite += n_steps - good;
        jw_audio_rest_string(audio, s);
        hold(steps + good, last, n_steps - good);
    }
}

static JW_REALTIME void take_body_outputs(JwAudio *audio, uint32_t n_steps) {
    for (int c = 0; c < 2; ++c) {
        float *steps = audio->body_steps[c];
        const uint32_t good = first_bad(steps + 1, n_steps);
        audio->body_held[c] = steps[n_steps];
        if (good < n_steps) {
            jw_audio_open_all_energy(audio);
            jw_body_reset(&audio->ensemble.body);
            jw_ensemble_ride(&audio->ensemble);
            hold(steps + 1 + good, 0.0F, n_steps - good);
            audio->body_held[c] = 0.0F;
        }
    }
}

static JW_REALTIME uint32_t steps_of(const JwAudio *audio, int s) {
    return (uint32_t)jw_tables_steps(audio->tables, s);
}

/// Runs the noise of strokes beside the strings; without a body there is none.
static JW_REALTIME const double *run_knock(JwAudio *audio, uint32_t n, bool coupled) {
    jw_knock_begin(&audio->knock);
    for (int s = 0; s < audio->n_strings && coupled; ++s) {
        jw_knock_add(&audio->knock, &audio->string[s].knock, n);
    }
    return jw_knock_end(&audio->knock, n, audio->tables->quality, audio->ensemble.body.dt_s);
}

static JW_REALTIME void run_steps(JwAudio *audio, uint32_t n_frames) {
    const uint32_t n_steps = n_frames * (uint32_t)audio->tables->quality;
    JwEnsemble *ensemble = &audio->ensemble;
    const bool coupled = audio->tables->coupled, silent = coupled && audio->asleep;
    JwEnsembleOutput out = {.forces = audio->shadow.active};
    uint32_t assigned = 0;
    ensemble->uncoupled = !coupled;
    ensemble->n = 0;
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        const uint32_t steps = n_frames * steps_of(audio, s);
        const bool moves = coupled ? !v->muted : !v->asleep;
        // A moving string writes all places but the first or the last.
        v->steps[0] = v->steps[steps] = v->held;
        hold(v->steps, v->held, moves && !silent ? 0 : steps);
        if (moves) {
            assigned |= 1u << s;
            out.force[ensemble->n] = audio->shadow.force[s];
            out.string[ensemble->n] = outputs_of(v);
            ensemble->state[ensemble->n++] = &v->state;
        }
    }
    for (int c = 0; c < 2; ++c) {
        hold(audio->body_steps[c], audio->body_held[c], n_steps + 1);
    }
    out.left = audio->body_steps[0] + 1;
    out.right = audio->body_steps[1] + 1;
    ensemble->input =
        jw_input_force(&audio->input, n_frames, audio->tables->quality, ensemble->body.dt_s);
    ensemble->knock = run_knock(audio, n_frames, coupled);
    jw_ensemble_run(ensemble, silent ? 0 : (int)n_steps, &out);
    // Comes first, because strings are put to rest at the bridge's place.
    if (coupled) {
        take_body_outputs(audio, n_steps);
    }
    for (int s = 0; s < audio->n_strings; ++s) {
        take_outputs(audio, s, n_frames * steps_of(audio, s));
    }
    if (coupled) {
        jw_shadow_run(&audio->shadow, silent ? 0 : assigned, (int)n_steps);
    }
    jw_audio_close_energy(audio);
}

static JW_INLINE JW_REALTIME void put_stem(float *const stem[2], uint32_t i, float left,
                                           float right) {
    if (stem[0]) {
        stem[0][i] = left;
    }
    if (stem[1]) {
        stem[1][i] = right;
    }
}

/// Address of a stem's frame `done`; NULL: no stem.
static JW_REALTIME float *stem_at(float *const *stems, int i, uint32_t done) {
    return stems && stems[i] ? stems[i] + done : NULL;
}

static JW_REALTIME void clear_stems(float *const *stems, int first, int last, uint32_t done,
                                    uint32_t n) {
    for (int i = first; i < last; ++i) {
        float *stem = stem_at(stems, i, done);
        if (stem) {
            memset(stem, 0, n * sizeof(*stem));
        }
    }
}

/// Adds the body's sound to the mix and writes it into its stem. Returns true if it is
/// exactly 0.
static JW_REALTIME bool mix_body(JwAudio *audio, float *left, float *right, float *const stem[2],
                                 uint32_t n) {
    float frames[2][JW_CONTROL_FRAMES], shadow[2][JW_CONTROL_FRAMES];
    const bool shaded = audio->shadow.active;
    bool silent = true;
    for (int c = 0; c < 2; ++c) {
        jw_decimator_run(&audio->body_out[c], audio->body_steps[c], frames[c], n);
        if (shaded) {
            jw_shadow_frames(&audio->shadow, c, shadow[c], n);
        }
    }
    for (uint32_t i = 0; i < n; ++i) {
        audio->body_gain += audio->body_step;
        audio->body_side[0] += audio->body_side_step[0];
        audio->body_side[1] += audio->body_side_step[1];
        audio->shadow_gain += audio->shadow_step;
        const float air = audio->knock.in_air ? audio->knock.air[i] : 0.0F;
        float l = (float)(audio->body_gain * audio->body_side[0] * (double)(frames[0][i] + air));
        float r = (float)(audio->body_gain * audio->body_side[1] * (double)(frames[1][i] + air));
        if (shaded) {
            l += (float)(audio->shadow_gain * (double)shadow[0][i]);
            r += (float)(audio->shadow_gain * (double)shadow[1][i]);
        }
        audio->body_peak = fmax(audio->body_peak, fmax(fabs((double)l), fabs((double)r)));
        left[i] += l;
        right[i] += r;
        put_stem(stem, i, l, r);
        silent &= l == 0.0F && r == 0.0F;
    }
    return silent;
}

/// Larger of two numbers; a if b is a NaN.
static JW_INLINE JW_REALTIME double larger(double a, double b) {
    return b > a ? b : a;
}

/// Takes the resting force out of a string's frames by a high-pass, and fades them.
static JW_REALTIME void filter_frames(JwVoice *v, double keep, const float *frames, double *y,
                                      uint32_t n) {
    const double fade_step = v->fade_step;
    double in = v->dc_in, out = v->dc_out, fade = v->fade;
    for (uint32_t i = 0; i < n; ++i) {
        const double x = (double)frames[i];
        y[i] = out = keep * out + (x - in);
        in = x;
    }
    for (uint32_t i = 0; i < n && (fade < 1.0 || fade_step < 0.0); ++i) {
        fade += fade_step;
        fade = fade < 1.0 ? fade : 1.0;
        const double faded = larger(fade, 0.0);
        y[i] = y[i] * faded * faded * (3.0 - 2.0 * faded);
    }
    v->dc_in = in;
    v->dc_out = out;
    v->fade = fade;
}

/// Multiplies frames by a gain that grows by `step` a frame; returns the last gain.
static JW_REALTIME double amplify(const double *y, double gain, double step, float *out,
                                  uint32_t n) {
    if (step == 0.0) {
        for (uint32_t i = 0; i < n; ++i) {
            out[i] = (float)(y[i] * gain);
        }
        return gain;
    }
    for (uint32_t i = 0; i < n; ++i) {
        gain += step;
        out[i] = (float)(y[i] * gain);
    }
    return gain;
}

/// Largest level of a frame, at least `least`. The gain grows by `step` a frame and is *gain in the
/// last one.
static JW_REALTIME double loudest(const double *y, double *gain, double step, double least,
                                  uint32_t n) {
    double most = 0.0;
    if (step == 0.0) {
        double some[4] = {0.0, 0.0, 0.0, 0.0};
        uint32_t i = 0;
        for (; i + 4 <= n; i += 4) {
            for (int k = 0; k < 4; ++k) {
                some[k] = larger(some[k], fabs(y[i + k]));
            }
        }
        for (; i < n; ++i) {
            most = larger(most, fabs(y[i]));
        }
        most = larger(larger(most, some[0]), larger(larger(some[1], some[2]), some[3]));
        return larger(least, fabs(most * *gain));
    }
    for (uint32_t i = 0; i < n; ++i) {
        *gain += step;
        most = larger(most, fabs(y[i] * *gain));
    }
    return larger(least, most);
}

/// Adds one side of a string to the mix, and writes it into its stem.
static JW_REALTIME void mix_side(const float *restrict side, float *restrict mix, float *stem,
                                 uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
        mix[i] += side[i];
    }
    if (stem) {
        memcpy(stem, side, n * sizeof(*stem));
    }
}

/// Adds a string to the mix through high-pass, fade and gains, and writes it into its stem.
static JW_REALTIME void mix_string(JwVoice *v, double keep, const float *frames, float *left,
                                   float *right, float *const stem[2], uint32_t n) {
    double y[JW_CONTROL_FRAMES];
    float side[JW_CONTROL_FRAMES];
    filter_frames(v, keep, frames, y, n);
    v->left = amplify(y, v->left, v->left_step, side, n);
    mix_side(side, left, stem[0], n);
    v->right = amplify(y, v->right, v->right_step, side, n);
    mix_side(side, right, stem[1], n);
    v->peak = loudest(y, &v->mono, v->mono_step, v->peak, n);
}

/// Excess over the knee at which a sample reaches the limit; small enough for its product with the
/// room above the knee to be finite.
static const float most_over = 1e30F;

/// True if a sample is larger than the knee, infinite or NaN. Compares the bits of absolute values
/// as integers, which have the same order, with infinity and NaN last, and raise no exception.
static JW_REALTIME bool exceeds(const float *out, float knee, uint32_t n) {
    uint32_t limit, most = 0;
    memcpy(&limit, &knee, sizeof(limit));
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t bits;
        memcpy(&bits, &out[i], sizeof(bits));
        bits &= size_bits;
        most = bits > most ? bits : most;
    }
    return most > limit;
}

/// Limits samples above the knee, which files and controls can cause but no hand, and replaces NaN
/// by 0. Returns the number of limited samples; *peak grows to the largest of them.
static JW_REALTIME uint64_t hold_back(float *out, float level, uint32_t n, float *peak) {
    const float knee = knee_out * level, room = (JW_OUTPUT_MOST - knee_out) * level;
    uint64_t held = 0;
    if (!exceeds(out, knee, n)) {
        return 0;
    }
    for (uint32_t i = 0; i < n; ++i) {
        out[i] = is_nan(out[i]) ? 0.0F : out[i];
        const float over = fminf(fabsf(out[i]) - knee, most_over);
        if (over > 0.0F) {
            *peak = fmaxf(*peak, fminf(fabsf(out[i]), most_over));
            out[i] = copysignf(knee + room * over / (room + over), out[i]);
            ++held;
        }
    }
    return held;
}

/// Limits each stem by itself, as the mix is limited.
static JW_REALTIME void hold_stems_back(JwAudio *audio, float *const *stems, uint32_t done,
                                        uint32_t n) {
    float peak = 0.0F; // Not used
    for (int i = 0; stems && i < 2 * (audio->n_strings + 1); ++i) {
        float *stem = stem_at(stems, i, done);
        audio->limited_stems += stem ? hold_back(stem, 1.0F, n, &peak) : 0;
    }
}

/// Level of the resonator's limiter relative to the output's: it limits to full scale.
static const float limiter_level = 0.25F;

/// Adds the sound from outside and the room's, the latter to the body's stem, too, and limits the
/// sum. Returns true if all of it is exactly 0.
static JW_REALTIME bool finish_frames(JwAudio *audio, float *left, float *right,
                                      float *const body_stem[2], uint32_t n) {
    JwInput *input = &audio->input;
    float *peak = &audio->limited_peak;
    bool silent = true;
    if (input->open) {
        silent = jw_input_mix(input, left, right, n) && jw_input_is_still(input);
    }
    silent &= jw_room_run(&audio->room, left, right, body_stem, n);
    const bool limits = input->open && audio->param[JW_P_LIMITER] > 0.5;
    uint64_t *count = limits ? &input->limited : &audio->limited;
    const float level = limits ? limiter_level : 1.0F;
    *count += hold_back(left, level, n, peak) + hold_back(right, level, n, peak);
    return silent;
}

JW_REALTIME void jw_audio_run_frames(JwEngine *engine, float *left, float *right,
                                     float *const *stems, uint32_t done, uint32_t n) {
    JwAudio *audio = engine->audio;
    const int body = 2 * audio->n_strings;
    float *const body_stem[2] = {stem_at(stems, body, done), stem_at(stems, body + 1, done)};
    bool at_rest = jw_audio_next_due(audio) == UINT64_MAX;
    memset(left + done, 0, n * sizeof(*left));
    memset(right + done, 0, n * sizeof(*right));
    if (audio->rest_ticks > JW_REST_TICKS) {
        clear_stems(stems, 0, 2 * (audio->n_strings + 1), done, n);
        if (audio->input.open) {
            jw_input_force(&audio->input, n, 1, 0.0);
            at_rest &= finish_frames(audio, left + done, right + done, body_stem, n);
        }
        audio->at_rest = at_rest;
        return;
    }
    const double keep = jw_exp(-2.0 * JW_PI * dc_corner_hz / engine->rate_hz);
    float frames[JW_CONTROL_FRAMES];
    audio->ensemble.team = engine->team;
    run_steps(audio, n);
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        jw_decimator_run(&v->decimator, v->steps, frames, n);
        float *const stem[2] = {stem_at(stems, 2 * s, done), stem_at(stems, 2 * s + 1, done)};
        mix_string(v, keep, frames, left + done, right + done, stem, n);
        at_rest &= v->asleep && v->dc_out == 0.0;
    }
    if (audio->tables->coupled) {
        at_rest &= mix_body(audio, left + done, right + done, body_stem, n) && audio->asleep;
    } else {
        clear_stems(stems, body, body + 2, done, n);
    }
    at_rest &= finish_frames(audio, left + done, right + done, body_stem, n);
    hold_stems_back(audio, stems, done, n);
    audio->at_rest = at_rest;
}
