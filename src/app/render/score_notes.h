// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Score from the notes of a command line.

#ifndef JW_APP_SCORE_NOTES_H
#define JW_APP_SCORE_NOTES_H

#include "app/render/render_options.h"
#include "app/score/score.h"
#include "base/error.h"

#include <stdbool.h>

/// Makes a score from notes with known keys or strings. [main]
bool jw_score_from_notes(JwScore *score, const JwRenderNote *notes, int n, int rate_hz,
                         JwError *error);

#endif // JW_APP_SCORE_NOTES_H
