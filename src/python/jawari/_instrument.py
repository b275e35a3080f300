# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Instruments, tunings, bridge profiles, and the table of parameters."""

from __future__ import annotations

import ctypes as c
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional, Union

import numpy as np

from ._library import CParamInfo, CStringInfo, Error, Handle, fail, lib, new_error, param_number, to_bytes, to_whole

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

_ROLES = ("melody", "drone", "sympathetic")
_SCALES = ("linear", "logarithmic", "toggle", "choice")
_KINDS = {"instruments": 0, "presets": 1, "ragas": 2}


def names(kind: str = "instruments") -> list[str]:
    """Names of what is installed: kind is "instruments", "presets" or "ragas"."""
    if kind not in _KINDS:
        raise Error(f'names: "{kind}" is none of {", ".join(_KINDS)}')
    found = lib.jawari_names_new(_KINDS[kind])
    if not found:
        raise MemoryError
    try:
        return [os.fsdecode(lib.jawari_names_get(found, i)) for i in range(lib.jawari_names_count(found))]
    finally:
        lib.jawari_names_free(found)


@dataclass(frozen=True)
class Param:
    """A parameter: its symbol, name, unit, range, standard value, and the names of its values."""

    symbol: str
    name: str
    unit: str
    comment: str
    lowest: float
    standard: float
    highest: float
    scale: str
    controller: Optional[int]
    points: Mapping[str, float]


def params() -> dict[str, Param]:
    """All parameters by symbol, in the order of the manual."""
    table = {}
    for i in range(lib.jawari_param_count()):
        info = CParamInfo(c.sizeof(CParamInfo))
        lib.jawari_param_info(i, c.byref(info))
        points: dict[str, float] = {}
        value = c.c_double()
        while label := lib.jawari_param_point(i, len(points), c.byref(value)):
            points[label.decode()] = value.value
        symbol = info.symbol.decode()
        table[symbol] = Param(symbol, info.name.decode(), info.unit.decode(), info.comment.decode(), info.lowest,
                              info.standard, info.highest, _SCALES[info.scale],
                              info.controller if info.controller >= 0 else None, points)
    return table


def param_value(symbol: str, value: Union[float, str]) -> float:
    """A value as a number: "finger" is 0 for pluck_stroke."""
    if not isinstance(value, str):
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            raise Error(f"{symbol}: {value!r} is not a number") from None
    number, i, point = param_number(symbol), 0, c.c_double()
    while label := lib.jawari_param_point(number, i, c.byref(point)):
        if label.decode().casefold() == value.casefold():
            return point.value
        i += 1
    raise Error(f'{symbol}: there is no value "{value}"')


@dataclass(frozen=True)
class String:
    """A string: index from 0, name, role ("melody", "drone" or "sympathetic"), MIDI key of the open string,
    number of frets, length [m], mass [kg/m], tension [N], pitch [Hz], pan (-1 to 1)."""

    index: int
    name: str
    role: str
    key: int
    frets: int
    length_m: float
    mass_kg_m: float
    tension_n: float
    pitch_hz: float
    pan: float


