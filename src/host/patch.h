// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Patch: an instrument with its parameters, found by name, and an engine for them.

#ifndef JW_PATCH_H
#define JW_PATCH_H

#include "base/error.h"
#include "engine/engine.h"
#include "playing/instrument.h"

#include <stdbool.h>
#include <stddef.h>

#define JW_DEFAULT_INSTRUMENT "sitar"

enum { JW_PATCH_NAME_SIZE = 4096 }; ///< Bytes of a path, or of a name that stands for one

/// Places where a host looks for files by name; all zero for those of jw_data_find().
typedef struct {
    const char *bundle; ///< Folder with instruments and presets that is searched first; NULL: none
    bool typed;         ///< A user types the names: files in the current folder come first, and a
                        ///< patch keeps the name that is meant
    /// Sets the error for an unknown name with that extension; NULL: the error of
    /// jw_data_find().
    void (*unknown)(const char *name, const char *extension, JwError *error);
} JwPatchPlaces;

/// Instrument with preset and parameters. Large: not for the stack.
typedef struct {
    JwInstrument instrument;                  ///< Instrument, with the preset's values applied
    double own[JW_N_PARAMS];                  ///< Parameters of the instrument without a preset
    bool named[JW_N_PARAMS];                  ///< Parameters that the preset sets
    char instrument_name[JW_PATCH_NAME_SIZE]; ///< Name as given or from the preset
    char preset_name[JW_PATCH_NAME_SIZE];     ///< Name as given; empty: none
    char preset_instrument[JW_NAME_SIZE];     ///< Instrument that the preset was made for; empty:
                                              ///< none
    char remark[JW_ERROR_TEXT];               ///< Line that says that the instrument plays untuned;
                                              ///< empty if it is tuned
} JwPatch;

/// Name of a file in a bundle; NULL for any other path. [main]
const char *jw_patch_name_in_bundle(const char *bundle, const char *path);

/// Finds a file of a bundle by its name, with or without extension. [main]
bool jw_patch_find_in_bundle(const char *bundle, const char *name, const char *extension,
                             char *path, size_t path_size);

/// Finds a file by path, or by name with or without extension. Returns false, with an error, if
/// there is none. [main]
bool jw_patch_find(const JwPatchPlaces *places, const char *name, const char *extension, char *path,
                   size_t path_size, JwError *error);

/// Loads an instrument (NULL: the preset's, or the default), then applies a preset (NULL: none). If
/// `instrument` is the file of a preset, NAME.ttl, that preset is used. On failure returns false,
/// with an error, and leaves the patch unchanged. [main]
bool jw_patch_read(JwPatch *patch, const JwPatchPlaces *places, const char *instrument,
                   const char *preset, JwError *error);

/// Loads an instrument without a preset. The text after a success says that the instrument plays
/// untuned, or is empty. [main]
bool jw_patch_instrument(JwInstrument *instrument, const JwPatchPlaces *places, const char *name,
                         JwError *error);

/// User's settings of an instrument besides parameters; NULL: none.
typedef struct {
    const JwTuning *tuning;
    const JwProfile *profile;
} JwPatchFit;

/// Makes a prepared engine, *engine, which the caller owns; NULL after an error. [main]
JwStatus jw_patch_engine_new(JwEngine **engine, const JwInstrument *instrument,
                             const JwPatchFit *fit, double rate_hz, const JwEngineOptions *options);

/// Makes a prepared engine, which the caller owns. On failure returns NULL, with an error that
/// begins with the name. options as for jw_engine_prepare(). [main]
JwEngine *jw_patch_engine(const JwInstrument *instrument, const char *name, const JwPatchFit *fit,
                          double rate_hz, const JwEngineOptions *options, JwError *error);

/// Index of the string with a name, in which case does not matter (jw_names_alike()); -1 if there
/// is none. [any]
int jw_patch_string(const JwInstrument *instrument, const char *name);

/// True if the instrument's strings respond to input; otherwise sets a warning that they do not.
/// name: the user's name for the instrument. [any]
bool jw_patch_is_driven(const JwInstrument *instrument, const char *name, JwError *warning);

#endif // JW_PATCH_H
