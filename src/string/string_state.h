// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// String with all that touches it: its modes, its obstacle, thread, palm, and the finger that
// plucks it. A step is predict -> contact -> correct.
//
// Energies are in joules unless they say "units" (modal mass 1, step 1).

#ifndef JW_STRING_STATE_H
#define JW_STRING_STATE_H

#include "base/status.h"
#include "kernel/contact.h"
#include "kernel/contact_group.h"
#include "kernel/grid_contact.h"
#include "kernel/mode_kernel.h"
#include "kernel/springs.h"
#include "string/modes.h"
#include "string/pluck.h"
#include "string/splice.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    JW_OUT_BRIDGE_FORCE, ///< Force on the bridge [N]: on the string's end and, where the bridge
                         ///< stands still, at its points and under its thread
    JW_OUT_PICKUP_DISPLACEMENT, ///< Displacement at the pick-up [m]
    JW_OUT_PICKUP_VELOCITY,     ///< Velocity at the pick-up [m/s]
} JwOutput;

/// Position and shape of a bridge that moves: see jw_string_set_bridge().
typedef struct {
    double height_m;    ///< Height added to movable points
    double curvature;   ///< Factor on their curvature
    double restitution; ///< Restitution of points that do not fix their own
} JwBridge;

/// Values that every step takes from the string's tables, set when the string takes a lane.
typedef struct {
    JwModeStep mode_step;
    JwModeStepVariant variant[2]; ///< Functions for steps that follow another: without and with a
                                  ///< finger on the string
    bool plain_step;              ///< The next such step needs nothing but variant[0]
    int thread_at, palm_at;       ///< Places of their impulses among those of the rows, from the
                                  ///< lane's first on; -1: not in use
    bool plucked;                 ///< A stroke acted in the step that ended
    double force;                 ///< Force of the stroke in the step that ended
} JwStepSetup;

