// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// From a file to samples, the way that has numbers read, tables computed and strings played: one
// hash an instrument, whatever compiler, C library and processor the program is for. So have the
// elementary functions, over arguments of all sizes; that hash stands here.
//
//     test_file_bits LEVEL FILE...     LEVEL of the instruction set: plain, v3, v4

#include "base/elementary.h"
#include "engine/engine.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/hash.h"
#include "support/levels.h"

#include <math.h>
#include <string.h>

enum { RATE = 44100, FRAMES = RATE, NOTES = 8, ARGUMENTS = 100000 };

static const uint64_t functions_hash = UINT64_C(0xb4dbc9b99ac2d03e);

/// The next of the bits of a sequence.
static uint64_t next_bits(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state ^ *state >> 29;
}

/// A number of any sign, from 2^-32 to 2^32 in size.
static double next_number(uint64_t *state) {
    const uint64_t bits = next_bits(state), exponent = 1023 - 32 + (next_bits(state) >> 32) % 64;
    const uint64_t double_bits =
        (bits & ~(UINT64_C(0x7ff) << 52)) | exponent << 52; // Sign and mantissa as they come
    double x;
    memcpy(&x, &double_bits, sizeof(x));
    return x;
}

static uint64_t hash_functions(void) {
    static double (*const function[])(double) = {jw_sin,  jw_cos,   jw_atan, jw_exp,
                                                 jw_exp2, jw_expm1, jw_sinh, jw_cosh,
                                                 jw_tanh, jw_log,   jw_log2, jw_log10};
    enum { N = sizeof(function) / sizeof(function[0]), FROM_0 = 9 };
    uint64_t hash = HASH_START, state = 1;
    for (int i = 0; i < ARGUMENTS; ++i) {
        const double x = next_number(&state), y = next_number(&state);
        double value[N + 1];
        for (int f = 0; f < N; ++f) {
            value[f] = function[f](f < FROM_0 ? x : fabs(x));
        }
        value[N] = jw_pow(fabs(x), y);
        hash = hash_bytes(hash, value, sizeof(value));
    }
    return hash;
}

/// Notes over the whole range, with a bend.
static void play(const JwInstrument *instrument, JwPrecision precision, float *sound) {
    const JwEngineOptions options = {.precision = precision, .synchronous = true};
    JwEngine *engine = jw_engine_new();
    check(engine && !jw_engine_prepare(engine, instrument, RATE, &options), "prepare");
    for (uint8_t i = 0; i < NOTES; ++i) {
        const uint8_t on[3] = {0x90, (uint8_t)(36 + 5 * i), (uint8_t)(40 + 10 * i)};
        const uint8_t bend[3] = {0xe0, 0, (uint8_t)(64 + 4 * i)};
        const JwEvent event[2] = {{.type = JW_EVENT_MIDI, .midi = jw_midi_decode(on)},
                                  {.type = JW_EVENT_MIDI, .midi = jw_midi_decode(bend)}};
        const uint32_t n = FRAMES / NOTES;
        jw_engine_run(engine, event, 2, sound + 2 * i * n, sound + (2 * i + 1) * n, NULL, n);
    }
    jw_engine_free(engine);
}

static void play_file(const char *path) {
    static JwInstrument instrument;
    static float sound[2 * FRAMES];
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return;
    }
    uint64_t hash = HASH_START;
    for (int precision = JW_PRECISION_F32; precision <= JW_PRECISION_F64; ++precision) {
        memset(sound, 0, sizeof(sound));
        play(&instrument, (JwPrecision)precision, sound);
        hash = hash_bytes(hash, sound, sizeof(sound));
        double peak = 0.0;
        for (int i = 0; i < 2 * FRAMES; ++i) {
            peak = fmax(peak, fabs((double)sound[i]));
        }
        check(peak > 1e-3 && peak < 4.0, "%s sounds: peak %g", path, peak);
    }
    const char *const slash = strrchr(path, '/');
    printf("%016llx %s\n", (unsigned long long)hash, slash ? slash + 1 : path);
}

int main(int argc, char **argv) {
    if (argc < 2 || !limit_level(argv[1])) {
        printf("not on this machine\n");
        return 77;
    }
    const uint64_t functions = hash_functions();
    printf("%016llx elementary functions\n", (unsigned long long)functions);
    check(functions == functions_hash, "the elementary functions have their bits");
    for (int i = 2; i < argc; ++i) {
        play_file(argv[i]);
    }
    return check_result();
}
