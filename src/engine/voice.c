// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Actions of the player's hands on strings: pluck, stop, damp, silence.

#include "base/elementary.h"
#include "base/pi.h"
#include "base/random.h"
#include "engine/hearing.h"
#include "engine/parts.h"

#include <math.h>
#include <string.h>

/// Firmness of the hand that silences a string without a body.
static const double light_palm = 0.5;

/// Time for which a moved bridge has to stand still before sounding strings get tables for its new
/// place, and threads follow it.
static const double settling_s = 0.05;

static JW_REALTIME JwModes *modes_of(const JwAudio *audio, int s) {
    return audio->tables->modes[s][audio->string[s].fret];
}

JW_REALTIME JwBridge jw_audio_bridge(const JwAudio *audio) {
    return (JwBridge){
        .height_m = jw_instrument_bridge_m(&audio->instrument, audio->param),
        .curvature = jw_param_curvature(audio->param),
        .restitution = audio->param[JW_P_RESTITUTION],
    };
}

JW_REALTIME bool jw_audio_bridge_moves(const JwAudio *audio) {
    const JwBridge now = jw_audio_bridge(audio);
    return now.height_m != audio->bridge.height_m || now.curvature != audio->bridge.curvature;
}

JW_REALTIME bool jw_audio_bridge_has_settled(const JwAudio *audio) {
    const double frames = settling_s * audio->tables->spec.rate_hz;
    return !jw_audio_bridge_moves(audio) && audio->bridge_ticks * JW_CONTROL_FRAMES > frames;
}

JW_REALTIME void jw_audio_move_bridge(JwAudio *audio, int s) {
    const JwBridge bridge = jw_audio_bridge(audio);
    jw_string_set_bridge(jw_audio_touch(audio, &audio->string[s]), &bridge,
                         12 * JW_CONTROL_FRAMES * audio->tables->quality);
}

JW_REALTIME void jw_audio_wake(JwAudio *audio, JwVoice *v) {
    jw_audio_touch(audio, v);
    // The next audit counts from this frame, not from the block's grid: ledgers depend on the times
    // of audits, and a phrase must not depend on its start.
    v->stirred = true;
    v->asleep = v->muted;
    v->still_ticks = 0;
    if (audio->tables->coupled && audio->asleep) {
        for (int s = 0; s < audio->n_strings; ++s) {
            audio->string[s].asleep = audio->string[s].muted;
            audio->string[s].stirred = true;
        }
    }
    audio->asleep = false;
}

JW_REALTIME void jw_audio_rest_string(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    const JwModes *modes = modes_of(audio, s);
    const JwBridge bridge = jw_audio_bridge(audio);
    jw_string_rest(jw_audio_touch(audio, v), modes, &bridge, modes->rest_q, modes->rest_r);
    v->pull = 0.0;
    jw_audio_tune_lower(audio, s);
    v->unlaid_m = 0.0;
    v->keeps = false;
    v->splice.left = 0;
    v->turning = 0;
    v->knock.noise.active = false;
    v->second_frame = 0;
    v->fade = 1.0;
    v->fade_step = 0.0;
    v->release = v->palm = 0.0;
    v->asleep = !audio->tables->coupled || audio->asleep || v->muted;
    jw_hearing_settle(v);
}

JW_REALTIME void jw_audio_rest_again(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    const double release = v->release, fade = v->fade, fade_step = v->fade_step;
    jw_audio_rest_string(audio, s);
    v->release = release;
    v->fade = fade;
    v->fade_step = fade_step;
}

/// Assigns the unmuted strings to the ensemble. Strings muted by "all sound off" stay out of it
/// until a stroke, because the body, which rings on a little, would move them again.
static JW_REALTIME void assign_strings(JwAudio *audio) {
    JwEnsemble *ensemble = &audio->ensemble;
    ensemble->n = 0;
    for (int s = 0; s < audio->n_strings; ++s) {
        if (!audio->string[s].muted) {
            ensemble->state[ensemble->n++] = &audio->string[s].state;
        }
    }
    jw_ensemble_bind(ensemble, audio->tables->mass_kg);
}

