// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Memory that runs out: for every allocation of an operation, that one alone fails, then that one
// and all after it. The operation ends in an error that says so, leaks nothing, and what was there
// before works on.
//
//     test_memory PRESETS

#define _XOPEN_SOURCE 700

#include "app/score/score.h"
#include "app/score/smf.h"
#include "engine/engine.h"
#include "files/instrument_file.h"
#include "files/scala_file.h"
#include "host/engine_swap.h"
#include "plugins.h"
#include "support/allocator.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <errno.h>
#include <lv2/core/lv2.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 8000, FRAMES = 256, PATH_SIZE = 4096, ALLOCATIONS = 100000, URIS = 128 };

/********* The allocator *********/

static long left = -1;  ///< Allocations that still succeed; negative: all do
static bool and_after;  ///< Not only the next one fails
static bool has_failed; ///< One did
static long n_live;

static bool refuse(void) {
    if (left > 0) {
        --left;
        return false;
    }
    if (left < 0) {
        return false;
    }
    left = and_after ? 0 : -1;
    has_failed = true;
    errno = ENOMEM;
    return true;
}

static bool allocator_may(const void *caller) {
    (void)caller;
    return !refuse();
}

static void allocator_gave(const void *memory, const void *old) {
    n_live += memory && !old;
}

static void allocator_takes(const void *memory) {
    n_live -= memory != NULL;
}

/********* Operations: true if all went well, false after a clean error *********/

static JwInstrument instrument;
static JwEngine *old;
static JwError error;
static const char *presets;

static bool says_memory(const char *text) {
    return strstr(text, "memory") || strstr(text, strerror(ENOMEM));
}

static bool plays(JwEngine *engine) {
    const JwEvent note = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 49, 100}};
    float l[FRAMES], r[FRAMES];
    double peak = 0.0;
    for (int i = 0; i < 4; ++i) {
        jw_engine_run(engine, &note, i == 0, l, r, NULL, FRAMES);
        for (int k = 0; k < FRAMES; ++k) {
            peak = isfinite(l[k]) ? fmax(peak, fabs((double)l[k])) : HUGE_VAL;
        }
    }
    return peak > 1e-5 && peak < 100.0;
}

static bool new_engine(void) {
    JwEngine *engine = jw_engine_new();
    if (!engine) {
        return false;
    }
    const JwStatus status = jw_engine_prepare(engine, &instrument, RATE, NULL);
    check(status == JW_SUCCESS || status == JW_ERR_NO_MEMORY, "prepare: %s",
          jw_status_message(status));
    jw_engine_free(engine);
    return !status;
}

static bool prepare_again(void) {
    const JwStatus status = jw_engine_prepare(old, &instrument, RATE, NULL);
    left = -1;
    check(plays(old), "prepare again: the engine plays");
    return !status;
}

static bool ask_for_tables(double value) {
    const JwEvent turn = {.type = JW_EVENT_PARAM, .param = {JW_P_LOSS_LOW, value}};
    float l[FRAMES], r[FRAMES];
    jw_engine_run(old, &turn, 1, l, r, NULL, FRAMES);
    return jw_engine_wants_service(old);
}

static bool service(void) {
    static double value = 1.125;
    const long kept = left;
    left = -1;
    jw_engine_reset(old);
    value = value < 4.0 ? value + 0.125 : 1.125;
    check(ask_for_tables(value), "service: there is something to build");
    left = kept;
    const JwStatus status = jw_engine_service(old);
    left = -1;
    check(status == JW_SUCCESS || status == JW_ERR_NO_MEMORY, "service: %s",
          jw_status_message(status));
    check(plays(old), "service: the engine plays");
    // So that nothing is on its way that was not before.
    jw_engine_reset(old);
    return !status;
}

static bool tune(void) {
    static JwTuning tuning;
    const long kept = left;
    left = -1;
    jw_engine_set_tuning(old, NULL);
    jw_engine_reset(old);
    left = kept;
    tuning.string_cents[0] = 10.0;
    const JwStatus status = jw_engine_set_tuning(old, &tuning);
    left = -1;
    check(plays(old), "tune: the engine plays");
    jw_engine_set_tuning(old, NULL);
    jw_engine_reset(old);
    return !status;
}

static bool read_instrument(void) {
    static JwInstrument read;
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/sitar.ini", presets);
    error.text[0] = '\0';
    const JwStatus status = jw_instrument_file_load(path, &read, &error);
    check(!status || says_memory(error.text), "instrument: %s", error.text);
    return !status;
}

static bool read_scale(void) {
    static const char text[] = "! x\nx\n2\n3/2\n2/1\n";
    static JwScale scale;
    error.text[0] = '\0';
    const JwStatus status = jw_scale_file_parse(text, sizeof(text) - 1, "x", &scale, &error);
    check(!status || says_memory(error.text), "scale: %s", error.text);
    return !status;
}

