# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Plants one fault of each kind in a small clean tree and checks that lint finds it.

    python3 planted.py LINT.PY
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77  # Status of lint.py for a check that it cannot make

LICENCE = "Copyright 2026 The Jawari authors\n{0}SPDX-License-Identifier: ISC\n"
C_LICENCE = "// " + LICENCE.format("// ")
SH_LICENCE = "# " + LICENCE.format("# ")

RUN = """
#include "engine/engine.h"
#include "string/string_state.h"

#include <math.h>

JW_REALTIME float jw_engine_run(float x) {
    return sqrtf(jw_string_step(x));
}
"""

PROGRAM = """#include "engine/engine.h"

int main(void) {
    return jw_engine_run(0.0f) != 0.0f;
}
"""

CLEAN = {
    ".clang-format": "BasedOnStyle: LLVM\nIndentWidth: 4\nSortIncludes: Never\nAllowShortFunctionsOnASingleLine: None\n",
    "README.md": "# Test\n\nSee [the library](doc/embedding.md#a-whole-program) and [this](#test): `[x](y)`.\n",
    "doc/embedding.md": f"# Library\n\n## A whole program\n\n```c\n{PROGRAM}```\n",
    "meson.build": SH_LICENCE,
    "src/app/c.h": C_LICENCE,
    "src/base/attributes.h": C_LICENCE + "\n#define JW_REALTIME __attribute__((nothrow))\n",
    "src/string/string_state.h": C_LICENCE + '\n#include "base/attributes.h"\n\nJW_REALTIME float jw_string_step(float x);\n',
    "src/string/string_state.c": C_LICENCE
    + '\n#include "string/string_state.h"\n\nJW_REALTIME float jw_string_step(float x) {\n    return 2.0f * x;\n}\n',
    "src/engine/engine.h": C_LICENCE + '\n#include "base/attributes.h"\n\nJW_REALTIME float jw_engine_run(float x);\n',
    "src/engine/run.c": C_LICENCE + RUN,
    "src/engine/state.h": C_LICENCE + "\ntypedef int JwState;\n",
    "tests/engine/test_engine.c": C_LICENCE + '\n#include "engine/engine.h"\n',
    "tools/hello_string.c": C_LICENCE + "\n" + PROGRAM,
    "tools/lint_cppcheck.txt": "missingIncludeSystem\n",
    "tools/test.sh": "#!/bin/sh\n" + SH_LICENCE + '\necho "$1"\n',
}

MAKER = """
import pathlib
import sys

(pathlib.Path(sys.argv[1]) / "a.mid").write_text("MThd")
"""
CLEAN["presets/scores/make_scores.py"] = SH_LICENCE + MAKER
CLEAN["presets/scores/a.mid"] = "MThd"
TABLES = C_LICENCE + "\n#define ONE 1.0\n"
CLEAN["tools/elementary_tables.py"] = SH_LICENCE + f"\nprint({TABLES!r}, end='')\n"
CLEAN["src/base/elementary_tables.h"] = TABLES

