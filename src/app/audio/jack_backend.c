// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/audio/jack_backend.h"

#include "app/audio/close_in_time.h"
#include "app/audio/jack_ports.h"
#include "app/audio/realtime_rights.h"
#include "files/line.h"
#include "host/clocks.h"
#include "playing/midi.h"

#include <jack/jack.h>
#include <jack/metadata.h>
#include <jack/midiport.h>
#include <jack/transport.h>
#include <jack/uuid.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT, RIGHT, MIDI, IN_LEFT, IN_RIGHT, N_PORTS };

// JACK's library (1.9.21) cancels its thread for messages from the server in the middle of one. If
// that thread holds a lock then, jack_client_close() never returns. A server that goes sends the
// most messages.
static const double settle_s = 0.2;   // Time for these messages
static const double patience_s = 3.0; // Longest wait for jack_client_close()

enum { OWN_FRAMES = 8192, SYSEX = 0xf0, SYSTEM_RESET = 0xff };

// Source number of all MIDI at the port: JACK mixes its connections and does not report the sender.
enum { SOURCE = 1 };

static const struct {
    const char *name;
    const char *pretty;
    const char *type;
    unsigned long flags;
} port_specs[N_PORTS] = {
    [LEFT] = {"out_left", "Left", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput},
    [RIGHT] = {"out_right", "Right", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput},
    [MIDI] = {"midi_in", "MIDI in", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput},
    [IN_LEFT] = {"in_left", "Left in", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput},
    [IN_RIGHT] = {"in_right", "Right in", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput},
};

typedef struct {
    JwBackend base;
    jack_client_t *client;
    int n_ports; // Number of ports in use: those from IN_LEFT on only with audio input
    jack_port_t *port[N_PORTS];
    jack_uuid_t uuid[N_PORTS];
    jack_uuid_t client_uuid;
    JwJackPorts ports;
    atomic_uint rate_hz;
    atomic_uint n_frames;
    atomic_ullong xruns;
    atomic_ullong dropped_midi;
    atomic_bool freewheel;
    atomic_bool ports_changed;
    atomic_bool source_left; // A connection of the MIDI port has ended
    atomic_bool size_changed;
    atomic_bool lost;
    atomic_bool leaving;   // Tells the audio thread to stop computing
    atomic_bool computing; // The audio thread is computing a block
    char why_lost[128];    // Reason for the loss; written before lost is set
    int priority;
    JwError refused;
    JwBackendMidi midi[JW_BACKEND_MIDI];
    // Output of a block, and audio input. When the block size changes, PipeWire (0.3.65) was seen
    // to free JACK's buffers while a block was computed into them. Therefore they are only accessed
    // at the beginning and the end, with one copy each.
    float out[2][OWN_FRAMES];
    float in[2][OWN_FRAMES];
} JackBackend;

/********* Callbacks: process() runs on the audio thread, the others on any of JACK's *********/

/// Accepts channel messages, system exclusive messages and system resets.
static JW_REALTIME bool is_message(const jack_midi_event_t *event) {
    const int status = event->size > 0 ? event->buffer[0] : 0;
    return status == SYSEX || (event->size == 1 ? status == SYSTEM_RESET : event->size <= 3);
}

static JW_REALTIME int read_midi(JackBackend *b, void *buffer) {
    const uint32_t n_events = jack_midi_get_event_count(buffer);
    int n = 0;
    if (atomic_exchange(&b->source_left, false)) {
        b->midi[n++] = (JwBackendMidi){.source = SOURCE, .gone = true};
    }
    for (uint32_t i = 0; i < n_events; ++i) {
        jack_midi_event_t event;
        if (jack_midi_event_get(&event, buffer, i) || !is_message(&event)) {
            continue;
        }
        if (n == JW_BACKEND_MIDI) {
            atomic_fetch_add_explicit(&b->dropped_midi, 1, memory_order_relaxed);
            continue;
        }
        b->midi[n] = (JwBackendMidi){.frame = event.time, .source = SOURCE};
        if (event.buffer[0] == SYSEX) {
            b->midi[n].sysex = event.buffer;
            b->midi[n].sysex_size = (uint32_t)event.size;
        } else {
            memcpy(b->midi[n].midi, event.buffer, event.size);
        }
        ++n;
    }
    return n;
}

