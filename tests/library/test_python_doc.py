# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Runs the Python blocks of a document, one after another in one program, in an empty folder.

    test_python_doc.py DOCUMENT.md
"""

import os
import re
import sys
import tempfile

try:
    import numpy  # noqa: F401  (the package needs it)
except ModuleNotFoundError:
    print("skipped: numpy is not installed for", sys.executable)
    sys.exit(77)


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    names = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number, block in enumerate(blocks, 1):
            try:
                exec(compile(block, f"block {number}", "exec"), names)
            except ModuleNotFoundError as error:
                if error.name not in ("matplotlib", "soundfile"):
                    raise
                print(f"block {number}: not run: no {error.name} here")
            else:
                print(f"block {number}: ran")
        os.chdir("/")
    return 0 if len(blocks) > 3 else 1


if __name__ == "__main__":
    sys.exit(main())
