# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A program that draws the window has nothing of the engine in it.

    python3 test_links.py PROGRAM
"""

import re
import subprocess
import sys

# What a window's library may need, and what the C compiler adds
LIBRARIES = {"libcairo", "libfontconfig", "libm", "libc", "ld-linux"}


def main(program):
    symbols = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
    ours = set(re.findall(r"\s[TtDdBbRr]\s(jw_\w+)", symbols))
    engine = {name for name in ours if re.match(r"jw_(engine|kernel|string|instrument|tables|contact|obstacle)", name)}
    needed = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
    libraries = {name.split(".so")[0].split("-x86")[0] for name in re.findall(r"NEEDED.*\[(.*)\]", needed)}
    others = {name for name in libraries if not name.startswith(tuple(LIBRARIES))}
    print(f"{len(ours)} functions of ours, of the engine: {sorted(engine)}; libraries {sorted(libraries)}")
    return 0 if ours and not engine and not others else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
