// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/jawari_options.h"

#include "app/player/clicks.h"
#include "app/player/settings_file.h"
#include "app/remote/surface.h"
#include "engine/engine.h"
#include "files/data_dir.h"
#include "program/nearest.h"
#include "program/profile_argument.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

/********* Table *********/

static bool read_param(const JwOptionGiven *given) {
    JwLiveOptions *o = given->options;
    o->auto_quality = o->auto_quality && strncmp(given->text, "quality", strlen("quality"));
    return jw_argument_set(o->set, o->value, given->text, given->error);
}

static bool read_tuning(const JwOptionGiven *given) {
    JwLiveOptions *o = given->options;
    return jw_tuning_argument(&o->tuning, given->row->name, given->text, o->set, o->value,
                              given->error);
}

static bool read_quality(const JwOptionGiven *given) {
    JwLiveOptions *o = given->options;
    o->auto_quality = !strcmp(given->text, "auto");
    return o->auto_quality ||
           jw_argument_set_param(JW_P_QUALITY, given->text, o->set, o->value, given->error) ||
           jw_error_prefix(given->error, "--quality");
}

static bool read_keys(const JwOptionGiven *given) {
    JwLiveOptions *o = given->options;
    return jw_keys_choice_find(given->text, &o->keys) ||
           jw_error_set(given->error, "--keys: \"%.80s\" is none of auto, piano and sargam",
                        given->text);
}

static bool read_offline_quality(const JwOptionGiven *given) {
    JwLiveOptions *o = given->options;
    double value = o->offline_quality;
    const bool ok = jw_argument_value(JW_P_QUALITY, given->text, &value, given->error);
    o->offline_quality = (int)value;
    return ok || jw_error_prefix(given->error, "--offline-quality");
}

static bool read_midi_port(const JwOptionGiven *given) {
    JwLiveOptions *o = given->options;
    o->backend.connect_midi = strcmp(given->text, "none") != 0;
    o->backend.midi_from = o->backend.connect_midi ? given->text : NULL;
    return true;
}

static bool read_osc(const JwOptionGiven *given) {
    JwLiveOptions *o = given->options;
    o->osc = given->text;
    return jw_surface_is_place(given->text) ||
           jw_error_set(given->error, "--osc: \"%.100s\" is not PORT or ADDRESS:PORT", given->text);
}

/// Reads --drone and --drone-sync.
static bool read_drone(const JwOptionGiven *given) {
    JwLiveOptions *o = given->options;
    const JwParamId ids[] = {JW_P_DRONE, JW_P_DRONE_SYNC};
    const int n = strcmp(given->row->name, "drone") ? 2 : 1;
    for (int i = 0; i < n; ++i) {
        o->set[ids[i]] = true;
        o->value[ids[i]] = 1.0;
    }
    return true;
}

static bool read_no_connect(const JwOptionGiven *given) {
    JwLiveOptions *o = given->options;
    o->backend.connect = false;
    return true;
}

#define AT(field)     JW_OPTION_AT(JwLiveOptions, field)
#define CHOICE(field) JW_OPTION_CHOICE_AT(JwLiveOptions, field)
#define LIST(what)    JW_OPTION_ACT(JwLiveOptions, JW_LIVE_LIST_##what)
#define LIST_ON(what) JW_OPTION_ACT_ON(JwLiveOptions, JW_LIVE_LIST_##what, filter)
#define RANGE         JW_OPTION_RANGE

