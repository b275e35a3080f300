// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live_with.h"

#include "app/player/live.h"
#include "host/patch.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Parameters that settings and instrument determine.
static const JwParamId shared[] = {
    JW_P_SA,   JW_P_A4,          JW_P_RAGA,        JW_P_INTONATION, JW_P_GAIN,
    JW_P_TUNE, JW_P_DRONE_FIRST, JW_P_DRONE_TEMPO, JW_P_QUALITY,    JW_P_DRONE,
    JW_P_ROOM, JW_P_ROOM_SIZE,   JW_P_ROOM_WIDTH,  JW_P_PAN,
};

enum { SHARED = sizeof(shared) / sizeof(shared[0]) };

static const double apart_pan = 50.0; // Distance of each from the middle while both are on [%]

struct JwLiveWithImpl {
    JwLive *live;
    JwLiveWith *other; // The second of the first, the first of the second
    bool is_second;
    void (*say)(void *user, const char *text);
    void *user;
    JwWithAudio *audio;
    JwCompanionSettings settings;
    char preset[JW_PATCH_NAME_SIZE]; // Name in the settings
    bool on;
    bool asked;       // What is_asked() was at the last look
    JwPatch *patch;   // NULL: no preset was chosen
    bool needs;       // The patch has no engine yet
    double engine_hz; // Rate of the engine
    double sent[JW_N_PARAMS];
    JwRecorder *recorder[2]; // Of the instrument and of the companion; NULL before the first use
    // Lock of the engine: in a freewheel the audio thread builds its tables.
    pthread_mutex_t lock;
    JwEngine *engine; // Newest engine; owned by `audio`; NULL: none
};

static void free_one(JwLiveWith *w) {
    if (w) {
        jw_with_audio_free(w->audio);
        jw_recorder_free(w->recorder[0]);
        jw_recorder_free(w->recorder[1]);
        free(w->patch);
        pthread_mutex_destroy(&w->lock);
        free(w);
    }
}

static JwLiveWith *new_one(JwLive *live, void (*say)(void *user, const char *text), void *user) {
    static const JwCompanionSettings none = JW_COMPANION_NONE;
    JwLiveWith *w = calloc(1, sizeof(*w));
    if (!w) {
        return NULL;
    }
    w->live = live;
    w->say = say;
    w->user = user;
    w->settings = none;
    pthread_mutex_init(&w->lock, NULL);
    w->audio = jw_with_audio_new();
    if (!w->audio) {
        free_one(w);
        return NULL;
    }
    return w;
}

JwLiveWith *jw_live_with_new(JwLive *live, void (*say)(void *user, const char *text), void *user) {
    JwLiveWith *w = new_one(live, say, user), *second = new_one(live, say, user);
    if (!w || !second) {
        free_one(w);
        free_one(second);
        return NULL;
    }
    second->is_second = true;
    second->other = w;
    w->other = second;
    jw_with_audio_join(w->audio, second->audio);
    return w;
}

void jw_live_with_free(JwLiveWith *w) {
    if (w) {
        free_one(w->other);
        free_one(w);
    }
}

JwLiveWith *jw_live_with_second(const JwLiveWith *w) {
    return w->other;
}

const char *jw_live_with_usual(const JwLiveWith *w) {
    return w->is_second ? JW_SECOND_USUAL : JW_WITH_USUAL;
}

JwWithAudio *jw_live_with_audio(const JwLiveWith *w) {
    return w->audio;
}

const JwCompanionSettings *jw_live_with_settings(const JwLiveWith *w) {
    return &w->settings;
}

bool jw_live_with_is_on(const JwLiveWith *w) {
    return w->on;
}

const JwPatch *jw_live_with_patch(const JwLiveWith *w) {
    return w->patch;
}

bool jw_live_with_place(const JwLiveWith *w, JwDronePlace *place) {
    const bool has = w->engine && !w->needs;
    if (has) {
        jw_engine_drone(w->engine, place);
    }
    return has;
}

/********* Settings *********/

/// Writes the name as a session keeps it: a path becomes absolute.
static bool keep_name(const char *name, char kept[JW_PATCH_NAME_SIZE], JwError *error) {
    if (!strchr(name, '/')) {
        snprintf(kept, JW_PATCH_NAME_SIZE, "%s", name);
        return true;
    }
    char *path = realpath(name, NULL);
    const bool fits = path && strlen(path) < JW_PATCH_NAME_SIZE;
    if (fits) {
        memcpy(kept, path, strlen(path) + 1);
    } else {
        jw_error_set(error, "%.400s: %s", name, path ? "its path is too long" : strerror(errno));
    }
    free(path);
    return fits;
}

