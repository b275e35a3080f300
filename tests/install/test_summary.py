# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Meson's summary names what is left out and why, and a folder looks again for what was missing.

    test_summary.py SOURCE live|no-live lv2|no-lv2 fit|no-fit

What this machine lacks anyway is not hidden, and not looked for.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Pretends that packages are missing: those that the file beside it names.
PKG_CONFIG = """#!/bin/sh
for word; do
    grep -qxe "$word" "${0%/*}/hidden" && exit 1
done
exec {0} "$@"
"""


class Folders:
    """Build folders, and what finds packages for them."""

    def __init__(self, top, source):
        self.top, self.source = top, source
        (top / "pkg-config").write_text(PKG_CONFIG.replace("{0}", shutil.which("pkg-config")),
                                        encoding="utf-8")
        (top / "pkg-config").chmod(0o755)
        self.env = dict(os.environ, PATH=f"{top}:{os.environ['PATH']}")

    def hide(self, *packages):
        (self.top / "hidden").write_text("".join(name + "\n" for name in packages), encoding="utf-8")

    def set_up(self, name, *options):
        """The summary of a build folder, by keys."""
        meson = os.environ.get("MESON", "meson")
        done = subprocess.run([meson, "setup", *options, str(self.top / name), self.source],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                              stdin=subprocess.DEVNULL, env=self.env)
        if done.returncode:
            sys.exit(f"meson setup {' '.join(options)} failed:\n{done.stdout}")
        said = done.stdout[done.stdout.rindex("Build targets in project"):].split("User defined")[0]
        return {key.strip(): value.strip() for key, value in re.findall(r"^ {4}(.*?): +(.*)$", said, re.M)}


def main():
    source, live, lv2, fit = sys.argv[1:]
    player, plugin = "jawari (player)", "jawari.lv2 (plug-in)"
    wrong = []

    def expect(said, **wanted):
        for key, value in wanted.items():
            key = {"player": player, "plugin": plugin, "fit": "jawari-fit"}.get(key, key)
            have = ((live == "live" or key != player) and (lv2 == "lv2" or key != plugin)
                    and (fit == "fit" or key != "jawari-fit"))
            if have and said.get(key) != value:
                wrong.append(f"{key}: {said.get(key)!r}, not {value!r}")

    with tempfile.TemporaryDirectory(prefix="jawari-summary-") as top:
        folders = Folders(pathlib.Path(top), source)
        folders.hide("jack", "ncursesw", "lv2", "nlopt")
        expect(folders.set_up("build", "-Dtests=false"),
               player="no, for want of jack >= 1.9.10 (Debian: libjack-jackd2-dev), "
                      "ncursesw (Debian: libncurses-dev)",
               plugin="no, for want of lv2 >= 1.18.0 (Debian: lv2-dev)",
               fit="no, for want of nlopt >= 2.4 (Debian: libnlopt-dev)",
               tests="no: -Dtests=false")
        folders.hide("")
        expect(folders.set_up("build", "--reconfigure"), player="yes", plugin="yes", fit="yes")
        expect(folders.set_up("build", "--reconfigure", "-Dlive=disabled", "-Dlv2=disabled", "-Dfit=disabled"),
               player="no: -Dlive=disabled", plugin="no: -Dlv2=disabled", fit="no: -Dfit=disabled")
        expect(folders.set_up("tested", "-Dlint=disabled", "-Dlive=disabled"),
               player="no: -Dlive=disabled", tests="yes, but not what takes:")
    for line in wrong:
        print(f"FAILED: {line}")
    print(f"{len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
