// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strokes that an instrument's file gives: each thing that can be said of one is heard, on the
// strings, in the kind and direction that it is said for, and nowhere else.

#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RATE = 48000, N = RATE, FROM = RATE / 5, WINDOW = 32768 };

static const double pitch_hz = 100.0;

// Two alike strings that hit nothing and do not stretch, the second one in two polarisations that
// nothing turns into each other.
static const char begin[] =
    "[instrument]\nformat = 1\nname = Two\ndescription = Two strings\n"
    "[defaults]\nquality = 1\npluck_stroke = 1\npluck_width = 3\n"
    "pluck_position = 0.2\n"
    "[string one]\nrole = melody\nlength_mm = 1000\nmu_kg_m = 0.005\n"
    "ea_n = 0\nei_n_m2 = 0\npitch_hz = 100\nkey = 43\nlosses = polynomial\n"
    "sigma0_per_s = 1\nsigma1_m_per_s = 0\nsigma3_m3_per_s = 0\n"
    "pluck_mm = 2\ngain = 0.01\n"
    "[string two]\nlike = one\nlateral_hz = 4000\nlateral_share = 0\nkey = 45\n";
static const char map[] = "[map]\nkey = 24 da\nkey = 25 ra\n[end]\n";

static float left[N], right[N], before[N];
static JwStrokeReport told;  // What became of the last note's stroke
static JwStringReport books; // And of its energy

typedef struct {
    int key, velocity;
    bool outward;
    double variation, kind, noise;
    int off; ///< Frame at which the key is let go; 0: never
} Note;

// Without noise but where it is what is tried: it would be heard in levels and centroids.
static const Note plain = {43, 100, false, 0.0, 1.0, 0.0, 0};
static const Note rustling = {43, 100, false, 0.0, 1.0, 100.0, 0};

/// Plays a note of the two strings with that stroke in their file.
static void play(const char *stroke, Note note) {
    static JwInstrument instrument;
    static char text[4096];
    JwError error = {0};
    snprintf(text, sizeof(text), "%s%s%s", begin, stroke, map);
    if (!check(!jw_instrument_file_parse(text, strlen(text), "two", &instrument, &error), "%s",
               error.text)) {
        return;
    }
    instrument.param[JW_P_VARIATION] = note.variation;
    instrument.param[JW_P_PLUCK_STROKE] = note.kind;
    instrument.param[JW_P_STROKE_NOISE] = note.noise;
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    const JwEvent events[3] = {
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, note.outward ? 25 : 24, 100}},
        {.type = JW_EVENT_MIDI,
         .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)note.key, (uint8_t)note.velocity}},
        {.type = JW_EVENT_MIDI,
         .frame = (uint32_t)note.off,
         .midi = {JW_MIDI_NOTE_OFF, 0, (uint8_t)note.key, 0}},
    };
    jw_engine_run(engine, events, note.off > 0 ? 3 : 2, left, right, NULL, N);
    jw_engine_stroke(engine, note.key == 43 ? 0 : 1, &told);
    jw_engine_report(engine, -1, &books);
    jw_engine_free(engine);
}

static bool same_as_before(void) {
    return !memcmp(left, before, sizeof(left));
}

/// Plays a note with no stroke in the file, and keeps it.
static void play_before(Note note) {
    play("", note);
    memcpy(before, left, sizeof(left));
}

static double level_db(const float *sound) {
    double sum = 1e-30;
    for (int i = FROM; i < FROM + WINDOW; ++i) {
        sum += (double)sound[i] * (double)sound[i];
    }
    return 10.0 * log10(sum / WINDOW);
}

static double partial_db(int n) {
    static double samples[WINDOW];
    for (int i = 0; i < WINDOW; ++i) {
        samples[i] = (double)left[FROM + i];
    }
    return 20.0 * log10(fixture_amplitude(samples, WINDOW, RATE, n * pitch_hz) + 1e-15);
}

static double centroid_hz(void) {
    static double samples[WINDOW], power[WINDOW / 2 + 1];
    double all = 1e-30, moment = 0.0;
    for (int i = 0; i < WINDOW; ++i) {
        samples[i] = (double)left[FROM + i];
    }
    check(fixture_power(samples, WINDOW, power), "memory");
    for (int k = 40 * WINDOW / RATE; k <= WINDOW / 2; ++k) {
        all += power[k];
        moment += power[k] * k * RATE / WINDOW;
    }
    return moment / all;
}

/// Time in which the string is pulled half as far as it ever goes [s].
static double half_s(void) {
    float most = 0.0f;
    int at = 0;
    for (int i = 0; i < N; ++i) {
        most = fmaxf(most, fabsf(left[i]));
    }
    while (fabsf(left[at]) < 0.5f * most) {
        ++at;
    }
    return (double)at / RATE;
}

