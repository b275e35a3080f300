// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tables of one string at one speaking length: everything that a step reads and never writes.
//
// Galerkin modes phi_j(x) = sqrt(2) sin(j pi x/L) (Samukham et al. 2021, Eqs. 49-50), mass
// normalised: modal mass mu L. A string with two polarisations has n_lateral lateral modes along
// each axis: those along the first axis are its first modes, those along the second axis follow all
// others. Rows contain the part of each mode that moves towards the bridge (y), which is all that
// affects contact, thread, palm and body. An impulse r acts on mode j as root_j phi_j(x) r, in the
// mode's units of root_j metres per step (kernel/mode_kernel.h); as a force it is r mu L/dt^2
// newtons. Tables are built on the control thread and read by the audio thread.

#ifndef JW_MODES_H
#define JW_MODES_H

#include "base/pi.h"
#include "base/status.h"
#include "kernel/mode_kernel.h"
#include "string/obstacle.h"
#include "string/string_data.h"

#include <stdbool.h>
#include <stddef.h>

/// Largest frequency of modes relative to the step rate.
#define JW_MODES_SHARE 0.49

/// Highest frequency to which a bend moves modes [rad/step]: JwModeKernel.retune.
#define JW_BENT_THETA 2.86

/// Highest frequency of any mode [rad/step], even of the first mode of a string that is above the
/// band.
#define JW_MODES_THETA (0.98 * JW_PI)

enum {
    JW_MAX_MODES = 16384, ///< Largest number of modes of one string
    JW_REST_SWEEPS = 50,  ///< Passes that the search for a balance always makes
    JW_MAX_COMPLIANT = 2, ///< Thread and palm
    JW_N_OUTPUTS = 2,     ///< Rows: 0 force on the end at a fixed bridge over tension [1], 1
                          ///< displacement at the pick-up [m]
};

/// Specification of the tables to build.
typedef struct {
    JwStringData data;   ///< length_m is the speaking length
    double loss_low;     ///< Factor on s0, air and inverse_q
    double loss_high;    ///< Factor on s1, s3 and viscoelastic
    double step_rate_hz; ///< Steps per second
    int stride; ///< Steps of the body per step of the string: 2 (half rate), or 1, also given as 0
    double band_hz;    ///< Highest frequency of modes, within JW_MODES_SHARE of the step rate
    double stretch_hz; ///< Highest frequency of modes that change the tension and are affected by
                       ///< its change; 0, or grid: all modes
    JwPrecision precision;          ///< Precision of the mode arrays
    const JwContactPoints *contact; ///< NULL or n = 0: no obstacle
    double thread_m;                ///< Position of the thread; <= 0: none
    double palm_m;                  ///< Position of a palm that damps the string; <= 0: none
    double pickup_m;                ///< Position of the pick-up
    int sweeps;                     ///< Passes of the contact projection; 0: the engine's default
    double warm;                    ///< JwContact.warm; 0: the engine's default
    bool coarse;  ///< Quality 1: contact compensates for the few modes, by jw_modes_ease() and by
                  ///< radiation of the local modes
    bool grazes;  ///< The string lies on its bridge and is struck so softly that it hardly leaves
                  ///< it: the only softness is that of local modes (string/cutoff.h)
    bool coupled; ///< The bridge moves: adds the bridge's row
    bool grid;    ///< Points are nodes i length_m/(jw_modes_count() + 1), and the string is not
                  ///< coupled (kernel/grid_contact.h)
    double chi;   ///< Part of the cut-off modes' static compliance; negative: local modes instead
} JwModesSpec;

/// Read-only tables. Rows are those of the contact points, then of bridge, thread and palm. Sizes:
/// rows n_interleaved x n_padded, without the bridge's, in the order of jw_row_at(); compliance and
/// cutoff n_rows x n_rows.
typedef struct {
    JwPrecision precision;
    int n;            ///< Modes in the band: partials
    int n_all;        ///< Modes in the band, followed by local modes of the contact points; with
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
    int n_linked; ///< Contact points and, if coupled, the bridge: rows that remain after the
                  ///< springs are eliminated; grid: 0
    int stride;   ///< Steps of the body per step of the string; 2: half rate, for a coupled string
                  ///< whose modes are relative to the ground
    int n_rows;   ///< All rows: n_linked, thread and palm
    int n_interleaved; ///< Interleaved rows: all except the bridge's
    int bridge_row; ///< Row of the bridge, m_j = integral of (1 - x/L) phi_j = sqrt(2)/(j pi); -1:
                    ///< none
    int thread_row; ///< Row of the thread; -1: none
    int palm_row;   ///< Row of the palm, always the last; -1: none
    double length_m;
    double mass_kg; ///< mu L
    double dt_s;    ///< Duration of a step
    double tension_n;
    double stretch; ///< dt^2 EA/(2 mu) (pi/L)^4 [1/m^2]; 0: fixed tension. The sum of j^2 q^2
                    ///< approximates that of (j pi/L)^2 (1 + c) times the squared displacement.
                    ///< Local modes that stretch the string have numbers j that follow the band's
                    ///< last
    double theta2_first;   ///< theta_1^2 at tension_n
    double theta2_t_first; ///< Part of theta2_first due to tension
    double palm_m;
    bool rests;      ///< The obstacle bends the string at rest: rest_q is not 0
    double rounding; ///< Motion, as of jw_string_motion(), that rounding may sustain at rest
    double *rest_q;  ///< Static shape on the obstacle from the last jw_modes_rest(), n_all [m]
    double *rest_r;  ///< Impulses that hold the static shape, n_points
    void *damp, *stiff, *root; ///< Tables of modes: see JwModeArrays
    void *judge_compliance;    ///< Compliance of each mode for judging contact relative to its own
                               ///< compliance in a step: see cutoff
    void *theta2_t, *theta2_e, *rest_impulse, *sech_gain; ///< Tables for JwModeKernel.retune
    void *out[JW_N_OUTPUTS];                              ///< Output rows
    void *rows;
    void *bridge;         ///< Row of a moving bridge: see JwModeArrays. At half rate its place in
                          ///< `compliance` holds the lever of each row: its displacement per metre
                          ///< of the bridge's
    double pickup_along;  ///< At half rate: displacement at the pick-up that moves with the
                          ///< bridge, per metre of the bridge's
    JwGridRows grid_rows; ///< Grid: rows of the n_points nodes
    double *compliance;   ///< S_ik = sum_j root_j^2 phi_j(x_i) phi_j(x_k)
    double *cutoff; ///< C_ik: softness of the cut-off modes at points and thread, minus the excess
                    ///< softness of the band's own modes at all rows except the bridge's
    double *beyond; ///< Part of a force at a row that reaches the bridge's end through the cut-off
                    ///< modes: 1 - x/L minus S of row and bridge; n_rows, 0 for the bridge itself
                    ///< and for a fixed bridge
    double *borne;  ///< Part of a force at each of the n_points that a fixed bridge carries, minus
                    ///< the effect of the band's modes on the string's end, which cancels it: 0 at
                    ///< points that do not belong to the bridge, and for a moving bridge. Zeros up
                    ///< to jw_contact_padded() points
    double thread_borne; ///< The same for the thread, which lies on the bridge if it is no farther
                         ///< than the bridge's last point
    bool separate; ///< The bridge is fixed and no two of its points move each other within a step:
                   ///< S + C is diagonal
    bool bears;    ///< The bridge is fixed and has points, so that it carries contact
    void *end; ///< If `bears`: output row of the force on the end, over the stiffness of each mode
    double *x_m; ///< Positions of points, then of the following rows, 0 for the bridge
    double *base_m, *sag_m, *movable, *restitution; ///< Properties of the n_points: see
                                                    ///< JwContactPoints
} JwModes;

