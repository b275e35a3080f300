// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// How far notes of a sitar and the drone of a tanpura are from recorded ones: levels over time
// and band, compared with those of recordings [dB].
//
//     test_recordings RECORDINGS.csv SITAR.ini DRONE.ttl
//
// Of a note, whose time counts from its onset:
//     bands   part of each of six bands in all, from 30 ms to 2 s
//     level   of all over time, against 25 to 75 ms
//     bloom   of 4 to 8 kHz over time, against 5 to 35 ms
// Of a drone, from 3 s on:
//     long    part of each of eight bands in all
//     pulse   range of the level over time, of each of these bands and (band 8) of all
// Every quantity's distance is the rms of the differences of its figures, and that of all the rms
// of the quantities' distances.

#include "base/pi.h"
#include "files/instrument_file.h"
#include "host/patch.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RATE = 48000,
    NOTE_FRAMES = RATE * 16 / 5,
    HELD_FRAMES = RATE * 3,
    DRONE_FRAMES = RATE * 40,
    LATENCY_MOST = 4096, // Frames of an engine's
    FIGURES = 80,        // Most of one profile
    WINDOW = 16384,      // Of a note's spectrum
    NARROW = 4096,       // Of a drone's spectra, a STEP from each other
    STEP = 1024,
    DRONE_FROM = RATE * 3,
    SPECTRA = (DRONE_FRAMES - DRONE_FROM + STEP - 1) / STEP + 1,
};

/********* Profiles *********/

typedef enum { BANDS, LEVEL, BLOOM, LONG, PULSE, QUANTITIES } Quantity;

static const char *const names[QUANTITIES] = {"bands", "level", "bloom", "long", "pulse"};

// Levels below which a difference is none [dB].
static const double least_db[QUANTITIES] = {-50.0, -60.0, -30.0, -50.0, 0.0};

typedef struct {
    Quantity quantity;
    int band; ///< 0 where the quantity has none
    double time_s, db;
} Figure;

typedef struct {
    int n;
    Figure figure[FIGURES];
} Profile;

static void add(Profile *profile, Figure figure) {
    const bool fits = profile->n < FIGURES;
    check(fits, "more than %d figures", (int)FIGURES);
    if (fits) {
        profile->figure[profile->n++] = figure;
    }
}

/// Value of a profile's figure like that one, NaN for none.
static double like(const Profile *profile, const Figure *figure) {
    for (int i = 0; i < profile->n; ++i) {
        const Figure *f = &profile->figure[i];
        if (f->quantity == figure->quantity && f->band == figure->band &&
            fabs(f->time_s - figure->time_s) < 1e-6) {
            return f->db;
        }
    }
    return (double)NAN;
}

/// Figures of a recording in the table; none if it cannot be read.
static Profile recorded(const char *path, const char *name) {
    Profile profile = {.n = 0};
    char line[256], what[16];
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof(line), file)) {
        Figure figure = {.band = 0};
        const size_t n = strlen(name);
        int at = 0;
        if (strncmp(line, name, n) || line[n] != ',' ||
            sscanf(line + n, ",%15[a-z],%lf,%n", what, &figure.time_s, &at) != 2) {
            continue;
        }
        const char *rest = line + n + at;
        const bool ok = sscanf(rest, "%d,%lf", &figure.band, &figure.db) == 2 ||
                        sscanf(rest, ",%lf", &figure.db) == 1;
        check(ok, "%s", line);
        for (int q = 0; q < QUANTITIES; ++q) {
            if (!strcmp(what, names[q])) {
                figure.quantity = (Quantity)q;
                add(&profile, figure);
            }
        }
    }
    if (file) {
        fclose(file);
    }
    check(profile.n > 0, "%s: no %s", path, name);
    return profile;
}

/// Distances [dB] of quantities, 0 for those that the recording lacks, and of all.
typedef struct {
    double quantity[QUANTITIES], all;
} Distance;

