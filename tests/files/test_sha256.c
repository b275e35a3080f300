// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// SHA-256 of the texts that FIPS 180-4's examples and NIST's test vectors have.

#include "files/sha256.h"
#include "support/check.h"

#include <string.h>

/// Hashes `times` times a text in parts of `part` bytes.
static void check_hash(const char *text, int times, size_t part, const char *expected) {
    JwSha256 hash;
    char got[JW_SHA256_TEXT];
    jw_sha256_begin(&hash);
    for (int i = 0; i < times; ++i) {
        for (size_t at = 0, n = strlen(text); at < n; at += part) {
            jw_sha256_add(&hash, text + at, n - at < part ? n - at : part);
        }
    }
    jw_sha256_end(&hash, got);
    check(!strcmp(got, expected), "%d times %.16s in parts of %zu: %s", times, text, part, got);
}

int main(void) {
    static const char two_blocks[] =
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
        "lmnopqrsmnopqrstnopqrstu";
    check_hash("", 1, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_hash("abc", 1, 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    for (size_t part = 1; part < 60; part += 7) {
        check_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, part,
                   "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        check_hash(two_blocks, 1, part,
                   "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    }
    check_hash("aaaaaaaaaa", 100000, 7,
               "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    return check_result();
}
