// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tunings that reach the plug-in: system exclusive messages among a host's events, an AnaMark file,
// and MTS-ESP from a libMTS that is made up. Arguments: bundle, that library, a folder for files.

#include "files/preset_file.h"
#include "host.h"
#include "properties.h"
#include "support/check.h"
#include "support/fake_libmts.h"
#include "support/tone.h"

#include <lv2/atom/atom.h>
#include <lv2/midi/midi.h>
#include <lv2/patch/patch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, KEY = 57, HEARD = 12000 };

static const char *bundle;
static FakeLibmts *fake;

static double key_hz(double key) {
    return 440.0 * exp2((key - 69.0) / 12.0);
}

static Host *open_host(HostWorker worker) {
    static HostState state;
    Host *host = host_new(&(HostConfig){.bundle = bundle, .rate_hz = RATE, .worker = worker});
    memset(&state, 0, sizeof(state));
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, "bench");
    check(!host_restore(host, &state, ""), "an instrument");
    host_activate(host);
    return host;
}

static void sysex(Host *host, int64_t frame, const void *bytes, uint32_t size) {
    host_event(host, frame, host_map(LV2_MIDI__MidiEvent), bytes, size);
}

static void run(Host *host, int blocks) {
    for (int i = 0; i < blocks; ++i) {
        host_run(host, 256);
        host_work(host);
    }
}

/// What sounds is that high [MIDI key].
static void is_heard(Host *host, const char *what, double key) {
    run(host, 20);
    host_run(host, HEARD);
    host_work(host);
    check_below(fabs(tone_cents(tone_hz(host->left, HEARD, RATE, key_hz(key)), key_hz(key))), 2.5,
                "%s, cents off", what);
}

static void pluck(Host *host) {
    host_midi(host, 0, 0x90, KEY, 64);
}

/********* Messages *********/

static const uint8_t half[] = {0xf0, 0x7f, 0x7f, 8, 2, 0, 1, KEY, KEY, 64, 0, 0xf7};
static const uint8_t on[] = {0xf0, 0x7e, 0x7f, 9, 1, 0xf7};
static const uint8_t nothing[] = {0xf0, 0x7d, 1, 2, 0xf7};
static const uint8_t cut[] = {0xf0, 0x7f, 0x7f, 8};

static void test_messages(void) {
    Host *host = open_host(HOST_WORKER_LATER);
    pluck(host);
    is_heard(host, "plain", KEY);
    sysex(host, 100, half, sizeof(half));
    is_heard(host, "tuned while it sounds", KEY + 0.5);
    sysex(host, 0, nothing, sizeof(nothing));
    sysex(host, 0, cut, sizeof(cut));
    sysex(host, 0, cut, 1);
    is_heard(host, "what says nothing", KEY + 0.5);
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "wave", 0);
    run(host, 400);
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 0);
    run(host, 400);
    pluck(host);
    is_heard(host, "an instrument later", KEY + 0.5);
    sysex(host, 0, on, sizeof(on));
    pluck(host);
    is_heard(host, "after a reset", KEY);
    sysex(host, 0, half, sizeof(half));
    run(host, 1);
    host_deactivate(host);
    host_activate(host);
    pluck(host);
    is_heard(host, "as if it had never run", KEY);
    host_free(host);
}

/********* Files *********/

/// AnaMark's pitch of one key, where a host sets a scale.
static void test_anamark(const char *folder) {
    char path[512];
    snprintf(path, sizeof(path), "%s/lv2_keys.tun", folder);
    FILE *file = fopen(path, "w");
    check(file != NULL, "%s", path);
    if (!file) {
        return;
    }
    fprintf(file, "[Exact Tuning]\nnote %d = %d\nnote 127 = 12700\n", KEY, 100 * KEY + 30);
    fclose(file);
    Host *host = open_host(HOST_WORKER_LATER);
    host_patch(host, LV2_PATCH__Set, "urn:jawari:scaleFile", LV2_ATOM__Path, path, 0);
    run(host, 400);
    pluck(host);
    is_heard(host, "AnaMark's tuning", KEY + 0.3);
    host_free(host);
}

/********* MTS-ESP *********/

static void tune_all(double by_semitones) {
    for (int key = 0; key < 128; ++key) {
        fake->hz[key] = key_hz(key + by_semitones);
    }
}

static void test_tuner(HostWorker worker, const char *what) {
    printf("%s:\n", what);
    fake->has_master = 0;
    Host *host = open_host(worker), *other = open_host(worker);
    check(fake->n_clients == 2, "%d clients", fake->n_clients);
    pluck(host);
    is_heard(host, "without a master", KEY);
    tune_all(0.3);
    fake->has_master = 1;
    is_heard(host, "with one", KEY + 0.3);
    tune_all(-0.2);
    is_heard(host, "that moves", KEY - 0.2);
    pluck(other);
    is_heard(other, "another instrument", KEY - 0.2);
    sysex(host, 0, half, sizeof(half));
    is_heard(host, "messages come after it", KEY - 0.2);
    host_deactivate(host);
    host_activate(host);
    pluck(host);
    is_heard(host, "activated again", KEY - 0.2);
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "wave", 0);
    run(host, 400);
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 0);
    run(host, 400);
    pluck(host);
    is_heard(host, "an instrument later", KEY - 0.2);
    fake->has_master = 0;
    pluck(host);
    is_heard(host, "without it", KEY);
    host_free(host);
    host_free(other);
    check(fake->n_clients == 0, "%d clients are left", fake->n_clients);
}

/// No worker: what there is when it is activated.
static void test_no_worker(void) {
    tune_all(0.4);
    fake->has_master = 1;
    Host *host = open_host(HOST_NO_WORKER);
    pluck(host);
    is_heard(host, "without a worker", KEY + 0.4);
    host_free(host);
}

static bool make_fake(const char *library, const char *folder) {
    static char path[512];
    snprintf(path, sizeof(path), "%s/fake_libmts_lv2", folder);
    fake = fake_libmts_new(path);
    setenv("JAWARI_LIBMTS", library, 1);
    return check(fake != NULL, "%s", path);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        return 2;
    }
    bundle = argv[1];
    setenv("JAWARI_LIBMTS", "", 1);
    test_messages();
    test_anamark(argv[3]);
    if (make_fake(argv[2], argv[3])) {
        test_tuner(HOST_WORKER_LATER, "a worker that works later");
        test_tuner(HOST_WORKER_AT_ONCE, "a worker that works at once");
        test_no_worker();
    }
    return check_result();
}