JW_REALTIME void jw_audio_mute(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    jw_audio_touch(audio, v);
    v->muted = true;
    v->state.bridge_m = v->state.bridge_before_m = 0.0;
    jw_audio_rest_string(audio, s);
    assign_strings(audio);
}

static JW_REALTIME void end_mute(JwAudio *audio) {
    bool any = false;
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        if (v->muted) {
            jw_audio_touch(audio, v);
            any = true;
            v->asleep = v->muted = false;
            v->still_ticks = 0;
        }
    }
    if (any) {
        assign_strings(audio);
    }
}

JW_REALTIME void jw_audio_wake_all(JwAudio *audio) {
    end_mute(audio);
    for (int s = 0; s < audio->n_strings; ++s) {
        jw_audio_wake(audio, &audio->string[s]);
    }
    audio->at_rest = false;
    audio->rest_ticks = 0;
    jw_audio_close_energy(audio);
}

JW_REALTIME void jw_audio_bind_body(JwAudio *audio, const JwBody *from) {
    audio->ensemble.body = audio->tables->body;
    if (from) {
        jw_body_carry(&audio->ensemble.body, from);
    }
    jw_ensemble_ride(&audio->ensemble);
    jw_shadow_bind(&audio->shadow, &audio->tables->body);
    assign_strings(audio);
}

JW_REALTIME void jw_audio_rest(JwAudio *audio, const double *param) {
    memcpy(audio->param, param, sizeof(audio->param));
    jw_interpolator_reset(&audio->input.force);
    jw_input_rest(&audio->input, audio->param);
    jw_room_rest(&audio->room, audio->param);
    audio->frame = audio->asked = audio->flooded = audio->ignored_sysex = 0;
    audio->limited = audio->limited_stems = 0;
    audio->limited_peak = 0.0F;
    audio->requested = audio->at_rest = audio->fits = false;
    audio->rest_ticks = 0;
    audio->watch_ticks = audio->put_off = 0;
    audio->watch_in = JW_WATCH_TICKS;
    audio->strokes = audio->messages = audio->sysex = 0;
    audio->plucked = audio->first_stroke;
    audio->vibrato_phase = 0.0;
    audio->bridge_ticks = 0;
    audio->bridge = jw_audio_bridge(audio);
    jw_allocator_reset(&audio->allocator, &audio->instrument, &audio->tables->board,
                       audio->tables->spec.rate_hz, audio->param[JW_P_BEND_RANGE]);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        jw_channels_set_base(&audio->allocator.channels, (JwParamId)i, param[i]);
    }
    jw_drone_reset(&audio->drone, &audio->instrument.drone, audio->tables->spec.rate_hz);
    jw_loans_clear(&audio->loans);
    audio->asleep = true;
    audio->ensemble.phase = 0;
    audio->knock = (JwKnock){.last = 0.0};
    jw_audio_hold_books(audio, true); // Energy is counted again at the end of this function.
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        v->fret = 0;
        v->hand = false;
        v->lift_j = audio->tables->lift_j[s];
        v->muted = false;
        v->stretch_scale = v->state.stretch_scale = audio->param[JW_P_TENSION_MODULATION];
        v->thread_scale = v->state.thread_scale = audio->param[JW_P_THREAD];
        v->state.output = (JwOutput)(int)audio->param[JW_P_OUTPUT_SOURCE];
        v->state.bridge_m = v->state.bridge_before_m = 0.0;
        v->stirred = false;
        v->nonfinite = v->bound.times = 0;
        v->peak = v->strokes_j = v->parameters_j = 0.0;
        v->stroke = (JwStrokeReport){.number = 0};
        v->left = v->right = v->mono = 0.0;
        jw_decimator_restart(&v->decimator, jw_tables_steps(audio->tables, s));
        v->ring = 100.0;
        jw_audio_rest_string(audio, s);
        jw_string_forget(&v->state);
    }
    jw_shadow_restart(&audio->shadow, &audio->tables->body, audio->tables->quality);
    jw_audio_bind_body(audio, NULL);
    audio->ensemble.strokes_j = audio->ensemble.input_j = 0.0;
    audio->strokes_j = audio->input_j = audio->parameters_j = 0.0;
    audio->bound.times = 0;
    jw_audio_set_bounds(audio);
    jw_audio_hold_books(audio, false);
    audio->ensemble.energy_in = audio->ensemble.excess = audio->ensemble.in_max = 0.0;
    audio->body_gain = audio->body_step = 0.0;
    memset(audio->body_side, 0, sizeof(audio->body_side));
    memset(audio->body_side_step, 0, sizeof(audio->body_side_step));
    audio->shadow_gain = audio->shadow_step = 0.0;
    for (int c = 0; c < 2; ++c) {
        jw_decimator_restart(&audio->body_out[c], audio->tables->quality);
        audio->body_held[c] = 0.0F;
    }
    jw_ensemble_book(&audio->ensemble, jw_ensemble_balance(&audio->ensemble));
}

