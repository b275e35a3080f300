// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/audition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LATENCY_MOST = 4096 };

// Level below which a note counts as silent.
static const double silent = 1e-6;

bool jw_audition_open(JwAudition *a, int n_most) {
    memset(a, 0, sizeof(*a));
    const size_t n = (size_t)n_most + LATENCY_MOST;
    a->n_most = n_most;
    a->engine = jw_engine_new();
    a->left = malloc(n * sizeof(*a->left));
    a->right = malloc(n * sizeof(*a->right));
    if (!a->engine || !a->left || !a->right) {
        jw_audition_close(a);
        return false;
    }
    return true;
}

void jw_audition_close(JwAudition *a) {
    jw_engine_free(a->engine);
    free(a->left);
    free(a->right);
    a->engine = NULL;
    a->left = a->right = NULL;
}

/// Removes all other strings, and strokes that are not for this one.
static void keep_string(JwInstrument *instrument, int string) {
    int n = 0;
    instrument->string[0] = instrument->string[string];
    instrument->n_strings = 1;
    for (int i = 0; i < instrument->n_strokes; ++i) {
        JwStrokeSpec stroke = instrument->stroke[i];
        if (!stroke.strings || stroke.strings & 1U << string) {
            stroke.strings = 0;
            instrument->stroke[n++] = stroke;
        }
    }
    instrument->n_strokes = n;
}

/// Removes the frets that no note needs, so that fewer tables are built.
static void keep_frets(JwStringSpec *s, const JwAuditionNote *note, int n_notes) {
    int n = 1;
    for (int f = 1; f < s->n_frets; ++f) {
        bool wanted = false;
        for (int i = 0; i < n_notes; ++i) {
            wanted = wanted || note[i].fret == f;
        }
        if (wanted) {
            s->fret_semitones[n] = s->fret_semitones[f];
            s->wrap_cents[n] = s->wrap_cents[f];
            s->ringing_cents[n++] = s->ringing_cents[f];
        }
    }
    s->n_frets = n;
}

/// Reduces an instrument to the parts that notes of one string need; with `alone` that string
/// becomes the first.
static void keep_notes(JwInstrument *instrument, int string, const JwAuditionNote *note,
                       int n_notes, bool alone) {
    if (alone) {
        keep_string(instrument, string);
        string = 0;
    }
    for (int s = 0; s < instrument->n_strings; ++s) {
        keep_frets(&instrument->string[s], note, s == string ? n_notes : 0);
    }
    instrument->map = (JwMidiMap){.melody = 1U << string};
    instrument->drone = (JwDronePattern){.first = -1};
    instrument->param[JW_P_DRONE] = instrument->param[JW_P_VARIATION] = 0.0;
    instrument->param[JW_P_ROOM] = 0.0;
}

bool jw_audition_prepare(JwAudition *a, const JwInstrument *instrument, int string,
                         const JwAuditionNote *note, int n_notes, bool alone) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    a->instrument = *instrument;
    a->string = alone ? 0 : string;
    if (note[0].fret == JW_AUDITION_DRONE) {
        a->instrument.param[JW_P_DRONE] = 1.0;
    } else {
        keep_notes(&a->instrument, string, note, n_notes, alone);
    }
    return jw_instrument_check(&a->instrument, &(int){0}, &(int){0}) == JW_SUCCESS &&
           jw_engine_prepare(a->engine, &a->instrument, JW_AUDITION_RATE, &options) == JW_SUCCESS;
}

bool jw_audition_play(JwAudition *a, const JwAuditionNote *note, float *sound, int n) {
    double peak = 0.0;
    const int latency = (int)jw_engine_latency_frames(a->engine);
    if (latency > LATENCY_MOST || n > a->n_most) {
        return false;
    }
    const double strength = a->instrument.param[JW_P_PLUCK_STRENGTH] * note->strength;
    JwEvent event[] = {
        {.type = JW_EVENT_PARAM, .param = {JW_P_PLUCK_STRENGTH, strength}},
        {.type = JW_EVENT_OPEN, .open = {.string = a->string, .velocity = note->velocity}},
    };
    if (note->fret > 0) {
        event[1] =
            (JwEvent){.type = JW_EVENT_MIDI,
                      .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)note->key, (int16_t)note->velocity}};
    }
    jw_engine_reset(a->engine);
    jw_engine_run(a->engine, event, note->fret == JW_AUDITION_DRONE ? 0 : 2, a->left, a->right,
                  NULL, (uint32_t)(n + latency));
    for (int i = 0; i < n; ++i) {
        sound[i] = 0.5F * (a->left[latency + i] + a->right[latency + i]);
        peak = fmax(peak, fabs((double)sound[i]));
    }
    JwStringReport report;
    jw_engine_report(a->engine, -1, &report);
    return peak > silent && isfinite(peak) && report.nonfinite == 0;
}
