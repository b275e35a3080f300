// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sound from outside: the bridge and its strings answer as their own figures say, with no more
// energy than came in, in the same bits however a host cuts its blocks, and sleep in silence.

#include "base/pi.h"
#include "engine/engine.h"
#include "files/instrument_file.h"
#include "kernel/interpolator.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, SECONDS = 4, FRAMES = SECONDS * RATE };

typedef double complex Complex;

/// The imaginary unit: that of complex.h is a float.
static const Complex imaginary = (Complex)_Complex_I;

static JwInstrument instrument;
static float in[2][FRAMES], left[FRAMES], right[FRAMES], left_again[FRAMES], right_again[FRAMES];

static void clear(void) {
    memset(in, 0, sizeof(in));
}

static JwEngine *engine_for(double quality) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    instrument.param[JW_P_QUALITY] = quality;
    return engine_prepared(&instrument, RATE, &options);
}

/// Plays the input in blocks, by turns of the sizes given; 0 ends the list.
static void play(JwEngine *engine, const JwEvent *events, size_t n_events, const uint32_t *blocks,
                 float *l, float *r) {
    JwEvent now[8];
    size_t e = 0;
    int b = 0;
    for (uint32_t done = 0; done < FRAMES;) {
        const uint32_t left_over = FRAMES - done;
        const uint32_t n = blocks[b] < left_over ? blocks[b] : left_over;
        size_t some = 0;
        for (; e < n_events && events[e].frame < done + n; ++e) {
            now[some] = events[e];
            now[some++].frame -= done;
        }
        jw_engine_run_input(engine, now, some, in[0] + done, in[1] + done, l + done, r + done, NULL,
                            n);
        done += n;
        b = blocks[b + 1] ? b + 1 : 0;
    }
}

static const uint32_t whole[] = {1024, 0};

/********* Transfer *********/

/// One string off every obstacle, on a body of two modes; what is heard is the body alone.
static void plain_instrument(void) {
    fixture_sitar(&instrument);
    instrument.n_strings = 1;
    instrument.n_obstacles = 0;
    JwStringSpec *s = &instrument.string[0];
    s->n_obstacles = 0;
    s->thread.present = false;
    s->gain = 0.0;
    s->data.ea_n = 0.0;
    s->data.losses = (JwLosses){.law = JW_LOSS_POLYNOMIAL, .s0 = 2.0};
    s->data.lateral = (JwLateral){.hz = 0.0};
    instrument.map = (JwMidiMap){.melody = 1u};
    instrument.n_body = 2;
    instrument.body[0] =
        (JwBodyMode){.frequency_hz = 180.0, .q = 20.0, .mass_kg = 0.3, .gain = 0.02};
    instrument.body[1] =
        (JwBodyMode){.frequency_hz = 730.0, .q = 30.0, .mass_kg = 0.2, .gain = 0.01};
    instrument.param[JW_P_GAIN] = instrument.param[JW_P_BODY] = 0.0;
    instrument.param[JW_P_DRY] = -60.0;
    instrument.param[JW_P_LIMITER] = 0.0;
    instrument.param[JW_P_SENSITIVITY] = 5.0;
}

/// Force of the string on the bridge for a motion of 1 m at the angular frequency w, modes to the
/// band's end; the rest of the string moves along as a rigid mass.
static Complex string_force(double w, double band_hz) {
    const JwStringData *d = &instrument.string[0].data;
    Complex sum = 1.0 / 3.0;
    const double c = sqrt(d->tension_n / d->mu_kg_m);
    for (int j = 1;; ++j) {
        const double k = j * JW_PI / d->length_m;
        const double own = c * k * sqrt(1.0 + d->ei_n_m2 * k * k / d->tension_n);
        if (own > 2.0 * JW_PI * band_hz) {
            return -w * w * d->mu_kg_m * d->length_m * sum;
        }
        const double m = sqrt(2.0) / (j * JW_PI);
        sum += m * m * w * w / (own * own - w * w + 2.0 * imaginary * d->losses.s0 * w);
    }
}

