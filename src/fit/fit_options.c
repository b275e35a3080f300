// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/fit_options.h"

#include "files/number.h"
#include "fit/misfit.h"
#include "fit/unknowns.h"
#include "program/arguments.h"
#include "program/nearest.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum {
    SEEDS = 1000000,
    RENDERS_MAX = 100000000,
    TIME_MAX_S = 30 * 24 * 3600,
    // Options without a letter
    OPTION_LIKE = 256,
    OPTION_REPORT,
    OPTION_STRING,
    OPTION_NOTE,
    OPTION_FORCE,
    OPTION_FIND,
    OPTION_KEEP,
    OPTION_VELOCITY,
    OPTION_QUALITY,
    OPTION_SEED,
    OPTION_TIME,
    OPTION_RENDERS,
    OPTION_RINGING,
    OPTION_PROFILES,
    OPTION_LIST_INSTRUMENTS,
};

static const struct option long_options[] = {
    {"like", required_argument, NULL, OPTION_LIKE},
    {"output", required_argument, NULL, 'o'},
    {"string", required_argument, NULL, OPTION_STRING},
    {"note", required_argument, NULL, OPTION_NOTE},
    {"velocity", required_argument, NULL, OPTION_VELOCITY},
    {"find", required_argument, NULL, OPTION_FIND},
    {"keep", required_argument, NULL, OPTION_KEEP},
    {"set", required_argument, NULL, 's'},
    {"ringing", no_argument, NULL, OPTION_RINGING},
    {"profiles", required_argument, NULL, OPTION_PROFILES},
    {"quality", required_argument, NULL, OPTION_QUALITY},
    {"time", required_argument, NULL, OPTION_TIME},
    {"renders", required_argument, NULL, OPTION_RENDERS},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"force", no_argument, NULL, OPTION_FORCE},
    {"report", required_argument, NULL, OPTION_REPORT},
    {"list-instruments", no_argument, NULL, OPTION_LIST_INSTRUMENTS},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static const char help[] =
    "Usage: jawari-fit [OPTIONS] --like NAME|FILE -o FILE.ini NOTE.wav...\n"
    "       jawari-fit [OPTIONS] --like NAME|FILE -o FILE.ini --profiles FILE.csv NAME...\n"
    "\n"
    "Makes an instrument file whose string sounds as in recordings of single notes: of one\n"
    "string, from the stroke on until they have died away, or for two seconds. A very soft note\n"
    "tells pitch and losses, a firm one the bridge; up to 16 of several pitches may be given.\n"
    "\n"
    "      --like NAME|FILE   instrument that it begins with and keeps what cannot be heard of\n"
    "  -o, --output FILE      instrument file that is written\n"
    "      --string NAME      string that the notes are of (the one that the player would take)\n"
    "      --note NOTE[@STRING]  what note was played, as E4 or E4@e1, where the pitch is not\n"
    "                         heard as it should be; once for all recordings, or for each\n"
    "      --velocity V       velocity of the loudest note, 1 to 127 (100)\n"
    "      --find KEYS        figures to be found besides the usual ones, with commas between\n"
    "                         them: apex_mm, pluck_rise_ms, pluck_mm, pluck_width,\n"
    "                         thread_stiffness_n_m, thread_damping_n_s_m, axis_split_cents,\n"
    "                         axis_tilt_deg, lateral_loss, pluck_angle_deg, stopped_loss_low,\n"
    "                         stopped_loss_high\n"
    "      --keep KEYS        figures to be left as they are: those, or pitch_hz, ei_n_m2,\n"
    "                         sigma0_per_s, sigma1_m_per_s, sigma3_m3_per_s, radius_mm,\n"
    "                         height_mm, pluck_at_mm, pluck_release_ms, thread_mm\n"
    "  -s, --set SYMBOL=VALUE one parameter while notes are played; it is not written; may be\n"
    "                         repeated; see jawari-render --list-params\n"
    "      --ringing          the other strings ring in the recordings; else they were held\n"
    "      --profiles FILE.csv  the notes are names in this table of levels over time and band, "
    "as\n"
    "                         sitar-a3, or drone-c-a of one that plays by itself: what is left of "
    "a recording that may not be given away\n"
    "      --quality 1|2|4    quality to play at (1), as -s quality does\n"
    "      --time SECONDS     takes so long in all, to 30 days (until nothing gets better, an\n"
    "                         hour at most)\n"
    "      --renders N        goes on for so many notes that are played, to 100000000, however\n"
    "                         long that takes without --time\n"
    "      --seed N           places from which it looks again, 0 to 1000000 (0)\n"
    "      --force            writes an instrument that is farther from the recordings than "
    "--like\n"
    "      --report FILE      an HTML page with pictures, and how well each figure is known\n"
    "      --list-instruments and stop\n"
    "  -q, --quiet            no progress, not what was found\n"
    "  -h, --help             this text\n"
    "  -V, --version          version and licence\n"
    "\n"
    "It can be stopped at any time (Ctrl-C) and then writes the best so far. Errors are one line\n"
    "on stderr and leave no half-written file; exit status 1, 2 for wrong usage.\n";

