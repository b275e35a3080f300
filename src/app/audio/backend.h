// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Backend of the player: where sound goes and notes come from. JACK, PortAudio, or only a clock.
//
//     JwBackend *b = jw_backend_open(JW_DRIVER_AUTO, &options, &sink, &message);
//     jw_backend_state(b, &state);    // has the rate: prepare the engine
//     jw_backend_start(b, &message);  // sink.run() is called from now on
//     jw_backend_service(b);          // some ten times a second
//     jw_backend_close(b);            // sink.run() is not called any more

#ifndef JW_BACKEND_H
#define JW_BACKEND_H

#include "base/attributes.h"
#include "base/message.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JW_BACKEND_MIDI = 2048 }; ///< Most MIDI messages of a block; more are dropped and counted

typedef enum { JW_DRIVER_AUTO, JW_DRIVER_JACK, JW_DRIVER_PORTAUDIO, JW_DRIVER_NONE } JwDriver;

/// MIDI message, complete, with its place in the block.
typedef struct {
    uint32_t frame;
    uint8_t midi[3];     ///< Channel message (the third byte is 0 if it has two), or a system reset
    uint8_t source;      ///< Number of where it comes from, 1 to JW_SOURCES - 1
    bool gone;           ///< No message: the source is gone, and lets go what it holds
    uint32_t sysex_size; ///< Bytes of sysex; 0 if the message is in midi
    const uint8_t *sysex; ///< System exclusive message, valid until run() returns
} JwBackendMidi;

/// Block that the audio thread has to compute; the buffers are the backend's.
typedef struct {
    uint32_t n_frames;
    double rate_hz;
    float *left; ///< Output, to be filled
    float *right;
    const float *in[2]; ///< Sound from outside, left and right; in[0] NULL: none is taken, in[1]
                        ///< NULL: as left
    const JwBackendMidi *midi; ///< Messages, sorted by frame
    int n_midi;
    bool freewheel;      ///< Computed as fast as possible; nobody listens
    double deadline_s;   ///< Latest end of run(), on jw_monotonic_s(); 0 if not known
    bool has_transport;  ///< The backend has a transport, rolling or not
    double bpm;          ///< Tempo of the transport; 0 while it stands still or has none
    double beat;         ///< Beats from the transport's start to the block's first frame
    uint32_t frame_time; ///< Number of the first frame on the backend's own count
} JwBackendBlock;

/// Functions that a backend calls.
typedef struct {
    void *user;
    void (*run)(void *user, const JwBackendBlock *block); ///< Fills a block [audio]
    void (*offline)(void *user); ///< Called before a freewheel's blocks; may wait
    /// Returns the frames by which run() is late for notes, or for sound from outside [any]
    uint32_t (*latency)(void *user, bool of_input);
    void (*say)(void *user, const char *text); ///< Shows a line to the user [main]
} JwBackendSink;

/// Options for opening; texts must outlive the backend.
typedef struct {
    const char *name;       ///< Name of this program among the other clients
    const char *device;     ///< Device's number, or a part of its name; NULL for the default one
    const char *connect_to; ///< Part of the names of the ports to play into; NULL for the hardware
    const char *midi_from;  ///< Part of the names of MIDI ports to listen to; NULL for the hardware
    bool connect;           ///< Make connections at all
    bool connect_midi;      ///< Make MIDI connections
    bool input;             ///< Take sound from outside
    bool without_jack;      ///< PortAudio: leave out the devices that are a JACK server's
    int rate_hz;            ///< Sample rate to ask for; 0 for the device's own
    int block_frames;       ///< Block length to ask for; 0 for the device's own
} JwBackendOptions;

typedef struct {
    const char *driver; ///< Name of the driver: "JACK", "PortAudio", "no driver"
    char device[256];
    double rate_hz;
    uint32_t block_frames; ///< Frames of a block, 0 if that varies
    double latency_s;      ///< Delay from a note to the loudspeaker, without the engine's part
    uint64_t xruns;
    uint64_t dropped_midi;
    bool freewheel;
    bool has_input;      ///< Sound from outside is taken
    bool lost;           ///< Server or device is gone
    char why_lost[128];  ///< Reason for the loss, as server or device gives it
    int priority;        ///< Real-time priority of the audio thread, 0 for none
    char refused[256];   ///< Reason why priority is 0, and what to do about it; else empty
    char midi_note[256]; ///< Reason why there is no MIDI; else empty
} JwBackendState;

typedef struct JwBackendImpl JwBackend;

/// Functions that a kind of backend implements, as jw_backend_start() and its neighbours say.
typedef struct {
    bool (*start)(JwBackend *backend, JwMessage *message);
    void (*service)(JwBackend *backend);
    void (*state)(JwBackend *backend, JwBackendState *state);
    void (*close)(JwBackend *backend);
} JwBackendClass;

/// Part common to all backends: the first member of each.
struct JwBackendImpl {
    const JwBackendClass *kind;
    JwBackendOptions options;
    JwBackendSink sink;
};

/// Opens a driver (auto: JACK if a server runs, else a device of PortAudio that is not JACK's);
/// NULL on failure. [main]
JwBackend *jw_backend_open(JwDriver driver, const JwBackendOptions *options,
                           const JwBackendSink *sink, JwMessage *message);

/// Starts the audio thread, then makes the connections. [main]
bool jw_backend_start(JwBackend *backend, JwMessage *message);

/// Connects what has been plugged in; call it some ten times a second. [main]
void jw_backend_service(JwBackend *backend);

/// Copies the present state. [main]
void jw_backend_state(JwBackend *backend, JwBackendState *state);

/// Stops the audio thread and frees the backend; NULL is fine. [main]
void jw_backend_close(JwBackend *backend);

/// Returns false if this process cannot open again what was lost. [main]
bool jw_backend_may_return(void);

/// Prints the devices of PortAudio and the ports of a JACK server. [main]
bool jw_backend_list(FILE *out, JwMessage *message);

#endif // JW_BACKEND_H
