// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The other side of a JACK server, for tests: sends MIDI at exact frames, records
// exact frames, watches how late a client is that works as long as it is told, and how much of its
// processors a process got, cycle by cycle.
//
//     jack_peer [COMMANDS on the standard input]
//
// Three clients, so that JACK can run them before and behind the one that is tested: NAME-send
// (MIDI out, sound out when it is asked for), NAME-take (in_1, in_2), NAME-idle (MIDI in, its place
// in the graph). Every command answers with lines and then `ok` or `error: what`.

#include "peak.h"
#include "support/clock.h"

#include <errno.h>
#include <jack/jack.h>
#include <jack/metadata.h>
#include <jack/midiport.h>
#include <jack/transport.h>
#include <jack/uuid.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    EVENTS = 200000,
    BYTES = 64,
    EXTRA_PORTS = 4,
    LATE = 100000,
    LINE = 1024,
    READINGS = 1 << 20
};

typedef struct {
    uint64_t frame;
    jack_midi_data_t bytes[BYTES];
    size_t size;
} Event;

static jack_client_t *sender;
static jack_client_t *taker;
static jack_client_t *idler;
static jack_port_t *midi_out;
static jack_port_t *sound_out;  // Registered by `burst`
static uint64_t burst_frame[2]; // First frame of the burst, and the one after it; before `armed`
static jack_port_t *audio_in[2];
static jack_port_t *extra[EXTRA_PORTS];
static jack_port_t *speaker[EXTRA_PORTS];
static atomic_bool lost;

// Both clients begin with the first cycle at or after t0, half a second after the sender was
// armed, and count the frames of their cycles from there: what JACK leaves out, it leaves out
// for everybody.
static atomic_bool armed;
static atomic_bool dated; // t0 is set: by the sender
static jack_nframes_t t0;

static Event events[EVENTS];
static atomic_size_t n_events; // Written by main before `armed`
static size_t next_event;      // The sender's
static uint64_t sent_frames;   // The sender's

static float *tape; // Interleaved
static uint64_t tape_frames;
static atomic_ullong taken;
static atomic_uint take_xruns;
static atomic_uint gaps; // Cycles that did not follow on the one before
static atomic_size_t n_stumbles;
static double stumble_s[LATE]; // When there was either
static jack_nframes_t expected;

static atomic_uint bpm;

static jack_port_t *idle_in;
static atomic_ulong work; // Rounds of labour that the idle client takes in every cycle
static atomic_uint worked;
static atomic_size_t n_late;
static atomic_ullong n_cycles;
static jack_nframes_t late_frame[LATE];
static double late_ms[LATE];
static double late_end_s[LATE];

// Processor time so far, at the start of every cycle. A virtual machine's stands still while its
// host lets it stand still: a deadline missed with time to spare was not missed by who is watched.
typedef struct {
    double at_s;
    double spent_s; // By the process that is watched
    double own_s;   // By the idle client's thread
} Reading;

static Reading readings[READINGS];
static atomic_size_t n_readings;
static atomic_bool watching;
static clockid_t watched;

static bool begun(jack_client_t *client) {
    return atomic_load(&dated) && (int32_t)(jack_last_frame_time(client) - t0) >= 0;
}

// Square with a middle of its own: a sample that is late or left out cannot hide in it.
static float burst_sample(uint64_t frame) {
    return frame < burst_frame[0] || frame >= burst_frame[1] ? 0.0F
           : frame % 16 < 8                                  ? 0.5F
                                                             : -0.25F;
}

static void send_sound(jack_nframes_t n, bool begins) {
    float *sound = sound_out ? jack_port_get_buffer(sound_out, n) : NULL;
    for (jack_nframes_t i = 0; i < n && sound; ++i) {
        sound[i] = begins ? burst_sample(sent_frames + i) : 0.0F;
    }
}

static int run_sender(jack_nframes_t n, void *user) {
    (void)user;
    void *buffer = jack_port_get_buffer(midi_out, n);
    jack_midi_clear_buffer(buffer);
    for (int i = 0; i < EXTRA_PORTS; ++i) {
        if (extra[i]) {
            jack_midi_clear_buffer(jack_port_get_buffer(extra[i], n));
        }
    }
    send_sound(n, false);
    if (!atomic_load(&armed)) {
        return 0;
    }
    if (!atomic_load(&dated)) {
        const jack_nframes_t wait = jack_get_sample_rate(sender) / 2 / n + 2;
        t0 = jack_last_frame_time(sender) + wait * n;
        atomic_store(&dated, true);
    }
    if (!begun(sender)) {
        return 0;
    }
    const size_t n_all = atomic_load(&n_events);
    for (; next_event < n_all && events[next_event].frame < sent_frames + n; ++next_event) {
        const Event *e = &events[next_event];
        const uint64_t at = e->frame > sent_frames ? e->frame - sent_frames : 0;
        jack_midi_event_write(buffer, (jack_nframes_t)at, e->bytes, e->size);
    }
    send_sound(n, true);
    sent_frames += n;
    return 0;
}

