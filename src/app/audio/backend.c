// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/audio/backend.h"

#include "app/audio/close_in_time.h"
#include "app/audio/jack_backend.h"
#include "app/audio/portaudio_backend.h"
#include "app/audio/timer_backend.h"

#include <string.h>

static JwBackend *open_auto(const JwBackendOptions *options, const JwBackendSink *sink,
                            JwError *error) {
    JwError jack = {0};
    JwError portaudio = {0};
    JwBackendOptions others = *options;
    JwBackend *backend = jw_jack_backend_open(options, sink, &jack);
    others.without_jack = true;
    others.yields_to_jack = true;
    if (!backend) {
        backend = jw_portaudio_backend_open(&others, sink, &portaudio);
    }
    // A server that was starting may be running by now.
    if (!backend) {
        backend = jw_jack_backend_open(options, sink, &jack);
    }
    others.yields_to_jack = false;
    if (!backend) {
        backend = jw_portaudio_backend_open(&others, sink, &portaudio);
    }
    if (!backend) {
        jw_error_set(error, "no sound: %.300s; %.300s", jack.text, portaudio.text);
    }
    return backend;
}

JwBackend *jw_backend_open(JwDriver driver, const JwBackendOptions *options,
                           const JwBackendSink *sink, JwError *error) {
    switch (driver) {
    case JW_DRIVER_AUTO:
        return open_auto(options, sink, error);
    case JW_DRIVER_JACK:
        return jw_jack_backend_open(options, sink, error);
    case JW_DRIVER_PORTAUDIO:
        return jw_portaudio_backend_open(options, sink, error);
    case JW_DRIVER_NONE:
        return jw_timer_backend_open(options, sink, error);
    }
    return NULL;
}

bool jw_backend_start(JwBackend *backend, JwError *error) {
    return backend->kind->start(backend, error);
}

void jw_backend_service(JwBackend *backend) {
    backend->kind->service(backend);
}

void jw_backend_state(JwBackend *backend, JwBackendState *state) {
    memset(state, 0, sizeof(*state));
    state->has_input = backend->options.input;
    backend->kind->state(backend, state);
}

void jw_backend_close(JwBackend *backend) {
    if (backend) {
        backend->kind->close(backend);
    }
}

bool jw_backend_may_return(void) {
    return !jw_close_is_stuck();
}

bool jw_backend_list(FILE *out, JwError *error) {
    const bool jack = jw_jack_backend_list(out);
    return jw_portaudio_backend_list(out, error) || jack;
}
