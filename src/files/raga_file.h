// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ragas of the user's own: texts like
//
//     [raga Chandni Kauns]
//     others = Chandnikauns
//     notes = S g m d N
//     aroha = S g m d N S'
//     avaroha = S' N d m g S
//     first = m
//     taraf = S N, S S g m m m d N S' S' g'
//     intonation = g 32/27, d 8/5, N 1088.27
//     [end]
//
// with the columns of base/ragas.def. doc/playing.md describes them.

#ifndef JW_RAGA_FILE_H
#define JW_RAGA_FILE_H

#include "base/error.h"
#include "base/ragas.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    JW_RAGA_TEXT = 192,   ///< Room for a value and its final 0
    JW_RAGAS_IN_FILE = 64 ///< Most ragas in a file
};

/// Raga as a file has it; texts that were not given are empty.
typedef struct {
    int line; ///< Line of its header
    char name[JW_RAGA_NAME];
    char others[JW_RAGA_TEXT], devanagari[JW_RAGA_NAME], parent[JW_RAGA_NAME];
    char notes[JW_RAGA_TEXT]; ///< From Sa up, as in the table
    char aroha[JW_RAGA_TEXT], avaroha[JW_RAGA_TEXT];
    char vadi[2], samvadi[2], time[JW_RAGA_NAME], taraf[JW_RAGA_TEXT], intonation[JW_RAGA_TEXT];
    char sources[JW_RAGA_TEXT];
    bool carnatic;
    char first;                        ///< P, m or N
    signed char tuned[JW_TARAF_NOTES]; ///< JwRaga's, if `taraf` is given
    double cents[12];                  ///< JwRaga's, if `intonation` is given
} JwOwnRaga;

typedef struct {
    int n;
    JwOwnRaga raga[JW_RAGAS_IN_FILE];
} JwOwnRagas;

/// Reads the ragas of a text. On failure *out is as it was, and the error says `name:line: what`.
/// JW_ERR_NO_MEMORY, or JW_ERR_BAD_ARG for all other errors. [main]
JwStatus jw_raga_file_parse(const char *text, size_t size, const char *name, JwOwnRagas *out,
                            JwError *error);

/// Reads a file of at most 1 MiB, the same way. [main]
JwStatus jw_raga_file_load(const char *path, JwOwnRagas *out, JwError *error);

/// Row for jw_raga_add(); its texts are those of `own`. [any]
JwRaga jw_raga_row(const JwOwnRaga *own);

#endif // JW_RAGA_FILE_H
