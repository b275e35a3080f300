// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Threads that help: each does its part of every task, and an engine that they help gives the bits
// that it gives alone.
//
//     test_crew TASKS INSTRUMENT.ini...

#include "app/helpers.h"
#include "check.h"
#include "files/instrument_file.h"
#include "fixtures.h"
#include "hash.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { rate = 48000, n_frames = 9600, block = 480 };

/********* Tasks *********/

typedef struct {
    JwCrew crew;
    long n_done[JW_CREW_MAX]; ///< Each member's own
    long n_seen;              ///< Of the others' as member 0 finds them
} Tasks;

typedef struct {
    JwCrew *crew;
    int member;
} Help;

static void give_way(void) {
    sched_yield();
}

static void *help(void *argument) {
    const Help *h = argument;
    jw_crew_help(h->crew, h->member);
    return NULL;
}

static void count(void *work, int member) {
    Tasks *t = work;
    ++t->n_done[member];
}

static void test_tasks(int n, long n_tasks) {
    static Tasks t;
    pthread_t thread[JW_CREW_MAX];
    Help helper[JW_CREW_MAX];
    long missed = 0;
    memset(&t, 0, sizeof(t));
    jw_crew_init(&t.crew, n, give_way);
    for (int i = 1; i < n; ++i) {
        helper[i] = (Help){&t.crew, i};
        if (!check(!pthread_create(&thread[i], NULL, help, &helper[i]), "thread")) {
            exit(1);
        }
    }
    for (long k = 1; k <= n_tasks; ++k) {
        jw_crew_do(&t.crew, count, &t);
        // All have ended it when it returns, and none has begun another.
        for (int i = 0; i < n; ++i) {
            missed += t.n_done[i] != k;
        }
    }
    jw_crew_dismiss(&t.crew);
    for (int i = 1; i < n; ++i) {
        pthread_join(thread[i], NULL);
    }
    check(missed == 0, "%d members, %ld tasks: %ld parts missed", n, n_tasks, missed);
}

static void test_nobody(void) {
    static Tasks t;
    jw_crew_do(NULL, count, &t);
    check(t.n_done[0] == 1, "no crew: member 0 alone");
}

/********* An engine *********/

static JwEvent midi(uint32_t frame, int status, int a, int b) {
    return (JwEvent){
        .frame = frame, .type = JW_EVENT_MIDI, .midi = {(uint8_t)status, (uint8_t)a, (uint8_t)b}};
}

/// Chords that are pulled, palmed and cut off, at other qualities too: a hash of mix and stems.
static uint64_t play(JwEngine *engine) {
    static float left[block], right[block], stem[JW_MAX_STRINGS][block];
    float *stems[JW_MAX_STRINGS];
    uint64_t dice = 1, hash = HASH_START;
    const int n_strings = jw_engine_n_strings(engine);
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        stems[s] = stem[s];
    }
    for (int at = 0; at < n_frames; at += block) {
        JwEvent event[6];
        const int key = 36 + (int)(fixture_random(&dice) % 40);
        event[0] = midi(0, 0x90, key, 100);
        event[1] = midi(1, 0x90, key + 7, 120);
        event[2] = midi(50, 0xe0, 0, (int)(fixture_random(&dice) % 128));
        event[3] = midi(200, 0xb0, 64, at % 960 ? 127 : 0);
        event[4] = midi(300, 0x80, key, 0);
        event[5] = (JwEvent){.frame = 470,
                             .type = JW_EVENT_PARAM,
                             .param = {JW_P_QUALITY, at == 3 * block ? 1.0 : 2.0}};
        jw_engine_run(engine, event, 6, left, right, stems, block);
        hash = hash_bytes(hash, left, sizeof(left));
        hash = hash_bytes(hash, right, sizeof(right));
        for (int s = 0; s < n_strings; ++s) {
            hash = hash_bytes(hash, stem[s], sizeof(stem[s]));
        }
    }
    return hash;
}

/// Returns how many helped.
static int test_engine(const char *name, const JwInstrument *instrument, int n_threads) {
    const JwEngineOptions options = {.synchronous = true};
    JwEngine *engine = jw_engine_new();
    if (!check(engine && !jw_engine_prepare(engine, instrument, rate, &options), "%s", name)) {
        exit(1);
    }
    const uint64_t alone = play(engine);
    jw_engine_reset(engine);
    JwHelpers *helpers = jw_helpers_start(engine, n_threads);
    const uint64_t helped = play(engine);
    jw_helpers_stop(helpers);
    jw_engine_reset(engine);
    check(alone == helped, "%s: %d threads, other bits", name, n_threads);
    check(play(engine) == alone, "%s: alone again, other bits", name);
    const int most = jw_engine_crew_max(engine), n = n_threads < most ? n_threads : most;
    check((helpers != NULL) == (n > 1), "%s: %d threads for %d groups", name, n_threads, most);
    jw_engine_free(engine);
    return helpers ? n - 1 : 0;
}

static void test_file(const char *path) {
    static JwInstrument instrument;
    char message[512];
    int n_helped = 0;
    if (!check(!jw_instrument_file_load(path, &instrument, message, sizeof(message)), "%s",
               message)) {
        return;
    }
    n_helped += test_engine(path, &instrument, 2);
    n_helped += test_engine(path, &instrument, 64);
    printf("%s: %d strings, %d helped\n", path, instrument.n_strings, n_helped);
    check((n_helped > 0) == (instrument.n_strings <= 2 ? instrument.n_strings == 2
                                                       : instrument.n_strings > JW_MEETING_LANES),
          "%s: %d helped", path, n_helped);
}

int main(int argc, char **argv) {
    const long n_tasks = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    static JwInstrument instrument;
    test_nobody();
    test_tasks(1, n_tasks);
    test_tasks(2, n_tasks);
    test_tasks(5, n_tasks / 10);
    fixture_sitar(&instrument);
    check(test_engine("three strings without a body", &instrument, 4) == 0, "one group");
    fixture_tanpura(&instrument);
    check(test_engine("one string", &instrument, 4) == 0, "one string");
    for (int i = 2; i < argc; ++i) {
        test_file(argv[i]);
    }
    return check_result();
}
