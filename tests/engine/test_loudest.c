// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// No sample is larger than +12 dBFS, whatever file, preset, parameters, volume or input ask for,
// and whatever engines are exchanged: mix, stems, what a resonator gives. What is below +9 dBFS
// goes out as it is, and nothing jumps at the bound.
//
//     test_loudest FILE.ini FILE.ini...

#include "files/instrument_file.h"
#include "host/deck.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 160 };

/// +12 and +9 dBFS.
static const double bound = 3.9811, knee = 2.8184;

static JwInstrument instrument;
static float left[BLOCK], right[BLOCK], stem[JW_MAX_STEMS][BLOCK];
static float *stems[JW_MAX_STEMS];

static JwEvent set(JwParamId id, double value) {
    return (JwEvent){.type = JW_EVENT_PARAM, .param = {id, value}};
}

static JwEvent strike(int string) {
    return (JwEvent){.type = JW_EVENT_OPEN, .open = {string, 127}};
}

/// Events that strike every string.
static size_t strike_all(JwEvent *event, int n_strings) {
    for (int s = 0; s < n_strings; ++s) {
        event[s] = strike(s);
    }
    return (size_t)n_strings;
}

static double larger(double peak, const float *samples, int n) {
    for (int i = 0; i < n; ++i) {
        // A NaN is no level at all: it counts as too loud.
        const double size = fabs((double)samples[i]);
        peak = size <= peak ? peak : isnan(size) ? HUGE_VAL : size;
    }
    return peak;
}

static JwInstrument load(const char *path) {
    static JwInstrument loaded;
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &loaded, &error), "%s", error.text)) {
        exit(check_result());
    }
    loaded.param[JW_P_DRONE] = 0.0;
    return loaded;
}

static double dbfs(double peak) {
    return 20.0 * log10(peak);
}

/********* Files, presets and parameters that ask for much *********/

/// Peaks of mix and stems where every string is struck as hard as it can be; *held: samples held
/// back.
static void play(const JwEvent *first, size_t n_first, double *mix, double *parts,
                 JwStringReport *report) {
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    JwEvent event[JW_MAX_STRINGS + 8];
    *mix = *parts = 0.0;
    for (int b = 0; b < RATE / 2 / BLOCK; ++b) {
        size_t n = 0;
        if (b == 0) {
            memcpy(event, first, n_first * sizeof(*first));
            n = n_first + strike_all(event + n_first, instrument.n_strings);
        }
        jw_engine_run(engine, event, n, left, right, stems, BLOCK);
        *mix = larger(larger(*mix, left, BLOCK), right, BLOCK);
        for (int k = 0; k < 2 * (instrument.n_strings + 1); ++k) {
            *parts = larger(*parts, stem[k], BLOCK);
        }
        check_count(!jw_engine_service(engine));
    }
    jw_engine_report(engine, -1, report);
    jw_engine_free(engine);
}

static void check_loud(const char *what, const JwEvent *first, size_t n_first) {
    double mix, parts;
    JwStringReport report;
    play(first, n_first, &mix, &parts, &report);
    printf("%s, %s: mix %+.2f dBFS, stems %+.2f, held back %llu and %llu\n", instrument.name, what,
           dbfs(mix), dbfs(parts), (unsigned long long)report.limited,
           (unsigned long long)report.limited_stems);
    check(mix <= bound, "%s, %s: the mix, %+.2f dBFS", instrument.name, what, dbfs(mix));
    check(parts <= bound, "%s, %s: stems, %+.2f dBFS", instrument.name, what, dbfs(parts));
    check(mix > knee, "%s, %s: it asks for more than +9 dBFS", instrument.name, what);
    check(report.limited > 0, "%s, %s: the mix is held back, and counted", instrument.name, what);
}

static void check_extremes(const char *path) {
    const JwEvent loud[] = {set(JW_P_GAIN, 24.0), set(JW_P_BODY, 24.0),
                            set(JW_P_PLUCK_STRENGTH, 4.0), set(JW_P_VOLUME, 100.0),
                            set(JW_P_EXPRESSION, 100.0)};
    instrument = load(path);
    check_loud("parameters", loud, 5);
    // The instrument's own, as a preset lays them over it.
    instrument.param[JW_P_GAIN] = instrument.param[JW_P_BODY] = 24.0;
    check_loud("a preset", NULL, 0);
    for (int s = 0; s < instrument.n_strings; ++s) {
        instrument.string[s].gain = 1e9;
    }
    for (int b = 0; b < instrument.n_body; ++b) {
        instrument.body[b].gain = 1e4;
    }
    check_loud("a file", NULL, 0);
    check_loud("all of them", loud, 5);
}

/********* Below the bound *********/

