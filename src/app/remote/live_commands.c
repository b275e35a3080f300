// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/remote/live_commands.h"

#include "app/player/live_keys.h"
#include "app/player/live_tuning.h"
#include "app/player/live_undo.h"
#include "app/remote/command.h"
#include "files/line.h"
#include "files/number.h"
#include "host/patch.h"
#include "program/arguments.h"
#include "program/nearest.h"
#include "program/profile_argument.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    NOTE_OFF = 0x80,
    NOTE_ON = 0x90,
    PROGRAM = 0xc0,
    PRESSURE = 0xd0,
    RELEASE_VELOCITY = 64,
};

static bool crowded(const JwCommand *c) {
    return jw_error_set(c->error, "too many events wait");
}

/********* Parameters *********/

static bool find_param(const JwCommand *c, const char *symbol, JwParamId *id) {
    return jw_argument_param(symbol, id, c->error);
}

static bool do_set(JwCommand *c) {
    JwParamId id = JW_P_GAIN;
    double value = 0.0;
    // Named values may have several words.
    char *end = c->rest + strcspn(c->rest, " \t=");
    char *text = end + strspn(end, " \t");
    text += *text == '=';
    text += strspn(text, " \t");
    if (text == end) {
        return jw_error_set(c->error, "set SYMBOL VALUE");
    }
    *end = '\0';
    return find_param(c, c->rest, &id) && jw_argument_value(id, text, &value, c->error) &&
           (jw_live_set(c->live, id, value) || crowded(c));
}

static void print_param(const JwCommand *c, JwParamId id) {
    jw_line_print(c->out, "%s = %.9g", jw_param_info(id)->symbol, jw_live_param(c->live, id));
}

static bool do_get(JwCommand *c) {
    JwParamId id = JW_P_GAIN;
    if (!find_param(c, c->word[0], &id)) {
        return false;
    }
    print_param(c, id);
    return true;
}

static bool do_params(JwCommand *c) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        print_param(c, (JwParamId)i);
    }
    return true;
}

static bool do_sa(JwCommand *c) {
    return jw_live_set_sa(c->live, c->rest, c->error);
}

static bool do_raga(JwCommand *c) {
    JwCompass compass;
    if (!jw_live_set_raga(c->live, c->rest, c->error) ||
        !jw_live_compass(c->live, &compass, c->error)) {
        return false;
    }
    if (*compass.raga) {
        jw_line_print(c->out, "tuned = %s", compass.raga);
    }
    return true;
}

static bool do_tune(JwCommand *c) {
    if (c->n_words == 2 && !strchr(c->rest, '=')) {
        c->rest[strcspn(c->rest, " \t")] = '=';
    }
    return jw_live_tune(c->live, c->rest, c->error);
}

static bool do_learn(JwCommand *c) {
    JwParamId id = JW_P_GAIN;
    if (!strcmp(c->word[0], "off")) {
        jw_live_learn(c->live, -1);
        return true;
    }
    if (!find_param(c, c->word[0], &id)) {
        return false;
    }
    jw_live_learn(c->live, (int)id);
    return true;
}

static bool do_forget(JwCommand *c) {
    JwParamId id = JW_P_GAIN;
    if (!find_param(c, c->word[0], &id)) {
        return false;
    }
    jw_live_forget(c->live, id);
    return true;
}

/********* Sound *********/

static bool do_preset(JwCommand *c) {
    return jw_live_preset(c->live, c->rest, c->error);
}

static bool do_instrument(JwCommand *c) {
    return jw_live_instrument(c->live, c->rest, c->error);
}

static bool do_profile_save(const JwCommand *c, const char *path) {
    const JwProfile *profile = jw_live_profile(c->live);
    JwLiveState state;
    jw_live_state(c->live, &state);
    return jw_profile_save(path, profile, state.instrument, c->error);
}

static bool do_profile(JwCommand *c) {
    JwProfile profile = {.n = 0};
    JwLiveState state;
    if (!strcmp(c->word[0], "save")) {
        const char *path = c->rest + strlen("save") + strspn(c->rest + strlen("save"), " \t");
        return *path ? do_profile_save(c, path) : jw_error_set(c->error, "profile save FILE");
    }
    jw_live_state(c->live, &state);
    return (!strcmp(c->rest, "off") ||
            jw_profile_argument(c->rest, state.instrument, &profile, c->error)) &&
           jw_live_set_profile(c->live, &profile, c->error);
}

