// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/fretboard.h"

#include "base/elementary.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/// Distance from a note [semitone] beyond which a fret is intended to be between notes.
static const double nearness = 0.3;

/// Values of the parameter INTONATION that are not just intonation.

/// Kinds of tuning.
typedef enum {
    OWN,    ///< Strings and frets as in the instrument's file
    RATIOS, ///< Just or equal intonation: strings and frets move to their nearest notes
    SCALE,  ///< Scale from a file: strings move to its nearest notes, and their frets are all of
            ///< its notes
} Mode;

typedef struct {
    const JwInstrument *instrument;
    const JwTuning *tuning; ///< NULL: none
    const double *param;
    Mode mode;
    int shift; ///< Keys by which the strings move with Sa
    JwFretboard *board;
} Tuner;

JW_REALTIME bool jw_fretboard_differs(const double *param, const double *other) {
    return jw_params_differ(param, other, JW_ACTS_FRETS);
}

static bool within(double value, double size) {
    return value >= -size && value <= size;
}

static bool scale_ok(const JwScale *scale) {
    if (scale->n < 0 || scale->n > JW_SCALE_DEGREES) {
        return false;
    }
    for (int i = 0; i < scale->n; ++i) {
        if (!within(scale->cents[i], 120000.0)) {
            return false;
        }
    }
    return scale->key_0_hz >= 0.0 && within(scale->key_0_hz, 1e5);
}

static bool keymap_ok(const JwKeymap *map) {
    const int top = JW_KEYS - 1;
    return map->n >= 0 && map->n <= JW_KEYMAP_KEYS && within(map->first_key, top) &&
           within(map->last_key, top) && within(map->middle_key, top) &&
           within(map->reference_key, top) && within(map->octave, 10000.0) &&
           map->reference_hz > 0.0 && within(map->reference_hz, 1e5) && jw_keymap_usable(map);
}

bool jw_tuning_ok(const JwTuning *tuning) {
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        if (!within(tuning->string_cents[s], 100.0 * JW_TUNING_RANGE)) {
            return false;
        }
    }
    return (!tuning->has_scale || scale_ok(&tuning->scale)) &&
           (!tuning->has_keymap || keymap_ok(&tuning->keymap));
}

JW_REALTIME int jw_neck_find(const JwNeck *neck, int key) {
    for (int f = 0; f < neck->n; ++f) {
        if (neck->key[f] == key && key >= 0) {
            return f;
        }
    }
    return -1;
}

double jw_string_spec_declared_hz(const JwStringSpec *string) {
    return jw_string_data_pitch_hz(&string->data);
}

static int param_of(const Tuner *t, JwParamId id) {
    return (int)lround(t->param[id]);
}

JW_REALTIME double jw_hz_key(double hz) {
    return 69.0 + 12.0 * jw_log2(hz / 440.0);
}

/// Keys from the nearest octave to an interval: -6..5.
static int nearest_octave(int interval) {
    const int r = (interval + 6) % 12;
    return (r < 0 ? r + 12 : r) - 6;
}

/********* Keys *********/

static void fill_keys(Tuner *t) {
    JwFretboard *board = t->board;
    const double a4_hz = t->param[JW_P_A4];
    const JwTonic tonic = {
        .a4_hz = a4_hz,
        .sa_key = board->sa_key,
        .raga = param_of(t, JW_P_RAGA),
        .just = t->mode == RATIOS && param_of(t, JW_P_INTONATION) != JW_INTONATION_EQUAL,
        .own = param_of(t, JW_P_INTONATION) == JW_INTONATION_RAGA,
    };
    if (t->mode != SCALE) {
        jw_tonic_keys(&tonic, board->key_hz);
        return;
    }
    const double key_0_hz = t->tuning->scale.key_0_hz;
    const JwKeymap linear = key_0_hz > 0.0
                                ? jw_keymap_linear(0, key_0_hz)
                                : jw_keymap_linear(board->sa_key, jw_key_hz(board->sa_key, a4_hz));
    const JwKeymap *map = t->tuning->has_keymap && !(key_0_hz > 0.0) ? &t->tuning->keymap : &linear;
    for (int key = 0; key < JW_KEYS; ++key) {
        board->key_hz[key] = jw_keymap_hz(&t->tuning->scale, map, key, a4_hz);
    }
}

/// Key nearest to a pitch; -1 if there is none.
static int nearest_key(const JwFretboard *board, double hz) {
    int best = -1;
    double least = HUGE_VAL;
    for (int key = 0; key < JW_KEYS; ++key) {
        const double distance =
            board->key_hz[key] > 0.0 ? fabs(jw_log2(board->key_hz[key] / hz)) : HUGE_VAL;
        if (distance < least) {
            least = distance;
            best = key;
        }
    }
    return best;
}

