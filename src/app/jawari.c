// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Program jawari: plays strings live.

#include "app/audio/backend.h"
#include "app/audio/realtime_rights.h"
#include "app/jawari_options.h"
#include "app/player/live.h"
#include "app/player/live_preset.h"
#include "app/player/live_session.h"
#include "app/player/practice.h"
#include "app/player/quality_choice.h"
#include "app/player/selftest.h"
#include "app/player/settings_file.h"
#include "app/player/signals.h"
#include "app/player/take_folder.h"
#include "app/player/take_rescue.h"
#include "app/player_window/live_window.h"
#include "app/remote/line_input.h"
#include "app/remote/live_commands.h"
#include "app/remote/manager.h"
#include "app/remote/outlet.h"
#include "app/remote/surface.h"
#include "app/terminal/screen.h"
#include "base/error.h"
#include "files/line.h"
#include "host/clocks.h"
#include "program/listing.h"
#include "program/own_ragas.h"
#include "program/patch_names.h"
#include "program/program.h"
#include "program/raga_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

enum { EXIT_LOST = 3, EXIT_LATE = 4 };

// Largest numbers of lines executed and reads made in a tick: faster senders must wait.
enum { PATH_SIZE = 4096, LINES_A_TICK = 64, READS_A_TICK = 4, EARLY_MAX = 8 };

static const double tick_s = 0.01;
static const double retry_s = 0.5;

/// State of one run of the program.
typedef struct {
    JwLiveOptions *options;
    JwError *error;
    char learned[PATH_SIZE];
    char folder[JW_TAKE_PATH];
    JwLive *live;
    JwScreen *screen;
    JwLiveWindow *window;
    JwManager manager;
    JwSurface surface;
    JwCommandNames names; // Names in its addresses
    JwSelftest selftest;
    bool wants_screen;
    int n_early; // Number of texts before the screen was open
    JwError early[EARLY_MAX];
    bool only_lines; // The terminal only shows lines
    bool leaving;
    double tick_began_s;
    int lines_left;   // Lines that may still be executed in this tick
    int reads_left;   // Reads that may still be made in this tick
    bool input_ready; // Input has arrived since the last wait
    JwLineInput input;
    JwOutlet out;
    JwOutlet err;
} Session;

static void say(void *user, const char *text) {
    Session *s = user;
    if (s->screen) {
        jw_screen_say(s->screen, text);
    } else {
        JwError line = {0};
        jw_error_set(&line, "jawari: %.1000s", text);
        jw_line_tidy(line.text);
        const size_t n = strlen(line.text);
        line.text[n] = '\n';
        jw_outlet_put(&s->err, line.text, n + 1);
        if (s->wants_screen && s->n_early < EARLY_MAX) {
            jw_error_set(&s->early[s->n_early++], "%s", text);
        }
    }
}

/********* Waiting *********/

static bool wants_input(const Session *s) {
    if (s->screen) {
        return !jw_screen_is_flooded(s->screen);
    }
    return s->input.open && s->reads_left > 0 && jw_line_input_is_empty(&s->input) &&
           !jw_outlet_is_full(&s->out);
}

static void add_outlet(const JwOutlet *outlet, fd_set *writable) {
    if (jw_outlet_waits(outlet)) {
        FD_SET(outlet->fd, writable);
    }
}

