// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Progress bar with the time left, on a terminal only.

#ifndef JW_PROGRESS_H
#define JW_PROGRESS_H

#include "program/forecast.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    FILE *stream;   ///< Terminal; NULL shows nothing
    double shown_s; ///< Time when the bar was drawn last
    JwForecast forecast;
    bool drawn;
    char beside[16]; ///< What is shown beside the bar; empty at first
} JwProgress;

/// Begins a bar on a stream; it shows only if that is a terminal and wanted is true. [main]
JwProgress jw_progress_start(FILE *stream, bool wanted);

/// Redraws the bar if it was drawn long enough ago. [main]
void jw_progress_show(JwProgress *progress, uint64_t done, uint64_t total);

/// Takes the bar away. [main]
void jw_progress_end(JwProgress *progress);

#endif // JW_PROGRESS_H
