// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "band.h"

#include "kernel/kernels.h"
#include "kernel/sines.h"
#include "playing/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/********* Instruments *********/

static JwObstacle bridge(double start_m, double end_m, int n_points) {
    return (JwObstacle){
        .kind = JW_OBSTACLE_BRIDGE,
        .restitution = -1.0,
        .start_m = start_m,
        .end_m = end_m,
        .n_points = n_points,
        .radius_m = 1.0,
        .apex_m = 0.0015,
        .movable = true,
    };
}

static JwObstacle plate(double start_m, double end_m, int n_points) {
    return (JwObstacle){
        .kind = JW_OBSTACLE_PLATE,
        .restitution = -1.0,
        .start_m = start_m,
        .end_m = end_m,
        .n_points = n_points,
        .height_m = -3e-4,
        .movable = true,
    };
}

/// Obstacle with n_points points: few are a jawari bridge; many are a plate under the middle, like
/// the paper's obstacle, or along the whole string.
static JwObstacle lay_out(JwBenchPoints points, int n_points, int n_modes, double length_m) {
    const double spacing = length_m / (n_modes + 1);
    JwObstacle o;
    if (points == JW_BENCH_DENSE) {
        return n_points > 16 ? plate(0.25 * length_m, 0.75 * length_m, n_points)
                             : bridge(0.0015, n_points > 1 ? 0.025 : 0.0015, n_points);
    }
    if (n_points > 16) {
        const int before = (n_modes - n_points) / 2;
        o = plate((before + 1) * spacing, (before + n_points) * spacing, n_points);
    } else {
        o = bridge(spacing, n_points * spacing, n_points);
    }
    o.grid = true;
    return o;
}

void jw_bench_strings(JwInstrument *instrument, int n_strings, int n_modes, int n_points,
                      JwBenchPoints points) {
    JwStringSpec string = {
        .name = "string",
        .role = JW_ROLE_MELODY,
        .n_frets = 1,
        .pluck_m = 3e-3,
        .gain = 0.1,
        .data = {.length_m = 0.88, .mu_kg_m = 1.11e-3, .ea_n = 1.4e4},
    };
    string.data.losses = (JwLosses){.law = JW_LOSS_POLYNOMIAL, .s0 = 0.3, .s1 = 8e-3, .s3 = 4e-6};
    // The frequency is just below 20 kHz/n_modes, so that the last mode is inside the band and the
    // next one is not.
    const double f0 = 19990.0 / n_modes;
    string.data.tension_n = jw_string_data_tension_n(&string.data, f0);
    string.key = (int)lround(69.0 + 12.0 * log2(f0 / 440.0));
    jw_instrument_init(instrument);
    snprintf(instrument->name, sizeof(instrument->name), "Strings");
    instrument->param[JW_P_RELEASE_DAMPING] = 0.0;
    instrument->obstacle[instrument->n_obstacles++] =
        lay_out(points, n_points, n_modes, string.data.length_m);
    string.n_obstacles = instrument->n_obstacles;
    instrument->n_strings = n_strings;
    for (int s = 0; s < n_strings; ++s) {
        // Each string has its own key, whatever its pitch, so that each can be struck.
        instrument->string[s] = string;
        instrument->string[s].key = string.key + s;
        // Tensions differ slightly, so that no two strings share tables, as in most instruments.
        instrument->string[s].data.tension_n *= 1.0 - 1e-6 * s;
    }
}

JwBenchScore jw_bench_strings_score(const JwInstrument *instrument) {
    return (JwBenchScore){1, {instrument->string[0].key}, 0.5};
}

void jw_bench_alike(JwInstrument *alike, const JwInstrument *instrument) {
    *alike = *instrument;
    for (int s = 0; s < instrument->n_strings; ++s) {
        int role[JW_MAX_STRINGS] = {0}, n = 0;
        for (int i = 0; i < instrument->n_strings; ++i) {
            if (instrument->string[i].role == instrument->string[s].role) {
                role[n++] = i;
            }
        }
        alike->string[s] = instrument->string[role[n / 2]];
    }
}