/// Number of taraf strings before this one that are made for the same svara.
static int same_before(const Tuner *t, int s) {
    const JwStringSpec *string = t->instrument->string;
    const int sa = t->instrument->sa_key, svara = jw_svara(sa, string[s].key);
    int n = 0;
    for (int i = 0; i < s; ++i) {
        n += string[i].role == JW_ROLE_TARAF && jw_svara(sa, string[i].key) == svara;
    }
    return n;
}

/// Key of an open string, before a scale from a file changes it.
static int wanted_key(const Tuner *t, int s) {
    static const int first_notes[] = {0, 7, 5, 11};
    const JwStringSpec *string = &t->instrument->string[s];
    const int raga = param_of(t, JW_P_RAGA), sa = t->board->sa_key;
    const int first = param_of(t, JW_P_DRONE_FIRST), of_raga = jw_raga_first(raga);
    const int key = string->key + t->shift;
    if (s == t->instrument->drone.first && (first > 0 || of_raga >= 0)) {
        const int note = first > 0 ? jw_raga_key(raga, sa, sa + first_notes[first]) : sa + of_raga;
        return key + nearest_octave(note - key);
    }
    return string->role == JW_ROLE_TARAF ? jw_raga_taraf_key(raga, sa, key, same_before(t, s))
                                         : key;
}

/********* Strings *********/

/// Semitones from a string's key in equal temperament to its pitch.
static double offset_from_key(const Tuner *t, const JwStringSpec *string) {
    const double own_hz = jw_key_hz(string->key, t->instrument->a4_hz);
    return 12.0 * jw_log2(jw_string_spec_declared_hz(string) / own_hz);
}

/// Semitones from a string's key to its nearest note: a whole number, plus the fine tuning
/// (tune_cents) in the file.
static double offset_from_note(const Tuner *t, const JwStringSpec *string) {
    const double meant = 0.01 * string->tune_cents;
    return round(offset_from_key(t, string) - meant) + meant;
}

/// Value at an interval above the open string, by interpolation between the file's frets.
static double at_interval(const JwStringSpec *string, const double *y, double semitones) {
    const double *x = string->fret_semitones;
    int f = 1;
    while (f < string->n_frets - 1 && x[f] < semitones) {
        ++f;
    }
    if (f >= string->n_frets) {
        return y[0];
    }
    const double part = fmin(fmax((semitones - x[f - 1]) / (x[f] - x[f - 1]), 0.0), 1.0);
    return y[f - 1] + part * (y[f] - y[f - 1]);
}

/// Adds a stopping place. A string tuned higher wraps less, roughly in inverse proportion to its
/// pitch (measured: within 0.4 cent over five semitones).
static void add_place(JwNeck *neck, const JwStringSpec *string, int key, double hz,
                      double open_hz) {
    const double slack = jw_string_spec_declared_hz(string) / open_hz;
    const double semitones = 12.0 * jw_log2(hz / open_hz);
    const double wrap = slack * at_interval(string, string->wrap_cents, semitones);
    const double ringing = at_interval(string, string->ringing_cents, semitones);
    neck->key[neck->n] = key;
    neck->hz[neck->n] = hz;
    neck->pitch[neck->n] = jw_hz_key(hz);
    neck->tuned_hz[neck->n] = hz * jw_exp2(-(wrap + ringing) / 1200.0);
    neck->wrap[neck->n] = 0.01 * wrap;
    ++neck->n;
}

/// Assigns a key shared by two frets to the nearer one.
static void claim_key(const JwStringSpec *string, JwNeck *neck, int f) {
    const int other = jw_neck_find(neck, neck->key[f]);
    if (other < 0 || other == f) {
        return;
    }
    const double *x = string->fret_semitones;
    const bool nearer = fabs(x[f] - round(x[f])) < fabs(x[other] - round(x[other]));
    neck->key[nearer ? other : f] = -1;
}

/// Adds the file's frets, each tuned with the key nearest to it.
static void own_frets(Tuner *t, const JwStringSpec *string, JwNeck *neck, double offset) {
    const int open_key = neck->key[0];
    const double open_hz = neck->hz[0];
    for (int f = 1; f < string->n_frets; ++f) {
        const double semitones = string->fret_semitones[f];
        const int key = open_key + (int)lround(semitones);
        double hz = open_hz * jw_exp2(semitones / 12.0);
        const bool near = fabs(semitones - round(semitones)) <= nearness;
        if (open_key >= 0 && key < JW_KEYS && t->mode != OWN && near) {
            hz = t->board->key_hz[key] * jw_exp2(offset / 12.0);
        }
        add_place(neck, string, open_key >= 0 && key < JW_KEYS ? key : -1, hz, open_hz);
        claim_key(string, neck, f);
    }
}

