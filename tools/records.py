# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The records of long runs, tests/records.csv: date, commit, test, asked, ran, result.

    python3 tools/records.py append LOG.json [CSV]   a row for each test of a log of meson's
    python3 tools/records.py newest [CSV]            prints the newest row of each test as a table

`tools/test.sh nightly` appends. A result begins with a word of RESULTS and goes on with the last
lines that the test printed, or those that begin with FAIL; a run by hand is written down in the same way. Prints how many rows were
appended, or one line that says what is wrong, and exits 1.
"""

import csv
import datetime
import io
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORDS = ROOT / "tests/records.csv"
COLUMNS = ["date", "commit", "test", "asked", "ran", "result"]
RESULTS = ["ok", "fail", "skip", "measured", "stopped", "unjudged", "not run"]
OF_MESON = {"OK": "ok", "EXPECTEDFAIL": "ok", "SKIP": "skip"}
LONGEST = 400  # Characters that are kept of what a test printed


def commit_of(root):
    """The commit of the sources, with a + if they are changed; unknown without git."""
    def git(*arguments):
        return subprocess.run(["git", "-C", str(root), *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, check=True).stdout.strip()
    try:
        changed = git("status", "--porcelain", "--", ".", ":!tests/records.csv")
        return git("rev-parse", "--short=7", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def last_lines(text):
    """Lines that tell of failures, or the last ones, as many as fit; printable characters alone."""
    lines = [re.sub(r"[^ -~\u00a0-\uffff]", " ", line).strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    lines = [line for line in lines if line.startswith("FAIL")] + lines[-1:] \
        if any(line.startswith("FAIL") for line in lines) else lines
    kept = []
    for line in reversed(lines):
        if kept and len("; ".join([line] + kept)) > LONGEST:
            break
        kept.insert(0, line)
    return "; ".join(kept)[:LONGEST]


def row_of(test, commit):
    """The row of a test, as meson's log has it."""
    started = datetime.datetime.fromtimestamp(test["starttime"], datetime.timezone.utc)
    word = OF_MESON.get(test["result"], "fail")
    said = last_lines(test.get("stdout") or "")
    if test["result"] == "TIMEOUT":
        said = "out of time"
    return {
        "date": started.date().isoformat(),
        "commit": commit,
        "test": test["name"].split(" / ")[-1],
        "asked": "nightly",
        "ran": f"{test['duration']:.0f} s",
        "result": f"{word}: {said}" if said else word,
    }


def text_of(rows):
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def read_rows(path):
    """The rows of a file of records; ValueError with the line of the first that is none."""
    with open(path, encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, strict=True)
        if reader.fieldnames != COLUMNS:
            raise ValueError(f"{path}:1: the columns are not {', '.join(COLUMNS)}")
        rows = []
        for row in reader:
            where = f"{path}:{reader.line_num}"
            if None in row or None in row.values():
                raise ValueError(f"{where}: not {len(COLUMNS)} columns")
            if not re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"]):
                raise ValueError(f"{where}: {row['date']} is no date")
            if row["result"].split(":")[0] not in RESULTS:
                raise ValueError(f"{where}: a result begins with one of {', '.join(RESULTS)}")
            rows.append(row)
    return rows


def append(log, path):
    rows = read_rows(path)
    commit = commit_of(ROOT)
    with open(log, encoding="utf-8") as file:
        tests = [json.loads(line) for line in file if line.strip()]
    rows += [row_of(test, commit) for test in sorted(tests, key=lambda test: test["starttime"])]
    beside = path.with_name(path.name + ".part")
    beside.write_text(text_of(rows), encoding="utf-8")
    os.replace(beside, path)
    print(f"{len(tests)} rows appended to {path.name}")
    return 0 if tests else 1


def newest(path):
    """The later one of two rows of a date is the newer one."""
    last = {}
    for row in read_rows(path):
        if row["test"] not in last or row["date"] >= last[row["test"]]["date"]:
            last[row["test"]] = row
    print("| test | date | commit | asked | ran | result |\n|---|---|---|---|---|---|")
    for name in sorted(last):
        cells = [name] + [last[name][column] for column in COLUMNS if column != "test"]
        print("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return 0


def main(arguments):
    try:
        if len(arguments) in (2, 3) and arguments[0] == "append":
            return append(arguments[1], pathlib.Path(*arguments[2:]) if arguments[2:] else RECORDS)
        if len(arguments) in (1, 2) and arguments[0] == "newest":
            return newest(pathlib.Path(*arguments[1:]) if arguments[1:] else RECORDS)
    except (OSError, ValueError, KeyError, csv.Error) as error:
        print(f"records.py: {error}", file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