static JW_REALTIME double impedance(const JwStringSpec *string) {
    return sqrt(string->data.tension_n * string->data.mu_kg_m);
}

JW_REALTIME bool jw_audio_is_silenced(const JwVoice *v) {
    return v->release >= 1.0 && v->fade_step < 0.0;
}

/// True if the parameter LISTEN lets a string answer sound from outside.
static JW_REALTIME bool listens(const JwAudio *audio, int s) {
    const JwInstrument *instrument = &audio->instrument;
    switch ((JwListen)(int)audio->param[JW_P_LISTEN]) {
    case JW_LISTEN_TARAF:
        return jw_instrument_is_sympathetic(instrument, s);
    case JW_LISTEN_KEYS:
        return jw_input_holds(&audio->input, instrument->string[s].key);
    case JW_LISTEN_TUNED:
        return audio->loans.of[s].key >= 0;
    default:
        return true;
    }
}

/// Firmness of the hand on a string while sound comes from outside; the pedal lifts the hand from
/// the strings that answer.
static JW_REALTIME double hand_of(const JwAudio *audio, int s) {
    if (!audio->input.open) {
        return 0.0;
    }
    return !listens(audio, s) ? 1.0 : audio->input.pedal ? 0.0 : 0.01 * audio->param[JW_P_HAND];
}

JW_REALTIME void jw_audio_update_palm(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    const JwStringSpec *string = &audio->instrument.string[s];
    const double hand = v->hand ? 1.0 : 0.0;
    double firmness = fmax(fmax(v->release, hand), jw_allocator_palm(&audio->allocator, s));
    firmness = fmax(firmness, hand_of(audio, s));
    if (string->role == JW_ROLE_TARAF) {
        firmness = fmax(firmness, 1.0 - 0.01 * v->ring);
    }
    // Without a body the hand that silences a string is lighter, because it makes less noise.
    if (jw_audio_is_silenced(v) && !audio->tables->coupled) {
        firmness = fmax(v->palm, light_palm);
    }
    if (firmness != v->palm) {
        v->palm = firmness;
        jw_string_set_palm(jw_audio_touch(audio, v), 0.0,
                           2.0 * impedance(string) * firmness * firmness);
    }
}

JW_REALTIME bool jw_audio_lies_as_tables_say(const JwAudio *audio, int s) {
    return audio->string[s].state.modes == modes_of(audio, s) &&
           !jw_tables_rest_differs(audio->tables->spec.param, audio->param);
}

