// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Every preset, and every instrument as it comes, is as loud as the others, in the middle, and has
// the levels that are written down for it.
//
//   strokes    velocity 100 on each string that is plucked, open: within 11 dB of one another
//   chord      the loudest six strings at once, or as many as it has, at velocity 100, open and
//              stopped in the middle of their necks: peaks below -1 dBFS
//   phrase     eight notes, or a round of a drone: loudness (BS.1770) within 3 LU of the others of
//              its class, melody or drone; left and right within 0.5 dB; at most a tenth of the
//              power below 35 Hz
//   figures    chord, loudness and balance within 1 dB, 1 LU and 0.3 dB of those written down
//
// test_levels few|quick|all|write FIGURES (INSTRUMENT.ini | PRESET.ttl)...
//
// "quick" plays all files, "few" every fifth of them.
// "all" plays every string stopped at its octave, too, longer chords, at the quality of the preset,
// and does not look at the figures, which are of quality 1; "write" prints the figures' file.

#include "engine/engine.h"
#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/preset_file.h"
#include "host/compass.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/loudness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RATE = 48000,
    BLOCK = 4800,
    SECONDS_MAX = 30,
    CHANNELS = 15, // Channel 1 is the player's
    CHORD = 6,
    VELOCITY = 100,
    PHRASE_VELOCITY = 90,
    NOTES = 8,
    NOTE = 2 * RATE / 5,
    WINDOW = 131072, // Frames of the phrase that are looked through for what is below 35 Hz
    NAMES_MAX = 256
};

static const double strokes_db = 11.0, chord_db = -1.0, loudness_lu = 3.0, balance_db = 0.5,
                    low_hz = 35.0, low_share = 0.1;
static const double figure_db = 1.0, figure_balance_db = 0.3;
static const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};

typedef enum { FEW, QUICK, ALL, WRITE } Mode;

typedef struct {
    double chord_db, lufs, balance_db;
} Figures;

static struct {
    char name[JW_NAME_SIZE];
    Figures figures;
} written[NAMES_MAX];
static int n_written;

/// Range of a class's loudness, and whose the ends are.
static struct {
    double least, most;
    char softest[JW_NAME_SIZE], loudest[JW_NAME_SIZE];
} class_range[2] = {{HUGE_VAL, -HUGE_VAL, "", ""}, {HUGE_VAL, -HUGE_VAL, "", ""}};

static Mode mode;
static JwEngine *engine;
static JwInstrument instrument;
static char name[JW_NAME_SIZE];
static float left[SECONDS_MAX * RATE], right[SECONDS_MAX * RATE];
static int string_of[CHANNELS], n_strings;

/********* Playing *********/

/// Runs whole blocks until the frames are over; the events come first. Returns the frames.
static long run(const JwEvent *events, uint32_t n_events, double seconds) {
    const long n = lround(seconds * RATE);
    for (long at = 0; at < n; at += BLOCK) {
        jw_engine_run(engine, events, at == 0 ? n_events : 0, left + at, right + at, NULL, BLOCK);
    }
    return n;
}

static double peak_db(long n) {
    double peak = 1e-10;
    for (long i = 0; i < n; ++i) {
        peak = fmax(peak, fmax(fabs((double)left[i]), fabs((double)right[i])));
    }
    return 20.0 * log10(peak);
}

/// A stroke on the string of a channel.
static JwEvent stroke_on(int channel, int fret) {
    const JwStringSpec *s = &instrument.string[string_of[channel]];
    const int key =
        s->key + (int)lround(s->fret_semitones[fret < s->n_frets ? fret : s->n_frets - 1]);
    return (JwEvent){.type = JW_EVENT_MIDI,
                     .midi = {JW_MIDI_NOTE_ON, (uint8_t)(channel + 1),
                              (uint8_t)(key < 127 ? key : 127), VELOCITY}};
}

/// Gives each string that a hand plucks a channel of its own, from the second on.
static void route(void) {
    n_strings = 0;
    for (int s = 0; s < instrument.n_strings && n_strings < CHANNELS; ++s) {
        if (instrument.string[s].role != JW_ROLE_TARAF) {
            instrument.map.channel[n_strings + 1] = 1u << s;
            string_of[n_strings++] = s;
        }
    }
    instrument.map.n_keys = 0;
}

