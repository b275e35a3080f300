// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the hands do, heard: meend, krintan, da and ra, damping, pluck point, strum, MPE.
// Arguments: a sitar, and `all` for every fret and bend, on the whole instrument too.

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "playing/midi.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/tone.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = TONE_RATE, SECONDS = 3, FRAMES = SECONDS * RATE, STRINGS = 3, EVENTS = 64 };

enum { MEEND = 7 }; ///< Semitones

/// A tone as it is heard: like any other where it was pulled before the stroke, else from when the
/// pull is over.
enum { PULLED_FROM = RATE / 2 };

static JwInstrument instrument;
static float left[FRAMES], right[FRAMES], stem[JW_MAX_STRINGS][FRAMES];
static JwEvent event[EVENTS];
static size_t n_events;

static void begin(void) {
    n_events = 0;
}

static void at(double seconds, int status, int a, int b) {
    const uint8_t bytes[3] = {(uint8_t)status, (uint8_t)a, (uint8_t)b};
    event[n_events++] = (JwEvent){.frame = (uint32_t)lround(seconds * RATE),
                                  .type = JW_EVENT_MIDI,
                                  .midi = jw_midi_decode(bytes)};
}

static void bend(double seconds, int channel, double part) {
    const int value = (int)fmin(8192.0 + round(8192.0 * part), 16383.0);
    at(seconds, 0xe0 | channel, value & 127, value >> 7);
}

/// Plays the events in blocks of that size into left, right and stem.
static bool play(uint32_t block) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F64, .synchronous = true};
    JwEngine *engine = jw_engine_new();
    const bool ok = engine && !jw_engine_prepare(engine, &instrument, RATE, &options);
    size_t next = 0;
    for (uint32_t done = 0; ok && done < FRAMES; done += block) {
        const uint32_t n = block < FRAMES - done ? block : FRAMES - done;
        JwEvent part[EVENTS];
        size_t n_part = 0;
        for (; next < n_events && event[next].frame < done + n; ++next) {
            part[n_part] = event[next];
            part[n_part++].frame = event[next].frame - done;
        }
        float *stems[JW_MAX_STEMS] = {NULL};
        for (int s = 0; s < instrument.n_strings; ++s) {
            stems[2 * s] = stem[s] + done;
        }
        jw_engine_run(engine, part, n_part, left + done, right + done, stems, n);
    }
    jw_engine_free(engine);
    return check(ok, "prepare");
}

static double pitch(const float *samples, double from_s, double to_s, double guess_hz) {
    const int from = (int)lround(from_s * RATE), to = (int)lround(to_s * RATE);
    return tone_hz(samples + from, to - from, RATE, guess_hz);
}

static double level(const float *samples, double from_s, double to_s) {
    double sum = 0.0;
    const int from = (int)lround(from_s * RATE), to = (int)lround(to_s * RATE);
    for (int i = from; i < to; ++i) {
        sum += (double)samples[i] * (double)samples[i];
    }
    return sqrt(sum / (to - from));
}

/********* Meend *********/

/// What sounds beside the baj.
typedef enum { NO_BODY, BODY, BODY_AND_DAMPED, BODY_AND_FREE } Company;

static const char *const company_name[] = {"the baj by itself", "the baj on the body",
                                           "the others under a hand", "the others free"};
static const ToneOthers company_others[] = {TONE_ALONE, TONE_ALONE, TONE_DAMPED, TONE_FREE};

/// The sitar with one fret on its baj: that string by itself or on the body, the others as they may
/// be.
static bool load_fret(const char *path, int fret, Company company) {
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return false;
    }
    fixture_exact(&instrument); // Cents are heard
    check(instrument.map.pull_up >= MEEND && instrument.map.pull_down == 0.0 &&
              instrument.param[JW_P_BEND_RANGE] >= MEEND,
          "a meend of seven semitones, upward");
    if (company == NO_BODY) {
        tone_solo(&instrument, 0);
    } else {
        tone_others(&instrument, 0, company_others[company]);
        instrument.map = (JwMidiMap){
            .melody = 1, .pull_up = instrument.map.pull_up, .pull_down = instrument.map.pull_down};
    }
    instrument.map.melody = 1;
    instrument.param[JW_P_RELEASE_DAMPING] = 0.0;
    for (int s = 1; s < instrument.n_strings; ++s) {
        instrument.string[s].n_frets = 1;
    }
    JwStringSpec *s = &instrument.string[0];
    const bool has = fret < s->n_frets;
    s->fret_semitones[1] = s->fret_semitones[fret];
    s->wrap_cents[1] = s->wrap_cents[fret];
    s->ringing_cents[1] = s->ringing_cents[fret];
    s->n_frets = fret > 0 ? 2 : 1;
    return has;
}

