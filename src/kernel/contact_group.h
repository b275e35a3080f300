// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Contact group: springs, bridge and rigid contact of several strings, side by side in lanes.
//
// A step over the modes leaves scalars to be found: springs are eliminated from the prediction
// (springs.h), the bridge responds (ensemble.h), contact chooses its impulses (contact.h), and the
// effects are booked. Each point depends on the one before, so eight strings are computed together,
// one in each lane. A single string has one lane, with eight of its points in a register.
//
// Lanes do not mix. All strings of a group make as many sweeps as the string that needs most, and
// an even number. Apart from that a string's numbers are the same as alone, up to rounding, with
// two exceptions in which they are only approximately the same. Relaxed sweeps (cutoff without
// fold) reverse at the last point of the group, so that a string with fewer points sweeps its own
// last point twice there. And separate points are swept if a neighbour's points are not separate or
// have restitution.
//
// Arrays are [place][lane]. Places are the contact points 0..n-1, then the bridge, then the springs
// JW_THREAD, JW_PALM, JW_FINGER. A string with fewer than n points has zeros before the bridge.

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
    JW_GROUP_FEW_LANES = 4,             ///< Lanes of a group of up to four strings
    JW_GROUP_PLACES = 1 + JW_N_SPRINGS, ///< Bridge and springs after the points, as JW_PLACE_*
    JW_GROUP_FEW_POINTS = 16, ///< Largest number of contact points that are swept in registers
    JW_GROUP_MOVES = 2,       ///< Steps after a move of the obstacle that still depend on it
};

/// Number of points, empty ones included, that sweeps over `points` points cover: the next of
/// JW_GROUP_SIZES or, above the largest of these, the next multiple of eight. [any]
static inline JW_REALTIME int jw_contact_group_size(int points) {
#define FITS(n)                                                                                    \
    if (points <= n) {                                                                             \
        return n;                                                                                  \
    }
    JW_GROUP_SIZES(FITS)
#undef FITS
    return (points + JW_GROUP_LANES - 1) / JW_GROUP_LANES * JW_GROUP_LANES;
}

/// One number for each lane.
typedef struct {
    _Alignas(64) double lane[JW_GROUP_LANES];
} JwPerLane;

/// A spring of each lane: see JwSpring.
typedef struct {
    bool used; ///< Some lane has this spring
#define SPRING(name, kind) JwPerLane name;
#include "kernel/contact_fields.def"
} JwGroupSpring;

/// Numbers of each string.
typedef struct {
    JwPerLane mass; ///< mu L, grounded: a quarter of it; 0 in empty lanes, like all numbers
    JwPerLane stretch, stretch_rest, back, cutoff, folds;
#define NUMBER(name, kind) JwPerLane name; ///< Numbers of JwContact
#include "kernel/contact_fields.def"
    JwPerLane relaxation;  ///< Relaxation factor of a sweep: self below is divided by it
    JwPerLane bridge_self; ///< S of the bridge
    JwPerLane stroke; ///< Motion that the finger gives the bridge in the step that begins [m per
                      ///< step]
    JwPerLane thread_beyond;     ///< beyond or borne of JwModes at the thread
    JwPerLane swung;             ///< Sum of j^2 q_j times q_j of the step before
    JwPerLane swing, stiffening; ///< Sum g x and sum g g of the step that begins, with the
                                 ///< springs' own effect
    JwPerLane impacts;           ///< Contacts begun since the lane was loaded or kept
    JwPerLane force, reaction;   ///< Force of the string on the bridge: force + reaction D [kg m]
    JwPerLane push;              ///< Force that contact adds to it
    JwPerLane through, felt;     ///< Sums of the impulses as they act on bridge and tension
    JwPerLane tied, reached;     ///< Sums of the impulses by `tie` and by `reach`
    JwPerLane hold, held; ///< Grounded: pull on the bridge, over `mass`, per metre that it moves;
                          ///< and its present value, the string's part included
    JwPerLane pushed;     ///< Force of the tension at the end of the step
    JwPerLane tension_free, tension_share, ledger_due;
    JwPerLane outer_pull;  ///< Pull of impulses outside the contact group on the tension
    JwPerLane outer_borne; ///< Sum of these impulses as a fixed bridge carries them
    // Output: the sum at JW_PLACE_HEARD or, with heard_bridge, the effect of the string's stiffness
    // and losses, contact and thread on the bridge; times heard_unit, and times heard_scale if the
    // output follows the tension (heard_follows). Grounded, the part that moves with the bridge is
    // subtracted: heard_way per metre of its displacement, heard_pace per metre a step.
    JwPerLane heard, heard_unit, heard_scale, heard_follows, heard_bridge, heard_way, heard_pace;
    // Output if a fixed bridge carries contact: the sum at JW_PLACE_HEARD before the step in which
    // the impulses acted (end), minus the impulses times `bears`; bears is 0 otherwise.
    JwPerLane end, bears;
    JwPerLane hearing, tension_scale; ///< Part of the way to tension_scale that heard_scale moves
                                      ///< per step
} JwGroupNumbers;

