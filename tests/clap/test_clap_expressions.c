// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Volume, pan and vibrato of single notes in a CLAP host: they act as CLAP says, on their note
// alone, from its first sample, without clicks, the same in all blocks.
//
//     test_clap_expressions LIBRARY

#include "clap_host.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, FRAMES = 9600, KEY = 40, OTHER = 57, SITAR = 1, BASS = 10 };

/// Event of a script. kind: an expression; or one of those below, with a key as its number.
enum { ON = 100, OFF, CHOKE, WHEEL, VOLUME_PEDAL };

typedef struct {
    uint32_t frame;
    int kind;
    int id, key;
    double value;
} Act;

typedef struct {
    float left[FRAMES], right[FRAMES];
} Sound;

static const char *library;

static void send(ClapHost *h, uint32_t at, const Act *act) {
    switch (act->kind) {
    case ON:
        clap_host_note(h, at, CLAP_EVENT_NOTE_ON, act->id, 0, act->key, act->value);
        break;
    case OFF:
        clap_host_note(h, at, CLAP_EVENT_NOTE_OFF, act->id, -1, -1, 0.0);
        break;
    case CHOKE:
        clap_host_note(h, at, CLAP_EVENT_NOTE_CHOKE, act->id, -1, -1, 0.0);
        break;
    case WHEEL:
        clap_host_midi(h, at, 0xb0, 1, (int)act->value);
        break;
    case VOLUME_PEDAL:
        clap_host_midi(h, at, 0xb0, 7, (int)act->value);
        break;
    default:
        clap_host_express(h, at, act->kind, act->id, act->id < 0 && act->key >= 0 ? 0 : -1,
                          act->id < 0 ? act->key : -1, act->value);
        break;
    }
}

static ClapHost *with_instrument(int number) {
    ClapHost *h = clap_host_playing(library, "org.jawari.instrument", RATE);
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, clap_host_param(h, "Instrument"), number);
    clap_host_settle(h);
    check(clap_host_value(h, clap_host_param(h, "Instrument")) == number, "instrument %d", number);
    h->on_audio = true;
    h->plugin->reset(h->plugin);
    h->on_audio = false;
    clap_host_run(h, 1);
    return h;
}

/// Plays acts, sorted by frame.
static void play(int instrument, const Act *act, int n, uint32_t block, Sound *sound) {
    ClapHost *h = with_instrument(instrument);
    int next = 0;
    for (uint32_t at = 0; at < FRAMES; at += block) {
        const uint32_t frames = at + block < FRAMES ? block : FRAMES - at;
        for (; next < n && act[next].frame < at + frames; ++next) {
            send(h, act[next].frame - at, &act[next]);
        }
        clap_host_run(h, frames);
        memcpy(sound->left + at, h->left, frames * sizeof(float));
        memcpy(sound->right + at, h->right, frames * sizeof(float));
    }
    clap_host_done(h);
}

static double rms(const float *x, int from, int to) {
    double sum = 0.0;
    for (int i = from; i < to; ++i) {
        sum += (double)x[i] * (double)x[i];
    }
    return sqrt(sum / (to - from));
}

static double db(double ratio) {
    return 20.0 * log10(ratio);
}

/// Largest |a - factor b| over the largest |b|.
static double unlike(const float *a, const float *b, double factor, int from) {
    double most = 0.0, peak = 0.0;
    for (int i = from; i < FRAMES; ++i) {
        most = fmax(most, fabs((double)a[i] - factor * (double)b[i]));
        peak = fmax(peak, fabs((double)b[i]));
    }
    check(peak > 1e-3, "it sounds: %g", peak);
    return most / peak;
}

static Sound plain, both, now;