// Computes the deadline from the start of the cycle. The time that jack_get_cycle_times() predicts
// is smoothed: after the server was late once, it is wrong for seconds.
static JW_REALTIME double deadline(const JackBackend *b, const JwBackendBlock *block) {
    const double gone = jack_frames_since_cycle_start(b->client);
    return jw_monotonic_s() + (block->n_frames - gone) / block->rate_hz;
}

static JW_REALTIME void read_transport(const JackBackend *b, JwBackendBlock *block) {
    jack_position_t p;
    const jack_transport_state_t state = jack_transport_query(b->client, &p);
    block->has_transport = true;
    if (state == JackTransportRolling && p.valid & JackPositionBBT) {
        block->bpm = p.beats_per_minute;
        block->beat = (p.bar - 1) * (double)p.beats_per_bar + (p.beat - 1);
        block->beat += p.ticks_per_beat > 0.0 ? p.tick / p.ticks_per_beat : 0.0;
    }
}

static JW_REALTIME void hand_over(const JackBackend *b, int port, const float *samples,
                                  jack_nframes_t n_frames) {
    float *buffer = jack_port_get_buffer(b->port[port], n_frames);
    if (buffer && buffer != samples) {
        memcpy(buffer, samples, n_frames * sizeof(float));
    }
}

static JW_REALTIME void take_in(JackBackend *b, JwBackendBlock *block) {
    const uint32_t n = block->n_frames;
    for (int i = 0; i < 2 && b->n_ports > IN_LEFT; ++i) {
        const float *buffer = jack_port_get_buffer(b->port[IN_LEFT + i], n);
        if (n <= OWN_FRAMES && buffer) {
            memcpy(b->in[i], buffer, n * sizeof(float));
        } else if (n <= OWN_FRAMES) {
            memset(b->in[i], 0, n * sizeof(float));
        }
        block->in[i] = n <= OWN_FRAMES ? b->in[i] : buffer;
    }
}

static JW_REALTIME void compute(JackBackend *b, jack_nframes_t n_frames) {
    const bool own = n_frames <= OWN_FRAMES;
    JwBackendBlock block = {
        .n_frames = n_frames,
        .rate_hz = atomic_load_explicit(&b->rate_hz, memory_order_relaxed),
        .left = own ? b->out[LEFT] : jack_port_get_buffer(b->port[LEFT], n_frames),
        .right = own ? b->out[RIGHT] : jack_port_get_buffer(b->port[RIGHT], n_frames),
        .midi = b->midi,
        .freewheel = atomic_load_explicit(&b->freewheel, memory_order_relaxed),
        .frame_time = jack_last_frame_time(b->client),
    };
    read_transport(b, &block);
    take_in(b, &block);
    block.n_midi = read_midi(b, jack_port_get_buffer(b->port[MIDI], n_frames));
    if (block.freewheel) {
        b->base.sink.offline(b->base.sink.user);
    } else {
        block.deadline_s = deadline(b, &block);
    }
    b->base.sink.run(b->base.sink.user, &block);
    hand_over(b, LEFT, block.left, n_frames);
    hand_over(b, RIGHT, block.right, n_frames);
}

static JW_REALTIME int process(jack_nframes_t n_frames, void *user) {
    JackBackend *b = user;
    atomic_store(&b->computing, true);
    if (atomic_load(&b->leaving)) {
        for (int port = LEFT; port <= RIGHT; ++port) {
            float *buffer = jack_port_get_buffer(b->port[port], n_frames);
            if (buffer) {
                memset(buffer, 0, n_frames * sizeof(float));
            }
        }
    } else {
        compute(b, n_frames);
    }
    atomic_store(&b->computing, false);
    return 0;
}

static int change_rate(jack_nframes_t rate_hz, void *user) {
    atomic_store(&((JackBackend *)user)->rate_hz, rate_hz);
    return 0;
}

static int change_size(jack_nframes_t n_frames, void *user) {
    JackBackend *b = user;
    atomic_store(&b->n_frames, n_frames);
    atomic_store(&b->size_changed, true);
    return 0;
}

static int count_xrun(void *user) {
    atomic_fetch_add(&((JackBackend *)user)->xruns, 1);
    return 0;
}

static void change_freewheel(int starting, void *user) {
    atomic_store(&((JackBackend *)user)->freewheel, starting != 0);
}

