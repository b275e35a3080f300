// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// State: saved and restored to the byte, moved about, restored while it sounds, and broken.
//
//     test_state BUNDLE

#include "files/instrument_file.h"
#include "files/preset_file.h"
#include "host.h"
#include "lv2/uris.h"
#include "overrides.h"
#include "plugins.h"
#include "ports.h"
#include "properties.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/texts.h"

#include <lv2/atom/atom.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RATE = 48000 };

static const char *bundle;
static char folder[256];

static Host *open_host(void) {
    return host_new(&(HostConfig){.bundle = bundle, .rate_hz = RATE, .worker = HOST_WORKER_LATER});
}

/// Path in the test's own folder.
static const char *path_of(const char *name, char path[512]) {
    snprintf(path, 512, "%s/%s", folder, name);
    return path;
}

static bool copy_file(const char *from, const char *to) {
    static char text[1 << 20];
    FILE *file = fopen(from, "r");
    const size_t n = file ? fread(text, 1, sizeof(text) - 1, file) : 0;
    text[n] = '\0';
    return file && !fclose(file) && n > 0 && write_text(to, text);
}

////////////////////
// Random states //
////////////////////

static const char *pick(uint64_t *seed, const char *const *texts, size_t n) {
    return texts[fixture_random(seed) % n];
}

static void random_held(uint64_t *seed, char *text) {
    JwOverrides held;
    jw_overrides_none(&held);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamInfo *info = jw_param_info((JwParamId)i);
        if (fixture_random(seed) % 4 == 0) {
            held.at[i] = (float)fixture_uniform(seed, info->min, info->max);
        }
    }
    jw_overrides_print(&held, text);
}

static void random_state(uint64_t *seed, HostState *state) {
    char held[JW_OVERRIDES_TEXT];
    const char *const instruments[] = {"tanpura.ini", "tanpura-point.ini", "bench.ini", NULL};
    const char *const scales[] = {"", NULL};
    const char *const strings[] = {"", "sa=1.5", "pa=-2 sa=3.25 kharaj=0.5", "nobody=7"};
    const char *const profiles[] = {"", "10 0", "1.5 -0.001, 25.25 -1.5"};
    memset(state, 0, sizeof(*state));
    const char *instrument = pick(seed, instruments, 4);
    host_state_set(state, JW_INSTRUMENT_FILE_URI, instrument ? LV2_ATOM__String : LV2_ATOM__Path,
                   instrument ? instrument : "mine.ini");
    for (int i = JW_PROPERTY_SCALE; i <= JW_PROPERTY_MAPPING; ++i) {
        const char *text = pick(seed, scales, 2);
        const char *file = i == JW_PROPERTY_SCALE ? "mine.scl" : "mine.kbm";
        host_state_set(state, jw_property_info((JwProperty)i)->uri,
                       text ? LV2_ATOM__String : LV2_ATOM__Path, text ? text : file);
    }
    host_state_set(state, jw_property_info(JW_PROPERTY_STRINGS)->uri, LV2_ATOM__String,
                   pick(seed, strings, 4));
    host_state_set(state, jw_property_info(JW_PROPERTY_PROFILE)->uri, LV2_ATOM__String,
                   pick(seed, profiles, 3));
    random_held(seed, held);
    host_state_set(state, JW_HELD_URI, LV2_ATOM__String, held);
}

/// Two instances take turns: what one saves the other restores and saves again.
static void test_random_states(void) {
    enum { N = 1000 };
    static HostState given, first, second;
    Host *a = open_host(), *b = open_host();
    uint64_t seed = 5;
    int n_restored = 0, n_same = 0, n_as_given = 0;
    for (int i = 0; i < N; ++i) {
        random_state(&seed, &given);
        n_restored += !host_restore(a, &given, folder);
        host_save(a, &first, folder);
        n_restored += !host_restore(b, &first, folder);
        host_save(b, &second, folder);
        n_same += host_same_state(&first, &second);
        bool as_given = true;
        for (int k = 0; k < given.n; ++k) {
            for (int j = 0; j < first.n; ++j) {
                as_given &= first.property[j].key != given.property[k].key ||
                            !strcmp(first.property[j].value, given.property[k].value);
            }
        }
        n_as_given += as_given && first.n == given.n;
    }
    check_between(n_restored, 2 * N, 2 * N, "random states restored");
    check_between(n_same, N, N, "saved again to the byte");
    check_between(n_as_given, N, N, "as they were given");
    check_between(host_paths_leaked(), 0, 0, "paths not freed");
    host_free(a);
    host_free(b);
}

////////////
// Moving //
////////////

