// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/terminal/screen.h"

#include "app/audio/stderr_guard.h"
#include "app/player/live_preset.h"
#include "app/player/live_session.h"
#include "app/player/live_tuning.h"
#include "app/player/live_undo.h"
#include "app/player/practice.h"
#include "app/player/signals.h"
#include "app/player/take_folder.h"
#include "app/terminal/choices.h"
#include "app/terminal/picture.h"
#include "files/data_dir.h"
#include "host/clocks.h"
#include "playing/tuning.h"

#include <curses.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CTRL_L = 12,
    CTRL_Z = 26,
    CTRL_C = 3,
    ESCAPE = 27,
    ESCAPE_MS = 25,
    STEPS = 100, // Steps of a parameter over its range
    KEYS_A_STEP = 64,
};

static const double frame_s = 0.05;

/// Kinds of questions that the chooser asks.
typedef enum {
    ASK_PRESET,
    ASK_WITH,
    ASK_SECOND,
    ASK_INSTRUMENT,
    ASK_SA,
    ASK_RAGA,
    ASK_CLOCK,
    ASK_SAVE,
    ASK_LOAD,
    ASK_PRACTICE,
    ASK_PRACTICE_NAME,
    ASK_PRESET_NAME
} Question;

struct JwScreenImpl {
    JwPicture picture;
    SCREEN *terminal;
    int guard;
    bool wants_window; // W was pressed
    bool flooded;      // More keys were pressed than one step handles
    Question question;
    int instrument;
    unsigned n_patches; // Number of patches at the last check
    JwNameList instruments;
    double drawn_s;
    char practice[JW_NAME_SIZE]; // Practice set that was chosen or saved last
};

static JwLive *live_of(const JwScreen *s) {
    return s->picture.live;
}

static JwParamId selected(const JwScreen *s) {
    return jw_picture_param(s->picture.place);
}

/// Shows the error of a failure.
static void report(JwScreen *s, bool ok, const JwError *error) {
    if (!ok) {
        jw_screen_say(s, error->text);
    }
}

/********* Parameters *********/

static void step_param(JwScreen *s, int step) {
    const JwParamId id = selected(s);
    const JwParamInfo *p = jw_param_info(id);
    double value = jw_live_param(live_of(s), id);
    switch (p->scale) {
    case JW_SCALE_LINEAR:
        value += step * (p->max - p->min) / STEPS;
        // Steps do not skip zero in the middle of a symmetric range.
        value = fabs(value) < 1e-9 * (p->max - p->min) ? 0.0 : value;
        break;
    case JW_SCALE_LOG:
        value *= pow(p->max / p->min, (double)step / STEPS);
        break;
    case JW_SCALE_TOGGLE:
        value = step > 0;
        break;
    case JW_SCALE_ENUM:
        value = jw_param_next_point(id, value, step);
        break;
    }
    jw_live_set(live_of(s), id, value);
}

static void select_param(JwScreen *s, int step) {
    s->picture.place = (s->picture.place + step + JW_N_PARAMS) % JW_N_PARAMS;
}

static void learn(JwScreen *s) {
    const bool waits = s->picture.state.learning == (int)selected(s);
    jw_live_learn(live_of(s), waits ? -1 : (int)selected(s));
    if (!waits) {
        jw_screen_say(s, "move a MIDI controller to learn it; M again gives up");
    }
}

/********* Instruments and presets *********/

static void change_preset(JwScreen *s, int step) {
    JwError error = {0};
    report(s, jw_live_preset_step(live_of(s), step, &error), &error);
}

static void change_instrument(JwScreen *s) {
    JwError error = {0};
    if (s->instruments.n == 0) {
        return;
    }
    s->instrument = (s->instrument + 1) % s->instruments.n;
    report(s, jw_live_instrument(live_of(s), s->instruments.name[s->instrument], &error), &error);
}

// Finds the present instrument in the list, to step from it.
static void find_instrument(JwScreen *s) {
    for (int i = 0; i < s->instruments.n; ++i) {
        if (jw_data_same(s->picture.state.instrument_name, s->instruments.name[i],
                         JW_INSTRUMENT_EXTENSION)) {
            s->instrument = i;
        }
    }
}

