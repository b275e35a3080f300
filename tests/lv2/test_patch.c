// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Properties: set and told by patch messages, with every kind of worker; tunings; note names;
// freewheeling.
//
//     test_patch BUNDLE

#include "files/preset_file.h"
#include "host.h"
#include "lv2/midnam.h"
#include "plugins.h"
#include "ports.h"
#include "properties.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <lv2/atom/atom.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RATE = 48000 };

#define STATE_CHANGED LV2_STATE_PREFIX "StateChanged"

static const char *bundle;

static Host *open_host(HostWorker worker) {
    Host *host = host_new(&(HostConfig){.bundle = bundle, .rate_hz = RATE, .worker = worker});
    host_activate(host);
    host_run(host, 64); // What it tells of itself at first
    return host;
}

static bool ends_with(const char *text, const char *end) {
    return text && strlen(text) >= strlen(end) && !strcmp(text + strlen(text) - strlen(end), end);
}

/// Runs until something is told of the property; NULL if nothing is.
static const char *wait_for(Host *host, const char *property) {
    for (int i = 0; i < 50; ++i) {
        host_run(host, 64);
        if (host_told(host, property)) {
            return host_told(host, property);
        }
        host_work(host);
    }
    return NULL;
}

/// Replies of that type to message number `sequence` in the next blocks, with work between them.
static int count_replies(Host *host, const char *type, int32_t sequence) {
    int n = 0;
    for (int i = 0; i < 8; ++i) {
        host_run(host, 64);
        n += host_count(host, type, sequence);
        host_work(host);
    }
    return n;
}

static void test_get(void) {
    Host *host = open_host(HOST_WORKER_LATER);
    host_patch(host, LV2_PATCH__Get, JW_INSTRUMENT_FILE_URI, NULL, NULL, 0);
    host_run(host, 64);
    const char *told = host_told(host, JW_INSTRUMENT_FILE_URI);
    check(ends_with(told, "/sitar.ini") && told[0] == '/', "told of the instrument: %s", told);
    check(host_count(host, LV2_PATCH__Set, 0) == 1, "not one answer to one question");
    host_patch(host, LV2_PATCH__Get, NULL, NULL, NULL, 0);
    host_run(host, 64);
    check(host_count(host, LV2_PATCH__Put, 0) == 1, "no patch:Put of everything");
    check(host_count(host, LV2_PATCH__Set, 0) == JW_N_PROPERTIES, "not every property is told");
    host_patch(host, LV2_PATCH__Get, "urn:unknown", NULL, NULL, 7);
    host_run(host, 64);
    check(host_count(host, LV2_PATCH__Error, 7) == 1, "an unknown property is no error");
    host_run(host, 64);
    check(host->notify.sequence.atom.size == sizeof(LV2_Atom_Sequence_Body), "told unasked");
    host_free(host);
}

/// A host with little room gets its answer once there is some.
static void test_small_notify(void) {
    static const uint32_t sizes[] = {0, 7, 8, 16, 40, 64};
    Host *host = open_host(HOST_WORKER_LATER);
    host_patch(host, LV2_PATCH__Get, JW_INSTRUMENT_FILE_URI, NULL, NULL, 0);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        host->notify_capacity = sizes[i];
        memset(host->notify.bytes + 8 + sizes[i], 0x5a, 64);
        host_run(host, 64);
        bool kept = true;
        for (int b = 0; b < 64; ++b) {
            kept &= host->notify.bytes[8 + sizes[i] + (uint32_t)b] == 0x5a;
        }
        check(kept && host->notify.sequence.atom.size <= sizes[i], "%u bytes overrun", sizes[i]);
    }
    host->notify_capacity = 4096;
    host_run(host, 64);
    check(host_told(host, JW_INSTRUMENT_FILE_URI) != NULL, "the answer was lost");
    host->descriptor->connect_port(host->handle, JW_PORT_NOTIFY, NULL);
    host_patch(host, LV2_PATCH__Get, NULL, NULL, NULL, 0);
    host_run(host, 64);
    host_free(host);
}