# Check, file, old text ("" appends, None writes the whole file), new text, message that lint must print
# (None: it must find nothing)
FAULTS = [
    ("licence", "src/string/string_state.c", "ISC", "MIT", "src/string/string_state.c:1: no copyright"),
    ("licence", "tools/test.sh", SH_LICENCE, "", "tools/test.sh:1: no copyright"),
    ("licence", "meson.build", "# Copyright", "\n# Copyright", "meson.build:1: no copyright"),
    ("names", "src/string.h", None, C_LICENCE, "src/string.h:1: would hide"),
    ("names", "tests/time.h", None, C_LICENCE, "tests/time.h:1: would hide"),
    ("words", "README.md", "", "See ../" + "shared/notes.\n", "README.md:4: mentions a path outside"),
    ("words", "src/engine/engine.h", "", "// in /" + "home/me/x\n", "engine.h:7: mentions an absolute path"),
    ("words", "meson.build", "", "# See https://jawari." + "invalid/\n", "meson.build:3: mentions an address that leads nowhere"),
    ("retired", "src/app/c.h", "", "struct JwCourse;\n", "src/app/c.h:3: JwCourse"),
    ("retired", "src/app/c.h", "", "// A meeting of strings.\n", "src/app/c.h:3: meeting"),
    ("retired", "src/app/c.h", "", "bool jw_takes_find(void);\n", "src/app/c.h:3: jw_takes_find"),
    ("retired", "src/app/c.h", "", "void lift(JwNote *v);\n", "src/app/c.h:3: JwNote *v"),
    ("retired", "src/app/c.h", "", "bool f(JwMessage *m);\n", "src/app/c.h:3: JwMessage"),
    ("retired", "src/app/c.h", "", "// Of course.\n", None),
    ("calls", "src/string/string_state.c", "2.0f * x", "system(x)", "src/string/string_state.c:7: calls system()"),
    ("calls", "src/app/c.h", "", "int x = open(a, O_WRONLY | O_CREAT, 0666);\n", "src/app/c.h:3: creates a file"),
    ("calls", "src/app/c.h", "", "int x = sprintf (a, b);\n", "src/app/c.h:3: calls sprintf()"),
    ("calls", "src/app/c.h", "", 'FILE *x = fopen(path, "rb");\n', "src/app/c.h:3: calls fopen()"),
    ("bits", "src/string/string_state.c", "2.0f * x", "expf(x)", "src/string/string_state.c:7: calls expf()"),
    ("bits", "src/engine/run.c", "", "double a(double x) {\n    return jw_exp(x) + atan2 (x, 1.0);\n}\n", "src/engine/run.c:13: calls atan2()"),
    ("bits", "src/app/render/r.c", None, "double x = strtod(a, &b);\n", "src/app/render/r.c:1: calls strtod()"),
    ("bits", "src/engine/run.c", "", "// As cos(x)\ndouble a = jw_cos(x) + s.cos(x) + fmod(x, y) + ldexp(x, 1);\n", None),
    ("bits", "src/app/player/p.c", None, "double x = exp(2.0);\n", None),
    ("constants", "src/base/elementary_tables.h", "1.0", "1.1", "src/base/elementary_tables.h:1: is not what"),
    ("touch", "src/engine/run.c", "", "void a(JwVoice *v) {\n    jw_string_set_palm(&v->state, 0.0, 1.0);\n}\n", "src/engine/run.c:13: jw_string_set_palm() without a touch"),
    ("touch", "src/engine/run.c", "", "void a(JwVoice *v) {\n    jw_string_rest(\n        jw_audio_touch(a, v), 1);\n}\n", None),
    ("prints", "src/app/c.h", "", 'int x = fprintf(stderr,\n    "a %d: %-16s\\n", 1, name);\n', "src/app/c.h:3: prints a text"),
    ("prints", "src/app/c.h", "", "int x = puts(name);\n", "src/app/c.h:3: prints a text"),
    ("prints", "src/app/c.h", "", "int x = fputs(name, stdout);\n", "src/app/c.h:3: prints a text"),
    ("prints", "src/app/c.h", "", 'int x = printf("%d\\n", 1);\nint y = snprintf(a, 2, "%s", b);\nint z = puts("a");\n', None),
    ("layers", "src/string/string_state.h", "base/attributes.h", "engine/engine.h", "string includes engine/engine.h of a higher room"),
    ("layers", "src/string/string_state.c", "", "#include <unistd.h>\n", "the engine is C11 alone, not <unistd.h>"),
    ("layers", "src/stray.c", None, C_LICENCE, "src/stray.c:1: is in no room"),
    ("layers", "tests/engine/test_engine.c", "engine/engine.h", "engine/state.h", None),
    ("layers", "src/app/main.c", None, '#include "engine/state.h"\n', "internal to the engine"),
    ("layers", "src/files/b.c", None, '#include "app/c.h"\n', "files includes app/c.h of a higher room"),
    ("layers", "src/window/draw/w.c", None, '#include "engine/engine.h"\n', "window/draw includes engine/engine.h, which it does without"),
    ("layers", "plugin/p.c", None, '#include "app/c.h"\n', "plugin includes app/c.h, which it does without"),
    ("layers", "plugin/p.c", None, '#include "engine/engine.h"\n', None),
    ("layers", "src/window/draw/w.c", None, '#include "base/attributes.h"\n#include <math.h>\n', None),
    ("layers", "src/window/draw/w.c", None, "#include <cairo.h>\n", "window/draw is C11 alone, not <cairo.h>"),
    ("layers", "src/window/draw/w.c", None, "#include <stdlib.h>\n#include <hb.h>\n", "window/draw/w.c:2: window/draw is C11 alone, not <hb.h>"),
    ("layers", "src/window/cairo/w.c", None, "#include <cairo.h>\n#include <unistd.h>\n", None),
    ("layers", "src/window/cairo/w.c", None, '#include "engine/engine.h"\n', "window/cairo includes engine/engine.h, which it does without"),
    ("layers", "src/app/e.c", None, '#include "c.h"\n', "includes c.h without its folder"),
    ("layers", "src/app/d.c", None, '#include "engine/engine.h"\n', None),
    ("realtime", "src/string/string_state.c", "JW_REALTIME ", "", "string_state.c:6: jw_string_step is JW_REALTIME elsewhere"),
    ("realtime", "src/string/string_state.h", "JW_REALTIME ", "", "string_state.h:6: jw_string_step is JW_REALTIME elsewhere"),
    ("realtime", "src/engine/run.c", "sqrtf", "malloc", "jw_engine_run is real-time, malloc is not"),
    ("realtime", "src/engine/run.c", "JW_REALTIME ", "", "no definition of jw_engine_run is JW_REALTIME"),
    ("format", "src/string/string_state.c", "2.0f * x", "2.0f*x", "src/string/string_state.c:7"),
    ("shell", "tools/test.sh", '"$1"', "$1", "SC2086"),
    ("cppcheck", "src/string/string_state.c", "return 2.0f * x", "int a[2] = {0}; return x + a[2]", "arrayIndexOutOfBounds"),
    ("readme", "doc/embedding.md", "0.0f", "1.0f", "doc/embedding.md:1: its C program is not that"),
    ("readme", "README.md", "", "A line.\n" * 148, "README.md:151: has more than 150 lines"),
    ("readme", "README.md", "", "A line.\n" * 147, None),
    ("links", "README.md", "embedding.md", "library.md", "README.md:3: doc/library.md is not there"),
    ("links", "README.md", "#a-whole-program", "#a-program", "README.md:3: doc/embedding.md#a-program: no such heading"),
    ("links", "doc/embedding.md", "", "\nSee [it](../src).\n", None),
    ("links", "doc/embedding.md", "", "\n![It](it.png)\n", "doc/embedding.md:13: it.png is not there"),
    ("scores", "presets/scores/a.mid", "", "x", "a.mid:1: is not what"),
    ("scores", "presets/scores/b.mid", None, "MThd", "b.mid:1: is not what"),
    ("readme", "tools/hello_string.c", "0.0f", "1.0f", "its C program is not that"),
]


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def plant(root, name, old, new):
    if old is None:
        write(root, name, new)
        return
    text = (root / name).read_text(encoding="utf-8")
    if old not in text:
        raise ValueError(f"{name} does not hold {old!r}")
    write(root, name, text.replace(old, new, 1) if old else text + new)


