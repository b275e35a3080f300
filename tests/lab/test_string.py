# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The string above its obstacle, event-driven: tables, bounds and an oracle."""

import math

from lab import Check, Run, Table, work_folder
from oracle import String

check = Check()
keep, folder = work_folder()
path = folder / "string.csv"

# ---- `depth`, 201 modes, R = 1, c = 0: t, midpoint, impacts so far ----

DEPTH = """
0.0 0.050000000 0    0.5 -0.000361823 0    1.0 -0.026377470 61   1.5 0.024846475 61
2.0 0.026263926 61   2.5 -0.025402000 61   3.0 -0.002284625 99   3.5 0.025685150 99
4.0 0.002213275 99   4.5 -0.021631548 141  5.0 0.005004399 141   5.5 0.021161723 141
6.0 -0.005048941 141 6.5 -0.000832984 165  7.0 0.005127914 165   7.5 0.000457325 165
8.0 -0.005160097 190 8.5 0.019262539 190   9.0 0.005198479 190   9.5 -0.019708830 190
10.0 -0.002139593 226
""".split()
run = Run("string", "--obstacle", "depth", "--every", 0.5, "--csv", path)
table = Table(path)
check.equal("header", table.header, ["t [1]", "midpoint [1]", "energy [1]", "impacts [1]"])
check.equal("rows", len(table.rows), len(DEPTH) // 3)
for row, t, midpoint, impacts in zip(table.rows, DEPTH[::3], DEPTH[1::3], DEPTH[2::3]):
    check.equal(f"depth, impacts by {t}", row[3], float(impacts))
    check.near(f"depth, midpoint at {t}", row[1], float(midpoint), 1e-7)
check.near("first contact", run["first_contact"], 0.7227210712664, 1e-12)
check.equal("at node", run["first_contact_node"], 130)
check.below("depth, energy drift", run["energy_drift"], 1e-10)
check.equal("impacts in their own table", len(Table(folder / "string-impacts.csv").rows), 226)

# ---- `flat`: 547 impacts until t = 3, then chaos ----

run = Run("string", "--t-end", 3, "--every", 0.5, "--csv", path)
check.near("E0", run["energy_start"], 0.0062065532, 1e-10)
check.near("first contact", run["first_contact"], 0.30378180986215, 1e-12)
strikes = Table(folder / "string-impacts.csv")
check.equal("at nodes", sorted(strikes["node"][:2]), [68.0, 134.0])
check.near("both at once", strikes["t"][1], strikes["t"][0], 1e-12)
check.equal("flat, impacts", Table(path)["impacts"], [0, 109, 176, 275, 354, 424, 547])
check.below("flat, energy drift", run["energy_drift"], 1e-10)

FLAT = {  # midpoint at t = 0.5, 1, 1.5, 2, and E(1)
    ("restitution", 1): (0.042844255, 0.036275015, 0.040133403, 0.044609014, 0.0062065532),
    ("restitution", 0.9): (0.041072479, 0.032656517, 0.034103450, 0.033107835, 0.00532654),
    ("restitution", 0.8): (0.039258837, 0.029881399, 0.030031990, 0.026259373, 0.00466364),
    ("damping", 0.1): (0.042584004, 0.035304811, 0.038045163, 0.041236776, 0.00584614),
    ("damping", 0.2): (0.042318070, 0.034344657, 0.036979432, 0.038158669, 0.00551670),
}
for (name, value), want in FLAT.items():
    run = Run("string", "--t-end", 2, "--every", 0.5, f"--{name}", value, "--csv", path)
    table = Table(path)
    for i in range(4):
        check.near(f"flat, {name} {value}, midpoint at {table['t'][i + 1]}",
                   table["midpoint"][i + 1], want[i], 2e-9)
    check.near(f"flat, {name} {value}, E(1)", table["energy"][2], want[4], 1e-8)

# Every node until t = 3: a series of another order takes other steps and rounds
# otherwise; what the two share is converged.
tables = []
for order in [30, 18]:
    run = Run("string", "--t-end", 3, "--every", 0.1, "--order", order, "--snapshots",
              "--csv", path)
    tables.append(Table(path))
worst = max(abs(a - b) for one, two in zip(tables[0].rows, tables[1].rows)
            for a, b in zip(one[4:], two[4:]))
check.equal("nodes in the CSV", tables[0].names[4:], [f"y_{i}" for i in range(1, 202)])
check.below("flat, every node until t = 3, order 30 and 18", worst, 1e-6)
check.equal("and every count", tables[0]["impacts"], tables[1]["impacts"])
deepest = max(0.025 - y for row in tables[0].rows for y in row[4 + 67:4 + 134])
check.below("penetration", deepest, 1e-13)

# ---- The first contact by itself: one mode, q'' = -pi^2 (1 + gamma pi^2 q^2) q ----


def first_contact(gamma, height, x, amplitude=0.05):
    """RK4 on the mode until it has fallen to the height at x, then a secant."""
    q, v, t, h = amplitude / math.sqrt(2), 0.0, 0.0, 1e-4
    bound = height / (math.sqrt(2) * math.sin(math.pi * x))

    def force(q):
        return -math.pi**2 * (1 + gamma * math.pi**2 * q * q) * q

    def after(h):
        a1, b1 = v, force(q)
        a2, b2 = v + h / 2 * b1, force(q + h / 2 * a1)
        a3, b3 = v + h / 2 * b2, force(q + h / 2 * a2)
        a4, b4 = v + h * b3, force(q + h * a3)
        return q + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4), v + h / 6 * (b1 + 2 * b2 + 2 * b3 + b4)

    while after(h)[0] > bound:
        q, v = after(h)
        t += h
    low, high = 0.0, h
    while high - low > 1e-17:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if after(middle)[0] > bound else (low, middle)
    return t + high