static void test_set(HostWorker worker, const char *kind) {
    Host *host = open_host(worker);
    const int updates = host->n_midnam_updates;
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 11);
    const char *told = wait_for(host, JW_INSTRUMENT_FILE_URI);
    check(ends_with(told, "/bench.ini"), "%s: told of %s", kind, told);
    check(host_count(host, STATE_CHANGED, 0) == 1, "%s: the state is not called changed", kind);
    int n_acks = host_count(host, LV2_PATCH__Ack, 11);
    host_run(host, 64);
    n_acks += host_count(host, LV2_PATCH__Ack, 11);
    check(n_acks == 1, "%s: acknowledged %d times", kind, n_acks);
    check(host->n_midnam_updates > updates, "%s: note names are not renewed", kind);
    host_midi(host, 0, 0x90, 55, 100);
    host_run(host, 2400);
    check_between(host_peak(host->left, 2400), 1e-5, 100.0, "%s: peak of the new one", kind);
    host_patch(host, LV2_PATCH__Put, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "tanpura", 0);
    check(ends_with(wait_for(host, JW_INSTRUMENT_FILE_URI), "/tanpura.ini"), "%s: Put", kind);
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "/nowhere/x.ini", 12);
    told = wait_for(host, JW_INSTRUMENT_FILE_URI);
    check(ends_with(told, "/tanpura.ini"), "%s: after a failure, told of %s", kind, told);
    check(host_count(host, LV2_PATCH__Error, 12) == 1, "%s: no error", kind);
    check(strstr(host->log, "/nowhere/x.ini") != NULL, "%s: the log says %s", kind, host->log);
    host_free(host);
}

/// Times that the host's log has a text.
static int n_said(const Host *host, const char *text) {
    int n = 0;
    for (const char *at = host->log; (at = strstr(at, text)); ++at) {
        ++n;
    }
    return n;
}

/// An instrument without its tuned file plays, and the log says once that it plays untuned; those
/// of the bundle are tuned.
static void test_untuned(void) {
    char folder[] = "/tmp/jawari-patch-XXXXXX", path[64], command[512];
    Host *host = open_host(HOST_WORKER_LATER);
    if (!check(mkdtemp(folder), "a folder")) {
        return;
    }
    snprintf(path, sizeof(path), "%s/mine.ini", folder);
    snprintf(command, sizeof(command), "cp '%s/instruments/tanpura.ini' '%s'", bundle, path);
    check(!system(command), "%s", command); // NOLINT(cert-env33-c): a copy in the test's folder
    for (int i = 0; i < 2; ++i) {
        host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "sarod", 0);
        check(ends_with(wait_for(host, JW_INSTRUMENT_FILE_URI), "/sarod.ini"), "one of the bundle");
        check(n_said(host, "untuned") == i, "it is tuned: %s", host->log);
        host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, path, 0);
        check(ends_with(wait_for(host, JW_INSTRUMENT_FILE_URI), "/mine.ini"), "one that is not");
        check(n_said(host, "mine.ini: plays untuned: it has no tuned file; jawari-fit --tune") ==
                  i + 1,
              "said once: %s", host->log);
        host_run(host, 64);
    }
    host_free(host);
    snprintf(command, sizeof(command),
             "mkdir %s/tuned && cp '%s/instruments/tuned/tanpura.ini' "
             "%s/tuned/mine.ini",
             folder, bundle, folder);
    check(!system(command), "%s", command); // NOLINT(cert-env33-c): a copy in the test's folder
    host = open_host(HOST_WORKER_LATER);
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, path, 0);
    check(ends_with(wait_for(host, JW_INSTRUMENT_FILE_URI), "/mine.ini") &&
              !n_said(host, "untuned"),
          "with its tuned file it is not: %s", host->log);
    host_free(host);
    snprintf(command, sizeof(command), "rm -r %s", folder);
    check(!system(command), "%s", command); // NOLINT(cert-env33-c): the test's folder
}