/// Samples of a note by a fresh instance with that state.
static bool sound_of(const HostState *state, const char *root, const char *bundle_dir,
                     float *samples, uint32_t n) {
    Host *host = host_new(&(HostConfig){.bundle = bundle_dir, .rate_hz = RATE});
    const bool ok = host && !host_restore(host, state, root);
    if (ok) {
        host_activate(host);
        host_midi(host, 0, 0x90, 48, 100);
        host_run_to(host, samples, host->right, n);
        host_deactivate(host);
    }
    host_free(host);
    return ok;
}

static void test_moved_session(void) {
    enum { N = 9600 };
    static HostState state;
    static float before[N], after[N];
    char path[512], moved[512];
    Host *host = open_host();
    memset(&state, 0, sizeof(state));
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, path_of("mine.ini", path));
    check(!host_restore(host, &state, folder), "mine.ini: not restored");
    host_save(host, &state, folder);
    check(!strcmp(host_state_get(&state, JW_INSTRUMENT_FILE_URI), "mine.ini"),
          "an absolute path is saved: %s", host_state_get(&state, JW_INSTRUMENT_FILE_URI));
    check(sound_of(&state, folder, bundle, before, N), "no sound before");
    snprintf(moved, sizeof(moved), "%s.moved", folder);
    check(!rename(folder, moved), "cannot move");
    check(sound_of(&state, moved, bundle, after, N), "no sound after the session moved");
    check(host_peak(before, N) > 1e-4 && !memcmp(before, after, sizeof(after)),
          "another sound after the session moved");
    check(!rename(moved, folder), "cannot move back");
    host_free(host);
}

/// The bundle is copied elsewhere: what was chosen from its folder is found in the new one.
static void test_moved_bundle(void) {
    enum { N = 9600 };
    static const char *const names[] = {"jawari.so", "instruments"};
    static HostState state;
    static float before[N], after[N];
    char other[512], command[2048], path[512];
    Host *host = open_host();
    memset(&state, 0, sizeof(state));
    snprintf(path, sizeof(path), "%s/instruments/tanpura.ini", bundle);
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, path);
    check(!host_restore(host, &state, ""), "%s: not restored", path);
    host_save(host, &state, "");
    check(!strcmp(host_state_get(&state, JW_INSTRUMENT_FILE_URI), "tanpura.ini"),
          "a file of the bundle is saved as %s", host_state_get(&state, JW_INSTRUMENT_FILE_URI));
    check(sound_of(&state, "", bundle, before, N), "no sound before");
    path_of("other.lv2", other);
    mkdir(other, 0755);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
        snprintf(command, sizeof(command), "cp -r '%s/%s' '%s/'", bundle, names[i], other);
        check(!system(command), "%s", command); // NOLINT(cert-env33-c): a copy in the test's folder
    }
    check(sound_of(&state, "", other, after, N), "no sound from the other bundle");
    check(host_peak(before, N) > 1e-4 && !memcmp(before, after, sizeof(after)),
          "another sound from the other bundle");
    host_free(host);
}

/// A host's log ends in a terminal: names from a state give it no orders there.
static void test_log(void) {
    static const char *const names[] = {
        "\033]0;title\007", "no\nline", "\xc2\x9b[31m", "\x9b[31m", "\xe2\x80\xae", "\177", "\xff",
    };
    static HostState state;
    char path[512];
    Host *host = open_host();
    host_activate(host);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
        path_of(names[i], path);
        for (int k = 0; k < 2; ++k) {
            // The whole path, and a name to be looked for
            memset(&state, 0, sizeof(state));
            memset(host->log, 0, sizeof(host->log));
            host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, k ? names[i] : path);
            check(host_restore(host, &state, "") != LV2_STATE_SUCCESS, "there is no such file");
            size_t n = 0;
            while (host->log[n] >= ' ' && host->log[n] < 0x7f) {
                ++n;
            }
            check(n > 10 && strchr(host->log, '?') && !strcmp(host->log + n, "\n"),
                  "one harmless line: %zu letters of %zu", n, strlen(host->log));
        }
    }
    host_free(host);
}

