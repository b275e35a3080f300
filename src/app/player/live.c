// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live.h"

#include "app/player/live_patch.h"
#include "app/player/live_tuner.h"
#include "files/data_dir.h"
#include "host/clocks.h"
#include "host/patch.h"
#include "playing/midi.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAM_NONE = -1 };

static const double tape_rest_s = 0.001;

struct JwLiveImpl {
    JwLiveSetup setup;
    JwLivePatchOptions options;
    JwBackend *backend;
    JwLiveAudio *stage;
    JwRecorder *recorder;
    JwLivePatch *sound;
    JwLiveTuner tuner;
    unsigned n_sounds; // Patches played so far
    JwMidiLearn learned;
    int learning;
    bool running;     // The backend calls the audio side
    double rate_hz;   // Rate of the backend
    double engine_hz; // Rate of the engine: another one if none could be built for rate_hz
    // Lock of the engine. In a freewheel the audio thread takes it and does the control thread's
    // work on the engine, so that tables are there when they are asked for; otherwise it takes no
    // lock.
    pthread_mutex_t lock;
    JwEngine *engine;               // Newest engine; owned by the audio side
    atomic_uint latency[2];         // Engine's, for notes and for sound from outside
    uint8_t down[128];              // 1 for each MIDI key that is held
    uint8_t opened[JW_MAX_STRINGS]; // MIDI key under which an open string is held in `down`
    char refused[256];              // Reason for a refused priority that was shown last
};

static void say(JwLive *live, const char *text) {
    live->setup.say(live->setup.user, text);
}

/********* Callbacks *********/

static JW_REALTIME void run_stage(void *user, const JwBackendBlock *block) {
    const JwLive *live = user;
    jw_live_audio_run(live->stage, block);
}

static void go_offline(void *user) {
    JwLive *live = user;
    pthread_mutex_lock(&live->lock);
    jw_engine_service(live->engine);
    pthread_mutex_unlock(&live->lock);
    while (jw_recorder_is_behind(live->recorder)) {
        jw_monotonic_sleep(tape_rest_s);
    }
}

static uint32_t latency(void *user, bool of_input) {
    return atomic_load(&((JwLive *)user)->latency[of_input]);
}

static void say_for_backend(void *user, const char *text) {
    say(user, text);
}

/********* Patches *********/

static JwLiveAudioTables *make_tables(const JwLivePatch *sound, const JwMidiLearn *learned) {
    JwLiveAudioTables *tables = calloc(1, sizeof(*tables));
    if (!tables) {
        return NULL;
    }
    tables->programs = *jw_live_patch_programs(sound);
    tables->learned = *learned;
    return tables;
}

static void offer_tables(JwLive *live) {
    JwLiveAudioTables *tables = make_tables(live->sound, &live->learned);
    if (tables) {
        jw_live_audio_offer_tables(live->stage, tables);
    } else {
        say(live, "out of memory: program changes and MIDI learn stay as they were");
    }
}

static JwLivePatch *load_sound(JwLive *live, const char *instrument, const char *preset,
                               JwMessage *message) {
    JwMessage warning;
    JwLivePatch *sound = jw_live_patch_load(&live->options, instrument, preset, &warning, message);
    if (sound && *warning.text) {
        say(live, warning.text);
    }
    return sound;
}

// Gives an engine for the backend's rate to the audio side; returns false if that refuses it.
static bool replace_engine(JwLive *live, JwEngine *engine) {
    // Settles before locking: the audio thread may wait for the lock.
    const bool settled = !live->running || jw_live_audio_settle(live->stage);
    pthread_mutex_lock(&live->lock);
    bool taken = settled;
    if (live->running) {
        taken = settled && jw_live_audio_offer_engine(live->stage, engine);
    } else {
        jw_live_audio_set_engine(live->stage, engine);
    }
    if (taken) {
        live->engine = engine;
        live->engine_hz = live->rate_hz;
        atomic_store(&live->latency[0], jw_engine_latency_frames(engine));
        atomic_store(&live->latency[1], jw_engine_input_latency_frames(engine));
    }
    pthread_mutex_unlock(&live->lock);
    return taken;
}

static void adopt_sound(JwLive *live, JwLivePatch *sound) {
    jw_live_patch_free(live->sound);
    live->sound = sound;
    ++live->n_sounds;
    offer_tables(live);
}