static void note_ports(jack_port_id_t port, int registered, void *user) {
    (void)port;
    (void)registered;
    atomic_store(&((JackBackend *)user)->ports_changed, true);
}

// Handles the end of a connection of the MIDI port; the port at its other end may be gone.
static void note_connection(jack_port_id_t a, jack_port_id_t z, int connects, void *user) {
    JackBackend *b = user;
    const jack_port_id_t ends[] = {a, z};
    for (int i = 0; i < 2 && !connects; ++i) {
        const jack_port_t *port = jack_port_by_id(b->client, ends[i]);
        if (port && jack_port_is_mine(b->client, port) &&
            !strcmp(jack_port_type(port), JACK_DEFAULT_MIDI_TYPE)) {
            atomic_store(&b->source_left, true);
        }
    }
    atomic_store(&b->ports_changed, true);
}

static void lose_server(jack_status_t code, const char *reason, void *user) {
    JackBackend *b = user;
    (void)code;
    if (!atomic_load(&b->lost)) {
        snprintf(b->why_lost, sizeof(b->why_lost), "%s", reason && *reason ? reason : "shut down");
        atomic_store(&b->lost, true);
    }
}

// Shutdown without a reason: PipeWire's JACK (0.3.65) was seen to call only this callback.
static void lose_server_unexplained(void *user) {
    lose_server((jack_status_t)0, NULL, user);
}

/// Widens a range by that of a port, plus the engine's latency on that path.
static void widen(const JackBackend *b, int port, jack_latency_callback_mode_t mode, bool of_input,
                  jack_latency_range_t *all) {
    jack_latency_range_t range;
    jack_port_get_latency_range(b->port[port], mode, &range);
    const uint32_t own = b->base.sink.latency(b->base.sink.user, of_input);
    all->min = range.min + own < all->min ? range.min + own : all->min;
    all->max = range.max + own > all->max ? range.max + own : all->max;
}

/// Sets the capture latency of the outputs: the delay since their note was played or their input
/// was recorded.
static void set_capture_latency(const JackBackend *b) {
    jack_latency_range_t range = {UINT32_MAX, 0};
    widen(b, MIDI, JackCaptureLatency, false, &range);
    for (int i = IN_LEFT; i < b->n_ports; ++i) {
        widen(b, i, JackCaptureLatency, true, &range);
    }
    for (int i = LEFT; i <= RIGHT; ++i) {
        jack_port_set_latency_range(b->port[i], JackCaptureLatency, &range);
    }
}

/// Sets the playback latency of the inputs: the delay until a note or an input is heard.
static void set_playback_latency(const JackBackend *b) {
    for (int i = MIDI; i < b->n_ports; ++i) {
        jack_latency_range_t range = {UINT32_MAX, 0};
        widen(b, LEFT, JackPlaybackLatency, i != MIDI, &range);
        widen(b, RIGHT, JackPlaybackLatency, i != MIDI, &range);
        jack_port_set_latency_range(b->port[i], JackPlaybackLatency, &range);
    }
}

static void set_latency(jack_latency_callback_mode_t mode, void *user) {
    if (mode == JackCaptureLatency) {
        set_capture_latency(user);
    } else {
        set_playback_latency(user);
    }
}

/********* Control thread *********/

static void describe(jack_client_t *client, jack_uuid_t uuid, const char *key, const char *value) {
    jack_set_property(client, uuid, key, value, "text/plain");
}

static void describe_all(JackBackend *b) {
    char *uuid = jack_get_uuid_for_client_name(b->client, jack_get_client_name(b->client));
    if (uuid && !jack_uuid_parse(uuid, &b->client_uuid)) {
        describe(b->client, b->client_uuid, JACK_METADATA_PRETTY_NAME, "Jawari");
        describe(b->client, b->client_uuid, JACK_METADATA_ICON_NAME, "jawari");
    }
    jack_free(uuid);
    for (int i = 0; i < b->n_ports; ++i) {
        char order[16];
        snprintf(order, sizeof(order), "%d", i);
        b->uuid[i] = jack_port_uuid(b->port[i]);
        describe(b->client, b->uuid[i], JACK_METADATA_PRETTY_NAME, port_specs[i].pretty);
        describe(b->client, b->uuid[i], JACK_METADATA_ORDER, order);
        if (i != MIDI) {
            describe(b->client, b->uuid[i], JACK_METADATA_PORT_GROUP, i < MIDI ? "Out" : "In");
        }
    }
}

