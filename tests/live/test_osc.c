// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Messages of Open Sound Control: the specification's example, round trips, patterns, and bytes of
// all kinds, before a page that cannot be read: one byte past their end ends the test.

#include "app/remote/live_commands.h"
#include "app/remote/osc.h"
#include "app/remote/osc_pattern.h"
#include "app/remote/surface.h"
#include "app/remote/surface_line.h"

#include "support/check.h"
#include "support/guarded.h"

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static Guarded guarded;

// OSC 1.0 specification, examples: /foo with 1000, -1, "hello", 1.234f, 5.678f.
static const uint8_t example[] = {0x2f, 0x66, 0x6f, 0x6f, 0,    0,    0,    0,    0x2c, 0x69,
                                  0x69, 0x73, 0x66, 0x66, 0,    0,    0,    0,    0x03, 0xe8,
                                  0xff, 0xff, 0xff, 0xff, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0,
                                  0,    0,    0x3f, 0x9d, 0xf3, 0xb6, 0x40, 0xb5, 0xb2, 0x2d};

static void test_example(void) {
    JwOscMessage m;
    check(jw_osc_parse(&m, example, sizeof(example)), "the specification's example");
    check(!strcmp(m.address, "/foo") && m.n == 5, "address and count");
    check(jw_osc_string(&m, 2) && !strcmp(jw_osc_string(&m, 2), "hello"), "its string");
    check(!jw_osc_string(&m, 0) && !jw_osc_string(&m, 5), "the others are none");
    static const char *const words[] = {"1000", "-1", "hello", "1.234", "5.678"};
    for (int i = 0; i < 5 && i < m.n; ++i) {
        char text[32];
        const char *word = jw_osc_word(&m, i, text, sizeof(text));
        check(word && !strcmp(word, words[i]), "as a word: %s", words[i]);
    }
    uint8_t bytes[64];
    const size_t n = jw_osc_write(bytes, sizeof(bytes), "/foo", "iis", 1000, -1, "hello");
    check(n == 32 && !memcmp(bytes + 16, example + 16, 16), "written as the specification has it");
    for (size_t room = 0; room < n; ++room) {
        check(jw_osc_write(bytes, room, "/foo", "iis", 1000, -1, "hello") == 0, "no room: %zu",
              room);
    }
}

/********* Bytes *********/

/// Message in the making.
typedef struct {
    uint8_t bytes[2048];
    size_t n;
} Bytes;

static void put(Bytes *b, const void *bytes, size_t n) {
    memcpy(b->bytes + b->n, bytes, n);
    b->n += n;
}

static void put_string(Bytes *b, const char *text) {
    static const uint8_t zeros[4];
    put(b, text, strlen(text));
    put(b, zeros, 4 - b->n % 4);
}

static void put_word(Bytes *b, uint32_t value) {
    const uint8_t word[] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                            (uint8_t)value};
    put(b, word, 4);
}

static void put_float(Bytes *b, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    put_word(b, bits);
}

static Bytes begin(const char *address, const char *types) {
    Bytes b = {.n = 0};
    put_string(&b, address);
    if (types) {
        put_string(&b, types);
    }
    return b;
}

/// Parses bytes that end where nothing can be read.
static bool parse_guarded(JwOscMessage *m, const uint8_t *bytes, size_t n) {
    return jw_osc_parse(m, guarded_put(&guarded, bytes, n), n);
}

/// Reads all that a message that was taken has; its arguments lie inside its bytes.
static void read_all(const JwOscMessage *m, size_t n) {
    const uint8_t *start = guarded.end - n;
    check(m->n >= 0 && m->n <= JW_OSC_ARGUMENTS, "%d arguments", m->n);
    for (int i = 0; i < m->n; ++i) {
        char word[32];
        const char *text = jw_osc_word(m, i, word, sizeof(word));
        check(!text || strlen(text) < sizeof(word) + n, "a word of it");
        check(m->at[i] >= start && m->at[i] <= guarded.end, "an argument inside the message");
    }
}

static bool is_word(const JwOscMessage *m, int i, const char *want) {
    char text[32];
    const char *word = i < m->n ? jw_osc_word(m, i, text, sizeof(text)) : NULL;
    return word && !strcmp(word, want);
}

/********* Messages that are cut short, or random *********/

