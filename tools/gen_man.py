# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Fills in a manual page from what the program itself says.

    python3 tools/gen_man.py PAGE.in VERSION OUT [WRAPPER...] PROGRAM

WRAPPER is the command that runs programs of another machine here.

Lines of the page that are one of these words become:

    @OPTIONS@      the options, from PROGRAM --list-options
    @COMMANDS@     the line commands, from PROGRAM --list-commands
    @PARAMETERS@   the parameters, from PROGRAM --list-params
    @EXPERIMENTS@  the experiments and their options, from PROGRAM --list and NAME --list-options

@VERSION@ becomes the version wherever it stands. Exits 1 where nothing was found.
"""

import pathlib
import re
import subprocess
import sys
import textwrap

WIDTH = 76


def ask(program, *arguments):
    return subprocess.run([*program, *arguments], check=True, capture_output=True, text=True).stdout


def mdoc(text):
    """Text as mdoc has it: nothing in it is taken for a request or an escape."""
    text = text.replace("\\", "\\e").replace("--", "\\-\\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def sentence(text):
    """With a capital, unless it begins with a name that has a digit; sentences on lines of their own."""
    if not re.match(r"\w*\d", text):
        text = text[:1].upper() + text[1:]
    lines = [line for part in re.split(r"(?<=[a-z)]\.) (?=[A-Z])", text)
             for line in textwrap.wrap(part, WIDTH, break_long_words=False, break_on_hyphens=False)]
    return "\n".join(map(mdoc, lines))


def argument(text):
    return f' Ar "{mdoc(text)}"' if text else ""


def options(program, *arguments, but=()):
    """The rows of --list-options; the first one is about operands."""
    out = []
    for line in ask(program, *arguments, "--list-options").splitlines()[1:]:
        name, letter, value, _, text = line.split(" ", 4)
        if line not in but:
            value = argument(value if value != "-" else "")
            out.append(f".It {f'Fl {letter[1:]}{value} , ' if letter != '-' else ''}Fl Fl {name[2:]}{value}")
            out.append(sentence(text if text.endswith("...") else text + "."))
    return out


def commands(program):
    row = re.compile(r"^([\w-]+)((?: [A-Z[]\S*)*) +(.*)$")
    out = []
    for line in ask(program, "--list-commands").splitlines():
        name, value, text = row.match(line).groups()
        out.append(f".It Cm {name}{argument(value.strip())}")
        out.append(sentence(text + "."))
    return out


def parameters(program):
    row = re.compile(r"^(\S+) +(\S+) +(\S+) +(\S+) (.{8}) +(\S+) {2}([^:]+): (.*)$")
    point = re.compile(r"^ {20} +(\S+) +(.*)$")
    out = []
    for line in ask(program, "--list-params").splitlines()[1:]:
        match = row.match(line)
        if match:
            symbol, least, usual, most, unit, cc, name, text = match.groups()
            unit = "" if unit.strip() == "-" else " " + unit.strip()
            out.append(f".It Cm {symbol}")
            out.append(f"{mdoc(name)}, {least} to {most}{unit} ({usual}).")
            out.append(sentence(text))
            if cc != "-":
                out.append(f"Controller {cc}.")
        else:
            value, label = point.match(line).groups()
            label = label if label.startswith(value + ":") else f"{value}: {label}"
            out += [".br", mdoc(label)]
    return out


def experiments(program):
    out = []
    usual = ask(program, "--list-options").splitlines()
    listed = ask(program, "--list").splitlines()
    for head, source in zip(listed[::2], listed[1::2]):
        name, text = head.split(maxsplit=1)
        out.append(f".It Cm {name}")
        out.append(sentence(text + "."))
        out.append(sentence(f"Source: {source.strip()}."))
        out.append(".Bl -tag -width Ds -compact")
        out += options(program, name, but=usual)
        out.append(".El")
    return out


MAKERS = {"@OPTIONS@": options, "@COMMANDS@": commands, "@PARAMETERS@": parameters,
          "@EXPERIMENTS@": experiments}


def main():
    page, version, out, *program = sys.argv[1:]
    lines = []
    for line in pathlib.Path(page).read_text(encoding="utf-8").splitlines():
        if line in MAKERS:
            made = MAKERS[line](program)
            if not made:
                sys.exit(f"gen_man.py: {program[-1]} says nothing for {line}")
            lines += [part for text in made for part in text.splitlines()]
        else:
            lines.append(line.replace("@VERSION@", version))
    pathlib.Path(out).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
