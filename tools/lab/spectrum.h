// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Spectra of sounds, and their distances.

#ifndef JW_LAB_SPECTRUM_H
#define JW_LAB_SPECTRUM_H

#include <stdbool.h>

enum {
    JW_SPECTRUM_FRAME = 4096, ///< Samples in a frame: 85 ms at 48 kHz
    JW_SPECTRUM_BINS = JW_SPECTRUM_FRAME / 2 + 1,
    JW_SPECTRUM_BANDS = 23, ///< Third octaves from 60 Hz to 12.2 kHz
};

/// Power spectrum of the frame of a sound (n samples, silence around them) centred on sample
/// `centre`, without its mean, under a Hann window. A sinusoid of amplitude a on a bin gives a^2
/// there.
void jw_spectrum_frame(const double *sound, int n, int centre, double power[JW_SPECTRUM_BINS]);

/// Levels of the bands [dB] in frames half overlapping.
typedef struct {
    int n_frames;
    double *level; ///< n_frames x JW_SPECTRUM_BANDS, owned
} JwBandLevels;

/// Computes the levels of a sound; false without memory; free with jw_band_levels_clear().
bool jw_band_levels_init(JwBandLevels *levels, const double *sound, int n, double rate_hz);

/// Frees the levels; accepts {0}.
void jw_band_levels_clear(JwBandLevels *levels);

/// Distance of two sounds: rms over bands and frames of the difference [dB], where the reference is
/// within 80 dB of its maximum. Frames that only one of them has are left out.
double jw_band_levels_distance(const JwBandLevels *levels, const JwBandLevels *reference);

#endif // JW_LAB_SPECTRUM_H
