// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "support/played.h"

#include "playing/midi.h"
#include "playing/tuning.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/tone.h"

#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCORE_BYTES = 16384,
    TICKS_S = 960, ///< 480 a quarter note, 120 of them a minute
    HEARD_FRAMES = 32768,
};

Played played;

static const char *program, *folder, *name;

/********* Scores *********/

static uint8_t score[SCORE_BYTES];
static size_t score_size;
static double score_at_s;

static void put_bytes(const uint8_t *bytes, size_t n) {
    if (check(score_size + n <= SCORE_BYTES, "a score of %zu bytes", score_size + n)) {
        memcpy(score + score_size, bytes, n);
        score_size += n;
    }
}

static void put_quantity(unsigned value) {
    const uint8_t bytes[] = {(uint8_t)(0x80 | (value >> 14 & 127)),
                             (uint8_t)(0x80 | (value >> 7 & 127)), (uint8_t)(value & 127)};
    put_bytes(bytes, sizeof(bytes));
}

void score_start(const char *new_program, const char *new_folder, const char *new_name) {
    program = new_program;
    folder = new_folder;
    name = new_name;
}

void score_begin(void) {
    static const uint8_t head[] = "MThd\0\0\0\6\0\0\0\1\1\xe0MTrk\0\0\0";
    score_size = 0;
    score_at_s = 0.0;
    put_bytes(head, sizeof(head));
}

static void put_time(double seconds) {
    const long ticks = lround((seconds - score_at_s) * TICKS_S);
    check(ticks >= 0, "%g s into a score, after %g s", seconds, score_at_s);
    put_quantity(ticks > 0 ? (unsigned)ticks : 0);
    score_at_s = seconds;
}

void score_at(double seconds, int status, int a, int b) {
    const uint8_t bytes[] = {(uint8_t)status, (uint8_t)a, (uint8_t)b};
    put_time(seconds);
    put_bytes(bytes, sizeof(bytes));
}

void score_note(double seconds, double end_s, int channel, int key) {
    score_at(seconds, 0x90 | channel, key, 64);
    score_at(end_s, 0x80 | channel, key, 64);
}

void score_bend(double seconds, int channel, double part) {
    const int value = (int)fmin(8192.0 + round(8192.0 * part), 16383.0);
    score_at(seconds, 0xe0 | channel, value & 127, value >> 7);
}

void score_rpn(double seconds, int channel, int number, int value) {
    score_at(seconds, 0xb0 | channel, JW_CC_RPN_MSB, 0);
    score_at(seconds, 0xb0 | channel, JW_CC_RPN_LSB, number);
    score_at(seconds, 0xb0 | channel, JW_CC_DATA_MSB, value);
}

void score_sysex(double seconds, const uint8_t *bytes, size_t n) {
    put_time(seconds);
    put_bytes(bytes, 1);
    put_quantity((unsigned)(n - 1));
    put_bytes(bytes + 1, n - 1);
}

/// Path of the score's file with that suffix.
static const char *path_of(char path[static 512], const char *suffix) {
    snprintf(path, 512, "%s/%s.%s", folder, name, suffix);
    return path;
}

/// Ends the score and writes it.
static bool write_score(void) {
    static const uint8_t end[] = {0, 0xff, 0x2f, 0};
    char path[512];
    put_bytes(end, sizeof(end));
    for (int i = 0; i < 4; ++i) {
        score[18 + i] = (uint8_t)((score_size - 22) >> (24 - 8 * i));
    }
    FILE *file = fopen(path_of(path, "mid"), "wb");
    const bool ok = file && fwrite(score, 1, score_size, file) == score_size;
    return check(file && !fclose(file) && ok, "%s", path);
}

/********* What the renderer makes of them *********/

static void read_text(const char *suffix, char *text, size_t size) {
    char path[512];
    FILE *file = fopen(path_of(path, suffix), "r");
    text[0] = '\0';
    if (check(file != NULL, "%s", path)) {
        text[fread(text, 1, size - 1, file)] = '\0';
        fclose(file);
    }
}

static bool read_sound(void) {
    static float both[2 * PLAYED_FRAMES];
    char path[512];
    SF_INFO info = {0};
    SNDFILE *file = sf_open(path_of(path, "wav"), SFM_READ, &info);
    played.n_frames =
        file && info.channels == 2 ? (int)sf_readf_float(file, both, PLAYED_FRAMES) : 0;
    sf_close(file);
    for (int i = 0; i < PLAYED_FRAMES; ++i) {
        played.left[i] = i < played.n_frames ? both[2 * i] : 0.0f;
        played.right[i] = i < played.n_frames ? both[2 * i + 1] : 0.0f;
    }
    return played.n_frames > 0;
}

bool score_play(const char *instrument, const char *options) {
    char command[2048];
    if (!write_score()) {
        return false;
    }
    snprintf(command, sizeof(command),
             "F='%s/%s'; '%s' -i %s --format wavfloat -t 0.1 %s --report \"$F.json\" \"$F.mid\" "
             "\"$F.wav\" >\"$F.out\" 2>\"$F.txt\"",
             folder, name, program, instrument, options);
    const int status = system(command);
    read_text("txt", played.said, sizeof(played.said));
    read_text("json", played.report, sizeof(played.report));
    return check(status == 0 && read_sound(), "%s: %s", command, played.said);
}

double played_figure(const char *key) {
    char quoted[64];
    snprintf(quoted, sizeof(quoted), "\"%s\": ", key);
    const char *at_key = strstr(played.report, quoted);
    return at_key ? strtod(at_key + strlen(quoted), NULL) : (double)NAN;
}

double played_stronger(double from_s, double hz, double than_hz) {
    static double samples[HEARD_FRAMES];
    const int from = (int)lround(from_s * PLAYED_RATE);
    for (int i = 0; i < HEARD_FRAMES; ++i) {
        samples[i] = (double)played.left[from + i];
    }
    return 20.0 * log10(fixture_amplitude(samples, HEARD_FRAMES, PLAYED_RATE, hz) /
                        fixture_amplitude(samples, HEARD_FRAMES, PLAYED_RATE, than_hz));
}

double played_off(double from_s, double hz) {
    const int from = (int)lround(from_s * PLAYED_RATE);
    return tone_heard_cents(played.left + from, NULL, HEARD_FRAMES, PLAYED_RATE, hz);
}

double played_key_hz(double key) {
    return jw_key_hz(key, 440.0);
}
