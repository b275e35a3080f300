# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Instructions of every block, counted by callgrind: no block is dear, and none grows dearer.

    test_blocks.py BLOCKS VALGRIND COMPILER [--counts FILE [--write]] LINE...

LINE is CASE:PLAY:BLOCKS:FRAMES:MOST. The dearest of the blocks must stay below MOST times their
mean. With --counts the mean is compared with the one recorded, too: 2 % more fails. Counts hold
for the compiler they were recorded with; with another this part is left out. --write records.

Callgrind 3.19 knows no AVX-512: the counts are those of x86-64-v3.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

SLACK = 0.02


def count(blocks, valgrind, case, play, n, frames):
    """Instructions of n blocks, or of tables built n times."""
    function = "jw_tables_new" if case.startswith("tables") else "jw_engine_run"
    # meson has malloc fill what it gives, which are instructions too.
    own = {name: value for name, value in os.environ.items() if name != "MALLOC_PERTURB_"}
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "counts"
        subprocess.run([valgrind, "-q", "--tool=callgrind", "--instr-atstart=no",
                        f"--toggle-collect={function}", f"--callgrind-out-file={out}",
                        blocks, case, play, str(n), str(frames)], check=True, env=own)
        found = []
        for i in range(1, n + 1):
            text = (out.parent / f"counts.{i}").read_text(encoding="utf-8")
            found.append(int(re.search(r"^totals: (\d+)$", text, re.MULTILINE).group(1)))
    return found


def read_counts(path):
    """{"": compiler, "case play frames": instructions}"""
    table = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("compiler "):
            table[""] = line[len("compiler "):]
        elif line and not line.startswith("#"):
            name, value = line.rsplit(" ", 1)
            table[name] = int(value)
    return table


def write_counts(path, compiler, means):
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    head = [line for line in text.splitlines() if line.startswith("#")]
    body = [f"compiler {compiler}"] + [f"{name} {value}" for name, value in means.items()]
    path.write_text("\n".join(head + body) + "\n", encoding="utf-8")


def check_spread(name, found, most):
    mean = sum(found) / len(found)
    if mean == 0:
        print(f"FAILED: {name}: nothing was counted")
        return False
    dearest = max(found)
    ok = dearest <= most * mean
    print(f"{'' if ok else 'FAILED: '}{name}: {mean:.0f} instructions a block; the dearest "
          f"{dearest / mean:.3f} times the mean (at most {most}), the cheapest "
          f"{min(found) / mean:.3f}")
    return ok


def check_count(name, mean, recorded):
    if name not in recorded:
        print(f"{name}: no count recorded: not compared; --write records it")
        return True
    change = mean / recorded[name] - 1.0
    ok = change <= SLACK
    print(f"{'' if ok else 'FAILED: '}{name}: {100 * change:+.2f} % since it was recorded "
          f"(at most +{100 * SLACK:g} %)")
    if change < -SLACK:
        print("    cheaper: record it with --write, so that it stays so")
    return ok


def main(arguments):
    blocks, valgrind, compiler, *rest = arguments
    path, write = None, False
    if rest[0] == "--counts":
        path = pathlib.Path(rest[1])
        rest = rest[2:]
        write = rest[0] == "--write"
        rest = rest[1:] if write else rest
    recorded = read_counts(path) if path and not write else {}
    if path and not write and recorded.get("") != compiler:
        print(f"counts were recorded with {recorded.get('')}, this is {compiler}: not compared")
        recorded = {}
    ok = len(rest) > 0
    means = {}
    for line in rest:
        case, play, n, frames, most = line.split(":")
        name = f"{case} {play} {frames}"
        found = count(blocks, valgrind, case, play, int(n), int(frames))
        means[name] = round(sum(found) / len(found))
        ok &= check_spread(name, found, float(most))
        if recorded:
            ok &= check_count(name, means[name], recorded)
    if write:
        write_counts(path, compiler, means)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
