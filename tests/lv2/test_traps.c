// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A host with traps on: no operation of the plug-in divides by zero, overflows or has no result,
// whatever the ports, events and states hold, in any function that a host calls.
//
//     test_traps BUNDLE [BLOCKS]

#define _GNU_SOURCE

#include "files/preset_file.h"
#include "host.h"
#include "lv2/uris.h"
#include "overrides.h"
#include "plugins.h"
#include "ports.h"
#include "properties.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <fenv.h>
#include <lv2/atom/atom.h>
#include <lv2/patch/patch.h>
#include <lv2/time/time.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RATE = 48000, TRAPS = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW };

static const char *bundle;
static const char *volatile now = "nothing"; ///< What the plug-in is at
static volatile int now_port;

/// What a port may hold, as bits: infinities, a signalling NaN and a quiet one among them.
static const uint32_t odd[] = {
    0x7fc00000u, // NaN
    0x7fa00001u, // Signalling
    0xffc12345u, // NaN
    0x7f800000u, // Infinity
    0xff800000u,
    0x7149f2cau, // 1e30
    0xf149f2cau,
    0x7f7fffffu, // FLT_MAX
    0x00000001u, // Subnormal
    0x80000000u, // -0
    0x00000000u,
    0xbf800000u, // -1
};

enum { ODD = sizeof(odd) / sizeof(odd[0]) };

static void on_trap(int signal) {
    char text[128];
    (void)signal;
    const int n = snprintf(text, sizeof(text), "a trap in %s, port %d\n", now, now_port);
    _exit(write(STDOUT_FILENO, text, (size_t)n) == n ? 1 : 2);
}

/// Runs a statement of the plug-in with traps on.
#define TRAPPED(what, statement)                                                                   \
    do {                                                                                           \
        now = (what);                                                                              \
        feclearexcept(FE_ALL_EXCEPT);                                                              \
        feenableexcept(TRAPS);                                                                     \
        statement;                                                                                 \
        fedisableexcept(TRAPS);                                                                    \
    } while (0)

static void put(Host *host, int port, uint32_t bits) {
    memcpy(&host->knob[port], &bits, sizeof(bits));
}

static int port_of(const Host *host, JwHostPort port) {
    return jw_plugin_host_port(host->plugin, port);
}

static int n_ports(const Host *host) {
    return jw_plugin_n_ports(host->plugin);
}

/// All that a host may call.
static void use(Host *host) {
    static HostState state;
    TRAPPED("activate", host_activate(host));
    TRAPPED("run", host_run(host, 64));
    TRAPPED("save", host_save(host, &state, ""));
    host_midi(host, 3, 0x90, 60, 100);
    host_midi(host, 9, 0xe0, 0, 127);
    TRAPPED("run", host_run(host, 300));
    TRAPPED("work", host_work(host));
    TRAPPED("run", host_run(host, 64));
    TRAPPED("restore", host_restore(host, &state, ""));
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 1);
    TRAPPED("run", host_run(host, 64));
    TRAPPED("work", host_work(host));
    TRAPPED("run", host_run(host, 64));
    TRAPPED("deactivate", host_deactivate(host));
}

static Host *open_host(const char *uri) {
    Host *host;
    TRAPPED("instantiate",
            host = host_new(&(HostConfig){
                .bundle = bundle, .uri = uri, .rate_hz = RATE, .worker = HOST_WORKER_LATER}));
    return host;
}

/// Each port with each odd value before the first activation, and while it runs.
static void test_ports(const char *uri) {
    int n = 0;
    Host *host = open_host(uri);
    for (int port = JW_PORT_FIRST; port < n_ports(host); ++port) {
        const float good = host->knob[port];
        for (int i = 0; i < ODD && port != port_of(host, JW_HOST_LATENCY); ++i) {
            now_port = port;
            put(host, port, odd[i]);
            use(host);
            ++n;
        }
        host->knob[port] = good;
    }
    host_free(host);
    now_port = -1;
    for (int i = 0; i < ODD; ++i) {
        host = open_host(uri);
        for (int port = JW_PORT_FIRST; port < n_ports(host); ++port) {
            put(host, port, odd[i]);
        }
        use(host);
        use(host);
        TRAPPED("cleanup", host_free(host));
        ++n;
    }
    check(n > 12 * JW_N_PARAMS / 2, "%s: lived through %d odd values", uri, n);
}

/// Numbers of an atom of transport, at random and odd.
static void send_odd_position(Host *host, uint64_t *seed) {
    static const double values[] = {
        0.0,   -1.0,   1e-308, 4e-324,           1e-300, 120.0, 1e3, 1e18,    1e30,    -1e30,
        1e300, -1e300, 1e308,  (double)INFINITY, 1e-30,  0.001, 1e9, -9.99e8, 9.99e99, (double)NAN};
    enum { N = sizeof(values) / sizeof(values[0]) };
    const uint64_t r = fixture_random(seed);
    host_position(host, (int64_t)(r & 63), values[(r >> 8) % N], values[(r >> 16) % N],
                  values[(r >> 24) % N]);
}

