// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// MIDI files that are against the standard and can be understood: what is played of each, what is
// said of it and of which byte, and that a strict reader refuses it.

#include "app/score/smf.h"
#include "base/error.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HEADER(type, n_tracks) 'M', 'T', 'h', 'd', 0, 0, 0, 6, 0, type, 0, n_tracks, 1, 0xe0
#define TRACK(length)          'M', 'T', 'r', 'k', 0, 0, 0, length
#define ON                     0, 0x90, 60, 100
#define OFF                    0x83, 0x60, 0x80, 60, 64 // Half a second later
#define END                    0, 0xff, 0x2f, 0

enum { BYTES_MAX = 160, KINDS = 3, END_OF_HEADER = 14, DATA = END_OF_HEADER + 8 };

#define NO_KIND JW_SMF_N_REPAIRS

/// A file; the kinds of what is mended in it, NO_KIND behind them, and the first byte of each.
typedef struct {
    const char *what;
    size_t n;
    uint8_t bytes[BYTES_MAX];
    JwSmfRepair kind[KINDS];
    size_t byte[KINDS];
    const char *events; ///< "on off", or others by a letter each: see letters_of()
    double seconds;
} Case;

#define BYTES(...)                                                                                 \
    sizeof((const uint8_t[]){__VA_ARGS__}), {                                                      \
        __VA_ARGS__                                                                                \
    }

