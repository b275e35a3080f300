// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The MIDI file reader: times against arithmetic by hand, then every truncation,
// every changed byte and random damage.

#include "app/score/smf.h"
#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int n_failed;
static int n_checks;

static void check(bool ok, const char *what) {
    ++n_checks;
    if (!ok) {
        ++n_failed;
        printf("FAILED: %s\n", what);
    }
}

#define BYTES(...) ((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})

// 96 ticks a quarter note; tempo 500000, 250000 at tick 96, 1000000 at tick 192,
// in a tempo track; notes in two more tracks, one after an unknown chunk.
static const uint8_t song[] = {
    'M',  'T',  'h',  'd',  0,    0,    0,    6,   0, 1, 0, 3, 0, 96, //
    'M',  'T',  'r',  'k',  0,    0,    0,    36,                     //
    0,    0xff, 0x03, 4,    's',  'o',  'n',  'g',                    //
    0,    0xff, 0x51, 3,    0x07, 0xa1, 0x20,                         // 500000
    96,   0xff, 0x51, 3,    0x03, 0xd0, 0x90,                         // 250000
    96,   0xff, 0x51, 3,    0x0f, 0x42, 0x40,                         // 1000000
    0x81, 0x40, 0xff, 0x2f, 0,    0,    0,               // tick 384, then two bytes more
    'M',  'T',  'r',  'k',  0,    0,    0,    36,        //
    0,    0x90, 60,   100,                               // tick 0
    48,   62,   101,                                     // tick 48, running status
    0,    0xf0, 3,    0x7e, 0x09, 0xf7,                  // sysex
    48,   0xe0, 0x00, 0x50,                              // tick 96: bend
    0,    0xc0, 5,                                       // tick 96: program
    48,   0xf7, 1,    0xfa,                              // escape
    48,   0x80, 60,   0,                                 // tick 192
    0,    62,   64,                                      //
    0,    0xff, 0x2f, 0,    0,                           //
    'X',  'F',  'I',  'H',  0,    0,    0,    2,   1, 2, // to be skipped
    'M',  'T',  'r',  'k',  0,    0,    0,    13,        //
    96,   0xb1, 1,    127,                               // tick 96, after track 1's
    0x81, 0x10, 64,   127,                               // tick 240
    0,    0xff, 0x2f, 0,    0,                           //
};

static void check_song(void) {
    static const struct {
        double seconds;
        uint8_t midi[3];
    } want[] = {
        {0.0, {0x90, 60, 100}},    {0.25, {0x90, 62, 101}}, {0.25, {0xf0}},
        {0.5, {0xe0, 0x00, 0x50}}, {0.5, {0xc0, 5, 0}},     {0.5, {0xb1, 1, 127}},
        {0.75, {0x80, 60, 0}},     {0.75, {0x80, 62, 64}},  {1.25, {0xb1, 64, 127}},
    };
    const size_t n_want = sizeof(want) / sizeof(want[0]);
    JwError error = {0};
    JwSmf smf;
    double worst = 0.0;
    check(jw_smf_parse(&smf, song, sizeof(song), true, &error), error.text);
    check(smf.type == 1 && smf.n_tracks == 3, "type and tracks");
    check(smf.n_events == n_want, "number of events");
    for (size_t i = 0; i < n_want && i < smf.n_events; ++i) {
        worst = fmax(worst, fabs(smf.events[i].seconds - want[i].seconds));
        check(!memcmp(smf.events[i].midi, want[i].midi, 3), "event");
    }
    worst = fmax(worst, fabs(smf.seconds - 2.75));
    printf("song: %zu events, %.3f s, largest error of a time %.3g s\n", smf.n_events, smf.seconds,
           worst);
    check(worst <= 1e-12, "times");
    static const JwSmfTempo tempos[] = {{0.0, 120.0, 0.0}, {0.5, 240.0, 1.0}, {0.75, 60.0, 2.0}};
    check(smf.n_tempos == 3, "tempos");
    for (size_t i = 0; i < smf.n_tempos && i < 3; ++i) {
        check(fabs(smf.tempos[i].seconds - tempos[i].seconds) < 1e-12 &&
                  fabs(smf.tempos[i].bpm - tempos[i].bpm) < 1e-9 &&
                  smf.tempos[i].beat == tempos[i].beat,
              "tempo");
    }
    jw_smf_clear(&smf);
    check(smf.n_events == 0 && !smf.events, "clear");
}

