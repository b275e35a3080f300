// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Messages of session managers and control surfaces, as they come from the network. The bytes stand
// before a page that cannot be read: one byte past them ends the program in any build.

#include "app/remote/osc.h"
#include "app/remote/surface.h"
#include "fuzz.h"
#include "support/guarded.h"

enum { NAMES = 3, MOST = 65536 };

static bool name_of(void *user, const char *command, int i, char *text, size_t size) {
    static const char *const names[NAMES] = {"set", "gain", "e1"};
    (void)user;
    (void)command;
    return i < NAMES && snprintf(text, size, "%s", names[i]) >= 0;
}

static bool is_button(void *user, const char *line) {
    (void)user;
    return strlen(line) % 2;
}

/// Takes a packet apart into lines; there is no socket that it came from.
static void take_packet(const uint8_t *data, size_t size) {
    static JwSurface surface;
    char line[JW_OSC_BYTES];
    size_t n_lines = 0;
    surface.fd = -1;
    surface.names = (JwSurfaceNames){name_of, is_button, NULL};
    jw_surface_put(&surface, data, size < JW_OSC_BYTES ? size : JW_OSC_BYTES);
    const size_t most = surface.n / 4 * NAMES * NAMES + 1;
    while (surface.search.found || surface.at < surface.n) {
        const JwSurfaceEvent event = jw_surface_next(&surface, line, sizeof(line));
        demand(surface.at <= surface.n && ++n_lines <= most, "a packet has an end");
        demand(event != JW_SURFACE_LINE || !strpbrk(line, "\n\r"), "a message is a line");
        if (event == JW_SURFACE_LINE) {
            jw_surface_answer(&surface, "a line\nok\n");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Guarded guarded;
    JwOscMessage message;
    if (!guarded.start) {
        guarded = guarded_open(MOST);
    }
    demand(guarded.start != NULL, "memory for the input");
    const size_t n = size < MOST ? size : MOST;
    const uint8_t *copy = guarded_put(&guarded, data, n);
    if (jw_osc_parse(&message, copy, n)) {
        demand(message.n >= 0 && message.n <= JW_OSC_ARGUMENTS, "arguments");
        demand(strlen(message.address) < n, "an address inside the message");
        for (int i = 0; i < message.n; ++i) {
            char word[64];
            const char *text = jw_osc_word(&message, i, word, sizeof(word));
            demand(!text || strlen(text) < sizeof(word) + n, "texts inside the message");
            demand(message.at[i] >= copy && message.at[i] <= copy + n, "arguments inside it");
        }
    }
    take_packet(copy, n);
    return 0;
}
