// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tables of one string at one speaking length: everything a step reads and never writes.
//
// Galerkin modes phi_j(x) = sqrt(2) sin(j pi x/L) (Samukham et al. 2021, eqs. 49-50),
// mass normalised: modal mass mu L. Where the string swings in two polarisations, its first
// n_lateral modes are those along the first axis, and those along the second axis stand behind all
// others; rows tell what each of them does towards the bridge (y), which is all that contact,
// thread, palm and body see. An impulse r acts on mode j as root_j phi_j(x) r, in its own units of
// root_j metres a step (kernel/mode_kernel.h); as a force it is r mu L/dt^2 newtons. Built on the
// control thread, read by the audio thread.

#ifndef JW_MODES_H
#define JW_MODES_H

#include "base/pi.h"
#include "base/status.h"
#include "kernel/mode_kernel.h"
#include "string/obstacle.h"
#include "string/string_data.h"

#include <stdbool.h>
#include <stddef.h>

/// Modes go up to this part of the step rate at most.
#define JW_MODES_SHARE 0.49

/// Nor does a bend take them further than this [rad/step]: JwModeKernel.retune.
#define JW_BENT_THETA 2.86

/// No mode is above this [rad/step], not even the first of a string that is above the band.
#define JW_MODES_THETA (0.98 * JW_PI)

enum {
    JW_MAX_MODES = 16384, ///< Of one string
    JW_MAX_LATERAL = 64,  ///< Of them in two polarisations
    JW_REST_SWEEPS = 50,  ///< Passes in search of a balance that are always made
    JW_MAX_COMPLIANT = 2, ///< Thread and palm
    JW_N_OUTPUTS = 2,     ///< Rows: 0 force at a bridge that stands still over tension [1], 1
                          ///< displacement at the pick-up [m]
};

/// What to build.
typedef struct {
    JwStringData data;              ///< length_m is the speaking length
    double loss_low;                ///< Factor on s0, air and inverse_q
    double loss_high;               ///< Factor on s1, s3 and viscoelastic
    double step_rate_hz;            ///< Steps a second
    double band_hz;                 ///< Modes up to here, and to JW_MODES_SHARE of the step rate
    double stretch_hz;              ///< The tension's change is made of modes up to here, and moves
                                    ///< those; 0, or grid: of all
    JwPrecision precision;          ///< Of the mode arrays
    const JwContactPoints *contact; ///< NULL or n = 0: nothing to hit
    double thread_m;                ///< Position of the thread; <= 0: none
    double palm_m;                  ///< Where a palm damps the string; <= 0: nowhere
    double pickup_m;                ///< Position of the pick-up
    int sweeps;                     ///< Of the contact projection; 0: the engine's own
    bool coupled;                   ///< The bridge end moves: adds the bridge's row
    bool grid;  ///< The points are nodes i length_m/(jw_modes_count() + 1), and not coupled
                ///< (kernel/grid_contact.h)
    double chi; ///< Share of the cut-off modes' static compliance; negative: local modes instead
} JwModesSpec;

