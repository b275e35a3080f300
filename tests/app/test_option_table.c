// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Options from a table: what each kind takes, keeps and refuses, and how command lines are read.

#include "program/option_table.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

enum { ARGS = 12, LIST = JW_ACTION_OWN };

typedef struct {
    int action;
    bool loud, quick;
    int count, even, where;
    double length, ratio;
    const char *name, *maybe;
    int n_read;
} Options;

static bool read_twice(const JwOptionGiven *given) {
    Options *o = given->options;
    o->n_read += 2;
    return strcmp(given->text, "bad") != 0 || jw_error_set(given->error, "--read: bad");
}

#define AT(field) JW_OPTION_AT(Options, field)

static const JwOption rows[] = {
    {"loud", 'l', NULL, "a flag", AT(loud)},
    {"quick", 'q', NULL, "another", AT(quick)},
    {"count", 'c', "N", "a whole number", AT(count), JW_OPTION_RANGE(-3, 1000000000, "")},
    {"even", 0, "N", "a multiple", AT(even), .range = {32, 64, "frames", 32}},
    {"length", 0, "SECONDS", "a number", AT(length), JW_OPTION_RANGE(0.5, 7200, "s")},
    {"ratio", 0, "R", "a number", AT(ratio), JW_OPTION_RANGE(-1e-3, 1, "")},
    {"where", 0, "here|there|where", "a choice", JW_OPTION_CHOICE_AT(Options, where)},
    {"name", 'n', "NAME", "a text", AT(name)},
    {"maybe", 0, "[TEXT]", "a text that may be left out", AT(maybe)},
    {"read", 0, "TEXT", "read by a function", JW_OPTION_BY(read_twice)},
    {"set", 0, "SYMBOL=VALUE", "as programs have it", JW_OPTION_BY(read_twice)},
    {"list", 0, NULL, "an action", JW_OPTION_ACT(Options, LIST)},
    {"list-some", 0, "[WORDS]", "an action on a text", JW_OPTION_ACT_ON(Options, LIST, maybe)},
    JW_OPTIONS_COMMON(Options),
};

static const JwOptionTable table = {.program = "test", .head = "", .rows = rows, .n_operands = 2};

static Options options;
static JwError error;
static char texts[ARGS][64];
static char *argv[ARGS + 1];

/// Parses words with blanks between them; a word of two quotes is an empty one. Returns the index
/// of the first operand.
static int parse(const char *words) {
    int argc = 0;
    strcpy(texts[argc++], "test");
    while (*words) {
        const size_t n = strcspn(words, " ");
        snprintf(texts[argc++], sizeof(texts[0]), "%.*s", (int)n, words);
        words += n + (words[n] == ' ');
    }
    for (int i = 0; i <= argc; ++i) {
        argv[i] = i == argc ? NULL : texts[i];
        if (argv[i] && !strcmp(argv[i], "\"\"")) {
            *argv[i] = '\0';
        }
    }
    options = (Options){.where = -1};
    error.text[0] = '\0';
    return jw_options_parse(&table, jw_option_keep, &options, argc, argv, &error);
}

static bool taken(const char *words) {
    const int first = parse(words);
    return check(first >= 0, "%s: %s", words, error.text);
}

static void refused(const char *words, const char *why) {
    check(parse(words) < 0 && !strcmp(error.text, why), "%s: \"%s\", not \"%s\"", words, error.text,
          why);
}

