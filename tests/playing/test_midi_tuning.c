// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// MIDI tunings: every message of the standard byte by byte, what it makes of keys and channels, and
// where a player finds them.

#include "engine/engine.h"
#include "playing/allocator.h"
#include "playing/midi_sysex.h"
#include "playing/midi_tuning.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LOW, HIGH, TARAF, STRINGS, RATE = 48000, DUMP_DATA = 22 };

static uint8_t bytes[1024];
static uint32_t size;

/// A message: its bytes as far as a negative one.
static void message(int first, ...) {
    va_list args;
    size = 0;
    va_start(args, first);
    for (int byte = first; byte >= 0; byte = va_arg(args, int)) {
        bytes[size++] = (uint8_t)byte;
    }
    va_end(args);
}

static void append(int byte) {
    bytes[size++] = (uint8_t)byte;
}

/// Head of a dump of a program: 1 and 4 are of keys, 5 and 6 of octaves.
static void dump_head(int kind, int bank, int program) {
    message(0xf0, 0x7e, 0x10, 8, kind, -1);
    if (kind > 1) {
        append(bank);
    }
    append(program);
    for (int i = 0; i < 16; ++i) {
        append("A tuning's name "[i]);
    }
}

static void dump_end(void) {
    int sum = 0;
    for (uint32_t i = 1; i < size; ++i) {
        sum ^= bytes[i];
    }
    append(sum & 127);
    append(0xf7);
}

/// A bulk dump in which every key is raised by so many parts of 16384 of a semitone.
static void bulk(int bank, int program, int part) {
    dump_head(bank > 0 ? 4 : 1, bank, program);
    for (int key = 0; key < 128; ++key) {
        append(key);
        append(part >> 7);
        append(part & 127);
    }
    dump_end();
}

/********* Messages *********/

static void is(const char *what, JwSysexType type) {
    const JwSysex s = jw_sysex_decode(bytes, size);
    check(s.type == type, "%s: %d, not %d", what, (int)s.type, (int)type);
}

/// The message is that; a byte less, a status byte inside or a wrong end, and it is nothing.
static void is_only(const char *what, JwSysexType type) {
    is(what, type);
    for (uint32_t i = 0; i < size; ++i) {
        const uint8_t byte = bytes[i];
        bytes[i] ^= 0x80;
        is("a bit turned", JW_SYSEX_OTHER);
        bytes[i] = byte;
    }
    for (uint32_t i = 0; i < size; ++i) {
        check(jw_sysex_decode(bytes, i).type == JW_SYSEX_OTHER, "%s: %u bytes of it", what, i);
    }
    bytes[size] = 0xf7;
    ++size;
    is("an end too many", JW_SYSEX_OTHER);
    --size;
}

static void check_messages(void) {
    int key;
    message(0xf0, 0x7f, 0x7f, 8, 2, 5, 1, 60, 61, 64, 0, 0xf7, -1);
    is_only("single note", JW_SYSEX_KEYS);
    JwSysex s = jw_sysex_decode(bytes, size);
    check(s.real_time && s.bank == 0 && s.program == 5 && s.n == 1, "in real time");
    check(jw_sysex_key(&s, 0, &key) == 61.5 && key == 60, "60 is 61.5");
    message(0xf0, 0x7e, 0, 8, 7, 3, 5, 2, 60, 61, 0, 1, 62, 127, 127, 127, 0xf7, -1);
    is_only("single notes of a bank", JW_SYSEX_KEYS);
    s = jw_sysex_decode(bytes, size);
    check(!s.real_time && s.bank == 3 && s.program == 5 && s.n == 2, "not in real time");
    check(jw_sysex_key(&s, 0, &key) == 61.0 + 1.0 / 16384.0 && key == 60, "one step");
    check(jw_sysex_key(&s, 1, &key) < 0.0 && key == 62, "no change");
    message(0xf0, 0x7f, 0x7f, 4, 3, 0, 80, 0xf7, -1);
    is_only("fine", JW_SYSEX_FINE);
    check(jw_sysex_decode(bytes, size).semitones == 0.25, "a quarter");
    message(0xf0, 0x7f, 0x7f, 4, 4, 0, 52, 0xf7, -1);
    is_only("coarse", JW_SYSEX_COARSE);
    check(jw_sysex_decode(bytes, size).semitones == -12.0, "an octave down");
    for (int kind = 1; kind <= 3; ++kind) {
        message(0xf0, 0x7e, 0x7f, 9, kind, 0xf7, -1);
        is_only("General MIDI", JW_SYSEX_RESET);
    }
    message(0xf0, 0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7f, 0, 0x41, 0xf7, -1);
    is_only("GS", JW_SYSEX_RESET);
    message(0xf0, 0x43, 0x10, 0x4c, 0, 0, 0x7e, 0, 0xf7, -1);
    is_only("XG", JW_SYSEX_RESET);
}

