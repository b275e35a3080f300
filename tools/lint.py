# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Checks that the sources keep the rules of the house.

    python3 tools/lint.py CHECK [ROOT]      CHECK is a name in CHECKS, or `all`

Prints one line a finding (file:line: what) and a closing count; exits 1 if
there are findings, or if there was nothing to look at, and 77, as a skipped
test does, if the program that looks is of a version that cannot judge.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FOLDERS = ["src", "plugin", "ttl", "presets", "tests", "tools", "doc", "data", ".ci"]
TOP_FILES = ["meson.build", "meson_options.txt"]
DOCUMENTS = ["README.md", "NEWS", "SECURITY.md", "CONTRIBUTING.md"]
README_LINES = 150  # At most: it says where to begin, doc/ has the rest
# Others of these lay out otherwise, or find hundreds of other things.
VERSIONS = {"clang-format": "14", "cppcheck": "2.10"}
SKIPPED = 77  # Status

##########
# Layers #
##########

# The rooms, lowest first: a file includes its own room and lower ones, never higher. Rooms of src/
# are named without it.
LAYERS = ["base", "simd", "kernel", "string", "playing", "engine", "windows", "files", "host", "library",
          "window/draw", "window/cairo", "window/view", "window/x11", "window/win32", "window/shown", "program", "app/score",
          "app/render", "app/dataset", "app/audio", "app/player", "app/terminal", "app/remote", "app/player_window",
          "app/web", "app", "fit", "plugin", "plugin/lv2", "plugin/ui", "plugin/clap"]
SYSTEM_LAYER = LAYERS.index("windows")  # From here on others than C11's headers are included
# Rooms that include only these, whatever is lower. The drawing of the window knows no string.
ALONE = {
    "window/draw": {"window/draw", "base"},
    "window/cairo": {"window/cairo", "window/draw", "base"},
    "window/view": {"window/view", "window/cairo", "window/draw", "base"},
    "window/x11": {"window/x11", "window/view", "window/draw", "base"},
    "window/win32": {"window/win32", "window/view", "window/draw", "base"},
    "windows": {"windows"},
    "library": {"base", "kernel", "playing", "engine", "files", "host", "library"},
    "app/web": {"base", "playing", "engine", "files", "window/draw", "window/shown", "app/score", "app/web"},
    "fit": {"base", "string", "playing", "engine", "files", "host", "program", "fit"},
}
# Rooms that take no library: their system headers are C11's. The window is drawn on a JwCanvas.
PLAIN = {"window/draw"}
# No program includes a part of another one, a plug-in includes nothing of the programs.
PROGRAMS = [room for room in LAYERS if room.startswith(("program", "app"))]
RENDERER = {"app/score", "app/render", "app/dataset"}
for room in LAYERS:
    if room.startswith("plugin"):
        ALONE[room] = {other for other in LAYERS if other not in PROGRAMS + ["fit"]}
    elif room in ("app/audio", "app/player", "app/terminal", "app/remote", "app/player_window"):
        ALONE[room] = {other for other in LAYERS if other not in RENDERER}
OUTSIDE_LAYER = len(LAYERS)  # tests/, tools/

# The one header of engine/ that others than the engine, its files and its tests include.
ENGINE_HEADER = "engine/engine.h"

# The engine is C11 and libm, and the headers of vector registers and the FPU's control word.
ENGINE_SYSTEM_HEADERS = set(
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal"
    " stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath"
    " threads time uchar wchar wctype immintrin xmmintrin arm_neon wasm_simd128".split()
)

# Rooms whose numbers go into samples, and the functions whose last bit every C library has its own way:
# base/elementary.h has them.
SAME_BITS = ["base", "simd", "kernel", "string", "playing", "engine", "files", "host", "library", "program",
             "app/score", "app/render", "app/dataset"]
INEXACT_CALLS = re.compile(
    r"(?<![\w.>])((?:a?sinh?|a?cosh?|a?tanh?|atan2|sincos|exp(?:2|10|m1)?|log(?:2|10|1p|b)?|pow|cbrt|hypot|erfc?"
    r"|[lt]gamma|fma|c(?:abs|arg|exp|log|pow|sqrt|sin|cos))[fl]?|strto(?:d|f|ld))\s*\("
)

