// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// jawari: the strings played live.

#include "backend.h"
#include "listing.h"
#include "live.h"
#include "live_commands.h"
#include "live_options.h"
#include "live_session.h"
#include "message.h"
#include "monotonic.h"
#include "nsm.h"
#include "realtime_rights.h"
#include "screen.h"
#include "selftest.h"
#include "settings_file.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, EXIT_LOST = 3, EXIT_LATE = 4 };

enum { PATH_SIZE = 4096, LINE_SIZE = 4096, TICK_NS = 10000000 };

static const double retry_s = 0.5;
static const double manager_patience_s = 10.0;

static volatile sig_atomic_t caught_signal;

static void catch_signal(int number) {
    caught_signal = number;
}

// Signals are let in only while this thread waits, so that no other one is ever
// interrupted. Returns the mask to wait with.
static sigset_t set_signals(void) {
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = catch_signal};
    sigset_t blocked;
    sigset_t before;
    sigemptyset(&action.sa_mask);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGWINCH);
    for (size_t i = 0; i < sizeof(caught) / sizeof(caught[0]); ++i) {
        struct sigaction old;
        sigaddset(&blocked, caught[i]);
        // What nohup has set to be ignored stays so.
        if (!sigaction(caught[i], NULL, &old) && old.sa_handler != SIG_IGN) {
            sigaction(caught[i], &action, NULL);
        }
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    for (size_t i = 0; i < sizeof(caught) / sizeof(caught[0]); ++i) {
        sigdelset(&before, caught[i]);
    }
    sigdelset(&before, SIGWINCH);
    return before;
}

/// All that a run of the program holds.
typedef struct {
    const JwLiveOptions *options;
    JwMessage *message;
    sigset_t waiting; // Signal mask while it waits
    char learned[PATH_SIZE];
    JwLive *live;
    JwScreen *screen;
    JwNsm nsm;
    JwSelftest selftest;
    bool leaving;
    bool input_open;
    bool input_ready; // Since the last wait
    bool long_line;   // What is read now belongs to a line that was too long
    size_t n_input;
    char input[LINE_SIZE];
} Session;

static void say(void *user, const char *text) {
    Session *s = user;
    if (s->screen) {
        jw_screen_say(s->screen, text);
    } else {
        JwMessage line;
        jw_message_set(&line, "%s", text);
        jw_message_tidy(&line);
        fprintf(stderr, "jawari: %s\n", line.text);
    }
}

/*** Waiting ***/

// Up to a hundredth of a second, or until something can be read.
static void wait_a_tick(Session *s) {
    const struct timespec tick = {0, TICK_NS};
    const bool input = s->input_open || s->screen;
    fd_set readable;
    FD_ZERO(&readable);
    if (input) {
        FD_SET(STDIN_FILENO, &readable);
    }
    if (s->nsm.fd >= 0) {
        FD_SET(s->nsm.fd, &readable);
    }
    const int n =
        pselect((s->nsm.fd > 0 ? s->nsm.fd : 0) + 1, &readable, NULL, NULL, &tick, &s->waiting);
    s->input_ready = n > 0 && input && FD_ISSET(STDIN_FILENO, &readable);
}

/*** Lines on the standard input ***/

static void obey_line(Session *s, char *line) {
    s->leaving = !jw_command_run(s->live, line, stdout) || s->leaving;
    fflush(stdout);
}

static void obey_lines(Session *s) {
    char *line = s->input;
    char *end;
    while (!s->leaving && (end = memchr(line, '\n', s->n_input - (size_t)(line - s->input)))) {
        *end = '\0';
        if (s->long_line) {
            printf("error: the line is too long\n");
            fflush(stdout);
            s->long_line = false;
        } else {
            obey_line(s, line);
        }
        line = end + 1;
    }
    s->n_input -= (size_t)(line - s->input);
    memmove(s->input, line, s->n_input);
    if (s->n_input == sizeof(s->input)) {
        s->n_input = 0;
        s->long_line = true;
    }
}

// Without a screen the end of the input is not the end of the music.
static void read_lines(Session *s) {
    if (!s->input_open || !s->input_ready) {
        return;
    }
    const ssize_t n = read(STDIN_FILENO, s->input + s->n_input, sizeof(s->input) - s->n_input);
    if (n <= 0) {
        s->input_open = n < 0 && (errno == EINTR || errno == EAGAIN);
        if (n == 0 && s->n_input > 0) {
            // The last line may lack its end.
            s->input[s->n_input++] = '\n';
            obey_lines(s);
        }
        return;
    }
    s->n_input += (size_t)n;
    obey_lines(s);
}

/*** Session manager ***/

