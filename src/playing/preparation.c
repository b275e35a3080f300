// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/preparation.h"

#include "playing/tables.h"
#include "string/cutoff.h"
#include "string/modes.h"

#include <math.h>
#include <stdlib.h>

/// Rates [Hz] for which the work is counted: rates in between only differ in the number of modes.
static const double slow_hz = 8000.0, fast_hz = 384000.0;

/// Times that the points of a string on its own grid are sampled: twice here, and when its table is
/// built.
static const double grid_looks = 14.0;

/// Operations, in this order: per table, per mode of it, per mode and row, per pair of rows; per
/// cut-off mode, per cut-off mode and point, per pair of points summed over a mode, per pair and
/// third point in a sweep; per pair in all sweeps for the balance; per mode as a load on the body;
/// per pair of adjacent points or nodes. They were measured number by number; vectorised
/// (kernel/shapes.h), sums over modes take a fifth of that or less.
static const double per_table = 2e4, per_mode = 300.0, per_number = 30.0, per_pair = 1.0,
                    per_left_out = 60.0, per_shape = 20.0, per_summed_pair = 2.5, per_turn = 1.25,
                    per_balance = 0.7 * JW_REST_SWEEPS, per_load = 150.0, per_neighbour = 1.0;

/// Work of one table with n modes, n_points contact points, and the other rows.
static double table_work(double n, double n_points, bool on_grid, bool coupled) {
    const double n_rows = n_points + 3.0, pairs = 0.5 * n_points * n_points;
    double work = per_table + n * (per_mode + per_number * n_rows);
    work += pairs * (n * per_summed_pair + 2.0 * per_balance);
    work += coupled ? 3.0 * n * per_load : 0.0;
    if (on_grid || n_points == 0.0) {
        return work;
    }
    const double left_out = fmax((JW_CUTOFF_REACH - 1) * n, JW_CUTOFF_LAST - n);
    work += left_out * (per_left_out + per_shape * n_points + per_summed_pair * pairs);
    work += n * 0.5 * n_rows * n_rows * per_pair;
    return work + per_turn * JW_CUTOFF_SWEEPS * n_points * n_points * n_points;
}

/// Work of finding the contact points of one table.
static double points_work(const JwInstrument *instrument, const JwStringSpec *string) {
    double work = 0.0;
    for (int i = 0; i < string->n_obstacles; ++i) {
        const JwObstacle *o = &instrument->obstacle[string->obstacle[i]];
        const double n = o->kind == JW_OBSTACLE_FRETS ? o->n_nodes : o->n_points;
        work += per_neighbour * n * (JW_CONTACT_POINTS + o->n_nodes);
    }
    return work;
}

/// Number of modes at a quality and a rate.
static int modes_at(const JwStringData *data, int quality, double rate_hz) {
    return jw_modes_count(data, jw_band_hz(quality, rate_hz * quality), rate_hz * quality);
}

/// State while strings are counted.
typedef struct {
    const JwInstrument *instrument;
    JwContactPoints *points; ///< Memory for sampling a string that requests its own grid; NULL:
                             ///< such a string is assumed to have its grid
    JwStatus status;         ///< Status of the count: memory may be short
} Count;

/// True if a string that requests its own grid has it at every possible number of modes.
static bool stays_on_grid(Count *count, const JwStringSpec *string, const JwStringData *data,
                          int own) {
    bool on_grid = true;
    for (int quality = 1; quality <= own && on_grid && count->points; quality *= 2) {
        const double rates[] = {slow_hz, fast_hz};
        for (int r = 0; r < 2 && on_grid; ++r) {
            const JwStatus status = jw_tables_points(count->instrument, string, data->length_m,
                                                     modes_at(data, quality, rates[r]), quality,
                                                     count->points, &on_grid);
            count->status = status == JW_ERR_NO_MEMORY ? status : count->status;
        }
    }
    return on_grid;
}

static JwPreparation string_work(Count *count, int s) {
    const JwInstrument *instrument = count->instrument;
    const JwStringSpec *string = &instrument->string[s];
    const bool coupled = jw_body_couples(instrument->body, instrument->n_body);
    const bool grid = jw_tables_want_grid(instrument, string);
    const int own = string->quality > 0 ? string->quality : 4;
    JwPreparation p = {.string = s,
                       .n_tables = string->n_frets,
                       .n_points = jw_tables_most_points(instrument, string, own),
                       .n_modes = modes_at(&string->data, own, fast_hz)};
    for (int f = 0; f < string->n_frets; ++f) {
        JwStringData data = string->data;
        data.length_m = jw_string_data_stopped_length_m(&data, string->fret_semitones[f]);
        const bool on_grid = grid && stays_on_grid(count, string, &data, own);
        const int n = modes_at(&data, own, fast_hz);
        p.work += table_work(n, p.n_points, on_grid, coupled);
        p.work += (grid ? grid_looks : 1.0) * points_work(instrument, string);
    }
    return p;
}

/// Work of all strings; most: the string with the largest part of it.
static double all_work(Count *count, JwPreparation *most) {
    double work = 0.0;
    most->work = -1.0;
    for (int s = 0; s < count->instrument->n_strings; ++s) {
        const JwPreparation p = string_work(count, s);
        work += p.work;
        if (p.work > most->work) {
            *most = p;
        }
    }
    return work;
}

JwStatus jw_preparation_check(const JwInstrument *instrument, double *work, JwPreparation *most) {
    JwPreparation p;
    Count count = {.instrument = instrument};
    double all = all_work(&count, &p);
    // Points are only sampled if that itself is not too much work.
    if (all <= JW_PREPARATION_MOST) {
        count.points = malloc(sizeof(*count.points));
        count.status = count.points ? JW_SUCCESS : JW_ERR_NO_MEMORY;
        all = all_work(&count, &p);
        free(count.points);
    }
    if (work) {
        *work = all;
    }
    if (most) {
        *most = p;
    }
    return count.status                 ? count.status
           : all <= JW_PREPARATION_MOST ? JW_SUCCESS
                                        : JW_ERR_TOO_MUCH_WORK;
}
