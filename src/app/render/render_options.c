// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/render_options.h"

#include "app/render/labels.h"
#include "engine/engine.h"
#include "files/number.h"
#include "files/sargam.h"
#include "playing/channels.h"
#include "program/arguments.h"
#include "program/nearest.h"
#include "program/profile_argument.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
    TAIL_MAX_S = 3600,
    NOTE_MAX_S = 3600,
    TEXT_SIZE = 64,
    SHARDS_MAX = 1000000,
    TAR_MAX_MIB = 1 << 20,
    LABEL_FRAMES_MAX = 960000,
    // Options without a letter
    OPTION_QUALITY = 256,
    OPTION_NOTE,
    OPTION_STEMS,
    OPTION_REPORT,
    OPTION_FORMAT,
    OPTION_CHECK,
    OPTION_LIST_INSTRUMENTS,
    OPTION_LIST_PRESETS,
    OPTION_LIST_RAGAS,
    OPTION_LIST_PARAMS,
    OPTION_OUTPUT_DIR,
    OPTION_STRICT,
    OPTION_CHANNELS,
    OPTION_SECONDS,
    OPTION_PROFILE,
    OPTION_INPUT,
    OPTION_MANIFEST,
    OPTION_SHARD,
    OPTION_RESUME,
    OPTION_DRY_RUN,
    OPTION_TAR,
    OPTION_LABELS,
    OPTION_LABEL_FRAMES,
    OPTION_FORCE_FRAMES,
    OPTION_NORMALIZE,
    OPTION_LIMITER,
    OPTION_TUNING, ///< First of the options of tuning_arguments.h, which are the last ones
};

static const struct option long_options[] = {
    {"instrument", required_argument, NULL, 'i'},
    {"preset", required_argument, NULL, 'p'},
    {"set", required_argument, NULL, 's'},
    {"rate", required_argument, NULL, 'r'},
    {"block", required_argument, NULL, 'b'},
    {"tail", required_argument, NULL, 't'},
    {"jobs", required_argument, NULL, 'j'},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {"quality", required_argument, NULL, OPTION_QUALITY},
    {"note", required_argument, NULL, OPTION_NOTE},
    {"input", required_argument, NULL, OPTION_INPUT},
    {"stems", required_argument, NULL, OPTION_STEMS},
    {"report", required_argument, NULL, OPTION_REPORT},
    {"output-dir", required_argument, NULL, OPTION_OUTPUT_DIR},
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"strict", no_argument, NULL, OPTION_STRICT},
    {"seconds", required_argument, NULL, OPTION_SECONDS},
    {"channels", required_argument, NULL, OPTION_CHANNELS},
    {"manifest", required_argument, NULL, OPTION_MANIFEST},
    {"shard", required_argument, NULL, OPTION_SHARD},
    {"resume", no_argument, NULL, OPTION_RESUME},
    {"dry-run", no_argument, NULL, OPTION_DRY_RUN},
    {"tar", required_argument, NULL, OPTION_TAR},
    {"labels", required_argument, NULL, OPTION_LABELS},
    {"label-frames", required_argument, NULL, OPTION_LABEL_FRAMES},
    {"force-frames", required_argument, NULL, OPTION_FORCE_FRAMES},
    {"check", required_argument, NULL, OPTION_CHECK},
    {"list-instruments", no_argument, NULL, OPTION_LIST_INSTRUMENTS},
    {"list-presets", no_argument, NULL, OPTION_LIST_PRESETS},
    {"list-ragas", no_argument, NULL, OPTION_LIST_RAGAS},
    {"list-params", no_argument, NULL, OPTION_LIST_PARAMS},
    {"profile", required_argument, NULL, OPTION_PROFILE},
    {"normalize", required_argument, NULL, OPTION_NORMALIZE},
    {"limiter", required_argument, NULL, OPTION_LIMITER},
    JW_TUNING_ROWS(OPTION_TUNING),
    {NULL, 0, NULL, 0},
};

