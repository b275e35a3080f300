// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/drone.h"

#include "base/elementary.h"
#include "base/random.h"

#include <math.h>

/// Standard deviations of a stroke's time and strength at DRONE_HUMAN = 100 %. Estimates.
static const double spread_s = 0.05;
static const double spread_db = 4.0;

/// Largest deviation of a stroke's time, as a part of a count.
static const double spread_counts = 0.4;

/// Difference between the transport's count and the drone's within which the transport has not
/// jumped.
static const double same_place_counts = 0.02;

JW_REALTIME void jw_drone_reset(JwDrone *drone, const JwDronePattern *pattern, double rate_hz) {
    *drone = (JwDrone){.pattern = pattern, .rate_hz = rate_hz};
}

JW_REALTIME void jw_drone_halt(JwDrone *drone) {
    drone->running = false;
    drone->halted = true;
}

JW_REALTIME void jw_drone_resume(JwDrone *drone) {
    drone->halted = false;
}

/********* Pattern *********/

JW_REALTIME double jw_drone_counts(const JwDronePattern *pattern, int place, const double *param) {
    const int last = pattern->n - 1;
    switch (lround(param[JW_P_DRONE_PATTERN])) {
    case 1: // 1-1-1-2
        return place == last ? 2.0 : 1.0;
    case 2: // 2-1-1-2
        return place == last || place == 0 ? 2.0 : 1.0;
    default:
        return pattern->counts[place];
    }
}

static JW_REALTIME double counts_at(const JwDrone *drone, int place, const double *param) {
    return jw_drone_counts(drone->pattern, place, param);
}

/// Finds the first stroke at or after a count; a cycle of the pattern begins at count 0.
static JW_REALTIME void locate(JwDrone *drone, double count, const double *param) {
    const int n = drone->pattern->n;
    double round_counts = 0.0;
    for (int i = 0; i < n; ++i) {
        round_counts += counts_at(drone, i, param);
    }
    const double rounds = floor(count / round_counts);
    drone->next = rounds * round_counts;
    drone->place = 0;
    while (drone->place < n && drone->next < count - 1e-6) {
        drone->next += counts_at(drone, drone->place++, param);
    }
    drone->number = (int64_t)rounds * n + drone->place;
    drone->place %= n;
}

/********* Time *********/

static JW_REALTIME double count_at(const JwDrone *drone, uint64_t frame) {
    return drone->count + (double)(frame - drone->at) * drone->counts_frame;
}

static JW_REALTIME double host_beat_at(const JwDrone *drone, uint64_t frame) {
    return drone->host_beat +
           (double)(frame - drone->host_at) * drone->host_bpm / (60.0 * drone->rate_hz);
}

static JW_REALTIME bool follows(const JwDrone *drone, const double *param) {
    return drone->told && param[JW_P_DRONE_SYNC] > 0.5;
}

static JW_REALTIME void start(JwDrone *drone, uint64_t frame, const double *param) {
    drone->running = true;
    drone->at = drone->earliest = frame;
    drone->count = follows(drone, param) ? host_beat_at(drone, frame) : 0.0;
    locate(drone, drone->count, param);
}

JW_REALTIME void jw_drone_update(JwDrone *drone, uint64_t frame, const double *param) {
    const bool on = param[JW_P_DRONE] > 0.5 && drone->pattern->n > 0;
    const double bpm = follows(drone, param) ? drone->host_bpm : param[JW_P_DRONE_TEMPO];
    const double counts_frame = bpm / (60.0 * drone->rate_hz);
    drone->halted &= on;
    if (!on || drone->halted || !(counts_frame > 0.0)) {
        drone->running = false;
        return;
    }
    if (!drone->running) {
        start(drone, frame, param);
    } else if (counts_frame != drone->counts_frame) {
        drone->count = count_at(drone, frame);
        drone->at = frame;
    }
    drone->counts_frame = counts_frame;
}

JW_REALTIME void jw_drone_transport(JwDrone *drone, uint64_t frame, double bpm, double beat,
                                    const double *param) {
    const bool stood = !(drone->host_bpm > 0.0);
    drone->told = true;
    drone->host_bpm = isfinite(bpm) && bpm > 1e-3 && bpm < 1e4 ? bpm : 0.0;
    drone->host_at = frame;
    drone->host_beat = isfinite(beat) && fabs(beat) < 1e9 ? beat : 0.0;
    if (stood && drone->host_bpm > 0.0) {
        jw_drone_resume(drone);
    }
    const bool moved = fabs(count_at(drone, frame) - drone->host_beat) > same_place_counts;
    if (drone->running && follows(drone, param) && moved) {
        start(drone, frame, param);
    }
    jw_drone_update(drone, frame, param);
}

/********* Strokes *********/

/// Random number of standard deviation 1 within +-sqrt(12), from four uniform numbers; 0 if
/// DRONE_HUMAN is 0.
static JW_REALTIME double chance(const JwDrone *drone, const double *param, int which) {
    const uint64_t seed = (uint64_t)lround(param[JW_P_DRONE_SEED]);
    double sum = -2.0;
    if (seed == 0) {
        return 0.0;
    }
    for (int i = 0; i < 4; ++i) {
        sum += jw_random(seed, (uint64_t)drone->number, 4 * which + i);
    }
    return sum * sqrt(3.0) * 0.01 * param[JW_P_DRONE_HUMAN];
}

JW_REALTIME uint64_t jw_drone_due(const JwDrone *drone, const double *param) {
    if (!drone->running) {
        return UINT64_MAX;
    }
    const double late = chance(drone, param, 0) * spread_s * drone->rate_hz * drone->counts_frame;
    const double count = drone->next + fmin(fmax(late, -spread_counts), spread_counts);
    const double frames = fmin(round((count - drone->count) / drone->counts_frame), 0x1p62);
    const uint64_t due = drone->at + (frames > 0.0 ? (uint64_t)frames : 0);
    return due > drone->earliest ? due : drone->earliest;
}

JW_REALTIME bool jw_drone_next(JwDrone *drone, uint64_t frame, const double *param,
                               JwDroneStroke *stroke) {
    const uint64_t due = jw_drone_due(drone, param);
    if (due > frame) {
        return false;
    }
    const double strength = 0.01 * param[JW_P_DRONE_STRENGTH] *
                            jw_pow(10.0, chance(drone, param, 1) * spread_db / 20.0);
    stroke->string = drone->pattern->string[drone->place];
    stroke->velocity = fmin(strength, 1.0);
    drone->next += counts_at(drone, drone->place, param);
    drone->place = (drone->place + 1) % drone->pattern->n;
    ++drone->number;
    drone->earliest = frame;
    return true;
}

JW_REALTIME void jw_drone_tell(const JwDrone *drone, uint64_t frame, const double *param,
                               JwDronePlace *place) {
    double round_counts = 0.0;
    *place = (JwDronePlace){.runs = false};
    for (int i = 0; drone->pattern && i < drone->pattern->n; ++i) {
        round_counts += counts_at(drone, i, param);
    }
    if (!(round_counts > 0.0)) {
        return;
    }
    const double rounds = drone->running ? fmax(count_at(drone, frame), 0.0) / round_counts : 0.0;
    *place = (JwDronePlace){.runs = drone->running,
                            .round = 1 + (int64_t)rounds,
                            .part = rounds - floor(rounds),
                            .next = drone->place};
}