/// Cents from a note so many semitones above the key to the tone of a bend [semitone], which is
/// there before the stroke or comes after it.
static double heard_from(double above, int key, double semitones, bool slide) {
    const double hz = jw_key_hz(key + above, 440.0);
    const double range = instrument.param[JW_P_BEND_RANGE];
    begin();
    if (!slide) {
        bend(0.0, 0, semitones / range);
    }
    at(0.0, 0x90, key, TONE_VELOCITY);
    for (int i = 1; i <= 20 && slide; ++i) {
        bend(0.2 + 0.01 * i, 0, semitones / range * i / 20.0);
    }
    const int from = slide ? PULLED_FROM : TONE_HEARD_FROM;
    return play(FRAMES)
               ? tone_heard_cents(left + from, right + from, TONE_HEARD_FRAMES, TONE_RATE, hz)
               : (double)NAN;
}

/// Cents from the note that a bend goes to.
static double meend(int key, double semitones, bool slide) {
    return heard_from(fmax(semitones, 0.0), key, semitones, slide);
}

/// Most that a meend may be off, as it is heard: by itself, and on a body, which is known to the
/// pull but for what its bridge takes of it.
static double most_cents(Company company) {
    return company == NO_BODY ? 2.0 : 3.5;
}

/// At every so many frets, bends of so many semitones, up to the whole of it.
static void check_meend(const char *path, Company company, int frets, int bends) {
    double lowest = 0.0, highest = 0.0, below = 0.0;
    int n = 0;
    for (int fret = 0; fret <= 24 && load_fret(path, fret, company); fret += frets) {
        // The sitar's frets need not be a semitone apart.
        const JwStringSpec *s = &instrument.string[0];
        const int key = s->key + (fret > 0 ? (int)lround(s->fret_semitones[1]) : 0);
        // A string that nobody pulls is not heard at the note, consonant as it may be, unless
        // others ring there.
        check(company == BODY_AND_FREE || (isnan(heard_from(MEEND, key, 0.0, false)) &&
                                           isnan(heard_from(-12.0, key, 0.0, true))),
              "fret %d, unpulled, is no meend", fret);
        const double plain[2] = {meend(key, 0.0, false), meend(key, 0.0, true)};
        below = fmax(below, fabs(meend(key, -MEEND, true) - plain[1]));
        for (int semitones = MEEND % bends; semitones <= MEEND; semitones += bends) {
            for (int slide = 0; slide < 2 && semitones > 0; ++slide, ++n) {
                // Without the body the string lacks what the body adds to its tone.
                const double note = company == NO_BODY ? plain[slide] : 0.0;
                const double cents = meend(key, semitones, slide) - note;
                check(fabs(cents) <= most_cents(company) || company == BODY_AND_FREE,
                      "%s: fret %d, %d semitones%s: %.2f cents off", company_name[company], fret,
                      semitones, slide ? " after the stroke" : "", cents);
                lowest = fmin(lowest, cents);
                highest = fmax(highest, cents);
            }
        }
    }
    check(n > 0, "%s: meends", instrument.name);
    printf("%s, %s: %d meends, %.2f to %.2f cents off\n", instrument.name, company_name[company], n,
           lowest, highest);
    check_below(below, 1e-6, "a bend down, cents");
}

/********* Jawari *********/