/********* What is said *********/

static void check_times(void) {
    play("[stroke a]\nkind = mizrab\nrise_ms = 10\nrelease_ms = 0.1\n", plain);
    const double quick_s = half_s(), bright_hz = centroid_hz();
    play("[stroke a]\nkind = mizrab\nrise_ms = 60\nrelease_ms = 0.1\n", plain);
    check_between(half_s() - quick_s, 0.02, 0.04, "a pull of 50 ms more: half-way later by [s]");
    play("[stroke a]\nkind = mizrab\nrise_ms = 10\nrelease_ms = 2\n", plain);
    check_below(centroid_hz() / bright_hz, 0.6, "a release of 2 ms: centroid over that of 0.1");
}

static void check_place(void) {
    play("[stroke a]\nkind = mizrab\nat_mm = 250\n", plain);
    check_between(partial_db(4) - partial_db(3), -300.0, -40.0, "at a quarter: partial 4 [dB]");
    play("[stroke a]\nkind = mizrab\nat_mm = 333.33333\n", plain);
    check_between(partial_db(3) - partial_db(4), -300.0, -40.0, "at a third: partial 3 [dB]");
    play("[stroke a]\nkind = mizrab\nwidth_mm = 2\n", plain);
    const double narrow_hz = centroid_hz();
    play("[stroke a]\nkind = mizrab\nwidth_mm = 40\n", plain);
    check_below(centroid_hz() / narrow_hz, 0.7, "40 mm wide: centroid over that of 2");
    // The instrument's own width, said once more: the kind makes 0.6 of it.
    play_before(plain);
    play("[stroke a]\nkind = mizrab\nwidth_mm = 1.8\n", plain);
    check_between(level_db(left) - level_db(before), -0.001, 0.001, "the kind's own width [dB]");
}

static void check_strength(void) {
    Note soft = plain;
    soft.velocity = 50;
    for (int power = 0; power <= 2; ++power) {
        char stroke[128];
        snprintf(stroke, sizeof(stroke), "[stroke a]\nkind = mizrab\nvelocity_power = %d\n", power);
        play(stroke, plain);
        const double strong_db = level_db(left);
        play(stroke, soft);
        check_between(strong_db - level_db(left) - power * 20.0 * log10(2.0), -0.01, 0.01,
                      "velocity 100 over 50, to the power of %d, beside %.2f dB [dB]", power,
                      power * 20.0 * log10(2.0));
    }
    play_before(plain);
    play("[stroke a]\nkind = mizrab\nstrength = 0.5\n", plain);
    check_between(level_db(left) - level_db(before) + 20.0 * log10(2.0), -0.01, 0.01,
                  "half as strong, beside 6.02 dB [dB]");
    play("[stroke a]\nkind = mizrab\nrelease_ms = 0.5\nhardness = 1\n", soft);
    const double soft_hz = centroid_hz();
    play("[stroke a]\nkind = mizrab\nrelease_ms = 0.5\nhardness = 1\n", plain);
    check_below(soft_hz / centroid_hz(), 0.9,
                "hard: centroid of a soft stroke over a strong one's");
}

static void check_direction(void) {
    Note across = plain;
    across.key = 45;
    play("[stroke a]\nkind = mizrab\nangle_deg = 0\n", across);
    const double away_db = level_db(left);
    play("[stroke a]\nkind = mizrab\nangle_deg = 60\n", across);
    check_between(level_db(left) - away_db, -6.1, -5.9, "at 60 degrees [dB]");
    Note outward = plain;
    outward.outward = true;
    static const char weak[] = "[stroke a]\nkind = mizrab\ndirection = ra\nstrength = 0.5\n";
    play_before(plain);
    play(weak, plain);
    check(same_as_before(), "what is said of ra leaves da alone");
    play_before(outward);
    play(weak, outward);
    check_between(level_db(left) - level_db(before), -6.1, -5.9, "and acts on ra [dB]");
}

/// What is said for other strings and kinds is not heard; the later of two counts.
static void check_meant(void) {
    play_before(plain);
    play("[stroke a]\nkind = mizrab\nstrings = two\nstrength = 2\nrise_ms = 9\n", plain);
    check(same_as_before(), "another string's stroke");
    play("[stroke a]\nkind = finger\nstrength = 2\nrise_ms = 9\n", plain);
    check(same_as_before(), "another kind's stroke");
    Note finger = plain;
    finger.kind = 0.0;
    play_before(finger);
    play("[stroke a]\nkind = mizrab\nstrength = 2\nrise_ms = 9\n", finger);
    check(same_as_before(), "nor does it act on another kind");
    play("[stroke a]\nkind = finger\nstrength = 0.5\n[stroke b]\nkind = finger\nstrings = one\n"
         "strength = 1\n",
         finger);
    check(same_as_before(), "the later of two strokes counts");
}

