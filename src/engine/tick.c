// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The control tick, every JW_CONTROL_FRAMES frames: everything that changes slowly.

#include "base/elementary.h"
#include "engine/hearing.h"
#include "engine/parts.h"

#include <math.h>
#include <string.h>

/// Motion below which a string sleeps, relative to its loudest pluck.
static const double still = 1e-7;

/// Output of the body below which only rounding moves the body, while strings that press on their
/// bridge are at rest: -86 dB.
static const double rounding_peak = 5e-5;

/// Time for which strings on a body stay damped after they have faded [s].
static const double hush_s = 0.1;

/// Time constant [s] in which a thread follows the string when the bridge has moved; a shorter one
/// clicks.
static const double laying_s = 0.3;

/// Distance [m] of a thread from its place that is inaudible.
static const double unfelt_m = 1e-9;

/// Opens the energy books (engine/books.c) of strings on a moving bridge, which does work in every
/// step.
static JW_REALTIME void watch_bridge(JwAudio *audio) {
    for (int s = 0; s < audio->n_strings; ++s) {
        if (audio->string[s].state.glide > 0) {
            jw_audio_touch(audio, &audio->string[s]);
        }
    }
}

static JW_REALTIME void update_bridge(JwAudio *audio) {
    // Restitution changes nothing that needs tables.
    const bool moves = jw_audio_bridge_moves(audio);
    audio->bridge_ticks = moves ? 0 : audio->bridge_ticks + 1;
    if (!moves && audio->bridge.restitution == audio->param[JW_P_RESTITUTION]) {
        return;
    }
    audio->bridge = jw_audio_bridge(audio);
    for (int s = 0; s < audio->n_strings; ++s) {
        jw_audio_wake(audio, &audio->string[s]);
        jw_audio_move_bridge(audio, s);
    }
    audio->at_rest = false;
}

/// True when a string silenced by "all sound off" is to be put to rest. On a body it stays damped
/// and inaudible until it sleeps: its pull on the bridge must not end at once.
static JW_REALTIME bool has_faded(const JwAudio *audio, const JwVoice *v) {
    const double frames = hush_s * audio->tables->spec.rate_hz;
    const double last = audio->tables->coupled && !v->asleep ? -frames / JW_FADE_FRAMES : 0.0;
    return v->fade_step < 0.0 && v->fade <= last;
}

/// Moves a string's thread part of the way to where new tables would have it under the string at
/// rest, once the bridge has stopped.
static JW_REALTIME void lay_thread(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    if (v->unlaid_m != 0.0 && jw_audio_bridge_has_settled(audio)) {
        const double frames = laying_s * audio->tables->spec.rate_hz;
        const double part = 1.0 - jw_exp(-JW_CONTROL_FRAMES / frames);
        const double way_m = fabs(v->unlaid_m) > unfelt_m ? part * v->unlaid_m : v->unlaid_m;
        jw_string_lay_thread(jw_audio_touch(audio, v), way_m);
        v->unlaid_m -= way_m;
    }
}

/// Applies thread, sympathetic damping and output to a string; puts it to rest if "all sound off"
/// has faded it. While the audio input continues, such a string responds to it again instead.
static JW_REALTIME void update_string(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    if (v->thread_scale != audio->param[JW_P_THREAD]) {
        jw_audio_wake(audio, v);
        v->thread_scale = audio->param[JW_P_THREAD];
        jw_string_set_thread(jw_audio_touch(audio, v), v->thread_scale);
    }
    lay_thread(audio, s);
    v->ring = audio->param[JW_P_SYMPATHETIC];
    jw_audio_update_palm(audio, s);
    jw_string_set_output(&v->state, (JwOutput)(int)audio->param[JW_P_OUTPUT_SOURCE]);
    const bool driven = audio->tables->coupled && !jw_input_is_quiet(&audio->input);
    if (has_faded(audio, v) && driven) {
        jw_audio_lift_hand(audio, s);
    } else if (has_faded(audio, v) && audio->tables->coupled) {
        jw_audio_mute(audio, s);
    } else if (has_faded(audio, v)) {
        jw_audio_rest_string(audio, s);
    }
}

