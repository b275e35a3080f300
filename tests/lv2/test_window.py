# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The plug-in's window in a small host, on an X server without a screen.

    test_window.py LIVE_DIR PROGRAM BUNDLE
"""

import subprocess
import sys

sys.path.insert(0, sys.argv[1])

from display import Display  # pylint: disable=wrong-import-position
import live  # pylint: disable=wrong-import-position


def main():
    display = Display(size=(2000, 1300))
    done = subprocess.run(sys.argv[2:], env=display.env, check=False, timeout=live.PATIENCE)
    live.check(done.returncode == 0, "the window in a host")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