static void session_path(const Session *s, char *path, size_t size) {
    snprintf(path, size, "%.4080s.jawari", s->nsm.path);
}

static void follow_manager(Session *s) {
    char path[PATH_SIZE];
    JwMessage message = {""};
    if (s->nsm.fd < 0) {
        return;
    }
    switch (jw_nsm_read(&s->nsm)) {
    case JW_NSM_SAVE: {
        session_path(s, path, sizeof(path));
        const bool ok = jw_session_save(s->live, path, &message);
        jw_nsm_answer(&s->nsm, ok, ok ? "saved" : message.text);
        break;
    }
    case JW_NSM_OPEN:
        jw_nsm_answer(&s->nsm, false, "already in a session");
        break;
    case JW_NSM_REFUSED:
    case JW_NSM_NOTHING:
        break;
    }
}

// The manager says under which name to appear, and where the session is.
static bool join_session(Session *s, JwLiveSetup *setup, const char *url) {
    if (!jw_nsm_open(&s->nsm, url, "jawari", s->message)) {
        return false;
    }
    const double end_s = jw_monotonic_s() + manager_patience_s;
    for (;;) {
        const JwNsmOrder order = jw_nsm_read(&s->nsm);
        if (order == JW_NSM_OPEN) {
            break;
        }
        if (order == JW_NSM_REFUSED) {
            jw_nsm_close(&s->nsm);
            return jw_message_set(s->message, "the session manager refuses: %s", s->nsm.why);
        }
        wait_a_tick(s);
        if (caught_signal || jw_monotonic_s() > end_s) {
            return jw_message_set(s->message, "the session manager opens nothing");
        }
    }
    setup->backend.name = s->nsm.client;
    return true;
}

static bool load_session(Session *s) {
    char path[PATH_SIZE];
    if (s->nsm.fd < 0) {
        return true;
    }
    session_path(s, path, sizeof(path));
    return access(path, F_OK) || jw_session_load(s->live, path, s->message);
}

/*** Running ***/

/// The command line or the configuration turns a parameter on.
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
    if (st.instrument->drone.n == 0) {
        snprintf(text, sizeof(text), "%s plays nothing by itself: the tanpuras do",
                 st.instrument_name);
        say(s, text);
    } else if (is_on(s->options, JW_P_DRONE_SYNC)) {
        say(s, strcmp(st.backend.driver, "JACK")
                   ? "the drone follows JACK's transport, and there is no JACK: it plays in its "
                     "own tempo"
                   : "the drone follows JACK's transport: it rests until that rolls");
    }
}

// The server or device is gone: waits for it, or gives up.
static bool come_back(Session *s) {
    JwLiveState st;
    JwMessage message;
    char text[256];
    jw_live_state(s->live, &st);
    snprintf(text, sizeof(text), "%s is gone (%s)", st.backend.driver, st.backend.why_lost);
    if (!s->options->reconnect) {
        jw_live_close(s->live);
        return jw_message_set(s->message, "%s", text);
    }
    say(s, text);
    jw_live_close(s->live);
    if (!jw_backend_may_return()) {
        return jw_message_set(s->message, "%s does not let go of it: please start again",
                              st.backend.driver);
    }
    double next_s = jw_monotonic_s() + retry_s;
    while (!caught_signal && !s->leaving) {
        wait_a_tick(s);
        s->leaving = s->screen && !jw_screen_step(s->screen);
        if (jw_monotonic_s() < next_s) {
            continue;
        }
        if (jw_live_open(s->live, &message)) {
            print_opened(s);
            return true;
        }
        next_s = jw_monotonic_s() + retry_s;
    }
    return true;
}

static int run(Session *s) {
    const bool testing = s->options->selftest_s > 0.0;
    while (!caught_signal && !s->leaving) {
        if (!jw_live_tick(s->live) && !come_back(s)) {
            return EXIT_LOST;
        }
        if (testing && !jw_selftest_step(&s->selftest, s->live, jw_monotonic_s())) {
            return jw_selftest_print(&s->selftest, s->live, stdout) ? EXIT_SUCCESS : EXIT_LATE;
        }
        follow_manager(s);
        if (s->screen) {
            s->leaving = !jw_screen_step(s->screen);
        } else {
            read_lines(s);
        }
        if (!s->leaving) {
            wait_a_tick(s);
        }
    }
    return EXIT_SUCCESS;
}

static void open_screen(Session *s) {
    JwMessage message;
    const bool wanted = !s->options->no_ui && s->options->selftest_s == 0.0;
    if (wanted && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        s->screen = jw_screen_open(s->live, &message);
        if (!s->screen) {
            say(s, message.text);
        }
    }
    s->input_open = !s->screen && s->options->selftest_s == 0.0;
}

