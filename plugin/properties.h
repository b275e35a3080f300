// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a user chooses besides the controls: patch:writable properties, kept in the state.

#ifndef JW_PROPERTIES_H
#define JW_PROPERTIES_H

#include <stdbool.h>

typedef enum {
    JW_PROPERTY_INSTRUMENT, ///< Its file
    JW_PROPERTY_SCALE,      ///< A Scala scale, or nothing
    JW_PROPERTY_MAPPING,    ///< A Scala keyboard mapping, or nothing
    JW_PROPERTY_STRINGS,    ///< Fine tuning of strings: "NAME=CENTS NAME=CENTS", or nothing
    JW_N_PROPERTIES
} JwProperty;

enum { JW_TEXT_SIZE = 4096 }; ///< Bytes of one, its zero included

typedef struct {
    const char *uri;
    const char *extension; ///< Of a file that is given by name; NULL: no file
} JwPropertyInfo;

/// The texts of all of them.
typedef struct {
    char of[JW_N_PROPERTIES][JW_TEXT_SIZE];
} JwTexts;

/// [any]
const JwPropertyInfo *jw_property_info(JwProperty property);

#endif // JW_PROPERTIES_H
