// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Bridge profile: heights that take the place of those of the instrument's movable bridge.
//
// A bridge, plate or table that JAWARI, BRIDGE_HEIGHT and BRIDGE_CURVATURE move becomes a table
// with the profile's heights: its contact points stay where they are along the string, and what
// moves it or lies on it goes on as with a table of the instrument's own. So the profile is the
// same to melody, drone and sympathetic strings that lie on that bridge. Isolated points (FRETS),
// obstacles that are not movable, and those that the profile does not reach keep their heights.

#ifndef JW_BRIDGE_PROFILE_H
#define JW_BRIDGE_PROFILE_H

#include "playing/instrument.h"

#include <stdbool.h>

enum { JW_PROFILE_POINTS = 256 }; ///< Most points of a profile

/// Highest point of a profile: what lifts a string more is no bridge on which it was tuned.
#define JW_PROFILE_HIGHEST_M 0.005

/// Points joined by straight lines; beyond the first and the last the height goes on level. They
/// are 32-bit as an obstacle's nodes are, so that a file has them to the last bit.
typedef struct {
    int n;                        ///< 0: none, the bridge is the instrument's
    float x_m[JW_PROFILE_POINTS]; ///< Distances from the bridge end of the string, ascending
    float h_m[JW_PROFILE_POINTS]; ///< Heights over the line between the string's ends
} JwProfile;

/// True if every point is finite, in order, within the limits of an obstacle's nodes and not too
/// high. [any]
bool jw_profile_ok(const JwProfile *profile);

/// True if two profiles are the same. [any]
bool jw_profile_same(const JwProfile *a, const JwProfile *b);

/// True if the profile takes the place of the obstacle's heights. [any]
bool jw_profile_fits(const JwProfile *profile, const JwObstacle *obstacle);

/// Bridge of an instrument whose heights the profile takes the place of, under the first string
/// that lies on one; NULL if none does. [any]
const JwObstacle *jw_profile_bridge(const JwProfile *profile, const JwInstrument *instrument);

/// Lays the profile over an obstacle that it fits: that becomes a table whose nodes end where its
/// contact points do. Does nothing to others. [any]
void jw_profile_lay(const JwProfile *profile, JwObstacle *obstacle);

#endif // JW_BRIDGE_PROFILE_H