/// A file that is away when a session is opened is not forgotten when it is saved.
static void test_missing_file(void) {
    static HostState state, saved;
    char path[512];
    Host *host = open_host();
    memset(&state, 0, sizeof(state));
    path_of("away.ini", path);
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, path);
    host_activate(host);
    check(host_restore(host, &state, "") != LV2_STATE_SUCCESS, "a missing file is no error");
    check(strstr(host->log, "away.ini") != NULL, "the log does not name the file: %s", host->log);
    host_midi(host, 0, 0x90, 61, 100);
    host_run(host, 4800);
    check_between(host_peak(host->left, 4800), 1e-4, 100.0, "peak without the file");
    host_save(host, &saved, "");
    check(!strcmp(host_state_get(&saved, JW_INSTRUMENT_FILE_URI), path),
          "the missing file is saved as %s", host_state_get(&saved, JW_INSTRUMENT_FILE_URI));
    check(write_text(path, ""), "cannot write");
    check(host_restore(host, &saved, "") != LV2_STATE_SUCCESS, "an empty file is no error");
    host_free(host);
}

//////////////////
// While it runs //
//////////////////

/// Largest step from sample to sample over what its neighbours lead to expect.
static double roughness(const float *x, uint32_t from, uint32_t to) {
    double most = 0.0;
    for (uint32_t i = from + 2; i < to; ++i) {
        const double second = (double)x[i] - 2.0 * (double)x[i - 1] + (double)x[i - 2];
        most = fmax(most, fabs(second));
    }
    return most;
}

/// What the old instrument would have gone on to play fades; nothing else is heard.
static void test_restore_while_sounding(void) {
    enum { N = 9600, AT = 4800, BLOCK = 240 };
    static HostState sitar, tanpura;
    static float alone[N], changed[N];
    memset(&sitar, 0, sizeof(sitar));
    memset(&tanpura, 0, sizeof(tanpura));
    host_state_set(&sitar, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, "bench.ini");
    host_state_set(&tanpura, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, "tanpura.ini");
    for (int pass = 0; pass < 2; ++pass) {
        float *out = pass ? changed : alone;
        Host *host = open_host();
        host_restore(host, &sitar, "");
        host_activate(host);
        host_midi(host, 0, 0x90, 55, 100);
        for (uint32_t at = 0; at < N; at += BLOCK) {
            if (pass && at == AT) {
                check(!host_restore(host, &tanpura, ""), "not restored while running");
            }
            host_run_to(host, out + at, host->right, BLOCK);
        }
        if (pass) {
            host_midi(host, 0, 0x90, 48, 100);
            host_run(host, 4800);
            check_between(host_peak(host->left, 4800), 1e-4, 100.0, "peak of the new instrument");
        }
        host_free(host);
    }
    const double peak = host_peak(alone, N);
    double excess = 0.0;
    for (uint32_t i = AT; i < N; ++i) {
        excess = fmax(excess, fabs((double)changed[i]) - fabs((double)alone[i]));
    }
    check(!memcmp(alone, changed, AT * sizeof(float)), "heard before it was restored");
    check_below(fmax(excess, 0.0) / peak, 1e-3, "sound beyond the old one's, of its peak");
    check_below(roughness(changed, AT, N) / roughness(alone, AT, N), 1.001,
                "roughness, of the old one's");
    check_below(host_peak(changed + AT + RATE / 20, N - AT - RATE / 20), 0.0, "peak after 50 ms");
}

/// A preset of the same instrument does not stop its strings.
static void test_same_instrument(void) {
    enum { N = 4800 };
    static HostState state;
    static float alone[N], again[N];
    memset(&state, 0, sizeof(state));
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, "bench.ini");
    for (int pass = 0; pass < 2; ++pass) {
        Host *host = open_host();
        host_restore(host, &state, "");
        host_activate(host);
        host_midi(host, 0, 0x90, 55, 100);
        host_run(host, N);
        if (pass) {
            check(!host_restore(host, &state, ""), "not restored");
        }
        host_run_to(host, pass ? again : alone, host->right, N);
        host_free(host);
    }
    check(host_peak(alone, N) > 1e-4 && !memcmp(alone, again, sizeof(again)),
          "the same instrument again: another sound");
}

////////////
// Broken //
////////////

