// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/report.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void jw_voice_report_add(JwVoiceReport *voice, const float *samples, uint32_t n) {
    double peak = voice->peak, sum_squares = voice->sum_squares;
    for (uint32_t i = 0; i < n; ++i) {
        const double size = fabs((double)samples[i]);
        if (!isfinite(size)) {
            ++voice->nonfinite;
            continue;
        }
        peak = size > peak ? size : peak;
        sum_squares += size * size;
    }
    voice->peak = peak;
    voice->sum_squares = sum_squares;
    voice->n_samples += n;
}

double jw_voice_report_rms(const JwVoiceReport *voice) {
    return voice->n_samples ? sqrt(voice->sum_squares / (double)voice->n_samples) : 0.0;
}

/// Writes the first character of a text and returns its number of bytes. A file name may contain
/// any byte: one that is not UTF-8 becomes the replacement character, a control character its
/// number.
static size_t put_character(FILE *json, const char *text, size_t size) {
    uint32_t code;
    const size_t n = jw_utf8_decode(text, size, &code);
    if (n == 0) {
        fputs("\\ufffd", json);
        return 1;
    }
    if (jw_utf8_is_control(code)) {
        fprintf(json, "\\u%04x", (unsigned)code);
    } else if (code == '"' || code == '\\') {
        fprintf(json, "\\%c", (int)code);
    } else {
        fwrite(text, 1, n, json);
    }
    return n;
}

void jw_report_text(FILE *json, const char *text) {
    fputc('"', json);
    for (size_t left = strlen(text); left > 0;) {
        const size_t n = put_character(json, text, left);
        text += n;
        left -= n;
    }
    fputc('"', json);
}

static void put_text_field(FILE *json, const char *key, const char *text) {
    fprintf(json, "  \"%s\": ", key);
    if (text) {
        jw_report_text(json, text);
    } else {
        fputs("null", json);
    }
    fputs(",\n", json);
}

static void put_number(FILE *json, const char *indent, const char *key, double value) {
    if (isfinite(value)) {
        fprintf(json, "%s\"%s\": %.9g,\n", indent, key, value);
    } else {
        fprintf(json, "%s\"%s\": null,\n", indent, key);
    }
}

static void put_count(FILE *json, const char *indent, const char *key, uint64_t value) {
    fprintf(json, "%s\"%s\": %" PRIu64 ",\n", indent, key, value);
}

// Writes a voice without a comma after the last value, which the caller adds if more follows.
static void put_voice(FILE *json, const char *indent, const JwVoiceReport *voice) {
    const JwStringReport *e = &voice->engine;
    put_number(json, indent, "peak", voice->peak);
    put_number(json, indent, "rms", jw_voice_report_rms(voice));
    put_count(json, indent, "nonfinite", voice->nonfinite + e->nonfinite);
    put_number(json, indent, "energy_j", e->energy_j);
    put_number(json, indent, "energy_excess_max", e->energy_excess_max);
    put_number(json, indent, "energy_from_strokes_j", e->energy_from_strokes_j);
    put_number(json, indent, "energy_from_parameters_j", e->energy_from_parameters_j);
    put_count(json, indent, "times_bounded", e->times_bounded);
    put_number(json, indent, "penetration_max_m", e->penetration_max_m);
    put_number(json, indent, "contact_force_max_n", e->contact_force_max_n);
    fprintf(json, "%s\"impacts\": %" PRIu64, indent, e->impacts);
}

static void put_body(FILE *json, const char *indent, const JwVoiceReport *body) {
    char inner[16];
    snprintf(inner, sizeof(inner), "%s  ", indent);
    fprintf(json, ",\n%s\"body\": {\n", indent);
    put_number(json, inner, "peak", body->peak);
    put_number(json, inner, "rms", jw_voice_report_rms(body));
    fprintf(json, "%s\"nonfinite\": %" PRIu64 "\n%s}", inner, body->nonfinite, indent);
}

/// Rms of the noise of a stroke just after its release, all bands together [N].
static double noise_n(const JwStrokeReport *s) {
    const double low = s->noise_n[0], mid = s->noise_n[1], high = s->noise_n[2];
    return sqrt(low * low + mid * mid + high * high);
}

