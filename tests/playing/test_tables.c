// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strings that are alike share their tables, and no others do.
// Arguments: the shipped instruments; the first is the tanpura, whose strings 1 and 2 are.

#include "files/instrument_file.h"
#include "playing/tables.h"
#include "support/check.h"

#include <stddef.h>
#include <string.h>

static JwInstrument instrument;

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
        a->stretch != b->stretch || a->mass_kg != b->mass_kg) {
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
    char message[256];
    if (!check(!jw_instrument_file_load(path, &instrument, message, sizeof(message)), "%s",
               message)) {
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
    jw_tables_free(tables);
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
    check(argc > 1, "no instruments given");
    for (int i = 1; i < argc; ++i) {
        check_instrument(argv[i]);
        if (i == 1) {
            check_twins();
        }
    }
    return check_result();
}
