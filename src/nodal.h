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
// grid is not there: points denser than the grid, coupled to each other, are a meeting's
// (meeting.h).
//
// A step is a meeting's of a string without points, springs and tension in it, with this around it.

#ifndef JW_NODAL_H
#define JW_NODAL_H

#include "attributes.h"
#include "contact.h"
#include "kernel.h"
#include "meeting.h"
#include "springs.h"
#include "status.h"

#include <stdbool.h>

/// Of one string.
typedef struct JwNodal {
    const JwKernel *kernel;
    const JwMeetingStep *meet;       ///< Of a meeting of one lane
    const struct JwNodalStep *loops; ///< Over the nodes
    const JwModeArrays *arrays;
    const JwNodes *nodes;
    JwContact *contact;
    bool open;                    ///< The last step's impulses are not booked yet: where the nodes
                                  ///< came to is looked up
    double mover_work;            ///< contact->mover_work where the run began
    double *ahead;                ///< Prediction at the nodes
    double *now;                  ///< Where they are
    double *change;               ///< From `safe` to the fold
    double *column[JW_N_SPRINGS]; ///< What a spring does to the nodes, those before it taken out
    bool few;                     ///< They are: JwAdvance looks at them
    double *seen; ///< Then they on the modes' prediction, on bend, and, if open, where they are
    void *sums;   ///< and what that adds up from
    void *next;   ///< Prediction of the modes
    void *bend;   ///< Direction of their tension force
    void *given;  ///< What the impulses give the modes
    void *room;   ///< JW_NODES_ROOM elements for passes over all nodes
    void *memory; ///< Of all arrays
} JwNodal;

/// For up to n_points nodes and n_modes modes of that kernel; 0 nodes: nothing. [main]
JwStatus jw_nodal_init(JwNodal *nodal, const JwKernel *kernel, int n_points, int n_modes);

/// [main]
void jw_nodal_release(JwNodal *nodal);

/// Empties what another table's nodes left past ours, of which there are contact->n. [audio]
JW_REALTIME void jw_nodal_bind(JwNodal *nodal, const JwModeArrays *arrays, const JwNodes *nodes,
                               JwContact *contact);

/// Nodes now and a sample ago into the contact, from the modes; scratch as long as they are.
/// [audio]
JW_REALTIME void jw_nodal_look(JwNodal *nodal, void *scratch);

/// Columns of all springs of which `row` (or NULL: no such spring) says what
/// their impulse does to the modes, in the springs' order; springs eliminated with no points.
/// [audio]
JW_REALTIME void jw_nodal_set_column(JwNodal *nodal, const JwSprings *springs, int spring,
                                     const void *row);

/// Books the last step of a run, if it is open. [audio]
JW_REALTIME void jw_nodal_close(JwNodal *nodal);

/// Steps of a meeting of one string whose nodal is set. [any]
JW_REALTIME const JwMeetingStep *jw_nodal_step(void);

/// The part of a step that is over nodes alone, by machine level.
typedef struct JwNodalStep {
    /// Impulses of all nodes from their prediction; self: what one does to its node.
    void (*choose)(JwContact *contact, double self, const double *ahead, double *change);
    /// Few nodes: where they will be, from what JwAdvance saw of them.
    void (*look_ahead)(const double *seen, double tension, double *ahead);
    /// Where they came to by the tension and their impulses, where nothing else acts.
    void (*come_to)(const double *seen, double tension, const JwNodes *nodes, const double *impulse,
                    double *now);
    /// What the tension feels of their impulses.
    double (*pull)(const double *seen, const double *impulse);
    /// Books what they did, the nodes having come to `now`.
    void (*arrive)(JwContact *contact, const double *now);
} JwNodalStep;

#endif // JW_NODAL_H
