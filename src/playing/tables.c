// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/tables.h"

#include "base/elementary.h"
#include "string/cutoff.h"

#include <math.h>
#include <stdlib.h>

static const int quality_max = 4;

/// Position of the palm, as a part of the length: about 6/31, where each of the first thirty
/// partials is at least a thirty-first of its half wave away from its nodes. All lose more than a
/// hundredth of what one with an antinode there does.
static const double palm_place = 0.19355;

/// Frequency above which partials neither stretch the string nor follow its tension, since that
/// would be inaudible. Strokes of velocity 127 are 0.01 to 0.11 dB from those with all partials on
/// a tanpura, 0.15 to 0.24 dB on a sitar (rms of bands; 3 to 5 dB with none), a tenth of the error
/// due to contact points. With 5 kHz a sitar's melody strings would be 0.2 to 0.5 dB away; 1 kHz or
/// 5 kHz on taraf differ by 0.001 dB.
static double stretch_hz(JwStringRole role) {
    return role == JW_ROLE_TARAF ? 1000.0 : role == JW_ROLE_DRONE ? 5000.0 : 10000.0;
}

/// Largest number of operations that all strings together may take to find their balance on
/// obstacles, in addition to a few sweeps each: see modes.h. The instrument `wave` takes 2e7 where
/// its waves are highest, other instruments none.
static const double rests_most = 1.5e8;

/// Least distance of thread and finger from an end of the string [m].
static const double margin_m = 0.0005;

JW_REALTIME bool jw_tables_differ(const double *param, const double *other) {
    return jw_params_differ(param, other, JW_ACTS_TABLES | JW_ACTS_FRETS);
}

JW_REALTIME bool jw_tables_rest_differs(const double *param, const double *other) {
    return param[JW_P_BRIDGE_HEIGHT] != other[JW_P_BRIDGE_HEIGHT] ||
           param[JW_P_JAWARI] != other[JW_P_JAWARI] ||
           jw_param_curvature(param) != jw_param_curvature(other);
}

static void find_heights(const JwModes *modes, double height_m, double curvature, double *heights) {
    for (int i = 0; i < modes->n_points; ++i) {
        heights[i] = jw_modes_height(modes, i, height_m, curvature);
    }
}

static JwStatus find_rest(JwModes *modes, const JwInstrument *instrument, const double *param,
                          double *left) {
    double heights[JW_CONTACT_POINTS];
    find_heights(modes, jw_instrument_bridge_m(instrument, param), jw_param_curvature(param),
                 heights);
    return jw_modes_rest_within(modes, heights, left);
}

/// Largest energy that lifting a string over its bridge can give it [J].
static double most_lift_j(const JwInstrument *instrument, const JwModes *modes) {
    double param[JW_N_PARAMS], heights[JW_CONTACT_POINTS];
    jw_params_default(param);
    param[JW_P_BRIDGE_CURVATURE] = jw_param_info(JW_P_BRIDGE_CURVATURE)->min;
    param[JW_P_JAWARI] = jw_param_info(JW_P_JAWARI)->min;
    find_heights(modes, jw_instrument_highest_bridge_m(instrument), jw_param_curvature(param),
                 heights);
    return jw_modes_lift_j(modes, heights);
}

/// Sets the tension of the open string and the length at a fret. A fret that the compensation for
/// the bridge would move past the nut counts as the open string.
static void tune(JwStringData *data, const JwNeck *neck, int fret) {
    const double open_m = data->length_m;
    data->tension_n = jw_string_data_tension_n(data, neck->tuned_hz[0]);
    const double interval = 12.0 * jw_log2(neck->tuned_hz[fret] / neck->tuned_hz[0]);
    data->length_m = fmin(jw_string_data_stopped_length_m(data, interval), open_m);
}

JwPrecision jw_tables_precision(const JwStringSpec *string, JwPrecision wanted, double rate_hz) {
    const int n = jw_modes_count(&string->data, jw_band_hz(1, rate_hz), rate_hz);
    return wanted == JW_PRECISION_F64 ? wanted
                                      : jw_modes_precision(&string->data, 1.0, 1.0, n, rate_hz);
}

/// Highest mode [Hz] at quality 2 of a drone string over a thread; higher ones bring it no nearer
/// to quality 4: eight tones of tanpuras are 1.65 dB from it, with modes to 40 kHz 1.74 (rms of
/// bands; quality 1 1.93).
static const double threaded_hz = 28000.0;

/// The same for a string over many frets, whose cost grows with frets times modes. Slapped onto the
/// frets (the bass's strings at two velocities, means of seven strokes) it is 0.77 dB from quality
/// 4 (rms of bands), where strokes of velocities 2 apart are 2 to 5 dB from each other. In strokes
/// that do not touch the frets it is 0.05 dB from quality 4, the same as with modes to 40 kHz.
static const double fretted_hz = 20000.0;