static double now_s(void) {
    return clock_s(CLOCK_MONOTONIC);
}

// From two threads of JACK's
static void note_stumble(void) {
    const size_t i = atomic_fetch_add(&n_stumbles, 1);
    if (i < LATE) {
        stumble_s[i] = now_s();
    }
}

static int run_taker(jack_nframes_t n, void *user) {
    (void)user;
    const float *left = jack_port_get_buffer(audio_in[0], n);
    const float *right = jack_port_get_buffer(audio_in[1], n);
    if (!atomic_load(&armed) || !begun(taker)) {
        return 0;
    }
    const jack_nframes_t now = jack_last_frame_time(taker);
    if (expected && now != expected) {
        atomic_fetch_add(&gaps, 1);
        note_stumble();
    }
    expected = now + n;
    uint64_t at = atomic_load(&taken);
    for (jack_nframes_t i = 0; i < n && at < tape_frames; ++i, ++at) {
        tape[2 * at] = left[i];
        tape[2 * at + 1] = right[i];
    }
    atomic_store(&taken, at);
    return 0;
}

// Each waits for the one before: nothing but a standstill slows it down.
static void count(unsigned long n_steps) {
    unsigned x = atomic_load(&worked);
    for (unsigned long i = 0; i < n_steps; ++i) {
        x = 1664525u * x + 1013904223u;
    }
    atomic_store(&worked, x);
}

// A round of labour: so many steps, and multiply-adds that take as long where nobody else is at
// work. These lose half of their pace, and counting none of it, when the other half of the core is
// taken (virtual machines share it with strangers); what a string computes loses about as much as
// both together. Rounds, not time: who is interrupted is late by that.
enum { ROUND_STEPS = 1000 };
static long round_sums; // Written by main while there is no work

static void labour(unsigned long n_rounds) {
    for (unsigned long i = 0; i < n_rounds; ++i) {
        count(ROUND_STEPS);
        jw_bench_fused(round_sums);
    }
}

static void read_clocks(void) {
    const size_t i = atomic_load(&n_readings);
    if (atomic_load(&watching) && i < READINGS) {
        readings[i] = (Reading){now_s(), clock_s(watched), clock_s(CLOCK_THREAD_CPUTIME_ID)};
        atomic_store(&n_readings, i + 1);
    }
}

// Second by second the client works as long as the process that is watched: from nothing known
// while that settles, then within 15 % of what most of its last seconds asked for, so that nobody
// who gets dearer excuses himself.
enum { PACES = 5 };
static atomic_ulong settled;     // Rounds; 0: not yet
static atomic_ulong pace[PACES]; // of those seconds, while it settles
static atomic_size_t n_paces;

static void keep_pace(void) {
    const size_t n = atomic_load(&n_readings), cycles = 750;
    if (!atomic_load(&watching) || n % cycles != 1 || n <= cycles) {
        return;
    }
    const Reading *begin = &readings[n - 1 - cycles], *end = &readings[n - 1];
    const double share = (end->spent_s - begin->spent_s) / (end->own_s - begin->own_s);
    const double base = (double)atomic_load(&settled), now = (double)atomic_load(&work);
    const double least = base > 0.0 ? base / 1.15 : 0.5 * now;
    const double most = base > 0.0 ? base * 1.15 : 2.0 * now;
    if (isfinite(share)) { // Not that of a process that has ended
        const unsigned long next = (unsigned long)lround(fmax(least, fmin(share * now, most)));
        atomic_store(&work, next);
        if (base == 0.0) {
            atomic_store(&pace[atomic_fetch_add(&n_paces, 1) % PACES], next);
        }
    }
}

