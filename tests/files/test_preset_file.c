// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Preset files: the values that are read, then every way to get one wrong.
// Arguments: the shipped files.

#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/preset_file.h"
#include "files/preset_text.h"
#include "files/text_file.h"
#include "support/check.h"
#include "support/damage.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIXES                                                                                   \
    "@prefix jw: <urn:jawari:> .\n"                                                                \
    "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n"                                             \
    "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"                                        \
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"                                    \
    "@prefix state: <http://lv2plug.in/ns/ext/state#> .\n"

static const char whole[] =
    PREFIXES "<urn:jawari:preset:x>\n"           // line 6
             "  a pset:Preset ;\n"               // 7
             "  lv2:appliesTo jw:instrument ;\n" // 8
             "  rdfs:label \"A label\" ;\n"      // 9
             "  rdfs:comment \"What it is.\" ;\n"
             "  state:state [ jw:instrumentFile \"sitar.ini\" ] ;\n" // 11
             "  lv2:port [\n"                                        // 12
             "    lv2:symbol \"gain\" ;\n"
             "    pset:value 3.0\n" // 14
             "  ] , [\n"
             "    lv2:symbol \"tune\" ;\n" // 16
             "    pset:value -12\n"
             "  ] , [ pset:value 1.5e-1 ; lv2:symbol \"thread\" ] .\n"; // 18

static JwPreset out;
static JwPreset untouched;
static JwError error;

/// Byte by byte, padding included.
static bool differ(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size) != 0;
}

static bool parse(const char *text, size_t size) {
    char *copy = malloc(size > 0 ? size : 1);
    if (!copy) {
        check(false, "memory");
        return false;
    }
    memcpy(copy, text, size);
    memset(&out, 0x5a, sizeof(out));
    memset(error.text, '#', sizeof(error.text));
    const bool ok = jw_preset_file_parse(copy, size, "f.ttl", &out, &error) == JW_SUCCESS;
    free(copy);
    return ok;
}

static int line_of_message(void) {
    if (!memchr(error.text, '\0', sizeof(error.text)) || strpbrk(error.text, "\n\r\t") ||
        strncmp(error.text, "f.ttl:", 6) != 0) {
        return -1;
    }
    char *rest = NULL;
    const long line = strtol(error.text + 6, &rest, 10);
    return rest > error.text + 6 && !strncmp(rest, ": ", 2) && rest[2] ? (int)line : -1;
}

static void refuse(const char *text, size_t size, int line, const char *word, const char *what) {
    if (parse(text, size)) {
        check(false, "%s (%s)", what, "was read");
        return;
    }
    const int said = line_of_message();
    check(said >= 1 && (line == 0 || said == line), "%s (%s)", what, error.text);
    check(!word || strstr(error.text, word), "the reason (%s)", error.text);
    check(!differ(&out, &untouched, sizeof(out)), "out is untouched (%s)", error.text);
}

static void check_whole(void) {
    check(parse(whole, sizeof(whole) - 1), "the whole file (%s)", error.text);
    check(!strcmp(out.label, "A label") && !strcmp(out.description, "What it is.") &&
              !strcmp(out.instrument, "sitar.ini"),
          "texts (%s)", out.label);
    check(!*out.family && !*out.moods && !*out.author && out.program == -1, "no tags");
    check(out.n_values == 3, "three values");
    check(out.value[0].id == JW_P_GAIN && out.value[0].value == 3.0, "a decimal");
    check(out.value[1].id == JW_P_TUNE && out.value[1].value == -12.0, "a whole number");
    check(out.value[2].id == JW_P_THREAD && out.value[2].value == 0.15, "a double");
}

/// Tags, in any order, anywhere.
static void check_tags(void) {
    static const char tagged[] =
        PREFIXES "<urn:jawari:preset:x> a pset:Preset ; lv2:appliesTo "
                 "jw:instrument ; jw:mood \"dark\" , \"clear\" ;\n"
                 "rdfs:label \"A\" ; rdfs:comment \"B.\" ; jw:author \"C. "
                 "D.\" ; jw:family \"Veena\" ; jw:mood \"slow\" ; jw:program 16383 ;\n"
                 "state:state [ jw:instrumentFile \"sitar.ini\" ] .\n";
    check(parse(tagged, sizeof(tagged) - 1), "tags (%s)", error.text);
    check(!strcmp(out.family, "Veena") && !strcmp(out.author, "C. D.") &&
              !strcmp(out.moods, "dark, clear, slow") && out.program == 16383,
          "tags: %s, %s, %s", out.family, out.author, out.moods);
}

