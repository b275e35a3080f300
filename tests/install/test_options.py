# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Each option of a program's table is in its help, in its manual page and in bash's completion, with
its letter, its value and its text, and nothing else is.

    test_options.py COMPLETION PROGRAM... PAGE...

A page belongs to the program whose name it has. Without bash there is no completion to look at.
"""

import pathlib
import re
import shutil
import subprocess
import sys

from checks import check, result

WIDTH = 80  # Of help's lines that tell of options


def said(*command):
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout


def words(text):
    return " ".join(text.split())


def plain(text):
    """Text of a manual page as it reads."""
    return words(text.replace("\\-", "-").replace("\\&", "").replace("\\e", "\\"))


def table(command):
    """Name, letter or None, value or None, text of each option."""
    rows = [line.split(" ", 4) for line in said(*command, "--list-options").splitlines()]
    check(len(rows) > 4 and rows[0][:3] == ["-", "-", "-"], f"{command}: a row for operands comes first")
    return [(name, None if letter == "-" else letter, None if value == "-" else value, text)
            for name, letter, value, _, text in rows[1:]]


def in_help(command, rows):
    lines = said(*command, "--help").splitlines()
    heads = [line for line in lines if re.match(r" {2}(-\w,| {3}) --\w", line)]
    check(len(heads) == len(rows), f"{command}: {len(heads)} options in the help, {len(rows)} in the table")
    whole = words(" ".join(lines))
    for name, letter, value, text in rows:
        head = f"  {letter + ',' if letter else '   '} {name}" + (f" {value}" if value else "")
        check(any(line == head or line.startswith(head + " ") for line in heads), f"{command}: no {head!r} in the help")
        check(words(f"{head} {text}") in whole, f"{command}: {name}: another text in the help")
    begin = lines.index(heads[0])
    for line in lines[begin:begin + 400]:
        if not line:
            break
        check(len(line) <= WIDTH or " " not in line.strip(), f"{command}: wider than {WIDTH}: {line}")


def in_page(what, section, rows):
    """A section of a page has an item for each option, and its text."""
    heads = re.findall(r"^\.It ((?:Fl \w.*? , )?Fl Fl .*)$", section, re.MULTILINE)
    check(len(heads) == len(rows), f"{what}: {len(heads)} options in the page, {len(rows)} in the table")
    whole = plain(section)
    for name, letter, value, text in rows:
        value = f' Ar "{value}"' if value else ""
        head = f".It {f'Fl {letter[1:]}{value} , ' if letter else ''}Fl Fl {name[2:]}{value}"
        check(f"{head} {text[:1].upper()}{text[1:]}" in whole or f"{head} {text}" in whole,
              f"{what}: {head} is not in the page as in the table")


def in_completion(completion, commands):
    """What bash offers for - behind each command; one bash for all."""
    script = ". \"$0\"; while IFS= read -r line; do read -ra COMP_WORDS <<<\"$line\"; " \
             "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _jawari; echo \"${COMPREPLY[*]}\"; done"
    asked = "".join(f"{' '.join(map(str, command))} -\n" for command, _ in commands)
    done = subprocess.run(["bash", "-c", script, completion], input=asked, capture_output=True, text=True, check=False)
    check(done.returncode == 0 and not done.stderr, f"completion: {done.stderr}")
    for (command, rows), line in zip(commands, done.stdout.splitlines(), strict=True):
        wanted = [word for name, letter, *_ in rows for word in (name, letter) if word]
        check(sorted(line.split()) == sorted(wanted), f"{command}: completion differs by {set(wanted) ^ set(line.split())}")


def main():
    completion, *files = sys.argv[1:]
    pages = {path.stem: path.read_text(encoding="utf-8") for path in map(pathlib.Path, files) if path.suffix == ".1"}
    commands = []
    for program in (pathlib.Path(file).resolve() for file in files if not file.endswith(".1")):
        usual = table([program])
        commands.append(([program], usual))
        page = pages.get(program.name)
        if page:
            in_page(program.name, page.split(".Sh OPTIONS")[1].split(".Sh ")[0], usual)
        if program.name == "jawari-lab":
            for name in re.findall(r"^(\S+) ", said(program, "--list"), re.MULTILINE):
                rows = table([program, name])
                commands.append(([program, name], rows))
                if page:
                    section = page.split(f".It Cm {name}\n")[1].split(".It Cm ")[0].split(".Sh ")[0]
                    in_page(f"jawari-lab {name}", section, [row for row in rows if row not in usual])
    for command, rows in commands:
        in_help(command, rows)
    if shutil.which("bash"):
        done = subprocess.run(["bash", "-n", completion], capture_output=True, text=True, check=False)
        check(done.returncode == 0, f"completion: {done.stderr}")
        in_completion(completion, commands)
    else:
        print("no bash here: completion was not looked at")
    print(f"{sum(len(rows) for _, rows in commands)} options of {len(commands)} tables")
    return result()


if __name__ == "__main__":
    sys.exit(main())