/// Read-only tables. Rows are the contact points, then bridge, thread, palm. Sizes: rows, without
/// the bridge's, n_interleaved x n_padded, as jw_row_at() has them; compliance and cutoff n_rows x
/// n_rows.
typedef struct {
    JwPrecision precision;
    int n;            ///< Modes in the band: partials
    int n_all;        ///< and the local modes of the contact points behind them
    int n_padded;     ///< Rounded up to JW_LANES
    int n_stretching; ///< As JwModeArrays
    int n_first;      ///< Elements of the first polarisation, rounded up to JW_LANES
    int n_lateral;    ///< Modes of the second, behind them; n_all counts from the first element on
    double cos_tilt, sin_tilt; ///< Of the axes: y = cos q_1 + sin q_2, z = -sin q_1 + cos q_2
    int sweeps;                ///< Of the contact projection
    int n_points;              ///< Rigid contact points
    int n_linked;      ///< and the bridge, if coupled: what springs are taken out of; grid: 0
    int n_rows;        ///< All that, thread and palm
    int n_interleaved; ///< Without the bridge: these stand side by side
    int bridge_row;    ///< m_j = integral of (1 - x/L) phi_j = sqrt(2)/(j pi); -1: none
    int thread_row;    ///< -1: none
    int palm_row;      ///< -1: none; always the last row
    double length_m;
    double mass_kg; ///< mu L
    double dt_s;    ///< Of a step
    double tension_n;
    double stretch;        ///< dt^2 EA/(2 mu) (pi/L)^4 [1/m^2], as j^2 q^2 are summed for what
                           ///< (j pi/L)^2 (1 + c) of a displacement's square is, local modes, where
                           ///< they stretch it, counted on from the band's last; 0: fixed tension
    double theta2_first;   ///< theta_1^2 at tension_n
    double theta2_t_first; ///< Part of it that tension makes
    double palm_m;
    bool rests;     ///< Something holds the string at rest: rest_q is not 0
    double *rest_q; ///< Static shape on the obstacle as jw_modes_rest() last found it, n_all [m]
    double *rest_r; ///< and the impulses that hold it, n_points
    void *damp, *stiff, *root; ///< As JwModeArrays
    void *judge_compliance;    ///< What a mode gives way where contact is judged
                               ///< over what it does: see cutoff
    void *theta2_t, *theta2_e, *rest_impulse, *sech_gain; ///< As JwModeKernel.retune
    void *out[JW_N_OUTPUTS];                              ///< Output rows
    void *rows;
    void *bridge;         ///< As JwModeArrays
    JwGridRows grid_rows; ///< Nodal: the n_points
    double *compliance;   ///< S_ik = sum_j root_j^2 phi_j(x_i) phi_j(x_k)
    double *cutoff;       ///< C_ik: softness of the modes left out at points and thread, less what
                          ///< the band's own modes have too much at every row but the bridge's
    double *beyond;       ///< Of a force at a row, the part that holds the bridge's end through the
                          ///< modes left out: 1 - x/L less S of row and bridge; n_rows, 0 of
                          ///< the bridge itself and where it stands still
    double *x_m;          ///< Positions of points, then of the rows behind them, 0 for the bridge
    double *base_m, *sag_m, *movable, *restitution; ///< n_points each, as JwContactPoints
} JwModes;

/// Angular frequency [rad/s] of partial n >= 1, lossless. [any]
double jw_modes_omega(const JwStringData *data, int n);

/// Decay rate sigma [1/s] of partial n, with factors on the low and high losses. [any]
double jw_modes_sigma(const JwStringData *data, int n, double loss_low, double loss_high);

/// Displacement [m] of mode j over its number in a string: root_j, not rounded. [any]
double jw_modes_root(const JwModes *modes, int j);

/// Number of partials up to min(band_hz, JW_MODES_SHARE step_rate_hz), at least 1, at most
/// JW_MAX_MODES. [any]
int jw_modes_count(const JwStringData *data, double band_hz, double step_rate_hz);

/// Precision that keeps the energy of a string of n modes. 32 bits round some 1e-8 of a mode a
/// step, and more where contact acts on many at once: where a mode does not lose 5e-7 by itself
/// (T60 of 290 s at 48 kHz), energy would wander, and the string gets 64; so it does where the
/// first mode goes less than 3e-4 of its amplitude in a step (2.3 Hz at 48 kHz), of which 32 bits
/// hold three digits. [any]
JwPrecision jw_modes_precision(const JwStringData *data, double loss_low, double loss_high, int n,
                               double step_rate_hz);

/// Which of the rows side by side a row is that is not the bridge's. [any]
static inline JW_REALTIME int jw_modes_interleaved(const JwModes *modes, int row) {
    return modes->bridge_row >= 0 && row > modes->bridge_row ? row - 1 : row;
}

/// Height [m] of contact point i where a bridge is raised and as curved. [any]
static inline JW_REALTIME double jw_modes_height(const JwModes *modes, int i, double height_m,
                                                 double curvature) {
    return modes->base_m[i] + modes->movable[i] * (height_m - (curvature - 1.0) * modes->sag_m[i]);
}

/// Energy [J] of the string drawn tight over points of those heights[n_points] [m], its stiffness
/// left out. [any]
double jw_modes_lift_j(const JwModes *modes, const double *heights);

/// Builds a table; NULL if memory is short. [main]
JwModes *jw_modes_new(const JwModesSpec *spec);

/// NULL is fine. [main]
void jw_modes_free(JwModes *modes);

/// Finds the string's static shape on its obstacle, heights[n_points] [m], into rest_q and
/// rest_r; all zero if nothing touches. [main]
JwStatus jw_modes_rest(JwModes *modes, const double *heights);

/// The same in JW_REST_SWEEPS passes over the points and as many operations more as are left, which
/// it counts off: of very many points that press on each other the balance may then not be found to
/// the last digit, and the string begins by swinging into it. [main]
JwStatus jw_modes_rest_within(JwModes *modes, const double *heights, double *left);

#endif // JW_MODES_H
