// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What MIDI learn has learned: which controller moves which parameter.

#ifndef JW_LEARNED_H
#define JW_LEARNED_H

#include "attributes.h"
#include "message.h"
#include "params.h"

#include <stdbool.h>
#include <stdint.h>

/// A parameter for each channel and controller, -1 for none.
typedef struct {
    int16_t param[16][128];
} JwLearned;

/// Nothing learned. [any]
void jw_learned_clear(JwLearned *learned);

/// False for controllers with a meaning of their own: banks, data entry, pedals,
/// parameter numbers, channel modes. [any]
bool jw_learned_allows(int controller);

/// This controller (channel 0..15) moves the parameter now, and no other does. [any]
void jw_learned_set(JwLearned *learned, JwParamId id, int channel, int controller);

/// No controller moves the parameter; those of params.def still do. [any]
void jw_learned_forget(JwLearned *learned, JwParamId id);

/// Finds the controller of a parameter; false if none was learned. [any]
bool jw_learned_find(const JwLearned *learned, JwParamId id, int *channel, int *controller);

/// Parameter that a controller moves, -1 for none. [any]
JW_REALTIME int jw_learned_param(const JwLearned *learned, int channel, int controller);

/// Reads lines `SYMBOL = CHANNEL CONTROLLER`, channels counted from 1. A file that is
/// not there has nothing learned. [main]
bool jw_learned_load(JwLearned *learned, const char *path, JwMessage *message);

/// Writes them, whole or not at all. [main]
bool jw_learned_save(const JwLearned *learned, const char *path, JwMessage *message);

#endif // JW_LEARNED_H