static bool read_score(void) {
    static const uint8_t bytes[] = "MThd\0\0\0\6\0\0\0\1\0\140MTrk\0\0\0\14\0\220\75\144\140\200"
                                   "\75\0\0\377\57\0";
    JwError said = {0};
    JwSmf smf;
    JwScore score = {.n_events = 0};
    const bool is_read = jw_smf_parse(&smf, bytes, sizeof(bytes) - 1, false, &said);
    const bool ok = is_read && jw_score_from_smf(&score, &smf, RATE, &said);
    check(ok || says_memory(said.text), "score: %s", said.text);
    if (ok) {
        jw_score_clear(&score);
    }
    if (is_read) {
        jw_smf_clear(&smf);
    }
    return ok;
}

/********* The plug-in *********/

static char uris[URIS][96];
static LV2_URID n_uris;

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
    (void)handle;
    for (LV2_URID i = 0; i < n_uris; ++i) {
        if (!strcmp(uris[i], uri)) {
            return i + 1;
        }
    }
    snprintf(uris[n_uris], sizeof(uris[0]), "%s", uri);
    return ++n_uris;
}

static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type,
                            uint32_t *flags) {
    const bool is_instrument = key == map(NULL, "urn:jawari:instrumentFile");
    (void)handle;
    *flags = 0;
    *type = map(NULL, "http://lv2plug.in/ns/ext/atom#String");
    *size = sizeof("bench");
    return is_instrument ? "bench" : NULL;
}

static LV2_State_Status store(LV2_State_Handle handle, uint32_t key, const void *value, size_t size,
                              uint32_t type, uint32_t flags) {
    (void)handle;
    (void)key;
    (void)value;
    (void)size;
    (void)type;
    (void)flags;
    return LV2_STATE_SUCCESS;
}

static bool use_plugin(const LV2_Descriptor *d, LV2_Handle handle) {
    static float l[FRAMES], r[FRAMES];
    const LV2_State_Interface *state = d->extension_data(LV2_STATE__interface);
    bool ok = true;
    d->connect_port(handle, 2, l);
    d->connect_port(handle, 3, r);
    d->activate(handle);
    d->run(handle, FRAMES);
    ok &= !state->restore(handle, retrieve, NULL, 0, NULL);
    d->run(handle, FRAMES);
    ok &= !state->save(handle, store, NULL, 0, NULL);
    d->run(handle, FRAMES);
    for (int i = 0; i < FRAMES; ++i) {
        check(isfinite(l[i]) && isfinite(r[i]), "plug-in: numbers");
    }
    d->deactivate(handle);
    return ok;
}

static bool run_plugin(void) {
    static LV2_URID_Map urid_map = {NULL, map};
    static const LV2_Feature feature = {LV2_URID__map, &urid_map};
    static const LV2_Feature *const features[] = {&feature, NULL};
    const LV2_Descriptor *d = lv2_descriptor(JW_PLUGIN_INSTRUMENT);
    char bundle[PATH_SIZE];
    snprintf(bundle, sizeof(bundle), "%s/", presets);
    LV2_Handle handle = d->instantiate(d, RATE, bundle, features);
    if (!handle) {
        return false;
    }
    const bool ok = use_plugin(d, handle);
    d->cleanup(handle);
    return ok;
}

/********* Each in turn *********/

/// The operation with the allocation after n failing; true if it got by without that one.
static bool one(bool (*operation)(void), const char *name, long n, bool after, bool *ok) {
    const long before = n_live;
    left = n;
    and_after = after;
    has_failed = false;
    *ok = operation();
    left = -1;
    and_after = false;
    check(n_live == before, "%s, allocation %ld%s: %ld blocks more than before", name, n,
          after ? " and all after" : "", n_live - before);
    return !has_failed;
}

static void each(bool (*operation)(void), const char *name) {
    bool ok;
    long n = 0, n_borne = 0;
    left = -1;
    check(operation(), "%s: goes well with memory", name);
    while (n < ALLOCATIONS && !one(operation, name, n, false, &ok)) {
        n_borne += ok;
        one(operation, name, n++, true, &ok);
    }
    printf("%s: %ld allocations, each failed once alone and once with all after it; %ld were not "
           "needed\n",
           name, n, n_borne);
    check(n > 0 && n < ALLOCATIONS, "%s: allocates", name);
    check(operation(), "%s: goes well again", name);
}

int main(int argc, char **argv) {
    presets = argc > 1 ? argv[1] : "presets";
    fixture_sitar(&instrument);
    instrument.string[0].n_frets = 3;
    fixture_body(&instrument);
    old = jw_engine_new();
    if (!old || jw_engine_prepare(old, &instrument, RATE, NULL)) {
        return 1;
    }
    printf("the first line takes its buffer before anything is counted\n");
    each(new_engine, "a new engine");
    each(prepare_again, "prepare again");
    each(service, "service");
    each(tune, "tune");
    each(read_instrument, "an instrument");
    each(read_scale, "a scale");
    each(read_score, "a score");
    run_plugin();
    each(run_plugin, "the plug-in");
    jw_engine_free(old);
    return check_result();
}
