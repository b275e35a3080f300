// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pictures for the audio thread: what the control thread is told, without waiting for a tick, and
// at no bit of the sound. Arguments: instrument files, the first with two polarisations.

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, TICKS = 600, FIRST = 2 };

static JwInstrument instrument;
static JwEnginePicture picture;
static float left[2][JW_CONTROL_FRAMES], right[2][JW_CONTROL_FRAMES];

static void run(JwEngine *engine, int i, const JwEvent *event) {
    jw_engine_run(engine, event, event ? 1 : 0, left[i], right[i], NULL, JW_CONTROL_FRAMES);
}

/// True if the picture is what the control thread is told of the same frame.
static bool is_told(const JwEngine *engine, int string) {
    static float amplitude_m[4096], x_m[4096], force_n[4096];
    JwMotion motion;
    const int n = jw_engine_motion(engine, string, amplitude_m, 4096, &motion);
    const int points = jw_engine_contact_forces(engine, string, x_m, force_n, 4096);
    bool same = motion.frame == picture.frame && motion.length_m == picture.length_m &&
                points == picture.n_contacts && picture.n <= n;
    for (int j = 0; same && j < n && j < JW_PICTURE_MODES; ++j) {
        same = j < picture.n ? fabsf(amplitude_m[j] - picture.towards[j]) <= 1e-6F * 1e-3F
                             : fabsf(amplitude_m[j]) < 1e-7F;
    }
    for (int i = 0; same && i < points; ++i) {
        same = x_m[i] == picture.contact_m[i] && force_n[i] == picture.force_n[i];
    }
    return same;
}

static void check_told(int string) {
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    JwEngine *unseen = engine_prepared(&instrument, RATE, NULL);
    const JwEvent pluck = {.type = JW_EVENT_OPEN, .open = {string, 110, 0.0}};
    int n_told = 0, n_same = 0, n_pressed = 0, n_across = 0;
    double across_m = 0.0;
    for (int tick = 0; tick < TICKS; ++tick) {
        run(engine, 0, tick == 0 ? &pluck : NULL);
        run(unseen, 1, tick == 0 ? &pluck : NULL);
        n_told += is_told(engine, string) && tick >= FIRST; // A reader is known from then on
        check(jw_engine_picture(engine, string, &picture), "there is a picture");
        n_same += !memcmp(left[0], left[1], sizeof left[0]) &&
                  !memcmp(right[0], right[1], sizeof right[0]);
        for (int i = 0; i < picture.n_contacts; ++i) {
            n_pressed += picture.force_n[i] > 0.0F;
        }
        n_across = picture.n_across;
        for (int j = 0; j < picture.n_across; ++j) {
            across_m = fmax(across_m, fabs((double)picture.across[j]));
        }
    }
    JwStringReport report;
    jw_engine_report(engine, string, &report);
    check(n_told == TICKS - FIRST, "%d of %d pictures are as told", n_told, TICKS - FIRST);
    check(n_same == TICKS, "%d of %d ticks have the same bits", n_same, TICKS);
    check(n_pressed > 0, "contact is seen");
    check(n_across > 0 && across_m > 1e-6, "%d modes across, up to %.3g m", n_across, across_m);
    check(picture.held_key[string] == report.held_key && report.held_key >= 0, "the key is held");
    JwStringReport all;
    jw_engine_report(engine, -1, &all);
    check_between(picture.body_j, 0.5 * all.energy_body_j, 2.0 * all.energy_body_j + 1e-12,
                  "energy of the body [J]");
    check(all.energy_body_j > 0.0 && picture.ledger_j >= 0.0, "body and ledger have energies");
    check_between(picture.ledger_j, 0.2 * all.energy_ledger_j, 5.0 * all.energy_ledger_j + 1e-9,
                  "energy of the ledgers [J]");
    check_between(picture.pitch_hz, report.pitch_hz * 0.999, report.pitch_hz * 1.001, "pitch [Hz]");
    check_between((double)picture.energy_j[string], 0.5 * report.energy_j, 2.0 * report.energy_j,
                  "energy [J]");
    jw_engine_free(engine);
    jw_engine_free(unseen);
}

static void check_none(void) {
    JwEngine *engine = jw_engine_new();
    check(!jw_engine_picture(engine, 0, &picture), "no picture before prepare");
    jw_engine_free(engine);
    engine = engine_prepared(&instrument, RATE, NULL);
    check(!jw_engine_picture(engine, -1, &picture) &&
              !jw_engine_picture(engine, instrument.n_strings, &picture),
          "nor of strings that are not there");
    check(jw_engine_picture(engine, 0, &picture) && picture.n_strings == instrument.n_strings &&
              picture.held_key[0] == -1 && !picture.drone.runs,
          "one of a string at rest");
    jw_engine_free(engine);
}

/// A drone's place goes round.
static void check_drone(const char *path) {
    JwError error = {0};
    check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text);
    instrument.param[JW_P_DRONE] = 1.0;
    instrument.param[JW_P_QUALITY] = 1.0;
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    int n_nexts = 0, before = -1;
    for (int tick = 0; tick < 6 * RATE / JW_CONTROL_FRAMES; ++tick) {
        run(engine, 0, NULL);
        jw_engine_picture(engine, 0, &picture);
        n_nexts += picture.drone.next != before;
        before = picture.drone.next;
    }
    check(picture.drone.runs && n_nexts > 2, "the drone's next stroke changed %d times", n_nexts);
    jw_engine_free(engine);
}

int main(int argc, char **argv) {
    JwError error = {0};
    check(argc == 3 && !jw_instrument_file_load(argv[1], &instrument, &error), "%s", error.text);
    instrument.param[JW_P_QUALITY] = 1.0;
    check_none();
    check_told(0);
    check_drone(argv[2]);
    return check_result();
}
