// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/audio/jack_ports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Searches for part in a port's name and aliases: only an alias has the hardware's own name.
static bool port_is(jack_client_t *client, const char *name, const char *part) {
    char alias[2][JW_JACK_NAME_SIZE];
    char *aliases[2] = {alias[0], alias[1]};
    if (strstr(name, part)) {
        return true;
    }
    const jack_port_t *port = jack_port_by_name(client, name);
    const int n = port ? jack_port_get_aliases(port, aliases) : 0;
    for (int i = 0; i < n && i < 2; ++i) {
        if (strstr(aliases[i], part)) {
            return true;
        }
    }
    return false;
}

static bool port_is_mine(jack_client_t *client, const char *name) {
    const jack_port_t *port = jack_port_by_name(client, name);
    return !port || jack_port_is_mine(client, port);
}

// Keeps the other clients' ports whose names contain part; names ends with NULL. Returns their
// number.
static int keep_named(jack_client_t *client, const char **names, const char *part) {
    int n = 0;
    for (int i = 0; names && names[i]; ++i) {
        if (!port_is_mine(client, names[i]) && (!part || port_is(client, names[i], part))) {
            names[n++] = names[i];
        }
    }
    return n;
}

static void say(const JwBackendSink *sink, const char *what, const char *name) {
    char text[JW_JACK_NAME_SIZE + 64];
    snprintf(text, sizeof(text), "%s %s", what, name);
    sink->say(sink->user, text);
}

/********* Outputs *********/

static void note_gone(JwJackPorts *ports, jack_client_t *client, const JwBackendSink *sink) {
    for (int i = 0; i < 2; ++i) {
        const char *target = ports->target[i];
        if (*target && !ports->gone[i] && !jack_port_by_name(client, target)) {
            say(sink, "the output is gone:", target);
            ports->gone[i] = true;
        }
    }
}

static bool lists(const char **names, int n, const char *name) {
    for (int i = 0; i < n; ++i) {
        if (!strcmp(names[i], name)) {
            return true;
        }
    }
    return false;
}

// Chooses a port for a side. Ports appear and disappear one by one: while a card is incomplete,
// each side waits for its own port.
static const char *choose_target(const JwJackPorts *ports, const char **names, int n, int i) {
    const char *own = ports->target[i];
    const bool half = !ports->gone[1 - i] || lists(names, n, ports->target[1 - i]);
    if (ports->gone[i] && (half || lists(names, n, own))) {
        return lists(names, n, own) ? own : NULL;
    }
    return n > 0 ? names[i < n ? i : 0] : NULL;
}

static void connect_target(JwJackPorts *ports, jack_client_t *client, const char *name, int i,
                           const jack_port_t *output, const JwBackendSink *sink) {
    char target[JW_JACK_NAME_SIZE];
    snprintf(target, sizeof(target), "%s", name);
    if (jack_connect(client, jack_port_name(output), target)) {
        say(sink, "cannot connect to", target);
    } else if (ports->gone[i]) {
        say(sink, "the output is back:", target);
    }
    memcpy(ports->target[i], target, sizeof(target));
    ports->gone[i] = false;
}

static bool same_client(const char *a, const char *b) {
    const char *colon = strrchr(a, ':');
    return colon && !strncmp(a, b, (size_t)(colon - a) + 1);
}

// Separates the sides if both were connected to a single port, and its client now has another one.
static void part_sides(JwJackPorts *ports, jack_client_t *client, const char **names, int n,
                       const jack_port_t *right, const JwBackendSink *sink) {
    const char *shared = ports->target[1];
    if (!*shared || strcmp(ports->target[0], shared) || ports->gone[1] ||
        !jack_port_connected_to(right, shared)) {
        return;
    }
    for (int i = 0; i < n; ++i) {
        if (strcmp(names[i], shared) && same_client(names[i], shared)) {
            jack_disconnect(client, jack_port_name(right), shared);
            connect_target(ports, client, names[i], 1, right, sink);
            return;
        }
    }
}

void jw_jack_ports_play(JwJackPorts *ports, jack_client_t *client, jack_port_t *const *outputs,
                        const JwBackendOptions *options, const JwBackendSink *sink) {
    const char *part = options->connect_to;
    if (!options->connect) {
        return;
    }
    note_gone(ports, client, sink);
    const unsigned long flags = JackPortIsInput | (part ? 0 : JackPortIsPhysical);
    const char **names = jack_get_ports(client, NULL, JACK_DEFAULT_AUDIO_TYPE, flags);
    const int n = keep_named(client, names, part);
    part_sides(ports, client, names, n, outputs[1], sink);
    for (int i = 0; i < 2; ++i) {
        const bool has = *ports->target[i] && !ports->gone[i];
        const bool elsewhere = ports->gone[i] && jack_port_connected(outputs[i]);
        const char *name = has || elsewhere ? NULL : choose_target(ports, names, n, i);
        if (name) {
            connect_target(ports, client, name, i, outputs[i], sink);
        }
    }
    jack_free(names);
}

/********* MIDI *********/

static int find_source(const JwJackPorts *ports, const char *name) {
    for (int i = 0; i < ports->n_sources; ++i) {
        if (!strcmp(ports->source[i], name)) {
            return i;
        }
    }
    return -1;
}

static void forget_gone(JwJackPorts *ports, jack_client_t *client) {
    for (int i = ports->n_sources - 1; i >= 0; --i) {
        if (jack_port_by_name(client, ports->source[i])) {
            continue;
        }
        --ports->n_sources;
        memmove(ports->source[i], ports->source[ports->n_sources], JW_JACK_NAME_SIZE);
    }
}

static void connect_source(JwJackPorts *ports, jack_client_t *client, const char *name,
                           jack_port_t *input, const JwBackendSink *sink) {
    if (ports->n_sources == JW_JACK_SOURCES || find_source(ports, name) >= 0) {
        return;
    }
    snprintf(ports->source[ports->n_sources++], JW_JACK_NAME_SIZE, "%s", name);
    const int error = jack_connect(client, name, jack_port_name(input));
    say(sink, error ? "cannot connect to" : "MIDI from", name);
}

/// Reports connections that have ended, and stores the present ones.
static void follow_connections(JwJackPorts *ports, jack_client_t *client, const jack_port_t *input,
                               const JwBackendSink *sink) {
    const char **names = jack_port_get_all_connections(client, input);
    int n = 0;
    while (names && names[n] && n < JW_JACK_SOURCES) {
        ++n;
    }
    for (int i = 0; i < ports->n_connected; ++i) {
        if (!lists(names, n, ports->connected[i])) {
            say(sink, "MIDI is gone:", ports->connected[i]);
        }
    }
    for (int i = 0; i < n; ++i) {
        snprintf(ports->connected[i], JW_JACK_NAME_SIZE, "%s", names[i]);
    }
    ports->n_connected = n;
    jack_free(names);
}

void jw_jack_ports_listen(JwJackPorts *ports, jack_client_t *client, jack_port_t *input,
                          const JwBackendOptions *options, const JwBackendSink *sink) {
    const char *part = options->midi_from;
    if (!options->connect || !options->connect_midi) {
        follow_connections(ports, client, input, sink);
        return;
    }
    forget_gone(ports, client);
    const unsigned long flags = JackPortIsOutput | (part ? 0 : JackPortIsPhysical);
    const char **names = jack_get_ports(client, NULL, JACK_DEFAULT_MIDI_TYPE, flags);
    const int n = keep_named(client, names, part);
    for (int i = 0; i < n; ++i) {
        connect_source(ports, client, names[i], input, sink);
    }
    jack_free(names);
    follow_connections(ports, client, input, sink);
}