/// Checks that khula is the bridge four times as flat, band four times as curved, to the last bit,
/// beside the heights that the instrument adds; the part of what sounds above the eighth partial
/// says how open it is.
static void check_jawari(const char *path) {
    static float same[FRAMES];
    static double samples[32768], power[16385];
    double share[2];
    for (int band = 0; band < 2; ++band) {
        begin();
        at(0.0, 0x90, 54, 100);
        if (!load_fret(path, 0, NO_BODY)) {
            return;
        }
        const double khula_m = instrument.khula_m, band_m = instrument.band_m;
        instrument.khula_m = instrument.band_m = 0.0;
        instrument.param[JW_P_OUTPUT_SOURCE] = 0.0;
        instrument.param[JW_P_JAWARI] = 50.0;
        instrument.param[JW_P_BRIDGE_CURVATURE] = band ? 4.0 : 0.25;
        play(FRAMES);
        memcpy(same, left, sizeof(same));
        instrument.param[JW_P_BRIDGE_CURVATURE] = 1.0;
        instrument.param[JW_P_JAWARI] = band ? 100.0 : 0.0;
        play(FRAMES);
        check(!memcmp(same, left, sizeof(same)), "%s: the same bits", band ? "band" : "khula");
        instrument.khula_m = khula_m;
        instrument.band_m = band_m;
        play(FRAMES);
        for (int i = 0; i < 32768; ++i) {
            samples[i] = (double)left[RATE / 4 + i];
        }
        double high = 0.0, all = 0.0;
        const int border = (int)(8.0 * jw_key_hz(54, 440.0) * 32768 / RATE);
        check(fixture_power(samples, 32768, power), "memory");
        for (int k = 1; k <= 16384; ++k) {
            high += k > border ? power[k] : 0.0;
            all += power[k];
        }
        share[band] = 10.0 * log10(high / all);
    }
    check_between(share[0] - share[1], 3.0, 60.0,
                  "above the 8th partial, of all: khula over band [dB]");
}

/********* Strokes and palms on bare strings *********/

/// Strings without bridge or tension modulation: what they do is linear.
static void make_bare(int n_strings) {
    static const int keys[STRINGS] = {55, 59, 62};
    jw_instrument_init(&instrument);
    fixture_exact(&instrument);
    strcpy(instrument.name, "Bare");
    instrument.n_strings = n_strings;
    for (int s = 0; s < n_strings; ++s) {
        JwStringSpec *string = &instrument.string[s];
        *string = (JwStringSpec){.key = keys[s], .n_frets = 13, .pluck_m = 1e-3, .gain = 1.0};
        snprintf(string->name, sizeof(string->name), "s%d", s);
        string->data = fixture_bench_data();
        string->data.tension_n = jw_string_data_tension_n(&string->data, jw_key_hz(keys[s], 440.0));
        for (int f = 0; f < 13; ++f) {
            string->fret_semitones[f] = f;
        }
    }
    instrument.param[JW_P_OUTPUT_SOURCE] = 1.0;
    instrument.param[JW_P_PICKUP_POSITION] = 0.3;
    instrument.param[JW_P_RELEASE_DAMPING] = 0.0;
}

static void check_strokes(void) {
    static float da[FRAMES];
    make_bare(1);
    instrument.map.ra_velocity = 100;
    instrument.map.ra_strength = 0.5;
    begin();
    at(0.0, 0x90, 55, 127);
    play(FRAMES);
    memcpy(da, left, sizeof(da));
    begin();
    at(0.0, 0x90, 55, 100);
    play(FRAMES);
    const double part = -pow(0.5 * 100 / 127.0, 1.5);
    double worst = 0.0, most = 0.0;
    for (int i = 0; i < FRAMES; ++i) {
        worst = fmax(worst, fabs((double)left[i] - part * (double)da[i]));
        most = fmax(most, fabs(part * (double)da[i]));
    }
    check_below(worst / most, 1e-5, "ra is da turned round and weaker, relative error");
}

static void check_krintan(void) {
    make_bare(1);
    instrument.param[JW_P_POLYPHONY] = 0.0;
    instrument.param[JW_P_LEGATO] = 1.0;
    begin();
    at(0.0, 0x90, 55, 100);
    at(1.0, 0x90, 60, 100);
    at(2.0, 0x80, 60, 64);
    play(FRAMES);
    const double open_hz = jw_key_hz(55, 440.0), high_hz = jw_key_hz(60, 440.0);
    check_below(fabs(tone_cents(pitch(left, 0.25, 0.95, open_hz), open_hz)), 0.1, "open, cents");
    check_below(fabs(tone_cents(pitch(left, 1.1, 1.95, high_hz), high_hz)), 0.1, "hammered, cents");
    check_below(fabs(tone_cents(pitch(left, 2.1, 2.95, open_hz), open_hz)), 0.1, "off, cents");
    const double before = level(left, 0.9, 1.0), after = level(left, 1.02, 1.12);
    check_between(after / before, 0.3, 1.2, "level after a hammer over before");
    begin();
    at(0.0, 0x90, 55, 100);
    at(0.98, 0x80, 55, 64);
    at(1.0, 0x90, 60, 127);
    play(FRAMES);
    check_between(level(left, 1.02, 1.12) / after, 1.2, 20.0, "a stroke is louder than a hammer");
}

