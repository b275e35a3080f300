# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""How much the tests notice: small faults, put into the sources one at a time.

    python3 tools/mutate.py FOLDER [N [SEED [FILE...]]]

Copies the sources into FOLDER, builds them, then makes N mutants (60) of the files of TESTS (or of
those named), chosen by SEED (1), the same number of each file. A mutant is built and the tests of
its file are run, the quick ones first; the first that fails, or takes far longer than without it,
kills the mutant. Those whose object file is that of the original are no mutants; those that no
compiler takes neither. Survivors are printed with their lines, to be judged: an equivalent program,
a figure that no test needs, or a hole in the tests.

Exits 1 if fewer than 80 % are killed.
"""

import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEAST_KILLED = 0.8

# Programs in the build folder and their arguments, quick ones first.
ENERGY = [["tests/test_passivity", "60"], ["tests/test_partials"], ["tests/test_tanpura"],
          ["tests/test_ledger"], ["tests/test_jawari", "SOURCE/tests/ref/jawari_bands.txt"],
          ["tests/test_memory", "PRESETS"]]
CONTACT = [["tests/test_fold"], ["tests/test_lanes"], *ENERGY,
           ["tests/test_coupling", "PRESETS/sitar.ini"], ["tests/trust/test_same_bits", "2"]]
INSTRUMENT = [["tests/test_instrument_file", "PRESETS/bench.ini", "PRESETS/sitar.ini",
               "PRESETS/tanpura-point.ini", "PRESETS/tanpura.ini"], ["tests/test_map_file"],
              ["tests/fuzz/fuzz_instrument", "20", "SOURCE/tests/fuzz/corpus/instrument.tar"],
              ["tests/test_memory", "PRESETS"]]
TESTS = {
    "src/kernel/contact.c": CONTACT,
    "src/kernel/contact_group.c": CONTACT,
    "src/kernel/contact.inc.h": CONTACT,
    "src/string/string_state.c": [["tests/test_pluck"], *CONTACT],
    "src/string/modes.c": [["tests/test_modes"]] + ENERGY,
    "src/base/exchange.c": [["tests/test_exchange"]],
    "src/base/latest.c": [["tests/test_latest"]],
    "src/base/ring.c": [["tests/test_ring"], ["tests/test_memory", "PRESETS"]],
    "src/playing/midi.c": [["tests/test_midi"], ["tests/test_allocator"], ["tests/test_chase"]],
    "src/app/score/smf.c": [["tests/test_smf"],
                      ["tests/fuzz/fuzz_smf", "20", "SOURCE/tests/fuzz/corpus/smf.tar"]],
    "src/files/scala_file.c": [["tests/test_scala"],
                               ["tests/fuzz/fuzz_scala", "20", "SOURCE/tests/fuzz/corpus/scala.tar"]],
    "src/files/preset_file.c": [["tests/test_preset_file", "PRESETS/sitar-gol.ttl"],
                                ["tests/fuzz/fuzz_preset", "20",
                                 "SOURCE/tests/fuzz/corpus/preset.tar"]],
    "src/files/ini_text.c": [["tests/test_ini_text"]] + INSTRUMENT,
    "src/files/number.c": [["tests/test_number"]] + INSTRUMENT,
    "src/files/instrument_file.c": INSTRUMENT,
    "src/files/string_section.c": INSTRUMENT,
    "src/files/map_section.c": INSTRUMENT,
}

INCLUDED_BY = {"src/kernel/contact.inc.h": "kernels_isa.c"}

# What is looked for, and what takes its place.
OPERATORS = [
    (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" / ", " * "),
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" < ", " > "), (r" > ", " < "), (r" == ", " != "), (r" != ", " == "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+= ", " -= "), (r" -= ", " += "),
    (r"\+\+", "--"), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"(?<=[ (\[=])0(?=[;,)\] ])", "1"), (r"(?<=[ (\[=])1(?=[;,)\] ])", "2"),
    (r"(?<=[ (])0\.5\b", "0.6"), (r"(?<=[ (])2\.0\b", "2.5"), (r"(?<=[ (])1\.0\b", "1.5"),
    (r"\(!", "("), (r"\?", "? !"),
]
STATEMENT = re.compile(r"^(\s+)(?!return|break|continue|const |static |double |int |float |size_t "
                       r"|uint|bool |char |Jw\w+ |case |goto )[\w*(].*;$")


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def code_of(text):
    """The text with comments, strings and preprocessor lines blanked, at the same places."""
    text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', blank, text,
                  flags=re.DOTALL)
    return re.sub(r"^[ \t]*#[^\n]*", blank, text, flags=re.MULTILINE)


def mutants_of(text):
    """(position, length, replacement) of every mutant."""
    code = code_of(text)
    found = []
    for pattern, new in OPERATORS:
        found += [(m.start(), len(m.group(0)), new) for m in re.finditer(pattern, code)]
    position = 0
    for line in code.splitlines(keepends=True):
        match = STATEMENT.match(line.rstrip("\n"))
        if match and line.count("(") == line.count(")"):
            start = position + len(match.group(1))
            found.append((start, len(line.rstrip()) - len(match.group(1)), ";"))
        position += len(line)
    return sorted(found)


class House:
    """A copy of the sources and its build."""

    def __init__(self, folder):
        self.source = folder / "source"
        self.build = folder / "build"
        if self.source.exists():
            shutil.rmtree(self.source)
        shutil.copytree(ROOT, self.source, symlinks=True,
                        ignore=shutil.ignore_patterns(".git", "build*", "out", "__pycache__"))
        # One version of the inner loops, for this machine: they take long to compile.
        recipe = self.source / "src/meson.build"
        recipe.write_text(recipe.read_text(encoding="utf-8").replace(
            "if host_machine.cpu_family() == 'x86_64' and ", "if false and "), encoding="utf-8")
        for file in TESTS:  # A run that was stopped may have left a mutant's object
            (self.source / file).touch()
        if not (self.build / "build.ninja").exists():
            subprocess.run(["meson", "setup", self.build, self.source, "--buildtype=release",
                            "-Dlint=disabled", "-Dlive=disabled",
                            "-Dc_args=-march=native -DJW_ONE_VERSION"], check=True,
                           stdout=subprocess.DEVNULL)

    def make(self, programs):
        return subprocess.run(["ninja", "-C", self.build, *sorted(programs)], check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT).returncode == 0

    def object_of(self, file):
        """Bytes of its object files."""
        name = INCLUDED_BY.get(file, pathlib.Path(file).name)
        objects = sorted(p for p in self.build.glob("src/**/*.o")
                         if p.name == name + ".o" or p.name.endswith("_" + name + ".o"))
        return b"".join(p.read_bytes() for p in objects)

    def command(self, test):
        words = [w.replace("SOURCE", str(self.source))
                 .replace("PRESETS", str(self.source / "presets")) for w in test]
        return [str(self.build / words[0]), *words[1:]]

    def passes(self, test, cpu_s):
        """False as well if it takes more of the processor's time than that."""
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s))

        try:
            result = subprocess.run(self.command(test), check=False, timeout=1800,
                                    preexec_fn=limit,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL,
                                    env={"JAWARI_DATA": str(self.source / "presets"),
                                         "MALLOC_PERTURB_": "165",  # As Meson does
                                         "PATH": "/usr/bin:/bin"})
        except subprocess.TimeoutExpired:
            return False
        return result.returncode == 0


