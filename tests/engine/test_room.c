// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The room (engine/room.h), by itself:
//
//   decay     reverberation time in octave bands, from the decay of the energy that is still to
//   come
//             (Schroeder 1965): 0.13 s for each metre, half of it at 4 kHz
//   level     at 100 % white noise sounds as loud by the room as by itself
//   flutter   no echo comes back again and again: autocorrelation of the tail
//   width     left and right are not alike; in mono nothing is lost but 3 dB; at 0 both are equal
//   energy    the lines never hold more than 1.1 times what went in, however size and level move
//   end       the tail ends at exactly 0; what is no number does not stay
//   silence      it falls silent at once, without a click, and sounds again
//   blocks    same bits whatever the number of frames in a call

#include "base/pi.h"
#include "base/random.h"
#include "engine/room.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TICK = 32, LONGEST = 6 * 48000 };

static JwRoom room;
static float left[LONGEST], right[LONGEST];
static double param[JW_N_PARAMS];
static float *const no_part[2] = {NULL, NULL};

static void begin(double level, double size_m, double width, double rate_hz) {
    jw_room_release(&room);
    jw_params_default(param);
    param[JW_P_ROOM] = level;
    param[JW_P_ROOM_SIZE] = size_m;
    param[JW_P_ROOM_WIDTH] = width;
    if (check(jw_room_init(&room, rate_hz), "memory")) {
        jw_room_rest(&room, param);
    }
    memset(left, 0, sizeof(left));
    memset(right, 0, sizeof(right));
}

/// Runs n frames of left and right, in place.
static void run(int n) {
    for (int i = 0; i < n; i += TICK) {
        jw_room_tick(&room, param, TICK);
        jw_room_run(&room, left + i, right + i, no_part, (uint32_t)(n - i < TICK ? n - i : TICK));
    }
}

/// Lets an octave of n samples pass; in may be out.
static void octave(const double *in, double *out, int n, double hz, double rate_hz) {
    const double w = 2.0 * JW_PI * hz / rate_hz, alpha = sin(w) / (2.0 * 1.414);
    double x1 = 0.0, x2 = 0.0, y1 = 0.0, y2 = 0.0;
    for (int i = 0; i < n; ++i) {
        const double x = in[i];
        const double y =
            (alpha * x - alpha * x2 + 2.0 * cos(w) * y1 - (1.0 - alpha) * y2) / (1.0 + alpha);
        x2 = x1;
        x1 = x;
        y2 = y1;
        y1 = y;
        out[i] = y;
    }
}

/// Reverberation time [s] in an octave: three times that from -5 to -25 dB.
static double t60_s(const float *sound, int n, double hz, double rate_hz) {
    static double band[LONGEST];
    for (int i = 0; i < n; ++i) {
        band[i] = (double)sound[i];
    }
    for (int pass = 0; pass < 3; ++pass) {
        octave(band, band, n, hz, rate_hz);
    }
    for (int i = n - 2; i >= 0; --i) {
        band[i] = band[i] * band[i] + (i == n - 2 ? 0.0 : band[i + 1]);
    }
    band[n - 1] = 0.0;
    int from = 0, to = 0;
    while (band[from] > band[0] * pow(10.0, -0.5)) {
        ++from;
    }
    while (band[to] > band[0] * pow(10.0, -2.5)) {
        ++to;
    }
    return 3.0 * (to - from) / rate_hz;
}

static void check_decay(double size_m, double rate_hz) {
    const int n = (int)fmin(LONGEST, rate_hz * (0.3 + 1.2 * JW_ROOM_T60_S_M * size_m));
    const double wanted = JW_ROOM_T60_S_M * size_m;
    begin(100.0, size_m, 100.0, rate_hz);
    left[0] = right[0] = 1.0F;
    run(n);
    left[0] = right[0] = 0.0F;
    for (double hz = 250.0; hz < 1500.0; hz *= 2.0) {
        check_between(t60_s(left, n, hz, rate_hz) / wanted, 0.9, 1.1,
                      "%g m at %g Hz: reverberation time at %g Hz over %.2f s", size_m, rate_hz, hz,
                      wanted);
    }
    check_between(t60_s(left, n, 4000.0, rate_hz) / wanted, 0.4, 0.6, "%g m: at 4 kHz", size_m);
}

static double power(const float *x, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        sum += (double)x[i] * (double)x[i];
    }
    return sum / n;
}

static double db(double ratio) {
    return 10.0 * log10(ratio);
}

/// Fills n frames of both sides with noise that is not alike, times a gain.
static void noise(int n, float gain) {
    for (int i = 0; i < n; ++i) {
        left[i] = gain * (float)(2.0 * jw_random(1, (uint64_t)i, 0) - 1.0);
        right[i] = gain * (float)(2.0 * jw_random(1, (uint64_t)i, 1) - 1.0);
    }
}

