# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""What a note costs through Python, as a part of what it costs jawari-render: at most 5 % more.

    test_python_cost.py JAWARI_RENDER PAIRS

A pair is the processor time of each, one after the other; the least of each counts, since other work on the machine
only adds to it. Of jawari-render once a program for a note, start and file included, once a manifest of notes, whose
folder is in memory.
"""

import json
import os
import pathlib
import resource
import subprocess
import sys
import time

try:
    import numpy  # noqa: F401  (the package needs it)
except ModuleNotFoundError:
    print("skipped: numpy is not installed for", sys.executable)
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks  # noqa: E402

import jawari  # noqa: E402

MOST = 1.05
RENDER, PAIRS = sys.argv[1], int(sys.argv[2])
SERIES = 5
# Instrument, note, seconds
NOTES = [("sitar", "C#4", 1), ("guitar", "E3", 2), ("tanpura", None, 2)]


def time_of_render(*arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([RENDER, *map(str, arguments), "-q", "-j", "1", "--limiter", "off", "--format", "wavfloat"], check=True,
                   stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def time_of_python(instrument, note, seconds, velocities):
    began = time.process_time()
    for velocity in velocities:
        jawari.render(instrument, note, seconds=seconds, velocity=velocity)
    return time.process_time() - began


def series(folder, number, instrument, note, seconds, velocities):
    lines = ({"id": f"n-{number}-{v}", "instrument": instrument, "velocity": v, "seconds": seconds, **({"note": note} if note else {})}
             for v in velocities)
    manifest = folder / f"{number}.jsonl"
    manifest.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return time_of_render("--manifest", manifest, "--output-dir", folder / str(number))


def main(folder):
    number = 0
    for instrument, note, seconds in NOTES:
        jawari.render(instrument, note, seconds=seconds)
        alone, together = [], []
        for _ in range(PAIRS):
            number += 1
            ours = time_of_python(instrument, note, seconds, [100])
            alone.append((ours, time_of_render("-i", instrument, *(["--note", note] if note else []), "--seconds", seconds,
                                               folder / "x.wav")))
            if note:
                velocities = range(60, 60 + SERIES)
                ours = time_of_python(instrument, note, seconds, velocities)
                together.append((ours, series(folder, number, instrument, note, seconds, velocities)))
        for what, pairs in (("a program each", alone), (f"a manifest of {SERIES}", together)):
            if pairs:
                ours, theirs = (min(times) for times in zip(*pairs))
                checks.shown(ours <= MOST * theirs, f"{instrument} {seconds} s, {what}: {ours:.3f} s through Python, "
                                                    f"{theirs:.3f} s: {ours / theirs:.3f}")


if __name__ == "__main__":
    if os.access("/dev/shm", os.W_OK):
        os.environ["TMPDIR"] = "/dev/shm"
    sys.exit(checks.in_folder(main))