JW_REALTIME void jw_audio_go_over(JwAudio *audio, int s, int fret) {
    JwVoice *v = &audio->string[s];
    const JwModes *modes = audio->tables->modes[s][fret];
    v->splice.left = modes->dt_s == v->state.modes->dt_s ? v->splice.left : 0;
    const bool turns = fret != v->fret && modes->dt_s == v->state.modes->dt_s &&
                       v->state.output != JW_OUT_BRIDGE_FORCE && v->splice.left == 0;
    if (turns) {
        jw_string_partials(&v->state, &v->splice.before);
    }
    const bool lies = jw_audio_lies_as_tables_say(audio, s);
    const double lower = v->lower;
    jw_audio_put_fret(audio, s, fret);
    v->turning = JW_TURN_FRAMES * audio->tables->quality;
    v->turned = v->held;
    if (lies) {
        jw_string_stop(jw_audio_touch(audio, v), modes);
    } else {
        jw_string_set_modes(jw_audio_touch(audio, v), modes);
    }
    if (v->lower != lower) {
        jw_audio_apply_tension(audio, s);
    }
    if (turns) {
        jw_string_partials(&v->state, &v->splice.after);
        jw_splice_begin(&v->splice, JW_SPLICE_FRAMES * jw_tables_steps(audio->tables, s));
    }
}

/// Stops a string at rest on a fret, and resets it to the rest shape there.
static JW_REALTIME void lie_at(JwAudio *audio, int s, int fret) {
    JwVoice *v = &audio->string[s];
    if (fret != v->fret && jw_tables_rest_differs(audio->tables->spec.param, audio->param)) {
        // The bridge has moved since the tables were made: the string keeps its present shape.
        jw_audio_go_over(audio, s, fret);
        v->turning = 0;
    } else if (fret != v->fret) {
        const bool asleep = v->asleep;
        jw_audio_put_fret(audio, s, fret);
        jw_audio_rest_string(audio, s);
        v->asleep = asleep;
    }
    jw_audio_pull_at_once(audio, s);
}

/// Lifts the palm from the string and puts the finger on the fret of the gesture.
static JW_REALTIME void finger(JwAudio *audio, const JwGesture *g) {
    JwVoice *v = &audio->string[g->string];
    const bool still = v->asleep || v->muted;
    end_mute(audio);
    jw_audio_wake(audio, v);
    v->release = 0.0;
    if (still) {
        lie_at(audio, g->string, g->fret);
    }
    jw_audio_update_palm(audio, g->string);
    if (v->fret != g->fret) {
        jw_audio_go_over(audio, g->string, g->fret);
    }
}

/// Place of a stroke on the string [m]. A hand with a fixed place (AT_M) moves in proportion to the
/// parameter's ratio to the instrument's value.
static JW_REALTIME double pluck_place(const JwAudio *audio, const JwStringSpec *string,
                                      const JwStrokeSpec *stroke, const JwGesture *g,
                                      double length_m) {
    const double part = audio->param[JW_P_PLUCK_POSITION];
    if (g->position >= 0.0) {
        return g->position * length_m;
    }
    if (!(stroke->figure[JW_STROKE_AT_M] > 0.0)) {
        return part * length_m;
    }
    const double own = string->pluck_at_part > 0.0 ? string->pluck_at_part
                                                   : jw_param_info(JW_P_PLUCK_POSITION)->def;
    const double at_m = stroke->figure[JW_STROKE_AT_M] * part / own;
    return fmin(at_m, 0.5 * length_m);
}

/// Width of a stroke [m] before the factor of its kind, which jw_string_pluck() applies.
static JW_REALTIME double pluck_width(const JwAudio *audio, const JwStrokeSpec *stroke) {
    const double asked_mm = audio->param[JW_P_PLUCK_WIDTH],
                 width_m = stroke->figure[JW_STROKE_WIDTH_M];
    if (!(width_m > 0.0)) {
        return 0.001 * asked_mm;
    }
    const double own_mm = audio->instrument.stroke_width_mm > 0.0
                              ? audio->instrument.stroke_width_mm
                              : (double)jw_param_info(JW_P_PLUCK_WIDTH)->def;
    return width_m * asked_mm / (own_mm * jw_stroke_width((JwStroke)stroke->kind));
}

