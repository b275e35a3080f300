// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Parts of a fit: ESPRIT and the partials of a sum of decaying tones whose data are known, losses
// by least squares, unknowns, edits of an instrument's text, and what a fit makes of them.
// Arguments: files of instruments.

#include "base/pi.h"
#include "base/random.h"
#include "files/instrument_file.h"
#include "fit/edits.h"
#include "fit/esprit.h"
#include "fit/outcome.h"
#include "fit/partials.h"
#include "fit/recording.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_esprit(void) {
    const double complex z[] = {cexp(-0.01 + 0.3 * (double complex)I),
                                cexp(-0.03 - 0.2 * (double complex)I)};
    double complex x[64];
    JwPole pole[2];
    double rest;
    for (int i = 0; i < 64; ++i) {
        x[i] = 2.0 * cpow(z[0], i) + 0.5 * cpow(z[1], i);
    }
    check(jw_esprit(x, 64, 2, pole, &rest), "two poles are found");
    check_below(fabs(pole[0].frequency - 0.3), 1e-9, "frequency of the stronger one");
    check_below(fabs(pole[0].decay - 0.01), 1e-9, "its decay");
    check_below(cabs(pole[0].amplitude - 2.0), 1e-8, "its amplitude");
    check_below(fabs(pole[1].frequency + 0.2), 1e-9, "frequency of the other");
    check_below(rest, 1e-9, "what is left over");
    memset(x, 0, sizeof(x));
    check(!jw_esprit(x, 64, 2, pole, &rest) || rest == 0.0, "silence leaves nothing");
    check(!jw_esprit(x, 12, 2, pole, &rest), "twelve samples are too few");
}

/// Frequency [Hz] and decay [1/s] of a partial of the sound that is made here.
static double partial_hz(int k) {
    return 110.3 * k * sqrt(1.0 + 1e-4 * k * k);
}

static double partial_per_s(int k) {
    const double beta = k * JW_PI;
    return 0.4 + 0.01 * beta + 2e-5 * beta * beta * beta;
}

static void make_sound(float *sound, int n) {
    for (int i = 0; i < n; ++i) {
        const double t = (double)i / JW_RECORDING_RATE;
        double sum = 0.0;
        for (int k = 1; k <= 20; ++k) {
            sum += exp(-partial_per_s(k) * t) * sin(2.0 * JW_PI * partial_hz(k) * t + k) / k;
        }
        sound[i] = (float)(0.2 * sum);
    }
}

static void test_partials(void) {
    enum { N = JW_RECORDING_RATE * 2 };
    float *sound = calloc(N, sizeof(*sound));
    JwPartials found;
    double sigma[3];
    if (!check(sound, "memory")) {
        return;
    }
    make_sound(sound, N);
    bool sure;
    const double hz = jw_recording_pitch(sound, N, JW_PITCH_ALL, &sure).hz;
    check_below(fabs(hz - 110.3), 0.5, "pitch [Hz]");
    const JwPartialsSpan span = jw_recording_span(N);
    check(jw_partials_find(sound, N, &span, hz, 0.0, &found), "partials are found");
    check(found.n == 20, "%d partials of 20", found.n);
    for (int i = 0; i < found.n; ++i) {
        const JwPartial *p = &found.partial[i];
        check_below(1200.0 * fabs(log2(p->hz / partial_hz(p->number))), 0.01, "partial %d [cents]",
                    p->number);
        check_below(fabs(p->per_s / partial_per_s(p->number) - 1.0), 0.01, "its decay, part of it");
    }
    check_below(fabs(found.inharmonicity / 1e-4 - 1.0), 1e-3, "inharmonicity");
    check(jw_partials_losses(&found, 1.0, 1.0, 1.0, sigma), "losses are found");
    check_below(fabs(sigma[0] / 0.4 - 1.0), 0.02, "sigma0");
    check_below(fabs(sigma[1] / 0.01 - 1.0), 0.05, "sigma1");
    check_below(fabs(sigma[2] / 2e-5 - 1.0), 0.02, "sigma3");
    free(sound);
}

