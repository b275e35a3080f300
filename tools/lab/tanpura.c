// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The tanpura string of M. van Walstijn, J. Bridges, S. Mehes, "A real-time synthesis oriented
// tanpura model", DAFx-16 (VBM), computed with the engine's step: C3, a bridge that the string
// touches at one point, a thread (jiva) behind it, plucked by 0.4 N sin^2 over 50 ms in the shape
// of the first mode. VBM's bridge is a stiff spring that no string compresses by more than 3e-8 m;
// here it is rigid.
//
// The effect of the jvari is measured in the force on the bridge end above the 8th partial: by its
// strongest frequency (the formant, which falls), and by its share of the whole force.

#include "base/pi.h"
#include "program/wav_out.h"
#include "spectrum.h"
#include "step_lab.h"
#include "step_string.h"

#include <math.h>
#include <stdlib.h>

// Values of VBM, Table 1.
static const double length_m = 1.0;
static const double mu_kg_m = 4.83e-4;
static const double tension_n = 33.1;
static const double pitch_hz = 130.81;
static const double pluck_n = 0.4;

static const double highest_hz = 20000.0;
static const double lowest_hz = 40.0; // Frequency below which the string only follows the pluck
static const double formant_partial = 8.0;

static const double moments_s[] = {0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0};
enum { n_moments = sizeof(moments_s) / sizeof(moments_s[0]) };

// Values measured on VBM's own sound of the force on the bridge, in the same way; 0: not measured.
static const struct {
    double t_s, formant_hz, hf_db;
} published[] = {{0.05, 0.0, -38.7}, {0.25, 2500.0, 0.0}, {0.5, 2400.0, 0.0}, {1.0, 1800.0, -2.0}};
enum { n_published = sizeof(published) / sizeof(published[0]) };

typedef struct {
    JwLab *lab;
    double rate_hz, seconds;
    int oversample;
    double *force; ///< Force on the bridge end, n values [N]
    int n;
    double *heard; ///< Force at 40 to 80 kHz, n_heard values
    double heard_hz;
    int n_heard;
} Sound;

/********* The string *********/

static JwStringData string_of(const JwLab *lab) {
    const double losses = jw_lab_number(lab, "losses");
    return (JwStringData){
        .length_m = length_m,
        .mu_kg_m = mu_kg_m,
        .tension_n = tension_n,
        .ei_n_m2 = jw_lab_number(lab, "EI"),
        .losses = {.law = JW_LOSS_POLYNOMIAL,
                   .s0 = 0.6 * losses,
                   .s1 = 6.5e-3 * losses,
                   .s3 = 5.0e-6 * losses},
    };
}

static bool build(const Sound *sound, JwStepString *string) {
    JwLab *lab = sound->lab;
    const double bridge = jw_lab_number(lab, "bridge-position");
    const double thread = jw_lab_number(lab, "thread-position");
    const JwStringData data = string_of(lab);
    JwContactPoints points = {.n = 0};
    if (bridge > 0.0) {
        points.n = 1;
        points.x_m[0] = bridge;
        points.restitution[0] = jw_lab_number(lab, "restitution");
    }
    JwModesSpec spec = jw_step_spec(&data, sound->rate_hz * sound->oversample,
                                    fmin(highest_hz, JW_MODES_SHARE * sound->rate_hz), &points);
    spec.thread_m = thread;
    if (!jw_step_string_init(string, lab, &spec)) {
        return false;
    }
    string->state.thread_k = jw_lab_number(lab, "thread-stiffness");
    string->state.thread_rc = jw_lab_number(lab, "thread-damping");
    jw_string_set_thread(&string->state, 1.0);
    return true;
}

// Plucks with a stroke so wide that all modes except the first get less than 1e-11 of it, with the
// force of VBM's half sine over the string in that mode.
static void pluck(JwStringState *state) {
    const double width_m = 2.5 / JW_PI * length_m;
    const double first = exp(0.5 * (width_m * JW_PI / length_m) * (width_m * JW_PI / length_m));
    jw_string_pluck_force(state, JW_STROKE_SOFT, 0.5 * length_m,
                          width_m / jw_stroke_width(JW_STROKE_SOFT), pluck_n * 2.0 / JW_PI * first,
                          1.0);
}

