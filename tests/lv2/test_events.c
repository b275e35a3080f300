// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a host may send: notes at any frame, sequences that are broken or full, floods, transport.
//
//     test_events BUNDLE           all tests
//     test_events BUNDLE flood     only floods, for flood.sh

#include "files/preset_file.h"
#include "host.h"
#include "playing/midi.h"
#include "plugins.h"
#include "ports.h"
#include "properties.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <lv2/atom/atom.h>
#include <lv2/midi/midi.h>
#include <lv2/patch/patch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, FLOOD_BLOCKS = 3 };

static const char *bundle;

static Host *open_host(const char *instrument, int32_t max_block) {
    static HostState state;
    Host *host = host_new(&(HostConfig){
        .bundle = bundle, .rate_hz = RATE, .worker = HOST_WORKER_LATER, .max_block = max_block});
    memset(&state, 0, sizeof(state));
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, instrument);
    check(!host_restore(host, &state, ""), "%s cannot be chosen", instrument);
    host_activate(host);
    return host;
}

/// First frame of a buffer that is not silent.
static uint32_t onset(const float *samples, uint32_t n) {
    uint32_t i = 0;
    while (i < n && samples[i] == 0.0f) {
        ++i;
    }
    return i;
}

/// A note one frame later sounds one frame later.
static void test_frames(void) {
    enum { N = 4096 };
    Host *host = open_host("tanpura-point", 0);
    uint32_t first = 0;
    int n_exact = 0;
    host_settle(host);
    for (uint32_t frame = 0; frame < 100; ++frame) {
        for (int i = 0; i < 8; ++i) {
            host_midi(host, 0, 0xb0, 120, 0);
            host_run(host, HOST_FRAMES);
        }
        host_midi(host, frame, 0x90, 48, 100);
        host_run(host, N);
        const uint32_t at = onset(host->left, N);
        first = frame == 0 ? at : first;
        n_exact += at == first + frame;
    }
    check_between(n_exact, 100, 100, "notes at their frame");
    host_free(host);
}

/// Frames that go back, lie before the block or past it are put right: nothing is lost.
static void test_wrong_frames(void) {
    static const int64_t frames[] = {-5, INT64_MIN, 100, 50, INT64_MAX, 4096, 1};
    Host *host = open_host("tanpura", 0);
    for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); ++i) {
        host_midi(host, frames[i], 0xe0, 0, 64);
    }
    host_midi(host, -1, 0x90, 48, 100);
    host_run(host, 4096);
    host_run(host, 4096);
    check_between(host_peak(host->left, 4096), 1e-4, 100.0, "peak after events at wrong frames");
    host_free(host);
}

////////////
// Broken //
////////////

static void *body_of_next(Host *host) {
    return host->control.bytes + sizeof(LV2_Atom) + host->control.sequence.atom.size;
}

/// One broken thing after a good note; false if it killed the note.
static bool survives(Host *host, int kind, uint64_t *seed) {
    LV2_Atom *sequence = &host->control.sequence.atom;
    LV2_Atom_Event *event = NULL;
    host_midi(host, 0, 0x90, 48, 100);
    event = body_of_next(host);
    switch (kind) {
    case 0: // An event longer than the sequence
        host_midi(host, 5, 0x90, 50, 100);
        event->body.size = 0x7fffffff;
        break;
    case 1: // One that ends past it by a byte
        host_midi(host, 5, 0x90, 50, 100);
        event->body.size += 6;
        break;
    case 2: // Half an event's head
        sequence->size += 12;
        break;
    case 3: // An object with a property longer than itself
        host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 0);
        ((LV2_Atom_Object *)&event->body)->body.otype = host_map(LV2_PATCH__Set);
        ((LV2_Atom_Property_Body *)(&event->body + 2))->value.size = 0xfffffff0u;
        break;
    case 4: // A path without its zero
        host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 0);
        memset((uint8_t *)body_of_next(host) - 8, 'x', 8);
        break;
    case 5: // An object of no size
        host_event(host, 5, host_map(LV2_ATOM__Object), "", 0);
        break;
    case 6: // Noise of every type that is known
        for (int i = 0; i < 200; ++i) {
            uint64_t noise[16];
            for (int k = 0; k < 16; ++k) {
                noise[k] = fixture_random(seed);
            }
            const LV2_URID type = (LV2_URID)(fixture_random(seed) % 64);
            const uint32_t size = (uint32_t)(fixture_random(seed) % sizeof(noise));
            // Not notes: they would be heard.
            if (type != host_map(LV2_MIDI__MidiEvent)) {
                host_event(host, i, type, noise, size);
            }
        }
        break;
    case 7: // MIDI of every length and none
        for (uint32_t i = 0; i < 8; ++i) {
            static const uint8_t bytes[8] = {0xb0, 1, 2, 3, 4, 5, 6, 7};
            host_event(host, 5, host_map(LV2_MIDI__MidiEvent), bytes, i);
        }
        host_event(host, 6, host_map(LV2_MIDI__MidiEvent), "\x91\xff\xff", 3);
        host_event(host, 6, host_map(LV2_MIDI__MidiEvent), "\x30\x30\x30", 3);
        host_event(host, 6, host_map(LV2_MIDI__MidiEvent), "\xf0\x01\xf7", 3);
        break;
    default: // A transport of numbers that are none
        host_position(host, 5, (double)NAN, (double)INFINITY, -1e300);
        break;
    }
    host_run(host, 1024);
    host_work(host);
    const double peak = host_peak(host->left, 1024);
    return peak > 1e-4 && peak < 100.0;
}

