// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Notes with fine velocities, and bend, pressure and brightness of one note (jawari.h).

#include <jawari.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FRAMES = 9600, KEY = 61, OTHER = 49, EVENTS = 64 };

static int failures;
static float left[FRAMES], right[FRAMES], again[FRAMES];

static void check(bool good, const char *what) {
    if (!good) {
        printf("FAILED: %s\n", what);
        ++failures;
    }
}

static JawariEvent note(uint32_t frame, int channel, int key, double velocity) {
    JawariEvent event;
    memset(&event, 0, sizeof(event));
    event.frame = frame;
    event.type = JAWARI_EVENT_NOTE;
    event.data.note.velocity = velocity;
    event.data.note.channel = channel;
    event.data.note.key = key;
    return event;
}

static JawariEvent expression(uint32_t frame, int channel, int key, JawariExpressionKind kind,
                              double value) {
    JawariEvent event;
    memset(&event, 0, sizeof(event));
    event.frame = frame;
    event.type = JAWARI_EVENT_EXPRESSION;
    event.data.expression.value = value;
    event.data.expression.channel = channel;
    event.data.expression.key = key;
    event.data.expression.kind = (int32_t)kind;
    return event;
}

/// Plays events, ascending, in blocks of so many frames.
static void play_on(JawariEngine *engine, const JawariEvent *events, int n, uint32_t block,
                    float *sound) {
    int next = 0;
    for (uint32_t at = 0; at < FRAMES; at += block) {
        JawariEvent here[EVENTS];
        int n_here = 0;
        const uint32_t frames = at + block < FRAMES ? block : FRAMES - at;
        for (; next < n && events[next].frame < at + frames; ++next) {
            here[n_here] = events[next];
            here[n_here++].frame -= at;
        }
        const JawariBuffers buffers = jawari_buffers(sound + at, right + at);
        jawari_engine_run(engine, here, (size_t)n_here, &buffers, frames);
    }
}

/// The same from the beginning.
static void play(JawariEngine *engine, const JawariEvent *events, int n, uint32_t block,
                 float *sound) {
    jawari_engine_reset(engine);
    play_on(engine, events, n, block, sound);
}

static bool same(void) {
    return !memcmp(left, again, sizeof(left));
}

static bool silent(void) {
    for (int i = 0; i < FRAMES; ++i) {
        if (left[i] != 0.0f) {
            return false;
        }
    }
    return true;
}

/// String on which a key is held; -1: none.
static int string_of(const JawariEngine *engine, int key) {
    JawariReport report;
    report.size = sizeof(report);
    for (int s = 0; jawari_engine_report(engine, s, &report); ++s) {
        if (report.held_key == key) {
            return s;
        }
    }
    return -1;
}

static double pitch_of(const JawariEngine *engine, int key) {
    double hz = 0.0;
    jawari_engine_string_now(engine, string_of(engine, key), &hz, NULL);
    return hz;
}

static double cents(double hz, double above_hz) {
    return 1200.0 * log2(hz / above_hz);
}

static double force_of(JawariEngine *engine, JawariEvent stroke, int key) {
    JawariStroke last;
    last.size = sizeof(last);
    play(engine, &stroke, 1, FRAMES, left);
    jawari_engine_stroke(engine, string_of(engine, key), &last);
    return last.force_n;
}

