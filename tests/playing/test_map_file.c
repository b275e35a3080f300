// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// [map], [drone], sa, wrap_cents and ringing_cents of instrument files: what is read, and every way
// to get it wrong.

#include "files/instrument_file.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "[instrument]\n"
                           "format = 1\n"
                           "name = Map\n"
                           "description = Three strings and their keys.\n";

static const char strings[] = "[string baj]\n"
                              "role = melody\n"
                              "length_mm = 880\n"
                              "diameter_mm = 0.3\n"
                              "material = steel\n"
                              "pitch = F#3\n"
                              "losses = polynomial\n"
                              "sigma0_per_s = 0.6\n"
                              "sigma1_m_per_s = 1.2e-2\n"
                              "sigma3_m3_per_s = 5.4e-6\n"
                              "frets = 0 1 2\n"
                              "pluck_mm = 3\n"
                              "gain = 1\n"
                              "wrap_cents = 0.5 -1\n"
                              "wrap_cents = 2.25\n"
                              "ringing_cents = 0 1.5 -2\n"
                              "[string jor]\n"
                              "like = baj\n"
                              "pitch = C#3\n"
                              "frets = 0 1 2\n"
                              "[string taraf]\n"
                              "like = baj\n"
                              "role = taraf\n"
                              "frets = 0\n";

static const char map[] = "[map]\n"
                          "melody = baj jor\n"
                          "bend = baj\n"
                          "channel = 3 jor\n"
                          "channel = 16 taraf baj\n"
                          "key = C1 pluck jor baj\n"
                          "key = 25 strum\n"
                          "key = D1 damp\n"
                          "key = D#1 damp jor\n"
                          "key = E1 da\n"
                          "key = F1 ra\n"
                          "key = F#1 alternate\n"
                          "key = G1 by-velocity\n"
                          "key = G#1 strum jor taraf\n"
                          "pull_up_semitones = 7\n"
                          "pull_down_semitones = 0.5\n"
                          "slacken_semitones = 0.25\n"
                          "pressure = damping\n"
                          "pressure_from = 126\n"
                          "timbre = pluck_position\n"
                          "ra_velocity = 40\n"
                          "ra_strength = 0.75\n"
                          "sweep_ms = 5\n"
                          "strum_ms = 80\n";

static const char drone[] = "[drone]\n"
                            "stroke = jor 1\n"
                            "stroke = baj 0.5\n"
                            "first = jor\n";

static const char end[] = "[end]\n";

static JwInstrument instrument;
static char text[8192];
static JwError error;

static bool parse(void) {
    error.text[0] = '\0';
    return !jw_instrument_file_parse(text, strlen(text), "x.ini", &instrument, &error);
}

static void check_key(int i, int key, JwAction action, double gap_s, int n, int first, int last) {
    const JwMapKey *k = &instrument.map.key[i];
    check(k->key == key && k->action == action && k->n_strings == n && k->string[0] == first &&
              (n == 0 || k->string[n - 1] == last),
          "key %d: %d does %d with %d strings from %d", i, k->key, (int)k->action, k->n_strings,
          k->string[0]);
    check(action != JW_ACTION_PLUCK || k->gap_s == gap_s, "key %d: gap %g", i, k->gap_s);
}

static void check_whole(void) {
    snprintf(text, sizeof(text), "%ssa = C#3\na4_hz = 432\n%s%s%s%s", head, strings, map, drone,
             end);
    if (!check(parse(), "%s", error.text)) {
        return;
    }
    const JwMidiMap *m = &instrument.map;
    check(instrument.sa_key == 49 && instrument.a4_hz == 432.0 &&
              instrument.param[JW_P_A4] == 432.0,
          "sa and A4");
    check(m->melody == 3 && m->bend == 1 && m->channel[2] == 2 && m->channel[15] == 5 &&
              m->channel[0] == 0,
          "sets of strings");
    check(m->pull_up == 7.0 && m->pull_down == 0.5 && m->slacken == 0.25 && m->ra_velocity == 40 &&
              m->ra_strength == 0.75 && m->pressure == JW_TOUCH_DAMPING &&
              m->timbre == JW_TOUCH_PLUCK_POSITION && m->pressure_from == 126,
          "numbers and words");
    check(m->n_keys == 9, "%d keys", m->n_keys);
    check_key(0, 24, JW_ACTION_PLUCK, 0.005, 2, 1, 0);
    check_key(1, 25, JW_ACTION_PLUCK, 0.08, 1, 2, 2);
    check_key(2, 26, JW_ACTION_DAMP, 0.0, 3, 0, 2);
    check_key(3, 27, JW_ACTION_DAMP, 0.0, 1, 1, 1);
    check_key(4, 28, JW_ACTION_DA, 0.0, 0, 0, 0);
    check_key(5, 29, JW_ACTION_RA, 0.0, 0, 0, 0);
    check_key(6, 30, JW_ACTION_ALTERNATE, 0.0, 0, 0, 0);
    check_key(7, 31, JW_ACTION_BY_VELOCITY, 0.0, 0, 0, 0);
    check_key(8, 32, JW_ACTION_PLUCK, 0.08, 2, 1, 2);
    const JwDronePattern *d = &instrument.drone;
    check(d->n == 2 && d->string[0] == 1 && d->string[1] == 0 && d->counts[0] == 1.0 &&
              d->counts[1] == 0.5 && d->first == 1,
          "drone");
    const double *wrap = instrument.string[0].wrap_cents;
    check(wrap[0] == 0.5 && wrap[1] == -1.0 && wrap[2] == 2.25, "what the bridge adds");
    const double *ringing = instrument.string[0].ringing_cents;
    check(ringing[0] == 0.0 && ringing[1] == 1.5 && ringing[2] == -2.0, "what others add");
    check(instrument.string[1].wrap_cents[0] == 0.0 && instrument.string[1].ringing_cents[1] == 0.0,
          "which a string like it does not take");
}

