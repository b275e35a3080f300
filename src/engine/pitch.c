// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pitch: the tension that a string needs to sound at the requested pitch.

#include "base/elementary.h"
#include "base/pi.h"
#include "engine/hearing.h"
#include "engine/parts.h"

#include <math.h>

/// Part of the body's effect on the fundamental that remains for a string on a bridge, relative to
/// a free string (measured over the frets of sitar and surbahar): the bridge keeps the partials in
/// step.
static const double body_part = 0.4;

/// The bridge's addition to the tone falls with this power of a pull's pitch ratio (measured: it
/// halves over seven semitones, at every fret). The string's bending at the bridge reaches less
/// far, as the square root of EI/T, and so does the wrap.
static const double wrap_power = 1.7;

/// Time constant in which the tension follows a bend: a shorter one clicks, a longer one drags.
static const double pull_time_s = 0.004;

static const double ln_2 = 0.69314718055994530942;

/// Ratio of stiffness to tension in the square of a string's frequency.
static JW_REALTIME double stiff_part(const JwModes *m) {
    return m->theta2_first / m->theta2_t_first - 1.0;
}

JW_REALTIME double jw_audio_tension_at(const JwModes *m, double pull) {
    const double square = jw_exp2(pull / 6.0);
    return square + (square - 1.0) * stiff_part(m);
}

JW_REALTIME double jw_audio_pull_at(const JwStringState *state) {
    const double stiff = stiff_part(state->modes), most = jw_exp2(JW_PULL_MAX / 6.0);
    const double square = (state->tension_scale + stiff) / (1.0 + stiff);
    return 6.0 * jw_log2(fmin(fmax(square, 1.0 / most), most));
}

/// Interval [semitone] that the body adds to a tone of hz. An end that yields by y metres per
/// newton makes the string longer by T y: the pitch changes by the part T y/L, which is 4 mu L f^2
/// y.
static JW_REALTIME double body_adds(const JwAudio *audio, int s, double hz) {
    const JwInstrument *in = &audio->instrument;
    const double length = audio->string[s].state.modes->length_m;
    const double newtons_m = 4.0 * in->string[s].data.mu_kg_m * length * hz * hz;
    const double part = in->string[s].n_obstacles > 0 ? body_part : 1.0;
    return -12.0 / ln_2 * part * newtons_m * jw_body_compliance(in->body, in->n_body, hz);
}

/// Semitones that a pull needs in addition, so that the tone follows the interval: a tighter stiff
/// string gets less from its bridge, and the body's addition changes with the pitch. No addition
/// for a tone below the string's own, between two axes, or for tuning a string lower on behalf of
/// the others.
static JW_REALTIME double pull_takes(const JwAudio *audio, int s, double interval) {
    const JwNeck *neck = &audio->tables->board.neck[s];
    const int fret = audio->string[s].fret;
    if (interval == 0.0) {
        return 0.0;
    }
    const double hz = neck->hz[fret], body = body_adds(audio, s, hz);
    const double wrap = fmax(neck->wrap[fret] - body, 0.0);
    return wrap * (1.0 - jw_exp2(-wrap_power * interval / 12.0)) + body -
           body_adds(audio, s, hz * jw_exp2(interval / 12.0));
}

/// Pull [semitone] that raises the tone by an interval [semitone].
static JW_REALTIME double pull_for(const JwAudio *audio, int s, double interval) {
    return interval + pull_takes(audio, s, interval);
}

/// Semitones by which the tension must raise a string: for the key that has tuned it, or for the
/// note played on it.
static JW_REALTIME double pull_asked(const JwAudio *audio, int s) {
    const JwLoan *loan = &audio->loans.of[s];
    return loan->key >= 0 ? loan->pull : jw_allocator_pull(&audio->allocator, s);
}

/// Semitones by which a string must be tuned lower because bridge and thread have moved, as a
/// player would retune it.
static JW_REALTIME double tuned_lower(const JwAudio *audio, int s) {
    const JwNeck *neck = &audio->tables->board.neck[s];
    const double ratio = neck->hz[audio->string[s].fret] / neck->hz[0];
    return 0.01 * jw_instrument_wrap_more(&audio->instrument, s, audio->param, ratio);
}

