// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Patch: an instrument with its parameters, found by name, and an engine for it.

#ifndef JW_PATCH_H
#define JW_PATCH_H

#include "engine/engine.h"
#include "playing/instrument.h"

#include <stdbool.h>
#include <stddef.h>

#define JW_DEFAULT_INSTRUMENT "sitar"

enum { JW_PATCH_NAME_SIZE = 4096 }; ///< Bytes of a path, or of a name that leads to one

/// Places where a host looks for files by name; all zero for those of jw_data_find().
typedef struct {
    const char *bundle; ///< Folder with instruments and presets that goes first; NULL for none
    bool typed;         ///< A user types the names: a file in the current folder goes first, and a
                        ///< patch keeps the name that is meant
    /// Writes the message for an unknown name of that extension; NULL for that of jw_data_find().
    void (*unknown)(const char *name, const char *extension, char *message, size_t message_size);
} JwPatchPlaces;

/// Large: not for the stack.
typedef struct {
    JwInstrument instrument; ///< Instrument, with the preset over its own parameters
    double own[JW_N_PARAMS]; ///< Parameters of the instrument alone
    bool named[JW_N_PARAMS]; ///< Parameters of which the preset has a value
    char instrument_name[JW_PATCH_NAME_SIZE]; ///< Name as given, or as the preset has it
    char preset_name[JW_PATCH_NAME_SIZE];     ///< Name as given; empty for none
    char preset_instrument[JW_NAME_SIZE];     ///< Instrument that the preset is for; empty for none
} JwPatch;

/// Name of a file in a bundle; NULL for any other path. [main]
const char *jw_patch_name_in_bundle(const char *bundle, const char *path);

/// Finds a file of a bundle by its name, with or without extension. [main]
bool jw_patch_find_in_bundle(const char *bundle, const char *name, const char *extension,
                             char *path, size_t path_size);

/// Finds a file by its name, with or without extension, or path. Returns false, with a message,
/// if there is none. [main]
bool jw_patch_find(const JwPatchPlaces *places, const char *name, const char *extension, char *path,
                   size_t path_size, char *message, size_t message_size);

/// Loads instrument (NULL for the preset's, or the default), then preset (NULL for none) over it.
/// The file of a preset, NAME.ttl, in the place of the instrument is that preset. Returns false,
/// with a message and the patch as it was, on failure. [main]
bool jw_patch_read(JwPatch *patch, const JwPatchPlaces *places, const char *instrument,
                   const char *preset, char *message, size_t message_size);

/// Loads an instrument alone. [main]
bool jw_patch_instrument(JwInstrument *instrument, const JwPatchPlaces *places, const char *name,
                         char *message, size_t message_size);

/// What a user lays over an instrument besides parameters; NULL: nothing.
typedef struct {
    const JwTuning *tuning;
    const JwProfile *profile;
} JwPatchFit;

/// Makes a prepared engine, the caller's. Returns NULL, with a message that begins with the name,
/// on failure. options as for jw_engine_prepare(). [main]
JwEngine *jw_patch_engine(const JwInstrument *instrument, const char *name, const JwPatchFit *fit,
                          double rate_hz, const JwEngineOptions *options, char *message,
                          size_t message_size);

/// True if sound from outside moves an instrument's strings; else says that it does not. name: what
/// users call the instrument. [any]
bool jw_patch_is_driven(const JwInstrument *instrument, const char *name, char *text, size_t size);

#endif // JW_PATCH_H