/********* Work *********/

/// Times that a step reads each of some rows: registers of 512 bits hold a block of eight rows
/// between scattering to the modes and gathering from them, for strings that step in one pass.
static double reads_of_rows(double rows) {
    return jw_kernels_isa() == JW_ISA_V4 && rows <= 8.0 ? 1.0 : 2.0;
}

/// Adds the work of a string with contact at the nodes of its own grid: modes and springs, a second
/// pass over the modes with their tension, one from nodes to modes, and two from modes to nodes;
/// few nodes are included in the first pass. A node costs some 30 products in 64 bits, and two
/// dozen numbers.
static void add_grid_work(const JwModes *m, JwBenchWork *work) {
    const double elements = m->n_padded, points = m->n_points, steps = 1.0 / m->dt_s;
    const JwGridRows *grid_rows = &m->grid_rows;
    // Numbers of a pair of nodes, mirror images of each other: from odd and even modes if paired,
    // from both at once if mirrored.
    const double table = (double)grid_rows->n_rows *
                         (grid_rows->paired ? grid_rows->n_modes : grid_rows->blocks * JW_LANES);
    const double once = grid_rows->mirrored ? 0.5 : 1.0,
                 kept = grid_rows->paired ? 2.0 * once : 1.0;
    const bool few = jw_grid_rows_few(grid_rows);
    const double own = few ? 8.0 : 13.0, arrays = few ? 7.0 : 21.0;
    double madds = 3.0 * table, held = kept * table;
    double read = few ? reads_of_rows(points) * table : 2.0 * once * table;
    if (m->grid_rows.sines.factor) {
        // Tables are read once for modes and their tension and once for the way back; series are
        // moved in and out.
        held = (double)jw_sines_size(&m->grid_rows.sines, sizeof(float)) / sizeof(float);
        madds = 6.0 * JW_LANES * jw_sines_work(&m->grid_rows.sines);
        read = 2.0 * held + 6.0 * 4.0 * elements;
    }
    work->madds += steps * (madds + own * elements + 2.0 * 30.0 * points);
    work->bytes += steps * (4.0 * (read + arrays * elements) + 8.0 * 24.0 * points);
    work->held += 4.0 * (held + (few ? 5.0 : 9.0) * elements) + 8.0 * 16.0 * points;
}

/// Adds the work of one string's step: one pass over all of its modes, from the end of one step to
/// the middle of the next, and pairs of its contact points.
static void add_string_work(const JwModes *m, bool shared, JwBenchWork *work) {
    const double elements = m->n_padded, points = m->n_points, steps = 1.0 / m->dt_s;
    const double bent = m->n_stretching;
    const double rows = m->n_rows - (m->palm_row >= 0); // Rows except that of an idle palm
    const double listens = m->bridge_row < 0;           // False if the bridge gives the output
    // Products: rows to modes and modes to rows, losses and stiffness; for modes that stretch the
    // string also the tension's direction to rows, that direction in either step, its force and its
    // two sums.
    const double madds = elements * (2.0 * rows + 2.0 + listens) + bent * (rows + 5.0);
    const double bridge = m->bridge_row >= 0;
    // Arrays: rows and, at least twice, the bridge's; two tables, and q and v_free in both
    // directions.
    const double arrays =
        reads_of_rows(rows - bridge) * (rows - bridge) + 2.0 * bridge + 6.0 + listens;
    // Targets, sweeps, fold and ledger are counted here, in 64 bits.
    const double pairs = (m->sweeps > 0 ? m->sweeps : 4) + 4.0;
    work->madds += steps * (madds + 2.0 * points * points * pairs);
    work->bytes += steps * (4.0 * elements * arrays + 8.0 * points * points * pairs);
    const double tables = shared ? 0.0 : rows + 2.0 + listens;
    work->held += 4.0 * elements * (tables + 2.0) + 8.0 * 2.0 * points * points;
}