/// White noise has no pitch; a note in much of it has its own.
static void test_noise(void) {
    enum { N = JW_RECORDING_RATE };
    static float noise[N], sound[N];
    make_sound(sound, N);
    for (uint32_t seed = 0; seed < 20; ++seed) {
        for (uint32_t i = 0; i < N; ++i) {
            noise[i] = (float)(0.1 * (2.0 * jw_random(seed, i, 0) - 1.0));
        }
        bool sure;
        JwPitch pitch = jw_recording_pitch(noise, N, JW_PITCH_ALL, &sure);
        check(pitch.hz == 0.0 && !sure, "noise %u is %g Hz", seed, pitch.hz);
        for (int i = 0; i < N; ++i) {
            noise[i] += sound[i];
        }
        pitch = jw_recording_pitch(noise, N, JW_PITCH_ALL, &sure);
        check_below(fabs(pitch.hz - 110.3), 1.0, "pitch in noise %u [Hz]", seed);
        check(sure, "and that is sure");
    }
}

static void test_edits(void) {
    static const char before[] = "; head\n[defaults]\nx = 1\n[obstacle a]\nradius_mm = 5 ; flat\n"
                                 "[string s]\npitch = D3\n; more\n\n[string t]\nlike = s\n"
                                 "wrap_cents = 1 2\nwrap_cents = 3\n[end]\n";
    static const char after[] = "; new\n; head\n[defaults]\nx = 1\n[obstacle a]\nradius_mm = 7.5 "
                                "; flat\n[string s]\npitch = D3\n; more\n\n[string t]\nlike = s\n"
                                "wrap_cents = 4 5 6\npitch_hz = 147\n[end]\n";
    JwEdits edits = {.n = 0};
    jw_edits_add_number(&edits, JW_IN_BRIDGE, 0, "radius_mm", 7.5, 6);
    jw_edits_add_number(&edits, JW_IN_STRING, 1, "pitch_hz", 147.0, 9);
    jw_edits_add(&edits, JW_IN_STRING, 1, "pitch", "");
    jw_edits_add(&edits, JW_IN_STRING, 1, "wrap_cents", "4 5 6");
    char *text = jw_edits_apply(&edits, before, "; new\n");
    check(text && !strcmp(text, after), "edited:\n%s", text ? text : "nothing");
    free(text);
    char marked[sizeof(before) + 3];
    check(!jw_edits_is_instrument(before) &&
              jw_edits_is_instrument("; a\n\n # b\r\n[instrument]\n") &&
              jw_edits_is_instrument("\xEF\xBB\xBF[instrument]"),
          "an instrument begins with its section");
    snprintf(marked, sizeof(marked), "\xEF\xBB\xBF%s", before);
    text = jw_edits_apply(&edits, marked, "; new\n");
    check(text && !strcmp(text, after), "a byte order mark goes:\n%s", text ? text : "nothing");
    free(text);
}

/********* Unknowns *********/

/// Steps lead away from every value that a file may have, and back.
static void test_steps(void) {
    for (int u = 0; u < JW_N_UNKNOWNS; ++u) {
        const JwUnknownInfo *info = jw_unknown_info((JwUnknown)u);
        const double begin[] = {info->least, 0.5 * info->small,
                                fmax(2.0 * info->small, info->least)};
        for (int i = 0; i < 3; ++i) {
            const double from = fmax(begin[i], info->least),
                         to = jw_unknown_moved((JwUnknown)u, from, 1.5),
                         slope = jw_unknown_moved((JwUnknown)u, from, 1.5001) - to;
            check_below(fabs(jw_unknown_moved((JwUnknown)u, from, 0.0) - from), 1e-12 * fabs(from),
                        "%s begins at %g", info->key, from);
            check(to > from, "%s: a step leads from %g to %g", info->key, from, to);
            check_below(fabs(jw_unknown_steps((JwUnknown)u, from, to) - 1.5), 1e-9,
                        "and is a step");
            check_below(fabs(jw_unknown_change((JwUnknown)u, from, to, 1e-4) / slope - 1.0), 1e-3,
                        "its slope");
        }
    }
}

