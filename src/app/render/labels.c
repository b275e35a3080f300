// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/labels.h"

#include "app/render/npy_out.h"
#include "app/render/outputs.h"
#include "program/nearest.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[JW_N_LABELS] = {"notes", "pitch", "energy", "force"};

static bool add_label(const char *name, unsigned *labels, JwError *error) {
    char near[256];
    JwNearest nearest = jw_nearest_start(name);
    for (int i = 0; i < JW_N_LABELS; ++i) {
        if (!strcmp(name, names[i])) {
            *labels |= 1u << i;
            return true;
        }
        jw_nearest_offer(&nearest, names[i]);
    }
    return jw_error_set(error,
                        "--labels: unknown label \"%s\"%s; there are notes, pitch, "
                        "energy, force, all and none",
                        name, jw_nearest_text(&nearest, near, sizeof(near)));
}

bool jw_labels_parse(const char *text, unsigned *labels, JwError *error) {
    char name[32];
    *labels = 0;
    if (!strcmp(text, "all") || !strcmp(text, "none")) {
        *labels = *text == 'a' ? (1u << JW_N_LABELS) - 1u : 0;
        return true;
    }
    for (const char *at = text;; ++at) {
        const size_t n = strcspn(at, ",");
        snprintf(name, sizeof(name), "%.*s", (int)n, at);
        if (!add_label(name, labels, error)) {
            return false;
        }
        at += n;
        if (!*at) {
            return true;
        }
    }
}

/********* What is gathered *********/

/// Stroke detected in the engine.
typedef struct {
    int string;
    JwStrokeReport stroke;
    int n_points;   ///< Contact points of the string, stopped as for the stroke
    float *point_m; ///< Their positions
} Stroke;

/// String with the forces at its contact points.
typedef struct {
    JwNpyOut *out; ///< NULL: not struck yet
    char name[24]; ///< Label of the file
    int n_columns;
    uint64_t first_frame; ///< Frame of the first row
} Force;

struct JwLabels {
    JwLabelsSpec spec;
    char *stem;
    const JwEngine *engine;
    const JwInstrument *instrument;
    int n_strings;
    JwNpyOut *pitch, *energy;
    Force force[JW_MAX_STRINGS];
    int n_forces;                  ///< Number of them that have a file
    uint64_t seen[JW_MAX_STRINGS]; ///< Strokes detected so far on each string
    int last[JW_MAX_STRINGS];      ///< Index of the last stroke on each
    int n_strokes, most_strokes;
    Stroke *stroke;
    float *x_m, *force_n; ///< Contact points of a string
};

static bool fail_memory(JwError *error) {
    return jw_error_set(error, "out of memory");
}

enum { FILE_NAME = JW_NAME_SIZE + 128 };

/// Name of a label's file; returns false, with an error, if it is too long.
static bool name_file(const JwLabels *l, const char *label, const char *extension,
                      char name[FILE_NAME], JwError *error) {
    const int n = snprintf(name, FILE_NAME, "%s.%s%s", l->stem, label, extension);
    return (n > 0 && n < FILE_NAME) || jw_error_set(error, "%s: name too long", l->stem);
}

static JwNpyOut *open_array(const JwLabels *l, const char *label, int n_columns, JwError *error) {
    char name[FILE_NAME];
    return name_file(l, label, ".npy", name, error)
               ? jw_npy_out_new(l->spec.folder, name, n_columns, error)
               : NULL;
}

static bool open_files(JwLabels *l, JwError *error) {
    int most = 1;
    for (int s = 0; s < l->n_strings; ++s) {
        const int n = jw_engine_contact_points_most(l->engine, s);
        most = n > most ? n : most;
    }
    l->x_m = calloc((size_t)most, sizeof(float));
    l->force_n = calloc((size_t)most, sizeof(float));
    if (!l->x_m || !l->force_n) {
        return fail_memory(error);
    }
    if (l->spec.labels & JW_LABEL_PITCH) {
        l->pitch = open_array(l, "pitch", l->n_strings, error);
    }
    if (l->spec.labels & JW_LABEL_ENERGY) {
        l->energy = open_array(l, "energy", l->n_strings, error);
    }
    return (l->pitch || !(l->spec.labels & JW_LABEL_PITCH)) &&
           (l->energy || !(l->spec.labels & JW_LABEL_ENERGY));
}

JwLabels *jw_labels_new(const JwLabelsSpec *spec, const JwEngine *engine,
                        const JwInstrument *instrument, JwError *error) {
    JwLabels *l = calloc(1, sizeof(*l));
    if (!l) {
        fail_memory(error);
        return NULL;
    }
    *l = (JwLabels){.spec = *spec,
                    .stem = strdup(spec->stem),
                    .engine = engine,
                    .instrument = instrument,
                    .n_strings = jw_engine_n_strings(engine)};
    if (l->stem ? open_files(l, error) : fail_memory(error)) {
        return l;
    }
    jw_labels_free(l);
    return NULL;
}