static const Case cases[] = {
    {"nothing wrong", BYTES(HEADER(0, 1), TRACK(13), ON, OFF, END), {NO_KIND}, {0}, "+-", 0.5},
    // Tracks and their ends
    {"no End of Track",
     BYTES(HEADER(0, 1), TRACK(9), ON, OFF),
     {JW_SMF_NO_END, NO_KIND},
     {31},
     "+-",
     0.5},
    {"an empty track",
     BYTES(HEADER(1, 2), TRACK(0), TRACK(13), ON, OFF, END),
     {JW_SMF_NO_END, NO_KIND},
     {22},
     "+-",
     0.5},
    {"an empty track at the end",
     BYTES(HEADER(1, 2), TRACK(13), ON, OFF, END, TRACK(0)),
     {JW_SMF_NO_END, NO_KIND},
     {43},
     "+-",
     0.5},
    {"two without an end",
     BYTES(HEADER(1, 2), TRACK(4), ON, TRACK(5), OFF),
     {JW_SMF_NO_END, NO_KIND},
     {26},
     "+-",
     0.5},
    {"more tracks counted",
     BYTES(HEADER(1, 3), TRACK(8), ON, END, TRACK(9), OFF, END),
     {JW_SMF_FEWER_TRACKS, NO_KIND},
     {10},
     "+-",
     0.5},
    {"fewer tracks counted",
     BYTES(HEADER(1, 1), TRACK(8), ON, END, TRACK(9), OFF, END),
     {JW_SMF_MORE_TRACKS, NO_KIND},
     {10},
     "+-",
     0.5},
    {"no tracks counted",
     BYTES(HEADER(1, 0), TRACK(8), ON, END, TRACK(9), OFF, END),
     {JW_SMF_NO_COUNT, NO_KIND},
     {10},
     "+-",
     0.5},
    {"type 0 of two",
     BYTES(HEADER(0, 2), TRACK(8), ON, END, TRACK(9), OFF, END),
     {JW_SMF_TYPE_0_TRACKS, NO_KIND},
     {10},
     "+-",
     0.5},
    {"type 7",
     BYTES(HEADER(7, 1), TRACK(13), ON, OFF, END),
     {JW_SMF_UNKNOWN_TYPE, NO_KIND},
     {8},
     "+-",
     0.5},
    {"type 2, one pattern",
     BYTES(HEADER(2, 1), TRACK(13), ON, OFF, END),
     {JW_SMF_PATTERNS, NO_KIND},
     {8},
     "+-",
     0.5},
    {"type 2, three patterns, the first of them twice as fast",
     BYTES(HEADER(2, 3), TRACK(20), 0, 0xff, 0x51, 3, 3, 0xd0, 0x90, ON, OFF, END, TRACK(13), ON,
           OFF, END, TRACK(13), ON, OFF, END),
     {JW_SMF_PATTERNS, NO_KIND},
     {8},
     "+-+-+-",
     1.25},
    // Lengths
    {"cut by 3 bytes",
     BYTES(HEADER(0, 1), TRACK(13), ON, OFF, 0),
     {JW_SMF_CHUNK_LENGTH, NO_KIND},
     {18},
     "+-",
     0.5},
    {"cut by 6 bytes",
     BYTES(HEADER(0, 1), TRACK(13), ON, 0x83, 0x60, 0x80),
     {JW_SMF_CHUNK_LENGTH, NO_KIND},
     {18},
     "+",
     0.0},
    {"cut behind its first event",
     BYTES(HEADER(0, 1), TRACK(13), ON),
     {JW_SMF_CHUNK_LENGTH, NO_KIND},
     {18},
     "+",
     0.0},
    {"an unfinished length",
     BYTES(HEADER(0, 1), 'M', 'T', 'r', 'k', 255, 255, 255, 255, ON, OFF, END),
     {JW_SMF_CHUNK_LENGTH, NO_KIND},
     {18},
     "+-",
     0.5},
    {"and another track behind",
     BYTES(HEADER(1, 2), 'M', 'T', 'r', 'k', 255, 255, 255, 255, ON, END, TRACK(9), OFF, END),
     {JW_SMF_CHUNK_LENGTH, NO_KIND},
     {18},
     "+-",
     0.5},
    {"a length of 0",
     BYTES(HEADER(0, 1), TRACK(0), ON, OFF, END),
     {JW_SMF_TRACK_LENGTH, NO_KIND},
     {18},
     "+-",
     0.5},
    {"a length of 0 and no end",
     BYTES(HEADER(0, 1), TRACK(0), ON, OFF),
     {JW_SMF_TRACK_LENGTH, JW_SMF_NO_END, NO_KIND},
     {18, 31},
     "+-",
     0.5},
    {"too short by 1",
     BYTES(HEADER(0, 1), TRACK(12), ON, OFF, END),
     {JW_SMF_TRACK_LENGTH, NO_KIND},
     {18},
     "+-",
     0.5},
    {"too short by 6",
     BYTES(HEADER(1, 2), TRACK(2), ON, END, TRACK(9), OFF, END),
     {JW_SMF_TRACK_LENGTH, NO_KIND},
     {18},
     "+-",
     0.5},
    {"too long by 3",
     BYTES(HEADER(1, 2), TRACK(11), ON, END, TRACK(9), OFF, END),
     {JW_SMF_TRACK_LENGTH, NO_KIND},
     {18},
     "+-",
     0.5},
    {"a short header",
     BYTES('M', 'T', 'h', 'd', 0, 0, 0, 4, 0, 0, 0, 1, 1, 0xe0, TRACK(13), ON, OFF, END),
     {JW_SMF_HEADER_LENGTH, NO_KIND},
     {4},
     "+-",
     0.5},
    {"a header without its length",
     BYTES('M', 'T', 'h', 'd', 6, 0, 0, 0, 0, 0, 0, 1, 1, 0xe0, TRACK(13), ON, OFF, END),
     {JW_SMF_HEADER_LENGTH, NO_KIND},
     {4},
     "+-",
     0.5},
    {"a header of 8 that has 6",
     BYTES('M', 'T', 'h', 'd', 0, 0, 0, 8, 0, 0, 0, 1, 1, 0xe0, TRACK(13), ON, OFF, END),
     {JW_SMF_HEADER_LENGTH, NO_KIND},
     {4},
     "+-",
     0.5},
    // Bytes between
    {"a byte between tracks",
     BYTES(HEADER(1, 2), TRACK(8), ON, END, 0, TRACK(9), OFF, END),
     {JW_SMF_STRAY_BYTES, NO_KIND},
     {30},
     "+-",
     0.5},
    {"a letter between tracks",
     BYTES(HEADER(1, 2), TRACK(8), ON, END, 'x', TRACK(9), OFF, END),
     {JW_SMF_STRAY_BYTES, NO_KIND},
     {30},
     "+-",
     0.5},
    {"nine bytes between tracks",
     BYTES(HEADER(1, 2), TRACK(8), ON, END, 1, 2, 3, 4, 5, 6, 7, 8, 9, TRACK(9), OFF, END),
     {JW_SMF_STRAY_BYTES, NO_KIND},
     {30},
     "+-",
     0.5},
    {"a byte behind the header",
     BYTES(HEADER(0, 1), 0, TRACK(13), ON, OFF, END),
     {JW_SMF_STRAY_BYTES, NO_KIND},
     {14},
     "+-",
     0.5},
    {"no end, and a byte between",
     BYTES(HEADER(1, 2), TRACK(4), ON, 0, TRACK(9), OFF, END),
     {JW_SMF_STRAY_BYTES, JW_SMF_NO_END, NO_KIND},
     {26, 26},
     "+-",
     0.5},
    {"something before the score",
     BYTES(0, 4, 's', 'o', 'n', 'g', HEADER(0, 1), TRACK(13), ON, OFF, END),
     {JW_SMF_BYTES_BEFORE, NO_KIND},
     {0},
     "+-",
     0.5},
    // Bytes of events
    {"a value of 255",
     BYTES(HEADER(0, 1), TRACK(17), 0, 0xb0, 7, 255, ON, OFF, END),
     {JW_SMF_DATA_BYTE, NO_KIND},
     {25},
     "c+-",
     0.5},
    {"a value of 128",
     BYTES(HEADER(0, 1), TRACK(17), 0, 0xb5, 11, 128, ON, OFF, END),
     {JW_SMF_DATA_BYTE, NO_KIND},
     {25},
     "c+-",
     0.5},
    {"two velocities past 127",
     BYTES(HEADER(0, 1), TRACK(13), 0, 0x90, 60, 200, 0x83, 0x60, 0x80, 60, 255, END),
     {JW_SMF_DATA_BYTE, NO_KIND},
     {25},
     "+-",
     0.5},
    {"a program of 130",
     BYTES(HEADER(0, 1), TRACK(16), 0, 0xc0, 130, ON, OFF, END),
     {JW_SMF_DATA_BYTE, NO_KIND},
     {24},
     "p+-",
     0.5},
    {"a bend past its end",
     BYTES(HEADER(0, 1), TRACK(17), 0, 0xe0, 0x80, 0x80, ON, OFF, END),
     {JW_SMF_DATA_BYTE, NO_KIND},
     {24},
     "b+-",
     0.5},
    {"pressure of 255",
     BYTES(HEADER(0, 1), TRACK(16), 0, 0xd0, 255, ON, OFF, END),
     {JW_SMF_DATA_BYTE, NO_KIND},
     {24},
     "a+-",
     0.5},
    {"clock",
     BYTES(HEADER(0, 1), TRACK(15), 0, 0xf8, ON, OFF, END),
     {JW_SMF_SYSTEM, NO_KIND},
     {23},
     "+-",
     0.5},
    {"start, running status, stop",
     BYTES(HEADER(0, 1), TRACK(18), 0, 0xfa, ON, 0, 0xfe, 0x83, 0x60, 60, 0, 0, 0xfc, END),
     {JW_SMF_SYSTEM, NO_KIND},
     {23},
     "+-",
     0.5},
    {"song position, select, tune",
     BYTES(HEADER(0, 1), TRACK(22), 0, 0xf2, 1, 2, 0, 0xf3, 9, 0, 0xf6, ON, OFF, END),
     {JW_SMF_SYSTEM, NO_KIND},
     {23},
     "+-",
     0.5},
    {"a time code",
     BYTES(HEADER(0, 1), TRACK(16), 0, 0xf1, 0x12, ON, OFF, END),
     {JW_SMF_SYSTEM, NO_KIND},
     {23},
     "+-",
     0.5},
    {"sysex as on a cable",
     BYTES(HEADER(0, 1), TRACK(20), 0, 0xf0, 0x7e, 0x7f, 9, 1, 0xf7, ON, OFF, END),
     {JW_SMF_PLAIN_SYSEX, NO_KIND},
     {23},
     "s+-",
     0.5},
    {"a padded number",
     BYTES(HEADER(0, 1), TRACK(17), 0x80, 0x80, 0x80, 0x80, ON, OFF, END),
     {JW_SMF_PADDED_NUMBER, NO_KIND},
     {22},
     "+-",
     0.5},
    {"a tempo of two bytes",
     BYTES(HEADER(0, 1), TRACK(19), 0, 0xff, 0x51, 2, 1, 2, ON, OFF, END),
     {JW_SMF_TEMPO_LENGTH, NO_KIND},
     {26},
     "+-",
     0.5},
    {"a tempo of 0",
     BYTES(HEADER(0, 1), TRACK(20), 0, 0xff, 0x51, 3, 0, 0, 0, ON, OFF, END),
     {JW_SMF_TEMPO_ZERO, NO_KIND},
     {26},
     "+-",
     0.5},
    {"26 frames a second",
     BYTES('M', 'T', 'h', 'd', 0, 0, 0, 6, 0, 0, 0, 1, 256 - 26, 40, TRACK(12), ON, 0x10, 0x80, 60,
           64, END),
     {JW_SMF_SMPTE_RATE, NO_KIND},
     {12},
     "+-",
     16.0 / 1040.0},
    // What is lost is only the rest of a track
    {"no status",
     BYTES(HEADER(1, 2), TRACK(3), 0, 60, 100, TRACK(13), ON, OFF, END),
     {JW_SMF_NO_STATUS, NO_KIND},
     {23},
     "+-",
     0.5},
    {"a number too long",
     BYTES(HEADER(1, 2), TRACK(10), ON, 255, 255, 255, 255, 127, 0, TRACK(9), OFF, END),
     {JW_SMF_LONG_NUMBER, NO_KIND},
     {26},
     "+-",
     0.5},
    {"an event too long",
     BYTES(HEADER(1, 2), TRACK(8), ON, 0, 0xff, 1, 99, TRACK(9), OFF, END),
     {JW_SMF_LONG_EVENT, NO_KIND},
     {27},
     "+-",
     0.5},
    {"half an event",
     BYTES(HEADER(1, 2), TRACK(7), ON, 0, 0x80, 60, TRACK(9), OFF, END),
     {JW_SMF_CUT_EVENT, NO_KIND},
     {29},
     "+-",
     0.5},
};

