# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The suite `fast` is fast, and has something of every other suite.

    test_suites.py BUILD

Its tests run side by side and have the time limit that meson gives; who needs more is not fast.
"""

import json
import pathlib
import sys

SUITES = ["unit", "physics", "host", "lab", "trust", "lint"]
LIMIT_S = 30


def wrong_test(test):
    """What keeps a test of the suite `fast` out of it; None if nothing does."""
    if "nightly" in test["suite"]:
        return "is of a nightly run"
    if test["timeout"] > LIMIT_S:
        return f"has a time limit of {test['timeout']} s"
    if not test["is_parallel"]:
        return "runs alone"
    if not set(test["suite"]) & set(SUITES):
        return f"is of none of {', '.join(SUITES)}"
    return None


def wrong(tests):
    """All that is wrong with the suite `fast`."""
    fast = [test for test in tests if "fast" in test["suite"]]
    found = [f"{test['name']} {why}" for test in fast if (why := wrong_test(test))]
    for suite in SUITES:
        if suite in sum((test["suite"] for test in tests), []) and not any(suite in test["suite"] for test in fast):
            found.append(f"nothing of {suite} is fast")
    return found if fast else ["no test is fast"]


def a_test(*suites, timeout=LIMIT_S, is_parallel=True):
    return {"name": "a", "suite": list(suites), "timeout": timeout, "is_parallel": is_parallel}


def behaves():
    """True if what is planted is found, and nothing else."""
    good = a_test("unit", "fast")
    planted = {
        "is of a nightly run": [a_test("unit", "nightly", "fast")],
        "has a time limit of 31 s": [a_test("unit", "fast", timeout=31)],
        "runs alone": [a_test("unit", "fast", is_parallel=False)],
        "is of none of": [good, a_test("fast")],
        "nothing of lab is fast": [good, a_test("lab", timeout=900)],
        "no test is fast": [a_test("unit")],
    }
    missed = [text for text, tests in planted.items() if not any(text in line for line in wrong(tests))]
    for text in missed:
        print(f"FAILED: planted and not found: {text}")
    alone = wrong([good, a_test("unit", timeout=900), a_test("lint", "fast"), a_test("lint", "nightly")])
    if alone:
        print("FAILED: found, though it is right:", alone)
    return not missed and not alone


def main():
    path = pathlib.Path(sys.argv[1]) / "meson-info" / "intro-tests.json"
    tests = json.loads(path.read_text(encoding="utf-8"))
    for test in tests:
        test["suite"] = [suite.split(":")[-1] for suite in test["suite"]]
    found = wrong(tests)
    for line in found:
        print("FAILED:", line)
    print(f"{sum('fast' in test['suite'] for test in tests)} of {len(tests)} tests are fast")
    return 1 if not behaves() or found else 0


if __name__ == "__main__":
    sys.exit(main())
