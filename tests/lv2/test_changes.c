// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Presets that are changed again and again while notes sound: every sample stays a number below
// +12 dBFS, memory stays flat, and the preset that is chosen last sounds as it does in a fresh
// instance.
//
//     test_changes BUNDLE PRESETS N
//
// PRESETS: the folder of the preset files. N changes, by turns as hosts make them: a state that is
// restored and controls that are set, controls alone, and the selector of instruments.

#include "files/preset_file.h"
#include "host.h"
#include "plugins.h"
#include "selector.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/hash.h"

#include <lv2/atom/atom.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 64, N_PRESETS = 6, WARM = 200 };

/// Instruments whose tables take little time, and one of twenty strings.
static const char *const names[N_PRESETS] = {"guitar-nylon",  "tanpura-bare", "bass-slap",
                                             "tanpura-plays", "guitar-nylon", "sitar-khula"};

static JwPreset preset[N_PRESETS];

typedef struct {
    double peak;
    unsigned long n_bad; ///< Samples that are not finite
    size_t used;         ///< Bytes in use once warm
} Seen;

static void load(const char *folder) {
    for (int i = 0; i < N_PRESETS; ++i) {
        char path[1024];
        JwError error = {0};
        snprintf(path, sizeof(path), "%s/%s.ttl", folder, names[i]);
        if (!check(!jw_preset_file_load(path, &preset[i], &error), "%s", error.text)) {
            exit(check_result());
        }
    }
}

static void set_controls(Host *host, const JwPreset *p) {
    for (int i = 0; i < p->n_values; ++i) {
        host_set(host, p->value[i].id, (float)p->value[i].value);
    }
}

/// Restores a preset as a host does: a state with the instrument, and the controls.
static void choose(Host *host, const JwPreset *p) {
    static HostState state;
    memset(&state, 0, sizeof(state));
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, p->instrument);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (host->port_of[i] >= 0) {
            host_set(host, (JwParamId)i, (float)jw_param_info((JwParamId)i)->def);
        }
    }
    set_controls(host, p);
    check(host_restore(host, &state, "") == LV2_STATE_SUCCESS, "%s is restored", p->label);
}

static void change(Host *host, uint64_t r) {
    const JwPreset *p = &preset[(r >> 8) % N_PRESETS];
    switch (r % 3) {
    case 0:
        choose(host, p);
        break;
    case 1:
        set_controls(host, p);
        break;
    default:
        host->knob[JW_PORT_INSTRUMENT] = (float)jw_selector_number(p->instrument);
        break;
    }
}

static void run(Host *host, uint32_t n_frames, Seen *seen) {
    host_run(host, n_frames);
    for (uint32_t i = 0; i < n_frames; ++i) {
        const double left = (double)host->left[i], right = (double)host->right[i];
        seen->n_bad += !isfinite(left) || !isfinite(right);
        seen->peak = fmax(seen->peak, fmax(fabs(left), fabs(right)));
    }
}

static void change_often(Host *host, long n, Seen *seen) {
    uint64_t dice = 29;
    for (long i = 0; i < n; ++i) {
        const uint64_t r = fixture_random(&dice);
        host_midi(host, 0, 0x90 + (int)(r >> 40 & 3), 40 + (int)(r >> 48 & 31), 100);
        change(host, r);
        run(host, 1 + (uint32_t)(r >> 32) % BLOCK, seen);
        // Work is late by up to three blocks.
        if (r >> 16 & 3) {
            host_work(host);
            run(host, BLOCK, seen);
        }
        if (i == WARM) {
            host_settle(host);
            malloc_trim(0);
            seen->used = mallinfo2().uordblks;
        }
    }
    host_settle(host);
}

/// Hash of a note by an instance that is activated anew.
static uint64_t note(Host *host) {
    uint64_t hash = HASH_START;
    host_settle(host);
    host_deactivate(host);
    host_activate(host);
    host_midi(host, 0, 0x90, 57, 100);
    for (int i = 0; i < 40; ++i) {
        host_run(host, 256);
        hash = hash_bytes(hash, host->left, 256 * sizeof(float));
        hash = hash_bytes(hash, host->right, 256 * sizeof(float));
        host_work(host);
    }
    return hash;
}

static Host *open_host(const char *bundle) {
    Host *host = host_new(&(HostConfig){
        .bundle = bundle, .uri = JW_PLUGIN_URI, .rate_hz = RATE, .worker = HOST_WORKER_LATER});
    if (!host) {
        printf("the plug-in does not open\n");
        exit(1);
    }
    host_activate(host);
    return host;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: test_changes BUNDLE PRESETS N\n");
        return 2;
    }
    const long n = strtol(argv[3], NULL, 10);
    Seen seen = {.peak = 0.0};
    load(argv[2]);
    Host *host = open_host(argv[1]), *fresh = open_host(argv[1]);
    host_settle(fresh);
    change_often(host, n, &seen);
    malloc_trim(0);
    check_between((double)mallinfo2().uordblks - (double)seen.used, -1e9, 64.0 * 1024.0,
                  "bytes more in use than after %d changes", WARM);
    check_between((double)seen.n_bad, 0, 0, "samples that are not finite");
    check_between(20.0 * log10(seen.peak), -40.0, 12.0, "peak, dBFS");
    for (int i = 0; i < N_PRESETS; ++i) {
        choose(host, &preset[i]);
        choose(fresh, &preset[i]);
        check(note(host) == note(fresh), "%s after %ld changes as in a fresh instance", names[i],
              n);
    }
    host_free(host);
    host_free(fresh);
    return check_result();
}
