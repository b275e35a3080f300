// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Body of a kernel. kernel/kernels_isa.c includes it once for each precision, with the macros
// checked below defined; its end undefines them.

#if !defined(REAL) || !defined(VBLOCK) || !defined(VHALF) || !defined(VREG) || !defined(TAIL)
#error "numbers: REAL, VBLOCK, VHALF, VREG, TAIL"
#endif
#if !defined(STILL_COUNTS) || !defined(BRIDGED_COUNTS) || !defined(LATERAL_COUNTS) ||              \
    !defined(GROUNDED_COUNTS) || !defined(STILL_PLUCKED_COUNTS) || !defined(PLUCKED_COUNTS) ||     \
    !defined(LONG_COUNTS) || !defined(NODE_COUNTS) || !defined(NODE_PLUCKED_COUNTS)
#error                                                                                             \
    "variants: (STILL|BRIDGED|LATERAL|GROUNDED|STILL_PLUCKED|PLUCKED|LONG|NODE|NODE_PLUCKED)_COUNTS"
#endif
#ifndef NAME
#error "names: NAME"
#endif

/// Registers of a block of lanes.
enum { NAME(regs) = JW_REGS(VBLOCK) };

#include "kernel/mode_pass.inc.h"
#include "kernel/mode_variants.inc.h"

#include "kernel/sine_sums.inc.h"

#include "kernel/grid_rows.inc.h"

static JW_REALTIME JwModeStepVariant NAME(variant)(const JwModeArrays *m, const JwModeStep *a) {
    // Functions by number of rows, without and with a second polarisation; NULL: the function for
    // any number is used.
#define KNOWN(kind, n)     [n] = {NAME(kind##_##n), NULL},
#define BOTH(kind, n)      [n] = {NAME(kind##_##n), NAME(kind##_lateral_##n)},
#define STILL(n)           KNOWN(still, n)
#define BRIDGED(n)         KNOWN(bridged, n)
#define LATERAL(n)         BOTH(bridged, n)
#define STILL_PLUCKED(n)   KNOWN(still_plucked, n)
#define BRIDGED_PLUCKED(n) BOTH(bridged_plucked, n)
#define GROUNDED(n)        KNOWN(grounded, n)
    static const JwModeStepVariant with[6][NAME(pushes) + 1][2] = {
        {STILL_COUNTS(STILL)[0] = {NULL}},
        {BRIDGED_COUNTS(BRIDGED) LATERAL_COUNTS(LATERAL)[0] = {NULL}},
        {STILL_PLUCKED_COUNTS(STILL_PLUCKED)[0] = {NULL}},
        {PLUCKED_COUNTS(BRIDGED_PLUCKED)[0] = {NULL}},
        {GROUNDED_COUNTS(GROUNDED)[0] = {NULL}},
        {{NULL}},
    };
#undef KNOWN
#undef BOTH
#undef STILL
#undef BRIDGED
#undef LATERAL
#undef STILL_PLUCKED
#undef BRIDGED_PLUCKED
#undef GROUNDED
#define LONG(n)                                                                                    \
    [n] = {{NAME(long_##n), NAME(long_lateral_##n)},                                               \
           {NAME(long_plucked_##n), NAME(long_plucked_lateral_##n)}},
    static const JwModeStepVariant of_long[NAME(pushes) + 1][2][2] = {
        LONG_COUNTS(LONG)[0] = {{NULL}}};
#undef LONG
    // Usual steps end one step and begin the next. Strings whose first polarisation fits into one
    // chunk have separate functions: those for longer strings would cost them 7 % more.
    const int most = NAME(chunk) * JW_LANES;
    const bool fits = m->n_padded - m->n_lateral <= most;
    const bool usual = a->ends && a->begins && !a->hear_speed;
    const bool free = usual && fits && a->given && a->n_rows == 0 && m->n_lateral == 0;
    if (a->grid_rows) {
        return NAME(few_variant)(a, free ? a->grid_rows->n : 0);
    }
    if (free && !a->pluck) {
        return NAME(advance_given);
    }
    // Strings on a body are mostly heard through the bridge: functions of known counts have an
    // output row only for a fixed bridge.
    const bool listed =
        usual && !a->given && a->n_rows <= NAME(pushes) && !m->bridge == (a->listen != NULL);
    const int kind = m->grounded ? (a->pluck ? 5 : 4) : (m->bridge ? 1 : 0) + (a->pluck ? 2 : 0);
    const bool moved = m->bridge && !m->grounded;
    const JwModeStepVariant known =
        fits ? with[kind][listed ? a->n_rows : 0][m->n_lateral > 0]
             : of_long[listed && moved ? a->n_rows : 0][a->pluck != NULL][m->n_lateral > 0];
    if (known) {
        return known;
    }
    static const JwModeStepVariant rows[2][2] = {
        {NAME(rows_still), NAME(rows_speed)}, {NAME(rows_still_plucked), NAME(rows_speed_plucked)}};
    const bool still = a->ends && a->begins && !m->bridge && a->listen && m->n_lateral == 0;
    return still ? rows[a->pluck != NULL][a->hear_speed] : NAME(advance_any);
}

static JW_REALTIME void NAME(mode_step)(const JwModeArrays *m, const JwModeStep *a) {
    NAME(variant)(m, a)(m, a);
}

#include "kernel/mode_tables.inc.h"

static const JwModeKernel NAME(kernel) = {
    .size = sizeof(REAL),
    .mode_step = NAME(mode_step),
    .variant = NAME(variant),
    .sum_up = NAME(sum_up),
    .rows_dot = NAME(rows_dot),
    .nodes_dot = NAME(nodes_dot),
    .nodes_push = NAME(nodes_push),
    .add_tension = NAME(add_tension),
    .weigh = NAME(weigh),
    .before = NAME(before),
    .energy = NAME(energy),
    .fastest = NAME(fastest),
    .retune = NAME(retune),
    .pluck_row = NAME(pluck_row),
    .carry = NAME(carry),
};

#undef TAIL
#undef STILL_COUNTS
#undef BRIDGED_COUNTS
#undef LATERAL_COUNTS
#undef GROUNDED_COUNTS
#undef STILL_PLUCKED_COUNTS
#undef PLUCKED_COUNTS
#undef LONG_COUNTS
#undef NODE_COUNTS
#undef NODE_PLUCKED_COUNTS
#undef REAL
#undef VBLOCK
#undef VHALF
#undef VREG
#undef NAME
