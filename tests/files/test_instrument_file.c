// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instrument files: the values that are read, then every way to get one wrong.
// Arguments: the shipped files, and a random seed to replay a run.

#define _POSIX_C_SOURCE 200809L

#include "base/pi.h"
#include "files/body_section.h"
#include "files/drone_section.h"
#include "files/head_section.h"
#include "files/instrument_file.h"
#include "files/map_section.h"
#include "files/obstacle_section.h"
#include "files/string_section.h"
#include "files/stroke_section.h"
#include "files/text_file.h"
#include "playing/tables.h"
#include "support/check.h"
#include "support/damage.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Every section and every key.
static const char whole[] = "; A comment\n"
                            "[instrument]\n"
                            "format = 1\n"
                            "name = Whole\n"
                            "description = All that a file can say; even this\n"
                            "a4_hz = 432 ; a comment\n"
                            "sa = C#3\n"
                            "khula_um = -0.5\n"
                            "band_um = 20\n"
                            "madhya_octaves = 1\n"
                            "[defaults]\n"
                            "pluck_position = 0.2\n"
                            "gain = -6\n"
                            "[obstacle jawari]\n"
                            "kind = bridge\n"
                            "start_mm = 1.5\n"
                            "end_mm = 25\n"
                            "points = 16\n"
                            "radius_mm = 1000\n"
                            "apex_mm = 1.5\n"
                            "height_mm = 0.25\n"
                            "movable = no\n"
                            "restitution = 0.5\n"
                            "[obstacle neck]\n"
                            "kind = frets\n"
                            "node_mm = 400 -1\n"
                            "node_mm = 500 -1.5\n"
                            "[obstacle board]\n"
                            "kind = table\n"
                            "start_mm = 300\n"
                            "end_mm = 600\n"
                            "points = 8\n"
                            "grading = 1.5\n"
                            "node_mm = 300 -3\n"
                            "node_mm = 600 -4\n"
                            "[obstacle edge]\n"
                            "kind = plate\n"
                            "start_mm = 10\n"
                            "end_mm = 10\n"
                            "points = 1\n"
                            "height_mm = -0.1\n"
                            "grid = no\n"
                            "on_bridge = yes\n"
                            "[string one]\n"
                            "role = melody\n"
                            "length_mm = 880\n"
                            "diameter_mm = 0.4\n"
                            "material = bronze\n"
                            "pitch = C#3\n"
                            "tune_cents = 5\n"
                            "key = 50\n"
                            "losses = polynomial\n"
                            "sigma0_per_s = 0.6\n"
                            "sigma1_m_per_s = 1.2e-2\n"
                            "sigma3_m3_per_s = 5.4e-6\n"
                            "frets = 0 1 2\n"
                            "frets = 3.5\n"
                            "obstacles = jawari neck\n"
                            "thread_mm = 5\n"
                            "thread_stiffness_n_m = 1.2e5\n"
                            "thread_damping_n_s_m = 1.2\n"
                            "pluck_mm = 3\n"
                            "pan = -0.5\n"
                            "gain = 0.2\n"
                            "[string two]\n"
                            "role = taraf\n"
                            "length_mm = 1002\n"
                            "diameter_mm = 0.43\n"
                            "mu_kg_m = 1.17e-3\n"
                            "ea_n = 28300\n"
                            "ei_n_m2 = 3.27e-4\n"
                            "tension_n = 180.5\n"
                            "losses = valette\n"
                            "air_viscosity_pa_s = 1.9e-5\n"
                            "air_density_kg_m3 = 1.1\n"
                            "viscoelastic = 4.5e-3\n"
                            "inverse_q = 2.03e-4\n"
                            "frets = chromatic 12\n"
                            "obstacles = board edge\n"
                            "pluck_mm = 1.5\n"
                            "gain = 1\n"
                            "quality = 2\n"
                            "[string three]\n"
                            "role = drone\n"
                            "length_mm = 600\n"
                            "diameter_mm = 0.3\n"
                            "material = steel\n"
                            "pitch_hz = 200\n"
                            "losses = polynomial\n"
                            "sigma0_per_s = 0\n"
                            "sigma1_m_per_s = 0\n"
                            "sigma3_m3_per_s = 0\n"
                            "pluck_mm = 0\n"
                            "gain = 1\n"
                            "stopped_loss_low = 2.5\n"
                            "stopped_loss_high = 2\n"
                            "lateral_hz = 4000\n"
                            "axis_split_cents = 10\n"
                            "axis_tilt_deg = 25\n"
                            "lateral_loss = 2\n"
                            "lateral_share = 0.2\n"
                            "pluck_at_mm = 100\n"
                            "pluck_angle_deg = 95\n"
                            "pluck_hardness = 0.5\n"
                            "pluck_rise_ms = 4\n"
                            "pluck_release_ms = 0.5\n"
                            "wrap_cents = 0.5\n"
                            "ringing_cents = -1.5\n"
                            "wrap_by_lift_um = -2:-1.5 0:0\n"
                            "wrap_by_lift_um = 2:3\n"
                            "wrap_by_thread = 0:-9 1:0\n"
                            "wrap_by_thread_mm = 0:0 5:2.5\n"
                            "[body air]\n"
                            "frequency_hz = 110\n"
                            "q = 12\n"
                            "mass_kg = 0.1\n"
                            "gain = -0.25\n"
                            "pan = -0.5\n"
                            "[body skin]\n"
                            "frequency_hz = 700\n"
                            "q = 20.5\n"
                            "gain_db = -20\n"
                            "[map]\n"
                            "melody = one three\n"
                            "bend = one\n"
                            "channel = 2 three one\n"
                            "key = C1 pluck one\n"
                            "pull_up_semitones = 7\n"
                            "pull_down_semitones = 1.5\n"
                            "slacken_semitones = 2.5\n"
                            "pressure = damping\n"
                            "pressure_from = 30\n"
                            "timbre = pluck_position\n"
                            "ra_velocity = 40\n"
                            "ra_strength = 0.8\n"
                            "sweep_ms = 10\n"
                            "strum_ms = 50\n"
                            "[drone]\n"
                            "stroke = three 1.5\n"
                            "first = three\n"
                            "[stroke mizrab]\n"
                            "kind = mizrab\n"
                            "strings = one three\n"
                            "direction = ra\n"
                            "rise_ms = 6\n"
                            "release_ms = 0.25\n"
                            "width_mm = 1.5\n"
                            "at_mm = 60\n"
                            "angle_deg = -90\n"
                            "strength = 0.75\n"
                            "velocity_power = 1.25\n"
                            "hardness = 0.5\n"
                            "vary_strength = 0.25\n"
                            "vary_place = 0.125\n"
                            "vary_times = 1\n"
                            "vary_angle_deg = 18\n"
                            "vary_release = 0.5\n"
                            "noise_low_db = -40\n"
                            "noise_mid_db = -30\n"
                            "noise_high_db = -20\n"
                            "noise_low_ms = 32\n"
                            "noise_mid_ms = 16\n"
                            "noise_high_ms = 4\n"
                            "noise_power = 1.5\n"
                            "scrape_db = -12\n"
                            "noise_bridge = 2\n"
                            "noise_air = 0.5\n"
                            "second_ms = 40\n"
                            "second_strength = 0.75\n"
                            "seed = 7\n"
                            "[stroke thumb]\n"
                            "kind = soft\n"
                            "hardness = 0\n"
                            "width_mm = 20\n"
                            "[end]\n";

