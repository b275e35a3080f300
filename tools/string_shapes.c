// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Shapes of a plucked string over its bridge at instants within one period, as published by the
// engine.
//
//     string_shapes INSTRUMENT KEY AFTER_MS > SHAPES.csv
//
// Columns: kind of row, time after the stroke [ms], x from the bridge end [mm], height above the
// line between the string's ends [um]. The bridge's contact points come first; a double blank line
// separates the blocks.

#include "base/pi.h"
#include "engine/engine.h"
#include "files/instrument_file.h"
#include "files/line.h"
#include "files/number.h"
#include "loudest.h"

#include <math.h>
#include <stdio.h>

enum { RATE_HZ = 96000, INSTANTS = 6, VELOCITY = 110 };

static const double STEP_MM = 0.25;

/// Frame of the control grid nearest to a time: the engine publishes shapes on this grid.
static uint32_t grid_frame(double time_s) {
    return JW_CONTROL_FRAMES * (uint32_t)lrint(time_s * RATE_HZ / JW_CONTROL_FRAMES);
}

/// Runs until the shape at a frame of the grid is published; the event, if any, is at the first
/// frame.
static void run_past(JwEngine *engine, uint32_t *now, uint32_t frame, const JwEvent *event) {
    float left[JW_CONTROL_FRAMES];
    float right[JW_CONTROL_FRAMES];
    while (*now <= frame) {
        const uint32_t missing = frame + 1 - *now;
        const uint32_t n = missing < JW_CONTROL_FRAMES ? missing : JW_CONTROL_FRAMES;
        jw_engine_run(engine, event, event ? 1 : 0, left, right, NULL, n);
        *now += n;
        event = NULL;
    }
}

/// Prints the contact points of all obstacles except rows of frets.
static bool print_bridge(const JwInstrument *instrument, const JwStringSpec *string) {
    const double *param = instrument->param;
    for (int i = 0; i < string->n_obstacles; i++) {
        const JwObstacle *obstacle = &instrument->obstacle[string->obstacle[i]];
        JwContactPoints points = {0};
        if (obstacle->kind == JW_OBSTACLE_FRETS) {
            continue;
        }
        if (jw_obstacle_sample(obstacle, string->data.length_m, &points) != JW_SUCCESS) {
            return false;
        }
        for (int k = 0; k < points.n; k++) {
            const double moved_m = jw_instrument_bridge_m(instrument, param) -
                                   (jw_param_curvature(param) - 1.0) * points.sag_m[k];
            const double height_m = points.base_m[k] + points.movable[k] * moved_m;
            printf("bridge,0,%.3f,%.3f\n", 1e3 * points.x_m[k], 1e6 * height_m);
        }
    }
    return true;
}

/// Prints a shape by its sine series, also between its points: the string is a sum of such sines.
static void print_shape(const float *height_m, double length_m, double time_ms) {
    const int n_sines = JW_SHAPE_POINTS - 2;
    double sine[JW_SHAPE_POINTS] = {0};
    for (int j = 1; j <= n_sines; j++) {
        for (int i = 1; i <= n_sines; i++) {
            sine[j] +=
                (double)height_m[i] * sin(JW_PI * j * i / (n_sines + 1)) * 2.0 / (n_sines + 1);
        }
    }
    printf("\n\n");
    const int n_places = (int)(1e3 * length_m / STEP_MM);
    for (int place = 0; place <= n_places; place++) {
        const double x_m = 1e-3 * STEP_MM * place;
        double sum_m = 0.0;
        for (int j = 1; j <= n_sines; j++) {
            sum_m += sine[j] * sin(JW_PI * j * x_m / length_m);
        }
        printf("string,%.2f,%.3f,%.3f\n", time_ms, 1e3 * x_m, 1e6 * sum_m);
    }
}

static bool print_all(JwEngine *engine, const JwInstrument *instrument, int key, double after_ms) {
    const JwEvent stroke = {0, JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)key, VELOCITY}};
    const double period_s = 1.0 / (440.0 * exp2((key - 69) / 12.0));
    uint32_t now = 0;
    run_past(engine, &now, grid_frame(1e-3 * after_ms), &stroke);
    const int index = loudest_string(engine);
    const JwStringSpec *string = &instrument->string[index];
    jw_line_print(stdout, "# %s: %s", instrument->name, string->name);
    if (!print_bridge(instrument, string)) {
        return false;
    }
    for (int i = 0; i < INSTANTS; i++) {
        const uint32_t frame = grid_frame(1e-3 * after_ms + period_s * i / INSTANTS);
        float height_m[JW_SHAPE_POINTS];
        run_past(engine, &now, frame, NULL);
        if (!jw_engine_shape(engine, index, height_m, JW_SHAPE_POINTS)) {
            return false;
        }
        print_shape(height_m, string->data.length_m, 1e3 * frame / RATE_HZ);
    }
    return !ferror(stdout) && fflush(stdout) == 0;
}

int main(int argc, char **argv) {
    static JwInstrument instrument;
    JwError error = {0};
    int key = 0;
    double after_ms = 0.0;
    if (argc != 4 || !jw_integer_parse(argv[2], 0, 127, &key) ||
        !jw_number_parse(argv[3], &after_ms) || after_ms < 1.0 || after_ms > 1e5) {
        fprintf(stderr, "usage: string_shapes INSTRUMENT KEY AFTER_MS\n");
        return 2;
    }
    if (jw_instrument_file_load(argv[1], &instrument, &error) != JW_SUCCESS) {
        jw_line_print(stderr, "string_shapes: %s", error.text);
        return 1;
    }
    JwEngine *engine = jw_engine_new();
    const bool good = engine &&
                      jw_engine_prepare(engine, &instrument, RATE_HZ, NULL) == JW_SUCCESS &&
                      print_all(engine, &instrument, key, after_ms);
    jw_engine_free(engine);
    if (!good) {
        jw_line_print(stderr, "string_shapes: %s: no shapes of key %d", argv[1], key);
        return 1;
    }
    return 0;
}
