// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Section [obstacle NAME] of an instrument file.

#ifndef JW_OBSTACLE_SECTION_H
#define JW_OBSTACLE_SECTION_H

#include "files/fields.h"
#include "string/obstacle.h"

typedef struct {
    JwObstacle obstacle;
    int kind;      ///< Value of JwObstacleKind
    int movable;   ///< True or false; -1: not given
    int grid;      ///< True or false; -1: not given
    int on_bridge; ///< True or false
} JwObstacleSection;

/// Empties the section and makes the reader read into it. [any]
void jw_obstacle_section_begin(JwObstacleSection *section, JwFieldReader *reader);

/// Completes the obstacle from what was read. [any]
bool jw_obstacle_section_end(JwObstacleSection *section, const JwFieldReader *reader,
                             JwFault *fault);

#endif // JW_OBSTACLE_SECTION_H
