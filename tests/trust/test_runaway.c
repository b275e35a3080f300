// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Controls and frets that move as fast as they can under strings that sound: whatever they do, they
// never make more of the energy than energy_bound.h allows.
//
//     test_runaway SECONDS RATE few|all|input FILE.ini...
//
// Of each instrument: trills over the frets of every melody string and pulls of its pitch wheel, 5
// to 400 a second; every parameter alone, and all together, jumping from end to end of its range at
// every block and walking at random by three sizes of step. Strokes come in the first part of a
// run, so that the rest is the controls' alone. SECONDS is the length of one run; RATE 0: each run
// takes the next of 8 to 192 kHz that the instrument can be played at. few: of the parameters those
// that do most work, of the trills and pulls the fastest. input: bursts of sound from outside drive
// the bridge instead of strokes, while the parameters of the resonator move, and all of them.

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/hash.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, MOVES = 4 };

/// +12 dBFS.
static const double loudest = 3.98107171;

/// The largest ratio of tensions that tuning makes: an octave by SA, one by TUNE, 600 over 440 Hz.
static const double most_tension = 4.0 * 4.0 * 1.86;

static const double rates[] = {8000, 16000, 22050, 44100, 48000, 96000, 192000};
static const char *const move_names[MOVES] = {"jumps", "steps of 1 %", "steps of 10 %",
                                              "steps of 50 %"};

static JwInstrument instrument;
static uint64_t dice;
static float left[JW_CONTROL_FRAMES], right[JW_CONTROL_FRAMES];
static double rate_asked;
static unsigned n_runs;
static bool show, few;

typedef enum { NO_SOUND, NOISE, TONE, SQUARE, N_SOURCES } Source;

static Source source;  ///< Of the sound from outside
static bool sounding;  ///< It comes in
static double sounded; ///< Periods of it so far

typedef struct {
    JwEngine *engine;
    double rate_hz;
    double peak;
    double energy;  ///< Largest [J]
    double strokes; ///< What they put in, without what they took back [J]
    double input;   ///< What the sound from outside put in, likewise [J]
    JwStringReport report;
    const char *what;
    const char *kind;
} Run;

static Run begin(const char *what, const char *kind) {
    Run run = {.engine = jw_engine_new(), .what = what, .kind = kind};
    JwStatus status = JW_ERR_NO_MEMORY;
    for (int i = 0; run.engine && status && i < 7; ++i) {
        run.rate_hz = rate_asked > 0.0 ? rate_asked : rates[(n_runs + (unsigned)i) % 7];
        status = jw_engine_prepare(run.engine, &instrument, run.rate_hz, NULL);
    }
    if (status) {
        abort();
    }
    ++n_runs;
    return run;
}

/// Draws a tick's frames of the sound from outside at full scale: noise, or a tone at the pitch of
/// the first string and its twofold by turns. Returns false if there is none.
static bool draw_sound(const Run *run, float *in) {
    const double hz = jw_string_data_pitch_hz(&instrument.string[0].data);
    for (int i = 0; i < JW_CONTROL_FRAMES && source != NO_SOUND; ++i) {
        const double tone = sin(6.283185307179586 * sounded);
        const double sound = source == NOISE    ? fixture_uniform(&dice, -1.0, 1.0)
                             : source == SQUARE ? copysign(1.0, tone)
                                                : tone;
        in[i] = sounding ? (float)sound : 0.0F;
        sounded += (fmod(sounded, 200.0) < 100.0 ? 1.0 : 2.0) * hz / run->rate_hz;
    }
    return source != NO_SOUND;
}

/// A tick's frames. What a stroke gives and takes back within them is not seen.
static void play_tick(Run *run, const JwEvent *events, size_t n) {
    const JwStringReport before = run->report;
    float in[JW_CONTROL_FRAMES];
    const float *side = draw_sound(run, in) ? in : NULL;
    jw_engine_run_input(run->engine, events, n, side, side, left, right, NULL, JW_CONTROL_FRAMES);
    for (int i = 0; i < JW_CONTROL_FRAMES; ++i) {
        run->peak = fmax(run->peak, fmax(fabs((double)left[i]), fabs((double)right[i])));
    }
    jw_engine_report(run->engine, -1, &run->report);
    run->energy = fmax(run->energy, run->report.energy_j);
    run->strokes += fmax(run->report.energy_from_strokes_j - before.energy_from_strokes_j, 0.0);
    run->input += fmax(run->report.energy_from_input_j - before.energy_from_input_j, 0.0);
}

