# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The engine, block by block."""

from __future__ import annotations

import ctypes as c
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Optional, Union, overload

import numpy as np

from ._instrument import Instrument, Profile, Tuning, param_value
from ._library import (CHOKE, DAMP, EXPRESSION, MIDI, NOTE, PANIC, PARAM, PLUCK, SYSEX, TRANSPORT, CBuffers, CEvent, COptions, CReport, CStroke,
                       Error, Handle, fail, lib, new_error, param_number, to_whole)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    _Stems = tuple[NDArray[np.float32], NDArray[np.float32]]

_SHAPE_POINTS = 128
_CONTACT_POINTS = 256
_MODES = 16384
_MOST_FRAMES = 2**31 - 1
_MOST_SEED = 2**32 - 1


@dataclass(frozen=True)
class Report:
    """State of a string or, for string None, of all; counts begin when the engine was made or reset.

    Energies in joules; energy_excess is the largest part of the energy put in by which the energy rose above it.
    """

    frames: int
    impacts: int
    dropped_events: int
    limited: int
    nonfinite: int
    energy_j: float
    energy_excess: float
    penetration_m: float
    contact_force_n: float
    peak: float
    pitch_hz: float
    fret: int
    held_key: Optional[int]
    damped: bool


@dataclass(frozen=True)
class Stroke:
    """A stroke as it was carried out: lengths in metres, times in seconds, the peak force in newtons."""

    number: int
    frame: int
    velocity: float
    length_m: float
    place_m: float
    width_m: float
    force_n: float
    rise_s: float
    release_s: float
    kind: int
    fret: int


