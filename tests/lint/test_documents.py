# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Commands of the documents name tests, suites and programs that there are.

    test_documents.py SOURCE BUILD
"""

import json
import pathlib
import re
import sys

DOCUMENTS = ["*.md", "doc/*.md"]
WITH_VALUE = {"-C", "--suite", "--no-suite", "--timeout-multiplier", "-j", "--num-processes"}


def read_commands(text):
    """(what is in code, line) of a document: its indented lines, and what stands between backticks."""
    for match in re.finditer(r"`([^`\n]+)`|^ {4,}(\S.*)$", text, re.MULTILINE):
        yield match.group(1) or match.group(2), text.count("\n", 0, match.start()) + 1


def wrong_words(command, tests, suites):
    """What a command `meson test` asks for and is not there."""
    words = command.split("meson test", 1)[1].split("&&")[0].split()
    wrong, option = [], None
    for word in words:
        if option:
            if "suite" in option and word not in suites:
                wrong.append(f"suite {word}")
            option = None
        elif word in WITH_VALUE:
            option = word
        elif not word.startswith("-") and "NAME" not in word and word not in tests and word.isidentifier() | ("-" in word):
            wrong.append(f"test {word}")
    return wrong


def main():
    source, build = map(pathlib.Path, sys.argv[1:])
    info = build / "meson-info"
    found = json.loads((info / "intro-tests.json").read_text(encoding="utf-8"))
    tests = {test["name"] for test in found}
    # Of a test that this machine lacks something for, the build files have the name.
    for path in (source / "tests").rglob("meson.build"):
        tests.update(re.findall(r"'(\w+)'", path.read_text(encoding="utf-8")))
    suites = {suite.split(":")[-1] for test in found for suite in test["suite"]}
    outputs = {str(pathlib.Path(name).resolve().relative_to(build.resolve()))
               for target in json.loads((info / "intro-targets.json").read_text(encoding="utf-8"))
               for name in target["filename"] if pathlib.Path(name).resolve().is_relative_to(build.resolve())}
    wrong, n_commands = [], 0
    for path in sorted(path for pattern in DOCUMENTS for path in source.glob(pattern)):
        for command, line in read_commands(path.read_text(encoding="utf-8")):
            missing = []
            if "meson test" in command:
                n_commands += 1
                missing += wrong_words(command, tests, suites)
            for name in re.findall(r"(?<![\w/])build(?:-test)?/(\S+?)(?=[\s),;:]|$)", command):
                n_commands += 1
                if name not in outputs and not any(output.startswith(name.rstrip("/") + "/") for output in outputs):
                    missing.append(f"file build/{name}")
            for name in re.findall(r"(?:sh|python3) ((?:tools|tests)/\S+)", command):
                n_commands += 1
                if not (source / name).is_file():
                    missing.append(f"file {name}")
            wrong += [f"{path.relative_to(source)}:{line}: there is no {what}" for what in missing]
    for line in wrong:
        print(f"FAILED: {line}")
    print(f"{n_commands} commands, {len(wrong)} wrong")
    return 1 if wrong or n_commands < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
