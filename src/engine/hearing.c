// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "engine/hearing.h"
#include "base/elementary.h"
#include "base/pi.h"

#include <math.h>

/// Smallest number of frames before the control grid for a ramp to begin at once. With fewer it
/// begins at the grid, and still ends before the sound is out of the decimators.
enum { HASTE_FRAMES = 8 };

/********* Channels *********/

JW_REALTIME void jw_hearing_lead(JwAudio *audio) {
    static const JwParamId id[JW_CHANNEL_VALUES] = {
        [JW_VALUE_VIBRATO] = JW_P_VIBRATO_DEPTH,
        [JW_VALUE_VOLUME] = JW_P_VOLUME,
        [JW_VALUE_PAN] = JW_P_PAN,
        [JW_VALUE_EXPRESSION] = JW_P_EXPRESSION,
    };
    for (int i = 0; i < JW_CHANNEL_VALUES; ++i) {
        audio->param[id[i]] = jw_channels_value(&audio->allocator.channels, -1, (JwChannelValue)i);
    }
}

/// Volume and pan from the three controllers, each in percent.
static JW_REALTIME JwHearing hearing(double volume, double expression, double pan) {
    return (JwHearing){.played = 1e-4 * volume * expression, .pan = 0.01 * pan};
}

/// Volume and pan of the leading channel, from the parameters that follow it.
static JW_REALTIME JwHearing leading(const JwAudio *audio) {
    const double *param = audio->param;
    return hearing(param[JW_P_VOLUME], param[JW_P_EXPRESSION], param[JW_P_PAN]);
}

/// Volume and pan of a string. lead: those of the leading channel; alike: all channels are the
/// same.
static JW_REALTIME JwHearing hearing_of(const JwAudio *audio, int string, JwHearing lead,
                                        bool alike) {
    const JwChannels *channels = &audio->allocator.channels;
    const int channel = audio->allocator.note[string].channel;
    if (audio->string[string].keeps) {
        return audio->string[string].hearing;
    }
    if (channel < 0 || alike) {
        return lead;
    }
    return hearing(jw_channels_value(channels, channel, JW_VALUE_VOLUME),
                   jw_channels_value(channels, channel, JW_VALUE_EXPRESSION),
                   jw_channels_value(channels, channel, JW_VALUE_PAN));
}

JW_REALTIME double jw_hearing_vibrato(const JwAudio *audio, int string) {
    const JwChannels *channels = &audio->allocator.channels;
    const int channel = audio->allocator.note[string].channel;
    return channel < 0 || jw_channels_alike(channels)
               ? audio->param[JW_P_VIBRATO_DEPTH]
               : jw_channels_value(channels, channel, JW_VALUE_VIBRATO);
}

/********* Gains *********/

/// Factor of a gain in dB.
static JW_REALTIME double factor_of(double gain_db) {
    return jw_pow(10.0, gain_db / 20.0);
}

/// Level of `heard` times a gain factor.
static JW_REALTIME double level_at(JwHearing heard, double factor) {
    return factor * heard.played * heard.played;
}

/// Step that brings a gain to its goal within `frames`; 0: at once. Also at once before the first
/// frame, when nothing sounds: a ramp would fade in the frames that the decimator looks ahead to.
static JW_REALTIME double gain_step(const JwAudio *audio, double *gain, double goal, int frames) {
    *gain = audio->frame == 0 || frames == 0 ? goal : *gain;
    return frames == 0 ? 0.0 : (goal - *gain) / frames;
}

/// Sets the gains of a string, reached within `frames`; 0: at once. factor: that of the common
/// gain.
static JW_REALTIME void update_gains(JwAudio *audio, int s, JwHearing heard, double factor,
                                     int frames) {
    JwVoice *v = &audio->string[s];
    const JwStringSpec *string = &audio->instrument.string[s];
    const double gain = string->gain * level_at(heard, factor);
    const double pan = fmin(fmax(string->pan + heard.pan, -1.0), 1.0);
    if (v->pan != pan || v->pan_left + v->pan_right == 0.0) {
        v->pan = pan;
        v->pan_left = sqrt(2.0) * jw_cos(0.25 * JW_PI * (1.0 + pan));
        v->pan_right = sqrt(2.0) * jw_sin(0.25 * JW_PI * (1.0 + pan));
    }
    v->hearing = heard;
    v->heard_channel = audio->allocator.note[s].channel;
    v->left_step = gain_step(audio, &v->left, gain * v->pan_left, frames);
    v->right_step = gain_step(audio, &v->right, gain * v->pan_right, frames);
    v->mono_step = gain_step(audio, &v->mono, gain, frames);
}

/// Sets the side gains of the body, reached within `frames`; 0: at once.
static JW_REALTIME void update_body_sides(JwAudio *audio, JwHearing lead, int frames) {
    const double side[2] = {fmin(1.0 - lead.pan, 1.0), fmin(1.0 + lead.pan, 1.0)};
    for (int c = 0; c < 2; ++c) {
        audio->body_side_step[c] = gain_step(audio, &audio->body_side[c], side[c], frames);
    }
}

