// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Frequencies and decays that a string really has while it runs, against the model's own formula
// and against a measured string.

#include "base/pi.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double cents(double ratio) {
    return 1200.0 * log2(ratio);
}

/********* Measuring every mode at once *********/

/// A mode seen through two equal Hann windows, each turned back by the expected frequency: what
/// phase and level change between them is what frequency and decay differ by.
typedef struct {
    double omega;       ///< Expected [rad/step]
    long width, second; ///< Of a window; start of the second one [steps]
    double re[2], im[2];
} Watch;

static void watch_step(Watch *w, long step, double q) {
    for (int k = 0; k < 2; ++k) {
        const long at = step - (k ? w->second : 0);
        if (at >= 0 && at < w->width) {
            const double window =
                0.5 - 0.5 * cos(2.0 * JW_PI * ((double)at + 0.5) / (double)w->width);
            w->re[k] += window * q * cos(w->omega * (double)step);
            w->im[k] -= window * q * sin(w->omega * (double)step);
        }
    }
}

/// Frequency over the expected one, and decay [1/step].
static double watch_ratio(const Watch *w, double *decay) {
    const double re = w->re[1] * w->re[0] + w->im[1] * w->im[0];
    const double im = w->im[1] * w->re[0] - w->re[1] * w->im[0];
    const double square = w->re[0] * w->re[0] + w->im[0] * w->im[0];
    *decay = -log(hypot(re, im) / square) / (double)w->second;
    return 1.0 + atan2(im, re) / ((double)w->second * w->omega);
}

/// Windows of 12 periods or more; between them 3 s or the time in which the mode falls by e^2.
static Watch watch_new(double omega_d, double sigma, double rate_hz) {
    Watch w = {.omega = omega_d / rate_hz};
    w.second = lround(rate_hz * fmin(3.0, 2.0 / fmax(sigma, 1e-9)));
    w.width = lround(rate_hz * fmin(fmax(12.0 * 2.0 * JW_PI / omega_d, 0.01), 0.1));
    return w;
}

typedef struct {
    double cents_max, t60_max; ///< Largest error [cent], [1]
    int n_modes;
    double top_hz;
} Errors;

/// Rings all modes of a string at once, its tension times `scale`, and compares each with the
/// formula.
static Errors measure(const JwStringData *data, double rate_hz, double quality,
                      JwPrecision precision, double scale, double loss_low) {
    Errors errors = {0.0, 0.0, 0, 0.0};
    FixtureString string;
    JwModesSpec spec = fixture_spec(data, rate_hz * quality);
    spec.band_hz = 20000.0 * quality;
    spec.precision = precision;
    spec.loss_low = loss_low;
    JwStringData bent = *data;
    bent.tension_n *= scale;
    if (!check(fixture_string_init(&string, &spec, NULL), "memory")) {
        return errors;
    }
    // Only what is below 20 kHz after the bend, whatever the quality.
    const int below = jw_modes_count(&bent, 20000.0, rate_hz * quality);
    const int n = below < string.modes->n ? below : string.modes->n;
    Watch *watch = calloc((size_t)n, sizeof(*watch));
    double *q = calloc((size_t)string.modes->n, sizeof(*q));
    if (!check(watch && q, "memory")) {
        abort();
    }
    long last = 0;
    for (int j = 0; j < n; ++j) {
        const double sigma = jw_modes_sigma(data, j + 1, loss_low, 1.0);
        const double omega = jw_modes_omega(&bent, j + 1);
        q[j] = 1e-3 / (j + 1);
        watch[j] = watch_new(sqrt(omega * omega - sigma * sigma), sigma, rate_hz * quality);
        last = watch[j].second + watch[j].width > last ? watch[j].second + watch[j].width : last;
    }
    jw_string_set_state(&string.state, q, NULL);
    jw_string_set_tension(&string.state, scale, 1.0);
    for (long step = 0; step < last; ++step) {
        jw_string_step(&string.state);
        for (int j = 0; j < n; ++j) {
            if (step < watch[j].second + watch[j].width) {
                watch_step(&watch[j], step, jw_string_mode(&string.state, j));
            }
        }
    }
    for (int j = 0; j < n; ++j) {
        double decay;
        const double ratio = watch_ratio(&watch[j], &decay);
        const double sigma = jw_modes_sigma(data, j + 1, loss_low, 1.0);
        errors.cents_max = fmax(errors.cents_max, fabs(cents(ratio)));
        errors.t60_max = fmax(errors.t60_max, fabs(sigma / (decay * rate_hz * quality) - 1.0));
    }
    errors.n_modes = n;
    errors.top_hz = jw_modes_omega(&bent, n) / (2.0 * JW_PI);
    free(watch);
    free(q);
    fixture_string_free(&string);
    return errors;
}

