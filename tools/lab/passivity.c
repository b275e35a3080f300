// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "passivity.h"

#include "base/pi.h"
#include "string/cutoff.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/********* Drawing *********/

/// Ranges of the random parameters. In 64 bits they are far beyond musical values. 32 bits hold
/// seven digits, so that the ranges there are those of instruments with a wide margin: few digits
/// remain for a mode near the rate's limit, for a spring a thousand times stiffer than the string
/// within a step, or for a point that hardly moves.
typedef struct {
    int modes_least;
    double rate_most_hz, fill_least, fill_most, roughness_least;
    double length_least_m, mu_least_kg_m, gamma_most, amplitude_most;
    double spring_most, dashpot_most; ///< Largest stiffness of a spring over tension/length;
                                      ///< largest resistance of a dashpot over the impedance
    double stretch_most;              ///< Largest axial stiffness of a sounding string, times its
                                      ///< own
    double end;                       ///< Smallest distance to an end, as a part of the length
} Ranges;

static const Ranges ranges[] = {
    [JW_PRECISION_F32] = {16, 384e3, 0.1, 0.42, 1.0, 0.2, 1e-4, 1e3, 1e-2, 1e4, 1e2, 2.0, 1e-3},
    [JW_PRECISION_F64] = {1, 1.536e6, 0.02, 0.489, 0.0, 0.05, 1e-5, 1e5, 3e-2, 1e5, 1e3, 8.0, 1e-6},
};

/// Random numbers by SplitMix64 (Steele, Lea, Flood 2014); at a corner every number is an end of
/// its range.
typedef struct {
    uint64_t state;
    bool corner;
} Dice;

