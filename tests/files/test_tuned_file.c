// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tuned files: an instrument takes the one that was made from its data and no other; what is wrong
// with one is said with its line; the hash depends on every key that the tuning depends on, and on
// nothing else; what is written is read again.
//
// Arguments: the shipped instruments, each of which is tuned, if it can be, and has no measured
// cents in its own file.

#define _POSIX_C_SOURCE 200809L

#include "files/body_section.h"
#include "files/head_section.h"
#include "files/instrument_file.h"
#include "files/obstacle_section.h"
#include "files/string_section.h"
#include "files/stroke_section.h"
#include "files/text_file.h"
#include "files/tuned_file.h"
#include "files/tuned_hash.h"
#include "files/tuned_text.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT_SIZE = 1 << 16 };

static JwInstrument instrument, other;
static JwError error;

/********* The hash *********/

/// An instrument of few lines, with every kind of section; each line has one key.
static const char box[] = "[instrument]\n"
                          "format = 1\n"
                          "name = Box\n"
                          "description = Of a test\n"
                          "a4_hz = 440\n"
                          "sa = C4\n"
                          "khula_um = 3\n"
                          "band_um = -9\n"
                          "[defaults]\n"
                          "gain = -3\n"
                          "pluck_position = 0.12\n"
                          "[obstacle bone]\n"
                          "kind = bridge\n"
                          "start_mm = 1\n"
                          "end_mm = 20\n"
                          "points = 5\n"
                          "grading = 1.5\n"
                          "radius_mm = 800\n"
                          "apex_mm = 2\n"
                          "height_mm = -0.004\n"
                          "restitution = 0.1\n"
                          "movable = yes\n"
                          "[obstacle unused]\n"
                          "kind = plate\n"
                          "start_mm = 30\n"
                          "end_mm = 40\n"
                          "points = 2\n"
                          "height_mm = -3\n"
                          "[string wire]\n"
                          "role = melody\n"
                          "length_mm = 700\n"
                          "diameter_mm = 0.35\n"
                          "material = steel\n"
                          "mu_kg_m = 7e-4\n"
                          "ea_n = 2e4\n"
                          "ei_n_m2 = 2e-4\n"
                          "pitch = D3\n"
                          "tune_cents = 1\n"
                          "key = D3\n"
                          "losses = polynomial\n"
                          "sigma0_per_s = 0.8\n"
                          "sigma1_m_per_s = 6e-3\n"
                          "sigma3_m3_per_s = 6e-6\n"
                          "frets = 0 2\n"
                          "obstacles = bone\n"
                          "thread_mm = 0.6\n"
                          "thread_stiffness_n_m = 1e5\n"
                          "thread_damping_n_s_m = 1\n"
                          "quality = 2\n"
                          "stopped_loss_low = 2\n"
                          "stopped_loss_high = 3\n"
                          "lateral_hz = 2000\n"
                          "axis_split_cents = 5\n"
                          "axis_tilt_deg = 7\n"
                          "lateral_loss = 2\n"
                          "lateral_share = 0.2\n"
                          "pluck_mm = 3\n"
                          "pluck_at_mm = 60\n"
                          "pluck_angle_deg = 80\n"
                          "pluck_hardness = 0.5\n"
                          "pluck_rise_ms = 3\n"
                          "pluck_release_ms = 0.5\n"
                          "pan = 0.1\n"
                          "gain = 0.2\n"
                          "[string hair]\n"
                          "like = wire\n"
                          "pitch_hz = 100\n"
                          "[body lid]\n"
                          "frequency_hz = 240\n"
                          "q = 15\n"
                          "mass_kg = 0.5\n"
                          "gain = 1\n"
                          "pan = 0.2\n"
                          "[stroke pick]\n"
                          "kind = mizrab\n"
                          "strings = wire\n"
                          "direction = da\n"
                          "rise_ms = 4\n"
                          "release_ms = 0.2\n"
                          "width_mm = 3\n"
                          "at_mm = 50\n"
                          "angle_deg = 20\n"
                          "strength = 0.9\n"
                          "velocity_power = 1.2\n"
                          "hardness = 0.3\n"
                          "vary_strength = 0.1\n"
                          "vary_place = 0.1\n"
                          "vary_times = 0.1\n"
                          "vary_angle_deg = 3\n"
                          "vary_release = 0.1\n"
                          "noise_low_db = -40\n"
                          "noise_mid_db = -41\n"
                          "noise_high_db = -42\n"
                          "noise_low_ms = 21\n"
                          "noise_mid_ms = 22\n"
                          "noise_high_ms = 23\n"
                          "noise_power = 0.5\n"
                          "scrape_db = -12\n"
                          "noise_bridge = 0.3\n"
                          "noise_air = 0.1\n"
                          "second_ms = 40\n"
                          "second_strength = 0.1\n"
                          "seed = 3\n"
                          "[map]\n"
                          "melody = wire\n"
                          "pull_up_semitones = 5\n"
                          "[end]\n";

