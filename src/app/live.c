// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "live.h"

#include "files/data_dir.h"
#include "midi.h"
#include "monotonic.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAM_NONE = -1 };

// A value just set is shown before the audio thread reports it.
static const double echo_s = 0.2;
static const double tape_rest_s = 0.001;

struct JwLiveImpl {
    JwLiveSetup setup;
    JwBackend *backend;
    JwStage *stage;
    JwRecorder *recorder;
    JwPatch *patch;
    JwTuning tuning; // Of the instrument whose engine was made last
    JwLearned learned;
    int learning;
    double rate_hz;
    // In a freewheel the audio thread does the control thread's work on the engine, so
    // that tables are there when they are asked for. Only then does it take this lock.
    pthread_mutex_t lock;
    JwEngine *engine; // The newest; the stage owns it
    bool offline;
    double online_quality; // As it was last before the freewheel
    uint64_t restored;     // Blocks played when the engine has it again, for sure
    atomic_uint latency;
    double wanted[JW_N_PARAMS];
    double wanted_at[JW_N_PARAMS];
    uint8_t down[128]; // Channels, by key, on which it is held
    char refused[256]; // Said before
};

static void say(JwLive *live, const char *text) {
    live->setup.say(live->setup.user, text);
}

/*** What the backend calls ***/

static JW_REALTIME void run_stage(void *user, const JwBackendBlock *block) {
    const JwLive *live = user;
    jw_stage_run(live->stage, block);
}

static bool send_param(JwLive *live, JwParamId id, double value) {
    const JwEvent event = {.type = JW_EVENT_PARAM, .param = {.id = id, .value = value}};
    return jw_stage_send(live->stage, &event);
}

static void go_offline(void *user) {
    JwLive *live = user;
    pthread_mutex_lock(&live->lock);
    if (!live->offline) {
        live->offline = true;
        send_param(live, JW_P_QUALITY, fmax(live->online_quality, live->setup.offline_quality));
    }
    jw_engine_service(live->engine);
    pthread_mutex_unlock(&live->lock);
    while (jw_recorder_is_behind(live->recorder)) {
        jw_monotonic_sleep(tape_rest_s);
    }
}

// The block that runs now may not see it yet, nor the count include it.
static void go_online(JwLive *live) {
    enum { BLOCKS_TO_SEE_IT = 3 };
    pthread_mutex_lock(&live->lock);
    if (live->offline) {
        live->offline = false;
        send_param(live, JW_P_QUALITY, live->online_quality);
        live->restored = jw_stage_meters(live->stage).blocks + BLOCKS_TO_SEE_IT;
    }
    pthread_mutex_unlock(&live->lock);
}

static uint32_t latency(void *user) {
    return atomic_load(&((JwLive *)user)->latency);
}

static void say_for_backend(void *user, const char *text) {
    say(user, text);
}

/*** Engines ***/

static JwStatus prepare_engine(JwLive *live, JwEngine *engine, const JwInstrument *instrument,
                               double rate_hz) {
    if (!engine) {
        return JW_ERR_NO_MEMORY;
    }
    jw_tuning_arguments_refit(live->setup.tuning, instrument, &live->tuning);
    const JwStatus status = jw_engine_set_tuning(engine, &live->tuning);
    return status ? status : jw_engine_prepare(engine, instrument, rate_hz, NULL);
}

static JwEngine *make_engine(JwLive *live, const JwPatch *patch, double rate_hz,
                             JwMessage *message) {
    JwEngine *engine = jw_engine_new();
    const JwStatus status = prepare_engine(live, engine, &patch->instrument, rate_hz);
    if (status) {
        jw_message_set(message, "%s: %s", patch->instrument_name, jw_status_message(status));
        jw_engine_free(engine);
        return NULL;
    }
    return engine;
}

// A preset names the file, a user the instrument.
static bool same_instrument(const char *a, const char *b) {
    const size_t n = strcspn(a, ".");
    const size_t m = strcspn(b, ".");
    if (strchr(a, '/') || strchr(b, '/')) {
        return !strcmp(a, b);
    }
    return n == m && !strncmp(a, b, n);
}

