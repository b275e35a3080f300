// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "beam_vibro.h"

#include "descent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Steps are so short that the fastest mode turns by at most step_angle: the truncation of the
// series is then below rounding, 0.5^16/16! = 7e-19 in the velocities.
enum { last_power = 16, stride = last_power + 1 };
static const double step_angle = 0.5;

static bool in_range(double value, double min, double max) {
    return value >= min && value <= max; // False for a NaN
}

static bool system_ok(const JwVibroSystem *s) {
    bool ok = s->n_modes >= 1 && in_range(s->drive, 0.0, 1e9) &&
              in_range(s->drive_phase, -1e9, 1e9) && in_range(s->gap, -1e9, 1e9) &&
              in_range(s->restitution, 0.0, 1.0) && in_range(s->epsilon, 1e-12, 1e9);
    double squared = 0.0;
    for (int j = 0; ok && j < s->n_modes; ++j) {
        ok = in_range(s->omega[j], 0.0, 1e9) && in_range(s->damping[j], 0.0, 1e9) &&
             in_range(s->shape[j], -1e9, 1e9) && in_range(s->force[j], -1e12, 1e12);
        squared += s->shape[j] * s->shape[j];
    }
    return ok && squared > 0.0;
}

// Upper bound on every root of the characteristic equation, in flight and in contact (the
// constraint only lowers the roots).
static double fastest_rate(const JwVibroSystem *s) {
    double rate = s->drive;
    for (int j = 0; j < s->n_modes; ++j) {
        rate = fmax(rate, s->omega[j] + s->damping[j]);
    }
    return fmax(rate, 1e-3);
}

static double dot(int n, const double *a, const double *b) {
    double sum = 0.0;
    for (int j = 0; j < n; ++j) {
        sum += a[j] * b[j];
    }
    return sum;
}

JwVibro *jw_vibro_new(const JwVibroSystem *system) {
    if (!system_ok(system)) {
        return NULL;
    }
    const size_t n = (size_t)system->n_modes;
    JwVibro *vibro = calloc(1, sizeof(*vibro));
    double *memory = calloc(n, (2 + stride) * sizeof(double));
    if (!vibro || !memory) {
        free(vibro);
        free(memory);
        return NULL;
    }
    vibro->system = *system;
    vibro->x = memory;
    vibro->v = memory + n;
    vibro->series = memory + 2 * n;
    vibro->rate = fastest_rate(system);
    vibro->shape_squared = dot(system->n_modes, system->shape, system->shape);
    vibro->last_impact = -HUGE_VAL;
    return vibro;
}

void jw_vibro_free(JwVibro *vibro) {
    if (vibro) {
        free(vibro->x);
        free(vibro);
    }
}

double jw_vibro_displacement(const JwVibro *vibro) {
    return dot(vibro->system.n_modes, vibro->system.shape, vibro->x);
}

double jw_vibro_velocity(const JwVibro *vibro) {
    return dot(vibro->system.n_modes, vibro->system.shape, vibro->v);
}

double jw_vibro_energy(const JwVibro *vibro) {
    double sum = 0.0;
    for (int j = 0; j < vibro->system.n_modes; ++j) {
        const double elastic = vibro->system.omega[j] * vibro->x[j];
        sum += 0.5 * (vibro->v[j] * vibro->v[j] + elastic * elastic);
    }
    return sum;
}

// Force that keeps y'' = 0, VSM Eq. (33).
static double constraint_force(const JwVibro *vibro) {
    const JwVibroSystem *s = &vibro->system;
    const double drive = sin(s->drive * vibro->t + s->drive_phase);
    double sum = 0.0;
    for (int j = 0; j < s->n_modes; ++j) {
        sum += s->shape[j] * (s->omega[j] * s->omega[j] * vibro->x[j] +
                              s->damping[j] * vibro->v[j] - s->force[j] * drive);
    }
    return sum / vibro->shape_squared;
}

double jw_vibro_contact_force(const JwVibro *vibro) {
    return vibro->sticking ? constraint_force(vibro) : 0.0;
}

