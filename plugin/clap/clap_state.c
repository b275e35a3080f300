// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// State: what hosts of LV2 keep, properties, held controls and ports, as lines of text.
//
//     jawari-state 1 urn:jawari:instrument
//     urn:jawari:instrumentFile sitar
//     urn:jawari:held jawari=50
//     jawari 50
//     end 4
//
// The last line counts the lines between it and the first: a state that was cut off is refused. In
// texts a backslash stands before n for a new line, and before another backslash.

#include "clap.h"
#include "files/number.h"
#include "files/paths.h"
#include "files/regular_file.h"
#include "files/state_file.h"
#include "plugins.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "jawari-state 1 "

enum { STATE_SIZE = 1 << 17 };

/********* Saving *********/

/// Text under construction.
typedef struct {
    char *text;
    size_t n;
    int lines;
} Writer;

/// Adds a line "key text"; all lines together fit.
static void add_line(Writer *w, const char *key, const char *text) {
    w->n += (size_t)snprintf(w->text + w->n, STATE_SIZE - w->n, "%s ", key);
    for (; *text && w->n + 4 < STATE_SIZE; ++text) {
        const bool escapes = *text == '\\' || *text == '\n';
        if (escapes) {
            w->text[w->n++] = '\\';
        }
        w->text[w->n++] = *text == '\n' ? 'n' : *text;
    }
    w->text[w->n++] = '\n';
    ++w->lines;
}

static void add_number(Writer *w, const char *symbol, double value) {
    char text[32];
    jw_number_print(text, sizeof(text), value, 9);
    add_line(w, symbol, text);
}

/// Positions of the parameters' controls (JW_N_CONTROLS), NaN: no control.
static void controls_at(const JwClap *clap, const JwClapPositions *positions, float *ports) {
    for (int i = 0; i < JW_N_CONTROLS; ++i) {
        ports[i] = i < JW_N_PARAMS && clap->port[i] >= 0 ? positions->param[i] : NAN;
    }
}

/// Adds properties and positions. A state that could not be restored is saved unchanged.
static void add_all(JwClap *clap, Writer *w, const JwSaved *saved, bool is_unread) {
    char held[JW_OVERRIDES_TEXT];
    float ports[JW_N_CONTROLS];
    float other[2] = {atomic_load(&clap->other[0]), atomic_load(&clap->other[1])};
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        add_line(w, jw_property_info((JwProperty)i)->uri, saved->texts.of[i]);
    }
    jw_overrides_print(&saved->held, held);
    add_line(w, JW_HELD_URI, held);
    jw_plugin_model_positions(&clap->lv2->model, ports);
    if (is_unread) {
        controls_at(clap, &clap->unread, ports);
        memcpy(other, clap->unread.other, sizeof(other));
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (!isnan(ports[i])) {
            add_number(w, jw_param_info((JwParamId)i)->symbol, jw_port_value(ports[i]));
        }
    }
    add_number(w, "offline_quality", (double)other[0]);
    add_number(w, "bypass", (double)other[1]);
}

static bool write_all(const clap_output_stream *stream, const char *text, size_t size) {
    while (size > 0) {
        const int64_t n = stream->write(stream, text, size);
        if (n <= 0 || (uint64_t)n > size) {
            return false;
        }
        text += n;
        size -= (size_t)n;
    }
    return true;
}

static bool save(const clap_plugin *plugin, const clap_output_stream *stream) {
    JwClap *clap = jw_clap(plugin);
    Writer w = {.text = malloc(STATE_SIZE)};
    JwSaved *saved = calloc(1, sizeof(JwSaved));
    bool ok = w.text && saved;
    if (ok) {
        w.n = (size_t)snprintf(w.text, STATE_SIZE, FIRST_LINE "%s\n", jw_plugin(clap->index)->uri);
        jw_clap_catch_up(clap);
        const bool is_unread = jw_plugin_model_save(&clap->lv2->model, saved);
        add_all(clap, &w, saved, is_unread);
        w.n += (size_t)snprintf(w.text + w.n, STATE_SIZE - w.n, "end %d\n", w.lines);
        ok = write_all(stream, w.text, w.n);
    }
    free(w.text);
    free(saved);
    return ok;
}