static void set_random_state(Host *host, uint64_t *seed) {
    static HostState state;
    static const char *const names[] = {"bench", "tanpura", "tanpura-point", "wave", "sitar"};
    static const char *const helds[] = {"gain=1e9 sa=-1e9 bend_range=1e300", "gain=nan",
                                        "drone_tempo=1e-300", "pluck_width=1e301", ""};
    memset(&state, 0, sizeof(state));
    const uint64_t r = fixture_random(seed);
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, names[r % 5]);
    host_state_set(&state, jw_property_info(JW_PROPERTY_STRINGS)->uri, LV2_ATOM__String,
                   r >> 8 & 1 ? "sa=1e300" : "sa=-40 pa=1e-300");
    host_state_set(&state, JW_HELD_URI, LV2_ATOM__String, helds[(r >> 16) % 5]);
    TRAPPED("restore", host_restore(host, &state, ""));
}

/// A parameter anywhere: odd, at an end of its range, beyond it, or in it.
static void put_anything(Host *host, uint64_t *seed) {
    const uint64_t r = fixture_random(seed);
    const JwParamId id = (JwParamId)((r >> 8) % JW_N_PARAMS);
    const JwParamInfo *info = jw_param_info(id);
    now_port = host->port_of[id];
    if (now_port < 0) {
        return;
    }
    switch (r >> 40 & 3) {
    case 0:
        put(host, now_port, odd[(r >> 48) % ODD]);
        return;
    case 1:
        host_set(host, id, (float)(r >> 48 & 1 ? info->max : info->min));
        return;
    default:
        // Not the highest quality: it only takes longer.
        host_set(host, id,
                 (float)fixture_uniform(seed, info->min, id == JW_P_QUALITY ? 2.0 : info->max));
    }
}

static void disturb(Host *host, uint64_t *seed) {
    const uint64_t r = fixture_random(seed);
    switch (r % 8) {
    case 0:
    case 1:
        host_midi(host, (int64_t)(r >> 8 & 63), 0x90 + (int)(r >> 40 & 3), 36 + (int)(r >> 16 & 63),
                  (int)(r >> 24 & 127));
        break;
    case 2:
        host_midi(host, (int64_t)(r >> 8 & 63), 0xb0 + (int)(r >> 40 & 15), (int)(r >> 16 & 127),
                  (int)(r >> 24 & 127));
        break;
    case 3:
        host_midi(host, (int64_t)(r >> 8 & 63), 0xe0, (int)(r >> 16 & 127), (int)(r >> 24 & 127));
        break;
    case 4:
        send_odd_position(host, seed);
        break;
    case 5:
        put(host, port_of(host, JW_HOST_BPM), odd[(r >> 8) % ODD]);
        put(host, port_of(host, JW_HOST_ENABLED), r >> 16 & 7 ? 0x3f800000u : odd[(r >> 8) % ODD]);
        break;
    default:
        put_anything(host, seed);
        break;
    }
}

/// Whatever a host may do, at random, for a while.
static void test_walk(const char *uri, int n_blocks) {
    Host *host = open_host(uri);
    uint64_t seed = 23;
    int n_heard = 0;
    TRAPPED("activate", host_activate(host));
    for (int i = 0; i < n_blocks; ++i) {
        disturb(host, &seed);
        if (i % 200 == 199) {
            set_random_state(host, &seed);
        }
        TRAPPED("run", host_run(host, 1 + (uint32_t)(fixture_random(&seed) % 256)));
        n_heard += host_peak(host->left, 64) > 1e-6;
        if (i % 5 == 0) {
            TRAPPED("work", host_work(host));
        }
        if (i % 1000 == 999) {
            TRAPPED("deactivate", host_deactivate(host));
            TRAPPED("activate", host_activate(host));
        }
    }
    check(n_heard > n_blocks / 20, "%s: heard in %d of %d blocks", uri, n_heard, n_blocks);
    TRAPPED("cleanup", host_free(host));
}

/// The trap works: an operation without a result ends a child.
static void test_net(void) {
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        const volatile float none = NAN;
        TRAPPED("a comparison", fputs(none > 0.0f ? "odd\n" : "", stdout));
        _exit(0);
    }
    check(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
              WEXITSTATUS(status) == 1,
          "a comparison with NaN goes unnoticed");
}

int main(int argc, char **argv) {
    bundle = argc > 1 ? argv[1] : "";
    if (feenableexcept(TRAPS) < 0) {
        printf("no traps on this machine\n");
        return 77;
    }
    fedisableexcept(TRAPS);
    signal(SIGFPE, on_trap);
    test_net();
    for (int i = 0; i < JW_N_PLUGINS; ++i) {
        test_ports(jw_plugin(i)->uri);
        test_walk(jw_plugin(i)->uri, argc > 2 ? atoi(argv[2]) : 3000);
    }
    return check_result();
}