static Distance distance(const Profile *ours, const Profile *theirs) {
    Distance d = {.all = 0.0};
    int n_quantities = 0;
    for (int q = 0; q < QUANTITIES; ++q) {
        double sum = 0.0;
        int n = 0;
        for (int i = 0; i < theirs->n; ++i) {
            const Figure *f = &theirs->figure[i];
            if (f->quantity == (Quantity)q) {
                // No fmax() here: it would hide a NaN.
                const double b = like(ours, f), low = least_db[q];
                const double apart = fmax(f->db, low) - (b < low ? low : b);
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

/********* Sounds *********/

static float left[DRONE_FRAMES + LATENCY_MOST], right[DRONE_FRAMES + LATENCY_MOST];
static double sound[DRONE_FRAMES], filtered[NOTE_FRAMES];

/// Plays events into n frames of sound as the renderer does: without the engine's latency, and
/// faded over the last second, or the last tenth if that is shorter.
static void play(const JwInstrument *instrument, const JwEvent *events, int n_events, int n) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    JwEngine *engine = engine_prepared(instrument, RATE, &options);
    const int latency = (int)jw_engine_latency_frames(engine),
              n_faded = n < 10 * RATE ? n / 10 : RATE;
    const bool fits = check(latency <= LATENCY_MOST, "latency of %d frames", latency);
    if (fits) {
        jw_engine_run(engine, events, n_events, left, right, NULL, (uint32_t)(n + latency));
    }
    jw_engine_free(engine);
    for (int i = 0; i < n && fits; ++i) {
        const double gain = n - i < n_faded ? (double)(n - i) / n_faded : 1.0;
        sound[i] = 0.5 * gain * ((double)left[latency + i] + (double)right[latency + i]);
    }
}

static void play_note(const JwInstrument *instrument, int key) {
    const JwEvent events[] = {
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)key, 100}},
        {.frame = HELD_FRAMES,
         .type = JW_EVENT_MIDI,
         .midi = {JW_MIDI_NOTE_OFF, 0, (uint8_t)key, 64}},
    };
    play(instrument, events, 2, NOTE_FRAMES);
}

/********* Notes *********/

/// Range of frequencies [Hz], the upper end left out.
typedef struct {
    double from, to;
} Range;

static double sum_of(const double *power, int n, Range range) {
    double sum = 0.0;
    for (int k = 0; k <= n / 2; ++k) {
        const double hz = (double)k * RATE / n;
        sum += hz >= range.from && hz < range.to ? power[k] : 0.0;
    }
    return sum;
}

/// Mean square of a note's sound from one frame to another.
static double square(const double *x, int first, int end) {
    double sum = 0.0;
    for (int i = first > 0 ? first : 0; i < end && i < NOTE_FRAMES; ++i) {
        sum += x[i] * x[i];
    }
    return sum / (end - first) + 1e-24;
}

/// The same from one time to another [s].
static double square_between(const double *x, double begin_s, double end_s) {
    return square(x, (int)(begin_s * RATE), (int)(end_s * RATE));
}

/// Time of the first millisecond within 30 dB of the loudest [s].
static double onset_s(void) {
    const int n = RATE / 1000;
    double most = 0.0;
    int at = 0;
    for (int i = 0; i < NOTE_FRAMES; i += n) {
        most = fmax(most, square(sound, i, i + n));
    }
    while (at < NOTE_FRAMES - n && square(sound, at, at + n) <= 1e-3 * most) {
        at += n;
    }
    return (double)at / RATE;
}

/// Levels of the bands over that of all, around a time after the onset.
static void add_bands(Profile *profile, double onset, double time_s) {
    static const Range band[] = {{40.0, 500.0},    {500.0, 1000.0},  {1000.0, 2000.0},
                                 {2000.0, 4000.0}, {4000.0, 8000.0}, {8000.0, 16000.0}};
    static double re[WINDOW], im[WINDOW];
    const double half_s = time_s < 0.2 ? 0.03 : 0.05;
    const int first = (int)fmax((onset + time_s - half_s) * RATE, 0.0);
    const int n = (int)((onset + time_s + half_s) * RATE) - first;
    if (!check(n > 1 && n <= WINDOW && first + n <= NOTE_FRAMES, "window at %.2f s", time_s)) {
        return;
    }
    memset(re, 0, sizeof(re));
    memset(im, 0, sizeof(im));
    for (int i = 0; i < n; ++i) {
        re[i] = sound[first + i] * (0.5 - 0.5 * cos(2.0 * JW_PI * i / (n - 1)));
    }
    fixture_fft(re, im, WINDOW);
    for (int k = 0; k <= WINDOW / 2; ++k) {
        re[k] = re[k] * re[k] + im[k] * im[k];
    }
    const double all = sum_of(re, WINDOW, (Range){40.0, 16000.0});
    for (int b = 0; b < (int)(sizeof(band) / sizeof(band[0])); ++b) {
        const double db = 10.0 * log10(sum_of(re, WINDOW, band[b]) / all + 1e-12);
        add(profile, (Figure){BANDS, b, time_s, db});
    }
}