const char *jw_fit_options_help(void) {
    return help;
}

static bool unknown_key(const char *option, const char *key, JwMessage *message) {
    char near[256];
    JwNearest nearest = jw_nearest_start(key);
    for (int u = 0; u < JW_N_UNKNOWNS; ++u) {
        jw_nearest_offer(&nearest, jw_unknown_info((JwUnknown)u)->key);
    }
    return jw_message_set(message, "%s: unknown figure \"%.100s\"%s; see --help", option, key,
                          jw_nearest_text(&nearest, near, sizeof(near)));
}

/// Reads keys with commas between them as bits of unknowns.
static bool read_keys(const char *option, const char *text, uint32_t *bits, JwMessage *message) {
    while (*text) {
        char key[64];
        const size_t n = strcspn(text, ",");
        snprintf(key, sizeof(key), "%.*s", (int)n, text);
        const int u = jw_unknown_find(key);
        if (u < 0) {
            return unknown_key(option, key, message);
        }
        *bits |= 1U << u;
        text += n + (text[n] == ',');
    }
    return true;
}

static bool read_quality(const char *text, JwFitOptions *o, JwMessage *message) {
    int quality;
    if (!jw_argument_int("--quality", text, 1, 4, "", &quality, message)) {
        return false;
    }
    o->set[JW_P_QUALITY] = true;
    o->value[JW_P_QUALITY] = quality;
    return quality != 3 || jw_message_set(message, "--quality: 3 is none of 1, 2, 4");
}

static bool read_time(const char *text, double *seconds, JwMessage *message) {
    return jw_argument_seconds("--time", text, TIME_MAX_S, seconds, message) &&
           (*seconds > 0.0 || jw_message_set(message, "--time: 0 seconds are too few"));
}

/// Reads NOTE or NOTE@STRING.
static bool read_named(const char *text, JwFitOptions *o, JwMessage *message) {
    char note[16];
    const char *at = strchr(text, '@');
    snprintf(note, sizeof(note), "%.*s", at ? (int)(at - text) : (int)sizeof(note), text);
    if (o->n_named == JW_FIT_NAMED_MAX) {
        return jw_message_set(message, "--note: more than %d", (int)JW_FIT_NAMED_MAX);
    }
    if (!jw_note_parse(note, &o->named[o->n_named])) {
        return jw_message_set(message, "--note: \"%.100s\" is no note such as E4 or E4@e1", text);
    }
    ++o->n_named;
    if (at && o->string && strcmp(o->string, at + 1) != 0) {
        return jw_message_set(message, "--note: strings \"%.100s\" and \"%.100s\": one is fitted",
                              o->string, at + 1);
    }
    o->string = at ? at + 1 : o->string;
    return true;
}

