# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Reads the data sets of jawari-render --manifest, from folders and tar files."""

from __future__ import annotations

import csv
import importlib
import io
import json
import os
import tarfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Optional, Union

import numpy as np

from ._library import Error

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Note:
    """One result of a data set. Files are read when they are asked for.

    row: its row of results.csv, a dict of texts; id: its name; set: parameters that its line set, by symbol; seed.
    A file that is not there or not whole raises Error, whose `file` is its name.
    """

    def __init__(self, row: dict[str, str], files: _Files) -> None:
        self.row = row
        self.id = row["id"]
        self._files = files

    @property
    def audio(self) -> NDArray[np.float32]:
        """Its sound: (frames, channels) of float32. Needs python3-soundfile, except for WAV."""
        return self.sound()[0]

    def sound(self) -> tuple[NDArray[np.float32], int]:
        """Its sound and its rate [Hz]."""
        return _read_sound(self._files.read(self.row["file"]), self.row["file"])

    @property
    def file_names(self) -> list[str]:
        """Names of its sound, stems and labels."""
        labels = [entry.rsplit(":", 2)[0] for entry in self.row["labels"].split()]
        return [self.row["file"]] + [f"{self.id}.{label}" for label in labels]

    @property
    def labels(self) -> dict[str, Any]:
        """ID.json: strokes, contact points, changes, set values and seed; needs the label "notes"."""
        name = self._label_file("notes", f"{self.id}.json")
        try:
            labels: dict[str, Any] = json.loads(self._files.read(name))
        except ValueError as error:
            raise Error(f"{name}: {error}", file=name) from None
        return labels

    @property
    def set(self) -> dict[str, float]:
        """Parameters that the line of the manifest set, by symbol, to 9 digits."""
        pairs = (entry.partition("=") for entry in self.row["set"].split())
        return {symbol: float(value) for symbol, _, value in pairs}

    @property
    def seed(self) -> int:
        """Seed of its strokes' variation; 0: the instrument's own."""
        return int(self.row["seed"])

    def array(self, label: str) -> NDArray[np.float32]:
        """A label of float32, a row for each time: "pitch" [Hz] or "energy" [J], (times, strings); "force" [N],
        (times, points), of the string that was struck first, "force-2" of the second."""
        return self._load(self._label_file(label, f"{self.id}.{label}.npy"))

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """All its arrays, by the middle of their names: "pitch", "energy", "force", "force-2"."""
        return {name[len(self.id) + 1:-len(".npy")]: self._load(name)
                for name in self.file_names if name.endswith(".npy")}

    def _label_file(self, label: str, name: str) -> str:
        if name not in self.file_names:
            raise Error(f'{self.id} has no label "{label}"')
        return name

    def _load(self, name: str) -> NDArray[np.float32]:
        try:
            array: NDArray[np.float32] = np.load(io.BytesIO(self._files.read(name)), allow_pickle=False)
        except (ValueError, EOFError) as error:
            raise Error(f"{name}: {error}", file=name) from None
        return array

    def __repr__(self) -> str:
        return f"<jawari.Note {self.id!r}>"


class _Files:
    """Files of one result, in a folder or in a tar file of it."""

    def __init__(self, folder: str, tar: Optional[str], at: int) -> None:
        self._folder, self._tar, self._at = folder, tar, at

    def read(self, name: str) -> bytes:
        path = os.path.join(self._folder, self._tar or name)
        try:
            with open(path, "rb") as file:
                return self._from_tar(file, path, name) if self._tar else file.read()
        except OSError as error:
            raise Error(f"{path}: {error.strerror or error}", file=path) from error

    def _from_tar(self, file: BinaryIO, path: str, name: str) -> bytes:
        # The files of a result stand together, from tar_at on.
        file.seek(self._at)
        stem = name.partition(".")[0]
        try:
            with tarfile.open(fileobj=file, mode="r:") as tar:
                while (member := tar.next()) and member.name.partition(".")[0] == stem:
                    if member.name == name and (content := tar.extractfile(member)):
                        return content.read()
        except tarfile.TarError as error:
            raise Error(f"{path}: {error}", file=path) from error
        raise Error(f"{path} has no {name} at {self._at}", file=path)


