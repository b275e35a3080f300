# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Whole sounds, as jawari-render makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union, cast

import numpy as np

from ._engine import Engine
from ._instrument import Instrument, Profile, Tuning
from ._library import Error, to_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Those of jawari-render: the same samples.
_GRID_FRAMES = 1024
_QUIET_LEVEL, _QUIET_S = 1e-6, 1.0
_TAIL_MAX_S, _FADE_S, _CUT_S, _FADE_PART = 60.0, 1.0, 0.02, 0.1


_MOST_S = 24 * 3600.0


def _seconds(value: Optional[float], what: str, least: float) -> None:
    if value is not None and not least <= value <= _MOST_S:
        raise Error(f"{what}: {value} is not {least:g} to {_MOST_S:g} seconds")


def _frames(seconds: float, rate: float) -> int:
    return int(np.floor(seconds * rate + 0.5))


def render(instrument: Union[Instrument, str, None] = None, note: Union[int, str, None] = None, *,
           seconds: Optional[float] = None, rate: int = 48000, preset: Optional[str] = None, velocity: int = 100,
           held: float = 4.0, tail: Optional[float] = None, seed: int = 0, tuning: Optional[Tuning] = None,
           profile: Optional[Profile] = None, **values: Union[float, str]) -> tuple[NDArray[np.float32], int]:
    """Renders one note, or a drone, and returns (sound, rate): an array (frames, 2) of float32, and Hz.

    instrument, preset: as for Instrument. note: a MIDI key or a name; None: the instrument plays by itself, for
    `seconds`. velocity 1 to 127; held: seconds until the note ends; seconds: length of the sound, whose end is
    faded; None: until `tail` seconds after the note or, with tail None, until it is silent. Other arguments set
    parameters. The samples are those of `jawari-render --note NOTE:VELOCITY:HELD`.

        sound, rate = render("sitar", "C#4", seconds=3, jawari=20)
    """
    velocity = to_whole(velocity, "velocity", 1, 127)
    _seconds(held, "held", 0.0)
    _seconds(seconds, "seconds", 0.001)
    _seconds(tail, "tail", 0.0)
    if seconds is not None and tail is not None:
        raise Error("render: seconds is the length of the whole, and leaves no tail to give")
    if note is None and seconds is None:
        raise Error("render: an instrument that plays by itself needs seconds")
    if note is None:
        values.setdefault("drone", 1.0)
        held = 0.0
    engine = Engine(instrument, rate, preset=preset, seed=seed, tuning=tuning, profile=profile,
                    **cast("dict[str, Any]", values))
    if note is not None:
        key = engine.instrument.key(note)
        engine.midi(bytes([0x90, key, velocity]))
        engine.midi(bytes([0x80, key, 64]), _frames(held, rate))
    open_tail = seconds is None and tail is None
    length = _frames(seconds if seconds is not None else held, rate)
    if seconds is None:
        length += _frames(_TAIL_MAX_S if tail is None else tail, rate)
    latency = engine.latency
    end, score_end = latency + length, latency + _frames(held, rate)
    blocks, at, quiet_since = [], 0, 0
    while at < end and not (open_tail and at >= score_end and at % _GRID_FRAMES == 0 and
                            (engine.silent or at >= quiet_since + _frames(_QUIET_S, rate))):
        n = min(_GRID_FRAMES, end - at)
        block = engine.run(n)
        loud = np.flatnonzero(np.max(np.abs(block), axis=1) > _QUIET_LEVEL)
        quiet_since = at + int(loud[-1]) + 1 if len(loud) else quiet_since
        blocks.append(block)
        at += n
    sound = np.concatenate(blocks) if blocks else np.empty((0, 2), np.float32)
    _fade(sound, latency, end, seconds, tail, rate)
    return sound[latency:], rate


def _fade(sound: NDArray[np.float32], latency: int, end: int, seconds: Optional[float], tail: Optional[float],
          rate: int) -> None:
    """Fades the end of a sound of given length, or of a tail that is cut, in place."""
    if seconds is not None:
        faded_s = min(_FADE_S, _FADE_PART * seconds)
    else:
        faded_s = _FADE_S if tail is None else _CUT_S
    start = end - min(_frames(faded_s, rate), end - latency)
    frame = np.arange(start, len(sound))
    factor = (end - frame) / float(max(end - start, 1))
    if seconds is None and tail is not None:
        # What is over before is not faded: a second after the last audible frame.
        loud = np.max(np.abs(sound), axis=1) > _QUIET_LEVEL
        heard = np.maximum.accumulate(np.where(loud, np.arange(len(sound)) + 1, 0))[start:]
        factor = np.where(frame >= heard + _frames(_QUIET_S, rate), 1.0, factor)
    sound[start:] = (factor[:, None] * sound[start:].astype(np.float64)).astype(np.float32)