/// A message with an argument of every type that has bytes.
static Bytes message_of_all(void) {
    Bytes b = begin("/a", ",sifhdtcrmS[i]b");
    put_string(&b, "text");
    for (uint32_t i = 0; i < 11; ++i) {
        put_word(&b, 0x40404040u + i);
    }
    put_string(&b, "symbol");
    put_word(&b, 1);
    put_word(&b, 5);
    put(&b, "12345\0\0\0", 8);
    return b;
}

static void test_cut(void) {
    const Bytes all = message_of_all();
    JwOscMessage m = {.n = 0};
    int n_taken = 0;
    if (check(parse_guarded(&m, all.bytes, all.n) && m.n == 12, "whole: %d arguments", m.n)) {
        read_all(&m, all.n);
    }
    // Cut behind the address they are whole: messages without arguments, of an old sender.
    for (size_t n = 0; n < all.n; ++n) {
        n_taken += n != 4 && parse_guarded(&m, all.bytes, n);
    }
    for (size_t n = 0; n < sizeof(example); ++n) {
        n_taken += n != 8 && parse_guarded(&m, example, n);
    }
    check(n_taken == 0, "cut short anywhere: %d taken", n_taken);
}

/// Types that ask for more than there is, one after the other: nothing is read behind the bytes.
static void test_missing(void) {
    static const char types[] = "ifsbhdtcrmS";
    int n_taken = 0;
    for (size_t i = 0; i + 1 < sizeof(types); ++i) {
        for (size_t j = 0; j + 1 < sizeof(types); ++j) {
            for (uint32_t words = 0; words < 4; ++words) {
                const char tags[] = {',', types[i], types[j], types[i], '\0'};
                Bytes b = begin("/a", tags);
                for (uint32_t k = 0; k < words; ++k) {
                    put_word(&b, 0x61616161u);
                }
                JwOscMessage m;
                if (parse_guarded(&m, b.bytes, b.n)) {
                    ++n_taken;
                    read_all(&m, b.n);
                }
            }
        }
    }
    check(n_taken == 25, "%d have what they ask for: three of four bytes each", n_taken);
    for (uint32_t size = 0x60000000u; size > 0; size = size > 16 ? size / 2 + 1 : size - 1) {
        Bytes b = begin("/a", ",bs");
        put_word(&b, size);
        JwOscMessage m;
        check(!parse_guarded(&m, b.bytes, b.n), "a blob of %u bytes that are not there", size);
    }
}

static void test_many(void) {
    for (int n = 0; n < 40; ++n) {
        char types[64] = ",";
        memset(types + 1, 'i', (size_t)n);
        Bytes b = begin("/many", types);
        for (int i = 0; i < n; ++i) {
            put_word(&b, (uint32_t)i);
        }
        JwOscMessage m;
        const bool taken = parse_guarded(&m, b.bytes, b.n);
        check(taken == (n <= 16), "%d arguments", n);
        check(!taken || (m.n == n && (n == 0 || is_word(&m, 0, "0"))), "all of them: %d", m.n);
        memcpy(b.bytes + 8, b.bytes + 8 + strlen(types) / 4 * 4 + 4, (size_t)n * 4);
        const bool bare = parse_guarded(&m, b.bytes, 8 + (size_t)n * 4);
        check(bare == (n <= 16), "%d arguments without their types", n);
    }
}

static void test_random(void) {
    uint32_t random = 1;
    int n_taken = 0;
    for (int i = 0; i < 200000; ++i) {
        const size_t size = 4 * (size_t)(random >> 8 & 15);
        uint8_t bytes[60];
        memcpy(bytes, example, size < sizeof(example) ? size : sizeof(example));
        for (size_t j = 0; j < size; ++j) {
            random = random * 1664525u + 1013904223u;
            const bool change = j >= sizeof(example) || random >> 28 == 0;
            bytes[j] = change ? (uint8_t)(random >> 16) : bytes[j];
        }
        JwOscMessage m;
        if (parse_guarded(&m, bytes, size)) {
            ++n_taken;
            read_all(&m, size);
        }
        random = random * 1664525u + 1013904223u;
    }
    check_between(n_taken, 10, 100000, "of 200000 random messages taken");
}

/********* Types *********/

