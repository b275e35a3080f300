// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What touches strings, step by step: springs, bridge, rigid contact; strings side by side.
//
// A step of modes leaves scalars to be found: springs are taken out of the prediction (springs.h),
// the bridge is asked (ensemble.h), contact chooses its impulses (contact.h), and all that they do
// is booked. From one point to the next there is waiting, so eight strings take their turns
// together, one in each lane; a string alone is one lane, and has its points in the registers.
// Lanes never mix: a string gets the same numbers in company as alone, up to rounding, but that it
// takes as many sweeps as the most careful of its company, and an even number.
//
// Arrays are [place][lane]. Places are the contact points 0..n-1, then the bridge, then the springs
// JW_THREAD, JW_PALM, JW_FINGER: strings with fewer points than others have zeros in between.

#ifndef JW_CONTACT_GROUP_H
#define JW_CONTACT_GROUP_H

#include "base/status.h"
#include "kernel/contact.h"
#include "kernel/springs.h"
#include "kernel/variants.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JW_GROUP_LANES = 8,
    JW_GROUP_FEW_LANES = 4,             ///< Lanes that are enough for so many strings
    JW_GROUP_PLACES = 1 + JW_N_SPRINGS, ///< After the points: bridge and springs, as JW_PLACE_*
    JW_GROUP_FEW_POINTS = 16,           ///< Up to so many contact points are swept in registers
};

/// Points that sweeps over so many go over: the next of JW_GROUP_SIZES, or of many the next eight.
/// [any]
static inline JW_REALTIME int jw_contact_group_size(int points) {
#define FITS(n)                                                                                    \
    if (points <= n) {                                                                             \
        return n;                                                                                  \
    }
    JW_GROUP_SIZES(FITS)
#undef FITS
    return (points + JW_GROUP_LANES - 1) / JW_GROUP_LANES * JW_GROUP_LANES;
}

/// One number a lane.
typedef struct {
    _Alignas(64) double lane[JW_GROUP_LANES];
} JwPerLane;

/// One of the springs, as JwSpring.
typedef struct {
    bool used; ///< In any lane
#define SPRING(name, kind) JwPerLane name;
#include "kernel/contact_fields.def"
} JwGroupSpring;

/// What is one number a string.
typedef struct {
    JwPerLane mass, inverse_mass; ///< mu L, and 1 over it; 0 in empty lanes, as all is
    JwPerLane stretch, stretch_rest, back, cutoff, folds;
#define NUMBER(name, kind) JwPerLane name; ///< As JwContact
#include "kernel/contact_fields.def"
    JwPerLane relaxation;        ///< How far a sweep goes: self below is that much larger
    JwPerLane bridge_self;       ///< S of the bridge
    JwPerLane stroke;            ///< What the finger gives it in the step that begins [m a step]
    JwPerLane thread_beyond;     ///< As JwModes
    JwPerLane swung;             ///< Sum of j^2 q_j now times q_j a sample ago
    JwPerLane swing, stiffening; ///< The same of the step that begins, and sum g g, with what
                                 ///< springs do of themselves
    JwPerLane impacts;           ///< As JwContact
    JwPerLane force, reaction;   ///< What a string does to the bridge: force + reaction D [kg m]
    JwPerLane push;              ///< What contact adds to that
    JwPerLane through, felt;     ///< What bridge and tension feel of the impulses
    JwPerLane pushed;            ///< Force of the tension in the end
    JwPerLane tension_free, tension_share, ledger_due;
    JwPerLane outer_pull; ///< Tension's pull on impulses outside the contact group
    // What is heard: the sum at JW_PLACE_HEARD, or what the string's stiffness and losses do to the
    // bridge and contact and thread do beyond that, times its unit, and times its scale where it
    // follows the tension.
    JwPerLane heard, heard_unit, heard_scale, heard_follows, heard_bridge;
    JwPerLane hearing, tension_scale; ///< How much of the way to this the scale goes in one step
} JwGroupNumbers;

/// A string as it sits in a lane: where its springs and contact are kept between runs.
typedef struct {
    const JwModeKernel *kernel; ///< The same in all lanes; NULL: ahead and pull come from elsewhere
    JwContact *contact;
    JwSprings *springs;
    bool coupled;            ///< Its last linked point is the bridge
    bool used[JW_N_SPRINGS]; ///< Springs that may act
    const double *beyond;    ///< As JwModes, if coupled,
    double thread_beyond;    ///< and that of the thread
    double mass_kg;          ///< mu L
    double stretch;          ///< a, as JwModes; 0: its tension stays
    double stretch_rest;     ///< Sum of j^2 q^2 at rest
    double *swung;           ///< As JwStringState
    double heard_unit;       ///< As JwStringState has them
    bool heard_follows;      ///< The bridge force is heard
    bool heard_bridge;       ///< by what the bridge feels
    double hearing, tension_scale;
    double *heard, *heard_scale; ///< NULL: nothing is heard
} JwLaneSource;

