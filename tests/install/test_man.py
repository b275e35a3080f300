# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A manual page is well-formed, and complete where it is written by hand.

    test_man.py PAGE [PICTURE.c]

mandoc checks the page, if it is here. With the source of the screen's picture: the keys of its help
are the keys of the page.
"""

import pathlib
import re
import shutil
import subprocess
import sys


def keys_of_page(text):
    section = text.split(".Sh KEYS")[1].split(".Sh ")[0]
    found = []
    for line in re.findall(r"^\.It Ic (.*)$", section, re.MULTILINE):
        found += line.replace("\\&", "").replace("\\-", "-").split()
    return found


def keys_of_screen(source):
    """What stands first in each line of its table of keys."""
    body = re.search(r"\} keys\[\] = \{\n(.*?)\n\};", source, re.DOTALL).group(1)
    found = []
    for keys in re.findall(r'^\s+\{"([^"]*)", ', body, re.MULTILINE):
        found += [key for key in keys.split() if key != "..."]
    return found


def main():
    page = pathlib.Path(sys.argv[1])
    text = page.read_text(encoding="utf-8")
    failed = 0
    left = [line for line in text.splitlines() if re.fullmatch(r"@[A-Z]+@", line)]
    if left or len(text.splitlines()) < 40:
        print(f"FAILED: {page.name}: not filled in: {left}")
        failed += 1
    if len(sys.argv) > 2:
        wanted = keys_of_screen(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
        has = keys_of_page(text)
        missing = [key for key in wanted if key not in has]
        # Of the piano the help shows where it begins and ends.
        unshown = [key for key in has if key not in wanted and key not in {*"fghjklpuo", "F10", "..."}]
        print(f"keys that the screen's help names: {len(wanted)}, missing in the page: {missing}; only in the page: {unshown}")
        failed += bool(missing) or bool(unshown) or len(wanted) < 40
    if shutil.which("mandoc"):
        done = subprocess.run(["mandoc", "-T", "lint", "-W", "style", str(page)], capture_output=True,
                              text=True, check=False)
        # Pages are found where they are installed.
        said = [line for line in done.stdout.splitlines() if "referenced manual not found" not in line]
        print("\n".join([f"mandoc has {len(said)} complaints", *said]))
        failed += bool(said)
        shown = subprocess.run(["mandoc", "-T", "ascii", str(page)], capture_output=True, text=True,
                               check=True).stdout
        shown = re.sub(".\b", "", shown)
        failed += "\nNAME\n" not in shown or len(shown.splitlines()) < 40
    else:
        print("no mandoc here: the page's form was not checked")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