static uint64_t throw_dice(Dice *d) {
    uint64_t z = (d->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double share(Dice *d) {
    const double u = (double)(throw_dice(d) >> 11) * 0x1p-53;
    return d->corner ? (u < 0.5 ? 0.0 : 1.0) : u;
}

static double within(Dice *d, double least, double most) {
    return least + (most - least) * share(d);
}

static double decades(Dice *d, double least, double most) {
    return least * pow(most / least, share(d));
}

static int whole(Dice *d, int least, int most) {
    const int n = least + (int)floor((most - least + 1) * share(d));
    return n < most ? n : most;
}

/// True with probability p, even at a corner.
static bool chance(Dice *d, double p) {
    return (double)(throw_dice(d) >> 11) * 0x1p-53 < p;
}

static double or_none(Dice *d, double value) {
    return chance(d, 0.3) ? 0.0 : value;
}

static JwLosses draw_losses(Dice *d) {
    JwLosses l = {.law = chance(d, 0.5) ? JW_LOSS_VALETTE : JW_LOSS_POLYNOMIAL};
    l.s0 = or_none(d, decades(d, 1e-2, 1e7));
    l.s1 = or_none(d, decades(d, 1e-4, 1e3));
    l.s3 = or_none(d, decades(d, 1e-9, 1.0));
    l.diameter_m = decades(d, 1e-5, 1e-2);
    l.air_viscosity = or_none(d, decades(d, 1e-6, 1e-2));
    l.air_density = or_none(d, decades(d, 1e-2, 1e3));
    l.viscoelastic = or_none(d, decades(d, 1e-4, 1.0));
    l.inverse_q = or_none(d, decades(d, 1e-5, 1.0));
    return l;
}

/// Stiffness from a hundredth of the string's own to far more [N/m].
static double draw_spring(Dice *d, const Ranges *in, const JwStringData *s) {
    return or_none(d, decades(d, 1e-2, in->spring_most) * s->tension_n / s->length_m);
}

/// Resistance of a dashpot [N s/m].
static double draw_dashpot(Dice *d, const Ranges *in, const JwStringData *s) {
    return or_none(d, decades(d, 1e-2, in->dashpot_most) * sqrt(s->tension_n * s->mu_kg_m));
}

/// Draws a second polarisation for half of the strings, with any part of the modes and axes at any
/// angle.
static void draw_lateral(Dice *d, JwModesSpec *spec) {
    JwLateral *l = &spec->data.lateral;
    const double part = within(d, 0.01, 1.0);
    l->hz = chance(d, 0.5) ? part * spec->band_hz : 0.0;
    l->split_cents = or_none(d, within(d, -100.0, 100.0));
    l->tilt_rad = or_none(d, within(d, -0.5 * JW_PI, 0.5 * JW_PI));
    l->loss = decades(d, 0.1, 10.0);
    l->share = within(d, 0.0, 1.0);
}

/// Draws a string of up to 320 modes that is pulled aside by `amplitude` times its length, with its
/// highest mode below the limit of modes.
static void draw_string(Dice *d, const Ranges *in, double amplitude, JwModesSpec *spec) {
    const int n = whole(d, in->modes_least, JW_PASSIVITY_MODES);
    const double stiffness = or_none(d, decades(d, 1e-7, 1e-3));
    JwStringData *s = &spec->data;
    spec->step_rate_hz = decades(d, 8e3, in->rate_most_hz);
    spec->band_hz = spec->step_rate_hz * decades(d, in->fill_least, in->fill_most);
    s->length_m = decades(d, in->length_least_m, 3.0);
    s->mu_kg_m = decades(d, in->mu_least_kg_m, 1e-1);
    const double f1 = spec->band_hz / ((n + 0.5) * sqrt(1.0 + stiffness * n * n));
    s->tension_n = s->mu_kg_m * 4.0 * s->length_m * s->length_m * f1 * f1;
    s->ei_n_m2 = stiffness * s->tension_n * s->length_m * s->length_m / (JW_PI * JW_PI);
    // Limit on the axial stiffness: tension grows by no more than some tens of times its own.
    const double slope = JW_PI * amplitude;
    const double gamma = fmin(decades(d, 1e-2, in->gamma_most), 10.0 / (slope * slope));
    s->ea_n = or_none(d, 2.0 * s->tension_n * gamma);
    s->losses = draw_losses(d);
    spec->loss_low = or_none(d, decades(d, 0.1, 20.0));
    spec->loss_high = or_none(d, decades(d, 0.1, 20.0));
    spec->chi = chance(d, 0.2) ? -1.0 : within(d, 0.0, 1.0);
    spec->thread_m = chance(d, 0.5) ? s->length_m * within(d, in->end, 1.0 - in->end) : 0.0;
    spec->palm_m = s->length_m * within(d, in->end, 1.0 - in->end);
    spec->pickup_m = 0.1 * s->length_m;
    draw_lateral(d, spec);
}

/// Draws contact points: anywhere, near one end, or all within one cell of the grid; heights of
/// either sign or level.
static void draw_points(Dice *d, double end, const JwStringData *s, double amplitude,
                        JwContactPoints *p) {
    const int how = (int)(throw_dice(d) % 4), level = (int)(throw_dice(d) % 4);
    const double centre = within(d, 1e-3, 0.999), cell = 0.3 / JW_PASSIVITY_MODES;
    const double common = within(d, -1.0, 1.0), restitution = within(d, 0.0, 1.0);
    const bool mixed = chance(d, 0.5);
    p->n = chance(d, 0.1) ? 0 : whole(d, 1, JW_PASSIVITY_POINTS);
    for (int i = 0; i < p->n; ++i) {
        const double u = share(d);
        const double x = how == 0   ? u
                         : how == 1 ? 0.03 * u
                         : how == 2 ? centre + cell * u
                                    : (i + 1.0) / (p->n + 1.0);
        const double h = level == 0 ? 0.0 : level == 1 ? common : within(d, -1.0, 1.0);
        p->x_m[i] = s->length_m * fmin(fmax(x, end), 1.0 - end);
        // Near an end points are lower, because no string is lifted by metres to clear a point a
        // millimetre from its end.
        const double room =
            4.0 * p->x_m[i] * (s->length_m - p->x_m[i]) / (s->length_m * s->length_m);
        p->base_m[i] = amplitude * room * (level == 2 ? -fabs(h) : h);
        p->sag_m[i] = amplitude * within(d, 0.0, 0.1);
        p->movable[i] = chance(d, 0.7) ? room : 0.0;
        p->restitution[i] = chance(d, 0.2) ? -1.0 : mixed ? within(d, 0.0, 1.0) : restitution;
    }
}

/// Draws other tables, as for notes and parameters: shorter string, other losses, thread, quality
/// or pick-up.
static void draw_change(Dice *d, double end, const JwPassivityCase *c, JwModesSpec *spec,
                        JwContactPoints *p) {
    *spec = c->spec[0];
    *p = c->points[0];
    if (chance(d, 0.5)) {
        const double quality = chance(d, 0.5) ? 2.0 : 0.5;
        spec->step_rate_hz *= quality;
        spec->band_hz *= chance(d, 0.5) ? quality : fmin(quality, 1.0);
    }
    if (chance(d, 0.5)) {
        spec->loss_low *= decades(d, 0.1, 20.0);
        spec->loss_high *= decades(d, 0.1, 20.0);
    }
    if (spec->thread_m > 0.0 && chance(d, 0.5)) {
        spec->thread_m = c->spec[0].data.length_m * within(d, end, 1.0 - end);
    }
    if (chance(d, 0.5)) {
        spec->data.length_m *= within(d, 0.25, 1.0);
        spec->palm_m = 0.3 * spec->data.length_m;
        p->n = 0;
        for (int i = 0; i < c->points[0].n; ++i) {
            if (c->points[0].x_m[i] < 0.9 * spec->data.length_m) {
                p->x_m[p->n] = c->points[0].x_m[i];
                p->base_m[p->n] = c->points[0].base_m[i];
                p->sag_m[p->n] = c->points[0].sag_m[i];
                p->movable[p->n] = c->points[0].movable[i];
                p->restitution[p->n++] = c->points[0].restitution[i];
            }
        }
    }
}

/// Sets 32 bits if the engine would choose them.
static void settle_precision(JwPassivityCase *c) {
    for (int t = 0; t < JW_PASSIVITY_TABLES; ++t) {
        const JwModesSpec *m = &c->spec[t];
        const int n = jw_modes_count(&m->data, m->band_hz, m->step_rate_hz);
        if (jw_modes_precision(&m->data, m->loss_low, m->loss_high, n, m->step_rate_hz) ==
            JW_PRECISION_F64) {
            c->spec[0].precision = JW_PRECISION_F64;
        }
    }
    for (int t = 1; t < JW_PASSIVITY_TABLES; ++t) {
        c->spec[t].precision = c->spec[0].precision;
    }
}

void jw_passivity_draw(uint64_t seed, uint64_t index, JwPrecision precision, bool played,
                       JwPassivityCase *result) {
    const Ranges *in = &ranges[precision];
    Dice d = {seed * 0x2545f4914f6cdd1du + index, index % 2 == 1};
    JwPassivityCase *c = result;
    memset(c, 0, sizeof(*c));
    c->seed = seed;
    c->index = index;
    c->corner = d.corner;
    throw_dice(&d);
    const double amplitude = decades(&d, 1e-6, in->amplitude_most);
    draw_string(&d, in, amplitude, &c->spec[0]);
    const double length = c->spec[0].data.length_m;
    c->spec[0].precision = c->asked = precision;
    c->amplitude_m = length * amplitude;
    draw_points(&d, in->end, &c->spec[0].data, c->amplitude_m, &c->points[0]);
    for (int t = 1; t < JW_PASSIVITY_TABLES; ++t) {
        draw_change(&d, in->end, c, &c->spec[t], &c->points[t]);
    }
    c->played = played;
    c->energy_is_open = chance(&d, 0.6) && played;
    c->start = played ? (JwPassivityStart)(throw_dice(&d) % 3) : JW_START_RANDOM;
    c->roughness = within(&d, in->roughness_least, 2.0);
    c->bridge = (JwBridge){0.0, 1.0, within(&d, 0.0, 1.0)};
    c->thread_k = draw_spring(&d, in, &c->spec[0].data);
    c->thread_rc = draw_dashpot(&d, in, &c->spec[0].data);
    c->pluck_m = length * within(&d, 0.001, 0.98);
    c->pluck_width_m = length * or_none(&d, decades(&d, 1e-4, 0.1));
    c->stroke = (JwStroke)(throw_dice(&d) % JW_N_STROKES);
    c->count = within(&d, 0.0, 1.0);
    c->sweeps = whole(&d, 1, 8);
    c->audit_every = chance(&d, 0.8) ? 32 : 0;
    c->events = throw_dice(&d);
    const double stretching = chance(&d, 0.5) ? decades(&d, 0.01, 1.0) : 0.0;
    for (int t = 0; t < JW_PASSIVITY_TABLES; ++t) {
        c->spec[t].stretch_hz = stretching * c->spec[0].band_hz;
    }
    settle_precision(c);
}

/********* Energy, from the modes alone *********/

/// Springs that hold energy.
enum { THREAD, PALM, SPRINGS };

/// One running case.
typedef struct {
    const JwPassivityCase *drawn;
    JwModes *modes[JW_PASSIVITY_TABLES];
    JwStringState state;
    int table;
    Dice dice;
    uint64_t acts, let_go; ///< Counts of JwPassivityResult
    double most_kick; ///< Largest energy that the force of one step gives a string that nothing
                      ///< holds: a force against an obstacle puts in no more than its rounding
    double put_in, most_in; ///< Work of the players and energy at the start; the largest value of
                            ///< that [J]
    double *height1, *height0; ///< Heights of the obstacle one and two steps ago [m]
    double heights[2 * JW_PASSIVITY_POINTS];
    double *kappa, *beta2, *square, *root, *row[SPRINGS]; ///< Numbers of each mode, see learn()
    double steepest; ///< Largest growth of the slope's mean square per energy of a mode: beta2
                     ///< over kappa
    double *q, *v;   ///< Modes at the last call of energy()
    double *memory;  ///< Memory of these arrays
} Run;

static double element(const JwStringState *c, const void *array, int j) {
    return jw_element(c->modes->precision, array, (size_t)j);
}

/// Stiffness of mode j with its losses removed.
static double kappa_of(const JwStringState *c, const JwModes *m, const void *stiff, int j) {
    return element(c, stiff, j) / pow(jw_modes_root(m, j), 2.0);
}

static double unit(const Run *r) {
    const JwModes *m = r->state.modes;
    return m->mass_kg / (m->dt_s * m->dt_s);
}

/// Copies the numbers for the energy from the tables: modes without losses (kappa), springs' rows.
/// Valid until a player acts on the string.
static void learn(Run *r) {
    const JwStringState *c = &r->state;
    const JwModes *m = c->modes;
    const int rows[] = {[THREAD] = m->thread_row, [PALM] = m->palm_row};
    r->steepest = 0.0;
    for (int j = 0; j < m->n_all; ++j) {
        const double beta = JW_PI / m->length_m;
        r->kappa[j] = kappa_of(c, m, c->arrays.stiff, j);
        r->root[j] = jw_modes_root(m, j);
        const bool second = m->n_lateral > 0 && j >= m->n_first;
        const int order = second ? j - m->n_first + 1 : j + 1;
        const double square = pow(order / r->root[j], 2.0);
        r->square[j] = second || j < m->n_stretching ? square : 0.0;
        r->beta2[j] = beta * beta * square;
        r->steepest = fmax(r->steepest, r->beta2[j] / fmax(r->kappa[j], DBL_MIN));
        for (int i = 0; i < SPRINGS; ++i) {
            const int at = rows[i] < 0 ? 0 : (int)jw_row_at(m->n_interleaved, rows[i], j);
            r->row[i][j] = rows[i] < 0 ? 0.0 : element(c, m->rows, at) / r->root[j];
        }
    }
}

/// Energy of a spring of stiffness k [N/m] on a row of the tables [J].
static double spring_energy(const Run *r, double k, int spring, double rest) {
    double middle = -rest;
    if (k <= 0.0) {
        return 0.0;
    }
    for (int j = 0; j < r->state.modes->n_all; ++j) {
        middle += r->row[spring][j] * (r->q[j] - 0.5 * r->v[j]);
    }
    return 0.5 * k * middle * middle;
}

/// Energy of the mass that a landing palm moves along [J].
static double landing_energy(const Run *r) {
    const JwSpring *palm = &r->state.springs.spring[JW_PALM];
    double step = 0.0;
    for (int j = 0; j < r->state.modes->n_all; ++j) {
        step += r->row[PALM][j] * r->v[j];
    }
    return 0.5 * (palm->along + palm->slowing) * step * step * unit(r);
}

/// Energy H of the two-step scheme half a step ago, springs and tension included [J].
static double energy(Run *r) {
    const JwStringState *c = &r->state;
    const JwModes *m = c->modes;
    double h = 0.0, squared = 0.0;
    for (int j = 0; j < m->n_all; ++j) {
        r->q[j] = r->root[j] * element(c, c->arrays.q, j);
        r->v[j] = r->root[j] * element(c, c->arrays.v, j);
    }
    for (int j = 0; j < m->n_all; ++j) {
        const double q = r->q[j], v = r->v[j];
        h += 0.5 * v * v + 0.5 * r->kappa[j] * q * (q - v);
        squared += r->square[j] * q * (q - v);
    }
    squared -= c->stretch_rest;
    h += 0.25 * m->stretch * c->stretch_scale * squared * squared;
    return h * unit(r) +
           spring_energy(r, m->thread_row < 0 ? 0.0 : c->thread_scale * c->thread_k, THREAD,
                         c->springs.spring[JW_THREAD].rest) +
           spring_energy(r, m->palm_row < 0 ? 0.0 : c->palm_k, PALM,
                         c->springs.spring[JW_PALM].rest) +
           (m->palm_row < 0 ? 0.0 : landing_energy(r));
}

/// Displacement at the plucked place, at present or one step ago.
static double plucked(const JwStringState *c, bool before) {
    double p = 0.0;
    for (int j = 0; j < c->modes->n_all; ++j) {
        const double q = element(c, c->arrays.q, j), v = element(c, c->arrays.v, j);
        p += element(c, c->pluck_row, j) * (before ? q - v : q);
    }
    return p;
}

/// Displacement of the plucked place by a unit impulse there.
static double give(const JwStringState *c) {
    double sum = 0.0;
    for (int j = 0; j < c->modes->n_all; ++j) {
        const double row = element(c, c->pluck_row, j);
        sum += row * row;
    }
    return sum;
}

static void put_in(Run *r, double work) {
    r->put_in += work;
    r->most_in = fmax(r->most_in, r->put_in);
}

static void remember_heights(Run *r) {
    double *const oldest = r->height0;
    r->height0 = r->height1;
    r->height1 = oldest;
    memcpy(r->height1, r->state.contact.height, sizeof(double) * (size_t)r->state.contact.n);
}

/// Runs one step, and counts the work of the pluck and the moving obstacle in it.
static void step(Run *r) {
    JwStringState *c = &r->state;
    JwPluck pluck = c->pluck;
    const bool pulled = jw_pluck_acts(&pluck);
    const double force = pulled ? jw_pluck_next(&pluck) : 0.0;
    const double before = pulled ? plucked(c, true) : 0.0;
    double work = 0.0;
    jw_string_step(c);
    if (pulled) {
        work += 0.5 * force * (plucked(c, false) - before);
        r->most_kick = fmax(r->most_kick, 0.5 * force * force * give(c) * unit(r));
    }
    for (int i = 0; i < c->contact.n; ++i) {
        work += 0.5 * c->contact.impulse[i] * (c->contact.height[i] - r->height0[i]);
    }
    put_in(r, work * unit(r));
    remember_heights(r);
}

/********* What happens *********/

/// Mean square of the slope above which a string is longer by an eighth. No real string withstands
/// that and the model of small slopes does not hold, so that players do not act on it.
static const double steep = 0.25;

/// Mean square of the slope above which a string is longer by half, due to actions of players. The
/// numbers do not resolve the tension of a stiff string there: players stop acting on it, and it is
/// restarted.
static const double torn = 1.0;

/// Mean square of the slope in one mode; the square of its amplitude is its energy over its
/// stiffness.
static double square_slope(double beta2, double kappa, double q, double v) {
    return beta2 * (v * v / fmax(kappa, DBL_MIN) + q * (q - v));
}

/// True if the slope of a string of energy h [J] is above a bound. If even all of that energy in
/// the steepest mode would be too little, the modes are not computed.
static bool swings_out(const Run *r, double h, double bound) {
    const JwStringState *c = &r->state;
    double sum = 0.0;
    if (2.0 * h * r->steepest <= bound * unit(r)) {
        return false;
    }
    for (int j = 0; j < c->modes->n_all; ++j) {
        sum += square_slope(r->beta2[j], r->kappa[j], r->root[j] * element(c, c->arrays.q, j),
                            r->root[j] * element(c, c->arrays.v, j));
    }
    return sum > bound;
}

/// Largest factor by which a change of tables may multiply or divide the tension.
static const double taut = 30.0;

/// True if slope and tension of the moving string stay within bounds with other tables
/// (jw_string_set_modes()); tension is measured from the position of rest with those tables.
static bool bears(const Run *r, const JwModes *to) {
    const JwStringState *c = &r->state;
    const double shorter = to->length_m / c->modes->length_m, sooner = to->dt_s / c->modes->dt_s;
    double sum = 0.0, longer = 0.0;
    for (int j = 0; j < to->n_all; ++j) {
        const double beta = (j + 1) * JW_PI / to->length_m / jw_modes_root(to, j);
        longer -= beta * beta * to->rest_q[j] * to->rest_q[j];
    }
    for (int j = 0; j < to->n_all && j < c->modes->n_all; ++j) {
        const double root = shorter * jw_modes_root(c->modes, j);
        const double q = root * element(c, c->arrays.q, j);
        const double v = root * sooner * element(c, c->arrays.v, j);
        const double beta = (j + 1) * JW_PI / to->length_m / jw_modes_root(to, j);
        sum += square_slope(beta * beta, kappa_of(c, to, to->stiff, j), q, v);
        longer += beta * beta * q * (q - v);
    }
    const JwStringData *data = &r->drawn->spec[0].data;
    const double pull_n = 0.5 * data->ea_n * c->stretch_scale * longer;
    return sum <= steep && fabs(pull_n) <= taut * data->tension_n;
}

/// Changes the tables; returns false for a change that no string withstands, which is not made.
static bool change_tables(Run *r) {
    const int n = r->state.contact.n, table = (int)(throw_dice(&r->dice) % JW_PASSIVITY_TABLES);
    if (!bears(r, r->modes[table])) {
        return false;
    }
    r->table = table;
    jw_string_set_modes(&r->state, r->modes[r->table]);
    if (n != r->state.contact.n) {
        remember_heights(r);
        remember_heights(r);
    }
    return true;
}

/// Gives every other stroke noise, as loud as a file may say, in up to four steps a frame.
static void begin_noise(Run *r) {
    Dice *d = &r->dice;
    JwNoiseSpec noise = {.scrape = or_none(d, within(d, 0.0, 1.0)),
                         .pull_s = (double)r->state.pluck.rise * r->state.modes->dt_s,
                         .seed = (uint64_t)whole(d, 0, 9999)};
    for (int b = 0; b < JW_NOISE_BANDS; ++b) {
        noise.level[b] = decades(d, 1e-4, 0.6);
        noise.decay_s[b] = decades(d, 5e-4, 0.2);
    }
    const double frames = exp2(whole(d, -2, 1));
    if (within(d, 0.0, 1.0) < 0.5) {
        jw_string_make_noise(&r->state, &noise, frames / r->state.modes->dt_s);
    }
}

static void begin_pluck(Run *r) {
    const JwPassivityCase *c = r->drawn;
    const double length = r->state.modes->length_m;
    const double x = fmin(c->pluck_m, 0.98 * length);
    const double pull = c->amplitude_m * within(&r->dice, 0.0, 2.0);
    jw_string_set_pluck_angle(&r->state, within(&r->dice, 0.0, 2.0 * JW_PI));
    jw_string_pluck(&r->state, c->stroke, x, c->pluck_width_m,
                    pull * fmin(1.0, 4.0 * x * (length - x) / (length * length)),
                    decades(&r->dice, 0.05, 1.0));
    begin_noise(r);
}

/// Makes one action of a player; returns the energy after it.
static double disturb(Run *r) {
    JwStringState *c = &r->state;
    const Ranges *in = &ranges[r->drawn->asked];
    Dice *d = &r->dice;
    bool acted = true;
    const double before = energy(r);
    switch (throw_dice(d) % 6) {
    case 0:
        acted = change_tables(r);
        break;
    case 1:
        jw_string_set_bridge(c,
                             &(JwBridge){r->drawn->amplitude_m * within(d, -0.5, 0.5),
                                         decades(d, 0.1, 20.0), within(d, 0.0, 1.0)},
                             whole(d, 1, 400));
        break;
    case 2:
        jw_string_set_tension(c, decades(d, 0.4, 2.5), within(d, 0.0, in->stretch_most));
        break;
    case 3:
        jw_string_set_thread(c, within(d, 0.0, 4.0));
        break;
    case 4:
        jw_string_set_palm(c, draw_spring(d, in, &r->drawn->spec[0].data),
                           draw_dashpot(d, in, &r->drawn->spec[0].data));
        break;
    default:
        begin_pluck(r);
        break;
    }
    r->acts += acted;
    r->let_go += !acted;
    learn(r);
    const double after = energy(r);
    put_in(r, after - before);
    return after;
}

/********* Running *********/

/// Draws random modes whose slope is that of a string pulled aside by the amplitude.
static void draw_state(Run *r, double *q, double *v) {
    const JwPassivityCase *c = r->drawn;
    const JwModes *m = r->modes[0];
    double square = 0.0;
    for (int j = 0; j < m->n; ++j) {
        const double size = pow(j + 1, -c->roughness),
                     theta = jw_modes_omega(&c->spec[0].data, j + 1) * m->dt_s;
        q[j] = size * within(&r->dice, -1.0, 1.0);
        v[j] = size * theta * within(&r->dice, -1.0, 1.0);
        square += (j + 1.0) * (j + 1.0) * (q[j] * q[j] + v[j] * v[j] / (theta * theta));
    }
    const double scale = square > 0.0 ? c->amplitude_m / sqrt(square) : 0.0;
    for (int j = 0; j < m->n; ++j) {
        q[j] *= scale;
        v[j] *= scale;
    }
}

/// Starts the string; returns the energy after that.
static double start(Run *r) {
    const JwPassivityCase *c = r->drawn;
    const JwModes *m = r->modes[0];
    double q[JW_PASSIVITY_MODES + JW_LOCAL_MODES + JW_LANES + JW_MAX_LATERAL] = {0};
    double v[JW_PASSIVITY_MODES + JW_LOCAL_MODES + JW_LANES + JW_MAX_LATERAL] = {0};
    r->state.thread_k = c->thread_k;
    r->state.thread_rc = c->thread_rc;
    jw_string_rest(&r->state, m, &c->bridge, c->start == JW_START_REST ? m->rest_q : NULL,
                   c->start == JW_START_REST ? m->rest_r : NULL);
    r->state.contact.count = c->count;
    r->state.contact.sweeps = c->sweeps;
    if (c->start == JW_START_RANDOM) {
        draw_state(r, q, v);
        jw_string_set_state(&r->state, q, v);
    }
    jw_string_forget(&r->state);
    remember_heights(r);
    remember_heights(r);
    learn(r);
    r->put_in = r->most_in = energy(r);
    r->most_kick = 0.0;
    return r->put_in;
}

static void compare(Run *r, double h, double gained, JwPassivityResult *result) {
    // Below this energy, the products in the energy underflow.
    const double least = DBL_MIN / DBL_EPSILON;
    const double scale = fmax(r->most_in, r->most_kick);
    if (!isfinite(h)) {
        ++result->nonfinite;
        return;
    }
    if (scale > least) {
        result->excess = fmax(result->excess, (h - r->put_in) / scale);
        result->growth = fmax(result->growth, gained / scale);
        result->booking =
            fmax(result->booking, fabs(r->state.energy_in * unit(r) - r->put_in) / scale);
    } else if (h > least) {
        result->excess = HUGE_VAL;
    }
}

/// Adds the counts of contact since start().
static void note_contact(const Run *r, JwPassivityResult *result) {
    const JwContact *c = &r->state.contact;
    result->penetration_m = fmax(result->penetration_m, c->penetration);
    result->impacts += c->impacts;
}

static void run(Run *r, long n_steps, JwPassivityResult *result) {
    const JwPassivityCase *c = r->drawn;
    bool energy_is_open = c->energy_is_open;
    double h = start(r);
    if (c->start != JW_START_RANDOM || (c->played && chance(&r->dice, 0.5))) {
        begin_pluck(r);
    }
    for (long i = 0; i < n_steps && result->nonfinite == 0; ++i) {
        if (energy_is_open && chance(&r->dice, 0.01)) {
            if (swings_out(r, h, steep)) {
                ++r->let_go;
            } else {
                h = disturb(r);
            }
        }
        if (c->audit_every > 0 && i % c->audit_every == 0) {
            jw_string_audit(&r->state);
        }
        // The ledger's debt is energy that contact may still use: the sum of both must not grow.
        const double before = h - r->state.contact.ledger * unit(r), in = r->put_in;
        step(r);
        h = energy(r);
        const double after = h - r->state.contact.ledger * unit(r);
        compare(r, h, after - before - (r->put_in - in), result);
        if (energy_is_open && swings_out(r, h, torn)) {
            ++result->torn;
            energy_is_open = false;
            note_contact(r, result);
            jw_string_set_tension(&r->state, 1.0, 1.0);
            jw_string_set_thread(&r->state, 1.0);
            h = start(r);
            begin_pluck(r);
        }
    }
    note_contact(r, result);
    result->acts = r->acts;
    result->let_go = r->let_go;
}

static bool build(Run *r) {
    int n_modes = 1;
    // Further tables are only built for strings on which players act.
    for (int t = 0; t < (r->drawn->energy_is_open ? JW_PASSIVITY_TABLES : 1); ++t) {
        JwModesSpec spec = r->drawn->spec[t];
        double heights[JW_PASSIVITY_POINTS];
        spec.contact = &r->drawn->points[t];
        r->modes[t] = jw_modes_new(&spec);
        if (!r->modes[t]) {
            return false;
        }
        memcpy(heights, r->drawn->points[t].base_m, sizeof(heights));
        if (jw_modes_rest(r->modes[t], heights)) {
            return false;
        }
        n_modes = r->modes[t]->n_padded > n_modes ? r->modes[t]->n_padded : n_modes;
    }
    double **const own[] = {&r->kappa,       &r->beta2,     &r->square, &r->root,
                            &r->row[THREAD], &r->row[PALM], &r->q,      &r->v};
    r->memory = malloc(sizeof(own) / sizeof(own[0]) * (size_t)n_modes * sizeof(double));
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]) && r->memory; ++i) {
        *own[i] = r->memory + i * (size_t)n_modes;
    }
    const JwStringRoom room = {n_modes, JW_PASSIVITY_POINTS, JW_PASSIVITY_POINTS};
    return r->memory && jw_string_init(&r->state, r->drawn->spec[0].precision, &room) == JW_SUCCESS;
}

bool jw_passivity_run(const JwPassivityCase *drawn, long n_steps, JwPassivityResult *result) {
    Run r = {.drawn = drawn, .dice = {drawn->events, drawn->corner}};
    r.height1 = r.heights;
    r.height0 = r.heights + JW_PASSIVITY_POINTS;
    memset(result, 0, sizeof(*result));
    const bool built = build(&r);
    if (built) {
        run(&r, n_steps, result);
        jw_string_release(&r.state);
    }
    free(r.memory);
    for (int t = 0; t < JW_PASSIVITY_TABLES; ++t) {
        jw_modes_free(r.modes[t]);
    }
    return built;
}