/// On a bass each sample of the note has the factor from the first on, and another note none.
static void check_volume(void) {
    static const double factors[] = {0.5, 0.0, 1.0, 2.0, 4.0, 9.0, -3.0, HUGE_VAL};
    Act act[] = {{300, ON, 1, KEY, 0.5},
                 {300, CLAP_EXPRESSION_VOLUME, 1, KEY, 0.5},
                 {300, ON, 2, OTHER, 0.5}};
    const Act quiet[] = {act[0], act[2]};
    play(BASS, &act[0], 1, 256, &plain);
    play(BASS, quiet, 2, 256, &both);
    check_below(unlike(both.left, plain.left, 1.0, 0), 2.0, "two notes");
    for (size_t i = 0; i < sizeof(factors) / sizeof(factors[0]); ++i) {
        const double factor = fmin(fmax(factors[i], 0.0), 4.0);
        act[1].value = factors[i];
        play(BASS, act, 2, 256, &now);
        check_below(unlike(now.left, plain.left, factor, 0), 1e-6, "volume %g: left", factors[i]);
        check_below(unlike(now.right, plain.right, factor, 0), 1e-6, "volume %g: right",
                    factors[i]);
        play(BASS, act, 3, 256, &now);
        for (int k = 0; k < FRAMES; ++k) {
            now.left[k] = both.left[k] - now.left[k];
        }
        check_below(unlike(now.left, plain.left, 1.0 - factor, 0), 1e-6,
                    "volume %g beside another: what is gone", factors[i]);
    }
    // At any later frame it acts within two points of the control grid, less the latency
    for (uint32_t frame = 3000; frame < 3032; frame += 3) {
        act[1].frame = frame;
        act[1].value = 0.5;
        play(BASS, act, 2, 256, &now);
        check(!memcmp(now.left, plain.left, sizeof(float) * frame), "not before");
        check_below(unlike(now.left, plain.left, 0.5, (int)frame + 64), 1e-6, "from %d on",
                    (int)frame);
    }
    // It multiplies the channel's
    Act pedal[] = {{0, VOLUME_PEDAL, 0, 0, 64}, act[0], {300, CLAP_EXPRESSION_VOLUME, 1, KEY, 0.5}};
    play(BASS, pedal, 2, 256, &plain);
    play(BASS, pedal, 3, 256, &now);
    check_below(unlike(now.left, plain.left, 0.5, 0), 1e-6, "half of the channel's");
}

/// A sitar's body has the volume of each string's part; strings that ring along keep theirs.
static void check_body(void) {
    Act act[] = {{300, ON, 1, OTHER, 0.5}, {300, CLAP_EXPRESSION_VOLUME, 1, OTHER, 0.5}};
    play(SITAR, act, 1, 256, &plain);
    play(SITAR, act, 2, 256, &now);
    const double attack = db(rms(now.left, 300, 1500) / rms(plain.left, 300, 1500));
    const double later = db(rms(now.left, 1500, FRAMES) / rms(plain.left, 1500, FRAMES));
    act[1].value = 0.0;
    play(SITAR, act, 2, 256, &now);
    const double rest = db(rms(now.left, 300, 1500) / rms(plain.left, 300, 1500));
    printf("sitar: volume 0.5 %.3f dB in the attack, %.3f dB later; 0 leaves %.1f dB, then %.1f\n",
           attack, later, rest, db(rms(now.left, 1500, FRAMES) / rms(plain.left, 1500, FRAMES)));
    check_below(fabs(attack - db(0.5)), 0.1, "sitar: attack [dB]");
    check_below(fabs(later - db(0.5)), 0.1, "sitar: later [dB]");
    check(rest < -25.0, "sitar: %.1f dB but for strings that ring along", rest);
}

static void check_pan(void) {
    static const double pans[] = {0.0, 0.2, 0.5, 0.8, 1.0, 7.0};
    Act act[] = {{300, ON, 1, KEY, 0.5}, {300, CLAP_EXPRESSION_PAN, 1, KEY, 0.5}};
    play(BASS, act, 1, 256, &plain);
    for (size_t i = 0; i < sizeof(pans) / sizeof(pans[0]); ++i) {
        const double angle = 0.5 * 3.14159265358979323846 * fmin(pans[i], 1.0);
        act[1].value = pans[i];
        play(BASS, act, 2, 256, &now);
        check_below(unlike(now.left, plain.left, sqrt(2.0) * cos(angle), 0), 1e-6, "pan %g: left",
                    pans[i]);
        check_below(unlike(now.right, plain.right, sqrt(2.0) * sin(angle), 0), 1e-6,
                    "pan %g: right", pans[i]);
    }
    act[0].key = OTHER;
    act[1].value = 0.1;
    play(SITAR, act, 2, 256, &now);
    const double over = db(rms(now.right, 300, FRAMES) / rms(now.left, 300, FRAMES));
    play(SITAR, act, 1, 256, &plain);
    const double before = db(rms(plain.right, 300, FRAMES) / rms(plain.left, 300, FRAMES));
    check(over - before < -10.0, "sitar at 0.1: right over left by %.1f dB", over - before);
}

