# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A data set changes and deletes what is its own and nothing else, follows no link, keeps what is
finished when a disk fails, and goes on afterwards to the same bytes.

    test_dataset_own.py PROGRAM [DISK_FAULTS.SO EVERY]

EVERY: of so many calls that change files, one is made to fail, is the last one, or comes after a
folder was swapped for a link.
"""

import errno
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks  # noqa: E402

PROGRAM = sys.argv[1]
FAULTS = sys.argv[2] if len(sys.argv) > 3 else None
EVERY = int(sys.argv[3]) if FAULTS else 0
check = checks.check

LINES = [{"id": f"n{i}", "instrument": "bench", "note": 50 + i, "held": 0.02, "seconds": 0.03, "quality": 1}
         for i in range(3)]
RICH = [{**LINES[0], "stems": True, "labels": "all"}, LINES[1]]


def write_manifest(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def start(manifest, folder, *more, env=None):
    return subprocess.run([PROGRAM, "--manifest", str(manifest), "--output-dir", str(folder), "-j", "1", *more],
                          capture_output=True, text=True, check=False, env={**os.environ, **(env or {})})


def run(manifest, folder, *more, status=0, says="", env=None):
    done = start(manifest, folder, *more, env=env)
    check(done.returncode == status, f"{folder.name} {more}: status {done.returncode}, not {status}: {done.stderr}")
    check(says in done.stderr, f"{folder.name} {more}: \"{says}\" is not in: {done.stderr}")
    check(status != 1 or len(done.stderr.splitlines()) == 1, f"one line: {done.stderr}")
    return done


def state(folder):
    """All that is in a folder: bytes of files, targets of links; links are not followed."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        found[name] = (f"-> {os.readlink(path)}" if path.is_symlink() else "folder" if path.is_dir()
                       else hashlib.sha256(path.read_bytes()).hexdigest())
    return found


def victim(folder):
    """Somebody's folder, whose names are those that a data set writes and removes."""
    for name in ["n0.flac", "n1.flac", "n0.json", "results.csv", "data-000000.tar", "data-000001.tar", "part.tar",
                 "made", ".jawari", ".moving", ".jawari-1-0.part", "stems/01-a.flac", "stems/note.txt",
                 "n0/n0.flac", "n0/stems/01-a.flac", "n0/.jawari", ".own/results.csv", "0/n0.flac", "note.txt"]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("precious " + name)
    return folder


########## What is there ##########

def refused(manifest, work, what, prepare, says, *more):
    """Refused without and with --resume, before anything is changed."""
    folder, other = work / "folder", victim(work / "other")
    folder.mkdir()
    prepare(folder, other)
    before, others = state(folder), state(other)
    run(manifest, folder, *more, status=1, says=says)
    check(state(folder) == before and state(other) == others, f"{what}: nothing is changed")
    done = run(manifest, folder, "--resume", *more, status=1, says=says)
    check(state(folder) == before and state(other) == others, f"{what}: nothing is changed with --resume")
    shutil.rmtree(folder)
    shutil.rmtree(other)
    return done


def link(name, to=""):
    return lambda folder, other: (folder / name).symlink_to(other / to)


def copy(name, to="note.txt"):
    return lambda folder, other: shutil.copy(other / to, folder / name)


