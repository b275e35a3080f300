// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Recordings of single notes, from their onset on.

#ifndef JW_RECORDING_H
#define JW_RECORDING_H

#include "base/message.h"
#include "fit/partials.h"
#include "fit/pitch.h"

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
    double hz;           ///< Fundamental, as it is heard
    double named_hz;     ///< Fundamental by the note that the user named; 0: none was named
    JwPartials partials; ///< Partials of a quieter part
    char remark[256];    ///< What is wrong with it and was put right, to be told; empty: nothing
} JwRecording;

/// Frame at which a note begins: the first millisecond within 30 dB of the loudest, or, where
/// something else sounds before it, the loudest stroke. [any]
int jw_recording_onset(const float *sound, int n);

/// Copies n frames from JW_RECORDING_LEAD before the onset on, with silence where there is no
/// sound. [any]
void jw_recording_from_onset(const float *sound, int n_sound, float *to, int n);

/// Part in which partials are looked for of a sound of n frames. [any]
JwPartialsSpan jw_recording_span(int n);

/// Reads a file, at any rate, the middle of both sides, or the louder one where they cancel each
/// other. named_hz is the pitch of the note that the user named, within a semitone of which it is
/// heard; 0: it is heard by itself. False, with a message, for one that is no note, or whose pitch
/// is not sure. [main]
bool jw_recording_read(JwRecording *recording, const char *path, double named_hz,
                       JwMessage *message);

/// Frees it; {0} is fine. [main]
void jw_recording_free(JwRecording *recording);

/// Period of a note [Hz], by YIN (de Cheveigne & Kawahara 2002), for sounds of half a second or
/// more; 0 if there is none. [any]
double jw_recording_period_hz(const float *sound, int n);

/// Pitch of a note, JW_RECORDING_LEAD before the onset of which the sound begins; *sure is false if
/// another pitch is nearly as likely. [any]
JwPitch jw_recording_pitch(const float *sound, int n, JwPitchRange range, bool *sure);

#endif // JW_RECORDING_H
