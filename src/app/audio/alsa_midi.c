// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/audio/alsa_midi.h"

#include "base/ring.h"
#include "host/clocks.h"
#include "playing/midi_sysex.h"

#include <alsa/asoundlib.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MESSAGES = 4096,
    LINES = 64,
    LINE_SIZE = 160,
    DECODE_SIZE = 16,
    POLLED = 8,
    SOURCES = 32,
    OTHERS = SOURCES + 1, ///< Source number that all sources without an entry share
    SYSEXES = 64,         ///< System exclusive messages in the queue between the threads
    BLOCK_SYSEXES = 16,   ///< Largest number of system exclusive messages of one block
    NUMBERS = 1000000,
    HAND_OVERS = 100, ///< Attempts to pass on a message that must not be lost
    SYSEX_BEGIN = 0xf0,
    SYSEX_END = 0xf7,
    SYSTEM_RESET = 0xff,
};

static const double rest_s = 0.01; // Pause between HAND_OVERS attempts

/// System exclusive message. Longer ones have no meaning for an instrument: they are truncated and
/// lack their end byte.
typedef struct {
    unsigned number; ///< Number by which an Arrival refers to this message
    uint32_t size;
    uint8_t bytes[JW_SYSEX_BYTES_MAX];
} Sysex;

/// Port of the sequencer that is connected to this program, or sends to it directly; the entry is
/// free while the name is empty. Its source number is that of its entry, from 1 on.
typedef struct {
    int client;
    int port;
    char name[LINE_SIZE];
} Source;

typedef struct {
    double time_s; // Time of arrival on jw_monotonic_s()
    uint8_t midi[3];
    unsigned sysex; // Number of its Sysex; 0: a channel message
    uint8_t source;
    bool gone; // No message: the source has gone
} Arrival;

struct JwAlsaMidiImpl {
    JwBackendOptions options;
    snd_seq_t *seq;
    snd_midi_event_t *decoder;
    snd_seq_client_info_t *client;      // Client of the port being checked
    snd_seq_client_info_t *walk_client; // Client in an iteration over all ports
    snd_seq_port_info_t *walk_port;
    int port;
    Source source[SOURCES];
    int stop[2]; // Pipe: a byte in it ends the thread
    pthread_t thread;
    bool running;
    JwRing *arrivals;    // Arrival, sequencer's thread to audio
    Sysex gathered;      // Bytes of the incomplete message; sequencer's thread
    bool gathers;        // There is an incomplete message; sequencer's thread
    snd_seq_addr_t from; // Sender of the incomplete message
    unsigned n_sysexes;  // System exclusive messages so far
    JwRing *sysexes;     // Sysex, sequencer's thread to audio
    JwRing *lines;       // char[LINE_SIZE], sequencer's thread to control
    double last_block_s; // Start of the previous block; audio thread
    Arrival waiting;     // Taken from the ring, but due in the next block; audio thread
    bool has_waiting;
    Sysex block[BLOCK_SYSEXES]; // System exclusive messages of this block; audio thread
};

static void be_quiet(const char *file, int line, const char *function, int error,
                     const char *format, ...) {
    (void)file;
    (void)line;
    (void)function;
    (void)error;
    (void)format;
}

/********* Connections: on the sequencer's thread, at the start on the control thread *********/

static void say(JwAlsaMidi *m, const char *what, const char *name) {
    char text[LINE_SIZE] = "";
    snprintf(text, sizeof(text), "%s %.120s", what, name);
    jw_ring_write(m->lines, text);
}

