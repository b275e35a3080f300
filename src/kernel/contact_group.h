// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Contact group: springs, bridge and rigid contact of several strings, side by side in lanes.
//
// A step over the modes leaves scalars to be found: springs are taken out of the prediction
// (springs.h), the bridge is asked (ensemble.h), contact chooses its impulses (contact.h), and the
// effects of all these are booked. Each point has to wait for the one before, so eight strings take
// their turns together, one in each lane; a string alone is one lane, and has its points in the
// registers.
//
// Lanes never mix. A string in company takes as many sweeps as the most careful of its company, and
// an even number; apart from that its numbers are those it has alone, up to rounding, with two
// exceptions. Relaxed sweeps (cutoff without fold) turn around at the last point of the company: a
// string with fewer points than its neighbours has a second turn at its own last point there. And
// separate points are swept along where those of a neighbour are not separate, or where one throws
// back. In both cases the string is the same as alone only approximately.
//
// Arrays are [place][lane]. Places are the contact points 0..n-1, then the bridge, then the springs
// JW_THREAD, JW_PALM, JW_FINGER. A string with fewer points than n has zeros before the bridge.

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
    JW_GROUP_FEW_LANES = 4,             ///< Lanes of a group of at most four strings
    JW_GROUP_PLACES = 1 + JW_N_SPRINGS, ///< Bridge and springs after the points, as JW_PLACE_*
    JW_GROUP_FEW_POINTS = 16,           ///< Most contact points that are swept in registers
    JW_GROUP_MOVES = 2, ///< Steps to whose contact it matters that the obstacle has moved
};

/// Number of points, empty ones included, that sweeps over `points` go over: the next of
/// JW_GROUP_SIZES, or, above the largest of these, the next multiple of eight. [any]
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

/// Spring of each lane, as JwSpring.
typedef struct {
    bool used; ///< Some lane has this spring
#define SPRING(name, kind) JwPerLane name;
#include "kernel/contact_fields.def"
} JwGroupSpring;

/// Numbers of which each string has one.
typedef struct {
    JwPerLane mass; ///< mu L, grounded a quarter of it; 0 in empty lanes, as all is
    JwPerLane stretch, stretch_rest, back, cutoff, folds;
#define NUMBER(name, kind) JwPerLane name; ///< Numbers of JwContact
#include "kernel/contact_fields.def"
    JwPerLane relaxation;    ///< Part of its way that a sweep goes: self below is divided by it
    JwPerLane bridge_self;   ///< S of the bridge
    JwPerLane stroke;        ///< Motion that the finger gives the bridge in the step that begins
                             ///< [m a step]
    JwPerLane thread_beyond; ///< beyond or borne of JwModes at the thread
    JwPerLane swung;         ///< Sum of j^2 q_j now times q_j a step ago
    JwPerLane swing, stiffening; ///< Sum g x and sum g g of the step that begins, with what
                                 ///< springs do of themselves
    JwPerLane impacts;           ///< Contacts begun since the lane was loaded or kept
    JwPerLane force, reaction;   ///< Force of a string on the bridge: force + reaction D [kg m]
    JwPerLane push;              ///< Force that contact adds to that
    JwPerLane through, felt; ///< Sum of the impulses as the bridge, and as the tension, feels them
    JwPerLane tied, reached; ///< Sums of the impulses by `tie` and by `reach`
    JwPerLane hold, held;    ///< Grounded: pull on the bridge over `mass`, of a metre of its own
                             ///< way; and as it is, the string's part in it
    JwPerLane pushed;        ///< Force of the tension at the end of the step
    JwPerLane tension_free, tension_share, ledger_due;
    JwPerLane outer_pull;  ///< Pull of the tension on impulses outside the contact group
    JwPerLane outer_borne; ///< Sum of these impulses as a bridge that stands still bears them
    // Output: the sum at JW_PLACE_HEARD, or (heard_bridge) what the string's stiffness and losses,
    // contact and thread do to the bridge; times heard_unit, and times heard_scale where the output
    // follows the tension (heard_follows).
    // Grounded, the sum is less what of it goes along with the bridge: heard_way of each metre that
    // the bridge is out, heard_pace of each metre a step.
    JwPerLane heard, heard_unit, heard_scale, heard_follows, heard_bridge, heard_way, heard_pace;
    // Output where a bridge that stands still bears contact: the sum at JW_PLACE_HEARD a step ago,
    // when the impulses acted (end), less these times bears; bears is 0 where it does not.
    JwPerLane end, bears;
    JwPerLane hearing, tension_scale; ///< Part of its way to tension_scale that heard_scale goes in
                                      ///< one step
} JwGroupNumbers;