// Waits until something is readable or writable, at most 10 ms.
static void wait_a_tick(Session *s) {
    const struct timespec tick = {0, lround(1e9 * tick_s)};
    const bool input = wants_input(s);
    fd_set readable, writable;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    add_outlet(&s->out, &writable);
    add_outlet(&s->err, &writable);
    if (input) {
        FD_SET(STDIN_FILENO, &readable);
    }
    if (s->manager.nsm.fd >= 0 && !s->manager.nsm.flooded) {
        FD_SET(s->manager.nsm.fd, &readable);
    }
    const int others[] = {s->window ? jw_live_window_fd(s->window) : -1,
                          s->lines_left > 0 ? s->surface.fd : -1};
    int largest = s->manager.nsm.fd > STDERR_FILENO ? s->manager.nsm.fd : STDERR_FILENO;
    for (int i = 0; i < 2; ++i) {
        if (others[i] >= 0) {
            FD_SET(others[i], &readable);
            largest = others[i] > largest ? others[i] : largest;
        }
    }
    const int n = pselect(largest + 1, &readable, &writable, NULL, &tick, jw_signals_let_in());
    s->input_ready = n > 0 && input && FD_ISSET(STDIN_FILENO, &readable);
    jw_outlet_pass(&s->out);
    jw_outlet_pass(&s->err);
}

static void begin_tick(Session *s) {
    const double now = jw_monotonic_s();
    if (now >= s->tick_began_s + tick_s) {
        s->tick_began_s = now;
        s->lines_left = LINES_A_TICK;
        s->reads_left = READS_A_TICK;
    }
}

// Waits until all answers are written, so that none is lost at the end, or until a signal.
static void pass_all_on(Session *s) {
    s->input.open = false;
    while ((jw_outlet_waits(&s->out) || jw_outlet_waits(&s->err)) && !jw_signals_caught()) {
        wait_a_tick(s);
    }
}

/********* Lines on the standard input *********/

static void answer(Session *s, const char *text) {
    jw_outlet_put(&s->out, text, strlen(text));
}

/// Opens a window unless there is one; returns false, with an error, on failure.
static bool open_window(Session *s, JwError *error) {
    if (s->window) {
        return jw_error_set(error, "the window is open");
    }
    s->window = jw_live_window_open(error);
    return s->window != NULL;
}

/// Opens a window while the player runs.
static bool show_window(Session *s, JwError *error) {
    if (!open_window(s, error)) {
        return false;
    }
    const bool shown = jw_live_window_show(s->window, s->live, error);
    if (!shown) {
        jw_live_window_close(s->window);
        s->window = NULL;
    }
    return shown;
}

static void obey_window(Session *s, FILE *out) {
    JwError error = {0};
    if (show_window(s, &error)) {
        fprintf(out, "ok\n");
    } else {
        jw_line_print(out, "error: %s", error.text);
    }
}

/// Executes a line; returns its answer, which the caller frees, or NULL if memory is short.
static char *obey(Session *s, char *line) {
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    if (!out) {
        return NULL;
    }
    if (jw_command_is(line, "window")) {
        obey_window(s, out);
    } else {
        s->leaving = !jw_command_run(s->live, line, out) || s->leaving;
    }
    if (fclose(out)) {
        free(text);
        text = NULL;
    }
    return text;
}

static void obey_line(Session *s, char *line) {
    char *text = obey(s, line);
    answer(s, text ? text : "error: out of memory\n");
    free(text);
}

/// Executes messages of control surfaces, at most as many lines as the tick allows.
static void obey_surface(Session *s) {
    char line[PATH_SIZE];
    for (; s->surface.fd >= 0 && s->lines_left > 0 && !s->leaving; --s->lines_left) {
        const JwSurfaceEvent event = jw_surface_next(&s->surface, line, sizeof(line));
        if (event == JW_SURFACE_NOTHING) {
            return;
        }
        if (event == JW_SURFACE_LINE) {
            char *text = obey(s, line);
            jw_surface_answer(&s->surface, text ? text : "error: out of memory");
            free(text);
        }
    }
}

// Executes lines of the input. The end of the input ends the program unless there is a screen.
static void obey_lines(Session *s) {
    char *line = NULL;
    if (s->input_ready && s->reads_left > 0) {
        jw_line_input_read(&s->input);
        --s->reads_left;
    }
    for (; s->lines_left > 0 && !s->leaving && !jw_outlet_is_full(&s->out); --s->lines_left) {
        switch (jw_line_input_next(&s->input, &line)) {
        case JW_LINE_NONE:
            return;
        case JW_LINE_WHOLE:
            obey_line(s, line);
            break;
        case JW_LINE_TOO_LONG:
            answer(s, "error: the line is too long\n");
            break;
        case JW_LINE_NO_TEXT:
            answer(s, "error: the line has a zero byte in it\n");
            break;
        }
    }
}