/// A block, and the tables that it asked for. Events are sorted by their frames, which change.
static void play(Run *run, JwEvent *events, size_t n) {
    size_t next = 0;
    for (uint32_t at = 0; at < BLOCK; at += JW_CONTROL_FRAMES) {
        const size_t first = next;
        for (; next < n && events[next].frame < at + JW_CONTROL_FRAMES; ++next) {
            events[next].frame -= at;
        }
        play_tick(run, events + first, next - first);
    }
    if (jw_engine_service(run->engine)) {
        abort();
    }
}

/// What lifting all strings by half a millimetre takes, twice, at the highest tension and with the
/// stiffest thread: straight from the bridge's end to the first point that can be there.
static double most_lift(void) {
    double sum = 0.0;
    for (int s = 0; s < instrument.n_strings; ++s) {
        const JwStringSpec *string = &instrument.string[s];
        for (int i = 0; i < string->n_obstacles; ++i) {
            const JwObstacle *o = &instrument.obstacle[string->obstacle[i]];
            const double height = 0.0006, from = fmax(o->start_m, 0.0005);
            const double steep = most_tension * string->data.tension_n / from;
            const double thread = 4.0 * string->thread.stiffness_n_m;
            sum += o->movable ? (steep + thread) * height * height : 0.0;
        }
    }
    return sum;
}

/// bridge: it moved.
static void end(Run *run, bool bridge) {
    const JwStringReport *r = &run->report;
    const double put_in = run->strokes + run->input;
    const double most = JW_BOUND_TIMES * put_in + (bridge ? most_lift() : 0.0);
    const bool ok = r->nonfinite == 0 && run->energy <= most && run->peak <= loudest;
    char figures[256];
    snprintf(figures, sizeof(figures),
             "%s, %s, %s at %g Hz: energy %.3g J of %.3g J put in, parameters %.3g J, "
             "bounded %llu times, peak %.3g, %llu samples limited, %llu no numbers",
             instrument.name, run->what, run->kind, run->rate_hz, run->energy, put_in,
             r->energy_from_parameters_j, (unsigned long long)r->times_bounded, run->peak,
             (unsigned long long)r->limited, (unsigned long long)r->nonfinite);
    check(ok, "%s", figures);
    if (show) {
        printf("%s\n", figures);
    }
    jw_engine_free(run->engine);
}

static JwEvent note(int key, int velocity) {
    return (JwEvent){.type = JW_EVENT_MIDI,
                     .midi = jw_midi_decode((const uint8_t[]){velocity > 0 ? 0x90 : 0x80,
                                                              (uint8_t)key, (uint8_t)velocity})};
}

static JwEvent set(JwParamId id, double value) {
    return (JwEvent){.type = JW_EVENT_PARAM, .param = {id, value}};
}

/********* Frets and pulls *********/

static int some_key(const JwStringSpec *string) {
    int semitones = (int)string->fret_semitones[fixture_random(&dice) % (uint64_t)string->n_frets];
    return string->key + (semitones > 12 ? 12 : semitones);
}

/// Legato over random frets of an octave, so many a second.
static void trill(int s, double per_second, double seconds) {
    const JwStringSpec *string = &instrument.string[s];
    char kind[2 * JW_NAME_SIZE];
    instrument.map.melody = 1U << s; // Its notes go to no other.
    snprintf(kind, sizeof(kind), "string %s, %g a second", string->name, per_second);
    Run run = begin("trill", kind);
    int key = string->key;
    JwEvent event[8] = {set(JW_P_POLYPHONY, 0), set(JW_P_LEGATO, 1), note(key, 100)};
    play(&run, event, 3);
    const double gap = run.rate_hz / per_second;
    double due = gap;
    for (double at = BLOCK; at < seconds * run.rate_hz; at += BLOCK) {
        size_t n = 0;
        JwEvent events[512];
        for (; due < at + BLOCK && n < 510; due += gap) {
            const int next = some_key(string);
            if (next != key) {
                events[n] = note(next, 100);
                events[n++].frame = (uint32_t)(due - at);
                events[n] = note(key, 0);
                events[n++].frame = (uint32_t)(due - at);
                key = next;
            }
        }
        play(&run, events, n);
    }
    end(&run, false);
}