/// State of one string; belongs to the audio thread alone once that runs.
typedef struct {
    const JwModeKernel *kernel;
    const JwModes *modes; ///< Current tables, owned elsewhere
    JwModeArrays arrays;
    // Fields that every step reads, close together: the step's tables leave nothing else in the
    // cache.
    JwStepSetup turn;
    int phase;            ///< At half rate: the string steps in those of the body's steps that
                          ///< leave this when they are halved, 0 or 1
    double heard;         ///< Output of the last step
    double end;           ///< Sum of the bridge force's output row now, where contact is heard too
    bool end_known;       ///< `end` is up to date
    double tension_scale; ///< Tension now over the table's
    double heard_scale;   ///< Tension over the table's in the bridge force: follows tension_scale
                          ///< smoothly
    double hearing;       ///< Share of the way that heard_scale covers in one step
    double force;         ///< Force of the stroke in this step
    bool plucked;         ///< A stroke acts this step
    bool springs_changed; ///< Springs have changed and are to be eliminated before the next step
    int glide;            ///< Steps until the obstacle is at its goal
    const JwContactGroup *lane_valid_in; ///< Group whose lane mirrors this state; NULL after any
                                         ///< change outside a step
    JwOutput output;
    JwPluck pluck;
    // Fields that few steps read.
    void *stiff_bent;   ///< stiff under bent tension
    void *pluck_row;    ///< Mode weights of the pluck point
    void *end_row;      ///< Output row of the force on the end under bent tension, where contact is
                        ///< heard too: see JwModes.end
    void *scratch;      ///< One more array
    void *memory;       ///< Memory of the arrays
    int modes_capacity; ///< Elements of each array
    int points_capacity;
    JwContact contact;
    JwContact none;     ///< Empty contact that the contact group gets where contact is at nodes
    JwGridContact grid; ///< Contact at nodes; in use if the tables have nodes
    JwSprings springs;
    JwContactGroup alone; ///< Group of one lane, in which contact and springs work while the string
                          ///< steps by itself
    double *ahead, *pull, *rows_now; ///< Values by row: points, then springs
    double *system, *soft;           ///< Scratch of jw_springs_eliminate()
    double *goal;                    ///< Obstacle heights at the end of the glide
    JwBridge bridge;
    double stretch_scale;       ///< Factor on EA
    double thread_scale;        ///< Factor on the thread's spring and dashpot
    double thread_k, thread_rc; ///< [N/m], [N s/m] at thread_scale 1
    double palm_k, palm_rc;
    double pluck_m;       ///< Position of the pluck row
    double pluck_width_m; ///< Width of the pluck row, the stroke's factor included
    double pluck_angle;   ///< Direction of strokes [rad]: 0 away from the bridge, pi/2 across
    double pluck_carried; ///< Part of a stroke's force that the bridge carries: (1 - x/L) of what
                          ///< is towards it
    double pluck_bridge;  ///< Displacement of a moving bridge by a unit impulse along the pluck row
    double bridge_m, bridge_before_m; ///< Where a moving bridge was at the end of the last step of
                                      ///< a string at half rate, and of the one before
    double hold, held; ///< Pull of a string at half rate on its bridge: see JwGroupNumbers
    double swung; ///< Sum of j^2 q_j(now) q_j(a step ago) over modes that stretch the string; not
                  ///< updated while its tension is fixed
    double stretch_rest; ///< Value of swung at rest, where the tension is the table's
    double relief;       ///< Most that a coupled bridge gives back: see springs.h
    double pluck_push;   ///< Velocity [m a step] along the pluck row after the last step
    double energy_in;    ///< Work of players on the string, units
    double energy_in_max;
    double energy_excess; ///< Largest (H - energy_in)/energy_in_max
    double energy;        ///< H at the last jw_string_audit(), units
    double strokes_j;     ///< Work of strokes on the string since jw_string_forget(), or since the
                          ///< caller set this to 0 [J]
    double rest_energy;   ///< H of the string at rest, units
    bool rest_known;      ///< rest_energy belongs to the tables and tension in force
} JwStringState;

/// Room for a string's tables.
typedef struct {
    int n_modes;  ///< Modes, padded
    int n_points; ///< Contact points, at nodes or not
    int n_linked; ///< Of these, points that may stand in matrices; 0: contact is at nodes for ever
} JwStringRoom;

/// Initialises a state with room for tables. [main]
JwStatus jw_string_init(JwStringState *state, JwPrecision precision, const JwStringRoom *room);

/// Frees what the state owns. [main]
void jw_string_release(JwStringState *state);

/// Puts the string to rest on tables and bridge; q (modes->n_all) and r (modes->n_points) come from
/// jw_modes_rest(), or are NULL for a straight string. [audio]
JW_REALTIME void jw_string_rest(JwStringState *state, const JwModes *modes, const JwBridge *bridge,
                                const double *q, const double *r);

/// Changes to other tables while the string sounds. Slope and velocity at the bridge stay as they
/// are, so that waves go on in their direction, and energy is in proportion to the length: in any
/// sequence of frets, a return to one of them brings back no more energy than there was. The
/// tension stays in newtons, and tension_scale changes with the table. [audio]
JW_REALTIME void jw_string_set_modes(JwStringState *state, const JwModes *modes);

/// Stops the string at another fret of the same instrument while it sounds: as
/// jw_string_set_modes(), and where it lies on an obstacle, it lies there as the new tables have
/// it. [audio]
JW_REALTIME void jw_string_stop(JwStringState *state, const JwModes *modes);

/// Displacement [m] of the rest shape at the thread; 0 without one. [any]
JW_REALTIME double jw_string_rest_at_thread(const JwModes *modes);

/// Moves the thread's own place by way_m, to where the bridge has brought the resting string.
/// [audio]
JW_REALTIME void jw_string_lay_thread(JwStringState *state, double way_m);