// Plays a patch from now on, at the backend's rate and with the values in force. On success the
// player owns the patch and has freed the one before; on failure nothing has changed.
static bool play_sound(JwLive *live, JwLivePatch *sound, JwMessage *message) {
    JwEngine *engine = jw_live_patch_build(sound, live->rate_hz, message);
    if (!engine) {
        return false;
    }
    if (!replace_engine(live, engine)) {
        jw_engine_free(engine);
        return jw_message_set(message, "the sound stands still: nothing was changed");
    }
    jw_live_patch_plays(sound, live->stage, engine);
    if (sound != live->sound) {
        adopt_sound(live, sound);
    }
    return true;
}

// Puts a patch (NULL if it could not be loaded) in the place of the one before, or frees it. Builds
// no engine before the backend is open: its rate is not known.
static bool enter_sound(JwLive *live, JwLivePatch *sound, JwMessage *message) {
    if (sound && !live->engine) {
        adopt_sound(live, sound);
        return true;
    }
    if (!sound || !play_sound(live, sound, message)) {
        jw_live_patch_free(sound);
        return false;
    }
    return true;
}

static void leave_rate(JwLive *live, double rate_hz) {
    JwMessage message;
    char text[128];
    snprintf(text, sizeof(text), "the sample rate is %g Hz now", rate_hz);
    say(live, text);
    if (jw_live_record_stop(live, &message) && *message.text) {
        jw_message_prefix(&message, "the recording ends with the rate");
    }
    if (*message.text) {
        say(live, message.text);
    }
}

// Builds an engine for another rate than the one before, or for the first.
static bool follow_rate(JwLive *live, double rate_hz, JwMessage *message) {
    if (live->engine && live->rate_hz != rate_hz) {
        leave_rate(live, rate_hz);
    }
    live->rate_hz = rate_hz;
    return (live->engine && live->engine_hz == rate_hz) || play_sound(live, live->sound, message);
}

/********* Lifetime *********/

JwLive *jw_live_new(const JwLiveSetup *setup, JwMessage *message) {
    JwLive *live = calloc(1, sizeof(*live));
    if (live) {
        live->setup = *setup;
        live->options = (JwLivePatchOptions){.set = setup->set,
                                             .value = setup->value,
                                             .tuning_arguments = setup->tuning,
                                             .profile_path = setup->profile,
                                             .input = setup->backend.input};
        live->learning = -1;
        pthread_mutex_init(&live->lock, NULL);
        jw_midi_learn_clear(&live->learned);
        live->recorder = jw_recorder_new(setup->say, setup->user);
        live->stage = live->recorder ? jw_live_audio_new(live->recorder) : NULL;
        live->tuner.esp = jw_mts_esp_new();
    }
    if (!live || !live->stage) {
        jw_live_free(live);
        jw_message_set(message, "out of memory");
        return NULL;
    }
    jw_live_audio_set_offline_quality(live->stage, setup->offline_quality);
    jw_live_audio_set_limiter(live->stage, setup->limiter);
    return live;
}

void jw_live_free(JwLive *live) {
    if (!live) {
        return;
    }
    jw_live_close(live);
    jw_live_audio_free(live->stage);
    jw_recorder_free(live->recorder);
    jw_live_patch_free(live->sound);
    jw_mts_esp_free(live->tuner.esp);
    pthread_mutex_destroy(&live->lock);
    free(live);
}

// Loads what MIDI learn knows. A broken file stays as it is: nothing is kept then.
static void load_learned(JwLive *live) {
    JwMessage message;
    if (live->setup.learned && !jw_midi_learn_load(&live->learned, live->setup.learned, &message)) {
        jw_message_prefix(&message, "MIDI learn begins anew, and keeps nothing");
        say(live, message.text);
        live->setup.learned = NULL;
    }
}

bool jw_live_load(JwLive *live, JwMessage *message) {
    load_learned(live);
    JwLivePatch *sound = load_sound(live, live->setup.instrument, live->setup.preset, message);
    return enter_sound(live, sound, message);
}

bool jw_live_connect(JwLive *live, JwBackendState *state, JwMessage *message) {
    const JwBackendSink sink = {live, run_stage, go_offline, latency, say_for_backend};
    if (!live->backend) {
        live->backend = jw_backend_open(live->setup.driver, &live->setup.backend, &sink, message);
    }
    if (live->backend) {
        jw_backend_state(live->backend, state);
        // Who was on JACK waits for JACK: PortAudio's devices have no MIDI of JACK.
        live->setup.driver = strcmp(state->driver, "JACK") ? live->setup.driver : JW_DRIVER_JACK;
    }
    return live->backend != NULL;
}