/// The pitch wheel from end to end of an octave.
static void pull(double per_second, double seconds) {
    char kind[64];
    snprintf(kind, sizeof(kind), "%g a second", per_second);
    Run run = begin("pitch wheel", kind);
    JwEvent event[JW_MAX_STRINGS + 1] = {set(JW_P_BEND_RANGE, 12)};
    size_t n_events = 1;
    for (int s = 0; s < instrument.n_strings; ++s) {
        event[n_events++] = note(instrument.string[s].key, 100);
    }
    play(&run, event, n_events);
    double due = 0.0;
    bool up = true;
    for (double at = BLOCK; at < seconds * run.rate_hz; at += BLOCK) {
        size_t n = 0;
        JwEvent events[64];
        for (; due < at + BLOCK && n < 64; due += 0.5 * run.rate_hz / per_second, up = !up) {
            events[n++] =
                (JwEvent){.frame = (uint32_t)fmax(due - at, 0.0),
                          .type = JW_EVENT_MIDI,
                          .midi = jw_midi_decode((const uint8_t[]){0xe0, 0x7f, up ? 0x7f : 0})};
        }
        play(&run, events, n);
    }
    end(&run, false);
}

/********* Parameters *********/

/// What is meant to make all louder is not moved: strings would not know of it.
static bool is_gain(int id) {
    return id == JW_P_GAIN || id == JW_P_BODY;
}

static double moved(const JwParamInfo *info, double value, int move) {
    const double range = (double)info->max - (double)info->min;
    if (move == 0) {
        return fixture_random(&dice) % 2 ? (double)info->max : (double)info->min;
    }
    const double size = move == 1 ? 0.01 : move == 2 ? 0.1 : 0.5;
    value += size * range * fixture_uniform(&dice, -1.0, 1.0);
    return fmin(fmax(value, (double)info->min), (double)info->max);
}

static bool is_bridge(int id) {
    return id == JW_P_BRIDGE_HEIGHT || id == JW_P_BRIDGE_CURVATURE || id == JW_P_JAWARI;
}

enum { ALL = -1, ALL_BUT_BRIDGE = -2, OF_THE_INPUT = -3 };

static bool moves(int id, int which) {
    if (which == OF_THE_INPUT) {
        return jw_param_info((JwParamId)id)->group == JW_GROUP_INPUT;
    }
    return which >= 0 ? id == which : !is_gain(id) && !(which == ALL_BUT_BRIDGE && is_bridge(id));
}

/// which: a parameter, or all of them.
static void move_parameters(int which, int move, double seconds) {
    const char *what = which == ALL              ? "all parameters"
                       : which == ALL_BUT_BRIDGE ? "all but the bridge"
                       : which == OF_THE_INPUT   ? "parameters of the input"
                                                 : jw_param_info((JwParamId)which)->symbol;
    Run run = begin(what, move_names[move]);
    double value[JW_N_PARAMS];
    memcpy(value, instrument.param, sizeof(value));
    const long n_blocks = lround(seconds * run.rate_hz / BLOCK);
    for (long b = 0; b < n_blocks; ++b) {
        JwEvent events[JW_N_PARAMS + JW_MAX_STRINGS];
        size_t n = 0;
        sounding = b % 40 < 4 && b < n_blocks / 3;
        if (source == NO_SOUND && b % 40 == 0 && b < n_blocks / 3) {
            for (int s = 0; s < instrument.n_strings; ++s) {
                events[n++] = (JwEvent){.type = JW_EVENT_OPEN, .open = {s, 100}};
            }
        }
        for (int id = 0; id < JW_N_PARAMS; ++id) {
            if (moves(id, which)) {
                value[id] = moved(jw_param_info((JwParamId)id), value[id], move);
                events[n++] = set((JwParamId)id, value[id]);
            }
        }
        play(&run, events, n);
    }
    end(&run, which == ALL || is_bridge(which));
}