/// Stems of a loud chord that reaches +9 dBFS nearly: their sum is the mix, bit for bit.
static void check_below_bound(const char *path) {
    double mix, parts;
    JwStringReport report;
    instrument = load(path);
    instrument.param[JW_P_GAIN] -= 24.0;
    play(NULL, 0, &mix, &parts, &report);
    const double gain = 20.0 * log10(0.9 * knee / mix);
    check_between(gain, -60.0, 48.0,
                  "%s: gain, above 24 dB less than its own, that takes the chord to +8 dBFS",
                  instrument.name);
    instrument.param[JW_P_GAIN] += gain;
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    JwEvent event[JW_MAX_STRINGS];
    size_t n = strike_all(event, instrument.n_strings);
    int n_same = 0, n_blocks = 0;
    double peak = 0.0;
    for (; n_blocks < RATE / 4 / BLOCK; ++n_blocks, n = 0) {
        float sum[2][BLOCK] = {{0.0F}};
        jw_engine_run(engine, event, n, left, right, stems, BLOCK);
        for (int k = 0; k < 2 * (instrument.n_strings + 1); ++k) {
            for (int i = 0; i < BLOCK; ++i) {
                sum[k % 2][i] += stem[k][i];
            }
        }
        n_same += !memcmp(sum[0], left, sizeof(left)) && !memcmp(sum[1], right, sizeof(right));
        peak = larger(larger(peak, left, BLOCK), right, BLOCK);
    }
    check(n_same == n_blocks, "%s: %d of %d blocks are their stems", instrument.name, n_same,
          n_blocks);
    check_between(peak, 0.8 * knee, knee, "%s: peak of what is not held back", instrument.name);
    jw_engine_free(engine);
}

/********* A resonator *********/

/// Input that goes by the strings at +12 dB: what comes in and goes out, a ramp up to many times
/// full scale. It is itself below the bound's knee, and rises without a jump up to the bound.
static void check_ramp(void) {
    enum { FRAMES = RATE };
    instrument.param[JW_P_LIMITER] = 0.0;
    instrument.param[JW_P_DRY] = 12.0;
    instrument.param[JW_P_WET] = -60.0;
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    static float in[FRAMES], out[FRAMES];
    for (int i = 0; i < FRAMES; ++i) {
        in[i] = (float)(4.0 * i / FRAMES);
    }
    for (int at = 0; at < FRAMES; at += BLOCK) {
        jw_engine_run_input(engine, NULL, 0, in + at, NULL, out + at, right, NULL, BLOCK);
    }
    const uint32_t late = jw_engine_input_latency_frames(engine);
    const double factor = pow(10.0, 0.6), step = factor * 4.0 / FRAMES;
    int n_itself = 0, n_below = 0, n_jumps = 0;
    double before = 0.0;
    for (int i = (int)late; i < FRAMES; ++i) {
        const double asked = factor * (double)in[i - (int)late];
        const double rise = (double)out[i] - before;
        before = (double)out[i];
        if (asked < knee) {
            ++n_below;
            n_itself += fabs((double)out[i] - asked) <= 1e-6 * asked;
        }
        n_jumps += !(rise > -1e-6 && rise < step + 1e-6);
    }
    check(n_below > 1000 && n_itself == n_below, "%d of %d samples below +9 dBFS as they are",
          n_itself, n_below);
    check(n_jumps == 0, "%d jumps of a ramp", n_jumps);
    check_between((double)out[FRAMES - 1], 3.5, bound, "the end of a ramp to 16 times full scale");
    jw_engine_free(engine);
}

static void check_resonator(const char *path) {
    static const float wild[] = {1e30F, -1e30F, 3e38F, 1.0F, -8.0F, 40.0F, INFINITY, NAN};
    static float in[2][BLOCK];
    uint64_t dice = 3;
    double peak = 0.0;
    instrument = load(path);
    check_ramp();
    instrument.param[JW_P_DRY] = 12.0;
    instrument.param[JW_P_WET] = instrument.param[JW_P_GAIN] = instrument.param[JW_P_BODY] = 24.0;
    instrument.param[JW_P_SENSITIVITY] = 1000.0;
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    for (int b = 0; b < RATE / 4 / BLOCK; ++b) {
        for (int i = 0; i < 2 * BLOCK; ++i) {
            in[i % 2][i / 2] = wild[fixture_random(&dice) % 8];
        }
        jw_engine_run_input(engine, NULL, 0, in[0], in[1], left, right, NULL, BLOCK);
        peak = larger(larger(peak, left, BLOCK), right, BLOCK);
    }
    check_between(peak, knee, bound, "%s: a resonator driven without bounds", instrument.name);
    jw_engine_free(engine);
}

/********* Engines that are exchanged *********/

static JwEngine *loud_engine(const JwInstrument *from, double gain) {
    instrument = *from;
    instrument.param[JW_P_GAIN] = gain;
    return engine_prepared(&instrument, RATE, NULL);
}