/// Where a search begins every figure of every instrument is what its file says, and can be set.
static void test_limits(int n, char **path) {
    static JwInstrument like, made;
    JwError error = {0};
    for (int i = 0; i < n; ++i) {
        if (!check(!jw_instrument_file_load(path[i], &like, &error), "%s", error.text)) {
            continue;
        }
        for (int s = 0; s < like.n_strings; ++s) {
            jw_unknown_make_polynomial(&like, s);
            for (int u = 0; u < JW_N_UNKNOWNS; ++u) {
                JwUnknownPlace place;
                int number;
                if (jw_unknown_place(&like, s, (JwUnknown)u, &place, &number)) {
                    const double from = jw_unknown_get(&like, s, (JwUnknown)u),
                                 to = 1.01 * from + 1e-6;
                    made = like;
                    jw_unknown_set(&made, s, (JwUnknown)u, to);
                    check(fabs(jw_unknown_get(&made, s, (JwUnknown)u) - to) <= 1e-9 * fabs(to),
                          "%s: %s of string %d is set", path[i], jw_unknown_info((JwUnknown)u)->key,
                          s);
                    check(fabs(jw_unknown_moved((JwUnknown)u, from, 0.0) - from) <=
                              1e-12 * fabs(from),
                          "%s: %s of string %d is %g", path[i], jw_unknown_info((JwUnknown)u)->key,
                          s, from);
                }
            }
        }
    }
}

/********* Outcomes *********/

/// A string with Valette's law over a bridge.
static const char box[] = "[instrument]\nformat = 1\nname = Box\ndescription = A box.\n\n"
                          "[obstacle bone]\nkind = bridge\nstart_mm = 3\nend_mm = 25\npoints = 5\n"
                          "radius_mm = 900\napex_mm = 5\n\n"
                          "[string wire]\nrole = melody\nlength_mm = 800\ndiameter_mm = 0.4\n"
                          "material = steel\npitch = D3\nlosses = valette\nviscoelastic = 1e-4\n"
                          "inverse_q = 1e-4\nfrets = chromatic 2\nringing_cents = 1 -2 0.5\n"
                          "obstacles = bone\npluck_mm = 3\n"
                          "gain = 0.1\n\n[end]\n";

static const JwFitOptions options = {.out = "made.ini"};

/// Fit of the box's string that has found values of these unknowns; to be freed by free_fit().
static JwFit *new_fit(const JwUnknown *unknown, const double *found, int n) {
    JwError error = {0};
    JwFit *fit = calloc(1, sizeof(*fit));
    if (!check(fit, "memory") ||
        !check(!jw_instrument_file_parse(box, strlen(box), "box", &fit->like, &error),
               "the box is read: %s", error.text)) {
        free(fit);
        return NULL;
    }
    fit->options = &options;
    fit->text = strdup(box);
    fit->was_valette = true;
    jw_unknown_make_polynomial(&fit->like, 0);
    for (int u = 0; u < n; ++u) {
        fit->misfit.unknown[fit->misfit.n_unknowns++] = unknown[u];
        fit->found[u].after = found[u];
    }
    return fit;
}

static void free_fit(JwFit *fit) {
    if (fit) {
        jw_search_end(&fit->search);
        jw_misfit_end(&fit->misfit);
        jw_recording_free(&fit->misfit.note[0].recording);
        free(fit->text);
        free(fit->made);
        free(fit->made_tuned);
    }
    free(fit);
}

/// The losses are written once: those that were found, the others as the law has them.
static void test_valette(void) {
    JwError error = {0};
    JwFit *fit = new_fit((const JwUnknown[]){JW_U_SIGMA0}, (const double[]){0.75}, 1);
    check(fit && jw_outcome_make(fit, &error), "it is an instrument: %s", error.text);
    check(fit && fit->made && strstr(fit->made, "\nsigma0_per_s = 0.75\n"), "as it was found");
    free_fit(fit);
}

