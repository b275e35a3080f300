# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""One page of every experiment: figures, and claim, reference, ours, verdict.

    python3 tools/lab_report.py JAWARI_LAB OUT_FOLDER [WORD]

With WORD only runs whose command holds it. Exits 1 if a run fails or a claim does not agree.
"""

import html
import math
import pathlib
import subprocess
import sys
import time

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


class Study:
    """One run of the program with its claims; `title` opens a new part of the page."""

    def __init__(self, line, caption, *claims, part=None):
        self.line, self.caption, self.claims, self.part = line.split(), caption, claims, part


STEP = "dt_0.0025"
STUDIES = [
    Study("point-mass", "A mass bounces on a floor (Figs. 2-3).",
          *[near(f"time of impact {i + 1}", f"impact_{i + 1}", t, 1e-10, " s") for i, t in
            enumerate([0.4517539514526, 1.2649110640674, 1.9967524654206, 2.6554097266385,
                       3.2482012617, 3.7817136433])],
          *[near(f"energy after impact {i}", f"energy_{i}", 9.8 * 0.81**i, 1e-9, " J/kg")
            for i in (1, 6)],
          below("RK4 in Ivanov's coordinates, dt = 1e-3: error to t = 4", "ivanov_max_error", 5e-3,
                " m", "about 3e-3 m: RK4 falls to first order at the impacts"),
          part="Galerkin-Ivanov: Samukham, Khaderi, Vyasarayani"),
    Study("sdof", "An oscillator with a stop: error over the step (Fig. 5).",
          near("Ivanov, dt = 1e-4", "mse_ivanov_0.0001", 1.53e-10, 3e-10),
          near("penalty 1e6, dt = 1e-4", "mse_penalty_1e+06_0.0001", 2.42e-5, 2.5e-7),
          near("penalty 1e5, dt = 1e-2", "mse_penalty_100000_0.01", 0.446, 5e-3),
          above("penalty 1e7, dt = 1e-1 blows up", "mse_penalty_1e+07_0.1", 1e10),
          refuted("Ivanov: error below 1e-4 even at dt = 0.1 (as printed)", "1.05e-3",
                  "mse_ivanov_0.1", lambda mse: mse < 1e-4)),
    Study("frequencies", "Frequencies before and after the change to grid points (Fig. 8).",
          below("largest relative error", "max_relative_error", 1e-11)),
    Study("string --restitution 1,0.9,0.8 --t-end 3 --every 0.002",
          "Flat obstacle, event-driven, until it becomes chaotic (Fig. 10).",
          near("impacts by t = 3, R = 1", "impacts_restitution_1", 547, 0),
          near("energy at t = 0", "energy_start_restitution_1", 0.0062065532, 1e-10),
          below("energy drift, R = 1", "energy_drift_restitution_1", 1e-10)),
    Study("string --damping 0,0.1,0.2 --t-end 2 --every 0.002", "The same with damping.",
          near("midpoint at t = 2, c = 0.1", "midpoint_damping_0.1", 0.041236776, 2e-9),
          near("midpoint at t = 2, c = 0.2", "midpoint_damping_0.2", 0.038158669, 2e-9)),
    Study("string --t-end 2 --snapshots 0.25,0.5,0.75,1,1.5", "Its shapes (Fig. 9).",
          near("first contact", "first_contact", 0.30378180986215, 1e-12)),
    Study("string --method ivanov-rk4 --dt 0.0025,0.0013,0.0008,0.0001 --reference event",
          "The paper's method at its four steps (Figs. 11-12).",
          *[near(f"energy at t = 10 over its start, dt = {dt}", f"energy_end_dt_{dt}",
                 share * 0.0062065532, 0.03 * 0.0062065532)
            for dt, share in [(0.0025, 0.436), (0.0013, 0.708), (0.0008, 0.909),
                              (0.0001, 0.9992)]]),
    Study("string --obstacle depth --t-end 10 --snapshots 0.5,1,2,3", "Sinusoidal obstacle that "
          "lies below the string (Figs. 13-14).",
          near("first contact", "first_contact", 0.7227210712664, 1e-12),
          near("impacts by t = 10", "impacts", 226, 0),
          near("midpoint at t = 10", "midpoint", -0.002139593, 1e-7),
          below("energy drift", "energy_drift", 1e-10)),
    Study("beam-sticking --free", "Free motion (Fig. 3).",
          near("impact 1", "impact_1", 0.159154943092, 1e-12),
          near("impact 10", "impact_10", 1.619426906, 1e-9),
          near("impact 20", "impact_20", 3.4433887, 5e-8),
          near("energy", "energy_start", 219.170454827, 1e-9),
          below("energy change", "energy_change_max", 1e-13),
          part="Sticking motions: Vyasarayani, Sandhu, McPhee"),
    Study("beam-sticking --t-end 2", "Chatter, sticking, release at 0.7 of the first frequency "
          "(Figs. 4-7).",
          near("impacts before it sticks, epsilon 1e-6", "impacts_before_stick", 18, 0),
          near("release", "release_1", 0.63031487, 5e-9)),
    Study("beam-sticking --sweep frequency", "Sections over the frequency, no gap (Fig. 8).",
          above("frequencies at which it sticks, of 201", "sticking_points", 150)),
    Study("beam-sticking --sweep gap", "Sections over the gap (Figs. 9-10): three impacts a cycle, "
          "then two, then one."),
    Study("delay-kernel --tau 5e-4", "What a cantilever remembers of a contact force (Fig. 2).",
          near("jump L+, D = 0.1", "L_plus", 0.0271628291, 1e-10),
          near("L2(5e-4)", "L2", 0.031153, 1e-6),
          near("first frequency", "omega_1", 3.507539, 1e-6),
          part="Impact as a delay equation: Szalai"),
    Study("delay-kernel --beam euler-bernoulli --tau 1e-3", "A slender beam has no jump.",
          near("jump L+", "L_plus", 0, 0), near("L2(1e-3)", "L2", 0.0440, 5e-5)),
    Study("delay-impact", "Forced impact, by the delay equation and by restitution (Figs. 3-4).",
          near("first contact", "contact_1", 0.578260, 1e-6),
          near("its end", "release_1", 0.673566, 1e-4),
          near("its impulse", "impulse_1", 0.97651, 1e-3),
          near("duration of the long contact in the periodic state", "period_duration", 0.05636,
               1e-5),
          near("its entry speed", "period_velocity", -1.5512, 2e-4)),
    Study("delay-impact --beam string", "A string on a stop: force 2 v0 cos(pi t).",
          near("impulse 2 v0/pi", "impulse_1", 2 / math.pi, 1e-3)),
    Study("string-force", "The same force, read from the engine's contact; and on a curved bridge, "
          "which we solved ourselves.",
          near("impulse 2 v0/pi", "impulse", 2 / math.pi, 2e-6),
          below("largest error of the force, 801 modes", "force_max_error", 1.5e-4),
          near("impulse on the bridge", "bridge_impulse", 2 / math.pi, 2e-6),
          below("largest error of the force on the bridge", "bridge_force_max_error", 8e-4)),
    Study("nonsmooth-modes", "One impact a period (Fig. 2), and the engine's contact step on it.",
          near("impulse at T = 20.5", "lambda", 0.3558851945, 1e-10),
          near("branch from", "branch_min", 19.70, 0.015),
          near("branch to", "branch_max", 22.07, 0.006),
          below("period error", "period_error", 1e-9),
          above("periods until the engine's step is off by 1e-3, dt = 0.04", "engine_periods_0.04",
                100),
          above("the same, dt = 0.02", "engine_periods_0.02", 500),
          below("energy and ledger it keeps, dt = 0.04", "engine_energy_change_0.04", 1e-10),
          part="Nonsmooth modes: Thorin, Delezoide, Legrand"),
    Study("nonsmooth-modes --impacts 7", "Seven impacts a period (Fig. 3).",
          *[near(f"impact {i + 1}", f"t_{i + 1}", t, 1e-9) for i, t in
            enumerate([21.109498392, 37.396321301, 58.554405691, 79.955594309, 101.113678699,
                       117.400501608])],
          near("energy", "energy", 0.2270755904, 1e-10),
          below("period error", "period_error", 1e-9)),
    Study("step-study", "Why one explicit step a sample works now.",
          below("depth, R = 1: error of the midpoint, dt = 2.5e-3", f"depth_step_rms_R_1_{STEP}",
                9.5e-4, reference="first prototype 9.5e-4, RK4 3.3e-3"),
          below("depth, R = 0.9: the same", f"depth_step_rms_R_0.9_{STEP}", 1e-3,
                reference="first prototype 9.9e-4, RK4 1.9e-3"),
          near("its energy over the exact one's, R = 0.9", f"depth_step_energy_R_0.9_{STEP}", 1,
               0.01),
          near("flat, R = 1: energy at t = 10", f"flat_step_energy_R_1_{STEP}", 1, 0.02),
          near("the same by RK4", f"flat_rk4_energy_R_1_{STEP}", 0.44, 0.03),
          above("the same by the fold alone, at most", f"flat_fold_energy_max_R_1_{STEP}", 3),
          word("jawari at 48 kHz: RK4", "jawari_rk4_outcome_48_khz", "unstable"),
          word("jawari at 48 kHz: fold alone", "jawari_fold_outcome_48_khz", "unstable"),
          word("jawari at 48 kHz: engine", "jawari_step_outcome_48_khz", "passive"),
          below("its distance to 768 kHz", "jawari_step_distance_48_khz", 3.0, " dB"),
          below("its penetration", "jawari_step_penetration_max_48_khz", 1e-9, " m"),
          part="The engine's own step"),
    Study("string --obstacle depth --method step --dt 0.0025 --reference event",
          "The engine's step beside the event-driven solution."),
    Study("step-study --system memory", "How long the ledger of energy should remember.",
          near("no losses, R = 1: energy after a second, never forgotten",
               "memory_energy_forget_1", 1, 1e-9),
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


def run(program, study, folder):
    """Runs a study; its stem, its verdicts, or a message."""
    stem = "_".join(study.line).replace("--", "").replace(",", "_")
    figure = folder / f"{stem}.png"
    done = subprocess.run([program, *study.line, "--csv", folder / f"{stem}.csv", "--plot", figure],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        return stem, [], done.stderr.strip()
    keys = read_keys(done.stdout)
    verdicts = []
    for claim in study.claims:
        try:
            ours, good = claim.judge(keys)
        except KeyError as missing:
            ours, good = f"no key {missing}", False
        verdicts.append((claim, ours, good))
    return stem, verdicts, None


############
# The page #
############

STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; margin: 0.5rem 0 1.5rem; }
th, td { text-align: left; padding: 0.2rem 0.6rem; border-bottom: 1px solid #ddd;
         vertical-align: top; }
img { max-width: 100%; display: block; margin: 0.5rem 0; }
code { background: #f4f4f4; padding: 0.1rem 0.3rem; }
.no { color: #a00; font-weight: bold; }
"""


