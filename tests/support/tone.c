// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "support/tone.h"

#include "base/pi.h"
#include "engine/engine.h"
#include "fit/ear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double damped_per_s = 300.0;

enum {
    WINDOWS = 64,
    SETTLED = 9600, ///< Frame by which moved parameters have their tables and stand still
};

/// Complex amplitude of a partial under a Hann window of n samples from `from` on.
static void output(const float *samples, int from, int n, double cycles_a_sample, double *re,
                   double *im) {
    *re = *im = 0.0;
    for (int i = 0; i < n; ++i) {
        // The phase counts from the very first sample, so that slopes can be compared.
        const double turns = fmod(cycles_a_sample * (from + i), 1.0);
        const double weight = 0.5 - 0.5 * cos(2.0 * JW_PI * (i + 0.5) / n);
        *re += weight * (double)samples[from + i] * cos(2.0 * JW_PI * turns);
        *im -= weight * (double)samples[from + i] * sin(2.0 * JW_PI * turns);
    }
}

/// Slope of the phase [turns a sample] against a partial of a given frequency.
static double drift(const float *samples, int n, double cycles_a_sample) {
    const int width = n / 8, hop = (n - width) / (WINDOWS - 1);
    double turns = 0.0, before = 0.0, sw = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (int w = 0; w < WINDOWS; ++w) {
        double re, im;
        output(samples, w * hop, width, cycles_a_sample, &re, &im);
        const double phase = atan2(im, re) / (2.0 * JW_PI);
        turns += w == 0 ? phase : remainder(phase - before, 1.0);
        before = phase;
        const double x = (double)w * hop, power = re * re + im * im;
        sw += power;
        sx += power * x;
        sy += power * turns;
        sxx += power * x * x;
        sxy += power * x * turns;
    }
    return (sw * sxy - sx * sy) / (sw * sxx - sx * sx);
}

double tone_hz(const float *samples, int n, double rate_hz, double guess_hz) {
    double cycles = guess_hz / rate_hz;
    for (int i = 0; i < 3; ++i) {
        cycles += drift(samples, n, cycles);
    }
    return cycles * rate_hz;
}

double tone_cents(double a_hz, double b_hz) {
    return 1200.0 * log2(a_hz / b_hz);
}

double tone_heard_cents(const float *left, const float *right, int n, double rate_hz,
                        double note_hz) {
    JwEar ear;
    if (!jw_ear_open(&ear, n)) {
        return NAN;
    }
    const double cents = jw_ear_cents(&ear, left, right, rate_hz, note_hz);
    jw_ear_close(&ear);
    return cents;
}

/// Tunes a string by itself.
static void tune_alone(JwStringSpec *string) {
    memset(string->ringing_cents, 0, sizeof(string->ringing_cents));
}

void tone_solo(JwInstrument *instrument, int string) {
    instrument->string[0] = instrument->string[string];
    instrument->n_strings = 1;
    tune_alone(&instrument->string[0]);
    instrument->map =
        (JwMidiMap){.pull_up = instrument->map.pull_up, .pull_down = instrument->map.pull_down};
    instrument->drone = (JwDronePattern){.first = -1};
    instrument->n_body = 0;
    instrument->param[JW_P_OUTPUT_SOURCE] = 1.0;
    instrument->param[JW_P_PICKUP_POSITION] = 0.3;
    instrument->param[JW_P_RELEASE_DAMPING] = 0.0;
}

/// Sets the string to be plucked once and ring on.
static void listen_to(JwInstrument *instrument, int string) {
    instrument->param[JW_P_RELEASE_DAMPING] = 0.0;
    instrument->string[string].pan = 0.0;
    instrument->map = (JwMidiMap){.melody = 1u << string};
    instrument->drone = (JwDronePattern){.first = -1};
}

/// Lays a hand on every other string: what would ring on for seconds is over in a hundredth of a
/// second.
static void damp_others(JwInstrument *instrument, int string) {
    for (int s = 0; s < instrument->n_strings; ++s) {
        if (s != string) {
            instrument->string[s].data.losses =
                (JwLosses){.law = JW_LOSS_POLYNOMIAL, .s0 = damped_per_s};
        }
    }
}

int tone_others(JwInstrument *instrument, int string, ToneOthers others) {
    if (others != TONE_FREE) {
        tune_alone(&instrument->string[string]);
    }
    if (others == TONE_ALONE) {
        instrument->string[0] = instrument->string[string];
        instrument->n_strings = 1;
        string = 0;
    } else if (others == TONE_DAMPED) {
        damp_others(instrument, string);
    }
    return string;
}