def test_there(work):
    manifest = write_manifest(work / "there.jsonl", LINES)
    tar = ("--tar", "1")
    for what, prepare, says, *more in [
        ("a work folder that is a link", link(".shard"), "folder/.shard: "),
        ("and with tar files", link(".shard"), "folder/.shard: ", *tar),
        ("a work folder that is a file", copy(".shard"), "folder/.shard: "),
        ("a work folder that is somebody's", lambda folder, other: shutil.copytree(other, folder / ".shard"),
         "folder/.shard"),
        ("a table that is a link", link("results.csv", "results.csv"), "folder/results.csv: "),
        ("a table that is a link to nothing", link("results.csv", "new.csv"), "folder/results.csv: "),
        ("a table that is a folder", lambda folder, other: (folder / "results.csv").mkdir(), "folder/results.csv: "),
        ("a table that is something else", copy("results.csv"), "folder/results.csv:"),
        ("a table under two names", lambda folder, other: os.link(other / "results.csv", folder / "results.csv"),
         "folder/results.csv: "),
        ("a sound", copy("n1.flac"), "folder/n1.flac: is there"),
        ("a sound that is a link", link("n1.flac", "note.txt"), "folder/n1.flac: is there"),
        ("a sound that is a link to nothing", link("n1.flac", "new.flac"), "folder/n1.flac: is there"),
        ("a sound that is a folder", lambda folder, other: (folder / "n1.flac").mkdir(), "folder/n1.flac: is there"),
        ("a label", copy("n2.json"), "folder/n2.json: is there"),
        ("a label that is a link", link("n2.pitch.npy", "note.txt"), "folder/n2.pitch.npy: is there"),
        ("a stem", copy("n0.01-a.flac"), "folder/n0.01-a.flac: is there"),
        ("a tar file", copy("data-000000.tar"), "folder/data-000000.tar: is there", *tar),
        ("a later tar file", copy("data-000007.tar"), "folder/data-000007.tar: is there", *tar),
        ("a tar file that is a link", link("data-000000.tar", "data-000000.tar"), "folder/data-000000.tar: is there",
         *tar),
        ("a tar file that is a link to nothing", link("data-000000.tar", "new.tar"),
         "folder/data-000000.tar: is there", *tar),
    ]:
        refused(manifest, work, what, prepare, says, *more)


def test_not_in_the_way(work):
    """What no line would write stays, and is no reason to refuse."""
    manifest = write_manifest(work / "way.jsonl", LINES)
    folder = work / "way"
    folder.mkdir()
    for name in ["n9.flac", "n0.txt", "n0.flac.old", "data-1.tar", "data-000000.tar", "notes", "n1.jpeg", "nn0.flac"]:
        (folder / name).write_text("precious")
    (folder / ".shard-1-of-2").symlink_to(work)
    before = state(folder)
    for more in [], ["--resume"]:
        run(manifest, folder, *more)
        check(all(state(folder).get(name) == before[name] for name in before), "what is not in the way stays")


########## What was there ##########

def test_resume(work):
    manifest = write_manifest(work / "resume.jsonl", LINES)
    whole = work / "resume-whole"
    run(manifest, whole)
    for what, harm, says in [
        ("a sound that the table has not", lambda f: drop_row(f, "n1"), "n1.flac: is there, and "),
        ("a sound that is a link now", lambda f: swap_for_link(f / "n1.flac"), "n1.flac: a link"),
        ("a label beside", lambda f: (f / "n1.json").write_text("mine"), "n1.json: is there, and "),
        ("the table gone", lambda f: (f / "results.csv").unlink(), "is there, and "),
        ("somebody's file in the work folder", lambda f: in_work(f, "note.txt"), ".shard/note.txt: is not of"),
        ("somebody's sound in it", lambda f: in_work(f, "n1/n1.flac"), ".shard/n1: is not of"),
        ("somebody's file among ours", lambda f: in_work(f, "n1/.jawari", "n1/note.txt"), "n1/note.txt: is not of"),
        ("and among the stems", lambda f: in_work(f, "n1/.jawari", "n1/stems/note.txt"), "stems/note.txt: is not of"),
        ("a link among ours", lambda f: in_work(f, "n1/.jawari", link_to="n1/stems"), "n1/stems: is not of"),
    ]:
        folder = work / "resumed"
        shutil.copytree(whole, folder)
        harm(folder)
        before = state(folder)
        run(manifest, folder, "--resume", status=1, says=says)
        check(state(folder) == before, f"{what}: nothing is changed")
        shutil.rmtree(folder)
    # What was made here and not finished goes
    folder = work / "resumed"
    shutil.copytree(whole, folder)
    in_work(folder, "n1/.jawari", "n1/n1.flac", "n1/stems/01-a.flac", "n1/.jawari-7-0.part", ".own/.jawari",
            ".own/results.csv")
    (folder / ".shard/n2").mkdir()
    run(manifest, folder, "--resume")
    check(state(folder) == state(whole), "what an ended run left is removed")