/// A preset that is written is read as the same one.
static void check_written(void) {
    static char text[JW_PRESET_TEXT];
    static JwPreset full = {.label = "A \"quoted\" \\ label \xC3\xA9",
                            .description = "What it is.",
                            .instrument = "sitar.ini",
                            .family = "Veena",
                            .moods = "dark, very slow",
                            .author = "A. B.",
                            .program = 300};
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamInfo *info = jw_param_info((JwParamId)i);
        const double third = info->min + (info->max - info->min) / 3.0;
        full.value[full.n_values++] =
            (JwPresetValue){(JwParamId)i, jw_param_clamp((JwParamId)i, third, info->def)};
    }
    full.is_drone = true;
    for (int more = 0; more < 2; ++more) {
        JwPreset *preset = &full;
        static JwPreset plain = {.label = "P",
                                 .description = "D",
                                 .instrument = "s.ini",
                                 .program = -1,
                                 .is_effect = true};
        preset = more ? &plain : preset;
        const size_t n = jw_preset_text(preset, "a name, \xC3\xA9 <x>", text);
        check(n == strlen(text) && n + 1 < sizeof(text), "written: %d bytes", (int)n);
        check(parse(text, n), "and read (%s)", error.text);
        check(!strcmp(out.label, preset->label) && !strcmp(out.description, preset->description) &&
                  !strcmp(out.instrument, preset->instrument) &&
                  !strcmp(out.family, preset->family) && !strcmp(out.moods, preset->moods) &&
                  !strcmp(out.author, preset->author) && out.program == preset->program &&
                  out.is_effect == preset->is_effect && out.is_drone == preset->is_drone &&
                  out.n_values == preset->n_values,
              "the same texts: %s", out.label);
        for (int i = 0; i < preset->n_values; ++i) {
            const double value = preset->value[i].value;
            check(out.value[i].id == preset->value[i].id &&
                      fabs(out.value[i].value - value) <= 1e-14 * fabs(value),
                  "%s: %.17g", jw_param_info(preset->value[i].id)->symbol, out.value[i].value);
        }
    }
}

typedef struct {
    const char *find; ///< In `whole`; the first place
    const char *put;
    int line; ///< 0: any; -1: still a preset
    const char *word;
} Edit;

