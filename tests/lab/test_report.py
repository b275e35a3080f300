# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The page of the laboratory: made whole, and honest about what does not agree.

    test_report.py JAWARI_LAB LAB_REPORT [WORD]

With WORD the runs whose command holds it; "" is all of them.
"""

import base64
import re
import shutil
import stat
import subprocess
import sys

from lab import PROGRAM, Check, work_folder

if not shutil.which("gnuplot"):
    print("gnuplot is not installed")
    sys.exit(77)
check = Check()
keep, folder = work_folder()
WORD = sys.argv[3] if len(sys.argv) > 3 else "point-mass"


def make(program, name):
    done = subprocess.run([sys.executable, sys.argv[2], program, folder / name, WORD],
                          capture_output=True, text=True, check=False)
    page = folder / name / "index.html"
    return done, page.read_text(encoding="utf-8") if page.exists() else ""


done, page = make(PROGRAM, "good")
lines = done.stdout.splitlines() or [""]
check.equal("exit", done.returncode, 0)
for line in lines[:-2]:
    check.that(": agrees (" in line, line)
counted = re.match(r"(\d+) of (\d+) claims agree", lines[-1])
check.that(counted and counted[1] == counted[2] != "0", lines[-1])
pictures = re.findall(r'src="data:image/png;base64,([^"]+)"', page)
check.equal("pictures, one a run", len(pictures), len(lines) - 2)
check.that(all(base64.b64decode(p).startswith(b"\x89PNG") for p in pictures), "they are PNG")
check.equal("rows of claims", page.count("<tr><td>"), int(counted[2]) if counted else -1)
check.equal("anything from elsewhere", re.findall(r'(?:src|href)="(?:https?:|/)[^"]*"', page), [])
for data in re.findall(r'href="([^"]+)"', page):
    check.that((folder / "good" / data).exists(), f"data of a picture: {data}")

# A program that errs in one key, and one that fails.
if WORD == "point-mass":
    liar = folder / "liar"
    liar.write_text(f'#!/bin/sh\n"{PROGRAM}" "$@" | sed "s/^impact_3 = 1/impact_3 = 2/"\n')
    silent = folder / "silent"
    silent.write_text("#!/bin/sh\necho 'broken <b>&\"</b>' >&2\nexit 1\n")
    for program in (liar, silent):
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    done, page = make(liar, "of-liar")
    check.equal("exit of one that errs", done.returncode, 1)
    check.equal("what differs", page.count('<td class="no">differs</td>'), 1)
    done, page = make(silent, "of-silent")
    check.equal("exit of one that fails", done.returncode, 1)
    message = '<p class="no">broken &lt;b&gt;&amp;&quot;&lt;/b&gt;</p>'
    check.that(message in page and "<img" not in page, "its message")
check.end()