void jw_labels_free(JwLabels *l) {
    JwError unused = {0};
    if (!l) {
        return;
    }
    jw_npy_out_close(l->pitch, 0, &unused);
    jw_npy_out_close(l->energy, 0, &unused);
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        jw_npy_out_close(l->force[s].out, 0, &unused);
    }
    for (int i = 0; i < l->n_strokes; ++i) {
        free(l->stroke[i].point_m);
    }
    free(l->stroke);
    free(l->x_m);
    free(l->force_n);
    free(l->stem);
    free(l);
}

/********* While it is rendered *********/

static bool has_force(const JwLabels *l) {
    return (l->spec.labels & JW_LABEL_FORCE) != 0;
}

/// Frames between queries of the engine: often enough to miss no stroke.
static uint64_t step_of(const JwLabels *l) {
    return has_force(l) && l->spec.force_frames < JW_CONTROL_FRAMES ? (uint64_t)l->spec.force_frames
                                                                    : JW_CONTROL_FRAMES;
}

/// Frames until a multiple of `step` has been passed.
static uint64_t frames_past(uint64_t at, uint64_t step) {
    return step - (at + step - 1) % step;
}

uint32_t jw_labels_frames(const JwLabels *l, uint64_t at, uint32_t most) {
    uint64_t n = frames_past(at, step_of(l));
    if (has_force(l)) {
        const uint64_t force = frames_past(at, (uint64_t)l->spec.force_frames);
        n = force < n ? force : n;
    }
    return n < most ? (uint32_t)n : most;
}

static bool add_stroke(JwLabels *l, int string, const JwStrokeReport *stroke, JwError *error) {
    if (l->n_strokes == l->most_strokes) {
        const int most = l->most_strokes ? 2 * l->most_strokes : 16;
        Stroke *grown = realloc(l->stroke, (size_t)most * sizeof(*grown));
        if (!grown) {
            return fail_memory(error);
        }
        l->stroke = grown;
        l->most_strokes = most;
    }
    const int most = jw_engine_contact_points_most(l->engine, string);
    const int n = jw_engine_contact_forces_now(l->engine, string, l->x_m, l->force_n, most);
    Stroke *added = &l->stroke[l->n_strokes];
    *added = (Stroke){.string = string, .stroke = *stroke, .n_points = n};
    added->point_m = malloc((size_t)(n + 1) * sizeof(*added->point_m));
    if (!added->point_m) {
        return fail_memory(error);
    }
    memcpy(added->point_m, l->x_m, (size_t)n * sizeof(*added->point_m));
    l->last[string] = l->n_strokes++;
    l->seen[string] = stroke->number;
    return true;
}

/// Begins the array of a string's forces at its first stroke.
static bool open_force(JwLabels *l, int string, uint64_t frame, JwError *error) {
    Force *f = &l->force[string];
    if (!has_force(l) || f->out) {
        return true;
    }
    f->n_columns = jw_engine_contact_points_most(l->engine, string);
    f->first_frame = frame;
    if (f->n_columns == 0) {
        return true; // It touches nothing
    }
    // By order, not by string, so that all results of a data set have files of the same names.
    if (l->n_forces++ == 0) {
        snprintf(f->name, sizeof(f->name), "force");
    } else {
        snprintf(f->name, sizeof(f->name), "force-%d", l->n_forces);
    }
    f->out = open_array(l, f->name, f->n_columns, error);
    return f->out != NULL;
}

static bool take_strokes(JwLabels *l, uint64_t at, JwError *error) {
    const uint64_t step = (uint64_t)l->spec.force_frames;
    for (int s = 0; s < l->n_strings; ++s) {
        JwStrokeReport stroke;
        jw_engine_stroke(l->engine, s, &stroke);
        if (stroke.number > l->seen[s]) {
            // The first row belongs to the next frame, including this one, at which forces are
            // sampled.
            if (!add_stroke(l, s, &stroke, error) ||
                !open_force(l, s, (at - 1 + step - 1) / step * step, error)) {
                return false;
            }
        } else if (stroke.number > 0) {
            l->stroke[l->last[s]].stroke.pitch_hz = stroke.pitch_hz; // Known after the next tick
        }
    }
    return true;
}

static void take_force(JwLabels *l, int string) {
    Force *f = &l->force[string];
    const int n = jw_engine_contact_forces_now(l->engine, string, l->x_m, l->force_n, f->n_columns);
    for (int i = n; i < f->n_columns; ++i) {
        l->force_n[i] = NAN; // The string has fewer points where it is stopped now
    }
    jw_npy_out_row(f->out, l->force_n);
}