static JwStageTables *make_tables(const JwPatch *patch, const JwLearned *learned) {
    JwStageTables *tables = calloc(1, sizeof(*tables));
    if (!tables) {
        return NULL;
    }
    tables->programs = patch->programs;
    tables->learned = *learned;
    for (int i = 0; i < patch->programs.n; ++i) {
        tables->elsewhere[i] =
            !same_instrument(patch->programs.program[i].instrument, patch->instrument_name);
    }
    return tables;
}

static void offer_tables(JwLive *live) {
    JwStageTables *tables = make_tables(live->patch, &live->learned);
    if (tables) {
        jw_stage_offer_tables(live->stage, tables);
    } else {
        say(live, "out of memory: program changes and MIDI learn stay as they were");
    }
}

static void adopt_patch(JwLive *live, JwPatch *patch) {
    free(live->patch);
    live->patch = patch;
    memset(live->wanted_at, 0, sizeof(live->wanted_at));
    offer_tables(live);
}

static JwPatch *load_patch(JwLive *live, const char *instrument, const char *preset,
                           JwMessage *message) {
    JwPatch *patch = calloc(1, sizeof(*patch));
    if (!patch) {
        jw_message_set(message, "out of memory");
        return NULL;
    }
    if (!jw_patch_load(patch, instrument, preset, live->setup.set, live->setup.value, message)) {
        free(patch);
        return NULL;
    }
    JwMessage fault;
    if (!jw_patch_load_programs(patch, &fault)) {
        char text[256];
        snprintf(text, sizeof(text), "no program changes: %.200s", fault.text);
        say(live, text);
    }
    return patch;
}

// Plays a patch from now on; frees it if it cannot.
static bool enter_patch(JwLive *live, JwPatch *patch, JwMessage *message) {
    JwEngine *engine = make_engine(live, patch, live->rate_hz, message);
    if (!engine) {
        free(patch);
        return false;
    }
    const bool settled = jw_stage_settle(live->stage);
    pthread_mutex_lock(&live->lock);
    const bool offered = settled && jw_stage_offer_engine(live->stage, engine, live->rate_hz);
    if (offered) {
        live->engine = engine;
        live->offline = false;
        atomic_store(&live->latency, jw_engine_latency_frames(engine));
    }
    pthread_mutex_unlock(&live->lock);
    if (!offered) {
        jw_engine_free(engine);
        free(patch);
        return jw_message_set(message, "the sound stands still: nothing was changed");
    }
    adopt_patch(live, patch);
    return true;
}

/*** Life ***/

JwLive *jw_live_new(const JwLiveSetup *setup, JwMessage *message) {
    JwLive *live = calloc(1, sizeof(*live));
    if (live) {
        live->setup = *setup;
        live->learning = -1;
        pthread_mutex_init(&live->lock, NULL);
        jw_learned_clear(&live->learned);
        live->recorder = jw_recorder_new();
        live->stage = live->recorder ? jw_stage_new(live->recorder) : NULL;
    }
    if (!live || !live->stage) {
        jw_live_free(live);
        jw_message_set(message, "out of memory");
        return NULL;
    }
    return live;
}

void jw_live_free(JwLive *live) {
    if (!live) {
        return;
    }
    jw_live_close(live);
    jw_stage_free(live->stage);
    jw_recorder_free(live->recorder);
    free(live->patch);
    pthread_mutex_destroy(&live->lock);
    free(live);
}

bool jw_live_load(JwLive *live, JwMessage *message) {
    if (live->setup.learned && !jw_learned_load(&live->learned, live->setup.learned, message)) {
        return false;
    }
    JwPatch *patch = load_patch(live, live->setup.instrument, live->setup.preset, message);
    if (!patch) {
        return false;
    }
    if (!jw_tuning_arguments_load(live->setup.tuning, &patch->instrument, &live->tuning, message)) {
        free(patch);
        return false;
    }
    adopt_patch(live, patch);
    return true;
}