// Two strings more, each like one of `whole`; they take the place of its [end].
static const char alike[] = "[string four]\n"
                            "like = one\n"
                            "length_mm = 700\n"
                            "pitch_hz = 300\n"
                            "frets = 0 7\n"
                            "[string five]\n"
                            "like = two\n"
                            "losses = polynomial\n"
                            "material = steel\n"
                            "sigma0_per_s = 1\n"
                            "sigma1_m_per_s = 2\n"
                            "sigma3_m3_per_s = 0.5\n"
                            "[end]\n";

// Keys that a section can do without (material, diameter and the like: not in `whole`).
static const char *const optional[] = {
    "grading",
    "a4_hz",
    "khula_um",
    "band_um",
    "pluck_position",
    "grid",
    "movable",
    "on_bridge",
    "restitution",
    "tune_cents",
    "key",
    "pan",
    "stopped_loss_low",
    "stopped_loss_high",
    "lateral_hz",
    "axis_split_cents",
    "axis_tilt_deg",
    "lateral_loss",
    "lateral_share",
    "pluck_at_mm",
    "pluck_angle_deg",
    "pluck_hardness",
    "pluck_rise_ms",
    "pluck_release_ms",
    "air_viscosity_pa_s",
    "air_density_kg_m3",
    "frets",
    "obstacles",
    "quality",
    "sa",
    "madhya_octaves",
    "wrap_cents",
    "ringing_cents",
    "wrap_by_lift_um",
    "wrap_by_thread",
    "wrap_by_thread_mm",
    "melody",
    "bend",
    "channel",
    "pull_up_semitones",
    "pull_down_semitones",
    "slacken_semitones",
    "pressure",
    "pressure_from",
    "timbre",
    "ra_velocity",
    "ra_strength",
    "sweep_ms",
    "strum_ms",
    "first",
    "strings",
    "direction",
    "rise_ms",
    "release_ms",
    "width_mm",
    "at_mm",
    "angle_deg",
    "strength",
    "velocity_power",
    "hardness",
    "vary_strength",
    "vary_place",
    "vary_times",
    "vary_angle_deg",
    "vary_release",
    "noise_low_db",
    "noise_mid_db",
    "noise_high_db",
    "noise_low_ms",
    "noise_mid_ms",
    "noise_high_ms",
    "noise_power",
    "scrape_db",
    "noise_bridge",
    "noise_air",
    "second_ms",
    "second_strength",
    "seed",
};

static JwInstrument out;
static JwInstrument untouched;
static JwError error;

/// Byte by byte, padding included.
static bool differ(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size) != 0;
}

/// Parses a copy of exactly that size, so that a sanitizer sees every byte too far.
static bool parse(const char *text, size_t size) {
    char *copy = malloc(size > 0 ? size : 1);
    if (!copy) {
        check(false, "memory");
        return false;
    }
    memcpy(copy, text, size);
    memset(&out, 0x5a, sizeof(out));
    memset(error.text, '#', sizeof(error.text));
    const bool ok = jw_instrument_file_parse(copy, size, "f.ini", &out, &error) == JW_SUCCESS;
    free(copy);
    return ok;
}

static int lines_of(const char *text, size_t size) {
    int n = 1;
    for (size_t i = 0; i + 1 < size; ++i) {
        n += text[i] == '\n';
    }
    return n;
}

/// Line that a message names: "f.ini:LINE: what", one line, what not empty; -1 if it is not so.
static int line_of_message(void) {
    if (!memchr(error.text, '\0', sizeof(error.text)) || strpbrk(error.text, "\n\r\t") ||
        strncmp(error.text, "f.ini:", 6) != 0) {
        return -1;
    }
    char *rest = NULL;
    const long line = strtol(error.text + 6, &rest, 10);
    return rest > error.text + 6 && !strncmp(rest, ": ", 2) && rest[2] ? (int)line : -1;
}

/// The text must be refused, with a well-formed message, and *out left alone.
static void refuse_size(const char *text, size_t size, int line, const char *word,
                        const char *what) {
    if (parse(text, size)) {
        check(false, "%s (%s)", what, "was read");
        return;
    }
    const int said = line_of_message();
    check(said >= 1 && said <= lines_of(text, size), "%s (%s)", what, error.text);
    check(line == 0 || said == line, "the line (%s)", error.text);
    check(!word || strstr(error.text, word), "the reason (%s)", error.text);
    check(!differ(&out, &untouched, sizeof(out)), "out is untouched (%s)", error.text);
}

// ---- What is read ----

static void near(double value, double want, const char *what) {
    char detail[64];
    snprintf(detail, sizeof(detail), "%.17g for %.17g", value, want);
    check(fabs(value - want) <= 1e-15 * fabs(want), "%s (%s)", what, detail);
}