/// The string's next note has none, and sounds as if there had been none: only the output changed.
static void check_next(void) {
    const Act act[] = {{300, ON, 1, KEY, 0.5},
                       {300, CLAP_EXPRESSION_VOLUME, 1, KEY, 0.1},
                       {300, CLAP_EXPRESSION_PAN, 1, KEY, 0.0},
                       {3000, OFF, 1, KEY, 0.0},
                       {4811, ON, 2, KEY, 0.7}};
    const Act bare[] = {act[0], act[3], act[4]};
    play(BASS, bare, 3, 256, &plain);
    play(BASS, act, 5, 256, &now);
    check_below(unlike(now.right, plain.right, 1.0, 4811 + 64), 1e-6, "the next note has none");
    // Both notes are held on one string: the last one has the say, then none
    const Act two[] = {{300, ON, 1, KEY, 0.5},
                       {2400, ON, 2, KEY, 0.6},
                       {2400, CLAP_EXPRESSION_VOLUME, 2, KEY, 0.25},
                       {2500, CLAP_EXPRESSION_VOLUME, 1, KEY, 3.0}};
    play(BASS, two, 2, 256, &plain);
    play(BASS, two, 4, 256, &now);
    check_below(unlike(now.left, plain.left, 0.25, 2400 + 64), 1e-6, "the last note's acts");
}

/// The largest step from sample to sample, as the volume goes up and down at once, is as small as
/// in a sound that is as loud all the time.
static void check_clicks(void) {
    Act act[] = {{0, ON, 1, KEY, 0.5},
                 {4000, CLAP_EXPRESSION_VOLUME, 1, KEY, 0.0},
                 {5000, CLAP_EXPRESSION_VOLUME, 1, KEY, 1.0},
                 {6000, CLAP_EXPRESSION_PAN, 1, KEY, 0.0},
                 {7000, CLAP_EXPRESSION_PAN, 1, KEY, 1.0}};
    play(BASS, act, 1, 256, &plain);
    play(BASS, act, 5, 256, &now);
    double most = 0.0, usual = 0.0;
    for (int i = 3900; i < FRAMES; ++i) {
        most = fmax(most, fabs((double)(now.left[i] - now.left[i - 1])));
        usual = fmax(usual, sqrt(2.0) * fabs((double)(plain.left[i] - plain.left[i - 1])));
    }
    check_below(most / usual, 1.5, "largest step");
}

/// All of a vibrato is the modulation wheel up; it adds to the wheel, up to that.
static void check_vibrato(void) {
    Act act[] = {{300, ON, 1, OTHER, 0.5}, {320, WHEEL, 0, 0, 127}};
    play(SITAR, act, 2, 256, &plain);
    act[1] = (Act){320, CLAP_EXPRESSION_VIBRATO, 1, OTHER, 1.0};
    play(SITAR, act, 2, 256, &now);
    check(!memcmp(&now, &plain, sizeof(now)), "vibrato 1 is the wheel at 127");
    act[1].value = 5.0;
    play(SITAR, act, 2, 256, &now);
    check(!memcmp(&now, &plain, sizeof(now)), "and so is more");
    act[1].value = 0.0;
    play(SITAR, act, 2, 256, &now);
    play(SITAR, act, 1, 256, &plain);
    check(!memcmp(&now, &plain, sizeof(now)), "vibrato 0 is none");
}

/// What means nothing changes nothing, bit for bit: so do neutral values.
static void check_ignored(void) {
    static const int instruments[] = {SITAR, BASS};
    for (int i = 0; i < 2; ++i) {
        const Act act[] = {{0, ON, 1, OTHER, 0.5},
                           {10, CLAP_EXPRESSION_VOLUME, 1, OTHER, (double)NAN},
                           {10, CLAP_EXPRESSION_PAN, 1, OTHER, (double)NAN},
                           {10, CLAP_EXPRESSION_VIBRATO, 1, OTHER, (double)NAN},
                           {11, CLAP_EXPRESSION_VOLUME, 7, OTHER, 0.3},
                           {12, CLAP_EXPRESSION_VOLUME, -1, KEY, 0.3},
                           {13, CLAP_EXPRESSION_PAN, -1, 127, 0.3},
                           {14, CLAP_EXPRESSION_EXPRESSION, 1, OTHER, 0.3},
                           {15, -5, 1, OTHER, 0.3},
                           {16, CLAP_EXPRESSION_VOLUME, 1, OTHER, 1.0},
                           {17, CLAP_EXPRESSION_PAN, 1, OTHER, 0.5},
                           {4800, CLAP_EXPRESSION_VOLUME, -1, -1, 1.0}};
        play(instruments[i], act, 1, 256, &plain);
        play(instruments[i], act, sizeof(act) / sizeof(act[0]), 256, &now);
        check(!memcmp(&now, &plain, sizeof(now)), "instrument %d: the same bits", instruments[i]);
    }
}

