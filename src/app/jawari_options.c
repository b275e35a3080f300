// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/jawari_options.h"

#include "app/player/settings_file.h"
#include "app/remote/surface.h"
#include "engine/engine.h"
#include "files/data_dir.h"
#include "program/arguments.h"
#include "program/nearest.h"
#include "program/profile_argument.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_MAX = 8192,
    SELFTEST_MAX_S = 86400,
    PATH_SIZE = 4096,
    // Options without a letter
    OPTION_CONFIG = 256,
    OPTION_DEVICE,
    OPTION_DRONE,
    OPTION_DRONE_SYNC,
    OPTION_FOLDER,
    OPTION_INPUT,
    OPTION_LIMITER,
    OPTION_LIST_COMMANDS,
    OPTION_LIST_DEVICES,
    OPTION_LIST_INSTRUMENTS,
    OPTION_LIST_PARAMS,
    OPTION_LIST_PRESETS,
    OPTION_LIST_RAGAS,
    OPTION_MIDI,
    OPTION_MIDI_MAP,
    OPTION_NAME,
    OPTION_NO_CONFIG,
    OPTION_NO_CONNECT,
    OPTION_NO_UI,
    OPTION_OFFLINE_QUALITY,
    OPTION_OSC,
    OPTION_PROFILE,
    OPTION_QUALITY,
    OPTION_RECONNECT,
    OPTION_RECORD,
    OPTION_SELFTEST,
    OPTION_WINDOW,
    OPTION_TUNING, ///< First of the options of tuning_arguments.h, which are the last ones
};