// The audio does not run yet, so the engine is simply put in place.
static bool fit_engine(JwLive *live, double rate_hz, JwMessage *message) {
    if (live->engine && live->rate_hz == rate_hz) {
        return true;
    }
    JwEngine *engine = make_engine(live, live->patch, rate_hz, message);
    if (!engine) {
        return false;
    }
    jw_stage_set_engine(live->stage, engine, rate_hz);
    live->engine = engine;
    live->rate_hz = rate_hz;
    atomic_store(&live->latency, jw_engine_latency_frames(engine));
    return true;
}

bool jw_live_open(JwLive *live, JwMessage *message) {
    const JwBackendSink sink = {.user = live,
                                .run = run_stage,
                                .offline = go_offline,
                                .latency = latency,
                                .say = say_for_backend};
    JwBackendState state;
    live->backend = jw_backend_open(live->setup.driver, &live->setup.backend, &sink, message);
    if (!live->backend) {
        return false;
    }
    jw_backend_state(live->backend, &state);
    if (fit_engine(live, state.rate_hz, message) && jw_backend_start(live->backend, message)) {
        live->refused[0] = '\0';
        return true;
    }
    jw_live_close(live);
    return false;
}

void jw_live_close(JwLive *live) {
    jw_backend_close(live->backend);
    live->backend = NULL;
    live->offline = false;
}

/*** What has happened ***/

static void learn(JwLive *live, int channel, int controller) {
    JwMessage message;
    char text[256];
    const JwParamId id = (JwParamId)live->learning;
    if (!jw_learned_allows(controller)) {
        return;
    }
    live->learning = -1;
    jw_learned_set(&live->learned, id, channel, controller);
    offer_tables(live);
    snprintf(text, sizeof(text), "controller %d of channel %d moves %s", controller, channel + 1,
             jw_param_info(id)->symbol);
    say(live, text);
    if (live->setup.learned && !jw_learned_save(&live->learned, live->setup.learned, &message)) {
        say(live, message.text);
    }
}

static void hear(JwLive *live, const uint8_t *bytes) {
    const JwMidi midi = jw_midi_decode(bytes);
    switch (midi.type) {
    case JW_MIDI_NOTE_ON:
        live->down[midi.key] = 1;
        return;
    case JW_MIDI_NOTE_OFF:
        live->down[midi.key] = 0;
        return;
    case JW_MIDI_CONTROL:
        if (midi.key >= JW_CC_ALL_SOUND_OFF) {
            memset(live->down, 0, sizeof(live->down));
        } else if (live->learning >= 0) {
            learn(live, midi.channel, midi.key);
        }
        return;
    case JW_MIDI_NONE:
    case JW_MIDI_POLY_PRESSURE:
    case JW_MIDI_PROGRAM:
    case JW_MIDI_CHANNEL_PRESSURE:
    case JW_MIDI_BEND:
        return;
    }
}

static void enter_program(JwLive *live, int number) {
    JwMessage message;
    const JwPrograms *programs = &live->patch->programs;
    if (number < programs->n && !jw_live_preset(live, programs->program[number].name, &message)) {
        say(live, message.text);
    }
}

static void note_program(JwLive *live, int number) {
    const JwPrograms *programs = &live->patch->programs;
    if (number < programs->n) {
        snprintf(live->patch->preset_name, sizeof(live->patch->preset_name), "%s",
                 programs->program[number].name);
        memset(live->wanted_at, 0, sizeof(live->wanted_at));
    }
}

static void note_late(JwLive *live, const JwNews *news) {
    char text[128];
    if (!live->setup.late) {
        return;
    }
    snprintf(text, sizeof(text), "late at frame %u by %.3f ms, after %.3f ms of work, at %.6f s",
             (unsigned)news->frame_time, 1e3 * news->late_s, 1e3 * news->spent_s, news->end_s);
    say(live, text);
}

static void follow_news(JwLive *live) {
    JwNews news;
    int asked = PROGRAM_NONE;
    while (jw_stage_news(live->stage, &news)) {
        switch (news.kind) {
        case JW_NEWS_MIDI:
            hear(live, news.midi);
            break;
        case JW_NEWS_PROGRAM:
            note_program(live, news.program);
            break;
        case JW_NEWS_ASKED:
            asked = news.program;
            break;
        case JW_NEWS_LATE:
            note_late(live, &news);
            break;
        }
    }
    if (asked != PROGRAM_NONE) {
        enter_program(live, asked);
    }
}

