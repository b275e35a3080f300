# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The engine's step beside RK4 and its own parts. With --long at more steps and rates: minutes."""

import sys

from lab import Check, Run, Table, work_folder

check = Check()
keep, folder = work_folder()
LONG = "--long" in sys.argv


def study(system, *arguments):
    run = Run("step-study", "--system", system, *arguments, "--csv", folder / "study.csv")
    check.equal(f"exit of {run.line}", run.code, 0)
    check.that(Table(folder / "study.csv").finite, "finite")
    return run


def outcomes(run, system, tail, **wanted):
    for scheme, want in wanted.items():
        check.equal(f"{system}, {scheme}, {tail}", run[f"{system}_{scheme}_outcome_{tail}"], want)


# ---- `depth`: not chaotic, so that errors mean something ----

run = study("depth", "--dt", "2.5e-3,1.25e-3,6.25e-4" if LONG else "2.5e-3")
for restitution in ["1", "0.9"]:
    tail = f"R_{restitution}_dt_0.0025"
    outcomes(run, "depth", tail, rk4="loses energy", fold="gains energy", safe="keeps energy",
             step="keeps energy")
    ours = run[f"depth_step_rms_{tail}"]
    for scheme, factor in [("rk4", 1.8), ("fold", 4), ("safe", 12)]:
        theirs = run[f"depth_{scheme}_rms_{tail}"]
        check.that(factor * ours < theirs, f"depth, {tail}: {ours:.3g}, {scheme} {theirs:.3g}")
check.below("depth, R 1: rms", run["depth_step_rms_R_1_dt_0.0025"], 9.5e-4)
check.below("depth, R 0.9: rms", run["depth_step_rms_R_0.9_dt_0.0025"], 1.0e-3)

# ---- `flat`: chaotic after t = 3; before that, and energy at t = 10 ----

run = study("flat", "--dt", "2.5e-3,1.25e-3,1e-3" if LONG else "2.5e-3", "--restitution", 1)
tail = "R_1_dt_0.0025"
outcomes(run, "flat", tail, rk4="loses energy", safe="keeps energy", step="keeps energy")
check.near("RK4's energy", run[f"flat_rk4_energy_{tail}"], 0.44, 0.03)
check.that(run[f"flat_fold_energy_max_{tail}"] > 3,
           f"the fold's energy grows to {run[f'flat_fold_energy_max_{tail}']:.3g}")
check.below("rms to t = 1", run[f"flat_step_rms_to_1_{tail}"], 6e-4)
check.below("rms to t = 2", run[f"flat_step_rms_to_2_{tail}"], 8e-4)
check.below("energy", abs(run[f"flat_step_energy_{tail}"] - 1), 0.02)

# ---- A jawari: a step a sample at 48 kHz ----

run = study("jawari", *([] if LONG else ["--rates", 48000]))
outcomes(run, "jawari", "48_khz", rk4="unstable", fold="unstable", safe="passive", step="passive")
check.below("jawari, 48 kHz: distance in dB", run["jawari_step_distance_48_khz"], 3.0)
check.below("  floor of chaos in dB", run["jawari_floor"], run["jawari_step_distance_48_khz"])
check.below("  energy", run["jawari_step_energy_max_48_khz"] - 1, 1e-9)
check.below("  through the bridge, m", run["jawari_step_penetration_max_48_khz"], 1e-9)
if LONG:
    errors = [run[f"jawari_step_distance_{khz}_khz"] for khz in [48, 96, 192]]
    check.that(errors == sorted(errors, reverse=True), f"  distance falls: {errors}")
    check.that(run["jawari_rk4_cpu_96_khz"] > 10 * run["jawari_step_cpu_96_khz"],
               "  RK4 costs ten times as much")

# ---- Memory of the ledger ----

if LONG:
    run = study("memory")
    kept = [run[f"memory_energy_forget_{f}"] for f in ["1", "0.9999", "0.999", "0.99", "0.9"]]
    check.near("a ledger that never forgets keeps the energy, in the string or in itself",
               run["memory_balance_forget_1"], 1, 1e-9)
    check.that(kept == sorted(kept, reverse=True) and kept[-1] < 0.3,
               "one that forgets loses it: " + " ".join(f"{k:.3f}" for k in kept))

# ---- Points off the grid ----

if LONG:
    run = study("coupled")
    at_rest = {net: run[f"coupled_{net}_distance_R_0"] for net in ["grid", "hard", "soft", "local"]}
    check.that(at_rest["local"] < at_rest["soft"] < at_rest["hard"] < at_rest["grid"],
               "finer contact, closer: " + " ".join(f"{k} {v:.2f}" for k, v in at_rest.items()))
    check.below("the engine's own, R 0, dB", at_rest["local"], 3.0)

for arguments, word in [(["--rates", 50000], "multiple"), (["--system", "all", "--dt", 0], "--dt"),
                        (["--system", "depth", "--dt", "5e-3"], "unstable"),
                        (["--system", "no"], "--system")]:
    check.refused(Run("step-study", *arguments), word)
check.end()
