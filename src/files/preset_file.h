// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Presets: an instrument and values of its parameters, as LV2 presets in Turtle.
//
// LV2 hosts read the same files: values are lv2:port entries, and the instrument is a property of
// the plug-in's state. doc/instrument-format.md has an example.

#ifndef JW_PRESET_FILE_H
#define JW_PRESET_FILE_H

#include "base/error.h"
#include "base/params.h"
#include "base/status.h"
#include "playing/instrument.h"

#include <stdbool.h>
#include <stddef.h>

/// URI of the LV2 plug-in that presets apply to.
#define JW_PLUGIN_URI "urn:jawari:instrument"

/// URI of the drone plug-in, for which the same presets apply, except for values that it has no
/// controls for.
#define JW_DRONE_URI "urn:jawari:drone"

/// URI of the resonator, which has presets of its own.
#define JW_RESONATOR_URI "urn:jawari:resonator"

/// Tags of a preset, each a text; there may be several moods.
#define JW_PRESET_FAMILY_URI "urn:jawari:family"
#define JW_PRESET_MOOD_URI   "urn:jawari:mood"
#define JW_PRESET_AUTHOR_URI "urn:jawari:author"

/// Number of a preset as a MIDI program: 128 times the bank, plus the program.
#define JW_PRESET_PROGRAM_URI "urn:jawari:program"

/// Property of the plug-in's state: the name of an instrument's file, without a folder.
#define JW_INSTRUMENT_FILE_URI "urn:jawari:instrumentFile"

enum {
    JW_PRESET_MOODS = 128,      ///< Room for all moods of a preset
    JW_PROGRAM_NUMBERS = 16384, ///< Numbers of MIDI programs: 128 in each of 128 banks
};

typedef struct {
    JwParamId id;
    double value; ///< Value in the parameter's unit and range
} JwPresetValue;

typedef struct {
    char label[JW_NAME_SIZE];      ///< Text of rdfs:label
    char description[256];         ///< Text of rdfs:comment, one line
    char instrument[JW_NAME_SIZE]; ///< Name for jw_data_find()
    char family[JW_NAME_SIZE];     ///< Text of jw:family, such as "Sitar"; empty: none
    char moods[JW_PRESET_MOODS];   ///< Texts of jw:mood, such as "bright, long"; empty: none
    char author[JW_NAME_SIZE];     ///< Text of jw:author; empty: none
    int program;                   ///< Number of the MIDI program; -1: none
    bool is_effect;                ///< True for a preset of the resonator
    bool is_drone;                 ///< True for a preset of the drone plug-in
    int n_values;
    JwPresetValue value[JW_N_PARAMS]; ///< Values in the file's order, each parameter at most once
} JwPreset;

/// Reads a preset from a text of `size` bytes: the file's one pset:Preset, whose type is its first
/// statement. On failure *out is as it was and the error says `name:line: what`.
/// JW_ERR_NO_MEMORY, or JW_ERR_BAD_ARG for all other errors. [main]
JwStatus jw_preset_file_parse(const char *text, size_t size, const char *name, JwPreset *out,
                              JwError *error);

/// Reads a preset from a file of at most 1 MiB, the same way. [main]
JwStatus jw_preset_file_load(const char *path, JwPreset *out, JwError *error);

#endif // JW_PRESET_FILE_H