static void test_broken_sequences(void) {
    enum { KINDS = 9 };
    Host *host = open_host("tanpura-point", 0);
    uint64_t seed = 3;
    int n_survived = 0;
    for (int i = 0; i < 20 * KINDS; ++i) {
        n_survived += survives(host, i % KINDS, &seed);
    }
    check_between(n_survived, 20 * KINDS, 20 * KINDS, "notes heard beside what is broken");
    host_settle(host);
    host_patch(host, LV2_PATCH__Get, JW_INSTRUMENT_FILE_URI, NULL, NULL, 0);
    host_run(host, 64);
    const char *told = host_told(host, JW_INSTRUMENT_FILE_URI);
    check(told && strstr(told, "tanpura-point") != NULL, "a broken message chose %s", told);
    host->control.sequence.atom.type = 0;
    host_run(host, 64);
    host->control.sequence.atom.type = host_map(LV2_ATOM__Sequence);
    host->control.sequence.atom.size = 4;
    host_run(host, 64);
    host->descriptor->connect_port(host->handle, JW_PORT_CONTROL, NULL);
    host_run(host, 64);
    host_free(host);
}

/// More events than the plug-in holds at once, in one block: the same as in many.
static void test_full_sequence(void) {
    enum { N = 8192, EVENTS = 2000 };
    static float whole[N], cut[N];
    for (int pass = 0; pass < 2; ++pass) {
        Host *host = open_host("tanpura-point", pass ? 64 : 0);
        uint32_t e = 0;
        for (uint32_t at = 0; at < N; at += pass ? 512 : N) {
            const uint32_t end = at + (pass ? 512 : N);
            for (; e < EVENTS && e * 4 < end; ++e) {
                if (e == 10) {
                    host_midi(host, e * 4 - at, 0x90, 48, 100);
                } else {
                    host_midi(host, e * 4 - at, 0xe0, (int)e & 127, 60 + (int)(e % 8));
                }
            }
            host_run_to(host, (pass ? cut : whole) + at, host->right, end - at);
        }
        host_free(host);
    }
    check(host_peak(whole, N) > 1e-4 && !memcmp(whole, cut, sizeof(cut)),
          "2000 events at once: other bits");
}

////////////
// Floods //
////////////

/// Names for callgrind, which counts what they call; not to be inlined, nor taken for one function.
#define BLOCK_OF_KIND(name, number)                                                                \
    __attribute__((noinline)) void jw_test_##name##_block(Host *host);                             \
    void jw_test_##name##_block(Host *host) {                                                      \
        kind_of_block = (number);                                                                  \
        host_run(host, 64);                                                                        \
    }

static volatile int kind_of_block;

BLOCK_OF_KIND(flooded_0, 0)
BLOCK_OF_KIND(flooded_1, 1)
BLOCK_OF_KIND(flooded_2, 2)
BLOCK_OF_KIND(flooded_3, 3)
BLOCK_OF_KIND(flooded_4, 4)
BLOCK_OF_KIND(flooded_5, 5)
BLOCK_OF_KIND(flooded_6, 6)
BLOCK_OF_KIND(flooded_7, 7)
BLOCK_OF_KIND(normal, 8)
BLOCK_OF_KIND(silent, 9)

/// All sound off comes last: it ends what the other floods would cost.
enum { KINDS = 8, SOUND_OFF = KINDS - 1 };

/// A key that sounds, tuned at once.
static void tune(Host *host, int64_t frame, int key, int part) {
    const uint8_t bytes[] = {0xf0,         0x7f,         0x7f,          8, 2,   0, 1,
                             (uint8_t)key, (uint8_t)key, (uint8_t)part, 0, 0xf7};
    host_event(host, frame, host_map(LV2_MIDI__MidiEvent), bytes, sizeof(bytes));
}

