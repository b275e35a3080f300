# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A bass string on its frets: closer to its own converged motion than the published steps.

With --long also finer rates, and the reference itself against a finer one: minutes.
"""

import sys

from lab import Check, Run, Table, work_folder

check = Check()
keep, folder = work_folder()
LONG = "--long" in sys.argv


def frets(*arguments):
    run = Run("bass-frets", *arguments, "--csv", folder / "bass.csv")
    check.equal(f"exit of {run.line}", run.code, 0)
    check.that(Table(folder / "bass.csv").finite, "finite")
    return run


def beats(run, restitution, rate):
    name = f"R_{restitution}_{rate}_khz"
    ours, theirs = run[f"error_{name}"], run[f"published_error_{name}"]
    check.below(f"R {restitution}, {rate} kHz: error ({theirs:.2g} published)", ours, theirs)
    check.below("  energy from nowhere", run[f"energy_excess_max_{name}"], 1e-12)
    check.below("  through a fret", run[f"penetration_max_{name}"], 2e-6)


# As played: modes to 20 kHz at 48 kHz. Then all modes below 0.49 of the step rate.
reference = 6144000 if LONG else 1536000
rates = [48, 96, 192, 384, 768, 1536] if LONG else [48, 96, 192]
listed = ",".join(f"{r}000" for r in rates)
run = frets("--reference-rate", reference, "--rates", listed)
for restitution in ["0", "0.9"]:
    for rate in rates:
        beats(run, restitution, rate)
    errors = [run[f"error_R_{restitution}_{rate}_khz"] for rate in rates]
    check.that(all(b < a for a, b in zip(errors, errors[1:])),
               "  falls: " + " ".join(f"{e:.2g}" for e in errors))
check.near("first impact, ms", run["first_impact_R_0"], 3.83, 0.05)
check.equal("modes at 48 kHz", run["modes_R_0_48_khz"], 147)
run = frets("--reference-rate", reference, "--rates", "48000,192000", "--band", 0.49,
            "--restitution", 0)
check.below("all modes, R 0, 48 kHz: error", run["error_R_0_48_khz"], 0.06)
check.below("all modes, R 0, 192 kHz: error", run["error_R_0_192_khz"], 0.006)

if LONG:
    run = frets("--reference-rate", 12288000, "--rates", "3072000,6144000", "--restitution", 0)
    check.below("the reference itself, 6.144 MHz", run["error_R_0_6144_khz"], 1e-3)
else:
    for arguments, word in [(["--rates", 1e7], "above"), (["--rates", 1], "--rates"),
                            (["--restitution", 2], "--restitution"), (["--band", 1], "--band")]:
        check.refused(Run("bass-frets", *arguments), word)
check.end()