static void letters_of(const JwSmf *smf, char *letters) {
    size_t n = 0;
    for (; n < smf->n_events && n < 31; ++n) {
        const uint8_t *midi = smf->events[n].midi;
        const bool off = (midi[0] & 0xf0) == 0x90 && midi[2] == 0;
        letters[n] = off ? '-' : "-+?cpabs"[(midi[0] >> 4) - 8];
    }
    letters[n] = '\0';
}

static void check_values(const Case *c, const JwSmf *smf) {
    for (size_t i = 0; i < smf->n_events; ++i) {
        const uint8_t *midi = smf->events[i].midi;
        const bool is_note = (midi[0] & 0xe0) == 0x80, is_sysex = midi[0] == 0xf0;
        check(is_note    ? midi[1] == 60
              : is_sysex ? smf->events[i].sysex < smf->sysex.n
                         : (midi[1] == 127 || midi[2] == 127),
              "%s: event %zu is %d %d %d", c->what, i, midi[0], midi[1], midi[2]);
    }
}

static void check_repairs(const Case *c, const JwSmfRepairs *repairs) {
    int n_wanted = 0;
    for (; c->kind[n_wanted] != NO_KIND; ++n_wanted) {
        const JwSmfRepair kind = c->kind[n_wanted];
        check(repairs->n[kind] > 0 && repairs->byte[kind] == c->byte[n_wanted],
              "%s: \"%s\" %zu times, first at byte %zu", c->what, jw_smf_repair_fault(kind),
              repairs->n[kind], repairs->byte[kind]);
    }
    int n = 0;
    for (int i = 0; i < JW_SMF_N_REPAIRS; ++i) {
        n += repairs->n[i] > 0;
    }
    check(n == n_wanted, "%s: %d kinds", c->what, n);
}