/// Where an option's text is kept as it is; NULL for one that is read.
static const char **text_place(JwFitOptions *o, int option) {
    switch (option) {
    case OPTION_LIKE:
        return &o->like;
    case 'o':
        return &o->out;
    case OPTION_REPORT:
        return &o->report;
    case OPTION_STRING:
        return &o->string;
    case OPTION_PROFILES:
        return &o->profiles;
    default:
        return NULL;
    }
}

/// Takes an option without a text.
static bool take_flag(JwFitOptions *o, int option) {
    switch (option) {
    case OPTION_RINGING:
        return o->ringing = true;
    case OPTION_FORCE:
        return o->force = true;
    case 'q':
        return o->quiet = true;
    case OPTION_LIST_INSTRUMENTS:
        o->action = JW_FIT_LIST_INSTRUMENTS;
        return true;
    case 'h':
        o->action = JW_FIT_HELP;
        return true;
    default:
        o->action = JW_FIT_VERSION;
        return true;
    }
}

static bool take_option(JwFitOptions *o, int option, const char *text, uint32_t *kept,
                        JwMessage *message) {
    const char **place = text_place(o, option);
    if (place) {
        *place = text;
        return true;
    }
    switch (option) {
    case OPTION_NOTE:
        return read_named(text, o, message);
    case OPTION_FIND:
        return read_keys("--find", text, &o->asked, message);
    case OPTION_KEEP:
        return read_keys("--keep", text, kept, message);
    case OPTION_VELOCITY:
        return jw_argument_int("--velocity", text, 1, 127, "", &o->velocity, message);
    case OPTION_QUALITY:
        return read_quality(text, o, message);
    case OPTION_SEED:
        return jw_argument_int("--seed", text, 0, SEEDS, "", &o->seed, message);
    case OPTION_TIME:
        return read_time(text, &o->time_s, message);
    case OPTION_RENDERS:
        return jw_argument_int("--renders", text, 1, RENDERS_MAX, "", &o->renders, message);
    case 's':
        return jw_argument_set(o->set, o->value, text, message);
    default:
        return take_flag(o, option);
    }
}

static bool options_complete(const JwFitOptions *o, JwMessage *message) {
    if (o->action != JW_FIT_RUN) {
        return true;
    }
    if (!o->like || !o->out) {
        return jw_message_set(message, "%s is needed; see --help", o->like ? "-o" : "--like");
    }
    if (o->n_notes < 1 || o->n_notes > JW_MISFIT_NOTES) {
        return jw_message_set(message, "%d recordings; 1 to %d are taken; see --help", o->n_notes,
                              (int)JW_MISFIT_NOTES);
    }
    if (o->n_named > 0 && o->profiles) {
        return jw_message_set(message, "--note: with --profiles the names say what notes they are");
    }
    if (o->n_named > 1 && o->n_named != o->n_notes) {
        return jw_message_set(message, "--note: %d notes for %d recordings", o->n_named,
                              o->n_notes);
    }
    return true;
}

bool jw_fit_options_parse(JwFitOptions *o, int argc, char **argv, JwMessage *message) {
    uint32_t kept = 0;
    int option;
    *o = (JwFitOptions){.asked = (1U << JW_N_UNKNOWNS_USUAL) - 1U, .velocity = 100};
    o->set[JW_P_QUALITY] = true;
    o->value[JW_P_QUALITY] = 1.0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":o:s:qhV", long_options, NULL)) != -1) {
        if (option == '?' || option == ':') {
            return jw_argument_bad(option, argv, long_options, message);
        }
        if (!take_option(o, option, optarg, &kept, message)) {
            return false;
        }
    }
    o->asked &= ~kept;
    o->notes = argv + optind;
    o->n_notes = argc - optind;
    return options_complete(o, message);
}
