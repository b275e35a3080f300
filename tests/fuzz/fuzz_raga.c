// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files of the user's own ragas. What is accepted has notes from Sa up, orders of these notes
// alone, and pitches and taraf in their range; what is not accepted changes nothing.

#include "files/raga_file.h"
#include "fuzz.h"
#include "playing/tuning.h"

#include <math.h>

static bool has_end(const char *text, size_t size) {
    return memchr(text, 0, size) != NULL;
}

static void demand_raga(const JwOwnRaga *raga) {
    demand(has_end(raga->name, sizeof(raga->name)) && raga->name[0], "a name");
    demand(has_end(raga->notes, sizeof(raga->notes)) && raga->notes[0] == 'S', "notes from Sa up");
    demand(strchr("PmN", raga->first) && raga->first, "a first string");
    const char *const orders[] = {raga->aroha, raga->avaroha};
    for (int i = 0; i < 2; ++i) {
        demand(has_end(orders[i], sizeof(raga->aroha)) && orders[i][0], "an order");
        for (const char *at = orders[i]; *at; ++at) {
            demand(strchr(" \t,'", *at) || strchr(raga->notes, *at), "notes of the raga alone");
        }
    }
    for (int d = 0; d < 12; ++d) {
        demand(raga->cents[d] < 0.0 || fabs(raga->cents[d] - 100.0 * d) < 100.0, "cents");
    }
    for (int i = 0; i < JW_TARAF_NOTES; ++i) {
        demand(abs(raga->tuned[i]) <= 5, "taraf");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static JwOwnRagas ragas, before;
    FuzzBytes bytes = {data, size};
    JwError error = {0};
    size_t n;
    char *text = (char *)fuzz_copy(&bytes, size, &n);
    memset(&ragas, 0x5a, sizeof(ragas));
    memset(&before, 0x5a, sizeof(before));
    if (jw_raga_file_parse(text, n, "fuzz", &ragas, &error)) {
        demand_message(error.text);
        demand(!memcmp(&ragas, &before, sizeof(ragas)), "nothing is changed");
    } else {
        demand(ragas.n >= 0 && ragas.n <= JW_RAGAS_IN_FILE, "so many ragas");
        for (int i = 0; i < ragas.n; ++i) {
            demand_raga(&ragas.raga[i]);
        }
    }
    free(text);
    return 0;
}