/// Lends strings to held keys, if LISTEN requests it.
static JW_REALTIME void update_loans(JwAudio *audio) {
    if (audio->input.open && (int)audio->param[JW_P_LISTEN] == JW_LISTEN_TUNED) {
        jw_loans_tick(&audio->loans, &audio->input, &audio->allocator, audio->frame);
    } else if (audio->loans.in_use) {
        jw_loans_clear(&audio->loans);
    }
}

/// Counts the ticks for which a string has not moved. rounding: motion to ignore.
static JW_REALTIME void count_stillness(JwAudio *audio, int s, double rounding) {
    JwVoice *v = &audio->string[s];
    const JwStringState *state = &v->state;
    const double pluck_m = audio->instrument.string[s].pluck_m;
    const double least = fmax(still * pluck_m * sqrt(state->modes->theta2_first), rounding);
    const bool moving =
        jw_pluck_acts(&state->pluck) || state->glide > 0 || jw_string_motion(state) > least;
    v->still_ticks = moving ? 0 : v->still_ticks + audio->watch_ticks;
}

/// Motion that rounding sustains in strings that press on their bridge and, through the body, in
/// the others.
static JW_REALTIME double rounding_of_all(const JwAudio *audio) {
    double most = 0.0;
    for (int s = 0; s < audio->n_strings; ++s) {
        const JwVoice *v = &audio->string[s];
        most = fmax(most, v->muted ? 0.0 : v->state.modes->rounding);
    }
    return most;
}

/// Puts a string to sleep. A string that presses on its bridge is first laid where a new string
/// lies: after fading it is slightly off that place.
static JW_REALTIME void fall_asleep(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    if (v->state.modes->rests && jw_audio_lies_as_tables_say(audio, s)) {
        jw_audio_rest_again(audio, s);
    }
    jw_string_freeze(&v->state);
    v->held = (float)jw_string_output(&v->state);
    v->asleep = true;
}

static JW_REALTIME void watch_string(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    jw_string_audit(&v->state);
    count_stillness(audio, s, v->state.modes->rounding);
    if (v->still_ticks >= JW_STILL_TICKS) {
        fall_asleep(audio, s);
    }
}

/// Watches a coupled instrument, which falls asleep once all strings and the body are still.
static JW_REALTIME void watch_ensemble(JwAudio *audio) {
    const double rounding = rounding_of_all(audio);
    bool asleep = jw_input_is_quiet(&audio->input) &&
                  audio->body_peak < (rounding > 0.0 ? rounding_peak : JW_INAUDIBLE);
    jw_ensemble_audit(&audio->ensemble);
    for (int s = 0; s < audio->n_strings; ++s) {
        count_stillness(audio, s, rounding);
        asleep &= audio->string[s].muted || audio->string[s].still_ticks >= JW_STILL_TICKS;
    }
    audio->body_peak = 0.0;
    if (asleep) {
        jw_audio_open_all_energy(audio);
        jw_body_reset(&audio->ensemble.body);
        jw_ensemble_ride(&audio->ensemble);
        for (int s = 0; s < audio->n_strings; ++s) {
            fall_asleep(audio, s);
        }
        jw_shadow_rest(&audio->shadow);
        audio->body_held[0] = audio->body_held[1] = 0.0F;
        audio->asleep = true;
        jw_audio_close_energy(audio);
    }
}

/// Audits energy and motion of the strings and bodies that are awake.
static JW_REALTIME void watch(JwAudio *audio) {
    if (audio->tables->coupled && !audio->asleep) {
        watch_ensemble(audio);
    }
    for (int s = 0; s < audio->n_strings; ++s) {
        if (!audio->tables->coupled && !audio->string[s].asleep) {
            watch_string(audio, s);
        }
    }
}

/// Audits the strings woken since the last tick, so that their ledgers include the stroke's energy.
/// Returns true if there are any.
static JW_REALTIME bool audit_stirred(JwAudio *audio) {
    bool any = false;
    for (int s = 0; s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        if (v->stirred) {
            jw_string_audit(&v->state);
            v->stirred = false;
            any = true;
        }
    }
    return any;
}

