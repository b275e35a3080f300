// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "screen.h"

#include "files/data_dir.h"
#include "files/line.h"
#include "gag.h"
#include "keyboard.h"
#include "monotonic.h"
#include "signals.h"

#include <curses.h>
#include <inttypes.h>
#include <langinfo.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LINES_KEPT = 3,
    LINE_SIZE = 200,
    HALF_COLUMNS = 40, // The right half begins here, if there is one
    HEAD_ROWS = 5,
    FOOT_ROWS = 3, // The selected parameter in two rows, the keys
    METER_COLUMNS = 24,
    PARAM_NAME_COLUMNS = 19,
    BAR_COLUMNS = 8,
    BAR_COLUMN = 24, // Of a string
    CTRL_C = 3,
    CTRL_L = 12,
    ESCAPE_MS = 25,
    STEPS = 100, // Of a parameter over its range
    KEYS_A_STEP = 64,
};

static const double frame_s = 0.05;
static const double floor_db = -60.0;

struct JwScreenImpl {
    JwLive *live;
    SCREEN *terminal;
    int gag;
    bool utf8;
    bool help;
    bool flooded; // More keys were pressed than one step obeys
    JwKeyboard keyboard;
    int param; // Selected
    int instrument;
    unsigned n_sounds; // There had been so many when it was looked last
    JwNameList instruments;
    double drawn_s;
    double loudest_j[JW_MAX_STRINGS];
    char line[LINES_KEPT][LINE_SIZE];
    JwLiveState state;
};

/*** Text that stays inside the window ***/

// Draws up to `columns` characters; those of names from files may be UTF-8.
static void put_text(int row, int column, int columns, const char *text) {
    int n = 0;
    if (row < 0 || row >= LINES || column < 0 || column >= COLS) {
        return;
    }
    columns = columns < COLS - column ? columns : COLS - column;
    for (; text[n] && columns >= 0; ++n) {
        columns -= ((unsigned char)text[n] & 0xc0) != 0x80;
        if (columns < 0) {
            break;
        }
    }
    mvaddnstr(row, column, text, n);
}

JW_PRINTF(4, 5)
static void put(int row, int column, int columns, const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    jw_line_tidy(text);
    put_text(row, column, columns, text);
}

static void put_bar(const JwScreen *s, int row, int column, int columns, double part) {
    const int full = (int)lround(fmin(fmax(part, 0.0), 1.0) * columns);
    for (int i = 0; i < columns; ++i) {
        put_text(row, column + i, 1,
                 i < full ? (s->utf8 ? "\u2588" : "#") : (s->utf8 ? "\u00b7" : "."));
    }
}

static double decibels(double ratio) {
    return ratio > 0.0 ? 20.0 * log10(ratio) : -HUGE_VAL;
}

static void put_meter(const JwScreen *s, int row, int column, const char *name, double peak) {
    const double db = decibels(peak);
    put(row, column, 3, "%s", name);
    put_bar(s, row, column + 2, METER_COLUMNS, 1.0 - db / floor_db);
    put(row, column + METER_COLUMNS + 3, 10, db < -99.0 ? "   -inf dB" : "%7.1f dB", db);
}

static const char *note_name(int key) {
    static char text[16];
    static const char *const names[] = {"C",  "C#", "D",  "D#", "E",  "F",
                                        "F#", "G",  "G#", "A",  "A#", "B"};
    const int octave = (key & 127) / 12 - 1;
    snprintf(text, sizeof(text), "%s%d", names[(key & 127) % 12], octave);
    return text;
}

/*** Parts of the picture ***/

static const char *point_label(JwParamId id, double value) {
    int n;
    const JwParamPoint *points = jw_param_points(&n);
    for (int i = 0; i < n; ++i) {
        if (points[i].id == id && points[i].value == value) {
            return points[i].label;
        }
    }
    return NULL;
}

