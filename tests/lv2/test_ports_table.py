# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The table of ports in doc/hosts.md is the one that is made from params.def.

    test_ports_table.py GEN_TTL DOCUMENT
"""

import pathlib
import subprocess
import sys


def main():
    table = subprocess.run([sys.argv[1], "table"], stdout=subprocess.PIPE, text=True,
                           check=True).stdout
    document = pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")
    rows = table.splitlines()
    missing = [row for row in rows if row + "\n" not in document]
    for row in missing:
        print(f"not in the document: {row}")
    same = len(rows) > 40 and f"\n\n{table}\n" in document
    print(f"{len(rows) - 2} ports, {len(missing)} lines missing; the table as it stands in it "
          f"is {'the same' if same else 'ANOTHER'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