def drop_row(folder, name):
    table = folder / "results.csv"
    table.write_text("".join(row for row in table.open() if not row.startswith(name + ",")))


def swap_for_link(path):
    path.rename(path.with_name("moved"))
    path.symlink_to("moved")


def in_work(folder, *names, link_to=None):
    for name in names:
        (folder / ".shard" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / ".shard" / name).write_text("precious" if "note" in name else "")
    if link_to:
        (folder / ".shard" / link_to).symlink_to(folder)


def test_other_results(work):
    """Files of a result that is made anew in another way go; those of a line that fails stay known."""
    folder = work / "other-results"
    run(write_manifest(work / "a.jsonl", RICH), folder)
    check({"n0.json", "n0.pitch.npy"} <= set(state(folder)), f"labels: {state(folder)}")
    manifest = write_manifest(work / "b.jsonl", LINES[:2])
    run(manifest, folder, "--resume", "--format", "wav16")
    check(set(state(folder)) == {"n0.wav", "n1.wav", "results.csv"}, f"what it has no more: {state(folder)}")
    bad = write_manifest(work / "c.jsonl", [{**LINES[0], "note": 300}, LINES[1]])
    run(bad, folder, "--resume", "--format", "wav16", status=3)
    check("n0.wav" in state(folder), "what an earlier run made of a line that fails now stays")
    run(manifest, folder, "--resume", "--format", "wav16")
    whole = work / "other-whole"
    run(manifest, whole, "--format", "wav16")
    check(state(folder) == state(whole), "and is known when the line is right again")


def test_shards(work):
    """A shard is not in the way of another one."""
    manifest = write_manifest(work / "shards.jsonl", LINES)
    folder = work / "shards"
    run(manifest, folder, "--shard", "2/2")
    run(manifest, folder, "--shard", "1/2")
    run(manifest, folder, "--shard", "1/2", status=1, says="results-1-of-2.csv: is there")
    (folder / "results-2-of-2.csv").unlink()
    run(manifest, folder, "--shard", "1/2", "--resume")
    run(manifest, folder, "--shard", "2/2", "--resume", status=1, says="n1.flac: is there, and ")


########## Tables ##########

