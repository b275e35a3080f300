// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Messages of session managers, as they come from the network.

#include "app/osc.h"
#include "fuzz.h"

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
    free(copy);
    return 0;
}