/********* Loading *********/

/// A state that is read.
typedef struct {
    JwClap *clap;
    JwSaved saved;
    JwClapPositions positions;
    JwError error;
    char folder[JW_TEXT_SIZE]; ///< Of a state of LV2
    bool has_held;             ///< Such a state names held controls: no preset does
} Reader;

/// Undoes the escapes of a text in place.
static void unescape(char *text) {
    char *to = text;
    for (; *text; ++text) {
        if (*text == '\\' && text[1]) {
            ++text;
            *to++ = *text == 'n' ? '\n' : *text;
        } else {
            *to++ = *text;
        }
    }
    *to = '\0';
}

static void take_value(Reader *r, const char *key, double value) {
    const int param = jw_param_find(key);
    if (param >= 0) {
        r->positions.param[param] = (float)jw_param_clamp((JwParamId)param, value, value);
    } else if (!strcmp(key, "offline_quality")) {
        r->positions.other[0] = (float)jw_param_clamp(JW_P_QUALITY, fmax(value, 0.0), 0.0);
        r->positions.other[0] = value < 0.5 ? 0.0F : r->positions.other[0];
    } else if (!strcmp(key, "bypass")) {
        r->positions.other[1] = value > 0.5 ? 1.0F : 0.0F;
    } // A later version may have more
}

static bool take_number(Reader *r, const char *key, const char *text) {
    double value;
    if (!jw_number_parse(text, &value)) {
        return jw_error_set(&r->error, "state: %.60s: a number is needed", key);
    }
    take_value(r, key, value);
    return true;
}

static bool take_text(Reader *r, const char *key, const char *text) {
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        if (!strcmp(key, jw_property_info((JwProperty)i)->uri)) {
            if (strlen(text) >= JW_TEXT_SIZE) {
                return jw_error_set(&r->error, "state: %.60s: too long", key);
            }
            strcpy(r->saved.texts.of[i], text);
            r->saved.present[i] = true;
            return true;
        }
    }
    if (!strcmp(key, JW_HELD_URI)) {
        return jw_overrides_parse(text, &r->saved.held) ||
               jw_error_set(&r->error, "state: %s: SYMBOL=VALUE is needed", key);
    }
    return true;
}

/// Takes one line "key text".
static bool take_line(Reader *r, char *line) {
    char *text = line + strcspn(line, " ");
    if (!*text) {
        return jw_error_set(&r->error, "state: %.60s: a value is needed", line);
    }
    *text++ = '\0';
    unescape(text);
    return strncmp(line, "urn:", 4) != 0 ? take_number(r, line, text) : take_text(r, line, text);
}

/// Reads all lines of a text.
static bool read_text(Reader *r, char *text) {
    const char *uri = jw_plugin(r->clap->index)->uri;
    int lines = 0;
    char *line = text, *end;
    bool complete = false;
    for (; (end = strchr(line, '\n')) && !complete; line = end + 1) {
        *end = '\0';
        if (line == text) {
            const size_t n = strlen(FIRST_LINE);
            if (strncmp(line, FIRST_LINE, n) != 0 || strcmp(line + n, uri) != 0) {
                return jw_error_set(&r->error, "state: not one of %s", uri);
            }
            continue;
        }
        double counted;
        complete =
            !strncmp(line, "end ", 4) && jw_number_parse(line + 4, &counted) && counted == lines;
        if (!complete && !take_line(r, line)) {
            return false;
        }
        ++lines;
    }
    return complete || jw_error_set(&r->error, "state: cut off after %d lines", lines);
}

/// Reads the stream to its end; NULL if it is too long or fails.
static char *read_stream(const clap_input_stream *stream) {
    char *text = malloc(STATE_SIZE);
    size_t n = 0;
    int64_t got = 1;
    while (text && got > 0 && n < STATE_SIZE - 1) {
        got = stream->read(stream, text + n, STATE_SIZE - 1 - n);
        n += got > 0 && (uint64_t)got <= STATE_SIZE - 1 - n ? (size_t)got : 0;
    }
    if (!text || got != 0 || memchr(text, '\0', n)) {
        free(text);
        return NULL;
    }
    text[n] = '\0';
    return text;
}

