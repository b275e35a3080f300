// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The selector of instruments: its numbers for good, and what it loads in every order in which
// hosts put controls and restore states. And whose values are in force with a new instrument.
//
//     test_selector BUNDLE INSTRUMENT.ini...

#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/preset_file.h"
#include "host.h"
#include "overrides.h"
#include "plugins.h"
#include "selector.h"
#include "support/check.h"

#include <lv2/atom/atom.h>
#include <lv2/patch/patch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 64 };

static const char *bundle;

static Host *open_as(const char *uri) {
    return host_new(
        &(HostConfig){.bundle = bundle, .uri = uri, .rate_hz = RATE, .worker = HOST_WORKER_LATER});
}

static Host *open_host(void) {
    return open_as(JW_PLUGIN_URI);
}

/////////////
// Numbers //
/////////////

/// Numbers that stand in people's projects: this list may only grow.
static const struct {
    int number;
    const char *name;
} recorded[] = {
    {1, "sitar"},
    {2, "sitar-gandhar"},
    {3, "surbahar"},
    {4, "sarod"},
    {5, "tanpura"},
    {6, "tanpura-female"},
    {7, "tanpura-instrumental"},
    {8, "tanpura-five"},
    {9, "tanpura-point"},
    {10, "bass"},
    {11, "bass-fretless"},
    {12, "guitar"},
    {13, "bench"},
    {14, "wave"},
    {15, "rudra-veena"},
    {16, "saraswati-veena"},
    {17, "shamisen"},
    {18, "tambura-south"},
    {19, "biwa"},
    {20, "dilruba"},
};

static void test_numbers(char **files, int n_files) {
    int n;
    const JwShipped *list = jw_selector_list(&n);
    for (size_t i = 0; i < sizeof(recorded) / sizeof(recorded[0]); ++i) {
        const JwShipped *s = jw_selector_find(JW_PLUGIN_INSTRUMENT, recorded[i].number);
        check(s && !strcmp(s->name, recorded[i].name), "%d is not %s any more", recorded[i].number,
              recorded[i].name);
    }
    for (int i = 1; i < n; ++i) {
        check(list[i].number > list[i - 1].number, "%s: its number is not the next", list[i].name);
    }
    check_between(n, n_files, n_files, "instruments with a number, of those that are shipped");
    for (int i = 0; i < n_files; ++i) {
        static JwInstrument instrument;
        const char *name = strrchr(files[i], '/') + 1;
        JwError error = {0};
        const int number = jw_selector_number(name);
        const JwShipped *s = jw_selector_find(JW_PLUGIN_INSTRUMENT, number);
        check(s && !jw_instrument_file_load(files[i], &instrument, &error) &&
                  s->drones == (instrument.drone.n > 0),
              "%s: number, or whether it drones %s", name, error.text);
    }
}

///////////
// Order //
///////////

static void test_order(const char *uri) {
    static const JwParamId first[] = {JW_P_JAWARI, JW_P_SA,   JW_P_RAGA,
                                      JW_P_DRONE,  JW_P_GAIN, JW_P_QUALITY};
    const int plugin = strcmp(uri, JW_PLUGIN_URI) ? JW_PLUGIN_DRONE : JW_PLUGIN_INSTRUMENT;
    const int places[] = {4, 6, 7, 8, 9, 10};
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); ++i) {
        check(jw_plugin_port(plugin, first[i]) == places[i], "%s: %s is port %d, not %d", uri,
              jw_param_info(first[i])->symbol, jw_plugin_port(plugin, first[i]), places[i]);
    }
    check(JW_PORT_INSTRUMENT == 5, "the selector is port %d", JW_PORT_INSTRUMENT);
    check(jw_plugin_host_port(plugin, JW_HOST_OFFLINE_QUALITY) == jw_plugin_n_ports(plugin) - 1,
          "%s: offline quality is not last", uri);
}

//////////////
// Choosing //
//////////////

/// What is played, by the state that is saved; with the folders left out.
static const char *played(Host *host) {
    static HostState state;
    host_settle(host);
    memset(&state, 0, sizeof(state));
    host_save(host, &state, "");
    const char *file = host_state_get(&state, JW_INSTRUMENT_FILE_URI);
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

#define PLAYS(host, name, ...)                                                                     \
    do {                                                                                           \
        const char *is_played = played(host);                                                      \
        check(jw_data_same(is_played, name, JW_INSTRUMENT_EXTENSION),                              \
              "plays %s, not " name ": " __VA_ARGS__, is_played);                                  \
    } while (0)

static void select_number(Host *host, int number) {
    host->knob[JW_PORT_INSTRUMENT] = (float)number;
    host_run(host, BLOCK);
}

static void set_file(Host *host, const char *name) {
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, name, 0);
    host_run(host, BLOCK);
}

