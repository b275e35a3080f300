# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The records of long runs, tests/records.csv: date, commit, test, asked, ran, result.

    python3 tools/records.py append LOG.json [CSV]   a row for each test of a log of meson's
    python3 tools/records.py newest [CSV]            prints the newest row of each test as a table
    python3 tools/records.py owed BUILD [CSV DOCUMENT [DATE]]
                                                     what has not passed in time and is not said to

A promise that a test of the suite nightly keeps is kept up by a pass within DAYS, or within LATER[test].
What counts is the days from its newest row `ok` to DATE, which is that of the newest commit, so that nothing
ends by the calendar alone where nobody works; without git, the newest date of the records. A test that is
late, whose newest row is no pass, or that has none, has to stand in the table OWED of doc/validation.md,
with the date of its last pass: there the promise says when it last held.

The column test of a row has the names that meson has, separated by commas; * stands for any characters.
Rows `skip` and `measured` say nothing of a promise.
`tools/test.sh nightly` appends. A result begins with a word of RESULTS and goes on with the last
lines that the test printed, or those that begin with FAIL; a run by hand is written down in the same way. Prints how many rows were
appended, or one line that says what is wrong, and exits 1.
"""

import csv
import datetime
import fnmatch
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

DOCUMENT = ROOT / "doc/validation.md"
OWED = "| test | last passed | since then |"  # The head of the table there
NEVER = "never"
DAYS = 7
# An hour each, or a machine that does nothing else meanwhile
LATER = {"build_*": 28, "chroot_*": 28, "packages_*": 28, "live_realtime*": 28, "live_together": 28, "lv2_jalv_steady": 28}


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
    csv.DictWriter(out, COLUMNS, lineterminator="\n").writerows(rows)
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
    read_rows(path)  # Refuses a file that is not well formed
    before = path.read_bytes()
    commit = commit_of(ROOT)
    with open(log, encoding="utf-8") as file:
        tests = [json.loads(line) for line in file if line.strip()]
    rows = [row_of(test, commit) for test in sorted(tests, key=lambda test: test["starttime"])]
    beside = path.with_name(path.name + ".part")
    # Rows that a person wrote stay byte for byte, however they are quoted
    between = b"" if before.endswith(b"\n") else b"\n"
    beside.write_bytes(before + between + text_of(rows).encode())
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


def date_of_work(rows):
    """The date of the newest commit, in UTC; without git, that of the newest row."""
    try:
        said = subprocess.run(["git", "-C", str(ROOT), "log", "-1", "--format=%ct"], text=True, check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        return datetime.datetime.fromtimestamp(int(said), datetime.timezone.utc).date().isoformat()
    except (OSError, ValueError, subprocess.CalledProcessError):
        return max((row["date"] for row in rows), default="")


def is_named(test, row):
    return any(fnmatch.fnmatchcase(test, name.strip()) for name in row["test"].split(","))


def late(test, rows, date):
    """(last pass or NEVER, what keeps its promise from being kept up); None in the place of that if
    nothing does."""
    rows = [row for row in rows if is_named(test, row) and not row["result"].startswith(("skip", "measured"))]
    passes = [row["date"] for row in rows if row["result"].split(":")[0] == "ok"]
    if not passes:
        return NEVER, "no pass is on record"
    last = max(passes)
    newest = max(enumerate(rows), key=lambda pair: (pair[1]["date"], pair[0]))[1]
    if newest["result"].split(":")[0] != "ok":
        return last, f"its newest row, of {newest['date']}, begins with {newest['result'].split(':')[0]}"
    allowed = next((days for name, days in LATER.items() if fnmatch.fnmatchcase(test, name)), DAYS)
    days = (datetime.date.fromisoformat(date) - datetime.date.fromisoformat(last)).days
    return last, f"{days} days without a pass to {date}, {allowed} allowed" if days > allowed else None


def table_of(text):
    """Test -> date of the last pass, as the document's table has it; a row may have several tests."""
    rows = {}
    for line in text.partition(OWED + "\n")[2].splitlines()[1:]:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            break
        if len(cells) != 3 or not all(cells):
            raise ValueError(f"{OWED}: not three full columns: {line}")
        rows.update((name.strip("`"), cells[1]) for name in cells[0].split())
    return rows


def owed(build, path, document, date=None):
    rows = read_rows(path)
    date = date or date_of_work(rows)
    said = table_of(document.read_text(encoding="utf-8"))
    tests = json.loads((build / "meson-info/intro-tests.json").read_text(encoding="utf-8"))
    nightly = sorted({test["name"] for test in tests
                      if any(suite.split(":")[-1] == "nightly" for suite in test["suite"])})
    wrong = 0
    for test in nightly:
        last, why = late(test, rows, date)
        if why and said.get(test) != last:
            print(f"FAIL {test}: {why}. Run it and record it, or let {document.name} say: | `{test}` | {last} | ... |")
        elif not why and test in said:
            print(f"FAIL {test}: passed on {last}, in time: take it out of the table of {document.name}")
        else:
            continue
        wrong += 1
    print(f"{len(nightly)} tests of the suite nightly, to {date}: {len(said)} said to be owed, {wrong} wrong")
    return 1 if wrong or not nightly else 0


def main(arguments):
    try:
        if len(arguments) in (2, 4, 5) and arguments[0] == "owed":
            build, *files = map(pathlib.Path, arguments[1:4])
            return owed(build, *(files or [RECORDS, DOCUMENT]), *arguments[4:])
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
