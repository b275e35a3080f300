// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pictures of a string for the audio thread, which need not wait for a tick.

#include "engine/parts.h"

#include <math.h>

static const float least_m = 1e-7F; ///< Smallest amplitude of the last mode shown

JW_REALTIME int jw_audio_held_key(const JwAudio *audio, int s) {
    const JwNote *note = &audio->allocator.note[s];
    const JwLoan *loan = &audio->loans.of[s];
    if (loan->key >= 0 && loan->held) {
        return loan->key;
    }
    return note->n_fingers > 0 ? note->finger[note->n_fingers - 1].key : -1;
}

static JW_REALTIME int most(int n, int limit) {
    return n < limit ? n : limit;
}

JW_REALTIME int jw_audio_contact_forces(const JwStringState *string, float *x_m, float *force_n,
                                        int n) {
    const double newtons = jw_string_newtons(string);
    const int n_points = most(string->modes->n_points, n);
    for (int i = 0; i < n_points; ++i) {
        x_m[i] = (float)string->modes->x_m[i];
        force_n[i] = (float)(string->contact.impulse[i] * newtons);
    }
    return n_points;
}

JW_REALTIME uint64_t jw_audio_limited(const JwAudio *audio) {
    return audio->limited + audio->input.limited;
}

static JW_REALTIME void show_modes(const JwStringState *state, JwEnginePicture *p) {
    const float scale = sqrtf(2.0F);
    p->n = 0;
    for (int j = 0; j < most(state->modes->n, JW_PICTURE_MODES); ++j) {
        p->towards[j] = scale * (float)jw_string_mode(state, j);
        p->n = fabsf(p->towards[j]) >= least_m ? j + 1 : p->n;
    }
    p->n_across = most(state->modes->n_lateral, JW_PICTURE_MODES);
    for (int j = 0; j < p->n_across; ++j) {
        p->across[j] = scale * (float)jw_string_mode_across(state, j);
    }
}

static JW_REALTIME void show_all(const JwAudio *audio, JwEnginePicture *p) {
    p->n_strings = audio->n_strings;
    p->body_j = jw_audio_body_j(audio);
    p->ledger_j = 0.0;
    for (int s = 0; s < audio->n_strings; ++s) {
        const JwStringState *state = &audio->string[s].state;
        p->energy_j[s] = (float)(state->energy * jw_string_joules(state));
        p->held_key[s] = jw_audio_held_key(audio, s);
        p->damped[s] = audio->string[s].hand;
        p->ledger_j += jw_audio_ledger_j(state);
    }
}

JW_REALTIME bool jw_engine_picture(const JwEngine *engine, int string, JwEnginePicture *picture) {
    const JwAudio *audio = engine->audio;
    if (!audio || string < 0 || string >= audio->n_strings) {
        return false;
    }
    const JwStringState *state = &audio->string[string].state;
    picture->frame = audio->frame;
    picture->string = string;
    picture->fret = audio->allocator.note[string].fret;
    picture->length_m = state->modes->length_m;
    picture->pitch_hz = jw_audio_pitch_of(audio, string);
    show_modes(state, picture);
    picture->n_contacts =
        jw_audio_contact_forces(state, picture->contact_m, picture->force_n, JW_PICTURE_POINTS);
    show_all(audio, picture);
    picture->limited = jw_audio_limited(audio);
    jw_drone_tell(&audio->drone, audio->frame, audio->param, &picture->drone);
    return true;
}
