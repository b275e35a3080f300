# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""No source is compiled twice in the same way: what two programs share is a library.

    test_compiles.py BUILD

Two compilations are the same if their flags are, but for folders of headers, visibility, code for shared
libraries, and macros that ask for more of the C library.
"""

import json
import pathlib
import re
import shlex
import sys

WITH_VALUE = {"-o", "-MF", "-MQ", "-MT", "-I", "-isystem"}  # Say where, not how
NO_OTHER_WAY = re.compile(r"-I|-isystem|-fPIC$|-fPIE$|-fvisibility=|-D_\w+_SOURCE\b")


def flags_of(command):
    """The flags of a compiler's command, without folders and files; sorted."""
    words, flags = iter(shlex.split(command)), []
    for word in words:
        if word in WITH_VALUE:
            next(words, None)
        elif word.startswith("-") and not NO_OTHER_WAY.match(word):
            flags.append(word)
    return tuple(sorted(flags))


def twice(commands):
    """Lines that say which sources are compiled more than once in the same way, and for what."""
    seen = {}
    for command in commands:
        source = pathlib.Path(command["directory"], command["file"]).resolve()
        seen.setdefault((source, flags_of(command["command"])), []).append(command["output"])
    return [f"{source}: {', '.join(outputs)}" for (source, _), outputs in seen.items() if len(outputs) > 1]


def behaves():
    """True if what is planted is found, and nothing else."""
    def one(source, output, flags):
        return {"directory": "/b", "file": source, "output": output,
                "command": f"cc {flags} -MF {output}.d -o {output} -c {source}"}
    same = [one("a.c", "x/a.o", "-Ix -I y -O2"), one("../b/a.c", "y/a.o", "-fPIC -O2 -isystem z -D_GNU_SOURCE")]
    apart = [one("a.c", "x/a.o", "-Ix -O2"), one("a.c", "y/a.o", "-O2 -DA"), one("b.c", "x/b.o", "-O2")]
    good = twice(same) == ["/b/a.c: x/a.o, y/a.o"] and not twice(apart)
    if not good:
        print("FAILED: planted:", twice(same), twice(apart))
    return good


def main():
    commands = json.loads(pathlib.Path(sys.argv[1], "compile_commands.json").read_text(encoding="utf-8"))
    found = twice(commands)
    for line in found:
        print("FAILED: compiled twice:", line)
    print(f"{len(commands)} compilations, {len(found)} sources twice in the same way")
    return 1 if not behaves() or found or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