/// Smallest number of points that counts as many frets.
enum { MANY_FRETS = 12 };

/// True for a string over many fixed frets, such as those that a player uses.
static bool over_frets(const JwInstrument *instrument, const JwStringSpec *string) {
    bool over = false;
    for (int i = 0; i < string->n_obstacles; ++i) {
        const JwObstacle *o = &instrument->obstacle[string->obstacle[i]];
        over |= o->kind == JW_OBSTACLE_FRETS && !o->movable && o->n_nodes >= MANY_FRETS;
    }
    return over;
}

/// Highest mode at quality 4 of a string over a wide bridge: without a thread the 150th, but at
/// least enough_least_hz. With modes to 60 kHz seven tones of a sitar are as far from ones with
/// modes to 150 kHz, 14 points and half as long steps, 0.45 dB. Short strings need 150 modes: the
/// sitar-gandhar's chikari-tar, which rests on its bridge, is 1.6 dB from qualities 1 and 2, with
/// modes to 40 kHz 11 dB. With a thread enough_threaded_hz: 22 tones of four tanpuras are 0.50 dB
/// from such ones (rms of third octaves), with seven points instead of five and modes to 80 kHz
/// 0.49, with modes to 40 kHz 0.54.
static const double enough_modes = 150.0, enough_least_hz = 32000.0, enough_threaded_hz = 60000.0;

/// Highest mode of a string; hz: its pitch.
static double band_hz(const JwInstrument *instrument, const JwStringSpec *string, double hz,
                      double quality, bool wide_bridge, double step_rate_hz) {
    const double most = jw_band_hz(quality, step_rate_hz);
    const double enough = fmax(enough_modes * hz, enough_least_hz);
    const bool threaded = string->role == JW_ROLE_DRONE && string->thread.present;
    if (quality < 2.0) {
        return most;
    }
    if (quality == 2.0) {
        return threaded                         ? fmin(most, threaded_hz)
               : over_frets(instrument, string) ? fmin(most, fretted_hz)
                                                : most;
    }
    const double wanted = string->thread.present ? enough_threaded_hz : enough;
    return wide_bridge ? fmin(most, wanted) : most;
}

/// Sweeps of the contact's projection; 0: the default of modes.h. kernel/contact_group.c gives the
/// gain by further sweeps.
static int sweeps_at(const JwStringSpec *string, double quality, bool wide_bridge) {
    if (quality >= 4.0) {
        return !wide_bridge ? 12 : string->thread.present ? 2 : 4;
    }
    if (string->role == JW_ROLE_TARAF) {
        return 2;
    }
    return quality >= 2.0 ? 2 : 0;
}

/// Part of the last step's contact from which the next starts; 0: the default of modes.h. At
/// quality 4 two sweeps with such a start are as good as twelve from half-way.
static double warm_at(const JwStringSpec *string, double quality, bool wide_bridge) {
    return quality >= 4.0 && wide_bridge && string->thread.present ? 0.9 : 0.0;
}

/// Factor on the losses given by a parameter; FREEZE gives the smallest possible.
static double loss_in_force(const double *param, JwParamId id) {
    return param[JW_P_FREEZE] > 0.5 ? jw_param_info(id)->min : param[id];
}

/// Factor on the losses at a fret: finger and fret take energy that a nut does not.
static double stopped(double factor, int fret) {
    return fret > 0 && factor > 0.0 ? factor : 1.0;
}

int jw_tables_stride(const JwInstrument *instrument, const JwStringSpec *string, int quality) {
    const bool far_below = string->quality > 0 && 2 * string->quality <= quality;
    return far_below && !string->thread.present &&
                   jw_body_couples(instrument->body, instrument->n_body)
               ? 2
               : 1;
}

/// True for strings that are struck open, on a bridge at least half as long as the shortest wave
/// [m] of their modes: with a local mode for each point quality 1 is nearer to quality 4 there,
/// especially on strings that hardly leave their bridge. The sitar-gandhar's chikari-tar, which
/// rests on it, would otherwise be 2.0 cents sharp instead of 0.9, and 16 dB off at velocity 64. On
/// the sarod's bridge of 4 mm the difference would be 1.8 dB instead of 0.9, and melody strings,
/// struck harder, would be farther from finer ones (jw_cutoff_local()).
static bool grazes(const JwStringSpec *string, const JwContactPoints *points, double half_wave_m) {
    return string->role == JW_ROLE_DRONE && !string->thread.present && points->n > 0 &&
           points->x_m[points->n - 1] > half_wave_m;
}

