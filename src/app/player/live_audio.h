// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Audio thread's part of the player: computes the backend's blocks.
//
// Nothing in run() allocates, waits or calls the system. The control thread sends events through a
// ring (in order, for the next block), and engines and tables through two exchanges. Reports return
// through a ring, meters through a JwLatest.

#ifndef JW_LIVE_AUDIO_H
#define JW_LIVE_AUDIO_H

#include "app/audio/backend.h"
#include "app/player/live_clock.h"
#include "app/player/midi_keys.h"
#include "app/player/midi_learn.h"
#include "app/player/recorder.h"
#include "app/player/with_audio.h"
#include "base/attributes.h"
#include "engine/engine.h"
#include "program/limiter.h"
#include "program/programs.h"

#include <stdbool.h>
#include <stdint.h>

/// Meanings of MIDI messages for the player; built by the control thread.
typedef struct {
    JwPrograms programs;
    JwMidiLearn learned;
} JwLiveAudioTables;

typedef enum {
    JW_AUDIO_REPORT_MIDI,    ///< A message was received
    JW_AUDIO_REPORT_PROGRAM, ///< A program was selected
    JW_AUDIO_REPORT_REQUEST, ///< A program of another instrument was requested
    JW_AUDIO_REPORT_LATE,    ///< A block ended after its deadline
} JwAudioReportKind;

typedef struct {
    JwAudioReportKind kind;
    JwMidi midi;         ///< MIDI: the message
    int program;         ///< PROGRAM, REQUEST: its place in JwPrograms
    bool asked;          ///< PROGRAM: by the control thread, which knows of it
    unsigned n_engines;  ///< PROGRAM: engines taken so far; the last one plays the program
    uint32_t frame_time; ///< LATE: the block's frame in the backend's count
    double late_s;       ///< LATE: time past the deadline
    double spent_s;      ///< LATE: duration of run()
    double end_s;        ///< LATE: end of run(), on jw_monotonic_s()
} JwAudioReport;

/// Statistics of the audio thread; loads are time spent over duration of the block.
typedef struct {
    uint64_t blocks;
    uint64_t frames;
    uint64_t late;      ///< Blocks that ended after their deadline
    uint64_t overruns;  ///< Blocks that took longer than their duration
    uint64_t clipped;   ///< Samples beyond full scale
    bool limits;        ///< The limiter is on
    JwLimited limited;  ///< Statistics of the limiter
    uint64_t nonfinite; ///< Samples that were not finite, replaced by 0
    uint64_t messages;  ///< MIDI messages received
    uint64_t dropped;   ///< Events dropped because of a full queue
    double load;        ///< Load, smoothed over half a second
    double worst_load;
    double worst_s; ///< Longest duration of run()
    double peak[2]; ///< Peak meters of left and right, falling by 20 dB a second
    bool silent;    ///< The engine is at rest, and the companion, if there is one
} JwMeters;

enum { JW_HEARD_FRAMES = 256 };

/// Piece of the output, the mean of left and right.
typedef struct {
    float sample[JW_HEARD_FRAMES];
} JwHeard;

typedef struct JwLiveAudioImpl JwLiveAudio;
typedef struct JwLiveUndoImpl JwLiveUndo;

/// Makes an audio part that plays silence until it gets an engine; recorder is borrowed. Returns
/// NULL if memory is short. [main]
JwLiveAudio *jw_live_audio_new(JwRecorder *recorder);

/// Metronome, which clicks into the output. [main]
JwLiveClock *jw_live_audio_clock(JwLiveAudio *audio);

/// Undo of the player. [main]
JwLiveUndo *jw_live_audio_undo(JwLiveAudio *audio);

/// Starts a recording like jw_recorder_start(); path NULL: like jw_recorder_start_next(). If the
/// clock counts a cycle in, the cycle begins now, and the recording after it.
/// [main]
bool jw_live_audio_record(JwLiveAudio *audio, const char *path, const char *folder, int rate_hz,
                          JwError *error);

