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

/// Completes the obstacle from the keys read. [any]
bool jw_obstacle_section_end(JwObstacleSection *section, const JwFieldReader *reader,
                             JwError *error);

enum { JW_NODE_TEXT = 32 }; ///< Bytes of a position or height as text

/// Writes a node's position or height [m] in millimetres, as short as it can be to be read back to
/// the last bit; text has JW_NODE_TEXT bytes. [any]
void jw_node_print_mm(char *text, float value_m);

/// Writes an obstacle as a section of that name, which is read back to the last bit, and returns
/// its bytes; 0 if it does not fit into `size`. [any]
size_t jw_obstacle_section_print(const JwObstacle *obstacle, const char *name, char *text,
                                 size_t size);

#endif // JW_OBSTACLE_SECTION_H
