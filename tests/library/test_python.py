# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The Python package against jawari-render, and what it promises of itself.

    test_python.py JAWARI_RENDER [unittest's arguments]

PYTHONPATH, JAWARI_LIBRARY and JAWARI_DATA say where package, library and instruments are.
"""

import copy
import gc
import importlib.util
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import time
import unittest

try:
    import numpy as np
except ModuleNotFoundError:
    print("skipped: numpy is not installed for", sys.executable)
    sys.exit(77)

import jawari
from jawari._dataset import _read_wav

RENDER = sys.argv.pop(1)

# What both render: arguments here, options there.
RENDERS = [
    ({"instrument": "sitar", "note": "C#4", "seconds": 1.5, "jawari": 20}, "-i sitar --note C#4 --seconds 1.5 --set jawari=20"),
    ({"instrument": "sitar", "note": 49, "seconds": 1, "quality": 1}, "-i sitar --note 49 --seconds 1 --quality 1"),
    ({"preset": "sitar-khula", "note": "F#4", "seconds": 1, "velocity": 40}, "-p sitar-khula --note F#4:40 --seconds 1"),
    ({"preset": "sitar-yaman", "note": "Re'", "held": 0.4, "tail": 0.8}, "-p sitar-yaman --note Re':100:0.4 -t 0.8"),
    ({"instrument": "sarod", "note": "C4", "held": 0.5, "tail": 0.5}, "-i sarod --note C4:100:0.5 -t 0.5"),
    ({"instrument": "guitar", "note": "E3", "held": 0.2, "tail": 0.0}, "-i guitar --note E3:100:0.2 -t 0"),
    ({"instrument": "bass", "note": "A1", "held": 0.3, "release_damping": 100}, "-i bass --note A1:100:0.3 --set release_damping=100"),
    ({"instrument": "tanpura", "seconds": 2}, "-i tanpura --seconds 2"),
    ({"preset": "tanpura-plays", "seconds": 1, "rate": 44100}, "-p tanpura-plays --seconds 1 -r 44100"),
    ({"instrument": "biwa", "note": "D3", "seconds": 1, "rate": 96000}, "-i biwa --note D3 --seconds 1 -r 96000"),
    ({"instrument": "shamisen", "note": "G4", "seconds": 0.6, "pluck_position": 0.2}, "-i shamisen --note G4 --seconds 0.6 --set pluck_position=0.2"),
    ({"instrument": "sitar-gandhar", "note": "C4", "seconds": 1, "variation": 100}, "-i sitar-gandhar --note C4 --seconds 1 --set variation=100"),
    ({"instrument": "surbahar", "note": "G2", "seconds": 1, "pluck_stroke": "finger"}, "-i surbahar --note G2 --seconds 1 --set pluck_stroke=finger"),
    ({"instrument": "rudra-veena", "note": "C3", "seconds": 1}, "-i rudra-veena --note C3 --seconds 1"),
    ({"instrument": "saraswati-veena", "note": "E3", "seconds": 1}, "-i saraswati-veena --note E3 --seconds 1"),
    ({"instrument": "bass-fretless", "note": "E2", "seconds": 1}, "-i bass-fretless --note E2 --seconds 1"),
    ({"instrument": "bench", "note": "A2", "seconds": 0.5}, "-i bench --note A2 --seconds 0.5"),
    ({"instrument": "wave", "note": "C3", "seconds": 0.5}, "-i wave --note C3 --seconds 0.5"),
    ({"instrument": "tanpura-five", "seconds": 1, "jawari": 60}, "-i tanpura-five --seconds 1 --set jawari=60"),
    ({"instrument": "tambura-south", "seconds": 1}, "-i tambura-south --seconds 1"),
    ({"instrument": "dilruba", "note": "C4", "seconds": 0.7, "quality": 4}, "-i dilruba --note C4 --seconds 0.7 --quality 4"),
]


class SameBits(unittest.TestCase):
    def test_renders(self):
        compared = 0
        with tempfile.TemporaryDirectory() as folder:
            wav = os.path.join(folder, "x.wav")
            for arguments, options in RENDERS:
                with self.subTest(options=options):
                    subprocess.run([RENDER, *options.split(), "-q", "--limiter", "off", "--format", "wavfloat", wav],
                                   check=True)
                    with open(wav, "rb") as file:
                        theirs, rate = _read_wav(file.read(), wav)
                    ours, our_rate = jawari.render(**arguments)
                    self.assertEqual(rate, our_rate)
                    self.assertEqual(ours.shape, theirs.shape)
                    self.assertTrue(np.array_equal(ours, theirs))
                    self.assertGreater(float(np.abs(ours).max()), 1e-4)
                    compared += 1
        self.assertGreaterEqual(compared, 20)

    def test_manifest(self):
        """Seeds, presets, values and rates of a manifest's lines; one channel is the mean of two."""
        lines = [{"id": f"{start[0]}-{start[1]}-{i}", start[0]: start[1], "note": note, "seconds": 0.5,
                  "rate": (44100, 48000, 96000, 22050)[i], "mono": i % 2 == 1, "velocity": 50 + 20 * i,
                  "seed": 977 * i, "set": {"variation": 25 * i, "jawari": 15 + 20 * i}, "limiter": "off", "format": "wavfloat"}
                 for start, note in ((("instrument", "sitar"), "E4"), (("preset", "sitar-khula"), "C#4"),
                                     (("preset", "rudra-khula"), "C3"), (("instrument", "shamisen"), "G4"),
                                     (("instrument", "bass"), "A1"))
                 for i in range(4)]
        with tempfile.TemporaryDirectory() as folder:
            manifest = pathlib.Path(folder, "m.jsonl")
            manifest.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            subprocess.run([RENDER, "--manifest", manifest, "--output-dir", folder, "-q"], check=True)
            notes = list(jawari.dataset(folder))
            self.assertEqual(len(notes), len(lines))
            for line, note in zip(lines, notes):
                values = {name: line[name] for name in ("instrument", "preset", "note", "seconds", "rate", "velocity", "seed")
                          if name in line}
                ours, rate = jawari.render(**values, **line["set"])
                if line["mono"]:
                    ours = np.float32(0.5) * (ours[:, :1] + ours[:, 1:])
                with self.subTest(line=line):
                    self.assertEqual((rate, note.id), (note.sound()[1], line["id"]))
                    self.assertEqual(ours.shape, note.audio.shape)
                    self.assertTrue(np.array_equal(ours, note.audio))
                    self.assertGreater(float(np.abs(ours).max()), 1e-4)

    def test_blocks_do_not_matter(self):
        sounds = []
        for size in (37, 512, 9600):
            engine = jawari.Engine("sitar")
            engine.note_on("C#4", 0.7, frame=100)
            engine.set("gain", -6.0, frame=5000)
            engine.note_off("C#4", frame=8000)
            sounds.append(np.concatenate([engine.run(min(size, 9600 - at)) for at in range(0, 9600, size)]))
        self.assertTrue(np.array_equal(sounds[0], sounds[1]) and np.array_equal(sounds[0], sounds[2]))

    def test_stems(self):
        engine = jawari.Engine("tanpura")
        engine.pluck("sa", 0.6)
        mix, stems = engine.run(2048, stems=True)
        self.assertEqual(stems.shape, (engine.string_count + 1, 2048, 2))
        total = np.zeros_like(mix)
        for stem in stems:
            total = total + stem
        self.assertTrue(np.array_equal(total, mix))

    def test_velocity_and_expression(self):
        engine = jawari.Engine("sitar")
        forces = []
        for velocity in (0.5, 0.501):
            engine.reset()
            engine.note_on("C#4", velocity)
            engine.run(4800)
            forces += [engine.stroke(s.index).force_n for s in engine.instrument.strings if engine.stroke(s.index)]
        self.assertEqual(len(forces), 2)
        self.assertLess(forces[0], forces[1])
        held = next(s.name for s in engine.instrument.strings if engine.report(s.index).held_key == 61)
        before = engine.pitch(held)
        engine.express("C#4", cents=40, pressure=0.1)
        engine.run(4800)
        self.assertAlmostEqual(1200 * np.log2(engine.pitch(held) / before), 40, delta=0.5)

    def test_restart(self):
        engine = jawari.Engine("sitar", seed=5, variation=100)
        engine.note_on("C#4")
        first = engine.run(4800)
        engine.restart(seed=5)
        engine.note_on("C#4")
        self.assertTrue(np.array_equal(first, engine.run(4800)))


class Errors(unittest.TestCase):
    def refuse(self, part, call, *arguments, **named):
        with self.assertRaises(jawari.Error) as caught:
            call(*arguments, **named)
        self.assertIn(part, str(caught.exception))
        return caught.exception

    def test_place(self):
        text = "[instrument]\nformat = 1\nname = X\ndescription = X\n[defaults]\njawari = 300\n[end]\n"
        error = self.refuse("jawari", jawari.Instrument.parse, text, "mine.ini")
        self.assertEqual((error.file, error.line), ("mine.ini", 6))

    def test_all(self):
        self.refuse("no-such", jawari.Instrument, "no-such")
        self.refuse("no-such", jawari.render, preset="no-such", seconds=1)
        self.refuse("velocty", jawari.Instrument, "sitar", velocty=3)
        self.refuse("jawari", jawari.Instrument, "sitar", jawari=1000)
        self.refuse("thumb", jawari.Instrument, "sitar", pluck_stroke="thumb")
        self.refuse("C9", jawari.render, "sitar", "C9")
        self.refuse("nought", jawari.Engine("sitar").pluck, "nought")
        self.refuse("velocity", jawari.Engine("sitar").pluck, 0, 1.5)
        self.refuse("rate", jawari.Engine, "sitar", 10.0)
        self.refuse("profile", jawari.Profile, x_m=[0.0, 0.1], height_m=[0.0])
        self.refuse("sound", jawari.Engine("sitar").run, 64, sound=np.zeros(63))
        self.refuse("none of", jawari.names, "recipes")
        self.refuse("results.csv", lambda: list(jawari.dataset(tempfile.gettempdir() + "/.")))
        with tempfile.NamedTemporaryFile("w", suffix=".scl") as scale:
            scale.write("! x\nx\n 2\n 100.\nno\n")
            scale.flush()
            error = self.refuse(scale.name, jawari.Tuning, scale.name)
            self.assertEqual((error.file, error.line), (scale.name, 5))

    def test_numbers(self):
        """What C would cut or take for something else is refused, and nothing of it waits for run()."""
        engine = jawari.Engine("sitar")
        self.refuse("frames", engine.run, -1)
        self.refuse("frames", engine.run, 2**32)
        self.refuse("frames", engine.run, 64.0)
        self.refuse("frame", engine.pluck, 0, frame=-1)
        self.refuse("place", engine.pluck, 0, place=1.5)
        self.refuse("place", engine.pluck, 0, place=float("nan"))
        self.refuse("velocity", engine.pluck, 0, -0.5)
        self.refuse("string", engine.pluck, 99)
        self.refuse("string", engine.pluck, -1)
        self.refuse("string", engine.pluck, 0.5)
        self.refuse("nought", engine.damp, "nought")
        self.refuse("velocty", engine.set, "velocty", 3)
        self.refuse("thumb", engine.set, "pluck_stroke", "thumb")
        self.refuse("number", engine.set, "jawari", None)
        self.refuse("channel", engine.note_on, "C#4", channel=16)
        for message in (b"", b"\x90", b"\x40\x40", b"\x90\x40\x80", b"\x90\x40\x40\x40", b"\xf8"):
            self.refuse("midi", engine.midi, message)
        self.refuse("F7", engine.midi, b"\xf0\x7e")
        self.refuse("points", engine.shape, 0, 129)
        self.refuse("points", engine.shape, 0, -1)
        before = engine.value("gain")
        self.assertFalse(np.any(engine.run(4800)))
        self.assertEqual(engine.value("gain"), before)
        for string in engine.instrument.strings:
            self.assertIsNone(engine.stroke(string.index))
        self.refuse("seed", jawari.Engine, "sitar", seed=-1)
        self.refuse("seed", engine.restart, 2**32)
        self.refuse("rate", jawari.Engine, "sitar", -48000.0)
        self.refuse("rate", jawari.Engine, "sitar", float("nan"))
        self.refuse("velocity", jawari.render, "sitar", "C#4", velocity=0)
        self.refuse("velocity", jawari.render, "sitar", "C#4", velocity=128)
        self.refuse("seconds", jawari.render, "sitar", "C#4", seconds=-1)
        self.refuse("seconds", jawari.render, "sitar", "C#4", seconds=float("nan"))
        self.refuse("held", jawari.render, "sitar", "C#4", held=float("inf"))
        self.refuse("tail", jawari.render, "sitar", "C#4", seconds=1, tail=1)
        self.refuse("seconds", jawari.render, "tanpura")
        self.refuse("preset", jawari.Engine, jawari.Instrument("sitar"), preset="sitar-khula")
        self.refuse("zero byte", jawari.Instrument, "sitar\0x")
        self.refuse("no text", jawari.Instrument, "\ud800")
        self.refuse("zero byte", jawari.Tuning, "x\0.scl")

    def test_nothing_is_lost(self):
        engine = jawari.Engine("sitar")
        engine.note_on("C#4", frame=10)
        self.refuse("sound", engine.run, 480, sound=np.zeros(481))
        self.assertTrue(np.any(engine.run(4800)))
        engine.restart(jawari=20)
        self.refuse("jawari", engine.restart, jawari=1000)
        self.assertEqual(engine.instrument["jawari"], 20)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            bad = os.path.join(folder, "bad.ttl")
            with open(bad, "w", encoding="utf-8") as file:
                file.write("@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n\n<x> lv2:name oh no .\n")
            error = self.refuse("bad.ttl", jawari.Instrument, preset=bad)
            self.assertEqual((error.file, error.line), (bad, 3))
            self.refuse("none.ini", jawari.Instrument, os.path.join(folder, "none.ini"))
            tun = os.path.join(folder, "bad.tun")
            with open(tun, "w", encoding="utf-8") as file:
                file.write("; x\n[Tuning]\nnote 0= 0\nnote 1= much\n")
            error = self.refuse("bad.tun", jawari.Tuning, tun)
            self.assertEqual((error.file, error.line), (tun, 4))
            mine = os.path.join(folder, "mine.ini")
            with open(mine, "w", encoding="utf-8") as file:
                file.write(jawari.Instrument("bench").text())
            os.mkdir(os.path.join(folder, "tuned"))
            tuned = os.path.join(folder, "tuned", "mine.ini")
            with open(tuned, "w", encoding="utf-8") as file:
                file.write("[tuned]\nformat = 1\nmade_form = 0\n\n[end]\n")
            error = self.refuse("made_form", jawari.Instrument, mine)
            self.assertEqual((error.file, error.line), (tuned, 3))


class State(unittest.TestCase):
    def test_string(self):
        engine = jawari.Engine("sitar")
        engine.note_on("C#4")
        engine.run(4800)
        plucked = [s for s in engine.instrument.strings if engine.stroke(s.index)]
        self.assertEqual(len(plucked), 1)
        string = plucked[0].name
        stroke = engine.stroke(string)
        self.assertEqual(stroke.number, 1)
        self.assertGreater(stroke.force_n, 0.0)
        self.assertAlmostEqual(engine.pitch(string), 277.2, delta=3.0)
        self.assertGreater(engine.energy(string), 0.0)
        self.assertEqual(engine.shape(string).shape, (128,))
        self.assertGreater(len(engine.modes(string)), 30)
        place, force = engine.forces(string)
        self.assertEqual(place.shape, force.shape)
        report = engine.report(string)
        self.assertGreater(report.impacts, 0)
        self.assertEqual(report.held_key, 61)
        self.assertLess(report.energy_excess, 1e-6)
        self.assertFalse(engine.silent)

    def test_sound_pushes(self):
        engine = jawari.Engine("sitar")
        noise = np.random.default_rng(1).uniform(-0.5, 0.5, 4800)
        self.assertGreater(float(np.abs(engine.run(4800, sound=noise)).max()), 1e-5)

    def test_text(self):
        sitar = jawari.Instrument("sitar", jawari=1 / 3 + 30, pluck_stroke="finger")
        for again in (jawari.Instrument.parse(sitar.text()), copy.copy(sitar), copy.deepcopy(sitar),
                      pickle.loads(pickle.dumps(sitar))):
            for symbol in jawari.params():
                self.assertEqual(again[symbol], sitar[symbol], symbol)
            engines = [jawari.Engine(one) for one in (sitar, again)]
            for engine in engines:
                engine.note_on("C#4")
            self.assertTrue(np.array_equal(engines[0].run(2400), engines[1].run(2400)))

    def test_no_copies(self):
        engine = jawari.Engine("bench")
        for one in (engine, jawari.Tuning(), jawari.Profile(x_m=[0.0, 0.01], height_m=[0.0, 0.0])):
            for way in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaises(TypeError):
                    way(one)

    def test_lifetimes(self):
        """An engine keeps what it needs of what it was made from, and arrays outlive it."""
        scale = "! x\nx\n 12\n" + "".join(f"{100 * i + 30}.\n" for i in range(1, 12)) + "2/1\n"
        with tempfile.NamedTemporaryFile("w", suffix=".scl") as file:
            file.write(scale)
            file.flush()
            instrument, tuning = jawari.Instrument("sitar"), jawari.Tuning(file.name, strings={0: -3.0})
        profile = jawari.Profile(x_m=[0.0, 0.01, 0.02], height_m=[-1e-4, 0.0, -1e-4])
        sounds = []
        for keep in (True, False):
            kept = (instrument, tuning, profile)
            engine = jawari.Engine(instrument, tuning=tuning, profile=profile)
            if not keep:
                del kept, instrument, tuning, profile
                gc.collect()
            engine.note_on("D4")
            sounds.append(engine.run(2400))
            engine.reset()
            engine.note_on("D4")
            sounds.append(engine.run(2400))
        del engine
        gc.collect()
        self.assertTrue(all(np.array_equal(sounds[0], sound) for sound in sounds))
        self.assertGreater(float(np.abs(sounds[0]).max()), 1e-4)

    def test_one_thread_at_a_time(self):
        engine = jawari.Engine("sitar", quality=4)
        engine.note_on("C#4")
        thread = threading.Thread(target=engine.run, args=(192000,))
        thread.start()
        refused = 0
        while thread.is_alive():
            for call in (lambda: engine.run(64), engine.reset, engine.restart, lambda: engine.pitch(0)):
                try:
                    if thread.is_alive():
                        call()
                except jawari.Error as error:
                    self.assertIn("another thread", str(error))
                    refused += 1
            time.sleep(0.01)
        thread.join()
        self.assertGreater(refused, 3)

    def test_tables(self):
        self.assertIn("sitar", jawari.names())
        self.assertIn("tanpura-plays", jawari.names("presets"))
        table = jawari.params()
        self.assertEqual(table["jawari"].unit, "%")
        self.assertIn("finger", {name.lower() for name in table["pluck_stroke"].points})

    def test_threads(self):
        """Two threads render at once: the lock is free while a block runs."""
        alone, _ = jawari.render("sitar", "C#4", seconds=1)
        results = [None, None]

        def work(i):
            results[i] = jawari.render("sitar", "C#4", seconds=1)[0]

        threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all(np.array_equal(alone, result) for result in results))

    def test_lock_is_free(self):
        engine = jawari.Engine("sitar", quality=4)
        engine.note_on("C#4")
        ticks, done = 0, threading.Event()

        def long_block():
            engine.run(96000)
            done.set()

        thread = threading.Thread(target=long_block)
        thread.start()
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)
        thread.join()
        self.assertGreater(ticks, 20)


