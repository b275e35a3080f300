// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/render_job.h"

#include "app/render/helpers.h"
#include "app/render/outputs.h"
#include "app/render/render.h"
#include "app/render/rendered.h"
#include "app/render/report.h"
#include "app/render/score_notes.h"
#include "app/score/score.h"
#include "app/score/smf.h"
#include "engine/engine.h"
#include "host/compass.h"
#include "host/patch.h"
#include "playing/channels.h"
#include "program/companion.h"
#include "program/nearest.h"
#include "program/patch_names.h"
#include "program/profile_argument.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Data of one rendering, freed in one place.
typedef struct {
    const JwRenderOptions *options;
    int n_threads;
    JwRenderCache *cache; // Cache for the next job
    const JwRenderWatch *watch;
    JwError *error;
    JwPatch *patch;
    JwPatch *with;         // Companion; NULL: none
    JwEngine *with_engine; // Its engine, owned
    JwPrograms programs;
    JwError left_out; // Presets that could not be read
    JwEngine *engine; // Owned by the cache
    JwScore score;
    JwSmfRepairs repairs; // Repairs of the score's file
    JwTuning *tuning;
    JwProfile profile;
    JwProfile no_profile;
    JwCompass compass;
    unsigned own_channels; // Channels, as bits, for strings that notes specify
    JwInputFile *input;    // NULL: none
    JwOutputs outputs;
    JwLabels *labels; // NULL: none
    JwReport report;
} Job;

// Fade of a sound of given length: its last second, or its last tenth if that is shorter.
static const double fade_s = 1.0;
static const double fade_part = 0.1;

static double tail_of(const JwRenderOptions *o) {
    return o->seconds > 0.0 ? 0.0 : o->tail_s;
}

static bool load_score(Job *job) {
    const JwRenderOptions *o = job->options;
    JwSmf smf;
    if (!o->score) {
        return true; // Notes are made once the instrument, which determines their keys, is known
    }
    if (!jw_smf_load(&smf, o->score, o->strict, job->error)) {
        return false;
    }
    const bool ok = jw_score_from_smf(&job->score, &smf, o->rate_hz, job->error) ||
                    jw_error_prefix(job->error, o->score);
    job->repairs = smf.repairs;
    jw_smf_clear(&smf);
    return ok;
}

static bool has_program_changes(const JwScore *score) {
    for (size_t i = 0; i < score->n_events; ++i) {
        if ((score->events[i].midi[0] & 0xf0) == 0xc0) {
            return true;
        }
    }
    return false;
}

static bool load_patch(Job *job) {
    const JwRenderOptions *o = job->options;
    job->patch = calloc(1, sizeof(JwPatch));
    if (!job->patch) {
        return jw_error_set(job->error, "out of memory");
    }
    return jw_render_cache_patch(job->cache, job->patch, o->instrument, o->preset, o->set, o->value,
                                 job->error) &&
           (!has_program_changes(&job->score) ||
            jw_patch_load_programs(job->patch, o->set, &job->programs, &job->left_out, job->error));
}

/// Chooses the channels to play: all but the tenth, which has the drums of General MIDI, unless the
/// instrument has strings for it.
static void choose_channels(Job *job) {
    const unsigned tenth = 1u << 9;
    const bool used = job->patch->instrument.map.channel[9] != 0;
    const unsigned asked = job->options->channels;
    const unsigned all = (1u << JW_CHANNELS) - 1u;
    const unsigned channels = asked ? asked : used ? all : all & ~tenth;
    job->report.left_out_notes = jw_score_keep_channels(&job->score, channels, !asked);
}

static bool load_tuning(Job *job) {
    const JwInstrument *instrument = &job->patch->instrument;
    job->tuning = malloc(sizeof(*job->tuning));
    if (!job->tuning) {
        return jw_error_set(job->error, "out of memory");
    }
    return jw_tuning_arguments_load(&job->options->tuning, instrument, job->tuning, job->error) &&
           jw_compass_find(&job->compass, instrument, job->tuning, instrument->param, job->error);
}

