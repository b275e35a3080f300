// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Messages of session managers and control surfaces, as they come from the network.

#include "app/osc.h"
#include "app/surface.h"
#include "fuzz.h"

/// Takes a packet apart into lines; there is no socket that it came from.
static void take_packet(const uint8_t *data, size_t size) {
    static JwSurface surface;
    char line[JW_OSC_BYTES];
    surface.fd = -1;
    surface.at = 0;
    surface.n = size < sizeof(surface.bytes) ? size : sizeof(surface.bytes);
    memcpy(surface.bytes, data, surface.n);
    for (size_t before = surface.at; surface.n > 0 && surface.at < surface.n; before = surface.at) {
        const JwSurfaceNews news = jw_surface_next(&surface, line, sizeof(line));
        demand(surface.at > before && surface.at <= surface.n, "a packet has an end");
        demand(news != JW_SURFACE_LINE || !strpbrk(line, "\n\r"), "a message is a line");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    JwOscMessage message;
    FuzzBytes bytes = {data, size};
    size_t n;
    uint8_t *copy = fuzz_copy(&bytes, size, &n);
    if (jw_osc_parse(&message, copy, n)) {
        demand(message.n >= 0 && message.n <= JW_OSC_ARGUMENTS, "arguments");
        demand(strlen(message.address) < n, "an address inside the message");
        for (int i = 0; i <= message.n; ++i) {
            const char *text = jw_osc_string(&message, i);
            demand(!text || strlen(text) < n, "texts inside the message");
        }
    }
    take_packet(copy, n);
    free(copy);
    return 0;
}
