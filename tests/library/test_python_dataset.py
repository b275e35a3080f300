# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A data set from a plan, read back by jawari.dataset from loose files and from tar files, and by numpy alone.

    test_python_dataset.py JAWARI_RENDER MAKE_MANIFEST PLAN NOTES

The plan is rendered with NOTES notes of a second. PYTHONPATH, JAWARI_LIBRARY and JAWARI_DATA as for test_python.py.
"""

import csv
import json
import pathlib
import subprocess
import sys
import time

try:
    import numpy as np
except ModuleNotFoundError:
    print("skipped: numpy is not installed for", sys.executable)
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks  # noqa: E402

import jawari  # noqa: E402

RENDER, MAKE, PLAN = sys.argv[1:4]
NOTES = int(sys.argv[4])
check = checks.check


def render(manifest, out, *options):
    subprocess.run([RENDER, "--manifest", manifest, "--output-dir", out, "--labels", "notes,pitch,energy", "-q", *options],
                   check=True, stdout=subprocess.DEVNULL)


def check_note(note, asked):
    """A note against its line of the manifest and its row of the table."""
    row, labels, sound = note.row, note.labels, note.audio
    check(note.seed == asked["seed"] == labels["seed"], f"{note.id}: seed {note.seed}")
    wanted = {symbol: float(value) if not isinstance(value, str) else jawari.params()[symbol].points[value.capitalize()]
              for symbol, value in asked["set"].items()}
    wanted["quality"] = asked["quality"]
    check(note.set == wanted == labels["set"], f"{note.id}: set {note.set}, not {wanted}")
    check((int(row["note"]), int(row["velocity"])) == (asked["note"], asked["velocity"]), f"{note.id}: another note")
    check(sound.shape == (int(row["frames"]), 2) and sound.dtype == np.float32, f"{note.id}: {sound.shape}")
    # 24 bits
    peak = float(np.abs(sound).max())
    check(peak > 1e-4 and abs(peak - float(row["peak"])) < 2.0**-23, f"{note.id}: peak {peak}, not {row['peak']}")
    stroke, = labels["strokes"]
    column = [string["name"] for string in labels["strings"]].index(row["string"])
    check(stroke["string_number"] == column + 1 and stroke["frame"] == 0, f"{note.id}: another string")
    pitch, energy = note.array("pitch"), note.array("energy")
    check(pitch.shape == energy.shape == (len(sound) // labels["label_frames"], len(labels["strings"])),
          f"{note.id}: {pitch.shape}")
    cents = 1200 * np.log2(pitch[0, column] / float(row["pitch_hz"]))
    check(abs(cents) < 0.1, f"{note.id}: its first pitch lies {cents:.2f} cents off")
    # What was struck has the most until it sounds no more.
    most = energy.max(axis=0)
    check(most.argmax() == column and most[column] > energy[-1, column] > 0, f"{note.id}: energies")
    check(set(note.arrays()) == {"pitch", "energy"}, f"{note.id}: {sorted(note.arrays())}")


def check_numpy_alone(out, notes):
    """The tables and arrays without the package."""
    with open(out / "results.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    check([row["id"] for row in rows] == [note.id for note in notes], "the table has other notes")
    for row, note in zip(rows, notes):
        for label in ("pitch", "energy"):
            array = np.load(out / f"{row['id']}.{label}.npy", mmap_mode="r")
            check(array.dtype == np.float32 and np.array_equal(array, note.array(label)), f"{note.id}.{label}.npy")


def main(folder):
    plan = json.loads(pathlib.Path(PLAN).read_text(encoding="utf-8"))
    plan["n"] = NOTES
    plan["fixed"].update(held=0.8, seconds=1)
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    manifest = folder / "notes.jsonl"
    with open(manifest, "wb") as file:
        subprocess.run([sys.executable, MAKE, folder / "plan.json"], check=True, stdout=file)
    asked = [json.loads(line) for line in manifest.read_text(encoding="utf-8").splitlines()]
    render(manifest, folder / "loose", "--format", "wav24")
    render(manifest, folder / "packed", "--format", "wav24", "--tar", "20")
    # Without soundfile, which other formats need
    sys.modules["soundfile"] = None
    began = time.monotonic()
    notes = list(jawari.dataset(folder / "loose"))
    check(len(notes) == NOTES and [note.id for note in notes] == [line["id"] for line in asked], f"{len(notes)} notes")
    for note, line in zip(notes, asked):
        check_note(note, line)
    took = time.monotonic() - began
    tars = set()
    for note, packed in zip(notes, jawari.dataset(folder / "packed"), strict=True):
        tars.add(packed.row["tar"])
        check(packed.id == note.id and np.array_equal(packed.audio, note.audio), f"{note.id}: another sound in the tar file")
        check(packed.labels == note.labels and packed.set == note.set, f"{note.id}: other labels in the tar file")
        loose, ours = note.arrays(), packed.arrays()
        check(loose.keys() == ours.keys() and all(np.array_equal(loose[name], ours[name]) for name in loose),
              f"{note.id}: other arrays in the tar file")
    check("" not in tars and len(tars) > NOTES // 200, f"{len(tars)} tar files")
    check_numpy_alone(folder / "loose", notes)
    print(f"{NOTES} notes from files in {took:.1f} s, again from {len(tars)} tar files and by numpy alone")


if __name__ == "__main__":
    sys.exit(checks.in_folder(main))
