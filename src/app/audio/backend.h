// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Backend of the player: its audio output and MIDI input. JACK, PortAudio, or only a clock.
//
//     JwBackend *b = jw_backend_open(JW_DRIVER_AUTO, &options, &sink, &error);
//     jw_backend_state(b, &state);    // has the rate: prepare the engine
//     jw_backend_start(b, &error);    // sink.run() is called from here on
//     jw_backend_service(b);          // about ten times a second
//     jw_backend_close(b);            // sink.run() is no longer called

#ifndef JW_BACKEND_H
#define JW_BACKEND_H

#include "base/attributes.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    JW_BACKEND_MIDI = 2048
}; ///< Largest number of MIDI messages of a block; more are dropped
   ///< and counted

typedef enum { JW_DRIVER_AUTO, JW_DRIVER_JACK, JW_DRIVER_PORTAUDIO, JW_DRIVER_NONE } JwDriver;

/// Complete MIDI message, with its frame in the block.
typedef struct {
    uint32_t frame;
    uint8_t midi[3];      ///< Channel message (the third byte is 0 if it has two bytes), or a
                          ///< system reset
    uint8_t source;       ///< Number of its source, 1 to JW_SOURCES - 1
    bool gone;            ///< Not a message: release the source, which has gone
    uint32_t sysex_size;  ///< Bytes of sysex; 0 if the message is in midi
    const uint8_t *sysex; ///< System exclusive message, valid until run() returns
} JwBackendMidi;

/// Block that the audio thread must compute; the backend owns the buffers.
typedef struct {
    uint32_t n_frames;
    double rate_hz;
    float *left; ///< Output, to be filled
    float *right;
    const float *in[2]; ///< Audio input, left and right; in[0] NULL: no input, in[1] NULL: same as
                        ///< left
    const JwBackendMidi *midi; ///< Messages, sorted by frame
    int n_midi;
    bool freewheel;      ///< Computed as fast as possible, without playback
    double deadline_s;   ///< Deadline of run() by jw_monotonic_s(); 0: unknown
    bool has_transport;  ///< The backend has a transport, rolling or not
    double bpm;          ///< Tempo of the transport; 0 while it is stopped or has none
    double beat;         ///< Beats from the transport's start to the block's first frame
    uint32_t frame_time; ///< First frame in the backend's running count of frames
} JwBackendBlock;

/// Callbacks for a backend.
typedef struct {
    void *user;
    void (*run)(void *user, const JwBackendBlock *block); ///< Fills a block [audio]
    void (*offline)(void *user); ///< Called before the blocks of a freewheel; may wait
    /// Returns the latency of run() for notes, or for audio input [frames] [any]
    uint32_t (*latency)(void *user, bool of_input);
    void (*say)(void *user, const char *text); ///< Shows a line to the user [main]
} JwBackendSink;

/// Options for opening; texts must outlive the backend.
typedef struct {
    const char *name;       ///< Name of this program among the other clients
    const char *device;     ///< Device number, or part of its name; NULL: the default
    const char *connect_to; ///< Part of the names of the ports to play to; NULL: the hardware
    const char *midi_from;  ///< Part of the names of MIDI ports to read; NULL: the hardware
    bool connect;           ///< Make connections at all
    bool connect_midi;      ///< Make MIDI connections
    bool input;             ///< Open audio input
    bool without_jack;      ///< PortAudio: exclude devices of a JACK server
    bool yields_to_jack;    ///< PortAudio: do not open while a JACK server runs
    int rate_hz;            ///< Requested sample rate; 0: the device's
    int block_frames;       ///< Requested block length; 0: the device's
} JwBackendOptions;

typedef struct {
    const char *driver; ///< Name of the driver: "JACK", "PortAudio", "no driver"
    char device[256];
    double rate_hz;
    uint32_t block_frames; ///< Frames of a block, 0 if variable
    double latency_s;      ///< Delay from a note to the loudspeaker, without the engine's
    uint64_t xruns;
    uint64_t dropped_midi;
    bool freewheel;
    bool has_input;      ///< Audio input is open
    bool lost;           ///< Server or device has gone
    char why_lost[128];  ///< Reason for the loss, from server or device
    int priority;        ///< Real-time priority of the audio thread, 0: none
    char refused[256];   ///< Reason why priority is 0, and the remedy; otherwise empty
    char midi_note[256]; ///< Reason why there is no MIDI; otherwise empty
} JwBackendState;

typedef struct JwBackendImpl JwBackend;

/// Functions that a kind of backend implements, as described for jw_backend_start() and so on.
typedef struct {
    bool (*start)(JwBackend *backend, JwError *error);
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

/// Opens a driver (auto: JACK if a server is running, otherwise a PortAudio device that is not
/// JACK's); returns NULL on failure. [main]
JwBackend *jw_backend_open(JwDriver driver, const JwBackendOptions *options,
                           const JwBackendSink *sink, JwError *error);

/// Starts the audio thread, then makes the connections. [main]
bool jw_backend_start(JwBackend *backend, JwError *error);

/// Connects new ports; call it about ten times a second. [main]
void jw_backend_service(JwBackend *backend);

/// Copies the present state. [main]
void jw_backend_state(JwBackend *backend, JwBackendState *state);

/// Stops the audio thread and frees the backend; accepts NULL. [main]
void jw_backend_close(JwBackend *backend);

/// Returns false if this process cannot reopen a lost device. [main]
bool jw_backend_may_return(void);

/// Prints the devices of PortAudio and the ports of a JACK server. [main]
bool jw_backend_list(FILE *out, JwError *error);

#endif // JW_BACKEND_H
