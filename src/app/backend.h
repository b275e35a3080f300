// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Where the sound goes and the notes come from: JACK, PortAudio, or only a clock.
//
//     JwBackend *b = jw_backend_open(JW_DRIVER_AUTO, &options, &sink, &message);
//     jw_backend_state(b, &state);    // has the rate: prepare the engine
//     jw_backend_start(b, &message);  // sink.run() is called from now on
//     jw_backend_service(b);          // some ten times a second
//     jw_backend_close(b);            // sink.run() is not called any more

#ifndef JW_BACKEND_H
#define JW_BACKEND_H

#include "app/message.h"
#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JW_BACKEND_MIDI = 2048 }; ///< Most MIDI messages of a block; more are dropped and counted

typedef enum { JW_DRIVER_AUTO, JW_DRIVER_JACK, JW_DRIVER_PORTAUDIO, JW_DRIVER_NONE } JwDriver;

/// A complete message and its place in the block.
typedef struct {
    uint32_t frame;
    uint8_t midi[3];      ///< A channel message, one of two bytes with 0 in the third, or a reset
    uint32_t sysex_size;  ///< 0: it is none
    const uint8_t *sysex; ///< A system exclusive one, the backend's until run() returns
} JwBackendMidi;

/// What the audio thread is asked for; buffers are the backend's.
typedef struct {
    uint32_t n_frames;
    double rate_hz;
    float *left; ///< To be filled
    float *right;
    const JwBackendMidi *midi; ///< By frame
    int n_midi;
    bool freewheel;      ///< As fast as it goes; nobody listens
    double deadline_s;   ///< On jw_monotonic_s(), 0 if not known
    bool has_transport;  ///< There is one, rolling or not
    double bpm;          ///< Its tempo, 0 while it stands still or has none
    double beat;         ///< Beats since its start, at the first frame
    uint32_t frame_time; ///< Of the first frame, on the backend's own count
} JwBackendBlock;

/// What a backend calls.
typedef struct {
    void *user;
    void (*run)(void *user, const JwBackendBlock *block); ///< Fills a block [audio]
    void (*offline)(void *user);     ///< Before each block of a freewheel, where waiting is allowed
    uint32_t (*latency)(void *user); ///< Frames by which run() is late [any]
    void (*say)(void *user, const char *text); ///< A line for the user [main]
} JwBackendSink;

/// Texts must outlive the backend.
typedef struct {
    const char *name;       ///< Of this program among the other clients
    const char *device;     ///< Number, or a part of the name; NULL: the default one
    const char *connect_to; ///< A part of the names of the ports to play into; NULL: the hardware
    const char *midi_from;  ///< A part of the names of MIDI ports; NULL: the hardware
    bool connect;           ///< Makes connections at all
    bool connect_midi;      ///< Makes MIDI connections
    int rate_hz;            ///< 0: the device's own
    int block_frames;       ///< 0: the device's own
} JwBackendOptions;

typedef struct {
    const char *driver; ///< "JACK", "PortAudio", "no driver"
    char device[256];
    double rate_hz;
    uint32_t block_frames; ///< 0 if it varies
    double latency_s;      ///< From a note to the loudspeaker, without the engine's part
    uint64_t xruns;
    uint64_t dropped_midi;
    bool freewheel;
    bool lost;           ///< The server or the device is gone
    char why_lost[128];  ///< As its owner says it
    int priority;        ///< Real-time priority of the audio thread, 0 for none
    char refused[256];   ///< Why it has none, and what to do about it; empty if it has
    char midi_note[256]; ///< Why there is no MIDI, or empty
} JwBackendState;

typedef struct JwBackendImpl JwBackend;

/// What a kind of backend implements; the functions are those below.
typedef struct {
    bool (*start)(JwBackend *backend, JwMessage *message);
    void (*service)(JwBackend *backend);
    void (*state)(JwBackend *backend, JwBackendState *state);
    void (*close)(JwBackend *backend);
} JwBackendClass;

/// First member of every kind.
struct JwBackendImpl {
    const JwBackendClass *kind;
    JwBackendOptions options;
    JwBackendSink sink;
};

/// By its name on the command line. [any]
bool jw_driver_find(const char *name, JwDriver *driver);

/// Opens a driver (auto: JACK if a server runs, else PortAudio); NULL on failure. [main]
JwBackend *jw_backend_open(JwDriver driver, const JwBackendOptions *options,
                           const JwBackendSink *sink, JwMessage *message);

/// Starts the audio thread, then makes the connections. [main]
bool jw_backend_start(JwBackend *backend, JwMessage *message);

/// Connects what has been plugged in. [main]
void jw_backend_service(JwBackend *backend);

/// How it is now. [main]
void jw_backend_state(JwBackend *backend, JwBackendState *state);

/// Stops the audio thread and frees; NULL is fine. [main]
void jw_backend_close(JwBackend *backend);

/// False if what was lost cannot be opened again by this process. [main]
bool jw_backend_may_return(void);

/// Prints the devices of PortAudio and the ports of a JACK server. [main]
bool jw_backend_list(FILE *out, JwMessage *message);

#endif // JW_BACKEND_H