static bool is_wanted(const JwAlsaMidi *m, snd_seq_port_info_t *info, const char *name) {
    const unsigned readable = SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ;
    const unsigned hidden = SND_SEQ_PORT_CAP_NO_EXPORT;
    const unsigned can = snd_seq_port_info_get_capability(info);
    const int client = snd_seq_port_info_get_client(info);
    if ((can & readable) != readable || can & hidden || client == snd_seq_client_id(m->seq) ||
        client == SND_SEQ_CLIENT_SYSTEM || !m->options.connect || !m->options.connect_midi) {
        return false;
    }
    if (m->options.midi_from) {
        return strstr(name, m->options.midi_from) != NULL;
    }
    return snd_seq_port_info_get_type(info) & SND_SEQ_PORT_TYPE_HARDWARE;
}

/// Number of a port as a source; 0 if it is unknown.
static int find_source(const JwAlsaMidi *m, int client, int port) {
    for (int i = 0; i < SOURCES; ++i) {
        if (*m->source[i].name && m->source[i].client == client && m->source[i].port == port) {
            return i + 1;
        }
    }
    return 0;
}

/// Stores a port; returns its number as a source.
static int remember(JwAlsaMidi *m, int client, int port, const char *name) {
    const int known = find_source(m, client, port);
    for (int i = 0; i < SOURCES && !known; ++i) {
        if (!*m->source[i].name) {
            m->source[i].client = client;
            m->source[i].port = port;
            snprintf(m->source[i].name, sizeof(m->source[i].name), "%s", name);
            return i + 1;
        }
    }
    return known ? known : OTHERS;
}

static void name_port(const JwAlsaMidi *m, snd_seq_port_info_t *info, char name[LINE_SIZE]) {
    const int client = snd_seq_port_info_get_client(info);
    const bool known = !snd_seq_get_any_client_info(m->seq, client, m->client);
    snprintf(name, LINE_SIZE, "%.60s:%.60s", known ? snd_seq_client_info_get_name(m->client) : "?",
             snd_seq_port_info_get_name(info));
}

/// Stores a port that others have connected, or that sends without a connection.
static int meet(JwAlsaMidi *m, int client, int port) {
    char name[LINE_SIZE];
    const int known = find_source(m, client, port);
    if (known) {
        return known;
    }
    if (snd_seq_get_any_port_info(m->seq, client, port, m->walk_port)) {
        snprintf(name, sizeof(name), "%d:%d", client, port);
    } else {
        name_port(m, m->walk_port, name);
    }
    return remember(m, client, port, name);
}

static void consider(JwAlsaMidi *m, snd_seq_port_info_t *info) {
    char name[LINE_SIZE];
    const int number = snd_seq_port_info_get_client(info);
    const int port = snd_seq_port_info_get_port(info);
    if (snd_seq_get_any_client_info(m->seq, number, m->client)) {
        return;
    }
    name_port(m, info, name);
    if (is_wanted(m, info, name)) {
        const int error = snd_seq_connect_from(m->seq, m->port, number, port);
        say(m, error ? "cannot connect to" : "MIDI from", name);
        if (!error) {
            remember(m, number, port, name);
        }
    }
}

static void consider_address(JwAlsaMidi *m, const snd_seq_addr_t *address) {
    if (!snd_seq_get_any_port_info(m->seq, address->client, address->port, m->walk_port)) {
        consider(m, m->walk_port);
    }
}

static void consider_all(JwAlsaMidi *m) {
    snd_seq_client_info_set_client(m->walk_client, -1);
    while (!snd_seq_query_next_client(m->seq, m->walk_client)) {
        const int number = snd_seq_client_info_get_client(m->walk_client);
        snd_seq_port_info_set_client(m->walk_port, number);
        snd_seq_port_info_set_port(m->walk_port, -1);
        while (!snd_seq_query_next_port(m->seq, m->walk_port)) {
            consider(m, m->walk_port);
        }
    }
}

/// Queues an arrival. One that must not be lost waits for room: a lost note is better than one that
/// sounds for ever.
static void pass_arrival(JwAlsaMidi *m, const Arrival *arrival) {
    for (int i = 0; i < HAND_OVERS && !jw_ring_write(m->arrivals, arrival) && arrival->gone; ++i) {
        jw_monotonic_sleep(rest_s);
    }
}