static void follow_recorder(JwLive *live) {
    JwMessage message;
    if (jw_recorder_state(live->recorder).failed && !jw_recorder_stop(live->recorder, &message)) {
        say(live, message.text);
    }
}

static void change_rate(JwLive *live, double rate_hz) {
    JwMessage message;
    char text[128];
    snprintf(text, sizeof(text), "the sample rate is %g Hz now", rate_hz);
    say(live, text);
    if (jw_recorder_state(live->recorder).running) {
        say(live, jw_recorder_stop(live->recorder, &message) ? "the recording ends with the rate"
                                                             : message.text);
    }
    live->rate_hz = rate_hz;
    JwPatch *patch = malloc(sizeof(*patch));
    if (patch) {
        *patch = *live->patch;
        for (int i = 0; i < JW_N_PARAMS; ++i) {
            patch->instrument.param[i] = jw_live_param(live, (JwParamId)i);
        }
    }
    if (!patch || !enter_patch(live, patch, &message)) {
        say(live, patch ? message.text : "out of memory");
    }
}

static void follow_backend(JwLive *live, const JwBackendState *state) {
    if (state->rate_hz != live->rate_hz) {
        change_rate(live, state->rate_hz);
    }
    if (live->offline && !state->freewheel) {
        go_online(live);
    }
    if (strcmp(state->refused, live->refused)) {
        snprintf(live->refused, sizeof(live->refused), "%s", state->refused);
        if (*live->refused) {
            say(live, live->refused);
        }
    }
}

static void serve_engine(JwLive *live) {
    pthread_mutex_lock(&live->lock);
    if (jw_engine_wants_service(live->engine) &&
        jw_engine_service(live->engine) == JW_ERR_NO_MEMORY) {
        say(live, "out of memory: the bridge and strings stay as they were");
    }
    if (!live->offline && jw_stage_meters(live->stage).blocks >= live->restored) {
        live->restored = 0;
        live->online_quality = jw_live_param(live, JW_P_QUALITY);
    }
    pthread_mutex_unlock(&live->lock);
}

bool jw_live_tick(JwLive *live) {
    JwBackendState state;
    if (!live->backend) {
        return false;
    }
    serve_engine(live);
    jw_stage_collect(live->stage);
    follow_news(live);
    follow_recorder(live);
    jw_backend_service(live->backend);
    jw_backend_state(live->backend, &state);
    if (state.lost) {
        return false;
    }
    follow_backend(live, &state);
    return true;
}

/*** What can be asked ***/

void jw_live_state(JwLive *live, JwLiveState *state) {
    memset(state, 0, sizeof(*state));
    if (live->backend) {
        jw_backend_state(live->backend, &state->backend);
    }
    state->instrument = &live->patch->instrument;
    state->instrument_name = live->patch->instrument_name;
    state->preset_name = live->patch->preset_name;
    state->meters = jw_stage_meters(live->stage);
    state->recorder = jw_recorder_state(live->recorder);
    state->learning = live->learning;
    state->offline = live->offline;
    state->latency_s = state->backend.latency_s;
    if (live->rate_hz > 0.0) {
        state->latency_s += atomic_load(&live->latency) / live->rate_hz;
    }
}

void jw_live_report(JwLive *live, int string, JwStringReport *report) {
    jw_engine_report(live->engine, string, report);
}

double jw_live_param(const JwLive *live, JwParamId id) {
    if (jw_monotonic_s() < live->wanted_at[id] + echo_s) {
        return live->wanted[id];
    }
    return jw_engine_param(live->engine, id);
}

bool jw_live_set(JwLive *live, JwParamId id, double value) {
    pthread_mutex_lock(&live->lock);
    const double legal = jw_param_clamp(id, value, jw_live_param(live, id));
    const bool sent = send_param(live, id, legal);
    pthread_mutex_unlock(&live->lock);
    if (sent) {
        live->wanted[id] = legal;
        live->wanted_at[id] = jw_monotonic_s();
    }
    return sent;
}

