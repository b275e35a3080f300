// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Lists from which the screen's chooser lets choose.

#ifndef JW_CHOICES_H
#define JW_CHOICES_H

#include "app/player/live.h"
#include "app/terminal/chooser.h"
#include "files/data_dir.h"

/// Adds the presets, those of the present instrument first. [main]
void jw_choices_presets(JwChooser *chooser, const JwLive *live);

/// Adds the presets that play by themselves. [main]
void jw_choices_companions(JwChooser *chooser, const JwLive *live);

/// Adds names. [main]
void jw_choices_names(JwChooser *chooser, const JwNameList *names);

/// Adds the notes that Sa can be, and none. [main]
void jw_choices_sa(JwChooser *chooser);

/// Adds the clock's commands, and the talas. [main]
void jw_choices_clock(JwChooser *chooser);

/// Adds the ragas with their notes and other names, and none. [main]
void jw_choices_ragas(JwChooser *chooser);

#endif // JW_CHOICES_H
