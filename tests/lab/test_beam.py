# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The beam that sticks to its stop: Vyasarayani, Sandhu and McPhee's figures."""

import math

from beam_oracle import Beam
from lab import Check, Run, Table, work_folder

check = Check()
keep, folder = work_folder()


def beam(*arguments):
    run = Run("beam-sticking", *arguments)
    check.equal(f"exit of {run.line}", run.code, 0)
    return run


# ---- Free motion, R = 1 (Fig. 3) ----

run = beam("--free", "--csv", folder / "free.csv")
for number, want, tolerance in [(1, 0.159154943092, 1e-12), (10, 1.619426906, 1e-9),
                                (20, 3.4433887, 5e-8)]:
    check.near(f"free, impact {number}", run[f"impact_{number}"], want, tolerance)
check.equal("free, impacts by 8.2", run["impacts"], 40)
check.near("free, energy", run["energy_start"], 219.170454827, 1e-9)
check.below("free, energy kept", run["energy_change_max"], 1e-13)
table = Table(folder / "free.csv")
check.that(table.finite and min(table["w"]) >= -1e-14, f"never beyond the stop, {min(table['w'])}")

# ---- The chatter sequence (Figs. 4-6): gap 0, w = 0.7 omega_1, from rest ----

runs = {}
for epsilon, count in [("1e-3", 8), ("1e-4", 11), ("1e-6", 18)]:
    path = folder / f"{epsilon}.csv"
    runs[epsilon] = beam("--epsilon", epsilon, "--t-end", 2, "--csv", path), Table(path)
    check.equal(f"impacts before sticking, epsilon {epsilon}",
                runs[epsilon][0]["impacts_before_stick"], count)
check.near("release", runs["1e-6"][0]["release_1"], 0.63031487, 5e-9)

# What epsilon does to the motion after the release: close to nothing.
same = [dict(zip(table["tau"], table["w"])) for _, table in runs.values()]
for name, motion, bound in [("1e-3", same[0], 2e-5), ("1e-4", same[1], 5e-7)]:
    times = [t for t in motion if t in same[2] and t > 0.64]
    worst = max(abs(motion[t] - same[2][t]) for t in times)
    check.that(len(times) > 2000, f"{len(times)} times to compare")
    check.below(f"later motion with epsilon {name}", worst, bound)

# ---- Against a solver that has nothing in common ----

CASES = [
    (dict(), 0.9, 20),
    (dict(bent=True, damping=0.0, force=0.0, restitution=1.0), 2.5, 14),
    (dict(bent=True, damping=0.7, force=0.0, restitution=0.8), 1.5, 10),
    (dict(modes=6, position=0.3, damping=2.0, force=80.0, frequency=1.3, gap=0.2,
          restitution=0.3), 1.2, 20),
    (dict(modes=2, position=0.5, damping=0.5, force=40.0, frequency=1.0, gap=0.1,
          restitution=0.6, epsilon=1e-5), 1.6, 20),
    (dict(force=-57.0), 0.9, 20),
    (dict(modes=1, damping=25.0, force=500.0, frequency=2.0, restitution=0.7), 1.2, 20),
]
for case, t_end, n in CASES:
    # Only what differs from a forced or a free run's defaults is said.
    said = [word for key, value in case.items() if key != "bent" for word in (f"--{key}", value)]
    run = beam(*(["--free"] if case.get("bent") else []), *said, "--t-end", t_end)
    beside = Beam(**case)
    if case.get("force", 1.0) < 0:
        beside.sticks = True  # pressed on the stop from the start
    beside.run(t_end)
    for kind, got in (("impact", [t for t, _ in beside.impacts]), ("release", beside.releases)):
        count = sum(name.startswith(kind + "_") and name[len(kind) + 1:].isdigit()
                    for name in run.keys)
        check.equal(f"{case}: {kind}s", count, len(got))
        off = [abs(run[f"{kind}_{i + 1}"] - t) for i, t in enumerate(got[:n])]
        check.below(f"{case}: first {len(off)} {kind}s", max(off, default=0.0), 1e-8)
check.equal("the last case strikes", run["impacts"], 3)

# ---- No contact: closed forms ----


def mode_response(t, square, damping, drive):
    """A mode from rest under sin(w t), by its roots; any damping, resonance too."""
    if damping == 0 and abs(square - drive**2) < 1e-9 * square:
        return (math.sin(drive * t) - drive * t * math.cos(drive * t)) / (2 * drive**2)
    stiff, loss = square - drive**2, damping * drive
    size = stiff**2 + loss**2
    x0, v0 = loss / size, -drive * stiff / size
    steady = (stiff * math.sin(drive * t) - loss * math.cos(drive * t)) / size
    half, gap = damping / 2, square - damping**2 / 4
    decay = math.exp(-half * t)
    if abs(gap) < 1e-9 * square:
        return steady + decay * (x0 + (v0 + half * x0) * t)
    root = math.sqrt(abs(gap))
    turn, swing = (math.cos, math.sin) if gap > 0 else (math.cosh, math.sinh)
    return steady + decay * (x0 * turn(root * t) + (v0 + half * x0) / root * swing(root * t))