static void check_others(void) {
    message(0xf0, 0x7e, 0x7f, 9, 4, 0xf7, -1);
    is("no General MIDI", JW_SYSEX_OTHER);
    message(0xf0, 0x7e, 0x7f, 8, 0, 0, 0xf7, -1);
    is("a request", JW_SYSEX_OTHER);
    message(0xf0, 0x7f, 0x7f, 4, 1, 0, 127, 0xf7, -1);
    is("master volume", JW_SYSEX_OTHER);
    message(0xf0, 0x7e, 0x7f, 4, 3, 0, 80, 0xf7, -1);
    is("fine, but not in real time", JW_SYSEX_OTHER);
    message(0xf0, 0x7d, 1, 2, 3, 0xf7, -1);
    is("nobody's", JW_SYSEX_OTHER);
    message(0xf0, 0x7f, 0x7f, 8, 2, 0, 0, 0xf7, -1);
    is("no keys", JW_SYSEX_OTHER);
    message(0xf0, 0x7f, 0x7f, 8, 2, 0, 127, -1);
    for (int i = 0; i < 4 * 127; ++i) {
        append(1);
    }
    append(0xf7);
    is("as many keys as can be", JW_SYSEX_KEYS);
    while (size <= JW_SYSEX_BYTES_MAX) {
        bytes[size - 1] = 1;
        append(0xf7);
    }
    is("longer than any", JW_SYSEX_OTHER);
    check(jw_sysex_decode(bytes, 0).type == JW_SYSEX_OTHER, "nothing");
}

static void check_dumps(void) {
    int key;
    bulk(0, 7, 8192);
    check(size == 408, "a bulk dump of %u bytes", size);
    is("bulk", JW_SYSEX_PROGRAM);
    JwSysex s = jw_sysex_decode(bytes, size);
    check(!s.real_time && s.program == 7 && s.bank == 0 && s.n == 128, "all of it");
    check(jw_sysex_key(&s, 99, &key) == 99.5 && key == 99, "a quarter tone up");
    bytes[size - 2] = 0xf7;
    --size;
    is("bulk without a checksum", JW_SYSEX_PROGRAM);
    --size;
    bytes[size - 1] = 0xf7;
    is("bulk with a byte too few", JW_SYSEX_OTHER);
    bulk(2, 7, 4096);
    check(size == 409, "one of a bank of %u bytes", size);
    s = jw_sysex_decode(bytes, size);
    check(s.type == JW_SYSEX_PROGRAM && s.bank == 2 && s.program == 7, "bank and program");
    check(jw_sysex_key(&s, 0, &key) == 0.25 && key == 0, "the first key");
    for (int wide = 0; wide < 2; ++wide) {
        dump_head(5 + wide, 1, 4);
        for (int note = 0; note < 12; ++note) {
            append(wide ? 96 : 64 - note);
            if (wide) {
                append(note);
            }
        }
        dump_end();
        s = jw_sysex_decode(bytes, size);
        check(s.type == JW_SYSEX_OCTAVE_PROGRAM && s.bank == 1 && s.program == 4, "octaves");
        const double wanted = wide ? 0.5 + 11 / 8192.0 : -0.11;
        check(fabs(jw_sysex_note(&s, 11) - wanted) < 1e-12, "%g", jw_sysex_note(&s, 11));
    }
}

/// Scale/octave tuning of those channels (bits): C so many cents up, or all notes.
static void octave_of(bool real_time, unsigned channels, int cents, int others) {
    message(0xf0, real_time ? 0x7f : 0x7e, 0x7f, 8, 8, (int)(channels >> 14 & 3),
            (int)(channels >> 7 & 127), (int)(channels & 127), 64 + cents, -1);
    for (int note = 1; note < 12; ++note) {
        append(64 + others);
    }
    append(0xf7);
}