static bool open_all(Session *s, JwLiveSetup *setup) {
    const char *url = getenv("NSM_URL");
    char text[256];
    if (url && *url && !join_session(s, setup, url)) {
        return false;
    }
    s->live = jw_live_new(setup, s->message);
    if (!s->live || !jw_live_load(s->live, s->message) || !load_session(s)) {
        return false;
    }
    const bool locked = jw_realtime_lock_memory(text, sizeof(text));
    if (!jw_live_open(s->live, s->message)) {
        return false;
    }
    if (!locked) {
        say(s, text);
    }
    return !s->options->record || jw_live_record(s->live, s->options->record, s->message);
}

static JwLiveSetup make_setup(Session *s) {
    const JwLiveOptions *o = s->options;
    const bool usual = jw_settings_path("midi.conf", s->learned, sizeof(s->learned));
    return (JwLiveSetup){
        .driver = o->driver,
        .backend = o->backend,
        .instrument = o->instrument,
        .preset = o->preset,
        .set = o->set,
        .value = o->value,
        .tuning = &o->tuning,
        .learned = o->midi_map ? o->midi_map
                   : usual     ? s->learned
                               : NULL,
        .offline_quality = o->offline_quality,
        .late = o->verbose,
        .user = s,
        .say = say,
    };
}

static int play_session(Session *s) {
    JwLiveSetup setup = make_setup(s);
    const bool opened = open_all(s, &setup);
    if (s->nsm.fd >= 0) {
        jw_nsm_answer(&s->nsm, opened, opened ? "open" : s->message->text);
    }
    if (!opened) {
        return EXIT_FAILURE;
    }
    print_opened(s);
    open_screen(s);
    s->selftest = jw_selftest_start(s->options->selftest_s);
    return run(s);
}

static int play(const JwLiveOptions *options, JwMessage *message) {
    Session *s = calloc(1, sizeof(*s));
    if (!s) {
        jw_message_set(message, "out of memory");
        return EXIT_FAILURE;
    }
    s->options = options;
    s->message = message;
    s->nsm.fd = -1;
    s->waiting = set_signals();
    int status = play_session(s);
    JwMessage fault;
    if (s->live && !jw_live_record_stop(s->live, &fault)) {
        if (status == EXIT_SUCCESS) {
            *message = fault;
            status = EXIT_FAILURE;
        } else {
            say(s, fault.text);
        }
    }
    jw_screen_close(s->screen);
    s->screen = NULL;
    jw_live_free(s->live);
    jw_nsm_close(&s->nsm);
    free(s);
    return status;
}

static int act(JwLiveOptions *options, JwMessage *message) {
    bool ok = true;
    switch (options->action) {
    case JW_LIVE_PLAY:
        return jw_live_options_resolve(options, message) ? play(options, message) : EXIT_FAILURE;
    case JW_LIVE_LIST_COMMANDS:
        jw_command_print_list(stdout);
        break;
    case JW_LIVE_LIST_DEVICES:
        ok = jw_backend_list(stdout, message);
        break;
    case JW_LIVE_LIST_INSTRUMENTS:
        ok = jw_list_instruments(stdout, message);
        break;
    case JW_LIVE_LIST_PRESETS:
        ok = jw_list_presets(stdout, message);
        break;
    case JW_LIVE_LIST_RAGAS:
        jw_list_ragas(stdout);
        break;
    case JW_LIVE_LIST_PARAMS:
        jw_list_params(stdout);
        break;
    case JW_LIVE_HELP:
        fputs(jw_live_options_help(), stdout);
        break;
    case JW_LIVE_VERSION:
        puts("jawari " JW_VERSION "\nCopyright 2026 The Jawari authors, ISC licence");
        break;
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int fail(JwMessage *message, int status) {
    if (*message->text) {
        jw_message_tidy(message);
        fprintf(stderr, "jawari: %s\n", message->text);
    }
    return status;
}

int main(int argc, char **argv) {
    JwLiveOptions options;
    JwMessage message = {""};
    // Letters as the terminal has them; numbers stay with a point.
    setlocale(LC_CTYPE, "");
    if (!jw_live_options_parse(&options, argc, argv, &message)) {
        jw_live_options_clear(&options);
        return fail(&message, EXIT_USAGE);
    }
    int status = act(&options, &message);
    jw_live_options_clear(&options);
    if (status == EXIT_SUCCESS && (fflush(stdout) || ferror(stdout))) {
        jw_message_set(&message, "standard output: write failed");
        status = EXIT_FAILURE;
    }
    return status == EXIT_SUCCESS ? status : fail(&message, status);
}