def dataset(path: Union[str, os.PathLike[str]]) -> Iterator[Note]:
    """Yields the results of a data set one after another: those whose status is "ok", in the order of its tables.

    path: the folder that was --output-dir. Nothing is read but the tables until a note is asked for its parts. Error,
    with file and line, for a folder without tables and for a table that is none or not whole.
    """
    folder = os.fspath(path)
    try:
        tables = sorted(name for name in os.listdir(folder) if name.startswith("results") and name.endswith(".csv"))
    except OSError as error:
        raise Error(f"{folder}: {error.strerror}", file=folder) from error
    if not tables:
        raise Error(f"{folder} has no results.csv", file=folder)
    return (note for table in tables for note in _notes_of(folder, table))


_NEEDED = ("id", "status", "file", "labels", "tar", "tar_at", "seed", "set")


def _notes_of(folder: str, table: str) -> Iterator[Note]:
    path = os.path.join(folder, table)
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = csv.DictReader(file)
        try:
            missing = [name for name in _NEEDED if name not in (rows.fieldnames or ())]
            if missing:
                raise Error(f"{path}:1: there is no column {', '.join(missing)}", path, 1)
            for row in rows:
                if None in row or None in row.values():
                    raise Error(f"{path}:{rows.line_num}: not as many fields as columns", path, rows.line_num)
                if row["status"] == "ok":
                    at = row["tar_at"]
                    if at and not at.isdigit():
                        raise Error(f"{path}:{rows.line_num}: tar_at: '{at}' is no offset", path, rows.line_num)
                    yield Note(row, _Files(folder, row["tar"] or None, int(at or 0)))
        except (csv.Error, UnicodeDecodeError) as error:
            raise Error(f"{path}:{rows.line_num + 1}: {error}", path, rows.line_num + 1) from None


def _read_sound(data: bytes, name: str) -> tuple[NDArray[np.float32], int]:
    try:
        soundfile = importlib.import_module("soundfile")
    except ImportError:
        return _read_wav(data, name)
    try:
        sound: tuple[NDArray[np.float32], int] = soundfile.read(io.BytesIO(data), dtype="float32", always_2d=True)
    except RuntimeError as error:
        raise Error(f"{name}: {error}", file=name) from None
    return sound


def _read_wav(data: bytes, name: str) -> tuple[NDArray[np.float32], int]:
    """A WAV of 16 or 24 bits, or of floats of 32, as jawari-render writes them, without any library."""
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise Error(f"{name}: python3-soundfile reads this format, and is not installed", file=name)
    at, kind, channels, rate, bits, sound = 12, 0, 0, 0, 0, b""
    while at + 8 <= len(data):
        chunk, size = data[at:at + 4], int.from_bytes(data[at + 4:at + 8], "little")
        body = data[at + 8:at + 8 + size]
        if chunk == b"fmt ":
            kind, channels = np.frombuffer(body[:4], "<u2")
            kind = int.from_bytes(body[24:26], "little") if kind == 0xFFFE else int(kind)
            rate, bits = int.from_bytes(body[4:8], "little"), int.from_bytes(body[14:16], "little")
        elif chunk == b"data":
            sound = body
            if len(sound) < size:
                raise Error(f"{name}: the file is not whole", file=name)
        at += 8 + size + size % 2
    if not channels or len(sound) % (int(channels) * max(bits // 8, 1)):
        raise Error(f"{name}: the file is not whole", file=name)
    if kind == 3 and bits == 32:
        samples = np.frombuffer(sound, "<f4")
    elif kind == 1 and bits == 16:
        samples = np.frombuffer(sound, "<i2") / np.float32(1 << 15)
    elif kind == 1 and bits == 24:
        bytes_of = np.frombuffer(sound, np.uint8).reshape(-1, 3).astype(np.int32)
        samples = ((bytes_of[:, 0] << 8 | bytes_of[:, 1] << 16 | bytes_of[:, 2] << 24) >> 8) / np.float32(1 << 23)
    else:
        raise Error(f"{name}: python3-soundfile reads this format, and is not installed", file=name)
    return samples.astype(np.float32).reshape(-1, int(channels)), rate