/// Those of a file, as "SECONDS BYTES;" each, with other events as "-".
static void check_sysex_of(const char *what, const uint8_t *bytes, size_t n, bool strict,
                           const char *want) {
    JwError error = {0};
    JwSmf smf;
    char text[256] = "";
    size_t at = 0;
    check(jw_smf_parse(&smf, bytes, n, strict, &error), error.text);
    for (size_t i = 0; i < smf.n_events && at < sizeof(text) - 64; ++i) {
        const JwSmfEvent *e = &smf.events[i];
        at += (size_t)snprintf(text + at, 16, i ? " %.3g " : "%.3g ", e->seconds);
        uint32_t size = 0;
        const uint8_t *message_bytes =
            e->midi[0] == 0xf0 ? jw_sysex_store_get(&smf.sysex, e->sysex, &size) : NULL;
        for (uint32_t k = 0; k < size && at < sizeof(text) - 8; ++k) {
            at += (size_t)snprintf(text + at, 4, "%02x", message_bytes[k]);
        }
        at += (size_t)snprintf(text + at, 4, size ? ";" : "-;");
    }
    printf("%-28s %s\n", what, text);
    check(!strcmp(text, want), what);
    jw_smf_clear(&smf);
}

static double smpte_seconds(uint8_t rate, uint8_t ticks) {
    const uint8_t file[] = {'M',   'T', 'h', 'd',  0,    0,    0,  6, 0,  0,    0,    1,    rate,
                            ticks, 'M', 'T', 'r',  'k',  0,    0,  0, 16, 0,    0xff, 0x51, 3,
                            1,     0,   0,   0x87, 0x68, 0x90, 60, 1, 0,  0xff, 0x2f, 0};
    JwError error = {0};
    JwSmf smf;
    check(jw_smf_parse(&smf, file, sizeof(file), true, &error), error.text);
    const double seconds = smf.n_events ? smf.events[0].seconds : -1.0;
    jw_smf_clear(&smf);
    return seconds;
}

// 1000 ticks, whatever the tempo event says.
static void check_smpte(void) {
    const double s25 = smpte_seconds(256 - 25, 40);
    const double s24 = smpte_seconds(256 - 24, 10);
    const double s29 = smpte_seconds(256 - 29, 100);
    const double s30 = smpte_seconds(256 - 30, 80);
    printf("SMPTE: 25 fps %.9g s, 24 fps %.9g s, 29.97 fps %.9g s, 30 fps %.9g s\n", s25, s24, s29,
           s30);
    check(fabs(s25 - 1.0) < 1e-12 && fabs(s24 - 1000.0 / 240.0) < 1e-12, "25 and 24 fps");
    check(fabs(s29 - 10.0 * 1.001 / 30.0) < 1e-12 && fabs(s30 - 1000.0 / 2400.0) < 1e-12,
          "29.97 and 30 fps");
}

static void check_refused(const char *what, const uint8_t *bytes, size_t n, const char *says) {
    JwError error = {0};
    JwSmf smf;
    const bool refused = !jw_smf_parse(&smf, bytes, n, true, &error);
    printf("%-28s %s\n", what, error.text);
    check(refused && !smf.events && !smf.n_events, what);
    check(!strncmp(error.text, "byte ", 5) && strstr(error.text, says), what);
}

#define HEADER(type, n_tracks, division_high, division_low)                                        \
    'M', 'T', 'h', 'd', 0, 0, 0, 6, 0, type, 0, n_tracks, division_high, division_low
#define TRACK(length) 'M', 'T', 'r', 'k', 0, 0, 0, length

