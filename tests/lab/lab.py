# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Runs jawari-lab and compares what it says with what is known."""

import csv
import math
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
LONG = "--long" in sys.argv  # Every case, as by night; a few of each kind without


class Run:
    """One run: its exit code, its keys as numbers where they are, its message."""

    def __init__(self, *arguments, **options):
        self.line = " ".join(map(str, arguments))
        done = subprocess.run(
            [PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False, **options
        )
        self.code, self.out, self.message = done.returncode, done.stdout, done.stderr
        self.keys = {}
        for line in self.out.splitlines():
            name, _, value = line.partition("#")[0].partition(" = ")
            try:
                self.keys[name] = float(value)
            except ValueError:
                self.keys[name] = value.strip()

    def __getitem__(self, name):
        return self.keys[name]


class Table:
    """A CSV: columns by the names in its header, units apart."""

    def __init__(self, path):
        with open(path, encoding="utf-8", newline="") as stream:
            rows = list(csv.reader(stream))
        self.header = rows[0]
        self.names = [cell.split(" [")[0] for cell in self.header]
        self.rows = [[float(cell) for cell in row] for row in rows[1:]]
        self.finite = all(math.isfinite(cell) for row in self.rows for cell in row)

    def __getitem__(self, name):
        at = self.names.index(name)
        return [row[at] for row in self.rows]


class Check:
    """Prints every figure beside its bound, and remembers what failed."""

    def __init__(self):
        self.n = 0
        self.failed = 0

    def that(self, good, text):
        self.n += 1
        self.failed += not good
        print(f"{'ok  ' if good else 'FAIL'} {text}")

    def near(self, name, got, want, tolerance):
        error = abs(got - want)
        self.that(error <= tolerance, f"{name}: {got:.12g}, {want:.12g} wanted, "
                  f"off by {error:.2g}, {tolerance:.2g} allowed")

    def below(self, name, got, bound):
        self.that(got < bound, f"{name}: {got:.3g}, below {bound:.3g} wanted")

    def equal(self, name, got, want):
        self.that(got == want, f"{name}: {got}, {want} wanted")

    def refused(self, run, *words):
        """A nonzero exit, one line that holds the words, and nothing on stdout."""
        good = run.code not in (0, None) and run.code > 0
        good = good and run.out == "" and run.message.count("\n") == 1
        good = good and all(word in run.message for word in words)
        self.that(good, f"refused {run.line!r}: exit {run.code}, {run.message.strip()!r}")

    def end(self):
        print(f"{self.n} checks, {self.failed} failed")
        sys.exit(1 if self.failed or not self.n else 0)


def work_folder():
    """A folder that vanishes with the test."""
    folder = tempfile.TemporaryDirectory(prefix="jawari-lab-")
    return folder, pathlib.Path(folder.name)
