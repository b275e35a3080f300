// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Rigid contact at the nodes of a string's own grid, x_i = i L/(N + 1) of N modes (Samukham et al.
// 2021, eqs. 52-56): there Phi Phi^T = (N + 1) I.
//
// What an impulse does to its own node is N + 1, to all others nothing: each node chooses for
// itself, none waits for another, and a plate along the whole string is a contact like any other.
// Losses, springs and tension only stiffen that, so the work that is reckoned with N + 1 bounds the
// true work from above; what the nodes really did is looked up a step later, or of few that no
// spring disturbs worked out at once, and set right in the ledger. The softness of modes above the
// grid is not there: points denser than the grid, coupled to each other, are a contact group's
// (kernel/contact_group.h).
//
// A step is a contact group's of a string without points, springs and tension in it, with this
// around it.

#ifndef JW_GRID_CONTACT_H
#define JW_GRID_CONTACT_H

#include "base/attributes.h"
#include "base/status.h"
#include "kernel/contact.h"
#include "kernel/contact_group.h"
#include "kernel/mode_kernel.h"
#include "kernel/springs.h"

#include <stdbool.h>

/// Of one string.
typedef struct JwGridContact {
    const JwModeKernel *kernel;
    const JwContactStep *contact_step; ///< Of a contact group of one lane
    const struct JwGridStep *loops;    ///< Over the nodes
    const JwModeArrays *arrays;
    const JwGridRows *grid_rows;
    JwContact *contact;
    bool open;                    ///< The last step's impulses are not booked yet: where the nodes
                                  ///< came to is looked up
    double mover_work;            ///< contact->mover_work where the run began
    double *ahead;                ///< Prediction at the nodes
    double *now;                  ///< Where they are
    double *change;               ///< From `safe` to the fold
    double *column[JW_N_SPRINGS]; ///< What a spring does to the nodes, those before it taken out
    bool few;                     ///< They are: JwModeStep looks at them
    double *seen; ///< Then they on the modes' prediction, on bend, and, if open, where they are
    void *sums;   ///< and what that adds up from
    void *next;   ///< Prediction of the modes
    void *bend;   ///< Direction of their tension force
    void *given;  ///< What the impulses give the modes
    void *room;   ///< JW_NODES_ROOM elements for passes over all nodes
    void *memory; ///< Of all arrays
} JwGridContact;

/// For up to n_points nodes and n_modes modes of that kernel; 0 nodes: nothing. [main]
JwStatus jw_grid_contact_init(JwGridContact *grid, const JwModeKernel *kernel, int n_points,
                              int n_modes);

/// [main]
void jw_grid_contact_release(JwGridContact *grid);

/// Empties what another table's nodes left past ours, of which there are contact->n. [audio]
JW_REALTIME void jw_grid_contact_bind(JwGridContact *grid, const JwModeArrays *arrays,
                                      const JwGridRows *grid_rows, JwContact *contact);

/// Nodes now and a sample ago into the contact, from the modes; scratch as long as they are.
/// [audio]
JW_REALTIME void jw_grid_contact_look(JwGridContact *grid, void *scratch);

/// Columns of all springs of which `row` (or NULL: no such spring) says what
/// their impulse does to the modes, in the springs' order; springs eliminated with no points.
/// [audio]
JW_REALTIME void jw_grid_contact_set_column(JwGridContact *grid, const JwSprings *springs,
                                            int spring, const void *row);

/// Books the last step of a run, if it is open. [audio]
JW_REALTIME void jw_grid_contact_close(JwGridContact *grid);

/// Steps of a contact group of one string whose grid is set. [any]
JW_REALTIME const JwContactStep *jw_grid_contact_step(void);

/// The part of a step that is over nodes alone, by machine level.
typedef struct JwGridStep {
    /// Impulses of all nodes from their prediction; self: what one does to its node.
    void (*solve)(JwContact *contact, double self, const double *ahead, double *change);
    /// Few nodes: where they will be, from what JwModeStep saw of them.
    void (*look_ahead)(const double *seen, double tension, double *ahead);
    /// Where they came to by the tension and their impulses, where nothing else acts.
    void (*come_to)(const double *seen, double tension, const JwGridRows *grid_rows,
                    const double *impulse, double *now);
    /// What the tension feels of their impulses.
    double (*pull)(const double *seen, const double *impulse);
    /// Books what they did, the nodes having come to `now`.
    void (*arrive)(JwContact *contact, const double *now);
} JwGridStep;

#endif // JW_GRID_CONTACT_H