static void undescribe_all(const JackBackend *b) {
    for (int i = 0; i < b->n_ports; ++i) {
        if (!jack_uuid_empty(b->uuid[i])) {
            jack_remove_properties(b->client, b->uuid[i]);
        }
    }
    if (!jack_uuid_empty(b->client_uuid)) {
        jack_remove_properties(b->client, b->client_uuid);
    }
}

static void connect_ports(JackBackend *b) {
    jw_jack_ports_play(&b->ports, b->client, b->port, &b->base.options, &b->base.sink);
    jw_jack_ports_listen(&b->ports, b->client, b->port[MIDI], &b->base.options, &b->base.sink);
}

// Requests real-time priority. JACK's own library gives the thread the server's priority;
// PipeWire's asks a service that may not exist, even if the system itself would allow it.
static void ask_realtime(JackBackend *b) {
    const pthread_t thread = jack_client_thread_id(b->client);
    if (jack_is_realtime(b->client) && thread) {
        b->priority = jw_realtime_ask(thread, &b->refused);
        return;
    }
    jw_error_set(&b->refused, "the JACK server runs without real-time priority: start it with -R");
}

static bool jack_start(JwBackend *backend, JwError *error) {
    JackBackend *b = (JackBackend *)backend;
    if (jack_activate(b->client)) {
        return jw_error_set(error, "JACK: cannot start the client");
    }
    ask_realtime(b);
    describe_all(b);
    connect_ports(b);
    if (b->base.options.connect && !*b->ports.target[LEFT]) {
        const char *to = b->base.options.connect_to;
        char text[JW_JACK_NAME_SIZE + 64];
        snprintf(text, sizeof(text), "nothing to play into yet: no port %s%s", to ? "like " : "",
                 to ? to : "of hardware");
        b->base.sink.say(b->base.sink.user, text);
    }
    return true;
}

static void jack_service(JwBackend *backend) {
    JackBackend *b = (JackBackend *)backend;
    if (atomic_load(&b->lost)) {
        return;
    }
    if (atomic_exchange(&b->ports_changed, false)) {
        connect_ports(b);
    }
    // The server changes the latency of the hardware's ports without a notification.
    if (atomic_exchange(&b->size_changed, false)) {
        jack_recompute_total_latencies(b->client);
    }
}

static double playback_latency_s(const JackBackend *b, double rate_hz) {
    jack_latency_range_t range = {0, 0};
    jack_port_get_latency_range(b->port[LEFT], JackPlaybackLatency, &range);
    const double frames = range.max ? range.max : 2.0 * atomic_load(&b->n_frames);
    return frames / rate_hz;
}

static void jack_state(JwBackend *backend, JwBackendState *state) {
    JackBackend *b = (JackBackend *)backend;
    state->driver = "JACK";
    state->rate_hz = atomic_load(&b->rate_hz);
    state->block_frames = atomic_load(&b->n_frames);
    state->xruns = atomic_load(&b->xruns);
    state->dropped_midi = atomic_load(&b->dropped_midi);
    state->freewheel = atomic_load(&b->freewheel);
    state->lost = atomic_load(&b->lost);
    if (state->lost) {
        snprintf(state->why_lost, sizeof(state->why_lost), "%s", b->why_lost);
        return;
    }
    snprintf(state->device, sizeof(state->device), "%s", jack_get_client_name(b->client));
    state->latency_s = playback_latency_s(b, state->rate_hz);
    state->priority = b->priority;
    snprintf(state->refused, sizeof(state->refused), "%.255s", b->refused.text);
}

// Waits for the audio thread, because JACK would cancel it by a signal at any point.
static void let_finish(JackBackend *b) {
    atomic_store(&b->leaving, true);
    for (int wait = 0; wait < 1000 && atomic_load(&b->computing); ++wait) {
        jw_monotonic_sleep(0.001);
    }
}

static void close_client(void *user) {
    const JackBackend *b = user;
    if (!atomic_load(&b->lost)) {
        undescribe_all(b);
        jack_deactivate(b->client);
    }
    jack_client_close(b->client);
}

static void jack_close(JwBackend *backend) {
    JackBackend *b = (JackBackend *)backend;
    if (b->client) {
        let_finish(b);
        if (atomic_load(&b->lost)) {
            jw_monotonic_sleep(settle_s);
        }
        if (!jw_close_in_time(close_client, b, patience_s)) {
            return;
        }
    }
    free(b);
}

