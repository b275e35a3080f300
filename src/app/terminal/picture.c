// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/terminal/picture.h"

#include "app/player/live_keys.h"
#include "app/terminal/canvas.h"
#include "program/arguments.h"

#include <curses.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    HALF_COLUMNS = 40, // First column of the right half, if there is one
    METER_COLUMNS = 24,
    LOW_METER_COLUMNS = 8,
    PARAM_NAME_COLUMNS = 19,
    BAR_COLUMNS = 8,
    BAR_COLUMN = 24, // First column of a string's bar
    KEY_COLUMNS = 13,
};

static const double floor_db = -60.0;

/// Rows of the parts of the screen, from the top: head, body, selected parameter, keyboard,
/// messages.
typedef struct {
    bool wide; ///< Strings and parameters are side by side
    bool low;
    int head, body, selected, said; ///< Rows of each part
} Layout;

static Layout lay_out(void) {
    Layout l = {.wide = COLS >= 2 * HALF_COLUMNS, .low = LINES < 16};
    l.head = l.low ? 3 : 5;
    l.selected = l.low ? 1 : 2;
    l.said = l.low ? (LINES < 10 ? 1 : 2) : 3;
    l.body = LINES - l.head - l.selected - 1 - l.said;
    return l;
}

/********* Parameters in order *********/

static const JwParamId wanted_first[] = {
    JW_P_JAWARI,          JW_P_BRIDGE_CURVATURE, JW_P_SA,      JW_P_RAGA,
    JW_P_DRONE,           JW_P_DRONE_TEMPO,      JW_P_GAIN,    JW_P_SYMPATHETIC,
    JW_P_THREAD_POSITION, JW_P_PLUCK_POSITION,   JW_P_QUALITY,
};

enum { N_WANTED_FIRST = sizeof(wanted_first) / sizeof(wanted_first[0]) };

static bool is_wanted_first(int id) {
    for (int i = 0; i < N_WANTED_FIRST; ++i) {
        if ((int)wanted_first[i] == id) {
            return true;
        }
    }
    return false;
}

JwParamId jw_picture_param(int place) {
    if (place < N_WANTED_FIRST) {
        return wanted_first[place];
    }
    int id = -1;
    for (int n = N_WANTED_FIRST; n <= place; ++n) {
        do {
            ++id;
        } while (is_wanted_first(id));
    }
    return (JwParamId)id;
}

/********* Words *********/

static double decibels(double ratio) {
    return ratio > 0.0 ? 20.0 * log10(ratio) : -HUGE_VAL;
}

static const char *note_name(int key) {
    static char text[16];
    static const char *const names[] = {"C",  "C#", "D",  "D#", "E",  "F",
                                        "F#", "G",  "G#", "A",  "A#", "B"};
    const int octave = (key & 127) / 12 - 1;
    snprintf(text, sizeof(text), "%s%d", names[(key & 127) % 12], octave);
    return text;
}

// Label of a choice; a value of 0 means the instrument's own.
static const char *choice(const JwPicture *p, JwParamId id, const char *own) {
    const double value = jw_live_param(p->live, id);
    const char *label = value == 0.0 ? own : jw_param_label(id, value);
    return label ? label : "?";
}

/********* Head *********/

static void put_level(int row, int column, double peak) {
    const double db = decibels(peak);
    jw_canvas_put(row, column, 10, db < -99.0 ? "   -inf dB" : "%7.1f dB", db);
}

static void put_meter(int row, int column, const char *name, double peak) {
    jw_canvas_put(row, column, 3, "%s", name);
    jw_canvas_bar(row, column + 2, METER_COLUMNS, 1.0 - decibels(peak) / floor_db);
    put_level(row, column + METER_COLUMNS + 3, peak);
}

/// Appends tempo, tala and beat of the metronome if it is on.
static void add_clock(const JwPicture *p, char *text, size_t size) {
    const JwLiveClock *clock = jw_live_audio_clock(jw_live_audio(p->live));
    const int beat = clock->setting.on ? jw_clicks_beat(clock->clicks) : 0;
    const char *how = clock->setting.ends ? " to sam" : beat < 0 ? " count-in" : "";
    const size_t n = strlen(text);
    if (clock->setting.on && clock->tala >= 0) {
        snprintf(text + n, size - n, "  %s %d/%zu%s", jw_tala_info(clock->tala)->name, abs(beat),
                 strlen(clock->setting.marks), how);
    } else if (clock->setting.on) {
        snprintf(text + n, size - n, "  %.4g bpm%s", jw_live_clock_bpm(clock), how);
    }
}