def lint(program, check, root):
    done = subprocess.run([sys.executable, program, check, root], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def try_fault(program, root, fault):
    """True if lint passes the clean tree and treats the planted fault as expected; None if lint skips the
    check, because its program is missing or of another version."""
    check, name, old, new, expected = fault
    shutil.rmtree(root, ignore_errors=True)
    for clean_name, text in CLEAN.items():
        write(root, clean_name, text)
    clean_status, clean_output = lint(program, check, root)
    if clean_status == SKIPPED:
        print(f"{check} {name}: not tried: {clean_output.strip()}")
        return None
    plant(root, name, old, new)
    status, output = lint(program, check, root)
    if expected is None:
        good = status == 0
    else:
        good = status == 1 and expected in output
    if clean_status == 0 and good:
        return True
    print(f"FAIL {check} {name}: expected {expected!r}\nclean ({clean_status}):\n{clean_output}"
          f"planted ({status}):\n{output}")
    return False


def main(arguments):
    program = str(pathlib.Path(arguments[0]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        results = [try_fault(program, pathlib.Path(folder) / "tree", fault) for fault in FAULTS]
    tried = [result for result in results if result is not None]
    print(f"{sum(tried)} of {len(tried)} planted faults behaved, {len(FAULTS) - len(tried)} were not tried")
    return 0 if tried and all(tried) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