// Label of a choice; 0 is what the instrument has by itself.
static const char *choice(const JwScreen *s, JwParamId id, const char *own) {
    const double value = jw_live_param(s->live, id);
    const char *label = value == 0.0 ? own : point_label(id, value);
    return label ? label : "?";
}

static void draw_tuning(const JwScreen *s) {
    const double cents = jw_live_param(s->live, JW_P_TUNE);
    char moved[32] = "";
    if (cents != 0.0) {
        snprintf(moved, sizeof(moved), "  %+.4g cent", cents);
    }
    put(4, 1, COLS, "A4 %.5g Hz%s  Sa %s  raga %s  %s", jw_live_param(s->live, JW_P_A4), moved,
        choice(s, JW_P_SA, "as built"), choice(s, JW_P_RAGA, "none"),
        choice(s, JW_P_INTONATION, "own intonation"));
}

static void draw_head(const JwScreen *s) {
    const JwLiveState *st = &s->state;
    const JwBackendState *b = &st->backend;
    attron(A_REVERSE);
    put(0, 0, COLS, "%*s", COLS < 500 ? COLS : 500, "");
    put(0, 1, COLS, "Jawari  %s%s%s", st->instrument->name, *st->preset_name ? " / " : "",
        st->preset_name);
    attroff(A_REVERSE);
    put(1, 1, COLS, "%s %.24s  %g Hz  %u frames  %.1f ms%s%s", b->driver ? b->driver : "no driver",
        b->device, b->rate_hz, (unsigned)b->block_frames, 1e3 * st->latency_s,
        b->priority ? "  real-time" : "", b->freewheel ? "  offline" : "");
    put(2, 1, COLS, "CPU %3.0f %%  worst %3.0f %%  late %" PRIu64 "  xruns %" PRIu64 "%s",
        100.0 * st->meters.load, 100.0 * st->meters.worst_load, st->meters.late, b->xruns,
        st->meters.clipped ? "  CLIPPED" : "");
    if (st->recorder.running) {
        const double seconds = b->rate_hz > 0.0 ? (double)st->recorder.frames / b->rate_hz : 0.0;
        attron(A_BOLD);
        put(2, 52, COLS, "recording %02d:%02d%s", (int)seconds / 60, (int)seconds % 60,
            st->recorder.lost ? " GAPS" : "");
        attroff(A_BOLD);
    }
    put_meter(s, 3, 1, "L", st->meters.peak[0]);
    if (COLS >= 2 * HALF_COLUMNS) {
        put_meter(s, 3, HALF_COLUMNS + 1, "R", st->meters.peak[1]);
        draw_tuning(s);
    } else {
        put_meter(s, 4, 1, "R", st->meters.peak[1]);
    }
}

// The nearest note, and by how many cents the string is beside it.
static void put_pitch(const JwScreen *s, int row, int column, const JwString *string, double hz) {
    const double a4_hz = jw_live_param(s->live, JW_P_A4);
    const double semitones = hz > 0.0 ? 69.0 + 12.0 * log2(hz / a4_hz) : string->key;
    const int key = (int)lround(fmin(fmax(semitones, 0.0), 127.0));
    const int cents = (int)lround(100.0 * (semitones - key));
    put(row, column, 4, "%s", note_name(key));
    if (cents != 0) {
        put(row, column + 4, 3, "%+d", cents);
    }
}

static void draw_string(JwScreen *s, int row, int i, int number) {
    const JwString *string = &s->state.instrument->string[i];
    JwStringReport report;
    jw_live_report(s->live, i, &report);
    s->loudest_j[i] = fmax(fmax(s->loudest_j[i], report.energy_j), 1e-9);
    const double part = 1.0 - 0.5 * decibels(report.energy_j / s->loudest_j[i]) / floor_db;
    if (number > 0 && number <= 10) {
        put(row, 1, 2, "%d", number % 10);
    }
    put(row, 3, 12, "%s", string->name);
    put_pitch(s, row, 16, string, report.pitch_hz);
    put_bar(s, row, BAR_COLUMN, HALF_COLUMNS - BAR_COLUMN - 2, part);
}

