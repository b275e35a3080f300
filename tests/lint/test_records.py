# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The records of long runs are well formed; tools/records.py adds to them what meson says, and knows
which promises are not kept up.

    test_records.py RECORDS.PY RECORDS.CSV
"""

import contextlib
import csv
import importlib.util
import io
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
# Rows of records, the document's rows, the date of the work, what is said of the test `night`.
HEAD = "date,commit,test,asked,ran,result\n"
OWED = [
    (["2026-11-01,a,night,x,x,ok"], [], "2026-11-08", None),
    (["2026-11-01,a,night,x,x,ok"], [], "2026-11-09", "8 days without a pass to 2026-11-09, 7 allowed"),
    (["2026-11-01,a,night,x,x,ok"], ["`night` | 2026-11-01 | why"], "2026-11-09", None),
    (["2026-11-01,a,night,x,x,ok"], ["`night` | 2026-11-02 | why"], "2026-11-09", "| 2026-11-01 |"),
    (["2026-11-01,a,night,x,x,ok"], ["`night` | 2026-11-01 | why"], "2026-11-08", "take it out"),
    (["2026-11-01,a,\"day, night\",x,x,ok"], [], "2026-11-08", None),
    (["2026-11-01,a,n*t,x,x,ok: fine"], [], "2026-11-08", None),
    (["2026-11-01,a,n* of some,x,x,ok"], [], "2026-11-08", "no pass is on record"),
    (["2026-11-01,a,nigh,x,x,ok", "2026-11-01,a,night,x,x,measured"], [], "2026-11-02", "| never |"),
    ([], ["`night` | never | why"], "2026-11-02", None),
    (["2026-11-01,a,night,x,x,ok", "2026-11-01,a,night,x,x,fail: 1"], [], "2026-11-02", "begins with fail"),
    (["2026-11-01,a,night,x,x,fail: 1", "2026-11-01,a,night,x,x,ok"], [], "2026-11-02", None),
    (["2026-11-02,a,night,x,x,ok", "2026-11-01,a,night,x,x,fail: 1"], [], "2026-11-03", None),
    (["2026-11-01,a,night,x,x,ok", "2026-11-02,a,night,x,x,skip"], [], "2026-11-03", None),
    (["2026-11-01,a,night,x,x,ok", "2026-11-02,a,night,x,x,unjudged"], [], "2026-11-03", "with unjudged"),
    (["2026-11-01,a,night,x,x,ok"], ["`night` | 2026-11-01 |"], "2026-11-09", "not three full columns"),
    # Two tests in a row of the table
    (["2026-11-02,a,\"build_night, night\",x,x,fail"], ["`night` `build_night` | never | fails"], "2026-11-03", None),
    (["2026-11-02,a,\"build_night, night\",x,x,fail"], ["`night` | never | fails"], "2026-11-03", "FAIL build_night"),
    # Of an hour: four weeks
    (["2026-11-01,a,\"build_night, night\",x,x,ok", "2026-11-27,a,night,x,x,ok"], [], "2026-11-29", None),
    (["2026-11-01,a,\"build_night, night\",x,x,ok", "2026-11-27,a,night,x,x,ok"], [], "2026-11-30", "28 allowed"),
]


def try_owed(program, folder):
    """What tools/records.py wrongly says of the promises in OWED; loaded once, not begun anew for each."""
    wrong = []
    specification = importlib.util.spec_from_file_location("records", program)
    records = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(records)
    info = folder / "meson-info"
    info.mkdir()
    for rows, owed, date, said in OWED:
        nights = ["night", "build_night"] if any("build_night" in row for row in rows) else ["night"]
        tests = [{"name": name, "suite": ["jawari:nightly"]} for name in nights]
        tests.append({"name": "day", "suite": ["jawari:unit"]})
        (info / "intro-tests.json").write_text(json.dumps(tests), encoding="utf-8")
        (folder / "r.csv").write_text(HEAD + "".join(row + "\n" for row in rows), encoding="utf-8")
        (folder / "d.md").write_text("# A\n\n| test | last passed | since then |\n|---|---|---|\n" +
                                     "".join(f"| {row} |\n" for row in owed) + "\nThe end.\n", encoding="utf-8")
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = records.main(["owed", str(folder), str(folder / "r.csv"), str(folder / "d.md"), date])
        if status != (said is not None) or (said and said not in out.getvalue()):
            wrong.append(f"owed: {rows}, {owed} to {date}: {status}, {out.getvalue()}")
    return wrong


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
        with open(copy, "a", encoding="utf-8") as file:  # A row by a person, without the end of its line
            file.write('2026-11-22,a9bf5df,by_hand,"nightly","quoted without need",ok')
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

        wrong += try_owed(program, pathlib.Path(folder))

        for old, new, said in SPOILT:
            copy.write_text(before.replace(old, new, 1), encoding="utf-8")
            spoilt = copy.read_text(encoding="utf-8")
            done = run("append", log, copy)
            if spoilt == before or done.returncode != 1 or said not in done.stderr or \
                    len(done.stderr.splitlines()) != 1 or copy.read_text(encoding="utf-8") != spoilt:
                wrong.append(f"{new}: {done.returncode}, {done.stderr}")
    for line in wrong:
        print(f"FAILED: {line}")
    print(f"{len(rows) - len(LOG)} records, {len(SPOILT)} spoilt files, {len(OWED)} promises, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
