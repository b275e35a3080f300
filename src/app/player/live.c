// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live.h"

#include "app/player/live_impl.h"
#include "app/player/live_keys.h"
#include "app/player/live_undo.h"
#include "files/data_dir.h"
#include "host/clocks.h"
#include "host/patch.h"
#include "playing/midi.h"
#include "program/own_ragas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAM_NONE = -1 };

void jw_live_say(void *user, const char *text) {
    const JwLive *live = user;
    live->setup.say(live->setup.user, text);
}

/********* Callbacks *********/

static JW_REALTIME void run_audio(void *user, const JwBackendBlock *block) {
    const JwLive *live = user;
    jw_live_audio_run(live->audio, block);
}

static void go_offline(void *user) {
    JwLive *live = user;
    pthread_mutex_lock(&live->lock);
    jw_engine_service(live->engine);
    pthread_mutex_unlock(&live->lock);
    jw_live_with_serve(live->with);
    while (jw_recorder_is_behind(live->recorder) ||
           jw_with_audio_is_behind(jw_live_with_audio(live->with))) {
        jw_monotonic_sleep(0.001);
    }
}

static uint32_t latency(void *user, bool of_input) {
    return atomic_load(&((JwLive *)user)->latency[of_input]);
}

/********* Patches *********/

static JwLiveAudioTables *make_tables(const JwLivePatch *patch, const JwMidiLearn *learned) {
    JwLiveAudioTables *tables = calloc(1, sizeof(*tables));
    if (!tables) {
        return NULL;
    }
    tables->programs = *jw_live_patch_programs(patch);
    tables->learned = *learned;
    return tables;
}

static void offer_tables(JwLive *live) {
    JwLiveAudioTables *tables = make_tables(live->patch, &live->learned);
    if (tables) {
        jw_live_audio_offer_tables(live->audio, tables);
    } else {
        jw_live_say(live, "out of memory: program changes and MIDI learn stay as they were");
    }
}

static JwLivePatch *load_patch(JwLive *live, const char *instrument, const char *preset,
                               JwError *error) {
    JwError warning = {0};
    JwLivePatch *patch = jw_live_patch_load(&live->options, instrument, preset, &warning, error);
    if (patch && *warning.text) {
        jw_live_say(live, warning.text);
    }
    return patch;
}

