# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The engine's contact force beside closed forms: a stop and a bridge at mid-span."""

import math

from lab import Check, Run, Table, work_folder

check = Check()
keep, folder = work_folder()

# ---- As the modes grow ----

SIZES = [25, 51, 101, 201, 401, 801]
run = Run("string-force", "--modes", ",".join(map(str, SIZES)), "--csv", folder / "force.csv")
check.equal("exit", run.code, 0)
check.near("impulse", run["impulse"], 2 / math.pi, 2e-6)
check.near("impulse on the bridge", run["bridge_impulse"], 2 / math.pi, 2e-6)
for prefix, first, last in [("", 1.2e-2, 1.5e-4), ("bridge_", 0.12, 8e-4)]:
    error = [run[f"{prefix}force_max_error_{n}"] for n in SIZES]
    check.that(all(b < 0.6 * a for a, b in zip(error, error[1:])),
               f"{prefix}force error falls: " + " ".join(f"{e:.2g}" for e in error))
    check.below(f"{prefix}force error, N {SIZES[0]}", error[0], first)
    check.below(f"{prefix}force error, N {SIZES[-1]}", error[-1], last)
    impulse = [abs(run[f"{prefix}impulse_error_{n}"]) for n in SIZES]
    check.that(all(b < 0.5 * a for a, b in zip(impulse, impulse[1:])),
               f"{prefix}impulse error falls: " + " ".join(f"{e:.2g}" for e in impulse))
check.that(Table(folder / "force.csv").finite, "finite")

# The force itself, point by point: 2 v0 cos(pi t), then nothing.
table = Table(folder / "force-stop-801.csv")
pairs = [(t, f) for t, f in zip(table["t"], table["force"]) if t > 0.03 and abs(t - 0.5) > 0.02]
check.below("2 cos(pi t)", max(abs(f - 2 * max(0, math.cos(math.pi * t))) for t, f in pairs), 2e-3)

# On the bridge: F = 2 s/rho with s = rho v0 cos(pi (s + t)).
table = Table(folder / "force-bridge-801.csv")
worst = 0
for t, f in zip(table["t"], table["force"]):
    if 0.05 < t < 0.48:
        s = 0.0
        for _ in range(200):
            s = 0.05 * math.cos(math.pi * (s + t))
        worst = max(worst, abs(f - 2 * s / 0.05))
check.below("wrapped round the bridge", worst, 1.2e-3)

# ---- Scale, even numbers of modes, other steps ----

run = Run("string-force", "--modes", 200, "--velocity", 3)
check.near("v0 = 3", run["impulse"], 6 / math.pi, 3e-4)
run = Run("string-force", "--modes", 200, "--courant", 0.5)
check.near("half the step", run["impulse"], 2 / math.pi, 1e-4)
run = Run("string-force", "--modes", 201, "--radius", 1e-6)
check.near("a sharp bridge is a stop", run["bridge_force_max_error"], run["force_max_error"], 1e-5)

for arguments, word in [(["--modes", 2], "--modes"), (["--modes", "25.5"], "whole"),
                        (["--radius", 1], "too wide"), (["--courant", 1], "--courant"),
                        (["--modes", 4000], "--radius"), (["--velocity", "nan"], "--velocity")]:
    check.refused(Run("string-force", *arguments), word)
check.end()