/// Output for a sine of amplitude 1 at full scale.
static double transfer(double hz, double band_hz) {
    const double w = 2.0 * JW_PI * hz;
    Complex give = 0.0, heard = 0.0;
    for (int b = 0; b < instrument.n_body; ++b) {
        const JwBodyMode *m = &instrument.body[b];
        const double own = 2.0 * JW_PI * m->frequency_hz, sigma = 0.5 * own / m->q;
        const Complex one = 1.0 / (m->mass_kg * (own * own - w * w + 2.0 * imaginary * sigma * w));
        give += one;
        heard += m->gain * 2.0 * sigma * m->mass_kg * imaginary * w * one;
    }
    const Complex force =
        instrument.param[JW_P_SENSITIVITY] / (1.0 + give * string_force(w, band_hz));
    return cabs(heard * force);
}

static void check_sine(double quality, double hz) {
    const double amplitude = 0.3;
    JwEngine *engine = engine_for(quality);
    static double heard[FRAMES];
    for (int i = 0; i < FRAMES; ++i) {
        in[0][i] = in[1][i] = (float)(amplitude * sin(2.0 * JW_PI * hz * i / RATE));
    }
    play(engine, NULL, 0, whole, left, right);
    enum { FROM = FRAMES / 2 };
    for (int i = 0; i < FRAMES - FROM; ++i) {
        heard[i] = (double)left[FROM + i];
    }
    const double is = fixture_amplitude(heard, FRAMES - FROM, RATE, hz);
    const double meant = amplitude * transfer(hz, quality > 1.0 ? 40000.0 : 20000.0);
    check_between(20.0 * log10(is / meant), -0.1, 0.1,
                  "quality %g: a sine of %g Hz comes out at %.4g, off what the figures say [dB]",
                  quality, hz, is);
    jw_engine_free(engine);
}

/// Decay of what comes out at a frequency [1/s]: slope of the level from one window to another.
static double decay_at(double hz, double from_s, double to_s) {
    enum { N = RATE / 4 };
    static double part[N];
    double level[2];
    const double at_s[2] = {from_s, to_s};
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < N; ++i) {
            part[i] = (double)left[(int)(at_s[k] * RATE) + i];
        }
        level[k] = log(fixture_amplitude(part, N, RATE, hz));
    }
    return (level[0] - level[1]) / (to_s - from_s);
}

/// An impulse sets off what rings by itself: a body whose modes are heavy beside the string.
static void check_decay(void) {
    plain_instrument();
    for (int b = 0; b < 2; ++b) {
        instrument.body[b].mass_kg *= 1e3;
        instrument.body[b].gain *= 1e3;
        instrument.body[b].q *= 20.0;
    }
    clear();
    in[0][100] = in[1][100] = 1.0f;
    JwEngine *engine = engine_for(2.0);
    play(engine, NULL, 0, whole, left, right);
    jw_engine_free(engine);
    for (int b = 0; b < 2; ++b) {
        const JwBodyMode *m = &instrument.body[b];
        const double sigma = JW_PI * m->frequency_hz / m->q;
        check_between(decay_at(m->frequency_hz, 0.1, 1.1) / sigma, 0.999, 1.001,
                      "the body's mode at %g Hz decays as its Q says", m->frequency_hz);
    }
}

/// The string's partials, too, ring on with their own losses.
static void check_string_decay(void) {
    plain_instrument();
    instrument.body[0].mass_kg = instrument.body[1].mass_kg = 900.0;
    instrument.body[0].gain = instrument.body[1].gain = 0.0;
    instrument.string[0].gain = 1.0;
    instrument.param[JW_P_SENSITIVITY] = 1000.0;
    clear();
    in[0][100] = in[1][100] = 1.0f;
    JwEngine *engine = engine_for(2.0);
    play(engine, NULL, 0, whole, left, right);
    jw_engine_free(engine);
    const JwStringData *d = &instrument.string[0].data;
    const double hz = jw_string_data_pitch_hz(d);
    check_between(decay_at(hz, 0.5, 2.5) / d->losses.s0, 0.999, 1.001,
                  "the string at %.2f Hz decays with its own losses", hz);
}

/********* Time *********/