bool jw_live_open(JwLive *live, JwMessage *message) {
    JwBackendState state;
    if (jw_live_connect(live, &state, message) && follow_rate(live, state.rate_hz, message) &&
        jw_backend_start(live->backend, message)) {
        live->running = true;
        live->refused[0] = '\0';
        return true;
    }
    jw_live_close(live);
    return false;
}

void jw_live_close(JwLive *live) {
    jw_backend_close(live->backend);
    live->backend = NULL;
    live->running = false;
    if (live->stage) {
        jw_live_audio_lose_sources(live->stage);
    }
}

bool jw_live_rename(JwLive *live, const char *name, JwMessage *message) {
    const bool was_open = live->backend != NULL;
    live->setup.backend.name = name;
    jw_live_close(live);
    return !was_open || jw_live_open(live, message);
}

/********* Tick *********/

static void learn(JwLive *live, int channel, int controller) {
    JwMessage message;
    char text[256];
    const JwParamId id = (JwParamId)live->learning;
    if (!jw_midi_learn_allows(controller)) {
        return;
    }
    live->learning = -1;
    jw_midi_learn_set(&live->learned, id, channel, controller);
    offer_tables(live);
    snprintf(text, sizeof(text), "controller %d of channel %d moves %s", controller, channel + 1,
             jw_param_info(id)->symbol);
    say(live, text);
    if (live->setup.learned && !jw_midi_learn_save(&live->learned, live->setup.learned, &message)) {
        say(live, message.text);
    }
}