/// Messages of old senders: without type tags.
static void test_untyped(void) {
    JwOscMessage m;
    Bytes b = begin("/panic", NULL);
    check(parse_guarded(&m, b.bytes, b.n) && m.n == 0, "an address alone");
    b = begin("/set", NULL);
    put_string(&b, "gain");
    put_float(&b, -3.5F);
    check(parse_guarded(&m, b.bytes, b.n) && m.n == 2 && is_word(&m, 0, "gain") &&
              is_word(&m, 1, "-3.5"),
          "a text and a fraction");
    b = begin("/note", NULL);
    put_word(&b, 60);
    put_word(&b, 100);
    check(parse_guarded(&m, b.bytes, b.n) && m.n == 2 && is_word(&m, 0, "60") &&
              is_word(&m, 1, "100"),
          "whole numbers");
    b = begin("/note", NULL);
    put_float(&b, 60.0F);
    put_float(&b, 1.0F);
    put_float(&b, 0.0F);
    check(parse_guarded(&m, b.bytes, b.n) && m.n == 3 && is_word(&m, 0, "60") &&
              is_word(&m, 1, "1") && m.type[1] == 'f' && is_word(&m, 2, "0"),
          "fractions that are whole");
    b = begin("/set", NULL);
    put_word(&b, 0x80818283u);
    check(!parse_guarded(&m, b.bytes, b.n), "bytes that are none of these");
}

static void test_types(void) {
    JwOscMessage m;
    Bytes b = begin("/a", ",mmcTFNI[hd]b");
    put_word(&b, 0x00903c64u);
    put_word(&b, 0x00c50700u);
    put_word(&b, 'x');
    put_word(&b, 0xffffffffu);
    put_word(&b, 0xfffffffeu);
    put_word(&b, 0x3fe00000u);
    put_word(&b, 0);
    put_word(&b, 3);
    put(&b, "abc\0", 4);
    static const char *const words[] = {"144 60 100", "197 7", "x",  "1",   "0",
                                        "",           "",      "-2", "0.5", ""};
    const bool taken = parse_guarded(&m, b.bytes, b.n);
    check(taken && m.n == 10, "MIDI, a character, truths, nothings, an array, a blob: %d", m.n);
    for (int i = 0; taken && i < m.n; ++i) {
        const bool nothing = *words[i] == '\0';
        check(jw_osc_says_nothing(&m, i) == nothing, "argument %d says %s", i, words[i]);
        check(nothing || is_word(&m, i, words[i]), "argument %d is %s", i, words[i]);
    }
    static const char *const open[] = {",[i", ",i]", ",]i["};
    for (int i = 0; i < 3; ++i) {
        b = begin("/a", open[i]);
        put_word(&b, 1);
        check(!parse_guarded(&m, b.bytes, b.n), "an array that is not closed: %s", open[i]);
    }
}

/********* Lines *********/

static bool is_button(void *user, const char *line) {
    (void)user;
    return jw_command_is_button(line);
}

static const JwSurfaceNames names = {.is_button = is_button};

/// Checks the line that a message at that address is, with a number as its last argument.
static void line_is(const char *address, const char *types, double value, const char *want) {
    JwOscMessage m = {.n = 0};
    char line[128] = "";
    Bytes b = begin(address, types);
    const char *last = types + strlen(types) - 1;
    for (const char *type = types + 1; *type; ++type) {
        const float number = (float)(type == last ? value : 54.0);
        uint64_t bits;
        memcpy(&bits, &value, sizeof(bits));
        if (*type == 'd') {
            put_word(&b, (uint32_t)(bits >> 32));
            put_word(&b, (uint32_t)bits);
        } else if (*type == 'f') {
            put_float(&b, number);
        } else if (*type == 'i') {
            put_word(&b, (uint32_t)(int32_t)number);
        } else if (*type == 's') {
            put_string(&b, "C#3");
        }
    }
    const char *wrong = parse_guarded(&m, b.bytes, b.n)
                            ? jw_surface_line(&names, &m, line, sizeof(line))
                            : "no message";
    check(!wrong && !strcmp(line, want), "%s %s %g: %s, not %s", address, types, value,
          wrong ? wrong : line, want);
}