static void draw_strings(JwScreen *s, int first_row, int n_rows) {
    const JwInstrument *instrument = s->state.instrument;
    int row = 0;
    int number = 0;
    for (int taraf = 0; taraf < 2; ++taraf) {
        for (int i = 0; i < instrument->n_strings && row < n_rows; ++i) {
            if ((instrument->string[i].role == JW_ROLE_TARAF) == taraf) {
                draw_string(s, first_row + row++, i, taraf ? 0 : ++number);
            }
        }
    }
    if (row == n_rows && n_rows > 0 && row < instrument->n_strings) {
        put(first_row + n_rows - 1, 1, HALF_COLUMNS - 2, "%-37s", "... more strings");
    }
}

static double position(JwParamId id, double value) {
    const JwParamInfo *p = jw_param_info(id);
    if (p->scale == JW_SCALE_LOG) {
        return log(value / p->min) / log(p->max / p->min);
    }
    return (value - p->min) / (p->max - p->min);
}

static void draw_param(const JwScreen *s, int row, int column, int columns, JwParamId id) {
    const JwParamInfo *p = jw_param_info(id);
    const double value = jw_live_param(s->live, id);
    const char *label = point_label(id, value);
    const int at = column + PARAM_NAME_COLUMNS + 1;
    put(row, column, PARAM_NAME_COLUMNS, "%s", p->name);
    if (label) {
        put(row, at, columns - (at - column), "%s", label);
        return;
    }
    if (p->scale == JW_SCALE_TOGGLE) {
        put(row, at, 3, "%s", value > 0.5 ? "on" : "off");
        return;
    }
    put_bar(s, row, at, BAR_COLUMNS, position(id, value));
    put(row, at + BAR_COLUMNS + 1, columns - (at + BAR_COLUMNS + 1 - column), "%.4g %s", value,
        p->unit);
}

static void draw_params(const JwScreen *s, int first_row, int n_rows, int column, int columns) {
    int first = s->param - n_rows / 2;
    first = first > JW_N_PARAMS - n_rows ? JW_N_PARAMS - n_rows : first;
    first = first < 0 ? 0 : first;
    for (int i = 0; i < n_rows && first + i < JW_N_PARAMS; ++i) {
        const bool selected = first + i == s->param;
        if (selected) {
            attron(A_BOLD);
            put_text(first_row + i, column - 2, 1, ">");
        }
        draw_param(s, first_row + i, column, columns, (JwParamId)(first + i));
        if (selected) {
            attroff(A_BOLD);
        }
    }
}

static void draw_keys(const JwScreen *s, int row) {
    char keys[128] = "";
    size_t n = 0;
    for (int key = 0; key < 128 && n + 8 < sizeof(keys); ++key) {
        if (jw_live_key_is_down(s->live, key)) {
            n += (size_t)snprintf(keys + n, sizeof(keys) - n, "%s ", note_name(key));
        }
    }
    put(row, 1, COLS, "a = %s  velocity %d  bend %+d%s  %s", note_name(s->keyboard.base),
        s->keyboard.velocity, s->keyboard.bend, s->keyboard.sustain ? "  PEDAL" : "", keys);
}

static void draw_selected(const JwScreen *s, int row) {
    int channel;
    int controller;
    char moved[64] = "";
    const JwParamId id = (JwParamId)s->param;
    const JwParamInfo *p = jw_param_info(id);
    if (jw_learned_find(jw_live_learned(s->live), id, &channel, &controller)) {
        snprintf(moved, sizeof(moved), " [CC %d, channel %d]", controller, channel + 1);
    } else if (p->cc >= 0) {
        snprintf(moved, sizeof(moved), " [CC %d]", p->cc);
    }
    char text[512];
    snprintf(text, sizeof(text), "%s%s: %s", p->symbol,
             s->state.learning == (int)id ? " [move a controller]" : moved, p->comment);
    // Continued in the second row, from the last blank that the first has room for
    size_t n = strlen(text);
    const size_t room = COLS > 2 ? (size_t)COLS - 2 : 0;
    if (n > room) {
        for (n = room; n > 0 && text[n] != ' '; --n) {
        }
        n = n ? n : room;
    }
    put(row, 1, COLS, "%.*s", (int)n, text);
    put(row + 1, 1, COLS, "%s", text + n + (text[n] == ' '));
}