/// Closing the window ends the program. Losing the display only closes the window: playing and
/// recording continue.
static void follow_window(Session *s) {
    JwError error = {0};
    const bool open = jw_live_window_step(s->window, jw_monotonic_s(), &error);
    if (!open && *error.text) {
        jw_live_window_close(s->window);
        s->window = NULL;
    } else if (!open) {
        s->leaving = true;
    }
    if (*error.text) {
        say(s, error.text);
    }
}

static void follow_screen(Session *s) {
    JwError error = {0};
    s->leaving = !jw_screen_step(s->screen) || s->leaving;
    if (jw_screen_wants_window(s->screen) && !show_window(s, &error)) {
        say(s, error.text);
    }
}

static void follow_user(Session *s) {
    begin_tick(s);
    if (s->window) {
        follow_window(s);
    }
    if (s->screen) {
        follow_screen(s);
    } else {
        obey_lines(s);
    }
    obey_surface(s);
}

/********* Session manager *********/

static void wait_for_manager(void *user) {
    wait_a_tick(user);
}

static void follow_manager(Session *s) {
    jw_manager_follow(&s->manager, s->live);
}

/********* Running *********/

/// True if the command line or the configuration turns a parameter on.
static bool is_on(const JwLiveOptions *options, JwParamId id) {
    return options->set[id] && options->value[id] > 0.5;
}

static void print_opened(Session *s) {
    JwLiveState st;
    char text[512];
    jw_live_state(s->live, &st);
    snprintf(text, sizeof(text), "%s%s%s on %s \"%.100s\", %g Hz, %u frames, latency %.1f ms",
             st.instrument_name, *st.preset_name ? " / " : "", st.preset_name, st.backend.driver,
             st.backend.device, st.backend.rate_hz, (unsigned)st.backend.block_frames,
             1e3 * st.latency_s);
    say(s, text);
    if (*st.backend.midi_note) {
        say(s, st.backend.midi_note);
    }
    if (!is_on(s->options, JW_P_DRONE)) {
        return;
    }
    const char *with = jw_live_with_settings(jw_live_with(s->live))->preset;
    if (st.instrument->drone.n == 0) {
        snprintf(text, sizeof(text), "%s plays nothing by itself: %.100s", st.instrument_name,
                 with ? with : "the tanpuras do");
        const size_t n = strlen(text);
        snprintf(text + n, sizeof(text) - n, "%s", with ? " plays beside it" : "");
        say(s, text);
    } else if (is_on(s->options, JW_P_DRONE_SYNC)) {
        say(s, strcmp(st.backend.driver, "JACK")
                   ? "the drone follows JACK's transport, and there is no JACK: it plays in its "
                     "own tempo"
                   : "the drone follows JACK's transport: it rests until that rolls");
    }
}

// Waits for a lost server or device, or gives up.
static bool come_back(Session *s) {
    JwLiveState st;
    JwError error = {0};
    char text[256];
    jw_live_state(s->live, &st);
    snprintf(text, sizeof(text), "%s is gone (%s)",
             st.backend.driver ? st.backend.driver : "the sound",
             *st.backend.why_lost ? st.backend.why_lost : "it does not open");
    if (!s->options->reconnect) {
        jw_live_close(s->live);
        return jw_error_set(s->error, "%s", text);
    }
    say(s, text);
    jw_live_close(s->live);
    if (!jw_backend_may_return()) {
        return jw_error_set(s->error, "%s does not let go of it: please start again",
                            st.backend.driver ? st.backend.driver : "the driver");
    }
    double next_s = jw_monotonic_s() + retry_s;
    while (!jw_signals_caught() && !s->leaving) {
        wait_a_tick(s);
        jw_live_tick(s->live);
        follow_manager(s);
        follow_user(s);
        if (jw_monotonic_s() < next_s) {
            continue;
        }
        if (jw_live_open(s->live, &error)) {
            print_opened(s);
            return true;
        }
        next_s = jw_monotonic_s() + retry_s;
    }
    return true;
}

