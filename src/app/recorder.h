// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Records what is played: the audio thread fills a tape, a thread of its own writes it down.
//
// The tape outlives the recordings, so that the audio thread always has one.

#ifndef JW_RECORDER_H
#define JW_RECORDER_H

#include "app/message.h"
#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_RECORDER_PATH = 4096 }; ///< Bytes for a path

typedef struct JwRecorderImpl JwRecorder;

/// The latest recording. Its path is the recorder's, until the next one starts; empty if there was
/// none.
typedef struct {
    const char *path;
    bool running;
    uint64_t frames; ///< Written so far
    uint64_t lost;   ///< Frames that the disk was too slow for
    bool failed;     ///< The disk refuses: stop() says why
} JwRecorderState;

/// NULL if memory is short. [main]
JwRecorder *jw_recorder_new(void);

/// Gives up a recording that runs; NULL is fine. [setup: no audio running]
void jw_recorder_free(JwRecorder *recorder);

/// Starts a recording: .wav (32-bit floating point, the very samples; RF64 past 4 GiB)
/// or .flac (24 bits). What stood there is replaced when the recording stops. [main]
bool jw_recorder_start(JwRecorder *recorder, const char *path, int rate_hz, JwMessage *message);

/// The same into the first of NAME-001.wav to NAME-999.wav in that folder that is not there; the
/// folder is made if need be. An empty file holds that place until the recording stops. [main]
bool jw_recorder_start_next(JwRecorder *recorder, const char *folder, const char *name, int rate_hz,
                            JwMessage *message);

/// Appends n frames, if a recording runs. [audio]
JW_REALTIME void jw_recorder_feed(JwRecorder *recorder, const float *left, const float *right,
                                  uint32_t n);

/// True while the tape is more than half full: a freewheel should wait. [any]
bool jw_recorder_is_behind(const JwRecorder *recorder);

/// Ends the recording with the next block, or at once if none comes, and puts the
/// file in its place. True if none runs. [main]
bool jw_recorder_stop(JwRecorder *recorder, JwMessage *message);

/// How it goes. [main]
JwRecorderState jw_recorder_state(const JwRecorder *recorder);

#endif // JW_RECORDER_H
