# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The frequencies survive the change from modes to grid points (Fig. 8)."""

import math

from lab import Check, Run, Table, work_folder

check = Check()
keep, folder = work_folder()

for modes in [1, 2, 3, 50, 200, 201, 400]:
    path = folder / "frequencies.csv"
    run = Run("frequencies", "--modes", modes, "--csv", path)
    check.below(f"{modes} modes: max_relative_error", run["max_relative_error"], 1e-11)
    table = Table(path)
    worst = max(abs(w / (math.pi * j) - 1) for j, w in zip(table["mode"], table["omega_physical"]))
    check.below(f"{modes} modes: from the CSV", worst, 1e-11)
    check.equal("modes", table["mode"], [float(j) for j in range(1, modes + 1)])

run = Run("frequencies", "--modes", 201)
check.near("K_11", run["K_11"], 113837.77924777, 1e-8)
check.near("K_12", run["K_12"], -72540.44428528, 1e-8)

# A matrix small enough for the back of an envelope: N = 1 has K = pi^2.
check.near("K_11, one mode", Run("frequencies", "--modes", 1)["K_11"], math.pi**2, 1e-14)

check.refused(Run("frequencies", "--modes", 0), "is not a whole number from 1 to")
check.refused(Run("frequencies", "--modes", 20.5), "whole number")
check.end()
