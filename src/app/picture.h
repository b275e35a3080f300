// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the screen shows: what is played, how it goes, strings, parameters, keys, what was said.
//
// It fits terminals from 40 columns and 10 rows on; on smaller ones some of it is missing.

#ifndef JW_PICTURE_H
#define JW_PICTURE_H

#include "app/chooser.h"
#include "app/keyboard.h"
#include "app/live.h"
#include "app/sayings.h"

typedef enum {
    JW_PAGE_PLAY,
    JW_PAGE_KEYS, ///< What the keys do
    JW_PAGE_SAID, ///< All that was said
} JwPage;

/// Set live, and the rest to {0}, before use.
typedef struct {
    JwLive *live;
    JwLiveState state; ///< At the last look
    JwPage page;
    int first_key; ///< KEYS: the first that is shown
    int place;     ///< Of the selected parameter, in the order of jw_picture_param()
    JwKeyboard keyboard;
    JwSayings sayings;
    JwChooser chooser;
    double loudest_j[JW_MAX_STRINGS]; ///< That a string ever had
} JwPicture;

/// The parameter at a place, 0 to JW_N_PARAMS - 1: first those that a player wants first. [any]
JwParamId jw_picture_param(int place);

/// Draws all of it, into what ncurses holds of the terminal. [main]
void jw_picture_draw(JwPicture *picture, double now_s);

/// Goes on to the next keys, and after the last ones back to playing. [main]
void jw_picture_turn_keys(JwPicture *picture);

#endif // JW_PICTURE_H
