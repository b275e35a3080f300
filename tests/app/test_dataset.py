# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Data sets as their user sees them: nothing lost, nothing double, the same bits from any number of
shards and threads and after any interruption, and a line for each error with its place.

    test_dataset.py PROGRAM [memory LINES]

memory: renders that many lines, and a tenth of them, and compares the memory of both runs.
"""

import array
import csv
import hashlib
import io
import json
import os
import pathlib
import re
import resource
import signal
import struct
import subprocess
import sys
import tarfile
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks  # noqa: E402

PROGRAM = sys.argv[1]
check = checks.check


def run(*arguments, status=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    check(done.returncode == status, f"{arguments}: status {done.returncode}, not {status}: {done.stderr}")
    return done


def contents(folder):
    """Hashes of all files of a folder by name."""
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def sounds(folder):
    return {name: sha for name, sha in contents(folder).items() if not name.startswith("results")}


def rows(*tables):
    """Rows of tables, by line."""
    all_rows = [row for table in tables for row in csv.DictReader(io.StringIO(table.read_text()))]
    check(all(None not in row and None not in row.values() for row in all_rows), "every row has every column")
    return sorted(all_rows, key=lambda row: int(row["line"]))


def write_manifest(path, lines):
    path.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines))
    return path


def good_lines(n):
    """Short notes that share some tables and not others."""
    lines = []
    for i in range(n):
        line = {"id": f"n{i:03}", "note": 49 + 3 * i % 30, "velocity": 40 + 7 * i % 80, "held": 0.1,
                "seconds": 0.12, "set": {"quality": 1, "variation": 50, "jawari": [30, 50][i % 2]}, "seed": i}
        if i % 5 == 3:
            line = {"id": f"n{i:03}", "instrument": "tanpura", "string": "sa", "place": 0.1 + 0.02 * i, "seconds": 0.1,
                    "quality": 1}
        lines.append(line)
    return lines


########## The same bits ##########

def check_same(manifest, work, n):
    whole = work / "whole"
    run("--manifest", manifest, "--output-dir", whole, "-j", 1)
    reference = sounds(whole)
    table = rows(whole / "results.csv")
    check(len(reference) == n and len(table) == n, f"{n} lines, {len(reference)} sounds")
    check([row["id"] for row in table] == [f"n{i:03}" for i in range(n)], "rows in order")
    check(all(row["sha256"] == reference[row["file"]] for row in table), "hashes of the table")
    check(len(set(reference.values())) == n, "every sound differs")
    check(sorted(path.name for path in whole.iterdir()) == sorted([*reference, "results.csv"]), "nothing else")
    run("--manifest", manifest, "--output-dir", work / "threads", "-j", 3, "-b", 999)
    check(contents(work / "threads") == contents(whole), "the same from three threads")
    shards = work / "shards"
    for k in (2, 3, 1):
        run("--manifest", manifest, "--output-dir", shards, "--shard", f"{k}/3")
    check(sounds(shards) == reference, "the same from three shards")
    check(rows(*shards.glob("results-*-of-3.csv")) == table, "and the same rows")
    # One line of the manifest, rendered as a single note
    alone = work / "alone.flac"
    run("--note", "52:47:0.1", "--seconds", "0.12", "--quality", 1, "-s", "variation=50", "-s", "jawari=50", alone)
    first = {"id": "x", "note": 52, "velocity": 47, "held": 0.1, "seconds": 0.12,
             "set": {"quality": 1, "variation": 50, "jawari": 50}}
    run("--manifest", write_manifest(work / "alone.jsonl", [first]), "--output-dir", work / "alone")
    check((work / "alone/x.flac").read_bytes() == alone.read_bytes(), "a line is what its options are")
    return whole


########## Resume ##########

def check_resume(manifest, work, whole):
    reference = contents(whole)
    folder = work / "resumed"
    run("--manifest", manifest, "--output-dir", folder)
    done = run("--manifest", manifest, "--output-dir", folder, status=1)
    check("results.csv: is there" in done.stderr, f"a table is not written over: {done.stderr}")
    (folder / "n001.flac").write_bytes(b"fLaC")
    damaged = bytearray((folder / "n004.flac").read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (folder / "n004.flac").write_bytes(damaged)
    (folder / "n006.flac").unlink()
    os.utime(folder / "n002.flac", (0, 0))
    done = run("--manifest", manifest, "--output-dir", folder, "--resume")
    check(f" 3 rendered, {len(reference) - 4} kept, 0 failed" in done.stdout, f"what is damaged: {done.stdout}")
    check(contents(folder) == reference, "and is whole again")
    # A row cut off in the middle, and one without its file
    table = folder / "results.csv"
    table.write_bytes(table.read_bytes()[:-40])
    done = run("--manifest", manifest, "--output-dir", folder, "--resume")
    check(" 1 rendered," in done.stdout and contents(folder) == reference, "a row that was cut off")
    # Lines that change or go
    lines = good_lines(len(reference) - 1)
    lines[2]["velocity"] = 1
    run("--manifest", write_manifest(work / "changed.jsonl", lines), "--output-dir", folder, "--resume")
    changed = {name for name in reference if contents(folder)[name] != reference[name]}
    check(changed == {"n002.flac", "results.csv"}, f"a line that changed: {changed}")
    lines = good_lines(len(reference) - 1)
    for left in lines[1:], lines[1:-2]:
        run("--manifest", write_manifest(work / "fewer.jsonl", left), "--output-dir", folder, "--resume")
        ids = [row["id"] for row in rows(folder / "results.csv")]
        check(ids == [line["id"] for line in left], f"lines that are gone leave no row: {ids}")
    gone = [name for name in reference if name not in ["results.csv", *(f"{name}.flac" for name in ids)]]
    done = run("--manifest", manifest, "--output-dir", folder, "--resume", status=1)
    check("n000.flac: is there, and " in done.stderr and "(and 2 more)" in done.stderr,
          f"sounds without a row are not replaced: {done.stderr}")
    for name in gone:
        (folder / name).unlink()
    done = run("--manifest", manifest, "--output-dir", folder, "--resume", "-s", "gain=-6")
    check(f" {len(reference) - 1} rendered, 0 kept" in done.stdout, "another option changes all")
    done = run("--manifest", manifest, "--output-dir", folder, "--resume", "--shard", "1/2", status=1)
    check("another number of shards" in done.stderr, f"no other shards beside: {done.stderr}")


def check_full(manifest, work, n):
    """A run that can write no more ends with whole results, and the next run goes on from there."""
    whole, folder = work / "room", work / "full"
    tar = ["--tar", "1", "--format", "wav24"]
    run("--manifest", manifest, "--output-dir", whole, *tar)
    most = (whole / "data-000000.tar").stat().st_size * 2 // 3
    done = subprocess.run([PROGRAM, "--manifest", manifest, "--output-dir", folder, *tar], capture_output=True,
                          text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
    n_placed = len(rows(folder / "results.csv"))
    check(done.returncode == 1 and "data-000000.tar: File too large" in done.stderr, done.stderr)
    check(0 < n_placed < n and f" {n_placed} rendered, 0 kept, 0 failed" in done.stdout, done.stdout)
    done = run("--manifest", manifest, "--output-dir", folder, "--resume", *tar)
    check(f" {n - n_placed} rendered, {n_placed} kept, 0 failed" in done.stdout, done.stdout)
    check(contents(folder) == contents(whole), "nothing lost where there was no room")


def check_profiles(work):
    """A bridge profile is a part of the request, and an engine is not used for two profiles."""
    manifest = write_manifest(work / "tanpura.jsonl", [
        {"id": f"p{i}", "instrument": "tanpura", "string": "sa", "seconds": 0.2, "quality": 1, **more}
        for i, more in enumerate([{}, {"tune": {"sa": 12}}, {}, {"a4": 443}, {"tune": {"sa": 12}}])])
    table, folder = work / "rows.csv", work / "profiled"
    for n_rendered, heights in ((5, (0, -0.004, -0.03)), (0, (0, -0.004, -0.03)), (5, (0, -0.008, -0.06))):
        table.write_text("".join(f"{x},{y}\n" for x, y in zip((0, 8, 20), heights)))
        done = run("--manifest", manifest, "--output-dir", folder, "--resume", "--profile", table, "-j", "1")
        check(f" {n_rendered} rendered," in done.stdout, f"a profile of {heights}: {done.stdout}")
    bits = [(folder / f"p{i}.flac").read_bytes() for i in range(5)]
    check(bits[0] == bits[2] and bits[1] == bits[4] and len(set(bits)) == 3, "tunings by turns")
    for i, line in enumerate(manifest.read_text().splitlines(keepends=True)):
        one = work / f"profile-{i}"
        run("--manifest", write_manifest(work / "one.jsonl", [line]), "--output-dir", one, "--profile", table)
        check((one / f"p{i}.flac").read_bytes() == bits[i], f"line {i} as in a process of its own")
    done = run("--manifest", manifest, "--output-dir", folder, "--resume", "-j", "1")
    check(" 5 rendered," in done.stdout, f"no profile: {done.stdout}")


def check_kills(manifest, work, whole, extra, end):
    """Stops run after run by several signals, until one is complete."""
    folder = work / ("killed" + end)
    n_killed = 0
    for i in range(60):
        program = subprocess.Popen([PROGRAM, "--manifest", manifest, "--output-dir", folder, "--resume", "-j", "2",
                                    *extra], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.02 + 0.02 * (i * 7 % 5))
        program.send_signal([signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGINT][i % 4])
        if program.wait() == 0:
            break
        n_killed += 1
    run("--manifest", manifest, "--output-dir", folder, "--resume", *extra)
    check(contents(folder) == contents(whole), f"nothing lost, nothing double after {n_killed} kills")
    check(not [path for path in folder.iterdir() if path.name.startswith(".")], "nothing left over")
    check(n_killed >= 2, f"{n_killed} kills in the middle")


########## Tar ##########

def check_tar(manifest, work, whole):
    folder = work / "tar"
    run("--manifest", manifest, "--output-dir", folder, "--tar", 1, "-j", 2)
    members = {}
    names = sorted(folder.glob("data-*.tar"))
    for name in names:
        with tarfile.open(name) as tar:
            for member in tar:
                check(member.name not in members and member.mtime == 0, f"{member.name} once, without a time")
                members[member.name] = hashlib.sha256(tar.extractfile(member).read()).hexdigest()
    check(members == sounds(whole), "tar files have the same sounds")
    check(subprocess.run(["tar", "tf", names[0]], capture_output=True, check=False).returncode == 0, "tar reads them")
    for row in rows(folder / "results.csv"):
        data = (folder / row["tar"]).read_bytes()[int(row["tar_at"]) + 512:][:int(row["bytes"])]
        check(hashlib.sha256(data).hexdigest() == row["sha256"], f"{row['id']} is where the table says")
    reference = contents(folder)
    for what, harm in [("cut off", lambda data: data[:len(data) * 2 // 3]), ("gone", None),
                       ("damaged", lambda data: data[:9999] + b"xx" + data[10001:])]:
        if harm:
            names[0].write_bytes(harm(names[0].read_bytes()))
        else:
            names[0].unlink()
        run("--manifest", manifest, "--output-dir", folder, "--tar", 1, "--resume")
        check(contents(folder) == reference, f"a tar file that was {what}")
    check_kills(manifest, work, folder, ["--tar", "1"], "-tar")


########## Labels ##########

def read_array(path):
    """Rows of an npy file."""
    data = path.read_bytes()
    shape = re.search(rb"'descr': '<f4', 'fortran_order': False, 'shape': \((\d+), (\d+)\)", data[10:128])
    check(data[:8] == b"\x93NUMPY\x01\x00" and data[8:10] == b"\x76\x00" and data[127:128] == b"\n" and shape,
          f"{path.name}: a header of NumPy's")
    n_rows, n_columns = map(int, shape.groups())
    check(len(data) == 128 + 4 * n_rows * n_columns, f"{path.name}: as many numbers as it says")
    numbers = struct.unpack(f"<{n_rows * n_columns}f", data[128:])
    return [numbers[i:i + n_columns] for i in range(0, len(numbers), n_columns)]


def near(value, right, part=1e-6):
    return abs(value - right) <= part * abs(right)


def wraps_of(file, string, key="wrap_cents"):
    """wrap_cents, or another list, of a string in an instrument's tuned file."""
    text = (pathlib.Path(os.environ["JAWARI_DATA"]) / "tuned" / file).read_text(encoding="utf-8")
    section = text.split(f"[string {string}]", 1)[1].split("\n[", 1)[0]
    return [float(w) for line in re.findall(rf"^{key} = (.*)", section, re.M) for w in line.split()]