static void check_first_string(const JwStringSpec *s) {
    const double area = JW_PI * 0.2e-3 * 0.2e-3;
    const double hz = 432.0 * exp2((49 - 69) / 12.0 + 5.0 / 1200.0);
    check(!strcmp(s->name, "one") && s->role == JW_ROLE_MELODY && s->key == 50, "one (%s)",
          s->name);
    near(s->data.length_m, 0.88, "length");
    check(fabs(s->data.mu_kg_m / (8800.0 * area) - 1.0) < 1e-14, "mu of bronze");
    check(fabs(s->data.ea_n / (110e9 * area) - 1.0) < 1e-14, "EA of bronze");
    check(fabs(s->data.ei_n_m2 / (110e9 * area * 1e-8) - 1.0) < 1e-14, "EI of bronze");
    check(fabs(jw_string_data_pitch_hz(&s->data) / hz - 1.0) < 1e-14, "pitch, 5 cents up");
    check(s->data.losses.law == JW_LOSS_POLYNOMIAL && s->data.losses.s0 == 0.6 &&
              s->data.losses.s1 == 1.2e-2 && s->data.losses.s3 == 5.4e-6,
          "losses");
    check(s->n_frets == 4 && s->fret_semitones[2] == 2.0 && s->fret_semitones[3] == 3.5, "frets");
    check(s->n_obstacles == 2 && s->obstacle[0] == 0 && s->obstacle[1] == 1, "obstacles");
    check(s->thread.present && s->thread.stiffness_n_m == 1.2e5 && s->thread.damping_n_s_m == 1.2,
          "thread");
    near(s->thread.position_m, 0.005, "thread's place");
    near(s->pluck_m, 0.003, "pluck");
    check(s->pan == -0.5 && s->gain == 0.2, "pan, gain");
}

static void check_body(const JwBodyMode *body) {
    check(body[0].frequency_hz == 110.0 && body[0].q == 12.0 && body[0].mass_kg == 0.1 &&
              body[0].gain == -0.25 && body[0].pan == -0.5,
          "a mode");
    check(body[1].frequency_hz == 700.0 && body[1].q == 20.5 && body[1].mass_kg == 0.0 &&
              body[1].pan == 0.0,
          "a resonance");
    near(body[1].gain, 0.1, "gain in dB");
}

static void check_strokes(void) {
    const JwStrokeSpec *s = out.stroke;
    const double *f = s->figure;
    check(out.n_strokes == 2 && out.stroke_width_mm == jw_param_info(JW_P_PLUCK_WIDTH)->def,
          "two strokes");
    check(s->kind == 1 && s->direction == JW_DIRECTION_RA && s->strings == 5 && s->seed == 7 &&
              s->given == (1u << JW_N_STROKE_FIGURES) - 1u,
          "what the first is for");
    near(f[JW_STROKE_RISE_S], 0.006, "rise");
    near(f[JW_STROKE_RELEASE_S], 0.00025, "release of a stroke");
    near(f[JW_STROKE_WIDTH_M], 0.0015, "width");
    near(f[JW_STROKE_AT_M], 0.06, "place");
    near(f[JW_STROKE_ANGLE_RAD], -0.5 * JW_PI, "angle of a stroke");
    near(f[JW_STROKE_VARY_ANGLE_RAD], 0.1 * JW_PI, "variation of the angle");
    check(f[JW_STROKE_STRENGTH] == 0.75 && f[JW_STROKE_POWER] == 1.25 &&
              f[JW_STROKE_HARDNESS] == 0.5,
          "strength");
    check(f[JW_STROKE_VARY_STRENGTH] == 0.25 && f[JW_STROKE_VARY_PLACE] == 0.125 &&
              f[JW_STROKE_VARY_TIMES] == 1.0 && f[JW_STROKE_VARY_RELEASE] == 0.5,
          "variations");
    check(f[JW_STROKE_NOISE_LOW_DB] == -40.0 && f[JW_STROKE_NOISE_MID_DB] == -30.0 &&
              f[JW_STROKE_NOISE_HIGH_DB] == -20.0 && f[JW_STROKE_SCRAPE_DB] == -12.0,
          "noise");
    near(f[JW_STROKE_NOISE_LOW_S], 0.032, "its decay, low");
    near(f[JW_STROKE_NOISE_MID_S], 0.016, "its decay, middle");
    near(f[JW_STROKE_NOISE_HIGH_S], 0.004, "its decay, high");
    check(f[JW_STROKE_NOISE_BRIDGE] == 2.0 && f[JW_STROKE_NOISE_AIR] == 0.5, "noise elsewhere");
    near(f[JW_STROKE_SECOND_S], 0.04, "second blow");
    check(f[JW_STROKE_SECOND_STRENGTH] == 0.75, "its strength");
    check(s[1].kind == 2 && s[1].direction == JW_DIRECTION_BOTH && s[1].strings == 0 &&
              s[1].given == (1u << JW_STROKE_HARDNESS | 1u << JW_STROKE_WIDTH_M),
          "what the second says");
}