static void hear(JwLive *live, const JwMidi *midi) {
    switch (midi->type) {
    case JW_MIDI_NOTE_ON:
        live->down[midi->key] = 1;
        return;
    case JW_MIDI_NOTE_OFF:
        live->down[midi->key] = 0;
        return;
    case JW_MIDI_CONTROL:
        if (midi->key >= JW_CC_ALL_SOUND_OFF) {
            memset(live->down, 0, sizeof(live->down));
        } else if (live->learning >= 0) {
            learn(live, midi->channel, midi->key);
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

/// Gives the engine, if there is one, the tuning or else the profile.
static bool fit_engine(JwLive *live, const JwPatchFit *fit, JwMessage *message) {
    JwStatus status = JW_SUCCESS;
    pthread_mutex_lock(&live->lock);
    if (live->engine) {
        status = fit->tuning ? jw_engine_set_tuning(live->engine, fit->tuning)
                             : jw_engine_set_profile(live->engine, fit->profile);
    }
    pthread_mutex_unlock(&live->lock);
    return !status || jw_message_set(message, "%s", jw_status_message(status));
}

/// Lays a profile over the bridge of what is played, unless it lies there.
static bool lay_profile(JwLive *live, const JwProfile *profile, JwMessage *message) {
    if (jw_profile_same(profile, jw_live_patch_profile(live->sound))) {
        return true;
    }
    if (!fit_engine(live, &(JwPatchFit){.profile = profile}, message)) {
        return false;
    }
    jw_live_patch_set_profile(live->sound, profile);
    return true;
}

static void enter_program(JwLive *live, int number) {
    JwMessage message;
    const JwPrograms *programs = jw_live_patch_programs(live->sound);
    if (number < programs->n && !jw_live_preset(live, programs->program[number].name, &message)) {
        say(live, message.text);
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
    JwMessage message;
    JwNews news;
    int asked = PROGRAM_NONE;
    while (jw_live_audio_news(live->stage, &news)) {
        switch (news.kind) {
        case JW_NEWS_MIDI:
            hear(live, &news.midi);
            break;
        case JW_NEWS_PROGRAM:
            jw_live_patch_select(live->sound, news.program);
            lay_profile(live, &live->options.profile, &message);
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

static void follow_backend(JwLive *live, const JwBackendState *state) {
    JwMessage message;
    if (state->rate_hz != live->rate_hz && !follow_rate(live, state->rate_hz, &message)) {
        say(live, message.text);
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
    pthread_mutex_unlock(&live->lock);
}

static void follow_tuner(JwLive *live) {
    char text[JW_LIVE_TUNER_TEXT];
    if (jw_live_tuner_follow(&live->tuner, live->stage, text)) {
        say(live, text);
    }
}

bool jw_live_tick(JwLive *live) {
    JwBackendState state;
    if (!live->backend) {
        jw_live_audio_rest(live->stage);
        serve_engine(live);
        follow_news(live);
        return false;
    }
    serve_engine(live);
    jw_live_audio_collect(live->stage);
    follow_news(live);
    follow_tuner(live);
    follow_recorder(live);
    jw_backend_service(live->backend);
    jw_backend_state(live->backend, &state);
    if (state.lost) {
        return false;
    }
    follow_backend(live, &state);
    return true;
}

/********* Requests *********/

void jw_live_state(JwLive *live, JwLiveState *state) {
    memset(state, 0, sizeof(*state));
    if (live->backend) {
        jw_backend_state(live->backend, &state->backend);
    }
    state->instrument = jw_live_patch_instrument(live->sound);
    state->instrument_name = jw_live_patch_instrument_name(live->sound);
    state->preset_name = jw_live_patch_preset_name(live->sound);
    state->n_sounds = live->n_sounds;
    state->meters = jw_live_audio_meters(live->stage);
    state->recorder = jw_recorder_state(live->recorder);
    state->learning = live->learning;
    state->quality = live->engine ? jw_engine_param(live->engine, JW_P_QUALITY) : 0.0;
    state->latency_s = state->backend.latency_s;
    if (live->rate_hz > 0.0) {
        state->latency_s += atomic_load(&live->latency[0]) / live->rate_hz;
    }
}

void jw_live_report(JwLive *live, int string, JwStringReport *report) {
    jw_engine_report(live->engine, string, report);
}

int jw_live_motion(const JwLive *live, int string, float *amplitude_m, int n, JwMotion *motion) {
    return jw_engine_motion(live->engine, string, amplitude_m, n, motion);
}

int jw_live_forces(const JwLive *live, int string, float *x_m, float *force_n, int n) {
    return jw_engine_contact_forces(live->engine, string, x_m, force_n, n);
}

void jw_live_drone(const JwLive *live, JwDronePlace *place) {
    jw_engine_drone(live->engine, place);
}

JwLiveAudio *jw_live_stage(const JwLive *live) {
    return live->stage;
}

void jw_live_fretboard(const JwLive *live, JwFretboard *board) {
    double param[JW_N_PARAMS];
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        param[i] = jw_live_patch_param(live->sound, (JwParamId)i);
    }
    jw_fretboard_fill(board, jw_live_patch_instrument(live->sound),
                      live->options.has_tuning ? &live->options.tuning : NULL, param);
}

double jw_live_param(const JwLive *live, JwParamId id) {
    return jw_live_patch_param(live->sound, id);
}

double jw_live_baseline(const JwLive *live, JwParamId id) {
    return jw_live_patch_baseline(live->sound, id);
}

bool jw_live_send(JwLive *live, const JwEvent *event) {
    pthread_mutex_lock(&live->lock);
    const bool sent = jw_live_audio_send(live->stage, event);
    pthread_mutex_unlock(&live->lock);
    return sent;
}

bool jw_live_set(JwLive *live, JwParamId id, double value) {
    const double legal = jw_param_clamp(id, value, jw_live_param(live, id));
    const JwEvent event = {.type = JW_EVENT_PARAM, .param = {.id = id, .value = legal}};
    const bool sent = jw_live_send(live, &event);
    if (sent) {
        jw_live_patch_ask(live->sound, id, legal);
    }
    return sent;
}

bool jw_live_midi(JwLive *live, int status, int data_1, int data_2) {
    const JwEvent event = {.type = JW_EVENT_MIDI,
                           .midi = jw_midi_decode((const uint8_t[]){
                               (uint8_t)status, (uint8_t)data_1, (uint8_t)data_2})};
    return jw_live_send(live, &event);
}

bool jw_live_open_string(JwLive *live, int string, int velocity) {
    return jw_live_pluck(live, string, velocity, 0.0);
}

bool jw_live_pluck(JwLive *live, int string, int velocity, double place) {
    const JwEvent event = {.type = JW_EVENT_OPEN,
                           .open = {.string = string, .velocity = velocity, .place = place}};
    const JwInstrument *instrument = jw_live_patch_instrument(live->sound);
    if (string < 0 || string >= JW_MAX_STRINGS) {
        return true;
    }
    if (velocity > 0 && string < instrument->n_strings) {
        live->opened[string] = (uint8_t)instrument->string[string].key;
    }
    // The string may have been plucked under another instrument, where its key was another one.
    live->down[live->opened[string]] = velocity > 0;
    return jw_live_send(live, &event);
}

void jw_live_panic(JwLive *live) {
    const JwEvent event = {.type = JW_EVENT_PANIC};
    jw_live_send(live, &event);
    memset(live->down, 0, sizeof(live->down));
}

bool jw_live_compass(const JwLive *live, JwCompass *compass, JwMessage *message) {
    double param[JW_N_PARAMS];
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        param[i] = jw_live_patch_param(live->sound, (JwParamId)i);
    }
    return jw_compass_find(compass, jw_live_patch_instrument(live->sound),
                           live->options.has_tuning ? &live->options.tuning : NULL, param, message);
}

bool jw_live_preset(JwLive *live, const char *name, JwMessage *message) {
    // A file in the current folder goes before an installed preset of that name.
    const int number = jw_data_is_here(name, JW_PRESET_EXTENSION)
                           ? PROGRAM_NONE
                           : jw_live_patch_find_program(live->sound, name);
    if (number != PROGRAM_NONE && jw_live_patch_has_program(live->sound, number)) {
        // The audio side selects the program and reports it back as news.
        return jw_live_midi(live, 0xc0, number, 0) ||
               jw_message_set(message, "%s: too many events wait", name);
    }
    return enter_sound(live, load_sound(live, NULL, name, message), message);
}

bool jw_live_preset_step(JwLive *live, int step, JwMessage *message) {
    const int next = jw_live_patch_step_program(live->sound, step);
    const JwPrograms *programs = jw_live_patch_programs(live->sound);
    return next != PROGRAM_NONE ? jw_live_preset(live, programs->program[next].name, message)
                                : jw_message_set(message, "no preset is for %.400s",
                                                 jw_live_patch_instrument(live->sound)->name);
}

const JwPrograms *jw_live_presets(const JwLive *live) {
    return jw_live_patch_programs(live->sound);
}

bool jw_live_preset_fits(const JwLive *live, int number) {
    return jw_live_patch_has_program(live->sound, number);
}

const char *jw_live_folder(const JwLive *live) {
    return live->setup.folder;
}

bool jw_live_instrument(JwLive *live, const char *name, JwMessage *message) {
    JwLivePatch *sound = load_sound(live, name, NULL, message);
    if (sound) {
        jw_live_patch_begin_after(sound, live->sound);
    }
    return enter_sound(live, sound, message);
}

bool jw_live_restore(JwLive *live, const char *instrument, const char *preset, const bool *set,
                     const double *value, JwMessage *message) {
    JwLivePatch *sound = load_sound(live, instrument, preset, message);
    for (int i = 0; sound && i < JW_N_PARAMS; ++i) {
        if (set[i]) {
            jw_live_patch_begin_with(sound, (JwParamId)i, value[i]);
        }
    }
    return enter_sound(live, sound, message);
}

bool jw_live_set_fine_tuning(JwLive *live, const JwFineTuning *fine, JwMessage *message) {
    const JwFineTuning before = live->options.fine;
    live->options.fine = *fine;
    jw_live_patch_fit_tuning(live->sound);
    if (fit_engine(live, &(JwPatchFit){.tuning = &live->options.tuning}, message)) {
        return true;
    }
    live->options.fine = before;
    jw_live_patch_fit_tuning(live->sound);
    return false;
}

const JwFineTuning *jw_live_fine_tuning(const JwLive *live) {
    return &live->options.fine;
}

const double *jw_live_string_cents(const JwLive *live) {
    return live->options.tuning.string_cents;
}

bool jw_live_set_profile(JwLive *live, const JwProfile *profile, JwMessage *message) {
    const bool ok = lay_profile(live, profile, message);
    live->options.profile.n = ok ? 0 : live->options.profile.n;
    return ok;
}

const JwProfile *jw_live_profile(const JwLive *live) {
    return jw_live_patch_profile(live->sound);
}

void jw_live_learn(JwLive *live, int id) {
    live->learning = id;
}

void jw_live_forget(JwLive *live, JwParamId id) {
    JwMessage message;
    jw_midi_learn_forget(&live->learned, id);
    offer_tables(live);
    if (live->setup.learned && !jw_midi_learn_save(&live->learned, live->setup.learned, &message)) {
        say(live, message.text);
    }
}

const JwMidiLearn *jw_live_learned(const JwLive *live) {
    return &live->learned;
}

bool jw_live_record(JwLive *live, const char *path, JwMessage *message) {
    return jw_recorder_start(live->recorder, path, (int)lround(live->rate_hz), message);
}

bool jw_live_record_next(JwLive *live, JwMessage *message) {
    const int rate_hz = (int)lround(live->rate_hz);
    return jw_recorder_start_next(live->recorder, live->setup.folder, "jawari", rate_hz, message);
}

bool jw_live_record_stop(JwLive *live, JwMessage *message) {
    return jw_recorder_end(live->recorder, live->rate_hz, message);
}

void jw_live_reset_meters(JwLive *live) {
    jw_live_audio_reset_meters(live->stage);
}

bool jw_live_key_is_down(const JwLive *live, int key) {
    return live->down[key] != 0;
}
