// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What presets say of their sound is true, and no two of them sound alike.
//
// Each preset plays Sa, held for 2.4 s, and the fifth above it, or by itself for 8 s if it is a
// drone. Third-octave levels in five parts of that time (drones: two), without the loudness of the
// whole, are its sound. Two presets are alike if the root mean square of their differences is 1.5
// dB or less. Moods and the same words in the description say how a preset differs from its
// instrument as it comes:
//
//   bright, dark     centre of the levels in the first part, in octaves: 0.12 higher, lower
//   buzzing, clear   part of the power above 2 kHz, 0.35 to 1.2 s after the stroke: 2 dB more, less
//   long, short      fall of the note in 1.6 s: 2 dB less, 4 dB more
//
// test_preset_sounds quick|all|print PRESET.ttl...
//
// "quick" plays every fifth preset; "print" shows what was measured.

#include "engine/engine.h"
#include "files/preset_file.h"
#include "host/compass.h"
#include "program/patch_names.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/third_octaves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RATE = 48000,
    BLOCK = 2400,
    HELD = 48 * BLOCK, // Of the first note
    MELODY = 80 * BLOCK,
    DRONE = 160 * BLOCK,
    PARTS = 5,
    WINDOW = 8192,
    PRESETS_MAX = 256,
    VELOCITY = 100,
};

static const double alike_db = 1.5, floor_db = -60.0, bright_octaves = 0.12, buzz_db = 2.0,
                    long_db = 2.0, short_db = 4.0, high_hz = 2000.0;
static const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};

/// Sound of a preset.
typedef struct {
    char name[JW_NAME_SIZE];
    bool drones;
    double db[PARTS][THIRD_OCTAVES]; // Levels, 0 dB: the whole
    double centre;                   // Octaves over 1 Hz
    double buzz_db;                  // Power above high_hz over the whole
    double fall_db;
} Sound;

static float left[DRONE], right[DRONE];
static Sound sound[PRESETS_MAX];
static const bool no_set[JW_N_PARAMS];
static const double no_value[JW_N_PARAMS];

/********* Playing *********/

static bool is_drone(const JwInstrument *instrument) {
    for (int s = 0; s < instrument->n_strings; ++s) {
        if (instrument->string[s].role == JW_ROLE_MELODY) {
            return false;
        }
    }
    return instrument->drone.n > 0;
}

static void run(JwEngine *engine, const JwEvent *events, uint32_t n, int from, int to) {
    for (int at = from; at < to; at += BLOCK) {
        jw_engine_run(engine, events, at == from ? n : 0, left + at, right + at, NULL, BLOCK);
    }
}

static JwEvent note(int key, bool on) {
    return (JwEvent){
        .type = JW_EVENT_MIDI,
        .midi = {on ? JW_MIDI_NOTE_ON : JW_MIDI_NOTE_OFF, 0, (uint8_t)key, on ? VELOCITY : 64}};
}

static bool play_melody(JwEngine *engine, const JwInstrument *instrument) {
    JwCompass compass;
    JwError error = {0};
    if (!check(jw_compass_find(&compass, instrument, NULL, instrument->param, &error), "%s",
               error.text)) {
        return false;
    }
    int sa = instrument->sa_key % 12;
    while (sa < compass.lowest || !compass.has[sa]) {
        ++sa;
    }
    int fifth = sa + 7 > compass.highest ? sa : sa + 7;
    while (!compass.has[fifth]) {
        --fifth;
    }
    const JwEvent first = note(sa, true), both[] = {note(sa, false), note(fifth, true)},
                  last = note(fifth, false);
    run(engine, &first, 1, 0, HELD);
    run(engine, both, 2, HELD, 64 * BLOCK);
    run(engine, &last, 1, 64 * BLOCK, MELODY);
    return true;
}

static bool play(const JwInstrument *instrument, bool drones) {
    JwEngine *engine = jw_engine_new();
    const JwEvent by_itself[] = {{.type = JW_EVENT_PARAM, .param = {JW_P_DRONE_SYNC, 0.0}},
                                 {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE_HUMAN, 0.0}},
                                 {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE, 1.0}}};
    bool ok = check(engine && !jw_engine_prepare(engine, instrument, RATE, &options), "%s",
                    instrument->name);
    if (ok && drones) {
        run(engine, by_itself, 3, 0, DRONE);
    } else if (ok) {
        ok = play_melody(engine, instrument);
    }
    jw_engine_free(engine);
    return ok;
}

/********* Listening *********/