static void check_bad_files(void) {
    check_refused("empty", BYTES(0), "MThd");
    check_refused("no bytes", song, 0, "empty");
    check_refused("WAV", BYTES('R', 'I', 'F', 'F', 0, 0, 0, 0, 'W', 'A', 'V', 'E'), "MThd");
    check_refused("short header", BYTES('M', 'T', 'h', 'd', 0, 0, 0, 4, 0, 0, 0, 1), "header");
    check_refused("type 2", BYTES(HEADER(2, 1, 0, 96)), "type 2");
    check_refused("type 9", BYTES(HEADER(9, 1, 0, 96)), "unknown type");
    check_refused("no tracks", BYTES(HEADER(1, 0, 0, 96)), "no tracks");
    check_refused("type 0, two tracks", BYTES(HEADER(0, 2, 0, 96)), "more than one track");
    check_refused("division 0", BYTES(HEADER(0, 1, 0, 0)), "division");
    check_refused("SMPTE 26", BYTES(HEADER(0, 1, 256 - 26, 40)), "SMPTE");
    check_refused("SMPTE 25, 0 ticks", BYTES(HEADER(0, 1, 256 - 25, 0)), "0 ticks a frame");
    check_refused("track missing", BYTES(HEADER(0, 1, 0, 96)), "chunk should begin");
    check_refused("track too long", BYTES(HEADER(0, 1, 0, 96), TRACK(9), 0, 0xff, 0x2f, 0),
                  "chunk longer");
    check_refused("no End of Track", BYTES(HEADER(0, 1, 0, 96), TRACK(4), 0, 0x90, 1, 1),
                  "End of Track");
    check_refused("no status", BYTES(HEADER(0, 1, 0, 96), TRACK(3), 0, 60, 1), "status byte");
    check_refused("status as data", BYTES(HEADER(0, 1, 0, 96), TRACK(4), 0, 0x90, 60, 0x80),
                  "data byte belongs");
    check_refused("five-byte delta",
                  BYTES(HEADER(0, 1, 0, 96), TRACK(6), 0xff, 0xff, 0xff, 0xff, 0x7f, 0),
                  "four bytes");
    check_refused("realtime message", BYTES(HEADER(0, 1, 0, 96), TRACK(2), 0, 0xf8), "system");
    check_refused("long sysex", BYTES(HEADER(0, 1, 0, 96), TRACK(4), 0, 0xf0, 0x70, 0xf7),
                  "longer than the rest");
    check_refused("short tempo", BYTES(HEADER(0, 1, 0, 96), TRACK(6), 0, 0xff, 0x51, 2, 1, 1),
                  "3 bytes");
    check_refused("tempo 0", BYTES(HEADER(0, 1, 0, 96), TRACK(7), 0, 0xff, 0x51, 3, 0, 0, 0),
                  "tempo of 0");
}

#define ON            0x90, 60, 1
#define END           0, 0xff, 0x2f, 0
#define TRACK_OF(...) TRACK(sizeof((const uint8_t[]){__VA_ARGS__, END})), __VA_ARGS__, END
#define FILE_OF(...)  BYTES(HEADER(0, 1, 0, 96), TRACK_OF(__VA_ARGS__))

// Half a second is 96 ticks. A message is whole where its F7 stands.
static void check_sysex(void) {
    check_sysex_of("whole", FILE_OF(96, 0xf0, 4, 0x7e, 1, 2, 0xf7, 0, ON), true,
                   "0.5 f07e0102f7; 0.5 -;");
    check_sysex_of("in packets",
                   FILE_OF(0, 0xf0, 1, 0x7e, 96, 0xf7, 1, 3, 96, 0xf7, 2, 4, 0xf7, 0, ON), true,
                   "1 f07e0304f7; 1 -;");
    check_sysex_of("with an empty packet", FILE_OF(0, 0xf0, 0, 0, 0xf7, 2, 4, 0xf7, 0, ON), true,
                   "0 f004f7; 0 -;");
    check_sysex_of("as an escape", FILE_OF(96, 0xf7, 4, 0xf0, 0x7e, 5, 0xf7, 0, ON), true,
                   "0.5 f07e05f7; 0.5 -;");
    check_sysex_of("other escapes", FILE_OF(0, 0xf7, 3, 0x90, 60, 1, 0, 0xf7, 1, 0xfa, 96, ON),
                   true, "0.5 -;");
    check_sysex_of("never ended", FILE_OF(0, 0xf0, 2, 0x7e, 1, 0, 0xf0, 2, 9, 0xf7, 96, ON), true,
                   "0 f009f7; 0.5 -;");
    check_sysex_of("never ended, then a note", FILE_OF(0, 0xf0, 2, 0x7e, 1, 96, ON), true,
                   "0.5 -;");
    check_sysex_of("two, notes between", FILE_OF(0, 0xf0, 1, 0xf7, 0, ON, 0, 0xf0, 2, 1, 0xf7),
                   true, "0 f0f7; 0 -; 0 f001f7;");
    check_sysex_of("another track's rest",
                   BYTES(HEADER(1, 2, 0, 96), TRACK_OF(0, 0xf0, 1, 0x7e),
                         TRACK_OF(0, 0xf7, 2, 1, 0xf7, 0, 0xf0, 2, 5, 0xf7)),
                   true, "0 f005f7;");
    check_sysex_of("as a cable has it",
                   BYTES(HEADER(0, 1, 0, 96), TRACK_OF(96, 0xf0, 0x7e, 0x7f, 9, 1, 0xf7, 0, ON)),
                   false, "0.5 f07e7f0901f7; 0.5 -;");
}

static bool is_whole(const JwSysexStore *store, uint32_t i) {
    uint32_t size = 0;
    const uint8_t *bytes = i < store->n ? jw_sysex_store_get(store, i, &size) : NULL;
    return bytes && size >= 2 && bytes[0] == 0xf0 && bytes[size - 1] == 0xf7;
}