static const JwOption rows[] = {
    {"instrument", 'i', "NAME|FILE", "instrument to play (sitar); see --list-instruments",
     AT(instrument), .offers = "--list-instruments|FILE"},
    {"preset", 'p', "NAME|FILE", "preset for its parameters; see --list-presets", AT(preset),
     .offers = "--list-presets|FILE"},
    {"set", 's', "SYMBOL=VALUE",
     "sets a parameter, whatever presets and program changes say; may be repeated; see "
     "--list-params",
     JW_OPTION_BY(read_param), .offers = "--list-params"},
    JW_TUNING_OPTIONS(read_tuning),
    {"profile", 0, "FILE", JW_PROFILE_HELP, AT(profile)},
    JW_COMPANION_OPTIONS(JwLiveOptions),
    {"metronome", 0, "BPM",
     "clicks at this tempo, 20 to 400, or at that of JACK's transport while it rolls",
     AT(clock.bpm), RANGE(JW_TALA_BPM_MIN, JW_TALA_BPM_MAX, "beats a minute")},
    {"tala", 0, "NAME",
     "the same in the cycle of a tala, such as tintal: sam louder, khali lower; see --list-talas",
     AT(clock.tala), .offers = "--list-talas"},
    {"count-in", 0, NULL, "counts in a cycle of the clock before it begins, and before a recording",
     AT(clock.counts_in)},
    {"grow", 0, "BPM[:TO]",
     "the clock's tempo changes by so much at each sam, until it is TO: 2:160 from 60 up to 160",
     AT(clock.grow)},
    {"save-preset", 0, "NAME",
     "keeps the sound of instrument, preset and options as a preset of one's own; replaces none",
     AT(save_preset), .command_line = true},
    {"practice", 0, "NAME|FILE",
     "begins with a practice set, which the command practice save or the key A has saved, whatever "
     "other options say of its contents; see --list-practice",
     AT(practice), .offers = "--list-practice|FILE"},
    {"keys", 0, "auto|piano|sargam",
     "what letters play: a piano, or the raga's notes from Sa on (auto: the latter where a raga or "
     "Sa is chosen); sargam lays MIDI keyboards, too: white keys are the raga's notes, C4 is Sa",
     JW_OPTION_BY(read_keys), .offers = "auto|piano|sargam"},
    {"quality", 0, "1|2|4|auto",
     "quality; auto measures once which of them needs at most half a core of this machine",
     JW_OPTION_BY(read_quality)},
    {"drone", 0, NULL, "the instrument plays by itself, if it has a pattern",
     JW_OPTION_BY(read_drone)},
    {"drone-sync", 0, NULL, "the same, with one count per beat of JACK's transport",
     JW_OPTION_BY(read_drone)},
    {"driver", 'd', "DRIVER",
     "auto (JACK if a server runs, else PortAudio), jack, portaudio, or none (inaudible)",
     CHOICE(driver), .offers = "auto|jack|portaudio|none"},
    {"device", 0, "NAME|NUMBER", "PortAudio device; see --list-devices", AT(backend.device)},
    {"rate", 'r', "HZ", "sample rate, 8000 to 384000; JACK has its own", AT(backend.rate_hz),
     RANGE(JW_RATE_MIN_HZ, JW_RATE_MAX_HZ, "Hz")},
    {"block", 'b', "FRAMES", "frames per block, 1 to 8192; JACK has its own",
     AT(backend.block_frames), RANGE(1, 8192, "frames")},
    {"connect", 'c', "PORT",
     "JACK ports to play into: those with this in their name (the hardware)",
     AT(backend.connect_to)},
    {"midi", 0, "PORT",
     "MIDI ports to listen to: those with this in their name (the hardware), or none",
     JW_OPTION_BY(read_midi_port), .offers = "none"},
    {"input", 0, NULL,
     "lets an audio input move the strings: JACK's ports in_left and in_right, or the inputs of "
     "PortAudio's device",
     AT(backend.input)},
    {"limiter", 0, "on|off",
     "keeps the output below full scale (on); the parameter limiter is the resonator's own",
     CHOICE(no_limiter)},
    {"no-connect", 0, NULL, "connects no ports", JW_OPTION_BY(read_no_connect)},
    {"record", 0, "FILE.wav", "records the output, sample by sample; .flac has 24 bits",
     AT(record)},
    {"folder", 0, "FOLDER",
     "folder for recordings and sessions of the keys R and S (Jawari in the music folder)",
     AT(folder)},
    {"reconnect", 0, NULL, "waits for the JACK server or the device to come back", AT(reconnect)},
    {"offline-quality", 0, "1|2|4", "quality while JACK freewheels (4)",
     JW_OPTION_BY(read_offline_quality)},
    {"midi-map", 0, "FILE", "file for the controllers that MIDI learn has assigned", AT(midi_map)},
    {"name", 0, "NAME", "name of the JACK or ALSA client (jawari)", AT(backend.name)},
    {"window", 0, NULL,
     "opens a window, besides the screen in the terminal; closing it ends the program", AT(window)},
    {"no-ui", 0, NULL,
     "no screen; reads commands from the standard input, one per line; see --list-commands",
     AT(no_ui)},
    {"osc", 0, "[ADDRESS:]PORT",
     "also takes commands as messages of Open Sound Control (/jawari/set/gain -3); without ADDRESS "
     "only from this machine",
     JW_OPTION_BY(read_osc)},
    {"selftest", 0, "SECONDS", "plays a heavy score and reports the worst delay", AT(selftest_s),
     RANGE(0.001, 86400, "s"), .command_line = true},
    {"config", 0, "FILE",
     "options in lines of NAME = VALUE, read first (~/.config/jawari/jawari.conf)", AT(config),
     .command_line = true},
    {"no-config", 0, NULL, "does not read that file", AT(no_config), .command_line = true},
    {"list-commands", 0, NULL, "lists them and stops", LIST(COMMANDS)},
    {"list-devices", 0, NULL, "lists them and stops", LIST(DEVICES)},
    {"list-instruments", 0, NULL, "lists them and stops", LIST(INSTRUMENTS)},
    {"list-practice", 0, NULL, "lists the practice sets and stops", LIST(PRACTICE)},
    {"list-presets", 0, NULL, "lists them and stops; the number is that of a program change",
     LIST(PRESETS)},
    {"list-ragas", 0, "[WORDS]",
     "lists all and stops; with WORDS those with these notes or names (\"g -R kauns\"), one in "
     "full",
     LIST_ON(RAGAS), .offers = "-"},
    {"list-talas", 0, "[NAME]",
     "lists their beats, parts and marks and stops; with a name, all about that one",
     LIST_ON(TALAS), .offers = "-"},
    {"list-params", 0, NULL, "lists them and stops", LIST(PARAMS)},
    {"verbose", 'v', NULL, "reports late blocks", AT(verbose)},
    JW_OPTIONS_COMMON(JwLiveOptions),
};

