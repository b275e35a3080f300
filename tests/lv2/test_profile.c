// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The bridge profile of the plug-in: set and told by patch messages, heard at once, kept in the
// state, and the same bits as an instrument's own table. Argument: the bundle.

#include "files/instrument_file.h"
#include "files/preset_file.h"
#include "files/profile_file.h"
#include "files/tuned_text.h"
#include "host.h"
#include "plugins.h"
#include "properties.h"
#include "support/check.h"

#include <lv2/atom/atom.h>
#include <lv2/patch/patch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RATE = 48000, BLOCK = 256, SOUND = 8192, TEXT = 1 << 17 };

static const char flat[] = "10 -0.002, 20 -0.05, 35 -0.2", high[] = "10 0.1, 35 0.08";
static const char *bundle, *property;

static Host *open_host(void) {
    return host_new(&(HostConfig){.bundle = bundle, .rate_hz = RATE, .worker = HOST_WORKER_LATER});
}

static Host *open_tanpura(void) {
    Host *host = open_host();
    host_activate(host);
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "tanpura", 0);
    host_settle(host);
    return host;
}

static void set_profile(Host *host, const char *text, int32_t sequence) {
    host_patch(host, LV2_PATCH__Set, property, LV2_ATOM__String, text, sequence);
}

/// Text in force, as a patch:Get is answered.
static const char *asked(Host *host) {
    host_patch(host, LV2_PATCH__Get, property, NULL, NULL, 0);
    host_run(host, BLOCK);
    return host_told(host, property) ? host_told(host, property) : "nothing";
}

static void check_text(Host *host, const char *wanted, const char *what) {
    const char *is = asked(host);
    check(!strcmp(is, wanted), "%s: \"%s\", not \"%s\"", what, is, wanted);
}

/********* Heard *********/

static float plain[SOUND], drawn[SOUND];

/// A string that sounds; a profile comes in the middle, and the worker works between blocks.
static void play(Host *host, const char *text, float *left) {
    static float right[BLOCK];
    host_midi(host, 0, 0x90, 48, 100);
    for (int at = 0; at < SOUND; at += BLOCK) {
        if (text && at == SOUND / 2) {
            set_profile(host, text, 0);
        }
        host_run_to(host, left + at, right, BLOCK);
        host_work(host);
    }
}

static void test_heard(void) {
    Host *host = open_tanpura();
    play(host, NULL, plain);
    host_free(host);
    host = open_tanpura();
    play(host, high, drawn);
    int first = 0;
    while (first < SOUND && plain[first] == drawn[first]) {
        ++first;
    }
    check_between(1e3 * (first - SOUND / 2) / RATE, 0.0, 50.0, "heard after so long [ms]");
    host_free(host);
}

/********* Messages *********/

static void test_messages(void) {
    Host *host = open_tanpura();
    check_text(host, "", "at first");
    set_profile(host, flat, 7);
    int n_told = 0, n_acks = 0;
    for (int i = 0; i < 8; ++i) {
        host_run(host, BLOCK);
        n_told += host_told(host, property) && !strcmp(host_told(host, property), flat);
        n_acks += host_count(host, LV2_PATCH__Ack, 7);
        host_work(host);
    }
    check(n_told == 1 && n_acks == 1, "told %d times, acknowledged %d times", n_told, n_acks);
    check_text(host, flat, "set");
    static const char *const wrong[] = {"10", "10 0 20", "20 0, 10 0", "10 6", "ten 0"};
    for (int i = 0; i < 5; ++i) {
        set_profile(host, wrong[i], 20 + i);
        int n_errors = 0;
        for (int k = 0; k < 8; ++k) {
            host_run(host, BLOCK);
            n_errors += host_count(host, LV2_PATCH__Error, 20 + i);
            host_work(host);
        }
        check(n_errors == 1, "\"%s\": %d errors", wrong[i], n_errors);
        check(strstr(host->log, "bridge profile: rising positions") != NULL, "said: %s", host->log);
    }
    check_text(host, flat, "after what is wrong");
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "sitar", 0);
    host_settle(host);
    check_text(host, "", "another instrument has its own bridge");
    set_profile(host, flat, 0);
    host_settle(host);
    const char *const both[] = {property, JW_INSTRUMENT_FILE_URI}, *const value[] = {high,
                                                                                     "tanpura"};
    host_put(host, 2, both, LV2_ATOM__String, value, 0);
    host_settle(host);
    check_text(host, high, "with its instrument in one message");
    set_profile(host, "", 0);
    host_settle(host);
    check_text(host, "", "taken off");
    host_free(host);
}

/********* State *********/

