# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The library as others have it: `meson install` into an empty folder, then programs built with what pkg-config
says, as C11 and C++17, shared and static, and run. pkg-config finds it without being told where.

    test_installed.py BUILD PREFIX SOURCES CC...
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

STRICT = ["-Wall", "-Wextra", "-Werror", "-pedantic-errors"]


def said(command, env=None):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, env=env, check=True).stdout


def install(build, folder):
    meson = os.environ.get("MESON", "meson")
    subprocess.run([meson, "install", "--no-rebuild", "--quiet", "-C", build, "--destdir", folder],
                   check=True, stdout=subprocess.DEVNULL)


def place_of_pc(folder, prefix):
    """The folder of jawari.pc, which is one where pkg-config looks."""
    found = list(pathlib.Path(folder).rglob("jawari.pc"))
    if len(found) != 1:
        sys.exit(f"FAILED: {len(found)} files jawari.pc")
    place = "/" + str(found[0].parent.relative_to(folder))
    looked = said(["pkg-config", "--variable=pc_path", "pkg-config"]).strip().split(":")
    if place not in looked and any(path.startswith(prefix + "/") for path in looked):
        sys.exit(f"FAILED: {place} is none of {', '.join(looked)}")
    return found[0].parent


def flags_of(folder, pc, *more):
    env = dict(os.environ, PKG_CONFIG_PATH=str(pc), PKG_CONFIG_SYSROOT_DIR=folder)
    flags = said(["pkg-config", *more, "--cflags", "--libs", "jawari"], env).split()
    needed = said(["pkg-config", "--print-requires", "--print-requires-private", "jawari"], env).split()
    if needed:
        sys.exit(f"FAILED: whoever builds with the library needs {', '.join(needed)}, too")
    outside = [f for f in flags if f[:2] in ("-I", "-L") and not f[2:].startswith(folder)]
    if outside:
        sys.exit(f"FAILED: flags that lead outside: {outside}")
    return flags


def main():
    build, prefix, sources, *compiler = sys.argv[1:]
    sources = pathlib.Path(sources)
    cxx = shutil.which("c++")
    with tempfile.TemporaryDirectory(prefix="jawari-library-") as folder:
        install(build, folder)
        pc = place_of_pc(folder, prefix)
        shared = flags_of(folder, pc)
        library = next(f[2:] for f in shared if f.startswith("-L"))
        static = [f if f != "-ljawari" else f"{library}/libjawari.a" for f in flags_of(folder, pc, "--static")]
        env = dict(os.environ, LD_LIBRARY_PATH=library,
                   JAWARI_DATA=next(str(path.parent) for path in pathlib.Path(folder).rglob("sitar.ini")
                                    if path.parent.name == "jawari"))
        kinds = {"c11": [*compiler, "-std=c11"]}
        if cxx:
            kinds["c++17"] = [cxx, "-std=c++17", "-x", "c++"]
        for kind, command in kinds.items():
            for link, flags in (("shared", shared), ("static", static)):
                # Away from the sources, with the installed headers alone.
                text = pathlib.Path(folder) / "test_library.c"
                text.write_bytes((sources / "tests/library/test_library.c").read_bytes())
                exe = pathlib.Path(folder) / f"{kind}-{link}"
                none = ["-x", "none"] if kind == "c++17" else []
                subprocess.run([*command, *STRICT, str(text), *none, *flags, "-lm", "-o", str(exe)], check=True, cwd=folder)
                print(f"{kind}, {link}: ", end="", flush=True)
                subprocess.run([str(exe)], check=True, env=env)
        for name, check in (("hello_string", "tests/lint/hello.py"), ("hello_sitar", None)):
            text = pathlib.Path(folder) / f"{name}.c"
            text.write_bytes((sources / f"tools/{name}.c").read_bytes())
            exe = pathlib.Path(folder) / name
            subprocess.run([*kinds["c11"], *STRICT, str(text), *shared, "-lm", "-pthread", "-o", str(exe)], check=True, cwd=folder)
            if check:
                subprocess.run([sys.executable, str(sources / check), str(exe)], check=True, env=env)
            else:
                sound = subprocess.run([str(exe)], check=True, env=env, stdout=subprocess.PIPE).stdout
                assert len(sound) == 8 * 562 * 256, len(sound)
                assert any(sound), "silence"
                print(f"{name}: {len(sound)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