static void check_whole(void) {
    check(parse(whole, sizeof(whole) - 1), "the whole file (%s)", error.text);
    check(!error.text[0], "no message (%s)", error.text);
    check(!strcmp(out.name, "Whole"), "name (%s)", out.name);
    check(!strcmp(out.description, "All that a file can say; even this"), "description (%s)",
          out.description);
    check(out.param[JW_P_PLUCK_POSITION] == 0.2 && out.param[JW_P_GAIN] == -6.0 &&
              out.param[JW_P_PLUCK_WIDTH] == jw_param_info(JW_P_PLUCK_WIDTH)->def,
          "defaults");
    check_below(fabs(out.khula_m + 0.5e-6) + fabs(out.band_m - 20e-6), 1e-18, "jawari [m]");
    check(out.n_obstacles == 4 && out.n_strings == 3 && out.n_body == 2, "sections");
    const JwObstacle *bridge = &out.obstacle[0];
    check(bridge->kind == JW_OBSTACLE_BRIDGE && bridge->n_points == 16 && !bridge->movable &&
              bridge->restitution == 0.5 && bridge->radius_m == 1.0,
          "bridge");
    near(bridge->apex_m, 0.0015, "apex");
    near(bridge->height_m, 0.00025, "height");
    const JwObstacle *neck = &out.obstacle[1];
    check(neck->n_nodes == 2 && neck->x_m[1] == 0.5f && neck->h_m[1] == -0.0015f &&
              neck->restitution < 0.0 && !neck->movable,
          "frets");
    check(out.obstacle[3].on_bridge && !out.obstacle[2].on_bridge, "on the bridge");
    check(out.obstacle[0].grading == 0.0 && out.obstacle[2].grading == 1.5, "grading");
    check_first_string(&out.string[0]);
    const JwStringSpec *two = &out.string[1];
    check(two->role == JW_ROLE_TARAF && two->key == 55 && two->n_frets == 13 &&
              two->data.tension_n == 180.5 && two->data.mu_kg_m == 1.17e-3,
          "two");
    check(two->data.losses.law == JW_LOSS_VALETTE && two->data.losses.air_viscosity == 1.9e-5 &&
              two->data.losses.inverse_q == 2.03e-4,
          "Valette's law");
    near(two->data.losses.diameter_m, 0.43e-3, "diameter");
    const JwStringSpec *three = &out.string[2];
    check(three->n_frets == 1 && !three->thread.present && three->n_obstacles == 0, "three");
    check(fabs(jw_string_data_pitch_hz(&three->data) / 200.0 - 1.0) < 1e-14, "pitch_hz");
    const JwLateral *lateral = &three->data.lateral;
    check(lateral->hz == 4000.0 && lateral->split_cents == 10.0 && lateral->loss == 2.0 &&
              lateral->share == 0.2,
          "second polarisation");
    check(three->stopped_low == 2.5 && three->stopped_high == 2.0, "losses under a finger");
    near(lateral->tilt_rad, 25.0 * JW_PI / 180.0, "tilt");
    near(three->pluck_at_m, 0.1, "hand");
    near(three->pluck_angle_rad, 95.0 * JW_PI / 180.0, "angle");
    check(three->pluck_hardness == 0.5, "hardness");
    near(three->pluck_rise_s, 0.004, "pull");
    near(three->pluck_release_s, 0.0005, "release");
    check(out.string[0].quality == 0 && two->quality == 2, "quality");
    check_body(out.body);
    check(out.madhya_key == 61, "Sa of the middle octave: %d", out.madhya_key);
    check(out.sa_key == 49 && three->wrap_cents[0] == 0.5 && three->ringing_cents[0] == -1.5,
          "sa and wrap");
    check(three->wrap_by_lift.n == 3 && jw_curve_at(&three->wrap_by_lift, -5.0) == -1.5 &&
              jw_curve_at(&three->wrap_by_lift, -1.0) == -0.75 &&
              jw_curve_at(&three->wrap_by_lift, 0.0) == 0.0 &&
              jw_curve_at(&three->wrap_by_lift, 9.0) == 3.0 &&
              jw_curve_at(&three->wrap_by_thread, 0.5) == -4.5 &&
              jw_curve_at(&three->wrap_by_thread_place, 4.0) == 2.0 &&
              jw_curve_at(&out.string[0].wrap_by_lift, 1.0) == 0.0,
          "wrap of a moved bridge");
    check(out.map.melody == 5 && out.map.bend == 1 && out.map.channel[1] == 5 &&
              out.map.n_keys == 1 && out.map.pull_up == 7.0 && out.map.pull_down == 1.5 &&
              out.map.slacken == 2.5 && out.map.ra_velocity == 40 && out.map.ra_strength == 0.8 &&
              out.map.pressure_from == 30,
          "map");
    check(out.drone.n == 1 && out.drone.counts[0] == 1.5 && out.drone.first == 2, "drone");
    check_strokes();
}

/// `whole` with `alike` behind it, in which a text is replaced by another.
static void with_alike(char *text, const char *find, const char *put) {
    const char *at = strstr(alike, find);
    check(at, "an edit that finds its place (%s)", find);
    sprintf(text, "%.*s%.*s%s%s", (int)(strstr(whole, "[end]") - whole), whole, (int)(at - alike),
            alike, put, at + strlen(find));
}

/// A string like another has what it says itself, and the rest from there.
static void check_alike(void) {
    char text[2 * sizeof(whole)];
    with_alike(text, "[end]", "[end]");
    check(parse(text, strlen(text)), "strings like others (%s)", error.text);
    const JwStringSpec *s = out.string;
    const JwStringSpec *one = &s[0], *two = &s[1], *four = &s[3], *five = &s[4];
    check(!strcmp(four->name, "four") && four->role == one->role && four->n_obstacles == 2 &&
              four->data.mu_kg_m == one->data.mu_kg_m && four->thread.present &&
              four->pluck_m == one->pluck_m && four->pan == one->pan && four->gain == one->gain,
          "four is like one");
    near(four->data.length_m, 0.7, "length of its own");
    check(four->n_frets == 2 && four->fret_semitones[1] == 7.0, "frets of its own");
    check(four->key == 63 && four->tune_cents == 0.0, "key and tuning are not taken");
    check(fabs(jw_string_data_pitch_hz(&four->data) / 300.0 - 1.0) < 1e-14, "pitch of its own");
    const double area = JW_PI * 0.215e-3 * 0.215e-3;
    check(five->data.losses.law == JW_LOSS_POLYNOMIAL && five->data.losses.s1 == 2.0 &&
              five->quality == 2 && five->n_frets == two->n_frets && five->n_obstacles == 2 &&
              five->data.tension_n == two->data.tension_n,
          "five is like two");
    check(fabs(five->data.mu_kg_m / (7850.0 * area) - 1.0) < 1e-14, "mu of its own material");
}

static void check_alike_wrong(void) {
    static const struct {
        const char *find, *put, *word;
        int line; ///< Of `alike`
    } wrong[] = {
        {"like = one", "like = four", "above", 2},
        {"like = one", "like = five", "above", 2},
        {"like = one", "like = jawari", "above", 2},
        {"like = one", "like =", "without a value", 2},
        {"like = one\nlength_mm = 700\n", "length_mm = 700\nlike = one\n", "first", 3},
        {"like = one\n", "like = one\nlike = one\n", "first", 3},
        {"pitch_hz = 300\n", "pitch_hz = 300\npitch = C4\n", "one of", 1},
        {"pitch_hz = 300\n", "pitch_hz = 300\npitch_hz = 300\n", "already", 5},
        {"frets = 0 7\n", "frets = 7\n", "open string", 5},
        {"frets = 0 7\n", "wrap_cents = 1 2 3\n", "3 values for 4", 5},
        {"frets = 0 7\n", "wrap_by_lift_um = 0:0 1\n", "'1' is not NUMBER:CENTS", 5},
        {"frets = 0 7\n", "wrap_by_thread = 0:-101\n", "-100 .. 100 cents", 5},
        {"frets = 0 7\n", "wrap_by_thread_mm = 2:1 1:1\n", "1 is not above", 5},
        {"frets = 0 7\n",
         "wrap_by_lift_um = 1:0 2:0 3:0 4:0 5:0 6:0 7:0 8:0 9:0 10:0 11:0"
         " 12:0 13:0 14:0 15:0 16:0 17:0\n",
         "more than 16", 5},
        {"frets = 0 7\n", "thread_mm = 400\n", "middle", 5},
        {"length_mm = 700", "length_mm = 50", "no point", 1},
        {"sigma1_m_per_s = 2\n", "", "sigma1_m_per_s", 6},
        {"losses = polynomial\n", "", "valette", 9},
    };
    const int before = lines_of(whole, sizeof(whole) - 1) - 1;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
        char text[2 * sizeof(whole)];
        with_alike(text, wrong[i].find, wrong[i].put);
        refuse_size(text, strlen(text), before + wrong[i].line, wrong[i].word, wrong[i].put);
    }
}