# With -Isrc a file of one of these names would hide the system's.
STANDARD_HEADERS = ENGINE_SYSTEM_HEADERS | set("pthread sched unistd dirent fcntl poll".split())

# What a JW_REALTIME function may call outside this repository.
REALTIME_CALLS = set(
    "memcpy memmove memset memcmp fabs fabsf sqrt sqrtf fmin fminf fmax fmaxf floor floorf ceil"
    " ceilf round roundf lround rint lrint trunc isfinite isnan isinf isless isgreater signbit copysign"
    " copysignf ldexp frexp exp log10 log10f pow fmod nearbyint assert"
    " _mm_getcsr _mm_setcsr"
    # Of the player: the clock that is read without a system call, and JACK's own guarantees
    " clock_gettime pthread_self jack_port_get_buffer jack_midi_get_event_count"
    " jack_midi_event_get jack_frames_since_cycle_start jack_last_frame_time"
    " jack_transport_query".split()
)
REALTIME_PREFIXES = ("atomic_", "__builtin_", "__atomic_", "_mm")
# Caller and callee that only an offline engine (JwEngineOptions.synchronous) goes through; and a
# task that is always ensemble.c's, real-time. (What a crew waits for is offline, too.)
REALTIME_EXCEPTIONS = {("next_tables", "jw_tables_new"), ("hand_back", "jw_tables_free"),
                       ("jw_team_do", "task")}
TEMPLATE_SUFFIXES = "_one _few _many _f32 _f64 _16f _16d _8d _4d".split()
KEYWORDS = set("if for while switch return sizeof _Alignas _Alignof _Static_assert defined do else".split())

#########
# Words #
#########

FORBIDDEN_WORDS = [
    (re.compile(r"\.\./shared"), "a path outside the repository"),
    (re.compile(r"(?<![\w.])/(home|root|work|mnt|Users)/"), "an absolute path of one machine"),
    (re.compile(r"[/@][\w.-]+\.invalid\b"), "an address that leads nowhere"),
]


# No shell, no other programs, no temporary names that others can guess, no copies without a size;
# and no file opened in a way that may wait: see files/regular_file.h.
FORBIDDEN_CALLS = re.compile(
    r"(?<![\w.>])(system|popen|fork|vfork|exec[lv]p?e?|posix_spawnp?|mktemp|tempnam|tmpnam|gets|strcat"
    r"|sprintf|vsprintf|alloca|scanf|sscanf|atoi|atof|fopen|freopen|sf_open)\s*\("
)

# Files are created by program/safe_open.c alone, which knows the flags.
MAY_CREATE = {"safe_open.c", "posix_files.c"}  # The second is what open() does on Windows
CREATES = re.compile(r"\bO_(?:CREAT|TMPFILE)\b|(?<![\w.>])creat\s*\(")

# What does work on a string opens its energy books: its state comes from jw_audio_touch().
UNTOUCHED = re.compile(
    r"\b(jw_string_(?:rest|set_(?:bridge|modes|palm|tension|thread)))\s*\((?!\s*jw_audio_touch\()"
)

# A text may come from outside: jw_line_print() alone prints it, and these what is their own.
PRINTS_TEXT = re.compile(r'\bv?f?printf\s*\([^;]*?%[-+ #0-9.*]*s|\bperror\s*\(|\bf?puts\s*\((?!\s*(?:"|jw_\w*_help\(\)))')
PRINTERS = {
    "src/files/line.c",  # Prints it tidied
    "src/app/render/report.c",  # JSON, which has escapes of its own
    "src/program/option_table.c",  # Texts of the program itself
    "src/program/progress.c",  # Figures
}


