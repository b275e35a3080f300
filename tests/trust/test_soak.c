// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A long time: the same phrase again and again, silence between. Every time it has the very same
// bits, so neither pitch nor level nor offset drifts; silence is exact 0; memory stays what it was.
//
//     test_soak [SECONDS]        of audio (60)

#define _XOPEN_SOURCE 700

#include "engine/engine.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"
#include "support/hash.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    RATE = 24000,
    GRID = 1024,         ///< A phrase begins on a multiple of it
    PHRASE = 200 * GRID, ///< Frames of a phrase, its silence included
    SOUND = 120 * GRID,  ///< Frames until all sound off
    WARM = 3,            ///< Phrases after which memory counts
};

static const JwEvent phrase[] = {
    {.frame = 0, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 49, 100}},
    {.frame = 700, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 61, 127}},
    {.frame = 9001, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 54, 60}},
    {.frame = 9500, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_BEND, 0, .value = 4608}},
    {.frame = 15000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_BEND, 0, .value = 0}},
    {.frame = 30011, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_OFF, 0, 54, 64}},
    {.frame = 40000, .type = JW_EVENT_PARAM, .param = {JW_P_BRIDGE_HEIGHT, 0.05}},
    {.frame = 41000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 49, 110}},
    {.frame = 60000, .type = JW_EVENT_PARAM, .param = {JW_P_BRIDGE_HEIGHT, 0.0}},
    {.frame = SOUND, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_CONTROL, 0, 120, 0}},
};

enum { EVENTS = sizeof(phrase) / sizeof(phrase[0]) };

/// Resident memory without what is shared with files: programs grow by code that they reach late.
static long resident_kib(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long size, resident, shared, own = -1;
    if (file) {
        if (fscanf(file, "%ld %ld %ld", &size, &resident, &shared) == 3) {
            own = resident - shared;
        }
        fclose(file);
    }
    return own < 0 ? -1 : own * (sysconf(_SC_PAGESIZE) / 1024);
}

typedef struct {
    uint64_t hash;
    double peak, sum;   ///< sum of all samples: an offset
    uint32_t last_loud; ///< Frame after the last one that is not 0
} Heard;

static Heard play(JwEngine *engine, uint64_t *dice) {
    Heard heard = {.hash = HASH_START};
    int next = 0;
    for (uint32_t done = 0; done < PHRASE;) {
        static float left[GRID], right[GRID];
        JwEvent part[EVENTS];
        size_t n_part = 0;
        uint32_t n = 1 + (uint32_t)(fixture_random(dice) % GRID);
        n = n < PHRASE - done ? n : PHRASE - done;
        for (; next < EVENTS && phrase[next].frame < done + n; ++next) {
            part[n_part] = phrase[next];
            part[n_part++].frame -= done;
        }
        jw_engine_run(engine, part, n_part, left, right, NULL, n);
        heard.hash = hash_bytes(heard.hash, left, n * sizeof(*left));
        for (uint32_t i = 0; i < n; ++i) {
            heard.peak = fmax(heard.peak, fabs((double)left[i]));
            heard.sum += (double)left[i];
            if (left[i] != 0.0F || right[i] != 0.0F) {
                heard.last_loud = done + i + 1;
            }
        }
        done += n;
    }
    return heard;
}

static void soak(const JwInstrument *instrument, const char *name, long n_phrases) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    JwEngine *engine = engine_prepared(instrument, RATE, &options);
    uint64_t dice = 41;
    long before_kib = 0, n_other = 0;
    Heard first = {.hash = 0};
    double offset = 0.0;
    uint32_t last_loud = 0;
    for (long i = 0; i < n_phrases; ++i) {
        const Heard heard = play(engine, &dice);
        first = i == 0 ? heard : first;
        n_other += heard.hash != first.hash;
        offset = fmax(offset, fabs(heard.sum / PHRASE));
        last_loud = heard.last_loud > last_loud ? heard.last_loud : last_loud;
        if (i == WARM - 1) {
            before_kib = resident_kib();
        }
    }
    const long after_kib = resident_kib();
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    printf("%s: %ld phrases, %.0f s of audio, peak %.3g, %llu impacts\n", name, n_phrases,
           (double)n_phrases * PHRASE / RATE, first.peak, (unsigned long long)report.impacts);
    check_between((double)n_other, 0, 0, "phrases of other bits than the first");
    check_between(20.0 * log10(fmax(offset, 1e-30)), -600.0, -90.0, "offset of a phrase, dBFS");
    check_below((double)last_loud - SOUND, 3.0 * RATE, "frames from all sound off to exact 0");
    check(first.peak > 0.01 && report.nonfinite == 0, "it sounds");
    check_between((double)(after_kib - before_kib), -1e9, 64.0, "KiB that memory has grown");
    jw_engine_free(engine);
}

int main(int argc, char **argv) {
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 60.0;
    const long n = WARM + 1 + (long)(seconds * RATE / PHRASE / 2.0);
    static JwInstrument instrument;
    fixture_sitar(&instrument);
    instrument.string[0].n_frets = 6;
    soak(&instrument, "sitar", n);
    fixture_body(&instrument);
    soak(&instrument, "sitar on a body", n);
    return check_result();
}