bool jw_bench_band_find_work(JwBenchBand *band, const JwInstrument *instrument, int quality) {
    JwBenchWork *work = &band->work;
    JwTablesSpec spec = {.rate_hz = JW_BENCH_RATE_HZ, .precision = JW_PRECISION_F32};
    memcpy(spec.param, instrument->param, sizeof(spec.param));
    spec.param[JW_P_QUALITY] = quality;
    JwTables *tables = jw_tables_new(instrument, &spec);
    *work = (JwBenchWork){.madds = 0.0};
    if (!tables) {
        return false;
    }
    for (int s = 0; s < tables->n_strings; ++s) {
        const JwModes *m = tables->modes[s][0];
        if (m->grid_rows.n > 0) {
            add_grid_work(m, work);
        } else {
            add_string_work(m, jw_tables_shared(tables, s, 0), work);
        }
    }
    work->n_modes = tables->modes[0][0]->n_all;
    work->n_points = tables->modes[0][0]->n_points;
    jw_tables_free(tables);
    return true;
}

/********* Playing *********/

static JwEvent midi(uint32_t frame, int status, int first, int second) {
    return (JwEvent){.frame = frame,
                     .type = JW_EVENT_MIDI,
                     .midi = jw_midi_decode(
                         (const uint8_t[]){(uint8_t)status, (uint8_t)first, (uint8_t)second})};
}

/// Strikes each string once, except the taraf; where two strings have the same key, the second
/// plays the second note.
static void strike_all(JwBenchBand *band, const JwInstrument *instrument) {
    for (int s = 0; s < instrument->n_strings && band->score.n > 0; ++s) {
        const JwEvent event = midi(0, 0x90, instrument->string[s].key, 100);
        if (instrument->string[s].role != JW_ROLE_TARAF) {
            jw_engine_post(band->engine, &event);
        }
    }
}

bool jw_bench_band_open(JwBenchBand *band, const JwInstrument *instrument, int quality,
                        const JwBenchScore *score, JwError *error) {
    *band = (JwBenchBand){.score = *score, .block = JW_BENCH_BLOCK};
    JwInstrument *own = malloc(sizeof(*own));
    band->engine = jw_engine_new();
    JwStatus status = own && band->engine ? JW_SUCCESS : JW_ERR_NO_MEMORY;
    if (!status) {
        *own = *instrument;
        own->param[JW_P_QUALITY] = quality;
        status = jw_engine_prepare(band->engine, own, JW_BENCH_RATE_HZ, NULL);
    }
    if (!status) {
        strike_all(band, own);
    }
    free(own);
    if (status) {
        jw_bench_band_close(band);
        return jw_error_set(error, "%s: %s", instrument->name, jw_status_message(status));
    }
    return true;
}

void jw_bench_band_close(JwBenchBand *band) {
    jw_engine_free(band->engine);
    band->engine = NULL;
}

/// True if an event with period `every` frames is due in this block; sets its index and offset.
static bool find_due(const JwBenchBand *band, uint64_t every, uint64_t *index, uint32_t *offset) {
    *index = (band->frame + every - 1) / every;
    *offset = (uint32_t)(*index * every - band->frame);
    return *offset < band->block;
}

static JwEvent param(uint32_t frame, JwParamId id, double value) {
    return (JwEvent){.frame = frame, .type = JW_EVENT_PARAM, .param = {.id = id, .value = value}};
}

/// Finds the last note's end and the next note's beginning.
static int find_notes(const JwBenchBand *band, JwEvent *events) {
    const JwBenchScore *score = &band->score;
    uint64_t index;
    uint32_t offset;
    if (score->n == 0 ||
        !find_due(band, (uint64_t)(score->every_s * JW_BENCH_RATE_HZ), &index, &offset)) {
        return 0;
    }
    const uint64_t n = (uint64_t)score->n;
    events[0] = midi(offset, 0x80, score->key[(index + n - 1) % n], 64);
    events[1] = midi(offset, 0x90, score->key[index % n], 110);
    return 2;
}

/// Frames between strokes of the drums: four strokes a second.
enum { DRUM_FRAMES = JW_BENCH_RATE_HZ / 4 };