static void check_palms(void) {
    make_bare(1);
    instrument.map.pressure = JW_TOUCH_DAMPING;
    instrument.map.n_keys = 1;
    instrument.map.key[0] =
        (JwMapKey){.key = 24, .action = JW_ACTION_DAMP, .n_strings = 1, .string = {0}};
    begin();
    at(0.0, 0x90, 55, 100);
    play(FRAMES);
    const double free_level = level(left, 1.0, 1.5);
    begin();
    at(0.0, 0x90, 55, 100);
    at(0.5, 0x90, 24, 127);
    play(FRAMES);
    check_below(level(left, 1.0, 1.5) / free_level, 0.01, "under a hand");
    begin();
    at(0.0, 0x90, 55, 100);
    at(0.5, 0xd0, 127, 0);
    play(FRAMES);
    check_below(level(left, 1.0, 1.5) / free_level, 0.01, "under pressure");
    begin();
    at(0.0, 0xd0, 127, 0);
    at(0.0, 0xd0, 0, 0);
    at(0.0, 0x90, 24, 100);
    at(0.0, 0x80, 24, 0);
    at(0.0, 0x90, 55, 100);
    play(FRAMES);
    check_between(level(left, 1.0, 1.5) / free_level, 0.99, 1.01, "when both have left");
}

static void check_position(void) {
    static double samples[32768];
    make_bare(1);
    instrument.map.pressure = JW_TOUCH_PLUCK_POSITION;
    instrument.param[JW_P_PLUCK_STROKE] = 3.0;
    instrument.param[JW_P_PICKUP_POSITION] = 0.1;
    double second[2];
    for (int pressed = 0; pressed < 2; ++pressed) {
        begin();
        at(0.0, 0xd0, pressed ? 127 : 0, 0);
        at(0.0, 0x90, 55, 100);
        play(FRAMES);
        for (int i = 0; i < 32768; ++i) {
            samples[i] = (double)left[RATE / 2 + i];
        }
        const double hz = jw_key_hz(55, 440.0);
        second[pressed] = fixture_amplitude(samples, 32768, RATE, 2.0 * hz) /
                          fixture_amplitude(samples, 32768, RATE, hz);
    }
    check_below(second[1] / second[0], 0.01, "second partial, plucked in the middle by pressure");
}

/********* Strum *********/

static int first_sound(const float *samples) {
    int i = 0;
    while (i < FRAMES && samples[i] == 0.0F) {
        ++i;
    }
    return i;
}

static void check_strum(void) {
    static float whole[STRINGS][FRAMES];
    static const uint32_t blocks[] = {1, 17, 64, 4096};
    make_bare(3);
    instrument.map.n_keys = 1;
    instrument.map.key[0] = (JwMapKey){
        .key = 24, .action = JW_ACTION_PLUCK, .gap_s = 0.01, .n_strings = 3, .string = {2, 0, 1}};
    instrument.param[JW_P_POLYPHONY] = 0.0;
    instrument.param[JW_P_LEGATO] = 1.0;
    begin();
    at(0.1, 0x90, 24, 100);
    at(0.5, 0x90, 57, 100);
    at(0.6, 0x90, 58, 100);
    bend(0.7, 0, 0.4);
    at(0.8, 0xb0, JW_CC_SUSTAIN, 127);
    at(0.9, 0x80, 58, 0);
    at(1.0, 0x90, 24, 60);
    at(1.0 + 17.0 / RATE, 0xd0, 80, 0);
    at(1.6, 0xb0, JW_CC_ALL_SOUND_OFF, 0);
    play(FRAMES);
    memcpy(whole, stem, sizeof(whole));
    check(first_sound(stem[0]) - first_sound(stem[2]) == 480 &&
              first_sound(stem[1]) - first_sound(stem[2]) == 960,
          "10 ms from string to string: %d, %d, %d", first_sound(stem[2]), first_sound(stem[0]),
          first_sound(stem[1]));
    check(level(left, 1.7, 3.0) == 0.0, "all sound off: %g", level(left, 1.7, 3.0));
    for (int b = 0; b < 4; ++b) {
        play(blocks[b]);
        check(!memcmp(whole, stem, sizeof(whole)), "the same bits in blocks of %u", blocks[b]);
    }
}

