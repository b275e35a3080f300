// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// How far notes of a sitar and the drone of a tanpura are from recorded ones: levels over time
// and band, compared with those of recordings (src/fit/portrait.h) [dB]. And how loud the halo is:
// what rings between the partials of a note, the taraf above all.
//
//     test_recordings RECORDINGS.csv SITAR.ini DRONE.ttl

#include "base/fourier.h"
#include "base/pi.h"
#include "files/instrument_file.h"
#include "fit/portrait.h"
#include "host/patch.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    HELD_FRAMES = JW_PORTRAIT_RATE * 3,
    LATENCY_MOST = 4096, // Frames of an engine's
};

/********* Sounds *********/

static float left[JW_PORTRAIT_DRONE_FRAMES + LATENCY_MOST],
    right[JW_PORTRAIT_DRONE_FRAMES + LATENCY_MOST];
static double sound[JW_PORTRAIT_DRONE_FRAMES];

/// Plays events into n frames of sound as the renderer does: without the engine's latency, and
/// faded over the last second, or the last tenth if that is shorter.
static void play(const JwInstrument *instrument, const JwEvent *events, int n_events, int n) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    JwEngine *engine = engine_prepared(instrument, JW_PORTRAIT_RATE, &options);
    const int latency = (int)jw_engine_latency_frames(engine),
              n_faded = n < 10 * JW_PORTRAIT_RATE ? n / 10 : JW_PORTRAIT_RATE;
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
    play(instrument, events, 2, JW_PORTRAIT_NOTE_FRAMES);
}

/// Level of what sounds between the partials of a tone, from 80 Hz to 6 kHz and from 0.5 to 1 s,
/// beside all that sounds there [dB].
static double halo_db(double hz) {
    enum { N = 1 << 15, FROM = JW_PORTRAIT_RATE / 2, HEARD = JW_PORTRAIT_RATE / 2 };
    static JwComplex data[N], work[N], table[N / 2];
    const double stiff = 3e-5, near_hz = 9.0, near_part = 0.006;
    double all = 0.0, between = 0.0;
    memset(data, 0, sizeof(data));
    for (int i = 0; i < HEARD; ++i) {
        const double turn = 2.0 * JW_PI * i / (HEARD - 1);
        data[i].re = (0.42 - 0.5 * cos(turn) + 0.08 * cos(2.0 * turn)) * sound[FROM + i];
    }
    jw_fourier_table(table, N);
    jw_fourier_transform(data, work, table, N);
    for (int i = 0; i < N / 2; ++i) {
        const double f = (double)i * JW_PORTRAIT_RATE / N;
        const double k = fmax(round(f / hz), 1.0), partial = k * hz * sqrt(1.0 + stiff * k * k);
        const double power = data[i].re * data[i].re + data[i].im * data[i].im;
        if (f > 80.0 && f < 6000.0) {
            all += power;
            between += fabs(f - partial) < fmax(near_hz, near_part * partial) ? 0.0 : power;
        }
    }
    return 10.0 * log10(between / all);
}

/// Prints distances of four notes from the recorded ones, and checks them.
/// exact: without noise and variation, which the sitar was fitted without.
static void check_notes(const char *recordings, const char *path, bool exact) {
    static const struct {
        const char *name;
        int key;
    } notes[] = {{"sitar-a3", 57}, {"sitar-g#4", 68}, {"sitar-c5", 72}, {"sitar-a4", 69}};
    static JwInstrument instrument;
    const int n = (int)(sizeof(notes) / sizeof(notes[0]));
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return;
    }
    if (exact) {
        fixture_exact(&instrument);
    }
    instrument.param[JW_P_VARIATION] = 0.0;
    double mean = 0.0, halo = 0.0;
    for (int i = 0; i < n; ++i) {
        const JwPortrait theirs = jw_portrait_recorded(recordings, notes[i].name);
        check(theirs.n > 0, "%s: no %s", recordings, notes[i].name);
        play_note(&instrument, notes[i].key);
        const JwPortrait ours = jw_portrait_note(sound);
        const JwPortraitDistance d = jw_portrait_distance(&ours, &theirs);
        printf("%s: bands %.2f, bloom %.2f, level %.2f, all %.2f dB\n", notes[i].name,
               d.quantity[JW_PORTRAIT_BANDS], d.quantity[JW_PORTRAIT_BLOOM],
               d.quantity[JW_PORTRAIT_LEVEL], d.all);
        check_below(d.quantity[JW_PORTRAIT_BLOOM], exact ? 5.0 : 11.0, "%s: distance in bloom [dB]",
                    notes[i].name);
        mean += d.all / n;
        halo += halo_db(440.0 * exp2((notes[i].key - 69) / 12.0)) / n;
    }
    check_between(halo, -16.0, -6.0, "halo of the notes, mean [dB]");
    check_below(mean, exact ? 6.2 : 7.0, "mean distance of the notes, %s [dB]",
                exact ? "exact" : "as heard");
}

/// Prints distances of a drone from recorded ones, and checks them.
static void check_drone(const char *recordings, const char *preset, bool exact) {
    static const char *const drones[] = {"drone-c-a", "drone-c-b", "drone-c-c"};
    const JwPatchPlaces places = {0};
    static JwPatch patch;
    const int n = (int)(sizeof(drones) / sizeof(drones[0]));
    JwError error = {0};
    if (!check(jw_patch_read(&patch, &places, NULL, preset, &error), "%s", error.text)) {
        return;
    }
    if (exact) {
        fixture_exact(&patch.instrument);
    }
    patch.instrument.param[JW_P_SA] = 0.0; // C, as the recorded ones
    play(&patch.instrument, NULL, 0, JW_PORTRAIT_DRONE_FRAMES);
    const JwPortrait ours = jw_portrait_drone(sound);
    double mean = 0.0;
    for (int i = 0; i < n; ++i) {
        const JwPortrait theirs = jw_portrait_recorded(recordings, drones[i]);
        check(theirs.n > 0, "%s: no %s", recordings, drones[i]);
        const JwPortraitDistance d = jw_portrait_distance(&ours, &theirs);
        printf("%s: long %.2f, pulse %.2f, all %.2f dB\n", drones[i], d.quantity[JW_PORTRAIT_LONG],
               d.quantity[JW_PORTRAIT_PULSE], d.all);
        mean += d.all / n;
    }
    check_below(mean, 6.0, "mean distance of the drones, %s [dB]", exact ? "exact" : "as heard");
    check_between(jw_portrait_value(&ours, JW_PORTRAIT_PULSE, JW_PORTRAIT_ALL, 0.0), 3.0, 7.0,
                  "range of the drone's level [dB]");
}

int main(int argc, char **argv) {
    if (check(argc == 4, "usage: test_recordings RECORDINGS.csv SITAR.ini DRONE.ttl")) {
        check_notes(argv[1], argv[2], true);
        check_notes(argv[1], argv[2], false);
        check_drone(argv[1], argv[3], true);
        check_drone(argv[1], argv[3], false);
    }
    return check_result();
}
