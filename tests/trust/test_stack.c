// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// How much of the stack the plug-in takes: run() with a worker at work inside schedule_work(), and
// all else that a host calls. The stack is painted before, and looked at afterwards: the lowest
// byte that is not painted any more was used.
//
//     test_stack BUNDLE            instruments of the bundle, at each level of the instruction set
//
// The host's own functions on that stack count, too.

#define _XOPEN_SOURCE 700

#include "files/preset_file.h"
#include "host.h"
#include "kernel/kernels.h"
#include "plugins.h"
#include "ports.h"
#include "properties.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <lv2/atom/atom.h>
#include <lv2/patch/patch.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STACK = 1 << 18, KIB = 1024, PAINT = 0xa5 };

/// What hosts may count on [KiB].
static const double kib_max = 32.0;

const LV2_Descriptor *lv2_descriptor(uint32_t index);

static const char *bundle;
static const char *const instruments[] = {
    "sitar", "sitar-gandhar", "surbahar", "tanpura", "tanpura-point", "tanpura-five",
    "sarod", "bass",          "wave",     "guitar",  "bass-fretless", "bench",
};

enum { INSTRUMENTS = sizeof(instruments) / sizeof(instruments[0]) };

//////////////
// Painting //
//////////////

static unsigned char *stack;

static size_t largest(size_t a, size_t b) {
    return a > b ? a : b;
}

/// A job on the painted stack.
typedef struct {
    void (*job)(Host *host);
    Host *host;
    size_t used;
} Run;

/// Bytes of the stack below a place on it that were written to.
static size_t used_below(const unsigned char *place) {
    const unsigned char *at = stack;
    while (at < place && *at == PAINT) {
        ++at;
    }
    return (size_t)(place - at);
}

static void *on_stack(void *data) {
    Run *run = data;
    unsigned char here;
    // Below what this thread has used so far, but for what a call takes.
    memset(stack, PAINT, (size_t)(&here - stack) - 512);
    run->job(run->host);
    run->used = used_below(&here);
    return NULL;
}

static size_t stack_of(void (*job)(Host *host), Host *host) {
    Run run = {job, host, 0};
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, stack, STACK) ||
        pthread_create(&thread, &attributes, on_stack, &run)) {
        check(false, "no thread");
    } else {
        pthread_join(thread, NULL);
    }
    pthread_attr_destroy(&attributes);
    return run.used;
}

//////////
// Jobs //
//////////

static uint64_t seed = 7;

/// Notes, bends, controls and wishes of every kind, at random.
static void disturb(Host *host) {
    const uint64_t r = fixture_random(&seed);
    const JwParamId id = (JwParamId)((r >> 32) % JW_N_PARAMS);
    const JwParamInfo *info = jw_param_info(id);
    host_midi(host, (int64_t)(r & 63), 0x90, 36 + (int)(r >> 8 & 31), 100);
    host_midi(host, (int64_t)(r & 63), 0x90, 36 + (int)(r >> 13 & 31), 1 + (int)(r >> 18 & 63));
    host_midi(host, 64, 0xe0, 0, (int)(r >> 24 & 127));
    host_set(host, id,
             (float)fixture_uniform(&seed, info->min, id == JW_P_QUALITY ? 2.0 : info->max));
    host_position(host, 3, 120.0, 1.0, (double)(r & 15));
    if (r >> 60 == 0) {
        host_patch(host, LV2_PATCH__Get, NULL, NULL, NULL, 3);
    }
}

static void run_block(Host *host) {
    host_run(host, 128);
}

static size_t run_blocks(Host *host) {
    size_t most = 0;
    for (int i = 0; i < 60; ++i) {
        disturb(host);
        most = largest(most, stack_of(run_block, host));
    }
    return most;
}

/// Each instrument in turn, by name and by path, and each other property, in order and not.
static size_t wish(Host *host) {
    size_t most = 0;
    static const char *const others[] = {"sa=3 pa=-2", "sa", "", "/nowhere", "nobody"};
    char path[512];
    for (int i = 0; i < 2 * INSTRUMENTS; ++i) {
        snprintf(path, sizeof(path), "%s/instruments/%s.ini", bundle, instruments[i / 2]);
        host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path,
                   i % 2 ? path : instruments[i / 2], 1);
        most = largest(most, stack_of(run_block, host));
        host_run(host, 2048); // Engines take turns: each fades out
        for (int p = JW_PROPERTY_INSTRUMENT + i % 2; p < JW_N_PROPERTIES; ++p) {
            host_patch(host, LV2_PATCH__Set, jw_property_info((JwProperty)p)->uri, LV2_ATOM__String,
                       others[i % 5], 2);
            most = largest(most, stack_of(run_block, host));
        }
        disturb(host);
        most = largest(most, stack_of(run_block, host));
    }
    return most;
}

/// Offline everything is done in run(), that export's beginning included.
static size_t run_offline(Host *host) {
    *host_knob(host, JW_HOST_FREEWHEEL) = 1.0f;
    const size_t most = largest(stack_of(run_block, host), wish(host));
    *host_knob(host, JW_HOST_FREEWHEEL) = 0.0f;
    return most;
}