// Windows line ends, a byte order mark, indentation and no newline at the end change nothing.
static void check_dialects(void) {
    char text[2 * sizeof(whole)] = "\xEF\xBB\xBF";
    size_t n = 3;
    for (const char *c = whole; *c; ++c) {
        if (*c == '\n') {
            text[n++] = '\r';
        }
        text[n++] = *c;
        if (*c == '\n') {
            text[n++] = '\t';
        }
    }
    check(parse(whole, sizeof(whole) - 1), "as it is (%s)", error.text);
    const JwInstrument first = out;
    check(parse(text, n), "other blanks (%s)", error.text);
    check(!differ(&first, &out, sizeof(out)), "other blanks read the same");
    check(parse(whole, sizeof(whole) - 2), "no newline at the end (%s)", error.text);
}

// ---- One line wrong ----

/// A line of `whole` that is a key.
typedef struct {
    const char *start;
    size_t size; ///< With its newline
    int line;
    int header_line;
    char key[64];
    char value[128];
} Line;

static bool next_key(Line *l) {
    const char *p = l->start ? l->start + l->size : whole;
    for (; *p; p = strchr(p, '\n') + 1) {
        ++l->line;
        if (*p == '[') {
            l->header_line = l->line;
        }
        const char *end = strchr(p, '\n');
        if (sscanf(p, "%63[a-z0-9_] = %127[^\n]", l->key, l->value) == 2) {
            l->start = p;
            l->size = (size_t)(end - p) + 1;
            return true;
        }
    }
    return false;
}

/// `whole` with a line replaced by other text.
static void edited(char *text, const Line *l, const char *other) {
    const size_t before = (size_t)(l->start - whole);
    sprintf(text, "%.*s%s%s", (int)before, whole, other, l->start + l->size);
}

static bool is_optional(const char *key) {
    for (size_t i = 0; i < sizeof(optional) / sizeof(optional[0]); ++i) {
        if (!strcmp(optional[i], key)) {
            return true;
        }
    }
    return false;
}

// These have a second line, or a stand-in that then lacks something else.
static bool is_needed(const Line *l) {
    const bool first_default = !strcmp(l->key, "gain") && l->header_line < 14;
    const bool bridge_height = !strcmp(l->key, "height_mm") && l->line < 22;
    const bool a_list = !strcmp(l->key, "node_mm") && l->header_line < 28;
    // The list that goes on in a second line lacks its beginning without the first.
    const bool half_list = !strcmp(l->key, "frets") && !strcmp(l->value, "0 1 2");
    return half_list || (!is_optional(l->key) && !first_default && !bridge_height && !a_list);
}

static void check_missing(const Line *l) {
    char text[2 * sizeof(whole)];
    edited(text, l, "");
    if (is_needed(l)) {
        refuse_size(text, strlen(text), 0, NULL, "a key that is missing");
        // Half a table or a thread is refused for what the rest lacks, not by the key's own name.
        const bool partner = !strcmp(l->key, "node_mm") || !strcmp(l->key, "pitch") ||
                             !strcmp(l->key, "pitch_hz") || !strcmp(l->key, "tension_n");
        check(partner || strstr(error.text, l->key), "the missing key is named (%s)", error.text);
        check(!strcmp(l->key, "node_mm") || !strcmp(l->key, "frets") ||
                  line_of_message() == l->header_line,
              "the section of a missing key (%s)", error.text);
    } else {
        check(parse(text, strlen(text)), "an optional key that is missing (%s)", error.text);
    }
}

static void check_values(const Line *l) {
    static const char *const bad[] = {"nonsense",   "-12345",     "1e30", "-1e30", "inf",
                                      "nan",        "0x10",       "1,5",  "1e",    "--1",
                                      "1 2 3 4 50", "1e99999999", ".",    "+",     "1.2.3"};
    if (!strcmp(l->key, "name") || !strcmp(l->key, "description")) {
        return;
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        char text[2 * sizeof(whole)];
        char other[512];
        snprintf(other, sizeof(other), "%s = %s\n", l->key, bad[i]);
        edited(text, l, other);
        refuse_size(text, strlen(text), l->line, NULL, "a wrong value");
    }
}

static void check_spelling(const Line *l) {
    char text[2 * sizeof(whole)];
    char other[512];
    snprintf(other, sizeof(other), "%sx = %s\n", l->key, l->value);
    edited(text, l, other);
    refuse_size(text, strlen(text), l->line, l->key, "an unknown key");
    snprintf(other, sizeof(other), "%s =\n", l->key);
    edited(text, l, other);
    refuse_size(text, strlen(text), l->line, "without a value", "no value");
    snprintf(other, sizeof(other), "%s\n", l->key);
    edited(text, l, other);
    refuse_size(text, strlen(text), l->line, "key = value", "no equals sign");
    // A drone may play a string again.
    if (strcmp(l->key, "stroke")) {
        snprintf(other, sizeof(other), "%s = %s\n%s = %s\n", l->key, l->value, l->key, l->value);
        edited(text, l, other);
        refuse_size(text, strlen(text), l->line + 1, NULL, "a key twice");
    }
    snprintf(other, sizeof(other), "%s = %0200d\n", l->key, 1);
    edited(text, l, other);
    refuse_size(text, strlen(text), l->line, "longer than", "a line too long");
}

static void check_lines(void) {
    Line l = {.start = NULL};
    int n = 0;
    int n_needed = 0;
    for (; next_key(&l); ++n) {
        n_needed += is_needed(&l);
        check_missing(&l);
        check_values(&l);
        check_spelling(&l);
    }
    printf("lines: %d keys, %d of them needed\n", n, n_needed);
    check(n == 158 && n_needed == 69, "number of keys");
}

