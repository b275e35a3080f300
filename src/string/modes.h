// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tables of one string at one speaking length: everything a step reads and never writes.
//
// Galerkin modes phi_j(x) = sqrt(2) sin(j pi x/L) (Samukham et al. 2021, eqs. 49-50), mass
// normalised: modal mass mu L. A string that swings in two polarisations has n_lateral lateral
// modes along each axis: those along the first axis are its first modes, those along the second
// axis stand behind all others. Rows hold the part of each mode that moves towards the bridge (y),
// which is all that contact, thread, palm and body see. An impulse r acts on mode j as root_j
// phi_j(x) r, in the mode's units of root_j metres a step (kernel/mode_kernel.h); as a force it is
// r mu L/dt^2 newtons. Tables are built on the control thread and read by the audio thread.

#ifndef JW_MODES_H
#define JW_MODES_H

#include "base/pi.h"
#include "base/status.h"
#include "kernel/mode_kernel.h"
#include "string/obstacle.h"
#include "string/string_data.h"

#include <stdbool.h>
#include <stddef.h>

/// Share of the step rate that modes reach at most.
#define JW_MODES_SHARE 0.49

/// Highest frequency that a bend moves modes to [rad/step]: JwModeKernel.retune.
#define JW_BENT_THETA 2.86

/// Highest frequency of any mode [rad/step], even of the first mode of a string that is above the
/// band.
#define JW_MODES_THETA (0.98 * JW_PI)

enum {
    JW_MAX_MODES = 16384, ///< Most modes of one string
    JW_REST_SWEEPS = 50,  ///< Passes in search of a balance that are always made
    JW_MAX_COMPLIANT = 2, ///< Thread and palm
    JW_N_OUTPUTS = 2, ///< Rows: 0 force on the end at a bridge that stands still over tension [1],
                      ///< 1 displacement at the pick-up [m]
};

/// Specification of the tables to build.
typedef struct {
    JwStringData data;   ///< length_m is the speaking length
    double loss_low;     ///< Factor on s0, air and inverse_q
    double loss_high;    ///< Factor on s1, s3 and viscoelastic
    double step_rate_hz; ///< Steps a second
    int stride; ///< Steps of the body in one of the string: 2, half rate, or 1, for which 0 stands
    double band_hz;    ///< Highest frequency of modes, within JW_MODES_SHARE of the step rate
    double stretch_hz; ///< Highest frequency of modes that change the tension and feel its change;
                       ///< 0, or grid: all modes
    JwPrecision precision;          ///< Precision of the mode arrays
    const JwContactPoints *contact; ///< NULL or n = 0: nothing to hit
    double thread_m;                ///< Position of the thread; <= 0: none
    double palm_m;                  ///< Position of a palm that damps the string; <= 0: none
    double pickup_m;                ///< Position of the pick-up
    int sweeps;                     ///< Passes of the contact projection; 0: the engine's default
    double warm;                    ///< JwContact.warm; 0: the engine's default
    bool coarse;  ///< Quality 1: contact makes up for the few modes, by jw_modes_ease() and by what
                  ///< local modes radiate
    bool grazes;  ///< The string lies on its bridge and is struck so softly that it hardly leaves
                  ///< it: local modes are all that gives way (string/cutoff.h)
    bool coupled; ///< The bridge end moves: adds the bridge's row
    bool grid;    ///< Points are nodes i length_m/(jw_modes_count() + 1), and the string is not
                  ///< coupled (kernel/grid_contact.h)
    double chi;   ///< Share of the cut-off modes' static compliance; negative: local modes instead
} JwModesSpec;

