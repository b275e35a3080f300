# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Counts what the sources consist of.

    python3 tools/count_sources.py [COMMIT...]

Prints a table in Markdown with a column for each commit, or one for the files of the working tree that git
knows: lines of C and files by folder, tables of options, types of errors and of statuses,
functions that write an error to a buffer, files that take UTF-8 apart, files of fuzzing corpora, lines of meson, words of each document (as `wc -w` counts them, the notes
apart). A file counts under the deepest folder that it is in. Exits 1 if git does not know a commit.
"""

import collections
import io
import pathlib
import re
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = "tests/fuzz/corpus/"
# Patterns in C of what there should be few of; a file counts once for the last one.
PATTERNS = [
    ("tables of options", r"\b(?:struct option|\w*Option(?:Row)?) \w+\[\w*\] = \{"),
    ("types of errors", r"^\} Jw(?:Fault|Message|\w*Error);"),
    ("types of statuses", r"^\} Jw\w*Status;"),
    ("functions that write an error to a buffer", r"\bchar \*message,\s*size_t \w+\)\s*\{"),
    ("files that take UTF-8 apart", r"(?is)& 0x(?:c0|3f)\b.*"),
]


def git(*arguments):
    return subprocess.run(["git", "-C", str(ROOT), *arguments], stdout=subprocess.PIPE, check=True).stdout


def tree_of(commit):
    """Path -> bytes of the files of a commit; of the working tree if it is None."""
    if commit is None:
        names = git("ls-files", "-z", "--cached").decode().split("\0")
        return {name: (ROOT / name).read_bytes() for name in names if name and (ROOT / name).is_file()}
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit))) as archive:
        return {entry.name: archive.extractfile(entry).read() for entry in archive if entry.isfile()}


def n_lines(content):
    return content.count(b"\n")


def counts_of(tree):
    """Section -> (what is counted -> number), both in the order in which they are printed."""
    counts = {name: collections.Counter() for name in
              ["lines of C", "files of C", "patterns in C", "builds and corpora", "words"]}
    for name, content in sorted(tree.items()):
        path = pathlib.PurePosixPath(name)
        if path.suffix in (".c", ".h", ".def") and not name.startswith(CORPUS):
            counts["lines of C"][str(path.parent)] += n_lines(content)
            counts["files of C"][str(path.parent)] += 1
            text = content.decode("utf-8", "replace")
            for said, pattern in PATTERNS:
                counts["patterns in C"][said] += len(re.findall(pattern, text, re.MULTILINE))
        if path.name == "meson.build":
            counts["builds and corpora"]["lines of meson.build"] += n_lines(content)
        if name.startswith(CORPUS):
            counts["builds and corpora"]["files of fuzzing corpora"] += 1
        if path.suffix == ".md" and str(path.parent) in (".", "doc", "doc/notes"):
            kind = "words" if str(path.parent) != "doc/notes" else "words of notes"
            counts.setdefault(kind, collections.Counter())[name] += len(content.split())
    return counts


def print_table(columns, heads):
    """A table for each section, with a row for all of it."""
    for section in dict.fromkeys(section for counts in columns for section in counts):
        of_section = [counts.get(section, collections.Counter()) for counts in columns]
        names = sorted({name for counter in of_section for name in counter})
        print(f"\n| {section} | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}")
        for name in names:
            print(f"| {name} | {' | '.join(str(counter[name]) for counter in of_section)} |")
        if section not in ("patterns in C", "builds and corpora"):
            print(f"| all | {' | '.join(str(sum(counter.values())) for counter in of_section)} |")


def main(commits):
    if any(commit.startswith("-") for commit in commits):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        columns = [counts_of(tree_of(commit)) for commit in commits or [None]]
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"count_sources.py: {error}", file=sys.stderr)
        return 1
    print_table(columns, commits or ["now"])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