for gamma in [0, 1, 30, 1000]:
    run = Run("string", "--gamma", gamma, "--t-end", 0.5, "--modes", 100)
    check.near(f"first contact, gamma {gamma}", run["first_contact"],
               first_contact(gamma, 0.025, 34 / 101), 1e-11)

# ---- Small strings against the oracle ----


def write_obstacle(name, rows):
    file = folder / name
    file.write_text("x,height\n" + "".join(f"{x},{y}\n" for x, y in rows), encoding="utf-8")
    return file


def compare(name, rows, points, gamma, damping, restitution, end, tolerance):
    file = write_obstacle("oracle.csv", rows)
    xs = {i: i / (points + 1) for i in range(1, points + 1)}
    heights = {}
    for i, x in xs.items():
        for (x0, y0), (x1, y1) in zip(rows, rows[1:]):
            if x0 - 1e-9 <= x <= x1 + 1e-9:
                heights[i] = y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    string = String(points, heights, gamma, damping, restitution)
    Run("string", "--obstacle", file, "--modes", points, "--gamma", gamma, "--damping", damping,
        "--restitution", restitution, "--t-end", end, "--every", end / 8, "--csv", path)
    table = Table(path)
    strikes = Table(folder / "string-impacts.csv")
    worst = 0.0
    for t, midpoint, energy, impacts in table.rows[1:]:
        while string.t < t - 1e-9:
            string.step(min(2e-3, t - string.t))
        worst = max(worst, abs(midpoint - string.midpoint()),
                    abs(energy / string.energy() - 1))
        check.equal(f"{name}: impacts by {t:.3g}", impacts, float(len(string.impacts)))
    check.below(f"{name}: midpoint and energy", worst, tolerance)
    ours = sorted(zip(strikes["t"], strikes["node"]))
    late = max((abs(a[0] - b[0]) for a, b in zip(ours, sorted(string.impacts))), default=1.0)
    check.below(f"{name}: {len(ours)} impact times", late, tolerance)