static bool play(Sound *sound, JwStepString *string) {
    JwStringState *state = &string->state;
    sound->n = (int)ceil(sound->seconds * sound->rate_hz);
    sound->force = calloc((size_t)sound->n, sizeof(double));
    if (!sound->force) {
        return jw_error_set(jw_lab_error(sound->lab), "out of memory");
    }
    pluck(state);
    for (int i = 0; i < sound->n; ++i) {
        for (int k = 0; k < sound->oversample; ++k) {
            jw_string_step(state);
        }
        // Steps between samples are skipped: all modes are below half the sample rate.
        sound->force[i] = jw_string_output(state);
        if (i % 64 == 0) {
            jw_string_audit(state);
            jw_lab_progress(sound->lab, (double)i / sound->n);
        }
    }
    return true;
}

/********* What is heard *********/

// Reduces the rate of the sound, so that frames are equally long at every sample rate; it contains
// nothing above 20 kHz.
static bool thin_out(Sound *sound) {
    const int stride = (int)fmax(floor(sound->rate_hz / (2.0 * highest_hz)), 1.0);
    sound->n_heard = (sound->n + stride - 1) / stride;
    sound->heard_hz = sound->rate_hz / stride;
    sound->heard = calloc((size_t)sound->n_heard, sizeof(double));
    if (!sound->heard) {
        return jw_error_set(jw_lab_error(sound->lab), "out of memory");
    }
    for (int i = 0; i < sound->n_heard; ++i) {
        sound->heard[i] = sound->force[i * stride];
    }
    return true;
}

typedef struct {
    double formant_hz;  ///< Strongest frequency above the 8th partial
    double hf_db;       ///< Power above the 8th partial, over all
    double centroid_hz; ///< Centroid of that power
    double level_db;    ///< Level of the whole, relative to 1 N
} Heard;

static Heard listen(const Sound *sound, double t_s) {
    double power[JW_SPECTRUM_BINS];
    const double bin_hz = sound->heard_hz / JW_SPECTRUM_FRAME;
    double all = 0.0;
    double high = 0.0;
    double moment = 0.0;
    int top = 0;
    jw_spectrum_frame(sound->heard, sound->n_heard, (int)lround(t_s * sound->heard_hz), power);
    for (int k = 0; k < JW_SPECTRUM_BINS; ++k) {
        const double hz = k * bin_hz;
        all += hz > lowest_hz ? power[k] : 0.0;
        if (hz > formant_partial * pitch_hz) {
            high += power[k];
            moment += hz * power[k];
            top = top && power[top] >= power[k] ? top : k;
        }
    }
    return (Heard){.formant_hz = top * bin_hz,
                   .hf_db = 10.0 * log10((high + 1e-300) / (all + 1e-300)),
                   .centroid_hz = moment / (high + 1e-300),
                   .level_db = 10.0 * log10(all + 1e-300)};
}

static void report_keys(const Sound *sound) {
    JwLab *lab = sound->lab;
    for (int i = 0; i < n_moments; ++i) {
        const double t = moments_s[i];
        if (t > sound->seconds) {
            continue;
        }
        const Heard h = listen(sound, t);
        jw_lab_key(lab, h.formant_hz, "Hz", "formant_%g_hz", t);
        jw_lab_key(lab, h.hf_db, "dB", "hf_%g_db", t);
        jw_lab_key(lab, h.centroid_hz, "Hz", "centroid_%g_hz", t);
        jw_lab_key(lab, h.level_db, "dB re 1 N", "level_%g_db", t);
    }
}

static bool as_published(const JwLab *lab) {
    static const char *const own[] = {
        "thread-position", "thread-stiffness", "thread-damping", "bridge-position", "EI", "losses"};
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); ++i) {
        if (jw_lab_given(lab, own[i])) {
            return false;
        }
    }
    return true;
}