static void octave(bool real_time, unsigned channels, int cents) {
    octave_of(real_time, channels, cents, 0);
}

static void check_octaves(void) {
    octave(true, 0x8101, 50);
    is_only("scale/octave", JW_SYSEX_OCTAVE);
    JwSysex s = jw_sysex_decode(bytes, size);
    check(s.real_time && s.channels == 0x8101, "channels %x", s.channels);
    check(jw_sysex_note(&s, 0) == 0.5 && jw_sysex_note(&s, 1) == 0.0, "notes");
    message(0xf0, 0x7e, 0x7f, 8, 9, 3, 127, 127, -1);
    for (int note = 0; note < 12; ++note) {
        append(note == 4 ? 0 : 64);
        append(0);
    }
    append(0xf7);
    is_only("in two bytes", JW_SYSEX_OCTAVE);
    s = jw_sysex_decode(bytes, size);
    check(!s.real_time && s.channels == 0xffff, "all channels");
    check(jw_sysex_note(&s, 4) == -1.0 && jw_sysex_note(&s, 5) == 0.0, "a semitone down");
    message(0xf0, 0x41, 0x10, 0x42, 0x12, 0x40, 0x10, 0x40, -1);
    for (int note = 0; note < 12; ++note) {
        append(64 + note);
    }
    append(0);
    append(0xf7);
    s = jw_sysex_decode(bytes, size);
    check(s.type == JW_SYSEX_OCTAVE && s.channels == 1u << 9 && jw_sysex_note(&s, 11) == 0.11,
          "GS: block 0 is part 10");
    bytes[6] = 0x11;
    check(jw_sysex_decode(bytes, size).channels == 1, "block 1 is part 1");
    bytes[6] = 0x1f;
    check(jw_sysex_decode(bytes, size).channels == 1u << 15, "block F is part 16");
}

/********* What they make of keys *********/

static JwMidiTunings tunings;
static JwChannels channels;

static JwRetuned take(void) {
    const JwSysex s = jw_sysex_decode(bytes, size);
    return jw_tunings_take(&tunings, &s);
}

static void control(int channel, int number, int value) {
    const JwMidi midi = {JW_MIDI_CONTROL, (uint8_t)channel, (uint8_t)number, (int16_t)value};
    jw_channels_take(&channels, &midi);
    jw_tunings_select(&tunings, &channels, &midi);
}

static void rpn(int channel, int number, int value) {
    control(channel, JW_CC_RPN_MSB, 0);
    control(channel, JW_CC_RPN_LSB, number);
    control(channel, JW_CC_DATA_MSB, value);
}

/// Pitch of a channel's key; a negative one: no message has tuned it.
static void pitch_is(const char *what, int channel, int key, double right) {
    double pitch = -1.0;
    const bool is_tuned = jw_tunings_pitch(&tunings, &channels, channel, key, 69.0, &pitch);
    check(is_tuned == (right >= 0.0) && (right < 0.0 || fabs(pitch - right) < 1e-6),
          "%s: key %d of channel %d at %g, not %g", what, key, channel + 1, pitch, right);
}

static void begin_tunings(void) {
    memset(&tunings, 0xff, sizeof(tunings));
    jw_tunings_init(&tunings);
    jw_channels_init(&channels, 2.0);
}

