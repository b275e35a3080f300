# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Renderer and plug-ins for Windows, built here by tools/cross.sh, run by wine: the plug-ins pass the list
of tests/clap/test_clap.c, their window that of test_clap_window.c with this machine's picture, engine and
renderer give the bits of this machine's, files have names in any letters, and no DLL but Windows' own is needed.

    test_windows.py SOURCE FOLDER SAME_BITS RENDER_AT CLAP_WINDOW CLAP

SAME_BITS, RENDER_AT and CLAP_WINDOW are this machine's programs, CLAP its plug-in; FOLDER is kept for the next time.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

ENVIRONMENT = {**os.environ, "WINEDEBUG": "-all"}
OF_WINDOWS = {"kernel32.dll", "msvcrt.dll", "ntdll.dll"}
OF_WINDOW = OF_WINDOWS | {"gdi32.dll", "user32.dll"}
NAME = "क्षत्रि तम्बू தௌ স্তি"  # Of an instrument: letters that are shaped
NOTES = ["--note", "C4:100:0.3", "--note", "G4:60:0.2", "--tail", "0.4", "--quiet", "--format", "wavfloat"]
RENDERS = [
    ["-i", "sitar", *NOTES],
    ["-i", "sitar", "-p", "sitar-yaman", "--quality", "2", *NOTES],
    ["-i", "tanpura", "--seconds", "1.5", "--quiet", "--format", "wav24"],
    ["-i", "tambura-south", "--seconds", "1", "--rate", "44100", "--quiet", "--format", "wav16"],
    ["-i", "sarod", *NOTES],
    ["-i", "surbahar", "--set", "jawari=60", *NOTES],
    ["-i", "rudra-veena", "--rate", "96000", *NOTES],
    ["-i", "guitar", "--block", "37", *NOTES],
    ["-i", "bass", "-p", "bass-slap", *NOTES],
    ["-i", "shamisen", "--normalize", "peak:-3", *NOTES],
    ["-i", "dilruba", "--mono", *NOTES],
    ["-i", "biwa", "--jobs", "3", *NOTES],
]


def run(*command, cwd=None, **environment):
    return subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False, cwd=cwd, env={**ENVIRONMENT, **environment})


def output(*command):
    done = run(*command)
    return done.returncode, done.stdout.decode()


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None


class Check:
    """What was tried, and what failed of it."""

    def __init__(self):
        self.failed = []

    def __call__(self, good, what):
        print("ok:" if good else "FAILED:", what)
        if not good:
            self.failed.append(what)


def libraries(binary):
    return {name.lower() for name in re.findall(r"DLL Name: (\S+)", output("x86_64-w64-mingw32-objdump", "-p", binary)[1])}


def check_bits(check, build, same_bits, render_at):
    for level in ("plain", "v3", "v4"):
        here = output(same_bits, "3", level)[1].splitlines()[-1].split()
        there = output("wine", build / "tests/clap/test_same_bits.exe", "3", level)[1].splitlines()[-1].split()
        check(here == there and len(here) == 2, f"bits of the engine at {level}: {here} here, {there} by wine")
    own, theirs = build / "own.wav", build / "theirs.wav"
    for level in ("plain", "v3"):
        for arguments in RENDERS:
            own.unlink(missing_ok=True)
            theirs.unlink(missing_ok=True)
            run(render_at, level, *arguments, own)
            run("wine", build / "tests/clap/render_at.exe", level, *arguments, theirs)
            check(digest(own) and digest(own) == digest(theirs), f"bits at {level}: {' '.join(arguments[:4])}")


def fonts():
    """Files of the window's fonts here."""
    families = ("Inter:medium", "Inter:semibold", "Lohit Devanagari", "Lohit Tamil", "Lohit Bengali", "DejaVu Sans")
    return [output("fc-match", "-f", "%{file}", family)[1] for family in families]


