# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The renderer's bar in a terminal: it grows, and nothing of it is left.

    test_progress.py JAWARI_RENDER FOLDER
"""

import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

from checks import result, shown as check


def said_in_terminal(*arguments):
    """What comes to a terminal that is the standard error; the exit status."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stderr=theirs) as process:
        os.close(theirs)
        said = b""
        try:
            while part := os.read(ours, 4096):
                said += part
        except OSError:
            pass  # That is how a terminal ends
        os.close(ours)
    return said.decode(), process.returncode


def main():
    render, folder = sys.argv[1], tempfile.mkdtemp(dir=sys.argv[2])
    out = pathlib.Path(folder) / "out.wav"
    command = [render, "-i", "sitar", "--note", "50:100:2", "--tail", "2"]
    said, status = said_in_terminal(*command, str(out))
    check(status == 0 and out.exists(), f"rendered: status {status}")
    bars = re.findall(r"\r *(\d+) % \[(#*)(\.*)\] ((?:\d+:\d\d left)?) *", said)
    shares = [int(share) for share, *_ in bars]
    check(len(bars) >= 2, f"bars drawn: {len(bars)}")
    check(shares == sorted(shares) and all(0 <= share <= 100 for share in shares), f"they grow: {shares}")
    check(all(len(marks) + len(dots) == 40
              and int(share) * 40 // 100 <= len(marks) <= (int(share) + 1) * 40 // 100
              for share, marks, dots, _ in bars), "each as long as it says")
    rest = re.sub(r"\r *\d+ % \[#*\.*\] [\w: ]{14}", "", said)
    check(rest == "\r" + 70 * " " + "\r", f"then the line is blank: {rest!r}")
    # Whatever rings on has an end, too, which the time left comes to.
    said, status = said_in_terminal(render, "-i", "sitar", "--quality", "4", "--note", "50:100:1", str(out))
    bars = re.findall(r"\r *(\d+) % \[#*\.*\] ((?:\d+:\d\d left)?)", said)
    left = [int(m) * 60 + int(s) for m, s in re.findall(r"(\d+):(\d\d) left", said)]
    rises = sum(b > a for a, b in zip(left, left[1:]))
    check(len(left) > 10 and left[-1] <= 2, f"time left, at the end {left[-1:]}")
    check(rises <= 5, f"that rises {rises} times: {left}")
    check(int(bars[-1][0]) >= 80, f"the last bar stands at {bars[-1][0]} %")
    said, status = said_in_terminal(*command, "-t", "0", "--quiet", str(out))
    check(status == 0 and said == "", f"none when it is to be quiet: {said!r}")
    said, status = said_in_terminal(*command, str(out.parent / "none" / "out.wav"))
    check(status == 1 and "none/out.wav" in said and "%" not in said, f"an error is a line alone: {said!r}")
    out.unlink()
    os.rmdir(folder)
    return result()


if __name__ == "__main__":
    sys.exit(main())
