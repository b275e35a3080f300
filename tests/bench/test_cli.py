# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The command line of jawari-bench: what it takes, writes and refuses. No figure is judged.

    test_cli.py BENCH FOLDER
"""

import csv
import pathlib
import subprocess
import sys

from checks import result, shown as check

bench, folder = sys.argv[1], pathlib.Path(sys.argv[2])
NAMES = ["string-200x6", "string-200x10", "string-200x67", "string-200x200", "sitar", "sitar-default", "tanpura", "bass",
         "resonator-1", "resonator", "silent", "tables-sitar", "tables-tanpura", "tables-bass", "gi-rk4-1e-4", "gi-rk4-sample", "fma-peak"]
HEAD = ["name", "cost_min", "cost_median", "cost_max", "ratio_to_gi"]


def run(*arguments):
    return subprocess.run([bench, *arguments], capture_output=True, text=True, check=False)


def refused(arguments, status, *words):
    done = run(*arguments)
    lines = done.stderr.splitlines()
    check(done.returncode == status and len(lines) == 1 and all(w in lines[0] for w in words),
          f"{' '.join(arguments)}: status {done.returncode}, {lines}")


done = run("--list")
listed = [line.split()[0] for line in done.stdout.splitlines()]
check(done.returncode == 0 and set(NAMES) <= set(listed), f"--list: {len(listed)} cases")
check("Usage: jawari-bench" in run("-h").stdout, "-h")
check(run("-V").stdout.startswith("jawari-bench "), "-V")

path = folder / "bench.csv"
done = run("--seconds", "0.01", "--rounds", "2", "--csv", str(path))
check(done.returncode == 0, f"all cases, two short rounds: status {done.returncode} {done.stderr}")
with open(path, newline="", encoding="utf-8") as file:
    rows = list(csv.reader(file))
check(rows[0] == HEAD, f"columns {rows[0]}")
check([row[0] for row in rows[1:]] == listed, "a row a case, in the order of --list")
for name, *cells in rows[1:]:
    least, median, most, ratio = map(float, cells)
    check(0.0 < least <= median <= most and ratio > 0.0, f"{name}: {least} {median} {most} {ratio}")
check(float(rows[1 + listed.index("gi-rk4-1e-4")][4]) == 1.0, "the baseline over itself is 1")

done = run("--only", "silent", "--only", "tanpura", "--seconds", "0.01", "--rounds", "1",
           "--csv", str(path))
with open(path, newline="", encoding="utf-8") as file:
    rows = list(csv.reader(file))
check([row[0] for row in rows[1:]] == ["tanpura", "silent"], "two cases alone")
check([row[4] for row in rows[1:]] == ["", ""], "no ratio without the baseline")
path.unlink()

done = run("--only", "tanpura-1", "--only", "silent", "--only", "gi-rk4-sample", "--seconds", "0.01",
           "--rounds", "1")
limits = {line.split()[0]: line for line in done.stdout.partition("bound by")[2].splitlines() if line}
check(set(limits) == {"tanpura-1", "gi-rk4-sample"}, f"limits of {sorted(limits)}")
check(limits["tanpura-1"].count("%") == 3, "an instrument's waits for memory are measured")
check(limits["gi-rk4-sample"].count("%") == 2, "those of the published method are not")

done = run("--changes", "--rounds", "1")
times = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines()[3:]}
check(done.returncode == 0 and {"sitar", "bass", "bass-slap"} <= set(times), f"--changes: {len(times)} patches")
for name, cells in times.items():
    ready, sa, quality_4 = map(float, cells)
    # Which of them takes longest is for a quiet machine to say.
    check(min(ready, sa, quality_4) > 0.0, f"--changes, {name}: {ready} {sa} {quality_4}")

refused(["--only", "lute"], 2, "lute", "--list")
refused(["--rounds", "0"], 2, "--rounds")
refused(["--rounds", "many"], 2, "many")
refused(["--seconds", "0.001"], 2, "--seconds")
refused(["--seconds", "nan"], 2, "--seconds")
refused(["--plot", "picture.jpg"], 2, "picture.jpg", ".png")
refused(["--isa", "v5"], 2, "v5")
refused(["--loud"], 2, "--loud")
refused(["string-200x6"], 2, "string-200x6")
refused(["--only", "silent", "--seconds", "0.01", "--rounds", "1", "--csv",
         str(folder / "nowhere" / "bench.csv")], 1, "nowhere")
for level in ["baseline", "v3"]:
    done = run("--only", "string-200x6", "--seconds", "0.01", "--rounds", "1", "--isa", level)
    check(f"Instruction set: {level}\n" in done.stdout or "Instruction set: baseline" in done.stdout,
          f"--isa {level}")
sys.exit(result())