/// Adds a companion if it is on.
static void add_companion(const JwLiveWith *with, char *text, size_t size) {
    const JwCompanionSettings *s = jw_live_with_settings(with);
    const char *slash = s->preset ? strrchr(s->preset, '/') : NULL;
    if (jw_live_with_is_on(with)) {
        size_t n = strlen(text);
        n += (size_t)snprintf(text + n, size - n, "%s %.36s", n > 0 ? "," : "  with",
                              slash ? slash + 1 : s->preset);
        if (s->level_db != 0.0) {
            snprintf(text + n, size - n, " %+.3g dB", s->level_db);
        }
    }
}

/// Describes companions and metronome if they are on.
static const char *companion(const JwPicture *p, char *text, size_t size) {
    const JwLiveWith *with = jw_live_with(p->live);
    text[0] = '\0';
    add_companion(with, text, size);
    add_companion(jw_live_with_second(with), text, size);
    add_clock(p, text, size);
    return text;
}

static void draw_tuning(const JwPicture *p, int row) {
    char with[160];
    const double cents = jw_live_param(p->live, JW_P_TUNE);
    char moved[32] = "";
    if (cents != 0.0) {
        snprintf(moved, sizeof(moved), "  %+.4g cent", cents);
    }
    if (COLS < 2 * HALF_COLUMNS) {
        jw_canvas_put(row, 1, COLS, "Sa %s  raga %s  A4 %.5g Hz%s%s",
                      choice(p, JW_P_SA, "as built"), choice(p, JW_P_RAGA, "none"),
                      jw_live_param(p->live, JW_P_A4), moved, companion(p, with, sizeof(with)));
        return;
    }
    char line[256], a4[48];
    snprintf(a4, sizeof(a4), "A4 %.5g Hz%s  ", jw_live_param(p->live, JW_P_A4), moved);
    // Where not all has room, the companion and the beat have.
    for (int less = 0; less < 3; ++less) {
        const int n = snprintf(line, sizeof(line), "%sSa %s  raga %s%s%s%s", less < 2 ? a4 : "",
                               choice(p, JW_P_SA, "as built"), choice(p, JW_P_RAGA, "none"),
                               less < 1 ? "  " : "",
                               less < 1 ? choice(p, JW_P_INTONATION, "own intonation") : "",
                               companion(p, with, sizeof(with)));
        if (n < COLS - 1) {
            break;
        }
    }
    jw_canvas_put(row, 1, COLS, "%s", line);
}

static void draw_recording(const JwLiveState *st) {
    const double rate_hz = st->backend.rate_hz;
    const double seconds = rate_hz > 0.0 ? (double)st->recorder.frames / rate_hz : 0.0;
    char text[48];
    snprintf(text, sizeof(text), " %s %02d:%02d%s ", COLS < 60 ? "REC" : "recording",
             (int)seconds / 60, (int)seconds % 60, st->recorder.lost ? " GAPS" : "");
    const int n = (int)strlen(text);
    jw_canvas_put(0, COLS > n ? COLS - n : 0, n, "%s", text);
}

static void draw_title(const JwPicture *p) {
    const JwLiveState *st = &p->state;
    attron(A_REVERSE);
    jw_canvas_put(0, 0, COLS, "%*s", COLS < 500 ? COLS : 500, "");
    jw_canvas_put(0, 1, COLS, COLS < 60 ? "%s%s%s" : "Jawari  %s%s%s", st->instrument->name,
                  *st->preset_name ? " / " : "", st->preset_name);
    if (st->recorder.running) {
        draw_recording(st);
    }
    attroff(A_REVERSE);
}

/// Draws the audio device, or that it is being waited for.
static void draw_device(const JwLiveState *st, int row) {
    const JwBackendState *b = &st->backend;
    if (!b->driver) {
        attron(A_BOLD);
        jw_canvas_put(row, 1, COLS, "no sound: waiting for the device");
        attroff(A_BOLD);
        return;
    }
    jw_canvas_put(row, 1, COLS, "%s %.24s  %g Hz  %u frames  %.1f ms%s%s", b->driver, b->device,
                  b->rate_hz, (unsigned)b->block_frames, 1e3 * st->latency_s,
                  b->priority ? "  real-time" : "", b->freewheel ? "  offline" : "");
}

