# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Nonsmooth modes of a chain: Thorin, Delezoide and Legrand's periodic motions."""

import math

from lab import LONG, Check, Run, Table, work_folder

check = Check()
keep, folder = work_folder()


def modes(*arguments):
    run = Run("nonsmooth-modes", *arguments)
    check.equal(f"exit of {run.line}", run.code, 0)
    return run


# ---- A chain that knows nothing of orbits: its modes, and impacts found by scanning ----


class Chain:
    def __init__(self, run, n):
        self.n = n
        self.w = [2 * math.sin((2 * j + 1) * math.pi / (4 * n + 2)) for j in range(n)]
        self.u = [[2 / math.sqrt(2 * n + 1) * math.sin((i + 1) * (2 * j + 1) * math.pi / (2 * n + 1))
                   for i in range(n)] for j in range(n)]
        x = [run[f"x_{i + 1}"] for i in range(n)]
        v = [run[f"v_{i + 1}"] for i in range(n)]
        self.q = [sum(a * b for a, b in zip(row, x)) for row in self.u]
        self.p = [sum(a * b for a, b in zip(row, v)) for row in self.u]
        self.start = x, v
        self.lowest = 0.0  # the deepest it ever was beyond the wall

    def at(self, t):
        q = [a * math.cos(w * t) + b / w * math.sin(w * t)
             for a, b, w in zip(self.q, self.p, self.w)]
        p = [b * math.cos(w * t) - a * w * math.sin(w * t)
             for a, b, w in zip(self.q, self.p, self.w)]
        return q, p

    def gap(self, t):
        return 1 - sum(row[-1] * a for row, a in zip(self.u, self.at(t)[0]))

    def flight(self, longest):
        """Time of the next impact, or None."""
        step = 0.02
        t = step
        while t < longest + step:
            if self.gap(t) < 0:
                low, high = t - step, t
                while high - low > 1e-15 * t:
                    middle = 0.5 * (low + high)
                    if middle in (low, high):
                        break
                    low, high = (middle, high) if self.gap(middle) >= 0 else (low, middle)
                return low
            t += step
        return None

    def bounce(self, t):
        self.q, self.p = self.at(t)
        speed = sum(row[-1] * b for row, b in zip(self.u, self.p))
        self.p = [b - 2 * speed * row[-1] for row, b in zip(self.u, self.p)]

    def distance(self):
        """From where it started."""
        x = [sum(row[i] * a for row, a in zip(self.u, self.q)) for i in range(self.n)]
        v = [sum(row[i] * b for row, b in zip(self.u, self.p)) for i in range(self.n)]
        return max(abs(a - b) for a, b in zip(x + v, self.start[0] + self.start[1]))

    def energy(self):
        return sum(0.5 * (b * b + (w * a)**2) for a, b, w in zip(self.q, self.p, self.w))


def verify(run, n, impacts, period, tolerance=1e-9):
    """The printed state comes back after the printed times, and only these."""
    name = f"n {n}, {impacts} impacts, T {period}"
    check.below(f"{name}: period error", run["period_error"], 1e-9)
    check.that(run["gap_min"] >= -1e-9, f"{name}: gap {run['gap_min']:.3g}")
    check.near(f"{name}: last impact", run[f"t_{impacts}"], period, 1e-12)
    check.that(run["branch_min"] <= period <= run["branch_max"], f"{name}: inside its branch")
    chain = Chain(run, n)
    check.near(f"{name}: energy", chain.energy(), run["energy"], 1e-12)
    t, worst = 0.0, 0.0
    for i in range(1, impacts + 1):
        flight = chain.flight(period)
        if flight is None:
            check.that(False, f"{name}: no impact after {t}")
            return
        t += flight
        worst = max(worst, abs(t - run[f"t_{i}"]))
        chain.bounce(flight)
    check.below(f"{name}: impact times", worst, tolerance)
    check.below(f"{name}: back where it was", chain.distance(), tolerance)


# ---- One impact a period: the main branch, and others ----

run = modes("--dofs", 5, "--period", 20.5)
check.near("lambda(20.5)", run["lambda"], 0.3558851945, 1e-10)
check.near("branch from", run["branch_min"], 19.70, 0.015)
check.near("branch to", run["branch_max"], 22.07, 0.006)
check.near("it ends in the linear mode", run["branch_max"], 2 * math.pi / 0.28462968, 1e-5)
verify(run, 5, 1, 20.5)
check.near("lambda(21)", modes("--period", 21)["lambda"], 0.2351694601, 1e-10)
for n, period in [(1, 4), (1, 6.2), (2, 9.5), (3, 13.5), (5, 19.7), (5, 22.07), (10, 40), (20, 78)]:
    verify(modes("--dofs", n, "--period", period, "--replay-periods", 0), n, 1, period)
