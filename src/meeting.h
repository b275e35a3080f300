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

#ifndef JW_MEETING_H
#define JW_MEETING_H

#include "contact.h"
#include "springs.h"
#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JW_MEETING_LANES = 8,
    JW_MEETING_SOME = 4,                  ///< Lanes that are enough for so many strings
    JW_MEETING_PLACES = 1 + JW_N_SPRINGS, ///< After the points: bridge and springs, as JW_PLACE_*
    JW_MEETING_FEW = 16,                  ///< Up to so many contact points are swept in registers
};

/// Numbers of points, up to JW_MEETING_FEW, that have sweeps of their own; those of them that have
/// contacts of their own where strings are side by side, and the others.
#define JW_MEETING_FEWER(DO) DO(3) DO(4) DO(5) DO(6) DO(8)
#define JW_MEETING_MORE(DO)  DO(10) DO(12) DO(16)
#define JW_MEETING_SIZES(DO) JW_MEETING_FEWER(DO) JW_MEETING_MORE(DO)

/// One number a lane.
typedef struct {
    _Alignas(64) double lane[JW_MEETING_LANES];
} JwEach;

/// One of the springs, as JwSpring.
typedef struct {
    bool used; ///< In any lane
    JwEach stiffness, damping, rest, p1, p0, impulse, free, ahead, weight, share, self;
    JwEach shared; ///< share times the tension's pull on it
    JwEach outer;  ///< What impulses outside the meeting do to it (nodal.h)
} JwMeetingSpring;

/// What is one number a string.
typedef struct {
    JwEach mass, inverse_mass; ///< mu L, and 1 over it; 0 in empty lanes, as all is
    JwEach stretch, stretch_rest, back, count, forget, floor, warm, cutoff, folds;
    JwEach relaxation;        ///< How far a sweep goes: self below is that much larger
    JwEach bridge_self;       ///< S of the bridge
    JwEach stroke;            ///< What the finger gives it in the step that begins [m a step]
    JwEach thread_beyond;     ///< As JwModes
    JwEach swung;             ///< Sum of j^2 q_j now times q_j a sample ago
    JwEach swing, stiffening; ///< The same of the step that begins, and sum g g, with what springs
                              ///< do of themselves
    JwEach ledger, impacts, penetration, impulse_max, work, mover_work; ///< As JwContact
    JwEach force, reaction; ///< What a string does to the bridge: force + reaction D [kg m]
    JwEach push;            ///< What contact adds to that
    JwEach through, felt;   ///< What bridge and tension feel of the impulses
    JwEach promised, done;  ///< As JwContact
    JwEach pushed;          ///< Force of the tension in the end
    JwEach tension_free, tension_share, owed;
    JwEach outer_pull; ///< Tension's pull on impulses outside the meeting
    // What is heard: the sum at JW_PLACE_HEARD, or what the string's stiffness and losses do to the
    // bridge and contact and thread do beyond that, times its unit, and times its scale where it
    // follows the tension.
    JwEach heard, heard_unit, heard_scale, heard_follows, heard_bridge;
    JwEach hearing, tension_scale; ///< How much of the way to this the scale goes in one step
} JwMeetingNumbers;

/// A string as it sits in a lane: where its springs and contact are kept between runs.
typedef struct {
    const JwKernel *kernel; ///< The same in all lanes; NULL: ahead and pull come from elsewhere
    JwContact *contact;
    JwSprings *springs;
    bool coupled;            ///< Its last linked point is the bridge
    bool used[JW_N_SPRINGS]; ///< Springs that may act
    const double *beyond;    ///< As JwModes, if coupled,
    double thread_beyond;    ///< and that of the thread
    double mass_kg;          ///< mu L
    double stretch;          ///< a, as JwModes; 0: its tension stays
    double stretch_rest;     ///< Sum of j^2 q^2 at rest
    double *swung;           ///< As JwCourse
    double heard_unit;       ///< As JwCourse has them
    bool heard_follows;      ///< The bridge force is heard
    bool heard_bridge;       ///< by what the bridge feels
    double hearing, tension_scale;
    double *heard, *heard_scale; ///< NULL: nothing is heard
} JwMeetingSeat;

