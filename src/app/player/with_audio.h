// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The companion on the audio thread: an engine that plays by itself, added to the player's sound.
// Nothing in run() allocates, waits or calls the system.

#ifndef JW_WITH_AUDIO_H
#define JW_WITH_AUDIO_H

#include "app/audio/backend.h"
#include "app/player/recorder.h"
#include "base/attributes.h"
#include "engine/engine.h"

#include <stdbool.h>

typedef struct JwWithAudioImpl JwWithAudio;

/// Makes a part without an engine, which adds nothing; returns NULL if memory is short. [main]
JwWithAudio *jw_with_audio_new(void);

/// Frees the part with its engines; accepts NULL. [setup: no audio running]
void jw_with_audio_free(JwWithAudio *with);

/// True if the engine that was offered last plays alone, so that another one may be offered. [main]
bool jw_with_audio_is_settled(const JwWithAudio *with);

/// Takes ownership of a prepared engine, to be played from the next block on; the previous one
/// fades. Call it only if the part is settled. [main]
void jw_with_audio_offer(JwWithAudio *with, JwEngine *engine);

/// Takes ownership of a prepared engine and frees the previous ones. [setup: no audio running]
void jw_with_audio_set_engine(JwWithAudio *with, JwEngine *engine);

/// Lets a second part, which is borrowed, sound in this one: it is added to it before it is
/// recorded, and is run with it alone. [setup: no audio running]
void jw_with_audio_join(JwWithAudio *with, JwWithAudio *second);

/// Sends an event, whose frame is ignored; returns false if the queue is full. [main]
bool jw_with_audio_send(JwWithAudio *with, const JwEvent *event);

/// Frees an engine that the audio thread returned; call it often. [main]
void jw_with_audio_collect(JwWithAudio *with);

/// Sets the recorders that take the instrument's and the companion's sound apart, which are
/// borrowed; call it once. The companion's is fed only while the instrument's is, so that both have
/// the same frames: start the instrument's last. [main]
void jw_with_audio_record(JwWithAudio *with, JwRecorder *instrument, JwRecorder *companion);

/// True while the tape of one of these recorders is more than half full. [any]
bool jw_with_audio_is_behind(const JwWithAudio *with);

/// Adds the companion's sound, and that of its second, to left and right of a filled block. [audio]
JW_REALTIME void jw_with_audio_run(JwWithAudio *with, const JwBackendBlock *block);

/// True if it and its second add nothing now. [audio]
JW_REALTIME bool jw_with_audio_is_silent(const JwWithAudio *with);

#endif // JW_WITH_AUDIO_H