/// What goes by the strings comes out after the time that is told, in every bit.
static void check_dry(double quality) {
    plain_instrument();
    instrument.param[JW_P_DRY] = 0.0;
    instrument.param[JW_P_WET] = -60.0;
    clear();
    uint64_t state = 5;
    for (int i = 500; i < FRAMES; ++i) {
        in[0][i] = (float)fixture_uniform(&state, -0.5, 0.5);
        in[1][i] = -0.5f * in[0][i];
    }
    JwEngine *engine = engine_for(quality);
    const uint32_t late = jw_engine_input_latency_frames(engine);
    play(engine, NULL, 0, whole, left, right);
    bool same = true;
    for (uint32_t i = late; i < FRAMES; ++i) {
        same &= left[i] == in[0][i - late] && right[i] == in[1][i - late];
    }
    check(same, "quality %g: the dry sound is the input, %u frames later", quality, late);
    jw_engine_free(engine);
}

/// Centre of a short answer [frames]: a body far above the band answers at once.
static void check_wet(double quality) {
    plain_instrument();
    instrument.body[0] =
        (JwBodyMode){.frequency_hz = 20.0, .q = 0.51, .mass_kg = 100.0, .gain = 0.1};
    instrument.n_body = 1;
    instrument.param[JW_P_SENSITIVITY] = 1000.0;
    clear();
    in[0][1000] = in[1][1000] = 1.0f;
    JwEngine *engine = engine_for(quality);
    const uint32_t late = jw_engine_input_latency_frames(engine);
    play(engine, NULL, 0, whole, left, right);
    // Speed of a mass after an impulse: a step, half of it in the middle of its rise
    const double full = (double)left[1000 + late + 60];
    double at = 0.0;
    for (int i = 1000; i < 1000 + (int)late + 60; ++i) {
        if ((double)left[i] < 0.5 * full && (double)left[i + 1] >= 0.5 * full) {
            at = i + (0.5 * full - (double)left[i]) / (double)(left[i + 1] - left[i]);
            break;
        }
    }
    check_between(at - 1000.0 - late, -0.6, 0.6,
                  "quality %g: the body answers in the frame that is told [frames]", quality);
    jw_engine_free(engine);
}

/********* A whole instrument *********/

/// Bursts of noise, a sine, silence, keys and moving controls.
static size_t draw_scene(JwEvent *event) {
    uint64_t state = 11;
    clear();
    for (int i = 0; i < FRAMES; ++i) {
        const bool burst = i % RATE < RATE / 5 && i < 2 * RATE;
        in[0][i] = burst ? (float)fixture_uniform(&state, -0.8, 0.8) : 0.0f;
        in[1][i] = burst ? (float)(0.5 * sin(0.03 * i)) : 0.0f;
    }
    size_t n = 0;
    event[n++] =
        (JwEvent){.frame = 5001, .type = JW_EVENT_PARAM, .param = {JW_P_SENSITIVITY, 60.0}};
    event[n++] = (JwEvent){.frame = 17003, .type = JW_EVENT_PARAM, .param = {JW_P_QUALITY, 1.0}};
    event[n++] = (JwEvent){.frame = 30011, .type = JW_EVENT_PARAM, .param = {JW_P_LISTEN, 2.0}};
    event[n++] = (JwEvent){.frame = 50001,
                           .type = JW_EVENT_MIDI,
                           .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)instrument.string[0].key, 90}};
    event[n++] = (JwEvent){.frame = 70011, .type = JW_EVENT_PARAM, .param = {JW_P_FREEZE, 1.0}};
    event[n++] = (JwEvent){.frame = 80011, .type = JW_EVENT_PARAM, .param = {JW_P_HAND, 100.0}};
    event[n++] = (JwEvent){.frame = 81000, .type = JW_EVENT_PARAM, .param = {JW_P_FREEZE, 0.0}};
    return n;
}

static void check_blocks(void) {
    static const uint32_t odd[] = {1, 7, 33, 500, 64, 2, 0}, small[] = {16, 0};
    JwEvent event[8];
    const size_t n = draw_scene(event);
    const uint32_t *cuts[] = {odd, small};
    JwEngine *engine = engine_for(2.0);
    play(engine, event, n, whole, left, right);
    for (int i = 0; i < 2; ++i) {
        jw_engine_reset(engine);
        play(engine, event, n, cuts[i], left_again, right_again);
        check(!memcmp(left, left_again, sizeof(left)) && !memcmp(right, right_again, sizeof(right)),
              "%s: cut in another way, the same bits", instrument.name);
    }
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    check_below(report.energy_excess_max, 1e-5, "%s: energy over what was put in", instrument.name);
    check(report.energy_from_input_j > 1e-6, "%s: the input does work: %.3g J", instrument.name,
          report.energy_from_input_j);
    check(report.nonfinite == 0, "%s: every sample is a number", instrument.name);
    jw_engine_free(engine);
}