def check_labels(work):
    lines = [
        {"id": "a", "note": "C#4", "velocity": 90, "held": 0.2, "seconds": 0.25, "quality": 1, "labels": "all"},
        {"id": "b", "note": "C#4", "velocity": 90, "held": 0.2, "seconds": 0.25, "quality": 1},
        {"id": "c", "notes": [{"string": "jor", "at": 0.1}, {"string": "baj", "note": "D4"}], "seconds": 0.25,
         "set": {"tune": 100}, "quality": 1, "labels": ["notes", "pitch", "force"]},
    ]
    manifest = write_manifest(work / "labels.jsonl", lines)
    folder = work / "labels"
    run("--manifest", manifest, "--output-dir", folder)
    run("--manifest", manifest, "--output-dir", work / "labels2", "-b", 1000, "-j", 1)
    check(contents(folder) == contents(work / "labels2"), "labels do not depend on blocks")
    check((folder / "a.flac").read_bytes() == (folder / "b.flac").read_bytes(), "labels do not change the sound")
    check(len(list(folder.glob("b.*"))) == 1, "none where none are asked for")
    whole = contents(folder)
    run("--manifest", manifest, "--output-dir", folder, "--resume")
    check(contents(folder) == whole, "a run goes on with all of them")
    a, c = (json.loads((folder / name).read_text()) for name in ("a.json", "c.json"))
    check(len(a["strokes"]) == 1 and len(a["strings"]) == 20, "one stroke, twenty strings")
    stroke = a["strokes"][0]
    check(stroke["string"] == "baj" and stroke["fret"] == 7 and stroke["frame"] == 0, f"its string: {stroke}")
    check(near(stroke["pitch_hz"], 440 * 2 ** (-8 / 12)) and near(stroke["velocity"], 90 / 127), "its pitch")
    wrap = [sum(both) for both in zip(wraps_of("sitar.ini", "baj"), wraps_of("sitar.ini", "baj", "ringing_cents"))]
    cents = 700 - wrap[7] + wrap[0]  # Its bridge adds other cents there than to the open string
    check(near(stroke["length_m"], 0.88 / 2 ** (cents / 1200), 1e-3) and 0 < stroke["place_m"] < 0.2, "its place")
    pitch, energy = read_array(folder / "a.pitch.npy"), read_array(folder / "a.energy.npy")
    check(len(pitch) == len(energy) == 25 and len(pitch[0]) == 20, "a value each 480 frames and string")
    check(all(near(row[0], stroke["pitch_hz"]) for row in pitch), "the pitch stays")
    given = a["energy"]["from_strokes_j"]
    check(0.3 * given < max(row[0] for row in energy) < given, "energy of the stroke, less what is lost")
    check(energy[24][0] < energy[10][0] and energy[0][0] < 1e-3 * given, "it comes, and goes")
    check(energy[24][4] > 0 and pitch[24][4] > 0, "strings beside it ring")
    # At quality 1 a step is a frame: no force is missed.
    force = read_array(folder / "a.force.npy")
    points = len(stroke["points_m"])
    most = max(max(row[:points]) for row in force)
    check(len(force) == 12000 and near(most, a["strings"][0]["contact_force_max_n"], 1e-5), f"all forces: {most}")
    check(all(value != value for value in force[100][points:]) and min(map(min, (r[:points] for r in force))) >= 0,
          "no force pulls; points that it has not are no numbers")
    check(sorted(path.name for path in folder.glob("a.*")) == ["a.energy.npy", "a.flac", "a.force.npy",
                                                               "a.json", "a.pitch.npy"], "files of all labels")
    jor, baj = sorted(c["strokes"], key=lambda s: -s["frame"])
    check(jor["string"] == "jor" and jor["frame"] == 4800 and baj["string"] == "baj", "strokes of a list of notes")
    tuned = read_array(folder / "c.pitch.npy")
    check(near(tuned[24][0], 440 * 2 ** (-6 / 12), 1e-5), f"a string is pulled to its tuning: {tuned[24][0]}")
    check(near(baj["pitch_hz"], tuned[0][0]), "the pitch of a stroke is that at its frame")
    check(c["strings"][1]["force_first_frame"] == 4800, "forces begin with the first stroke")
    check(len(read_array(folder / "c.force-2.npy")) == 12000 - 4800, "and go on to the end")
    row = rows(folder / "results.csv")[0]
    check(row["string"] == "baj" and row["fret"] == "7" and near(float(row["pitch_hz"]), stroke["pitch_hz"])
          and row["labels"].count(":") == 8, f"the table: {row}")
    check(row["set"] == "quality=1" and row["seed"] == "0" and near(float(row["place_m"]), stroke["place_m"], 1e-6)
          and row["place"] == "", f"what was asked for, in the table: {row}")
    check(c["set"] == {"tune": 100, "quality": 1} and c["seed"] == 0, f"and in the labels: {c['set']}")
    check([s.get("force") for s in c["strings"][:2]] == ["force", "force-2"], "names do not depend on strings")


