// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Rigid contact at points of a linear system: its state from one step to the next. The step itself,
// explicit and passive, is a contact group's (kernel/contact_group.h).
//
// Impacts are Ivanov's fold (Samukham et al. 2021, eqs. 32-37), as impulses of a two-step
// scheme, blended with a projection that does no work. A ledger of energy decides on the blend:
// energy that the fold would add must have been taken away by restitution before.
//
// Points i = 0..n-1 have displacement p_i [m] and obstacle height d_i [m],
// p_i >= d_i. The step sees the system as a prediction (p for the next sample
// without contact) and two compliances: S, what an impulse does to p, and
// S + C, by which contact is judged (C: compliance of the modes that the system leaves out).
// An impulse r_i [m, per unit S] does the work r_i (p_i^{n+1} - p_i^{n-1})/2.

#ifndef JW_CONTACT_H
#define JW_CONTACT_H

#include "base/attributes.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_CONTACT_LANES = 8 };

/// Length of a row of n points in the matrices of springs.h. [any]
static inline JW_REALTIME int jw_contact_padded(int n) {
    return (n + JW_CONTACT_LANES - 1) / JW_CONTACT_LANES * JW_CONTACT_LANES;
}

// Lists of fields by kind (kernel/contact_fields.def). JW_LOADED_ takes the kinds that are copied
// into a lane, JW_STORED_ those that are copied back, JW_IMPULSE_ impulses: each is DO(name) for a
// kind that it takes, nothing for the others.
#define JW_LOADED_STATE(DO, name)   DO(name)
#define JW_LOADED_IMPULSE(DO, name) DO(name)
#define JW_LOADED_PARAM(DO, name)   DO(name)
#define JW_LOADED_RESULT(DO, name)
#define JW_LOADED_SCRATCH(DO, name)
#define JW_STORED_STATE(DO, name)   DO(name)
#define JW_STORED_IMPULSE(DO, name) DO(name)
#define JW_STORED_PARAM(DO, name)
#define JW_STORED_RESULT(DO, name) DO(name)
#define JW_STORED_SCRATCH(DO, name)
#define JW_IMPULSE_STATE(DO, name)
#define JW_IMPULSE_IMPULSE(DO, name) DO(name)
#define JW_IMPULSE_PARAM(DO, name)
#define JW_IMPULSE_RESULT(DO, name)
#define JW_IMPULSE_SCRATCH(DO, name)

/// State of one set of contact points; arrays of capacity doubles, owned.
typedef struct {
    int n;         ///< Points in use
    int capacity;  ///< Points allocated
    int sweeps;    ///< Gauss-Seidel sweeps of the projection, fixed; two
                   ///< more where dense points fold (kernel/contact_group.c)
    double warm;   ///< Share of the last solution that the next starts from
    double ease;   ///< Most part by which a projection holds its impulses back as points land; not
                   ///< where restitution throws points back
    bool fold;     ///< Ivanov's fold with its ledger; false: projection alone
    bool cutoff;   ///< C is not zero
    bool separate; ///< No point moves another within a step: S + C is diagonal, but for what
                   ///< springs and a bend add, which is left out
    double count;  ///< Share of restitution's loss that the ledger insists on, 1 by
                   ///< Galerkin-Ivanov's law
    double ledger; ///< E <= 0: energy that impacts took away and nothing gave back yet
    double refund; ///< Energy that the bound of the work had too much in the steps before, at most
                   ///< four times that of the last one: the next step may use it, and nothing
                   ///< forgets it: it bears a string that presses on a bridge
    double forget; ///< Factor on E a step; 1: the ledger never forgets
    double floor;  ///< Least E; -INFINITY: the ledger never forgets
    // Arrays; kernel/contact_fields.def says what each holds.
#define ARRAY(name)       double *name;
#define POINT(name, kind) JW_LOADED_##kind(ARRAY, name)
#include "kernel/contact_fields.def"
#undef ARRAY
    bool products_stale; ///< compliant and compliant_rest are to be found anew
    double promised;     ///< Work of the chosen impulses by S
    double done;         ///< Work that the chosen impulses really did
    double ledger_due;   ///< Ledger of a grid step that is not booked yet (kernel/grid_contact.h)
    uint64_t impacts;    ///< Contacts begun since jw_contact_forget()
    double penetration;  ///< Deepest d - p since jw_contact_forget() [m]
    double impulse_max;  ///< Largest r since jw_contact_forget()
    double work;         ///< Work done on the system since jw_contact_forget()
    double mover_work;   ///< Part of `work` that a moving obstacle did
} JwContact;

/// Energy <= 0 that impacts took away and nothing gave back yet: the ledger and the refund. [any]
static inline JW_REALTIME double jw_contact_owed(const JwContact *contact) {
    return contact->ledger - contact->refund;
}

/// Makes an empty state for up to capacity points. [main]
JwStatus jw_contact_init(JwContact *contact, int capacity);

/// Frees the arrays. [main]
void jw_contact_release(JwContact *contact);

/// Multiplies the impulses by a factor; 0 makes them 0 whatever they were. [audio]
JW_REALTIME void jw_contact_rescale(JwContact *contact, double factor);

/// Puts n points to rest at p: no pending impulse, an empty ledger; n <= capacity. [audio]
JW_REALTIME void jw_contact_reset(JwContact *contact, int n, const double *p);

/// Sets the counters to 0. [audio]
JW_REALTIME void jw_contact_forget(JwContact *contact);

#endif // JW_CONTACT_H
