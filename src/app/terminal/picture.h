// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Picture of the player on the screen: patch, statistics, strings, parameters, keys, messages.
//
// It fits terminals from 40 columns and 10 rows on; smaller ones lack parts of it.

#ifndef JW_PICTURE_H
#define JW_PICTURE_H

#include "app/player/live.h"
#include "app/terminal/chooser.h"
#include "app/terminal/keyboard.h"
#include "app/terminal/message_log.h"
#include "base/svaras.h"

typedef enum {
    JW_PAGE_PLAY,
    JW_PAGE_KEYS, ///< Help on the keys
    JW_PAGE_SAID, ///< Messages
} JwPage;

/// State of the picture; set live, and the rest to {0}, before use.
typedef struct {
    JwLive *live;
    JwLiveState state; ///< State of the player when it was last drawn
    JwPage page;
    int first_key; ///< KEYS: the first key shown
    int place;     ///< Position of the selected parameter, in the order of jw_picture_param()
    JwKeyboard keyboard;
    JwMessageLog log;
    JwChooser chooser;
    bool has_svaras;                  ///< Pitches are named as svaras: a raga or Sa is chosen
    JwSvaras svaras;                  ///< These, if has_svaras
    double loudest_j[JW_MAX_STRINGS]; ///< Largest energy of each string so far
} JwPicture;

/// Parameter at a position, 0 to JW_N_PARAMS - 1, most used first. [any]
JwParamId jw_picture_param(int place);

/// Draws everything into ncurses' copy of the terminal. [main]
void jw_picture_draw(JwPicture *picture, double now_s);

/// Turns to the next page of keys, and from the last one back to playing. [main]
void jw_picture_turn_keys(JwPicture *picture);

#endif // JW_PICTURE_H