static const char *name_of(JwPrecision precision) {
    return precision == JW_PRECISION_F64 ? "64 bit" : "32 bit";
}

static void check_formula(void) {
    const JwStringData bench = fixture_bench_data();
    const double rates[] = {44100.0, 48000.0, 96000.0};
    for (int i = 0; i < 6; ++i) {
        const JwPrecision precision = i < 3 ? JW_PRECISION_F64 : JW_PRECISION_F32;
        const Errors e = measure(&bench, rates[i % 3], 1.0, precision, 1.0, 1.0);
        printf("bench string, %s, %g Hz: %d partials to %.0f Hz\n", name_of(precision),
               rates[i % 3], e.n_modes, e.top_hz);
        check(e.n_modes >= 90 && e.top_hz > 19700.0, "partials to 20 kHz");
        check_below(e.cents_max, 0.01, "  frequency against the formula [cent]");
        check_below(e.t60_max, 0.01, "  T60 against the formula");
    }
}

/// A string whose tension is raised or lowered while it sounds is as exact as one built so: C#2
/// and losses up to 20 times its own are the worst for 32 bits.
static void check_bent(void) {
    const double scales[] = {0.5, 1.0 + 1e-6, 2.25};
    JwStringData data = fixture_jor_data();
    data.ea_n = 0.0;
    data.mu_kg_m *= 4.0;
    for (int i = 0; i < 24; ++i) {
        const JwPrecision precision = i % 2 ? JW_PRECISION_F32 : JW_PRECISION_F64;
        const double quality = i % 4 < 2 ? 1.0 : 4.0, loss_low = i % 8 < 4 ? 1.0 : 20.0;
        const double scale = scales[i / 8];
        const Errors e = measure(&data, 48000.0, quality, precision, scale, loss_low);
        printf("tension times %g, losses times %g, quality %g, %s\n", scale, loss_low, quality,
               name_of(precision));
        check_below(e.cents_max, 0.05, "  frequency [cent]");
        check_below(e.t60_max, 0.01, "  T60");
    }
}

/********* Against the measured string *********/

/// Partials of the bench string: frequency [Hz] and decay [1/s] as measured by Issanchou et al.
/// 2017 up to about the 36th, extended by them above.
static const struct {
    int n;
    double f_hz, sigma;
} measured[] = {
    {1, 195.7372, 0.33404},  {2, 391.7054, 0.74261},  {3, 587.5869, 0.69965},
    {4, 783.4843, 0.85823},  {5, 979.45076, 0.93171}, {6, 1175.4319, 1.1195},
    {7, 1371.575, 1.2643},   {8, 1567.6555, 1.3658},  {9, 1763.9211, 1.8081},
    {10, 1960.2353, 2.0179}, {12, 2353.2504, 2.0932}, {15, 2943.9276, 2.6199},
    {20, 3931.8777, 3.1361}, {25, 4925.2487, 4.2501}, {30, 5925.8, 5.918},
    {40, 7950.7, 9.259},     {60, 12131.0, 20.5},     {80, 16549.0, 41.5},
};

