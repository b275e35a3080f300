# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Programs with musl, another C library, linked in, give the bits of those with this system's.

    test_musl.py SOURCE FOLDER BUILD INSTRUMENT...

Compiles what BUILD compiles, by BUILD's own commands but with musl-gcc, into FOLDER. Needs no other
library but inih, whose archive in Debian calls nothing that musl does not have.
"""

import concurrent.futures
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

SKIPPED = 77
TARGETS = ["src/libjawari_engine.a", "src/libjawari_plain.a", "src/libjawari_v3.a", "src/libjawari_v4.a",
           "src/files/libjawari_files.a", "tests/libsupport.a.p/support_fixtures.c.o"]
PROGRAMS = ["test_same_bits", "test_file_bits"]
LEVELS = ["plain", "v3", "v4"]


def variable(package, name):
    done = subprocess.run(["pkg-config", f"--variable={name}", package], stdout=subprocess.PIPE, text=True,
                          check=False)
    return pathlib.Path(done.stdout.strip())


def compile_with_musl(command, folder):
    """The object of one of BUILD's commands."""
    words = shlex.split(command["command"])
    first = next(i for i, word in enumerate(words) if word.startswith("-"))
    out = folder / command["output"]
    out.parent.mkdir(parents=True, exist_ok=True)
    # Warnings are of this system's headers; what depends on a header is made anew every time.
    kept = [word for word in words[first:] if word not in ("-Werror", "-MD", command["output"])]
    for flag in ("-MQ", "-MF", "-o"):
        while flag in kept:
            at = kept.index(flag)
            has_value = at + 1 < len(kept) and kept[at + 1].endswith(".d")
            del kept[at:at + 1 + has_value]
    subprocess.run([*words[:first - 1], "musl-gcc", *kept, "-w", f"-I{folder}/include", "-o", out], check=True,
                   cwd=command["directory"])
    return out


def link(folder, program, objects, archive, inih):
    out = folder / program
    subprocess.run(["musl-gcc", "-static", "-o", out, *objects, archive, *inih, "-lm"], check=True)
    return out


def build(folder, commands, inih):
    """The programs, with musl in them."""
    of_programs = {f"tests/trust/{program}": program for program in PROGRAMS}
    objects, own = [], {program: [] for program in PROGRAMS}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {}
        for command in commands:
            output = command["output"]
            target = output if output in TARGETS else output.split(".p/")[0]
            if target in TARGETS or target in of_programs:
                jobs[pool.submit(compile_with_musl, command, folder)] = target
        for job in concurrent.futures.as_completed(jobs):
            target = jobs[job]
            (own[of_programs[target]] if target in of_programs else objects).append(job.result())
    archive = folder / "all.a"
    archive.unlink(missing_ok=True)
    subprocess.run(["ar", "rcs", archive, *objects], check=True)
    return {program: link(folder, program, own[program], archive, inih) for program in PROGRAMS}


def said(program, *arguments):
    """What a program prints; None if the machine lacks the level."""
    done = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode not in (0, SKIPPED):
        raise SystemExit(f"{program} {' '.join(arguments)}: status {done.returncode}\n{done.stdout}")
    return None if done.returncode == SKIPPED else done.stdout


def main():
    source, folder, build_folder = (pathlib.Path(path) for path in sys.argv[1:4])
    instruments = sys.argv[4:]
    if not shutil.which("musl-gcc"):
        print("no musl-gcc (Debian: musl-tools)")
        return SKIPPED
    (folder / "include").mkdir(parents=True, exist_ok=True)
    archive, header = variable("inih", "libdir") / "libinih.a", variable("inih", "includedir") / "ini.h"
    inih = [archive] if archive.is_file() and header.is_file() else []
    if inih:
        shutil.copy(header, folder / "include")
    commands = json.loads((build_folder / "compile_commands.json").read_text(encoding="utf-8"))
    programs = build(folder.resolve(), commands, inih)
    own = {program: build_folder / "tests/trust" / program for program in PROGRAMS}
    n_compared, n_wrong = 0, 0
    for level in LEVELS:
        for program, arguments in (("test_same_bits", ["1", level]), ("test_file_bits", [level, *instruments])):
            ours, theirs = said(own[program], *arguments), said(programs[program], *arguments)
            if ours is None:
                print(f"{level}: not on this machine")
                continue
            n_compared += 1
            n_wrong += ours != theirs
            print(f"{'ok' if ours == theirs else 'FAIL'}: {level}: {program}: {len(ours.splitlines())} lines")
            if ours != theirs:
                print(f"with this system's library:\n{ours}with musl:\n{theirs}")
    print(f"{n_compared} compared, {n_wrong} differ")
    return 0 if n_compared > 0 and n_wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