static const char help[] =
    "Usage: jawari-render [OPTIONS] SCORE.mid OUT.wav\n"
    "       jawari-render [OPTIONS] --output-dir DIR SCORE.mid...\n"
    "       jawari-render [OPTIONS] --note KEY[:VELOCITY[:SECONDS]] OUT.wav\n"
    "       jawari-render [OPTIONS] --seconds SECONDS OUT.wav\n"
    "       jawari-render [OPTIONS] --input IN.wav [SCORE.mid] OUT.wav\n"
    "       jawari-render [OPTIONS] --manifest FILE.jsonl --output-dir DIR\n"
    "\n"
    "Plays a Standard MIDI File on a model of buzzing strings into a sound file.\n"
    "\n"
    "  -i, --instrument NAME|FILE  what is played (sitar); see --list-instruments\n"
    "  -p, --preset NAME|FILE      its parameters; see --list-presets\n"
    "  -s, --set SYMBOL=VALUE      one parameter, over preset and program changes;\n"
    "                              may be repeated; see --list-params\n"
    "  -r, --rate HZ               sample rate, 8000 to 384000 (48000)\n"
    "  -b, --block FRAMES          frames computed at a time, 1 to 65536 (256); the sound\n"
    "                              does not depend on it\n"
    "  -t, --tail SECONDS          time after the score's end, 0 to 3600 (until silence,\n"
    "                              60 at most)\n"
    "      --seconds SECONDS       length of the sound, up to 86400, instead of score and tail;\n"
    "                              it fades at its end. Without a score the drone plays\n"
    "      --quality 1|2|4         the same as --set quality=...\n"
    "      --channels LIST         MIDI channels that are played, like 1-9,11, or all (all but\n"
    "                              10, the drums', unless the instrument or an MPE zone has it)\n"
    "      --strict                refuses a score that is against the standard, instead of\n"
    "                              mending what can be understood, with a warning of each kind\n"
    "      --note KEY[:VELOCITY[:SECONDS]]\n"
    "                              plays a note instead of a score; KEY 0 to 127, a name\n"
    "                              (C4 is 60) or sargam from the instrument's Sa on (Sa, Re',\n"
    "                              komal-Ga or Gab, Ma#, Pa,); velocity 100, 4 seconds; may be\n"
    "                              repeated\n" JW_TUNING_HELP JW_PROFILE_HELP
    "      --output-dir DIR        renders several scores into this folder, each to a file of its\n"
    "                              own name\n"
    "  -j, --jobs N                threads, 1 to 256: so many scores are rendered at a time; if\n"
    "                              there are fewer, and processors, several threads render\n"
    "                              each, to the same bits (as many scores as there are\n"
    "                              processors, a thread each)\n"
    "      --stems DIR             a stereo file of each string, and one of the body, into this\n"
    "                              folder, too: together they are the mix\n"
    "      --report FILE.json      figures of the run\n"
    "      --format FORMAT         wav16, wav24, wavfloat, flac16, flac24, aiff16, aiff24,\n"
    "                              aifffloat, au24, caf24, caffloat, vorbis, opus, mp3: those\n"
    "                              that libsndfile has (by the file's extension: .wav .flac\n"
    "                              .aiff .au .caf, 24 bits; .ogg .opus .mp3)\n"
    "      --check NAME|FILE       lists an instrument's strings, or what is wrong with it\n"
    "      --list-instruments      and stop\n"
    "      --list-presets          and stop; the number is that of a program change\n"
    "      --list-ragas            and stop: their notes, and cents over Sa\n"
    "      --list-params           and stop\n"
    "  -q, --quiet                 no progress, no warnings, not what was written\n"
    "  -h, --help                  this text\n"
    "  -V, --version               version and licence\n";

static const char more_help[] =
    "      --normalize peak:DB|lufs:DB|off\n"
    "                              one factor for the whole sound, so that its largest sample has\n"
    "                              this level in dBFS, or it this integrated loudness (EBU R 128)\n"
    "      --limiter on|off|auto   holds samples above -1 dBFS below full scale, by a gain that\n"
    "                              falls at once and rises slowly; auto: on for formats that "
    "clip,\n"
    "                              off for floats and after --normalize peak (auto). The\n"
    "                              parameter limiter is the resonator's own\n"
    "      --input FILE            sound that pushes the bridge, in any format of libsndfile, one\n"
    "                              or two channels; the strings answer. See the parameters\n"
    "                              sensitivity, dry, wet, listen, hand, freeze, limiter\n"
    "      --manifest FILE.jsonl   renders a data set into --output-dir: what each line asks for\n"
    "                              (a JSON object; options are what it leaves out), and a table\n"
    "                              of all, results.csv\n"
    "      --shard K/N             part K of N of the manifest alone: line K, and every Nth after\n"
    "      --resume                keeps results that are there, and are what was asked for\n"
    "      --dry-run               writes nothing: says what is wrong with the manifest, and what\n"
    "                              it takes\n"
    "      --tar MIB               puts results into tar files of about that size, 1 to 1048576\n"
    "      --labels LIST           labels beside each sound: notes (a JSON file), and pitch,\n"
    "                              energy, force over time (npy files), or all\n"
    "      --label-frames N        frames from one value of pitch and energy to the next, a\n"
    "                              multiple of 32 (480)\n"
    "      --force-frames N        frames from one value of force to the next (1)\n"
    "\n"
    "Errors are one line on stderr and leave no half-written file; exit status 1, 2 for\n"
    "wrong usage, 3 if lines of a manifest failed.\n";