static void draw_help(int first_row, int n_rows) {
    static const char *const text[] = {
        "a w s e d f t g y h u j k o l p ;   play, from C up",
        "1 2 3 ... 0                         pluck the strings open",
        "z x    octave down, up              c v    softer, harder",
        "Up Down Left Right   pull the string, much or little; b   let it back",
        "Space  pedal                        Backspace  everything silent",
        "[ ] or Tab   choose a parameter     + -    move it    r    as it was",
        "m      learn: the next controller moves it           M    forget that",
        "n N    next, previous preset        i      next instrument",
        "R      record, and stop             Ctrl-L draw again",
        "?      back                         Q or Ctrl-C    leave",
    };
    for (int i = 0; i < n_rows && i < (int)(sizeof(text) / sizeof(text[0])); ++i) {
        put(first_row + i, 2, COLS, "%s", text[i]);
    }
}

static void draw(JwScreen *s) {
    jw_live_state(s->live, &s->state);
    erase();
    draw_head(s);
    // From the bottom: lines said, the keys, the selected parameter.
    const int said = LINES - LINES_KEPT;
    const int body = said - FOOT_ROWS - HEAD_ROWS;
    if (s->help) {
        draw_help(HEAD_ROWS, said - HEAD_ROWS);
    } else if (COLS >= 2 * HALF_COLUMNS) {
        draw_strings(s, HEAD_ROWS, body);
        draw_params(s, HEAD_ROWS, body, HALF_COLUMNS + 2, COLS - HALF_COLUMNS - 2);
    } else {
        draw_params(s, HEAD_ROWS, body, 2, COLS - 2);
    }
    if (!s->help && body >= 0) {
        draw_selected(s, said - FOOT_ROWS);
        draw_keys(s, said - 1);
    }
    for (int i = 0; i < LINES_KEPT && said > HEAD_ROWS; ++i) {
        put(said + i, 1, COLS, "%s", s->line[i]);
    }
    if (LINES > 2) {
        put(LINES - 1, COLS - 20, 20, "%s", "  ? keys   Q leaves ");
    }
    move(LINES - 1, COLS - 1);
    jw_signals_begin_drawing(STDOUT_FILENO);
    refresh();
    jw_signals_end_drawing();
}

/// A terminal takes what is drawn only as fast as somebody reads it.
static bool terminal_takes(void) {
    struct pollfd terminal = {STDOUT_FILENO, POLLOUT, 0};
    return poll(&terminal, 1, 0) > 0;
}

/*** Keys ***/

static double next_point(JwParamId id, double value, int step) {
    int n;
    const JwParamPoint *points = jw_param_points(&n);
    double best = value;
    for (int i = 0; i < n; ++i) {
        const double v = points[i].value;
        const bool beyond = points[i].id == id && (step > 0 ? v > value : v < value);
        if (beyond && (best == value || fabs(v - value) < fabs(best - value))) {
            best = v;
        }
    }
    return best;
}

static void step_param(JwScreen *s, int step) {
    const JwParamId id = (JwParamId)s->param;
    const JwParamInfo *p = jw_param_info(id);
    double value = jw_live_param(s->live, id);
    switch (p->scale) {
    case JW_SCALE_LINEAR:
        value += step * (p->max - p->min) / STEPS;
        // Through the middle of a scale with two sides, not past it
        value = fabs(value) < 1e-9 * (p->max - p->min) ? 0.0 : value;
        break;
    case JW_SCALE_LOG:
        value *= pow(p->max / p->min, (double)step / STEPS);
        break;
    case JW_SCALE_TOGGLE:
        value = step > 0;
        break;
    case JW_SCALE_ENUM:
        value = next_point(id, value, step);
        break;
    }
    jw_live_set(s->live, id, value);
}

