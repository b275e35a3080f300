// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "engine/input.h"

#include "base/elementary.h"

#include <math.h>
#include <string.h>

/// Force below which sleeping strings stay asleep [N]: its effect is some 120 dB below a stroke.
static const double least_force_n = 1e-5;

/// Largest accepted force [N].
static const double most_force_n = 1e4;

/// Level [dB] at and below which DRY and WET are off.
static const double off_db = -60.0;

static JW_REALTIME double level_from(double db) {
    return db > off_db ? jw_pow(10.0, db / 20.0) : 0.0;
}

JW_REALTIME void jw_input_rest(JwInput *input, const double *param) {
    *input = (JwInput){.force = input->force,
                       .sensitivity = param[JW_P_SENSITIVITY],
                       .dry = level_from(param[JW_P_DRY]),
                       .wet = level_from(param[JW_P_WET]),
                       .still = UINT64_MAX / 2,
                       .quiet = UINT64_MAX / 2};
    jw_interpolator_reset(&input->force);
}

JW_REALTIME void jw_input_open(JwInput *input, const double *param) {
    jw_input_rest(input, param);
    input->open = true;
}

static JW_REALTIME void aim(double *now, double *step, double goal, double n) {
    // At the end of the grid the gain is exactly the goal, without rounding.
    *step = (goal - *now) / n;
    *now = fabs(goal - *now) <= 1e-12 * fabs(goal) ? goal : *now;
}

JW_REALTIME void jw_input_tick(JwInput *input, const double *param) {
    const double n = JW_DECIMATOR_CHUNK;
    if (jw_input_is_still(input)) {
        input->sensitivity = param[JW_P_SENSITIVITY];
        input->dry = level_from(param[JW_P_DRY]);
    }
    aim(&input->sensitivity, &input->sensitivity_step, param[JW_P_SENSITIVITY], n);
    aim(&input->dry, &input->dry_step, level_from(param[JW_P_DRY]), n);
    aim(&input->wet, &input->wet_step, level_from(param[JW_P_WET]), n);
}

/// Mean of both sides.
static JW_REALTIME float middle(const float *left, const float *right, uint32_t i) {
    const float l = jw_input_sample(left[i]);
    return right ? 0.5f * l + 0.5f * jw_input_sample(right[i]) : l;
}

JW_REALTIME uint32_t jw_input_calm(const JwInput *input, const float *left, const float *right,
                                   uint32_t n) {
    double sensitivity = input->sensitivity;
    for (uint32_t i = 0; i < n && left; ++i) {
        sensitivity += input->sensitivity_step;
        if (fabs(sensitivity * (double)middle(left, right, i)) > least_force_n) {
            return i;
        }
    }
    return n;
}

/// Copies n frames of a side; samples that are not finite become 0.
static JW_REALTIME void take_side(JwInput *input, float *to, const float *from, uint32_t n) {
    uint64_t after = UINT64_MAX; // Frames after the last nonzero one
    for (uint32_t i = 0; i < n; ++i) {
        to[i] = jw_input_sample(from[i]);
        input->nonfinite += !jw_input_is_number(from[i]);
        input->peak = fmaxf(input->peak, fabsf(to[i]));
        after = to[i] != 0.0f ? n - 1 - i : after;
    }
    input->still = after < input->still ? after : input->still;
}

JW_REALTIME void jw_input_take(JwInput *input, const float *left, const float *right, uint32_t n) {
    if (!left && jw_input_is_still(input)) {
        return;
    }
    input->still += n;
    input->quiet += n;
    for (int c = 0; c < 2; ++c) {
        float *now = input->sound[c] + JW_INPUT_LATENCY_FRAMES;
        const float *from = c && right ? right : left;
        if (from) {
            take_side(input, now, from, n);
        } else {
            memset(now, 0, n * sizeof(*now));
        }
    }
}

JW_REALTIME const double *jw_input_force(JwInput *input, uint32_t n, int factor, double dt_s) {
    float force[JW_DECIMATOR_CHUNK] = {0.0f}, steps[JW_DECIMATOR_CHUNK * JW_DECIMATOR_FACTOR_MAX];
    const float *side[2] = {input->sound[0] + JW_INPUT_LATENCY_FRAMES,
                            input->sound[1] + JW_INPUT_LATENCY_FRAMES};
    if (jw_input_is_still(input)) {
        for (uint32_t i = 0; i < n && input->open; ++i) {
            input->sensitivity += input->sensitivity_step;
        }
        return NULL;
    }
    for (uint32_t i = 0; i < n; ++i) {
        input->sensitivity += input->sensitivity_step;
        const double newtons = input->sensitivity * (double)(0.5f * side[0][i] + 0.5f * side[1][i]);
        force[i] = (float)fmin(fmax(newtons, -most_force_n), most_force_n);
        input->quiet = fabs(newtons) > least_force_n ? n - 1 - i : input->quiet;
    }
    jw_interpolator_run(&input->force, force, (int)n, factor, steps);
    for (uint32_t i = 0; i < n * (uint32_t)factor; ++i) {
        input->steps[i] = (double)steps[i] * dt_s * dt_s;
    }
    return input->steps;
}

