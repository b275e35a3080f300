// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A string that presses on a raised bridge goes on pressing as hard as at rest, open or stopped,
// while it sounds and the body gives way under it: impulses are compared with those of the static
// balance.
//
//     test_raised INSTRUMENT...

#include "engine/engine.h"
#include "engine/parts.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"

#include <math.h>

enum { RATE = 48000, BLOCK = 32, FROM = 2 * RATE, END = 3 * RATE };

static const JwEngineOptions synchronous = {.precision = JW_PRECISION_F32, .synchronous = true};
static JwInstrument instrument;

static double pressure(const JwStringState *c, const double *impulse) {
    double sum = 0.0;
    for (int i = 0; i < c->modes->n_points; ++i) {
        sum += impulse[i];
    }
    return sum;
}

/// Mean pressure of a string over that at rest, in the third second after a stroke; in proportion
/// to the tension, which is lower than the table's since the string is tuned along with its bridge.
static double pressure_left(int string, int fret, double height_mm) {
    instrument.param[JW_P_BRIDGE_HEIGHT] = height_mm;
    instrument.param[JW_P_RELEASE_DAMPING] = 0.0;
    instrument.map = (JwMidiMap){.melody = 1U << string};
    instrument.drone = (JwDronePattern){.first = -1};
    const int key =
        instrument.string[string].key + (int)lround(instrument.string[string].fret_semitones[fret]);
    const JwEvent event = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)key, 64}};
    JwEngine *engine = engine_prepared(&instrument, RATE, &synchronous);
    const JwStringState *c = &engine->audio->string[string].state;
    float left[BLOCK], right[BLOCK];
    double sum = 0.0;
    for (int at = 0; at < END; at += BLOCK) {
        jw_engine_run(engine, &event, at == 0, left, right, NULL, BLOCK);
        sum += at < FROM ? 0.0 : pressure(c, c->contact.impulse);
    }
    check(engine->audio->string[string].fret == fret, "stopped at fret %d", fret);
    const double mean = sum * BLOCK / (END - FROM);
    const double part = mean / (c->tension_scale * pressure(c, c->modes->rest_r));
    jw_engine_free(engine);
    return part;
}

int main(int argc, char **argv) {
    for (int a = 1; a < argc; ++a) {
        JwError error = {0};
        JwInstrument loaded;
        const bool ok = !jw_instrument_file_load(argv[a], &loaded, &error);
        for (int s = 0; check(ok, "%s %s", argv[a], error.text) && s < loaded.n_strings; ++s) {
            for (int k = 0; loaded.string[s].role == JW_ROLE_MELODY && k < 3; ++k) {
                const int fret = k * (loaded.string[s].n_frets - 1) / 2;
                instrument = loaded;
                const double part = pressure_left(s, fret, 0.15 * (k + 1));
                check_below(fabs(part - 1.0), 0.012, "%s, %s, fret %d: pressure lost", loaded.name,
                            loaded.string[s].name, fret);
            }
        }
    }
    return check_result();
}
