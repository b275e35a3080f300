# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The engine's own step on the paper's string, beside the event-driven solution."""

from lab import LONG, Check, Run, Table, work_folder
from string_beside import compare_with_event

check = Check()
keep, folder = work_folder()

# `depth` over [0, 10], which is not chaotic: rms error of the midpoint every 0.05, energy at the end
# over the exact one's. RK4 at the larger step: 3.3e-3 and 0.869 for R = 1, 1.9e-3 and 0.919.
cases = [(0.9, 2.5e-3, 1.0e-3)]
if LONG:
    cases += [(1, 2.5e-3, 9.5e-4), (1, 1.25e-3, 8.2e-4), (0.9, 1.25e-3, 4.1e-4)]
for restitution, step, bound in cases:
    run, table, got = compare_with_event(folder, "--obstacle", "depth", "--method", "step",
                                         "--dt", step, "--restitution", restitution,
                                         "--every", 0.05)
    exact = Run("string", "--obstacle", "depth", "--restitution", restitution)["energy_end"]
    check.below(f"step, R {restitution}, dt {step}: rms", got, bound)
    check.near("  energy over the exact one", run["energy_end"] / exact, 1, 1e-2)
    check.that(max(table["energy"]) <= table["energy"][0] * (1 + 1e-12), "  energy never grows")

# Its parts alone: the fold pumps energy, the projection is passive but late.
for method, lowest, highest in [("step-fold", 1.5, 1e3), ("step-safe", 1 - 1e-9, 1 + 1e-9)]:
    run, table, got = compare_with_event(folder, "--obstacle", "depth", "--method", method, "--dt",
                                         2.5e-3)
    growth = run["energy_end"] / run["energy_start"]
    check.that(lowest < growth < highest and got > 3e-3, f"{method}: energy to {growth:.5g}, "
               f"rms {got:.3g}")

# Any step up to the last that holds the modes, any parameter: finite and passive.
for more in [("--dt", 4.8e-3), ("--dt", 4.8e-3, "--restitution", 0), ("--dt", 3.3e-3, "--gamma", 1e4),
             ("--dt", 0.02, "--modes", 40, "--damping", 30), ("--dt", 1e-3, "--obstacle", "bump"),
             ("--dt", 0.9, "--modes", 1)]:
    run = Run("string", "--method", "step", *more, "--csv", folder / "step.csv")
    table = Table(folder / "step.csv")
    check.that(run.code == 0 and table.finite and
               max(table["energy"]) <= table["energy"][0] * (1 + 1e-9),
               f"step {more}: energy to {run['energy_end'] / run['energy_start']:.4f}")

# Between impacts it is exact but for the tension, and so are rows between its steps.
run, table, got = compare_with_event(folder, "--obstacle", "depth", "--method", "step", "--dt",
                                     0.0031, "--t-end", 0.7, "--gamma", 0, "--damping", 0.4)
check.below("free, gamma 0, odd dt: largest mse", run["mse_max"], 1e-16)
run, table, got = compare_with_event(folder, "--obstacle", "depth", "--method", "step", "--dt",
                                     0.0031, "--t-end", 0.7)
check.below("free, gamma 1, odd dt: largest mse", run["mse_max"], 1e-12)

check.refused(Run("string", "--method", "step", "--dt", 5e-3), "unstable", "0.00488")
check.refused(Run("string", "--method", "step", "--dt", 1e-3, "--modes", 601,
                  "--obstacle", "depth"), "contact points")
check.end()
