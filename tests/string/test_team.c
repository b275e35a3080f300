// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Threads that help: each does its part of every task, and an engine that they help gives the bits
// that it gives alone.
//
//     test_team TASKS INSTRUMENT.ini...

#include "app/render/helpers.h"
#include "base/fpu.h"
#include "files/instrument_file.h"
#include "string/team.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/hash.h"

#include <fenv.h>
#include <float.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { rate = 48000, n_frames = 4800, block = 480 };

/********* Tasks *********/

static void give_way(int n) {
    (void)n;
    sched_yield();
}

/// What a clock of the test's own shows.
static double clock_s;

static double now_s(void) {
    return clock_s;
}

/// Threads of the test's own, and how the numbers of each are rounded.
typedef struct {
    JwTeam *team;
    int member, rounding;
    pthread_t thread;
} Help;

static void *help(void *argument) {
    const Help *h = argument;
    fesetround(h->rounding);
    jw_team_help(h->team, h->member);
    return NULL;
}

static void start_with(JwTeam *team, Help *helper, int n, int rounding, void (*rest)(int n),
                       double (*clock)(void)) {
    jw_team_init(team, n, rest, clock);
    for (int i = 1; i < n; ++i) {
        helper[i] = (Help){.team = team, .member = i, .rounding = rounding};
        if (!check(!pthread_create(&helper[i].thread, NULL, help, &helper[i]), "thread")) {
            exit(1);
        }
    }
}

static void start(JwTeam *team, Help *helper, int n, int rounding) {
    start_with(team, helper, n, rounding, give_way, now_s);
}

static void stop(JwTeam *team, Help *helper) {
    jw_team_dismiss(team);
    for (int i = 1; i < team->n; ++i) {
        pthread_join(helper[i].thread, NULL);
    }
}

/// Of each member, its own.
typedef struct {
    long n_done[JW_TEAM_MAX];
    double small[JW_TEAM_MAX];
} Tasks;

static void count(void *work, int member) {
    Tasks *t = work;
    volatile double small = DBL_MIN;
    ++t->n_done[member];
    t->small[member] = small * 0.5;
}

static void test_tasks(int n, long n_tasks) {
    JwTeam team;
    Help helper[JW_TEAM_MAX];
    Tasks t = {{0}, {0.0}};
    long missed = 0;
    start(&team, helper, n, FE_TONEAREST);
    for (long k = 1; k <= n_tasks; ++k) {
        jw_team_do(&team, count, &t);
        // All have ended it when it returns, and none has begun another.
        for (int i = 0; i < n; ++i) {
            missed += t.n_done[i] != k;
        }
    }
    stop(&team, helper);
    check(missed == 0, "%d members, %ld tasks: %ld parts missed", n, n_tasks, missed);
    for (int i = 1; i < n && jw_fpu_can_flush(); ++i) {
        check(t.small[i] == 0.0, "member %d does not flush subnormals", i);
    }
}

/// What members tell each other, twice a round: one that is ahead must not write over what another
/// has not read.
typedef struct {
    JwTeam *team;
    unsigned n_rounds;
    JwTeamNote note[2][JW_TEAM_MAX];
    long n_wrong[JW_TEAM_MAX];
} Talk;

static double saying(unsigned round, int half, int member, int i) {
    return 1000.0 * round + 100.0 * half + 10.0 * member + i;
}

static void say(Talk *t, unsigned round, int half, int member) {
    JwTeamNote *own = &t->note[half][member];
    for (int i = 0; i < JW_TEAM_NUMBERS; ++i) {
        own->number[i] = saying(round, half, member, i);
    }
    const JwTeamNote *others[JW_TEAM_MAX];
    int n_others = 0;
    jw_team_publish(own);
    for (int other = 0; other < t->team->n; ++other) {
        others[n_others] = &t->note[half][other];
        n_others += other != member;
    }
    jw_team_await(t->team, member, others, n_others, round);
    for (int other = 0; other < t->team->n; ++other) {
        const JwTeamNote *note = &t->note[half][other];
        for (int i = 0; i < JW_TEAM_NUMBERS; ++i) {
            t->n_wrong[member] += note->number[i] != saying(round, half, other, i);
        }
    }
}

static void talk(void *work, int member) {
    Talk *t = work;
    for (unsigned round = 1; round <= t->n_rounds; ++round) {
        say(t, round, 0, member);
        say(t, round, 1, member);
    }
}

static void test_talk(int n, unsigned n_rounds) {
    static Talk t;
    JwTeam team;
    Help helper[JW_TEAM_MAX];
    long n_wrong = 0;
    memset(&t, 0, sizeof(t));
    t.team = &team;
    t.n_rounds = n_rounds;
    start(&team, helper, n, FE_TONEAREST);
    jw_team_do(&team, talk, &t);
    stop(&team, helper);
    for (int i = 0; i < n; ++i) {
        n_wrong += t.n_wrong[i];
    }
    check(n_wrong == 0, "%d members, %u rounds: %ld numbers misheard", n, n_rounds, n_wrong);
}

