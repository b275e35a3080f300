// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Search for the unknowns that minimize a misfit: NLopt's BOBYQA, without derivatives, then
// least-squares steps; repeated from other places while there is time.

#ifndef JW_SEARCH_H
#define JW_SEARCH_H

#include "fit/misfit.h"

#include <stdbool.h>
#include <stdint.h>

/// Callbacks during a search; may be NULL.
typedef struct {
    void *user;
    bool (*stopped)(void *user);                               ///< True: end with the best place
                                                               ///< so far
    void (*show)(void *user, double part, double distance_db); ///< part: used part of the time
} JwSearchWatch;

typedef struct {
    JwMisfit *misfit;
    JwSearchWatch watch;
    uint32_t seed;
    long most_notes; ///< Largest number of notes to play
    double until_s;  ///< End of the search (jw_monotonic_s())
    double from_s;
    double scale[JW_N_UNKNOWNS]; ///< Scale of this search's steps relative to the unknown's
    double begin[JW_N_UNKNOWNS]; ///< Initial values, from which steps count
    double best[JW_N_UNKNOWNS];  ///< Steps to the best place so far
    double cost;                 ///< Sum of squares there
    double distance_db;          ///< Level difference there
    bool by_distance;            ///< The cost is the squared distance, not the sum of squares
    double error[JW_N_UNKNOWNS]; ///< Standard errors in steps; HUGE_VAL: not determined
    double base[JW_N_UNKNOWNS];  ///< Steps to the place of residuals and slopes
    double base_cost;            ///< Sum of squares there
    double *residual, *other;    ///< One for each residual of the misfit
    double *slope, *system, *side;
} JwSearch;

/// Allocates memory and sets the initial values. Returns false if memory is short. [main]
bool jw_search_begin(JwSearch *search, const double *begin);

/// Frees its memory; accepts {0}. [main]
void jw_search_end(JwSearch *search);

/// Tries the initial place; returns false if the instrument does not sound there. [main]
bool jw_search_try_begin(JwSearch *search);

/// Tries the best place again, after a change of the misfit's settings. [main]
bool jw_search_again(JwSearch *search);

/// Changes the values from which steps count. [any]
void jw_search_move_begin(JwSearch *search, const double *begin);

/// Number of steps to a value of an unknown. [any]
double jw_search_steps(const JwSearch *search, int unknown, double value);

/// Moves to a place beside the best one, by up to one step of each unknown that is not fixed;
/// `number` selects the place. [any]
void jw_search_go_beside(JwSearch *search, uint32_t fixed, uint32_t number);

/// Tries random places up to `reach` steps to both sides, and between the best of them (controlled
/// random search); unknowns in `fixed` (bits) do not change. [main]
void jw_search_everywhere(JwSearch *search, uint32_t fixed, double reach, int tries);

/// Searches without derivatives over all unknowns that are not in `fixed` (bits), with that first
/// step. [main]
void jw_search_widely(JwSearch *search, uint32_t fixed, double step, int tries);

/// Steps by least squares until there is no improvement; unknowns in `fixed` do not change. [main]
void jw_search_closely(JwSearch *search, uint32_t fixed);

/// Finds the standard errors at the best place, for unknowns that are not in `fixed` (bits). [main]
void jw_search_errors(JwSearch *search, uint32_t fixed);

/// Value of an unknown at the best place. [any]
double jw_search_value(const JwSearch *search, int unknown);

/// True if the time is over or the user has stopped the search. [main]
bool jw_search_over(const JwSearch *search);

#endif // JW_SEARCH_H
