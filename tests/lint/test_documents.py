# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Commands of the documents name tests, suites and programs that there are, and each test is one of
those that the command's options leave: the default setup hides the suite nightly. Recipes (sections whose
heading begins with that word) name no test that the default setup hides, in a command or by itself. The last
column of a table names tests if its head is "test": those that the default setup runs, and behind
"night:" those that it hides. Files and folders of the sources that stand between backticks are there, where
src/ in front may be left out, and so are functions; those of notes may be gone.

    test_documents.py SOURCE BUILD

A name in capitals stands for any: pitch_NAME.
"""

import fnmatch
import json
import pathlib
import re
import sys

DOCUMENTS = ["*.md", "doc/*.md", "doc/notes/*.md"]
WITH_VALUE = {"-C", "--suite", "--no-suite", "--timeout-multiplier", "-j", "--num-processes"}
WITHOUT_VALUE = {"-v", "--list", "--no-rebuild"}
HIDDEN = {"nightly"}  # By the default setup, unless a suite is asked for


def read_commands(text):
    """(what is in code, line) of a document: its indented lines, and what stands between backticks. A
    backslash goes on with the next line."""
    text = re.sub(r"\\\n *", lambda match: " " * len(match.group()), text)
    for match in re.finditer(r"`([^`\n]+(?:\n[^`\n]+)?)`|^ {4,}(\S.*)$", text, re.MULTILINE):
        yield match.group(1) or match.group(2), text.count("\n", 0, match.start()) + 1


def recipe_lines(text):
    """Numbers of the lines that stand in recipes."""
    in_recipe, in_block, numbers = False, False, set()
    for number, line in enumerate(text.splitlines(), 1):
        in_block ^= line.lstrip().startswith("```")
        if re.match("##? ", line) and not in_block:
            in_recipe = line.lstrip("# ").startswith("Recipe")
        if in_recipe:
            numbers.add(number)
    return numbers


def runs(suites, chosen, left_out):
    """True if meson runs a test of these suites, as its TestHarness.test_suitable() decides."""
    if suites & left_out:
        return False
    return bool(suites & chosen) if chosen else not suites & HIDDEN


def in_builds(name, builds):
    """True if a build file has the name of a test, whole or put together of two parts: so it has those
    that this machine lacks something for."""
    parts = [(name[:match.end()], name[match.end():]) for match in re.finditer("_", name)]
    return any(f"'{name}'" in text or
               any(f"'{first}' +" in text and f"'{second}'" in text for first, second in parts)
               for text in builds)


def wrong_names(names, tests, builds, takes):
    """What is wrong with the names of tests in a command."""
    for name in names:
        pattern = re.sub(r"(?<![a-z0-9])[A-Z]{2,}(?![a-z0-9])", "*", name)
        alike = [suites for test, suites in tests.items() if fnmatch.fnmatchcase(test, pattern)]
        if not alike and not in_builds(name, builds):
            yield f"there is no test {name}"
        elif alike and not any(takes(suites) for suites in alike):
            yield f"what this command asks for leaves {name} out: {'+'.join(sorted(alike[0]))}"


def wrong_words(command, tests, builds):
    """What is wrong with a command `meson test`; tests has the suites of each."""
    words = iter(re.split(r"[;&|>]", command.split("meson test", 1)[1])[0].split())
    chosen, left_out, names, wrong = set(), set(), [], []
    for word in words:
        if word in WITH_VALUE:
            value = next(words, "")
            if word in ("--suite", "--no-suite"):
                (chosen if word == "--suite" else left_out).add(value)
        elif not word.startswith("-"):
            names.append(word)
        elif word not in WITHOUT_VALUE:
            wrong.append(f"the option {word} is not known here")
    wrong += [f"there is no suite {suite}" for suite in sorted(chosen | left_out)
              if suite not in set().union(*tests.values())]
    return wrong + list(wrong_names(names, tests, builds, lambda suites: runs(suites, chosen, left_out)))


def wrong_recipe(command, tests):
    """What is wrong with a command, or another text in code, of a recipe: it runs or names a test that the
    default setup hides."""
    hidden = {test for test, suites in tests.items() if suites & HIDDEN}
    names = re.findall(r"\w[\w.-]*", command) if "meson test" in command else [command.strip()]
    for name in names:
        if name in HIDDEN and "--suite" in command:
            yield f"a recipe runs the suite {name}"
        elif name in hidden:
            yield f"a recipe names {name}, which the default setup leaves out"


def wrong_tables(text, tests, builds):
    """(what is wrong, line) of the tables of a document that name tests in their last column."""
    in_table = False
    for number, line in enumerate(text.splitlines(), 1):
        in_table = bool(re.search(r"\| *test *\|$", line)) or (in_table and line.startswith("|"))
        cell = line.rstrip("|").rpartition("|")[2]
        for part, hidden in zip(cell.split("night:") if in_table else [], (False, True)):
            for name in " ".join(re.findall(r"`([^`]+)`", part)).split():
                if name not in tests and not in_builds(name, builds):
                    yield f"there is no test {name}", number
                elif name in tests and bool(tests[name] & HIDDEN) != hidden:
                    yield f"the default setup {'runs' if hidden else 'leaves out'} {name}", number


def wrong_paths(text, source):
    """(what is wrong, line) of the paths between backticks that begin with a folder of the sources or of src/;
    a name with two capitals in a row stands for any."""
    folders = {path.name: top for top in (source / "src", source) for path in top.iterdir() if path.is_dir()}
    for match in re.finditer(r"`([a-z]\w*)(/[\w./-]+)`", text):
        top, name = folders.get(match.group(1)), match.group(1) + match.group(2)
        made = match.group(1).startswith(("build", "out"))
        if top and not made and not re.search("[A-Z]{2}", name) and not (top / name).exists():
            yield f"there is no {name}", text.count("\n", 0, match.start()) + 1


def words_of(source):
    """Every name that the sources in C have."""
    words = set()
    for folder in ("src", "plugin", "tools", "tests"):
        for path in (source / folder).rglob("*.[chd]*"):
            if path.suffix in (".c", ".h", ".def"):
                words.update(re.findall(r"\w+", path.read_text(encoding="utf-8", errors="replace")))
    return words


def wrong_functions(text, words):
    """(what is wrong, line) of the functions between backticks, `name()`."""
    for match in re.finditer(r"`(\w+)\(\)`", text):
        if match.group(1) not in words:
            yield f"there is no {match.group(1)}()", text.count("\n", 0, match.start()) + 1


# What is planted, and what is to be said of it; nothing of the last ones.
PLANTED = [
    ("there is no test b", "`meson test -C build-test a b`"),
    ("leaves a_all out", "`meson test -C build-test a a_all`"),
    ("leaves pitch_NAME out", "    meson test pitch_NAME\n"),
    ("leaves a out", "`meson test --suite nightly a`"),
    ("there is no suite physic", "`meson test --suite physic`"),
    ("there is no test lv2_other", "`meson test -C b a \\\n lv2_other`"),
    ("leaves pitch_x out", "`meson test --suite host --no-suite nightly pitch_x`"),
    ("option --speed", "`meson test --speed a`"),
    ("there is no test c", "run `meson test\nc` now"),
    (None, "`meson test -C b -v a`, `meson test -C b --suite nightly a_all pitch_NAME`\n\n    meson test a\n"),
    (None, "`meson test --suite lab --no-suite nightly lab_b`, `meson test -v lv2_jalv lonely`, `a_all`"),
    (None, "    meson test -C b \\\n        a\n"),
]


OTHERS = [
    ("a recipe names a_all", "## Recipe: add one\n\nRun `meson test a`; `a_all` takes longer.\n"),
    ("a recipe runs the suite nightly", "## Recipe: add one\n\n### In short\n\n    meson test --suite nightly a_all\n"),
    (None, "## Recipe: add one\n\nRun `meson test a`, `a`.\n\n## What else\n\n`a_all`, `meson test --suite nightly a_all`\n"),
    ("there is no test d", "| a | test |\n|---|---|\n| x | `a` `d` |\n"),
    ("there is no test d", "| a | test |\n|---|---|\n| x | `a d` |\n"),
    ("leaves out a_all", "| a | test |\n|---|---|\n| x | `a_all` |\n"),
    ("runs a", "| a | test |\n|---|---|\n| x | night: `a` |\n"),
    ("there is no jw_gone()", "So `jw_there()` and `jw_gone()` do it.\n"),
    ("there is no tests/lint/none.py", "a\n`tests/lint/none.py`\n"),
    ("planted.md:1: there is no engine/none.c", "In `engine/none.c`.\n"),
    (None, "`tests/lint`, `engine/engine.h`, `src/engine/`, `presets/NAME.ini`, `out/wave`, `other/none.c`\n"),
    (None, "| a | test |\n|---|---|\n| `z` | `a`; night: `a_all` `pitch_x` |\n\n| a | b |\n|---|---|\n| x | `a_all` |\n"),
]


def wrong_in(path, text, source, words, tests, builds):
    """Every wrong command `meson test` of a document, wrong test in its recipes and tables, wrong path and wrong
    function, with its line."""
    recipes = recipe_lines(text)
    functions = [] if "notes" in str(path) else wrong_functions(text, words)
    for what, line in [*wrong_tables(text, tests, builds), *wrong_paths(text, source), *functions]:
        yield f"{path}:{line}: {what}"
    for command, line in read_commands(text):
        if "meson test" in command:
            yield from (f"{path}:{line}: {what}" for what in wrong_words(command, tests, builds))
        if line in recipes:
            yield from (f"{path}:{line}: {what}" for what in wrong_recipe(command, tests))


def behaves(source):
    """True if what is planted is found, and nothing else."""
    tests = {"a": {"unit"}, "a_all": {"nightly"}, "pitch_x": {"host", "nightly"}, "lab_b": {"lab"}}
    builds = ["  'lv2_' + name,\n foreach name : ['jalv'", "'lonely',"]
    good = True
    for said, text in PLANTED + OTHERS:
        wrong = list(wrong_in("planted.md", text, source, {"jw_there"}, tests, builds))
        if wrong if said is None else not any(said in line for line in wrong):
            print(f"FAILED: {text!r}: {wrong}, expected {said}")
            good = False
    return good


def main():
    source, build = map(pathlib.Path, sys.argv[1:])
    info = build / "meson-info"
    found = json.loads((info / "intro-tests.json").read_text(encoding="utf-8"))
    tests = {}
    for test in found:
        tests.setdefault(test["name"], set()).update(suite.split(":")[-1] for suite in test["suite"])
    builds = [path.read_text(encoding="utf-8") for path in (source / "tests").rglob("meson.build")]
    outputs = {str(pathlib.Path(name).resolve().relative_to(build.resolve()))
               for target in json.loads((info / "intro-targets.json").read_text(encoding="utf-8"))
               for name in target["filename"] if pathlib.Path(name).resolve().is_relative_to(build.resolve())}
    words = words_of(source)
    wrong, n_commands = [], 0
    for path in sorted(path for pattern in DOCUMENTS for path in source.glob(pattern)):
        text = path.read_text(encoding="utf-8")
        wrong += wrong_in(path.relative_to(source), text, source, words, tests, builds)
        for command, line in read_commands(text):
            missing = []
            n_commands += "meson test" in command
            for name in re.findall(r"(?<![\w/])build(?:-test)?/(\S+?)(?=[\s),;:]|$)", command):
                n_commands += 1
                if name not in outputs and not any(output.startswith(name.rstrip("/") + "/") for output in outputs):
                    missing.append(f"there is no file build/{name}")
            for name in re.findall(r"(?:sh|python3) ((?:tools|tests)/\S+)", command):
                n_commands += 1
                if not (source / name).is_file():
                    missing.append(f"there is no file {name}")
            wrong += [f"{path.relative_to(source)}:{line}: {what}" for what in missing]
    for line in wrong:
        print(f"FAILED: {line}")
    print(f"{n_commands} commands, {len(wrong)} wrong")
    return 1 if not behaves(source) or wrong or n_commands < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
