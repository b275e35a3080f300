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
// bound of that and books what really came back, so that the energy of the whole is conserved
// exactly without losses.
//
// Strings whose modes end far below the body's rate take every second of its steps: half of them
// the even ones (phase 0), half the odd ones. Their modes are seen from the ground, Q = q + m w, so
// that coupling is elastic: with W the bridge's displacement at the ends of their own steps,
//     string: Q_j'' = -omega_j^2 (Q_j - m_j W)
//     body:   F = T(before) + T(now), T = mu L/4 sum kappa_j m_j (m_j W - Q_j)
// is given in the one step of the body that ends with theirs. T(now) is a stiffness where the step
// ends, in the same division that finds D. What the body paid is what the string gets, step by
// step, whatever either weighs: their energy is the sum of 1/2 (V - kappa q/2)^2 + 1/2 kappa (1 -
// kappa/4) q^2, with q seen from the bridge (modal mass mu L/4 in the body's unit of time). An
// impulse of contact pushes the bridge in the same step, and works by p as seen from a bridge that
// goes on as it went.

#ifndef JW_ENSEMBLE_H
#define JW_ENSEMBLE_H

#include "kernel/body.h"
#include "string/string_state.h"
#include "string/team.h"

#include <stdbool.h>

enum {
    JW_ENSEMBLE_STRINGS = 64,
    JW_ENSEMBLE_POINTS = 32, ///< A string with more contact points steps in a lane of its own
    JW_ENSEMBLE_ALONE = 2,   ///< Most strings that each step in a lane of their own
    JW_ENSEMBLE_KINDS = 6,   ///< Kinds of strings that share no group, by precision and rate
    JW_ENSEMBLE_GROUPS = JW_ENSEMBLE_STRINGS / JW_GROUP_LANES + JW_ENSEMBLE_KINDS - 1,
};

/// Places for the outputs, one number a step in each; of strings at half rate one of each two
/// steps.
typedef struct {
    float *string[JW_ENSEMBLE_STRINGS];
    float *left, *right;                ///< Outputs of the body
    bool forces;                        ///< Flag: forces are wanted, too
    double *force[JW_ENSEMBLE_STRINGS]; ///< Force of each string on the body [kg m a step squared],
                                        ///< of strings at half rate 0 in every other step
} JwEnsembleOutput;

/// Displacement of the bridge at the end of the last step of strings at half rate, and of the one
/// before [m].
typedef struct {
    double now, before;
} JwBridgePast;

/// Ensemble of borrowed strings on an owned body.
typedef struct {
    JwBody body;
    JwStringState *state[JW_ENSEMBLE_STRINGS];
    int n;
    bool uncoupled;          ///< No body: the strings only share the work
    JwTeam *team;            ///< Threads that step the strings; NULL: the running thread alone
    const double *input;     ///< Force from outside on the bridge in each step of the next run
                             ///< [kg m a step squared]; NULL: none
    const double *knock;     ///< Force of the strokes' own noise on the bridge, likewise
    struct JwStepPlan *plan; ///< Scratch of a run: groups, lanes, members
    int n_groups;
    JwContactGroup group[JW_ENSEMBLE_GROUPS];
    int phase;            ///< Which of the strings at half rate step first in the next run, 0 or 1
    JwBridgePast past[2]; ///< What these know of the bridge, by their phase
    double force;         ///< F of the last step [N]
    double energy_in;     ///< Work of plucks on the bridge [kg m^2 a step squared]
    double strokes_j;     ///< Work of plucks on the bridge since the caller set this to 0 [J];
                          ///< nothing else is booked here
    double input_j;       ///< Work of the input on the bridge, likewise [J]
    double energy;        ///< Energy H at the last audit [J]
    double body_j;        ///< Part of it that the body had [J]
    double excess;        ///< Largest (H - energy put in) over the most put in
    double in_max;        ///< Most energy put in so far
} JwEnsemble;

/// Binds the strings to the body's yielding and place; mass_kg: mass of all strings, open. Needed
/// after a change of the body or of the strings' tables. [audio]
JW_REALTIME void jw_ensemble_bind(JwEnsemble *ensemble, double mass_kg);

/// Lets strings at half rate go along with a body that was changed from outside. [audio]
JW_REALTIME void jw_ensemble_ride(JwEnsemble *ensemble);

/// Energy above the input [kg m^2 a step squared], of all strings and the body, of one
/// string, or of the body. Read before and after something outside changes strings or body, the
/// difference is the player's work, and goes to jw_ensemble_book(). [audio]
JW_REALTIME double jw_ensemble_balance(const JwEnsemble *ensemble);
JW_REALTIME double jw_ensemble_string_balance(const JwEnsemble *ensemble,
                                              const JwStringState *state);
JW_REALTIME double jw_ensemble_body_balance(const JwEnsemble *ensemble);

/// Energy of a string on the moving bridge [kg m^2 a step squared]. [audio]
JW_REALTIME double jw_ensemble_string_energy(const JwEnsemble *ensemble,
                                             const JwStringState *state);

/// Multiplies the motion of all strings and the body by `factor`; books the change. [audio]
JW_REALTIME void jw_ensemble_shrink(JwEnsemble *ensemble, double factor);

/// Converts the books to steps of another time, `ratio` times as long. [audio]
JW_REALTIME void jw_ensemble_retime(JwEnsemble *ensemble, double ratio);

/// Books a change of energy by a player; one that is no number opens the books anew. [audio]
JW_REALTIME void jw_ensemble_book(JwEnsemble *ensemble, double change);

/// Number of groups that n_strings strings step in: eights, or each string alone where they are
/// few. Strings that are alone for another reason, contact at their nodes or many points, are not
/// counted. [any]
int jw_ensemble_groups(int n_strings);

/// Makes room for n_strings strings of up to n_points contact points each. [main]
JwStatus jw_ensemble_init(JwEnsemble *ensemble, int n_strings, int n_points);

/// Frees the memory of jw_ensemble_init(). [main]
void jw_ensemble_release(JwEnsemble *ensemble);

/// Makes n_steps steps of all strings and the body; out: NULL, or places for each step's outputs.
/// [audio]
JW_REALTIME void jw_ensemble_run(JwEnsemble *ensemble, int n_steps, const JwEnsembleOutput *out);

/// Makes one step. [audio]
JW_REALTIME void jw_ensemble_step(JwEnsemble *ensemble);

/// Returns the total energy [J]; keeps the record of its excess. [audio]
JW_REALTIME double jw_ensemble_audit(JwEnsemble *ensemble);

#endif // JW_ENSEMBLE_H
