// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Rigid contact at the nodes of a string's own grid, x_i = i L/(N + 1) for N modes (Samukham et al.
// 2021, Eqs. 52-56), where Phi Phi^T = (N + 1) I.
//
// An impulse moves its own node by N + 1 and no other node. Each node is therefore solved
// independently, and a plate along the whole string costs no more than other contact. Losses,
// springs and tension only stiffen the nodes, so that the work calculated with N + 1 is an upper
// bound of the actual work. The actual work is booked in the ledger when the nodes' displacements
// are known: one step later, or at once for few nodes without springs. The softness of modes above
// the grid is left out. Points denser than the grid move each other and need a contact group
// (kernel/contact_group.h).
//
// Springs and tension of a step are solved in a contact group of one string without points. The
// functions here add the nodes before and after that.

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
    bool open;                    ///< The impulses of the last step are not booked yet, as the
                                  ///< nodes' displacements are unknown
    double mover_work;            ///< Value of contact->mover_work at the beginning of the run
    double *ahead;                ///< Prediction at the nodes
    double *now;                  ///< Present displacements of the nodes
    double *change;               ///< Impulses of the fold minus those of the projection
    double *column[JW_N_SPRINGS]; ///< Effect of a spring's impulse on the nodes, earlier springs
                                  ///< eliminated
    bool few;                     ///< There are few nodes, which JwModeStep handles
    double *seen;                 ///< Sums of few nodes over the prediction, bend and, if open, q
    void *sums;                   ///< Partial sums, which add up to `seen`
    void *next;                   ///< Prediction of the modes
    void *bend;                   ///< Direction of the modes' tension force
    void *given;                  ///< Effect of the impulses on the modes
    void *room;                   ///< JW_NODES_ROOM elements of scratch for passes over all nodes
    void *memory;                 ///< Allocation of all arrays
} JwGridContact;

/// Allocates memory for up to n_points nodes and n_modes modes of `kernel`; none for 0 nodes.
/// [main]
JwStatus jw_grid_contact_init(JwGridContact *grid, const JwModeKernel *kernel, int n_points,
                              int n_modes);

/// Frees the arrays. [main]
void jw_grid_contact_release(JwGridContact *grid);

/// Binds the grid to another table of nodes and their shares carried by the bridge; clears what the
/// last table's nodes left past contact->n. [audio]
JW_REALTIME void jw_grid_contact_bind(JwGridContact *grid, const JwModeArrays *arrays,
                                      const JwGridRows *grid_rows, const double *borne,
                                      JwContact *contact);

/// Sets the contact's displacements of the nodes, present and one step ago, from the modes.
/// scratch: array as long as theirs. [audio]
JW_REALTIME void jw_grid_contact_look(JwGridContact *grid, void *scratch);

/// Sets a spring's column from `row`, the effect of its impulse on the modes; NULL: no such spring.
/// Call it for each spring in order, after jw_springs_eliminate() with no points. [audio]
JW_REALTIME void jw_grid_contact_set_column(JwGridContact *grid, const JwSprings *springs,
                                            int spring, const void *row);

/// Books the last step of a run if it is open. [audio]
JW_REALTIME void jw_grid_contact_close(JwGridContact *grid);

/// Steps of a contact group of one string whose grid is set. [any]
JW_REALTIME const JwContactStep *jw_grid_contact_step(void);

/// Functions of a step over the nodes, one set for each level of the instruction set.
typedef struct JwGridStep {
    /// Finds the impulses of all nodes from their prediction. self: displacement of a node by a
    /// unit impulse.
    void (*solve)(JwContact *contact, double self, const double *ahead, double *change);
    /// Predicts few nodes from the sums of JwModeStep.
    void (*look_ahead)(const double *seen, double tension, double *ahead);
    /// Finds the new positions of few nodes on which only tension and their impulses act.
    void (*come_to)(const double *seen, double tension, const JwGridRows *grid_rows,
                    const double *impulse, double *now);
    /// Returns the effect of the impulses of few nodes on the tension.
    double (*pull)(const double *seen, const double *impulse);
    /// Sums the impulses of n nodes that a fixed bridge carries.
    double (*bear)(int n, const double *borne, const double *impulse);
    /// Books the effect of the impulses, the nodes having moved to `now`.
    void (*arrive)(JwContact *contact, const double *now);
} JwGridStep;

#endif // JW_GRID_CONTACT_H