/// Tasks until the team is asked, or no longer; each takes so long.
static int tasks_while(JwTeam *team, bool together, double task_s) {
    int n = 0;
    while (n < 2 * JW_TEAM_BACKOFF_MOST && (jw_team_ready(team, 32) != NULL) == together) {
        clock_s += task_s;
        ++n;
    }
    clock_s += task_s;
    return n;
}

/// The others are asked as long as that is faster, and the less often the longer it is not.
static void test_mood(void) {
    JwTeam team;
    jw_team_init(&team, 2, give_way, now_s);
    check(!jw_team_ready(NULL, 1), "nobody to ask");
    check(tasks_while(&team, false, 1.0e-3) == JW_TEAM_TRIAL, "first alone");
    // From here on, the first task of each count is the one that ended the count before.
    const int together = tasks_while(&team, true, 0.9e-3) + 1;
    check(together == JW_TEAM_TRIAL + JW_TEAM_TRUST, "faster: %d tasks together", together);
    check(tasks_while(&team, false, 1.0e-3) + 1 == JW_TEAM_TRIAL, "a trial alone");
    check(tasks_while(&team, true, 0.99e-3) + 1 == JW_TEAM_TRIAL, "one together");
    for (int shy = JW_TEAM_BACKOFF; shy <= JW_TEAM_BACKOFF_MOST; shy *= 2) {
        const int alone = tasks_while(&team, false, 1.0e-3) + 1;
        check(alone == shy + JW_TEAM_TRIAL, "no faster: %d tasks alone, not %d", alone, shy);
        check(tasks_while(&team, true, 1.1e-3) + 1 == JW_TEAM_TRIAL, "and one more trial");
    }
    const int shyest = tasks_while(&team, false, 1.0e-3) + 1;
    check(shyest == JW_TEAM_BACKOFF_MOST + JW_TEAM_TRIAL, "%d tasks alone at most", shyest);
    // Somebody else takes the processor for some milliseconds.
    team.policy.waited_s = 2.0 * JW_TEAM_LONG_S;
    check(!jw_team_ready(&team, 32), "a long wait ends it at once");
    check(team.policy.waited_s == 0.0, "and is forgotten");
}

/// A pause is nobody's fault, and two short tasks are no slower than one of twice their steps.
static void test_trial(void) {
    JwTeam team;
    jw_team_init(&team, 2, give_way, now_s);
    for (int i = 0; i < JW_TEAM_TRIAL; ++i) {
        check(!jw_team_ready(&team, 32), "alone");
        clock_s += 1e-3;
    }
    for (int i = 0; i < JW_TEAM_TRIAL; ++i) {
        check(jw_team_ready(&team, 64) != NULL, "together");
        clock_s += i == 7 ? 60.0 : 1.6e-3;
    }
    check(jw_team_ready(&team, 32) && !team.policy.trial, "which is faster");
}

/// Member 0 has to rest until it has rested some times.
static atomic_int n_rests;

static void rest_and_count(int n) {
    (void)n;
    atomic_fetch_add(&n_rests, 1);
    sched_yield();
}

static double slow_clock(void) {
    return clock_s += 1e-3; // Member 0's alone
}

static void dawdle(void *work, int member) {
    (void)work;
    for (int seen = 0; member == 1 && seen < 2;) {
        seen = atomic_load(&n_rests);
        sched_yield();
    }
}

static void test_waiting(void) {
    JwTeam team;
    Help helper[JW_TEAM_MAX];
    start_with(&team, helper, 2, FE_TONEAREST, rest_and_count, slow_clock);
    while (team.policy.waited_s == 0.0) {
        // The helper may have rested before there was a task.
        atomic_store(&n_rests, 0);
        jw_team_do(&team, dawdle, NULL);
    }
    check(team.policy.waited_s > JW_TEAM_LONG_S, "member 0 waited %g s", team.policy.waited_s);
    stop(&team, helper);
}

static void test_nobody(void) {
    Tasks t = {{0}, {0.0}};
    jw_team_do(NULL, count, &t);
    check(t.n_done[0] == 1, "no team: member 0 alone");
}

/********* An engine *********/

static JwEvent midi(uint32_t frame, int status, int a, int b) {
    return (JwEvent){
        .frame = frame,
        .type = JW_EVENT_MIDI,
        .midi = jw_midi_decode((const uint8_t[]){(uint8_t)status, (uint8_t)a, (uint8_t)b})};
}

/// Chords that are pulled, palmed and cut off, at other qualities too: a hash of mix and stems.
static uint64_t play(JwEngine *engine) {
    static float left[block], right[block], stem[JW_MAX_STEMS][block];
    float *stems[JW_MAX_STEMS];
    uint64_t dice = 1, hash = HASH_START;
    const int n_stems = 2 * (jw_engine_n_strings(engine) + 1);
    for (int i = 0; i < JW_MAX_STEMS; ++i) {
        stems[i] = stem[i];
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
        for (int i = 0; i < n_stems; ++i) {
            hash = hash_bytes(hash, stem[i], sizeof(stem[i]));
        }
    }
    return hash;
}

