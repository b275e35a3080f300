// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The audio thread's part of the player: turns a backend's block into sound.
//
// Nothing in run() allocates, waits or calls the system. Whatever the control
// thread wants comes through a ring of events (in order, acting at the next block)
// and two exchanges (engines and tables); what it wants to know goes back through
// a ring of news and one of meters.

#ifndef JW_LIVE_AUDIO_H
#define JW_LIVE_AUDIO_H

#include "app/backend.h"
#include "app/midi_learn.h"
#include "app/programs.h"
#include "app/recorder.h"
#include "base/attributes.h"
#include "engine/engine.h"

#include <stdbool.h>
#include <stdint.h>

/// What MIDI means to the player; built by the control thread.
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
    uint8_t midi[3];     ///< MIDI
    int program;         ///< PROGRAM, ASKED
    unsigned n_engines;  ///< PROGRAM: engines taken up so far; the last one has the program
    uint32_t frame_time; ///< LATE: the backend's frame
    double late_s;       ///< LATE: past the deadline
    double spent_s;      ///< LATE: in run()
    double end_s;        ///< LATE: when it was done, by jw_monotonic_s()
} JwNews;

/// How the audio thread fares; loads are time spent over duration of the block.
typedef struct {
    uint64_t blocks;
    uint64_t frames;
    uint64_t late;      ///< Blocks done after their deadline
    uint64_t overruns;  ///< Blocks that took longer than they last
    uint64_t clipped;   ///< Samples beyond full scale
    uint64_t nonfinite; ///< Samples that were not finite, sent as 0
    uint64_t messages;  ///< MIDI messages that came in
    uint64_t dropped;   ///< Events for which there was no room
    double load;        ///< Smoothed over half a second
    double worst_load;
    double worst_s; ///< Longest time in run()
    double peak[2]; ///< Largest sample, falling by 20 dB a second
    bool silent;    ///< The engine is at rest
} JwMeters;

typedef struct JwLiveAudioImpl JwLiveAudio;

/// A stage that plays silence until it gets an engine; recorder is not its own. NULL if
/// memory is short. [main]
JwLiveAudio *jw_live_audio_new(JwRecorder *recorder);

/// Least QUALITY of a freewheel; 0, or without this: as asked for. [setup: no audio running]
void jw_live_audio_set_offline_quality(JwLiveAudio *stage, int quality);

/// Frees it with its engines and tables; NULL is fine. [setup: no audio running]
void jw_live_audio_free(JwLiveAudio *stage);

/// The first engine, prepared for that rate; now the stage's. [setup: no audio running]
void jw_live_audio_set_engine(JwLiveAudio *stage, JwEngine *engine, double rate_hz);

/// Another prepared engine, to be played from the next block on; now the stage's. False,
/// and it is not, if the one before was not taken up within three seconds. [main]
bool jw_live_audio_offer_engine(JwLiveAudio *stage, JwEngine *engine, double rate_hz);

/// Waits until the engine that was offered plays alone: three seconds at most. [main]
bool jw_live_audio_settle(JwLiveAudio *stage);

/// Frees what came back; to be called often. [main]
void jw_live_audio_collect(JwLiveAudio *stage);

/// Tables to use from the next block on; now the stage's. [main]
void jw_live_audio_offer_tables(JwLiveAudio *stage, JwLiveAudioTables *tables);

/// What a tuner outside says, from the next block on. [main]
void jw_live_audio_set_keys(JwLiveAudio *stage, const JwKeyTable *keys);

/// Sends an event, whose frame does not count; false if the ring is full. [main]
bool jw_live_audio_send(JwLiveAudio *stage, const JwEvent *event);

/// Zeroes the counts and worst cases of the meters, from the next block on. [main]
void jw_live_audio_reset_meters(JwLiveAudio *stage);

/// Fills the block. [audio]
JW_REALTIME void jw_live_audio_run(JwLiveAudio *stage, const JwBackendBlock *block);

/// QUALITY as it was asked for, whatever a freewheel makes of it. [main]
double jw_live_audio_quality(const JwLiveAudio *stage);

/// Takes a piece of news; false if there is none. Programs of engines before the one offered last
/// are no news. [main]
bool jw_live_audio_news(JwLiveAudio *stage, JwNews *news);

/// The latest meters. [main]
JwMeters jw_live_audio_meters(const JwLiveAudio *stage);

#endif // JW_LIVE_AUDIO_H