/// Angular frequency [rad/s] of partial n >= 1 without losses. [any]
double jw_modes_omega(const JwStringData *data, int n);

/// Decay rate sigma [1/s] of partial n, with factors on the low and high losses. [any]
double jw_modes_sigma(const JwStringData *data, int n, double loss_low, double loss_high);

/// Displacement [m] of mode j over its number in a string (q): root_j, before rounding. [any]
JW_REALTIME double jw_modes_root(const JwModes *modes, int j);

/// True if no two contact points of the string should move each other within a step. With the
/// band's modes alone they do, by 4 to 24 % of their own displacement (basses), and with S + C, C
/// of the cut-off modes, by 3 to 8 %; all cut-off modes together would remove the rest. [main]
bool jw_modes_points_separate(const JwModesSpec *spec, int n_modes);

/// Chooses C so that each of such points is judged by itself. [main]
void jw_modes_judge_each(JwModes *modes);

/// Decay per step by which local modes radiate over a bridge that ends at end_m, if the band has n
/// partials. Their energy leaves a narrow bridge as waves above the band, which return from the
/// string's other end, reduced by losses. No mode of the band carries these waves; a bridge longer
/// than some of them holds them as local modes. The law is empirical: over the sarod's bridge of 4
/// mm, without its body, qualities 1 and 4 are at most 1.8 dB apart; without radiation 4.7, with
/// three times as much 3.3. [any]
double jw_modes_radiation(const JwModesSpec *spec, int n, double end_m);

/// Number of partials up to min(band_hz, JW_MODES_SHARE step_rate_hz), at least 1, at most
/// JW_MAX_MODES. [any]
int jw_modes_count(const JwStringData *data, double band_hz, double step_rate_hz);

/// Ease of the contact of a string of n partials that end at 20 kHz: the energy lost in landings
/// grows as the number of modes falls. [any]
double jw_modes_ease(int n);

/// Precision that preserves the energy of a string of n modes. 32 bits round about 1e-8 of a mode
/// per step, and more where contact acts on many modes at once. 64 bits are chosen if a mode loses
/// less than 5e-7 by itself (T60 of 290 s at 48 kHz), because its energy would drift, and if the
/// first mode moves less than 3e-4 of its amplitude in a step (2.3 Hz at 48 kHz), which 32 bits
/// resolve to three digits. [any]
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

/// Energy [J] of the string stretched tightly over points of those heights[n_points] [m], without
/// its stiffness. [any]
double jw_modes_lift_j(const JwModes *modes, const double *heights);

/// Builds a table; returns NULL if memory is short. [main]
JwModes *jw_modes_new(const JwModesSpec *spec);

/// Allocates the arrays of a table with these counts and constants; returns NULL if memory is
/// short. [main]
JwModes *jw_modes_allocate(const JwModes *shape);

/// Computes `borne` for otherwise complete tables; scratch holds n_padded numbers, aligned to 64
/// bytes. [main]
void jw_modes_find_borne(JwModes *modes, const JwContactPoints *points, double *scratch);

/// Frees a table; accepts NULL. [main]
void jw_modes_free(JwModes *modes);

/// Finds the string's static shape on its obstacle, heights[n_points] [m], and stores it in rest_q
/// and rest_r; all zero without contact. [main]
JwStatus jw_modes_rest(JwModes *modes, const double *heights);

/// Finds the static shape like jw_modes_rest(), in JW_REST_SWEEPS passes over the points and at
/// most *left further operations, which are subtracted from *left. The balance of very many points
/// that press on each other may then be inexact in its last digits, so that the string begins with
/// a small oscillation. [main]
JwStatus jw_modes_rest_within(JwModes *modes, const double *heights, double *left);

#endif // JW_MODES_H