static void check_case(const Case *c) {
    uint8_t *copy = malloc(c->n); // Of just that size, for a memory checker
    JwError error = {0};
    char letters[32];
    JwSmf smf;
    if (!copy) {
        abort();
    }
    memcpy(copy, c->bytes, c->n);
    check(jw_smf_parse(&smf, copy, c->n, false, &error), "%s: %s", c->what, error.text);
    letters_of(&smf, letters);
    check(!strcmp(letters, c->events), "%s: %s", c->what, letters);
    check(fabs(smf.seconds - c->seconds) < 1e-9, "%s: %g s", c->what, smf.seconds);
    check_values(c, &smf);
    check_repairs(c, &smf.repairs);
    jw_smf_clear(&smf);
    // A strict reader takes no more than it counts, and does not look behind.
    const bool strict = jw_smf_parse(&smf, copy, c->n, true, &error);
    check(strict == (c->kind[0] == NO_KIND || c->kind[0] == JW_SMF_MORE_TRACKS), "%s: strict",
          c->what);
    check(strict || !strncmp(error.text, "byte ", 5), "%s: %s", c->what, error.text);
    jw_smf_clear(&smf);
    free(copy);
}

/********* RIFF *********/

static size_t riff(uint8_t *out, const uint8_t *chunks, size_t n) {
    memcpy(out, "RIFF", 4);
    out[4] = (uint8_t)(n + 4);
    out[5] = out[6] = out[7] = 0;
    memcpy(out + 8, "RMID", 4);
    memcpy(out + 12, chunks, n);
    return n + 12;
}

