// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Rigid contact at points of a linear system: its state between steps. A contact group makes the
// step itself, which is explicit and passive (kernel/contact_group.h).
//
// Impacts are Ivanov's fold (Samukham et al. 2021, Eqs. 32-37), written as impulses of a two-step
// scheme and blended with a projection that does no work. A ledger of energy sets the blend: the
// fold may add only energy that restitution took away before.
//
// Point i = 0..n-1 has displacement p_i [m] and obstacle height d_i [m], with p_i >= d_i. A step
// knows the system by a prediction (p of the next sample without contact) and two compliances: S,
// the displacement that an impulse causes, and S + C, by which contact is judged (C: compliance of
// the modes that the system leaves out). An impulse r_i [m, per unit S] does the work r_i
// (p_i^{n+1} - p_i^{n-1})/2.

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

// Selections of fields by kind (kernel/contact_fields.def). JW_LOADED_ selects the kinds that are
// copied into a lane, JW_STORED_ those that are copied back, JW_IMPULSE_ impulses. Each expands to
// DO(name) for a selected kind and to nothing for the others.
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

/// State of one set of contact points; owns its arrays of `capacity` doubles.
typedef struct {
    int n;         ///< Points in use
    int capacity;  ///< Points allocated
    int sweeps;    ///< Gauss-Seidel sweeps of the projection, a fixed number; two more where dense
                   ///< points fold (kernel/contact_group.c)
    double warm;   ///< Part of the last solution that the next one starts from
    double ease;   ///< Largest part by which a projection reduces its impulses as points land; 0
                   ///< where restitution > 0
    bool fold;     ///< Ivanov's fold with its ledger; false: only the projection
    bool cutoff;   ///< C is not zero
    bool separate; ///< No point moves another within a step: S + C is diagonal, except for the
                   ///< small effect of springs and tension, which is left out
    double count;  ///< Part of restitution's loss that the ledger demands; 1 in Galerkin-Ivanov's
                   ///< law
    double ledger; ///< E <= 0: energy that impacts took away and that was not given back yet
    double refund; ///< Energy that the bound of the work overestimated in earlier steps, at most
                   ///< four times that of the last step. The next step may use it. It never decays,
                   ///< since it supports a string that presses on a bridge
    double forget; ///< Factor on E per step; 1: the ledger never decays
    double floor;  ///< Lower limit of E; -INFINITY: none
    // Arrays; kernel/contact_fields.def describes each.
#define ARRAY(name)       double *name;
#define POINT(name, kind) JW_LOADED_##kind(ARRAY, name)
#include "kernel/contact_fields.def"
#undef ARRAY
    bool products_stale; ///< compliant and compliant_rest must be recomputed
    double promised;     ///< Work of the chosen impulses, calculated with S
    double done;         ///< Work that the chosen impulses did in fact
    double ledger_due;  ///< Ledger after a grid step that is not booked yet (kernel/grid_contact.h)
    uint64_t impacts;   ///< Contacts begun since jw_contact_forget()
    double penetration; ///< Deepest d - p since jw_contact_forget() [m]
    double impulse_max; ///< Largest r since jw_contact_forget()
    double work;        ///< Work done on the system since jw_contact_forget()
    double mover_work;  ///< Part of `work` that a moving obstacle did
} JwContact;

/// Energy <= 0 that impacts took away and that was not given back yet: ledger and refund. [any]
static inline JW_REALTIME double jw_contact_owed(const JwContact *contact) {
    return contact->ledger - contact->refund;
}

/// Makes an empty state for up to `capacity` points. [main]
JwStatus jw_contact_init(JwContact *contact, int capacity);

/// Frees the arrays. [main]
void jw_contact_release(JwContact *contact);

/// Multiplies the impulses by a factor; 0 sets them to 0 whatever their values. [audio]
JW_REALTIME void jw_contact_rescale(JwContact *contact, double factor);

/// Resets n <= capacity points to rest at p, with no pending impulse and an empty ledger. [audio]
JW_REALTIME void jw_contact_reset(JwContact *contact, int n, const double *p);

/// Sets the counters to 0. [audio]
JW_REALTIME void jw_contact_forget(JwContact *contact);

#endif // JW_CONTACT_H