static void put_strings(FILE *json, const char *indent, const JwVoiceReport *string, int n,
                        uint64_t frames) {
    char inner[16];
    snprintf(inner, sizeof(inner), "%s    ", indent);
    fprintf(json, ",\n%s\"strings\": [", indent);
    for (int i = 0; i < n; ++i) {
        fprintf(json, "%s\n%s  {\n%s\"name\": ", i ? "," : "", indent, inner);
        jw_report_text(json, string[i].name);
        fputs(",\n", json);
        put_count(json, inner, "frames", frames);
        put_number(json, inner, "stroke_force_n", string[i].stroke.force_n);
        put_number(json, inner, "stroke_noise_n", noise_n(&string[i].stroke));
        put_voice(json, inner, &string[i]);
        fprintf(json, "\n%s  }", indent);
    }
    fprintf(json, "\n%s]", indent);
}

static void put_with(FILE *json, const JwReport *r) {
    if (r->with.n_strings == 0) {
        return;
    }
    fputs(",\n  \"with\": {\n    \"preset\": ", json);
    jw_report_text(json, r->with.preset);
    fputs(",\n    \"instrument\": ", json);
    jw_report_text(json, r->with.instrument);
    fputs(",\n", json);
    fprintf(json, "    \"level_db\": %.9g", r->with.level_db);
    put_body(json, "    ", &r->with.body);
    put_strings(json, "    ", r->with.string, r->with.n_strings, r->frames);
    fputs("\n  }", json);
}

/// Writes the changes made to the mix after the engine.
static void put_level(FILE *json, const JwReport *r) {
    put_count(json, "  ", "limiter", r->limits);
    put_count(json, "  ", "limiter_frames", r->limited.frames);
    put_count(json, "  ", "limiter_times", r->limited.times);
    put_number(json, "  ", "limiter_db", jw_limited_db(&r->limited));
    put_number(json, "  ", "normalized_by", (double)r->level_factor);
    put_number(json, "  ", "level_before_db", r->level_known ? r->level_db : (double)NAN);
}

static void put_report(FILE *json, const JwReport *r) {
    const double audio_s = (double)r->frames / r->rate_hz;
    fputs("{\n", json);
    put_text_field(json, "program", "jawari-render " JW_VERSION);
    put_text_field(json, "instrument", r->instrument);
    put_text_field(json, "preset", r->preset);
    put_text_field(json, "score", r->score);
    put_count(json, "  ", "score_repairs", r->score_repairs);
    put_count(json, "  ", "left_out_notes", r->left_out_notes);
    put_number(json, "  ", "rate", r->rate_hz);
    put_number(json, "  ", "quality", r->quality);
    put_number(json, "  ", "block", r->block_frames);
    put_count(json, "  ", "latency_frames", r->latency_frames);
    put_count(json, "  ", "frames", r->frames);
    put_number(json, "  ", "seconds", audio_s);
    put_number(json, "  ", "cpu_s", r->cpu_s);
    put_number(json, "  ", "cpu_s_per_audio_s", audio_s > 0.0 ? r->cpu_s / audio_s : 0.0);
    put_count(json, "  ", "clipped", r->clipped);
    put_level(json, r);
    put_count(json, "  ", "limited", r->all.engine.limited);
    put_count(json, "  ", "limited_stems", r->all.engine.limited_stems);
    put_count(json, "  ", "dropped_events", r->dropped_events);
    put_count(json, "  ", "cut_bends", r->all.engine.cut_bends);
    put_count(json, "  ", "ignored_sysex", r->all.engine.ignored_sysex);
    put_count(json, "  ", "unknown_programs", r->programs.unknown);
    put_count(json, "  ", "programs_of_other_instruments", r->programs.elsewhere);
    put_voice(json, "  ", &r->all);
    put_body(json, "  ", &r->body);
    put_strings(json, "  ", r->string, r->n_strings, r->frames);
    put_with(json, r);
    fputs("\n}\n", json);
}

bool jw_report_write(const JwReport *report, JwTargetFile *file, JwError *error) {
    char *text = NULL;
    size_t size = 0;
    FILE *json = open_memstream(&text, &size);
    if (!json) {
        return jw_error_set(error, "out of memory");
    }
    put_report(json, report);
    const bool failed = ferror(json) != 0;
    const bool composed = !fclose(json) && !failed;
    const bool ok = composed ? jw_target_file_write(file, text, size, error)
                             : jw_error_set(error, "out of memory");
    free(text);
    return ok;
}