# One mass: T from half its period, where the wall stands at rest, to the whole.
run = modes("--dofs", 1, "--period", 5)
check.near("n = 1, branch from", run["branch_min"], math.pi, 1e-6)
check.near("n = 1, branch to", run["branch_max"], 2 * math.pi, 1e-6)
check.near("n = 1, lambda", run["lambda"], -2 * math.tan(2.5), 1e-12)
for period, words in [(22.08, "pull"), (19.6453298147, "pull"), (19.66, "through the wall"),
                      (0.3, "orbit")]:
    check.refused(Run("nonsmooth-modes", "--period", period), words)

# The end of the branch is where the wall is grazed once more.
edge = modes("--period", 20.5, "--replay-periods", 0)["branch_min"]
check.equal("just inside", Run("nonsmooth-modes", "--period", edge + 1e-6).code, 0)
check.refused(Run("nonsmooth-modes", "--period", edge - 1e-6), "through the wall")

# ---- Seven a period (Fig. 3) ----

TIMES = [21.109498392, 37.396321301, 58.554405691, 79.955594309, 101.113678699, 117.400501608]
path = folder / "seven.csv"
run = modes("--impacts", 7, "--period", 138.51, "--csv", path)
for i, t in enumerate(TIMES):
    check.near(f"t_{i + 1}", run[f"t_{i + 1}"], t, 1e-9)
check.near("energy", run["energy"], 0.2270755904, 1e-10)
verify(run, 5, 7, 138.51)
table = Table(path)
check.that(table.finite and max(table["x_5"]) <= 1 + 1e-9, "the wall holds")
flights = [b - a for a, b in zip([0] + TIMES, TIMES + [138.51])]
energies = [run[f"orbit_energy_{i + 1}"] for i in range(int(run["orbits"]))]
check.that(energies == sorted(energies) and energies[0] == run["energy"], f"energies {energies}")

# Orbits that are seven times a one-impact one solve the equations too and are refused:
# none of those found has equal flights.
once = modes("--period", 138.51 / 7, "--replay-periods", 0)["energy"]
check.that(all(abs(e - once) > 1e-4 for e in energies), f"no repeated orbit, energy {once:.6f}")
for i in range(2, len(energies) + 1 if LONG else 3):
    other = modes("--impacts", 7, "--period", 138.51, "--orbit", i, "--replay-periods", 0)
    verify(other, 5, 7, 138.51, 1e-6)
if LONG:
    check.refused(Run("nonsmooth-modes", "--impacts", 7, "--orbit", 60), "--orbit 60")

# ---- Any other number ----

others = [(5, 2, 40.4), (2, 4, 25)]
if LONG:
    others += [(5, 2, 42.4), (5, 3, 60.6), (5, 4, 84.2), (3, 3, 50), (10, 5, 200), (5, 5, 104.5)]
for n, impacts, period in others:
    run = Run("nonsmooth-modes", "--dofs", n, "--impacts", impacts, "--period", period,
              "--replay-periods", 0)
    if run.code:
        check.refused(run, "found")
        continue
    verify(run, n, impacts, period)
    gaps = [run[f"t_{i}"] - (run[f"t_{i - 1}"] if i > 1 else 0) for i in range(1, impacts + 1)]
    check.that(max(gaps) - min(gaps) > 1e-5 * period, f"not one impact {impacts} times: {gaps}")
run = modes("--impacts", 2, "--period", 42.4, "--replay-periods", 0)
check.that(run["branch_min"] > 42, f"a branch ends where it meets the repeated orbit: "
           f"{run['branch_min']:.6f}")
check.refused(Run("nonsmooth-modes", "--dofs", 1, "--impacts", 2, "--period", 10), "found")

# ---- The engine's contact step on the orbit ----

STEPS = ["0.16", "0.08", "0.04"]
run = modes("--period", 20.5, "--dt", ",".join(STEPS))
for dt in STEPS:
    check.below(f"dt {dt}: energy and ledger kept", abs(run[f"engine_energy_change_{dt}"]), 1e-10)
    check.below(f"dt {dt}: through the wall", run[f"engine_penetration_{dt}"], 1e-12)
    check.that(run[f"engine_drift_{dt}"] >= 1e-3 and run[f"engine_periods_{dt}"] < 1000,
               f"dt {dt}: {run[f'engine_periods_{dt}']:.0f} periods")
stayed = [run[f"engine_periods_{dt}"] for dt in STEPS]
check.that(stayed == sorted(stayed) and stayed[2] >= 100, f"finer steps stay longer: {stayed}")
run = modes("--period", 20.5, "--dt", ",".join(STEPS), "--replay-periods", 1, "--drift", 1)
for dt in STEPS:
    check.below(f"dt {dt}: after one period", run[f"engine_drift_{dt}"], 0.03 * float(dt)**2)

for arguments, word in [(["--impacts", 3], "--period"), (["--dofs", 0], "--dofs"),
                        (["--impacts", 0], "--impacts"), (["--period", -1], "--period"),
                        (["--impacts", 17, "--period", 300], "--impacts"),
                        (["--dt", 9], "too large"), (["--dt", "1e-6", "--period", 20.5], "steps"),
                        (["--dt", "0"], "--dt")]:
    check.refused(Run("nonsmooth-modes", *arguments), word)
check.end()
