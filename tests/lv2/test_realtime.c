// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What run() does is fit for the audio thread: it allocates nothing, locks nothing, calls no
// system, faults no page.
//
//     test_realtime BUNDLE
//
// What it does is caught in the nets of support/nets.h.

#include "files/preset_file.h"
#include "host.h"
#include "plugins.h"
#include "ports.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/nets.h"

#include <lv2/atom/atom.h>
#include <lv2/patch/patch.h>

enum { RATE = 48000, BLOCK = 128, WATCH_BLOCKS = RATE / BLOCK };

/// run() under all three nets.
static void watched_run(Host *host, uint32_t n) {
    const LV2_URID chunk = host_map(LV2_ATOM__Chunk);
    host->notify.sequence.atom.type = chunk;
    host->notify.sequence.atom.size = host->notify_capacity;
    nets_begin();
    host->descriptor->run(host->handle, n);
    nets_end();
    for (int i = 0; i < host->n_answers; ++i) {
        host->work->work_response(host->handle, host->answers[i].size, host->answers[i].data);
    }
    host->n_answers = 0;
    host->work->end_run(host->handle);
    host->control.sequence.atom.size = sizeof(LV2_Atom_Sequence_Body);
}

/// What a window asks for, at random.
static void ask(Host *host, uint64_t r) {
    switch (r % 4) {
    case 0:
        host_pluck(host,
                   &(JwStringPluck){.string = (int)(r >> 8 & 7), .velocity = (int)(r >> 16 & 127)});
        break;
    case 1:
        host_return(host, &(JwReturn){.instrument = "bench"});
        break;
    default:
        host_watch(host, &(JwWatch){.string = (int)(r >> 8 & 7), .sound = r >> 16 & 1});
        break;
    }
}

/// Everything that can happen to an instance, at random; the messages of a window if it may ask.
static void disturb(Host *host, uint64_t *seed, bool may_ask) {
    static const char *const names[] = {"bench", "tanpura", "tanpura-point"};
    const uint64_t r = fixture_random(seed);
    switch (r % 9) {
    case 0:
    case 1:
        host_midi(host, (int64_t)(r >> 8 & 63), 0x90 + (int)(r >> 40 & 3), 40 + (int)(r >> 16 & 31),
                  (int)(r >> 24 & 127));
        break;
    case 2:
        host_midi(host, (int64_t)(r >> 8 & 63), 0xb0, (int)(r >> 16 & 127), (int)(r >> 24 & 127));
        break;
    case 3:
        host_midi(host, (int64_t)(r >> 8 & 63), 0xe0, (int)(r >> 16 & 127), (int)(r >> 24 & 127));
        break;
    case 4: {
        const JwParamId id = (JwParamId)((r >> 8) % JW_N_PARAMS);
        const JwParamInfo *info = jw_param_info(id);
        // Not the highest quality: it only takes longer.
        const double most = id == JW_P_QUALITY ? 2.0 : info->max;
        host_set(host, id, (float)fixture_uniform(seed, info->min, most));
        break;
    }
    case 5:
        host_position(host, (int64_t)(r >> 8 & 63), (double)(r >> 16 & 255), (double)(r >> 24 & 1),
                      (double)(r >> 32 & 15));
        break;
    case 6:
        *host_knob(host, JW_HOST_ENABLED) = r >> 8 & 7 ? 1.0f : 0.0f;
        host_patch(host, LV2_PATCH__Get, NULL, NULL, NULL, 3);
        break;
    case 7:
        if (may_ask) {
            ask(host, r >> 8);
        }
        break;
    default:
        if (r >> 8 & 1) {
            host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path,
                       names[(r >> 16) % 3], 5);
        }
        break;
    }
}

static Host *open_host(const char *bundle, const char *uri) {
    return host_new(
        &(HostConfig){.bundle = bundle, .uri = uri, .rate_hz = RATE, .worker = HOST_WORKER_LATER});
}

/// A window that is open all the time: it renews its watch before that ends, with the sound, and
/// goes on to another string; everything else happens meanwhile.
static void test_watched(const char *bundle, const char *uri, int n_blocks) {
    Host *host = open_host(bundle, uri);
    uint64_t seed = 19;
    int n_pictures = 0, n_sounds = 0;
    host_activate(host);
    nets_clear();
    for (int i = 0; i < n_blocks; ++i) {
        if (i % WATCH_BLOCKS == 0) {
            host_watch(host,
                       &(JwWatch){.string = i / WATCH_BLOCKS % 2, .rate = 60.0, .sound = true});
        }
        if (fixture_random(&seed) % 8 == 0) {
            disturb(host, &seed, false);
        }
        for (int c = 0; c < 2 * BLOCK; ++c) { // A sound into an effect, where no key does much
            host->in[c % 2][c / 2] = (float)fixture_uniform(&seed, -0.1, 0.1);
        }
        watched_run(host, BLOCK);
        n_pictures += host_count(host, "urn:jawari:Picture", 0);
        n_sounds += host_count(host, "urn:jawari:Sound", 0);
        if (i % 5 == 0) {
            host_work(host);
        }
    }
    const double seconds = (double)n_blocks * BLOCK / RATE;
    check(nets_empty(uri), "%s: nothing is caught while a window watches", uri);
    check_between(n_pictures / seconds, 15.0, 61.0, "%s: pictures a second", uri);
    check(n_sounds > 0, "%s: %d pieces of sound", uri, n_sounds);
    host_free(host);
}

static void test(const char *bundle, const char *uri, int n_blocks) {
    Host *host = open_host(bundle, uri);
    uint64_t seed = 17;
    int n_pictures = 0;
    host_activate(host);
    nets_clear();
    for (int i = 0; i < n_blocks; ++i) {
        if (fixture_random(&seed) % 3 == 0) {
            disturb(host, &seed, true);
        }
        watched_run(host, 1 + (uint32_t)(fixture_random(&seed) % 256));
        n_pictures += host_count(host, "urn:jawari:Picture", 0);
        if (i % 5 == 0) {
            host_work(host);
        }
    }
    check(nets_empty(uri), "%s: nothing is caught", uri);
    check(n_pictures > 20, "%s: %d blocks had pictures", uri, n_pictures);
    host_free(host);
}

int main(int argc, char **argv) {
    nets_can_trap();
    nets_lock_memory();
    check(nets_catch(), "every net catches what is planted");
    for (int i = 0; i < JW_N_PLUGINS; ++i) {
        test(argc > 1 ? argv[1] : "", jw_plugin(i)->uri, 4000);
        test_watched(argc > 1 ? argv[1] : "", jw_plugin(i)->uri, 3000);
    }
    return check_result();
}
