# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""jawari-render while something goes wrong under it: the file that was there stays.

    test_files.py RENDER [FAIL_ALLOC_SO EVERY]

Full disks, limits, signals in the middle; with FAIL_ALLOC_SO, every EVERYth of its allocations
failing. Each time: a status that is not 0 and one line on stderr (but for SIGKILL), the old file
untouched, and nothing left beside it (but for SIGKILL, which nobody can tidy up after).
"""

import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from checks import check, result

OLD = b"the old file"


class Place:
    """A folder with an old file in it, to be rendered over."""

    def __init__(self, folder):
        self.folder = folder
        self.out = folder / "a.wav"
        self.out.write_bytes(OLD)

    def untouched(self, what, leftovers=0):
        check(self.out.read_bytes() == OLD, f"{what}: the old file is untouched")
        beside = sorted(p.name for p in self.folder.iterdir() if p != self.out)
        check(len(beside) == leftovers, f"{what}: left beside it: {beside}")
        check(all(name.startswith(".jawari-") for name in beside), f"{what}: {beside}")
        for name in beside:
            (self.folder / name).unlink()


def refused(what, place, process, status=None):
    """Its end: not 0, one line, and the old file."""
    _, stderr = process.communicate(timeout=600)
    lines = stderr.decode().splitlines()
    right = process.returncode > 0 if status is None else process.returncode == status
    check(right, f"{what}: status {process.returncode}")
    check(len(lines) == 1 and lines[0].startswith("jawari-render: "), f"{what}: {lines}")
    place.untouched(what)
    return lines[0] if lines else ""


def start(render, place, *arguments, **options):
    """A rendering of a note; long unless arguments say otherwise."""
    command = [render, "-q", "-i", "tanpura", "--note", "48:100:1", *arguments, place.out]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, **options)


def wait_for_part(place, process):
    """Until the new file has something in it: the rendering is under way."""
    while process.poll() is None:
        parts = list(place.folder.glob(".jawari-*.part"))
        if parts and parts[0].exists() and parts[0].stat().st_size > 0:
            return True
        time.sleep(0.01)
    return False


def interrupt(render, place, number):
    """A rendering that the signal met in its middle: one that was over before is made again."""
    for _ in range(20):
        process = start(render, place, "-t", "3600")
        wait_for_part(place, process)
        process.send_signal(number)
        stderr = process.communicate(timeout=600)[1].decode()
        if process.returncode != 0:
            return process.returncode, stderr
        place.out.write_bytes(OLD)
    return 0, ""


def test_signals(render, place):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        status, stderr = interrupt(render, place, number)
        check(status == 128 + number, f"{number.name}: status {status}")
        check(len(stderr.splitlines()) == 1 and "interrupted" in stderr, f"{number.name}: {stderr}")
        place.untouched(number.name)
    for _ in range(3):
        status, stderr = interrupt(render, place, signal.SIGKILL)
        check(status == -signal.SIGKILL, f"SIGKILL: status {status}")
        place.untouched("SIGKILL", leftovers=1)
    process = start(render, place, "-t", "0")
    process.communicate(timeout=600)
    check(process.returncode == 0 and place.out.read_bytes()[:4] == b"RIFF", "and then it goes well")
    place.out.write_bytes(OLD)


def test_limit(render, place):
    for limit in (0, 1, 4096, 65536):
        process = start(render, place, "-t", "2", preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_FSIZE, (limit, limit)))
        refused(f"at most {limit} bytes", place, process)


def test_full_folder(render):
    """A file system of 256 KiB: only with the right to mount one."""
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder],
                                 stderr=subprocess.DEVNULL, check=False)
    except FileNotFoundError:
        mounted = None
    if not mounted or mounted.returncode:
        print("no right to mount: a full file system was not tested")
        folder.rmdir()
        return
    try:
        place = Place(folder)
        line = refused("full file system", place, start(render, place, "-t", "5"), 1)
        check("No space left" in line, line)
        try:
            with open(folder / "fill", "wb", buffering=0) as fill:
                while True:
                    fill.write(bytes(4096))
        except OSError:
            pass
        process = start(render, place, "-t", "0")
        _, stderr = process.communicate(timeout=600)
        check(process.returncode == 1 and len(stderr.splitlines()) == 1, f"quite full: {stderr}")
        check(place.out.read_bytes() == OLD, "quite full: the old file is untouched")
    finally:
        subprocess.run(["umount", folder], check=False)
        folder.rmdir()


def test_memory(render, place, fail_alloc, every):
    count = place.folder.parent / "count"

    def run(**more):
        environment = dict(os.environ, LD_PRELOAD=fail_alloc, **more)
        return start(render, place, "-r", "8000", "-t", "0", env=environment)

    process = run(FAIL_ALLOC_COUNT=str(count))
    process.communicate(timeout=600)
    check(process.returncode == 0, "with memory it goes well")
    place.out.write_bytes(OLD)
    n = int(count.read_text())
    n_tried = n_borne = 0
    for at in range(0, n, every):
        process = run(FAIL_ALLOC=str(at), **({"FAIL_ALLOC_AFTER": "1"} if at % 2 else {}))
        _, stderr = process.communicate(timeout=600)
        n_tried += 1
        if process.returncode == 0:  # It could do without
            n_borne += 1
            place.out.write_bytes(OLD)
            continue
        what = f"allocation {at} of {n}"
        lines = stderr.decode(errors="replace").splitlines()
        check(process.returncode in (1, 2, 127), f"{what}: status {process.returncode}")
        check(len(lines) == 1, f"{what}: {lines}")
        place.untouched(what)
    print(f"{n} allocations, {n_tried} of them failed, {n_borne} could be done without")
    check(n > 10 and n_tried > n_borne, "allocations failed")


def main():
    render = str(pathlib.Path(sys.argv[1]).resolve())
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        (folder / "out").mkdir()
        place = Place(folder / "out")
        test_signals(render, place)
        test_limit(render, place)
        test_full_folder(render)
        if len(sys.argv) > 3:
            test_memory(render, place, str(pathlib.Path(sys.argv[2]).resolve()), int(sys.argv[3]))
    finally:
        shutil.rmtree(folder)
    return result()


sys.exit(main())
