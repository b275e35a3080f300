# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Strings that buzz against their bridge and frets: libjawari for numpy.

    import jawari
    sound, rate = jawari.render("sitar", "C#4", seconds=3, jawari=20)

Sounds are arrays (frames, 2) of float32 at full scale 1; units are SI or stand in the name. What is refused raises
jawari.Error. doc/python.md is the manual.
"""

from ._dataset import Note, dataset
from ._engine import Engine, Report, Stroke
from ._instrument import Instrument, Param, Profile, String, Tuning, names, params
from ._library import Error, lib as _lib
from ._render import render

__all__ = ["Engine", "Error", "Instrument", "Note", "Param", "Profile", "Report", "String", "Stroke", "Tuning",
           "dataset", "names", "params", "render"]
__version__ = _lib.jawari_version().decode()
