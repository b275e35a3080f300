// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a libMTS that is made up says: a file named in $FAKE_LIBMTS, shared by who writes and who
// reads it.

#ifndef JW_FAKE_LIBMTS_H
#define JW_FAKE_LIBMTS_H

#include <stdint.h>

typedef struct {
    double hz[128];
    double own_hz[16][128];
    uint8_t filtered[16][128];     ///< Keys without a note, by channel
    uint8_t own_filtered[16][128]; ///< The same in a channel's own table
    uint8_t has_own[16];
    int32_t has_master;
    int32_t n_clients;
    char name[64];
} FakeLibmts;

#endif // JW_FAKE_LIBMTS_H