static void test_velocity(JawariEngine *engine) {
    JawariEvent events[2] = {jawari_midi_event(10, 0x90, KEY, 100),
                             jawari_midi_event(5000, 0x80, KEY, 0)};
    play(engine, events, 2, FRAMES, left);
    events[0] = note(10, 0, KEY, 100.0);
    events[1] = note(5000, 0, KEY, 0.0);
    play(engine, events, 2, FRAMES, again);
    check(same() && fabsf(left[FRAMES - 1]) > 0.0f, "a whole velocity is that of MIDI");
    const double at_100 = force_of(engine, note(0, 0, KEY, 100.0), KEY);
    const double between = force_of(engine, note(0, 0, KEY, 100.25), KEY);
    const double at_101 = force_of(engine, note(0, 0, KEY, 101.0), KEY);
    check(at_100 < between && between < at_101 && between - at_100 < 0.5 * (at_101 - at_100),
          "a quarter of a step is a quarter");
    check(force_of(engine, note(0, 0, KEY, 0.25), KEY) > 0.0, "below the softest of MIDI");

    JawariEvent pluck;
    memset(&pluck, 0, sizeof(pluck));
    pluck.type = JAWARI_EVENT_PLUCK;
    JawariReport report;
    report.size = sizeof(report);
    double force[3];
    for (int i = 0; i < 3; ++i) {
        pluck.data.pluck.velocity = 100.0 + 0.5 * i;
        play(engine, &pluck, 1, FRAMES, left);
        JawariStroke last;
        last.size = sizeof(last);
        jawari_engine_stroke(engine, 0, &last);
        force[i] = last.force_n;
    }
    check(force[0] < force[1] && force[1] < force[2], "a string's number, too");

    const JawariEvent wrong[] = {note(0, 16, KEY, 100.0), note(0, -1, KEY, 100.0),
                                 note(0, 0, 128, 100.0),  note(0, 0, -1, 100.0),
                                 note(0, 0, KEY, 127.5),  note(0, 0, KEY, -1.0),
                                 note(0, 0, KEY, NAN)};
    play(engine, wrong, 7, FRAMES, left);
    check(silent(), "what is out of range is ignored");
}

static void test_bend(JawariEngine *engine) {
    const JawariEvent plain[] = {note(0, 0, KEY, 100.0), note(0, 1, OTHER, 100.0)};
    play(engine, plain, 2, FRAMES, left);
    const double hz = pitch_of(engine, KEY), other_hz = pitch_of(engine, OTHER);
    check(string_of(engine, OTHER) != string_of(engine, KEY), "two strings");
    static const double bends[] = {30.0, -30.0, 180.0};
    for (int i = 0; i < 3; ++i) {
        const JawariEvent bent[] = {plain[0], plain[1],
                                    expression(2400, 0, KEY, JAWARI_EXPRESSION_CENTS, bends[i])};
        play(engine, bent, 3, FRAMES, left);
        check(fabs(cents(pitch_of(engine, KEY), hz) - bends[i]) < 0.5,
              "the note is bent by its cents");
        check(fabs(cents(pitch_of(engine, OTHER), other_hz)) < 1e-6, "the other is not");
    }
    const JawariEvent all[] = {plain[0], plain[1],
                               expression(2400, -1, -1, JAWARI_EXPRESSION_CENTS, 20.0),
                               expression(2400, 0, OTHER, JAWARI_EXPRESSION_CENTS, 50.0),
                               expression(2400, -1, KEY, JAWARI_EXPRESSION_CENTS, NAN)};
    play(engine, all, 5, FRAMES, left);
    check(fabs(cents(pitch_of(engine, KEY), hz) - 20.0) < 0.5 &&
              fabs(cents(pitch_of(engine, OTHER), other_hz) - 20.0) < 0.5,
          "any channel and key; no other one's; no NaN");
    const JawariEvent struck[] = {plain[0], expression(100, 0, KEY, JAWARI_EXPRESSION_CENTS, 30.0),
                                  note(4800, 0, KEY, 0.0), note(4801, 0, KEY, 100.0)};
    play(engine, struck, 4, FRAMES, left);
    check(fabs(cents(pitch_of(engine, KEY), hz)) < 0.5, "a new note has none");
}