// Handles a change of instrument: by a key, a received program change, or a session.
static void follow_instrument(JwScreen *s) {
    JwPicture *p = &s->picture;
    jw_live_state(p->live, &p->state);
    jw_keyboard_lay(&p->keyboard, p->live, p->state.instrument);
    if (s->n_patches != p->state.n_patches) {
        s->n_patches = p->state.n_patches;
        find_instrument(s);
        memset(p->loudest_j, 0, sizeof(p->loudest_j));
        jw_keyboard_follow(&p->keyboard, p->live);
        jw_keyboard_lay(&p->keyboard, p->live, p->state.instrument);
    }
}

/********* Recordings *********/

static void say_path(JwScreen *s, const char *what, const char *path) {
    char shown[JW_TAKE_PATH];
    JwError error = {0};
    jw_error_set(&error, "%s %.900s", what, jw_take_folder_shown(path, shown));
    jw_screen_say(s, error.text);
}

static void record(JwScreen *s) {
    JwError error = {0};
    if (s->picture.state.recorder.running) {
        jw_live_record_stop(live_of(s), &error);
        jw_screen_say(s, error.text);
        return;
    }
    if (!jw_live_record_next(live_of(s), &error)) {
        jw_screen_say(s, error.text);
        return;
    }
    jw_live_state(live_of(s), &s->picture.state);
    say_path(s, "recording into", s->picture.state.recorder.path);
}

/********* Choosing *********/

static JwChooser *ask(JwScreen *s, Question question, const char *title, const char *typed) {
    s->question = question;
    s->picture.page = JW_PAGE_PLAY;
    jw_chooser_open(&s->picture.chooser, title, typed);
    return &s->picture.chooser;
}

static void ask_preset(JwScreen *s) {
    jw_choices_presets(ask(s, ASK_PRESET, "Preset", ""), live_of(s));
}

static void ask_with(JwScreen *s, Question what) {
    jw_choices_companions(ask(s, what, "Beside the instrument", ""), live_of(s));
}

static JwLiveWith *companion_of(const JwScreen *s, bool second) {
    JwLiveWith *with = jw_live_with(live_of(s));
    return second ? jw_live_with_second(with) : with;
}

static void ask_instrument(JwScreen *s) {
    jw_choices_names(ask(s, ASK_INSTRUMENT, "Instrument", ""), &s->instruments);
}

static void ask_sa(JwScreen *s) {
    jw_choices_sa(ask(s, ASK_SA, "Sa (C#, 240 Hz)", ""));
}

static void ask_raga(JwScreen *s) {
    jw_choices_ragas(ask(s, ASK_RAGA, "Raga (Yaman, Yaman:equal)", ""));
}

/// Suggests the patch's name, without its folder, for the session.
static void ask_save(JwScreen *s) {
    const JwLiveState *st = &s->picture.state;
    const char *name = *st->preset_name ? st->preset_name : st->instrument_name;
    const char *slash = strrchr(name, '/');
    ask(s, ASK_SAVE, "Save as", slash ? slash + 1 : name);
}

static void ask_load(JwScreen *s) {
    JwNameList list;
    jw_take_folder_list(jw_live_folder(live_of(s)), JW_SESSION_EXTENSION, &list);
    jw_choices_names(ask(s, ASK_LOAD, "Load", ""), &list);
    jw_name_list_clear(&list);
}

static void ask_practice(JwScreen *s) {
    JwError error = {0};
    JwNameList list;
    const bool ok = jw_practice_list(&list, &error);
    if (ok && list.n > 0) {
        jw_choices_names(ask(s, ASK_PRACTICE, "Practice set", ""), &list);
    } else {
        jw_screen_say(s, ok ? "there are no practice sets yet; A saves one" : error.text);
    }
    jw_name_list_clear(&list);
}

static bool session_path(const JwScreen *s, const char *name, char path[JW_TAKE_PATH],
                         JwError *error) {
    return jw_take_folder_path(jw_live_folder(live_of(s)), name, JW_SESSION_EXTENSION, path) ||
           jw_error_set(error, "%.100s...: too long a path", name);
}

