// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strings that are alike share their tables, and no others do. Tables find room in the string,
// however it is tuned, and one that keeps to its grid takes no room for matrices.
// Arguments: the shipped instruments; the first is the tanpura, whose strings 1 and 2 are.

#include "base/pi.h"
#include "files/instrument_file.h"
#include "playing/tables.h"
#include "support/check.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static JwInstrument instrument;

/// Instruments whose bands were looked at.
static int n_bands;

static JwTables *build(const JwInstrument *of, const JwTuning *tuning) {
    JwTablesSpec spec = {.rate_hz = 48000.0, .precision = JW_PRECISION_F32, .tuning = tuning};
    memcpy(spec.param, of->param, sizeof(spec.param));
    return jw_tables_new(of, &spec);
}

static bool same(const JwModes *a, const JwModes *b) {
    const size_t size = a->precision == JW_PRECISION_F64 ? sizeof(double) : sizeof(float);
    const size_t row = (size_t)a->n_padded * size, square = (size_t)(a->n_rows * a->n_rows);
    if (a->precision != b->precision || a->n_padded != b->n_padded || a->n_rows != b->n_rows ||
        a->n_all != b->n_all || a->n_interleaved != b->n_interleaved || a->sweeps != b->sweeps ||
        a->stretch != b->stretch || a->mass_kg != b->mass_kg || a->separate != b->separate) {
        return false;
    }
    return !memcmp(a->damp, b->damp, row) && !memcmp(a->stiff, b->stiff, row) &&
           !memcmp(a->root, b->root, row) &&
           !memcmp(a->rows, b->rows, (size_t)a->n_interleaved * row) &&
           !memcmp(a->compliance, b->compliance, square * sizeof(double)) &&
           !memcmp(a->cutoff, b->cutoff, square * sizeof(double)) &&
           !memcmp(a->rest_q, b->rest_q, (size_t)a->n_all * sizeof(double));
}

/// What a string shares is what it would have by itself.
static void check_alone(const JwTables *tables, int s) {
    static JwInstrument one;
    one = instrument;
    one.n_strings = 1;
    one.string[0] = instrument.string[s];
    JwTables *alone = build(&one, NULL);
    if (!check(alone != NULL, "tables of one string")) {
        return;
    }
    for (int f = 0; f < alone->board.neck[0].n; ++f) {
        check(same(tables->modes[s][f], alone->modes[0][f]), "%s, string %d, fret %d: not its own",
              instrument.name, s, f);
    }
    jw_tables_free(alone);
}

static void check_instrument(const char *path) {
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return;
    }
    JwTables *tables = build(&instrument, NULL);
    if (!check(tables != NULL, "tables")) {
        return;
    }
    for (int s = 0; s < instrument.n_strings; ++s) {
        if (jw_tables_shared(tables, s, 0)) {
            check_alone(tables, s);
        }
    }
    // Its two sarani are tuned alike, for what else rings along too.
    check(strcmp(instrument.name, "Tambura (southern)") || jw_tables_shared(tables, 2, 0),
          "%s: strings that are alike", instrument.name);
    jw_tables_free(tables);
}

/********* Room *********/

/// Tables with a tonic, all strings `cents` off, at a rate and a quality.
static JwTables *build_at(double sa, double cents, double rate_hz, int quality) {
    JwTuning tuning = {.has_scale = false};
    JwTablesSpec spec = {.rate_hz = rate_hz, .precision = JW_PRECISION_F32, .tuning = &tuning};
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        tuning.string_cents[s] = cents;
    }
    memcpy(spec.param, instrument.param, sizeof(spec.param));
    spec.param[JW_P_SA] = sa;
    spec.param[JW_P_QUALITY] = quality;
    return jw_tables_new(&instrument, &spec);
}