for damping, frequency in [(0, 1), (0, 0.7), (0, 9), (2 * math.pi**2, 0.7), (60, 0.4), (5, 1),
                           (0, 1.0000001)]:
    path = folder / "free_of_stop.csv"
    run = beam("--gap", 900, "--damping", repr(damping), "--frequency", frequency, "--t-end", 3,
               "--csv", path)
    table = Table(path)
    worst = 0.0
    for t, w in zip(table["tau"], table["w"]):
        want = sum(2 * math.sin(0.4 * j * math.pi) * 57 * (1 - math.cos(j * math.pi))
                   / (j * math.pi) * mode_response(t, (j * math.pi)**4, damping,
                                                   frequency * math.pi**2) for j in (1, 2, 3, 4))
        worst = max(worst, abs(w - want))
    check.equal(f"c {damping}, w {frequency}: impacts", run["impacts"], 0)
    check.below(f"c {damping:.4g}, w {frequency}: off the closed form", worst,
                1e-7 if frequency == 1.0000001 else 1e-11)  # the form cancels near resonance

# ---- Sections over the gap (Figs. 9-10) ----

for gap, impacts in [(0.76, 3), (0.78, 3), (0.80, 3), (0.86, 2), (1.0, 2), (1.2, 2), (1.22, 2),
                     (1.24, 1), (1.26, 1)]:
    run = beam("--gap", gap, "--t-end", 20)
    check.equal(f"gap {gap}: impacts a cycle", run["section_impacts"], impacts)
    check.equal(f"gap {gap}: sticking", run["section_sticks"], 0)
    phases = [run[f"phase_{i}"] for i in range(1, impacts + 1)]
    check.that(all(0 <= p < 1 for p in phases), f"phases {phases}")
    check.that(all(run[f"velocity_{i}"] < 0 for i in range(1, impacts + 1)), "moving down")
for gap in [0.9, 1.0, 1.2]:
    run, late = beam("--gap", gap, "--t-end", 60), beam("--gap", gap, "--t-end", 77.7)
    for i in (1, 2):
        for name in (f"phase_{i}", f"velocity_{i}"):
            check.near(f"gap {gap}: {name} stays", late[name], run[name], 1e-9)
for gap, sticks in [(0.66, True), (0.68, False)]:
    run = beam("--gap", gap, "--t-end", 20)
    check.equal(f"gap {gap}: sticks", run["section_sticks"] > 0, sticks)

# The phase is that of sin(w tau), the impacts those of the last full cycle.
run = beam("--gap", 1.0, "--t-end", 20)
period = 2 * math.pi / (0.7 * math.pi**2)
start = (20 // period - 1) * period
late = [t for name, t in run.keys.items() if name.startswith("impact_") and
        start <= t < start + period]
check.equal("impacts of the last cycle", len(late), 2)
for i, t in enumerate(late):
    check.near(f"phase {i + 1} from its time", run[f"phase_{i + 1}"], (t / period) % 1, 1e-12)

# ---- Sections over the frequency (Fig. 8), and the sweep's table ----

path = folder / "sweep.csv"
run = beam("--sweep", "frequency", "--from", 0.5, "--to", 1.39, "--points", 90, "--csv", path)
check.equal("points", run["points"], 90)
check.that(run["sticking_points"] >= 87, f"sticking at {run['sticking_points']} of 90 frequencies")
table = Table(path)
check.that(table.finite and max(table["velocity"]) <= 0 and max(table["sticks"]) == 1, "sweep")
run = beam("--sweep", "gap", "--from", 0.6, "--to", 0.7, "--points", 11, "--cycles", 1)
last = max(run[name] for name in run.keys if name.startswith("sticking_") and
           name != "sticking_points")
check.that(0.655 <= last <= 0.685, f"sticking ends at a gap of {last}")

# Two impacts a cycle at a gap of 1.2 (Fig. 10): rows of the last cycles alone.

path = folder / "late.csv"
run = beam("--gap", 1.2, "--t-end", 60, "--rows-from", 57, "--every", 0.01, "--csv", path)
table = Table(path)
check.that(min(table["tau"]) >= 57 and max(table["tau"]) == 60, "rows from 57 to 60")
check.near("stops at the stop", min(table["w"]), -1.2, 1e-12)
check.equal("impacts a cycle", run["section_impacts"], 2)

# ---- R = 0, no force, and what is refused ----

run = beam("--restitution", 0, "--t-end", 2)
check.equal("R = 0 sticks at once", run["impacts_before_stick"], 1)
check.near("R = 0", run["impact_1"], runs["1e-6"][0]["impact_1"], 1e-12)
run = beam("--force", 0)
check.equal("no force, no impacts", (run["impacts"], run["energy_end"]), (0, 0))
check.refused(Run("beam-sticking", "--gap", -0.5), "infeasible", "0.5")
check.refused(Run("beam-sticking", "--free", "--gap", -2.9), "infeasible")
check.equal("free start on the other side of 0", beam("--free", "--gap", -2.8).code, 0)
for arguments, word in [(["--restitution", 1.01], "--restitution"), (["--damping", -1], "--damping"),
                        (["--frequency", 0], "--frequency"), (["--epsilon", 0], "--epsilon"),
                        (["--force", "nan"], "--force"), (["--t-end", 0], "--t-end"),
                        (["--t-end", 1e6, "--modes", 64], "too long"), (["--modes", 0], "--modes"),
                        (["--every", 1e-6, "--t-end", 1e3], "rows"),
                        (["--rows-from", 21], "--rows-from"),
                        (["--sweep", "gap", "--free"], "--free"),
                        (["--sweep", "frequency", "--from", 0], "0.001"),
                        (["--sweep", "gap", "--t-end", 0.5], "period")]:
    check.refused(Run("beam-sticking", *arguments), word)
check.end()