/// Energy of what rings in a part of the output.
static double power_of(const float *x, double from_s, double to_s) {
    double sum = 0.0;
    for (int i = (int)(from_s * RATE); i < (int)(to_s * RATE); ++i) {
        sum += (double)x[i] * (double)x[i];
    }
    return sum;
}

/// Strings that do not listen are damped; those of a held key ring.
static void check_listening(void) {
    JwEvent event[2] = {
        {.frame = 0, .type = JW_EVENT_PARAM, .param = {JW_P_LISTEN, 2.0}},
        {.frame = 1,
         .type = JW_EVENT_MIDI,
         .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)instrument.string[0].key, 90}},
    };
    uint64_t state = 3;
    clear();
    for (int i = 100; i < RATE / 4; ++i) {
        in[0][i] = in[1][i] = (float)fixture_uniform(&state, -0.9, 0.9);
    }
    double rung[3];
    for (int k = 0; k < 3; ++k) { // No key, a key, every string
        JwEngine *engine = engine_for(1.0);
        play(engine, event, k < 2 ? (size_t)k + 1 : 0, whole, left, right);
        rung[k] = power_of(left, 0.8, 1.8);
        jw_engine_free(engine);
    }
    check(rung[1] > 30.0 * rung[0], "%s: strings of a held key ring %.1f dB above damped ones",
          instrument.name, 10.0 * log10(rung[1] / rung[0]));
    check(rung[2] > rung[1], "%s: all strings ring more (%.1f dB)", instrument.name,
          10.0 * log10(rung[2] / rung[1]));
}

/// Silence in, exactly 0 out and sleep; what comes then wakes it.
static void check_sleep(void) {
    clear();
    for (int i = 0; i < 200; ++i) {
        in[0][i] = in[1][i] = 0.9f;
    }
    JwEvent hand = {.frame = 0, .type = JW_EVENT_PARAM, .param = {JW_P_HAND, 100.0}};
    JwEngine *engine = engine_for(1.0);
    play(engine, &hand, 1, whole, left, right);
    check(power_of(left, 0.0, 0.2) > 0.0, "%s: it answers", instrument.name);
    clear();
    play(engine, NULL, 0, whole, left, right);
    check(power_of(left, SECONDS - 0.3, SECONDS) == 0.0, "%s: silence after silence, exactly",
          instrument.name);
    check(jw_engine_silent(engine), "%s: it sleeps", instrument.name);
    clear();
    in[0][RATE] = 0.5f;
    in[1][RATE] = 0.5f;
    play(engine, NULL, 0, whole, left_again, right_again);
    check(power_of(left_again, 0.0, 1.0) == 0.0 && power_of(left_again, 1.0, 1.3) > 0.0,
          "%s: a sound wakes it", instrument.name);
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    check(report.nonfinite_input == 0 && report.input_peak > 0.89, "%s: the input's peak",
          instrument.name);
    clear();
    for (int i = 0; i < 2; ++i) {
        play(engine, NULL, 0, whole, left, right);
    }
    in[0][10] = (float)NAN;
    in[1][11] = (float)INFINITY;
    play(engine, NULL, 0, whole, left, right);
    jw_engine_report(engine, -1, &report);
    check(report.nonfinite_input == 2 && power_of(left, 0.0, SECONDS) == 0.0,
          "%s: what is no number is 0, and counted: %llu", instrument.name,
          (unsigned long long)report.nonfinite_input);
    jw_engine_free(engine);
}