/// Moves the bridge within `steps` steps of the body (at least 1). [audio]
JW_REALTIME void jw_string_set_bridge(JwStringState *state, const JwBridge *bridge, int steps);

/// Sets the tension as a factor on the table's, and axial stiffness as a factor on the string's.
/// [audio]
JW_REALTIME void jw_string_set_tension(JwStringState *state, double scale, double stretch_scale);

/// Sets the factor on the thread's spring and dashpot; 0: no thread. [audio]
JW_REALTIME void jw_string_set_thread(JwStringState *state, double scale);

/// Sets a palm's stiffness [N/m] and resistance [N s/m]; it comes down softly (kernel/springs.h).
/// [audio]
JW_REALTIME void jw_string_set_palm(JwStringState *state, double k, double rc);

/// Chooses the output from here on. [audio]
JW_REALTIME void jw_string_set_output(JwStringState *state, JwOutput output);

/// Begins a stroke that would pull the string aside by displacement_m at position_m. [audio]
JW_REALTIME void jw_string_pluck(JwStringState *state, JwStroke stroke, double position_m,
                                 double width_m, double displacement_m, double duration);

/// Sets the direction of later strokes [rad]: 0 away from the bridge, pi/2 across it, pi towards
/// it. A string of one polarisation is pulled away from the bridge or, by a negative displacement,
/// towards it. [audio]
JW_REALTIME void jw_string_set_pluck_angle(JwStringState *state, double angle_rad);

/// Sets the times of rise and release [s] of later strokes, at duration 1; 0: those of their kind.
/// [audio]
JW_REALTIME void jw_string_set_pluck_times(JwStringState *state, double rise_s, double release_s);

/// Begins a stroke of a given peak force [N] at position_m. [audio]
JW_REALTIME void jw_string_pluck_force(JwStringState *state, JwStroke stroke, double position_m,
                                       double width_m, double force_n, double duration);

/// Sets the modes outright: displacements of all modes->n_all [m] and their increments a step, NULL
/// for zeros. [audio]
JW_REALTIME void jw_string_set_state(JwStringState *state, const double *q, const double *v);

/// Steps a string whose ends are fixed. [audio]
JW_REALTIME void jw_string_step(JwStringState *state);

/// Steps n times a string whose ends are fixed; outputs go into out (NULL: nowhere). [audio]
JW_REALTIME void jw_string_run(JwStringState *state, double *out, int n);

// Parts of a step, for strings that step together (ensemble.h). A run of steps calls for each
// string jw_string_lane_source(), then jw_contact_group_assign(), jw_string_step_edge() into the
// first step and jw_contact_group_sum(). Every step calls the parts of JwContactStep, then
// jw_string_step_edge() for each string, jw_contact_group_sum(), the group's output() and
// jw_string_count_stroke() for each string that a finger plucks. jw_string_leave_lane() ends the
// run.

/// Tells whether contact is at nodes of the string's grid; and the contact step of a string that
/// steps by itself. [audio]
JW_REALTIME bool jw_string_on_grid(const JwStringState *state);
JW_REALTIME const JwContactStep *jw_string_step_alone(const JwStringState *state);

/// Brings changes since the last step up to date and returns the values that a lane takes from the
/// string. [audio]
JW_REALTIME JwLaneSource jw_string_lane_source(JwStringState *state);

/// Ends a step of the modes, begins another, or both. last: the run ends with this step, after
/// which the modes can be read; a step that begins then is one of the next run, which calls
/// jw_string_take_up(), unless the string was changed, and begins that step anew. [audio]
JW_REALTIME void jw_string_step_edge(JwStringState *state, JwContactGroup *group, int lane,
                                     bool ends, bool begins, bool last);

/// Ends a step of the modes and begins another of the same run. [audio]
JW_REALTIME void jw_string_go_on(JwStringState *state, JwContactGroup *group, int lane);

