// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Choice of the ports of a JACK server to which a client connects, including ports that return.

#ifndef JW_JACK_PORTS_H
#define JW_JACK_PORTS_H

#include "app/audio/backend.h"

#include <jack/jack.h>
#include <stdbool.h>

enum { JW_JACK_SOURCES = 64, JW_JACK_NAME_SIZE = 320 };

/// Ports that were connected once and still exist: connections that the user removes are not
/// restored.
typedef struct {
    int n_sources; ///< MIDI ports
    char source[JW_JACK_SOURCES][JW_JACK_NAME_SIZE];
    int n_connected; ///< MIDI ports connected by anyone
    char connected[JW_JACK_SOURCES][JW_JACK_NAME_SIZE];
    char target[2][JW_JACK_NAME_SIZE]; ///< Ports of left and right; empty if there was none yet
    bool gone[2];                      ///< The target no longer exists
} JwJackPorts;

/// Connects left and right to the ports that connect_to names (or to the hardware) once they exist.
/// Reconnects when these ports or replacements appear, unless the user has connected something else
/// meanwhile. Reports ports that disappeared and appeared. [main]
void jw_jack_ports_play(JwJackPorts *ports, jack_client_t *client, jack_port_t *const *outputs,
                        const JwBackendOptions *options, const JwBackendSink *sink);

/// Connects new MIDI ports and reports them; reports ports that are no longer connected, whoever
/// had connected them. [main]
void jw_jack_ports_listen(JwJackPorts *ports, jack_client_t *client, jack_port_t *input,
                          const JwBackendOptions *options, const JwBackendSink *sink);

#endif // JW_JACK_PORTS_H