/// Loads the companion, if there is one, into the tonic of the instrument.
static bool load_with(Job *job) {
    const JwRenderOptions *o = job->options;
    const JwInstrument *instrument = &job->patch->instrument;
    if (!o->with.preset) {
        return true;
    }
    job->with = calloc(1, sizeof(JwPatch));
    if (!job->with) {
        return jw_error_set(job->error, "out of memory");
    }
    if (!jw_companion_load(job->with, o->with.preset, job->error)) {
        return jw_error_prefix(job->error, "--with");
    }
    jw_companion_share(job->with, &o->with, instrument->param,
                       jw_companion_sa_key(instrument, instrument->param));
    if (o->set[JW_P_QUALITY]) {
        job->with->instrument.param[JW_P_QUALITY] = o->value[JW_P_QUALITY];
    }
    return true;
}

static bool load_profile(Job *job) {
    const char *path = job->options->profile;
    return !path || jw_profile_argument(path, &job->patch->instrument, &job->profile, job->error);
}

/// Starts the drone by itself if nothing else plays, unless the user has switched it off.
static bool let_drone(Job *job) {
    JwInstrument *instrument = &job->patch->instrument;
    const char *name = job->patch->instrument_name;
    if (instrument->drone.n == 0) {
        return jw_error_set(job->error, "%s does not play by itself; give a score or --note", name);
    }
    if (job->options->set[JW_P_DRONE] && instrument->param[JW_P_DRONE] < 0.5) {
        return jw_error_set(job->error, "%s: nothing to play with drone=0", name);
    }
    instrument->param[JW_P_DRONE] = 1.0;
    return jw_score_empty(&job->score, job->options->seconds, job->options->rate_hz, job->error);
}

/// Finds the string of a note by its name.
static bool find_string(const Job *job, JwRenderNote *note) {
    const JwInstrument *instrument = &job->patch->instrument;
    char near[256];
    note->string_number = jw_patch_string(instrument, note->string);
    return note->string_number >= 0 ||
           jw_error_set(job->error, "string: %s has no string \"%s\"%s",
                        job->patch->instrument_name, note->string,
                        jw_nearest_string(instrument, note->string, near, sizeof(near)));
}

/// Assigns a note with a string and a key a channel that only that string plays.
static bool give_channel(Job *job, JwRenderNote *note) {
    uint32_t *channel = job->patch->instrument.map.channel;
    const uint32_t string = 1u << note->string_number;
    for (int c = JW_CHANNELS - 1; c > 0; --c) {
        if (!(job->own_channels & 1u << c) || channel[c] == string) {
            channel[c] = string;
            job->own_channels |= 1u << c;
            note->channel = c;
            return true;
        }
    }
    return jw_error_set(job->error, "string: more than %d strings", JW_CHANNELS - 1);
}

/// Finds key and string of a note.
static bool place_note(Job *job, JwRenderNote *note) {
    const char *instrument = job->patch->instrument_name;
    if (note->string && (!find_string(job, note) || (*note->name && !give_channel(job, note)))) {
        return false;
    }
    return !*note->name ||
           jw_compass_key(&job->compass, instrument, note->name, &note->key, job->error) ||
           jw_error_prefix(job->error, "--note");
}

/// Makes a score without a file: from the notes of the command line, or empty for a drone.
static bool make_score(Job *job) {
    const JwRenderOptions *o = job->options;
    JwRenderNote note[JW_RENDER_NOTES];
    if (!o->score && o->n_notes == 0 && o->input) {
        return jw_score_empty(&job->score, o->seconds, o->rate_hz, job->error);
    }
    if (!o->score && o->n_notes == 0) {
        return let_drone(job);
    }
    for (int i = 0; i < o->n_notes; ++i) {
        note[i] = o->note[i];
        if (!place_note(job, &note[i])) {
            return false;
        }
    }
    return o->score || jw_score_from_notes(&job->score, note, o->n_notes, o->rate_hz, job->error);
}