static void lose(JwAlsaMidi *m, int number) {
    const Arrival arrival = {.time_s = jw_monotonic_s(), .source = (uint8_t)number, .gone = true};
    Source *s = &m->source[number - 1];
    // The name was stored for this message: a port that is gone cannot be asked for it.
    say(m, "MIDI is gone:", s->name);
    s->name[0] = '\0';
    pass_arrival(m, &arrival);
}

/// Drops the sources at a port of a client; port -1: at all its ports, client -1: at all clients.
static void note_gone(JwAlsaMidi *m, int client, int port) {
    for (int i = 0; i < SOURCES; ++i) {
        const Source *s = &m->source[i];
        if (*s->name && (client < 0 || s->client == client) && (port < 0 || s->port == port)) {
            lose(m, i + 1);
        }
    }
}

/// Handles an announcement of the sequencer; returns false if the event is none.
static bool take_announcement(JwAlsaMidi *m, const snd_seq_event_t *event) {
    const snd_seq_connect_t *connection = &event->data.connect;
    const bool to_us = connection->dest.client == snd_seq_client_id(m->seq);
    switch (event->type) {
    case SND_SEQ_EVENT_PORT_START:
        consider_address(m, &event->data.addr);
        return true;
    case SND_SEQ_EVENT_PORT_EXIT:
        note_gone(m, event->data.addr.client, event->data.addr.port);
        return true;
    case SND_SEQ_EVENT_CLIENT_EXIT:
        note_gone(m, event->data.addr.client, -1);
        return true;
    case SND_SEQ_EVENT_PORT_SUBSCRIBED:
        if (to_us && connection->sender.client != SND_SEQ_CLIENT_SYSTEM) {
            meet(m, connection->sender.client, connection->sender.port);
        }
        return true;
    case SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
        if (to_us) {
            note_gone(m, connection->sender.client, connection->sender.port);
        }
        return true;
    default:
        return false;
    }
}

/********* The sequencer's thread *********/

static void end_sysex(JwAlsaMidi *m) {
    m->gathers = false;
    m->gathered.number = 1 + m->n_sysexes++ % NUMBERS;
    const Arrival arrival = {.time_s = jw_monotonic_s(), .sysex = m->gathered.number};
    if (jw_ring_write(m->sysexes, &m->gathered)) {
        jw_ring_write(m->arrivals, &arrival);
    }
}

/// Collects the pieces in which the sequencer delivers long messages. Pieces of several ports may
/// alternate: only the message that began last is collected.
static void gather_sysex(JwAlsaMidi *m, const snd_seq_event_t *event) {
    const uint8_t *bytes = event->data.ext.ptr;
    const snd_seq_addr_t from = event->source;
    for (unsigned i = 0; i < event->data.ext.len; ++i) {
        if (bytes[i] == SYSEX_BEGIN) {
            m->gathers = true;
            m->gathered.size = 0;
            m->from = from;
        }
        if (!m->gathers || m->from.client != from.client || m->from.port != from.port) {
            continue;
        }
        if (m->gathered.size < sizeof(m->gathered.bytes)) {
            m->gathered.bytes[m->gathered.size++] = bytes[i];
        }
        if (bytes[i] == SYSEX_END) {
            end_sysex(m);
        }
    }
}