static bool is_drone(void) {
    for (int s = 0; s < instrument.n_strings; ++s) {
        if (instrument.string[s].role == JW_ROLE_MELODY) {
            return false;
        }
    }
    return true;
}

/********* Strokes and chords *********/

/// Puts the channels of the loudest strings first.
static void sort(int *channel, const double *db) {
    for (int i = 1; i < n_strings; ++i) {
        for (int k = i; k > 0 && db[channel[k]] > db[channel[k - 1]]; --k) {
            const int other = channel[k];
            channel[k] = channel[k - 1];
            channel[k - 1] = other;
        }
    }
}

/// Strokes on single strings; the channels of the loudest come first.
static void strokes(int *channel) {
    double db[CHANNELS], least = HUGE_VAL, most = -HUGE_VAL;
    for (int c = 0; c < n_strings; ++c) {
        const int last_fret = mode == ALL && instrument.string[string_of[c]].n_frets > 1 ? 12 : 0;
        for (int fret = 0; fret <= last_fret; fret += 12) {
            const JwEvent event = stroke_on(c, fret);
            jw_engine_reset(engine);
            const double peak = peak_db(run(&event, 1, mode == ALL ? 1.2 : 0.3));
            db[c] = fret == 0 ? peak : fmax(db[c], peak);
            least = fmin(least, peak);
            most = fmax(most, peak);
        }
        channel[c] = c;
    }
    check_between(most - least, 0.0, strokes_db, "%s: loudest string over softest [dB]", name);
    sort(channel, db);
}

static double chord(const int *channel, int n, int fret) {
    JwEvent event[CHORD];
    for (int i = 0; i < n; ++i) {
        event[i] = stroke_on(channel[i], fret);
    }
    jw_engine_reset(engine);
    return peak_db(run(event, (uint32_t)n, mode == ALL ? 1.5 : 0.5));
}

/********* The phrase *********/

/// The next key down that a string has, or the one itself.
static int key_near(const JwCompass *compass, int key) {
    while (key > compass->lowest && !compass->has[key]) {
        --key;
    }
    return key;
}

/// Up a chord over the lowest Sa and down again, each note ended as the next begins.
static long melody(void) {
    static const int degree[NOTES] = {0, 4, 7, 12, 11, 7, 5, 2};
    JwCompass compass;
    JwError error = {0};
    if (!check(jw_compass_find(&compass, &instrument, NULL, instrument.param, &error) &&
                   compass.lowest <= compass.highest,
               "%s: compass", name)) {
        return 0;
    }
    int sa = instrument.sa_key % 12, last = -1;
    while (sa < compass.lowest) {
        sa += 12;
    }
    jw_engine_reset(engine);
    for (int i = 0; i < NOTES; ++i) {
        const int above = sa + degree[i] > compass.highest ? degree[i] % 12 : degree[i];
        const int key = key_near(&compass, sa + above > compass.highest ? sa : sa + above);
        JwEvent event[2];
        uint32_t n = 0;
        if (last >= 0) {
            event[n++] =
                (JwEvent){.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_OFF, 0, (uint8_t)last, 64}};
        }
        event[n++] = (JwEvent){.type = JW_EVENT_MIDI,
                               .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)key, PHRASE_VELOCITY}};
        const long at = (long)i * NOTE, whole = i == NOTES - 1 ? 2 * NOTE : NOTE;
        for (long done = 0; done < whole; done += BLOCK) {
            jw_engine_run(engine, event, done == 0 ? n : 0, left + at + done, right + at + done,
                          NULL, BLOCK);
        }
        last = key;
    }
    return (long)(NOTES + 1) * NOTE;
}