/// A section that the file lacks is added for a figure that stands there.
static void test_defaults(void) {
    JwError error = {0};
    JwEdits edits = {.n = 0};
    JwFit *fit = new_fit((const JwUnknown[]){JW_U_WIDTH}, (const double[]){2.5}, 1);
    check(fit && jw_outcome_make(fit, &error), "it is an instrument: %s", error.text);
    check(fit && fit->made && strstr(fit->made, "\n[defaults]\npluck_width = 2.5\n\n[end]\n"),
          "as it was found:\n%s", fit && fit->made ? fit->made : "nothing");
    free_fit(fit);
    jw_edits_add(&edits, JW_IN_STROKE, 0, "at_mm", "70");
    free(jw_edits_apply(&edits, box, ""));
    check(jw_edits_left(&edits) == &edits.edit[0], "there is no stroke to edit");
}

/// Notes at one fret say together what its cents are, not one after another.
static void test_wraps(void) {
    static const double cents[] = {2.0, 4.0, -1.0, (double)NAN, 50.0};
    static const int fret[] = {1, 1, 2, 2, 0};
    JwError error = {0};
    JwFit *fit = new_fit((const JwUnknown[]){JW_U_PITCH}, (const double[]){147.0}, 1);
    if (!fit) {
        return;
    }
    fit->misfit.n_notes = sizeof(fret) / sizeof(fret[0]);
    for (int i = 0; i < fit->misfit.n_notes; ++i) {
        fit->misfit.note[i].note.fret = fret[i];
        fit->misfit.note[i].cents = cents[i];
    }
    check(jw_outcome_make(fit, &error), "it is an instrument: %s", error.text);
    const char *tuned = fit->made_tuned ? fit->made_tuned : "";
    check(strstr(tuned, "\n[string wire]\nwrap_cents = 0 3 -1\n"), "their means:\n%s", tuned);
    check(!strstr(tuned, "ringing_cents"), "and recordings say the whole pitch:\n%s", tuned);
    check(fit->made && !strstr(fit->made, "_cents"), "the instrument has none of them:\n%s",
          fit->made ? fit->made : "nothing");
    free_fit(fit);
}

/// Quality is a parameter, by its own option or as any other; the last one counts.
static void test_quality(void) {
    static const struct {
        const char *argument[4];
        double quality;
    } cases[] = {
        {{"--find", "apex_mm"}, 1.0},
        {{"-s", "quality=4"}, 4.0},
        {{"--quality", "2"}, 2.0},
        {{"--quality", "2", "-s", "quality=4"}, 4.0},
        {{"-s", "quality=4", "--quality", "2"}, 2.0},
    };
    for (int i = 0; i < (int)(sizeof(cases) / sizeof(cases[0])); ++i) {
        char text[10][16] = {"jawari-fit", "--like", "sitar", "-o", "x.ini", "x.wav"},
             *argv[11] = {NULL};
        int argc = 6;
        for (int k = 0; k < 4 && cases[i].argument[k]; ++k) {
            snprintf(text[argc++], sizeof(text[0]), "%s", cases[i].argument[k]);
        }
        for (int k = 0; k < argc; ++k) {
            argv[k] = text[k];
        }
        JwFitOptions read;
        JwError error = {0};
        check(jw_fit_options_parse(&read, argc, argv, &error), "%s", error.text);
        check(read.set[JW_P_QUALITY] && read.value[JW_P_QUALITY] == cases[i].quality,
              "case %d: quality %g", i, read.value[JW_P_QUALITY]);
    }
}

/// What is said of how well a figure is known: no error that is larger than the figure.
static void test_known(void) {
    JwFit *fit = new_fit((const JwUnknown[]){JW_U_SIGMA0}, (const double[]){0.75}, 1);
    const struct {
        double error;
        bool kept;
        const char *text;
    } cases[] = {{0.1, false, "+- 2 %"},
                 {4e4, false, "heard only together with others"},
                 {HUGE_VAL, false, "error not looked at"},
                 {4e4, true, "not heard, kept"}};
    for (int i = 0; i < 4 && fit; ++i) {
        char text[64];
        fit->found[0].before = 0.75;
        fit->found[0].error = cases[i].error;
        fit->found[0].kept = cases[i].kept;
        jw_outcome_known(fit, 0, text, sizeof(text));
        check(!strcmp(text, cases[i].text), "an error of %g steps: %s", cases[i].error, text);
    }
    free_fit(fit);
}

