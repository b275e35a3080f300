// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a host reads and is told after it has loaded a state or chosen an instrument, whether it
// plays, sleeps or is inactive.
//
//     test_clap_told LIBRARY LIBMTS

#include "clap_host.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000 };

static const char *library;

/// Instrument of a host that has played a few blocks.
static ClapHost *playing(void) {
    ClapHost *h = clap_host_playing(library, "org.jawari.instrument", RATE);
    clap_host_settle(h);
    return h;
}

/// Moves a parameter in a block of its own.
static void move(ClapHost *h, const char *name, double value) {
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, clap_host_param(h, name), value);
    clap_host_run(h, 64);
}

/// Number of the instrument with that label.
static double number_of(ClapHost *h, const char *label) {
    double number = 0.0;
    check(h->params->from_text(h->plugin, clap_host_param(h, "Instrument"), label, &number),
          "there is a %s", label);
    return number;
}

static bool has(const char *state, const char *line) {
    return strstr(state, line) != NULL;
}

/// Saves a state that has two parameters where the plug-in had others.
static void save_moved(ClapHost *h) {
    move(h, "Jawari", 31.0);
    move(h, "Bypass", 1.0);
    check(clap_host_save(h), "saved");
    h->stored[h->n_stored] = '\0';
    check(has(h->stored, "\njawari 31\n") && has(h->stored, "\nbypass 1\n"), "as moved");
    move(h, "Jawari", 80.0);
    move(h, "Bypass", 0.0);
}

/// A loaded state is in force before audio runs, also for the next save.
static void check_load(void) {
    static char kept[CLAP_HOST_STATE];
    ClapHost *h = playing();
    const clap_id jawari = clap_host_param(h, "Jawari"), bypass = clap_host_param(h, "Bypass");
    save_moved(h);
    memcpy(kept, h->stored, h->n_stored + 1);
    h->n_dirty = h->n_rescans = h->n_processes = 0;
    check(clap_host_load(h), "loaded while active");
    check(clap_host_value(h, jawari) == 31.0, "Jawari is %g at once", clap_host_value(h, jawari));
    check(clap_host_value(h, bypass) == 1.0, "and so is the bypass");
    check(h->n_processes > 0, "a host that sleeps is asked to play");
    check(clap_host_save(h) && !strncmp(h->stored, kept, h->n_stored), "the same state is saved");
    clap_host_settle(h);
    check(clap_host_value(h, jawari) == 31.0, "and stays");
    check(h->n_rescans > 0 && h->n_dirty == 0, "a loaded project is not changed");
    clap_host_done(h);
}

/// A value that the host sends after it has loaded a state is newer.
static void check_newer(bool by_flush) {
    ClapHost *h = playing();
    const clap_id jawari = clap_host_param(h, "Jawari");
    save_moved(h);
    check(clap_host_load(h), "loaded");
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, jawari, 80.0);
    if (by_flush) {
        clap_host_flush(h);
    } else {
        clap_host_run(h, 64);
    }
    check(clap_host_value(h, jawari) == 80.0, "the newer value is %g", clap_host_value(h, jawari));
    clap_host_done(h);
}

/// A state whose instrument is missing is saved unchanged.
static void check_missing(void) {
    static char kept[CLAP_HOST_STATE], wanted[CLAP_HOST_STATE];
    ClapHost *h = playing();
    save_moved(h);
    memcpy(kept, h->stored, h->n_stored + 1);
    char *name = strstr(kept, "File sitar\n");
    check(name != NULL, "the state names a sitar");
    if (name) {
        memcpy(name, "File other\n", strlen("File other\n"));
        memcpy(h->stored, kept, h->n_stored);
        check(!clap_host_load(h), "there is no such instrument");
        move(h, "Jawari", 60.0);
        check(clap_host_save(h), "saved");
        memcpy(wanted, h->stored, h->n_stored);
        check(!strcmp(wanted, kept), "the state is unchanged");
    }
    clap_host_done(h);
}

/// The host is told of another instrument once, whatever it does meanwhile.
static void check_told(ClapHost *h, double number, const char *when) {
    check(clap_host_value(h, clap_host_param(h, "Instrument")) == number, "%s: it is chosen", when);
    check(h->n_rescans == 1 && h->n_dirty == 1 && h->n_names == 1, "%s: told %d, %d, %d times",
          when, h->n_rescans, h->n_dirty, h->n_names);
}