def verdict_text(claim, good):
    if not good:
        return '<td class="no">differs</td>'
    return "<td>does not hold</td>" if claim.refuted else "<td>agrees</td>"


def rows_of(verdicts):
    return "".join(
        f"<tr><td>{html.escape(claim.text)}</td><td>{html.escape(claim.reference)}</td>"
        f"<td>{html.escape(ours)}</td>{verdict_text(claim, good)}</tr>\n"
        for claim, ours, good in verdicts)


def table_of(rows):
    if not rows:
        return ""
    return ("<table>\n<tr><th>claim</th><th>reference</th><th>ours</th><th>verdict</th></tr>\n"
            f"{rows}</table>\n")


def page(results, n_good, n_all):
    body = [f"<p>{n_good} of {n_all} claims agree. Each figure is drawn by the command above it; "
            "its data are beside it as CSV.</p>\n"]
    for study, stem, verdicts, message in results:
        if study.part:
            body.append(f"<h2>{html.escape(study.part)}</h2>\n")
        body.append(f"<h3>{html.escape(study.caption)}</h3>\n"
                    f"<p><code>jawari-lab {html.escape(' '.join(study.line))}</code></p>\n")
        if message:
            body.append(f'<p class="no">{html.escape(message)}</p>\n')
        else:
            body.append(f'<img src="{stem}.png" alt="{html.escape(study.caption)}">\n')
        body.append(table_of(rows_of(verdicts)))
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
    results = []
    for i, study in enumerate(studies):
        start = time.monotonic()
        stem, verdicts, message = run(program, study, folder)
        results.append((study, stem, verdicts, message))
        failed = [claim.text for claim, _, good in verdicts if not good]
        state = message or (f"differs: {'; '.join(failed)}" if failed else "agrees")
        print(f"[{i + 1}/{len(studies)}] jawari-lab {' '.join(study.line)}: {state} "
              f"({time.monotonic() - start:.0f} s)", flush=True)
    n_all = sum(len(verdicts) for _, _, verdicts, _ in results)
    n_good = sum(good for _, _, verdicts, _ in results for _, _, good in verdicts)
    (folder / "index.html").write_text(page(results, n_good, n_all), encoding="utf-8")
    print(f"Page: {folder / 'index.html'}")
    print(f"{n_good} of {n_all} claims agree")
    failures = any(message for _, _, _, message in results)
    sys.exit(1 if failures or n_good < n_all or not n_all else 0)


if __name__ == "__main__":
    main()
