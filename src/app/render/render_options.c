// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/render_options.h"

#include "app/render/labels.h"
#include "app/score/score.h"
#include "engine/engine.h"
#include "files/number.h"
#include "files/sargam.h"
#include "playing/channels.h"
#include "program/nearest.h"
#include "program/profile_argument.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
    NOTE_MAX_S = 3600,
    TEXT_SIZE = 64,
    SHARDS_MAX = 1000000,
    LABEL_FRAMES_MAX = 960000,
};

bool jw_render_option_note(JwRenderOptions *o, const char *text, JwError *error) {
    char copy[TEXT_SIZE];
    if (o->n_notes == JW_RENDER_NOTES) {
        return jw_error_set(error, "--note: more than %d notes", (int)JW_RENDER_NOTES);
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
            jw_error_set(error,
                         "--note KEY: \"%s\" is not a whole number from 0 to 127 or a name like "
                         "C#3 or Re'",
                         copy)) &&
           (!velocity ||
            jw_argument_int("--note VELOCITY", velocity, 1, 127, &note->velocity, error)) &&
           (!seconds ||
            jw_argument_seconds("--note SECONDS", seconds, NOTE_MAX_S, &note->seconds, error));
}

/// Parses a channel, 1..16, at the beginning of *text and moves *text past it.
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

/// Parses `9` or `1-9` at the beginning of *text and adds the bits of these channels.
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
static bool read_channels(const JwOptionGiven *given) {
    JwRenderOptions *o = given->options;
    const char *rest = given->text;
    o->channels = 0;
    if (!strcmp(rest, "all")) {
        o->channels = (1u << JW_CHANNELS) - 1u;
        return true;
    }
    bool ok = take_channels(&rest, &o->channels);
    while (ok && *rest == ',') {
        ++rest;
        ok = take_channels(&rest, &o->channels);
    }
    return (ok && !*rest) ||
           jw_error_set(given->error,
                        "--channels: \"%s\" is neither all nor a list of channels 1 to 16, "
                        "like 1-9,11",
                        given->text);
}

/// Reads K/N.
static bool read_shard(const JwOptionGiven *given) {
    JwRenderOptions *o = given->options;
    char part[TEXT_SIZE];
    const char *slash = strchr(given->text, '/');
    snprintf(part, sizeof(part), "%.*s", slash ? (int)(slash - given->text) : 0, given->text);
    return (slash && jw_integer_parse(slash + 1, 1, SHARDS_MAX, &o->n_shards) &&
            jw_integer_parse(part, 1, o->n_shards, &o->shard)) ||
           jw_error_set(given->error, "--shard: \"%s\" is not a part K/N, like 3/8", given->text);
}

static bool is_offered(JwWavFormat format, const char *what, JwError *error) {
    char all[256];
    return jw_wav_format_offered(format) ||
           jw_error_set(error, "%s: libsndfile here writes no %s; it writes %s", what,
                        jw_wav_format_name(format), jw_wav_formats_list(false, all, sizeof(all)));
}

static bool read_format(const JwOptionGiven *given) {
    JwRenderOptions *o = given->options;
    char near[256];
    if (jw_wav_format_find(given->text, &o->format)) {
        return is_offered(o->format, given->text, given->error);
    }
    JwNearest nearest = jw_nearest_start(given->text);
    for (int i = 0; i < JW_N_WAV_FORMATS; ++i) {
        jw_nearest_offer(&nearest, jw_wav_format_name((JwWavFormat)i));
    }
    return jw_error_set(given->error, "--format: unknown format \"%s\"%s; see --help", given->text,
                        jw_nearest_text(&nearest, near, sizeof(near)));
}

/********* Table *********/

static bool read_param(const JwOptionGiven *given) {
    JwRenderOptions *o = given->options;
    return jw_argument_set(o->set, o->value, given->text, given->error);
}

