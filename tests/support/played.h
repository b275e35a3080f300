// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Small scores that the renderer plays, and what is heard and read of them.

#ifndef JW_PLAYED_H
#define JW_PLAYED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLAYED_RATE = 48000, PLAYED_FRAMES = 8 * PLAYED_RATE };

/// What the renderer made of the last score.
typedef struct {
    float left[PLAYED_FRAMES], right[PLAYED_FRAMES];
    int n_frames;
    char said[4096]; ///< Its warnings
    char report[65536];
} Played;

extern Played played;

/// Before all else: jawari-render, and a folder for files and their name there.
void score_start(const char *program, const char *folder, const char *name);

/// An empty score; then events in order of time.
void score_begin(void);
void score_at(double seconds, int status, int a, int b);
void score_note(double seconds, double end_s, int channel, int key);

/// Part of the bend range, -1 to 1.
void score_bend(double seconds, int channel, double part);
void score_rpn(double seconds, int channel, int number, int value);

/// All bytes of a system exclusive message, F0 to F7.
void score_sysex(double seconds, const uint8_t *bytes, size_t n);

/// Ends the score, renders it on that instrument and keeps what it says and reports.
bool score_play(const char *instrument, const char *options);

/// A figure of the report, NaN if it has none.
double played_figure(const char *key);

/// How much stronger one tone is than another from then on [dB].
double played_stronger(double from_s, double hz, double than_hz);

/// Cents by which what is heard from then on is off that pitch.
double played_off(double from_s, double hz);

/// Pitch of a MIDI key, or of what lies between two.
double played_key_hz(double key);

#endif // JW_PLAYED_H