static void check_measured(void) {
    const JwStringData bench = fixture_bench_data();
    const int n = (int)(sizeof(measured) / sizeof(measured[0]));
    double most = 0.0, squares = 0.0, first = 0.0;
    for (int i = 0; i < n; ++i) {
        const double f = jw_modes_omega(&bench, measured[i].n) / (2.0 * JW_PI);
        const double off = log(jw_modes_sigma(&bench, measured[i].n, 1.0, 1.0) / measured[i].sigma);
        const double sharp = cents(f / measured[i].f_hz);
        printf("  partial %2d: %8.2f Hz measured, model %+6.2f cent, decay %+5.1f %%\n",
               measured[i].n, measured[i].f_hz, sharp, 100.0 * expm1(off));
        first = i == 0 ? sharp : first;
        most = fmax(most, fabs(sharp));
        squares += off * off;
    }
    printf("  partial 1: %+.2f cent\n", first);
    check_below(most, 20.0, "measured string: largest deviation in frequency [cent]");
    check_below(sqrt(squares / n), 0.15, "measured string: rms of log sigma");
}

/********* Tables *********/

static void check_tables(void) {
    const JwStringData data = fixture_jor_data();
    const JwContactPoints points = fixture_jawari(16, 1.0, 0.0);
    JwModesSpec spec = fixture_spec(&data, 48000.0);
    spec.contact = &points;
    spec.thread_m = 0.005;
    spec.palm_m = 0.2;
    spec.chi = 1.0;
    JwModes *m = jw_modes_new(&spec);
    if (!check(m != NULL, "memory")) {
        return;
    }
    double skew = 0.0, least = HUGE_VAL;
    for (int i = 0; i < m->n_rows; ++i) {
        least = fmin(least, m->compliance[i * m->n_rows + i]);
        for (int k = 0; k < m->n_rows; ++k) {
            skew = fmax(skew,
                        fabs(m->compliance[i * m->n_rows + k] - m->compliance[k * m->n_rows + i]));
        }
    }
    check(skew == 0.0 && least > 0.0, "compliance is symmetric, diagonal positive");
    check(m->n_all % JW_LANES != 0 && ((const double *)m->stiff)[m->n_all] == 0.0,
          "padding is zero");
    check(jw_modes_omega(&data, m->n) <= 2.0 * JW_PI * 20000.0 &&
              jw_modes_omega(&data, m->n + 1) > 2.0 * JW_PI * 20000.0,
          "modes fill the band");
    spec.step_rate_hz = 8000.0;
    check(jw_modes_count(&data, 20000.0, 8000.0) < m->n, "fewer modes at 8 kHz");
    jw_modes_free(m);
    jw_modes_free(NULL);
}

/// Height at x of a stiff string, hinged at its ends, that a point at s lifts by h.
static double lifted(const JwStringData *data, double s, double h, double x) {
    const double l = data->length_m, reach = sqrt(data->ei_n_m2 / data->tension_n);
    const double at[2] = {x, s};
    double g[2];
    for (int i = 0; i < 2; ++i) {
        const double low = fmin(at[i], s), high = fmax(at[i], s);
        g[i] = low * (1.0 - high / l) - reach * sinh(low / reach) * exp(-high / reach) *
                                            (1.0 - exp(2.0 * (high - l) / reach)) /
                                            (1.0 - exp(-2.0 * l / reach));
    }
    return h * g[0] / g[1];
}

typedef struct {
    double inside, unmet, least_push, total_push, middle_m;
} Rest;

/// What the static shape over the heights leaves open, contact judged as a step does.
static Rest judge_rest(const JwModes *m, const double *heights) {
    Rest rest = {-1.0, 0.0, 0.0, 0.0, 0.0};
    const double *rows = m->rows;
    for (int i = 0; i < m->n_points; ++i) {
        double gap = -heights[i];
        for (int j = 0; j < m->n_all; ++j) {
            gap += m->rest_q[j] * rows[jw_row_at(m->n_interleaved, i, j)] / jw_modes_root(m, j);
        }
        for (int k = 0; k < m->n_points; ++k) {
            gap += m->cutoff[i * m->n_rows + k] * m->rest_r[k];
        }
        rest.inside = fmax(rest.inside, -gap);
        rest.unmet = fmax(rest.unmet, m->rest_r[i] > 0.0 ? fabs(gap) : 0.0);
        rest.least_push = fmin(rest.least_push, m->rest_r[i]);
        rest.total_push += m->rest_r[i];
    }
    for (int j = 0; j < m->n; ++j) {
        rest.middle_m += m->rest_q[j] * sqrt(2.0) * sin((j + 1) * JW_PI * 0.5);
    }
    return rest;
}