static bool read_quality(const JwOptionGiven *given) {
    JwRenderOptions *o = given->options;
    return jw_argument_set_param(JW_P_QUALITY, given->text, o->set, o->value, given->error);
}

static bool read_tuning(const JwOptionGiven *given) {
    JwRenderOptions *o = given->options;
    return jw_tuning_argument(&o->tuning, given->row->name, given->text, o->set, o->value,
                              given->error);
}

static bool read_note(const JwOptionGiven *given) {
    return jw_render_option_note(given->options, given->text, given->error);
}

static bool read_labels(const JwOptionGiven *given) {
    JwRenderOptions *o = given->options;
    return jw_labels_parse(given->text, &o->labels, given->error);
}

static bool read_normalize(const JwOptionGiven *given) {
    JwRenderOptions *o = given->options;
    return jw_goal_parse(given->text, &o->level, given->error) ||
           jw_error_prefix(given->error, "--normalize");
}

#define AT(field)     JW_OPTION_AT(JwRenderOptions, field)
#define RANGE         JW_OPTION_RANGE
#define LIST(what)    JW_OPTION_ACT(JwRenderOptions, JW_RENDER_LIST_##what)
#define LIST_ON(what) JW_OPTION_ACT_ON(JwRenderOptions, JW_RENDER_LIST_##what, filter)