/// Layout of the keys of MIDI keyboards. [main]
JwMidiKeys *jw_live_audio_keys(JwLiveAudio *audio);

/// Adds a companion, which is borrowed, to the output. [setup: no audio running]
void jw_live_audio_accompany(JwLiveAudio *audio, JwWithAudio *with);

/// Sets the smallest QUALITY in a freewheel. 0, the initial value, leaves QUALITY as requested.
/// [setup: no audio running]
void jw_live_audio_set_offline_quality(JwLiveAudio *audio, int quality);

/// Switches the output limiter on or off from the next block on; initially off. [main]
void jw_live_audio_set_limiter(JwLiveAudio *audio, bool on);

/// Frees the audio part with its engines and tables; accepts NULL. [setup: no audio running]
void jw_live_audio_free(JwLiveAudio *audio);

/// Takes ownership of the first engine, prepared. [setup: no audio running]
void jw_live_audio_set_engine(JwLiveAudio *audio, JwEngine *engine);

/// Reports that the backend with all its MIDI sources has gone: the next block releases what they
/// hold. [setup: no audio running]
void jw_live_audio_lose_sources(JwLiveAudio *audio);

/// Applies pending events while no backend calls run(): settings take effect, notes do not sound.
/// [setup: no audio running]
void jw_live_audio_rest(JwLiveAudio *audio);

/// Takes ownership of another prepared engine, to be played from the next block on. Returns false,
/// with the engine still the caller's, if the previous one was not taken within three seconds.
/// [main]
bool jw_live_audio_offer_engine(JwLiveAudio *audio, JwEngine *engine);

/// Waits until the offered engine plays alone, at most three seconds. [main]
bool jw_live_audio_settle(JwLiveAudio *audio);

/// Frees engines and tables that the audio thread returned; call it often. [main]
void jw_live_audio_collect(JwLiveAudio *audio);

/// Takes ownership of tables to use from the next block on. [main]
void jw_live_audio_offer_tables(JwLiveAudio *audio, JwLiveAudioTables *tables);

/// Sets the keys of an external tuner, from the next block on. [main]
void jw_live_audio_set_keys(JwLiveAudio *audio, const JwKeyTable *keys);

/// Value of a JW_MIDI_PROGRAM message to jw_live_audio_send() that selects the preset at a place in
/// JwPrograms, which need not have a number; and the place for such a value. [any]
static inline JW_REALTIME int jw_live_audio_program(int place_or_value) {
    return -1 - place_or_value;
}

/// Sends an event, whose frame is ignored; returns false if the ring is full. [main]
bool jw_live_audio_send(JwLiveAudio *audio, const JwEvent *event);

/// Clears the counts and maxima of the meters, from the next block on. [main]
void jw_live_audio_reset_meters(JwLiveAudio *audio);

/// Fills a block. [audio]
JW_REALTIME void jw_live_audio_run(JwLiveAudio *audio, const JwBackendBlock *block);

/// QUALITY as requested, even while a freewheel uses another one. [main]
double jw_live_audio_quality(const JwLiveAudio *audio);

/// Takes the oldest report; returns false if there are none. Leaves out programs of engines before
/// the one offered last. [main]
bool jw_live_audio_report(JwLiveAudio *audio, JwAudioReport *report);

/// Starts or stops copying the output for jw_live_audio_heard(). [main]
void jw_live_audio_listen(JwLiveAudio *audio, bool listens);

/// Takes the oldest piece of the output; returns false if there is none. Pieces that did not fit
/// into the queue are lost. [main]
bool jw_live_audio_heard(JwLiveAudio *audio, JwHeard *heard);

/// Newest meters. [main]
JwMeters jw_live_audio_meters(const JwLiveAudio *audio);

#endif // JW_LIVE_AUDIO_H