static void test_choosing(void) {
    Host *host = open_host();
    host_activate(host);
    PLAYS(host, "sitar", "at first");
    select_number(host, 12);
    PLAYS(host, "guitar", "selected");
    set_file(host, "bench");
    PLAYS(host, "bench", "a file that is set later");
    select_number(host, 12);
    PLAYS(host, "bench", "the selector has not moved");
    select_number(host, 10);
    PLAYS(host, "bass", "selected after a file");
    select_number(host, JW_SELECTOR_FILE);
    PLAYS(host, "bass", "as the file says");
    host->knob[JW_PORT_INSTRUMENT] = 3.0f;
    set_file(host, "bench");
    PLAYS(host, "bench", "selector and file in one block: the file comes later");
    host->knob[JW_PORT_INSTRUMENT] = NAN;
    host_run(host, BLOCK);
    PLAYS(host, "bench", "no number");
    select_number(host, 1000);
    PLAYS(host, "dilruba", "beyond its range is its end");
    host_free(host);
}

/// A drone plays what drones, and nothing else.
static void test_drone(void) {
    Host *host = open_as(JW_DRONE_URI);
    host_activate(host);
    PLAYS(host, "tanpura", "a drone at first");
    select_number(host, 8);
    PLAYS(host, "tanpura-five", "a drone");
    select_number(host, 12);
    PLAYS(host, "tanpura-five", "a guitar is none of a drone's");
    host_free(host);
}

/// The bass as its file says, of a host that puts its controls before it activates, or while it
/// exports: there from the first frame.
static void test_at_once(void) {
    static float by_file[4800], by_selector[4800];
    for (int pass = 0; pass < 3; ++pass) {
        Host *host = open_host();
        float *out = pass ? by_selector : by_file;
        if (pass == 2) {
            host_activate(host);
            host_run(host, BLOCK);
            *host_knob(host, JW_HOST_FREEWHEEL) = 1.0f;
            *host_knob(host, JW_HOST_OFFLINE_QUALITY) = 0.0f;
        }
        if (pass == 0) {
            host_activate(host);
            set_file(host, "bass");
            host_settle(host);
            host_deactivate(host);
        } else {
            host->knob[JW_PORT_INSTRUMENT] = 10.0f;
        }
        if (pass < 2) {
            host_activate(host);
        }
        host_midi(host, 0, 0x90, 43, 100);
        host_run_to(host, out, host->right, 4800);
        check(host_peak(out, 4800) > 1e-3 && (!pass || !memcmp(by_file, out, sizeof(by_file))),
              "pass %d: another instrument at first, peak %g", pass, host_peak(out, 4800));
        host_free(host);
    }
}

////////////
// States //
////////////

typedef enum { CONTROLS_FIRST, STATE_FIRST, RUN_BETWEEN, RUN_BETWEEN_STATE_FIRST, N_WAYS } Way;

/// A session with the controls (of which the selector matters) and a state, as hosts open it.
static Host *reopen(const HostState *state, float selector, Way way) {
    Host *host = open_host();
    const bool late = way == RUN_BETWEEN || way == RUN_BETWEEN_STATE_FIRST;
    if (late) {
        host_activate(host);
        host_run(host, BLOCK);
    }
    if (way == STATE_FIRST || way == RUN_BETWEEN_STATE_FIRST) {
        check(!host_restore(host, state, ""), "restored");
    }
    if (way == RUN_BETWEEN_STATE_FIRST) {
        host_run(host, BLOCK);
    }
    host->knob[JW_PORT_INSTRUMENT] = selector;
    if (way == RUN_BETWEEN) {
        host_run(host, BLOCK); // The worker has something to do, and does it too late.
    }
    if (way == CONTROLS_FIRST || way == RUN_BETWEEN) {
        check(!host_restore(host, state, ""), "restored");
    }
    if (!late) {
        host_activate(host);
    }
    host_run(host, BLOCK);
    return host;
}