static void draw_low_head(const JwPicture *p) {
    const JwLiveState *st = &p->state;
    const double peak = fmax(st->meters.peak[0], st->meters.peak[1]);
    if (st->backend.driver) {
        jw_canvas_bar(1, 1, LOW_METER_COLUMNS, 1.0 - decibels(peak) / floor_db);
        put_level(1, LOW_METER_COLUMNS + 1, peak);
        jw_canvas_put(1, LOW_METER_COLUMNS + 13, COLS, "%sCPU %.0f %%  xruns %" PRIu64,
                      st->meters.clipped             ? "CLIP "
                      : st->meters.limited.times > 0 ? "LIM "
                                                     : "",
                      100.0 * st->meters.load, st->backend.xruns + st->meters.late);
    } else {
        draw_device(st, 1);
    }
    draw_tuning(p, 2);
}

/// Describes the treatment of samples that were too loud.
static const char *level_word(const JwMeters *meters, char *word, size_t size) {
    if (meters->clipped > 0) {
        snprintf(word, size, "  CLIPPED");
    } else if (meters->limited.times > 0) {
        snprintf(word, size, "  limited %.1f dB", jw_limited_db(&meters->limited));
    } else {
        word[0] = '\0';
    }
    return word;
}

static void draw_head(const JwPicture *p, const Layout *l) {
    const JwLiveState *st = &p->state;
    char word[32];
    draw_title(p);
    if (l->low) {
        draw_low_head(p);
        return;
    }
    draw_device(st, 1);
    jw_canvas_put(2, 1, COLS, "CPU %3.0f %%  worst %3.0f %%  late %" PRIu64 "  xruns %" PRIu64 "%s",
                  100.0 * st->meters.load, 100.0 * st->meters.worst_load, st->meters.late,
                  st->backend.xruns, level_word(&st->meters, word, sizeof(word)));
    if (l->wide) {
        put_meter(3, 1, "L", st->meters.peak[0]);
        put_meter(3, HALF_COLUMNS + 1, "R", st->meters.peak[1]);
    } else {
        put_meter(3, 1, "", fmax(st->meters.peak[0], st->meters.peak[1]));
    }
    draw_tuning(p, 4);
}

/********* Strings *********/

// Writes the nearest note, or svara of the raga, and the string's deviation from it in cents.
static void put_pitch(const JwPicture *p, int row, int column, const JwStringSpec *string,
                      double hz) {
    const double a4_hz = jw_live_param(p->live, JW_P_A4);
    const double semitones = hz > 0.0 ? 69.0 + 12.0 * log2(hz / a4_hz) : string->key;
    if (p->has_svaras) {
        const JwSvaraNear near = jw_svara_near(&p->svaras, semitones - p->svaras.sa_key, -1);
        const int off = (int)lround(near.cents);
        jw_canvas_put(row, column, 4, "%s", jw_svara_name(p->svaras.sa_key, near.key));
        if (off != 0) {
            jw_canvas_put(row, column + 4, 3, "%+d", off);
        }
        return;
    }
    const int key = (int)lround(fmin(fmax(semitones, 0.0), 127.0));
    const int cents = (int)lround(100.0 * (semitones - key));
    jw_canvas_put(row, column, 4, "%s", note_name(key));
    if (cents != 0) {
        jw_canvas_put(row, column + 4, 3, "%+d", cents);
    }
}

static void draw_string(JwPicture *p, int row, int i, int number) {
    const JwStringSpec *string = &p->state.instrument->string[i];
    JwStringReport report;
    jw_live_report(p->live, i, &report);
    p->loudest_j[i] = fmax(fmax(p->loudest_j[i], report.energy_j), 1e-9);
    const double part = 1.0 - 0.5 * decibels(report.energy_j / p->loudest_j[i]) / floor_db;
    if (number > 0 && number <= 10) {
        jw_canvas_put(row, 1, 2, "%d", number % 10);
    }
    jw_canvas_put(row, 3, 12, "%s", string->name);
    put_pitch(p, row, 16, string, report.pitch_hz);
    jw_canvas_bar(row, BAR_COLUMN, HALF_COLUMNS - BAR_COLUMN - 2, part);
}

static void draw_strings(JwPicture *p, int first_row, int n_rows) {
    const JwInstrument *instrument = p->state.instrument;
    int row = 0;
    int number = 0;
    for (int taraf = 0; taraf < 2; ++taraf) {
        for (int i = 0; i < instrument->n_strings && row < n_rows; ++i) {
            if ((instrument->string[i].role == JW_ROLE_TARAF) == taraf) {
                draw_string(p, first_row + row++, i, taraf ? 0 : ++number);
            }
        }
    }
    if (row == n_rows && n_rows > 0 && row < instrument->n_strings) {
        jw_canvas_put(first_row + n_rows - 1, 1, HALF_COLUMNS - 2, "%-37s", "... more strings");
    }
}

