// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// [obstacle NAME] of an instrument file.

#ifndef JW_OBSTACLE_SECTION_H
#define JW_OBSTACLE_SECTION_H

#include "files/fields.h"
#include "string/obstacle.h"

typedef struct {
    JwObstacle obstacle;
    int kind;    ///< JwObstacleKind
    int movable; ///< 0 no, 1 yes, -1 not said
    int grid;    ///< The same
} JwObstacleSection;

/// Empties the section and makes the reader read into it. [any]
void jw_obstacle_section_begin(JwObstacleSection *section, JwFieldReader *reader);

/// Completes the obstacle from what was read. [any]
bool jw_obstacle_section_end(JwObstacleSection *section, const JwFieldReader *reader,
                             JwFault *fault);

#endif // JW_OBSTACLE_SECTION_H