static void take_strings(JwLabels *l) {
    float pitch_hz[JW_MAX_STRINGS], energy_j[JW_MAX_STRINGS];
    for (int s = 0; s < l->n_strings; ++s) {
        double hz, joules;
        jw_engine_string_now(l->engine, s, &hz, &joules);
        pitch_hz[s] = (float)hz;
        energy_j[s] = (float)joules;
    }
    if (l->pitch) {
        jw_npy_out_row(l->pitch, pitch_hz);
    }
    if (l->energy) {
        jw_npy_out_row(l->energy, energy_j);
    }
}

bool jw_labels_take(JwLabels *l, uint64_t at, JwError *error) {
    if (at == 0) {
        return true;
    }
    if (!take_strokes(l, at, error)) {
        return false;
    }
    if ((at - 1) % (uint64_t)l->spec.frames == 0 && (l->pitch || l->energy)) {
        take_strings(l);
    }
    const bool forces = has_force(l) && (at - 1) % (uint64_t)l->spec.force_frames == 0;
    for (int s = 0; s < l->n_strings && forces; ++s) {
        if (l->force[s].out) {
            take_force(l, s);
        }
    }
    return true;
}

/********* End *********/

/// Number of rows of an array, from row `first` on, for a sound of `frames` frames.
static uint64_t rows_of(uint64_t frames, uint64_t first, int step) {
    return frames > first ? (frames - first + (uint64_t)step - 1) / (uint64_t)step : 0;
}

/// Writes a string of this file.
static void put_word(FILE *to, const char *word) {
    fwrite(word, 1, strlen(word), to);
}

static void put_number(FILE *to, const char *key, double value) {
    put_word(to, key);
    if (isfinite(value)) {
        fprintf(to, "%.9g", value);
    } else {
        fputs("null", to);
    }
}

static void put_kind(FILE *to, int kind) {
    int n;
    const JwParamPoint *points = jw_param_points(&n);
    for (int i = 0; i < n; ++i) {
        if (points[i].id == JW_P_PLUCK_STROKE && points[i].value == kind) {
            jw_report_text(to, points[i].label);
            return;
        }
    }
    fputs("null", to);
}

/// Writes a number for each band of a stroke's noise.
static void put_bands(FILE *to, const char *begin, const double *value) {
    for (int b = 0; b < 3; ++b) {
        put_number(to, b ? ", " : begin, value[b]);
    }
    fputc(']', to);
}

static void put_stroke(FILE *to, const JwLabels *l, const Stroke *stroke, int rate_hz) {
    const JwStrokeReport *s = &stroke->stroke;
    fputs("\n    {\"string\": ", to);
    jw_report_text(to, l->instrument->string[stroke->string].name);
    fprintf(to, ", \"string_number\": %d, \"fret\": %d, \"frame\": %" PRIu64, stroke->string + 1,
            s->fret, s->frame);
    put_number(to, ", \"time_s\": ", (double)s->frame / rate_hz);
    put_number(to, ", \"pitch_hz\": ", s->pitch_hz);
    fputs(", \"stroke\": ", to);
    put_kind(to, s->kind);
    put_number(to, ", \"velocity\": ", fabs(s->velocity));
    put_word(to, s->velocity < 0.0 ? ", \"outward\": true" : ", \"outward\": false");
    put_number(to, ", \"length_m\": ", s->length_m);
    put_number(to, ", \"place_m\": ", s->place_m);
    put_number(to, ", \"width_m\": ", s->width_m);
    put_number(to, ", \"force_n\": ", s->force_n);
    put_number(to, ", \"angle_rad\": ", s->angle_rad);
    put_number(to, ", \"rise_s\": ", s->rise_s);
    put_number(to, ", \"release_s\": ", s->release_s);
    put_bands(to, ", \"noise_n\": [", s->noise_n);
    put_bands(to, ", \"noise_decay_s\": [", s->noise_s);
    put_bands(to, ", \"scrape_n\": [", s->scrape_n);
    put_number(to, ", \"noise_bridge\": ", s->noise_bridge);
    put_number(to, ", \"noise_air\": ", s->noise_air);
    put_number(to, ", \"second_s\": ", s->second_s);
    put_number(to, ", \"second_n\": ", s->second_n);
    fputs(", \"points_m\": [", to);
    for (int i = 0; i < stroke->n_points; ++i) {
        put_number(to, i ? ", " : "", (double)stroke->point_m[i]);
    }
    fputs("]}", to);
}