/// `whole` has every key that the reader knows.
static void check_all_there(void) {
    enum { N = 7 };
    static JwHeadSection head;
    static JwObstacleSection obstacle;
    static JwStringSection string;
    static JwBodySection body;
    static JwMapSection map;
    static JwDroneSection drone;
    static JwStrokeSection stroke;
    JwFieldReader reader[N] = {0};
    jw_head_section_begin(&head, &reader[0], &out);
    jw_obstacle_section_begin(&obstacle, &reader[1]);
    jw_string_section_begin(&string, &reader[2], 60);
    jw_body_section_begin(&body, &reader[3]);
    jw_map_section_begin(&map, &reader[4], &out);
    jw_drone_section_begin(&drone, &reader[5], &out);
    jw_stroke_section_begin(&stroke, &reader[6], &out);
    int n = 0;
    for (int i = 0; i < N; ++i) {
        for (int f = 0; f < reader[i].n_fields; ++f, ++n) {
            char line[80];
            snprintf(line, sizeof(line), "\n%s = ", reader[i].fields[f].key);
            check(strstr(whole, line), "a key that is not tried (%s)", reader[i].fields[f].key);
        }
    }
    printf("keys of the reader: %d, all tried\n", n);
}

// ---- Whole files wrong ----

static void check_truncations(const char *text, const char *name) {
    const size_t size = strlen(text);
    const size_t end = (size_t)(strstr(text, "\n[end]") - text) + 6;
    for (size_t n = 0; n < size; ++n) {
        if (n < end) {
            refuse_size(text, n, 0, NULL, name);
        } else {
            check(parse(text, n), "cut after [end] (%s)", error.text);
        }
    }
    printf("%s: cut at each of %zu bytes\n", name, size);
}

// Random damage: never a crash, and what is still read is still an instrument.
static void check_damage(uint32_t seed) {
    static const char bytes[] = "[]=\n;0-e9. #x\xff\xc3\xa9\x01:";
    uint32_t state = seed;
    int n_read = 0;
    for (int i = 0; i < 20000; ++i) {
        char text[sizeof(whole) + 64];
        memcpy(text, whole, sizeof(whole));
        const size_t size = damage(text, sizeof(whole) - 1, bytes, 3, &state);
        if (parse(text, size)) {
            ++n_read;
            check(jw_instrument_check(&out, NULL, NULL) == JW_SUCCESS, "damaged, but read");
        } else {
            check(line_of_message() >= 1, "damaged (%s)", error.text);
        }
    }
    printf("damage: seed %u, %d of 20000 still read\n", seed, n_read);
    check(n_read > 100 && n_read < 19000, "some are read and some are not");
}

typedef struct {
    const char *find; ///< In `whole`; the first place
    const char *put;
    int line; ///< 0: any
    const char *word;
} Edit;

