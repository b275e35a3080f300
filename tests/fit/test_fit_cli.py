# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Command line of jawari-fit: what it refuses, with one line and no file left; what it writes when
it is stopped; that the same seed gives the same file.

    test_fit_cli.py JAWARI_FIT JAWARI_RENDER BOX.ini RECORDINGS.csv [all]

all: also drones, and searches that are longer or end by a time that is measured.
"""

import array
import html.parser
import math
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks  # noqa: E402

FIT, RENDER, BOX, TABLE = sys.argv[1:5]
ALL = "all" in sys.argv[5:]
check = checks.check


ALL_BUT_PITCH = "ei_n_m2,sigma0_per_s,sigma1_m_per_s,sigma3_m3_per_s,radius_mm,height_mm,pluck_at_mm"

# Files that nothing of a fit may replace.
OTHERS = {
    "NOTES.md": "# Notes\n\nOf the sitar.\n",
    "run.sh": "#!/bin/sh\nexit 0\n",
    "x.json": "[1, 2]\n",
    "x.conf": "; settings\n[settings]\nx = 1\n",
    "x.txt": "\nA text.\n",
    "long.ini": "[instrument]\n" + (1 << 20) * ";",
}


def run(*args):
    done = subprocess.run([FIT, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stdout, done.stderr


def write(path, samples, rate=48000):
    body = array.array("f", samples).tobytes()
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 3, 1, rate, 4 * rate, 4, 32)
    data = b"WAVE" + head + struct.pack("<4sI", b"data", len(body)) + body
    path.write_bytes(struct.pack("<4sI", b"RIFF", len(data)) + data)


def tone(hz, seconds, rate=48000):
    return [math.exp(-2.0 * i / rate) * sum(math.sin(2.0 * math.pi * hz * k * i / rate) / k for k in (1, 2, 3))
            for i in range(int(rate * seconds))]


def make_notes(folder):
    for velocity in (6, 100):
        subprocess.run([RENDER, "-q", "-i", BOX, "--note", f"D3:{velocity}:2", "-t", "0", "--set", "tune=10",
                        folder / f"{velocity}.wav"], check=True)
    write(folder / "silent.wav", [0.0] * 48000)
    write(folder / "short.wav", tone(147.0, 0.2))
    write(folder / "nan.wav", [math.nan] * 48000)
    write(folder / "huge.wav", [1e30 if i == 24000 else x for i, x in enumerate(tone(147.0, 1.0))])
    write(folder / "square.wav", [0.5 if math.sin(2.0 * math.pi * 147.0 * i / 48000) > 0.0 else -0.5 for i in range(48000)])
    write(folder / "constant.wav", [0.5] * 48000)
    write(folder / "two.wav", [a + 0.6 * b for a, b in zip(tone(147.0, 1.0), tone(207.0, 1.0))])
    write(folder / "far.wav", tone(97.0, 1.0))
    write(folder / "late.wav", [0.0] * 48000 * 61 + tone(147.0, 1.0))
    (folder / "odd.csv").write_text("name,quantity,time_s,band,db\nbox-d3,bands,0.03,1,-3\nbox-d3,bands,0.7,1,-3\n", encoding="ascii")
    (folder / "text.wav").write_text("no sound\n", encoding="ascii")
    write(folder / "there.ini", tone(147.0, 0.1))
    for name, other in OTHERS.items():
        (folder / name).write_text(other, encoding="ascii")
    (folder / "page.html").write_text("<!DOCTYPE html>\n<title>A page</title>\n", encoding="ascii")
    text = pathlib.Path(BOX).read_text(encoding="utf-8")
    # What is written of this one is none: a string is like the one whose law changes.
    valette = re.sub(r"losses = .*\n(sigma.*\n)+", "losses = valette\nviscoelastic = 1e-4\ninverse_q = 1e-4\n", text)
    (folder / "alike.ini").write_text(valette.replace("[body", "[string other]\nlike = wire\nviscoelastic = 2e-4\n\n[body"),
                                      encoding="utf-8")


def test_refused(folder):
    soft, out = folder / "6.wav", folder / "never.ini"
    cases = [
        ([], 2, "--like"),
        (["--like", BOX, soft], 2, "-o"),
        (["--like", BOX, "-o", out], 2, "0 recordings"),
        (["--like", BOX, "-o", out, "--find", "radius", soft], 2, "radius_mm"),
        (["--like", BOX, "-o", out, "--quality", 3, soft], 2, "--quality"),
        (["--like", BOX, "-o", out, "--time", 0, soft], 2, "--time"),
        (["--like", BOX, "-o", out, "--velocity", 0, soft], 2, "--velocity"),
        (["--like", BOX, "-o", out, "--sead", 1, soft], 2, "nearest: seed"),
        (["--like", "no-such", "-o", out, soft], 1, "no-such"),
        (["--like", BOX, "-o", out, folder / "away.wav"], 1, "away.wav"),
        (["--like", BOX, "-o", out, folder / "text.wav"], 1, "text.wav"),
        (["--like", BOX, "-o", out, folder / "silent.wav"], 1, "silent.wav: silent"),
        (["--like", BOX, "-o", out, folder / "late.wav"], 1, "late.wav: silent for a minute"),
        (["--like", folder / "missing.ini", "-o", out, soft], 1, "missing.ini: No such file"),
        (["--like", BOX, "-o", out, "--profiles", folder / "missing.csv", "sitar-a3"], 1, "missing.csv: No such file"),
        (["--like", BOX, "-o", out, "--profiles", folder, "sitar-a3"], 1, "Is a directory"),
        (["--like", BOX, "-o", out, "--profiles", folder / "odd.csv", "box-d3"], 1, "box-d3 has bands, time 0.7, band 1,"),
        (["--like", BOX, "-o", out, folder / "short.wav"], 1, "quarter of a second"),
        (["--like", BOX, "-o", out, folder / "nan.wav"], 1, "sample at 0.0000 s is no number"),
        (["--like", BOX, "-o", out, folder / "huge.wav"], 1, "sample at 0.5000 s is 1e+30"),
        (["--like", BOX, "-o", out, folder / "square.wav"], 1, "square.wav: clipped: "),
        (["--like", BOX, "-o", out, folder / "constant.wav"], 1, "constant.wav: silent"),
        (["--like", BOX, "-o", out, "--note", "D9", soft], 1, "no pitch near"),
        (["--like", BOX, "-o", out, "--note", "H3", soft], 2, "\"H3\" is no note"),
        (["--like", BOX, "-o", out, "--note", "D3@jor", soft], 1, "no string of Box"),
        (["--like", BOX, "-o", out, "--note", "D3", "--note", "E3", soft], 2, "2 notes for 1"),
        (["--like", BOX, "-o", out, "--note", "D3", "--profiles", TABLE, "sitar-a3"], 2, "--note"),
        (["--like", BOX, "-o", out, folder / "far.wav"], 1, "cents from any place"),
        (["--like", BOX, "-o", out, "--string", "jor", soft], 1, "no string of Box"),
        (["--like", BOX, "-o", folder / "no-folder" / "x.ini", soft], 1, "no-folder"),
        (["--like", BOX, "-o", folder / "there.ini", soft], 1, "not an instrument"),
        (["--like", BOX, "-o", soft, soft], 1, "not an instrument"),
        *[(["--like", BOX, "-o", folder / name, soft], 1, "not an instrument") for name in OTHERS],
        (["--like", BOX, "-o", out, "--report", folder / "page.html", soft], 1, "not a report"),
        (["--like", BOX, "-o", out, "--report", out, soft], 1, "two uses"),
        (["--like", BOX, "-o", out, "--report", f"{folder}/./never.ini", soft], 1, "two uses"),
        (["--like", folder / "alike.ini", "-o", out, "--string", "wire", "--time", 20, soft], 1, "viscoelastic has no meaning"),
    ]
    before = sorted((path.name, path.stat().st_size) for path in folder.iterdir())
    started = time.monotonic()
    for args, want, text in cases:
        status, out_text, said = run(*args)
        check(status == want and text in said and said.count("\n") == 1 and not out_text,
              f"{args}: {status} {said}")
    check(before == sorted((path.name, path.stat().st_size) for path in folder.iterdir()), "a file was left")
    check(time.monotonic() - started < 20.0, "all is refused before the search")


def unfitted(text):
    """An instrument's text without the keys that were fitted, and without what stands above it."""
    keys = ["pitch", "pitch_hz", "wrap_cents", "ringing_cents", *ALL_BUT_PITCH.split(",")]
    return re.sub(rf"^(; Fitted by .*|({'|'.join(keys)}) = .*)\n", "", text, flags=re.M)