SLOPE = [(0.1, -0.03), (0.6, 0.01), (0.9, -0.02)]
compare("slope, R 1", SLOPE, 5, 1, 0, 1, 3, 1e-7)
compare("slope, gamma 0", SLOPE, 7, 0, 0, 1, 2, 1e-7)
compare("slope, R 0.7, c 0.5", SLOPE, 5, 20, 0.5, 0.7, 3, 1e-7)
compare("a point", [(0.5, -0.01), (0.5001, -0.01)], 3, 4, 0.1, 0.6, 4, 1e-7)
# Points are held and let go; the oracle lets go only between its steps.
compare("slope, R 0", SLOPE, 5, 1, 0.2, 0, 3, 1e-4)

# ---- Bodies of the same model ----

# R < 1 on the flat obstacle: it chatters, sticks and settles, and never gains.
for restitution, damping in [(0, 0), (0.3, 0), (0.9, 0.2), (0.999, 0), (1, 5)]:
    run = Run("string", "--modes", 61, "--restitution", restitution, "--damping", damping,
              "--every", 0.1, "--snapshots", "--csv", path)
    table = Table(path)
    check.that(all(b <= a * (1 + 1e-12) for a, b in zip(table["energy"], table["energy"][1:])),
               f"R {restitution}, c {damping}: energy falls, to {run['energy_end']:.4g}")
    low = min(y for row in table.rows for y in row[4 + 20:4 + 41])
    check.that(low > 0.025 - 1e-12, f"R {restitution}, c {damping}: lowest at {low:.17g}")
    check.that(table.finite, "finite")

# At rest on the obstacle it is a straight line to each edge: c = 5 is settled at 10.
rest = table.rows[-1][4:]
edge = 0.025 / (21 / 62)  # slope of the line to node 21
worst = max(abs(y - (edge * i / 62 if i < 21 else 0.025 if i <= 41 else edge * (62 - i) / 62))
            for i, y in enumerate(rest, 1))
check.below("c = 5, t = 10: distance to the shape at rest", worst, 2e-3)

for name in ["bump", "depth"]:
    for modes in [1, 2, 8, 64]:
        run = Run("string", "--obstacle", name, "--modes", modes)
        check.below(f"{name}, {modes} modes: energy drift", run["energy_drift"], 1e-10)

# A file that says the same as a name.
run = Run("string", "--obstacle", write_obstacle("flat.csv", [(1 / 3, 0.025), (2 / 3, 0.025)]),
          "--t-end", 1)
check.equal("flat from a file", run["impacts"], 176)

# ---- Infeasible starts ----

printed = [(x / 3000, 0.05 - 0.025 * math.sin(math.pi * (x / 3000 - 1 / 3)))
           for x in range(1000, 4001)]
# Remarks and quoted names change nothing; what is no number is refused.
remarks = folder / "remarks.csv"
remarks.write_text('# a plate\n"x","height"\n0.3333333333333333, 0.025\n\n'
                   "# its end\n0.6666666666666666,0.025\n")
check.equal("remarks in a file", Run("string", "--obstacle", remarks, "--t-end", 1)["midpoint"],
            Run("string", "--t-end", 1)["midpoint"])
for text in ["x,height\nnan,nan\n0.5,0.01\n", "0.4,0.01\n0.5,inf\n", "x,height\n"]:
    remarks.write_text(text)
    check.refused(Run("string", "--obstacle", remarks), "remarks.csv")
check.refused(Run("string", "--obstacle", write_obstacle("printed.csv", printed)),
              "infeasible", "42 of 134", "node 201", "x = 0.99505")
check.refused(Run("string", "--amplitude", 0.02), "infeasible", "67 of 67",
              "node 68", "0.00757674")
check.refused(Run("string", "--obstacle", write_obstacle("up.csv", [(0.2, -1), (0.5, 0.06)]),
                  "--modes", 9), "infeasible", "node 5")
check.end()
