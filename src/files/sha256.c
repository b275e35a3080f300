// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/sha256.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, LENGTH_AT = 56 };

// First 32 bits of the fractional parts of the cube roots of the first 64 primes.
static const uint32_t round_constant[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int n) {
    return x >> n | x << (32 - n);
}

static void spread(const uint8_t *block, uint32_t word[ROUNDS]) {
    for (int i = 0; i < 16; ++i) {
        word[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                  (uint32_t)block[4 * i + 2] << 8 | (uint32_t)block[4 * i + 3];
    }
    for (int i = 16; i < ROUNDS; ++i) {
        const uint32_t a = word[i - 15], b = word[i - 2];
        word[i] = word[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + word[i - 7] +
                  (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
}

static void take_block(uint32_t *state, const uint8_t *block) {
    uint32_t word[ROUNDS], s[8];
    spread(block, word);
    memcpy(s, state, sizeof(s));
    for (int i = 0; i < ROUNDS; ++i) {
        const uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        const uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        const uint32_t one = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) +
                             choice + round_constant[i] + word[i];
        const uint32_t two = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + majority;
        memmove(s + 1, s, 7 * sizeof(s[0]));
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; ++i) {
        state[i] += s[i];
    }
}

void jw_sha256_begin(JwSha256 *hash) {
    *hash = (JwSha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void jw_sha256_add(JwSha256 *hash, const void *bytes, size_t n) {
    const uint8_t *at = bytes;
    while (n > 0) {
        const size_t filled = hash->n_bytes % BLOCK;
        const size_t part = n < BLOCK - filled ? n : BLOCK - filled;
        memcpy(hash->block + filled, at, part);
        hash->n_bytes += part;
        at += part;
        n -= part;
        if (filled + part == BLOCK) {
            take_block(hash->state, hash->block);
        }
    }
}

void jw_sha256_end(JwSha256 *hash, char text[JW_SHA256_TEXT]) {
    static const uint8_t padding[BLOCK] = {0x80};
    const uint64_t n_bits = 8 * hash->n_bytes;
    const size_t filled = hash->n_bytes % BLOCK;
    uint8_t length[8];
    jw_sha256_add(hash, padding, (filled < LENGTH_AT ? LENGTH_AT : LENGTH_AT + BLOCK) - filled);
    for (int i = 0; i < 8; ++i) {
        length[i] = (uint8_t)(n_bits >> (56 - 8 * i));
    }
    jw_sha256_add(hash, length, sizeof(length));
    for (int i = 0; i < 8; ++i) {
        snprintf(text + (size_t)8 * (size_t)i, 9, "%08x", (unsigned)hash->state[i]);
    }
}