/// What is farther than before, as it is shown, is worse, unless the search never left its
/// beginning.
static void test_worse(void) {
    static const struct {
        double end_db;
        bool has_moved, is_worse;
    } cases[] = {
        {5.01, true, true}, {5.004, true, false}, {4.0, true, false}, {5.01, false, false}};
    static JwFit fit = {.begin_db = 5.0};
    for (int i = 0; i < 4; ++i) {
        fit.end_db = cases[i].end_db;
        fit.has_moved = cases[i].has_moved;
        check(jw_fit_is_worse(&fit) == cases[i].is_worse, "%g dB, 5 before", fit.end_db);
    }
}

/// A number of notes is played however long that takes, unless a time is given.
static void test_time(void) {
    check(jw_fit_most_time_s(&(JwFitOptions){.renders = 9}) == HUGE_VAL, "no time beside notes");
    check(jw_fit_most_time_s(&(JwFitOptions){.renders = 9, .time_s = 5.0}) == 5.0,
          "the time given");
    check(jw_fit_most_time_s(&(JwFitOptions){.renders = 0}) == 3600.0, "an hour");
}

/// Gives a fit one note, which the box's own string plays, and begins a search there.
static bool begin_search(JwFit *fit) {
    enum { N = JW_RECORDING_RATE / 2 };
    JwMisfit *m = &fit->misfit;
    JwRecording *r = &m->note[0].recording;
    const double begin[JW_N_UNKNOWNS] = {jw_unknown_get(&fit->like, 0, m->unknown[0]),
                                         jw_unknown_get(&fit->like, 0, m->unknown[1])};
    const JwPartialsSpan span = jw_recording_span(N);
    JwAudition a;
    m->like = &fit->like;
    m->n_notes = 1;
    m->alone = true;
    m->until_s = HUGE_VAL;
    m->note[0].note = (JwAuditionNote){.velocity = 20, .strength = 1.0};
    r->n = N;
    r->sound = calloc(N, sizeof(*r->sound));
    const bool plays = r->sound && jw_audition_open(&a, N) &&
                       jw_audition_prepare(&a, m->like, 0, &m->note[0].note, 1, true) &&
                       jw_audition_play(&a, &m->note[0].note, r->sound, N);
    jw_audition_close(&a);
    fit->search = (JwSearch){.misfit = m, .most_notes = 1000, .until_s = HUGE_VAL};
    return plays && jw_partials_find(r->sound, N, &span, 146.8, 1e-5, &r->partials) &&
           jw_misfit_begin(m) && jw_search_begin(&fit->search, begin) &&
           jw_search_try_begin(&fit->search);
}

/// An unknown, a pull of nothing or of a kilometre, on whose both sides the string is silent leaves
/// the slopes of the others alone.
static void test_slopes(void) {
    double error[2];
    for (int i = 0; i < 2; ++i) {
        const double pluck_mm = 3.0;
        JwFit *fit =
            new_fit((const JwUnknown[]){JW_U_PLUCK, JW_U_SIGMA0}, (const double[]){0.0, 0.0}, 2);
        if (!fit || !check(begin_search(fit), "the box plays")) {
            free_fit(fit);
            return;
        }
        JwSearch *s = &fit->search;
        if (i) {
            s->scale[0] = 1e6;
            s->begin[0] = 1e6;
            s->best[0] = jw_search_steps(s, 0, pluck_mm);
            check_below(fabs(jw_search_value(s, 0) - pluck_mm), 1e-6, "the pull is as before [mm]");
        }
        jw_search_errors(s, 0);
        error[i] = s->error[1];
        check((s->error[0] > 1e3) == (i > 0), "error of the pull: %g steps", s->error[0]);
        free_fit(fit);
    }
    check_between(error[1] / error[0], 0.5, 2.0, "error of a loss beside it, over that without");
}

int main(int argc, char **argv) {
    test_esprit();
    test_partials();
    test_noise();
    test_edits();
    test_steps();
    test_limits(argc - 1, argv + 1);
    test_valette();
    test_defaults();
    test_wraps();
    test_quality();
    test_known();
    test_worse();
    test_time();
    test_slopes();
    return check_result();
}
