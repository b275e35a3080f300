# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""What every test in Python does with what it finds: counts it, and says what is wrong.

A test ends with `sys.exit(checks.result())`, which is 1 if a check failed or none was made.
"""

import pathlib
import tempfile
import threading

_lock = threading.Lock()
_made = 0
_failed = 0


def check(ok, text):
    """Counts, in any thread; a failure is printed."""
    global _made, _failed
    with _lock:
        _made += 1
        _failed += not ok
    if not ok:
        print("FAILED:", text, flush=True)
    return ok


def shown(ok, text):
    """The same; what is right is printed, too."""
    if ok:
        print(text, flush=True)
    return check(ok, text)


def in_folder(*tests):
    """Calls each test with a new folder that all of them share; the result for sys.exit()."""
    with tempfile.TemporaryDirectory() as name:
        for test in tests:
            test(pathlib.Path(name))
    return result()


def result():
    print(f"{_made} checks, {_failed} failed")
    return 1 if _failed or not _made else 0