/// Reads a companion's preset, which the caller frees, and its name; NULL, with an error, on
/// failure.
static JwPatch *read_preset(const char *preset, char name[JW_PATCH_NAME_SIZE], JwError *error) {
    JwPatch *patch = calloc(1, sizeof(*patch));
    if (!patch) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    if (!jw_companion_load(patch, preset, error) || !keep_name(patch->preset_name, name, error)) {
        free(patch);
        return NULL;
    }
    return patch;
}

static bool is_loaded(const JwLiveWith *w, const char *preset) {
    return w->patch && !strcmp(preset, w->preset);
}

bool jw_live_with_check(const JwLiveWith *w, const JwCompanionSettings *settings, JwError *error) {
    char name[JW_PATCH_NAME_SIZE];
    if (!settings->preset || is_loaded(w, settings->preset)) {
        return true;
    }
    JwPatch *patch = read_preset(settings->preset, name, error);
    free(patch);
    return patch != NULL;
}

/// Loads the settings' preset unless it is loaded.
static bool load(JwLiveWith *w, const char *preset, JwError *error) {
    char name[JW_PATCH_NAME_SIZE];
    if (is_loaded(w, preset)) {
        return true;
    }
    JwPatch *patch = read_preset(preset, name, error);
    if (!patch) {
        return false;
    }
    free(w->patch);
    w->patch = patch;
    w->needs = true;
    memcpy(w->preset, name, sizeof(w->preset));
    return true;
}

bool jw_live_with_set(JwLiveWith *w, const JwCompanionSettings *settings, bool on, JwError *error) {
    if (settings->preset && !load(w, settings->preset, error)) {
        return false;
    }
    w->settings = *settings;
    w->settings.preset = w->patch ? w->preset : NULL;
    w->on = on && w->patch;
    return true;
}

bool jw_live_with_preset(JwLiveWith *w, const char *name, JwError *error) {
    JwCompanionSettings settings = w->settings;
    settings.preset = name;
    return jw_live_with_set(w, &settings, true, error);
}

bool jw_live_with_switch(JwLiveWith *w, bool on, JwError *error) {
    JwCompanionSettings settings = w->settings;
    if (on && !settings.preset) {
        settings.preset = jw_live_with_usual(w);
    }
    return jw_live_with_set(w, &settings, on, error);
}

static void stop_sound(JwLiveWith *w) {
    const JwEvent event = {.type = JW_EVENT_PANIC};
    w->on = false;
    if (w->engine) {
        jw_with_audio_send(w->audio, &event);
    }
}

void jw_live_with_panic(JwLiveWith *w) {
    stop_sound(w);
    stop_sound(w->other);
}

/********* Recording *********/

/// Path of a part's file: its name goes before the extension.
static bool part_path(const char *path, const char *part, char text[JW_RECORDER_PATH]) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    const int n =
        snprintf(text, JW_RECORDER_PATH, "%.*s-%s%s",
                 (int)(dot ? (size_t)(dot - path) : strlen(path)), path, part, dot ? dot : ".wav");
    return n > 0 && n < JW_RECORDER_PATH;
}

/// Makes the recorders, whose tapes take 17 MB.
static bool make_recorders(JwLiveWith *w) {
    if (w->recorder[1]) {
        return true;
    }
    for (int i = 0; i < 2; ++i) {
        w->recorder[i] = w->recorder[i] ? w->recorder[i] : jw_recorder_new(w->say, w->user);
    }
    if (w->recorder[0] && w->recorder[1]) {
        jw_with_audio_record(w->audio, w->recorder[0], w->recorder[1]);
    }
    return w->recorder[0] && w->recorder[1];
}