/********* Tunings *********/

static JwEvent sysex(const uint8_t *bytes, uint32_t size) {
    return (JwEvent){.type = JW_EVENT_SYSEX, .sysex = {bytes, size}};
}

/// Master and key tunings from end to end while strings sound, and channels' volumes and pans.
static void retune(double seconds) {
    enum { KEYS = 4, CHANNELS = 4 };
    Run run = begin("MIDI tunings", "octaves at every block");
    const long n_blocks = lround(seconds * run.rate_hz / BLOCK);
    for (long b = 0; b < n_blocks; ++b) {
        JwEvent events[JW_MAX_STRINGS + KEYS + 2 * CHANNELS + 2];
        uint8_t key[KEYS][12];
        const int octave = b % 2 ? 12 : -12;
        const uint8_t coarse[] = {0xf0, 0x7f, 0x7f, 4, 4, 0, (uint8_t)(64 - octave), 0xf7};
        size_t n = 0;
        for (int s = 0; s < instrument.n_strings && b % 40 == 0 && b < n_blocks / 3; ++s) {
            events[n] = note(instrument.string[s].key, 100);
            events[n++].midi.channel = (uint8_t)(s % CHANNELS);
        }
        events[n++] = sysex(coarse, sizeof(coarse));
        for (int i = 0; i < KEYS; ++i) {
            const uint8_t at = (uint8_t)instrument.string[i % instrument.n_strings].key;
            const uint8_t to = (uint8_t)(at + octave),
                          part = (uint8_t)(fixture_random(&dice) & 127);
            const uint8_t bytes[] = {0xf0, 0x7f, 0, 8, 2, 0, 1, at, to & 127, part, 0, 0xf7};
            memcpy(key[i], bytes, sizeof(bytes));
            events[n++] = sysex(key[i], sizeof(key[i]));
        }
        for (int c = 0; c < CHANNELS; ++c) {
            const uint8_t value = (uint8_t)(fixture_random(&dice) & 127);
            events[n++] = (JwEvent){.midi = {JW_MIDI_CONTROL, (uint8_t)c, b % 2 ? 7 : 10, value}};
        }
        play(&run, events, n);
    }
    end(&run, false);
}

/********* The same bits *********/

enum { MOST_EVENTS = 40000 };

typedef struct {
    JwEvent event[MOST_EVENTS]; ///< frame: since the start
    size_t n;
    uint32_t n_frames;
} Script;

/// Everything jumps at every block, as move_parameters() has it.
static void write_script(Script *script) {
    script->n = 0;
    script->n_frames = 100 * BLOCK;
    for (uint32_t at = 0; at < script->n_frames; at += BLOCK) {
        for (int s = 0; s < instrument.n_strings && at % (20 * BLOCK) == 0; ++s) {
            script->event[script->n++] =
                (JwEvent){.frame = at, .type = JW_EVENT_OPEN, .open = {s, 100}};
        }
        for (int id = 0; id < JW_N_PARAMS; ++id) {
            const JwParamInfo *info = jw_param_info((JwParamId)id);
            script->event[script->n] = set((JwParamId)id, moved(info, 0.0, 0));
            script->event[script->n++].frame = at;
        }
    }
}

