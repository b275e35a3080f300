// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/audio/portaudio_backend.h"

#include "app/audio/alsa_midi.h"
#include "app/audio/close_in_time.h"
#include "app/audio/realtime_rights.h"
#include "app/audio/stderr_guard.h"
#include "files/line.h"
#include "files/number.h"
#include "host/clocks.h"

#include <math.h>
#include <pa_jack.h>
#include <portaudio.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// Time without a callback after which the device counts as lost, since PortAudio does not report
// the loss of the server behind it. The longest block lasts one second.
static const double silence_s = 4.0;

// Time to wait for PortAudio to close a stream whose device is gone; its own timeout is ten
// minutes.
static const double patience_s = 2.0;

typedef struct {
    JwBackend base;
    bool initialized;
    PaStream *stream;
    int n_in; // Channels of audio input: 0, 1 or 2
    JwAlsaMidi *alsa;
    JwError no_midi; // Reason why alsa is NULL
    char device[256];
    double rate_hz;
    double latency_s;
    pthread_t thread; // Audio thread; written before has_thread is set
    atomic_bool has_thread;
    bool priority_requested;
    int priority;
    JwError refused;
    atomic_uint n_frames;
    atomic_ullong xruns;
    atomic_uint n_callbacks;
    unsigned seen_callbacks; // Callbacks counted at the last check; control thread
    double seen_s;           // Time of the last new callback; control thread
    atomic_bool lost;
    atomic_bool abandoned; // Tells the audio thread that its owner has gone
    uint32_t frame_time;   // Frames so far; audio thread
    JwBackendMidi midi[JW_BACKEND_MIDI];
} PortaudioBackend;

static JW_REALTIME int process(const void *input, void *output, unsigned long n,
                               const PaStreamCallbackTimeInfo *t, PaStreamCallbackFlags flags,
                               void *user) {
    PortaudioBackend *b = user;
    float *const *channels = output;
    const float *const *in = input;
    const uint32_t n_frames = (uint32_t)n;
    (void)t;
    if (atomic_load_explicit(&b->abandoned, memory_order_relaxed)) {
        memset(channels[0], 0, n * sizeof(float));
        memset(channels[1], 0, n * sizeof(float));
        return paAbort;
    }
    if (!atomic_load_explicit(&b->has_thread, memory_order_relaxed)) {
        b->thread = pthread_self();
        atomic_store_explicit(&b->has_thread, true, memory_order_release);
    }
    if (flags & (paOutputUnderflow | paInputOverflow)) {
        atomic_fetch_add_explicit(&b->xruns, 1, memory_order_relaxed);
    }
    atomic_store_explicit(&b->n_frames, n_frames, memory_order_relaxed);
    const JwBackendBlock block = {
        .n_frames = n_frames,
        .rate_hz = b->rate_hz,
        .left = channels[0],
        .right = channels[1],
        .in = {in ? in[0] : NULL, in && b->n_in > 1 ? in[1] : NULL},
        .midi = b->midi,
        .n_midi = jw_alsa_midi_read(b->alsa, b->midi, JW_BACKEND_MIDI, n_frames, b->rate_hz),
        .deadline_s = jw_monotonic_s() + n_frames / b->rate_hz,
        .frame_time = b->frame_time,
    };
    b->base.sink.run(b->base.sink.user, &block);
    b->frame_time += n_frames;
    atomic_fetch_add_explicit(&b->n_callbacks, 1, memory_order_relaxed);
    return paContinue;
}

// Handles the end of the stream: if it was not requested, the device has gone.
static void finished(void *user) {
    atomic_store(&((PortaudioBackend *)user)->lost, true);
}

static bool fail(JwError *error, const char *what, PaError code) {
    const PaHostErrorInfo *host = Pa_GetLastHostErrorInfo();
    const bool told = code == paUnanticipatedHostError && host && *host->errorText;
    return jw_error_set(error, "PortAudio: %s: %s", what,
                        told ? host->errorText : Pa_GetErrorText(code));
}

static bool pa_start(JwBackend *backend, JwError *error) {
    PortaudioBackend *b = (PortaudioBackend *)backend;
    const int saved = jw_stderr_guard_on();
    const PaError code = Pa_StartStream(b->stream);
    jw_stderr_guard_off(saved);
    b->seen_s = jw_monotonic_s();
    return !code || fail(error, b->device, code);
}

static void watch_callbacks(PortaudioBackend *b) {
    const unsigned n = atomic_load_explicit(&b->n_callbacks, memory_order_relaxed);
    const double now = jw_monotonic_s();
    if (n != b->seen_callbacks) {
        b->seen_callbacks = n;
        b->seen_s = now;
    } else if (now > b->seen_s + silence_s) {
        atomic_store(&b->lost, true);
    }
}