static bool save(JwScreen *s, const char *name, JwError *error) {
    char path[JW_TAKE_PATH];
    if (!session_path(s, name, path, error)) {
        return false;
    }
    const bool replaces = !access(path, F_OK);
    if (!jw_session_save(live_of(s), path, JW_SESSION_WHOLE, error)) {
        return false;
    }
    say_path(s, replaces ? "saved over" : "saved in", path);
    return true;
}

static bool load(JwScreen *s, const char *name, JwError *error) {
    char path[JW_TAKE_PATH];
    return session_path(s, name, path, error) && jw_session_load(live_of(s), path, error);
}

static bool practise(JwScreen *s, const char *name, bool saves, JwError *error) {
    JwError text = {0};
    const bool ok = saves ? jw_practice_keep(live_of(s), name, &text, error)
                          : jw_practice_load(live_of(s), name, error);
    if (ok) {
        snprintf(s->practice, sizeof(s->practice), "%s", name);
        if (!saves) {
            jw_error_set(&text, "practice set \"%.80s\"", name);
        }
        jw_screen_say(s, text.text);
    }
    return ok;
}

/// Saves the sound as a preset, under a name that is free.
static bool save_preset(JwScreen *s, const char *name, JwError *error) {
    JwError told = {0};
    const bool ok = jw_live_preset_keep(live_of(s), name, &told, error);
    if (ok) {
        jw_screen_say(s, told.text);
    }
    return ok;
}

/// Sets the raga and shows one line on the strings that it tunes.
static bool set_raga(JwScreen *s, const char *chosen, JwError *error) {
    JwCompass compass;
    const bool ok =
        jw_live_set_raga(live_of(s), chosen, error) && jw_live_compass(live_of(s), &compass, error);
    if (ok && *compass.raga) {
        jw_screen_say(s, compass.raga);
    }
    return ok;
}

static void answer(JwScreen *s, const char *chosen) {
    JwError error = {0};
    bool ok = true;
    switch (s->question) {
    case ASK_PRESET:
        ok = jw_live_preset(live_of(s), chosen, &error);
        break;
    case ASK_WITH:
    case ASK_SECOND:
        ok = jw_live_with_preset(companion_of(s, s->question == ASK_SECOND), chosen, &error);
        break;
    case ASK_INSTRUMENT:
        ok = jw_live_instrument(live_of(s), chosen, &error);
        break;
    case ASK_SA:
        ok = jw_live_set_sa(live_of(s), chosen, &error);
        break;
    case ASK_RAGA:
        ok = set_raga(s, chosen, &error);
        break;
    case ASK_CLOCK:
        ok = jw_live_clock_obey(jw_live_audio_clock(jw_live_audio(live_of(s))), chosen, &error);
        break;
    case ASK_SAVE:
        ok = save(s, chosen, &error);
        break;
    case ASK_LOAD:
        ok = load(s, chosen, &error);
        break;
    case ASK_PRESET_NAME:
        ok = save_preset(s, chosen, &error);
        break;
    case ASK_PRACTICE:
    case ASK_PRACTICE_NAME:
        ok = practise(s, chosen, s->question == ASK_PRACTICE_NAME, &error);
        break;
    }
    report(s, ok, &error);
}

/********* Keys *********/

static bool press_choosing(JwScreen *s, int key) {
    switch (key) {
    case 'P':
        ask_preset(s);
        return true;
    case 'V':
        ask(s, ASK_PRESET_NAME, "Preset, save as", "");
        return true;
    case 'I':
        ask_instrument(s);
        return true;
    case 'T':
        ask_sa(s);
        return true;
    case 'G':
        ask_raga(s);
        return true;
    case 'Y':
        jw_choices_clock(ask(s, ASK_CLOCK, "Clock (92, tintal, grow 2 160)", ""));
        return true;
    case 'C':
    case 'X':
        ask_with(s, key == 'X' ? ASK_SECOND : ASK_WITH);
        return true;
    case 'S':
        ask_save(s);
        return true;
    case 'L':
        ask_load(s);
        return true;
    case 'E':
        ask_practice(s);
        return true;
    case 'A':
        ask(s, ASK_PRACTICE_NAME, "Practice set, save as", s->practice);
        return true;
    default:
        return false;
    }
}