/// Input too weak to wake strings, until SENSITIVITY rises: they wake in the same frame however the
/// blocks are cut.
static void check_rising(void) {
    static const uint32_t single[] = {1, 0};
    const JwEvent rise = {
        .frame = 40000, .type = JW_EVENT_PARAM, .param = {JW_P_SENSITIVITY, 1000.0}};
    uint64_t state = 19;
    clear();
    for (int i = RATE / 2; i < FRAMES; ++i) {
        in[0][i] = in[1][i] = (float)fixture_uniform(&state, -2e-7, 2e-7);
    }
    JwEngine *engine = engine_for(1.0);
    play(engine, &rise, 1, whole, left, right);
    jw_engine_reset(engine);
    play(engine, &rise, 1, single, left_again, right_again);
    check(power_of(left, 1.0, SECONDS) > 0.0 && !memcmp(left, left_again, sizeof(left)) &&
              !memcmp(right, right_again, sizeof(right)),
          "%s: woken by a higher sensitivity, the same bits", instrument.name);
    jw_engine_free(engine);
}

/// A ramp of SENSITIVITY goes on where the input falls still in its midst and comes again.
static void check_ramp(void) {
    static const uint32_t single[] = {1, 0};
    enum { TICK = 9600, LAST = TICK + 5 - JW_INTERPOLATOR_PAST - 1 };
    const JwEvent rise = {
        .frame = TICK - 1, .type = JW_EVENT_PARAM, .param = {JW_P_SENSITIVITY, 1000.0}};
    JwEngine *engine = engine_for(1.0);
    const int last = LAST - (int)jw_engine_input_latency_frames(engine);
    clear();
    for (int i = 0; i < 100; ++i) {
        in[0][last - i] = in[1][last - i] = 0.1f;
        in[0][TICK + 20 + i] = in[1][TICK + 20 + i] = 0.1f;
    }
    play(engine, &rise, 1, whole, left, right);
    jw_engine_reset(engine);
    play(engine, &rise, 1, single, left_again, right_again);
    check(!memcmp(left, left_again, sizeof(left)) && !memcmp(right, right_again, sizeof(right)),
          "%s: still in a ramp, the same bits", instrument.name);
    jw_engine_free(engine);
}

/// WET moves without a step while strings ring on after the sound.
static void check_wet_moves(void) {
    enum { TICK = RATE };
    const JwEvent less = {.frame = TICK - 1, .type = JW_EVENT_PARAM, .param = {JW_P_WET, -60.0}};
    clear();
    in[0][100] = in[1][100] = 1.0f;
    JwEngine *engine = engine_for(1.0);
    play(engine, NULL, 0, whole, left_again, right_again);
    jw_engine_reset(engine);
    play(engine, &less, 1, whole, left, right);
    check_between((double)left[TICK + 15] / (double)left_again[TICK + 15], 0.49, 0.51,
                  "%s: WET goes off, half of the way", instrument.name);
    check(left[TICK + 31] == 0.0f && left_again[TICK + 31] != 0.0f, "%s: WET is off",
          instrument.name);
    jw_engine_free(engine);
}

/// Sound that goes on: strings that "all sound off" silenced answer it again.
static void check_silenced(void) {
    const JwEvent off = {
        .frame = RATE, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_CONTROL, 0, JW_CC_ALL_SOUND_OFF, 0}};
    uint64_t state = 23;
    clear();
    for (int i = 0; i < 3 * RATE; ++i) {
        in[0][i] = in[1][i] = (float)fixture_uniform(&state, -0.5, 0.5);
    }
    JwEngine *engine = engine_for(1.0);
    play(engine, NULL, 0, whole, left_again, right_again);
    jw_engine_reset(engine);
    play(engine, &off, 1, whole, left, right);
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    const double db = 10.0 * log10(power_of(left, 3.2, 4.0) / power_of(left_again, 3.2, 4.0));
    check_between(db, -6.0, 6.0, "%s: what rings after all sound off, beside what rings without",
                  instrument.name);
    check_below(report.energy_excess_max, 1e-5, "%s: energy over what was put in", instrument.name);
    jw_engine_free(engine);
}

/// Rings of a key's strings after an event.
static double rings_after(const JwEvent *last, int n_last) {
    JwEvent event[5] = {
        {.frame = 0, .type = JW_EVENT_PARAM, .param = {JW_P_LISTEN, 2.0}},
        {.frame = 1,
         .type = JW_EVENT_MIDI,
         .midi = {JW_MIDI_NOTE_ON, 2, (uint8_t)instrument.string[0].key, 90}},
    };
    for (int i = 0; i < n_last; ++i) {
        event[2 + i] = last[i];
    }
    JwEngine *engine = engine_for(1.0);
    play(engine, event, 2 + (size_t)n_last, whole, left, right);
    jw_engine_free(engine);
    return power_of(left, 2.3, 3.3);
}