static void pa_service(JwBackend *backend) {
    PortaudioBackend *b = (PortaudioBackend *)backend;
    watch_callbacks(b);
    jw_alsa_midi_service(b->alsa, &b->base.sink);
    if (!b->priority_requested && atomic_load_explicit(&b->has_thread, memory_order_acquire)) {
        b->priority_requested = true;
        b->priority = jw_realtime_ask(b->thread, &b->refused);
    }
}

static void pa_state(JwBackend *backend, JwBackendState *state) {
    PortaudioBackend *b = (PortaudioBackend *)backend;
    state->driver = "PortAudio";
    snprintf(state->device, sizeof(state->device), "%s", b->device);
    state->rate_hz = b->rate_hz;
    state->block_frames = atomic_load(&b->n_frames);
    state->latency_s = b->latency_s;
    state->xruns = atomic_load(&b->xruns);
    state->lost = atomic_load(&b->lost);
    snprintf(state->why_lost, sizeof(state->why_lost), "the device stopped");
    state->priority = b->priority;
    snprintf(state->refused, sizeof(state->refused), "%.255s", b->refused.text);
    snprintf(state->midi_note, sizeof(state->midi_note), "%.250s", b->alsa ? "" : b->no_midi.text);
}

static void release_stream(void *user) {
    PortaudioBackend *b = user;
    if (b->stream) {
        Pa_AbortStream(b->stream);
        Pa_CloseStream(b->stream);
    }
    if (b->initialized) {
        Pa_Terminate();
    }
}

static void pa_close(JwBackend *backend) {
    PortaudioBackend *b = (PortaudioBackend *)backend;
    const int saved = jw_stderr_guard_on();
    if (!atomic_load(&b->lost)) {
        release_stream(b);
    } else if (!jw_close_in_time(release_stream, b, patience_s)) {
        atomic_store(&b->abandoned, true);
    }
    jw_stderr_guard_off(saved);
    jw_alsa_midi_close(b->alsa);
    if (!atomic_load(&b->abandoned)) {
        free(b);
    }
}

static PaError initialize(const char *name) {
    const int saved = jw_stderr_guard_on();
    PaJack_SetClientName(name);
    const PaError error = Pa_Initialize();
    jw_stderr_guard_off(saved);
    return error;
}

static void device_name(PaDeviceIndex i, char *text, size_t size) {
    const PaDeviceInfo *device = Pa_GetDeviceInfo(i);
    const PaHostApiInfo *api = Pa_GetHostApiInfo(device->hostApi);
    snprintf(text, size, "%.100s: %.150s", api->name, device->name);
}

/// True for a device that leads to JACK where none may: PortAudio's own interface to it, and the
/// device that ALSA has for it (package libasound2-plugins).
static bool is_left_out(const JwBackendOptions *options, PaDeviceIndex i) {
    const PaDeviceInfo *device = Pa_GetDeviceInfo(i);
    const PaHostApiTypeId type = Pa_GetHostApiInfo(device->hostApi)->type;
    return options->without_jack &&
           (type == paJACK || (type == paALSA && !strcmp(device->name, "jack")));
}

/// The default output device, or that of the first interface whose devices are not excluded.
static PaDeviceIndex default_device(const JwBackendOptions *options) {
    const PaDeviceIndex first = Pa_GetDefaultOutputDevice();
    if (first == paNoDevice || !is_left_out(options, first)) {
        return first;
    }
    for (PaHostApiIndex i = 0; i < Pa_GetHostApiCount(); ++i) {
        const PaDeviceIndex device = Pa_GetHostApiInfo(i)->defaultOutputDevice;
        if (device != paNoDevice && !is_left_out(options, device)) {
            return device;
        }
    }
    return paNoDevice;
}

static PaDeviceIndex find_device(const JwBackendOptions *options, JwError *error) {
    const char *wanted = options->device;
    int number;
    if (options->yields_to_jack && Pa_HostApiTypeIdToHostApiIndex(paJACK) >= 0) {
        jw_error_set(error, "PortAudio finds a JACK server");
        return paNoDevice;
    }
    if (!wanted) {
        const PaDeviceIndex i = default_device(options);
        if (i == paNoDevice) {
            jw_error_set(error, "PortAudio finds no output device");
        }
        return i;
    }
    const int n = Pa_GetDeviceCount();
    if (n > 0 && jw_integer_parse(wanted, 0, n - 1, &number) && !is_left_out(options, number)) {
        return number;
    }
    for (PaDeviceIndex i = 0; i < n; ++i) {
        char name[256];
        device_name(i, name, sizeof(name));
        if (Pa_GetDeviceInfo(i)->maxOutputChannels >= 2 && strstr(name, wanted) &&
            !is_left_out(options, i)) {
            return i;
        }
    }
    jw_error_set(error, "PortAudio: no device \"%s\"; see --list-devices", wanted);
    return paNoDevice;
}