static void check_programs(void) {
    begin_tunings();
    pitch_is("at first", 0, 60, -1.0);
    message(0xf0, 0x7f, 0, 8, 2, 0, 1, 60, 61, 0, 0, 0xf7, -1);
    const JwRetuned retuned = take();
    check(retuned.understood && retuned.real_time, "understood");
    pitch_is("tuned", 0, 60, 61.0);
    pitch_is("on every channel", 15, 60, 61.0);
    pitch_is("that key alone", 0, 61, -1.0);
    check(jw_tunings_concern(&tunings, &channels, &retuned, 3, 60) &&
              !jw_tunings_concern(&tunings, &channels, &retuned, 3, 61),
          "whom it concerns");
    bulk(0, 9, 8192);
    take();
    pitch_is("another program", 0, 60, 61.0);
    rpn(4, 3, 9);
    pitch_is("selected", 4, 60, 60.5);
    pitch_is("for that channel", 5, 60, 61.0);
    check(!jw_tunings_concern(&tunings, &channels, &retuned, 4, 60), "no concern of its any more");
    control(4, JW_CC_DECREMENT, 0);
    pitch_is("one program less, that there is not", 4, 60, -1.0);
    bulk(2, 8, 4096);
    take();
    rpn(4, 4, 2);
    pitch_is("in a bank", 4, 127, 127.25);
    dump_head(5, 2, 8);
    for (int note = 0; note < 12; ++note) {
        append(64 - note);
    }
    dump_end();
    take();
    pitch_is("octaves in its place", 4, 59, 58.89);
    begin_tunings();
    for (int program = 0; program < JW_TUNING_PROGRAMS; ++program) {
        bulk(0, program, 1);
        check(take().understood, "program %d", program);
    }
    bulk(0, JW_TUNING_PROGRAMS, 1);
    check(!take().understood, "no more room");
    bulk(0, JW_TUNING_PROGRAMS - 1, 8192);
    check(take().understood, "but for what is there");
    rpn(0, 3, JW_TUNING_PROGRAMS - 1);
    pitch_is("the last one", 0, 60, 60.5);
}

static void check_channels(void) {
    begin_tunings();
    bulk(0, 0, 8192);
    take();
    for (int channel = 0; channel < 16; ++channel) {
        octave(true, 1u << channel, channel - 8);
        const JwRetuned retuned = take();
        for (int other = 0; other < 16; ++other) {
            check(jw_tunings_concern(&tunings, &channels, &retuned, other, 60) ==
                      (other == channel),
                  "channel %d, tuned by %d", other + 1, channel + 1);
        }
        pitch_is("an octave of its own", channel, 72, 72.0 + 0.01 * (channel - 8));
        pitch_is("in place of the program", channel, 73, 73.0);
    }
    rpn(7, 3, 0);
    pitch_is("until one is selected", 7, 72, 72.5);
    begin_tunings();
    rpn(0, 6, 7);
    octave(false, 1, 20);
    take();
    pitch_is("members have their manager's", 5, 60, 60.2);
    pitch_is("others not", 9, 60, -1.0);
    octave(false, 1u << 5, 30);
    take();
    pitch_is("or their own", 5, 60, 60.3);
    rpn(0, 6, 0);
    pitch_is("until they are none", 4, 60, -1.0);
}

/********* Where a player finds them *********/

static JwInstrument instrument;
static JwFretboard board;
static JwAllocator allocator;
static JwGesture gesture[JW_MAX_GESTURES];
static int n;

/// Two strings of 13 frets, C3 and that key, and a taraf on C4.
static void make_strings(int high) {
    jw_instrument_init(&instrument);
    strcpy(instrument.name, "Two");
    instrument.n_strings = STRINGS;
    for (int s = 0; s < STRINGS; ++s) {
        JwStringSpec *string = &instrument.string[s];
        const int key = s == LOW ? 48 : s == HIGH ? high : 60;
        *string = (JwStringSpec){.key = key, .pluck_m = 1e-3, .gain = 1.0, .n_frets = 1};
        snprintf(string->name, sizeof(string->name), "s%d", s);
        string->role = s == TARAF ? JW_ROLE_TARAF : JW_ROLE_MELODY;
        string->n_frets = s == TARAF ? 1 : 13;
        for (int f = 0; f < 13; ++f) {
            string->fret_semitones[f] = f;
        }
        string->data = fixture_bench_data();
        string->data.tension_n = jw_string_data_tension_n(&string->data, jw_key_hz(key, 440.0));
    }
}

static void make_instrument(void) {
    make_strings(60);
}

static void begin_strings(int high) {
    make_strings(high);
    jw_fretboard_fill(&board, &instrument, NULL, instrument.param);
    jw_allocator_reset(&allocator, &instrument, &board, RATE, 2.0);
}

static void begin_player(void) {
    begin_strings(60);
}