/// Counts the finger's work in the step that ended, after jw_contact_group_sum(). [audio]
JW_REALTIME void jw_string_count_stroke(JwStringState *state, const JwContactGroup *group,
                                        int lane);

/// True if the string's next step may begin along with the end of this one, whatever comes between
/// the two: the obstacle stands still, springs have not changed and do not change in that step, as
/// when a finger lets go, and contact is not at nodes. [audio]
JW_REALTIME bool jw_string_may_begin(const JwStringState *state);

/// Goes on with a step that began along with the last one of the run before: the stroke advances
/// now. [audio]
JW_REALTIME void jw_string_take_up(JwStringState *state);

/// Copies the lane's values back to the string. [audio]
JW_REALTIME void jw_string_leave_lane(JwStringState *state, const JwContactGroup *group, int lane);

/// Sets the most that comes back of an impulse through the bridge: mass of the strings times
/// compliance of the body; 0 for a bridge that stands still. [audio]
JW_REALTIME void jw_string_set_relief(JwStringState *state, double relief);

/// Tells whether the outputs of steps are of the time at which each begins, as impulses are: those
/// of a bridge that stands still, where it bears contact. Other outputs are of the time at which
/// each step ends. [audio]
JW_REALTIME bool jw_string_outputs_begin(const JwStringState *state);

/// Output of the state as it is. [audio]
JW_REALTIME double jw_string_output(const JwStringState *state);

/// Splits a pick-up's output into partials, less their output at rest. [audio]
JW_REALTIME void jw_string_partials(const JwStringState *state, JwPartials *partials);

/// Tells a string where its bridge was at the end of its last step and of the one before. At half
/// rate the string goes along: it stays as it is, seen from the bridge. [audio]
JW_REALTIME void jw_string_ride(JwStringState *state, double bridge_m, double bridge_before_m);

/// Mass by which energies and forces of a string, in units of its own step, are those of the body's
/// step [kg]: mu L over the stride squared. [any]
JW_REALTIME double jw_string_unit_kg(const JwStringState *state);

/// Sum of m_j v_j [m a step], m_j as JwModes.bridge; 0 if the bridge stands still. [audio]
JW_REALTIME double jw_string_bridge_speed(const JwStringState *state);

/// Energy of string and springs now, in units. [audio]
JW_REALTIME double jw_string_energy(const JwStringState *state);

/// Energy of string and springs now, in units; updates the report and the ledger's floor. [audio]
JW_REALTIME double jw_string_audit(JwStringState *state);

/// Energy of the string at rest, under the tension in force, in units. [audio]
JW_REALTIME double jw_string_rest_energy(JwStringState *state);

/// Shrinks the motion: displacements from rest and velocities times `factor`, 0..1. [audio]
JW_REALTIME void jw_string_shrink(JwStringState *state, double factor);

/// Kinetic energy scale: largest |v| of any mode, in its own units (kernel/mode_kernel.h). [audio]
JW_REALTIME double jw_string_motion(const JwStringState *state);

/// Sets counters and records of energy to zero. [audio]
JW_REALTIME void jw_string_forget(JwStringState *state);

/// Stops the string dead at its present displacement. [audio]
JW_REALTIME void jw_string_freeze(JwStringState *state);

/// Joules in one unit of energy; newtons in one unit of impulse. [any]
JW_REALTIME double jw_string_joules(const JwStringState *state);
JW_REALTIME double jw_string_newtons(const JwStringState *state);

/// Modal displacement j (0-based) towards the bridge [m]. [any]
JW_REALTIME double jw_string_mode(const JwStringState *state, int j);

/// Modal displacement j (0-based) across [m]; 0 of modes without a second polarisation. [any]
JW_REALTIME double jw_string_mode_across(const JwStringState *state, int j);

/// Modal displacements of all n modes towards the bridge [m]. [audio]
JW_REALTIME void jw_string_shape(const JwStringState *state, float *q);

#endif // JW_STRING_STATE_H