/// A string over a bridge raised by 0.2 mm touches it at its first point only, 1 mm from the end,
/// and stands beyond it as a stiff string lifted there does: with chi = 1 or local modes closely,
/// with less of what was cut off higher, for it is held too hard.
static void check_rest(double chi, double off_most) {
    const JwStringData data = fixture_jor_data();
    const JwContactPoints points = fixture_jawari(12, 1.0, 0.0);
    JwModesSpec spec = fixture_spec(&data, 48000.0);
    spec.contact = &points;
    spec.chi = chi;
    JwModes *m = jw_modes_new(&spec);
    double heights[JW_CONTACT_POINTS];
    if (!check(m != NULL, "memory")) {
        return;
    }
    for (int i = 0; i < m->n_points; ++i) {
        heights[i] = m->base_m[i] + 2e-4;
    }
    check(jw_modes_rest(m, heights) == JW_SUCCESS, "rest");
    const Rest rest = judge_rest(m, heights);
    const double exact = lifted(&data, m->x_m[0], heights[0], 0.5 * data.length_m);
    printf("bridge raised by 0.2 mm, chi %g\n", chi);
    check(rest.least_push >= 0.0 && rest.total_push > 0.0, "the bridge only pushes");
    check_between(rest.inside, -1e-12, 1e-12, "  inside the bridge [m]");
    check_below(rest.unmet, 1e-12, "  away from what pushes [m]");
    check_between(rest.middle_m / exact, 1.0 - off_most, 1.0 + off_most,
                  "  height of the middle over the stiff string's %.3g m", exact);
    for (int i = 0; i < m->n_points; ++i) {
        heights[i] = -1e-6;
    }
    check(jw_modes_rest(m, heights) == JW_SUCCESS, "rest");
    check(m->rest_q[0] == 0.0 && m->rest_r[0] == 0.0, "a free string is straight");
    jw_modes_free(m);
}

/********* Precision *********/

/// What a string of 30 partials from f Hz up gets at 48 kHz, all losing sigma [1/s].
static JwPrecision precision_of(double hz, double sigma) {
    JwStringData data = {.length_m = 1.0, .mu_kg_m = 1e-3};
    data.tension_n = 4.0 * data.mu_kg_m * hz * hz;
    data.losses.s0 = sigma;
    return jw_modes_precision(&data, 1.0, 1.0, 30, 48000.0);
}

static void check_precision(void) {
    check(precision_of(100.0, 0.1) == JW_PRECISION_F32, "a string that loses is held by 32 bits");
    check(precision_of(100.0, 0.01) == JW_PRECISION_F64, "one that hardly loses is not");
    check(precision_of(2.4, 0.1) == JW_PRECISION_F32, "a slow string is");
    check(precision_of(2.2, 0.1) == JW_PRECISION_F64, "one that hardly moves in a step is not");
}

/********* Units *********/

