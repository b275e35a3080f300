// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "engine/room.h"

#include "base/aligned.h"
#include "base/elementary.h"
#include "base/pi.h"

#include <math.h>
#include <string.h>

/// Delays of the lines, over the size [s/m]: from 1.05 to 2.4 times the mean time between two walls
/// of a cube. They, and the order and signs in which lines are mixed, are the best of some thousand
/// random ones: echoes of the lines meet least (autocorrelation of the tail).
static const double delay_s_m[JW_ROOM_LINES] = {2.05e-3, 2.21e-3, 2.54e-3, 2.91e-3,
                                                3.52e-3, 3.71e-3, 4.49e-3, 4.75e-3};
static const int order[JW_ROOM_LINES] = {7, 4, 3, 2, 0, 6, 5, 1};
static const float order_sign[JW_ROOM_LINES] = {1, -1, -1, -1, -1, -1, -1, 1};

/// Places at which the first reflections are read, as parts of a line's delay: two of the lines
/// that the left side feeds, and two of those of the right.
enum { EARLY = 4 };

static const struct {
    int line;
    float part, gain;
} early[EARLY] = {{0, 0.58F, 0.5F}, {1, 0.53F, 0.5F}, {4, 0.46F, 0.4F}, {5, 0.49F, 0.4F}};

/// Frequency at which the reverberation time is half of that at low frequencies [Hz].
static const double half_hz = 4000.0;

/// Part of the losses below 1 kHz that is the low-pass's.
static const double low_pass_part = 0.06;

/// Signs with which the lines are heard left and right: orthogonal, so that the sides' sounds are
/// not alike.
static const float sign[2][JW_ROOM_LINES] = {{1, 1, -1, -1, 1, 1, -1, -1},
                                             {1, -1, -1, 1, 1, -1, -1, 1}};

/// Gain of the lines' sum at LEVEL 100 %: white noise then sounds as loud by the room as by itself.
static const double all_gain = 0.88;

/// Time in which the lines move to other delays [s], and the part of it by which a delay moves.
static const double fade_s = 0.08, most_moved = 0.1;

/// Samples are 0 below this (-140 dBFS), so that a tail ends.
static const float inaudible = 1e-7F;

/// Time in which a silenced room falls silent [s]: longer than strings take.
static const double silence_s = 0.1;

/// The lines take no larger sample.
static const float largest = 16.0F;

bool jw_room_init(JwRoom *room, double rate_hz) {
    const double most_m = jw_param_info(JW_P_ROOM_SIZE)->max;
    const double most = delay_s_m[JW_ROOM_LINES - 1] * most_m * rate_hz + 2.0;
    *room = (JwRoom){.rate_hz = rate_hz, .frames = 64};
    while (room->frames < most) {
        room->frames *= 2;
    }
    room->ring = jw_aligned_new(sizeof(*room->ring) * JW_ROOM_LINES * room->frames);
    for (int i = 0; i < JW_ROOM_LINES; ++i) {
        // 60 dB in the reverberation time, at any size; the low-pass takes its part of it.
        const double gain =
            jw_pow(10.0, -3.0 * (1.0 - low_pass_part) * delay_s_m[i] / JW_ROOM_T60_S_M);
        // At half_hz a low-pass (1 - k)/(1 - k/z) has that gain once more: a quadratic in k.
        const double turn = jw_cos(2.0 * JW_PI * fmin(half_hz / rate_hz, 0.5)), h = gain * gain;
        const double a = 1.0 - h, b = 1.0 - h * turn;
        room->loss[i] = (float)gain;
        room->keep[i] = (float)((b - sqrt(b * b - a * a)) / a);
    }
    return room->ring;
}

void jw_room_release(JwRoom *room) {
    jw_aligned_free(room->ring);
    room->ring = NULL;
}

/// Gain of the room's sound from LEVEL.
static JW_REALTIME double gain_of(const double *param) {
    return all_gain * 0.01 * param[JW_P_ROOM];
}

static JW_REALTIME void put_delays(JwRoom *room, uint32_t *delay) {
    for (int i = 0; i < JW_ROOM_LINES; ++i) {
        delay[i] = (uint32_t)(delay_s_m[i] * room->size_m * room->rate_hz + 0.5);
    }
}

JW_REALTIME void jw_room_rest(JwRoom *room, const double *param) {
    memset(room->ring, 0, sizeof(*room->ring) * JW_ROOM_LINES * room->frames);
    memset(room->low, 0, sizeof(room->low));
    room->place = 0;
    room->silencing = 0;
    room->still = room->age = room->frames;
    room->size_m = param[JW_P_ROOM_SIZE];
    put_delays(room, room->from);
    put_delays(room, room->to);
    room->fade = 1.0F;
    room->fade_step = 0.0F;
    room->level = gain_of(param);
    room->width = 0.01 * param[JW_P_ROOM_WIDTH];
    room->level_step = room->width_step = 0.0;
    room->open = room->level > 0.0;
}

/// Lets the delays move on towards the size, unless they are still on their way.
static JW_REALTIME void move_size(JwRoom *room, double size_m) {
    const double most_m = most_moved * fade_s / delay_s_m[JW_ROOM_LINES - 1];
    if (room->fade < 1.0F) {
        return;
    }
    room->fade_step = 0.0F;
    memcpy(room->from, room->to, sizeof(room->from));
    if (size_m != room->size_m) {
        const double by_m = fmin(fmax(size_m - room->size_m, -most_m), most_m);
        room->size_m = fabs(size_m - room->size_m) <= most_m ? size_m : room->size_m + by_m;
        put_delays(room, room->to);
        room->fade = 0.0F;
        room->fade_step = (float)(1.0 / (fade_s * room->rate_hz));
    }
}

