// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Recorder of the output: the audio thread fills a tape (a ring), and a separate thread writes it
// to a file. The tape outlives recordings, so that the audio thread always has one.

#ifndef JW_RECORDER_H
#define JW_RECORDER_H

#include "base/attributes.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_RECORDER_PATH = 4096 }; ///< Bytes for a path

typedef struct JwRecorderImpl JwRecorder;

/// State of the latest recording. path is valid until the next recording starts, and empty if there
/// was none.
typedef struct {
    const char *path;
    bool running;
    uint64_t frames; ///< Frames written so far
    uint64_t lost;   ///< Frames lost because the disk was too slow
    bool failed;     ///< Writing failed: jw_recorder_stop() gives the reason
} JwRecorderState;

/// Makes a recorder with its tape; returns NULL if memory is short. say displays a line about takes
/// that were found or renamed; it may be NULL. [main]
JwRecorder *jw_recorder_new(void (*say)(void *user, const char *text), void *user);

/// Ends a running recording and frees everything; accepts NULL. [setup: no audio running]
void jw_recorder_free(JwRecorder *recorder);

/// Starts a recording: .wav (32-bit floating point, the exact samples; RF64 past 4 GiB) or .flac
/// (24 bits). If a sound with that name exists, the recording is NAME-2.wav, or the next free
/// number: the state contains its path, and a line is displayed. Unfinished takes in its folder are
/// first rescued and reported. [main]
bool jw_recorder_start(JwRecorder *recorder, const char *path, int rate_hz, JwError *error);

/// Starts a recording, like jw_recorder_start(), into the first free name of NAME-001.wav to
/// NAME-999.wav in the folder; creates the folder if necessary. [main]
bool jw_recorder_start_next(JwRecorder *recorder, const char *folder, const char *name, int rate_hz,
                            JwError *error);

/// Appends n frames if a recording is running; returns true if it is. [audio]
JW_REALTIME bool jw_recorder_feed(JwRecorder *recorder, const float *left, const float *right,
                                  uint32_t n);

/// True while the tape is more than half full: a freewheel should wait. [any]
bool jw_recorder_is_behind(const JwRecorder *recorder);

/// Ends the recording with the next block, or immediately if none comes, and gives the file its
/// name. Also returns true if none is running. Returns false if a write has failed: the error
/// says what is kept. [main]
bool jw_recorder_stop(JwRecorder *recorder, JwError *error);

/// State of the latest recording. [main]
JwRecorderState jw_recorder_state(const JwRecorder *recorder);

/// Writes path and length of a stopped recording at that sample rate to the error. [main]
void jw_recorder_tell(const JwRecorder *recorder, double rate_hz, JwError *error);

/// Stops the recording, like jw_recorder_stop(), and writes path and length to the error, which
/// is empty if none is running. [main]
bool jw_recorder_end(JwRecorder *recorder, double rate_hz, JwError *error);

#endif // JW_RECORDER_H
