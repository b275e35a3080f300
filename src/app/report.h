// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Figures of a run, as JSON.

#ifndef JW_REPORT_H
#define JW_REPORT_H

#include "app/message.h"
#include "app/target_file.h"
#include "engine/engine.h"

#include <stdbool.h>
#include <stdint.h>

/// Of one string, or of all.
typedef struct {
    char name[JW_NAME_SIZE];
    uint64_t nonfinite;    ///< Samples that were not finite in what the engine gave
    double peak;           ///< Largest sample, full scale 1
    double sum_squares;    ///< Of n_samples samples
    uint64_t n_samples;    ///< Both channels counted
    JwStringReport engine; ///< What the engine says
} JwVoiceReport;

/// Program changes that were left out.
typedef struct {
    uint64_t unknown;    ///< To a preset that does not exist
    uint64_t elsewhere;  ///< To one of another instrument
    int first_elsewhere; ///< Its number, if there was one
} JwProgramReport;

typedef struct {
    const char *instrument;
    const char *preset;      ///< NULL for none
    const char *score;       ///< NULL for notes of the command line
    uint64_t left_out_notes; ///< Of channels that are not played
    uint64_t score_repairs;  ///< What was mended in its file
    int rate_hz;
    int block_frames;
    double quality; ///< At the end
    uint64_t frames;
    uint32_t latency_frames;
    uint64_t clipped;        ///< Samples of the file, not of stems
    uint64_t dropped_events; ///< By the engine: notes out of reach, floods
    JwProgramReport programs;
    double cpu_s; ///< Of the engine's run() and of threads that help it
    JwVoiceReport all;
    JwVoiceReport body; ///< What it radiates; no figures of the engine
    int n_strings;
    JwVoiceReport string[JW_MAX_STRINGS];
} JwReport;

/// Counts n samples into a voice. [any]
void jw_voice_report_add(JwVoiceReport *voice, const float *samples, uint32_t n);

/// Root mean square of the samples counted. [any]
double jw_voice_report_rms(const JwVoiceReport *voice);

/// Writes the report into an open file; numbers that are not finite become null. [main]
bool jw_report_write(const JwReport *report, JwTargetFile *file, JwMessage *message);

#endif // JW_REPORT_H
