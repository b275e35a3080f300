// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/rendered.h"

#include "base/elementary.h"
#include "files/data_dir.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Receiver of the lines.
typedef struct {
    const JwRendered *rendered;
    void (*say)(void *user, const char *line, bool result);
    void *user;
} Teller;

__attribute__((format(printf, 2, 3))) static void warn(const Teller *t, const char *format, ...) {
    static const char head[] = "warning: ";
    JwError line = {.text = "warning: "};
    va_list args;
    va_start(args, format);
    vsnprintf(line.text + sizeof(head) - 1, sizeof(line.text) - sizeof(head) + 1, format, args);
    va_end(args);
    t->say(t->user, line.text, false);
}

static void warn_count(const Teller *t, const char *file, uint64_t count, const char *what) {
    if (count) {
        warn(t, "%.500s: %" PRIu64 " %s", file, count, what);
    }
}

/// Warns of each kind of repair of the score's file, in a line.
static void warn_repairs(const Teller *t) {
    const JwSmfRepairs *repairs = t->rendered->repairs;
    for (int i = 0; i < JW_SMF_N_REPAIRS; ++i) {
        const size_t n = repairs->n[i];
        char more[48] = "";
        if (n > 1) {
            snprintf(more, sizeof(more), " (and %zu more)", n - 1);
        }
        if (n > 0) {
            warn(t, "%.500s: byte %zu: %s%s: %s", t->rendered->options->score, repairs->byte[i],
                 jw_smf_repair_fault((JwSmfRepair)i), more, jw_smf_repair_remedy((JwSmfRepair)i));
        }
    }
}

/// True if the preset was made for another instrument. An instrument given by path causes no
/// warning, since the user knows why.
static bool is_foreign(const JwPatch *patch) {
    return patch->preset_instrument[0] && !strchr(patch->instrument_name, '/') &&
           !jw_data_same(patch->preset_instrument, patch->instrument_name, JW_INSTRUMENT_EXTENSION);
}

static void warn_foreign(const Teller *t) {
    const JwPatch *patch = t->rendered->patch;
    if (is_foreign(patch)) {
        warn(t, "%.500s: a preset for another instrument, %s", patch->preset_name,
             patch->preset_instrument);
    }
}

static void warn_untuned(const Teller *t) {
    if (*t->rendered->patch->remark) {
        warn(t, "%.800s", t->rendered->patch->remark);
    }
    if (t->rendered->with && *t->rendered->with->remark) {
        warn(t, "%.800s", t->rendered->with->remark);
    }
}

static void warn_programs(const Teller *t) {
    const JwProgramReport *report = &t->rendered->report->programs;
    const char *out = t->rendered->options->out;
    const JwProgram *first = &t->rendered->programs->program[report->first_elsewhere];
    if (*t->rendered->left_out) {
        warn(t, "%.800s", t->rendered->left_out);
    }
    if (report->elsewhere) {
        warn(t,
             "%.500s: %" PRIu64
             " program changes to presets of other instruments left out (%d is %s, of %s)",
             out, report->elsewhere, first->number, first->name, first->instrument);
    }
    warn_count(t, out, report->unknown, "program changes to presets that do not exist");
}

static void warn_dropped(const Teller *t) {
    const JwCompass *c = t->rendered->compass;
    char low[JW_NOTE_NAME_SIZE], high[JW_NOTE_NAME_SIZE];
    if (t->rendered->report->dropped_events) {
        warn(t,
             "%.500s: %" PRIu64
             " events dropped: notes out of reach (%.80s has %s to %s), or a flood",
             t->rendered->options->out, t->rendered->report->dropped_events,
             t->rendered->patch->instrument_name, jw_key_name(c->lowest, low),
             jw_key_name(c->highest, high));
    }
}

static void warn_bends(const Teller *t) {
    const JwMidiMap *map = &t->rendered->patch->instrument.map;
    const uint64_t n = t->rendered->report->all.engine.cut_bends;
    if (n) {
        warn(t,
             "%.500s: %" PRIu64 " notes not bent as far as asked: this instrument bends them %g "
             "semitones up and %g down",
             t->rendered->options->out, n, map->pull_up, map->pull_down);
    }
}

/// Level that advice recommends, and its smallest step [dB].
static const double goal_db = -1.0, step_db = 0.1;

static double floor_db(double db) {
    return step_db * floor(db / step_db + 1e-6);
}

/// Writes the value of --set gain that brings the loudest sample to that level, whatever GAIN was.
/// Returns false if there is none, or if GAIN does not affect the whole output.
static bool quieter_gain(const Teller *t, double db, char *text, size_t size) {
    const double gain = floor_db(db - 20.0 * jw_log10(t->rendered->report->loudness));
    text[0] = '\0';
    if (t->rendered->options->input || t->rendered->with ||
        !(gain >= (double)jw_param_info(JW_P_GAIN)->min)) {
        return false;
    }
    snprintf(text, size, "--set gain=%.1f", gain);
    return true;
}

