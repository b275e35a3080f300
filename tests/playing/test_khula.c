// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// JAWARI at khula, gol and band (0, 50, 100), as it is heard on instruments that have a jawari.
//
//   brightness   level of what sounds above 2 kHz one second after a stroke of velocity 100 began,
//                at three places: khula is brighter than gol, and gol than band, at each
//   distance     third-octave bands from 0.1 to 1 s of strokes of velocity 100 and 64: khula is
//                6 dB from band on each string, and both are 6 dB from gol by the mean of the
//                strings
//
// Arguments: "quick" (quality 1, the strings of the three places) or "all" (the instrument's own
// quality, every string that is plucked); "exact" (strokes have neither noise nor variation) or
// "heard" (as they are played); then instruments. Noise has one colour over every bridge: it hides
// some of what the bridge does, and a string that touches nothing rings on with it. With noise
// khula is therefore compared with band alone.

#include "base/pi.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"
#include "support/third_octaves.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    RATE = 48000,
    N = RATE * 5 / 4,
    WINDOW = 32768,
    SHORT = 16384, // A third of a second, in whose middle it is one second after the stroke
    PLACES = 3,
    CHANNELS = 16
};

static const double bright_hz = 2000.0, least_apart_db = 6.0;

typedef enum { KHULA, GOL, BAND, STOPS } Stop;

static const double jawari_of[STOPS] = {0.0, 50.0, 100.0};

static JwInstrument instrument;
static JwEngine *engine[STOPS];
static int channel_of[JW_MAX_STRINGS]; // -1: nobody plucks it, or JAWARI moves nothing under it
static bool all, exact;

/// What is heard of a stroke.
typedef struct {
    double db[THIRD_OCTAVES]; ///< Levels of the bands
    double bright_db;
} Tone;

/// Level of what is above 2 kHz [dB re full scale].
static double bright_db(const float *left, const float *right) {
    static double re[SHORT], im[SHORT];
    double sum = 0.0;
    for (int i = 0; i < SHORT; ++i) {
        const double window = 0.5 - 0.5 * cos(2.0 * JW_PI * i / SHORT);
        // Both sides at once: what is real and what is imaginary have the power of both together.
        re[i] = window * (double)left[i];
        im[i] = window * (double)right[i];
    }
    fixture_fft(re, im, SHORT);
    for (int k = (int)(bright_hz * SHORT / RATE) + 1; k < SHORT - (int)(bright_hz * SHORT / RATE);
         ++k) {
        sum += re[k] * re[k] + im[k] * im[k];
    }
    return 10.0 * log10(sum / (0.375 * SHORT * SHORT) + 1e-20);
}

static Tone tone_of(Stop stop, int string, int fret, int velocity) {
    static float left[N], right[N];
    static double samples[WINDOW], power[WINDOW / 2 + 1];
    const JwStringSpec *s = &instrument.string[string];
    Tone tone;
    const JwEvent stroke = {.type = JW_EVENT_MIDI,
                            .midi = {JW_MIDI_NOTE_ON, (uint8_t)channel_of[string],
                                     (uint8_t)(s->key + (int)lround(s->fret_semitones[fret])),
                                     (uint8_t)velocity}};
    jw_engine_reset(engine[stop]);
    jw_engine_run(engine[stop], &stroke, 1, left, right, NULL, N);
    for (int i = 0; i < WINDOW; ++i) {
        samples[i] = 0.5 * ((double)left[RATE / 10 + i] + (double)right[RATE / 10 + i]);
    }
    check(fixture_power(samples, WINDOW, power), "memory");
    double sum[THIRD_OCTAVES] = {0.0};
    for (int k = 60 * WINDOW / RATE; k <= WINDOW / 2; ++k) {
        third_octaves_add(sum, (double)k * RATE / WINDOW, power[k]);
    }
    third_octaves_levels(sum, tone.db);
    tone.bright_db = bright_db(&left[RATE - SHORT / 2], &right[RATE - SHORT / 2]);
    return tone;
}

/// True if the string lies over something that JAWARI moves; then true in at_nut if that is at its
/// other end, which a stopped string leaves behind, or if every fret has one: there a second is too
/// long for a stopped string of silk, which touches nothing any more.
static bool has_jawari(const JwStringSpec *string, bool *at_nut) {
    for (int i = 0; i < string->n_obstacles; ++i) {
        const JwObstacle *o = &instrument.obstacle[string->obstacle[i]];
        if (o->movable) {
            *at_nut = o->kind == JW_OBSTACLE_FRETS || o->start_m > 0.5 * string->data.length_m;
            return true;
        }
    }
    return false;
}

/// Gives each string that is plucked over a jawari a channel of its own; returns their number.
static int route(int *string, bool *open_alone) {
    int n = 0;
    for (int s = 0; s < instrument.n_strings; ++s) {
        const JwStringSpec *spec = &instrument.string[s];
        bool at_nut = false;
        channel_of[s] = -1;
        if (n < CHANNELS && spec->role != JW_ROLE_TARAF && has_jawari(spec, &at_nut)) {
            instrument.map.channel[n] = 1u << s;
            channel_of[s] = n;
            open_alone[n] = at_nut || spec->n_frets == 1;
            string[n++] = s;
        }
    }
    instrument.map.n_keys = 0;
    return n;
}