/// A line, another one in its place, and whether the tuning depends on it.
typedef struct {
    const char *line, *in_its_place;
    bool counts;
} Change;

static const Change changes[] = {
    {"name = Box", "name = Case", false},
    {"description = Of a test", "description = Of another", false},
    {"a4_hz = 440", "a4_hz = 441", true},
    {"sa = C4", "sa = D4", true},
    {"sa = C4", "sa = C4\nmadhya_octaves = 1", false},
    {"khula_um = 3", "khula_um = 4", true},
    {"band_um = -9", "band_um = -8", true},
    {"gain = -3", "gain = -4", false},
    {"pluck_position = 0.12", "pluck_position = 0.13", true},
    {"kind = bridge", "kind = bridge ; a comment", false},
    {"start_mm = 1\n", "start_mm = 1.5\n", true},
    {"end_mm = 20", "end_mm = 21", true},
    {"points = 5", "points = 6", true},
    {"grading = 1.5", "grading = 1.6", true},
    {"radius_mm = 800", "radius_mm = 801", true},
    {"radius_mm = 800", "radius_mm = 0.8e3", false},
    {"radius_mm = 800", "; written by hand\n\n  radius_mm=800.000", false},
    {"apex_mm = 2", "apex_mm = 2.1", true},
    {"height_mm = -0.004", "height_mm = -0.0041", true},
    {"restitution = 0.1", "restitution = 0.2", true},
    {"movable = yes", "movable = no", true},
    {"[obstacle unused]", "[obstacle idle]", false},
    {"height_mm = -3", "height_mm = -4", false},
    {"[string wire]", "[string wire]\n;", false},
    {"[string hair]", "[string horse]", true},
    {"role = melody", "role = drone", true},
    {"length_mm = 700", "length_mm = 701", true},
    {"diameter_mm = 0.35", "diameter_mm = 0.36", false}, // The three values below it win
    {"mu_kg_m = 7e-4", "mu_kg_m = 8e-4", true},
    {"ea_n = 2e4", "ea_n = 3e4", true},
    {"ei_n_m2 = 2e-4", "ei_n_m2 = 3e-4", true},
    {"pitch = D3", "pitch = C#3", true},
    {"pitch = D3", "pitch = 50", false},
    {"pitch_hz = 100", "pitch_hz = 100.01", true},
    {"tune_cents = 1", "tune_cents = 2", true},
    {"key = D3", "key = E3", true},
    {"sigma0_per_s = 0.8", "sigma0_per_s = 0.9", true},
    {"sigma1_m_per_s = 6e-3", "sigma1_m_per_s = 7e-3", true},
    {"sigma3_m3_per_s = 6e-6", "sigma3_m3_per_s = 7e-6", true},
    {"losses = polynomial\nsigma0_per_s = 0.8\nsigma1_m_per_s = 6e-3\nsigma3_m3_per_s = 6e-6",
     "losses = valette\nviscoelastic = 1e-4\ninverse_q = 1e-4", true},
    {"frets = 0 2", "frets = 0 2.1", true},
    {"frets = 0 2", "frets = 0\nfrets = 2", false},
    {"frets = 0 2", "frets = 0 2\nwrap_cents = 1 2", true},
    {"frets = 0 2", "frets = 0 2\nringing_cents = 1 2", true},
    {"frets = 0 2", "frets = 0 2\nwrap_by_lift_um = 0:0 1:2", true},
    {"frets = 0 2", "frets = 0 2\nwrap_by_thread = 0:0 1:2", true},
    {"frets = 0 2", "frets = 0 2\nwrap_by_thread_mm = 0:0 1:2", true},
    {"obstacles = bone", "obstacles = unused", true},
    {"thread_mm = 0.6", "thread_mm = 0.7", true},
    {"thread_stiffness_n_m = 1e5", "thread_stiffness_n_m = 2e5", true},
    {"thread_damping_n_s_m = 1", "thread_damping_n_s_m = 2", true},
    {"quality = 2", "quality = 1", true},
    {"stopped_loss_low = 2", "stopped_loss_low = 2.1", true},
    {"stopped_loss_high = 3", "stopped_loss_high = 3.1", true},
    {"lateral_hz = 2000", "lateral_hz = 2100", true},
    {"axis_split_cents = 5", "axis_split_cents = 6", true},
    {"axis_tilt_deg = 7", "axis_tilt_deg = 8", true},
    {"lateral_loss = 2", "lateral_loss = 3", true},
    {"lateral_share = 0.2", "lateral_share = 0.3", true},
    {"pluck_mm = 3", "pluck_mm = 4", true},
    {"pluck_at_mm = 60", "pluck_at_mm = 61", true},
    {"pluck_angle_deg = 80", "pluck_angle_deg = 81", true},
    {"pluck_hardness = 0.5", "pluck_hardness = 0.6", true},
    {"pluck_rise_ms = 3", "pluck_rise_ms = 4", true},
    {"pluck_release_ms = 0.5", "pluck_release_ms = 0.6", true},
    {"pan = 0.1", "pan = 0.3", false},
    {"gain = 0.2", "gain = 0.3", true},
    {"[body lid]", "[body cover]", false},
    {"frequency_hz = 240", "frequency_hz = 241", true},
    {"q = 15", "q = 16", true},
    {"mass_kg = 0.5", "mass_kg = 0.6", true},
    {"gain = 1", "gain_db = 0", false},
    {"gain = 1\n", "gain = 2\n", true},
    {"pan = 0.2", "pan = -0.2", false},
    {"[stroke pick]", "[stroke plectrum]", false},
    {"kind = mizrab", "kind = finger", true},
    {"strings = wire", "strings = hair", true},
    {"direction = da", "direction = ra", true},
    {"rise_ms = 4", "rise_ms = 5", true},
    {"release_ms = 0.2", "release_ms = 0.3", true},
    {"width_mm = 3", "width_mm = 4", true},
    {"at_mm = 50", "at_mm = 51", true},
    {"angle_deg = 20", "angle_deg = 21", true},
    {"\nstrength = 0.9", "\nstrength = 0.8", true},
    {"velocity_power = 1.2", "velocity_power = 1.3", true},
    {"hardness = 0.3", "hardness = 0.4", true},
    {"vary_strength = 0.1", "vary_strength = 0.2", false},
    {"vary_place = 0.1", "vary_place = 0.2", false},
    {"vary_times = 0.1", "vary_times = 0.2", false},
    {"vary_angle_deg = 3", "vary_angle_deg = 4", false},
    {"vary_release = 0.1", "vary_release = 0.2", false},
    {"noise_low_db = -40", "noise_low_db = -30", false},
    {"noise_mid_db = -41", "noise_mid_db = -30", false},
    {"noise_high_db = -42", "noise_high_db = -30", false},
    {"noise_low_ms = 21", "noise_low_ms = 22", false},
    {"noise_mid_ms = 22", "noise_mid_ms = 23", false},
    {"noise_high_ms = 23", "noise_high_ms = 24", false},
    {"noise_power = 0.5", "noise_power = 0.6", false},
    {"scrape_db = -12", "scrape_db = -13", false},
    {"noise_bridge = 0.3", "noise_bridge = 0.4", false},
    {"noise_air = 0.1", "noise_air = 0.2", false},
    {"second_ms = 40", "second_ms = 41", false},
    {"second_strength = 0.1", "second_strength = 0.2", false},
    {"seed = 3", "seed = 4", false},
    {"melody = wire", "melody = hair", true},
    {"pull_up_semitones = 5", "pull_up_semitones = 6", false},
};