/// A round that the instrument plays by itself, exactly and in its own tempo; a string that has
/// none is plucked every second.
static long drone(void) {
    const JwDronePattern *d = &instrument.drone;
    const JwEvent event[] = {
        {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE_SYNC, 0.0}},
        {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE_HUMAN, 0.0}},
        {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE, 1.0}},
    };
    double counts = 0.0;
    jw_engine_reset(engine);
    if (d->n == 0) {
        for (int i = 0; i < 4; ++i) {
            const JwEvent stroke = stroke_on(0, 0);
            for (long at = (long)i * RATE; at < (i + 1L) * RATE; at += BLOCK) {
                jw_engine_run(engine, &stroke, at == (long)i * RATE, left + at, right + at, NULL,
                              BLOCK);
            }
        }
        return 4L * RATE;
    }
    for (int i = 0; i < d->n; ++i) {
        counts += d->counts[i];
    }
    const double seconds = counts * 60.0 / instrument.param[JW_P_DRONE_TEMPO];
    const long n = run(event, 3, fmin(ceil(10.0 * seconds) / 10.0, SECONDS_MAX));
    const JwEvent end = {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE, 0.0}};
    float rest[2][BLOCK];
    jw_engine_run(engine, &end, 1, rest[0], rest[1], NULL, BLOCK);
    return n;
}

static double balance(long n) {
    double sum[2] = {1e-20, 1e-20};
    for (long i = 0; i < n; ++i) {
        sum[0] += (double)left[i] * (double)left[i];
        sum[1] += (double)right[i] * (double)right[i];
    }
    return 10.0 * log10(sum[1] / sum[0]);
}

/// Part of the power below 35 Hz.
static double low_part(void) {
    static double samples[WINDOW], power[WINDOW / 2 + 1];
    double low = 0.0, whole = 1e-30;
    for (int i = 0; i < WINDOW; ++i) {
        samples[i] = 0.5 * ((double)left[i] + (double)right[i]);
    }
    check(fixture_power(samples, WINDOW, power), "memory");
    for (int k = 0; k <= WINDOW / 2; ++k) {
        whole += power[k];
        low += (double)k * RATE / WINDOW < low_hz ? power[k] : 0.0;
    }
    return low / whole;
}

/********* What is promised *********/

static void count_in(bool drones, double lufs) {
    if (lufs < class_range[drones].least) {
        class_range[drones].least = lufs;
        memcpy(class_range[drones].softest, name, sizeof(name));
    }
    if (lufs > class_range[drones].most) {
        class_range[drones].most = lufs;
        memcpy(class_range[drones].loudest, name, sizeof(name));
    }
}

static void check_figures(const Figures *f) {
    int i = 0;
    while (i < n_written && strcmp(written[i].name, name) != 0) {
        ++i;
    }
    if (check(i < n_written, "%s: figures are written down", name)) {
        const Figures *w = &written[i].figures;
        check_below(fabs(f->chord_db - w->chord_db), figure_db,
                    "%s: chord's peak, %.1f dBFS, from %.1f", name, f->chord_db, w->chord_db);
        check_below(fabs(f->lufs - w->lufs), figure_db, "%s: phrase, %.1f LUFS, from %.1f", name,
                    f->lufs, w->lufs);
        check_below(fabs(f->balance_db - w->balance_db), figure_balance_db,
                    "%s: balance, %+.2f dB, from %+.2f", name, f->balance_db, w->balance_db);
    }
}

static void listen(void) {
    int channel[CHANNELS];
    const bool drones = is_drone();
    strokes(channel);
    const int n = n_strings < CHORD ? n_strings : CHORD;
    Figures f = {.chord_db = chord(channel, n, 0)};
    const double stopped_db = chord(channel, n, 7);
    f.chord_db = fmax(f.chord_db, stopped_db);
    const long frames = drones ? drone() : melody();
    f.lufs = loudness_lufs(left, right, frames, RATE);
    f.balance_db = balance(frames);
    const double low = low_part();
    if (mode == WRITE) {
        printf("%s %.1f %.1f %+.2f\n", name, f.chord_db, f.lufs, f.balance_db);
        return;
    }
    printf("%-24s %d strings: chord %6.2f dBFS, %s %6.2f LUFS, right %+.2f dB, below 35 Hz %.4f\n",
           name, n, f.chord_db, drones ? "drone" : "phrase", f.lufs, f.balance_db, low);
    check(f.chord_db < chord_db, "%s: chord below %.0f dBFS: %.2f", name, chord_db, f.chord_db);
    check(peak_db(frames) < chord_db, "%s: phrase below %.0f dBFS", name, chord_db);
    check_below(fabs(f.balance_db), balance_db, "%s: right over left, %+.2f dB", name,
                f.balance_db);
    check_below(low, low_share, "%s: part of the power below 35 Hz", name);
    count_in(drones, f.lufs);
    if (mode <= QUICK) {
        check_figures(&f);
    }
}