static void send(int status, int a, int b) {
    const uint8_t midi_bytes[] = {(uint8_t)status, (uint8_t)a, (uint8_t)b};
    const JwMidi midi = jw_midi_decode(midi_bytes);
    n = jw_allocator_take(&allocator, &midi, 0, instrument.param, gesture);
}

static bool sysex(void) {
    const JwSysex s = jw_sysex_decode(bytes, size);
    const bool understood = jw_allocator_sysex(&allocator, &s);
    jw_allocator_watch(&allocator);
    return understood;
}

static void single(bool real_time, int key, int semitone, int part) {
    message(0xf0, real_time ? 0x7f : 0x7e, 0x7f, 8, 2, 0, 1, key, semitone, part >> 7, part & 127,
            0xf7, -1);
}

/// A string sounds at that pitch, by that fret.
static void sounds(const char *what, int string, int fret, double pitch) {
    const double at = board.neck[string].pitch[allocator.note[string].fret] +
                      jw_allocator_pull(&allocator, string);
    check(allocator.note[string].fret == fret && fabs(at - pitch) < 1e-5,
          "%s: fret %d, pitch %.6f, not %d, %.6f", what, allocator.note[string].fret, at, fret,
          pitch);
}

/// A note is plucked on that string.
static void plays(const char *what, int channel, int key, int string) {
    send(0x90 | channel, key, 100);
    check(n == 1 && gesture[0].kind == JW_GESTURE_PLUCK && gesture[0].string == string &&
              gesture[0].fret == allocator.note[string].fret,
          "%s: string %d", what, n ? gesture[0].string : -1);
}

static void check_sounding(void) {
    begin_player();
    plays("plain", 0, 52, LOW);
    sounds("plain", LOW, 4, 52.0);
    single(false, 52, 53, 8192);
    check(sysex(), "a note's tuning");
    sounds("not in real time", LOW, 4, 52.0);
    single(true, 55, 60, 0);
    check(sysex(), "another note's");
    sounds("which is none of its", LOW, 4, 52.0);
    send(0x80, 52, 0);
    plays("the next one", 0, 52, LOW);
    sounds("between two frets", LOW, 5, 53.5);
    single(true, 52, 52, 4096);
    sysex();
    sounds("in real time, where it is", LOW, 5, 52.25);
    send(0x80, 52, 0);
    sounds("after its end", LOW, 5, 52.25);
    single(true, 52, 52, 0);
    sysex();
    sounds("until it is quiet", LOW, 5, 52.0);
    plays("at its own fret", 0, 52, LOW);
    sounds("again", LOW, 4, 52.0);
    single(false, 52, 71, 0);
    sysex();
    plays("on the other string", 0, 52, HIGH);
    sounds("as far as it is tuned", HIGH, 11, 71.0);
    single(false, 52, 100, 0);
    sysex();
    send(0x90, 52, 100);
    check(n == 0 && allocator.dropped == 1, "out of reach");
}

static void check_polyphony(void) {
    begin_strings(55);
    octave_of(true, 0xffff, 10, 12);
    sysex();
    plays("the string that has it lowest", 0, 60, HIGH);
    plays("the free one that has it as well", 0, 59, LOW);
    sounds("ten cents up", HIGH, 5, 60.1);
    sounds("twelve cents up", LOW, 11, 59.12);
    octave(true, 1u << 3, -20);
    sysex();
    sounds("another channel's octave", HIGH, 5, 60.1);
    octave(true, 1, -20);
    sysex();
    sounds("its own, in real time", HIGH, 5, 59.8);
    sounds("all of it", LOW, 11, 59.0);
    octave(false, 1, 0);
    sysex();
    sounds("and not", HIGH, 5, 59.8);
}

static void check_master(void) {
    begin_player();
    plays("plain", 0, 64, HIGH);
    message(0xf0, 0x7f, 0x7f, 4, 3, 0, 80, 0xf7, -1);
    sysex();
    sounds("fine", HIGH, 4, 64.25);
    sounds("of all strings", TARAF, 0, 60.25);
    message(0xf0, 0x7f, 0x7f, 4, 4, 0, 62, 0xf7, -1);
    sysex();
    sounds("coarse", HIGH, 4, 62.25);
    sounds("of all strings", TARAF, 0, 58.25);
    plays("the next one", 0, 64, HIGH);
    sounds("is played where it is", HIGH, 2, 62.25);
    send(0xb0, JW_CC_RPN_MSB, 0);
    send(0xb0, JW_CC_RPN_LSB, 2);
    send(0xb0, JW_CC_DATA_MSB, 65);
    sounds("channel's coarse tuning", HIGH, 2, 63.25);
    plays("and its next one", 0, 64, HIGH);
    sounds("by frets", HIGH, 3, 63.25);
}