static void activate(Host *host) {
    host_activate(host);
}

static void save_and_restore(Host *host) {
    static HostState state;
    host_save(host, &state, "/");
    host_restore(host, &state, "/");
}

/// An instrument that takes as much as any: each string over a plate at the nodes of its grid,
/// many, some or few of them, and its losses so small that it is computed in 64 bits, or not.
static bool write_worst(const char *path) {
    static const int points[] = {256, 60, 7};
    FILE *file = fopen(path, "w");
    if (!file) {
        return false;
    }
    fprintf(file, "[instrument]\nformat = 1\nname = Worst\ndescription = Plates\n");
    for (int i = 0; i < 3; ++i) {
        fprintf(file,
                "[obstacle plate%d]\nkind = table\nstart_mm = 60\nend_mm = 420\npoints = %d\n"
                "grid = yes\nnode_mm = 60 -0.05\nnode_mm = 420 -0.05\n",
                i, points[i]);
    }
    for (int i = 0; i < 18; ++i) {
        fprintf(file,
                "[string s%d]\nrole = melody\nlength_mm = %d\ndiameter_mm = 0.8\n"
                "material = steel\npitch = C2\nlosses = polynomial\nsigma0_per_s = %g\n"
                "sigma1_m_per_s = 3.3e-3\nsigma3_m3_per_s = 8.2e-5\nobstacles = plate%d\n"
                "frets = 0 2 4 5 7\npluck_mm = 3\ngain = 0.002\n",
                i, 600 + 31 * i, i % 2 ? 0.41 : 1e-5, i % 3);
    }
    fprintf(file, "[end]\n");
    return !fclose(file);
}

/// Of that instrument, at each quality.
static size_t run_worst(Host *host, const char *path) {
    static HostState state;
    size_t most = 0;
    memset(&state, 0, sizeof(state));
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, path);
    check(!host_restore(host, &state, ""), "cannot be chosen: %s", host->log);
    host_activate(host);
    for (int quality = 1; quality <= 4; quality *= 2) {
        host_set(host, JW_P_QUALITY, (float)quality);
        for (int i = 0; i < 40; ++i) {
            host_midi(host, i, 0x90, 36 + i % 12, 100);
            most = largest(most, stack_of(run_block, host));
        }
        check(host_peak(host->left, 128) > 1e-6, "not heard at quality %d", quality);
    }
    return most;
}

static Host *opened;
static bool ships; ///< The bundle's binary, at the best level; else the one that is linked in

static void instantiate(Host *host) {
    (void)host;
    opened = host_new(&(HostConfig){.bundle = bundle,
                                    .rate_hz = 48000.0,
                                    .worker = HOST_WORKER_AT_ONCE,
                                    .list = ships ? NULL : lv2_descriptor});
}

static void test_level(const char *name) {
    static HostState state;
    char path[64];
    size_t run = 0, wishes = 0, offline = 0, other = 0;
    for (int i = 0; i < INSTRUMENTS; i += ships ? 1 : 3) {
        other = largest(other, stack_of(instantiate, NULL));
        Host *host = opened;
        memset(&state, 0, sizeof(state));
        host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, instruments[i]);
        check(!host_restore(host, &state, ""), "%s cannot be chosen", instruments[i]);
        other = largest(other, stack_of(activate, host));
        run = largest(run, run_blocks(host));
        if (i % 6 == 0) {
            wishes = largest(wishes, wish(host));
            offline = largest(offline, run_offline(host));
        }
        other = largest(other, stack_of(save_and_restore, host));
        host_free(host);
    }
    snprintf(path, sizeof(path), "/tmp/jawari-stack-%ld.ini", (long)getpid());
    check(write_worst(path), "%s cannot be written", path);
    stack_of(instantiate, NULL);
    const size_t worst = run_worst(opened, path);
    host_free(opened);
    unlink(path);
    check_between((double)worst / KIB, 1.0, kib_max, "%s: KiB of strings over plates", name);
    check_between((double)run / KIB, 1.0, kib_max, "%s: KiB of run() with its worker in it", name);
    check_between((double)wishes / KIB, 1.0, kib_max, "%s: KiB with other files", name);
    check_between((double)offline / KIB, 1.0, kib_max, "%s: KiB of run() offline", name);
    check_between((double)other / KIB, 1.0, kib_max, "%s: KiB of anything else", name);
}

int main(int argc, char **argv) {
    static const char *const names[] = {"plain", "v3", "v4"};
    bundle = argc > 1 ? argv[1] : "";
    stack = aligned_alloc(4096, STACK);
    if (!stack) {
        return 2;
    }
    const int best = (int)jw_kernels_isa();
    for (int level = best; level >= JW_ISA_BASELINE; --level) {
        jw_kernels_limit((JwIsa)level);
        ships = level == best;
        test_level(names[level]);
    }
    free(stack);
    return check_result();
}