static void put_energies(FILE *to, const JwStringReport *e) {
    put_number(to, "{\"from_strokes_j\": ", e->energy_from_strokes_j);
    put_number(to, ", \"from_parameters_j\": ", e->energy_from_parameters_j);
    put_number(to, ", \"end_strings_j\": ", e->energy_j);
    put_number(to, ", \"end_ledger_j\": ", e->energy_ledger_j);
    put_number(to, ", \"end_body_j\": ", e->energy_body_j);
    put_number(to, ", \"excess_max\": ", e->energy_excess_max);
    fputs("}", to);
}

static void put_string(FILE *to, const JwLabels *l, const JwVoiceReport *voice, int s) {
    fputs("\n    {\"name\": ", to);
    jw_report_text(to, l->instrument->string[s].name);
    fprintf(to, ", \"strokes\": %" PRIu64 ", \"impacts\": %" PRIu64, voice->stroke.number,
            voice->engine.impacts);
    put_number(to, ", \"contact_force_max_n\": ", voice->engine.contact_force_max_n);
    put_number(to, ", \"penetration_max_m\": ", voice->engine.penetration_max_m);
    put_number(to, ", \"energy_end_j\": ", voice->engine.energy_j);
    put_number(to, ", \"peak\": ", voice->peak);
    if (l->force[s].out) {
        fputs(", \"force\": ", to);
        jw_report_text(to, l->force[s].name);
        fprintf(to, ", \"force_first_frame\": %" PRIu64, l->force[s].first_frame);
    }
    fputs("}", to);
}

/// Writes the parameters that the request sets, by symbol.
static void put_set(FILE *to, const JwLabels *l) {
    const char *separator = "";
    fputs(",\n  \"set\": {", to);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (l->spec.set[i]) {
            put_word(to, separator);
            jw_report_text(to, jw_param_info((JwParamId)i)->symbol);
            put_number(to, ": ", l->spec.value[i]);
            separator = ", ";
        }
    }
    fputs("}", to);
}

static void put_all(FILE *to, const JwLabels *l, const JwReport *r) {
    fputs("{\n  \"program\": ", to);
    jw_report_text(to, "jawari-render " JW_VERSION);
    fputs(",\n  \"instrument\": ", to);
    jw_report_text(to, r->instrument);
    fprintf(to, ",\n  \"rate\": %d,\n  \"frames\": %" PRIu64, r->rate_hz, r->frames);
    put_number(to, ",\n  \"quality\": ", r->quality);
    fprintf(to, ",\n  \"seed\": %" PRIu32, l->spec.seed);
    put_set(to, l);
    fprintf(to,
            ",\n  \"label_frames\": %d,\n  \"force_frames\": %d,\n  \"energy\": ", l->spec.frames,
            l->spec.force_frames);
    put_energies(to, &r->all.engine);
    fputs(",\n  \"strokes\": [", to);
    for (int i = 0; i < l->n_strokes; ++i) {
        put_word(to, i ? "," : "");
        put_stroke(to, l, &l->stroke[i], r->rate_hz);
    }
    fputs("\n  ],\n  \"strings\": [", to);
    for (int s = 0; s < l->n_strings; ++s) {
        put_word(to, s ? "," : "");
        put_string(to, l, &r->string[s], s);
    }
    fputs("\n  ]\n}\n", to);
}

static bool write_notes(const JwLabels *l, const JwReport *report, JwError *error) {
    char name[FILE_NAME];
    if (!name_file(l, "json", "", name, error)) {
        return false;
    }
    const int fd = jw_folder_create(l->spec.folder, name);
    FILE *to = fd >= 0 ? fdopen(fd, "w") : NULL;
    int code = to ? 0 : errno;
    if (to) {
        errno = 0;
        put_all(to, l, report);
        code = fflush(to) || ferror(to) ? errno ? errno : EIO : 0;
        code = fclose(to) && !code ? errno : code;
    } else if (fd >= 0) {
        close(fd);
    }
    return !code || jw_folder_fail(l->spec.folder, name, code, error);
}

bool jw_labels_finish(JwLabels *l, const JwReport *report, JwError *error) {
    const uint64_t n = rows_of(report->frames, 0, l->spec.frames);
    // Closes all files, even if one fails.
    bool ok = !(l->spec.labels & JW_LABEL_NOTES) || write_notes(l, report, error);
    ok = jw_npy_out_close(l->pitch, n, error) && ok;
    ok = jw_npy_out_close(l->energy, n, error) && ok;
    l->pitch = l->energy = NULL;
    for (int s = 0; s < l->n_strings; ++s) {
        Force *f = &l->force[s];
        const uint64_t m = rows_of(report->frames, f->first_frame, l->spec.force_frames);
        ok = jw_npy_out_close(f->out, m, error) && ok;
        f->out = NULL;
    }
    return ok;
}