/// Of several properties in one message each is seen to, and the message is answered once: by an
/// error if any of them cannot be.
static void test_put_many(HostWorker worker) {
    static const char *const three[] = {JW_INSTRUMENT_FILE_URI, "urn:jawari:stringTuning",
                                        "urn:jawari:scaleFile"};
    static const char *const good[] = {"bench", "", ""};
    static const char *const bad[] = {"tanpura", "nonsense", ""};
    static const char *const unknown[] = {JW_INSTRUMENT_FILE_URI, "urn:unknown",
                                          "urn:jawari:scaleFile"};
    static const struct {
        const char *const *property, *const *value;
        int n;
        bool good;
        const char *instrument;
    } put[] = {{three, good, 3, true, "bench.ini"},
               {three, bad, 3, false, "tanpura.ini"},
               {unknown, good, 3, false, "bench.ini"},
               {three, good, 0, true, "bench.ini"}};
    Host *host = open_host(worker);
    for (int i = 0; i < 4; ++i) {
        int n_acks = 0, n_errors = 0;
        host_put(host, put[i].n, put[i].property, LV2_ATOM__String, put[i].value, 31 + i);
        for (int k = 0; k < 8; ++k) {
            host_run(host, 1024); // Engines take turns: each fades out
            n_acks += host_count(host, LV2_PATCH__Ack, 31 + i);
            n_errors += host_count(host, LV2_PATCH__Error, 31 + i);
            host_work(host);
        }
        check(n_acks == put[i].good && n_errors == !put[i].good, "Put %d: %d acks, %d errors", i,
              n_acks, n_errors);
        host_patch(host, LV2_PATCH__Get, JW_INSTRUMENT_FILE_URI, NULL, NULL, 0);
        host_run(host, 64);
        check(ends_with(host_told(host, JW_INSTRUMENT_FILE_URI), put[i].instrument),
              "Put %d: what can be is done", i);
    }
    // A later message takes the place of a part: the first has come to nothing, and is told so
    // once.
    int n = 0;
    host_put(host, 3, three, LV2_ATOM__String, good, 41);
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "tanpura", 42);
    for (int k = 0; k < 8; ++k) {
        host_run(host, 1024);
        n += host_count(host, LV2_PATCH__Error, 41) + 10 * host_count(host, LV2_PATCH__Ack, 42) +
             100 * host_count(host, LV2_PATCH__Ack, 41);
        host_work(host);
    }
    check(n == 11, "a message in another's place: answers %d, not 11", n);
    host_free(host);
}

/// Without a worker the wish is carried out when the host activates, or freewheels.
static void test_no_worker(void) {
    Host *host = open_host(HOST_NO_WORKER);
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 0);
    check(wait_for(host, JW_INSTRUMENT_FILE_URI) == NULL, "work is done in run()");
    host_midi(host, 0, 0x90, 60, 100);
    host_run(host, 2400);
    check_between(host_peak(host->left, 2400), 1e-4, 100.0, "peak without a worker");
    host_deactivate(host);
    host_activate(host);
    check(ends_with(wait_for(host, JW_INSTRUMENT_FILE_URI), "/bench.ini"), "not at activation");
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "tanpura", 0);
    *host_knob(host, JW_HOST_FREEWHEEL) = 1.0f;
    check(ends_with(wait_for(host, JW_INSTRUMENT_FILE_URI), "/tanpura.ini"), "not freewheeling");
    host_free(host);
}

/// A host that forgets work or answers when it deactivates, and one that does a piece of work late,
/// after all: every wish is carried out once and answered once.
static void test_forgotten_work(void) {
    Host *host = open_host(HOST_WORKER_LATER);
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 21);
    host_run(host, 64);
    check(host->n_todo == 1, "no work is asked for");
    host->n_todo = 0;
    host_deactivate(host);
    host_activate(host);
    check(count_replies(host, LV2_PATCH__Ack, 21) == 1, "forgotten work is not made up for");
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "tanpura", 22);
    host_run(host, 64);
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "sitar", 23);
    host_run(host, 64);
    host_deactivate(host);
    host_activate(host);
    check(host->n_todo == 1, "the late work is not there");
    int n = 0;
    for (int i = 0; i < 8; ++i) {
        host_run(host, 64);
        n += host_count(host, LV2_PATCH__Ack, 22) + 10 * host_count(host, LV2_PATCH__Ack, 23);
        host_work(host);
    }
    check(n == 11, "late work: answers %d, not 11", n);
    host_patch(host, LV2_PATCH__Get, JW_INSTRUMENT_FILE_URI, NULL, NULL, 0);
    check(ends_with(wait_for(host, JW_INSTRUMENT_FILE_URI), "/sitar.ini"), "late work counts");
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 24);
    host_run(host, 64);
    host_work(host); // Done, and the answer not yet taken
    host_deactivate(host);
    host_activate(host);
    check(count_replies(host, LV2_PATCH__Ack, 24) == 1, "the answer is lost");
    host_free(host);
}