bool jw_live_midi(JwLive *live, int status, int data_1, int data_2) {
    const JwEvent event = {.type = JW_EVENT_MIDI,
                           .midi = {(uint8_t)status, (uint8_t)data_1, (uint8_t)data_2}};
    pthread_mutex_lock(&live->lock);
    const bool sent = jw_stage_send(live->stage, &event);
    pthread_mutex_unlock(&live->lock);
    return sent;
}

void jw_live_panic(JwLive *live) {
    const JwEvent event = {.type = JW_EVENT_PANIC};
    pthread_mutex_lock(&live->lock);
    jw_stage_send(live->stage, &event);
    pthread_mutex_unlock(&live->lock);
    memset(live->down, 0, sizeof(live->down));
}

static int find_program(const JwPrograms *programs, const char *name) {
    for (int i = 0; i < programs->n; ++i) {
        const char *other = programs->program[i].name;
        const size_t n = strlen(other);
        if (!strncmp(name, other, n) && (!name[n] || !strcmp(name + n, JW_PRESET_EXTENSION))) {
            return i;
        }
    }
    return PROGRAM_NONE;
}

bool jw_live_preset(JwLive *live, const char *name, JwMessage *message) {
    const JwPrograms *programs = &live->patch->programs;
    const int number = find_program(programs, name);
    if (number != PROGRAM_NONE &&
        same_instrument(programs->program[number].instrument, live->patch->instrument_name)) {
        // The stage selects it, and reports back.
        return jw_live_midi(live, 0xc0, number, 0) ||
               jw_message_set(message, "%s: too many events wait", name);
    }
    JwPatch *patch = load_patch(live, NULL, name, message);
    return patch && enter_patch(live, patch, message);
}

bool jw_live_preset_step(JwLive *live, int step, JwMessage *message) {
    const JwPrograms *programs = &live->patch->programs;
    const int now = find_program(programs, live->patch->preset_name);
    if (programs->n == 0) {
        return jw_message_set(message, "no presets");
    }
    const int next = now == PROGRAM_NONE ? 0 : (now + step + programs->n) % programs->n;
    return jw_live_preset(live, programs->program[next].name, message);
}

bool jw_live_instrument(JwLive *live, const char *name, JwMessage *message) {
    JwPatch *patch = load_patch(live, name, NULL, message);
    return patch && enter_patch(live, patch, message);
}

bool jw_live_restore(JwLive *live, const char *instrument, const char *preset, const bool *set,
                     const double *value, JwMessage *message) {
    JwPatch *patch = load_patch(live, instrument, preset, message);
    for (int i = 0; patch && i < JW_N_PARAMS; ++i) {
        if (set[i] && !live->setup.set[i]) {
            patch->instrument.param[i] = value[i];
        }
    }
    if (patch && !live->backend) {
        adopt_patch(live, patch);
        return true;
    }
    return patch && enter_patch(live, patch, message);
}

void jw_live_learn(JwLive *live, int id) {
    live->learning = id;
}

void jw_live_forget(JwLive *live, JwParamId id) {
    JwMessage message;
    jw_learned_forget(&live->learned, id);
    offer_tables(live);
    if (live->setup.learned && !jw_learned_save(&live->learned, live->setup.learned, &message)) {
        say(live, message.text);
    }
}

const JwLearned *jw_live_learned(const JwLive *live) {
    return &live->learned;
}

bool jw_live_record(JwLive *live, const char *path, JwMessage *message) {
    return jw_recorder_start(live->recorder, path, (int)lround(live->rate_hz), message);
}

bool jw_live_record_stop(JwLive *live, JwMessage *message) {
    return jw_recorder_stop(live->recorder, message);
}

void jw_live_reset_meters(JwLive *live) {
    live->restored = 0;
    jw_stage_reset_meters(live->stage);
}

bool jw_live_key_is_down(const JwLive *live, int key) {
    return live->down[key] != 0;
}