/// Where what a lane changes is kept between runs.
typedef struct {
    JwContact *contact;
    JwSprings *springs;
    double *swung;               ///< swung of JwStringState
    double *held;                ///< held of JwStringState; NULL: not grounded
    double *heard, *heard_scale; ///< Output and its scale; NULL: nothing is heard
    double *end;                 ///< Sum of the output row now, if heard is set
} JwLaneHome;

/// String that a lane works for.
typedef struct {
    const JwModeKernel *kernel; ///< Kernel of all lanes; NULL: ahead and pull come from elsewhere
    JwLaneHome home;
    bool coupled;            ///< The string's last linked point is a bridge that moves
    const double *lever;     ///< Way of each point over that of the bridge, if the modes are seen
                             ///< from the ground; NULL: they are not
    double hold;             ///< hold of JwGroupNumbers
    bool used[JW_N_SPRINGS]; ///< Springs that may act on the string
    const double *beyond;    ///< beyond of JwModes at the points if coupled, otherwise its borne;
                             ///< NULL: zeros
    double thread_beyond;    ///< The same of the thread
    double mass_kg;          ///< mu L, over the square of its step in steps of the body
    double stretch;          ///< a, as JwModes has it; 0: the tension stays
    double stretch_rest;     ///< Sum of j^2 q^2 at rest
    double heard_unit;       ///< Factor on the output: see JwGroupNumbers
    bool heard_follows;      ///< The output is the bridge force, which follows the tension
    bool heard_bridge;       ///< The bridge force is found from what the bridge feels
    double heard_way, heard_pace; ///< Parts of the output that go along: see JwGroupNumbers
    double bears; ///< Part of an impulse that is borne in the output, before heard_unit;
                  ///< 0: what contact does to the bridge is not heard
    double hearing, tension_scale;
} JwLaneSource;

/// Working copy of up to eight strings' springs and contacts.
typedef struct {
    bool alone;                 ///< Room for one lane
    int lanes;                  ///< 1, JW_GROUP_FEW_LANES or JW_GROUP_LANES
    const JwModeKernel *kernel; ///< Kernel of the strings
    struct JwGridContact *grid; ///< Contact at the nodes of a string alone, or NULL
    int n_strings;
    bool begun[JW_GROUP_LANES]; ///< Lanes whose string's next step has begun already
                                ///< (string/ensemble.c)
    int points;                 ///< Contact points, the most of any lane
    int n;                      ///< Contact points in the arrays, empty ones included
    int capacity;               ///< Contact points there is room for
    int sweeps;                 ///< Sweeps of the projection, the most of any lane
    bool coupled;               ///< Some lane's bridge moves
    bool grounded;              ///< All lanes' modes are seen from the ground
    bool listens;               ///< Some lane's output is not found from what its bridge feels
    bool bears;                 ///< Some lane's bridge stands still and bears contact that is heard
    bool tension;               ///< Some lane's tension changes
    bool throws;                ///< Some lane's obstacle gives back speed
    bool fold;                  ///< Some lane's contact folds
    bool eases;                 ///< Some lane's projection holds back impulses of a landing
    bool separate; ///< All lanes' points are separate (kernel/contact.h), those of lanes loaded
                   ///< since jw_contact_group_renew(), too
    bool sparse;   ///< Some lane's points stand no denser than its grid
    int moves;     ///< Steps, at most JW_GROUP_MOVES, in which some lane's obstacle may
                   ///< not be where it was: in others height0 and height1 are height

    // Matrices and columns of the strings, [from][to][lane].
    double *s;                                 ///< S of the points
    double *scaled;                            ///< (S + C)[to][from]/self[to] of the points
    double *column[JW_N_SPRINGS];              ///< Column of each spring, to all places
    JwGroupSpring *spring;                     ///< Array of JW_N_SPRINGS
    const JwSprings *assigned[JW_GROUP_LANES]; ///< Springs whose matrices a lane holds
    uint64_t version[JW_GROUP_LANES];          ///< Version of these matrices

    // Arrays of the points; kernel/contact_fields.def says what each holds.
#define POINT(name, kind) double *name;
#include "kernel/contact_fields.def"

    // Sums of the step under way.
    void *sums; ///< Sums over the modes at n + JW_PLACES places on x, then at n + JW_PLACES_PULL
                ///< on g, each in JW_SUM_LANES parts
    double *ahead, *pull; ///< Sums on x, and on g, added up
    double lifted; ///< Impulse of the bridge: minus its second difference; 0 if the bridge stands
                   ///< still. Grounded: where it is
    double bridge_m, bridge_before_m; ///< Grounded: where the bridge is at the beginning of the
                                      ///< step, and a step before

    JwGroupNumbers *each;
    double *stiffened; ///< `scaled` with the tension's stiffness
    void *memory;
    size_t size; ///< Bytes of memory
} JwContactGroup;

