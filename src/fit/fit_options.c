// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/fit_options.h"

#include "files/number.h"
#include "fit/misfit.h"
#include "fit/unknowns.h"
#include "program/nearest.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static bool unknown_key(const char *option, const char *key, JwError *error) {
    char near[256];
    JwNearest nearest = jw_nearest_start(key);
    for (int u = 0; u < JW_N_UNKNOWNS; ++u) {
        jw_nearest_offer(&nearest, jw_unknown_info((JwUnknown)u)->key);
    }
    return jw_error_set(error, "--%s: unknown figure \"%.100s\"%s; see --help", option, key,
                        jw_nearest_text(&nearest, near, sizeof(near)));
}

/// Parses keys, separated by commas, into bits of unknowns, for --find and --keep.
static bool read_keys(const JwOptionGiven *given) {
    JwFitOptions *o = given->options;
    const bool find = !strcmp(given->row->name, "find");
    const char *text = given->text;
    while (*text) {
        char key[64];
        const size_t n = strcspn(text, ",");
        snprintf(key, sizeof(key), "%.*s", (int)n, text);
        const int u = jw_unknown_find(key);
        if (u < 0) {
            return unknown_key(given->row->name, key, given->error);
        }
        *(find ? &o->find : &o->keep) |= 1U << u;
        text += n + (text[n] == ',');
    }
    return true;
}

static bool read_param(const JwOptionGiven *given) {
    JwFitOptions *o = given->options;
    return jw_argument_set(o->set, o->value, given->text, given->error);
}

static bool read_quality(const JwOptionGiven *given) {
    JwFitOptions *o = given->options;
    return jw_argument_set_param(JW_P_QUALITY, given->text, o->set, o->value, given->error) ||
           jw_error_prefix(given->error, "--quality");
}

/// Parses NOTE or NOTE@STRING.
static bool read_note(const JwOptionGiven *given) {
    JwFitOptions *o = given->options;
    JwError *error = given->error;
    char note[16];
    const char *text = given->text, *at = strchr(text, '@');
    snprintf(note, sizeof(note), "%.*s", at ? (int)(at - text) : (int)sizeof(note), text);
    if (o->n_named == JW_FIT_NAMED_MAX) {
        return jw_error_set(error, "--note: more than %d", (int)JW_FIT_NAMED_MAX);
    }
    if (!jw_note_parse(note, &o->named[o->n_named])) {
        return jw_error_set(error, "--note: \"%.100s\" is no note such as E4 or E4@e1", text);
    }
    ++o->n_named;
    if (at && o->string && strcmp(o->string, at + 1) != 0) {
        return jw_error_set(error, "--note: strings \"%.100s\" and \"%.100s\": one is fitted",
                            o->string, at + 1);
    }
    o->string = at ? at + 1 : o->string;
    return true;
}

#define AT(field) JW_OPTION_AT(JwFitOptions, field)
#define RANGE     JW_OPTION_RANGE

static const JwOption rows[] = {
    {"like", 0, "NAME|FILE", "instrument to start from; figures that cannot be heard are kept",
     AT(like), .offers = "--list-instruments|FILE"},
    {"output", 'o', "FILE", "instrument file to write", AT(out)},
    {"string", 0, "NAME", "string of the notes (the one that a player would choose)", AT(string)},
    {"note", 0, "NOTE[@STRING]",
     "note that was played, such as E4 or E4@e1, if the pitch is not recognized; once for all "
     "recordings, or once for each",
     JW_OPTION_BY(read_note)},
    {"velocity", 0, "V", "velocity of the loudest note, 1 to 127 (100)", AT(velocity),
     RANGE(1, 127, "")},
    {"find", 0, "KEYS",
     "figures to find besides the usual ones, separated by commas: apex_mm, "
     "pluck_rise_ms, pluck_mm, pluck_width, thread_stiffness_n_m, thread_damping_n_s_m, "
     "axis_split_cents, axis_tilt_deg, lateral_loss, pluck_angle_deg, stopped_loss_low, "
     "stopped_loss_high",
     JW_OPTION_BY(read_keys)},
    {"keep", 0, "KEYS",
     "figures to keep as they are: those, or pitch_hz, ei_n_m2, sigma0_per_s, sigma1_m_per_s, "
     "sigma3_m3_per_s, radius_mm, height_mm, pluck_at_mm, pluck_release_ms, thread_mm",
     JW_OPTION_BY(read_keys)},
    {"set", 's', "SYMBOL=VALUE",
     "sets a parameter for playing the notes, but does not write it; may be repeated; see "
     "jawari-render --list-params",
     JW_OPTION_BY(read_param)},
    {"ringing", 0, NULL,
     "the other strings ring in the recordings; without this option they were damped", AT(ringing)},
    {"profiles", 0, "FILE.csv",
     "the notes are names in this table of levels over time and band, such as sitar-a3, or "
     "drone-c-a for a drone; for recordings that may not be published",
     AT(profiles)},
    {"quality", 0, "1|2|4", "quality to play at (1), as -s quality does",
     JW_OPTION_BY(read_quality)},
    {"time", 0, "SECONDS",
     "time limit, up to 30 days (until there is no improvement, an hour at most)", AT(time_s),
     RANGE(0.001, 30 * 24 * 3600, "s")},
    {"renders", 0, "N",
     "largest number of notes to play, up to 100000000; without --time there is no time limit",
     AT(renders), RANGE(1, 100000000, "")},
    {"seed", 0, "N", "selects the places from which the search is repeated, 0 to 1000000 (0)",
     AT(seed), RANGE(0, 1000000, "")},
    {"force", 0, NULL, "writes the result even if it is farther from the recordings than --like",
     AT(force)},
    {"report", 0, "FILE", "writes an HTML page with pictures and the error of each figure",
     AT(report)},
    {"tune", 0, "NAME|FILE",
     "measures by how much bridge and body raise each tone, and writes tuned/NAME.ini next to the "
     "file, which makes the instrument play in tune; instead of --like and -o",
     AT(tune), .offers = "--list-instruments|FILE"},
    {"list-instruments", 0, NULL, "lists them and stops",
     JW_OPTION_ACT(JwFitOptions, JW_FIT_LIST_INSTRUMENTS)},
    {"quiet", 'q', NULL, "shows neither progress nor results", AT(quiet)},
    JW_OPTIONS_COMMON(JwFitOptions),
};