/// A file that was set after the selector moved is there again, in every order.
static void test_reopened(void) {
    static HostState state;
    Host *first = open_host();
    host_activate(first);
    select_number(first, 5);
    host_settle(first);
    set_file(first, "bench");
    host_settle(first);
    memset(&state, 0, sizeof(state));
    host_save(first, &state, "");
    host_free(first);
    for (int way = 0; way < N_WAYS; ++way) {
        Host *host = reopen(&state, 5.0f, (Way)way);
        const char *is = played(host);
        check(jw_data_same(is, "bench", JW_INSTRUMENT_EXTENSION), "way %d: plays %s, not bench",
              way, is);
        select_number(host, 12);
        PLAYS(host, "guitar", "moved afterwards");
        host_free(host);
    }
}

/// So is the instrument of a project that was made before there was a selector.
static void test_older_state(void) {
    static HostState state;
    memset(&state, 0, sizeof(state));
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, "bench.ini");
    host_state_set(&state, JW_HELD_URI, LV2_ATOM__String, "pluck_position=0.120000");
    for (int way = 0; way < N_WAYS; ++way) {
        Host *host = reopen(&state, 1.0f, (Way)way);
        const char *is = played(host);
        check(jw_data_same(is, "bench", JW_INSTRUMENT_EXTENSION), "way %d: plays %s, not bench",
              way, is);
        host_free(host);
    }
}

/// A host that keeps controls and no state.
static void test_no_state(void) {
    Host *host = open_host();
    host->knob[JW_PORT_INSTRUMENT] = 12.0f;
    host_activate(host);
    host_run(host, BLOCK);
    PLAYS(host, "guitar", "no state");
    host_free(host);
}

////////////
// Values //
////////////

/// Peak of a note's first tenth of a second.
static double peak_of(Host *host, int key) {
    enum { N = 4800 };
    host_settle(host);
    host_midi(host, 0, 0x90, key, 100);
    host_run(host, N);
    const double peak = fmax(host_peak(host->left, N), host_peak(host->right, N));
    host_midi(host, 0, 0xb0, 120, 0);
    host_run(host, N);
    return peak;
}

static double peak_of_fresh(int number, int key, JwParamId id, float value) {
    Host *host = open_host();
    host->knob[JW_PORT_INSTRUMENT] = (float)number;
    host_activate(host);
    if (id != JW_N_PARAMS) {
        host_set(host, id, value);
    }
    const double peak = peak_of(host, key);
    host_free(host);
    return peak;
}

/// A new instrument has its own gain and all else that is its own, whatever the last one had.
static void test_own_values(void) {
    enum { GUITAR = 12, BASS = 10, TANPURA = 5, KEY = 50 };
    const double own = peak_of_fresh(GUITAR, KEY, JW_N_PARAMS, 0.0f);
    for (int from = 1; from < GUITAR; ++from) {
        Host *host = open_host();
        host->knob[JW_PORT_INSTRUMENT] = (float)from;
        host_activate(host);
        host_settle(host);
        select_number(host, GUITAR);
        const double peak = peak_of(host, KEY);
        check(fabs(peak / own - 1.0) < 1e-6, "after number %d: peak %g, not %g", from, peak, own);
        host_free(host);
    }
}

/// What the user has moved stays, back where it was too.
static void test_moved_values(void) {
    enum { GUITAR = 12, KEY = 50 };
    static HostState state;
    const float values[] = {-30.0f, 0.0f};
    for (int i = 0; i < 2; ++i) {
        const double want = peak_of_fresh(GUITAR, KEY, JW_P_GAIN, values[i]);
        for (int reopened = 0; reopened < 2; ++reopened) {
            Host *host = open_host();
            host_activate(host);
            host_settle(host);
            host_set(host, JW_P_GAIN, -30.0f);
            host_settle(host);
            host_set(host, JW_P_GAIN, values[i]);
            host_settle(host);
            if (reopened) {
                memset(&state, 0, sizeof(state));
                host_save(host, &state, "");
                host_free(host);
                host = open_host();
                host_set(host, JW_P_GAIN, values[i]);
                host_restore(host, &state, "");
                host_activate(host);
                host_settle(host);
            }
            select_number(host, GUITAR);
            const double peak = peak_of(host, KEY);
            check(i == 1 ? peak > 0.0 : fabs(peak / want - 1.0) < 1e-6,
                  "gain moved to %g dB, %d: peak %g, not %g", (double)values[i], reopened, peak,
                  want);
            memset(&state, 0, sizeof(state));
            host_save(host, &state, "");
            check(!strstr(host_state_get(&state, JW_HELD_URI), " gain="),
                  "the gain that was moved to %g is forgotten: %s", (double)values[i],
                  host_state_get(&state, JW_HELD_URI));
            host_free(host);
        }
    }
}