static void *work_of(void *host) {
    host_work(host);
    return NULL;
}

/// Offline nothing runs ahead of the worker, wherever that is: every wish is carried out in the
/// block in which it comes, or in the first one offline.
static void test_offline_worker(void) {
    static const char *const names[] = {"bench", "tanpura", "tanpura-point", "sitar"};
    Host *host = open_host(HOST_WORKER_LATER);
    int n_told = 0;
    for (int i = 0; i < 20; ++i) {
        pthread_t thread;
        char end[64];
        *host_knob(host, JW_HOST_FREEWHEEL) = 0.0f;
        host_settle(host);
        host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, names[i % 4], 0);
        host_run(host, 64);
        check(host->n_todo == 1 && !pthread_create(&thread, NULL, work_of, host), "no work");
        *host_knob(host, JW_HOST_FREEWHEEL) = 1.0f;
        snprintf(end, sizeof(end), "/%s.ini", names[i % 4]);
        bool told = false;
        for (int block = 0; block < 2; ++block) {
            host_run(host, 64);
            told = told || ends_with(host_told(host, JW_INSTRUMENT_FILE_URI), end);
        }
        n_told += told;
        pthread_join(thread, NULL);
    }
    check_between(n_told, 20, 20, "wishes carried out before the second block offline");
    host_free(host);
}

static void test_full_worker(void) {
    Host *host = open_host(HOST_WORKER_FULL);
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 0);
    check(wait_for(host, JW_INSTRUMENT_FILE_URI) == NULL, "work where there is no room for it");
    host->config.worker = HOST_WORKER_LATER;
    check(ends_with(wait_for(host, JW_INSTRUMENT_FILE_URI), "/bench.ini"), "the wish was lost");
    host_free(host);
}

/// Wishes that come faster than they are carried out: the last one counts.
static void test_many_wishes(void) {
    Host *host = open_host(HOST_WORKER_LATER);
    static const char *const names[] = {"bench", "tanpura", "sitar", "tanpura-point"};
    for (int i = 0; i < 40; ++i) {
        host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, names[i % 4], 0);
        host_run(host, 32);
        if (i % 7 == 6) {
            host_work(host);
        }
    }
    host_settle(host);
    host_patch(host, LV2_PATCH__Get, JW_INSTRUMENT_FILE_URI, NULL, NULL, 0);
    check(ends_with(wait_for(host, JW_INSTRUMENT_FILE_URI), "/tanpura-point.ini"), "not the last");
    host_free(host);
}

/////////////
// Tunings //
/////////////

/// Frequency of the strongest partial around hz, within a semitone.
static double pitch_near(Host *host, double hz) {
    enum { N = 16384 };
    static double x[N];
    double best = 0.0, most = -1.0;
    host_run(host, 4800);
    host_run(host, N);
    for (int i = 0; i < N; ++i) {
        x[i] = (double)host->left[i];
    }
    for (double cent = -100.0; cent <= 100.0; cent += 1.0) {
        const double a = fixture_amplitude(x, N, RATE, hz * exp2(cent / 1200.0));
        if (a > most) {
            most = a;
            best = hz * exp2(cent / 1200.0);
        }
    }
    return best;
}

/// Cents from one pitch of the note C3 to the other.
static double cents_between(double from, double to) {
    return 1200.0 * log2(to / from);
}