/// Prepares the companion's engine, with its preset's bridge.
static bool prepare_with(Job *job) {
    const JwRenderOptions *o = job->options;
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    JwTuning *tuning = malloc(sizeof(*tuning));
    if (!tuning) {
        return jw_error_set(job->error, "out of memory");
    }
    jw_companion_tuning(tuning, job->tuning);
    const JwPatchFit fit = {.tuning = tuning, .profile = &job->no_profile};
    job->with_engine = jw_patch_engine(&job->with->instrument, o->with.preset, &fit, o->rate_hz,
                                       &options, job->error);
    free(tuning);
    return job->with_engine != NULL;
}

static bool prepare(Job *job) {
    const JwPatchFit fit = {.tuning = job->tuning, .profile = &job->profile};
    job->engine =
        jw_render_cache_engine(job->cache, &job->patch->instrument, job->patch->instrument_name,
                               &fit, job->options->rate_hz, job->options->seed, job->error);
    return job->engine != NULL && (!job->with || prepare_with(job));
}

static void start_report(Job *job) {
    JwReport *r = &job->report;
    r->instrument = job->patch->instrument_name;
    r->preset = job->options->preset;
    r->score = job->options->score;
    for (int i = 0; i < JW_SMF_N_REPAIRS; ++i) {
        r->score_repairs += job->repairs.n[i];
    }
    r->rate_hz = job->options->rate_hz;
    r->block_frames = job->options->block_frames;
    for (int i = 0; i < job->patch->instrument.n_strings; ++i) {
        snprintf(r->string[i].name, sizeof(r->string[i].name), "%s",
                 job->patch->instrument.string[i].name);
    }
}

static void start_with_report(Job *job) {
    JwWithReport *r = &job->report.with;
    if (!job->with) {
        return;
    }
    r->preset = job->options->with.preset;
    r->instrument = job->with->instrument_name;
    r->level_db = job->options->with.level_db;
    r->n_strings = job->with->instrument.n_strings;
    for (int i = 0; i < r->n_strings; ++i) {
        snprintf(r->string[i].name, sizeof(r->string[i].name), "%s",
                 job->with->instrument.string[i].name);
    }
}

static bool run(Job *job) {
    const JwRenderOptions *o = job->options;
    const JwRender render = {
        .engine = job->engine,
        .with = job->with_engine,
        .score = &job->score,
        .programs = &job->programs,
        .input = job->input,
        .rate_hz = o->rate_hz,
        .block_frames = (uint32_t)o->block_frames,
        .tail_s = tail_of(o),
        .fade_s = fmin(fade_s, fade_part * o->seconds),
        .level = o->level,
        .mono = o->mono,
        .limiter = o->limiter,
        .out = job->outputs.mix,
        .stem = job->outputs.stem,
        .n_stems = job->outputs.n_stems,
        .n_own_stems = job->outputs.n_own_stems,
        .labels = job->labels,
        .user = job->watch->user,
        .stopped = job->watch->stopped,
        .progress = job->watch->progress,
    };
    JwHelpers *helpers = jw_helpers_start(job->engine, job->n_threads);
    const bool ok = jw_render_run(&render, &job->report, job->error);
    job->report.cpu_s += jw_helpers_stop(helpers);
    job->report.clipped = jw_wav_out_n_clipped(job->outputs.mix);
    return ok;
}

static void give_account(const Job *job) {
    const JwRendered rendered = {
        .options = job->options,
        .patch = job->patch,
        .with = job->with,
        .programs = &job->programs,
        .left_out = job->left_out.text,
        .compass = &job->compass,
        .repairs = &job->repairs,
        .outputs = &job->outputs,
        .report = &job->report,
    };
    if (!job->options->quiet && job->watch->say) {
        jw_rendered_tell(&rendered, job->watch->say, job->watch->user);
    }
    if (job->watch->done) {
        job->watch->done(job->watch->user, &rendered);
    }
}

/// Opens the sound that drives the bridge; the score lasts as long as it does.
static bool open_input(Job *job) {
    const JwRenderOptions *o = job->options;
    if (!o->input) {
        return true;
    }
    const JwInstrument *instrument = &job->patch->instrument;
    if (!jw_body_couples(instrument->body, instrument->n_body)) {
        return jw_error_set(job->error,
                            "--input: %s has no body, and so no bridge that a sound could push",
                            job->patch->instrument_name);
    }
    job->input = jw_input_file_open(o->input, o->rate_hz, job->error);
    if (!job->input) {
        return false;
    }
    const uint64_t frames = jw_input_file_frames(job->input);
    job->score.n_frames = frames > job->score.n_frames ? frames : job->score.n_frames;
    return true;
}