/// Wild events at random: the same bits in any blocks, and numbers.
static void check_blocks(int instrument) {
    enum { ACTS = 160 };
    static const uint32_t blocks[] = {1, 7, 32, 37, 256, 1000, 4096};
    static const double strange[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1e300, -1e-310};
    static const int notes[] = {ON, ON, OFF, CHOKE, VOLUME_PEDAL};
    Act act[ACTS];
    uint64_t seed = 54;
    uint32_t frame = 0;
    for (int i = 0; i < ACTS; ++i) {
        const uint64_t r = fixture_random(&seed);
        frame += r % 4 == 0 ? 0 : (uint32_t)((r >> 4 & 63) + (r >> 10) % 90);
        act[i] = (Act){frame, (int)(r >> 20 & 3) ? (int)((r >> 24) % 7) : notes[(r >> 24) % 5],
                       (int)(r >> 32 & 3) - 1, 36 + 7 * (int)((r >> 40) % 5),
                       r >> 48 & 7 ? fixture_uniform(&seed, 0.0, 1.0) : strange[(r >> 52) % 5]};
        if (act[i].kind >= ON) {
            act[i].id = act[i].id < 0 ? 0 : act[i].id;
            act[i].value = act[i].kind == VOLUME_PEDAL ? (double)(r >> 52 & 127) : 0.5;
        } else if (r >> 56 & 1) {
            act[i].id = -1;
            act[i].key = r >> 57 & 1 ? -1 : act[i].key;
        }
    }
    play(instrument, act, ACTS, blocks[0], &plain);
    check(frame < FRAMES + 8000, "most are played");
    double peak = 0.0;
    bool finite = true;
    for (int i = 0; i < FRAMES; ++i) {
        peak = fmax(peak, fabs((double)plain.left[i]));
        finite &= plain.left[i] - plain.left[i] == 0.0f && plain.right[i] - plain.right[i] == 0.0f;
    }
    check(finite && peak > 1e-3 && peak < 4.0, "numbers, up to %g", peak);
    for (size_t i = 1; i < sizeof(blocks) / sizeof(blocks[0]); ++i) {
        play(instrument, act, ACTS, blocks[i], &now);
        check(!memcmp(&now, &plain, sizeof(now)), "instrument %d: the same in blocks of %d",
              instrument, (int)blocks[i]);
    }
}

/// Orders that make no sense: expressions by flush(), while inactive too, and of a note that ended.
static void check_hostile(void) {
    ClapHost *h = with_instrument(BASS);
    const Act wild[] = {{0, CLAP_EXPRESSION_VOLUME, 1, KEY, 3.0},
                        {0, CLAP_EXPRESSION_PAN, -1, -1, 1.0},
                        {0, CLAP_EXPRESSION_VIBRATO, -1, KEY, 1.0}};
    for (int i = 0; i < 3; ++i) {
        send(h, 0, &wild[i]);
    }
    clap_host_flush(h);
    clap_host_stop(h);
    for (int i = 0; i < 3; ++i) {
        send(h, 0, &wild[i]);
    }
    clap_host_flush(h);
    clap_host_start(h, RATE);
    clap_host_run(h, 256);
    check(clap_host_peak(h, 256) == 0.0, "silent");
    clap_host_done(h);
    // The note has ended, while its string still carries a little
    for (int i = 0; i < 2; ++i) {
        int ends = 0;
        h = with_instrument(BASS);
        clap_host_note(h, 0, CLAP_EVENT_NOTE_ON, 1, 0, KEY, 0.5);
        clap_host_note(h, 1, CLAP_EVENT_NOTE_OFF, 1, -1, -1, 0.0);
        for (int block = 0; block < 4000 && ends == 0; ++block) {
            clap_host_run(h, 256);
            ends += clap_host_count(h, CLAP_EVENT_NOTE_END, 1);
        }
        check(ends == 1, "it has ended");
        if (i == 1) {
            send(h, 0, &wild[0]);
        }
        clap_host_run(h, FRAMES);
        memcpy(i == 0 ? plain.left : now.left, h->left, sizeof(plain.left));
        check(clap_host_peak(h, FRAMES) > 0.0, "but is not silent");
        clap_host_done(h);
    }
    check(!memcmp(now.left, plain.left, sizeof(plain.left)), "by its number: nothing");
    // The next note is plain
    const Act act = {300, ON, 1, KEY, 0.5};
    play(BASS, &act, 1, 256, &plain);
    h = with_instrument(BASS);
    send(h, 0, &wild[0]);
    clap_host_flush(h);
    send(h, 300, &act);
    clap_host_run(h, FRAMES);
    check(!memcmp(h->left, plain.left, sizeof(plain.left)), "before its note: nothing");
    clap_host_done(h);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        return 2;
    }
    library = argv[1];
    check_volume();
    check_body();
    check_pan();
    check_next();
    check_clicks();
    check_vibrato();
    check_ignored();
    check_blocks(SITAR);
    check_blocks(BASS);
    check_hostile();
    return check_result();
}
