// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/raga_tell.h"

#include "base/ragas.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { OCTAVE = 12 };

__attribute__((format(printf, 2, 3))) static void add(char text[JW_RAGA_TOLD], const char *format,
                                                      ...) {
    const size_t n = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + n, JW_RAGA_TOLD - n, format, args);
    va_end(args);
}

static void add_note(char text[JW_RAGA_TOLD], int from_sa) {
    const int octave = (from_sa + 10 * OCTAVE) / OCTAVE - 10;
    add(text, " %c", jw_svara_letter(from_sa - octave * OCTAVE));
    for (int i = 0; i < octave; ++i) {
        add(text, "'");
    }
    for (int i = octave; i < 0; ++i) {
        add(text, ",");
    }
}

/// Octaves from the board's Sa to that on which most of the taraf stand.
static int taraf_octave(const JwInstrument *instrument, const JwFretboard *board) {
    int lowest = JW_KEYS;
    for (int s = 0; s < instrument->n_strings; ++s) {
        const int from = board->neck[s].key[0] - board->sa_key;
        const bool is_sa = board->neck[s].key[0] >= 0 && from % OCTAVE == 0;
        if (instrument->string[s].role == JW_ROLE_TARAF && is_sa && from < lowest) {
            lowest = from;
        }
    }
    return lowest < JW_KEYS ? lowest : 0;
}

const char *jw_raga_tell(int raga, const JwInstrument *instrument, const JwFretboard *board,
                         char text[JW_RAGA_TOLD]) {
    const JwRaga *info = jw_raga_info(raga);
    *text = '\0';
    if (!info || board->is_scale) {
        return text;
    }
    const int sa = board->sa_key + taraf_octave(instrument, board);
    add(text, "%s: %s", info->name, info->notes);
    int n = 0;
    for (int s = 0; s < instrument->n_strings; ++s) {
        const int key = board->neck[s].key[0];
        if (instrument->string[s].role == JW_ROLE_TARAF && key >= 0) {
            add(text, "%s", n++ == 0 ? "; taraf" : "");
            add_note(text, key - sa);
        }
    }
    const int first = instrument->drone.first;
    if (first >= 0 && board->neck[first].key[0] >= 0) {
        const int from = (board->neck[first].key[0] - board->sa_key + 10 * OCTAVE) % OCTAVE;
        add(text, "; first string %c", jw_svara_letter(from));
    } else {
        add(text, "; tanpura's first string %c", info->first);
    }
    return text;
}