def check_mono(work):
    asked = {"string": "jor", "place": 0.2, "seconds": 0.25, "quality": 1, "format": "wavfloat", "seed": 4,
             "set": {"variation": 50}, "stems": True}
    folder = work / "mono"
    run("--manifest", write_manifest(work / "mono.jsonl", [{"id": "two"} | asked, {"id": "one", "mono": True} | asked]),
        "--output-dir", folder)
    for stem in sorted(path.name[4:] for path in folder.glob("two.*.wav")) + ["wav"]:
        two, one = ((folder / f"{name}.{stem}").read_bytes() for name in ("two", "one"))
        check(two[22] == 2 and one[22] == 1, "channels")
        left_right, mono = array.array("f", two[-8 * 12000:]), array.array("f", one[-4 * 12000:])
        means = array.array("f", [0.5 * (left_right[2 * i] + left_right[2 * i + 1]) for i in range(12000)])
        worst = max(abs(a - b) for a, b in zip(means, mono))
        check(worst < 1e-7 and any(mono), f"{stem}: the mean of both: {worst}")
    row = rows(folder / "results.csv")[1]
    check(row["seed"] == "4" and "variation=50" in row["set"].split() and row["place"] == "0.2", f"asked: {row}")


########## Memory ##########

def most_memory(work, n):
    """Most memory [kB] of a run of n different notes."""
    lines = [{"id": f"n{i}", "instrument": ["bench", "wave"][i // 5 % 2], "note": 48 + i % 12, "velocity": 1 + i % 127,
              "seconds": 0.01, "quality": 1, "set": {"pluck_position": round(0.1 + 0.3 * i / n, 6)},
              "labels": "all"} for i in range(n)]
    manifest = write_manifest(work / f"memory-{n}.jsonl", lines)
    program = subprocess.Popen([PROGRAM, "--manifest", manifest, "--output-dir", work / f"memory-{n}", "-j", "1",
                                "--tar", "64"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    check(program.returncode == 0, f"{n} notes: status {program.returncode}")
    return usage.ru_maxrss


def check_memory(work, n):
    few, many = most_memory(work, n // 10), most_memory(work, n)
    print(f"most memory: {few} kB for {n // 10} lines, {many} kB for {n}")
    # A row of the table and an id take some 100 bytes.
    check(many - few < 300 + 0.2 * n, f"memory stays: {few} kB, {many} kB")


########## Errors ##########

BAD = [
    ('{"id":"a","note":52,"seconds":0.1,"velocty":3}', ':35: unknown key "velocty"; nearest: velocity'),
    ('{"id":"b","note":52,"seconds":0.1,"velocity":128}', ":46: velocity:"),
    ('{"id":"c","instrument":"sitra","note":52,"seconds":0.1}', ':24: unknown instrument "sitra"'),
    ('{"id":"d","note":"H2","seconds":0.1}', ":18: note KEY:"),
    ('{"id":"e","note":5,"seconds":0.1}', ":18: note: 5 is out of reach"),
    ('{"id":"f","string":"baaj","seconds":0.1}', ":20: string: sitar has no string"),
    ('{"id":"g","note":52,"seconds":0.1,"set":{"jawari":101}}', ":51: jawari: 101 is out of range"),
    ('{"id":"h","note":52,"seconds":0.1,"set":{"jwari":10}}', ':42: unknown parameter "jwari"'),
    ('{"id":"i","note":52,"seconds":0.1,}', ":35: a key in quotes"),
    ('{"id":"j"}', ":1: j: nothing to play"),
    ('{"note":52,"seconds":0.1}', ":1: id is missing"),
    ('{"id":"../k","note":52,"seconds":0.1}', ':7: id: "../k"'),
    ('{"id":"l","score":"gone.mid","seconds":0.1}', ":19: gone.mid: "),
    ('{"id":"m","note":52,"notes":[{"note":52}],"seconds":0.1}', ":1: m: a score, a note and notes"),
    ('{"id":"n","notes":[{"note":52},{"at":1}],"seconds":0.1}', ":32: notes: a note needs a key"),
    ('{"id":"o","note":52,"seconds":0.1,"rate":1}', ":42: rate:"),
    ('{"id":"p","note":52,"seconds":0.1,"seed":-1}', ":42: seed:"),
    ('{"id":"q","note":52,"seconds":0.1,"format":"wav12"}', ":44: format: unknown format"),
    ('{"id":"r","note":52,"seconds":0.1,"labels":["pich"]}', ":45: labels: unknown label"),
    ("[1,2]", ":1: a line is an object, not a list"),
    ('{"id":"good","note":52,"seconds":0.1}', ":7: id: good is that of line 1"),
    ('{"id":"t","note":52,"seconds":0.1,"x":"' + 70000 * "x" + '"}', ": a line of more than 65536 bytes"),
    ('{"id":"u","note":100,"string":"kharaj","seconds":0.1}', ":18: note: 100 is out of reach"),
]


def check_errors(work):
    lines = ['{"id":"good","note":52,"seconds":0.1,"quality":1}\n', "\n",
             *[line + "\n" for line, _ in BAD], '{"id":"last","note":54,"seconds":0.1,"quality":1}']
    manifest = write_manifest(work / "bad.jsonl", lines)
    for dry in (["--dry-run"], []):
        done = run("--manifest", manifest, "--output-dir", work / "bad", *dry, status=3)
        told = done.stderr.splitlines()
        check(len(told) == 11 and told[-1].startswith(f"jawari-render: and {len(BAD) - 10} more"), f"{told}")
        for i, (line, text) in enumerate(BAD[:10]):
            check(f"{manifest}:{i + 3}{text}" in told[i], f"{line}: {told[i]}")
        check(dry != [] or (work / "bad").exists(), "a dry run writes nothing")
        check(dry == [] or not (work / "bad").exists(), "a dry run writes nothing")
    table = rows(work / "bad/results.csv")
    check(len(table) == len(BAD) + 2, "a row for each line")
    for (line, text), row in zip(BAD, table[1:-1]):
        check(row["status"] == "failed" and f"{manifest}:{row['line']}{text}" in row["message"], f"{line}: {row}")
    check(sorted(sounds(work / "bad")) == ["good.flac", "last.flac"], "what can be rendered is")


def check_usage(manifest, work):
    for arguments, text in [
        (["--manifest", manifest], "--output-dir is missing"),
        (["--manifest", manifest, "--output-dir", "x", "y.wav"], "y.wav: one file too many"),
        (["--manifest", manifest, "--output-dir", "x", "--shard", "3/2"], "--shard: \"3/2\""),
        (["--manifest", manifest, "--output-dir", "x", "--shard", "0/2"], "--shard: \"0/2\""),
        (["--manifest", manifest, "--output-dir", "x", "--note", "52"], "--note: not together"),
        (["--manifest", manifest, "--output-dir", "x", "--label-frames", "33"], "not a multiple of 32"),
        (["--resume", "--note", "52", "a.wav"], "--resume: needs --manifest"),
    ]:
        done = run(*arguments, status=2)
        check(text in done.stderr and len(done.stderr.splitlines()) == 1, f"{arguments}: {done.stderr}")
    done = run("--manifest", work / "gone.jsonl", "--output-dir", work / "x", status=1)
    check("gone.jsonl: " in done.stderr, done.stderr)
    empty = write_manifest(work / "empty.jsonl", ["\n"])
    check("no line" in run("--manifest", empty, "--output-dir", work / "x", status=1).stderr, "an empty manifest")


def check_lock(manifest, work):
    """Two processes do not work on one shard."""
    folder = work / "locked"
    slow = write_manifest(work / "slow.jsonl", [{"id": "slow", "note": 52, "seconds": 60}])
    first = subprocess.Popen([PROGRAM, "--manifest", slow, "--output-dir", folder], stderr=subprocess.DEVNULL)
    for _ in range(200):
        if (folder / ".shard/slow").exists():
            break
        time.sleep(0.02)
    done = run("--manifest", slow, "--output-dir", folder, "--resume", status=1)
    check("another process is at work" in done.stderr, done.stderr)
    first.terminate()
    check(first.wait() == 128 + signal.SIGTERM, "it ends by the signal")
    check(sorted(path.name for path in folder.iterdir()) == ["results.csv"], "and leaves nothing half done")


def main():
    n = 12
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        if sys.argv[2:3] == ["memory"]:
            check_memory(work, int(sys.argv[3]))
            return checks.result()
        manifest = write_manifest(work / "m.jsonl", good_lines(n))
        whole = check_same(manifest, work, n)
        check_resume(manifest, work, whole)
        check_kills(manifest, work, whole, [], "")
        check_tar(manifest, work, whole)
        check_labels(work)
        check_mono(work)
        check_profiles(work)
        check_full(manifest, work, n)
        check_errors(work)
        check_usage(manifest, work)
        check_lock(manifest, work)
    return checks.result()


sys.exit(main())
