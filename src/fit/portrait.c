// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/portrait.h"

#include "base/fourier.h"
#include "base/pi.h"
#include "files/number.h"
#include "files/regular_file.h"
#include "fit/onset.h"
#include "fit/order.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    CELL = 64,
    WINDOW = 16384, // Spectrum of a note
    NARROW = 4096,  // Spectra of a drone, STEP apart
    STEP = 1024,
    DRONE_FROM = JW_PORTRAIT_RATE * 3,
    SPECTRA = (JW_PORTRAIT_DRONE_FRAMES - DRONE_FROM + STEP - 1) / STEP + 1,
};

static const char *const names[JW_PORTRAIT_QUANTITIES] = {"bands", "level", "bloom", "long",
                                                          "pulse"};

// Levels below this count as equal [dB].
static const double least_db[JW_PORTRAIT_QUANTITIES] = {-50.0, -60.0, -30.0, -50.0, 0.0};

const char *jw_portrait_name(JwPortraitQuantity quantity) {
    return names[quantity];
}

static void add_figure(JwPortrait *portrait, JwPortraitFigure figure) {
    if (portrait->n < JW_PORTRAIT_FIGURES) {
        portrait->figure[portrait->n++] = figure;
    }
}

double jw_portrait_value(const JwPortrait *portrait, JwPortraitQuantity quantity, int band,
                         double time_s) {
    for (int i = 0; i < portrait->n; ++i) {
        const JwPortraitFigure *f = &portrait->figure[i];
        if (f->quantity == quantity && f->band == band && fabs(f->time_s - time_s) < 1e-6) {
            return f->db;
        }
    }
    return (double)NAN;
}

/// Reads up to the next comma, or the end, and advances *text.
static void take_cell(const char **text, char cell[CELL]) {
    const size_t n = strcspn(*text, ",\r\n");
    snprintf(cell, CELL, "%.*s", (int)n, *text);
    *text += n + ((*text)[n] == ',');
}

/// Parses a line of a table; returns true if it has a figure of that name.
static bool read_line(const char *line, const char *name, JwPortraitFigure *figure) {
    char cell[5][CELL];
    int q = 0;
    for (int i = 0; i < 5; ++i) {
        take_cell(&line, cell[i]);
    }
    while (q < JW_PORTRAIT_QUANTITIES && strcmp(cell[1], names[q]) != 0) {
        ++q;
    }
    figure->quantity = (JwPortraitQuantity)q;
    return q < JW_PORTRAIT_QUANTITIES && !strcmp(cell[0], name) &&
           jw_number_parse(cell[2], &figure->time_s) &&
           (!cell[3][0] || jw_integer_parse(cell[3], 0, JW_PORTRAIT_ALL, &figure->band)) &&
           jw_number_parse(cell[4], &figure->db);
}

JwPortrait jw_portrait_recorded(const char *path, const char *name) {
    JwPortrait portrait = {.n = 0};
    char line[256];
    FILE *file = jw_regular_file_open(path);
    while (file && fgets(line, sizeof(line), file)) {
        JwPortraitFigure figure = {.band = 0};
        if (read_line(line, name, &figure)) {
            add_figure(&portrait, figure);
        }
    }
    if (file) {
        fclose(file);
    }
    return portrait;
}

double jw_portrait_difference(const JwPortrait *ours, const JwPortraitFigure *theirs) {
    // Not fmax() for ours: it would hide a NaN.
    const double b = jw_portrait_value(ours, theirs->quantity, theirs->band, theirs->time_s),
                 low = least_db[theirs->quantity];
    return (b < low ? low : b) - fmax(theirs->db, low);
}

JwPortraitDistance jw_portrait_distance(const JwPortrait *ours, const JwPortrait *theirs) {
    JwPortraitDistance d = {.all = 0.0};
    int n_quantities = 0;
    for (int q = 0; q < JW_PORTRAIT_QUANTITIES; ++q) {
        double sum = 0.0;
        int n = 0;
        for (int i = 0; i < theirs->n; ++i) {
            const JwPortraitFigure *f = &theirs->figure[i];
            if (f->quantity == (JwPortraitQuantity)q) {
                const double apart = jw_portrait_difference(ours, f);
                sum += apart * apart;
                ++n;
            }
        }
        if (n > 0) {
            d.quantity[q] = sqrt(sum / n);
            d.all += sum / n;
            ++n_quantities;
        }
    }
    d.all = sqrt(d.all / n_quantities);
    return d;
}

/********* Notes *********/

/// Range of frequencies [Hz], upper end excluded.
typedef struct {
    double from, to;
} Range;

static double sum_of(const double *power, int n, Range range) {
    double sum = 0.0;
    for (int k = 0; k <= n / 2; ++k) {
        const double hz = (double)k * JW_PORTRAIT_RATE / n;
        sum += hz >= range.from && hz < range.to ? power[k] : 0.0;
    }
    return sum;
}

/// Mean square of a note's sound in a range of frames.
static double square(const double *x, int first, int end) {
    double sum = 0.0;
    for (int i = first > 0 ? first : 0; i < end && i < JW_PORTRAIT_NOTE_FRAMES; ++i) {
        sum += x[i] * x[i];
    }
    return sum / (end - first) + 1e-24;
}