static const Edit edits[] = {
    {"[body skin]", "[body air]", 119, "second"},
    {"[body skin]", "[body]", 119, "name"},
    {"gain_db = -20", "gain_db = -20\ngain = 0.1", 119, "one of"},
    {"gain_db = -20", "pan = 0", 119, "one of"},
    {"q = 20.5", "q = 0.5", 121, "outside"},
    {"mass_kg = 0.1", "mass_kg = 0", 116, "outside"},
    {"role = melody", "like = one", 45, "above"},
    {"[instrument]", "[instruments]", 2, "none of"},
    {"[instrument]", "[instrument x]", 2, "none of"},
    {"[instrument]\n", "format = 1\n[instrument]\n", 2, "before the first"},
    {"[instrument]", "[instrument", 2, "closing"},
    {"[instrument]", "[instrument] junk", 2, "after"},
    {"[defaults]", "[instrument]", 11, "second"},
    {"[obstacle jawari]\n", "[defaults]\nquality = 1\n[obstacle jawari]\n", 14, "second"},
    {"[end]\n", "[set]\ngain = 3\n[set]\ngain = 4\n[end]\n", 0, "second [set]"},
    {"[end]\n", "[set]\ngain = 3\ngain = 4\n[end]\n", 0, "already given"},
    {"[end]\n", "[set]\ngain = loud\n[end]\n", 0, "loud"},
    {"pluck_position", "no_such_parameter", 12, "no_such_parameter"},
    {"pluck_position = 0.2", "quality = 3", 12, "quality"},
    {"[obstacle neck]", "[obstacle jawari]", 24, "second"},
    {"[obstacle neck]", "[obstacle]", 24, "name"},
    {"[obstacle neck]", "[obstacle a b]", 24, "none of"},
    {"[obstacle neck]", "[obstacle ../neck]", 24, "name"},
    {"[obstacle neck]", "[obstacle .neck]", 24, "name"},
    {"[obstacle neck]", "[obstacle 12345678901234567890123456789012345678901234567890]", 24,
     "longer"},
    {"[string two]", "[string one]", 65, "second"},
    {"[string two]", "[string]", 65, "name"},
    {"[string two]\n", "[string none]\n[string two]\n", 65, "without keys"},
    {"[end]\n", "[string none]\n[end]\n", 0, "without keys"},
    {"[end]\n", "[end]\nx = 1\n", 0, "after [end]"},
    {"[end]\n", "[end]\n[string x]\n", 0, "after [end]"},
    {"kind = bridge", "kind = plate", 19, "radius_mm"},
    {"end_mm = 25", "end_mm = 1.5", 17, "after start_mm"},
    {"end_mm = 25", "end_mm = 1", 17, "after start_mm"},
    {"points = 16", "points = 1", 17, "start_mm"},
    {"points = 16", "points = 257", 18, "256"},
    {"points = 16", "points = 1.5", 18, "whole"},
    {"points = 16\n", "points = 16\ngrading = 4.5\n", 19, "0.25 .. 4"},
    {"points = 16\n", "points = 16\ngrading = 0\n", 19, "0.25 .. 4"},
    {"node_mm = 400 -1\n", "node_mm = 400 -1\ngrading = 1.5\n", 27, "frets"},
    {"points = 8", "points = 0", 32, "whole"},
    {"node_mm = 500 -1.5", "node_mm = 400 -1.5", 27, "after"},
    {"node_mm = 500 -1.5", "node_mm = 500", 27, "height"},
    {"node_mm = 500 -1.5", "node_mm = 500 -1 0", 27, "height"},
    {"end_mm = 600", "end_mm = 601", 28, "nodes"},
    {"node_mm = 600 -4\n", "", 34, "one node"},
    {"start_mm = 1.5\nend_mm = 25\n", "start_mm = 900\nend_mm = 950\n", 58, "no point"},
    {"obstacles = jawari neck", "obstacles = jawari nut", 58, "[obstacle nut]"},
    {"obstacles = jawari neck", "obstacles = edge edge edge edge edge", 58, "more than 4"},
    {"pitch = C#3\n", "pitch = C#3\npitch_hz = 138.6\n", 44, "one of"},
    {"pitch = C#3\n", "pitch = H3\n", 49, "note"},
    {"pitch = C#3\n", "pitch = C#3#\n", 49, "note"},
    {"pitch = C#3\n", "pitch = C##3\n", 49, "note"},
    {"pitch = C#3\n", "pitch = C\n", 49, "note"},
    {"pitch = C#3\n", "pitch = C10\n", 49, "note"},
    {"pitch = C#3\n", "pitch = Ab9\n", 49, "note"},
    {"pitch = C#3\n", "pitch = 128\n", 49, "note"},
    {"pitch = C#3\n", "pitch = 60.5\n", 49, "note"},
    {"material = bronze\n", "material = bronze\nmu_kg_m = 1\nei_n_m2 = 10\n", 0, NULL},
    {"material = bronze\n", "ea_n = 1\nei_n_m2 = 1\n", 44, "mu_kg_m"},
    {"diameter_mm = 0.4\n", "", 44, "diameter_mm"},
    {"diameter_mm = 0.43\n", "", 65, "diameter_mm"},
    {"thread_mm = 5\n", "thread_mm = 440\n", 59, "middle"},
    {"thread_mm = 5\n", "", 44, "thread"},
    {"frets = chromatic 12", "frets = chromatic", 78, "chromatic"},
    {"frets = chromatic 12", "frets = chromatic 61", 78, "chromatic"},
    {"frets = chromatic 12", "frets = 1 2", 78, "open string"},
    {"frets = chromatic 12", "frets = 0 2 2", 78, "above"},
    {"frets = chromatic 12", "frets = 0 61", 78, "60"},
    {"sigma0_per_s = 0.6", "viscoelastic = 0.1", 44, "sigma0_per_s"},
    {"sigma0_per_s = 0.6\n", "sigma0_per_s = 0.6\nviscoelastic = 0.1\n", 54, "polynomial"},
    {"inverse_q = 2.03e-4\n", "inverse_q = 2.03e-4\nsigma0_per_s = 1\n", 78, "valette"},
    {"losses = valette\n", "losses = thermal\n", 73, "valette"},
    {"[stroke thumb]", "[stroke mizrab]", 171, "second"},
    {"[stroke thumb]", "[stroke]", 171, "name"},
    {"kind = soft\nhardness = 0\n", "hardness = 0\n", 171, "needs kind"},
    {"hardness = 0\nwidth_mm = 20\n", "strings = two\nseed = 1\n", 171, "nothing"},
    {"kind = soft\n", "kind = thumb\n", 172, "none of finger, mizrab, soft, triangle"},
    {"direction = ra", "direction = in", 144, "none of both, da, ra"},
    {"strings = one three", "strings = one four", 143, "no [string four]"},
    {"seed = 7", "seed = 0.5", 170, "whole"},
    {"at_mm = 60", "at_mm = 0.5", 148, "outside"},
    {"name = Whole", "name = \x01", 4, "UTF-8"},
    {"name = Whole", "name = \xc3", 4, "UTF-8"},
    {"name = Whole", "name = \xed\xa0\x80", 4, "UTF-8"},
    {"name = Whole", "name = 1234567890123456789012345678901234567890123456789012345678901234", 4,
     "longer"},
    {"noise_mid_db = -30", "noise_mid_db = 0", 159, "outside"},
    {"noise_low_db = -40", "noise_low_db = nan", 158, "number"},
    {"noise_low_ms = 32", "noise_low_ms = 0", 161, "outside"},
    {"noise_power = 1.5", "noise_power = 2.1", 164, "outside"},
    {"noise_bridge = 2", "noise_bridge = 4.1", 166, "outside"},
    {"second_ms = 40", "second_ms = 1e9", 168, "outside"},
    {"scrape_db = -12", "scrape_db = 1", 165, "outside"},
};

static void check_edits(void) {
    for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); ++i) {
        const Edit *e = &edits[i];
        char text[2 * sizeof(whole)];
        const char *at = strstr(whole, e->find);
        if (!at) {
            check(false, "an edit that finds its place (%s)", e->find);
            continue;
        }
        sprintf(text, "%.*s%s%s", (int)(at - whole), whole, e->put, at + strlen(e->find));
        refuse_size(text, strlen(text), e->line, e->word, e->put);
    }
    refuse_size("", 0, 1, "[end]", "an empty file");
    refuse_size("\n\n\n", 3, 3, "[end]", "blank lines");
    refuse_size("[end]\n", 6, 1, NULL, "[end] alone");
    refuse_size("a\0b", 3, 1, "UTF-8", "a zero byte");
    printf("edits: %zu\n", sizeof(edits) / sizeof(edits[0]));
}

/// [set] moves parameters, and nothing that is measured by [defaults].
static void check_set(void) {
    static JwInstrument before;
    char text[sizeof(whole) + 100];
    const size_t n = strlen(whole) - strlen("[end]\n");
    check(parse(whole, strlen(whole)), "without [set]");
    before = out;
    check(!memcmp(before.own, before.param, sizeof(before.own)), "[defaults] alone");
    snprintf(text, sizeof(text),
             "%.*s[set]\npluck_position = 0.3\npluck_width = 9\n"
             "bridge_height = 0.05\nthread = 0.5\n[end]\n",
             (int)n, whole);
    check(parse(text, strlen(text)), "with [set] (%s)", error.text);
    check(!memcmp(out.own, before.param, sizeof(out.own)), "[defaults] are kept");
    check(out.param[JW_P_PLUCK_POSITION] == 0.3 && out.param[JW_P_PLUCK_WIDTH] == 9.0 &&
              out.param[JW_P_GAIN] == -6.0,
          "[set] lies over [defaults]");
    check(out.string[0].pluck_at_part == 0.2 && out.stroke_width_mm == before.stroke_width_mm &&
              !memcmp(&out.wrap_from, &before.wrap_from, sizeof(out.wrap_from)),
          "the hand, the strokes and the tuning are as [defaults] have them");
}

