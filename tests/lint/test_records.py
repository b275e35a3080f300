# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The records of long runs are well formed, and tools/records.py adds to them what meson says.

    test_records.py RECORDS.PY RECORDS.CSV
"""

import csv
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LOG = [
    {"name": "jawari:trust+nightly / soak_hour", "stdout": "x" * 400 + "\na\n428 phrases, \"same\" bits\n\n",
     "result": "OK", "starttime": 1795641787.9, "duration": 12.4},
    {"name": "jawari:nightly / tidy", "stdout": "fine\nFAILED: x\x1b[31m|y\nmore\n1 wrong\n", "result": "FAIL",
     "starttime": 1795641780.0, "duration": 3.0},
    {"name": "jawari:nightly / slow", "result": "TIMEOUT", "starttime": 1795641790.0, "duration": 600.0},
    {"name": "jawari:nightly / left_out", "stdout": "", "result": "SKIP", "starttime": 1795641791.0,
     "duration": 0.1},
]
# Test, seconds, result; in the order in which they began.
WANTED = [
    ("tidy", "3 s", "fail: FAILED: x [31m|y; 1 wrong"),
    ("soak_hour", "12 s", 'ok: a; 428 phrases, "same" bits'),
    ("slow", "600 s", "fail: out of time"),
    ("left_out", "0 s", "skip"),
]
# What is replaced in a good file, by what, what is said.
SPOILT = [
    ("date,commit", "date,hash", ":1: the columns"),
    ("2026-11-22,", "2026-11-22,x,", "columns"),
    ("2026-11-22,", "yesterday,", "is no date"),
    (",ok", ",fine", "a result begins"),
]


def main():
    program, records = sys.argv[1:]
    wrong = []

    def run(*arguments):
        return subprocess.run([sys.executable, program, *map(str, arguments)], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    with tempfile.TemporaryDirectory() as folder:
        log, copy = pathlib.Path(folder) / "log.json", pathlib.Path(folder) / "records.csv"
        log.write_text("".join(json.dumps(test) + "\n" for test in LOG), encoding="utf-8")
        shutil.copy(records, copy)
        before = copy.read_text(encoding="utf-8")
        done = run("append", log, copy)
        if done.returncode or not copy.read_text(encoding="utf-8").startswith(before):
            wrong.append(f"append: {done.returncode}, {done.stderr}; what was there is to stay")
        with open(copy, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        got = [(row["test"], row["ran"], row["result"]) for row in rows[-len(WANTED):]]
        if got != WANTED:
            wrong.append(f"appended {got}")
        if {row["date"] for row in rows[-len(WANTED):]} != {"2026-11-25"}:
            wrong.append("another date")
        if not re.fullmatch(r"[0-9a-f]{7}\+?|unknown", rows[-1]["commit"]):
            wrong.append(f"commit {rows[-1]['commit']}")

        table = run("newest", copy).stdout.splitlines()
        names = [line.split(" | ")[0] for line in table[2:]]
        if len(set(names)) != len(names) or len(names) != len({row["test"] for row in rows}):
            wrong.append("newest: not one row a test")
        if not any(line.startswith("| soak_hour | 2026-11-25") for line in table):
            wrong.append("newest: not the newest row")

        for old, new, said in SPOILT:
            copy.write_text(before.replace(old, new, 1), encoding="utf-8")
            spoilt = copy.read_text(encoding="utf-8")
            done = run("append", log, copy)
            if spoilt == before or done.returncode != 1 or said not in done.stderr or \
                    len(done.stderr.splitlines()) != 1 or copy.read_text(encoding="utf-8") != spoilt:
                wrong.append(f"{new}: {done.returncode}, {done.stderr}")
    for line in wrong:
        print(f"FAILED: {line}")
    print(f"{len(rows) - len(LOG)} records, {len(SPOILT)} spoilt files, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
