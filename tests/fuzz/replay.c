// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Where there is no libFuzzer: every file of the corpus through the harness, then mutants of it,
// the same ones in every run.
//
//     fuzz_NAME MUTANTS FILE|FOLDER...      MUTANTS of each file

#define _XOPEN_SOURCE 700

#include "fuzz.h"

#include <dirent.h>
#include <sys/stat.h>

enum { SIZE_MAX_BYTES = 65536, FILES = 1024, PATH_SIZE = 4096 };

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

static void add_file(const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(SIZE_MAX_BYTES);
    if (!file || !bytes || n_files == FILES) {
        printf("%s: cannot be read\n", path);
        exit(1);
    }
    corpus[n_files].bytes = bytes;
    corpus[n_files++].size = fread(bytes, 1, SIZE_MAX_BYTES, file);
    fclose(file);
}

static int visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static void add(const char *path) {
    struct stat st;
    if (stat(path, &st) || !S_ISDIR(st.st_mode)) {
        add_file(path);
        return;
    }
    struct dirent **entry;
    const int n = scandir(path, &entry, visible, alphasort);
    for (int i = 0; i < n; ++i) {
        char inner[PATH_SIZE];
        snprintf(inner, sizeof(inner), "%s/%s", path, entry[i]->d_name);
        add_file(inner);
        free(entry[i]);
    }
    if (n >= 0) {
        free(entry);
    }
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
