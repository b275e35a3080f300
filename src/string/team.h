// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Threads that step the strings of one engine together: offline, for they wait by looking again and
// again.
//
// Member 0 is the thread that runs the engine; the others spend their time in jw_team_help(). A
// task is done by every member once, each its own part, and has ended when all of them have: some
// steps of the strings. Within it they tell each other numbers, twice a step, so what it costs
// until one is known elsewhere counts: a twentieth of a microsecond where processors share a cache,
// a third where they do not.

#ifndef JW_TEAM_H
#define JW_TEAM_H

#include "base/attributes.h"

#include <stdatomic.h>
#include <stdbool.h>

enum {
    JW_TEAM_MAX = 8,
    JW_TEAM_TRIAL = 64,            ///< Tasks alone, then together, to see what is faster
    JW_TEAM_TRUST = 4096,          ///< Tasks together until it is tried again
    JW_TEAM_BACKOFF = 256,         ///< Tasks alone, doubled each time that together is no faster,
    JW_TEAM_BACKOFF_MOST = 1 << 15 ///< up to so many
};

#define JW_TEAM_LONG_S  5e-4 ///< Member 0 does not wait so long unless somebody wants the processors
#define JW_TEAM_PAUSE_S 2e-2 ///< Nor is a trial about what takes so long: a rest, new tables
#define JW_TEAM_WORTH   0.95 ///< Together has to take less than that of the time alone

/// A count in a cache line of its own.
typedef struct {
    _Alignas(64) atomic_uint n;
} JwTeamCount;

/// Whether member 0 asks the others. Its own.
typedef struct {
    bool together, trial; ///< Now; and the time of it is taken
    int left;             ///< So many tasks
    int backoff;          ///< Tasks alone when it gives up next
    int steps;            ///< Of the last task
    double begun_s;       ///< That task, in a trial
    double took_s;        ///< The trial so far,
    double n_steps;       ///< for so many steps
    double alone_s;       ///< What a step took in the last trial alone
    double waited_s;      ///< For the others in the last task, at most at a time
} JwTeamPolicy;

typedef struct JwTeam {
    int n;                                ///< Members
    void (*rest)(int n);                  ///< What who waits for long does between looks
    double (*now_s)(void);                ///< Member 0's clock
    void (*task)(void *work, int member); ///< Member 0's, until it tells of it; NULL: dismissed
    void *work;
    JwTeamPolicy policy;
    JwTeamCount step_started;       ///< Tasks so far
    JwTeamCount ended[JW_TEAM_MAX]; ///< by each member
} JwTeam;

enum { JW_TEAM_NUMBERS = 5 };

/// Numbers that one member tells and all go on with, in a pair of cache lines of their own: some
/// processors fetch both.
typedef struct {
    _Alignas(128) atomic_uint n;    ///< So often have they been told: 0 before a task (atomic_init)
    double number[JW_TEAM_NUMBERS]; ///< Left alone until all have read them
} JwTeamNote;

/// n members, 1 to JW_TEAM_MAX. rest, called for the n-th time in a wait, gives the processor to
/// who else wants it; now_s [s] grows. [main]
void jw_team_init(JwTeam *team, int n, void (*rest)(int n), double (*now_s)(void));

/// The team, where it is faster than member 0 alone; or NULL. Before each task, of so many steps:
/// now and then both are tried. Processors that others want, or that are far from each other, make
/// it slower. NULL if team is. [member 0]
JW_REALTIME JwTeam *jw_team_ready(JwTeam *team, int n_steps);

/// task(work, member) for each member, here for member 0; returns when all have ended. A team of
/// NULL is member 0 alone. [member 0]
JW_REALTIME void jw_team_do(JwTeam *team, void (*task)(void *work, int member), void *work);

/// Within a task: what it has written there may be read. [the member that writes it]
JW_REALTIME void jw_team_publish(JwTeamNote *note);

/// Returns once each of them has been told n times. [other members]
JW_REALTIME void jw_team_await(JwTeam *team, int member, const JwTeamNote *const *note, int n_notes,
                               unsigned n);

/// Takes a member's part in all tasks until the team is dismissed. [a thread of its own]
void jw_team_help(JwTeam *team, int member);

/// Every jw_team_help() returns, now or as soon as it is called. No more tasks. [member 0]
void jw_team_dismiss(JwTeam *team);

#endif // JW_TEAM_H
