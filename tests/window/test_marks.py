# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The table of Unicode's marks agrees with Python's Unicode database.

    python3 test_marks.py MARKS.INC.H
"""

import pathlib
import re
import sys
import unicodedata


def main(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    version = re.search(r"Unicode ([\d.]+)", text).group(1)
    ranges = [(int(a, 16), int(b, 16)) for a, b in re.findall(r"\{0x(\w+), 0x(\w+)\}", text)]
    table = {c for first, last in ranges for c in range(first, last + 1)}
    # Of another version those characters are compared that Unicode 3.2 had already
    known = unicodedata if unicodedata.unidata_version == version else unicodedata.ucd_3_2_0
    wrong = [hex(c) for c in range(0x110000)
             if known.category(chr(c)) != "Cn"
             and (c in table) != unicodedata.category(chr(c)).startswith("M")]
    n_marks = sum(known.category(chr(c)).startswith("M") for c in table)
    ascending = all(a[1] < b[0] for a, b in zip(ranges, ranges[1:]))
    print(f"{len(ranges)} ranges, {n_marks} marks of Unicode {known.unidata_version}; wrong: {wrong[:8]}")
    return 0 if ascending and not wrong and n_marks > 400 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