static int run(Session *s) {
    const bool testing = s->options->selftest_s > 0.0;
    while (!jw_signals_caught() && !s->leaving) {
        if (!jw_live_tick(s->live) && !come_back(s)) {
            return EXIT_LOST;
        }
        if (testing && !jw_selftest_step(&s->selftest, s->live, jw_monotonic_s())) {
            return jw_selftest_print(&s->selftest, s->live, stdout) ? EXIT_SUCCESS : EXIT_LATE;
        }
        follow_manager(s);
        follow_user(s);
        if (!s->leaving) {
            wait_a_tick(s);
        }
    }
    return EXIT_SUCCESS;
}

// Decides whether there will be a screen; returns false, with an error, if it is required and
// impossible.
static bool check_screen(Session *s) {
    const bool wanted = !s->options->no_ui && s->options->selftest_s == 0.0;
    s->wants_screen = false;
    if (!wanted || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        return true;
    }
    const JwScreenKind kind = jw_screen_kind(s->error);
    s->wants_screen = kind == JW_SCREEN_FULL;
    s->only_lines = kind == JW_SCREEN_LINES;
    return kind != JW_SCREEN_UNKNOWN;
}

static void open_screen(Session *s) {
    JwError error = {0};
    if (s->wants_screen) {
        s->screen = jw_screen_open(s->live, &error);
        if (!s->screen) {
            say(s, error.text);
        }
        for (int i = 0; i < s->n_early && s->screen; ++i) {
            say(s, s->early[i].text);
        }
    }
    if (s->only_lines) {
        say(s, "no screen on such a terminal: type commands, line by line (note C3, status, help, "
               "quit)");
    }
    s->input.open = !s->screen && s->options->selftest_s == 0.0;
}

/// Writes names in addresses of control surfaces.
static bool surface_name(void *user, const char *command, int i, char *text, size_t size) {
    Session *s = user;
    s->names.live = s->live;
    return s->live && jw_command_name(&s->names, command, i, text, size);
}

static bool is_button(void *user, const char *line) {
    (void)user;
    return jw_command_is_button(line);
}

/// Listens before the sound starts, since the port may be in use.
static bool open_surface(Session *s) {
    const JwSurfaceNames names = {surface_name, is_button, s};
    char text[160];
    if (!s->options->osc) {
        return true;
    }
    if (!jw_surface_open(&s->surface, s->options->osc, names, s->error)) {
        return false;
    }
    snprintf(text, sizeof(text), "OSC messages to /jawari/... are taken on %.100s",
             s->options->osc);
    say(s, text);
    return true;
}

/// Connects to the display before the sound starts, since there may be none.
static bool open_first_window(Session *s) {
    return !s->options->window || open_window(s, s->error) || jw_error_prefix(s->error, "--window");
}

/// Measures the quality that this machine can compute at the backend's rate, and reports it.
static bool measure_quality(Session *s, const JwPatch *patch, const JwPatch *with) {
    JwLiveOptions *o = s->options;
    JwError said = {0};
    JwBackendState state;
    int quality = 0;
    if (!jw_live_connect(s->live, &state, s->error)) {
        return false;
    }
    const JwQualityOf of = {&patch->instrument, patch->instrument_name,
                            with ? &with->instrument : NULL, with ? with->preset_name : NULL};
    if (!jw_quality_choose(&of, state.rate_hz, &quality, &said)) {
        *s->error = said;
        return false;
    }
    o->set[JW_P_QUALITY] = true;
    o->value[JW_P_QUALITY] = quality;
    say(s, said.text);
    return true;
}