// What settled: the middle one of the last seconds, for one of them may have been disturbed.
static unsigned long usual_pace(void) {
    unsigned long sorted[PACES] = {0};
    if (atomic_load(&n_paces) < PACES) {
        return atomic_load(&work);
    }
    for (int i = 0; i < PACES; ++i) {
        const unsigned long next = atomic_load(&pace[i]);
        int at = i;
        for (; at > 0 && sorted[at - 1] > next; --at) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = next;
    }
    return sorted[PACES / 2];
}

// What every client has to bear on this machine that works as long as it is told. The deadline is
// taken at the start: at the end, the server may have begun the next cycle.
static int run_idler(jack_nframes_t n, void *user) {
    const jack_nframes_t frame = jack_last_frame_time(idler);
    const double left = (double)n - jack_frames_since_cycle_start(idler);
    const double deadline_s = now_s() + left / jack_get_sample_rate(idler);
    const size_t i = atomic_load(&n_late);
    (void)user;
    read_clocks();
    keep_pace();
    labour(atomic_load(&work));
    const double end_s = now_s();
    atomic_fetch_add(&n_cycles, 1);
    if (end_s > deadline_s && i < LATE) {
        late_frame[i] = frame;
        late_ms[i] = 1e3 * (end_s - deadline_s);
        late_end_s[i] = end_s;
        atomic_store(&n_late, i + 1);
    }
    return 0;
}

static int count_xrun(void *user) {
    (void)user;
    atomic_fetch_add(&take_xruns, 1);
    note_stumble();
    return 0;
}

static void lose(void *user) {
    (void)user;
    atomic_store(&lost, true);
}

static void be_quiet(const char *text) {
    (void)text;
}

static bool error(const char *format, ...) {
    va_list args;
    va_start(args, format);
    printf("error: ");
    vprintf(format, args);
    printf("\n");
    va_end(args);
    return false;
}

static jack_client_t *open_client(const char *name, const char *suffix, JackProcessCallback run) {
    char full[64];
    snprintf(full, sizeof(full), "%s-%s", name, suffix);
    jack_client_t *client = jack_client_open(full, JackNoStartServer, NULL);
    if (client) {
        jack_set_process_callback(client, run, NULL);
        jack_on_shutdown(client, lose, NULL);
    }
    return client;
}

