// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Levels of a note over time and frequency, by windows of three lengths. Around the first partials
// a band contains one partial; above, a fraction of an octave.

#ifndef JW_SPECTRA_H
#define JW_SPECTRA_H

#include "base/fourier.h"
#include "fit/partials.h"

#include <stdbool.h>

enum {
    JW_SPECTRA_WINDOWS = 3,
    JW_SPECTRA_BANDS = 64,
    JW_SPECTRA_LONGEST = 8192,
    JW_SPECTRA_FRAMES = 32, ///< Largest number of frames in a window
};

/// Bands of a note.
typedef struct {
    int n[JW_SPECTRA_WINDOWS];
    double from_hz[JW_SPECTRA_WINDOWS][JW_SPECTRA_BANDS];
    double to_hz[JW_SPECTRA_WINDOWS][JW_SPECTRA_BANDS];
} JwSpectraBands;

/// Power in each band and frame. Large: not for the stack.
typedef struct {
    int n_frames[JW_SPECTRA_WINDOWS];
    double power[JW_SPECTRA_WINDOWS][JW_SPECTRA_FRAMES][JW_SPECTRA_BANDS];
    double noise[JW_SPECTRA_WINDOWS][JW_SPECTRA_BANDS]; ///< Late power between the partials
} JwSpectra;

/// Memory for jw_spectra_take(); shared by all notes of a thread.
typedef struct {
    JwComplex data[JW_SPECTRA_LONGEST], work[JW_SPECTRA_LONGEST];
    JwComplex table[JW_SPECTRA_WINDOWS][JW_SPECTRA_LONGEST / 2];
    double hann[JW_SPECTRA_WINDOWS][JW_SPECTRA_LONGEST];
} JwSpectraWork;

/// Initializes the memory. [any]
void jw_spectra_begin(JwSpectraWork *work);

/// Chooses bands for a note with these partials, up to a frequency. [any]
void jw_spectra_bands(JwSpectraBands *bands, const JwPartials *partials, double most_hz);

/// Computes the spectra of n frames at 48 kHz, with the onset JW_RECORDING_LEAD frames after the
/// first. [any]
void jw_spectra_take(JwSpectra *spectra, JwSpectraWork *work, const JwSpectraBands *bands,
                     const float *sound, int n);

/// Estimates the noise between a note's partials from the last frames. [any]
void jw_spectra_noise(JwSpectra *spectra, JwSpectraWork *work, const JwSpectraBands *bands,
                      const JwPartials *partials, const float *sound, int n);

#endif // JW_SPECTRA_H
