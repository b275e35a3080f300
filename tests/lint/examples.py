# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Compiles every example in a header's comments.

    python3 examples.py SOURCES COMPILER...

An example is an indented part of a comment that has a semicolon in it. One in two columns, headed
by "control" and "audio", is the code of two threads.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

FOLDERS = ("src", "plugin", "tools", "tests")
INCLUDED = ("src", "src/files", "src/app", "plugin")

# What an example takes as given.
GIVEN = {
    "src/app/audio/backend.h": """
        static JwBackendOptions options;
        static JwBackendSink sink;
        static JwBackendState state;
        static JwError error;
    """,
    "src/kernel/decimator.h": """
        static JwDecimator *d;
        static float in[JW_DECIMATOR_FACTOR_MAX * 32], out[32];
        enum { factor = 2 };
    """,
    "src/engine/engine.h": """
        static JwInstrument instrument;
        static float left[256], right[256];
    """,
    "src/library/jawari.h": """
        static float left[256], right[256];
    """,
    "src/base/exchange.h": """
        #include <stdlib.h>
        typedef struct Table Table;
        static JwExchange *x;
        static Table *table, *current;
    """,
    "src/host/engine_swap.h": """
        static JwEngineSwap *s;
        static JwEngine *engine;
        static JwEvent events[1];
        static float left[256], right[256];
    """,
    "src/host/deck.h": """
        static JwDeck *d;
        static JwEngine *engine;
        static JwEvent events[1];
        static float left[256], right[256];
    """,
    "src/window/draw/window.h": """
        static JwCanvas *canvas;
        static JwWindowModel model;
        static JwLayout layout;
        static const double width_px = 960.0, height_px = 600.0, scale = 1.0;
    """,
    "src/window/draw/gesture.h": """
        static JwWindowModel model;
        static JwLayout layout;
        static JwWindowInput input;
        static JwGesture gesture;
        static void carry_out(const JwWindowAction *action) { (void)action; }
        static void draw(void) {}
    """,
    "src/window/cairo/cairo_canvas.h": """
        #include "window/draw/window.h"
        static cairo_t *cr;
        static JwWindowModel model;
        static JwLayout layout;
        static const double scale = 1.0;
    """,
    "tests/support/nets.h": """
        #include "engine/engine.h"
        static JwEngine *e;
        static float left[256], right[256];
    """,
}


def examples_of(text):
    """Indented parts of comments that are code: lists of lines."""
    blocks = re.findall(r"(?:^//     [^\n]*\n)+", text, flags=re.MULTILINE)
    return [[line[7:] for line in block.splitlines()] for block in blocks if ";" in block]


def threads_of(lines):
    """The functions that an example consists of."""
    head = re.fullmatch(r"(control +)audio", lines[0])
    if not head:
        return ["\n".join(lines)]
    width = len(head.group(1))
    return ["\n".join(line[:width] for line in lines[1:]), "\n".join(line[width:] for line in lines[1:])]


def program_of(header, given, functions):
    bodies = [f"void example_{i}(void);\nvoid example_{i}(void) {{\n{text}\n}}\n"
              for i, text in enumerate(functions)]
    return f'#include "{header}"\n{given}\n' + "".join(bodies)


def drawing_flags():
    """What takes cairo's headers; None where they are not."""
    done = subprocess.run(["pkg-config", "--cflags", "cairo"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=False)
    return done.stdout.split() if done.returncode == 0 else None


def compiles(root, compiler, program):
    """What the compiler says; empty if it is content."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "example.c"
        path.write_text(program, encoding="utf-8")
        done = subprocess.run(
            [*compiler, "-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused",
             *[f"-I{root / name}" for name in INCLUDED], f"-I{root}", *(drawing_flags() or []),
             str(path)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.stdout or "no reason given" if done.returncode else ""


def check(root, compiler, header, text):
    """Number of examples of a header, and what is wrong with them."""
    name = header.relative_to(root).as_posix()
    found = examples_of(text)
    if name.startswith("src/window/cairo/") and drawing_flags() is None:
        return len(found), []  # A build without cairo has no window
    wrong = []
    for lines in found:
        program = program_of(name, GIVEN.get(name, ""), threads_of(lines))
        said = compiles(root, compiler, program)
        if said:
            wrong.append(f"{name}: its example does not compile\n{said}")
    return len(found), wrong


def main(arguments):
    root, compiler = pathlib.Path(arguments[0]).resolve(), arguments[1:]
    n_examples, wrong = 0, []
    for header in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.h")):
        n_found, found_wrong = check(root, compiler, header, header.read_text(encoding="utf-8"))
        n_examples += n_found
        wrong += found_wrong
    # A call of the engine's example without its last argument must be noticed.
    engine = root / "src/engine/engine.h"
    text = engine.read_text(encoding="utf-8")
    planted = re.sub(r"^(//  .*jw_engine_run\(.*), \w+\);$", r"\1);", text, flags=re.MULTILINE)
    noticed = planted != text and check(root, compiler, engine, planted)[1]
    print("\n".join(wrong))
    print(f"{n_examples} examples, {len(wrong)} that do not compile; one that lacks an argument is",
          "noticed" if noticed else "NOT NOTICED")
    return 0 if noticed and n_examples >= len(GIVEN) and not wrong else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