static JwModes *build(const JwInstrument *instrument, const JwStringSpec *string,
                      const JwNeck *neck, int fret, const JwTablesSpec *spec,
                      JwContactPoints *points, double *left) {
    const double *param = spec->param;
    const double quality = param[JW_P_QUALITY];
    const double own = string->quality > 0 ? fmin(string->quality, quality) : quality;
    const bool wide_bridge = jw_tables_on_wide_bridge(instrument, string);
    const int stride = jw_tables_stride(instrument, string, (int)quality);
    const double step_rate_hz = spec->rate_hz * quality / stride;
    JwModesSpec m = {
        .data = string->data,
        .loss_low = loss_in_force(param, JW_P_LOSS_LOW) * stopped(string->stopped_low, fret),
        .loss_high = loss_in_force(param, JW_P_LOSS_HIGH) * stopped(string->stopped_high, fret),
        .step_rate_hz = step_rate_hz,
        .stride = stride,
        .band_hz =
            band_hz(instrument, string, neck->tuned_hz[fret], own, wide_bridge, step_rate_hz),
        .stretch_hz = stretch_hz(string->role),
        .precision = jw_tables_precision(string, spec->precision, spec->rate_hz),
        .contact = points,
        .chi = -1.0,
        .coupled = jw_body_couples(instrument->body, instrument->n_body),
    };
    m.data.lateral.split_cents *= param[JW_P_LATERAL];
    m.data.lateral.hz = param[JW_P_LATERAL] > 0.0 ? m.data.lateral.hz : 0.0;
    tune(&m.data, neck, fret);
    const int n_modes = jw_modes_count(&m.data, m.band_hz, m.step_rate_hz);
    if (!(m.data.length_m > 4.0 * margin_m) ||
        jw_tables_points(instrument, string, m.data.length_m, n_modes, (int)own, points, &m.grid)) {
        return NULL;
    }
    m.sweeps = sweeps_at(string, own, wide_bridge);
    m.warm = warm_at(string, own, wide_bridge);
    m.coarse = own < 2.0 && string->role != JW_ROLE_TARAF;
    m.grazes = own < 4.0 && grazes(string, points, m.data.length_m / n_modes);
    if (string->thread.present) {
        const double x = string->thread.position_m + 0.001 * param[JW_P_THREAD_POSITION];
        m.thread_m = fmin(fmax(x, margin_m), m.data.length_m - margin_m);
    }
    m.palm_m = palm_place * m.data.length_m;
    m.pickup_m = param[JW_P_PICKUP_POSITION] * m.data.length_m;
    JwModes *modes = jw_modes_new(&m);
    if (modes && find_rest(modes, instrument, param, left)) {
        jw_modes_free(modes);
        return NULL;
    }
    return modes;
}

static bool lateral_alike(const JwLateral *a, const JwLateral *b) {
    return a->hz == b->hz && a->split_cents == b->split_cents && a->tilt_rad == b->tilt_rad &&
           a->loss == b->loss && a->share == b->share;
}

static bool alike(const JwStringData *a, const JwStringData *b) {
    const JwLosses *l = &a->losses, *m = &b->losses;
    return lateral_alike(&a->lateral, &b->lateral) && a->length_m == b->length_m &&
           a->mu_kg_m == b->mu_kg_m && a->tension_n == b->tension_n && a->ea_n == b->ea_n &&
           a->ei_n_m2 == b->ei_n_m2 && l->law == m->law && l->s0 == m->s0 && l->s1 == m->s1 &&
           l->s3 == m->s3 && l->diameter_m == m->diameter_m &&
           l->air_viscosity == m->air_viscosity && l->air_density == m->air_density &&
           l->viscoelastic == m->viscoelastic && l->inverse_q == m->inverse_q;
}

bool jw_tables_are_twins(const JwStringSpec *a, const JwStringSpec *b) {
    const JwThread *t = &a->thread, *u = &b->thread;
    bool same = alike(&a->data, &b->data) && a->stopped_low == b->stopped_low &&
                a->stopped_high == b->stopped_high && a->role == b->role &&
                a->quality == b->quality && a->n_obstacles == b->n_obstacles &&
                t->present == u->present;
    if (t->present) {
        same = same && t->position_m == u->position_m;
    }
    for (int i = 0; i < a->n_obstacles && same; ++i) {
        same = a->obstacle[i] == b->obstacle[i];
    }
    return same;
}

/// Tables of an earlier string at that fret that this string can share, as for the two middle
/// strings of a tanpura: shared tables stay in the first-level cache. NULL: none.
static JwModes *find_shared(const JwTables *tables, const JwInstrument *instrument, int s, int f) {
    const JwNeck *neck = &tables->board.neck[s];
    for (int other = 0; other < s; ++other) {
        const JwNeck *his = &tables->board.neck[other];
        if (f < his->n && his->tuned_hz[0] == neck->tuned_hz[0] &&
            his->tuned_hz[f] == neck->tuned_hz[f] &&
            jw_tables_are_twins(&instrument->string[other], &instrument->string[s])) {
            return tables->modes[other][f];
        }
    }
    return NULL;
}