// Coefficients in s = (time - t)/h of sin(w t + phase).
static void drive_series(const JwVibro *vibro, double h, double *drive) {
    const JwVibroSystem *s = &vibro->system;
    const double angle = s->drive * vibro->t + s->drive_phase;
    const double cycle[4] = {sin(angle), cos(angle), -sin(angle), -cos(angle)};
    double factor = 1.0;
    for (int k = 0; k <= last_power; ++k) {
        drive[k] = factor * cycle[k % 4];
        factor *= s->drive * h / (k + 1);
    }
}

// Computes the next coefficients of all modes; `lambda` gets those of the constraint force.
static void extend_series(JwVibro *vibro, double h, int k, double drive, double *lambda) {
    const JwVibroSystem *s = &vibro->system;
    double sum = 0.0;
    for (int j = 0; j < s->n_modes; ++j) {
        const double *a = vibro->series + (size_t)j * stride;
        sum += s->shape[j] * (s->omega[j] * s->omega[j] * a[k] +
                              s->damping[j] * (k + 1) * a[k + 1] / h - s->force[j] * drive);
    }
    *lambda = sum / vibro->shape_squared;
    const double push = vibro->sticking ? *lambda : 0.0;
    for (int j = 0; j < s->n_modes; ++j) {
        double *a = vibro->series + (size_t)j * stride;
        const double elastic = s->omega[j] * s->omega[j] * a[k];
        const double viscous = s->damping[j] * (k + 1) * a[k + 1] / h;
        a[k + 2] = h * h * (s->force[j] * drive + s->shape[j] * push - elastic - viscous) /
                   ((k + 1) * (k + 2));
    }
}

static void prepare_series(JwVibro *vibro, double h, double *lambda) {
    double drive[last_power + 1];
    drive_series(vibro, h, drive);
    for (int j = 0; j < vibro->system.n_modes; ++j) {
        double *a = vibro->series + (size_t)j * stride;
        a[0] = vibro->x[j];
        a[1] = h * vibro->v[j];
    }
    for (int k = 0; k + 2 <= last_power; ++k) {
        extend_series(vibro, h, k, drive[k], &lambda[k]);
    }
}

// Distance to the stop. Coefficients that are known to vanish at the start of a flight are set to
// zero, not left to rounding: the next impact of a chatter may be 1e-9 away, and its whole bounce
// smaller than the rounding error of y.
static void distance_series(const JwVibro *vibro, double *distance) {
    for (int k = 0; k <= last_power; ++k) {
        double sum = k == 0 ? vibro->system.gap : 0.0;
        for (int j = 0; j < vibro->system.n_modes; ++j) {
            sum += vibro->system.shape[j] * vibro->series[(size_t)j * stride + k];
        }
        distance[k] = sum;
    }
    if (vibro->touching) {
        distance[0] = 0.0;
        distance[1] = vibro->at_rest ? 0.0 : fmax(distance[1], 0.0);
        distance[2] = vibro->unloaded ? 0.0 : distance[2];
    }
}

// Puts a sticking state back on the stop: rounding moves it by 1e-17 a step.
static void project(JwVibro *vibro) {
    const JwVibroSystem *s = &vibro->system;
    const double off = (jw_vibro_displacement(vibro) + s->gap) / vibro->shape_squared;
    const double moving = jw_vibro_velocity(vibro) / vibro->shape_squared;
    for (int j = 0; j < s->n_modes; ++j) {
        vibro->x[j] -= off * s->shape[j];
        vibro->v[j] -= moving * s->shape[j];
    }
}

static void take_step(JwVibro *vibro, double h, double s) {
    for (int j = 0; j < vibro->system.n_modes; ++j) {
        const double *a = vibro->series + (size_t)j * stride;
        double x = 0.0;
        double v = 0.0;
        for (int k = last_power; k > 0; --k) {
            x = (x + a[k]) * s;
            v = v * s + k * a[k];
        }
        vibro->x[j] = x + a[0];
        vibro->v[j] = v / h;
    }
    vibro->t += s * h;
    vibro->touching = vibro->at_rest = vibro->unloaded = false;
    if (vibro->sticking) {
        project(vibro);
    }
}

static void begin_flight(JwVibro *vibro, bool at_rest, bool unloaded) {
    vibro->sticking = false;
    vibro->touching = true;
    vibro->at_rest = at_rest;
    vibro->unloaded = unloaded;
}

