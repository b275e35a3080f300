# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The paper's two RK4 methods for the string, beside the event-driven solution."""

import math

from lab import Check, Run, Table, work_folder
from string_beside import compare_with_event

check = Check()
keep, folder = work_folder()
path = folder / "string.csv"

# `depth` over [0, 10]: rms error of the midpoint, energy over the exact one.
for restitution, rms, energy in [(1, 3.3e-3, 0.869), (0.9, 1.9e-3, 0.919)]:
    run, table, got = compare_with_event(folder, "--obstacle", "depth", "--method", "ivanov-rk4",
                                         "--dt", 2.5e-3, "--restitution", restitution)
    exact = Run("string", "--obstacle", "depth", "--restitution", restitution)["energy_end"]
    check.near(f"Ivanov, R {restitution}, dt 2.5e-3: rms", got, rms, 0.2 * rms)
    check.near("  energy", run["energy_end"] / exact, energy, 2e-3)
    check.that(table.finite, "  finite")

# The penalty method nears the rigid one as its springs stiffen, before chaos.
soft, hard = [compare_with_event(folder, "--method", "penalty-rk4", "--dt", step, "--t-end", 0.5,
                                 "--stiffness", stiffness, "--modes", 51)[2]
              for stiffness, step in [("1e5", 2e-4), ("1e7", 2e-5)]]
check.that(hard < 0.3 * soft, f"penalty 1e7: rms {hard:.3g} after {soft:.3g} with 1e5")

# Energy at t = 10 on the flat obstacle, chaotic but for this: a few per cent.
run = Run("string", "--method", "ivanov-rk4", "--dt", 0.0025)
check.near("flat, Ivanov, dt 0.0025: energy", run["energy_end"] / run["energy_start"], 0.436, 0.03)

# Free motion, below any impact: what is left is RK4 alone, of fourth order, at
# any step, also between the steps.
for gamma, damping in [(1, 0), (50, 0.3)]:
    errors = []
    for step in [0.0037, 0.00185]:
        run = compare_with_event(folder, "--method", "ivanov-rk4", "--dt", step, "--gamma", gamma,
                                 "--damping", damping, "--t-end", 0.2, "--every", 0.01,
                                 "--modes", 31, "--obstacle", "depth")[0]
        errors.append(run["mse_max"]**0.5)
    order = math.log2(errors[0] / errors[1])
    check.near(f"free, gamma {gamma}, c {damping}: order", order, 4, 0.3)

# Rows where they were asked for, whatever the step.
run, table, got = compare_with_event(folder, "--method", "ivanov-rk4", "--dt", 0.0013,
                                     "--t-end", 1, "--every", 0.07)
worst = max(abs(t - 0.07 * i) for i, t in enumerate(table["t"]))
check.that(worst < 1e-12 and len(table.rows) == 15, f"{len(table.rows)} rows, off by {worst:.2g}")

# Several at once: what each would be alone.
run = Run("string", "--method", "ivanov-rk4", "--dt", 1e-3, "--t-end", 1,
          "--restitution", "1,0.9,0.8", "--csv", path)
table = Table(path)
alone = Run("string", "--method", "ivanov-rk4", "--dt", 1e-3, "--t-end", 1, "--restitution", 0.8)
check.equal("list of three", run["midpoint_restitution_0.8"], alone["midpoint"])
check.equal("its column", table["midpoint_restitution_0.8"][-1], alone["midpoint"])

check.refused(Run("string", "--method", "ivanov-rk4", "--dt", 0.01), "unstable", "0.0045")
check.refused(Run("string", "--method", "penalty-rk4", "--dt", 0.001), "unstable")
check.refused(Run("string", "--method", "ivanov-rk4", "--restitution", 0), "--restitution")
check.refused(Run("string", "--method", "penalty-rk4", "--restitution", 0.9), "--restitution")
check.end()
