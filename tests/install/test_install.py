# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""`meson install` into an empty folder: all that belongs to the programs is there, and nothing of
it lies outside the prefix.

    test_install.py BUILD PREFIX live|no-live man|no-man fit|no-fit
"""

import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAMS = ["jawari-bench", "jawari-lab", "jawari-render"]
LIVE = ["bin/jawari", "share/applications/jawari.desktop", "share/man/man1/jawari.1",
        "share/metainfo/org.jawari.jawari.metainfo.xml", "share/bash-completion/completions/jawari"]
MAN = [f"share/man/man1/{name}.1" for name in PROGRAMS] + [
    "share/man/man7/jawari-midi.7", "share/man/man7/jawari-params.7"]
FIT = ["bin/jawari-fit", "share/man/man1/jawari-fit.1", "share/bash-completion/completions/jawari-fit"]
ALL = ([f"bin/{name}" for name in PROGRAMS]
       + [f"share/bash-completion/completions/{name}" for name in PROGRAMS]
       + ["share/icons/hicolor/scalable/apps/jawari.svg", "share/jawari/sitar.ini",
          "share/jawari/sitar-khula.ttl"])


def main():
    build, prefix, live, man, fit = sys.argv[1:]
    wanted = ALL + (LIVE if live == "live" else []) + (MAN if man == "man" else [])
    wanted += FIT if fit == "fit" else []
    wanted = [name for name in wanted if man == "man" or "/man/" not in name]
    failed = []
    with tempfile.TemporaryDirectory(prefix="jawari-install-") as folder:
        meson = os.environ.get("MESON", "meson")
        subprocess.run([meson, "install", "--no-rebuild", "--quiet", "-C", build, "--destdir", folder],
                       check=True, stdout=subprocess.DEVNULL)
        top = pathlib.Path(folder) / prefix.lstrip("/")
        failed += [f"not installed: {name}" for name in wanted if not (top / name).is_file()]
        failed += [f"empty: {name}" for name in wanted
                   if (top / name).is_file() and not (top / name).stat().st_size]
        outside = [path for path in pathlib.Path(folder).rglob("*")
                   if path.is_file() and top not in path.parents]
        failed += [f"outside the prefix: {path}" for path in outside]
        # What is installed runs with what is installed.
        env = dict(os.environ, JAWARI_DATA=str(top / "share/jawari"))
        for name in ("jawari", "jawari-render"):
            if f"bin/{name}" in wanted:
                done = subprocess.run([top / "bin" / name, "--list-presets"], capture_output=True,
                                      text=True, env=env, check=False)
                if done.returncode or "sitar-khula" not in done.stdout:
                    failed.append(f"{name} does not run: {done.stderr}")
        n_files = sum(path.is_file() for path in top.rglob("*"))
    print(f"{n_files} files installed, {len(wanted)} looked for")
    for line in failed:
        print(f"FAILED: {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