/********* MPE *********/

static void check_zone(void) {
    make_bare(3);
    instrument.map.pull_up = instrument.map.pull_down = 24.0;
    begin();
    at(0.0, 0xb0, JW_CC_RPN_MSB, 0);
    at(0.0, 0xb0, JW_CC_RPN_LSB, 6);
    at(0.0, 0xb0, JW_CC_DATA_MSB, 7);
    at(0.0, 0x91, 60, 100);
    at(0.0, 0x92, 60, 100);
    at(0.0, 0x93, 64, 100);
    bend(0.3, 1, 1.0 / 48.0);  // A semitone up
    bend(0.3, 2, -0.5 / 48.0); // Half a semitone down
    bend(0.3, 0, 0.25);        // All of them by half a semitone
    play(FRAMES);
    // The first 60 is a semitone up the middle string, the second has what is left.
    const double expected[] = {60.0, 61.5, 64.5};
    for (int s = 0; s < 3; ++s) {
        const double hz = jw_key_hz(expected[s], 440.0);
        // 8192/48 is not whole: the nearest step of the wheel is up to 0.3 cent away.
        check_below(fabs(tone_cents(pitch(stem[s], 1.0, 3.0, hz), hz)), 0.5,
                    "string %d, bent for itself, cents off", s);
    }
}

/// Of a bend range by parameter and one by RPN 0, both on one frame, the later holds.
static void check_range(void) {
    make_bare(1);
    instrument.map.pull_up = 24.0;
    for (int param_last = 0; param_last < 2; ++param_last) {
        begin();
        const JwEvent param = {.type = JW_EVENT_PARAM, .param = {JW_P_BEND_RANGE, 12.0}};
        event[n_events] = param;
        n_events += param_last ? 0 : 1;
        at(0.0, 0xb0, JW_CC_RPN_MSB, 0);
        at(0.0, 0xb0, JW_CC_RPN_LSB, 0);
        at(0.0, 0xb0, JW_CC_DATA_MSB, 4);
        event[n_events] = param;
        n_events += param_last ? 1 : 0;
        bend(0.0, 0, 0.5);
        at(0.0, 0x90, 55, 100);
        play(FRAMES);
        const double hz = jw_key_hz(param_last ? 61.0 : 57.0, 440.0);
        check_below(fabs(tone_cents(pitch(stem[0], 1.0, 3.0, hz), hz)), 0.5,
                    "half of the %s range, cents off", param_last ? "parameter's" : "RPN's");
    }
}

/********* Silence and reset *********/

/// One string is played, its taraf answers through a body, then the message comes.
static void check_mute(const char *what, JwEventType type, int control) {
    make_bare(3);
    for (int s = 0; s < 3; ++s) {
        instrument.string[s].key = 55;
        instrument.string[s].data = instrument.string[0].data;
    }
    instrument.string[2].role = JW_ROLE_TARAF;
    instrument.n_body = 1;
    instrument.body[0] =
        (JwBodyMode){.frequency_hz = 150.0, .q = 15.0, .mass_kg = 0.1, .gain = 1.0};
    begin();
    at(0.0, 0x90, 55, 127);
    at(1.0, 0xb0, control, 0);
    event[n_events - 1].type = type;
    play(4096);
    check(level(stem[2], 0.5, 1.0) > 1e-6, "%s: the taraf sounds before", what);
    // The body rings on for a moment: 15 periods lose a factor of 23.
    check(level(stem[2], 1.1, 3.0) == 0.0 && level(left, 2.5, 3.0) == 0.0,
          "%s: exactly 0, taraf and all: %g, %g", what, level(stem[2], 1.1, 3.0),
          level(left, 2.5, 3.0));
}

/// Value of a parameter after the events so far.
static double param_after(JwParamId id) {
    static float l[256], r[256];
    JwEngine *engine = jw_engine_new();
    double value = NAN;
    if (engine && !jw_engine_prepare(engine, &instrument, RATE, NULL)) {
        jw_engine_run(engine, event, n_events, l, r, NULL, 256);
        value = jw_engine_param(engine, id);
    }
    jw_engine_free(engine);
    return value;
}