/// Levels of x at times after the onset, over so many seconds each, against that of a reference.
static void add_levels(Profile *profile, Quantity quantity, const double *x, double onset,
                       double width_s, double reference, const double *times_s) {
    for (; *times_s > 0.0; ++times_s) {
        const double at = onset + *times_s;
        const double now = square_between(x, at - 0.5 * width_s, at + 0.5 * width_s);
        add(profile, (Figure){quantity, 0, *times_s, 10.0 * log10(now / reference)});
    }
}

/// Number of size 1 at that angle [rad].
static double complex turn(double angle) {
    return cexp(angle * (double complex)I);
}

/// Passes x through a section with that pair of poles and zeros at 0 and RATE / 2, in place; the
/// gain at a frequency is 1.
static void section(double *x, double complex pole, double unity_hz) {
    const double a = -2.0 * creal(pole), b = creal(pole * conj(pole));
    const double complex z = turn(2.0 * JW_PI * unity_hz / RATE);
    const double gain = cabs((z * z + a * z + b) / (z * z - 1.0));
    double x1 = 0.0, x2 = 0.0, y1 = 0.0, y2 = 0.0;
    for (int i = 0; i < NOTE_FRAMES; ++i) {
        const double y = gain * (x[i] - x2) - a * y1 - b * y2;
        x2 = x1;
        x1 = x[i];
        y2 = y1;
        x[i] = y1 = y;
    }
}

/// Filters the sound by a Butterworth band pass of order 8, which the bilinear transform makes of
/// a low pass of order 4.
static void filter(double from_hz, double to_hz) {
    const double low = tan(JW_PI * from_hz / RATE), high = tan(JW_PI * to_hz / RATE);
    const double middle = sqrt(low * high);
    memcpy(filtered, sound, sizeof(filtered));
    for (int i = 0; i < 4; ++i) {
        // Two of the low pass's poles, without those that mirror them, give two each.
        const double complex p = 0.5 * (high - low) * turn(JW_PI * (i < 2 ? 5.0 : 7.0) / 8.0);
        const double complex root = csqrt(p * p - middle * middle);
        const double complex s = i % 2 ? p + root : p - root;
        section(filtered, (1.0 + s) / (1.0 - s), atan(middle) * RATE / JW_PI);
    }
}

static Profile note_profile(void) {
    static const double spectra_s[] = {0.03, 0.1, 0.3, 1.0, 2.0},
                        level_s[] = {0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 0.0},
                        bloom_s[] = {0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 0.0};
    Profile profile = {.n = 0};
    const double onset = onset_s();
    for (int i = 0; i < (int)(sizeof(spectra_s) / sizeof(spectra_s[0])); ++i) {
        add_bands(&profile, onset, spectra_s[i]);
    }
    const double begun = square_between(sound, onset + 0.025, onset + 0.075);
    add_levels(&profile, LEVEL, sound, onset, 0.05, begun, level_s);
    filter(4000.0, 8000.0);
    const double soon = square_between(filtered, onset + 0.005, onset + 0.035);
    add_levels(&profile, BLOOM, filtered, onset, 0.03, soon, bloom_s);
    return profile;
}

/// Prints distances of four notes from the recorded ones, and checks them.
static void check_notes(const char *recordings, const char *path) {
    static const struct {
        const char *name;
        int key;
    } notes[] = {{"sitar-a3", 57}, {"sitar-g#4", 68}, {"sitar-c5", 72}, {"sitar-a4", 69}};
    static JwInstrument instrument;
    const int n = (int)(sizeof(notes) / sizeof(notes[0]));
    char message[256] = "";
    if (!check(!jw_instrument_file_load(path, &instrument, message, sizeof(message)), "%s",
               message)) {
        return;
    }
    double mean = 0.0;
    for (int i = 0; i < n; ++i) {
        const Profile theirs = recorded(recordings, notes[i].name);
        play_note(&instrument, notes[i].key);
        const Profile ours = note_profile();
        const Distance d = distance(&ours, &theirs);
        printf("%s: bands %.2f, bloom %.2f, level %.2f, all %.2f dB\n", notes[i].name,
               d.quantity[BANDS], d.quantity[BLOOM], d.quantity[LEVEL], d.all);
        check_below(d.quantity[BLOOM], 5.0, "%s: distance in bloom [dB]", notes[i].name);
        mean += d.all / n;
    }
    check_below(mean, 6.2, "mean distance of the notes [dB]");
}