/// The same in a range of times [s].
static double square_between(const double *x, double begin_s, double end_s) {
    return square(x, (int)(begin_s * JW_PORTRAIT_RATE), (int)(end_s * JW_PORTRAIT_RATE));
}

static double power_of(const void *sound, int millisecond) {
    const int n = JW_PORTRAIT_RATE / 1000;
    return square(sound, n * millisecond, n * (millisecond + 1));
}

/// Onset time of a note [s].
static double onset_s(const double *sound) {
    return jw_onset_millisecond(power_of, sound,
                                JW_PORTRAIT_NOTE_FRAMES * 1000 / JW_PORTRAIT_RATE) /
           1000.0;
}

/// Levels of the bands relative to the whole, around a time after the onset.
static void add_bands(JwPortrait *portrait, const double *sound, double onset, double time_s) {
    static const Range band[] = {{40.0, 500.0},    {500.0, 1000.0},  {1000.0, 2000.0},
                                 {2000.0, 4000.0}, {4000.0, 8000.0}, {8000.0, 16000.0}};
    static JwComplex data[WINDOW], work[WINDOW], table[WINDOW / 2];
    static double power[WINDOW / 2 + 1];
    const double half_s = time_s < 0.2 ? 0.03 : 0.05;
    const int first = (int)fmax((onset + time_s - half_s) * JW_PORTRAIT_RATE, 0.0);
    const int n = (int)((onset + time_s + half_s) * JW_PORTRAIT_RATE) - first;
    if (n < 2 || n > WINDOW || first + n > JW_PORTRAIT_NOTE_FRAMES) {
        return;
    }
    memset(data, 0, sizeof(data));
    for (int i = 0; i < n; ++i) {
        data[i].re = sound[first + i] * (0.5 - 0.5 * cos(2.0 * JW_PI * i / (n - 1)));
    }
    jw_fourier_table(table, WINDOW);
    jw_fourier_transform(data, work, table, WINDOW);
    for (int k = 0; k <= WINDOW / 2; ++k) {
        power[k] = data[k].re * data[k].re + data[k].im * data[k].im;
    }
    const double all = sum_of(power, WINDOW, (Range){40.0, 16000.0});
    for (int b = 0; b < (int)(sizeof(band) / sizeof(band[0])); ++b) {
        const double db = 10.0 * log10(sum_of(power, WINDOW, band[b]) / all + 1e-12);
        add_figure(portrait, (JwPortraitFigure){JW_PORTRAIT_BANDS, b, time_s, db});
    }
}

/// Levels of x at times after the onset, over width_s each, relative to a reference.
static void add_levels(JwPortrait *portrait, JwPortraitQuantity quantity, const double *x,
                       double onset, double width_s, double reference, const double *times_s) {
    for (; *times_s > 0.0; ++times_s) {
        const double at = onset + *times_s;
        const double now = square_between(x, at - 0.5 * width_s, at + 0.5 * width_s);
        add_figure(portrait,
                   (JwPortraitFigure){quantity, 0, *times_s, 10.0 * log10(now / reference)});
    }
}

/// exp(i angle) [rad].
static double complex unit_turn(double angle) {
    return cexp(angle * (double complex)I);
}

/// Filters x in place by a section with that pair of poles and zeros at 0 and JW_PORTRAIT_RATE / 2,
/// with gain 1 at a frequency.
static void section(double *x, double complex pole, double unity_hz) {
    const double a = -2.0 * creal(pole), b = creal(pole * conj(pole));
    const double complex z = unit_turn(2.0 * JW_PI * unity_hz / JW_PORTRAIT_RATE);
    const double gain = cabs((z * z + a * z + b) / (z * z - 1.0));
    double x1 = 0.0, x2 = 0.0, y1 = 0.0, y2 = 0.0;
    for (int i = 0; i < JW_PORTRAIT_NOTE_FRAMES; ++i) {
        const double y = gain * (x[i] - x2) - a * y1 - b * y2;
        x2 = x1;
        x1 = x[i];
        y2 = y1;
        x[i] = y1 = y;
    }
}

/// Filters a note's sound by a Butterworth band pass of order 8, made from a low pass of order 4 by
/// the bilinear transform.
static void filter(const double *sound, double *filtered, double from_hz, double to_hz) {
    const double low = tan(JW_PI * from_hz / JW_PORTRAIT_RATE),
                 high = tan(JW_PI * to_hz / JW_PORTRAIT_RATE);
    const double middle = sqrt(low * high);
    memcpy(filtered, sound, sizeof(double) * JW_PORTRAIT_NOTE_FRAMES);
    for (int i = 0; i < 4; ++i) {
        // Two poles of the low pass (without their mirror images) give two each.
        const double complex p = 0.5 * (high - low) * unit_turn(JW_PI * (i < 2 ? 5.0 : 7.0) / 8.0);
        const double complex root = csqrt(p * p - middle * middle);
        const double complex s = i % 2 ? p + root : p - root;
        section(filtered, (1.0 + s) / (1.0 - s), atan(middle) * JW_PORTRAIT_RATE / JW_PI);
    }
}

