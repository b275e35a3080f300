# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The binary interface of libjawari: what the shared library exports is what jawari.h declares, what
doc/embedding.md lists and what symbols.txt keeps; structures have the sizes of symbols.txt, here and in Python.

    test_symbols.py LIBRARY.so HEADER EMBEDDING.md SYMBOLS.txt PYTHON_FOLDER TEST_LIBRARY

A function is never taken out of symbols.txt and a size never falls while the major version stays the same.
"""

import os
import re
import subprocess
import sys

MOST = 60


def main():
    library, header, manual, kept, python, program = sys.argv[1:]
    lines = subprocess.run(["nm", "-D", "--defined-only", library], stdout=subprocess.PIPE, text=True,
                           check=True).stdout.splitlines()
    exported = {line.split()[2].split("@")[0] for line in lines if line.split()[1] != "A"}
    declared = set(re.findall(r"\bJAWARI_API[^;(]*?(jawari_\w+)\(", open(header, encoding="utf-8").read()))
    listed = set(re.findall(r"`(jawari_\w+)", open(manual, encoding="utf-8").read()))
    rows = dict(line.split() for line in open(kept, encoding="utf-8") if line.strip() and not line.startswith("#"))
    functions = {name for name in rows if name.startswith("jawari_")}
    sizes = dict(line.split() for line in subprocess.run([program, "sizes"], stdout=subprocess.PIPE, text=True,
                                                         check=True).stdout.splitlines())
    failed = 0
    for what, one, other in (
        ("exported but not declared", exported, declared), ("declared but not exported", declared, exported),
        ("declared but not in doc/embedding.md", declared, listed),
        ("exported but not in symbols.txt", exported, functions), ("gone since symbols.txt", functions, exported),
    ):
        for name in sorted(one - other):
            print(f"FAILED: {what}: {name}")
            failed += 1
    if len(exported) >= MOST:
        print(f"FAILED: {len(exported)} functions, not under {MOST}")
        failed += 1
    for name, size in sizes.items():
        if rows.get(name) != size:
            print(f"FAILED: {name} has {size} bytes, in symbols.txt {rows.get(name)}")
            failed += 1
    os.environ["JAWARI_LIBRARY"] = library
    sys.path.insert(0, python)
    try:
        import ctypes

        from jawari._library import STRUCTURES
        for name, size in sizes.items():
            if ctypes.sizeof(STRUCTURES[name]) != int(size):
                print(f"FAILED: {name} has {ctypes.sizeof(STRUCTURES[name])} bytes in Python, not {size}")
                failed += 1
    except ModuleNotFoundError as error:
        print(f"Python's structures were not compared: {error}")
    print(f"{len(exported)} functions, {len(sizes)} structures")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
