# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Writes the manifest of a data set from a plan of what stays and what varies.

    python3 tools/dataset/make_manifest.py PLAN.json > MANIFEST.jsonl

The plan is an object:

    name    beginning of every id
    n       number of lines; a grid has as many as its points
    seed    whole number: another seed, other lines (1)
    design  latin: a Latin hypercube, whose n values of each key lie one in each nth of its range;
            random: each value by itself; grid: every value with every other (latin)
    fixed   keys and values that every line has
    vary    keys and what their values are; set.SYMBOL is a parameter. One of
            {"from": A, "to": B}                a number, evenly spread
            {"from": A, "to": B, "log": true}   evenly spread by its logarithm
            {"from": A, "to": B, "steps": K}    one of K numbers, both ends among them
            {"from": A, "to": B, "whole": true} a whole number
            {"of": [A, B, ...]}                 one of a list
    seeds   true: every line has a seed of its own, by which its strokes vary (with set.variation)

The same plan gives the same lines, with every version of Python.
"""

import itertools
import json
import math
import sys

DIGITS = 6  # Significant digits of a number that varies
MASK = (1 << 64) - 1


class PlanError(Exception):
    """What is wrong with a plan, for its user."""


class Random:
    """SplitMix64 (Steele, Lea, Flood 2014)."""

    def __init__(self, seed):
        self.state = seed & MASK

    def whole(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def unit(self):
        """From 0 to below 1."""
        return (self.whole() >> 11) * 2.0**-53

    def shuffled(self, n):
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            k = int(self.unit() * (i + 1))
            order[i], order[k] = order[k], order[i]
        return order


def number(key, how, name):
    value = how.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise PlanError(f"vary {key}: \"{name}\" is not a number")
    return value


def spread(key, how):
    """A function from 0..1 to a value, and the number of different values, None for no end."""
    known = {"from", "to", "log", "steps", "whole", "of"}
    if not isinstance(how, dict) or set(how) - known:
        raise PlanError(f"vary {key}: an object with from and to, or of, is needed")
    if "of" in how:
        values = how["of"]
        if not isinstance(values, list) or not values:
            raise PlanError(f"vary {key}: \"of\" is not a list of values")
        return lambda u: values[min(int(u * len(values)), len(values) - 1)], len(values)
    low, high = number(key, how, "from"), number(key, how, "to")
    if not low < high or (how.get("log") and low <= 0):
        raise PlanError(f"vary {key}: from {low} to {high} is no range" + (" of a logarithm" if how.get("log") else ""))

    def at(u):
        value = low * (high / low) ** u if how.get("log") else low + (high - low) * u
        return float(f"{value:.{DIGITS}g}")

    if how.get("whole"):
        n = int(high) - int(low) + 1
        return lambda u: int(low) + min(int(u * n), n - 1), n
    if "steps" in how:
        n = number(key, how, "steps")
        if n != int(n) or n < 2:
            raise PlanError(f"vary {key}: steps are a whole number from 2 on")
        return lambda u: at(min(int(u * n), int(n) - 1) / (n - 1)), int(n)
    return at, None


def points(plan, spreads, random):
    """Rows of numbers 0..1, one for each key that varies."""
    design = plan.get("design", "latin")
    if design == "grid":
        counts = [count for _, count in spreads.values()]
        if None in counts:
            raise PlanError("a grid needs steps, whole numbers or a list for each key")
        return [[(i + 0.5) / count for i, count in zip(row, counts)]
                for row in itertools.product(*map(range, counts))]
    n = plan.get("n")
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise PlanError("n is not a whole number from 1 on")
    if design == "latin":
        columns = [[(k + random.unit()) / n for k in random.shuffled(n)] for _ in spreads]
    elif design == "random":
        columns = [[random.unit() for _ in range(n)] for _ in spreads]
    else:
        raise PlanError(f"design: \"{design}\" is none of latin, random, grid")
    return [list(row) for row in zip(*columns)] if columns else [[] for _ in range(n)]


def put(line, key, value):
    head, dot, symbol = key.partition(".")
    if not dot:
        line[key] = value
    elif head in ("set", "tune"):
        line[head] = {**line.get(head, {}), symbol: value}
    else:
        raise PlanError(f"vary {key}: only set and tune have keys of their own")


def lines(plan):
    if not isinstance(plan, dict):
        raise PlanError("a plan is an object")
    unknown = set(plan) - {"name", "n", "seed", "design", "fixed", "vary", "seeds"}
    if unknown:
        raise PlanError(f"unknown key \"{sorted(unknown)[0]}\"")
    spreads = {key: spread(key, how) for key, how in plan.get("vary", {}).items()}
    seed = plan.get("seed", 1)
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise PlanError("seed is not a whole number")
    rows = points(plan, spreads, Random(seed))
    width = len(str(len(rows)))
    for i, row in enumerate(rows, 1):
        line = {"id": f"{plan.get('name', 'note')}-{i:0{width}}", **json.loads(json.dumps(plan.get("fixed", {})))}
        for (key, (value_at, _)), u in zip(spreads.items(), row):
            put(line, key, value_at(u))
        if plan.get("seeds"):
            line["seed"] = i
        yield line


def main(arguments):
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if arguments else 2
    try:
        with open(arguments[0], encoding="utf-8-sig") as file:
            plan = json.load(file)
        for line in lines(plan):
            print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
    except (OSError, ValueError, PlanError) as error:
        print(f"make_manifest.py: {arguments[0]}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