bool jw_tables_shared(const JwTables *tables, int string, int fret) {
    bool shared = false;
    for (int other = 0; other < string; ++other) {
        shared |= tables->modes[other][fret] == tables->modes[string][fret];
    }
    return shared;
}

static JwTables *make_tables(const JwInstrument *instrument, const JwTablesSpec *spec) {
    JwTables *tables = calloc(1, sizeof(*tables));
    JwContactPoints *points = malloc(sizeof(*points));
    double left = rests_most;
    if (tables && points) {
        tables->spec = *spec;
        tables->spec.tuning = NULL;
        tables->spec.profile = NULL;
        jw_fretboard_fill(&tables->board, instrument, spec->tuning, spec->param);
        tables->quality = (int)spec->param[JW_P_QUALITY];
        tables->n_strings = instrument->n_strings;
        tables->coupled = jw_body_couples(instrument->body, instrument->n_body);
        jw_body_init(&tables->body, instrument->body, instrument->n_body,
                     spec->rate_hz * tables->quality);
        for (int s = 0; s < tables->n_strings; ++s) {
            const JwNeck *neck = &tables->board.neck[s];
            tables->mass_kg +=
                instrument->string[s].data.mu_kg_m * instrument->string[s].data.length_m;
            for (int f = 0; f < neck->n; ++f) {
                JwModes *shared = find_shared(tables, instrument, s, f);
                tables->modes[s][f] = shared ? shared
                                             : build(instrument, &instrument->string[s], neck, f,
                                                     spec, points, &left);
                if (!tables->modes[s][f]) {
                    free(points);
                    jw_tables_free(tables);
                    return NULL;
                }
            }
            tables->lift_j[s] = most_lift_j(instrument, tables->modes[s][0]);
        }
        free(points);
        return tables;
    }
    free(points);
    free(tables);
    return NULL;
}

JwTables *jw_tables_new(const JwInstrument *instrument, const JwTablesSpec *spec) {
    if (!spec->profile || spec->profile->n == 0) {
        return make_tables(instrument, spec);
    }
    JwInstrument *drawn = malloc(sizeof(*drawn));
    JwTables *tables = NULL;
    if (drawn) {
        *drawn = *instrument;
        for (int i = 0; i < drawn->n_obstacles; ++i) {
            jw_profile_lay(spec->profile, &drawn->obstacle[i]);
        }
        tables = make_tables(drawn, spec);
    }
    free(drawn);
    return tables;
}

void jw_tables_free(JwTables *tables) {
    if (tables) {
        // Tables are freed from the last string on, because comparing needs the earlier string with
        // which tables are shared.
        for (int s = tables->n_strings - 1; s >= 0; --s) {
            for (int f = 0; f < tables->board.neck[s].n; ++f) {
                if (!jw_tables_shared(tables, s, f)) {
                    jw_modes_free(tables->modes[s][f]);
                }
            }
        }
        free(tables);
    }
}

/// Counts points as if none were left out. Sampling leaves out points that are too close to others,
/// and the densest set need not keep the most.
JwStatus jw_tables_capacity(const JwInstrument *instrument, double rate_hz, int string,
                            JwStringRoom *room) {
    const JwStringSpec *s = &instrument->string[string];
    JwStringData slack = s->data;
    // A tuning may slacken the string to this pitch, and slack strings have more modes.
    const double lowest_hz = jw_string_spec_declared_hz(s) * jw_exp2(-JW_TUNING_RANGE / 12.0);
    slack.tension_n = fmax(jw_string_data_tension_n(&slack, lowest_hz), 0.0);
    const double step_rate_hz = rate_hz * quality_max;
    const int n = jw_modes_count(&slack, jw_band_hz(quality_max, step_rate_hz), step_rate_hz);
    JwContactPoints *points = malloc(sizeof(*points));
    if (!points) {
        return JW_ERR_NO_MEMORY;
    }
    const JwStatus status =
        jw_tables_sample(instrument, s, s->data.length_m, 0, quality_max, points);
    room->n_modes = (n + JW_LOCAL_MODES + JW_LANES - 1) / JW_LANES * JW_LANES;
    room->n_modes += s->data.lateral.hz > 0.0 ? JW_MAX_LATERAL : 0;
    room->n_points = jw_tables_most_points(instrument, s, quality_max);
    room->n_linked = jw_tables_keep_grid(instrument, s, rate_hz) ? 0 : room->n_points;
    free(points);
    return status;
}