# Words that the code had for something that has the field's word now: doc/glossary.md. One word,
# one thing: whoever brings one back has two words for it.
RETIRED_WORDS = [
    (r"\bJw(Course|Meeting|MeetingSeat|VoiceString|Player|Nodal|Nodes|Machine|Level|Advance|Crew|Doze"
     r"|Shelf|Held|Notice|Stage|Sound|Learned|Seats)\b|\bJW_(MEETING|CREW|DOZE|LEVEL|MACHINE)_?\w*", "a retired name"),
    (r"\bjw_(course|meeting|player|nodal|machine|crew|doze|shelf|held|notice|stage|sound|learned|gag"
     r"|seats)_\w+", "a retired name"),
    (r"\b(meetings?|crews?|dozes?|dozing|shelf|gag|shyness|hushe?d?)\b", "a retired word"),
    (r"(?<!of )(?<!Of )(?<!in due )\bcourses?\b", "a retired word: a string, or its state"),
    (r"\bJw(Asked|Figures|Kept|Made|Members?|News|Sayings|SurfaceNews|Takes|XNews)\b|\b(jw|JW)_(asked|figures|kept"
     r"|made|members|news|sayings|takes|ASKED|FIGURES|KEPT|MADE|MEMBERS|NEWS|SAYINGS|TAKES)_\w+", "a retired name"),
    (r"\bJwNote \*v\b|\bJwLive(Audio|Patch) \*(stage|sound)\b|\bneck->beside\b|\b(vl|sayings|sit_again"
     r"|beside_key|beside_note)\b", "a retired name"),
    (r"\bJw(Fault|Message)\b|\bjw_(fault_\w+|message_(set|prefix)|lab_fail)\b", "a retired name: JwError"),
    (r"\b(sits_|nodal|n_beside|folded_moved|judged_hold|judge_soft|hold_image|PIECE|VEC|HALF)\b",
     "a retired word"),
]
RETIRED_WORDS = [(re.compile(pattern), text) for pattern, text in RETIRED_WORDS]
RETIRED_FOLDERS = ("src", "plugin", "tests", "doc", "tools")


class Skipped(Exception):
    """A check that cannot be made here; the text is the reason."""


class Findings:
    """What one check looked at and what it found."""

    def __init__(self, root):
        self.root = root
        self.n_files = 0
        self.lines = []

    def add(self, path, line, text):
        self.lines.append(f"{path.relative_to(self.root)}:{line}: {text}")


def tree(root, *suffixes):
    """Files of the project that end in one of the suffixes (all if none), sorted."""
    found = [root / name for name in TOP_FILES if (root / name).is_file()]
    for folder in FOLDERS:
        found += [path for path in (root / folder).rglob("*") if path.is_file()]
    found = [path for path in found if "__pycache__" not in path.parts]
    return sorted(path for path in found if not suffixes or path.name.endswith(suffixes))


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def blank(match):
    """Spaces in the match's place: line numbers stay."""
    return re.sub(r"[^\n]", " ", match.group(0))


def code_of(text):
    """C text without comments, strings and preprocessor lines."""
    text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', blank, text,
                  flags=re.DOTALL)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.MULTILINE)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


##########
# Checks #
##########


def check_licence(root, findings):
    """Every source file opens with the copyright and licence lines."""
    suffixes = (".c", ".h", ".def", ".py", ".sh", ".build", ".ttl", ".gp", "meson_options.txt", "run")
    for path in tree(root, *suffixes):
        findings.n_files += 1
        head = read(path).splitlines()[:3]
        if head and head[0].startswith("#!"):
            head = head[1:]
        expected = ["Copyright 2026 The Jawari authors", "SPDX-License-Identifier: ISC"]
        if [line.lstrip("/#* ").rstrip() for line in head[:2]] != expected:
            findings.add(path, 1, "no copyright and licence lines at the top")


def check_names(root, findings):
    """No header has the name of one of the system's."""
    for path in tree(root, ".h"):
        findings.n_files += 1
        if path.stem in STANDARD_HEADERS:
            findings.add(path, 1, "would hide the system's header of that name")


def check_words(root, findings):
    """Nothing mentions a path outside the repository, or an address that leads nowhere."""
    documents = [root / name for name in DOCUMENTS if (root / name).is_file()]
    for path in tree(root) + documents:
        findings.n_files += 1
        for number, line in enumerate(read(path).splitlines(), 1):
            for pattern, text in FORBIDDEN_WORDS:
                if pattern.search(line):
                    findings.add(path, number, f"mentions {text}")


