// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "report.h"

#include "program/target_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double ratio_of(const JwBenchRun *run, const JwBenchRun *ratio_to) {
    return ratio_to->spread.median / run->spread.median;
}

void jw_bench_print_table(JwBenchRun *const *run, int n, const JwBenchRun *ratio_to) {
    printf("CPU seconds for a second of audio at %d Hz, %d rounds\n\n", JW_BENCH_RATE_HZ,
           n > 0 ? run[0]->n_rounds : 0);
    printf("%-15s %10s %10s %10s %10s\n", "", "least", "median", "most", "GI over it");
    for (int i = 0; i < n; ++i) {
        const JwBenchSpread *s = &run[i]->spread;
        printf("%-15s %10.6f %10.6f %10.6f", run[i]->definition->name, s->min, s->median, s->max);
        if (ratio_to) {
            printf(" %10.4g", ratio_of(run[i], ratio_to));
        }
        printf("\n");
    }
}

/// Part of a limit from which on it is reported as the limit of a case.
static const double near_limit = 0.7;

/// Names the limit of a case. memory: part of the cost that disappears when all tables are in the
/// near cache; negative if that was not measured.
static const char *bound_by(double of_madds, double of_reads, double memory) {
    if (of_madds >= near_limit) {
        return "multiply-adds";
    }
    return (memory < 0.0 && of_reads >= near_limit) || memory >= 1.0 - near_limit
               ? "memory"
               : "other instructions and waits";
}

static void print_limit(JwBenchRun *run, const JwBenchMachine *machine, double madds, double bytes,
                        double held) {
    const double of_madds = madds / machine->fused, of_reads = bytes / run->reads;
    const double memory = jw_bench_run_memory(run);
    char part[16] = "";
    if (memory >= 0.0) {
        snprintf(part, sizeof(part), "%.0f %%", 100.0 * memory);
    }
    printf("%-15s %6.1f G/s %5.1f %%   %6.1f of %4.0f GB/s %5.1f %%   %5.0f KiB   %7s   %s\n",
           run->definition->name, 1e-9 * madds, 100.0 * of_madds, 1e-9 * bytes, 1e-9 * run->reads,
           100.0 * of_reads, held / 1024.0, part, bound_by(of_madds, of_reads, memory));
}

void jw_bench_print_limits(JwBenchRun *const *run, int n, const JwBenchMachine *machine) {
    printf(
        "\nThis core: %.1f G multiply-adds a second in 32 bits fused, %.1f as two instructions;\n"
        "reads %.0f GB/s of %d KiB, %.0f of %d KiB. Waits for memory: what it costs less with "
        "strings\n"
        "that share their tables\n\n%-15s %16s %23s %11s   %7s   %s\n",
        1e-9 * machine->fused, 1e-9 * machine->apart, 1e-9 * machine->l1, JW_BENCH_L1_BYTES / 1024,
        1e-9 * machine->l2, JW_BENCH_L2_BYTES / 1024, "", "multiply-adds", "loads and stores",
        "a step", "waits", "bound by");
    for (int i = 0; i < n; ++i) {
        const JwBenchCase *c = run[i]->definition;
        const JwBenchWork *w = &run[i]->band.work;
        const double cost = run[i]->spread.median;
        if (c->kind == JW_BENCH_GI) {
            // A multiply-add in 64 bits counts as two.
            const double madds = jw_bench_gi_madds() * JW_BENCH_GI_UNITS / c->step / cost;
            print_limit(run[i], machine, 2.0 * madds, 8.0 * madds, jw_bench_gi_held());
        } else if (c->kind != JW_BENCH_PEAK && (c->score.n > 0 || c->driven)) {
            print_limit(run[i], machine, w->madds / cost, w->bytes / cost, w->held);
        }
    }
}

static bool write_line(JwTargetFile *file, const JwBenchRun *run, const JwBenchRun *ratio_to,
                       JwError *error) {
    char line[256], ratio[32] = "";
    const JwBenchSpread *s = &run->spread;
    if (ratio_to) {
        snprintf(ratio, sizeof(ratio), "%.6g", ratio_of(run, ratio_to));
    }
    snprintf(line, sizeof(line), "%s,%.6g,%.6g,%.6g,%s\n", run->definition->name, s->min, s->median,
             s->max, ratio);
    return jw_target_file_write(file, line, strlen(line), error);
}

bool jw_bench_write_csv(const char *path, JwBenchRun *const *run, int n, const JwBenchRun *ratio_to,
                        JwError *error) {
    static const char head[] = "name,cost_min,cost_median,cost_max,ratio_to_gi\n";
    JwTargetFile file = {0};
    bool ok = jw_target_file_open(&file, path, error) &&
              jw_target_file_write(&file, head, sizeof(head) - 1, error);
    for (int i = 0; ok && i < n; ++i) {
        ok = write_line(&file, run[i], ratio_to, error);
    }
    ok = ok && jw_target_file_finish(&file, error) && jw_target_file_commit(&file, error);
    jw_target_file_discard(&file);
    return ok;
}
