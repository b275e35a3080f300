# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Declarations of jawari.h for ctypes. Nothing here is public."""

from __future__ import annotations

import ctypes as c
import operator
import os
from collections.abc import Callable
from typing import Any, NoReturn, Optional, SupportsIndex, Union

_LIBRARY = "libjawari.so.0"


class Error(Exception):
    """What libjawari refuses. `str()` gives the whole line; `file`, `line` and `column` the place.

    Attributes: text (str), file (str or None), line and column (int from 1, or None).
    """

    def __init__(self, text: str, file: Optional[str] = None, line: Optional[int] = None,
                 column: Optional[int] = None) -> None:
        super().__init__(text)
        self.text = text
        self.file = file or None
        self.line = line or None
        self.column = column or None


class CError(c.Structure):
    _fields_ = [("size", c.c_size_t), ("kind", c.c_int), ("line", c.c_int), ("column", c.c_int),
                ("file", c.c_char * 512), ("text", c.c_char * 768)]


class CParamInfo(c.Structure):
    _fields_ = [("size", c.c_size_t), ("symbol", c.c_char_p), ("name", c.c_char_p), ("unit", c.c_char_p),
                ("comment", c.c_char_p), ("lowest", c.c_double), ("standard", c.c_double),
                ("highest", c.c_double), ("scale", c.c_int), ("controller", c.c_int)]


class CStringInfo(c.Structure):
    _fields_ = [("size", c.c_size_t), ("name", c.c_char_p), ("role", c.c_int), ("key", c.c_int),
                ("frets", c.c_int), ("length_m", c.c_double), ("mass_kg_m", c.c_double),
                ("tension_n", c.c_double), ("pitch_hz", c.c_double), ("pan", c.c_double)]


class COptions(c.Structure):
    _fields_ = [("size", c.c_size_t), ("rate_hz", c.c_double), ("offline", c.c_bool), ("exact", c.c_bool),
                ("seed", c.c_uint32), ("tuning", c.c_void_p), ("profile", c.c_void_p)]


class CSysex(c.Structure):
    _fields_ = [("bytes", c.c_char_p), ("size", c.c_uint32)]


class CParam(c.Structure):
    _fields_ = [("value", c.c_double), ("param", c.c_int32)]


class CTransport(c.Structure):
    _fields_ = [("bpm", c.c_double), ("beat", c.c_double)]


class CPluck(c.Structure):
    _fields_ = [("place", c.c_double), ("velocity", c.c_double), ("string", c.c_int32)]


class CDamp(c.Structure):
    _fields_ = [("string", c.c_int32), ("on", c.c_int32)]


class CNote(c.Structure):
    _fields_ = [("velocity", c.c_double), ("channel", c.c_int32), ("key", c.c_int32)]


class CExpression(c.Structure):
    _fields_ = [("value", c.c_double), ("channel", c.c_int32), ("key", c.c_int32), ("kind", c.c_int32)]


class CChoke(c.Structure):
    _fields_ = [("channel", c.c_int32), ("key", c.c_int32)]


class CData(c.Union):
    _fields_ = [("midi", c.c_uint8 * 4), ("sysex", CSysex), ("param", CParam), ("transport", CTransport),
                ("pluck", CPluck), ("damp", CDamp), ("note", CNote), ("expression", CExpression), ("choke", CChoke),
                ("room", c.c_uint64 * 5)]


class CEvent(c.Structure):
    _fields_ = [("frame", c.c_uint32), ("type", c.c_int32), ("data", CData)]


MIDI, SYSEX, PARAM, TRANSPORT, PLUCK, DAMP, PANIC, NOTE, EXPRESSION, CHOKE = range(10)


class CBuffers(c.Structure):
    _fields_ = [("size", c.c_size_t), ("left", c.c_void_p), ("right", c.c_void_p), ("in_left", c.c_void_p),
                ("in_right", c.c_void_p), ("stems", c.c_void_p)]


class CReport(c.Structure):
    _fields_ = ([("size", c.c_size_t)]
                + [(name, c.c_uint64) for name in ("frames", "impacts", "dropped_events", "limited", "nonfinite")]
                + [(name, c.c_double) for name in ("energy_j", "energy_excess", "penetration_m",
                                                   "contact_force_n", "peak", "pitch_hz")]
                + [(name, c.c_int) for name in ("fret", "held_key", "damped")])


class CStroke(c.Structure):
    _fields_ = ([("size", c.c_size_t), ("number", c.c_uint64), ("frame", c.c_uint64)]
                + [(name, c.c_double) for name in ("velocity", "length_m", "place_m", "width_m", "force_n",
                                                   "rise_s", "release_s")]
                + [("kind", c.c_int), ("fret", c.c_int)])


STRUCTURES = {"JawariError": CError, "JawariParamInfo": CParamInfo, "JawariStringInfo": CStringInfo,
              "JawariEngineOptions": COptions, "JawariEvent": CEvent, "JawariBuffers": CBuffers,
              "JawariReport": CReport, "JawariStroke": CStroke}