const JwOptionTable jw_live_option_table = {
    .program = "jawari",
    .head = "Usage: jawari [OPTIONS] [INSTRUMENT|PRESET]\n"
            "\n"
            "Plays a model of buzzing strings live: by MIDI, or by the computer's keyboard.\n",
    .rows = rows,
    .foot = "Exit status: 1 for what failed, 2 for wrong usage, 3 when the JACK server,\n"
            "the device or the display went away, 4 when the self-test missed a deadline.\n",
    .n_operands = 1,
    .operands = "--list-instruments|--list-presets|FILE",
};

/********* Configuration file *********/

static bool is_word(const char *text, const char *a, const char *b, const char *c) {
    return !strcmp(text, a) || !strcmp(text, b) || !strcmp(text, c);
}

/// Reads a flag in the configuration file: yes sets the option, no does nothing.
static bool take_flag_line(const JwOptionGiven *given) {
    const char *value = given->text;
    if (is_word(value, "yes", "true", "1")) {
        return jw_option_keep(given);
    }
    return is_word(value, "no", "false", "0") ||
           jw_error_set(given->error, "%s: \"%.80s\" is neither yes nor no", given->row->name,
                        value);
}

static bool take_line(void *user, char *key, char *value, JwError *error) {
    char near[256];
    JwNearest nearest = jw_nearest_start(key);
    for (const JwOption *row = rows; row->name; ++row) {
        const bool here = row->kind != JW_OPTION_ACTION && !row->command_line;
        if (here && !strcmp(row->name, key)) {
            const JwOptionGiven given = {user, row, value, error};
            return row->argument ? jw_option_keep(&given) : take_flag_line(&given);
        }
        if (here) {
            jw_nearest_offer(&nearest, row->name);
        }
    }
    return jw_error_set(error, "unknown option \"%.80s\"%s", key,
                        jw_nearest_text(&nearest, near, sizeof(near)));
}

static bool read_config(JwLiveOptions *o, JwError *error) {
    char usual[PATH_SIZE];
    if (o->config) {
        return jw_settings_read(o->config, take_line, o, &o->config_text, error);
    }
    return !jw_settings_path("jawari.conf", usual, sizeof(usual)) ||
           jw_settings_read_if_any(usual, take_line, o, &o->config_text, error);
}

/********* Command line *********/

/// Stores the options that are needed before the configuration file is read.
static bool take_first(const JwOptionGiven *given) {
    const bool first = given->row->kind == JW_OPTION_ACTION || given->row->command_line;
    return !first || jw_option_keep(given);
}

