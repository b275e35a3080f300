// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/preset_text.h"

#include "files/number.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    char *text;
    size_t n;
} Writer;

__attribute__((format(printf, 2, 3))) static void add(Writer *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(w->text + w->n, JW_PRESET_TEXT - w->n, format, args);
    va_end(args);
    w->n += n > 0 ? (size_t)n : 0;
    w->n = w->n < JW_PRESET_TEXT ? w->n : JW_PRESET_TEXT - 1;
}

/// Adds a text in quotes. Texts of a JwPreset contain no line ends.
static void add_text(Writer *w, const char *text, size_t n) {
    add(w, "\"");
    for (size_t i = 0; i < n; ++i) {
        add(w, "%s%c", text[i] == '"' || text[i] == '\\' ? "\\" : "", text[i]);
    }
    add(w, "\"");
}

static void add_property(Writer *w, const char *property, const char *text) {
    if (*text) {
        add(w, "  %s ", property);
        add_text(w, text, strlen(text));
        add(w, " ;\n");
    }
}

/// Adds the URI of the preset. Bytes of the name that a URI cannot contain become %XX.
static void add_uri(Writer *w, const char *name) {
    add(w, "<urn:jawari:preset:");
    for (const char *at = name; *at; ++at) {
        const unsigned char byte = (unsigned char)*at;
        if (byte < 128 && (isalnum(byte) || strchr("-._", byte))) {
            add(w, "%c", byte);
        } else {
            add(w, "%%%02X", byte);
        }
    }
    add(w, ">\n");
}

static void add_moods(Writer *w, const char *moods) {
    for (const char *at = moods; *at;) {
        const size_t n = strcspn(at, ",");
        add(w, "%s", at == moods ? "  jw:mood " : " , ");
        add_text(w, at, n);
        at += n + strspn(at + n, ", ");
    }
    add(w, "%s", *moods ? " ;\n" : "");
}

size_t jw_preset_text(const JwPreset *preset, const char *name, char text[JW_PRESET_TEXT]) {
    Writer w = {text, 0};
    add(&w, "@prefix jw: <urn:jawari:> .\n"
            "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n"
            "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"
            "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
            "@prefix state: <http://lv2plug.in/ns/ext/state#> .\n\n");
    add_uri(&w, name);
    add(&w, "  a pset:Preset ;\n  lv2:appliesTo jw:%s ;\n",
        preset->is_effect  ? "resonator"
        : preset->is_drone ? "drone"
                           : "instrument");
    add_property(&w, "rdfs:label", preset->label);
    add_property(&w, "rdfs:comment", preset->description);
    add_property(&w, "jw:family", preset->family);
    add_moods(&w, preset->moods);
    add_property(&w, "jw:author", preset->author);
    if (preset->program >= 0) {
        add(&w, "  jw:program %d ;\n", preset->program);
    }
    add(&w, "  state:state [ jw:instrumentFile ");
    add_text(&w, preset->instrument, strlen(preset->instrument));
    add(&w, " ]");
    for (int i = 0; i < preset->n_values; ++i) {
        char number[40];
        jw_number_print(number, sizeof(number), preset->value[i].value, 15);
        add(&w, "%s    [ lv2:symbol \"%s\" ; pset:value %s ]", i == 0 ? " ;\n  lv2:port\n" : " ,\n",
            jw_param_info(preset->value[i].id)->symbol, number);
    }
    add(&w, " .\n");
    return w.n;
}