def check_retired(root, findings):
    """No word comes back that was retired."""
    for path in tree(root, ".c", ".h", ".def", ".md", ".build", ".in"):
        name = path.relative_to(root).as_posix()
        if not name.startswith(RETIRED_FOLDERS) or name == "doc/glossary.md":
            continue
        findings.n_files += 1
        for number, line in enumerate(read(path).splitlines(), 1):
            for pattern, text in RETIRED_WORDS:
                match = pattern.search(line)
                if match:
                    findings.add(path, number, f"{match.group(0)}: {text}")


def check_calls_forbidden(root, findings):
    """src/ and plugin/ call nothing that cannot be used safely."""
    for path in tree(root, ".c", ".h"):
        if path.relative_to(root).parts[0] in ("src", "plugin"):
            findings.n_files += 1
            code = code_of(read(path))
            for match in FORBIDDEN_CALLS.finditer(code):
                findings.add(path, line_of(code, match.start()), f"calls {match.group(1)}()")
            for match in CREATES.finditer("" if path.name in MAY_CREATE else code):
                findings.add(path, line_of(code, match.start()), "creates a file: see program/safe_open.h")


def check_bits(root, findings):
    """What computes samples calls no function whose last bit the C library chooses."""
    for path in tree(root, ".c", ".h"):
        if path.is_relative_to(root / "src") and room_of(root, path) in SAME_BITS:
            findings.n_files += 1
            code = code_of(read(path))
            for match in INEXACT_CALLS.finditer(code):
                findings.add(path, line_of(code, match.start()),
                             f"calls {match.group(1)}(): see base/elementary.h")


def check_constants(root, findings):
    """The constants of the elementary functions are what their generator writes."""
    findings.n_files += 1
    path = root / "src/base/elementary_tables.h"
    made = subprocess.run([sys.executable, str(root / "tools/elementary_tables.py")], check=True,
                          stdout=subprocess.PIPE, text=True)
    if made.stdout != (read(path) if path.is_file() else ""):
        findings.add(path, 1, "is not what tools/elementary_tables.py writes")


def check_prints(root, findings):
    """src/ and plugin/ print texts through jw_line_print() alone."""
    for path in tree(root, ".c", ".h"):
        name = path.relative_to(root).as_posix()
        if name.startswith(("src/", "plugin/")) and name not in PRINTERS:
            findings.n_files += 1
            code = re.sub(r"//[^\n]*", blank, read(path))
            for match in PRINTS_TEXT.finditer(code):
                findings.add(path, line_of(code, match.start()), "prints a text: see files/line.h")


def check_touch(root, findings):
    """src/engine changes a string through what jw_audio_touch() gives."""
    for path in sorted((root / "src/engine").glob("*.c")):
        findings.n_files += 1
        code = code_of(read(path))
        for match in UNTOUCHED.finditer(code):
            findings.add(path, line_of(code, match.start()), f"{match.group(1)}() without a touch")


def room_of(root, path):
    """The room of a file of src/ or plugin/, None if it has none."""
    room = path.parent.relative_to(root).as_posix().removeprefix("src/")
    return room if room in LAYERS else None