/// A thousand events in a block of 64 frames while every string of the sitar sounds.
static void flood(Host *host, int kind) {
    static const int ends[] = {JW_CC_SUSTAIN, JW_CC_ALL_NOTES_OFF, JW_CC_RESET_CONTROLLERS};
    uint64_t seed = 11;
    for (int i = 0; i < 1000; ++i) {
        const int64_t frame = i * 64 / 1000;
        const int key = 49 + (int)(fixture_random(&seed) % 24);
        switch (kind) {
        case 0:
            host_midi(host, frame, i % 2 ? 0x80 : 0x90, key, 100);
            break;
        case 1:
            host_midi(host, frame, 0xe0, key, (int)(fixture_random(&seed) & 127));
            break;
        case 2:
            host_midi(host, frame, 0xb0, 20 + i % 8, (int)(fixture_random(&seed) & 127));
            break;
        case 3:
            host_midi(host, frame, 0xb0 + i % 16, 100 + i % 2, i & 127);
            break;
        case 4:
            host_midi(host, frame, 0x90, key, 100);
            break;
        case 5:
            host_midi(host, frame, 0xb0, ends[i % 3], i % 2 ? 127 : 0);
            break;
        case 6:
            tune(host, frame, key, (int)(fixture_random(&seed) & 127));
            break;
        default:
            host_midi(host, frame, 0xb0, JW_CC_ALL_SOUND_OFF, 0);
            break;
        }
    }
}

static void test_flood(int n_blocks) {
    static void (*const flooded[KINDS])(Host *) = {
        jw_test_flooded_0_block, jw_test_flooded_1_block, jw_test_flooded_2_block,
        jw_test_flooded_3_block, jw_test_flooded_4_block, jw_test_flooded_5_block,
        jw_test_flooded_6_block, jw_test_flooded_7_block};
    Host *host = open_host("sitar", 8192);
    host_set(host, JW_P_POLYPHONY, 1.0f);
    // Strikes every string that a flood can reach: the normal blocks are those that follow strokes.
    for (int i = 0; i < 2 * SOUND_OFF; ++i) {
        flood(host, i % SOUND_OFF);
        host_run(host, 64);
    }
    for (int i = 0; i < n_blocks; ++i) {
        jw_test_normal_block(host);
    }
    int n_finite = 0;
    for (int i = 0; i < KINDS * n_blocks; ++i) {
        const int kind = i < SOUND_OFF * n_blocks ? i % SOUND_OFF : SOUND_OFF;
        flood(host, kind);
        flooded[kind](host);
        n_finite += isfinite(host_peak(host->left, 64));
    }
    check_between(n_finite, KINDS * n_blocks, KINDS * n_blocks, "flooded blocks with finite sound");
    host_midi(host, 0, 0xb0, 120, 0);
    for (int i = 0; i < 8; ++i) {
        host_run(host, HOST_FRAMES / 2);
    }
    check_below(host_peak(host->left, HOST_FRAMES / 2), 0.0, "peak after all sound off");
    for (int i = 0; i < n_blocks; ++i) {
        jw_test_silent_block(host);
    }
    host_free(host);
}

///////////////
// Transport //
///////////////

/// Frame of the first sound of a drone from now on.
static double first_sound(Host *host, double seconds) {
    const uint32_t n = (uint32_t)(seconds * RATE) / 512;
    for (uint32_t i = 0; i < n; ++i) {
        host_run(host, 512);
        if (host_peak(host->left, 512) > 5e-5) {
            return (i * 512.0 + onset(host->left, 512)) / RATE;
        }
    }
    return -1.0;
}

static void test_drone(void) {
    Host *host = host_new(&(HostConfig){
        .bundle = bundle, .uri = JW_DRONE_URI, .rate_hz = RATE, .worker = HOST_WORKER_LATER});
    if (!check(host != NULL, "no drone")) {
        return;
    }
    host_set(host, JW_P_DRONE_SEED, 0.0f);
    host_activate(host);
    host_position(host, 0, 120.0, 0.0, 0.0);
    check_between(first_sound(host, 3.0), -1.0, -1.0, "drone while the host stands still");
    // Its round has five counts: strokes on 0, 1, 2 and 3.
    host_position(host, 0, 120.0, 1.0, 4.5);
    check_between(first_sound(host, 3.0), 0.25, 0.26, "seconds to beat 5 at 120 a minute");
    host_position(host, 0, 120.0, 0.0, 8.0);
    for (int i = 0; i < 6000; ++i) {
        host_run(host, 512);
    }
    check_below(host_peak(host->left, 512), 0.0, "peak long after the host stopped");
    host_position(host, 0, 60.0, 1.0, 0.0);
    check_between(first_sound(host, 3.0), 0.0, 0.01, "seconds to its first beat");
    host_free(host);
    host = host_new(&(HostConfig){.bundle = bundle, .uri = JW_DRONE_URI, .rate_hz = RATE});
    host_activate(host);
    *host_knob(host, JW_HOST_BPM) = 90.0f;
    check_between(first_sound(host, 3.0), 0.0, 1.0,
                  "seconds to sound in a host with a tempo alone");
    host_free(host);
}