static void take(JwAlsaMidi *m, const snd_seq_event_t *event) {
    uint8_t bytes[DECODE_SIZE];
    if (take_announcement(m, event)) {
        return;
    }
    if (event->type == SND_SEQ_EVENT_SYSEX) {
        gather_sysex(m, event);
        return;
    }
    if (event->type == SND_SEQ_EVENT_RESET) {
        const Arrival arrival = {.time_s = jw_monotonic_s(), .midi = {SYSTEM_RESET}};
        jw_ring_write(m->arrivals, &arrival);
        return;
    }
    const uint8_t source = (uint8_t)meet(m, event->source.client, event->source.port);
    snd_midi_event_reset_decode(m->decoder);
    const long n = snd_midi_event_decode(m->decoder, bytes, sizeof(bytes), event);
    // 14-bit controllers and registered parameters are decoded into several messages.
    for (long i = 0; i + 1 < n;) {
        const int kind = bytes[i] & 0xf0;
        const long size = kind == 0xc0 || kind == 0xd0 ? 2 : 3;
        if (bytes[i] < 0x80 || bytes[i] >= 0xf0 || i + size > n) {
            return;
        }
        Arrival arrival = {.time_s = jw_monotonic_s(), .source = source};
        memcpy(arrival.midi, bytes + i, (size_t)size);
        jw_ring_write(m->arrivals, &arrival);
        i += size;
    }
}

static void *listen(void *user) {
    JwAlsaMidi *m = user;
    struct pollfd polled[POLLED] = {{.fd = m->stop[0], .events = POLLIN}};
    const int n = 1 + snd_seq_poll_descriptors(m->seq, polled + 1, POLLED - 1, POLLIN);
    while (poll(polled, (nfds_t)n, -1) >= 0 || errno == EINTR) {
        snd_seq_event_t *event;
        if (polled[0].revents) {
            break;
        }
        int answer;
        while ((answer = snd_seq_event_input(m->seq, &event)) >= 0 || answer == -ENOSPC) {
            if (answer >= 0) {
                take(m, event);
            }
        }
        if (answer != -EAGAIN) {
            say(m, "the ALSA sequencer fails:", snd_strerror(answer));
            note_gone(m, -1, -1);
            break;
        }
    }
    return NULL;
}

/********* Audio thread *********/

static JW_REALTIME bool next_arrival(JwAlsaMidi *m) {
    if (!m->has_waiting) {
        m->has_waiting = jw_ring_read(m->arrivals, &m->waiting);
    }
    return m->has_waiting;
}

/// Finds the message with that number; drops messages before it, whose arrivals were lost.
static JW_REALTIME bool read_sysex(JwAlsaMidi *m, unsigned number, Sysex *sysex) {
    while (jw_ring_read(m->sysexes, sysex)) {
        if (sysex->number == number) {
            return true;
        }
    }
    return false;
}

JW_REALTIME uint32_t jw_alsa_midi_frame(double after_s, double rate_hz, uint32_t n_frames) {
    const double last = n_frames - 1;
    return (uint32_t)fmin(fmax(after_s * rate_hz, 0.0), last);
}

JW_REALTIME int jw_alsa_midi_read(JwAlsaMidi *m, JwBackendMidi *messages, int n_max,
                                  uint32_t n_frames, double rate_hz) {
    int n = 0;
    if (!m) {
        return 0;
    }
    const double now = jw_monotonic_s();
    int n_sysexes = 0;
    while (n < n_max && next_arrival(m) && m->waiting.time_s < now) {
        if (m->waiting.sysex > 0 && n_sysexes == BLOCK_SYSEXES) {
            break; // The remaining ones belong to the next block
        }
        const double after_s = m->waiting.time_s - m->last_block_s;
        const uint32_t least = n > 0 ? messages[n - 1].frame : 0;
        const uint32_t frame = jw_alsa_midi_frame(after_s, rate_hz, n_frames);
        messages[n] = (JwBackendMidi){.frame = frame > least ? frame : least,
                                      .source = m->waiting.source,
                                      .gone = m->waiting.gone};
        memcpy(messages[n].midi, m->waiting.midi, sizeof(messages[n].midi));
        m->has_waiting = false;
        if (m->waiting.sysex > 0) {
            Sysex *sysex = &m->block[n_sysexes++];
            if (!read_sysex(m, m->waiting.sysex, sysex)) {
                continue;
            }
            messages[n].sysex = sysex->bytes;
            messages[n].sysex_size = sysex->size;
        }
        ++n;
    }
    m->last_block_s = now;
    return n;
}