static void check_room(double sa, double cents, double rate_hz, int quality) {
    JwTables *tables = build_at(sa, cents, rate_hz, quality);
    for (int s = 0; s < instrument.n_strings && check(tables != NULL, "tables"); ++s) {
        const JwModes *m = tables->modes[s][0];
        JwStringRoom room = {0, 0, 0};
        check(!jw_tables_capacity(&instrument, rate_hz, s, &room), "capacity");
        check(m->n_padded <= room.n_modes && m->n_points <= room.n_points &&
                  (m->grid_rows.n > 0 || m->n_points <= room.n_linked),
              "%s, string %d, Sa %g, %g cents, %g Hz, quality %d: %d modes, %d points%s; room for "
              "%d, %d, %d linked",
              instrument.name, s, sa, cents, rate_hz, quality, m->n_padded, m->n_points,
              m->grid_rows.n > 0 ? " of its grid" : "", room.n_modes, room.n_points, room.n_linked);
    }
    jw_tables_free(tables);
}

/// Goes through the corners of what strings on their own grid can be tuned to.
static void check_rooms(void) {
    for (int quality = 1; quality <= 4; quality *= 2) {
        for (int corner = 0; corner < 8; ++corner) {
            check_room(corner & 1 ? 12.0 : 1.0, corner & 2 ? 1200.0 : -1200.0,
                       corner & 4 ? 192000.0 : 16000.0, quality);
        }
    }
}

/// An obstacle that all strings lie over in their whole length needs no matrices; one that is too
/// narrow for the grid needs them, and so does one beside it.
static void check_waves(void) {
    JwStringRoom room = {0, 0, 0};
    check(!jw_tables_capacity(&instrument, 48000.0, 0, &room) && room.n_points > 200 &&
              room.n_linked == 0,
          "%s: %d points, %d of them linked", instrument.name, room.n_points, room.n_linked);
    check_rooms();
    JwObstacle *o = &instrument.obstacle[instrument.string[0].obstacle[0]];
    const double end_m = o->end_m;
    for (double width_m = 1e-4; width_m < 0.1; width_m *= 1.5) {
        o->end_m = o->start_m + width_m;
        check_rooms();
    }
    o->end_m = o->start_m + 1e-4;
    check(!jw_tables_capacity(&instrument, 48000.0, 0, &room) && room.n_linked == room.n_points,
          "a narrow obstacle: %d points, %d of them linked", room.n_points, room.n_linked);
    o->end_m = end_m;
    o->grid = false;
    check(!jw_tables_capacity(&instrument, 48000.0, 0, &room) && room.n_linked == room.n_points,
          "off the grid: %d points, %d of them linked", room.n_points, room.n_linked);
}

/********* Bands *********/

/// Highest mode of a string's table at a quality [Hz].
static double highest_hz(int string, int quality) {
    JwTables *tables = build_at(instrument.param[JW_P_SA], 0.0, 48000.0, quality);
    double hz = NAN;
    if (check(tables != NULL, "tables")) {
        const JwStringData *data = &instrument.string[string].data;
        const double beta = tables->modes[string][0]->n * JW_PI / data->length_m;
        hz = beta * sqrt((data->tension_n + data->ei_n_m2 * beta * beta) / data->mu_kg_m) /
             (2.0 * JW_PI);
    }
    jw_tables_free(tables);
    return hz;
}

/// Strings over a fretboard have modes to 20 kHz at quality 2, those over a few broad frets to 40.
static void check_bands(void) {
    const bool bass = !strcmp(instrument.name, "Electric bass");
    if (bass || !strcmp(instrument.name, "Satsuma biwa")) {
        check_between(highest_hz(0, 1), 18e3, 20.5e3, "%s: modes at quality 1", instrument.name);
        check_between(highest_hz(0, 2), bass ? 18e3 : 36e3, bass ? 20.5e3 : 41e3,
                      "%s: modes at quality 2", instrument.name);
        check_between(highest_hz(0, 4), 70e3, 82e3, "%s: modes at quality 4", instrument.name);
        ++n_bands;
    }
}

/********* What strings must have in common *********/

