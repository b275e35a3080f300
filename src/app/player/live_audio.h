// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Audio thread's part of the player: turns a backend's block into sound.
//
// Nothing in run() allocates, waits or calls the system. The control thread sends events through a
// ring (in order, acting at the next block), and engines and tables through two exchanges; news
// come back through a ring, meters through a "latest".

#ifndef JW_LIVE_AUDIO_H
#define JW_LIVE_AUDIO_H

#include "app/audio/backend.h"
#include "app/player/midi_learn.h"
#include "app/player/recorder.h"
#include "base/attributes.h"
#include "engine/engine.h"
#include "program/limiter.h"
#include "program/programs.h"

#include <stdbool.h>
#include <stdint.h>

/// Tables of what MIDI means to the player; built by the control thread.
typedef struct {
    JwPrograms programs;
    JwMidiLearn learned;
} JwLiveAudioTables;

typedef enum {
    JW_NEWS_MIDI,    ///< A message came in
    JW_NEWS_PROGRAM, ///< A program was selected
    JW_NEWS_ASKED,   ///< A program of another instrument is asked for
    JW_NEWS_LATE,    ///< A block was done after its deadline
} JwNewsKind;

typedef struct {
    JwNewsKind kind;
    JwMidi midi;         ///< MIDI: the message
    int program;         ///< PROGRAM, ASKED: its number
    unsigned n_engines;  ///< PROGRAM: engines taken so far; the last one has the program
    uint32_t frame_time; ///< LATE: the block's frame on the backend's count
    double late_s;       ///< LATE: time past the deadline
    double spent_s;      ///< LATE: time in run()
    double end_s;        ///< LATE: end of run(), on jw_monotonic_s()
} JwNews;

/// Figures of the audio thread; loads are time spent over duration of the block.
typedef struct {
    uint64_t blocks;
    uint64_t frames;
    uint64_t late;      ///< Blocks done after their deadline
    uint64_t overruns;  ///< Blocks that took longer than they last
    uint64_t clipped;   ///< Samples beyond full scale
    bool limits;        ///< The limiter is on
    JwLimited limited;  ///< Work of the limiter
    uint64_t nonfinite; ///< Samples that were not finite, sent as 0
    uint64_t messages;  ///< MIDI messages that came in
    uint64_t dropped;   ///< Events for which there was no room
    double load;        ///< Load, smoothed over half a second
    double worst_load;
    double worst_s; ///< Longest time in run()
    double peak[2]; ///< Largest sample of left and right, falling by 20 dB a second
    bool silent;    ///< The engine is at rest
} JwMeters;

enum { JW_HEARD_FRAMES = 256 };

/// Part of what is heard, left and right in one.
typedef struct {
    float sample[JW_HEARD_FRAMES];
} JwHeard;

typedef struct JwLiveAudioImpl JwLiveAudio;

/// Makes an audio side that plays silence until it gets an engine; recorder is borrowed. NULL if
/// memory is short. [main]
JwLiveAudio *jw_live_audio_new(JwRecorder *recorder);

/// Sets the least QUALITY of a freewheel. 0, the value before a call, leaves QUALITY as asked for.
/// [setup: no audio running]
void jw_live_audio_set_offline_quality(JwLiveAudio *stage, int quality);

/// Switches the limiter of what goes out on or off, from the next block on; it is off before.
/// [main]
void jw_live_audio_set_limiter(JwLiveAudio *stage, bool on);

/// Frees the audio side with its engines and tables; NULL is fine. [setup: no audio running]
void jw_live_audio_free(JwLiveAudio *stage);

/// Takes over the first engine, prepared. [setup: no audio running]
void jw_live_audio_set_engine(JwLiveAudio *stage, JwEngine *engine);

/// Tells that the backend is gone, and with it all its sources of MIDI: what they hold is let go in
/// the next block. [setup: no audio running]
void jw_live_audio_lose_sources(JwLiveAudio *stage);

/// Obeys what was sent while no backend calls run(): what is set is set, and nothing is struck.
/// [setup: no audio running]
void jw_live_audio_rest(JwLiveAudio *stage);

/// Takes over another prepared engine, to be played from the next block on. Returns false, and
/// leaves the engine to the caller, if the one before was not taken within three seconds. [main]
bool jw_live_audio_offer_engine(JwLiveAudio *stage, JwEngine *engine);

/// Waits until the engine that was offered plays alone, three seconds at most. [main]
bool jw_live_audio_settle(JwLiveAudio *stage);

/// Frees engines and tables that came back; call it often. [main]
void jw_live_audio_collect(JwLiveAudio *stage);

/// Takes over tables to use from the next block on. [main]
void jw_live_audio_offer_tables(JwLiveAudio *stage, JwLiveAudioTables *tables);

/// Sets the keys of a tuner outside, from the next block on. [main]
void jw_live_audio_set_keys(JwLiveAudio *stage, const JwKeyTable *keys);

/// Sends an event, whose frame is ignored; returns false if the ring is full. [main]
bool jw_live_audio_send(JwLiveAudio *stage, const JwEvent *event);

/// Zeroes the counts and worst cases of the meters, from the next block on. [main]
void jw_live_audio_reset_meters(JwLiveAudio *stage);

/// Fills a block. [audio]
JW_REALTIME void jw_live_audio_run(JwLiveAudio *stage, const JwBackendBlock *block);

/// QUALITY as it was asked for, also while a freewheel plays another one. [main]
double jw_live_audio_quality(const JwLiveAudio *stage);

/// Takes the oldest news; returns false if there are none. Programs of engines before the one
/// offered last are left out. [main]
bool jw_live_audio_news(JwLiveAudio *stage, JwNews *news);

/// Lets what is heard be kept for jw_live_audio_heard(), or no longer. [main]
void jw_live_audio_listen(JwLiveAudio *stage, bool listens);

/// Takes the oldest part of what was heard; returns false if there is none. Parts that find no room
/// are gone. [main]
bool jw_live_audio_heard(JwLiveAudio *stage, JwHeard *heard);

/// Newest meters. [main]
JwMeters jw_live_audio_meters(const JwLiveAudio *stage);

#endif // JW_LIVE_AUDIO_H
