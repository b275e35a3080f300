// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Preloaded into the player: an ALSA sequencer where the machine has none.
//
// It stands before the functions of libasound that reach the kernel; what only handles memory is
// the library's own. Clients and events come as lines from the FIFO named in $FAKE_SEQUENCER, which
// is also what the player polls:
//
//     plug CLIENT PORT hard|soft NAME     a port appears
//     unplug CLIENT PORT                  a port goes, with its connection
//     midi BYTE BYTE [BYTE]               a message arrives, if any port is connected
//     from CLIENT PORT BYTE BYTE [BYTE]   a message arrives from there, connected or not
//     part CLIENT PORT                    a connection is taken away, the port stays
//     exit CLIENT                         a client goes, without a word of its connections
//     sysex CLIENT BYTE...                a part of a long one, from there
//     reset                               a system reset
//
// Connections are told on the standard error: `fake: connected CLIENT:PORT`.

#include <alsa/asoundlib.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OWN_CLIENT = 128, PORTS = 16, NAME_SIZE = 64, LINE_SIZE = 256, ENCODE_SIZE = 16 };

typedef struct {
    bool there;
    int client;
    int port;
    bool hardware;
    bool connected;
    char name[NAME_SIZE];
} Port;

static Port ports[PORTS];
static int fifo = -1;
static char buffer[LINE_SIZE];
static size_t n_buffered;
static snd_seq_event_t event;
static snd_midi_event_t *encoder;

static Port *find(int client, int port) {
    for (int i = 0; i < PORTS; ++i) {
        if (ports[i].there && ports[i].client == client && (port < 0 || ports[i].port == port)) {
            return &ports[i];
        }
    }
    return NULL;
}

/*** Lines ***/

// Each makes `event` and is true, or makes none.
static bool plug(const char *line) {
    char kind[8];
    for (int i = 0; i < PORTS; ++i) {
        Port *p = &ports[i];
        if (!p->there &&
            sscanf(line, "plug %d %d %7s %63[^\n]", &p->client, &p->port, kind, p->name) == 4) {
            p->there = true;
            p->connected = false;
            p->hardware = !strcmp(kind, "hard");
            event = (snd_seq_event_t){.type = SND_SEQ_EVENT_PORT_START};
            event.data.addr.client = (unsigned char)p->client;
            event.data.addr.port = (unsigned char)p->port;
            return true;
        }
    }
    return false;
}

static bool unplug(const char *line) {
    int client = 0;
    int port = 0;
    Port *p = sscanf(line, "unplug %d %d", &client, &port) == 2 ? find(client, port) : NULL;
    if (!p) {
        return false;
    }
    p->there = false;
    event = (snd_seq_event_t){.type = SND_SEQ_EVENT_PORT_UNSUBSCRIBED};
    event.data.connect.sender.client = (unsigned char)client;
    event.data.connect.sender.port = (unsigned char)port;
    event.data.connect.dest.client = OWN_CLIENT;
    return p->connected;
}

static bool part(const char *line) {
    int client = 0;
    int port = 0;
    Port *p = sscanf(line, "part %d %d", &client, &port) == 2 ? find(client, port) : NULL;
    event = (snd_seq_event_t){.type = SND_SEQ_EVENT_PORT_UNSUBSCRIBED};
    event.data.connect.sender.client = (unsigned char)client;
    event.data.connect.sender.port = (unsigned char)port;
    event.data.connect.dest.client = OWN_CLIENT;
    if (p) {
        p->connected = false;
    }
    return p != NULL;
}

static bool leave(const char *line) {
    int client = 0;
    if (sscanf(line, "exit %d", &client) != 1) {
        return false;
    }
    for (int i = 0; i < PORTS; ++i) {
        ports[i].there = ports[i].there && ports[i].client != client;
    }
    event = (snd_seq_event_t){.type = SND_SEQ_EVENT_CLIENT_EXIT};
    event.data.addr.client = (unsigned char)client;
    return true;
}

static bool send_from(const char *line) {
    unsigned b[3] = {0, 0, 0}, client = 0, port = 0;
    unsigned char bytes[3];
    const int n = sscanf(line, "from %u %u %u %u %u", &client, &port, &b[0], &b[1], &b[2]);
    for (int i = 0; i < 3; ++i) {
        bytes[i] = (unsigned char)b[i];
    }
    snd_seq_ev_clear(&event);
    const bool made = n >= 4 && snd_midi_event_encode(encoder, bytes, n - 2, &event) > 0;
    event.source.client = (unsigned char)client;
    event.source.port = (unsigned char)port;
    return made && event.type != SND_SEQ_EVENT_NONE;
}

static bool send_midi(const char *line) {
    unsigned b[3] = {0, 0, 0};
    unsigned char bytes[3];
    const int n = sscanf(line, "midi %u %u %u", &b[0], &b[1], &b[2]);
    bool connected = false;
    for (int i = 0; i < PORTS; ++i) {
        connected = connected || (ports[i].there && ports[i].connected);
    }
    for (int i = 0; i < 3; ++i) {
        bytes[i] = (unsigned char)b[i];
    }
    snd_seq_ev_clear(&event);
    return n >= 2 && connected && snd_midi_event_encode(encoder, bytes, n, &event) > 0 &&
           event.type != SND_SEQ_EVENT_NONE;
}