static void check_riff_of(const char *what, const uint8_t *chunks, size_t n, bool mended) {
    uint8_t file[BYTES_MAX];
    JwError error = {0};
    JwSmf smf;
    const size_t size = riff(file, chunks, n);
    check(jw_smf_parse(&smf, file, size, false, &error), "%s: %s", what, error.text);
    check(smf.n_events == 2 && fabs(smf.seconds - 0.5) < 1e-9, "%s: %zu events", what,
          smf.n_events);
    check((smf.repairs.n[JW_SMF_RIFF_LENGTH] > 0) == mended, "%s: mended", what);
    jw_smf_clear(&smf);
    check(jw_smf_parse(&smf, file, size, true, &error) == !mended, "%s: strict", what);
    jw_smf_clear(&smf);
}

#define SCORE       HEADER(0, 1), TRACK(13), ON, OFF, END // 35 bytes
#define CHUNKS(...) ((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})

static void check_riff(void) {
    check_riff_of("RMID", CHUNKS('d', 'a', 't', 'a', 35, 0, 0, 0, SCORE), false);
    check_riff_of("padded", CHUNKS('d', 'a', 't', 'a', 35, 0, 0, 0, SCORE, 0), false);
    check_riff_of("names before and after",
                  CHUNKS('L', 'I', 'S', 'T', 5, 0, 0, 0, 'I', 'N', 'F', 'O', '!', 0, 'd', 'a', 't',
                         'a', 35, 0, 0, 0, SCORE, 0, 'D', 'I', 'S', 'P', 2, 0, 0, 0, 'x', 'y'),
                  false);
    check_riff_of("too long", CHUNKS('d', 'a', 't', 'a', 99, 0, 0, 0, SCORE), true);
    check_riff_of("a length of 0", CHUNKS('d', 'a', 't', 'a', 0, 0, 0, 0, SCORE), true);
}

/********* No score *********/