static void check_level(double size_m) {
    enum { N = 4 * 48000, FROM = 2 * 48000 };
    static float dry[2][N];
    begin(100.0, size_m, 100.0, 48000.0);
    noise(N, 0.1F);
    memcpy(dry[0], left, sizeof(dry[0]));
    memcpy(dry[1], right, sizeof(dry[1]));
    run(N);
    for (int i = 0; i < N; ++i) {
        left[i] -= dry[0][i];
        right[i] -= dry[1][i];
    }
    const double wet = power(left + FROM, N - FROM) + power(right + FROM, N - FROM);
    check_between(db(wet / (power(dry[0], N) + power(dry[1], N))), -1.0, 1.0,
                  "%g m: noise by the room, over itself [dB]", size_m);
}

/// Largest autocorrelation of the tail at lags from 5 ms to a quarter of the reverberation time,
/// with its decay taken out.
static void check_flutter(double size_m) {
    enum { RATE = 48000 };
    const double t60 = JW_ROOM_T60_S_M * size_m;
    const int from = (int)(0.1 * t60 * RATE), n = (int)(0.5 * t60 * RATE), lags = n / 2;
    begin(100.0, size_m, 100.0, RATE);
    left[0] = right[0] = 1.0F;
    run(from + n + lags);
    for (int i = 0; i < n + lags; ++i) {
        left[from + i] *= (float)pow(10.0, 3.0 * i / (RATE * t60));
    }
    double most = 0.0;
    int at = 0;
    for (int lag = RATE / 200; lag < lags; ++lag) {
        double sum = 0.0, own = 0.0, later = 0.0;
        for (int i = 0; i < n; ++i) {
            const double x = (double)left[from + i], y = (double)left[from + i + lag];
            sum += x * y;
            own += x * x;
            later += y * y;
        }
        const double alike = fabs(sum) / sqrt(own * later);
        at = alike > most ? lag : at;
        most = fmax(most, alike);
    }
    check_below(most, 0.3, "%g m: autocorrelation of the tail (lag %.1f ms)", size_m,
                1e3 * at / RATE);
}

static void check_width(void) {
    enum { N = 48000 };
    double sides = 0.0, both = 0.0, alike = 0.0, differ = 0.0;
    begin(100.0, 6.0, 100.0, 48000.0);
    left[0] = right[0] = 1.0F;
    run(N);
    left[0] = right[0] = 0.0F;
    for (int i = 0; i < N; ++i) {
        const double l = (double)left[i], r = (double)right[i];
        sides += 0.5 * (l * l + r * r);
        both += 0.25 * (l + r) * (l + r);
        alike += l * r;
    }
    check_between(alike / sides, -0.25, 0.25, "correlation of left and right");
    check_between(db(both / sides), -4.0, -2.0, "in mono, over the sides [dB]");
    begin(100.0, 6.0, 0.0, 48000.0);
    left[0] = 1.0F;
    run(N);
    for (int i = 1; i < N; ++i) {
        differ = fmax(differ, fabs((double)left[i] - (double)right[i]));
    }
    check_below(differ, 0.0, "width 0: left from right");
}

/// Energy of what the lines hold: of each the frames that it has still to give.
static double energy_in_lines(void) {
    double sum = 0.0;
    for (int line = 0; line < JW_ROOM_LINES; ++line) {
        const uint32_t held = room.from[line] > room.to[line] ? room.from[line] : room.to[line];
        for (uint32_t i = 1; i <= held; ++i) {
            const uint32_t place = (room.place - i) & (room.frames - 1);
            const double x = (double)room.ring[JW_ROOM_LINES * place + (uint32_t)line];
            sum += x * x;
        }
    }
    return sum;
}

/// Size, level and width are moved in every tick while a tail sounds.
static void check_energy(void) {
    enum { N = 3 * 48000 };
    double most = 0.0, end = 0.0;
    begin(100.0, 11.0, 100.0, 48000.0);
    left[0] = right[0] = 1.0F;
    for (int i = 0; i < N; i += TICK) {
        param[JW_P_ROOM_SIZE] = i / 4800 % 2 ? 20.0 : 3.0 + 8.0 * jw_random(2, (uint64_t)i, 0);
        param[JW_P_ROOM] = 1.0 + 99.0 * jw_random(3, (uint64_t)i, 0);
        param[JW_P_ROOM_WIDTH] = 100.0 * jw_random(4, (uint64_t)i, 0);
        jw_room_tick(&room, param, TICK);
        jw_room_run(&room, left + i, right + i, no_part, TICK);
        end = energy_in_lines();
        most = fmax(most, end);
    }
    // Two sides with an energy of 1 each went in.
    check_below(most / 2.0, 1.1, "largest energy in the lines, over what went in");
    check_below(end / 2.0, 1e-5, "energy left after 3 s");
}