/// Addresses of the numbers that a lane changes, as kept between runs.
typedef struct {
    JwContact *contact;
    JwSprings *springs;
    double *swung;               ///< swung of JwStringState
    double *held;                ///< held of JwStringState; NULL: not grounded
    double *heard, *heard_scale; ///< Output and its scale; NULL: no output
    double *end;                 ///< Sum of the output row, if heard is set
} JwLaneHome;

/// A lane's string.
typedef struct {
    const JwModeKernel *kernel; ///< Kernel of all lanes; NULL: others compute ahead and pull
    JwLaneHome home;
    bool coupled;        ///< The string's last linked point is a moving bridge
    const double *lever; ///< Grounded: displacement of each point per metre of the bridge's; NULL:
                         ///< not grounded
    double hold;         ///< hold of JwGroupNumbers
    bool used[JW_N_SPRINGS]; ///< Springs that may act on the string
    bool struck;             ///< A stroke's force may act on it: see JW_PLACE_SPEED
    const double *beyond;    ///< beyond of JwModes at the points if coupled, otherwise its borne;
                             ///< NULL: zeros
    double thread_beyond;    ///< The same at the thread
    double mass_kg;          ///< mu L over the square of the string's step, in steps of the body
    double stretch;          ///< a of JwModes; 0: the tension is constant
    double stretch_rest;     ///< Sum of j^2 q^2 at rest
    double heard_unit;       ///< Factor on the output: see JwGroupNumbers
    bool heard_follows;      ///< The output is the bridge force, which follows the tension
    bool heard_bridge;       ///< The bridge force is computed from the motion of the bridge
    double heard_way, heard_pace; ///< Parts of the output that move with the bridge: see
                                  ///< JwGroupNumbers
    double bears; ///< Part of a carried impulse in the output, before heard_unit; 0: contact on the
                  ///< bridge is not in the output
    double hearing, tension_scale;
} JwLaneSource;

/// Working copy of the springs and contacts of up to eight strings.
typedef struct {
    bool alone;                 ///< There is memory for one lane only
    int lanes;                  ///< 1, JW_GROUP_FEW_LANES or JW_GROUP_LANES
    const JwModeKernel *kernel; ///< Kernel of the strings
    struct JwGridContact *grid; ///< Contact at the nodes of a single string, or NULL
    int n_strings;
    unsigned struck;            ///< Lanes on which a stroke's force may act, as bits
    bool begun[JW_GROUP_LANES]; ///< Lanes whose string has begun its next step (string/ensemble.c)
    int points;                 ///< Largest number of contact points in any lane
    int n;                      ///< Contact points in the arrays, empty ones included
    int capacity;               ///< Contact points that memory suffices for
    int sweeps;                 ///< Largest number of sweeps that any lane needs
    bool coupled;               ///< Some lane's bridge is moving
    bool grounded;              ///< The modes of all lanes are seen from the ground
    bool listens;               ///< Some lane's output is not computed from its bridge
    bool bears;                 ///< Some lane's output contains contact on a fixed bridge
    bool tension;               ///< Some lane's tension changes
    bool throws;                ///< Some lane has restitution
    bool fold;                  ///< Some lane's contact folds
    bool eases;                 ///< Some lane reduces the impulses of landing points
    bool separate; ///< The points of all lanes are separate (kernel/contact.h), those loaded since
                   ///< jw_contact_group_renew() included
    bool sparse;   ///< Some lane's points are no denser than its grid
    int moves; ///< Steps, at most JW_GROUP_MOVES, in which some lane's obstacle may have moved; in
               ///< other steps height0 and height1 equal height

    // Matrices and columns of the strings, [from][to][lane].
    double *s;                                 ///< S of the points
    double *scaled;                            ///< (S + C)[to][from]/self[to] of the points
    double *column[JW_N_SPRINGS];              ///< Effect of each spring on all places
    JwGroupSpring *spring;                     ///< Array of JW_N_SPRINGS
    const JwSprings *assigned[JW_GROUP_LANES]; ///< Springs whose matrices a lane holds
    uint64_t version[JW_GROUP_LANES];          ///< Version of these matrices

    // Arrays of the points; kernel/contact_fields.def describes each.
#define POINT(name, kind) double *name;
#include "kernel/contact_fields.def"

    // Sums of the current step.
    void *sums; ///< Sums over the modes at n + JW_PLACES places on x, then at n + JW_PLACES_PULL on
                ///< g, each in JW_SUM_LANES parts
    double *ahead, *pull; ///< Totals of the sums on x and on g
    double lifted; ///< Impulse of the bridge: minus its second difference; 0 for a fixed bridge.
                   ///< Grounded: its position
    double bridge_m, bridge_before_m; ///< Grounded: position of the bridge at the beginning of the
                                      ///< step, and one step earlier

    JwGroupNumbers *each;
    double *stiffened; ///< `scaled`, stiffened by the tension
    void *memory;
    size_t size; ///< Bytes of memory
} JwContactGroup;