/// Chooses the quality if that is requested. Call it before jw_live_load(), for which it is an
/// ordinary option.
static bool choose_quality(Session *s) {
    const JwLiveOptions *o = s->options;
    if (!o->auto_quality) {
        return true;
    }
    JwPatch *patch = calloc(1, sizeof(*patch));
    JwPatch *with = calloc(1, sizeof(*with));
    bool ok = (patch && with) || jw_error_set(s->error, "out of memory");
    ok = ok && jw_patch_load(patch, o->instrument, o->preset, o->set, o->value, s->error) &&
         (!o->with.preset || jw_companion_load(with, o->with.preset, s->error) ||
          jw_error_prefix(s->error, "--with")) &&
         measure_quality(s, patch, o->with.preset ? with : NULL);
    free(patch);
    free(with);
    return ok;
}

static bool load_practice(const Session *s) {
    const char *name = s->options->practice;
    return !name || jw_practice_load(s->live, name, s->error) ||
           jw_error_prefix(s->error, "--practice");
}

static bool save_preset(Session *s) {
    JwError told = {0};
    const char *name = s->options->save_preset;
    const bool ok = !name || jw_live_preset_keep(s->live, name, &told, s->error);
    if (*told.text) {
        say(s, told.text);
    }
    return ok || jw_error_prefix(s->error, "--save-preset");
}

static bool open_all(Session *s, JwLiveSetup *setup) {
    const char *url = getenv("NSM_URL");
    JwError unlocked = {0};
    if (url && *url && !jw_manager_join(&s->manager, url, &setup->backend.name, s->error)) {
        return false;
    }
    s->live = jw_live_new(setup, s->error);
    if (s->live) {
        jw_live_audio_keys(jw_live_audio(s->live))->choice = s->options->keys;
    }
    if (!s->live ||
        !jw_live_clock_begin(jw_live_audio_clock(jw_live_audio(s->live)), &s->options->clock,
                             s->error) ||
        !choose_quality(s) || !jw_live_load(s->live, s->error) || !load_practice(s) ||
        !save_preset(s) || !jw_manager_load(&s->manager, s->live, s->error)) {
        return false;
    }
    const bool locked = jw_realtime_lock_memory(&unlocked);
    if (!jw_live_open(s->live, s->error)) {
        return false;
    }
    if (!locked) {
        say(s, unlocked.text);
    }
    return !s->options->record || jw_live_record(s->live, s->options->record, s->error);
}

static JwLiveSetup make_setup(Session *s) {
    const JwLiveOptions *o = s->options;
    const bool usual = jw_settings_path("midi.conf", s->learned, sizeof(s->learned));
    if (!jw_take_folder_default(s->folder)) {
        snprintf(s->folder, sizeof(s->folder), ".");
    }
    return (JwLiveSetup){
        .driver = o->driver,
        .backend = o->backend,
        .instrument = o->instrument,
        .preset = o->preset,
        .set = o->set,
        .value = o->value,
        .tuning = &o->tuning,
        .with = o->with,
        .profile = o->profile,
        .folder = o->folder ? o->folder : s->folder,
        .learned = o->midi_map ? o->midi_map
                   : usual     ? s->learned
                               : NULL,
        .offline_quality = o->offline_quality,
        .limiter = !o->no_limiter,
        .late = o->verbose,
        .user = s,
        .say = say,
    };
}