/// Removes all frets but one and the open string, so that few tables are built.
static void keep_fret(JwInstrument *instrument, int string, int fret) {
    for (int s = 0; s < instrument->n_strings; ++s) {
        instrument->string[s].n_frets = 1;
    }
    if (fret > 0 && fret < JW_MAX_FRETS) {
        JwStringSpec *spec = &instrument->string[string];
        spec->fret_semitones[1] = spec->fret_semitones[fret];
        spec->wrap_cents[1] = spec->wrap_cents[fret];
        spec->ringing_cents[1] = spec->ringing_cents[fret];
        spec->n_frets = 2;
    }
}

typedef struct {
    float *memory;
    float *left, *right;
    float *stem[JW_MAX_STEMS]; ///< Left stem of each string, at even indices
} Sound;

static bool sound_init(Sound *sound, int n_strings, size_t frames) {
    sound->memory = calloc((size_t)n_strings + 2, frames * sizeof(float));
    if (!sound->memory) {
        return false;
    }
    sound->left = sound->memory;
    sound->right = sound->left + frames;
    for (int s = 0; s < n_strings; ++s) {
        sound->stem[2 * s] = sound->right + (size_t)(s + 1) * frames;
    }
    return true;
}

/// Parameters that a tone is played with: events at its beginning.
static int set_params(const JwInstrument *instrument, const double *param, JwEvent *event) {
    int n = 0;
    for (int id = 0; param && id < JW_N_PARAMS; ++id) {
        if (param[id] != instrument->param[id]) {
            event[n++] = (JwEvent){.type = JW_EVENT_PARAM, .param = {.id = id, .value = param[id]}};
        }
    }
    return n;
}

/// Plays a tone, heard in the middle; false if memory is short or the key is none.
static bool play(JwInstrument *instrument, int string, int fret, int velocity, const double *param,
                 Sound *sound, uint32_t frames) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F64, .synchronous = true};
    const JwStringSpec *s = &instrument->string[string];
    JwEvent event[JW_N_PARAMS + 1];
    int n_events = set_params(instrument, param, event);
    listen_to(instrument, string);
    keep_fret(instrument, string, fret);
    const int key = s->key + (fret > 0 ? (int)lround(s->fret_semitones[1]) : 0);
    event[n_events] = (JwEvent){.frame = param ? SETTLED : 0,
                                .type = JW_EVENT_MIDI,
                                .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)key, (uint8_t)velocity}};
    ++n_events;
    JwEngine *engine = jw_engine_new();
    const bool ok = engine && key < 128 && sound_init(sound, instrument->n_strings, frames) &&
                    !jw_engine_prepare(engine, instrument, TONE_RATE, &options);
    if (ok) {
        jw_engine_run(engine, event, (size_t)n_events, sound->left, sound->right, sound->stem,
                      frames);
    }
    jw_engine_free(engine);
    return ok;
}

/// Pitch that a fret is declared to have [Hz].
static double declared_hz(const JwStringSpec *string, int fret) {
    return jw_string_data_pitch_hz(&string->data) * exp2(string->fret_semitones[fret] / 12.0);
}

/// Interval from a declared pitch to a tone that is heard [cents].
static double heard(JwInstrument *instrument, int string, int fret, int velocity,
                    const double *param) {
    const int from = (param ? SETTLED : 0) + TONE_HEARD_FROM;
    const double hz = declared_hz(&instrument->string[string], fret);
    double cents = NAN;
    Sound sound = {0};
    if (play(instrument, string, fret, velocity, param, &sound,
             (uint32_t)(from + TONE_HEARD_FRAMES))) {
        cents = tone_heard_cents(sound.left + from, sound.right + from, TONE_HEARD_FRAMES,
                                 TONE_RATE, hz);
    }
    free(sound.memory);
    return cents;
}

double tone_of_fret(JwInstrument *instrument, int string, int fret, int velocity,
                    ToneOthers others) {
    string = tone_others(instrument, string, others);
    return heard(instrument, string, fret, velocity, NULL);
}

double tone_moved(JwInstrument *instrument, int string, int fret, const double *param) {
    string = tone_others(instrument, string, TONE_ALONE);
    return heard(instrument, string, fret, TONE_VELOCITY, param);
}
