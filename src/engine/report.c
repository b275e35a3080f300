// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Reports, shapes, forces and parameters for the control thread.

#include "engine/parts.h"

#include <math.h>
#include <string.h>

/// Relative rounding of a decimator's sum in 32 bits.
static const double rounding = 1e-6;

JW_REALTIME void jw_audio_quiet(JwVoice *v) {
    const double held = (double)v->held;
    if (v->asleep && fabs(v->dc_out * v->mono) < JW_INAUDIBLE &&
        fabs(v->dc_in - held) <= rounding * fabs(held)) {
        v->dc_out = 0.0;
    }
}

JW_REALTIME void jw_audio_publish_report(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    const JwStringState *state = &v->state;
    const JwNote *note = &audio->allocator.note[s];
    JwStringReport report = {
        .frames = audio->frame,
        .nonfinite = v->nonfinite,
        .impacts = state->contact.impacts,
        .dropped_events = audio->allocator.dropped + audio->flooded,
        .limited = jw_audio_limited(audio),
        .limited_stems = audio->limited_stems,
        .limited_peak = (double)audio->limited_peak,
        .nonfinite_input = audio->input.nonfinite,
        .input_peak = (double)audio->input.peak,
        .cut_bends = note->cut_bends,
        .fret = note->fret,
        .damped = v->hand,
        .held_key = jw_audio_held_key(audio, s),
        .ignored_sysex = audio->ignored_sysex,
        .energy_j = state->energy * jw_string_joules(state),
        .energy_ledger_j = jw_audio_ledger_j(state),
        .energy_excess_max = audio->tables->coupled ? audio->ensemble.excess : state->energy_excess,
        .penetration_max_m = state->contact.penetration,
        .contact_force_max_n = state->contact.impulse_max * jw_string_newtons(state),
        .peak = v->peak,
        .pitch_hz = jw_audio_pitch_of(audio, s),
    };
    v->stroke.pitch_hz = v->stroke.pitch_hz > 0.0 ? v->stroke.pitch_hz : report.pitch_hz;
    jw_audio_energy_report(audio, s, &report);
    jw_latest_write(v->report, &report);
}

static JW_REALTIME void publish_shape(JwVoice *v, uint64_t frame) {
    const JwStringState *state = &v->state;
    JwShapeHead *shape = jw_latest_edit(v->shape);
    shape->n = state->modes->n;
    shape->length_m = state->modes->length_m;
    shape->frame = frame;
    shape->n_across = state->modes->n_lateral;
    for (int j = 0; j < shape->n_across; ++j) {
        shape->across[j] = (float)jw_string_mode_across(state, j);
    }
    jw_string_shape(state, (float *)(shape + 1));
    jw_latest_publish(v->shape);
}

static JW_REALTIME void publish_forces(JwVoice *v) {
    JwForceHead *forces = jw_latest_edit(v->forces);
    float *values = (float *)(forces + 1);
    forces->n = v->state.modes->n_points;
    jw_audio_contact_forces(&v->state, values, values + forces->n, forces->n);
    jw_latest_publish(v->forces);
}

JW_REALTIME void jw_audio_publish(JwAudio *audio, int s) {
    JwVoice *v = &audio->string[s];
    // Spreads the work: in each tick some of the strings, in turn.
    const uint64_t tick = audio->frame / JW_CONTROL_FRAMES;
    const bool due = (tick + (uint64_t)s) % JW_SHAPE_TICKS == 0;
    if (due || jw_latest_taken(v->shape)) {
        publish_shape(v, audio->frame);
    }
    if (due || jw_latest_taken(v->forces)) {
        publish_forces(v);
    }
    jw_audio_publish_report(audio, s);
}

JW_REALTIME void jw_audio_publish_params(const JwAudio *audio, JwLatest *params) {
    JwParams *now = jw_latest_edit(params);
    memcpy(now->now, audio->param, sizeof(now->now));
    memcpy(now->base, audio->allocator.channels.base, sizeof(now->base));
    now->drone = audio->drone;
    now->frame = audio->frame;
    jw_latest_publish(params);
}