const char *jw_render_options_help(void) {
    return help;
}

const char *jw_render_more_help(void) {
    return more_help;
}

bool jw_render_option_note(JwRenderOptions *o, const char *text, JwMessage *message) {
    char copy[TEXT_SIZE];
    if (o->n_notes == JW_RENDER_NOTES) {
        return jw_message_set(message, "--note: more than %d notes", (int)JW_RENDER_NOTES);
    }
    JwRenderNote *note = &o->note[o->n_notes++];
    *note = (JwRenderNote){.velocity = 100, .seconds = 4.0, .string_number = -1};
    snprintf(copy, sizeof(copy), "%s", text);
    const JwTonality anywhere = {.sa_key = 60};
    char *velocity = strchr(copy, ':');
    char *seconds = velocity ? strchr(velocity + 1, ':') : NULL;
    if (velocity) {
        *velocity++ = '\0';
    }
    if (seconds) {
        *seconds++ = '\0';
    }
    const int n = snprintf(note->name, sizeof(note->name), "%s", copy);
    const bool fits = n >= 0 && n < (int)sizeof(note->name);
    return ((fits && (jw_sargam_is(copy) || jw_key_parse(copy, &anywhere, &note->key))) ||
            jw_message_set(message,
                           "--note KEY: \"%s\" is not a whole number from 0 to 127 or a name like "
                           "C#3 or Re'",
                           copy)) &&
           (!velocity ||
            jw_argument_int("--note VELOCITY", velocity, 1, 127, "", &note->velocity, message)) &&
           (!seconds ||
            jw_argument_seconds("--note SECONDS", seconds, NOTE_MAX_S, &note->seconds, message));
}

/// Takes a channel, 1 .. 16, off the beginning of *text.
static bool take_channel(const char **text, int *channel) {
    const size_t n = strspn(*text, "0123456789");
    char number[3] = "";
    if (n == 0 || n >= sizeof(number)) {
        return false;
    }
    memcpy(number, *text, n);
    *text += n;
    return jw_integer_parse(number, 1, JW_CHANNELS, channel);
}

/// Takes `9` or `1-9` off the beginning of *text and adds its channels' bits.
static bool take_channels(const char **text, unsigned *channels) {
    int first = 0;
    bool ok = take_channel(text, &first);
    int last = first;
    if (ok && **text == '-') {
        ++*text;
        ok = take_channel(text, &last) && last >= first;
    }
    for (int channel = first; ok && channel <= last; ++channel) {
        *channels |= 1u << (channel - 1);
    }
    return ok;
}

/// Reads `1-9,11`, or `all`, as bits.
static bool parse_channels(const char *text, unsigned *channels, JwMessage *message) {
    const char *rest = text;
    *channels = 0;
    if (!strcmp(text, "all")) {
        *channels = (1u << JW_CHANNELS) - 1u;
        return true;
    }
    bool ok = take_channels(&rest, channels);
    while (ok && *rest == ',') {
        ++rest;
        ok = take_channels(&rest, channels);
    }
    return (ok && !*rest) ||
           jw_message_set(message,
                          "--channels: \"%s\" is neither all nor a list of channels 1 to 16, "
                          "like 1-9,11",
                          text);
}

/// Reads K/N.
static bool parse_shard(JwRenderOptions *o, const char *text, JwMessage *message) {
    char part[TEXT_SIZE];
    const char *slash = strchr(text, '/');
    snprintf(part, sizeof(part), "%.*s", slash ? (int)(slash - text) : 0, text);
    return (slash && jw_integer_parse(slash + 1, 1, SHARDS_MAX, &o->n_shards) &&
            jw_integer_parse(part, 1, o->n_shards, &o->shard)) ||
           jw_message_set(message, "--shard: \"%s\" is not a part K/N, like 3/8", text);
}