static void select_param(JwScreen *s, int step) {
    s->param = (s->param + step + JW_N_PARAMS) % JW_N_PARAMS;
}

static void change_preset(JwScreen *s, int step) {
    JwMessage message;
    if (!jw_live_preset_step(s->live, step, &message)) {
        jw_screen_say(s, message.text);
    }
}

static void change_instrument(JwScreen *s) {
    JwMessage message;
    if (s->instruments.n == 0) {
        return;
    }
    s->instrument = (s->instrument + 1) % s->instruments.n;
    if (!jw_live_instrument(s->live, s->instruments.name[s->instrument], &message)) {
        jw_screen_say(s, message.text);
    }
}

// The next instrument is the one behind this one.
static void find_instrument(JwScreen *s) {
    for (int i = 0; i < s->instruments.n; ++i) {
        if (jw_data_same(s->state.instrument_name, s->instruments.name[i],
                         JW_INSTRUMENT_EXTENSION)) {
            s->instrument = i;
        }
    }
}

// By a key of ours, by a program that came in, or by a session.
static void follow_instrument(JwScreen *s) {
    jw_live_state(s->live, &s->state);
    if (s->n_sounds != s->state.n_sounds) {
        s->n_sounds = s->state.n_sounds;
        find_instrument(s);
        memset(s->loudest_j, 0, sizeof(s->loudest_j));
        jw_keyboard_follow(&s->keyboard, s->live, s->state.instrument);
    }
}

static void record(JwScreen *s) {
    JwMessage message = {""};
    char path[JW_RECORDER_PATH];
    if (s->state.recorder.running) {
        const bool ok = jw_live_record_stop(s->live, &message);
        jw_screen_say(s, ok ? "the recording is written" : message.text);
        return;
    }
    const bool ok = jw_live_record_next(s->live, path, &message);
    jw_screen_say(s, ok ? path : message.text);
}

static void learn(JwScreen *s) {
    const bool waits = s->state.learning == s->param;
    jw_live_learn(s->live, waits ? -1 : s->param);
    if (!waits) {
        jw_screen_say(s, "move the controller that is to move it; m again gives up");
    }
}

static bool press(JwScreen *s, int key) {
    switch (key) {
    case '\t':
    case ']':
        select_param(s, 1);
        return true;
    case KEY_BTAB:
    case '[':
        select_param(s, -1);
        return true;
    case '+':
    case '=':
        step_param(s, 1);
        return true;
    case '-':
    case '_':
        step_param(s, -1);
        return true;
    case 'r':
        jw_live_set(s->live, (JwParamId)s->param, jw_live_baseline(s->live, (JwParamId)s->param));
        return true;
    case 'm':
        learn(s);
        return true;
    case 'M':
        jw_live_forget(s->live, (JwParamId)s->param);
        return true;
    case 'n':
    case 'N':
        change_preset(s, key == 'n' ? 1 : -1);
        return true;
    case 'i':
        change_instrument(s);
        return true;
    case 'R':
        record(s);
        return true;
    case '?':
    case KEY_F(1):
        s->help = !s->help;
        return true;
    case CTRL_L:
        clearok(curscr, TRUE);
        return true;
    default:
        return false;
    }
}

static int musical_key(int key) {
    switch (key) {
    case KEY_UP:
        return JW_KEY_UP;
    case KEY_DOWN:
        return JW_KEY_DOWN;
    case KEY_LEFT:
        return JW_KEY_LEFT;
    case KEY_RIGHT:
        return JW_KEY_RIGHT;
    case KEY_BACKSPACE:
    case 127:
    case '\b':
        return JW_KEY_BACKSPACE;
    default:
        return key;
    }
}

/// A terminal that was closed under a player that got no signal for it.
static bool terminal_gone(void) {
    struct pollfd terminal = {STDIN_FILENO, POLLIN, 0};
    return poll(&terminal, 1, 0) > 0 && (terminal.revents & (POLLHUP | POLLERR | POLLNVAL));
}

