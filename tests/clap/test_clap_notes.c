// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Notes of a CLAP host: each ends once and when it should, and keys have names.
//
//     test_clap_notes LIBRARY

#include "clap_host.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

enum { RATE = 48000 };

static const char *library;

static ClapHost *playing(const char *id) {
    return clap_host_playing(library, id, RATE);
}

static void turn(ClapHost *h, uint32_t time, int type, int32_t id, int key) {
    clap_host_note(h, time, type, id, 0, key, 0.5);
}

/// A key of a resonator holds its note while it lets strings hear the input, though none is struck.
static void check_listening(double listen) {
    ClapHost *h = playing("org.jawari.resonator");
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, clap_host_param(h, "Listening strings"), listen);
    clap_host_run(h, 64);
    turn(h, 0, CLAP_EVENT_NOTE_ON, 7, 60);
    clap_host_run(h, 64);
    check(clap_host_count(h, CLAP_EVENT_NOTE_END, -1) == 0, "listening %g: held", listen);
    clap_host_run(h, 64);
    clap_host_note(h, 0, CLAP_EVENT_NOTE_OFF, 7, -1, -1, 0.0);
    clap_host_run(h, 64);
    int ends = clap_host_count(h, CLAP_EVENT_NOTE_END, 7);
    for (int i = 0; i < 4000 && ends == 0; ++i) {
        clap_host_run(h, 256);
        ends += clap_host_count(h, CLAP_EVENT_NOTE_END, 7);
    }
    check(ends == 1, "listening %g: released by its number", listen);
    clap_host_done(h);
}

/// Every note ends, though there are more than the plug-in remembers.
static void check_many(void) {
    enum { MANY = 200 };
    ClapHost *h = playing("org.jawari.instrument");
    int ends[MANY] = {0}, wrong = 0;
    for (int i = 0; i < MANY; ++i) {
        turn(h, (uint32_t)i, CLAP_EVENT_NOTE_ON, i, 60);
    }
    for (int block = 0; block < 3; ++block) {
        clap_host_run(h, 256);
        for (uint32_t i = 0; i < h->n_out; ++i) {
            const clap_event_note *note = &h->out[i].note;
            ends[note->note_id] += note->header.type == CLAP_EVENT_NOTE_END;
        }
    }
    for (int i = 0; i < MANY; ++i) {
        wrong += ends[i] != (i < MANY - 1);
    }
    check(wrong == 0, "%d of %d notes did not end once, but the last", wrong, MANY);
    clap_host_done(h);
}

/// Two notes that the host cannot tell apart end when the second does.
static void check_alike(void) {
    ClapHost *h = playing("org.jawari.instrument");
    turn(h, 0, CLAP_EVENT_NOTE_ON, CLAP_ANY, 60);
    clap_host_run(h, 256);
    turn(h, 0, CLAP_EVENT_NOTE_ON, CLAP_ANY, 60);
    clap_host_run(h, 256);
    check(clap_host_count(h, CLAP_EVENT_NOTE_END, -1) == 0, "the second sounds");
    turn(h, 0, CLAP_EVENT_NOTE_CHOKE, CLAP_ANY, 60);
    int ends = 0;
    for (int i = 0; i < 200; ++i) {
        clap_host_run(h, 256);
        ends += clap_host_count(h, CLAP_EVENT_NOTE_END, -1);
    }
    check(ends == 1, "one end for both: %d", ends);
    clap_host_done(h);
}

/// A host that is wrong about the order of events is taken at the latest time so far.
static void check_order(void) {
    static const uint32_t first[] = {50, 50}, second[] = {10, 50};
    float left[2][256];
    for (int i = 0; i < 2; ++i) {
        ClapHost *h = playing("org.jawari.instrument");
        const clap_id volume = clap_host_param(h, "Volume");
        clap_host_run(h, 64);
        turn(h, first[i], CLAP_EVENT_NOTE_ON, 1, 60);
        turn(h, second[i], CLAP_EVENT_NOTE_ON, 2, 67);
        clap_host_move(h, 30 + (uint32_t)i * 20, CLAP_EVENT_PARAM_VALUE, volume, 20.0);
        clap_host_run(h, 256);
        memcpy(left[i], h->left, sizeof(left[i]));
        clap_host_done(h);
    }
    check(!memcmp(left[0], left[1], sizeof(left[0])), "frames 50, 10, 30 are 50, 50, 50");
}

/// Strings that a key plays give it a name.
static void check_names(void) {
    ClapHost *h = playing("org.jawari.instrument");
    const clap_note_names *names = clap_host_extension(h, CLAP_NOTE_NAMES);
    const uint32_t n = names->count(h->plugin);
    clap_note_name name;
    int before = -1;
    check(n > 10 && n <= 128, "%d keys have names", (int)n);
    for (uint32_t i = 0; i < n; ++i) {
        memset(&name, 0xff, sizeof(name));
        check(names->get(h->plugin, i, &name) && name.key > before && name.key <= 127,
              "name %d is for key %d", (int)i, name.key);
        check(name.port == CLAP_ANY && name.channel == CLAP_ANY && name.name[0] &&
                  memchr(name.name, '\0', sizeof(name.name)),
              "of any channel");
        before = name.key;
    }
    check(!names->get(h->plugin, n, &name), "no more");
    clap_host_done(h);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        return 2;
    }
    library = argv[1];
    check_listening(2.0);
    check_listening(3.0);
    check_many();
    check_alike();
    check_order();
    check_names();
    return check_result();
}