static bool parse_label_frames(JwRenderOptions *o, const char *text, JwMessage *message) {
    return jw_argument_int("--label-frames", text, JW_CONTROL_FRAMES, LABEL_FRAMES_MAX, " frames",
                           &o->label_frames, message) &&
           (o->label_frames % JW_CONTROL_FRAMES == 0 ||
            jw_message_set(message, "--label-frames: %d is no multiple of %d", o->label_frames,
                           (int)JW_CONTROL_FRAMES));
}

static bool is_offered(JwWavFormat format, const char *what, JwMessage *message) {
    char all[256];
    return jw_wav_format_offered(format) ||
           jw_message_set(message, "%s: libsndfile here writes no %s; it writes %s", what,
                          jw_wav_format_name(format), jw_wav_formats_list(false, all, sizeof(all)));
}

static bool parse_format(JwRenderOptions *o, const char *text, JwMessage *message) {
    char near[256];
    if (jw_wav_format_find(text, &o->format)) {
        return is_offered(o->format, text, message);
    }
    JwNearest nearest = jw_nearest_start(text);
    for (int i = 0; i < JW_N_WAV_FORMATS; ++i) {
        jw_nearest_offer(&nearest, jw_wav_format_name((JwWavFormat)i));
    }
    return jw_message_set(message, "--format: unknown format \"%s\"%s; see --help", text,
                          jw_nearest_text(&nearest, near, sizeof(near)));
}

/// Reads --normalize or --limiter.
static bool parse_level(JwRenderOptions *o, int option, const char *name, const char *text,
                        JwMessage *message) {
    char option_name[TEXT_SIZE];
    snprintf(option_name, sizeof(option_name), "--%s", name);
    return (option == OPTION_NORMALIZE ? jw_goal_parse(text, &o->level, message)
                                       : jw_limiter_choice(text, &o->limiter, message)) ||
           jw_message_prefix(message, option_name);
}

static bool parse_option(JwRenderOptions *o, int option, const char *name, const char *text,
                         JwMessage *message) {
    if (option == OPTION_NORMALIZE || option == OPTION_LIMITER) {
        return parse_level(o, option, name, text, message);
    }
    if (option >= OPTION_TUNING && option < OPTION_TUNING + JW_TUNING_OPTIONS) {
        return jw_tuning_argument(&o->tuning, name, text, o->set, o->value, message);
    }
    switch (option) {
    case 'i':
        o->instrument = text;
        return true;
    case 'p':
        o->preset = text;
        return true;
    case OPTION_PROFILE:
        o->profile = text;
        return true;
    case 's':
        return jw_argument_set(o->set, o->value, text, message);
    case 'r':
        return jw_argument_int("--rate", text, (int)JW_RATE_MIN_HZ, (int)JW_RATE_MAX_HZ, " Hz",
                               &o->rate_hz, message);
    case 'b':
        return jw_argument_int("--block", text, 1, JW_RENDER_BLOCK_MAX, " frames", &o->block_frames,
                               message);
    case 't':
        return jw_argument_seconds("--tail", text, TAIL_MAX_S, &o->tail_s, message);
    case 'q':
        o->quiet = true;
        return true;
    case OPTION_SECONDS:
        return jw_argument_seconds("--seconds", text, 3600.0 * JW_RENDER_HOURS_MAX, &o->seconds,
                                   message) &&
               (o->seconds > 0.0 || jw_message_set(message, "--seconds: 0 seconds are no sound"));
    case OPTION_CHANNELS:
        return parse_channels(text, &o->channels, message);
    case OPTION_STRICT:
        o->strict = true;
        return true;
    case OPTION_QUALITY:
        return jw_argument_set_param(JW_P_QUALITY, text, o->set, o->value, message);
    case OPTION_NOTE:
        return jw_render_option_note(o, text, message);
    case OPTION_INPUT:
        o->input = text;
        return true;
    case OPTION_STEMS:
        o->stems = text;
        return true;
    case OPTION_MANIFEST:
        o->manifest = text;
        return true;
    case OPTION_SHARD:
        return parse_shard(o, text, message);
    case OPTION_RESUME:
        o->resume = true;
        return true;
    case OPTION_DRY_RUN:
        o->dry_run = true;
        return true;
    case OPTION_TAR:
        return jw_argument_int("--tar", text, 1, TAR_MAX_MIB, " MiB", &o->tar_mib, message);
    case OPTION_LABELS:
        return jw_labels_parse(text, &o->labels, message);
    case OPTION_LABEL_FRAMES:
        return parse_label_frames(o, text, message);
    case OPTION_FORCE_FRAMES:
        return jw_argument_int("--force-frames", text, 1, LABEL_FRAMES_MAX, " frames",
                               &o->force_frames, message);
    case 'j':
        return jw_argument_int("--jobs", text, 1, JW_RENDER_THREADS_MAX, "", &o->n_threads,
                               message);
    case OPTION_OUTPUT_DIR:
        o->output_dir = text;
        return true;
    case OPTION_REPORT:
        o->report = text;
        return true;
    case OPTION_FORMAT:
        return parse_format(o, text, message);
    case OPTION_CHECK:
        o->check = text;
        return true;
    }
    return false;
}