static void forget_told(ClapHost *h) {
    clap_host_serve(h);
    h->n_rescans = h->n_dirty = h->n_names = h->n_processes = 0;
}

/// True if the host may stop processing after two seconds.
static bool sleeps(ClapHost *h) {
    for (int i = 0; i < 400 && h->result != CLAP_PROCESS_SLEEP; ++i) {
        clap_host_run(h, 256);
        clap_host_serve(h);
    }
    return h->result == CLAP_PROCESS_SLEEP;
}

/// A tuner that is shared with other programs may change while nothing sounds.
static void check_tuner(const char *libmts) {
    setenv("JAWARI_LIBMTS", libmts, 1);
    ClapHost *h = calloc(1, sizeof(ClapHost));
    clap_host_open(h, library, "org.jawari.instrument");
    clap_host_start(h, RATE);
    check(!sleeps(h), "the tuner is read in silence");
    clap_host_done(h);
    setenv("JAWARI_LIBMTS", "", 1);
}

/// A host that stops processing as soon as it may.
static void check_asleep(void) {
    ClapHost *h = playing();
    const double tanpura = number_of(h, "Tanpura, female");
    check(sleeps(h), "asleep");
    forget_told(h);
    move(h, "Instrument", tanpura);
    check(h->result == CLAP_PROCESS_CONTINUE, "a requested instrument keeps it awake");
    clap_host_serve(h);
    check_told(h, tanpura, "asleep");
    check(h->n_processes > 0, "the new instrument will play");
    clap_host_done(h);
}

static void check_inactive(void) {
    ClapHost *h = playing();
    const double tanpura = number_of(h, "Tanpura, female"), sarod = number_of(h, "Sarod");
    const clap_id instrument = clap_host_param(h, "Instrument");
    forget_told(h);
    move(h, "Instrument", tanpura);
    clap_host_stop(h);
    clap_host_start(h, RATE);
    clap_host_serve(h);
    check_told(h, tanpura, "activated again");
    clap_host_stop(h);
    for (int i = 0; i < 2; ++i) {
        forget_told(h);
        clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, instrument, i ? tanpura : sarod);
        clap_host_flush(h);
        clap_host_serve(h);
        check_told(h, i ? tanpura : sarod, "inactive");
    }
    clap_host_start(h, RATE);
    clap_host_done(h);
}

/// An export begins afresh, with nothing changed.
static void check_export(void) {
    ClapHost *h = playing();
    const clap_render *render = clap_host_extension(h, CLAP_RENDER);
    forget_told(h);
    check(render->set(h->plugin, 1), "offline");
    clap_host_settle(h);
    check(h->n_dirty == 0, "an export does not change the project");
    move(h, "Instrument", number_of(h, "Sarod"));
    clap_host_settle(h);
    check(h->n_dirty == 1, "another instrument does");
    clap_host_done(h);
}

/// The value that the parameter "Instrument" has anyway leaves a drawn bridge alone.
static void check_bridge(void) {
    ClapHost *h = playing();
    const double before = clap_host_value(h, clap_host_param(h, "Instrument"));
    static char kept[CLAP_HOST_STATE];
    const char *key = "urn:jawari:bridgeProfile \n",
               *drawn = "urn:jawari:bridgeProfile 10 -0.002, 22 -0.12\n";
    check(clap_host_save(h), "saved");
    h->stored[h->n_stored] = '\0';
    char *at = strstr(h->stored, key);
    check(at != NULL, "no bridge is drawn");
    if (at) {
        const size_t n = (size_t)(at - h->stored);
        snprintf(kept, sizeof(kept), "%.*s%s%s", (int)n, h->stored, drawn, at + strlen(key));
        h->n_stored = strlen(kept);
        memcpy(h->stored, kept, h->n_stored);
        check(clap_host_load(h), "a bridge is drawn: %s", h->log);
        clap_host_settle(h);
        move(h, "Instrument", before);
        clap_host_settle(h);
        check(clap_host_save(h), "saved again");
        h->stored[h->n_stored] = '\0';
        check(has(h->stored, drawn), "the bridge stays");
    }
    clap_host_done(h);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    library = argv[1];
    check_tuner(argv[2]);
    check_load();
    check_newer(false);
    check_newer(true);
    check_missing();
    check_asleep();
    check_inactive();
    check_export();
    check_bridge();
    return check_result();
}