/********* Parameters *********/

static double position(JwParamId id, double value) {
    const JwParamInfo *p = jw_param_info(id);
    if (p->scale == JW_SCALE_LOG) {
        return log(value / p->min) / log(p->max / p->min);
    }
    return (value - p->min) / (p->max - p->min);
}

static void draw_param(const JwPicture *p, int row, int column, int columns, JwParamId id) {
    const JwParamInfo *info = jw_param_info(id);
    const double value = jw_live_param(p->live, id);
    const char *label = jw_param_label(id, value);
    const int at = column + PARAM_NAME_COLUMNS + 1;
    jw_canvas_put(row, column, PARAM_NAME_COLUMNS, "%s", info->name);
    if (label) {
        jw_canvas_put(row, at, columns - (at - column), "%s", label);
        return;
    }
    if (info->scale == JW_SCALE_TOGGLE) {
        jw_canvas_put(row, at, 3, "%s", value > 0.5 ? "on" : "off");
        return;
    }
    jw_canvas_bar(row, at, BAR_COLUMNS, position(id, value));
    jw_canvas_put(row, at + BAR_COLUMNS + 1, columns - (at + BAR_COLUMNS + 1 - column), "%.4g %s",
                  value, info->unit);
}

static void draw_params(const JwPicture *p, int first_row, int n_rows, int column, int columns) {
    int first = p->place - n_rows / 2;
    first = first > JW_N_PARAMS - n_rows ? JW_N_PARAMS - n_rows : first;
    first = first < 0 ? 0 : first;
    for (int i = 0; i < n_rows && first + i < JW_N_PARAMS; ++i) {
        const bool selected = first + i == p->place;
        if (selected) {
            attron(A_BOLD);
            jw_canvas_put(first_row + i, column - 2, 1, ">");
        }
        draw_param(p, first_row + i, column, columns, jw_picture_param(first + i));
        if (selected) {
            attroff(A_BOLD);
        }
    }
}

static void draw_selected(const JwPicture *p, int row, int n_rows) {
    int channel;
    int controller;
    char moved[64] = "";
    char text[512];
    const JwParamId id = jw_picture_param(p->place);
    const JwParamInfo *info = jw_param_info(id);
    if (jw_midi_learn_find(jw_live_learned(p->live), id, &channel, &controller)) {
        snprintf(moved, sizeof(moved), " [CC %d, channel %d]", controller, channel + 1);
    } else if (info->cc >= 0) {
        snprintf(moved, sizeof(moved), " [CC %d]", info->cc);
    }
    snprintf(text, sizeof(text), "%s%s: %s", info->symbol,
             p->state.learning == (int)id ? " [move a controller]" : moved, info->comment);
    const char *at = text;
    for (int i = 0; i < n_rows && *at; ++i) {
        const int n = jw_canvas_fit(at, COLS - 2);
        jw_canvas_put(row + i, 1, COLS, "%.*s", n, at);
        at += n;
        at += *at == ' ';
    }
}

/********* Keys *********/

static void draw_keyboard(const JwPicture *p, int row) {
    const JwKeyboard *k = &p->keyboard;
    char held[128] = "";
    size_t n = 0;
    for (int key = 0; key < 128 && n + 8 < sizeof(held); ++key) {
        if (jw_live_key_is_down(p->live, key)) {
            n += (size_t)snprintf(held + n, sizeof(held) - n, "%s ", note_name(key));
        }
    }
    jw_canvas_put(row, 1, COLS, "a = %s%s  velocity %d  bend %+.0f%s  %s",
                  k->layout.sargam ? "Sa " : "", note_name(k->layout.first), k->velocity,
                  100.0 * k->pull, k->sustain ? "  PEDAL" : "", held);
}

