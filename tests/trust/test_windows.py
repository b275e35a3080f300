# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The plug-ins for Windows, built here by tools/cross.sh, pass the list of tests/clap/test_clap.c by
wine, take no DLL but Windows' own, and the engine gives the bits of this machine's.

    test_windows.py SOURCE FOLDER SAME_BITS

SAME_BITS is this machine's program, FOLDER is kept for the next time.
"""

import os
import pathlib
import re
import subprocess
import sys
import zipfile

ENVIRONMENT = {**os.environ, "WINEDEBUG": "-all"}
OF_WINDOWS = {"kernel32.dll", "msvcrt.dll"}


def output(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False,
                          env=ENVIRONMENT)
    return done.returncode, done.stdout


def libraries(binary):
    return {name.lower() for name in re.findall(r"DLL Name: (\S+)", output("x86_64-w64-mingw32-objdump", "-p", binary)[1])}


def main():
    source, folder, same_bits = sys.argv[1:]
    build = pathlib.Path(folder)
    subprocess.run(["sh", f"{source}/tools/cross.sh", "windows", folder], check=True, stdin=subprocess.DEVNULL)
    failed = []
    for binary in (build / "plugin/jawari.lv2/clap/jawari.clap", build / "plugin/jawari.lv2/jawari.dll"):
        if libraries(binary) - OF_WINDOWS:
            failed.append(f"{binary.name} needs {libraries(binary)}")
    for program, arguments in (("test_clap_abi", []), ("test_clap", [build / "plugin/jawari.lv2/clap/jawari.clap"])):
        status, said = output("wine", build / f"tests/clap/{program}.exe", *arguments)
        print(program, said.strip().splitlines()[-1])
        if status:
            failed.append(program)
    for level in ("plain", "v3", "v4"):
        here = output(same_bits, "3", level)[1].splitlines()[-1].split()
        there = output("wine", build / "tests/clap/test_same_bits.exe", "3", level)[1].splitlines()[-1].split()
        print(f"{level}: {here} here, {there} by wine")
        if here != there or len(here) != 2:
            failed.append(f"bits at {level}")
    archive = zipfile.ZipFile(next(build.glob("jawari-*-windows.zip")))
    names = [name.split("/", 1)[1] for name in archive.namelist()]
    for name in ("jawari.clap", "jawari.lv2/jawari.dll", "jawari.lv2/instruments/sitar.ini",
                 "jawari.lv2/presets/sitar-yaman.ttl", "README.txt", "LICENSE"):
        if name not in names:
            failed.append(f"{name} in the archive")
    for what in failed:
        print("FAILED:", what)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
