# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The bouncing mass: closed forms for any restitution, gravity and height."""

import math

from lab import Check, Run, Table, work_folder

check = Check()
keep, folder = work_folder()

# Samukham et al., Figs. 2-3, to more digits than a figure holds.
run = Run("point-mass")
for i, want in enumerate([0.4517539514526, 1.2649110640674, 1.9967524654206, 2.6554097266385,
                          3.2482012617, 3.7817136433], 1):
    check.near(f"impact_{i}", run[f"impact_{i}"], want, 1e-10)
    check.near(f"energy_{i}", run[f"energy_{i}"], 9.8 * 0.81**i, 1e-9)
check.equal("impacts", run["impacts"], 6)
check.near("zeno_time", run["zeno_time"], 8.5833250776, 1e-9)

# t_n = t_1 (1 + 2 (R + ... + R^{n-1})), E_n = g h R^{2n}
for restitution, gravity, height, end in [(0.5, 1.62, 3.0, 5.5), (0.99, 9.8, 0.1, 3.0),
                                          (1.0, 25.0, 2.0, 10.0), (0.0, 9.8, 1.0, 4.0),
                                          (0.3, 274.0, 1e3, 5.0), (0.9, 9.8, 1.0, 12.0)]:
    run = Run("point-mass", "--restitution", restitution, "--gravity", gravity,
              "--height", height, "--t-end", end)
    time = math.sqrt(2 * height / gravity)
    flight, n, worst = 2 * time, 0, 0.0
    while time <= end and f"impact_{n + 1}" in run.keys:
        n += 1
        worst = max(worst, abs(run[f"impact_{n}"] - time),
                    abs(run[f"energy_{n}"] / (gravity * height) - restitution**(2 * n)))
        flight *= restitution
        time += flight
    check.below(f"R {restitution} g {gravity} h {height}: worst of {n} impacts", worst, 1e-10)
    check.equal("impacts", run["impacts"], n)
    # All impacts before the end, but those that are beyond measuring.
    check.that(time > end or flight < 1e-11, f"next impact at {time:.6g}, end {end}")

# Ivanov's method, RK4, first order: the error at 41 times of [0, 4].
for step, want in [("1e-3", 2.7e-3), ("1e-4", 5.6e-4)]:
    path = folder / "curves.csv"
    run = Run("point-mass", "--dt", step, "--every", 0.1, "--csv", path)
    table = Table(path)
    check.equal("rows", len(table.rows), 41)
    worst = max(abs(a - b) for a, b in zip(table["u"], table["u_ivanov"]))
    check.near(f"Ivanov, dt {step}", worst, want, 0.05 * want)
    check.that(min(table["u_ivanov"]) >= 0.0, "u >= 0 in Ivanov's coordinates")
    check.that(run["ivanov_max_error"] >= worst, "ivanov_max_error is over every step")
    check.equal("header", table.header[:4], ["t [s]", "u [m]", "v [m/s]", "energy [J/kg]"])

# Odd steps: the run ends within one step of --t-end and its rows are where they say.
path = folder / "odd.csv"
run = Run("point-mass", "--dt", 0.0137, "--t-end", 1, "--csv", path)
table = Table(path)
worst = max(abs(u - (1 - 4.9 * t * t)) for t, u in zip(table["t"], table["u"]) if t < 0.45)
check.below("odd dt: exact column", worst, 1e-12)
check.that(1 - 0.0137 < table["t"][-1] <= 1, "odd dt: last row")

# R = 0 stays down, and has no transformation.
path = folder / "inelastic.csv"
Run("point-mass", "--restitution", 0, "--csv", path)
table = Table(path)
check.that("eta" not in table.names, "R = 0: no Ivanov columns")
check.that(all(u == 0 for t, u in zip(table["t"], table["u"]) if t > 0.46), "R = 0: at rest")

check.refused(Run("point-mass", "--height", 1e-9, "--restitution", 1, "--t-end", 1e3), "impacts")
check.refused(Run("point-mass", "--dt", 1e-9, "--t-end", 1e6), "steps")
check.end()
