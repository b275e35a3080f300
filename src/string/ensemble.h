// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strings on one bridge, coupled both ways through the body.
//
// The bridge end of every string moves with the bridge, w = sum of body modes. In
// the frame Y = w (1 - x/L) + sum phi_j q_j the coupling is purely inertial:
//     string: q_j'' + ... = -m_j w'',   m_j = integral (1 - x/L) phi_j = sqrt(2)/(j pi)
//     body:   M_b (a_b'' + ...) = -F,   F = sum_s mu L [w''/3 + sum m_j q_j''] - pluck (1 - x/L)
// With D the second difference of w, each string answers F = force + mass D, its springs and
// tension taken out in closed form; contact adds its push, and D follows: no iteration, no delay. A
// contact impulse comes back through the bridge to all strings; the ledger chooses with an upper
// bound of that and books what came true, so that the energy of the whole is conserved exactly
// without losses.

#ifndef JW_ENSEMBLE_H
#define JW_ENSEMBLE_H

#include "kernel/body.h"
#include "string/string_state.h"
#include "string/team.h"

#include <stdbool.h>

enum {
    JW_ENSEMBLE_STRINGS = 64,
    JW_ENSEMBLE_POINTS = 32, ///< A string with more contact points steps in a lane of its own
    JW_ENSEMBLE_ALONE = 2,   ///< So do so few strings
    JW_ENSEMBLE_GROUPS = JW_ENSEMBLE_STRINGS / JW_GROUP_LANES + 1,
};

/// Where outputs go: a number a step.
typedef struct {
    float *string[JW_ENSEMBLE_STRINGS];
    float *left, *right;                ///< Of the body
    bool forces;                        ///< These are wanted, too:
    double *force[JW_ENSEMBLE_STRINGS]; ///< of each string on the body [kg m a step squared]
} JwEnsembleOutput;

/// Borrowed strings on an owned body.
typedef struct {
    JwBody body;
    JwStringState *state[JW_ENSEMBLE_STRINGS];
    int n;
    bool uncoupled;          ///< No body: the strings only share the work
    JwTeam *team;            ///< Who steps the strings; NULL: who runs them alone
    struct JwStepPlan *plan; ///< Room for who sits where while they step
    int n_groups;
    JwContactGroup group[JW_ENSEMBLE_GROUPS];
    double force;     ///< F of the last step [N]
    double energy_in; ///< Work of plucks on the bridge [kg m^2 a step squared]
    double strokes_j; ///< The same in joules, and nothing else booked with it
    double energy;    ///< H at the last audit [J]
    double excess;    ///< Largest (H - energy put in) over the most put in
    double in_max;
} JwEnsemble;

/// Tells the strings what the body gives back; mass_kg: of all strings, open. After the body or the
/// strings' tables change. [audio]
JW_REALTIME void jw_ensemble_bind(JwEnsemble *ensemble, double mass_kg);

/// Energy above what was put in [kg m^2 a step squared]: read it before something outside changes
/// strings or body, and once more after it; the difference was the player's, and goes to
/// jw_ensemble_book(). Of all, or of what is changed alone. [audio]
JW_REALTIME double jw_ensemble_balance(const JwEnsemble *ensemble);
JW_REALTIME double jw_ensemble_string_balance(const JwEnsemble *ensemble,
                                              const JwStringState *state);
JW_REALTIME double jw_ensemble_body_balance(const JwEnsemble *ensemble);

/// Energy of a string on the bridge as it moves [kg m^2 a step squared]. [audio]
JW_REALTIME double jw_ensemble_string_energy(const JwEnsemble *ensemble,
                                             const JwStringState *state);

/// Makes the motion of all strings and the body smaller, times `factor`; books it. [audio]
JW_REALTIME void jw_ensemble_shrink(JwEnsemble *ensemble, double factor);

/// The body's steps take another time, `ratio` times as long: what is booked goes over. [audio]
JW_REALTIME void jw_ensemble_retime(JwEnsemble *ensemble, double ratio);

/// What a player did; one that is no number opens the books anew. [audio]
JW_REALTIME void jw_ensemble_book(JwEnsemble *ensemble, double change);

/// How many groups so many strings step in: eights, few of them each alone. Strings at their nodes
/// or with many points, alone too, are not counted. [any]
int jw_ensemble_groups(int n_strings);

/// Room for so many strings of so many contact points. [main]
JwStatus jw_ensemble_init(JwEnsemble *ensemble, int n_strings, int n_points);

/// [main]
void jw_ensemble_release(JwEnsemble *ensemble);

/// Steps of all strings and the body; out: NULL, or where each step's outputs go. [audio]
JW_REALTIME void jw_ensemble_run(JwEnsemble *ensemble, int n_steps, const JwEnsembleOutput *out);

/// One step. [audio]
JW_REALTIME void jw_ensemble_step(JwEnsemble *ensemble);

/// Total energy [J]; keeps the record of its excess. [audio]
JW_REALTIME double jw_ensemble_audit(JwEnsemble *ensemble);

#endif // JW_ENSEMBLE_H