static bool press_param(JwScreen *s, int key) {
    JwLive *live = live_of(s);
    switch (key) {
    case '\t':
    case ']':
    case '}':
        select_param(s, 1);
        return true;
    case KEY_BTAB:
    case '[':
    case '{':
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
    case 'O':
        jw_live_set(live, selected(s), jw_live_baseline(live, selected(s)));
        return true;
    case 'M':
        learn(s);
        return true;
    case 'U':
        jw_live_forget(live, selected(s));
        return true;
    default:
        return false;
    }
}

static void switch_limiter(JwScreen *s) {
    JwLiveState state;
    jw_live_state(live_of(s), &state);
    const bool on = !state.meters.limits;
    jw_live_audio_set_limiter(jw_live_audio(live_of(s)), on);
    jw_screen_say(s, on ? "limiter on" : "limiter off");
}

static void switch_clock(JwScreen *s) {
    JwLiveClock *clock = jw_live_audio_clock(jw_live_audio(live_of(s)));
    JwError error = {0};
    // In a tala it ends on sam; the key ends it at once when it is pressed again.
    const bool on_sam = clock->setting.on && clock->tala >= 0 && !clock->setting.ends;
    report(s,
           jw_live_clock_obey(clock,
                              on_sam              ? "stop"
                              : clock->setting.on ? "off"
                                                  : "on",
                              &error),
           &error);
}

static void undo(JwScreen *s) {
    JwError done = {0}, error = {0};
    const bool ok =
        jw_live_undo(jw_live_audio_undo(jw_live_audio(live_of(s))), live_of(s), &done, &error);
    jw_screen_say(s, ok ? done.text : error.text);
}

static void switch_companion(JwScreen *s, JwLiveWith *with) {
    JwError error = {0};
    if (jw_live_with_switch(with, !jw_live_with_is_on(with), &error) && !jw_live_with_is_on(with)) {
        jw_screen_say(s, "the companion rings on; the same key lets it play again");
    } else if (*error.text) {
        jw_screen_say(s, error.text);
    }
}