/// Makes room for up to capacity points in 1 or JW_GROUP_LANES lanes, all empty. [main]
JwStatus jw_contact_group_init(JwContactGroup *t, int lanes, int capacity);

/// Frees the group's memory. [main]
void jw_contact_group_release(JwContactGroup *t);

/// Number of lanes that n_strings take where there is room for JW_GROUP_LANES. [any]
static inline JW_REALTIME int jw_contact_group_lanes(int n_strings) {
    return n_strings <= JW_GROUP_FEW_LANES ? JW_GROUP_FEW_LANES : JW_GROUP_LANES;
}

/// Copies strings into the first n_strings lanes; the rest are empty. [audio]
JW_REALTIME void jw_contact_group_assign(JwContactGroup *group, const JwLaneSource *string,
                                         int n_strings);

/// Does the same, but keeps each lane for which `same` is true: it has held the same string, which
/// did not change since it was stored. Counts begin anew there. [audio]
JW_REALTIME void jw_contact_group_renew(JwContactGroup *group, const JwLaneSource *string,
                                        int n_strings, const bool *same);

/// Copies a string into its lane once more after a change that left its number of points. [audio]
JW_REALTIME void jw_contact_group_load(JwContactGroup *group, int lane, const JwLaneSource *string);

/// Copies a lane back into its string. [audio]
JW_REALTIME void jw_contact_group_store(const JwContactGroup *group, int lane,
                                        const JwLaneHome *home);

/// Adds up the sums over the modes of all strings into ahead and pull. [audio]
JW_REALTIME void jw_contact_group_sum(JwContactGroup *group);

/// Numbers by which strings tell what they do to the bridge that they share, and what contact left
/// of the work that it was promised.
enum {
    JW_REACTION_FORCE,   ///< Force without motion of the bridge [kg m]
    JW_REACTION_MASS,    ///< Factor on the bridge's second difference [kg]
    JW_REACTION_EXCESS,  ///< Work of the step before: what was promised and not done [kg m^2]
    JW_REACTION_LACKING, ///< What was done beyond that and no ledger of its own pays for [kg m^2]
    JW_REACTIONS,
};

/// Parts of a step, in their order but for refund, which comes before solve.
typedef struct {
    /// Takes springs and tension out of ahead and pull; finds force and reaction.
    void (*predict)(JwContactGroup *group);
    /// Sums JW_REACTIONS numbers over the lanes.
    void (*reaction)(const JwContactGroup *group, double *reaction);
    /// Gives each string back the share of its excess that no other string lacks.
    void (*refund)(JwContactGroup *group, double share);
    /// Chooses the contact impulses; lift [m]: the bridge's second difference without them,
    /// grounded: where it would be at the end of the step. Returns the force on the bridge that the
    /// impulses of all lanes add.
    double (*solve)(JwContactGroup *group, double lift);
    /// Books where the points go, contact having lifted the bridge by lift_more besides; finds what
    /// the modes get: give, impulses of the springs, pushed. Grounded: lift is where the bridge is
    /// then.
    void (*commit)(JwContactGroup *group, double lift, double lift_more);
    /// Finds the output of the step that ended. Belongs after jw_contact_group_sum() and before the
    /// next step's predict().
    void (*output)(JwContactGroup *group);
} JwContactStep;

/// Parts of a step for a number of lanes, as fast as the machine allows. [any]
JW_REALTIME const JwContactStep *jw_contact_step(int lanes);

#endif // JW_CONTACT_GROUP_H