/// Adds the power spectrum of a part; high: that above high_hz.
static void listen(int from, int to, double bands[THIRD_OCTAVES], double *whole, double *high) {
    static double samples[WINDOW], power[WINDOW / 2 + 1];
    for (int at = from; at + WINDOW <= to; at += WINDOW / 2) {
        for (int i = 0; i < WINDOW; ++i) {
            samples[i] = 0.5 * ((double)left[at + i] + (double)right[at + i]);
        }
        check_count(fixture_power(samples, WINDOW, power));
        for (int k = 1; k <= WINDOW / 2; ++k) {
            const double hz = (double)k * RATE / WINDOW;
            third_octaves_add(bands, hz, power[k]);
            *whole += power[k];
            *high += hz > high_hz ? power[k] : 0.0;
        }
    }
}

static double level_db(int from, int to) {
    double sum = 1e-20;
    for (int i = from; i < to; ++i) {
        sum += (double)left[i] * (double)left[i] + (double)right[i] * (double)right[i];
    }
    return 10.0 * log10(sum / (to - from));
}

static void take(Sound *s) {
    static const int melody[PARTS + 1] = {0, 17040, 57600, HELD, 64 * BLOCK, MELODY};
    static const int drone[PARTS + 1] = {0, DRONE / 2, DRONE, DRONE, DRONE, DRONE};
    const int *part = s->drones ? drone : melody;
    double all = 1e-20, weight = 1e-20, sum = 0.0, most = -HUGE_VAL;
    for (int p = 0; p < PARTS; ++p) {
        double bands[THIRD_OCTAVES] = {0.0}, whole = 1e-20, high = 1e-20;
        listen(part[p], part[p + 1], bands, &whole, &high);
        third_octaves_levels(bands, s->db[p]);
        all += whole;
        if (p == 1) {
            s->buzz_db = 10.0 * log10(high / whole);
        }
        for (int b = 0; b < THIRD_OCTAVES && p == 0; ++b) {
            weight += sqrt(bands[b]);
            sum += sqrt(bands[b]) * (log2(125.0) + b / 3.0);
        }
    }
    s->centre = sum / weight;
    s->fall_db = level_db(4800, 24000) - level_db(81600, HELD);
    for (int p = 0; p < PARTS; ++p) {
        for (int b = 0; b < THIRD_OCTAVES; ++b) {
            s->db[p][b] -= 10.0 * log10(all);
            most = fmax(most, s->db[p][b]);
        }
    }
    for (int p = 0; p < PARTS; ++p) {
        for (int b = 0; b < THIRD_OCTAVES; ++b) {
            s->db[p][b] = fmax(s->db[p][b], most + floor_db);
        }
    }
}

/// Root mean square of the differences, in bands that one of both has.
static double apart_db(const Sound *a, const Sound *b) {
    const int n_parts = a->drones ? 2 : PARTS;
    double sum = 0.0, lowest = 0.0;
    int n = 0;
    if (a->drones != b->drones) {
        return HUGE_VAL;
    }
    for (int p = 0; p < n_parts; ++p) {
        for (int k = 0; k < THIRD_OCTAVES; ++k) {
            lowest = fmin(lowest, fmin(a->db[p][k], b->db[p][k]));
        }
    }
    for (int p = 0; p < n_parts; ++p) {
        for (int k = 0; k < THIRD_OCTAVES; ++k) {
            if (fmax(a->db[p][k], b->db[p][k]) > lowest) {
                sum += (a->db[p][k] - b->db[p][k]) * (a->db[p][k] - b->db[p][k]);
                ++n;
            }
        }
    }
    return n > 0 ? sqrt(sum / n) : 0.0;
}

/********* What a preset says *********/

/// Words that say how a preset differs, and whether it does.
static bool is_true_of(const Sound *s, const Sound *plain, const char *word, bool *known) {
    const double octaves = s->centre - plain->centre, buzz = s->buzz_db - plain->buzz_db,
                 fall = s->fall_db - plain->fall_db;
    const struct {
        const char *word;
        bool is_true;
    } words[] = {{"bright", octaves >= bright_octaves},
                 {"dark", octaves <= -bright_octaves},
                 {"buzzing", buzz >= buzz_db},
                 {"clear", buzz <= -buzz_db},
                 {"long", fall <= -long_db},
                 {"short", fall >= short_db}};
    *known = false;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
        if (!strcmp(word, words[i].word)) {
            *known = true;
            return words[i].is_true && !(s->drones && i >= 4);
        }
    }
    return false;
}

static bool has_mood(const JwPreset *preset, const char *word) {
    const size_t n = strlen(word);
    for (const char *at = strstr(preset->moods, word); at; at = strstr(at + 1, word)) {
        if ((at == preset->moods || at[-1] == ' ') && (at[n] == '\0' || at[n] == ',')) {
            return true;
        }
    }
    return false;
}

