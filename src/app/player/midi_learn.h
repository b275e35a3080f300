// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Table of MIDI learn: the parameter that each controller moves.

#ifndef JW_MIDI_LEARN_H
#define JW_MIDI_LEARN_H

#include "base/attributes.h"
#include "base/error.h"
#include "base/params.h"

#include <stdbool.h>
#include <stdint.h>

/// Parameter of each channel and controller, -1: none.
typedef struct {
    int16_t param[16][128];
} JwMidiLearn;

/// Clears the table. [any]
void jw_midi_learn_clear(JwMidiLearn *learned);

/// Returns false for controllers with a fixed meaning: banks, data entry, pedals, parameter
/// numbers, channel modes. [any]
bool jw_midi_learn_allows(int controller);

/// Assigns this controller (channel 0..15) to the parameter, in place of any other. [any]
void jw_midi_learn_set(JwMidiLearn *learned, JwParamId id, int channel, int controller);

/// Removes a parameter's learned controller; those of params.def still move it. [any]
void jw_midi_learn_forget(JwMidiLearn *learned, JwParamId id);

/// Finds the learned controller of a parameter; returns false if there is none. [any]
bool jw_midi_learn_find(const JwMidiLearn *learned, JwParamId id, int *channel, int *controller);

/// Parameter that a controller moves, -1: none. [any]
JW_REALTIME int jw_midi_learn_param(const JwMidiLearn *learned, int channel, int controller);

/// Reads lines `SYMBOL = CHANNEL CONTROLLER`, channels counted from 1. A missing file counts as
/// empty. [main]
bool jw_midi_learn_load(JwMidiLearn *learned, const char *path, JwError *error);

/// Writes the table for jw_midi_learn_load(), complete or not at all. [main]
bool jw_midi_learn_save(const JwMidiLearn *learned, const char *path, JwError *error);

#endif // JW_MIDI_LEARN_H