JW_REALTIME void jw_room_tick(JwRoom *room, const double *param, uint32_t frames) {
    const double level = gain_of(param), width = 0.01 * param[JW_P_ROOM_WIDTH];
    room->open = level > 0.0;
    if (jw_room_is_still(room)) {
        room->level = level;
        room->width = width;
        room->fade = 1.0F;
    }
    room->level_step = (level - room->level) / frames;
    room->width_step = (width - room->width) / frames;
    move_size(room, param[JW_P_ROOM_SIZE]);
}

JW_REALTIME void jw_room_silence(JwRoom *room) {
    if (!jw_room_is_still(room) && room->silencing == 0) {
        room->silencing = (int)(silence_s * room->rate_hz);
    }
}

JW_REALTIME bool jw_room_is_still(const JwRoom *room) {
    return room->still >= room->frames;
}

/// A sample that the lines can take: a number, and not too large. By its bits, so that no exception
/// is raised.
static JW_INLINE JW_REALTIME float tamed(float x) {
    static const uint32_t size_bits = 0x7FFFFFFF, infinite = 0x7F800000;
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    x = (bits & size_bits) >= infinite ? 0.0F : x;
    return fminf(fmaxf(x, -largest), largest);
}

static JW_INLINE JW_REALTIME float audible(float x) {
    return fabsf(x) < inaudible ? 0.0F : x;
}

/// Mixes eight numbers by an orthogonal matrix: that of Hadamard, with other order and signs.
static JW_INLINE JW_REALTIME void mix_lines(const float *line, float *x) {
    static const float scale = 0.35355339F; // 1/sqrt(8)
    for (int i = 0; i < JW_ROOM_LINES; ++i) {
        x[i] = scale * order_sign[i] * line[order[i]];
    }
    for (int step = 1; step < JW_ROOM_LINES; step *= 2) {
        for (int i = 0; i < JW_ROOM_LINES; ++i) {
            if (!(i & step)) {
                const float a = x[i], b = x[i + step];
                x[i] = a + b;
                x[i + step] = a - b;
            }
        }
    }
}

/// Sample of a line a number of frames ago; 0 if that was before the room was silenced.
static JW_INLINE JW_REALTIME float read_delay(const JwRoom *room, int line, uint32_t delay) {
    const uint32_t place = (room->place - delay) & (room->frames - 1);
    return delay <= room->age ? room->ring[JW_ROOM_LINES * place + (uint32_t)line] : 0.0F;
}

/// Sample of a line at a part of its delay, or on its way from one delay to another.
static JW_INLINE JW_REALTIME float read_at(const JwRoom *room, int line, float part) {
    const float to = read_delay(room, line, (uint32_t)(part * (float)room->to[line]));
    if (room->fade >= 1.0F) {
        return to;
    }
    const float from = read_delay(room, line, (uint32_t)(part * (float)room->from[line]));
    return from + room->fade * (to - from);
}

/// Runs the lines by a frame of the instrument's sound, in; puts that of the room, out.
static JW_REALTIME void run_lines(JwRoom *room, const float in[2], float out[2]) {
    float x[JW_ROOM_LINES];
    bool still = true;
    out[0] = out[1] = 0.0F;
    for (int i = 0; i < JW_ROOM_LINES; ++i) {
        const float y = room->loss[i] * read_at(room, i, 1.0F);
        room->low[i] = audible(y + room->keep[i] * (room->low[i] - y));
        out[0] += sign[0][i] * room->low[i];
        out[1] += sign[1][i] * room->low[i];
    }
    for (int i = 0; i < EARLY; ++i) {
        out[i & 1] += early[i].gain * read_at(room, early[i].line, early[i].part);
    }
    mix_lines(room->low, x);
    float *line = &room->ring[JW_ROOM_LINES * room->place];
    for (int i = 0; i < JW_ROOM_LINES; ++i) {
        // Lines of the left side and of the right take turns.
        line[i] = audible(x[i] + 0.5F * in[i & 1]);
        still &= line[i] == 0.0F && room->low[i] == 0.0F;
    }
    room->place = (room->place + 1) & (room->frames - 1);
    room->age += room->age < room->frames;
    room->still = still ? room->still + (room->still < room->frames) : 0;
}

/// Gain of a room that is being silenced in the next frame; at the end its contents count as 0.
static JW_REALTIME float silenced(JwRoom *room) {
    if (room->silencing == 0) {
        return 1.0F;
    }
    const float gain = (float)--room->silencing / (float)(silence_s * room->rate_hz);
    if (room->silencing == 0) {
        memset(room->low, 0, sizeof(room->low));
        room->age = 0;
    }
    return gain;
}

JW_REALTIME bool jw_room_run(JwRoom *room, float *left, float *right, float *const part[2],
                             uint32_t n) {
    bool silent = true;
    for (uint32_t i = 0; i < n; ++i) {
        const bool open = room->open && room->silencing == 0;
        const float in[2] = {open ? audible(tamed(left[i])) : 0.0F,
                             open ? audible(tamed(right[i])) : 0.0F};
        room->level += room->level_step;
        room->width += room->width_step;
        room->fade += room->fade_step;
        if (jw_room_is_still(room) && in[0] == 0.0F && in[1] == 0.0F) {
            continue;
        }
        float out[2];
        run_lines(room, in, out);
        const float level = silenced(room) * (float)room->level,
                    side = (float)room->width * (out[0] - out[1]);
        const float mid = out[0] + out[1], l = 0.5F * level * (mid + side),
                    r = 0.5F * level * (mid - side);
        left[i] += l;
        right[i] += r;
        if (part[0]) {
            part[0][i] += l;
        }
        if (part[1]) {
            part[1][i] += r;
        }
        silent &= l == 0.0F && r == 0.0F;
    }
    return silent && jw_room_is_still(room);
}
