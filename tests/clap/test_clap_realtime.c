// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the audio thread calls of a CLAP plug-in is fit for it: it allocates nothing, locks nothing,
// calls no system, faults no page.
//
//     test_clap_realtime LIBRARY

#include "clap_host.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/nets.h"

#include <stdlib.h>

enum { RATE = 48000, BLOCK = 128, BLOCKS = 4000 };

static const clap_plugin *inner;

static int32_t watched_process(const clap_plugin *plugin, const clap_process *block) {
    (void)plugin;
    nets_begin();
    const int32_t result = inner->process(inner, block);
    nets_end();
    return result;
}

static void watched_reset(void) {
    nets_begin();
    inner->reset(inner);
    nets_end();
}

/// Anything that a host may send, at random.
static void disturb(ClapHost *h, uint64_t *seed) {
    const uint64_t r = fixture_random(seed);
    const uint32_t frame = (uint32_t)(r >> 8 & 63);
    const int channel = (int)(r >> 16 & 3), key = 40 + (int)(r >> 20 & 31);
    clap_param_info info;
    switch (r % 8) {
    case 0:
    case 1:
        clap_host_note(h, frame, CLAP_EVENT_NOTE_ON, (int32_t)(r >> 32 & 255), channel, key, 0.6);
        break;
    case 2:
        clap_host_note(h, frame, CLAP_EVENT_NOTE_OFF, -1, channel, key, 0.0);
        break;
    case 3:
        clap_host_note(h, frame, CLAP_EVENT_NOTE_CHOKE, -1, channel, key, 0.0);
        break;
    case 4:
        clap_host_express(h, frame, (int)(r >> 40 & 7), -1, channel, key, 0.7);
        break;
    case 5:
        clap_host_midi(h, frame, 0x80 + (int)(r >> 24 & 127), (int)(r >> 32 & 127),
                       (int)(r >> 40 & 127));
        break;
    default:
        h->params->info(h->plugin, (uint32_t)((r >> 8) % h->params->count(h->plugin)), &info);
        if (info.least < info.most && info.most > 2.0) {
            clap_host_move(h, frame, r % 8 == 6 ? CLAP_EVENT_PARAM_VALUE : CLAP_EVENT_PARAM_MOD,
                           info.id, fixture_uniform(seed, info.least, 0.5 * info.most));
        }
        break;
    }
}

int main(int argc, char **argv) {
    if (argc != 2) {
        return 2;
    }
    static const char *const ids[] = {"org.jawari.instrument", "org.jawari.drone",
                                      "org.jawari.resonator"};
    nets_can_trap();
    nets_lock_memory();
    for (int i = 0; i < 3; ++i) {
        ClapHost *h = calloc(1, sizeof(ClapHost));
        uint64_t seed = 3 + (uint64_t)i;
        clap_host_open(h, argv[1], ids[i]);
        clap_host_start(h, RATE);
        clap_host_settle(h);
        inner = h->plugin;
        clap_plugin watched = *inner;
        watched.process = watched_process;
        h->plugin = &watched;
        nets_clear();
        for (int b = 0; b < BLOCKS; ++b) {
            disturb(h, &seed);
            clap_host_run(h, BLOCK);
            h->plugin = inner;
            clap_host_serve(h);
            h->plugin = &watched;
            if (b % 500 == 499) {
                watched_reset();
            }
        }
        check(nets_empty(ids[i]), "%s is fit for the audio thread", ids[i]);
        h->plugin = inner;
        clap_host_stop(h);
        clap_host_close(h);
        free(h);
    }
    return check_result();
}
