// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "tone.h"

#include "base/fourier.h"
#include "base/pi.h"
#include "engine/engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double damped_per_s = 300.0;

/// Surroundings of a partial that count as it: a window of two seconds is 1 Hz wide to either side,
/// two axes lie 7 cents apart.
static const double tone_wide_hz = 2.5, tone_wide_cents = 35.0;

/// Least share that the surroundings of its partials have of a tone's power, and odd ones of that.
static const double least_share = 0.5, least_odd = 0.01;

enum {
    WINDOWS = 64,
    SETTLED = 9600,    ///< Frame by which moved parameters have their tables and stand still
    SPECTRUM = 131072, ///< Length of the transform that a heard tone is judged by
    PARTIALS = 12,     ///< Partials that a tone's pitch is heard by
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

/// Power spectrum of the sum of two channels, n frames of each under a Hann window, in
/// SPECTRUM / 2 + 1 places; false if memory is short.
static bool power_of(const float *left, const float *right, int n, double *power) {
    JwComplex *data = calloc(2 * SPECTRUM + SPECTRUM / 2, sizeof(*data));
    if (!data) {
        return false;
    }
    JwComplex *work = data + SPECTRUM, *table = work + SPECTRUM;
    for (int i = 0; i < n; ++i) {
        const double both = (double)left[i] + (right ? (double)right[i] : 0.0);
        data[i].re = both * (0.5 - 0.5 * cos(2.0 * JW_PI * (i + 0.5) / n));
    }
    jw_fourier_table(table, SPECTRUM);
    jw_fourier_transform(data, work, table, SPECTRUM);
    for (int k = 0; k <= SPECTRUM / 2; ++k) {
        power[k] = data[k].re * data[k].re + data[k].im * data[k].im;
    }
    free(data);
    return true;
}

/// Power around partials, and its sum of interval from the partial [cents] times power.
typedef struct {
    double power, moment;
    double odd; ///< Power around odd partials
} Surroundings;

static void add_partial(Surroundings *all, const double *power, double bin_hz, double note_hz,
                        int j) {
    const double partial_hz = j * note_hz;
    const double cents_hz = partial_hz * (exp2(tone_wide_cents / 1200.0) - 1.0);
    const double around_hz = fmax(tone_wide_hz, cents_hz);
    const int first = (int)fmax(ceil((partial_hz - around_hz) / bin_hz), 1.0);
    for (int k = first; k <= SPECTRUM / 2 && k * bin_hz <= partial_hz + around_hz; ++k) {
        all->power += power[k];
        all->odd += j % 2 ? power[k] : 0.0;
        all->moment += power[k] * tone_cents(k * bin_hz, partial_hz);
    }
}

/// Tells whether these are the surroundings of a tone's own partials: not those of a tone at some
/// consonant interval from it, which has only some of them, or only even ones.
static bool is_tone(const Surroundings *all, const double *power, double bin_hz, double note_hz) {
    double whole = 0.0;
    for (int k = (int)(0.5 * note_hz / bin_hz);
         k <= fmin((PARTIALS + 0.5) * note_hz / bin_hz, SPECTRUM / 2); ++k) {
        whole += power[k];
    }
    return all->power > least_share * whole && all->odd > least_odd * all->power;
}

double tone_heard_cents(const float *left, const float *right, int n, double rate_hz,
                        double note_hz) {
    double *power = malloc((SPECTRUM / 2 + 1) * sizeof(*power));
    double cents = NAN;
    if (power && n <= SPECTRUM && power_of(left, right, n, power)) {
        const double bin_hz = rate_hz / SPECTRUM;
        Surroundings all;
        cents = 0.0;
        // Again around the pitch that was found: what is looked at lies even on both sides of it.
        for (int i = 0; i < 4; ++i) {
            const double hz = note_hz * exp2(cents / 1200.0);
            all = (Surroundings){0.0, 0.0, 0.0};
            for (int j = 1; j <= PARTIALS && j * hz < 0.4 * rate_hz; ++j) {
                add_partial(&all, power, bin_hz, hz, j);
            }
            cents += all.moment / all.power;
        }
        cents = is_tone(&all, power, bin_hz, note_hz) ? cents : (double)NAN;
    }
    free(power);
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
        JwStringSpec *other = &instrument->string[s];
        if (s == string && fret > 0) {
            other->fret_semitones[1] = other->fret_semitones[fret];
            other->wrap_cents[1] = other->wrap_cents[fret];
            other->ringing_cents[1] = other->ringing_cents[fret];
        }
        other->n_frets = s == string && fret > 0 ? 2 : 1;
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