/// Sets the gain of the body, reached within `frames`; 0: at once.
static JW_REALTIME void update_body_gain(JwAudio *audio, JwHearing lead, int frames) {
    static const JwHearing all = {.played = 1.0};
    const double factor = factor_of(audio->param[JW_P_GAIN] + audio->param[JW_P_BODY]);
    audio->body_step = gain_step(audio, &audio->body_gain, level_at(lead, factor), frames);
    audio->shadow_step = gain_step(audio, &audio->shadow_gain, level_at(all, factor), frames);
    audio->heard_leader = jw_channels_leader(&audio->allocator.channels);
}

/********* Body *********/

/// Levels of the body's left and right side.
static JW_REALTIME void sides_of(JwHearing heard, double side[2]) {
    const double level = heard.played * heard.played, pan = heard.pan;
    side[0] = level * (pan > 0.0 ? 1.0 - pan : 1.0);
    side[1] = level * (pan < 0.0 ? 1.0 + pan : 1.0);
}

/// Sets the shadow's share of a string, reached within `frames`; 0: at once.
static JW_REALTIME void update_share(JwAudio *audio, int s, JwHearing lead, int frames) {
    const JwDecimator *decimator = &audio->string[s].decimator;
    double whole[2], share[2];
    sides_of(lead, whole);
    sides_of(audio->string[s].hearing, share);
    for (int c = 0; c < 2; ++c) {
        share[c] -= whole[c];
    }
    // A sleeping shadow must not wake while decimators change their factor.
    if (audio->shadow.active || !decimator->switching) {
        jw_shadow_set(&audio->shadow, s, share, frames * audio->tables->quality);
    }
}

JW_REALTIME void jw_hearing_tick(JwAudio *audio) {
    const JwHearing lead = leading(audio);
    const bool alike = jw_channels_alike(&audio->allocator.channels);
    const double factor = factor_of(audio->param[JW_P_GAIN]);
    for (int s = 0; s < audio->n_strings; ++s) {
        update_gains(audio, s, hearing_of(audio, s, lead, alike), factor, JW_CONTROL_FRAMES);
        if (audio->tables->coupled) {
            update_share(audio, s, lead, JW_CONTROL_FRAMES);
        }
    }
    update_body_gain(audio, lead, JW_CONTROL_FRAMES);
    update_body_sides(audio, lead, JW_CONTROL_FRAMES);
}

static JW_REALTIME bool all_asleep(const JwAudio *audio) {
    bool all = true;
    for (int s = 0; s < audio->n_strings; ++s) {
        all &= audio->string[s].asleep;
    }
    return all;
}

JW_REALTIME void jw_hearing_hasten(JwAudio *audio) {
    const int left = JW_CONTROL_FRAMES - (int)(audio->frame % JW_CONTROL_FRAMES);
    const bool led = audio->heard_leader != jw_channels_leader(&audio->allocator.channels);
    const JwHearing lead = leading(audio);
    const bool alike = jw_channels_alike(&audio->allocator.channels);
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        const JwHearing heard = hearing_of(audio, s, lead, alike), before = v->hearing;
        const bool same = heard.played == before.played && heard.pan == before.pan;
        const bool own = !same && (v->heard_channel != audio->allocator.note[s].channel || led);
        if (own && (v->asleep || left >= HASTE_FRAMES)) {
            const double factor = factor_of(audio->param[JW_P_GAIN]);
            update_gains(audio, s, heard, factor, v->asleep ? 0 : left);
        }
        // Shares are relative to the leading channel's sides, so that a new leader changes all of
        // them.
        if (audio->tables->coupled && (own || led)) {
            v->hearing = heard;
            update_share(audio, s, lead, 0);
        }
    }
    if (led) {
        const bool silent = all_asleep(audio);
        update_body_sides(audio, lead, 0);
        if (silent || left >= HASTE_FRAMES) {
            update_body_gain(audio, lead, silent ? 0 : left);
        }
    }
}

/********* Filters *********/

JW_REALTIME void jw_hearing_settle(JwVoice *v) {
    const int factor = jw_decimator_factor(&v->decimator);
    float frames[JW_CONTROL_FRAMES];
    v->held = (float)jw_string_output(&v->state);
    for (int i = 0; i < JW_CONTROL_FRAMES * factor; ++i) {
        v->steps[i] = v->held;
    }
    for (int i = 0; i < JW_DECIMATOR_FILL_FRAMES; i += JW_CONTROL_FRAMES) {
        jw_decimator_run(&v->decimator, v->steps, frames, JW_CONTROL_FRAMES);
    }
    v->dc_in = (double)frames[JW_CONTROL_FRAMES - 1];
    v->dc_out = 0.0;
}