static bool send_sysex(const char *line) {
    static unsigned char bytes[LINE_SIZE];
    char *end;
    unsigned n = 0;
    if (strncmp(line, "sysex ", 6)) {
        return false;
    }
    snd_seq_ev_clear(&event);
    event.type = SND_SEQ_EVENT_SYSEX;
    event.source.client = (unsigned char)strtoul(line + 6, &end, 10);
    while (*end == ' ') {
        bytes[n++] = (unsigned char)strtoul(end, &end, 10);
    }
    event.data.ext.len = n;
    event.data.ext.ptr = bytes;
    return true;
}

static bool send_reset(const char *line) {
    event = (snd_seq_event_t){.type = SND_SEQ_EVENT_RESET};
    return !strcmp(line, "reset");
}

static bool obey(const char *line) {
    return plug(line) || unplug(line) || part(line) || leave(line) || send_from(line) ||
           send_midi(line) || send_sysex(line) || send_reset(line);
}

/*** What stands before libasound ***/

int snd_seq_open(snd_seq_t **handle, const char *name, int streams, int mode) {
    const char *path = getenv("FAKE_SEQUENCER");
    (void)name;
    (void)streams;
    (void)mode;
    fifo = path ? open(path, O_RDWR | O_NONBLOCK) : -1;
    if (fifo < 0 || snd_midi_event_new(ENCODE_SIZE, &encoder)) {
        return -ENOENT;
    }
    *handle = (snd_seq_t *)ports;
    // What is plugged in before the player starts, has been written before.
    snd_seq_event_t *first;
    while (snd_seq_event_input(*handle, &first) >= 0) {
    }
    return 0;
}

int snd_seq_close(snd_seq_t *handle) {
    (void)handle;
    snd_midi_event_free(encoder);
    return close(fifo);
}

int snd_seq_set_client_name(snd_seq_t *handle, const char *name) {
    (void)handle;
    fprintf(stderr, "fake: client %s\n", name);
    return 0;
}

int snd_seq_client_id(snd_seq_t *handle) {
    (void)handle;
    return OWN_CLIENT;
}

int snd_seq_create_simple_port(snd_seq_t *handle, const char *name, unsigned caps, unsigned type) {
    (void)handle;
    (void)name;
    (void)caps;
    (void)type;
    return 0;
}

int snd_seq_connect_from(snd_seq_t *handle, int my_port, int client, int port) {
    Port *p = find(client, port);
    (void)handle;
    (void)my_port;
    if (client == SND_SEQ_CLIENT_SYSTEM) {
        return 0;
    }
    if (!p || p->connected) {
        return -EBUSY;
    }
    p->connected = true;
    fprintf(stderr, "fake: connected %d:%d\n", client, port);
    return 0;
}

int snd_seq_get_any_client_info(snd_seq_t *handle, int client, snd_seq_client_info_t *info) {
    const Port *p = find(client, -1);
    char name[32];
    (void)handle;
    if (!p) {
        return -ENOENT;
    }
    snprintf(name, sizeof(name), "client %d", client);
    snd_seq_client_info_set_client(info, client);
    snd_seq_client_info_set_name(info, name);
    return 0;
}

int snd_seq_get_any_port_info(snd_seq_t *handle, int client, int port, snd_seq_port_info_t *info) {
    const Port *p = find(client, port);
    (void)handle;
    if (!p) {
        return -ENOENT;
    }
    snd_seq_port_info_set_client(info, client);
    snd_seq_port_info_set_port(info, port);
    snd_seq_port_info_set_name(info, p->name);
    snd_seq_port_info_set_capability(info, SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ);
    snd_seq_port_info_set_type(info, p->hardware ? SND_SEQ_PORT_TYPE_HARDWARE
                                                 : SND_SEQ_PORT_TYPE_APPLICATION);
    return 0;
}

int snd_seq_query_next_client(snd_seq_t *handle, snd_seq_client_info_t *info) {
    const int last = snd_seq_client_info_get_client(info);
    int next = OWN_CLIENT;
    for (int i = 0; i < PORTS; ++i) {
        if (ports[i].there && ports[i].client > last && ports[i].client < next) {
            next = ports[i].client;
        }
    }
    return next < OWN_CLIENT ? snd_seq_get_any_client_info(handle, next, info) : -ENOENT;
}

int snd_seq_query_next_port(snd_seq_t *handle, snd_seq_port_info_t *info) {
    const int client = snd_seq_port_info_get_client(info);
    // Numbers are bytes: before the first comes 255.
    for (int port = (snd_seq_port_info_get_port(info) + 1) & 255; port < PORTS; ++port) {
        if (!snd_seq_get_any_port_info(handle, client, port, info)) {
            return 0;
        }
    }
    return -ENOENT;
}

int snd_seq_poll_descriptors(snd_seq_t *handle, struct pollfd *polled, unsigned n, short events) {
    (void)handle;
    (void)n;
    polled[0] = (struct pollfd){.fd = fifo, .events = events};
    return 1;
}

int snd_seq_event_input(snd_seq_t *handle, snd_seq_event_t **out) {
    (void)handle;
    for (;;) {
        char *end = memchr(buffer, '\n', n_buffered);
        if (end) {
            char line[LINE_SIZE];
            const size_t n = (size_t)(end - buffer);
            memcpy(line, buffer, n);
            line[n] = '\0';
            n_buffered -= n + 1;
            memmove(buffer, end + 1, n_buffered);
            if (obey(line)) {
                *out = &event;
                return 1;
            }
            continue;
        }
        const ssize_t got = read(fifo, buffer + n_buffered, sizeof(buffer) - n_buffered);
        if (got <= 0) {
            return -EAGAIN;
        }
        n_buffered += (size_t)got;
    }
}