static int play_session(Session *s) {
    if (!check_screen(s) || !open_first_window(s) || !open_surface(s)) {
        return EXIT_FAILURE;
    }
    JwLiveSetup setup = make_setup(s);
    jw_take_rescue(setup.folder, say, s);
    jw_take_rescue(".", say, s);
    const bool opened = open_all(s, &setup);
    jw_manager_opened(&s->manager, opened, s->error->text);
    if (!opened) {
        return EXIT_FAILURE;
    }
    print_opened(s);
    open_screen(s);
    if (s->window && !jw_live_window_show(s->window, s->live, s->error)) {
        jw_error_prefix(s->error, "--window");
        return EXIT_FAILURE;
    }
    s->selftest = jw_selftest_start(s->options->selftest_s);
    return run(s);
}

// Leaves the terminal first, so that the following messages remain on it.
static int stop_recordings(Session *s, int status) {
    JwError failed = {0};
    jw_live_window_close(s->window);
    s->window = NULL;
    jw_screen_close(s->screen);
    s->screen = NULL;
    s->wants_screen = false;
    if (!s->live || jw_live_record_stop_all(s->live, say, s, &failed)) {
        return status;
    }
    if (status == EXIT_SUCCESS) {
        *s->error = failed;
        return EXIT_FAILURE;
    }
    say(s, failed.text);
    return status;
}

static int play(JwLiveOptions *options, JwError *error) {
    Session *s = calloc(1, sizeof(*s));
    if (!s) {
        jw_error_set(error, "out of memory");
        return EXIT_FAILURE;
    }
    s->options = options;
    s->error = error;
    s->manager = (JwManager){.nsm = {.fd = -1}, .user = s, .say = say, .wait = wait_for_manager};
    s->surface.fd = -1;
    s->input.fd = STDIN_FILENO;
    s->out.fd = STDOUT_FILENO;
    s->err.fd = STDERR_FILENO;
    jw_signals_keep_out();
    int status = play_session(s);
    status = stop_recordings(s, status);
    jw_live_free(s->live);
    jw_nsm_close(&s->manager.nsm);
    jw_surface_close(&s->surface);
    pass_all_on(s);
    jw_signals_end();
    if (status == EXIT_SUCCESS && s->out.broken) {
        jw_error_set(error, "standard output: write failed");
        status = EXIT_FAILURE;
    }
    free(s);
    return status;
}

static int act(JwLiveOptions *options, JwError *error) {
    bool ok = true;
    switch (options->action) {
    case JW_LIVE_PLAY:
        return jw_live_options_resolve(options, error) ? play(options, error) : EXIT_FAILURE;
    case JW_LIVE_LIST_COMMANDS:
        jw_command_print_list(stdout);
        break;
    case JW_LIVE_LIST_DEVICES:
        ok = jw_backend_list(stdout, error);
        break;
    case JW_LIVE_LIST_INSTRUMENTS:
        ok = jw_list_instruments(stdout, error);
        break;
    case JW_LIVE_LIST_PRACTICE:
        ok = jw_practice_print(stdout, error);
        break;
    case JW_LIVE_LIST_PRESETS:
        ok = jw_list_presets(stdout, error);
        break;
    case JW_LIVE_LIST_RAGAS:
        ok = jw_list_ragas(stdout, options->filter, error);
        break;
    case JW_LIVE_LIST_TALAS:
        ok = jw_list_talas(stdout, options->filter, error);
        break;
    case JW_LIVE_LIST_PARAMS:
        jw_list_params(stdout);
        break;
    default:
        ok = jw_options_answer(&jw_live_option_table, options->action);
        break;
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    JwLiveOptions options;
    JwError error = {0};
    jw_line_begin();
    jw_own_ragas_load("jawari");
    if (!jw_live_options_parse(&options, argc, argv, &error)) {
        jw_live_options_clear(&options);
        return jw_program_fail("jawari", &error, JW_EXIT_USAGE);
    }
    int status = act(&options, &error);
    jw_live_options_clear(&options);
    if (status == EXIT_SUCCESS && !jw_program_end_output(&error)) {
        status = EXIT_FAILURE;
    }
    return status == EXIT_SUCCESS ? status : jw_program_fail("jawari", &error, status);
}