/// Sums of the squares of distances.
typedef struct {
    double khula, band, ends; ///< From gol to khula and to band, and from khula to band
    int n;
} Apart;

static void compare(Apart *apart, int string, int fret, int velocity, bool is_place) {
    const JwStringSpec *s = &instrument.string[string];
    Tone tone[STOPS];
    for (int i = 0; i < STOPS; ++i) {
        tone[i] = tone_of((Stop)i, string, fret, velocity);
    }
    const Apart one = {.khula = third_octaves_apart(tone[KHULA].db, tone[GOL].db),
                       .band = third_octaves_apart(tone[BAND].db, tone[GOL].db),
                       .ends = third_octaves_apart(tone[KHULA].db, tone[BAND].db)};
    apart->khula += one.khula;
    apart->band += one.band;
    apart->ends += one.ends;
    ++apart->n;
    printf("%s, %s, fret %d, velocity %d: above 2 kHz %.1f %.1f %.1f dB, khula %.1f and band %.1f "
           "dB from gol\n",
           instrument.name, s->name, fret, velocity, tone[KHULA].bright_db, tone[GOL].bright_db,
           tone[BAND].bright_db, sqrt(one.khula), sqrt(one.band));
    if (is_place) {
        check(tone[KHULA].bright_db > tone[BAND].bright_db,
              "%s, %s, fret %d: khula is brighter than band", instrument.name, s->name, fret);
    }
    if (is_place && exact) {
        check(tone[KHULA].bright_db > tone[GOL].bright_db, "%s, %s, fret %d: khula is brighter",
              instrument.name, s->name, fret);
        check(tone[GOL].bright_db > tone[BAND].bright_db, "%s, %s, fret %d: band is duller",
              instrument.name, s->name, fret);
    }
}

static void compare_string(Apart *apart, int string, bool open_alone, bool has_place) {
    static const int velocity[] = {100, 64};
    const JwStringSpec *s = &instrument.string[string];
    Apart own = {.n = 0};
    for (int fret = 0; fret <= (open_alone ? 0 : 8) && fret < s->n_frets; fret += 4) {
        for (int v = 0; v < 2; ++v) {
            compare(&own, string, fret, velocity[v], has_place && v == 0);
        }
    }
    check_between(sqrt(own.ends / own.n), least_apart_db, 100.0, "%s, %s: khula from band [dB]",
                  instrument.name, s->name);
    apart->khula += own.khula;
    apart->band += own.band;
    apart->n += own.n;
}

/// The three places are frets 0, 4 and 8 of the first string, or open strings from the first to
/// the last where no string is stopped over its jawari.
static void check_strings(const int *string, const bool *open_alone, int n) {
    Apart apart = {.n = 0};
    for (int i = 0; i < n; ++i) {
        const bool has_place = i == 0 || (open_alone[0] && (i == n / 2 || i == n - 1));
        if (all || has_place) {
            compare_string(&apart, string[i], open_alone[i], has_place);
        }
    }
    printf("%s: khula %.2f and band %.2f dB from gol\n", instrument.name,
           sqrt(apart.khula / apart.n), sqrt(apart.band / apart.n));
    if (!exact) {
        return;
    }
    check_between(sqrt(apart.khula / apart.n), least_apart_db, 100.0, "%s: khula from gol [dB]",
                  instrument.name);
    check_between(sqrt(apart.band / apart.n), least_apart_db, 100.0, "%s: band from gol [dB]",
                  instrument.name);
}

static void check_instrument(const char *path) {
    int string[CHANNELS];
    bool open_alone[CHANNELS], ready = true;
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text) ||
        (instrument.khula_m == 0.0 && instrument.band_m == 0.0)) {
        return;
    }
    if (exact) {
        fixture_exact(&instrument);
    }
    const int n = route(string, open_alone);
    instrument.drone = (JwDronePattern){.first = -1};
    if (!all) {
        instrument.param[JW_P_QUALITY] = 1.0;
    }
    for (int i = 0; i < STOPS; ++i) {
        instrument.param[JW_P_JAWARI] = jawari_of[i];
        engine[i] = engine_prepared(&instrument, RATE, NULL);
        ready = ready && engine[i];
    }
    if (check(ready && n > 0, "%s: strings over what JAWARI moves", instrument.name)) {
        check_strings(string, open_alone, n);
    }
    for (int i = 0; i < STOPS; ++i) {
        jw_engine_free(engine[i]);
    }
}

int main(int argc, char **argv) {
    if (argc < 4 || (strcmp(argv[1], "quick") && strcmp(argv[1], "all")) ||
        (strcmp(argv[2], "exact") && strcmp(argv[2], "heard"))) {
        fprintf(stderr, "usage: test_khula quick|all exact|heard INSTRUMENT.ini...\n");
        return 2;
    }
    all = !strcmp(argv[1], "all");
    exact = !strcmp(argv[2], "exact");
    for (int i = 3; i < argc; ++i) {
        check_instrument(argv[i]);
    }
    return check_result();
}