/// Where a preset has put the controls nobody has moved them: the instrument that is chosen after
/// it does not have the preset's stroke or level.
static void test_after_preset(void) {
    enum { GUITAR = 12, KEY = 50 };
    static HostState state;
    const double own = peak_of_fresh(GUITAR, KEY, JW_N_PARAMS, 0.0f);
    memset(&state, 0, sizeof(state));
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, "bass");
    host_state_set(&state, JW_HELD_URI, LV2_ATOM__String,
                   "+gain=-20.0 +pluck_position=0.5 instrument=10");
    for (int order = 0; order < 2; ++order) {
        Host *host = open_host();
        host_activate(host);
        host_settle(host);
        for (int step = 0; step < 2; ++step) {
            if (step == order) {
                check(!host_restore(host, &state, ""), "the preset");
            } else {
                host_set(host, JW_P_GAIN, -20.0f);
                host_set(host, JW_P_PLUCK_POSITION, 0.5f);
                host->knob[JW_PORT_INSTRUMENT] = 10.0f;
            }
            host_run(host, BLOCK);
        }
        PLAYS(host, "bass", "by a preset");
        select_number(host, GUITAR);
        host_set(host, JW_P_JAWARI, 50.0f);
        const double peak = peak_of(host, KEY);
        // What the preset does not name counts as moved: the rest is the guitar's.
        check(fabs(peak / own - 1.0) < 0.2, "order %d: peak %g, not about %g", order, peak, own);
        host_free(host);
    }
}

/// A preset's file, chosen where an instrument's is asked for, is that preset: over what the user
/// has moved, too, and in a session that is opened again.
static void test_preset_file(void) {
    enum { N = 4800, KEY = 40 };
    static float by_preset[N], by_file[N];
    static HostState state;
    static JwPreset preset;
    char path[4096];
    JwError error = {0};
    snprintf(path, sizeof(path), "%s/presets/bass-slap.ttl", bundle);
    check(!jw_preset_file_load(path, &preset, &error), "%s", error.text);
    for (int pass = 0; pass < 3; ++pass) {
        float *out = pass ? by_file : by_preset;
        Host *host = open_host();
        if (pass == 2) {
            host_restore(host, &state, "");
        }
        host_activate(host);
        host_settle(host);
        if (pass == 0) {
            set_file(host, "bass");
            host_settle(host);
            for (int i = 0; i < preset.n_values; ++i) {
                host_set(host, preset.value[i].id, (float)preset.value[i].value);
            }
        } else if (pass == 1) {
            host_set(host, JW_P_GAIN, -40.0f);
            host_settle(host);
            set_file(host, path);
        }
        host_settle(host);
        host_deactivate(host);
        if (pass == 1) {
            memset(&state, 0, sizeof(state));
            host_save(host, &state, "");
            check(!strcmp(host_state_get(&state, JW_INSTRUMENT_FILE_URI), "bass-slap.ttl"),
                  "a preset is saved as %s", host_state_get(&state, JW_INSTRUMENT_FILE_URI));
        } else if (pass == 2) {
            host_set(host, JW_P_GAIN, -40.0f); // As the host had it
        }
        host_activate(host);
        host_midi(host, 0, 0x90, KEY, 100);
        host_run_to(host, out, host->right, N);
        check(host_peak(out, N) > 0.01 && (!pass || !memcmp(by_preset, out, sizeof(by_preset))),
              "pass %d: not the preset, peak %g; %s", pass, host_peak(out, N), host->log);
        host_free(host);
    }
}

int main(int argc, char **argv) {
    bundle = argc > 1 ? argv[1] : "";
    test_numbers(argv + 2, argc - 2);
    test_order(JW_PLUGIN_URI);
    test_order(JW_DRONE_URI);
    test_choosing();
    test_drone();
    test_at_once();
    test_reopened();
    test_older_state();
    test_no_state();
    test_own_values();
    test_moved_values();
    test_after_preset();
    test_preset_file();
    return check_result();
}