bool jw_live_options_parse(JwLiveOptions *options, int argc, char **argv, JwError *error) {
    *options = (JwLiveOptions){.backend = {.name = "jawari", .connect = true, .connect_midi = true},
                               .with = JW_COMPANION_NONE,
                               .offline_quality = 4};
    if (jw_options_parse(&jw_live_option_table, take_first, options, argc, argv, error) < 0) {
        return false;
    }
    if (options->action != JW_LIVE_PLAY) {
        return true;
    }
    if ((!options->no_config && !read_config(options, error)) ||
        !jw_tuning_arguments_agree(&options->tuning, error)) {
        return false;
    }
    // The command line takes precedence over the file, even if the two contradict each other.
    options->tuning.a4 = options->tuning.sa_hz = false;
    const char *usual_instrument = options->instrument;
    const char *usual_preset = options->preset;
    options->instrument = options->preset = NULL;
    const int first =
        jw_options_parse(&jw_live_option_table, jw_option_keep, options, argc, argv, error);
    if (first < 0 || !jw_tuning_arguments_agree(&options->tuning, error)) {
        return false;
    }
    options->operand = argc > first ? argv[first] : NULL;
    // Names on the command line replace all names in the file.
    if (!options->instrument && !options->preset && !options->operand) {
        options->instrument = usual_instrument;
        options->preset = usual_preset;
    }
    return true;
}

void jw_live_options_clear(JwLiveOptions *options) {
    free(options->config_text);
    free(options->practice_names);
    options->config_text = NULL;
    options->practice_names = NULL;
}

/********* Operand *********/

static bool is_there(const char *name, const char *extension) {
    char path[PATH_SIZE];
    JwError unused = {0};
    return jw_data_find(name, extension, path, sizeof(path), &unused);
}

static void offer_all(JwNearest *nearest, const JwNameList *list) {
    for (int i = 0; i < list->n; ++i) {
        jw_nearest_offer(nearest, list->name[i]);
    }
}

static bool unknown(const char *name, JwError *error) {
    JwNameList instruments = {0, NULL};
    JwNameList presets = {0, NULL};
    char near[256];
    JwNearest nearest = jw_nearest_start(name);
    if (jw_data_list(JW_INSTRUMENT_EXTENSION, &instruments)) {
        offer_all(&nearest, &instruments);
    }
    if (jw_data_list(JW_PRESET_EXTENSION, &presets)) {
        offer_all(&nearest, &presets);
    }
    jw_nearest_text(&nearest, near, sizeof(near));
    jw_name_list_clear(&instruments);
    jw_name_list_clear(&presets);
    return jw_error_set(error,
                        "neither an instrument nor a preset is called \"%.80s\"%s; see "
                        "--list-instruments and --list-presets",
                        name, near);
}

/// Makes instrument, preset and companion those of the practice set, so that quality and programs
/// are theirs from the start.
static bool take_practice(JwLiveOptions *o, JwError *error) {
    JwPracticeNames *names = calloc(1, sizeof(*names));
    o->practice_names = names;
    if (!names) {
        return jw_error_set(error, "out of memory");
    }
    if (!jw_practice_names(o->practice, names, error)) {
        return jw_error_prefix(error, "--practice");
    }
    o->instrument = *names->instrument ? names->instrument : NULL;
    o->preset = *names->preset ? names->preset : NULL;
    o->with.preset = *names->with ? names->with : NULL;
    return true;
}

bool jw_live_options_resolve(JwLiveOptions *o, JwError *error) {
    const char *name = o->operand;
    if (o->practice) {
        return take_practice(o, error);
    }
    if (!name) {
        return true;
    }
    const bool preset = jw_data_has_extension(name, JW_PRESET_EXTENSION) ||
                        (!jw_data_has_extension(name, JW_INSTRUMENT_EXTENSION) &&
                         !is_there(name, JW_INSTRUMENT_EXTENSION));
    if (preset && !jw_data_has_extension(name, JW_PRESET_EXTENSION) &&
        !is_there(name, JW_PRESET_EXTENSION)) {
        return unknown(name, error);
    }
    if (preset ? o->preset : o->instrument) {
        return jw_error_set(error, "%s: another %s is given by an option", name,
                            preset ? "preset" : "instrument");
    }
    if (preset) {
        o->preset = name;
    } else {
        o->instrument = name;
    }
    return true;
}
