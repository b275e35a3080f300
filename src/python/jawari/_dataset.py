# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Reads the data sets of jawari-render --manifest, from folders and tar files."""

import csv
import io
import json
import os
import tarfile
from collections.abc import Iterator
from typing import Any, Optional

import numpy as np

from ._library import Error


class Note:
    """One result of a data set. Files are read when they are asked for.

    row: its row of results.csv, a dict of texts; id: its name; set: parameters that its line set, by symbol; seed.
    """

    def __init__(self, row: dict[str, str], files: "_Files"):
        self.row = row
        self.id = row["id"]
        self._files = files

    @property
    def audio(self) -> np.ndarray:
        """Its sound: (frames, channels) of float32. Needs python3-soundfile, except for WAV."""
        return self.sound()[0]

    def sound(self) -> tuple[np.ndarray, int]:
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
        return json.loads(self._files.read(f"{self.id}.json"))

    @property
    def set(self) -> dict[str, float]:
        """Parameters that the line of the manifest set."""
        return self.labels.get("set", {})

    @property
    def seed(self) -> int:
        """Seed of its strokes' variation; 0: the instrument's own."""
        return self.labels.get("seed", 0)

    def array(self, label: str) -> np.ndarray:
        """A label "pitch" or "energy": (times, strings); "force": (times, points), of the first struck string."""
        names = [name for name in self.file_names if name == f"{self.id}.{label}.npy"]
        if not names:
            raise Error(f'{self.id} has no label "{label}"')
        return np.load(io.BytesIO(self._files.read(names[0])), allow_pickle=False)

    def arrays(self) -> dict[str, np.ndarray]:
        """All its arrays, by the middle of their names: "pitch", "energy", "force", "force-2"."""
        found = {}
        for name in self.file_names:
            if name.endswith(".npy"):
                middle = os.path.basename(name)[len(self.id) + 1:-len(".npy")]
                found[middle] = np.load(io.BytesIO(self._files.read(name)), allow_pickle=False)
        return found

    def __repr__(self) -> str:
        return f"<jawari.Note {self.id!r}>"


class _Files:
    """Files of one result, in a folder or in a tar file of it."""

    def __init__(self, folder: str, tar: Optional[str], at: int):
        self._folder, self._tar, self._at = folder, tar, at

    def read(self, name: str) -> bytes:
        if not self._tar:
            with open(os.path.join(self._folder, name), "rb") as file:
                return file.read()
        with open(os.path.join(self._folder, self._tar), "rb") as file:
            # The files of a result stand together, from tar_at on.
            file.seek(self._at)
            with tarfile.open(fileobj=file, mode="r|") as tar:
                for member in tar:
                    if member.name == name:
                        return tar.extractfile(member).read()
        raise Error(f"{self._tar} has no {name}", file=self._tar)


def dataset(path: str) -> Iterator[Note]:
    """Yields the results of a data set one after another: those whose status is "ok", in the order of its tables.

    path: the folder that was --output-dir. Nothing is read but the tables until a note is asked for its parts.
    """
    tables = sorted(name for name in os.listdir(path) if name.startswith("results") and name.endswith(".csv"))
    if not tables:
        raise Error(f"{path} has no results.csv", file=path)
    for table in tables:
        with open(os.path.join(path, table), newline="", encoding="utf-8-sig") as file:
            for row in csv.DictReader(file):
                if row["status"] == "ok":
                    yield Note(row, _Files(path, row.get("tar") or None, int(row.get("tar_at") or 0)))


def _read_sound(data: bytes, name: str) -> tuple[np.ndarray, int]:
    try:
        import soundfile
    except ImportError:
        return _read_wav(data, name)
    sound, rate = soundfile.read(io.BytesIO(data), dtype="float32", always_2d=True)
    return sound, rate


def _read_wav(data: bytes, name: str) -> tuple[np.ndarray, int]:
    """A WAV of 16, 24 or 32 bits, integers or floats, without any library."""
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
        at += 8 + size + size % 2
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
