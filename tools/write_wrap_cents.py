# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Measures what the bridge adds to each tone of instruments and writes it into their files.

    python3 tools/write_wrap_cents.py BUILD/tools/wrap_cents INSTRUMENT.ini...

Lines `wrap_cents`, `ringing_cents` and `wrap_by_...` of every [string NAME] are replaced, or added at the section's end.
"""

import pathlib
import re
import subprocess
import sys


def measure(program, path):
    """Lines of wrap_cents, ringing_cents and wrap_by_... by string."""
    done = subprocess.run([program, path], stdout=subprocess.PIPE, text=True, check=True)
    lines = {}
    for line in done.stdout.splitlines():
        header = re.fullmatch(r"\[string (\S+)\]", line)
        if header:
            name = header.group(1)
            lines[name] = []
        else:
            lines[name].append(line)
    return lines


def rewrite(text, lines):
    """The file's text with those lines in the place of its own."""
    out = []
    for section in re.split(r"(?m)^(?=\[)", text):
        header = re.match(r"\[string (\S+)\]", section)
        if header:
            kept = [line for line in section.splitlines() if not line.startswith(("wrap_", "ringing_"))]
            end = len(kept)
            while not kept[end - 1].strip() or kept[end - 1].startswith(";"):
                end -= 1
            kept[end:end] = lines[header.group(1)]
            section = "\n".join(kept) + "\n"
        out.append(section)
    return "".join(out)


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    for name in arguments[1:]:
        path = pathlib.Path(name)
        lines = measure(arguments[0], name)
        text = path.read_text(encoding="utf-8")
        path.write_text(rewrite(text, lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
