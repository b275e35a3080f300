# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The engine, block by block."""

import ctypes as c
from dataclasses import dataclass
from typing import Optional, Union

import numpy as np

from ._instrument import Instrument, Profile, Tuning, param_value
from ._library import (DAMP, MIDI, PANIC, PARAM, PLUCK, SYSEX, TRANSPORT, CBuffers, CEvent, COptions, CReport, CStroke,
                       Error, fail, lib, new_error, param_number)

_SHAPE_POINTS = 128
_CONTACT_POINTS = 256
_MODES = 4096


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


class Engine:
    """Plays an instrument's strings.

    instrument: an Instrument, or a name for one; preset: with a name, a preset. rate in Hz. With exact the modes
    are computed in 64 bits. seed varies the strokes if the parameter "variation" is not 0. With realtime, tables are
    not computed within run() but by service(), which another thread may call. Other arguments set parameters.

        engine = Engine("tanpura")
        engine.pluck("sa", 0.6)
        block = engine.run(512)         # array (512, 2) of float32

    Events wait for run(); `frame` is counted from the first frame of the next one, and may be later than that block.
    An engine belongs to one thread at a
    time; several engines may run at once, since run() releases Python's lock.
    """

    def __init__(self, instrument: Union[Instrument, str] = "sitar", rate: float = 48000.0, *,
                 preset: Optional[str] = None, exact: bool = False, realtime: bool = False, seed: int = 0,
                 tuning: Optional[Tuning] = None, profile: Optional[Profile] = None, **values: Union[float, str]):
        if isinstance(instrument, Instrument):
            self.instrument = instrument.copy()
            self.instrument.update(values)
        else:
            self.instrument = Instrument(instrument, preset, **values)
        error = new_error()
        options = COptions(c.sizeof(COptions), float(rate), not realtime, exact, seed, _handle(tuning),
                           _handle(profile))
        self._handle = lib.jawari_engine_new(self.instrument._handle, c.byref(options), c.byref(error))
        if not self._handle:
            fail(error)
        self.rate = float(rate)
        self.string_count = lib.jawari_engine_string_count(self._handle)
        self._events: list[CEvent] = []

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.jawari_engine_free(self._handle)
            self._handle = None

    # Events

    def _add(self, frame, kind):
        if frame < 0:
            raise Error(f"frame {frame} is before the block")
        event = CEvent(frame, kind)
        self._events.append(event)
        return event.data

    def midi(self, message: bytes, frame: int = 0) -> None:
        """A channel message, or a system exclusive one from F0 to F7."""
        if message[:1] == b"\xf0":
            data = self._add(frame, SYSEX)
            data.sysex.bytes, data.sysex.size = message, len(message)
            self._events[-1].kept = message
            return
        data = self._add(frame, MIDI)
        data.midi[:len(message[:3])] = list(message[:3])

    def note_on(self, note: Union[int, str], velocity: float = 0.8, frame: int = 0, channel: int = 0) -> None:
        """Begins a note: a MIDI key or a name; velocity above 0 up to 1."""
        self.midi(bytes([0x90 | channel, self.instrument.key(note), _seven_bits(velocity)]), frame)

    def note_off(self, note: Union[int, str], frame: int = 0, channel: int = 0) -> None:
        """Ends a note."""
        self.midi(bytes([0x80 | channel, self.instrument.key(note), 64]), frame)

    def pluck(self, string: Union[int, str], velocity: float = 0.8, place: float = 0.0, frame: int = 0) -> None:
        """Plucks an open string, by name or index; place: part of its length from the bridge, 0: as the parameter
        pluck_position; velocity 0 ends its note."""
        data = self._add(frame, PLUCK)
        data.pluck.string = self.instrument.string(string)
        data.pluck.velocity = _seven_bits(velocity) if velocity > 0.0 else 0
        data.pluck.place = place

    def damp(self, string: Union[int, str], on: bool = True, frame: int = 0) -> None:
        """Lays a hand on a string, or lifts it."""
        data = self._add(frame, DAMP)
        data.damp.string, data.damp.on = self.instrument.string(string), int(on)

    def set(self, symbol: str, value: Union[float, str], frame: int = 0) -> None:
        """Moves a parameter."""
        data = self._add(frame, PARAM)
        data.param.param, data.param.value = param_number(symbol), param_value(symbol, value)

    def transport(self, bpm: float, beat: float, frame: int = 0) -> None:
        """Position of a host, for a drone that follows it; bpm 0: it stands still."""
        data = self._add(frame, TRANSPORT)
        data.transport.bpm, data.transport.beat = bpm, beat

    def panic(self, frame: int = 0) -> None:
        """Damps all strings, resets controllers, halts the drone."""
        self._add(frame, PANIC)

    # Blocks

    def run(self, frames: int, *, sound: Optional[np.ndarray] = None, stems: bool = False):
        """Plays frames and returns an array (frames, 2) of float32; with stems also an array
        (strings + 1, frames, 2), whose last row is the body.

        sound: an array (frames,) or (frames, 2) at full scale 1 that pushes the bridge.
        """
        due = sorted((event for event in self._events if event.frame < max(frames, 1)), key=lambda event: event.frame)
        self._events = [event for event in self._events if event.frame >= max(frames, 1)]
        for event in self._events:
            event.frame -= frames
        events = (CEvent * len(due))(*due)
        mix = np.empty((2, frames), np.float32)
        parts = np.empty((self.string_count + 1, 2, frames), np.float32) if stems else None
        buffers = CBuffers(c.sizeof(CBuffers), mix[0].ctypes.data, mix[1].ctypes.data)
        if sound is not None:
            pushed = np.ascontiguousarray(np.asarray(sound, np.float32).T)
            if pushed.shape not in ((frames,), (2, frames), (1, frames)):
                raise Error(f"sound: {np.shape(sound)} is neither ({frames},) nor ({frames}, 2)")
            rows = pushed.reshape(-1, frames)
            buffers.in_left = rows[0].ctypes.data
            buffers.in_right = rows[1].ctypes.data if len(rows) > 1 else None
        if stems:
            rows_of = (c.c_void_p * (2 * (self.string_count + 1)))(
                *[parts[k, side].ctypes.data for k in range(self.string_count + 1) for side in (0, 1)])
            buffers.stems = c.cast(rows_of, c.c_void_p)
        lib.jawari_engine_run(self._handle, events, len(events), c.byref(buffers), frames)
        del due  # Until here it keeps what events point to
        return (mix.T, parts.transpose(0, 2, 1)) if stems else mix.T

    def service(self) -> None:
        """Computes what moved parameters require, for an engine made with realtime."""
        if not lib.jawari_engine_service(self._handle):
            raise MemoryError

    def reset(self) -> None:
        """Puts the engine back as it was made; waiting events are dropped."""
        self._events = []
        lib.jawari_engine_reset(self._handle)

    def restart(self, seed: int = 0, **values: Union[float, str]) -> None:
        """As a new engine with other parameters and another seed, but quicker."""
        self.instrument.update(values)
        self._events = []
        error = new_error()
        if not lib.jawari_engine_restart(self._handle, self.instrument._handle, seed, c.byref(error)):
            fail(error)

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
        return lib.jawari_engine_latency(self._handle, False)

    @property
    def silent(self) -> bool:
        """True once all strings are at rest and the output is exactly 0."""
        return lib.jawari_engine_silent(self._handle)

    def value(self, symbol: str) -> float:
        """Present value of a parameter."""
        return lib.jawari_engine_param_now(self._handle, param_number(symbol))

    def report(self, string: Union[int, str, None] = None) -> Report:
        """Counts and energies of a string, or of all."""
        own = CReport(c.sizeof(CReport))
        index = -1 if string is None else self.instrument.string(string)
        lib.jawari_engine_report(self._handle, index, c.byref(own))
        values = {name: getattr(own, name) for name, _ in CReport._fields_ if name != "size"}
        values["held_key"] = own.held_key if own.held_key >= 0 else None
        values["damped"] = bool(own.damped)
        return Report(**values)

    def stroke(self, string: Union[int, str]) -> Optional[Stroke]:
        """The last stroke on a string; None if there was none."""
        own = CStroke(c.sizeof(CStroke))
        lib.jawari_engine_stroke(self._handle, self.instrument.string(string), c.byref(own))
        if own.number == 0:
            return None
        return Stroke(**{name: getattr(own, name) for name, _ in CStroke._fields_ if name != "size"})

    def shape(self, string: Union[int, str], points: int = _SHAPE_POINTS) -> np.ndarray:
        """Heights [m] of a string at 2 to 128 even places from the bridge's end to the other: (points,)."""
        height = np.empty(points, np.float32)
        if not 2 <= points <= _SHAPE_POINTS:
            raise Error(f"shape: {points} is not 2 to {_SHAPE_POINTS} points")
        index = self.instrument.string(string)
        while not lib.jawari_engine_shape(self._handle, index, height.ctypes.data, points):
            pass  # The engine was just writing it
        return height

    def modes(self, string: Union[int, str]) -> np.ndarray:
        """Amplitudes a_j [m] of y(x) = sum of a_j sin(j pi x/L), j from 1: (modes,)."""
        amplitude, length = np.empty(_MODES, np.float32), c.c_double()
        n = lib.jawari_engine_modes(self._handle, self.instrument.string(string), amplitude.ctypes.data, _MODES,
                                    c.byref(length))
        return amplitude[:n]

    def forces(self, string: Union[int, str]) -> tuple[np.ndarray, np.ndarray]:
        """Places [m] of the contact points of a string, and the forces [N] on them after the last frame."""
        place, force = np.empty((2, _CONTACT_POINTS), np.float32)
        n = lib.jawari_engine_forces_now(self._handle, self.instrument.string(string), place.ctypes.data,
                                         force.ctypes.data, _CONTACT_POINTS)
        return place[:n], force[:n]

    def _string_now(self, string):
        pitch, energy = c.c_double(), c.c_double()
        lib.jawari_engine_string_now(self._handle, self.instrument.string(string), c.byref(pitch), c.byref(energy))
        return pitch.value, energy.value

    def pitch(self, string: Union[int, str]) -> float:
        """Pitch [Hz] at which a string would sound now, as stopped and bent."""
        return self._string_now(string)[0]

    def energy(self, string: Union[int, str]) -> float:
        """Energy [J] of a string after the last frame."""
        return self._string_now(string)[1]


def _handle(thing):
    return None if thing is None else thing._handle


def _seven_bits(velocity):
    if not 0.0 < velocity <= 1.0:
        raise Error(f"velocity {velocity:g} is not above 0 up to 1")
    return max(1, min(127, round(127 * velocity)))