static bool restore(Reader *r) {
    JwClap *clap = r->clap;
    float ports[JW_N_CONTROLS];
    if (!r->saved.present[JW_PROPERTY_INSTRUMENT]) {
        return jw_error_set(&r->error, "state: no instrument is named");
    }
    controls_at(clap, &r->positions, ports);
    if (!jw_plugin_model_restore(&clap->lv2->model, &r->saved, ports, &r->error)) {
        clap->unread = r->positions;
        return false;
    }
    jw_latest_write(clap->positions, &r->positions);
    for (int i = 0; i < 2; ++i) {
        atomic_store(&clap->other[i], r->positions.other[i]);
    }
    clap->host->request_process(clap->host);
    jw_clap_catch_up(clap);
    jw_instance_warn(clap->lv2);
    return true;
}

/// A reader, with the values of what a state does not name; NULL if memory is short.
static Reader *new_reader(JwClap *clap) {
    Reader *r = calloc(1, sizeof(Reader));
    if (r) {
        r->clap = clap;
        jw_overrides_default(&r->saved.held, clap->index);
        r->saved.held.at[JW_CONTROL_INSTRUMENT] = NAN;
        for (int i = 0; i < JW_N_PARAMS; ++i) {
            const double value = jw_plugin_default(clap->index, (JwParamId)i);
            r->positions.param[i] = isnan(value) ? 0.0F : (float)value;
        }
    }
    return r;
}

static bool load(const clap_plugin *plugin, const clap_input_stream *stream) {
    JwClap *clap = jw_clap(plugin);
    char *text = read_stream(stream);
    Reader *r = new_reader(clap);
    bool ok = false;
    if (r && text) {
        ok = read_text(r, text) && restore(r);
        if (!ok) {
            jw_clap_log(clap, CLAP_LOG_ERROR, r->error.text);
        }
    } else {
        jw_clap_log(clap, CLAP_LOG_ERROR, "state: cannot be read");
    }
    free(text);
    free(r);
    jw_clap_serve(clap);
    return ok;
}

const clap_state jw_clap_state = {save, load};

/********* States of LV2 *********/

static bool take_port(void *user, const char *symbol, double value, JwError *error) {
    Reader *r = user;
    (void)error;
    if (!strcmp(symbol, "enabled")) {
        take_value(r, "bypass", value > 0.5 ? 0.0 : 1.0);
    } else {
        take_value(r, symbol, value);
    }
    return true;
}

/// Takes a property. A relative path is a file beside the state, if there is one.
static bool take_property(void *user, const char *uri, const char *text, bool is_path,
                          JwError *error) {
    Reader *r = user;
    char path[JW_TEXT_SIZE] = "";
    if (is_path && text[0] && !jw_path_is_absolute(text)) {
        const int n = snprintf(path, sizeof(path), "%s/%s", r->folder, text);
        const bool is_there = n > 0 && (size_t)n < sizeof(path) && jw_regular_file_is(path);
        text = is_there ? path : text;
    }
    r->has_held = r->has_held || !strcmp(uri, JW_HELD_URI);
    return take_text(r, uri, text) || jw_error_set(error, "%s", r->error.text);
}

bool jw_clap_state_load_lv2(JwClap *clap, const char *path, bool *is_state, JwError *error) {
    Reader *r = new_reader(clap);
    const JwStateTaker taker = {r, take_port, take_property};
    const char *slash = strrchr(path, '/');
    *is_state = false;
    if (!r) {
        return jw_error_set(error, "out of memory");
    }
    snprintf(r->folder, sizeof(r->folder), "%.*s", slash ? (int)(slash - path) : 0, path);
    bool ok = !jw_state_file_load(path, jw_plugin(clap->index)->uri, &taker, error);
    *is_state = ok && r->has_held;
    if (*is_state) {
        ok = restore(r) || jw_error_set(error, "%s", r->error.text);
    }
    free(r);
    return ok;
}