/// Reads all inputs.
static bool gather(Job *job) {
    const JwRenderOptions *o = job->options;
    if (!load_score(job) || !load_patch(job) || !load_tuning(job) || !load_profile(job) ||
        !load_with(job) || !make_score(job) || !open_input(job)) {
        return false;
    }
    choose_channels(job);
    if (o->seconds > 0.0) {
        jw_score_set_length(&job->score, o->seconds, o->rate_hz);
    }
    return true;
}

static bool open_labels(Job *job) {
    const JwRenderOptions *o = job->options;
    const JwLabelsSpec spec = {.folder = o->folder,
                               .stem = o->label_stem,
                               .labels = o->labels,
                               .frames = o->label_frames,
                               .force_frames = o->force_frames,
                               .seed = o->seed,
                               .set = o->set,
                               .value = o->value};
    job->labels = jw_labels_new(&spec, job->engine, &job->patch->instrument, job->error);
    return job->labels != NULL;
}

static bool render_job(Job *job) {
    const JwRenderOptions *o = job->options;
    if (!gather(job) || !prepare(job)) {
        return false;
    }
    const uint64_t frames_max = jw_render_frames_max(&job->score, o->rate_hz, tail_of(o));
    if (!jw_outputs_open(&job->outputs, o, job->patch, job->with, frames_max, job->error)) {
        return false;
    }
    start_report(job);
    start_with_report(job);
    if (o->labels && o->label_stem && o->folder && !open_labels(job)) {
        return false;
    }
    return run(job) && (!job->labels || jw_labels_finish(job->labels, &job->report, job->error)) &&
           jw_outputs_commit(&job->outputs, &job->report, job->error);
}

/// Begins a job; returns NULL, with an error, if memory is short.
static Job *job_new(const JwRenderOptions *options, JwRenderCache *cache, JwError *error) {
    Job *job = calloc(1, sizeof(Job));
    if (!job) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    job->options = options;
    job->cache = cache;
    job->error = error;
    return job;
}

static void job_free(Job *job) {
    jw_input_file_close(job->input);
    jw_labels_free(job->labels);
    jw_outputs_discard(&job->outputs);
    jw_score_clear(&job->score);
    free(job->tuning);
    free(job->patch);
    free(job->with);
    jw_engine_free(job->with_engine);
    free(job);
}

bool jw_render_job_plan(const JwRenderOptions *options, JwRenderCache *cache, JwRenderPlan *plan,
                        JwError *error) {
    Job *job = job_new(options, cache, error);
    if (!job) {
        return false;
    }
    const bool ok = gather(job);
    plan->open_tail = tail_of(options) < 0.0;
    plan->frames = plan->open_tail
                       ? job->score.n_frames
                       : jw_render_frames_max(&job->score, options->rate_hz, tail_of(options));
    job_free(job);
    return ok;
}

static bool run_with(const JwRenderOptions *options, int n_threads, JwRenderCache *cache,
                     const JwRenderWatch *watch, JwError *error) {
    Job *job = job_new(options, cache, error);
    if (!job) {
        return false;
    }
    job->n_threads = n_threads;
    job->watch = watch;
    const bool ok = render_job(job);
    if (ok) {
        give_account(job);
    }
    job_free(job);
    return ok;
}

bool jw_render_job_run(const JwRenderOptions *options, int n_threads, JwRenderCache *cache,
                       const JwRenderWatch *watch, JwError *error) {
    if (cache) {
        return run_with(options, n_threads, cache, watch, error);
    }
    JwRenderCache *own = jw_render_cache_new();
    const bool ok = own ? run_with(options, n_threads, own, watch, error)
                        : jw_error_set(error, "out of memory");
    jw_render_cache_free(own);
    return ok;
}