bool jw_render_option(JwRenderOptions *options, const char *name, const char *text,
                      JwMessage *message) {
    for (const struct option *o = long_options; o->name; ++o) {
        if (!strcmp(o->name, name)) {
            return parse_option(options, o->val, name, text, message);
        }
    }
    return jw_message_set(message, "option --%s: unknown", name);
}

static JwRenderAction action_of(int option) {
    switch (option) {
    case 'h':
        return JW_RENDER_HELP;
    case 'V':
        return JW_RENDER_VERSION;
    case OPTION_CHECK:
        return JW_RENDER_CHECK;
    case OPTION_LIST_INSTRUMENTS:
        return JW_RENDER_LIST_INSTRUMENTS;
    case OPTION_LIST_PRESETS:
        return JW_RENDER_LIST_PRESETS;
    case OPTION_LIST_RAGAS:
        return JW_RENDER_LIST_RAGAS;
    case OPTION_LIST_PARAMS:
        return JW_RENDER_LIST_PARAMS;
    default:
        return JW_RENDER_SCORE;
    }
}

/// Takes the operands as scores. Options for the one file of one score are refused.
static bool parse_scores(JwRenderOptions *o, int n, char **operand, JwMessage *message) {
    const char *other = o->n_notes  ? "--note"
                        : o->stems  ? "--stems"
                        : o->input  ? "--input"
                        : o->report ? "--report"
                                    : NULL;
    o->scores = operand;
    o->n_scores = n;
    o->format = o->format == JW_N_WAV_FORMATS ? JW_WAV_24 : o->format;
    if (other) {
        return jw_message_set(message, "%s: not together with --output-dir", other);
    }
    return n > 0 || jw_message_set(message, "--output-dir: SCORE.mid... are missing; see --help");
}

/// Returns true if a path has the extension of a score.
static bool is_score(const char *path) {
    static const char *const extensions[] = {".mid", ".midi", ".rmi", ".kar", ".smf"};
    const char *dot = strrchr(path, '.');
    bool is = false;
    for (size_t i = 0; dot && i < sizeof(extensions) / sizeof(extensions[0]); ++i) {
        is = is || !strcasecmp(dot, extensions[i]);
    }
    return is;
}

static bool is_file(const char *path, JwMessage *message) {
    return !path || strcmp(path, "-") != 0 ||
           jw_message_set(message, "-: no file; the standard output takes no sound");
}

/// Returns false, with a message, for a name whose extension promises another kind of file.
static bool keeps_promise(const char *path, JwWavFormat format, JwMessage *message) {
    JwWavFormat promised;
    return !jw_wav_format_from_path(path, &promised) ||
           !strcmp(jw_wav_format_extension(promised), jw_wav_format_extension(format)) ||
           jw_message_set(message, "%s: --format %s makes no such file", path,
                          jw_wav_format_name(format));
}

/// Names the files that are missing; operand is the only one that is there, NULL for none.
static const char *missing_files(const char *operand, bool takes_no_score) {
    JwWavFormat format;
    if (!operand) {
        return takes_no_score ? "OUT.wav is missing" : "SCORE.mid and OUT.wav are missing";
    }
    return jw_wav_format_from_path(operand, &format)
               ? "SCORE.mid is missing before OUT.wav; a drone alone takes --seconds"
               : "OUT.wav is missing after the score";
}

/// Takes the operands as score and sound file; returns false for a wrong number of files.
static bool parse_files(JwRenderOptions *o, int n, char **operand, JwMessage *message) {
    const bool takes_no_score = o->n_notes > 0 || o->seconds > 0.0 || o->input;
    const int n_most = o->n_notes ? 1 : 2;
    if (n > n_most) {
        return jw_message_set(message, "%s: one file too many%s; see --help", operand[n_most],
                              o->n_notes ? ": --note plays no score" : "");
    }
    // A score that stands alone is never written over.
    const bool alone = n == 1 && takes_no_score && !is_score(operand[0]);
    if (n < 2 && !alone) {
        return jw_message_set(message, "command line: %s; see --help",
                              missing_files(n > 0 ? operand[0] : NULL, takes_no_score));
    }
    o->score = alone ? NULL : operand[0];
    o->out = operand[n - 1];
    return true;
}

