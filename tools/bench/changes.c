// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "changes.h"

#include "band.h"
#include "files/data_dir.h"
#include "measure.h"
#include "playing/tables.h"
#include "program/patch_names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Smallest CPU time of each part [s].
typedef struct {
    double ready;     ///< Another instrument: its files read, its engine made
    double sa;        ///< Its tables with another tonic
    double quality_4; ///< Its tables at quality 4
} Times;

static void keep_least(double start, double *least) {
    *least = fmin(*least, jw_bench_cpu_s() - start);
}

static bool time_ready(JwPatch *patch, const char *name, bool preset, double *least,
                       JwError *error) {
    static const bool set[JW_N_PARAMS];
    static const double value[JW_N_PARAMS];
    const JwPatchFit nothing = {.tuning = NULL};
    const JwEngineOptions options = {.precision = JW_PRECISION_F32};
    const double start = jw_bench_cpu_s();
    if (!jw_patch_load(patch, preset ? NULL : name, preset ? name : NULL, set, value, error)) {
        return false;
    }
    JwEngine *engine =
        jw_patch_engine(&patch->instrument, name, &nothing, JW_BENCH_RATE_HZ, &options, error);
    keep_least(start, least);
    jw_engine_free(engine);
    return engine != NULL;
}

static bool time_tables(const JwPatch *patch, JwParamId id, double value, double *least) {
    JwTablesSpec spec = {.rate_hz = JW_BENCH_RATE_HZ, .precision = JW_PRECISION_F32};
    memcpy(spec.param, patch->instrument.param, sizeof(spec.param));
    spec.param[id] = value;
    const double start = jw_bench_cpu_s();
    JwTables *tables = jw_tables_new(&patch->instrument, &spec);
    keep_least(start, least);
    jw_tables_free(tables);
    return tables != NULL;
}

static bool time_patch(JwPatch *patch, const char *name, bool preset, int rounds, JwError *error) {
    Times least = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (int i = 0; i < rounds; ++i) {
        if (!time_ready(patch, name, preset, &least.ready, error)) {
            return false;
        }
        const double sa = patch->instrument.param[JW_P_SA];
        if (!time_tables(patch, JW_P_SA, sa < 12.0 ? sa + 1.0 : sa - 1.0, &least.sa) ||
            !time_tables(patch, JW_P_QUALITY, 4.0, &least.quality_4)) {
            return jw_error_set(error, "out of memory");
        }
    }
    printf("%-22s %10.2f %10.2f %10.2f\n", name, 1e3 * least.ready, 1e3 * least.sa,
           1e3 * least.quality_4);
    return true;
}

bool jw_bench_changes(int rounds, JwError *error) {
    static const char *const extensions[] = {JW_INSTRUMENT_EXTENSION, JW_PRESET_EXTENSION};
    JwPatch *patch = calloc(1, sizeof(*patch));
    bool ok = patch || jw_error_set(error, "out of memory");
    printf("CPU milliseconds of the control thread, the least of %d\n\n%-22s %10s %10s %10s\n",
           rounds, "", "instrument", "Sa moved", "quality 4");
    for (int e = 0; e < 2 && ok; ++e) {
        JwNameList list = {0, NULL};
        ok = jw_data_list(extensions[e], &list) || jw_error_set(error, "out of memory");
        for (int i = 0; i < list.n && ok; ++i) {
            ok = time_patch(patch, list.name[i], e == 1, rounds, error);
        }
        jw_name_list_clear(&list);
    }
    free(patch);
    return ok;
}