static void check_param(const char *what, JwParamId id, double want) {
    const double value = param_after(id);
    check(fabs(value - want) < 1e-9, "%s: %s %g, not %g", what, jw_param_info(id)->symbol, value,
          want);
}

/// RP-015: modulation and expression go back, volume, pan and sound controllers stay.
static void check_reset(void) {
    make_bare(1);
    instrument.param[JW_P_VIBRATO_DEPTH] = 30.0;
    begin();
    at(0.0, 0xb0, JW_CC_RESET_CONTROLLERS, 0);
    check_param("a wheel that did not move", JW_P_VIBRATO_DEPTH, 30.0);
    begin();
    at(0.0, 0xb0, JW_CC_MODULATION, 127);
    at(0.0, 0xb0, JW_CC_EXPRESSION, 0);
    at(0.0, 0xb0, JW_CC_VOLUME, 0);
    at(0.0, 0xb0, jw_param_info(JW_P_PLUCK_POSITION)->cc, 127);
    at(0.0, 0xb3, JW_CC_RESET_CONTROLLERS, 0);
    check_param("another channel's reset", JW_P_VIBRATO_DEPTH, 200.0);
    for (int panic = 0; panic < 2; ++panic) {
        at(0.0, 0xb0, JW_CC_RESET_CONTROLLERS, 0);
        event[n_events - 1].type = panic ? JW_EVENT_PANIC : JW_EVENT_MIDI;
        const char *what = panic ? "panic" : "reset";
        check_param(what, JW_P_VIBRATO_DEPTH, 0.0);
        check_param(what, JW_P_EXPRESSION, 100.0);
        check_param(what, JW_P_VOLUME, 0.0);
        check_param(what, JW_P_PLUCK_POSITION, 0.98);
        --n_events;
    }
}

/// Strokes of one velocity that vary, each the same again in any blocks.
static void check_variation(void) {
    enum { STROKES = 8 };
    static float whole[FRAMES];
    double loudest[2] = {0.0, 0.0}, softest[2] = {1e30, 1e30};
    for (int part = 0; part < 2; ++part) {
        make_bare(1);
        instrument.param[JW_P_VARIATION] = part * 100.0;
        begin();
        for (int i = 0; i < STROKES; ++i) {
            at(0.3 * i, 0x90, 55, 100);
            at(0.3 * i + 0.25, 0xb0, JW_CC_ALL_SOUND_OFF, 0);
        }
        play(FRAMES);
        for (int i = 0; i < STROKES; ++i) {
            const double now = level(left, 0.3 * i + 0.05, 0.3 * i + 0.25);
            loudest[part] = fmax(loudest[part], now);
            softest[part] = fmin(softest[part], now);
        }
        memcpy(whole, left, sizeof(whole));
        play(17);
        check(!memcmp(whole, left, sizeof(whole)), "variation %d: the same bits in blocks of 17",
              100 * part);
    }
    check_below(loudest[0] / softest[0], 1.01, "strokes without variation, loudest to softest");
    make_bare(1);
    instrument.param[JW_P_VARIATION] = 100.0;
    instrument.param[JW_P_PLUCK_POSITION] = 0.98;
    begin();
    for (int i = 0; i < STROKES; ++i) {
        at(0.3 * i, 0x90, 55, 100);
    }
    play(FRAMES);
    check_between(level(left, 0.0, 2.7), 1e-9, 10.0 * loudest[1], "varied strokes at the nut");
    check_between(loudest[1] / softest[1], 1.2, 4.0, "with variation");
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: test_hands SITAR.ini [all]\n");
        return 2;
    }
    if (argc > 2) {
        check_meend(argv[1], NO_BODY, 3, 1);
        check_meend(argv[1], BODY, 3, 1);
        check_meend(argv[1], BODY_AND_DAMPED, 7, 5);
        check_meend(argv[1], BODY_AND_FREE, 7, 5);
    } else {
        check_meend(argv[1], NO_BODY, 24, 5);
        check_meend(argv[1], BODY, 24, 5);
    }
    check_jawari(argv[1]);
    check_strokes();
    check_variation();
    check_krintan();
    check_palms();
    check_position();
    check_strum();
    check_zone();
    check_range();
    check_mute("all sound off", JW_EVENT_MIDI, JW_CC_ALL_SOUND_OFF);
    check_mute("panic", JW_EVENT_PANIC, 0);
    check_reset();
    return check_result();
}