static bool parse_key(const JwCommand *c, const char *text, int *key) {
    JwLiveState state;
    JwCompass compass;
    jw_live_state(c->live, &state);
    return jw_live_compass(c->live, &compass, c->error) &&
           jw_compass_key(&compass, state.instrument_name, text, key, c->error);
}

static bool do_note(JwCommand *c) {
    int key = 0;
    int velocity = 100;
    if (!parse_key(c, c->word[0], &key)) {
        return false;
    }
    if (c->n_words > 1 && !jw_integer_parse(c->word[1], 0, 127, &velocity)) {
        return jw_error_set(c->error, "\"%.40s\" is not a velocity from 0 to 127", c->word[1]);
    }
    const bool lets_go = velocity == 0;
    return jw_live_midi(c->live, lets_go ? NOTE_OFF : NOTE_ON, key,
                        lets_go ? RELEASE_VELOCITY : velocity) ||
           crowded(c);
}

static bool do_off(JwCommand *c) {
    int key = 0;
    return parse_key(c, c->word[0], &key) &&
           (jw_live_midi(c->live, NOTE_OFF, key, RELEASE_VELOCITY) || crowded(c));
}

/// Finds a string of the instrument by its name.
static bool find_string(const JwCommand *c, const char *name, int *string) {
    char near[256];
    JwLiveState state;
    jw_live_state(c->live, &state);
    *string = jw_patch_string(state.instrument, name);
    return *string >= 0 ||
           jw_error_set(c->error, "the instrument has no string \"%.40s\"%s", name,
                        jw_nearest_string(state.instrument, name, near, sizeof(near)));
}

/// Parses the state of the palm: on, off, or a number, 0 for off.
static bool parse_on(const char *text, bool *on) {
    double number = 0.0;
    const bool is_number = jw_number_parse(text, &number);
    *on = is_number ? number != 0.0 : !strcmp(text, "on");
    return is_number || *on || !strcmp(text, "off");
}

static bool do_damp(JwCommand *c) {
    JwEvent event = {.type = JW_EVENT_DAMP, .damp = {.on = true}};
    if (c->n_words > 2 || (c->n_words == 2 && !parse_on(c->word[1], &event.damp.on))) {
        return jw_error_set(c->error, "damp STRING [on|off]");
    }
    return find_string(c, c->word[0], &event.damp.string) &&
           (jw_live_send(c->live, &event) || crowded(c));
}

static bool do_midi(JwCommand *c) {
    int byte[3] = {0, 0, 0};
    for (int i = 0; i < c->n_words && i < 3; ++i) {
        if (!jw_integer_parse(c->word[i], i ? 0 : 128, i ? 127 : 239, &byte[i])) {
            return jw_error_set(c->error, "midi STATUS DATA [DATA]: \"%.40s\" is out of range",
                                c->word[i]);
        }
    }
    const int kind = byte[0] & 0xf0;
    const int n_data = kind == PROGRAM || kind == PRESSURE ? 1 : 2;
    if (c->n_words != 1 + n_data) {
        return jw_error_set(c->error, "midi %d: %d data byte%s belong%s to it", byte[0], n_data,
                            n_data == 1 ? "" : "s", n_data == 1 ? "s" : "");
    }
    return jw_live_midi(c->live, byte[0], byte[1], byte[2]) || crowded(c);
}

/// Sets one of the companion's settings; *is_one is false if the first word names none.
static bool set_with(const JwCommand *c, JwCompanionSettings *settings, bool *is_one) {
    static const struct {
        const char *name;
        double least, most;
    } numbers[] = {{"level", JW_WITH_LEVEL_MIN, JW_WITH_LEVEL_MAX},
                   {"tempo", JW_WITH_TEMPO_MIN, JW_WITH_TEMPO_MAX},
                   {"cents", -JW_WITH_CENTS_MAX, JW_WITH_CENTS_MAX}};
    double *const to[] = {&settings->level_db, &settings->tempo, &settings->cents};
    const char *text = jw_command_after_word(c);
    *is_one = true;
    if (!strcmp(c->word[0], "first")) {
        return jw_companion_first(text, &settings->first) ||
               jw_error_set(c->error, "first Pa|Ma|Ni|own");
    }
    for (int i = 0; i < 3; ++i) {
        double value = 0.0;
        if (strcmp(c->word[0], numbers[i].name) != 0) {
            continue;
        }
        if (i == 1 && !strcmp(text, "own")) {
            settings->tempo = 0.0;
            return true;
        }
        if (!jw_number_parse(text, &value) ||
            !(value >= numbers[i].least && value <= numbers[i].most)) {
            return jw_error_set(c->error, "%s: \"%.40s\" is not a number from %g to %g",
                                numbers[i].name, text, numbers[i].least, numbers[i].most);
        }
        *to[i] = value;
        return true;
    }
    *is_one = false;
    return true;
}

