# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The oscillator with a stop: the errors of Fig. 5 and the exact motion."""

import math

from lab import Check, Run, Table, work_folder

check = Check()
keep, folder = work_folder()

# Mean squared error at 101 times of [0, 10], the stop at 0.5 (Fig. 5).
IVANOV = {"1e-4": 1.53e-10, "1e-3": 5.5e-8, "1e-2": 1.1e-6, "1e-1": 1.05e-3}
PENALTY = {
    "1e5": {"1e-4": 2.48e-4, "1e-3": 2.75e-4, "1e-2": 0.446, "1e-1": 7e8},
    "1e6": {"1e-4": 2.42e-5, "1e-3": 6.87e-3, "1e-2": 4e4, "1e-1": 3e14},
    "1e7": {"1e-4": 4.96e-6, "1e-3": 3.93, "1e-2": 5e10, "1e-1": 1e20},
}
for step, want in IVANOV.items():
    got = Run("sdof", "--method", "ivanov-rk4", "--dt", step)["mse"]
    check.that(want / 3 <= got <= 3 * want, f"Ivanov, dt {step}: {got:.4g}, {want:.3g} within 3")
for stiffness, row in PENALTY.items():
    for step, want in row.items():
        run = Run("sdof", "--method", "penalty-rk4", "--dt", step, "--kp", stiffness)
        if want < 1:
            check.near(f"penalty {stiffness}, dt {step}", run["mse"], want, 0.01 * want)
        else:
            check.that(want / 3 <= run["mse"] <= 3 * want and "unstable" in run.message,
                       f"penalty {stiffness}, dt {step}: {run['mse']:.3g}, about {want:.3g}")
        limit = 2.828427 / math.sqrt(1 + float(stiffness))
        check.near("dt_limit", run["dt_limit"], limit, 1e-6 * limit)

# What the penalty itself costs, dt -> 0.
for stiffness, want in [("1e5", 2.4959e-4), ("1e6", 2.4693e-5), ("1e7", 2.4610e-6)]:
    got = Run("sdof", "--method", "penalty-rk4", "--dt", 2e-6, "--kp", stiffness)["mse"]
    check.near(f"penalty {stiffness}, dt 2e-6", got, want, 2e-3 * want)

# The whole curve: it ends in the table's corners, and every cell is a number.
path = folder / "fig5.csv"
run = Run("sdof", "--csv", path)
table = Table(path)
check.equal("Fig. 5, rows", len(table.rows), 31)
check.that(table.finite, "Fig. 5 is finite")
check.near("Fig. 5, first Ivanov", table["mse_ivanov"][0], 1.53e-10, 1e-12)
check.near("Fig. 5, kp 1e6 at 1e-3", table["mse_penalty_1e+06"][10], 6.87e-3, 7e-5)
check.near("its key", run["mse_penalty_1e+06_0.001"], table["mse_penalty_1e+06"][10], 0)

# Event-driven: p = cos(((t + T) mod 2 T) - T), T = arccos d, for any stop.
for stop in [0.5, 0.0, -0.7, 0.95, -1.5, 1.0]:
    path = folder / "event.csv"
    run = Run("sdof", "--method", "event", "--stop", stop, "--csv", path)
    half = math.acos(max(-1.0, stop))
    table = Table(path)
    worst = max(abs(p - (math.cos(math.fmod(t + half, 2 * half) - half) if half else 1.0))
                for t, p in zip(table["t"], table["p"]))
    check.below(f"event, stop {stop}", worst, 1e-12)
    check.below(f"event, stop {stop}: mse", run["mse"], 1e-24)

# Other stops and damping: two methods that share no code agree as far as RK4 goes.
for stop, damping in [(0.2, 0.0), (-0.4, 0.3), (0.8, 0.05), (0.5, 1.5), (-3, 0.2)]:
    got = [Run("sdof", "--method", "ivanov-rk4", "--dt", step, "--stop", stop,
               "--damping", damping)["mse"] for step in ("1e-3", "1e-5")]
    check.below(f"Ivanov, stop {stop}, c {damping}, dt 1e-5", got[1], 1e-11)
    check.that(got[1] <= max(got[0], 1e-24), f"and converging: {got[0]:.2g} to {got[1]:.2g}")

# Steps that do not divide the times.
for step in [0.0317, 0.00731]:
    got = Run("sdof", "--method", "ivanov-rk4", "--dt", step)["mse"]
    check.below(f"Ivanov, odd dt {step}", got, step**2)

check.refused(Run("sdof", "--stop", 1.2), "infeasible", "1.2")
check.refused(Run("sdof", "--method", "penalty-rk4", "--kp", 1e12, "--dt", 0.5), "unstable")
check.refused(Run("sdof", "--method", "rk5"), "--method")
check.refused(Run("sdof", "--method", "ivanov-rk4", "--dt", "1e-3,1e-4"), "one --dt")
check.end()