static void check_variation(void) {
    static const char *const exact =
        "[stroke a]\nkind = mizrab\nvary_strength = 0\nvary_place = 0\n"
        "vary_times = 0\nvary_angle_deg = 0\n";
    static const char *const said[] = {
        "[stroke a]\nkind = mizrab\nvary_strength = 0.5\n",
        "[stroke a]\nkind = mizrab\nvary_strength = 0.5\nseed = 1\n",
        "[stroke a]\nkind = mizrab\nvary_strength = 0.5\nseed = 2\n",
        "[stroke a]\nkind = mizrab\nvary_strength = 0.1\n",
        "[stroke a]\nkind = mizrab\nvary_place = 0.1\n",
        "[stroke a]\nkind = mizrab\nvary_times = 0.1\n",
    };
    enum { SAID = sizeof(said) / sizeof(said[0]) };
    static float heard[SAID][N];
    Note loose = plain;
    loose.variation = 100.0;
    play_before(plain);
    play(exact, loose);
    check(same_as_before(), "a stroke that does not vary is exact");
    for (int i = 0; i < SAID; ++i) {
        play(said[i], plain);
        check(same_as_before(), "without variation every stroke is exact (%d)", i);
        play(said[i], loose);
        memcpy(heard[i], left, sizeof(left));
        play(said[i], loose);
        check(!memcmp(heard[i], left, sizeof(left)), "the same hand again (%d)", i);
        for (int k = 0; k < i; ++k) {
            check(memcmp(heard[k], left, sizeof(left)) != 0, "another hand (%d, %d)", k, i);
        }
    }
}

/********* Noise *********/

#define NOISE "noise_low_db = -30\nnoise_mid_db = -28\nnoise_high_db = -26\n"

/// Difference of the sounds of two notes, over the first: rms [dB].
static double apart_db(void) {
    double own = 1e-30, off = 1e-30;
    for (int i = 0; i < N; ++i) {
        const double d = (double)left[i] - (double)before[i];
        own += (double)before[i] * (double)before[i];
        off += d * d;
    }
    return 10.0 * log10(off / own);
}

static void keep(void) {
    memcpy(before, left, sizeof(left));
}

/// Noise is as loud as file and parameter say, and there is none without either.
static void check_noise(void) {
    play_before(plain);
    play("[stroke a]\nkind = mizrab\n" NOISE, plain);
    check(same_as_before(), "stroke_noise 0: none");
    play("[stroke a]\nkind = mizrab\nnoise_low_db = -100\nnoise_mid_db = -100\n"
         "noise_high_db = -100\n",
         rustling);
    check(same_as_before(), "-100 dB: none");
    check(told.noise_n[0] == 0.0 && told.noise_n[2] == 0.0, "and that is what the report says");
    play_before(plain);
    play("[stroke a]\nkind = mizrab\n" NOISE, rustling);
    const double once_db = apart_db();
    check_between(once_db, -30.0, -6.0, "noise of some -28 dB, beside the note [dB]");
    for (int b = 0; b < 3; ++b) {
        check_between(20.0 * log10(told.noise_n[b] / told.force_n), -30.001 + 2 * b,
                      -29.999 + 2 * b, "the report's level of band %d [dB]", b);
    }
    Note twice = rustling;
    twice.noise = 200.0;
    play("[stroke a]\nkind = mizrab\n" NOISE, twice);
    check_between(apart_db() - once_db, 6.0, 6.05, "stroke_noise 200 %%: louder by [dB]");
    // Louder strokes have more of it, in proportion.
    Note soft = rustling;
    soft.velocity = 50;
    play_before((Note){43, 50, false, 0.0, 1.0, 0.0, 0});
    play("[stroke a]\nkind = mizrab\n" NOISE, soft);
    check_between(apart_db() - once_db, -0.1, 0.1, "velocity 50: beside the note as at 100 [dB]");
    check_between(told.noise_n[0] / told.force_n, 0.0316, 0.0317, "and in the report");
    play("[stroke a]\nkind = mizrab\nnoise_power = 1\n" NOISE, soft);
    check_between(apart_db() - once_db, -6.1, -5.9, "with noise_power 1: less by [dB]");
    check_between(told.noise_n[0] / told.force_n, 0.0158, 0.0159, "and in the report");
    play("[stroke a]\nkind = mizrab\nnoise_power = 1\n" NOISE, rustling);
    check_between(told.noise_n[0] / told.force_n, 0.0316, 0.0317, "at velocity 100: as without");
    check_between(told.noise_s[0] + told.noise_s[1] + told.noise_s[2], 0.0399999, 0.0400001,
                  "times of decay as the table of kinds has them [s]");
}

