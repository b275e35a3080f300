// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Progress bar with the remaining time, on a terminal only.

#ifndef JW_PROGRESS_H
#define JW_PROGRESS_H

#include "program/forecast.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    FILE *stream;   ///< Terminal; NULL shows nothing
    double shown_s; ///< Time at which the bar was last drawn
    JwForecast forecast;
    bool drawn;
    char note[16]; ///< Text after the bar; empty at first
} JwProgress;

/// Begins a bar on a stream; shows it only if that is a terminal and wanted is true. [main]
JwProgress jw_progress_start(FILE *stream, bool wanted);

/// Redraws the bar if enough time has passed. [main]
void jw_progress_show(JwProgress *progress, uint64_t done, uint64_t total);

/// Clears the bar. [main]
void jw_progress_end(JwProgress *progress);

#endif // JW_PROGRESS_H