bool jw_live_with_record(JwLiveWith *w, const char *path, double rate_hz, JwError *error) {
    static const char *const part[] = {"instrument", "with"};
    char file[2][JW_RECORDER_PATH];
    const int rate = (int)lround(rate_hz);
    JwError unused = {0};
    if (!make_recorders(w)) {
        return jw_error_set(error, "out of memory");
    }
    for (int i = 0; i < 2; ++i) {
        if (!part_path(path, part[i], file[i])) {
            return jw_error_set(error, "%.400s...: its path is too long", path);
        }
    }
    // The instrument's recorder comes last: it feeds both.
    if (!jw_recorder_start(w->recorder[1], file[1], rate, error)) {
        return false;
    }
    const bool ok = jw_recorder_start(w->recorder[0], file[0], rate, error);
    if (!ok) {
        jw_recorder_stop(w->recorder[1], &unused);
    }
    return ok;
}

bool jw_live_with_record_stop(JwLiveWith *w, JwError *error) {
    JwError other = {0};
    if (!w->recorder[1]) {
        return true;
    }
    const bool ok = jw_recorder_stop(w->recorder[0], error);
    const bool other_ok = jw_recorder_stop(w->recorder[1], &other);
    if (ok && !other_ok) {
        *error = other;
    }
    return ok && other_ok;
}

bool jw_live_with_record_end(JwLiveWith *w, double rate_hz, JwError *error) {
    JwError companion = {0};
    error->text[0] = '\0';
    if (!jw_live_with_recorded(w, false).running) {
        return jw_live_with_record_stop(w, error);
    }
    if (!jw_live_with_record_stop(w, error)) {
        return false;
    }
    jw_recorder_tell(w->recorder[0], rate_hz, error);
    jw_recorder_tell(w->recorder[1], rate_hz, &companion);
    const size_t n = strlen(error->text);
    snprintf(error->text + n, sizeof(error->text) - n, "; %s", companion.text);
    return true;
}

JwRecorderState jw_live_with_recorded(const JwLiveWith *w, bool companion) {
    static const JwRecorderState none = {.path = ""};
    return w->recorder[1] ? jw_recorder_state(w->recorder[companion]) : none;
}

/// Ends a recording that has failed; returns false with its error.
static bool follow_recorders(JwLiveWith *w, JwError *error) {
    const bool failed =
        jw_live_with_recorded(w, false).failed || jw_live_with_recorded(w, true).failed;
    return !failed || jw_live_with_record_stop(w, error);
}

/********* Engine *********/

/// Values of the instrument's parameters that the companion shares, and its tonic.
typedef struct {
    double param[JW_N_PARAMS];
    int sa_key;
} Tonic;

static void look_at_instrument(const JwLiveWith *w, Tonic *tonic) {
    static const JwParamId of_instrument[] = {JW_P_SA,         JW_P_A4,        JW_P_RAGA,
                                              JW_P_INTONATION, JW_P_QUALITY,   JW_P_ROOM,
                                              JW_P_ROOM_SIZE,  JW_P_ROOM_WIDTH};
    memset(tonic, 0, sizeof(*tonic));
    for (size_t i = 0; i < sizeof(of_instrument) / sizeof(of_instrument[0]); ++i) {
        tonic->param[of_instrument[i]] = jw_live_param(w->live, of_instrument[i]);
    }
    tonic->sa_key = jw_companion_sa_key(jw_live_playing(w->live), tonic->param);
}

/// Value that a parameter of the companion has to have.
static double wanted(const JwLiveWith *w, const Tonic *tonic, JwParamId id) {
    double value = w->patch->instrument.param[id];
    if (id == JW_P_DRONE) {
        return w->on ? 1.0 : 0.0;
    }
    if (id == JW_P_QUALITY) {
        return tonic->param[id];
    }
    if (id == JW_P_PAN && w->on && w->other->on) {
        return jw_param_clamp(id, value + (w->is_second ? apart_pan : -apart_pan), value);
    }
    double given = 0.0;
    return jw_companion_value(w->patch, &w->settings, tonic->param, tonic->sa_key, id, &given)
               ? given
               : value;
}

/// Builds an engine with the values that its parameters have to have; NULL, with an error, on
/// failure.
static JwEngine *build(const JwLiveWith *w, const Tonic *tonic, double rate_hz, JwError *error) {
    static const JwProfile no_profile;
    JwInstrument *instrument = malloc(sizeof(*instrument));
    JwTuning *tuning = calloc(1, sizeof(*tuning));
    const JwTuning *of_instrument = jw_live_scale(w->live);
    JwEngine *engine = NULL;
    if (instrument && tuning) {
        *instrument = w->patch->instrument;
        for (int i = 0; i < SHARED; ++i) {
            instrument->param[shared[i]] = wanted(w, tonic, shared[i]);
        }
        if (of_instrument) {
            jw_companion_tuning(tuning, of_instrument);
        }
        const JwPatchFit fit = {.tuning = tuning, .profile = &no_profile};
        engine = jw_patch_engine(instrument, w->preset, &fit, rate_hz, NULL, error);
    } else {
        jw_error_set(error, "out of memory");
    }
    free(instrument);
    free(tuning);
    return engine;
}