/// Box with one line changed; its text is the next call's.
static const char *changed(const Change *change) {
    static char text[TEXT_SIZE];
    const char *at = strstr(box, change->line);
    if (!check(at, "%s: a line of the box", change->line)) {
        return box;
    }
    snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - box), box, change->in_its_place,
             at + strlen(change->line));
    return text;
}

static bool parse(const char *text, JwInstrument *to) {
    return check(!jw_instrument_file_parse(text, strlen(text), "box.ini", to, &error), "%s",
                 error.text);
}

static void check_hash(void) {
    char own[JW_SHA256_TEXT] = "", hash[JW_SHA256_TEXT] = "";
    if (!parse(box, &instrument)) {
        return;
    }
    jw_tuned_hash(&instrument, own);
    check(strlen(own) == 64, "64 digits: %s", own);
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); ++i) {
        if (parse(changed(&changes[i]), &other)) {
            jw_tuned_hash(&other, hash);
            check((strcmp(own, hash) != 0) == changes[i].counts, "%s -> %s: the hash %s",
                  changes[i].line, changes[i].in_its_place,
                  changes[i].counts ? "changes" : "stays");
        }
    }
}

/// Finds a key among the changes.
static bool is_tried(const char *key) {
    const size_t n = strlen(key);
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); ++i) {
        const char *texts[] = {changes[i].line, changes[i].in_its_place};
        for (int k = 0; k < 2; ++k) {
            for (const char *at = texts[k]; (at = strstr(at, key)); ++at) {
                if ((at == texts[k] || at[-1] == '\n') && !strncmp(at + n, " = ", 3)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/// Every key that a string, a body mode or a stroke can have is tried above, so that one that is
/// added is not forgotten.
static void check_keys(void) {
    static JwStringSection string;
    static JwBodySection body;
    static JwStrokeSection stroke;
    static JwHeadSection head;
    // Keys that say the same as another one, or that no line of the box can have beside its others.
    static const char *const known[] = {
        "format", "tension_n", "air_viscosity_pa_s", "air_density_kg_m3", "material", NULL};
    JwFieldReader reader[4] = {{.header_line = 0}};
    jw_string_section_begin(&string, &reader[0], 60);
    jw_body_section_begin(&body, &reader[1]);
    jw_stroke_section_begin(&stroke, &reader[2], &instrument);
    jw_head_section_begin(&head, &reader[3], &instrument);
    for (int r = 0; r < 4; ++r) {
        for (int i = 0; i < reader[r].n_fields; ++i) {
            const char *key = reader[r].fields[i].key;
            bool is_known = is_tried(key);
            for (int k = 0; known[k]; ++k) {
                is_known |= !strcmp(known[k], key);
            }
            check(is_known, "%s: tried", key);
        }
    }
}

/// Strings of a table or of frets have nodes, and those of a published string a tension.
static void check_nodes(void) {
    static const char *const kinds[] = {
        "kind = table\nstart_mm = 1\nend_mm = 20\npoints = 5\nnode_mm = 0 -1\nnode_mm = 30 -1\n",
        "kind = table\nstart_mm = 1\nend_mm = 20\npoints = 5\nnode_mm = 0 -1\nnode_mm = 30 -1.1\n",
        "kind = frets\nnode_mm = 10 -1\n", "kind = frets\nnode_mm = 11 -1\n"};
    char text[1024], hash[4][JW_SHA256_TEXT];
    for (int k = 0; k < 4; ++k) {
        snprintf(text, sizeof(text),
                 "[instrument]\nformat = 1\nname = x\ndescription = x\n[obstacle o]\n%s"
                 "[string s]\nrole = drone\nlength_mm = 600\ndiameter_mm = 0.3\nmaterial = steel\n"
                 "tension_n = 50\nlosses = polynomial\nsigma0_per_s = 1\nsigma1_m_per_s = 0\n"
                 "sigma3_m3_per_s = 0\nobstacles = o\npluck_mm = 1\ngain = 1\n[end]\n",
                 kinds[k]);
        if (parse(text, &other)) {
            jw_tuned_hash(&other, hash[k]);
            check(other.string[0].keeps_tension, "a given tension is kept");
            check(k == 0 || strcmp(hash[k], hash[k - 1]) != 0, "%s: another hash", kinds[k]);
        }
    }
}

/********* Reading *********/

static char tuned[TEXT_SIZE]; ///< Tuned file of the box

/// Writes a tuned file of the box with that in it.
static const char *tuned_with(const char *strings) {
    char hash[JW_SHA256_TEXT];
    parse(box, &instrument);
    jw_tuned_hash(&instrument, hash);
    snprintf(tuned, sizeof(tuned), "[tuned]\nformat = 1\nmade_from = %s\n%s[end]\n", hash, strings);
    return tuned;
}

static void check_taken(void) {
    const char *text = tuned_with("[string hair]\nwrap_cents = 1.5\nwrap_cents = -2\n"
                                  "ringing_cents = 0 3\nwrap_by_lift_um = -1:-2 0:0 \n"
                                  "wrap_by_lift_um = 2:4\nwrap_by_thread = 0:1 1:0\n"
                                  "wrap_by_thread_mm = 0:0 1:5\n");
    check(jw_tuned_parse(text, strlen(text), "box", &instrument, &error) == JW_TUNED_TAKEN, "%s",
          error.text);
    const JwStringSpec *hair = &instrument.string[1];
    check(hair->wrap_cents[0] == 1.5 && hair->wrap_cents[1] == -2.0 &&
              hair->ringing_cents[1] == 3.0,
          "cents of both places");
    check(hair->wrap_by_lift.n == 3 && hair->wrap_by_lift.x[2] == 2.0 &&
              hair->wrap_by_lift.y[2] == 4.0 && hair->wrap_by_thread.n == 2 &&
              hair->wrap_by_thread.y[0] == 1.0 && hair->wrap_by_thread_place.y[1] == 5.0,
          "curves");
    check(instrument.string[0].wrap_cents[0] == 0.0, "a string that is not named has none");
}

/// An instrument with cents of its own, as old files have them.
static void check_old(void) {
    const Change old = {"frets = 0 2", "frets = 0 2\nwrap_cents = 7 8", true};
    const char *text = tuned_with("[string hair]\nwrap_cents = 1 2\n");
    if (!parse(changed(&old), &instrument)) {
        return;
    }
    check(instrument.string[0].wrap_cents[1] == 8.0, "old files are read as before");
    check(instrument.string[1].wrap_cents[1] == 0.0, "their cents belong to one string");
    check(jw_tuned_parse(text, strlen(text), "box", &instrument, &error) == JW_TUNED_STALE &&
              instrument.string[0].wrap_cents[1] == 8.0,
          "and stay where a tuned file was made of other data");
    char hash[JW_SHA256_TEXT];
    jw_tuned_hash(&instrument, hash);
    snprintf(tuned, sizeof(tuned),
             "[tuned]\nformat = 1\nmade_from = %s\n[string hair]\nwrap_cents = 1 2\n[end]\n", hash);
    check(jw_tuned_parse(tuned, strlen(tuned), "box", &instrument, &error) == JW_TUNED_TAKEN &&
              instrument.string[0].wrap_cents[1] == 0.0 &&
              instrument.string[1].wrap_cents[1] == 2.0,
          "but give way to one that was made of them");
}

/// Faults, with the line that they are in.
static void check_faults(void) {
    static const struct {
        const char *strings, *said;
    } cases[] = {
        {"[string wire]\nwrap = 1 2\n", "x.ini:5: [string wire] has no key 'wrap'"},
        {"[string wire]\nlength_mm = 700\n", "x.ini:5: [string wire] has no key 'length_mm'"},
        {"[string wire]\nwrap_cents = 1 x\n",
         "x.ini:5: wrap_cents: 'x' is not a number -100 .. 100"},
        {"[string wire]\nwrap_cents = 1 101\n", "x.ini:5: wrap_cents: '101' is not"},
        {"[string wire]\nwrap_cents = 1 nan\n", "x.ini:5: wrap_cents: 'nan' is not"},
        {"[string wire]\nwrap_cents = 1 2 3\n", "x.ini:5: wrap_cents: 3 values for 2 frets"},
        {"[string wire]\nwrap_cents = 1 2\nringing_cents = 1\n",
         "x.ini:6: ringing_cents: 1 values for 2 frets"},
        {"[string wire]\nwrap_by_lift_um = 1:2 1:3\n", "x.ini:5: wrap_by_lift_um: 1 is not above"},
        {"[string wire]\nwrap_by_thread = 1\n", "x.ini:5: wrap_by_thread: '1' is not NUMBER:CENTS"},
        {"[string goat]\nwrap_cents = 1 2\n", "x.ini:4: Box has no [string goat]"},
        {"[string wire]\nwrap_cents = 1 2\n[string wire]\nwrap_cents = 1 2\n",
         "x.ini:6: a second [string wire]"},
        {"[body lid]\nq = 3\n", "x.ini:4: [body lid] is neither [tuned] nor [string NAME]"},
        {"[tuned]\nformat = 1\n", "x.ini:4: a second [tuned]"},
        {"made_from = 12\n", "x.ini:4: made_from is already given in line 3"},
        {"[string wire]\nwrap_cents = 1 2\n\xff\n", "x.ini:6: not UTF-8"},
    };
    static const struct {
        const char *text, *said;
    } whole[] = {
        {"", "x.ini:1: "},
        {"[end]\n", "x.ini:1: a tuned file begins with [tuned]"},
        {"[string wire]\nwrap_cents = 1 2\n[end]\n", "x.ini:1: a tuned file begins with [tuned]"},
        {"[tuned]\nformat = 1\n[end]\n", "x.ini:1: [tuned] needs made_from"},
        {"[tuned]\nformat = 2\nmade_from = 0\n[end]\n", "x.ini:2: format: '2' is not"},
        {"[tuned]\nformat = 1\nmade_from = 0\n[end]\n",
         "x.ini:3: made_from: '0' is not a hash of 64"},
        {"[tuned]\nformat = 1\nmade_from = 0\n", "x.ini:3: "},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        const char *text = tuned_with(cases[i].strings);
        other = instrument;
        check(jw_tuned_parse(text, strlen(text), "x.ini", &instrument, &error) == JW_TUNED_BAD &&
                  !strncmp(error.text, cases[i].said, strlen(cases[i].said)) &&
                  !memcmp(&other, &instrument, sizeof(other)),
              "%s: %s", cases[i].said, error.text);
        // One that was made of other data is stale, whatever strings it names; but its form is
        // read.
        const Change wider = {"radius_mm = 800", "radius_mm = 900", true};
        parse(changed(&wider), &instrument);
        const JwTunedFit fit = jw_tuned_parse(text, strlen(text), "x.ini", &instrument, &error);
        const JwTunedFit right = strstr(cases[i].said, "values for") ? JW_TUNED_STALE
                                 : strstr(cases[i].said, "goat")     ? JW_TUNED_FOREIGN
                                                                     : JW_TUNED_BAD;
        check(fit == right, "%s, stale", cases[i].said);
    }
    for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); ++i) {
        check(jw_tuned_parse(whole[i].text, strlen(whole[i].text), "x.ini", &instrument, &error) ==
                      JW_TUNED_BAD &&
                  !strncmp(error.text, whole[i].said, strlen(whole[i].said)),
              "%s: %s", whole[i].said, error.text);
    }
    const char *text = tuned_with("[string wire]\nwrap_cents = 1 2\n");
    for (size_t n = 0; n + 2 < strlen(text); ++n) {
        check(jw_tuned_parse(text, n, "x.ini", &instrument, &error) == JW_TUNED_BAD,
              "cut after %zu bytes", n);
    }
}

/********* Writing *********/

/// Fills a string with as many cents as it can have.
static void fill_string(JwStringSpec *s) {
    s->n_frets = JW_MAX_FRETS;
    for (int f = 0; f < JW_MAX_FRETS; ++f) {
        s->fret_semitones[f] = f;
        s->wrap_cents[f] = f % 2 ? (-9999 + 37 * f) / 100.0 : 12.345;
        s->ringing_cents[f] = f == 3 ? -0.01 : 0.0;
    }
    JwCurve *const curve[] = {&s->wrap_by_lift, &s->wrap_by_thread, &s->wrap_by_thread_place};
    for (int k = 0; k < 3; ++k) {
        curve[k]->n = JW_CURVE_NODES;
        for (int i = 0; i < JW_CURVE_NODES; ++i) {
            curve[k]->x[i] = (-50025 + 6660 * i) / 100.0;
            curve[k]->y[i] = (-9999 + i) / 100.0;
        }
    }
}

static bool same_cents(const JwStringSpec *a, const JwStringSpec *b) {
    return !memcmp(a->wrap_cents, b->wrap_cents, sizeof(a->wrap_cents)) &&
           !memcmp(a->ringing_cents, b->ringing_cents, sizeof(a->ringing_cents)) &&
           !memcmp(&a->wrap_by_lift, &b->wrap_by_lift, sizeof(a->wrap_by_lift)) &&
           !memcmp(&a->wrap_by_thread, &b->wrap_by_thread, sizeof(a->wrap_by_thread)) &&
           !memcmp(&a->wrap_by_thread_place, &b->wrap_by_thread_place,
                   sizeof(a->wrap_by_thread_place));
}

static void check_written(void) {
    static JwInstrument made_from;
    parse(box, &instrument);
    instrument.n_strings = JW_MAX_STRINGS;
    for (int i = 0; i < JW_MAX_STRINGS; ++i) {
        instrument.string[i] = instrument.string[0];
        snprintf(instrument.string[i].name, JW_NAME_SIZE, "string-%d-with-a-name-as-long-as-can-be",
                 i);
        fill_string(&instrument.string[i]);
    }
    made_from = instrument;
    jw_tuned_clear(&made_from);
    char *text = jw_tuned_text_make(&instrument, &made_from);
    if (!check(text, "memory")) {
        return;
    }
    check(!strncmp(text, jw_tuned_text_begin(), strlen(jw_tuned_text_begin())), "its first line");
    check(jw_tuned_parse(text, strlen(text), "x.ini", &made_from, &error) == JW_TUNED_TAKEN, "%s",
          error.text);
    for (int i = 0; i < JW_MAX_STRINGS; ++i) {
        check(same_cents(&instrument.string[i], &made_from.string[i]), "string %d", i);
    }
    free(text);
}

/********* Files *********/

static char folder[] = "/tmp/jawari-tuned-XXXXXX";

static const char *path_of(const char *name) {
    static char path[256];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(path_of(name), "w");
    if (check(file, "%s", path_of(name))) {
        fputs(text, file);
        fclose(file);
    }
}

static JwStatus load(void) {
    memset(error.text, '#', sizeof(error.text) - 1);
    return jw_instrument_file_load(path_of("box.ini"), &instrument, &error);
}

static void check_path(void) {
    static const char *const paths[][2] = {
        {"sitar.ini", "tuned/sitar.ini"},       {"./a b.ini", "./tuned/a b.ini"},
        {"/x/y.z/box", "/x/y.z/tuned/box.ini"}, {"/x/box.txt", "/x/tuned/box.txt.ini"},
        {"/box.ini", "/tuned/box.ini"},
    };
    char path[64];
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); ++i) {
        check(jw_tuned_path(paths[i][0], path, sizeof(path)) && !strcmp(path, paths[i][1]),
              "%s: %s", paths[i][0], path);
    }
    check(!jw_tuned_path("/a/long/path/of/an/instrument.ini", path, 20), "a path too long");
}

