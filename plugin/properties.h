// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Properties: the user's choices besides the controls, patch:writable and stored in the state.

#ifndef JW_PROPERTIES_H
#define JW_PROPERTIES_H

#include <stdbool.h>

typedef enum {
    JW_PROPERTY_INSTRUMENT, ///< File of an instrument or preset
    JW_PROPERTY_SCALE,      ///< Scala scale; may be empty
    JW_PROPERTY_MAPPING,    ///< Scala keyboard mapping; may be empty
    JW_PROPERTY_STRINGS,    ///< Fine tuning of strings: "NAME=CENTS NAME=CENTS"; may be empty
    JW_PROPERTY_PROFILE,    ///< Bridge profile: "X H, X H" in millimetres; may be empty
    JW_N_PROPERTIES
} JwProperty;

/// Message for an invalid profile.
#define JW_PROFILE_WANTED "rising positions, each with a height, in mm are needed"

enum { JW_TEXT_SIZE = 4096 }; ///< Bytes of a property's text, terminating zero included

typedef struct {
    const char *uri;
    const char *extension; ///< Extension of a file that is given by name; NULL: no file
} JwPropertyInfo;

/// Texts of all properties.
typedef struct {
    char of[JW_N_PROPERTIES][JW_TEXT_SIZE];
} JwTexts;

/// Description of a property. [any]
const JwPropertyInfo *jw_property_info(JwProperty property);

#endif // JW_PROPERTIES_H
