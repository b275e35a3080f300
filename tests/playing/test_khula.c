// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// JAWARI from khula to band, as it is heard on instruments that have a jawari: third-octave bands
// from 0.1 to 1 s of strokes of velocity 64 and 127, against the middle of the control.
//
//     test_khula INSTRUMENT.ini...

#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"
#include "support/third_octaves.h"

#include <math.h>
#include <stdio.h>

enum { RATE = 48000, N = RATE * 5 / 4, WINDOW = 32768 };

static float left[N], right[N];

/// Levels of the bands from 125 Hz to 10 kHz [dB], and the centroid of all [Hz].
typedef struct {
    double db[THIRD_OCTAVES], centroid_hz;
} Tone;

static Tone tone_of(const JwInstrument *instrument, int key, int velocity, double jawari) {
    static JwInstrument copy;
    static double samples[WINDOW], power[WINDOW / 2 + 1];
    Tone tone = {.centroid_hz = 0.0};
    copy = *instrument;
    copy.param[JW_P_JAWARI] = jawari;
    JwEngine *engine = engine_prepared(&copy, RATE, NULL);
    const JwEvent stroke = {.type = JW_EVENT_MIDI,
                            .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)key, (uint8_t)velocity}};
    jw_engine_run(engine, &stroke, 1, left, right, NULL, N);
    jw_engine_free(engine);
    for (int i = 0; i < WINDOW; ++i) {
        samples[i] = 0.5 * ((double)left[RATE / 10 + i] + (double)right[RATE / 10 + i]);
    }
    check(fixture_power(samples, WINDOW, power), "memory");
    double all = 0.0, sum[THIRD_OCTAVES] = {0.0};
    for (int k = 60 * WINDOW / RATE; k <= WINDOW / 2; ++k) {
        const double hz = (double)k * RATE / WINDOW;
        all += power[k];
        tone.centroid_hz += power[k] * hz;
        third_octaves_add(sum, hz, power[k]);
    }
    tone.centroid_hz /= fmax(all, 1e-30);
    third_octaves_levels(sum, tone.db);
    return tone;
}

/// First string over an obstacle that JAWARI moves, which is put into obstacle; NULL: none.
static const JwStringSpec *find_string(const JwInstrument *instrument,
                                       const JwObstacle **obstacle) {
    for (int s = 0; s < instrument->n_strings; ++s) {
        const JwStringSpec *string = &instrument->string[s];
        for (int i = 0; i < string->n_obstacles; ++i) {
            *obstacle = &instrument->obstacle[string->obstacle[i]];
            if ((*obstacle)->movable) {
                return string;
            }
        }
    }
    return NULL;
}

static void check_instrument(const char *path) {
    static JwInstrument instrument;
    char message[256];
    if (!check(!jw_instrument_file_load(path, &instrument, message, sizeof(message)), "%s",
               message)) {
        return;
    }
    if (instrument.khula_m == 0.0 && instrument.band_m == 0.0) {
        return;
    }
    const JwObstacle *obstacle = NULL;
    const JwStringSpec *string = find_string(&instrument, &obstacle);
    if (!check(string, "%s: no string has what JAWARI moves", instrument.name)) {
        return;
    }
    const bool drone = string->role == JW_ROLE_DRONE;
    // A stopped string leaves a sawari at the nut behind.
    const bool open_alone = drone || obstacle->start_m > 0.5 * string->data.length_m;
    double open = 0.0, closed = 0.0, hz[3] = {0.0, 0.0, 0.0};
    int n = 0;
    for (int fret = 0; fret <= (open_alone ? 0 : 10); fret += 5) {
        for (int velocity = 64; velocity <= 127; velocity += 63, ++n) {
            const int key = string->key + fret;
            const Tone khula = tone_of(&instrument, key, velocity, 0.0),
                       gol = tone_of(&instrument, key, velocity, 50.0),
                       band = tone_of(&instrument, key, velocity, 100.0);
            open += third_octaves_apart(khula.db, gol.db);
            closed += third_octaves_apart(band.db, gol.db);
            // A drone is its open strings, and every stroke of theirs tells the difference.
            check(!drone || third_octaves_apart(khula.db, gol.db) > 36.0,
                  "%s: khula, velocity %d, %.2f dB", instrument.name, velocity,
                  sqrt(third_octaves_apart(khula.db, gol.db)));
            check(!drone || third_octaves_apart(band.db, gol.db) > 36.0,
                  "%s: band, velocity %d, %.2f dB", instrument.name, velocity,
                  sqrt(third_octaves_apart(band.db, gol.db)));
            hz[0] += log(khula.centroid_hz);
            hz[1] += log(gol.centroid_hz);
            hz[2] += log(band.centroid_hz);
        }
    }
    const char *name = instrument.name;
    printf("%s: centroid %.0f, %.0f, %.0f Hz from khula to band\n", name, exp(hz[0] / n),
           exp(hz[1] / n), exp(hz[2] / n));
    check_between(sqrt(open / n), 6.0, 60.0, "%s: khula from the middle [dB]", name);
    check_between(sqrt(closed / n), 6.0, 60.0, "%s: band from the middle [dB]", name);
    check(hz[0] > hz[1], "%s: khula is brighter", name);
    check(hz[2] < hz[1], "%s: band is duller", name);
}

int main(int argc, char **argv) {
    check(argc > 1, "usage: test_khula INSTRUMENT.ini...");
    for (int i = 1; i < argc; ++i) {
        check_instrument(argv[i]);
    }
    return check_result();
}