/// A choke silences the note's string alone; a note sounds until then.
static void test_choke(JawariEngine *engine) {
    const JawariEvent notes[] = {note(0, 0, KEY, 100.0), note(0, 1, OTHER, 100.0)};
    const JawariEvent choke = {
        .frame = 0, .type = JAWARI_EVENT_CHOKE, .data.choke = {.channel = 0, .key = KEY}};
    JawariReport report = {.size = sizeof(report)};
    play(engine, notes, 2, FRAMES, left);
    check(jawari_engine_note_sounds(engine, 0, KEY) && jawari_engine_note_sounds(engine, 1, OTHER),
          "both notes sound");
    check(!jawari_engine_note_sounds(engine, 0, OTHER), "no note that nobody plays");
    const int string = string_of(engine, KEY), other = string_of(engine, OTHER);
    play_on(engine, &choke, 1, FRAMES, left);
    check(!jawari_engine_note_sounds(engine, 0, KEY), "the choked one has ended");
    check(jawari_engine_note_sounds(engine, 1, OTHER), "the other sounds on");
    jawari_engine_report(engine, string, &report);
    const double choked_j = report.energy_j;
    jawari_engine_report(engine, other, &report);
    check(report.energy_j > 1e4 * choked_j, "its string is silent");
    jawari_engine_rest(engine);
    check(!jawari_engine_note_sounds(engine, 1, OTHER), "a rest ends all");
    play_on(engine, &choke, 0, FRAMES, left);
    check(silent(), "and is silent at once");
}

static void test_pressure(JawariEngine *engine) {
    JawariEvent events[] = {note(0, 0, KEY, 100.0), jawari_midi_event(960, 0xA0, KEY, 127)};
    play(engine, events, 1, FRAMES, again);
    play(engine, events, 2, FRAMES, left);
    check(!same(), "pressure damps");
    events[1] = expression(960, 0, KEY, JAWARI_EXPRESSION_PRESSURE, 1.0);
    play(engine, events, 2, FRAMES, again);
    check(same(), "a note's pressure is polyphonic pressure");
    events[1].data.expression.value = 7.0;
    play(engine, events, 2, FRAMES, again);
    check(same(), "and is clamped");
}

/// Bends and presses everything at random: the samples are the same in any blocks, no energy comes
/// in, and the samples are numbers.
static void test_wild(JawariEngine *engine) {
    JawariEvent events[EVENTS];
    uint32_t dice = 3;
    for (int i = 0; i < EVENTS; ++i) {
        const uint32_t frame = (uint32_t)(i * FRAMES / EVENTS);
        dice = dice * 1664525u + 1013904223u;
        const double part = (dice >> 8) / 16777216.0 * 2.0 - 1.0;
        const int kind = i % 7 % 3;
        events[i] = i % 8 == 0
                        ? note(frame, i / 8 % 2, i / 8 % 2 ? OTHER : KEY, 60.0 + 0.77 * i)
                        : expression(frame, i % 5 == 0 ? -1 : i % 2, i % 3 ? KEY : OTHER,
                                     (JawariExpressionKind)kind, kind ? part : 3000.0 * part);
    }
    play(engine, events, EVENTS, FRAMES, left);
    JawariReport report;
    report.size = sizeof(report);
    check(jawari_engine_report(engine, -1, &report) && report.energy_excess < 1e-6 &&
              report.nonfinite == 0 && report.peak > 0.001,
          "no energy comes in");
    static const uint32_t blocks[] = {1, 37, 512};
    for (int i = 0; i < 3; ++i) {
        play(engine, events, EVENTS, blocks[i], again);
        check(same(), "the same bits in any blocks");
    }
}

int main(void) {
    static const char *const names[] = {"sitar", "guitar"};
    for (int i = 0; i < 2; ++i) {
        JawariError error = jawari_no_error();
        JawariInstrument *instrument = jawari_instrument_load(names[i], NULL, &error);
        JawariEngineOptions options;
        memset(&options, 0, sizeof(options));
        options.size = sizeof(options);
        options.offline = true;
        JawariEngine *engine = instrument ? jawari_engine_new(instrument, &options, &error) : NULL;
        if (!engine) {
            printf("FAILED: %s\n", error.text);
            return 1;
        }
        test_velocity(engine);
        test_bend(engine);
        test_choke(engine);
        test_pressure(engine);
        test_wild(engine);
        jawari_engine_free(engine);
        jawari_instrument_free(instrument);
        printf("%s: played\n", names[i]);
    }
    return failures != 0;
}