static JwEngine *prepare(const char *name, const JwInstrument *instrument) {
    const JwEngineOptions options = {.synchronous = true};
    JwEngine *engine = jw_engine_new();
    if (!check(engine && !jw_engine_prepare(engine, instrument, rate, &options), "%s", name)) {
        exit(1);
    }
    return engine;
}

/// What helpers of that rounding make of it.
static uint64_t play_helped(JwEngine *engine, int members, int rounding, bool always,
                            unsigned *n_tasks) {
    JwTeam team;
    Help helper[JW_TEAM_MAX];
    jw_engine_reset(engine);
    start(&team, helper, members, rounding);
    if (always) {
        team.policy = (JwTeamPolicy){.together = true, .left = INT_MAX};
    }
    jw_engine_set_team(engine, &team);
    const uint64_t hash = play(engine);
    jw_engine_set_team(engine, NULL);
    *n_tasks = atomic_load(&team.step_started.n);
    stop(&team, helper);
    return hash;
}

/// Helpers of a score that is shared get something to do in every run of steps, and what they find
/// counts: with other rounding, it is another sound.
static void test_engine(const char *name, const JwInstrument *instrument, int n_groups,
                        bool is_shared) {
    JwEngine *engine = prepare(name, instrument);
    unsigned n_tasks, n_other;
    const uint64_t alone = play(engine);
    const uint64_t helped = play_helped(engine, 2, FE_TONEAREST, true, &n_tasks);
    const uint64_t other = play_helped(engine, 2, FE_UPWARD, true, &n_other);
    printf("%s: %d groups, %u tasks\n", name, jw_engine_team_max(engine), n_tasks);
    check(jw_engine_team_max(engine) == n_groups, "%s: %d groups, not %d", name,
          jw_engine_team_max(engine), n_groups);
    check(alone == helped, "%s: other bits", name);
    if (is_shared) {
        // A run ends where a control moves; when strings sleep, there may be nothing to share.
        check(2 * n_tasks > n_frames / JW_CONTROL_FRAMES, "%s: %u tasks in %d frames", name,
              n_tasks, n_frames);
        check(other != alone, "%s: a helper's numbers do not count", name);
    } else {
        check(n_tasks == 0, "%s: %u tasks for one group", name, n_tasks);
    }
    check(play_helped(engine, 5, FE_TONEAREST, true, &n_other) == alone && n_other == n_tasks,
          "%s: more members than groups", name);
    // By this clock together is no faster: only a trial.
    check(play_helped(engine, 2, FE_TONEAREST, false, &n_other) == alone &&
              n_other == (is_shared ? JW_TEAM_TRIAL : 0),
          "%s: alone, together and alone again", name);
    jw_engine_reset(engine);
    check(play(engine) == alone, "%s: alone again, other bits", name);
    jw_engine_free(engine);
}

/// As the renderer has them; three threads for three groups, and prepared anew meanwhile.
static void test_helpers(const char *name, const JwInstrument *instrument, int n_groups) {
    const JwEngineOptions options = {.synchronous = true};
    JwEngine *engine = prepare(name, instrument);
    const uint64_t alone = play(engine);
    JwHelpers *helpers = jw_helpers_start(engine, 64);
    check((helpers != NULL) == (n_groups > 1), "%s: helpers", name);
    check(!jw_engine_prepare(engine, instrument, rate, &options), "%s: prepared anew", name);
    check(play(engine) == alone, "%s: other bits", name);
    const double cpu_s = jw_helpers_stop(helpers);
    check((cpu_s > 0.0) == (n_groups > 1), "%s: helpers took %g s", name, cpu_s);
    check(!jw_helpers_start(engine, 1), "%s: one thread is no help", name);
    jw_engine_free(engine);
}

static void test_file(const char *path) {
    static JwInstrument instrument;
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return;
    }
    const int n_groups = (instrument.n_strings + JW_GROUP_LANES - 1) / JW_GROUP_LANES;
    test_engine(path, &instrument, n_groups, n_groups > 1);
    test_helpers(path, &instrument, n_groups);
}

/// Two strings that know nothing of each other, each in a group of its own.
static void test_pair(void) {
    static JwInstrument instrument;
    fixture_tanpura(&instrument);
    instrument.string[1] = instrument.string[0];
    snprintf(instrument.string[1].name, sizeof(instrument.string[1].name), "second");
    instrument.n_strings = 2;
    test_engine("two strings without a body", &instrument, 2, true);
}

int main(int argc, char **argv) {
    const long n_tasks = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    static JwInstrument instrument;
    test_nobody();
    test_tasks(1, n_tasks);
    test_tasks(2, n_tasks);
    test_tasks(5, n_tasks / 10);
    test_mood();
    test_trial();
    test_waiting();
    test_talk(2, (unsigned)n_tasks / 10);
    test_talk(4, (unsigned)n_tasks / 100);
    fixture_sitar(&instrument);
    // One group; but when one of them sleeps, the others step alone.
    test_engine("three strings without a body", &instrument, 1, true);
    test_pair();
    for (int i = 2; i < argc; ++i) {
        test_file(argv[i]);
    }
    return check_result();
}