static const JwOption rows[] = {
    {"instrument", 'i', "NAME|FILE", "instrument to play (sitar); see --list-instruments",
     AT(instrument), .offers = "--list-instruments|FILE"},
    {"preset", 'p', "NAME|FILE", "preset for its parameters; see --list-presets", AT(preset),
     .offers = "--list-presets|FILE"},
    {"set", 's', "SYMBOL=VALUE",
     "sets a parameter, whatever presets and program changes say; may be repeated; see "
     "--list-params",
     JW_OPTION_BY(read_param), .offers = "--list-params"},
    {"rate", 'r', "HZ", "sample rate, 8000 to 384000 (48000)", AT(rate_hz),
     RANGE(JW_RATE_MIN_HZ, JW_RATE_MAX_HZ, "Hz")},
    {"block", 'b', "FRAMES",
     "frames computed at a time, 1 to 65536 (256); does not change the sound", AT(block_frames),
     RANGE(1, JW_RENDER_BLOCK_MAX, "frames")},
    {"tail", 't', "SECONDS", "time after the score's end, 0 to 3600 (until silence, 60 at most)",
     AT(tail_s), RANGE(0, 3600, "s")},
    {"seconds", 0, "SECONDS",
     "length of the sound, up to 86400, instead of that of score and tail; it fades at the end. "
     "Without a score the drone plays",
     AT(seconds), RANGE(0.001, 3600 * JW_SCORE_HOURS_MAX, "s")},
    {"quality", 0, "1|2|4", "the same as --set quality=...", JW_OPTION_BY(read_quality)},
    {"channels", 0, "LIST",
     "MIDI channels to play, such as 1-9,11, or all (all except 10, the drums, unless the "
     "instrument or an MPE zone uses it)",
     JW_OPTION_BY(read_channels)},
    {"strict", 0, NULL,
     "refuses a score that violates the standard, instead of repairing what can be understood, "
     "with one warning of each kind",
     AT(strict)},
    {"note", 0, "KEY[:VELOCITY[:SECONDS]]",
     "plays a note instead of a score; KEY: 0 to 127, a name (C4 is 60), or sargam relative to the "
     "instrument's Sa (Sa, Re', komal-Ga or Gab, Ma#, Pa,); velocity 100, 4 seconds; may be "
     "repeated",
     JW_OPTION_BY(read_note)},
    {"input", 0, "FILE",
     "audio input that pushes the bridge, in any format of libsndfile, with one or two channels; "
     "the strings respond. See the parameters sensitivity, dry, wet, listen, hand, freeze, limiter",
     AT(input)},
    JW_TUNING_OPTIONS(read_tuning),
    {"profile", 0, "FILE", JW_PROFILE_HELP, AT(profile)},
    JW_COMPANION_OPTIONS(JwRenderOptions),
    {"output-dir", 0, "DIR",
     "renders several scores into this folder, each into a file named after it", AT(output_dir)},
    {"jobs", 'j', "N",
     "threads, 1 to 256: the number of scores rendered at a time. If there are fewer scores, and "
     "processors left, several threads render each score, with the same bits (one thread per "
     "processor)",
     AT(n_threads), RANGE(1, JW_RENDER_THREADS_MAX, "")},
    {"stems", 0, "DIR",
     "also writes a stereo file of each string, and of the body, into this folder: their sum is "
     "the "
     "mix",
     AT(stems)},
    {"report", 0, "FILE.json", "writes measurements of the run", AT(report)},
    {"format", 0, "FORMAT",
     "wav16, wav24, wavfloat, flac16, flac24, aiff16, aiff24, aifffloat, au24, caf24, caffloat, "
     "vorbis, opus, mp3: those that libsndfile supports (by the file's extension: .wav .flac .aiff "
     ".au "
     ".caf, 24 bits; .ogg .opus .mp3)",
     JW_OPTION_BY(read_format),
     .offers = "wav16|wav24|wavfloat|flac16|flac24|aiff16|aiff24|aifffloat|au24|caf24|caffloat|"
               "vorbis|opus|mp3"},
    {"mono", 0, NULL, "writes one channel, the mean of left and right", AT(mono)},
    {"normalize", 0, "peak:DB|lufs:DB|off",
     "scales the whole sound so that its largest sample has this level in dBFS, or so that it has "
     "this integrated loudness (EBU R 128)",
     JW_OPTION_BY(read_normalize), .offers = "peak:|lufs:|off"},
    {"limiter", 0, "on|off|auto",
     "keeps samples above -1 dBFS below full scale, by a gain that falls at once and rises slowly; "
     "auto: on for formats that clip, off for floats and after --normalize peak (auto). The "
     "parameter limiter is the resonator's own",
     JW_OPTION_CHOICE_AT(JwRenderOptions, limiter), .offers = "auto|on|off"},
    {"manifest", 0, "FILE.jsonl",
     "renders a data set into --output-dir: a sound for each line (a JSON object; options replace "
     "what it leaves out), and a table of all results, results.csv",
     AT(manifest)},
    {"shard", 0, "K/N", "renders only part K of N of the manifest: line K, and every Nth after it",
     JW_OPTION_BY(read_shard)},
    {"resume", 0, NULL, "keeps existing results that match their lines", AT(resume)},
    {"dry-run", 0, NULL, "writes nothing: checks the manifest and estimates its time and space",
     AT(dry_run)},
    {"tar", 0, "MIB", "puts results into tar files of about this size, 1 to 1048576", AT(tar_mib),
     RANGE(1, 1 << 20, "MiB")},
    {"labels", 0, "LIST",
     "labels for each sound: notes (a JSON file); pitch, energy and force over time (npy files); "
     "or all",
     JW_OPTION_BY(read_labels), .offers = "notes|pitch|energy|force|all"},
    {"label-frames", 0, "N", "frames between values of pitch and energy, a multiple of 32 (480)",
     AT(label_frames), .range = {JW_CONTROL_FRAMES, LABEL_FRAMES_MAX, "frames", JW_CONTROL_FRAMES}},
    {"force-frames", 0, "N", "frames between values of force (1)", AT(force_frames),
     RANGE(1, LABEL_FRAMES_MAX, "frames")},
    {"check", 0, "NAME|FILE", "checks an instrument: lists its strings, or its error",
     JW_OPTION_ACT_ON(JwRenderOptions, JW_RENDER_CHECK, check),
     .offers = "--list-instruments|FILE"},
    {"list-instruments", 0, NULL, "lists them and stops", LIST(INSTRUMENTS)},
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
    {"quiet", 'q', NULL, "shows no progress, no warnings and no list of written files", AT(quiet)},
    JW_OPTIONS_COMMON(JwRenderOptions),
};

