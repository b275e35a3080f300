// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The inner loops, at the best level of the instruction set that this machine has.
//
// x86-64 has three: as every one of them (SSE2), v3 (AVX2, FMA) and v4 (AVX-512). Other machines
// have one.

#ifndef JW_MACHINE_H
#define JW_MACHINE_H

#include "body.h"
#include "decimator.h"
#include "kernel.h"
#include "meeting.h"
#include "nodal.h"

/// What a level offers.
typedef struct {
    const JwKernel *f32, *f64;
    const JwMeetingStep *meet_one, *meet_few, *meet_many; ///< By lanes: 1, JW_MEETING_SOME, all
    const JwNodalStep *nodal;
    const JwBodyLoops *body;
    JwHalve halve;
} JwMachine;

/// Levels of x86-64; other machines have the first alone.
typedef enum { JW_LEVEL_BASELINE, JW_LEVEL_V3, JW_LEVEL_V4 } JwLevel;

/// The best that runs here. [any]
JW_REALTIME const JwMachine *jw_machine(void);

/// Its level. [any]
JW_REALTIME JwLevel jw_machine_level(void);

/// From now on nothing above that level: to measure and compare. [setup: no engine yet]
void jw_machine_limit(JwLevel most);

#ifndef JW_MACHINE
#define JW_MACHINE jw_machine_plain
#endif

extern const JwMachine jw_machine_plain;
#ifdef JW_LEVELS
extern const JwMachine jw_machine_v3, jw_machine_v4;
#endif

#endif // JW_MACHINE_H
