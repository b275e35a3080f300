# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The library as it is installed: `meson install` into an empty folder, then the program of
doc/embedding.md built with what pkg-config says, and run. pkg-config finds it without being told where.

    test_library.py BUILD PREFIX PROGRAM.c HELLO.py CC...
"""

import os
import pathlib
import subprocess
import sys
import tempfile


def said(command, env=None):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, env=env, check=True).stdout


def main():
    build, prefix, program, hello, *compiler = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="jawari-library-") as folder:
        meson = os.environ.get("MESON", "meson")
        subprocess.run([meson, "install", "--no-rebuild", "--quiet", "-C", build, "--destdir", folder],
                       check=True, stdout=subprocess.DEVNULL)
        found = list(pathlib.Path(folder).rglob("jawari.pc"))
        if len(found) != 1:
            print(f"FAILED: {len(found)} files jawari.pc")
            return 1
        # Installed without a destdir it is where pkg-config looks, if that looks below the prefix at all.
        place = "/" + str(found[0].parent.relative_to(folder))
        looked = said(["pkg-config", "--variable=pc_path", "pkg-config"]).strip().split(":")
        if place not in looked and any(path.startswith(prefix + "/") for path in looked):
            print(f"FAILED: {place} is none of {', '.join(looked)}")
            return 1
        env = dict(os.environ, PKG_CONFIG_PATH=str(found[0].parent), PKG_CONFIG_SYSROOT_DIR=folder)
        flags = said(["pkg-config", "--cflags", "--libs", "jawari"], env).split()
        outside = [f for f in flags if f[:2] in ("-I", "-L") and not f[2:].startswith(folder)]
        if outside:
            print(f"FAILED: flags that lead outside: {outside}")
            return 1
        # Away from the sources, with the installed headers alone.
        exe = pathlib.Path(folder) / "hello"
        text = pathlib.Path(folder) / "hello.c"
        text.write_bytes(pathlib.Path(program).read_bytes())
        subprocess.run([*compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", str(text), *flags,
                        "-o", str(exe)], check=True, cwd=folder)
        version = said(["pkg-config", "--modversion", "jawari"], env).strip()
        print(f"jawari {version}: {' '.join(flags)}".replace(folder, ""))
        return subprocess.run([sys.executable, hello, str(exe)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
