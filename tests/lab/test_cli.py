# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The frame of jawari-lab: options, messages, files, pictures, the bar."""

import os
import pty
import shutil
import subprocess

from lab import PROGRAM, Check, Run, Table, work_folder

check = Check()
keep, folder = work_folder()

# ---- Naming ----

listed = Run("--list")
check.equal("--list", listed.code, 0)
names = [line.split()[0] for line in listed.out.splitlines() if line[:1].strip()]
for name in ["point-mass", "sdof", "frequencies", "string"]:
    check.that(name in names, f"{name} is listed")
for name in names:
    told = Run("--help", name)
    check.that(told.code == 0 and told.out == Run(name, "--help").out and "Source:" in told.out,
               f"--help {name} names its paper")
check.that(Run("--help").code == 0 and Run("point-mass", "-h").out == Run("point-mass", "--help").out, "--help")
check.that(Run("-V").out.startswith("jawari-lab ") and Run("point-mass", "-V").out == Run("-V").out, "-V")
check.refused(Run("point-mas"), "no experiment \"point-mas\"; nearest: point-mass; see --list")
for arguments in [[], ["no-such"], ["--frobnicate"], ["--help", "no-such"], ["--list", "x"]]:
    run = Run(*arguments)
    check.that(run.code == 2 and run.out == "" and run.message, f"refused {arguments}")

# ---- Options ----

for arguments, word in [
    (["--dt"], "needs a value"),
    (["--dt", "--csv"], "needs a value"),
    (["--dt", "nan"], "not a number"),
    (["--dt", "inf"], "not a number"),
    (["--dt", "1e-3x"], "not a number"),
    (["--dt", "0x10"], "not a number"),
    (["--dt", ""], "not a number"),
    (["--dt", " 1e-3"], "not a number"),
    (["--dt", "1e999"], "not a number"),
    (["--dt", "0"], "\"0\" is not a number from 1e-09 to 1000000 s"),
    (["--dt=-1"], "not a number from"),
    (["--restitution", "1.1"], "not a number from 0 to 1"),
    (["--gravity", "1,2"], "not a number"),
    (["--dt", "1e-3", "--dt", "1e-3"], "twice"),
    (["--frobnicate", "1"], "option --frobnicate: unknown"),
    (["--dtt", "1"], "option --dtt: unknown; nearest: dt"),
    (["3"], "3: one name too many"),
    (["-x"], "option -x: unknown"),
    (["--csv"], "needs a value"),
    (["--csv", "both.svg", "--plot", "both.svg"], "the same file"),
    (["--csv", ""], "--csv: the text is empty"),
    (["--csv", "/no/such/folder/x.csv"], "/no/such/folder/x.csv"),
    (["--csv", folder], "is a directory"),
    (["--csv", "/dev/full"], "/dev/full: No space left"),
    (["--plot", folder / "x.pdf"], ".png"),
    (["--plot", ".png"], ".png"),
]:
    check.refused(Run("point-mass", *arguments), word)
check.that(Run("point-mass", "--dt=1e-4").out == Run("point-mass", "--dt", "1e-4").out, "--dt=1e-4")
check.refused(Run("sdof", "--dt", "1e-3,"), "not a number")
check.refused(Run("sdof", "--dt", "1e-3,9"), "\"9\" is not a number from 1e-07 to 1")

# ---- Obstacle files ----

for text, word in [("", "no points"), ("x,height\n", "no points"), ("0.1,0\n0.1,0\n", "line 2"),
                   ("0.1,0\n0.2,0\n0.15,0\n", "line 3"), ("0.1\n", "line 1"), ("0.1,a\n", "line 1"),
                   ("0.1,0,0\n", "line 1"), ("0.1,nan\n", "line 1"), ("x,height\na,b\n", "line 2"),
                   ("0.1,0\n,\n", "line 2"), ("0.501,0\n0.502,0\n", "grid points"),
                   ("2,0\n3,0\n", "grid points"), ("0.1,-1\n0.4,0.049\n", "infeasible")]:
    file = folder / "bad.csv"
    file.write_text(text, encoding="utf-8")
    check.refused(Run("string", "--modes", 9, "--obstacle", file), word)