static bool open_all(const char *name) {
    jack_set_error_function(be_quiet);
    jack_set_info_function(be_quiet);
    sender = open_client(name, "send", run_sender);
    taker = open_client(name, "take", run_taker);
    idler = open_client(name, "idle", run_idler);
    if (!sender || !taker || !idler) {
        return error("no server");
    }
    midi_out = jack_port_register(sender, "out", JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput, 0);
    audio_in[0] = jack_port_register(taker, "in_1", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
    audio_in[1] = jack_port_register(taker, "in_2", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
    idle_in = jack_port_register(idler, "in", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput, 0);
    jack_set_xrun_callback(taker, count_xrun, NULL);
    return !jack_activate(sender) && !jack_activate(taker) && !jack_activate(idler);
}

static void sleep_ms(long ms) {
    const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

/*** Commands ***/

// event FRAME BYTE...
static bool do_event(const char *rest) {
    char *end;
    const size_t n = atomic_load(&n_events);
    Event event = {.frame = strtoull(rest, &end, 10)};
    while (*end == ' ' && event.size < BYTES) {
        event.bytes[event.size++] = (jack_midi_data_t)strtoul(end, &end, 10);
    }
    if (event.size == 0 || *end || n == EVENTS || atomic_load(&armed)) {
        return error("event FRAME BYTE..., %d bytes at most, before start", BYTES);
    }
    events[n] = event;
    atomic_store(&n_events, n + 1);
    return true;
}

// burst FRAME FRAMES: sound at the port `sound`, between frames of the recording; before start
static bool do_burst(const char *rest) {
    char *end;
    if (atomic_load(&armed)) {
        return error("already started");
    }
    burst_frame[0] = strtoull(rest, &end, 10);
    burst_frame[1] = burst_frame[0] + strtoull(end, NULL, 10);
    if (!sound_out) {
        sound_out =
            jack_port_register(sender, "sound", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
    }
    return sound_out || error("no port");
}

// start FRAMES: from a block's start on, sends the events and records that many frames
static bool do_start(const char *rest) {
    if (atomic_load(&armed)) {
        return error("already started");
    }
    tape_frames = strtoull(rest, NULL, 10);
    free(tape);
    tape = calloc(2 * tape_frames + 2, sizeof(float));
    if (!tape) {
        return error("out of memory");
    }
    // Every page now, not in the audio thread.
    for (uint64_t i = 0; i < 2 * tape_frames; i += 512) {
        ((volatile float *)tape)[i] = 0.0f;
    }
    next_event = 0;
    sent_frames = 0;
    expected = 0;
    atomic_store(&taken, 0);
    atomic_store(&gaps, 0);
    atomic_store(&take_xruns, 0);
    atomic_store(&n_stumbles, 0);
    atomic_store(&dated, false);
    atomic_store(&armed, true);
    while (!atomic_load(&dated)) {
        sleep_ms(1);
        if (atomic_load(&lost)) {
            return error("the server is gone");
        }
    }
    printf("t0 = %u\n", (unsigned)t0);
    return true;
}

// taken: how many frames there are so far
static bool do_taken(const char *rest) {
    (void)rest;
    printf("taken = %llu\n", atomic_load(&taken));
    return true;
}

// take FILE: waits for the recording and writes it, 32-bit floats, interleaved
static bool do_take(const char *path) {
    for (int i = 0; atomic_load(&taken) < tape_frames; ++i) {
        sleep_ms(5);
        if (atomic_load(&lost)) {
            return error("the server is gone");
        }
    }
    atomic_store(&armed, false);
    atomic_store(&n_events, 0);
    sleep_ms(200); // Longer than any block: nobody writes to the tape now
    FILE *file = fopen(path, "wb");
    const bool ok = file && fwrite(tape, 2 * sizeof(float), tape_frames, file) == tape_frames;
    if (!file || fclose(file) || !ok) {
        return error("%s: %s", path, strerror(errno));
    }
    printf("gaps = %u\nxruns = %u\n", atomic_load(&gaps), atomic_load(&take_xruns));
    return true;
}

static bool two_names(const char *rest, char *a, char *b) {
    // Names may hold blanks: they are separated by a bar.
    const char *bar = strchr(rest, '|');
    if (!bar) {
        return false;
    }
    snprintf(a, LINE, "%.*s", (int)(bar - rest), rest);
    snprintf(b, LINE, "%s", bar + 1);
    return true;
}

static bool do_connect(const char *rest) {
    char a[LINE];
    char b[LINE];
    if (!two_names(rest, a, b)) {
        return error("connect FROM|TO");
    }
    const int answer = jack_connect(taker, a, b);
    return !answer || answer == EEXIST || error("cannot connect %s to %s", a, b);
}

static bool do_disconnect(const char *rest) {
    char a[LINE];
    char b[LINE];
    if (!two_names(rest, a, b)) {
        return error("disconnect FROM|TO");
    }
    return !jack_disconnect(taker, a, b) || error("cannot disconnect %s from %s", a, b);
}

static bool do_ports(const char *rest) {
    const char **names = jack_get_ports(taker, *rest ? rest : NULL, NULL, 0);
    for (int i = 0; names && names[i]; ++i) {
        printf("%s\n", names[i]);
    }
    jack_free(names);
    return true;
}

static bool do_connections(const char *rest) {
    const jack_port_t *port = jack_port_by_name(taker, rest);
    const char **names = port ? jack_port_get_all_connections(taker, port) : NULL;
    for (int i = 0; names && names[i]; ++i) {
        printf("%s\n", names[i]);
    }
    jack_free(names);
    return port || error("no port %s", rest);
}

static bool do_latency(const char *rest) {
    jack_port_t *port = jack_port_by_name(taker, rest);
    jack_latency_range_t capture;
    jack_latency_range_t playback;
    if (!port) {
        return error("no port %s", rest);
    }
    jack_port_get_latency_range(port, JackCaptureLatency, &capture);
    jack_port_get_latency_range(port, JackPlaybackLatency, &playback);
    printf("capture = %u %u\nplayback = %u %u\n", capture.min, capture.max, playback.min,
           playback.max);
    return true;
}

static bool do_property(const char *rest) {
    char name[LINE];
    char key[LINE];
    char *value = NULL;
    char *type = NULL;
    jack_uuid_t uuid = 0;
    if (!two_names(rest, name, key)) {
        return error("property PORT|KEY");
    }
    const jack_port_t *port = jack_port_by_name(taker, name);
    char *client = port ? NULL : jack_get_uuid_for_client_name(taker, name);
    if (port) {
        uuid = jack_port_uuid(port);
    } else if (!client || jack_uuid_parse(client, &uuid)) {
        return error("nothing called %s", name);
    }
    jack_free(client);
    if (jack_get_property(uuid, key, &value, &type)) {
        return error("no property");
    }
    printf("value = %s\n", value);
    jack_free(value);
    jack_free(type);
    return true;
}

static bool do_size(const char *rest) {
    const int answer = jack_set_buffer_size(taker, (jack_nframes_t)strtoul(rest, NULL, 10));
    return !answer || error("size refused: %d", answer);
}

static bool do_freewheel(const char *rest) {
    return !jack_set_freewheel(taker, *rest == '1') || error("freewheel refused");
}

// plug NAME: a MIDI port as a keyboard has it; unplug takes the latest away
static bool do_plug(const char *rest) {
    for (int i = 0; i < EXTRA_PORTS; ++i) {
        if (!extra[i]) {
            extra[i] =
                jack_port_register(sender, rest, JACK_DEFAULT_MIDI_TYPE,
                                   JackPortIsOutput | JackPortIsPhysical | JackPortIsTerminal, 0);
            return extra[i] || error("no port");
        }
    }
    return error("too many ports");
}

static bool do_unplug(const char *rest) {
    (void)rest;
    for (int i = EXTRA_PORTS - 1; i >= 0; --i) {
        if (extra[i]) {
            jack_port_t *port = extra[i];
            extra[i] = NULL;
            sleep_ms(50); // The cycle that may still use it
            return !jack_port_unregister(sender, port) || error("cannot unplug");
        }
    }
    return error("nothing to unplug");
}

// speaker NAME: an audio port as a sound card has it; unplug_speakers takes all of them away
static bool do_speaker(const char *rest) {
    for (int i = 0; i < EXTRA_PORTS; ++i) {
        if (!speaker[i]) {
            speaker[i] =
                jack_port_register(sender, rest, JACK_DEFAULT_AUDIO_TYPE,
                                   JackPortIsInput | JackPortIsPhysical | JackPortIsTerminal, 0);
            return speaker[i] || error("no port");
        }
    }
    return error("too many ports");
}

static bool do_unplug_speakers(const char *rest) {
    (void)rest;
    for (int i = 0; i < EXTRA_PORTS; ++i) {
        if (speaker[i] && jack_port_unregister(sender, speaker[i])) {
            return error("cannot unplug");
        }
        speaker[i] = NULL;
    }
    return true;
}

// late: what the idle client saw since the last time
static bool do_late(const char *rest) {
    (void)rest;
    const size_t n = atomic_load(&n_late);
    printf("cycles = %llu\nlate = %zu\n", atomic_load(&n_cycles), n);
    for (size_t i = 0; i < n; ++i) {
        printf("late_at = %u %.3f %.6f\n", (unsigned)late_frame[i], late_ms[i], late_end_s[i]);
    }
    atomic_store(&n_late, 0);
    atomic_store(&n_cycles, 0);
    return true;
}

static double least_time_of(void (*something)(void)) {
    double least_s = 1.0;
    for (int i = 0; i < 1000; ++i) {
        const double start_s = now_s();
        something();
        least_s = fmin(least_s, now_s() - start_s);
    }
    return least_s;
}

enum { TRIED = 20 };
static void try_count(void) {
    count(TRIED * ROUND_STEPS);
}
static void try_sums(void) {
    jw_bench_fused(TRIED * ROUND_STEPS);
}

// work MICROSECONDS: that long is the idle client at work from now on, if nobody disturbs it; while
// a process is watched, as long as that
static bool do_work(const char *rest) {
    atomic_store(&watching, false);
    atomic_store(&work, 0);
    sleep_ms(200); // Longer than any block
    const double count_s = least_time_of(try_count) / TRIED;
    round_sums = lround(ROUND_STEPS * count_s * TRIED / least_time_of(try_sums));
    atomic_store(&work, (unsigned long)(1e-6 * strtod(rest, NULL) / (2.0 * count_s)));
    return true;
}

// watch PROCESS [settle]: from now on; without `settle` the pace begins with, and stays near, what
// settled
static bool do_watch(const char *rest) {
    atomic_store(&watching, false);
    sleep_ms(200); // Longer than any block
    const bool settles = strstr(rest, "settle") != NULL;
    const unsigned long before = atomic_load(&settled);
    if (!settles) {
        atomic_store(&work, before ? before : usual_pace());
    }
    atomic_store(&settled, settles ? 0 : atomic_load(&work));
    atomic_store(&n_paces, 0);
    if (clock_getcpuclockid((pid_t)strtol(rest, NULL, 10), &watched)) {
        return error("no such process");
    }
    memset(readings, 0, sizeof(readings)); // Every page now
    atomic_store(&n_readings, 0);
    atomic_store(&watching, true);
    return true;
}

// readings FILE: what was read, three doubles each
static bool do_readings(const char *path) {
    const size_t n = atomic_load(&n_readings);
    FILE *file = fopen(path, "wb");
    const bool ok = file && fwrite(readings, sizeof(*readings), n, file) == n;
    return ((!file || !fclose(file)) && ok) || error("%s: %s", path, strerror(errno));
}

// stumbles: when there was an xrun or a gap since the start
static bool do_stumbles(const char *rest) {
    const size_t n = atomic_load(&n_stumbles);
    (void)rest;
    for (size_t i = 0; i < n && i < LATE; ++i) {
        printf("stumble = %.6f\n", stumble_s[i]);
    }
    return true;
}

// Four beats a bar, counted from the transport's start
static void tell_beat(jack_transport_state_t state, jack_nframes_t n, jack_position_t *p,
                      int is_new, void *user) {
    // JACK asks before it has put its rate into p.
    const double beats_per_frame = atomic_load(&bpm) / 60.0 / jack_get_sample_rate(taker);
    const double beat = p->frame * beats_per_frame;
    (void)state;
    (void)n;
    (void)is_new;
    (void)user;
    p->valid = JackPositionBBT;
    p->beats_per_bar = 4.0f;
    p->beat_type = 4.0f;
    p->ticks_per_beat = 1920.0;
    p->beats_per_minute = atomic_load(&bpm);
    p->bar = (int32_t)(beat / 4.0) + 1;
    p->beat = (int32_t)beat % 4 + 1;
    p->tick = (int32_t)((beat - floor(beat)) * p->ticks_per_beat);
    p->bar_start_tick = (p->bar - 1) * 4.0 * p->ticks_per_beat;
}

// roll BPM: the transport runs from its start with that tempo; 0 stops it
static bool do_roll(const char *rest) {
    const unsigned long wanted = strtoul(rest, NULL, 10);
    if (wanted == 0) {
        jack_transport_stop(taker);
        return true;
    }
    atomic_store(&bpm, (unsigned)wanted);
    jack_transport_locate(taker, 0);
    if (jack_set_timebase_callback(taker, 0, tell_beat, NULL)) {
        return error("another client is in charge of the time");
    }
    jack_transport_start(taker);
    return true;
}

static bool do_sleep(const char *rest) {
    sleep_ms(strtol(rest, NULL, 10));
    return true;
}

static const struct {
    const char *name;
    bool (*run)(const char *rest);
} commands[] = {
    {"event", do_event},       {"start", do_start},
    {"take", do_take},         {"connect", do_connect},
    {"ports", do_ports},       {"connections", do_connections},
    {"latency", do_latency},   {"property", do_property},
    {"size", do_size},         {"freewheel", do_freewheel},
    {"plug", do_plug},         {"unplug", do_unplug},
    {"late", do_late},         {"sleep", do_sleep},
    {"work", do_work},         {"watch", do_watch},
    {"readings", do_readings}, {"taken", do_taken},
    {"roll", do_roll},         {"disconnect", do_disconnect},
    {"speaker", do_speaker},   {"unplug_speakers", do_unplug_speakers},
    {"stumbles", do_stumbles}, {"burst", do_burst},
};

static bool obey(char *line) {
    line[strcspn(line, "\n")] = '\0';
    char *rest = line + strcspn(line, " ");
    if (*rest) {
        *rest++ = '\0';
    }
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); ++i) {
        if (!strcmp(line, commands[i].name)) {
            return commands[i].run(rest);
        }
    }
    return error("unknown command %s", line);
}

int main(int argc, char **argv) {
    char line[LINE];
    if (!open_all(argc > 1 ? argv[1] : "peer")) {
        return 1;
    }
    printf("rate = %u\nblock = %u\nok\n", (unsigned)jack_get_sample_rate(taker),
           (unsigned)jack_get_buffer_size(taker));
    fflush(stdout);
    while (fgets(line, sizeof(line), stdin) && strcmp(line, "quit\n")) {
        if (obey(line)) {
            printf("ok\n");
        }
        fflush(stdout);
    }
    if (!atomic_load(&lost)) {
        jack_client_close(sender);
        jack_client_close(taker);
        jack_client_close(idler);
    }
    return 0;
}
