# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A method for the string beside the event-driven solution."""

import math

from lab import Run, Table


def compare_with_event(folder, *arguments):
    """The run, its table, and the rms error of the midpoint over the rows."""
    path = folder / "beside.csv"
    run = Run("string", *arguments, "--reference", "event", "--csv", path)
    table = Table(path)
    errors = [a - b for a, b in zip(table["midpoint"], table["midpoint_reference"])]
    return run, table, math.sqrt(sum(e * e for e in errors) / len(errors))
