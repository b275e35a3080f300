# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""One page of every experiment: figures, and claim, reference, ours, verdict.

    python3 tools/lab_report.py JAWARI_LAB OUT_FOLDER [WORD]

With WORD only runs whose command holds it. Exits 1 if a run fails or a claim does not agree. The
page holds its pictures and can be moved; the data of each are beside it as CSV.
"""

import base64
import concurrent.futures
import csv
import html
import math
import os
import pathlib
import subprocess
import sys
import time
import urllib.parse

##########
# Claims #
##########


class Claim:
    """Something that a run must show: `judge` takes its keys, returns what came out and whether
    that agrees."""

    def __init__(self, text, reference, judge, refuted=False):
        self.text, self.reference, self.judge = text, reference, judge
        self.refuted = refuted  # a printed claim that does not hold, here or anywhere


def near(text, key, want, tolerance, unit=""):
    def judge(keys):
        got = keys[key]
        return f"{got:.10g}{unit}", abs(got - want) <= tolerance
    return Claim(text, f"{want:.10g}{unit} ± {tolerance:.2g}", judge)


def below(text, key, bound, unit="", reference=None):
    def judge(keys):
        return f"{keys[key]:.3g}{unit}", keys[key] <= bound
    return Claim(text, reference or f"at most {bound:g}{unit}", judge)


def above(text, key, bound, unit=""):
    def judge(keys):
        return f"{keys[key]:.4g}{unit}", keys[key] >= bound
    return Claim(text, f"at least {bound:g}{unit}", judge)


def word(text, key, want):
    return Claim(text, want, lambda keys: (keys[key], keys[key] == want))


def refuted(text, reference, key, holds):
    """A printed claim that must turn out not to hold."""
    return Claim(text, reference, lambda keys: (f"{keys[key]:.3g}", not holds(keys[key])), True)


def near_all(text, column, wanted, tolerance):
    """Rows of the CSV at the times of `wanted`: how far the worst is off."""
    def judge(keys):
        table = keys["csv"]
        time_at, at = 0, table.names.index(column)
        worst, found = 0.0, 0
        for row in table.rows:
            for t, want in wanted.items():
                if abs(row[time_at] - t) < 1e-9:
                    worst, found = max(worst, abs(row[at] - want)), found + 1
        return f"off by {worst:.2g} at most, {found} times", found == len(wanted) \
            and worst <= tolerance
    listed = ", ".join(f"{value:g}" for value in wanted.values())
    return Claim(text, f"{listed} ± {tolerance:.2g}", judge)


def cycle_impacts(text, low, high, want):
    """Rows of a sweep's CSV, five cycles a gap."""
    def judge(keys):
        gaps = {}
        for row in keys["csv"].rows:
            if low <= row[0] <= high:
                gaps[row[0]] = gaps.get(row[0], 0) + 1
        found = sorted({n / 5 for n in gaps.values()})
        return ", ".join(f"{n:g}" for n in found), found == [want]
    return Claim(text, str(want), judge)


def last_sticking(text, want, tolerance):
    def judge(keys):
        last = max(row[0] for row in keys["csv"].rows if row[3] > 0)
        return f"{last:.3f}", abs(last - want) <= tolerance
    return Claim(text, f"{want} ± {tolerance}", judge)


class Study:
    """One run of the program with its claims; `part` opens a new part of the page."""

    def __init__(self, line, caption, *claims, part=None):
        self.line, self.caption, self.claims, self.part = line.split(), caption, claims, part


def times(values, step=0.5, start=0.5):
    return {start + step * i: value for i, value in enumerate(values)}


STEPS = [0.0025, 0.0013, 0.0008, 0.0001]
FOUR_STEPS = ("--method ivanov-rk4 --dt " + ",".join(map(str, STEPS)) + " --reference event")
FLAT_IMPACTS = times([109, 176, 275, 354, 424, 547])
FLAT_MIDPOINTS = {  # t = 0.5, 1, 1.5, 2
    "restitution_1": times([.042844255, .036275015, .040133403, .044609014]),
    "restitution_0.9": times([.041072479, .032656517, .034103450, .033107835]),
    "restitution_0.8": times([.039258837, .029881399, .030031990, .026259373]),
    "damping_0.1": times([.042584004, .035304811, .038045163, .041236776]),
    "damping_0.2": times([.042318070, .034344657, .036979432, .038158669]),
}
DEPTH_MIDPOINTS = times([
    -0.000361823, -0.026377470, 0.024846475, 0.026263926, -0.025402000, -0.002284625, 0.025685150,
    0.002213275, -0.021631548, 0.005004399, 0.021161723, -0.005048941, -0.000832984, 0.005127914,
    0.000457325, -0.005160097, 0.019262539, 0.005198479, -0.019708830, -0.002139593])