/// Goes part of the way to a goal; the whole way once the rest is inaudible.
static JW_REALTIME double nearer(double now, double goal, double part) {
    const double next = now + part * (goal - now);
    return fabs(goal - next) < 1e-5 || part >= 1.0 ? goal : next;
}

JW_REALTIME void jw_audio_apply_tension(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    jw_string_set_tension(jw_audio_touch(audio, v),
                          jw_audio_tension_at(v->state.modes, v->pull - v->lower),
                          v->stretch_scale);
}

/// Sets the tension of a string and settles it there.
static JW_REALTIME void begin_tension(JwAudio *audio, int s) {
    JwStringState *state = &audio->string[s].state;
    jw_audio_apply_tension(audio, s);
    state->heard_scale = state->tension_scale;
}

JW_REALTIME void jw_audio_settle_tension(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    begin_tension(audio, s);
    if (v->state.modes->rests) {
        jw_hearing_settle(v);
    }
}

JW_REALTIME void jw_audio_put_fret(JwAudio *audio, int s, int fret) {
    JwVoice *v = &audio->string[s];
    const double before = tuned_lower(audio, s);
    v->fret = fret;
    const double now = tuned_lower(audio, s);
    v->lower = v->lower == before ? now : v->lower + now - before;
}

JW_REALTIME void jw_audio_tune_lower(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    v->lower = tuned_lower(audio, s);
    if (v->lower != 0.0) {
        begin_tension(audio, s);
    }
}

JW_REALTIME void jw_audio_keep_pull(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    v->pull = jw_audio_pull_at(&v->state) + v->lower;
    jw_audio_apply_tension(audio, s);
}

JW_REALTIME double jw_audio_vibrato(const JwAudio *audio) {
    return 0.5 - 0.5 * jw_cos(2.0 * JW_PI * audio->vibrato_phase);
}

/// Requested pull of a string [semitone].
static JW_REALTIME double pull_goal(const JwAudio *audio, int s, double wave) {
    const double wobble =
        jw_allocator_bends(&audio->allocator, s) ? jw_hearing_vibrato(audio, s) * wave : 0.0;
    return pull_for(
        audio, s,
        fmin(pull_asked(audio, s) + 0.01 * (audio->param[JW_P_TUNE] + wobble), JW_PULL_MAX));
}

JW_REALTIME void jw_audio_pull_at_once(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    const double pull = pull_goal(audio, s, jw_audio_vibrato(audio));
    const double lower = tuned_lower(audio, s);
    if (pull != v->pull || lower != v->lower) {
        v->pull = pull;
        v->lower = lower;
        jw_audio_settle_tension(audio, s);
    }
}

JW_REALTIME void jw_audio_update_tension(JwEngine *engine, int s, double wave) {
    const JwAudio *audio = engine->audio;
    JwVoice *v = &engine->audio->string[s];
    const double pull = pull_goal(audio, s, wave), lower = tuned_lower(audio, s);
    const double stretch = audio->param[JW_P_TENSION_MODULATION];
    if (pull == v->pull && lower == v->lower && stretch == v->stretch_scale) {
        return;
    }
    const double reach =
        v->asleep ? 1.0 : 1.0 - jw_exp(-JW_CONTROL_FRAMES / (pull_time_s * engine->rate_hz));
    v->pull = nearer(v->pull, pull, reach);
    v->lower = nearer(v->lower, lower, reach);
    v->stretch_scale = stretch;
    if (v->asleep) {
        jw_audio_settle_tension(engine->audio, s);
    } else {
        jw_audio_apply_tension(engine->audio, s);
    }
}

JW_REALTIME double jw_audio_pitch_of(const JwAudio *audio, int s) {
    const JwVoice *v = &audio->string[s];
    const double hz = audio->tables->board.neck[s].hz[v->fret];
    const double pull = v->pull + tuned_lower(audio, s) - v->lower;
    // The pull an interval needs hardly depends on the interval: two rounds are enough.
    const double interval = pull - pull_takes(audio, s, pull - pull_takes(audio, s, pull));
    return hz * jw_exp2(interval / 12.0);
}