static bool obey_with(JwCommand *c, JwLiveWith *with) {
    JwCompanionSettings settings = *jw_live_with_settings(with);
    bool is_one = false;
    if (!strcmp(c->rest, "on") || !strcmp(c->rest, "off")) {
        return jw_live_with_switch(with, !strcmp(c->rest, "on"), c->error);
    }
    if (!set_with(c, &settings, &is_one)) {
        return false;
    }
    return is_one ? jw_live_with_set(with, &settings, jw_live_with_is_on(with), c->error)
                  : jw_live_with_preset(with, c->rest, c->error);
}

static bool do_with(JwCommand *c) {
    return obey_with(c, jw_live_with(c->live)) || jw_error_prefix(c->error, "with");
}

static bool do_second(JwCommand *c) {
    return obey_with(c, jw_live_with_second(jw_live_with(c->live))) ||
           jw_error_prefix(c->error, "second");
}

static bool do_clock(JwCommand *c) {
    return jw_live_clock_obey(jw_live_audio_clock(jw_live_audio(c->live)), c->rest, c->error);
}

static bool do_keys(JwCommand *c) {
    return jw_live_keys_choose(c->live, c->rest, c->error);
}

static void print_with(const JwLiveWith *with, const char *key, FILE *out) {
    const JwCompanionSettings *s = jw_live_with_settings(with);
    jw_line_print(out, "%s = %s", key, s->preset ? s->preset : "");
    jw_line_print(out, "%s_first = %s", key, jw_companion_first_name(s->first));
    jw_line_print(out, "%s_on = %d", key, jw_live_with_is_on(with));
    jw_line_print(out, "%s_level = %g", key, s->level_db);
    jw_line_print(out, "%s_tempo = %g", key, s->tempo);
    jw_line_print(out, "%s_cents = %g", key, s->cents);
}

static bool do_panic(JwCommand *c) {
    jw_live_panic(c->live);
    return true;
}

static bool do_limiter(JwCommand *c) {
    const bool on = !strcmp(c->rest, "on");
    if (!on && strcmp(c->rest, "off") != 0) {
        return jw_error_set(c->error, "limiter on|off; the parameter is moved by set limiter");
    }
    jw_live_audio_set_limiter(jw_live_audio(c->live), on);
    return true;
}

/********* State *********/

static void print_strings(JwLive *live, const JwInstrument *instrument, FILE *out) {
    for (int i = 0; i < instrument->n_strings; ++i) {
        JwStringReport report;
        jw_live_report(live, i, &report);
        jw_line_print(out, "string_%d = %s %.3g J %.6g Hz%s", i + 1, instrument->string[i].name,
                      report.energy_j, report.pitch_hz, report.damped ? " damped" : "");
    }
}

static void print_meters(const JwMeters *m, FILE *out) {
    fprintf(out, "frames = %" PRIu64 "\nblocks = %" PRIu64 "\n", m->frames, m->blocks);
    fprintf(out, "load = %.4f\nworst_load = %.4f\nworst_ms = %.4f\n", m->load, m->worst_load,
            1e3 * m->worst_s);
    fprintf(out, "late = %" PRIu64 "\noverruns = %" PRIu64 "\n", m->late, m->overruns);
    fprintf(out, "peak_left = %.6g\npeak_right = %.6g\n", m->peak[0], m->peak[1]);
    fprintf(out, "clipped = %" PRIu64 "\nnonfinite = %" PRIu64 "\n", m->clipped, m->nonfinite);
    fprintf(out, "limiter = %d\nlimited_frames = %" PRIu64 "\nlimited_times = %" PRIu64 "\n",
            m->limits, m->limited.frames, m->limited.times);
    fprintf(out, "limited_db = %.2f\n", fmin(jw_limited_db(&m->limited), 0.0));
    fprintf(out, "messages = %" PRIu64 "\ndropped = %" PRIu64 "\nsilent = %d\n", m->messages,
            m->dropped, m->silent);
}