check.refused(Run("string", "--obstacle", folder / "none.csv"), "none.csv")
file = folder / "good.csv"
file.write_bytes(b"x [1], height [1]\r\n 0.3 , -0.01\r\n\r\n0.7,-0.02\r\n")
check.equal("blanks, empty lines and CRLF", Run("string", "--modes", 9, "--obstacle", file).code, 0)

# ---- Files ----

path = folder / "kept.csv"
path.write_text("before", encoding="utf-8")
check.refused(Run("string", "--method", "ivanov-rk4", "--dt", 0.05, "--csv", path), "unstable")
check.equal("a failed run leaves the old file", path.read_text(encoding="utf-8"), "before")
check.equal("a good one replaces it", Run("sdof", "--dt", 1e-2, "--csv", path).code, 0)
check.that(Table(path).finite and len(Table(path).rows) == 1, "with numbers")
check.equal("mode of the file", oct(path.stat().st_mode & 0o777), oct(0o666 & ~os.umask(0)))
check.that(not list(folder.glob(".jawari-*")), "no temporary file is left")
with open("/dev/full", "w", encoding="utf-8") as full:
    code = subprocess.run([PROGRAM, "point-mass"], stdout=full, stderr=subprocess.PIPE,
                          check=False).returncode
check.equal("a full disk under stdout", code, 1)
run = Run("point-mass", "--csv", "big.csv", "--every", 1e-4, "--dt", 1e-4, cwd=folder,
          preexec_fn=lambda: __import__("resource").setrlimit(
              __import__("resource").RLIMIT_FSIZE, (4096, 4096)))
check.refused(run, "big.csv")
check.that(not (folder / "big.csv").exists(), "a full disk leaves no file")

# Keys read as they were written, all digits.
run = Run("point-mass")
check.that(all(float(f"{value:.17g}") == value for value in run.keys.values()), "keys")
check.that("impact_1 = 0.4517539514526256  # s" in run.out.splitlines()
           or "impact_1 = 0.45175395145262559  # s" in run.out.splitlines(), "name = value  # unit")

# ---- Pictures ----

if shutil.which("gnuplot"):
    for name in ["point-mass", "sdof", "frequencies", "string"]:
        more = ["--t-end", 0.4, "--snapshots", "0.1,0.4"] if name == "string" else []
        png, svg = folder / f"{name}.png", folder / f"{name}.svg"
        check.equal(f"{name}: png", Run(name, *more, "--plot", png).code, 0)
        check.equal("  signature", png.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        check.equal(f"{name}: svg", Run(name, *more, "--plot", svg).code, 0)
        text = svg.read_text(encoding="utf-8")
        check.that("<svg" in text and text.rstrip().endswith("</svg>"), "  whole")
    check.that("mean squared error e" in (folder / "sdof.svg").read_text(encoding="utf-8"),
               "axes are labelled")
    odd = folder / "a\"b $(x) `y` 'z'.png"
    check.equal("odd names never meet a shell", Run("sdof", "--dt", 1e-2, "--plot", odd).code, 0)
    check.that(odd.exists(), "and are kept")
else:
    print("gnuplot is not installed: pictures not tested")
picture = folder / "none.png"
check.refused(Run("sdof", "--dt", 1e-2, "--plot", picture, env={"PATH": "/nowhere"}), "gnuplot")
check.that(not picture.exists() and not list(folder.glob(".jawari-*")), "and nothing is left")

# ---- The bar: on a terminal, gone at the end ----


def on_terminal(*arguments):
    reader, writer = pty.openpty()
    process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE,
                               stderr=writer)
    os.close(writer)
    seen = b""
    try:
        while block := os.read(reader, 4096):
            seen += block
    except OSError:
        pass  # the other end is closed
    os.close(reader)
    out = process.communicate()[0]
    return process.returncode, out.decode(), seen.decode()


LONG = ["string", "--method", "ivanov-rk4", "--dt", "4e-5", "--t-end", "6"]
code, out, bar = on_terminal(*LONG)
check.that(code == 0 and " % [####" in bar and " left" in bar, f"a bar of {len(bar)} bytes")
check.that(bar.endswith(" \r"), "taken away at the end")
check.that("%" not in out and "impacts = " in out, "and not on stdout")
check.equal("no bar without a terminal", Run(*LONG).message, "")
check.end()
