// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A note is heard in the block in which it comes, and not before. Argument: the bundle.

#include "host.h"
#include "plugins.h"
#include "support/check.h"

int main(int argc, char **argv) {
    Host *host = argc > 1 ? host_new(&(HostConfig){.bundle = argv[1],
                                                   .uri = JW_PLUGIN_URI,
                                                   .rate_hz = 48000.0,
                                                   .worker = HOST_WORKER_LATER})
                          : NULL;
    if (!check(host, "the plug-in opens")) {
        return check_result();
    }
    host_activate(host);
    host_run(host, 256);
    check_below(host_peak(host->left, 256), 1e-9, "peak of silence");
    host_midi(host, 0, 0x90, 60, 100);
    host_run(host, 1024);
    check_between(host_peak(host->left, 1024), 1e-4, 1.0, "peak of a note");
    host_deactivate(host);
    host_free(host);
    return check_result();
}