/// Warns of clipping: its amount, and the remedy.
static void warn_clipped(const Teller *t) {
    const JwReport *r = t->rendered->report;
    const JwRenderOptions *o = t->rendered->options;
    const double over_db = 20.0 * jw_log10(r->all.peak);
    char gain[32], other[48] = "--normalize peak:-1";
    if (r->clipped == 0) {
        return;
    }
    if (o->level.kind == JW_GOAL_LUFS) {
        snprintf(other, sizeof(other), "--normalize lufs:%.1f", floor_db(o->level.db - over_db));
    }
    const bool quieter =
        o->level.kind == JW_GOAL_AS_IT_IS && quieter_gain(t, goal_db, gain, sizeof(gain));
    warn(t,
         "%.500s: %" PRIu64
         " samples clipped, up to %.1f dB over full scale; --limiter on, %s%sor %s helps",
         o->out, r->clipped, over_db, quieter ? gain : "", quieter ? " " : "", other);
}

/// Warns of samples that the engine limited.
static void warn_held_back(const Teller *t) {
    const JwReport *r = t->rendered->report;
    char gain[32];
    if (r->all.engine.limited > 0) {
        const bool helps = quieter_gain(t, goal_db, gain, sizeof(gain));
        warn(t, "%.500s: %" PRIu64 " samples above +9 dBFS held back by the engine%s%s",
             t->rendered->options->out, r->all.engine.limited, helps ? "; lower it with " : "",
             gain);
    }
}

static void warn_level(const Teller *t) {
    const JwRenderOptions *o = t->rendered->options;
    if (o->level.kind != JW_GOAL_AS_IT_IS && !t->rendered->report->level_known) {
        warn(t, "%.500s: not normalised: %s", o->out,
             o->level.kind == JW_GOAL_LUFS ? "too short or too quiet for a loudness" : "silent");
    }
}

static void warn_all(const Teller *t) {
    const JwReport *r = t->rendered->report;
    const JwRenderOptions *o = t->rendered->options;
    warn_repairs(t);
    if (!o->channels) {
        warn_count(t, o->score, r->left_out_notes,
                   "notes of channel 10, the drums', left out; --channels all plays them");
    }
    warn_foreign(t);
    warn_untuned(t);
    warn_clipped(t);
    warn_held_back(t);
    warn_level(t);
    warn_count(t, o->out, r->all.nonfinite + r->all.engine.nonfinite, "samples not finite");
    warn_dropped(t);
    warn_bends(t);
    warn_count(t, o->out, r->all.engine.ignored_sysex,
               "system exclusive messages left out: they say nothing that is understood");
    warn_programs(t);
}

/// Writes ", 3 files replaced" if files were replaced.
static void name_replaced(const JwOutputs *outputs, char *text, size_t size) {
    const int n = jw_outputs_n_replaced(outputs);
    text[0] = '\0';
    if (n == 1 && jw_wav_out_replaces(outputs->mix)) {
        snprintf(text, size, ", replaced");
    } else if (n > 0) {
        snprintf(text, size, ", %d file%s replaced", n, n > 1 ? "s" : "");
    }
}

/// Writes ", normalised from -14.6 LUFS by -3.4 dB" and ", limited 3 times by up to 2.6 dB".
static void name_changes(const Teller *t, char *text, size_t size) {
    const JwReport *r = t->rendered->report;
    int n = 0;
    text[0] = '\0';
    if (r->level_known) {
        n = snprintf(text, size, ", normalised from %.1f %s by %+.1f dB", r->level_db,
                     jw_goal_unit(t->rendered->options->level.kind),
                     20.0 * jw_log10((double)r->level_factor));
    }
    if (r->limited.times > 0) {
        snprintf(text + n, size - (size_t)n, ", limited %" PRIu64 " time%s by up to %.1f dB",
                 r->limited.times, r->limited.times > 1 ? "s" : "", -jw_limited_db(&r->limited));
    }
}

static void tell_result(const Teller *t) {
    const JwRendered *r = t->rendered;
    const double seconds = (double)r->report->frames / r->report->rate_hz;
    const double peak = r->report->all.peak, db = 20.0 * jw_log10(peak);
    char level[48] = "silent", changed[128], stems[512] = "", replaced[48], with[256] = "";
    JwError line = {0};
    if (peak > 0.0) {
        snprintf(level, sizeof(level), "peak %.1f dBFS", fabs(db) < 0.05 ? 0.0 : db);
    }
    if (r->outputs->n_stems > 0) {
        snprintf(stems, sizeof(stems), ", %d stems in %.400s", r->outputs->n_stems,
                 r->options->stems);
    }
    if (r->with) {
        snprintf(with, sizeof(with), " with %.200s", r->options->with.preset);
    }
    name_changes(t, changed, sizeof(changed));
    name_replaced(r->outputs, replaced, sizeof(replaced));
    jw_error_set(&line, "%.400s: %.2f s%s, %s%s%s%s", r->options->out, seconds, with, level,
                 changed, stems, replaced);
    t->say(t->user, line.text, true);
}

void jw_rendered_tell(const JwRendered *rendered,
                      void (*say)(void *user, const char *line, bool result), void *user) {
    const Teller teller = {rendered, say, user};
    warn_all(&teller);
    if (rendered->options->tuning.raga && *rendered->compass->raga) {
        say(user, rendered->compass->raga, false);
    }
    tell_result(&teller);
}
