// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The same events give the same bits, however the frames are cut into blocks.
//
//     test_same_bits [N [LEVEL [FILE]]]   N renderings of a random score (12), by at most that
//     level
//                                         of the instruction set (plain, v3, v4); the first goes
//                                         to FILE
//
// The last line has the hash of all scores whose strokes make no noise and that of the others:
// builds with other compilers or for other instruction sets are compared by it, or by FILE (32-bit
// floats, left and right in turn).

#include "engine/engine.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/hash.h"
#include "support/levels.h"

#include <math.h>
#include <stdlib.h>

enum { RATE = 24000, FRAMES = 2 * RATE, EVENTS = 120, SCORES = 6, NOISY = 4, BLOCK_MAX = 8192 };

static uint64_t dice;

static uint64_t roll(uint64_t n) {
    return fixture_random(&dice) % n;
}

static int by_frame(const void *a, const void *b) {
    const uint32_t x = ((const JwEvent *)a)->frame, y = ((const JwEvent *)b)->frame;
    return x < y ? -1 : x > y;
}

static JwEvent some_event(void) {
    static const uint8_t status[] = {0x90, 0x90, 0x90, 0x90, 0x80, 0xb0, 0xe0, 0xd0};
    // Those that are multiples of no block length, too.
    JwEvent e = {.frame = (uint32_t)roll(FRAMES)};
    if (roll(5) == 0) {
        e.type = JW_EVENT_PARAM;
        e.param.id = (JwParamId)roll(JW_N_PARAMS);
        e.param.value = jw_param_from_unit(e.param.id, fixture_uniform(&dice, 0.0, 1.0));
        if (e.param.id == JW_P_QUALITY) {
            e.param.value = 1.0 + (double)roll(2);
        } else if (e.param.id == JW_P_GAIN) {
            e.param.value = -6.0;
        }
        return e;
    }
    e.type = JW_EVENT_MIDI;
    uint8_t bytes[3] = {status[roll(sizeof(status))]};
    bytes[1] = (uint8_t)(bytes[0] == 0xb0 ? roll(120) : 44 + roll(24));
    bytes[2] = (uint8_t)roll(128);
    e.midi = jw_midi_decode(bytes);
    return e;
}

/// Gives strokes of every kind noise, a second blow and a spread.
static void make_noisy(JwInstrument *instrument) {
    const uint32_t given[] = {JW_STROKE_NOISE_LOW_DB,   JW_STROKE_NOISE_MID_DB,
                              JW_STROKE_NOISE_HIGH_DB,  JW_STROKE_SCRAPE_DB,
                              JW_STROKE_NOISE_BRIDGE,   JW_STROKE_NOISE_AIR,
                              JW_STROKE_SECOND_STRENGTH};
    const double value[] = {-20.0, -24.0, -28.0, -12.0, 1.0, 0.1, 0.5};
    for (int kind = 0; kind <= (int)jw_param_info(JW_P_PLUCK_STROKE)->max; ++kind) {
        JwStrokeSpec *stroke = &instrument->stroke[instrument->n_strokes++];
        *stroke = (JwStrokeSpec){.kind = kind, .seed = kind};
        for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); ++i) {
            stroke->given |= 1u << given[i];
            stroke->figure[given[i]] = value[i];
        }
    }
    instrument->param[JW_P_VARIATION] = 50.0;
}

static void make_score(int number, JwInstrument *instrument, JwEvent *events) {
    dice = (uint64_t)number * 7919 + 1;
    fixture_sitar(instrument);
    instrument->string[0].n_frets = 6;
    if (number == 1) {
        fixture_body(instrument);
    } else if (number == 3) {
        fixture_plates(instrument);
    } else if (number == 5) {
        fixture_body(instrument);
    }
    if (number >= NOISY) {
        make_noisy(instrument);
    }
    for (int i = 0; i < EVENTS; ++i) {
        events[i] = some_event();
    }
    qsort(events, EVENTS, sizeof(*events), by_frame);
}

static uint32_t block_size(int rendering) {
    static const uint32_t sizes[] = {64, 1, 16, 63, 1024, 8192, 4096, 17};
    // The rest: at random, every third of no frames at all.
    if (rendering < 8) {
        return sizes[rendering];
    }
    return roll(3) ? 1 + (uint32_t)roll(roll(2) ? 100 : BLOCK_MAX) : 0;
}

static void render(const JwInstrument *instrument, const JwEvent *events, JwPrecision precision,
                   int rendering, float *sound) {
    static float left[BLOCK_MAX], right[BLOCK_MAX];
    const JwEngineOptions options = {.precision = precision, .synchronous = true};
    JwEngine *engine = jw_engine_new();
    check(engine && !jw_engine_prepare(engine, instrument, RATE, &options), "prepare");
    dice = (uint64_t)rendering + 99;
    int next = 0;
    for (uint32_t done = 0; done < FRAMES;) {
        JwEvent part[EVENTS];
        size_t n_part = 0;
        uint32_t n = block_size(rendering);
        n = n < FRAMES - done ? n : FRAMES - done;
        for (; next < EVENTS && events[next].frame < done + n; ++next) {
            part[n_part] = events[next];
            part[n_part++].frame -= done;
        }
        jw_engine_run(engine, part, n_part, left, right, NULL, n);
        for (uint32_t i = 0; i < n; ++i) {
            sound[2 * (done + i)] = left[i];
            sound[2 * (done + i) + 1] = right[i];
        }
        done += n;
    }
    jw_engine_free(engine);
}

static double peak_of(const float *sound) {
    double peak = 0.0;
    for (int i = 0; i < 2 * FRAMES; ++i) {
        peak = isfinite(sound[i]) ? fmax(peak, fabs((double)sound[i])) : HUGE_VAL;
    }
    return peak;
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 12;
    static JwInstrument instrument;
    static JwEvent events[EVENTS];
    static float sound[2 * FRAMES];
    if (argc > 2 && !limit_level(argv[2])) {
        printf("not on this machine\n");
        return 77;
    }
    FILE *file = argc > 3 ? fopen(argv[3], "wb") : NULL;
    uint64_t all[2] = {HASH_START, HASH_START};
    for (int number = 0; number < SCORES; ++number) {
        const JwPrecision precision =
            number == 2 || number == 4 ? JW_PRECISION_F64 : JW_PRECISION_F32;
        uint64_t first = 0;
        int n_other = 0;
        make_score(number, &instrument, events);
        for (int k = 0; k < n; ++k) {
            render(&instrument, events, precision, k, sound);
            const uint64_t hash = hash_bytes(HASH_START, sound, sizeof(sound));
            first = k == 0 ? hash : first;
            n_other += hash != first;
            if (k == 0) {
                all[number >= NOISY] = hash_bytes(all[number >= NOISY], sound, sizeof(sound));
                const double peak = peak_of(sound);
                check(peak > 1e-3 && peak < 1e3, "score %d sounds: peak %g", number, peak);
                check(!file || fwrite(sound, sizeof(sound), 1, file) == 1, "written");
            }
        }
        printf("score %d: %d renderings\n", number, n);
        check_between((double)n_other, 0, 0, "with other bits than the first");
    }
    if (file) {
        check(!fclose(file), "closed");
    }
    const int status = check_result();
    printf("%016llx %016llx\n", (unsigned long long)all[0], (unsigned long long)all[1]);
    return status;
}