/// Displacement of the pluck [m]. The same force displaces a shorter string, or one that a bend has
/// tightened, less; with a fixed place of the hand the length matters less.
static JW_REALTIME double reach(const JwStringSpec *string, const JwStrokeSpec *stroke,
                                const JwStringState *state) {
    const double length_m = state->modes->length_m;
    const double open_m = string->data.length_m, at_m = stroke->figure[JW_STROKE_AT_M];
    const double same_force =
        at_m > 0.0 ? fmax(1.0 - at_m / length_m, 0.5) / (1.0 - at_m / open_m) : length_m / open_m;
    return string->pluck_m * same_force / state->tension_scale;
}

/// Velocity for which the velocity-dependent figures of a stroke are given.
static const double reference = 100.0 / 127.0;

/// Factor on the times of a stroke: a strong one releases the string faster, which is brighter.
static JW_REALTIME double stroke_time(const JwStrokeSpec *stroke, double velocity) {
    const double longest = 4.0;
    return fmin(jw_pow(reference / fmax(velocity, 1e-3), stroke->figure[JW_STROKE_HARDNESS]),
                longest);
}

/// Largest value of each parameter, cut to a whole number.
enum {
#define JW_PARAM(ID, symbol, name, unit, min, def, max, scale, cc, group, acts, comment)           \
    MOST_##ID = (int)(max),
#define JW_PARAM_POINT(ID, value, label)
#include "base/params.def"
#undef JW_PARAM
#undef JW_PARAM_POINT
};

_Static_assert((int)MOST_PLUCK_STROKE + 1 == (int)JW_N_STROKES, "a number for each kind of stroke");

/// Largest place of a varied stroke, as a part of the speaking length.
static const double nearest_nut = 0.98;

/// Random variation of a stroke: factors, and an additional angle.
typedef struct {
    double strength, place, time, angle_rad, release;
} Varied;

/// Random variation of the next stroke, within the stroke's and the parameter's limits.
static JW_REALTIME Varied vary(JwAudio *audio, const JwStrokeSpec *stroke) {
    const double part = 0.01 * audio->param[JW_P_VARIATION];
    const uint64_t number = audio->plucked++;
    double by[5];
    for (int i = 0; i < 5; ++i) {
        by[i] = part * (2.0 * jw_random((uint64_t)stroke->seed, number, i) - 1.0);
    }
    return (Varied){.strength = 1.0 + stroke->figure[JW_STROKE_VARY_STRENGTH] * by[0],
                    .place = 1.0 + stroke->figure[JW_STROKE_VARY_PLACE] * by[1],
                    .time = jw_exp2(stroke->figure[JW_STROKE_VARY_TIMES] * by[2]),
                    .angle_rad = stroke->figure[JW_STROKE_VARY_ANGLE_RAD] * by[3],
                    .release = jw_exp2(stroke->figure[JW_STROKE_VARY_RELEASE] * by[4])};
}

/// Reports the stroke that a gesture has just started.
static JW_REALTIME void note_stroke(const JwAudio *audio, JwVoice *v, const JwGesture *g,
                                    double angle_rad) {
    const JwStringState *state = &v->state;
    const double dt_s = state->modes->dt_s;
    v->stroke = (JwStrokeReport){
        .number = v->stroke.number + 1,
        .frame = audio->frame,
        .kind = (int)state->pluck.stroke,
        .fret = g->fret,
        .velocity = g->velocity,
        .length_m = state->modes->length_m,
        .place_m = state->pluck_m,
        .width_m = state->pluck_width_m,
        .force_n = state->pluck.force * jw_string_newtons(state),
        .angle_rad = angle_rad,
        .rise_s = (double)state->pluck.rise * dt_s,
        .release_s = (double)state->pluck.fall * dt_s,
    };
}

/// Fades a string in after "all sound off" has faded it out.
static JW_REALTIME void fade_in(JwVoice *v) {
    v->keeps = false;
    v->fade = fmax(v->fade, 0.0);
    v->fade_step = v->fade < 1.0 ? 1.0 / JW_FADE_FRAMES : 0.0;
}

/// Offsets to the noise's seed, beyond the seeds of files: for the bridge and the second blow.
static const uint64_t bridge_hand = 10000, second_hand = 20000;