/// Read-only tables. Rows are those of the contact points, then of bridge, thread and palm. Sizes:
/// rows n_interleaved x n_padded, without the bridge's, in the order of jw_row_at(); compliance and
/// cutoff n_rows x n_rows.
typedef struct {
    JwPrecision precision;
    int n;            ///< Modes in the band: partials
    int n_all;        ///< Modes in the band and local modes of the contact points behind them; with
                      ///< lateral modes: elements up to the last one of the second polarisation
    int n_padded;     ///< Elements of an array: both polarisations, each rounded up to JW_LANES
    int n_stretching; ///< Elements that stretch the string: see JwModeArrays
    int n_first;      ///< Elements of the first polarisation, rounded up to JW_LANES
    int n_lateral;    ///< Lateral modes along each axis; those of the second polarisation begin at
                      ///< n_first
    double cos_tilt, sin_tilt; ///< Axis tilt: y = cos q_1 + sin q_2, z = -sin q_1 + cos q_2
    int sweeps;                ///< Passes of the contact projection
    double warm;               ///< JwContact.warm
    double ease;               ///< JwContact.ease
    int n_points;              ///< Rigid contact points
    int n_linked; ///< Contact points and, if coupled, the bridge: rows that remain after springs
                  ///< are eliminated; grid: 0
    int stride;   ///< Steps of the body in one of the string; 2: half rate, of a string that is
                  ///< coupled, whose modes are seen from the ground
    int n_rows;   ///< All rows: n_linked, thread and palm
    int n_interleaved; ///< Interleaved rows: all but the bridge's
    int bridge_row; ///< Row of the bridge, m_j = integral of (1 - x/L) phi_j = sqrt(2)/(j pi); -1:
                    ///< none
    int thread_row; ///< Row of the thread; -1: none
    int palm_row;   ///< Row of the palm, always the last; -1: none
    double length_m;
    double mass_kg; ///< mu L
    double dt_s;    ///< Duration of a step
    double tension_n;
    double stretch; ///< dt^2 EA/(2 mu) (pi/L)^4 [1/m^2]; 0: fixed tension. The sum of j^2 q^2
                    ///< stands for that of (j pi/L)^2 (1 + c) times a displacement's square. Local
                    ///< modes that stretch the string have numbers j that follow the band's last
    double theta2_first;   ///< theta_1^2 at tension_n
    double theta2_t_first; ///< Part of theta2_first that tension makes
    double palm_m;
    bool rests;      ///< Something holds the string at rest: rest_q is not 0
    double rounding; ///< Motion, as jw_string_motion() has it, that rounding may keep up at rest
    double *rest_q;  ///< Static shape on the obstacle from the last jw_modes_rest(), n_all [m]
    double *rest_r;  ///< Impulses that hold the static shape, n_points
    void *damp, *stiff, *root; ///< Tables of modes: see JwModeArrays
    void *judge_compliance; ///< Compliance of each mode for judging contact over its own compliance
                            ///< in a step: see cutoff
    void *theta2_t, *theta2_e, *rest_impulse, *sech_gain; ///< Tables for JwModeKernel.retune
    void *out[JW_N_OUTPUTS];                              ///< Output rows
    void *rows;
    void *bridge;         ///< Row of a moving bridge: see JwModeArrays. At half rate its place in
                          ///< `compliance` holds the lever of each row: its way over the bridge's
    double pickup_along;  ///< At half rate: way at the pick-up of what goes along with the bridge,
                          ///< over the bridge's way
    JwGridRows grid_rows; ///< Grid: rows of the n_points nodes
    double *compliance;   ///< S_ik = sum_j root_j^2 phi_j(x_i) phi_j(x_k)
    double *cutoff; ///< C_ik: softness of the modes left out at points and thread, less the excess
                    ///< softness of the band's own modes at every row but the bridge's
    double *beyond; ///< Part of a force at a row that reaches the bridge's end through the modes
                    ///< left out: 1 - x/L less S of row and bridge; n_rows, 0 for the bridge itself
                    ///< and where the bridge stands still
    double *borne;  ///< Part of a force at each of the n_points that a bridge that stands still
                    ///< bears besides what the band's modes bring to the string's end, which it
                    ///< cancels: 0 at points that are not the bridge's, and where the bridge moves.
                    ///< Zeros up to jw_contact_padded() points
    double thread_borne; ///< The same of the thread, which lies on the bridge if it is no farther
                         ///< than the bridge's last point
    bool separate; ///< The bridge stands still and its points are so far from each other that no
                   ///< two of them move each other within a step: S + C is diagonal
    bool bears;    ///< The bridge stands still and has points: there is something that it bears
    void *end; ///< If it bears: output row of the force on the end, over the stiffness of each mode
    double *x_m; ///< Positions of points, then of the rows behind them, 0 for the bridge
    double *base_m, *sag_m, *movable,
        *restitution; ///< Properties of the n_points: see JwContactPoints
} JwModes;

