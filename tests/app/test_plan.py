# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Manifests that tools/dataset/make_manifest.py writes: designs as they are called, the same lines
from the same plan, and every line of the example one that jawari-render takes. And a shard each by
GNU parallel, where it is installed.

    test_plan.py TOOLS_DIR PROGRAM
"""

import json
import math
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks  # noqa: E402

TOOLS, PROGRAM = pathlib.Path(sys.argv[1]), os.path.abspath(sys.argv[2])
check = checks.check


def write(work, plan):
    path = work / "plan.json"
    path.write_text(json.dumps(plan))
    return path


def make(path, status=0):
    done = subprocess.run([sys.executable, TOOLS / "make_manifest.py", path], capture_output=True, text=True, check=False)
    check(done.returncode == status, f"{path}: status {done.returncode}: {done.stderr}")
    return done.stderr if status else done.stdout


def lines_of(work, plan):
    return [json.loads(line) for line in make(write(work, plan)).splitlines()]


def strata(values, n):
    """Numbers of the nths of 0..1 in which values lie."""
    return sorted(min(int(value * n), n - 1) for value in values)


def check_designs(work):
    n = 200
    vary = {"set.pluck_position": {"from": 0.1, "to": 0.5}, "set.pluck_width": {"from": 1, "to": 16, "log": True},
            "velocity": {"from": 1, "to": 100, "whole": True}, "note": {"of": ["Sa", "Pa", 60, 61]},
            "set.jawari": {"from": 0, "to": 100, "steps": 5}}
    plan = {"name": "x", "n": n, "seed": 3, "fixed": {"seconds": 1, "set": {"quality": 1}}, "vary": vary, "seeds": True}
    latin = lines_of(work, plan)
    check(len(latin) == n and len({line["id"] for line in latin}) == n, "as many lines as asked for, an id each")
    check(all(line["seconds"] == 1 and line["set"]["quality"] == 1 for line in latin), "what is fixed stays")
    check([line["seed"] for line in latin] == list(range(1, n + 1)), "a seed each")
    places = [(line["set"]["pluck_position"] - 0.1) / 0.4 for line in latin]
    widths = [math.log(line["set"]["pluck_width"]) / math.log(16) for line in latin]
    # Six digits may carry a value over a limit.
    check(len(set(strata(places, n))) >= n - 2 and len(set(strata(widths, n))) >= n - 2, "one in each nth")
    check(sorted(line["velocity"] for line in latin) == sorted(2 * list(range(1, 101))), "whole numbers alike")
    check(all(sum(line["note"] == key for line in latin) == n // 4 for key in vary["note"]["of"]), "a list alike")
    check({line["set"]["jawari"] for line in latin} == {0, 25, 50, 75, 100}, "steps with both ends")
    means = [sum(p * q for p, q in zip(places, widths)) / n - 0.25]
    check(abs(means[0]) < 0.03, f"one key does not follow another: {means[0]:.3f}")
    check(lines_of(work, plan) == latin, "the same plan, the same lines")
    check(lines_of(work, {**plan, "seed": 4}) != latin, "another seed, others")
    loose = lines_of(work, {**plan, "design": "random"})
    hit = len(set(strata([(line["set"]["pluck_position"] - 0.1) / 0.4 for line in loose], n)))
    check(0.5 * n < hit < 0.8 * n, f"random values leave nths out: {hit} of {n}")
    grid = lines_of(work, {"design": "grid", "vary": {"note": {"of": [60, 62, 64]}, "velocity": {
        "from": 20, "to": 120, "steps": 3}}, "fixed": {"seconds": 1}})
    check({(line["note"], line["velocity"]) for line in grid} == {(k, v) for k in (60, 62, 64) for v in (20, 70, 120)}
          and len(grid) == 9, "a grid has every value with every other")
    first = make(TOOLS / "sitar.json").splitlines()[0]
    check(first == EXPECTED, f"the example begins as it always has: {first}")


EXPECTED = ('{"id":"sitar-0001","instrument":"sitar","quality":1,"held":3,"seconds":4,'
            '"note":54,"velocity":114,"set":{"pluck_position":0.0766429,"pluck_stroke":"finger","jawari":80.0,"variation":4.33733},"seed":1}')


def check_refusals(work):
    for plan, text in [({"n": 0}, "n is not"), ({"n": 2, "vary": {"note": {"from": 3, "to": 1}}}, "no range"),
                       ({"n": 2, "vary": {"x": {"from": 0, "to": 1, "log": True}}}, "no range of a logarithm"),
                       ({"n": 2, "vary": {"x": 3}}, "an object"), ({"n": 2, "design": "x"}, "none of latin"),
                       ({"n": 2, "vary": {"a.b": {"of": [1]}}}, "only set and tune"), ({"m": 2}, "unknown key"),
                       ({"design": "grid", "vary": {"x": {"from": 0, "to": 1}}}, "a grid needs steps")]:
        told = make(write(work, plan), status=1)
        check(text in told and len(told.splitlines()) == 1, f"{plan}: {told}")
    check("plan.json" in make(work / "gone-plan.json", status=1), "a plan that is not there")


def check_example(work):
    manifest = work / "sitar.jsonl"
    manifest.write_text(make(TOOLS / "sitar.json"))
    check(len(manifest.read_text().splitlines()) == 1000, "1,000 notes")
    # The last lines alone are read by the renderer in each shard; probes take their time.
    done = subprocess.run([PROGRAM, "--manifest", manifest, "--output-dir", work / "dry", "--dry-run", "--shard",
                           "7/500"], capture_output=True, text=True, check=False)
    check(done.returncode == 0 and "lines: 2, of which 0 fail" in done.stdout and "core hours: about" in done.stdout,
          f"a dry run: {done.stdout}{done.stderr}")


def check_parallel(work):
    if not shutil.which("parallel"):
        print("GNU parallel is not installed: its script is not tried")
        return
    manifest = work / "short notes.jsonl"
    manifest.write_text("".join(json.dumps({"id": f"n{i}", "note": 50 + i, "seconds": 0.1, "quality": 1}) + "\n"
                                for i in range(7)))
    env = {**os.environ, "JAWARI_RENDER": PROGRAM}
    folder = work / "by parallel"
    done = subprocess.run(["sh", TOOLS / "parallel.sh", "3", manifest, folder, "--set", "gain=-3"], env=env,
                          capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"parallel.sh: {done.stdout}{done.stderr}")
    names = {path.name for path in folder.iterdir()} if folder.exists() else set()
    check(names == {f"n{i}.flac" for i in range(7)} | {f"results-{k}-of-3.csv" for k in (1, 2, 3)}, f"all: {names}")


if __name__ == "__main__":
    sys.exit(checks.in_folder(check_designs, check_refusals, check_example, check_parallel))