def test_tables(work):
    """A table is read by lines of bounded length, in bounded memory."""
    manifest = write_manifest(work / "tables.jsonl", LINES)
    whole = work / "tables-whole"
    run(manifest, whole)
    good = (whole / "results.csv").read_bytes()
    for what, put, line in [
        ("a line of 1.2 GB", lambda to: (to.write(good), to.truncate(len(good) + 1_200_000_000)), 5),
        ("a long line", lambda to: to.write(good + b"x" * 40000 + b"\n"), 5),
        ("a long line without an end", lambda to: to.write(good + b"x" * 40000), 5),
        ("a head of 1.2 GB", lambda to: to.truncate(1_200_000_000), 1),
        ("another head", lambda to: to.write(b"id,sound\n"), 1),
        ("a row that is none", lambda to: to.write(good + b"n1\n"), 5),
        ("a zero byte", lambda to: to.write(good + b"n1,2\0,ok,\n"), 5),
    ]:
        folder = work / "tables"
        shutil.copytree(whole, folder)
        with (folder / "results.csv").open("wb") as to:
            put(to)
        size = (folder / "results.csv").stat().st_size
        program = subprocess.Popen([PROGRAM, "--manifest", manifest, "--output-dir", folder, "--resume", "-j", "1"],
                                   stderr=subprocess.PIPE, text=True)
        said = program.stderr.read()
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
        check(program.returncode == 1 and f"results.csv:{line}: " in said and len(said.splitlines()) == 1,
              f"{what}: status {program.returncode}: {said}")
        check(usage.ru_maxrss < 100_000, f"{what}: {usage.ru_maxrss} kB of memory")
        check((folder / "results.csv").stat().st_size == size, f"{what}: the file stays")
        shutil.rmtree(folder)
    # Names in a table lead nowhere else
    folder = work / "tables"
    shutil.copytree(whole, folder)
    sha = hashlib.sha256(b"precious").hexdigest()
    (work / "precious.flac").write_bytes(b"precious")
    rows = good.decode().splitlines()
    rows[1] = f"n0,1,ok,n0.flac,9,{sha},x/../../precious.flac:8:{sha}," + rows[1].split(",", 7)[7]
    (folder / "results.csv").write_text("\n".join(rows) + "\n")
    done = start(manifest, folder, "--resume")
    check((work / "precious.flac").read_bytes() == b"precious" and done.returncode == 1, f"a name: {done.stderr}")


########## Disks ##########

MODES = [("files", RICH, []), ("tar", LINES[:2], ["--tar", "1"])]


def preload(count=None, at=None, does=None):
    env = {"LD_PRELOAD": FAULTS}
    if count:
        env["DISK_COUNT"] = str(count)
    if does:
        env.update({"DISK_AT": str(at), "DISK_DOES": does})
    return env


def calls_of(work, manifest, more):
    """Number of calls that change files in a whole run."""
    folder, count = work / "count", work / "calls"
    run(manifest, folder, *more, env=preload(count=count))
    whole = state(folder)
    shutil.rmtree(folder)
    return int(count.read_text()), whole


