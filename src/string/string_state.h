// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// String with everything that touches it: its modes, its obstacle, thread, palm, and the finger
// that plucks it. A step is predict -> contact -> correct.
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
    JW_OUT_BRIDGE_FORCE, ///< Force on the bridge [N]: on the string's end and, on a fixed bridge,
                         ///< at its points and under its thread
    JW_OUT_PICKUP_DISPLACEMENT, ///< Displacement at the pick-up [m]
    JW_OUT_PICKUP_VELOCITY,     ///< Velocity at the pick-up [m/s]
} JwOutput;

/// Position and shape of the bridge: see jw_string_set_bridge().
typedef struct {
    double height_m;    ///< Height added to movable points
    double curvature;   ///< Factor on their curvature
    double restitution; ///< Restitution of points without their own
} JwBridge;

/// Values from the string's tables for every step, set when the string takes a lane.
typedef struct {
    JwModeStep mode_step;
    JwModeStepVariant variant[2]; ///< Functions for consecutive steps: without and with a finger
                                  ///< on the string
    bool plain_step;              ///< The next such step only needs variant[0]
    bool rustles;                 ///< The next such step only needs the force of a stroke's noise
                                  ///< and variant[1]
    int thread_at, palm_at;       ///< Places of their impulses among those of the rows, counted
                                  ///< from the lane's first; -1: not in use
    bool plucked;                 ///< A stroke acted in the step that ended
    double force;                 ///< Force of the stroke in the step that ended
} JwStepSetup;

/// State of one string; belongs only to the audio thread once that runs.
typedef struct {
    const JwModeKernel *kernel;
    const JwModes *modes; ///< Current tables, owned elsewhere
    JwModeArrays arrays;
    // Fields that every step reads, close together, because the step's tables fill the cache.
    JwStepSetup turn;
    int phase;            ///< At half rate: the string steps in the body's even (0) or odd (1)
                          ///< steps
    double heard;         ///< Output of the last step
    double end;           ///< Sum of the bridge force's output row, if contact is in the output
    bool end_known;       ///< `end` is up to date
    double tension_scale; ///< Tension relative to the table's
    double heard_scale;   ///< Tension in the bridge force relative to the table's: follows
                          ///< tension_scale smoothly
    double hearing;       ///< Part of the way that heard_scale covers in one step
    double force;         ///< Force of the stroke in this step
    bool plucked;         ///< A stroke acts this step
    bool springs_changed; ///< Springs have changed and must be eliminated again before the next
                          ///< step
    int glide;            ///< Steps until the obstacle reaches its goal
    const JwContactGroup *lane_valid_in; ///< Group whose lane mirrors this state; NULL after a
                                         ///< change outside a step
    JwOutput output;
    JwPluck pluck;
    // Fields that few steps read.
    void *stiff_bent;   ///< stiff under bent tension
    void *pluck_row;    ///< Mode weights of the pluck point
    void *end_row;      ///< Output row of the force on the end under bent tension, if contact is
                        ///< in the output: see JwModes.end
    void *scratch;      ///< Scratch array
    void *memory;       ///< Memory of the arrays
    int modes_capacity; ///< Elements of each array
    int points_capacity;
    JwContact contact;
    JwContact none;     ///< Empty contact for the contact group if contact is at nodes
    JwGridContact grid; ///< Contact at nodes; in use if the tables have nodes
    JwSprings springs;
    JwContactGroup alone; ///< Group of one lane for contact and springs while the string steps by
                          ///< itself
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
    double pluck_carried; ///< Part of a stroke's force that the bridge carries: (1 - x/L) of its
                          ///< component towards the bridge
    double pluck_bridge;  ///< Displacement of a moving bridge by a unit impulse along the pluck row
    double bridge_m, bridge_before_m; ///< Position of a moving bridge at the end of the last step
                                      ///< of a string at half rate, and of the one before
    double hold, held; ///< Pull of a string at half rate on its bridge: see JwGroupNumbers
    double swung; ///< Sum of j^2 q_j times q_j one step ago over modes that stretch the string;
                  ///< not updated while its tension is fixed
    double stretch_rest; ///< Value of swung at rest, under the table's tension
    double relief;       ///< Upper bound of the reaction of a coupled bridge: see springs.h
    double pluck_push;   ///< Velocity [m per step] along the pluck row after the last step
    double energy_in;    ///< Work of players on the string, units
    double energy_in_max;
    double energy_excess; ///< Largest (H - energy_in)/energy_in_max
    double energy;        ///< H at the last jw_string_audit(), units
    double strokes_j;     ///< Work of strokes on the string since jw_string_forget(), or since the
                          ///< caller set this to 0 [J]
    double rest_energy;   ///< H of the string at rest, units
    bool rest_known;      ///< rest_energy belongs to the present tables and tension
} JwStringState;

