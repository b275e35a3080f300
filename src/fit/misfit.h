// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Misfit: differences of the notes that an instrument plays from recorded ones, as residuals whose
// squares a search minimizes: for each partial the frequency and the decay, for each band and time
// the level.
//
// Levels count in two parts. Their change during a note is due to string and bridge; a band's mean
// is also due to the microphone and the room, and has less weight.

#ifndef JW_MISFIT_H
#define JW_MISFIT_H

#include "fit/audition.h"
#include "fit/portrait.h"
#include "fit/recording.h"
#include "fit/spectra.h"
#include "fit/unknowns.h"

#include <stdbool.h>

enum { JW_MISFIT_NOTES = 16 };

/// Which notes are compared; the softest ones hardly touch the bridge.
typedef enum { JW_HEAR_ALL, JW_HEAR_SOFT, JW_HEAR_FIRM } JwHear;

/// A recorded note and its comparison.
typedef struct {
    JwRecording recording;
    JwAuditionNote note;
    double off_cents;    ///< Pitch of the recording relative to that of its fret
    JwPortrait portrait; ///< Compared instead of partials and spectra; n = 0: not used
    JwPortrait ours;     ///< Portrait of the last played note
    JwSpectraBands bands;
    JwSpectra *spectra; ///< Spectra of the recording
    JwPartials played;  ///< Partials of the last played note
    JwSpectra *heard;   ///< Spectra of that note
    double gain_db;     ///< Level of the recording relative to that note
    double cents;       ///< Pitch of that note relative to the recording
    double distance_db; ///< Difference of their levels, rms
} JwMisfitNote;

/// Large: not for the stack.
typedef struct {
    const JwInstrument *like; ///< Instrument that the unknowns change
    int string;
    bool alone;
    bool partials_alone; ///< Levels are not compared
    JwHear hear;
    double until_s; ///< Notes are played and compared up to this time; before the end of a note,
                    ///< partials are not compared. The motion at the bridge becomes less
                    ///< predictable with every period: early parts have wide basins
    int n_notes;
    JwMisfitNote note[JW_MISFIT_NOTES];
    int n_unknowns;
    JwUnknown unknown[JW_N_UNKNOWNS];
    JwAudition audition;
    JwSpectraWork *work;
    JwInstrument *tried;  ///< Last instrument played
    double *portrayed;    ///< Note whose portrait is computed
    float *sound, *onset; ///< The played note, and the same from its onset
    long n_played;        ///< Number of notes played so far
} JwMisfit;

/// Prepares for notes whose recording and note are set. Returns false if memory is short. [main]
bool jw_misfit_begin(JwMisfit *misfit);

/// Frees all except the recordings; accepts {0}. [main]
void jw_misfit_end(JwMisfit *misfit);

/// Number of residuals. [any]
int jw_misfit_size(const JwMisfit *misfit);

/// Effective number of residuals: neighbouring levels are not independent. [any]
double jw_misfit_weight(const JwMisfit *misfit);

/// Plays the notes on the instrument with these values of its unknowns, and computes the residuals.
/// Returns false if it cannot be played or does not sound. [main]
bool jw_misfit_residuals(JwMisfit *misfit, const double *value, double *residual);

/// Level difference over all notes last played [dB], rms. [any]
double jw_misfit_distance_db(const JwMisfit *misfit);

#endif // JW_MISFIT_H