/********* Files *********/

static bool read_figures(const char *path) {
    char line[200];
    FILE *file = fopen(path, "r");
    if (!check(file, "%s", path)) {
        return false;
    }
    while (fgets(line, sizeof(line), file) && n_written < NAMES_MAX) {
        Figures *f = &written[n_written].figures;
        n_written += sscanf(line, "%63[a-z0-9-] %lf %lf %lf", written[n_written].name, &f->chord_db,
                            &f->lufs, &f->balance_db) == 4;
    }
    fclose(file);
    return true;
}

/// Instrument of a file, or of a preset with its parameters in it.
static bool load(const char *path) {
    static JwPreset preset;
    char found[512] = "";
    JwError error = {0};
    const char *base = strrchr(path, '/'), *end = strrchr(path, '.');
    base = base ? base + 1 : path;
    const bool is_preset = end && !strcmp(end, ".ttl");
    snprintf(name, sizeof(name), "%.*s", (int)(end ? end - base : 0), base);
    if (is_preset) {
        if (!check(!jw_preset_file_load(path, &preset, &error) &&
                       jw_data_find(preset.instrument, JW_INSTRUMENT_EXTENSION, found,
                                    sizeof(found), &error),
                   "%s (%s)", path, error.text)) {
            return false;
        }
    }
    if (!check(!jw_instrument_file_load(is_preset ? found : path, &instrument, &error), "%s (%s)",
               path, error.text)) {
        return false;
    }
    for (int i = 0; is_preset && i < preset.n_values; ++i) {
        instrument.param[preset.value[i].id] = preset.value[i].value;
    }
    return true;
}

static void check_file(const char *path) {
    if (!load(path)) {
        return;
    }
    route();
    instrument.param[JW_P_DRONE] = 0.0;
    // Strokes that vary have levels of their own, for which the figures would stand by accident.
    instrument.param[JW_P_VARIATION] = 0.0;
    if (mode != ALL) {
        instrument.param[JW_P_QUALITY] = 1.0;
    }
    if (check(!jw_engine_prepare(engine, &instrument, RATE, &options), "%s", name)) {
        listen();
    }
}

int main(int argc, char **argv) {
    static const char *const modes[] = {"few", "quick", "all", "write"};
    while (argc > 3 && mode <= WRITE && strcmp(argv[1], modes[mode]) != 0) {
        ++mode;
    }
    if (argc < 4 || mode > WRITE || !read_figures(argv[2])) {
        fprintf(stderr, "usage: test_levels few|quick|all|write FIGURES (INSTRUMENT|PRESET)...\n");
        return 2;
    }
    engine = jw_engine_new();
    for (int i = 3; i < argc && check(engine != NULL, "memory"); i += mode == FEW ? 5 : 1) {
        check_file(argv[i]);
    }
    for (int c = 0; c < 2 && mode != WRITE; ++c) {
        check(class_range[c].most - class_range[c].least <= loudness_lu,
              "%s: %.2f LUFS (%s) to %.2f (%s)", c ? "drones" : "melody instruments",
              class_range[c].least, class_range[c].softest, class_range[c].most,
              class_range[c].loudest);
        printf("%s: %.2f LUFS (%s) to %.2f (%s)\n", c ? "drones" : "melody instruments",
               class_range[c].least, class_range[c].softest, class_range[c].most,
               class_range[c].loudest);
    }
    jw_engine_free(engine);
    return check_result();
}
