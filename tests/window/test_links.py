# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The code that draws the window, and that shows it in a host, contains nothing of the engine.

    python3 test_links.py PROGRAM
    python3 test_links.py BINARY files     a binary that reads instruments and shows them on X11
    python3 test_links.py LIBRARY drawing  the archive of the drawing, which needs no library
"""

import re
import subprocess
import sys

# What a window's library may need, and what the C compiler adds
LIBRARIES = {"libcairo", "libfontconfig", "libharfbuzz", "libm", "libc", "ld-linux"}
ON_X11 = LIBRARIES | {"libxcb"}

ENGINE = r"jw_(engine|kernel|string|instrument|tables|contact|obstacle)"
# What steps strings, and what is built to step them
STEPS = r"jw_(engine|kernels?_|kernels$|mode_kernel|modes_new|tables_new|ensemble|contact_group|string_step|body_step)"


# Functions of the libraries behind the canvas and the screen
SHOWS = r"(cairo|hb|Fc[A-Z]|FT|xcb|X[A-Z])_?\w+"


def check_drawing(library):
    """Undefined symbols of an archive are ours, the C library's or libm's."""
    symbols = subprocess.run(["nm", library], capture_output=True, text=True, check=True).stdout
    needed = set(re.findall(r"\sU\s(\w+)", symbols)) - set(re.findall(r"\s[TtDdBbRr]\s(\w+)", symbols))
    others = {name for name in needed if re.fullmatch(SHOWS, name)}
    print(f"{len(needed)} functions from elsewhere, of libraries: {sorted(others)}")
    return 0 if {"memcpy", "jw_param_info"} <= needed and not others else 1


def main(program, files=None):
    if files == "drawing":
        return check_drawing(program)
    symbols = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
    ours = set(re.findall(r"\s[TtDdBbRr]\s(jw_\w+)", symbols))
    engine = {name for name in ours if re.match(STEPS if files else ENGINE, name)}
    needed = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
    libraries = {name.split(".so")[0].split("-x86")[0] for name in re.findall(r"NEEDED.*\[(.*)\]", needed)}
    others = {name for name in libraries if not name.startswith(tuple(ON_X11 if files else LIBRARIES))}
    print(f"{len(ours)} functions of ours, of the engine: {sorted(engine)}; libraries {sorted(libraries)}")
    return 0 if ours and not engine and not others else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