DEPTH_IMPACTS = times([0, 61, 61, 61, 61, 99, 99, 99, 141, 141, 141, 141, 165, 165, 165, 190, 190,
                       190, 190, 226])
START_ENERGY = 0.0062065532
DT = "dt_0.0025"

STUDIES = [
    Study("point-mass --every 1e-3", "A mass bounces on a floor (Figs. 2 and 3).",
          *[near(f"time of impact {i + 1}", f"impact_{i + 1}", t, 1e-10, " s") for i, t in
            enumerate([0.4517539514526, 1.2649110640674, 1.9967524654206, 2.6554097266385,
                       3.2482012617, 3.7817136433])],
          *[near(f"energy after impact {i}", f"energy_{i}", 9.8 * 0.81**i, 1e-9, " J/kg")
            for i in (1, 6)],
          below("Ivanov's coordinates, RK4, dt = 1e-3: error to t = 4", "ivanov_max_error", 5e-3,
                " m", "2.7e-3 m: RK4 falls to first order at the impacts"),
          part="Galerkin-Ivanov: Samukham, Khaderi, Vyasarayani"),
    Study("sdof", "An oscillator with a stop: error over the step (Fig. 5).",
          *[Claim(f"Ivanov, dt = {dt}", f"{want:g}, within a factor 3", lambda keys, dt=dt,
                  want=want: (f"{keys[f'mse_ivanov_{dt}']:.3g}",
                              want / 3 < keys[f"mse_ivanov_{dt}"] < 3 * want))
            for dt, want in [("0.0001", 1.53e-10), ("0.001", 5.5e-8), ("0.01", 1.1e-6),
                             ("0.1", 1.05e-3)]],
          *[near(f"penalty {kp}, dt = {dt}", f"mse_penalty_{kp}_{dt}", want, 0.01 * want)
            for kp, dt, want in [("100000", "0.0001", 2.48e-4), ("1e+06", "0.0001", 2.42e-5),
                                 ("1e+07", "0.0001", 4.96e-6), ("100000", "0.001", 2.75e-4),
                                 ("1e+06", "0.001", 6.87e-3), ("100000", "0.01", 0.446)]],
          above("penalty 1e7, dt = 0.1 blows up", "mse_penalty_1e+07_0.1", 1e10),
          refuted("Ivanov: error below 1e-4 even at dt = 0.1 (as printed)", "1.05e-3",
                  "mse_ivanov_0.1", lambda mse: mse < 1e-4)),
    Study("frequencies", "Frequencies before and after the change to grid points (Fig. 8).",
          below("largest relative error", "max_relative_error", 1e-11)),
    Study("string --t-end 2 --every 0.002 --snapshots 0.25,0.5,0.75,1,1.5 --reference penalty-rk4",
          "Flat obstacle: shapes; dashed, springs of 1e8 in its place (Fig. 9a).",
          near("first contact", "first_contact", 0.30378180986215, 1e-12),
          near("energy at the start", "energy_start", START_ENERGY, 1e-10),
          below("energy drift", "energy_drift", 1e-10),
          below("mean squared difference from the springs", "mse_max", 1e-5)),
    Study(f"string {FOUR_STEPS}", "Flat obstacle: the paper's method with its four steps beside "
          "exact events (Fig. 9b). Past t = 3 the motion is chaotic: the curves there say no more "
          "than that two strings differ.",
          *[near(f"energy at t = 10 over its start, dt = {dt}", f"energy_end_dt_{dt}",
                 share * START_ENERGY, 0.03 * START_ENERGY)
            for dt, share in zip(STEPS, [0.436, 0.708, 0.909, 0.9992])],
          refuted("mean squared error below 1e-5 at all times (as printed), dt = 0.0001",
                  "the string against itself at another time: 1.7e-5", "mse_max_dt_0.0001",
                  lambda mse: mse < 1e-5)),
    Study("string --restitution 1,0.9,0.8 --t-end 3 --every 0.002 --reference penalty-rk4",
          "Flat obstacle: restitution (Fig. 10); dashed, the springs.",
          near_all("impacts by t = 0.5, 1, ... 3, R = 1", "impacts_restitution_1", FLAT_IMPACTS, 0),
          *[near_all(f"midpoint at t = 0.5, 1, 1.5, 2, R = {r}", f"midpoint_restitution_{r}",
                     FLAT_MIDPOINTS[f"restitution_{r}"], 1e-7) for r in ("1", "0.9", "0.8")],
          near_all("energy at t = 1, R = 0.9", "energy_restitution_0.9", {1: .00532654}, 1e-8),
          near_all("energy at t = 1, R = 0.8", "energy_restitution_0.8", {1: .00466364}, 1e-8)),
    Study("string --damping 0,0.1,0.2 --t-end 2 --every 0.002 --reference penalty-rk4",
          "Flat obstacle: damping (Fig. 11a); dashed, the springs.",
          *[near_all(f"midpoint at t = 0.5, 1, 1.5, 2, c = {c}", f"midpoint_damping_{c}",
                     FLAT_MIDPOINTS[f"damping_{c}"], 1e-7) for c in ("0.1", "0.2")],
          near_all("energy at t = 1, c = 0.1", "energy_damping_0.1", {1: .00584614}, 1e-8),
          near_all("energy at t = 1, c = 0.2", "energy_damping_0.2", {1: .00551670}, 1e-8)),
    Study(f"string --damping 0.2 {FOUR_STEPS}",
          "Flat obstacle, c = 0.2: the four steps (Fig. 11b).",
          below("mean squared error, dt = 0.0001", "mse_max_dt_0.0001", 1.5e-5)),
    Study("string --obstacle depth --snapshots 0.5,1,2,3 --reference penalty-rk4",
          "Sinusoidal obstacle: shapes; dashed, the springs (Fig. 12a). As printed it would start "
          "above the string; here it lies as deep below.",
          near("first contact", "first_contact", 0.7227210712664, 1e-12),
          near_all("impacts by t = 0.5, 1, ... 10", "impacts", DEPTH_IMPACTS, 0),
          near_all("midpoint at t = 0.5, 1, ... 10", "midpoint", DEPTH_MIDPOINTS, 1e-7),
          below("energy drift", "energy_drift", 1e-10)),
    Study(f"string --obstacle depth {FOUR_STEPS}",
          "Sinusoidal obstacle: the four steps (Fig. 12b). This motion is not chaotic.",
          below("mean squared error, dt = 0.0001", "mse_max_dt_0.0001", 1e-5)),
    Study("string --obstacle depth --restitution 1,0.9,0.8 --reference penalty-rk4",
          "Sinusoidal obstacle: restitution (Fig. 13); dashed, the springs.",
          near("impacts by t = 10, R = 1", "impacts_restitution_1", 226, 0)),
    Study("string --obstacle depth --damping 0,0.1,0.2 --reference penalty-rk4",
          "Sinusoidal obstacle: damping (Fig. 14a); dashed, the springs.",
          below("mean squared difference from the springs, c = 0.2", "mse_max_damping_0.2", 1e-5)),
    Study(f"string --obstacle depth --damping 0.2 {FOUR_STEPS}",
          "Sinusoidal obstacle, c = 0.2: the four steps (Fig. 14b).",
          below("mean squared error, dt = 0.0001", "mse_max_dt_0.0001", 1e-5)),
    Study("beam-sticking --free --every 5e-4", "Free motion (Fig. 3).",
          near("impact 1", "impact_1", 0.159154943092, 1e-12),
          near("impact 10", "impact_10", 1.619426906, 1e-9),
          near("impact 20", "impact_20", 3.4433887, 5e-8),
          near("impacts", "impacts", 40, 0),
          near("energy", "energy_start", 219.170454827, 1e-9),
          below("energy change", "energy_change_max", 1e-13),
          part="Sticking motions: Vyasarayani, Sandhu, McPhee"),
    Study("beam-sticking --t-end 2", "Chatter, sticking, release at 0.7 of the first frequency "
          "(Figs. 4, 5 and 6). The paper gives neither force nor damping nor restitution; 57, 3 "
          "and 0.5 reproduce its figures.",
          near("impacts before it sticks, epsilon 1e-6 (printed: 19)", "impacts_before_stick", 18,
               0),
          near("release", "release_1", 0.63031487, 5e-9)),
    Study("beam-sticking --t-end 2 --epsilon 1e-4",
          "The same if it sticks sooner (Fig. 6): the later motion is the same.",
          near("impacts before it sticks", "impacts_before_stick", 11, 0),
          near("release", "release_1", 0.63031487, 1e-6)),
    Study("beam-sticking --t-end 2 --epsilon 1e-3", "And sooner still (Fig. 6).",
          near("impacts before it sticks", "impacts_before_stick", 8, 0),
          near("release", "release_1", 0.63031487, 1e-5)),
    Study("beam-sticking --sweep frequency", "Sections over the frequency, no gap (Fig. 8).",
          above("frequencies at which it sticks, of 201", "sticking_points", 150)),
    Study("beam-sticking --sweep gap", "Sections over the gap (Fig. 9): three impacts a cycle, "
          "then two, then one.",
          last_sticking("the last gap at which it sticks", 0.67, 0.015),
          *[cycle_impacts(f"impacts a cycle, gaps {a} to {b}", a, b, n)
            for a, b, n in [(0.76, 0.78, 3), (0.86, 1.22, 2), (1.245, 1.26, 1)]]),
    Study("beam-sticking --gap 1.2 --t-end 60 --rows-from 57 --every 5e-4",
          "Two impacts a cycle at a gap of 1.2 (Fig. 10).",
          near("impacts in the last cycle", "section_impacts", 2, 0),
          near("of them sticking", "section_sticks", 0, 0)),
    Study("delay-kernel --tau 5e-4", "What a cantilever remembers of a contact force (Fig. 2).",
          near("jump L+, D = 0.1", "L_plus", 0.0271628291, 1e-10),
          near("L2(5e-4)", "L2", 0.031153, 1e-6),
          near("first frequency (printed boundary: 5.563)", "omega_1", 3.507539, 1e-6),
          part="Impact as a delay equation: Szalai"),
    Study("delay-kernel --beam euler-bernoulli --tau 1e-3", "A slender beam has no jump (Fig. 2).",
          near("jump L+", "L_plus", 0, 0), near("L2(1e-3)", "L2", 0.0440, 5e-5)),
    Study("delay-impact", "Forced impact, by the delay equation and by restitution "
          "(Figs. 3 and 4).",
          near("first contact", "contact_1", 0.578260, 1e-4),
          near("its end", "release_1", 0.673566, 1e-4),
          near("its impulse", "impulse_1", 0.97651, 1e-3),
          near("duration of the long contact in the periodic state", "period_duration", 0.05636,
               1e-4),
          near("its entry speed", "period_velocity", -1.5512, 2e-4)),
    Study("delay-impact --beam string", "A string on a stop: force 2 v0 cos(pi t).",
          near("impulse 2 v0/pi", "impulse_1", 2 / math.pi, 1e-3)),
    Study("string-force", "The same force, read from the engine's contact; and on a curved bridge, "
          "which we solved ourselves.",
          near("impulse 2 v0/pi", "impulse", 2 / math.pi, 2e-6),
          below("largest error of the force, 801 modes", "force_max_error", 1.5e-4),
          near("impulse on the bridge", "bridge_impulse", 2 / math.pi, 2e-6),
          below("largest error of the force on the bridge, once it has landed",
                "bridge_force_max_error", 8e-4)),
    Study("nonsmooth-modes", "One impact a period (chain of Fig. 2), and the engine's contact step "
          "on that orbit.",
          near("impulse at T = 20.5", "lambda", 0.3558851945, 1e-10),
          near("branch from", "branch_min", 19.70, 0.015),
          near("branch to", "branch_max", 22.07, 0.006),
          below("period error", "period_error", 1e-9),
          above("periods until the engine's step is off by 1e-3, dt = 0.04", "engine_periods_0.04",
                100),
          above("the same, dt = 0.02", "engine_periods_0.02", 500),
          below("energy and ledger it keeps, dt = 0.04", "engine_energy_change_0.04", 1e-10),
          part="Nonsmooth modes: Thorin, Delezoide, Legrand"),
    Study("nonsmooth-modes --impacts 7", "Seven impacts a period, two motions of one mode (Fig. 3). "
          "This orbit is unstable: any error leaves it within a few periods.",
          *[near(f"impact {i + 1}", f"t_{i + 1}", t, 1e-9) for i, t in
            enumerate([21.109498392, 37.396321301, 58.554405691, 79.955594309, 101.113678699,
                       117.400501608])],
          near("energy", "energy", 0.2270755904, 1e-10),
          below("period error", "period_error", 1e-9)),
    Study("step-study", "Why one explicit step a sample works now.",
          below("depth, R = 1: error of the midpoint, dt = 2.5e-3", f"depth_step_rms_R_1_{DT}",
                9.5e-4, reference="first prototype 9.5e-4, RK4 3.3e-3"),
          below("depth, R = 0.9: the same", f"depth_step_rms_R_0.9_{DT}", 1e-3,
                reference="first prototype 9.9e-4, RK4 1.9e-3"),
          near("its energy over the exact one's, R = 0.9", f"depth_step_energy_R_0.9_{DT}", 1,
               0.01),
          near("flat, R = 1: energy at t = 10", f"flat_step_energy_R_1_{DT}", 1, 0.02),
          near("the same by RK4", f"flat_rk4_energy_R_1_{DT}", 0.44, 0.03),
          above("the same by the fold alone, at most", f"flat_fold_energy_max_R_1_{DT}", 3),
          word("jawari at 48 kHz: RK4", "jawari_rk4_outcome_48_khz", "unstable"),
          word("jawari at 48 kHz: fold alone", "jawari_fold_outcome_48_khz", "unstable"),
          word("jawari at 48 kHz: engine", "jawari_step_outcome_48_khz", "passive"),
          below("its distance to 768 kHz", "jawari_step_distance_48_khz", 3.0, " dB"),
          below("its penetration", "jawari_step_penetration_max_48_khz", 1e-9, " m"),
          part="The engine's own step"),
    Study("string --obstacle depth --method step --dt 0.0025 --reference event",
          "The engine's step beside the event-driven solution."),
    Study("step-study --system memory", "How long the ledger of energy should remember.",
          near("no losses, R = 1: energy after a second and what the ledger holds, never forgotten",
               "memory_balance_forget_1", 1, 1e-9),
          below("the same if it forgets 1 % a step", "memory_energy_forget_0.99", 0.9)),
    Study("step-study --system coupled", "Contact points on the grid, and denser than it.",
          below("a real jawari at 48 kHz, R = 0, the engine's contact",
                "coupled_local_distance_R_0", 3.0, " dB", "first prototype 2.6 to 3.0 dB"),
          above("the same on grid points", "coupled_grid_distance_R_0", 10, " dB")),
    Study("passivity", "2,000 random strings, half of them at the corners of every range.",
          near("steps that are not finite", "nonfinite", 0, 0),
          below("energy over what was put in", "energy_excess_max", 1e-9)),
    Study("tanpura", "The jvari of C3, thread at 5 mm.",
          near("formant at 0.25 s", "formant_0.25_hz", 2496, 125, " Hz"),
          near("formant at 0.5 s", "formant_0.5_hz", 2379, 119, " Hz"),
          near("formant at 1 s", "formant_1_hz", 1957, 98, " Hz"),
          near("power above the 8th partial at 0.05 s, published", "hf_0.05_db", -38.7, 2, " dB"),
          near("the same at 0.25 s", "hf_0.25_db", -11.0, 2, " dB"),
          near("the same at 0.5 s", "hf_0.5_db", -4.3, 2, " dB"),
          near("the same at 1 s, published", "hf_1_db", -2.0, 2, " dB"),
          part="Instruments: van Walstijn, Bridges, Mehes; Issanchou et al."),
    Study("tanpura --thread-position 0.008", "Thread at 8 mm: later and lower.",
          near("formant at 0.5 s", "formant_0.5_hz", 1830, 92, " Hz"),
          near("power above the 8th partial at 2 s", "hf_2_db", -2.6, 2, " dB")),
    Study("tanpura --EI 0", "Without stiffness: no packet.",
          below("power above the 8th partial at 0.25 s", "hf_0.25_db", -19, " dB")),
    Study("tanpura --thread-position 0", "Without thread: harsher, and it starts higher.",
          near("formant at 0.25 s", "formant_0.25_hz", 3300, 165, " Hz")),
    Study("bass-frets", "An electric bass on its 20 frets, modes to 20 kHz at 48 kHz.",
          *[Claim(f"R = {r}: error at {khz} kHz", "below the published step's",
                  lambda keys, name=f"R_{r}_{khz}_khz":
                  (f"{keys[f'error_{name}']:.3g} (published {keys[f'published_error_{name}']:.3g})",
                   keys[f"error_{name}"] < keys[f"published_error_{name}"]))
            for r in ("0", "0.9") for khz in (48, 96, 192)]),
    Study("bass-frets --band 0.49 --restitution 0", "The same with all modes that the step can "
          "hold.",
          below("error at 48 kHz", "error_R_0_48_khz", 0.06, "", "published at that rate: 0.2")),
]

