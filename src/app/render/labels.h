// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Labels of a sound: values of the model in files with the sound.
//
// A value over time belongs to the frame of the sound after which it was sampled.

#ifndef JW_LABELS_H
#define JW_LABELS_H

#include "app/render/report.h"
#include "base/error.h"
#include "engine/engine.h"
#include "program/folder.h"

#include <stdbool.h>
#include <stdint.h>

/// Kinds of labels, as bits.
enum {
    JW_LABEL_NOTES = 1,  ///< Strokes, strings and energies, as JSON
    JW_LABEL_PITCH = 2,  ///< Pitch of each string over time
    JW_LABEL_ENERGY = 4, ///< Energy of each string over time
    JW_LABEL_FORCE = 8,  ///< Force at each contact point of the struck strings over time
    JW_N_LABELS = 4,
};

typedef struct {
    const JwFolder *folder; ///< Folder of the files
    const char *stem;       ///< Prefix of their names
    unsigned labels;        ///< Requested labels
    int frames;             ///< Frames between values of pitch or energy, a multiple of 32
    int force_frames;       ///< Frames between values of the force
    uint32_t seed;          ///< Seed of the variation of strokes, written with the labels
    const bool *set;        ///< Parameters that the request sets, JW_N_PARAMS, and their values;
    const double *value;    ///< both last as long as the labels
} JwLabelsSpec;

/// For one thread at a time.
typedef struct JwLabels JwLabels;

/// Reads a list like "pitch,force", or "all", or "none". [any]
bool jw_labels_parse(const char *text, unsigned *labels, JwError *error);

/// Creates the label files of a prepared engine; fails if they exist. Returns NULL, with an error,
/// on failure. [any]
JwLabels *jw_labels_new(const JwLabelsSpec *spec, const JwEngine *engine,
                        const JwInstrument *instrument, JwError *error);

/// Frames, up to `most`, that the engine may run before the next jw_labels_take(). [any]
uint32_t jw_labels_frames(const JwLabels *labels, uint64_t at, uint32_t most);

/// Samples labels from the engine, which has run up to frame `at`. Returns false, with an error,
/// on failure. [any]
bool jw_labels_take(JwLabels *labels, uint64_t at, JwError *error);

/// Completes all files for a sound with the report's number of frames. [any]
bool jw_labels_finish(JwLabels *labels, const JwReport *report, JwError *error);

/// Frees everything; accepts NULL. [any]
void jw_labels_free(JwLabels *labels);

#endif // JW_LABELS_H
