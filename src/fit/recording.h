// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Recordings of single notes, from their onset on.

#ifndef JW_RECORDING_H
#define JW_RECORDING_H

#include "app/message.h"
#include "fit/partials.h"

#include <stdbool.h>

enum {
    JW_RECORDING_RATE = 48000,
    JW_RECORDING_FRAMES = JW_RECORDING_RATE * 9 / 5, ///< Most frames that are kept
    JW_RECORDING_LEAD = JW_RECORDING_RATE / 100,     ///< Frames kept before the onset
};

typedef struct {
    const char *path;
    int n; ///< Frames, JW_RECORDING_LEAD before the onset
    float *sound;
    double level_db;     ///< Level of the first 0.3 s
    double hz;           ///< Fundamental
    JwPartials partials; ///< Partials of a quieter part
} JwRecording;

/// Frame of the first millisecond within 30 dB of the loudest. [any]
int jw_recording_onset(const float *sound, int n);

/// Copies n frames from JW_RECORDING_LEAD before the onset on, with silence where there is no
/// sound. [any]
void jw_recording_from_onset(const float *sound, int n_sound, float *to, int n);

/// Part in which partials are looked for of a sound of n frames. [any]
JwPartialsSpan jw_recording_span(int n);

/// Reads a file, at any rate, the middle of both sides. False, with a message, for one that is no
/// note. [main]
bool jw_recording_read(JwRecording *recording, const char *path, JwMessage *message);

/// Frees it; {0} is fine. [main]
void jw_recording_free(JwRecording *recording);

/// Fundamental of a note [Hz], by YIN (de Cheveigne & Kawahara 2002); 0 if there is none. [any]
double jw_recording_pitch_hz(const float *sound, int n);

#endif // JW_RECORDING_H
