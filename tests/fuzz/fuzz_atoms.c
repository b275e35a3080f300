// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Atom sequences and control ports into run(), in buffers of just their size.
//
// An input: length of a block; knobs; length of the sequence, its bytes; and so on. The numbers of
// URIs in it are taken modulo those that the plug-in knows where the harness builds the events.

#include "plugin_host.h"
#include "ports.h"

#include <lv2/atom/atom.h>
#include <lv2/midi/midi.h>
#include <lv2/patch/patch.h>
#include <lv2/time/time.h>

enum { KNOBS = 4, BLOCKS = 8, SEQUENCE = 4096, LONG_MIDI = 15 };

static PluginHost *host;

static void turn_knobs(FuzzBytes *bytes) {
    const uint8_t n = fuzz_byte(bytes);
    for (int i = 0; i < n % KNOBS; ++i) {
        const uint32_t port = JW_PORT_FIRST + fuzz_byte(bytes) % (PLUGIN_PORTS - 4u);
        uint8_t raw[4];
        for (int k = 0; k < 4; ++k) {
            raw[k] = fuzz_byte(bytes);
        }
        memcpy(&host->knob[port], raw, sizeof(raw));
    }
}

/// The sequence as it stands in the input, behind a head that tells its size.
static LV2_Atom *raw_sequence(FuzzBytes *bytes, size_t n) {
    size_t size;
    uint8_t *body = fuzz_copy(bytes, n, &size);
    LV2_Atom *atom = malloc(sizeof(*atom) + size);
    demand(atom != NULL, "memory");
    atom->type = host_map(LV2_ATOM__Sequence);
    atom->size = (uint32_t)size;
    memcpy(atom + 1, body, size);
    free(body);
    return atom;
}

typedef struct {
    uint8_t bytes[SEQUENCE];
    size_t size;
} Body;

static void put(Body *body, const void *what, size_t n) {
    const size_t padded = (n + 7u) & ~(size_t)7u;
    if (body->size + padded <= sizeof(body->bytes)) {
        memcpy(body->bytes + body->size, what, n);
        memset(body->bytes + body->size + n, 0, padded - n);
        body->size += padded;
    }
}

static LV2_URID some_uri(FuzzBytes *bytes) {
    return 1 + fuzz_byte(bytes) % host_n_uris();
}

/// Properties of an object: key, type and some bytes each.
static void put_properties(Body *body, FuzzBytes *bytes) {
    for (int n = fuzz_byte(bytes) % 6; n > 0; --n) {
        const LV2_URID key = some_uri(bytes), type = some_uri(bytes);
        size_t size;
        uint8_t *value = fuzz_copy(bytes, fuzz_byte(bytes) % 64, &size);
        const LV2_Atom_Property_Body head = {key, 0, {(uint32_t)size, type}};
        uint8_t whole[sizeof(head) + 64];
        memcpy(whole, &head, sizeof(head));
        memcpy(whole + sizeof(head), value, size);
        put(body, whole, sizeof(head) + size);
        free(value);
    }
}

/// A system exclusive message, or what claims to be one.
static void put_long_midi(Body *body, LV2_Atom *atom, FuzzBytes *bytes) {
    size_t size;
    uint8_t *midi = fuzz_copy(bytes, 1 + fuzz_byte(bytes) % 64, &size);
    if (size > 0) {
        midi[0] = 0xf0;
    }
    put(body, midi, size);
    *atom = (LV2_Atom){(uint32_t)size, host_map(LV2_MIDI__MidiEvent)};
    free(midi);
}

/// A sequence of events that are well formed, whatever they mean.
static LV2_Atom *built_sequence(FuzzBytes *bytes) {
    static Body body;
    body.size = 0;
    put(&body, &(LV2_Atom_Sequence_Body){0, 0}, sizeof(LV2_Atom_Sequence_Body));
    for (int n = fuzz_byte(bytes) % 16; n > 0; --n) {
        static Body object;
        const uint8_t kind = fuzz_byte(bytes);
        LV2_Atom_Event event = {.time.frames = (int8_t)fuzz_byte(bytes)};
        object.size = 0;
        if (kind % 16 == LONG_MIDI) {
            put_long_midi(&object, &event.body, bytes);
        } else if (kind % 2) {
            uint8_t midi[4];
            for (int i = 0; i < 4; ++i) {
                midi[i] = fuzz_byte(bytes);
            }
            event.body = (LV2_Atom){kind % 4 == 1 ? 3 : kind % 5, host_map(LV2_MIDI__MidiEvent)};
            put(&object, midi, sizeof(midi));
        } else {
            put(&object, &(LV2_Atom_Object_Body){0, some_uri(bytes)}, sizeof(LV2_Atom_Object_Body));
            put_properties(&object, bytes);
            event.body = (LV2_Atom){(uint32_t)object.size, host_map(LV2_ATOM__Object)};
        }
        put(&body, &event, sizeof(event));
        put(&body, object.bytes, object.size);
    }
    LV2_Atom *atom = malloc(sizeof(*atom) + body.size);
    demand(atom != NULL, "memory");
    *atom = (LV2_Atom){(uint32_t)body.size, host_map(LV2_ATOM__Sequence)};
    memcpy(atom + 1, body.bytes, body.size);
    return atom;
}

static void run_block(FuzzBytes *bytes) {
    const uint8_t how = fuzz_byte(bytes);
    const uint32_t n_frames = fuzz_byte(bytes);
    const size_t room = 16 + fuzz_word(bytes) % (PLUGIN_NOTIFY - 16);
    turn_knobs(bytes);
    LV2_Atom *sequence = how & 1 ? built_sequence(bytes) : raw_sequence(bytes, fuzz_word(bytes));
    void *notify = how & 2 ? malloc(room) : NULL;
    plugin_host_run(host, how & 4 ? NULL : sequence, notify, room, n_frames);
    if (how & 8) {
        plugin_host_work(host);
    }
    free(notify);
    free(sequence);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static float knobs[PLUGIN_PORTS];
    FuzzBytes bytes = {data, size};
    if (!host) {
        host = plugin_host_new();
        memcpy(knobs, host->knob, sizeof(knobs));
    }
    host->descriptor->activate(host->handle);
    for (int i = 0; i < BLOCKS && bytes.left > 0; ++i) {
        run_block(&bytes);
    }
    // What was asked for is done, and answered, before the next input.
    plugin_host_work(host);
    plugin_host_run(host, NULL, NULL, 0, 0);
    host->descriptor->deactivate(host->handle);
    memcpy(host->knob, knobs, sizeof(knobs));
    return 0;
}
