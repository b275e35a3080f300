// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// State of an engine at the end of its last frame, for the thread that runs it.

#include "engine/parts.h"

static bool has_string(const JwEngine *engine, int string) {
    return string >= 0 && string < jw_engine_n_strings(engine);
}

void jw_engine_stroke(const JwEngine *engine, int string, JwStrokeReport *stroke) {
    *stroke = has_string(engine, string) ? engine->audio->string[string].stroke
                                         : (JwStrokeReport){.number = 0};
}

int jw_engine_contact_forces_now(const JwEngine *engine, int string, float *x_m, float *force_n,
                                 int n) {
    if (!has_string(engine, string)) {
        return 0;
    }
    const JwStringState *state = &engine->audio->string[string].state;
    jw_audio_contact_forces(state, x_m, force_n, n);
    return state->modes->n_points;
}

int jw_engine_contact_points_most(const JwEngine *engine, int string) {
    return has_string(engine, string) ? engine->audio->string[string].state.points_capacity : 0;
}

void jw_engine_string_now(const JwEngine *engine, int string, double *pitch_hz, double *energy_j) {
    *pitch_hz = *energy_j = 0.0;
    if (has_string(engine, string)) {
        const JwStringState *state = &engine->audio->string[string].state;
        *pitch_hz = jw_audio_pitch_of(engine->audio, string);
        *energy_j = jw_string_energy(state) * jw_string_joules(state);
    }
}

/// True if a key or pedal holds the note of a string, or its string still moves.
static JW_REALTIME bool sounds(const JwAudio *audio, int s) {
    const JwNote *note = &audio->allocator.note[s];
    JwVoice *v = &audio->string[s];
    JwStringState *state = &v->state;
    if (note->n_fingers > 0 || note->sustained || note->caught) {
        return true;
    }
    const double motion_j =
        (state->energy - jw_string_rest_energy(state)) * jw_string_joules(state);
    return !v->asleep && !v->muted && motion_j > v->bound.floor;
}

JW_REALTIME bool jw_engine_note_sounds(const JwEngine *engine, int channel, int key) {
    const JwAudio *audio = engine->audio;
    bool any = audio && jw_input_holds_note(&audio->input, channel, key);
    for (int s = 0; audio && s < audio->n_strings && !any; ++s) {
        any = jw_note_is(&audio->allocator.note[s], channel, key) && sounds(audio, s);
    }
    return any;
}