const JwOptionTable jw_fit_option_table = {
    .program = "jawari-fit",
    .head =
        "Usage: jawari-fit [OPTIONS] --like NAME|FILE -o FILE.ini NOTE.wav...\n"
        "       jawari-fit [OPTIONS] --like NAME|FILE -o FILE.ini --profiles FILE.csv NAME...\n"
        "       jawari-fit [-q] --tune NAME|FILE\n"
        "\n"
        "Makes an instrument file whose string sounds as in recordings of its single notes, each\n"
        "from the stroke until it has died away, or for two seconds. A very soft note gives\n"
        "pitch and losses, a firm one the bridge; up to 16 notes of several pitches may be "
        "given.\n",
    .rows = rows,
    .foot = "It can be stopped at any time (Ctrl-C) and then writes the best so far. Errors are "
            "one line\n"
            "on stderr and leave no half-written file; exit status 1, 2 for wrong usage.\n",
    .n_operands = INT_MAX,
    .operands = "FILE",
};

/// Stores an option; remembers one that has no meaning with --tune.
static bool take(const JwOptionGiven *given) {
    JwFitOptions *o = given->options;
    const char *name = given->row->name;
    if (strcmp(name, "tune") != 0 && strcmp(name, "quiet") != 0) {
        o->not_tune = name;
    }
    return jw_option_keep(given);
}

static bool tune_complete(const JwFitOptions *o, JwError *error) {
    if (o->not_tune) {
        return jw_error_set(error, "--%s has no meaning with --tune", o->not_tune);
    }
    return o->n_notes == 0 || jw_error_set(error,
                                           "%.400s: --tune takes one instrument and no "
                                           "recordings",
                                           o->notes[0]);
}

static bool options_complete(const JwFitOptions *o, JwError *error) {
    if (o->action != JW_FIT_RUN) {
        return o->action != JW_FIT_TUNE || tune_complete(o, error);
    }
    if (!o->like || !o->out) {
        return jw_error_set(error, "%s is needed; see --help", o->like ? "-o" : "--like");
    }
    if (o->n_notes < 1 || o->n_notes > JW_MISFIT_NOTES) {
        return jw_error_set(error, "%d recordings; 1 to %d are taken; see --help", o->n_notes,
                            (int)JW_MISFIT_NOTES);
    }
    if (o->n_named > 0 && o->profiles) {
        return jw_error_set(error, "--note: with --profiles the names say what notes they are");
    }
    if (o->n_named > 1 && o->n_named != o->n_notes) {
        return jw_error_set(error, "--note: %d notes for %d recordings", o->n_named, o->n_notes);
    }
    return true;
}

bool jw_fit_options_parse(JwFitOptions *o, int argc, char **argv, JwError *error) {
    *o = (JwFitOptions){.find = (1U << JW_N_UNKNOWNS_USUAL) - 1U, .velocity = 100};
    o->set[JW_P_QUALITY] = true;
    o->value[JW_P_QUALITY] = 1.0;
    const int first = jw_options_parse(&jw_fit_option_table, take, o, argc, argv, error);
    if (first < 0) {
        return false;
    }
    o->find &= ~o->keep;
    o->notes = argv + first;
    o->n_notes = argc - first;
    o->action = o->tune && o->action == JW_FIT_RUN ? JW_FIT_TUNE : o->action;
    return options_complete(o, error);
}
