// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The count of frames has no end: a phrase that begins before frame 2^31 or 2^32 and ends after it
// has the bits that it has at frame 0, its drone and vibrato included. Between the phrases the
// engine runs in silence, or sleeps as it does in a host.
//
//     test_frames FILE.ini [awake]
//
// awake: the engine runs all the frames between the phrases, which takes minutes.

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "host/deck.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"
#include "support/hash.h"

#include <string.h>

enum {
    RATE = 8000,
    BLOCK = 4096,           ///< A phrase begins on a multiple of it
    BEAT = 3000,            ///< Frames of a beat, which 2^32 is no multiple of
    PHRASE = 16 * BLOCK,    ///< Frames of a phrase
    SILENCE = 15 * BLOCK,   ///< Frame of a phrase from which on it is silent
    LONG_BLOCK = 16 * BLOCK ///< Frames of a block between phrases
};

static const JwEvent phrase[] = {
    {.frame = 0, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 49, 100}},
    {.frame = 700, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 61, 127}},
    {.frame = 5000, .type = JW_EVENT_PARAM, .param = {JW_P_VIBRATO_DEPTH, 80.0}},
    {.frame = 9001, .type = JW_EVENT_PARAM, .param = {JW_P_DRONE, 1.0}},
    {.frame = 30011, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_OFF, 0, 61, 64}},
    {.frame = 50000, .type = JW_EVENT_PARAM, .param = {JW_P_DRONE, 0.0}},
    {.frame = 50001, .type = JW_EVENT_PARAM, .param = {JW_P_VIBRATO_DEPTH, 0.0}},
    {.frame = 52000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_CONTROL, 0, 120, 0}},
};

enum { EVENTS = sizeof(phrase) / sizeof(phrase[0]) };

static const uint64_t wraps[] = {4 * PHRASE, 1ULL << 31, 1ULL << 32};

enum { N_WRAPS = sizeof(wraps) / sizeof(wraps[0]) };

static const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};

/// An engine, by itself or on a deck, and the frames that it has played.
typedef struct {
    JwEngine *engine;
    JwDeck deck;
    bool awake; ///< By itself
    uint64_t frame;
} Player;

static void run(Player *player, const JwEvent *events, size_t n, float *left, float *right,
                uint32_t n_frames) {
    if (player->awake) {
        jw_engine_run(player->engine, events, n, left, right, NULL, n_frames);
    } else {
        jw_deck_run(&player->deck, events, n, NULL, left, right, n_frames);
    }
    player->frame += n_frames;
}

/// Plays the phrase; returns the hash of what is heard. peak: the loudest sample.
static uint64_t play(Player *player, double *peak) {
    static float left[BLOCK], right[BLOCK];
    uint64_t hash = HASH_START;
    size_t next = 0;
    for (uint32_t done = 0; done < PHRASE; done += BLOCK) {
        JwEvent part[EVENTS];
        size_t n = 0;
        for (; next < EVENTS && phrase[next].frame < done + BLOCK; ++next) {
            part[n] = phrase[next];
            part[n++].frame -= done;
        }
        run(player, part, n, left, right, BLOCK);
        hash = hash_bytes(hash_bytes(hash, left, sizeof(left)), right, sizeof(right));
        for (int i = 0; i < BLOCK; ++i) {
            const double size = left[i] < 0.0F ? -(double)left[i] : (double)left[i];
            *peak = size > *peak ? size : *peak;
        }
    }
    return hash;
}

/// Runs in silence until that frame; returns the number of samples that are not 0.
static uint64_t wait_until(Player *player, uint64_t frame) {
    static float left[LONG_BLOCK], right[LONG_BLOCK];
    uint64_t n_loud = 0;
    while (player->frame < frame) {
        const uint64_t more = frame - player->frame;
        const uint32_t n = more < LONG_BLOCK ? (uint32_t)more : LONG_BLOCK;
        run(player, NULL, 0, left, right, n);
        for (uint32_t i = 0; i < n; i += 64) {
            n_loud += left[i] != 0.0F || right[i] != 0.0F;
        }
    }
    return n_loud;
}

/// A deck that is told of a host's tempo and place at its first frame, a beat each BEAT frames.
static void start_deck(Player *player, const JwInstrument *instrument, double beat) {
    static float left[1], right[1];
    const JwEvent place = {
        .type = JW_EVENT_TRANSPORT,
        .transport = {.bpm = 60.0 * RATE / BEAT, .beat = beat},
    };
    *player = (Player){.engine = engine_prepared(instrument, RATE, &options)};
    if (!check(jw_deck_init(&player->deck), "a deck")) {
        exit(1);
    }
    jw_deck_start(&player->deck, player->engine, JW_DECK_ANEW);
    run(player, &place, 1, left, right, 0);
}

/// A drone in the tempo of a host that told its place once: it goes on from the right beat after a
/// long sleep, as one that is told of it there.
static void check_tempo(JwInstrument instrument) {
    instrument.param[JW_P_DRONE_SYNC] = 1.0;
    Player player;
    double peak = 0.0;
    start_deck(&player, &instrument, 0.0);
    for (int i = 0; i < N_WRAPS; ++i) {
        const uint64_t begin = wraps[i] + BLOCK;
        Player told;
        wait_until(&player, begin);
        start_deck(&told, &instrument, (double)begin / BEAT);
        check(play(&player, &peak) == play(&told, &peak), "the drone's beat after frame %llu",
              (unsigned long long)wraps[i]);
        jw_deck_clear(&told.deck);
    }
    check(peak > 1e-3, "the drone sounds: peak %g", peak);
    jw_deck_clear(&player.deck);
}

int main(int argc, char **argv) {
    static JwInstrument instrument;
    Player player = {.awake = argc > 2 && !strcmp(argv[2], "awake")};
    double peak = 0.0;
    JwError error = {.text = "no file"};
    if (argc < 2 || jw_instrument_file_load(argv[1], &instrument, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    // A vibrato of whole periods a phrase, and strokes without chance: each phrase is like the
    // first.
    instrument.param[JW_P_VIBRATO_RATE] = RATE / 1024.0;
    instrument.param[JW_P_DRONE_HUMAN] = 0.0;
    fixture_exact(&instrument);
    instrument.param[JW_P_DRONE_TEMPO] = 240.0;
    player.engine = engine_prepared(&instrument, RATE, &options);
    if (!player.awake) {
        if (!check(jw_deck_init(&player.deck), "a deck")) {
            return check_result();
        }
        jw_deck_start(&player.deck, player.engine, JW_DECK_ANEW);
    }
    const uint64_t first = play(&player, &peak);
    check(peak > 1e-3, "it sounds: peak %g", peak);
    for (int i = 0; i < N_WRAPS; ++i) {
        const uint64_t n_loud = wait_until(&player, wraps[i] - PHRASE / 2);
        check(n_loud == 0, "silence until frame %llu", (unsigned long long)player.frame);
        check(play(&player, &peak) == first, "the same bits across frame %llu",
              (unsigned long long)wraps[i]);
    }
    JwStringReport report;
    jw_engine_report(player.engine, -1, &report);
    printf("%llu frames run\n", (unsigned long long)report.frames);
    if (player.awake) {
        check(report.frames >= wraps[N_WRAPS - 1], "the engine ran every frame");
        jw_engine_free(player.engine);
    } else {
        jw_deck_clear(&player.deck);
        check_tempo(instrument);
    }
    return check_result();
}