/// Checks what goes with a manifest, which has its scores and notes itself.
static bool parse_manifest(JwRenderOptions *o, int n, char **operand, JwMessage *message) {
    const char *other = o->n_notes  ? "--note"
                        : o->stems  ? "--stems"
                        : o->input  ? "--input"
                        : o->report ? "--report"
                                    : NULL;
    o->format = o->format == JW_N_WAV_FORMATS ? JW_FLAC_24 : o->format;
    if (other) {
        return jw_message_set(message, "%s: not together with --manifest", other);
    }
    if (n > 0) {
        return jw_message_set(message, "%s: one file too many; the manifest names the scores",
                              operand[0]);
    }
    o->action = JW_RENDER_MANIFEST;
    return o->output_dir || jw_message_set(message, "--manifest: --output-dir is missing");
}

/// Returns false, with a message, for an option that goes with a manifest alone.
static bool goes_without_manifest(const JwRenderOptions *o, JwMessage *message) {
    const char *other = o->n_shards > 1  ? "--shard"
                        : o->resume      ? "--resume"
                        : o->dry_run     ? "--dry-run"
                        : o->tar_mib > 0 ? "--tar"
                        : o->labels      ? "--labels"
                                         : NULL;
    return !other || jw_message_set(message, "%s: needs --manifest", other);
}

static bool parse_operands(JwRenderOptions *o, bool format_given, int n, char **operand,
                           JwMessage *message) {
    if (o->seconds > 0.0 && o->tail_s >= 0.0) {
        return jw_message_set(message, "--tail: not together with --seconds");
    }
    if (o->manifest) {
        return parse_manifest(o, n, operand, message);
    }
    if (!goes_without_manifest(o, message)) {
        return false;
    }
    if (o->output_dir) {
        return parse_scores(o, n, operand, message);
    }
    if (!parse_files(o, n, operand, message)) {
        return false;
    }
    if (o->input && o->stems) {
        return jw_message_set(message, "--stems: not together with --input, of which no string has "
                                       "a part of its own");
    }
    if (!is_file(o->out, message) || !is_file(o->report, message)) {
        return false;
    }
    if (format_given) {
        return keeps_promise(o->out, o->format, message);
    }
    char all[256];
    return jw_wav_format_from_path(o->out, &o->format)
               ? is_offered(o->format, o->out, message)
               : jw_message_set(message,
                                "%s: there is no format by its extension; there are %s, and "
                                "--format",
                                o->out, jw_wav_formats_list(false, all, sizeof(all)));
}

bool jw_render_options_parse(JwRenderOptions *options, int argc, char **argv, JwMessage *message) {
    *options = (JwRenderOptions){
        .rate_hz = 48000,
        .block_frames = 256,
        .tail_s = -1.0,
        .format = JW_N_WAV_FORMATS,
        .shard = 1,
        .n_shards = 1,
        .label_frames = 480,
        .force_frames = 1,
    };
    opterr = 0;
    optind = 0; // 0 resets getopt_long() even in the middle of a cluster of letters
    for (;;) {
        int index = 0;
        const int option = getopt_long(argc, argv, ":i:p:s:r:b:t:j:qhV", long_options, &index);
        if (option == -1) {
            break;
        }
        if (option == '?' || option == ':') {
            return jw_argument_bad(option, argv, long_options, message);
        }
        const JwRenderAction action = action_of(option);
        if (action != JW_RENDER_SCORE) {
            options->action = action;
        }
        if (action == JW_RENDER_HELP || action == JW_RENDER_VERSION) {
            return true;
        }
        if ((action == JW_RENDER_SCORE || action == JW_RENDER_CHECK) &&
            !parse_option(options, option, long_options[index].name, optarg, message)) {
            return false;
        }
    }
    if (options->action != JW_RENDER_SCORE && optind < argc) {
        return jw_message_set(message, "%s: one name too many; see --help", argv[optind]);
    }
    return options->action != JW_RENDER_SCORE ||
           (jw_tuning_arguments_agree(&options->tuning, message) &&
            parse_operands(options, options->format != JW_N_WAV_FORMATS, argc - optind,
                           argv + optind, message));
}