/// A button and a fader send fractions up to 1, which is full; whole numbers are MIDI's.
static void test_velocities(void) {
    line_is("/jawari/note/54", ",f", 1.0, "note 54 127");
    line_is("/jawari/note/54", ",d", 1.0, "note 54 127");
    line_is("/jawari/note/54", ",T", 0.0, "note 54 127");
    line_is("/jawari/note/54", ",F", 0.0, "note 54 0");
    line_is("/jawari/note/54", ",f", 0.0, "note 54 0");
    line_is("/jawari/note/54", ",f", 0.5, "note 54 64");
    line_is("/jawari/note/54", ",f", 0.001, "note 54 1");
    line_is("/jawari/note/54", ",f", 100.0, "note 54 100");
    line_is("/jawari/note/54", ",i", 1.0, "note 54 1");
    line_is("/jawari/note/54", ",i", 100.0, "note 54 100");
    line_is("/jawari/note", ",ff", 1.0, "note 54 127");
    line_is("/jawari/note", ",if", 1.0, "note 54 127");
    line_is("/jawari/note", ",sf", 1.0, "note C#3 127");
    line_is("/jawari/note", ",ii", 1.0, "note 54 1");
    line_is("/jawari/note", ",f", 1.0, "note 1");
    line_is("/jawari/note/54", ",I", 0.0, "note 54");
    line_is("/jawari/note/54", ",f", -1.0, "note 54 -1");
    line_is("/jawari/set/drone", ",T", 0.0, "set drone 1");
    line_is("/jawari/set/gain", ",f", 1.0, "set gain 1");
    line_is("/jawari/damp/e1", ",f", 0.0, "damp e1 0");
    line_is("/jawari/tune/e1", ",f", 12.5, "tune e1 12.5");
}

/// A button that is let go sends 0: only the one that is pressed gives the command.
static void test_buttons(void) {
    line_is("/jawari/panic", ",f", 1.0, "panic");
    line_is("/jawari/panic", ",f", 0.0, "");
    line_is("/jawari/panic", ",d", -0.0, "");
    line_is("/jawari/panic", ",T", 0.0, "panic");
    line_is("/jawari/panic", ",F", 0.0, "");
    line_is("/jawari/panic", ",I", 0.0, "panic");
    line_is("/jawari/panic", ",NF", 0.0, "");
    line_is("/jawari/panic", ",", 0.0, "panic");
    line_is("/jawari/quit", ",f", 0.0, "");
    line_is("/jawari/record", ",f", 0.0, "");
    line_is("/jawari/record", ",f", 1.0, "record");
    line_is("/jawari/record/stop", ",f", 1.0, "record stop");
    line_is("/jawari/record/stop", ",f", 0.0, "");
    line_is("/jawari/preset/sitar-band", ",f", 1.0, "preset sitar-band");
    line_is("/jawari/preset/sitar-band", ",i", 0.0, "");
    line_is("/jawari/off/54", ",f", 0.0, "");
    line_is("/jawari/off", ",i", 0.0, "off 0");
    line_is("/jawari/limiter/on", ",F", 0.0, "");
    // Here 0 is a value.
    line_is("/jawari/sa", ",f", 220.0, "sa 220");
    line_is("/jawari/set/gain", ",f", 0.0, "set gain 0");
    line_is("/jawari/set/drone", ",F", 0.0, "set drone 0");
    line_is("/jawari/save", ",s", 0.0, "save C#3");
    line_is("/jawari/save/one", ",s", 0.0, "save one C#3");
}

/********* Answers *********/

/// A packet with a forged sender, the player's own address: the player must not answer its answers.
static void test_answers(void) {
    static const char *const addresses[] = {"/jawari/nothing", "/other", "/jawari/nothing/*",
                                            "/jawari/panic"};
    static JwSurface surface;
    JwError error = {0};
    char where[32], line[256];
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof(own);
    const int probe = socket(AF_INET, SOCK_DGRAM, 0);
    check(!bind(probe, (struct sockaddr *)&own, size) &&
              !getsockname(probe, (struct sockaddr *)&own, &size) && !close(probe),
          "a free port");
    snprintf(where, sizeof(where), "%d", ntohs(own.sin_port));
    if (!check(jw_surface_open(&surface, where, (JwSurfaceNames){.user = NULL}, &error), "%s",
               error.text)) {
        return;
    }
    for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); ++i) {
        const Bytes b = begin(addresses[i], ",");
        int n = 0;
        sendto(surface.fd, b.bytes, b.n, 0, (const struct sockaddr *)&own, sizeof(own));
        for (JwSurfaceEvent event = JW_SURFACE_WRONG; event != JW_SURFACE_NOTHING && n < 100; ++n) {
            event = jw_surface_next(&surface, line, sizeof(line));
            if (event == JW_SURFACE_LINE) {
                jw_surface_answer(&surface, strcmp(line, "panic") ? "error: unknown\n" : "a\nok\n");
            }
        }
        check(n > 1 && n <= 4, "%s from its own address: %d packets", addresses[i], n - 1);
    }
    jw_surface_close(&surface);
}