static void check_none(void) {
    snprintf(text, sizeof(text), "%s%s%s", head, strings, end);
    check(parse() && instrument.map.n_keys == 0 && instrument.map.melody == 0 &&
              instrument.map.pull_up == 24.0 && instrument.map.slacken == 1.0 &&
              instrument.drone.n == 0 && instrument.drone.first == -1 && instrument.sa_key == 60,
          "without a map: %s", error.text);
}

/// Notes over the instrument's Sa, in strings and keys.
static void check_sargam(void) {
    static const char sargam[] = "[string first]\n"
                                 "like = baj\n"
                                 "pitch = komal-Ga'\n"
                                 "[string second]\n"
                                 "like = baj\n"
                                 "pitch_hz = 150\n"
                                 "key = Pa,\n"
                                 "[map]\n"
                                 "key = Sa,, damp\n";
    snprintf(text, sizeof(text), "%ssa = D3\n%s%s%s", head, strings, sargam, end);
    check(parse() && instrument.string[3].key == 65 && instrument.string[4].key == 45 &&
              instrument.map.key[0].key == 26,
          "sargam: %s, keys %d, %d, %d", error.text, instrument.string[3].key,
          instrument.string[4].key, instrument.map.key[0].key);
    snprintf(text, sizeof(text), "%ssa = Sa\n%s%s", head, strings, end);
    check(!parse() && strstr(error.text, "sa: 'Sa' is neither a note"), "Sa of Sa: %s", error.text);
}

/// The file with one more line in its section is refused, and that line is told.
static void refused(const char *section, const char *line, const char *why) {
    char expected[256];
    snprintf(text, sizeof(text), "%s%s%s%s\n%s", head, strings, section, line, end);
    int number = 1;
    for (const char *p = text; p < strstr(text, line); ++p) {
        number += *p == '\n';
    }
    snprintf(expected, sizeof(expected), "x.ini:%d: %s", number, why);
    instrument.n_strings = 77;
    check(!parse() && !strcmp(error.text, expected) && instrument.n_strings == 77,
          "%s: \"%s\", not \"%s\"", line, error.text, expected);
}