def include_lines(path):
    for number, line in enumerate(read(path).splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if match:
            yield number, match.group(1) == "<", match.group(2)


def check_include(root, path, room, number, name, findings):
    # Rooms of src/ are named from src/ on, those of plugin/ from plugin/ on or from beside.
    roots = [root / "src", root / "plugin"]
    if path.is_relative_to(root / "plugin"):
        roots.append(path.parent)
    target = next((folder / name for folder in roots if (folder / name).is_file()), None)
    if target is None:
        beside = path.parent / name
        if path.is_relative_to(root / "src") and name != "params.def" and beside.is_file():
            findings.add(path, number, f"includes {name} without its folder")
        return
    target_room = room_of(root, target.resolve())
    if target_room is None:
        return
    if room is not None and LAYERS.index(target_room) > LAYERS.index(room):
        findings.add(path, number, f"{room} includes {name} of a higher room")
    if target_room not in ALONE.get(room, LAYERS):
        findings.add(path, number, f"{room} includes {name}, which it does without")
    inside = path.is_relative_to(root / "src/engine") or "tests" in path.parts
    if name.startswith("engine/") and name != ENGINE_HEADER and not inside:
        findings.add(path, number, f"{name} is internal to the engine")


def check_layers(root, findings):
    """Rooms include downward only, the engine needs C11 alone, its internals are its own."""
    root = root.resolve()
    for path in tree(root, ".c", ".h"):
        findings.n_files += 1
        path = path.resolve()
        has_room = path.is_relative_to(root / "src") or path.is_relative_to(root / "plugin")
        room = room_of(root, path) if has_room else None
        if has_room and room is None:
            findings.add(path, 1, "is in no room: see LAYERS in tools/lint.py")
            continue
        layer = OUTSIDE_LAYER if room is None else LAYERS.index(room)
        for number, is_system, name in include_lines(path):
            if not is_system:
                check_include(root, path, room, number, name, findings)
            elif layer < SYSTEM_LAYER and name not in {h + ".h" for h in ENGINE_SYSTEM_HEADERS}:
                findings.add(path, number, f"the engine is C11 alone, not <{name}>")
            elif room in PLAIN and name not in {h + ".h" for h in ENGINE_SYSTEM_HEADERS}:
                findings.add(path, number, f"{room} is C11 alone, not <{name}>")


class Function:
    """A declaration or definition at file scope."""

    def __init__(self, path, line, name, realtime, body):
        self.path = path
        self.line = line
        self.name = name
        self.realtime = realtime
        self.body = body  # (first line, text), None for a declaration


def end_of_block(code, start):
    """Position after the brace that closes the one at start."""
    depth = 0
    for position in range(start, len(code)):
        depth += {"{": 1, "}": -1}.get(code[position], 0)
        if depth == 0:
            return position + 1
    return len(code)


def functions_of(path):
    """Functions declared and defined in a file, found without a compiler."""
    code = code_of(read(path))
    position = 0
    for match in iter(lambda: re.compile(r"[;{]").search(code, position), None):
        head = code[position : match.start()]
        start = position + len(head) - len(head.lstrip())
        is_body = match.group(0) == "{"
        position = end_of_block(code, match.start()) if is_body else match.end()
        found = re.match(r"[\w\s*]*?\b(\w+)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*$", head.strip())
        if not found or "typedef" in head or "=" in head:
            continue
        body = (line_of(code, match.start()), code[match.start() : position]) if is_body else None
        yield Function(path, line_of(code, start), found.group(1),
                       re.search(r"\bJW_REALTIME\b", head) is not None, body)


def operations_of(path):
    """Names that are made: macros that choose a function by type, functions of templates."""
    text = read(path)
    in_simd = path.parent.name == "simd"
    for match in re.finditer(r"#define (v\w+)\([^()]*\)[\s\\]+_Generic\(", text):
        yield Function(path, line_of(text, match.start()), match.group(1), in_simd, None)
    for match in re.finditer(r"^static ([^;{}=]*?)\bNAME\((\w+)\)\s*\(", text, re.MULTILINE):
        for suffix in TEMPLATE_SUFFIXES:
            yield Function(path, line_of(text, match.start()), match.group(2) + suffix,
                           "JW_REALTIME" in match.group(1), None)


def check_simd(root, findings):
    """What operations choose from is real-time throughout."""
    for path in sorted((root / "src/simd").glob("*.h")):
        code = code_of(read(path))
        for match in re.finditer(r"^static (?!JW_INLINE JW_REALTIME )", code, re.MULTILINE):
            findings.add(path, line_of(code, match.start()), "not JW_INLINE JW_REALTIME")


def check_calls(function, by_name, findings):
    """A real-time function calls only what is real-time itself."""
    first_line, text = function.body
    for match in re.finditer(r"(?<![\w.>])(\w+)\s*\(", text):
        name = match.group(1)
        if name in KEYWORDS or name in REALTIME_CALLS or name.startswith(REALTIME_PREFIXES):
            continue
        if name.isupper() or re.match(r"[A-Z][A-Z0-9_]*$", name) or name[0].isdigit():
            continue
        allowed = (function.name, name) in REALTIME_EXCEPTIONS
        if not allowed and not any(f.realtime for f in by_name.get(name, [])):
            line = first_line + text.count("\n", 0, match.start())
            findings.add(function.path, line, f"{function.name} is real-time, {name} is not")


def check_realtime(root, findings):
    """JW_REALTIME stands on declaration and definition of all that run() reaches."""
    functions = []
    for path in sorted((root / "src").rglob("*.[ch]")):
        findings.n_files += 1
        functions += functions_of(path)
        functions += operations_of(path)
    by_name = {}
    for function in functions:
        by_name.setdefault(function.name, []).append(function)
    check_simd(root, findings)
    for function in functions:
        if function.realtime and function.body:
            check_calls(function, by_name, findings)
        elif not function.realtime and any(f.realtime for f in by_name[function.name]):
            findings.add(function.path, function.line,
                         f"{function.name} is JW_REALTIME elsewhere and not here")
    if not any(f.name == "jw_engine_run" and f.realtime and f.body for f in functions):
        findings.add(root / "src", 1, "no definition of jw_engine_run is JW_REALTIME")


def run_tool(root, findings, paths, command):
    """A program that prints its own findings; a line that names file and line is one."""
    findings.n_files += len(paths)
    if not paths:
        return
    done = subprocess.run(command + [str(path.relative_to(root)) for path in paths], cwd=root,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        named = [line for line in done.stdout.splitlines() if re.match(r"\S+:\d+:", line)]
        findings.lines += named or [f"{command[0]}: {done.stdout.strip()}"]


def our(program):
    """The program of the version that the sources are made for; raises Skipped with another."""
    version = VERSIONS[program]
    command = shutil.which(f"{program}-{version}") or program
    said = subprocess.run([command, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    if not re.search(rf"(?<![\d.]){re.escape(version)}(?!\d)", said):
        raise Skipped(f"the sources are made for {program} {version}; here is {said.strip()}")
    return command


def check_format(root, findings):
    """clang-format would change nothing."""
    run_tool(root, findings, tree(root, ".c", ".h"),
             [our("clang-format"), "--dry-run", "-Werror", "--style=file"])


def check_shell(root, findings):
    """shellcheck finds nothing in the shell scripts."""
    paths = tree(root, ".sh") + [path for path in [root / ".ci/run"] if path.is_file()]
    run_tool(root, findings, paths, ["shellcheck", "-x", "--format=gcc"])


PRODUCT = ("src", "plugin")

# cppcheck looks at a file once for each set of macros that its conditions or its headers' ask for. These ask
# for the compiler: in headers there are attributes and pragmas behind them, but for those of tools/bench.
# Sources that name one, and tools/bench, are looked at with and without them, all others only without, and
# so are the kernels, whose size makes that long and which have pragmas alone behind them.
KERNELS = "src/kernel/kernels_isa.c"
COMPILERS = ["__GNUC__", "__clang__", "__has_feature", "__SANITIZE_ADDRESS__", "__SANITIZE_THREAD__"]


def check_cppcheck(root, findings):
    """cppcheck finds nothing in the product beyond what lint_cppcheck.txt gives reasons for."""
    cppcheck(root, findings, lambda room: room in PRODUCT)


def check_cppcheck_tests(root, findings):
    """The same of tests and tools, which takes as long again."""
    cppcheck(root, findings, lambda room: room not in PRODUCT)


def cppcheck(root, findings, takes):
    command = [our("cppcheck"), "--quiet", "--std=c11", "--language=c", "--error-exitcode=1",
               "--template={file}:{line}: {message} [{id}]", "--template-location=",
               "--enable=warning,style,performance,portability", "--inline-suppr",
               "--suppressions-list=tools/lint_cppcheck.txt", "-Isrc"]
    both, without = [], []
    for path in tree(root, ".c"):
        if not takes(path.relative_to(root).parts[0]):
            continue
        text = path.read_text(encoding="utf-8")
        names_one = any(macro in text for macro in COMPILERS) and path != root / KERNELS
        (both if names_one or root / "tools/bench" in path.parents else without).append(path)
    run_tool(root, findings, both, command)
    run_tool(root, findings, without, command + ["-U" + macro for macro in COMPILERS])


def check_readme(root, findings):
    """The documented program is the one that is compiled and tested; the README is short."""
    findings.n_files += 2
    program = read(root / "tools/hello_string.c").split("\n\n", 1)[1]
    if f"```c\n{program}```\n" not in read(root / "doc/embedding.md"):
        findings.add(root / "doc/embedding.md", 1, "its C program is not that of tools/hello_string.c")
    n_lines = len(read(root / "README.md").splitlines())
    if n_lines > README_LINES:
        findings.add(root / "README.md", n_lines, f"has more than {README_LINES} lines: see doc/")


# A link of a document: [text](file#heading) or ![text](picture).
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]*)\)")


def without_code(text):
    """A document without its blocks of code and code in its lines."""
    return re.sub(r"^```.*?^```|^    .*?$|`[^`\n]*`", blank, text, flags=re.DOTALL | re.MULTILINE)


def anchors_of(text):
    """Names that links have for the headings of a document."""
    text = re.sub(r"^```.*?^```", blank, text, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ +(.*?) *$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(root, findings):
    """Every link between documents leads to a file, and to a heading of it."""
    for path in tree(root, ".md") + sorted(root.glob("*.md")):
        findings.n_files += 1
        text = without_code(read(path))
        for match in LINK.finditer(text):
            name, _, heading = match.group(1).partition("#")
            target = (path.parent / name).resolve() if name else path
            if re.match(r"\w+:", name):
                continue
            if not target.exists():
                findings.add(path, line_of(text, match.start()), f"{name} is not there")
            elif heading and heading not in anchors_of(read(target)):
                findings.add(path, line_of(text, match.start()), f"{match.group(1)}: no such heading")


def check_scores(root, findings):
    """The example scores are what their generator writes."""
    folder = root / "presets/scores"
    with tempfile.TemporaryDirectory() as made:
        subprocess.run([sys.executable, str(folder / "make_scores.py"), made], check=True)
        names = {path.name for path in pathlib.Path(made).iterdir()}
        for name in sorted(names | {path.name for path in folder.glob("*.mid")}):
            findings.n_files += 1
            ours, theirs = folder / name, pathlib.Path(made) / name
            both = ours.is_file() and theirs.is_file()
            if not both or ours.read_bytes() != theirs.read_bytes():
                findings.add(ours, 1, "is not what make_scores.py writes")


CHECKS = {
    "licence": check_licence,
    "names": check_names,
    "words": check_words,
    "retired": check_retired,
    "calls": check_calls_forbidden,
    "bits": check_bits,
    "constants": check_constants,
    "prints": check_prints,
    "touch": check_touch,
    "layers": check_layers,
    "realtime": check_realtime,
    "format": check_format,
    "shell": check_shell,
    "cppcheck": check_cppcheck,
    "cppcheck_tests": check_cppcheck_tests,
    "readme": check_readme,
    "links": check_links,
    "scores": check_scores,
}


def run_check(name, root):
    """The status of a test: 0, 1 or SKIPPED."""
    findings = Findings(root)
    try:
        CHECKS[name](root, findings)
    except Skipped as reason:
        print(f"{name}: skipped: {reason}")
        return SKIPPED
    for line in findings.lines:
        print(line)
    print(f"{name}: {findings.n_files} files, {len(findings.lines)} findings")
    return 0 if findings.n_files > 0 and not findings.lines else 1


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[0] not in [*CHECKS, "all"]:
        print(f"usage: lint.py {'|'.join(CHECKS)}|all [ROOT]", file=sys.stderr)
        return 2
    default_root = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(arguments[1]).resolve() if len(arguments) == 2 else default_root
    names = list(CHECKS) if arguments[0] == "all" else [arguments[0]]
    statuses = [run_check(name, root) for name in names]
    return 1 if 1 in statuses else statuses[0] if len(names) == 1 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