/// Adds every ascending note of the scale within the range of the frets.
static void scale_frets(Tuner *t, const JwStringSpec *string, JwNeck *neck, double offset) {
    const double ratio = jw_exp2(offset / 12.0);
    const double top_hz =
        neck->hz[0] * jw_exp2((string->fret_semitones[string->n_frets - 1] + 0.01) / 12.0);
    for (int key = neck->key[0] + 1; key < JW_KEYS; ++key) {
        const double hz = t->board->key_hz[key] * ratio;
        if (hz > neck->hz[neck->n - 1] && hz <= top_hz) {
            add_place(neck, string, key, hz, neck->hz[0]);
        }
    }
}

typedef struct {
    int key; ///< Key of the open string; -1: none
    double hz;
    double offset; ///< Semitones from the key's pitch to the string's
} Open;

static Open open_string(const Tuner *t, int s) {
    const JwStringSpec *string = &t->instrument->string[s];
    const double *key_hz = t->board->key_hz;
    const int key = wanted_key(t, s);
    const double equal_hz = jw_key_hz(key, t->param[JW_P_A4]);
    const double offset = t->mode == OWN ? offset_from_key(t, string) : offset_from_note(t, string);
    if (t->mode == SCALE) {
        const double meant = 0.01 * string->tune_cents;
        const int nearest = nearest_key(t->board, equal_hz * jw_exp2((offset - meant) / 12.0));
        const double hz = nearest >= 0 ? key_hz[nearest] : equal_hz;
        return (Open){nearest, hz * jw_exp2(meant / 12.0), meant};
    }
    const bool has_key = key >= 0 && key < JW_KEYS;
    return (Open){has_key ? key : -1, (has_key ? key_hz[key] : equal_hz) * jw_exp2(offset / 12.0),
                  offset};
}

static void fill_neck(Tuner *t, int s) {
    const JwStringSpec *string = &t->instrument->string[s];
    JwNeck *neck = &t->board->neck[s];
    const double declared_hz = jw_string_spec_declared_hz(string);
    Open open = open_string(t, s);
    if (!(fabs(12.0 * jw_log2(open.hz / declared_hz)) <= JW_TUNING_RANGE) ||
        !(jw_string_data_tension_n(&string->data, open.hz) > 0.0)) {
        open = (Open){-1, declared_hz, 0.0};
    }
    const double fine = t->tuning ? 0.01 * t->tuning->string_cents[s] : 0.0;
    const double range = JW_TUNING_RANGE - fabs(12.0 * jw_log2(open.hz / declared_hz));
    const double extra = fmin(fmax(fine, -range), range);
    open.hz *= jw_exp2(extra / 12.0);
    neck->offset = extra + (t->mode == OWN ? offset_from_note(t, string) : open.offset);
    add_place(neck, string, open.key, open.hz, open.hz);
    if (t->mode == SCALE) {
        scale_frets(t, string, neck, open.offset + extra);
    } else {
        own_frets(t, string, neck, open.offset + extra);
    }
}

int jw_fretboard_sa_key(const JwInstrument *instrument, const double *param) {
    const int sa = (int)lround(param[JW_P_SA]);
    return instrument->sa_key + (sa > 0 ? nearest_octave(sa - 1 - instrument->sa_key) : 0);
}

int jw_fretboard_madhya_key(const JwInstrument *instrument, const double *param) {
    return jw_fretboard_sa_key(instrument, param) + instrument->madhya_key - instrument->sa_key;
}

void jw_fretboard_fill(JwFretboard *board, const JwInstrument *instrument, const JwTuning *tuning,
                       const double *param) {
    Tuner t = {.instrument = instrument, .tuning = tuning, .param = param, .board = board};
    memset(board, 0, sizeof(*board));
    t.mode = tuning && tuning->has_scale ? SCALE : lround(param[JW_P_INTONATION]) ? RATIOS : OWN;
    board->sa_key = jw_fretboard_sa_key(instrument, param);
    t.shift = board->sa_key - instrument->sa_key;
    board->a4 = jw_hz_key(param[JW_P_A4]);
    board->is_scale = t.mode == SCALE;
    fill_keys(&t);
    for (int s = 0; s < instrument->n_strings; ++s) {
        fill_neck(&t, s);
    }
}