/// Fills a block with drums: noise that decays within some 30 ms, the same at each stroke.
static void beat_drums(uint64_t frame, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t at = (uint32_t)((frame + i) % DRUM_FRAMES);
        uint32_t dice = (at + 1) * 2654435761u;
        dice = (dice ^ dice >> 15) * 2246822519u;
        const double noise = (double)(dice >> 8) / (1 << 23) - 1.0;
        out[i] = (float)(0.5 * noise * exp(-(double)at / (0.03 * JW_BENCH_RATE_HZ)));
    }
}

/// Bends up and down again within half a second.
static int find_meend(const JwBenchBand *band, JwEvent *events) {
    int n = 0;
    for (uint32_t at = 0; at < band->block; at += JW_CONTROL_FRAMES) {
        const double turn = fmod((double)(band->frame + at) * 2.0 / JW_BENCH_RATE_HZ, 1.0);
        const int wheel = 8192 + (int)(8191.0 * (1.0 - fabs(2.0 * turn - 1.0)));
        events[n++] = midi(at, 0xe0, wheel & 127, wheel >> 7);
    }
    return n;
}

/// Strikes seven strings a few frames apart, as in a strummed chord.
static int find_chord(const JwBenchBand *band, JwEvent *events) {
    enum { EVERY = 4000, STRINGS = 7, APART = 7 };
    int n = 0;
    for (uint32_t at = 0; at < band->block; ++at) {
        const uint64_t phase = (band->frame + at) % EVERY;
        if (phase < STRINGS * APART && phase % APART == 0) {
            events[n++] = (JwEvent){.frame = at,
                                    .type = JW_EVENT_OPEN,
                                    .open = {.string = (int)(phase / APART), .velocity = 110}};
        }
    }
    return n;
}

static int find_change(const JwBenchBand *band, JwEvent *events) {
    uint64_t index;
    uint32_t offset;
    if (!find_due(band, 4000, &index, &offset)) {
        return 0;
    }
    if (band->play == JW_BENCH_PRESETS) {
        const int n = band->programs->n;
        return n > 0
                   ? jw_programs_select(band->programs, (int)(index % (uint64_t)n), offset, events)
                   : 0;
    }
    events[0] = param(offset, JW_P_LOSS_HIGH, index % 2 ? 1.0 : 2.0);
    events[1] = param(offset, JW_P_RAGA, (double)(index % 10));
    return 2;
}

static int compare(const void *a, const void *b) {
    const JwEvent *x = a, *y = b;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

static int find_events(const JwBenchBand *band, JwEvent *events) {
    int n = find_notes(band, events);
    switch (band->play) {
    case JW_BENCH_PLAIN:
        break;
    case JW_BENCH_MEEND:
        n += find_meend(band, events + n);
        break;
    case JW_BENCH_CHORDS:
        n += find_chord(band, events + n);
        break;
    case JW_BENCH_RETUNE:
    case JW_BENCH_PRESETS:
        n += find_change(band, events + n);
        break;
    }
    qsort(events, (size_t)n, sizeof(*events), compare);
    return n;
}

void jw_bench_band_run(JwBenchBand *band) {
    float left[JW_BENCH_BLOCK], right[JW_BENCH_BLOCK], drums[JW_BENCH_BLOCK];
    JwEvent events[JW_BENCH_EVENTS];
    const int n = find_events(band, events);
    if (band->driven) {
        beat_drums(band->frame, drums, band->block);
        jw_engine_run_input(band->engine, events, (size_t)n, drums, drums, left, right, NULL,
                            band->block);
    } else {
        jw_engine_run(band->engine, events, (size_t)n, left, right, NULL, band->block);
    }
    band->frame += band->block;
}

void jw_bench_band_serve(JwBenchBand *band) {
    if (jw_engine_wants_service(band->engine)) {
        // A failure for lack of memory is requested again.
        (void)jw_engine_service(band->engine);
    }
}

void jw_bench_band_play(JwBenchBand *band, long n_blocks) {
    for (long block = 0; block < n_blocks; ++block) {
        jw_bench_band_run(band);
        jw_bench_band_serve(band);
    }
}