static bool press(JwScreen *s, int key) {
    JwPicture *p = &s->picture;
    switch (key) {
    case 'N':
    case KEY_F(5):
        change_preset(s, key == 'N' ? 1 : -1);
        return true;
    case KEY_F(6):
        change_instrument(s);
        return true;
    case 'R':
        record(s);
        return true;
    case 'W':
        s->wants_window = true;
        return true;
    case 'F':
        switch_limiter(s);
        return true;
    case 'K':
    case KEY_F(3):
        switch_clock(s);
        return true;
    case 'B':
    case KEY_F(4):
        jw_live_clock_obey(jw_live_audio_clock(jw_live_audio(live_of(s))), "tap", &(JwError){0});
        return true;
    case 'D':
    case 'J':
    case KEY_F(2):
        switch_companion(s, companion_of(s, key == 'J'));
        return true;
    case '?':
    case KEY_F(1):
        jw_picture_turn_keys(p);
        return true;
    case 'H':
        p->page = p->page == JW_PAGE_SAID ? JW_PAGE_PLAY : JW_PAGE_SAID;
        return true;
    case 'Z':
    case CTRL_Z:
        undo(s);
        return true;
    case CTRL_L:
        clearok(curscr, TRUE);
        return true;
    default:
        return press_param(s, key) || press_choosing(s, key);
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

/// Reads a key; ERR: none.
static int next_key(void) {
    // getch() also draws when the terminal has been resized.
    jw_signals_begin_drawing(STDOUT_FILENO);
    const int key = getch();
    jw_signals_end_drawing();
    return key;
}

/// A letter after Escape, which Alt sends before it, plays the second note between two others.
static int with_escape(const JwScreen *s, int key) {
    if (key != ESCAPE || s->picture.chooser.open) {
        return key;
    }
    const int letter = next_key();
    return letter > ' ' && letter < 127 ? letter | JW_KEY_SECOND : letter == ERR ? key : letter;
}

/// Handles a key; returns false if the user wants to quit.
static bool obey_key(JwScreen *s, int key, double now) {
    JwPicture *p = &s->picture;
    if (p->chooser.open) {
        if (jw_chooser_press(&p->chooser, key) == JW_CHOOSER_CHOSEN) {
            answer(s, jw_chooser_chosen(&p->chooser));
        }
        return true;
    }
    if (key == 'Q' || key == CTRL_C || key == KEY_F(10)) {
        return false;
    }
    if (jw_keyboard_plays(&p->keyboard, key) || !press(s, key)) {
        jw_keyboard_press(&p->keyboard, p->live, p->state.instrument, musical_key(key), now);
    }
    return true;
}

/// True if the terminal was closed without a signal to the player.
static bool terminal_gone(void) {
    struct pollfd terminal = {STDIN_FILENO, POLLIN, 0};
    return poll(&terminal, 1, 0) > 0 && (terminal.revents & (POLLHUP | POLLERR | POLLNVAL));
}

/// True if the terminal accepts output: only as fast as someone reads it.
static bool terminal_takes(void) {
    struct pollfd terminal = {STDOUT_FILENO, POLLOUT, 0};
    return poll(&terminal, 1, 0) > 0;
}

static void draw(JwScreen *s, double now) {
    s->drawn_s = now;
    jw_picture_draw(&s->picture, now);
    jw_signals_begin_drawing(STDOUT_FILENO);
    refresh();
    jw_signals_end_drawing();
}

bool jw_screen_wants_window(JwScreen *s) {
    const bool wants = s->wants_window;
    s->wants_window = false;
    return wants;
}

bool jw_screen_step(JwScreen *s) {
    const double now = jw_monotonic_s();
    bool stay = !terminal_gone();
    int n_keys = 0;
    follow_instrument(s);
    for (int key = next_key(); key != ERR && stay; key = next_key()) {
        stay = obey_key(s, with_escape(s, key), now);
        follow_instrument(s);
        s->drawn_s = 0.0;
        if (++n_keys == KEYS_A_STEP) {
            break;
        }
    }
    s->flooded = n_keys == KEYS_A_STEP;
    jw_keyboard_tick(&s->picture.keyboard, live_of(s), now);
    if (stay && now - s->drawn_s > frame_s && terminal_takes()) {
        draw(s, now);
    }
    return stay;
}

bool jw_screen_is_flooded(const JwScreen *s) {
    return s->flooded;
}

void jw_screen_say(JwScreen *s, const char *text) {
    jw_message_log_add(&s->picture.log, text, jw_monotonic_s());
}

/********* Opening and closing *********/

// Defines the arrow keys for terminals that do not know application mode, or ignore it.
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
    // raw() instead of cbreak(): a program stopped by Ctrl-Z would block the sound of all JACK
    // clients.
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    define_arrows();
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    curs_set(0);
}

static void look_around(JwScreen *s) {
    JwPicture *p = &s->picture;
    jw_live_state(p->live, &p->state);
    s->n_patches = p->state.n_patches;
    jw_keyboard_init(&p->keyboard);
    jw_keyboard_lay(&p->keyboard, p->live, p->state.instrument);
    if (!jw_data_list(JW_INSTRUMENT_EXTENSION, &s->instruments)) {
        s->instruments = (JwNameList){0, NULL};
    }
    find_instrument(s);
}

JwScreen *jw_screen_open(JwLive *live, JwError *error) {
    JwScreen *s = calloc(1, sizeof(*s));
    if (!s) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    s->picture.live = live;
    s->terminal = newterm(NULL, stdout, stdin);
    if (!s->terminal) {
        jw_error_set(error, "no screen on this terminal; --no-ui does without");
        free(s);
        return NULL;
    }
    take_terminal(s);
    s->guard = jw_stderr_guard_on();
    look_around(s);
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
    jw_stderr_guard_off(s->guard);
    jw_name_list_clear(&s->instruments);
    jw_chooser_clear(&s->picture.chooser);
    free(s);
}
