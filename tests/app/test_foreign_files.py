# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Files as other programs write them: texts that begin with a byte order mark, AnaMark's
tunings, sounds of any rate, and rates that a format cannot hold.

    test_foreign_files.py JAWARI_RENDER
"""

import csv
import json
import pathlib
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks  # noqa: E402

RENDER = sys.argv[1]
MARK = b"\xef\xbb\xbf"
check = checks.check


def render(*args):
    done = subprocess.run([RENDER, "-q", "--quality", "1", *map(str, args)], capture_output=True, text=True,
                          check=False)
    return done.returncode, done.stderr


########## Byte order marks ##########

def test_marks(folder):
    manifest = folder / "m.jsonl"
    lines = [json.dumps({"id": f"n{i}", "instrument": "bench", "note": 50, "seconds": 0.02}).encode() for i in range(3)]
    # Files that were put one behind another have a mark in the midst.
    manifest.write_bytes(MARK + lines[0] + b"\r\n" + MARK + lines[1] + b"\n" + lines[2])
    status, said = render("--manifest", manifest, "--output-dir", folder / "out")
    check(status == 0 and not said, f"a manifest: {status}: {said}")
    table = folder / "out/results.csv"
    table.write_bytes(MARK + table.read_bytes())
    status, said = render("--manifest", manifest, "--output-dir", folder / "out", "--resume")
    check(status == 0 and not said, f"a table of results: {status}: {said}")
    texts = {
        "p.txt": ("--profile", b"0 0\n10 -0.01\n"),
        "p.ini": ("--profile", b"[obstacle bridge]\nkind = table\nx_mm = 0 10\nh_mm = 0 -0.01\n"),
        "s.scl": ("--tuning", b"! s.scl\nfifth\n 1\n 3/2\n"),
        "t.tun": ("--tuning", b"[Tuning]\nnote 0 = 0\n"),
        "p.ttl": ("--preset", b"@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n"),
        "i.ini": ("--instrument", b"[instrument]\n"),
    }
    for name, (option, text) in texts.items():
        said = []
        for mark in b"", MARK:
            (folder / name).write_bytes(mark + text)
            more = [] if option == "--instrument" else ["-i", "sitar"] if option == "--profile" else ["-i", "guitar"]
            said.append(render(*more, option, folder / name, "--note", "C#4", "--seconds", "0.02", folder / "o.wav"))
        check(said[0] == said[1], f"{name} with a mark: {said[1]}, not {said[0]}")
        check("\ufeff" not in said[1][1], f"{name}: the mark is not repeated: {said[1][1]}")


########## AnaMark's tunings ##########

def pitch(folder, text, note, *more):
    """Pitch of a note [Hz] in a tuning."""
    (folder / "a.tun").write_bytes(text.encode() if isinstance(text, str) else text)
    manifest, out = folder / "tun.jsonl", folder / f"tun{len(list(folder.glob('tun*')))}"
    manifest.write_text(json.dumps({"id": "a", "instrument": "guitar", "note": note, "seconds": 0.02}))
    status, said = render("--manifest", manifest, "--output-dir", out, "--tuning", folder / "a.tun", *more)
    check(status == 0, f"{text[:60]}: {said}")
    with (out / "results.csv").open() as rows:
        return float(next(csv.DictReader(rows))["pitch_hz"])


def cents_of(hz, right):
    return abs(hz / right - 1.0) * 1731.2


C0 = 8.1757989156437073336
E3 = C0 * 2 ** (52 / 12)


def test_anamark(folder):
    exact = "[Scale Begin]\nFormat = \"AnaMark-TUN\"\nFormatVersion = 200\n[Info]\nName = \"[x] note = 3\"\n"
    for what, text, right in [
        ("three keys", "[Tuning]\nnote 0=0\nnote 1=100\nnote 2=204\n", E3),
        ("a key", "; VAZ\r\n[tuning]\r\nnote 52 = 5230\r\n", E3 * 2 ** (30 / 1200)),
        ("an exact key", "[Exact Tuning]\nnote 52 = 5212.5\nnote 127 = 12700\n", E3 * 2 ** (12.5 / 1200)),
        ("of another base", "[Exact Tuning]\nBaseFreq = 8\nnote 52 = 0.52e4\nnote 127 = 12700\n", 8 * 2 ** (52 / 12)),
        # E is 12.5 cents sharp in each octave: key 12 is the period.
        ("a period", "[Exact Tuning]\nnote 4 = 412.5\nnote 12 = 1200\n", E3 * 2 ** (12.5 / 1200)),
        ("nineteen steps, stretched", "[Exact Tuning]\n" + "".join(f"note {i} = {i * 100.5}\n" for i in range(20)),
         C0 * 2 ** (52 * 100.5 / 1200)),
        ("the exact one first", exact + "[Tuning]\nnote 52 = 5250\n[Exact Tuning]\nnote 52 = 5210\nnote 127 = 12700\n"
         "[Functional Tuning]\nnote 1 = \"#=0 % 100\"\n[Scale End]\n[Exact Tuning]\nnote 52 = 0\n",
         E3 * 2 ** (10 / 1200)),
        ("keys below and above MIDI's", "[Exact Tuning]\nnote -1 = 7\nnote 128 = 3\nnote 127 = 12700\n", E3),
        ("with comments and quotes", "[Exact Tuning]\nBaseFreq = \"8\" ; Hz\nnote 52 = 5200 ; E\nnote 127 = \"12700\"\n",
         8 * 2 ** (52 / 12)),
        ("with a mark", MARK + b"[Tuning]\nnote 52 = 5230\n", E3 * 2 ** (30 / 1200)),
    ]:
        hz = pitch(folder, text, "E3")
        check(cents_of(hz, right) < 0.1, f"{what}: {hz} Hz, not {right}")
    for text, says in [
        ("[Functional Tuning]\nInitEqual = (69, 440)\nnote 1 = \"#=0 % 100\"\n", "[Functional Tuning] alone"),
        ("[Exact Tuning]\nnote 52 = high\n", "a.tun:2: 'note 52 = high' is not note KEY = CENTS"),
        ("[Exact Tuning]\nbasefreq = -8\n", "a.tun:2: BaseFreq: '-8'"),
        ("[Scale Begin]\nFormat = \"Other\"\n[Tuning]\n", "a.tun:2: the format is \"Other\""),
        ("[Tuning]\nnote 4 = 1e9\n", "a.tun:2: "),
        ("[Tuning]\nnote 4 = 100 200\n", "a.tun:2: "),
        ("[Tuning]\nnote 4 = \"100\n", "a.tun:2: "),
        ("[Scale Begin]\n[Scale End]\n", "neither [Exact Tuning] nor [Tuning]"),
    ]:
        (folder / "a.tun").write_text(text)
        status, said = render("-i", "guitar", "--tuning", folder / "a.tun", "--note", "E3", folder / "o.wav")
        check(status == 1 and says in said and len(said.splitlines()) == 1, f"{text}: {status}: {said}")
    (folder / "a.tun").write_text("[Tuning]\nnote 0 = 0\n")
    (folder / "a.kbm").write_text("0\n0\n127\n60\n69\n440\n0\n")
    status, said = render("-i", "guitar", "--tuning", folder / "a.tun", "--keymap", folder / "a.kbm", "--note", "E3",
                          folder / "o.wav")
    check(status == 1 and "--keymap: not together with" in said, f"with a mapping: {said}")


########## Rates ##########

def write_wav(path, rate, n):
    body = b"".join(struct.pack("<h", 12000 if i % 8 < 4 else -12000) for i in range(n))
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, 2 * rate & 0xffffffff, 2, 16)
    data = b"WAVE" + head + struct.pack("<4sI", b"data", len(body)) + body
    path.write_bytes(struct.pack("<4sI", b"RIFF", len(data)) + data)


def peak_of(path):
    data = path.read_bytes()
    samples = data[data.index(b"data") + 8:]
    return max(abs(int.from_bytes(samples[i:i + 2], "little", signed=True)) for i in range(0, len(samples) - 1, 2))


def test_input_rates(folder):
    for out in 24000, 48000, 192000:
        for rate in [1, 10, 31, 32, 100, 187, 188, 749, 750, 8000, 48000, 2048000, 2048001, 12288000, 12288001, 50000000,
                     2147483647, 4294967295]:
            n = min(max(rate // 50, 32), 200000)
            write_wav(folder / "in.wav", rate, n)
            sound = folder / "o.wav"
            sound.unlink(missing_ok=True)
            status, said = render("-i", "tanpura", "-r", out, "--input", folder / "in.wav", "--seconds", "0.05", "--format",
                                  "wav16", sound)
            lines = said.splitlines()
            if status:
                check(status == 1 and len(lines) == 1 and "in.wav: " in said and not sound.exists(),
                      f"{rate} Hz to {out}: {status}: {said}")
                check(not out / 256 <= rate <= 256 * out, f"{rate} Hz to {out} is refused: {said}")
            else:
                check(out / 256 <= rate <= 256 * out, f"{rate} Hz to {out} is taken")
                check(peak_of(sound) > 0, f"{rate} Hz to {out}: silence")


def test_output_rates(folder):
    for form, rate, holds in [("vorbis", 192000, True), ("vorbis", 200000, True), ("vorbis", 200001, False),
                              ("vorbis", 384000, False), ("flac24", 384000, True), ("flac16", 96001, False),
                              ("flac24", 65535, True), ("flac24", 65537, False), ("opus", 44100, False),
                              ("mp3", 96000, False), ("wav24", 96001, True)]:
        status, said = render("-i", "bench", "--note", "50", "--seconds", "0.02", "-r", rate, "--format", form,
                              folder / f"o.{dict(vorbis='ogg', opus='opus', mp3='mp3', wav24='wav').get(form, 'flac')}")
        if holds:
            check(status == 0, f"{form} at {rate} Hz: {said}")
        else:
            check(status == 1 and f"knows no rate of {rate} Hz; give --rate 48000, or" in said
                  or "libsndfile writes no such file here" in said, f"{form} at {rate} Hz: {status}: {said}")


sys.exit(checks.in_folder(test_marks, test_anamark, test_input_rates, test_output_rates))