static void test_tuning(void) {
    char scale[64];
    snprintf(scale, sizeof(scale), "/tmp/jawari-patch-%ld.scl", (long)getpid());
    Host *host = open_host(HOST_WORKER_LATER);
    FILE *file = fopen(scale, "w");
    // Every degree an equal semitone but the first, 50 cents over its place.
    fputs("! test.scl\nSharp seconds\n 12\n!\n 150.0\n 200.0\n 300.0\n 400.0\n 500.0\n 600.0\n "
          "700.0\n"
          " 800.0\n 900.0\n 1000.0\n 1100.0\n 2/1\n",
          file);
    check(!fclose(file), "no scale is written");
    host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "tanpura-point", 0);
    host_settle(host);
    host_midi(host, 0, 0x90, 48, 60);
    const double plain = pitch_near(host, 130.81);
    host_midi(host, 0, 0xb0, 120, 0);
    host_patch(host, LV2_PATCH__Set, jw_property_info(JW_PROPERTY_STRINGS)->uri, LV2_ATOM__String,
               "sa=-40", 0);
    host_settle(host);
    host_midi(host, 0, 0x90, 48, 60);
    const double fine = pitch_near(host, 130.81);
    check_between(cents_between(plain, fine), -45.0, -35.0, "cents of a string tuned by -40");
    host_patch(host, LV2_PATCH__Set, jw_property_info(JW_PROPERTY_STRINGS)->uri, LV2_ATOM__String,
               "sa", 5);
    check(count_replies(host, LV2_PATCH__Error, 5) == 1, "a fine tuning without a value is taken");
    host_patch(host, LV2_PATCH__Set, jw_property_info(JW_PROPERTY_STRINGS)->uri, LV2_ATOM__String,
               "", 0);
    host_patch(host, LV2_PATCH__Set, jw_property_info(JW_PROPERTY_SCALE)->uri, LV2_ATOM__Path,
               scale, 0);
    host_set(host, JW_P_SA, 12.0f); // B: C is the first degree over it
    host_settle(host);
    host_midi(host, 0, 0xb0, 120, 0);
    host_settle(host);
    host_midi(host, 0, 0x90, 48, 60);
    const double scaled = pitch_near(host, 130.81);
    check_between(cents_between(plain, scaled), 40.0, 60.0, "cents of the sharp second");
    host_patch(host, LV2_PATCH__Set, jw_property_info(JW_PROPERTY_SCALE)->uri, LV2_ATOM__Path, "",
               0);
    check(!strcmp(wait_for(host, jw_property_info(JW_PROPERTY_SCALE)->uri), ""), "still a scale");
    unlink(scale);
    host_free(host);
}

////////////
// Others //
////////////

/// Offline the quality is the one that is asked for offline, and never below the live one.
static void test_freewheel(void) {
    enum { N = 4096 };
    static float sound[3][N];
    for (int pass = 0; pass < 3; ++pass) {
        Host *host = open_host(HOST_WORKER_LATER);
        *host_knob(host, JW_HOST_FREEWHEEL) = pass > 0 ? 1.0f : 0.0f;
        *host_knob(host, JW_HOST_OFFLINE_QUALITY) = pass == 1 ? 0.0f : 4.0f;
        for (int i = 0; i < 100; ++i) {
            host_run(host, 512);
        }
        host_midi(host, 0, 0x90, 66, 100);
        host_run_to(host, sound[pass], host->right, N);
        host_free(host);
    }
    check(!memcmp(sound[0], sound[1], sizeof(sound[0])), "offline as live: another sound");
    check(memcmp(sound[0], sound[2], sizeof(sound[0])) != 0, "offline quality changes nothing");
}

/// An export begins in silence and is the same whatever was tried out before, but for what hands
/// and feet have set; a drone in a time of its own begins its round with it.
static void test_export(void) {
    enum { N = 8192 };
    static float sound[2][2][N];
    for (int drone = 0; drone < 2; ++drone) {
        for (int pass = 0; pass < 2; ++pass) {
            Host *host = host_new(&(HostConfig){.bundle = bundle,
                                                .uri = drone ? JW_DRONE_URI : JW_PLUGIN_URI,
                                                .rate_hz = RATE,
                                                .worker = HOST_WORKER_LATER});
            host_set(host, JW_P_DRONE_SYNC, 0.0f);
            host_activate(host);
            host_set(host, JW_P_BRIDGE_HEIGHT, 0.1f);
            host_midi(host, 0, 0xe0, 0, 90);
            for (int i = 0; pass == 1 && i < 20; ++i) {
                host_midi(host, 0, 0x90, 54 + i % 5, 120);
                host_run(host, 1111);
                host_work(host);
            }
            const double before = host_peak(host->left, 1111);
            check(pass == 0 || before > 1e-3, "before the export: %g", before);
            *host_knob(host, JW_HOST_FREEWHEEL) = 1.0f;
            if (drone == 0) {
                host_run(host, 500);
                check_below(host_peak(host->left, 500), 0.0, "peak as an export begins");
                host_midi(host, 12, 0x90, 66, 100);
            }
            host_run_to(host, sound[drone][pass], host->right, N);
            host_free(host);
        }
        check(host_peak(sound[drone][0], N) > 1e-3 &&
                  !memcmp(sound[drone][0], sound[drone][1], sizeof(sound[drone][0])),
              "%s exported: another sound after something was played", drone ? "drone" : "note");
    }
}