static const Edit edits[] = {
    {"a pset:Preset", "a pset:Bank", 0, "pset:Preset"},
    {"  lv2:appliesTo jw:instrument ;\n", "", 7, "lv2:appliesTo"},
    {"  rdfs:label \"A label\" ;\n", "", 7, "rdfs:label"},
    {"  rdfs:comment \"What it is.\" ;\n", "", 7, "rdfs:comment"},
    {"  state:state [ jw:instrumentFile \"sitar.ini\" ] ;\n", "", 7, "instrumentFile"},
    {"jw:instrument ;", "<urn:other:plugin> ;", 8, "appliesTo"},
    {"jw:instrument ;", "\"urn:jawari:instrument\" ;", 8, "appliesTo"},
    {"\"A label\"", "\"\"", 9, "rdfs:label"},
    {"\"A label\"", "3", -1, NULL},
    {"\"A label\"", "jw:label", 9, "text"},
    {"\"A label\"", "\"A label\" , \"Another\"", 9, "already"},
    {"\"A label\"", "\"A\\nlabel\"", 9, "one line"},
    {"\"A label\"", "\"0123456789012345678901234567890123456789012345678901234567890123\"", 9,
     "longer"},
    {"\"A label\" ;", "\"A label\" ; jw:mood \"a,b\" ;", 9, "comma"},
    {"\"A label\" ;", "\"A label\" ; jw:mood 3 , jw:x ;", 9, "text"},
    {"\"A label\" ;", "\"A label\" ; jw:family \"A\" , \"B\" ;", 9, "already"},
    {"\"A label\" ;",
     "\"A label\" ; jw:mood \"0123456789012345678901234567890123456789012345678901234567890123\" ,"
     " \"01234567890123456789012345678901234567890123456789012345678901234\" ;",
     9, "altogether"},
    {"\"A label\" ;", "\"A label\" ; jw:program 16384 ;", 9, "jw:program"},
    {"\"A label\" ;", "\"A label\" ; jw:program -1 ;", 9, "jw:program"},
    {"\"A label\" ;", "\"A label\" ; jw:program 1.5 ;", 9, "jw:program"},
    {"\"A label\" ;", "\"A label\" ; jw:program \"1\" ;", 9, "jw:program"},
    {"\"A label\" ;", "\"A label\" ; jw:program 1 , 2 ;", 9, "jw:program"},
    {"\"A label\" ;", "\"A label\" ; jw:program 0 ;", -1, NULL},
    {"\"What it is.\"", "\"\"\"What\nit is.\"\"\"", 11, "one line"},
    {"\"sitar.ini\"", "\"../sitar.ini\"", 11, "plain name"},
    {"\"sitar.ini\"", "\"/etc/passwd\"", 11, "plain name"},
    {"\"sitar.ini\"", "\".ini\"", 11, "plain name"},
    {"\"sitar.ini\"", "<sitar.ini>", 11, "text"},
    {"[ jw:instrumentFile \"sitar.ini\" ]", "\"sitar.ini\"", 11, "state:state"},
    {"\"gain\"", "\"gains\"", 13, "'gains'"},
    {"\"gain\"", "<gain>", 13, "lv2:symbol"},
    {"\"gain\" ;", "\"gain\" , \"tune\" ;", 13, "lv2:symbol"},
    {"\"tune\"", "\"gain\"", 16, "already"},
    {"    lv2:symbol \"gain\" ;\n", "", 14, "lv2:symbol"},
    {"    pset:value 3.0\n", "", 14, "pset:value"},
    {"3.0", "\"3.0\"", 14, "number"},
    {"3.0", "true", 14, "number"},
    {"3.0", "jw:three", 14, "number"},
    {"3.0", "\"nan\"^^<http://www.w3.org/2001/XMLSchema#double>", 14, "number"},
    {"3.0", "\"INF\"^^<http://www.w3.org/2001/XMLSchema#double>", 14, "number"},
    {"3.0", "\"3.0\"^^<http://www.w3.org/2001/XMLSchema#float>", -1, NULL},
    {"3.0", "3.0 , 4.0", 14, "second"},
    {"3.0", "1e9", 14, "gain"},
    {"3.0", "-60.5", 14, "gain"},
    {"3.0", "1e999", 14, "number"},
    {"lv2:port [\n", "lv2:port 3 , [\n", 12, "lv2:port"},
    {"lv2:port [\n", "lv2:port ( 1 2 ) , [\n", 12, "list"},
    {"lv2:port [\n",
     "lv2:port [ lv2:port [ a [ a [ a [ a [ a [ a [ a [ a 1 ] ] ] ] ] ] ] ] ] , [\n", 12, "nested"},
    {"@prefix lv2:", "@prefix lv:", 7, "lv2:appliesTo"},
    {"@prefix lv2:", "@prefax lv2:", 2, NULL},
    {"a pset:Preset ;", "a pset:Preset ; jw:other \"thing\" ;", -1, NULL},
    {"\"sitar.ini\" ]", "\"sitar.ini\" ; jw:other \"thing\" ]", -1, NULL},
    {"\"sitar.ini\"", "\"s\"", -1, NULL},
    {"\"A label\"", "\"A\"", -1, NULL},
    {"\"What it is.\"", "\"W\"", -1, NULL},
    {" .\n", " .\n<urn:x> a jw:Thing .\n", -1, NULL},
    {"] .\n", "] .\n<urn:y> a pset:Preset .\n", 19, "second"},
    {"] .\n", "] .\njunk", 19, NULL},
    {"] .\n", "]\n", 0, NULL},
    {"\"A label\"", "\"A \x01 label\"", 9, "UTF-8"},
    {"\"A label\"", "\"A \xff label\"", 9, "UTF-8"},
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
        if (e->line < 0) {
            check(parse(text, strlen(text)), "%s (%s)", e->put, error.text);
        } else {
            refuse(text, strlen(text), e->line, e->word, e->put);
        }
    }
    refuse("", 0, 1, "pset:Preset", "an empty file");
    refuse(PREFIXES, sizeof(PREFIXES) - 1, 0, "pset:Preset", "prefixes alone");
    printf("edits: %zu\n", sizeof(edits) / sizeof(edits[0]));
}

