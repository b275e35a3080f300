// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Team of threads that step the strings of one engine together: offline, for its members wait by
// looking again and again.
//
// Member 0 is the thread that runs the engine; the others spend their time in jw_team_help(). A
// task is a run of steps of the strings: every member does its own part of the task once, and the
// task has ended when all parts have. Within a task members tell each other numbers, twice a step.
// The time until another member knows a number therefore counts: a twentieth of a microsecond where
// processors share a cache, a third where they do not.

#ifndef JW_TEAM_H
#define JW_TEAM_H

#include "base/attributes.h"

#include <stdatomic.h>
#include <stdbool.h>

enum {
    JW_TEAM_MAX = 8,
    JW_TEAM_TRIAL = 64,            ///< Tasks alone, then together, to see what is faster
    JW_TEAM_TRUST = 4096,          ///< Tasks together until the next trial
    JW_TEAM_BACKOFF = 256,         ///< Tasks alone, doubled each time that together is no faster
    JW_TEAM_BACKOFF_MOST = 1 << 15 ///< Most tasks alone
};

#define JW_TEAM_LONG_S  5e-4 ///< Longest wait of member 0 unless others want the processors [s]
#define JW_TEAM_PAUSE_S 2e-2 ///< Longest time that a trial counts [s]: more is a rest, new tables
#define JW_TEAM_WORTH   0.95 ///< Part of the time alone that together has to stay below

/// Count in a cache line of its own.
typedef struct {
    _Alignas(64) atomic_uint n;
} JwTeamCount;

/// Policy of member 0, which alone reads and writes this: whether it asks the others.
typedef struct {
    bool together, trial; ///< Flags: together now; a trial, which is timed
    int left;             ///< Tasks left until the next decision
    int backoff;          ///< Tasks alone after the next time that together is given up
    int steps;            ///< Steps of the last task
    double begun_s;       ///< Begin of the last task, in a trial
    double took_s;        ///< Time of the trial so far
    double n_steps;       ///< Steps of the trial so far
    double alone_s;       ///< Time of a step in the last trial alone
    double waited_s;      ///< Longest wait for the others in the last task
} JwTeamPolicy;

typedef struct JwTeam {
    int n;                                ///< Members
    void (*rest)(int n);                  ///< Rest between looks in a long wait
    double (*now_s)(void);                ///< Clock of member 0
    void (*task)(void *work, int member); ///< Set by member 0, then step_started; NULL: dismissed
    void *work;
    JwTeamPolicy policy;
    JwTeamCount step_started;       ///< Tasks that member 0 began so far
    JwTeamCount ended[JW_TEAM_MAX]; ///< Tasks that each member ended so far
} JwTeam;

enum { JW_TEAM_NUMBERS = 6 };

/// Numbers that one member tells all others, in a pair of cache lines of their own: some processors
/// fetch both lines of a pair.
typedef struct {
    _Alignas(128) atomic_uint n;    ///< Times the numbers were told: 0 before a task (atomic_init)
    double number[JW_TEAM_NUMBERS]; ///< Numbers, not written again until all members have read them
} JwTeamNote;

/// Makes a team of n members, 1 to JW_TEAM_MAX. rest(n), called for the n-th time in a wait, gives
/// the processor to other threads; now_s [s] is a clock that never goes back. [main]
void jw_team_init(JwTeam *team, int n, void (*rest)(int n), double (*now_s)(void));

/// Returns the team where it is faster than member 0 alone, else NULL; NULL if team is. Called
/// before each task, of n_steps steps: now and then both ways are tried. Processors that other
/// programs want, or that are far from each other, make a team slower. [member 0]
JW_REALTIME JwTeam *jw_team_ready(JwTeam *team, int n_steps);

/// Lets each member call task(work, member), and calls it here for member 0; returns when all have
/// ended. A team of NULL is member 0 alone. [member 0]
JW_REALTIME void jw_team_do(JwTeam *team, void (*task)(void *work, int member), void *work);

/// Tells, within a task, that the note's numbers may be read. [the member that writes them]
JW_REALTIME void jw_team_publish(JwTeamNote *note);

/// Returns once each of n_notes notes has been told n times. [other members]
JW_REALTIME void jw_team_await(JwTeam *team, int member, const JwTeamNote *const *note, int n_notes,
                               unsigned n);

/// Takes a member's part in all tasks until the team is dismissed. [a thread of its own]
void jw_team_help(JwTeam *team, int member);

/// Lets every jw_team_help() return, now or as soon as it is called. No task may follow. [member 0]
void jw_team_dismiss(JwTeam *team);

#endif // JW_TEAM_H
