// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Portrait of a sound: levels over time and band, by which a note or a drone is compared with a
// recorded one.
//
// Of a note, whose time counts from its onset:
//     bands   part of each of six bands in all, from 30 ms to 2 s
//     level   of all over time, against 25 to 75 ms
//     bloom   of 4 to 8 kHz over time, against 5 to 35 ms
// Of a drone, from 3 s on:
//     long    part of each of eight bands in all
//     pulse   range of the level over time, of each of these bands and (JW_PORTRAIT_ALL) of all

#ifndef JW_PORTRAIT_H
#define JW_PORTRAIT_H

#include <stdbool.h>

enum {
    JW_PORTRAIT_RATE = 48000,
    JW_PORTRAIT_NOTE_FRAMES = JW_PORTRAIT_RATE * 16 / 5,
    JW_PORTRAIT_DRONE_FRAMES = JW_PORTRAIT_RATE * 40,
    JW_PORTRAIT_FIGURES = 80, ///< Most of one portrait
    JW_PORTRAIT_ALL = 8,      ///< Band of a drone's pulse that holds all of them
};

typedef enum {
    JW_PORTRAIT_BANDS,
    JW_PORTRAIT_LEVEL,
    JW_PORTRAIT_BLOOM,
    JW_PORTRAIT_LONG,
    JW_PORTRAIT_PULSE,
    JW_PORTRAIT_QUANTITIES,
} JwPortraitQuantity;

typedef struct {
    JwPortraitQuantity quantity;
    int band; ///< 0 where the quantity has none
    double time_s, db;
} JwPortraitFigure;

typedef struct {
    int n; ///< 0: the sound is silent, or no recording has that name
    JwPortraitFigure figure[JW_PORTRAIT_FIGURES];
} JwPortrait;

/// Distances [dB] of quantities (rms of the differences of their figures), 0 for those that the
/// recording lacks, and of all (rms of the quantities' distances); NaN if ours lacks a figure.
typedef struct {
    double quantity[JW_PORTRAIT_QUANTITIES], all;
} JwPortraitDistance;

/// Portrait of JW_PORTRAIT_NOTE_FRAMES of a note.
JwPortrait jw_portrait_note(const double *sound);

/// Portrait of JW_PORTRAIT_DRONE_FRAMES of a drone. Keeps its work in memory of its own: one at a
/// time.
JwPortrait jw_portrait_drone(const double *sound);

/// Name of a quantity in tables.
const char *jw_portrait_name(JwPortraitQuantity quantity);

/// Portrait of that name in a table of recordings.
JwPortrait jw_portrait_recorded(const char *path, const char *name);

/// Value of a figure [dB], NaN: the portrait has none such.
double jw_portrait_value(const JwPortrait *portrait, JwPortraitQuantity quantity, int band,
                         double time_s);

/// Figure of our portrait over one of theirs [dB], where both are above the least that is heard;
/// NaN: ours has none such.
double jw_portrait_difference(const JwPortrait *ours, const JwPortraitFigure *theirs);

JwPortraitDistance jw_portrait_distance(const JwPortrait *ours, const JwPortrait *theirs);

#endif // JW_PORTRAIT_H