/// Without a word in the file a stroke has its kind's noise.
static void check_kinds(void) {
    static const double db[3] = {-36.0, -31.0, -30.0};
    for (int kind = 0; kind < 4; ++kind) {
        Note note = rustling;
        note.kind = kind;
        play("", note);
        for (int b = 0; b < 3; ++b) {
            const double level = kind < 2 ? pow(10.0, db[b] / 20.0) : 0.0;
            check_between(told.noise_n[b] / told.force_n, level - 1e-6, level + 1e-6,
                          "kind %d, band %d: noise over force", kind, b);
        }
    }
}

/// The hand's seed makes the noise, and the stroke's number if strokes vary.
static void check_hands(void) {
    play("[stroke a]\nkind = mizrab\n" NOISE, rustling);
    keep();
    play("[stroke a]\nkind = mizrab\n" NOISE, rustling);
    check(same_as_before(), "the same hand makes the same noise");
    play("[stroke a]\nkind = mizrab\nseed = 5\n" NOISE, rustling);
    check_between(apart_db(), -30.0, -6.0, "another hand another noise: difference [dB]");
}

/// A scrape comes before the release, and only with noise.
static void check_scrape(void) {
    play("[stroke a]\nkind = mizrab\nrise_ms = 50\n" NOISE, rustling);
    keep();
    play("[stroke a]\nkind = mizrab\nrise_ms = 50\nscrape_db = -6\n" NOISE, rustling);
    int first = 0;
    while (first < N && left[first] == before[first]) {
        ++first;
    }
    check_between((double)first / RATE, 0.0, 0.01, "with a scrape it differs from [s]");
    check_between(20.0 * log10(told.scrape_n[1] / told.noise_n[1]), -6.001, -5.999, "by so much");
}

/// A second blow comes when the file says.
static void check_second(void) {
    play("[stroke a]\nkind = mizrab\nsecond_ms = 100\n", plain);
    keep();
    play("[stroke a]\nkind = mizrab\nsecond_ms = 100\nsecond_strength = 0.5\n", plain);
    int first = 0;
    while (first < N && left[first] == before[first]) {
        ++first;
    }
    check_between((double)first / RATE, 0.1, 0.1015, "the second blow is heard from [s]");
    check_between(told.second_n / told.force_n, 0.499999, 0.500001, "half as strong");
    check_between(told.second_s, 0.0999, 0.1001, "and told of [s]");
    check_between(apart_db(), -12.0, 6.0, "what it adds [dB]");
    Note brief = plain;
    brief.off = RATE / 20;
    play_before(brief);
    play("[stroke a]\nkind = mizrab\nsecond_ms = 100\nsecond_strength = 0.5\n", brief);
    check(same_as_before(), "a hand that damps the string before strikes no second blow");
    play("[stroke a]\nkind = mizrab\nsecond_ms = 40\nsecond_strength = 0.5\n", brief);
    check(!same_as_before(), "one that damps it later has struck");
}

/// What the noise does is the stroke's work: no energy comes from nowhere.
static void check_work(void) {
    for (int i = 0; i < 4; ++i) {
        const int kind = i % 2, body = i / 2;
        Note note = rustling;
        note.kind = kind;
        note.noise = 200.0;
        char stroke[512];
        snprintf(stroke, sizeof(stroke),
                 "%s[stroke a]\nkind = %s\nnoise_low_db = -10\nnoise_mid_db = -10\n"
                 "noise_high_db = -10\nscrape_db = 0\nsecond_strength = 1\n"
                 "noise_bridge = 4\nnoise_air = 1\n",
                 body ? "[body wood]\nfrequency_hz = 200\nq = 20\nmass_kg = 1\ngain = 1\n" : "",
                 kind == 0 ? "finger" : "mizrab");
        play(stroke, note);
        check_between(books.energy_excess_max, -1.0, 1e-6,
                      "energy out of nothing, over that put in");
        check(books.energy_from_strokes_j > 0.0, "strokes work");
    }
}

int main(void) {
    check_times();
    check_place();
    check_strength();
    check_direction();
    check_meant();
    check_variation();
    check_noise();
    check_kinds();
    check_hands();
    check_scrape();
    check_second();
    check_work();
    return check_result();
}