###########
# Running #
###########


def read_keys(text):
    keys = {}
    for line in text.splitlines():
        name, _, value = line.partition("#")[0].partition(" = ")
        try:
            keys[name] = float(value)
        except ValueError:
            keys[name] = value.strip()
    return keys


class Table:
    """A CSV of numbers: columns by the names in its header, units apart."""

    def __init__(self, path):
        with open(path, encoding="utf-8", newline="") as stream:
            rows = list(csv.reader(stream))
        self.names = [cell.split(" [")[0] for cell in rows[0]]
        self.rows = [[float(cell) for cell in row] for row in rows[1:]]


class Result:
    """What a study gave: its verdicts, or a message if it failed."""

    def __init__(self, study, stem):
        self.study, self.stem = study, stem
        self.verdicts, self.message, self.seconds = [], None, 0.0

    def state(self):
        failed = [claim.text for claim, _, good in self.verdicts if not good]
        return self.message or (f"differs: {'; '.join(failed)}" if failed else "agrees")


def run(program, study, folder):
    result = Result(study, "_".join(study.line).replace("--", "").replace(",", "_"))
    start = time.monotonic()
    data, figure = (folder / f"{result.stem}{end}" for end in (".csv", ".png"))
    done = subprocess.run([program, *study.line, "--csv", data, "--plot", figure],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    result.seconds = time.monotonic() - start
    if done.returncode:
        result.message = done.stderr.strip() or f"ended by signal {-done.returncode}"
        return result
    keys = read_keys(done.stdout)
    keys["csv"] = Table(data)
    for claim in study.claims:
        try:
            ours, good = claim.judge(keys)
        except (KeyError, ValueError) as missing:
            ours, good = f"nothing to judge: {missing}", False
        result.verdicts.append((claim, ours, good))
    return result


def run_all(program, studies, folder):
    """As many at a time as there are processors; the longest begin first."""
    results = {}
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        waiting = {pool.submit(run, program, study, folder): study
                   for study in sorted(studies, key=lambda study: study.line[0] != "step-study")}
        for done in concurrent.futures.as_completed(waiting):
            result = results[waiting[done]] = done.result()
            print(f"[{len(results)}/{len(studies)}] jawari-lab {' '.join(result.study.line)}: "
                  f"{result.state()} ({result.seconds:.0f} s)", flush=True)
    return [results[study] for study in studies]


############
# The page #
############

STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
       color: #222; background: #fff; }
h2 { margin-top: 3rem; border-bottom: 2px solid #ddd; }
h3 { margin-top: 2.5rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; margin: 0.5rem 0 1.5rem; }
th, td { text-align: left; padding: 0.2rem 0.6rem; border-bottom: 1px solid #ddd;
         vertical-align: top; overflow-wrap: anywhere; }
th:first-child { width: 34%; }
th:last-child { width: 7.5rem; }
img { max-width: 100%; display: block; margin: 0.5rem 0; }
code { background: #f4f4f4; padding: 0.1rem 0.3rem; overflow-wrap: anywhere; }
.no { color: #a00; font-weight: bold; }
"""

INTRODUCTION = """<p>Every system of four papers on strings, beams and chains that hit something,
recomputed by <code>jawari-lab</code>, and two instruments that others have published. Reference is
what is known without this program: a closed form, an event-driven solution by other means, or what
a paper prints or was measured on its sounds. \u201cDoes not hold\u201d marks what a paper prints
and neither the reference nor this program confirms. Each figure is drawn by the command above it;
its data are beside this page.</p>
<ul>
<li>S. Samukham, S. N. Khaderi, C. P. Vyasarayani: Galerkin-Ivanov transformation for nonsmooth
modeling of vibro-impacts in continuous structures, 2021</li>
<li>C. P. Vyasarayani, S. S. Sandhu, J. McPhee: Nonsmooth modeling of vibro-impacting
Euler-Bernoulli beam, 2012</li>
<li>R. Szalai: Impact mechanics of elastic structures with point contact, 2014</li>
<li>A. Thorin, P. Delezoide, M. Legrand: Nonsmooth modal analysis of piecewise-linear impact
systems, 2016</li>
<li>M. van Walstijn, J. Bridges, S. Mehes: A real-time synthesis oriented tanpura model, 2016</li>
<li>C. Issanchou, V. Acary, F. P\u00e9rignon, C. Touz\u00e9, J.-L. Le Carrou: Nonsmooth contact
dynamics for the numerical simulation of collisions in musical string instruments, 2018</li>
</ul>
"""


def verdict_text(claim, good):
    if not good:
        return '<td class="no">differs</td>'
    return "<td>does not hold</td>" if claim.refuted else "<td>agrees</td>"


def rows_of(verdicts):
    return "".join(
        f"<tr><td>{html.escape(claim.text)}</td><td>{html.escape(claim.reference)}</td>"
        f"<td>{html.escape(str(ours))}</td>{verdict_text(claim, good)}</tr>\n"
        for claim, ours, good in verdicts)


def table_of(rows):
    if not rows:
        return ""
    return ("<table>\n<tr><th>claim</th><th>reference</th><th>ours</th><th>verdict</th></tr>\n"
            f"{rows}</table>\n")


def picture_of(result, folder):
    data = base64.b64encode((folder / f"{result.stem}.png").read_bytes()).decode("ascii")
    return (f'<img src="data:image/png;base64,{data}" '
            f'alt="{html.escape(result.study.caption)}">\n')


def page(results, folder, summary):
    body = [f"<p><b>{html.escape(summary)}.</b></p>\n", INTRODUCTION]
    for result in results:
        study = result.study
        if study.part:
            body.append(f"<h2>{html.escape(study.part)}</h2>\n")
        body.append(f"<h3>{html.escape(study.caption)}</h3>\n"
                    f"<p><code>jawari-lab {html.escape(' '.join(study.line))}</code> "
                    f'(<a href="{urllib.parse.quote(result.stem)}.csv">data</a>)</p>\n')
        if result.message:
            body.append(f'<p class="no">{html.escape(result.message)}</p>\n')
        else:
            body.append(picture_of(result, folder))
        body.append(table_of(rows_of(result.verdicts)))
    return ('<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">\n'
            f"<title>Jawari: the laboratory</title>\n<style>{STYLE}</style></head>\n<body>\n"
            f"<h1>Jawari: the laboratory</h1>\n{''.join(body)}</body>\n</html>\n")


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: lab_report.py JAWARI_LAB OUT_FOLDER [WORD]")
    program = str(pathlib.Path(sys.argv[1]).resolve())
    folder = pathlib.Path(sys.argv[2])
    wanted = sys.argv[3] if len(sys.argv) == 4 else ""
    studies = [study for study in STUDIES if wanted in " ".join(study.line)]
    if not studies:
        sys.exit(f"lab_report.py: no run holds '{wanted}'")
    folder.mkdir(parents=True, exist_ok=True)
    results = run_all(program, studies, folder)
    verdicts = [verdict for result in results for verdict in result.verdicts]
    n_good = sum(good for _, _, good in verdicts)
    summary = f"{n_good} of {len(verdicts)} claims agree"
    if any(claim.refuted for claim, _, good in verdicts if good):
        n_refuted = sum(claim.refuted and good for claim, _, good in verdicts)
        summary += f", {n_refuted} of them that a printed figure does not hold"
    (folder / "index.html").write_text(page(results, folder, summary), encoding="utf-8")
    print(f"Page: {folder / 'index.html'}")
    print(summary)
    failures = any(result.message for result in results)
    sys.exit(1 if failures or n_good < len(verdicts) or not verdicts else 0)


if __name__ == "__main__":
    main()