static void print_backend(const JwLiveState *s, FILE *out) {
    const JwBackendState *b = &s->backend;
    jw_line_print(out, "driver = %s", b->driver ? b->driver : "none");
    jw_line_print(out, "device = %s", b->device);
    fprintf(out, "rate_hz = %g\nblock_frames = %u\nlatency_ms = %.3f\n", b->rate_hz,
            (unsigned)b->block_frames, 1e3 * s->latency_s);
    fprintf(out, "xruns = %" PRIu64 "\npriority = %d\nfreewheel = %d\nquality = %g\n", b->xruns,
            b->priority, b->freewheel, s->quality);
}

void jw_command_print_status(JwLive *live, FILE *out) {
    JwLiveState s;
    JwStringReport report;
    jw_live_state(live, &s);
    jw_live_report(live, -1, &report);
    jw_line_print(out, "instrument = %s", s.instrument_name);
    jw_line_print(out, "preset = %s", s.preset_name);
    fprintf(out, "profile = %d\n", jw_live_profile(live)->n);
    print_backend(&s, out);
    print_meters(&s.meters, out);
    fprintf(out, "held_back = %" PRIu64 "\n", report.limited);
    fprintf(out, "dropped_events = %" PRIu64 "\n", report.dropped_events + s.backend.dropped_midi);
    fprintf(out, "cut_bends = %" PRIu64 "\nignored_sysex = %" PRIu64 "\n", report.cut_bends,
            report.ignored_sysex);
    fprintf(out, "recording = %d\nrecorded_frames = %" PRIu64 "\nrecord_lost = %" PRIu64 "\n",
            s.recorder.running, s.recorder.frames, s.recorder.lost);
    jw_line_print(out, "learning = %s",
                  s.learning < 0 ? "" : jw_param_info((JwParamId)s.learning)->symbol);
    print_strings(live, s.instrument, out);
    print_with(jw_live_with(live), "with", out);
    print_with(jw_live_with_second(jw_live_with(live)), "second", out);
    jw_line_print(out, "keys = %s", jw_keys_choice_name(jw_live_keys_choice(live)));
    jw_live_clock_print(jw_live_audio_clock(jw_live_audio(live)), out);
}

static bool do_status(JwCommand *c) {
    jw_command_print_status(c->live, c->out);
    return true;
}

static bool do_reset(JwCommand *c) {
    jw_live_reset_meters(c->live);
    return true;
}

static bool do_undo(JwCommand *c) {
    JwError done = {0};
    const bool ok =
        jw_live_undo(jw_live_audio_undo(jw_live_audio(c->live)), c->live, &done, c->error);
    if (ok) {
        jw_line_print(c->out, "undone = %s", done.text);
    }
    return ok;
}

static bool do_window(JwCommand *c) {
    return jw_error_set(c->error, "this program cannot open a window");
}

/********* Lines *********/

static bool do_help(JwCommand *c);