/// In a host that tells of no transport, controls at their defaults, it plays in its own tempo, and
/// rests when it hears of one that stands still.
static void test_drone_untold(void) {
    enum { N = 8 * RATE };
    static float own[N], untold[N];
    for (int pass = 0; pass < 2; ++pass) {
        float *out = pass ? untold : own;
        Host *host = host_new(&(HostConfig){
            .bundle = bundle, .uri = JW_DRONE_URI, .rate_hz = RATE, .worker = HOST_WORKER_LATER});
        check(host->knob[host->port_of[JW_P_DRONE_SYNC]] == 1.0f,
              "is in the host's tempo at first");
        host_set(host, JW_P_DRONE_SYNC, (float)pass);
        host_activate(host);
        for (uint32_t at = 0; at < N; at += 480) {
            host_run_to(host, out + at, host->right, 480);
        }
        if (pass) {
            host_position(host, 0, 90.0, 0.0, 8.0);
            for (int i = 0; i < 6000; ++i) {
                host_run(host, 512);
            }
            check_below(host_peak(host->left, 512), 1e-6, "peak long after one that stands still");
        }
        host_free(host);
    }
    check(host_peak(own, N) > 1e-3 && !memcmp(own, untold, sizeof(own)),
          "in a host with no transport it does not play in its own tempo");
}

/// Switched off it neither plays nor costs; switched on again it plays on, in the host's time and
/// with the wheel where it was.
static void test_drone_enabled(void) {
    enum { N = 9600 };
    Host *host = host_new(&(HostConfig){
        .bundle = bundle, .uri = JW_DRONE_URI, .rate_hz = RATE, .worker = HOST_WORKER_LATER});
    host_set(host, JW_P_DRONE_SEED, 0.0f);
    host_activate(host);
    host_position(host, 0, 120.0, 1.0, 0.0);
    check_between(first_sound(host, 3.0), 0.0, 0.01, "seconds to the drone's first stroke");
    *host_knob(host, JW_HOST_ENABLED) = 0.0f;
    for (int i = 0; i < 400; ++i) {
        host_run(host, 512);
    }
    check_between(first_sound(host, 3.0), -1.0, -1.0, "a drone that is switched off");
    *host_knob(host, JW_HOST_ENABLED) = 1.0f;
    check_between(first_sound(host, 3.0), 0.0, 1.1, "seconds to its next stroke, switched on");
    host_free(host);
}

/// The wheel is where it was before the plug-in was switched off and on.
static void test_bend_enabled(void) {
    enum { N = 9600 };
    static float before[N], after[N];
    Host *host = open_host("tanpura-point", 0);
    // Both strokes alike
    host_set(host, JW_P_VARIATION, 0.0f);
    host_set(host, JW_P_STROKE_NOISE, 0.0f);
    for (int pass = 0; pass < 2; ++pass) {
        if (pass == 0) {
            host_midi(host, 0, 0xe0, 0, 100);
        }
        *host_knob(host, JW_HOST_ENABLED) = 0.0f;
        for (int i = 0; i < 8; ++i) {
            host_run(host, HOST_FRAMES);
        }
        *host_knob(host, JW_HOST_ENABLED) = 1.0f;
        host_midi(host, 0, 0x90, 48, 100);
        host_run_to(host, pass ? after : before, host->right, N);
    }
    check(host_peak(before, N) > 1e-4 && !memcmp(before, after, sizeof(after)),
          "switched off and on: another sound");
    host_free(host);
    // And it is another one than that of the wheel in its middle.
    host = open_host("tanpura-point", 0);
    for (int i = 0; i < 8; ++i) {
        host_run(host, HOST_FRAMES);
    }
    host_midi(host, 0, 0x90, 48, 100);
    host_run_to(host, after, host->right, N);
    check(memcmp(before, after, sizeof(after)) != 0, "the wheel is forgotten");
    host_free(host);
}

int main(int argc, char **argv) {
    bundle = argc > 1 ? argv[1] : "";
    if (argc > 2) {
        test_flood(FLOOD_BLOCKS);
        return check_result();
    }
    test_frames();
    test_wrong_frames();
    test_broken_sequences();
    test_full_sequence();
    test_flood(10);
    test_drone();
    test_drone_untold();
    test_drone_enabled();
    test_bend_enabled();
    return check_result();
}