static void test_state(void) {
    static HostState state, other;
    Host *host = open_tanpura();
    set_profile(host, flat, 0);
    host_settle(host);
    host_save(host, &state, "");
    check(!strcmp(host_state_get(&state, property), flat), "kept as it was set");
    host_free(host);
    host = open_host();
    check(!host_restore(host, &state, ""), "restored");
    host_activate(host);
    check_text(host, flat, "restored");
    host_state_set(&other, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, "tanpura.ini");
    check(!host_restore(host, &other, ""), "a state without a profile");
    host_settle(host);
    check_text(host, "", "a state without a profile");
    host_state_set(&state, property, LV2_ATOM__String, "10 0.1 20");
    host_state_set(&state, "urn:jawari:stringTuning", LV2_ATOM__String, "sa=2");
    host->log[0] = '\0';
    check(host_restore(host, &state, "") != LV2_STATE_SUCCESS, "a bad profile is no success");
    check(strstr(host->log, "bridgeProfile: rising positions") != NULL, "and said: %s", host->log);
    host_settle(host);
    check_text(host, "", "and none");
    host_save(host, &other, "");
    check(!strcmp(host_state_get(&other, "urn:jawari:stringTuning"), "sa=2"),
          "the rest of the state is there");
    host_free(host);
}

/********* The same bits *********/

static char *read_text(const char *path) {
    char *text = calloc(1, TEXT);
    FILE *file = fopen(path, "r");
    if (file) {
        text[fread(text, 1, TEXT - 1, file)] = '\0';
        fclose(file);
    }
    return text;
}

/// The bundle's tanpura with the profile's table in the place of its bridge.
static bool write_instrument(const char *path) {
    static JwObstacle bridge = {.kind = JW_OBSTACLE_BRIDGE,
                                .restitution = -1.0,
                                .start_m = 0.010,
                                .end_m = 0.035,
                                .n_points = 4,
                                .grading = 2.6,
                                .radius_m = 0.5,
                                .movable = true};
    char own[512];
    JwProfile profile;
    snprintf(own, sizeof(own), "%s/instruments/tanpura.ini", bundle);
    char *text = read_text(own), *from = strstr(text, "[obstacle bridge]"), *table = NULL;
    char *to = from ? strstr(from + 1, "\n[") : NULL;
    FILE *file = fopen(path, "w");
    const bool ok = to && file && strstr(from, "grading = 2.6") < to &&
                    jw_profile_parse(flat, &profile) &&
                    (table = jw_profile_file_text(&profile, &bridge)) != NULL;
    if (ok) {
        *strstr(table, "[end]") = '\0';
        fprintf(file, "%.*s%s%s", (int)(from - text), text, table, to);
    }
    if (file) {
        fclose(file);
    }
    free(table);
    free(text);
    return ok;
}

/// Tunes an instrument that has no cents by those of the bundle's tanpura.
static bool write_tuned(const char *path, const char *tuned_path) {
    static JwInstrument tanpura, table;
    char own[512];
    JwError error = {0};
    snprintf(own, sizeof(own), "%s/instruments/tanpura.ini", bundle);
    if (jw_instrument_file_load(own, &tanpura, &error) ||
        jw_instrument_file_load(path, &table, &error)) {
        return false;
    }
    char *text = jw_tuned_text_make(&tanpura, &table);
    FILE *file = fopen(tuned_path, "w");
    const bool ok = text && file && fputs(text, file) >= 0;
    if (file) {
        fclose(file);
    }
    free(text);
    return ok;
}

static void test_same_bits(void) {
    static HostState state, table;
    char folder[] = "/tmp/jawari-profile-XXXXXX", path[64], tuned_folder[48], tuned[64];
    if (!check(mkdtemp(folder), "a folder")) {
        return;
    }
    snprintf(path, sizeof(path), "%s/x.ini", folder);
    snprintf(tuned_folder, sizeof(tuned_folder), "%s/tuned", folder);
    snprintf(tuned, sizeof(tuned), "%s/x.ini", tuned_folder);
    check(write_instrument(path), "an instrument with the table");
    check(!mkdir(tuned_folder, 0700) && write_tuned(path, tuned), "tuned as the bundle's");
    host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, "tanpura.ini");
    host_state_set(&state, property, LV2_ATOM__String, flat);
    host_state_set(&table, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, path);
    const HostState *const states[] = {&state, &table};
    for (int i = 0; i < 2; ++i) {
        Host *host = open_host();
        check(!host_restore(host, states[i], ""), "restored: %s", host->log);
        host_activate(host);
        play(host, NULL, i == 0 ? drawn : plain);
        host_free(host);
    }
    check_between(host_peak(drawn, SOUND), 1e-3, 4.0, "peak");
    check(!memcmp(drawn, plain, sizeof(drawn)), "the bits of an instrument with the table");
    unlink(tuned);
    rmdir(tuned_folder);
    unlink(path);
    rmdir(folder);
}

int main(int argc, char **argv) {
    bundle = argc > 1 ? argv[1] : "";
    property = jw_property_info(JW_PROPERTY_PROFILE)->uri;
    test_heard();
    test_messages();
    test_state();
    test_same_bits();
    return check_result();
}