static void check_end(void) {
    enum { N = LONGEST };
    begin(100.0, 4.0, 100.0, 48000.0);
    check(jw_room_is_still(&room), "a new room is still");
    left[0] = right[0] = 1.0F;
    left[5] = NAN;
    right[9] = INFINITY;
    run(N);
    bool numbers = true;
    for (int i = 10; i < N; ++i) {
        numbers = numbers && isfinite(left[i]) && isfinite(right[i]);
    }
    check(numbers, "what is no number does not stay");
    check(jw_room_is_still(&room), "the tail has ended");
    check(left[N - 1] == 0.0F && right[N - 1] == 0.0F, "at exactly 0");
    bool empty = true;
    for (uint32_t i = 0; i < JW_ROOM_LINES * room.frames; ++i) {
        empty = empty && room.ring[i] == 0.0F;
    }
    check(empty, "the lines are empty");
    // Without a room samples stay as they are.
    begin(0.0, 4.0, 100.0, 48000.0);
    noise(4800, 0.5F);
    float first[4800];
    memcpy(first, left, sizeof(first));
    run(4800);
    check(!memcmp(first, left, sizeof(first)), "at 0 samples stay as they are");
    // What goes off ends, too, and lets nothing more in.
    begin(100.0, 4.0, 100.0, 48000.0);
    noise(48000, 0.5F);
    run(4800);
    param[JW_P_ROOM] = 0.0;
    memset(left, 0, sizeof(left));
    memset(right, 0, sizeof(right));
    noise(N, 0.5F);
    run(N);
    check(jw_room_is_still(&room), "switched off, it falls silent under sound");
}

static void check_silence(void) {
    enum { N = 19200, AT = 4800, SILENT = AT + 4800, LATER = SILENT + 2048 };
    double before = 0.0, step = 0.0, after = 0.0, again = 0.0;
    begin(100.0, 6.0, 100.0, 48000.0);
    // A tone of 200 Hz sounds until the room is silenced.
    for (int i = 0; i < AT; ++i) {
        left[i] = right[i] = (float)sin(2.0 * JW_PI * 200.0 * i / 48000.0);
    }
    run(AT);
    jw_room_silence(&room);
    for (int i = AT; i < N; i += TICK) {
        if (i == LATER) {
            left[i] = 1.0F;
        }
        jw_room_tick(&room, param, TICK);
        jw_room_run(&room, left + i, right + i, no_part, TICK);
    }
    for (int i = 1; i < N; ++i) {
        const double x = fabs((double)right[i]), d = fabs((double)right[i] - (double)right[i - 1]);
        before = fmax(before, i < AT ? d : 0.0);
        step = fmax(step, i > AT && i <= SILENT ? d : 0.0);
        after = fmax(after, i >= SILENT && i < LATER ? x : 0.0);
        again = fmax(again, i > LATER ? x : 0.0);
    }
    check_below(step / before, 1.0, "step of a sample while it falls silent, over those before");
    check_below(after, 0.0, "what is heard after 0.1 s");
    check_between(again, 0.01, 1.0, "peak of what sounds after that");
}

static void check_blocks(void) {
    enum { N = 9600 };
    static float whole[2][N];
    static const int sizes[] = {1, 5, 32, 13, 27};
    for (int pass = 0; pass < 2; ++pass) {
        begin(80.0, 3.0, 70.0, 48000.0);
        noise(N, 0.3F);
        for (int i = 0; i < N; i += TICK) {
            param[JW_P_ROOM_SIZE] = 3.0 + i % 960 / 100.0;
            jw_room_tick(&room, param, TICK);
            for (int done = 0, k = i; done < TICK; ++k) {
                const int most = pass ? sizes[k % 5] : TICK,
                          n = most < TICK - done ? most : TICK - done;
                jw_room_run(&room, left + i + done, right + i + done, no_part, (uint32_t)n);
                done += n;
            }
        }
        if (pass == 0) {
            memcpy(whole[0], left, sizeof(whole[0]));
            memcpy(whole[1], right, sizeof(whole[1]));
        }
    }
    check(!memcmp(whole[0], left, sizeof(whole[0])) && !memcmp(whole[1], right, sizeof(whole[1])),
          "the same bits whatever the number of frames in a call");
}

int main(void) {
    static const double size_m[] = {3.0, 6.0, 12.0, 20.0};
    for (int i = 0; i < 4; ++i) {
        check_decay(size_m[i], 48000.0);
        check_level(size_m[i]);
    }
    check_decay(6.0, 44100.0);
    check_decay(6.0, 96000.0);
    check_flutter(3.0);
    check_flutter(6.0);
    check_flutter(12.0);
    check_width();
    check_energy();
    check_end();
    check_silence();
    check_blocks();
    jw_room_release(&room);
    return check_result();
}
