// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Bridge profile: heights that replace those of the instrument's movable bridge.
//
// A bridge, plate or table that JAWARI, BRIDGE_HEIGHT and BRIDGE_CURVATURE move becomes a table
// with the profile's heights. Its contact points keep their positions along the string, and
// everything that moves it or lies on it works as with a table of the instrument's own. So the
// profile applies alike to melody, drone and sympathetic strings on that bridge. Isolated points
// (FRETS), fixed obstacles, and those outside the range of the profile keep their heights.

#ifndef JW_BRIDGE_PROFILE_H
#define JW_BRIDGE_PROFILE_H

#include "playing/instrument.h"

#include <stdbool.h>

enum { JW_PROFILE_POINTS = 256 }; ///< Largest number of points of a profile

/// Highest point of a profile: a higher one is implausible for the tuned strings.
#define JW_PROFILE_HIGHEST_M 0.005

/// Points joined by straight lines; outside the first and the last the height is constant. They are
/// 32-bit like an obstacle's nodes, so that a file contains them exactly.
typedef struct {
    int n;                        ///< 0: none, the instrument's own bridge
    float x_m[JW_PROFILE_POINTS]; ///< Distances from the bridge end of the string, ascending
    float h_m[JW_PROFILE_POINTS]; ///< Heights above the line between the string's ends
} JwProfile;

/// True if every point is finite, in order, within the limits of an obstacle's nodes and below the
/// height limit. [any]
bool jw_profile_ok(const JwProfile *profile);

/// True if two profiles are the same. [any]
bool jw_profile_same(const JwProfile *a, const JwProfile *b);

/// True if the profile replaces the obstacle's heights. [any]
bool jw_profile_fits(const JwProfile *profile, const JwObstacle *obstacle);

/// Bridge of an instrument whose heights the profile replaces, under the first string that lies on
/// one; NULL if there is none. [any]
const JwObstacle *jw_profile_bridge(const JwProfile *profile, const JwInstrument *instrument);

/// Applies the profile to an obstacle that it fits, which becomes a table whose nodes end where its
/// contact points do. Does nothing to others. [any]
void jw_profile_lay(const JwProfile *profile, JwObstacle *obstacle);

#endif // JW_BRIDGE_PROFILE_H
