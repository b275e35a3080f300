# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A new parameter leaves the binary interface of libjawari as it is: programs and Python go on with the new library.

    test_abi.py SOURCES FOLDER LIBRARY.so PYTHON CC...

Builds the library in FOLDER from SOURCES with a parameter more in the middle of the table. test_library.c, compiled
with LIBRARY.so, and the package run by PYTHON then use the new one.
"""

import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks  # noqa: E402

BEFORE = "JW_PARAM(PLUCK_WIDTH,"
ROW = 'JW_PARAM(ADDED, added, "Added", "%", 0, 50, 100, LINEAR, -1, PLUCK, NOTE, "Does nothing.")\n'
LEFT_OUT = ("lv2", "live", "window", "x11", "fit", "lint")
# A note by a preset that sets parameters on both sides of the new one: hash, parameters.
USE = """
import hashlib, jawari
sound, _ = jawari.render(preset="sitar-khula", note="C#4", seconds=1, pluck_position=0.2, pluck_width=5, room=30)
print(hashlib.sha256(sound.tobytes()).hexdigest(), *jawari.params())
"""


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], stdout=subprocess.PIPE, text=True, check=True).stdout
    return sorted(line.split(maxsplit=1)[1] for line in lines.splitlines())


def build(sources, folder):
    """The library with a parameter more."""
    copy = folder / "sources"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(sources, copy, symlinks=True, ignore=lambda path, names: [
        name for name in names if pathlib.Path(path) == sources and (name.startswith(("build", ".")) or name == "out")])
    table = copy / "src/base/params.def"
    text = table.read_text(encoding="utf-8")
    assert text.count(BEFORE) == 1
    table.write_text(text.replace(BEFORE, ROW + BEFORE), encoding="utf-8")
    meson = os.environ.get("MESON", "meson")
    made = folder / "build"
    shutil.rmtree(made, ignore_errors=True)
    options = [f"-D{name}=disabled" for name in LEFT_OUT]
    for command in ([meson, "setup", made, copy, "--buildtype=release", "-Dtests=false", *options],
                    [meson, "compile", "-C", made, "jawari:shared_library"]):
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        if done.returncode:
            sys.exit(f"{done.stdout[-3000:]}\nFAILED: the library does not build with a parameter more")
    return next((made / "src/library").glob("libjawari.so.0.*.*"))


def use_in_python(python, sources, library):
    environment = {**os.environ, "JAWARI_LIBRARY": str(library), "PYTHONPATH": str(sources / "src/python")}
    done = subprocess.run([python, "-c", USE], stdout=subprocess.PIPE, text=True, env=environment, check=False)
    return done.stdout.split() or [f"status {done.returncode}"]


def main():
    sources, folder, library, python, *compiler = sys.argv[1:]
    sources, folder, library = (pathlib.Path(path).resolve() for path in (sources, folder, library))
    folder.mkdir(parents=True, exist_ok=True)
    newer = build(sources, folder)
    checks.shown(exported(library) == exported(newer), f"{len(exported(newer))} symbols are the same")
    program = folder / "test_library"
    subprocess.run([*compiler, "-std=c11", f"-I{sources}/src/library", sources / "tests/library/test_library.c", library,
                    "-lm", "-o", program], check=True)
    said = []
    for used in (library, newer):
        environment = {**os.environ, "LD_LIBRARY_PATH": str(used.parent)}
        loaded = subprocess.run(["ldd", program], stdout=subprocess.PIPE, text=True, env=environment, check=True).stdout
        checks.check(f"{used.parent}/" in loaded, loaded)
        said.append([subprocess.run([program, *arguments], stdout=subprocess.PIPE, text=True, env=environment, check=False)
                     for arguments in ([], ["texts"], ["sizes"])])
    for older, done in zip(*said):
        checks.shown(done.returncode == 0 and older.stdout == done.stdout,
                     f"test_library {' '.join(done.args[1:])}: {done.stdout.strip().splitlines()[-1]}")
    older_hash, *older = use_in_python(python, sources, library)
    newer_hash, *newer_symbols = use_in_python(python, sources, newer)
    checks.shown(sorted(newer_symbols) == sorted([*older, "added"]) and newer_symbols.index("added") < len(older) // 2,
                 f"Python finds {len(older)} parameters and one more")
    checks.shown(older_hash == newer_hash, f"a note has the same bits: {newer_hash}")
    return checks.result()


if __name__ == "__main__":
    sys.exit(main())