static void test_broken_states(void) {
    enum { N = 2000 };
    static HostState state, good, saved;
    Host *host = open_host();
    uint64_t seed = 9;
    int n_refused = 0, n_playing = 0;
    host_activate(host);
    memset(&state, 0, sizeof(state));
    check(host_restore(host, &state, "") == LV2_STATE_ERR_NO_PROPERTY, "an empty state is taken");
    host_save(host, &good, "");
    for (int i = 0; i < N; ++i) {
        memcpy(&state, &good, sizeof(state));
        const int k = (int)(fixture_random(&seed) % (uint64_t)state.n);
        char *value = state.property[k].value;
        switch (i % 4) {
        case 0: // Cut short, its zero gone
            memset(value, 'x', HOST_TEXT);
            state.property[k].size = 1 + fixture_random(&seed) % 40;
            break;
        case 1: // Of another type
            state.property[k].type = host_map(LV2_ATOM__Float);
            break;
        case 2: // Noise
            for (int b = 0; b < 64; ++b) {
                value[b] = (char)(1 + fixture_random(&seed) % 255);
            }
            value[63] = '\0';
            state.property[k].size = 64;
            break;
        default: // A size that is not there
            state.property[k].size = 0;
            state.property[k].key = k == 0 ? 0 : state.property[k].key;
            n_refused += k != 0; // The rest may be missing.
            break;
        }
        n_refused += host_restore(host, &state, "") != LV2_STATE_SUCCESS;
        if (i % 100 == 0) {
            host_midi(host, 0, 0x90, 61, 100);
            host_run(host, 512);
            n_playing += host_peak(host->left, 512) > 1e-5;
        }
    }
    check_between(n_refused, N, N, "broken states refused");
    const int n_played = N / 100;
    check_between(n_playing, n_played, n_played, "notes heard meanwhile");
    check(!host_restore(host, &good, ""), "a good state is refused after them");
    host_save(host, &saved, "");
    check(host_same_state(&good, &saved), "not what it was before");
    check_between(host_paths_leaked(), 0, 0, "paths not freed");
    host_free(host);
}

//////////
// Held //
//////////

/// Pluck position that the tanpura's file asks for; another than the control's default.
static float own_position(void) {
    static JwInstrument tanpura;
    char path[512];
    JwError error = {0};
    snprintf(path, sizeof(path), "%s/instruments/tanpura.ini", bundle);
    if (!check(!jw_instrument_file_load(path, &tanpura, &error), "%s", error.text)) {
        return 0.0f;
    }
    const double position = tanpura.param[JW_P_PLUCK_POSITION];
    check(fabs(position - jw_param_info(JW_P_PLUCK_POSITION)->def) > 0.05, "pluck position %g",
          position);
    return (float)position;
}

/// The tanpura is plucked where its file says though the control stands at an eighth, until it
/// moves.
static void test_overrides(void) {
    enum { N = 4800 };
    static HostState state;
    static float own[N], moved[N], told[N];
    const float position = own_position();
    for (int pass = 0; pass < 3; ++pass) {
        float *out = pass == 0 ? own : pass == 1 ? moved : told;
        Host *host = open_host();
        host_activate(host);
        host_patch(host, "http://lv2plug.in/ns/ext/patch#Set", JW_INSTRUMENT_FILE_URI,
                   LV2_ATOM__Path, "tanpura", 0);
        host_settle(host);
        if (pass == 1) {
            host_set(host, JW_P_PLUCK_POSITION, 0.2f);
            host_run(host, 64);
            host_set(host, JW_P_PLUCK_POSITION, (float)jw_param_info(JW_P_PLUCK_POSITION)->def);
        } else if (pass == 2) {
            host_set(host, JW_P_PLUCK_POSITION, position);
        }
        host_settle(host);
        host_save(host, &state, "");
        const char *held = host_state_get(&state, JW_HELD_URI);
        check((strstr(held, "pluck_position=") != NULL) == (pass == 0), "held: %s", held);
        host_midi(host, 0, 0x90, 48, 100);
        host_run_to(host, out, host->right, N);
        host_free(host);
    }
    check(!memcmp(own, told, sizeof(own)), "%g is not the tanpura's own pluck position",
          (double)position);
    check(memcmp(own, moved, sizeof(own)) != 0, "a moved control is not in force");
}

int main(int argc, char **argv) {
    char path[512], from[4096];
    bundle = argc > 1 ? argv[1] : "";
    snprintf(folder, sizeof(folder), "/tmp/jawari-state-XXXXXX");
    if (!mkdtemp(folder)) {
        return 2;
    }
    snprintf(from, sizeof(from), "%s/instruments/bench.ini", bundle);
    check(copy_file(from, path_of("mine.ini", path)), "mine.ini");
    check(
        write_text(path_of("mine.scl", path), "! mine.scl\nTwo fifths\n 3\n!\n 9/8\n 3/2\n 2/1\n"),
        "mine.scl");
    check(write_text(path_of("mine.kbm", path), "0\n0\n127\n60\n69\n440.0\n0\n"), "mine.kbm");
    test_random_states();
    test_moved_session();
    test_moved_bundle();
    test_missing_file();
    test_log();
    test_restore_while_sounding();
    test_same_instrument();
    test_broken_states();
    test_overrides();
    snprintf(from, sizeof(from), "rm -r '%s'", folder);
    check(!system(from), "%s", from); // NOLINT(cert-env33-c): the test's own folder
    return check_result();
}