const JwOptionTable jw_render_option_table = {
    .program = "jawari-render",
    .head = "Usage: jawari-render [OPTIONS] SCORE.mid OUT.wav\n"
            "       jawari-render [OPTIONS] --output-dir DIR SCORE.mid...\n"
            "       jawari-render [OPTIONS] --note KEY[:VELOCITY[:SECONDS]] OUT.wav\n"
            "       jawari-render [OPTIONS] --seconds SECONDS OUT.wav\n"
            "       jawari-render [OPTIONS] --input IN.wav [SCORE.mid] OUT.wav\n"
            "       jawari-render [OPTIONS] --manifest FILE.jsonl --output-dir DIR\n"
            "\n"
            "Plays a Standard MIDI File on a model of buzzing strings into a sound file.\n",
    .rows = rows,
    .foot = "Errors are one line on stderr and leave no half-written file; exit status 1, 2 for\n"
            "wrong usage, 3 if lines of a manifest failed.\n",
    .n_operands = INT_MAX,
    .operands = "FILE",
};

bool jw_render_option(JwRenderOptions *options, const char *name, const char *text,
                      JwError *error) {
    const JwOption *row = jw_option_find(rows, name);
    return row ? jw_option_keep(&(JwOptionGiven){options, row, text, error})
               : jw_error_set(error, "option --%s: unknown", name);
}

/********* Operands *********/

/// Takes the operands as scores. Rejects options that apply to a single score.
static bool parse_scores(JwRenderOptions *o, int n, char **operand, JwError *error) {
    const char *other = o->n_notes  ? "--note"
                        : o->stems  ? "--stems"
                        : o->input  ? "--input"
                        : o->report ? "--report"
                                    : NULL;
    o->scores = operand;
    o->n_scores = n;
    o->format = o->format == JW_N_WAV_FORMATS ? JW_WAV_24 : o->format;
    if (other) {
        return jw_error_set(error, "%s: not together with --output-dir", other);
    }
    return n > 0 || jw_error_set(error, "--output-dir: SCORE.mid... are missing; see --help");
}

/// True if a path has the extension of a score.
static bool is_score(const char *path) {
    static const char *const extensions[] = {".mid", ".midi", ".rmi", ".kar", ".smf"};
    const char *dot = strrchr(path, '.');
    bool is = false;
    for (size_t i = 0; dot && i < sizeof(extensions) / sizeof(extensions[0]); ++i) {
        is = is || !strcasecmp(dot, extensions[i]);
    }
    return is;
}

static bool is_file(const char *path, JwError *error) {
    return !path || strcmp(path, "-") != 0 ||
           jw_error_set(error, "-: no file; the standard output takes no sound");
}

/// Returns false, with an error, for a name whose extension belongs to another format.
static bool keeps_promise(const char *path, JwWavFormat format, JwError *error) {
    JwWavFormat promised;
    return !jw_wav_format_from_path(path, &promised) ||
           !strcmp(jw_wav_format_extension(promised), jw_wav_format_extension(format)) ||
           jw_error_set(error, "%s: --format %s makes no such file", path,
                        jw_wav_format_name(format));
}

/// Names the missing files; operand is the only one given, or NULL.
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
static bool parse_files(JwRenderOptions *o, int n, char **operand, JwError *error) {
    const bool takes_no_score = o->n_notes > 0 || o->seconds > 0.0 || o->input;
    const int n_most = o->n_notes ? 1 : 2;
    if (n > n_most) {
        return jw_error_set(error, "%s: one file too many%s; see --help", operand[n_most],
                            o->n_notes ? ": --note plays no score" : "");
    }
    // A score without an output is never overwritten.
    const bool alone = n == 1 && takes_no_score && !is_score(operand[0]);
    if (n < 2 && !alone) {
        return jw_error_set(error, "command line: %s; see --help",
                            missing_files(n > 0 ? operand[0] : NULL, takes_no_score));
    }
    o->score = alone ? NULL : operand[0];
    o->out = operand[n - 1];
    return true;
}