// Passes an engine for the backend's rate to the audio thread; returns false if it is not taken.
static bool replace_engine(JwLive *live, JwEngine *engine) {
    // Settles before locking, because the audio thread may wait for the lock.
    const bool settled = !live->running || jw_live_audio_settle(live->audio);
    pthread_mutex_lock(&live->lock);
    bool taken = settled;
    if (live->running) {
        taken = settled && jw_live_audio_offer_engine(live->audio, engine);
    } else {
        jw_live_audio_set_engine(live->audio, engine);
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

static void adopt_patch(JwLive *live, JwLivePatch *patch) {
    jw_live_patch_free(live->patch);
    live->patch = patch;
    ++live->n_patches;
    offer_tables(live);
}

// Plays a patch at the backend's rate with the values in force. On success the player owns the
// patch and has freed the previous one; on failure nothing has changed.
static bool play_patch(JwLive *live, JwLivePatch *patch, JwError *error) {
    JwEngine *engine = jw_live_patch_build(patch, live->rate_hz, error);
    if (!engine) {
        return false;
    }
    if (!replace_engine(live, engine)) {
        jw_engine_free(engine);
        return jw_error_set(error, "the audio does not run: nothing was changed");
    }
    jw_live_patch_plays(patch, live->audio, engine);
    if (patch != live->patch) {
        adopt_patch(live, patch);
    }
    return true;
}

// Replaces the previous patch by `patch` (NULL if it could not be loaded), or frees it on failure.
// Builds no engine before the backend is open, since its rate is unknown.
static bool enter_patch(JwLive *live, JwLivePatch *patch, JwError *error) {
    if (patch && !live->engine) {
        adopt_patch(live, patch);
        return true;
    }
    if (!patch || !play_patch(live, patch, error)) {
        jw_live_patch_free(patch);
        if (live->patch) { // The tuning was perhaps fitted to the other instrument
            jw_live_patch_fit_tuning(live->patch);
        }
        return false;
    }
    return true;
}

// Builds an engine when the rate changes, and the first time.
static bool follow_rate(JwLive *live, double rate_hz, JwError *error) {
    if (live->engine && live->rate_hz != rate_hz) {
        jw_live_record_leave_rate(live, rate_hz);
    }
    live->rate_hz = rate_hz;
    return (live->engine && live->engine_hz == rate_hz) || play_patch(live, live->patch, error);
}

/********* Lifetime *********/

JwLive *jw_live_new(const JwLiveSetup *setup, JwError *error) {
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
        live->audio = live->recorder ? jw_live_audio_new(live->recorder) : NULL;
        live->tuner.esp = jw_mts_esp_new();
        live->with = jw_live_with_new(live, setup->say, setup->user);
    }
    if (!live || !live->audio || !live->with) {
        jw_live_free(live);
        jw_error_set(error, "out of memory");
        return NULL;
    }
    jw_live_audio_set_offline_quality(live->audio, setup->offline_quality);
    jw_live_audio_set_limiter(live->audio, setup->limiter);
    jw_live_audio_accompany(live->audio, jw_live_with_audio(live->with));
    return live;
}

void jw_live_free(JwLive *live) {
    if (!live) {
        return;
    }
    jw_live_close(live);
    jw_live_audio_free(live->audio);
    jw_live_with_free(live->with);
    jw_recorder_free(live->recorder);
    jw_live_patch_free(live->patch);
    jw_mts_esp_free(live->tuner.esp);
    pthread_mutex_destroy(&live->lock);
    free(live);
}

// Loads the table of MIDI learn. A damaged file is left alone: nothing is saved then.
static void load_learned(JwLive *live) {
    JwError error = {0};
    if (live->setup.learned && !jw_midi_learn_load(&live->learned, live->setup.learned, &error)) {
        jw_error_prefix(&error, "MIDI learn starts empty and saves nothing");
        jw_live_say(live, error.text);
        live->setup.learned = NULL;
    }
}

bool jw_live_load(JwLive *live, JwError *error) {
    load_learned(live);
    JwLivePatch *patch = load_patch(live, live->setup.instrument, live->setup.preset, error);
    return enter_patch(live, patch, error) &&
           (jw_live_with_set(live->with, &live->setup.with, true, error) ||
            jw_error_prefix(error, "--with"));
}

bool jw_live_connect(JwLive *live, JwBackendState *state, JwError *error) {
    const JwBackendSink sink = {live, run_audio, go_offline, latency, jw_live_say};
    if (!live->backend) {
        live->backend = jw_backend_open(live->setup.driver, &live->setup.backend, &sink, error);
    }
    if (live->backend) {
        jw_backend_state(live->backend, state);
        // A player on JACK waits for JACK to return: PortAudio's devices do not have JACK's MIDI.
        live->setup.driver = strcmp(state->driver, "JACK") ? live->setup.driver : JW_DRIVER_JACK;
    }
    return live->backend != NULL;
}

static void follow_with(JwLive *live) {
    JwError error = {0};
    if (!jw_live_with_tick(live->with, live->rate_hz, live->running, &error)) {
        jw_live_say(live, error.text);
    }
}

bool jw_live_open(JwLive *live, JwError *error) {
    JwBackendState state;
    const bool ready =
        jw_live_connect(live, &state, error) && follow_rate(live, state.rate_hz, error);
    if (ready) {
        follow_with(live);
    }
    if (ready && jw_backend_start(live->backend, error)) {
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
    if (live->audio) {
        jw_live_audio_lose_sources(live->audio);
    }
}

bool jw_live_rename(JwLive *live, const char *name, JwError *error) {
    const bool was_open = live->backend != NULL;
    live->setup.backend.name = name;
    jw_live_close(live);
    return !was_open || jw_live_open(live, error);
}

/********* Tick *********/

static void learn(JwLive *live, int channel, int controller) {
    JwError error = {0};
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
    jw_live_say(live, text);
    if (live->setup.learned && !jw_midi_learn_save(&live->learned, live->setup.learned, &error)) {
        jw_live_say(live, error.text);
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

/// Sets the tuning or, if that is NULL, the profile of the engine, if there is one.
static bool fit_engine(JwLive *live, const JwPatchFit *fit, JwError *error) {
    JwStatus status = JW_SUCCESS;
    pthread_mutex_lock(&live->lock);
    if (live->engine) {
        status = fit->tuning ? jw_engine_set_tuning(live->engine, fit->tuning)
                             : jw_engine_set_profile(live->engine, fit->profile);
    }
    pthread_mutex_unlock(&live->lock);
    return !status || jw_error_set(error, "%s", jw_status_message(status));
}

/// Applies a bridge profile to the present patch, unless it is already applied.
static bool lay_profile(JwLive *live, const JwProfile *profile, JwError *error) {
    if (jw_profile_same(profile, jw_live_patch_profile(live->patch))) {
        return true;
    }
    if (!fit_engine(live, &(JwPatchFit){.profile = profile}, error)) {
        return false;
    }
    jw_live_patch_set_profile(live->patch, profile);
    return true;
}

static void enter_program(JwLive *live, int number) {
    JwError error = {0};
    const JwPrograms *programs = jw_live_presets(live);
    if (number < programs->n && !jw_live_preset(live, programs->program[number].name, &error)) {
        jw_live_say(live, error.text);
    }
}

static void note_late(JwLive *live, const JwAudioReport *report) {
    char text[128];
    if (!live->setup.late) {
        return;
    }
    snprintf(text, sizeof(text), "late at frame %u by %.3f ms, after %.3f ms of work, at %.6f s",
             (unsigned)report->frame_time, 1e3 * report->late_s, 1e3 * report->spent_s,
             report->end_s);
    jw_live_say(live, text);
}

static void follow_reports(JwLive *live) {
    JwError error = {0};
    JwAudioReport report;
    int requested = PROGRAM_NONE;
    while (jw_live_audio_report(live->audio, &report)) {
        switch (report.kind) {
        case JW_AUDIO_REPORT_MIDI:
            hear(live, &report.midi);
            break;
        case JW_AUDIO_REPORT_PROGRAM:
            if (!report.asked) {
                jw_live_patch_select(live->patch, report.program);
                lay_profile(live, &live->options.profile, &error);
            }
            break;
        case JW_AUDIO_REPORT_REQUEST:
            requested = report.program;
            break;
        case JW_AUDIO_REPORT_LATE:
            note_late(live, &report);
            break;
        }
    }
    if (requested != PROGRAM_NONE) {
        enter_program(live, requested);
    }
}

static void follow_backend(JwLive *live, const JwBackendState *state) {
    JwError error = {0};
    if (state->rate_hz != live->rate_hz && !follow_rate(live, state->rate_hz, &error)) {
        jw_live_say(live, error.text);
    }
    if (strcmp(state->refused, live->refused)) {
        snprintf(live->refused, sizeof(live->refused), "%s", state->refused);
        if (*live->refused) {
            jw_live_say(live, live->refused);
        }
    }
}

static void serve_engine(JwLive *live) {
    pthread_mutex_lock(&live->lock);
    if (jw_engine_wants_service(live->engine) &&
        jw_engine_service(live->engine) == JW_ERR_NO_MEMORY) {
        jw_live_say(live, "out of memory: the bridge and strings stay as they were");
    }
    pthread_mutex_unlock(&live->lock);
}

static void follow_tuner(JwLive *live) {
    char text[JW_LIVE_TUNER_TEXT];
    if (jw_live_tuner_follow(&live->tuner, live->audio, text)) {
        jw_live_say(live, text);
    }
}

void jw_live_renew_ragas(JwLive *live) {
    live->ragas_s = jw_monotonic_s();
    jw_own_ragas_renew(jw_live_say, live);
}

bool jw_live_tick(JwLive *live) {
    JwBackendState state;
    if (jw_monotonic_s() >= live->ragas_s + 1.0) {
        jw_live_renew_ragas(live);
    }
    if (!live->backend) {
        jw_live_audio_rest(live->audio);
        serve_engine(live);
        follow_reports(live);
        return false;
    }
    serve_engine(live);
    jw_live_audio_collect(live->audio);
    follow_reports(live);
    follow_tuner(live);
    jw_live_record_follow(live);
    jw_backend_service(live->backend);
    jw_backend_state(live->backend, &state);
    if (state.lost) {
        return false;
    }
    follow_backend(live, &state);
    follow_with(live);
    jw_live_keys_follow(live);
    jw_live_undo_follow(jw_live_audio_undo(live->audio), live);
    return true;
}

/********* Requests *********/

void jw_live_state(JwLive *live, JwLiveState *state) {
    memset(state, 0, sizeof(*state));
    if (live->backend) {
        jw_backend_state(live->backend, &state->backend);
    }
    state->instrument = jw_live_patch_instrument(live->patch);
    state->instrument_name = jw_live_patch_instrument_name(live->patch);
    state->preset_name = jw_live_patch_preset_name(live->patch);
    state->n_patches = live->n_patches;
    state->meters = jw_live_audio_meters(live->audio);
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

JwLiveWith *jw_live_with(const JwLive *live) {
    return live->with;
}

JwLiveAudio *jw_live_audio(const JwLive *live) {
    return live->audio;
}

const JwInstrument *jw_live_playing(const JwLive *live) {
    return jw_live_patch_instrument(live->patch);
}

const JwTuning *jw_live_scale(const JwLive *live) {
    return live->options.has_tuning ? &live->options.tuning : NULL;
}

double jw_live_param(const JwLive *live, JwParamId id) {
    return jw_live_patch_param(live->patch, id);
}

double jw_live_baseline(const JwLive *live, JwParamId id) {
    return jw_live_patch_baseline(live->patch, id);
}

bool jw_live_send(JwLive *live, const JwEvent *event) {
    pthread_mutex_lock(&live->lock);
    const bool sent = jw_live_audio_send(live->audio, event);
    pthread_mutex_unlock(&live->lock);
    return sent;
}

bool jw_live_set(JwLive *live, JwParamId id, double value) {
    const double legal = jw_param_clamp(id, value, jw_live_param(live, id));
    const JwEvent event = {.type = JW_EVENT_PARAM, .param = {.id = id, .value = legal}};
    const bool sent = jw_live_send(live, &event);
    if (sent && jw_live_patch_ask(live->patch, id, legal)) {
        offer_tables(live);
    }
    return sent;
}

bool jw_live_pluck(JwLive *live, int string, int velocity, double place) {
    const JwEvent event = {.type = JW_EVENT_OPEN,
                           .open = {.string = string, .velocity = velocity, .place = place}};
    const JwInstrument *instrument = jw_live_patch_instrument(live->patch);
    if (string < 0 || string >= JW_MAX_STRINGS) {
        return true;
    }
    if (velocity > 0 && string < instrument->n_strings) {
        live->opened[string] = (uint8_t)instrument->string[string].key;
    }
    live->down[live->opened[string]] = velocity > 0; // Maybe the key of another instrument
    return jw_live_send(live, &event);
}

void jw_live_panic(JwLive *live) {
    const JwEvent event = {.type = JW_EVENT_PANIC};
    jw_live_send(live, &event);
    jw_live_with_panic(live->with);
    memset(live->down, 0, sizeof(live->down));
}

bool jw_live_select(JwLive *live, int place, JwError *error) {
    const JwEvent event = {.type = JW_EVENT_MIDI,
                           .midi = {JW_MIDI_PROGRAM, 0, 0, (int16_t)jw_live_audio_program(place)}};
    if (live->running) {
        jw_live_audio_settle(live->audio); // The newest engine has to take it
    }
    if (!jw_live_send(live, &event)) {
        return jw_error_set(error, "too many events wait");
    }
    jw_live_patch_ask_program(live->patch, place);
    return lay_profile(live, &live->options.profile, error);
}

bool jw_live_preset(JwLive *live, const char *name, JwError *error) {
    const int number = jw_data_is_here(name, JW_PRESET_EXTENSION)
                           ? PROGRAM_NONE
                           : jw_live_patch_find_program(live->patch, name);
    if (number != PROGRAM_NONE && jw_live_patch_has_program(live->patch, number)) {
        return jw_live_select(live, number, error);
    }
    JwLivePatch *patch = load_patch(live, NULL, name, error);
    return enter_patch(live, jw_live_patch_keep_common(patch, live->patch), error);
}

bool jw_live_preset_step(JwLive *live, int step, JwError *error) {
    const int next = jw_live_patch_step_program(live->patch, step);
    return next == PROGRAM_NONE
               ? jw_error_set(error, "no preset is for %.400s", jw_live_playing(live)->name)
               : jw_live_preset(live, jw_live_presets(live)->program[next].name, error);
}

bool jw_live_take_preset(JwLive *live, const char *name, JwError *error) {
    if (!jw_live_patch_add(live->patch, name, error)) {
        return false;
    }
    offer_tables(live);
    return true;
}

const JwPrograms *jw_live_presets(const JwLive *live) {
    return jw_live_patch_programs(live->patch);
}

const char *jw_live_folder(const JwLive *live) {
    return live->setup.folder;
}

bool jw_live_instrument(JwLive *live, const char *name, JwError *error) {
    JwLivePatch *patch = load_patch(live, name, NULL, error);
    if (patch) {
        jw_live_patch_begin_after(patch, live->patch);
    }
    return enter_patch(live, jw_live_patch_keep_common(patch, live->patch), error);
}

bool jw_live_restore(JwLive *live, const JwLiveKept *kept, JwError *error) {
    const JwFineTuning fine = live->options.fine;
    bool chosen[JW_N_PARAMS];
    memcpy(chosen, live->options.chosen, sizeof(chosen));
    jw_live_patch_choose_common(&live->options, kept->set, kept->value);
    live->options.fine = kept->fine ? *kept->fine : fine;
    JwLivePatch *patch = load_patch(live, kept->instrument, kept->preset, error);
    for (int i = 0; patch && i < JW_N_PARAMS; ++i) {
        if (kept->set[i]) {
            jw_live_patch_begin_with(patch, (JwParamId)i, kept->value[i]);
        }
    }
    if (patch && kept->profile) {
        jw_live_patch_set_profile(patch, kept->profile);
    }
    if (enter_patch(live, patch, error)) {
        if (kept->profile && !jw_profile_same(kept->profile, &live->options.profile)) {
            live->options.profile.n = 0;
        }
        return true;
    }
    memcpy(live->options.chosen, chosen, sizeof(chosen));
    live->options.fine = fine;
    jw_live_patch_fit_tuning(live->patch);
    return false;
}

const bool *jw_live_chosen(const JwLive *live) {
    return live->options.chosen;
}

void jw_live_choose(JwLive *live, const bool *chosen) {
    memcpy(live->options.chosen, chosen, sizeof(live->options.chosen));
    if (jw_live_patch_pin_common(live->patch)) {
        offer_tables(live);
    }
}

bool jw_live_set_fine_tuning(JwLive *live, const JwFineTuning *fine, JwError *error) {
    const JwFineTuning before = live->options.fine;
    live->options.fine = *fine;
    jw_live_patch_fit_tuning(live->patch);
    if (fit_engine(live, &(JwPatchFit){.tuning = &live->options.tuning}, error)) {
        return true;
    }
    live->options.fine = before;
    jw_live_patch_fit_tuning(live->patch);
    return false;
}

const JwFineTuning *jw_live_fine_tuning(const JwLive *live) {
    return &live->options.fine;
}

const double *jw_live_string_cents(const JwLive *live) {
    return live->options.tuning.string_cents;
}

bool jw_live_set_profile(JwLive *live, const JwProfile *profile, JwError *error) {
    const bool ok = lay_profile(live, profile, error);
    live->options.profile.n = ok ? 0 : live->options.profile.n;
    return ok;
}

const JwProfile *jw_live_profile(const JwLive *live) {
    return jw_live_patch_profile(live->patch);
}

void jw_live_learn(JwLive *live, int id) {
    live->learning = id;
}

void jw_live_forget(JwLive *live, JwParamId id) {
    JwError error = {0};
    jw_midi_learn_forget(&live->learned, id);
    offer_tables(live);
    if (live->setup.learned && !jw_midi_learn_save(&live->learned, live->setup.learned, &error)) {
        jw_live_say(live, error.text);
    }
}

const JwMidiLearn *jw_live_learned(const JwLive *live) {
    return &live->learned;
}

void jw_live_reset_meters(JwLive *live) {
    jw_live_audio_reset_meters(live->audio);
}

bool jw_live_key_is_down(const JwLive *live, int key) {
    return live->down[key] != 0;
}
