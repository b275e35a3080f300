// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Where there is no libFuzzer: every file of the corpus through the harness, then mutants of it,
// the same ones in every run.
//
//     fuzz_NAME MUTANTS FILE|ARCHIVE.tar...      MUTANTS of each file, or of each member
//
// To add an input: tar --format=ustar -rf tests/fuzz/corpus/NAME.tar -C FOLDER FILE

#include "fuzz.h"

enum { SIZE_MAX_BYTES = 65536, FILES = 1024 };
enum { BLOCK = 512, SIZE_AT = 124, MAGIC_AT = 257 }; ///< Of an archive: bytes, places in a header

typedef struct {
    uint8_t *bytes;
    size_t size;
} Input;

static Input corpus[FILES];
static int n_files;
static uint64_t dice = 1;

/// SplitMix64 (Steele, Lea, Flood 2014).
static uint64_t roll(uint64_t n) {
    uint64_t z = dice += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (z ^ (z >> 31)) % n;
}

static void fail(const char *path, const char *what) {
    printf("%s: %s\n", path, what);
    exit(1);
}

/// Adds the next `size` bytes of a file; of a longer input, its start.
static void add_input(const char *path, FILE *file, size_t size) {
    uint8_t *bytes = malloc(SIZE_MAX_BYTES);
    if (!bytes || n_files == FILES) {
        fail(path, "too many inputs");
    }
    corpus[n_files].bytes = bytes;
    corpus[n_files++].size = fread(bytes, 1, size < SIZE_MAX_BYTES ? size : SIZE_MAX_BYTES, file);
}

/// Adds the members of an archive (ustar: blocks of 512 bytes, each member behind a header).
static void add_members(const char *path, FILE *file) {
    char head[BLOCK];
    while (fread(head, 1, BLOCK, file) == BLOCK && head[0]) {
        const size_t size = (size_t)strtoul(head + SIZE_AT, NULL, 8);
        if (memcmp(head + MAGIC_AT, "ustar", 5) || size > SIZE_MAX_BYTES) {
            fail(path, "no archive of inputs");
        }
        add_input(path, file, size);
        if (corpus[n_files - 1].size != size ||
            fseek(file, (long)((BLOCK - size % BLOCK) % BLOCK), SEEK_CUR)) {
            fail(path, "an archive that is cut short");
        }
    }
}

static void add(const char *path) {
    FILE *file = fopen(path, "rb");
    const char *dot = strrchr(path, '.');
    if (!file) {
        fail(path, "cannot be read");
    } else if (dot && !strcmp(dot, ".tar")) {
        add_members(path, file);
    } else {
        add_input(path, file, SIZE_MAX_BYTES);
    }
    fclose(file);
}

/// Through the harness, from a buffer of just its size.
static void play(const uint8_t *bytes, size_t size) {
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (!copy) {
        exit(1);
    }
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

/// A piece of another file, or noise, or what is there moved away: in place of n bytes at `at`.
static void splice(Input *m, size_t at, size_t n, const uint8_t *piece, size_t n_piece) {
    if (m->size - n + n_piece > SIZE_MAX_BYTES) {
        return;
    }
    memmove(m->bytes + at + n_piece, m->bytes + at + n, m->size - at - n);
    memcpy(m->bytes + at, piece, n_piece);
    m->size = m->size - n + n_piece;
}

static void change(Input *m) {
    static const uint8_t odd[] = {0, 1, 0x7f, 0x80, 0xff, '\n', '-', '9', ' ', '='};
    const size_t at = (size_t)roll(m->size + 1);
    const Input *other = &corpus[roll((uint64_t)n_files)];
    uint8_t noise[8];
    size_t n = (size_t)roll(16);
    n = n < m->size - at ? n : m->size - at;
    for (size_t i = 0; i < sizeof(noise); ++i) {
        noise[i] = (uint8_t)roll(256);
    }
    switch (roll(6)) {
    case 0:
        if (at < m->size) {
            m->bytes[at] ^= (uint8_t)(1u << roll(8));
        }
        return;
    case 1:
        if (at < m->size) {
            m->bytes[at] = odd[roll(sizeof(odd))];
        }
        return;
    case 2:
        splice(m, at, n, noise, (size_t)roll(sizeof(noise) + 1));
        return;
    case 3:
        splice(m, at, n, noise, 0);
        return;
    case 4:
        m->size = at;
        return;
    default:
        if (other->size > 0) {
            const size_t from = (size_t)roll(other->size);
            uint8_t piece[64];
            const size_t n_piece = 1 + (size_t)roll(sizeof(piece));
            const size_t there = other->size - from;
            const size_t n_copied = n_piece < there ? n_piece : there;
            memcpy(piece, other->bytes + from, n_copied);
            splice(m, at, roll(2) ? n : 0, piece, n_copied);
        }
    }
}

int main(int argc, char **argv) {
    static uint8_t room[SIZE_MAX_BYTES];
    const long n_mutants = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    for (int i = 2; i < argc; ++i) {
        add(argv[i]);
    }
    play(room, 0);
    for (int i = 0; i < n_files; ++i) {
        play(corpus[i].bytes, corpus[i].size);
        for (long k = 0; k < n_mutants; ++k) {
            Input mutant = {room, corpus[i].size};
            memcpy(room, corpus[i].bytes, mutant.size);
            for (uint64_t left = 1 + roll(6); left > 0; --left) {
                change(&mutant);
            }
            play(room, mutant.size);
        }
    }
    printf("%d files and %ld mutants of each\n", n_files, n_mutants);
    for (int i = 0; i < n_files; ++i) {
        free(corpus[i].bytes);
    }
    return n_files == 0;
}