static void check_truncations(const char *text, const char *name) {
    const size_t size = strlen(text);
    const size_t end = (size_t)(strrchr(text, '.') - text) + 1;
    for (size_t n = 0; n < size; ++n) {
        if (n < end) {
            refuse(text, n, 0, NULL, name);
        } else {
            check(parse(text, n), "cut after the last stop (%s)", error.text);
        }
    }
    printf("%s: cut at each of %zu bytes\n", name, size);
}

static void check_damage(uint32_t seed) {
    static const char bytes[] = "[];\n.\"<>\\()@\xff^#9 :";
    uint32_t state = seed;
    int n_read = 0;
    for (int i = 0; i < 20000; ++i) {
        char text[sizeof(whole) + 64];
        memcpy(text, whole, sizeof(whole));
        const size_t size = damage(text, sizeof(whole) - 1, bytes, 2, &state);
        if (parse(text, size)) {
            ++n_read;
            for (int v = 0; v < out.n_values; ++v) {
                check(jw_param_valid(out.value[v].id, out.value[v].value), "damaged, but read");
            }
        } else {
            check(line_of_message() >= 1, "damaged (%s)", error.text);
        }
    }
    printf("damage: seed %u, %d of 20000 still read\n", seed, n_read);
    check(n_read > 100 && n_read < 19000, "some are read and some are not");
}

// A megabyte of opening brackets must not reach the end of the stack.
static void check_depth(void) {
    static const char *const openers[] = {"[ <urn:a> ", "( ", "[ a ( "};
    const size_t size = JW_TEXT_MAX_BYTES;
    char *text = malloc(size + 32);
    for (size_t i = 0; text && i < sizeof(openers) / sizeof(openers[0]); ++i) {
        size_t n = (size_t)sprintf(text, "<urn:s> <urn:p> ");
        while (n < size - 16) {
            n += (size_t)sprintf(text + n, "%s", openers[i]);
        }
        refuse(text, n, 1, NULL, openers[i]);
    }
    check(text != NULL, "memory");
    free(text);
}

static void refuse_file(const char *path) {
    memset(&out, 0x5a, sizeof(out));
    check(jw_preset_file_load(path, &out, &error) != JW_SUCCESS &&
              !strncmp(error.text, path, strlen(path)),
          "%s (%s)", path, error.text);
    check(!differ(&out, &untouched, sizeof(out)), "out is untouched (%s)", path);
}

static void check_shipped(const char *path) {
    static JwInstrument instrument;
    char *text = NULL;
    char found[512] = "";
    size_t size = 0;
    check(jw_text_read(path, &text, &size, &error), "%s (%s)", path, error.text);
    check(jw_preset_file_load(path, &out, &error) == JW_SUCCESS, "%s (%s)", path, error.text);
    printf("  %-24s %-12s %d values: %s\n", out.label, out.instrument, out.n_values,
           out.description);
    check(jw_data_find(out.instrument, JW_INSTRUMENT_EXTENSION, found, sizeof(found), &error),
          "%s (%s)", path, error.text);
    check(jw_instrument_file_load(found, &instrument, &error) == JW_SUCCESS, "%s (%s)", path,
          error.text);
    if (text) {
        check_truncations(text, path);
    }
    free(text);
}

/// Reader of Turtle: that of libserd, or another.
#ifndef TURTLE
#define TURTLE "of libserd"
#endif

int main(int argc, char **argv) {
    printf("Turtle is read by the reader %s\n", TURTLE);
    memset(&untouched, 0x5a, sizeof(untouched));
    check_whole();
    check_tags();
    check_written();
    check_edits();
    check_truncations(whole, "whole");
    check_damage(2463534242u);
    check_depth();
    refuse_file("no such folder/x.ttl");
    refuse_file("/");
    refuse_file("/dev/zero");
    for (int i = 1; i < argc; ++i) {
        check_shipped(argv[i]);
    }
    check(argc > 1, "shipped files (%s)", "none given");
    return check_result();
}