static const struct {
    const char *keys, *what;
} keys[] = {
    {"a s d ... '", "play: from C or Sa up"},
    {"w e r ...", "what lies between (Alt: 2nd)"},
    {"1 2 3 ... 0", "pluck the strings open"},
    {"n m", "chikari together, strum"},
    {"z x", "octave down, up"},
    {"c v", "softer, harder"},
    {"Up Down", "pull to the next note, let down"},
    {"Right Left", "the same by 5 cents"},
    {"b", "let it back"},
    {"Space", "pedal"},
    {"Backspace", "everything silent"},
    {"{ } Tab", "choose a parameter"},
    {"+ -", "move it"},
    {"O", "as it was"},
    {"Z Ctrl-Z", "undo, ten steps"},
    {"M U", "learn a controller, forget"},
    {"N F5", "next preset, previous"},
    {"F6", "next instrument"},
    {"P I", "preset, instrument by name"},
    {"T", "Sa: a note or a pitch"},
    {"G", "raga by name"},
    {"R", "record, and stop"},
    {"F", "limiter on, off"},
    {"D F2 C", "companion on, off; choose it"},
    {"J X", "a second companion, likewise"},
    {"K B F3 F4", "clock on, off; tap its tempo"},
    {"Y", "clock: tempo, tala, count-in, growth"},
    {"S L", "save what is played, load"},
    {"E A", "practice set: choose, save as"},
    {"V", "keep the sound as a preset"},
    {"H W", "what was said; the window"},
    {"Ctrl-L", "draw again"},
    {"? F1", "more keys, back"},
    {"Q Ctrl-C", "leave"},
};

enum { N_KEYS = sizeof(keys) / sizeof(keys[0]) };

static int rows_of_page(const Layout *l) {
    const int rows = LINES - l->head - l->said;
    return rows > 1 ? rows : 1;
}

static int keys_a_page(void) {
    const Layout l = lay_out();
    return rows_of_page(&l) * (l.wide ? 2 : 1);
}

void jw_picture_turn_keys(JwPicture *p) {
    p->first_key = p->page == JW_PAGE_KEYS ? p->first_key + keys_a_page() : 0;
    p->page = p->first_key < N_KEYS ? JW_PAGE_KEYS : JW_PAGE_PLAY;
}

static void draw_keys(const JwPicture *p, const Layout *l) {
    const int n = keys_a_page();
    // Two columns of equal length on a wide screen.
    const int shown = N_KEYS - p->first_key < n ? N_KEYS - p->first_key : n;
    const int rows = l->wide ? (shown + 1) / 2 : shown;
    for (int i = 0; i < shown; ++i) {
        const int row = l->head + i % rows;
        const int column = 1 + i / rows * HALF_COLUMNS;
        attron(A_BOLD);
        jw_canvas_put(row, column, KEY_COLUMNS, "%s", keys[p->first_key + i].keys);
        attroff(A_BOLD);
        jw_canvas_put(row, column + KEY_COLUMNS, COLS, "%s", keys[p->first_key + i].what);
    }
}

/********* Whole picture *********/

static void draw_play(JwPicture *p, const Layout *l) {
    if (l->wide) {
        draw_strings(p, l->head, l->body);
        draw_params(p, l->head, l->body, HALF_COLUMNS + 2, COLS - HALF_COLUMNS - 2);
    } else {
        draw_params(p, l->head, l->body, 3, COLS - 3);
    }
    if (l->body >= 0) {
        draw_selected(p, l->head + l->body, l->selected);
        draw_keyboard(p, l->head + l->body + l->selected);
    }
}

static void draw_page(JwPicture *p, const Layout *l) {
    if (p->chooser.open) {
        jw_chooser_draw(&p->chooser, l->head, rows_of_page(l));
        return;
    }
    switch (p->page) {
    case JW_PAGE_PLAY:
        draw_play(p, l);
        break;
    case JW_PAGE_KEYS:
        draw_keys(p, l);
        break;
    case JW_PAGE_SAID:
        jw_message_log_draw_all(&p->log, l->head, rows_of_page(l));
        break;
    }
}

void jw_picture_draw(JwPicture *p, double now_s) {
    const Layout l = lay_out();
    jw_live_state(p->live, &p->state);
    p->has_svaras = jw_live_has_svaras(p->live) && jw_live_svaras(p->live, &p->svaras);
    erase();
    draw_head(p, &l);
    draw_page(p, &l);
    const int said_row = LINES - l.said;
    const int n_said =
        said_row > l.head ? jw_message_log_draw(&p->log, said_row, l.said, now_s) : 0;
    // Hint on a free line
    const bool beside = l.wide && !l.low;
    if (LINES > 2 && (n_said == 0 || beside)) {
        jw_canvas_put(beside ? 2 : LINES - 1, COLS > 20 ? COLS - 20 : 0, 20,
                      "  ? keys   Q leaves ");
    }
    move(LINES - 1, COLS - 1);
}