# Function, its result, its arguments.
_P, _S, _I, _D, _B = c.c_void_p, c.c_char_p, c.c_int, c.c_double, c.c_bool
_E = c.POINTER(CError)
_FUNCTIONS = [
    ("version", _S, []),
    ("param_count", _I, []),
    ("param_find", _I, [_S]),
    ("param_info", _B, [_I, c.POINTER(CParamInfo)]),
    ("param_point", _S, [_I, _I, c.POINTER(_D)]),
    ("instrument_load", _P, [_S, _S, _E]),
    ("instrument_parse", _P, [_S, c.c_size_t, _S, _E]),
    ("instrument_copy", _P, [_P]),
    ("instrument_free", None, [_P]),
    ("instrument_text", _P, [_P]),
    ("text_free", None, [_P]),
    ("instrument_name", _S, [_P]),
    ("instrument_description", _S, [_P]),
    ("instrument_remark", _S, [_P]),
    ("instrument_string_count", _I, [_P]),
    ("instrument_string_info", _B, [_P, _I, c.POINTER(CStringInfo)]),
    ("instrument_find_string", _I, [_P, _S]),
    ("instrument_find_key", _I, [_P, _S, _E]),
    ("instrument_takes_input", _B, [_P]),
    ("instrument_param", _D, [_P, _I]),
    ("instrument_set_param", _B, [_P, _I, _D, _E]),
    ("names_new", _P, [_I]),
    ("names_count", _I, [_P]),
    ("names_get", _S, [_P, _I]),
    ("names_free", None, [_P]),
    ("tuning_load", _P, [_S, _S, _E]),
    ("tuning_set_string", _B, [_P, _I, _D]),
    ("tuning_free", None, [_P]),
    ("profile_load", _P, [_S, _E]),
    ("profile_new", _P, [_P, _P, _I, _E]),
    ("profile_free", None, [_P]),
    ("engine_new", _P, [_P, c.POINTER(COptions), _E]),
    ("engine_free", None, [_P]),
    ("engine_reset", None, [_P]),
    ("engine_restart", _B, [_P, _P, c.c_uint32, _E]),
    ("engine_run", None, [_P, _P, c.c_size_t, c.POINTER(CBuffers), c.c_uint32]),
    ("engine_service", _B, [_P]),
    ("engine_set_tuning", _B, [_P, _P, _E]),
    ("engine_set_profile", _B, [_P, _P, _E]),
    ("engine_rate", _D, [_P]),
    ("engine_latency", c.c_uint32, [_P, _B]),
    ("engine_string_count", _I, [_P]),
    ("engine_silent", _B, [_P]),
    ("engine_param_now", _D, [_P, _I]),
    ("engine_report", _B, [_P, _I, c.POINTER(CReport)]),
    ("engine_stroke", _B, [_P, _I, c.POINTER(CStroke)]),
    ("engine_shape", _B, [_P, _I, _P, _I]),
    ("engine_modes", _I, [_P, _I, _P, _I, c.POINTER(_D)]),
    ("engine_forces_now", _I, [_P, _I, _P, _P, _I]),
    ("engine_string_now", _B, [_P, _I, c.POINTER(_D), c.POINTER(_D)]),
]


def _open() -> c.CDLL:
    path = os.environ.get("JAWARI_LIBRARY", _LIBRARY)
    try:
        library = c.CDLL(path)
    except OSError as error:
        raise ImportError(f"{path}: libjawari is not installed ({error}); JAWARI_LIBRARY may name it") from error
    for name, result, arguments in _FUNCTIONS:
        function = getattr(library, "jawari_" + name)
        function.restype = result
        function.argtypes = arguments
    return library


lib = _open()


def new_error() -> CError:
    return CError(c.sizeof(CError))


_NO_MEMORY = 1


def fail(error: CError) -> NoReturn:
    if error.kind == _NO_MEMORY:
        raise MemoryError(error.text.decode("utf-8", "replace"))
    raise Error(error.text.decode("utf-8", "replace"), error.file.decode("utf-8", "replace"), error.line, error.column)


def to_bytes(text: Union[str, os.PathLike[str]]) -> bytes:
    """A text for C, or an Error: it would end at a zero byte, and half a character is none."""
    try:
        data = os.fsencode(text)
    except UnicodeEncodeError:
        raise Error(f"{text!r} is no text") from None
    if b"\0" in data:
        raise Error(f"{text!r} has a zero byte")
    return data


def to_whole(value: SupportsIndex, what: str, least: int, most: int) -> int:
    """A whole number in a range, or an Error that names it: ctypes would cut its high bits off."""
    try:
        whole = operator.index(value)
    except TypeError:
        raise Error(f"{what}: {value!r} is not a whole number") from None
    if not least <= whole <= most:
        raise Error(f"{what}: {whole} is not {least} to {most}")
    return whole


def param_number(symbol: str) -> int:
    """Number of a parameter, or an Error that names it."""
    number: int = lib.jawari_param_find(to_bytes(symbol))
    if number < 0:
        raise Error(f'there is no parameter "{symbol}"')
    return number


class Handle:
    """Owner of an object of the library, which frees it once. A copy would free it a second time."""

    _handle: Optional[int] = None
    _free: Callable[[int], None]

    def __del__(self) -> None:
        handle, self._handle = self._handle, None
        if handle:
            self._free(handle)

    def __copy__(self) -> Handle:
        raise TypeError(f"a {type(self).__name__} cannot be copied")

    def __deepcopy__(self, memo: object) -> Handle:
        return self.__copy__()

    def __reduce__(self) -> Union[str, tuple[Any, ...]]:
        raise TypeError(f"a {type(self).__name__} cannot be pickled")