/// Checks the options used with a manifest, which contains scores and notes itself.
static bool parse_manifest(JwRenderOptions *o, int n, char **operand, JwError *error) {
    const char *other = o->n_notes       ? "--note"
                        : o->stems       ? "--stems"
                        : o->input       ? "--input"
                        : o->report      ? "--report"
                        : o->with.preset ? "--with"
                                         : NULL;
    o->format = o->format == JW_N_WAV_FORMATS ? JW_FLAC_24 : o->format;
    if (other) {
        return jw_error_set(error, "%s: not together with --manifest", other);
    }
    if (n > 0) {
        return jw_error_set(error, "%s: one file too many; the manifest names the scores",
                            operand[0]);
    }
    o->action = JW_RENDER_MANIFEST;
    return o->output_dir || jw_error_set(error, "--manifest: --output-dir is missing");
}

/// Returns false, with an error, for an option that requires a manifest.
static bool goes_without_manifest(const JwRenderOptions *o, JwError *error) {
    const char *other = o->n_shards > 1  ? "--shard"
                        : o->resume      ? "--resume"
                        : o->dry_run     ? "--dry-run"
                        : o->tar_mib > 0 ? "--tar"
                        : o->labels      ? "--labels"
                                         : NULL;
    return !other || jw_error_set(error, "%s: needs --manifest", other);
}

static bool parse_operands(JwRenderOptions *o, bool format_given, int n, char **operand,
                           JwError *error) {
    if (o->seconds > 0.0 && o->tail_s >= 0.0) {
        return jw_error_set(error, "--tail: not together with --seconds");
    }
    if (o->manifest) {
        return parse_manifest(o, n, operand, error);
    }
    if (!goes_without_manifest(o, error)) {
        return false;
    }
    if (o->output_dir) {
        return parse_scores(o, n, operand, error);
    }
    if (!parse_files(o, n, operand, error)) {
        return false;
    }
    if (o->input && o->stems) {
        return jw_error_set(error, "--stems: not together with --input, of which no string has "
                                   "a part of its own");
    }
    if (!is_file(o->out, error) || !is_file(o->report, error)) {
        return false;
    }
    if (format_given) {
        return keeps_promise(o->out, o->format, error);
    }
    char all[256];
    return jw_wav_format_from_path(o->out, &o->format)
               ? is_offered(o->format, o->out, error)
               : jw_error_set(error,
                              "%s: there is no format by its extension; there are %s, and "
                              "--format",
                              o->out, jw_wav_formats_list(false, all, sizeof(all)));
}

bool jw_render_options_parse(JwRenderOptions *options, int argc, char **argv, JwError *error) {
    *options = (JwRenderOptions){
        .rate_hz = 48000,
        .block_frames = 256,
        .tail_s = -1.0,
        .format = JW_N_WAV_FORMATS,
        .shard = 1,
        .n_shards = 1,
        .with = JW_COMPANION_NONE,
        .label_frames = 480,
        .force_frames = 1,
    };
    const int first =
        jw_options_parse(&jw_render_option_table, jw_option_keep, options, argc, argv, error);
    if (first < 0) {
        return false;
    }
    if (options->action == JW_RENDER_CHECK && first < argc) {
        return jw_error_set(error, "%s: one name too many; see --help", argv[first]);
    }
    return options->action != JW_RENDER_SCORE ||
           (jw_tuning_arguments_agree(&options->tuning, error) &&
            parse_operands(options, options->format != JW_N_WAV_FORMATS, argc - first, argv + first,
                           error));
}
