// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Team of threads that step the strings of one engine together. Only offline, because its members
// wait by polling.
//
// Member 0 is the thread that runs the engine; the others spend their time in jw_team_help(). A
// task is a run of steps of the strings: every member does its own part of the task once, and the
// task ends when all parts have ended. Within a task members send each other numbers, twice a step.
// The latency of these therefore matters: a twentieth of a microsecond where processors share a
// cache, a third where they do not.

#ifndef JW_TEAM_H
#define JW_TEAM_H

#include "base/attributes.h"

#include <stdatomic.h>
#include <stdbool.h>

enum {
    JW_TEAM_MAX = 8,
    JW_TEAM_TRIAL = 64,            ///< Tasks of a trial alone, then together, to compare the speed
    JW_TEAM_TRUST = 4096,          ///< Tasks together until the next trial
    JW_TEAM_BACKOFF = 256,         ///< Tasks alone, doubled each time that together is not faster
    JW_TEAM_BACKOFF_MOST = 1 << 15 ///< Largest number of tasks alone
};

#define JW_TEAM_LONG_S  5e-4 ///< Longest wait of member 0 unless processors are busy [s]
#define JW_TEAM_PAUSE_S 2e-2 ///< Longest time counted in a trial [s]: more is a pause
#define JW_TEAM_WORTH   0.95 ///< Required time together relative to the time alone

/// Count in a separate cache line.
typedef struct {
    _Alignas(64) atomic_uint n;
} JwTeamCount;

/// Policy of member 0, which alone accesses it: whether to use the others.
typedef struct {
    bool together, trial; ///< Flags: work together; a trial, which is timed
    int left;             ///< Tasks left until the next decision
    int backoff;          ///< Tasks alone after the next time that together is slower
    int steps;            ///< Steps of the last task
    double begun_s;       ///< Begin of the last task, in a trial
    double took_s;        ///< Time of the trial so far
    double n_steps;       ///< Steps of the trial so far
    double alone_s;       ///< Time of a step in the last trial alone
    double waited_s;      ///< Longest wait for the others in the last task
} JwTeamPolicy;

typedef struct JwTeam {
    int n;                                ///< Members
    void (*rest)(int n);                  ///< Rests between polls in a long wait
    double (*now_s)(void);                ///< Clock of member 0
    void (*task)(void *work, int member); ///< Set by member 0, then step_started; NULL: dismissed
    void *work;
    JwTeamPolicy policy;
    JwTeamCount step_started;       ///< Tasks that member 0 began so far
    JwTeamCount ended[JW_TEAM_MAX]; ///< Tasks that each member ended so far
} JwTeam;

enum { JW_TEAM_NUMBERS = 6 };

/// Numbers that one member sends to all others, in a separate pair of cache lines, since some
/// processors fetch both lines of a pair.
typedef struct {
    _Alignas(128) atomic_uint n;    ///< Times that the numbers were published: 0 before a task
                                    ///< (atomic_init)
    double number[JW_TEAM_NUMBERS]; ///< Numbers, not written again until all members have read them
} JwTeamNote;

/// Makes a team of n members, 1 to JW_TEAM_MAX. rest(n), called for the n-th time in a wait, yields
/// the processor to other threads; now_s [s] is a monotonic clock. [main]
void jw_team_init(JwTeam *team, int n, void (*rest)(int n), double (*now_s)(void));

/// Returns the team if it is faster than member 0 alone, otherwise NULL; accepts NULL. Call it
/// before each task, of n_steps steps: both ways are tried now and then. A team is slower when
/// other programs use the processors, or when they share no cache. [member 0]
JW_REALTIME JwTeam *jw_team_ready(JwTeam *team, int n_steps);

/// Makes each member call task(work, member), and calls it here for member 0; returns when all have
/// ended. A NULL team is member 0 alone. [member 0]
JW_REALTIME void jw_team_do(JwTeam *team, void (*task)(void *work, int member), void *work);

/// Publishes, within a task, the note's numbers. [the member that writes them]
JW_REALTIME void jw_team_publish(JwTeamNote *note);

/// Returns when each of n_notes notes has been published n times. [other members]
JW_REALTIME void jw_team_await(JwTeam *team, int member, const JwTeamNote *const *note, int n_notes,
                               unsigned n);

/// Executes a member's part of all tasks until the team is dismissed. [its own thread]
void jw_team_help(JwTeam *team, int member);

/// Makes every jw_team_help() return, now or as soon as it is called. No task may follow. [member
/// 0]
void jw_team_dismiss(JwTeam *team);

#endif // JW_TEAM_H
