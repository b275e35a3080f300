// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A host that forks while its worker is busy: the child has no worker, and whatever it calls comes
// back all the same.
//
//     test_fork BUNDLE

#include "files/preset_file.h"
#include "host.h"
#include "plugins.h"
#include "ports.h"
#include "support/check.h"

#include <lv2/atom/atom.h>
#include <lv2/patch/patch.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RATE = 48000, FORKS = 40, CHILD_S = 30 };

static atomic_bool ends;
static atomic_int n_works;

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size,
                                 const void *data) {
    (void)handle;
    (void)size;
    (void)data;
    return LV2_WORKER_SUCCESS;
}

/// The worker of two instances: always at work.
static void *work(void *data) {
    Host *const *hosts = data;
    while (!ends) {
        for (int i = 0; i < 2; ++i) {
            hosts[i]->work->work(hosts[i]->handle, respond, hosts[i], 1, "");
        }
        ++n_works;
    }
    return NULL;
}

/// True if a chord is heard, of which every instrument has a note.
static bool plays(Host *host) {
    for (int key = 36; key < 96; key += 5) {
        host_midi(host, 0, 0x90, key, 100);
    }
    host_run(host, 2048);
    return host_peak(host->left, 2048) > 1e-5;
}

/// Everything that a host may call, in a child.
static void live_on(Host *host) {
    static HostState state;
    bool ok = !host_save(host, &state, "") && plays(host);
    ok = ok && !host_restore(host, &state, "");
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 0);
    host_settle(host);
    host_deactivate(host);
    host_activate(host);
    *host_knob(host, JW_HOST_FREEWHEEL) = 1.0f;
    ok = ok && plays(host);
    host_free(host);
    _exit(ok ? 0 : 1);
}

/// Asks for something that takes a while, and lets the worker begin with it.
static void keep_busy(Host *host, int i) {
    static const char *const names[] = {"sitar", "tanpura", "surbahar"};
    const struct timespec a_while = {0, (i * 7919 % 40) * 500000L};
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, names[i % 3], 0);
    host_run(host, 2048);
    nanosleep(&a_while, NULL);
}

int main(int argc, char **argv) {
    Host *hosts[2];
    pthread_t thread;
    int n_returned = 0, n_good = 0;
    for (int i = 0; i < 2; ++i) {
        hosts[i] = host_new(&(HostConfig){.bundle = argc > 1 ? argv[1] : "",
                                          .uri = jw_plugin(JW_PLUGIN_INSTRUMENT)->uri,
                                          .rate_hz = RATE,
                                          .worker = HOST_WORKER_LATER});
        host_activate(hosts[i]);
    }
    if (pthread_create(&thread, NULL, work, hosts)) {
        return 2;
    }
    for (int i = 0; i < FORKS; ++i) {
        int status = 0;
        keep_busy(hosts[i % 2], i);
        hosts[i % 2]->n_todo = 0; // The thread needs no list.
        const pid_t child = fork();
        if (child == 0) {
            alarm(CHILD_S);
            live_on(hosts[i % 2]);
        }
        n_returned += child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
        n_good += WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (n_returned <= i) {
            break; // One that hangs is enough.
        }
    }
    ends = true;
    pthread_join(thread, NULL);
    check_between(n_returned, FORKS, FORKS, "children that came back");
    check_between(n_good, FORKS, FORKS, "children in which it plays, saves and restores");
    check(n_works > FORKS, "the worker was called %d times", n_works);
    for (int i = 0; i < 2; ++i) {
        host_free(hosts[i]);
    }
    return check_result();
}