/// Moods that are measured are so; the description has no such word that is not a mood.
static void check_words(const JwPreset *preset, const Sound *s, const Sound *plain) {
    static const char *const words[] = {"bright", "dark", "buzzing", "clear", "long", "short"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
        bool known = false;
        const bool is_true = is_true_of(s, plain, words[i], &known);
        check(known && (is_true || !has_mood(preset, words[i])),
              "%s is %s: centre %+.2f octaves, buzz %+.1f dB, fall %+.1f dB", s->name, words[i],
              s->centre - plain->centre, s->buzz_db - plain->buzz_db, s->fall_db - plain->fall_db);
    }
    char text[sizeof(preset->description)];
    snprintf(text, sizeof(text), "%s", preset->description);
    for (char *word = strtok(text, " ,.:;()"); word; word = strtok(NULL, " ,.:;()")) {
        bool known = false;
        if (word[0] >= 'A' && word[0] <= 'Z') {
            word[0] = (char)(word[0] + 'a' - 'A');
        }
        is_true_of(s, plain, word, &known);
        check(!known || has_mood(preset, word), "%s: \"%s\" is said, and no mood", s->name, word);
    }
    check(preset->family[0] && preset->moods[0] && preset->author[0],
          "%s has family, mood and author", s->name);
}

/// The instrument of a patch as it comes, but with tuning and drone of the preset.
static void make_plain(JwInstrument *plain, const JwPatch *patch) {
    static const JwParamId kept[] = {JW_P_SA,
                                     JW_P_RAGA,
                                     JW_P_INTONATION,
                                     JW_P_DRONE_TEMPO,
                                     JW_P_DRONE_PATTERN,
                                     JW_P_DRONE_FIRST,
                                     JW_P_RELEASE_DAMPING};
    *plain = patch->instrument;
    memcpy(plain->param, patch->own, sizeof(plain->param));
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); ++i) {
        plain->param[kept[i]] = patch->instrument.param[kept[i]];
    }
}

static void hear(JwInstrument *instrument, Sound *s) {
    instrument->param[JW_P_QUALITY] = 1.0;
    instrument->param[JW_P_VARIATION] = 0.0;
    instrument->param[JW_P_DRONE] = 0.0;
    s->drones = is_drone(instrument);
    if (play(instrument, s->drones)) {
        take(s);
    }
}

/// Hears an instrument as it comes, or takes what was heard of it last: the presets of an
/// instrument follow one another.
static void hear_plain(JwInstrument *plain, Sound *s) {
    static JwInstrument last;
    static Sound heard;
    static bool has;
    if (!has || memcmp(last.param, plain->param, sizeof(last.param)) != 0 ||
        strcmp(last.name, plain->name) != 0) {
        last = *plain;
        has = true;
        hear(plain, &heard);
    }
    *s = heard;
}

static void hear_preset(JwPatch *patch, const char *path, Sound *s, bool prints) {
    static JwPreset preset;
    static JwInstrument plain_instrument;
    JwError error = {0};
    Sound plain = {.name = ""};
    const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    snprintf(s->name, sizeof(s->name), "%.*s", (int)strcspn(base, "."), base);
    if (!check(!jw_preset_file_load(path, &preset, &error) &&
                   jw_patch_load(patch, NULL, path, no_set, no_value, &error),
               "%s (%s)", path, error.text)) {
        return;
    }
    make_plain(&plain_instrument, patch);
    hear(&patch->instrument, s);
    hear_plain(&plain_instrument, &plain);
    if (prints) {
        printf("%s %s %+.3f %+.2f %+.2f\n", s->name, s->drones ? "drone" : "melody",
               s->centre - plain.centre, s->buzz_db - plain.buzz_db, s->fall_db - plain.fall_db);
    } else {
        check_words(&preset, s, &plain);
    }
}

static void compare(int n, bool prints) {
    double least = HUGE_VAL;
    int of[2] = {0, 0};
    for (int a = 0; a < n; ++a) {
        for (int b = a + 1; b < n; ++b) {
            const double db = apart_db(&sound[a], &sound[b]);
            if (prints && db < 2.5) {
                printf("near %s %s %.2f\n", sound[a].name, sound[b].name, db);
            }
            check_count(prints || db > alike_db);
            if (!prints && db <= alike_db) {
                printf("FAILED: %s and %s are %.2f dB apart\n", sound[a].name, sound[b].name, db);
            }
            if (db < least) {
                least = db;
                of[0] = a;
                of[1] = b;
            }
        }
    }
    printf("%d presets; the nearest two, %s and %s, are %.2f dB apart\n", n, sound[of[0]].name,
           sound[of[1]].name, least);
}

int main(int argc, char **argv) {
    const bool prints = argc > 1 && !strcmp(argv[1], "print");
    const int every = argc > 1 && !strcmp(argv[1], "quick") ? 5 : 1;
    JwPatch *patch = calloc(1, sizeof(*patch));
    int n = 0;
    for (int i = 2; patch && i < argc && n < PRESETS_MAX; i += every) {
        hear_preset(patch, argv[i], &sound[n++], prints);
    }
    check(patch && (prints || argc - 2 >= 100), "presets: %d, 100 at least", argc - 2);
    compare(n, prints);
    free(patch);
    return check_result();
}