/********* Drones *********/

static const Range drone_bands[] = {
    {60.0, 250.0},    {250.0, 500.0},   {500.0, 1000.0},  {1000.0, 1500.0},
    {1500.0, 2200.0}, {2200.0, 3200.0}, {3200.0, 5000.0}, {5000.0, 8000.0},
};

enum { DRONE_BANDS = sizeof(drone_bands) / sizeof(drone_bands[0]) };

/// Power of each band over time, and (the last) that of all.
static double powers[DRONE_BANDS + 1][SPECTRA];

/// Computes the powers; the sound begins and ends in silence of half a window.
static void take_powers(void) {
    static double samples[NARROW], power[NARROW / 2 + 1];
    for (int s = 0; s < SPECTRA; ++s) {
        for (int i = 0; i < NARROW; ++i) {
            const int at = DRONE_FROM + s * STEP - NARROW / 2 + i;
            samples[i] = at >= DRONE_FROM && at < DRONE_FRAMES ? sound[at] : 0.0;
        }
        check(fixture_power(samples, NARROW, power), "memory");
        for (int b = 0; b < DRONE_BANDS; ++b) {
            powers[b][s] = sum_of(power, NARROW, drone_bands[b]);
        }
        powers[DRONE_BANDS][s] = sum_of(power, NARROW, (Range){40.0, 16000.0});
    }
}

/// Keeps the spectra within 40 dB of the loudest, without the two at each end; returns how many.
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

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Value below which that part of n sorted ones lies, between two of them if need be.
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

/// Range in which the level is for nine tenths of the time [dB]; the powers become sorted levels.
static double range_db(double *power, int n) {
    for (int i = 0; i < n; ++i) {
        power[i] = 10.0 * log10(power[i] + 1e-15);
    }
    qsort(power, (size_t)n, sizeof(*power), compare);
    return percentile(power, n, 0.95) - percentile(power, n, 0.05);
}

static Profile drone_profile(void) {
    Profile profile = {.n = 0};
    take_powers();
    const int n = keep_loud();
    if (!check(n > 0, "the drone sounds")) {
        return profile;
    }
    const double all = mean_of(powers[DRONE_BANDS], n);
    for (int b = 0; b <= DRONE_BANDS; ++b) {
        if (b < DRONE_BANDS) {
            const double part = mean_of(powers[b], n) / all;
            add(&profile, (Figure){LONG, b, 0.0, 10.0 * log10(part + 1e-15)});
        }
        add(&profile, (Figure){PULSE, b, 0.0, range_db(powers[b], n)});
    }
    return profile;
}

/// Prints distances of a drone from recorded ones, and checks them.
static void check_drone(const char *recordings, const char *preset) {
    static const char *const drones[] = {"drone-c-a", "drone-c-b", "drone-c-c"};
    const JwPatchPlaces places = {0};
    static JwPatch patch;
    const int n = (int)(sizeof(drones) / sizeof(drones[0]));
    char message[512] = "";
    if (!check(jw_patch_read(&patch, &places, NULL, preset, message, sizeof(message)), "%s",
               message)) {
        return;
    }
    play(&patch.instrument, NULL, 0, DRONE_FRAMES);
    const Profile ours = drone_profile();
    double mean = 0.0;
    for (int i = 0; i < n; ++i) {
        const Profile theirs = recorded(recordings, drones[i]);
        const Distance d = distance(&ours, &theirs);
        printf("%s: long %.2f, pulse %.2f, all %.2f dB\n", drones[i], d.quantity[LONG],
               d.quantity[PULSE], d.all);
        mean += d.all / n;
    }
    check_below(mean, 6.0, "mean distance of the drones [dB]");
    const Figure range = {PULSE, DRONE_BANDS, 0.0, 0.0};
    check_between(like(&ours, &range), 3.0, 7.0, "range of the drone's level [dB]");
}

int main(int argc, char **argv) {
    if (check(argc == 4, "usage: test_recordings RECORDINGS.csv SITAR.ini DRONE.ttl")) {
        check_notes(argv[1], argv[2]);
        check_drone(argv[1], argv[3]);
    }
    return check_result();
}
