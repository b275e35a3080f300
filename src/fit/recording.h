// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Recordings of single notes, starting at their onset.

#ifndef JW_RECORDING_H
#define JW_RECORDING_H

#include "base/error.h"
#include "fit/partials.h"
#include "fit/pitch.h"

#include <stdbool.h>

enum {
    JW_RECORDING_RATE = 48000,
    JW_RECORDING_FRAMES = JW_RECORDING_RATE * 9 / 5, ///< Largest number of stored frames
    JW_RECORDING_LEAD = JW_RECORDING_RATE / 100,     ///< Stored frames before the onset
};

typedef struct {
    const char *path;
    int n; ///< Frames, starting JW_RECORDING_LEAD before the onset
    float *sound;
    double level_db;     ///< Level of the first 0.3 s
    double hz;           ///< Detected fundamental
    double named_hz;     ///< Fundamental of the note named by the user; 0: none named
    JwPartials partials; ///< Partials of a softer part
    char remark[256];    ///< Problems that were corrected, for the user; empty: none
} JwRecording;

/// Frame of a note's onset: the first millisecond within 30 dB of the loudest, or the loudest
/// stroke if something else sounds before it. [any]
int jw_recording_onset(const float *sound, int n);

/// Copies n frames starting JW_RECORDING_LEAD before the onset, with silence beyond the ends of the
/// sound. [any]
void jw_recording_from_onset(const float *sound, int n_sound, float *to, int n);

/// Span for the partials in a sound of n frames. [any]
JwPartialsSpan jw_recording_span(int n);

/// Reads a file at any rate, as the mean of both sides, or the louder one if they cancel. named_hz:
/// pitch of the note named by the user; the detected one must be within a semitone of it. 0: none.
/// Returns false, with an error, if it is not a note or its pitch is not certain. [main]
bool jw_recording_read(JwRecording *recording, const char *path, double named_hz, JwError *error);

/// Frees it; accepts {0}. [main]
void jw_recording_free(JwRecording *recording);

/// Period of a note [Hz], by YIN (de Cheveigne & Kawahara 2002), for sounds of at least half a
/// second; 0 if there is none. [any]
double jw_recording_period_hz(const float *sound, int n);

/// Pitch of a note in a sound that starts JW_RECORDING_LEAD before its onset; *sure is false if
/// another pitch is nearly as likely. [any]
JwPitch jw_recording_pitch(const float *sound, int n, JwPitchRange range, bool *sure);

#endif // JW_RECORDING_H
