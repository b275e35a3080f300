// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/progress.h"

#include "host/clocks.h"

#include <string.h>
#include <unistd.h>

enum { BAR_LETTERS = 40, LINE_LETTERS = 70 };

static const double redraw_s = 0.1;

JwProgress jw_progress_start(FILE *stream, bool wanted) {
    return (JwProgress){.stream = wanted && isatty(fileno(stream)) ? stream : NULL,
                        .shown_s = jw_monotonic_s()};
}

static void draw(JwProgress *p, double part, double left_s) {
    static const char marks[] = "########################################";
    static const char dots[] = "........................................";
    const int n = (int)(part * BAR_LETTERS);
    char left[32] = "";
    if (left_s >= 0.0) {
        const int seconds = left_s < 360000.0 ? (int)left_s : 360000;
        snprintf(left, sizeof(left), "%d:%02d left", seconds / 60, seconds % 60);
    }
    fprintf(p->stream, "\r%3d %% [%.*s%.*s] %-14s%s", (int)(100.0 * part), n, marks,
            BAR_LETTERS - n, dots, left, p->note);
    fflush(p->stream);
    p->drawn = true;
}

void jw_progress_show(JwProgress *progress, uint64_t done, uint64_t total) {
    if (!progress->stream) {
        return;
    }
    const double now = jw_monotonic_s();
    if (now - progress->shown_s < redraw_s) {
        return;
    }
    progress->shown_s = now;
    jw_forecast_step(&progress->forecast, now, total ? (double)done / (double)total : 1.0);
    draw(progress, progress->forecast.part, jw_forecast_left_s(&progress->forecast, now));
}

void jw_progress_end(JwProgress *progress) {
    if (progress->drawn) {
        fprintf(progress->stream, "\r%*s\r", LINE_LETTERS + (int)strlen(progress->note), "");
        fflush(progress->stream);
        progress->drawn = false;
    }
}