/// Builds an engine for the patch and the rate, and lets the audio thread play it.
static bool renew(JwLiveWith *w, const Tonic *tonic, double rate_hz, bool running, JwError *error) {
    JwEngine *engine = build(w, tonic, rate_hz, error);
    if (!engine) {
        w->on = false; // Not tried again until it is switched on
        return jw_error_prefix(error, w->is_second ? "second" : "with");
    }
    pthread_mutex_lock(&w->lock);
    if (running) {
        jw_with_audio_offer(w->audio, engine);
    } else {
        jw_with_audio_set_engine(w->audio, engine);
    }
    w->engine = engine;
    pthread_mutex_unlock(&w->lock);
    w->engine_hz = rate_hz;
    w->needs = false;
    for (int i = 0; i < SHARED; ++i) {
        w->sent[shared[i]] = NAN; // Events for the previous engine may still wait: send all again
    }
    return true;
}

/// Sends the engine the values that have changed since the last call.
static void send_changes(JwLiveWith *w, const Tonic *tonic) {
    for (int i = 0; i < SHARED; ++i) {
        const JwParamId id = shared[i];
        const double value = wanted(w, tonic, id);
        const JwEvent event = {.type = JW_EVENT_PARAM, .param = {.id = id, .value = value}};
        if (value != w->sent[id] && jw_with_audio_send(w->audio, &event)) {
            w->sent[id] = value;
        }
    }
}

static void serve_one(JwLiveWith *w) {
    pthread_mutex_lock(&w->lock);
    if (w->engine && jw_engine_wants_service(w->engine)) {
        jw_engine_service(w->engine);
    }
    pthread_mutex_unlock(&w->lock);
}

void jw_live_with_serve(JwLiveWith *w) {
    serve_one(w);
    serve_one(w->other);
}

/// True if DRONE is on, on an instrument that plays nothing by itself: it switches the first.
static bool is_asked(const JwLiveWith *w) {
    return !w->is_second && jw_live_playing(w->live)->drone.n == 0 &&
           jw_live_param(w->live, JW_P_DRONE) > 0.5;
}

void jw_live_with_keep(JwLiveWith *w) {
    w->asked = is_asked(w);
}

/// Switches the companion where that changes.
static bool follow_drone(JwLiveWith *w, JwError *error) {
    const bool asked = is_asked(w);
    const bool differs = asked != w->asked;
    w->asked = asked;
    return !differs || jw_live_with_switch(w, asked, error);
}

static bool tick(JwLiveWith *w, double rate_hz, bool running, JwError *error) {
    Tonic tonic;
    if (!follow_recorders(w, error) || !follow_drone(w, error)) {
        return false;
    }
    if (!w->patch || rate_hz <= 0.0) {
        return true;
    }
    jw_with_audio_collect(w->audio);
    look_at_instrument(w, &tonic);
    const bool stale = !w->engine || w->needs || w->engine_hz != rate_hz;
    const bool may = !running || jw_with_audio_is_settled(w->audio);
    if (stale && w->on && may) {
        return renew(w, &tonic, rate_hz, running, error);
    }
    if (w->engine && !w->needs) {
        send_changes(w, &tonic);
    } else if (w->engine && !w->on && !(w->sent[JW_P_DRONE] <= 0.5)) {
        w->sent[JW_P_DRONE] = 0.0; // The previous preset's engine stops
        const JwEvent event = {.type = JW_EVENT_PARAM, .param = {.id = JW_P_DRONE, .value = 0.0}};
        jw_with_audio_send(w->audio, &event);
    }
    serve_one(w);
    return true;
}

bool jw_live_with_tick(JwLiveWith *w, double rate_hz, bool running, JwError *error) {
    return tick(w, rate_hz, running, error) && tick(w->other, rate_hz, running, error);
}
