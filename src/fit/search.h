// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Search for the values of unknowns that make a misfit least: NLopt's BOBYQA without derivatives,
// then steps by least squares, and again from other places while there is time.

#ifndef JW_SEARCH_H
#define JW_SEARCH_H

#include "fit/misfit.h"

#include <stdbool.h>
#include <stdint.h>

/// Whoever waits for the search; NULL functions are not called.
typedef struct {
    void *user;
    bool (*stopped)(void *user);                               ///< True: end with the best so far
    void (*show)(void *user, double part, double distance_db); ///< Part of the time that is over
} JwSearchWatch;

typedef struct {
    JwMisfit *misfit;
    JwSearchWatch watch;
    uint32_t seed;
    long most_notes; ///< Most notes that are played
    double until_s;  ///< Time at which it ends (jw_monotonic_s())
    double from_s;
    double scale[JW_N_UNKNOWNS]; ///< Steps of this search in those of the unknown
    double begin[JW_N_UNKNOWNS]; ///< Values that it begins with; steps count from here
    double best[JW_N_UNKNOWNS];  ///< Steps to the best place so far
    double cost;                 ///< Sum of squares there
    double distance_db;          ///< Distance of levels there
    bool by_distance;            ///< The cost is the square of the distance, and not the sum
    double error[JW_N_UNKNOWNS]; ///< Standard errors, in steps; HUGE_VAL: not determined at all
    double base[JW_N_UNKNOWNS];  ///< Steps to the place that residuals and slopes are of
    double base_cost;            ///< Sum of squares there
    double *residual, *other;    ///< As many as the misfit has
    double *slope, *system, *side;
} JwSearch;

/// Makes room; the values that the search begins with are given. False if memory is short. [main]
bool jw_search_begin(JwSearch *search, const double *begin);

/// Frees all; {0} is fine. [main]
void jw_search_end(JwSearch *search);

/// Tries the place where it begins; false if the instrument does not sound there. [main]
bool jw_search_try_begin(JwSearch *search);

/// Tries the best place again, after the misfit counts otherwise. [main]
bool jw_search_again(JwSearch *search);

/// Counts steps from other values from now on. [any]
void jw_search_move_begin(JwSearch *search, const double *begin);

/// Steps to a value of an unknown. [any]
double jw_search_steps(const JwSearch *search, int unknown, double value);

/// Goes to a place beside the best one, by up to one step of each unknown that is not fixed;
/// another number is another place. [any]
void jw_search_go_beside(JwSearch *search, uint32_t fixed, uint32_t number);

/// Looks at random places up to `reach` steps to either side, and between the best of them
/// (controlled random search); the unknowns that are fixed, as bits, stay. [main]
void jw_search_everywhere(JwSearch *search, uint32_t fixed, double reach, int tries);

/// Searches without derivatives, all unknowns but those that are fixed (as bits), with that first
/// step. [main]
void jw_search_widely(JwSearch *search, uint32_t fixed, double step, int tries);

/// Steps by least squares until nothing gets better; `fixed` stay where they are. [main]
void jw_search_closely(JwSearch *search, uint32_t fixed);

/// Finds the standard errors at the best place of those unknowns that are not fixed (as bits).
/// [main]
void jw_search_errors(JwSearch *search, uint32_t fixed);

/// Value of an unknown at the best place. [any]
double jw_search_value(const JwSearch *search, int unknown);

/// True if the time is over or somebody wants it to end. [main]
bool jw_search_over(const JwSearch *search);

#endif // JW_SEARCH_H