/// Factor for a level in decibels.
static JW_REALTIME double factor_of_db(double db) {
    return db > JW_STROKE_QUIET_DB ? jw_pow(10.0, 0.05 * db) : 0.0;
}

/// Growth of a stroke's noise with velocity, in addition to its growth with the force.
static JW_REALTIME double noise_growth(const JwStrokeSpec *stroke, double velocity) {
    return jw_pow(velocity / reference, stroke->figure[JW_STROKE_NOISE_POWER]);
}

/// Starts the noise of a stroke that has begun. Strokes without variation all have the same noise.
static JW_REALTIME void make_noise(const JwAudio *audio, JwVoice *v, const JwStrokeSpec *stroke) {
    const double *f = stroke->figure, part = 0.01 * audio->param[JW_P_STROKE_NOISE] *
                                             noise_growth(stroke, fabs(v->stroke.velocity));
    const double rate_hz = audio->tables->spec.rate_hz, force_n = fabs(v->stroke.force_n);
    const bool varies = audio->param[JW_P_VARIATION] > 0.0;
    JwNoiseSpec noise = {.scrape = factor_of_db(f[JW_STROKE_SCRAPE_DB]),
                         .pull_s = v->stroke.rise_s,
                         .seed = (uint64_t)stroke->seed,
                         .number = varies ? audio->plucked - 1 : 0};
    JwNoiseSpec beside = noise;
    beside.seed += bridge_hand;
    for (int b = 0; b < JW_NOISE_BANDS; ++b) {
        noise.level[b] = part * factor_of_db(f[JW_STROKE_NOISE_LOW_DB + b]);
        noise.decay_s[b] = beside.decay_s[b] = f[JW_STROKE_NOISE_LOW_S + b];
        beside.level[b] = force_n * noise.level[b];
        v->stroke.noise_n[b] = beside.level[b];
        v->stroke.scrape_n[b] = beside.level[b] * noise.scrape;
        v->stroke.noise_s[b] = noise.decay_s[b];
    }
    v->noise = noise;
    jw_string_make_noise(&v->state, &noise, rate_hz);
    v->knock.bridge = v->stroke.noise_bridge = f[JW_STROKE_NOISE_BRIDGE];
    v->knock.air = v->stroke.noise_air = f[JW_STROKE_NOISE_AIR];
    v->knock.noise.active = false;
    if (audio->tables->coupled && v->knock.bridge + v->knock.air > 0.0) {
        jw_noise_start(&v->knock.noise, &beside, rate_hz);
    }
}

/// Schedules the second blow of a stroke that has begun: a bachi strikes twice.
static JW_REALTIME void plan_second(const JwAudio *audio, JwVoice *v, const JwStrokeSpec *stroke) {
    const double second_s = stroke->figure[JW_STROKE_SECOND_S];
    const uint64_t frames = (uint64_t)lround(second_s * audio->tables->spec.rate_hz);
    v->second_strength = stroke->figure[JW_STROKE_SECOND_STRENGTH];
    v->second_frame = v->second_strength > 0.0 ? audio->frame + frames : 0;
    v->stroke.second_s = v->second_strength > 0.0 ? second_s : 0.0;
    v->stroke.second_n = v->second_strength * v->stroke.force_n;
}

