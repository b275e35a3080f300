# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Programs for 64-bit ARM, built here by tools/cross.sh and run by qemu, give the bits of those for
this machine.

    test_cross.py SOURCE FOLDER BUILD

BUILD is this machine's, FOLDER is kept for the next time. x86-64 fuses multiplication and addition
from its level v3 (AVX2) on, as 64-bit ARM does; where this machine is older, its own programs run by
qemu too.
"""

import os
import pathlib
import struct
import subprocess
import sys

EM_AARCH64 = 183
PHRASE = ["--quiet", "--instrument", "sitar", "--quality", "1", "--note", "C#4:100:0.5", "--tail", "0.5"]


class Machine:
    """A build folder, and what runs its programs."""

    def __init__(self, build, *wrapper):
        self.build, self.wrapper = pathlib.Path(build), wrapper

    def run(self, program, *arguments):
        return subprocess.run([*self.wrapper, self.build / program, *arguments], check=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout

    def passes(self, program, *arguments):
        """True if a test's checks all pass; what failed is printed."""
        done = subprocess.run([*self.wrapper, self.build / program, *arguments], check=False, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, text=True)
        print("\n".join(line for line in done.stdout.splitlines() if "FAILED" in line), end="")
        return done.returncode == 0

    def clap_passes(self):
        """The CLAP plug-ins in a host for that machine; they sound as the LV2 ones there."""
        bundle = self.build / "plugin/jawari.lv2"
        library = bundle / "clap/jawari.clap"
        return all([self.passes("tests/test_clap_abi"), self.passes("tests/test_clap", library),
                    self.passes("tests/test_clap_notes", library), self.passes("tests/test_clap_lv2", library, bundle)])

    def render(self, out):
        self.run("src/app/jawari-render", *PHRASE, out)
        return pathlib.Path(out).read_bytes()

    def scores(self, level, out):
        """Sounds of four scores, the third of which is computed in 64 bits."""
        self.run("tests/trust/test_same_bits", "1", level, out)
        return pathlib.Path(out).read_bytes()

    def hashes(self, level, presets):
        """Of the elementary functions, and of two instruments from their files in 32 and 64 bits."""
        return self.run("tests/trust/test_file_bits", level, f"{presets}/bench.ini", f"{presets}/tanpura-point.ini")

    def bundle(self):
        folder = self.build / "plugin/jawari.lv2"
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")
                if path.suffix in (".ttl", ".ini")}

    def pages(self):
        return {path.name: path.read_bytes() for path in (self.build / "doc/man").glob("*.[17]")}


def here(build):
    flags = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    fuses = " avx2 " in flags and " fma " in flags
    return Machine(build, *([] if fuses else ["qemu-x86_64", "-cpu", "max"]))


def summary_without_wrapper(source, folder):
    """What meson says is built where programs of that machine do not run."""
    cross = pathlib.Path(folder) / "aarch64.ini"
    alone = pathlib.Path(folder) / "cannot-run.ini"
    alone.write_text("".join(line for line in cross.read_text(encoding="utf-8").splitlines(True)
                             if not line.startswith("exe_wrapper")), encoding="utf-8")
    build = pathlib.Path(folder) / "cannot-run"
    again = ["--wipe"] if build.exists() else []
    done = subprocess.run(["meson", "setup", *again, build, source, "--cross-file", alone, "-Dtests=false",
                           "-Dlive=disabled"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode == 0:
        done = subprocess.run(["ninja", "-C", build], stdin=subprocess.DEVNULL, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode == 0:
            return (build / "meson-logs/meson-log.txt").read_text(encoding="utf-8")
    return done.stdout[-2000:]


def main():
    source, folder, build = sys.argv[1:]
    os.environ["JAWARI_DATA"] = f"{source}/presets"
    done = subprocess.run(["sh", f"{source}/tools/cross.sh", folder, "-Dtests=true", "-Dlint=disabled"],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode:
        print(done.stdout[-3000:])
        return 1
    arm, ours = Machine(folder, "qemu-aarch64", "-L", f"{folder}/root"), here(build)
    machine = struct.unpack_from("<H", (arm.build / "src/app/jawari").read_bytes(), 18)[0]
    said = summary_without_wrapper(source, folder)
    theirs, own = arm.scores("plain", f"{folder}/arm.f32"), ours.scores("v3", f"{folder}/ours.f32")
    checks = {
        "programs and plug-in are for that machine": machine == EM_AARCH64 and machine == struct.unpack_from(
            "<H", (arm.build / "plugin/jawari.lv2/jawari.so").read_bytes(), 18)[0],
        "the documented program has the same bits": arm.run("tools/hello_string") == ours.run("tools/hello_string"),
        "a note of the sitar has the same bits":
            arm.render(f"{folder}/arm.wav") == ours.render(f"{folder}/ours.wav"),
        "so have four scores, in 32 and 64 bits": theirs == own,
        "so have elementary functions, and instruments in 32 and 64 bits":
            arm.hashes("plain", f"{source}/presets") == ours.hashes("v3", f"{source}/presets"),
        "the plug-in's descriptions are the same": len(arm.bundle()) > 40 and arm.bundle() == ours.bundle(),
        "the CLAP plug-ins pass their tests": arm.clap_passes(),
        "the manual pages are the same": len(arm.pages()) > 4 and arm.pages() == ours.pages(),
        "without an emulator plug-in and pages are left out, and it is said":
            all(f"{what} : no: programs of that machine do not run here" in " ".join(said.split())
                for what in ("jawari.lv2 (plug-in)", "manual pages")),
    }
    for name, good in checks.items():
        print(f"{'ok' if good else 'FAIL'}: {name}")
    return 0 if all(checks.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