def with_name(folder, bundle, clap):
    """A copy of the plug-ins, whose first instrument has that name."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(bundle, folder / "jawari.lv2")
    shutil.copy(clap, folder)
    sitar = folder / "jawari.lv2/instruments/sitar.ini"
    text = sitar.read_text(encoding="utf-8")
    sitar.write_text(re.sub(r"(?m)^name = .*", f"name = {NAME}", text, count=1), encoding="utf-8")
    return folder / "jawari.clap"


def check_window(check, build, own_test, own_clap):
    """The window in wine's own Windows, whose fonts are copies of this machine's."""
    prefix = build / "wine"
    folder = prefix / "drive_c/windows/Fonts"
    environment = {"WINEPREFIX": str(prefix), "XDG_RUNTIME_DIR": str(build)}
    run("wineboot", "-i", **environment)
    for font in fonts():
        shutil.copy(font, folder)
    screen = ["xvfb-run", "-a", "-s", "-screen 0 2000x1300x24"]
    bundle = pathlib.Path(own_clap).parent.parent
    theirs = build / "plugin/jawari.lv2/clap/jawari.clap"
    pictures = [build / "own.ppm", build / "theirs.ppm"]
    for picture in pictures:
        picture.unlink(missing_ok=True)
    run(*screen, own_test, with_name(build / "own", bundle, own_clap), pictures[0], **environment)
    done = run(*screen, "wine", build / "tests/clap/test_clap_window.exe", with_name(build / "theirs", bundle, theirs),
               pictures[1], **environment)
    check(done.returncode == 0, f"the window: {done.stdout.decode().strip()}")
    check(digest(pictures[0]) and digest(pictures[0]) == digest(pictures[1]), "its picture is Linux's")


def check_files(check, build, folder):
    """The program of the archive, in a folder and with files whose names are no ASCII, by paths of Windows."""
    work = build / "सितार ß"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(folder, work)
    program = [work / "jawari-render.exe", "--quiet"]

    def render(*arguments):
        return run("wine", *program, *arguments, cwd=work)

    listed = run("wine", program[0], "--list-instruments").stdout.decode().splitlines()
    check(len(listed) > 15 and not any("unusable" in line for line in listed), "instruments are beside the program")
    note = ["--note", "C4:100:0.2", "--tail", "0.1"]
    check(render(*note, "राग\\तान é.flac").returncode == 1, "a folder that is not there is an error")
    (work / "राग").mkdir()
    check(render(*note, "राग\\तान é.flac").returncode == 0 and (work / "राग/तान é.flac").read_bytes()[:4] == b"fLaC",
          "a path with backslashes and Indian letters")
    check(render(*note, "--stems", "stems", "a.wav").returncode == 0 and len(list((work / "stems").iterdir())) > 10,
          "stems in a new folder")
    check(render(*note, "--report", "r.json", "a.ogg").returncode == 0
          and "peak" in json.dumps(json.loads((work / "r.json").read_text(encoding="utf-8"))), "a report, Ogg Vorbis")
    check(render(*note, "--input", "a.wav", "--rate", "44100", "b.wav").returncode == 0, "input at another rate")
    check(render(*note, "--normalize", "lufs:-20", "c.wav").returncode == 0, "loudness")
    check(render(*note, "nul.wav").returncode == 0 and not (work / "nul.wav").exists(), "the device NUL")
    done = render(*note, "a.wav:b.wav")
    check(done.returncode == 1 and len(done.stderr.splitlines()) == 1, "another name is refused in a line")
    (work / "m.jsonl").write_text("".join(f'{{"id": "t{i}", "note": "{key}", "held": 0.1, "seconds": 0.3}}\n'
                                          for i, key in enumerate(("C4", "D4", "E4"))), encoding="utf-8")
    shard = ["--manifest", "m.jsonl", "--output-dir", "set", "--labels", "all"]
    check(render(*shard).returncode == 0 and len(list((work / "set").glob("t*.flac"))) == 3, "a data set with labels")
    check(render(*shard, "--resume").returncode == 0 and render(*shard).returncode == 1, "resumed, not begun again")
    check(render(*shard[:2], "--output-dir", "tars", "--tar", "1").returncode == 0
          and len(list((work / "tars").glob("*.tar"))) == 1, "a data set in tar files")
    left = [str(path) for path in work.rglob("*") if path.name.startswith(".")]
    check(not left, f"nothing temporary is left {left}")
    shutil.rmtree(work)


def main():
    source, folder, same_bits, render_at, clap_window, clap = sys.argv[1:]
    build = pathlib.Path(folder)
    subprocess.run(["sh", f"{source}/tools/cross.sh", "windows", folder], check=True, stdin=subprocess.DEVNULL)
    check = Check()
    archive = zipfile.ZipFile(next(build.glob("jawari-*-windows.zip")))
    names = archive.namelist()
    unpacked = build / names[0].split("/", 1)[0]
    for name in ("jawari.clap", "jawari.lv2/jawari.dll", "jawari-render.exe", "jawari.lv2/instruments/sitar.ini",
                 "jawari.lv2/presets/sitar-yaman.ttl", "README.txt", "LICENSE", "licences/cairo-COPYING"):
        check(f"{unpacked.name}/{name}" in names, f"{name} in the archive")
    for binary, known in (("jawari.clap", OF_WINDOW), ("jawari.lv2/jawari.dll", OF_WINDOWS),
                          ("jawari.lv2/jawari_ui.dll", OF_WINDOW), ("jawari-render.exe", OF_WINDOWS)):
        needed = libraries(unpacked / binary)
        check(needed and needed <= known, f"{binary} needs {sorted(needed)}")
    for program, arguments in (("test_windows_posix", []), ("test_clap_abi", []), ("test_clap", [build / "plugin/jawari.lv2/clap/jawari.clap"])):
        status, said = output("wine", build / f"tests/clap/{program}.exe", *arguments)
        check(status == 0, f"{program}: {said.strip().splitlines()[-1]}")
    check_window(check, build, clap_window, clap)
    os.environ["JAWARI_DATA"] = ENVIRONMENT["JAWARI_DATA"] = f"{source}/presets"
    check_bits(check, build, same_bits, render_at)
    del ENVIRONMENT["JAWARI_DATA"]
    check_files(check, build, unpacked)
    return bool(check.failed)


if __name__ == "__main__":
    sys.exit(main())