JW_REALTIME bool jw_input_mix(JwInput *input, float *left, float *right, uint32_t n) {
    float *const out[2] = {left, right};
    bool silent = true;
    for (uint32_t i = 0; i < n; ++i) {
        input->dry += input->dry_step;
        input->wet += input->wet_step;
        for (int c = 0; c < 2; ++c) {
            out[c][i] =
                (float)(input->wet * (double)out[c][i] + input->dry * (double)input->sound[c][i]);
            silent &= out[c][i] == 0.0f;
        }
    }
    for (int c = 0; c < 2; ++c) {
        memmove(input->sound[c], input->sound[c] + n,
                JW_INPUT_LATENCY_FRAMES * sizeof(*input->sound[c]));
    }
    return silent;
}

JW_REALTIME bool jw_input_is_still(const JwInput *input) {
    return input->still > JW_INPUT_LATENCY_FRAMES + JW_INTERPOLATOR_PAST;
}

JW_REALTIME bool jw_input_is_quiet(const JwInput *input) {
    return input->quiet > JW_INPUT_LATENCY_FRAMES + JW_INTERPOLATOR_PAST;
}

/// Keeps only those held keys whose channels are in `fingers` and `pedals`.
static JW_REALTIME void hold_on(JwInput *input, unsigned fingers, unsigned pedals) {
    for (int i = 0; i < JW_INPUT_KEYS; ++i) {
        input->kept[i] = (uint16_t)((input->kept[i] | (input->down[i] & input->pedal)) & pedals);
        input->down[i] &= (uint16_t)fingers;
    }
}

static JW_REALTIME void hear_control(JwInput *input, const JwMidi *midi, unsigned reach) {
    const bool lifts = midi->key == JW_CC_RESET_CONTROLLERS;
    if (midi->key == JW_CC_SUSTAIN || lifts) {
        const bool down = !lifts && midi->value >= 64;
        input->pedal = (uint16_t)(down ? input->pedal | reach : input->pedal & ~reach);
        hold_on(input, ~0u, input->pedal);
    } else if (midi->key == JW_CC_ALL_SOUND_OFF) {
        hold_on(input, ~reach, input->pedal & ~reach);
    } else if (midi->key >= JW_CC_ALL_NOTES_OFF) {
        hold_on(input, ~reach, input->pedal);
    }
}

JW_REALTIME void jw_input_hear_keys(JwInput *input, const JwMidi *midi, unsigned reach) {
    const unsigned channel = 1u << midi->channel;
    uint16_t *down = &input->down[midi->key], *kept = &input->kept[midi->key];
    if (midi->type == JW_MIDI_NOTE_ON) {
        *down = (uint16_t)(*down | channel);
    } else if (midi->type == JW_MIDI_NOTE_OFF) {
        *kept = (uint16_t)(*kept | (*down & channel & input->pedal));
        *down = (uint16_t)(*down & ~channel);
    } else if (midi->type == JW_MIDI_CONTROL) {
        hear_control(input, midi, reach);
    }
}

JW_REALTIME void jw_input_let_go(JwInput *input) {
    input->pedal = 0;
    hold_on(input, 0, 0);
}

JW_REALTIME int jw_input_channel_of(const JwInput *input, int key) {
    const unsigned channels = (unsigned)input->down[key] | input->kept[key];
    int channel = -1;
    for (int c = JW_CHANNELS - 1; c >= 0; --c) {
        channel = (channels & 1u << c) ? c : channel;
    }
    return channel;
}

JW_REALTIME bool jw_input_holds_note(const JwInput *input, int channel, int key) {
    const bool exists = channel >= 0 && channel < JW_CHANNELS && key >= 0 && key < JW_INPUT_KEYS;
    return input->open && exists &&
           (((unsigned)input->down[key] | input->kept[key]) & 1u << channel) != 0;
}

JW_REALTIME bool jw_input_holds(const JwInput *input, int key) {
    unsigned any = 0;
    for (int i = key % 12; i < JW_INPUT_KEYS; i += 12) {
        any |= (unsigned)input->down[i] | input->kept[i];
    }
    return any != 0;
}