/// Numbers of a string, and whether strings in which one differs still share.
static const struct {
    const char *what;
    size_t offset;
    bool shares;
} numbers[] = {
    {"length", offsetof(JwStringSpec, data.length_m), false},
    {"mass", offsetof(JwStringSpec, data.mu_kg_m), false},
    {"tension", offsetof(JwStringSpec, data.tension_n), false},
    {"axial stiffness", offsetof(JwStringSpec, data.ea_n), false},
    {"bending stiffness", offsetof(JwStringSpec, data.ei_n_m2), false},
    {"losses, s0", offsetof(JwStringSpec, data.losses.s0), false},
    {"losses, s1", offsetof(JwStringSpec, data.losses.s1), false},
    {"losses, s3", offsetof(JwStringSpec, data.losses.s3), false},
    {"losses, diameter", offsetof(JwStringSpec, data.losses.diameter_m), false},
    {"losses, viscosity of the air", offsetof(JwStringSpec, data.losses.air_viscosity), false},
    {"losses, density of the air", offsetof(JwStringSpec, data.losses.air_density), false},
    {"losses, loss angle", offsetof(JwStringSpec, data.losses.viscoelastic), false},
    {"losses, 1/Q", offsetof(JwStringSpec, data.losses.inverse_q), false},
    {"place of the thread", offsetof(JwStringSpec, thread.position_m), false},
    {"what the bridge adds", offsetof(JwStringSpec, wrap_cents[0]), false},
    {"what is taken off for others", offsetof(JwStringSpec, ringing_cents[0]), false},
    {"stiffness of the thread", offsetof(JwStringSpec, thread.stiffness_n_m), true},
    {"damping of the thread", offsetof(JwStringSpec, thread.damping_n_s_m), true},
    {"pluck", offsetof(JwStringSpec, pluck_m), true},
    {"pan", offsetof(JwStringSpec, pan), true},
    {"gain", offsetof(JwStringSpec, gain), true},
};

typedef void Change(JwStringSpec *string);

static void other_law(JwStringSpec *s) {
    s->data.losses.law = JW_LOSS_VALETTE;
    s->data.losses.diameter_m = 3e-4;
    s->data.losses.air_viscosity = 1.8e-5;
    s->data.losses.air_density = 1.2;
}

static void no_thread(JwStringSpec *s) {
    s->thread.present = false;
}

static void free_of_bridge(JwStringSpec *s) {
    s->n_obstacles = 0;
}

static void sympathetic(JwStringSpec *s) {
    s->role = JW_ROLE_TARAF;
}

static void simpler(JwStringSpec *s) {
    s->quality = 1;
}

/// None of these share.
static const struct {
    const char *what;
    Change *change;
} changes[] = {
    {"another law of losses", other_law},
    {"no thread", no_thread},
    {"off the bridge", free_of_bridge},
    {"a taraf", sympathetic},
    {"of quality 1", simpler},
};

static void check_shares(const JwTuning *tuning, bool shares, const char *what) {
    JwTables *tables = build(&instrument, tuning);
    if (check(tables != NULL, "tables: %s", what)) {
        check(jw_tables_shared(tables, 2, 0) == shares, "%s: it %s", what,
              shares ? "does not share" : "shares");
        check(!jw_tables_shared(tables, 1, 0), "%s: the first of them shares", what);
    }
    jw_tables_free(tables);
}

static void check_twins(void) {
    static JwTuning tuning;
    const JwStringSpec own = instrument.string[2];
    check_shares(NULL, true, "as built");
    instrument.param[JW_P_QUALITY] = 2.0;
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); ++i) {
        changes[i].change(&instrument.string[2]);
        check_shares(NULL, false, changes[i].what);
        instrument.string[2] = own;
    }
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); ++i) {
        unsigned char *at = (unsigned char *)&instrument.string[2] + numbers[i].offset;
        double number;
        memcpy(&number, at, sizeof(number));
        number = 1.001 * number + 1e-9;
        memcpy(at, &number, sizeof(number));
        check_shares(NULL, numbers[i].shares, numbers[i].what);
        instrument.string[2] = own;
    }
    tuning.string_cents[2] = 1.0;
    check_shares(&tuning, false, "a cent higher");
    tuning.string_cents[1] = 1.0;
    check_shares(&tuning, true, "both a cent higher");
}

int main(int argc, char **argv) {
    bool waves = false;
    check(argc > 1, "no instruments given");
    for (int i = 1; i < argc; ++i) {
        check_instrument(argv[i]);
        check_bands();
        if (i == 1) {
            check_twins();
        }
        if (!strcmp(instrument.name, "String over waves")) {
            waves = true;
            check_waves();
        }
    }
    check(n_bands == 2, "bass and biwa: %d", n_bands);
    check(waves, "no instrument whose strings are over waves");
    return check_result();
}
