// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Inner loops at the best level of the instruction set that this machine has.
//
// x86-64 has three levels: baseline (SSE2), v3 (AVX2, FMA) and v4 (AVX-512). Other machines have
// one level.

#ifndef JW_KERNELS_H
#define JW_KERNELS_H

#include "kernel/body.h"
#include "kernel/contact_group.h"
#include "kernel/decimator.h"
#include "kernel/grid_contact.h"
#include "kernel/mode_kernel.h"
#include "kernel/shapes.h"

/// Inner loops of one level.
typedef struct {
    const JwModeKernel *f32, *f64;
    const JwContactStep *contact_step_one, *contact_step_few,
        *contact_step_many; ///< Steps for 1, JW_GROUP_FEW_LANES and JW_GROUP_LANES lanes
    const JwGridStep *grid;
    const JwBodyLoops *body;
    JwHalve halve;
    const JwShapeLoops *shapes;
} JwKernels;

/// Levels of x86-64; other machines have only the first.
typedef enum { JW_ISA_BASELINE, JW_ISA_V3, JW_ISA_V4 } JwIsa;

/// Inner loops of the best level that runs here. [any]
JW_REALTIME const JwKernels *jw_kernels(void);

/// Best level that runs here. [any]
JW_REALTIME JwIsa jw_kernels_isa(void);

/// Limits the level that is used from here on, for measurements and comparisons. [setup: no engine
/// yet]
void jw_kernels_limit(JwIsa most);

#ifndef JW_KERNELS
#define JW_KERNELS jw_kernels_plain
#endif

extern const JwKernels jw_kernels_plain;
#ifdef JW_ISAS
extern const JwKernels jw_kernels_v3, jw_kernels_v4;
#endif

#endif // JW_KERNELS_H