static void check_open(void) {
    begin_player();
    single(true, 60, 60, 4096);
    sysex();
    sounds("a taraf goes with its key", TARAF, 0, 60.25);
    sounds("and an open string", HIGH, 0, 60.25);
    sounds("no other one", LOW, 0, 48.0);
    single(true, 60, 62, 0);
    sysex();
    sounds("not as far as that", TARAF, 0, 60.0);
    single(true, 71, 60, 1638);
    sysex();
    sounds("but to what is near", TARAF, 0, 60.0 + 1638 / 16384.0);
    check(jw_allocator_open(&allocator, HIGH, 100, instrument.param, gesture), "by its number");
    sounds("as it is tuned", HIGH, 0, 60.0 + 1638 / 16384.0);
    single(true, 71, 60, 0);
    sysex();
    sounds("it goes with it", HIGH, 0, 60.0);
    message(0xf0, 0x7e, 0x7f, 8, 0, 0, 0xf7, -1);
    check(!sysex(), "a request");
}

/********* Tuners outside *********/

static JwKeyTable table;

static void check_table(void) {
    static JwTuning tuning = {.has_scale = true, .scale = {.n = 1, .cents = {100.0}}};
    begin_player();
    table.is_on = true;
    for (int key = 0; key < JW_KEYS; ++key) {
        table.pitch[key] = key == 65 ? -1.0 : 60.0 + 0.38 * (key - 60);
        table.own[5][key] = key + 0.4;
    }
    table.channels = 1u << 5;
    plays("plain", 0, 64, HIGH);
    jw_allocator_set_table(&allocator, &table);
    jw_allocator_watch(&allocator);
    sounds("what sounds goes with it", HIGH, 4, 61.52);
    plays("the next one", 0, 63, HIGH);
    sounds("is at its fret", HIGH, 1, 61.14);
    send(0x90, 65, 100);
    check(n == 0 && allocator.dropped == 1, "a key without a note");
    plays("a channel of its own", 5, 64, HIGH);
    sounds("a channel of its own", HIGH, 4, 64.4);
    single(true, 64, 70, 0);
    sysex();
    plays("messages come after it", 0, 64, HIGH);
    sounds("messages come after it", HIGH, 2, 61.52);
    sounds("a taraf goes to what is near", TARAF, 0, 60.0);
    jw_fretboard_fill(&board, &instrument, &tuning, instrument.param);
    jw_allocator_set_board(&allocator, &board);
    plays("a scale goes before it", 0, 61, HIGH);
    sounds("a scale goes before it", HIGH, 1, 61.0);
    jw_fretboard_fill(&board, &instrument, NULL, instrument.param);
    jw_allocator_set_board(&allocator, &board);
    send(0xb0, JW_CC_RPN_MSB, 0);
    send(0xb0, JW_CC_RPN_LSB, 6);
    send(0xb0, JW_CC_DATA_MSB, 15);
    plays("a member of a zone", 5, 64, HIGH);
    sounds("has no keys of its own", HIGH, 2, 61.52);
    table.is_on = false;
    jw_allocator_set_table(&allocator, &table);
    sounds("without it messages hold", HIGH, 2, 70.0);
    jw_allocator_power_up(&allocator, 2.0);
    plays("after a reset", 0, 64, HIGH);
    sounds("nothing does", HIGH, 4, 64.0);
}

/********* Engine *********/

static JwEngine *engine;
static float left[RATE], right[RATE];

static void run(JwEvent event, uint32_t n_frames) {
    jw_engine_run(engine, &event, 1, left, right, NULL, n_frames);
}

static JwEvent midi_event(int status, int a, int b) {
    const JwEvent event = {
        .type = JW_EVENT_MIDI,
        .midi = jw_midi_decode((const uint8_t[]){(uint8_t)status, (uint8_t)a, (uint8_t)b})};
    return event;
}