static void test_kinds(void) {
    check(taken("--loud") && options.loud && !options.quick, "a flag");
    check(taken("-lq") && options.loud && options.quick, "letters together");
    check(taken("-c7 --count=8") && options.count == 8, "the last one holds");
    check(taken("--count 1e9 --even 64") && options.count == 1000000000 && options.even == 64,
          "whole numbers");
    check(taken("--count -3") && options.count == -3, "a negative one");
    check(taken("--even 32frames") && options.even == 32, "with its unit");
    check(taken("--length 2min") && fabs(options.length - 120.0) < 1e-12, "minutes");
    check(taken("--ratio -.001") && fabs(options.ratio + 1e-3) < 1e-15, "a number");
    check(taken("--where there") && options.where == 1, "the second word");
    check(taken("--where where") && options.where == 2, "the last word");
    check(taken("-n x --name=") && !*options.name, "an empty text");
    check(taken("--name --") && !strcmp(options.name, "--"), "a text of hyphens");
    check(taken("--maybe") && !options.maybe, "left out");
    check(taken("--maybe --loud") && !options.maybe && options.loud, "left out before an option");
    check(taken("--maybe this") && options.maybe && !strcmp(options.maybe, "this"), "given");
    check(taken("--maybe=this") && options.maybe && !strcmp(options.maybe, "this"), "given by =");
    check(taken("--read x --read y") && options.n_read == 4, "a function's");
    check(taken("--list") && options.action == LIST, "an action");
    check(taken("--list-some") && options.action == LIST && !options.maybe, "on no text");
    check(taken("--list-some this") && options.action == LIST && options.maybe &&
              !strcmp(options.maybe, "this"),
          "on a text");
}

static void test_values(void) {
    static const char *const bad[] = {"",    " 7",    "7 ",  "7x", "0x7", "1e", "nan",
                                      "inf", "1e999", "1,5", "--", "7.5", "-4", "1000000001"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        char why[128];
        const JwOptionGiven given = {&options, jw_option_find(rows, "count"), bad[i], &error};
        options.count = 5;
        snprintf(why, sizeof(why), "--count: \"%s\" is not a whole number from -3 to 1000000000",
                 bad[i]);
        check(!jw_option_keep(&given) && !strcmp(error.text, why), "%s", error.text);
        check(options.count == 5, "\"%s\" leaves what was there", bad[i]);
    }
    refused("--even 48", "--even: \"48\" is not a multiple of 32 from 32 to 64 frames");
    refused("--even 96", "--even: \"96\" is not a multiple of 32 from 32 to 64 frames");
    refused("--length 0", "--length: \"0\" is not a number from 0.5 to 7200 s");
    refused("--length 5Hz", "--length: \"5Hz\" is not a number from 0.5 to 7200 s");
    refused("--ratio 1.0001", "--ratio: \"1.0001\" is not a number from -0.001 to 1");
    refused("--where her", "--where: \"her\" is not here, there or where");
    refused("--where heretic", "--where: \"heretic\" is not here, there or where");
    refused("--where \"\"", "--where: \"\" is not here, there or where");
    refused("--read bad", "--read: bad");
}

static void test_lines(void) {
    check(taken("--lou") && options.loud, "an option shortened");
    check(parse("a --loud b") == 2 && !strcmp(argv[2], "a") && !strcmp(argv[3], "b"),
          "operands last");
    check(parse("-- --loud") == 2 && !options.loud, "an operand behind --");
    check(parse("--help --nonsense") >= 0 && options.action == JW_ACTION_HELP, "help stops");
    check(parse("-Vx") >= 0 && options.action == JW_ACTION_VERSION, "so does version");
    check(parse("--list-options a b c") >= 0 && options.action == JW_ACTION_LIST_OPTIONS,
          "and this");
    check(parse("") == 1, "nothing");
    refused("a b c d", "c: one name too many; see --help");
    refused("--list a", "a: one name too many; see --help");
    refused("--lo=1", "option --loud: takes no value; see --help");
    refused("--count", "option --count: needs a value; see --help");
    refused("-qc", "option -c: needs a value; see --help");
    refused("--name --loud", "option --name: needs a value; see --help");
    check(taken("--name=--loud") && !options.loud, "but not behind =");
    refused("-x", "option -x: unknown; see --help");
    refused("--l", "option --l: ambiguous; nearest: loud, length, list; see --help");
    refused("--cuont 1", "option --cuont: unknown; nearest: count; see --help");
    refused("--bridge-curvature 2",
            "option --bridge-curvature: a parameter; --set bridge_curvature=VALUE sets it");
}

int main(void) {
    test_kinds();
    test_values();
    test_lines();
    return check_result();
}