/// What lets go of all keys lets go of those that let strings ring.
static void check_let_go(void) {
    uint64_t state = 3;
    clear();
    for (int i = RATE; i < 2 * RATE; ++i) {
        in[0][i] = in[1][i] = (float)fixture_uniform(&state, -0.9, 0.9);
    }
    const double held = rings_after(NULL, 0);
    const JwEvent off = {.frame = 900,
                         .type = JW_EVENT_MIDI,
                         .midi = {JW_MIDI_NOTE_OFF, 2, (uint8_t)instrument.string[0].key, 64}};
    const double none = rings_after(&off, 1);
    check(held > 10.0 * none, "%s: a held key rings, %.1f dB", instrument.name,
          10.0 * log10(held / none));
    const int modes[] = {JW_CC_ALL_SOUND_OFF, JW_CC_ALL_NOTES_OFF, 127};
    for (int i = 0; i < 3; ++i) {
        JwEvent mode = {.frame = 900,
                        .type = JW_EVENT_MIDI,
                        .midi = {JW_MIDI_CONTROL, 2, (uint8_t)modes[i], 0}};
        check(rings_after(&mode, 1) < 1.1 * none, "%s: controller %d lets go of keys",
              instrument.name, modes[i]);
        mode.midi.channel = 5;
        check(rings_after(&mode, 1) > 0.5 * held, "%s: controller %d, not of those of others",
              instrument.name, modes[i]);
    }
    JwEvent pedal[3] = {off, off, off};
    pedal[0].midi = (JwMidi){JW_MIDI_CONTROL, 2, JW_CC_SUSTAIN, 127};
    pedal[2].midi = (JwMidi){JW_MIDI_CONTROL, 2, JW_CC_RESET_CONTROLLERS, 0};
    check(rings_after(pedal, 2) == held, "%s: the pedal keeps a key", instrument.name);
    check(rings_after(pedal, 3) < 1.1 * none, "%s: reset lifts the pedal", instrument.name);
    pedal[0].midi.channel = 5;
    check(rings_after(pedal, 2) < 1.1 * none, "%s: another channel's pedal does not",
          instrument.name);
    const JwEvent panic = {.frame = 900, .type = JW_EVENT_PANIC};
    check(rings_after(&panic, 1) < 1.1 * none, "%s: panic lets go of keys", instrument.name);
}

/// Sounds that no host should send: every one of them odd, and so loud that gains go to their ends.
static void draw_odd(void) {
    static const uint32_t odd[] = {
        0x7fc00000u, // NaN
        0x7fa00001u, // Signalling
        0xff800000u, // Infinity
        0x7f7fffffu, // FLT_MAX
        0xff7fffffu,
        0xf149f2cau, // -1e30
        0x00000001u, // Subnormal
        0x80000000u, // -0
        0x0da24260u, // 1e-30
        0x3f800000u, // 1
    };
    enum { ODD = sizeof(odd) / sizeof(odd[0]) };
    uint64_t state = 7;
    clear();
    for (int i = 0; i < FRAMES / 2; ++i) {
        const bool alike = i / 4096 % 2 == 0;
        for (int c = 0; c < 2; ++c) {
            const uint64_t one = alike ? (uint64_t)(i / 4096) : fixture_random(&state) >> 16;
            memcpy(&in[c][i], &odd[one % ODD], sizeof(in[c][i]));
        }
    }
}