class DataSet(unittest.TestCase):
    def make(self, folder, *options):
        manifest = os.path.join(folder, "m.jsonl")
        with open(manifest, "w", encoding="utf-8") as file:
            for i in range(6):
                file.write(f'{{"id":"n-{i}","instrument":"tanpura","string":"sa","seconds":0.2,"velocity":{60 + i},'
                           f'"format":"wav24","seed":{i + 1},"set":{{"variation":30}},"labels":"all"}}\n')
        out = os.path.join(folder, "out")
        subprocess.run([RENDER, "--manifest", manifest, "--output-dir", out, "-q", *options], check=True,
                       stdout=subprocess.DEVNULL)
        return out

    def read(self, out):
        notes = list(jawari.dataset(out))
        self.assertEqual([note.id for note in notes], [f"n-{i}" for i in range(6)])
        for note in notes:
            sound, rate = note.sound()
            self.assertEqual(rate, int(note.row["rate_hz"]))
            self.assertEqual(len(sound), int(note.row["frames"]))
            self.assertEqual(note.audio.dtype, np.float32)
            self.assertEqual(note.array("pitch").dtype, np.float32)
            self.assertEqual(note.array("energy").shape, note.array("pitch").shape)
            self.assertIn("strokes", note.labels)
            self.assertEqual(note.set, {"variation": 30})
            self.assertEqual(note.set, note.labels["set"])
            self.assertEqual(note.seed, int(note.id[2:]) + 1)
            self.assertGreater(len(note.array("force")), 0)
            self.assertGreater(len(note.arrays()), 2)
        return [note.audio for note in notes]

    def test_folder_and_tar(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            loose = self.read(self.make(one))
            packed = self.read(self.make(other, "--tar", "1"))
            self.assertTrue(all(np.array_equal(a, b) for a, b in zip(loose, packed)))

    def refuse(self, part, call):
        with self.assertRaises(jawari.Error) as caught:
            call()
        self.assertIn(part, str(caught.exception))
        return caught.exception

    def test_damage(self):
        """Files that are missing, cut or no such thing."""
        self.refuse("no-such-folder", lambda: jawari.dataset("/no-such-folder"))
        with tempfile.TemporaryDirectory() as folder:
            out = self.make(folder)
            first, second, third, fourth = list(jawari.dataset(out))[:4]
            os.remove(os.path.join(out, "n-0.pitch.npy"))
            error = self.refuse("n-0.pitch.npy", lambda: first.array("pitch"))
            self.assertEqual(error.file, os.path.join(out, "n-0.pitch.npy"))
            self.refuse("no label", lambda: first.array("colour"))
            for name in ("n-1.wav", "n-1.json", "n-1.energy.npy"):
                path = os.path.join(out, name)
                os.truncate(path, os.path.getsize(path) // 2)
            self.refuse("n-1.wav", lambda: _read_wav(pathlib.Path(out, "n-1.wav").read_bytes(), "n-1.wav"))
            self.refuse("n-1.json", lambda: second.labels)
            self.refuse("n-1.energy.npy", lambda: second.array("energy"))
            self.assertEqual(third.array("energy").ndim, 2)
            table = os.path.join(out, "results.csv")
            whole = pathlib.Path(table).read_bytes()
            for text, part in ((whole[:-40], "results.csv:7: not as many"), (b"a,b\n1,2\n", "results.csv:1: there is no"),
                               (b"", "results.csv:1: there is no"), (whole.replace(b"n-2", b"n-\xff"), "results.csv")):
                with open(table, "wb") as file:
                    file.write(text)
                self.refuse(part, lambda: list(jawari.dataset(out)))
            with open(table, "wb") as file:
                file.write(b"\xef\xbb\xbf" + whole)
            self.assertEqual(len(list(jawari.dataset(out))), 6)
        with tempfile.TemporaryDirectory() as folder:
            out = self.make(folder, "--tar", "1")
            notes = list(jawari.dataset(out))
            tar = os.path.join(out, notes[-1].row["tar"])
            os.truncate(tar, int(notes[-1].row["tar_at"]) + 700)
            self.refuse(tar, lambda: notes[-1].arrays())

    @unittest.skipUnless(importlib.util.find_spec("soundfile"), "python3-soundfile is not installed")
    def test_flac(self):
        """FLAC by soundfile, and one line that names it where it is not installed."""
        with tempfile.TemporaryDirectory() as folder:
            manifest = os.path.join(folder, "m.jsonl")
            with open(manifest, "w", encoding="utf-8") as file:
                file.write('{"id":"f","instrument":"bench","note":"A2","seconds":0.2,"format":"flac"}\n')
            out = os.path.join(folder, "out")
            subprocess.run([RENDER, "--manifest", manifest, "--output-dir", out, "-q"], check=True,
                           stdout=subprocess.DEVNULL)
            note, = jawari.dataset(out)
            self.assertEqual(note.audio.shape, (9600, 2))
            self.refuse("notes", lambda: note.labels)
            self.assertEqual((note.set, note.seed), ({}, 0))
            sys.modules["soundfile"] = None
            try:
                self.refuse("python3-soundfile", lambda: note.audio)
            finally:
                del sys.modules["soundfile"]
            path = os.path.join(out, "f.flac")
            os.truncate(path, 100)
            self.refuse("f.flac", lambda: note.audio)


if __name__ == "__main__":
    unittest.main(verbosity=1)
