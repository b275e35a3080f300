# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Writes the ranges of Unicode's marks, of the version that this Python has.

    python3 tools/write_marks.py > src/window/draw/marks.inc.h
"""

import unicodedata

HEAD = """// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Marks of Unicode {version} (general category M), written by tools/write_marks.py: first and last
// of each range. Unassigned characters between two marks count as marks.

// clang-format off
"""


def is_mark(c):
    return unicodedata.category(chr(c)).startswith("M")


def ranges():
    found = []
    for c in filter(is_mark, range(0x110000)):
        between = range(found[-1][1] + 1, c) if found else []
        if found and all(unicodedata.category(chr(x)) == "Cn" for x in between):
            found[-1][1] = c
        else:
            found.append([c, c])
    return found


def main():
    print(HEAD.format(version=unicodedata.unidata_version), end="")
    cells = [f"{{0x{first:X}, 0x{last:X}}}," for first, last in ranges()]
    for i in range(0, len(cells), 5):
        print(" ".join(cells[i : i + 5]))
    print("// clang-format on")


if __name__ == "__main__":
    main()