static JW_REALTIME void pluck(JwAudio *audio, const JwGesture *g) {
    JwVoice *v = &audio->string[g->string];
    const JwStringSpec *string = &audio->instrument.string[g->string];
    const double *param = audio->param;
    const JwStrokeSpec stroke = jw_instrument_stroke(
        &audio->instrument, g->string, (int)param[JW_P_PLUCK_STROKE], g->velocity < 0.0);
    finger(audio, g);
    fade_in(v);
    const JwModes *modes = v->state.modes;
    const double strength = copysign(stroke.figure[JW_STROKE_STRENGTH] *
                                         jw_pow(fabs(g->velocity), stroke.figure[JW_STROKE_POWER]),
                                     g->velocity);
    // With two polarisations the sign of the strength mirrors the angle: inward and outward strokes
    // go to opposite sides, and move the string towards the bridge alike.
    const bool sideways = modes->n_lateral > 0;
    const Varied varied = vary(audio, &stroke);
    const double at_m = pluck_place(audio, string, &stroke, g, modes->length_m);
    const double place_m = fmin(varied.place * at_m, fmax(at_m, nearest_nut * modes->length_m));
    const double angle =
        stroke.figure[JW_STROKE_ANGLE_RAD] + JW_PI / 180.0 * param[JW_P_PLUCK_ANGLE];
    const double direction = copysign(1.0, strength) * (angle + varied.angle_rad);
    jw_string_set_pluck_angle(&v->state, direction);
    const double release_s = stroke.figure[JW_STROKE_RELEASE_S] > 0.0
                                 ? stroke.figure[JW_STROKE_RELEASE_S]
                                 : jw_stroke_release_s((JwStroke)stroke.kind);
    jw_string_set_pluck_times(&v->state, stroke.figure[JW_STROKE_RISE_S],
                              varied.release * release_s);
    jw_string_pluck(&v->state, (JwStroke)stroke.kind, place_m, pluck_width(audio, &stroke),
                    reach(string, &stroke, &v->state) * param[JW_P_PLUCK_STRENGTH] *
                        (sideways ? fabs(strength) : strength) * varied.strength,
                    param[JW_P_PLUCK_DURATION] * varied.time *
                        stroke_time(&stroke, fabs(g->velocity)));
    note_stroke(audio, v, g, direction);
    make_noise(audio, v, &stroke);
    plan_second(audio, v, &stroke);
}

JW_REALTIME void jw_audio_strike_again(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    if (v->second_frame == 0 || audio->frame < v->second_frame) {
        return;
    }
    v->second_frame = 0;
    jw_audio_wake(audio, v);
    jw_string_pluck_again(&v->state, v->second_strength);
    v->noise.seed += second_hand;
    jw_string_make_noise(&v->state, &v->noise, audio->tables->spec.rate_hz);
}

static JW_REALTIME void damp(JwAudio *audio, int s, double firmness) {
    JwVoice *v = &audio->string[s];
    v->release = firmness;
    // Damping cancels the second blow.
    v->second_frame = firmness > 0.0 ? 0 : v->second_frame;
    jw_audio_update_palm(audio, s);
}

static JW_REALTIME void silence(JwAudio *audio, int s) {
    if (!jw_audio_is_silenced(&audio->string[s])) {
        audio->string[s].fade_step = -1.0 / JW_FADE_FRAMES;
        damp(audio, s, 1.0);
    }
}

JW_REALTIME void jw_audio_obey(JwAudio *audio, const JwGesture *g) {
    audio->rest_ticks = 0;
    switch (g->kind) {
    case JW_GESTURE_PLUCK:
        pluck(audio, g);
        return;
    case JW_GESTURE_FRET:
        finger(audio, g);
        return;
    case JW_GESTURE_DAMP:
        damp(audio, g->string, 0.01 * audio->param[JW_P_RELEASE_DAMPING]);
        return;
    case JW_GESTURE_SILENCE:
        silence(audio, g->string);
        return;
    }
}

JW_REALTIME void jw_audio_lift_hand(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    v->release = 0.0;
    fade_in(v);
    jw_audio_update_palm(audio, s);
}

JW_REALTIME void jw_audio_panic(JwAudio *audio) {
    jw_drone_halt(&audio->drone);
    jw_allocator_panic(&audio->allocator, audio->param[JW_P_BEND_RANGE]);
    jw_input_let_go(&audio->input);
    jw_loans_clear(&audio->loans);
    jw_hearing_lead(audio);
    jw_room_silence(&audio->room);
    for (int s = 0; s < audio->n_strings; ++s) {
        audio->string[s].hand = false;
        jw_audio_obey(audio, &(JwGesture){.kind = JW_GESTURE_SILENCE, .string = s});
    }
}
