# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""What the package's types say to who uses it. Only read by mypy: this program is not run."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import jawari

Sound = NDArray[np.float32]


def use() -> None:
    whole: tuple[Sound, int] = jawari.render("sitar", "C#4", seconds=3, jawari=20, pluck_stroke="finger")
    engine = jawari.Engine("tanpura", rate=48000, tuning=jawari.Tuning("just.scl", strings={0: -3.0}))
    engine.pluck("sa", 0.6)
    block: Sound = engine.run(512, sound=np.zeros(512))
    mixed: tuple[Sound, Sound] = engine.run(512, stems=True)
    forces: tuple[Sound, Sound] = engine.forces("sa")
    engine.set_profile(jawari.Profile(x_m=np.linspace(0.0, 0.02, 3), height_m=[-1e-4, 0.0, -1e-4]))
    for note in jawari.dataset("out"):
        parts: tuple[Sound, dict[str, Any], dict[str, float]] = (note.audio, note.labels, note.set)
        print(note.id, parts)
    print(whole, block, mixed, forces, jawari.params()["jawari"].points["open"] + engine.pitch("sa"))
    # What is wrong is seen: without an error here mypy says that the comment is unused.
    jawari.Engine("sitar", rate="fast")  # type: ignore[arg-type]
    engine.run("512")  # type: ignore[call-overload]
    engine.report().colour  # type: ignore[attr-defined]
