// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Rigid contact at the nodes of a string's own grid, x_i = i L/(N + 1) of N modes (Samukham et al.
// 2021, eqs. 52-56): there Phi Phi^T = (N + 1) I.
//
// An impulse does N + 1 to its own node and nothing to all others: each node chooses for itself,
// none waits for another, and a plate along the whole string is a contact like any other. Losses,
// springs and tension only stiffen the nodes, so that the work reckoned with N + 1 bounds the true
// work from above. The true work is booked in the ledger when the nodes' displacements are known:
// a step later, or at once for few nodes that no spring disturbs. Softness of modes above the grid
// is left out: points denser than the grid, coupled to each other, are a contact group's
// (kernel/contact_group.h).
//
// A step takes springs and tension through a contact group of one string without points; the
// functions here add the nodes before and after.

#ifndef JW_GRID_CONTACT_H
#define JW_GRID_CONTACT_H

#include "base/attributes.h"
#include "base/status.h"
#include "kernel/contact.h"
#include "kernel/contact_group.h"
#include "kernel/mode_kernel.h"
#include "kernel/springs.h"

#include <stdbool.h>

/// Contact at the nodes of one string.
typedef struct JwGridContact {
    const JwModeKernel *kernel;
    const JwContactStep *contact_step; ///< Step of a contact group of one lane
    const struct JwGridStep *loops;    ///< Functions over the nodes
    const JwModeArrays *arrays;
    const JwGridRows *grid_rows;
    const double *borne; ///< borne of JwModes (string/modes.h)
    JwContact *contact;
    bool open;                    ///< Flag: the last step's impulses are not booked, as the nodes'
                                  ///< displacements are not known yet
    double mover_work;            ///< Value of contact->mover_work where the run began
    double *ahead;                ///< Prediction at the nodes
    double *now;                  ///< Displacements of the nodes now
    double *change;               ///< Difference of the fold's impulses from the projection's
    double *column[JW_N_SPRINGS]; ///< What a spring's impulse does to the nodes, earlier springs
                                  ///< taken out
    bool few;                     ///< Flag: few nodes, which JwModeStep looks at
    double *seen; ///< Sums of few nodes on the modes' prediction, on bend, and, if open, on q
    void *sums;   ///< Sums in parts that add up to `seen`
    void *next;   ///< Prediction of the modes
    void *bend;   ///< Direction of the modes' tension force
    void *given;  ///< What the impulses give the modes
    void *room;   ///< JW_NODES_ROOM elements for passes over all nodes
    void *memory; ///< Allocation of all arrays
} JwGridContact;

/// Makes room for up to n_points nodes and n_modes modes of `kernel`; for 0 nodes, none. [main]
JwStatus jw_grid_contact_init(JwGridContact *grid, const JwModeKernel *kernel, int n_points,
                              int n_modes);

/// Frees the arrays. [main]
void jw_grid_contact_release(JwGridContact *grid);

/// Binds the grid to another table of nodes, with what a bridge bears of their impulses; clears
/// what the nodes of the last table left past contact->n. [audio]
JW_REALTIME void jw_grid_contact_bind(JwGridContact *grid, const JwModeArrays *arrays,
                                      const JwGridRows *grid_rows, const double *borne,
                                      JwContact *contact);

/// Sets the contact's displacements of the nodes, now and a step ago, from the modes; scratch:
/// an array as long as theirs. [audio]
JW_REALTIME void jw_grid_contact_look(JwGridContact *grid, void *scratch);

/// Sets a spring's column from `row`, what the spring's impulse does to the modes; NULL: no such
/// spring. Call it for each spring in order, after jw_springs_eliminate() with no points. [audio]
JW_REALTIME void jw_grid_contact_set_column(JwGridContact *grid, const JwSprings *springs,
                                            int spring, const void *row);

/// Books the last step of a run, if it is open. [audio]
JW_REALTIME void jw_grid_contact_close(JwGridContact *grid);

/// Steps of a contact group of one string whose grid is set. [any]
JW_REALTIME const JwContactStep *jw_grid_contact_step(void);

/// Functions of a step over nodes alone, a set for each level of the instruction set.
typedef struct JwGridStep {
    /// Finds the impulses of all nodes from their prediction; self: what an impulse does to its
    /// node.
    void (*solve)(JwContact *contact, double self, const double *ahead, double *change);
    /// Predicts few nodes from what JwModeStep saw of them.
    void (*look_ahead)(const double *seen, double tension, double *ahead);
    /// Finds where few nodes came to by the tension and their impulses, where nothing else acts.
    void (*come_to)(const double *seen, double tension, const JwGridRows *grid_rows,
                    const double *impulse, double *now);
    /// Returns what the tension feels of the impulses at few nodes.
    double (*pull)(const double *seen, const double *impulse);
    /// Sums the impulses of n nodes as a bridge that stands still bears them.
    double (*bear)(int n, const double *borne, const double *impulse);
    /// Books what the impulses did, the nodes having come to `now`.
    void (*arrive)(JwContact *contact, const double *now);
} JwGridStep;

#endif // JW_GRID_CONTACT_H