static void check_refused(void) {
    refused("[map]\n", "melody = baj sarod", "melody: there is no [string sarod] above");
    refused("[map]\n", "bend = x", "bend: there is no [string x] above");
    refused("[map]\n", "channel = 17 baj", "channel: '17' is not a channel 1 .. 16");
    refused("[map]\n", "channel = baj", "channel: 'baj' is not a channel 1 .. 16");
    refused("[map]\n", "channel = 2", "channel: no string for channel 2");
    refused("[map]\nchannel = 2 jor\n", "channel = 2 baj", "channel: a second line for channel 2");
    refused("[map]\n", "key = H1 da", "key: 'H1' is neither a note (C#3) nor a MIDI key 0..127");
    refused("[map]\n", "key = 128 da", "key: '128' is neither a note (C#3) nor a MIDI key 0..127");
    refused("[map]\n", "key = C1",
            "key: '' is none of pluck, strum, damp, da, ra, alternate, "
            "by-velocity");
    refused("[map]\n", "key = C1 hit jor",
            "key: 'hit' is none of pluck, strum, damp, da, ra, alternate, by-velocity");
    refused("[map]\n", "key = C1 pluck", "key: no strings to pluck");
    refused("[map]\n", "key = C1 da jor", "key: da takes no strings");
    refused("[map]\n", "key = C1 pluck tar", "key: there is no [string tar] above");
    refused("[map]\nkey = C1 da\n", "key = 24 ra", "key: a second line for 24");
    refused("[map]\n", "pull_up_semitones = 25", "pull_up_semitones: 25 is outside 0 .. 24");
    refused("[map]\n", "slacken_semitones = -1", "slacken_semitones: -1 is outside 0 .. 24");
    refused("[map]\n", "pull_down_semitones = x", "pull_down_semitones: 'x' is not a number");
    refused("[map]\n", "pressure = hard",
            "pressure: 'hard' is none of none, damping, pluck_position");
    refused("[map]\n", "pressure_from = 127",
            "pressure_from: '127' is not a whole number from 0 to 126");
    refused("[map]\n", "ra_velocity = 128",
            "ra_velocity: '128' is not a whole number from 0 to 127");
    refused("[map]\n", "ra_strength = -1", "ra_strength: -1 is outside 0 .. 4");
    refused("[map]\n", "sweep_ms = 1001", "sweep_ms: 1001 is outside 0 .. 1000");
    refused("[map]\n", "volume = 3", "[map] has no key 'volume'");
    refused("[map]\nsweep_ms = 1\n", "[map]\nstrum_ms = 1", "a second [map]");
    refused(
        "", "[map 1]\nstrum_ms = 1",
        "[map 1] is none of [instrument], [defaults], [set], [obstacle NAME], [string NAME], [body "
        "NAME], [stroke NAME], [map], [drone]");
    refused("[drone]\n", "stroke = jor", "stroke: STRING COUNTS, counts a number from 0.05 to 64");
    refused("[drone]\n", "stroke = jor 0.01",
            "stroke: STRING COUNTS, counts a number from 0.05 to 64");
    refused("[drone]\n", "stroke = jor 1 2",
            "stroke: STRING COUNTS, counts a number from 0.05 to 64");
    refused("[drone]\n", "stroke = pa 1", "stroke: there is no [string pa] above");
    refused("[drone]\nstroke = jor 1\n", "first = jor baj", "first: one string");
    refused("", "[drone]\nfirst = jor", "[drone] needs stroke");
    refused("[string last]\nlike = baj\n", "wrap_cents = 1 2", "wrap_cents: 2 values for 3 frets");
    refused("[string last]\nlike = baj\n", "ringing_cents = 1 2",
            "ringing_cents: 2 values for 3 frets");
    refused("[string last]\nlike = baj\n", "wrap_cents = 1 2 x",
            "wrap_cents: 'x' is not a number -100 .. 100");
    refused("[string last]\nlike = baj\n", "wrap_cents = 1 2 101",
            "wrap_cents: '101' is not a number -100 .. 100");
}

/// Many lines of one kind.
static void check_crowded(void) {
    char lines[4096] = "[map]\n";
    for (int i = 0; i < JW_MAP_KEYS; ++i) {
        snprintf(lines + strlen(lines), sizeof(lines) - strlen(lines), "key = %d da\n", i);
    }
    snprintf(text, sizeof(text), "%s%s%s%s", head, strings, lines, end);
    check(parse(), "as many keys as there are: %s", error.text);
    refused(lines, "key = 127 da", "key: more than 32 keys");
    snprintf(lines, sizeof(lines), "[drone]\n");
    for (int i = 0; i < JW_DRONE_STROKES; ++i) {
        snprintf(lines + strlen(lines), sizeof(lines) - strlen(lines), "stroke = baj %d\n", i + 1);
    }
    refused(lines, "stroke = jor 9.5", "stroke: more than 32");
}

/// Cut short at every byte, and with bytes changed at random.
static void check_damaged(void) {
    static char whole[8192];
    uint64_t dice = 3;
    snprintf(whole, sizeof(whole), "%ssa = C#3\n%s%s%s%s", head, strings, map, drone, end);
    const size_t size = strlen(whole);
    int n_read = 0;
    for (size_t i = 0; i < size - 1; ++i) {
        const bool bad = jw_instrument_file_parse(whole, i, "x", &instrument, &error);
        check(bad, "cut after %zu bytes", i);
    }
    for (int i = 0; i < 4000; ++i) {
        memcpy(text, whole, size + 1);
        for (uint64_t k = fixture_random(&dice) % 3 + 1; k > 0; --k) {
            text[fixture_random(&dice) % size] = (char)(32 + fixture_random(&dice) % 95);
        }
        int string, obstacle;
        if (!jw_instrument_file_parse(text, size, "x", &instrument, &error)) {
            ++n_read;
            check(!jw_instrument_check(&instrument, &string, &obstacle), "damaged %d", i);
        }
    }
    printf("%d of 4000 damaged files could still be read\n", n_read);
    check(n_read > 40, "some can");
}

int main(void) {
    check_whole();
    check_none();
    check_sargam();
    check_refused();
    check_crowded();
    check_damaged();
    return check_result();
}