def test_same_again(folder):
    """Random places depend on the seed alone: the stroke is looked for at such ones."""
    texts = {}
    for seed, again in (7, 0), (7, 1), (8, 0):
        out = folder / f"again{seed}-{again}.ini"
        status, said, error = run("--like", BOX, "-o", out, "--renders", 50, "--seed", seed, "--keep",
                                  "pitch_hz,ei_n_m2,sigma0_per_s,sigma1_m_per_s,sigma3_m3_per_s", folder / "6.wav",
                                  folder / "100.wav")
        check(status == 0 and not error and "pluck_at_mm" in said, f"{status}: {said}{error}")
        texts[seed, again] = out.read_text(encoding="utf-8")
    check(texts[7, 0] == texts[7, 1], "the same seed gives the same file")
    check(texts[7, 0] != texts[8, 0], "another seed gives another")


class Page(html.parser.HTMLParser):
    """Counts what stands in a page, and that what begins ends."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen = [], {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.seen[tag] = self.seen.get(tag, 0) + 1
        if tag in ("svg", "table", "h1", "h2", "code", "title", "style"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()


def test_report(folder):
    note = folder / "a<b>&.wav"
    note.write_bytes((folder / "100.wav").read_bytes())
    report = folder / "report.html"
    status, said, error = run("-q", "--like", BOX, "-o", folder / "report.ini", "--renders", 5, "--report", report,
                              folder / "6.wav", note)
    check(status == 0 and not said and not error, f"{status}: {said}{error}")
    text = report.read_text(encoding="utf-8")
    page = Page(text)
    check(not page.open, f"not ended: {page.open}")
    check(page.seen.get("svg") == 10 and page.seen.get("h2") == 2, f"pictures: {page.seen}")
    check(page.seen.get("tr") == 9 and "a&lt;b&gt;&amp;.wav" in text, "a row each, names as text")
    check(not re.search(r"\b(nan|inf)\b", text, re.I), "all are numbers")
    made = (folder / "report.ini").read_text(encoding="utf-8")
    tuned = (folder / "tuned" / "report.ini").read_text(encoding="utf-8")
    check(re.search(r"^made_from = [0-9a-f]{64}$", tuned, re.M) and "_cents" not in made, "cents are in the tuned file")
    done = subprocess.run([RENDER, "--check", folder / "report.ini"], stdout=subprocess.PIPE, text=True, check=False)
    check(done.returncode == 0 and "untuned" not in done.stdout, f"what it made is tuned: {done.stdout}")
    check(re.search(r"^pitch_hz = ", made, re.M) and unfitted(made) == unfitted(pathlib.Path(BOX).read_text(encoding="utf-8")),
          "all else stands as it stood")
    done = subprocess.run([RENDER, "--check", folder / "report.ini"], stdout=subprocess.DEVNULL, check=False)
    check(done.returncode == 0, "the file is an instrument")
    for args, want in ((["--report", folder / "6.wav"], "not a report"), (["--report", folder / "report.ini"], "two uses")):
        status, said, error = run("--like", BOX, "-o", folder / "report.ini", *args, folder / "6.wav")
        check(status != 0 and want in error and not said, f"{args}: {status} {error}")


def test_portraits(folder):
    """What is fitted to are figures of recordings that are not here; the pitch is none of them."""
    args = ["--like", "sitar", "--ringing", "--profiles", TABLE]
    status, said, error = run(*args, "-o", folder / "sitar.ini", "--renders", 9 if ALL else 2, "--keep", "thread_mm,sigma0_per_s,sigma3_m3_per_s,pluck_at_mm", "--find", "pluck_mm", "--report",
                              folder / "sitar.html", "sitar-a3", "sitar-c5")
    check(status == 0 and not error, f"{status}: {error}")
    found = re.search(r"string baj\], 2 recordings: distance (\S+) dB, before (\S+) dB", said)
    check(found and 3.0 < float(found.group(1)) <= float(found.group(2)) < 8.0, said)
    check("pluck_mm" in said and "pitch_hz" not in said, said)
    done = subprocess.run([RENDER, "--check", folder / "sitar.ini"], stdout=subprocess.DEVNULL, check=False)
    check(done.returncode == 0, "what it wrote is an instrument")
    page = Page((folder / "sitar.html").read_text(encoding="utf-8"))
    check(page.seen.get("svg") == 2 and not page.open, f"pictures: {page.seen}")
    for names, want in ((["sitar-b9"], "no recording sitar-b9"), (["sitar-a3", "drone-c-c"], "fitted apart")):
        status, said, error = run(*args, "-o", folder / "none.ini", *names)
        check(status == 1 and want in error and not (folder / "none.ini").exists(), f"{status}: {error}")


def test_drone(folder):
    """An instrument that plays by itself, as a parameter of the command line lets it."""
    distances = []
    keep = "sigma0_per_s,sigma1_m_per_s,sigma3_m3_per_s,height_mm,pluck_at_mm,pluck_release_ms,thread_mm"
    for tempo in (80, 200):
        status, said, error = run("--like", "tanpura", "-s", f"drone_tempo={tempo}", "--keep", keep, "--renders", 1, "-o",
                                  folder / "tanpura.ini", "--profiles", TABLE, "drone-c-a", "drone-c-c")
        check(status == 0 and not error, f"{status}: {error}")
        distances.append(float(re.search(r"before (\S+) dB", said).group(1)))
    check(2.0 < distances[0] < 6.0, f"{distances}: as tests/playing/test_recordings.c has them")
    check(distances[1] != distances[0], f"{distances}: the tempo is heard")
    check("drone_tempo" not in (folder / "tanpura.ini").read_text(encoding="utf-8"), "and not written")


def write_stereo(path, left, right):
    body = array.array("f", [x for both in zip(left, right) for x in both]).tobytes()
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 3, 2, 48000, 8 * 48000, 8, 32)
    data = b"WAVE" + head + struct.pack("<4sI", b"data", len(body)) + body
    path.write_bytes(struct.pack("<4sI", b"RIFF", len(data)) + data)


def test_heard(folder):
    """What is heard of each recording stands in a line, and what was put right in it in another."""
    note = tone(165.0, 1.0)
    write(folder / "plain.wav", note)
    write(folder / "dc.wav", [x + 0.7 for x in note])
    write(folder / "clipped.wav", [max(min(3.0 * x, 0.9), -0.9) for x in note])
    write_stereo(folder / "anti.wav", [-0.9 * x for x in note], note)
    write_stereo(folder / "dead.wav", note, [0.0] * len(note))
    write(folder / "second.wav", tone(330.0, 1.0))
    for name, remark in (("plain", ""), ("dc", "dc.wav: a constant 0.7"), ("clipped", "clipped.wav: clipped: "),
                         ("anti", "anti.wav: left and right cancel each other, the right side"), ("dead", "")):
        status, said, error = run("--like", BOX, "-o", folder / "heard.ini", "--renders", 1, "--keep", ALL_BUT_PITCH,
                                  folder / f"{name}.wav")
        check(status == 0 and remark in error and error.count("\n") == bool(remark), f"{name}: {status} {error}")
        check(re.search(rf"^heard 16[45]\.\d Hz: wire, fret 2 \([+-]\d+ cents\), .*{name}\.wav$", said, re.M), said)
    # What is named by hand counts, though only its even partials sound.
    low = folder / "low.ini"
    low.write_text(pathlib.Path(BOX).read_text(encoding="utf-8").replace("pitch = D3", "pitch = D2"), encoding="utf-8")
    status, said, error = run("--like", low, "-o", folder / "heard.ini", "--renders", 1, "--keep", ALL_BUT_PITCH, "--note",
                              "E2@wire", folder / "plain.wav")
    check(status == 0 and re.search(r"^heard 82\.[456]\d Hz: wire, fret 2 ", said), f"{status}: {said}{error}")
    check(error.count("\n") == 1 and "low.ini: plays untuned" in error, f"what it begins with is not tuned: {error}")


def distances(said):
    found = re.search(r"distance (\S+) dB, before (\S+) dB", said)
    return float(found.group(1)), float(found.group(2))


def test_nearer(folder):
    """What is shown is never farther than before, however early the search ends or odd the note is."""
    odd = [(math.exp(-12.0 * i / 48000) + 0.25 * math.exp(-0.1 * i / 48000)) * math.sin(2.0 * math.pi * 147.0 * k * i / 48000) / k
           for k in (1,) for i in range(48000)]
    write(folder / "odd.wav", [x + y for x, y in zip(odd, tone(147.0, 1.0))])
    for renders in (4, 12, 40) if ALL else (4, 12):
        status, said, error = run("--like", BOX, "-o", folder / "nearer.ini", "--renders", renders, folder / "odd.wav")
        after, before = distances(said)
        check(status == 0 and after <= before, f"--renders {renders}: {after} dB, {before} before: {error}")
        check(not re.search(r"\+- \S*e\+", said), f"no error is larger than its figure: {said}")


def limited(args, rounds):
    """A fit with the time of so many rounds: what it said and whether it ended in time."""
    started = time.monotonic()
    run(*args, "--renders", 1)
    least = time.monotonic() - started
    seconds = round(rounds * least, 2)
    started = time.monotonic()
    status, said, error = run(*args, "--time", seconds)
    took = time.monotonic() - started
    print(f"--time {seconds}: {took:.2f} s, one round {least:.2f} s")
    check(status == 0 and not error and ", ended by the time" in said, f"{status}: {said}{error}")
    return said, took < seconds + least


def test_limited(folder):
    """All ends with the time that was given, the errors included, but for a few notes more. Other programs
    may take the processor from one try, and not from all."""
    args = ["--like", BOX, "-o", folder / "limited.ini", folder / "6.wav", folder / "100.wav"]
    for rounds in (5.0, 5.0, 8.0, 12.0):
        said, in_time = limited(args, rounds)
        if in_time and "+-" in said:
            break
    check(in_time, f"it ends in time: {said}")
    check("+-" in said, f"and the errors are there: {said}")


def test_stopped(folder):
    for number in (signal.SIGINT, signal.SIGTERM):
        out = folder / f"stopped{number}.ini"
        started = time.monotonic()
        with subprocess.Popen([FIT, "--like", BOX, "-o", out, "--time", "100", folder / "100.wav"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(1.5)
            os.kill(process.pid, number)
            said, error = process.communicate(timeout=60)
        check(process.returncode == 0 and not error and "stopped early" in said, f"{number}: {said}{error}")
        check(time.monotonic() - started < 60.0, "it stops soon")
        done = subprocess.run([RENDER, "--check", out], stdout=subprocess.DEVNULL, check=False)
        check(done.returncode == 0, "what it wrote is an instrument")


def test_rate(folder):
    """A file of another rate, whose one note has the pitch of a fret."""
    write(folder / "slow.wav", tone(220.0, 1.0, 22050), 22050)
    status, said, error = run("--like", BOX, "-o", folder / "slow.ini", "--renders", 3, folder / "slow.wav")
    check(status == 0 and not error and re.search(r"^pitch_hz .*-> 14[67]\.", said, re.M), f"{status}: {said}{error}")


def test_ending(folder):
    """What is printed says what ended the search."""
    for args, want in (["--time", 0.01], ", ended by the time"), (["--time", 0.01, "--renders", 900], ", ended by the time"), (
            ["--renders", 1], ""):
        status, said, error = run("--like", BOX, "-o", folder / "ending.ini", "--keep", ALL_BUT_PITCH, *args,
                                  folder / "6.wav")
        check(status == 0 and not error and re.search(rf"before \S+ dB{want}$", said, re.M), f"{args}: {status} {said}{error}")


def test_printed(folder):
    """What cannot be printed was written before."""
    out = folder / "printed.ini"
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([FIT, "--like", BOX, "-o", out, "--renders", "1", "--keep", ALL_BUT_PITCH, folder / "6.wav"],
                              stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    check(done.returncode == 1 and "standard output" in done.stderr and out.exists(), f"{done.returncode}: {done.stderr}")


if __name__ == "__main__":
    long = [test_drone, test_limited] if ALL else []
    sys.exit(checks.in_folder(make_notes, test_refused, test_same_again, test_report, test_portraits, test_heard, test_nearer,
                              test_stopped, test_rate, test_ending, test_printed, *long))