static void check_names(void) {
    char name[2 * JW_ERROR_TEXT];
    JwInstrument *in = &out;
    memset(name, 'n', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    check(jw_instrument_file_parse("", 0, name, in, &error) == JW_ERR_BAD_ARG &&
              strlen(error.text) == JW_ERROR_TEXT - 1 && !strncmp(error.text, name, 1000),
          "a long name (%s)", error.text);
    check(jw_instrument_file_parse("", 0, "f\n\033[2J.ini", in, &error) == JW_ERR_BAD_ARG &&
              !strpbrk(error.text, "\n\033"),
          "a name with control characters (%s)", error.text);
}

static void check_sizes(void) {
    char text[16384];
    size_t n = (size_t)sprintf(text, "[instrument]\nformat = 1\nname = x\ndescription = x\n");
    for (int i = 0; i <= JW_MAX_OBSTACLES; ++i) {
        n += (size_t)sprintf(text + n, "[obstacle o%d]\nkind = frets\nnode_mm = 10 0\n", i);
    }
    sprintf(text + n, "[end]\n");
    refuse_size(text, strlen(text), 5 + 3 * JW_MAX_OBSTACLES, "more than 24", "many obstacles");
    n = (size_t)sprintf(text, "[instrument]\nformat = 1\nname = x\ndescription = x\n");
    for (int i = 0; i <= JW_MAX_STRINGS; ++i) {
        n += (size_t)sprintf(text + n,
                             "[string s%d]\nrole = drone\nlength_mm = 600\ndiameter_mm = 0.3\n"
                             "material = steel\npitch_hz = 200\nlosses = polynomial\n"
                             "sigma0_per_s = 1\nsigma1_m_per_s = 0\nsigma3_m3_per_s = 0\n"
                             "pluck_mm = 1\ngain = 1\n",
                             i);
    }
    sprintf(text + n, "[end]\n");
    refuse_size(text, strlen(text), 5 + 12 * JW_MAX_STRINGS, "more than 32", "many strings");
    n = (size_t)sprintf(text, "[instrument]\nformat = 1\nname = x\ndescription = x\n");
    for (int i = 0; i <= JW_MAX_STROKES; ++i) {
        n += (size_t)sprintf(text + n, "[stroke s%d]\nkind = finger\nrise_ms = 10\n", i);
    }
    sprintf(text + n, "[end]\n");
    refuse_size(text, strlen(text), 5 + 3 * JW_MAX_STROKES, "more than 16", "many strokes");
}

/// Within every range, but minutes of work.
static void check_work(void) {
    static const char text[] =
        "[instrument]\nformat = 1\nname = Dense\ndescription = Many points at many frets\n"
        "[obstacle bridge]\nkind = bridge\nstart_mm = 1.5\nend_mm = 400\npoints = 256\n"
        "radius_mm = 100000\napex_mm = 1.5\n"
        "[string jor]\nrole = melody\nlength_mm = 880\ndiameter_mm = 0.4\nmaterial = bronze\n"
        "pitch = C#3\nlosses = polynomial\nsigma0_per_s = 0.6\nsigma1_m_per_s = 0\n"
        "sigma3_m3_per_s = 0\nfrets = chromatic 12\nobstacles = bridge\npluck_mm = 3\ngain = 1\n"
        "[end]\n";
    refuse_size(text, sizeof(text) - 1, 12, "at most 7e+08 are allowed: 100 % for [string jor], ",
                "256 points at 13 places");
    check(strstr(error.text, "256 contact points and up to 307 modes at 13 stopping places"),
          "what it is that takes so long (%s)", error.text);
}

// ---- Files ----

static void refuse_file(const char *path, const char *word) {
    memset(&out, 0x5a, sizeof(out));
    const bool ok = jw_instrument_file_load(path, &out, &error) == JW_SUCCESS;
    check(!ok && !strncmp(error.text, path, strlen(path)) && strstr(error.text, word), "%s (%s)",
          path, error.text);
    check(!differ(&out, &untouched, sizeof(out)), "out is untouched (%s)", path);
}

static void check_files(void) {
    refuse_file("no such folder/x.ini", strerror(ENOENT));
    refuse_file("/", strerror(EISDIR));
    refuse_file("/dev/null", "not a regular file");
    refuse_file("/dev/zero", "not a regular file");
    char path[] = "/tmp/jawari-XXXXXX";
    const int fd = mkstemp(path);
    check(fd >= 0, "a file");
    refuse_file(path, "[end]");
    check(!ftruncate(fd, JW_TEXT_MAX_BYTES + 1) && !close(fd), "a large one");
    refuse_file(path, "longer than 1048576 bytes");
    unlink(path);
}

static void check_shipped(const char *path) {
    char *text = NULL;
    size_t size = 0;
    check(jw_text_read(path, &text, &size, &error), "%s (%s)", path, error.text);
    check(jw_instrument_file_load(path, &out, &error) == JW_SUCCESS, "%s (%s)", path, error.text);
    check(out.description[0] && out.n_strings > 0, "a description and strings (%s)", path);
    for (int i = 0; i < out.n_strings; ++i) {
        const JwStringSpec *s = &out.string[i];
        printf("  %-12s %8.3f Hz, key %3d, %6.2f N, %2d frets\n", s->name,
               jw_string_data_pitch_hz(&s->data), s->key, s->data.tension_n, s->n_frets);
        // 64 bits are for strings that lose or move too little in a step: they cost twice as much.
        for (int rate_hz = 44100; rate_hz < 200000; rate_hz *= 2) {
            check(jw_tables_precision(s, JW_PRECISION_F32, rate_hz) == JW_PRECISION_F32,
                  "%s: %s takes 64 bits at %d Hz", path, s->name, rate_hz);
        }
    }
    if (text) {
        check_truncations(text, path);
    }
    free(text);
}

int main(int argc, char **argv) {
    memset(&untouched, 0x5a, sizeof(untouched));
    check_whole();
    check_alike();
    check_alike_wrong();
    check_dialects();
    check_lines();
    check_all_there();
    check_edits();
    check_truncations(whole, "whole");
    check_damage(2463534242u);
    check_set();
    check_names();
    check_sizes();
    check_work();
    check_files();
    for (int i = 1; i < argc; ++i) {
        check_shipped(argv[i]);
    }
    check(argc > 1, "shipped files (%s)", "none given");
    return check_result();
}