static JwEvent sysex_event(void) {
    const JwEvent event = {.type = JW_EVENT_SYSEX, .sysex = {bytes, size}};
    return event;
}

static double pitch_of(int string) {
    JwStringReport report;
    jw_engine_report(engine, string, &report);
    return jw_hz_key(report.pitch_hz);
}

static uint64_t ignored(void) {
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    return report.ignored_sysex;
}

static bool is_quiet(void) {
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    return report.energy_j < 1e-12;
}

static void check_engine(void) {
    static JwMidiTunings empty;
    make_instrument();
    engine = jw_engine_new();
    check(engine && !jw_engine_prepare(engine, &instrument, RATE, NULL), "prepare");
    run(midi_event(0x90, 64, 100), 4800);
    check_below(fabs(pitch_of(HIGH) - 64.0), 0.01, "plain, semitones off");
    single(true, 64, 64, 8192);
    run(sysex_event(), 4800);
    check_below(fabs(pitch_of(HIGH) - 64.5), 0.01, "tuned while it sounds, semitones off");
    check_below(fabs(pitch_of(TARAF) - 60.0), 0.01, "a taraf of another key, semitones off");
    message(0xf0, 0x7d, 1, 2, 3, 0xf7, -1);
    run(sysex_event(), 32);
    run(sysex_event(), 64);
    check(ignored() == 2, "%d ignored", (int)ignored());
    check(!jw_engine_post(engine, &(JwEvent){.type = JW_EVENT_SYSEX, .sysex = {bytes, size}}),
          "what points to the caller's is not posted");
    message(0xf0, 0x7e, 0x7f, 9, 1, 0xf7, -1);
    check(!is_quiet(), "it sounds");
    run(sysex_event(), RATE);
    check(is_quiet() && ignored() == 2, "until a reset");
    run(midi_event(0x90, 64, 100), 4800);
    check_below(fabs(pitch_of(HIGH) - 64.0), 0.01, "and is plain again, semitones off");
    single(true, 64, 64, 8192);
    run(sysex_event(), 32);
    run((JwEvent){.type = JW_EVENT_PANIC}, RATE);
    run(midi_event(0x90, 64, 100), 4800);
    check_below(fabs(pitch_of(HIGH) - 64.5), 0.01, "a panic leaves tunings, semitones off");
    jw_engine_inherit(engine, &empty, -1);
    run((JwEvent){.type = JW_EVENT_PANIC}, 4800);
    run(midi_event(0x90, 64, 100), 4800);
    check_below(fabs(pitch_of(HIGH) - 64.0), 0.01, "another's, semitones off");
    jw_engine_free(engine);
}

/// A reset before the first note changes nothing, to the last bit; nor does a flood of tunings cost
/// what comes after it.
static void check_reset(void) {
    static float plain[RATE];
    JwEvent events[2 * JW_TICK_SYSEX] = {0};
    make_instrument();
    for (int with = 0; with < 3; ++with) {
        int n_events = 0;
        engine = jw_engine_new();
        check(engine && !jw_engine_prepare(engine, &instrument, RATE, NULL), "prepare");
        message(0xf0, 0x7e, 0x7f, 9, 1, 0xf7, -1);
        while (n_events < with * (JW_TICK_SYSEX - 1)) {
            events[n_events++] = sysex_event();
        }
        events[n_events++] = midi_event(0x90, 64, 100);
        jw_engine_run(engine, events, (size_t)n_events, left, right, NULL, RATE);
        check(with == 0 || !memcmp(plain, left, sizeof(left)), "%d resets", n_events - 1);
        memcpy(plain, left, sizeof(left));
        JwStringReport report;
        jw_engine_report(engine, -1, &report);
        const uint64_t over = with < 2 ? 0 : 2 * (JW_TICK_SYSEX - 1) - JW_TICK_SYSEX;
        check(report.dropped_events == over, "%d too many", (int)report.dropped_events);
        jw_engine_free(engine);
    }
}

int main(void) {
    check_messages();
    check_others();
    check_dumps();
    check_octaves();
    check_programs();
    check_channels();
    check_sounding();
    check_polyphony();
    check_master();
    check_open();
    check_table();
    check_engine();
    check_reset();
    return check_result();
}