/// Memory for a string's tables.
typedef struct {
    int n_modes;  ///< Modes, padded
    int n_points; ///< Contact points, at nodes or not
    int n_linked; ///< Largest number of points in matrices; 0: contact is always at nodes
} JwStringRoom;

/// Initialises a state with memory for tables. [main]
JwStatus jw_string_init(JwStringState *state, JwPrecision precision, const JwStringRoom *room);

/// Frees the state's memory. [main]
void jw_string_release(JwStringState *state);

/// Resets the string to rest with these tables and bridge; q (modes->n_all) and r (modes->n_points)
/// come from jw_modes_rest(), or are NULL for a straight string. [audio]
JW_REALTIME void jw_string_rest(JwStringState *state, const JwModes *modes, const JwBridge *bridge,
                                const double *q, const double *r);

/// Changes to other tables while the string sounds. Slope and velocity at the bridge are preserved,
/// so that waves continue in their direction, and energy changes in proportion to the length: after
/// any sequence of frets that returns to the first, there is no more energy than before. The
/// tension is preserved in newtons, so that tension_scale changes with the table. [audio]
JW_REALTIME void jw_string_set_modes(JwStringState *state, const JwModes *modes);

/// Stops the string at another fret of the same instrument while it sounds: like
/// jw_string_set_modes(), but the rest shape becomes that of the new tables. [audio]
JW_REALTIME void jw_string_stop(JwStringState *state, const JwModes *modes);

/// Displacement [m] of the rest shape at the thread; 0 without a thread. [any]
JW_REALTIME double jw_string_rest_at_thread(const JwModes *modes);

/// Moves the thread's position by way_m, to follow the string's rest shape on a moved bridge.
/// [audio]
JW_REALTIME void jw_string_lay_thread(JwStringState *state, double way_m);

/// Moves the bridge within `steps` steps of the body (at least 1). [audio]
JW_REALTIME void jw_string_set_bridge(JwStringState *state, const JwBridge *bridge, int steps);

/// Sets the tension as a factor on the table's, and axial stiffness as a factor on the string's.
/// [audio]
JW_REALTIME void jw_string_set_tension(JwStringState *state, double scale, double stretch_scale);

/// Sets the factor on the thread's spring and dashpot; 0: no thread. [audio]
JW_REALTIME void jw_string_set_thread(JwStringState *state, double scale);

/// Sets a palm's stiffness [N/m] and resistance [N s/m]; its damping increases gradually
/// (kernel/springs.h). [audio]
JW_REALTIME void jw_string_set_palm(JwStringState *state, double k, double rc);

/// Selects the output of later steps. [audio]
JW_REALTIME void jw_string_set_output(JwStringState *state, JwOutput output);

/// Begins a stroke whose force would displace the string by displacement_m at position_m. [audio]
JW_REALTIME void jw_string_pluck(JwStringState *state, JwStroke stroke, double position_m,
                                 double width_m, double displacement_m, double duration);

/// Sets the direction of later strokes [rad]: 0 away from the bridge, pi/2 across it, pi towards
/// it. A string with one polarisation is pulled away from the bridge or, with a negative
/// displacement, towards it. [audio]
JW_REALTIME void jw_string_set_pluck_angle(JwStringState *state, double angle_rad);

/// Sets the times of rise and release [s] of later strokes, at duration 1; 0: those of their kind.
/// [audio]
JW_REALTIME void jw_string_set_pluck_times(JwStringState *state, double rise_s, double release_s);

/// Gives the stroke that has begun a noise, in parts of its peak force, at the frame rate. [audio]
JW_REALTIME void jw_string_make_noise(JwStringState *state, const JwNoiseSpec *noise,
                                      double rate_hz);

/// Begins the last stroke again, with its force times `strength`. [audio]
JW_REALTIME void jw_string_pluck_again(JwStringState *state, double strength);

/// Begins a stroke of a given peak force [N] at position_m. [audio]
JW_REALTIME void jw_string_pluck_force(JwStringState *state, JwStroke stroke, double position_m,
                                       double width_m, double force_n, double duration);

/// Sets the modes directly: displacements of all modes->n_all [m] and their increments per step,
/// NULL for zeros. [audio]
JW_REALTIME void jw_string_set_state(JwStringState *state, const double *q, const double *v);

/// Steps a string with fixed ends. [audio]
JW_REALTIME void jw_string_step(JwStringState *state);

/// Steps a string with fixed ends n times; writes outputs to out unless NULL. [audio]
JW_REALTIME void jw_string_run(JwStringState *state, double *out, int n);

// Parts of a step, for strings that step together (ensemble.h). A run of steps calls for each
// string jw_string_lane_source(), then jw_contact_group_assign(), jw_string_step_edge() into the
// first step, and jw_contact_group_sum(). Every step calls the parts of JwContactStep, then
// jw_string_step_edge() for each string, jw_contact_group_sum(), the group's output(), and
// jw_string_count_stroke() for each plucked string. jw_string_leave_lane() ends the run.