// In a block of just that size, so that a memory checker sees a read past it.
static bool parse_copy(const uint8_t *bytes, size_t n, bool strict) {
    uint8_t *copy = malloc(n ? n : 1);
    JwError error = {0};
    JwSmf smf;
    if (!copy) {
        abort();
    }
    memcpy(copy, bytes, n);
    const bool ok = jw_smf_parse(&smf, copy, n, strict, &error);
    free(copy);
    if (!ok) {
        check(!strncmp(error.text, "byte ", 5), "a message for damage");
        check(strtoul(error.text + 5, NULL, 10) <= n, "a place inside the file");
        check(!smf.events && !smf.n_events, "nothing kept of a bad file");
        return false;
    }
    double last = 0.0;
    bool sane = isfinite(smf.seconds) && smf.n_events <= n;
    for (size_t i = 0; i < smf.n_events; ++i) {
        const JwSmfEvent *e = &smf.events[i];
        sane = sane && e->seconds >= last && e->seconds <= smf.seconds && e->midi[0] >= 0x80 &&
               e->midi[0] <= 0xf0 && e->midi[1] < 0x80 && e->midi[2] < 0x80 &&
               (e->midi[0] < 0xf0 || is_whole(&smf.sysex, e->sysex));
        last = e->seconds;
    }
    check(sane, "sane events out of a damaged file");
    for (int i = 0; i < JW_SMF_N_REPAIRS; ++i) {
        check(!smf.repairs.n[i] || (!strict && smf.repairs.byte[i] <= n), "repairs");
    }
    jw_smf_clear(&smf);
    return true;
}

/// Both ways: what a strict reader takes nobody has to mend.
static int parse_both(const uint8_t *bytes, size_t n) {
    const bool strict = parse_copy(bytes, n, true);
    const bool mended = parse_copy(bytes, n, false);
    check(mended || !strict, "no more is refused than by a strict reader");
    return mended;
}

static void check_damage(void) {
    uint8_t damaged[sizeof(song)];
    int n_accepted = 0;
    for (size_t n = 0; n < sizeof(song); ++n) {
        check(!parse_copy(song, n, true), "a truncated file is refused");
        // Its header and that of its first track must be there.
        check(parse_both(song, n) == (n >= 22), "or read as far as it goes");
    }
    for (size_t i = 0; i < sizeof(song); ++i) {
        for (int value = 0; value < 256; ++value) {
            memcpy(damaged, song, sizeof(song));
            damaged[i] = (uint8_t)value;
            n_accepted += parse_both(damaged, sizeof(song));
        }
    }
    printf("damage: %zu truncations refused; of %zu changed bytes %d still read as MIDI\n",
           sizeof(song), 256 * sizeof(song), n_accepted);
    uint64_t seed = 1;
    for (int run = 0; run < 200000; ++run) {
        memcpy(damaged, song, sizeof(song));
        for (int k = 0; k < 1 + run % 6; ++k) {
            seed = seed * 6364136223846793005U + 1442695040888963407U;
            damaged[(seed >> 33) % sizeof(song)] = (uint8_t)(seed >> 24);
        }
        n_accepted += parse_both(damaged, sizeof(song) - (seed >> 60));
    }
    printf("damage: 200000 random ones more survived, %d read in all\n", n_accepted);
}

static void check_load(const char *program) {
    JwError error = {0};
    JwSmf smf;
    check(!jw_smf_load(&smf, "/nonexistent/x.mid", false, &error), "a missing file");
    check(strstr(error.text, "/nonexistent/x.mid: No such file"), error.text);
    printf("%s\n", error.text);
    check(!jw_smf_load(&smf, "/", false, &error) && strstr(error.text, "directory"), "a directory");
    check(!jw_smf_load(&smf, program, false, &error) && strstr(error.text, "MThd"), "a program");
    check(!jw_smf_load(&smf, "/dev/zero", false, &error) &&
              strstr(error.text, "/dev/zero: not a regular file"),
          "an endless file");
    printf("%s\n", error.text);
    char path[] = "/tmp/jawari-XXXXXX";
    const int fd = mkstemp(path);
    check(fd >= 0 && !ftruncate(fd, JW_SMF_BYTES_MAX + 1) && !close(fd), "a long file");
    check(!jw_smf_load(&smf, path, false, &error) && strstr(error.text, "longer than"),
          "a long file");
    printf("%s\n", error.text);
    unlink(path);
}

int main(int argc, char **argv) {
    (void)argc;
    check_song();
    check_smpte();
    check_bad_files();
    check_sysex();
    check_damage();
    check_load(argv[0]);
    printf("%d checks, %d failed\n", n_checks, n_failed);
    return n_failed ? 1 : 0;
}
