// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// One string with all that touches it: its modes, its obstacle, thread, palm,
// and the finger that plucks it. A step is predict -> contact -> correct.
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
    JW_OUT_BRIDGE_FORCE,        ///< Force on the bridge end [N]
    JW_OUT_PICKUP_DISPLACEMENT, ///< At the pick-up [m]
    JW_OUT_PICKUP_VELOCITY,     ///< At the pick-up [m/s]
} JwOutput;

/// What moves a bridge: see jw_string_set_bridge().
typedef struct {
    double height_m;    ///< Added to movable points
    double curvature;   ///< Factor on their curvature
    double restitution; ///< Of points that do not fix their own
} JwBridge;

/// What every step of a string takes from its tables: worked out when it takes its place.
typedef struct {
    JwModeStep mode_step;
    JwModeStepVariant variant[2]; ///< Of steps that follow another: no finger on the string, or one
    bool plain_step;              ///< Nothing but that is left to do in such a step
    int thread_row, palm_row;     ///< Of the rows side by side, -1: not in use
    bool plucked;                 ///< A stroke acted in the step that ended
    double force;                 ///< and its force
} JwStepSetup;

/// State of one string; the audio thread's alone once it runs.
typedef struct {
    const JwModeKernel *kernel;
    const JwModes *modes; ///< Current tables, owned elsewhere
    JwModeArrays arrays;
    // What every step looks at, close together: the tables that it reads leave nothing else in the
    // cache.
    JwStepSetup turn;
    double heard;         ///< Output of the last step
    double tension_scale; ///< Tension now over the table's
    double heard_scale;   ///< The same in the bridge force: follows without a step
    double hearing;       ///< How much of the way in one step
    double force;         ///< Of the pluck this step
    bool plucked;         ///< A stroke acts this step
    bool springs_changed; ///< Springs changed: eliminate before the next step
    int glide;            ///< Steps until the obstacle is at its goal
    const JwContactGroup
        *lane_valid_in; ///< Whose lane holds it as it is, NULL once anything but steps changed it
    JwOutput output;
    JwPluck pluck;
    // The rest.
    void *stiff_bent;   ///< stiff under bent tension
    void *pluck_row;    ///< Mode weights of the pluck point
    void *scratch;      ///< One more array
    void *memory;       ///< Of them
    int modes_capacity; ///< Elements of each array
    int points_capacity;
    JwContact contact;
    JwContact none;     ///< What the contact group sees of a contact at nodes
    JwGridContact grid; ///< In use if the tables have nodes
    JwSprings springs;
    JwContactGroup alone;            ///< Where both work while the string steps by itself
    double *ahead, *pull, *rows_now; ///< Rows: points, then springs
    double *system, *soft;           ///< Scratch of jw_springs_eliminate()
    double *goal;                    ///< Obstacle heights at the end of the glide
    JwBridge bridge;
    double stretch_scale;       ///< Factor on EA
    double thread_scale;        ///< Factor on the thread's spring and dashpot
    double thread_k, thread_rc; ///< [N/m], [N s/m] at thread_scale 1
    double palm_k, palm_rc;
    double pluck_m;       ///< Where the pluck row is
    double pluck_width_m; ///< and how wide
    double pluck_angle;   ///< Its direction [rad]: 0 away from the bridge, pi/2 across
    double pluck_bridge;  ///< What an impulse along the pluck row gives the bridge, if it moves
    double swung;         ///< Sum of j^2 q_j now times q_j a sample ago, of modes that stretch the
                          ///< string; not kept while its tension stays
    double stretch_rest;  ///< swung at rest: tension there is the table's
    double relief;        ///< What a coupled bridge gives back, at most: see springs.h
    double pluck_push;    ///< Velocity [m a step] along the pluck row after the last step
    double energy_in;     ///< Work of players on the string, units
    double energy_in_max;
    double energy_excess; ///< Largest (H - energy_in)/energy_in_max
    double energy;        ///< H at the last jw_string_audit(), units
    double strokes_j;     ///< Work of all strokes on the string [J], since jw_string_forget()
    double rest_energy;   ///< H of the string at rest, units
    bool rest_known;      ///< It is that of the tables and tension in force
} JwStringState;

/// Room for tables of up to n_modes modes (padded) and n_points contact points, at nodes or not.
/// [main]
JwStatus jw_string_init(JwStringState *state, JwPrecision precision, int n_modes, int n_points);

/// [main]
void jw_string_release(JwStringState *state);

/// Empty string at rest on tables and bridge; q (modes->n_all) and r (modes->n_points) from
/// jw_modes_rest(), or NULL for a straight string. [audio]
JW_REALTIME void jw_string_rest(JwStringState *state, const JwModes *modes, const JwBridge *bridge,
                                const double *q, const double *r);

/// Goes over to other tables while sounding. Slope and velocity stay as they are at the bridge, so
/// that what travels goes on in its direction, and energy is in proportion to the length: whatever
/// frets follow each other, coming back to one of them brings no more energy back than there was.
/// The tension stays in newtons, tension_scale with it. [audio]
JW_REALTIME void jw_string_set_modes(JwStringState *state, const JwModes *modes);

/// Moves the bridge over that many steps (at least 1). [audio]
JW_REALTIME void jw_string_set_bridge(JwStringState *state, const JwBridge *bridge, int steps);

/// Tension as a factor on the table's, and axial stiffness as a factor on the string's. [audio]
JW_REALTIME void jw_string_set_tension(JwStringState *state, double scale, double stretch_scale);

