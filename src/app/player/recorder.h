// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Recorder of the output: the audio thread fills a tape (a ring), a thread of its own writes it to
// a file. The tape outlives the recordings, so that the audio thread always has one.

#ifndef JW_RECORDER_H
#define JW_RECORDER_H

#include "base/attributes.h"
#include "base/message.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_RECORDER_PATH = 4096 }; ///< Bytes for a path

typedef struct JwRecorderImpl JwRecorder;

/// State of the latest recording; path is valid until the next recording starts, empty if there was
/// none.
typedef struct {
    const char *path;
    bool running;
    uint64_t frames; ///< Frames written so far
    uint64_t lost;   ///< Frames that the disk was too slow for
    bool failed;     ///< The file cannot be written: jw_recorder_stop() says why
} JwRecorderState;

/// Makes a recorder with its tape; NULL if memory is short. say shows a line about takes that were
/// found or got another name; it may be NULL. [main]
JwRecorder *jw_recorder_new(void (*say)(void *user, const char *text), void *user);

/// Ends a recording that runs and frees all; NULL is fine. [setup: no audio running]
void jw_recorder_free(JwRecorder *recorder);

/// Starts a recording: .wav (32-bit floating point, the very samples; RF64 past 4 GiB) or .flac (24
/// bits). Where there is a sound of that name, the recording is NAME-2.wav, or the next number that
/// is free: the state has its path, and a line is said. Takes in its folder that were not ended are
/// rescued first, and told of. [main]
bool jw_recorder_start(JwRecorder *recorder, const char *path, int rate_hz, JwMessage *message);

/// Starts a recording, as jw_recorder_start(), into the first of NAME-001.wav to NAME-999.wav that
/// is not in the folder yet; makes the folder if need be. [main]
bool jw_recorder_start_next(JwRecorder *recorder, const char *folder, const char *name, int rate_hz,
                            JwMessage *message);

/// Appends n frames, if a recording runs. [audio]
JW_REALTIME void jw_recorder_feed(JwRecorder *recorder, const float *left, const float *right,
                                  uint32_t n);

/// Returns true while the tape is more than half full: a freewheel should wait. [any]
bool jw_recorder_is_behind(const JwRecorder *recorder);

/// Ends the recording with the next block, or at once if none comes, and gives the file its name.
/// Returns true also if none runs. False if a write has failed: the message says what is kept.
/// [main]
bool jw_recorder_stop(JwRecorder *recorder, JwMessage *message);

/// State of the latest recording. [main]
JwRecorderState jw_recorder_state(const JwRecorder *recorder);

/// Says where and how much was recorded, once it is stopped, at that sample rate. [main]
void jw_recorder_tell(const JwRecorder *recorder, double rate_hz, JwMessage *message);

/// Stops the recording, as jw_recorder_stop(), and says where and how much was recorded. The
/// message is empty if none runs. [main]
bool jw_recorder_end(JwRecorder *recorder, double rate_hz, JwMessage *message);

#endif // JW_RECORDER_H