/// Working copy of up to eight strings' springs and contacts.
typedef struct {
    bool alone;             ///< Room for one lane
    int lanes;              ///< 1, JW_MEETING_SOME or JW_MEETING_LANES
    const JwKernel *kernel; ///< Of the strings
    struct JwNodal *nodal;  ///< Of a string alone whose contact is at its nodes, or NULL
    int n_strings;
    bool begun;   ///< Their next step begins already (ensemble.h)
    int points;   ///< Contact points, the most of any lane
    int n;        ///< Of that many there are numbers, empty ones among them
    int capacity; ///< Of them
    int sweeps;   ///< The most of any lane
    bool coupled; ///< There is a bridge that moves
    bool listens; ///< Some lane is not heard by what its bridge feels
    bool tension; ///< Some lane's tension changes
    bool throws;  ///< Some lane's obstacle gives back speed
    bool fold;    ///< and folds
    bool sparse;  ///< Some lane's points stand no denser than its grid

    // Of the strings; matrices [from][to][lane].
    double *s;                    ///< S of the points
    double *bridge;               ///< S of points and bridge
    double *beyond;               ///< As JwModes
    double *scaled;               ///< (S + C)[to][from] over self[to], points alone
    double *self, *inverse;       ///< (S + C)[i][i] over the relaxation, and 1 over it
    double *column[JW_N_SPRINGS]; ///< Of each spring, to all places
    double *restitution, *hold, *hold_image;
    JwMeetingSpring *spring;                   ///< JW_N_SPRINGS
    const JwSprings *seated[JW_MEETING_LANES]; ///< Whose matrices a lane holds
    uint64_t version[JW_MEETING_LANES];        ///< and which

    // State, as JwContact.
    double *height, *height1, *height0, *p1, *p0, *pending, *impulse, *safe, *image, *last;

    // Of the step under way.
    void *sums;           ///< JW_PLACES on x and JW_PLACES_PULL on g, in JW_SUM_LANES parts
    double *ahead, *pull; ///< What they add up to
    double *give;         ///< Impulses of the points in the end, and room for the others
    double lifted;        ///< That of the bridge

    JwMeetingNumbers *each;
    double *lower, *spare, *moved, *folded, *folded_moved; ///< Scratch
    double *stiffened, *stiff_self, *stiff_inverse;        ///< scaled, self, inverse with tension
    void *memory;
    size_t size; ///< Of it, in bytes
} JwMeeting;

/// Room for so many points in 1 or JW_MEETING_LANES lanes, all empty. [main]
JwStatus jw_meeting_init(JwMeeting *t, int lanes, int capacity);

/// [main]
void jw_meeting_release(JwMeeting *t);

/// Lanes that so many strings take where there is room for JW_MEETING_LANES. [any]
static inline JW_REALTIME int jw_meeting_lanes(int n_strings) {
    return n_strings <= JW_MEETING_SOME ? JW_MEETING_SOME : JW_MEETING_LANES;
}

/// Copies strings into the first n_strings lanes; the rest are empty. [audio]
JW_REALTIME void jw_meeting_seat(JwMeeting *meeting, const JwMeetingSeat *string, int n_strings);

/// Copies a string into its lane once more: it changed, but has as many points as before. [audio]
JW_REALTIME void jw_meeting_load(JwMeeting *meeting, int lane, const JwMeetingSeat *string);

/// Its string stayed as it is since it was copied back: counts begin anew. [audio]
JW_REALTIME void jw_meeting_stay(JwMeeting *meeting, int lane, const JwMeetingSeat *string);

/// and back. [audio]
JW_REALTIME void jw_meeting_store(const JwMeeting *meeting, int lane, const JwMeetingSeat *string);

/// What the modes of all strings have summed up goes to ahead and pull. [audio]
JW_REALTIME void jw_meeting_gather(JwMeeting *meeting);

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
    void (*predict)(JwMeeting *meeting);
    /// Sums over the lanes.
    void (*react)(const JwMeeting *meeting, double *reaction);
    /// What was left over, so much a weight of one, goes back to the ledgers.
    void (*refund)(JwMeeting *meeting, double share);
    /// Chooses the contact impulses, the bridge's second difference without them being lift [m].
    /// Returns what they add to the force on the bridge, all lanes together.
    double (*choose)(JwMeeting *meeting, double lift);
    /// Books where all goes, contact having lifted the bridge by lift_more; finds what the modes
    /// get: give, impulses of the springs, pushed.
    void (*finish)(JwMeeting *meeting, double lift, double lift_more);
    /// Once all is gathered, and before the next step is predicted: what is heard of the one that
    /// ended.
    void (*hear)(JwMeeting *meeting);
} JwMeetingStep;

/// For so many lanes, as fast as the machine allows. [any]
JW_REALTIME const JwMeetingStep *jw_meeting_step(int lanes);

#endif // JW_MEETING_H