// Decides whether a beam at rest on the stop is pressed or lifted. If the force is exactly zero,
// its next change decides.
static void rest_or_leave(JwVibro *vibro) {
    project(vibro);
    double lambda[last_power];
    const double h = step_angle / vibro->rate;
    vibro->sticking = true;
    prepare_series(vibro, h, lambda);
    if (lambda[0] < 0.0 || (lambda[0] == 0.0 && lambda[1] < 0.0)) {
        begin_flight(vibro, true, lambda[0] == 0.0);
    }
}

static JwVibroEvent strike(JwVibro *vibro) {
    const JwVibroSystem *s = &vibro->system;
    vibro->entry_velocity = fmin(jw_vibro_velocity(vibro), 0.0);
    const bool rest = s->restitution == 0.0 || vibro->entry_velocity == 0.0 ||
                      vibro->t - vibro->last_impact < s->epsilon;
    const double restitution = rest ? 0.0 : s->restitution;
    vibro->impulse = -(1.0 + restitution) * vibro->entry_velocity / vibro->shape_squared;
    for (int j = 0; j < s->n_modes; ++j) {
        vibro->v[j] += vibro->impulse * s->shape[j];
    }
    vibro->impulse_sum += vibro->impulse;
    vibro->last_impact = vibro->t;
    if (!rest) {
        begin_flight(vibro, false, false);
        return JW_VIBRO_IMPACT;
    }
    rest_or_leave(vibro);
    return vibro->sticking ? JW_VIBRO_STICK : JW_VIBRO_IMPACT;
}

bool jw_vibro_set(JwVibro *vibro, double t, const double *x, const double *v) {
    const JwVibroSystem *s = &vibro->system;
    const double y = dot(s->n_modes, s->shape, x);
    double scale = fabs(s->gap);
    for (int j = 0; j < s->n_modes; ++j) {
        scale = fmax(scale, fabs(s->shape[j] * x[j]));
    }
    if (!(y + s->gap >= -1e-12 * scale)) {
        return false;
    }
    memcpy(vibro->x, x, (size_t)s->n_modes * sizeof(double));
    memcpy(vibro->v, v, (size_t)s->n_modes * sizeof(double));
    vibro->t = t;
    vibro->last_impact = -HUGE_VAL;
    vibro->entry_velocity = vibro->impulse = vibro->impulse_sum = 0.0;
    vibro->sticking = vibro->touching = vibro->at_rest = vibro->unloaded = false;
    if (fabs(y + s->gap) <= 1e-12 * scale) {
        const double velocity = jw_vibro_velocity(vibro);
        if (velocity == 0.0) {
            rest_or_leave(vibro);
        } else if (velocity > 0.0) {
            begin_flight(vibro, false, false);
        }
    }
    return true;
}

static double integral(const double *p, int n, double s) {
    double sum = 0.0;
    for (int k = n - 1; k >= 0; --k) {
        sum = (sum + p[k] / (k + 1)) * s;
    }
    return sum;
}

JwVibroEvent jw_vibro_run(JwVibro *vibro, double t_end) {
    double distance[stride];
    while (vibro->t < t_end) {
        const double left = t_end - vibro->t;
        const double longest = step_angle / vibro->rate;
        const bool last = left <= longest;
        const double h = last ? left : longest;
        double lambda[last_power];
        prepare_series(vibro, h, lambda);
        if (vibro->sticking) {
            const double fall = jw_first_descent(lambda, last_power - 1, 1.0);
            const double s = fmin(fall, 1.0);
            vibro->impulse_sum += h * integral(lambda, last_power - 1, s);
            take_step(vibro, h, s);
            if (fall <= 1.0) {
                begin_flight(vibro, true, true);
                return JW_VIBRO_RELEASE;
            }
        } else {
            distance_series(vibro, distance);
            const double fall = jw_first_descent(distance, stride, 1.0);
            take_step(vibro, h, fmin(fall, 1.0));
            if (fall <= 1.0) {
                return strike(vibro);
            }
        }
        if (last) {
            vibro->t = t_end;
        }
    }
    return JW_VIBRO_TIME;
}