static void report_published(JwLab *lab, JwLabPanel *formant, JwLabPanel *share) {
    JwLabTable *peaks = jw_lab_table(lab, "published-formant");
    JwLabTable *shares = jw_lab_table(lab, "published-hf");
    jw_lab_column(peaks, "s", "t");
    jw_lab_column(peaks, "kHz", "formant");
    jw_lab_column(shares, "s", "t");
    jw_lab_column(shares, "dB", "hf");
    for (int i = 0; i < n_published; ++i) {
        if (published[i].formant_hz > 0.0) {
            jw_lab_row(peaks, (double[]){published[i].t_s, 1e-3 * published[i].formant_hz});
        }
        if (published[i].hf_db < 0.0) {
            jw_lab_row(shares, (double[]){published[i].t_s, published[i].hf_db});
        }
    }
    jw_lab_curve(formant, peaks, 0, 1, JW_LAB_POINTS, "published sound");
    jw_lab_curve(share, shares, 0, 1, JW_LAB_POINTS, "published sound");
}

static void report_curves(const Sound *sound) {
    JwLab *lab = sound->lab;
    JwLabTable *table = jw_lab_table(lab, "sound");
    JwLabPanel *formant =
        jw_lab_panel(lab, &(JwLabAxes){.title = "Formant of the force on the bridge",
                                       .x_label = "t [s]",
                                       .y_label = "frequency [kHz]",
                                       .y_range = {0.0, 5.0}});
    JwLabPanel *share =
        jw_lab_panel(lab, &(JwLabAxes){.title = "Power above the 8th partial, over all",
                                       .x_label = "t [s]",
                                       .y_label = "share [dB]",
                                       .y_range = {-50.0, 5.0}});
    jw_lab_column(table, "s", "t");
    const int peak = jw_lab_column(table, "kHz", "formant");
    const int middle = jw_lab_column(table, "kHz", "centroid");
    const int hf = jw_lab_column(table, "dB", "hf");
    jw_lab_column(table, "dB re 1 N", "level");
    jw_lab_curve(formant, table, 0, peak, JW_LAB_STEPS, "strongest partial");
    jw_lab_curve(formant, table, 0, middle, JW_LAB_LINE, "centroid");
    jw_lab_curve(share, table, 0, hf, JW_LAB_LINE, "engine");
    for (double t = 0.02; t < sound->seconds; t += 0.02) {
        const Heard h = listen(sound, t);
        jw_lab_row(table,
                   (double[]){t, 1e-3 * h.formant_hz, 1e-3 * h.centroid_hz, h.hf_db, h.level_db});
    }
    if (as_published(lab)) {
        report_published(lab, formant, share);
    }
}

static void report_waves(const Sound *sound) {
    JwLab *lab = sound->lab;
    static const double starts_s[] = {0.1, 0.25, 0.5, 1.0};
    JwLabTable *table = jw_lab_table(lab, "periods");
    JwLabPanel *panel = jw_lab_panel(
        lab, &(JwLabAxes){.title = "Two periods of it, each sample less the one before",
                          .x_label = "t [ms]",
                          .y_label = "[N], later ones lower"});
    const int n = (int)(2.0 / pitch_hz * sound->rate_hz);
    jw_lab_column(table, "ms", "after");
    double largest = 1e-300;
    for (int i = 1; i < sound->n; ++i) {
        largest = fmax(largest, fabs(sound->force[i] - sound->force[i - 1]));
    }
    for (int k = 0; k < 4; ++k) {
        const int y = jw_lab_column(table, "N", "difference_%g_s", starts_s[k]);
        jw_lab_curve(panel, table, 0, y, JW_LAB_LINE, "%g s", starts_s[k]);
    }
    for (int i = 0; i < n; ++i) {
        double row[5] = {1e3 * i / sound->rate_hz};
        for (int k = 0; k < 4; ++k) {
            const int at = (int)(starts_s[k] * sound->rate_hz) + i;
            const double step = at + 1 < sound->n ? sound->force[at + 1] - sound->force[at] : 0.0;
            row[1 + k] = step - k * largest;
        }
        jw_lab_row(table, row);
    }
}

/********* The experiment *********/

