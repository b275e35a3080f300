// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Spectrogram of a sound file as gnuplot's binary matrix: time [s] by frequency [Hz],
// level [dB] under the loudest bin.
//
//     spectrogram IN.wav OUT.bin HIGHEST_HZ

#include "base/fourier.h"
#include "base/pi.h"
#include "files/line.h"
#include "sound.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { WINDOW = 4096, COLUMNS = 1400 };

static const float FLOOR_DB = -120.0F;

/// Power of the lowest n_bins bins in each column, column by column.
typedef struct {
    float *power;
    size_t n_bins;
    double hop; ///< Number of frames from one column to the next
} Spectrogram;

/// Power in one column: Hann window round a frame, silence beyond the ends.
static void analyse(const Sound *sound, double centre, float *power, size_t n_bins) {
    static JwComplex data[WINDOW], work[WINDOW], table[WINDOW / 2];
    const double first = floor(centre) - WINDOW / 2.0;
    for (size_t i = 0; i < WINDOW; i++) {
        const double at = first + (double)i;
        const bool inside = at >= 0.0 && at < (double)sound->n;
        const double window = 0.5 - 0.5 * cos(2.0 * JW_PI * (double)i / WINDOW);
        data[i] = (JwComplex){inside ? window * (double)sound->sample[(size_t)at] : 0.0, 0.0};
    }
    jw_fourier_table(table, WINDOW);
    jw_fourier_transform(data, work, table, WINDOW);
    for (size_t i = 0; i < n_bins; i++) {
        power[i] = (float)(data[i].re * data[i].re + data[i].im * data[i].im);
    }
}

static bool make_spectrogram(const Sound *sound, double highest_hz, Spectrogram *result) {
    const double n_bins = floor(highest_hz * WINDOW / sound->rate_hz) + 1.0;
    result->n_bins = (size_t)fmin(fmax(n_bins, 2.0), WINDOW / 2.0);
    result->hop = (double)sound->n / COLUMNS;
    result->power = calloc(COLUMNS * result->n_bins, sizeof(float));
    if (!result->power) {
        return false;
    }
    for (size_t i = 0; i < COLUMNS; i++) {
        analyse(sound, result->hop * (double)i, result->power + i * result->n_bins, result->n_bins);
    }
    return true;
}

static bool write_float(FILE *file, double value) {
    const float number = (float)value;
    return fwrite(&number, sizeof number, 1, file) == 1;
}

/// Writes gnuplot's matrix: the number of columns and their times, then one row for each frequency.
static bool write_matrix(const Sound *sound, const Spectrogram *result, FILE *file) {
    float loudest = 0.0F;
    for (size_t i = 0; i < COLUMNS * result->n_bins; i++) {
        loudest = fmaxf(loudest, result->power[i]);
    }
    bool good = write_float(file, COLUMNS);
    for (size_t i = 0; i < COLUMNS; i++) {
        good = good && write_float(file, result->hop * (double)i / sound->rate_hz);
    }
    for (size_t bin = 0; bin < result->n_bins; bin++) {
        good = good && write_float(file, (double)bin * sound->rate_hz / WINDOW);
        for (size_t i = 0; i < COLUMNS; i++) {
            const float power = result->power[i * result->n_bins + bin];
            const float level = power > 0.0F ? 10.0F * log10f(power / loudest) : FLOOR_DB;
            good = good && write_float(file, (double)fmaxf(level, FLOOR_DB));
        }
    }
    return good;
}

static bool write_file(const Sound *sound, const Spectrogram *result, const char *path) {
    FILE *file = fopen(path, "wb");
    if (!file) {
        return false;
    }
    const bool good = write_matrix(sound, result, file);
    return fclose(file) == 0 && good;
}

int main(int argc, char **argv) {
    const double highest_hz = argc == 4 ? strtod(argv[3], NULL) : 0.0;
    if (!(highest_hz > 0.0)) {
        fprintf(stderr, "usage: spectrogram IN.wav OUT.bin HIGHEST_HZ\n");
        return 2;
    }
    Sound sound = {0};
    Spectrogram result = {0};
    int status = 1;
    if (!sound_read(argv[1], &sound) || sound.n == 0) {
        jw_line_print(stderr, "spectrogram: %s: not a sound file that can be read", argv[1]);
    } else if (!make_spectrogram(&sound, highest_hz, &result)) {
        fprintf(stderr, "spectrogram: out of memory\n");
    } else if (!write_file(&sound, &result, argv[2])) {
        jw_line_print(stderr, "spectrogram: %s: cannot be written", argv[2]);
    } else {
        status = 0;
    }
    free(result.power);
    free(sound.sample);
    return status;
}
