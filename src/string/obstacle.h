// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Obstacles that a string can hit: profiles along the string, sampled at contact points.
//
// x [m] is measured from the bridge end of the string; heights [m] are measured upwards from the
// straight line between its ends, so that a gap is negative.

#ifndef JW_OBSTACLE_H
#define JW_OBSTACLE_H

#include "base/status.h"

#include <stdbool.h>

enum {
    JW_OBSTACLE_NODES = 1024, ///< Largest number of rows of a table or list
    JW_CONTACT_POINTS = 256,  ///< Largest number of contact points of one string
};

typedef enum {
    JW_OBSTACLE_BRIDGE, ///< Jawari: height - (x - apex)^2 / (2 radius), start to end
    JW_OBSTACLE_PLATE,  ///< Flat: height, start to end
    JW_OBSTACLE_FRETS,  ///< Isolated points: the nodes themselves
    JW_OBSTACLE_TABLE,  ///< Any profile: nodes joined by straight lines, start to end
} JwObstacleKind;

typedef struct {
    JwObstacleKind kind;
    double restitution; ///< Restitution, 0..1; negative: given by the parameter
    double start_m;     ///< First contact point
    double end_m;       ///< Last contact point
    int n_points;       ///< Contact points on start..end (unused for FRETS)
    double grading;     ///< Point i of n is at start + (end - start) (i/(n - 1))^grading; 0 means 1
    double radius_m;    ///< BRIDGE: radius of curvature at the apex
    double apex_m;      ///< BRIDGE: x of the apex
    double height_m; ///< BRIDGE, PLATE: height of the apex or plate; TABLE, FRETS: added to nodes
    bool grid;    ///< Points are nodes of the string's own grid (kernel/grid_contact.h); not FRETS
    bool movable; ///< Bridge height and curvature parameters act on the obstacle
    bool on_bridge; ///< Contact on the obstacle acts on the bridge; kind BRIDGE: always, FRETS:
                    ///< never
    int n_nodes;    ///< Nodes of TABLE, FRETS
    float x_m[JW_OBSTACLE_NODES];
    float h_m[JW_OBSTACLE_NODES];
} JwObstacle;

/// Contact points of one or more obstacles under one string.
typedef struct {
    int n;
    double x_m[JW_CONTACT_POINTS];
    double base_m[JW_CONTACT_POINTS];      ///< Height at curvature 1, height offset 0
    double sag_m[JW_CONTACT_POINTS];       ///< Sag by curvature: height = base + offset -
                                           ///< (curvature - 1) sag
    double movable[JW_CONTACT_POINTS];     ///< Flag: 1 if the bridge parameters act on the point,
                                           ///< otherwise 0
    bool on_bridge[JW_CONTACT_POINTS];     ///< Flag: the point belongs to the bridge, which
                                           ///< carries its contact force
    double restitution[JW_CONTACT_POINTS]; ///< Restitution, 0..1; negative: given by the parameter
} JwContactPoints;

/// True if x_m and h_m [m] are within the limits of a node. [any]
bool jw_obstacle_node_ok(double x_m, double h_m);

/// Checks an obstacle: returns JW_ERR_BAD_OBSTACLE if anything is not finite, out of order or out
/// of range. [any]
JwStatus jw_obstacle_check(const JwObstacle *obstacle);

/// Moves an obstacle's points to the grid of a string of n_modes modes: they become the nodes from
/// start to end, or every second or third node if there are more than n_points. Does nothing if
/// there is no node in between. [any]
void jw_obstacle_to_grid(JwObstacle *obstacle, double length_m, int n_modes);

/// Presses a string stopped at length_m down on the table or frets under the stop: heights are then
/// measured from the line between the bridge and the stop, and the fret that stops the string is
/// removed. Does nothing if table or frets end before the stop. [any]
void jw_obstacle_press(JwObstacle *obstacle, double length_m);

/// Appends the obstacle's points on a string of speaking length length_m, sorted by x; leaves out
/// points nearer than 0.1 mm to another or to an end. Returns JW_ERR_TOO_MANY for more than
/// JW_CONTACT_POINTS. [any]
JwStatus jw_obstacle_sample(const JwObstacle *obstacle, double length_m, JwContactPoints *points);

#endif // JW_OBSTACLE_H