/// True if contact is at nodes of the string's grid; and the contact step of a string that steps by
/// itself. [audio]
JW_REALTIME bool jw_string_on_grid(const JwStringState *state);
JW_REALTIME const JwContactStep *jw_string_step_alone(const JwStringState *state);

/// Applies changes since the last step and returns the values for the string's lane. [audio]
JW_REALTIME JwLaneSource jw_string_lane_source(JwStringState *state);

/// Ends a step of the modes, begins another, or both. last: the run ends with this step, after
/// which the modes can be read. A step that begins then belongs to the next run, which calls
/// jw_string_take_up() or, if the string was changed, begins that step again. [audio]
JW_REALTIME void jw_string_step_edge(JwStringState *state, JwContactGroup *group, int lane,
                                     bool ends, bool begins, bool last);

/// Ends a step of the modes and begins another of the same run. [audio]
JW_REALTIME void jw_string_go_on(JwStringState *state, JwContactGroup *group, int lane);

/// Adds the finger's work in the step that ended, after jw_contact_group_sum(). [audio]
JW_REALTIME void jw_string_count_stroke(JwStringState *state, const JwContactGroup *group,
                                        int lane);

/// True if the string's next step may begin together with the end of this one, whatever happens
/// between the two: the obstacle is at rest, springs do not change before or in that step (as when
/// a finger leaves), and contact is not at nodes. [audio]
JW_REALTIME bool jw_string_may_begin(const JwStringState *state);

/// Continues a step that began with the last one of the previous run: advances the stroke. [audio]
JW_REALTIME void jw_string_take_up(JwStringState *state);

/// Copies the lane's values back to the string. [audio]
JW_REALTIME void jw_string_leave_lane(JwStringState *state, const JwContactGroup *group, int lane);

/// Sets the upper bound of the reaction through the bridge: mass of the strings times compliance of
/// the body; 0 for a fixed bridge. [audio]
JW_REALTIME void jw_string_set_relief(JwStringState *state, double relief);

/// True if the outputs of steps refer to the time at which each begins, as impulses do: on a fixed
/// bridge that carries contact. Other outputs refer to the end of each step. [audio]
JW_REALTIME bool jw_string_outputs_begin(const JwStringState *state);

/// Output of the present state. [audio]
JW_REALTIME double jw_string_output(const JwStringState *state);

/// Splits a pick-up's output into partials, minus their output at rest. [audio]
JW_REALTIME void jw_string_partials(const JwStringState *state, JwPartials *partials);

/// Sets the bridge's position at the end of the string's last step and of the one before. At half
/// rate the string moves with the bridge: its motion relative to the bridge is unchanged. [audio]
JW_REALTIME void jw_string_ride(JwStringState *state, double bridge_m, double bridge_before_m);

/// Mass that converts energies and forces of a string from units of its own step to the body's step
/// [kg]: mu L over the stride squared. [any]
JW_REALTIME double jw_string_unit_kg(const JwStringState *state);

/// Sum of m_j v_j [m per step], m_j as in JwModes.bridge; 0 for a fixed bridge. [audio]
JW_REALTIME double jw_string_bridge_speed(const JwStringState *state);

/// Present energy of string and springs, in units. [audio]
JW_REALTIME double jw_string_energy(const JwStringState *state);

/// Present energy of string and springs, in units; updates the report and the ledger's limit.
/// [audio]
JW_REALTIME double jw_string_audit(JwStringState *state);

/// Energy of the string at rest, under the present tension, in units. [audio]
JW_REALTIME double jw_string_rest_energy(JwStringState *state);

/// Shrinks the motion: displacements from rest and velocities times `factor`, 0..1. [audio]
JW_REALTIME void jw_string_shrink(JwStringState *state, double factor);

/// Kinetic energy scale: largest |v| of any mode, in its own units (kernel/mode_kernel.h). [audio]
JW_REALTIME double jw_string_motion(const JwStringState *state);

/// Sets counters and records of energy to zero. [audio]
JW_REALTIME void jw_string_forget(JwStringState *state);

/// Sets all velocities to 0 at the present displacement. [audio]
JW_REALTIME void jw_string_freeze(JwStringState *state);

/// Joules in one unit of energy; newtons in one unit of impulse. [any]
JW_REALTIME double jw_string_joules(const JwStringState *state);
JW_REALTIME double jw_string_newtons(const JwStringState *state);

/// Modal displacement j (0-based) towards the bridge [m]. [any]
JW_REALTIME double jw_string_mode(const JwStringState *state, int j);

/// Modal displacement j (0-based) across [m]; 0 for modes with one polarisation. [any]
JW_REALTIME double jw_string_mode_across(const JwStringState *state, int j);

/// Modal displacements of all n modes towards the bridge [m]. [audio]
JW_REALTIME void jw_string_shape(const JwStringState *state, float *q);

#endif // JW_STRING_STATE_H
