// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Profiles of sounds: levels over time and band, by which a note or a drone is compared with a
// recorded one.
//
// Of a note, whose time counts from its onset:
//     bands   part of each of six bands in all, from 30 ms to 2 s
//     level   of all over time, against 25 to 75 ms
//     bloom   of 4 to 8 kHz over time, against 5 to 35 ms
// Of a drone, from 3 s on:
//     long    part of each of eight bands in all
//     pulse   range of the level over time, of each of these bands and (PROFILE_ALL) of all

#ifndef JW_PROFILE_H
#define JW_PROFILE_H

#include <stdbool.h>

enum {
    PROFILE_RATE = 48000,
    PROFILE_NOTE_FRAMES = PROFILE_RATE * 16 / 5,
    PROFILE_DRONE_FRAMES = PROFILE_RATE * 40,
    PROFILE_FIGURES = 80, ///< Most of one profile
    PROFILE_ALL = 8,      ///< Band of a drone's pulse that holds all of them
};

typedef enum {
    PROFILE_BANDS,
    PROFILE_LEVEL,
    PROFILE_BLOOM,
    PROFILE_LONG,
    PROFILE_PULSE,
    PROFILE_QUANTITIES,
} ProfileQuantity;

typedef struct {
    ProfileQuantity quantity;
    int band; ///< 0 where the quantity has none
    double time_s, db;
} ProfileFigure;

typedef struct {
    int n; ///< 0: the sound is silent, or no recording has that name
    ProfileFigure figure[PROFILE_FIGURES];
} Profile;

/// Distances [dB] of quantities (rms of the differences of their figures), 0 for those that the
/// recording lacks, and of all (rms of the quantities' distances); NaN if ours lacks a figure.
typedef struct {
    double quantity[PROFILE_QUANTITIES], all;
} ProfileDistance;

/// Profile of PROFILE_NOTE_FRAMES of a note.
Profile profile_note(const double *sound);

/// Profile of PROFILE_DRONE_FRAMES of a drone. Keeps its work in memory of its own: one at a time.
Profile profile_drone(const double *sound);

/// Profile of that name in a table of recordings.
Profile profile_recorded(const char *path, const char *name);

/// Value of a figure [dB], NaN: the profile has none such.
double profile_value(const Profile *profile, ProfileQuantity quantity, int band, double time_s);

ProfileDistance profile_distance(const Profile *ours, const Profile *theirs);

#endif // JW_PROFILE_H
