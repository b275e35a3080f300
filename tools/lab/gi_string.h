// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The string of (GI 44-56) above its obstacle, and the common parts of the methods that integrate
// it. Everything is dimensionless (GI 46):
//
//     q_j'' + c q_j' + (1 + gamma S) (j pi)^2 q_j = 0,  S = sum_k (k pi)^2 q_k^2
//     p_i >= d_i at the constrained grid points,  p_i' becomes -R p_i' at an impact
//
// from rest at p = amplitude sin(pi x). The energy is
//
//     E = 1/2 sum q_j'^2 + S/2 + gamma S^2/4

#ifndef JW_LAB_GI_STRING_H
#define JW_LAB_GI_STRING_H

#include "gi_grid.h"
#include "lab.h"

/// Rigid points: grid points first .. first + n - 1, counted from 1.
typedef struct {
    int first, n;
    double *height; ///< Heights, n values; owned
} JwGiObstacle;

typedef struct {
    JwGiGrid grid;
    JwGiObstacle obstacle;
    double gamma, damping, restitution; ///< Constants gamma, c and R above
    double amplitude;
} JwGiString;

/// State at a sample time.
typedef struct {
    double t;
    const double *q; ///< Modal displacements, grid.n values
    double energy;   ///< Energy E above, or the method's own energy
    double impacts;  ///< Number of impacts of single points so far
} JwGiSample;

enum { JW_GI_MAX_ORDER = 36 };

/// One run of one method. A method calls take() once for each of the times, in order; it stops if
/// take() returns false.
typedef struct {
    JwLab *lab;
    const JwGiString *string;
    double dt;           ///< Step of methods with a fixed step
    double stiffness;    ///< Stiffness kp of the penalty method
    int order;           ///< Order of the event-driven method's Taylor series
    const double *times; ///< Sample times, ascending from 0
    int n_times;
    double bar_from, bar_to; ///< Part of the progress bar for this run
    void *user;              ///< Argument of take() and strike()
    bool (*take)(void *user, int index, const JwGiSample *sample);
    /// Receives each impact, from methods that locate impacts: point from 1, velocity before.
    void (*strike)(void *user, double t, int point, double velocity);
    /// Receives the time at which a run becomes unstable; the run then returns false without a
    /// failure. NULL: an unstable run fails.
    double *unstable_at;
} JwGiRun;

typedef struct {
    const char *name;
    bool (*run)(const JwGiRun *run); ///< Returns false after jw_lab_error() or take()
} JwGiMethod;

/// Methods by their names in --method; the last entry has no name. To add a method, write a file
/// with its run function and add a line to gi_string.c.
extern const JwGiMethod jw_gi_event;
extern const JwGiMethod jw_gi_ivanov;
extern const JwGiMethod jw_gi_penalty;
/// The engine's step; then only its fold, and only its projection
extern const JwGiMethod jw_gi_step;
extern const JwGiMethod jw_gi_fold;
extern const JwGiMethod jw_gi_safe;

/********* gi_energy.c *********/

/// Energy E above of a modal state, n values each.
double jw_gi_energy(const JwGiString *string, const double *q, const double *v);

/// Displacement at x = 1/2, whether or not that is a grid point.
double jw_gi_midpoint(const JwGiString *string, const double *q);

/// Moves the bar to time t of this run.
void jw_gi_progress(const JwGiRun *run, double t);

/********* gi_obstacle.c *********/

/// Reads the obstacle called `name`: flat, depth, bump, or a file of columns x, height. Fails if
/// the file cannot be read or constrains no grid point.
bool jw_gi_obstacle_init(JwLab *lab, const char *name, int n_points, JwGiObstacle *obstacle);

void jw_gi_obstacle_clear(JwGiObstacle *obstacle);

#endif // JW_LAB_GI_STRING_H