static const struct {
    const char *name;
    int n_least;
    bool (*run)(JwCommand *c);
    const char *help;
} commands[] = {
    {"set", 1, do_set, "set SYMBOL VALUE      sets a parameter"},
    {"get", 1, do_get, "get SYMBOL            shows its value"},
    {"params", 0, do_params, "params                shows all values"},
    {"sa", 1, do_sa, "sa NOTE|HZ|none       sets the tonic"},
    {"raga", 1, do_raga,
     "raga NAME[:equal|own] tunes frets, taraf and the drone's first string; none: undoes that"},
    {"tune", 1, do_tune, "tune STRING=CENTS     sets the fine tuning of a string"},
    {"preset", 1, do_preset, "preset NAME|FILE      loads another preset, with its instrument"},
    {"instrument", 1, do_instrument, "instrument NAME|FILE  loads another instrument"},
    {"profile", 1, do_profile, "profile FILE|off      sets other heights of the bridge"},
    {"profile", 2, do_profile, "profile save FILE     writes them as the table of an instrument"},
    {"note", 1, do_note,
     "note KEY [VELOCITY]   strikes a note: 49, C#3 or sargam (Re'); 0 releases it"},
    {"off", 1, do_off, "off KEY               releases it"},
    {"damp", 1, do_damp, "damp STRING [on|off]  lays a hand on a string, or lifts it"},
    {"midi", 2, do_midi, "midi BYTE BYTE [BYTE] sends a message, in decimal"},
    {"limiter", 1, do_limiter, "limiter on|off        keeps the output below full scale"},
    {"with", 1, do_with, "with PRESET|on|off     a preset plays by itself beside the instrument"},
    {"with", 2, do_with, "with level|tempo|cents NUMBER, with first Pa|Ma|Ni|own"},
    {"second", 1, do_second, "second ...            the same for a second one, right of the first"},
    {"clock", 1, do_clock, "clock BPM|TALA|on|off|tap|none  clicks; none: without a tala"},
    {"clock", 1, do_clock,
     "clock stop|count-in on|count-in off|grow BPM [TO]|grow off  stop: on sam; TO: last tempo"},
    {"keys", 1, do_keys, "keys auto|piano|sargam what letters play; sargam: MIDI keyboards, too"},
    {"panic", 0, do_panic, "panic                 damps all strings"},
    {"learn", 1, do_learn, "learn SYMBOL|off      assigns the next controller to it"},
    {"forget", 1, do_forget, "forget SYMBOL         removes its controller"},
    {"record", 0, jw_command_record,
     "record [FILE|stop]    records the output; without FILE into the folder"},
    {"stems", 1, jw_command_stems,
     "stems FILE|stop       records instrument and companion apart, before the limiter"},
    {"save", 1, jw_command_save, "save FILE             saves instrument, preset and parameters"},
    {"load", 1, jw_command_load, "load FILE             restores them"},
    {"save-preset", 1, jw_command_save_preset,
     "save-preset NAME      keeps the sound as a preset of one's own; replaces none"},
    {"replace-preset", 1, jw_command_replace_preset,
     "replace-preset NAME   the same in the place of one's own preset of that name"},
    {"practice", 1, jw_command_practice,
     "practice save|load|delete NAME, practice list  sets for practice: all of it under a name"},
    {"undo", 0, do_undo,
     "undo                  takes back a change of preset or parameters, ten at most"},
    {"window", 0, do_window, "window                opens the window, if it is not open"},
    {"status", 0, do_status, "status                reports device, load, levels and counts"},
    {"reset", 0, do_reset, "reset                 restarts counts and worst cases from 0"},
    {"help", 0, do_help, "help                  shows this list"},
    {"quit", 0, NULL, "quit                  ends the program"},
};

void jw_command_print_list(FILE *out) {
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); ++i) {
        jw_line_print(out, "%s", commands[i].help);
    }
}

/// Writes the name of the instrument's key number i.
static bool key_name(JwCommandNames *names, int i, char *text, size_t size) {
    JwError error = {0};
    if (i == 0 && !jw_live_compass(names->live, &names->compass, &error)) {
        return false;
    }
    for (int key = 0; key < JW_KEYS; ++key) {
        i -= names->compass.has[key];
        if (i < 0) {
            return snprintf(text, size, "%d", key) >= 0;
        }
    }
    return false;
}

/// Writes name number i among the parameters, strings or keys that may follow a command.
static bool follower_name(JwCommandNames *names, const char *command, int i, char *text,
                          size_t size) {
    static const char *const with_param[] = {"set", "get", "learn", "forget"};
    bool is_param = false;
    for (size_t k = 0; k < sizeof(with_param) / sizeof(with_param[0]); ++k) {
        is_param = is_param || !strcmp(command, with_param[k]);
    }
    if (is_param) {
        return i < JW_N_PARAMS &&
               snprintf(text, size, "%s", jw_param_info((JwParamId)i)->symbol) >= 0;
    }
    if (!strcmp(command, "tune") || !strcmp(command, "damp")) {
        JwLiveState state;
        jw_live_state(names->live, &state);
        return i < state.instrument->n_strings &&
               snprintf(text, size, "%s", state.instrument->string[i].name) >= 0;
    }
    if (!strcmp(command, "clock")) {
        static const char *const words[] = {"on", "off", "stop", "tap", "none", "count-in", "grow"};
        return i < 7 && snprintf(text, size, "%s", words[i]) >= 0;
    }
    if (!strcmp(command, "practice")) {
        static const char *const words[] = {"save", "load", "delete", "list"};
        return i < 4 && snprintf(text, size, "%s", words[i]) >= 0;
    }
    if (!strcmp(command, "with") || !strcmp(command, "second")) {
        static const char *const words[] = {"on", "off", "level", "first", "tempo", "cents"};
        return i < 6 && snprintf(text, size, "%s", words[i]) >= 0;
    }
    return (!strcmp(command, "note") || !strcmp(command, "off")) && key_name(names, i, text, size);
}