/// A link to an instrument, as hosts keep it in the folder of a session: the tuned file beside the
/// link counts, else the one beside the instrument.
static void check_link(void) {
    static char path[256], linked[256], beside[256];
    mkdir(path_of("linked"), 0700);
    mkdir(path_of("tuned"), 0700);
    write_file("mine.ini", box);
    write_file("tuned/mine.ini", tuned_with("[string wire]\nwrap_cents = 1 2\n"));
    snprintf(path, sizeof(path), "%s", path_of("linked/box.ini"));
    snprintf(beside, sizeof(beside), "%s", path_of("linked/tuned/box.ini"));
    check(!symlink("../mine.ini", path), "%s", path);
    check(jw_tuned_path(path, linked, sizeof(linked)) && !strcmp(linked, path_of("tuned/mine.ini")),
          "beside the instrument: %s", linked);
    check(!jw_instrument_file_load(path, &instrument, &error) && !*error.text &&
              instrument.string[0].wrap_cents[1] == 2.0,
          "which counts: %s", error.text);
    mkdir(path_of("linked/tuned"), 0700);
    write_file("linked/tuned/box.ini", tuned_with("[string wire]\nwrap_cents = 1 3\n"));
    check(jw_tuned_path(path, linked, sizeof(linked)) && !strcmp(linked, beside),
          "beside the link: %s", linked);
    check(!jw_instrument_file_load(path, &instrument, &error) && !*error.text &&
              instrument.string[0].wrap_cents[1] == 3.0,
          "which counts first: %s", error.text);
    static const char *const files[] = {"linked/tuned/box.ini", "linked/box.ini", "tuned/mine.ini",
                                        "mine.ini"};
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
        unlink(path_of(files[i]));
    }
    rmdir(path_of("linked/tuned"));
    rmdir(path_of("linked"));
}

