# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""tools/count_sources.py counts what it says, in a tree of known files; this one, too.

    test_count_sources.py COUNT_SOURCES.PY
"""

import importlib.util
import sys

TREE = {
    "src/a/one.c": b"int f(int c) {\n    return c & 0x3f;\n}\n",
    "src/a/one.h": b"typedef struct {\n    int line;\n} JwError;\n",
    "src/a/c.h": b"typedef enum {\n    OK\n} JwStatus;\n",
    "src/a/c.c": b"bool g(char *message,\n       size_t size) {\n    return f(*message, size);\n}\n",
    "src/a/b/two.c": b"static const struct option rows[] = {\n    {0}};\n",
    "tests/meson.build": b"a\nb\n",
    "tests/fuzz/corpus/smf/x": b"\0\xff",
    "tests/fuzz/corpus/smf/y.c": b"int not_counted;\n",
    "README.md": b"| two | words |\n",
    "doc/notes/n.md": b"one\n",
}
WANTED = {
    "lines of C": {"src/a": 13, "src/a/b": 2},
    "files of C": {"src/a": 4, "src/a/b": 1},
    "patterns in C": {"tables of options": 1, "types of errors": 1, "types of statuses": 1,
                      "functions that write an error to a buffer": 1, "files that take UTF-8 apart": 1},
    "builds and corpora": {"lines of meson.build": 2, "files of fuzzing corpora": 2},
    "words": {"README.md": 5},
    "words of notes": {"doc/notes/n.md": 1},
}


def main():
    specification = importlib.util.spec_from_file_location("count_sources", sys.argv[1])
    count_sources = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(count_sources)
    counts = {section: dict(counter) for section, counter in count_sources.counts_of(TREE).items()}
    wrong = [f"{section}: {counts.get(section)}, not {wanted}" for section, wanted in WANTED.items()
             if counts.get(section) != wanted]
    for line in wrong:
        print(f"FAILED: {line}")
    print(f"{len(WANTED)} sections, {len(wrong)} wrong")
    return 1 if wrong or len(counts) != len(WANTED) else 0


if __name__ == "__main__":
    sys.exit(main())