/// Bend, its range and the pedal are the new instrument's as they were the old one's.
static void test_chased(void) {
    enum { N = 9600 };
    static float chased[N], heard[N];
    for (int pass = 0; pass < 2; ++pass) {
        Host *host = open_host(HOST_WORKER_LATER);
        for (int part = 0; part < 2; ++part) {
            if (part == pass) {
                host_midi(host, 0, 0xb0, 101, 0);
                host_midi(host, 0, 0xb0, 100, 0);
                host_midi(host, 0, 0xb0, 6, 5);
                host_midi(host, 0, 0xe0, 0, 100);
                host_midi(host, 0, 0xb0, 11, 90);
            }
            if (part == 0) {
                host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench",
                           0);
            }
            host_settle(host);
        }
        host_run(host, 16384);
        host_run(host, 16384);
        host_midi(host, 0, 0x90, 55, 100);
        host_run_to(host, pass ? heard : chased, host->right, N);
        host_free(host);
    }
    double error = 0.0;
    for (int i = 0; i < N; ++i) {
        error = fmax(error, fabs((double)chased[i] - (double)heard[i]));
    }
    check_below(error / host_peak(heard, N), 1e-6, "chased instead of heard: difference, of peak");
}

/// Of volume as a controller and as a control the later one holds, for another instrument too.
static void test_volume_after_controller(void) {
    enum { N = 9600 };
    static float sound[N];
    double peak[3];
    for (int pass = 0; pass < 3; ++pass) {
        Host *host = open_host(HOST_WORKER_LATER);
        host_set(host, JW_P_VOLUME, 50.0f);
        host_run(host, 64);
        if (pass > 0) {
            host_midi(host, 0, 0xb0, 7, 10);
            host_run(host, 64);
        }
        if (pass != 1) {
            host_set(host, JW_P_VOLUME, 90.0f);
            host_run(host, 64);
        }
        host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 0);
        host_settle(host);
        host_midi(host, 0, 0x90, 55, 100);
        host_run_to(host, sound, host->right, N);
        peak[pass] = host_peak(sound, N);
        host_free(host);
    }
    check_between(peak[2] / peak[0], 1.0, 1.0,
                  "control after CC 7, new instrument: peak over that"
                  " without CC 7");
    check_between(peak[1] / peak[0], 1e-3, 0.1, "CC 7 after the control, new instrument: peak");
}

static void test_midnam(void) {
    Host *host = open_host(HOST_WORKER_LATER);
    const JwMidnamInterface *names = host->descriptor->extension_data(JW_MIDNAM_INTERFACE_URI);
    char *model = names->model(host->handle);
    char *document = names->midnam(host->handle);
    check(model && document && strstr(document, model), "the document is not the model's");
    check(strstr(document, "<Note Number=\"54\" Name=\"baj\"/>") != NULL, "no open baj");
    check(strstr(document, "fret 1\"/>") != NULL, "no fret");
    names->free(model);
    names->free(document);
    host_free(host);
}

int main(int argc, char **argv) {
    bundle = argc > 1 ? argv[1] : "";
    test_get();
    test_small_notify();
    test_set(HOST_WORKER_LATER, "worker");
    test_set(HOST_WORKER_AT_ONCE, "worker at once");
    test_untuned();
    test_put_many(HOST_WORKER_LATER);
    test_put_many(HOST_WORKER_AT_ONCE);
    test_no_worker();
    test_forgotten_work();
    test_offline_worker();
    test_full_worker();
    test_many_wishes();
    test_tuning();
    test_freewheel();
    test_export();
    test_chased();
    test_volume_after_controller();
    test_midnam();
    return check_result();
}