/// Instruments that take each other's place while all is struck and a host moves the gain.
static void check_exchange(const JwInstrument *of, int n_of) {
    JwDeck *deck = calloc(1, sizeof(*deck));
    if (!check(deck && jw_deck_init(deck), "memory")) {
        exit(check_result());
    }
    double peak = 0.0;
    int n_exchanges = 0;
    uint64_t dice = 11;
    jw_deck_start(deck, loud_engine(&of[0], 0.0), JW_DECK_ANEW);
    for (int b = 0; b < 2 * RATE / BLOCK; ++b) {
        JwEvent event[JW_MAX_STRINGS + 2];
        size_t n = 0;
        if (b % 8 == 7) { // A fade lasts nine blocks: the next one waits for its end.
            const double gain = b % 16 == 7 ? 24.0 : 0.0;
            jw_deck_collect(deck);
            jw_deck_offer(deck, loud_engine(&of[(b / 8) % n_of], gain));
        }
        if (jw_deck_enter(deck)) {
            ++n_exchanges;
            jw_deck_tell(deck);
        }
        event[n++] = set(JW_P_GAIN, fixture_uniform(&dice, 0.0, 24.0));
        event[n++] = set(JW_P_BODY, fixture_uniform(&dice, 0.0, 24.0));
        if (b % 4 == 0) {
            n += strike_all(event + n, jw_engine_n_strings(jw_deck_engine(deck)));
        }
        jw_deck_run(deck, event, n, NULL, left, right, BLOCK);
        peak = larger(larger(peak, left, BLOCK), right, BLOCK);
    }
    check(n_exchanges > 20, "%d exchanges", n_exchanges);
    check(deck->swap.held > 0, "two at a time would be louder, and are counted");
    printf("exchanged: worst peak %+.3f dBFS\n", dbfs(peak));
    check_between(peak, knee, bound, "%d exchanges under automation", n_exchanges);
    jw_deck_clear(deck);
    free(deck);
}

/// Loud engines, one after the other: where no fade is, each goes out as it is by itself; where one
/// begins and ends, nothing jumps by more than the engines do and the fade.
static void check_fade(const JwInstrument *of) {
    enum { BEFORE = 5, BLOCKS = 20, FRAMES = BLOCKS * BLOCK };
    static float out[FRAMES], old[FRAMES], new[FRAMES];
    JwDeck *deck = calloc(1, sizeof(*deck));
    JwEngine *alone[2] = {loud_engine(of, 24.0), loud_engine(of, 24.0)};
    if (!check(deck && jw_deck_init(deck), "memory")) {
        exit(check_result());
    }
    jw_deck_start(deck, loud_engine(of, 24.0), JW_DECK_ANEW);
    for (int b = 0; b < BLOCKS; ++b) {
        JwEvent event[JW_MAX_STRINGS];
        const bool begins = b == 0 || b == BEFORE;
        const size_t n = begins ? strike_all(event, of->n_strings) : 0;
        const int at = b * BLOCK;
        if (b == BEFORE) {
            jw_deck_offer(deck, loud_engine(of, 24.0));
            check(jw_deck_enter(deck), "an engine takes its place");
        }
        jw_deck_run(deck, event, n, NULL, out + at, right, BLOCK);
        jw_engine_run(alone[0], event, b < BEFORE ? n : 0, old + at, right, NULL, BLOCK);
        if (b >= BEFORE) {
            jw_engine_run(alone[1], event, n, new + at, right, NULL, BLOCK);
        }
    }
    const int fade = (int)(JW_ENGINE_SWAP_FADE_S * RATE) + 1, from = BEFORE * BLOCK;
    const double slope = 1.5 / fade * bound; // Steepest slope of a fade that has no corners
    int n_jumps = 0;
    for (int i = from; i < FRAMES; ++i) {
        const double most = fabs((double)old[i] - (double)old[i - 1]) +
                            fabs((double)new[i] - (double)new[i - 1]) + slope + 1e-5;
        n_jumps += fabs((double)out[i] - (double)out[i - 1]) > most;
    }
    check(!memcmp(out, old, (size_t)from * sizeof(float)), "before the fade, the old one's bits");
    check(!memcmp(out + from + fade, new + from + fade,
                  (size_t)(FRAMES - from - fade) * sizeof(float)),
          "behind it, the new one's bits");
    check(larger(0.0, old, from) > knee && deck->swap.held > 0, "loud enough to be held back");
    check(n_jumps == 0, "%d jumps", n_jumps);
    jw_deck_clear(deck);
    jw_engine_free(alone[0]);
    jw_engine_free(alone[1]);
    free(deck);
}

int main(int argc, char **argv) {
    static JwInstrument of[2];
    if (argc < 3) {
        fprintf(stderr, "usage: test_loudest FILE.ini FILE.ini...\n");
        return 2;
    }
    for (int k = 0; k < JW_MAX_STEMS; ++k) {
        stems[k] = stem[k];
    }
    for (int i = 1; i < argc; ++i) {
        check_extremes(argv[i]);
        check_below_bound(argv[i]);
        of[i % 2] = load(argv[i]);
    }
    check_resonator(argv[1]);
    check_exchange(of, 2);
    check_fade(&of[1]);
    return check_result();
}