/********* Control thread *********/

void jw_alsa_midi_service(JwAlsaMidi *m, const JwBackendSink *sink) {
    char text[LINE_SIZE];
    while (m && jw_ring_read(m->lines, text)) {
        sink->say(sink->user, text);
    }
}

void jw_alsa_midi_close(JwAlsaMidi *m) {
    if (!m) {
        return;
    }
    if (m->running) {
        (void)!write(m->stop[1], "", 1);
        pthread_join(m->thread, NULL);
    }
    for (int i = 0; i < 2; ++i) {
        if (m->stop[i] >= 0) {
            close(m->stop[i]);
        }
    }
    if (m->decoder) {
        snd_midi_event_free(m->decoder);
    }
    if (m->seq) {
        snd_seq_close(m->seq);
    }
    if (m->client) {
        snd_seq_client_info_free(m->client);
    }
    if (m->walk_client) {
        snd_seq_client_info_free(m->walk_client);
    }
    if (m->walk_port) {
        snd_seq_port_info_free(m->walk_port);
    }
    jw_ring_free(m->arrivals);
    jw_ring_free(m->sysexes);
    jw_ring_free(m->lines);
    free(m);
}

static bool open_port(JwAlsaMidi *m, JwError *error) {
    const unsigned writable = SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE;
    const unsigned type = SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_SYNTHESIZER |
                          SND_SEQ_PORT_TYPE_APPLICATION;
    snd_lib_error_set_handler(be_quiet);
    const int code = snd_seq_open(&m->seq, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK);
    if (code) {
        m->seq = NULL;
        return jw_error_set(error, "no MIDI: the ALSA sequencer does not open (%s)",
                            snd_strerror(code));
    }
    snd_seq_set_client_name(m->seq, m->options.name);
    m->port = snd_seq_create_simple_port(m->seq, "MIDI in", writable, type);
    if (m->port < 0 || snd_midi_event_new(DECODE_SIZE, &m->decoder)) {
        return jw_error_set(error, "no MIDI: the ALSA sequencer gives no port");
    }
    snd_midi_event_no_status(m->decoder, 1);
    snd_seq_connect_from(m->seq, m->port, SND_SEQ_CLIENT_SYSTEM, SND_SEQ_PORT_SYSTEM_ANNOUNCE);
    return true;
}

static bool open_all(JwAlsaMidi *m, JwError *error) {
    m->arrivals = jw_ring_new(MESSAGES, sizeof(Arrival));
    m->sysexes = jw_ring_new(SYSEXES, sizeof(Sysex));
    m->lines = jw_ring_new(LINES, LINE_SIZE);
    if (!m->arrivals || !m->sysexes || !m->lines || snd_seq_client_info_malloc(&m->client) ||
        snd_seq_client_info_malloc(&m->walk_client) || snd_seq_port_info_malloc(&m->walk_port) ||
        pipe(m->stop)) {
        return jw_error_set(error, "no MIDI: out of memory");
    }
    if (!open_port(m, error)) {
        return false;
    }
    consider_all(m);
    m->running = !pthread_create(&m->thread, NULL, listen, m);
    return m->running || jw_error_set(error, "no MIDI: no thread");
}

JwAlsaMidi *jw_alsa_midi_open(const JwBackendOptions *options, JwError *error) {
    JwAlsaMidi *m = calloc(1, sizeof(*m));
    if (!m) {
        jw_error_set(error, "no MIDI: out of memory");
        return NULL;
    }
    m->options = *options;
    m->last_block_s = jw_monotonic_s();
    m->stop[0] = m->stop[1] = -1;
    if (open_all(m, error)) {
        return m;
    }
    jw_alsa_midi_close(m);
    return NULL;
}
