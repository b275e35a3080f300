# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The methods with a fixed step at small steps and over the paper's whole time: minutes."""

from lab import Check, Run, Table, work_folder
from string_beside import compare_with_event

check = Check()
keep, folder = work_folder()

# `depth` over [0, 10]: rms error of the midpoint, energy over the exact one.
for restitution, rms, energy in [(1, 6.9e-5, 1.0), (0.9, 1.4e-4, 0.998)]:
    run, table, got = compare_with_event(folder, "--obstacle", "depth", "--method", "ivanov-rk4",
                                         "--dt", 1e-4, "--restitution", restitution)
    exact = Run("string", "--obstacle", "depth", "--restitution", restitution)["energy_end"]
    check.near(f"Ivanov, R {restitution}, dt 1e-4: rms", got, rms, 0.2 * rms)
    check.near("  energy", run["energy_end"] / exact, energy, 2e-3)

# The engine's step, the same.
for restitution, bound in [(1, 6e-4), (0.9, 3e-4)]:
    run, table, got = compare_with_event(folder, "--obstacle", "depth", "--method", "step",
                                         "--dt", 2.5e-4, "--restitution", restitution)
    check.below(f"step, R {restitution}, dt 2.5e-4: rms", got, bound)

# The penalty method nears the rigid one as its springs stiffen, before chaos.
last = 1.0
for stiffness, step in [("1e6", 1e-4), ("1e8", 2e-5), ("1e10", 2e-6)]:
    run, table, got = compare_with_event(folder, "--method", "penalty-rk4", "--dt", step,
                                         "--stiffness", stiffness, "--t-end", 0.6)
    check.that(got < 0.4 * last, f"penalty {stiffness}: rms {got:.3g} after {last:.3g}")
    check.below("  energy drift", run["energy_drift"], 0.02)
    last = got

# Energy at t = 10 on the flat obstacle, chaotic but for this: a few per cent.
for method, step, want in [("ivanov-rk4", 0.0013, 0.708), ("ivanov-rk4", 0.0008, 0.909),
                           ("ivanov-rk4", 0.0001, 0.9992), ("penalty-rk4", 0.0001, 0.777)]:
    run = Run("string", "--method", method, "--dt", step)
    check.near(f"flat, {method}, dt {step}: energy", run["energy_end"] / run["energy_start"],
               want, 0.03)

# Fig. 11 (b): damped, every step of the paper stays "of the order less than 1.5e-5" from the
# penalty method. It is chaotic: two strings that have nothing to do with each other any more
# differ by 1.7e-5, so that this only says that both are the same kind of string.
run = Run("string", "--method", "ivanov-rk4", "--dt", "0.0025,0.0013,0.0008,0.0001", "--damping",
          0.2, "--reference", "penalty-rk4", "--csv", folder / "fig11.csv")
check.that(Table(folder / "fig11.csv").finite, "Fig. 11 is finite")
for step in ["0.0025", "0.0013", "0.0008", "0.0001"]:
    check.below(f"Fig. 11, dt {step}: largest mse", run[f"mse_max_dt_{step}"], 3e-5)

check.end()
