// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Report of a rendering, as JSON.

#ifndef JW_REPORT_H
#define JW_REPORT_H

#include "base/error.h"
#include "engine/engine.h"
#include "program/limiter.h"
#include "program/target_file.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// Statistics of one string, before the limiter, or of all.
typedef struct {
    char name[JW_NAME_SIZE];
    uint64_t nonfinite;    ///< Samples from the engine that were not finite
    double peak;           ///< Largest sample, full scale 1
    double sum_squares;    ///< Sum over n_samples samples
    uint64_t n_samples;    ///< Samples of both channels
    JwStringReport engine; ///< Statistics from the engine
    JwStrokeReport stroke; ///< Last stroke on a string
} JwVoiceReport;

/// Program changes that were ignored.
typedef struct {
    uint64_t unknown;    ///< Changes to unknown presets
    uint64_t elsewhere;  ///< Changes to presets of other instruments
    int first_elsewhere; ///< Place in JwPrograms of the first preset of another instrument
} JwProgramReport;

/// Statistics of the companion.
typedef struct {
    const char *preset;     ///< Name; NULL: no companion
    const char *instrument; ///< Name of its instrument
    double level_db;        ///< Level added to that of the preset
    JwVoiceReport body;
    int n_strings; ///< 0: no companion
    JwVoiceReport string[JW_MAX_STRINGS];
} JwWithReport;

typedef struct {
    const char *instrument;
    const char *preset;      ///< Name; NULL: none
    const char *score;       ///< Path; NULL: notes of the command line
    uint64_t left_out_notes; ///< Notes on channels that are not played
    uint64_t score_repairs;  ///< Repairs of the score's file
    int rate_hz;
    int block_frames;
    double quality; ///< QUALITY at the end
    uint64_t frames;
    uint32_t latency_frames;
    uint64_t clipped;   ///< Samples of the mix, without stems
    double loudness;    ///< Largest sample of the engine at a GAIN of 0 dB, without its limiting
    bool limits;        ///< The limiter after the mix is active
    JwLimited limited;  ///< Statistics of that limiter
    bool level_known;   ///< The level was measured and is defined
    double level_db;    ///< That level before it was changed [dBFS or LUFS]
    float level_factor; ///< Factor by which it was changed; 1: unchanged
    uint64_t dropped_events; ///< Events dropped by the engine: notes out of range, floods
    JwProgramReport programs;
    double cpu_s; ///< Processor time of the engine's run() and of its helper threads
    JwVoiceReport all;
    JwVoiceReport body; ///< Radiation of the body, without statistics from the engine
    int n_strings;
    JwVoiceReport string[JW_MAX_STRINGS];
    JwWithReport with;
} JwReport;

/// Adds n samples to the statistics of a voice. [any]
void jw_voice_report_add(JwVoiceReport *voice, const float *samples, uint32_t n);

/// Root mean square of these samples. [any]
double jw_voice_report_rms(const JwVoiceReport *voice);

/// Writes a text as a JSON string. [any]
void jw_report_text(FILE *json, const char *text);

/// Writes the report to an open file; non-finite numbers become null. [main]
bool jw_report_write(const JwReport *report, JwTargetFile *file, JwError *error);

#endif // JW_REPORT_H
