# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The ports in doc/hosts.md, a table and the list below it, are those that are made from params.def.

    test_ports_table.py GEN_TTL DOCUMENT [--write]

--write puts them into the document, in the place of the table and the list that begin at its head.
"""

import pathlib
import re
import subprocess
import sys

HEAD = "|port|symbol|"


def replaced(document, ports):
    """The document with these ports; ValueError if it has not one table with that head."""
    pattern = re.compile(rf"^{re.escape(HEAD)}.*\n(?:\|.*\n)*\n?(?:- .*\n)*", re.MULTILINE)
    document, n = pattern.subn(lambda match: ports, document)
    if n != 1:
        raise ValueError(f"{n} tables begin with {HEAD}")
    return document


def main():
    ports = subprocess.run([sys.argv[1], "table"], stdout=subprocess.PIPE, text=True,
                           check=True).stdout
    path = pathlib.Path(sys.argv[2])
    document = path.read_text(encoding="utf-8")
    made = replaced(document, ports)
    if sys.argv[3:] == ["--write"]:
        path.write_text(made, encoding="utf-8")
        return 0
    lines = [line for line in ports.splitlines() if line]
    missing = [line for line in lines if line + "\n" not in document]
    for line in missing:
        print(f"not in the document: {line}")
    same = len(lines) > 50 and made == document
    print(f"{len(lines)} lines about ports, {len(missing)} missing; as they stand in the document they are "
          f"{'the same' if same else 'OTHERS: run this again with --write'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