/********* Opening *********/

static void be_quiet(const char *text) {
    (void)text;
}

static bool no_server(jack_status_t status, JwError *error) {
    const char *server = getenv("JACK_DEFAULT_SERVER");
    if (status & (JackVersionError)) {
        return jw_error_set(error, "JACK: the server is of another version");
    }
    return jw_error_set(error, "no JACK server%s%s runs", server ? " " : "", server ? server : "");
}

static bool register_ports(JackBackend *b, JwError *error) {
    b->n_ports = b->base.options.input ? N_PORTS : IN_LEFT;
    for (int i = 0; i < b->n_ports; ++i) {
        b->port[i] = jack_port_register(b->client, port_specs[i].name, port_specs[i].type,
                                        port_specs[i].flags, 0);
        if (!b->port[i]) {
            return jw_error_set(error, "JACK: no port left for %s", port_specs[i].name);
        }
    }
    return true;
}

static bool set_callbacks(JackBackend *b, JwError *error) {
    jack_client_t *client = b->client;
    const bool failed = jack_set_process_callback(client, process, b) ||
                        jack_set_sample_rate_callback(client, change_rate, b) ||
                        jack_set_buffer_size_callback(client, change_size, b) ||
                        jack_set_xrun_callback(client, count_xrun, b) ||
                        jack_set_freewheel_callback(client, change_freewheel, b) ||
                        jack_set_port_registration_callback(client, note_ports, b) ||
                        jack_set_port_connect_callback(client, note_connection, b) ||
                        jack_set_latency_callback(client, set_latency, b);
    jack_on_shutdown(client, lose_server_unexplained, b);
    jack_on_info_shutdown(client, lose_server, b);
    return !failed || jw_error_set(error, "JACK: the server refuses a callback");
}

/// Touches every page of a buffer before the audio thread uses it.
static void touch_pages(float *buffer, size_t n) {
    enum { PAGE_FRAMES = 1024 };
    volatile float *samples = buffer;
    for (size_t i = 0; i < n; i += PAGE_FRAMES) {
        samples[i] = 0.0f;
    }
    samples[n - 1] = 0.0f;
}

static bool open_client(JackBackend *b, JwError *error) {
    jack_status_t status = 0;
    jack_set_error_function(be_quiet);
    jack_set_info_function(be_quiet);
    b->client = jack_client_open(b->base.options.name, JackNoStartServer, &status);
    if (!b->client) {
        return no_server(status, error);
    }
    atomic_store(&b->rate_hz, jack_get_sample_rate(b->client));
    atomic_store(&b->n_frames, jack_get_buffer_size(b->client));
    return register_ports(b, error) && set_callbacks(b, error);
}

JwBackend *jw_jack_backend_open(const JwBackendOptions *options, const JwBackendSink *sink,
                                JwError *error) {
    static const JwBackendClass kind = {jack_start, jack_service, jack_state, jack_close};
    JackBackend *b = calloc(1, sizeof(*b));
    if (!b) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    b->base = (JwBackend){&kind, *options, *sink};
    touch_pages(b->out[0], sizeof(b->out) / sizeof(float));
    touch_pages(b->in[0], sizeof(b->in) / sizeof(float));
    if (open_client(b, error)) {
        return &b->base;
    }
    jack_close(&b->base);
    return NULL;
}

static void list_ports(FILE *out, jack_client_t *client, const char *type, unsigned long flags,
                       const char *what) {
    const char **names = jack_get_ports(client, NULL, type, flags);
    for (int i = 0; names && names[i]; ++i) {
        jw_line_print(out, "JACK       %-8s %s", what, names[i]);
    }
    jack_free(names);
}

static void close_listing(void *client) {
    jack_client_close(client);
}

bool jw_jack_backend_list(FILE *out) {
    jack_set_error_function(be_quiet);
    jack_set_info_function(be_quiet);
    jack_client_t *client = jack_client_open("jawari-list", JackNoStartServer, NULL);
    if (!client) {
        return false;
    }
    list_ports(out, client, JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, "--connect");
    list_ports(out, client, JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput, "--midi");
    jw_close_in_time(close_listing, client, patience_s);
    return true;
}