static void check_load(void) {
    const Change edit = {"radius_mm = 800", "radius_mm = 790", true};
    const Change old = {"frets = 0 2", "frets = 0 2\nwrap_cents = 7 8", true};
    if (!check(mkdtemp(folder), "a folder")) {
        return;
    }
    write_file("box.ini", box);
    check(!load() && strstr(error.text, "box.ini: plays untuned: it has no tuned file; jawari-fit "
                                        "--tune /tmp/jawari-tuned-"),
          "without a tuned file: %s", error.text);
    mkdir(path_of("tuned"), 0700);
    write_file("tuned/box.ini", tuned_with("[string wire]\nwrap_cents = 1 2\n"));
    check(!load() && !*error.text && instrument.string[0].wrap_cents[1] == 2.0, "with it: %s",
          error.text);
    write_file("box.ini", changed(&edit));
    check(!load() &&
              strstr(error.text, "plays untuned: it was changed after it was tuned; jawari-fit") &&
              !strchr(error.text, '\n') && instrument.string[0].wrap_cents[1] == 0.0 &&
              instrument.obstacle[0].radius_m == 0.79,
          "an edit plays at once, untuned: %s", error.text);
    write_file("tuned/box.ini", tuned_with("[string goat]\nwrap_cents = 1 2\n"));
    check(!load() &&
              strstr(error.text, "plays untuned: its tuned file is for other strings; jawari-fit"),
          "one of another instrument: %s", error.text);
    write_file("tuned/box.ini", tuned_with("[string wire]\nwrap_cents = 1 2\n"));
    write_file("box.ini", changed(&old));
    check(!load() && strstr(error.text, "plays by the cents in it: it was changed after") &&
              instrument.string[0].wrap_cents[1] == 8.0,
          "an old file beside a stale one: %s", error.text);
    unlink(path_of("tuned/box.ini"));
    check(!load() && !*error.text && instrument.string[0].wrap_cents[1] == 8.0, "an old file: %s",
          error.text);
    write_file("box.ini", box);
    write_file("tuned/box.ini", tuned_with("[string wire]\nwrapp_cents = 1 2\n"));
    memset(&instrument, 0x5a, sizeof(instrument));
    other = instrument;
    check(load() == JW_ERR_BAD_ARG &&
              strstr(error.text, "tuned/box.ini:5: [string wire] has no key 'wrapp_cents'") &&
              !memcmp(&instrument, &other, sizeof(other)),
          "a bad one: %s", error.text);
    unlink(path_of("tuned/box.ini"));
    mkdir(path_of("tuned/box.ini"), 0700);
    check(load() == JW_ERR_BAD_ARG && strstr(error.text, "tuned/box.ini: "), "a folder: %s",
          error.text);
    rmdir(path_of("tuned/box.ini"));
    unlink(path_of("box.ini"));
    check_link();
    rmdir(path_of("tuned"));
    rmdir(folder);
}

/// A shipped instrument plays in tune, by its tuned file alone.
static void check_shipped(const char *path) {
    char *text = NULL;
    size_t size = 0;
    check(!jw_instrument_file_load(path, &instrument, &error) && !*error.text, "%s: %s", path,
          error.text);
    if (check(jw_text_read(path, &text, &size, &error), "%s", path)) {
        check(!strstr(text, "wrap_") && !strstr(text, "ringing_"), "%s: no measured cents", path);
        check(!jw_instrument_file_parse(text, size, path, &other, &error), "%s", error.text);
        for (int i = 0; i < other.n_strings; ++i) {
            check(!jw_tuned_has_cents(&other.string[i]), "%s: string %d", path, i);
        }
    }
    free(text);
}

int main(int argc, char **argv) {
    check_hash();
    check_keys();
    check_nodes();
    check_taken();
    check_old();
    check_faults();
    check_written();
    check_path();
    check_load();
    for (int i = 1; i < argc; ++i) {
        check_shipped(argv[i]);
    }
    return check_result();
}