/// Whatever comes in, numbers come out, the same ones however the blocks are cut, and it comes to
/// rest.
static void check_odd(void) {
    static const uint32_t cut[] = {1, 31, 500, 64, 2, 0};
    const JwEvent event[] = {
        {.frame = 0, .type = JW_EVENT_PARAM, .param = {JW_P_SENSITIVITY, 1000.0}},
        {.frame = 0, .type = JW_EVENT_PARAM, .param = {JW_P_DRY, 12.0}},
        {.frame = 0, .type = JW_EVENT_PARAM, .param = {JW_P_WET, 24.0}},
        {.frame = 20003, .type = JW_EVENT_PARAM, .param = {JW_P_LIMITER, 0.0}},
        {.frame = 40003, .type = JW_EVENT_PARAM, .param = {JW_P_QUALITY, 2.0}},
        {.frame = 60003, .type = JW_EVENT_PANIC},
        {.frame = 80003, .type = JW_EVENT_PARAM, .param = {JW_P_JAWARI, 0.0}},
        {.frame = 100003, .type = JW_EVENT_PARAM, .param = {JW_P_HAND, 100.0}},
    };
    enum { EVENTS = sizeof(event) / sizeof(event[0]) };
    bool finite = true;
    draw_odd();
    JwEngine *engine = engine_for(1.0);
    play(engine, event, EVENTS, whole, left, right);
    jw_engine_reset(engine);
    play(engine, event, EVENTS, cut, left_again, right_again);
    for (int i = 0; i < FRAMES; ++i) {
        finite &= isfinite(left[i]) && isfinite(right[i]);
    }
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    check(finite && report.nonfinite == 0, "%s: numbers come of anything (%llu were none)",
          instrument.name, (unsigned long long)report.nonfinite);
    check(!memcmp(left, left_again, sizeof(left)) && !memcmp(right, right_again, sizeof(right)),
          "%s: anything, the same bits", instrument.name);
    check_below(report.energy_excess_max, 1e-5, "%s: energy over what was put in", instrument.name);
    check(power_of(left, SECONDS - 0.5, SECONDS) < power_of(left, 1.5, 2.0),
          "%s: it becomes quieter, %.3g after %.3g", instrument.name,
          power_of(left, SECONDS - 0.5, SECONDS), power_of(left, 1.5, 2.0));
    jw_engine_free(engine);
}

/// The limiter holds what is too loud below full scale and says so.
static void check_limiter(void) {
    clear();
    for (int i = 0; i < FRAMES; ++i) {
        in[0][i] = in[1][i] = (float)(0.9 * sin(2.0 * JW_PI * 283.0 * i / RATE));
    }
    const JwEvent loud[2] = {
        {.frame = 0, .type = JW_EVENT_PARAM, .param = {JW_P_SENSITIVITY, 1000.0}},
        {.frame = 0, .type = JW_EVENT_PARAM, .param = {JW_P_WET, 24.0}},
    };
    JwEngine *engine = engine_for(1.0);
    play(engine, loud, 2, whole, left, right);
    double most = 0.0;
    for (int i = 0; i < FRAMES; ++i) {
        most = fmax(most, fmax(fabs((double)left[i]), fabs((double)right[i])));
    }
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    check_between(most, 0.7, 1.0, "%s: the loudest sample under the limiter", instrument.name);
    check(report.limited > RATE, "%s: the limiter says that it worked", instrument.name);
    jw_engine_free(engine);
}

/// Without an input the engine is what it was.
static void check_none(void) {
    JwEvent note = {.type = JW_EVENT_MIDI,
                    .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)instrument.string[0].key, 100}};
    JwEngine *engine = engine_for(2.0);
    jw_engine_run(engine, &note, 1, left, right, NULL, RATE);
    jw_engine_reset(engine);
    jw_engine_run_input(engine, &note, 1, NULL, NULL, left_again, right_again, NULL, RATE);
    check(!memcmp(left, left_again, RATE * sizeof(float)) && power_of(left, 0.0, 1.0) > 0.0,
          "%s: no input, the same bits", instrument.name);
    jw_engine_free(engine);
}

int main(int argc, char **argv) {
    JwError error = {0};
    for (double quality = 1.0; quality <= 4.0; quality *= 2.0) {
        plain_instrument();
        check_sine(quality, 97.0);
        check_sine(quality, 180.0);
        check_sine(quality, 450.0);
        check_sine(quality, 3000.0);
        check_dry(quality);
        check_wet(quality);
    }
    check_decay();
    check_string_decay();
    for (int i = 1; i < argc; ++i) {
        if (check(!jw_instrument_file_load(argv[i], &instrument, &error), "%s", error.text)) {
            instrument.param[JW_P_DRY] = -60.0;
            check_none();
            check_blocks();
            check_listening();
            check_sleep();
            check_limiter();
            check_odd();
            check_rising();
            check_ramp();
            check_wet_moves();
            check_silenced();
            check_let_go();
        }
    }
    return check_result();
}