def time_tests(house, files):
    """Processor's time [s] that each test may take; all must pass."""
    limits = {}
    for file in files:
        for test in TESTS[file]:
            key = tuple(test)
            if key in limits:
                continue
            start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            if not house.passes(test, 600):
                sys.exit(f"{' '.join(test)}: fails without any mutant")
            took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start
            limits[key] = 3 + int(5.0 * took)
    return limits


def judge(house, file, limits, original, mutant):
    """What became of a mutant: `killed by ...`, `same`, `no program` or `survived`."""
    path = house.source / file
    text = path.read_text(encoding="utf-8")
    start, length, new = mutant
    path.write_text(text[:start] + new + text[start + length:], encoding="utf-8")
    try:
        if not house.make({test[0] for test in TESTS[file]}):
            return "no program"
        if house.object_of(file) == original:
            return "same"
        for test in TESTS[file]:
            if not house.passes(test, limits[tuple(test)]):
                return f"killed by {pathlib.Path(test[0]).name}"
        return "survived"
    finally:
        path.write_text(text, encoding="utf-8")


def show(file, text, mutant):
    start, length, new = mutant
    line = text.count("\n", 0, start) + 1
    begin = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    was = text[begin:end].strip()
    now = (text[begin:start] + new + text[start + length:end]).strip()
    return f"{file}:{line}: {was}   ->   {now}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    n_wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    files = sys.argv[4:] or list(TESTS)
    folder.mkdir(parents=True, exist_ok=True)
    house = House(folder)
    if not house.make({test[0] for file in files for test in TESTS[file]}):
        sys.exit("the build failed")
    limits = time_tests(house, files)
    n_each = -(-n_wanted // len(files))
    n_killed = n_survived = 0
    for file in files:
        text = (house.source / file).read_text(encoding="utf-8")
        original = house.object_of(file)
        mutants = mutants_of(text)
        dice.shuffle(mutants)
        n_judged = killed = 0
        for mutant in mutants:
            if n_judged == n_each:
                break
            verdict = judge(house, file, limits, original, mutant)
            if verdict.startswith("killed"):
                killed += 1
            elif verdict == "survived":
                print("survived", show(file, text, mutant), flush=True)
            else:
                continue
            n_judged += 1
        n_killed += killed
        n_survived += n_judged - killed
        print(f"{file}: {killed} of {n_judged} killed, {len(mutants)} possible", flush=True)
    n = n_killed + n_survived
    print(f"{n_killed} of {n} killed: {100.0 * n_killed / max(n, 1):.0f} %")
    sys.exit(n == 0 or n_killed < LEAST_KILLED * n)


main()