/// Angular frequency [rad/s] of partial n >= 1, lossless. [any]
double jw_modes_omega(const JwStringData *data, int n);

/// Decay rate sigma [1/s] of partial n, with factors on the low and high losses. [any]
double jw_modes_sigma(const JwStringData *data, int n, double loss_low, double loss_high);

/// Displacement [m] of mode j over its number in a string (q): root_j, not rounded. [any]
JW_REALTIME double jw_modes_root(const JwModes *modes, int j);

/// True if no two contact points of the string move each other within a step. By the band's modes
/// they do, by 4 to 24 % of what each moves itself (basses), and by S + C with C of the modes cut
/// off, by 3 to 8 %: all of that the missing modes would take away again. [main]
bool jw_modes_points_separate(const JwModesSpec *spec, int n_modes);

/// Chooses C so that each of such points is judged by itself. [main]
void jw_modes_judge_each(JwModes *modes);

/// Decay of a step by which local modes over a bridge that ends at end_m radiate, where the band
/// has n partials: what they hold leaves a narrow bridge as waves above the band, that come back,
/// from the string's other end, with what losses leave of them. No mode of the band carries these;
/// where the bridge is as long as some such waves, local modes hold them themselves. The law is
/// measured: over the sarod's bridge of 4 mm, without its body, qualities 1 and 4 are at most 1.8
/// dB apart, without radiation 4.7; with three times as much 3.3. [any]
double jw_modes_radiation(const JwModesSpec *spec, int n, double end_m);

/// Number of partials up to min(band_hz, JW_MODES_SHARE step_rate_hz), at least 1, at most
/// JW_MAX_MODES. [any]
int jw_modes_count(const JwStringData *data, double band_hz, double step_rate_hz);

/// Ease of the contact of a string of n partials that end at 20 kHz: what such a string's landings
/// cost it grows as its modes grow few. [any]
double jw_modes_ease(int n);

/// Precision that keeps the energy of a string of n modes. 32 bits round some 1e-8 of a mode a
/// step, and more where contact acts on many modes at once. The string gets 64 bits where a mode
/// loses less than 5e-7 by itself (T60 of 290 s at 48 kHz), because its energy would wander; and
/// where the first mode moves less than 3e-4 of its amplitude in a step (2.3 Hz at 48 kHz), of
/// which 32 bits hold three digits. [any]
JwPrecision jw_modes_precision(const JwStringData *data, double loss_low, double loss_high, int n,
                               double step_rate_hz);

/// Index among the interleaved rows of a row other than the bridge's. [any]
static inline JW_REALTIME int jw_modes_interleaved(const JwModes *modes, int row) {
    return modes->bridge_row >= 0 && row > modes->bridge_row ? row - 1 : row;
}

/// Height [m] of contact point i on a bridge raised by height_m, its curvature times `curvature`.
/// [any]
static inline JW_REALTIME double jw_modes_height(const JwModes *modes, int i, double height_m,
                                                 double curvature) {
    return modes->base_m[i] + modes->movable[i] * (height_m - (curvature - 1.0) * modes->sag_m[i]);
}

/// Energy [J] of the string drawn tight over points of those heights[n_points] [m], its stiffness
/// left out. [any]
double jw_modes_lift_j(const JwModes *modes, const double *heights);

/// Builds a table; NULL if memory is short. [main]
JwModes *jw_modes_new(const JwModesSpec *spec);

/// Finds `borne` for tables whose other numbers are known; scratch holds n_padded numbers, to a
/// 64-byte border. [main]
void jw_modes_find_borne(JwModes *modes, const JwContactPoints *points, double *scratch);

/// Frees a table; NULL is fine. [main]
void jw_modes_free(JwModes *modes);

/// Finds the string's static shape on its obstacle, heights[n_points] [m], into rest_q and
/// rest_r; all zero if nothing touches. [main]
JwStatus jw_modes_rest(JwModes *modes, const double *heights);

/// Finds the static shape as jw_modes_rest() does, in JW_REST_SWEEPS passes over the points and at
/// most *left further operations, which are subtracted from *left. The balance of very many points
/// that press on each other may then lack its last digits, and the string begins by swinging into
/// it. [main]
JwStatus jw_modes_rest_within(JwModes *modes, const double *heights, double *left);

#endif // JW_MODES_H
