// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Portrait of a sound: levels over time and bands, for comparing a note or a drone with a
// recording.
//
// Quantities of a note, with times from its onset:
//     bands   each of six bands relative to the whole, from 30 ms to 2 s
//     level   the whole over time, relative to 25 to 75 ms
//     bloom   4 to 8 kHz over time, relative to 5 to 35 ms
// Quantities of a drone, from 3 s on:
//     long    each of eight bands relative to the whole
//     pulse   range of the level over time, of each of these bands and (JW_PORTRAIT_ALL) the whole

#ifndef JW_PORTRAIT_H
#define JW_PORTRAIT_H

#include <stdbool.h>

enum {
    JW_PORTRAIT_RATE = 48000,
    JW_PORTRAIT_NOTE_FRAMES = JW_PORTRAIT_RATE * 16 / 5,
    JW_PORTRAIT_DRONE_FRAMES = JW_PORTRAIT_RATE * 40,
    JW_PORTRAIT_FIGURES = 80, ///< Largest number in a portrait
    JW_PORTRAIT_ALL = 8,      ///< Band of a drone's pulse that means the whole
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
    int band; ///< 0 if the quantity has no bands
    double time_s, db;
} JwPortraitFigure;

typedef struct {
    int n; ///< 0: the sound is silent, or the table lacks the name
    JwPortraitFigure figure[JW_PORTRAIT_FIGURES];
} JwPortrait;

/// Distances [dB]: of each quantity (rms of the differences of its figures; 0 if the recording
/// lacks it) and of all (rms over the quantities); NaN if ours lacks a figure.
typedef struct {
    double quantity[JW_PORTRAIT_QUANTITIES], all;
} JwPortraitDistance;

/// Portrait of a note of JW_PORTRAIT_NOTE_FRAMES.
JwPortrait jw_portrait_note(const double *sound);

/// Portrait of a drone of JW_PORTRAIT_DRONE_FRAMES. Works in static memory: one call at a time.
JwPortrait jw_portrait_drone(const double *sound);

/// Name of a quantity in tables.
const char *jw_portrait_name(JwPortraitQuantity quantity);

/// Portrait of that name in a table of recordings.
JwPortrait jw_portrait_recorded(const char *path, const char *name);

/// Value of a figure [dB]; NaN: the portrait lacks it.
double jw_portrait_value(const JwPortrait *portrait, JwPortraitQuantity quantity, int band,
                         double time_s);

/// Our figure minus theirs [dB], where both are above the audible minimum; NaN: ours lacks it.
double jw_portrait_difference(const JwPortrait *ours, const JwPortraitFigure *theirs);

JwPortraitDistance jw_portrait_distance(const JwPortrait *ours, const JwPortrait *theirs);

#endif // JW_PORTRAIT_H