class Engine(Handle):
    """Plays an instrument's strings.

    instrument: an Instrument, or a name for one; preset: with a name, a preset. rate in Hz. With exact the modes
    are computed in 64 bits. seed varies the strokes if the parameter "variation" is not 0. With realtime, tables are
    not computed within run() but by service(), which another thread may call. Other arguments set parameters.

        engine = Engine("tanpura")
        engine.pluck("sa", 0.6)
        block = engine.run(512)         # array (512, 2) of float32

    Events wait for run(); `frame` is counted from the first frame of the next one, and may be later than that block.
    Several engines may run at once, each in a thread, since run() releases Python's lock. One engine belongs to one
    thread at a time: a second one gets an Error while a call is under way. Only service(), tune(), set_profile() and
    report(), shape(), modes() may be called while another thread is in run(), all from the same thread.

    It keeps what it needs of instrument, tuning and profile. Raises Error for what is refused.
    """

    _free = lib.jawari_engine_free

    def __init__(self, instrument: Union[Instrument, str, None] = "sitar", rate: float = 48000.0, *,
                 preset: Optional[str] = None, exact: bool = False, realtime: bool = False, seed: int = 0,
                 tuning: Optional[Tuning] = None, profile: Optional[Profile] = None, **values: Union[float, str]) -> None:
        if isinstance(instrument, Instrument):
            if preset is not None:
                raise Error("a preset goes with an instrument's name, not with an Instrument")
            self.instrument = instrument.copy()
            self.instrument.update(values)
        else:
            self.instrument = Instrument(instrument, preset, **values)
        error = new_error()
        options = COptions(c.sizeof(COptions), float(rate), not realtime, bool(exact),
                           to_whole(seed, "seed", 0, _MOST_SEED), _handle(tuning), _handle(profile))
        self._handle = lib.jawari_engine_new(self.instrument._handle, c.byref(options), c.byref(error))
        if not self._handle:
            fail(error)
        self.rate: float = lib.jawari_engine_rate(self._handle)
        self.string_count: int = lib.jawari_engine_string_count(self._handle)
        self._lock = threading.Lock()
        self._events: list[tuple[int, CEvent, Optional[bytes]]] = []

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._lock.acquire(blocking=False):
            raise Error("another thread is using this engine")
        try:
            yield
        finally:
            self._lock.release()

    # Events

    def _add(self, frame: int, kind: int, kept: Optional[bytes] = None, /, **data: Any) -> CEvent:
        # Only whole events wait: what is wrong in one has been refused before.
        event = CEvent(0, kind)
        member = getattr(event.data, {MIDI: "midi", SYSEX: "sysex", PARAM: "param", TRANSPORT: "transport",
                                      PLUCK: "pluck", DAMP: "damp", PANIC: "room", NOTE: "note",
                                      EXPRESSION: "expression", CHOKE: "choke"}[kind])
        for name, value in data.items():
            setattr(member, name, value)
        self._events.append((to_whole(frame, "frame", 0, 2**63), event, kept))
        return event

    def midi(self, message: bytes, frame: int = 0) -> None:
        """A channel message of two or three bytes, or a system exclusive one from F0 to F7."""
        message = bytes(message)
        if message[:1] == b"\xf0":
            if message[-1:] != b"\xf7":
                raise Error("midi: a system exclusive message ends with F7")
            self._add(frame, SYSEX, message, bytes=message, size=len(message))
            return
        if not (2 <= len(message) <= 3 and 0x80 <= message[0] < 0xf0 and max(message[1:]) < 0x80):
            raise Error(f"midi: {message.hex(' ') or 'nothing'} is no channel message")
        self._add(frame, MIDI).data.midi[:len(message)] = list(message)

    def note_on(self, note: Union[int, str], velocity: float = 0.8, frame: int = 0, channel: int = 0) -> None:
        """Begins a note: a MIDI key or a name; velocity above 0 up to 1; channel 0 to 15."""
        self._add(frame, NOTE, velocity=_of_midi(velocity), channel=to_whole(channel, "channel", 0, 15),
                  key=self.instrument.key(note))

    def note_off(self, note: Union[int, str], frame: int = 0, channel: int = 0) -> None:
        """Ends a note."""
        self._add(frame, NOTE, velocity=0.0, channel=to_whole(channel, "channel", 0, 15),
                  key=self.instrument.key(note))

    def choke(self, note: Union[int, str, None] = None, frame: int = 0, channel: int = 0) -> None:
        """Ends a note and silences its string; note None: all of the channel."""
        self._add(frame, CHOKE, channel=to_whole(channel, "channel", 0, 15),
                  key=-1 if note is None else self.instrument.key(note))

    def express(self, note: Union[int, str], *, cents: Optional[float] = None, pressure: Optional[float] = None,
                brightness: Optional[float] = None, frame: int = 0, channel: int = 0) -> None:
        """Bends [cent], presses (0 to 1) or brightens (-1 to 1) one note, until its string is struck again."""
        key, channel = self.instrument.key(note), to_whole(channel, "channel", 0, 15)
        for kind, value in enumerate((cents, pressure, brightness)):
            if value is not None:
                self._add(frame, EXPRESSION, kind=kind, value=value, key=key, channel=channel)

    def pluck(self, string: Union[int, str], velocity: float = 0.8, place: float = 0.0, frame: int = 0) -> None:
        """Plucks an open string, by name or index; place: part of its length from the bridge, 0: as the parameter
        pluck_position; velocity 0 ends its note."""
        if not 0.0 <= place <= 1.0:
            raise Error(f"place {place:g} is not 0 to 1")
        self._add(frame, PLUCK, string=self.instrument.string(string), place=place,
                  velocity=0.0 if velocity == 0.0 else _of_midi(velocity))

    def damp(self, string: Union[int, str], on: bool = True, frame: int = 0) -> None:
        """Lays a hand on a string, or lifts it."""
        self._add(frame, DAMP, string=self.instrument.string(string), on=int(bool(on)))

    def set(self, symbol: str, value: Union[float, str], frame: int = 0) -> None:
        """Moves a parameter, as a knob does: a value beyond its range is clamped, and NaN ignored."""
        self._add(frame, PARAM, param=param_number(symbol), value=param_value(symbol, value))

    def transport(self, bpm: float, beat: float, frame: int = 0) -> None:
        """Position of a host, for a drone that follows it; bpm 0: it stands still."""
        self._add(frame, TRANSPORT, bpm=bpm, beat=beat)

    def panic(self, frame: int = 0) -> None:
        """Damps all strings, resets controllers, halts the drone."""
        self._add(frame, PANIC)

    # Blocks

    @overload
    def run(self, frames: int, *, sound: Optional[ArrayLike] = None,
            stems: Literal[False] = False) -> NDArray[np.float32]: ...

    @overload
    def run(self, frames: int, *, sound: Optional[ArrayLike] = None,
            stems: Literal[True]) -> _Stems: ...

    def run(self, frames: int, *, sound: Optional[ArrayLike] = None,
            stems: bool = False) -> Union[NDArray[np.float32], _Stems]:
        """Plays frames and returns an array (frames, 2) of float32; with stems also an array
        (strings + 1, frames, 2), whose last row is the body. 0 frames are allowed.

        sound: an array (frames,) or (frames, 2) at full scale 1 that pushes the bridge.
        """
        frames = to_whole(frames, "frames", 0, _MOST_FRAMES)
        with self._alone():
            return self._run(frames, sound, stems)

    def _run(self, frames: int, sound: Optional[ArrayLike], stems: bool) -> Union[NDArray[np.float32], _Stems]:
        mix = np.empty((2, frames), np.float32)
        parts = np.empty((self.string_count + 1, 2, frames), np.float32) if stems else None
        buffers = CBuffers(c.sizeof(CBuffers), mix[0].ctypes.data, mix[1].ctypes.data)
        if sound is not None:
            pushed = np.asarray(sound, np.float32)
            if pushed.shape not in ((frames,), (frames, 1), (frames, 2)):
                raise Error(f"sound: {np.shape(sound)} is neither ({frames},) nor ({frames}, 2)")
            rows = np.ascontiguousarray(np.atleast_2d(pushed.T))
            buffers.in_left = rows[0].ctypes.data
            buffers.in_right = rows[1].ctypes.data if len(rows) > 1 else None
        if parts is not None:
            rows_of = (c.c_void_p * (2 * (self.string_count + 1)))(
                *[parts[k, side].ctypes.data for k in range(self.string_count + 1) for side in (0, 1)])
            buffers.stems = c.cast(rows_of, c.c_void_p)
        # From here on nothing is refused: events are not lost.
        end = max(frames, 1)
        due = sorted((entry for entry in self._events if entry[0] < end), key=lambda entry: entry[0])
        self._events = [(frame - frames, event, kept) for frame, event, kept in self._events if frame >= end]
        for frame, event, _ in due:
            event.frame = frame
        events = (CEvent * len(due))(*[event for _, event, _ in due])
        lib.jawari_engine_run(self._handle, events, len(events), c.byref(buffers), frames)
        del due  # Until here it keeps what events point to
        return mix.T if parts is None else (mix.T, parts.transpose(0, 2, 1))

    def service(self) -> None:
        """Computes what moved parameters require, for an engine made with realtime."""
        if not lib.jawari_engine_service(self._handle):
            raise MemoryError

    def reset(self) -> None:
        """Puts the engine back as it was made; waiting events are dropped."""
        with self._alone():
            self._events = []
            lib.jawari_engine_reset(self._handle)

    def restart(self, seed: int = 0, **values: Union[float, str]) -> None:
        """As a new engine with other parameters and another seed, but quicker; waiting events are dropped."""
        instrument, error = self.instrument.copy(), new_error()
        instrument.update(values)
        seed = to_whole(seed, "seed", 0, _MOST_SEED)
        with self._alone():
            if not lib.jawari_engine_restart(self._handle, instrument._handle, seed, c.byref(error)):
                fail(error)
            self.instrument = instrument
            self._events = []

    def tune(self, tuning: Optional[Tuning]) -> None:
        """Tunes all strings, sounding ones too; None: the instrument's own tuning."""
        error = new_error()
        if not lib.jawari_engine_set_tuning(self._handle, _handle(tuning), c.byref(error)):
            fail(error)

    def set_profile(self, profile: Optional[Profile]) -> None:
        """Gives the bridge other heights; None: the instrument's own."""
        error = new_error()
        if not lib.jawari_engine_set_profile(self._handle, _handle(profile), c.byref(error)):
            fail(error)

    # State

    @property
    def latency(self) -> int:
        """Frames by which the output is late."""
        return int(lib.jawari_engine_latency(self._handle, False))

    @property
    def silent(self) -> bool:
        """True once all strings are at rest and the output is exactly 0."""
        return bool(lib.jawari_engine_silent(self._handle))

    def value(self, symbol: str) -> float:
        """Present value of a parameter."""
        number = param_number(symbol)
        with self._alone():
            return float(lib.jawari_engine_param_now(self._handle, number))

    def report(self, string: Union[int, str, None] = None) -> Report:
        """Counts and energies of a string, or of all."""
        own = CReport(c.sizeof(CReport))
        index = -1 if string is None else self.instrument.string(string)
        lib.jawari_engine_report(self._handle, index, c.byref(own))
        values = _values(own)
        values["held_key"] = own.held_key if own.held_key >= 0 else None
        values["damped"] = bool(own.damped)
        return Report(**values)

    def stroke(self, string: Union[int, str]) -> Optional[Stroke]:
        """The last stroke on a string; None if there was none."""
        own, index = CStroke(c.sizeof(CStroke)), self.instrument.string(string)
        with self._alone():
            lib.jawari_engine_stroke(self._handle, index, c.byref(own))
        if own.number == 0:
            return None
        return Stroke(**_values(own))

    def shape(self, string: Union[int, str], points: int = _SHAPE_POINTS) -> NDArray[np.float32]:
        """Heights [m] of a string at 2 to 128 even places from the bridge's end to the other: (points,)."""
        height = np.zeros(to_whole(points, "shape: points", 2, _SHAPE_POINTS), np.float32)
        lib.jawari_engine_shape(self._handle, self.instrument.string(string), height.ctypes.data, len(height))
        return height

    def modes(self, string: Union[int, str]) -> NDArray[np.float32]:
        """Amplitudes a_j [m] of y(x) = sum of a_j sin(j pi x/L), j from 1: (modes,)."""
        amplitude, length = np.empty(_MODES, np.float32), c.c_double()
        n = lib.jawari_engine_modes(self._handle, self.instrument.string(string), amplitude.ctypes.data, _MODES,
                                    c.byref(length))
        return amplitude[:n]

    def forces(self, string: Union[int, str]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Places [m] of the contact points of a string, and the forces [N] on them after the last frame."""
        place, force = np.empty((2, _CONTACT_POINTS), np.float32)
        index = self.instrument.string(string)
        with self._alone():
            n = lib.jawari_engine_forces_now(self._handle, index, place.ctypes.data, force.ctypes.data,
                                             _CONTACT_POINTS)
        return place[:n], force[:n]

    def _string_now(self, string: Union[int, str]) -> tuple[float, float]:
        pitch, energy, index = c.c_double(), c.c_double(), self.instrument.string(string)
        with self._alone():
            lib.jawari_engine_string_now(self._handle, index, c.byref(pitch), c.byref(energy))
        return pitch.value, energy.value

    def pitch(self, string: Union[int, str]) -> float:
        """Pitch [Hz] at which a string would sound now, as stopped and bent."""
        return self._string_now(string)[0]

    def energy(self, string: Union[int, str]) -> float:
        """Energy [J] of a string after the last frame."""
        return self._string_now(string)[1]


def _values(own: c.Structure) -> dict[str, Any]:
    """What a structure has, but for its size."""
    return {field[0]: getattr(own, field[0]) for field in own._fields_ if field[0] != "size"}


def _handle(thing: Optional[Handle]) -> Optional[int]:
    return None if thing is None else thing._handle


def _of_midi(velocity: float) -> float:
    if not 0.0 < velocity <= 1.0:
        raise Error(f"velocity {velocity:g} is not above 0 up to 1")
    return 127.0 * velocity