/// Thread: factor on spring and dashpot; palm: firmness [N/m], [N s/m]. [audio]
JW_REALTIME void jw_string_set_thread(JwStringState *state, double scale);
JW_REALTIME void jw_string_set_palm(JwStringState *state, double k, double rc);

/// What is heard from here on. [audio]
JW_REALTIME void jw_string_set_output(JwStringState *state, JwOutput output);

/// Begins a stroke that would pull the string aside by displacement_m at position_m. [audio]
JW_REALTIME void jw_string_pluck(JwStringState *state, JwStroke stroke, double position_m,
                                 double width_m, double displacement_m, double duration);

/// Direction of the strokes to come [rad]: 0 away from the bridge, pi/2 across it, pi towards it. A
/// string of one polarisation is pulled away from the bridge or, by a negative displacement,
/// towards it. [audio]
JW_REALTIME void jw_string_set_pluck_angle(JwStringState *state, double angle_rad);

/// Times of pull and release [s] of the strokes to come, at duration 1; 0: those of their kind.
/// [audio]
JW_REALTIME void jw_string_set_pluck_times(JwStringState *state, double rise_s, double release_s);

/// The same with a given peak force [N]. [audio]
JW_REALTIME void jw_string_pluck_force(JwStringState *state, JwStroke stroke, double position_m,
                                       double width_m, double force_n, double duration);

/// Sets the modes outright: displacements of all modes->n_all [m] and their increments a step, NULL
/// for zeros. [audio]
JW_REALTIME void jw_string_set_state(JwStringState *state, const double *q, const double *v);

/// One step of a string whose ends are fixed. [audio]
JW_REALTIME void jw_string_step(JwStringState *state);

/// n of them, outputs into out (NULL: nowhere). [audio]
JW_REALTIME void jw_string_run(JwStringState *state, double *out, int n);

// The same in parts, for strings that step together (ensemble.h): settle each,
// jw_contact_group_assign(), turn each to the first step and jw_contact_group_sum(); every step the
// parts of JwContactStep, then turn each, gather, hear all and feel each that a finger is on; at
// last leave.

/// Where the string steps by itself, and how. [audio]
JW_REALTIME bool jw_string_on_grid(const JwStringState *state);
JW_REALTIME const JwContactStep *jw_string_step_alone(const JwStringState *state);

/// What changed since the last step is worked out; then how the string goes into a lane. [audio]
JW_REALTIME JwLaneSource jw_string_lane_source(JwStringState *state);

/// Ends a step, begins another, or both: the modes' part of it. last: of the run that ends with it,
/// after which the modes can be looked at. [audio]
JW_REALTIME void jw_string_step_edge(JwStringState *state, JwContactGroup *group, int lane,
                                     bool ends, bool begins, bool last);

/// Work of the finger in the step that ended, once all is gathered. [audio]
JW_REALTIME void jw_string_count_stroke(JwStringState *state, const JwContactGroup *group,
                                        int lane);

/// Whether its next step may begin along with the one that ends, whatever comes between: no stroke,
/// the obstacle stands, and what is at the nodes does not have to be closed. [audio]
JW_REALTIME bool jw_string_steps_plainly(const JwStringState *state);

/// Copies back what the lane holds. [audio]
JW_REALTIME void jw_string_leave_lane(JwStringState *state, const JwContactGroup *group, int lane);

/// Most that comes back of an impulse through the bridge: strings' mass over what the body gives
/// way to; 0 for a bridge that stands still. [audio]
JW_REALTIME void jw_string_set_relief(JwStringState *state, double relief);

/// Output of the state as it is. [audio]
JW_REALTIME double jw_string_output(const JwStringState *state);

/// Of a pick-up's output what each partial gives, but for what it gives at rest. [audio]
JW_REALTIME void jw_string_partials(const JwStringState *state, JwPartials *partials);

/// Sum of m_j v_j [m a step], m_j as JwModes.bridge; 0 if the bridge stands still. [audio]
JW_REALTIME double jw_string_bridge_speed(const JwStringState *state);

/// Energy of string and springs now, in units. [audio]
JW_REALTIME double jw_string_energy(const JwStringState *state);

/// The same; updates the report and the ledger's floor. [audio]
JW_REALTIME double jw_string_audit(JwStringState *state);

/// Energy of the string at rest, under the tension in force, in units. [audio]
JW_REALTIME double jw_string_rest_energy(JwStringState *state);

/// Makes what moves smaller: displacements from rest and velocities times `factor`, 0..1. [audio]
JW_REALTIME void jw_string_shrink(JwStringState *state, double factor);

/// Kinetic energy scale: largest |v| of any mode, in its own units (kernel/mode_kernel.h). [audio]
JW_REALTIME double jw_string_motion(const JwStringState *state);

/// Counters and records of energy to zero. [audio]
JW_REALTIME void jw_string_forget(JwStringState *state);

/// Stops dead where it is. [audio]
JW_REALTIME void jw_string_freeze(JwStringState *state);

/// Joules in one unit of energy; newtons in one unit of impulse. [any]
JW_REALTIME double jw_string_joules(const JwStringState *state);
JW_REALTIME double jw_string_newtons(const JwStringState *state);

/// Modal displacement j (0-based) [m]. [any]
JW_REALTIME double jw_string_mode(const JwStringState *state, int j);

/// The same across, in the second polarisation; 0 of modes that have none. [any]
JW_REALTIME double jw_string_mode_across(const JwStringState *state, int j);

/// All n of them, towards the bridge [m]. [audio]
JW_REALTIME void jw_string_shape(const JwStringState *state, float *q);

#endif // JW_STRING_STATE_H