/********* Patterns *********/

static void test_patterns(void) {
    static const struct {
        const char *pattern, *name;
        bool matches;
    } cases[] = {
        {"gain", "gain", true},
        {"gain", "gains", false},
        {"gain", "gai", false},
        {"ga?n", "gain", true},
        {"ga?n", "gan", false},
        {"????", "gain", true},
        {"???", "gain", false},
        {"*", "gain", true},
        {"*", "", true},
        {"g*n", "gain", true},
        {"g*", "gain", true},
        {"*n", "gain", true},
        {"*a*i*", "gain", true},
        {"*i*a*", "gain", false},
        {"**", "gain", true},
        {"g*x", "gain", false},
        {"[fgh]ain", "gain", true},
        {"[a-f]ain", "gain", false},
        {"[a-g]ain", "gain", true},
        {"[!a-f]ain", "gain", true},
        {"[!g]ain", "gain", false},
        {"e[1-3]", "e2", true},
        {"e[1-3]", "e4", false},
        {"e[3-1]", "e2", true},
        {"e[1-]", "e-", true},
        {"e[1-]", "e2", false},
        {"e[a!]", "e!", true},
        {"[]x", "x", false},
        {"{gain,pan}", "pan", true},
        {"{gain,pan}", "gain", true},
        {"{gain,pan}", "an", false},
        {"{gain,pan}x", "panx", true},
        {"x{,a}", "x", true},
        {"x{,a}", "xa", true},
        {"{a,ab}c", "abc", true},
        {"{ab,a}bc", "abc", true},
        {"drone_*", "drone_tempo", true},
        {"*_{tempo,seed}", "drone_seed", true},
        {"Gain", "gain", false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        check(jw_osc_pattern_ok(cases[i].pattern), "%s is a pattern", cases[i].pattern);
        check(jw_osc_pattern_matches(cases[i].pattern, cases[i].name) == cases[i].matches,
              "%s and %s", cases[i].pattern, cases[i].name);
    }
    static const char *const wrong[] = {"[ab",    "a]",   "{a,b",  "a}",
                                        "{a{b}}", "{a*}", "{[a]}", "a[b]]"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
        check(!jw_osc_pattern_ok(wrong[i]), "%s is none", wrong[i]);
    }
}

/// The longest patterns, and those that send others back and forth, are no more work.
static void test_bounded_work(void) {
    static const char *const again[] = {"*a", "*", "?", "*?", "{a,aa}", "[a-z]", "*[!b]"};
    char name[JW_OSC_NAME_MAX + 2];
    memset(name, 'a', sizeof(name));
    name[JW_OSC_NAME_MAX] = '\0';
    const clock_t start = clock();
    int n = 0;
    for (size_t i = 0; i < sizeof(again) / sizeof(again[0]); ++i) {
        char pattern[JW_OSC_PART_MAX + 3] = "";
        while (strlen(pattern) + strlen(again[i]) < JW_OSC_PART_MAX) {
            strcat(pattern, again[i]);
        }
        for (int k = 0; k < 1000; ++k) {
            n += jw_osc_pattern_matches(pattern, name);
        }
        strcat(pattern, "b");
        check(jw_osc_pattern_ok(pattern) && !jw_osc_pattern_matches(pattern, name), "%s...",
              again[i]);
        strcat(pattern, "bb");
        check(strlen(pattern) <= JW_OSC_PART_MAX || !jw_osc_pattern_ok(pattern), "too long");
    }
    check(n == 3000, "%d: those with asterisks, and words of one or two letters", n);
    // At most 255 x 63 steps each; 7,000 of them, with room for a slow machine.
    check_below((double)(clock() - start) / CLOCKS_PER_SEC, 5.0, "seconds of work");
    name[JW_OSC_NAME_MAX] = 'a';
    name[JW_OSC_NAME_MAX + 1] = '\0';
    check(!jw_osc_pattern_matches("*", name), "a longer name matches nothing");
}

int main(void) {
    guarded = guarded_open(JW_OSC_BYTES);
    if (!check(guarded.start != NULL, "memory that ends")) {
        return check_result();
    }
    test_example();
    test_cut();
    test_missing();
    test_many();
    test_random();
    test_untyped();
    test_types();
    test_velocities();
    test_buttons();
    test_answers();
    test_patterns();
    test_bounded_work();
    guarded_close(&guarded);
    return check_result();
}