class Instrument(Handle):
    """An instrument with values of its parameters.

    name: a name of names("instruments"), or a path with a slash; None: the preset's. preset: a name of
    names("presets"), or a path; None: none. Other arguments set parameters by symbol.

        sitar = Instrument("sitar", jawari=20)
        sitar["pluck_stroke"] = "finger"

    Copied and pickled as its text(), which plays the same samples. Raises Error, with file and line where a file is
    at fault.
    """

    _free = lib.jawari_instrument_free

    def __init__(self, name: Optional[str] = None, preset: Optional[str] = None, **values: Union[float, str]) -> None:
        error = new_error()
        self._handle = lib.jawari_instrument_load(_path(name), _path(preset), c.byref(error))
        if not self._handle:
            fail(error)
        self.update(values)

    @classmethod
    def parse(cls, text: str, name: str = "text") -> Instrument:
        """An instrument from the text of an instrument file; name is what errors call it."""
        error = new_error()
        data = text.encode("utf-8", "surrogateescape")
        handle = lib.jawari_instrument_parse(data, len(data), to_bytes(name), c.byref(error))
        if not handle:
            fail(error)
        return cls._of(handle)

    @classmethod
    def _of(cls, handle: int) -> Instrument:
        instrument = cls.__new__(cls)
        instrument._handle = handle
        return instrument

    def __copy__(self) -> Instrument:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[str], Instrument], tuple[str]]:
        return _unpickled, (self.text(),)

    def copy(self) -> Instrument:
        """A copy, whose parameters are its own."""
        handle = lib.jawari_instrument_copy(self._handle)
        if not handle:
            raise MemoryError
        return self._of(handle)

    def __getitem__(self, symbol: str) -> float:
        return float(lib.jawari_instrument_param(self._handle, param_number(symbol)))

    def __setitem__(self, symbol: str, value: Union[float, str]) -> None:
        error = new_error()
        if not lib.jawari_instrument_set_param(self._handle, param_number(symbol), param_value(symbol, value),
                                               c.byref(error)):
            fail(error)

    def update(self, values: Mapping[str, Union[float, str]]) -> None:
        """Sets several parameters by symbol."""
        for symbol, value in values.items():
            self[symbol] = value

    @property
    def name(self) -> str:
        return _text(lib.jawari_instrument_name(self._handle))

    @property
    def description(self) -> str:
        return _text(lib.jawari_instrument_description(self._handle))

    @property
    def remark(self) -> str:
        """A line that says that the instrument plays untuned; empty if it is tuned."""
        return _text(lib.jawari_instrument_remark(self._handle))

    @property
    def takes_input(self) -> bool:
        """True if a sound can push its bridge."""
        return bool(lib.jawari_instrument_takes_input(self._handle))

    @property
    def strings(self) -> list[String]:
        """Its strings, in the order of stems and labels."""
        found = []
        for i in range(lib.jawari_instrument_string_count(self._handle)):
            info = CStringInfo(c.sizeof(CStringInfo))
            lib.jawari_instrument_string_info(self._handle, i, c.byref(info))
            found.append(String(i, info.name.decode(), _ROLES[info.role], info.key, info.frets, info.length_m,
                                info.mass_kg_m, info.tension_n, info.pitch_hz, info.pan))
        return found

    def string(self, which: Union[int, str]) -> int:
        """Index of a string, by its name or index."""
        if not isinstance(which, str):
            return to_whole(which, f"{self.name}: string", 0, lib.jawari_instrument_string_count(self._handle) - 1)
        found: int = lib.jawari_instrument_find_string(self._handle, to_bytes(which))
        if found >= 0:
            return found
        raise Error(f'{self.name} has no string "{which}"')

    def key(self, note: Union[int, str]) -> int:
        """MIDI key of a note that the instrument can play: 61, "C#4", "Re'"."""
        error = new_error()
        found: int = lib.jawari_instrument_find_key(self._handle, to_bytes(str(note)), c.byref(error))
        if found < 0:
            fail(error)
        return found

    def text(self) -> str:
        """Text of an instrument file with the present values of parameters and the tuning: Instrument.parse() reads
        one that plays the same samples."""
        text = lib.jawari_instrument_text(self._handle)
        if not text:
            raise MemoryError
        try:
            return c.string_at(text).decode()
        finally:
            lib.jawari_text_free(text)

    def __repr__(self) -> str:
        return f"<jawari.Instrument {self.name!r}>"

    def __iter__(self) -> Iterator[str]:
        return iter(params())


def _text(text: bytes) -> str:
    return text.decode()


def _unpickled(text: str) -> Instrument:
    return Instrument.parse(text)


class Tuning(Handle):
    """Pitches of all keys: a Scala scale (.scl, or .tun), a keyboard mapping (.kbm), cents of single strings.

        Tuning("just.scl", strings={0: -3.0})

    strings: cents from -1200 to 1200 by index of the string. An engine keeps what it needs of it.
    """

    _free = lib.jawari_tuning_free

    def __init__(self, scale: Optional[str] = None, keymap: Optional[str] = None,
                 strings: Optional[Mapping[int, float]] = None) -> None:
        error = new_error()
        self._handle = lib.jawari_tuning_load(_path(scale), _path(keymap), c.byref(error))
        if not self._handle:
            fail(error)
        for string, cents in (strings or {}).items():
            index = to_whole(string, "tuning: string", 0, 2**31 - 1)
            if not lib.jawari_tuning_set_string(self._handle, index, float(cents)):
                raise Error(f"tuning: string {string} by {cents} cents is out of range")


class Profile(Handle):
    """Heights of a movable bridge: from a file, or from two sequences of metres of the same length, 1 to 256:
    ascending distances from the bridge's end, and heights over the line between the string's ends."""

    _free = lib.jawari_profile_free

    def __init__(self, path: Optional[str] = None, *, x_m: ArrayLike = (), height_m: ArrayLike = ()) -> None:
        error = new_error()
        if path is not None:
            self._handle = lib.jawari_profile_load(_path(path), c.byref(error))
        else:
            x, height = (np.ascontiguousarray(values, dtype=np.float64) for values in (x_m, height_m))
            if x.shape != height.shape or x.ndim != 1:
                raise Error("profile: x_m and height_m are two sequences of the same length")
            n = min(len(x), 2**31 - 1)
            self._handle = lib.jawari_profile_new(x.ctypes.data, height.ctypes.data, n, c.byref(error))
        if not self._handle:
            fail(error)


def _path(name: Optional[str]) -> Optional[bytes]:
    return None if name is None else to_bytes(name)