/// True if all strings must be watched in this tick: a fixed number of ticks after the last time,
/// or after a string was woken (by a stroke, a moved bridge, new tables), when the tick has enough
/// work already. Strokes without pause delay it only a limited number of times.
static JW_REALTIME bool is_watch_due(JwAudio *audio) {
    ++audio->watch_ticks;
    --audio->watch_in;
    if (audit_stirred(audio) && audio->put_off < JW_PUT_OFF_MOST) {
        ++audio->put_off;
        audio->watch_in = JW_WATCH_TICKS;
    }
    return audio->watch_in <= 0;
}

static JW_REALTIME void turn_vibrato(JwEngine *engine) {
    JwAudio *audio = engine->audio;
    audio->vibrato_phase += audio->param[JW_P_VIBRATO_RATE] * JW_CONTROL_FRAMES / engine->rate_hz;
    audio->vibrato_phase -= floor(audio->vibrato_phase);
}

/// True if a tick would only advance clocks: everything has long been at rest, with no event and no
/// changed parameter.
static JW_REALTIME bool nothing_to_do(JwAudio *audio) {
    const bool same = !memcmp(audio->rest_param, audio->param, sizeof(audio->param));
    if (!same) {
        memcpy(audio->rest_param, audio->param, sizeof(audio->param));
    }
    const bool rests = same && audio->at_rest && !audio->loans.rings_on;
    audio->rest_ticks = rests ? audio->rest_ticks + 1 : 0;
    audio->fits = audio->fits && audio->rest_ticks > 0;
    return audio->rest_ticks > JW_REST_TICKS;
}

static JW_REALTIME void rest_on(JwAudio *audio) {
    for (int s = 0; s < audio->n_strings && audio->rest_ticks % JW_REPORT_TICKS == 0; ++s) {
        jw_audio_publish_report(audio, s);
    }
}

/// True if the last tick had nothing to do and nothing, not even tables, has arrived since.
static JW_REALTIME bool still_rests(const JwEngine *engine) {
    const JwAudio *audio = engine->audio;
    return audio->rest_ticks > JW_REST_TICKS && audio->at_rest && audio->fits &&
           !jw_exchange_has_fresh(&engine->exchange) &&
           !memcmp(audio->rest_param, audio->param, sizeof(audio->param));
}

JW_REALTIME void jw_audio_tick(JwEngine *engine) {
    JwAudio *audio = engine->audio;
    audio->strokes = audio->messages = audio->sysex = 0;
    jw_drone_update(&audio->drone, audio->frame, audio->param);
    turn_vibrato(engine);
    if (still_rests(engine)) {
        ++audio->rest_ticks;
        rest_on(audio);
        return;
    }
    watch_bridge(audio);
    jw_audio_update_tables(engine);
    update_bridge(audio);
    if (nothing_to_do(audio)) {
        rest_on(audio);
        return;
    }
    const double vibrato = jw_audio_vibrato(audio);
    jw_allocator_watch(&audio->allocator);
    update_loans(audio);
    for (int s = 0; s < audio->n_strings; ++s) {
        jw_audio_strike_again(audio, s);
        update_string(audio, s);
        jw_audio_update_tension(engine, s, vibrato);
    }
    jw_hearing_tick(audio);
    jw_room_tick(&audio->room, audio->param, JW_CONTROL_FRAMES);
    if (audio->input.open) {
        jw_input_tick(&audio->input, audio->param);
    }
    jw_audio_close_energy(audio);
    if (is_watch_due(audio)) {
        watch(audio);
        audio->watch_ticks = audio->put_off = 0;
        audio->watch_in = JW_WATCH_TICKS;
    }
    for (int s = 0; s < audio->n_strings; ++s) {
        jw_audio_quiet(&audio->string[s]);
        jw_audio_publish(audio, s);
    }
    jw_audio_publish_params(audio, engine->params);
}