/// Hash of what is heard in blocks of up to `most` frames, each as long as chance has it.
static uint64_t hash_of(const Script *script, uint32_t most, JwStringReport *report) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    JwEngine *engine = jw_engine_new();
    uint64_t hash[2] = {HASH_START, HASH_START}, chance = 7;
    size_t next = 0;
    if (!engine || jw_engine_prepare(engine, &instrument, 16000.0, &options)) {
        abort();
    }
    for (uint32_t at = 0, n; at < script->n_frames; at += n) {
        static float out[2][2 * BLOCK];
        JwEvent events[4 * JW_N_PARAMS + 2 * JW_MAX_STRINGS];
        size_t n_events = 0;
        n = most == BLOCK ? BLOCK : 1 + (uint32_t)(fixture_random(&chance) % most);
        n = n < script->n_frames - at ? n : script->n_frames - at;
        for (; next < script->n && script->event[next].frame < at + n; ++next) {
            events[n_events] = script->event[next];
            events[n_events++].frame -= at;
        }
        jw_engine_run(engine, events, n_events, out[0], out[1], NULL, n);
        for (int c = 0; c < 2; ++c) {
            hash[c] = hash_bytes(hash[c], out[c], n * sizeof(float));
        }
    }
    jw_engine_report(engine, -1, report);
    jw_engine_free(engine);
    return hash_bytes(hash[0], &hash[1], sizeof(hash[1]));
}

static void check_bits(void) {
    static Script script;
    JwStringReport report;
    write_script(&script);
    const uint64_t whole = hash_of(&script, BLOCK, &report);
    check(report.times_bounded > 0, "%s: strings are held back", instrument.name);
    check(hash_of(&script, 37, &report) == whole && hash_of(&script, 500, &report) == whole,
          "%s: the same bits whatever the blocks, while strings are held back", instrument.name);
}

/********* Instruments *********/

/// Does most of the work that parameters do.
static bool is_worker(int id) {
    static const int workers[] = {
        ALL,         ALL_BUT_BRIDGE,       JW_P_QUALITY, JW_P_BRIDGE_HEIGHT,
        JW_P_THREAD, JW_P_THREAD_POSITION, JW_P_TUNE,    JW_P_A4,
        JW_P_SA,
    };
    for (size_t i = 0; i < sizeof(workers) / sizeof(*workers); ++i) {
        if (workers[i] == id) {
            return true;
        }
    }
    return false;
}

static void try_hands(double seconds) {
    static const double per_second[] = {5, 20, 100, 400};
    const uint32_t melody = instrument.map.melody;
    for (int i = few ? 2 : 0; i < 4; ++i) {
        pull(per_second[i], seconds);
        for (int s = 0; s < instrument.n_strings; ++s) {
            if (instrument.string[s].n_frets > 1) {
                trill(s, per_second[i], seconds);
            }
        }
        instrument.map.melody = melody;
    }
}

static void try_parameters(double seconds) {
    for (int move = 0; move < MOVES; ++move) {
        for (int id = ALL_BUT_BRIDGE; id < JW_N_PARAMS; ++id) {
            if (few ? is_worker(id) && (id < 0 || move == 0) : id < 0 || !is_gain(id)) {
                move_parameters(id, move, seconds);
            }
        }
    }
}

/// The bridge is driven by each sound while parameters jump and move by the largest steps.
static void try_input(double seconds) {
    for (source = NOISE; source < N_SOURCES; ++source) {
        for (int move = 0; move < MOVES; move += MOVES - 1) {
            for (int which = OF_THE_INPUT; which <= ALL; ++which) {
                move_parameters(which, move, seconds);
            }
        }
    }
    source = NO_SOUND;
}

static void try_strokes(double seconds) {
    check_bits();
    try_hands(seconds);
    retune(seconds);
    try_parameters(seconds);
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fprintf(stderr, "usage: test_runaway SECONDS RATE few|all|input FILE.ini...\n");
        return 2;
    }
    const double seconds = strtod(argv[1], NULL);
    show = getenv("JW_SHOW") != NULL;
    rate_asked = strtod(argv[2], NULL);
    few = !strcmp(argv[3], "few");
    for (int i = 4; i < argc; ++i) {
        JwError error = {0};
        check(!jw_instrument_file_load(argv[i], &instrument, &error), "%s", error.text);
        dice = (uint64_t)i;
        (!strcmp(argv[3], "input") ? try_input : try_strokes)(seconds);
    }
    printf("%u runs of %g s\n", n_runs, seconds);
    return check_result();
}