static void check_refused(const char *what, const uint8_t *bytes, size_t n) {
    JwError error = {0};
    JwSmf smf;
    check(!jw_smf_parse(&smf, bytes, n, false, &error) && !smf.events, "%s: read", what);
    check(!strncmp(error.text, "byte ", 5), "%s: %s", what, error.text);
    printf("%-32s %s\n", what, error.text);
}

static void check_no_score(void) {
    check_refused("nothing", (const uint8_t *)"", 0);
    check_refused("text", CHUNKS('M', 'T', 'h', 'i', 'n', 'g', 's', ' ', 't', 'h', 'a', 't'));
    check_refused("a sound", CHUNKS('R', 'I', 'F', 'F', 4, 0, 0, 0, 'W', 'A', 'V', 'E', SCORE));
    check_refused("RMID without data", CHUNKS('R', 'I', 'F', 'F', 4, 0, 0, 0, 'R', 'M', 'I', 'D'));
    check_refused("RMID with something else",
                  CHUNKS('R', 'I', 'F', 'F', 16, 0, 0, 0, 'R', 'M', 'I', 'D', 'd', 'a', 't', 'a', 4,
                         0, 0, 0, 1, 2, 3, 4));
    check_refused("a track alone", CHUNKS(TRACK(13), ON, OFF, END));
    check_refused("a header alone", CHUNKS(HEADER(0, 1)));
    check_refused("half a track's name", CHUNKS(HEADER(0, 1), 'M', 'T', 'r'));
    check_refused("no time", CHUNKS('M', 'T', 'h', 'd', 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, TRACK(13), ON,
                                    OFF, END));
    check_refused("a word in a program",
                  CHUNKS(0x7f, 'E', 'L', 'F', 'M', 'T', 'h', 'd', 0, 0, 0, 6, 0, 0));
}

/********* Cost *********/

/// Large files of one pattern: read in a time that grows with them and no faster.
static double seconds_for(const uint8_t *pattern, size_t n_pattern, size_t n) {
    static const uint8_t head[] = {HEADER(1, 9)};
    JwError error = {0};
    JwSmf smf;
    uint8_t *bytes = malloc(n);
    if (!bytes) {
        abort();
    }
    for (size_t i = 0; i < n; ++i) {
        bytes[i] = i < sizeof(head) ? head[i] : pattern[(i - sizeof(head)) % n_pattern];
    }
    const clock_t start = clock();
    if (jw_smf_parse(&smf, bytes, n, false, &error)) {
        check(smf.n_events <= n, "%zu events", smf.n_events);
        jw_smf_clear(&smf);
    }
    free(bytes);
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static void check_cost_of(const char *what, const uint8_t *pattern, size_t n) {
    const double small = seconds_for(pattern, n, 1 << 18);
    const double large = seconds_for(pattern, n, 1 << 21);
    printf("%-32s %.4f s, eight times as long %.4f s\n", what, small, large);
    check(large < 20.0 * small + 0.2, "%s: %.3f s, then %.3f s", what, small, large);
}

static void check_cost(void) {
    check_cost_of("empty tracks", CHUNKS(TRACK(0)));
    check_cost_of("tracks with no room", CHUNKS(TRACK(1)));
    check_cost_of("tracks without an end", CHUNKS('M', 'T', 'r', 'k', 255, 255, 255, 255));
    check_cost_of("tracks that go on", CHUNKS(TRACK(1), ON, 60, 60));
    check_cost_of("tracks too long", CHUNKS(TRACK(9), ON, END));
    check_cost_of("half a name", CHUNKS('M', 'T', 'r'));
    check_cost_of("M", CHUNKS('M'));
    check_cost_of("other chunks", CHUNKS('X', 'F', 'I', 'H', 0, 0, 0, 0));
    check_cost_of("numbers", CHUNKS(TRACK(255), 0x80));
    check_cost_of("sysex without an end", CHUNKS(TRACK(4), 0, 0xf0, 0x7f, 0x7f));
    check_cost_of("clock", CHUNKS(0, 0xf8));
}

int main(void) {
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        check_case(&cases[i]);
    }
    check_riff();
    check_no_score();
    check_cost();
    return check_result();
}