/// Chooses the number of audio input channels; returns false, with an error, if input is requested
/// and the device has none.
static bool choose_inputs(PortaudioBackend *b, const PaDeviceInfo *info, JwError *error) {
    const int most = info->maxInputChannels;
    if (!b->base.options.input) {
        return true;
    }
    b->n_in = most < 2 ? most : 2;
    return most > 0 ||
           jw_error_set(error, "PortAudio: %s has no input; see --list-devices for one that has",
                        b->device);
}

static bool open_stream(PortaudioBackend *b, PaDeviceIndex device, JwError *error) {
    const PaDeviceInfo *info = Pa_GetDeviceInfo(device);
    const PaStreamParameters output = {
        .device = device,
        .channelCount = 2,
        .sampleFormat = paFloat32 | paNonInterleaved,
        .suggestedLatency = info->defaultLowOutputLatency,
    };
    device_name(device, b->device, sizeof(b->device));
    if (!choose_inputs(b, info, error)) {
        return false;
    }
    const PaStreamParameters input = {
        .device = device,
        .channelCount = b->n_in,
        .sampleFormat = paFloat32 | paNonInterleaved,
        .suggestedLatency = info->defaultLowInputLatency,
    };
    const unsigned long n_frames =
        b->base.options.block_frames ? (unsigned long)b->base.options.block_frames : 0;
    const double rate_hz =
        b->base.options.rate_hz ? b->base.options.rate_hz : info->defaultSampleRate;
    const int saved = jw_stderr_guard_on();
    // The engine's samples are output unchanged, without dither or clipping.
    PaError code = Pa_OpenStream(&b->stream, b->n_in > 0 ? &input : NULL, &output, rate_hz,
                                 n_frames, paClipOff | paDitherOff, process, b);
    jw_stderr_guard_off(saved);
    if (!code) {
        code = Pa_SetStreamFinishedCallback(b->stream, finished);
    }
    if (code) {
        return fail(error, b->device, code);
    }
    const PaStreamInfo *stream = Pa_GetStreamInfo(b->stream);
    b->rate_hz = stream->sampleRate;
    b->latency_s = stream->outputLatency;
    atomic_store(&b->n_frames, (unsigned)n_frames);
    return true;
}

static bool open_all(PortaudioBackend *b, JwError *error) {
    const PaError code = initialize(b->base.options.name);
    b->initialized = !code;
    if (code) {
        return fail(error, "does not start", code);
    }
    const PaDeviceIndex device = find_device(&b->base.options, error);
    if (device == paNoDevice || !open_stream(b, device, error)) {
        return false;
    }
    b->alsa = jw_alsa_midi_open(&b->base.options, &b->no_midi);
    return true;
}

JwBackend *jw_portaudio_backend_open(const JwBackendOptions *options, const JwBackendSink *sink,
                                     JwError *error) {
    static const JwBackendClass kind = {pa_start, pa_service, pa_state, pa_close};
    PortaudioBackend *b = calloc(1, sizeof(*b));
    if (!b) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    b->base = (JwBackend){&kind, *options, *sink};
    if (open_all(b, error)) {
        return &b->base;
    }
    pa_close(&b->base);
    return NULL;
}

bool jw_portaudio_backend_list(FILE *out, JwError *error) {
    const PaError code = initialize("jawari-list");
    if (code) {
        return fail(error, "does not start", code);
    }
    int n = 0;
    for (PaDeviceIndex i = 0; i < Pa_GetDeviceCount(); ++i) {
        const PaDeviceInfo *info = Pa_GetDeviceInfo(i);
        char name[256];
        if (info->maxOutputChannels < 2) {
            continue;
        }
        device_name(i, name, sizeof(name));
        jw_line_print(out, "PortAudio  --device %d %s, %g Hz, %.1f ms%s%s", i, name,
                      info->defaultSampleRate, 1e3 * info->defaultLowOutputLatency,
                      info->maxInputChannels > 0 ? ", --input" : "",
                      i == Pa_GetDefaultOutputDevice() ? " (default)" : "");
        ++n;
    }
    const int saved = jw_stderr_guard_on();
    Pa_Terminate();
    jw_stderr_guard_off(saved);
    return n > 0 || jw_error_set(error, "PortAudio finds no output device");
}