/// ERR for none.
static int next_key(void) {
    // It draws, too, when the terminal has another size.
    jw_signals_begin_drawing(STDOUT_FILENO);
    const int key = getch();
    jw_signals_end_drawing();
    return key;
}

bool jw_screen_step(JwScreen *s) {
    const double now = jw_monotonic_s();
    bool stay = !terminal_gone();
    follow_instrument(s);
    int n_keys = 0;
    for (int key = next_key(); key != ERR && stay; key = next_key()) {
        stay = key != 'Q' && key != CTRL_C && key != KEY_F(10);
        if (stay && !press(s, key)) {
            jw_keyboard_press(&s->keyboard, s->live, s->state.instrument, musical_key(key), now);
        }
        follow_instrument(s);
        s->drawn_s = 0.0;
        if (++n_keys == KEYS_A_STEP) {
            break;
        }
    }
    s->flooded = n_keys == KEYS_A_STEP;
    jw_keyboard_tick(&s->keyboard, s->live, now);
    if (stay && now - s->drawn_s > frame_s && terminal_takes()) {
        s->drawn_s = now;
        draw(s);
    }
    return stay;
}

bool jw_screen_is_flooded(const JwScreen *s) {
    return s->flooded;
}

void jw_screen_say(JwScreen *s, const char *text) {
    memmove(s->line[0], s->line[1], (LINES_KEPT - 1) * sizeof(s->line[0]));
    snprintf(s->line[LINES_KEPT - 1], LINE_SIZE, "%.199s", text);
}

/*** Coming and going ***/

// Terminals that have not been told of application mode, or do not listen.
static void define_arrows(void) {
    static const struct {
        const char *sequence;
        int key;
    } arrows[] = {
        {"\033[A", KEY_UP},    {"\033[B", KEY_DOWN}, {"\033[C", KEY_RIGHT},
        {"\033[D", KEY_LEFT},  {"\033OA", KEY_UP},   {"\033OB", KEY_DOWN},
        {"\033OC", KEY_RIGHT}, {"\033OD", KEY_LEFT}, {"\033[Z", KEY_BTAB},
    };
    for (size_t i = 0; i < sizeof(arrows) / sizeof(arrows[0]); ++i) {
        define_key(arrows[i].sequence, arrows[i].key);
    }
}

static void take_terminal(JwScreen *s) {
    set_term(s->terminal);
    // Not cbreak(): a stopped program would hold up everybody else's sound.
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    define_arrows();
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    curs_set(0);
}

JwScreen *jw_screen_open(JwLive *live, JwMessage *message) {
    JwScreen *s = calloc(1, sizeof(*s));
    if (!s) {
        jw_message_set(message, "out of memory");
        return NULL;
    }
    s->live = live;
    s->utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
    s->terminal = newterm(NULL, stdout, stdin);
    if (!s->terminal) {
        const char *term = getenv("TERM");
        jw_message_set(message, "no screen on a terminal of type \"%.40s\"; --no-ui does without",
                       term ? term : "");
        free(s);
        return NULL;
    }
    take_terminal(s);
    s->gag = jw_gag_on();
    jw_live_state(live, &s->state);
    s->n_sounds = s->state.n_sounds;
    jw_keyboard_init(&s->keyboard, s->state.instrument);
    s->param = JW_P_BRIDGE_CURVATURE;
    if (!jw_data_list(JW_INSTRUMENT_EXTENSION, &s->instruments)) {
        s->instruments = (JwNameList){0, NULL};
    }
    find_instrument(s);
    return s;
}

void jw_screen_close(JwScreen *s) {
    if (!s) {
        return;
    }
    jw_signals_begin_drawing(STDOUT_FILENO);
    curs_set(1);
    endwin();
    jw_signals_end_drawing();
    delscreen(s->terminal);
    jw_gag_off(s->gag);
    jw_name_list_clear(&s->instruments);
    free(s);
}