JwPortrait jw_portrait_note(const double *sound) {
    static double filtered[JW_PORTRAIT_NOTE_FRAMES];
    static const double spectra_s[] = {0.03, 0.1, 0.3, 1.0, 2.0},
                        level_s[] = {0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 0.0},
                        bloom_s[] = {0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 0.0};
    JwPortrait portrait = {.n = 0};
    const double onset = onset_s(sound);
    for (int i = 0; i < (int)(sizeof(spectra_s) / sizeof(spectra_s[0])); ++i) {
        add_bands(&portrait, sound, onset, spectra_s[i]);
    }
    const double begun = square_between(sound, onset + 0.025, onset + 0.075);
    add_levels(&portrait, JW_PORTRAIT_LEVEL, sound, onset, 0.05, begun, level_s);
    filter(sound, filtered, 4000.0, 8000.0);
    const double soon = square_between(filtered, onset + 0.005, onset + 0.035);
    add_levels(&portrait, JW_PORTRAIT_BLOOM, filtered, onset, 0.03, soon, bloom_s);
    return portrait;
}

/********* Drones *********/

static const Range drone_bands[JW_PORTRAIT_ALL] = {
    {60.0, 250.0},    {250.0, 500.0},   {500.0, 1000.0},  {1000.0, 1500.0},
    {1500.0, 2200.0}, {2200.0, 3200.0}, {3200.0, 5000.0}, {5000.0, 8000.0},
};

enum { DRONE_BANDS = JW_PORTRAIT_ALL };

/// Power of each band over time, and (last) of the whole.
static double powers[DRONE_BANDS + 1][SPECTRA];

/// Computes the powers; the sound starts and ends with half a window of silence.
static void take_powers(const double *sound) {
    static JwComplex data[NARROW], work[NARROW], table[NARROW / 2];
    static double power[NARROW / 2 + 1];
    jw_fourier_table(table, NARROW);
    for (int s = 0; s < SPECTRA; ++s) {
        for (int i = 0; i < NARROW; ++i) {
            const int at = DRONE_FROM + s * STEP - NARROW / 2 + i;
            const double own = at >= DRONE_FROM && at < JW_PORTRAIT_DRONE_FRAMES ? sound[at] : 0.0;
            data[i] = (JwComplex){own * (0.5 - 0.5 * cos(2.0 * JW_PI * i / NARROW)), 0.0};
        }
        jw_fourier_transform(data, work, table, NARROW);
        for (int k = 0; k <= NARROW / 2; ++k) {
            power[k] = data[k].re * data[k].re + data[k].im * data[k].im;
        }
        for (int b = 0; b < DRONE_BANDS; ++b) {
            powers[b][s] = sum_of(power, NARROW, drone_bands[b]);
        }
        powers[DRONE_BANDS][s] = sum_of(power, NARROW, (Range){40.0, 16000.0});
    }
}

/// Keeps the spectra within 40 dB of the loudest, without two at each end; returns their number.
static int keep_loud(void) {
    const double *all = powers[DRONE_BANDS];
    double most = 0.0;
    int n = 0;
    for (int s = 0; s < SPECTRA; ++s) {
        most = fmax(most, all[s]);
    }
    for (int s = 2; s < SPECTRA - 2; ++s) {
        if (all[s] > 1e-4 * most) {
            for (int b = 0; b <= DRONE_BANDS; ++b) {
                powers[b][n] = powers[b][s];
            }
            ++n;
        }
    }
    return n;
}

/// Value below which `part` of n sorted values lie, interpolated.
static double percentile(const double *sorted, int n, double part) {
    const double at = part * (n - 1);
    const int i = (int)at;
    return sorted[i] + (at - i) * (sorted[i + 1 < n ? i + 1 : i] - sorted[i]);
}

static double mean_of(const double *x, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        sum += x[i];
    }
    return sum / n;
}

/// Range that contains the level nine tenths of the time [dB]; replaces the powers by sorted
/// levels.
static double range_db(double *power, int n) {
    for (int i = 0; i < n; ++i) {
        power[i] = 10.0 * log10(power[i] + 1e-15);
    }
    jw_order(power, n);
    return percentile(power, n, 0.95) - percentile(power, n, 0.05);
}

JwPortrait jw_portrait_drone(const double *sound) {
    JwPortrait portrait = {.n = 0};
    take_powers(sound);
    const int n = keep_loud();
    if (n < 1) {
        return portrait;
    }
    const double all = mean_of(powers[DRONE_BANDS], n);
    for (int b = 0; b <= DRONE_BANDS; ++b) {
        if (b < DRONE_BANDS) {
            const double part = mean_of(powers[b], n) / all;
            add_figure(&portrait,
                       (JwPortraitFigure){JW_PORTRAIT_LONG, b, 0.0, 10.0 * log10(part + 1e-15)});
        }
        add_figure(&portrait,
                   (JwPortraitFigure){JW_PORTRAIT_PULSE, b, 0.0, range_db(powers[b], n)});
    }
    return portrait;
}
