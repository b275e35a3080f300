// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Misfit: how far notes that an instrument plays are from recorded ones, as numbers whose squares
// a search makes small: of each partial the frequency and the decay, and of each band and moment
// the level.
//
// Levels count in two parts. What changes over a note is the string's and the bridge's; a band's
// mean is a microphone's and a room's as well, and counts less.

#ifndef JW_MISFIT_H
#define JW_MISFIT_H

#include "fit/audition.h"
#include "fit/portrait.h"
#include "fit/recording.h"
#include "fit/spectra.h"
#include "fit/unknowns.h"

#include <stdbool.h>

enum { JW_MISFIT_NOTES = 16 };

/// Which notes are compared: the softest hardly touch the bridge.
typedef enum { JW_HEAR_ALL, JW_HEAR_SOFT, JW_HEAR_FIRM } JwHear;

/// A recorded note, and what is compared of it.
typedef struct {
    JwRecording recording;
    JwAuditionNote note;
    double off_cents;    ///< Pitch of the recording over that of its place
    JwPortrait portrait; ///< What is compared in place of partials and spectra; n = 0: nothing
    JwPortrait ours;     ///< Portrait of the note that was played last
    JwSpectraBands bands;
    JwSpectra *spectra; ///< Of the recording
    JwPartials played;  ///< Partials of the note that was played last
    JwSpectra *heard;   ///< Spectra of that note
    double gain_db;     ///< Level of the recording over that note
    double cents;       ///< Pitch of that note over the recording's
    double distance_db; ///< Distance of their levels, rms
} JwMisfitNote;

/// Large: not for the stack.
typedef struct {
    const JwInstrument *like; ///< What unknowns are laid over
    int string;
    bool alone;
    bool partials_alone; ///< Levels are not compared
    JwHear hear;
    double until_s; ///< Time up to which notes are played and compared; partials are not, if that
                    ///< is before a note's end. What a string does at its bridge gets harder to
                    ///< foresee with every turn: the early part has wide basins
    int n_notes;
    JwMisfitNote note[JW_MISFIT_NOTES];
    int n_unknowns;
    JwUnknown unknown[JW_N_UNKNOWNS];
    JwAudition audition;
    JwSpectraWork *work;
    JwInstrument *tried;  ///< Instrument that was played last
    double *portrayed;    ///< Note whose portrait is taken
    float *sound, *onset; ///< Note as it was played, and from its onset on
    long n_played;        ///< Notes played so far
} JwMisfit;

/// Prepares for notes that have their recording and note. False if memory is short. [main]
bool jw_misfit_begin(JwMisfit *misfit);

/// Frees all but the recordings; {0} is fine. [main]
void jw_misfit_end(JwMisfit *misfit);

/// Number of residuals. [any]
int jw_misfit_size(const JwMisfit *misfit);

/// Number of residuals that say something of their own: neighbouring levels say much the same.
/// [any]
double jw_misfit_weight(const JwMisfit *misfit);

/// Plays the notes on the instrument with these values of its unknowns, and fills the residuals.
/// False if it cannot be played or does not sound. [main]
bool jw_misfit_residuals(JwMisfit *misfit, const double *value, double *residual);

/// Distance of levels of all notes that were played last [dB], rms. [any]
double jw_misfit_distance_db(const JwMisfit *misfit);

#endif // JW_MISFIT_H