/// Allocates a group of 1 or JW_GROUP_LANES lanes for up to `capacity` points, all empty. [main]
JwStatus jw_contact_group_init(JwContactGroup *t, int lanes, int capacity);

/// Frees the group's memory. [main]
void jw_contact_group_release(JwContactGroup *t);

/// Number of lanes that n_strings strings occupy in a group of JW_GROUP_LANES. [any]
static inline JW_REALTIME int jw_contact_group_lanes(int n_strings) {
    return n_strings <= JW_GROUP_FEW_LANES ? JW_GROUP_FEW_LANES : JW_GROUP_LANES;
}

/// Copies strings into the first n_strings lanes; the others become empty. [audio]
JW_REALTIME void jw_contact_group_assign(JwContactGroup *group, const JwLaneSource *string,
                                         int n_strings);

/// Does the same, but keeps each lane with `same` set: it holds the same string, which has not
/// changed since it was stored. Restarts its counts. [audio]
JW_REALTIME void jw_contact_group_renew(JwContactGroup *group, const JwLaneSource *string,
                                        int n_strings, const bool *same);

/// Copies a string into its lane again, after a change that left its number of points. [audio]
JW_REALTIME void jw_contact_group_load(JwContactGroup *group, int lane, const JwLaneSource *string);

/// Copies a lane back into its string. [audio]
JW_REALTIME void jw_contact_group_store(const JwContactGroup *group, int lane,
                                        const JwLaneHome *home);

/// Adds up the sums over the modes of all strings into ahead and pull. [audio]
JW_REALTIME void jw_contact_group_sum(JwContactGroup *group);

/// What strings report about the bridge that they share: forces, and the work of contact against
/// its bound.
enum {
    JW_REACTION_FORCE,   ///< Force if the bridge does not move [kg m]
    JW_REACTION_MASS,    ///< Force per second difference of the bridge [kg]
    JW_REACTION_EXCESS,  ///< Work in the last step: bound minus actual work [kg m^2]
    JW_REACTION_LACKING, ///< Work beyond the bound that the string's own ledger does not cover [kg
                         ///< m^2]
    JW_REACTIONS,
};

/// Parts of a step, in this order, except that refund comes before solve.
typedef struct {
    /// Eliminates springs and tension from ahead and pull; finds force and reaction.
    void (*predict)(JwContactGroup *group);
    /// Sums JW_REACTIONS numbers over the lanes.
    void (*reaction)(const JwContactGroup *group, double *reaction);
    /// Returns to each string the part of its excess that no other string needs.
    void (*refund)(JwContactGroup *group, double share);
    /// Chooses the contact impulses. lift [m]: the bridge's second difference without them,
    /// grounded: its position at the end of the step without them. Returns the force that the
    /// impulses of all lanes add on the bridge.
    double (*solve)(JwContactGroup *group, double lift);
    /// Moves the points, with lift_more the motion of the bridge due to contact; finds what acts on
    /// the modes: give, the springs' impulses, pushed. Grounded: lift is the new position of the
    /// bridge.
    void (*commit)(JwContactGroup *group, double lift, double lift_more);
    /// Finds the output of the step that ended. Call it after jw_contact_group_sum() and before
    /// predict() of the next step.
    void (*output)(JwContactGroup *group);
} JwContactStep;

/// Functions for this number of lanes at the machine's best instruction set. [any]
JW_REALTIME const JwContactStep *jw_contact_step(int lanes);

#endif // JW_CONTACT_GROUP_H