static bool write_wav(const Sound *sound, const char *path) {
    JwError error = {0};
    JwWavFormat format = JW_WAV_24;
    double peak = 1e-300;
    float *sample = calloc((size_t)sound->n, sizeof(float));
    if (!sample) {
        return jw_error_set(jw_lab_error(sound->lab), "out of memory");
    }
    for (int i = 0; i < sound->n; ++i) {
        peak = fmax(peak, fabs(sound->force[i]));
    }
    for (int i = 0; i < sound->n; ++i) {
        sample[i] = (float)(0.5 / peak * sound->force[i]);
    }
    jw_wav_format_from_path(path, &format);
    const JwWavSpec spec = {.format = format,
                            .rate_hz = (int)lround(sound->rate_hz),
                            .n_channels = 1,
                            .frames_max = (uint64_t)sound->n};
    JwWavOut *out = jw_wav_out_open(path, &spec, &error);
    const bool good =
        out && jw_wav_out_write(out, (const float *const[]){sample}, (uint32_t)sound->n, &error) &&
        jw_wav_out_finish(out, &error) && jw_wav_out_commit(out, &error);
    jw_wav_out_free(out);
    free(sample);
    return good || jw_error_set(jw_lab_error(sound->lab), "%s", error.text);
}

static bool check(const JwLab *lab, const Sound *sound) {
    JwWavFormat format;
    if (jw_lab_has(lab, "wav") && !jw_wav_format_from_path(jw_lab_text(lab, "wav"), &format)) {
        char all[256];
        return jw_error_set(jw_lab_error(sound->lab), "--wav %s ends in none of %s",
                            jw_lab_text(lab, "wav"), jw_wav_formats_list(false, all, sizeof(all)));
    }
    return true;
}

static bool run(JwLab *lab) {
    Sound sound = {.lab = lab,
                   .rate_hz = jw_lab_integer(lab, "sample-rate"),
                   .seconds = jw_lab_number(lab, "t-end"),
                   .oversample = jw_lab_integer(lab, "oversample")};
    JwStepString string = {0};
    bool good =
        check(lab, &sound) && build(&sound, &string) && play(&sound, &string) && thin_out(&sound);
    if (good) {
        const JwStringState *state = &string.state;
        report_keys(&sound);
        jw_lab_key(lab, state->contact.penetration, "m", "penetration_max");
        jw_lab_key(lab, state->energy_excess, "1", "energy_excess_max");
        jw_lab_key(lab, string.modes->n, "1", "modes");
        report_curves(&sound);
        report_waves(&sound);
        good = jw_lab_ok(lab) &&
               (!jw_lab_has(lab, "wav") || write_wav(&sound, jw_lab_text(lab, "wav")));
    }
    jw_step_string_clear(&string);
    free(sound.force);
    free(sound.heard);
    return good;
}

static const JwOption options[] = {
    JW_LAB_NUMBER("thread-position", "0.005", 0.0, 0.5, "m", "of the thread; 0: none"),
    JW_LAB_NUMBER("thread-stiffness", "1.2e5", 0.0, 1e9, "N/m", "of the thread"),
    JW_LAB_NUMBER("thread-damping", "1.2", 0.0, 1e4, "N s/m", "of the thread"),
    JW_LAB_NUMBER("bridge-position", "0.01", 0.0, 0.5, "m", "of the bridge; 0: none"),
    JW_LAB_NUMBER("EI", "6.03e-5", 0.0, 1.0, "N m^2", "bending stiffness"),
    JW_LAB_NUMBER("losses", "1", 0.0, 100.0, "", "factor on the string's losses"),
    JW_LAB_NUMBER("restitution", "0", 0.0, 1.0, "", "of the bridge"),
    JW_LAB_INTEGER("sample-rate", "48000", 8000, 768000, "Hz", "of the sound"),
    JW_LAB_INTEGER("oversample", "1", 1, 64, "", "steps a sample; modes to 20 kHz stay"),
    JW_LAB_NUMBER("t-end", "3.5", 0.1, 60.0, "s", "length of the sound"),
    JW_LAB_TEXT("wav", NULL, "writes the force to FILE.wav or FILE.flac"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_tanpura = {
    .name = "tanpura",
    .summary = "the jvari of a tanpura string: how its formant falls",
    .source = "van Walstijn, Bridges, Mehes, DAFx-16, Table 1 and the sounds with it",
    .options = options,
    .run = run,
};