/// Modes that lose much are kept in units of their own, of which nobody outside hears: what is set
/// is what is read, energy is a displacement's, and other losses change neither.
static void check_units(JwPrecision precision, double bound) {
    const JwStringData data = fixture_jor_data();
    const JwContactPoints points = fixture_jawari(6, 1.0, 0.0);
    JwModesSpec spec = fixture_spec(&data, 48000.0);
    spec.contact = &points;
    spec.precision = precision;
    spec.data.ea_n = 0.0;
    spec.data.losses = (JwLosses){.law = JW_LOSS_POLYNOMIAL, .s0 = 12000.0, .s1 = 10.0};
    FixtureString string;
    if (!check(fixture_string_init(&string, &spec, NULL), "string built")) {
        return;
    }
    spec.data.losses.s0 = 30.0;
    JwModes *other = jw_modes_new(&spec);
    enum { n = 96 };
    double q[1024] = {0.0}, v[1024] = {0.0}, read = 0.0, shown = 0.0, kept = 0.0, energy = 0.0;
    static float shape[JW_MAX_MODES];
    JwStringState *c = &string.state;
    for (int j = 0; j < n; ++j) {
        const double root = jw_modes_root(string.modes, j);
        q[j] = 1e-3 / (j + 1);
        v[j] = 1e-4 / (j + 2);
        energy += 0.5 * v[j] * v[j] + 0.5 * q[j] * (q[j] - v[j]) / (root * root) *
                                          jw_element(precision, c->arrays.stiff, (size_t)j);
    }
    jw_string_set_state(c, q, v);
    jw_string_shape(c, shape);
    for (int j = 0; j < n; ++j) {
        read = fmax(read, fabs(jw_string_mode(c, j) / q[j] - 1.0));
        shown = fmax(shown, fabs((double)shape[j] / q[j] - 1.0));
    }
    printf("modes that lose, %d bits\n", precision == JW_PRECISION_F64 ? 64 : 32);
    check(jw_modes_root(string.modes, 0) < 0.95, "units are not metres");
    check_below(read, bound, "  displacement, off");
    check_below(shown, 2e-7, "  shape, off");
    check_below(fabs(jw_string_energy(c) / energy - 1.0), 10.0 * bound, "  energy, off");
    if (check(other != NULL && jw_modes_root(other, 0) > 0.999, "tables without those losses")) {
        jw_string_set_modes(c, other);
        for (int j = 0; j < n; ++j) {
            kept = fmax(kept, fabs(jw_string_mode(c, j) / q[j] - 1.0));
        }
        check_below(kept, 3.0 * bound, "  displacement with other losses, off");
    }
    fixture_string_free(&string);
    jw_modes_free(other);
}

/// Number of mode j of an array over what it should be, its distance from 1.
static double off(const void *array, int j, long double should) {
    return (double)fabsl((long double)((const double *)array)[j] / should - 1.0L);
}

/// Tables of modes that lose a millionth in a step, or all that is left of a number, beside the
/// same formulas in longer numbers.
static void check_any_decay(void) {
    const JwStringData data = fixture_bench_data();
    JwModesSpec spec = fixture_spec(&data, 48000.0);
    spec.data.losses = (JwLosses){.law = JW_LOSS_POLYNOMIAL, .s0 = 1.0};
    double worst = 0.0, slowest = 1.0, fastest = 0.0;
    for (double loss = 0.1; loss < 1e8; loss *= 1.7) {
        spec.loss_low = loss;
        JwModes *m = jw_modes_new(&spec);
        if (!check(m != NULL, "tables")) {
            return;
        }
        const double s = fmin(loss * m->dt_s, 300.0);
        const long double sech = 1.0L / coshl(s), half = sinhl(0.5L * s);
        const long double c = tanhl(s), lost = 2.0L * sech * half * half;
        for (int j = 0; j < m->n; ++j) {
            const double t = ((const double *)m->theta2_t)[j], e = ((const double *)m->theta2_e)[j];
            const long double z = t + e, turn = sinl(0.5L * sqrtl(fmaxl(z, 0.0L)));
            const long double swing = z >= 0.0L ? 2.0L * turn * turn : 1.0L - coshl(sqrtl(-z));
            const long double kappa = 2.0L * (lost + sech * swing);
            worst = fmax(worst, off(m->damp, j, 2.0L * c / (1.0L + c)));
            worst = fmax(worst, off(m->sech_gain, j, sech / (1.0L + c)));
            // What is left of a difference has the digits of what it was made of.
            const double size = (double)(kappa / (lost + fabsl(sech * swing)));
            worst = fmax(worst, size * off(m->stiff, j, kappa / (1.0L + c)));
        }
        slowest = fmin(slowest, s);
        fastest = fmax(fastest, s);
        jw_modes_free(m);
    }
    printf("decay of a step from %.1e to %.0f\n", slowest, fastest);
    check(slowest < 1e-5 && fastest == 300.0, "all of it");
    check_below(worst, 1e-12, "  tables, off");
}

int main(void) {
    check_any_decay();
    check_units(JW_PRECISION_F64, 1e-15);
    check_units(JW_PRECISION_F32, 2e-7);
    check_precision();
    check_tables();
    check_rest(1.0, 0.1);
    check_rest(-1.0, 0.1);
    check_rest(0.3, 0.4);
    check_measured();
    check_formula();
    check_bent();
    return check_result();
}