/// Working copy of up to eight strings' springs and contacts.
typedef struct {
    bool alone;                 ///< Room for one lane
    int lanes;                  ///< 1, JW_GROUP_FEW_LANES or JW_GROUP_LANES
    const JwModeKernel *kernel; ///< Of the strings
    struct JwGridContact *grid; ///< Of a string alone whose contact is at its nodes, or NULL
    int n_strings;
    bool step_started; ///< Their next step begins already (ensemble.h)
    int points;        ///< Contact points, the most of any lane
    int n;             ///< Of that many there are numbers, empty ones among them
    int capacity;      ///< Of them
    int sweeps;        ///< The most of any lane
    bool coupled;      ///< There is a bridge that moves
    bool listens;      ///< Some lane is not heard by what its bridge feels
    bool tension;      ///< Some lane's tension changes
    bool throws;       ///< Some lane's obstacle gives back speed
    bool fold;         ///< and folds
    bool sparse;       ///< Some lane's points stand no denser than its grid

    // Of the strings; matrices [from][to][lane].
    double *s;                                 ///< S of the points
    double *scaled;                            ///< (S + C)[to][from] over self[to], points alone
    double *column[JW_N_SPRINGS];              ///< Of each spring, to all places
    JwGroupSpring *spring;                     ///< JW_N_SPRINGS
    const JwSprings *assigned[JW_GROUP_LANES]; ///< Whose matrices a lane holds
    uint64_t version[JW_GROUP_LANES];          ///< and which

    // Arrays of the points; kernel/contact_fields.def says what each holds.
#define POINT(name, kind) double *name;
#include "kernel/contact_fields.def"

    // Of the step under way.
    void *sums;           ///< JW_PLACES on x and JW_PLACES_PULL on g, in JW_SUM_LANES parts
    double *ahead, *pull; ///< What they add up to
    double lifted;        ///< That of the bridge

    JwGroupNumbers *each;
    double *stiffened; ///< scaled, with tension
    void *memory;
    size_t size; ///< Of it, in bytes
} JwContactGroup;

/// Room for so many points in 1 or JW_GROUP_LANES lanes, all empty. [main]
JwStatus jw_contact_group_init(JwContactGroup *t, int lanes, int capacity);

/// [main]
void jw_contact_group_release(JwContactGroup *t);

/// Lanes that so many strings take where there is room for JW_GROUP_LANES. [any]
static inline JW_REALTIME int jw_contact_group_lanes(int n_strings) {
    return n_strings <= JW_GROUP_FEW_LANES ? JW_GROUP_FEW_LANES : JW_GROUP_LANES;
}

/// Copies strings into the first n_strings lanes; the rest are empty. [audio]
JW_REALTIME void jw_contact_group_assign(JwContactGroup *group, const JwLaneSource *string,
                                         int n_strings);

/// Copies a string into its lane once more: it changed, but has as many points as before. [audio]
JW_REALTIME void jw_contact_group_load(JwContactGroup *group, int lane, const JwLaneSource *string);

/// Its string stayed as it is since it was copied back: counts begin anew. [audio]
JW_REALTIME void jw_contact_group_keep(JwContactGroup *group, int lane, const JwLaneSource *string);

/// and back. [audio]
JW_REALTIME void jw_contact_group_store(const JwContactGroup *group, int lane,
                                        const JwLaneSource *string);

/// What the modes of all strings have summed up goes to ahead and pull. [audio]
JW_REALTIME void jw_contact_group_sum(JwContactGroup *group);

/// What strings do to the bridge that they share, and what contact left of what it was promised.
enum {
    JW_REACTION_FORCE,
    JW_REACTION_MASS,
    JW_REACTION_LEFT,   ///< Of the step before: promised, less done [kg m^2]
    JW_REACTION_WEIGHT, ///< Shares of that are by the squares of what they pushed with, over mass
    JW_REACTIONS,
};

/// The parts of a step.
typedef struct {
    /// From ahead, pull and sums: springs and tension out; force and reaction.
    void (*predict)(JwContactGroup *group);
    /// Sums over the lanes.
    void (*reaction)(const JwContactGroup *group, double *reaction);
    /// What was left over, so much a weight of one, goes back to the ledgers.
    void (*refund)(JwContactGroup *group, double share);
    /// Chooses the contact impulses, the bridge's second difference without them being lift [m].
    /// Returns what they add to the force on the bridge, all lanes together.
    double (*solve)(JwContactGroup *group, double lift);
    /// Books where all goes, contact having lifted the bridge by lift_more; finds what the modes
    /// get: give, impulses of the springs, pushed.
    void (*commit)(JwContactGroup *group, double lift, double lift_more);
    /// Once all is gathered, and before the next step is predicted: what is heard of the one that
    /// ended.
    void (*output)(JwContactGroup *group);
} JwContactStep;

/// For so many lanes, as fast as the machine allows. [any]
JW_REALTIME const JwContactStep *jw_contact_step(int lanes);

#endif // JW_CONTACT_GROUP_H
