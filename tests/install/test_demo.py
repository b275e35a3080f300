# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""tools/demo.sh in an untouched copy of the sources builds everything; then the documents'
commands for the renderer, the C program and the laboratory work as they are pasted.

    test_demo.py SOURCE
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BUILT = ["out/demo.wav", "out/demo.png", "build/src/app/jawari-render", "build/src/app/jawari",
         "build/plugin/jawari.lv2/manifest.ttl", "build/plugin/jawari.lv2/jawari.so",
         "build/tools/lab/jawari-lab", "build/tools/bench/jawari-bench", "build/doc/man/jawari.1"]
PASTED = ("build/src/app/jawari-render ", "build/tools/lab/jawari-lab ", "cc -Isrc ",
          "./hello_string ")
DOCUMENTS = ["README.md", "doc/playing.md", "doc/embedding.md", "doc/laboratory.md"]


def run(command, folder, seconds):
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=seconds, check=False)


def commands_of(document):
    """Its indented commands, in order; a backslash continues a line."""
    text = document.replace("\\\n", " ")
    return [line.strip() for line in re.findall(r"^    (\S.*)$", text, re.M)]


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    wrong = []
    with tempfile.TemporaryDirectory(prefix="jawari-demo-") as top:
        copy = pathlib.Path(top) / "jawari"
        shutil.copytree(source, copy, symlinks=True,
                        ignore=lambda folder, names: [name for name in names if name == ".git" or (
                            pathlib.Path(folder) == source and re.match(r"(build.*|out)$", name))])
        done = run(["sh", "tools/demo.sh"], copy, 3000)
        if done.returncode:
            sys.exit(f"tools/demo.sh ended with {done.returncode}:\n{done.stdout[-3000:]}")
        wrong += [f"not there after the demo: {name}" for name in BUILT if not (copy / name).is_file()]
        wrong += [f"the demo does not name {name}" for name in ("build/src/app/jawari", "build/plugin/jawari.lv2")
                  if not re.search(rf" {re.escape(name)}$", done.stdout, re.M)]
        pasted = [line for name in DOCUMENTS
                  for line in commands_of((copy / name).read_text(encoding="utf-8"))
                  if line.startswith(PASTED)]
        for command in pasted:
            done = run(["sh", "-c", command], copy, 600)
            if done.returncode:
                wrong.append(f"{command}\n{done.stdout[-500:]}")
    for line in wrong:
        print(f"FAILED: {line}")
    print(f"{len(BUILT)} files, {len(pasted)} commands, {len(wrong)} wrong")
    return 1 if wrong or len(pasted) < 6 else 0


if __name__ == "__main__":
    sys.exit(main())