bool jw_command_name(JwCommandNames *names, const char *command, int i, char *text, size_t size) {
    if (command) {
        return follower_name(names, command, i, text, size);
    }
    const int n = sizeof(commands) / sizeof(commands[0]);
    for (int k = 0; k < n; ++k) {
        const bool again = k > 0 && !strcmp(commands[k].name, commands[k - 1].name);
        i -= !again;
        if (i < 0) {
            return snprintf(text, size, "%s", commands[k].name) >= 0;
        }
    }
    return false;
}

static bool do_help(JwCommand *c) {
    jw_command_print_list(c->out);
    return true;
}

static void take_apart(JwCommand *c, char *text) {
    text += strspn(text, " \t");
    c->rest = text;
    for (size_t n = strlen(text); n > 0 && strchr(" \t\r", text[n - 1]); --n) {
        text[n - 1] = '\0';
    }
}

// Splits the line at blanks. Commands with a file name take the rest of the line unchanged.
static void split_words(JwCommand *c, char *copy) {
    for (char *at = copy; c->n_words < JW_COMMAND_WORDS;) {
        at += strspn(at, " \t");
        if (!*at) {
            return;
        }
        c->word[c->n_words++] = at;
        at += strcspn(at, " \t");
        if (*at) {
            *at++ = '\0';
        }
    }
}

static bool run_named(JwCommand *c, const char *name) {
    char near[256];
    JwNearest nearest = jw_nearest_start(name);
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); ++i) {
        if (!strcmp(name, commands[i].name)) {
            return c->n_words >= commands[i].n_least
                       ? commands[i].run(c)
                       : jw_error_set(c->error, "%s", commands[i].help);
        }
        jw_nearest_offer(&nearest, commands[i].name);
    }
    return jw_error_set(c->error, "unknown command \"%.40s\"%s; see help", name,
                        jw_nearest_text(&nearest, near, sizeof(near)));
}

bool jw_command_is(const char *line, const char *name) {
    const char *at = line + strspn(line, " \t\r");
    const size_t n = strlen(name);
    return !strncmp(at, name, n) && strchr(" \t\r", at[n]); // Or at its end
}

bool jw_command_is_button(const char *line) {
    static const char *const with_number[] = {"set", "tune", "note", "damp", "midi"};
    int n_words = -1; // Without the command itself
    for (const char *at = line + strspn(line, " "); *at; at += strspn(at, " ")) {
        at += strcspn(at, " ");
        ++n_words;
    }
    for (size_t i = 0; i < sizeof(with_number) / sizeof(with_number[0]); ++i) {
        if (jw_command_is(line, with_number[i])) {
            return false;
        }
    }
    if (jw_command_is(line, "practice") && n_words == 1) {
        return strstr(line, "list") != NULL; // A name that looks like a number may follow
    }
    if (jw_command_is(line, "clock") && (n_words == 0 || strstr(line, " grow"))) {
        return false; // A tempo follows
    }
    if (jw_command_is(line, "with") || jw_command_is(line, "second")) {
        const char *word = line + strspn(line, " ");
        word += strcspn(word, " ");
        word += strspn(word, " ");
        return n_words == 1 && !jw_command_is(word, "level") && !jw_command_is(word, "tempo") &&
               !jw_command_is(word, "cents") && !jw_command_is(word, "first");
    }
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); ++i) {
        if (jw_command_is(line, commands[i].name)) {
            return n_words >= commands[i].n_least;
        }
    }
    return false;
}

bool jw_command_run(JwLive *live, char *line, FILE *out) {
    JwError error = {0};
    char copy[4096];
    JwCommand c = {.live = live, .out = out, .error = &error};
    char *name = line + strspn(line, " \t\r");
    char *end = name + strcspn(name, " \t\r");
    if (!*name || *name == '#') {
        return true;
    }
    take_apart(&c, *end ? end + 1 : end);
    *end = '\0';
    snprintf(copy, sizeof(copy), "%s", c.rest);
    split_words(&c, copy);
    if (!strcmp(name, "quit")) {
        fprintf(out, "ok\n");
        return false;
    }
    const bool ok = run_named(&c, name);
    if (ok) {
        fprintf(out, "ok\n");
    } else {
        jw_line_print(out, "error: %s", error.text);
    }
    return true;
}
