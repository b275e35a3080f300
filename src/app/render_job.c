// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render_job.h"

#include "app/compass.h"
#include "app/helpers.h"
#include "app/outputs.h"
#include "app/patch_names.h"
#include "app/profile_argument.h"
#include "app/render.h"
#include "app/rendered.h"
#include "app/report.h"
#include "app/score.h"
#include "app/smf.h"
#include "engine/engine.h"
#include "playing/channels.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Data of one rendering, so that one place frees all of it.
typedef struct {
    const JwRenderOptions *options;
    int n_threads;
    const JwRenderWatch *watch;
    JwMessage *message;
    JwPatch *patch;
    JwPrograms programs;
    JwEngine *engine;
    JwScore score;
    JwSmfRepairs repairs; // Repairs of the score's file
    JwTuning *tuning;
    JwProfile profile;
    JwCompass compass;
    JwOutputs outputs;
    JwReport report;
} Job;

// Fade of a sound of given length: over its last second, or over its last tenth if that is shorter.
static const double fade_s = 1.0;
static const double fade_part = 0.1;

static double tail_of(const JwRenderOptions *o) {
    return o->seconds > 0.0 ? 0.0 : o->tail_s;
}

static bool load_score(Job *job) {
    const JwRenderOptions *o = job->options;
    JwSmf smf;
    if (!o->score) {
        return true; // Notes are made once the instrument, which gives them their keys, is known
    }
    if (!jw_smf_load(&smf, o->score, o->strict, job->message)) {
        return false;
    }
    const bool ok = jw_score_from_smf(&job->score, &smf, o->rate_hz, job->message) ||
                    jw_message_prefix(job->message, o->score);
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
        return jw_message_set(job->message, "out of memory");
    }
    return jw_patch_load(job->patch, o->instrument, o->preset, o->set, o->value, job->message) &&
           (!has_program_changes(&job->score) ||
            jw_patch_load_programs(job->patch, o->set, &job->programs, job->message));
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
        return jw_message_set(job->message, "out of memory");
    }
    return jw_tuning_arguments_load(&job->options->tuning, instrument, job->tuning, job->message) &&
           jw_compass_find(&job->compass, instrument, job->tuning, instrument->param, job->message);
}

static bool load_profile(Job *job) {
    const char *path = job->options->profile;
    return !path || jw_profile_argument(path, &job->patch->instrument, &job->profile, job->message);
}

/// Lets the drone play by itself, unless the user has switched it off, where there is nothing else.
static bool let_drone(Job *job) {
    JwInstrument *instrument = &job->patch->instrument;
    const char *name = job->patch->instrument_name;
    if (instrument->drone.n == 0) {
        return jw_message_set(job->message, "%s does not play by itself; give a score or --note",
                              name);
    }
    if (job->options->set[JW_P_DRONE] && instrument->param[JW_P_DRONE] < 0.5) {
        return jw_message_set(job->message, "%s: nothing to play with drone=0", name);
    }
    instrument->param[JW_P_DRONE] = 1.0;
    return jw_score_empty(&job->score, job->options->seconds, job->options->rate_hz, job->message);
}

/// Makes a score without a file: from the command line's notes, or empty for a drone.
static bool make_score(Job *job) {
    const JwRenderOptions *o = job->options;
    JwRenderNote note[JW_RENDER_NOTES];
    if (!o->score && o->n_notes == 0) {
        return let_drone(job);
    }
    for (int i = 0; i < o->n_notes; ++i) {
        note[i] = o->note[i];
        if (!jw_compass_key(&job->compass, job->patch->instrument_name, note[i].name, &note[i].key,
                            job->message)) {
            return jw_message_prefix(job->message, "--note");
        }
    }
    return o->score || jw_score_from_notes(&job->score, note, o->n_notes, o->rate_hz, job->message);
}

static bool prepare(Job *job) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    const JwPatchFit fit = {.tuning = job->tuning, .profile = &job->profile};
    job->engine = jw_patch_engine(&job->patch->instrument, job->patch->instrument_name, &fit,
                                  job->options->rate_hz, &options, job->message->text,
                                  sizeof(job->message->text));
    return job->engine != NULL;
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

static bool run(Job *job) {
    const JwRenderOptions *o = job->options;
    const JwRender render = {
        .engine = job->engine,
        .score = &job->score,
        .programs = &job->programs,
        .rate_hz = o->rate_hz,
        .block_frames = (uint32_t)o->block_frames,
        .tail_s = tail_of(o),
        .fade_s = fmin(fade_s, fade_part * o->seconds),
        .out = job->outputs.mix,
        .stem = job->outputs.stem,
        .n_stems = job->outputs.n_stems,
        .user = job->watch->user,
        .stopped = job->watch->stopped,
        .progress = job->watch->progress,
    };
    JwHelpers *helpers = jw_helpers_start(job->engine, job->n_threads);
    const bool ok = jw_render_run(&render, &job->report, job->message);
    job->report.cpu_s += jw_helpers_stop(helpers);
    job->report.clipped = jw_wav_out_n_clipped(job->outputs.mix);
    return ok;
}

static void give_account(const Job *job) {
    const JwRendered rendered = {
        .options = job->options,
        .patch = job->patch,
        .programs = &job->programs,
        .compass = &job->compass,
        .repairs = &job->repairs,
        .outputs = &job->outputs,
        .report = &job->report,
    };
    jw_rendered_tell(&rendered, job->watch->say, job->watch->user);
}

static bool render_job(Job *job) {
    const JwRenderOptions *o = job->options;
    if (!load_score(job) || !load_patch(job) || !load_tuning(job) || !load_profile(job) ||
        !make_score(job) || !prepare(job)) {
        return false;
    }
    choose_channels(job);
    if (o->seconds > 0.0) {
        jw_score_set_length(&job->score, o->seconds, o->rate_hz);
    }
    const uint64_t frames_max = jw_render_frames_max(&job->score, o->rate_hz, tail_of(o));
    if (!jw_outputs_open(&job->outputs, o, job->patch, frames_max, job->message)) {
        return false;
    }
    start_report(job);
    return run(job) && jw_outputs_commit(&job->outputs, &job->report, job->message);
}

bool jw_render_job_run(const JwRenderOptions *options, int n_threads, const JwRenderWatch *watch,
                       JwMessage *message) {
    Job *job = calloc(1, sizeof(Job));
    if (!job) {
        return jw_message_set(message, "out of memory");
    }
    job->options = options;
    job->n_threads = n_threads;
    job->watch = watch;
    job->message = message;
    const bool ok = render_job(job);
    if (ok && !options->quiet) {
        give_account(job);
    }
    jw_outputs_discard(&job->outputs);
    jw_engine_free(job->engine);
    jw_score_clear(&job->score);
    free(job->tuning);
    free(job->patch);
    free(job);
    return ok;
}