static const struct option long_options[] = {
    {"instrument", required_argument, NULL, 'i'},
    {"preset", required_argument, NULL, 'p'},
    {"set", required_argument, NULL, 's'},
    {"driver", required_argument, NULL, 'd'},
    {"rate", required_argument, NULL, 'r'},
    {"block", required_argument, NULL, 'b'},
    {"connect", required_argument, NULL, 'c'},
    {"verbose", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {"config", required_argument, NULL, OPTION_CONFIG},
    {"device", required_argument, NULL, OPTION_DEVICE},
    {"drone", no_argument, NULL, OPTION_DRONE},
    {"drone-sync", no_argument, NULL, OPTION_DRONE_SYNC},
    {"folder", required_argument, NULL, OPTION_FOLDER},
    {"input", no_argument, NULL, OPTION_INPUT},
    {"limiter", required_argument, NULL, OPTION_LIMITER},
    {"list-commands", no_argument, NULL, OPTION_LIST_COMMANDS},
    {"list-devices", no_argument, NULL, OPTION_LIST_DEVICES},
    {"list-instruments", no_argument, NULL, OPTION_LIST_INSTRUMENTS},
    {"list-params", no_argument, NULL, OPTION_LIST_PARAMS},
    {"list-presets", no_argument, NULL, OPTION_LIST_PRESETS},
    {"list-ragas", no_argument, NULL, OPTION_LIST_RAGAS},
    {"midi", required_argument, NULL, OPTION_MIDI},
    {"midi-map", required_argument, NULL, OPTION_MIDI_MAP},
    {"name", required_argument, NULL, OPTION_NAME},
    {"no-config", no_argument, NULL, OPTION_NO_CONFIG},
    {"no-connect", no_argument, NULL, OPTION_NO_CONNECT},
    {"no-ui", no_argument, NULL, OPTION_NO_UI},
    {"offline-quality", required_argument, NULL, OPTION_OFFLINE_QUALITY},
    {"osc", required_argument, NULL, OPTION_OSC},
    {"profile", required_argument, NULL, OPTION_PROFILE},
    {"quality", required_argument, NULL, OPTION_QUALITY},
    {"reconnect", no_argument, NULL, OPTION_RECONNECT},
    {"record", required_argument, NULL, OPTION_RECORD},
    {"selftest", required_argument, NULL, OPTION_SELFTEST},
    {"window", no_argument, NULL, OPTION_WINDOW},
    JW_TUNING_ROWS(OPTION_TUNING),
    {NULL, 0, NULL, 0},
};

static const char help[] =
    "Usage: jawari [OPTIONS] [INSTRUMENT|PRESET]\n"
    "\n"
    "Plays a model of buzzing strings live: by MIDI, or by the computer's keyboard.\n"
    "\n"
    "  -i, --instrument NAME|FILE  what is played (sitar); see --list-instruments\n"
    "  -p, --preset NAME|FILE      its parameters; see --list-presets\n"
    "  -s, --set SYMBOL=VALUE      one parameter, over preset and program changes;\n"
    "                              may be repeated; see --list-params\n" JW_TUNING_HELP
        JW_PROFILE_HELP
    "      --quality 1|2|4|auto    quality; auto measures, once, which of them the machine\n"
    "                              computes in half of a core\n"
    "      --drone                 the instrument plays by itself, if it has a pattern\n"
    "      --drone-sync            the same, a count a beat of JACK's transport\n"
    "  -d, --driver DRIVER         auto (JACK if a server runs, else PortAudio), jack,\n"
    "                              portaudio, or none: heard by nobody\n"
    "      --device NAME|NUMBER    of PortAudio; see --list-devices\n"
    "  -r, --rate HZ               sample rate, 8000 to 384000; JACK has its own\n"
    "  -b, --block FRAMES          frames at a time, 1 to 8192; JACK has its own\n"
    "  -c, --connect PORT          JACK ports to play into: those whose name has this in\n"
    "                              it (the hardware)\n"
    "      --midi PORT             MIDI ports to listen to: those whose name has this in\n"
    "                              it (the hardware), or none\n"
    "      --input                 sound from outside moves the strings: JACK's ports in_left\n"
    "                              and in_right, or the inputs of PortAudio's device\n"
    "      --limiter on|off        holds what goes out below full scale (on); the parameter\n"
    "                              limiter is the resonator's own\n"
    "      --no-connect            connects nothing\n"
    "      --record FILE.wav       what is played, sample by sample; .flac has 24 bits\n"
    "      --folder FOLDER         where the keys R and S put recordings and sessions\n"
    "                              (Jawari in the music folder)\n"
    "      --reconnect             waits for the JACK server or the device to come back\n"
    "      --offline-quality 1|2|4 quality while JACK freewheels (4)\n"
    "      --midi-map FILE         where MIDI learn keeps what it learned\n"
    "      --name NAME             of the JACK or ALSA client (jawari)\n"
    "      --window                opens a window, beside the screen in the terminal;\n"
    "                              who closes it ends the program\n";

static const char more_help[] =
    "      --no-ui                 no screen; commands come line by line on the standard\n"
    "                              input; see --list-commands\n"
    "      --osc [ADDRESS:]PORT    commands come as messages of Open Sound Control, too\n"
    "                              (/jawari/set/gain -3); without ADDRESS from this machine\n"
    "                              alone\n"
    "      --selftest SECONDS      plays a heavy score and says how late it was at worst\n"
    "      --config FILE           options in lines of NAME = VALUE, read first\n"
    "                              (~/.config/jawari/jawari.conf)\n"
    "      --no-config             does not read that file\n"
    "      --list-commands         and stop\n"
    "      --list-devices          and stop\n"
    "      --list-instruments      and stop\n"
    "      --list-presets          and stop; the number is that of a program change\n"
    "      --list-ragas            and stop: their notes, and cents over Sa\n"
    "      --list-params           and stop\n"
    "  -v, --verbose               says which blocks were late\n"
    "  -h, --help                  this text\n"
    "  -V, --version               version and licence\n"
    "\n"
    "Exit status: 1 for what failed, 2 for wrong usage, 3 when the JACK server,\n"
    "the device or the display went away, 4 when the self-test missed a deadline.\n";

const char *jw_live_options_help(void) {
    return help;
}

const char *jw_live_more_help(void) {
    return more_help;
}

static bool set_driver(JwLiveOptions *o, const char *text, JwMessage *message) {
    return jw_driver_find(text, &o->driver) ||
           jw_message_set(message, "--driver: \"%s\" is not auto, jack, portaudio or none", text);
}

static bool set_quality(JwLiveOptions *o, const char *text, JwMessage *message) {
    double value = 0.0;
    o->auto_quality = !strcmp(text, "auto");
    if (o->auto_quality) {
        return true;
    }
    if (!jw_argument_value(JW_P_QUALITY, text, &value, message)) {
        return jw_message_prefix(message, "--quality");
    }
    o->set[JW_P_QUALITY] = true;
    o->value[JW_P_QUALITY] = value;
    return true;
}

static bool set_offline_quality(JwLiveOptions *o, const char *text, JwMessage *message) {
    double value = 0.0;
    if (!jw_argument_value(JW_P_QUALITY, text, &value, message)) {
        return jw_message_prefix(message, "--offline-quality");
    }
    o->offline_quality = (int)value;
    return true;
}

static bool set_limiter(JwLiveOptions *o, const char *text, JwMessage *message) {
    o->no_limiter = !strcmp(text, "off");
    return o->no_limiter || !strcmp(text, "on") ||
           jw_message_set(message, "--limiter: \"%.80s\" is not on or off", text);
}

static bool set_midi(JwLiveOptions *o, const char *text) {
    o->backend.connect_midi = strcmp(text, "none") != 0;
    o->backend.midi_from = o->backend.connect_midi ? text : NULL;
    return true;
}

static bool set_selftest(JwLiveOptions *o, const char *text, JwMessage *message) {
    return jw_argument_seconds("--selftest", text, SELFTEST_MAX_S, &o->selftest_s, message) &&
           (o->selftest_s > 0.0 || jw_message_set(message, "--selftest: 0 seconds show nothing"));
}

static void switch_on(JwLiveOptions *o, JwParamId id) {
    o->set[id] = true;
    o->value[id] = 1.0;
}

static bool take_flag(JwLiveOptions *o, int option) {
    switch (option) {
    case OPTION_DRONE_SYNC:
        switch_on(o, JW_P_DRONE_SYNC);
        switch_on(o, JW_P_DRONE);
        return true;
    case OPTION_DRONE:
        switch_on(o, JW_P_DRONE);
        return true;
    case OPTION_INPUT:
        o->backend.input = true;
        return true;
    case OPTION_NO_CONFIG:
        o->no_config = true;
        return true;
    case OPTION_NO_CONNECT:
        o->backend.connect = false;
        return true;
    case OPTION_WINDOW:
        o->window = true;
        return true;
    case OPTION_NO_UI:
        o->no_ui = true;
        return true;
    case OPTION_RECONNECT:
        o->reconnect = true;
        return true;
    case 'v':
        o->verbose = true;
        return true;
    default:
        return false;
    }
}

static bool take_text(JwLiveOptions *o, int option, const char *text) {
    switch (option) {
    case 'i':
        o->instrument = text;
        return true;
    case 'p':
        o->preset = text;
        return true;
    case 'c':
        o->backend.connect_to = text;
        return true;
    case OPTION_CONFIG:
        o->config = text;
        return true;
    case OPTION_DEVICE:
        o->backend.device = text;
        return true;
    case OPTION_FOLDER:
        o->folder = text;
        return true;
    case OPTION_MIDI:
        return set_midi(o, text);
    case OPTION_MIDI_MAP:
        o->midi_map = text;
        return true;
    case OPTION_NAME:
        o->backend.name = text;
        return true;
    case OPTION_PROFILE:
        o->profile = text;
        return true;
    case OPTION_RECORD:
        o->record = text;
        return true;
    default:
        return false;
    }
}

static bool take_value(JwLiveOptions *o, int option, const char *text, JwMessage *message) {
    switch (option) {
    case 's':
        o->auto_quality = o->auto_quality && strncmp(text, "quality", strlen("quality"));
        return jw_argument_set(o->set, o->value, text, message);
    case 'd':
        return set_driver(o, text, message);
    case 'r':
        return jw_argument_int("--rate", text, (int)JW_RATE_MIN_HZ, (int)JW_RATE_MAX_HZ, " Hz",
                               &o->backend.rate_hz, message);
    case 'b':
        return jw_argument_int("--block", text, 1, BLOCK_MAX, " frames", &o->backend.block_frames,
                               message);
    case OPTION_LIMITER:
        return set_limiter(o, text, message);
    case OPTION_OFFLINE_QUALITY:
        return set_offline_quality(o, text, message);
    case OPTION_OSC:
        o->osc = text;
        return jw_surface_is_place(text) ||
               jw_message_set(message, "--osc: \"%.100s\" is not PORT or ADDRESS:PORT", text);
    case OPTION_QUALITY:
        return set_quality(o, text, message);
    case OPTION_SELFTEST:
        return set_selftest(o, text, message);
    default:
        return false;
    }
}

static bool take(JwLiveOptions *o, int option, const char *name, const char *text,
                 JwMessage *message) {
    if (option >= OPTION_TUNING && option < OPTION_TUNING + JW_TUNING_OPTIONS) {
        return jw_tuning_argument(&o->tuning, name, text, o->set, o->value, message);
    }
    return take_flag(o, option) || take_text(o, option, text) ||
           take_value(o, option, text, message);
}

static JwLiveAction action_of(int option) {
    switch (option) {
    case 'h':
        return JW_LIVE_HELP;
    case 'V':
        return JW_LIVE_VERSION;
    case OPTION_LIST_COMMANDS:
        return JW_LIVE_LIST_COMMANDS;
    case OPTION_LIST_DEVICES:
        return JW_LIVE_LIST_DEVICES;
    case OPTION_LIST_INSTRUMENTS:
        return JW_LIVE_LIST_INSTRUMENTS;
    case OPTION_LIST_PARAMS:
        return JW_LIVE_LIST_PARAMS;
    case OPTION_LIST_PRESETS:
        return JW_LIVE_LIST_PRESETS;
    case OPTION_LIST_RAGAS:
        return JW_LIVE_LIST_RAGAS;
    default:
        return JW_LIVE_PLAY;
    }
}

/********* Configuration file *********/

static bool is_word(const char *text, const char *a, const char *b, const char *c) {
    return !strcmp(text, a) || !strcmp(text, b) || !strcmp(text, c);
}

static bool take_flag_line(JwLiveOptions *o, const struct option *option, const char *value,
                           JwMessage *message) {
    if (is_word(value, "yes", "true", "1")) {
        return take_flag(o, option->val);
    }
    return is_word(value, "no", "false", "0") ||
           jw_message_set(message, "%s: \"%.80s\" is neither yes nor no", option->name, value);
}

static bool take_line(void *user, char *key, char *value, JwMessage *message) {
    char near[256];
    JwNearest nearest = jw_nearest_start(key);
    for (const struct option *o = long_options; o->name; ++o) {
        const bool here = action_of(o->val) == JW_LIVE_PLAY && o->val != OPTION_CONFIG &&
                          o->val != OPTION_NO_CONFIG && o->val != OPTION_SELFTEST;
        if (here && !strcmp(o->name, key)) {
            return o->has_arg == no_argument ? take_flag_line(user, o, value, message)
                                             : take(user, o->val, o->name, value, message);
        }
        if (here) {
            jw_nearest_offer(&nearest, o->name);
        }
    }
    return jw_message_set(message, "unknown option \"%.80s\"%s", key,
                          jw_nearest_text(&nearest, near, sizeof(near)));
}

static bool read_config(JwLiveOptions *o, JwMessage *message) {
    char usual[PATH_SIZE];
    if (o->config) {
        return jw_settings_read(o->config, take_line, o, &o->config_text, message);
    }
    return !jw_settings_path("jawari.conf", usual, sizeof(usual)) ||
           jw_settings_read_if_any(usual, take_line, o, &o->config_text, message);
}

/********* Command line *********/

// Goes over the arguments, and is called twice: for the configuration file's name, which comes
// first, and for all of them.
static bool parse_arguments(JwLiveOptions *o, bool config_only, int argc, char **argv,
                            JwMessage *message) {
    opterr = 0;
    optind = 0;
    for (;;) {
        int index = 0;
        const int option = getopt_long(argc, argv, ":i:p:s:d:r:b:c:vhV", long_options, &index);
        if (option == -1) {
            return true;
        }
        if (option == '?' || option == ':') {
            return jw_argument_bad(option, argv, long_options, message);
        }
        const JwLiveAction action = action_of(option);
        if (action != JW_LIVE_PLAY) {
            o->action = action;
        }
        if (action == JW_LIVE_HELP || action == JW_LIVE_VERSION) {
            return true;
        }
        const bool now = !config_only || option == OPTION_CONFIG || option == OPTION_NO_CONFIG;
        if (action == JW_LIVE_PLAY && now &&
            !take(o, option, long_options[index].name, optarg, message)) {
            return false;
        }
    }
}

bool jw_live_options_parse(JwLiveOptions *options, int argc, char **argv, JwMessage *message) {
    *options = (JwLiveOptions){.backend = {.name = "jawari", .connect = true, .connect_midi = true},
                               .offline_quality = 4};
    if (!parse_arguments(options, true, argc, argv, message)) {
        return false;
    }
    if (options->action != JW_LIVE_PLAY) {
        return true;
    }
    if (!options->no_config && !read_config(options, message)) {
        return false;
    }
    if (!jw_tuning_arguments_agree(&options->tuning, message)) {
        return false;
    }
    // The command line goes before the file, also where the two would contradict each other.
    options->tuning.a4 = options->tuning.sa_hz = false;
    const char *usual_instrument = options->instrument;
    const char *usual_preset = options->preset;
    options->instrument = options->preset = NULL;
    if (!parse_arguments(options, false, argc, argv, message) ||
        !jw_tuning_arguments_agree(&options->tuning, message)) {
        return false;
    }
    if (argc - optind > 1) {
        return jw_message_set(message, "%s: one name too many; see --help", argv[optind + 1]);
    }
    options->operand = argc > optind ? argv[optind] : NULL;
    // Names on the command line stand in place of all that the file names.
    if (!options->instrument && !options->preset && !options->operand) {
        options->instrument = usual_instrument;
        options->preset = usual_preset;
    }
    return true;
}

void jw_live_options_clear(JwLiveOptions *options) {
    free(options->config_text);
    options->config_text = NULL;
}

/********* Operand *********/

static bool is_there(const char *name, const char *extension) {
    char path[PATH_SIZE];
    JwMessage unused;
    return jw_data_find(name, extension, path, sizeof(path), unused.text, sizeof(unused.text));
}

static void offer_all(JwNearest *nearest, const JwNameList *list) {
    for (int i = 0; i < list->n; ++i) {
        jw_nearest_offer(nearest, list->name[i]);
    }
}

static bool unknown(const char *name, JwMessage *message) {
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
    return jw_message_set(message,
                          "neither an instrument nor a preset is called \"%.80s\"%s; see "
                          "--list-instruments and --list-presets",
                          name, near);
}

bool jw_live_options_resolve(JwLiveOptions *o, JwMessage *message) {
    const char *name = o->operand;
    if (!name) {
        return true;
    }
    const bool preset = jw_data_has_extension(name, JW_PRESET_EXTENSION) ||
                        (!jw_data_has_extension(name, JW_INSTRUMENT_EXTENSION) &&
                         !is_there(name, JW_INSTRUMENT_EXTENSION));
    if (preset && !jw_data_has_extension(name, JW_PRESET_EXTENSION) &&
        !is_there(name, JW_PRESET_EXTENSION)) {
        return unknown(name, message);
    }
    if (preset ? o->preset : o->instrument) {
        return jw_message_set(message, "%s: another %s is given by an option", name,
                              preset ? "preset" : "instrument");
    }
    if (preset) {
        o->preset = name;
    } else {
        o->instrument = name;
    }
    return true;
}