def test_faults(work):
    errors = [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE]
    for mode, lines, more in MODES:
        manifest = write_manifest(work / f"faults-{mode}.jsonl", lines)
        n, whole = calls_of(work, manifest, more)
        check(n > 12, f"{mode}: {n} calls")
        folder = work / f"faults-{mode}"
        for at in range(0, n, EVERY):
            number = errors[at // EVERY % len(errors)]
            done = start(manifest, folder, *more, env=preload(at=at, does=f"fail {number}"))
            what = f"{mode}, call {at} of {n} fails ({errno.errorcode[number]})"
            said = done.stderr.splitlines()
            check(done.returncode == 1 and len(said) == 1 and os.strerror(number) in said[0],
                  f"{what}: status {done.returncode}: {done.stderr}")
            check(not folder.exists() or not list(folder.glob(".shard*")), f"{what}: nothing half done stays")
            run(manifest, folder, "--resume", *more)
            check(state(folder) == whole, f"{what}: it goes on to the same bytes")
            shutil.rmtree(folder)


def test_ends(work):
    """A process that is killed before any call leaves what the next one goes on with."""
    for mode, lines, more in MODES:
        manifest = write_manifest(work / f"ends-{mode}.jsonl", lines)
        n, whole = calls_of(work, manifest, more)
        folder = work / f"ends-{mode}"
        for at in range(EVERY // 2, n, EVERY):
            done = start(manifest, folder, *more, env=preload(at=at, does="kill"))
            check(done.returncode == -signal.SIGKILL, f"{mode}: killed before call {at}: {done.returncode}")
            run(manifest, folder, "--resume", *more)
            check(state(folder) == whole, f"{mode}, killed before call {at} of {n}: it goes on to the same bytes")
            shutil.rmtree(folder)


def copy_of(whole, folder):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)


def test_second_ends(work):
    """--resume that is interrupted loses nothing that is whole, and one that is killed can be resumed, too."""
    for mode, lines, more in MODES:
        manifest = write_manifest(work / f"second-{mode}.jsonl", lines)
        whole, folder, count = work / f"second-whole-{mode}", work / f"second-{mode}", work / "calls"
        run(manifest, whole, *more)
        copy_of(whole, folder)
        run(manifest, folder, "--resume", *more, env=preload(count=count))
        for at in range(0, int(count.read_text()), max(EVERY // 4, 1)):
            copy_of(whole, folder)
            start(manifest, folder, "--resume", *more, env=preload(at=at, does="stop"))
            check(state(folder) == state(whole), f"{mode}, interrupted before call {at}: all is there")
        # Another velocity: all is to be made anew
        other = write_manifest(work / f"third-{mode}.jsonl", [{**line, "velocity": 30} for line in lines])
        new = work / f"third-whole-{mode}"
        run(other, new, *more)
        copy_of(whole, folder)
        run(other, folder, "--resume", *more, env=preload(count=count))
        check(state(folder) == state(new), f"{mode}: made anew")
        for at in range(EVERY // 3, int(count.read_text()), EVERY):
            copy_of(whole, folder)
            done = start(other, folder, "--resume", *more, env=preload(at=at, does="kill"))
            check(done.returncode == -signal.SIGKILL, f"{mode}: killed before call {at}: {done.returncode}")
            run(other, folder, "--resume", *more)
            check(state(folder) == state(new), f"{mode}, a second run killed before call {at}: the same bytes")
            copy_of(whole, folder)
            start(other, folder, "--resume", *more, env=preload(at=at, does="kill"))
            start(other, folder, "--resume", *more, env=preload(at=1, does="kill"))
            run(other, folder, "--resume", *more)
            check(state(folder) == state(new), f"{mode}, killed before call {at} and once more: the same bytes")


def test_unread(work):
    """A line that cannot be read any more costs no tar file."""
    instrument = work / "mine.ini"
    shutil.copy(pathlib.Path(os.environ["JAWARI_DATA"]) / "bench.ini", instrument)
    manifest = write_manifest(work / "unread.jsonl", [LINES[0], {**LINES[1], "instrument": str(instrument)}, LINES[2]])
    folder = work / "unread"
    run(manifest, folder, "--tar", "1")
    before = state(folder)
    instrument.rename(work / "moved.ini")
    run(manifest, folder, "--resume", "--tar", "1", status=1, says="its result in data-000000.tar is kept")
    check(state(folder) == before, "nothing is changed")
    (work / "moved.ini").rename(instrument)
    run(manifest, folder, "--resume", "--tar", "1")
    check(state(folder) == before, "and all is kept")


def test_swaps(work):
    """A folder that becomes a link to another one in the midst of it: that one stays as it is."""
    other = victim(work / "swapped-to")
    others = state(other)
    for mode, lines, more in MODES:
        manifest = write_manifest(work / f"swaps-{mode}.jsonl", lines)
        n, _ = calls_of(work, manifest, more)
        folder = work / "swapped"
        names = ["", "/.shard", "/.shard/n0", "/.shard/.own", "/.shard/n0/stems", "/results.csv", "/n0.flac"]
        tries = [(at, name) for at in range(n) for name in names]
        for at, name in tries if EVERY == 1 else tries[::EVERY * len(names) + 1]:
            start(manifest, folder, *more, env=preload(at=at, does=f"swap {folder}{name} {other}"))
            check(state(other) == others, f"{mode}: {name} swapped for a link before call {at} of {n}")
            for path in work.glob("swapped*"):
                if path.is_symlink():
                    path.unlink()
                elif path != other:
                    shutil.rmtree(path)


checks_of_disks = [test_faults, test_ends, test_second_ends, test_swaps] if FAULTS else []
sys.exit(checks.in_folder(test_there, test_not_in_the_way, test_resume, test_other_results, test_shards, test_tables,
                          test_unread, *checks_of_disks))
